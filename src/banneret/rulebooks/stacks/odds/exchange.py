"""The odds of one exchange: one battle roll of the final pair, by the rules that the battle itself uses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from banneret.kernel.tally import Tally
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.options import DEFAULT_OPTIONS, ModifierOptions


@dataclass(frozen=True, slots=True)
class Fate:
    """The effect of one roll on a combatant: chances to be destroyed, and to be only marked as defeated once."""

    total: int  # its modifiers
    tally: Tally  # and why
    destroyed: Fraction
    marked: Fraction


@dataclass(frozen=True, slots=True)
class ExchangeOdds:
    """The odds of one battle roll, seen from the attacker."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    attacker: Fate
    defender: Fate


def exchange_odds(
    attacker: Line,
    defender: Line,
    options: ModifierOptions = DEFAULT_OPTIONS,
    *,
    attacker_defeated: bool = False,
    defender_defeated: bool = False,
) -> ExchangeOdds:
    """The odds of one roll between two lines as revealed.

    `..._defeated`: that combatant has been defeated before in this battle, so that Regenerates will not save it. Nothing
    that anybody may choose after the roll (Martyr, spells) is counted.

    Rule: stacks:odds.round, stacks:roll.losses, stacks:regenerates.twice.
    """
    attack = battle_roll(attacker, defender, True, options)
    defence = battle_roll(defender, attacker, False, options)
    win, tie, lose = roll_weights(attack.total - defence.total)
    return ExchangeOdds(
        Fraction(win, 36),
        Fraction(tie, 36),
        Fraction(lose, 36),
        _fate(attacker, attack, Fraction(lose, 36), attacker_defeated),
        _fate(defender, defence, Fraction(win, 36), defender_defeated),
    )


def _fate(line: Line, tally: Tally, defeat: Fraction, defeated: bool) -> Fate:
    survives = not defeated and (
        line.unit.regenerates or any(artifact.effects.regenerates for artifact in line.own_artifacts)
    )
    return Fate(tally.total, tally, Fraction(0) if survives else defeat, defeat if survives else Fraction(0))
