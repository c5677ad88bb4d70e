"""Armies and scenarios, read and checked."""
