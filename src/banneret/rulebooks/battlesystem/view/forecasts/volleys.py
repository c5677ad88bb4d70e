"""Forecasts of volleys: the sum to which the dice are added, and the odds; exact if distances may be measured.

If not, neither inches nor range nor which shooters are out of range is shown, and the odds are given for each range.
Rules: battlesystem:3.5, battlesystem:10.0a, battlesystem:10.1l, battlesystem:10.8.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Preview, Shape, Spread, Throw, refused
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.attack_rolls import count_of
from banneret.rulebooks.battlesystem.march import divided
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions, volleys
from banneret.rulebooks.battlesystem.missiles.shooters import figures, missile_of
from banneret.rulebooks.battlesystem.missiles.shooting_orders import OVER, Shooting, aim_of, reach_of
from banneret.rulebooks.battlesystem.missiles.volleys import Volley
from banneret.rulebooks.battlesystem.movement import split_fire
from banneret.rulebooks.battlesystem.odds.volley import VolleyOdds, volley_odds
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, aim
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended, name
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, LONG, MEDIUM, SHORT
from banneret.rulebooks.battlesystem.text.sentences import counted, says
from banneret.rulebooks.battlesystem.text.wording import order_text
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.view.forecasts.champions import LOW, UNMEASURED, champion_forecast
from banneret.rulebooks.battlesystem.view.forecasts.friends import shares_of_unit

SHOWN: Final = 8  # figures lost that are listed one by one
MOST_OPTIONS: Final = 24  # options of a question whose odds are counted at once, not only when pointed at
MOST_STOPS: Final = 48  # of shots at troops on the move, which stand side by side along the way
EPITHETS: Final = (("opens", "opens"), ("routs", "routs"), ("destroyed", "destroys"))
WORDS: Final = tuple([word for _, word in EPITHETS])


def volley_forecast(state: State, decision: Decision, order: Order) -> Odds | None:
    """The odds of an order to shoot; None for any other."""
    if not isinstance(decision, Shooting) or order[0] not in ("shoot", "split"):
        return None
    declared = decision.volleys(order)
    if not isinstance(declared, list):
        return None
    return _together([_forecast(state, volley, _aimed(state, decision, volley)) for volley in declared])


def shared_forecast(state: State, order: Order, one_shot: bool = False) -> Odds | None:
    """The odds of a volley of which some aim at an individual and the others at a unit. Rules: battlesystem:9.4d, battlesystem:10.1m.

    `one_shot`: a single shot of each, at troops on the move.
    """
    first = champion_forecast(state, order, one_shot)
    unit, one, target = state.units[order[1]], state.individuals[order[2]], state.units[order[-1]]
    reach = reach_of(state, unit)
    shots = 1 if one_shot else at_champions.shots_at(state, unit, one, reach)
    rest, lent = at_champions.others(state, unit, one, reach, shots)
    fire = aim(state, unit, rest, target, reach)
    if first is None or fire is None:
        return first
    return _together([first, _forecast(state, Volley(unit.id, target.id, rest, shots, False, lent), fire)])


def volley_preview(state: State, decision: Shooting, order: Order) -> Preview:
    """The preview of an order in a missile phase: shooters, those they see, odds. Rules: 10.1c, 3.5."""
    refusal = decision.check(order)
    if refusal is not None:
        return refused(refusal)
    if order[0] == at_champions.SNIPE:
        return _sniping(state, order)
    if order[0] == by_champions.AIM:
        return _aiming(state, order, False)
    declared = decision.volleys(order) if order[0] != "hold" else None
    if not isinstance(declared, list):
        return Preview("Nobody shoots any more in this part.")
    shapes: list[Shape] = []
    texts: list[str] = []
    for volley in declared:
        unit, target = state.units[volley.unit], state.units[volley.target]
        fire = _aimed(state, decision, volley)
        shapes += aim_lines(unit, target, fire)
        texts.append(_sentence(state, unit, target, fire))
    return Preview(
        " ".join(texts),
        shapes=tuple(shapes),
        rule="battlesystem:10.0a",
        odds=volley_forecast(state, decision, order),
    )


def split_preview(state: State, unit: Unit, order: Order, refusal: Refusal | None) -> Preview:
    """The preview of a unit's shot in the middle of its move, divided or not. Rules: battlesystem:10.1m, battlesystem:10.5b, 3.5."""
    if refusal is not None:
        return refused(refusal)
    return _of_volleys(state, split_fire.volleys(state, unit, order), split_fire.RULE)


def divided_preview(state: State, decision: PassingShot, order: Order) -> Preview:
    """The preview of a volley at troops on the move that is divided, at that point of their way. Rules: battlesystem:10.1m, 10.6a, 3.5."""
    order = divided.spelled(state, order, decision.mover)
    has_stop = decision.way is not None
    there = met_at(state, decision, order) if has_stop else state
    parts = divided.volleys(there, decision.side, order, has_stop)
    return refused(parts) if isinstance(parts, Refusal) else _of_volleys(there, parts, divided.RULE)


def _of_volleys(state: State, found: list[Volley], rule: str) -> Preview:
    """The preview of the volleys of a unit, each at its target."""
    shapes: list[Shape] = []
    texts: list[str] = []
    odds: list[Odds] = []
    for volley in found:
        unit, target = state.units[volley.unit], state.units[volley.target]
        fire = aim_of(state, unit, target, volley.is_indirect)
        assert fire is not None, "it was checked"
        fire = _narrowed(state, volley, fire)
        shapes += aim_lines(unit, target, fire)
        texts.append(_sentence(state, unit, target, fire))
        odds.append(_forecast(state, volley, fire))
    return Preview(" ".join(texts), shapes=tuple(shapes), rule=rule, odds=_together(odds))


def aim_preview(state: State, order: Order, refusal: Refusal | None) -> Preview:
    """The preview of an individual's shot in the middle of his move. Rules: battlesystem:9.4c, battlesystem:10.5, 3.5."""
    if refusal is not None:
        return refused(refusal)
    return _aiming(state, order, True)


def _aiming(state: State, order: Order, one_shot: bool) -> Preview:
    """The preview of an individual's shot. Rule: battlesystem:9.4c."""
    at = order_text(state, order)
    text = f"{state.setting.sheets[order[1]].name}: {at[:1].lower()}{at[1:]}."
    return Preview(text, rule=by_champions.RULE, odds=champion_forecast(state, order, one_shot))


def _together(found: list[Odds]) -> Odds:
    """The odds of several volleys as one order: each has a roll of its own, and the chances are those that any succeeds. Rule: battlesystem:10.1m."""
    if len(found) == 1:
        return found[0]
    chances: list[Chance] = []
    for first in found[0].chances:
        if first.name not in WORDS:  # those of single targets are in the text
            none = 1.0
            for one in found:
                none *= 1.0 - sum([other.share for other in one.chances if other.name == first.name]) / 100.0
            chances.append(Chance(first.name, round(100.0 * (1.0 - none), 1)))
    text = "; ".join([one.text for one in found])
    return Odds(
        text,
        UNMEASURED if any(one.assumption for one in found) else "",
        tuple(chances),
        text,
        throws=tuple([throw for one in found for throw in one.throws]),
        spreads=tuple([spread for one in found for spread in one.spreads]),
    )


def _sniping(state: State, order: Order) -> Preview:
    """The preview of a unit's volley at an individual. Rule: battlesystem:9.4d."""
    one = state.individuals[order[2]]
    unit = state.units[order[1]]
    fire = at_champions.aimed(state, unit, one, reach_of(state, unit))
    over = "over friends " if fire is not None and fire.over else ""
    text = says(state, unit, "shoots|shoot {}at {}", over, state.setting.sheets[one.id].name)
    if at_champions.OTHERS not in order:
        return Preview(f"{text}.", rule=at_champions.RULE, odds=champion_forecast(state, order))
    text += f", the others at {name(state, state.units[order[-1]])}"
    return Preview(f"{text}.", rule="battlesystem:10.1m", odds=shared_forecast(state, order))


def _aimed(state: State, decision: Shooting, volley: Volley) -> Fire:
    """The aim of the figures of a volley, as far as it may be known before it is declared."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    fire = decision.aimed(unit, target, volley.is_indirect)
    assert fire is not None, "it was checked"
    return _narrowed(state, volley, fire)


def _narrowed(state: State, volley: Volley, fire: Fire) -> Fire:
    """The aim of the figures of a volley, narrowed from that of their whole unit to the targets they see themselves. Rules: 10.1f, 10.1g, 10.1h."""
    told = set(volley.figures)
    if told.issuperset(fire.shooters):
        return fire
    unit, target = state.units[volley.unit], state.units[volley.target]
    return aim(state, unit, volley.figures, target, reach_of(state, unit), volley.is_indirect) or fire


def _sentence(state: State, unit: Unit, target: Unit, fire: Fire) -> str:
    """A volley in a sentence: shooters and target, with the inches only where they may be measured. Rule: battlesystem:3.5."""
    count = counted(figures_on(unit, fire.shooters))
    text = says(state, unit, "shoots|shoot at {} with {}", name(state, target), count)
    if fire.is_partly_seen:
        text += f", who see {len(fire.seen)} of theirs"
    if state.setting.flags.premeasure:
        text += f", {fire.inches:.1f} in away"
    return f"{text}."


def aim_lines(unit: Unit, target: Unit, fire: Fire) -> list[Shape]:
    """The lines from the shooters at both ends to the middle of those they see. Rule: battlesystem:10.1c."""
    bases = [standing.base_of(unit, figure) for figure in fire.shooters]
    marks = [standing.base_of(target, figure) for figure in fire.seen]
    x, y = sum([mark.x for mark in marks]) / len(marks), sum([mark.y for mark in marks]) / len(marks)
    found: list[Shape] = []
    for base in {0: bases[0], len(bases) - 1: bases[-1]}.values():
        start = base.front_middle()
        points = ((round(start[0], 3), round(start[1], 3)), (round(x, 3), round(y, 3)))
        found.append(Shape("line", points))
    return found


# ---------------------------------------------------------------- odds


def passing_forecast(state: State, decision: PassingShot, order: Order) -> Odds | None:
    """The odds of a volley at troops on the move, at that point of their way; None for any other order. Rules: 10.6, 10.6a."""
    if order[0] != "shoot":
        return None
    there = met_at(state, decision, order)
    unit, target = there.units[order[1]], there.units[order[2]]
    volley = Volley(unit.id, target.id, figures(there, unit), 1, order[-1] == OVER)
    fire = aim_of(there, unit, target, volley.is_indirect)
    return None if fire is None else _forecast(there, volley, fire)


def met_at(state: State, decision: PassingShot, order: Order) -> State:
    """The battle with the moving unit at the point of its way that an order names; unchanged if there is no way. Rule: battlesystem:10.6a."""
    if decision.way is None:
        return state
    there = state.copy()
    decision.way.stops[order[3]].set_down(there.units[decision.mover])
    return there


def _forecast(state: State, volley: Volley, fire: Fire) -> Odds:
    """The odds of a volley; for each range if the distance may not be measured. Rule: battlesystem:3.5."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    if state.setting.flags.premeasure:
        return _measured(state, volley, fire)
    ranges = missile_of(unit).ranges
    throws: list[Throw] = []
    texts: list[str] = []
    chances: list[Chance] = []
    for band in (SHORT, MEDIUM, LONG):
        at_band = fire.at(ranges[band])
        odds = volley_odds(state, unit, target, at_band, volley.shots, volley.is_indirect, volley.lent)
        throws.append(_throw(state, volley, at_band, band, odds))
        texts.append(f"{BANDS[band]} {float(odds.lost()):.1f}")
        chances.append(Chance(f"{BANDS[band]}: a figure falls", share(odds.any_lost())))
    more = f"{_who(volley, fire, state)}, killed on average at {', '.join(texts)}"
    more += shares_of_unit(state, unit.side, target)
    return Odds(
        more,
        f"{UNMEASURED}; with all who see the target",
        tuple(chances),
        more,
        throws=tuple(throws),
        either=True,
    )


def _measured(state: State, volley: Volley, fire: Fire) -> Odds:
    """The odds of a volley whose range is known."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    odds = volley_odds(state, unit, target, fire, volley.shots, volley.is_indirect, volley.lent)
    more = (
        f"{_who(volley, fire, state)} at {BANDS[odds.band]} range: {float(odds.lost()):.1f} killed on average"
    )
    more += shares_of_unit(state, unit.side, target)
    texts, chances = [more], [Chance("a figure falls", share(odds.any_lost()))]
    for field, word in EPITHETS:
        chance: Fraction = getattr(odds, field)
        if chance:
            texts.append(f"{word} {whole_percent(chance)}")
            chances.append(Chance(word, share(chance)))
    throws: list[Throw] = []
    for band, group in volleys.parts(unit, fire):
        mine: Fire | None = fire
        if len(group) < len(fire.shooters) and is_mended(state, 9):
            mine = aim(state, unit, group, target, missile_of(unit).ranges[LONG], volley.is_indirect)
        throws.append(_throw(state, volley, mine or fire, band, odds))
    spread = Spread(says(state, target, "loses|lose"), target.side, losses(odds), besides(odds))
    told = tuple(chances)
    return Odds(
        "; ".join(texts), "", told, more, throws=tuple(throws), spreads=(spread,), band=BANDS[odds.band]
    )


def _who(volley: Volley, fire: Fire, state: State) -> str:
    count = count_of(state.units[volley.unit], fire.shooters, volley.lent)
    return f"{counted(count)} at {name(state, state.units[volley.target])}"


def _throw(state: State, volley: Volley, fire: Fire, band: int, odds: VolleyOdds) -> Throw:
    """The roll of a volley with the parts of its sum. Rules: battlesystem:10.0a, battlesystem:10.8."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    tally = Tally("attack roll")
    total = volleys.attack_sum(state, unit, target, fire, band, volley.is_indirect, tally)
    figure = Figure("attack roll", f"{total} + 2d6", tuple(tally.parts), "battlesystem:10.0a")
    return Throw(
        f"{name(state, unit)}, {BANDS[band]} range",
        unit.side,
        (figure,),
        LOW,
        share(odds.any_lost()),
        "battlesystem:10.0a",
    )


def losses(odds: VolleyOdds) -> tuple[tuple[str, float], ...]:
    """The chances to lose n figures, in percent; more than `SHOWN` together."""
    most = max([number for number, chance in enumerate(odds.losses) if chance])
    found = [(str(number), odds.losses[number]) for number in range(min(most, SHOWN) + 1)]
    if most > SHOWN:
        found[-1] = (f"{SHOWN} or more", sum(odds.losses[SHOWN:], Fraction(0)))
    return tuple([(word, share(chance)) for word, chance in found])


def besides(odds: VolleyOdds) -> tuple[tuple[str, float], ...]:
    """The chances of a wound and of a morale check, in percent."""
    found = [("a wound", share(odds.wounded))]
    if odds.checks:
        found.append(("checks morale", share(odds.checks)))
    return tuple(found)


def share(chance: Fraction) -> float:
    """A chance in percent, to a tenth."""
    return round(float(100 * chance), 1)
