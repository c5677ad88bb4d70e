"""Ways found a second time: every end that a unit may move or retreat to in random battles, by trying all ways that the text allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State, Unit

NAMES = [f"{line}{column}" for line in "ANB" for column in range(1, 6)]
RESERVES = ("RA", "RB")
TERRAINS = ("open", "forest", "jungle", "swamp", "hills", "mountain")
INCLEMENT, STORM = 2, 3
CASTLE = 2
Way = tuple[str, ...]


def next_to(side: int, place: str) -> list[str]:
    """The places next to one, the side's own reserve included, the enemy's never."""
    own = "AB"[side]
    if place in RESERVES:
        return [f"{own}{column}" for column in range(1, 6)]
    line, column = "ANB".index(place[0]), int(place[1])
    near = [(line - 1, column), (line + 1, column), (line, column - 1), (line, column + 1)]
    found = [f"{'ANB'[row]}{at}" for row, at in near if 0 <= row <= 2 and 1 <= at <= 5]
    return [*found, RESERVES[side]] if place[0] == own else found


class Field:
    """The field as anyone sees it."""

    def __init__(self, state: State) -> None:
        self.state = state
        names = [*NAMES, *RESERVES]
        self.place = {unit.id: names[unit.place] for unit in state.units if unit.place >= 0}
        self.held = {
            (state.units[one].side, place): one for one, place in self.place.items() if place in NAMES
        }
        self.works = {name for number, name in enumerate(NAMES) if state.fortified >> number & 1}

    def at(self, side: int, place: str) -> bool:
        """True if a side has a unit in an area."""
        return (side, place) in self.held

    def barred(self, side: int, place: str) -> bool:
        """True if a side must force the wall of a castle to come in."""
        return self.state.fort == CASTLE and side != self.state.setting.owner and place in self.works

    def move(self, unit: Unit, inside: bool) -> int:
        """The areas that a unit may go: halved or one by the weather, then one where its terrain binds it."""
        card, state = self.state.setting.cards[unit.id], self.state
        move = (
            max(1, card.move // 2)
            if state.weather == INCLEMENT
            else 1
            if state.weather == STORM
            else card.move
        )
        terrain = TERRAINS[state.terrain]
        bound = terrain in ("jungle", "swamp") or (card.mounted and terrain in ("forest", "mountain"))
        free = card.moves_freely or inside or (card.marine and terrain == "swamp")
        return 1 if bound and not free else move

    def reached(self, unit: Unit, way: Way) -> bool:
        """True if the move of a unit is enough for a way, which may lie in works alone."""
        inside = all(one in self.works or one in RESERVES for one in (self.place[unit.id], *way))
        return len(way) <= self.move(unit, inside and bool(self.works))

    def ways(self, unit: Unit, way: Way = ()) -> Iterator[Way]:
        """All ways of a free unit."""
        side, start = unit.side, self.place[unit.id]
        here = way[-1] if way else start
        if way and (here in RESERVES or start in RESERVES or self.at(1 - side, here)):
            return
        for place in next_to(side, here):
            longer = (*way, place)
            if place == start or place in way or not (self.reached(unit, longer) or start in RESERVES):
                continue
            friend, enemy = self.at(side, place), self.at(1 - side, place)
            wall = self.barred(side, place)
            mounted = self.state.setting.cards[unit.id].mounted
            if (friend and enemy) or (
                wall and (mounted or start in RESERVES or (way and self.at(side, here)))
            ):
                continue
            if start in RESERVES and friend:
                continue
            if not friend:
                yield longer
            yield from self.ways(unit, longer)

    def forward(self, side: int, here: str, place: str) -> bool:
        """True if a step leads into a line nearer to the enemy."""
        if here in RESERVES or place in RESERVES:
            return False
        return "ANB".index(place[0]) - "ANB".index(here[0]) == (1, -1)[side]

    def retreats(self, unit: Unit, left: int, way: Way = ()) -> Iterator[Way]:
        """All ways of an engaged unit out of its engagement, through empty areas and never towards the enemy."""
        side, start = unit.side, self.place[unit.id]
        other = self.state.units[self.held[1 - side, start]]
        came = [*NAMES, *RESERVES][other.origin] if other.entered else ""
        here = way[-1] if way else start
        if len(way) == left or here in RESERVES or (way and self.barred(side, here)):
            return
        for place in next_to(side, here):
            if place in (start, came) or place in way or self.forward(side, here, place):
                continue
            if place in NAMES and (self.at(0, place) or self.at(1, place)):
                continue
            if self.barred(side, place) and (way or self.state.setting.cards[unit.id].mounted):
                continue
            yield (*way, place)
            yield from self.retreats(unit, left, (*way, place))


class Looking(Table):
    """A table at which orders come by chance; ways that are offered are found a second time."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.state: State | None = None
        self.looked = [0, 0]

    def ask(self, decision: Decision) -> Order:
        """An order by chance; in a movement step rather a move than its end."""
        if isinstance(decision, MoveDecision):
            self.look_at_moves(decision)
            moves = [one for one in decision.orders() if one[0] == "move"]
            if moves and self.chance.below(4):
                return moves[self.chance.below(len(moves))]
        elif decision.kind == "retreat" and ("stay",) in decision.orders():
            self.look_at_retreats(decision)
        return decision.default() if decision.kind == "leave" else decision.sample(self.chance)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """An order of each."""
        return [self.ask(one) for one in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)

    def look_at_moves(self, decision: MoveDecision) -> None:
        """Every end, with the area that it is entered from and the least areas to it, is offered, and nothing else."""
        field = Field(decision.battle)
        for unit in [] if decision.forced else decision.movers:
            offered, found = {}, {}
            for order in decision.of_unit(unit):
                way = tuple(str(one) for one in order[2:])
                offered.setdefault((field.place[unit.id], *way)[-2:], []).append(len(way))
            for way in field.ways(unit):
                found.setdefault((field.place[unit.id], *way)[-2:], []).append(len(way))
            least = {end: min(lengths) for end, lengths in found.items()}
            assert {end: min(lengths) for end, lengths in offered.items()} == least, (unit, offered, found)
            self.looked[0] += 1

    def look_at_retreats(self, decision: Decision) -> None:
        """Every end that an unrouted unit may retreat to is offered with a shortest way, and nothing else."""
        assert self.state is not None
        field = Field(self.state)
        ways: dict[int, dict[str, int]] = {}
        for order in decision.orders():
            if order[0] == "retreat":
                ways.setdefault(order[1], {})[str(order[-1])] = len(order) - 2
        for unit in self.state.units:
            if unit.since and unit.place >= 0 and not unit.routed and unit.side == decision.side:
                if field.works or unit.left:
                    continue  # who goes along a wall is bound by two moves
                left = field.move(unit, False) - unit.spent
                found: dict[str, int] = {}
                for way in field.retreats(unit, left) if left > 0 else ():
                    found[way[-1]] = min(len(way), found.get(way[-1], 9))
                assert ways.get(unit.id, {}) == found, (unit, ways, found)
                self.looked[1] += 1


@pytest.mark.rule(
    "warcards:move.allowance", "warcards:move.directions", "warcards:move.through-friends", "warcards:move.engage",
    "warcards:reserve.enter", "warcards:reserve.leave", "warcards:reserve.enemy", "warcards:full.no-mounted",
    "warcards:limited.terrain", "warcards:retreat.path", "warcards:retreat.direction", "warcards:retreat.movement",
)  # fmt: skip
def test_ways_are_found_a_second_time() -> None:
    land = [one for one in RULEBOOK.scenarios().values() if one.data["kind"] == "land"]
    looked = [0, 0]
    for seed in range(40):
        chance = Chance(seed)
        state = RULEBOOK.new(land[chance.below(len(land))], RULEBOOK.options({}))
        setting = state.setting = replace(state.setting)  # battles of one scenario share it
        setting.terrain = chance.below(len(TERRAINS))
        setting.weather = (0, 0, INCLEMENT, STORM)[chance.below(4)]
        if chance.below(3) == 0:
            setting.fort, setting.owner, setting.level = (
                1 + chance.below(2),
                chance.below(2),
                1 + chance.below(4),
            )
            setting.attacker = 1 - setting.owner
        table = Looking(seed)
        while state.outcome is None and state.round < 8:
            table.state = state
            RULEBOOK.step(state, table)
        looked = [one + more for one, more in zip(looked, table.looked, strict=True)]
    assert min(looked) > 300, looked
