"""The exact odds of one volley: the figures it costs its target, and the chances that the target checks, opens or routs.

All chances are fractions, over the rolls of 2d6 and of 2d10 for morale. Rules: battlesystem:10.0a, battlesystem:10.1h,
battlesystem:4.3, battlesystem:4.4, battlesystem:4.5.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from banneret.rulebooks.battlesystem.combat.attack_rolls import count_of
from banneret.rulebooks.battlesystem.combat.losses.settling import settle
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.missiles import into_melee, volleys
from banneret.rulebooks.battlesystem.missiles.shooters import missile_of
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs, current_morale, morale_rolls
from banneret.rulebooks.battlesystem.odds.melee import CHECKS, QUIET, Quiet, chance_to_hold, mirrored
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, aim
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended
from banneret.rulebooks.battlesystem.tables.dice import ROLLS, WAYS
from banneret.rulebooks.battlesystem.tables.missiles import LONG
from banneret.rulebooks.battlesystem.tables.rosters import SKIRMISHERS
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, Unit

NOTHING: Final = Fraction(0)


class VolleyOdds:
    """The odds of a volley.

    Attributes:
        losses: the chances by number of figures lost.
        shooters: the number of figures that shoot.
        band: their range band, of several the nearest.
        sums: the attack sums of its rolls.
        wounded: the chance that a figure is wounded afterwards, also one that then runs, wherever it ends.
        checks: the chance that the target checks its morale.
        opens: the chance that it opens.
        routs: the chance that it routs.
        destroyed: the chance that nobody is left.
    """

    __slots__ = (
        "band",
        "checks",
        "destroyed",
        "losses",
        "opens",
        "routs",
        "shooters",
        "sums",
        "wounded",
    )

    def __init__(self, figures: int, shooters: int, range_band: int, sums: list[int]) -> None:
        self.losses: list[Fraction] = [NOTHING] * (figures + 1)
        self.shooters: int = shooters
        self.band: int = range_band
        self.sums: list[int] = sums
        self.wounded: Fraction = NOTHING
        self.checks: Fraction = NOTHING
        self.opens: Fraction = NOTHING
        self.routs: Fraction = NOTHING
        self.destroyed: Fraction = NOTHING

    def lost(self) -> Fraction:
        """Figures lost on average."""
        return sum([number * chance for number, chance in enumerate(self.losses)], NOTHING)

    def any_lost(self) -> Fraction:
        """The chance that it costs at least one figure."""
        return 1 - self.losses[0]


class _Case:
    """A case that may come about: the target as it then stands, its chance, and True if a check is due."""

    __slots__ = ("chance", "due", "unit")

    def __init__(self, unit: Unit, chance: Fraction, due: bool) -> None:
        self.unit: Unit = unit
        self.chance: Fraction = chance
        self.due: bool = due


def volley_odds(
    state: State,
    unit: Unit,
    target: Unit,
    fire: Fire,
    shots: int,
    over: bool,
    lent: tuple[int, ...] = (),
) -> VolleyOdds:
    """The odds of a volley of a unit with an aim; `lent` as in `Volley`. Skirmishers at several ranges roll for one after the other.

    Rules: battlesystem:10.0a, battlesystem:10.1h, battlesystem:10.1k, battlesystem:10.2e, battlesystem:4.4.
    """
    rolls: list[Roll] = []
    bands = volleys.parts(unit, fire)
    if len(bands) > 1 and is_mended(state, 9):
        return _in_turn(state, unit, target, fire, shots, over)
    for band, figures in bands:
        count = count_of(unit, figures, lent)

        def harm(mine: Unit, attack_roll: int, count: int = count) -> int:
            return volleys.damage(state, unit, mine, count, shots, attack_roll)

        rolls.append((figures, volleys.attack_sum(state, unit, target, fire, band, over), harm))
    found = odds_of(state, unit, target, fire, rolls, bands[0][0])
    found.shooters = count_of(unit, fire.shooters, lent)
    return found


class _Steady(Quiet):
    """A table at which everybody else holds, and decides as by default."""

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The lowest: a check that holds."""
        return 1


STEADY: Final = _Steady()


class _Branch:
    """A course that a volley at several ranges may take, after some of them.

    Attributes:
        state: the battle as it then stands.
        left: the figures that have not shot yet.
        lost: the figures that the target has lost to the shots.
        chance: the chance of this course.
        checked: True if the target has checked its morale.
        fled: True if it has routed, or run on.
        opened: True if it has opened.
    """

    __slots__ = ("chance", "checked", "fled", "left", "lost", "opened", "state")

    def __init__(self, state: State, left: set[int], lost: int, chance: Fraction) -> None:
        self.state: State = state
        self.left: set[int] = left
        self.lost: int = lost
        self.chance: Fraction = chance
        self.checked: bool = False
        self.fled: bool = False
        self.opened: bool = False

    def after(self, state: State, rest: set[int], lost: int, chance: Fraction) -> _Branch:
        """The course that goes on from this one."""
        found = _Branch(state, rest, self.lost + lost, chance)
        found.checked, found.fled, found.opened = self.checked, self.fled, self.opened
        return found


def _in_turn(state: State, unit: Unit, target: Unit, fire: Fire, shots: int, over: bool) -> VolleyOdds:
    """The odds of skirmishers at several ranges: one range band after the other, each at the target as it then stands.

    The target checks after each band, as in the battle: it may have opened or run away before the next.
    Rules: battlesystem:10.1h, battlesystem:10.1k, battlesystem:10.0b, battlesystem:4.4a.
    """
    reach = missile_of(unit).ranges[LONG]
    totals: dict[int, int] = {}  # the attack sum of each range band
    branches = [_Branch(state, set(fire.shooters), 0, Fraction(1))]
    found = VolleyOdds(target.figures, figures_on(unit, fire.shooters), volleys.parts(unit, fire)[0][0], [])
    while branches:
        later: list[_Branch] = []
        for branch in branches:
            there, mine = branch.state, branch.state.units[target.id]
            seen = None
            if mine.status == FIELD and branch.left:
                seen = aim(there, unit, sorted(branch.left), mine, reach, over)
            if seen is None:
                _note_branch(branch, mine, found)
                continue
            band, figures = volleys.parts(unit, seen)[0]
            seen = aim(there, unit, figures, mine, reach, over)
            assert seen is not None, "each of these figures sees the target"
            total = volleys.attack_sum(there, unit, mine, seen, band, over)
            totals.setdefault(band, total)
            later += _after_band(branch, unit, mine, seen, figures, total, shots)
        branches = later
    found.sums = list(totals.values())
    return found


def _after_band(
    branch: _Branch, unit: Unit, target: Unit, seen: Fire, figures: list[int], total: int, shots: int
) -> list[_Branch]:
    """The courses after the roll of one range band and the check that it calls for. Rules: battlesystem:4.4a, battlesystem:6.4a."""
    there, count = branch.state, figures_on(unit, figures)

    def harm(at: Unit, attack_roll: int) -> int:
        return volleys.damage(there, unit, at, count, shots, attack_roll)

    cause = causes.Cause(causes.LOSSES, unit.id, *standing.middle_of(unit, figures))
    rest = branch.left - set(figures)
    found: list[_Branch] = []
    first = _Case(target.copy(), branch.chance, False)
    for case in _after(there, unit, [first], seen, figures, total, harm):
        world = there.copy()
        mine = world.units[target.id] = case.unit
        lost = target.figures - mine.figures
        held = branch.after(world, rest, lost, case.chance)
        found.append(held)
        if mine.status != FIELD:
            continue
        if lost:
            in_command.review_unit(world, STEADY, mine)
        if target.routed:
            checks_and_routs.rout_again(world, STEADY, mine, cause)
            held.fled = True
        elif case.due and not mine.now.never_checks:
            needed = current_morale.current(world, mine, cause)
            failing = world.copy()
            broken = failing.units[mine.id]
            checks_and_routs.fail(failing, STEADY, broken, cause)
            fails = branch.after(
                failing, rest, lost, case.chance * Fraction(CHECKS - chance_to_hold(needed), CHECKS)
            )
            held.chance -= fails.chance
            held.checked = fails.checked = True
            if mine.formation == CLOSED:
                fails.opened = True
            else:
                fails.fled = True
            found.append(fails)
    return [one for one in found if one.chance]


def _note_branch(branch: _Branch, target: Unit, found: VolleyOdds) -> None:
    """Add a course that has ended to the odds of the volley."""
    found.losses[branch.lost] += branch.chance
    if branch.checked:
        found.checks += branch.chance
    if branch.fled:
        found.routs += branch.chance
    elif target.status != FIELD:
        found.destroyed += branch.chance
    elif branch.opened:
        found.opens += branch.chance
    if target.wounded and target.figures:
        found.wounded += branch.chance


Harm = Callable[[Unit, int], int]
Roll = tuple[list[int], int, Harm]
"""The figures that shoot, their attack sum, and a function for the tenths of hit dice they do to a unit at an attack roll."""


def odds_of(
    state: State, unit: Unit, target: Unit, fire: Fire, rolls: list[Roll], band: int, checks: bool = False
) -> VolleyOdds:
    """The odds of some rolls of a unit at another, one after the other.

    Args:
        state: the battle.
        unit: the unit that shoots.
        target: the unit shot at.
        fire: the aim.
        rolls: the rolls.
        band: their range band, of several the nearest.
        checks: True if the target checks whatever it loses, once it is hit; by versions 1 to 18 of the rules hit or not.

    Rules: battlesystem:10.1h, battlesystem:4.4.
    """
    shooters = figures_on(unit, fire.shooters)
    found = VolleyOdds(target.figures, shooters, band, [total for _, total, _ in rolls])
    by_hits = checks and is_mended(state, 19)
    cases = [_Case(target.copy(), Fraction(1), checks and not by_hits)]
    for figures, total, harm in rolls:
        cases = _after(state, unit, cases, fire, figures, total, harm, by_hits)
    return _summed(state, unit, target, cases, found)


def _summed(state: State, unit: Unit, target: Unit, cases: list[_Case], found: VolleyOdds) -> VolleyOdds:
    """Add up cases into the odds of a volley, and return them."""
    for case in cases:
        found.losses[target.figures - case.unit.figures] += case.chance
        if case.unit.status != FIELD:
            found.destroyed += case.chance
        else:
            _note(state, unit, target, case, found)
    return found


def _after(
    state: State,
    unit: Unit,
    cases: list[_Case],
    fire: Fire,
    figures: list[int],
    total: int,
    harm: Harm,
    by_hits: bool = False,
) -> list[_Case]:
    """The cases after one more roll, equal ones put together; `by_hits`: any damage calls for a check."""
    found: dict[tuple[int, bool, bool], _Case] = {}
    for case in cases:
        for dice, ways in WAYS:
            chance = case.chance * Fraction(ways, ROLLS)
            there = mirrored(state, case.unit)
            mine = there.units[case.unit.id]
            due = case.due
            if mine.status == FIELD:
                done = harm(mine, total + dice)
                tenths = into_melee.at_unit(there, unit.side, mine).left(done)
                original = mine.now.figures
                before = original - mine.figures
                lost = settle(there, QUIET, volleys.reckoning(there, unit, mine, figures, fire, tenths))[0]
                due = morale_rolls.is_due(mine, original, before, before + lost) or due
                due = due or (by_hits and done > 0)
            key = (mine.figures, mine.wounded, due)
            if key in found:
                found[key].chance += chance
            else:
                found[key] = _Case(mine, chance, due)
    return list(found.values())


def _note(state: State, unit: Unit, target: Unit, case: _Case, found: VolleyOdds) -> None:
    """Add the chances of a wound, a check and its effect in one case. Rules: battlesystem:4.4, battlesystem:4.5, battlesystem:6.4a."""
    mine = case.unit
    if mine.wounded:
        found.wounded += case.chance
    if target.routed:
        found.routs += case.chance  # it runs on without a roll
        return
    if not case.due or mine.now.never_checks:
        return
    there = mirrored(state, mine)
    here = there.units[mine.id]
    in_command.review_unit(there, QUIET, here)
    x, y = standing.centre(unit)
    needed = current_morale.current(there, here, causes.Cause(causes.LOSSES, unit.id, x, y))
    fails = case.chance * Fraction(CHECKS - chance_to_hold(needed), CHECKS)
    found.checks += case.chance
    if here.formation == CLOSED and here.now.kind != SKIRMISHERS:
        found.opens += fails
    else:
        found.routs += fails
