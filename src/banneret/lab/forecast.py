"""A forecast for a page: two lists and what is assumed, the chances in one sentence, losses, and what would make it even.

>>> from banneret import rulebooks
>>> found = forecast(rulebooks.get("stacks"), "Dwarves", "Goblins", {})
>>> found.headline, round(found.attacker, 1), found.exact
('The attacker wins two battles in three', 67.7, True)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.abilities.odds import SHORT, SIDES, UNITS, Answer, Assumption, Odds
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.rulebook import odds_of
from banneret.muster.appraisal import appraise
from banneret.muster.matchup import army_from

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

MOST_TEXT: Final = 400  # characters of a list
MOST_GAMES: Final = 5000
PATIENCE: Final = 20  # seconds of battles that may be asked for
MOST_CHANGES: Final = 4  # single changes that are listed
LONGEST: Final = 1.5  # seconds of processor time for looking around
FAST: Final = 0.25  # seconds that one answer may take for others to be looked for
NAMED: Final = 10  # numbers of losses of which each is shown
RANGES: Final = 7  # of more, which have longer names
Intervals = tuple[tuple[float, float], tuple[float, float]]
COUNTED: Final[Intervals] = ((0.0, 0.0), (0.0, 0.0))  # no chance may be off
ROUGH: Final = 7.0  # percent by which a chance may be off, and still be told as what it is
_ALIKE: Final = 0.02  # of even chances
_PARTS: Final = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Row(msgspec.Struct, frozen=True):
    """An entry of a list: how many of what, what it is in a line, and the picture of its look."""

    count: int
    name: str
    text: str
    symbol: str


class Losses(msgspec.Struct, frozen=True):
    """The losses of a side: on average, of how many (0: not known), and the chance of each number in percent."""

    mean: float
    of: int
    shares: tuple[tuple[str, float], ...]


class Alternative(msgspec.Struct, frozen=True):
    """Something that would be otherwise: the side whose list it changes (-1: what is assumed), and the attacker's chance then."""

    text: str
    attacker: float
    side: int = -1
    list: str = ""
    flags: dict[str, str] = {}


class Forecast(msgspec.Struct, frozen=True):
    """The odds of two lists, in percent; `duel`: one unit against one, for which other assumptions count than for armies.

    `fights`: a battle can be made of these lists, and another list may make it even.
    `margin`: how far the attacker's chance may be off (0: not at all) after so many `games` (0: none were fought). `even` and `others` only where they were asked for.
    """

    headline: str
    basis: str
    wins: str
    attacker: float
    defender: float
    neither: float
    exact: bool
    sure: str
    margin: float
    fraction: str
    rounds: float
    losses: tuple[Losses, Losses]
    rows: tuple[tuple[Row, ...], tuple[Row, ...]]
    duel: bool
    fights: bool
    text: str
    games: int = 0
    even: tuple[Alternative, ...] = ()
    others: tuple[Alternative, ...] = ()


def forecast(
    book: Rulebook[Any],
    first: str,
    second: str,
    flags: Mapping[str, str],
    around: bool = False,
    games: int = 0,
) -> Forecast:
    """The forecast of the first list attacking the second; `around`: with what would make it even, and under other assumptions.

    `games`: the battles to fight where the odds are not counted, as far as these take no longer than 20 seconds; 0: a second's worth.

    Raises `BadInput` for lists that cannot be read, and for what may not be assumed.
    """
    odds = odds_of(book)
    for text, side in zip((first, second), SIDES, strict=True):
        check_list(text, side)
    duel = odds.is_duel(first, second)
    known = {one.name: one for one in odds.assumptions if one.counts(duel) and one.matters(flags)}
    chosen = checked(odds, known, flags)
    chosen |= bounded(odds, first, second, chosen, games)
    began = time.thread_time()
    answer = odds.ask(first, second, chosen)
    quick = time.thread_time() - began < FAST
    found = _told(book, answer, (first, second), duel, odds.fights(chosen))
    if not (around and found.exact and quick):
        return found
    looking = _Around(odds, first, second, chosen, found, began + LONGEST)
    return msgspec.structs.replace(
        found,
        others=tuple(looking.others(known)),
        even=tuple(looking.even(book, found.rows)) if found.fights else (),
    )


def check_list(text: str, side: str) -> None:
    """Raises `BadInput` for an empty list, and for one that is too long."""
    if not text.strip():
        raise BadInput("no units", where=side, hint="name a unit")
    if len(text) > MOST_TEXT:
        raise BadInput(f"has {len(text)} characters", where=side, hint=f"at most {MOST_TEXT}")


def checked(odds: Odds, known: Mapping[str, Assumption], flags: Mapping[str, str]) -> dict[str, str]:
    """The assumptions: the chosen ones, else the usual ones. What was chosen for a duel does no harm to armies, and the other way.

    Raises `BadInput` for what can never be chosen.
    """
    chosen = {name: one.usual for name, one in known.items()}
    for name, word in flags.items():
        named = [one for one in odds.assumptions if one.name == name]
        if not named:
            hint = nearest(name, [one.name for one in odds.assumptions])
            raise BadInput(f"{name[:40]!r} is nothing to assume here", where="odds", hint=hint)
        if name in known and known[name].has(word):
            chosen[name] = word
        elif not any(one.has(word) for one in named):
            named[0].read(word)  # says what it can be
    return chosen


def bounded(odds: Odds, first: str, second: str, flags: Mapping[str, str], games: int = 0) -> dict[str, str]:
    """The number of battles to fight for two lists where their odds are not counted: about a second's worth, or `games` up to 20 times that."""
    page = odds.assumed
    work = odds.work(flags)
    if not work:
        return {}
    numbers = [
        count if page.counts == UNITS else 1 for text in (first, second) for count, _ in parts_of(text)
    ]
    most = max(work // max(sum(numbers), 1), 4)
    return {"games": str(min(max(most, games), PATIENCE * most, MOST_GAMES))}


# ---------------------------------------------------------------- one answer


def _told(book: Rulebook[Any], answer: Answer, lists: tuple[str, str], duel: bool, fights: bool) -> Forecast:
    data = answer.to_json()
    chances = {name: 100 * _value(data[name]) for name in (*SIDES, "neither")}
    intervals = _intervals(data)
    margin = (intervals[0][1] - intervals[0][0]) / 2
    sure = "Exact." if data["exact"] else _how_sure(data, margin)
    rows = (_rows(book, lists[0]), _rows(book, lists[1]))
    return Forecast(
        headline=headline(
            chances["attacker"], chances["defender"], answer.wins, intervals, int(data.get("games", 0))
        ),
        basis=answer.basis,
        wins=answer.wins,
        attacker=chances["attacker"],
        defender=chances["defender"],
        neither=chances["neither"],
        exact=bool(data["exact"]),
        sure=sure,
        margin=margin,
        fraction=data["attacker"]
        if isinstance(data["attacker"], str) and len(data["attacker"]) <= SHORT
        else "",
        rounds=_value(data.get("expected_rounds", 0)),
        losses=(_losses(data, "attacker"), _losses(data, "defender")),
        rows=rows,
        duel=duel,
        fights=fights,
        text=str(answer),
        games=int(data.get("games", 0)),
    )


def _value(number: Any) -> float:
    return float(Fraction(number)) if isinstance(number, str) else float(number)


def _intervals(data: Mapping[str, Any]) -> Intervals:
    """The bounds between which the chances of both sides lie, in percent; zeros where they are counted."""
    found = data.get("interval", {})
    attacker, defender = [found.get(side, (0.0, 0.0)) for side in SIDES]
    return (100 * attacker[0], 100 * attacker[1]), (100 * defender[0], 100 * defender[1])


def _how_sure(data: Mapping[str, Any], margin: float) -> str:
    if "games" not in data:
        return "Worked out in floating point."
    return f"{data['games']:,} battles fought, within {margin:.1f} nineteen times in twenty."


def _losses(data: Mapping[str, Any], side: str) -> Losses:
    shares = [100 * _value(one) for one in data.get("losses", {}).get(side, ())]
    most = max(len(shares) - 1, 0)
    named: list[tuple[str, float]] = []
    step = 1 if len(shares) <= NAMED + 1 else -(-len(shares) // RANGES)
    for low in range(0, len(shares), step):
        high = min(low + step, len(shares)) - 1
        named.append((_numbers(low, high, most), sum(shares[low : high + 1])))
    return Losses(_value(data["expected_losses"][side]), most, tuple(named))


def _numbers(low: int, high: int, most: int) -> str:
    """Numbers lost, as a column is named: `none`, `3`, `4 to 6`, `all 5`."""
    if low == high:
        return "none" if low == 0 else f"all {most}" if low == most else str(low)
    return f"{low} to {high}"


def _rows(book: Rulebook[Any], text: str) -> tuple[Row, ...]:
    """The entries of a list. What only the odds can read, such as a printed unit by its own name, has no more to tell."""
    return tuple([Row(count, name, *_card(book, f"{count} {name}")) for count, name in parts_of(text)])


def parts_of(text: str) -> list[tuple[int, str]]:
    """The entries of a list: how many of what.

    >>> parts_of("4 Dwarves, DwarfLord")
    [(4, 'Dwarves'), (1, 'DwarfLord')]
    """
    found = []
    for part in text.split(","):
        word = part.strip()
        digits = len(word) - len(word.lstrip("0123456789"))
        if word:
            found.append((int(word[: min(digits, 6)]), word[digits:].strip()) if digits else (1, word))
    return found


def _card(book: Rulebook[Any], word: str) -> tuple[str, str]:
    try:
        (priced, *_) = appraise(book, army_from(book, word)).entries
    except (BadInput, ValueError):
        return "", ""
    if priced.card is None:
        return "", ""
    figures = [f"{one.short or one.name} {one.value}" for one in priced.card.figures if one.kind != "none"][
        :5
    ]
    words = [word for word in priced.card.words if word][:3]
    said = ", ".join(words).replace(".,", ".")  # single words, or sentences
    line = " · ".join([", ".join(figures), said] if said else [", ".join(figures)])
    return line, priced.card.symbol


def headline(
    attacker: float, defender: float, wins: str, intervals: Intervals = COUNTED, games: int = 0
) -> str:
    """The odds in one sentence, which says how uncertain they are: `intervals` are the bounds of both chances after `games` battles.

    >>> headline(39.5, 60.5, "wins"), headline(50.4, 49.6, "wins"), headline(99.2, 0.8, "wins")
    ('The defender wins three battles in five', 'It is even', 'The attacker wins nearly always')
    >>> headline(70, 30, "wins", ((39.7, 89.2), (10.8, 60.3)), 10)
    'Open after 10 battles: the attacker wins in 40 to 89 of 100'
    >>> headline(90, 10, "wins", ((59.6, 98.2), (1.8, 40.4)), 10)
    'The attacker is ahead after 10 battles, and wins in 60 to 98 of 100'
    """
    first = attacker >= defender
    name, chance = ("attacker", attacker) if first else ("defender", defender)
    bounds, others = intervals if first else intervals[::-1]
    margin = (bounds[1] - bounds[0]) / 2
    if margin > ROUGH:
        share = f"{wins} in {bounds[0]:.0f} to {bounds[1]:.0f} of 100"
        if bounds[0] > others[1]:
            return f"The {name} is ahead after {games} battles, and {share}"
        return f"Open after {games} battles: the {name} {share}"
    about = "about " if margin else ""
    if abs(attacker - defender) <= max(200 * _ALIKE, margin):
        return f"It is {about}even"
    chance /= 100
    if chance == 1 and not margin:
        return f"The {name} always {wins}"
    if chance > 0.96:
        return f"The {name} {wins} nearly always"
    if chance < 0.1:
        return f"The {name} {wins} more often, and that seldom"
    parts = [(top, low) for low in (2, 3, 4, 5, 10) for top in range(1, low)]
    top, low = min(parts, key=lambda one: (round(abs(one[0] / one[1] - chance), 3), one[1]))
    times = "battles" if top > 1 else "battle"
    return f"The {name} {wins} {about}{_PARTS[top]} {times} in {_PARTS[low]}"


# ---------------------------------------------------------------- looking around


class _Around:
    """Other answers near one, for as long as there is time."""

    def __init__(
        self,
        odds: Odds,
        first: str,
        second: str,
        flags: Mapping[str, str],
        found: Forecast,
        until: float,
    ) -> None:
        self.odds = odds
        self.lists = [first, second]
        self.flags = dict(flags)
        self.found = found
        self.until = until

    def _chance(self, lists: list[str], flags: Mapping[str, str]) -> float | None:
        """The attacker's chance then, in percent; None where it cannot be, or there is no more time."""
        if time.thread_time() > self.until:
            return None
        try:
            return 100 * _value(self.odds.ask(lists[0], lists[1], flags).to_json()["attacker"])
        except BadInput:
            return None

    def others(self, known: Mapping[str, Assumption]) -> Iterator[Alternative]:
        """The same lists under each other assumption."""
        for name, one in known.items():
            for word, label in one.choices:
                if word == self.flags[name]:
                    continue
                flags = {**self.flags, name: word}
                chance = self._chance(self.lists, flags)
                if chance is not None:
                    yield Alternative(f"{one.title}: {label}", chance, flags=flags)

    def even(self, book: Rulebook[Any], rows: tuple[tuple[Row, ...], tuple[Row, ...]]) -> list[Alternative]:
        """Single changes of a list that bring it nearer to even, the nearest first."""
        ahead = 0 if self.found.attacker > self.found.defender else 1
        now = abs(self.found.attacker - self.found.defender)
        nearer: list[tuple[float, Alternative]] = []
        for side, text, changed in (*self._fewer(ahead, rows[ahead]), *self._more(book, 1 - ahead)):
            lists = list(self.lists)
            lists[side] = changed
            chance = self._chance(lists, self.flags)
            if chance is None or abs(2 * chance - 100) >= now:
                continue
            nearer.append((abs(2 * chance - 100), Alternative(text, chance, side, changed)))
        nearer.sort(key=lambda one: one[0])
        return [one for _, one in nearer[:MOST_CHANGES]]

    def _fewer(self, side: int, rows: tuple[Row, ...]) -> Iterator[tuple[int, str, str]]:
        """Each list with one less of something."""
        name = SIDES[side].capitalize()
        for place, row in enumerate(rows):
            if row.count == 1 and len(rows) == 1:
                continue
            left = [
                one if at != place else msgspec.structs.replace(one, count=one.count - 1)
                for at, one in enumerate(rows)
            ]
            what = f"one of the {row.name}" if row.count > 1 else row.name
            yield side, f"{name} without {what}", written(left)

    def _more(self, book: Rulebook[Any], side: int) -> Iterator[tuple[int, str, str]]:
        """Each list with one more of something there is."""
        name = SIDES[side].capitalize()
        for unit in self.odds.units():
            yield side, f"{name} also has {unit}", f"{self.lists[side]}, {unit}"


def written(rows: list[Row]) -> str:
    """A list as people write it; entries of which none is left go."""
    return ", ".join(f"{row.count} {row.name}" if row.count > 1 else row.name for row in rows if row.count)
