"""Looks: what a rulebook says of how it is drawn is read, checked, and laid over the common palette."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from banneret.kernel import look
from banneret.kernel.errors import BadInput
from banneret.kernel.look import Look, read_look, sprite_of

TUTORIALS = Path(__file__).parents[2] / "docs/tutorials"
HEART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><title>A heart</title><path fill="currentColor" d="M8 14L2 8Z"/></svg>'


def written(folder: Path, text: str, **drawings: str) -> Path:
    folder.joinpath("look.toml").write_text(text, encoding="utf-8")
    folder.joinpath("icons").mkdir(exist_ok=True)
    for name, drawing in drawings.items():
        folder.joinpath("icons", f"{name.replace('_', '-')}.svg").write_text(drawing, encoding="utf-8")
    return folder


def refused(folder: Path, text: str, **drawings: str) -> str:
    with pytest.raises(BadInput) as caught:
        read_look(written(folder, text, **drawings))
    return str(caught.value)


def test_without_a_look_a_rulebook_is_drawn_plainly(tmp_path: Path) -> None:
    found = read_look(tmp_path)
    assert found.field.like == "other"
    assert found == Look(found.field)
    assert sprite_of(tmp_path) == '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n'


def test_ground_is_that_of_the_palette_but_for_what_is_said_otherwise(tmp_path: Path) -> None:
    found = read_look(
        written(
            tmp_path,
            """
            field = "heath"
            [ground]
            wood = { like = "forest" }
            heath = { like = "plains", name = "the heath", tint = ["#ffeedd", "#332211"] }
            ice = { tint = ["#ffffff", "#223344"], ink = ["#99aabb", "#556677"], strewn = { most = 3 } }
            """,
        )
    )
    palette = tomllib.loads(look.PALETTE.read_text(encoding="utf-8"))["ground"]
    assert found.ground["wood"].tint == tuple(palette["forest"]["tint"])
    assert [glyph.filled for glyph in found.ground["wood"].glyphs] == [True, False]
    assert found.field == found.ground["heath"]
    assert found.field.name == "the heath"
    assert found.field.tint == ("#ffeedd", "#332211")
    assert found.field.ink == tuple(palette["plains"]["ink"])
    assert found.ground["ice"].strewn.most == 3
    assert found.ground["ice"].like == ""


def test_the_look_of_the_tutorial_can_be_read(tmp_path: Path) -> None:
    page = (TUTORIALS / "rulebook-author.md").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in page.split("```toml\n")[1:]]
    found = read_look(written(tmp_path, next(block for block in blocks if "[ground]" in block)))
    assert found.field.like == "plains"
    assert found.ground["ice"].glyphs[1].filled
    assert found.state["fled"].sign == "!"


def test_works_marks_states_forms_trays_and_zones(tmp_path: Path) -> None:
    found = read_look(
        written(
            tmp_path,
            """
            [work]
            rampart = { like = "walls", tint = ["#aabbcc", "#112233"] }
            [mark]
            home = { shown = "ring", own = "your home" }
            [state]
            fled = { poses = ["tilted", "hatched"], rank = 1, sign = "!" }
            [form]
            host = { name = "host", beside = "counter" }
            [tray]
            lost = { rank = 3, spent = true }
            [zone]
            circle = { name = "Voice", title = "How far a voice carries" }
            """,
        )
    )
    assert found.work["rampart"].tint == ("#aabbcc", "#112233")
    assert len(found.work["rampart"].rim) == 4
    assert found.mark["home"].own == "your home"
    assert found.state["fled"].poses == ("tilted", "hatched")
    assert found.form["host"].beside == "counter"
    assert found.tray["lost"].spent
    assert found.zone["circle"].name == "Voice"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[ground", "not valid TOML"),
        ("[ground]\nwood = { like = 'woods' }", "the palette has no ground 'woods'"),
        ("[ground]\nice = { tint = ['#ffffff', '#000000'] }", "missing required field `ink`"),
        ("[ground]\nice = { like = 'sea', tint = ['white', '#000000'] }", "#[0-9a-f]{6}"),
        ("[ground]\nice = { like = 'sea', glyphs = [{ path = 'm0 0l5 5' }] }", "matching regex"),
        ("[ground]\nice = { like = 'sea', colour = 3 }", "unknown field `colour`"),
        ("[state]\nfled = { poses = ['upside down'] }", "Invalid enum value 'upside down'"),
        ("[mark]\nhome = { shown = 'circle' }", "Invalid enum value 'circle'"),
        ("field = 'moor'", "the palette has no ground 'moor'"),
        ("sounds = []", "unknown field `sounds`"),
        ("icons = ['Heart']", "matching regex"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    said = refused(tmp_path, text)
    assert words in said
    assert "look.toml" in said


def test_drawings_of_ones_own_and_those_of_the_icon_set_are_one_sprite(tmp_path: Path) -> None:
    ready = '<svg xmlns="http://www.w3.org/2000/svg"><!-- x --><symbol id="axe" viewBox="0 0 512 512"><path d="M0 0"/></symbol></svg>'
    folder = written(tmp_path, "icons = ['axe']", my_heart=HEART, set=ready)
    found = read_look(folder)
    assert found.icons == ("axe", "my-heart")
    sprite = sprite_of(folder)
    assert '<symbol id="axe" viewBox="0 0 512 512"><path d="M0 0"/></symbol>' in sprite
    assert (
        '<symbol id="my-heart" viewBox="0 0 16 16"><path fill="currentColor" d="M8 14L2 8Z"/></symbol>'
        in sprite
    )
    assert "title" not in sprite
    before = found.sprite
    written(tmp_path, "icons = ['axe']", my_heart=HEART.replace("M8 14", "M8 13"))
    assert read_look(folder).sprite != before


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("<svg", "not valid SVG"),
        (HEART.replace(' viewBox="0 0 16 16"', ""), "viewBox"),
        (HEART.replace("<path", "<script/><path"), "may not have <script>"),
        (HEART.replace("<path", '<path onclick="alert(1)"'), "may not have onclick"),
        (HEART.replace("<path", '<path style="fill: red"'), "may not have style"),
        (HEART.replace("currentColor", "url(#a)"), "fill of <path> is not plain"),
        (HEART.replace("<path", '<image href="x.png"/><path'), "may not have <image>"),
    ],
)
def test_a_drawing_is_shapes_and_nothing_else(tmp_path: Path, drawing: str, words: str) -> None:
    said = refused(tmp_path, "", heart=drawing)
    assert words in said
    assert "heart.svg" in said
