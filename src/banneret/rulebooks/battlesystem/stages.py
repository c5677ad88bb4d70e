"""The stages of a Game Round: which step comes next, by the tier of the battle. Rules: battlesystem:1.0, battlesystem:1.0d."""

from __future__ import annotations

import os
import tomllib
from typing import Any, Final

# The numbers stand in saved states and mean no order: that is in `data/phases.toml`.

PLACING: Final = 0
INITIATIVE: Final = 1
RALLY: Final = 2
SEQUENCE: Final = 3  # Side A chooses who moves first. Rule: battlesystem:1.4
# routs go on, discipline is tested, troops out of hand attack: before any voluntary move of the side
COMPELLED: Final = 4
MOVEMENT: Final = 5
ASSIGNMENT: Final = 6  # combats are formed, weapons and targets chosen
MELEE: Final = 7  # one combat a step
ROUND_END: Final = 8
INITIAL_MISSILES: Final = 9  # rule: battlesystem:1.2
MISSILES: Final = 11  # rule: battlesystem:1.5
ARTILLERY: Final = 12  # rule: battlesystem:1.5
ROLES: Final = 10  # before anybody moves, individuals change their roles. Rule: battlesystem:9.0a
DUELS: Final = 13  # individual combats, before those of units. Rules: 1.6a, battlesystem:9.4b.after

BASIC: Final = 0
INTERMEDIATE: Final = 1
TIERS: Final = ("basic", "intermediate")


class Name:
    """A stage as files and people name it: its word in `phases.toml`, its phase, and its part of that."""

    __slots__ = ("id", "phase", "segment")

    def __init__(self, ident: str, phase: str, segment: str = "") -> None:
        self.id: str = ident
        self.phase: str = phase
        self.segment: str = segment


NAMES: Final[dict[int, Name]] = {
    PLACING: Name("placing", "Placement"),
    INITIATIVE: Name("initiative", "Initiative"),
    INITIAL_MISSILES: Name("initial-missiles", "Initial missiles"),
    RALLY: Name("rally", "Rally"),
    SEQUENCE: Name("sequence", "Movement", "order of the sides"),
    ROLES: Name("roles", "Movement", "changes of role"),
    COMPELLED: Name("compelled", "Movement", "routs and compelled moves"),
    MOVEMENT: Name("movement", "Movement"),
    MISSILES: Name("missiles", "Missiles"),
    ARTILLERY: Name("artillery", "Missiles", "artillery"),
    DUELS: Name("duels", "Melee", "individual combat"),
    ASSIGNMENT: Name("assignment", "Melee", "who fights whom"),
    MELEE: Name("melee", "Melee"),
    ROUND_END: Name("round-end", "End of round"),
}


class Round:
    """The Game Round of a tier. Rules: battlesystem:1.0, battlesystem:1.0d.

    Attributes:
        order: its stages.
        following: by stage, the one that comes when all sides have finished it.
        first: by the last stage of a side's part, the stage with which the next side begins its own.
    """

    __slots__ = ("first", "following", "order")

    def __init__(self, rows: list[Any]) -> None:
        numbers = {name.id: number for number, name in NAMES.items()}
        self.order: list[int] = []
        self.first: dict[int, int] = {}
        for row in rows:
            part = [numbers[word] for word in ([row] if isinstance(row, str) else row)]
            self.order += part
            if not isinstance(row, str):
                self.first[part[-1]] = part[0]
        later = [*self.order[1:], self.order[0]]
        self.following: dict[int, int] = {PLACING: self.order[0]}
        self.following.update(zip(self.order, later, strict=True))


def _rounds() -> list[Round]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "phases.toml")
    with open(path, "rb") as file:
        data = tomllib.load(file)
    return [Round(data[tier]) for tier in TIERS]


_ROUNDS: Final = _rounds()


def after(tier: int, stage: int) -> int:
    """The stage that comes when all sides have finished one. Rules: battlesystem:1.0, battlesystem:1.0d.

    >>> after(BASIC, INITIATIVE) == RALLY, after(INTERMEDIATE, INITIATIVE) == INITIAL_MISSILES
    (True, True)
    """
    return _ROUNDS[tier].following[stage]


def next_part(tier: int, stage: int) -> int:
    """The stage with which the next side begins its part when one side has finished this stage; -1 if it ends no part.

    >>> next_part(BASIC, MOVEMENT) == COMPELLED, next_part(BASIC, COMPELLED), next_part(BASIC, MELEE)
    (True, -1, -1)
    """
    return _ROUNDS[tier].first.get(stage, -1)


def phases(tier: int) -> list[str]:
    """The phases of a round, in their order. Rules: battlesystem:1.0, battlesystem:1.0d.

    >>> phases(BASIC)
    ['Initiative', 'Rally', 'Movement', 'Melee', 'End of round']
    """
    return list(dict.fromkeys([NAMES[stage].phase for stage in _ROUNDS[tier].order]))


def is_fighting(stage: int) -> bool:
    """True while melees are formed and fought. Rule: battlesystem:1.6."""
    return stage in (DUELS, ASSIGNMENT, MELEE)


def is_moving(stage: int) -> bool:
    """True in a side's part of the Movement Phase. Rule: battlesystem:1.4."""
    return stage in (COMPELLED, MOVEMENT)


def goes_by_movers(stage: int) -> bool:
    """True in the parts that the sides play in the order in which they move. Rules: battlesystem:1.4, battlesystem:9.0a."""
    return stage in (ROLES, COMPELLED, MOVEMENT)


def is_in_parts(stage: int) -> bool:
    """True in the parts of a phase that one side plays after the other, and while Side A chooses their order."""
    return goes_by_movers(stage) or stage in (RALLY, SEQUENCE, INITIAL_MISSILES, MISSILES, ARTILLERY)
