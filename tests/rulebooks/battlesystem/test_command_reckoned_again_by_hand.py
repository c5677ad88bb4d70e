"""Command, morale and what troops out of hand do, reckoned from the text alone and played then; what is mended is of rules version 19."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, hero, men, skirmishers

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import checks_and_routs, current_morale
from banneret.rulebooks.battlesystem.morale.causes import OTHER, Cause
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.out_of_hand import ASLANT
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.testing import Script


def out_of_hand(quarry: int = 1, **changes: Any) -> Troop:
    """Twelve in open order, six abreast, MV 9: the front reaches from (26.5, 20) to (33.5, 20), looking north; they attack that enemy."""
    facts = {"formation": OPEN, "movement": 9.0, "in_command": False, "rash": True, "quarry": quarry}
    return men("Rash", 12, 6, 30.0, 20.0, **{**facts, **changes})


def moved(*troops: Troop, version: int = 19, **facts: Any) -> tuple[State, Script]:
    """Side 0's part of the Movement Phase up to its first voluntary move, by that version of the rules."""
    state = battle(*troops, stage=stages.COMPELLED, options={"version": version}, **facts)
    table = Script()
    compelled_moves.compelled_step(state, table)
    return state, table


def front(state: State) -> tuple[float, float, float]:
    block = state.units[0].block
    assert block is not None
    return block.x, block.y, block.heading


# ---------------------------------------------------------------- troops out of hand


@pytest.mark.rule("battlesystem:4.6g")
def test_who_is_out_of_hand_goes_straight_on_at_an_enemy_before_the_end_of_its_line() -> None:
    # the base of the scout lies before the leftmost file, its near edge 0.625 in ahead: too near for a charge; from the middle of the
    # front he is 72 degrees to the left
    scout = skirmishers("Scout", [(26.9, 21.0)], 180.0, side=1)
    state, _ = moved(out_of_hand(), scout)
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert front(state) == pytest.approx((30.0, 20.625, 0.0), abs=0.001)
    # by versions 1 to 18 the line wheeled past him
    state, _ = moved(out_of_hand(), skirmishers("Scout", [(26.9, 21.0)], 180.0, side=1), version=18)
    assert not contacts.are_touching(state, state.units[0], state.units[1])
    assert 300.0 < front(state)[2] < 330.0


@pytest.mark.rule("battlesystem:4.6g")
def test_who_is_out_of_hand_goes_aslant_at_an_enemy_beyond_the_end_of_its_line() -> None:
    # his base reaches from 24.025 to 24.775, 2 in ahead: at 25 degrees to the left the leftmost file, from 26.5 on, comes beside him
    # when it has gone 1.725 in to the left, and so 3.70 ahead, which is past him: between his rear at 22.75 and its own rank behind
    scout = skirmishers("Scout", [(24.4, 22.375)], 180.0, side=1)
    state, _ = moved(out_of_hand(), scout)
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert front(state) == pytest.approx((28.275, 23.699, 0.0), abs=0.01)
    state, _ = moved(out_of_hand(), skirmishers("Scout", [(24.4, 22.375)], 180.0, side=1), version=18)
    assert not contacts.are_touching(state, state.units[0], state.units[1])


@pytest.mark.rule("battlesystem:4.6g")
def test_a_wheel_that_is_barred_does_not_hold_who_could_go_aslant() -> None:
    # the foes are 52 degrees to the right of the middle of the front: a wheel of some degrees, which friends bar whose rear is 0.06 in
    # before the left end of the line, and reaches 0.03 in over it
    def played(version: int) -> State:
        friends = men("Friends", 8, 4, 26.53 - 1.5, 20.06 + 1.5, 0.0)
        return moved(out_of_hand(2), friends, men("Foes", 12, 6, 44.0, 31.0, 180.0, side=1), version=version)[
            0
        ]

    # nine inches at 30 degrees bring the right end of the line to (38, 27.79), 4.93 in from the foes, whose left end is at (41.75, 31);
    # at 45 degrees it would come to (39.86, 26.36), which is 5.01 in from them
    x, y = 30.0 + 9.0 * sin(radians(30.0)), 20.0 + 9.0 * cos(radians(30.0))
    assert front(played(19)) == pytest.approx((x, y, 0.0), abs=0.002)
    # by versions 1 to 18 of the rules it turned by less than a degree, round for round
    assert 0.0 < front(played(18))[2] < 1.0


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:7.9")
def test_a_mob_does_not_go_aslant() -> None:
    # the front of the mob reaches from (28.5, 20) to (31.5, 20); the scout stands beside its way, 1.2 in off
    state, _ = moved(
        crowd("Rabble", 16, 30.0, 20.0, movement=9.0, rash=True, quarry=1),
        skirmishers("Scout", [(26.9, 21.0)], 180.0, side=1),
    )
    assert front(state)[2] != 0.0


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:9.0d")
def test_who_attacks_an_individual_out_of_hand_goes_straight_on_at_him_too() -> None:
    # he takes up half an inch: he is touched when the front has come to a quarter of an inch before his middle
    state, _ = moved(
        out_of_hand(discipline.lone_quarry(0)),
        men("Far", y=44.0, heading=180.0, side=1),
        leaders=[hero("Champion", 26.9, 21.0, side=1)],
        tier=stages.INTERMEDIATE,
    )
    assert footprints.touched(state, state.individuals[0]) == {0: [0]}
    assert front(state) == pytest.approx((30.0, 20.75, 0.0), abs=0.001)


def test_the_directions_tried_are_from_straight_on_to_45_degrees_to_either_side() -> None:
    assert ASLANT[:5] == (0.0, -5.0, 5.0, -10.0, 10.0)
    assert (len(ASLANT), min(ASLANT), max(ASLANT)) == (19, -45.0, 45.0)


# ---------------------------------------------------------------- morale


@pytest.mark.rule("battlesystem:4.2b", "battlesystem:7.8e")
def test_a_corner_in_the_back_counts_though_rounding_put_it_a_hair_deeper() -> None:
    # one figure at (30, 23.625), its rear edge at 23.25; the middle of the foe 0.895 in behind it, 0.5303 in from his corner
    def needed(version: int) -> int:
        state = battle(
            men("Axes", 1, 1, 30.0, 24.0, starting=1),
            men("Foe", 1, 1, 30.265, 22.995, 45.0, side=1),
            options={"version": version},
        )
        return current_morale.current(state, state.units[0], Cause(OTHER))

    assert needed(19) == 12 + 1 - 2  # closed, and an enemy at its rear
    assert needed(18) == 12 + 1


# ---------------------------------------------------------------- elite troops who have dispersed


@pytest.mark.rule("battlesystem:4.7", "battlesystem:6.3", "battlesystem:2.11")
def test_dispersed_elite_troops_are_out_of_command_while_routed_and_in_command_once_rallied() -> None:
    def played(version: int) -> tuple[bool, bool, list[bool]]:
        elite = skirmishers("Elite", [(26.0, 20.0), (28.0, 20.0)], kind=REGULAR, special="elite")
        elite.roster.commander, elite.roster.radius, elite.unit.leader_at = "Captain", 10.0, 0
        state = battle(
            elite,
            men("Foes", y=40.0, heading=180.0, side=1),
            options={"version": version},
            stage=stages.RALLY,
        )
        unit = state.units[0]
        checks_and_routs.rout(state, Script(), unit, Cause(OTHER, 1))
        routed = unit.in_command
        # ML 12, -2 out of command for both though the first is rallied when the second rolls: 10 and 11
        table = Script(dice=[5, 5, 5, 6], orders=[("rally", 0, "own"), None])
        state.stage, state.part = stages.RALLY, 0
        rally_phase.rally_step(state, table)
        table.finish()
        assert unit.singles is not None
        return routed, unit.in_command, [single.routed for single in unit.singles]

    assert played(19) == (False, True, [False, True])
    assert played(18) == (True, False, [False, True])
