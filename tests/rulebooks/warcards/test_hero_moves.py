"""Heroes units on their way, and heroes who come back."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step, with_heroes

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.board.people import members
from banneret.rulebooks.warcards.movement.hero_moves import hero_ends
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.ratings.allowance import group_move
from banneret.rulebooks.warcards.ratings.leadership import heroes
from banneret.rulebooks.warcards.state import State

CASTLE: dict[str, Any] = {
    "fort": True,
    "conditions": {"fortification": {"kind": "full", "level": 3, "owner": "B"}},
}


def ends(state: State, unit: int) -> set[str]:
    return {NAMES[way[-1]] for way in paths(state, state.units[unit])}


@pytest.mark.rule("warcards:hero.join", "warcards:hero.move", "warcards:setup.placement-heroes")
def test_heroes_end_where_a_friend_stands() -> None:
    state = with_heroes("N2 infantry, A4 infantry", "B5 infantry")
    found = {NAMES[where] for where, _ in hero_ends(state, state.groups[0])}
    assert found == {"A4"}  # one area out of the reserve, where a unit is
    state.groups[0].host = 1
    assert {NAMES[where]: cost for where, cost in hero_ends(state, state.groups[0])} == {"RA": 1}


@pytest.mark.rule("warcards:hero.move")
def test_heroes_go_with_their_host_or_are_left_behind() -> None:
    state = with_heroes("A3 cavalry", "B5 infantry", "cavalry#1")
    step(state, [], [("move", 0, "N3")])
    assert (state.groups[0].host, state.groups[0].spent) == (0, 1)
    state = with_heroes("A3 cavalry", "B5 infantry", "cavalry#1")
    step(state, [], [("move", 0, "N3", "N2", "N1")])
    assert (state.groups[0].host, state.groups[0].halted) == (st.NOBODY, True)
    state = with_heroes("A3 cavalry, A2 infantry", "B5 infantry", "cavalry#1")
    step(state, [], [("move", 0, "N3", "N4", "N5")])
    assert (state.groups[0].host, state.groups[0].spent) == (1, 1)  # to the next friend within their move
    state = with_heroes("A3 cavalry, A2 infantry, A4 archers", "B5 infantry", "cavalry#1")
    script = step(state, [], [("move", 0, "N3", "N4", "N5"), ("heroes", 0, "A4")])
    assert script.kinds == ["move", "left"]
    assert state.groups[0].host == 2


def garrison(units: str) -> State:
    """B's line fortified in a swamp, heroes (move 2, capped to 1) with the first archers."""
    works = {"terrain": "swamp", "fortification": {"kind": "limited", "owner": "B"}}
    group = {"name": "H", "members": [{"level": 5, "speed": 30}], "with": "archers#1"}
    swamp = {"major": "swamp"}
    state = field("A3 infantry", units, fort=True, conditions=works, province=swamp, B={"heroes": [group]})
    state.first = 1
    return state


def reach(state: State) -> dict[str, int]:
    return {NAMES[where]: cost for where, cost in hero_ends(state, state.groups[0])}


@pytest.mark.rule("warcards:limited.terrain", "warcards:hero.move")
def test_terrain_binds_heroes_between_works_no_more_than_units() -> None:
    state = garrison("B1 archers, B3 infantry, N1 infantry")
    assert reach(state) == {"RB": 1, "B3": 2, "N1": 1}
    state.fortified &= ~(1 << 11)
    assert reach(state) == {"RB": 1, "N1": 1}  # B2 is taken: the way to B3 touches open ground
    state = garrison("B1 archers, B5 infantry")
    step(state, [], [("move", 1, "B2", "B3")])
    assert (state.groups[0].host, state.groups[0].spent) == (1, 2)


@pytest.mark.rule("warcards:limited.terrain", "warcards:hero.move")
def test_heroes_who_touched_open_ground_are_capped_for_the_round() -> None:
    state = garrison("N2 archers, B2 infantry, B3 infantry")
    assert reach(state) == {"B2": 1}
    step(state, [], [("heroes", 0, "B2")])
    assert reach(state) == {}  # 1 of 1, though between works it would be 1 of 2
    state = garrison("N2 archers, B3 infantry")
    step(state, [], [("move", 1, "B2")])  # with their unit it is no otherwise
    assert (state.groups[0].spent, reach(state)) == (1, {})
    state.stage = stages.INITIATIVE
    step(state, [10, 12])
    assert reach(state) == {"B3": 1, "RB": 1}  # a new round


@pytest.mark.rule("warcards:hero.move", "warcards:hero.join", "warcards:reserve.leave")
def test_heroes_in_the_reserve_may_stay_behind_or_change_their_unit_once_a_round() -> None:
    def in_reserve(*order: Any) -> State:
        state = with_heroes("RA infantry, RA knights, A1 archers", "B5 infantry", "infantry#1")
        decision = MoveDecision(state, 0)
        changes = [("heroes", 0, "A1"), ("heroes", 0, "RA"), ("heroes", 0, "with", 1)]
        assert [found for found in decision.orders() if found[0] == "heroes"] == changes
        step(state, [], [("heroes", 0, *order)])
        assert not [found for found in MoveDecision(state, 0).orders() if found[0] == "heroes"]
        return state

    state = in_reserve("with", 1)
    step(state, [], [("move", 1, "A3")])  # and out with the knights
    assert (state.groups[0].host, state.groups[0].spent) == (1, 1)
    state = in_reserve("RA")
    step(state, [], [("move", 0, "A3")])  # their host goes without them
    assert (state.groups[0].host, state.groups[0].spent) == (st.NOBODY, 0)
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert hero_ends(state, state.groups[0]) == [(0, 1), (2, 1), (-2 - 1, 0)]  # archers, infantry, knights


@pytest.mark.rule("warcards:hero.leave", "warcards:hero.join")
def test_heroes_may_leave_a_fight() -> None:
    state = with_heroes("N3 infantry, A3 archers", "N3 infantry", "infantry#1")
    meet(state, "N3", since=1)
    other = state.copy()
    step(state, [], [("heroes", 0, "A3")])
    assert (state.groups[0].host, state.groups[0].spent) == (1, 1)
    other.setting.flags.heroes_locked = True
    assert hero_ends(other, other.groups[0]) == []


@pytest.mark.rule("warcards:hero.with-retreat")
def test_heroes_share_a_rout_without_effort() -> None:
    state = with_heroes("N3 infantry", "B5 infantry", "infantry#1")
    state.units[0].routed = True
    step(state, [], [("move", 0, "A3")])
    assert (place(state, 0), state.groups[0].host, state.groups[0].spent) == ("A3", 0, 0)


@pytest.mark.rule("warcards:hero.with-retreat", "warcards:full.rout-recover")
def test_heroes_share_a_rout_into_a_castle_where_it_ends() -> None:
    group = {"name": "H", "members": [{"level": 5, "speed": 30}], "with": "infantry#1"}
    state = field("A1 infantry", "N3 infantry", B={"heroes": [group]}, **CASTLE)
    state.first = 1
    state.units[1].routed = True
    state.groups[0].spent = 2  # all they have: they came to it this round
    step(state)
    assert (place(state, 1), state.units[1].routed) == ("B3", False)
    assert (state.groups[0].host, state.groups[0].spent) == (1, 2)


@pytest.mark.rule("warcards:hero.with-retreat", "warcards:reserve.enter")
def test_heroes_who_fled_into_the_reserve_stay_there_for_the_round() -> None:
    state = with_heroes("A3 infantry, A1 infantry", "B5 infantry", "infantry#1")
    state.units[0].routed = True
    step(state, [], [("move", 0, "RA")])
    assert (place(state, 0), state.groups[0].host, state.groups[0].spent) == ("RA", 0, 0)
    assert hero_ends(state, state.groups[0]) == []  # 0 of 2 moved, and yet the reserve ends it


@pytest.mark.rule("warcards:hero.reform", "warcards:hero.fate")
def test_heroes_who_come_back_form_a_new_unit() -> None:
    state = with_heroes("N3 infantry", "B5 infantry", "infantry#1", stage=stages.INITIATIVE)
    state.groups[0].dissolved, state.groups[0].host = True, st.NOBODY
    for figure, due in zip(state.figures[:2], (2, 3), strict=True):
        figure.status, figure.due, figure.group = st.DELAYED, due, st.NOBODY
    step(state, [12, 10])
    group = state.groups[state.figures[0].group]
    assert (group.dissolved, group.host, [f.id for f in members(state, group.id)]) == (
        False,
        st.NOBODY,
        [0],
    )
    assert state.figures[1].status == st.DELAYED


@pytest.mark.rule("warcards:hero.reform")
def test_who_comes_back_joins_others_who_came_back_and_nobody_else() -> None:
    riders = {"name": "Riders", "members": [{"level": 7, "mounted": True, "war_trained": True, "ride": 5}]}
    pages = [{"name": name, "level": 3, "speed": 20} for name in ("Old page", "Young page")]
    state = field("A3 infantry", "B5 infantry", stages.INITIATIVE, A={"heroes": [riders], "casters": pages})
    back = [figure for figure in state.figures if state.setting.people[figure.id].name.endswith("page")]
    for figure, due in zip(back, (2, 3), strict=True):
        figure.status, figure.due, figure.host = st.DELAYED, due, st.NOBODY
    step(state, [12, 10])
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert back[0].group == back[1].group != 0
    assert [group_move(state, state.groups[group]) for group in (0, back[0].group)] == [4, 1]
    assert [figure.id for figure in members(state, 0)] == [0]


@pytest.mark.rule("warcards:hero.reform")
@pytest.mark.parametrize(("version", "leads"), [(2, False), (3, True)])
def test_each_who_comes_back_later_forms_a_heroes_unit_of_their_own(version: int, leads: bool) -> None:
    """Three heroes of one lost unit come back in rounds 2, 3 and 4; each has left the reserve when the next one comes."""
    three = {"name": "H", "members": [{"level": 5}, {"level": 6}, {"level": 7}]}
    state = field(
        "A1 infantry, A3 infantry, A5 archers",
        "B5 infantry",
        stages.INITIATIVE,
        version=version,
        A={"heroes": [three]},
    )
    state.groups[0].dissolved = True
    for figure, due in zip(state.figures[:3], (2, 3, 4), strict=True):
        figure.status, figure.due, figure.group = st.DELAYED, due, st.NOBODY
    for number, area in enumerate(("A1", "A3", "A5")):
        state.stage = stages.INITIATIVE
        step(state, [12, 10])
        group = state.figures[number].group
        if number == 2 and not leads:
            assert group == st.NOBODY
            return
        assert [figure.id for figure in members(state, group)] == [number]
        step(state, [], [("heroes", group, area)])
        assert place(state, state.groups[group].host) == area
    assert [heroes(state, unit)[0] for unit in state.units[:3]] == [1, 1, 2]  # EL 5, 6 and 7 by Table 6-7
