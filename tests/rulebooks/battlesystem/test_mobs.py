"""Mobs: their shape, the orders they carry out, the way they take."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men

from banneret.rulebooks.battlesystem.blocks.block import mob_files
from banneret.rulebooks.battlesystem.movement import mobs, movement_orders
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CHARGE, FORCE_MARCH, FORWARD, MOB, NO_ORDER, NOBODY, WHEEL
from banneret.testing import Script


def mob(**changes: Any) -> Troop:
    """Sixteen in a square of 3 by 3 inches, front middle at (30, 20), looking north, MV 9."""
    return crowd("Mob", 16, 30.0, 20.0, **changes)


def obeyed(state: State, dice: list[int] | None = None) -> Script:
    table = Script(dice=dice)
    mobs.obey(state, table, state.units[0])
    table.finish()
    return table


def front(state: State) -> tuple[float, float, float]:
    block = state.units[0].block
    assert block is not None
    return block.x, block.y, block.heading


# ---------------------------------------------------------------- shape


@pytest.mark.rule("battlesystem:2.10c")
@pytest.mark.parametrize(
    ("figures", "width", "depth", "files", "ranks"),
    [
        (16, 0.75, 0.75, 4, 4),  # the catalogue's
        (12, 0.75, 0.75, 4, 3),
        (17, 0.75, 0.75, 5, 4),
        (20, 0.5, 0.5, 5, 4),
        (12, 0.75, 1.5, 5, 3),  # deep bases: 5 x 0.75 abreast, 3 x 1.5 deep
        (96, 1.0, 1.0, 10, 10),
        (1, 1.0, 1.0, 1, 1),
    ],
)
def test_a_mob_is_as_wide_as_it_is_deep(
    figures: int, width: float, depth: float, files: int, ranks: int
) -> None:
    found = mob_files(figures, width, depth)
    assert (found, (figures + found - 1) // found) == (files, ranks)
    assert files * files * width >= figures * depth > (files - 1) * (files - 1) * width


@pytest.mark.rule("battlesystem:2.10b")
@pytest.mark.rule("battlesystem:7.7a")
def test_moves_are_measured_from_the_named_figure() -> None:
    state = battle(mob(order=FORWARD))
    before = standing.bases(state.units[0])
    obeyed(state)
    after = standing.bases(state.units[0])
    moves = {
        (round(there.x - here.x, 3), round(there.y - here.y, 3))
        for here, there in zip(before, after, strict=True)
    }
    assert moves == {(0.0, 9.0)}  # the others keep their places


# ---------------------------------------------------------------- orders


@pytest.mark.rule("battlesystem:2.10e")
def test_without_an_order_a_mob_stands_still() -> None:
    state = battle(mob(), men("Foes", 12, 6, 30.0, 26.0, 180.0, 1))
    obeyed(state)
    assert front(state) == (30.0, 20.0, 0.0)
    assert not state.units[0].moved


@pytest.mark.rule("battlesystem:2.10f")
@pytest.mark.rule("battlesystem:2.10g")
def test_an_order_is_carried_out_round_after_round() -> None:
    state = battle(mob(order=FORWARD))
    for distance in (9.0, 18.0):
        unit = state.units[0]
        unit.spent, unit.finished, unit.moved = 0.0, False, False
        obeyed(state)
        assert front(state) == (30.0, 20.0 + distance, 0.0)
    assert state.units[0].order == FORWARD


@pytest.mark.rule("battlesystem:2.10f")
@pytest.mark.rule("battlesystem:7.13a")
def test_a_mob_force_marches_on_order() -> None:
    # ML 12, -2 out of command: 10 passes, 11 wears it out
    state = battle(mob(order=FORCE_MARCH))
    obeyed(state, [5, 6])
    assert front(state) == (30.0, 33.5, 0.0)
    assert state.units[0].march == 1
    state = battle(mob(order=FORCE_MARCH))
    obeyed(state, [5, 5])
    assert state.units[0].march == 0
    # it ends a tenth of an inch before an enemy
    state = battle(mob(order=FORCE_MARCH), men("Foes", 12, 6, 30.0, 28.0, 180.0, 1))
    obeyed(state, [5, 5])
    assert front(state)[1] == pytest.approx(27.9, abs=0.002)


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:7.13c")
def test_a_mob_that_fails_the_check_of_its_forced_march_forgets_its_order() -> None:
    # ML 12, -2 out of command: 10 passes, 11 fails
    steady = battle(mob(order=FORCE_MARCH))
    obeyed(steady, [5, 5])
    assert (steady.units[0].order, steady.units[0].march) == (FORCE_MARCH, 0)
    state = battle(mob(order=FORCE_MARCH))
    table = obeyed(state, [5, 6])
    unit = state.units[0]
    assert (unit.order, unit.march) == (NO_ORDER, 1)
    assert not unit.routed  # 4.5 does not apply
    assert unit.formation == MOB
    assert table.events[-1].rule == "battlesystem:2.10g"
    unit.spent, unit.finished, unit.moved = 0.0, False, False
    obeyed(state)  # no die: it stands still until it has a new order
    assert front(state) == (30.0, 33.5, 0.0)


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:7.13d")
def test_a_mob_that_never_checks_morale_forgets_it_too() -> None:
    state = battle(mob(order=FORCE_MARCH, never_checks=True))
    obeyed(state, [10, 10])
    unit = state.units[0]
    assert (unit.order, unit.march, unit.routed) == (NO_ORDER, 1, False)


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:7.13c")
def test_with_the_option_it_routs_as_well_and_old_records_leave_it_its_order() -> None:
    state = battle(mob(order=FORCE_MARCH), options={"forced_march_rout": True})
    obeyed(state, [10, 10])
    assert state.units[0].routed
    assert state.units[0].order == NO_ORDER
    old = battle(mob(order=FORCE_MARCH), options={"version": 1})
    obeyed(old, [10, 10])
    assert (old.units[0].order, old.units[0].march) == (FORCE_MARCH, 1)


@pytest.mark.rule("battlesystem:2.10f")
@pytest.mark.rule("battlesystem:7.14b")
def test_a_mob_ordered_to_charge_charges_whom_it_can() -> None:
    for away, charges in ((13.5, True), (6.0, True), (5.9, False), (14.0, False)):
        state = battle(mob(order=CHARGE), men("Foes", 12, 6, 30.0, 20.0 + away, 180.0, 1))
        obeyed(state)
        unit = state.units[0]
        assert (unit.charged == 1) is charges, away
        assert not unit.failed_charge  # moving on is no failed charge
        assert front(state)[1] == pytest.approx(20.0 + (away if charges else min(9.0, away)))
        assert unit.order == CHARGE
    # only an enemy in its path counts
    state = battle(mob(order=CHARGE), men("Foes", 12, 6, 36.0, 28.0, 180.0, 1))
    obeyed(state)
    assert state.units[0].charged == NOBODY
    assert front(state) == (30.0, 29.0, 0.0)


@pytest.mark.rule("battlesystem:2.10f")
@pytest.mark.rule("battlesystem:7.9i")
def test_a_wheel_may_take_several_rounds_and_then_it_halts() -> None:
    # 16 in 4 files: the outermost front middle lies 2.625 in across, 2.25 back of the pivot: the farthest 3.457 in;
    # 90 degrees are 5.43 in, with MV 3 49.7 degrees a round
    state = battle(mob(order=WHEEL, turn=90.0, movement=3.0))
    obeyed(state)
    unit = state.units[0]
    assert 49.0 < front(state)[2] < 50.5
    left = unit.turn
    assert left == pytest.approx(90.0 - front(state)[2], abs=0.011)
    unit.spent, unit.finished = 0.0, False
    obeyed(state)
    assert front(state)[2] == pytest.approx(90.0, abs=0.02)
    assert unit.turn == 0.0
    unit.spent, unit.finished = 0.0, False
    place = front(state)
    obeyed(state)
    assert front(state) == place
    west = battle(mob(order=WHEEL, turn=-30.0))
    obeyed(west)
    assert front(west)[2] == pytest.approx(330.0)


@pytest.mark.rule("battlesystem:2.10h")
@pytest.mark.rule("battlesystem:7.8c")
def test_a_mob_moves_into_contact_and_then_stays() -> None:
    state = battle(mob(order=FORWARD), men("Foes", 12, 6, 30.0, 25.0, 180.0, 1))
    obeyed(state)
    assert front(state)[1] == 25.0
    assert state.units[0].charged == NOBODY
    unit = state.units[0]
    unit.spent, unit.finished = 0.0, False
    obeyed(state)
    assert front(state)[1] == 25.0
    assert unit.formation == MOB


@pytest.mark.rule("battlesystem:2.10")
def test_a_mob_takes_no_orders_in_movement() -> None:
    state = battle(mob(order=NO_ORDER))
    decision = movement_orders.MoveDecision(state, 0)
    for order in (
        ("move", 0, ("slide", 0, 5)),
        ("charge", 0, 1, ("slide", 0)),
        ("flee", 0, 0),
        ("withdraw", 0),
    ):
        assert decision.check(order) is not None
    assert decision.orders() == [("done",)]


# ---------------------------------------------------------------- the path of least resistance


@pytest.mark.rule("battlesystem:2.10j")
def test_a_mob_bends_round_forbidden_ground_as_little_as_possible() -> None:
    # a bog 4 in ahead reaching from the west to x 29.5: 3 in of mob from 28.5 to 31.5 must shift east by 1 in over 4
    bog = [(20.0, 24.0), (29.5, 24.0), (29.5, 40.0), (20.0, 40.0)]
    state = battle(mob(order=FORWARD), ground=[bog])
    # tan 15 = 0.268: 4 x 0.268 = 1.07 in at the bog's edge; 10 degrees bring 0.7
    assert mobs.swerve(state, state.units[0], 9.0) == 15.0
    obeyed(state)
    x, _y, heading = front(state)
    assert heading == 0.0
    assert x == pytest.approx(30 + 9 * 0.258819, abs=0.002)
    mirrored = [(30.5, 24.0), (40.0, 24.0), (40.0, 40.0), (30.5, 40.0)]
    west = battle(mob(order=FORWARD), ground=[mirrored])
    assert mobs.swerve(west, west.units[0], 9.0) == -15.0
    middle = [(29.9, 24.0), (30.1, 24.0), (30.1, 40.0), (29.9, 40.0)]
    both = battle(mob(order=FORWARD), ground=[middle])
    assert mobs.swerve(both, both.units[0], 9.0) == 25.0  # 1.6 in over 4: tan 25 = 0.466; ties to its right
    wide = [(10.0, 24.0), (50.0, 24.0), (50.0, 40.0), (10.0, 40.0)]
    shut = battle(mob(order=FORWARD), ground=[wide])
    assert mobs.swerve(shut, shut.units[0], 9.0) == 45.0  # the farthest way there is
    obeyed(shut)
    assert front(shut)[1] == pytest.approx(24.0, abs=0.002)


@pytest.mark.rule("battlesystem:2.10j")
def test_the_edge_of_the_table_is_gone_round_like_ground() -> None:
    state = battle(crowd("Mob", 16, 58.4, 20.0, 20.0, order=FORWARD))
    turn = mobs.swerve(state, state.units[0], 9.0)
    assert turn == -20.0  # due north is clear of the east edge
