"""Initiative, movement, reserves, routed units, castles, heroes on the way."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.board.people import members
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.movement.hero_moves import hero_ends
from banneret.rulebooks.warcards.movement.home import ways_home
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.ratings.abilities import may_charge
from banneret.rulebooks.warcards.ratings.allowance import group_move, unspent
from banneret.rulebooks.warcards.ratings.leadership import lead
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


# ---------------------------------------------------------------- the way home


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


# ---------------------------------------------------------------- castles


@pytest.mark.rule("warcards:full.no-mounted")
def test_riders_do_not_climb_walls() -> None:
    state = field("N3 knights, N4 infantry", "B5 infantry", **CASTLE)
    assert "B3" not in ends(state, 0)
    assert "B4" in ends(state, 1)


@pytest.mark.rule("warcards:limited.movement")
def test_limited_works_stop_nobody() -> None:
    works = {"fortification": {"kind": "limited", "owner": "B"}}
    state = field("N3 knights", "B3 infantry", fort=True, conditions=works)
    step(state, [], [("move", 0, "B3")])
    assert place(state, 0) == "B3"
    assert state.units[0].since == 1


@pytest.mark.rule("warcards:full.free-attack", "warcards:full.enter-contest", "warcards:full.enter-success")
def test_getting_in() -> None:
    state = field(
        "N2 infantry, RA artillerists", "B2 archers", fort=True, A={"general": {"warcraft": 6}},
        conditions={"fortification": {"kind": "full", "level": 2, "owner": "B"}},
    )  # fmt: skip
    # free attack 11 + 2 misses 14; 10 + 6 + 4 + 4 = 24 against 12 + 5 + 4 + 2 = 23
    script = step(state, [11, 10, 12], [("move", 0, "B2")])
    check = next(event for event in script.events if event.kind == "check")
    assert [tally.total for tally in check.tallies] == [24, 23]
    assert place(state, 0) == "B2"
    assert state.units[0].since == 1
    assert is_fortified(state, state.units[2].place)
    assert state.stirred
    assert state.breached


@pytest.mark.rule("warcards:full.enter-contest", "warcards:full.enter-fail", "warcards:move.unspent")
def test_being_kept_out() -> None:
    state = field("N2 irregulars", "B1 infantry", **CASTLE)
    # free attack 1 misses; 10 + 5 + 2 = 17 against 6 + 5 + 6 = 17: a tie keeps him out
    step(state, [1, 10, 6], [("move", 0, "B2")])
    unit = state.units[0]
    assert (place(state, 0), unit.spent, unit.halted, unspent(state, unit)) == ("N2", 1, True, 1)
    assert not MoveDecision(state, 0).movers


@pytest.mark.rule("warcards:full.enter-fail", "warcards:full.enter-success", "warcards:full.free-attack")
@pytest.mark.parametrize(
    ("dice", "kinds", "trail", "last"),
    [
        # 1 misses; 10 + 5 + 2 = 17 against 6 + 5 + 6 = 17
        (
            [1, 10, 6],
            ["move", "entry", "attack", "check", "entry"],
            ["N2"],
            "does not get into B2 and stays in N2.",
        ),
        # 8 + 3 reaches defense 10; 2 + 1 fails the save
        (
            [8, 2],
            ["move", "entry", "attack", "save", "entry"],
            ["N2"],
            "does not get into B2 and stays in N2.",
        ),
        # 17 against 16
        ([1, 10, 5], ["move", "entry", "attack", "check", "move"], ["N2", "B2"], "moves from N2 to B2."),
    ],
)
def test_the_news_tell_of_the_way_that_was_gone(
    dice: list[int], kinds: list[str], trail: list[str], last: str
) -> None:
    state = field("A2 irregulars", "B1 infantry", **CASTLE)
    events = step(state, dice, [("move", 0, "N2", "B2")]).events
    assert [event.kind for event in events] == kinds
    assert events[0].text == "Irregulars A1 moves from A2 to N2."
    assert events[1].text == "Irregulars A1 tries to enter B2 from N2."
    assert events[-1].text == f"Irregulars A1 {last}"
    assert [area for event in events for area in event.data.get("path", [])] == trail


@pytest.mark.rule("warcards:full.free-attack")
def test_whoever_falls_before_the_walls_has_gone_nowhere() -> None:
    state = field("N2 scouts, A1 infantry", "B1 infantry", **CASTLE)
    events = step(state, [20], [("move", 0, "B2")]).events  # their only hit
    assert [event.kind for event in events] == ["entry", "attack", "removed"]
    assert not any("path" in event.data for event in events)


@pytest.mark.rule("warcards:rout.move-home", "warcards:withdraw.declare", "warcards:move.allowance")
@pytest.mark.parametrize(
    ("routed", "withdrawing", "rule"),
    [(True, 0, "rout.move-home"), (False, 1, "withdraw.declare"), (False, 0, "move.allowance")],
)
def test_the_news_of_a_move_name_the_rule_that_sends_the_unit(
    routed: bool, withdrawing: int, rule: str
) -> None:
    state = field("A3 infantry", "B5 infantry")
    state.units[0].routed, state.withdrawing = routed, withdrawing
    script = step(state, [], [] if routed or withdrawing else [("move", 0, "RA")])
    assert script.events[0].rule == f"warcards:{rule}"


@pytest.mark.rule("warcards:full.free-attack")
def test_the_free_attack_comes_first() -> None:
    state = field("N2 infantry", "B1 infantry", **CASTLE)
    step(state, [11, 3], [("move", 0, "B2")])  # 11 + 3 hits; 3 + 2 against 15 routs: no contest
    unit = state.units[0]
    assert (place(state, 0), unit.lethal, unit.routed) == ("N2", 1, True)
    state = field("B2 infantry", "B1 infantry", **CASTLE)
    step(state, [10, 20, 1], [("move", 0, "B3")])  # from one fortified area to the next: again
    assert place(state, 0) == "B3"
    foul = {"fortification": {"kind": "full", "level": 4, "owner": "B"}, "weather": "inclement"}
    state = field("N2 infantry", "B1 infantry", fort=True, conditions=foul)
    step(state, [20, 1], [("move", 0, "B2")])  # level 4 - 4: no free attack, only the contest
    assert place(state, 0) == "B2"


@pytest.mark.rule("warcards:full.free-attack", "warcards:combat.criticals")
@pytest.mark.parametrize(
    ("criticals", "dice", "lethal"),
    [
        ("off", [20, 12], 1),
        ("natural-20-doubles", [20, 12], 2),
        ("threat-and-confirm", [20, 13, 12], 2),  # 13 + 3 confirms against 16
        ("threat-and-confirm", [20, 12, 12], 1),
        ("threat-and-confirm", [19, 12], 1),  # 19 is for artillerists
    ],
)
def test_the_walls_too_may_hit_critically(criticals: str, dice: list[int], lethal: int) -> None:
    """Elite infantry (defense 16, morale +4, 3 hits) before level 3; its contest is lost, 1 against 20."""
    state = field("N2 elite-infantry", "B1 infantry", **CASTLE, options={"criticals": criticals})
    step(state, [*dice, 1, 20], [("move", 0, "B2")])
    assert (place(state, 0), state.units[0].lethal) == ("N2", lethal)


@pytest.mark.rule("warcards:full.rout-recover", "warcards:rout.move-home")
@pytest.mark.parametrize(
    ("order", "where"), [(None, "B3"), (("move", 1, "B3"), "B3"), (("move", 1, "B3", "RB"), "RB")]
)
def test_walls_give_heart_and_one_may_stop_there_or_go_on(order: Order | None, where: str) -> None:
    """Move 3, 2 areas to the reserve."""
    state = field("A1 infantry", "N3 cavalry", **CASTLE)
    state.units[1].routed = True
    state.first = 1
    assert MoveDecision(state, 1).orders() == [("move", 1, "B3"), ("move", 1, "B3", "RB")]
    script = step(state, [], [order])
    assert (place(state, 1), state.units[1].routed) == (where, False)
    assert [event.text for event in script.events] == [
        f"Cavalry B1 moves from N3 to {'B3, RB' if where == 'RB' else 'B3'}.",
        "Cavalry B1 recovers behind the walls.",
    ]


@pytest.mark.rule("warcards:full.rout-recover", "warcards:rout.shortest-path", "warcards:withdraw.declare")
def test_walls_give_heart_but_room_only_where_nobody_stands_and_the_army_stays() -> None:
    state = field("A1 infantry", "N3 cavalry, B3 infantry", **CASTLE)
    state.units[1].routed = True
    assert MoveDecision(state, 1).orders() == [("move", 1, "B3", "RB")]
    state.first = 1
    step(state)
    assert (place(state, 1), state.units[1].routed) == ("RB", False)
    state = field("A1 infantry", "N3 cavalry", **CASTLE)
    state.units[1].routed = True
    state.withdrawing = 2
    assert MoveDecision(state, 1).orders() == [("move", 1, "B3", "RB")]
    state = field("A1 infantry", "N3 cavalry", **CASTLE)
    state.units[1].routed = True
    state.fortified = 0  # all taken
    assert MoveDecision(state, 1).orders() == [("move", 1, "B3", "RB")]


# ---------------------------------------------------------------- heroes


def with_heroes(a: str, b: str, host: str = "", **more: Any) -> State:
    group = {"name": "H", "members": [{"level": 5, "speed": 30}, {"level": 5, "speed": 30}]}
    if host:
        group["with"] = host
    return field(a, b, A={"heroes": [group]}, **more)


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


# ---------------------------------------------------------------- single characters


def changes(state: State) -> list[Order]:
    return [order for order in MoveDecision(state, 0).orders() if order[0] == "person"]


@pytest.mark.rule("warcards:lead.general-place", "warcards:lead.bonus")
def test_a_character_in_the_reserve_may_change_units_once_a_round() -> None:
    anna = {"general": {"name": "Anna", "lead": 10, "with": "infantry#1"}}
    state = field("RA infantry, RA knights, A1 archers", "B5 infantry", A=anna)
    assert changes(state) == [("person", 0, "RA"), ("person", 0, "with", 1)]
    step(state, [], [("person", 0, "with", 1)])
    assert [lead(state, unit) for unit in state.units[:2]] == [0, 2]
    assert changes(state) == []
    step(state, [], [("move", 1, "A3")])
    assert state.figures[0].host == 1
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert changes(state) == []  # on the field he stays with his unit
    state = field("RA infantry, RA knights, A1 archers", "B5 infantry", A=anna)
    script = step(state, [], [("person", 0, "RA")])
    assert [event.text for event in script.events] == ["Anna stays in the reserve."]
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert changes(state) == [("person", 0, "with", 0), ("person", 0, "with", 1)]


@pytest.mark.rule("warcards:lead.general-place", "warcards:rout.move-home")
def test_who_may_not_change_units() -> None:
    state = with_heroes("RA infantry, RA knights", "B5 infantry", "infantry#1")
    assert changes(state) == [
        ("person", 2, "with", 0),
        ("person", 2, "with", 1),
    ]  # the general; no hero of a unit
    assert not MoveDecision(state, 1).people
    state = field("RA infantry, N3 knights, A5 archers", "B5 infantry")
    state.units[1].routed = True
    assert changes(state) == []  # first the routed go home
    state = field("A3 infantry", "B5 infantry")
    assert changes(state) == []  # nobody is there


@pytest.mark.rule("warcards:lead.general-place", "warcards:setup.embark")
def test_at_sea_a_character_may_change_to_whoever_is_aboard_in_the_reserve() -> None:
    ship = {"ship": "drakkar", "aboard": ["infantry", "irregulars"]}
    anna = {"general": {"name": "Anna", "with": "drakkar#1/infantry#1"}}
    state = field(
        "RA ship, N3 ship", "B5 cog", kind="sea", special={"ship": ship, "cog": {"ship": "cog"}}, A=anna
    )
    assert changes(state) == [("person", 0, "RA"), ("person", 0, "with", 0), ("person", 0, "with", 2)]
