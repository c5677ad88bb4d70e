"""The map: layout, adjacency, terrain."""

from __future__ import annotations

import pytest
from rulebooks.stacks.games import COAST, LAND, game, start

from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.tables.facts import facts


@pytest.mark.rule("stacks:map.layout", "stacks:desc.hex-terrain")
def test_a_hex_is_its_column_and_row_from_the_top_left() -> None:
    setting = start("two_banners").state.setting
    grid = setting.grid
    assert (grid.columns, grid.rows) == (5, 5)
    assert setting.terrain[grid.index(4, 2)] == "Mountain"  # row 2 is FPSPM
    assert setting.terrain[grid.index(2, 2)] == "Swamp"
    assert setting.terrain[grid.index(0, 4)] == "Forest"
    assert setting.terrain[grid.index(2, 4)] == "Plains"  # row 4 is FFPMM
    assert grid.names[grid.index(4, 2)] == "E3"
    assert len(setting.terrain) == 25


@pytest.mark.rule("stacks:map.layout")
def test_a_map_need_not_be_square() -> None:
    setting = game(["PF~", "SMD"], {"A1": "elves"}, {"C2": "orcs"}, capitals={"east": "C2"}).state.setting
    assert (setting.grid.columns, setting.grid.rows) == (3, 2)
    assert [setting.terrain[setting.grid.named(name)] for name in ("A1", "C1", "A2", "C2")] == [
        "Plains",
        "Sea",
        "Swamp",
        "Desert",
    ]


@pytest.mark.rule("stacks:map.adjacent")
@pytest.mark.parametrize(
    ("start_hex", "near"),
    [
        ("C3", ["B2", "B3", "B4", "C2", "C4", "D3"]),  # [2, 2]: an even row
        ("E2", ["D2", "E1", "E3"]),  # [4, 1]: an odd row at the right edge
        ("A1", ["A2", "B1"]),  # a corner: [0, 0] has no hexes above
        ("A2", ["A1", "A3", "B1", "B2", "B3"]),  # odd row: the two above and below lean to the right
        ("E5", ["D4", "D5", "E4"]),
    ],
)
def test_slow_units_reach_exactly_the_adjacent_hexes(start_hex: str, near: list[str]) -> None:
    playing = game(LAND, {start_hex: "elves"}, {}, capitals={"west": "B5", "east": "D5"})
    reached = sorted({order[2][0] for order in playing.options() if order[0] == "move"})
    assert reached == near


@pytest.mark.rule("stacks:map.adjacent")
def test_a_hex_two_away_is_no_first_step() -> None:
    playing = game(LAND, {"C3": "griffons"}, {})
    assert playing.refused("move", (0,), ("C5",)).rule == "stacks:map.adjacent"
    assert playing.refused("move", (0,), ("C4", "A4")).rule == "stacks:map.adjacent"
    assert (
        playing.refused("move", (0,), ("D2",)).rule == "stacks:map.adjacent"
    )  # [2, 2] and [3, 1]: rows lean
    assert playing.refused("move", (0,), ("C3",)).rule == "stacks:map.adjacent"


@pytest.mark.rule("stacks:map.terrain")
def test_only_sea_is_water() -> None:
    assert [ground.id for ground in facts().terrains if ground.water] == ["Sea"]
    assert len(facts().terrains) == 8
    setting = game(COAST, {"A1": "elves"}, {}).state.setting
    assert [setting.grid.names[hex_] for hex_ in range(6) if setting.water[hex_]] == ["C1", "D1"]


@pytest.mark.rule("stacks:map.terrain")
def test_terrain_adds_nothing_to_a_battle_roll() -> None:
    totals = set()
    for ground in ("Mountain", "Forest", "Plains", "Swamp", "Jungle", "Desert", "Waste"):
        playing = start(read_battle("Dwarves", "Goblins", ground))
        playing.play_defaults("support").play(*[("support",)] * 2, dice=[3, 5])
        told = next(event for event in playing.events if event.tallies)
        totals.add(tuple((tally.total, tuple(tally.parts)) for tally in told.tallies))
    assert len(totals) == 1
