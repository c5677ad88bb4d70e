"""The army builder: entries, cards, choices, and what is wrong with an army."""
