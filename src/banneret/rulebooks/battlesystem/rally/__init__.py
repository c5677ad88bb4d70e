"""The Rally Phase: attempts to rally, and orders to mobs."""
