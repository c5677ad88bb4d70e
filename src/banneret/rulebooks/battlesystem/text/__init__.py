"""News and orders in words."""
