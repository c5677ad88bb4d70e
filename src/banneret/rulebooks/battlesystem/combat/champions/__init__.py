"""Individuals who fight in the Melee Phase: against figures, and those who strike at them."""
