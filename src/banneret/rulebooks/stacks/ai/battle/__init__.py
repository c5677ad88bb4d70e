"""The computer in a fight: what it expects of a battle, and the orders it gives there."""
