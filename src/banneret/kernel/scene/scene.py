"""The scene as a whole, and how it is rendered and encoded."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from banneret.kernel.scene.board import Board, Piece, Track, Tray
from banneret.kernel.scene.news import News
from banneret.kernel.scene.odds import Clash, Link
from banneret.kernel.scene.question import Asked, Question


class SideView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A side as everybody sees it: id, name, letter on its banners, public counts."""

    id: str
    name: str
    letter: str
    counts: tuple[tuple[str, int], ...] = ()
    active: bool = False


class Luck(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A side's dice over the whole battle, as far as the seat knows them: how many throws, what they brought, and what they bring on average.

    `measure` says of what, in the plural ("hits"); empty: `sum` is the sum of the dice as they fell, for nothing is known of what they brought.
    """

    side: int
    count: int
    sum: float
    expected: float
    measure: str = ""


class Ending(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The outcome: the winning sides by id (none: a draw), why, by which rule, and the title of that rule if it is one of the rulebook's."""

    winners: tuple[str, ...]
    reason: str
    rule: str
    title: str = ""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The clock of the battle: the unit (turns, rounds), the number of the present one, and their total (0: not counted, no end).

    >>> str(Clock("Turn", 3, 8)), str(Clock("Round", 2)), str(Clock("Before the battle"))
    ('Turn 3 of 8', 'Round 2', 'Before the battle')
    """

    name: str
    now: int = 0
    last: int = 0

    def __str__(self) -> str:
        """As people read it."""
        return f"{self.name}{f' {self.now}' if self.now else ''}{f' of {self.last}' if self.last else ''}"


class Stage(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The stage of a battle within a turn: its phase, the segment of that, the step of that; each has a `mark` where it is numbered.

    `title` is the phase in full, where there is more to it.

    >>> stage = Stage("Battle", "tactical options", "retreat", "Battle Phase", "II", "T1")
    >>> stage.phase_text, stage.segment_text
    ('Battle Phase', 'II tactical options: T1 retreat')
    """

    phase: str
    segment: str = ""
    step: str = ""
    title: str = ""
    segment_mark: str = ""
    step_mark: str = ""

    @property
    def phase_text(self) -> str:
        """The phase as people read it by itself."""
        return self.title or self.phase

    @property
    def segment_text(self) -> str:
        """Segment and step as people read them, with their marks."""
        pairs = ((self.segment_mark, self.segment), (self.step_mark, self.step))
        return ": ".join([f"{mark} {name}".strip() for mark, name in pairs if name])


class Turns(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Pieces of a side that stand alike in the turn ("Still to act", "Done"), by their ids, for a list beside the board."""

    side: int
    title: str
    pieces: tuple[str, ...]


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All that one seat may see at one moment.

    `asked`: what it wants to be asked, where it may choose that. `phases`: those of a turn, where this battle has others than its rulebook tells.
    """

    rulebook: str
    scenario: str
    title: str
    seat: str
    sides: tuple[SideView, ...]
    board: Board
    clock: Clock | None = None
    stage: Stage | None = None
    pieces: tuple[Piece, ...] = ()
    trays: tuple[Tray, ...] = ()
    tracks: tuple[Track, ...] = ()
    clash: Clash | None = None
    links: tuple[Link, ...] = ()
    news: tuple[News, ...] = ()
    questions: tuple[Question, ...] = ()
    waiting: tuple[str, ...] = ()
    ending: Ending | None = None
    number: int = 0
    luck: tuple[Luck, ...] = ()
    turns: tuple[Turns, ...] = ()
    asked: Asked | None = None
    phases: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        """The turn or round that is played, as people read it."""
        return str(self.clock) if self.clock else ""

    @property
    def phase(self) -> str:
        """The phase, as people read it."""
        return self.stage.phase_text if self.stage else ""

    @property
    def segment(self) -> str:
        """The segment and step of the phase, as people read them."""
        return self.stage.segment_text if self.stage else ""

    def __str__(self) -> str:
        """The scene as plain text, where a renderer was set (`render_with`)."""
        return _RENDERERS["text"](self) if "text" in _RENDERERS else repr(self)

    def _repr_html_(self) -> str:
        """The scene as a picture, for notebooks, where a renderer was set (`render_with`)."""
        return _RENDERERS["html"](self) if "html" in _RENDERERS else ""


Renderer = Callable[[Scene], str]
_RENDERERS: dict[str, Renderer] = {}


def render_with(text: Renderer, html: Renderer) -> None:
    """Set what draws scenes that are printed or shown in notebooks: the kernel itself draws nothing."""
    _RENDERERS["text"] = text
    _RENDERERS["html"] = html


def encode(thing: object) -> bytes:
    """Canonical JSON bytes of a scene or of any part of it."""
    return msgspec.json.encode(thing)


def letters(names: list[str]) -> list[str]:
    """One letter a side: the first of its name that no earlier side has.

    >>> letters(["groves", "halls", "harpers", "greens"])
    ['G', 'H', 'A', 'R']
    """
    taken: list[str] = []
    for name in names:
        free = [c for c in name.upper() if c.isalnum() and c not in taken]
        taken.append(
            free[0] if free else next(c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if c not in taken)
        )
    return taken
