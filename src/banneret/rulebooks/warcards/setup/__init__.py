"""From a scenario to round 1: attacker, terrain, weather, visibility, works, placement."""
