"""A battle and the same battle on a table turned by a quarter: the same orders and dice bring the same losses, on places that are turned too.

No rule knows north. Only ties are decided by the compass: where an individual may step aside to two places as near, and at which of two
figures as near a commander stands; there the turned battle is set as the other is.
"""

from __future__ import annotations

import copy
from math import hypot
from typing import Any

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.players import make
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

NEAR = 0.02  # inches and degrees: headings are kept to a hundredth of a degree, of which an order's rounding makes more
QUARTER = 90
EDGES = {"north": "east", "east": "south", "south": "west", "west": "north"}


class Turn:
    """A quarter turn, clockwise, of a table; `width` in inches."""

    def __init__(self, width: float) -> None:
        self.width = width

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (round(y, 6), round(self.width - x, 6))

    def heading(self, degrees: float) -> float:
        return (degrees + QUARTER) % 360

    def scenario(self, part: Any) -> Any:
        """The plain data of a scenario, or a part of it, turned."""
        if isinstance(part, list):
            return [self.scenario(one) for one in part]
        if not isinstance(part, dict):
            return part
        found: dict[str, Any] = {}
        for key, value in part.items():
            if key in ("polygon", "line", "zone"):
                found[key] = [list(self.point(*corner)) for corner in value]
            elif key in ("facing", "heading"):
                found[key] = self.heading(value)
            elif key in ("home", "edge"):
                found[key] = EDGES[value]
            else:
                found[key] = self.scenario(value)
        if "x" in found:
            found["x"], found["y"] = self.point(part["x"], part["y"])
        if "width" in found and "depth" in found:  # the table
            found["width"], found["depth"] = part["depth"], part["width"]
        return found

    def order(self, order: Order) -> Order:
        """An order: points and bearings are of the table, all else is of the unit."""
        if order[0] == "lead":
            return tuple([self.point(*word) if isinstance(word, tuple) else word for word in order])
        if order[0] == "skirmish":
            return (*order[:2], *[self._group(group) for group in order[2:]])
        return order

    def _group(self, group: Order) -> Order:
        return tuple([self.heading(word) if place % 2 else word for place, word in enumerate(group)])


class Chosen(DirectTable):
    """The table of the first battle: its players choose, and their orders are kept."""

    def __init__(self, state: State, specs: tuple[str, str], seed: int) -> None:
        super().__init__([], [], Chance(seed))
        self.seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
        self.players = [make(spec, RULEBOOK, Chance(seed + side)) for side, spec in enumerate(specs)]
        self.orders: list[Order] = []

    def ask(self, decision: Decision) -> Order:
        order = self.players[decision.side].choose(decision, self.seats[decision.side])
        self.orders.append(order)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(decision) for decision in decisions]


class Told(DirectTable):
    """The table of the turned battle: the same orders, turned; each must be allowed."""

    def __init__(self, turn: Turn, seed: int) -> None:
        super().__init__([], [], Chance(seed))
        self.turn = turn
        self.orders: list[Order] = []

    def ask(self, decision: Decision) -> Order:
        order = self.turn.order(self.orders.pop(0))
        assert decision.check(order) is None, order
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(decision) for decision in decisions]


def same_place(turn: Turn, x: float, y: float, to_x: float, to_y: float) -> bool:
    at_x, at_y = turn.point(x, y)
    return hypot(at_x - to_x, at_y - to_y) <= NEAR


def compare(turn: Turn, one: Unit, other: Unit) -> None:
    """Check that a unit is as it is in the turned battle."""
    facts = (
        "status",
        "figures",
        "formation",
        "routed",
        "in_command",
        "wounded",
        "charged",
        "debt",
        "march",
        "wings",
    )
    assert [getattr(one, fact) for fact in facts] == [getattr(other, fact) for fact in facts], one.now.name
    assert abs(one.spent - other.spent) <= NEAR, one.now.name
    if one.status != FIELD:
        return
    if one.block is not None and other.block is not None:
        assert one.block.files == other.block.files
        assert same_place(turn, one.block.x, one.block.y, other.block.x, other.block.y), one.now.name
    for mine, theirs in zip(one.singles or (), other.singles or (), strict=True):
        assert (mine.gone, mine.routed, mine.shots) == (theirs.gone, theirs.routed, theirs.shots)
        assert mine.gone != FIELD or same_place(turn, mine.x, mine.y, theirs.x, theirs.y), one.now.name


def settle_ties(turn: Turn, state: State, turned: State) -> None:
    """Set individuals and commanders' figures of the turned battle as those of the other are."""
    for one in state.individuals.values():
        other = turned.individuals[one.id]
        facts = ("on_table", "hurt", "fate", "unit", "role", "post", "march")
        assert [getattr(one, fact) for fact in facts] == [getattr(other, fact) for fact in facts]
        other.x, other.y = turn.point(one.x, one.y)
        other.heading = turn.heading(one.heading)
    for unit in state.units.values():
        other_unit = turned.units[unit.id]
        if unit.leader_at != other_unit.leader_at:
            other_unit.leader_at, other_unit.review = unit.leader_at, None
    turned.posts = None


@pytest.mark.rule(
    "battlesystem:7.9", "battlesystem:7.15a", "battlesystem:10.1b", "battlesystem:9.0d", "battlesystem:11.8n"
)
@pytest.mark.parametrize(
    ("scenario", "specs", "seed"),
    [
        ("ford_at_dawn", ("greedy", "random"), 2),
        ("the_causeway", ("greedy", "greedy"), 1),
        ("the_causeway", ("random", "greedy"), 2),
        ("hedge_and_bow", ("greedy", "random"), 3),
    ],
)
def test_no_rule_knows_north(scenario: str, specs: tuple[str, str], seed: int) -> None:
    data = copy.deepcopy(dict(RULEBOOK.scenario(scenario).data))
    turn = Turn(data["table"]["width"])
    state, turned = (
        RULEBOOK.new(RULEBOOK.read_scenario(one, "test"), RULEBOOK.options({}))
        for one in (data, turn.scenario(data))
    )
    first, second = Chosen(state, specs, seed), Told(turn, seed)
    while RULEBOOK.outcome(state) is None:
        first.orders = []
        RULEBOOK.step(state, first)
        second.orders = list(first.orders)
        RULEBOOK.step(turned, second)
        assert second.orders == []
        for unit in state.units.values():
            compare(turn, unit, turned.units[unit.id])
        settle_ties(turn, state, turned)
    assert RULEBOOK.outcome(turned) == RULEBOOK.outcome(state)
