"""What is said: names and news."""
