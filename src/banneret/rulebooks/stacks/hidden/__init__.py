"""Imagined states and canaries: what a side cannot know."""
