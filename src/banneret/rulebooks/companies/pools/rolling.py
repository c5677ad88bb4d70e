"""Rolling a pool and counting its successes. Rules: companies:core.dice, companies:core.empty-pool, companies:core.open-ended."""

from __future__ import annotations

from math import comb

from banneret.kernel.event import Die
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.rulebooks.companies.tables.shades import BLACK, SIDES


def roll(
    table: Table,
    dice: int,
    why: str,
    side: int,
    shade: int = BLACK,
    open_ended: bool = False,
    shown: list[Die] | None = None,
) -> int:
    """Roll a pool. Returns its successes; a pool of no dice has none.

    Args:
        table: The table that rolls.
        dice: The number of dice.
        why: The reason that they are rolled for.
        side: The side that rolls.
        shade: The least face that is a success.
        open_ended: True if each 6 adds a die.
        shown: Takes the dice, in their order, as the news show them.

    Every 6 of an open-ended pool adds a die, after the whole pool and in the order of the sixes.
    Rules: companies:core.open-ended, companies:core.dice-order.
    """
    successes = 0
    left = dice
    while left > 0:
        added = 0
        for _ in range(left):
            face = table.die(SIDES, why, side)
            if face >= shade:
                successes += 1
            if face == SIDES:
                added += 1
            if shown is not None:
                shown.append((side, SIDES, face))
        left = added if open_ended else 0
    return successes


def pool_stake(side: int, successes: int, dice: int, shade: int = BLACK) -> Stake:
    """The successes of a roll, with the chances of all that as many dice could have had, those included that a 6 added. Rule: companies:core.dice."""
    hit = SIDES + 1 - shade
    ways = [(comb(dice, n) * hit**n * (SIDES - hit) ** (dice - n), (n,)) for n in range(dice + 1)]
    return Stake("successes", (side,), (successes,), tuple(ways))
