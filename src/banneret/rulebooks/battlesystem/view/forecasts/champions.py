"""Forecasts of fights between individuals and figures, exact. Rules: battlesystem:9.4a.figure-attacks, battlesystem:9.4a.hero-attacks."""

from __future__ import annotations

from fractions import Fraction

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Throw
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooters import missile_of
from banneret.rulebooks.battlesystem.missiles.shooting_orders import reach_of
from banneret.rulebooks.battlesystem.odds.champion import (
    StrikeOdds,
    aim_odds,
    blow_odds,
    shot_odds,
    strike_odds,
)
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.stages import is_moving
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.man_to_man import TWENTY, chances
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, LONG, MEDIUM, SHORT, band
from banneret.rulebooks.battlesystem.view.forecasts.friends import shares_of_man, shares_of_unit

UNMEASURED = "nothing is measured before the shot"
LOW = "low is good: it is looked up in the table of results"


def champion_forecast(state: State, order: Order, one_shot: bool = False) -> Odds | None:
    """The odds of an order to strike or shoot by or at an individual; None for any other.

    `one_shot`: a single shot, at or by troops on the move. Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4c, battlesystem:9.4d.
    """
    if order[0] == "strike":
        return _strike(state, order)
    if order[0] == "beset" and len(order) > 2:
        return _beset(state, order)
    if order[0] == at_champions.SNIPE:
        return _snipe(state, order, one_shot)
    if order[0] == by_champions.AIM:
        return _aim(state, order, one_shot)
    return None


def _aim(state: State, order: Order, one_shot: bool) -> Odds | None:
    """The odds of an individual's shots; for each range if the distance may not be measured. Rules: battlesystem:3.5, battlesystem:9.4c."""
    one, target = state.individuals[order[1]], by_champions.target_of(state, order)
    fire = by_champions.aimed(state, one, target)
    missile = by_champions.missile_of(state, one)
    if fire is None or missile is None:
        return None
    shots = 1 if one_shot else by_champions.shots_left(state, one)
    if not state.setting.flags.premeasure:
        found_at: list[tuple[str, float]] = []
        for there in (SHORT, MEDIUM, LONG):
            from_there = fire.at(missile.ranges[there])
            if order[2] == by_champions.MAN:
                hurt = _hurts(state, order, from_there, there, shots)[1]
            else:
                hurt = _share(1 - aim_odds(state, one, target, from_there, there, shots).nothing)
            found_at.append((BANDS[there], hurt))
        what = "hits" if order[2] == by_champions.MAN else f"wounds a figure of {target.now.name}"
        told = ", ".join([f"{word} {hurt:.0f}%" for word, hurt in found_at])
        shared = "" if order[2] == by_champions.MAN else shares_of_unit(state, one.side, target)
        return Odds(
            f"{what} at {told}{shared}",
            UNMEASURED,
            tuple([Chance(f"{w}: {what}", h) for w, h in found_at]),
            either=True,
        )
    at = band(missile.ranges, fire.inches)
    who = state.setting.sheets[one.id].name
    tally = Tally("the sum")
    if order[2] == by_champions.MAN:
        number, hurt = _hurts(state, order, fire, at, shots, tally)
        figure = Figure("needs on a d20", str(number), tuple(tally.parts), by_champions.RULE)
        return Odds(
            f"hits {hurt:.0f}%, {missile.dice[0]} a hit",
            "",
            (Chance("hits", hurt),),
            throws=(Throw(who, one.side, (figure,), "high is good", hurt, by_champions.RULE),),
            band=BANDS[at],
        )
    found = aim_odds(state, one, target, fire, at, shots, tally)
    figure = Figure("attack roll", f"{found.total} + 2d6", tuple(tally.parts), by_champions.RULE)
    some = _share(1 - found.nothing)
    throw = Throw(who, one.side, (figure,), LOW, some, by_champions.RULE)
    text, struck = _struck(found, target.now.name)
    return Odds(text + shares_of_unit(state, one.side, target), "", struck, throws=(throw,), band=BANDS[at])


def _hurts(
    state: State, order: Order, fire: Fire, at: int, shots: int, tally: Tally | None = None
) -> tuple[int, float]:
    """The number that a shot at an individual needs on a d20, and the chance in percent that any of the shots hits. Rule: battlesystem:9.4c."""
    one, other = state.individuals[order[1]], state.individuals[order[3]]
    number = by_champions.needed(state, one, other, fire, at, tally)
    miss = 1 - Fraction(chances(number), TWENTY)
    return number, _share(1 - miss**shots)


def _snipe(state: State, order: Order, one_shot: bool) -> Odds | None:
    """The odds of a unit's shots at an individual; for each range if the distance may not be measured. Rules: battlesystem:3.5, battlesystem:9.4d."""
    unit, one = state.units[order[1]], state.individuals[order[2]]
    ranges = missile_of(unit).ranges
    reach = reach_of(state, unit)
    shots = 1 if one_shot else at_champions.shots_at(state, unit, one, reach)
    fire = at_champions.aimed(state, unit, one, reach, shots)
    if fire is None:
        return None
    if not state.setting.flags.premeasure:
        kinds = [
            (BANDS[at], shot_odds(state, unit, one, fire.at(ranges[at]), at, shots))
            for at in (SHORT, MEDIUM, LONG)
        ]
        told = ", ".join([f"{word} {float(odds.mean()):.1f}" for word, odds in kinds])
        hurts = [
            Chance(f"{word}: hurts him", _share(1 - odds.points.get(0, Fraction(0)))) for word, odds in kinds
        ]
        told += shares_of_man(state, unit.side, one)
        return Odds(f"hit points lost on average, at {told}", UNMEASURED, tuple(hurts), either=True)
    mean, spared = Fraction(0), Fraction(1)
    throws: list[Throw] = []
    for at, mine in at_champions.attacks(state, unit, one, fire):
        found = shot_odds(state, unit, one, mine, at, shots)
        tally = Tally("attack roll")
        at_champions.attack_sum(state, unit, one, mine, at, tally)
        figure = Figure("attack roll", f"{found.total} + 2d6", tuple(tally.parts), at_champions.RULE)
        nothing = found.points.get(0, Fraction(0))
        mean, spared = mean + found.mean(), spared * nothing
        throws.append(
            Throw(name(state, unit), unit.side, (figure,), LOW, _share(1 - nothing), at_champions.RULE)
        )
    text = f"costs him {float(mean):.1f} hit points on average{shares_of_man(state, unit.side, one)}"
    return Odds(text, "", (Chance("hurts him", _share(1 - spared)),), throws=tuple(throws))


def _strike(state: State, order: Order) -> Odds:
    """The odds of an individual's strikes at a figure. Rule: battlesystem:9.4a.hero-attacks."""
    one, unit = state.individuals[order[1]], state.units[order[2]]
    free = is_moving(state.stage)  # then it is a blow at the back of one who flees. Rule: battlesystem:8.8d
    found = strike_odds(state, one, unit, order[3], free)
    tally = Tally("attack roll")
    sums.champion_sum(state, one, unit, order[3], tally, free)
    text, struck = _struck(found, name(state, unit))
    figure = Figure(
        "attack roll", f"{found.total} + 2d6", tuple(tally.parts), "battlesystem:9.4a.hero-attacks"
    )
    throw = Throw(
        state.setting.sheets[one.id].name, one.side, (figure,), LOW,
        _share(1 - found.nothing), "battlesystem:9.4a.hero-attacks",
    )  # fmt: skip
    return Odds(text, "", struck, throws=(throw,))


def _struck(found: StrikeOdds, whom: str) -> tuple[str, tuple[Chance, ...]]:
    """The words and chances of wounds, and of figures felled whole where that can be. Rule: battlesystem:9.4a.whole-figure."""
    text = f"wounds a figure of {whom} {whole_percent(found.wounds)}"
    wounds = Chance("wounds a figure", _share(found.wounds))
    if not found.fells:
        return text, (wounds,)
    text += f", fells {whole_percent(found.fells)}"
    if found.felled > found.fells:
        text += f", {float(found.felled):.1f} on average"
    return text, (wounds, Chance("fells a figure", _share(found.fells)))


def _beset(state: State, order: Order) -> Odds:
    """The odds of figures' strikes at an individual. Rule: battlesystem:9.4a.figure-attacks."""
    one = state.individuals[order[1]]
    behind = is_moving(state.stage)  # then he flees from them. Rule: battlesystem:8.8d
    mean = falls = Fraction(0)
    throws: list[Throw] = []
    for number, count in order[2:]:
        unit = state.units[number]
        found = blow_odds(state, unit, count, one, behind)
        mean += found.mean()
        falls = max(falls, found.falls)
        tally = Tally("attack roll")
        sums.figure_sum(state, unit, one, tally, behind)
        figure = Figure(
            "attack roll", f"{found.total} + 2d6", tuple(tally.parts), "battlesystem:9.4a.figure-attacks"
        )
        some = _share(1 - found.points.get(0, Fraction(0)))
        throws.append(
            Throw(name(state, unit), unit.side, (figure,), LOW, some, "battlesystem:9.4a.figure-attacks")
        )
    text = f"costs him {float(mean):.1f} hit points on average"
    chances: tuple[Chance, ...] = ()
    if falls and len(order) == 3:
        text += f"; he falls {whole_percent(falls)}"
        chances = (Chance("he falls", _share(falls)),)
    return Odds(text, "", chances, throws=tuple(throws))


def _share(chance: Fraction) -> float:
    return round(float(100 * chance), 1)
