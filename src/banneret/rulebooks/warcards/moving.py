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
from banneret.rulebooks.warcards.checks import opposed, skills
from banneret.rulebooks.warcards.facts import NONE
from banneret.rulebooks.warcards.field import ADJACENT, AREAS, NAMES, NUMBERS, OWN_LINE, RESERVES, STEPS
from banneret.rulebooks.warcards.ratings import (
    defense_rating,
    effective_move,
    group_move,
    melee_rating,
    move_cap,
    move_inside,
)
from banneret.rulebooks.warcards.state import Group, State, Unit, group_with, is_fortified, label
from banneret.rulebooks.warcards.strikes import Hit, damage_of, settle

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
                if length > cap and not _all_inside(state, start, path, area):
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


def _all_inside(state: State, start: int, path: Path, last: int) -> bool:
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

    Rules: warcards:rout.move-home, warcards:rout.shortest-path.
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
    found: list[Path] = []
    for way in ways:
        end = len(way)
        while end and way[end - 1] < AREAS and state.at[unit.side * AREAS + way[end - 1]] >= 0:
            end -= 1
        if end and way[:end] not in found:
            found.append(way[:end])
    return found


# ---------------------------------------------------------------- heroes on their own


def hero_ends(state: State, group: Group) -> list[tuple[int, int]]:
    """Where a Heroes unit may go by itself: places and the areas they cost.

    Rules: warcards:hero.move, warcards:hero.join, warcards:hero.leave.
    """
    if group.dissolved or group.halted:
        return []
    left = group_move(state, group) - group.spent
    side = group.side
    start = RESERVES[side]
    if group.host >= 0:
        host = state.units[group.host]
        if host.place < 0:
            return []
        if host.since and state.setting.flags.heroes_locked:
            return []
        start = host.place
    found = _ends_from(state, side, start, left)
    if start >= AREAS:
        found.extend(_hosts_in_reserve(state, group))
    return found


def _ends_from(state: State, side: int, start: int, left: int) -> list[tuple[int, int]]:
    """The places that heroes may reach from a place with so many areas of movement, and their costs. Rule: warcards:hero.move."""
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


def _hosts_in_reserve(state: State, group: Group) -> list[tuple[int, int]]:
    """Units of the own reserve that the heroes may join there, as places below zero: -2 - unit."""
    if group.host >= 0:
        return []
    return [
        (-2 - unit.id, 0)
        for unit in state.units
        if unit.place == RESERVES[group.side]
        and unit.side == group.side
        and group_with(state, unit.id) is None
    ]


def send_heroes(state: State, table: Table, group: Group, place: int, cost: int) -> None:
    """Move a Heroes unit to a place. Rules: warcards:hero.move, warcards:hero.join, warcards:hero.reform."""
    group.spent += cost
    if place <= -2:
        group.host = -2 - place
    elif place >= AREAS:
        group.host = st.NOBODY
        group.halted = True
    else:
        if group.host < 0 or state.units[group.host].place >= AREAS:
            group.halted = True
        group.host = state.at[group.side * AREAS + place]
    if table.telling:
        name = state.setting.group_names[group.id]
        where = "the reserve" if group.host < 0 else f"{label(state, state.units[group.host])}"
        text = f"{name} joins {where}." if group.host >= 0 else f"{name} goes back to {where}."
        table.tell(Event("heroes", text, "warcards:hero.move", side=group.side, data={"group": group.id}))


def _take_along(state: State, table: Table, unit: Unit, start: int, steps: int) -> None:
    """What the heroes do whose host has moved: they went with it where their own movement sufficed.

    Else they go to another unit within their move, or back to the reserve. Rule: warcards:hero.move.
    """
    group = group_with(state, unit.id)
    if group is None:
        return
    if group_move(state, group) - group.spent >= steps:
        group.spent += steps
        if unit.halted:
            group.halted = True
        return
    left = max(0, group_move(state, group) - group.spent)
    ends = [(area, cost) for area, cost in _ends_from(state, unit.side, start, left) if area < AREAS]
    if ends:
        orders: list[Order] = [("heroes", group.id, NAMES[area]) for area, _ in ends]
        order = (
            orders[0]
            if len(orders) == 1
            else table.ask(Choice("left", unit.side, "warcards:hero.move", orders))
        )
        area, cost = ends[orders.index(order)]
        send_heroes(state, table, group, area, cost)
        return
    group.host = st.NOBODY
    group.spent = max(group.spent, group_move(state, group))
    group.halted = True
    if table.telling:
        name = state.setting.group_names[group.id]
        text = f"{name} cannot keep up with {label(state, unit)} and goes back to the reserve."
        table.tell(Event("heroes", text, "warcards:hero.move", side=group.side, data={"group": group.id}))


# ---------------------------------------------------------------- the question


class MoveDecision(Decision):
    """One move of a side's movement step: a unit and its way, heroes and where they go, or the end of the step.

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

    def has_any(self) -> bool:
        """Whether anything can be done but to end the step."""
        return bool(self.forced or self.movers or self.groups)

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

    def orders(self) -> list[Order]:
        """Every move, and the end of the step where nothing must be moved."""
        found: list[Order] = [] if self.forced else [DONE]
        for unit in self.forced or self.movers:
            found.extend(self.of_unit(unit))
        for group in self.groups:
            found.extend(self.of_group(group))
        return found

    def default(self) -> Order:
        """The end of the step, or the first way home."""
        return self.of_unit(self.forced[0])[0] if self.forced else DONE

    def check(self, order: Order) -> Refusal | None:
        """None for a listed move."""
        if order == DONE:
            if not self.forced:
                return None
            reason = f"{label(self.battle, self.forced[0])} must go home first."
            return Refusal(reason, "warcards:rout.move-home", self.default())
        if len(order) >= 3 and isinstance(order[1], int):
            if order[0] == "move":
                for unit in self.forced or self.movers:
                    if unit.id == order[1]:
                        ways = self.of_unit(unit)
                        if order in ways:
                            return None
                        reason = f"{label(self.battle, unit)} cannot go there by that way."
                        return Refusal(reason, self.rule, nearest_order(order, ways) or self.default())
            if order[0] == "heroes":
                for group in self.groups:
                    if group.id == order[1] and order in self.of_group(group):
                        return None
        reason = (
            "That is no move that can be made now: name a unit that may move, and the areas it goes through."
        )
        return Refusal(reason, self.rule, self.default())

    def sample(self, chance: Chance) -> Order:
        """Any mover, and any of its ways; or the end."""
        units = self.forced or self.movers
        count = len(units) + len(self.groups) + (0 if self.forced else 1)
        pick = chance.below(count)
        if pick < len(units):
            ways = self.of_unit(units[pick])
            return ways[chance.below(len(ways))] if ways else self.default()
        pick -= len(units)
        if pick < len(self.groups):
            ends = self.of_group(self.groups[pick])
            return ends[chance.below(len(ends))]
        return DONE


def move_step(state: State, table: Table, side: int) -> bool:
    """Ask for one move of a side and make it; True when the step is over.

    Rules: warcards:round.both-act, warcards:move.allowance, warcards:rout.move-home.
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
        walk(state, table, state.units[order[1]], way, bool(decision.forced))
        return False
    group = state.groups[order[1]]
    place = -2 - order[3] if order[2] == "with" else NUMBERS[order[2]]
    for end, cost in hero_ends(state, group):
        if end == place:
            send_heroes(state, table, group, place, cost)
            break
    return False


def walk(state: State, table: Table, unit: Unit, way: list[int], home: bool = False) -> None:
    """Move a unit along its way, fighting its way into a castle where it must.

    Rules: warcards:move.engage, warcards:move.unspent, warcards:reserve.enter, warcards:reserve.leave,
    warcards:full.rout-recover, warcards:full.enter-fail, warcards:full.enter-success.
    """
    start = unit.place
    if not is_fortified(state, start) and start < AREAS:
        unit.outside = True
    st.lift(state, unit)
    if table.telling:
        names = ", ".join(NAMES[area] for area in way)
        rule = "warcards:rout.move-home" if home else "warcards:move.allowance"
        data: dict[str, object] = {"unit": unit.id, "from": NAMES[start], "path": [NAMES[a] for a in way]}
        table.tell(
            Event(
                "move",
                f"{label(state, unit)} moves from {NAMES[start]} to {names}.",
                rule,
                side=unit.side,
                data=data,
            )
        )
    if start >= AREAS:
        unit.halted = True
    steps = 0
    here = start
    for area in way:
        unit.spent += 1
        if area < AREAS and bars(state, unit.side, area):
            unit.place = here
            if not force_entry(state, table, unit, area):
                if unit.place >= 0:
                    st.put(state, unit, here)
                    unit.halted = True
                    _take_along(state, table, unit, start, steps)
                return
        if area < AREAS and not is_fortified(state, area):
            unit.outside = True
        steps += 1
        origin = here
        here = area
        unit.place = area
        if area >= AREAS:
            unit.halted = True
            break
        if unit.routed and recovers(state, table, unit, area) and state.at[unit.side * AREAS + area] < 0:
            break
        if state.at[(1 - unit.side) * AREAS + area] >= 0:
            st.put(state, unit, area)
            meet(state, table, unit, origin)
            break
    st.put(state, unit, here)
    if not (unit.routed and home):
        _take_along(state, table, unit, start, steps)


def meet(state: State, table: Table, unit: Unit, origin: int) -> None:
    """The unit stands in an area with an enemy: they are engaged. Rules: warcards:move.engage, warcards:field.capacity."""
    other = state.units[state.at[(1 - unit.side) * AREAS + unit.place]]
    st.engage(state, unit, other, origin)
    if table.telling:
        text = f"{label(state, unit)} engages {label(state, other)} in {NAMES[unit.place]}."
        data: dict[str, object] = {"unit": unit.id, "target": other.id}
        table.tell(Event("engaged", text, "warcards:move.engage", side=unit.side, data=data))


def recovers(state: State, table: Table, unit: Unit, area: int) -> bool:
    """A routed unit of the owner recovers in its castle. Rule: warcards:full.rout-recover."""
    if state.fort != st.CASTLE or unit.side != state.setting.owner or not is_fortified(state, area):
        return False
    unit.routed = False
    if table.telling:
        text = f"{label(state, unit)} recovers behind the walls."
        table.tell(Event("rally", text, "warcards:full.rout-recover", side=unit.side, data={"unit": unit.id}))
    return True


# ---------------------------------------------------------------- castles


def force_entry(state: State, table: Table, unit: Unit, area: int) -> bool:
    """A hostile unit tries to get into a castle's area: free attack, then the contest. True when it may enter.

    Rules: warcards:full.free-attack, warcards:full.enter-contest, warcards:full.enter-fail, warcards:full.enter-success,
    warcards:full.what.
    """
    routed = unit.routed
    free_attack(state, table, unit)
    if unit.place < 0 or (unit.routed and not routed):
        return False
    sums = entry_sums(state, unit, area)
    rule = "warcards:full.enter-contest"
    inside = opposed(state, table, sums, "entering the fortification", rule, True) == unit.side
    if inside and not state.breached >> area & 1:
        state.breached |= 1 << area
        state.stirred = True
    return inside


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
