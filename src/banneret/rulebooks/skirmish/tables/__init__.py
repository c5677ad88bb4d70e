"""Facts that never change: creatures, action cards, effects, tiles and boards; read once from `data/`."""
