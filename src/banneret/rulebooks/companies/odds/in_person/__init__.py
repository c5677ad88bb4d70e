"""Commanders in person: the odds of a duel, and the choice to join a foray."""
