"""A melee in which set spears strike first, counted exactly: the figures left of the charger strike back, unless it has routed.

All chances are whole numbers over one denominator, as in `melee`. Rules: battlesystem:11.7b, battlesystem:11.7c, battlesystem:4.4b.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.combat.attack_rolls import are_set_against, count_of
from banneret.rulebooks.battlesystem.combat.moments import not_hit
from banneret.rulebooks.battlesystem.combat.strikers import striking
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.odds.melee import (
    ATTACKS,
    CHECKS,
    QUIET,
    Aftermath,
    Exchange,
    Fate,
    Prospect,
    aftermath,
    chance_to_hold,
    exchange,
    fates,
    mirrored,
    wet_among,
)
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import OPEN, Unit

Lent = tuple[tuple[int, ...], tuple[int, ...]]
"""Of each of two units the stands of which a figure strikes an individual instead: see `count_of`."""


def exchange_in_order(
    state: State,
    first: Unit,
    second: Unit,
    strikers: tuple[list[int], list[int]],
    aspects: tuple[int, int],
    wading: tuple[int, int],
    lent: Lent = ((), ()),
) -> Exchange:
    """The odds of the melee of two units in contact: as by `melee.exchange`, unless one has set spears against the other's charge.

    Args:
        state: the battle.
        first: the first unit.
        second: the second unit.
        strikers: the figures that strike, of the first and of the second unit.
        aspects: the sides on which they strike, of the same.
        wading: the number of strikers that wade, of the same.
        lent: stands of which a figure strikes an individual instead, as in `count_of`, of the same.

    Rules: battlesystem:11.7b, battlesystem:8.0b, battlesystem:11.9d.
    """
    counts = count_of(first, strikers[0], lent[0]), count_of(second, strikers[1], lent[1])
    found = Exchange(Prospect(first.figures), Prospect(second.figures), counts)
    if are_set_against(state, first, second):
        one = _Spears(state, first, second, strikers, aspects, lent)
        one.weigh(found.first, found.second)
        found.first_only, found.second_only, found.both = one.spears_only, one.charger_only, one.both
    elif are_set_against(state, second, first):
        one = _Spears(
            state,
            second,
            first,
            (strikers[1], strikers[0]),
            (aspects[1], aspects[0]),
            (lent[1], lent[0]),
        )
        one.weigh(found.second, found.first)
        found.first_only, found.second_only, found.both = one.charger_only, one.spears_only, one.both
    else:
        return exchange(state, first, second, counts, aspects, wading)
    return found


class _Spears:
    """Spears set against a charge, with the number of cases, of `WHOLE`, in which only the spears, only the charger, or neither is left.

    Rule: battlesystem:11.7b.
    """

    def __init__(
        self,
        state: State,
        spears: Unit,
        charger: Unit,
        strikers: tuple[list[int], list[int]],
        aspects: tuple[int, int],
        lent: Lent,
    ) -> None:
        self.state: State = state
        self.spears: Unit = spears
        self.charger: Unit = charger
        self.strikers: tuple[list[int], list[int]] = strikers
        self.aspects: tuple[int, int] = aspects
        self.lent: dict[int, tuple[int, ...]] = {spears.id: lent[0], charger.id: lent[1]}
        self.spears_only: int = 0
        self.charger_only: int = 0
        self.both: int = 0

    def weigh(self, spears: Prospect, charger: Prospect) -> None:
        """Add up all cases, into the odds of the spears and of the charger."""
        for fate in self._blows(self.state, self.spears, self.charger, self.strikers[0], self.aspects[0]):
            after = aftermath(self.state, self.charger, self.spears, fate)
            for kept, unit in self._branches(after):
                cases = fate.ways * kept
                _note(charger, after, cases * ATTACKS * CHECKS, unit is not None)
                self._answer(spears, cases, unit, after)
            _note_check(charger, after, fate.ways * ATTACKS * CHECKS)

    def _branches(self, one: Aftermath) -> list[tuple[int, Unit | None]]:
        """The outcomes of the charger's check, each with its cases of 100 and the charger as it then stands, None if it is gone."""
        if one.gone():
            return [(CHECKS, None)]
        if not one.checks:
            return [(CHECKS, one.unit)]
        holds = chance_to_hold(one.needed)
        opened: Unit | None = None
        if one.opens:
            there = mirrored(self.state, one.unit)
            opened = there.units[one.unit.id]
            formations.open_up(there, QUIET, opened)
            in_command.review_unit(there, QUIET, opened)
        return [(holds, one.unit), (CHECKS - holds, opened)]

    def _answer(self, odds: Prospect, cases: int, charger: Unit | None, after: Aftermath) -> None:
        """Add the cases of the blow of those left of the charger, and of the check of the spears after it. Rule: battlesystem:11.7c."""
        rows = [Fate(ATTACKS, (), 0, self.spears.wounded)]
        there, left = self.state, self.charger
        if charger is not None:
            there = mirrored(self.state, charger)
            left = there.units[charger.id]
            figures = self._left_to_strike(there, left, after)
            if figures:
                aspect = contacts.aspect(there, left, self.spears)
                rows = self._blows(there, left, self.spears, figures, aspect)
        for fate in rows:
            mine = aftermath(there, self.spears, left, fate)
            holds = CHECKS
            if mine.gone():
                holds = 0
            elif mine.checks and not mine.opens:
                holds = chance_to_hold(mine.needed)
            for count, stands in ((holds, True), (CHECKS - holds, False)):
                _note(odds, mine, cases * fate.ways * count, stands)
                if stands and charger is None:
                    self.spears_only += cases * fate.ways * count
                elif charger is not None and not stands:
                    self.charger_only += cases * fate.ways * count
                elif not stands:
                    self.both += cases * fate.ways * count
            _note_check(odds, mine, cases * fate.ways)

    def _blows(self, there: State, unit: Unit, enemy: Unit, figures: list[int], aspect: int) -> list[Fate]:
        """The effects that an attack of some figures may have; those who wade roll separately. Rule: battlesystem:11.9d."""
        lent = self.lent[unit.id]
        wet = wet_among(there, unit, enemy, figures, lent)
        return fates(there, unit, enemy, count_of(unit, figures, lent), aspect, wading=wet)

    def _left_to_strike(self, there: State, charger: Unit, after: Aftermath) -> list[int]:
        """The figures of the charger that strike back; in open formation, those in contact that were not hit. Rule: battlesystem:11.7c."""
        block = self.charger.block
        if self.charger.formation == OPEN and block is not None:
            return list(not_hit(block, after.fallen, tuple(self.strikers[1]), is_mended(self.state, 19)))
        return striking(there, charger, self.spears)


def _note(odds: Prospect, one: Aftermath, cases: int, stands: bool) -> None:
    """Add n cases of a fate to the odds of a unit; `stands`: True if it is not gone or routed then."""
    if not cases:
        return
    odds.losses[one.fate.lost] += cases
    if one.destroyed:
        odds.destroyed += cases
    else:
        odds.wounded += cases if one.fate.wounded else 0
        odds.routs += 0 if stands else cases


def _note_check(odds: Prospect, one: Aftermath, cases: int) -> None:
    """Add the check of a unit, if it has one in n times 100 cases, and the cases in which it opens."""
    if one.checks and not one.gone():
        odds.checks += cases * CHECKS
        if one.opens:
            odds.opens += cases * (CHECKS - chance_to_hold(one.needed))
