"""Spending extra successes: what may be bought, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.musters import PLAIN, Answers, battle, force, hits, officer, plain

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend, goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.state import UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import (
    ACTIONS,
    ADVANCE,
    CHARGE,
    FLANK,
    SCOUT,
    SKIRMISH,
    actions,
)
from banneret.rulebooks.companies.view.spend_preview import spend_preview
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
        (
            SKIRMISH,
            {
                "charge-die": "In the next volley you have written Skirmish, not Charge.",
                "weapon-die": "In the next volley you have written Skirmish, and nobody can shoot in it.",
            },
        ),
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


@pytest.mark.rule("companies:rally.weapon-dice", "companies:skirmish.range", "companies:fight.token")
@pytest.mark.parametrize(("archer", "tokens", "vain"), [(True, 1, False), (True, 0, True), (False, 1, True)])
def test_dice_for_a_skirmish_in_which_nobody_shoots_say_so(archer: bool, tokens: int, vain: bool) -> None:
    leader = officer({**PLAIN, "Bow": 4}, missile="Bow") if archer else officer(PLAIN, missile="")
    state = battle(leader, plain())
    state.tokens = [tokens, tokens]
    state.companies[0].written = [FLANK, SKIRMISH, CHARGE]
    form = spend_question(state, Spend(0, 3, [Good("weapon-die", 1, 0)], 0, 1)).form
    assert form is not None
    said = "In the next volley you have written Skirmish, and nobody can shoot in it."
    assert form.items[0].vain == (said if vain else "")


# ---------------------------------------------------------------- what is foreseen of it


class Foreseeing(Answers):
    """Answers, with what is foreseen of every spending that is ordered."""

    def __init__(self, state: State, dice: list[int], said: dict[tuple[str, int], Order]) -> None:
        super().__init__(dice, said)
        self.state = state
        self.seen: list[tuple[str, list[tuple[str, tuple[tuple[str, float], ...]]]]] = []

    def ask(self, decision: Decision) -> Order:
        """The order said; a spending is looked at first."""
        order = super().ask(decision)
        if isinstance(decision, Spend):
            preview = spend_preview(self.state, decision, order)
            if preview is not None:
                self.seen.append((preview.sentence, [(one.title, one.shares) for one in preview.spreads]))
        return order


def foreseen(
    state: State, actions_: tuple[str, str], dice: list[int], said: dict[tuple[str, int], Order]
) -> Any:
    """What is foreseen in a volley that is played."""
    for company, name in zip(state.companies, actions_, strict=True):
        company.written, company.targets = [ACTIONS.index(name)] * 3, [-1] * 3
    state.stage = stages.VOLLEY
    table = Foreseeing(state, dice, said)
    play_volley(state, table)
    table.finish()
    return table.seen


@pytest.mark.rule("companies:volley.losses", "companies:withdraw.independent-effect", "companies:disp.loss")
def test_what_is_foreseen_knows_the_losses_of_a_withdraw_that_works_besides() -> None:
    # Withdraw 4 at Ob 3: the enemy loses 2, the company 1. The Skirmish of 3 at Ob 2 has two extra, here 1 more point of the enemy's.
    state = battle(plain(), plain(), places=("west-bank", "island"))
    found = foreseen(
        state, ("skirmish", "withdraw"), [*hits(3, 4), *hits(4, 4)], {("spend", 0): ("spend", ("damage", 1))}
    )
    assert found == [
        ("After the damage and the Withdraw", [("B, now 6", (("4", 100.0),)), ("A, now 6", (("4", 100.0),))])
    ]
    assert [company.disposition for company in state.companies] == [4, 4]


@pytest.mark.rule("companies:volley.losses", "companies:withdraw.versus-loss")
def test_what_is_foreseen_knows_the_losses_of_a_withdraw_that_failed() -> None:
    # Flank 4 against Withdraw 2: lost, it costs 2, and the two extra buy 1 more.
    state = battle(plain(), plain(), places=("west-bank", "island"))
    found = foreseen(
        state, ("flank", "withdraw"), [*hits(4, 4), *hits(2, 4)], {("spend", 0): ("spend", ("damage", 1))}
    )
    assert found[0][1] == [("B, now 6", (("3", 100.0),)), ("A, now 6", (("6", 100.0),))]
    assert [company.disposition for company in state.companies] == [6, 3]


@pytest.mark.rule("companies:fort.destroyed", "companies:skirmish.breach", "companies:disp.loss")
@pytest.mark.parametrize(("works", "damage", "rest"), [(1, 1, 5), (2, 1, 8), (1, 0, 6)])
def test_what_is_foreseen_knows_that_a_hill_is_lost_with_its_works(
    works: int, damage: int, rest: int
) -> None:
    # Basic 6 and 3 of a hill: with works of 1 breached the hill is gone first, and then 1 point; works of 2 stand.
    sapper = officer({"War Engineer": 4})
    ground = {"island": works}
    state = battle(
        sapper,
        plain(),
        places=("west-bank", "island"),
        holds=(False, True),
        works=ground,
        values={"island": 3},
    )
    bought = (("damage", 1), ("breach", 1)) if damage else (("breach", 1),)
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", *bought)}
    found = foreseen(state, ("skirmish", "scout"), [*hits(4, 4), *hits(0, 4)], said)
    assert found[0][0] == ("After the damage" if damage else "After the breach")
    assert found[0][1] == [("B, now 9", ((str(rest), 100.0),)), ("A, now 6", (("6", 100.0),))]
    assert state.companies[1].disposition == rest


@pytest.mark.rule("companies:advance.take", "companies:position.bonus", "companies:volley.resolve-order")
def test_what_is_foreseen_knows_the_position_that_an_advance_takes() -> None:
    # The island is worth 2: the Advance of 5 has Ob 3 beside a Rally, which fails at Ob 1. Two extra buy a point of the enemy's.
    strong = officer({"Command": 5})
    state = battle(strong, plain(), values={"island": 2})
    table = Foreseeing(state, [*hits(5, 5), *hits(0, 4)], {("spend", 0): ("spend", ("damage", 1))})
    for company, name, target in zip(
        state.companies, ("advance", "rally"), (state.nodes.index("island"), -1), strict=True
    ):
        company.written, company.targets = [ACTIONS.index(name)] * 3, [target] * 3
    state.stage = stages.VOLLEY
    play_volley(state, table)
    table.finish()
    assert table.seen == [
        ("After the damage and the Advance", [("B, now 6", (("5", 100.0),)), ("A, now 6", (("8", 100.0),))])
    ]
    assert [company.disposition for company in state.companies] == [8, 5]


# ---------------------------------------------------------------- what is bought by default

SHOOTING = [
    Good("runners", 1, 0),
    Good("scouts", 1, 0),
    Good("steel", 1, 1),
    Good("damage", 2, 0),
    Good("raise-ob", 2, 0),
    Good("advance-die", 1, 1),
    Good("range", 3, 1),
]
"""The menu of a Skirmish."""


@pytest.mark.rule("companies:volley.allocate", "companies:skirmish.damage")
@pytest.mark.parametrize(
    ("budget", "bought"),
    [
        (1, (("runners", 1),)),
        (2, (("damage", 1),)),
        (3, (("runners", 1), ("damage", 1))),
        (4, (("damage", 2),)),
    ],
)
def test_points_of_the_enemy_are_bought_before_whatever_else(budget: int, bought: Order) -> None:
    assert Spend(0, budget, SHOOTING).default() == ("spend", *bought)


@pytest.mark.rule("companies:strike.loss", "companies:charge.strike-dice")
@pytest.mark.parametrize(
    ("edge", "bought"),
    [
        (1, (("strike", 3),)),
        (0, (("strike", 1), ("strike-die", 1), ("steel", 1))),  # with the die it has one more than the enemy
        (-1, (("steel", 3),)),
    ],
)
def test_no_strike_by_default_that_costs_the_company_as_much_as_the_enemy(edge: int, bought: Order) -> None:
    decision = Spend(0, 3, CHARGING, edge=edge)
    assert decision.default() == ("spend", *bought)
    assert decision.check(decision.default()) is None


@pytest.mark.rule("companies:volley.allocate")
def test_where_nothing_is_worth_buying_that_is_listed_once() -> None:
    """One extra success after a Flank, the runners lost already: nothing by default, and the runners may be bought all the same."""
    decision = Spend(0, 1, [Good("runners", 1, 0)], idle=("runners",))
    assert decision.orders() == [("spend",), ("spend", ("runners", 1))]


class Usual(Answers):
    """Answers that take the default of every spending."""

    bought: Order = ()

    def ask(self, decision: Decision) -> Order:
        """The default of a spending, which is kept as said."""
        if isinstance(decision, Spend):
            self.said[("spend", decision.side)] = decision.default()
            self.bought = decision.default()
        return super().ask(decision)


def usual(state: State, action: str, dice: list[int], after: int) -> Order:
    """What the default buys of an action of the first company beside a Rally that fails, with another action written after it."""
    state.companies[0].written, state.companies[0].targets = [ACTIONS.index(action), after, CHARGE], [-1] * 3
    state.companies[1].written, state.companies[1].targets = [ACTIONS.index("rally")] * 3, [-1] * 3
    state.stage = stages.VOLLEY
    table = Usual(dice, {})
    play_volley(state, table)
    return table.bought


@pytest.mark.rule("companies:flank.charge-dice", "companies:spec.runners-effect")
@pytest.mark.parametrize(
    ("after", "lost", "bought"),
    [
        (CHARGE, False, ("charge-die", 1)),
        (SCOUT, False, ("runners", 1)),
        (SCOUT, True, ("scouts", 1)),
    ],
)
def test_nothing_that_is_known_to_bring_nothing_is_bought_by_default(
    after: int, lost: bool, bought: Order
) -> None:
    # A Flank of 4 has Ob 3 beside a Rally: one extra. Dice enough for whatever is tested then.
    state = battle(plain(), plain(), places=("west-bank", "island"))
    state.companies[1].runners_lost = lost
    assert usual(state, "flank", [*hits(4, 4), *hits(0, 4), *[1] * 20], after) == ("spend", bought)


@pytest.mark.rule("companies:strike.test", "companies:strike.loss")
@pytest.mark.parametrize(
    ("own", "theirs", "left", "bought"),
    [
        (5, 4, 6, (("strike", 2),)),
        (4, 4, 6, (("strike", 1), ("strike-die", 1))),
        (4, 4, 7, (("strike", 2),)),  # who has more left can afford to trade
        (3, 5, 6, (("steel", 2),)),
    ],
)
def test_strikes_are_bought_by_default_where_they_cost_the_enemy_more(
    own: int, theirs: int, left: int, bought: Order
) -> None:
    # A Charge of 4 has Ob 2 beside a Rally that fails: two extra.
    forces = [force(0, weapon=own), force(1, weapon=theirs)]
    state = battle(plain(), plain(), forces=forces, basic=(left, 6), places=("west-bank", "island"))
    assert usual(state, "charge", [*hits(4, 4), *hits(0, 4), *[1] * 20], SCOUT) == ("spend", *bought)


@pytest.mark.rule("companies:spec.runners-effect")
def test_runners_that_are_lost_already_are_said_to_be() -> None:
    state = battle(plain(), plain())
    state.companies[1].runners_lost = True
    form = spend_question(state, Spend(0, 3, SHOOTING[:3], 0, 1)).form
    assert form is not None
    assert {item.word: item.vain for item in form.items if item.vain} == {
        "runners": "Their runners are lost already."
    }
