"""Formations, frontage and facing: what must be, what may be, what it costs, where figures go."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers

from banneret.geometry.plane import swing
from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import invariants
from banneret.rulebooks.battlesystem.drill import legs
from banneret.rulebooks.battlesystem.drill.walking import go, plan
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs
from banneret.rulebooks.battlesystem.movement import movement_orders, movement_phase
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FLED, MOB, OPEN, SKIRMISH, Unit
from banneret.testing import Script


def give(state: State, *orders: Order, telling: bool = True) -> Script:
    """The side on turn gives these orders; each must be legal."""
    table = Script(orders=list(orders), telling=telling)
    for _ in orders:
        movement_phase.move_step(state, table)
    table.finish()
    return table


def refused(state: State, *order: Any) -> Refusal:
    """Why the side on turn cannot give an order; the nearest order offered instead must be one it can give."""
    decision = movement_orders.MoveDecision(state, state.movers[state.part])
    found = decision.check(tuple(order))
    assert found is not None, f"{order} is accepted"
    assert found.nearest is not None
    assert decision.check(found.nearest) is None, f"{found.nearest} is no better than {order}"
    return found


def where(unit: Unit) -> tuple[float, float, float, int, int]:
    block = unit.block
    assert block is not None
    return block.x, block.y, block.heading, block.figures, block.files


def free(unit: Unit, state: State) -> float:
    return legs.left_of(state, unit)


# ---------------------------------------------------------------- which formations


@pytest.mark.rule("battlesystem:7.1", "battlesystem:2.11")
def test_each_kind_takes_its_own_formations() -> None:
    state = battle(
        men("Regulars"),
        men("Elite", special="elite"),
        men("Berserkers", special="berserker", formation=OPEN),
        skirmishers("Scouts"),
        crowd("Mob"),
    )
    takes = {
        unit.id: [form for form in (CLOSED, OPEN, SKIRMISH, MOB) if formations.may_take(state, unit, form)]
        for unit in state.units.values()
    }
    assert takes == {0: [CLOSED, OPEN], 1: [CLOSED, OPEN, SKIRMISH], 2: [OPEN], 3: [], 4: []}


@pytest.mark.rule("battlesystem:7.1")
def test_other_formations_are_refused() -> None:
    state = battle(
        men("A", formation=OPEN), men("B", x=40, formation=OPEN, special="berserker"), crowd("Mob", x=10)
    )
    assert refused(state, "move", 0, ("formation", "skirmish")).rule == "battlesystem:7.1"
    assert refused(state, "move", 0, ("formation", "mob")).rule == "battlesystem:7.1"
    assert refused(state, "move", 1, ("formation", "closed")).rule == "battlesystem:7.1"
    assert refused(state, "move", 2, ("formation", "open")).rule == "battlesystem:7.1"
    assert "already" in refused(state, "move", 0, ("formation", "open")).reason


@pytest.mark.rule("battlesystem:7.2", "battlesystem:7.3", "battlesystem:7.6c")
def test_closed_figures_stand_base_to_base_and_open_ones_half_an_inch_apart() -> None:
    state = battle(men("Ogres", 8, 4, x=30, y=20, width=1.0, depth=1.0))
    block = state.units[0].block
    assert block is not None
    assert (block.breadth, block.length) == (4.0, 2.0)
    opened = formations.reformed(state, state.units[0], OPEN)
    assert opened is not None
    assert opened.centre(0, 1)[0] - opened.centre(0, 0)[0] == 1.5
    assert (opened.breadth, opened.length) == (5.5, 2.5)


@pytest.mark.rule("battlesystem:7.3a")
def test_stands_open_an_inch_apart() -> None:
    state = battle(men("Stands", 3, 3, width=2.25, mount=3))
    unit = state.units[0]
    unit.mount, unit.figures = 3, 9
    opened = formations.reformed(state, unit, OPEN)
    assert opened is not None
    assert opened.breadth == 8.75
    assert (formations.spacing(unit, OPEN), formations.spacing(unit, CLOSED)) == (1.0, 0.0)


# ---------------------------------------------------------------- changes at will


@pytest.mark.rule("battlesystem:7.6", "battlesystem:7.6a", "battlesystem:7.0")
def test_an_open_unit_moves_then_closes() -> None:
    state = battle(men("A", 12, 6, 30, 20, formation=OPEN), men("Far", y=45, side=1, heading=180))
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, 4)), ("move", 0, ("formation", "closed")))
    assert unit.formation == CLOSED
    assert where(unit) == (30, 24, 0, 12, 6)
    assert free(unit, state) == pytest.approx(2.0)
    assert not unit.finished


@pytest.mark.rule("battlesystem:7.6a")
@pytest.mark.parametrize(("rate", "cost"), [(6.0, 2.0), (9.0, 3.0), (12.0, 4.0), (10.0, 10.0 / 3.0)])
def test_a_change_of_formation_costs_a_third(rate: float, cost: float) -> None:
    state = battle(men("A", movement=rate))
    give(state, ("move", 0, ("formation", "open")))
    assert free(state.units[0], state) == pytest.approx(rate - cost)


@pytest.mark.rule("battlesystem:7.6")
def test_out_of_command_there_is_no_change_at_will() -> None:
    state = battle(men("A", formation=OPEN, in_command=False))
    found = refused(state, "move", 0, ("formation", "closed"))
    assert found.rule == "battlesystem:7.6"
    state = battle(men("A", in_command=False))  # closed all the same: it had no room to open
    assert refused(state, "move", 0, ("formation", "open")).rule == "battlesystem:4.7a"


@pytest.mark.rule("battlesystem:7.6c")
def test_opening_keeps_the_front_and_spreads_to_both_sides_and_the_rear() -> None:
    state = battle(men("A", 12, 6, 30, 20))
    give(state, ("move", 0, ("formation", "open")))
    unit = state.units[0]
    assert where(unit) == (30, 20, 0, 12, 6)
    block = unit.block
    assert block is not None
    assert block.centre(0, 0) == (26.875, 19.625)
    assert block.centre(1, 0) == (26.875, 18.375)


@pytest.mark.rule("battlesystem:7.6c", "battlesystem:3.5")
def test_what_does_not_fit_is_lost_or_refused_where_one_may_measure() -> None:
    """Opening goes from 27.75..32.25 to 26.5..33.5; a friend begins at 33."""
    for premeasure in (False, True):
        state = battle(men("A", 12, 6, 30, 20), men("B", 4, 4, 34.5, 20), options={"premeasure": premeasure})
        order = ("move", 0, ("formation", "open"))
        if premeasure:
            assert refused(state, *order).rule == "battlesystem:7.6c"
        else:
            told = give(state, order).news
            assert "stands still" in told
            unit = state.units[0]
            assert (unit.formation, unit.finished, unit.spent) == (CLOSED, True, 0.0)
            assert not unit.acted


# ---------------------------------------------------------------- opening because one must


@pytest.mark.rule("battlesystem:7.6b", "battlesystem:7.6c", "battlesystem:4.5b")
def test_breaking_into_open_formation_is_free() -> None:
    state = battle(men("A", 12, 6, 30, 20, leader_at=4))
    unit = state.units[0]
    table = Script()
    formations.open_up(state, table, unit)
    assert (unit.formation, unit.spent, unit.moved) == (OPEN, 0.0, False)
    assert where(unit) == (30, 20, 0, 12, 6)
    assert unit.leader_at == 4
    assert "breaks into open formation" in table.news
    formations.open_up(state, table, unit)
    assert len(table.events) == 1


@pytest.mark.rule("battlesystem:4.5b")
def test_the_front_falls_by_as_little_as_will_do() -> None:
    """Six open men take 7 in, five 5.75, four 4.5; 5.75 in are free between two friends."""
    state = battle(
        men("A", 12, 6, 30, 20),
        men("B", 4, 4, 30 + 2.88 + 1.5, 20),
        men("C", 4, 4, 30 - 2.88 - 1.5, 20),
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert where(unit) == (30, 20, 0, 12, 5)
    assert unit.block is not None
    assert unit.block.spacing == 0.5


@pytest.mark.rule("battlesystem:4.5b")
def test_without_any_room_the_gap_shrinks() -> None:
    """Friends right behind bar every depth but the old one, and those beside leave 0.9 in: 5 gaps of 0.18 in, by thousandths."""
    state = battle(
        men("A", 6, 6, 30, 20),
        men("B", 4, 4, 30 + 2.7 + 1.5, 20),
        men("C", 4, 4, 30 - 2.7 - 1.5, 20),
        men("D", 12, 12, 30, 19.25),
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    assert where(unit) == (30, 20, 0, 6, 6)
    assert unit.block is not None
    assert 0.18 <= unit.block.spacing <= 0.185  # the tolerance of 0.01 in on either side included


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.1e")
@pytest.mark.parametrize(("version", "files"), [(9, 7), (8, 5)])
def test_nobody_opens_into_ground_that_begins_between_two_ranks(version: int, files: int) -> None:
    """Friends leave 5.75 in, enough for five open files; their third rank would begin at 18.01, a hundredth before the bog.

    By older versions of the rules a hundredth was as good as nothing, and the rank stood in it. Seven files fit with six gaps of half an
    inch in all.
    """
    state = battle(
        men("A", 14, 7, 30, 20.01),
        men("B", 4, 4, 30 + 2.88 + 1.5, 20),
        men("C", 4, 4, 30 - 2.88 - 1.5, 20),
        ground=[[(27, 13), (33, 13), (33, 18), (27, 18)]],
        options={"version": version},
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert where(unit) == (30, 20.01, 0, 14, files)
    assert unit.block is not None
    if version == 9:
        assert 0.083 <= unit.block.spacing <= 0.09
        assert not invariants.faults(state)


@pytest.mark.rule("battlesystem:4.5b")
def test_a_wrapped_unit_is_laid_out_anew_from_its_front_line() -> None:
    poses = (*((27.375 + 0.75 * n, 19.625, 0.0) for n in range(7)), (32.5, 20.4, 270.0))
    state = battle(men("A", 8, 8, 30, 20, loose=poses, wings=(0, 1)))
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert unit.loose is None
    assert unit.wings == (0, 0)
    assert where(unit) == (30, 20, 0, 8, 8)


# ---------------------------------------------------------------- opening in contact


def _gone_on(
    far_x: float, far_files: int, heading: float = 0.0, width: float = 60.0, **options: Any
) -> State:
    """Axes closed against one unit before files 0 to 2, files 3 to 5 half an inch ahead of them where others stand.

    All of it turned about (30, 20) as the axes look.
    """

    def put(x: float, y: float, looks: float) -> tuple[float, float, float]:
        at_x, at_y = swing(x, y, 30.0, 20.0, heading)
        return at_x, at_y, (looks + heading) % 360.0

    state = battle(
        men("Axes", 12, 6, *put(30.0, 18.0, 0.0)),
        men("Near", 6, 6, *put(27.5, 20.0, 180.0), side=1),
        men("Far", far_files, far_files, *put(far_x, 20.5, 180.0), side=1),
        width=width,
        options=options,
    )
    unit = state.units[0]
    go(state, Script(), unit, plan(state, unit, [("slide", 0)], None, True))
    assert contacts.enemies_touching(state, unit) == [1, 2]
    return state


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.8b")
def test_opening_leaves_advanced_files_ahead_and_in_touch() -> None:
    state = _gone_on(32.25, 6)
    unit = state.units[0]
    assert {pose[1] for pose in unit.loose or ()} == {19.625, 18.875, 20.125, 19.375}
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    assert where(unit) == (30, 20, 0, 12, 6)
    across = [26.875, 28.125, 29.375, 30.625, 31.875, 33.125]
    front = [(x, 19.625 if x < 30 else 20.125, 0.0) for x in across]
    assert unit.loose == (*front, *[(x, y - 1.25, 0.0) for x, y, _ in front])
    assert contacts.enemies_touching(state, unit) == [1, 2]
    assert unit.spent == pytest.approx(2.5)  # free: two inches and the half inch of the files


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:4.5")
def test_a_failed_check_does_not_break_off_a_melee() -> None:
    state = _gone_on(32.25, 6)
    table = Script(dice=[10, 10])
    assert not checks_and_routs.check(
        state, table, state.units[0], causes.Cause(causes.LOSSES, 2, 30.0, 20.0)
    )
    assert state.units[0].formation == OPEN
    assert contacts.enemies_touching(state, state.units[0]) == [1, 2]


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.8b")
def test_where_the_whole_gap_would_lose_an_enemy_the_files_spread_as_far_as_they_can() -> None:
    # only file 5 has gone on, to a single man of its own breadth. With a gap g it comes to stand 2 1/2 g farther to the right,
    # and has 0.75 - 2.5 g in of edge in common with him: more than a hundredth up to a gap of 0.29 in
    state = _gone_on(31.875, 1)
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    assert where(unit) == (30, 20, 0, 12, 6)
    assert unit.block is not None
    assert unit.block.spacing == pytest.approx(0.29)
    assert contacts.enemies_touching(state, unit) == [1, 2]


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.8b")
@pytest.mark.parametrize("heading", [0.0, 30.0, 90.0, 201.37, 315.0])
@pytest.mark.parametrize("slope", [-20.0, -10.0, 5.0, 10.0, 25.0])
@pytest.mark.parametrize("figures", [4, 8, 11])
def test_opening_before_a_slanting_line_keeps_touch(heading: float, slope: float, figures: int) -> None:
    x, y = swing(30.0, 28.0, 30.0, 24.0, heading)
    state = battle(
        men("Axes", figures, 4, 30.0, 24.0, heading),
        men("Line", 20, 20, x, y, heading + 180.0 + slope, side=1),
        width=80.0,
        depth=80.0,
    )
    unit, enemy = state.units.values()
    go(state, Script(), unit, plan(state, unit, [("slide", 0)], None, True))
    assert unit.loose is not None
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    assert contacts.are_touching(state, unit, enemy)
    assert not invariants.faults(state)


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.1e")
@pytest.mark.parametrize(("version", "files", "wrong"), [(8, 6, True), (9, 5, False)])
def test_files_that_have_gone_on_stay_on_the_table(version: int, files: int, wrong: bool) -> None:
    """Six open files reach 3.5 in to the right: at a heading of 22.5 degrees to x 33.23, half an inch ahead of that to 33.42."""
    state = _gone_on(31.125, 2, 22.5, 33.3, version=version)
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    assert where(unit)[4] == files
    assert bool(invariants.faults(state)) is wrong
    assert contacts.enemies_touching(state, unit) == [1, 2]


@pytest.mark.rule("battlesystem:4.5b")
def test_old_records_draw_advanced_files_back() -> None:
    state = _gone_on(32.25, 6, version=1)
    formations.open_up(state, Script(), state.units[0])
    assert state.units[0].loose is None
    assert contacts.enemies_touching(state, state.units[0]) == [1]


# ---------------------------------------------------------------- facing


@pytest.mark.rule("battlesystem:7.9e", "battlesystem:7.9f")
@pytest.mark.parametrize(("rate", "aside", "about"), [(6.0, 2.0, 3.0), (9.0, 3.0, 4.5), (12.0, 4.0, 6.0)])
def test_faces_cost_a_third_and_half(rate: float, aside: float, about: float) -> None:
    for step, cost in ((("face", "left"), aside), (("face", "right"), aside), (("about",), about)):
        state = battle(men("A", movement=rate))
        give(state, ("move", 0, step))
        assert free(state.units[0], state) == pytest.approx(rate - cost)
        some = battle(men("A", movement=rate))
        give(some, ("move", 0, (*step, (6, 7))))
        assert free(some.units[0], some) == pytest.approx(rate - cost)  # even if only some turn


@pytest.mark.rule("battlesystem:7.9h", "battlesystem:7.9e", "battlesystem:7.9f")
def test_the_block_after_all_have_turned() -> None:
    for step, after in (
        (("face", "right"), (32.25, 19.25, 90, 12, 2)),
        (("face", "left"), (27.75, 19.25, 270, 12, 2)),
        (("about",), (30, 18.5, 180, 12, 6)),
    ):
        state = battle(men("A", 12, 6, 30, 20))
        give(state, ("move", 0, step))
        assert where(state.units[0]) == after
    state = battle(men("A", 14, 5, 30, 20))
    give(state, ("move", 0, ("about",)))
    unit = state.units[0]
    assert where(unit) == (30, 17.75, 180, 14, 5)
    assert unit.block is not None
    assert (unit.block.ranks, unit.block.last) == (3, 4)


@pytest.mark.rule("battlesystem:7.9e")
def test_partly_left_and_partly_right_are_two_changes() -> None:
    state = battle(men("A"))
    found = refused(state, "move", 0, ("face", "left", (0,), "right", (5,)))
    assert found.rule == "battlesystem:7.0"
    give(state, ("move", 0, ("face", "left", (0, 6)), ("face", "right", (5, 11))))
    unit = state.units[0]
    assert free(unit, state) == pytest.approx(3.0)
    assert unit.loose is not None
    assert [pose[2] for pose in unit.loose] == [270, 0, 0, 0, 0, 90, 270, 0, 0, 0, 0, 90]


@pytest.mark.rule("battlesystem:7.9g")
def test_a_unit_with_turned_figures_goes_nowhere_until_all_face_along_it() -> None:
    state = battle(men("A", movement=12.0))
    unit = state.units[0]
    give(state, ("move", 0, ("about", (6, 7, 8, 9, 10, 11))))
    assert unit.loose is not None
    assert [pose[2] for pose in unit.loose] == [0.0] * 6 + [180.0] * 6
    assert where(unit) == (30, 24, 0, 12, 6)
    for step in (("slide", 0, 1), ("wheel", "left", 5), ("formation", "open"), ("frontage", 0, 1)):
        assert refused(state, "move", 0, step).rule == "battlesystem:7.9g"
    assert refused(state, "charge", 0, 0, ("slide", 0)).rule.startswith("battlesystem:")
    give(state, ("move", 0, ("about", (6, 7, 8, 9, 10, 11))))
    assert unit.loose is None
    assert free(unit, state) == pytest.approx(0.0)


@pytest.mark.rule("battlesystem:7.9g", "battlesystem:7.9h")
def test_turned_in_two_parts_a_unit_is_described_anew() -> None:
    state = battle(men("A", 12, 6, 30, 20, movement=12.0))
    unit = state.units[0]
    give(
        state,
        ("move", 0, ("face", "right", (0, 1, 2, 3, 4, 5))),
        ("move", 0, ("face", "right", (6, 7, 8, 9, 10, 11))),
    )
    assert unit.loose is None
    assert where(unit) == (32.25, 19.25, 90, 12, 2)


def test_who_faces_nowhere_is_told_how_it_goes() -> None:
    state = battle(men("A"))
    for step in (
        ("face",),
        ("face", "about"),
        ("face", "left", ()),
        ("face", "left", (0, 0)),
        ("about", "now"),
    ):
        assert refused(state, "move", 0, step).rule == "battlesystem:7.0"
    assert refused(state, "move", 0, ("about", (12,))).rule == "battlesystem:7.9g"


@pytest.mark.rule("battlesystem:7.9i", "battlesystem:7.10b")
def test_mobs_neither_face_nor_slide_nor_change_their_front() -> None:
    state = battle(crowd("Mob"))
    assert refused(state, "move", 0, ("about",)).rule == "battlesystem:7.9i"
    assert refused(state, "move", 0, ("face", "left")).rule == "battlesystem:7.9i"
    assert refused(state, "move", 0, ("frontage", 1, 0)).rule == "battlesystem:7.10b"
    assert refused(state, "move", 0, ("slide", 20, 4)).rule == "battlesystem:2.10e"


# ---------------------------------------------------------------- frontage


@pytest.mark.rule("battlesystem:7.10", "battlesystem:7.10a", "battlesystem:7.10d")
def test_frontage_costs_an_inch_a_figure_and_keeps_who_stands_in_front() -> None:
    for step, after, left in (
        (("frontage", 0, 2), (30.75, 20, 0, 12, 8), 7.0),
        (("frontage", 2, 0), (29.25, 20, 0, 12, 8), 7.0),
        (("frontage", 1, 1), (30, 20, 0, 12, 8), 7.0),
        (("frontage", -1, -1), (30, 20, 0, 12, 4), 7.0),
        (("frontage", -3, 0), (31.125, 20, 0, 12, 3), 6.0),
    ):
        state = battle(men("A", 12, 6, 30, 20))
        give(state, ("move", 0, step))
        assert where(state.units[0]) == after
        assert free(state.units[0], state) == left
    assert skirmishers("S").unit.block is None  # they have no frontage


@pytest.mark.rule("battlesystem:7.10c")
def test_a_front_is_not_widened_and_narrowed_in_the_same_phase() -> None:
    state = battle(men("A", 12, 6, 30, 20))
    assert refused(state, "move", 0, ("frontage", 1, -1)).rule == "battlesystem:7.10c"
    assert refused(state, "move", 0, ("frontage", 1, 1), ("frontage", -1, 0)).rule == "battlesystem:7.10c"
    give(state, ("move", 0, ("frontage", 1, 1)))
    assert refused(state, "move", 0, ("frontage", -1, 0)).rule == "battlesystem:7.10c"
    give(state, ("move", 0, ("frontage", 1, 0)))
    assert where(state.units[0])[4] == 9


@pytest.mark.rule("battlesystem:7.10d")
def test_a_front_has_from_one_figure_to_all() -> None:
    state = battle(men("A", 7, 6, 30, 20), men("B", 4, 4, 10, 10))
    assert refused(state, "move", 0, ("frontage", 1, 1)).rule == "battlesystem:7.10d"
    assert refused(state, "move", 1, ("frontage", 1, 0)).rule == "battlesystem:7.10d"
    assert "no figure behind" in refused(state, "move", 1, ("frontage", 1, 0)).reason
    assert refused(state, "move", 1, ("frontage", -2, -2)).rule == "battlesystem:7.10d"
    give(state, ("move", 0, ("frontage", 0, 1)), ("move", 1, ("frontage", -2, -1)))
    assert [where(unit)[4] for unit in state.units.values()] == [7, 1]


@pytest.mark.rule("battlesystem:7.10c", "battlesystem:3.5")
def test_nobody_comes_into_contact_by_a_change_of_frontage() -> None:
    """The line ends at 32.25; two files more reach 33.75, where an enemy stands aside: declared unmeasured, it is lost."""
    for enemy_at, files in ((33.75, 6), (33.8, 8)):
        state = battle(
            men("A", 12, 6, 30, 20),
            men("B", 4, 4, enemy_at, 20.5, 90, side=1),  # its left edge at enemy_at - 0.75
            men("C", 4, 4, enemy_at + 0.75, 20, 90, side=1),
        )
        state.units[1].become(FLED)
        give(state, ("move", 0, ("frontage", 0, 2)))
        assert where(state.units[0])[4] == files
        assert state.units[0].finished is (files == 6)


@pytest.mark.rule("battlesystem:7.10c")
def test_by_a_change_of_frontage_enemies_are_not_touched_even_where_there_is_room() -> None:
    state = battle(
        men("A", 12, 6, 30, 20), men("C", 4, 4, 34.5, 20, 90, side=1), options={"premeasure": True}
    )
    found = refused(state, "move", 0, ("frontage", 0, 2))
    assert found.rule == "battlesystem:7.10c"
    assert formations.turned_block(state, state.units[0], REAR) is not None
    assert [formations.facing_cost(9.0, side) for side in (LEFT, RIGHT, REAR)] == [3.0, 3.0, 4.5]
