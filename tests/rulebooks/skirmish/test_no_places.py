"""The reasons why a creature cannot go to a square or be deployed there, and the nearest square where it can."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, Yard, drawn

from banneret.kernel.decision import Choice
from banneret.rulebooks.skirmish.movement.reach import reach, speed
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.view.no_places import no_place
from banneret.rulebooks.skirmish.view.previews import preview

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
