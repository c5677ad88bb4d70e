"""Volleys with more than two companies on the field."""
