"""The reasons why a creature cannot go to a square or be deployed there, and the nearest square where it can."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Question
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed, teleports
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import Chain, Creature, Entry
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
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


def reason(yard: Yard, asked: Choice, order: Order) -> str:
    found = no_place(yard.state, asked, order)
    return "" if found is None else found.reason


@pytest.mark.rule("skirmish:move.shift", "skirmish:move.slide")
def test_who_shifts_or_is_slid_is_stopped_by_no_enemy_and_told_so() -> None:
    # In two rows past the Archer of the upper one: 4 squares to E2, and a shift of 2; a wall across is passed by nobody.
    yard = Yard(drawn(".....#.", ".....#."))
    master = yard.put("drow-blademaster", (0, 1))
    yard.put("elf-archer", (2, 0))
    strike = action_card("shadow-strike")
    yard.state.chain = Chain([Entry(master.side, master, 0, strike.steps, [])])
    ends = reach(yard.state, master, 2, "shift").ends
    asked = Choice("go", 0, "", [("go", master.id, yard.state.setting.board.grid.names[one]) for one in ends])
    far, shut = [reason(yard, asked, ("go", master.id, name)) for name in ("E2", "G2")]
    assert far == "E2 takes 4 squares of movement, and Drow Blademaster has 2."
    assert shut == "No way leads Drow Blademaster to G2: walls or enemies are in the way."


@pytest.mark.rule("skirmish:move.teleport-distance")
def test_a_teleport_is_counted_straight_over_walls() -> None:
    yard = Yard(drawn("." * 5 + "#" + "." * 9), active=CORMYR)
    guardian = yard.put("earth-guardian", (0, 0))
    steps = next(one.steps for one in printed(guardian).powers if one.id == "earthstride")
    yard.state.chain = Chain([Entry(guardian.side, guardian, 0, steps, [])])
    names = yard.state.setting.board.grid.names
    orders: list[Order] = [("go", guardian.id, names[one]) for one in teleports(yard.state, guardian, 9)]
    found = no_place(yard.state, Choice("go", CORMYR, "", orders), ("go", guardian.id, "L1"))
    assert found is not None
    assert found.reason == "L1 is 11 squares away, straight there, and Earth Guardian teleports 9."
    assert (found.rule, found.nearest) == ("skirmish:move.teleport-distance", ("go", guardian.id, "J1"))


@pytest.mark.rule("skirmish:deploy.mastiff", "skirmish:deploy.priestess")
def test_who_is_deployed_elsewhere_too_is_told_where() -> None:
    yard = Yard(drawn(*ROWS))
    yard.put("drow-priestess", (0, 4))
    for name, where in (
        ("shadow-mastiff", "in your own start area or beside a wall"),
        ("demonweb-spider", "in your own start area or beside Drow Priestess"),
        ("drow-wizard", "in your own start area"),
    ):
        asked = Choice("deploy", DROW, "", [("done",), ("deploy", name, "A1")])
        title = creature_card(name).name
        assert reason(yard, asked, ("deploy", name, "G5")) == f"{title} is deployed {where}."


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


@pytest.mark.rule("skirmish:move.distance", "skirmish:move.difficult", "skirmish:space.one-per-square")
def test_the_movement_that_it_has_is_told_and_not_the_farthest_end() -> None:
    # Six squares to G1, where an ally stands: the Guard has six nonetheless, though it can end in F1 at most.
    yard = Yard(drawn("." * 9))
    guard = yard.put("drow-house-guard", (0, 0))
    yard.put("drow-wizard", (6, 0))
    asked = going(yard, guard)
    assert (
        reason(yard, asked, ("go", guard.id, "I1"))
        == "I1 takes 8 squares of movement, and Drow House Guard has 6."
    )


@pytest.mark.rule("skirmish:card.tide-of-iron", "skirmish:move.fewer")
def test_who_follows_with_the_tide_is_told_to_end_beside_its_target() -> None:
    # The Spider was slid to E1, three squares on. The Knight may follow 3: D1 is beside it; C2 takes 2 and is not.
    yard = Yard(drawn("." * 9, "." * 9, "." * 9), active=CORMYR)
    knight = yard.put("dragon-knight", (0, 0))
    spider = yard.put("demonweb-spider", (4, 0))
    tide = action_card("tide-of-iron")
    entry = Entry(knight.side, knight, 0, tide.steps, [], target=spider, done=2)
    yard.state.chain = Chain([entry])
    names = ("A1", "D1", "D2")
    asked = Choice("go", CORMYR, "", [("go", knight.id, name) for name in names])
    beside = "Dragon Knight must end beside Demonweb Spider, or stay."
    assert reason(yard, asked, ("go", knight.id, "C2")) == beside
    assert reason(yard, asked, ("go", knight.id, "D3")) == beside  # three squares, which it has
    far = reason(yard, asked, ("go", knight.id, "F3"))  # by the third row
    assert far == "F3 takes 5 squares of movement, and Dragon Knight has 3."
