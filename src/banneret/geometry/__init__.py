"""Pure mathematics of boards: hexes, the plane. Knows no battle; names the rule where one defines a measure."""
