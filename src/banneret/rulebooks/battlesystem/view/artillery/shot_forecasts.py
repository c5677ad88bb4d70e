"""Forecasts of shots of artillery: the sum to which the dice are added, and what the shot may do.

Rules: battlesystem:10.9j, battlesystem:10.10a, battlesystem:10.8, battlesystem:3.5.
"""

from __future__ import annotations

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Preview, Shape, Spread, Throw, refused
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.odds.artillery import shot_odds
from banneret.rulebooks.battlesystem.odds.volley import VolleyOdds
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, BEYOND, LONG, MEDIUM, SHORT
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.view.forecasts.champions import LOW, UNMEASURED
from banneret.rulebooks.battlesystem.view.forecasts.volleys import EPITHETS, besides, losses, share


def shot_forecast(state: State, order: Order) -> Odds | None:
    """The odds of a shot of artillery as all stand now; None for any other order, or out of range. Rules: 10.9j, battlesystem:3.5."""
    if order[0] != shots.FIRE:
        return None
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
            f"at {whom}, killed on average at {', '.join(texts)}",
            UNMEASURED,
            tuple(chances),
            throws=tuple(throws),
        )
    more = f"at {whom} at {BANDS[bands[0]]} range: {float(found[0].lost()):.1f} killed on average"
    texts, chances = [more], [Chance("a figure falls", share(found[0].any_lost()))]
    for field, word in EPITHETS:
        chance = getattr(found[0], field)
        if chance:
            texts.append(f"{word} {whole_percent(chance)}")
            chances.append(Chance(word, share(chance)))
    spread = Spread(says(state, target, "loses|lose"), target.side, losses(found[0]), besides(found[0]))
    return Odds("; ".join(texts), "", tuple(chances), more, throws=tuple(throws), spreads=(spread,))


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
    piece, target = state.pieces[order[1]], state.units[order[2]]
    fire = shots.aim_of(state, piece, target, shots.OVER in order)
    assert fire is not None, "it was checked"
    x, y = crews.base_of(state, piece).front_middle()
    to_x, to_y = standing.centre(target)
    line = ((round(x, 3), round(y, 3)), (round(to_x, 3), round(to_y, 3)))
    text = f"{crews.title(state, piece)} at {name(state, target)}"
    if state.setting.flags.premeasure:
        text += f", {fire.inches:.1f} in away, {BANDS[shots.range_of(state, piece, fire)]} range"
    if fire.is_partly_seen:
        text += ", seen in part"
    return Preview(
        f"{text}.", shapes=(Shape("line", line),), rule="battlesystem:10.9j", odds=shot_forecast(state, order)
    )
