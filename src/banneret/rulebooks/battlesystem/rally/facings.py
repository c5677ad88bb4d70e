"""The free change of facing of troops that are rallied; of skirmishers each for himself, of regulars some if their player likes.

Rules: battlesystem:6.3, battlesystem:2.9d, battlesystem:7.9f, battlesystem:7.9g.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import snap_heading
from banneret.geometry.rectangles import LEFT, REAR, RIGHT, placed
from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import face
from banneret.rulebooks.battlesystem.space import dressing, formations, obstacles
from banneret.rulebooks.battlesystem.space.formations import TURNS
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.text.sentences import agree, counted, says
from banneret.rulebooks.battlesystem.unit import Unit

RULE: Final = "battlesystem:6.3"
KEEP: Final = "keep"
ABOUT: Final = "about"  # what is proposed: a rout ends with the back to the enemy
WAYS: Final[dict[str, int]] = {"left": LEFT, "right": RIGHT, ABOUT: REAR}
_TURNED: Final[dict[str, str]] = {
    "left": "faces|face left.",
    "right": "faces|face right.",
    "about": "turns|turn about.",
}


class Facings(Decision):
    """The facings of skirmishers rallied together: ("face", unit, ("left", figure...), ("about", figure...)); the others keep theirs.

    ("face", unit, "left") is said of all of them, and is all that is listed where all have room to turn about, which is the default: each ran
    with his back to the enemy.

    Attributes:
        unit: the unit, by number.
        room: the ways in which each of those who were rallied has room to turn, by figure.
        together: the ways in which all of them have room.

    Rules: battlesystem:6.3, battlesystem:2.9d.
    """

    def __init__(self, state: State, unit: Unit, figures: list[int]) -> None:
        super().__init__("face", unit.side, RULE)
        self.unit: int = unit.id
        self.room: dict[int, list[str]] = {figure: room_of(state, unit, [figure]) for figure in figures}
        self.together: list[str] = room_of(state, unit, figures)

    def orders(self) -> list[Order]:
        """The facings of all together; and the default, where some have no room for it."""
        if ABOUT in self.together:
            return [("face", self.unit, word) for word in (KEEP, *self.together)]
        found: list[Order] = [self.default(), ("face", self.unit)]
        found += [("face", self.unit, word) for word in self.together]
        return found if self.default() != found[1] else found[1:]

    def default(self) -> Order:
        """All turn about who have room to."""
        if ABOUT in self.together:
            return ("face", self.unit, ABOUT)
        turned = [figure for figure, ways in self.room.items() if ABOUT in ways]
        return ("face", self.unit, *[(ABOUT, figure) for figure in turned])

    def turns(self, order: Order) -> dict[int, str]:
        """The way in which each figure turns that does not keep its facing; the order has passed `check`."""
        if len(order) == 3 and isinstance(order[2], str):
            return {} if order[2] == KEEP else dict.fromkeys(self.room, order[2])
        return {figure: group[0] for group in order[2:] for figure in group[1:]}

    def check(self, order: Order) -> Refusal | None:
        """Return None if every figure that is named was rallied, is named once, and has room to turn so."""
        reason = self._fault(order)
        return Refusal(reason, self.rule, self.default()) if reason else None

    def _fault(self, order: Order) -> str:
        """The reason why an order cannot be given, "" if it can."""
        if len(order) < 2 or order[0] != "face" or order[1] != self.unit:
            return "The order is 'face', the unit's number, and groups of a word and figures, as (about 0 2)."
        if len(order) == 3 and isinstance(order[2], str):
            if order[2] == KEEP or order[2] in self.together:
                return ""
            return f"All of them may {' or '.join([KEEP, *self.together])}."
        named: set[int] = set()
        for group in order[2:]:
            if not isinstance(group, tuple) or len(group) < 2 or group[0] not in WAYS:
                return f"Every group is one of {', '.join(WAYS)}, and the numbers of figures."
            for figure in group[1:]:
                if type(figure) is not int or figure not in self.room:
                    return f"{figure!r:.20} is none of the figures that were rallied."
                if figure in named:
                    return f"Figure {figure} faces one way only."
                if group[0] not in self.room[figure]:
                    return f"Figure {figure} has no room to face {group[0]}."
                named.add(figure)
        return ""

    def sample(self, chance: Chance) -> Order:
        """Any facing for each, all equally likely."""
        groups: dict[str, list[int]] = {}
        for figure, ways in self.room.items():
            at = chance.below(len(ways) + 1)
            if at:
                groups.setdefault(ways[at - 1], []).append(figure)
        return ("face", self.unit, *[(word, *groups[word]) for word in WAYS if word in groups])


class UnitFacing(Decision):
    """The facing of a regular unit that is rallied: ("face", unit, "left") of all, ("face", unit, ("left", figure...)) of some of them.

    By versions 1 to 15 of the rules all turned or none.

    Attributes:
        unit: the unit, by number.
        room: the ways in which all of it has room to turn.
        some: the ways in which some of its figures can turn on their places.
        figures: the number of figures in its block, more than one.

    Rules: battlesystem:6.3, battlesystem:7.9g.
    """

    def __init__(self, unit: Unit, room: list[str]) -> None:
        super().__init__("face", unit.side, RULE)
        block = unit.block
        assert block is not None, "regulars stand as a block"
        self.unit: int = unit.id
        self.room: list[str] = room
        self.some: list[str] = list(WAYS) if block.width == block.depth else [ABOUT]
        self.figures: int = block.figures

    def orders(self) -> list[Order]:
        """All that can be said of the whole unit."""
        return [("face", self.unit, word) for word in (KEEP, *self.room)]

    def default(self) -> Order:
        """All turn about if there is room."""
        return ("face", self.unit, ABOUT if ABOUT in self.room else KEEP)

    def check(self, order: Order) -> Refusal | None:
        """Return None if all have room, or if some figures are named, each once, and turn one way."""
        reason = self._fault(order)
        return Refusal(reason, self.rule, self.default()) if reason else None

    def _fault(self, order: Order) -> str:
        """The reason why an order cannot be given, "" if it can."""
        if len(order) < 3 or order[0] != "face" or order[1] != self.unit:
            return (
                "The order is 'face', the unit's number, and a word, or a word and figures, as (about 6 7)."
            )
        if len(order) == 3 and isinstance(order[2], str):
            if order[2] == KEEP or order[2] in self.room:
                return ""
            return f"The unit may {' or '.join([KEEP, *self.room])}."
        groups = [group for group in order[2:] if isinstance(group, tuple) and len(group) > 1]
        if len(groups) < len(order) - 2 or any(group[0] not in self.some for group in groups):
            return f"A group is one of {', '.join(self.some)}, and the numbers of figures."
        if any(group[0] != groups[0][0] for group in groups):
            return "All who turn turn the same way: it is one change of facing."
        numbers = [number for group in groups for number in group[1:]]
        if any(type(number) is not int or not 0 <= number < self.figures for number in numbers):
            return f"Name figures by number, from 0 to {self.figures - 1}."
        if len(set(numbers)) < len(numbers):
            return "Name each figure once."
        return "" if len(numbers) < self.figures else f"Of all of them say '{groups[0][0]}'."

    def sample(self, chance: Chance) -> Order:
        """Any facing of all; of some one time in eight."""
        if chance.below(8) == 0:
            first = 1 + chance.below(self.figures - 1)
            return ("face", self.unit, (self.some[chance.below(len(self.some))], *range(first, self.figures)))
        words = [KEEP, *self.room]
        return ("face", self.unit, words[chance.below(len(words))])


def room_of(state: State, unit: Unit, figures: list[int]) -> list[str]:
    """The ways in which some skirmishers have room to turn, all of them together. Rule: battlesystem:7.9f."""
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    found: list[str] = []
    for word, side in WAYS.items():
        bases = [
            placed(
                singles[figure].x,
                singles[figure].y,
                unit.width,
                unit.depth,
                snap_heading(singles[figure].heading + TURNS[side]),
            )
            for figure in figures
        ]
        if obstacles.is_free(state, unit, bases):
            found.append(word)
    return found


def face_unit(state: State, table: Table, unit: Unit) -> None:
    """Ask for the free change of facing of a rallied unit, of those that it has room for; of regulars some may turn alone.

    By versions 1 to 15 of the rules all turned or none. Rules: battlesystem:6.3, battlesystem:7.9f, battlesystem:7.9g.
    """
    block = unit.block
    assert block is not None, "regulars and mobs stand as a block"
    room = [word for word in WAYS if obstacles.is_free(state, unit, face(block, WAYS[word]).area())]
    if unit.now.kind == REGULAR and block.figures > 1 and is_mended(state, 16):
        order = table.ask(UnitFacing(unit, room))
        if not isinstance(order[2], str):
            _face_some(state, table, unit, order[2][0], [one for group in order[2:] for one in group[1:]])
            return
        word = order[2]
    else:
        word = _chosen(table, unit, room)
    if word != KEEP:
        dressing.stand(unit, face(block, WAYS[word]))
        if table.telling:
            _tell(table, unit, says(state, unit, _TURNED[word]))


def _face_some(state: State, table: Table, unit: Unit, word: str, figures: list[int]) -> None:
    """Turn some figures of a rallied unit on their places; the others keep their facing. Rule: battlesystem:7.9g."""
    block, loose = formations.some_turned(unit, WAYS[word], figures)
    if loose is None:
        dressing.stand(unit, block)
    else:
        unit.stand(block, loose, unit.wings)
    _tell_of_some(state, table, unit, word, len(figures))


def face_singles(state: State, table: Table, unit: Unit, figures: list[int]) -> None:
    """Ask for the free change of facing of skirmishers rallied together, of each for himself.

    By versions 1 to 15 of the rules all turned the same way. Rules: battlesystem:6.3, battlesystem:2.9d.
    """
    if len(figures) > 1 and is_mended(state, 16):
        decision = Facings(state, unit, figures)
        ways = decision.turns(table.ask(decision))
    else:
        word = _chosen(table, unit, room_of(state, unit, figures))
        ways = {} if word == KEEP else dict.fromkeys(figures, word)
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    for word, side in WAYS.items():
        turned = [figure for figure in figures if ways.get(figure) == word]
        for figure in turned:
            single = singles[figure]
            unit.place(figure, single.x, single.y, snap_heading(single.heading + TURNS[side]))
        if turned:
            _tell_of_some(state, table, unit, word, len(turned))


def _chosen(table: Table, unit: Unit, room: list[str]) -> str:
    """The facing that the owner chooses for all who were rallied: to keep it, or one of those in `room`. Rule: battlesystem:6.3."""
    options: list[Order] = [("face", unit.id, word) for word in (KEEP, *room)]
    preset = len(options) - 1 if options[-1][2] == ABOUT else 0
    return str(table.ask(Choice("face", unit.side, RULE, options, preset))[2])


def _tell_of_some(state: State, table: Table, unit: Unit, word: str, count: int) -> None:
    """Tell that some figures of a unit have turned."""
    if table.telling:
        who = counted(count)
        those = "A figure" if count == 1 else who
        _tell(table, unit, f"{those} of {name(state, unit)} {agree(who, _TURNED[word])}")


def _tell(table: Table, unit: Unit, text: str) -> None:
    """Tell of a change of facing."""
    table.tell(Event("rally", text, RULE, side=unit.side, data={"unit": f"u{unit.id}"}))
