"""Postures: ways in which the greedy player can lead a battle, as weights of its judgement."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a battle, in gold or as shares.

    Attributes:
        near: A square nearer to the nearest enemy.
        hit: The share that counts of a blow that is possible from a place.
        risk: The share that counts of blows with which untapped enemies beside a place can answer at once.
        danger: The share that counts of blows of all enemies that can reach a place in their next turn.
        card: The gold that an answer by a card must gain, beyond the worth of the card.
        ready: The share of `READY` that a tap does not cost, if the creature is Nimble or no enemy is near.
        answer: The gold that an answer without a card must gain, for it taps a creature.
        bold: The same as `ready`, if an enemy is near.
        share: The degree, up to 1, to which an enemy that can reach several creatures is feared less by each.
    """

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
        self.near: float = near
        self.hit: float = hit
        self.risk: float = risk
        self.danger: float = danger
        self.card: float = card
        self.ready: float = ready
        self.answer: float = answer
        self.share: float = share
        self.bold: float = bold


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
