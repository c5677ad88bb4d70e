"""Facts that never change, read once from `data/` and checked."""
