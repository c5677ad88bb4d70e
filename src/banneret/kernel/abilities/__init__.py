"""The abilities of a rulebook besides its rules: each a small object, None where there is no such thing."""
