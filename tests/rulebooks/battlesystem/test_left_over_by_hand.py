"""What earlier samples left over: rallied units that turn in part, a commander on his walk, small moves in the news, answers of the computer."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, men

from banneret.rulebooks.battlesystem.march import mover
from banneret.testing import Script

# ---------------------------------------------------------------- small moves in the news


@pytest.mark.rule("battlesystem:7.9d", "battlesystem:7.0")
@pytest.mark.parametrize(
    ("gap", "told"),
    [
        (0.0, "Reds stay where they are."),
        (0.02, "Reds wheel less than 1 degree to the right."),
        (0.3, "Reds wheel 4 degrees to the right."),
    ],
)
def test_a_wheel_that_is_barred_at_once_is_not_told_as_one_of_0_degrees(gap: float, told: str) -> None:
    """A friend stands before the left end of the front, 4.5 inches from the pivot: 0.3 inches are 3.8 degrees, 0.02 a quarter of one."""
    state = battle(men("Reds", 12, 6, 30, 20), men("Friend", 1, 1, 28.125, 20.75 + gap))
    table = Script()
    mover.move(state, table, 0, ("move", 0, ("wheel", "right", 45)))
    assert told in table.news


@pytest.mark.rule("battlesystem:7.0")
def test_a_way_of_a_hair_is_not_told_as_one_of_0_inches() -> None:
    state = battle(men("Reds", 12, 6, 30, 20), men("Friend", 1, 1, 30, 20.78))
    table = Script()
    mover.move(state, table, 0, ("move", 0, ("slide", 0, 5)))
    assert "Reds move 0.03 in ahead." in table.news
