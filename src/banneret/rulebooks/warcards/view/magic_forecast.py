"""Forecasts of battle spells, shown to a person before they are cast: what they give, how likely, and what they cost.

Rules: warcards:magic.check, warcards:magic.base, warcards:magic.duration.
"""

from __future__ import annotations

from itertools import count

from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Throw
from banneret.rulebooks.warcards.magic.casters import spell_of
from banneret.rulebooks.warcards.magic.casting import LEAST_CHECK, modifier
from banneret.rulebooks.warcards.odds.blows import FACES
from banneret.rulebooks.warcards.ratings.attacks import missile_rating
from banneret.rulebooks.warcards.ratings.morale import safe_behind_walls
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE


def spell_amounts(state: State, order: Order) -> dict[int, int]:
    """The number of faces of the d20 by the amount that the spell changes its rating by, 0 where it gives nothing. Rule: warcards:magic.check."""
    found: dict[int, int] = {}
    for face in range(1, FACES + 1):
        amount = _amount(state, order, face)
        found[amount] = found.get(amount, 0) + 1
    return found


def _amount(state: State, order: Order, face: int) -> int:
    """The amount that a face of the die gives. Rules: warcards:magic.check, warcards:magic.base, warcards:magic.extra."""
    figure = state.figures[order[1]]
    _, level = spell_of(state, figure, order[2])
    total = face + state.setting.people[figure.id].warcraft
    return modifier(level, total, state.setting.flags.magic_least) if total >= LEAST_CHECK else 0


def spell_words(state: State, order: Order) -> str:
    """The effect of a spell, what it finds to change, and its cost, in words. Rules: warcards:magic.duration, warcards:magic.metamagic."""
    amounts = [amount for amount in spell_amounts(state, order) if amount]
    if not amounts:
        return ""
    sign = "+" if state.units[order[4]].side == state.figures[order[1]].side else "−"
    least, most = min(amounts), max(amounts)
    by = f"{sign}{least}" if least == most else f"{sign}{least} to {sign}{most}"
    spent = "" if state.figures[order[1]].spells is None else "; the spell is spent"
    return f"{by} {order[3]} to the end of this round{_nothing_to_lower(state, order)}{spent}"


def _nothing_to_lower(state: State, order: Order) -> str:
    """The reason why a penalty changes nothing as things are: no missiles, or no save to be rolled; empty for any other spell.

    Rules: warcards:missile.capability, warcards:full.morale.
    """
    target = state.units[order[4]]
    if target.side == state.figures[order[1]].side:
        return ""
    if order[3] == "missile" and missile_rating(state, target, False) == NONE:
        return "; as it is the unit has no missiles"
    if order[3] == "morale" and safe_behind_walls(state, target):
        return "; behind its walls the unit rolls no saves"
    return ""


def vain_spell(state: State, order: Order) -> str:
    """The reason why a spell cannot work whatever the die shows; empty for any other. Rule: warcards:magic.check."""
    if any(spell_amounts(state, order)):
        return ""
    warcraft = state.setting.people[order[1]].warcraft
    return f"Even a {FACES} is not enough for the check with Warcraft {warcraft:+d}."


def spell_forecast(state: State, order: Order) -> Odds:
    """The chances of each amount. Rules: warcards:magic.check, warcards:magic.base, warcards:magic.extra."""
    figure = state.figures[order[1]]
    sign = "+" if state.units[order[4]].side == figure.side else "−"
    amounts = spell_amounts(state, order)
    works = 100 * (FACES - amounts.get(0, 0)) / FACES
    each = [(amount, 100 * faces / FACES) for amount, faces in sorted(amounts.items()) if amount]
    chances = [Chance("works", works)]
    if len(each) > 1:
        chances += [Chance(f"{sign}{amount}", share) for amount, share in each]
    text = f"works {works:.0f} %"
    if len(each) > 1:
        text += f": {', '.join([f'{sign}{amount} {share:.0f} %' for amount, share in each])}"
    warcraft = state.setting.people[figure.id].warcraft
    least = next((face for face in range(1, FACES + 1) if _amount(state, order, face)), 0)
    _, level = spell_of(state, figure, order[2])
    least_amount = state.setting.flags.magic_least
    reached = next(total for total in count(LEAST_CHECK) if modifier(level, total, least_amount))
    throw = Throw(
        "Warcraft check",
        figure.side,
        (
            Figure("Warcraft", f"{warcraft:+d}", rule="warcards:magic.check", kind="bonus"),
            Figure("to be reached", str(reached), rule="warcards:magic.check"),
        ),
        f"{least} or more" if least > 1 else "any face" if least else "no face does it",
        works,
        "warcards:magic.check",
    )
    return Odds(text, "it lasts to the end of this round", tuple(chances), throws=(throw,))
