"""The end of a battle: the goal that its scenario sets, and who has reached it."""
