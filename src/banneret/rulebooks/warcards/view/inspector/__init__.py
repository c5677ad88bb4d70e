"""The inspector: a unit, a Heroes unit or a character in full."""
