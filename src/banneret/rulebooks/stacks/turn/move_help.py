"""Moves with help: units that are carried, that go aboard a transport, or that change ships where the group leaves."""

from __future__ import annotations

from banneret.kernel.decision import Refusal
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself, own_move, passes
from banneret.rulebooks.stacks.board.stacks import is_usable
from banneret.rulebooks.stacks.board.transports import places_left, transports_in
from banneret.rulebooks.stacks.state import NOBODY, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place
from banneret.rulebooks.stacks.text.wording import many, the, verb
from banneret.rulebooks.stacks.turn.move_plan import Plan


class Lift:
    """The places that the carriers of a group can still lend: of speed and wings (`both`), speed, or wings."""

    __slots__ = ("both", "fast", "winged")

    def __init__(self, state: State, plan: Plan) -> None:
        self.both: int = 0
        self.fast: int = 0
        self.winged: int = 0
        steps = len(plan.path)
        for i in plan.group:
            unit = state.units[i]
            kind = state.setting.kinds[unit.kind]
            if kind.carry and is_usable(unit):
                if kind.move >= steps:
                    if kind.flying:
                        self.both += kind.carry
                    else:
                        self.fast += kind.carry
                elif kind.flying:
                    self.winged += kind.carry

    def take(self, slow: bool, earthbound: bool) -> bool:
        """Take a place for a Hero who lacks speed (`slow`), wings (`earthbound`) or both; False if there is none.

        Rule: stacks:carry.capacity, stacks:carry.modifiers.
        """
        if slow and not earthbound and self.fast > 0:
            self.fast -= 1
            return True
        if earthbound and not slow and self.winged > 0:
            self.winged -= 1
            return True
        if self.both > 0:
            self.both -= 1
            return True
        return False


def find_help(
    state: State, side: int, plan: Plan, lacking: list[int], landing: list[int], named: list[tuple[int, int]]
) -> Refusal | None:
    """Carry or transport the units that cannot move alone, by the transports named or, if none were, by any.

    Rule: stacks:carry.capacity, stacks:transport.capacity, stacks:move.board.
    """
    refusal = _board_named(state, side, plan, named)
    if refusal is not None:
        return refusal
    lift = Lift(state, plan)
    for i in lacking:
        if not _is_helped_along(state, plan, lift, state.units[i]):
            return _cannot(state, plan, state.units[i])
    carried: list[int] = []  # by carriers that are there already
    for i in landing:
        if not _is_helped_at_the_end(state, side, plan, lift, carried, state.units[i]):
            return _cannot(state, plan, state.units[i])
    return None


def _board_named(state: State, side: int, plan: Plan, named: list[tuple[int, int]]) -> Refusal | None:
    """Put those of the group aboard the transports named for them. Rule: stacks:move.board."""
    chosen: dict[int, int] = {}
    for i, ship in named:
        if i not in plan.group:
            continue  # left behind: see `settle_behind`
        if i in chosen:
            return Refusal("A unit is named twice for a transport.", "stacks:move.board")
        chosen[i] = ship
        refusal = _board(state, side, plan, i, ship)
        if refusal is not None:
            return refusal
    return None


def _is_helped_along(state: State, plan: Plan, lift: Lift, unit: Unit) -> bool:
    """True if a unit that cannot come so far, or so through, on its own is carried or transported.

    Rule: stacks:carry.capacity, stacks:transport.water, stacks:transport.land, stacks:move.group.
    """
    kinds = state.setting.kinds
    steps = len(plan.path)
    slow = own_move(state, unit) < steps
    ship = _ship_now(plan, unit)
    aboard = ship in plan.group
    if aboard and (not slow or kinds[state.units[ship].kind].move >= steps):
        return True  # aboard a transport that does it
    earthbound = False
    if not aboard and not _boards_after(plan, unit.id):
        earthbound = not may_be_by_itself(state, unit, plan.path[steps - 1])
    if not aboard and not earthbound:
        earthbound = not passes(state, unit, plan.wet, plan.dry)
    if kinds[unit.kind].hero and lift.take(slow, earthbound):
        return True
    return not aboard and _take_along(state, plan, unit, steps)


def _is_helped_at_the_end(
    state: State, side: int, plan: Plan, lift: Lift, carried: list[int], unit: Unit
) -> bool:
    """True if a unit that cannot be on its own where the move ends is aboard something there, or carried.

    `carried` get those whom carriers hold up that are there already.

    Rule: stacks:move.board, stacks:carry.capacity, stacks:transport.water.
    """
    if _ship_now(plan, unit) in plan.group or _boards_after(plan, unit.id):
        return True
    if _take_aboard(state, side, plan, unit) or _take_along(state, plan, unit, 0):
        return True
    if not state.setting.kinds[unit.kind].hero:
        return False
    if lift.take(False, True):
        return True
    if _carried_there(state, side, [*carried, unit.id], plan.path[len(plan.path) - 1]):
        carried.append(unit.id)
        return True
    return False


def _ship_now(plan: Plan, unit: Unit) -> int:
    """The transport the unit sets out with: the one it boards first, or the one it is aboard."""
    for i, ship in plan.before:
        if i == unit.id:
            return ship
    return unit.aboard


def _boards_after(plan: Plan, number: int) -> bool:
    return any(i == number for i, _ship in plan.after)


def _free(state: State, plan: Plan, ship: int) -> int:
    """The places a transport has left when those who board it by this order are aboard."""
    left = places_left(state, state.units[ship])
    kinds = state.setting.kinds
    for boarding in (plan.before, plan.after, plan.behind):
        for i, other in boarding:
            if other == ship and takes_place(kinds[state.units[i].kind]):
                left -= 1
    return left


def _fits(state: State, plan: Plan, unit: Unit, ship: int) -> bool:
    """True if the unit can be a passenger of the transport, besides those who board by this order.

    Rule: stacks:transport.capacity.
    """
    kind = state.setting.kinds[unit.kind]
    if not can_board(state.setting.kinds[state.units[ship].kind], kind):
        return False
    return not takes_place(kind) or _free(state, plan, ship) > 0


def _board(state: State, side: int, plan: Plan, number: int, ship: int) -> Refusal | None:
    """A transport was named for a unit of the group. Rule: stacks:move.board."""
    rule = "stacks:move.board"
    units = state.units
    unit = units[number]
    transport = units[ship]
    name = state.setting.kinds[unit.kind].name
    other = the(state.setting.kinds[transport.kind].name)
    last = plan.path[len(plan.path) - 1]
    if transport.side != side or (transport.place != last and ship not in plan.group) or ship == number:
        return Refusal(f"{name} cannot find the transport {ship} on this way.", rule)
    if not _fits(state, plan, unit, ship):
        return Refusal(f"{name} cannot go aboard {other}.", "stacks:transport.capacity")
    if ship in plan.group:
        if unit.aboard == ship:
            return None
        if unit.aboard != NOBODY:
            return Refusal(
                f"{name} may change ships only in the Exchange Phase.", "stacks:exchange.passengers"
            )
        plan.before.append((number, ship))
        return None
    if state.setting.kinds[transport.kind].ship and not plan.coast:
        return Refusal(f"{name} can board {other} only from an adjacent land hex.", rule)
    plan.after.append((number, ship))
    return None


def _take_along(state: State, plan: Plan, unit: Unit, steps: int) -> bool:
    """Let the unit board a transport of the group, fast enough for `steps`, as they set out.

    Rule: stacks:move.board, stacks:transport.land.
    """
    if unit.aboard != NOBODY:
        return False
    kinds = state.setting.kinds
    for i in plan.group:
        kind = kinds[state.units[i].kind]
        if kind.transport and i != unit.id and kind.move >= steps and _fits(state, plan, unit, i):
            plan.before.append((unit.id, i))
            return True
    return False


def _take_aboard(state: State, side: int, plan: Plan, unit: Unit) -> bool:
    """Let the unit board an own transport that is where the move ends. Rule: stacks:move.board."""
    steps = len(plan.path)
    if own_move(state, unit) < steps:
        return False
    last = plan.path[steps - 1]
    kinds = state.setting.kinds
    for i in transports_in(state, side, last):
        transport = state.units[i]
        if kinds[transport.kind].ship and not plan.coast:
            continue
        if i not in plan.group and may_be_by_itself(state, transport, last) and _fits(state, plan, unit, i):
            plan.after.append((unit.id, i))
            return True
    return False


def _carried_there(state: State, side: int, heroes: list[int], last: int) -> bool:
    """True if flying carriers that are where the move ends have places for these Heroes more. Rule: stacks:carry.capacity."""
    there = list(state.stacks[side].get(last, ()))
    before = stranded(state, side, last, there)
    return len(stranded(state, side, last, [*there, *heroes])) == len(before) and len(there) > 0


def _cannot(state: State, plan: Plan, unit: Unit) -> Refusal:
    """The reason a unit cannot make the move on its own. Rule: stacks:move.allowance, stacks:move.land, stacks:move.sea."""
    kind = state.setting.kinds[unit.kind]
    move = own_move(state, unit)
    steps = len(plan.path)
    if move < steps:
        text = f"{kind.name} {verb(kind.name, 'moves', 'move')} {many(move, 'hex', 'hexes')} at most, not {steps}."
        return Refusal(text, "stacks:move.group")
    if kind.sea:
        return Refusal(f"{kind.name} may be in water only.", "stacks:move.sea")
    into = "through" if plan.wet and not state.setting.water[plan.path[steps - 1]] else "into"
    text = f"{kind.name} cannot go {into} water without a ship that has a place, or wings."
    return Refusal(text, "stacks:move.land")


def settle_behind(state: State, side: int, plan: Plan, named: list[tuple[int, int]]) -> Refusal | None:
    """Passengers of transports that go, and who do not go along, need another one if they cannot be there by themselves.

    Rule: stacks:move.sail, stacks:move.board, stacks:paralyze.on-the-map.
    """
    units = state.units
    kinds = state.setting.kinds
    group = plan.group
    start = units[group[0]].place
    for i in state.stacks[side][start]:
        unit = units[i]
        if (
            i in group
            or unit.aboard == NOBODY
            or unit.aboard not in group
            or may_be_by_itself(state, unit, start)
        ):
            continue
        name = kinds[unit.kind].name
        ship = the(kinds[units[unit.aboard].kind].name)
        if not is_usable(unit):
            text = f"{name} {verb(name, 'is', 'are')} paralyzed and can only stay aboard {ship}."
            return Refusal(text, "stacks:paralyze.on-the-map")
        wanted = NOBODY
        for passenger, other in named:
            if passenger == i:
                wanted = other
        found = NOBODY
        for other in transports_in(state, side, start):
            free = other not in group and wanted in (NOBODY, other) and _fits(state, plan, unit, other)
            if free and may_be_by_itself(state, units[other], start):
                found = other
                break
        if found == NOBODY:
            text = f"{name} would be left behind by {ship}, and no other ship there has a place."
            return Refusal(text, "stacks:move.sail")
        plan.behind.append((i, found))
    return None
