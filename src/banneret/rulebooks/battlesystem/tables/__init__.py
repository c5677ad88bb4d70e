"""Facts on creatures, kinds of unit, rosters and results, read once from `data/`."""
