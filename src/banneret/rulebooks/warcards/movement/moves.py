"""Movement: where units can go, entering fortifications, the way home, heroes on their own.

Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:reserve.enemy.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice, Decision, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.strikes import Hit, damage_of, settle
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NAMES, NUMBERS, OWN_LINE, RESERVES, STEPS
from banneret.rulebooks.warcards.ratings.attacks import (
    defense_rating,
    effective_move,
    group_cap,
    group_inside,
    melee_rating,
    move_cap,
    move_inside,
)
from banneret.rulebooks.warcards.ratings.checks import opposed, skills
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit, group_with, is_fortified, label
from banneret.rulebooks.warcards.tables.facts import NONE

Path = tuple[int, ...]
DONE: Final[Order] = ("done",)


def bars(state: State, side: int, area: int) -> bool:
    """Whether an area has works of a castle that a side has to fight its way into; limited works bar nobody.

    Rules: warcards:full.enter-contest, warcards:limited.movement.
    """
    return state.fort == st.CASTLE and side != state.setting.owner and is_fortified(state, area)


def may_set_out(state: State, unit: Unit) -> bool:
    """Whether a unit may still move in its side's movement step.

    Rules: warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:combat.subdued.
    """
    if unit.place < 0 or unit.spent or unit.halted or unit.since:
        return False
    return not (unit.routed and unit.place == RESERVES[unit.side])


def paths(state: State, unit: Unit) -> list[Path]:
    """The ways a free unit may go: for each end and each area it is entered from, a shortest one.

    Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
    warcards:reserve.enter, warcards:reserve.leave, warcards:full.no-mounted, warcards:rout.no-engage, warcards:limited.terrain.
    """
    start = unit.place
    side = unit.side
    steps = STEPS[side]
    at = state.at
    mine = side * AREAS
    theirs = (1 - side) * AREAS
    if start >= AREAS:
        found: list[Path] = []
        if effective_move(state, unit) < 1:
            return found
        found.extend(
            (area,) for area in OWN_LINE[side] if at[mine + area] < 0 and not bars(state, side, area)
        )
        return found
    cap = move_cap(state, unit)
    inside = move_inside(state, unit) if state.fortified else cap
    mounted = state.setting.cards[unit.id].mounted
    found = []
    seen: list[bool] = [False] * (17 * 17)
    front: list[Path] = [()]
    length = 0
    most = max(cap, inside)
    while front and length < most:
        length += 1
        ahead: list[Path] = []
        for path in front:
            here = path[-1] if path else start
            crowded = bool(path) and at[mine + here] >= 0
            for area in steps[here]:
                if area == start or area in path or seen[area * 17 + here]:
                    continue
                if length > cap and not all_inside(state, start, path, area):
                    continue
                if area >= AREAS:
                    seen[area * 17 + here] = True
                    found.append((*path, area))
                    continue
                if bars(state, side, area) and (mounted or crowded):
                    continue
                seen[area * 17 + here] = True
                friend = at[mine + area]
                enemy = at[theirs + area]
                if enemy >= 0:
                    if friend < 0 and not unit.routed:
                        found.append((*path, area))
                    continue
                way = (*path, area)
                if friend < 0:
                    found.append(way)
                ahead.append(way)
        front = ahead
    return found


def all_inside(state: State, start: int, path: Path, last: int) -> bool:
    """Whether a way lies in fortified areas only. Rule: warcards:limited.terrain."""
    if not is_fortified(state, start) or not (last >= AREAS or is_fortified(state, last)):
        return False
    return all(is_fortified(state, area) for area in path)


# ---------------------------------------------------------------- the way home


def must_go_home(state: State, unit: Unit) -> bool:
    """Whether a unit must make for its reserve in its movement step. Rules: warcards:rout.move-home, warcards:withdraw.declare."""
    if not (unit.routed or state.withdrawing >> unit.side & 1):
        return False
    return 0 <= unit.place < AREAS and not unit.since and not unit.spent and not unit.halted


def distances_home(state: State, side: int, start: int) -> list[int]:
    """How many areas each area is from a side's reserve, by ways that a routed unit may use; 99 where there is none.

    Rules: warcards:rout.shortest-path, warcards:rout.no-engage.
    """
    far = [99] * (AREAS + 2)
    front: list[int] = []
    for area in OWN_LINE[side]:
        if _passable(state, side, area, start):
            far[area] = 1
            front.append(area)
    length = 1
    while front:
        length += 1
        ahead: list[int] = []
        for here in front:
            if here == start:
                continue
            for area in ADJACENT[here]:
                if far[area] == 99 and _passable(state, side, area, start):
                    far[area] = length
                    ahead.append(area)
        front = ahead
    far[RESERVES[side]] = 0
    return far


def _passable(state: State, side: int, area: int, start: int) -> bool:
    if area == start:
        return True
    return state.at[(1 - side) * AREAS + area] < 0 and not bars(state, side, area)


def ways_home(state: State, unit: Unit, most: int) -> list[Path]:
    """What a unit that goes home may walk this round: the shortest ways, as far as `most` areas go, ending on no friend.

    Rules: warcards:rout.move-home, warcards:rout.shortest-path, warcards:limited.terrain.
    """
    far = distances_home(state, unit.side, unit.place)
    if far[unit.place] >= 99:
        return []
    ways: list[Path] = [()]
    for _ in range(most):
        longer: list[Path] = []
        for way in ways:
            here = way[-1] if way else unit.place
            if here >= AREAS:
                longer.append(way)
                continue
            nearer = [area for area in STEPS[unit.side][here] if far[area] == far[here] - 1]
            longer.extend((*way, area) for area in nearer)
        ways = longer
    cap = move_cap(state, unit)
    found: list[Path] = []
    for way in ways:
        end = len(way)
        while end and (
            _is_friends(state, unit.side, way[end - 1])
            or (end > cap and not all_inside(state, unit.place, way[: end - 1], way[end - 1]))
        ):
            end -= 1
        if end and way[:end] not in found:
            found.append(way[:end])
    return found if state.withdrawing >> unit.side & 1 else with_halts(state, unit, found)


def with_halts(state: State, unit: Unit, ways: list[Path]) -> list[Path]:
    """The ways home of a unit; before one that leads a routed unit on through its castle, that which ends where it recovers.

    Rule: warcards:full.rout-recover.
    """
    if not unit.routed or not state.fortified:
        return ways
    found: list[Path] = []
    for way in ways:
        halt = way[:-1]
        if halt and is_haven(state, unit.side, halt[-1]) and not _is_friends(state, unit.side, halt[-1]):
            found.append(halt)
        found.append(way)
    return found


def is_haven(state: State, side: int, area: int) -> bool:
    """Whether routed units of a side recover in an area: its castle. Rule: warcards:full.rout-recover."""
    return state.fort == st.CASTLE and side == state.setting.owner and is_fortified(state, area)


def _is_friends(state: State, side: int, area: int) -> bool:
    """Whether a place is one where nobody else of a side may end. Rule: warcards:field.capacity."""
    return area < AREAS and state.at[side * AREAS + area] >= 0


# ---------------------------------------------------------------- heroes on their own


def hero_ends(state: State, group: Group) -> list[tuple[int, int]]:
    """Where a Heroes unit may go by itself: places and the areas they cost.

    Rules: warcards:hero.move, warcards:hero.join, warcards:hero.leave.
    """
    if group.dissolved or group.halted:
        return []
    start = stands(state, group)
    if start < 0 or (group.host >= 0 and state.units[group.host].since and state.setting.flags.heroes_locked):
        return []
    found = _ends_from(state, group, start)
    if start >= AREAS:
        found.extend(_changes_in_reserve(state, group))
    return found


def stands(state: State, group: Group) -> int:
    """Where a Heroes unit is: with its unit, or in its reserve. Rule: warcards:hero.join."""
    return RESERVES[group.side] if group.host < 0 else state.units[group.host].place


def _ends_from(state: State, group: Group, start: int) -> list[tuple[int, int]]:
    """The places that heroes may reach from a place with what they have left of their movement, and their costs.

    Rules: warcards:hero.move, warcards:limited.terrain.
    """
    found: list[tuple[int, int]] = []
    if is_fortified(state, start) and not group.outside:
        found = _reached(state, group.side, start, group_inside(state, group) - group.spent, True)
    known = [place for place, _ in found]
    outside = _reached(state, group.side, start, group_cap(state, group) - group.spent, False)
    return found + [end for end in outside if end[0] not in known]


def _reached(state: State, side: int, start: int, left: int, inside: bool) -> list[tuple[int, int]]:
    """The places within so many areas where heroes may end, and their costs; `inside`: by way of fortified areas only."""
    cost = [99] * (AREAS + 2)
    cost[start] = 0
    front = [start]
    found: list[tuple[int, int]] = []
    for length in range(1, left + 1):
        ahead: list[int] = []
        for here in front:
            for area in STEPS[side][here]:
                if cost[area] < 99:
                    continue
                if inside and area < AREAS and not is_fortified(state, area):
                    continue
                friend = st.NOBODY if area >= AREAS else state.at[side * AREAS + area]
                if area < AREAS and bars(state, side, area) and friend < 0:
                    continue
                cost[area] = length
                if area >= AREAS:
                    found.append((area, length))
                    continue
                if friend >= 0 and group_with(state, friend) is None:
                    found.append((area, length))
                if start < AREAS and state.at[(1 - side) * AREAS + area] < 0:
                    ahead.append(area)
        front = ahead
    return found


def _changes_in_reserve(state: State, group: Group) -> list[tuple[int, int]]:
    """Whom heroes in their reserve may join there, as places below zero: -2 - unit; or that they stay behind.

    Rules: warcards:hero.move, warcards:hero.join.
    """
    waiting = [unit for unit in st.in_reserve(state, group.side) if group_with(state, unit.id) is None]
    joins = [(-2 - unit.id, 0) for unit in waiting]
    return joins if group.host < 0 else [(RESERVES[group.side], 0), *joins]


def send_heroes(state: State, table: Table, group: Group, start: int, place: int, cost: int) -> None:
    """Move a Heroes unit to a place. Rules: warcards:hero.move, warcards:hero.join, warcards:hero.reform."""
    group.spent += cost
    # Whom the terrain binds goes one area: what it touches is where it was and where it comes to.
    for touched in (start, place):
        if 0 <= touched < AREAS and not is_fortified(state, touched):
            group.outside = True
    if start >= AREAS or place >= AREAS:
        group.halted = True
    if place <= -2:
        group.host = -2 - place
    elif place >= AREAS:
        group.host = st.NOBODY
    else:
        group.host = state.at[group.side * AREAS + place]
    if table.telling:
        name = state.setting.group_names[group.id]
        words = "stays in the reserve" if start >= AREAS else "goes back to the reserve"
        if group.host >= 0:
            words = f"joins {label(state, state.units[group.host])}"
        text = f"{name} {words}."
        table.tell(Event("heroes", text, "warcards:hero.move", side=group.side, data={"group": group.id}))


def _take_along(state: State, table: Table, unit: Unit, start: int, steps: int, fled: bool) -> None:
    """What the heroes do whose host has moved: they went with it where their own movement sufficed, or it fled.

    Rules: warcards:hero.move, warcards:hero.with-retreat, warcards:reserve.enter, warcards:reserve.leave.
    """
    group = group_with(state, unit.id)
    if group is None:
        return
    outside = unit.outside or group.outside
    if not fled:
        most = group_cap(state, group) if outside else group_inside(state, group)
        if most - group.spent < steps:
            _leave_behind(state, table, group, unit, start)
            return
        group.spent += steps
    group.outside = outside
    if unit.halted:
        group.halted = True


def _leave_behind(state: State, table: Table, group: Group, unit: Unit, start: int) -> None:
    """Heroes who cannot keep up go to another unit within their move, or back to the reserve. Rule: warcards:hero.move."""
    ends = [(area, cost) for area, cost in _ends_from(state, group, start) if area < AREAS]
    if ends:
        orders: list[Order] = [("heroes", group.id, NAMES[area]) for area, _ in ends]
        order = (
            orders[0]
            if len(orders) == 1
            else table.ask(Choice("left", unit.side, "warcards:hero.move", orders))
        )
        area, cost = ends[orders.index(order)]
        send_heroes(state, table, group, start, area, cost)
        return
    group.host = st.NOBODY
    group.spent = max(group.spent, group_inside(state, group))
    group.halted = True
    if table.telling:
        name = state.setting.group_names[group.id]
        text = f"{name} cannot keep up with {label(state, unit)} and goes back to the reserve."
        table.tell(Event("heroes", text, "warcards:hero.move", side=group.side, data={"group": group.id}))


# ---------------------------------------------------------------- single characters


def changes_of(state: State, figure: Figure) -> list[int]:
    """The units that a character in the reserve may join there; NOBODY: he stays behind his own. Rule: warcards:lead.general-place."""
    if figure.status != st.ACTIVE or figure.group >= 0 or figure.changed:
        return []
    if figure.host >= 0 and not _waits(state, state.units[figure.host]):
        return []
    found = [
        unit.id
        for unit in state.units
        if unit.side == figure.side and unit.id != figure.host and _waits(state, unit)
    ]
    return found if figure.host < 0 else [st.NOBODY, *found]


def _waits(state: State, unit: Unit) -> bool:
    """Whether a unit is in its reserve, or aboard a ship there. Rule: warcards:naval.bunks."""
    ship = state.units[unit.aboard] if unit.place == st.ABOARD else unit
    return ship.place == RESERVES[unit.side]


def send_person(state: State, table: Table, figure: Figure, host: int) -> None:
    """A character joins a unit in the reserve, or leaves his there. Rule: warcards:lead.general-place."""
    figure.host = host
    figure.changed = True
    if table.telling:
        words = "stays in the reserve" if host < 0 else f"joins {label(state, state.units[host])}"
        text = f"{state.setting.people[figure.id].name} {words}."
        data: dict[str, object] = {"person": figure.id}
        table.tell(Event("person", text, "warcards:lead.general-place", side=figure.side, data=data))


# ---------------------------------------------------------------- the question


class MoveDecision(Decision):
    """One move of a side's movement step: a unit and its way, heroes and where they go, a character's change, or the end.

    While a routed or withdrawing unit has a way home, only such moves and heroes are offered.
    """

    def __init__(self, state: State, side: int) -> None:
        super().__init__("move", side, "warcards:move.allowance")
        self.listed = True
        self.battle: State = state
        self.forced: list[Unit] = [
            unit
            for unit in st.on_field(state, side)
            if must_go_home(state, unit) and ways_home(state, unit, effective_move(state, unit))
        ]
        self.movers: list[Unit] = []
        if not self.forced:
            withdrawing = state.withdrawing >> side & 1
            self.movers = [
                unit
                for unit in state.units
                if unit.side == side and not withdrawing and not unit.routed and may_set_out(state, unit)
            ]
        self.groups: list[Group] = [
            group
            for group in state.groups
            if group.side == side and not group.dissolved and not group.halted and hero_ends(state, group)
        ]
        self.people: list[Figure] = []
        if not self.forced:
            self.people = [
                figure for figure in state.figures if figure.side == side and changes_of(state, figure)
            ]

    def has_any(self) -> bool:
        """Whether anything can be done but to end the step."""
        return bool(self.forced or self.movers or self.groups or self.people)

    def of_unit(self, unit: Unit) -> list[Order]:
        """The moves of one unit."""
        state = self.battle
        ways = ways_home(state, unit, effective_move(state, unit)) if self.forced else paths(state, unit)
        return [("move", unit.id, *[NAMES[area] for area in way]) for way in ways]

    def of_group(self, group: Group) -> list[Order]:
        """The moves of one Heroes unit."""
        found: list[Order] = []
        for place, _ in hero_ends(self.battle, group):
            found.append(
                ("heroes", group.id, NAMES[place]) if place >= 0 else ("heroes", group.id, "with", -2 - place)
            )
        return found

    def of_person(self, figure: Figure) -> list[Order]:
        """The changes open to one character."""
        return [
            ("person", figure.id, "with", host)
            if host >= 0
            else ("person", figure.id, NAMES[RESERVES[self.side]])
            for host in changes_of(self.battle, figure)
        ]

    def orders(self) -> list[Order]:
        """Every move, and the end of the step where nothing must be moved."""
        found: list[Order] = [] if self.forced else [DONE]
        for unit in self.forced or self.movers:
            found.extend(self.of_unit(unit))
        for group in self.groups:
            found.extend(self.of_group(group))
        for figure in self.people:
            found.extend(self.of_person(figure))
        return found

    def default(self) -> Order:
        """The end of the step, or the first way home."""
        return self.of_unit(self.forced[0])[0] if self.forced else DONE

    def check(self, order: Order) -> Refusal | None:
        """None for a listed move, else the first thing that is wrong with it."""
        if order == DONE and not self.forced:
            return None
        options = self._of_whom_it_names(order)
        if order in options:
            return None
        from banneret.rulebooks.warcards.movement.refusals import why_not

        reason, rule = why_not(self, order)
        return Refusal(reason, rule, nearest_order(order, options) or self.default())

    def _of_whom_it_names(self, order: Order) -> list[Order]:
        """All orders for the one that an order is for; none where it may do nothing."""
        if len(order) >= 3 and isinstance(order[1], int):
            if order[0] == "move":
                for unit in self.forced or self.movers:
                    if unit.id == order[1]:
                        return self.of_unit(unit)
            elif order[0] == "heroes":
                for group in self.groups:
                    if group.id == order[1]:
                        return self.of_group(group)
            elif order[0] == "person":
                for figure in self.people:
                    if figure.id == order[1]:
                        return self.of_person(figure)
        return []

    def sample(self, chance: Chance) -> Order:
        """Any mover, and any of its ways; or the end."""
        units = self.forced or self.movers
        count = len(units) + len(self.groups) + len(self.people) + (0 if self.forced else 1)
        pick = chance.below(count)
        if pick < len(units):
            ways = self.of_unit(units[pick])
            return ways[chance.below(len(ways))] if ways else self.default()
        pick -= len(units)
        if pick < len(self.groups):
            ends = self.of_group(self.groups[pick])
            return ends[chance.below(len(ends))]
        pick -= len(self.groups)
        if pick < len(self.people):
            changes = self.of_person(self.people[pick])
            return changes[chance.below(len(changes))]
        return DONE


def move_step(state: State, table: Table, side: int) -> bool:
    """Ask for one move of a side and make it; True when the step is over.

    Rules: warcards:round.both-act, warcards:move.allowance, warcards:rout.move-home, warcards:lead.general-place.
    """
    decision = MoveDecision(state, side)
    if not decision.has_any():
        return True
    if len(decision.forced) == 1 and not decision.groups:
        only = decision.of_unit(decision.forced[0])
        order = only[0] if len(only) == 1 else table.ask(decision)
    else:
        order = table.ask(decision)
    if order[0] == "done":
        return True
    if order[0] == "move":
        way = [NUMBERS[name] for name in order[2:]]
        walk(state, table, state.units[order[1]], way)
        return False
    if order[0] == "person":
        send_person(state, table, state.figures[order[1]], order[3] if order[2] == "with" else st.NOBODY)
        return False
    group = state.groups[order[1]]
    place = -2 - order[3] if order[2] == "with" else NUMBERS[order[2]]
    for end, cost in hero_ends(state, group):
        if end == place:
            send_heroes(state, table, group, stands(state, group), place, cost)
            break
    return False


def walk(state: State, table: Table, unit: Unit, way: list[int]) -> None:
    """Move a unit along its way, fighting its way into a castle where it must.

    Rules: warcards:move.engage, warcards:move.unspent, warcards:reserve.enter, warcards:reserve.leave,
    warcards:full.rout-recover, warcards:full.enter-fail, warcards:full.enter-success.
    """
    start = unit.place
    fled = unit.routed
    if not is_fortified(state, start) and start < AREAS:
        unit.outside = True
    st.lift(state, unit)
    if start >= AREAS:
        unit.halted = True
    if table.telling and not bars(state, unit.side, way[0]):
        _tell_move(state, table, unit, start, way)
    steps = 0
    here = start
    for at, area in enumerate(way):
        unit.spent += 1
        if bars(state, unit.side, area):
            unit.place = here
            if not force_entry(state, table, unit, area):
                if unit.place >= 0:
                    st.put(state, unit, here)
                    unit.halted = True
                    _take_along(state, table, unit, start, steps, fled)
                return
            if table.telling:
                _tell_move(state, table, unit, here, way[at:])
        if area < AREAS and not is_fortified(state, area):
            unit.outside = True
        steps += 1
        origin = here
        here = area
        unit.place = area
        if area >= AREAS:
            unit.halted = True
            break
        if unit.routed and is_haven(state, unit.side, area):
            recover(state, table, unit)
        if state.at[(1 - unit.side) * AREAS + area] >= 0:
            st.put(state, unit, area)
            meet(state, table, unit, origin)
            break
    st.put(state, unit, here)
    _take_along(state, table, unit, start, steps, fled)


def _tell_move(state: State, table: Table, unit: Unit, here: int, way: list[int]) -> None:
    """The news of a move as far as it is certain: from here on, up to the next wall that must be forced."""
    end = 1
    while end < len(way) and not bars(state, unit.side, way[end]):
        end += 1
    rule = "warcards:move.allowance"
    if unit.routed:
        rule = "warcards:rout.move-home"
    elif state.withdrawing >> unit.side & 1:
        rule = "warcards:withdraw.declare"
    tell_way(state, table, unit, here, way[:end], "move", "moves", rule)


def tell_way(
    state: State, table: Table, unit: Unit, here: int, way: list[int], kind: str, verb: str, rule: str
) -> None:
    """The news that a unit has gone a way."""
    names = [NAMES[area] for area in way]
    data: dict[str, object] = {"unit": unit.id, "from": NAMES[here], "path": names}
    text = f"{label(state, unit)} {verb} from {NAMES[here]} to {', '.join(names)}."
    table.tell(Event(kind, text, rule, side=unit.side, data=data))


def meet(state: State, table: Table, unit: Unit, origin: int) -> None:
    """The unit stands in an area with an enemy: they are engaged. Rules: warcards:move.engage, warcards:field.capacity."""
    other = state.units[state.at[(1 - unit.side) * AREAS + unit.place]]
    st.engage(state, unit, other, origin)
    if table.telling:
        text = f"{label(state, unit)} engages {label(state, other)} in {NAMES[unit.place]}."
        data: dict[str, object] = {"unit": unit.id, "target": other.id}
        table.tell(Event("engaged", text, "warcards:move.engage", side=unit.side, data=data))


def recover(state: State, table: Table, unit: Unit) -> None:
    """A routed unit has come into its castle. Rule: warcards:full.rout-recover."""
    unit.routed = False
    if table.telling:
        text = f"{label(state, unit)} recovers behind the walls."
        table.tell(Event("rally", text, "warcards:full.rout-recover", side=unit.side, data={"unit": unit.id}))


# ---------------------------------------------------------------- castles


def force_entry(state: State, table: Table, unit: Unit, area: int) -> bool:
    """A hostile unit tries to get into a castle's area: free attack, then the contest. True when it may enter.

    Rules: warcards:full.free-attack, warcards:full.enter-contest, warcards:full.enter-fail, warcards:full.enter-success,
    warcards:full.what.
    """
    rule = "warcards:full.enter-contest"
    here = unit.place
    if table.telling:
        text = f"{label(state, unit)} tries to enter {NAMES[area]} from {NAMES[here]}."
        table.tell(Event("entry", text, rule, side=unit.side, data={"unit": unit.id}))
    routed = unit.routed
    free_attack(state, table, unit)
    if unit.place < 0:
        return False
    if not unit.routed or routed:
        sums = entry_sums(state, unit, area)
        if opposed(state, table, sums, "entering the fortification", rule, True) == unit.side:
            if not state.breached >> area & 1:
                state.breached |= 1 << area
                state.stirred = True
            return True
    if table.telling:
        text = f"{label(state, unit)} does not get into {NAMES[area]} and stays in {NAMES[here]}."
        table.tell(Event("entry", text, "warcards:full.enter-fail", side=unit.side, data={"unit": unit.id}))
    return False


def entry_sums(state: State, unit: Unit, area: int) -> list[Tally]:
    """What either side adds to its die in the contest for the way into a castle's area. Rule: warcards:full.enter-contest."""
    rule = "warcards:full.enter-contest"
    sums = skills(state, "entering the fortification", rule)
    mine = sums[unit.side]
    mine.add(melee_rating(state, unit), f"melee of {label(state, unit)}", rule)
    if any(u.side == unit.side and u.place >= 0 and state.setting.cards[u.id].artillery for u in state.units):
        mine.add(4, "artillerists", rule)
    theirs = sums[1 - unit.side]
    theirs.add(2 * state.setting.level, "twice the level of the fortification", rule)
    defender = state.at[(1 - unit.side) * AREAS + area]
    if defender >= 0:
        theirs.add(
            melee_rating(state, state.units[defender]),
            f"melee of {label(state, state.units[defender])}",
            rule,
        )
    return sums


def free_attack_bonus(state: State) -> int:
    """What the defenses of a castle add to their die, NONE where the weather forbids it. Rule: warcards:full.free-attack."""
    bonus = state.setting.level
    if state.weather == st.STORM:
        return NONE
    if state.weather == st.INCLEMENT:
        bonus -= 4
        if bonus <= 0:
            return NONE
    return bonus - 1 if state.visibility != st.FULL else bonus


def free_attack_need(state: State, unit: Unit) -> Tally:
    """What the defenses must reach: the unit's defense without the ground's.

    Rules: warcards:full.free-attack, warcards:magic.duration.
    """
    need = Tally("defense")
    defense_rating(state, unit, need)  # spells as well: it may retreat into the next area of the castle
    if state.setting.cards[unit.id].shield:
        need.add(2, "shield formation", "warcards:train.shield")
    return need


def free_attack(state: State, table: Table, unit: Unit) -> None:
    """The defenses shoot at a unit that tries to enter. Rules: warcards:full.free-attack, warcards:combat.criticals."""
    bonus = free_attack_bonus(state)
    if bonus == NONE:
        return
    need = free_attack_need(state, unit)
    owner = state.setting.owner
    roll = table.die(20, "free attack of the fortification", owner)
    damage = damage_of(state, table, owner, roll, bonus, need.total)
    if table.telling:
        tally = Tally("free attack", roll, "d20", "warcards:full.free-attack")
        tally.add(bonus, "level, weather and sight", "warcards:full.free-attack")
        result = f"hits for {damage}" if damage else "misses"
        text = (
            f"The fortification shoots at {label(state, unit)}: {tally.total} against {need.total}, {result}."
        )
        data: dict[str, object] = {"target": unit.id, "dice": [roll], "faces": 20}
        table.tell(
            Event("attack", text, "warcards:full.free-attack", side=owner, data=data, tallies=[tally, need])
        )
    if damage:
        settle(state, table, [Hit(unit.id, damage, False)])
