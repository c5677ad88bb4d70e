"""Pools of dice, by the examples of the catalogue."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, force, officer

from banneret.kernel.tally import Tally
from banneret.rulebooks.companies.pools.building import (
    Pool,
    fork_dice,
    help_of_seconds,
    root_dice,
    skilled_pool,
    unskilled_pool,
    wise_dice,
)
from banneret.rulebooks.companies.pools.counting import counted, margin, obstacle, passes
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.steel import keeps_nerve, steel_obstacle
from banneret.rulebooks.companies.pools.troops import has_skill, individual_pool
from banneret.rulebooks.companies.pools.wounds import dice_lost, obstacle_raised, wound
from banneret.rulebooks.companies.tables.actions import ADVANCE, FLANK, SKIRMISH, actions
from banneret.rulebooks.companies.tables.shades import BLACK, GRAY, WHITE
from banneret.rulebooks.companies.tables.troops import stocks
from banneret.testing import Script

COMMAND = ("Command", "Intimidation", "Sing", "Conspicuous")


def rolled(faces: list[int], dice: int, shade: int = BLACK, open_ended: bool = False) -> int:
    table = Script(faces)
    successes = roll(table, dice, "test", 0, shade, open_ended)
    table.finish()
    return successes


@pytest.mark.rule("companies:core.dice", "companies:core.shade")
def test_faces_that_are_successes() -> None:
    """Black from 4, gray from 3, white from 2."""
    assert rolled([1, 4, 6, 3, 5], 5) == 3
    assert rolled([3, 3, 2, 6], 4, GRAY) == 3
    assert rolled([1, 2, 2], 3, WHITE) == 2


@pytest.mark.rule("companies:core.empty-pool")
def test_a_pool_of_no_dice() -> None:
    assert rolled([], 0) == rolled([], -1) == 0


@pytest.mark.rule("companies:core.open-ended", "companies:core.dice-order")
def test_sixes_that_add_dice() -> None:
    """Four dice with two sixes, then 5 and 1; and three dice, two added after the pool, one for the added six."""
    assert rolled([6, 2, 6, 4, 5, 1], 4, open_ended=True) == 4
    assert rolled([6, 6, 1, 2, 6, 4], 3, open_ended=True) == 4
    assert rolled([6, 6, 1, 2, 3], 5) == 2


@pytest.mark.rule("companies:core.pool", "companies:core.fork", "companies:script.skill-choice")
def test_forks() -> None:
    """Command 5 with two others is 7; Command 4 with Conspicuous 7 is 6, the other way round 8."""
    state = battle(officer({"Command": 5, "Intimidation": 3, "Sing": 2}))
    assert skilled_pool(state, 0, "Command", COMMAND, None).dice == 7
    state = battle(officer({"Command": 4, "Conspicuous": 7}))
    assert skilled_pool(state, 0, "Command", COMMAND, None).dice == 6
    assert skilled_pool(state, 0, "Conspicuous", COMMAND, None).dice == 8


@pytest.mark.rule("companies:core.fork", "companies:core.wounds")
def test_wounds_and_forks() -> None:
    """Two dice lost: a FoRK of 2 is gone, one of 8 falls to 6 and gives one die, one of 9 still two."""
    assert [fork_dice(exponent, 2) for exponent in (2, 3, 8, 9)] == [0, 1, 1, 2]


@pytest.mark.rule("companies:core.wise")
def test_one_wise_at_most() -> None:
    skills = {"Tactics": 4, "Forest-wise": 4, "Army-wise": 2}
    state = battle(officer(skills))
    assert wise_dice(state, 0, (), 0) == 1
    assert wise_dice(state, 0, ("Field-wise",), 0) == 0
    assert skilled_pool(state, 0, "Tactics", actions()[FLANK].skills, ()).dice == 5


@pytest.mark.rule("companies:core.help", "companies:core.help-limits")
def test_help_of_seconds() -> None:
    """4 helps with one die, 5 with two; with a light wound 5 is 4; soldiers and those of the enemy do not help."""
    two = ((0, officer({"Tactics": 4})), (0, officer({"Tactics": 5})), (1, officer({"Tactics": 5})))
    state = battle(seconds=two)
    listed = actions()[SKIRMISH].skills
    assert help_of_seconds(state, 0, 0, listed) == 3
    wound(state, 3, 2)
    assert help_of_seconds(state, 0, 0, listed) == 2
    state.people[3].out = True
    assert help_of_seconds(state, 0, 0, listed) == 1


@pytest.mark.rule("companies:core.pool")
def test_a_pool_says_where_it_comes_from() -> None:
    state = battle(officer({"Command": 5, "Sing": 3}))
    wound(state, 0, 2)
    tally = Tally("pool")
    pool = skilled_pool(state, 0, "Command", COMMAND, None, tally)
    assert pool == Pool("Command", 5)
    assert str(tally) == "pool 5 = 5 Command + 1 Sing − 1 wounds"


@pytest.mark.rule("companies:core.root", "companies:core.round-down")
def test_root_stats() -> None:
    """Tactics of Will 5 and Perception 4: 4; Stealthy of orcs: Speed 4."""
    assert root_dice(officer().stats, "Tactics") == 4
    assert root_dice(stocks()["orc"].stats, "Stealthy") == 4
    state = battle(officer({}))
    assert unskilled_pool(state, 0, ("Strategy", "Riding")) == Pool("Riding", 5, unskilled=True)


@pytest.mark.rule("companies:core.independent", "companies:core.versus", "companies:core.raise-independent")
def test_obstacles_and_margins() -> None:
    assert passes(2, 2)
    assert not passes(2, 3)
    assert margin(4, 1) == 3
    assert margin(0, 0) == 0
    assert not passes(3, obstacle(3, False, 1))
    assert passes(4, obstacle(3, False, 1))


@pytest.mark.rule("companies:core.raise-in-versus", "companies:core.unskilled-versus")
def test_counted_successes() -> None:
    """One less for each raise, never below 0; half of 3 without the skill is 1; raises come after halving."""
    assert counted(4, False, 1) == 3
    assert counted(1, False, 2) == 0
    assert counted(3, True, 0) == 1
    assert counted(5, True, 1) == 1


@pytest.mark.rule("companies:core.unskilled-independent")
def test_a_doubled_obstacle() -> None:
    """A Charge at Ob 2 without the skill, against works of 1 with the runners lost: 4 + 1 + 1."""
    assert obstacle(2, True, 2) == 6


@pytest.mark.rule("companies:core.wounds", "companies:core.superficial", "companies:core.incapacitated")
def test_wounds_add_up() -> None:
    state = battle()
    person = state.people[0]
    wound(state, 0, 1)
    wound(state, 0, 1)
    assert (dice_lost(person), obstacle_raised(person)) == (0, 1)
    wound(state, 0, 1)
    assert (dice_lost(person), obstacle_raised(person)) == (1, 0)
    wound(state, 0, 3)
    assert (dice_lost(person), person.out) == (3, False)
    wound(state, 0, 2)
    assert person.out  # four dice, and a lowest stat of 4
    wound(state, 1, 7)
    assert state.people[1].out
    assert state.people[1].wounds == [6]


@pytest.mark.rule("companies:core.steel", "companies:core.steel-surprise")
def test_steel() -> None:
    """Steel 6 against 5: 6 4 2 1 5 3 and an added 4 fail by one; an added 6 and 5 pass. A superficial wound raises to 6."""
    state = battle()
    assert not keeps_nerve(state, Script([6, 4, 2, 1, 5, 3, 4]), 0)
    assert keeps_nerve(state, Script([6, 4, 2, 1, 5, 3, 6, 5]), 0)
    wound(state, 0, 1)
    assert steel_obstacle(state, 0) == 6


@pytest.mark.rule("companies:force.troop-skill", "companies:force.competence")
def test_troops_and_those_who_test_in_their_place() -> None:
    """Scouts of 2D have Stealthy 4; a second of 5 goes instead."""
    state = battle(officer({}))
    assert individual_pool(state, 0, ("Stealthy",)) == Pool("Stealthy", 4)
    state = battle(officer({}), seconds=((0, officer({"Stealthy": 5})),))
    assert individual_pool(state, 0, ("Stealthy",)) == Pool("Stealthy", 5)


@pytest.mark.rule("companies:force.troop-unskilled", "companies:tie.unskilled", "companies:spec.qualified")
def test_troops_without_the_skill() -> None:
    """Dwarves roll Speed 3 for Stealthy; elves Speed 5. Nobody of theirs is an engineer."""
    people = [officer({}), officer({})]
    state = battle(*people, forces=[force(0, "dwarf"), force(1, "elf")])
    assert individual_pool(state, 0, ("Stealthy",)) == Pool("Stealthy", 3, unskilled=True)
    assert individual_pool(state, 1, actions()[FLANK].breaker).dice == 5
    assert individual_pool(state, 0, actions()[ADVANCE].breaker) == Pool("Links", 4)
    assert not has_skill(state, 0, ("Artillerist",))
