"""The scenes of one state made together, as a server makes them for all seats of a battle, are the scenes made each for itself."""

from __future__ import annotations

import random

import pytest

import banneret
from banneret.kernel.scene import encode

BATTLES = (
    ("stacks", "first_blood"),
    ("warcards", "border_skirmish"),
    ("battlesystem", "crossroads"),
    ("companies", "the_ford"),
    ("skirmish", "twin_halls"),
)


@pytest.mark.long
@pytest.mark.parametrize(("rulebook", "scenario"), BATTLES)
def test_scenes_made_together_are_those_made_apart(rulebook: str, scenario: str) -> None:
    battle = banneret.start(rulebook, scenario, seed=5)
    chance = random.Random(5)
    seats = [*battle.sides, "spectator", "referee"]
    for _ in range(30):
        side = battle.waiting_for[0]
        battle.give(side, chance.choice(battle.orders(side)))
        if battle.is_over:
            break
        chance.shuffle(seats)
        scenes = battle.scenes()
        for seat in seats:
            assert encode(scenes(seat)) == encode(battle.scene(seat)), seat


def test_pieces_that_all_seats_see_alike_are_made_once() -> None:
    battle = banneret.start("warcards", "border_skirmish", seed=5)
    scenes = battle.scenes()
    first, second = [scenes(side) for side in battle.sides]
    assert first.pieces is second.pieces
    assert first.pieces
