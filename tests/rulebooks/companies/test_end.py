"""Giving up, compromise, the record of a battle."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, plain, volley

from banneret.kernel.dice import Chance
from banneret.rulebooks.companies.exchange.end.conceding import CONCEDE, Concession
from banneret.rulebooks.companies.exchange.end.ending import finish
from banneret.rulebooks.companies.exchange.end.results import (
    COMPROMISE,
    MAJOR,
    MINOR,
    NONE,
    compromise,
    level_of,
    objectives_met,
    result_of,
)
from banneret.rulebooks.companies.exchange.volley import ended

FLANKED = [4, 4, 4, 4, 1, 1, 1, 1]


@pytest.mark.rule("companies:end.concede")
def test_who_lost_something_may_give_up_and_the_others_are_not_asked() -> None:
    state = battle(plain(), plain())
    volley(
        state, "flank", "flank", FLANKED, {("spend", 0): ("spend", ("damage", 2)), ("concede", 1): CONCEDE}
    )
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "companies:end.concede")
    assert [company.basic for company in state.companies] == [6, 4]


@pytest.mark.rule("companies:end.concede")
def test_nobody_gives_up_by_default_or_often_by_chance() -> None:
    decision = Concession(battle(), 0)
    assert decision.default() == ("fight-on",)
    given_up = sum(decision.sample(Chance(seed)) == CONCEDE for seed in range(200))
    assert 5 <= given_up <= 35


@pytest.mark.rule("companies:end.compromise")
@pytest.mark.parametrize(
    ("start", "left", "level"),
    [
        (8, 8, NONE),
        (8, 9, NONE),
        (8, 5, MINOR),
        (8, 4, COMPROMISE),
        (8, 3, COMPROMISE),
        (8, 2, MAJOR),
        (5, 3, MINOR),
        (5, 2, COMPROMISE),
        (5, 1, MAJOR),
    ],
)
def test_levels_of_compromise(start: int, left: int, level: str) -> None:
    assert level_of(left, start) == level


@pytest.mark.rule("companies:end.compromise", "companies:end.objective", "companies:end.record")
def test_the_record_of_a_battle() -> None:
    state = battle(plain(), plain(), basic=(6, 6))
    state.companies[0].basic = 3
    state.companies[0].bonus, state.companies[0].holds = 1, True
    state.people[0].wounds = [2]
    state.exchange, state.volley = 2, 2
    assert result_of(state) is None
    finish(state, (0,), "The duel is won.", "companies:fight.win")
    found = result_of(state)
    assert found is not None
    assert (found.winner, found.reason, found.exchange, found.volley) == ("A", "duel", 2, 3)
    assert (found.left, found.start, found.level) == ((3, 6), (6, 6), COMPROMISE)
    assert found.wounds == (("Marshal Ysolde Carrow", (2,)),)
    assert compromise(state, (0,)) == COMPROMISE


@pytest.mark.rule("companies:end.objective")
def test_a_draw_meets_no_objective() -> None:
    state = battle(plain(), plain())
    finish(state, (), "Both have fallen.", "companies:end.mutual")
    assert objectives_met(state) == ()
    found = result_of(state)
    assert found is not None
    assert (found.winner, found.level, found.met) == ("", "", ())


@pytest.mark.rule("companies:end.compromise")
@pytest.mark.parametrize(
    ("basic", "words"),
    [
        (6, "No compromise: the objective is met in full."),
        (4, "A minor compromise: the loser keeps one small thing"),
        (3, "A compromise: the loser gets a real part"),
        (1, "A major compromise: the winner meets their objective"),
    ],
)
def test_the_news_of_the_end_say_the_compromise_as_people_would(basic: int, words: str) -> None:
    """Of 6 with which the winner began, 6, 4 (more than half), 3 (half) or 1 (less than a quarter) are left."""
    state = battle(plain(), plain())
    state.companies[0].basic = basic
    state.companies[1].basic = 0
    state.companies[1].fallen = True
    finish(state, (0,), "B is beaten.", "companies:end.zero")
    assert words in ended(state).text
