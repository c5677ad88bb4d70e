"""What units, artifacts, spells and terrains are: facts read once from the data files."""
