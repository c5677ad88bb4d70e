"""Advice: an order that may be given, with chances and reasons, from what the seat may see and nothing else."""

from __future__ import annotations

import re

import msgspec
import pytest
from kernel.toy import RULEBOOK

import banneret
from banneret.api import advise, may_advise
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.viewer import viewer_of


def begun(book="stacks", scenario="two_banners", orders=0, **given):
    """A battle in which both sides have given so many orders, up to a question with a choice."""
    battle = banneret.start(book, scenario, seed=5, **given)
    players = [battle.rulebook.computer.greedy(Chance(side)) for side in range(len(battle.sides))]
    while orders > 0 or len(battle.decisions[0].orders()) == 1:
        decision = battle.decisions[0]
        battle.give(
            battle.sides[decision.side], players[decision.side].choose(decision, battle.seat(decision.side))
        )
        orders -= 1
    return battle, battle.sides[battle.decisions[0].side]


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "scenario", "orders"),
    [
        ("stacks", "two_banners", 24),
        ("warcards", "border_skirmish", 31),
        ("battlesystem", "crossroads", 30),
        ("companies", "the_ford", 8),
        ("skirmish", "short_yard", 20),
    ],
)
def test_an_order_that_may_be_given_with_its_reasons_in_words(book, scenario, orders):
    battle, side = begun(book, scenario, orders)
    before = battle.dump()
    advice = advise(battle, side, plays=60, seconds=0.0)
    assert battle.dump() == before
    assert battle.why_not(side, advice.order) is None
    assert advice.label
    assert not re.search(r"\b(moved|declared|placed|went|charged)\b", advice.label)
    assert 0.0 <= advice.before <= advice.after <= 1.0
    assert "%" in advice.sentence
    assert advice.plays <= 60
    assert all(battle.why_not(side, one.order) is None and 0.0 <= one.chance <= 1.0 for one in advice.others)
    assert advice.order not in [one.order for one in advice.others]


@pytest.mark.long
def test_the_better_order_is_advised_and_says_what_it_gains():
    battle, side = begun("stacks", "two_banners", 39)
    advice = advise(battle, side, seconds=0.0)
    assert advice.after > advice.before + 0.1
    assert "by rules of thumb it would be" in advice.sentence
    assert advice.line
    assert advice == advise(battle, side, seconds=0.0)


@pytest.mark.long
def test_what_it_fears_is_told_with_how_often_it_comes():
    battle, side = begun("stacks", "two_banners", 27)
    advice = advise(battle, side, seconds=0.0)
    assert advice.fear is not None
    assert 0.0 < advice.fear.share < 1.0
    assert advice.fear.chance < advice.after
    assert advice.fear.sentence.startswith("In ")
    assert advice.fear.lines


def test_nothing_is_advised_where_nothing_is_to_be_chosen():
    battle = banneret.start("stacks", "two_banners", seed=5)
    idle = next(side for side in battle.sides if side not in battle.waiting_for)
    assert advise(battle, idle) is None
    assert banneret.advise(battle, battle.title(idle)) is None
    typed = banneret.start("stacks", "first_blood", dice="typed")
    while typed.roll_wanted is None:
        decision = typed.decisions[0]
        typed.give(typed.sides[decision.side], decision.default())
    assert all(advise(typed, side) is None for side in typed.sides)


def test_it_is_for_battles_against_computers():
    battle, side = begun()
    other = next(one for one in battle.sides if one != side)
    assert not may_advise(battle, side)
    battle.set_player(other, "greedy")
    assert may_advise(battle, side)
    assert not may_advise(battle, other)


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_the_same_advice_in_worlds_that_the_seat_cannot_tell_apart(scenario):
    compared = 0
    for seed in range(6):
        battle = Battle.start(RULEBOOK, scenario, seed=seed)
        for _ in range(40):
            decision = battle.decisions[0] if battle.decisions else None
            if battle.is_over or decision is None:
                break
            side = battle.sides[decision.side]
            course = battle.course
            if not course.answers:
                found = msgspec.json.encode(advise(battle, side, plays=24, seconds=0.0))
                kept = course.checkpoint
                viewer = viewer_of(decision.side)
                course.checkpoint = RULEBOOK.sight.imagine(kept, viewer, Chance(99), course.present)
                course.run()
                assert course.checkpoint != kept
                assert msgspec.json.encode(advise(battle, side, plays=24, seconds=0.0)) == found
                compared += 1
                break
            battle.give(side, decision.default())
    assert compared > 3


def test_without_time_it_is_the_order_of_rules_of_thumb_and_says_so():
    battle, side = begun("battlesystem", "ford_at_dawn", 22)
    advice = advise(battle, side, seconds=1e-9)
    assert (advice.plays, advice.sentence[:22]) == (0, "There was no time to p")
    assert not advice.line
    assert not advice.others
    assert re.match(r"[A-Z][\w' ]+: ", advice.label)
    assert advice.order not in advice.label
    assert battle.why_not(side, advice.order) is None
