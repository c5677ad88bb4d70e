"""Scenes, questions and chances: all that a person sees."""
