"""Options for practised players: artha, and the time bonus; by the examples of the catalogue."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import Answers, battle, hits, officer, plain, volley

from banneret.kernel.battle import Battle
from banneret.kernel.order import Order
from banneret.kernel.record.record import Record
from banneret.rulebooks.companies.exchange.script import script_of, write_scripts
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State

ARTHA = {"artha": "on"}
NEAR = ("west-bank", "island")


def rich(fate: int = 0, persona: int = 0, deeds: int = 0) -> State:
    """A commander with Command 4 and nothing else, with these points, against one who has none."""
    state = battle(officer({"Command": 4, "Tactics": 4}), plain(), options=ARTHA, places=NEAR)
    person = state.people[0]
    person.fate, person.persona, person.deeds = fate, persona, deeds
    return state


@pytest.mark.rule("companies:core.artha")
def test_persona_and_deeds_before_the_roll() -> None:
    """Command 4, 2 Persona and 1 Deeds: 4 + 4 + 2 = 10 dice."""
    state = rich(persona=2, deeds=1)
    said: dict[tuple[str, int], Order] = {("urge", 0): ("urge", 2, 1)}
    effort, _ = volley(state, "advance alder-hill", "none", hits(1, 10), said)
    assert effort.pool is not None
    assert (effort.pool.dice, effort.successes) == (10, 1)
    assert (state.people[0].persona, state.people[0].deeds) == (0, 0)


@pytest.mark.rule("companies:core.artha")
def test_fate_opens_the_sixes() -> None:
    """6 6 2 3, then 4 and 1: three successes."""
    state = rich(fate=1)
    said: dict[tuple[str, int], Order] = {("fate", 0): ("fate",)}
    effort, _ = volley(state, "advance alder-hill", "none", [6, 6, 2, 3, 4, 1], said)
    assert (effort.successes, state.people[0].fate) == (3, 0)


@pytest.mark.rule("companies:core.artha")
def test_deeds_after_the_roll() -> None:
    """5 1 2 3: the three that failed are rolled again once, 4 1 6; with Fate the 6 adds a die."""
    state = rich(deeds=1)
    said: dict[tuple[str, int], Order] = {("fate", 0): ("deeds",)}
    effort, _ = volley(state, "advance alder-hill", "none", [5, 1, 2, 3, 4, 1, 6], said)
    assert effort.successes == 3
    state = rich(fate=1, deeds=1)
    said = {("fate", 0): ("deeds", "fate")}
    effort, _ = volley(state, "advance alder-hill", "none", [5, 1, 2, 3, 4, 1, 6, 4], said)
    assert effort.successes == 4


@pytest.mark.rule("companies:core.artha")
def test_persona_saves_a_life_and_nothing_more() -> None:
    state = rich(persona=1)
    wound(state, 0, 6)
    assert (state.people[0].out, state.people[0].saved, state.people[0].persona) == (True, True, 0)
    wound(state, 1, 6)
    assert (state.people[1].out, state.people[1].saved) == (True, False)


def test_without_the_option_nobody_has_any() -> None:
    scenario = RULEBOOK.scenario("the_ford")
    off, on = (RULEBOOK.new(scenario, RULEBOOK.options(options)) for options in ({}, ARTHA))
    assert [person.fate for person in off.people] == [0] * len(off.people)
    assert (on.people[0].fate, on.people[0].persona, on.people[0].deeds) == (2, 2, 1)


# ---------------------------------------------------------------- the time bonus

TIMED = {"time-bonus": "on"}
SCRIPT: Order = ("announce", ("scout",), ("hold",), ("hold",))


@pytest.mark.rule("companies:script.time-bonus")
def test_who_announces_first_has_a_die_more_in_the_first_volley() -> None:
    state = battle(plain(), plain(), options=TIMED, places=NEAR)
    table = Answers([], {("script", 0): SCRIPT, ("script", 1): SCRIPT})
    write_scripts(state, table)
    assert state.early == 0
    effort, other = volley(state, "scout", "scout", [*hits(2, 5), *hits(2, 4)])
    assert effort.pool is not None
    assert other.pool is not None
    assert (effort.pool.dice, other.pool.dice) == (5, 4)
    effort, _ = volley(state, "scout", "scout", [*hits(2, 4), *hits(2, 4)])
    assert effort.pool is not None
    assert effort.pool.dice == 4


@pytest.mark.rule("companies:script.time-bonus")
def test_computer_players_claim_nothing() -> None:
    """One who writes without announcing, as they do, takes the bonus from all."""
    state = battle(options=TIMED)
    decision = script_of(state, 1)
    assert decision is not None
    assert decision.default()[0] == "announce"
    table = Answers([], {("script", 0): SCRIPT, ("script", 1): ("script", *SCRIPT[1:])})
    write_scripts(state, table)
    assert state.early == -1
    plainly = script_of(battle(), 0)
    assert plainly is not None
    assert plainly.default()[0] == "script"
    assert plainly.check(SCRIPT) is not None


@pytest.mark.rule("companies:script.time-bonus")
def test_the_order_in_which_scripts_were_sealed_is_that_of_the_record() -> None:
    fight = Battle.start(RULEBOOK, RULEBOOK.scenario("the_ford"), options=TIMED, dice=[1] * 60)
    while fight.decisions[0].kind != "script":
        decision = fight.decisions[0]
        fight.give(fight.sides[decision.side], decision.default())
    fight.give("lances", SCRIPT)
    fight.give("foot", SCRIPT)
    again = Battle.from_record(RULEBOOK, Record.parse(fight.private_text))
    assert [one.state.early for one in (fight, again)] == [1, 1]
