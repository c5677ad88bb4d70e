"""States that are broken on purpose are found out; the bytes of a state tell it whole; the referee may change one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers

from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.movement import movement_orders
from banneret.rulebooks.battlesystem.rally import attempts
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space.standing import bases, centre
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, OPEN, SLAIN, Unit

POND = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]


def field() -> State:
    """Axes at 30, 24; Orcs touch them from the north; a mob and five skirmishers apart; a pond in the south-west."""
    return battle(
        men("Axes", 12, 6, 30, 24),
        men("Orcs", 14, 7, 30, 24, 180, side=1),
        crowd("Mob", 16, 45, 40, side=1),
        skirmishers("Scouts", [(40.0 + 2.0 * number, 10.0) for number in range(5)]),
        leaders=[captain("Anna", 30, 20)],
        ground=[POND],
    )


def block(state: State, unit: int = 0) -> Block:
    found = state.units[unit].block
    assert found is not None
    return found


def moved(state: State, x: float, y: float, heading: float = 0.0, unit: int = 0, **changes: Any) -> None:
    """Put a unit elsewhere without a thought."""
    old = block(state, unit)
    after = Block(
        x,
        y,
        heading,
        changes.get("figures", old.figures),
        changes.get("files", old.files),
        old.width,
        old.depth,
        changes.get("spacing", old.spacing),
    )
    state.units[unit].stand(after, state.units[unit].loose, state.units[unit].wings)


def _set(unit: int, **changes: Any) -> Callable[[State], None]:
    def breaks(state: State) -> None:
        for field_name, value in changes.items():
            assert hasattr(state.units[unit], field_name)
            setattr(state.units[unit], field_name, value)

    return breaks


def _single(**changes: Any) -> Callable[[State], None]:
    def breaks(state: State) -> None:
        for field_name, value in changes.items():
            setattr((state.units[3].singles or [])[1], field_name, value)

    return breaks


def _remembered(state: State) -> None:
    bases(state.units[3])  # looked at, and moved past what is kept of it
    (state.units[3].singles or [])[1].x = 60.0


BROKEN: list[tuple[Callable[[State], None], str]] = [
    (lambda state: moved(state, 30, 24.03), "Axes overlap by 0.030 in"),
    (lambda state: setattr(state.units[0], "shots", 1), "Axes shot 1 times this round"),
    (lambda state: setattr(state.units[0], "thrown", 1), "Axes have used up more volleys"),
    (lambda state: moved(state, 15, 15), "Axes stand in bog"),  # wholly inside
    (lambda state: moved(state, 15, 10.1), "Axes stand in bog"),
    (lambda state: moved(state, 2.2, 30), "Axes stand over the edge of the table"),
    (lambda state: moved(state, 30, 48.1), "Axes stand over the edge of the table"),
    (lambda state: moved(state, 30, 24, figures=11), "Axes count 12 figures, and 11 stand"),
    (lambda state: moved(state, 30, 24, spacing=0.5), "Axes stand closed, with 0.5 in between"),
    (_set(0, figures=-1), "Axes have -1 of 12 figures"),
    (_set(0, figures=13), "Axes have 13 of 12 figures"),
    (_set(0, figures=0), "Axes are on the table without a figure"),
    (_set(0, spent=-1.0), "Axes have a count below zero"),
    (_set(0, weapon=1), "Axes hold a weapon that they have not"),
    (_set(0, block=None), "Axes stand neither as a block nor singly"),
    (_set(0, loose=((30.0, 20.0, 0.0),)), "Axes count 12 figures, and 1 have a place"),
    (_set(0, loose=((30.0, 20.0, 0.0),) * 12), "Figures of Axes stand in each other"),
    (_set(0, leader_at=12), "The commander of Axes stands at no figure"),
    (_set(0, wings=(4, 3)), "Axes have wrapped more files than they have"),
    (_set(0, formation=MOB), "Axes are in a formation that is not for their kind"),
    (_set(2, formation=CLOSED), "Mob is in a formation that is not for its kind"),
    (lambda state: moved(state, 45, 40, unit=2, files=8), "Mob is a mob, and 8 files broad"),
    (_set(3, formation=OPEN), "Scouts are of skirmishers, and do not stand singly"),
    (_single(gone=SLAIN), "Scouts count 5 figures, and 4 stand"),
    (lambda state: state.units[3].place(1, 40.3, 10.0, 0.0), "Figures of Scouts stand in each other"),
    (_set(3, routed=True), "Scouts are counted as routed, or not"),
    (_set(3, wounded=True), "Scouts have more or fewer wounded figures"),
    (_single(wounded=True), "Scouts have more or fewer wounded figures"),
    (_remembered, "Scouts are remembered where they no longer stand"),
    (lambda state: setattr(state, "ranking", (0, 0)), "The sides are not ranked"),
    (lambda state: setattr(state, "movers", (1,)), "The sides do not move each once"),
    (lambda state: setattr(state, "part", 3), "The turn is of no side"),
]


@pytest.mark.parametrize(("breaks", "text"), BROKEN)
def test_what_is_broken_is_found(breaks: Callable[[State], None], text: str) -> None:
    state = field()
    assert faults(state) == []
    breaks(state)
    assert any(text in fault for fault in faults(state)), faults(state)


@pytest.mark.rule("battlesystem:7.1a", "battlesystem:7.1e")
def test_the_tolerance_is_no_fault() -> None:
    state = field()
    moved(state, 30, 24.015)  # each of two bodies may be snapped into the other by the tolerance
    assert faults(state) == []


@pytest.mark.rule("battlesystem:4.5b")
def test_an_open_unit_without_room_stands_as_it_can() -> None:
    state = field()
    state.units[0].formation = OPEN
    assert faults(state) == []
    moved(state, 30, 24, spacing=0.7)
    assert any("stand open, with 0.7 in between" in fault for fault in faults(state))


# ---------------------------------------------------------------- bytes


def test_equal_states_give_equal_bytes_and_all_is_in_them() -> None:
    state = field()
    unit = state.units[0]
    unit.stand(unit.block, tuple((base.x, base.y, 0.0) for base in bases(unit)), unit.wings)
    unit.wings, unit.left_by, unit.wounded = (1, 0), (1, 2), True
    (state.units[3].singles or [])[2].routed = True
    state.bouts = [Bout(0, 1, (1, 2, 3), (0,), 2, 1)]
    state.outcome = Outcome((0,), "Reds won.", "battlesystem:crossroads.victory")
    data = CODEC.dump(state)
    again = CODEC.load(data, like=state)
    assert CODEC.dump(again) == data
    assert list(again.units.values()) == [
        type(one)(**{each.name: getattr(one, each.name) for each in fields(one)})
        for one in again.units.values()
    ]
    assert (again.units[0].loose, again.units[0].wings, again.units[0].left_by) == (
        unit.loose,
        (1, 0),
        (1, 2),
    )
    assert (again.bouts, again.outcome, again.individuals) == (state.bouts, state.outcome, state.individuals)
    assert block(again).facts() == block(state).facts()
    assert CODEC.dump(state.copy()) == data
    for name in ("wounded", "routed", "moved", "tried"):  # nothing is left out of the bytes
        other = state.copy()
        setattr(other.units[1], name, True)
        assert CODEC.dump(other) != data, name
    for bad in (b"", b"\x93\x01\x02", data[:-1], b"\x95" + data[1:-9]):
        with pytest.raises(BadInput):
            CODEC.load(bad, like=state)


def test_a_copy_shares_nothing_that_changes() -> None:
    state = field()
    data = CODEC.dump(state)
    other = state.copy()
    other.units[0].figures = 3
    (other.units[3].singles or [])[0].x = 1.0
    other.individuals[0].x = 1.0
    other.round = 9
    assert CODEC.dump(state) == data
    assert other.setting is state.setting


# ---------------------------------------------------------------- the referee


def changed(state: State, *words: Any) -> Unit:
    """The unit that a referee's order changed."""
    order: Order = words
    RULEBOOK.referee.change(state, order)
    assert faults(state) == [], faults(state)
    return state.units[words[1]]


@pytest.mark.rule("battlesystem:intro.referee")
def test_what_a_referee_may_change() -> None:
    state = field()
    of_others = ("engine", "points", "role")  # nobody here has artillery, hit points, or a role to change
    verbs = [verb for verb in RULEBOOK.referee.verbs if verb not in of_others]
    assert [change.verb for change in RULEBOOK.referee.changes(state)] == verbs
    unit = changed(state, "move", 0, 30, 12, 90)
    assert centre(unit) == pytest.approx((30.0, 12.0), abs=0.001)
    assert block(state).heading == 90.0
    assert changed(state, "figures", 0, 9).figures == 9
    assert changed(state, "wound", 0).wounded
    assert not changed(state, "heal", 0).wounded
    assert changed(state, "form", 0, "open").formation == OPEN
    assert block(state).spacing == 0.5
    assert changed(state, "rout", 0).routed
    assert not changed(state, "rally", 0).routed
    assert changed(state, "remove", 0).status == SLAIN
    assert changed(state, "figures", 2, 12).figures == 12
    assert block(state, 2).files == 4
    RULEBOOK.referee.change(state, ("leader", 0, 5, 6))
    assert (state.individuals[0].x, state.individuals[0].y) == (5.0, 6.0)
    scouts = changed(state, "move", 3, 30, 40, 180)
    assert [single.heading for single in scouts.singles or []] == [180.0] * 5
    assert centre(scouts) == pytest.approx((30.0, 40.0), abs=0.001)
    assert all(single.routed for single in changed(state, "rout", 3).singles or [])
    assert not any(single.routed for single in changed(state, "rally", 3).singles or [])
    assert (changed(state, "wound", 3).singles or [])[0].wounded
    assert not any(single.wounded for single in changed(state, "heal", 3).singles or [])


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:2.9b", "battlesystem:8.7e")
def test_the_referees_markers_on_skirmishers_tell_on_the_unit() -> None:
    state = field()
    scouts = changed(state, "rout", 3)
    assert (scouts.routed, movement_orders.can_be_ordered(scouts)) == (True, False)
    scouts = changed(state, "rally", 3)
    assert (scouts.routed, movement_orders.can_be_ordered(scouts), attempts.needs(state, scouts)) == (
        False,
        True,
        "",
    )
    singles = scouts.singles
    assert singles is not None
    singles[1].routed = True  # one ran by himself: the unit is not routed, yet there is somebody to rally
    assert not changed(state, "rally", 3).routed
    assert not singles[1].routed
    assert changed(state, "wound", 3).wounded
    with pytest.raises(IllegalOrder, match="has its Wound marker already"):
        RULEBOOK.referee.change(state, ("wound", 3))
    assert not changed(state, "heal", 3).wounded


@pytest.mark.rule("battlesystem:intro.referee")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        ((), "A change begins with one of move, figures"),
        (("bless", 0), "A change begins with one of"),
        ((3,), "A change begins with one of"),
        (("move", 0, 1), "'move' takes 4 words"),
        (("move", 9, 1, 1, 1), "There is no unit 9"),
        (("move", "Axes", 1, 1, 1), "There is no unit 'Axes'"),
        (("move", 0, 1, "far", 1), "Numbers are expected"),
        (("figures", 0, 13), "it may have 1 to 12"),
        (("figures", 0, 0), "it may have 1 to 12"),
        (("figures", 3, 2), "stand singly"),
        (("form", 0, "mob"), "Axes never stands mob"),
        (("form", 0, 3), "Axes never stands 3"),
        (("form", 3, "skirmish"), "by its own moves only"),
        (("heal", 0), "has no Wound marker"),
        (("heal", 3), "has no Wound marker"),
        (("rally", 3), "is not routed"),
        (("rout", 0), "only open units rout"),
        (("rally", 0), "is not routed"),
        (("leader", 4, 1, 1), "There is no leader 4"),
    ],
)
def test_what_a_referee_may_not(order: Order, text: str) -> None:
    state = field()
    data = CODEC.dump(state)
    with pytest.raises(IllegalOrder) as caught:
        RULEBOOK.referee.change(state, order)
    assert text in str(caught.value)
    assert CODEC.dump(state) == data
