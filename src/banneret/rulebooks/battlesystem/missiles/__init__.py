"""Missiles: who may shoot at whom, volleys, and the two phases of shooting."""
