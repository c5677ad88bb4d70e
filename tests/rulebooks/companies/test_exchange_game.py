"""The exchange as a matrix game, and the scripts that tree search draws from it."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle

from banneret.kernel.dice import Chance
from banneret.kernel.player import Seat
from banneret.players.search.player import SearchPlayer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.payoffs import payoffs
from banneret.rulebooks.companies.exchange.script import Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, HOLD, NOTHING, RALLY, SCOUT

NEAR = ("west-bank", "west-bank")


def writing(**changed: object) -> State:
    """Two companies that are about to write."""
    state = battle(places=NEAR, **changed)  # type: ignore[arg-type]
    state.stage = stages.SCRIPT
    return state


def asked(state: State, side: int) -> Script:
    script = script_of(state, side)
    assert script is not None
    return script


def test_no_script_gains_against_the_solved_mix() -> None:
    """The best of all scripts against either mix is worth hardly more than the value of the exchange."""
    game = ExchangeGame(writing(), 0, 1)
    found = game.solve()
    _, most = game.best_answer(0, list(zip(found.columns, found.theirs, strict=True)))
    _, least = game.best_answer(1, list(zip(found.rows, found.mine, strict=True)))
    assert most - found.value < 0.05
    assert least + found.value < 0.05


def test_the_best_answer_is_the_best_of_all_scripts() -> None:
    game = ExchangeGame(writing(), 0, 1)
    against = (HOLD, RALLY, SCOUT)
    line, worth = game.best_answer(0, [(against, 1.0)])
    assert worth == pytest.approx(game.worth(line, against))
    others = [(first, second, HOLD) for first in range(len(ACTIONS)) for second in range(len(ACTIONS))]
    assert all(game.worth(other, against) <= worth + 1e-9 for other in others)


def test_what_an_action_brings_is_there_in_the_next_volley() -> None:
    """Two hidden companies: after a Scout that is likely to succeed the enemy is in sight."""
    game = ExchangeGame(writing(scouted=False), 0, 1)
    after = game.after(game.root, SCOUT, RALLY)
    works = game.root.prospects.own[SCOUT].effort.action == SCOUT
    assert works
    assert after.state.volley == game.root.state.volley + 1
    assert game.after(game.root, SCOUT, RALLY) is after


def test_a_company_that_hesitates_writes_two_volleys() -> None:
    state = writing()
    state.companies[0].hesitates = state.now
    assert all(line[0] == NOTHING for line in ExchangeGame(state, 0, 1).solve().rows)
    for side, groups in ((0, 2), (1, 3)):
        found = payoffs(state, asked(state, side))
        assert {len(order) - 1 for order in found.mine} == {groups}
        assert {len(order) - 1 for order in found.theirs} == {5 - groups}


@pytest.mark.long
@pytest.mark.parametrize("name", list(RULEBOOK.scenarios()))
def test_scripts_of_a_search_are_legal(name: str) -> None:
    """In every scenario, with two companies and with more."""
    state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options())
    state.stage = stages.SCRIPT
    for company in state.companies:
        company.basic = company.start = 5
    for side in range(len(state.setting.sides)):
        script = asked(state, side)
        found = payoffs(state, script)
        assert all(script.check(order) is None for order in found.mine)
        if found.theirs:
            answer = asked(state, found.opponent)
            assert all(answer.check(order) is None for order in found.theirs)
            assert len(found.worths) == len(found.mine)
            assert {len(row) for row in found.worths} == {len(found.theirs)}


def test_a_search_draws_the_same_script_again() -> None:
    state = writing()
    drawn = []
    for _ in range(2):
        player = SearchPlayer(RULEBOOK, Chance(5), simulations=4)
        drawn.append(player.choose(asked(state, 0), Seat(RULEBOOK.sight, 0, state)))
    assert drawn[0] == drawn[1]


def test_an_advance_names_its_node() -> None:
    state = writing()
    found = payoffs(state, asked(state, 0))
    for order in found.mine:
        for group in order[1:]:
            assert (len(group) == 2) == (group[0] == ACTIONS[ADVANCE])
