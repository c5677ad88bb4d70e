"""What is brought to the table: decks, scenarios, options."""
