"""Forecasts of individual combats: exact for two, for more by the strength of both sides, and of the next blows.

Rules: battlesystem:9.4b, battlesystem:9.4b.rounds, battlesystem:9.4b.to-hit.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from banneret.kernel.abilities.odds import Number, whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Throw
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.duels.combat import wanted
from banneret.rulebooks.battlesystem.duels.declarations import ATTACK, DECLARE
from banneret.rulebooks.battlesystem.duels.duellists import FRONT, Duellist, needed, routines
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.man_to_man import ROUNDS, TWENTY, chances


def duel_forecast(state: State, order: Order, side: int) -> Odds | None:
    """The odds of an order to fight man to man, or of a declaration to strike; None for any other. `side` gives the order."""
    if order[0] == duelling.FIGHT:
        named = [duelling.duellist(state, state.individuals[number]) for number in order[1:]]
        if len(named) != 2:
            return _of_many(state, named, side)
        first, second = named
        own, enemy = (first, second) if first.side == side else (second, first)
        odds = of_two(state, own, enemy, ROUNDS)
        # what the large button goes by stands first, beside the answer
        won, lost = odds.chances[2:]
        text = f"{won.name} {whole_percent(won.share / 100)}; {odds.text}"
        return replace(odds, text=text, chances=(won, lost, *odds.chances[:2]))
    if order[0] != DECLARE or state.duels is None:
        return None
    duel = state.duels[0]
    striking = [row for row in order[1:] if row[1] == ATTACK]
    if not striking:
        return None
    fighters = duelling.combat_of(state, duel).fighters
    if len(fighters) == 2:
        own, enemy = fighters[striking[0][0]], fighters[striking[0][3]]
        return of_two(state, own, enemy, ROUNDS - duel.rounds)
    throws = [_throw(state, fighters[row[0]], fighters[aim]) for row in striking for aim in row[3:]]
    return Odds("; ".join([f"{throw.title}: {throw.needs}" for throw in throws]), throws=tuple(throws))


def of_two(state: State, own: Duellist, enemy: Duellist, rounds: int) -> Odds:
    """The exact odds of a combat of two, in the `rounds` left of this phase and fought to the end. Rule: battlesystem:9.4b.rounds."""
    combat = Combat(own, enemy, state.setting.daylight)
    phase, end = combat.phase(rounds), combat.prospect()
    left = float(own.hit_points - phase.lost(0)), float(enemy.hit_points - phase.lost(1))
    text = f"in this phase {enemy.name} falls {whole_percent(_fallen(phase.first, phase.both))}, {own.name} {whole_percent(_fallen(phase.second, phase.both))}"
    told = (
        Chance(f"{enemy.name} falls", _share(_fallen(phase.first, phase.both))),
        Chance(f"{own.name} falls", _share(_fallen(phase.second, phase.both)), True),
        Chance("wins in the end", _share(end.first)),
        Chance("loses in the end", _share(end.second + end.both), True),
    )
    more = f"{own.name} is left with {left[0]:.1f} hit points on average, {enemy.name} with {left[1]:.1f}"
    assumption = f"in this phase: {rounds} melee rounds" if rounds > 1 else "in this phase: one melee round"
    return Odds(text, assumption, told, more, throws=(_throw(state, own, enemy), _throw(state, enemy, own)))


def _of_many(state: State, fighters: list[Duellist], side: int) -> Odds:
    """The chance that a side wins a combat of more than two, by the strength of both sides. Rule: battlesystem:9.4b.groups."""
    won = duels.chance(fighters, side, state.setting.daylight)
    text = f"about {whole_percent(won)} that yours win in the end"
    told = (Chance("yours win in the end", _share(won)),)
    return Odds(text, "by the hit points and blows of both sides; of two alone the odds are exact", told)


def _fallen(alone: Number, both: Number) -> Number:
    return alone + both


def _throw(state: State, own: Duellist, enemy: Duellist) -> Throw:
    """The attack of one fighter on another: the number needed to hit, with its parts. Rule: battlesystem:9.4b.to-hit."""
    blow = own.arms[own.holds].blows[0]
    tally = Tally("needed")
    number = needed(own, blow, enemy, FRONT, state.setting.daylight, 0, tally)
    many = sum([len(routine) for routine in routines(own, own.fought + 1, enemy.weak)])
    dice = blow.dice(enemy.large)
    figure = Figure("needs", str(number), tuple(tally.parts), "battlesystem:9.4b.to-hit")
    blows = f", {many} blows" if many != 1 else ""
    needs = f"{wanted(number)} for {dice}, mean {dice.mean:g}{blows}"
    share = _share(Fraction(chances(number), TWENTY))
    return Throw(f"{own.name} at {enemy.name}", own.side, (figure,), needs, share, "battlesystem:9.4b.to-hit")


def _share(chance: Number) -> float:
    return round(100.0 * float(chance), 2)
