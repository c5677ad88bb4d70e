"""Battlesystem: regiments on the plane."""
