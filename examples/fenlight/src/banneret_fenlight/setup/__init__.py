"""The placement: warriors are laid on the home hexes against a budget."""
