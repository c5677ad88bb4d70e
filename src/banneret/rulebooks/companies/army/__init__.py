"""Companies and scenarios: what is brought to the field."""
