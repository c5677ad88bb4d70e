"""Stacks: battles of hidden chits on a hex map."""
