"""Banneret: fantasy battles on the table.

A rulebook is a function that plays on a table. The table asks, rolls and tells; the record of what was
answered and rolled is the battle.
"""

__version__ = "0.1.0"
