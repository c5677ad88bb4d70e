"""Discipline: the rating and its test, and troops out of hand.

Rules: battlesystem:4.6 to battlesystem:4.6i.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.tables.dice import check_stake
from banneret.rulebooks.battlesystem.tables.rosters import CROWD
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NO_ORDER, NOBODY, Unit

ELITE: Final = 2
"""The bonus to the morale of elite units. Rule: battlesystem:2.11."""

# ---------------------------------------------------------------- the rating and the roll


def rating(state: State, unit: Unit, tally: Tally | None = None) -> int:
    """The discipline rating of a unit under the options in force; the situation never changes it. Rules: battlesystem:4.6, 4.6a.

    A `tally` receives every part with its reason.
    """
    roster = unit.now
    flags = state.setting.flags
    total = roster.discipline
    if tally is not None:
        tally.add(total, "discipline rating", "battlesystem:4.6")
    if total <= 0:
        return total  # nothing improves it: it fails every check
    if flags.average_low and roster.intelligence == "average-low":
        total += 1
        if tally is not None:
            tally.add(1, "average intelligence", "battlesystem:4.6")
    if flags.elite_dl and roster.special == "elite":
        total += ELITE
        if tally is not None:
            tally.add(ELITE, "elite", "battlesystem:2.11")
    return total


def is_unruly(state: State, unit: Unit) -> bool:
    """True if troops are of chaotic alignment or low intelligence. Rules: battlesystem:4.6d, battlesystem:4.6e."""
    roster = unit.now
    if not roster.low_or_chaotic:
        return False
    if not state.setting.flags.average_low or roster.intelligence != "average-low":
        return True
    return roster.alignment.startswith("chaotic")


def check(state: State, table: Table, unit: Unit, why: str) -> bool:
    """Make a Discipline Check; return True if 2d10 are at most the rating. A rating of 0 fails without a roll; `fail` has the effects.

    Rules: battlesystem:4.6a, battlesystem:4.6b.

    Args:
        state: the battle.
        table: who rolls.
        unit: who is tested.
        why: the provocation, in words for people.
    """
    tally = Tally(f"discipline of {name(state, unit)}") if table.telling else None
    needed = rating(state, unit, tally)
    if needed <= 0:
        if tally is not None:
            text = f"{name(state, unit)} cannot be held ({why})."
            _tell(table, unit, text, "battlesystem:4.6a", [], needed, tally)
        return False
    dice = table.dice(2, 10, "discipline", unit.side)
    rolled = dice[0] + dice[1]
    if tally is not None:
        end = "passes|pass" if rolled <= needed else "fails|fail"
        words = f"{end} a discipline check ({{}}): {rolled}, needed {needed} or less."
        text = says(state, unit, words, why)
        _tell(table, unit, text, "battlesystem:4.6b", dice, needed, tally)
    return rolled <= needed


def _tell(table: Table, unit: Unit, text: str, rule: str, dice: list[int], needed: int, tally: Tally) -> None:
    """Tell of a Discipline Check, with its dice if any were rolled."""
    shown = [(unit.side, 10, die) for die in dice]
    data: dict[str, object] = {"unit": f"u{unit.id}", "needed": needed}
    stakes = [check_stake(unit.side, sum(dice) <= needed, needed)] if dice else []
    table.tell(
        Event("discipline", text, rule, side=unit.side, dice=shown, data=data, tallies=[tally], stakes=stakes)
    )


# ---------------------------------------------------------------- out of hand


def lone_quarry(number: int) -> int:
    """The value of `Unit.quarry` and `Unit.charged` for an individual, a number below `NOBODY`, and back again. Rules: 4.6g, battlesystem:7.14e.

    >>> lone_quarry(0), lone_quarry(3), lone_quarry(lone_quarry(3))
    (-2, -5, 3)
    """
    return -2 - number


def quarry_name(state: State, quarry: int) -> str:
    """The name of the enemy that a unit out of hand attacks, a unit or an individual. Rule: battlesystem:4.6g."""
    if quarry < NOBODY:
        return state.setting.sheets[lone_quarry(quarry)].name
    return name(state, state.units[quarry])


def quarry_piece(quarry: int) -> str:
    """The id of that enemy's piece in the news."""
    return f"u{quarry}" if quarry >= 0 else f"l{lone_quarry(quarry)}"


def fail(state: State, table: Table, unit: Unit, quarry: int) -> None:
    """Apply a failed check: the unit is out of command and attacks `quarry`; a closed unit opens, a mob forgets its order.

    Rules: battlesystem:4.6g, battlesystem:2.10g, battlesystem:7.6b.
    """
    unit.quarry = quarry
    unit.rash = True
    unit.order = NO_ORDER
    unit.turn = 0.0
    if table.telling:
        text = says(state, unit, "is|are out of hand and attacks|attack {}.", quarry_name(state, quarry))
        data: dict[str, object] = {"unit": f"u{unit.id}", "target": quarry_piece(quarry)}
        table.tell(Event("rash", text, "battlesystem:4.6g", side=unit.side, data=data))
    unit.in_command = False
    if unit.formation == CLOSED:
        formations.open_up(state, table, unit)


def to_strike(state: State, unit: Unit) -> list[int]:
    """The enemies of whom a unit must strike the first that it can in the Melee Phase: whom it charged, and whom it attacks out of hand.

    Individuals are among them as in `quarry`. By versions 1 to 15 of the rules the owner of troops out of hand could set all their
    figures against others. Rules: battlesystem:7.14e, battlesystem:4.6g.
    """
    found = [] if unit.charged == NOBODY else [unit.charged]
    if unit.quarry not in (NOBODY, unit.charged) and is_mended(state, 16) and not is_over(state, unit):
        found.append(unit.quarry)
    return found


def is_over(state: State, unit: Unit) -> bool:
    """True if the attack of a unit out of hand has come to its end. Rule: battlesystem:4.6g."""
    if unit.quarry == NOBODY:
        return True
    if unit.quarry < NOBODY:
        return unit.routed or footprints.champion(state, state.individuals[lone_quarry(unit.quarry)]) is None
    enemy = state.units[unit.quarry]
    return unit.routed or enemy.status != FIELD or is_routed(enemy)


def is_routed(unit: Unit) -> bool:
    """True if a unit is routed; skirmishers are if all who are left are."""
    singles = unit.singles
    if singles is None:
        return unit.routed
    return all(singles[figure].routed for figure in figures_standing(unit))


def settle(state: State) -> None:
    """End the attacks of units out of hand that are over: regulars stay out of command until rallied, mobs may be ordered again.

    Rules: battlesystem:4.6g, battlesystem:4.6h.
    """
    for unit in list(state.units.values()):
        if unit.quarry != NOBODY and is_over(state, unit):
            unit.quarry = NOBODY
        if unit.rash and unit.quarry == NOBODY and unit.now.kind == CROWD:
            unit.rash = False


def reassert(state: State, table: Table, unit: Unit) -> None:
    """Put a unit that its commander rallied in hand again. Rules: battlesystem:4.6h, battlesystem:6.5."""
    unit.rash = False
    unit.quarry = NOBODY
    in_command.review_unit(state, table, unit)
