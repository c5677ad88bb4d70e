"""Armies and scenarios: all that is brought to the table."""
