"""The question of the Move Phase: what may be ordered, random orders, and how an order is read and checked."""

from __future__ import annotations

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.board.stacks import has_enemy, is_usable
from banneret.rulebooks.stacks.board.transports import may_board
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.text.wording import the, verb
from banneret.rulebooks.stacks.turn.move_check import plan_move
from banneret.rulebooks.stacks.turn.move_plan import Plan
from banneret.rulebooks.stacks.turn.move_reach import (
    FARTHEST,
    boardings,
    movable,
    pace_at_best,
    reachable,
    with_passengers,
)

DONE: Order = ("done",)
MOST_EXAMPLES = 600


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
        """The hexes a group of own units can go to, each with its path."""
        return reachable(self._state, self.side, group)

    def boardings(self, hex_: int) -> list[Order]:
        """The ways of own units to go aboard in a hex."""
        return boardings(self._state, self.side, hex_)

    # ------------------------------------------------------------------ examples

    def orders(self) -> list[Order]:
        """Return moves of each whole stack and each single unit to each hex that it can reach, boardings, and `done`."""
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
        """A selection of orders for tree search: done, whole stacks, then parts of them, stack by stack in turn."""
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
        """Return the order to be done."""
        return DONE

    # ------------------------------------------------------------------ chance

    def sample(self, chance: Chance) -> Order:
        """Return done one time in four; else a random move of a group of a stack that has not moved, if there is one."""
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
        """A random group: all of them, or one (a transport with its passengers), or some."""
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
        """A random move of the group: a legal first step, then further ones half of the time; None if none was found."""
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
        most = pace_at_best(state, group)
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
        """The plan of a legal order; that of the order just sampled is not made again."""
        if self._plan is not None and order is self._sampled:
            return self._plan
        plan = self.read(order)
        assert isinstance(plan, Plan)
        return plan

    # ------------------------------------------------------------------ checking

    def check(self, order: Order) -> Refusal | None:
        """Return None if the order may be given, else why not. Rule: stacks:move.hidden-legality."""
        if order == DONE:
            return None
        read = self.read(order)
        if isinstance(read, Refusal) and read.nearest is None:
            read.nearest = self.nearest(order)
        return read if isinstance(read, Refusal) else None

    def read(self, order: Order) -> Plan | Refusal:
        """The plan of an order, or why it may not be given; a boarding is a plan without a path."""
        word = order[0] if order else ""
        if word == "board" and len(order) == 3:
            return self._read_boarding(order)
        if word != "move" or len(order) not in (3, 4):
            text = "An order to move reads: move (units) (hexes), or board unit transport, or done."
            return Refusal(text, self.rule)
        group = self.own_units(order[1])
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
                both = self.own_units(pair, False)
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
        both = self.own_units(order[1:3])
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

    def own_units(self, numbers: object, together: bool = True) -> list[int] | Refusal:
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
            group = self.own_units(order[1])
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
