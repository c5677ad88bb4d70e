"""Prices: what costs the same does about as well; the whole tables are those of `bench.balance` (docs/balance.md)."""

from __future__ import annotations

import pytest

from banneret.lab.simulation import simulate
from banneret.muster.appraisal import appraise
from banneret.rulebooks.warcards.army.lists import battle_of, read_army
from banneret.rulebooks.warcards.army.muster import MUSTER
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.tables.facts import facts

BUDGET = 30
FIELD = [card for card in facts().cards.values() if card.type != "irregulars"][::3]


def share(first: str, second: str) -> float:
    """The attacker's share of two battles."""
    data = battle_of(read_army(first, "A"), read_army(second, "B"))
    found = simulate(
        RULEBOOK, RULEBOOK.read_scenario(data, "test"), None, "greedy", games=2, seed=1, workers=1
    )
    return (found.wins["A"] + found.draws / 2) / found.games


@pytest.mark.rule("warcards:train.scout", "warcards:unit.card")
def test_irregulars_win_about_half_of_their_battles_at_equal_cost() -> None:
    cost = facts().cards["irregulars"].muster
    mine = f"{BUDGET // cost} Irregulars"
    shares = []
    for card in FIELD:
        theirs = f"{BUDGET // card.muster} {card.name}"
        shares += [share(mine, theirs), 1 - share(theirs, mine)]
    assert (
        0.35 <= sum(shares) / len(shares) <= 0.65
    )  # 92 % when they cost 1 GB; few battles here, see the tables


@pytest.mark.rule("warcards:train.scout", "warcards:unit.experience")
@pytest.mark.parametrize(
    ("words", "price"),
    [("Irregulars", 2), ("veteran Irregulars + scout", 3), ("Scouts", 2), ("Levies", 2), ("Archers", 3)],
)
def test_the_muster_asks_the_prices_of_the_rules(words: str, price: int) -> None:
    army = MUSTER.listed(words)
    assert appraise(RULEBOOK, army).spent == price
