"""The attack phase: missiles, charges, melee, boarding, and their losses."""
