"""Armies, boards and odds over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.kernel.abilities.boards import OwnBoard
from banneret.kernel.abilities.muster import ArmyList, Fault
from banneret.kernel.abilities.odds import Assumption
from banneret.muster.appraisal import Appraisal
from banneret.muster.army import MOST_TEXT
from banneret.muster.own_board import MOST_TEXT as MOST_BOARD
from banneret.service.messages.basics import (
    MOST_LIST,
    Name,
    Struct,
)


class Lists(Struct):
    """Two lists that fight a single battle, the first attacking."""

    attacker: Annotated[str, Meta(max_length=MOST_LIST)]
    defender: Annotated[str, Meta(max_length=MOST_LIST)]


class Bring(Struct):
    """The army that a seat brings to its battle; null: the scenario's own."""

    army: ArmyList | None = None


class Mustering(Struct):
    """An army to be looked at: as an army, as the text of its file, or as a `scenario` has it on a `side`; a new one without any."""

    army: ArmyList | None = None
    text: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    scenario: Annotated[str, Meta(max_length=80)] = ""
    side: Annotated[str, Meta(max_length=80)] = ""


class Mustered(msgspec.Struct, frozen=True):
    """An army checked against its rulebook: the army, what it costs and what is wrong with it, its file, and where it may fight."""

    army: ArmyList
    appraisal: Appraisal
    file: str
    scenarios: tuple[str, ...]


class Laying(Struct):
    """A board to be looked at: as a board, or as the text of its file."""

    board: OwnBoard | None = None
    text: Annotated[str, Meta(max_length=MOST_BOARD)] = ""


class LaidBoard(msgspec.Struct, frozen=True):
    """A board checked by the rules of its rulebook: the board, what is wrong with it, its file, and the battles that it may be used in."""

    board: OwnBoard
    faults: tuple[Fault, ...]
    file: str
    scenarios: tuple[str, ...]


class AskOdds(Struct):
    """Two lists whose odds are asked for, the first attacking, and what is assumed; `around`: with what would make it even.

    `games`: the battles to fight where the odds are not counted; fewer are fought where these would take long. 0: as many as take a second.
    """

    attacker: Annotated[str, Meta(max_length=MOST_LIST)]
    defender: Annotated[str, Meta(max_length=MOST_LIST)]
    flags: Annotated[dict[Name, Annotated[str, Meta(max_length=80)]], Meta(max_length=20)] = {}
    around: bool = False
    games: Annotated[int, Meta(ge=0, le=5000)] = 0


class OddsPage(msgspec.Struct, frozen=True):
    """The odds of a rulebook: what may be assumed, the units that lists name, and two lists to begin with.

    `none`: why it has none, where it has none.
    """

    attacker: str = ""
    defender: str = ""
    assumptions: tuple[Assumption, ...] = ()
    units: tuple[str, ...] = ()
    counts: tuple[str, str] = ("unit", "units")
    none: str = ""
