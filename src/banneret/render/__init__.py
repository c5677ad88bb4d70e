"""Scenes drawn: as plain text for terminals, programs and screen readers, and as pictures for notebooks and pages."""
