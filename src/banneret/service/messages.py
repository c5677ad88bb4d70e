"""The messages that go over the wire. Every message is a typed struct with bounds; what does not fit is refused with a reason.

A client sits down at a table with the token of its seat and then sends requests, each with an `id` of its own choosing that
makes sending it again harmless, and with `at`, the number of the view it has seen. The table answers every request with
`done`, `refused` or `behind`, and sends a new `view` whenever something has changed for that seat.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from banneret.after.report import Report
from banneret.kernel.abilities.computer import PlayerSpec
from banneret.kernel.abilities.muster import ArmyList
from banneret.kernel.abilities.odds import Assumption
from banneret.kernel.catalogue import Variant
from banneret.kernel.lesson import LessonEnd, LessonStep
from banneret.kernel.scene import Change, Preview, Scene, Stage
from banneret.kernel.shelf import Uphill
from banneret.muster.appraisal import Appraisal
from banneret.muster.army import MOST_BUDGET, MOST_TEXT
from banneret.service.clock import ClockView
from banneret.service.codes import Code

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(max_length=300)]
Person = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
ViewNumber = Annotated[int, Meta(ge=0, le=2**53)]

MAX_MESSAGE = 16_384
MAX_IMPORT = 4_000_000
MOST_LIST = 400


class Struct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of what clients send: unknown fields are refused."""


# ---------------------------------------------------------------- from the client, over the socket


class Sit(Struct, tag="sit"):
    """The first message: whose seat this is, and the number of the view already seen (0: none)."""

    token: Token
    have: ViewNumber = 0


class Order(Struct, tag="order"):
    """An order in the text form of the record, for the side of the seat (or, for a referee, of `side`, with a reason)."""

    id: Id
    at: ViewNumber
    order: Annotated[str, Meta(min_length=1, max_length=4000)]
    side: Name | None = None
    reason: Text = ""


class Foresee(Struct, tag="foresee"):
    """Show what an order would do, while it is being made. Nothing changes, and nothing is stored."""

    id: Id
    order: Annotated[str, Meta(min_length=1, max_length=4000)]


class RollIs(Struct, tag="roll"):
    """The value of the die that was wanted."""

    id: Id
    at: ViewNumber
    value: Annotated[int, Meta(ge=1, le=1_000_000)]


class Undo(Struct, tag="undo"):
    """Take the last order back; with `to`, ask all to agree to go back to that moment.

    A referee need not ask, and goes back to after that entry.
    """

    id: Id
    at: ViewNumber
    to: Count | None = None
    reason: Text = ""


class Agree(Struct, tag="agree"):
    """Answer an undo request; with `at`, the one that was seen in that view."""

    id: Id
    yes: bool
    at: ViewNumber | None = None


class HandOver(Struct, tag="player"):
    """Let the computer play the seat's side (`level`), or take it back (`level` null).

    A referee may name any side, the player who began the battle one that waits for a guest.
    """

    id: Id
    level: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    side: Name | None = None
    reason: Text = ""


class Finish(Struct, tag="end"):
    """The referee ends the battle for these sides (none: a draw); a player gives up by naming nobody."""

    id: Id
    winners: Annotated[list[Name], Meta(max_length=8)] = []
    reason: Text = ""


class Alter(Struct, tag="change"):
    """The referee changes something on the table: verb and words, as `/api/battle/referee` lists them."""

    id: Id
    at: ViewNumber
    change: Annotated[str, Meta(min_length=1, max_length=400)]
    reason: Text = ""


class Halt(Struct, tag="pause"):
    """The referee pauses the battle, or lets it go on."""

    id: Id
    on: bool = True
    reason: Text = ""


class Say(Struct, tag="say"):
    """A word to the whole table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Ping(Struct, tag="ping"):
    """Are you there?"""


Deed = Order | RollIs | Undo | Agree | HandOver | Finish | Alter | Halt
Request = Order | Foresee | RollIs | Undo | Agree | HandOver | Finish | Alter | Halt | Say | Ping


def fingerprint(wanted: Deed | Say) -> str:
    """By which a request is known again: all that it says, but for the view it was made from."""
    if not isinstance(wanted, HandOver | Finish | Halt | Say):
        wanted = msgspec.structs.replace(wanted, at=0)
    return blake2b(msgspec.json.encode(wanted), digest_size=8).hexdigest()


# ---------------------------------------------------------------- from the table, over the socket


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it.

    `guest`: it was left to a guest; `free` until one sits there, `opened` when an invitation to it was opened. `person`: what the
    player goes by.
    """

    name: str
    side: str
    here: bool = False
    computer: str = ""
    level: str = ""
    guest: bool = False
    free: bool = False
    opened: bool = False
    person: str = ""


class Said(msgspec.Struct, frozen=True):
    """A word that was said at the table."""

    number: int
    seat: str
    text: str


class Seal(msgspec.Struct, frozen=True):
    """The commitment to a secret order: it fits the order that the record shows when the battle is over."""

    side: str
    hash: str


class ArmyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army that a side is to bring before the battle begins; `most`: what it may cost (0: nothing was agreed upon)."""

    side: str
    settled: bool = False
    most: int = 0


class View(msgspec.Struct, frozen=True, omit_defaults=True, tag="view"):
    """All that the seat sees now.

    `at` is the number of the view, this seat's own: it only grows, also when the server was restarted, and only when the seat is shown
    something else than before.

    `armies`: those that were left open, until the last of them is settled and the battle begins. `branch`: it goes on from a moment of
    another battle.
    """

    at: int
    scene: Scene
    seats: tuple[SeatView, ...]
    seat: str
    side: str
    battle: str
    dice: str
    commitment: str = ""
    seals: tuple[Seal, ...] = ()
    can_undo: bool = False
    why_not_undo: str = ""
    wish: str = ""
    said: tuple[Said, ...] = ()
    paused: str = ""
    seed: str = ""
    armies: tuple[ArmyView, ...] = ()
    clock: ClockView | None = None
    branch: bool = False


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request was carried out and is stored."""

    id: str
    at: int


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """The request was not carried out; nothing has changed. `nearest` is a legal order close to the one that was given."""

    id: str
    code: Code
    reason: str
    rule: str = ""
    nearest: str = ""


class Foreseen(msgspec.Struct, frozen=True, tag="foreseen"):
    """The effect of the order as things stood at the view `at`; null where the rulebook has nothing to show."""

    id: str
    at: int
    preview: Preview | None


class Behind(msgspec.Struct, frozen=True, tag="behind"):
    """The request was made from an older view; the present one follows."""

    id: str
    at: int


class Goodbye(msgspec.Struct, frozen=True, tag="goodbye"):
    """The table closes the connection, and says why."""

    code: Code
    reason: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here."""


Answer = View | Done | Refused | Foreseen | Behind | Goodbye | Pong


class Frame(NamedTuple):
    """A message on its way to a client: its type, by which the way is chosen, and its bytes."""

    kind: Literal["view", "done", "refused", "foreseen", "behind", "goodbye", "pong"]
    data: bytes


def framed(message: Answer) -> Frame:
    """A message ready to be sent."""
    kind: Any = message.__struct_config__.tag
    return Frame(kind, msgspec.json.encode(message))


# ---------------------------------------------------------------- over HTTP


class SideChoice(Struct):
    """The player of a side: me here, a guest by invitation, the computer at a level, or the person I hand the seat's link to.

    The seat of a `guest` is nobody's until one claims it; that of a `link` belongs to anyone who has it, the maker too.
    """

    by: Literal["me", "guest", "link", "computer"] = "me"
    level: Annotated[str, Meta(max_length=40)] = "greedy"


class Lists(Struct):
    """Two lists that fight a single battle, the first attacking."""

    attacker: Annotated[str, Meta(max_length=MOST_LIST)]
    defender: Annotated[str, Meta(max_length=MOST_LIST)]


class NewBattle(Struct):
    """A battle to be begun. `referee`: a referee's link is wanted, to be handed on; a maker who plays no side gets it unasked.

    `armies`: by side, armies that take the place of the scenario's. `open`: sides whose armies are brought by those who play
    them, before the battle begins; `most`: what such an army may cost (0: no more than its own budget says). `person`: the name that
    the player who begins it goes by. `host`: the key of the table's host, where they begin it: their battles are listed in the terminal too.

    `lists`: a single battle of two lists in place of a scenario, which is "" then.
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


class Learn(Struct):
    """The lesson of a rulebook to be begun: `person` and `host` as for any battle."""

    person: Person = ""
    host: Token | None = None


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


class Links(Struct):
    """Links of further seats of the same battle, for what is done for several seats: `tokens`, beside that of the call."""

    tokens: Annotated[list[Token], Meta(max_length=10)] = []


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
    `question`: the question that the seat must decide now.
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


class AskOdds(Struct):
    """Two lists whose odds are asked for, the first attacking, and what is assumed; `around`: with what would make it even."""

    attacker: Annotated[str, Meta(max_length=MOST_LIST)]
    defender: Annotated[str, Meta(max_length=MOST_LIST)]
    flags: Annotated[dict[Name, Annotated[str, Meta(max_length=80)]], Meta(max_length=20)] = {}
    around: bool = False


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


class ScenarioLine(msgspec.Struct, frozen=True):
    """A scenario in the list of a rulebook. `armies`: a line a side, what it fields; none where that says nothing.

    `musters`: the sides that people may bring armies of their own for. `difficulty`: how much of the rules it needs, 1 to 3, and
    `minutes`: how long it takes a player; 0 where that is not known. `uphill`: the side that has the harder part, if one has.
    """

    id: str
    title: str
    level: str
    kind: str
    summary: str
    sides: list[str]
    armies: list[str]
    musters: list[str]
    difficulty: int = 0
    minutes: int = 0
    uphill: Uphill | None = None


class About(msgspec.Struct, frozen=True):
    """The name and version of the server."""

    name: str
    version: str


class RulebookLine(msgspec.Struct, frozen=True):
    """A rulebook in the list of all."""

    id: str
    name: str
    title: str
    summary: str


class RuleLine(msgspec.Struct, frozen=True):
    """A rule in the catalogue of a rulebook."""

    id: str
    title: str
    tier: str
    text: str


class FirstBattle(msgspec.Struct, frozen=True):
    """The battle of a rulebook to begin with: its scenario, the side to play, and a sentence about it."""

    scenario: str
    side: str
    sentence: str


class RulebookPage(msgspec.Struct, frozen=True):
    """A rulebook: its options, scenarios and computer players, and the stages of a turn, in order.

    `sentence` is its summary in fewer words, `more` what the scenarios at the end of the list are called. `rules` counts its rules,
    `primer` says whether there is a page on how it works, `titles` are those of its rules, by their ids. `lesson` is the scenario of
    its lesson, empty where it has none.
    """

    id: str
    name: str
    title: str
    summary: str
    sentence: str
    first: FirstBattle | None
    more: str
    rules: int
    primer: bool
    options: list[Variant]
    scenarios: list[ScenarioLine]
    players: list[PlayerSpec]
    phases: list[Stage]
    titles: dict[str, str]
    lesson: str = ""


class LessonPage(msgspec.Struct, frozen=True):
    """The lesson of a rulebook: its scenario and side, its goal in a sentence, its steps, and the card after the last of them.

    A battle is this lesson where its dice are committed to as `commitment`.
    """

    scenario: str
    side: str
    goal: str
    commitment: str
    steps: tuple[LessonStep, ...]
    after: LessonEnd


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem: a word for programs, a sentence for people; where it is, what would be right, and which rule says so."""

    code: Code
    error: str
    where: str = ""
    hint: str = ""
    rule: str = ""
