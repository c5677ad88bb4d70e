"""Armies and battles brought to the table: scenarios, lists, muster."""
