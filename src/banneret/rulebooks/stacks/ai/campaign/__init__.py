"""The computer on the map: what hexes are worth, where its stacks march, and what it does between the fights."""
