"""Elite troops take skirmish formation and gather again."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import invariants
from banneret.rulebooks.battlesystem.marks import WOUND, Mark, Marks
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.space import casualties, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.view import questions
from banneret.testing import Script

DISPERSE: Order = ("move", 0, ("formation", "skirmish"))
OPENLY: Order = ("move", 0, ("formation", "open"))


def elite(**changes: Any) -> Troop:
    """Twelve closed, six abreast, front middle at (30, 24), looking north; MV 9, the commander third from the left."""
    return men("Elite", 12, 6, **{"special": "elite", **changes})


def given(state: State, *orders: Order) -> Script:
    table = Script(orders=list(orders))
    for _ in orders:
        move_step(state, table)
    assert invariants.faults(state) == []
    table.finish()
    return table


def refused(state: State, order: Order) -> tuple[str, str]:
    found = MoveDecision(state, 0).check(order)
    assert found is not None
    return found.reason, found.rule


def spots(unit: Unit) -> list[tuple[float, float, float]]:
    assert unit.singles is not None
    return [(single.x, single.y, single.heading) for single in unit.singles]


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.6a", "battlesystem:7.6c", "battlesystem:7.4")
def test_elite_troops_disperse_where_they_stand_for_a_third_of_their_rate() -> None:
    state = battle(elite(), men("Blues", y=40, heading=180, side=1))
    unit = state.units[0]
    given(state, ("move", 0, ("slide", 0, 2), ("formation", "skirmish")))
    assert (unit.formation, unit.block, unit.spent) == (SKIRMISH, None, 5.0)
    # an inch apart: 1.75 in from middle to middle, the front line in its place at y = 26
    assert spots(unit)[0] == (30 - 2.5 * 1.75, 25.625, 0)
    assert spots(unit)[11] == (30 + 2.5 * 1.75, 25.625 - 1.75, 0)
    assert unit.leader_at == 2
    # what is left of the movement its figures may walk, each by itself
    given(state, ("skirmish", 0, (0, 270, 9)))
    assert spots(unit)[0] == (30 - 2.5 * 1.75 - 4, 25.625, 270)
    assert state.units[0].figures == 12


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.1", "battlesystem:7.6", "battlesystem:7.6c")
def test_who_may_not_disperse() -> None:
    blues = men("Blues", y=40, heading=180, side=1)
    assert refused(battle(men("Plain"), blues), DISPERSE)[1] == "battlesystem:7.1"
    assert refused(battle(elite(special="berserker", formation=OPEN), blues), DISPERSE)[1] == (
        "battlesystem:7.1"
    )
    lost = battle(elite(formation=OPEN, in_command=False), blues)
    assert refused(lost, DISPERSE)[1] == "battlesystem:7.6"
    assert refused(battle(elite(caught=True), blues), DISPERSE)[1] == "battlesystem:7.8f"
    steps = ("move", 0, ("formation", "skirmish"), ("slide", 0, 2))
    assert refused(battle(elite(), blues), steps)[1] == "battlesystem:2.9d"
    assert refused(battle(elite(), blues), ("march", 0, ("formation", "skirmish")))[1] == "battlesystem:2.11"
    # friends beside it: no room
    crowded = battle(elite(), men("Beside", x=35), blues, options={"premeasure": True})
    assert "no room" in refused(crowded, DISPERSE)[0]


@pytest.mark.rule("battlesystem:2.11", "battlesystem:2.9e", "battlesystem:3.5")
def test_a_dispersal_into_contact_is_lost() -> None:
    state = battle(elite(), men("Blues", 1, 1, 33.5, 23, 270, side=1))
    given(state, DISPERSE)
    assert state.units[0].block is not None
    assert state.units[0].finished


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.6", "battlesystem:7.6a")
def test_they_gather_around_their_commander() -> None:
    state = battle(elite(), men("Blues", y=40, heading=180, side=1))
    unit = state.units[0]
    casualties.wound(state, unit, 11)
    given(state, DISPERSE)
    assert unit.singles is not None
    assert [single.wounded for single in unit.singles] == [False] * 11 + [True]
    commander = spots(unit)[2]
    unit.spent, unit.finished = 0.0, False
    given(state, ("move", 0, ("formation", "closed", 6)))
    block = unit.block
    assert block is not None
    assert (unit.formation, block.files, block.heading, unit.wounded) == (CLOSED, 6, 0.0, True)
    assert block.centre(0, 2) == commander[:2]
    assert unit.leader_at == 2
    assert unit.marks == Marks(1, (Mark(1, 11, WOUND),))  # the rightmost of the rear, as before
    # the farthest, at the right end of the second rank, has come three inches nearer and one forward, and 3 in are the change's
    assert unit.spent == pytest.approx(3.0 + (3.0**2 + 1.0**2) ** 0.5, abs=0.002)
    assert standing.centre(unit)[1] == pytest.approx(23.25)


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.6", "battlesystem:7.6a", "battlesystem:7.8g")
def test_who_cannot_gather() -> None:
    state = battle(elite(), men("Blues", y=40, heading=180, side=1))
    unit = state.units[0]
    given(state, DISPERSE)
    unit.spent = 5.0  # of the 4 in left the change takes 3, and the ends have 1.58 in to come
    assert refused(state, OPENLY)[1] == "battlesystem:7.6a"
    unit.spent = 0.0
    assert MoveDecision(state, 0).check(OPENLY) is None
    assert refused(state, ("move", 0, ("formation", "open", 13)))[1] == "battlesystem:2.9d"
    assert refused(state, ("move", 0, ("slide", 0, 3)))[1] == "battlesystem:2.9d"
    assert refused(state, ("move", 0, ("formation", "open", "all")))[1] == "battlesystem:7.0"
    assert refused(state, ("move", 0, ("formation", "mob")))[1] == "battlesystem:2.9d"
    unit.in_command = False
    assert refused(state, OPENLY)[1] == "battlesystem:7.6"
    unit.in_command = True
    assert unit.singles is not None
    unit.singles[0].x -= 9
    assert refused(state, OPENLY)[1] == "battlesystem:7.6a"
    unit.singles[0].x += 9
    unit.singles[3].routed = True
    assert refused(state, OPENLY)[1] == "battlesystem:7.8g"


@pytest.mark.rule("battlesystem:2.11", "battlesystem:3.5")
def test_an_enemy_where_they_would_gather_is_found_out_too_late() -> None:
    state = battle(elite(), men("Blues", 1, 1, 30, 24.0, 180, side=1, width=0.2, depth=0.2))
    state.units[1].become(0)
    given(state, DISPERSE)
    state.units[1].become(1)
    state.units[0].spent = 0.0
    given(state, OPENLY)
    assert state.units[0].singles is not None
    assert state.units[0].finished


@pytest.mark.rule("battlesystem:2.11")
def test_both_changes_are_among_the_orders() -> None:
    state = battle(elite(), men("Blues", y=40, heading=180, side=1))
    assert DISPERSE in MoveDecision(state, 0).orders()
    given(state, DISPERSE)
    state.units[0].spent = 0.0
    decision = MoveDecision(state, 0)
    assert OPENLY in decision.orders()
    assert {decision.sample(Chance(number))[0] for number in range(400)} >= {"move", "skirmish"}
    plain = battle(men("Plain"), men("Blues", y=40, heading=180, side=1))
    assert DISPERSE not in MoveDecision(plain, 0).orders()


def offered(state: State) -> dict[str, list[str]]:
    """By verb, the changes of formation that the board offers for unit 0."""
    form = questions.question(state, MoveDecision(state, 0)).form
    assert form is not None
    return {
        plan.verb: [step.word for step in form.ways[plan.way].steps if step.word.startswith("formation")]
        for plan in form.plans
        if plan.piece == "u0"
    }


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.1")
def test_the_board_offers_the_formations_of_a_kind() -> None:
    far = men("Blues", y=44, heading=180, side=1)
    state = battle(elite(), far)
    assert offered(state)["move"] == ["formation open", "formation skirmish"]
    assert offered(state)["march"] == ["formation open"]
    given(state, DISPERSE)
    assert offered(state)["move"] == ["formation open", "formation closed"]
    assert offered(battle(men("Plain"), far))["move"] == ["formation open"]
    wild = men("Berserkers", special="berserker", formation=OPEN)
    assert offered(battle(wild, far))["move"] == []
