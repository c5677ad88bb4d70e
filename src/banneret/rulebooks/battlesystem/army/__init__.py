"""Armies brought to the table: rosters, units built from the tables, lists, scenarios."""
