"""Fenlight: a fight for will-o'-the-wisps in a marsh. A rulebook for Banneret in a package of its own."""
