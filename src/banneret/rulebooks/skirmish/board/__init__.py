"""Creatures on the board: where they stand, levels, hit points, keywords, neighbours, distances."""
