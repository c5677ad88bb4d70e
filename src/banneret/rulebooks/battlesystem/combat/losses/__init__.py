"""Losses of a unit: how many figures are lost, which ones, and how the rest stand."""
