"""Phase 4, Move: groups march, fly, swim and sail, board and land, split off and merge.

`plan_move` says what a move order would do, or why it may not be given; the form that asks, the examples it lists, the random
orders it picks and the step that carries an order out all go through it.
"""

from __future__ import annotations

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself, own_move
from banneret.rulebooks.stacks.board.shift import shift
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.board.stacks import has_enemy, is_usable
from banneret.rulebooks.stacks.board.transports import may_board, places_left, transports_in
from banneret.rulebooks.stacks.leaving.stranded import sweep
from banneret.rulebooks.stacks.stages import SCOUT
from banneret.rulebooks.stacks.state import NOBODY, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import listed, many, opening, tallied, the, verb

DONE: Order = ("done",)
FARTHEST = 3  # hexes in one order: the greatest Move there is
MOST_EXAMPLES = 600


class Plan:
    """What a legal move order does: who goes which way, who boards what before and after, who changes ship behind."""

    __slots__ = ("after", "before", "behind", "group", "path")

    def __init__(self, group: list[int], path: list[int]) -> None:
        self.group: list[int] = group
        self.path: list[int] = path
        self.before: list[tuple[int, int]] = []  # (unit, transport of the group) as they set out
        self.after: list[tuple[int, int]] = []  # (unit, transport) where they arrive
        self.behind: list[tuple[int, int]] = []  # (unit, transport) among those that stay


# ---------------------------------------------------------------- planning


def plan_move(
    state: State, side: int, group: list[int], path: list[int], named: list[tuple[int, int]]
) -> Plan | Refusal:
    """What the order would do, or why it cannot be given. `named`: units and the transports chosen for them.

    The units are the side's own and in one hex; each is named once.

    Rule: stacks:move.order, stacks:move.group, stacks:move.cost, stacks:move.enemy-stop, stacks:move.leave-contested.
    """
    setting = state.setting
    units = state.units
    kinds = setting.kinds
    water = setting.water
    start = units[group[0]].place
    steps = len(path)
    last = path[steps - 1]
    # ---- the way: adjacent hexes, no enemy before the last
    neighbours = setting.grid.neighbours
    here = start
    wet = dry = False  # ground that is only passed through
    coast = False  # the last step is from land into water
    for place in range(steps):
        there = path[place]
        if there not in neighbours[here]:
            names = setting.grid.names
            return Refusal(f"{names[there]} is not next to {names[here]}.", "stacks:map.adjacent")
        if place < steps - 1:
            if has_enemy(state, side, there):
                name = setting.grid.names[there]
                return Refusal(
                    f"There are enemies in {name}, and a move ends there.", "stacks:move.enemy-stop"
                )
            if water[there]:
                wet = True
            else:
                dry = True
        else:
            coast = water[there] and not water[here]
        here = there
    plan = Plan(group, path)
    # ---- the units: what each can do on its own, or aboard
    lacking: list[int] = []  # cannot come so far or so through on their own
    landing: list[int] = []  # cannot be where it ends on their own
    helpers = False
    for i in group:
        unit = units[i]
        kind = kinds[unit.kind]
        if kind.site:
            return Refusal(f"{kind.name} is a Site, and Sites do not move.", "stacks:site.no-move")
        if unit.moved:
            return Refusal(
                f"{kind.name} {verb(kind.name, 'has', 'have')} moved this turn.", "stacks:move.order"
            )
        if kind.transport or kind.carry:
            helpers = True
        ship = unit.aboard
        if ship != NOBODY and ship in group:
            if kind.move < steps and kinds[units[ship].kind].move < steps and own_move(state, unit) < steps:
                lacking.append(i)
            continue
        if unit.held_turns > 0 or unit.held:
            return Refusal(
                f"{kind.name} {verb(kind.name, 'is', 'are')} paralyzed.", "stacks:paralyze.on-the-map"
            )
        slow = kind.move < steps and own_move(state, unit) < steps
        if slow or ((wet or dry) and not _passes(state, unit, wet, dry)):
            lacking.append(i)
        elif not may_be_by_itself(state, unit, last):
            landing.append(i)
    # ---- help: carriers and transports of the group, transports where it ends
    if named or lacking or landing:
        refusal = _find_help(state, side, plan, lacking, landing, named, wet, dry, coast)
        if refusal is not None:
            return refusal
    # ---- who stays behind without a ship
    if helpers:
        refusal = _settle_behind(state, side, plan, start, named)
        if refusal is not None:
            return refusal
    if not has_room(state, side, last, group):
        name = setting.grid.names[last]
        limit = many(setting.stack_limit, "unit")
        return Refusal(f"At most {limit} may be in {name}.", "stacks:move.stacking")
    return plan


def _passes(state: State, unit: Unit, wet: bool, dry: bool) -> bool:
    """Whether the unit may be, by itself, in water (`wet`) and on land (`dry`).

    Rule: stacks:move.land, stacks:move.flying, stacks:move.sea, stacks:move.swimmer.
    """
    water = state.setting.water
    kind = state.setting.kinds[unit.kind]
    if kind.flying:
        return True
    if wet and not (kind.sea or kind.swimmer):
        return may_be_by_itself(state, unit, water.index(True))
    if dry and kind.sea:
        return may_be_by_itself(state, unit, water.index(False))
    return True


def _find_help(
    state: State,
    side: int,
    plan: Plan,
    lacking: list[int],
    landing: list[int],
    named: list[tuple[int, int]],
    wet: bool,
    dry: bool,
    coast: bool,
) -> Refusal | None:
    """Carry or transport those who cannot do it alone, as named or, where nothing was named, as it can be done.

    Rule: stacks:carry.capacity, stacks:carry.modifiers, stacks:transport.capacity, stacks:transport.water,
    stacks:transport.land, stacks:move.group, stacks:move.board.
    """
    units = state.units
    kinds = state.setting.kinds
    group = plan.group
    steps = len(plan.path)
    last = plan.path[steps - 1]
    # ---- what was named
    chosen: dict[int, int] = {}
    for i, ship in named:
        if i not in group:
            continue  # somebody left behind: settled there
        if i in chosen:
            return Refusal("A unit is named twice for a transport.", "stacks:move.board")
        chosen[i] = ship
        refusal = _board(state, side, plan, i, ship, last, coast)
        if refusal is not None:
            return refusal
    # ---- what the carriers of the group can still lend: speed and wings, speed, wings
    both = fast = winged = 0
    for i in group:
        kind = kinds[units[i].kind]
        if kind.carry and is_usable(units[i]):
            if kind.move >= steps:
                if kind.flying:
                    both += kind.carry
                else:
                    fast += kind.carry
            elif kind.flying:
                winged += kind.carry
    for i in lacking:
        unit = units[i]
        slow = own_move(state, unit) < steps
        aboard = _ship_now(plan, unit) in group
        if aboard and (not slow or kinds[units[_ship_now(plan, unit)].kind].move >= steps):
            continue  # named aboard a transport that does it
        earthbound = False
        if not aboard and not _boards_after(plan, i):
            earthbound = not may_be_by_itself(state, unit, last)
        if not aboard and not earthbound:
            earthbound = not _passes(state, unit, wet, dry)
        if kinds[unit.kind].hero:
            if slow and not earthbound and fast > 0:
                fast -= 1
                continue
            if earthbound and not slow and winged > 0:
                winged -= 1
                continue
            if both > 0:
                both -= 1
                continue
        if aboard or not _take_along(state, plan, unit, steps):
            return _cannot(state, unit, steps, wet, last)
    # ---- where it ends
    carried: list[int] = []  # by carriers that are there already
    for i in landing:
        unit = units[i]
        if _ship_now(plan, unit) in group or _boards_after(plan, i):
            continue
        if _take_aboard(state, side, plan, unit, last, coast, steps) or _take_along(state, plan, unit, 0):
            continue
        if kinds[unit.kind].hero:
            if winged > 0:
                winged -= 1
                continue
            if both > 0:
                both -= 1
                continue
            if _carried_there(state, side, [*carried, i], last):
                carried.append(i)
                continue
        return _cannot(state, unit, steps, wet, last)
    return None


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
    """Whether the unit can be a passenger of the transport, besides those who board by this order.

    Rule: stacks:transport.capacity.
    """
    kind = state.setting.kinds[unit.kind]
    if not can_board(state.setting.kinds[state.units[ship].kind], kind):
        return False
    return not takes_place(kind) or _free(state, plan, ship) > 0


def _board(
    state: State, side: int, plan: Plan, number: int, ship: int, last: int, coast: bool
) -> Refusal | None:
    """A transport was named for a unit of the group. Rule: stacks:move.board."""
    rule = "stacks:move.board"
    units = state.units
    unit = units[number]
    transport = units[ship]
    name = state.setting.kinds[unit.kind].name
    other = the(state.setting.kinds[transport.kind].name)
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
    if state.setting.kinds[transport.kind].ship and not coast:
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


def _take_aboard(state: State, side: int, plan: Plan, unit: Unit, last: int, coast: bool, steps: int) -> bool:
    """Let the unit board an own transport that is where the move ends. Rule: stacks:move.board."""
    if own_move(state, unit) < steps:
        return False
    kinds = state.setting.kinds
    for i in transports_in(state, side, last):
        transport = state.units[i]
        if kinds[transport.kind].ship and not coast:
            continue
        if i not in plan.group and may_be_by_itself(state, transport, last) and _fits(state, plan, unit, i):
            plan.after.append((unit.id, i))
            return True
    return False


def _carried_there(state: State, side: int, heroes: list[int], last: int) -> bool:
    """Whether flying carriers that are where the move ends have places for these Heroes more. Rule: stacks:carry.capacity."""
    there = list(state.stacks[side].get(last, ()))
    before = stranded(state, side, last, there)
    return len(stranded(state, side, last, [*there, *heroes])) == len(before) and len(there) > 0


def _cannot(state: State, unit: Unit, steps: int, wet: bool, last: int) -> Refusal:
    """Why a unit cannot make the move on its own. Rule: stacks:move.allowance, stacks:move.land, stacks:move.sea."""
    kind = state.setting.kinds[unit.kind]
    move = own_move(state, unit)
    if move < steps:
        text = f"{kind.name} {verb(kind.name, 'moves', 'move')} {many(move, 'hex', 'hexes')} at most, not {steps}."
        return Refusal(text, "stacks:move.group")
    if kind.sea:
        return Refusal(f"{kind.name} may be in water only.", "stacks:move.sea")
    into = "through" if wet and not state.setting.water[last] else "into"
    text = f"{kind.name} cannot go {into} water without a ship that has a place, or wings."
    return Refusal(text, "stacks:move.land")


def _settle_behind(
    state: State, side: int, plan: Plan, start: int, named: list[tuple[int, int]]
) -> Refusal | None:
    """Passengers of transports that go, and who do not go along, need another one if they cannot be there by themselves.

    Rule: stacks:move.sail, stacks:move.board, stacks:paralyze.on-the-map.
    """
    units = state.units
    kinds = state.setting.kinds
    group = plan.group
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
            fits = other not in group and wanted in (NOBODY, other) and _fits(state, plan, unit, other)
            if fits and may_be_by_itself(state, units[other], start):
                found = other
                break
        if found == NOBODY:
            text = f"{name} would be left behind by {ship}, and no other ship there has a place."
            return Refusal(text, "stacks:move.sail")
        plan.behind.append((i, found))
    return None


def carry_out(state: State, side: int, plan: Plan) -> None:
    """Do what a plan says. Rule: stacks:move.order, stacks:move.split, stacks:move.board, stacks:opt.standing-contest."""
    units = state.units
    last = plan.path[len(plan.path) - 1]
    for i, ship in plan.before:
        units[i].aboard = ship
    for i, ship in plan.behind:
        units[i].aboard = ship
    shift(state, side, plan.group, last)
    for i, ship in plan.after:
        units[i].aboard = ship
    for i in plan.group:
        units[i].moved = True
    contested, reinforced = state.contested, state.reinforced
    if contested is not None and reinforced is not None and last in contested and last not in reinforced:
        reinforced.append(last)


def reachable(state: State, side: int, group: list[int]) -> list[tuple[int, list[int]]]:
    """Every hex the group may move to, each with a shortest path to it (without the hex it starts in).

    Rule: stacks:move.group, stacks:move.cost, stacks:move.enemy-stop.
    """
    units = state.units
    setting = state.setting
    neighbours = setting.grid.neighbours
    water = setting.water
    most = _pace_at_best(state, group)
    start = units[group[0]].place
    found: list[tuple[int, list[int]]] = []
    reached: set[int] = set()
    tried: set[int] = set()  # hex, the grounds passed through, and the ground before it, as a number
    frontier: list[tuple[int, int, list[int]]] = [(start, 0, [])]
    for depth in range(most):
        following: list[tuple[int, int, list[int]]] = []
        for here, grounds, path in frontier:
            passed = grounds if depth == 0 else grounds | (1 if water[here] else 2)
            for there in neighbours[here]:
                key = (there * 4 + passed) * 2 + (1 if water[here] else 0)
                if there == start or key in tried:
                    continue
                tried.add(key)
                longer = [*path, there]
                if there not in reached and isinstance(plan_move(state, side, group, longer, []), Plan):
                    reached.add(there)
                    found.append((there, longer))
                if depth + 1 < most and not has_enemy(state, side, there):
                    following.append((there, passed, longer))
        frontier = following
    return found


def _pace_at_best(state: State, group: list[int]) -> int:
    """No move of the group can be longer than this. Rule: stacks:move.group."""
    units = state.units
    kinds = state.setting.kinds
    lent = 0
    for i in group:
        kind = kinds[units[i].kind]
        if (kind.carry or kind.transport) and kind.move > lent:
            lent = kind.move
    most = FARTHEST
    for i in group:
        move = own_move(state, units[i])
        if lent > move:
            move = lent
        if move < most:
            most = move
    return most


# ---------------------------------------------------------------- who may move


def movable(state: State, side: int, hex_: int) -> list[int]:
    """The units in a hex that may still be ordered to move this turn, paralyzed passengers of ships that may included.

    Rule: stacks:move.order, stacks:site.no-move, stacks:paralyze.on-the-map.
    """
    units = state.units
    kinds = state.setting.kinds
    found: list[int] = []
    held = False
    for i in state.stacks[side].get(hex_, ()):
        unit = units[i]
        if unit.moved or kinds[unit.kind].site:
            continue
        if unit.held_turns > 0:
            held = True
            continue
        found.append(i)
    if held:
        for i in state.stacks[side][hex_]:
            unit = units[i]
            if unit.held_turns > 0 and not unit.moved and unit.aboard in found:
                found.append(i)
        found.sort()
    return found


def with_passengers(state: State, side: int, number: int, free: list[int]) -> list[int]:
    """A unit and, if it is a transport, those of `free` that are aboard it. Rule: stacks:move.sail."""
    units = state.units
    if state.setting.kinds[units[number].kind].transport == 0:
        return [number]
    return [i for i in free if i == number or units[i].aboard == number]


def boardings(state: State, side: int, hex_: int) -> list[Order]:
    """The orders by which units in a hex go aboard transports there without moving. Rule: stacks:move.board."""
    ships = transports_in(state, side, hex_)
    found: list[Order] = []
    if ships:
        units = state.units
        for i in state.stacks[side][hex_]:
            if units[i].aboard == NOBODY and is_usable(units[i]):
                mine = [ship for ship in ships if may_board(state, units[i], units[ship])]
                found.extend([("board", i, ship) for ship in mine])
    return found


# ---------------------------------------------------------------- the question


class MoveForm(Decision):
    """The question of the Move Phase: `move (units) (hexes)`, `board unit transport`, or `done`.

    A move may bear a third group of pairs, each a unit and the transport it goes aboard, or changes to when its own ship
    leaves; where nothing is named the first transport with a place is taken.
    """

    def __init__(self, state: State, side: int) -> None:
        self.kind = "move"
        self.side = side
        self.rule = "stacks:move.order"
        self.listed = False
        self._state: State = state
        self._sampled: Order = DONE
        self._plan: Plan | None = None

    # ------------------------------------------------------------------ what its owner may ask

    def movable(self, hex_: int) -> list[int]:
        """The own units of a hex that can still move."""
        return movable(self._state, self.side, hex_)

    def reachable(self, group: list[int]) -> list[tuple[int, list[int]]]:
        """Where a group of own units can go, each with its path."""
        return reachable(self._state, self.side, group)

    def boardings(self, hex_: int) -> list[Order]:
        """The ways of own units to go aboard in a hex."""
        return boardings(self._state, self.side, hex_)

    # ------------------------------------------------------------------ examples

    def orders(self) -> list[Order]:
        """Each whole stack and each single unit to each hex it can reach, boardings, and to be done."""
        found: list[Order] = [DONE]
        state = self._state
        for hex_ in sorted(state.stacks[self.side]):
            for group in self.groups(hex_):
                for _, path in reachable(state, self.side, group):
                    if len(found) < MOST_EXAMPLES:
                        found.append(self.order(group, path))
            if len(found) < MOST_EXAMPLES:
                found.extend(boardings(state, self.side, hex_))
        return found

    def groups(self, hex_: int) -> list[list[int]]:
        """The groups worth thinking about in a hex: all that can move, then each unit, a transport with its passengers."""
        free = movable(self._state, self.side, hex_)
        found: list[list[int]] = []
        if len(free) > 1:
            found.append(free)
        for i in free:
            group = with_passengers(self._state, self.side, i, free)
            if group not in found:
                found.append(group)
        return found

    def order(self, group: list[int], path: list[int]) -> Order:
        """The order for a group and a path."""
        names = self._state.setting.grid.names
        return ("move", tuple(group), tuple([names[hex_] for hex_ in path]))

    def candidates(self, most: int) -> list[Order]:
        """A choice of orders for those who think ahead: done, whole stacks, then parts, going round the stacks."""
        by_stack: list[list[Order]] = []
        for hex_ in sorted(self._state.stacks[self.side]):
            mine: list[Order] = []
            for group in self.groups(hex_):
                for _, path in reachable(self._state, self.side, group):
                    mine.append(self.order(group, path))
            mine.extend(boardings(self._state, self.side, hex_))
            if mine:
                by_stack.append(mine)
        found: list[Order] = [DONE]
        row = 0
        while len(found) < most and by_stack:
            by_stack = [mine for mine in by_stack if row < len(mine)]
            for mine in by_stack:
                if len(found) < most:
                    found.append(mine[row])
            row += 1
        return found

    def default(self) -> Order:
        """To be done."""
        return DONE

    # ------------------------------------------------------------------ chance

    def sample(self, chance: Chance) -> Order:
        """Done one time in four; else some group of some stack that has not moved, one step and perhaps on; else done."""
        if chance.random() < 0.25:
            return DONE
        state = self._state
        side = self.side
        hexes = list(state.stacks[side])
        count = len(hexes)
        if count == 0:
            return DONE
        begin = chance.below(count)
        for turn in range(count):
            hex_ = hexes[(begin + turn) % count]
            free = movable(state, side, hex_)
            if not free:
                continue
            boarding = boardings(state, side, hex_)
            if boarding and chance.random() < 0.25:
                return boarding[chance.below(len(boarding))]
            for _ in range(2):
                group = self._some(chance, free)
                plan = self._stroll(chance, hex_, group)
                if plan is not None:
                    order = self.order(group, plan.path)
                    self._sampled, self._plan = order, plan
                    return order
        return DONE

    def _some(self, chance: Chance, free: list[int]) -> list[int]:
        """All of them, or any one (a transport with its passengers), or any part."""
        if len(free) == 1:
            return free
        way = chance.below(3)
        if way == 0:
            return free
        if way == 1:
            return with_passengers(self._state, self.side, free[chance.below(len(free))], free)
        part = [i for i in free if chance.random() < 0.5]
        return part or free

    def _stroll(self, chance: Chance, start: int, group: list[int]) -> Plan | None:
        """A random move of the group, None if none was found: a legal first step, then on half of the time."""
        state = self._state
        side = self.side
        neighbours = state.setting.grid.neighbours
        near = neighbours[start]
        count = len(near)
        begin = chance.below(count) if count else 0
        plan: Plan | None = None
        for turn in range(count):
            there = near[(begin + turn) % count]
            first = plan_move(state, side, group, [there], [])
            if isinstance(first, Plan):
                plan = first
                break
        if plan is None:
            return None
        most = _pace_at_best(state, group)
        while len(plan.path) < most and chance.random() < 0.5:
            here = plan.path[len(plan.path) - 1]
            near = neighbours[here]
            there = near[chance.below(len(near))]
            if there == start or has_enemy(state, side, here):
                break
            longer = plan_move(state, side, group, [*plan.path, there], [])
            if not isinstance(longer, Plan):
                break
            plan = longer
        return plan

    def plan(self, order: Order) -> Plan:
        """The plan of a legal order (the one just sampled need not be made again)."""
        if self._plan is not None and order is self._sampled:
            return self._plan
        plan = self.read(order)
        assert isinstance(plan, Plan)
        return plan

    # ------------------------------------------------------------------ checking

    def check(self, order: Order) -> Refusal | None:
        """None if the order may be given. Rule: stacks:move.hidden-legality."""
        if order == DONE:
            return None
        read = self.read(order)
        if isinstance(read, Refusal) and read.nearest is None:
            read.nearest = self.nearest(order)
        return read if isinstance(read, Refusal) else None

    def read(self, order: Order) -> Plan | Refusal:
        """The plan an order stands for, or why there is none; a boarding is a plan without a path."""
        word = order[0] if order else ""
        if word == "board" and len(order) == 3:
            return self._read_boarding(order)
        if word != "move" or len(order) not in (3, 4):
            text = "An order to move reads: move (units) (hexes), or board unit transport, or done."
            return Refusal(text, self.rule)
        group = self._own_units(order[1])
        if isinstance(group, Refusal):
            return group
        path = self._hexes(order[2])
        if isinstance(path, Refusal):
            return path
        named: list[tuple[int, int]] = []
        if len(order) == 4:
            pairs = order[3]
            if not isinstance(pairs, tuple) or not pairs or len(pairs) > 100:
                return Refusal("Transports are named in pairs: ((unit transport) …).", "stacks:move.board")
            for pair in pairs:
                if not isinstance(pair, tuple) or len(pair) != 2:
                    return Refusal(
                        "Transports are named in pairs: ((unit transport) …).", "stacks:move.board"
                    )
                both = self._own_units(pair, False)
                if isinstance(both, Refusal):
                    return both
                named.append((both[0], both[1]))
        plan = plan_move(self._state, self.side, group, path, named)
        if isinstance(plan, Plan) and named:
            used = plan.before + plan.after + plan.behind
            for pair in named:
                if pair not in used:
                    text = "A transport is named for a unit that needs none, or that cannot change to it."
                    return Refusal(text, "stacks:move.board")
        return plan

    def _read_boarding(self, order: Order) -> Plan | Refusal:
        """Boarding without moving. Rule: stacks:move.board."""
        both = self._own_units(order[1:3])
        if isinstance(both, Refusal):
            return both
        state = self._state
        unit, transport = state.units[both[0]], state.units[both[1]]
        name = state.setting.kinds[unit.kind].name
        other = the(state.setting.kinds[transport.kind].name)
        if unit.aboard != NOBODY:
            text = (
                f"{name} {verb(name, 'is', 'are')} aboard already; ships are changed in the Exchange Phase."
            )
            return Refusal(text, "stacks:exchange.passengers")
        if not is_usable(unit):
            return Refusal(f"{name} {verb(name, 'is', 'are')} paralyzed.", "stacks:paralyze.on-the-map")
        if not may_board(state, unit, transport):
            return Refusal(f"{name} cannot go aboard {other}.", "stacks:transport.capacity")
        plan = Plan([], [])
        plan.before.append((both[0], both[1]))
        return plan

    def _own_units(self, numbers: object, together: bool = True) -> list[int] | Refusal:
        """Numbers of own units on the map, each once, and in one hex if they are to be `together`."""
        state = self._state
        if not isinstance(numbers, tuple) or not numbers or len(numbers) > len(state.units):
            return Refusal("Units are named by their numbers, in brackets.", self.rule)
        found: list[int] = []
        for number in numbers:
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(state.units):
                return Refusal("You have no such unit on the map.", self.rule)
            unit = state.units[number]
            if unit.side != self.side or unit.place < 0:
                return Refusal("You have no such unit on the map.", self.rule)
            if number in found:
                return Refusal("A unit is named twice.", self.rule)
            if together and found and unit.place != state.units[found[0]].place:
                return Refusal("The units of an order are in the same hex when it is given.", self.rule)
            found.append(number)
        return found

    def _hexes(self, names: object) -> list[int] | Refusal:
        """The hexes of a path."""
        if not isinstance(names, tuple) or not 1 <= len(names) <= FARTHEST:
            text = f"A path names the hexes entered, 1 to {FARTHEST} of them, in brackets."
            return Refusal(text, "stacks:move.allowance")
        known = self._state.setting.grid.names
        found: list[int] = []
        for name in names:
            if not isinstance(name, str) or name not in known:
                text = f"The map has hexes from {known[0]} to {known[len(known) - 1]}."
                return Refusal(text, "stacks:map.layout")
            found.append(known.index(name))
        return found

    def nearest(self, order: Order) -> Order:
        """The legal order most like one that was refused: the same units towards the same hex, else done."""
        if len(order) >= 3 and order[0] == "move":
            group = self._own_units(order[1])
            path = self._hexes(order[2])
            if not isinstance(group, Refusal):
                state = self._state
                free = movable(state, self.side, state.units[group[0]].place)
                tries = [group]
                able = [i for i in group if i in free]
                if able and able != group:
                    tries.append(able)
                full = [i for i in free if i in group or state.units[i].aboard in group]
                if full and full not in tries:
                    tries.append(full)
                for some in tries:
                    found = reachable(state, self.side, some)
                    if found:
                        return self.order(some, self._closest(found, path))
        return DONE

    def _closest(self, found: list[tuple[int, list[int]]], path: list[int] | Refusal) -> list[int]:
        """The path that ends nearest to where another was to end."""
        if isinstance(path, Refusal):
            return found[0][1]
        aim = path[len(path) - 1]
        grid = self._state.setting.grid
        best = found[0]
        for one in found:
            if grid.distance(one[0], aim) < grid.distance(best[0], aim):
                best = one
        return best[1]


# ---------------------------------------------------------------- the step


def move(state: State, table: Table) -> None:
    """Step MOVE: one order. When the active side is done those who are stranded are lost, and the Scout Phase follows.

    Rule: stacks:move.order, stacks:turn.active, stacks:turn.phases, stacks:move.stranded, stacks:move.hidden-legality.
    """
    side = state.active
    if state.stacks[side]:
        form = MoveForm(state, side)
        order = table.ask(form)
        if order[0] != "done":
            plan = form.plan(order)
            if plan.path:
                start = state.units[plan.group[0]].place
                carry_out(state, side, plan)
                if table.telling:
                    _tell_move(state, table, side, start, plan)
            else:
                number, ship = plan.before[0]
                state.units[number].aboard = ship
                if table.telling:
                    _tell_boarding(state, table, side, plan)
            return
    sweep(state, table, side)
    if state.outcome is None:
        state.queue = None
        state.stage = SCOUT


def _tell_move(state: State, table: Table, side: int, start: int, plan: Plan) -> None:
    """All see a banner go its way; its owner is told who went. Rule: stacks:move.hidden-legality, stacks:move.split."""
    names = state.setting.grid.names
    name = side_title(state.setting.side_names[side])
    way = [names[start], *[names[hex_] for hex_ in plan.path]]
    via = f" by {listed(way[1:-1])}" if len(way) > 2 else ""
    text = f"A banner of {name} moved from {way[0]}{via} to {way[-1]}."
    data = {"path": way}
    table.tell(Event("move", text, "stacks:move.order", side=side, data=data))
    kinds = state.setting.kinds
    who = tallied(sorted([kinds[state.units[i].kind].name for i in plan.group]))
    mine = f"To {way[-1]} went {who}."
    unit_data = {"units": sorted([kinds[state.units[i].kind].id for i in plan.group]), "hex": way[-1]}
    table.tell(Event("moved", mine, "stacks:move.order", side=side, to=(side,), data=unit_data))
    _tell_boarding(state, table, side, plan)


def _tell_boarding(state: State, table: Table, side: int, plan: Plan) -> None:
    """Its owner is told who goes aboard what. Rule: stacks:move.board, stacks:move.sail."""
    kinds = state.setting.kinds
    for boarding, rule in (
        (plan.before, "move.board"),
        (plan.after, "move.board"),
        (plan.behind, "move.sail"),
    ):
        for i, ship in boarding:
            name = kinds[state.units[i].kind].name
            other = the(kinds[state.units[ship].kind].name)
            text = f"{opening(the(name))} went aboard {other}."
            data = {"unit": kinds[state.units[i].kind].id, "ship": kinds[state.units[ship].kind].id}
            table.tell(Event("board", text, f"stacks:{rule}", side=side, to=(side,), data=data))
