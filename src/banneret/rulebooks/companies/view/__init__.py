"""The view for people."""
