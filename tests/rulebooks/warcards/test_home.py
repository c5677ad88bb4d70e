"""The way home of routed units, and of armies that withdraw."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, place, step

from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.movement.home import ways_home
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.state import State


def ends(state: State, unit: int) -> set[str]:
    return {NAMES[way[-1]] for way in paths(state, state.units[unit])}


def ways(state: State, unit: int) -> set[str]:
    return {"-".join(NAMES[area] for area in way) for way in paths(state, state.units[unit])}


@pytest.mark.rule("warcards:rout.move-home", "warcards:rout.shortest-path", "warcards:combat.rout-status")
def test_routed_units_go_home_first_and_fast() -> None:
    state = field("B2 cavalry, A5 infantry", "B5 infantry")
    state.units[0].routed = True
    decision = MoveDecision(state, 0)
    assert decision.orders() == [("move", 0, "N2", "A2", "RA")]
    assert decision.check(("done",)) is not None
    assert decision.check(("move", 1, "N5")) is not None
    step(state)  # by itself: there is one way
    assert place(state, 0) == "RA"
    assert [unit.id for unit in MoveDecision(state, 0).movers] == [1]
    state = field("N4 infantry", "B5 infantry")
    state.units[0].routed = True
    step(state)
    assert place(state, 0) == "A4"


@pytest.mark.rule("warcards:rout.shortest-path", "warcards:rout.no-engage")
def test_routed_units_shun_the_enemy_and_their_owner_picks_among_equal_ways() -> None:
    state = field("N3 irregulars", "A3 infantry")
    unit = state.units[0]
    unit.routed = True
    found = {"-".join(NAMES[area] for area in way) for way in ways_home(state, unit, 2)}
    assert found == {"N2-A2", "N4-A4"}
    assert "A3" not in ends(state, 0)
    step(state, [], [("move", 0, "N4", "A4")])
    assert place(state, 0) == "A4"


@pytest.mark.rule("warcards:rout.shortest-path")
def test_a_routed_unit_ends_on_no_friend_and_stays_where_there_is_no_way() -> None:
    state = field("N3 irregulars, N2 infantry, A3 infantry", "B1 infantry")
    unit = state.units[0]
    unit.routed = True
    assert [[NAMES[a] for a in way] for way in ways_home(state, unit, 2)] == [["A3", "RA"]]
    assert ways_home(state, unit, 1) == []
    state = field("B1 irregulars", "N1 infantry, B2 infantry")
    state.units[0].routed = True
    assert ways_home(state, state.units[0], 2) == []
    assert not MoveDecision(state, 0).has_any()


@pytest.mark.rule("warcards:limited.terrain", "warcards:rout.move-home", "warcards:withdraw.declare")
@pytest.mark.parametrize(
    ("units", "terrain", "enemies", "ways"),
    [
        ("B2 irregulars", "swamp", "B5 infantry", {"N2"}),  # move 2, cap 1: N2 is open ground
        ("B2 cavalry", "forest", "B5 infantry", {"N2"}),  # move 3, cap 1 for riders
        ("B2 scouts", "swamp", "B5 infantry", {"N2-A2-RA"}),  # move 3, and they move freely
        # N1 to N4 are barred: B2-B3-B4-B5-N5-A5-RA; three areas of it are works
        ("B1 cavalry", "forest", "N1 infantry, N2 infantry, N3 infantry, N4 infantry", {"B2-B3-B4"}),
        ("B3 irregulars", "swamp", "N1 infantry, N2 infantry, N3 infantry, N4 infantry", {"B4-B5"}),
        ("B4 irregulars", "swamp", "N1 infantry, N2 infantry, N3 infantry, N4 infantry", {"B5"}),
    ],
)
@pytest.mark.parametrize("withdrawing", [False, True])
def test_terrain_binds_the_way_home_out_of_limited_works(
    units: str, terrain: str, enemies: str, ways: set[str], withdrawing: bool
) -> None:
    works = {"terrain": terrain, "fortification": {"kind": "limited", "owner": "B"}}
    state = field(units, enemies, fort=True, conditions=works, province={"major": terrain})
    state.withdrawing = int(withdrawing)
    state.units[0].routed = not withdrawing
    found = {"-".join(order[2:]) for order in MoveDecision(state, 0).orders() if order[0] == "move"}
    assert found == ways


@pytest.mark.rule("warcards:withdraw.declare")
def test_a_withdrawing_army_makes_for_its_reserve() -> None:
    state = field("N3 infantry, RA infantry", "B3 infantry")
    state.withdrawing = 1
    assert MoveDecision(state, 0).orders() == [("move", 0, "A3")]
    step(state)
    assert place(state, 0) == "A3"
    assert not MoveDecision(state, 0).movers
