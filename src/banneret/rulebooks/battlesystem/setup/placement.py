"""Placement: the sides set up their armies, one after another or all at once in secret, as the scenario has it.

Rules: battlesystem:3.0, battlesystem:3.4, battlesystem:1.0c, battlesystem:2.10d, battlesystem:crossroads.setup.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import snap, snap_heading
from banneret.geometry.polygons import Polygon
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import commander_figures, coverage
from banneret.rulebooks.battlesystem.setup.drawing_up import (
    NOT_OPEN,
    leader_places,
    leaders_waiting,
    lined_up,
    suggested,
    waiting,
)
from banneret.rulebooks.battlesystem.setup.posts import (
    CLOSED_NEEDS,
    Item,
    allowed,
    files_of,
    ground_at,
    is_coordinate,
    item_of,
    post_trouble,
    put,
    read_post,
    take_posts,
)
from banneret.rulebooks.battlesystem.setup.zones import FREELY, MEASURED, too_near, trouble
from banneret.rulebooks.battlesystem.stages import PLACING
from banneret.rulebooks.battlesystem.state import State, bases_for, go_on, name
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import CLOSED, FORMATIONS, NOBODY, Unit

RULE: Final = "battlesystem:3.4"
SHAPE: Final = (
    "Each unit is placed as (number formation files x y heading), each leader as (leader number x y)."
)
TRIES: Final = 24  # random places tried for a unit before it is lined up
SHOWN: Final = 12  # example orders at most


class Placement(Decision):
    """The placement of a side: one order for all its units and leaders."""

    def __init__(self, state: State, side: int) -> None:
        super().__init__("place", side, RULE)
        self.state: State = state
        self.units: list[Unit] = waiting(state, side)
        self.leaders: list[int] = leaders_waiting(state, side)
        self._preset: Order | None = None
        self._orders: list[
            Order
        ] = []  # cached: they are costly, and every view of the question asks for them

    def default(self) -> Order:
        """Return the placement that the scenario suggests, with units that have none in lines."""
        if self._preset is None:
            found = suggested(self.state, self.side)
            assert found is not None, "a scenario in which a side finds no room is not read"
            self._preset = found
        return self._preset

    def orders(self) -> list[Order]:
        """Return the default, and examples in which one unit stands in another formation."""
        if not self._orders:
            self._orders = self._examples()
        return list(self._orders)

    def _examples(self) -> list[Order]:
        preset = self.default()
        found = [preset]
        for place, item in enumerate(preset[1:], start=1):
            if item[0] == "leader":
                continue
            unit = self.state.units[item[0]]
            for formation in allowed(self.state, unit):
                files = files_of(self.state, unit, formation, item[2])
                other: Item = (item[0], FORMATIONS[formation], files, *item[3:6])
                order: Order = (*preset[:place], other, *preset[place + 1 :])
                if other != item and self.check(order) is None:
                    found.append(order)
                    if len(found) == SHOWN:
                        return found
        return found

    def check(self, order: Order) -> Refusal | None:
        """Return None if all stand where they may, else the first fault. Rules: 3.4, 7.1e, crossroads.setup, crossroads.prohibited."""
        reason, rule = self._fault(order)
        return Refusal(reason, rule, self.default()) if reason else None

    def _fault(self, order: Order) -> tuple[str, str]:
        """The first fault of an order, and its rule; two empty texts if there is none."""
        state = self.state
        if not order or order[0] != "place":
            return f"The order begins with 'place'. {SHAPE}", RULE
        trial = state.copy()
        units: list[tuple[Unit, Post]] = []
        named: list[int] = []
        people: list[int] = []
        for item in order[1:]:
            if not isinstance(item, tuple) or len(item) < 4:
                return SHAPE, RULE
            if item[0] == "leader":
                reason = self._put_leader(trial, item, people)
                if reason:
                    return reason, "battlesystem:5.0c"
                continue
            read = self._read(trial, item, named)
            if isinstance(read, str):
                return read, RULE
            units.append(read)
        for unit in self.units:
            if unit.id not in named:
                return says(state, unit, "is|are not placed yet."), RULE
        for number in self.leaders:
            if number not in people:
                return f"{state.setting.sheets[number].name} is not placed yet.", RULE
        return self._standing_fault(trial, units, order)

    def _standing_fault(self, trial: State, units: list[tuple[Unit, Post]], order: Order) -> tuple[str, str]:
        """The first fault in the posts of units, put down one after another, and its rule.

        Crews go first, so that their pieces find room before others take it. Rule: battlesystem:10.10.
        """
        zone = self.state.setting.zones[self.side].area
        for unit, post in sorted(units, key=lambda one: one[0].now.engine is None):
            ground = ground_at(trial, unit, post)
            reason, rule = trouble(trial, unit, ground, zone)
            if not reason and trial.setting.measured:
                reason, rule = too_near(trial, unit, ground), RULE
            if reason:
                return f"{name(trial, unit)} {reason}", rule
            item = next(item for item in order[1:] if item[0] == unit.id)
            put(trial, unit, post, item[6] if len(item) > 6 else NOBODY)
        for unit, post in units:
            if post.formation == CLOSED and not coverage.is_reached(trial, unit):
                return f"{name(trial, unit)} {CLOSED_NEEDS}", "battlesystem:crossroads.setup"
        return "", ""

    def _put_leader(self, trial: State, item: Item, people: list[int]) -> str:
        """Put a leader where an order says; return why he cannot stand there, "" if he can. Rules: battlesystem:5.0c, battlesystem:crossroads.prohibited."""
        if len(item) != 4 or not isinstance(item[1], int) or item[1] not in self.leaders:
            return SHAPE
        if item[1] in people:
            return f"{trial.setting.sheets[item[1]].name} is placed twice."
        if not (is_coordinate(item[2]) and is_coordinate(item[3])):
            return SHAPE
        x, y = snap(item[2]), snap(item[3])
        who = trial.setting.sheets[item[1]].name
        if not self.state.setting.zones[self.side].area.holds(x, y):
            return f"{who} would not stand where their side sets up."
        leader = trial.individuals[item[1]]
        if not commander_figures.is_open_to(trial, leader, x, y):
            return f"{who} {NOT_OPEN}"
        people.append(item[1])
        leader.x, leader.y, leader.on_table = x, y, True
        return ""

    def _read(self, trial: State, item: Item, named: list[int]) -> tuple[Unit, Post] | str:
        """The unit and post of an item of an order, or what is wrong with it."""
        numbers = [unit.id for unit in self.units]
        if type(item[0]) is not int or item[0] not in numbers:
            return f"{str(item[0])[:20]!r} is not a unit to be placed. {SHAPE}"
        if item[0] in named:
            return says(trial, trial.units[item[0]], "is|are placed twice.")
        named.append(item[0])
        unit = trial.units[item[0]]
        post = read_post(trial, unit, item[1:])
        return post if isinstance(post, str) else (unit, post)

    def sample(self, chance: Chance) -> Order:
        """Return a random placement; units that find no random place are lined up."""
        state, side = self.state, self.side
        trial = state.copy()
        zone, facing = state.setting.zones[side].area, state.setting.zones[side].facing
        places = leader_places(state, side)
        if places is None:
            return self.default()
        for number, (x, y) in places.items():
            trial.individuals[number].x, trial.individuals[number].y = x, y
            trial.individuals[number].on_table = True
        numbers = [unit.id for unit in self.units]
        chance.shuffle(numbers)
        posts: dict[int, Post] = {}
        for number in numbers:
            unit = trial.units[number]
            measure = MEASURED if state.setting.measured else FREELY
            post = _anywhere(trial, unit, zone, facing, chance) or lined_up(
                trial, unit, zone, facing, measure
            )
            if post is None:
                return self.default()
            posts[number] = post
            put(trial, unit, post)
        items = [item_of(unit, posts[unit.id]) for unit in self.units]
        return ("place", *items, *[("leader", number, x, y) for number, (x, y) in places.items()])


def _anywhere(state: State, unit: Unit, zone: Polygon, facing: float, chance: Chance) -> Post | None:
    """A random post for a unit, mostly facing the enemy; None if no place tried was free."""
    formations = allowed(state, unit)
    measure = MEASURED if state.setting.measured else FREELY
    for _ in range(TRIES):
        formation = formations[chance.below(len(formations))]
        files = files_of(
            state, unit, formation, 1 + chance.below(max(1, bases_for(unit, unit.figures) * 2 // 3))
        )
        heading = facing if chance.below(4) else facing + 15.0 * (chance.below(13) - 6)
        x = zone.west + (zone.east - zone.west) * chance.random()
        y = zone.south + (zone.north - zone.south) * chance.random()
        post = Post(formation, files, snap(x), snap(y), snap_heading(heading))
        if not post_trouble(state, unit, post, zone, measure)[0]:
            return post
    return None


# ---------------------------------------------------------------- the step


def place(state: State, table: Table) -> None:
    """Let the next side set up, or all sides at once if they do so in secret. Rules: battlesystem:3.4, battlesystem:crossroads.setup."""
    setting = state.setting
    if setting.hidden:
        sides = setting.placing
        orders = table.ask_all([Placement(state, side) for side in sides])
        for side, order in zip(sides, orders, strict=True):
            _settle(state, table, side, order)
        state.part = len(sides)
    else:
        side = setting.placing[state.part]
        _settle(state, table, side, table.ask(Placement(state, side)))
        state.part += 1
    if state.part == len(setting.placing):
        state.part = 0
        go_on(state, PLACING)


def _settle(state: State, table: Table, side: int, order: Order) -> None:
    """Put a side on the table as it ordered, and tell of it."""
    take_posts(state, side, order)
    if table.telling:
        names = [name(state, state.units[item[0]]) for item in order[1:] if item[0] != "leader"]
        who = state.setting.names[side]
        text = f"{who} {agree(who, 'sets|set')} up: {', '.join(names)}."
        numbers = [f"u{item[0]}" for item in order[1:] if item[0] != "leader"]
        data = {"units": numbers}
        table.tell(Event("placed", text, RULE, side=side, reveals=state.setting.hidden, data=data))
