"""One melee between two units as they stand, counted exactly: both strike, losses are taken off, both check.

All chances are whole numbers over one denominator: 36 attack rolls of each side, twice, since figures that wade roll separately, and
100 rolls of morale of each. (If two attacks of one side call for two checks, only one is counted.)
Rules: battlesystem:8.4, battlesystem:8.7, battlesystem:4.3, battlesystem:4.4, battlesystem:4.5, battlesystem:6.4a, battlesystem:11.9d.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.errors import BrokenRules
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.losses import blows, settling
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.combat.strikers import idle, reach
from banneret.rulebooks.battlesystem.combat.wading import who_wade
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.morale import causes, current_morale, morale_rolls
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.dice import ROLLS, WAYS
from banneret.rulebooks.battlesystem.tables.grounds import WADING
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, WAITING, Unit

ATTACKS: Final = ROLLS * ROLLS  # of those on firm ground, and of those who wade
CHECKS: Final = 100
WHOLE: Final = ATTACKS * ATTACKS * CHECKS * CHECKS
NEVER: Final = CHECKS  # a morale with which no roll fails


class Quiet(Table):
    """A table without dice, at which every decision gets its default."""

    def ask(self, decision: Decision) -> Order:
        """The default."""
        return decision.default()

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The defaults."""
        return [decision.default() for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """There are no dice here."""
        raise BrokenRules(f"a die is needed for '{why}' where nobody rolls")


QUIET: Final = Quiet()


def chance_to_hold(needed: int) -> int:
    """The number of the 100 rolls of 2d10 that are at most a number. Rule: battlesystem:4.3.

    >>> chance_to_hold(11), chance_to_hold(13), chance_to_hold(9), chance_to_hold(1), chance_to_hold(20)
    (55, 72, 36, 0, 100)
    """
    if needed < 2:
        return 0
    if needed >= 20:
        return CHECKS
    if needed <= 11:
        return needed * (needed - 1) // 2
    return CHECKS - (20 - needed) * (21 - needed) // 2


class Fate:
    """One effect that an attack may have on a unit.

    Attributes:
        ways: its cases, of `ATTACKS`.
        blows: the damage of each roll, in tenths of hit dice.
        lost: the number of figures lost.
        wounded: True if a figure is wounded afterwards.
    """

    __slots__ = ("blows", "lost", "ways", "wounded")

    def __init__(self, ways: int, blows: tuple[int, ...], lost: int, wounded: bool) -> None:
        self.ways: int = ways
        self.blows: tuple[int, ...] = blows
        self.lost: int = lost
        self.wounded: bool = wounded


def fates(
    state: State,
    attacker: Unit,
    defender: Unit,
    figures: int,
    aspect: int,
    free: bool = False,
    only: Collection[int] | None = None,
    wading: int = 0,
) -> list[Fate]:
    """The effects that one attack of n figures may have on a unit, equal ones put together, the mildest last.

    Args:
        state: the battle.
        attacker: the unit that attacks.
        defender: the unit attacked.
        figures: the number of figures that strike.
        aspect: the side of the defender on which they strike.
        free: True for a free attack on a unit that flees.
        only: of skirmishers, the figures struck; None for all in contact.
        wading: the number of the figures that wade.

    Rules: battlesystem:8.4, battlesystem:8.7a to battlesystem:8.7e, battlesystem:8.1d, battlesystem:11.9d.
    """
    if not figures:
        return [Fate(ATTACKS, (), 0, defender.wounded)]
    total = attack_rolls.attack_sum(state, attacker, defender, aspect, None, free)
    figure = defender.now.figure
    touched = _touched_skirmishers(state, defender, attacker, only)
    dry = _rolls(state, attacker, defender, figures - wading, total)
    wet = _rolls(state, attacker, defender, wading, total + WADING)
    found: dict[tuple[int, bool], Fate] = {}
    for first, ways in dry:
        for second, more in wet:
            blows = (*first, *second)
            result = _result(blows, figure, defender, touched)
            if result in found:
                found[result].ways += ways * more
            else:
                found[result] = Fate(ways * more, blows, *result)
    return list(found.values())


def _rolls(
    state: State, attacker: Unit, defender: Unit, figures: int, total: int
) -> list[tuple[tuple[int, ...], int]]:
    """The damage of n figures at each roll of 2d6, in tenths of hit dice, with its number of ways; without figures one empty roll."""
    if not figures:
        return [((), ROLLS)]
    return [
        ((attack_rolls.damage(state, attacker, defender, figures, total + dice),), ways)
        for dice, ways in WAYS
    ]


def _touched_skirmishers(
    state: State, unit: Unit, attacker: Unit, only: Collection[int] | None
) -> tuple[int, bool]:
    """The number of figures of a skirmish unit that an attacker touches, and True if the wounded one is among them; -1 for other units.

    Rule: battlesystem:8.1d.
    """
    singles = unit.singles
    if singles is None:
        return -1, False
    touched = {touch.figure for touch in contacts.touches(state, unit, attacker)}
    if only is not None:
        touched.intersection_update(only)
    return len(touched), any(single.wounded for number, single in enumerate(singles) if number in touched)


def _result(blows: tuple[int, ...], figure: int, unit: Unit, among: tuple[int, bool]) -> tuple[int, bool]:
    """The figures lost to attacks one after the other, and True if one is wounded then; `among` as by `_touched_skirmishers`."""
    lost, wounded = 0, unit.wounded
    touched, inside = among
    for tenths in blows:
        if touched < 0:
            block = toll(tenths, figure, unit.figures - lost, wounded)
            lost, wounded = lost + block.killed, block.wounded
            continue
        found = toll(tenths, figure, touched - lost, False)
        lost += found.killed
        if found.wounded:
            lost += int(wounded)
            inside = wounded = not wounded
        elif inside and lost >= touched:  # the wounded figure falls last of those in contact
            inside = wounded = False
    return lost, wounded and lost < unit.figures


class Aftermath:
    """A unit after one fate.

    Attributes:
        fate: the fate.
        unit: the unit as it stands after its losses.
        destroyed: True if nobody is left.
        checks: True if it checks its morale.
        opens: True if it opens by a failed check, instead of routing.
        runs: True if it was routed already: it runs on without a roll.
        needed: its morale while the enemy stands.
        alone: its morale if the enemy is gone.
        held: True if its morale depends on which figures of the enemy touch it.
        fallen: of a unit in open formation, the figures that were hit.
    """

    __slots__ = ("alone", "checks", "destroyed", "fallen", "fate", "held", "needed", "opens", "runs", "unit")

    def __init__(self, fate: Fate, unit: Unit) -> None:
        self.fate: Fate = fate
        self.unit: Unit = unit
        self.destroyed: bool = unit.status != FIELD
        self.checks: bool = False
        self.opens: bool = False
        self.runs: bool = False
        self.needed: int = NEVER
        self.alone: int = NEVER
        self.held: bool = False
        self.fallen: set[int] = set()

    def again(self, fate: Fate) -> Aftermath:
        """The same aftermath for another fate with equal results."""
        found = Aftermath(fate, self.unit)
        found.checks, found.opens, found.runs = self.checks, self.opens, self.runs
        found.needed, found.alone, found.held = self.needed, self.alone, self.held
        found.fallen = self.fallen
        return found

    def gone(self) -> bool:
        """True if there is no check: nobody is left, or it runs anyway."""
        return self.destroyed or self.runs


def mirrored(state: State, *units: Unit) -> State:
    """A copy of a battle that has its own copies of some units and shares everything else."""
    everybody = dict(state.units)
    for unit in units:
        everybody[unit.id] = unit.copy()
    return State(
        state.setting,
        everybody,
        state.individuals,
        state.stage,
        state.round,
        state.ranking,
        state.movers,
        state.part,
        state.mover,
        shares=True,
    )


def aftermath(state: State, unit: Unit, enemy: Unit, fate: Fate) -> Aftermath:
    """The aftermath for a unit of one fate at the hands of an enemy in contact. Rules: battlesystem:8.7, 8.7j, 4.4, 4.2."""
    there = mirrored(state, unit, enemy)
    mine, other = there.units[unit.id], there.units[enemy.id]
    original = mine.now.figures
    before = original - mine.figures
    fallen: set[int] = set()
    if any(fate.blows):
        due = blows.reckoning(there, mine, [(other.id, tenths) for tenths in fate.blows])
        settling.settle(there, QUIET, due)
        fallen = due.fallen
    found = Aftermath(fate, mine)
    found.fallen = fallen
    if found.destroyed:
        return found
    if mine.routed:
        found.runs = True
        return found
    if fate.lost:
        in_command.review_unit(there, QUIET, mine)
    found.checks = morale_rolls.is_due(mine, original, before, before + fate.lost)
    found.checks = found.checks and not mine.now.never_checks
    if found.checks:
        found.opens = mine.formation == CLOSED
        cause = causes.Cause(causes.LOSSES, other.id)
        found.needed = found.alone = current_morale.current(there, mine, cause)
        if current_morale.is_rear_touched(there, mine) or current_morale.is_daunted(there, mine):
            found.held = True
            other.become(WAITING)
            found.alone = current_morale.current(there, mine, cause)
            other.become(FIELD)
    return found


class Prospect:
    """The odds of a melee for one of the two units, as cases of `WHOLE`.

    Attributes:
        losses: the cases by number of figures lost.
        wounded: the cases in which a figure is wounded afterwards.
        checks: those in which the unit checks its morale.
        opens: those in which it opens.
        routs: those in which it routs.
        destroyed: those in which nobody is left.
    """

    __slots__ = ("checks", "destroyed", "left", "losses", "opens", "routs", "wounded")

    def __init__(self, figures: int) -> None:
        self.losses: list[int] = [0] * (figures + 1)
        self.wounded: int = 0
        self.checks: int = 0
        self.opens: int = 0
        self.routs: int = 0
        self.destroyed: int = 0

    def chance(self, name: str) -> Fraction:
        """A chance by the name of its attribute."""
        return Fraction(getattr(self, name), WHOLE)

    def lost(self) -> Fraction:
        """Figures lost on average."""
        return Fraction(sum([number * count for number, count in enumerate(self.losses)]), WHOLE)

    def chances_of_losses(self) -> list[Fraction]:
        """The chance to lose 0, 1, 2... figures."""
        return [Fraction(count, WHOLE) for count in self.losses]


class Exchange:
    """The odds of one melee, as cases of `WHOLE`.

    Attributes:
        first: the odds of the first unit.
        second: the odds of the second unit.
        strikers: the number of figures that strike, of each.
        first_only: the cases in which the first unit alone is left: the second routs or is destroyed.
        second_only: the cases in which the second unit alone is left.
        both: the cases in which both rout or are destroyed.
    """

    __slots__ = ("both", "first", "first_only", "second", "second_only", "strikers")

    def __init__(self, first: Prospect, second: Prospect, strikers: tuple[int, int]) -> None:
        self.first: Prospect = first
        self.second: Prospect = second
        self.strikers: tuple[int, int] = strikers
        self.first_only: int = 0
        self.second_only: int = 0
        self.both: int = 0

    def neither(self) -> int:
        """The cases in which neither has won: both are left, or none."""
        return WHOLE - self.first_only - self.second_only


def wet_among(state: State, unit: Unit, enemy: Unit, figures: list[int], lent: tuple[int, ...] = ()) -> int:
    """The number of figures that wade, of those that strike an enemy; `lent` as in `count_of`. Rule: battlesystem:11.9d."""
    return attack_rolls.count_of(unit, who_wade(state, unit, enemy, figures, lent), lent)


def exchange(
    state: State,
    first: Unit,
    second: Unit,
    strikers: tuple[int, int] | None = None,
    aspects: tuple[int, int] | None = None,
    wading: tuple[int, int] | None = None,
) -> Exchange:
    """The odds of the melee of two units in contact, as if no others struck them.

    Args:
        state: the battle.
        first: the first unit.
        second: the second unit.
        strikers: the number of figures that strike, of each; None to find it.
        aspects: the side on which each strikes the other; None to find it.
        wading: the number of the given strikers that wade, of each; None for nobody.

    Rules: battlesystem:8.0b, battlesystem:8.4d, battlesystem:4.4b, battlesystem:11.9d.
    """
    counts, sides, wet = strikers, aspects, wading or (0, 0)
    if counts is None:
        mine_strike, theirs_strike = (
            reach(state, first, second).figures(),
            reach(state, second, first).figures(),
        )
        lent = idle(state, first, second, mine_strike), idle(state, second, first, theirs_strike)
        counts = (
            attack_rolls.count_of(first, mine_strike, lent[0]),
            attack_rolls.count_of(second, theirs_strike, lent[1]),
        )
        wet = (
            wet_among(state, first, second, mine_strike, lent[0]),
            wet_among(state, second, first, theirs_strike, lent[1]),
        )
    if sides is None:
        sides = (contacts.aspect(state, first, second), contacts.aspect(state, second, first))
    mine = [
        aftermath(state, first, second, fate)
        for fate in fates(state, second, first, counts[1], sides[1], wading=wet[1])
    ]
    theirs = [
        aftermath(state, second, first, fate)
        for fate in fates(state, first, second, counts[0], sides[0], wading=wet[0])
    ]
    found = Exchange(Prospect(first.figures), Prospect(second.figures), counts)
    ranking = list(state.ranking)
    if ranking.index(first.side) <= ranking.index(second.side):
        _weigh(state, mine, theirs, found.first, found.second, found, False)
    else:
        _weigh(state, theirs, mine, found.second, found.first, found, True)
    return found


def _facing(state: State, one: Aftermath, other: Aftermath) -> int:
    """The morale of a unit while the enemy stands, after the enemy's losses: figures that touched its rear may have fallen. Rule: 4.2b."""
    if not (one.held and one.checks and other.fate.lost) or other.destroyed:
        return one.needed
    there = mirrored(state, one.unit, other.unit)
    cause = causes.Cause(causes.LOSSES, other.unit.id)
    return current_morale.current(there, there.units[one.unit.id], cause)


def _weigh(
    state: State,
    early: list[Aftermath],
    late: list[Aftermath],
    early_odds: Prospect,
    late_odds: Prospect,
    found: Exchange,
    swapped: bool,
) -> None:
    """Add up all cases; the unit of `early` checks first, and the other's morale may depend on it. Rule: battlesystem:4.4b.

    `swapped`: True if the first unit of `found` is that of `late`.
    """
    for one in early:
        for other in late:
            cases = one.fate.ways * other.fate.ways
            needed = _facing(state, one, other), _facing(state, other, one)
            for kept, held in _branches(one, one.alone if other.destroyed else needed[0]):
                for kept_too, stands in _branches(other, needed[1] if held else other.alone):
                    count = cases * kept * kept_too
                    if not count:
                        continue
                    _note(early_odds, one, count, held)
                    _note(late_odds, other, count, stands)
                    if held and not stands:
                        if swapped:
                            found.second_only += count
                        else:
                            found.first_only += count
                    elif stands and not held:
                        if swapped:
                            found.first_only += count
                        else:
                            found.second_only += count
                    elif not held:
                        found.both += count
            _note_checks(early_odds, late_odds, one, other, cases, needed)


def _branches(one: Aftermath, needed: int) -> list[tuple[int, bool]]:
    """The outcomes of a unit's check with a morale of `needed`, each with its cases of 100 and True if the unit still stands."""
    if one.gone():
        return [(CHECKS, False)]
    if not one.checks or one.opens:
        return [(CHECKS, True)]
    holds = chance_to_hold(needed)
    return [(holds, True), (CHECKS - holds, False)]


def _note(odds: Prospect, one: Aftermath, count: int, stands: bool) -> None:
    """Add n cases of an aftermath to the odds of a unit; `stands`: True if it is not gone or routed then."""
    odds.losses[one.fate.lost] += count
    if one.destroyed:
        odds.destroyed += count
    else:
        if one.fate.wounded:
            odds.wounded += count
        if not stands:
            odds.routs += count


def _note_checks(
    early_odds: Prospect,
    late_odds: Prospect,
    one: Aftermath,
    other: Aftermath,
    cases: int,
    needed: tuple[int, int],
) -> None:
    """Add the cases in which each unit checks, and in which it opens."""
    gone = 0  # cases of 100 in which the first is gone when the second checks
    if one.gone():
        gone = CHECKS
    elif one.checks:
        fails = CHECKS - chance_to_hold(one.alone if other.destroyed else needed[0])
        early_odds.checks += cases * CHECKS * CHECKS
        if one.opens:
            early_odds.opens += cases * fails * CHECKS
        else:
            gone = fails
    if other.checks and not other.gone():
        late_odds.checks += cases * CHECKS * CHECKS
        if other.opens:
            fails = CHECKS - chance_to_hold(needed[1])
            fails_alone = CHECKS - chance_to_hold(other.alone)
            late_odds.opens += cases * ((CHECKS - gone) * fails + gone * fails_alone)
