"""Commanders in person: who would win a duel, and whether it is wise to join the foray of a Charge.

Rules: companies:charge.foray, companies:charge.vulnerable, companies:strike.commander.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.strikes import own_weapon
from banneret.rulebooks.companies.exchange.company_rolls import FORAY, pools_led
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.fighting.duel import best_weapon
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.pools.wounds import dice_lost
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK
from banneret.rulebooks.companies.tables.arms import armour_dice, shield_dice

BEHIND: Final = 0.5
"""The share of the enemy's Disposition below which a duel is sought whatever the odds."""
CLOSING: Final = (ADVANCE, CHARGE, FLANK)
"""The actions that can buy a duel. Rule: companies:fight.price."""


def duelling(state: State, number: int, foe: int) -> float:
    """The worth of a duel in points of Disposition: above 0 for the better fighter, and for a company that is far behind."""
    strength = []
    for one in (number, foe):
        commander = state.companies[one].commander
        officer = state.setting.people[commander]
        weapon = officer.skills.get(best_weapon(officer.skills), 0) - dice_lost(state.people[commander])
        guard = armour_dice()[officer.armour] + shield_dice()[officer.shield]
        strength.append(weapon + 0.5 * guard + 0.2 * officer.steel)
    own, other = state.companies[number], state.companies[foe]
    edge = (strength[0] - strength[1]) / 3
    if own.disposition < BEHIND * other.disposition:
        edge += 0.4
    elif other.disposition < BEHIND * own.disposition:
        edge -= 0.6
    return 4.0 * edge - 0.8


def best_lead(state: State, effort: Effort, other: Effort) -> tuple[Order, Pool]:
    """The best way to lead an action, with its pool: that with the most dice.

    A commander joins the foray if that gives more dice or a better strike, and the enemy is not likely to seek a duel there.
    """
    led = pools_led(state, effort, other)
    if effort.action != CHARGE:
        return led[0]
    foray = [one for one in led if one[0][-1] == FORAY]
    better = foray[0][1].dice > led[0][1].dice or (
        foray[0][1].dice == led[0][1].dice
        and own_weapon(state, effort.company) > state.setting.forces[effort.company].weapon
    )
    exposed = other.action in CLOSING and duelling(state, other.company, effort.company) > 0.0
    return foray[0] if better and not exposed else led[0]
