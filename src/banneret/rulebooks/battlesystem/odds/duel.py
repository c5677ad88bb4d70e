"""The duel of two units in contact, fought without moving until one of them routs or is destroyed.

Its odds are counted exactly, in decimals, as a Markov chain. Each of its melees is counted as in `melee`; the first unit checks first.
Rules: battlesystem:8.0b, battlesystem:8.8, battlesystem:4.5.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.combat.attack_rolls import count_of
from banneret.rulebooks.battlesystem.combat.strikers import idle, reach
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.odds.melee import (
    ATTACKS,
    CHECKS,
    QUIET,
    Aftermath,
    Fate,
    aftermath,
    chance_to_hold,
    fates,
    mirrored,
    wet_among,
)
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

MOST: Final = 1500  # states of the chain, about two seconds; beyond them duels are simulated instead

Key = tuple[object, ...]


class End:
    """The odds of a duel.

    Attributes:
        first: the chance that the first unit alone is left.
        second: the chance that the second unit alone is left.
        neither: the chance of anything else.
        losses: the figures that each loses on average.
        routs: the chance that each routs.
        rounds: the number of rounds on average.
    """

    __slots__ = ("first", "losses", "neither", "rounds", "routs", "second")

    def __init__(self) -> None:
        self.first: float = 0.0
        self.second: float = 0.0
        self.neither: float = 0.0
        self.losses: list[float] = [0.0, 0.0]
        self.routs: list[float] = [0.0, 0.0]
        self.rounds: float = 0.0

    def add(self, other: End, chance: float) -> None:
        """Add the odds of what follows with some chance."""
        self.first += chance * other.first
        self.second += chance * other.second
        self.neither += chance * other.neither
        self.rounds += chance * other.rounds
        for place in (0, 1):
            self.losses[place] += chance * other.losses[place]
            self.routs[place] += chance * other.routs[place]

    def scale(self, factor: float) -> None:
        """Multiply all odds, to make up for rounds in which nothing changed."""
        self.first *= factor
        self.second *= factor
        self.neither *= factor
        self.rounds *= factor
        self.losses = [loss * factor for loss in self.losses]
        self.routs = [rout * factor for rout in self.routs]


class TooLong(Exception):
    """The chain has too many states, or no end."""


def duel(state: State, first: Unit, second: Unit) -> End | None:
    """The odds of the duel of two units in contact; None if they cannot be counted: it is too long, or odd rounds differ from even ones.

    Rules: battlesystem:8.8, battlesystem:8.6a.
    """
    if first.now.attacks % 2 or second.now.attacks % 2:
        return None  # they attack more often in odd rounds
    try:
        return _Chain(state).end(first, second)
    except (TooLong, RecursionError):
        return None


def unit_key(unit: Unit) -> Key:
    """Everything about a unit that matters in the melees to come."""
    block, singles = unit.block, unit.singles
    spots = None if singles is None else tuple([(one.gone, one.wounded, one.routed) for one in singles])
    return (
        unit.figures,
        unit.wounded,
        unit.formation,
        None if block is None else block.facts(),
        unit.loose,
        spots,
        unit.quarter,
        unit.half,
        unit.in_command,
        unit.leader_at,
        unit.charged,
    )


def _place(unit: Unit) -> Key:
    """The places of the figures of a unit, its formation and the weapon in hand."""
    key = unit_key(unit)
    return (unit.id, key[2], key[3], key[4], key[5], unit.weapon)


class _Chain:
    """The states of a duel found so far, with the odds from each on; and what was worked out once for many of them."""

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.known: dict[tuple[Key, Key], End] = {}
        self.after: dict[Key, tuple[Aftermath, Unit | None]] = {}
        # by the places of both: the number of strikers, the side on which they strike, and how many of them wade
        self.struck: dict[tuple[Key, Key], tuple[int, int, int]] = {}
        self.rows: dict[Key, list[Fate]] = {}

    def end(self, first: Unit, second: Unit) -> End:
        """The odds from this state on."""
        key = (unit_key(first), unit_key(second))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST:
                raise TooLong
            found = self._fight(first, second, key)
            self.known[key] = found
        return found

    def _fight(self, first: Unit, second: Unit, key: tuple[Key, Key]) -> End:
        """The odds of one melee and of all that may follow it."""
        state = mirrored(self.state, first, second)
        state.units[first.id], state.units[second.id] = first, second
        found = End()
        if not contacts.are_touching(state, first, second):
            found.neither = 1.0  # they stand apart, and nobody moves
            return found
        mine = self._fates(state, first, second, key)
        theirs = self._fates(state, second, first, (key[1], key[0]))
        found.rounds = 1.0
        still = 0.0
        for one, opened in mine:
            for other, opened_too in theirs:
                cases = one.fate.ways * other.fate.ways / (ATTACKS * ATTACKS)
                found.losses[0] += cases * one.fate.lost
                found.losses[1] += cases * other.fate.lost
                for chance, unit in _branches(one, opened, other.destroyed):
                    for chance_too, unit_too in _branches(other, opened_too, unit is None):
                        still += self._follow(
                            found,
                            (one, other),
                            (unit, unit_too),
                            cases * chance * chance_too,
                            key,
                        )
        if still > 1.0 - 1e-12:
            raise TooLong  # nothing ever happens
        found.scale(1.0 / (1.0 - still))
        return found

    def _follow(
        self,
        found: End,
        ends: tuple[Aftermath, Aftermath],
        units: tuple[Unit | None, Unit | None],
        chance: float,
        key: tuple[Key, Key],
    ) -> float:
        """Follow one outcome of a melee; return the chance that it leaves everything as it was."""
        if chance == 0.0:
            return 0.0
        first, second = units
        if first is not None and second is not None:
            if (unit_key(first), unit_key(second)) == key:
                return chance
            found.add(self.end(first, second), chance)
            return 0.0
        for place in (0, 1):
            if units[place] is None and not ends[place].destroyed:
                found.routs[place] += chance
        if first is not None:
            found.first += chance
        elif second is not None:
            found.second += chance
        else:
            found.neither += chance
        return 0.0

    def _fates(
        self, state: State, unit: Unit, enemy: Unit, key: tuple[Key, Key]
    ) -> list[tuple[Aftermath, Unit | None]]:
        """The fates that the enemy's attack may bring a unit, each with the unit as it stands if it then opens.

        The number of losses depends on all of the enemy's state, but their effect only on where he stands: so both are kept apart.
        """
        spot = _place(enemy)
        pair = (spot, _place(unit))
        struck = self.struck.get(pair)
        if struck is None:
            figures = reach(state, enemy, unit).figures()
            lent = idle(state, enemy, unit, figures)
            struck = (
                count_of(enemy, figures, lent),
                contacts.aspect(state, enemy, unit),
                wet_among(state, enemy, unit, figures, lent),
            )
            self.struck[pair] = struck
        blow = (
            unit.id,
            key[0],
            struck,
            enemy.formation,
            enemy.in_command,
            enemy.charged,
            enemy.leader_at == NOBODY,
        )
        rows = self.rows.get(blow)
        if rows is None:
            rows = fates(state, enemy, unit, struck[0], struck[1], wading=struck[2])
            self.rows[blow] = rows
        found: list[tuple[Aftermath, Unit | None]] = []
        for fate in rows:
            place = (unit.id, key[0], spot, fate.lost, fate.wounded)
            known = self.after.get(place)
            if known is None:
                known = self._after(state, unit, enemy, aftermath(state, unit, enemy, fate))
                self.after[place] = known
            left = known[0]
            if left.fate is not fate:
                left = left.again(fate)
            found.append((left, known[1]))
        return found

    def _after(self, state: State, unit: Unit, enemy: Unit, left: Aftermath) -> tuple[Aftermath, Unit | None]:
        """An aftermath ready for the next round, with the unit as it stands if it opens, else None."""
        left.unit.charged = NOBODY  # that was this round
        left.unit.debt = 0
        if not left.opens:
            return left, None
        there = mirrored(state, left.unit, enemy)
        opened = there.units[unit.id]
        formations.open_up(there, QUIET, opened)
        in_command.review_unit(there, QUIET, opened)  # it stands wider now. Rule: battlesystem:4.7
        return left, opened


def _branches(one: Aftermath, opened: Unit | None, alone: bool) -> list[tuple[float, Unit | None]]:
    """The chances that a unit stands as it is, opened, or not at all (None), after its check.

    `alone`: True if the enemy is gone when it checks.
    """
    if one.gone():
        return [(1.0, None)]
    if not one.checks:
        return [(1.0, one.unit)]
    holds = chance_to_hold(one.alone if alone else one.needed) / CHECKS
    return [(holds, one.unit), (1.0 - holds, opened)]
