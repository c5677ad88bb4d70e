"""Imagined states, in which all that a side cannot know is dealt again, and canaries."""
