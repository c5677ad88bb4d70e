"""What becomes of the orders of a round, a module for each part of it."""
