"""Moves that nobody orders, by hand: where two may be in each other's way their owner says which goes first (rules version 18).

Each case was worked out before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, men
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.stages import COMPELLED
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.meanings import meaning


@pytest.mark.rule("battlesystem:1.4", "battlesystem:7.15g")
@pytest.mark.parametrize(
    ("version", "first", "asked", "ends"),
    [(17, 1, [], (21.0, 18.99)), (18, 0, ["go"], (21.0, 18.99)), (18, 1, ["go"], (18.99, 21.0))],
)
def test_of_routs_that_would_end_on_one_another_the_owner_says_which_goes_first(
    version: int, first: int, asked: list[str], ends: tuple[float, float]
) -> None:
    """Axes run 9 inches from y 30 to 21, Bows 12 from y 33 to 21: the second is pushed on past the first, two ranks deep and a hair."""
    fled: dict[str, Any] = {"formation": OPEN, "routed": True, "in_command": False, "rout_heading": 180.0}
    state = battle(
        men("Axes", 12, 6, 30, 30, 180, **fled),
        men("Bows", 8, 4, 31, 33, 180, movement=12.0, **fled),
        men("North", 12, 12, 30, 46, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=COMPELLED,
        options={"version": version},
    )
    table = Loaded(dice({10: 1}, {10: 1}), [("go", first)])
    compelled_moves.compelled_step(state, table)
    blocks = state.units[0].block, state.units[1].block
    assert [one.kind for one in table.asked] == asked
    assert tuple([block.y for block in blocks if block is not None]) == ends


@pytest.mark.rule("battlesystem:1.4", "battlesystem:7.15g")
def test_nobody_is_asked_about_routs_that_are_not_in_each_other_s_way() -> None:
    fled: dict[str, Any] = {"formation": OPEN, "routed": True, "in_command": False, "rout_heading": 180.0}
    state = battle(
        men("Axes", 12, 6, 20, 30, 180, **fled),
        men("Bows", 8, 4, 41, 33, 180, **fled),
        men("North", 12, 12, 30, 46, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=COMPELLED,
    )
    table = Loaded(dice({10: 1}, {10: 1}))
    compelled_moves.compelled_step(state, table)
    assert [one.kind for one in table.asked] == []


@pytest.mark.rule("battlesystem:1.4", "battlesystem:4.6g")
@pytest.mark.parametrize(("version", "first"), [(17, 0), (18, 1)])
def test_of_two_out_of_hand_the_owner_says_which_goes_first(version: int, first: int) -> None:
    """Both go for the goblins 12 inches ahead, of whom there is room for one in front: who goes first is in contact."""
    wild: dict[str, Any] = {"formation": OPEN, "rash": True, "quarry": 2, "in_command": False}
    state = battle(
        men("Axes", 12, 6, 28, 20, 0, **wild),
        men("Bows", 12, 6, 32, 20, 0, **wild),
        men("Goblins", 4, 4, 30, 32, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=COMPELLED,
        options={"version": version},
    )
    table = Loaded(dice({10: 1, 6: 1}, {10: 1, 6: 1}), [("go", 1)])
    compelled_moves.compelled_step(state, table)
    assert [one.kind for one in table.asked] == (["go"] if version == 18 else [])
    said = [meaning(state, one, order) for one in table.asked for order in one.orders()]
    assert set(said) <= {"the others go after it, and find it where it then stands"}
    assert next(event.data["unit"] for event in table.events if event.kind == "charge") == f"u{first}"
