"""The Melee Phase: who strikes whom, attack rolls, losses."""
