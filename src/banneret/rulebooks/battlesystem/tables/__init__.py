"""What creatures, kinds of unit, rosters and results are: facts, read once from `data/`."""
