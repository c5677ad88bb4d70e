"""The inspector: a unit or a commander in full."""
