"""One side of a battle as a chain of states: the units left, those that may be revealed next, and the state after a defeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

NOWHERE = -1


@dataclass(slots=True)
class Move:
    """One way a side can be hit: the kind of its combatant, the number of equally likely picks, the state after its defeat."""

    kind: int  # place in Side.kinds
    picks: int
    after: int


@dataclass(slots=True)
class Side:
    """A side's states, the full stack first and the empty one last; every defeat leads to a later state."""

    kinds: list[UnitKind]
    units: int  # at the beginning
    alive: list[tuple[int, ...]]  # by state: units left of each kind
    lives: list[int]  # by state: defeats it takes to destroy all that is left; never rising
    left: list[int]  # by state: units left
    moves: list[list[Move]]
    picks: list[int]  # by state: how many picks its moves share

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.alive)


@dataclass(slots=True)
class Member:
    """One unit of a stack."""

    kind: int
    regenerates: bool
    ship: int = NOWHERE  # place of the ship that takes it down when it sinks


def members_of(stack: Sequence[UnitKind], at_sea: bool) -> tuple[list[UnitKind], list[Member]]:
    """The kinds of a stack, each once, and its units; at sea everybody who needs a ship is put aboard one."""
    kinds: list[UnitKind] = []
    members: list[Member] = []
    for unit in stack:
        if unit not in kinds:
            kinds.append(unit)
        members.append(Member(kinds.index(unit), unit.regenerates))
    if at_sea:
        _board(stack, members)
    return kinds, members


def _board(stack: Sequence[UnitKind], members: list[Member]) -> None:
    """Put aboard the first transport of the list with room those who cannot be in water alone.

    Only passengers of ships go down with them. Rule: stacks:setup.battle-only, stacks:transport.capacity.
    """
    room = [unit.transport if unit.habitat != "land" else 0 for unit in stack]
    for unit, member in zip(stack, members, strict=True):
        if unit.habitat != "land":
            continue
        for place, transport in enumerate(stack):
            if transport.habitat == "land" or not can_board(transport, unit):
                continue
            if takes_place(unit):
                if not room[place]:
                    continue
                room[place] -= 1
            member.ship = place if transport.ship else NOWHERE
            break
        else:
            raise BadInput(f"{unit.name} cannot be at sea", hint="a ship with room must be in the stack")


# ---------------------------------------------------------------- reveal in order


def in_order_side(stack: Sequence[UnitKind], at_sea: bool) -> Side:
    """The states of a side that always reveals the first unit left of its list. Rule: stacks:odds.ordered."""
    kinds, members = members_of(stack, at_sea)
    side = Side(kinds, len(members), [], [], [], [], [])
    queue = list(range(len(members)))
    while queue:
        front = members[queue[0]]
        alive = _counts([members[place].kind for place in queue], len(kinds))
        lives = sum([2 if members[place].regenerates else 1 for place in queue])
        for mark in range(2 if front.regenerates else 1):
            side.alive.append(alive)
            side.lives.append(lives - mark)
            side.left.append(len(queue))
            side.moves.append([Move(front.kind, 1, len(side.alive))])
            side.picks.append(1)
        queue = [place for place in queue[1:] if members[place].ship != queue[0]]
    _close(side)
    return side


# ---------------------------------------------------------------- reveal at random


@dataclass(slots=True)
class Group:
    """Units that are alike in everything that can happen to them."""

    kind: int
    regenerates: bool
    ship: int  # the group that is its ship
    count: int


def uniform_side(stack: Sequence[UnitKind], at_sea: bool) -> Side:
    """The states of a side that reveals any unit left, all equally likely. Rule: stacks:odds.uniform.

    A state is, for each group of like units, how many are unhurt and how many are marked as defeated once.
    """
    kinds, members = members_of(stack, at_sea)
    groups = _groups(members)
    full = tuple([count for group in groups for count in (group.count, 0)])
    levels: dict[int, dict[tuple[int, ...], list[tuple[int, int, tuple[int, ...]]]]] = {
        _lives(full, groups): {full: []}
    }
    for lives in range(_lives(full, groups), 0, -1):
        for state, hits in levels.get(lives, {}).items():
            hits.extend(_hits(state, groups))
            for _kind, _picks, after in hits:
                levels.setdefault(_lives(after, groups), {}).setdefault(after, [])
    return _numbered(kinds, groups, levels)


def uniform_states(stack: Sequence[UnitKind], at_sea: bool) -> int:
    """The number of states `uniform_side` will have at most, without making them."""
    _kinds, members = members_of(stack, at_sea)
    states = 1
    for group in _groups(members):
        states *= (group.count + 1) * (group.count + 2) // 2 if group.regenerates else group.count + 1
    return states


def _groups(members: list[Member]) -> list[Group]:
    """Like units together; a ship that carries a unit is a group of its own."""
    groups: list[Group] = []
    of_key: dict[tuple[int, int, int], int] = {}
    ships = {member.ship for member in members}
    order = sorted(range(len(members)), key=lambda place: place not in ships)  # ships with passengers first
    of_ship = {NOWHERE: NOWHERE}
    for place in order:
        member = members[place]
        key = (member.kind, of_ship.get(member.ship, NOWHERE), place if place in ships else NOWHERE)
        if key not in of_key:
            of_key[key] = len(groups)
            groups.append(Group(member.kind, member.regenerates, key[1], 0))
        groups[of_key[key]].count += 1
        if place in ships:
            of_ship[place] = of_key[key]
    return groups


def _lives(state: tuple[int, ...], groups: list[Group]) -> int:
    lives = 0
    for number, group in enumerate(groups):
        lives += state[2 * number] * (2 if group.regenerates else 1) + state[2 * number + 1]
    return lives


def _hits(state: tuple[int, ...], groups: list[Group]) -> list[tuple[int, int, tuple[int, ...]]]:
    """The units that may be hit in a state: kind, picks, and the state after. Rule: stacks:regenerates.twice."""
    hits: list[tuple[int, int, tuple[int, ...]]] = []
    for number, group in enumerate(groups):
        for marked in range(2):
            picks = state[2 * number + marked]
            if not picks:
                continue
            after = list(state)
            after[2 * number + marked] -= 1
            if group.regenerates and not marked:
                after[2 * number + 1] += 1
            else:
                _sink(after, number, groups)
            hits.append((group.kind, picks, tuple(after)))
    return hits


def _sink(state: list[int], lost: int, groups: list[Group]) -> None:
    """Passengers of the lost group go down with it. Rule: stacks:transport.sink."""
    for number, group in enumerate(groups):
        if group.ship == lost:
            state[2 * number] = state[2 * number + 1] = 0


def _numbered(
    kinds: list[UnitKind],
    groups: list[Group],
    levels: dict[int, dict[tuple[int, ...], list[tuple[int, int, tuple[int, ...]]]]],
) -> Side:
    side = Side(kinds, sum([group.count for group in groups]), [], [], [], [], [])
    order = [(lives, state) for lives in sorted(levels, reverse=True) for state in levels[lives]]
    number = {state: place for place, (_lives_left, state) in enumerate(order)}
    for lives, state in order[:-1]:
        left = [state[2 * place] + state[2 * place + 1] for place in range(len(groups))]
        alive = [0] * len(kinds)
        for group, count in zip(groups, left, strict=True):
            alive[group.kind] += count
        side.alive.append(tuple(alive))
        side.lives.append(lives)
        side.left.append(sum(left))
        side.moves.append([Move(kind, picks, number[after]) for kind, picks, after in levels[lives][state]])
        side.picks.append(sum(left))
    _close(side)
    return side


def _close(side: Side) -> None:
    """Add the empty state at the end."""
    side.alive.append((0,) * len(side.kinds))
    side.lives.append(0)
    side.left.append(0)
    side.moves.append([])
    side.picks.append(0)


def _counts(kinds: list[int], size: int) -> tuple[int, ...]:
    counts = [0] * size
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


# ---------------------------------------------------------------- support


@dataclass(slots=True)
class Support:
    """The support of the others of a stack: `amounts[of_state[state]][kind]` for a combatant of that kind."""

    of_state: list[int]
    amounts: list[tuple[int, ...]]


def no_support(side: Side) -> Support:
    """Nobody supports."""
    return Support([0] * side.size, [(0,) * len(side.kinds)])


def full_support(side: Side, bystander: UnitKind, enemy: UnitKind, options: ModifierOptions) -> Support:
    """Everybody but the combatant supports, by `battle_roll`. Rule: stacks:odds.supports, stacks:mod.sum.

    Support adds the same whatever unit it is for and against: it is measured on `bystander` against `enemy`.
    """
    meter = _Meter(side.kinds, bystander, enemy, options)
    missed = [0] * len(side.kinds)  # what a combatant of that kind does not add, when all the stack is there
    known: dict[tuple[int, ...], int] = {}
    of_state: list[int] = []
    for alive in side.alive:
        everybody = meter.total(alive)
        amounts: list[int] = []
        for kind, count in enumerate(alive):
            if count:
                amounts.append(meter.total(_less_one(alive, kind)))
                if not of_state:
                    missed[kind] = everybody - amounts[kind]
            else:  # never the combatant here; any figure will do, and this one makes for few different lists
                amounts.append(everybody - missed[kind])
        of_state.append(known.setdefault(tuple(amounts), len(known)))
    return Support(of_state, list(known))


class _Meter:
    """Measures what units add in support, each set of them once."""

    def __init__(
        self, kinds: list[UnitKind], bystander: UnitKind, enemy: UnitKind, options: ModifierOptions
    ) -> None:
        self._kinds = kinds
        self._bystander = bystander
        self._enemy = enemy
        self._options = options
        self._known: dict[tuple[int, ...], int] = {}
        self._bare = self._roll([])
        self._helps = [self._roll([kind]) != self._bare for kind in kinds]

    def total(self, alive: tuple[int, ...]) -> int:
        """The sum that these numbers of units of each kind add together."""
        counts = tuple([count if helps else 0 for count, helps in zip(alive, self._helps, strict=True)])
        found = self._known.get(counts)
        if found is None:
            others: list[UnitKind] = []
            for kind, count in zip(self._kinds, counts, strict=True):
                others.extend([kind] * count)
            found = self._roll(others) - self._bare
            self._known[counts] = found
        return found

    def _roll(self, others: list[UnitKind]) -> int:
        return battle_roll(
            Line(self._bystander, supporters=others), Line(self._enemy), True, self._options
        ).total


def _less_one(alive: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*alive[:kind], alive[kind] - 1, *alive[kind + 1 :])
