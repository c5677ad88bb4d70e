"""The script: three slots, sealed, checked."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle

from banneret.kernel.dice import Chance, ScriptedDice
from banneret.kernel.order import Order
from banneret.kernel.table import Pending, StepTable
from banneret.rulebooks.companies.exchange.script import script_of, write_scripts
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import UNWRITTEN
from banneret.rulebooks.companies.tables.actions import ADVANCE, HOLD, SCOUT
from banneret.rulebooks.companies.view.script_question import usual
from banneret.testing import Script


@pytest.mark.rule("companies:script.exchange", "companies:script.target")
def test_three_actions_in_order() -> None:
    state = battle()
    mine: Order = ("script", ("scout",), ("advance", "island"), ("hold",))
    write_scripts(state, Script(orders=[mine, None], strict=False))
    company = state.companies[0]
    assert company.written == [SCOUT, ADVANCE, HOLD]
    assert company.targets == [-1, state.nodes.index("island"), -1]
    assert state.stage == VOLLEY


@pytest.mark.rule("companies:script.secret")
def test_scripts_are_sealed() -> None:
    """Both are asked at once, and the step waits for both as for sealed orders."""
    with pytest.raises(Pending) as waiting:
        write_scripts(battle(), StepTable([], ScriptedDice([])))
    assert [decision.side for decision in waiting.value.decisions] == [0, 1]
    assert waiting.value.sealed


@pytest.mark.rule("companies:script.hesitating")
def test_a_lost_nerve_leaves_two_slots() -> None:
    state = battle()
    state.companies[1].hesitates = state.now
    write_scripts(state, Script(orders=[None, ("script", ("hold",), ("scout",))]))
    assert state.companies[1].written == [UNWRITTEN, HOLD, SCOUT]


@pytest.mark.rule("companies:script.target")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("script", ("scout",)), "an action for each of 3 volleys"),
        (("script", ("scout",), ("advance",), ("hold",)), "volley 2 must name"),
        (("script", ("scout",), ("hold",), ("shoot",)), "Volley 3 must be one of"),
        (("script", "scout", 3, ("hold", "island")), "Volley 1 must be one of"),
    ],
)
def test_what_cannot_be_written(order: Order, said: str) -> None:
    decision = script_of(battle(), 0)
    refusal = decision.check(order)
    assert refusal is not None
    assert said in refusal.reason
    assert refusal.nearest is not None
    assert decision.check(refusal.nearest) is None


def test_orders_and_samples_are_legal() -> None:
    decision = script_of(battle(), 0)
    assert decision.orders()[0] == decision.default()
    chance = Chance(3)
    for order in [*decision.orders(), *[decision.sample(chance) for _ in range(40)]]:
        assert decision.check(order) is None


@pytest.mark.rule("companies:script.anticipate", "companies:scout.gate", "companies:charge.requirement")
@pytest.mark.parametrize(
    ("scouted", "place", "usual_one", "words"),
    [
        (False, "west-bank", (("scout",), ("advance", "island"), ("charge",)), "Scout, advance, charge"),
        (True, "west-bank", (("advance", "island"), ("charge",), ("charge",)), "Advance, charge, charge"),
        (False, "island", (("scout",), ("charge",), ("charge",)), "Scout, charge, charge"),
        (True, "island", (("charge",), ("skirmish",), ("charge",)), "Charge, skirmish, charge"),
    ],
)
def test_the_usual_script_finds_the_enemy_closes_in_and_charges(
    scouted: bool, place: str, usual_one: Order, words: str
) -> None:
    """The island lies between the banks: from there a company reaches the enemy on the east bank."""
    state = battle(scouted=scouted)
    state.companies[0].place, state.companies[1].place = map(state.nodes.index, (place, "east-bank"))
    script = script_of(state, 0)
    assert script is not None
    assert script.default() == ("script", *usual_one)
    assert usual(script) == words


def test_the_usual_script_of_companies_that_stand_differently_is_told_as_one() -> None:
    script = script_of(battle(scouted=True), 0)
    assert script is not None
    script.parts = [(0, 3, "island"), (1, 3, "island")]
    script.ready, script.close = (0, 1), (1,)
    assert usual(script) == "Find them, close in, charge"
