"""What earlier samples left over: rallied units that turn in part, a commander on his walk, small moves in the news, answers of the computer."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, crew, men, skirmishers

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.greedy import best
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.rally.facings import Facings
from banneret.rulebooks.battlesystem.state import SLAIN
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


# ---------------------------------------------------------------- answers of the computer


@pytest.mark.rule("battlesystem:6.3")
@pytest.mark.parametrize(
    ("at", "word"), [((30, 40), "about"), ((50, 22), "left"), ((8, 22), "right"), ((30, 6), "keep")]
)
def test_the_computer_faces_a_rallied_unit_to_the_nearest_enemy(at: tuple[float, float], word: str) -> None:
    """Reds ran south and look there: an enemy in the north is behind them, one in the east on their left."""
    state = battle(
        men("Reds", 12, 6, 30, 20, 180.0, rallied=True),
        men("Blues", 12, 6, *at, side=1),
        men("Runaways", 12, 6, 30, 30, side=1, routed=True),
    )
    options: list[Order] = [("face", 0, one) for one in ("keep", "left", "right", "about")]
    assert best(Choice("face", 0, "battlesystem:6.3", options, 3), Lens(state, 0)) == ("face", 0, word)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9d")
def test_the_computer_faces_each_rallied_skirmisher_to_the_enemy_nearest_to_him() -> None:
    scouts = skirmishers("Scouts", [(10, 20), (30, 20), (50, 20)], 180.0)
    foes = [
        men("A", 4, 2, 10, 26, 180, side=1),
        men("B", 4, 2, 30, 14, side=1),
        men("C", 4, 2, 56, 21, side=1),
    ]
    state = battle(scouts, *foes)
    decision = Facings(state, state.units[0], [0, 1, 2])
    order = best(decision, Lens(state, 0))
    assert order == ("face", 0, ("left", 2), ("about", 0))
    assert decision.check(order) is None
    alone = battle(scouts)
    assert best(Facings(alone, alone.units[0], [0]), Lens(alone, 0)) == ("face", 0, ("about", 0))


@pytest.mark.rule("battlesystem:10.10b")
@pytest.mark.parametrize(("at", "word"), [((30, 30), "serve"), ((30, 16), "leave"), ((30, 76), "leave")])
def test_the_computer_takes_a_piece_over_where_it_is_of_use(at: tuple[float, float], word: str) -> None:
    """Formed enemies 4 inches from it, or none within its range, and nobody serves it."""
    state = battle(
        skirmishers("Raiders", [(30, 9)]),
        men("Blues", 12, 6, *at, 180, side=1),
        crew(y=10, status=SLAIN),
        depth=96.0,
    )
    options: list[Order] = [("serve", 0, 0, 0), ("leave", 0)]
    assert best(Choice("serve", 0, "battlesystem:10.10b", options), Lens(state, 0))[0] == word
