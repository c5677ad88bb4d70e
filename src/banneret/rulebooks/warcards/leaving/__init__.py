"""Leaving an engagement, the field or the battle: retreats, withdrawal, surrender, the end."""
