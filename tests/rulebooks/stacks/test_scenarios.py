"""Reading scenarios: what comes with the rulebook, users' files, records; bad input and fuzz."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from rulebooks.stacks.games import start

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.army.shipped import shipped
from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.rulebook import RULEBOOK

FOUR = Path(__file__).parent / "scenarios" / "four_banners.toml"


def plain() -> dict[str, Any]:
    """A small scenario as a user writes it."""
    return {
        "id": "ours",
        "map": "ford",
        "goal": {"kind": "capital"},
        "objectives": [[2, 2]],
        "player": [
            {
                "id": "west",
                "capital": [0, 2],
                "lists": ["Forest"],
                "spells": ["mist_step"],
                "stack": [
                    {
                        "hex": [0, 2],
                        "units": ["elves", "2 Ents", "ranger"],
                        "artifacts": [{"artifact": "oathsword", "holder": 3}],
                    }
                ],
            },
            {"id": "east", "capital": [4, 2], "lists": ["Mountain"], "reserve_random": 3, "stack": []},
        ],
    }


def battle() -> dict[str, Any]:
    return {"attacker": ["2 Dwarves", "DwarfLord"], "defender": ["Goblins"], "terrain": "Mountain"}


# ---------------------------------------------------------------- what is good


@pytest.mark.rule("stacks:setup.scenario")
@pytest.mark.parametrize("name", list(shipped()))
def test_scenarios_read_back_to_themselves(name: str) -> None:
    scenario = shipped()[name]
    again = read_scenario(json.loads(scenario.to_json()), "record, line 3")
    assert again == scenario
    assert again.to_json() == scenario.to_json()
    assert len(scenario.to_json()) < 3000


def test_a_users_scenario_in_short_form() -> None:
    scenario = read_scenario(plain(), "ours.toml")
    assert scenario.sides == ("west", "east")
    assert scenario.data["player"][0]["stack"][0]["units"] == ["elves", "ents", "ents", "ranger"]
    assert scenario.data["map"]["rows"][2] == "FPSPM"
    assert scenario.data["turn_limit"] == 12
    assert read_scenario({"scenario": [plain()]}, "x") == scenario
    assert read_scenario({"scenario": plain()}, "x") == scenario
    playing = start(scenario)
    assert playing.stack("A3") == ["elves", "ents", "ents", "ranger"]


@pytest.mark.rule("stacks:setup.battle-only")
def test_a_users_battle() -> None:
    scenario = read_scenario(battle(), "ours.toml")
    assert (scenario.kind, scenario.sides) == ("battle", ("attacker", "defender"))
    assert scenario.data["attacker"] == ["dwarves", "dwarves", "dwarflord"]
    assert read_scenario({"battle": [battle()]}, "x") == scenario
    text = read_battle("2 Dwarves, DwarfLord", "6 goblins")
    assert text.data["attacker"] == ["dwarves", "dwarves", "dwarflord"]
    assert text.title == "2 Dwarves and DwarfLord against 6 Goblins"
    assert read_scenario(json.loads(text.to_json()), "x") == text


def test_units_of_ones_own() -> None:
    row = battle()
    row["unit"] = [{"name": "Gnomes", "printed": "+2, Archer+1, Swift"}]
    row["attacker"] = ["3 Gnomes"]
    scenario = read_scenario(row, "ours.toml")
    assert read_scenario(json.loads(scenario.to_json()), "x") == scenario
    assert start(scenario).stack("A1") == ["gnomes"] * 3


@pytest.mark.rule("stacks:setup.scenario", "stacks:setup.order")
def test_a_scenario_for_four_from_a_file() -> None:
    scenario = read_scenario(read_toml(FOUR), FOUR.name)
    assert scenario.sides == ("west", "east", "north-of-nowhere", "south")
    playing = start(scenario).play(dice=[1, 2, 6, 3])
    assert playing.state.active == 2
    assert len(playing.state.units) == 7 + 7 + 6 + 5 + 2 + 2 + 2
    assert read_scenario(json.loads(scenario.to_json()), "x") == scenario


def test_every_scenario_has_a_summary_and_a_level() -> None:
    for scenario in shipped().values():
        assert scenario.summary
        assert scenario.level
        assert scenario.title
    assert len(shipped()) == 18
    assert list(RULEBOOK.scenarios()) == list(shipped())


# ---------------------------------------------------------------- what is bad


def changed(path: str, value: Any) -> dict[str, Any]:
    """The plain scenario with one field changed: `player.0.stack.0.hex`; None takes it away."""
    data: Any = plain()
    at = data
    *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
    for word in way:
        at = at[word]
    if value is None:
        del at[last]
    elif last == "+":
        at.append(value)
    else:
        at[last] = value
    return data  # type: ignore[no-any-return]


BAD = [
    ("map", "fords", "no map 'fords'; did you mean 'ford'?"),
    ("map", None, "map is missing"),
    ("map", {"rows": ["FFP", "FF"]}, "row 2 has 2 hexes, the first 3"),
    ("map", {"rows": ["FXP"]}, "row 1 has the letter 'X'; one of P Plains, F Forest"),
    ("map", {"rows": ["P" * 41]}, "a row of 41 hexes; at most 40"),
    ("map", {"rows": ["PP"] * 41}, "rows has 41 entries"),
    ("map", {"rows": []}, "rows are missing"),
    ("map", {"rows": "PPP"}, "rows is 'PPP'"),
    ("map", 7, "map: 7 is not a table of fields; the name of a map, or a table with rows"),
    ("turn_limit", 0, "turn_limit is 0; from 1 to 200"),
    ("turn_limit", 10**9, "number out of all bounds"),
    ("turn_limit", "8", "turn_limit is '8'; a whole number"),
    ("turn_limit", True, "turn_limit is true"),
    ("turn_limit", 2.5, "turn_limit is 2.5; a whole number"),
    ("stack_limit", -1, "stack_limit is -1; from 0 to 99"),
    ("hand_limit", 100, "hand_limit is 100"),
    ("recruits_per_turn", 21, "recruits_per_turn is 21"),
    ("artifact_draws", "yes", "artifact_draws is 'yes'; true or false"),
    ("first", "nort", "first is 'nort'; one of roll, west, east"),
    ("goal", {"kind": "captial"}, "ours.toml, goal: kind is 'captial'; did you mean 'capital'?"),
    ("goal", "gold", "goal is 'gold'; one of capital, archmage, objectives"),
    ("goal", 3, 'goal: 3 is not a table of fields; such as { kind = "capital" }'),
    ("goal", "archmage", "player 1 (west): the goal is the Archmage, and there is none"),
    ("goals", 1, "nothing is called 'goals' here; did you mean 'goal'"),
    ("objectives", [[2, 5]], "objective 1: row is 5; from 0 to 4"),
    ("objectives", [[2, 2], [2, 2]], "objective [2, 2] is named twice"),
    ("objectives", [2, 2], "2 is not a hex; [column, row], from 0"),
    ("objectives", [[2, 2, 2]], "objective 1: a list of 3 is not a hex; [column, row], from 0"),
    ("objectives", "C3", "objectives is 'C3'"),
    ("player", [], "0 players; from 2 to 4"),
    ("player.+", {"id": "west", "capital": [1, 1], "reserve": ["elves"]}, "two players are called 'west'"),
    ("player.0", 3, "player 1: 3 is not a table of fields"),
    ("player.0.id", "we st", "player 1: id is 'we st'"),
    ("player.0.id", "referee", "player 1: id is 'referee'"),
    ("player.0.id", None, "player 1: id is missing"),
    ("player.0.capital", [5, 0], "player 1 (west), capital: column is 5; from 0 to 4"),
    ("player.0.capital", None, "player 1 (west): capital is missing"),
    ("player.0.capital", [4, 2], "two players have the same capital"),
    ("player.0.lists", ["Forrest"], "no list 'Forrest'; did you mean 'Forest'?"),
    ("player.0.lists", ["Forest", "forest"], "list Forest is named twice"),
    ("player.0.lists", ["Summoned"], "no list 'Summoned'"),
    ("player.0.spells", ["mist_stop"], "no spell 'mist_stop'; did you mean 'Mist Step'?"),
    ("player.0.spells", ["mist_step"] * 4, "4 Mist Step; there are 3 chits of it"),
    ("player.0.spells_random", 2, "spells are named and dealt blind"),
    ("player.1.reserve", ["elves"], "the reserve is named and drawn blind"),
    ("player.1.lists", [], "a blind reserve, but no lists"),
    ("player.1.reserve_random", 0, "player 2 (east): no unit at all"),
    ("player.0.reserve", ["fire_elemental"], "Fire Elemental in reserve"),
    ("player.0.reserve", ["14 Elves"], None),
    ("player.0.reserve", ["15 Elves"], "16 Elves; there are 15 chits of it"),
    ("player.0.stack.0.hex", [0, 9], "stack 1, hex: row is 9; from 0 to 4"),
    ("player.0.stack.0.hex", None, "stack 1: hex is missing"),
    ("player.0.stack.0.units", ["4 elfs"], None),
    ("player.0.stack.0.units", ["elvish"], "no unit 'elvish'"),
    ("player.0.stack.0.units", [], "stack 1: no units"),
    ("player.0.stack.0.units", ["9 elves"], "stack in [0, 2]: 9 units; the stack_limit is 8"),
    ("player.0.stack.0.units", ["kraken", "3 elves"], "Kraken cannot be in Forest; it may be in Sea only"),
    ("player.0.stack.0.units", ["skeleton_host"], "Skeleton Host on the map"),
    ("player.0.stack.+", {"hex": [0, 2], "units": ["elves"]}, "stack 2: a second stack in [0, 2]"),
    (
        "player.0.stack.0.artifacts.0.artifact",
        "oathswrd",
        "no artifact 'oathswrd'; did you mean 'Oathsword'?",
    ),
    ("player.0.stack.0.artifacts.0.holder", 4, "artifact 1: holder is 4; from 0 to 3"),
    (
        "player.0.stack.0.artifacts.+",
        {"artifact": "Oathsword", "holder": 0},
        "2 Oathsword; there is one chit",
    ),
    ("player.0.stack.0.passengers", [{"unit": 0, "ship": 1}], "passenger 1: Elves cannot be aboard Ents"),
    ("id", "no spaces", "id is 'no spaces'"),
    ("title", "x" * 121, "title has 121 characters"),
    ("kind", "war", "kind is 'war'; one of scenario, battle"),
    ("unit", [{"name": "Elves", "brm": 1}], "the name 'Elves' is taken"),
    ("unit", [{"name": "Gnomes"}], "brm is missing"),
    ("unit", ["Gnomes"], "own units, unit 1: 'Gnomes' is not a table of fields"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_bad_fields_are_named_with_what_would_be_right(path: str, value: Any, message: str | None) -> None:
    data = changed(path, value)
    if message is None:
        read_scenario(data, "ours.toml")
        return
    with pytest.raises(BadInput) as caught:
        read_scenario(data, "ours.toml")
    assert message in str(caught.value), str(caught.value)
    assert str(caught.value).startswith("ours.toml")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("attacker", None, "attacker is missing"),
        ("attacker", ["dwarfs and lords"], "no unit 'dwarfs and lords'"),
        ("attacker", "300 Dwarves", "300 of one kind"),
        ("attacker", ["150 Dwarves", "150 Goblins"], "more than 200 units"),
        ("terrain", "Mud", "no terrain 'Mud'"),
        ("terrain", "Sea", "ours.toml, attacker: Dwarves cannot be in Sea; a ship with a place is expected"),
        (
            "defender",
            ["Kraken"],
            'ours.toml, defender: Kraken cannot be in Mountain; it fights at terrain = "Sea"',
        ),
        ("attacker_spells", ["farsight"] * 4, "4 Farsight; there are 3"),
        ("defender_artifacts", [{"artifact": "war_horn", "holder": 1}], "holder is 1; from 0 to 0"),
        ("weather", "rain", "nothing is called 'weather' here"),
        ("seed_only", 1, "seed_only is 1; true or false"),
    ],
)
def test_bad_battles(field: str, value: Any, message: str) -> None:
    data = battle()
    if value is None:
        del data[field]
    else:
        data[field] = value
    with pytest.raises(BadInput) as caught:
        read_scenario(data, "ours.toml")
    assert message in str(caught.value), str(caught.value)


@pytest.mark.rule("stacks:setup.battle-only", "stacks:transport.capacity")
def test_monsters_find_no_place_in_a_sea_battle() -> None:
    with pytest.raises(BadInput, match="Trolls cannot be in Sea"):
        read_battle("Longship, Trolls", "Kraken")
    with pytest.raises(BadInput, match="Orcs cannot be in Sea"):
        read_battle("Longship, 3 Orcs", "Kraken")


def test_sides_of_a_record_must_be_those_of_the_players() -> None:
    data = json.loads(read_scenario(plain(), "x").to_json())
    data["sides"] = ["west", "north"]
    with pytest.raises(BadInput, match="sides are not those of the players"):
        read_scenario(data, "record, line 3")
    data = json.loads(read_scenario(plain(), "x").to_json())
    data["data"]["title"] = "another"
    with pytest.raises(BadInput, match="title stands in data"):
        read_scenario(data, "record, line 3")


def test_dates_of_a_file_are_refused() -> None:
    with pytest.raises(BadInput, match="ours: id is a date; a text in quotes"):
        read_scenario(tomllib.loads("id = 1979-05-27\nmap = 1979-05-27\n"), "ours")


# ---------------------------------------------------------------- fuzz

STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 7, 99, 10**6, 10**12, 2.5, float("nan"), float("inf"), "", " ", "x", "elves", "Sea", "west",
    "x" * 70, "x" * 3000, "\x00", "é", "🙂", "2 Elves", "999999999999 Elves", "(", [], {}, [[]], [0, 0], [-1, 0], ["elves"],
    {"kind": "archmage"}, [[[[[[[[[[[[]]]]]]]]]]]], {"a": {"b": 1}}, ["~"], [1] * 300, "NaN", [None], {"": ""},
]  # fmt: skip


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    found = [way]
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*way, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += places(value, (*way, index))
    return found


def spoil(data: Any, chance: random.Random) -> Any:
    """The data with one thing in it changed, taken away, doubled or added."""
    ways = places(data)[1:]
    way = chance.choice(ways)
    at = data
    for word in way[:-1]:
        at = at[word]
    act = chance.randrange(6)
    if act == 0:
        del at[way[-1]]
    elif act == 1 and isinstance(at, list):
        at.insert(way[-1], copy.deepcopy(at[way[-1]]))
    elif act == 2 and isinstance(at, dict):
        at[chance.choice(["id", "x", "unit", "data", "kind", "stack", "\n"])] = copy.deepcopy(
            chance.choice(STRANGE)
        )
    elif act == 3:
        other = data
        for word in chance.choice(ways):
            other = other[word]
        at[way[-1]] = copy.deepcopy(other)
    elif act == 4 and isinstance(at[way[-1]], int):
        at[way[-1]] += chance.choice([-1, 1, 5, 1000])
    else:
        at[way[-1]] = copy.deepcopy(chance.choice(STRANGE))
    return data


def fuzz(count: int, seed: int) -> tuple[int, int]:
    """Read spoiled scenarios: each is refused with `BadInput`, or good enough to be set up and read back."""
    chance = random.Random(seed)
    sources = [json.loads(scenario.to_json()) for scenario in shipped().values()]
    sources += [plain(), battle(), json.loads(read_scenario(read_toml(FOUR), "four").to_json())]
    good = bad = longest = 0
    for _ in range(count):
        data = copy.deepcopy(chance.choice(sources))
        for _ in range(chance.randrange(1, 4)):
            data = spoil(data, chance)
            if not isinstance(data, dict) or not data:
                break
        try:
            scenario = read_scenario(data, "fuzz")
        except BadInput as error:
            longest = max(longest, len(str(error)))
            bad += 1
            continue
        assert isinstance(scenario, Scenario)
        assert read_scenario(json.loads(scenario.to_json()), "fuzz again").to_json() == scenario.to_json()
        state = RULEBOOK.new(scenario, RULEBOOK.options({}))
        assert RULEBOOK.invariants(state) == []
        good += 1
    assert longest < 600
    return good, bad


@pytest.mark.long
def test_fuzzed_scenarios_are_refused_or_playable() -> None:
    good, bad = fuzz(1500, 11)
    assert good > 50
    assert bad > 500


def test_each_army_has_its_line() -> None:
    for scenario in shipped().values():
        lines = RULEBOOK.armies(scenario)
        assert len(lines) == len(scenario.sides)
    assert (
        RULEBOOK.armies(shipped()["two_banners"])[0]
        == "8 units: Elves, Sylvan Knights, Ents, Ranger, Centaurs"
    )
    own = read_scenario(plain(), "ours")
    assert len(RULEBOOK.armies(own)) == len(own.sides)


@pytest.mark.rule("stacks:units.house-lists")
def test_a_scenario_that_keeps_to_the_seeds_units_is_held_to_it():
    ours = plain() | {"seed_only": True}
    assert read_scenario(ours, "ours").data["seed_only"] is True
    assert "seed_only" not in read_scenario(plain(), "ours").data
    ours["player"][0]["lists"] = ["Forest", "Sea"]
    with pytest.raises(BadInput, match="seed_only, and the list Sea"):
        read_scenario(ours, "ours")
    assert read_scenario(battle() | {"seed_only": True}, "ours").data["seed_only"] is True
    with pytest.raises(BadInput, match="seed_only, and Orcs"):
        read_scenario(battle() | {"seed_only": True, "defender": ["Orcs"]}, "ours")


@pytest.mark.rule("stacks:summoning.appear", "stacks:setup.battle-only")
def test_a_single_battle_does_not_begin_with_summoned_units() -> None:
    with pytest.raises(BadInput, match="Fire Elemental from the start; such units come by spells only"):
        read_scenario(battle() | {"attacker": ["Fire Elemental"]}, "ours")
