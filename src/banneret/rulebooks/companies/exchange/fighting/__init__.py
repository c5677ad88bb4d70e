"""Fights of named characters: duels and shots."""
