"""Turning points told: the step that moved the chances, with its orders, its dice and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.after.chart import Charter, Spot, Token
from banneret.after.curve import Count, size
from banneret.kernel.order import write_order
from banneret.kernel.scene import Sum
from banneret.kernel.viewer import REFEREE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.after.walk import Round
    from banneret.kernel.battle import Battle
    from banneret.kernel.record.entry import Entry
    from banneret.kernel.scene import News, Scene

MOST_LINES = 3  # news that tell of a turning point
MOST_TEXT = 240  # characters of them


class Given(msgspec.Struct, frozen=True):
    """An order that was given: by which side, and as people read it."""

    side: int
    text: str


class Turning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step that moved the chances: from after entry `entry` to after entry `to`, in `round`.

    `side` is the one whose chance it moved most, `before` and `after` the chances of every side. `lines` are the news, `dice` the side, faces
    and value of each die, `sums` the sums that were compared. `tokens` and `marks` are for the little map.
    """

    entry: int
    to: int
    round: str
    side: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    lines: tuple[str, ...]
    orders: tuple[Given, ...] = ()
    dice: tuple[tuple[int, int, int], ...] = ()
    sums: tuple[Sum, ...] = ()
    tokens: tuple[Token, ...] = ()
    marks: tuple[Spot, ...] = ()


class _Step:
    """A step that is being told."""

    def __init__(self, first: Count, second: Count, before: Scene, told: int) -> None:
        self.first, self.second = first, second
        self.before = before
        self.told = told  # news that were known before it
        self.orders: list[Given] = []


def turnings(
    battle: Battle, swings: Sequence[tuple[Count, Count]], rounds: Sequence[Round]
) -> tuple[Turning, ...]:
    """The steps of these swings told, by replaying the record once."""
    begins = {first.entry: (first, second) for first, second in swings}
    charter: Charter | None = None
    found: list[Turning] = []
    step: _Step | None = None
    standing = battle.record.history.standing()
    following = dict(zip([0, *standing], standing, strict=False))
    for number, _, told in battle.replay() if begins else ():
        scene: Scene | None = None
        if charter is None:
            scene = _scene(told)
            charter = Charter(scene.board, battle.rulebook.look)
        if step is not None and number == step.second.entry:
            scene = _scene(told)
            found.append(_told(step, told, scene, charter, rounds))
            step = None
        if number in begins:
            news = told.news("referee")
            step = _Step(*begins[number], scene or _scene(told), news[-1].number if news else 0)
        if step is not None and number in following:
            step.orders += _order(told, battle.record.entry(following[number]))
    return tuple(found)


def _scene(told: Battle) -> Scene:
    return told.rulebook.view.scene(told.course.checkpoint, REFEREE)


def _order(told: Battle, entry: Entry) -> list[Given]:
    """The order that comes next, as the one who gave it read it; none where it has no words of its own."""
    decision = next((one for one in told.decisions if told.sides[one.side] == entry.who), None)
    if entry.kind != "order" or decision is None:
        return []
    question = told.rulebook.view.question(told.state, decision)
    text = write_order(entry.words)
    labels = [option.label for option in question.options if option.order == text]
    return [Given(decision.side, f"{question.text} {label}") for label in labels[:1]]


def _told(step: _Step, told: Battle, scene: Scene, charter: Charter, rounds: Sequence[Round]) -> Turning:
    news = [one for one in told.news("referee") if one.number > step.told and not one.bare]
    first, second = step.first, step.second
    sides = range(len(first.wins))
    before = tuple([round(first.chance(side), 4) for side in sides])
    after = tuple([round(second.chance(side), 4) for side in sides])
    moved = max(sides, key=lambda side: abs(second.chance(side) - first.chance(side)))
    assert size(first, second) > 0
    begun = [one for one in rounds if one.entry <= first.entry]
    return Turning(
        first.entry,
        second.entry,
        str(begun[-1] if begun else rounds[0]),
        moved,
        before,
        after,
        _lines(news),
        tuple(step.orders),
        tuple([die for one in news for die in one.dice])[:12],
        next((one.tallies for one in news if len(one.tallies) > 1), ()),
        charter.tokens(step.before) if charter.is_map else (),
        charter.marks(step.before, scene) if charter.is_map else (),
    )


def _lines(news: Sequence[News]) -> tuple[str, ...]:
    """The news that say most: the first with dice or sums (else the first of all), and the last of all."""
    told = [one for one in news if one.tallies or one.dice] or list(news[:1])
    last = news[-1:]
    chosen = [one for one in news if one in told[: MOST_LINES - 1] or one in last][:MOST_LINES]
    lines: list[str] = []
    for one in chosen:
        if sum(map(len, lines)) + len(one.text) <= MOST_TEXT or not lines:
            lines.append(one.text)
    return tuple(lines)
