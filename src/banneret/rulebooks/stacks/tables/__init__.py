"""Facts about units, artifacts, spells and terrains, read once from the data files."""
