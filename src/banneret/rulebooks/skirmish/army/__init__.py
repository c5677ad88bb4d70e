"""Decks, scenarios and options: what is brought to the table."""
