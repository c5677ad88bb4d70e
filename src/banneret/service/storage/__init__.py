"""The store: battles as records line by line, their seats, and which requests have been answered."""
