"""Every decision in words, for the side that must decide."""
