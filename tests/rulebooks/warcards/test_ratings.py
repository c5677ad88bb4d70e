"""Attack bonuses, defenses, saves and movement: figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import data, field, fresh, meet

from banneret.kernel.errors import BadInput
from banneret.rulebooks.warcards.board.field import NUMBERS
from banneret.rulebooks.warcards.movement.ways import paths
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.allowance import effective_move
from banneret.rulebooks.warcards.ratings.attacks import (
    CHARGING,
    STILL,
    STRIKE,
    attack_total,
    missile_rating,
    twentieths,
)
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.state import State


def ground(a: str, b: str, terrain: str = "open", **more: Any) -> State:
    conditions = {"terrain": terrain, **more.pop("conditions", {})}
    return field(a, b, province={"major": terrain}, conditions=conditions, **more)


def works(kind: str, level: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "fort": True,
        "conditions": {"fortification": {"kind": kind, "level": level, "owner": "B"}, **more},
    }


def attack(state: State, one: int, other: int, kind: int = STRIKE, penalty: int = 0) -> int:
    return attack_total(state, state.units[one], state.units[other], kind, penalty)


def defense(state: State, one: int, against: int, missile: bool = False) -> int:
    return defense_total(state, state.units[one], state.units[against], missile)


# ---------------------------------------------------------------- terrain


@pytest.mark.rule("warcards:terrain.open", "warcards:terrain.hills-move", "warcards:weather.normal")
@pytest.mark.parametrize("terrain", ["open", "hills"])
def test_open_ground_and_hills_bind_nobody(terrain: str) -> None:
    state = ground("N3 cavalry", "N3 infantry", terrain)
    assert effective_move(state, state.units[0]) == 3
    meet(state, "N3", who=1)
    assert may_charge(state, state.units[0])
    if terrain == "open":
        assert (attack(state, 0, 1), defense(state, 0, 1)) == (4, 14)


@pytest.mark.rule(
    "warcards:terrain.forest-move", "warcards:terrain.jungle-move", "warcards:terrain.swamp-move",
    "warcards:terrain.mountain-move", "warcards:terrain.move-freely",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "moves"),
    [("forest", [1, 2, 3]), ("jungle", [1, 1, 3]), ("swamp", [1, 1, 3]), ("mountain", [1, 2, 3])],
)
def test_terrain_caps_movement(terrain: str, moves: list[int]) -> None:
    state = ground("N1 cavalry, N2 archers, N3 scouts", "B1 infantry", terrain)
    assert [effective_move(state, unit) for unit in state.units[:3]] == moves


@pytest.mark.rule(
    "warcards:terrain.move-freely", "warcards:terrain.jungle-combat", "warcards:setup.terrain-scope"
)
def test_no_missiles_and_no_charges_in_the_jungle() -> None:
    state = ground("N3 scouts, N4 archers, N5 knights", "B3 infantry, N4 infantry, N5 infantry", "jungle")
    meet(state, "N4", who=1)
    meet(state, "N5", who=1)
    assert not may_shoot(state, state.units[0], NUMBERS["B3"], True)
    assert not may_shoot(state, state.units[1], NUMBERS["N4"], True)
    assert not may_charge(state, state.units[2])
    assert attack(state, 1, 4) == 2


@pytest.mark.rule(
    "warcards:terrain.forest-charge", "warcards:terrain.swamp-charge", "warcards:terrain.mountain-charge",
    "warcards:charge.forbidden",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "charges"), [("open", True), ("forest", False), ("swamp", False), ("mountain", False)]
)
def test_where_nobody_charges(terrain: str, charges: bool) -> None:
    state = ground("N3 knights", "N3 infantry", terrain)
    meet(state, "N3", who=1)
    assert may_charge(state, state.units[0]) is charges


@pytest.mark.rule("warcards:terrain.forest-missile", "warcards:combat.adjusted-missile")
def test_the_forest_spoils_the_roll_not_the_rating() -> None:
    state = ground("N3 archers", "B3 archers", "forest")
    assert attack(state, 0, 1, STILL) == 0
    assert may_shoot(state, state.units[0], NUMBERS["B3"], True)


@pytest.mark.rule("warcards:terrain.swamp-mounted")
def test_riders_suffer_in_the_swamp() -> None:
    state = ground("N3 knights, N4 cavalry", "N3 infantry, B4 infantry", "swamp")
    assert (attack(state, 0, 2), defense(state, 0, 2)) == (4, 14)
    assert attack(state, 1, 3, STILL) == 1  # not on missiles


@pytest.mark.rule("warcards:terrain.hills-charge", "warcards:terrain.hills-stationed")
def test_in_hills_those_who_stand_have_the_better_of_it() -> None:
    state = ground("N3 cavalry", "N3 knights", "hills")
    meet(state, "N3", who=0)
    state.units[1].spent = 1
    assert may_charge(state, state.units[1])
    assert not may_charge(state, state.units[0])
    assert attack(state, 1, 0, CHARGING) == 12
    state = ground("N2 infantry", "N2 infantry", "hills")
    meet(state, "N2", who=0)
    assert (attack(state, 1, 0), defense(state, 1, 0), attack(state, 0, 1), defense(state, 0, 1)) == (
        6,
        16,
        4,
        14,
    )
    state.round += 1
    assert (attack(state, 1, 0), defense(state, 1, 0)) == (4, 14)


@pytest.mark.rule("warcards:terrain.hills-dwarf", "warcards:unit.races")
@pytest.mark.parametrize("terrain", ["hills", "mountain"])
def test_dwarves_take_no_notice_of_who_stood_there(terrain: str) -> None:
    state = ground("N3 dwarf-infantry", "N3 orog-infantry", terrain)
    meet(state, "N3", who=0)
    assert (attack(state, 1, 0), defense(state, 1, 0)) == (6, 14)


@pytest.mark.rule("warcards:terrain.mountain-stationed")
def test_in_mountains_the_bonus_lasts() -> None:
    state = ground("N4 infantry", "N4 irregulars", "mountain")
    meet(state, "N4", who=0)
    state.round = 5
    assert (attack(state, 1, 0), defense(state, 1, 0)) == (4, 12)


@pytest.mark.rule("warcards:terrain.mountain-missile")
def test_no_fire_between_areas_in_mountains() -> None:
    state = ground("A3 archers", "A3 infantry, A2 infantry", "mountain")
    meet(state, "A3", who=1)
    archers = state.units[0]
    assert not may_shoot(state, archers, NUMBERS["A2"], True)
    assert may_shoot(state, archers, NUMBERS["A3"], True)
    assert attack(state, 0, 1, STILL) == 6


@pytest.mark.rule(
    "warcards:terrain.deep-water",
    "warcards:terrain.shallow-charge",
    "warcards:terrain.shallow-heavy",
    "warcards:naval.same-rules",
)
def test_deep_and_shallow_water() -> None:
    special = {n: {"ship": n} for n in ("drakkar", "zebec", "galleon")}
    more: dict[str, Any] = {"kind": "sea", "special": special}
    state = ground("N3 drakkar, N4 zebec", "N3 galleon", "deep-water", **more)
    meet(state, "N3", who=0)
    state.units[0].spent = 1
    assert may_charge(state, state.units[0])
    assert attack(state, 0, 2, CHARGING) == 6
    assert (defense(state, 2, 0), attack(state, 2, 1, STILL)) == (16, 6)
    state = ground("N3 drakkar, N4 zebec", "N3 galleon", "shallow-water", kind="sea", special=special)
    meet(state, "N3", who=0)
    assert not may_charge(state, state.units[0])
    assert attack(state, 0, 2) == 4
    assert effective_move(state, state.units[0]) == 3
    assert (defense(state, 2, 0), attack(state, 2, 1, STILL)) == (14, 4)


# ---------------------------------------------------------------- weather and sight


@pytest.mark.rule("warcards:weather.abnormal", "warcards:weather.abnormal-who")
@pytest.mark.parametrize(("season", "home"), [("autumn", 4), ("winter", 2)])
def test_cold_takes_strangers_always_and_natives_in_winter(season: str, home: int) -> None:
    state = field(
        "N3 infantry", "N3 infantry", province={"home_of": "B"},
        conditions={"weather": {"id": "abnormal", "kind": "cold"}, "season": season},
    )  # fmt: skip
    assert (attack(state, 0, 1), attack(state, 1, 0)) == (2, home)
    assert effective_move(state, state.units[0]) == 1


@pytest.mark.rule("warcards:weather.abnormal-who")
@pytest.mark.parametrize(
    ("home", "affected"), [({}, True), ({"home_of": "nobody"}, True), ({"home_of": "both"}, False)]
)
def test_without_a_home_both_are_strangers_and_in_a_civil_war_neither(
    home: dict[str, Any], affected: bool
) -> None:
    weather = {"weather": "abnormal", "season": "spring"}
    state = field("N3 infantry", "N3 infantry", province=home, conditions=weather)
    assert {attack(state, 0, 1), attack(state, 1, 0)} == {2 if affected else 4}


@pytest.mark.rule("warcards:weather.abnormal-who")
@pytest.mark.parametrize("weather", ["abnormal", {"id": "abnormal"}])
@pytest.mark.parametrize(
    ("season", "home"), [("summer", True), ("winter", True), ("spring", False), ("autumn", False)]
)
def test_weather_without_a_kind_is_of_its_season(weather: Any, season: str, home: bool) -> None:
    """Heat in summer and spring, cold in winter and autumn: natives bear heat in spring and cold in autumn."""
    conditions = {"weather": weather, "season": season}
    state = fresh(data(["infantry"], ["infantry"], province={"home_of": "A"}, conditions=conditions))
    assert [card.affected for card in state.setting.cards] == [home, True]


@pytest.mark.rule("warcards:weather.abnormal-who", "warcards:setup.weather")
@pytest.mark.parametrize(("season", "home"), [("summer", True), ("autumn", False)])
def test_weather_that_is_rolled_is_of_its_season(season: str, home: bool) -> None:
    """The scenario's own weather is cold, which natives do not feel in summer; but what is rolled then is heat."""
    conditions = {"weather": {"id": "abnormal", "kind": "cold"}, "season": season}
    plain = data(["infantry"], ["infantry"], province={"home_of": "A"}, conditions=conditions)
    rolled = fresh(plain, weather_roll="d20-table").setting.cards
    assert [card.affected for card in rolled] == [home, True]
    assert [card.affected for card in fresh(plain).setting.cards] == [False, True]
    listed = {**conditions, "weather": {"id": "normal", "affected": ["A"]}}
    plain = data(["infantry"], ["infantry"], province={"home_of": "A"}, conditions=listed)
    assert [card.affected for card in fresh(plain, weather_roll="d20-table").setting.cards] == [True, False]


@pytest.mark.rule("warcards:weather.abnormal-who", "warcards:weather.abnormal")
def test_a_scenario_may_list_the_units_that_suffer() -> None:
    weather = {"weather": {"id": "abnormal", "affected": ["A/infantry#2", "B"]}}
    state = field("N1 infantry, N3 infantry", "N3 infantry", conditions=weather)
    assert [card.affected for card in state.setting.cards] == [False, True, True]
    assert [attack(state, unit, 2) for unit in (0, 1)] == [4, 2]
    aboard = {"weather": {"id": "abnormal", "affected": ["A/cog#1/archers#1"]}}
    ship = {"ship": "cog", "aboard": ["archers"]}
    state = fresh(data([ship], [ship], kind="sea", conditions=aboard))
    assert [card.affected for card in state.setting.cards] == [False, True, False, False]
    wrong = data(
        ["infantry"], ["infantry"], conditions={"weather": {"id": "abnormal", "affected": ["A/x#3"]}}
    )
    with pytest.raises(BadInput, match="affected: 'A/x#3' is neither a side nor a unit"):
        fresh(wrong)


@pytest.mark.rule("warcards:weather.inclement-move", "warcards:weather.combine", "warcards:check.rounding")
def test_foul_weather_halves_movement() -> None:
    state = field("N1 cavalry, N2 knights, N3 infantry", "B1 infantry", conditions={"weather": "inclement"})
    assert [effective_move(state, unit) for unit in state.units[:3]] == [1, 1, 1]
    state = ground("N1 elf-cavalry, N2 scouts", "B1 infantry", "swamp", conditions={"weather": "inclement"})
    assert [effective_move(state, unit) for unit in state.units[:2]] == [1, 1]
    state = ground("N1 elf-cavalry", "B1 infantry", "open", conditions={"weather": "inclement"})
    assert effective_move(state, state.units[0]) == 2


@pytest.mark.rule(
    "warcards:weather.inclement-missile",
    "warcards:weather.inclement-abnormal",
    "warcards:combat.adjusted-missile",
)
def test_foul_weather_lowers_missile_ratings() -> None:
    weather = {"weather": {"id": "inclement", "affected": ["A"]}}
    state = field(
        "N1 archers, N2 artillerists, N3 irregulars", "B1 infantry, B2 infantry", conditions=weather
    )
    assert [missile_rating(state, unit, True) for unit in state.units[:3]] == [0, 2, -3]
    assert not may_shoot(state, state.units[0], NUMBERS["B1"], True)
    assert may_shoot(state, state.units[1], NUMBERS["B2"], True)
    assert attack(state, 1, 4, STILL) == 0


@pytest.mark.rule("warcards:weather.storm-move", "warcards:weather.storm-combat")
def test_storm() -> None:
    state = field("N1 scouts, N2 knights", "B1 infantry, N2 infantry", conditions={"weather": "storm"})
    meet(state, "N2", who=1)
    assert effective_move(state, state.units[0]) == 1
    assert not may_shoot(state, state.units[0], NUMBERS["B1"], False)
    assert not may_charge(state, state.units[1])
    assert (attack(state, 1, 3), attack(state, 3, 1)) == (4, 2)


@pytest.mark.rule(
    "warcards:vis.limited-missile", "warcards:vis.limited-attack", "warcards:vis.limited-senses"
)
def test_night_and_fog() -> None:
    night = {"visibility": {"id": "limited", "cause": "night"}}
    state = field("N1 goblin-archers, N2 archers", "B1 infantry, B2 infantry, N2 infantry", conditions=night)
    meet(state, "N2", who=1)
    assert may_shoot(state, state.units[0], NUMBERS["B1"], True)
    assert attack(state, 0, 2, STILL) == 4
    assert not may_shoot(state, state.units[1], NUMBERS["B2"], True)
    assert may_shoot(state, state.units[1], NUMBERS["N2"], True)
    assert attack(state, 1, 4, STILL) == 3
    assert attack(state, 4, 1) == 3
    fog = {"visibility": {"id": "limited", "cause": "fog"}}
    state = field("N1 goblin-archers", "B1 infantry", conditions=fog)
    assert not may_shoot(state, state.units[0], NUMBERS["B1"], True)
    assert attack(state, 0, 1, STILL) == 3
    state = field(
        "N1 goblin-archers", "B1 infantry", conditions=night, options={"night_sight": "attack-penalty-only"}
    )
    assert not may_shoot(state, state.units[0], NUMBERS["B1"], True)


# ---------------------------------------------------------------- fortifications


@pytest.mark.rule("warcards:limited.no-charge", "warcards:limited.defense", "warcards:limited.morale")
def test_limited_works() -> None:
    state = field("N3 archers, B3 knights, N2 artillerists", "B3 infantry", **works("limited"))
    meet(state, "B3", who=0)
    assert not may_charge(state, state.units[1])
    assert (defense(state, 3, 0, True), defense(state, 3, 2, True), defense(state, 1, 3)) == (15, 14, 16)
    assert morale_total(state, state.units[3], False) == 6
    assert twentieths(6, 15) == 12  # 9 or more


@pytest.mark.rule("warcards:limited.terrain", "warcards:setup.terrain-scope")
def test_inside_limited_works_the_terrain_does_not_count() -> None:
    more = works("limited", terrain="hills")
    state = field("B2 infantry", "B2 infantry", province={"major": "hills"}, **more)
    meet(state, "B2", who=0)
    assert (attack(state, 1, 0), defense(state, 1, 0)) == (4, 15)
    more = works("limited", terrain="jungle")
    state = field("N2 archers", "B2 archers, B3 irregulars", province={"major": "jungle"}, **more)
    assert may_shoot(state, state.units[0], NUMBERS["B2"], True)
    assert not may_shoot(state, state.units[1], NUMBERS["N2"], True)
    ends = {way[-1] for way in paths(state, state.units[2])}
    assert ends == {NUMBERS[name] for name in ("B1", "B4", "B5", "N3", "RB")}  # two areas inside, one outside


@pytest.mark.rule("warcards:full.no-charge", "warcards:full.defense", "warcards:full.morale")
def test_castle_walls() -> None:
    state = field("B3 infantry, N2 artillerists", "B3 knights, B2 archers", **works("full", 3))
    meet(state, "B3", who=0)
    assert not may_charge(state, state.units[2])
    assert attack(state, 2, 0) == 6
    assert (defense(state, 3, 0), defense(state, 3, 1, True)) == (15, 12)


# ---------------------------------------------------------------- attack sums


@pytest.mark.rule("warcards:attack.modifiers", "warcards:attack.routed", "warcards:combat.rout-status")
def test_everything_at_once() -> None:
    state = field(
        "N3 infantry, N4 archers", "N3 infantry, B4 infantry",
        conditions={"weather": {"id": "abnormal", "affected": ["A"]}, "visibility": {"id": "limited", "cause": "fog"}},
        A={"heroes": [{"name": "H", "members": [{"level": 7}], "with": "infantry#1"}]},
    )  # fmt: skip
    state.units[0].routed = True
    assert attack(state, 0, 2) == -1  # 4 + 2 - 2 - 1 - 4
    state.units[1].routed = True
    assert attack(state, 1, 3, STILL) == 4 - 2 - 1 - 4
    assert missile_rating(state, state.units[1], True) == 4


@pytest.mark.rule("warcards:combat.attack-roll", "warcards:combat.natural", "warcards:rally.natural")
def test_chances() -> None:
    assert twentieths(4, 14) == 11
    assert twentieths(0, 25) == 1
    assert twentieths(15, 12) == 19
    assert twentieths(-7, 15) == 1
    assert twentieths(2, 15) == 8
