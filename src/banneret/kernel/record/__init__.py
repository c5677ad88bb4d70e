"""The record of a battle: its entries as text, what of them stands, and the seals of secret orders."""
