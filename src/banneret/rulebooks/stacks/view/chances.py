"""The chances of a roll, from what is known: sums, chances, and their words.

Rule: stacks:odds.round, stacks:hidden.views.
"""

from __future__ import annotations

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.scene import Chance, Odds, Result
from banneret.rulebooks.stacks.battle.support import sums
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, Line, State, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind


def odds_for(mine: int, other: int, assumption: str) -> Odds:
    """The chances of one battle roll of two known sums. Rule: stacks:odds.round.

    >>> odds_for(9, 5, "if nobody adds anything").text
    'win 92 %, tie 6 %, lose 3 %'
    """
    won, tied, lost = roll_weights(mine - other)
    rolls: tuple[tuple[Result, int], ...] = (("win", won), ("tie", tied), ("lose", lost))
    text = ", ".join([f"{name} {whole_percent(count / 36)}" for name, count in rolls if count])
    chances = tuple([Chance(name, round(count / 0.36, 1), name == "lose") for name, count in rolls])
    return Odds(text, assumption, chances, rolls=rolls)


def winning(mine: int, other: int) -> float:
    """The chance to win one battle roll outright."""
    return roll_weights(mine - other)[0] / 36


# ---------------------------------------------------------------- lines


def bare(state: State, unit: Unit, brought_in: bool) -> Line:
    """A combatant without any support. Rule: stacks:tactical.optional."""
    return Line(state.setting.kinds[unit.kind], unit.devoured, brought_in)


def front_line(state: State, corner: Corner) -> Line | None:
    """The line of a corner's combatant as everybody knows it now; None without a combatant."""
    if corner.front == NOBODY:
        return None
    if corner.line is not None:
        return corner.line
    return bare(state, state.units[corner.front], corner.brought_in)


def odds_against(
    state: State, fight: Fight, corner: Corner, line: Line | None, assumption: str
) -> Odds | None:
    """The odds of a line against the enemy combatant as it stands; None when there is none."""
    other = fight.corners[1] if fight.corners[0] is corner else fight.corners[0]
    enemy = front_line(state, other)
    if line is None or enemy is None:
        return None
    mine, theirs = sums(state, fight, corner, line, enemy)
    return odds_for(mine, theirs, assumption)


def standing(kind: UnitKind, devoured: int, attacking: bool) -> int:
    """The sum a unit brings to its roll against anybody: BRM, Armor, and Surprise or Ambush. Rule: stacks:mod.sum."""
    return kind.brm + kind.armor + devoured + (kind.surprise if attacking else kind.ambush)
