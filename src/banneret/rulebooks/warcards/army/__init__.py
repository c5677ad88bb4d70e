"""What is brought to the table: scenarios, lists, muster."""
