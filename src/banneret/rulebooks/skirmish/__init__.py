"""The rulebook `skirmish`: creatures, action cards and answers on a board of squares."""
