"""The movement phase: ways, castles, heroes on their own, rally."""
