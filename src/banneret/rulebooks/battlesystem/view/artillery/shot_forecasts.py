"""Forecasts of shots of artillery: the sum to which the dice are added, and what the shot may do.

Rules: battlesystem:10.9j, battlesystem:10.10a, battlesystem:10.8, battlesystem:3.5.
"""

from __future__ import annotations

from fractions import Fraction

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Preview, Shape, Spread, Throw, refused
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.missiles.by_champions import MAN
from banneret.rulebooks.battlesystem.odds.artillery import man_odds, shot_odds
from banneret.rulebooks.battlesystem.odds.volley import VolleyOdds
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, BEYOND, LONG, MEDIUM, SHORT
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.view.forecasts.champions import LOW, UNMEASURED
from banneret.rulebooks.battlesystem.view.forecasts.friends import shares_of_man, shares_of_unit
from banneret.rulebooks.battlesystem.view.forecasts.volleys import EPITHETS, besides, losses, share


def shot_forecast(state: State, order: Order) -> Odds | None:
    """The odds of a shot of artillery as all stand now; None for any other order, or out of range. Rules: 10.9j, battlesystem:3.5."""
    if order[0] != shots.FIRE:
        return None
    if order[2] == MAN:
        return _at_man(state, order)
    piece, target = state.pieces[order[1]], state.units[order[2]]
    over, special = shots.OVER in order, shots.special_of(state, order)
    fire = shots.aim_of(state, piece, target, over)
    if fire is None:
        return None
    bands = [SHORT, MEDIUM, LONG]
    if state.setting.flags.premeasure:
        bands = [shots.range_of(state, piece, fire)]
    throws: list[Throw] = []
    texts: list[str] = []
    chances: list[Chance] = []
    if BEYOND in bands:
        return None
    found = [shot_odds(state, piece, target, fire, over, band, special) for band in bands]
    for band, odds in zip(bands, found, strict=True):
        throws.append(_throw(state, piece, order, fire, band, odds))
        texts.append(f"{BANDS[band]} {float(odds.lost()):.1f}")
        chances.append(Chance(f"{BANDS[band]}: a figure falls", share(odds.any_lost())))
    whom = name(state, target)
    if len(found) > 1:
        return Odds(
            f"at {whom}, killed on average at {', '.join(texts)}{shares_of_unit(state, piece.side, target)}",
            UNMEASURED,
            tuple(chances),
            throws=tuple(throws),
            either=True,
        )
    more = f"at {whom} at {BANDS[bands[0]]} range: {float(found[0].lost()):.1f} killed on average"
    more += shares_of_unit(state, piece.side, target)
    texts, chances = [more], [Chance("a figure falls", share(found[0].any_lost()))]
    for field, word in EPITHETS:
        chance = getattr(found[0], field)
        if chance:
            texts.append(f"{word} {whole_percent(chance)}")
            chances.append(Chance(word, share(chance)))
    spread = Spread(says(state, target, "loses|lose"), target.side, losses(found[0]), besides(found[0]))
    told, far = tuple(chances), BANDS[bands[0]]
    return Odds("; ".join(texts), "", told, more, throws=tuple(throws), spreads=(spread,), band=far)


def _at_man(state: State, order: Order) -> Odds | None:
    """The odds of a shot at an individual; for each range if the distance may not be measured. Rules: battlesystem:9.4d, 10.9j, 3.5."""
    piece, one = state.pieces[order[1]], state.individuals[order[3]]
    over, special = shots.OVER in order, shots.special_of(state, order)
    target = shots.target_of(state, order)
    fire = shots.aim_of(state, piece, target, over)
    if fire is None:
        return None
    is_known = state.setting.flags.premeasure
    bands = [shots.range_of(state, piece, fire)] if is_known else [SHORT, MEDIUM, LONG]
    if BEYOND in bands:
        return None
    found = [man_odds(state, piece, one, fire, over, band, special) for band in bands]
    throws: list[Throw] = []
    hurts: list[Chance] = []
    for band, odds in zip(bands, found, strict=True):
        tally = Tally("attack roll")
        shots.attack_sum(state, piece, target, fire, band, over, tally)
        figure = Figure("attack roll", f"{odds.total} + 2d6", tuple(tally.parts), "battlesystem:10.10a")
        some = share(1 - odds.points.get(0, Fraction(0)))
        label = f"{crews.title(state, piece)}, {BANDS[band]} range"
        throws.append(Throw(label, piece.side, (figure,), LOW, some, "battlesystem:9.4d"))
        hurts.append(Chance("hurts him" if is_known else f"{BANDS[band]}: hurts him", some))
    if is_known:
        text = f"costs him {float(found[0].mean()):.1f} hit points on average"
        if found[0].falls:
            text += f"; he falls {whole_percent(found[0].falls)}"
            hurts.append(Chance("he falls", share(found[0].falls)))
        text += shares_of_man(state, piece.side, one)
        return Odds(text, "", tuple(hurts), throws=tuple(throws), band=BANDS[bands[0]])
    told = ", ".join(
        [f"{BANDS[band]} {float(odds.mean()):.1f}" for band, odds in zip(bands, found, strict=True)]
    )
    told += shares_of_man(state, piece.side, one)
    return Odds(
        f"hit points lost on average, at {told}", UNMEASURED, tuple(hurts), throws=tuple(throws), either=True
    )


def _throw(state: State, piece: FieldPiece, order: Order, fire: Fire, band: int, odds: VolleyOdds) -> Throw:
    """The roll of a shot with its sum. Rules: battlesystem:10.10a, battlesystem:10.8."""
    target = state.units[order[2]]
    tally = Tally("attack roll")
    total = shots.attack_sum(state, piece, target, fire, band, shots.OVER in order, tally)
    figure = Figure("attack roll", f"{total} + 2d6", tuple(tally.parts), "battlesystem:10.10a")
    return Throw(
        f"{crews.title(state, piece)}, {BANDS[band]} range",
        state.units[piece.crew].side,
        (figure,),
        LOW,
        share(odds.any_lost()),
        "battlesystem:10.9j",
    )


def shot_preview(state: State, decision: Firing, order: Order) -> Preview:
    """The preview of a shot: its target, the distance if it may be known, the odds. Rules: 10.9j, battlesystem:3.5."""
    refusal = decision.check(order)
    if refusal is not None:
        return refused(refusal)
    if order[0] != shots.FIRE:
        return Preview("No piece shoots any more in this part.")
    piece, target, one = state.pieces[order[1]], shots.target_of(state, order), shots.man_of(state, order)
    fire = shots.aim_of(state, piece, target, shots.OVER in order)
    assert fire is not None, "it was checked"
    x, y = crews.base_of(state, piece).front_middle()
    to_x, to_y = standing.centre(target)
    line = ((round(x, 3), round(y, 3)), (round(to_x, 3), round(to_y, 3)))
    whom = name(state, target) if one is None else state.setting.sheets[one.id].name
    text = f"{crews.title(state, piece)} at {whom}"
    if state.setting.flags.premeasure:
        text += f", {fire.inches:.1f} in away, {BANDS[shots.range_of(state, piece, fire)]} range"
    if fire.is_partly_seen:
        text += ", seen in part"
    return Preview(
        f"{text}.", shapes=(Shape("line", line),), rule="battlesystem:10.9j", odds=shot_forecast(state, order)
    )
