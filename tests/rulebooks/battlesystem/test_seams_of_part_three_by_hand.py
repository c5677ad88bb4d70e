"""The Intermediate Game where one of its rules meets another; each case was worked out from the rulebook before it was played."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import hero, men
from rulebooks.battlesystem.test_shots_and_charges_at_edges_by_hand import LOW, moving, played

from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.caught_shooting import is_caught, is_champion_caught
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State


def again(state: State) -> State:
    """The state read back from its bytes."""
    return CODEC.load(CODEC.dump(state), state).copy()


# ---------------------------------------------------------------- who has shot, and who comes up to him


def beside_swords(version: int) -> State:
    """Reds: Swords who touch Blue Axes, and beside them archers who have shot and moved; the wing of the Axes will come to touch these."""
    state = played(
        men("Swords", 8, 4, 30, 24, 0, engaged=True),
        men("Archers", 8, 4, 33.75, 23.5, 0, shots=1, last_shot=1, moved=True),
        men("Axes", 12, 4, 30, 24, 180, side=1, engaged=True),
        version=version,
    )
    state.part = 1
    return state


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:7.11")
@pytest.mark.parametrize(("version", "strikes"), [(16, True), (17, False)])
def test_who_wraps_around_his_enemy_comes_up_to_archers_who_shot(version: int, strikes: bool) -> None:
    """The archers moved before and stood alone: the Axes have moved into contact with them."""
    state = beside_swords(version)
    moving(state, LOW, ("wrap", 2, ("left", 2)))
    for found in (state, again(state)):
        assert contacts.are_touching(found, found.units[1], found.units[2])
        assert is_caught(found, found.units[1]) is not strikes
        assert bool(eligible(found, found.units[1], found.units[2])) is strikes


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4c", "battlesystem:7.11")
@pytest.mark.parametrize(("version", "caught"), [(16, False), (17, True)])
def test_who_wraps_around_his_enemy_comes_up_to_a_hero_who_shot(version: int, caught: bool) -> None:
    state = played(
        men("Swords", 8, 4, 30, 24, 0, engaged=True),
        men("Axes", 12, 4, 30, 24, 180, side=1, engaged=True),
        leaders=[hero("Hal", 32.4, 22.8)],
        version=version,
    )
    state.part = 1
    hal = state.individuals[0]
    hal.shots, hal.last_shot, hal.moved = 1, 1, 3.0
    moving(state, LOW, ("wrap", 1, ("left", 2)))
    assert is_champion_caught(again(state), hal) is caught


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(("version", "caught"), [(16, False), (17, True)])
def test_a_hero_who_flees_from_one_comes_up_to_another_who_shot(version: int, caught: bool) -> None:
    """Swords have him in contact when his part begins; he flees to archers who have shot and moved before."""
    state = played(
        men("Swords", 4, 4, 30, 24, 0),
        men("Archers", 8, 4, 36, 24, 0, shots=1, last_shot=1, moved=True),
        leaders=[hero("Hal", 30, 24.25, side=1)],
        version=version,
    )
    state.part, state.individuals[0].bound = 1, True
    moving(state, LOW, ("lead", 0, "flee", (33, 28), (36, 24.25)))
    assert state.individuals[0].y == pytest.approx(24.25, abs=0.01)
    assert is_caught(state, state.units[1]) is caught
