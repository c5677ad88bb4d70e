"""The marsh: what its ground is, and what a scenario sets up. Facts that never change in a battle."""
