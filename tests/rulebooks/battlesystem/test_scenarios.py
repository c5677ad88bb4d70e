"""Scenarios and rosters as they are read: what is played, and what is refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army import scenarios
from banneret.rulebooks.battlesystem.army.matchups import matchup
from banneret.rulebooks.battlesystem.army.scenarios import new_state, read_scenario, shipped
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import NORTH, SOUTH
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR, Roster
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB


def row(name: str = "Axes", **changes: Any) -> dict[str, Any]:
    """A unit of ordinary men as scenarios write it; a change to None leaves the field out."""
    base: dict[str, Any] = {
        "name": name,
        "unit_type": "regular",
        "creature": "human",
        "ac": 6,
        "figures": 12,
        "ratio": "10:1",
        "hd_per_figure": 10,
        "mv": 9,
        "size": "M",
        "saves": [14, 15, 16, 17, 17],
        "ar": 20,
        "ml": 12,
        "dl": 12,
        "weapons": [{"id": "sword", "sm": "1d8", "l": "1d12"}],
        "commander": {"name": "Anna", "cr": 10, "cb": 0},
    }
    return {key: value for key, value in {**base, **changes}.items() if value is not None}


def data(a: list[dict[str, Any]], b: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """A scenario of two sides on a table of 60 by 48."""
    return {
        "id": "test",
        "title": "Test",
        "table": {"width": 60, "depth": 48},
        "setup": {"positions": "free"},
        "sides": [
            {"id": "reds", "name": "Reds", "home": "south", "units": a},
            {"id": "blues", "name": "Blues", "home": "north", "units": b or [row("Others")]},
        ],
        **changes,
    }


def begun(plain: dict[str, Any], **options: str) -> State:
    """The beginning of a battle."""
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return scenarios.build(plain, "test", chosen)


def roster(options: dict[str, str] | None = None, **changes: Any) -> Roster:
    """The roster that a row is read as."""
    return scenarios.build(data([row(**changes)]), "test", options or {}).setting.rosters[0]


def refused(plain: dict[str, Any]) -> str:
    """What is said of a scenario that cannot be."""
    with pytest.raises(BadInput) as caught:
        read_scenario(plain, "file.toml")
    return str(caught.value)


# ---------------------------------------------------------------- the shipped ones


@pytest.mark.rule("battlesystem:crossroads.forces", "battlesystem:scenario.constants")
def test_forces_of_the_crossroads() -> None:
    state = new_state(shipped()["crossroads"], {})
    figures = [
        sum(state.setting.rosters[unit.id].figures for unit in state.units.values() if unit.side == side)
        for side in (0, 1)
    ]
    assert figures == [50, 56]
    assert state.individuals == {}
    by_name = {one.name: one for one in state.setting.rosters.values()}
    ogres = by_name["Skullcrushers"]
    assert (ogres.armour_class, ogres.figure, ogres.ratio, ogres.movement) == (5, 200, 5, 9.0)
    assert (ogres.attack_rating, ogres.morale, ogres.discipline, ogres.radius) == (15, 13, 11, 6.0)
    assert (by_name["Broken Fang"].figures, by_name["Broken Fang"].creature) == (18, "goblin")
    assert by_name["Twin Blades"].attack_rating == 20  # the commander's -1 is no part of the roster


@pytest.mark.rule("battlesystem:crossroads.forces")
def test_options_of_the_crossroads() -> None:
    scenario = shipped()["crossroads"]
    weaker = new_state(scenario, {"skullcrushers_ar": "20"})
    assert weaker.setting.rosters[5].attack_rating == 20
    assert new_state(scenario, {"figures": "by-rule"}).setting.rosters[5].attack_rating == 20  # THAC0 15 + 5
    led = new_state(scenario, {"army_commanders": "true"})
    assert [(one.name, one.radius, one.charisma, one.rank) for one in led.setting.sheets.values()] == [
        ("Captain of Glarus", 12.0, 1, ARMY),
        ("Warlord of the Spearhead", 12.0, 1, ARMY),
    ]
    by_rule = list(new_state(scenario, {"figures": "by-rule"}).setting.rosters.values())
    assert [(one.morale, one.discipline) for one in by_rule] == [
        (14, 15),
        (11, 12),
        (12, 13),
        (12, 13),
        (12, 12),
        (13, 11),
        (11, 11),
        (11, 11),
    ]


@pytest.mark.rule("battlesystem:crossroads.rules", "battlesystem:5.0a")
def test_rules_in_force_at_the_crossroads() -> None:
    setting = new_state(shipped()["crossroads"], {}).setting
    assert setting.daylight
    assert not setting.flags.fighter_sweep  # the roster of the guard lists one attack
    afraid_of_light = [
        one.name for one in setting.rosters.values() if any(m.when == "daylight" for m in one.modifiers)
    ]
    assert afraid_of_light == ["Orcs of the Red Blade", "Twisted Claws", "Broken Fang"]
    assert [m.ar for one in setting.rosters.values() for m in one.modifiers if m.when == "daylight"] == [
        1,
        1,
        1,
    ]
    assert {one[0] for one in setting.scenery} == {"road"}  # looked at, no more


@pytest.mark.rule("battlesystem:8.6b", "battlesystem:intro.parent")
def test_many_attacks_on_the_weak_are_of_one_parent_game() -> None:
    meadow = shipped()["kings_meadow"]
    assert new_state(meadow, {}).setting.flags.fighter_sweep
    assert not new_state(meadow, {"parent": "dnd", "fighter_sweep": "true"}).setting.flags.fighter_sweep


@pytest.mark.rule("battlesystem:crossroads.prohibited")
def test_prohibited_areas_of_the_crossroads() -> None:
    setting = new_state(shipped()["crossroads"], {}).setting
    assert setting.ground_names == ["the thorn tangle", "the deep pond"]
    tangle, pond = setting.ground
    assert tangle.holds(5.0, 25.0)
    assert pond.holds(55.0, 22.0)
    assert not tangle.holds(30.0, 24.0)
    assert len(setting.walls) == 10


@pytest.mark.rule("battlesystem:scenario.unlisted-commanders")
def test_commanders_known_by_name_and_radius() -> None:
    dwarves = new_state(shipped()["crossroads"], {}).setting.rosters[0]
    assert (dwarves.commander, dwarves.radius, dwarves.charisma) == ("Bairn Stonewall", 10.0, 0)


@pytest.mark.parametrize("name", ["crossroads", "ford_at_dawn", "kings_meadow"])
def test_shipped_scenarios_stand_as_they_say(name: str) -> None:
    scenario = shipped()[name]
    assert scenario.summary
    state = new_state(scenario, {"deployment": "given"})
    assert state.stage == stages.INITIATIVE
    assert all(unit.status == FIELD for unit in state.units.values())
    assert faults(state) == []
    for unit in state.units.values():  # everybody where the scenario puts him
        post = state.setting.posts[unit.id]
        if post is not None and unit.block is not None:
            assert (unit.block.x, unit.block.y, unit.block.files) == (post.x, post.y, post.files)
    again = read_scenario({"id": scenario.id, "title": scenario.title, "data": scenario.data}, "record")
    assert again.to_json() == scenario.to_json()
    assert CODEC.dump(CODEC.load(CODEC.dump(state), like=state)) == CODEC.dump(state)


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.10b")
def test_twenty_units_a_side_in_three_brigades() -> None:
    state = new_state(shipped()["kings_meadow"], {})
    for side in (0, 1):
        leaders = [leader.id for leader in state.individuals.values() if leader.side == side]
        ranks = [state.setting.sheets[number].rank for number in leaders]
        assert (ranks.count(ARMY), ranks.count(BRIGADE)) == (1, 3)
        brigades = [
            state.setting.rosters[unit.id].brigade for unit in state.units.values() if unit.side == side
        ]
        assert sorted(brigades.count(number) for number in leaders) == [0, 6, 7, 7]


# ---------------------------------------------------------------- what a roster says


@pytest.mark.rule("battlesystem:3.1", "battlesystem:3.1c")
def test_fields_of_a_roster() -> None:
    one = roster(
        name="Death's Head",
        figures=20,
        symbol="orc",
        creature="orc",
        ar=19,
        ml=13,
        dl=13,
        modifiers=[{"ar": -1}, {"ar": 1, "when": "daylight"}],
        weapons=[{"id": "long-sword", "name": "longsword +1", "sm": "2-9", "l": "2-13", "plus": 1}],
        mr=5,
        hates=["elf"],
        shield=True,
    )
    assert (one.name, one.kind, one.figures, one.ratio, one.figure) == ("Death's Head", REGULAR, 20, 10, 100)
    assert (one.attack_rating, one.morale, one.discipline, one.movement, one.size) == (19, 13, 13, 9.0, "M")
    assert one.saves == (14, 15, 16, 17, 17)
    assert [modifier.ar for modifier in one.modifiers] == [-1, 1]
    assert [damage.shown() for damage in one.weapons[0].small + one.weapons[0].large]
    assert (one.weapons[0].plus, one.magic_resistance, one.hates, one.shield) == (1, 5, ("elf",), True)


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:4.8a")
def test_where_a_roster_is_silent_troops_hate_whom_their_people_hate() -> None:
    assert roster(creature="goblin").hates == ("gnome", "dwarf")
    assert roster(creature="goblin", hates=["elf"]).hates == ("elf",)
    assert roster(creature="goblin", hates=[]).hates == ()  # as the dwarves of the crossroads
    assert roster(creature="human").hates == ()
    assert new_state(shipped()["crossroads"], {}).setting.rosters[0].hates == ()
    plain = data([row()])
    chief = {"id": "chief", "name": "Chief", "rank": "army", "cr": 12, "mv": 9, "creature": "orc"}
    plain["sides"][0]["leaders"] = [chief, {**chief, "id": "other", "rank": "brigade", "hates": []}]
    plain["sides"][0]["units"][0]["chain"] = ["chief", "other"]
    assert [one.hates for one in begun(plain).setting.sheets.values()] == [("elf",), ()]


@pytest.mark.rule("battlesystem:4.6d", "battlesystem:4.6e")
def test_the_chaotic_and_the_dull_are_known_by_their_alignment_and_intelligence() -> None:
    def unruly(**changes: Any) -> bool:
        state = begun(data([row(**changes)]))
        return discipline.is_unruly(state, state.units[0])

    assert unruly(alignment="chaotic evil", intelligence="high")
    assert unruly(alignment="lawful evil", intelligence="low")
    assert unruly(alignment="lawful evil", intelligence="average-low")
    assert not unruly(alignment="neutral evil", intelligence="average")
    assert not unruly()
    assert not unruly(alignment="chaotic good", low_or_chaotic=False)  # the roster's own word stands
    assert unruly(low_or_chaotic=True)


@pytest.mark.rule("battlesystem:2.3a", "battlesystem:2.3c")
def test_bases_come_from_the_table_or_the_roster() -> None:
    assert roster(size="S").width == 0.5
    dwarves = roster(size="S", creature="dwarf")
    assert (dwarves.width, dwarves.depth) == (0.75, 0.75)
    wagons = roster(base=[1.0, 2.0])
    assert (wagons.width, wagons.depth) == (1.0, 2.0)


@pytest.mark.rule("battlesystem:intro.parent", "battlesystem:1.0a", "battlesystem:3.1d")
def test_the_parent_game_decides_how_movement_is_written() -> None:
    assert roster({"parent": "dnd"}, mv=None, feet_per_turn=120).movement == 12.0
    assert roster({"parent": "dnd"}, mv=None, feet_per_turn=90).movement == 9.0
    assert roster(mv=9).movement == 9.0
    plain = data([row(mv=None, feet_per_turn=120)])
    assert "feet_per_turn: movement in feet a turn is of the other parent game" in refused(plain)
    read = read_scenario({**plain, "parent": "dnd"}, "file.toml")
    with pytest.raises(BadInput, match="choose the option parent = dnd"):
        new_state(read, {"parent": "adnd"})
    assert new_state(read, {"parent": "dnd"}).setting.flags.dnd
    # the scenario's own word stands where no option says otherwise
    for chosen in ({}, {"parent": "scenario"}):
        state = new_state(read, chosen)
        assert state.setting.flags.dnd
        assert not state.setting.flags.fighter_sweep
        assert state.setting.rosters[0].movement == 12.0
    assert not new_state(read_scenario(data([row()]), "file.toml"), {}).setting.flags.dnd
    assert new_state(read_scenario(data([row()]), "file.toml"), {"parent": "dnd"}).setting.flags.dnd
    both = data([row(feet_per_turn=120)], parent="dnd")
    assert "one of them is enough" in refused(both)


@pytest.mark.rule("battlesystem:2.2b", "battlesystem:2.9i", "battlesystem:2.6")
def test_figures_of_one_creature_are_no_unit() -> None:
    assert "figures of 1:1 are individuals" in refused(data([row(ratio="1:1")]))
    lone = row(unit_type="skirmish", figures=1, commander=None)
    assert begun(data([lone])).units[0].figures == 1
    assert "unit_type is 'hero'; one of regular, skirmish, mob, elite, berserker" in refused(
        data([row(unit_type="hero")])
    )
    kinds = [
        row("A"),
        row("B", unit_type="skirmish", commander=None),
        row("C", unit_type="mob", commander=None),
        row("D", unit_type="elite"),
        row("E", unit_type="berserker", dl=0),
    ]
    assert [
        (one.kind, one.special) for one in begun(data(kinds)).setting.rosters.values() if one.name != "Others"
    ] == [(0, ""), (1, ""), (2, ""), (0, "elite"), (0, "berserker")]


@pytest.mark.rule("battlesystem:2.8f", "battlesystem:5.0a", "battlesystem:intro.levels")
def test_only_troops_on_foot() -> None:
    assert begun(data([row(troop="infantry")])).units
    for troop in ("cavalry", "archers", "artillery", "flyers"):
        text = refused(data([row(troop=troop)]))
        assert f"troop: {troop!r} cannot come: the Basic Game has only troops on foot" in text


@pytest.mark.rule("battlesystem:2.7", "battlesystem:4.10b")
def test_a_leader_without_a_rank_is_no_leader() -> None:
    leader = {"id": "x", "name": "Xaver", "cr": 12, "mv": 9}
    plain = data([row()])
    plain["sides"][0]["leaders"] = [leader]
    assert "leaders 1 (Xaver): rank is missing; one of brigade, army" in refused(plain)
    plain["sides"][0]["leaders"] = [{**leader, "rank": "army"}, {**leader, "id": "y", "rank": "army"}]
    assert "at most one Army Commander" in refused(plain)


@pytest.mark.rule("battlesystem:4.10c")
def test_a_scenario_may_set_its_own_order_of_command() -> None:
    plain = data([row("A", chain=["shaman"]), row("B")])
    plain["sides"][0]["leaders"] = [
        {"id": "shaman", "name": "Shaman", "rank": "brigade", "cr": 12, "mv": 9},
        {"id": "chief", "name": "Chief", "rank": "army", "cr": 12, "mv": 9},
    ]
    state = begun(plain)
    assert [one.chain for one in state.setting.rosters.values()] == [(0,), None, None]
    plain["sides"][0]["units"][0]["chain"] = ["nobody"]
    assert "there is no leader 'nobody'" in refused(plain)


@pytest.mark.rule("battlesystem:2.5a", "battlesystem:scenario.substitution", "battlesystem:intro.counters")
def test_any_number_of_figures_whatever_the_box_holds() -> None:
    orcs = [row(f"Orcs {number}", figures=20, symbol="orc") for number in range(3)]
    state = begun(data(orcs))
    assert sum(unit.figures for unit in state.units.values() if unit.side == 0) == 60
    assert {one.symbol for one in list(state.setting.rosters.values())[:3]} == {
        "orc"
    }  # one picture a unit, all its figures alike
    other = begun(data([row(symbol="a picture that nobody drew")]))
    assert other.setting.rosters[0].symbol == "a picture that nobody drew"


# ---------------------------------------------------------------- the table and the sides


@pytest.mark.rule("battlesystem:intro.table")
def test_the_table_is_large_enough() -> None:
    assert "width is 40; from 48 to 240" in refused(data([row()], table={"width": 40, "depth": 48}))
    state = begun(data([row()], table={"width": 48, "depth": 48}))
    assert (state.setting.width, state.setting.depth) == (48.0, 48.0)
    assert begun(data([row()], table={"width": 96, "depth": 48})).setting.width == 96.0


@pytest.mark.rule("battlesystem:2.1")
def test_an_inch_is_ten_yards() -> None:
    wood = {"name": "a wood of 60 yards", "polygon": [[30, 20], [36, 20], [36, 26], [30, 26]]}
    area = begun(data([row()], ground=[wood])).setting.ground[0]
    assert (area.east - area.west) * 10 == 60


@pytest.mark.rule("battlesystem:3.0")
def test_a_battle_without_complete_rosters_does_not_begin() -> None:
    for field in ("ac", "figures", "hd_per_figure", "mv", "size", "ar", "ml", "dl", "weapons", "saves"):
        plain = data([{key: value for key, value in row().items() if key != field}])
        assert field in refused(plain), field
    assert "commander is missing" in refused(data([row(commander=None)]))
    assert "has none" in refused(data([]))
    one_side = data([row()])
    one_side["sides"] = one_side["sides"][:1]
    assert "at least two" in refused(one_side)


def test_sides_and_homes() -> None:
    setting = begun(data([row()], tie="blues", daylight=False)).setting
    assert (setting.names, setting.keys, setting.homes) == (
        ["Reds", "Blues"],
        ["reds", "blues"],
        [SOUTH, NORTH],
    )
    assert (setting.goal.tie, setting.daylight, setting.placing) == (1, False, [0, 1])
    assert [zone.facing for zone in setting.zones] == [0.0, 180.0]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"figures": 3}, "figures: a regular unit cannot start with 3 figures; 4 to 48"),
    ({"figures": "12"}, "figures is '12'; a whole number from 0 to 96"),
    ({"figures": True}, "figures is true; a whole number from 0 to 96"),
    ({"unit_type": "phalanx"}, "unit_type is 'phalanx'; one of regular, skirmish, mob, elite, berserker"),
    ({"ac": 40}, "ac is 40; from -10 to 10"),
    ({"saves": [1, 2]}, "saves: five saving throws"),
    ({"weapons": [{"id": "axe", "sm": "lots", "l": "1d6"}]}, "'lots' is not damage"),
    (
        {"weapons": [{"id": "axe", "sm": "x" * 3_000, "l": "1d6"}]},
        f"sm: '{'x' * 59}…' is not damage; write dice",
    ),
    ({"weapons": [{"id": "axe", "sm": ["1d6", "1d4"], "l": "1d6"}]}, "as many attacks"),
    ({"weapons": [{"id": "axe", "sm": 6, "l": "1d6"}]}, "sm: dice are expected"),
    ({"modifiers": [{"ar": 1, "when": "at night"}]}, "when is 'at night'; did you mean 'daylight'?"),
    ({"colour": "red"}, "nothing is called 'colour' here"),
    ({"name": ""}, "name is empty"),
    ({"name": "A\x00B"}, "name has '\\x00' in it, which cannot be printed"),
    ({"mv": float("nan")}, "mv is nan; a number from 0 to 60"),
    ({"base": [1.0]}, "base: width and depth"),
    ({"formation": "mob"}, "formation: such a unit never stands mob"),
    ({"arrives": 4}, "arrives and edge"),
    ({"unit_type": "berserker"}, "dl: berserkers have discipline 0"),
    ({"place": {"x": 30, "y": 5, "heading": 0, "files": 99}}, "files is 99; from 1 to 12"),
    ({"commander": "Anna"}, "commander: 'Anna' is not a table of fields"),
]


@pytest.mark.parametrize(("changes", "text"), WRONG)
def test_bad_rows_are_refused_by_name(changes: dict[str, Any], text: str) -> None:
    found = refused(data([row(**changes)]))
    assert text in found
    assert found.startswith("file.toml: side 1: units 1")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"id": 3}, "id is 3; a text in quotes"),
        ({"table": {"width": 60}}, "table: depth is missing; a number from 48 to 240"),
        (
            {"table": {"width": 60, "depth": 48, "height": 3}},
            "nothing is called 'height' here; there are width, depth",
        ),
        ({"setup": {"positions": "anywhere"}}, "positions is 'anywhere'; one of free, given"),
        ({"setup": {"order": ["reds"]}}, "every side is to be named once"),
        (
            {"ground": [{"name": "pond", "polygon": [[0, 0], [1, 1]]}]},
            "polygon has fewer than 3 points",
        ),
        ({"ground": [{"name": "pond", "polygon": [[0, 0], [99, 1], [3, 3]]}]}, "is off the table"),
        (
            {"ground": [{"name": "pond", "polygon": [[0, 0], "x", [3, 3]]}]},
            "polygon: point 2 is 'x'; a point is [x, y]",
        ),
        (
            {"scenery": [{"kind": "cloud", "name": "c", "line": [[0, 0], [1, 1]]}]},
            "scenery 1: kind is 'cloud'; one of road, stream, path",
        ),
        ({"tie": "greens"}, "tie is 'greens'; did you mean 'reds'?"),
        ({"sides": "both"}, "sides is 'both'; a list in brackets"),
        ({"sides": [*data([row(brigade="left")])["sides"]]}, "side 1: Axes: there is no leader 'left'"),
        ({"weather": "fair"}, "nothing is called 'weather' here"),
        ({"options": {"round_limit": -3}}, "options: round_limit is -3; from 0 to 200"),
    ],
)
def test_bad_scenarios_are_refused_by_name(changes: dict[str, Any], text: str) -> None:
    assert text in refused({**data([row()]), **copy.deepcopy(changes)})


def test_an_army_without_room_is_refused() -> None:
    plain = data([row(f"Unit {number}", figures=48) for number in range(6)])
    plain["sides"][0]["zone"] = [[10, 0], [20, 0], [20, 8], [10, 8]]
    assert "Reds has no room for its army where it sets up" in refused(plain)


def test_two_lists_make_a_battle() -> None:
    scenario = matchup("12 Dwarves", "20 Goblins (mob)")
    state = new_state(scenario, {})
    assert scenario.sides == ("attackers", "defenders")
    assert [unit.formation for unit in state.units.values()] == [CLOSED, MOB]
    assert faults(state) == []
    with pytest.raises(BadInput, match="there is no creature"):
        matchup("12 Dwarfes of Doom", "20 Goblins")


@pytest.mark.rule("battlesystem:3.1")
def test_units_of_scenarios_go_by_their_names_in_lists() -> None:
    scenario = matchup("twin blades", "Skullcrushers, 12 Goblins, Twin Blades, Twin Blades")
    mine, theirs = (side["units"] for side in scenario.data["sides"])
    assert [(row["name"], row["figures"], row["ar"]) for row in mine] == [("Twin Blades", 12, 20)]
    assert "place" not in mine[0]
    assert [row["name"] for row in theirs] == ["Skullcrushers", "Goblins", "Twin Blades 1", "Twin Blades 2"]
    assert theirs[0]["ac"] == 5
    with pytest.raises(BadInput, match="no creature 'Twin Bladez'"):
        matchup("Twin Bladez, Skullcrushers", "12 Goblins")
    with pytest.raises(BadInput, match="no creature 'Twin Blade'; did you mean 'Twin Blades'"):
        matchup("Twin Blade", "12 Goblins")


@pytest.mark.rule("battlesystem:2.11")
def test_a_battle_made_of_lists_may_have_elites_and_berserkers() -> None:
    """The morale of dwarves with a commander, and 2 or 3 on it; berserkers have no discipline and are never closed."""
    plain, elite, wild = [
        new_state(matchup(f"12 Dwarves{kind}", "12 Goblins"), {}).setting.rosters[0]
        for kind in ("", " (elite)", " (berserker)")
    ]
    assert (elite.morale - plain.morale, wild.morale - plain.morale) == (2, 3)
    assert (elite.discipline, wild.discipline) == (plain.discipline, 0)
    with pytest.raises(BadInput, match="did you mean 'berserker'"):
        matchup("12 Dwarves (berserkers)", "12 Goblins")


DEMIHUMANS = ("dwarf", "elf", "gnome", "halfling")
LOW = ("low", "average-low")


def table_3(unit: dict[str, Any]) -> tuple[int, int]:
    """Base morale and discipline of a row, counted here from Tables 3 and 6 as they are printed."""
    figures, armour, rides = unit["figures"], unit["ac"], unit.get("troop") == "cavalry"
    dice = unit["hd_per_figure"] / int(unit["ratio"].split(":")[0])
    found = 11 + (unit["unit_type"] != "skirmish" and unit["unit_type"] != "mob") + rides
    found += {"kobold": -2, "goblin": -1}.get(unit["creature"], 0) * (not rides)
    found += (dice >= 4) + (dice >= 9) + (unit["creature"] in DEMIHUMANS)
    found -= 2 if figures <= 6 else figures <= 11
    found += 2 if armour <= 0 else (armour <= 4) - (armour >= 8)
    wits = (unit["intelligence"] == "high") - (unit["intelligence"] in LOW)
    temper = unit["alignment"].startswith("lawful") - unit["alignment"].startswith("chaotic")
    return found + 2 * (unit["unit_type"] == "elite"), found + wits + temper


@pytest.mark.rule("battlesystem:4.1", "battlesystem:4.6")
@pytest.mark.parametrize(
    "name",
    ["ford_at_dawn", "stolen_herd", "hedge_and_bow", "stone_and_bolt", "the_causeway", "kings_meadow"],
)
def test_morale_and_discipline_of_our_own_rosters_are_by_the_tables(name: str) -> None:
    data = shipped()[name].data
    for side in data["sides"]:
        for unit in side["units"]:
            assert (unit["ml"], unit["dl"]) == table_3(unit), unit["name"]
