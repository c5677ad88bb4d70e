"""What is brought to the table: scenarios and armies."""
