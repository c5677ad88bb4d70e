"""Companies and scenarios, as they are read."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from rulebooks.companies.musters import FILES

from banneret.kernel.errors import BadInput
from banneret.rulebooks.companies.army.scenarios import new_state, read_scenario
from banneret.rulebooks.companies.exchange.buying.strikes import size_dice
from banneret.rulebooks.companies.pools.troops import has_skill
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.bonuses import infiltration, training
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import MAGIC, specialists

ROW: dict[str, Any] = {
    "name": "Ours",
    "commander": "carrow",
    "package": "human",
    "affiliation_dice": 2,
    "troops": 100,
    "objective": "Keep the mill",
}


def scenario(**changed: Any) -> dict[str, Any]:
    """The ford, with a first company that is changed; what is None is left out."""
    first = {**ROW, "side": "ours", **changed}
    first = {name: value for name, value in first.items() if value is not None}
    other = {**ROW, "side": "theirs", "name": "Theirs", "commander": "tarrant"}
    data = {"map": "ford", "host": "ours", "companies": [first, other]}
    return {"id": "test", "title": "A test", "sides": ["ours", "theirs"], "data": data}


def made(**changed: Any) -> State:
    return new_state(read_scenario(scenario(**changed), "test"), FILES.options({}))


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as error:
        read_scenario(data, "test")
    return str(error.value)


@pytest.mark.rule("companies:force.two", "companies:force.company", "companies:objective.declare")
def test_two_companies_each_with_leader_and_objective() -> None:
    state = made()
    assert len(state.companies) == 2
    assert [force.objective for force in state.setting.forces] == ["Keep the mill", "Keep the mill"]
    alone = scenario()
    alone["data"]["companies"].pop()
    assert "one or more for each side" in refused(alone)
    assert "objective is missing" in refused(scenario(objective=None))
    assert "commander" in refused(scenario(commander=None))
    assert made(troops=1).setting.forces[0].troops == 1


@pytest.mark.rule("companies:force.free-lifepaths", "companies:force.competence")
@pytest.mark.parametrize(("dice", "exponent"), [(1, 3), (2, 4), (3, 5)])
def test_five_lifepaths_come_with_any_competence(dice: int, exponent: int) -> None:
    force = made(affiliation_dice=dice).setting.forces[0]
    assert len(force.lifepaths) == 5
    assert (force.competence, force.weapon) == (exponent, exponent)
    assert {"Stealthy", "Bow", "Soldiering"} <= force.skills


@pytest.mark.rule("companies:force.package-custom", "companies:force.higher")
def test_any_five_of_the_stock_that_are_not_higher() -> None:
    crew = ["human.sailor", "human.pirate", "human.thug", "human.crossbowman", "human.musician"]
    own = {"package": None, "lifepaths": crew, "weapon": "Sword"}
    assert made(**own).setting.forces[0].lifepaths == ("Sailor", "Pirate", "Thug", "Crossbowman", "Musician")
    assert "5 free ones" in refused(scenario(**{**own, "lifepaths": crew[:4]}))
    assert "higher one" in refused(scenario(**{**own, "lifepaths": [*crew[:4], "human.cavalryman"]}))
    assert "not of the stock" in refused(scenario(**{**own, "lifepaths": [*crew[:4], "orc.goblin"]}))
    assert made(extra_lifepaths=["human.cavalryman"]).setting.forces[0].lifepaths[-1] == "Cavalryman"


@pytest.mark.rule("companies:force.package-insurrectionists")
def test_insurrectionists_have_a_caster() -> None:
    skills = specialists()[MAGIC].skills
    assert has_skill(made(package="insurrectionists"), 0, skills)
    assert not has_skill(made(), 0, skills)


@pytest.mark.rule("companies:force.package-rebels")
def test_rebels_are_stealthy() -> None:
    state = made(package="rebels")
    assert infiltration(state, state.setting.forces[0]) == 2
    assert training(state, state.setting.forces[0]) == 0


@pytest.mark.rule("companies:force.purchase", "companies:force.purchase-exponent")
def test_bought_affiliations_add_lifepaths_at_the_highest_competence() -> None:
    more = ["human.cavalryman", "human.strider", "human.thug"]
    state = made(bought=2, extra_lifepaths=more)
    assert len(state.setting.forces[0].lifepaths) == 8
    assert made(bought=1, affiliation_dice=3, extra_lifepaths=more[:1]).setting.forces[0].competence == 5
    assert (
        made(bought=3, affiliation_dice=1, extra_lifepaths=[*more, *more[:2]]).setting.forces[0].competence
        == 5
    )
    assert "adds 3" in refused(scenario(bought=2, extra_lifepaths=more[:2]))


@pytest.mark.rule("companies:force.weapon-skill")
def test_one_melee_weapon_of_the_lifepaths() -> None:
    assert made(weapon="Sword").setting.forces[0].arms == "Sword"
    assert made().setting.forces[0].arms == "Spear"
    for weapon in ("Bow", "Lance", "Spoon"):
        assert "weapon" in refused(scenario(weapon=weapon))


@pytest.mark.rule("companies:force.longest-weapons")
def test_longest_weapons_are_as_recorded() -> None:
    assert made(longest=True).setting.forces[0].longest
    assert not made(weapon="Spear").setting.forces[0].longest


@pytest.mark.rule("companies:force.affiliation")
def test_what_a_company_consists_of_is_fixed_by_its_scenario() -> None:
    """The record of a battle holds the companies as they were read, and the same ones come out of it."""
    shipped = RULEBOOK.scenario("the_ford")
    again = read_scenario(
        {"id": "x", "title": "x", "sides": list(shipped.sides), "data": deepcopy(dict(shipped.data))}, "test"
    )
    options = RULEBOOK.options({})
    assert new_state(again, options).setting.forces == RULEBOOK.new(shipped, options).setting.forces


@pytest.mark.rule("companies:objective.not-position")
def test_no_objective_place_is_a_position() -> None:
    for one in RULEBOOK.scenarios().values():
        ground = new_state(one, RULEBOOK.options({})).setting.ground
        assert ground.objective_places
        assert not {*ground.objective_places} & {*ground.nodes, *ground.spare}


@pytest.mark.parametrize(
    "change",
    [
        {"commander": "nobody"},
        {"seconds": ["holt", "holt"]},
        {"seconds": ["carrow"]},
        {"seconds": ["nobody"]},
        {"troops": 0},
        {"gear": 4},
        {"mobility": "swimming"},
        {"package": "knights"},
        {"extra_lifepaths": ["human.king"]},
        {"fitting_wises": ["Wisdom"]},
        {"members_stealth": [1, 2]},
        {"members_stealth": ["x"] * 3, "troops": 3},
        {"affiliation_dice": 4},
        {"more": 1},
    ],
)
def test_nonsense_is_refused(change: dict[str, Any]) -> None:
    assert refused(scenario(**change))


def test_a_small_company_lists_its_members() -> None:
    state = made(troops=3, members_stealth=[4, 3, 0], members_heavier_than_leather=1)
    assert state.setting.forces[0].members == 6


@pytest.mark.rule("companies:strike.size")
@pytest.mark.parametrize(
    ("changed", "dice"),
    [
        ({}, (0, 0)),
        ({"mobility": "mounted"}, (1, 0)),
        ({"mobility": "winged"}, (0, 0)),
        ({"stock": "troll", "package": "orc"}, (1, 0)),
        ({"stock": "troll", "package": "orc", "mobility": "mounted"}, (1, 0)),
    ],
)
def test_horsemen_strike_from_above(changed: dict[str, str], dice: tuple[int, int]) -> None:
    """Cavalry over foot have a die more, as trolls have; from the roster, and whoever strikes."""
    state = made(**changed)
    assert size_dice(state, 0, 1, False) == dice
    assert size_dice(state, 1, 0, False) == dice[::-1]
    assert size_dice(state, 0, 1, True) == (0, 0)
