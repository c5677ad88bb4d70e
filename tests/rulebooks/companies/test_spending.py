"""Spending extra successes: what may be bought, and what is refused."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, plain

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend, goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, actions

CHARGING = [Good("strike", 1, 0), Good("strike-die", 1, 0), Good("steel", 1, 0)]


@pytest.mark.rule("companies:volley.allocate", "companies:charge.strike-dice", "companies:flank.damage")
@pytest.mark.parametrize(
    ("order", "legal"),
    [
        (("spend", ("strike", 4)), True),
        (("spend", ("strike", 2), ("strike-die", 2)), True),
        (("spend", ("strike", 3), ("strike-die", 1)), True),
        (("spend",), True),
        (("spend", ("strike", 1), ("strike-die", 3)), False),
        (("spend", ("strike", 5)), False),
        (("spend", ("strike", 0)), False),
        (("spend", ("steel", 1), ("strike", 1)), False),
        (("spend", ("runners", 1)), False),
        (("spend", "strike", 4), False),
        ((), False),
    ],
)
def test_four_extra_successes_of_a_charge(order: Order, legal: bool) -> None:
    decision = Spend(0, 4, CHARGING)
    refusal = decision.check(order)
    assert (refusal is None) == legal
    if refusal is not None:
        assert refusal.nearest is not None
        assert decision.check(refusal.nearest) is None


@pytest.mark.rule(
    "companies:advance.no-specialists", "companies:charge.no-specialists", "companies:flank.specials"
)
def test_menus_with_and_without_specialists() -> None:
    state = battle(plain(), plain())
    offered = {}
    for action in (ADVANCE, CHARGE, FLANK):
        menu = tuple([entry.id for entry in actions()[action].menu])
        offered[action] = [
            good.word for good in goods_of(state, Effort(0, action, action, menu=menu), Effort(1))
        ]
    assert offered[ADVANCE] == ["damage"]
    assert offered[CHARGE] == ["strike", "strike-die", "steel", "fight"]
    assert offered[FLANK] == ["damage", "charge-die", "runners", "scouts", "steel", "fight"]
