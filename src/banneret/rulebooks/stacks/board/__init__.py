"""Units, chits and hexes: where everything stands, who may be where, and what each side knows of it."""
