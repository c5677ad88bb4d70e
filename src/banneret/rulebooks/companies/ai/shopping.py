"""Spending of the computer: what is worth most for its price."""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.buying.spending import (
    IN_PERSON,
    STRIKE_DIE,
    STRIKES,
    VERB,
    Good,
    Spend,
)
from banneret.rulebooks.companies.exchange.buying.strikes import own_pool, strike_dice
from banneret.rulebooks.companies.odds.bought.specials import runners_lost, scouts_lost
from banneret.rulebooks.companies.odds.forecast import spread, strike_chances
from banneret.rulebooks.companies.odds.in_person.foray import duelling
from banneret.rulebooks.companies.odds.prospects import OWN, Posture, shaken, strike_worth
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import CHARGE, UNBOUNDED
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.tables.specialists import MAGIC, specialists, spells

LATER: Final = 2.5
"""The number of volleys that a lasting effect is expected to last."""
BLOWS: Final = 2
"""The strikes that a Charge is expected to buy."""
LEAST: Final = 0.02
"""A thing worth less than this for each extra success is not bought."""


def buy(state: State, decision: Spend, posture: Posture) -> Order:
    """The order that buys, one after another, the things worth most for their price."""
    left = decision.budget
    amounts = dict.fromkeys([good.word for good in decision.goods], 0)
    while True:
        best: Good | None = None
        most = LEAST
        for good in decision.goods:
            if good.price > left or (good.most != UNBOUNDED and amounts[good.word] >= good.most):
                continue
            if good.word == STRIKE_DIE and amounts[STRIKE_DIE] >= sum(
                amounts.get(word, 0) for word in STRIKES
            ):
                continue
            worth = (
                value(state, decision.company, decision.foe, good.word, amounts[good.word], posture)
                / good.price
            )
            if worth > most:
                best, most = good, worth
        if best is None:
            break
        amounts[best.word] += 1
        left -= best.price
    return (VERB, *[(word, count) for word, count in amounts.items() if count])


def value(state: State, number: int, foe: int, word: str, had: int, posture: Posture) -> float:
    """The worth of buying a thing once more, in points of Disposition.

    Args:
        state: The battle as the side sees it.
        number: The company that buys.
        foe: The enemy that the purchase is for.
        word: The thing, as orders name it.
        had: The number of it that is bought already.
        posture: The weights of the company.
    """
    enemy = state.companies[foe]
    company = state.companies[number]
    if word in IN_PERSON:
        return duelling(state, number, foe) if word == IN_PERSON[0] else 0.5
    if word in STRIKES or word == STRIKE_DIE:
        return striking(state, number, foe, word, had, posture)
    if word == "damage":
        return posture.hurt if had < enemy.disposition else 0.0
    if word == "steel":
        return posture.nerve * shaken(state, foe) * (0.3**had) if enemy.hesitates != state.now + 1 else 0.0
    if word == "dig-in":
        return posture.dig + 0.05
    if word in ("charge-die", "weapon-die"):
        return charging(state, number, foe, word, had, posture)
    if word in ("command-die", "advance-die", "raise-ob"):
        return posture.save * (0.7**had)
    if word == "breach":
        return 0.6
    return special(state, number, foe, word, had, posture) if not company.fallen else 0.0


def striking(state: State, number: int, foe: int, word: str, had: int, posture: Posture) -> float:
    """The worth of one more strike after `had`, or of the die that sharpens one. Rule: companies:rally.weapon-dice."""
    mine, theirs = strike_dice(state, number, foe, word == "own-strike", had)
    shade, raised = own_pool(state, number) if word == "own-strike" else (BLACK, 0)
    hurt, suffered = strike_chances(mine, theirs, shade, raised)
    more, less = strike_chances(mine + 1, theirs)
    if word == STRIKE_DIE:
        return (more - hurt) * posture.hurt + (suffered - less) * posture.suffer
    finishing = 0.3 if state.companies[foe].disposition <= 2 < state.companies[number].disposition else 0.0
    return hurt * posture.hurt - suffered * posture.suffer + finishing


def charging(state: State, number: int, foe: int, word: str, had: int, posture: Posture) -> float:
    """The worth of a die saved for a Charge in the next volley: none if another action is written there.

    By an option a weapon die serves one strike alone. Rules: companies:rally.weapon-dice, companies:flank.charge-dice.
    """
    company = state.companies[number]
    if company.written is None or state.volley + 1 == stages.VOLLEYS:
        return 0.5 * posture.save
    if company.written[state.volley + 1] != CHARGE:
        return 0.0
    bare, sharpened = strike_worth(state, number, foe, posture)
    if word != "weapon-die":
        return 0.5 * max(bare, sharpened / 2)
    once = state.setting.flags.weapon_dice_once
    blows = int(had < BLOWS) if once else BLOWS
    return blows * (sharpened - bare)


def chance(state: State, number: int, skills: tuple[str, ...], ob: int, open_ended: bool = False) -> float:
    """The chance that the company's best tester of some skills meets an obstacle."""
    pool = individual_pool(state, number, skills)
    return sum(
        spread(max(0, pool.dice), pool.shade, open_ended or pool.open_ended, pool.unskilled, pool.raised)[ob:]
    )


def special(state: State, number: int, foe: int, word: str, had: int, posture: Posture) -> float:
    """The worth of a specialist action after `had` of the kind."""
    enemy = state.companies[foe]
    kind, _, rest = word.partition("-")
    if kind == "runners":
        if enemy.runners_lost:
            return 0.0
        return runners_lost(state, number, foe) * posture.runners / OWN.runners * 0.5 * LATER * (0.5**had)
    if kind == "scouts":
        return scouts_lost(state, number, foe) * posture.sight * (0.5**had)
    if kind == "dress":
        return 0.4
    if kind == "reinforce":
        return 0.3 / (1 + had)
    if kind == "cast":
        spell = spells()[rest]
        passes = chance(state, number, specialists()[MAGIC].skills, spell.ob, True)
        worth = (
            spell.damage
            + 0.5 * spell.works
            + posture.nerve * 0.5 * spell.steel
            + 0.5 * posture.sight * spell.hides
        )
        return passes * worth
    return 0.5 if state.works[enemy.place] else 0.0
