"""The odds that a scene shows: throws, spreads of results, chances; and the fights between pieces that have them."""

from __future__ import annotations

from typing import Literal

import msgspec

from banneret.kernel.scene.board import Figure, Piece

LinkKind = Literal["fight", "settled"]
Result = Literal["win", "tie", "lose"]


class Throw(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A throw of dice that is ahead: whose it is, the sums that decide it, what must be thrown, how likely that is.

    `figures` are what is added to the dice and what must be reached, each with its parts; `needs` says what the dice must
    show, `chance` is in percent.
    """

    title: str
    side: int
    figures: tuple[Figure, ...]
    needs: str
    chance: float
    rule: str = ""


class Spread(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The chances of something that is counted, for a side: each count (0, 1, 2, "5 or more") with its chance in percent.

    `besides` are chances of what is not counted.
    """

    title: str
    side: int
    shares: tuple[tuple[str, float], ...]
    besides: tuple[tuple[str, float], ...] = ()


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, array_like=True):
    """An event that may happen, with its chance in percent; `suffered`: it befalls the one who is asked."""

    name: str
    share: float
    suffered: bool = False


class Against(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The outlook of an action against one that the enemy may take: the kind of `test` (empty: none), what it `needs`, the chances.

    `works` and `ties` are in percent; else it fails. `figure` is the place of what is thrown among the figures of its odds.
    """

    test: str = ""
    needs: str = ""
    works: float = 0.0
    figure: int = 0
    ties: float = 0.0


class Odds(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A forecast: chances, the assumption they rest on, a text that says it all.

    `more` is what the text says and the chances do not. `rolls` counts the throws that are equally likely, by their results.
    `throws` are the dice that the chances come from, in the order in which they fall; `spreads` what may be counted afterwards.
    `band` is the range that they are of, where it is known ("short"); `either`: each is of another range, and it is not known which, so that none stands for all.
    Of what fills a slot `against` has the outlook against each choice of the slot, in their order, if the enemy takes that; the text is empty then,
    and `figures` are what is thrown.
    """

    text: str
    assumption: str = ""
    chances: tuple[Chance, ...] = ()
    more: str = ""
    rolls: tuple[tuple[Result, int], ...] = ()
    throws: tuple[Throw, ...] = ()
    spreads: tuple[Spread, ...] = ()
    against: tuple[Against, ...] = ()
    figures: tuple[Figure, ...] = ()
    band: str = ""
    either: bool = False


class Rung(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that was declared and is not resolved: whose it is, what it does, and to whom, with what it deals as `figures`."""

    text: str
    side: int
    detail: str = ""
    symbol: str = ""
    pieces: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()


class Outlook(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The fate of a piece if nobody answers any more: what it has now, what it will have, and in words what becomes of it.

    Where it is no piece but a store of a side, such as its gold, `piece` is empty.
    """

    name: str
    side: int
    before: str
    after: str
    text: str = ""
    piece: str = ""
    symbol: str = ""


class Ladder(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Actions and the answers to them, that which is resolved first on top; `fates` say what comes of it if nobody answers.

    `text` says in which order and when things happen, by the `rule`.
    """

    rungs: tuple[Rung, ...]
    fates: tuple[Outlook, ...] = ()
    text: str = ""
    rule: str = ""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A blow that fell: whose it was, the die, what it needed, and what it did ("miss" where it did nothing)."""

    text: str
    side: int
    die: int
    faces: int
    needs: str
    result: str
    hit: bool = False


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A round of blows, in the order in which they fell; `dice` are the throws that decided the order, each with its side and faces."""

    title: str
    dice: tuple[tuple[int, int, int], ...] = ()
    blows: tuple[Blow, ...] = ()


class Clash(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A meeting of pieces right now: the pieces facing each other, their sums, where, and what may come of it (as a link has it).

    Where actions answer actions, the `ladder` has them. Where single fighters strike blow by blow, `exchanges` are those that are over; the
    `figures` of the pieces are then what counts in it, and `left` what each piece has left, in percent.
    """

    title: str
    place: str
    pieces: tuple[Piece, ...]
    sums: tuple[Figure, ...] = ()
    support: tuple[Piece, ...] = ()
    lines: tuple[str, ...] = ()
    odds: Odds | None = None
    ladder: Ladder | None = None
    exchanges: tuple[Exchange, ...] = ()
    left: tuple[float, ...] = ()


class Link(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Two pieces that have to do with each other, by id: who fights whom, or has fought it out, and where they touch.

    `sums` are of the first, then of the second, `dice` what is thrown on top of each sum.
    `odds` says what may come of it, as it looks to whichever of the two this seat plays, to the first when it plays neither.
    `lines` are those of sight, of a shot on squares: from corner to corner, in places from the top left of the board (x, y, x, y), with
    true where the line is free.
    """

    kind: LinkKind
    pieces: tuple[str, str]
    at: tuple[float, float] | None = None
    text: str = ""
    sums: tuple[Figure, ...] = ()
    now: bool = False
    odds: Odds | None = None
    dice: str = ""
    lines: tuple[tuple[int, int, int, int, bool], ...] = ()
