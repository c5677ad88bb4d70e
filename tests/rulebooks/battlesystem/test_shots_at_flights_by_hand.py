"""Shots at troops that flee, withdraw or run on, at any point of their way; each place was worked out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crew, men
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, Unit
from banneret.rulebooks.battlesystem.view.questions import passing_text

CALM = dice({6: 3, 10: 1}, {6: 3, 10: 1})
SHAKEN = dice({6: 3, 10: 10}, {6: 3, 10: 10})


def bows(x: float = 45.0, y: float = 20.0, **changes: Any) -> Troop:
    """Twenty archers of Blues, ten abreast, who look west from x."""
    facts = {"heading": 270, "side": 1, "missile": missile_of("long-bow"), **changes}
    return men("Archers", 20, 10, x, y, **facts)


def reds(**changes: Any) -> Troop:
    """Twelve Reds, six abreast, with their front at y = 30, looking north: MV 9, AC 6."""
    return men("Axes", 12, 6, 30, 30, **changes)


def field(*troops: Troop, version: int = 11, **changes: Any) -> State:
    return battle(
        *troops,
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": True},
        depth=60.0,
        movers=(0, 1),
        **changes,
    )


def engaged(version: int, **changes: Any) -> State:
    """Reds with orcs at their front, archers to the east."""
    orcs = men("Orcs", 12, 6, 30, 30, 180, side=1, attack_rating=40)
    return field(reds(engaged=True, **changes), orcs, bows(), version=version)


def moved(state: State, falls: dict[tuple[int, int], int], *orders: Order) -> Loaded:
    table = Loaded(falls, orders)
    movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return table


def stops(table: Loaded) -> list[list[float]]:
    """Inches at which shots were offered, by question."""
    return [
        sorted({asked.way.stops[order[3]].inches for order in asked.orders()[1:]})
        for asked in table.asked
        if isinstance(asked, PassingShot) and asked.way is not None
    ]


def front(unit: Unit) -> tuple[float, float, float]:
    assert unit.block is not None
    return unit.block.x, unit.block.y, unit.block.heading


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.6a", "battlesystem:8.8c")
@pytest.mark.parametrize(("version", "way"), [(10, []), (11, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])])
def test_who_flees_is_shot_at_after_every_inch(version: int, way: list[float]) -> None:
    # two ranks turn about: the front at y 28.5, and 9 inches south of it at 19.5. Before and after it the archers may shoot too.
    state = engaged(version)
    table = moved(state, CALM, ("flee", 0, 0))
    assert front(state.units[0]) == pytest.approx((30.0, 19.5, 180.0))
    assert [one for one in stops(table) if one and one != [0.0]] == ([way] if way else [])


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6c", "battlesystem:8.8c", "battlesystem:4.5b")
@pytest.mark.parametrize(
    ("falls", "formation", "end"),
    [
        (CALM, CLOSED, (30.0, 19.5, 180.0)),  # it flees on
        (SHAKEN, OPEN, (30.0, 19.5, 180.0)),  # it opens, and flees on
    ],
)
def test_who_is_shot_at_as_he_flees_goes_on(
    falls: dict[tuple[int, int], int], formation: int, end: tuple[float, float, float]
) -> None:
    # AR 20 + 2 (medium: 15 in less half of the front) - 6 + 6 = 22: 2 hit dice of each of those who see them
    state = engaged(11)
    table = moved(state, falls, ("flee", 0, 0), ("shoot", 2, 0, 3))
    unit = state.units[0]
    assert unit.figures < 12
    assert unit.formation == formation
    assert front(unit) == pytest.approx(end, abs=0.01)
    ran = [event.data["y"] for event in table.of("flee")]
    assert ran == pytest.approx([24.5, 19.5], abs=0.01)  # the fourth point: 4 inches
    assert unit.spent == pytest.approx(9.0, abs=0.01)
    assert state.units[2].passing


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6c", "battlesystem:7.15")
def test_an_open_unit_that_loses_heart_routs_from_where_it_is_shot_at() -> None:
    state = engaged(11, formation=OPEN)
    state.units[0].figures = 12
    table = moved(state, SHAKEN, ("flee", 0, 0), ("shoot", 2, 0, 1))
    unit = state.units[0]
    assert unit.routed
    assert len(table.of("flee")) == 1
    # 12 inches to the south and west of where they had come after 2
    assert unit.rout_heading != 180.0


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:7.12", "battlesystem:7.12b")
@pytest.mark.parametrize(("version", "way"), [(10, []), (11, [1.0, 2.0])])
def test_who_withdraws_is_shot_at_on_the_way(version: int, way: list[float]) -> None:
    state = engaged(version)
    table = moved(state, CALM, ("withdraw", 0), *([("shoot", 2, 0, 1)] if way else []), ("stay", 1, 0))
    assert front(state.units[0]) == pytest.approx((30.0, 27.0, 0.0))
    assert [one for one in stops(table) if one and one != [0.0]] == ([way] if way else [])
    assert (state.units[0].figures < 12) is bool(way)
    assert state.units[0].spent == pytest.approx(3.0)


def running(version: int, *more: Troop, **changes: Any) -> State:
    """Reds who rout to the south."""
    own: dict[str, Any] = {"routed": True, "formation": OPEN, "rout_heading": 180.0, "in_command": False}
    state = field(reds(heading=180, **own), *more, version=version, **changes)
    state.stage = stages.COMPELLED
    return state


def run(state: State, falls: dict[tuple[int, int], int], *orders: Order) -> Loaded:
    table = Loaded(falls, orders)
    compelled_moves.compelled_step(state, table)
    assert not table.orders, table.orders
    return table


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:7.15g", "battlesystem:6.4")
@pytest.mark.parametrize(("version", "way"), [(10, []), (11, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])])
def test_who_runs_on_is_shot_at_after_every_inch(version: int, way: list[float]) -> None:
    state = running(version, bows())
    table = run(state, CALM)
    assert front(state.units[0])[1:] == pytest.approx((21.0, 180.0))
    assert [one for one in stops(table) if one and one != [0.0]] == ([way] if way else [])


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:6.4a")
def test_who_is_hit_as_he_runs_runs_again_from_there() -> None:
    # 5 inches to y 25, then his whole rate, 9 inches, away from the archers: home lies within 45 degrees of west by south
    state = running(11, bows(y=25.0))
    run(state, CALM, ("shoot", 1, 0, 4))
    unit = state.units[0]
    assert unit.block is not None
    far = ((unit.block.middle_x - 30.0) ** 2 + (unit.block.middle_y - 25.0) ** 2) ** 0.5
    assert far == pytest.approx(9.0, abs=1.2)  # its ranks turn about its middle
    assert unit.rout_heading == pytest.approx(225.0, abs=6.0)


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:11.8j", "battlesystem:10.1l")
def test_who_is_shot_at_out_of_reach_runs_the_rest_of_his_way() -> None:
    # rough ground from y 28 on southward: 2 inches, then 3.5 for 7. A shot that falls short after 3 inches stops nobody.
    state = running(11, bows(x=59.0), terrain=[area("rough", 0, 0, 60, 28)])
    state.setting.flags.premeasure = False
    table = run(state, CALM, ("shoot", 1, 0, 2))
    assert "out of range" in " ".join([event.text for event in table.events])
    assert front(state.units[0])[1:] == pytest.approx((24.5, 180.0), abs=0.01)


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6d")
def test_a_ballista_waits_until_they_have_run_past_the_wood() -> None:
    # a wood up to y 25 between them: past its corner (42, 25) the piece at (50, 24) sees the near corner of their front, at x 27, from
    # y 26.9 down: after 4 of their inches
    state = running(11, crew(x=50, y=24, heading=270, side=1), terrain=[area("woods", 40, 25, 42, 50)])
    table = run(state, CALM)
    seen = next(one for one in stops(table) if one)
    assert seen == [4.0, 5.0, 6.0, 7.0, 8.0]
    asked = next(one for one in table.asked if isinstance(one, PassingShot) and len(one.orders()) > 2)
    assert passing_text(state, asked, asked.orders()[1]) == "At Axes, after 4 in"
    assert passing_text(state, asked, asked.orders()[-1]) == "At Axes, after 8 in"


@pytest.mark.rule("battlesystem:10.4g", "battlesystem:10.4f")
@pytest.mark.parametrize(("version", "stays"), [(10, False), (11, True)])
def test_a_crew_whose_piece_has_shot_stays(version: int, stays: bool) -> None:
    # Reds move first; the ballista shoots at them, and its crew would walk away in its own part
    state = field(reds(), crew(x=30, y=50, heading=180, side=1), version=version)
    state.part = 1
    shots.fire(state, Loaded(CALM), ("fire", 0, 0))
    found = MoveDecision(state, 1).check(("skirmish", 1, ("all", 0, 5)))
    assert (found is not None) is stays
    state.units[1].shots = state.units[1].singles[0].shots = 0  # type: ignore[index]
    assert MoveDecision(state, 1).check(("skirmish", 1, ("all", 0, 5))) is None
