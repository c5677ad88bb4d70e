"""Irregular companies, engineers by another name and musicians, worked out by hand from what the rules say of their skills."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, hits, officer, plain, volley
from rulebooks.companies.test_campaign import changed
from rulebooks.companies.test_edges import NEAR, left, spend

from banneret.kernel.fields import Fields
from banneret.rulebooks.companies.army.companies import read_company
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.pools.troops import has_skill, individual_pool
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import Force
from banneret.rulebooks.companies.tables.actions import RALLY, WITHDRAW, actions
from banneret.rulebooks.companies.tables.specialists import REINFORCE, specialists
from banneret.rulebooks.companies.tables.troops import packages

CREW = ["human.sailor", "human.pirate", "human.thug", "human.crossbowman", "human.musician"]
CROSSBOWS = ["human.runner", "human.musician", "human.foot-soldier", "human.crossbowman", "human.scout"]


def raised(version: int = 4, **row: Any) -> Force:
    """The first company at the ford, changed, with a weapon that it has."""
    book = RULEBOOK.of_version(version)
    weapon = packages()[row["package"]].weapon
    return book.new(changed(weapon=weapon, **row), book.options({})).setting.forces[0]


@pytest.mark.rule("companies:spec.runners")
@pytest.mark.parametrize(
    ("row", "skills"),
    [
        ({"package": "human"}, {"Inconspicuous"}),
        ({"package": "dwarf"}, {"Links", "Conspicuous"}),
        ({"package": "elf"}, {"Silver Trumpet"}),
        ({"package": "orc"}, {"Conspicuous"}),
        ({"package": "rebels"}, {"Inconspicuous", "Conspicuous"}),
        ({"package": "insurrectionists"}, {"Inconspicuous", "Conspicuous"}),
        ({"package": "ships-crew"}, {"Inconspicuous", "Conspicuous"}),
        ({"package": "city-watch"}, {"Inconspicuous", "Conspicuous"}),
    ],
)
def test_couriers_go_by_their_stock_and_those_of_irregulars_besides(
    row: dict[str, Any], skills: set[str]
) -> None:
    assert set(raised(**row).couriers) == skills
    for version in (1, 2, 3):
        assert set(raised(version, **row).couriers) <= skills


@pytest.mark.rule("companies:spec.runners", "companies:force.package-human", "companies:force.package-custom")
@pytest.mark.parametrize(
    ("paths", "weapon", "skills"),
    [
        (CREW, "Sword", {"Inconspicuous", "Conspicuous"}),
        (CROSSBOWS, "Spear", {"Inconspicuous"}),  # the human package, with crossbows for bows
    ],
)
def test_five_lifepaths_may_be_soldiers_or_not(paths: list[str], weapon: str, skills: set[str]) -> None:
    row = {"name": "A", "objective": "Beat them", "commander": "carrow", "lifepaths": paths, "weapon": weapon}
    made = read_company(Fields({**row, "affiliation_dice": 2, "troops": 100}, "company"), 0)
    assert set(made.force.couriers) == skills


@pytest.mark.rule("companies:spec.runners", "companies:spec.opposed-tie", "companies:force.troop-unskilled")
@pytest.mark.parametrize(
    ("package", "faces", "lost"),
    [
        ("ships-crew", hits(1, 4), True),  # musicians are Conspicuous: 4 dice, counted in full
        ("ships-crew", hits(2, 4), False),
        ("rebels", hits(2, 4), False),  # poisoners and urchins are Inconspicuous
    ],
)
def test_the_couriers_of_a_crew_answer_in_full(package: str, faces: list[int], lost: bool) -> None:
    # A Skirmish of 3 against a Scout of 1 buys Take Out the Runners: Stealthy 2 successes.
    state = battle(plain(), plain(), forces=[force(0), replace(raised(package=package), side=1)], places=NEAR)
    said = {("spend", 0): spend(("runners", 1))}
    volley(state, "skirmish", "scout", [*hits(3, 4), *hits(1, 4), *hits(2, 4), *faces], said)
    assert state.companies[1].runners_lost == lost


@pytest.mark.rule("companies:spec.reinforce", "companies:spec.qualified", "companies:rally.specials")
@pytest.mark.parametrize("skill", ["Architect", "Engineer", "Engineering", "Mason"])
def test_whoever_builds_may_reinforce(skill: str) -> None:
    state = battle(
        plain(), plain(), forces=[force(0, skills=frozenset({skill})), force(1)], holds=(True, False)
    )
    assert has_skill(state, 0, specialists()[REINFORCE].skills)
    effort = Effort(0, action=RALLY, menu=tuple(entry.id for entry in actions()[RALLY].menu))
    words = {good.word: good.price for good in goods_of(state, effort, Effort(1))}
    assert {word: price for word, price in words.items() if word.startswith("reinforce")} == {
        "reinforce-1": 1,
        "reinforce-2": 1,
        "reinforce-3": 1,
    }


@pytest.mark.rule("companies:spec.reinforce", "companies:force.relationship", "companies:rally.specials")
@pytest.mark.parametrize(("successes", "works"), [(1, 0), (2, 1)])
def test_an_engineer_of_men_raises_works(successes: int, works: int) -> None:
    # A relationship whose last lifepath is Engineer brings Engineering: a Rally of 2 against a Scout (Ob 1) has one over, and
    # to raise bare ground to 1 is Ob 2 on the 4 dice of a 2D company.
    made = raised(package="human", relationships=["human.engineer"], affiliation_dice=2)
    state = battle(
        plain(), plain(), forces=[made, force(1)], places=("island", "east-camp"), holds=(True, False)
    )
    said = {("spend", 0): spend(("reinforce-1", 1))}
    volley(state, "rally", "scout", [*hits(2, 4), *hits(0, 4), *hits(successes, 4)], said)
    assert state.works[state.nodes.index("island")] == works


@pytest.mark.rule("companies:tie.lists", "companies:withdraw.tie-breaker")
@pytest.mark.parametrize("instrument", ["Drum", "Fife", "Trumpet", "Musical Instrument"])
def test_any_instrument_covers_a_withdraw(instrument: str) -> None:
    # 2 to 2; a second with 5 dice of the instrument has 3 against the scouting commander's root of Orienteering, Perception 4: 1.
    second = ((0, officer({instrument: 5}, id="drummer")),)
    state = battle(plain(), plain(), places=NEAR, seconds=second)
    pool = individual_pool(state, 0, actions()[WITHDRAW].breaker)
    assert (pool.skill, pool.dice) == (instrument, 5)
    said = {("tie", 0): ("call",), ("fall-back", 0): ("stay",)}
    volley(state, "withdraw", "scout", [*hits(2, 4), *hits(2, 4), *hits(3, 5), *hits(1, 4)], said)
    assert left(state) == [4, 4]  # the enemy loses its 2 successes, the company the margin of 2


@pytest.mark.rule("companies:advance.skills", "companies:core.fork")
def test_an_instrument_is_one_of_three_and_counts_once() -> None:
    # Command 4 with a Musical Instrument that may stand for Drum, Fife or Trumpet: one FoRK, 5 dice.
    leader = officer({**PLAIN, "Musical Instrument": 3})
    state = battle(leader, plain(), places=NEAR)
    effort, _ = volley(state, "advance island", "hold", [*hits(2, 5)], {})
    assert (effort.works_out, effort.extra) == (True, 0)


@pytest.mark.rule("companies:spec.reinforce", "companies:tie.lists")
@pytest.mark.parametrize(("version", "serves"), [(1, False), (2, False), (3, False), (4, True)])
def test_records_of_earlier_versions_know_no_other_names(version: int, serves: bool) -> None:
    """Men who know Engineering count as engineers, a drummer as a musician, from version 4 on."""
    paths = frozenset({"Engineering"})
    state = battle(officer({"Drum": 4}), plain(), forces=[force(0, skills=paths), force(1)])
    state.setting.flags.version = version
    assert has_skill(state, 0, specialists()[REINFORCE].skills) == serves
    breaker = actions()[WITHDRAW].breaker
    assert (individual_pool(state, 0, ("Musical Instrument",)).skill == "Drum") == serves
    assert "Musical Instrument" in breaker
