"""The army builder: entries, cards, choices, and faults of an army."""
