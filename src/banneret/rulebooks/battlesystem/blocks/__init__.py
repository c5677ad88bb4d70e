"""Blocks of figures in ranks and files: how they stand, move and touch. Geometry that knows no battle."""
