"""The script that answers best what the enemy will most likely write."""

from __future__ import annotations

from itertools import product

import pytest
from rulebooks.companies.musters import battle

from banneret.kernel.dice import Chance
from banneret.kernel.player import Seat
from banneret.players.instant import InstantPlayer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.replies import MOST, RARE, USUAL, foretold, reply
from banneret.rulebooks.companies.ai.scripting import pressed, write
from banneret.rulebooks.companies.exchange.script import Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.prospects import OWN
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING

DRAWN = 60


def writing() -> State:
    """Two companies beside each other that are about to write."""
    state = battle(places=("west-bank", "west-bank"))
    state.stage = stages.SCRIPT
    return state


def asked(state: State, side: int) -> Script:
    script = script_of(state, side)
    assert script is not None
    return script


def line_of(order: tuple[object, ...]) -> Line:
    return tuple([ACTIONS.index(group[0]) for group in order[1:] if isinstance(group, tuple)])


@pytest.mark.long
def test_scripts_are_foretold_as_often_as_they_are_drawn() -> None:
    state = writing()
    script = asked(state, 1)
    found = foretold(state, 1, OWN)
    chance = Chance(3)
    drawn = [line_of(write(state.copy(), script, OWN, chance)) for _ in range(DRAWN)]
    assert 1.0 - 8 * RARE < sum(found.values()) < 1.0 + 1e-9
    for line, share in found.items():
        assert abs(drawn.count(line) / DRAWN - share) < 0.2
    assert sum(line not in found for line in drawn) / DRAWN < 8 * RARE


def test_a_company_that_hesitates_is_foretold_two_volleys() -> None:
    state = writing()
    state.companies[1].hesitates = state.now
    assert {line[0] for line in foretold(state, 1, OWN)} == {NOTHING}


@pytest.mark.rule("companies:script.secret")
def test_no_script_is_a_better_answer() -> None:
    """Of all 512 scripts, by the exact odds against those that are foretold."""
    state = writing()
    line = line_of(reply(state, asked(state, 0)))
    against: dict[Line, float] = {}
    for posture, whole in ((OWN, USUAL), (LEARNT, 1.0 - USUAL)):
        for other, share in foretold(state, 1, posture, whole).items():
            against[other] = against.get(other, 0.0) + share
    assert len(against) <= MOST
    game = ExchangeGame(state, 0, 1, pressed(state, 0, LEARNT))

    def worth(one: Line) -> float:
        return sum(share * game.worth(one, other) for other, share in against.items())

    assert worth(line) == pytest.approx(max(worth(one) for one in product(range(len(ACTIONS)), repeat=3)))


@pytest.mark.long
@pytest.mark.parametrize("name", ["the_ford", "two_wings", "four_crowns"])
def test_the_instant_player_answers_at_once(name: str) -> None:
    """With two companies and with more: a legal script, and nothing is played."""
    state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options())
    state.stage = stages.SCRIPT
    for company in state.companies:
        company.basic = company.start = 5
    for side in range(len(state.setting.sides)):
        player = InstantPlayer(RULEBOOK, Chance(1), plays=64, seconds=0.0)
        script = asked(state, side)
        assert script.check(player.choose(script, Seat(RULEBOOK.sight, side, state))) is None
        assert player.planner.worlds == []
