"""Scenarios: the marshes, and who comes to them."""
