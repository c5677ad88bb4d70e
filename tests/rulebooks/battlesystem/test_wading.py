"""Attacks out of fords, ditches and swamps against an enemy at the edge."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import Modifier, area, battle, line, men

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase, wading
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.testing import Script


def at_the_bank(*ground: Feature, files: int = 6) -> State:
    """Orcs (AR 19) of one rank who look north at y = 20, and a legion on the other side; nobody has a commander with them."""
    daylight = [Modifier(ar=1, when="daylight")]
    return battle(
        men(
            "Orcs",
            files,
            files,
            30,
            20,
            0,
            formation=OPEN,
            attack_rating=19,
            modifiers=daylight,
            leader_at=-1,
        ),
        men("Legion", 12, 6, 30, 20, 180, side=1, formation=OPEN, leader_at=-1),
        terrain=list(ground),
        stage=stages.ASSIGNMENT,
        tier=stages.INTERMEDIATE,
    )


def attacks(state: State, dice: list[int]) -> list[tuple[int, int, int]]:
    """Side, number of figures and attack roll of each attack of the combat."""
    table = Script(dice=dice)
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    return [
        (one.side, len(one.data["figures"]), one.data["roll"]) for one in table.events if one.kind == "attack"
    ]


SEVENS = [3, 4] * 12


@pytest.mark.rule("battlesystem:11.9d")
def test_four_worse_out_of_a_ford() -> None:
    ford = area("ford", 0, 15, 60, 20)
    wet, dry = attacks(at_the_bank(ford), SEVENS), attacks(at_the_bank(), SEVENS)
    assert wet[0] == (0, dry[0][1], dry[0][2] + 4)
    assert wet[1] == dry[1]  # against those in the ford nothing is added
    assert attacks(at_the_bank(area("ford", 0, 15, 60, 30)), SEVENS) == dry  # both are in it
    assert attacks(at_the_bank(area("woods", 0, 15, 60, 20)), SEVENS) == dry


@pytest.mark.rule("battlesystem:11.9d")
def test_the_enemy_is_at_the_edge_within_an_inch() -> None:
    assert attacks(at_the_bank(line("ditch", (0, 19.6), (60, 19.6), width=0.6)), SEVENS)[0][2] == (
        attacks(at_the_bank(), SEVENS)[0][2] + 4
    )
    state = at_the_bank(area("swamp", 0, 10, 60, 19.8))
    orcs, legion = state.units[0], state.units[1]
    assert wading.groups(state, orcs, legion, [0, 1]) == [([0, 1], True)]


@pytest.mark.rule("battlesystem:11.9d")
def test_some_in_and_some_out_attack_as_two() -> None:
    state = at_the_bank(area("ford", 0, 15, 30, 20))  # its edge runs through the middle of the line
    found = [one for one in attacks(state, SEVENS) if one[0] == 0]
    assert len(found) == 2
    assert found[1][2] == found[0][2] + 4
    assert sum(figures for _, figures, _ in found) == attacks(at_the_bank(), SEVENS)[0][1]
    half, few = at_the_bank(area("ford", 0, 15, 30, 20)), at_the_bank(area("ford", 0, 15, 29, 20))
    dry = attacks(at_the_bank(), SEVENS)[0]
    for state, more in ((half, 4), (few, 0)):  # as one, by the greater part
        state.setting.flags.all_or_none_wade = True
        assert [one for one in attacks(state, SEVENS) if one[0] == 0] == [(0, dry[1], dry[2] + more)]


@pytest.mark.rule("battlesystem:8.0b")
@pytest.mark.rule("battlesystem:9.4a.order")
def test_a_figure_that_a_hero_has_felled_still_strikes_with_those_who_wrap_around() -> None:
    poses = (*((27.5 + 0.75 * n, 20.0, 0.0) for n in range(6)), (32.6, 20.6, 270.0))
    ford = area("ford", 0, 15, 60, 20.3)
    orcs = men("Orcs", 7, 7, 30, 20, loose=poses[:6], wings=(0, 1), leader_at=-1)
    state = battle(orcs, men("Legion", 12, 6, 30, 20.75, 180, side=1, leader_at=-1), terrain=[ford])
    state.units[0].figures = 6  # seven were told off, and then a hero felled one
    state.bouts = [Bout(0, 1, (0, 1, 2, 3, 4, 5, 6), (0,))]
    state.stage = stages.MELEE
    table = Script(dice=SEVENS)
    melee_phase.combat_step(state, table)
    struck = [one for one in table.events if one.kind == "attack" and one.side == 0]
    assert [len(one.data["figures"]) for one in struck] == [7]
