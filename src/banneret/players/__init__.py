"""Computer players that know no rulebook."""
