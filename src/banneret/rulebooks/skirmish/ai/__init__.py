"""How the computer fights."""
