"""The orders of a round, as a side writes them."""
