"""Scenes as text and as pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

import banneret
from banneret.after.chart import Charter
from banneret.kernel.scene import (
    Board,
    Clash,
    Clock,
    Condition,
    Ending,
    Figure,
    Inspector,
    Link,
    News,
    Odds,
    OptionView,
    Piece,
    Place,
    Question,
    Scene,
    SideView,
    Stage,
    Sum,
    Tag,
    Throw,
    Tray,
)
from banneret.render.ink import Ink, clean
from banneret.render.picture.areas import areas_svg
from banneret.render.picture.hexes import hexes_svg
from banneret.render.picture.page import scene_html
from banneret.render.picture.sheet import sheet_svg
from banneret.render.picture.squares import squares_svg
from banneret.render.text.board import board_lines
from banneret.render.text.hexes import hex_lines
from banneret.render.text.inspector import inspector_lines
from banneret.render.text.questions import question_lines, throw_lines
from banneret.render.text.scene import scene_text, tally_lines
from banneret.render.text.squares import square_lines
from banneret.render.words import own_side, token

ROWS = ["FFPMM", "FPPPM", "FPSPM", "FPPPM", "FFPMM"]
GROUND = {"F": "Forest", "P": "Plains", "M": "Mountain", "S": "Swamp"}


def unit(number: int, side: int, name: str, label: str, detail: str = "") -> Piece:
    return Piece(
        f"u{number}", side, "", "unit", name, label=label, detail=detail, figures=(Figure("BRM", label),)
    )


def make_scene(columns: int = 5, rows: int = 5, sides: int = 2, **changes: object) -> Scene:
    names = ["Groves", "Halls", "Dunes", "Marches"][:sides]
    tags = {"A3": (Tag("capital", "Groves capital", 0),), "C3": (Tag("objective", "objective"),)}
    places = tuple(
        Place(name, name, (c, r), GROUND[ROWS[r % 5][c % 5]], tags.get(name, ()))
        for r in range(rows)
        for c in range(columns)
        for name in [f"{chr(65 + c)}{r + 1}"]
    )
    elves = (unit(1, 0, "Elves", "+4", "Archer +3"), unit(2, 0, "Elves", "+4", "Archer +3"))
    pieces = [
        Piece("b0:A3", 0, "A3", "banner", "Groves stack", label="2", kind="banner", inside=elves),
        Piece(
            "b0:C3",
            0,
            "C3",
            "banner",
            "Groves stack",
            label="1",
            kind="banner",
            inside=(unit(3, 0, "Ents", "+8"),),
        ),
        Piece("b1:C3", 1, "C3", "banner", "Halls stack", label="?", kind="banner"),
    ]
    pieces += [
        Piece(f"b{s}:B2", s, "B2", "banner", f"{names[s]} stack", label="?", kind="banner")
        for s in range(2, sides)
    ]
    fields: dict[str, object] = {
        "rulebook": "stacks",
        "scenario": "two_banners",
        "title": "The Ford of Two Banners",
        "seat": "groves",
        "sides": tuple(
            SideView(name.lower(), name, letter, active=name == "Groves")
            for name, letter in zip(names, "GHDM", strict=False)
        ),
        "board": Board("hexes", columns, rows, places),
        "clock": Clock("Turn", 3, 8),
        "stage": Stage("Battle", title="Battle Phase"),
        "pieces": tuple(pieces),
        "trays": (
            Tray("hand0", "Your spells", 0, (unit(9, 0, "Mist Step", "T2"),), 1),
            Tray("h", "Halls: spells", 1, (), 2),
        ),
        "clash": Clash(
            "Battle at C3",
            "C3",
            (unit(3, 0, "Ents", "+8"), unit(4, 1, "Dwarves", "+5")),
            (Figure("Groves", "8", ((8, "Ents", "mod.brm"),)), Figure("Halls", "5")),
            lines=("Groves attacks",),
        ),
        "news": (
            News(1, "move", "Groves move Ents to C3.", "move.order"),
            News(
                2,
                "roll",
                "Ents 13 beat Goblins 9.",
                "roll.higher",
                tallies=(
                    Sum(
                        "Goblins",
                        9,
                        ((3, "Goblins", "mod.brm"), (-1, "Curse", "spell.curse"), (7, "die", "roll.dice")),
                    ),
                ),
            ),
        ),
        "questions": (
            Question(
                "guard",
                0,
                "Who guards the Ents?",
                "guard.replace",
                (OptionView("guard 1", "Elves", "without 58 %"), OptionView("none", "nobody")),
                "none",
                place="C3",
            ),
        ),
    }
    return Scene(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("columns", [1, 2, 5, 7, 8, 9])
@pytest.mark.parametrize("rows", [1, 2, 5, 6, 7])
def test_hexes_fit_eighty_columns_and_name_every_place(columns: int, rows: int) -> None:
    scene = make_scene(columns, rows)
    lines = hex_lines(scene, 80)
    assert max(len(line) for line in lines) <= 80
    assert len(lines) == 3 * rows + 1
    drawn = "\n".join(lines)
    for place in scene.board.places:
        assert re.search(rf"\b{place.id}\b", drawn)


def test_the_map_is_drawn_as_it_always_was() -> None:
    expected = """
   ,--' '--. ,--' '--. ,--' '--.
  |A1   &   |B1  &  & |C1 .  .  |
  | &  &  & |   &  &  |  .  .   |
   '--. ,--' '--. ,--' '--. ,--' '--.
       |A2  &  & |B2 .  .  |C2   .   |
       |   &  &  |  .  .   | .  .  . |
   ,--' '--. ,--' '--. ,--' '--. ,--'
  |A3*   &  |B3   .   |C3* "  " |
  |  (G2)   | .  .  . |(G1)[H?] |
   '--. ,--' '--. ,--' '--. ,--'
"""
    assert "\n".join(hex_lines(make_scene(3, 3), 80)) == expected.strip("\n")


def test_a_map_too_wide_to_draw_becomes_a_list() -> None:
    lines = board_lines(make_scene(30, 2, pieces=()), 80)
    assert not any("|" in line for line in lines)


@pytest.mark.parametrize("width", [40, 60, 80, 110])
def test_no_line_is_wider_than_asked(width: int) -> None:
    text = scene_text(make_scene(), width)
    assert max(len(line) for line in text.splitlines()) <= max(width, 58)


def test_sides_are_told_apart_without_colour() -> None:
    scene = make_scene(sides=4)
    signs = [token(scene, side, "?") for side in range(4)]
    assert signs == ["(G?)", "[H?]", "<D?>", "{M?}"]
    assert "<D?>{M?}" in "\n".join(hex_lines(scene, 80)).replace(" ", "")


def test_colour_changes_no_letter() -> None:
    scene = make_scene()
    coloured = scene_text(scene, 80, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == scene_text(scene, 80)
    assert "\x1b" not in scene_text(scene, 80)


def test_the_text_tells_all_that_is_in_the_scene() -> None:
    text = scene_text(make_scene())
    for words in [
        "The Ford of Two Banners",
        "Turn 3 of 8 · Groves · Battle Phase",
        "2 × Elves +4, Archer +3",
        "[H?] not known",
        "Halls: spells: 2 not known",
        "(G) Ents +8: 8",
        "Ents 13 beat Goblins 9. [2]",
        "Who guards the Ents?",
        "1.  Elves   without 58 %",
        "*2.  nobody",
    ]:
        assert words in text


def test_the_throws_of_an_option_are_told_with_their_sums() -> None:
    attack = Figure("attack", "+6", ((4, "knights", "x.ratings"), (2, "a charge", "x.charge")), kind="bonus")
    odds = Odds(
        "hits 75 %",
        throws=(Throw("Knights charge pikemen", 0, (attack, Figure("defense", "12")), "6 or more", 75.0),),
    )
    assert throw_lines(odds) == [
        "Knights charge pikemen",
        "    knights    +4  x.ratings",
        "    a charge   +2  x.charge",
        "    attack     +6",
        "    defense    12",
        "    must roll 6 or more: 75 %",
    ]


def test_the_tally_adds_up_in_words() -> None:
    lines = tally_lines(make_scene().news[1])
    assert lines[2:] == [
        "    Goblins   +3  mod.brm",
        "    Curse     -1  spell.curse",
        "    die       +7  roll.dice",
        "    total      9",
        "  rule roll.higher",
    ]


def test_endings() -> None:
    won = make_scene(ending=Ending(("groves",), "The capital fell.", "win.capital"))
    assert "Groves won. The capital fell. (win.capital)" in scene_text(won)
    drawn = make_scene(ending=Ending((), "Nobody is left.", "win.draw"))
    assert "A draw. Nobody is left." in scene_text(drawn)


def test_watchers_have_no_side() -> None:
    assert own_side(make_scene(seat="referee")) == -1
    assert own_side(make_scene(seat="spectator")) == -1
    assert own_side(make_scene(seat="groves")) == 0
    assert own_side(make_scene(seat="ann")) == 0  # who is asked


def test_no_name_can_steer_a_terminal() -> None:
    nasty = "\x1b[2Jgone\x07\r\n\x9b31m"
    scene = make_scene(
        title=nasty,
        clock=Clock(nasty),
        stage=Stage(nasty, nasty, nasty),
        news=(News(1, "x", nasty, nasty),),
        pieces=(
            Piece(
                "p",
                0,
                "A1",
                "banner",
                nasty,
                label=nasty,
                detail=nasty,
                inside=(unit(1, 0, nasty, nasty),),
                kind="banner",
            ),
        ),
        trays=(Tray("t", nasty, 0, (unit(1, 0, nasty, nasty),), 4),),
    )
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", scene_text(scene))
    assert clean(nasty).isprintable()


def test_options_are_grouped_and_numbered() -> None:
    options = tuple(
        OptionView(f"x {n}", f"option {n}", group="first" if n < 2 else "second") for n in range(4)
    )
    lines = question_lines(Question("x", 0, "Which?", "x", options, "x 3"), 80, Ink())
    assert lines == [
        "Which?",
        "  first",
        "  1.  option 0",
        "  2.  option 1",
        "  second",
        "  3.  option 2",
        " *4.  option 3",
    ]


# ---------------------------------------------------------------- the picture


def test_a_page_names_places_and_companies() -> None:
    html = scene_html(banneret.start("companies", "mill_lane", seed=7).scene("spectator"))
    assert "<b>West Camp</b> Carrow&#x27;s Foot" in html
    assert "west-camp" not in html


def test_the_picture_is_one_drawing_without_scripts() -> None:
    html = scene_html(make_scene(sides=4))
    assert "<script" not in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    ElementTree.fromstring(hexes_svg(make_scene(sides=4)))
    ElementTree.fromstring(html)


def test_the_picture_escapes_everything() -> None:
    nasty = "<script>alert('x')</script>&\"'"
    place = Place(nasty, nasty, (0, 0), nasty, (Tag("x", nasty, 0),))
    scene = make_scene(
        title=nasty,
        clock=Clock(nasty),
        stage=Stage(nasty, nasty, nasty),
        board=Board("hexes", 2, 1, (place, Place("b", "b", (1, 0), "Sea"))),
        pieces=(
            Piece(
                "p", 1, nasty, "banner", nasty, label=nasty, inside=(unit(1, 0, nasty, nasty),), kind="banner"
            ),
        ),
        trays=(Tray("t", nasty, 0, (unit(1, 0, nasty, nasty),), 4),),
        clash=Clash(nasty, nasty, (unit(1, 0, nasty, nasty),), (Figure(nasty, nasty),), lines=(nasty,)),
        news=(News(1, "x", nasty, nasty),),
        questions=(Question("x", 0, nasty, nasty, (OptionView(nasty, nasty, nasty),), nasty, hint=nasty),),
        ending=Ending((nasty,), nasty, nasty),
    )
    html = scene_html(scene)
    assert "<script" not in html
    ElementTree.fromstring(html)


def test_every_banner_has_its_shape_letter_and_words() -> None:
    svg = hexes_svg(make_scene(sides=4))
    shapes = {re.search(r'd="(M[^"]*Z)" fill="(#\w+)"', part) for part in svg.split("<title>")[1:]}
    assert len({match[1] for match in shapes if match}) >= 4
    assert "<title>Halls, C3: Halls stack" in svg


# ---------------------------------------------------------------- areas


def make_table(width: int = 3) -> Scene:
    """Two lines of areas, the far one walled, with a shelf behind each."""
    walls = (Tag("walls", "castle 3", 1),)
    line = [
        Place(f"{name}{c + 1}", f"{name} {c + 1}", (c, row), "open", walls if name == "B" else (), side=side)
        for row, name, side in ((1, "B", 1), (2, "A", 0))
        for c in range(width)
    ]
    far = Place("RB", "Reserve of Wardens", (0, 0), "open", (Tag("note", "Strong works.", 1),), (), 1, width)
    near = Place("RA", "Reserve of Raiders", (0, 3), "open", (), (), 0, width)
    melee = (Figure("melee", "+4", short="Mel"), Figure("missile", "-", short="Mis", kind="none"))
    heroes = Piece("h0", 0, "B1", "heroes", "Champions")
    pieces = (
        Piece(
            "u0",
            0,
            "B1",
            "card",
            "Infantry",
            label="1",
            figures=melee,
            inside=(heroes,),
            pips=("o", "x"),
            kind="card",
        ),
        Piece(
            "u1",
            1,
            "B1",
            "card",
            "Archers",
            label="2",
            figures=melee,
            states=(Condition("routed"),),
            pips=("o", "o"),
            kind="card",
        ),
        Piece("u2", 0, "RA", "card", "Pikemen", label="1", figures=melee, pips=("o", "o"), kind="card"),
    )
    sides = (SideView("A", "Raiders", "A"), SideView("B", "Wardens", "B"))
    board = Board("areas", width, 4, (far, *line, near))
    return Scene("warcards", "table", "A table", "A", sides, board, pieces=pieces)


def test_areas_are_boxes_with_walls_and_shelves() -> None:
    assert board_lines(make_table(), 61) == [
        " Reserve of Wardens: nobody",
        "+-------------------+-------------------+-------------------+",
        "|B1  .  .  .  .  .  |B2    .  .  .  .   |B3   .  .  .  .  . |",
        "|(A1)Infantry ox    |                   |                   |",
        "|![B2]Archers oo    |                   |                   |",
        "+###################+###################+###################+",
        "|A1   .  .  .  .  . |A2  .  .  .  .  .  |A3    .  .  .  .   |",
        "|                   |                   |                   |",
        "|                   |                   |                   |",
        "+-------------------+-------------------+-------------------+",
        " Reserve of Raiders: (A1)Pikemen oo",
        "  (A) Raiders  [B] Wardens   . open   o sound  x lost  !",
        "  routed",
        "  * Strong works.",
        "  * castle 3: B1, B2, B3",
    ]


def test_cards_are_told_with_what_they_can_do_and_who_is_with_them() -> None:
    text = scene_text(make_table())
    assert "B 1 (B1) (A1) Infantry, melee +4, with Champions" in text
    assert "B 1 (B1) [B2] Archers, melee +4 (routed)" in text


def test_areas_too_narrow_to_draw_become_a_list() -> None:
    assert board_lines(make_table(), 30)[0] == "  Reserve of Wardens (open,"


def test_the_picture_of_areas_shows_every_card_and_the_walls() -> None:
    picture = ElementTree.fromstring(areas_svg(make_table()))
    titles = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert "Raiders, RA: Pikemen 1, melee +4, missile -" in titles
    assert [sum(1 for title in titles if title == word) for word in ("sound", "lost")] == [5, 1]
    assert len(picture.findall("{http://www.w3.org/2000/svg}path")) == 3  # a stretch of wall for each area
    assert "Infantry" in scene_html(make_table())


def test_who_meets_whom_names_the_rule_of_every_part_of_a_sum() -> None:
    total = Figure("Groves", "9", ((5, "Dwarves", "stacks:roll.brm"), (4, "Archer", "stacks:archer")))
    clash = Clash("Battle", "C3", (unit(1, 0, "Dwarves", "+5"),), (total,))
    text = scene_text(make_scene(clash=clash))
    assert ": 9 = 5 Dwarves [roll.brm] + 4 Archer [archer]" in " ".join(text.split())


def test_the_inspector_names_the_rule_of_every_part_of_a_sum():
    morale = Figure("morale", "12", ((11, "printed", "x:3.1"), (1, "closed", "x:7.1")))
    lines = inspector_lines(Inspector("u1", "Axes", 0, figures=(morale, Figure("hits", "3"))))
    assert "  morale 12 = 11 printed [3.1] + 1 closed [7.1]" in lines
    assert "  hits 3" in lines


# ---------------------------------------------------------------- squares and sheets


def squares(**changes: object) -> Scene:
    """A board of four by three squares with a wall, a large piece and a small one that shoots at it."""
    places = tuple(
        Place(
            f"{'ABCD'[x]}{y + 1}",
            f"{'ABCD'[x]}{y + 1}",
            (x, y),
            "wall" if (x, y) == (2, 0) else "floor",
            side=0 if y == 2 else -1,
        )
        for y in range(3)
        for x in range(4)
    )
    spider = Piece("c0", 1, "A1", "creature", "Giant Spider", label="25", base=(2.0, 2.0))
    archer = Piece("c1", 0, "D3", "creature", "Elf Archer", symbol="bowman", label="5", base=(1.0, 1.0))
    board = Board("squares", 4, 3, places)
    made = make_scene(rulebook="skirmish", board=board, pieces=(spider, archer))
    return msgspec.structs.replace(made, links=(Link("fight", ("c1", "c0"), text="1"),), **changes)


def test_squares_are_a_grid_with_every_piece_on_all_that_it_fills() -> None:
    assert square_lines(squares()) == [
        "   A   B   C   D",
        "1 H25  H  ###  .",
        "2  H   H   .   .",
        "3  g   g   g   G5",
    ]
    assert square_lines(squares(), width=13) == []
    text = scene_text(squares())
    assert "# wall  g start of Groves" in text
    assert "? not known" not in text


def test_the_picture_of_squares_shows_pieces_ground_start_and_arrows() -> None:
    picture = ElementTree.fromstring(squares_svg(squares()))
    titles = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert "C1, wall" in titles
    assert any("Elf Archer" in str(title) for title in titles)
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "D", "3", "H 25", "G 5", "1"} <= set(texts)
    assert 'stroke-dasharray="7 5"' in squares_svg(squares())  # the start area
    assert "<svg" in scene_html(squares())


def test_the_picture_of_a_sheet_shows_places_roads_banners_and_what_is_written() -> None:
    battle = banneret.start("companies", "the_ford", seed=5)
    while battle.decisions[0].kind != "script":
        battle.give(battle.sides[battle.decisions[0].side], battle.decisions[0].default())
    while battle.decisions[0].kind == "script":
        battle.give(battle.sides[battle.decisions[0].side], battle.decisions[0].default())
    own, other = (sheet_svg(battle.scene(seat)) for seat in (battle.sides[0], "spectator"))
    for drawing in (own, other):
        ElementTree.fromstring(drawing)
        assert "Alder Hill <tspan" in drawing
        assert "2P 1F" in drawing
        assert drawing.count('stroke-linecap="round"') == 1
    assert (own.count(">sealed<"), other.count(">sealed<")) == (2, 4)


def test_the_ground_of_a_sheet_is_listed_with_its_roads() -> None:
    text = scene_text(banneret.start("companies", "the_ford", seed=5).scene("foot"))
    assert "  Alder Hill, 2P 1F; roads to West Bank, East Bank" in text
    assert "  East Camp, camp; roads to East Bank" in text


@pytest.mark.parametrize(("book", "scenario"), [("companies", "the_ford"), ("skirmish", "short_yard")])
def test_the_little_map_has_few_cells_and_what_stands_in_the_way(book: str, scenario: str) -> None:
    battle = banneret.start(book, scenario, seed=5)
    board = battle.scene("spectator").board
    cells = Charter(board, battle.rulebook.look).chart.cells
    assert sum(cell.way for cell in cells) == len(board.roads)
    blocks = {place.ground for place in board.places} - {"floor"}
    assert len(cells) - len(board.roads) >= len(blocks)
    assert len(cells) < 60


def test_who_is_waited_for_is_named() -> None:
    battle = banneret.start("companies", "the_ford", seed=5)
    idle = next(side for side in battle.sides if side not in battle.waiting_for)
    assert f"Waiting for {battle.title(battle.waiting_for[0])}" in scene_text(battle.scene(idle))
