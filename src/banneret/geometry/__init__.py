"""Pure mathematics of boards: hexes, squares, the plane. Knows no rules."""
