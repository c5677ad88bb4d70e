"""What opponents are seen to do tells in which way they lead."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.players import make
from banneret.players.instant import InstantPlayer
from banneret.players.manners import Manners, Stand, likeness


def stand(*pieces, side=0):
    """What side 0 sees of pieces, each a side with a place or a point."""
    found = []
    for number, (owner, where) in enumerate(pieces):
        at = where if isinstance(where, tuple) else None
        found.append(SimpleNamespace(id=f"p{number}", side=owner, place="" if at else where, at=at))
    return Stand(SimpleNamespace(pieces=tuple(found)), side)


def test_own_way_counts_for_half_until_something_is_seen():
    assert Manners(3).shares() == pytest.approx([0.5, 0.25, 0.25])
    assert Manners(1).shares() == [1.0]


def test_the_way_that_foretells_best_gains_and_what_is_long_ago_fades():
    manners = Manners(3)
    for _ in range(3):
        manners.take([0.5, 1.0, 0.5])
    assert manners.shares()[1] > 0.9
    for _ in range(6):
        manners.take([1.0, 0.5, 0.5])
    assert manners.shares()[0] > 0.9


def test_ways_are_drawn_by_their_shares():
    manners = Manners(2)
    manners.learnt = [0.0, 2.0]
    chance = Chance(1)
    drawn = sum(manners.draw(chance) for _ in range(1000))
    assert drawn / 1000 == pytest.approx(manners.shares()[1], abs=0.05)


def test_likeness_counts_the_pieces_of_others_by_their_places():
    seen = stand((1, "C3"), (1, "C3"), (1, "D4"), (0, "A1"), (-1, "B2"))
    assert likeness(seen, stand((1, "C3"), (1, "C3"), (1, "D4"), (0, "E5"))) == 1.0
    assert likeness(seen, stand((1, "C3"), (1, "D4"), (1, "D4"))) == pytest.approx(0.5)
    assert likeness(stand(), stand()) == 1.0


def test_likeness_on_a_plane_falls_with_the_distance():
    here = stand((1, (10.0, 10.0)))
    assert likeness(here, stand((1, (10.0, 10.0)))) == 1.0
    assert likeness(here, stand((1, (13.0, 10.0)))) == pytest.approx(0.5)
    assert likeness(here, stand((1, "reserve"))) == 0.0


class Watcher(InstantPlayer):
    """Stands fast itself, so that battles last, and learns as every instant player does."""

    def choose(self, decision, seat):
        before = self.planner.memory
        super().choose(decision, seat)
        order = self.planner.ways[1].choose(decision, seat)
        memory = self.planner.memory
        if memory is not None and memory is not before:  # it is of this question
            memory.order = order
        return order


def odds_of_standing_fast(way):
    """The weight of standing fast beside that of the captain's own way, after four battles against an opponent."""
    book = rulebooks.get("stacks")
    assert book.computer.postures[0] == "standing fast"
    own = fast = 0.0
    for seed in range(1, 5):  # what is learnt hangs on no single course of a battle
        player = Watcher(book, Chance(1), 0, 0.0)
        state = book.new(book.scenario("two_banners"), book.options())
        play(book, state, [player, make(f"greedy{way}", book, Chance(2))], Chance(seed))
        shares = player.planner.manners.shares()
        own, fast = own + shares[0], fast + shares[1]
    return fast / own


@pytest.mark.long
def test_the_way_of_an_opponent_is_recognised():
    """Before anything is seen, standing fast has a fifth of the weight of the captain's own way."""
    assert odds_of_standing_fast(":standing-fast") > 2 * 0.2
    assert odds_of_standing_fast("") < 0.2 / 5
