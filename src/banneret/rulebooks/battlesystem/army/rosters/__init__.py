"""Rosters as scenarios list them: units, commanders, heroes, their roles."""
