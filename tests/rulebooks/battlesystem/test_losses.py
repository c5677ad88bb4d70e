"""Losses: how many, which figures, how the rest stands, what gaps cost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as hyp
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat.losses import (
    closing_ranks,
    fallen,
    formed_losses,
    open_losses,
    settling,
)
from banneret.rulebooks.battlesystem.combat.losses.blows import reckoning
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, FLED, MOB, NOBODY, OPEN, SLAIN, WAITING, Unit
from banneret.testing import Script


def enemy(files: int = 6, x: float = 30.0, y: float = 24.0, heading: float = 180, **changes: Any) -> Troop:
    """Closed Blues, as many as they are wide, in contact with a unit whose front is at y."""
    return men("Blues", files, files, x=x, y=y, heading=heading, side=1, **changes)


def files_of(unit: Unit, rank: int) -> list[int]:
    """The files in which figures of a rank stand."""
    block = unit.block
    assert block is not None
    return [file for file in range(block.files) if block.holds(rank, file)]


def hit(state: State, tenths: int, orders: list[Order | None] | None = None, attacker: int = 1) -> int:
    """One attack of unit 1 on unit 0."""
    table = Script(orders=orders)
    found = settling.inflict(state, table, state.units[0], tenths, attacker)
    table.finish()
    return found


def front_edge(unit: Unit) -> tuple[float, float, int]:
    """Where a unit stands: the middle of its front and how wide."""
    block = unit.block
    assert block is not None
    return (block.x, block.y, block.files)


# ---------------------------------------------------------------- how many


@pytest.mark.rule("battlesystem:8.7", "battlesystem:8.7a", "battlesystem:8.7b", "battlesystem:8.7c")
@pytest.mark.parametrize(
    ("figure", "hit_dice", "lost", "wounded"),
    [
        (100, 300, 3, False),
        (100, 90, 0, True),
        (100, 24, 0, False),
        (100, 25, 0, True),
        (100, 310, 3, False),
        (200, 590, 2, True),  # 19 over
        (200, 250, 1, True),  # 5 over
        (200, 249, 1, False),
        (50, 120, 2, True),
        (50, 12, 0, False),
        (50, 13, 0, True),
        (25, 60, 2, True),  # 1 over, of 2.5
    ],
)
def test_figures_lost_and_wounds(figure: int, hit_dice: int, lost: int, wounded: bool) -> None:
    state = battle(men("Reds", 12, 6, figure=figure), enemy())
    assert hit(state, hit_dice) == lost
    assert (state.units[0].figures, state.units[0].wounded) == (12 - lost, wounded)


@pytest.mark.rule("battlesystem:8.7a", "battlesystem:8.7e", "battlesystem:5.0b")
def test_the_last_figures_take_the_unit_its_commander_and_its_wound_with_them() -> None:
    state = battle(men("Reds", 3, 3, starting=12, wounded=True), enemy(3))
    assert hit(state, 450) == 3
    unit = state.units[0]
    assert (unit.status, unit.figures, unit.block, unit.wounded) == (SLAIN, 0, None, False)
    assert unit.leader_at == NOBODY


@pytest.mark.rule("battlesystem:8.7d", "battlesystem:8.7e")
def test_a_second_wound_kills() -> None:
    state = battle(men("Reds", 12, 6, wounded=True), enemy())
    assert hit(state, 250) == 3
    assert (state.units[0].figures, state.units[0].wounded) == (9, False)
    again = battle(men("Reds", 1, 1, starting=12, wounded=True), enemy(1))
    assert hit(again, 40) == 1
    assert again.units[0].status == SLAIN
    kept = battle(men("Reds", 12, 6, wounded=True), enemy())
    assert hit(kept, 300) == 3
    assert kept.units[0].wounded  # it is not cured by the death of others


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:8.7i", "battlesystem:8.7j")
def test_attacks_are_settled_one_by_one() -> None:
    def settled(blows: list[int], figures: int = 12, files: int = 6) -> tuple[list[int], int, bool]:
        state = battle(men("Reds", figures, files, starting=12), enemy(), enemy(x=50))
        unit = state.units[0]
        owed = reckoning(state, unit, [(1 + number % 2, tenths) for number, tenths in enumerate(blows)])
        return settling.settle(state, Script(), owed), unit.figures, unit.wounded

    assert settled([240, 150]) == ([2, 2], 8, False)
    assert settled([50, 50, 50]) == ([0, 1, 0], 11, True)
    assert settled([20, 20]) == ([0, 0], 12, False)  # each by itself, nothing is carried over
    assert settled([300, 250]) == ([3, 2], 7, True)
    assert settled([250, 300], 4, 4) == ([2, 2], 0, False)  # only two were left
    assert settled([600, 300], 4, 4) == ([4, 0], 0, False)


@pytest.mark.rule("battlesystem:8.7j")
@pytest.mark.parametrize(
    ("blows", "wounded", "told"),
    [
        # the catalogue's: 24 hit dice kill two and wound, 15 kill one and a second wound another
        (
            [240, 150],
            False,
            [
                "Reds lose 2 figures to Blues; 10 are left, one of them wounded.",
                "Reds lose 2 figures to Blues; 8 are left.",
            ],
        ),
        (
            [500, 900],
            False,
            ["Reds lose 5 figures to Blues; 7 are left.", "Reds lose the last of their figures to Blues."],
        ),
        (
            [10, 30],
            False,
            ["Reds lose nobody to Blues.", "Reds lose nobody to Blues; one figure is wounded."],
        ),
        ([10], True, ["Reds lose nobody to Blues."]),  # its wound is of another day
    ],
)
def test_the_news_of_each_attack_are_of_when_it_was_settled(
    blows: list[int], wounded: bool, told: list[str]
) -> None:
    state = battle(men("Reds", 12, 6, wounded=wounded), men("Blues", 12, 6, 30, 24, 180, side=1))
    table = Script()
    settling.settle(state, table, reckoning(state, state.units[0], [(1, tenths) for tenths in blows]))
    assert [event.text for event in table.events] == told
    assert table.events[-1].data["left"] == state.units[0].figures


@pytest.mark.rule("battlesystem:8.7j", "battlesystem:8.1d")
def test_the_news_of_skirmishers_run_along_too() -> None:
    # two attackers touch both: 10 hit dice of the first kill one, 10 of the second the other
    scouts = skirmishers("Scouts", [(29.5, 23.625), (31.0, 23.625)], figure=100)
    rear = men("Greens", 12, 6, 30.25, 23.25, 0, side=1)
    state = battle(scouts, men("Blues", 12, 6, 30.25, 24, 180, side=1), rear)
    table = Script(orders=[None])
    settling.settle(state, table, reckoning(state, state.units[0], [(1, 100), (2, 100)]))
    assert [event.text for event in table.events] == [
        "Scouts lose 1 figure to Blues; 1 is left.",
        "Scouts lose the last of their figures to Greens.",
    ]


# ---------------------------------------------------------------- closed: from the rear


@pytest.mark.rule("battlesystem:7.2a", "battlesystem:8.7h", "battlesystem:7.1d")
def test_closed_losses_come_off_the_rear() -> None:
    state = battle(men("Reds", 12, 6), enemy())
    hit(state, 400)
    unit = state.units[0]
    assert front_edge(unit) == (30, 24, 6)
    assert files_of(unit, 1) == [2, 3]
    assert (unit.leader_at, unit.debt) == (2, 0)


@pytest.mark.rule("battlesystem:7.2a", "battlesystem:7.10e")
def test_of_a_single_rank_those_go_first_who_touch_nobody() -> None:
    # Reds are 4.5 in wide, Blues 1.5 in at their right end: files 4 and 5
    state = battle(men("Reds", 6, 6), enemy(2, x=31.5))
    assert hit(state, 300) == 3
    assert front_edge(state.units[0]) == (31.125, 24, 3)  # the three at the left went
    assert state.units[0].leader_at == 0  # he stood in file 2, and steps to file 3
    # one less than there are free ones
    state = battle(men("Reds", 6, 6), enemy(2, x=30.0))  # files 2 and 3 touch: either end is free
    assert hit(state, 100, [("ends", 0, 0, 1)]) == 1
    assert front_edge(state.units[0]) == (29.625, 24, 5)


@pytest.mark.rule("battlesystem:7.2a")
def test_the_owner_chooses_the_end() -> None:
    for left, x in ((0, 29.25), (1, 30.0), (2, 30.75)):
        state = battle(men("Reds", 6, 6), enemy(6))
        assert hit(state, 200, [("ends", 0, left, 2 - left)]) == 2
        assert front_edge(state.units[0]) == (x, 24, 4)
    # the last rank first, then the ends
    state = battle(men("Reds", 8, 6, starting=12), enemy(6))
    assert hit(state, 300, [("ends", 0, 1, 0)]) == 3
    assert front_edge(state.units[0]) == (30.375, 24, 5)


@pytest.mark.rule("battlesystem:7.10e")
def test_frontage_falls_to_the_number_that_is_left() -> None:
    state = battle(men("Reds", 6, 6), enemy(6))
    hit(state, 100)
    block = state.units[0].block
    assert block is not None
    assert (block.files, block.ranks, state.units[0].figures) == (5, 1, 5)


# ---------------------------------------------------------------- open: gaps


@pytest.mark.rule("battlesystem:7.3b", "battlesystem:7.3c", "battlesystem:8.7h")
def test_open_losses_are_gaps_that_figures_from_behind_fill() -> None:
    # open 6 wide (7 in) against closed 6 (4.5 in): files 1 to 4 touch
    state = battle(men("Reds", 12, 6, formation=OPEN), enemy())
    assert hit(state, 200) == 2
    unit = state.units[0]
    assert (front_edge(unit), unit.debt) == ((30, 24, 6), 2)
    assert files_of(unit, 1) == [1, 2, 3, 4]
    # one more than touch: the nearest of the front rank too
    state = battle(men("Reds", 12, 6, formation=OPEN), enemy())
    assert hit(state, 500) == 5
    assert (front_edge(state.units[0]), state.units[0].debt) == ((30, 24, 6), 5)
    assert files_of(state.units[0], 1) == [2]


@pytest.mark.rule("battlesystem:7.3c")
def test_a_single_open_rank_moves_its_ends_into_the_inner_holes() -> None:
    def after(fallen: set[int], figures: int = 8, files: int = 8) -> tuple[float, int, int]:
        state = battle(men("Reds", figures, files, formation=OPEN))
        unit = state.units[0]
        cost = open_losses.fill_gaps(unit, fallen)
        assert unit.block is not None
        return unit.block.x, unit.block.files, cost

    assert after({2, 3})[1:] == (6, 2)
    assert after({0, 1}) == (31.25, 6, 0)  # the line is simply shorter: files 2 to 7
    assert after({6, 7}) == (28.75, 6, 0)
    assert after({0, 7}) == (30.0, 6, 0)
    assert after({0, 3})[1:] == (6, 1)
    assert after({1, 2}) == (31.25, 6, 1)  # file 0 steps into the hole in file 2
    assert after({3, 4, 5})[1:] == (5, 2)
    assert after(set(range(7))) == (30 + 3.5 * 1.25, 1, 0)
    # two behind, three gaps: both move up, and an end figure
    assert after({2, 3, 4}, 10)[1:] == (7, 3)


@pytest.mark.rule("battlesystem:7.3b", "battlesystem:7.3c")
def test_who_is_lost_behind_the_front_leaves_no_gap() -> None:
    state = battle(men("Reds", 12, 6, formation=OPEN))
    unit = state.units[0]
    assert open_losses.fill_gaps(unit, {7, 8, 10}) == 0
    assert files_of(unit, 1) == [1, 2, 3]  # they close up in the middle


@pytest.mark.rule("battlesystem:7.3b")
def test_the_owner_of_an_open_unit_chooses_among_those_in_contact() -> None:
    # Blues on the right flank touch file 5 in both ranks: heading 90 looks east, so they look west
    flank = battle(men("Reds", 12, 6, formation=OPEN), enemy(4, x=33.5, y=23.0, heading=270))
    assert [touch.touched for touch in reckoning(flank, flank.units[0], [(1, 100)]).blows] == [[5, 11]]
    spared = flank.copy()
    assert hit(flank, 100, [("lose", 0, 5)]) == 1
    assert flank.units[0].debt == 1
    assert hit(spared, 100) == 1  # left to himself he loses the one behind
    assert spared.units[0].debt == 0
    assert files_of(spared.units[0], 1) == [0, 1, 2, 3, 4]


@pytest.mark.rule("battlesystem:7.3b")
def test_choices_that_are_refused() -> None:
    unit = battle(men("Reds", 12, 6, formation=OPEN)).units[0]
    choice = fallen.Fallen(unit, [1, 2, 3, 4], [1, 4], "battlesystem:7.3b")
    legal: list[Order] = [("lose", 0, 1, 4), ("lose", 0, 4, 2)]
    assert all(choice.check(order) is None for order in [*legal, *choice.orders()])
    wrong: list[Order] = [
        (),
        ("lose", 0, 1),
        ("lose", 0, 1, 1),
        ("lose", 0, 1, 5),
        ("lose", 1, 1, 2),
        ("lose", 0, "1", 2),
        ("keep", 0, 1, 2),
        ("lose", 0, (1,), 2),
    ]
    assert all(choice.check(order) is not None for order in wrong)
    assert all(choice.check(choice.sample(Chance(seed))) is None for seed in range(20))


@pytest.mark.rule("battlesystem:7.3c")
def test_debts_add_up_and_a_routed_unit_has_none() -> None:
    state = battle(men("Reds", 12, 6, formation=OPEN, debt=3), enemy())
    hit(state, 200)
    assert state.units[0].debt == 5
    state = battle(men("Reds", 12, 6, formation=OPEN, routed=True), enemy())
    hit(state, 200)
    assert state.units[0].debt == 0


@pytest.mark.rule("battlesystem:7.3b", "battlesystem:8.7h")
def test_an_open_unit_loses_the_front_before_the_rear() -> None:
    state = battle(men("Reds", 9, 6, formation=OPEN, starting=12), enemy(2))
    # two touch; seven lost: both, the four others of the front, one behind
    touched = reckoning(state, state.units[0], [(1, 700)]).blows[0].touched
    assert touched == [2, 3]
    assert hit(state, 700) == 7
    unit = state.units[0]
    assert (unit.figures, unit.debt) == (2, 2)  # both from behind move up
    assert front_edge(unit) == (30, 24, 2)


# ---------------------------------------------------------------- mobs


@pytest.mark.rule("battlesystem:7.5", "battlesystem:2.10c", "battlesystem:2.10b")
def test_a_mob_keeps_its_shape() -> None:
    state = battle(crowd("Mob", 20), enemy(4, x=50))
    unit = state.units[0]
    assert front_edge(unit) == (30, 24, 5)
    assert hit(state, 300) == 3
    assert (unit.figures, front_edge(unit)[2]) == (17, 5)
    hit(state, 100)
    # the middle man of five keeps his place: he is second of four now
    assert (unit.figures, front_edge(unit)) == (16, (30.375, 24, 4))
    hit(state, 700)
    assert (unit.figures, front_edge(unit)) == (9, (30.0, 24, 3))


@pytest.mark.rule("battlesystem:7.5")
def test_the_front_of_a_mob_is_held_while_it_touches_an_enemy() -> None:
    state = battle(crowd("Mob", 20), enemy(4))
    unit = state.units[0]
    assert hit(state, 1100) == 11
    assert (unit.figures, front_edge(unit)) == (9, (30, 24, 5))
    # fewer are left than it is wide: the ends go, those in contact last
    assert hit(state, 500) == 5
    assert (unit.figures, front_edge(unit)[2]) == (4, 4)
    # contact from behind does not hold it
    rear = battle(crowd("Mob", 16), enemy(4, y=21, heading=0))
    assert hit(rear, 700) == 7
    assert front_edge(rear.units[0])[2] == 3


@pytest.mark.rule("battlesystem:7.5", "battlesystem:7.1e")
@pytest.mark.parametrize(
    ("figures", "starting", "files", "bystander", "after"),
    [
        (9, 20, 5, men("Reds behind", 6, 6, y=22.5), 3),  # it would get deeper
        (25, 36, 6, men("Reds beside him", 1, 1, x=31, y=21), 5),  # one in the fifth rank would become five
    ],
)
def test_a_mob_changes_its_shape_only_where_nobody_stands(
    figures: int, starting: int, files: int, bystander: Any, after: int
) -> None:
    state = battle(crowd("Mob", figures, starting=starting), bystander, enemy(4, x=50))
    unit = state.units[0]
    wide = Block(30, 24, 0, figures, files, 0.75, 0.75, 0.0)
    assert unit.block is not None
    unit.stand(wide)
    formed_losses.reshape(state, unit)
    assert unit.block is wide
    state.units[1].become(WAITING)
    formed_losses.reshape(state, unit)
    assert front_edge(unit)[2] == after


@pytest.mark.rule("battlesystem:7.5", "battlesystem:7.1e")
def test_files_of_a_mob_that_went_on_are_pulled_back_only_where_nobody_stands_by_now() -> None:
    """Five abreast, the last file half an inch ahead of the others; behind the first somebody stands since."""
    state = battle(crowd("Mob", 12, starting=20), men("Reds", 1, 1, x=30, y=24.7), enemy(4, x=50))
    unit = state.units[0]
    wide = Block(30, 24, 0, 12, 5, 0.75, 0.75, 0.0)
    spots = [wide.centre(*wide.place(figure)) for figure in range(12)]
    unit.stand(Block(30, 25, 0, 12, 5, 0.75, 0.75, 0.0), tuple((x, y, 0.0) for x, y in spots))
    formed_losses.reshape(state, unit)
    assert unit.loose is not None
    state.units[1].become(WAITING)
    formed_losses.reshape(state, unit)
    assert unit.loose is None
    assert front_edge(unit)[2] == 4


# ---------------------------------------------------------------- skirmishers


def line(*xs: float) -> list[tuple[float, float]]:
    return [(x, 23.625) for x in xs]


@pytest.mark.rule("battlesystem:8.1d", "battlesystem:8.7h", "battlesystem:7.4b")
def test_skirmishers_lose_only_those_in_contact() -> None:
    state = battle(skirmishers("Scouts", line(28, 30, 32, 40, 42)), enemy(6))
    unit = state.units[0]
    assert hit(state, 900) == 3  # 28, 30, 32 touch; the rest is lost
    assert unit.figures == 2
    assert unit.singles is not None
    assert [single.gone for single in unit.singles] == [SLAIN] * 3 + [FIELD] * 2
    assert [single.x for single in unit.singles[3:]] == [40, 42]  # nobody closes up
    assert hit(state, 900) == 0
    last = battle(skirmishers("Scouts", line(30)), enemy(6))
    assert hit(last, 100) == 1
    assert last.units[0].status == SLAIN


@pytest.mark.rule("battlesystem:8.1d")
def test_the_owner_chooses_which_skirmishers_fall() -> None:
    state = battle(skirmishers("Scouts", line(28, 30, 32, 40)), enemy(6))
    assert hit(state, 130, [("lose", 0, 1)]) == 1
    singles = state.units[0].singles
    assert singles is not None
    assert [single.gone for single in singles] == [FIELD, SLAIN, FIELD, FIELD]
    assert [single.wounded for single in singles] == [True, False, False, False]


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:8.1d")
def test_second_wounds_of_skirmishers() -> None:
    state = battle(skirmishers("Scouts", line(28, 30, 40)), enemy(6))
    unit = state.units[0]
    assert unit.singles is not None
    unit.wounded = unit.singles[2].wounded = True  # far away
    assert hit(state, 30, [("lose", 0, 0)]) == 1
    assert [single.gone for single in unit.singles] == [SLAIN, FIELD, FIELD]
    assert not unit.wounded
    assert not unit.singles[2].wounded
    # the wounded one is struck himself
    state = battle(skirmishers("Scouts", line(30, 40)), enemy(6))
    unit = state.units[0]
    assert unit.singles is not None
    unit.wounded = unit.singles[0].wounded = True
    assert hit(state, 30) == 1
    assert unit.singles[0].gone == SLAIN
    # who has run off the table has taken his wound with him: the next is the first
    state = battle(skirmishers("Scouts", line(30, 40)), enemy(6))
    unit = state.units[0]
    assert unit.singles is not None
    unit.wounded = unit.singles[1].wounded = True
    unit.take_off(1, FLED)
    unit.figures = 1
    assert not unit.wounded
    assert hit(state, 30) == 0
    assert unit.wounded
    assert unit.singles[0].wounded


@pytest.mark.rule("battlesystem:2.9b", "battlesystem:6.4a")
def test_when_the_last_steady_skirmisher_falls_the_unit_is_routed() -> None:
    # figures 0 and 1 stand against the enemy, 2 and 3 ran before
    state = battle(skirmishers("Scouts", line(28, 30, 40, 42), rash=True, quarry=1), enemy(6))
    unit = state.units[0]
    assert unit.singles is not None
    unit.singles[2].routed = unit.singles[3].routed = True
    assert hit(state, 100, [("lose", 0, 0)]) == 1
    assert not unit.routed
    assert hit(state, 100) == 1
    assert unit.routed
    assert (unit.rash, unit.quarry, unit.figures) == (False, NOBODY, 2)


# ---------------------------------------------------------------- where the rest stands


@pytest.mark.rule("battlesystem:4.7", "battlesystem:7.3b")
def test_the_commander_steps_to_the_nearest_figure_left() -> None:
    state = battle(men("Reds", 8, 8, formation=OPEN, leader_at=3))
    unit = state.units[0]
    open_losses.fill_gaps(unit, {0, 1})
    assert unit.leader_at == 1  # the same man
    state = battle(men("Reds", 8, 8, formation=OPEN, leader_at=0))
    unit = state.units[0]
    open_losses.fill_gaps(unit, {0})
    assert unit.leader_at == 0  # his neighbour, now the first


@pytest.mark.rule("battlesystem:7.14j")
def test_a_break_through_takes_figures_where_they_stand_and_the_rest_closes_up_later() -> None:
    state = battle(men("Reds", 12, 6), enemy())
    unit = state.units[0]
    before = base_middles(unit)
    assert settling.break_through(state, Script(), unit, [1, 2, 7, 8], 1) == 4
    assert base_middles(unit) == [before[number] for number in (0, 3, 4, 5, 6, 9, 10, 11)]
    assert unit.figures == 8


@pytest.mark.rule("battlesystem:7.11c", "battlesystem:7.10e")
def test_wings_lose_their_ends_with_the_line() -> None:
    state = battle(men("Reds", 8, 8), enemy(4))
    unit = state.units[0]
    spots = base_middles(unit)
    poses = tuple([(x, y, 90.0 if number > 5 else 0.0) for number, (x, y) in enumerate(spots)])
    unit.stand(unit.block, poses, (0, 2))
    closing_ranks.close_ranks(unit, 7, 7, 0, set())
    assert unit.wings == (0, 1)
    assert unit.loose is not None
    assert [pose[2] for pose in unit.loose] == [0.0] * 6 + [90.0]


@given(
    hyp.integers(1, 30),
    hyp.integers(1, 12),
    hyp.sampled_from([CLOSED, OPEN, MOB]),
    hyp.integers(0, 4000),
    hyp.integers(0, 200),
)
def test_whatever_is_lost_the_rest_stands_on_old_ground(
    figures: int, files: int, formation: int, tenths: int, seed: int
) -> None:
    """Nobody stands where nobody of the unit stood before; numbers fit; the commander is one of them."""
    troop = (
        crowd("Mob", figures)
        if formation == MOB
        else men("Reds", figures, min(files, figures), formation=formation)
    )
    state = battle(troop, enemy(4))
    unit = state.units[0]
    before = {(round(x, 3), round(y, 3)) for x, y in base_middles(unit)}

    class Guessing(Script):
        def ask(self, decision: Any) -> Order:
            order: Order = decision.sample(Chance(seed))
            assert decision.check(order) is None
            return order

    lost = settling.inflict(state, Guessing(), unit, tenths, 1)
    assert unit.figures == figures - lost
    if unit.status == SLAIN:
        assert lost == figures
        return
    assert unit.block is not None
    assert unit.block.figures == unit.figures
    assert {(round(x, 3), round(y, 3)) for x, y in base_middles(unit)} <= before
    assert unit.leader_at == NOBODY or 0 <= unit.leader_at < unit.block.files
