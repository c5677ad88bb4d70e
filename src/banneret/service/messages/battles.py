"""Battles over HTTP: begun, listed, looked back at, forked, forgotten."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banneret.after.report import Report
from banneret.kernel.abilities.boards import OwnBoard
from banneret.kernel.abilities.muster import ArmyList
from banneret.kernel.scene import Change, Scene
from banneret.muster.army import MOST_BUDGET
from banneret.service.messages.armies import Lists
from banneret.service.messages.basics import (
    MAX_IMPORT,
    Count,
    Links,
    Name,
    Person,
    Struct,
    Token,
)


class SideChoice(Struct):
    """The player of a side: me here, a guest by invitation, the computer at a level, or the person I hand the seat's link to.

    The seat of a `guest` is nobody's until one claims it; that of a `link` belongs to anyone who has it, the maker too.
    """

    by: Literal["me", "guest", "link", "computer"] = "me"
    level: Annotated[str, Meta(max_length=40)] = "greedy"


class NewBattle(Struct):
    """A battle to be begun. `referee`: a referee's link is wanted, to be handed on; a maker who plays no side gets it unasked.

    `armies`: by side, armies that take the place of the scenario's. `open`: sides whose armies are brought by those who play
    them, before the battle begins; `most`: what such an army may cost (0: no more than its own budget says). `person`: the name that
    the player who begins it goes by. `host`: the key of the table's host, where they begin it: their battles are listed in the terminal too.

    `lists`: a single battle of two lists in place of a scenario, which is "" then. `board`: one joined from tiles in place of the
    scenario's.
    """

    rulebook: Name
    scenario: Annotated[str, Meta(max_length=80)]
    options: Annotated[dict[Name, Name], Meta(max_length=60)] = {}
    dice: Literal["seeded", "typed"] = "seeded"
    sides: Annotated[dict[Name, SideChoice], Meta(max_length=8)] = {}
    armies: Annotated[dict[Name, ArmyList], Meta(max_length=8)] = {}
    open: Annotated[list[Name], Meta(max_length=8)] = []
    most: Annotated[int, Meta(ge=0, le=MOST_BUDGET)] = 0
    referee: bool = False
    person: Person = ""
    host: Token | None = None
    lists: Lists | None = None
    board: OwnBoard | None = None


class Learn(Struct):
    """The lesson of a rulebook to be begun: `person` and `host` as for any battle."""

    person: Person = ""
    host: Token | None = None


class Tokens(msgspec.Struct, frozen=True):
    """The secret links of a new battle: seat name to token. `mine`: the seats that the player who began it plays.

    Sides that the computer plays have no link, and the referee only has one where it was asked for: both would show what the
    maker's own seat may not know. `invitations`: for each side that is left to a guest the link to hand out.
    """

    battle: str
    tokens: dict[str, str]
    mine: list[str]
    invitations: dict[str, str] = {}


class Mine(Struct):
    """The tokens a browser holds, to list its battles."""

    tokens: Annotated[list[Token], Meta(max_length=200)]


class Again(Links):
    """A rematch; with `swap` everyone plays the next side."""

    swap: bool = False


class Fork(Links):
    """A new battle from moment `at` of this one (default: from now), or from after entry `at` for those who may know everything.

    `private`: a branch to try things out.
    """

    at: Count | None = None
    private: bool = False


class Import(Struct):
    """A record file; `host`: the key of the table's host, where it is theirs."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_IMPORT)]
    host: Token | None = None


class Host(Struct):
    """The key of the table's host, or the ticket with which it opened the browser."""

    key: Token


class Release(Host):
    """A battle that a terminal of the host is to go on with."""

    battle: Name


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in a list; `trouble`: why it cannot be opened, where it cannot: it is shown as a list showed it last.

    `updated`: when the seat was last shown something; `entries`: how many moments it has, or entries where it may know everything.
    `free`: the sides that wait for a guest.
    `question`: the question that the seat must decide now. `branch`: it goes on from a moment of another battle.
    """

    battle: str
    token: str
    seat: str
    side: str
    rulebook: str
    scenario: str
    title: str
    scene: Scene
    players: dict[str, str]
    updated: float
    entries: int
    over: bool = False
    mine: bool = False
    trouble: str = ""
    free: tuple[str, ...] = ()
    question: str = ""
    branch: bool = False


class EntryLine(msgspec.Struct, frozen=True):
    """An entry of the record."""

    number: int
    text: str


class Moment(msgspec.Struct, frozen=True):
    """The scene of a seat at moment `number` of `of`; nothing is asked there.

    Moments are what the seat was shown, one after another. Those who may know everything go by the entries of the record instead.
    """

    number: int
    of: int
    scene: Scene


class BattleReport(msgspec.Struct, frozen=True):
    """The report of a battle that is over, as far as it is counted; null before anything is known."""

    report: Report | None


class Deleted(msgspec.Struct, frozen=True):
    """The battle that is forgotten."""

    deleted: str


class Hosted(msgspec.Struct, frozen=True):
    """The key of the table's host, to be remembered, and the links of their battles, the latest first."""

    key: str
    battles: list[Tokens]


class Released(msgspec.Struct, frozen=True):
    """The battle that has left the table's memory."""

    released: str


class Panel(msgspec.Struct, frozen=True):
    """The powers of a referee: what can be changed, the latest entries to go back to, and the internal error where there was one."""

    at: int
    changes: list[Change]
    entries: list[EntryLine]
    paused: str = ""
    error: str = ""
