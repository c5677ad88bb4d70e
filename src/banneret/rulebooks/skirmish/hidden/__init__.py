"""Hands and decks that a side cannot know, dealt again."""
