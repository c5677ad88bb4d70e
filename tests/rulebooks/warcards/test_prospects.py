"""How fights between two units are expected to end, what moves are worth by that, and how positions are judged."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.ai.greedy import best, candidates
from banneret.rulebooks.warcards.ai.judgement import features, judge
from banneret.rulebooks.warcards.ai.lens import Lens
from banneret.rulebooks.warcards.ai.prospects import ROUTED, Fighter, onset, outcome, prospect, share
from banneret.rulebooks.warcards.board.standing import put
from banneret.rulebooks.warcards.movement.moves import DONE, MoveDecision
from banneret.rulebooks.warcards.state import State

CASTLE: dict[str, Any] = {
    "fort": True,
    "conditions": {"fortification": {"kind": "full", "level": 3, "owner": "B"}},
}


def fought(one: Fighter, other: Fighter, chance: Chance) -> tuple[float, float]:
    """One fight with dice: the shares of their worth that both lost."""
    left = [one.left, other.left]
    both = (one, other)
    first = True
    while True:
        hit = [chance.die(20) <= (f.first if first else f.later) for f in both]
        stand = [True, True]
        for at in (0, 1):
            if hit[1 - at]:
                left[at] -= both[1 - at].damage if first else 1
                stand[at] = left[at] > 0 and chance.die(20) <= both[at].saves
        first = False
        if not all(stand):
            kept = [share(left[at], both[at].whole) * (1 if stand[at] else ROUTED) for at in (0, 1)]
            return share(one.left, one.whole) - kept[0], share(other.left, other.whole) - kept[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Fighter(11, 1, 11, 2, 2, 8), Fighter(11, 1, 11, 2, 2, 8)),
        (Fighter(16, 1, 9, 3, 3, 10), Fighter(9, 2, 9, 2, 3, 6)),
        (Fighter(1, 1, 1, 1, 2, 20), Fighter(13, 1, 7, 5, 5, 12)),
    ],
)
def test_what_a_fight_costs_is_what_dice_make_it_cost(one: Fighter, other: Fighter) -> None:
    chance = Chance(3)
    games = 8000
    sums = [0.0, 0.0]
    for _ in range(games):
        lost = fought(one, other, chance)
        sums[0] += lost[0]
        sums[1] += lost[1]
    expected = outcome(one, other)
    assert sums[0] / games == pytest.approx(expected[0], abs=0.015)
    assert sums[1] / games == pytest.approx(expected[1], abs=0.015)
    assert outcome(other, one) == pytest.approx((expected[1], expected[0]))


def test_knights_ride_down_foot_but_not_pikes() -> None:
    state = field("N2 knights, N4 knights", "B2 infantry, B4 pikemen")
    knights, others, foot, pikes = state.units
    assert onset(state, knights, foot, 1) > 0.1
    assert onset(state, others, pikes, 1) < onset(state, knights, foot, 1) - 0.1
    assert onset(state, knights, foot, 2) < onset(state, knights, foot, 1)  # nothing left for a charge


def test_whoever_holds_the_mountain_is_harder_to_attack() -> None:
    rocks: dict[str, Any] = {"province": {"major": "mountain"}, "conditions": {"terrain": "mountain"}}
    plain = field("N3 infantry", "B3 infantry")
    high = field("N3 infantry", "B3 infantry", **rocks)
    dwarves = field("N3 dwarf-infantry", "B3 infantry", **rocks)
    even = field("N3 dwarf-infantry", "B3 infantry")
    assert onset(high, high.units[0], high.units[1], 1) < onset(plain, plain.units[0], plain.units[1], 1)
    assert onset(dwarves, dwarves.units[0], dwarves.units[1], 1) == onset(
        even, even.units[0], even.units[1], 1
    )


def test_a_charge_still_to_come_counts_in_an_engagement() -> None:
    state = field("N3 knights", "N3 infantry", stages.STATIONARY)
    knights, foot = meet(state, "N3")
    before = prospect(state, knights, foot)
    assert before == pytest.approx(-prospect(state, foot, knights))
    state.stage = stages.MOVING
    assert prospect(state, knights, foot) < before


# ---------------------------------------------------------------- greedy


def chosen(state: State, side: int = 0) -> tuple[Any, ...]:
    decision = MoveDecision(state, side)
    order = best(decision, Lens(state, side))
    assert decision.check(order) is None
    return order


def test_a_worn_unit_gives_its_place_to_a_fresh_one() -> None:
    state = field("A2 infantry, A3 infantry, A4 infantry, RA infantry", "B3 infantry")
    state.units[1].lethal = 1
    order = chosen(state)
    assert order in (("move", 1, "RA"), ("move", 3, "A1"), ("move", 3, "A5"))
    state.at[0] = state.at[4] = st.NOBODY
    put(state, state.units[3], 15)
    marks = candidates(MoveDecision(state, 0), Lens(state, 0), 20)
    assert marks.index(("move", 1, "RA")) < marks.index(DONE)


def test_a_gap_is_filled_from_the_reserve() -> None:
    assert chosen(field("A3 infantry, RA infantry", "B1 infantry"))[:2] == ("move", 1)


def test_archers_come_within_shot_and_no_nearer() -> None:
    state = field("A3 archers", "B3 infantry")
    order = chosen(state)
    assert order[:2] == ("move", 0)
    assert state.at[15 + 12] == 1
    assert order[-1] == "N3"  # beside B3, not in it


def test_a_garrison_stays_behind_its_walls() -> None:
    state = field("N1 elite-infantry, N3 infantry, N5 infantry", "B2 infantry, B4 infantry", **CASTLE)
    order = chosen(state, 1)
    assert order == DONE or order[-1].startswith("B")


@pytest.mark.parametrize(("enemies", "wanted"), [(1, "fight"), (9, "withdraw")])
def test_a_lost_army_saves_what_is_in_its_reserve(enemies: int, wanted: str) -> None:
    many = ", ".join(f"{'AN'[n > 4]}{n % 5 + 1} knights" for n in range(enemies))
    state = field(many, "B3 levies, RB levies", stages.LEAVE)
    options: list[tuple[Any, ...]] = [("fight",), ("withdraw",), ("surrender", "release"), ("stop",)]
    decision = Choice("leave", 1, "warcards:end.surrender", options)
    assert best(decision, Lens(state, 1)) == (wanted,)
    state.units[-1].place = st.DESTROYED  # nobody left to be saved
    assert best(decision, Lens(state, 1)) == ("fight",)


def test_an_offer_to_stop_is_accepted_by_whoever_is_losing() -> None:
    state = field("A2 knights, A3 knights", "B3 levies", stages.LEAVE)
    offers = [Choice("stop", side, "warcards:end.stalemate", [("accept",), ("refuse",)]) for side in (0, 1)]
    assert [best(offers[side], Lens(state, side))[0] for side in (0, 1)] == ["refuse", "accept"]


def test_search_is_offered_a_move_of_every_unit_and_the_end() -> None:
    state = field("A1 infantry, A2 archers, A3 knights, A4 cavalry", "B1 infantry, N3 infantry, B5 archers")
    decision = MoveDecision(state, 0)
    for most in (4, 8, 30):
        orders = candidates(decision, Lens(state, 0), most)
        assert len(orders) == len(set(orders)) <= most
        assert DONE in orders
        assert orders[0] == best(decision, Lens(state, 0))
        assert all(decision.check(order) is None for order in orders)
    assert {order[1] for order in candidates(decision, Lens(state, 0), 10) if order != DONE} == {0, 1, 2, 3}


# ---------------------------------------------------------------- judgement


def test_a_position_and_its_mirror_are_judged_alike() -> None:
    state = field("A1 archers, N3 knights, RA infantry", "N3 infantry, B2 levies")
    meet(state, "N3")
    mirror = field("N3 infantry, A2 levies", "B1 archers, N3 knights, RB infantry")
    mirror.attacker = 1
    meet(mirror, "N3", who=1)
    assert features(state) == pytest.approx([-value for value in features(mirror)])
    assert judge(state, 0) == pytest.approx(judge(mirror, 1))
    assert judge(state, 0) + judge(state, 1) == pytest.approx(1.0)
    assert judge(state, 0) > 0.7


def test_a_position_in_which_nothing_happens_is_half_a_draw() -> None:
    state = field("A1 knights, A2 knights", "B2 levies")
    early = judge(state, 0)
    state.quiet = 4
    assert 0.5 < judge(state, 0) < early
