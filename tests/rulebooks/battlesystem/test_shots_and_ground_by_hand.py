"""How far troops go who shoot, over ground that takes more than an inch for an inch; and who of them shoots out of a wood."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, line, men

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.missiles import phases, shooters
from banneret.rulebooks.battlesystem.missiles.shooting_orders import aim_of
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.testing import Script


def armed(missile: str, **changes: Any) -> Troop:
    """Ten Reds, five abreast, with their front at y = 8, who look north: movement 12, or 24 on horses."""
    facts = missile_of(missile)
    rate = 24.0 if changes.get("riding") else 12.0
    return men("Reds", 10, 5, 30, 8, missile=facts, volleys=facts.volleys, **{"movement": rate, **changes})


def fought(*troops: Troop, stage: int = stages.MOVEMENT, **changes: Any) -> State:
    options = {"premeasure": True}
    return battle(*troops, stage=stage, tier=stages.INTERMEDIATE, options=options, depth=72.0, **changes)


def blues(y: float) -> Troop:
    return men("Blues", 24, 8, 30, y, 180, side=1)


def gone(state: State, *steps: Order) -> tuple[float, float]:
    """The front of the Reds after an order to move, and what it cost."""
    table = Script(orders=[("move", 0, *steps)])
    movement_phase.move_step(state, table)
    block = state.units[0].block
    assert block is not None
    return block.y, state.units[0].spent


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.5b", "battlesystem:11.8j", "battlesystem:11.8e")
@pytest.mark.parametrize(
    ("ground", "most", "each"),
    [
        (area("rough", 0, 0, 60, 22), 6.0, 2.0),  # two for an inch: 12 of 24
        (line("stream", (0, 10), (60, 10)), 4.0, 1.0),  # 8 to cross it, 4 to go
    ],
)
def test_riders_shoot_until_they_have_spent_half_their_rate(ground: Any, most: float, each: float) -> None:
    for inches, may in ((most, True), (most + 0.25, False)):
        state = fought(armed("short-bow", riding="cavalry", formation=OPEN), blues(26), terrain=[ground])
        assert gone(state, ("slide", 0, inches))[1] == 12.0 + (inches - most) * each
        found = MoveDecision(state, 0).check(("shoot", 0, 1))
        assert (found is None) is may
        assert found is None or found.rule == "battlesystem:10.5b"


@pytest.mark.rule("battlesystem:10.4c", "battlesystem:10.4a", "battlesystem:10.4e", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("missile", "riding", "ground", "front"),
    [
        ("long-bow", "", area("hill", 0, 9, 60, 40, 1), 10.0),  # 6 are left: 4 to climb, 2 to go
        ("javelin", "", area("woods", 0, 0, 60, 40), 13.333),  # 8 are left, an inch and a half for an inch
        ("light-crossbow", "cavalry", line("stream", (0, 10), (60, 10)), 12.0),  # 12: 8 to cross, 4 to go
        ("javelin", "cavalry", area("rough", 0, 10, 60, 72), 17.0),  # 16: 2 in the open, 7 at two each
    ],
)
def test_the_ground_takes_its_share_of_the_whole_rate_from_what_a_shot_leaves(
    missile: str, riding: str, ground: Any, front: float
) -> None:
    state = fought(
        armed(missile, riding=riding, shots=1, formation=OPEN, last_shot=1), blues(60), terrain=[ground]
    )
    assert gone(state, ("slide", 0, 20))[0] == pytest.approx(front, abs=0.001)


@pytest.mark.rule("battlesystem:10.4b", "battlesystem:10.4c", "battlesystem:10.4f")
@pytest.mark.parametrize(("missile", "left"), [("light-crossbow", 0), ("sling-bullet", 0), ("long-bow", 1)])
@pytest.mark.parametrize(
    ("step", "cost"),
    [(("face", "left"), 4.0), (("about",), 6.0), (("formation", "open"), 4.0), (("frontage", 0, 1), 1.0)],
)
def test_to_turn_or_to_form_otherwise_is_to_move(missile: str, left: int, step: Order, cost: float) -> None:
    """Of 12: a third to face, half to face about, a third to open, an inch for a file. Archers have half, and one shot."""
    state = fought(armed(missile), blues(20))
    assert gone(state, step)[1] == cost
    state.stage = stages.MISSILES
    assert shooters.shots_left(state, state.units[0]) == left


@pytest.mark.rule("battlesystem:11.6e", "battlesystem:11.6g", "battlesystem:11.8e", "battlesystem:11.8f")
def test_a_shield_wall_opens_at_a_hedge_and_goes_no_farther_than_a_wall() -> None:
    """6 of 12: an inch to the hedge at 9, 4 to cross it, an inch beyond; closed no more, it is no wall."""
    state = fought(
        men("Reds", 12, 6, 30, 8, large_shields=True, movement=12.0),
        blues(60),
        terrain=[line("hedge", (0, 9), (60, 9))],
    )
    movement_phase.move_step(state, Script(orders=[("wall", 0)]))
    assert gone(state, ("slide", 0, 12)) == (10.0, 6.0)
    unit = state.units[0]
    assert (unit.formation, unit.shields) == (OPEN, 0)
    assert isinstance(MoveDecision(state, 0).check(("move", 0, ("slide", 0, 1))), Refusal)


@pytest.mark.rule("battlesystem:11.9", "battlesystem:11.9a")
@pytest.mark.parametrize(("edge", "count"), [(8.2, 10), (8.3, 5), (9.1, 0)])
def test_the_rows_that_shoot_out_of_a_wood(edge: float, count: int) -> None:
    """The second row stands 0.75 behind the first: 0.95 from the edge at 8.2, 1.05 at 8.3; at 9.1 the first has 1.1."""
    state = fought(
        armed("long-bow"), blues(20), terrain=[area("woods", 0, 0, 60, edge)], stage=stages.MISSILES
    )
    found = aim_of(state, state.units[0], state.units[1], False)
    assert (0 if found is None else len(found.shooters)) == count


@pytest.mark.rule("battlesystem:10.8", "battlesystem:10.8c", "battlesystem:10.8e", "battlesystem:10.8g")
def test_a_wall_of_shields_behind_a_wall_of_stone_far_away_and_over_friends() -> None:
    """20 + 3 over friends + 5 long range + 4 once - 6 + 7 = 33: nobody is hurt."""
    state = fought(
        armed("long-bow"),
        men("Friends", 8, 8, 30, 12.5),
        men("Blues", 24, 8, 30, 25, 180, side=1, shields=1, large_shields=True),
        terrain=[line("wall", (0, 24.5), (60, 24.5))],
        stage=stages.MISSILES,
    )
    table = Script(dice=[3, 4], orders=[("shoot", 0, 2, "over", "once")])
    phases.missile_step(state, table)
    (shot,) = [event.data for event in table.events if event.kind == "volley"]
    assert (shot["roll"], len(shot["figures"]), shot["damage"]) == (33, 10, 0)
