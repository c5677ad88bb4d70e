"""The exact odds of a clash."""
