"""The chances of a roll, from what is known: sums, chances, and their words.

Rule: stacks:odds.round, stacks:hidden.views.
"""

from __future__ import annotations

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Odds, Result
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, Line, State, Unit
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind


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


def sums(state: State, fight: Fight, corner: Corner, line: Line, enemy: Line) -> tuple[int, int]:
    """Both sums without dice, this corner's first. Rule: stacks:mod.sum."""
    options = state.setting.flags.modifiers
    attacking = fight.corners[0] is corner
    return (
        battle_roll(line, enemy, attacking, options).total,
        battle_roll(enemy, line, not attacking, options).total,
    )


def supported(state: State, corner: Corner, enemy: Line, order: Order) -> tuple[Line, Line]:
    """Both lines if the corner gave this order at T5 and the enemy none. Rule: stacks:tactical.who, stacks:carry.battle."""
    units, kinds, setting = state.units, state.setting.kinds, state.setting
    helpers: list[int] = []
    own: list[Artifact] = []
    lent: list[tuple[UnitKind, Artifact]] = []
    blessings: list[Spell] = []
    curses: list[Spell] = list(enemy.curses)
    carrier: UnitKind | None = None
    for item in order[1:]:
        verb = item[0]
        number: int = item[-1]
        if verb == "use":
            artifact = setting.artifact_kinds[state.artifacts[number].kind]
            number = state.artifacts[number].holder
            if number == corner.front:
                own.append(artifact)
            else:
                lent.append((kinds[units[number].kind], artifact))
        elif verb == "lend":
            carrier = kinds[units[number].kind]
        elif verb == "cast":
            spell = setting.facts.spell(item[1])
            if not spell.effects.summon:
                (curses if spell.target == "enemy" else blessings).append(spell)
        if number != corner.front and number not in helpers:
            helpers.append(number)
    unit = units[corner.front]
    mine = Line(
        kinds[unit.kind],
        unit.devoured,
        corner.brought_in,
        [kinds[units[number].kind] for number in helpers],
        own,
        lent,
        blessings,
        [],
        carrier,
    )
    theirs = Line(
        enemy.unit,
        enemy.devoured,
        enemy.brought_in,
        enemy.supporters,
        enemy.own_artifacts,
        enemy.lent_artifacts,
        enemy.blessings,
        curses,
        enemy.carrier,
    )
    return mine, theirs


def standing(kind: UnitKind, devoured: int, attacking: bool) -> int:
    """The sum a unit brings to its roll against anybody: BRM, Armor, and Surprise or Ambush. Rule: stacks:mod.sum."""
    return kind.brm + kind.armor + devoured + (kind.surprise if attacking else kind.ambush)
