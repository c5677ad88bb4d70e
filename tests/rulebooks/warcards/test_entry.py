"""Ways into castles, and what they shelter."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, place, step

from banneret.kernel.order import Order
from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.view.move_forecast import order_forecast

CASTLE: dict[str, Any] = {
    "fort": True,
    "conditions": {"fortification": {"kind": "full", "level": 3, "owner": "B"}},
}


def ends(state: State, unit: int) -> set[str]:
    return {NAMES[way[-1]] for way in paths(state, state.units[unit])}


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
            ["move", "entry", "free-attack", "check", "kept-out"],
            ["N2"],
            "do not get in, and stay at the neutral left center (N2).",
        ),
        # 8 + 3 reaches defense 10; 2 + 1 fails the save
        (
            [8, 2],
            ["move", "entry", "free-attack", "save", "kept-out"],
            ["N2"],
            "do not get in, and stay at the neutral left center (N2).",
        ),
        # 17 against 16
        (
            [1, 10, 5],
            ["move", "entry", "free-attack", "check", "move"],
            ["N2", "B2"],
            "move from the neutral left center (N2) to the enemy left center (B2).",
        ),
    ],
)
def test_the_news_tell_of_the_way_that_was_gone(
    dice: list[int], kinds: list[str], trail: list[str], last: str
) -> None:
    state = field("A2 irregulars", "B1 infantry", **CASTLE)
    events = step(state, dice, [("move", 0, "N2", "B2")]).events
    assert [event.kind for event in events] == kinds
    assert (
        events[0].text
        == "1st Irregulars of Reds move from their own left center (A2) to the neutral left center (N2)."
    )
    assert events[1].text == "1st Irregulars of Reds try to enter the enemy left center (B2)."
    assert events[-1].text == f"1st Irregulars of Reds {last}"
    assert [area for event in events for area in event.data.get("path", [])] == trail


@pytest.mark.rule("warcards:full.free-attack")
def test_whoever_falls_before_the_walls_has_gone_nowhere() -> None:
    state = field("N2 scouts, A1 infantry", "B1 infantry", **CASTLE)
    events = step(state, [20], [("move", 0, "B2")]).events  # their only hit
    assert [event.kind for event in events] == ["entry", "free-attack", "removed"]
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
    way = "to its own center (B3)" if where == "B3" else "by its own center (B3) to the reserve"
    assert (place(state, 1), state.units[1].routed) == (where, False)
    assert [event.text for event in script.events] == [
        f"1st Cavalry of Blues moves from the neutral center (N3) {way}.",
        "1st Cavalry of Blues recovers behind the walls.",
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


@pytest.mark.rule("warcards:move.allowance", "warcards:full.enter-contest")
def test_a_way_by_fewer_walls_is_offered_beside_an_equally_short_one_by_more() -> None:
    state = field("N1 scouts", "RB infantry", **CASTLE)
    offered = [order[2:] for order in MoveDecision(state, 0).orders() if order[0] == "move"]
    assert offered.index(("N2", "B2", "B3")) < offered.index(("B1", "B2", "B3"))
    assert ("N2", "B2", "B1") in offered  # one wall and then another: no way to B1 that ends so has fewer
    assert len(set(offered)) == len(offered)
    state.fortified &= ~(1 << 10)  # B1 is taken: two ways with one wall each are as good as each other
    offered = [order[2:] for order in MoveDecision(state, 0).orders() if order[0] == "move"]
    assert ("B1", "B2", "B3") in offered
    assert ("N2", "B2", "B3") not in offered


def stormers(speed: int, units: str = "N1 scouts", **more: Any) -> State:
    """Scouts before the castle with heroes of EL 7 (+2 in attack, +1 in defense), who move one area, or two at speed 30."""
    group = {"name": "H", "members": [{"level": 5, "speed": speed}] * 2, "with": "scouts#1"}
    return field(units, "RB infantry", A={"heroes": [group]}, **CASTLE, **more)


@pytest.mark.rule("warcards:full.enter-contest", "warcards:hero.move")
@pytest.mark.parametrize(("speed", "enters"), [(30, True), (20, False)])
def test_heroes_who_cannot_follow_do_not_help_to_get_in(speed: int, enters: bool) -> None:
    state = stormers(speed)
    script = step(state, [2, 12, 7], [("move", 0, "N2", "B2")])  # 12+5+0 and 2 for heroes, against 7+5+6
    assert place(state, 0) == ("B2" if enters else "N2")
    assert state.groups[0].host == 0  # in both cases they are where it is
    check = next(event for event in script.events if event.kind == "check")
    assert check.tallies[0].total == (19 if enters else 17)


@pytest.mark.rule("warcards:full.enter-contest", "warcards:hero.move", "warcards:full.free-attack")
def test_heroes_before_the_walls_are_shot_at_and_part_when_their_unit_gets_in() -> None:
    state = stormers(20)
    script = step(state, [9, 14, 7], [("move", 0, "N2", "B2")])  # the shot: 9+3 against 12 and 1 for heroes
    assert (place(state, 0), state.units[0].lethal, state.groups[0].host) == ("B2", 0, -1)
    shot = next(event for event in script.events if event.kind == "free-attack")
    assert shot.tallies[1].total == 13


@pytest.mark.rule("warcards:hero.move", "warcards:full.free-attack", "warcards:hero.fate")
@pytest.mark.parametrize(("speed", "with_it"), [(20, False), (30, True)])
def test_heroes_share_the_losses_only_where_they_came_along(speed: int, with_it: bool) -> None:
    state = stormers(speed)
    need = 13 if with_it else 12
    script = step(state, [need - 3, 1, 1] if with_it else [9], [("move", 0, "N2", "N3", "B3")])
    assert place(state, 0) == "destroyed"
    assert [event.kind for event in script.events].count("fate") == (2 if with_it else 0)
    assert state.groups[0].dissolved == with_it


@pytest.mark.rule("warcards:full.enter-contest", "warcards:hero.move", "warcards:full.free-attack")
@pytest.mark.parametrize(
    ("speed", "way", "defense", "melee"),
    [
        (30, ["N2", "B2"], 13, 2),  # they come in with it
        (20, ["N2", "B2"], 13, 0),  # they come as far as the walls
        (20, ["N2", "N3", "B3"], 12, 0),  # they are left behind before
    ],
)
def test_forecasts_count_heroes_as_far_as_they_come(
    speed: int, way: list[str], defense: int, melee: int
) -> None:
    state = stormers(speed)
    odds = order_forecast(state, ("move", 0, *way))
    assert odds is not None
    assert odds.throws[0].figures[1].value == str(defense)
    assert odds.throws[-1].figures[0].value == f"{5 + melee:+d}"
