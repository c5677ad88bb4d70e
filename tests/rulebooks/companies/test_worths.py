"""What the computer counts things for: the exact price of a Withdraw, and the weights that were learnt."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.companies.musters import battle, officer

from banneret.rulebooks.companies.ai.postures import POSTURES
from banneret.rulebooks.companies.ai.scripting import pressed
from banneret.rulebooks.companies.odds.forecast import forecast, trade, traded
from banneret.rulebooks.companies.odds.prospects import OWN, Prospects, solve
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.tables.actions import HOLD, WITHDRAW

ONE_DIE = (0.5, 0.5)
TWO_DICE = (0.25, 0.5, 0.25)
NEAR = ("west-bank", "west-bank")


def test_a_withdraw_of_one_die_against_one() -> None:
    """Won in a quarter, 1 to 0: the enemy loses nothing, the own side 1. Lost in a quarter, 0 to 1: nothing."""
    assert traded(ONE_DIE, ONE_DIE, -1, (6, 6)) == (0.0, 0.25, 0.0, 0.0)
    assert traded(ONE_DIE, ONE_DIE, -1, (1, 6)) == (0.0, 0.25, 0.0, 0.25)


def test_a_withdraw_of_two_dice_against_one() -> None:
    """Won 1 to 0 in 2/8, 2 to 0 in 1/8, 2 to 1 in 1/8; lost 0 to 1 in 1/8: the own side loses 2/8 + 2/8 + 1/8, the enemy 1/8."""
    assert traded(TWO_DICE, ONE_DIE, -1, (6, 6)) == (0.125, 0.625, 0.0, 0.0)
    assert traded(TWO_DICE, ONE_DIE, -1, (6, 1)) == (0.125, 0.625, 0.125, 0.0)


def test_a_withdraw_alone_costs_the_enemy_a_point_more() -> None:
    """Two dice at Ob 1: one success in a half costs the enemy 1, two in a quarter cost it 2 and the own side 1."""
    assert traded(TWO_DICE, (1.0,), 1, (6, 6)) == (1.0, 0.25, 0.0, 0.0)
    assert traded(TWO_DICE, (1.0,), 1, (6, 1)) == (0.75, 0.25, 0.75, 0.0)


def test_the_price_of_a_withdraw_is_that_of_its_pools() -> None:
    """Strategy 2 against a Hold is two dice at Ob 2: one chance in four to cost the enemy 1."""
    state = battle(officer({"Strategy": 2}), places=NEAR)
    prospects = Prospects(state, 0, 1, OWN)
    mine, theirs = prospects.own[WITHDRAW], prospects.other[HOLD]
    assert trade(state, mine, theirs, forecast(state, mine, theirs)) == (0.25, 0.0, 0.0, 0.0)


def test_to_be_out_of_sight_is_worth_something_to_who_is_seen() -> None:
    """Only where the enemy has scouted the company, and as often as the Withdraw works."""
    seen, hidden = battle(places=NEAR), battle(places=NEAR, scouted=False)
    worths = []
    for state in (seen, hidden):
        prospects = Prospects(state, 0, 1, OWN)
        worths.append(prospects.worth(prospects.own[WITHDRAW], prospects.other[HOLD], 0))
    works = forecast(seen, prospects.own[WITHDRAW], prospects.other[HOLD]).works
    assert worths[0] - worths[1] == pytest.approx(works * OWN.hidden)


@pytest.mark.parametrize("left", [1, 2, 6])
def test_a_withdraw_is_the_best_answer_to_a_hold(left: int) -> None:
    """What holds rolls nothing against it, and loses a point more than the company that draws it on."""
    state = battle(basic=(6, left), places=NEAR)
    worths = [row[HOLD] for row in Prospects(state, 0, 1, pressed(state, 0, LEARNT)).matrix()]
    assert worths.index(max(worths)) == WITHDRAW


def test_points_of_the_weaker_count_more() -> None:
    """Ahead by 6 to 2 the enemy's points count more than the own ones, behind the other way round; even, all alike."""
    ahead, behind, even = (battle(basic=pair) for pair in ((6, 2), (2, 6), (4, 4)))
    first, second, third = (pressed(state, 0, LEARNT) for state in (ahead, behind, even))
    assert first.hurt > 1.0 > first.suffer
    assert (first.hurt, first.suffer) == pytest.approx((second.suffer, second.hurt))
    assert (third.hurt, third.suffer) == (1.0, 1.0)


def test_positions_count_more_in_the_last_exchange() -> None:
    state = battle()
    assert pressed(state, 0, LEARNT).ground == LEARNT.ground
    state.exchange = state.setting.flags.nightfall
    assert pressed(state, 0, LEARNT).ground == LEARNT.ground + LEARNT.night


def test_what_was_learnt_is_a_posture_of_its_own() -> None:
    """It comes from the data file, and solves to another mix than the greedy player's own."""
    assert POSTURES["learnt"] is LEARNT != replace(OWN)
    state = battle(places=NEAR)
    assert solve(Prospects(state, 0, 1, LEARNT).matrix())[0] != solve(Prospects(state, 0, 1, OWN).matrix())[0]
