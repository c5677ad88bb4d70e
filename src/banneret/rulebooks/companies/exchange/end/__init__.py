"""The end of a volley, and of a battle."""
