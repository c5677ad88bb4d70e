"""Placement and reinforcements: where units may be put down, and where they are put by default."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men
from rulebooks.battlesystem.test_scenarios import begun, data, refused, row

from banneret.geometry.rectangles import distance
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order, plain_order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.scenarios import new_state, shipped
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.setup import placement, reinforcements
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.setup.reinforcements import Arrival, entry
from banneret.rulebooks.battlesystem.space.standing import bases, ground
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.unit import FIELD, WAITING
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script


def refusal(state: State, side: int, *items: tuple[Any, ...]) -> str:
    """Why a placement is refused; "" when it is not."""
    found = Placement(state, side).check(("place", *items))
    return "" if found is None else f"{found.reason} ({found.rule})"


def free(a: list[dict[str, Any]], b: list[dict[str, Any]] | None = None, **changes: Any) -> State:
    """A battle before placement: zones 9.6 in deep along south and north edge of a table of 60 by 48."""
    found: State = begun(data(a, b, **changes))
    return found


# ---------------------------------------------------------------- the crossroads


@pytest.mark.rule("battlesystem:crossroads.setup", "battlesystem:3.4")
def test_evil_sets_up_first_and_good_sees_it() -> None:
    state = new_state(shipped()["crossroads"], {})
    assert (state.stage, state.setting.placing) == (stages.PLACING, [1, 0])
    table = Script()
    placement.place(state, table)
    assert [decision.side for decision in table.asked] == [1]
    assert [unit.status for unit in state.units.values()] == [WAITING] * 4 + [FIELD] * 4
    placement.place(state, table)
    good = table.asked[1]
    assert isinstance(good, Placement)
    assert good.side == 0
    assert good.state.units[4].status == FIELD  # who places last sees all that stands
    assert state.stage == stages.INITIATIVE
    assert faults(state) == []
    assert "Borderland Spearhead sets up: Orcs of the Red Blade, Skullcrushers" in table.news
    assert all(unit.status == FIELD for unit in state.units.values())


@pytest.mark.rule("battlesystem:crossroads.setup")
def test_units_begin_in_any_formation_they_are_entitled_to() -> None:
    state = new_state(shipped()["crossroads"], {})
    rest = [
        (5, "closed", 6, 33.0, 39.5, 180),
        (6, "closed", 6, 40.5, 39.5, 180),
        (7, "closed", 9, 17, 39.5, 180),
    ]
    assert refusal(state, 1, (4, "open", 7, 25, 39.5, 180), *rest) == ""
    assert refusal(state, 1, (4, "closed", 7, 25, 44, 93), *rest) == ""  # any heading
    assert "they begin closed or open, not 'mob'" in refusal(state, 1, (4, "mob", 7, 25, 39.5, 180), *rest)
    outside = refusal(state, 1, (4, "closed", 7, 25, 38.9, 180), *rest)
    assert "would not stand wholly where Borderland Spearhead sets up" in outside
    assert "crossroads.setup" in outside
    # a front of 7 x 0.75 = 5.25 in: the left half ends at the zone's western edge, x = 6
    assert refusal(state, 1, (4, "closed", 7, 8.625, 39.5, 180), *rest) == ""
    assert "would not stand wholly" in refusal(state, 1, (4, "closed", 7, 8.6, 39.5, 180), *rest)


@pytest.mark.rule("battlesystem:crossroads.setup", "battlesystem:4.7a")
def test_who_begins_closed_is_in_command() -> None:
    # 18 goblins in one rank are 9 in broad; from the middle file the farthest is 4.5 in away, the radius is 4.
    state = new_state(shipped()["crossroads"], {})
    rest = [
        (4, "closed", 7, 25, 39.5, 180),
        (5, "closed", 6, 33, 39.5, 180),
        (6, "closed", 6, 40.5, 39.5, 180),
    ]
    text = refusal(state, 1, *rest, (7, "closed", 18, 14, 39.5, 180))
    assert "Broken Fang would begin in closed formation without being in command." in text
    assert (
        refusal(state, 1, *rest, (7, "closed", 16, 14, 39.5, 180)) == ""
    )  # 7 files to one side, 8 to the other
    assert (
        refusal(state, 1, *rest, (7, "closed", 9, 17, 39.5, 180, 1)) == ""
    )  # second from the left: 3.5 in along, 0.5 behind
    assert refusal(state, 1, *rest, (7, "open", 9, 14, 39.5, 180)) == ""


@pytest.mark.rule("battlesystem:crossroads.prohibited")
def test_nobody_is_put_on_prohibited_ground() -> None:
    pond = {"name": "the pond", "polygon": [[20, 2], [40, 2], [40, 8], [20, 8]]}
    state = free([row()], ground=[pond])
    assert "would stand in the pond" in refusal(state, 0, (0, "closed", 6, 30, 9, 0))
    assert "crossroads.prohibited" in refusal(state, 0, (0, "closed", 6, 30, 6, 0))  # wholly inside
    assert refusal(state, 0, (0, "closed", 6, 30, 9.5, 0)) == ""  # rear edge on its edge: 9.5 - 1.5
    default = Placement(state, 0).default()
    assert Placement(state, 0).check(default) is None


@pytest.mark.rule("battlesystem:5.0c", "battlesystem:crossroads.prohibited", "battlesystem:2.3b")
def test_a_commander_is_put_on_the_table_and_off_prohibited_ground() -> None:
    pond = {"name": "the pond", "polygon": [[20, 2], [40, 2], [40, 8], [20, 8]]}
    plain = data([row()], ground=[pond])
    plain["sides"][0]["leaders"] = [
        {"id": "boss", "name": "Boss", "rank": "army", "cr": 12, "cb": 0, "mv": 9}
    ]
    state = begun(plain)
    axes = (0, "closed", 6, 12, 9, 0)
    # his base is 1/2 in square: 1/4 in of it to each side
    for x, y in ((30, 5), (19.8, 5), (30, 8.2), (7, 0.2)):
        text = refusal(state, 0, axes, ("leader", 0, x, y))
        assert "Boss would stand off the table, or on ground that nobody may enter." in text
    for x, y in ((19.7, 5), (30, 8.3), (7, 0.25)):
        assert refusal(state, 0, axes, ("leader", 0, x, y)) == ""
    # the middle of the zone, (30, 4.8), lies in the pond: the nearest place free of it is 13 rings of 1/4 in to the south
    preset = Placement(state, 0).default()
    assert preset[-1] == ("leader", 0, 30.0, 1.55)
    assert Placement(state, 0).check(preset) is None


@pytest.mark.rule("battlesystem:5.0c", "battlesystem:crossroads.prohibited")
def test_a_commander_off_the_table_or_in_the_bog_is_a_fault() -> None:
    bog = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]
    for x, y, wrong in ((15, 15, True), (0.1, 15, True), (9.75, 15, False)):
        state = battle(men("Axes", 12, 6, 40, 5), leaders=[captain("Anna", x, y)], ground=[bog])
        assert bool(faults(state)) is wrong


# ---------------------------------------------------------------- positions that the scenario fixes


def placed(x: float, y: float, **changes: Any) -> dict[str, Any]:
    """A unit that the scenario puts somewhere, looking north."""
    place = {"x": x, "y": y, "heading": 0, "formation": "closed", "files": 6}
    return row(changes.pop("name", "Axes"), place=place, **changes)


def fixed(*units: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A scenario that places everybody."""
    return data(list(units), setup={"positions": "given"}, **changes)


@pytest.mark.rule("battlesystem:3.4")
def test_positions_of_a_scenario_hold_outside_its_zones_and_near_the_enemy() -> None:
    others = row("Others", place={"x": 30, "y": 30, "heading": 180, "formation": "open", "files": 6})
    state = begun(data([placed(30, 24)], [others], setup={"positions": "given"}))  # zones end at 9.6 and 38.4
    blocks = [unit.block for unit in state.units.values()]
    assert [(one.x, one.y, one.heading) for one in blocks if one] == [(30, 24, 0), (30, 30, 180)]
    assert state.stage == stages.INITIATIVE


@pytest.mark.rule(
    "battlesystem:3.4", "battlesystem:4.7a", "battlesystem:7.1e", "battlesystem:crossroads.prohibited"
)
@pytest.mark.parametrize(
    ("plain", "text"),
    [
        (fixed(placed(30, 1)), "Axes would stand off the table"),
        (fixed(placed(30, 9), placed(32, 9, name="Spears")), "Spears would stand on the ground of Axes"),
        (
            fixed(placed(30, 24), ground=[{"name": "the pond", "polygon": [[25, 20], [35, 20], [30, 23]]}]),
            "Axes would stand in the pond, which nobody may enter",
        ),
        # six files: the third from the left is the middle, the last is 2.25 in away
        (
            fixed(placed(30, 9, commander={"name": "Anna", "cr": 2})),
            "Axes would begin in closed formation without being in command",
        ),
    ],
)
def test_a_position_where_nobody_can_stand_is_refused(plain: dict[str, Any], text: str) -> None:
    assert f"file.toml: {text}; give it another place" in refused(plain)


@pytest.mark.rule("battlesystem:3.4", "battlesystem:5.0c")
def test_so_is_that_of_a_commander() -> None:
    plain = fixed(placed(30, 9))
    boss = {
        "id": "boss",
        "name": "Boss",
        "rank": "army",
        "cr": 12,
        "cb": 0,
        "mv": 9,
        "place": {"x": 20, "y": 0},
    }
    plain["sides"][0]["leaders"] = [boss]
    assert "Boss would stand off the table" in refused(plain)
    boss["place"] = {"x": 20, "y": 24}  # out of the zone
    state = begun(plain)
    assert (state.individuals[0].x, state.individuals[0].y) == (20, 24)


@pytest.mark.rule("battlesystem:3.4", "battlesystem:2.4")
def test_on_stands_who_finds_no_room_at_his_position_is_lined_up() -> None:
    # two units of 7 figures abreast side by side: 5.25 in each, but three stands are 6.75 in
    one, two = placed(30, 9, figures=14), placed(35.5, 9, name="Spears", figures=14)
    for unit in (one, two):
        unit["place"]["files"] = 7
    state = begun(fixed(one, two), stands="true")
    spears = state.units[1].block
    assert spears is not None
    assert (spears.x, spears.files) != (35.5, 7)
    assert faults(state) == []


# ---------------------------------------------------------------- distances


LOW = [[0, 0], [60, 0], [60, 28], [0, 28]]
HIGH = [[0, 32], [60, 32], [60, 60], [0, 60]]


def deep(mv: float, other: float, **changes: Any) -> State:
    """Two units on a table of 60 by 60 whose zones are 28 in deep and 4 in apart."""
    plain = data([row(mv=mv)], [row("Others", mv=other)], table={"width": 60, "depth": 60}, **changes)
    plain["sides"][0]["zone"], plain["sides"][1]["zone"] = LOW, HIGH
    found: State = begun(plain)
    return found


@pytest.mark.rule("battlesystem:3.4", "battlesystem:3.5")
def test_more_than_two_full_moves_of_the_faster_lie_between() -> None:
    state = deep(12, 6)
    placement.place(state, Script(orders=[("place", (0, "closed", 6, 30, 16, 0))]))
    # fronts face each other: from 16 to 40 is 24 in, not more
    text = refusal(state, 1, (1, "closed", 6, 30, 40, 180))
    assert "would stand 24.0 in from Axes: more than 24 in are wanted, two full moves of the faster" in text
    assert refusal(state, 1, (1, "closed", 6, 30, 40.05, 180)) == ""
    state = deep(6, 6)
    placement.place(state, Script(orders=[("place", (0, "closed", 6, 30, 27, 0))]))
    assert "more than 12 in" in refusal(state, 1, (1, "closed", 6, 30, 39, 180))
    assert refusal(state, 1, (1, "closed", 6, 30, 39.05, 180)) == ""
    assert Placement(state, 1).check(Placement(state, 1).default()) is None


@pytest.mark.rule("battlesystem:3.4")
def test_where_zones_leave_no_room_the_zones_win() -> None:
    plain = data([row(mv=12)], [row("Others", mv=12)])
    plain["sides"][0]["zone"] = [[0, 14], [60, 14], [60, 20], [0, 20]]
    plain["sides"][1]["zone"] = [[0, 28], [60, 28], [60, 34], [0, 34]]
    state = begun(plain)
    assert not state.setting.measured
    placement.place(state, Script(orders=[("place", (0, "closed", 6, 30, 20, 0))]))
    assert refusal(state, 1, (1, "closed", 6, 30, 28, 180)) == ""  # 8 in


@pytest.mark.rule("battlesystem:3.4")
def test_simultaneous_setup_is_hidden_and_revealed_together() -> None:
    state = deep(9, 9, setup={"positions": "free", "hidden": True})
    table = Script()
    # nobody knows where the enemy stands in its zone: he must be far from all of it, that is south of 14
    assert "would stand 17.0 in from Others" in refusal(state, 0, (0, "closed", 6, 30, 15, 0))
    assert refusal(state, 0, (0, "closed", 6, 30, 13.9, 0)) == ""
    placement.place(state, table)
    assert [decision.side for decision in table.asked] == [0, 1]
    assert all(event.reveals for event in table.events)
    assert state.stage == stages.INITIATIVE
    assert distance(ground(state.units[0])[0], ground(state.units[1])[0]) > 18.0


@pytest.mark.rule("battlesystem:3.4")
def test_the_question_says_who_sets_up_first_and_whom_one_sees() -> None:
    state = deep(6, 6)
    names = ", then ".join([state.setting.names[side] for side in state.setting.placing])
    for side in (0, 1):
        hint = question(state, Placement(state, side)).hint
        assert hint.startswith(f"In this scenario the sides set up one after the other: {names}.")
    state = deep(9, 9, setup={"positions": "free", "hidden": True})
    assert question(state, Placement(state, 0)).hint.startswith("All sides set up at once")


# ---------------------------------------------------------------- what is asked and answered


@pytest.mark.rule("battlesystem:2.10d", "battlesystem:2.10c")
def test_a_mob_is_placed_anywhere_in_the_zone_in_its_shape() -> None:
    state = free([row("Mob", unit_type="mob", figures=16, commander=None)])
    assert refusal(state, 0, (0, "mob", 4, 30, 9, 0)) == ""
    assert refusal(state, 0, (0, "mob", 4, 12, 6, 137)) == ""
    assert "as broad as deep: 4 files" in refusal(state, 0, (0, "mob", 8, 30, 9, 0))
    assert "it begins mob, not 'closed'" in refusal(state, 0, (0, "closed", 4, 30, 9, 0))


@pytest.mark.rule("battlesystem:2.9g")
def test_skirmishers_are_placed_an_inch_apart() -> None:
    state = free([row("Scouts", unit_type="skirmish", figures=7, commander=None)])
    placement.place(state, Script(orders=[("place", (0, "skirmish", 4, 30, 9, 0))]))
    places = bases(state.units[0])
    assert len(places) == 7
    nearest = min(distance(one, other) for at, one in enumerate(places) for other in places[:at])
    assert nearest == pytest.approx(1.0, abs=0.002)
    assert [single.heading for single in state.units[0].singles or []] == [0.0] * 7


@pytest.mark.rule("battlesystem:2.11", "battlesystem:2.8b")
def test_formations_of_special_kinds() -> None:
    state = free([row("Elite", unit_type="elite"), row("Mad", unit_type="berserker", dl=0)])
    scouts = (0, "skirmish", 6, 20, 9, 0)
    assert refusal(state, 0, scouts, (1, "open", 6, 40, 9, 0)) == ""
    assert "it begins open, not 'closed'" in refusal(state, 0, scouts, (1, "closed", 6, 40, 9, 0))


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ((), "The order begins with 'place'"),
        (("put", (0, "closed", 6, 30, 9, 0)), "The order begins with 'place'"),
        (("place",), "Axes are not placed yet"),
        (("place", 0), "Each unit is placed as"),
        (("place", (0,)), "Each unit is placed as"),
        (("place", (0, "closed", 6, 30)), "Axes need formation, files, x, y and heading"),
        (("place", (1, "closed", 6, 30, 9, 0)), "'1' is not a unit to be placed"),
        (("place", ("axes", "closed", 6, 30, 9, 0)), "'axes' is not a unit to be placed"),
        (("place", (0, "closed", 6, 30, 9, 0), (0, "open", 6, 30, 9, 0)), "Axes are placed twice"),
        (("place", (0, "closed", 0, 30, 9, 0)), "Axes stand 1 to 12 files broad"),
        (("place", (0, "closed", 13, 30, 9, 0)), "Axes stand 1 to 12 files broad"),
        (("place", (0, "closed", 6.5, 30, 9, 0)), "Axes stand 1 to 12 files broad"),
        (("place", (0, 3, 6, 30, 9, 0)), "not '3'"),
        (("place", (0, ("closed",), 6, 30, 9, 0)), "Axes are of kind regular"),
        (("place", (0, "closed", 6, "here", 9, 0)), "numbers for x, y and heading"),
        (("place", (0, "closed", 6, 10**11, 9, 0)), "numbers for x, y and heading"),
        (("place", (0, "closed", 6, 30, 9, 0, 6)), "stands in the front rank: figure 0 to 5"),
        (("place", (0, "closed", 6, 30, 9, 0, "left")), "stands in the front rank"),
        (("place", (0, "closed", 6, 30, 9, 0), ("leader", 0, 30, 5)), "Each unit is placed as"),
        (("place", (0, "closed", 6, 30, -3, 0)), "would stand off the table"),
    ],
)
def test_what_cannot_be_placed(order: Order, text: str) -> None:
    decision = Placement(free([row()]), 0)
    found = decision.check(order)
    assert found is not None
    assert text in found.reason
    assert found.nearest == decision.default()
    assert decision.check(found.nearest) is None


def test_units_are_not_put_on_each_other() -> None:
    state = free([row("Axes"), row("Spears")])
    one = (0, "closed", 6, 30, 9, 0)
    assert "Spears would stand on the ground of Axes" in refusal(state, 0, one, (1, "closed", 6, 32, 9, 0))
    assert refusal(state, 0, one, (1, "closed", 6, 34.5, 9, 0)) == ""  # side by side, 4.5 in each


def test_leaders_are_placed_with_their_side() -> None:
    state = new_state(shipped()["crossroads"], {"army_commanders": "true"})
    decision = Placement(state, 1)
    preset = decision.default()
    assert preset[-1] == ("leader", 1, 29.0, 43.0)
    assert "Warlord of the Spearhead is not placed yet" in str(decision.check(preset[:-1]))
    assert "would not stand where their side sets up" in str(
        decision.check((*preset[:-1], ("leader", 1, 29, 3)))
    )
    assert "placed twice" in str(decision.check((*preset, preset[-1])))
    assert decision.check((*preset[:-1], ("leader", 1, 50, 47.5))) is None


@pytest.mark.parametrize("name", ["crossroads", "ford_at_dawn", "kings_meadow"])
def test_every_placement_that_is_offered_can_be_made(name: str) -> None:
    state = new_state(shipped()[name], {"deployment": "free"})
    chance = Chance(11)
    for side in state.setting.placing:
        decision = Placement(state, side)
        offered = [*decision.orders(), *[decision.sample(chance) for _ in range(4)]]
        for order in offered:
            assert plain_order(order) == order
            assert decision.check(order) is None
        placement.place(state, Script(orders=[offered[-1]]))
    assert faults(state) == []


# ---------------------------------------------------------------- reinforcements


def later(edge: str, **changes: Any) -> State:
    """A battle in round 5 with a unit due in that round."""
    plain = data([row("Guard"), row("Late", arrives=5, edge=edge, **changes)])
    state: State = begun(plain, deployment="given")
    state.stage, state.round, state.ranking, state.movers = stages.COMPELLED, 5, (0, 1), (0, 1)
    return state


@pytest.mark.rule("battlesystem:1.0c")
def test_reinforcements_come_in_their_round_and_not_before() -> None:
    state = later("west")
    state.round = 4
    table = Script()
    reinforcements.arrive(state, table, 0)
    assert (table.asked, state.units[1].status) == ([], WAITING)
    state.round = 5
    reinforcements.arrive(state, table, 1)  # it is not theirs
    assert table.asked == []
    reinforcements.arrive(state, table, 0)
    assert state.units[1].status == FIELD
    assert min(x for base in bases(state.units[1]) for x, _ in base.corners()) == pytest.approx(0.0)
    assert "Late comes onto the table." in table.news
    assert state.units[1].spent == 0.0  # it moves normally
    reinforcements.arrive(state, table, 0)
    assert len(table.asked) == 1
    assert faults(state) == []


@pytest.mark.rule("battlesystem:1.0c")
@pytest.mark.parametrize(
    ("edge", "side"), [("north", NORTH), ("east", EAST), ("south", SOUTH), ("west", WEST)]
)
def test_reinforcements_touch_the_edge_named(edge: str, side: int) -> None:
    state = later(edge)
    unit = state.units[2] if state.setting.rosters[1].edge < 0 else state.units[1]
    preset = entry(state, unit)
    assert preset is not None
    decision = Arrival(state, unit, preset)
    assert decision.check(decision.default()) is None
    assert len(decision.orders()) >= 1
    heading = {NORTH: 180.0, EAST: 270.0, SOUTH: 0.0, WEST: 90.0}[side]
    assert preset.heading == heading
    inside: Order = ("arrive", unit.id, "closed", 6, 30, 24, heading)
    assert "would not touch the edge" in str(decision.check(inside))
    assert "Say where Late arrives" in str(decision.check(("arrive",)))
    assert "Say where Late arrives" in str(decision.check(("arrive", 0, "closed", 6, 30, 24, 0)))
    assert decision.check(decision.sample(Chance(3))) is None


@pytest.mark.rule("battlesystem:1.0c", "battlesystem:4.7", "battlesystem:4.7a")
def test_a_reinforcement_in_closed_order_is_in_command_of_the_captain_where_he_is_put() -> None:
    # one rank of twelve, 3/4 in each: from the sixth man the last is 4.5 in away, from the first 8.25 in
    state = later("south", commander={"name": "Anna", "cr": 4.6})
    preset = entry(state, state.units[1])
    assert preset is not None
    decision = Arrival(state, state.units[1], preset)
    there = ("arrive", 1, "closed", 12, 30, 0.75, 0)
    assert decision.check(there) is None
    assert decision.check((*there, 5)) is None
    refused = decision.check((*there, 0))
    assert refused is not None
    assert refused.rule == "battlesystem:4.7a"
    assert decision.check(("arrive", 1, "open", 6, 30, 2, 0, 0)) is None  # open, it may be out of it


@pytest.mark.rule("battlesystem:1.0c")
def test_a_reinforcement_waits_where_all_the_edge_is_taken() -> None:
    state = later("south")
    wall = [men(f"Wall {number}", 16, 16, 6.0 + 12.0 * number, 0.75, 0, side=1) for number in range(5)]
    blocked = battle(*wall, crowd("Late", 16, 0, 0, side=0, status=WAITING), stage=stages.COMPELLED, round=5)
    blocked.setting.rosters[5].arrives, blocked.setting.rosters[5].edge = 5, SOUTH
    assert entry(blocked, blocked.units[5]) is None
    table = Script()
    reinforcements.arrive(blocked, table, 0)
    assert (table.asked, blocked.units[5].status) == ([], WAITING)
    assert entry(state, state.units[1]) is not None


@pytest.mark.rule("battlesystem:2.3b", "battlesystem:5.0c")
def test_a_leader_takes_no_ground_from_units() -> None:
    state = battle(men("Axes", 12, 6, 30, 5), leaders=[captain("Anna", 30.0, 4.5)])
    assert faults(state) == []  # he stands among their ranks


# ---------------------------------------------------------------- crews


@pytest.mark.rule("battlesystem:10.10", "battlesystem:3.4")
def test_bows_may_stand_over_a_piece_in_whichever_order_the_units_are_named() -> None:
    state = new_state(shipped()["stone_and_bolt"], {"deployment": "free"})
    foot, bows = (0, "closed", 13, 24.346, 14.869, 0), (1, "closed", 3, 36.619, 12.887, 0)
    thunder, other = (2, "skirmish", 1, 38.022, 9.971, 0), (3, "skirmish", 1, 19.143, 12.395, 0)
    assert refusal(state, 0, foot, bows, thunder, other) == ""
    assert refusal(state, 0, thunder, other, bows, foot) == ""
    onto = (2, "skirmish", 1, 36.8, 12.0, 0)  # the crew itself
    for items in ((foot, bows, onto, other), (onto, other, bows, foot)):
        assert "would stand on the ground of" in refusal(state, 0, *items)
