"""Commanders in person: who would win a duel, and who joins a foray."""
