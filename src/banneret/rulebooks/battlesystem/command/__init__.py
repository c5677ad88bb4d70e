"""The chain of command, units in and out of command, and discipline."""
