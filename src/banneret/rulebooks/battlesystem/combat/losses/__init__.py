"""Losses of a unit: how many figures go, which ones, and how the rest stand."""
