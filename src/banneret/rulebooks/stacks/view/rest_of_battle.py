"""The chances of a battle fought to its end, from what one side knows: against the enemies it has seen there.

Counted by `odds.battle`: exactly where the stacks are small, else from battles played on with dice, with their interval.
Rules: stacks:odds.uniform, stacks:odds.round, stacks:hidden.battle, stacks:hidden.no-tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.scene import Chance, Odds
from banneret.rulebooks.stacks.odds.battle import battle_odds
from banneret.rulebooks.stacks.odds.sides import uniform_states
from banneret.rulebooks.stacks.state import NOBODY, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import floats
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

MOST_PAIRS: Final = 1_000  # of states counted exactly: a player is waiting for the question
GAMES: Final = 400  # battles played on for greater stacks

Stack = tuple[UnitKind, ...]


def rest_of_battle(
    kinds: Sequence[UnitKind],
    options: ModifierOptions,
    own: Sequence[Unit],
    enemies: Sequence[Unit],
    attacking: bool,
    which: str,
    undecided: bool = False,
) -> Odds | None:
    """The odds that a side destroys what it has seen of a stack; None if either has no unit.

    `which` says against what, as part of a sentence. `undecided` is true if paralyzed units are there too: they are left when nobody else
    is, and nobody has won. Nobody sinks with a ship: see `may_sink`. Rules: stacks:odds.uniform, stacks:reveal.none-usable.
    """
    if not own or not enemies:
        return None
    mine, theirs = _stack(kinds, own), _stack(kinds, enemies)
    pair = (mine, theirs) if attacking else (theirs, mine)
    won, lost, sure = _counted(*pair, options)
    if not attacking:
        won, lost = lost, won
        sure = tuple([1 - bound for bound in reversed(sure)])
    how = "exact"
    if sure:
        low, high = (round(100 * bound) for bound in sure)
        how = f"{GAMES} battles played on, {low} to {high} % sure"
    assumption = f"fought to its end against {which}; {how} if both reveal at random and nobody supports"
    wins, loses = ("wins the battle", "loses it")
    if undecided:
        wins, loses = ("beats all who can fight", "has nobody left who can")
        assumption += "; the paralyzed stay, and while they are there the battle is not won"
    text = f"{wins} {whole_percent(won)}, {loses} {whole_percent(lost)}"
    chances = (Chance(wins, round(100 * won, 1)), Chance(loses, round(100 * lost, 1), True))
    return Odds(text, assumption, chances)


def may_sink(state: State, hex_: int, own: Sequence[Unit], enemies: Sequence[Unit]) -> bool:
    """True if, as far as the owner of `own` knows, somebody here goes down with a ship. Rule: stacks:transport.sink.

    Who is aboard what is hidden: of enemies only that who cannot be in water by itself needs a ship there.
    """
    units, kinds = state.units, state.setting.kinds
    if any(unit.aboard != NOBODY and kinds[units[unit.aboard].kind].ship for unit in own):
        return True
    return state.setting.water[hex_] and not all(floats(kinds[unit.kind]) for unit in enemies)


def _stack(kinds: Sequence[UnitKind], units: Sequence[Unit]) -> Stack:
    """The kinds of some units as they are now, in an order that does not depend on theirs."""
    found = []
    for unit in units:
        kind = kinds[unit.kind]
        found.append(_as_it_is(kind, unit.devoured, (kind.regenerates or unit.blooded) and not unit.defeats))
    return tuple(sorted(found, key=lambda kind: (kind.index, kind.brm, kind.regenerates)))


@lru_cache(maxsize=256)
def _as_it_is(kind: UnitKind, devoured: int, regenerates: bool) -> UnitKind:
    """A kind with what a unit of it has devoured, and with a second life if it has one left. Rule: stacks:regenerates.twice."""
    if not devoured and regenerates == kind.regenerates:
        return kind
    return replace(kind, brm=kind.brm + devoured, regenerates=regenerates)


@lru_cache(maxsize=256)
def _counted(
    attackers: Stack, defenders: Stack, options: ModifierOptions
) -> tuple[float, float, tuple[float, ...]]:
    """The chances of attacker and defender, and the interval of the attacker's if they are not exact."""
    pairs = uniform_states(attackers, False) * uniform_states(defenders, False)
    method, games = ("auto", None) if pairs <= MOST_PAIRS else ("simulation", GAMES)
    found = battle_odds(attackers, defenders, reveal="uniform", options=options, method=method, games=games)
    return float(found.attacker), float(found.defender), tuple(found.intervals.get("attacker", ()))
