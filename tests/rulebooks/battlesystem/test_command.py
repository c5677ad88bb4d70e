"""Command: radius, chain, take-over, loss of command."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers

from banneret.rulebooks.battlesystem.command import brigades, chain, commander_figures, coverage, in_command
from banneret.rulebooks.battlesystem.command.chain import OWN
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE
from banneret.rulebooks.battlesystem.morale import causes, current_morale
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN, SLAIN
from banneret.testing import Script


def reviewed(state: State, **script: Any) -> Script:
    table = Script(**script)
    in_command.review(state, table)
    table.finish()
    return table


@pytest.mark.rule("battlesystem:4.7")
def test_every_figure_must_be_within_the_radius_of_the_commander() -> None:
    # one rank of 12 closed men, 3/4 in apart, the commander at file 5: the farthest, file 11, is 6 x 0.75 = 4.5 in off
    for radius, expected in ((4.5, True), (4.49, True), (4.48, False), (4.4, False)):
        state = battle(men("Reds", 12, 12, radius=radius))
        assert state.units[0].leader_at == 5
        reviewed(state)
        assert state.units[0].in_command is expected
    # an odd front has its middle file, and the own commander does not help another unit
    assert (commander_figures.default_place(5), commander_figures.default_place(1)) == (2, 0)


@pytest.mark.rule("battlesystem:4.7")
def test_command_by_distance_comes_back_by_itself() -> None:
    state = battle(men("Reds", 12, 12, formation=OPEN, radius=4.0, leader_at=5))
    unit = state.units[0]
    assert unit.in_command
    table = reviewed(state)
    assert not unit.in_command
    assert "Reds are out of command" in table.news
    state.setting.rosters[0].radius = 20.0
    state = state.copy()  # for a radius never changes: who did not move is not reviewed again
    table = reviewed(state)
    assert state.units[0].in_command
    assert "Reds are in command again" in table.news


@pytest.mark.rule("battlesystem:4.7")
def test_routed_and_raging_troops_are_out_of_command_however_near_he_is() -> None:
    state = battle(men(formation=OPEN, routed=True), men("Mad", formation=OPEN, x=10, rash=True))
    reviewed(state)
    assert [unit.in_command for unit in state.units.values()] == [False, False]


@pytest.mark.rule("battlesystem:4.7")
def test_the_commander_stands_in_the_front_rank_and_moves_to_the_nearest_figure_when_his_falls() -> None:
    state = battle(men("Reds", 12, 6), skirmishers("Scouts", [(10, 10), (14, 10), (11, 13)], commander="Sly"))
    unit, scouts = state.units.values()
    x, y = chain.place_of(state, unit, OWN)
    assert (x, y) == (29.625, 23.625)  # file 2 of 6: 0.375 left of the middle, half a base back
    assert scouts.singles is not None
    scouts.take_off(0, SLAIN)
    commander_figures.succeed(scouts, 10, 10)
    assert scouts.leader_at == 2  # 3.2 in away, the other 4


@pytest.mark.rule("battlesystem:4.7", "battlesystem:4.10a")
def test_figures_out_of_his_reach_are_covered_by_a_leader_above() -> None:
    # the file at the right end stands at x 34.125, 4.5 in from the commander who reaches 4
    line = men("Reds", 12, 12, radius=4.0, brigade=0)
    state = battle(line, leaders=[captain("Brand", 38, 24, rank=BRIGADE, radius=4.0)])
    reviewed(state)
    assert state.units[0].in_command
    assert coverage.commander_of(state, state.units[0]) == OWN  # he covers at least one figure
    state.individuals[0].x = 40
    reviewed(state)
    assert not state.units[0].in_command
    assert coverage.commander_of(state, state.units[0]) == NOBODY


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.10b", "battlesystem:4.2i")
def test_leaders_take_over_a_unit_without_commander_the_highest_in_reach_is_its_commander() -> None:
    orphans = men("Reds", formation=OPEN, leader_at=NOBODY, brigade=0)
    brand = captain("Brand", 30, 22, rank=BRIGADE, radius=6, charisma=1)
    aldo = captain("Aldo", 30, 20, rank=ARMY, radius=12, charisma=2)
    state = battle(orphans, leaders=[brand, aldo])
    unit = state.units[0]
    reviewed(state)
    assert unit.in_command
    assert chain.commanders(state, unit) == [0, 1]
    assert coverage.commander_bonus(state, unit) == 2
    state.individuals[1].x = 55
    assert coverage.commander_bonus(state, unit) == 1
    state.individuals[0].on_table = False
    reviewed(state)
    assert not unit.in_command
    assert coverage.commander_bonus(state, unit) == 0


@pytest.mark.rule("battlesystem:4.10")
def test_a_unit_commander_helps_no_other_unit() -> None:
    state = battle(men("Reds", 6, 6, x=30), men("Orphans", 6, 6, x=36, leader_at=NOBODY))
    reviewed(state)
    assert [unit.in_command for unit in state.units.values()] == [True, False]
    assert chain.commanders(state, state.units[1]) == []


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.10b")
def test_a_brigade_has_its_own_leader_an_army_the_one_of_its_side() -> None:
    leaders = [
        captain("Brand", 30, 20, rank=BRIGADE, radius=30),
        captain("Bors", 30, 20, rank=BRIGADE, radius=30),
        captain("Aldo", 30, 20, rank=ARMY, radius=30),
        captain("Zog", 30, 20, side=1, rank=ARMY, radius=30),
    ]
    state = battle(men("Reds", brigade=1), men("Others", x=10), leaders=leaders)
    assert chain.commanders(state, state.units[0]) == [OWN, 1, 2]
    assert chain.commanders(state, state.units[1]) == [OWN, 2]


@pytest.mark.rule("battlesystem:4.10c")
def test_a_scenario_may_set_a_chain_of_its_own() -> None:
    leaders = [
        captain("Aldo", 30, 20, rank=ARMY, radius=30, charisma=1),
        captain("Witch", 30, 20, rank=BRIGADE, radius=30, charisma=3),
    ]
    own = men("Reds", chain=(0, 1), leader_at=NOBODY)
    free = men("Free", x=10, chain=(), leader_at=NOBODY)
    state = battle(own, free, leaders=leaders)
    assert chain.commanders(state, state.units[0]) == [0, 1]
    assert coverage.commander_bonus(state, state.units[0]) == 3  # the last of the chain is the highest
    reviewed(state)
    assert [unit.in_command for unit in state.units.values()] == [True, False]


@pytest.mark.rule("battlesystem:4.8a")
def test_nobody_commands_those_he_hates_or_who_hate_him() -> None:
    leaders = [
        captain("Elf lord", 30, 20, rank=ARMY, radius=30, creature="elf"),
        captain("Old dwarf", 30, 20, rank=BRIGADE, radius=30, creature="dwarf", hates=("half-orc",)),
    ]
    orcs = men("Orcs", creature="orc", hates=("elf",), brigade=1, leader_at=NOBODY)
    mixed = men("Half-orcs", x=10, creature="half-orc", brigade=1, leader_at=NOBODY)
    state = battle(orcs, mixed, leaders=leaders)
    assert chain.commanders(state, state.units[0]) == [1]
    assert chain.commanders(state, state.units[1]) == [0]


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.10b")
def test_how_many_leaders_a_side_may_have() -> None:
    eight = [0, 0, 0, 0, 1, 1, 1, 1]
    assert brigades.brigade_fault(eight, [BRIGADE, BRIGADE]) == ""
    assert brigades.brigade_fault(eight, [BRIGADE, BRIGADE, ARMY]) == ""
    assert brigades.brigade_fault([-1] * 7, []) == ""
    assert brigades.brigade_fault([-1] * 7, [ARMY]) == ""
    assert "takes 8" in brigades.brigade_fault([0, 0, 0, 0, 1, 1, 1], [BRIGADE, BRIGADE])
    assert "at least two" in brigades.brigade_fault([0] * 8, [BRIGADE])
    assert "one of 3" in brigades.brigade_fault([0] * 5 + [1] * 3, [BRIGADE, BRIGADE])
    assert "one of 9" in brigades.brigade_fault([0] * 9 + [1] * 4, [BRIGADE, BRIGADE])
    assert "one Army" in brigades.brigade_fault(eight, [ARMY, ARMY])


@pytest.mark.rule("battlesystem:4.7b", "battlesystem:2.9a", "battlesystem:2.10a")
def test_mobs_are_always_out_of_command_and_skirmishers_never_mind() -> None:
    rabble = crowd("Rabble", 16, x=10, commander="Jack", radius=20, charisma=2, leader_at=1)
    scouts = skirmishers("Scouts", commander="Sly", radius=30, charisma=2)
    state = battle(rabble, scouts, men("Lost", x=50, leader_at=NOBODY, formation=OPEN))
    reviewed(state)
    cause = causes.Cause(causes.LOSSES)
    assert [coverage.commander_bonus(state, unit) for unit in state.units.values()] == [0, 0, 0]
    assert not state.units[0].in_command
    assert [current_morale.current(state, unit, cause) for unit in state.units.values()] == [10, 12, 10]


@pytest.mark.rule("battlesystem:4.7d", "battlesystem:7.6")
def test_a_closed_unit_out_of_command_opens_at_once_and_free() -> None:
    state = battle(men("Reds", 12, 6, radius=1.0))
    unit = state.units[0]
    reviewed(state)
    assert (unit.formation, unit.in_command, unit.spent) == (OPEN, False, 0.0)
    assert unit.block is not None
    assert (unit.block.x, unit.block.y, unit.block.files) == (30, 24, 6)
    assert unit.block.breadth == 7.0


@pytest.mark.rule("battlesystem:4.7d")
def test_under_the_option_the_owner_may_leave_it_closed() -> None:
    options = {"lost_command_opens": False}
    state = battle(men("Reds", 12, 6, radius=1.0), options=options)
    table = reviewed(state, orders=[("closed", 0)])
    assert table.kinds == ["lost_command"]
    assert (state.units[0].formation, state.units[0].in_command) == (CLOSED, False)
    reviewed(state)  # he is asked once, when it is lost
    assert state.units[0].formation == CLOSED
    state = battle(men("Reds", 12, 6, radius=1.0), options=options)
    reviewed(state, orders=[("open", 0)])
    assert state.units[0].formation == OPEN


@pytest.mark.rule("battlesystem:2.8a")
def test_a_regular_unit_without_commander_is_out_of_command() -> None:
    state = battle(men("Reds", formation=OPEN, leader_at=NOBODY))
    reviewed(state)
    assert not state.units[0].in_command
    assert current_morale.current(state, state.units[0], causes.Cause(causes.LOSSES)) == 10


@pytest.mark.rule("battlesystem:5.0c", "battlesystem:4.7")
def test_a_leader_on_whom_a_unit_stands_steps_aside_before_command_is_looked_at() -> None:
    state = battle(men("Reds", 12, 6), leaders=[captain("Aldo", 30, 23.25, radius=9)])
    table = reviewed(state)
    leader = state.individuals[0]
    assert (leader.x, leader.y) != (30, 23.25)
    assert "Aldo makes room" in table.news
    assert abs(leader.y - 23.25) < 2
