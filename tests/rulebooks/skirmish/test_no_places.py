"""The reasons why a creature cannot go to a square or be deployed there, and the nearest square where it can."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, Yard, drawn

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Question
from banneret.rulebooks.skirmish.movement.reach import reach, speed
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.view.no_places import no_place
from banneret.rulebooks.skirmish.view.previews import preview
from banneret.rulebooks.skirmish.view.questions import question
from banneret.testing import Script

ROWS = ("ssssss..", "ssssss..", "........", "........", "....#...", "........", "..ssssss", "..ssssss")


def going(yard: Yard, mover: Creature) -> Choice:
    """The question where a creature goes with all its speed."""
    names = yard.state.setting.board.grid.names
    ends = reach(yard.state, mover, speed(yard.state, mover)).ends
    orders = [("go", mover.id, names[place]) for place in ends]
    return Choice("go", mover.side, "skirmish:move.distance", list(orders))


@pytest.mark.rule("skirmish:move.distance")
def test_a_square_too_far_is_counted_and_the_nearest_that_can_be_reached_is_named() -> None:
    yard = Yard(drawn("." * 9))
    guard = yard.put("drow-house-guard", (0, 0))  # six squares
    found = no_place(yard.state, going(yard, guard), ("go", guard.id, yard.name(8, 0)))
    assert found is not None
    assert found.reason == "I1 takes 8 squares of movement, and Drow House Guard has 6."
    assert found.rule == "skirmish:move.distance"
    assert found.nearest == ("go", guard.id, "G1")


@pytest.mark.rule("skirmish:space.one-per-square", "skirmish:space.size")
def test_walls_others_and_ways_that_are_shut_are_said() -> None:
    yard = Yard(drawn(".#..", "...."))
    guard = yard.put("drow-house-guard", (0, 0))
    yard.put("elf-archer", (3, 0))
    asked = going(yard, guard)
    reasons = [no_place(yard.state, asked, ("go", guard.id, name)) for name in ("B1", "D1")]
    assert [one.reason if one else "" for one in reasons] == [
        "There is a wall at B1.",
        "Cormyr Elf Archer stands in the way at D1.",
    ]
    assert no_place(yard.state, asked, ("go", guard.id, "C2")) is None  # it can go there
    shut = Yard(drawn("..#."))
    alone = shut.put("drow-house-guard", (0, 0))
    found = no_place(shut.state, going(shut, alone), ("go", alone.id, "D1"))
    assert found is not None
    assert found.reason.startswith("No way leads Drow House Guard to D1")


@pytest.mark.rule("skirmish:space.size", "skirmish:deploy.place")
def test_large_creatures_need_room_and_those_deployed_their_start_area() -> None:
    yard = Yard(drawn(*ROWS))
    spider = yard.put("giant-spider", (0, 0))
    found = no_place(yard.state, going(yard, spider), ("go", spider.id, "H1"))
    assert found is not None
    assert found.reason.startswith("Giant Spider needs 2 by 2 squares: from H1 on")
    home = Choice("deploy", CORMYR, "skirmish:deploy.cost", [("done",), ("deploy", "elf-archer", "C7")])
    refused = no_place(yard.state, home, ("deploy", "elf-archer", "D3"))
    assert refused is not None
    assert (refused.reason, refused.rule) == (
        "Elf Archer is deployed in your own start area.",
        "skirmish:deploy.place",
    )
    told = preview(yard.state, home, ("deploy", "elf-archer", "D3"))
    assert told is not None
    assert (told.refusal, told.order) == (refused.reason, "deploy elf-archer C7")
    assert [one.label for one in told.instead or ()] == ["Elf Archer to C7"]


@pytest.mark.rule("skirmish:move.distance")
def test_a_way_round_a_wall_is_counted_and_shown_square_by_square() -> None:
    # The wall shuts B1 and B2, whose corners cannot be cut: C2 is five steps away, by A2, A3, B3 and C3.
    yard = Yard(drawn(".#..", ".#..", "....", "...."))
    guard = yard.put("drow-house-guard", (0, 0))  # six squares
    yard.put("elf-archer", (3, 0))
    asked: list[Question] = []

    class Asking(Script):
        def ask(self, decision: Decision) -> Order:
            if decision.kind == "go":
                asked.append(question(yard.state, decision))
            return super().ask(decision)

    RULEBOOK.step(yard.state, Asking(orders=[("activate", guard.id)]))
    RULEBOOK.step(yard.state, Asking(orders=[("move",), ("go", guard.id, "C2")]))
    option = next(one for one in asked[0].options if one.order.endswith(" C2"))
    assert option.consequence == "5 of 6 squares; beside Elf Archer"
    assert option.way == ("A2", "A3", "B3", "C3", "C2")
    stays = next(one for one in asked[0].options if one.order.endswith(" A1"))
    assert (stays.label, stays.consequence, stays.way) == ("Stay in A1", "0 squares; beside no enemy", ())
