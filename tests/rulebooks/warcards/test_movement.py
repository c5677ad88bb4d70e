"""Initiative, and where units may go; reserves."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.ratings.abilities import may_charge
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.state import State

CASTLE: dict[str, Any] = {
    "fort": True,
    "conditions": {"fortification": {"kind": "full", "level": 3, "owner": "B"}},
}


def ends(state: State, unit: int) -> set[str]:
    return {NAMES[way[-1]] for way in paths(state, state.units[unit])}


def ways(state: State, unit: int) -> set[str]:
    return {"-".join(NAMES[area] for area in way) for way in paths(state, state.units[unit])}


@pytest.mark.rule(
    "warcards:round.both-act", "warcards:init.roll", "warcards:init.choice", "warcards:round.sequence"
)
def test_each_round_begins_with_initiative_and_both_move() -> None:
    state = field(
        "N3 infantry",
        "B5 infantry",
        stages.INITIATIVE,
        A={"general": {"warcraft": 5}},
        B={"general": {"warcraft": 2}},
    )
    script = step(state, [10, 10], [("first", "other")])
    assert script.asked[0].side == 0
    assert (state.first, state.round, state.stage) == (1, 2, stages.MOVE_FIRST)
    assert step(state, [], [("done",)]).asked[0].side == 1
    assert step(state, [], [("done",)]).asked[0].side == 0
    assert state.stage == stages.MAGIC


@pytest.mark.parametrize(
    ("order", "said"), [("self", "Reds moved first."), ("other", "Reds let Blues move first.")]
)
def test_the_news_say_who_decided_and_who_moves_first(order: str, said: str) -> None:
    state = field("N3 infantry", "B5 infantry", stages.INITIATIVE, B={"general": {"warcraft": 2}})
    found = step(state, [10, 10], [("first", order)]).events
    assert [(event.text, event.side) for event in found if event.kind == "first"] == [(said, 0)]


@pytest.mark.rule("warcards:init.roll", "warcards:full.commander-bonus")
@pytest.mark.parametrize(("standing", "winner"), [(True, 1), (False, 0)])
def test_a_castle_helps_with_the_initiative_as_long_as_an_area_stands(standing: bool, winner: int) -> None:
    state = field("N3 infantry", "B3 infantry", stages.INITIATIVE, B={"general": {"warcraft": 3}}, **CASTLE)
    if not standing:
        state.fortified = 0
    script = step(state, [10, 10])  # 15 : 13 + 3
    assert script.asked[0].side == winner


@pytest.mark.rule("warcards:check.sailor")
def test_at_sea_admirals_roll_for_seamanship() -> None:
    ship = {"ship": "cog"}
    state = field(
        "N3 cog", "B3 cog", stages.INITIATIVE, kind="sea", special={"cog": ship},
        A={"general": {"warcraft": 8, "sailor": 2}}, B={"general": {"warcraft": 1, "sailor": 6}},
    )  # fmt: skip
    assert step(state, [10, 10]).asked[0].side == 1


@pytest.mark.rule("warcards:round.snapshot")
def test_what_a_round_remembers() -> None:
    state = field("N3 infantry, A1 archers", "N3 infantry", stages.INITIATIVE)
    meet(state, "N3", since=1)
    state.units[1].spent = 1
    state.units[0].attacked = True
    step(state, [12, 10])
    assert [unit.began for unit in state.units] == [True, False, True]
    assert (state.units[1].spent, state.units[0].attacked, state.units[0].since) == (0, False, 1)


@pytest.mark.rule("warcards:move.allowance", "warcards:move.directions", "warcards:field.adjacency")
def test_how_far_units_go() -> None:
    state = field("A3 archers, A2 infantry", "B1 infantry")
    assert "N3-B3" in ways(state, 0)
    assert ends(state, 1) == {"A1", "N2", "RA"}  # A3 is taken, diagonals do not exist
    state = field("A2 archers", "B1 infantry")
    assert {"N2-N3", "A3-N3"} <= ways(state, 0)


@pytest.mark.rule("warcards:move.through-friends", "warcards:field.capacity")
def test_friends_are_crossed_but_not_joined_and_engaged_ones_bar_the_way() -> None:
    state = field("A3 cavalry, N3 infantry", "B2 infantry")
    assert "N3" not in ends(state, 0)
    assert "N3-B3" in ways(state, 0)
    assert "N3-B3-B2" in ways(state, 0)
    state = field("A3 cavalry, N3 infantry", "N3 infantry")
    meet(state, "N3")
    assert not any(way.startswith("N3") for way in ways(state, 0))


@pytest.mark.rule(
    "warcards:move.engage", "warcards:move.locked", "warcards:move.unspent", "warcards:field.capacity"
)
def test_entering_an_enemys_area_engages_both_at_once() -> None:
    state = field("A3 cavalry", "N3 archers, B5 infantry")
    step(state, [], [("move", 0, "N3")])
    cavalry, archers = state.units[0], state.units[1]
    assert (cavalry.since, archers.since, cavalry.entered, archers.entered) == (1, 1, True, False)
    assert NAMES[cavalry.origin] == "A3"
    assert (unspent(state, cavalry), unspent(state, archers)) == (2, 2)
    assert step(state).asked == []  # nobody else of A can move
    assert [unit.id for unit in MoveDecision(state, 1).movers] == [2]
    assert "N3-B3" not in ways(field("A3 cavalry", "N3 infantry"), 0)  # one stops there


@pytest.mark.rule("warcards:move.allowance")
def test_moving_is_optional() -> None:
    state = field("A3 infantry", "B3 infantry")
    step(state, [], [("done",)])
    assert place(state, 0) == "A3"
    assert state.stage == stages.MOVE_SECOND


@pytest.mark.rule("warcards:reserve.enter", "warcards:reserve.leave", "warcards:move.unspent")
def test_the_reserve_ends_a_move_but_keeps_what_is_unspent() -> None:
    state = field("N3 cavalry, RA knights", "A2 infantry")
    step(state, [], [("move", 0, "A3", "RA")])
    assert (place(state, 0), state.units[0].spent, unspent(state, state.units[0])) == ("RA", 2, 1)
    assert ends(state, 1) == {"A1", "A2", "A3", "A4", "A5"}
    step(state, [], [("move", 1, "A2")])
    assert unspent(state, state.units[1]) == 1
    assert may_charge(state, state.units[1])
    assert not MoveDecision(state, 0).movers


@pytest.mark.rule("warcards:reserve.enemy")
def test_the_enemys_reserve_is_closed() -> None:
    state = field("B3 cavalry", "RB infantry")
    assert "RB" not in ends(state, 0)
