"""Catapults and ballistae as people see them: on the board, in full, and what a shot may do."""
