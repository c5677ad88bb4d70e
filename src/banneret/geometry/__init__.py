"""Pure mathematics of boards: hexes, squares, and the plane with its bodies, motion and sight. It knows no rulebook."""
