"""Leaving an engagement, the field or the battle, and what comes after it."""
