"""Ratings and sums: what is added to a die, what must be reached, how far a unit goes."""
