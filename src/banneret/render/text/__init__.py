"""Scenes as plain text: the map of a terminal, the view of a program, what a screen reader reads.

Everything here draws a `Scene` and knows no rules. Sides are told apart by letter and by the shape of their brackets
(`(G5)` a disc, `[H?]` a square, `<D2>` a triangle, `{E?}` a hexagon), and only then by colour.
"""
