"""The terms of learned judgements: they say of one side the opposite of the other, and replace the judgement by hand only where they are for the battle."""

from __future__ import annotations

from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.judgement import Learned
from banneret.kernel.player import Seat

FIELDS = {
    "stacks": ("two_banners", "capital"),
    "warcards": ("border_skirmish", "land"),
    "companies": ("the_ford", "two"),
    "skirmish": ("short_yard", "decks"),
    "battlesystem": ("ford_at_dawn", "field"),
}
BY_HAND = {
    "stacks": "first_blood",
    "warcards": "strait",
    "companies": "four_crowns",
    "skirmish": "tollhouse",
    "battlesystem": "",
}
STRANGE = {
    "stacks": {"archers": "best-one"},
    "warcards": {"rout-dc": "10"},
    "companies": {"hold-independent": "ob-1-with-menu"},
    "skirmish": {"action-hand-limit": "7"},
    "battlesystem": {"parent": "dnd"},
}


def states(book: Any, scenario: str, most: int, **options: str) -> list[Any]:
    """States of a battle between greedy players: its opening where nothing else is asked for, then one in three from the first turn on."""
    state = book.new(book.scenario(scenario), book.options(options))
    count = len(book.scenario(scenario).sides)
    players = [book.computer.greedy(Chance(side)) for side in range(count)]
    table = DirectTable(players, [Seat(book.sight, side, state) for side in range(count)], Chance(9))
    found = [] if most else [book.copy(state)]
    for number in range(most):
        if book.outcome(state) is not None:
            break
        book.step(state, table)
        if number % 3 == 0 and book.outcome(state) is None and book.computer.turns(state, 0) > 0:
            found.append(book.copy(state))
    return found


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_terms_say_of_one_side_the_opposite_of_the_other(name: str) -> None:
    book: Any = rulebooks.get(name)
    computer = book.computer
    scenario, kind = FIELDS[name]
    spoken = set()
    for state in states(book, scenario, 120):
        assert computer.kind(state) == kind
        mine, theirs = computer.weighed(state, 0), computer.weighed(state, 1)
        assert len(mine) == len(computer.terms)
        assert mine == pytest.approx([-term for term in theirs])
        spoken |= {at for at, term in enumerate(mine) if term}
    assert len(spoken) > len(computer.terms) / 2


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_learned_judgement_is_asked_where_it_is_for_the_battle_and_nowhere_else(name: str) -> None:
    book: Any = rulebooks.get(name)
    hand = book.computer.judging({})
    scenario, kind = FIELDS[name]
    learned = Learned([0.01 * (at + 1) for at in range(len(hand.terms))], [], [])
    fitted, other = hand.judging({kind: learned}), hand.judging({"another": learned})
    differs = 0
    for state in states(book, scenario, 120):
        assert other.judge(state, 0) == hand.judge(state, 0)
        assert fitted.judge(state, 0) + fitted.judge(state, 1) == pytest.approx(1.0)
        differs += fitted.judge(state, 0) != hand.judge(state, 0)
    assert differs > 5


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(name for name, other in BY_HAND.items() if other))
def test_other_battles_are_judged_by_hand(name: str) -> None:
    """Several sides, single battles, ships and prepared fights, which nothing was learned of."""
    book: Any = rulebooks.get(name)
    hand = book.computer.judging({})
    fitted = hand.judging({FIELDS[name][1]: Learned([1.0] * len(hand.terms), [], [])})
    most = 0 if name == "stacks" else 60
    for state in states(book, BY_HAND[name], most):
        assert hand.kind(state) == ""
        assert fitted.judge(state, 0) == hand.judge(state, 0)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_by_options_out_of_the_ordinary_everything_is_judged_by_hand(name: str) -> None:
    book: Any = rulebooks.get(name)
    scenario, kind = FIELDS[name]
    hand = book.computer.judging({})
    fitted = hand.judging({kind: Learned([1.0] * len(hand.terms), [], [])})
    for state in states(book, scenario, 30, **STRANGE[name]):
        assert hand.kind(state) == ""
        assert fitted.judge(state, 0) == hand.judge(state, 0)
