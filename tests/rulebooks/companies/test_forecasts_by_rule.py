"""The chances shown for a script, against those that the rules themselves give for every throw of both sides."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, officer, plain

from banneret.kernel.dice import Chance
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.requirements import kind_of_test
from banneret.rulebooks.companies.exchange.script import script_of
from banneret.rulebooks.companies.odds.forecast import Plan, dice_of, forecast, plan, spread
from banneret.rulebooks.companies.odds.volley import volley_odds
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import Reveal, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS
from banneret.rulebooks.companies.tables.shades import WHITE
from banneret.rulebooks.companies.view.script_question import dice_figure, script_question
from banneret.rulebooks.companies.view.scripts import counting

GIVEN = ("held ground", "longest weapons", "static enemy")
"""Parts of a pool that the action of the enemy gives."""

OPTIONS = (
    {},
    {"unskilled-versus": "double-opponent"},
    {"independent-extra": "meeting-earns-one"},
    {"hold-independent": "ob-1-with-menu"},
    {"fortification-against-skirmish": "on"},
)


def drawn(chance: Chance, options: dict[str, str]) -> State:
    """Two companies near each other: skilled or not, wounded, harassed, with works, a store and saved dice."""
    known = [dict(PLAIN) if chance.below(2) else {"Riding": 3, "Oratory": 2} for _ in range(2)]
    state = battle(
        officer(known[0]),
        officer(known[1]),
        places=("west-bank", "island"),
        values={"west-bank": 1 + chance.below(2), "island": 1 + chance.below(3)},
        works={"island": chance.below(3), "west-bank": chance.below(2)},
        holds=(chance.below(2) == 0, chance.below(2) == 0),
        options=options,
    )
    state.stage = stages.SCRIPT
    for number, company in enumerate(state.companies):
        company.raised = chance.below(3) // 2
        company.runners_lost = chance.below(4) == 0
        company.charge_dice = chance.below(3)
        company.command_die = chance.below(2)
        if chance.below(3) == 0:
            wound(state, number, 1 + chance.below(2))
        company.aim, company.store = (1, 2)[number], 0
    return state


def settled(state: State, mine: Plan, theirs: Plan) -> list[Effort]:
    """Both efforts, ready to be rolled."""
    efforts = []
    for own, other in ((mine, theirs), (theirs, mine)):
        effort = replace(own.effort)
        effort.kind = kind_of_test(state, own.effort, other.effort)
        effort.raised = own.raised
        if own.base is not None:
            effort.pool = replace(own.base)
            effort.pool.dice = dice_of(state, own, other)
        efforts.append(effort)
    return efforts


@pytest.mark.rule("companies:test.versus", "companies:test.independent", "companies:core.unskilled-versus")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda one: "-".join(one.values()) or "usual")
def test_a_forecast_is_what_the_rules_give(options: dict[str, str]) -> None:
    chance = Chance(len(options))
    for _ in range(2):
        state = drawn(chance, options)
        targets = (*state.roads[state.companies[0].place], state.companies[0].place)
        for first, second in product(range(len(ACTIONS)), repeat=2):
            for target in targets if first == ADVANCE else targets[:1]:
                mine, theirs = plan(state, 0, 1, first, target), plan(state, 1, 0, second)
                efforts = settled(state, mine, theirs)
                if efforts[0].kind == UNTESTED:
                    continue
                found = forecast(state, mine, theirs)
                odds = volley_odds(state, efforts)
                case = (ACTIONS[first], ACTIONS[second], state.nodes[mine.effort.target])
                assert found.works == pytest.approx(float(odds.works(0))), case
                extra = {
                    number: Fraction(part).limit_denominator(10**9) for number, part in odds.extra(0).items()
                }
                if ACTIONS[first] == "withdraw":
                    continue
                for number, part in enumerate(found.extra):
                    assert part == pytest.approx(float(extra.get(number, 0))), (case, number)


@pytest.mark.rule("companies:script.time-bonus")
def test_the_die_of_who_finished_first_is_not_shown_for_the_next_exchange() -> None:
    state = battle(officer(PLAIN), officer(PLAIN), options={"time-bonus": "on"})
    state.early, state.volley, state.stage = 0, 0, stages.SCRIPT
    base = plan(state, 0, 1, ACTIONS.index("scout")).base
    assert base is not None
    assert base.dice == 4
    state.stage = stages.VOLLEY
    base = plan(state, 0, 1, ACTIONS.index("scout")).base
    assert base is not None
    assert base.dice == 5


@pytest.mark.rule("companies:charge.foray", "companies:core.pool")
def test_the_dice_that_are_shown_are_those_that_are_reckoned_with() -> None:
    """Command 4 alone charges with 4 dice; in the foray Conspicuous and Sing are FoRKs, and the Charge has 6."""
    state = battle(
        officer({"Command": 4, "Conspicuous": 3, "Sing": 3}), officer(PLAIN), places=("west-bank", "island")
    )
    state.stage = stages.SCRIPT
    for action, dice in (("charge", 6), ("advance", 6), ("hold", 5), ("rally", 3)):
        mine = plan(state, 0, 1, ACTIONS.index(action))
        assert mine.base is not None
        assert (mine.base.dice, dice_figure(state, mine, Effort(1)).value) == (dice, str(dice))


@pytest.mark.rule("companies:hold.dice", "companies:skirmish.hold-die", "companies:core.pool")
def test_the_dice_that_the_action_of_the_enemy_gives_stand_among_the_parts() -> None:
    """Four dice; held with pikes six against a Charge, in a Skirmish five against who holds."""
    state = battle(
        plain(), plain(), forces=[force(0, longest=True), force(1)], places=("west-bank", "island")
    )
    state.stage = stages.SCRIPT
    script = script_of(state, 0)
    assert script is not None
    form = script_question(state, script).form
    assert form is not None
    odds = {move.word: move.odds for move in form.slots[0].choices}
    for action, enemy, dice, more in (
        ("hold", "Charge", 6, {"held ground": 1, "longest weapons": 1}),
        ("hold", "Scout", 4, {}),
        ("skirmish", "Hold", 5, {"static enemy": 1}),
        ("skirmish", "Flank", 4, {}),
    ):
        found = odds[action]
        assert found is not None
        names = [move.label for move in form.slots[0].choices]
        against = found.against[names.index(enemy)]
        figure = found.figures[against.figure]
        parts = {name: number for number, name, _ in figure.parts}
        assert (figure.value, f"{dice} " in against.needs) == (str(dice), True), (action, enemy)
        assert {name: number for name, number in parts.items() if name in GIVEN} == more


@pytest.mark.rule("companies:core.pool", "companies:core.wounds", "companies:core.unskilled-independent")
def test_the_parts_of_a_pool_add_up() -> None:
    chance = Chance(11)
    for _ in range(5):
        state = drawn(chance, {})
        for number, action in product((0, 1), range(len(ACTIONS))):
            mine = plan(state, number, 1 - number, action)
            if mine.base is not None:
                for enemy in range(len(ACTIONS)):
                    theirs = plan(state, 1 - number, number, enemy)
                    figure = dice_figure(state, mine, theirs.effort)
                    case = (ACTIONS[action], ACTIONS[enemy], figure)
                    dice = dice_of(state, mine, theirs)
                    assert sum(part[0] for part in figure.parts) == dice == int(figure.value), case


@pytest.mark.rule("companies:core.unskilled-independent", "companies:core.unskilled-versus")
@pytest.mark.parametrize(
    ("action", "kind", "count"),
    [
        ("rally", INDEPENDENT, 4),  # Ob 2 instead of 1, and all four successes against it
        ("advance", INDEPENDENT, 1),  # half of four, less one for the raise
        ("scout", VERSUS, 1),
    ],
)
def test_the_successes_that_are_shown_are_those_that_count(action: str, kind: int, count: int) -> None:
    one = Reveal(
        0, action=ACTIONS.index(action), kind=kind, skill="Will", faces=(4, 4, 4, 4), successes=4, count=1
    )
    assert counting(one)[0] == count


@pytest.mark.rule("companies:multi.same-position", "companies:advance.build")
@pytest.mark.parametrize(
    ("store", "enemy", "works", "extra", "ob"),
    [
        # Independent against a Rally, four dice: the store of 4 takes the hill of 2 for sure, with two over and what it adds.
        (4, "rally", 1.0, (0, 0, 5, 6, 4, 1), 0),
        (2, "rally", 1.0, (5, 6, 4, 1), 0),
        (1, "rally", 11 / 16, (6, 4, 1), 2),  # one more than the one that is paid
        # Versus against a Scout of no dice at all: won by any success.
        (4, "scout", 15 / 16, (0, 0, 0, 4, 6, 4, 1), 0),
        (1, "scout", 15 / 16, (4, 6, 4, 1), 0),
    ],
)
def test_a_store_that_is_full_is_reckoned_with(
    store: int, enemy: str, works: float, extra: tuple[int, ...], ob: int
) -> None:
    state = battle(
        plain(),
        officer({"Oratory": 4}, stats=(0, 0, 4, 4, 4, 4)),
        places=("west-bank", "west-bank"),
        values={"island": 2},
    )
    company = state.companies[0]
    company.aim, company.store = state.nodes.index("island"), store
    mine = plan(state, 0, 1, ADVANCE, company.aim)
    theirs = plan(state, 1, 0, ACTIONS.index(enemy))
    found = forecast(state, mine, theirs)
    assert (found.works, found.ob) == (works, ob)
    shares = tuple([part / 16 for part in extra])
    assert found.extra[: len(shares)] == shares
    assert not any(found.extra[len(shares) :])
    odds = volley_odds(state, settled(state, mine, theirs))
    assert {number: float(part) for number, part in odds.extra(0).items()} == {
        number: part for number, part in enumerate(shares) if part
    }


@pytest.mark.rule("companies:core.open-ended")
def test_the_chances_of_many_open_ended_dice_leave_nothing_out() -> None:
    """Twelve white dice come to 12 successes on average, as each 6 adds a die; more than 14 belong to the last number told apart."""
    found = spread(12, WHITE, True, False, 0)
    assert abs(sum(found) - 1) < 1e-9
    assert sum(spread(12, WHITE, True, True, 1)) == pytest.approx(1)
