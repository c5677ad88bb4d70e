"""From hit dice of damage to figures killed and wounded. Rules: battlesystem:8.7 to battlesystem:8.7j.

Everything is in tenths of a hit die, so that halves, fifths and tenths of the results table stay exact.
"""

from __future__ import annotations


class Toll:
    """The effect of one attack on a unit. Rules: battlesystem:8.7a to battlesystem:8.7e.

    Attributes:
        killed: the number of figures taken off, one killed by a second wound included.
        wounded: True if a figure is wounded afterwards.
    """

    __slots__ = ("killed", "wounded")

    def __init__(self, killed: int, wounded: bool) -> None:
        self.killed: int = killed
        self.wounded: bool = wounded


def toll(damage: int, figure: int, figures: int, wounded: bool) -> Toll:
    """The figures a unit loses to one attack, and whether one stays wounded.

    Args:
        damage: tenths of hit dice of the whole attack, all its figures together.
        figure: tenths of hit dice of one figure of the unit.
        figures: the number of figures of the unit, after the losses of earlier attacks.
        wounded: True if one of them has a wound.

    A remainder of at least a quarter of a figure wounds one; a second wound kills it and leaves none.

    >>> once = toll(350, 100, 12, wounded=False)
    >>> once.killed, once.wounded
    (3, True)
    """
    killed = damage // figure
    if killed >= figures:
        return Toll(figures, False)
    if 4 * (damage - killed * figure) >= figure:
        if wounded:
            return Toll(killed + 1, False)
        return Toll(killed, True)
    return Toll(killed, wounded)
