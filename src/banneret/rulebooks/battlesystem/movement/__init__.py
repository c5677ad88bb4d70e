"""The Movement Phase: what troops do of themselves, then the orders of each side."""
