"""The attack phase: missiles, charges, melee, boarding, and what comes of them."""
