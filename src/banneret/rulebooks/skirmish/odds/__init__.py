"""Chances of hidden cards, fights to the end, simulation."""
