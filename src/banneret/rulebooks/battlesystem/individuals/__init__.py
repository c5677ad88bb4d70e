"""Individuals on the table: who they are, whom they touch, where they find room, how they rest."""
