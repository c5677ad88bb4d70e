"""Pools of dice: how they are built, rolled and counted, and what tests are made of them."""
