"""Current morale, Morale Checks, and what a failed one leads to."""
