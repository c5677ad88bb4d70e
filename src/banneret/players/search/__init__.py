"""Tree search: the tree, the table a simulation is played on, its statistics, and the player; plans tried out side by side."""
