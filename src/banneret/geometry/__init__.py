"""Pure mathematics of boards: hexes and the plane. It knows no rulebook."""
