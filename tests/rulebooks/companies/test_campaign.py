"""Quiet scenes before a battle, and what the next one takes over, by the examples of the catalogue."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.musters import Answers, hits

from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.army.campaign import next_battle
from banneret.rulebooks.companies.exchange.end.results import concessions, objectives_met, result_of
from banneret.rulebooks.companies.exchange.volley import ended
from banneret.rulebooks.companies.pools.troops import has_skill, individual_pool
from banneret.rulebooks.companies.rounds import play_step
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.bonuses import infiltration, joined, training
from banneret.rulebooks.companies.setup.camp import circles_dice, make_camp, seekable
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.circles import circles_obstacle, sought


def changed(**row: Any) -> Scenario:
    """The ford with a first company that is changed."""
    scenario = RULEBOOK.scenario("the_ford")
    rows = [dict(one) for one in scenario.data["companies"]]
    rows[0].update(row)
    return RULEBOOK.read_scenario(
        {
            "id": "ford",
            "title": "The ford",
            "sides": list(scenario.sides),
            "data": {**scenario.data, "companies": rows},
        },
        "test",
    )


def opened(**row: Any) -> State:
    return RULEBOOK.new(changed(**row), RULEBOOK.options({}))


ENGINEER: Order = ("recruit", "human.engineer")


@pytest.mark.rule("companies:force.circles-ob")
def test_the_obstacle_of_a_search() -> None:
    """A sorcerer who knows one spell, for this battle: 1 + 3 + 1 + 1 = 6. A knight stands higher: 1 + 2 + 1 = 4."""
    assert circles_obstacle("rare", False, True) == 6
    assert {one.lifepath: one.ob for one in sought()}["human.rogue-wizard"] == 6
    assert circles_obstacle("common", True, False) == 4


@pytest.mark.rule("companies:force.circles", "companies:force.circles-ob")
def test_an_engineer_is_found_for_one_battle() -> None:
    """Circles 3 and affiliation 2D against Ob 1 + 2 + 1 = 4: with four successes the engineer joins, with three not."""
    for successes, joins in ((4, True), (3, False)):
        state = opened(scenes=1)
        assert (state.stage, circles_dice(state, 0)) == (stages.CAMP, 5)
        assert not has_skill(state, 0, ("Artillerist",))
        table = Answers(hits(successes, 5), {("recruit", 0): ENGINEER})
        play_step(state, table)
        table.finish()
        assert (state.companies[0].recruits == ("human.engineer",)) == joins
        assert has_skill(state, 0, ("Artillerist",)) == joins
        assert state.stage == stages.CONTACT


@pytest.mark.rule("companies:force.circles")
def test_a_recruit_brings_training_and_what_it_costs_in_stealth() -> None:
    state = opened(scenes=1)
    state.companies[0].recruits = ("human.knight",)
    before, after = state.setting.forces[0], joined(state, 0)
    assert training(state, after) > training(state, before)
    assert infiltration(state, after) == infiltration(state, before) - 1


@pytest.mark.rule("companies:camp.building")
def test_without_a_quiet_scene_nobody_is_recruited() -> None:
    """A battle that stands alone begins at Contact; each scene is one search, and whoever was found is not sought again."""
    assert opened().stage == stages.CONTACT
    state = opened(scenes=2)
    said: dict[tuple[str, int], Order] = {("recruit", 0): ENGINEER}
    table = Answers(hits(4, 5), said)
    make_camp(state, table)  # the second scene is let go by
    assert state.companies[0].recruits == ("human.engineer",)
    assert "human.engineer" not in [one.lifepath for one in seekable(state, 0)]


@pytest.mark.rule("companies:force.relationship")
def test_a_friend_serves_with_the_last_lifepath() -> None:
    """An Engineer in a 2D company: Artillerist 4."""
    state = opened(relationships=["human.engineer"])
    assert individual_pool(state, 0, ("Artillerist",)).dice == 4
    assert "Engineer" in state.setting.forces[0].lifepaths


# ---------------------------------------------------------------- the next battle


def over(winner: int = 0) -> State:
    state = opened(scenes=1)
    for company in state.companies:
        company.basic, company.start = 1, 6
    state.companies[0].recruits = ("human.engineer",)
    state.outcome = Outcome((winner,), "won", "companies:end.zero")
    state.stage = stages.OVER
    return state


@pytest.mark.rule("companies:camp.one-battle", "companies:camp.troops-recover")
def test_wounds_stay_and_all_else_begins_again() -> None:
    """A company that ended at 1 rolls its full Disposition; a Light wound stays, the recruit has left."""
    ended_ = over()
    ended_.people[0].wounds = [2]
    state = RULEBOOK.new(next_battle(changed(), ended_), RULEBOOK.options({}))
    assert state.companies[0].recruits == ()
    assert (state.companies[0].basic, state.companies[0].start) == (0, 0)  # not rolled yet
    assert (state.people[0].wounds, state.people[1].wounds) == ([2], [])


@pytest.mark.rule("companies:camp.troops-recover")
def test_the_dead_stay_dead() -> None:
    """Carrow took a Mortal wound, and Holt leads; had a point of Persona saved her, she would lead on."""
    ended_ = over()
    ended_.people[0].wounds = [6, 2]
    state = RULEBOOK.new(next_battle(changed(), ended_), RULEBOOK.options({}))
    assert state.setting.people[0].id == "holt"
    ended_.people[0].saved = True
    state = RULEBOOK.new(next_battle(changed(), ended_), RULEBOOK.options({}))
    assert (state.setting.people[0].id, state.people[0].wounds) == ("carrow", [2])
    for person in ended_.people:
        person.wounds, person.saved = [6], False
    with pytest.raises(BadInput, match="nobody is left to lead"):
        next_battle(changed(), ended_)


@pytest.mark.rule("companies:camp.troops-recover")
def test_what_goes_on_is_said_in_sentences() -> None:
    """Carrow is dead, and Holt leads with a wound; where nobody is left, nothing goes on."""
    ended_, outcome = over(), Outcome((0,), "won", "companies:end.zero")
    ended_.people[0].wounds = [6]
    holt = next(number for number, one in enumerate(ended_.setting.people) if one.id == "holt")
    ended_.people[holt].wounds = [2]
    told = RULEBOOK.campaign.goes_on(changed(), ended_, outcome)
    assert told[0] == (
        "Carrow's Foot march under Sergeant Wat Holt; Marshal Ysolde Carrow is dead; "
        "Sergeant Wat Holt has a light wound."
    )
    assert told[-1] == "Carrow's Foot hold the ground."
    for person in ended_.people:
        person.wounds = [6]
    assert RULEBOOK.campaign.goes_on(changed(), ended_, outcome) == []


def test_a_battle_that_was_given_up_has_a_next_one() -> None:
    """The rules have not ended it: how it ended comes with the question."""
    state = over()
    state.outcome = None
    outcome = Outcome((1,), "given up", "companies:end.concede")
    assert RULEBOOK.campaign.next_battle(changed(), state, outcome).data["host"] == "lances"
    assert state.outcome is None


@pytest.mark.rule("companies:camp.troops-recover", "companies:force.succession")
def test_one_who_is_out_hands_over_the_command() -> None:
    state = opened(wounds={"carrow": [5]})
    assert state.setting.people[state.companies[0].commander].id == "holt"
    with pytest.raises(BadInput, match="steps from 1 to 5"):
        changed(wounds={"carrow": [6]})


@pytest.mark.rule("companies:camp.small-goals")
def test_the_victor_holds_the_ground_and_wants_the_next_thing() -> None:
    scenario = next_battle(changed(), over(winner=1), {"lances": "Hold what is left of the mill"})
    state = RULEBOOK.new(scenario, RULEBOOK.options({}))
    assert state.setting.host == 1
    assert state.setting.forces[1].objective == "Hold what is left of the mill"


def test_a_battle_that_goes_on_has_no_next_one() -> None:
    with pytest.raises(BadInput, match="not over"):
        next_battle(changed(), opened())
    with pytest.raises(BadInput, match="4 companies"):
        next_battle(RULEBOOK.scenario("two_wings"), over())


@pytest.mark.rule("companies:end.compromise-choice")
def test_the_level_of_the_compromise_is_reported() -> None:
    """1 left of 6 is a quarter or less: major, with what that comes to; the objective is met all the same."""
    state = over()
    result = result_of(state)
    assert result is not None
    assert result.level == "major"
    assert concessions()["major"] in ended(state).text
    assert objectives_met(state) == ("Keep the mill",)
