"""Manoeuvres that a unit may try: on commanders, over ground, in melee, of skirmishers, and how to approach an enemy."""
