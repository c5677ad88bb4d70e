"""Facts that never change: cards of units and ships, spells, training, heroes; read once from `data/`."""
