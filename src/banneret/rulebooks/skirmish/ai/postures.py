"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at; worths are in gold."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a battle."""

    __slots__ = ("answer", "bold", "card", "danger", "hit", "near", "ready", "risk", "share")

    def __init__(
        self,
        near: float = 0.06,
        hit: float = 0.9,
        risk: float = 0.45,
        danger: float = 0.8,
        card: float = 0.15,
        ready: float = 0.9,
        answer: float = 0.0,
        bold: float = 0.0,
        share: float = 1.0,
    ) -> None:
        self.near: float = near  # a step nearer to the nearest enemy
        self.hit: float = hit  # a blow that is possible from a place
        self.risk: float = risk  # blows that untapped enemies beside a place can strike at once
        self.danger: float = danger  # blows of all enemies that can come to a place in their next turn
        self.card: float = card  # what an answer by a card must gain beyond the worth of the card
        self.ready: float = ready  # the share of the worth of an untapped creature that is lost with a tap that no enemy is near to use
        self.answer: float = answer  # what an answer must gain to tap a creature for it
        self.share: float = share  # how far an enemy who can come to several is feared less by each of them
        self.bold: float = bold  # as `ready`, of a tap that an enemy is near to use


OWN: Final = Posture()

# Greedy players against one without fear of the next turn (danger 0), all boards, either faction: danger 0.3 won 55 % of 240 battles, 0.5 59 %,
# 0.8 62 %; 1.2 59 % of 160, 2.0 53 %.
POSTURES: Final[dict[str, Posture]] = {
    "headlong": Posture(danger=0.2),
    "steady": Posture(danger=0.5),
    "guarded": Posture(danger=1.2),
}

LEADS: Final[dict[str, Posture]] = {
    **POSTURES,
    "reckless": Posture(near=0.2, risk=0.0, danger=0.0, ready=1.0, bold=1.0),
}
"""The postures, and one in which no enemy is feared: for fights to the end, where someone must strike first."""
