"""Spending extra successes: what may be bought, and what is refused."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, plain

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend, goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.state import UNWRITTEN
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, SCOUT, SKIRMISH, actions
from banneret.rulebooks.companies.view.spend_question import spend_question

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


@pytest.mark.rule("companies:flank.charge-dice", "companies:rally.weapon-dice")
@pytest.mark.parametrize(
    ("following", "vain"),
    [
        (CHARGE, {}),
        (SKIRMISH, {"charge-die": "In the next volley you have written Skirmish, not Charge."}),
        (
            SCOUT,
            {
                "charge-die": "In the next volley you have written Scout, not Charge.",
                "weapon-die": "In the next volley you have written Scout, not Charge or Skirmish.",
            },
        ),
        (UNWRITTEN, {}),
    ],
)
def test_dice_for_a_next_volley_that_has_no_use_for_them_say_so(following: int, vain: dict[str, str]) -> None:
    state = battle(plain(), plain())
    state.companies[0].written = [FLANK, following, CHARGE]
    goods = [Good("damage", 1, 0), Good("charge-die", 1, 0), Good("weapon-die", 1, 0)]
    form = spend_question(state, Spend(0, 3, goods, 0, 1)).form
    assert form is not None
    assert {item.word: item.vain for item in form.items if item.vain} == vain
    state.volley = 2  # what follows is another exchange, and not written yet
    form = spend_question(state, Spend(0, 3, goods, 0, 1)).form
    assert form is not None
    assert not any(item.vain for item in form.items)
