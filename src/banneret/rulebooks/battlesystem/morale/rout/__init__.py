"""Rout moves: which way, how far, through what, and where they end."""
