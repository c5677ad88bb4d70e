"""Charges: whom to charge, the path, the run, striking home, breaking through."""
