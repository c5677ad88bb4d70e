"""Reinforcements: units that come onto the table in a later round, over the edge that the scenario names.

Rule: battlesystem:1.0c.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, snap
from banneret.geometry.rectangles import Rectangle, circle_around, gap
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.setup.drawing_up import STEP
from banneret.rulebooks.battlesystem.setup.posts import (
    CLOSED_NEEDS,
    allowed,
    block_at,
    files_of,
    ground_at,
    ground_trouble,
    item_of,
    read_post,
    take_posts,
    would_be_reached,
)
from banneret.rulebooks.battlesystem.setup.zones import trouble
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.state import State, bases_for, is_mended, name
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, SKIRMISH, WAITING, Unit

ARRIVAL: Final = "battlesystem:1.0c"
INWARD: Final = {NORTH: 180.0, EAST: 270.0, SOUTH: 0.0, WEST: 90.0}


class Arrival(Decision):
    """The decision where a reinforcement enters: touching the table edge that the scenario names. Rule: battlesystem:1.0c."""

    def __init__(self, state: State, unit: Unit, preset: Post) -> None:
        super().__init__("arrive", unit.side, ARRIVAL)
        self.state: State = state
        self.unit: Unit = unit
        self.preset: Post = preset

    def default(self) -> Order:
        """Return the free place nearest to the middle of the edge."""
        return ("arrive", *item_of(self.unit, self.preset))

    def orders(self) -> list[Order]:
        """Return the default, and the same place in other formations."""
        found = [self.default()]
        for formation in allowed(self.state, self.unit):
            post = self.preset
            other = Post(
                formation,
                files_of(self.state, self.unit, formation, post.files),
                post.x,
                post.y,
                post.heading,
            )
            order: Order = ("arrive", *item_of(self.unit, other))
            if order not in found and self.check(order) is None:
                found.append(order)
        return found

    def check(self, order: Order) -> Refusal | None:
        """Return None for a free place that touches the edge, else what is wrong."""
        if len(order) < 7 or order[0] != "arrive" or order[1] != self.unit.id:
            reason = f"Say where {name(self.state, self.unit)} arrives: {self.unit.id}, formation, files, x, y, heading."
            return Refusal(reason, ARRIVAL, self.default())
        post = read_post(self.state, self.unit, order[2:])
        if isinstance(post, str):
            return Refusal(post, ARRIVAL, self.default())
        leader = order[7] if len(order) > 7 else NOBODY
        reason, rule = post_trouble_arriving(self.state, self.unit, post, leader)
        return Refusal(f"{name(self.state, self.unit)} {reason}", rule, self.default()) if reason else None

    def sample(self, chance: Chance) -> Order:
        """Return one of the orders of `orders` at random."""
        found = self.orders()
        return found[chance.below(len(found))]


def post_trouble_arriving(state: State, unit: Unit, post: Post, leader: int = NOBODY) -> tuple[str, str]:
    """The reason a reinforcement cannot enter at a post, and the rule; two empty texts if it can.

    `leader`: the figure that is its commander, if not the usual one. By versions 1 to 9 of the rules neither terrain nor contact of
    skirmishers with formed enemies was looked at, by versions 1 to 14 no other contact. Rules: battlesystem:1.0c, battlesystem:4.7a, battlesystem:11.8c, 2.9e.
    """
    ground = ground_at(state, unit, post)
    if not any(_touches_edge(state, unit, body) for body in ground):
        return "would not touch the edge at which it arrives.", ARRIVAL
    reason, rule = trouble(state, unit, ground, None)
    if not reason and is_mended(state, 10):
        reason, rule = ground_trouble(state, unit, post)
        if not reason and post.formation == SKIRMISH:
            enemy = _enemy_met(state, unit, ground, True)
            if enemy is not None:
                reason, rule = f"would come into contact with {name(state, enemy)}.", "battlesystem:2.9e"
        if not reason and is_mended(state, 15):
            met = _any_met(state, unit, ground)
            if met:
                reason, rule = f"would come into contact with {met}.", ARRIVAL
    if reason:
        return reason, rule
    if post.formation == CLOSED and not would_be_reached(state, unit, post, leader):
        return CLOSED_NEEDS, "battlesystem:4.7a"
    return "", ""


def _any_met(state: State, unit: Unit, area: list[Rectangle]) -> str:
    """The name of an enemy, a unit or an individual who fights, whom a reinforcement would touch; "" if none. Rules: 1.0c, battlesystem:7.8a."""
    enemy = _enemy_met(state, unit, area, False)
    if enemy is not None:
        return name(state, enemy)
    for one in state.individuals.values():
        if one.side == unit.side or footprints.champion(state, one) is None:
            continue
        reach = footprints.half_of(state, one) + footprints.TOUCH
        if any(body.distance_to(one.x, one.y) <= reach for body in area):
            return state.setting.sheets[one.id].name
    return ""


def _enemy_met(state: State, unit: Unit, area: list[Rectangle], formed: bool) -> Unit | None:
    """The enemy unit that a reinforcement would touch, None if none; `formed`: only a regular unit or mob. Rules: 1.0c, battlesystem:2.9e."""
    for enemy in units_near(state, *circle_around(area), unit.side):
        if (enemy.singles is None or not formed) and any(
            gap(mine, theirs) <= TOLERANCE for mine in area for theirs in standing.ground(enemy)
        ):
            return enemy
    return None


def _touches_edge(state: State, unit: Unit, body: Rectangle) -> bool:
    """True if a body touches the edge at which a reinforcement arrives. Rule: battlesystem:1.0c."""
    edge, setting = unit.now.edge, state.setting
    corners = body.corners()
    if edge == SOUTH:
        return min([y for _, y in corners]) <= TOLERANCE
    if edge == NORTH:
        return max([y for _, y in corners]) >= setting.depth - TOLERANCE
    if edge == WEST:
        return min([x for x, _ in corners]) <= TOLERANCE
    return max([x for x, _ in corners]) >= setting.width - TOLERANCE


def entry(state: State, unit: Unit) -> Post | None:
    """The free post nearest to the middle of its edge at which a reinforcement can enter; None if all are taken.

    Where it has no room as broad as it likes to stand it enters narrower; by versions 1 to 14 of the rules it did not come. Rule: 1.0c.
    """
    heading, likes = INWARD[unit.now.edge], state.setting.likes
    formations = allowed(state, unit)
    first, most = likes[unit.id] if likes else (formations[0], (bases_for(unit, unit.figures) + 1) // 2)
    for wanted in range(most, 0 if is_mended(state, 15) else most - 1, -1):
        for formation in (first, *[one for one in formations if one != first]):
            files = files_of(state, unit, formation, wanted)
            if files == wanted or wanted == most:  # mobs have one breadth only
                found = _along_the_edge(state, unit, formation, files, heading)
                if found is not None:
                    return found
    return None


def _along_the_edge(state: State, unit: Unit, formation: int, files: int, heading: float) -> Post | None:
    """The free post of a formation nearest to the middle of the edge at which a reinforcement enters; None if all are taken."""
    setting, edge = state.setting, unit.now.edge
    length = block_at(state, unit, Post(formation, files, 0.0, 0.0, 0.0)).length
    run = setting.width if edge in (NORTH, SOUTH) else setting.depth
    for place in range(int(run / STEP) + 1):
        along = run / 2.0 + (place + 1) // 2 * STEP * (1.0 if place % 2 else -1.0)
        if edge in (NORTH, SOUTH):
            x, y = along, length if edge == SOUTH else setting.depth - length
        else:
            x, y = length if edge == WEST else setting.width - length, along
        post = Post(formation, files, snap(x), snap(y), heading)
        if not post_trouble_arriving(state, unit, post)[0]:
            return post
    return None


def arrive(state: State, table: Table, side: int) -> list[Unit]:
    """Let the reinforcements of a side that are due enter, at the start of its movement; return those that found room. Rule: battlesystem:1.0c."""
    found: list[Unit] = []
    for unit in list(state.units.values()):
        due = unit.now.arrives
        if unit.side != side or unit.status != WAITING or not due or due > state.round:
            continue
        preset = entry(state, unit)
        if preset is None:
            continue  # it tries again next round
        order = table.ask(Arrival(state, unit, preset))
        take_posts(state, side, ("place", order[1:]))
        if table.telling:
            text = says(state, unit, "comes|come onto the table.")
            table.tell(Event("arrived", text, ARRIVAL, side=side, data={"unit": f"u{unit.id}"}))
        found.append(unit)
    return found
