"""Actions and the answers to them: declaring, windows, resolving, and the damage that falls."""
