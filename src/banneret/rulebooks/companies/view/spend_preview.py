"""The effect of a spending before it is sealed: the Disposition that both companies may be left with.

Rules: companies:strike.loss, companies:strike.tie, companies:charge.strike-dice, companies:disp.loss, companies:volley.losses,
companies:fort.destroyed.
"""

from __future__ import annotations

from fractions import Fraction

from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order
from banneret.kernel.scene import Preview, Spread
from banneret.rulebooks.companies.board.standing import loses_position
from banneret.rulebooks.companies.exchange.buying.spending import STRIKE_DIE, Spend
from banneret.rulebooks.companies.exchange.buying.strikes import own_pool, strike_dice
from banneret.rulebooks.companies.odds.pools import lowered, strikes, successes
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.text.names import company_name

Losses = dict[tuple[int, int], Fraction]


def spend_preview(state: State, decision: Spend, order: Order) -> Preview | None:
    """The chances of the Disposition left to both companies after a spending, a Withdraw and an Advance of the volley included.

    Returns None if the spending takes nothing off the enemy for certain or by strikes, or is not legal.

    Rules: companies:advance.take, companies:dug.bonus, companies:volley.resolve-order.
    """
    if decision.check(order) is not None:
        return None
    bought = {str(group[0]): int(group[1]) for group in order[1:] if isinstance(group, tuple)}
    own, troops = bought.get("own-strike", 0), bought.get("strike", 0)
    damage = bought.get("damage", 0)
    foe = state.companies[decision.foe]
    ground = foe.bonus if loses_position(state, foe, bought.get("breach", 0), artillery=False) else 0
    if not own + troops + damage + ground:
        return None
    found = struck(state, decision, own, troops, bought.get(STRIKE_DIE, 0))
    gained = decision.taken + bought.get("dig-in", 0)
    mine = left(state, decision.company, found, 0, decision.lost, gained=gained)
    theirs = left(state, decision.foe, found, 1, decision.hurt + damage, ground, decision.held)
    count = own + troops
    parts = ["the damage" if damage else "the breach"]
    if count:
        parts = [f"{count} strike{'' if count == 1 else 's'}"]
    if decision.lost or decision.hurt:
        parts.append("the Withdraw")
    if decision.taken or decision.held:
        parts.append("the Advance")
    return Preview(f"After {enumerated(parts)}", spreads=(theirs, mine))


def struck(state: State, decision: Spend, own: int, troops: int, dice: int) -> Losses:
    """The chances of the points that both sides lose by strikes, the commander's own first; bought dice go to the first strikes."""
    found: Losses = {(0, 0): Fraction(1)}
    for number in range(own + troops):
        mine, theirs = strike_dice(state, decision.company, decision.foe, number < own, number)
        shade, raised = own_pool(state, decision.company) if number < own else (BLACK, 0)
        blow = lowered(successes(mine + (number < dice), shade), raised)
        one = strikes(blow, successes(theirs), 1)
        after: Losses = {}
        for (lost, cost), chance in found.items():
            for (more, hurt), part in one.items():
                if not part:
                    continue  # as no dice never win
                key = (lost + more, cost + hurt)
                after[key] = after.get(key, Fraction(0)) + chance * part
        found = after
    return found


def left(
    state: State, number: int, found: Losses, which: int, more: int, ground: int = 0, gained: int = 0
) -> Spread:
    """The chance of each Disposition that a company may be left with.

    Args:
        state: The battle.
        number: The company.
        found: The chances of the points that strikes cost both companies.
        which: Which of them this company is, 0 or 1.
        more: The points that it loses besides.
        ground: The bonus of a position that it loses first.
        gained: The points that an Advance and digging in give afterwards to a company that has not fallen.
    """
    before = state.companies[number].disposition
    shares: dict[int, Fraction] = {}
    for losses, chance in found.items():
        after = max(0, before - ground - losses[which] - more)
        if after:
            after += gained
        shares[after] = shares.get(after, Fraction(0)) + chance
    side = state.setting.forces[number].side
    title = f"{company_name(state, number)}, now {before}"
    return Spread(
        title, side, tuple([(str(one), round(float(100 * shares[one]), 1)) for one in sorted(shares)])
    )
