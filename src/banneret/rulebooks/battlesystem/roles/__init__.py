"""Roles of individuals in a battle: joining and leaving units, taking over command, commanders with their units or apart."""
