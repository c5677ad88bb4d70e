"""Exact odds: of pools, tests, strikes, and of a whole volley up to its spending."""
