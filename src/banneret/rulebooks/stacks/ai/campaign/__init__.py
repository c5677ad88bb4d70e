"""The computer on the map: the worth of hexes, the marches of its stacks, and its orders between the fights."""
