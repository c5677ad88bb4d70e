"""Boards that people join from tiles: their file, what is wrong with them, and the battles on them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import banneret
from banneret.cli.main import main
from banneret.kernel.abilities.boards import Lying, OwnBoard
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import boards_of
from banneret.muster.own_board import check_board, on_board, read_board, write_board
from banneret.rulebooks.skirmish.rulebook import RULEBOOK

TWO = (Lying("t1", "a", (0, 0), 180), Lying("t2", "a", (0, 1)))
YARD = OwnBoard("skirmish", TWO, "Yard of two")


def faults(*tiles: Lying) -> list[str]:
    return [str(fault) for fault in boards_of(RULEBOOK).faults(OwnBoard("skirmish", tiles))]


def test_a_board_is_written_and_read_back() -> None:
    assert read_board(write_board(YARD)) == YARD
    assert check_board(YARD) == YARD
    named = OwnBoard("skirmish", (), 'A "yard"\\')
    assert read_board(write_board(named)) == named


@pytest.mark.parametrize(
    "text",
    [
        "",
        'format = "banneret army 1"',
        'format = "banneret board 1"',
        'format = "banneret board 1"\nrulebook = "skirmish"\nsquares = 3',
        'format = "banneret board 1"\nrulebook = "skirmish"\ntile = 3',
        'format = "banneret board 1"\nrulebook = "skirmish"\n[[tile]]\ntile = "t1"\nface = "a"\nat = [0]',
        'format = "banneret board 1"\nrulebook = "skirmish"\n[[tile]]\ntile = "t1"\nface = "a"\nat = [0, -1]',
        'format = "banneret board 1"\nrulebook = "skirmish"\n' + "[[tile]]\n" * 40,
        "x = 1\n" * 5000,
    ],
)
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_board(text)


@pytest.mark.rule("skirmish:setup.board.join", "skirmish:setup.board.start-areas")
def test_the_rules_say_what_is_wrong_and_what_puts_it_right() -> None:
    assert faults(*TWO) == []
    assert faults()[0].endswith("lay the tiles otherwise")
    assert faults(TWO[0]) == [
        "a board has two start areas, not 1; two tiles are to show a face with a start area"
    ]
    assert faults(TWO[0], TWO[0])[0].startswith("two tiles lie at 0, 0")
    assert faults(TWO[0], Lying("t1", "a", (0, 1)))[0] == "tile t1 is used twice; there is one of each"
    assert faults(TWO[0], Lying("t2", "a", (3, 3))) == [
        "the tiles do not hang together; lay each beside another"
    ]
    assert "opposite sides" in faults(Lying("t1", "a", (0, 0)), TWO[1])[0]
    assert "turn: 0, 90, 180 or 270" in faults(Lying("t1", "a", (0, 0), 45))[0]
    assert "there is no tile" in faults(Lying("t99", "a", (0, 0)))[0]


@pytest.mark.rule("skirmish:setup.board.ready-made")
def test_a_scenario_is_played_on_the_board() -> None:
    scenario = on_board(RULEBOOK, RULEBOOK.scenario("twin_halls"), YARD)
    assert (scenario.title, scenario.data["name"]) == ("Yard of two", "Yard of two")
    state = RULEBOOK.new(scenario, RULEBOOK.options())
    assert (state.setting.board.grid.columns, state.setting.board.grid.rows) == (8, 16)
    again = on_board(RULEBOOK, scenario, msgspec.structs.replace(YARD, name="Again"))
    assert again.title == "Again"


def test_boards_that_do_not_go_with_a_battle_are_refused() -> None:
    with pytest.raises(BadInput, match="is a board of 'stacks'"):
        on_board(RULEBOOK, RULEBOOK.scenario("twin_halls"), OwnBoard("stacks"))
    with pytest.raises(BadInput, match="fought on its own board; such as broken_causeway"):
        on_board(RULEBOOK, RULEBOOK.odds.matchup("Drider", "Dragon Knight"), YARD)
    with pytest.raises(BadInput, match="has no boards of tiles"):
        banneret.start("stacks", "two_banners", board=YARD)


def test_every_tile_is_there_with_both_faces() -> None:
    tiles = boards_of(RULEBOOK).tiles
    assert len({tile.id for tile in tiles.tiles}) == len(tiles.tiles) > 4
    assert all(len(face.places) == 64 for tile in tiles.tiles for face in tile.faces.values())
    placed = {one.id for one in RULEBOOK.scenarios().values() if "standing" in one.data}
    assert placed
    assert tiles.scenarios == tuple(sorted(set(RULEBOOK.scenarios()) - placed))


@pytest.mark.long
def test_a_battle_on_it_is_played_from_python_and_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "yard.toml"
    file.write_text(write_board(YARD))
    battle = banneret.start("skirmish", "twin_halls", seed=1, board=file.read_text())
    battle.play_out()
    battle.save(tmp_path / "yard.battle")
    assert banneret.load(tmp_path / "yard.battle").text == battle.text
    assert main(["fight", "skirmish", "twin_halls", "--board", str(file), "--seed", "1"]) == 0
    assert "Yard of two" in capsys.readouterr().out
    file.write_text(write_board(OwnBoard("skirmish", TWO[:1])))
    assert main(["fight", "skirmish", "twin_halls", "--board", str(file)]) == 2
    assert "two start areas" in capsys.readouterr().err
