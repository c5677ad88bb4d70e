"""The phases of a turn outside scouting and battle: recruit, deploy, exchange, move, end."""
