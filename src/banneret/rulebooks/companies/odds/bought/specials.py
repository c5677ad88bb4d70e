"""The chances of specialist actions. Rules: companies:spec.runners, companies:spec.scouts, companies:spec.opposed-tie."""

from __future__ import annotations

from banneret.rulebooks.companies.exchange.buying.purchases import STEALTHY
from banneret.rulebooks.companies.odds.forecast import spread
from banneret.rulebooks.companies.pools.counting import doubles
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import RUNNERS, SCOUTS, specialists


def runners_lost(state: State, number: int, foe: int) -> float:
    """The chance that a company takes out an enemy's runners. Rule: companies:spec.runners."""
    return against(state, number, foe, specialists()[RUNNERS].skills, state.setting.forces[foe].couriers)


def scouts_lost(state: State, number: int, foe: int) -> float:
    """The chance that a company takes out an enemy's scouts. Rule: companies:spec.scouts."""
    return against(state, number, foe, specialists()[SCOUTS].skills, STEALTHY)


def against(state: State, number: int, foe: int, skills: tuple[str, ...], answer: tuple[str, ...]) -> float:
    """The chance of a company to win an opposed specialist action; a tie does not. Rule: companies:spec.opposed-tie."""
    pools = [individual_pool(state, number, skills), individual_pool(state, foe, answer)]
    doubling = doubles(state.setting.flags)
    own, other = [
        spread(max(0, one.dice), one.shade, one.open_ended, one.unskilled and not doubling, one.raised)
        for one in pools
    ]
    mine_twice, theirs_twice = [1 + (doubling and one.unskilled) for one in reversed(pools)]
    return sum(
        [
            mine * theirs
            for count, mine in enumerate(own)
            for counter, theirs in enumerate(other)
            if count * mine_twice > counter * theirs_twice
        ]
    )
