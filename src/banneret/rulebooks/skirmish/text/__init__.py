"""News: what happened, in sentences."""
