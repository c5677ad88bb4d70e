"""The course of an individual combat in a Melee Phase, as a battle keeps it. Rules: battlesystem:9.4b.groups, battlesystem:9.4b.rounds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Duel:
    """An individual combat of this Melee Phase.

    Attributes:
        fighters: the individuals linked by contact when it was formed, by number.
        rounds: the melee rounds fought so far.
        initiative: the initiative dice, as (melee round, individual, die).
        blows: the attacks made, as (melee round, striker, target, the number that hits, die, hit points).

    Rules: battlesystem:9.4b.groups, battlesystem:9.4b.rounds.
    """

    fighters: tuple[int, ...]
    rounds: int = 0
    initiative: tuple[tuple[int, int, int], ...] = ()
    blows: tuple[tuple[int, int, int, int, int, int], ...] = ()
