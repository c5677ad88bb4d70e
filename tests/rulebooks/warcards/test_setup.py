"""From the first question to the last placement."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import data, field, fresh, place, step

from banneret.kernel.decision import Decision
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.scene import OptionView
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.scenarios import read_scenario
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NAMES, NUMBERS, STEPS, name_for
from banneret.rulebooks.warcards.board.people import skill_of
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.ratings.checks import opposed, skills
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.setup.placement import placement_plan
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import (
    ABNORMAL,
    CAMP,
    FOG,
    FULL,
    INCLEMENT,
    LIMITED,
    MAJOR_STORM,
    NIGHT,
    NORMAL,
    OPEN,
    STORM,
    SWAMP,
)
from banneret.testing import Script

I2 = ["infantry", "infantry"]


def at_stage(stage: int, **more: Any) -> State:
    state = fresh(data(I2, I2, **more))
    state.attacker = 0
    state.stage = stage
    return state


def walled(state: State) -> int:
    """In how many areas a seat sees works."""
    places = RULEBOOK.view.scene(state, viewer_of(1)).board.places
    return sum(tag.kind in ("walls", "palisade") for place in places for tag in place.tags)


def names(places: tuple[int, ...]) -> set[str]:
    return {NAMES[place] for place in places}


@pytest.mark.rule("warcards:field.areas", "warcards:field.adjacency")
def test_fifteen_areas_two_reserves_and_who_is_next_to_whom() -> None:
    assert (AREAS, len(NAMES)) == (15, 17)
    assert names(ADJACENT[NUMBERS["N3"]]) == {"A3", "B3", "N2", "N4"}
    assert names(ADJACENT[NUMBERS["A1"]]) == {"N1", "A2"}
    assert names(STEPS[0][NUMBERS["A1"]]) == {"N1", "A2", "RA"}
    assert names(STEPS[0][NUMBERS["RA"]]) == {"A1", "A2", "A3", "A4", "A5"}
    assert names(STEPS[1][NUMBERS["A1"]]) == {"N1", "A2"}  # RA is closed to B


@pytest.mark.rule("warcards:field.names")
def test_one_sides_left_is_the_others_right() -> None:
    assert name_for(0, NUMBERS["N1"]).startswith("left flank")
    assert name_for(1, NUMBERS["N1"]).startswith("right flank")
    assert name_for(0, NUMBERS["N3"]).startswith("center")
    assert name_for(1, NUMBERS["N3"]).startswith("center")


@pytest.mark.rule("warcards:field.two-sides", "warcards:check.opposed")
@pytest.mark.parametrize(
    ("skill", "dice", "winner"),
    [((7, 4), [9, 13], 1), ((6, 4), [8, 10], 0), ((5, 5), [11, 11, 3, 2], 0)],
)
def test_opposed_checks_and_their_ties(skill: tuple[int, int], dice: list[int], winner: int) -> None:
    state = fresh(data(I2, I2, A={"general": {"warcraft": skill[0]}}, B={"general": {"warcraft": skill[1]}}))
    script = Script(dice)
    assert (
        opposed(
            state, script, skills(state, "test", "warcards:init.roll"), "test", "warcards:init.roll", False
        )
        == winner
    )
    assert not script.values


@pytest.mark.rule("warcards:field.two-sides")
def test_the_most_skilful_character_left_takes_over_from_a_lost_general() -> None:
    state = fresh(data(I2, I2, A={"casters": [{"name": "Wizard", "warcraft": 3}]}))
    assert skill_of(state, 0, False) == 5
    state.figures[0].status = st.SLAIN
    assert skill_of(state, 0, False) == 3
    state.figures[1].status = st.CAPTURED
    assert skill_of(state, 0, False) == 0


@pytest.mark.rule("warcards:setup.order", "warcards:setup.ready")
def test_everything_is_settled_in_its_order() -> None:
    conditions = {
        "terrain": "contest",
        "visibility": "contest",
        "fortification": {"kind": "limited", "owner": "B"},
    }
    state = fresh(data(I2, I2, attacker="ask", province={"major": "hills"}, conditions=conditions))
    script = Script([10, 10] * 3 + [12, 10], [("attack",), ("wait",)])
    while state.stage < stages.INITIATIVE:
        RULEBOOK.step(state, script)
    assert script.kinds == [
        "attack",
        "attack",
        "terrain",
        "terrain",
        "visibility",
        "visibility",
        "fort",
        "place",
        "place",
    ]
    assert state.round == 0


@pytest.mark.rule("warcards:setup.order", "warcards:setup.full-fort-open", "warcards:setup.fort-use")
@pytest.mark.parametrize(
    ("works", "kinds"),
    [
        ({"kind": "full", "level": 3}, ["fort", "visibility", "visibility"]),  # and the terrain is open
        ({"kind": "limited"}, ["terrain", "terrain", "visibility", "visibility", "fort"]),
    ],
)
def test_only_a_castle_is_announced_before_the_terrain(works: dict[str, Any], kinds: list[str]) -> None:
    conditions = {"terrain": "contest", "visibility": "contest", "fortification": {**works, "owner": "B"}}
    state = fresh(data(I2, I2, province={"major": "hills"}, conditions=conditions))
    script = Script()
    seen = []
    while state.stage < stages.PLACEMENT:
        RULEBOOK.step(state, script)
        seen.append(walled(state))
    assert script.kinds == kinds
    assert set(seen) == {5}  # to be seen from the first, and used
    state = fresh(data(I2, I2, attacker="B", province={"major": "hills"}, conditions=conditions))
    step(state)
    assert walled(state) == 0  # whoever attacks uses none


@pytest.mark.rule("warcards:setup.attacker")
def test_without_an_attacker_there_is_no_battle() -> None:
    state = fresh(data(I2, I2, attacker="ask"))
    step(state, [], [("wait",), ("wait",)])
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("warcards:setup.fort-use", "warcards:setup.fort-line")
@pytest.mark.parametrize("works", [{"kind": "full", "level": 3}, {"kind": "limited"}])
@pytest.mark.parametrize(("answer", "after"), [("use", 5), ("field", 0)])
def test_the_works_are_seen_while_their_owner_is_asked_about_them(
    works: dict[str, Any], answer: str, after: int
) -> None:
    class Onlooker(Script):
        def ask(self, decision: Decision) -> Order:
            seen.append(walled(state))
            return super().ask(decision)

    seen: list[int] = []
    state = fresh(data(I2, I2, attacker="A", conditions={"fortification": {**works, "owner": "B"}}))
    script = Onlooker(orders=[(answer,)])
    while not script.asked:
        assert walled(state) == 5
        RULEBOOK.step(state, script)
    assert seen == [5]
    assert walled(state) == after


@pytest.mark.rule("warcards:setup.attacker", "warcards:setup.fort-use")
@pytest.mark.parametrize(("who", "asked"), [("A", ["fort"]), ("B", [])])
def test_only_the_attacked_owner_uses_his_fortification(who: str, asked: list[str]) -> None:
    conditions = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = fresh(data(I2, I2, attacker=who, conditions=conditions))
    step(state)
    assert step(state).kinds == asked
    assert bool(state.fortified) is bool(asked)


@pytest.mark.rule(
    "warcards:setup.fort-use",
    "warcards:setup.fort-line",
    "warcards:setup.full-fort-open",
    "warcards:full.what",
)
def test_a_castle_covers_its_owners_line_and_stands_in_the_open() -> None:
    conditions = {"terrain": "contest", "fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = fresh(data(I2, I2, province={"major": "forest"}, conditions=conditions))
    step(state)
    step(state, [], [("use",)])
    assert [NAMES[area] for area in range(15) if is_fortified(state, area)] == [
        "B1",
        "B2",
        "B3",
        "B4",
        "B5",
    ]
    assert step(state).kinds == []  # no contest
    assert state.terrain == OPEN
    state = fresh(data(I2, I2, province={"major": "forest"}, conditions=conditions))
    step(state)
    step(state, [], [("field",)])
    assert not state.fortified
    assert state.setting.level == 3


@pytest.mark.rule("warcards:fort.camp", "warcards:limited.build")
@pytest.mark.parametrize(
    ("kind", "moves", "fort"),
    [("march-camp", 9, CAMP), ("limited", 3, CAMP), ("limited", 4, LIMITED)],
)
def test_a_camp_is_no_fortification_and_works_take_four_war_moves(kind: str, moves: int, fort: int) -> None:
    works = {"kind": kind, "owner": "B", "war_moves_in_province": moves}
    assert fresh(data(I2, I2, conditions={"fortification": works})).setting.fort == fort


@pytest.mark.rule("warcards:setup.terrain-options", "warcards:setup.terrain-choice")
def test_generals_choose_among_open_major_and_minor_terrain() -> None:
    more = {"province": {"major": "forest", "minor": ["swamp"]}, "conditions": {"terrain": "contest"}}
    state = at_stage(stages.TERRAIN, **more)
    script = step(state, [], [("terrain", "swamp"), ("terrain", "swamp")])
    assert script.asked[0].orders() == [("terrain", "open"), ("terrain", "forest"), ("terrain", "swamp")]
    assert script.asked[0].check(("terrain", "hills")) is not None
    assert state.terrain == SWAMP  # and no die was rolled


@pytest.mark.rule("warcards:setup.terrain-choice")
def test_a_general_may_accept_the_others_choice() -> None:
    state = at_stage(stages.TERRAIN, province={"major": "forest"}, conditions={"terrain": "contest"})
    step(state, [], [("terrain", "open"), ("terrain", "forest"), ("roll",), ("accept",)])
    assert state.terrain == OPEN


@pytest.mark.rule("warcards:setup.terrain-contest", "warcards:setup.terrain-tie")
@pytest.mark.parametrize(("die", "ground"), [(14, OPEN), (15, SWAMP), (13, OPEN)])
def test_the_contest_for_the_terrain(die: int, ground: int) -> None:
    state = at_stage(
        stages.TERRAIN,
        province={"major": "forest", "minor": ["swamp"], "home_of": "B"},
        conditions={"terrain": "contest"},
        B={"general": {"warcraft": 3}},
    )
    script = step(state, [10, die], [("terrain", "open"), ("terrain", "swamp"), None, None])
    assert state.terrain == ground
    check = next(event for event in script.events if event.kind == "check")
    assert [tally.total for tally in check.tallies] == [17, die + 3]


@pytest.mark.rule("warcards:setup.terrain-contest", "warcards:weather.abnormal-who")
@pytest.mark.parametrize(("home", "totals"), [({}, [15, 15]), ({"home_of": "both"}, [19, 19])])
def test_nobody_is_favored_where_neither_is_at_home_or_both_are(
    home: dict[str, str], totals: list[int]
) -> None:
    province = {"major": "forest", "minor": ["swamp", "hills"], **home}
    state = at_stage(stages.TERRAIN, province=province, conditions={"terrain": "contest"})
    script = step(state, [14, 14], [("terrain", "swamp"), ("terrain", "hills"), None, None])
    check = next(event for event in script.events if event.kind == "check")
    assert [tally.total for tally in check.tallies] == totals  # 14+5-4, and 4 at home


@pytest.mark.rule("warcards:setup.terrain-tie")
def test_a_tie_is_open_even_if_nobody_wanted_it() -> None:
    state = at_stage(
        stages.TERRAIN, province={"major": "forest", "minor": ["swamp"]}, conditions={"terrain": "contest"}
    )
    step(state, [10, 14], [("terrain", "forest"), ("terrain", "swamp"), None, None])  # 15 : 14+5-4
    assert state.terrain == OPEN


@pytest.mark.rule("warcards:setup.weather", "warcards:weather.major-storm")
def test_the_weather_is_that_of_the_scenario_and_a_major_storm_forbids_the_battle() -> None:
    state = at_stage(stages.WEATHER, conditions={"weather": "inclement"})
    step(state)
    assert state.weather == INCLEMENT
    assert state.outcome is None
    state = at_stage(stages.WEATHER, conditions={"weather": "major-storm"})
    step(state)
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("warcards:setup.weather")
def test_weather_may_be_rolled() -> None:
    for die, weather in (
        (12, NORMAL),
        (13, ABNORMAL),
        (17, INCLEMENT),
        (18, STORM),
        (20, MAJOR_STORM),
    ):
        state = fresh(data(I2, I2), weather_roll="d20-table")
        state.stage = stages.WEATHER
        step(state, [die])
        assert state.weather == weather


@pytest.mark.rule("warcards:setup.visibility", "warcards:vis.full")
@pytest.mark.parametrize(("dice", "sight"), [([13, 9], NIGHT), ([9, 9], FULL), ([2, 9], FULL)])
def test_the_contest_for_visibility(dice: list[int], sight: int) -> None:
    state = at_stage(stages.VISIBILITY, conditions={"visibility": "contest"})
    script = step(state, dice, [("see", "night"), ("see", "full")])
    assert state.visibility == sight
    assert ("see", "fog") not in script.asked[0].orders()


@pytest.mark.rule("warcards:setup.visibility")
def test_equal_wishes_need_no_roll() -> None:
    state = at_stage(stages.VISIBILITY, conditions={"visibility": "contest", "fog": True})
    step(state, [], [("see", "fog"), ("see", "fog")])
    assert state.visibility == FOG


@pytest.mark.rule("warcards:setup.placement-contest", "warcards:full.commander-bonus")
def test_the_winner_places_last_and_a_castle_helps_its_commander() -> None:
    state = field(
        "RA infantry", "RB infantry", stages.PLACEMENT, fort=True,
        conditions={"fortification": {"kind": "full", "level": 3, "owner": "B"}},
        A={"general": {"warcraft": 7}}, B={"general": {"warcraft": 4}},
    )  # fmt: skip
    step(state, [11, 12])  # 18 : 19
    script = step(state)
    assert script.asked[0].side == 0
    assert step(state).asked[0].side == 1


@pytest.mark.rule("warcards:setup.placement-limits", "warcards:unit.card")
def test_at_most_one_unit_an_area_of_the_own_line() -> None:
    state = fresh(data(["infantry"] * 7, I2))
    plan = placement_plan(state, 0)
    assert len(plan.default()) == 6  # five of seven
    assert plan.check(("place",)) is None
    assert plan.check(("place", "u0-A1", "u1-A2")) is None
    for wrong in (
        ("place", "u0-N3"),
        ("place", "u0-A1", "u1-A1"),
        ("place", "u0-A1", "u0-A2"),
        ("place", "u0-B1"),
    ):
        assert plan.check(wrong) is not None
    state.stage = stages.PLACE_FIRST
    step(state, [], [("place", "u0-A1")])
    assert (place(state, 0), place(state, 1)) == ("A1", "RA")


@pytest.mark.rule("warcards:setup.placement-heroes")
def test_heroes_are_placed_on_a_unit_or_in_the_reserve() -> None:
    heroes = [{"name": "Four", "members": [{"level": 3, "name": str(n)} for n in range(4)]}]
    state = fresh(data(I2, I2, A={"heroes": heroes}))
    state.stage = stages.PLACE_FIRST
    other = state.copy()
    step(state, [], [("place", "u1-A2", "h0-u1")])
    assert state.groups[0].host == 1
    step(other, [], [("place", "u1-A2")])
    assert other.groups[0].host == st.NOBODY


@pytest.mark.rule("warcards:setup.placement-heroes", "warcards:setup.embark")
def test_heroes_may_be_placed_on_an_embarked_unit() -> None:
    heroes = [{"name": "H", "members": [{"level": 5}], "with": "drakkar#1/infantry#1"}]
    ships = [{"ship": "drakkar", "aboard": I2}, {"ship": "cog"}]
    state = fresh(data(ships, [{"ship": "cog"}], kind="sea", A={"heroes": heroes}))
    slot = placement_plan(state, 0).slots[-1]
    assert slot.words == ["h0-u0", "h0-u3", "h0-u1", "h0-u2"]  # the ships, and who is aboard
    state.stage = stages.PLACE_FIRST
    other = state.copy()
    step(state)
    assert state.groups[0].host == 1  # where they are by default
    step(other, [], [("place", "u0-A3", "h0-u2")])
    assert other.groups[0].host == 2


@pytest.mark.rule("warcards:setup.mustering", "warcards:combat.staggered")
def test_a_unit_caught_mustering_begins_staggered() -> None:
    state = fresh(data([{"type": "infantry", "mustering": True}], I2))
    unit = state.units[0]
    assert (unit.subdual, unit.lethal) == (2, 0)
    assert staggered(state, unit)


@pytest.mark.rule("warcards:setup.embark", "warcards:naval.bunks")
def test_ships_carry_no_more_than_their_bunks() -> None:
    ship = {"ship": "drakkar", "aboard": I2}
    assert len(fresh(data([ship], [ship], kind="sea")).units) == 6
    with pytest.raises(BadInput, match="2 bunks, not 3"):
        fresh(data([{"ship": "drakkar", "aboard": ["infantry"] * 3}], [ship], kind="sea"))
    with pytest.raises(BadInput, match="3 bunks, not 4"):
        fresh(data([{"ship": "roundship", "aboard": ["infantry"] * 4}], [ship], kind="sea"))


def test_a_wrong_field_is_named_with_a_hint() -> None:
    with pytest.raises(BadInput, match=r"infantri.*did you mean 'infantry'"):
        read_scenario(data(["infantri"], I2), "file")
    with pytest.raises(BadInput, match="nothing is called 'colour' here"):
        read_scenario(data(I2, I2, colour="red"), "file")


@pytest.mark.rule(
    "warcards:setup.terrain-contest", "warcards:setup.terrain-choice", "warcards:setup.visibility"
)
def test_wishes_for_ground_and_sight_stand_with_what_they_do_and_their_contests() -> None:
    """Hills against open ground: Warcraft is equal, and who tries for the open has 2 more: 153 of 400 throws for the hills, 18 ties."""
    conditions = {"terrain": "contest", "visibility": "contest"}
    state = fresh(data(I2, I2, province={"major": "hills"}, conditions=conditions))

    class Onlooker(Script):
        def ask(self, decision: Decision) -> Order:
            shown[decision.kind] = RULEBOOK.view.question(state, decision).options
            return super().ask(decision)

        def ask_all(self, decisions: list[Decision]) -> list[Order]:
            for decision in decisions:
                shown[decision.kind] = RULEBOOK.view.question(state, decision).options
            return super().ask_all(decisions)

    shown: dict[str, tuple[OptionView, ...]] = {}
    orders: list[Order] = [("terrain", "open"), ("terrain", "hills"), ("roll",), ("roll",)]
    script = Onlooker([10, 10] * 4, orders, strict=False)
    while state.stage < stages.WORKS:
        RULEBOOK.step(state, script)
    plain, hills = shown["terrain"]
    assert (plain.consequence, bool(hills.consequence)) == ("no effect on movement or combat", True)
    assert hills.odds is not None
    wins = sum(mine > theirs + 2 for mine in range(1, 21) for theirs in range(1, 21)) / 4
    assert hills.odds.chances[0].share == round(wins, 1)
    assert hills.odds.assumption == "if the choice of Reds is open terrain"
    rolls, accepts = shown["yield"]
    assert rolls.odds is not None
    assert accepts.odds is None
    assert rolls.odds.chances == hills.odds.chances, (
        "the second side is the last that was asked, for the hills"
    )
    full, night = shown["visibility"]
    assert full.odds is not None
    assert night.odds is not None
    assert full.odds.chances[0].share == night.odds.chances[0].share == 47.5
