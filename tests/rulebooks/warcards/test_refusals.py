"""What a refused move says: the first thing that is wrong with it, the rule, and a legal order near it."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import INCLEMENT, OPEN

CASTLE = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
WORKS = {"terrain": "swamp", "fortification": {"kind": "limited", "owner": "A"}}


def refused(state: State, order: Order) -> tuple[str, str]:
    decision = MoveDecision(state, 0)
    refusal = decision.check(order)
    assert refusal is not None
    assert refusal.nearest in decision.orders()
    return refusal.reason, refusal.rule.removeprefix("warcards:")


@pytest.mark.rule(
    "warcards:move.directions",
    "warcards:move.through-friends",
    "warcards:move.engage",
    "warcards:move.locked",
    "warcards:reserve.enemy",
    "warcards:reserve.enter",
    "warcards:reserve.leave",
    "warcards:full.no-mounted",
)
@pytest.mark.parametrize(
    ("order", "reason", "rule"),
    [
        ((0, "B3"), "1st Knights cannot ride into the enemy center (B3), which is fortified.", "full.no-mounted"),
        ((0, "A3", "A2", "A1"), "1st Knights move 2 areas at most: their own left flank (A1) is too far.", "move.allowance"),
        ((0, "N4", "B5"), "The enemy right flank (B5) is not next to the neutral right center (N4).", "move.directions"),
        ((0, "N2", "N1"), "1st Knights cannot enter the neutral left flank (N1), where 2nd Infantry is engaged.", "move.through-friends"),
        ((0, "N4", "N5"), "1st Knights meet 1st Levies of Blues at the neutral right center (N4) and stop there.", "move.engage"),
        ((0, "A3"), "1st Knights cannot stop at their own center (A3), where 1st Archers stand.", "move.through-friends"),
        ((0, "A3", "N3"), "1st Knights would come back to the neutral center (N3), where they were.", "move.directions"),
        ((0, "N3", "A3"), "1st Knights are at the neutral center (N3) already.", "move.directions"),
        ((1, "RB"), "The enemy reserve is closed to 1st Cavalry.", "reserve.enemy"),
        ((2, "N1"), "1st Infantry cannot enter the neutral left flank (N1), where 2nd Infantry is engaged.", "move.through-friends"),
        ((3, "N2"), "2nd Infantry is engaged with 1st Infantry of Blues and locked in battle.", "move.locked"),
        ((4, "RA", "A4"), "1st Archers move no further once they are in the reserve.", "reserve.enter"),
        ((4, "N3", "B3"), "1st Archers cannot try for the enemy center (B3) from the neutral center (N3): kept out they could not stay there.", "full.enter-fail"),
        ((5, "A4", "N4"), "1st Pikemen move no further this round than out of the reserve to their own right center (A4).", "reserve.leave"),
        ((6, "A4"), "1st Infantry of Blues is the enemy's.", "field.two-sides"),
        ((0, "C3"), "There is no area 'C3'.", "field.areas"),
    ],
)  # fmt: skip
def test_a_move_is_refused_for_what_is_wrong_with_it(order: Order, reason: str, rule: str) -> None:
    units = "N3 knights, B5 cavalry, A1 infantry, N1 infantry, A3 archers, RA pikemen"
    state = field(units, "N1 infantry, N4 levies", fort=True, conditions=CASTLE)
    meet(state, "N1")
    assert refused(state, ("move", *order)) == (reason, rule)


@pytest.mark.rule("warcards:weather.storm-move", "warcards:move.allowance")
@pytest.mark.parametrize(
    ("unit", "rule"), [("infantry", "move.allowance"), ("archers", "weather.storm-move")]
)
def test_weather_that_takes_nothing_from_a_move_is_not_blamed(unit: str, rule: str) -> None:
    """Infantry moves 1 in fair weather as well; archers move 2."""
    state = field(f"A3 {unit}", "B5 infantry", conditions={"weather": "storm"})
    reason, blamed = refused(state, ("move", 0, "A2", "A1"))
    assert (reason.partition(" at most")[0][-6:], blamed) == ("1 area", rule)


@pytest.mark.rule("warcards:limited.terrain", "warcards:weather.inclement-move", "warcards:move.allowance")
def test_what_shortens_a_move_is_named() -> None:
    state = field(
        "A3 archers, B2 knights", "B5 infantry", fort=True, conditions=WORKS, province={"major": "swamp"}
    )
    assert refused(state, ("move", 0, "A2", "N2")) == (
        "1st Archers move 1 area at most: the neutral left center (N2) is too far.",
        "terrain.swamp-move",
    )
    assert MoveDecision(state, 0).check(("move", 0, "A2", "A1")) is None  # between works
    state.terrain, state.weather = OPEN, INCLEMENT
    assert refused(state, ("move", 1, "N2", "A2"))[1] == "weather.inclement-move"


@pytest.mark.rule("warcards:move.allowance")
def test_of_ways_that_come_to_the_same_one_is_offered() -> None:
    state = field("A2 cavalry", "B5 infantry")
    assert MoveDecision(state, 0).check(("move", 0, "N2", "N3", "B3")) is None
    other = ("move", 0, "A3", "N3", "B3")  # into B3 from N3 as well
    assert refused(state, other) == (
        "1st Cavalry has a way to the enemy center (B3) that is as short, and takes that one.",
        "move.allowance",
    )


@pytest.mark.rule("warcards:rout.move-home", "warcards:withdraw.declare", "warcards:rout.shortest-path")
@pytest.mark.parametrize(
    ("order", "reason", "rule"),
    [
        (("done",), "1st Cavalry is routed and must go home first.", "rout.move-home"),
        (("move", 1, "A4"), "1st Cavalry is routed and must go home first.", "rout.move-home"),
        (("move", 0, "N2"), "1st Cavalry must go home by a shortest way, as far as it gets.", "rout.shortest-path"),
        (("move", 0, "B3"), "1st Cavalry seeks its way home and no enemy: 1st Infantry of Blues is at the enemy center (B3).", "rout.no-engage"),
        (("move", 2, "A1"), "1st Levies are routed and stay in the reserve until they rally.", "rout.move-home"),
    ],
)  # fmt: skip
def test_the_routed_are_told_where_to_go(order: Order, reason: str, rule: str) -> None:
    state = field("B2 cavalry, A5 infantry, RA levies", "B3 infantry")
    state.units[0].routed = state.units[2].routed = True
    assert refused(state, order) == (reason, rule)


@pytest.mark.rule("warcards:withdraw.declare", "warcards:rout.shortest-path")
def test_a_withdrawing_army_is_told_so() -> None:
    state = field("N3 infantry, RA infantry, B1 infantry", "N1 infantry, B2 infantry")
    state.withdrawing = 1
    sent = ("1st Infantry must go home first: its army withdraws.", "withdraw.declare")
    assert refused(state, ("done",)) == sent
    leaves = ("2nd Infantry is to leave with its army, which withdraws.", "withdraw.declare")
    assert refused(state, ("move", 1, "A1")) == leaves
    assert refused(state, ("move", 2, "B2")) == (
        "3rd Infantry finds no way home and stays.",
        "rout.shortest-path",
    )


@pytest.mark.rule(
    "warcards:hero.join", "warcards:hero.move", "warcards:hero.form", "warcards:lead.general-place"
)
@pytest.mark.parametrize(
    ("order", "reason", "rule"),
    [
        (("heroes", 0, "A4"), "First must end where a friendly unit stands, and none is at its own right center (A4).", "hero.join"),
        (("heroes", 0, "N3"), "1st Archers have heroes with them.", "hero.form"),
        (("heroes", 0, "B5"), "First cannot get to the enemy right flank (B5) with what is left of its movement.", "hero.move"),
        (("heroes", 0, "RB"), "The enemy reserve is closed to First.", "reserve.enemy"),
        (("heroes", 0, "with", 2), "First and 1st Knights are not both in the reserve: on the field name the area to go to.", "hero.join"),
        (("heroes", 3, "A3"), "Third is the enemy's.", "field.two-sides"),
        (("heroes", 2, "A3"), "Second moves no further this round.", "hero.move"),
        (("heroes", 1, "A3"), "Lost is no more.", "hero.fate"),
        (("person", 3, "with", 2), "Anna may change units only in the reserve, for one that is there or for none.", "lead.general-place"),
        (("person", 0, "with", 2), "One goes where First goes.", "lead.general-place"),
    ],
)  # fmt: skip
def test_heroes_and_characters_are_told_why_not(order: Order, reason: str, rule: str) -> None:
    def group(name: str, member: str, host: str) -> dict[str, Any]:
        return {"name": name, "members": [{"name": member, "level": 5}], "with": host}

    heroes = [
        group("First", "One", "infantry#1"),
        group("Lost", "Two", "knights#1"),
        group("Second", "Three", "archers#1"),
    ]
    state = field(
        "A3 infantry, N3 archers, RA knights, B5 cavalry", "A5 infantry",
        A={"heroes": heroes, "general": {"name": "Anna", "with": "infantry#1"}},
        B={"heroes": [group("Third", "Four", "infantry#1")]},
    )  # fmt: skip
    state.groups[1].dissolved, state.groups[1].host = True, st.NOBODY
    state.groups[2].halted = True
    assert refused(state, order) == (reason, rule)
