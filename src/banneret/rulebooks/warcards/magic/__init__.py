"""Battle spells: who casts them, what they change."""
