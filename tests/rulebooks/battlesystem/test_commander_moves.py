"""Brigade and Army Commanders move by themselves, in nobody's way."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, captain, men
from rulebooks.battlesystem.test_formations import give, refused

from banneret.kernel.dice import Chance
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.movement import commander_moves, movement_orders, movement_phase
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.testing import Script


def field() -> State:
    """A duke at (30, 10) with a rate of 9, his men before him, an enemy line farther on."""
    return battle(
        men("A", 12, 6, 30, 15),
        men("E", 12, 6, 40, 20, 180, side=1),
        leaders=[captain("Duke", 30, 10), captain("Count", 50, 40, side=1)],
        ground=[[(10, 10), (14, 10), (14, 14), (10, 14)]],
    )


@pytest.mark.rule("battlesystem:5.0c")
def test_he_moves_up_to_his_rate_in_any_path() -> None:
    state = field()
    give(state, ("lead", 0, (30, 6), (34, 6)))
    duke = state.individuals[0]
    assert (duke.x, duke.y, duke.moved) == (34, 6, 8)
    give(state, ("lead", 0, (40, 6)))
    assert (duke.x, duke.y, duke.moved) == (35, 6, 9)  # cut at his rate
    assert refused(state, "lead", 0, (36, 6)).reason == "Duke has no movement left."


@pytest.mark.rule("battlesystem:5.0c")
def test_through_friends_but_never_through_enemies() -> None:
    state = field()
    give(state, ("lead", 0, (30, 16)))  # straight through his own line
    state = field()
    state.individuals[0].x, state.individuals[0].y = 40.0, 18.0
    found = refused(state, "lead", 0, (40, 25))
    assert "E is in the way" in found.reason
    give(state, ("lead", 0, (36, 18), (36, 22)))


@pytest.mark.rule("battlesystem:5.0c", "battlesystem:7.1e")
def test_he_ends_on_no_unit_and_enters_no_forbidden_ground() -> None:
    state = field()
    found = refused(state, "lead", 0, (30, 14))
    assert "no room" in found.reason
    assert found.nearest is not None
    assert found.nearest[0] == "lead"
    state.individuals[0].x = 9.0
    state.individuals[0].y = 12.0
    assert "Bog is in the way." in refused(state, "lead", 0, (16, 12)).reason
    assert "Bog is in the way." in refused(state, "lead", 0, (12, 12)).reason
    assert "no room" in refused(state, "lead", 0, (0, 12)).reason


@pytest.mark.rule("battlesystem:5.0c")
def test_he_does_not_block_and_makes_room_when_a_unit_ends_on_him() -> None:
    state = field()
    duke = state.individuals[0]
    duke.x, duke.y = 30.0, 19.8
    told = give(state, ("move", 0, ("slide", 0, 5))).news
    unit = state.units[0]
    assert unit.block is not None
    assert unit.block.y == 20  # he was no obstacle
    assert "Duke makes room" in told
    assert commander_figures.may_stand(state, duke.x, duke.y)
    assert abs(duke.x - 30) <= 0.6
    assert 19.8 < duke.y <= 20.55  # the nearest free place is just before the front
    assert duke.moved == 0.0
    assert state.individuals[1].x == 50


@pytest.mark.rule("battlesystem:5.0c")
def test_enemy_commanders_in_contact_do_nothing_to_each_other() -> None:
    """They neither attack nor are attacked, hold nobody and are no unit in contact."""
    state = field()
    state.individuals[0].x, state.individuals[0].y = 50.0, 39.5
    give(state, ("lead", 0, (50, 39.4)))
    assert contacts.enemies_touching(state, state.units[0]) == []
    assert all(leader.on_table for leader in state.individuals.values())
    assert commander_moves.is_able(state, state.individuals[0])


def test_who_leads_nobody_here_is_refused() -> None:
    state = field()
    assert refused(state, "lead", 1, (50, 30)).rule == "battlesystem:5.0c"
    assert refused(state, "lead", 7, (50, 30))
    assert refused(state, "lead", 0)
    assert refused(state, "lead", 0, (1,))
    assert refused(state, "lead", 0, ("x", "y"))
    state.individuals[0].on_table = False
    assert refused(state, "lead", 0, (30, 9))


def test_samples_and_offers_are_legal() -> None:
    state = field()
    offered = commander_moves.offers(state, state.individuals[0])
    assert len(offered) >= 3
    chance = Chance(1)
    drawn = [commander_moves.sample(state, state.individuals[0], chance) for _ in range(100)]
    for order in [*offered, *drawn]:
        assert order is None or movement_orders.MoveDecision(state, 0).check(order) is None
    assert sum(order is not None for order in drawn) > 60


def test_when_nobody_else_can_move_the_commanders_still_can() -> None:
    state = field()
    state.units[0].finished = True
    table = Script(orders=[("done",)])
    movement_phase.move_step(state, table)
    assert table.kinds == ["move"]
    assert state.stage == stages.COMPELLED
