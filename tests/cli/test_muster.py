"""Armies on the command line: drafted, checked, printed, and brought wherever an army may come."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from pypdf import PdfReader

import banneret as package
from banneret.muster.army import MOST_ENTRIES, MOST_TEXT
from banneret.rulebooks.warcards.tables.facts import facts

from .conftest import Command

CARDS = facts().cards
KNIGHTS, FOOT = CARDS["knights"].muster, CARDS["infantry"].muster
SPENT = 3 * KNIGHTS + FOOT + 1
GOOD = """\
format = "banneret army 1"
rulebook = "warcards"
name = "Lances of the March"
budget = 40

[[entry]]
type = "knights"
count = 3

[[entry]]
name = "The Old Guard"
type = "infantry"
experience = "veteran"
training = ["pike"]
"""
BAD = (
    GOOD.replace('"veteran"', '"regular"').replace("count = 3", "count = 5").replace('"knights"', '"knihgts"')
)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "lances.toml"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text(BAD)
    return path


def test_a_good_army_is_priced(banneret: Command, good: Path) -> None:
    said = banneret("muster", "check", good)
    assert said.code == 0
    assert re.search(rf"3 Knights\s+{3 * KNIGHTS} GB  \({KNIGHTS} each\)", said.out)
    assert re.search(rf"1 Infantry, The Old Guard\s+{FOOT + 1} GB", said.out)
    assert f"{SPENT} GB of 40, {40 - SPENT} left" in said.out
    found = banneret("muster", "check", good, "--json").json
    assert (found["spent"], found["left"], found["valid"]) == (SPENT, 40 - SPENT, True)
    assert found["entries"][1]["card"]["parts"][1] == [1, "pike training", "warcards:unit.experience"]


def test_every_error_is_told_with_its_entry_and_its_fix(banneret: Command, bad: Path) -> None:
    said = banneret("muster", "check", bad, "--budget", 1)
    assert said.code == 1
    text = " ".join(said.out.split())
    assert "3 errors" in text
    assert "entry 1, 5 knihgts: type cannot be 'knihgts'; did you mean 'knights'" in text
    assert "entry 2, Infantry: a regular unit has no training, not 1; make it veteran" in text
    assert f"it costs {FOOT + 1} GB of 1; save {FOOT} GB or raise the budget" in text


def test_a_file_that_is_no_army_is_refused(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("a = [")
    said = banneret("muster", "check", path)
    assert said.code == 2
    assert str(path) in said.err
    assert banneret("muster", "check", tmp_path / "none.toml").code == 2
    assert banneret("muster", "burn", path).code == 2
    assert banneret("muster", "draft", "warcards").code == 2


def test_what_there_is_to_choose(banneret: Command) -> None:
    said = banneret("muster", "show", "warcards")
    assert re.search(rf"knights\s+{KNIGHTS} GB", said.out)
    assert "training = up to 3 of" in said.out
    assert banneret("muster", "show", "stacks", "--json").json["kinds"][0]["id"] == "unit"


def test_an_army_is_shown_card_by_card(banneret: Command, good: Path) -> None:
    assert f"{FOOT + 1} = {FOOT} Infantry + 1 pike training" in banneret("muster", "show", good).out
    assert banneret("muster", "show", good, "--json").json["name"] == "Lances of the March"


@pytest.mark.parametrize(
    ("book", "what"),
    [
        ("warcards", "2 Knights, veteran Archers + toughened"),
        ("warcards", "strait:B"),
        ("stacks", "4 Dwarves, DwarfLord"),
        ("stacks", "kraken_hunt:attacker"),
    ],
)
def test_a_draft_is_a_good_army(banneret: Command, tmp_path: Path, book: str, what: str) -> None:
    path = tmp_path / "draft.toml"
    assert banneret("muster", "draft", book, what, "--out", path).code == 0
    assert banneret("muster", "check", path).code == 0
    assert banneret("muster", "draft", book, what).out == path.read_text()
    assert "exists already" in banneret("muster", "draft", book, what, "--out", path).err


def test_a_map_game_lends_no_army(banneret: Command) -> None:
    assert "takes no armies" in banneret("muster", "draft", "stacks", "two_banners:groves").err


# ---------------------------------------------------------------- on paper


@pytest.mark.long
def test_a_roster_has_a_page_for_every_dozen_units(banneret: Command, tmp_path: Path, good: Path) -> None:
    good.write_text(GOOD.replace("count = 3", "count = 22").replace("= 40", "= 999"))
    target = tmp_path / "r.pdf"
    assert banneret("roster", good, "--out", target).code == 0
    assert target.read_bytes().startswith(b"%PDF-")
    assert len(PdfReader(target).pages) == 2
    page = tmp_path / "r.html"
    assert banneret("roster", good, "--out", page).code == 0
    text = page.read_text()
    assert [part.count("<li><h2>") for part in text.split('<section class="page">')[1:]] == [12, 11]
    assert "Page 2 of 2" in text


def test_a_roster_tells_validity_points_and_errors(banneret: Command, tmp_path: Path, bad: Path) -> None:
    page = tmp_path / "r.html"
    said = banneret("roster", bad, "--out", page, "--budget", 1)
    assert said.code == 0
    assert "Not valid" in said.out
    text = page.read_text()
    assert "Not valid: 3 errors" in text
    assert f"Spent <b>{FOOT + 1} GB</b>" in text
    assert f"Too much by <b>{FOOT} GB</b>" in text
    assert "a regular unit has no training" in text


@pytest.mark.long
def test_a_roster_on_paper_takes_any_letters_and_any_number_of_errors(
    banneret: Command, tmp_path: Path
) -> None:
    path = tmp_path / "odd.toml"
    rows = '[[entry]]\nname = "Łőж<b>"\ntype = "x"\n' * 60
    path.write_text(GOOD.replace("Lances", "<i>Łőж&") + rows)
    for target in (tmp_path / "r.pdf", tmp_path / "r.html"):
        assert banneret("roster", path, "--out", target).code == 0
    text = (tmp_path / "r.html").read_text()
    assert "&lt;i&gt;Łőж&amp;" in text
    assert "Łőж&lt;b&gt;" in text
    assert "<i>Łőж" not in text
    assert "Łőж<b>" not in text  # boxes and sums have tags of their own; no letter of the user's is one
    assert text.count("type cannot be") == 60
    assert len(PdfReader(tmp_path / "r.pdf").pages) >= 8


@pytest.mark.long
def test_a_roster_is_pdf_by_default_and_nothing_else_than_html(
    banneret: Command, tmp_path: Path, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Written: lances.pdf" in banneret("roster", good).out
    assert banneret("roster", good).code == 2
    assert "the ending of the file name" in banneret("roster", good, "--out", "r.doc").err


# ---------------------------------------------------------------- in battles


def test_an_army_fights_and_its_record_replays_alone(banneret: Command, tmp_path: Path, good: Path) -> None:
    record = tmp_path / "r.banneret"
    words = ["--army", f"A=@{good}", "--army", "B=3 Pikemen, Archers", "--seed", 5, "--record", record]
    assert banneret("fight", "warcards", "river_camp", *words).code == 0
    good.unlink()
    assert banneret("verify", record).code == 0
    battle = package.load(record)
    sides = json.loads(battle.record.header.scenario)["data"]["sides"]
    assert sides["A"]["name"] == "Lances of the March"
    assert [row["type"] for row in sides["A"]["units"]] == ["knights"] * 3 + ["infantry"]
    assert [row["type"] for row in sides["B"]["units"]] == ["pikemen"] * 3 + ["archers"]


def test_an_army_is_played_in_the_terminal(banneret: Command, tmp_path: Path, good: Path) -> None:
    record = tmp_path / "r.banneret"
    words = ["play", "warcards", "river_camp", "--army", f"A=@{good}", "--as", "A", "--against", "greedy"]
    said = banneret(*words, "--record", record, "--plain", typed="\n\nquit\n")
    assert said.code == 0, said.err
    assert "Lances of the March" in said.out
    assert package.load(record).scenario.data["sides"]["A"]["name"] == "Lances of the March"


def test_an_army_stands_wherever_a_list_may(banneret: Command, tmp_path: Path, good: Path) -> None:
    assert (
        "Lances of the March"
        in banneret("fight", "warcards", f"@{good} vs 4 Pikemen", "--seed", 1, "--show").out
    )
    words = [
        "--army",
        f"x=@{good}",
        "--army",
        "y=4 Pikemen",
        "--games",
        2,
        "--seed",
        1,
        "--workers",
        1,
        "--json",
    ]
    assert banneret("tournament", "warcards", *words).code == 0
    assert banneret("tournament", "warcards", "border_skirmish", *words).code == 0
    path = tmp_path / "dwarves.toml"
    banneret("muster", "draft", "stacks", "2 Dwarves", "--out", path)
    by_file = banneret("odds", "stacks", f"@{path}", "3 Goblins", "--json").json
    assert by_file == banneret("odds", "stacks", "2 Dwarves", "3 Goblins", "--json").json


@pytest.mark.parametrize(
    ("scenario", "word", "says"),
    [
        ("river_camp", "A", "--army is given"),
        ("river_camp", "C=3 Knights", "no side 'C'"),
        ("river_camp", "A=3 Knigts", "did you mean 'Knights'"),
        ("river_camp", "A=@nothing.toml", "cannot be read"),
        ("strait", "A=3 Knights", "it has no ships, and this battle is fought at sea; bring a fleet"),
        ("river_camp", "A=Drakkar", "it has ships, and this battle is fought on land"),
    ],
)
def test_what_may_not_fight_is_refused(banneret: Command, scenario: str, word: str, says: str) -> None:
    said = banneret("fight", "warcards", scenario, "--army", word)
    assert said.code == 2
    assert says in said.err


def test_an_army_with_errors_does_not_fight(banneret: Command, bad: Path) -> None:
    said = banneret("fight", "warcards", "river_camp", "--army", f"A=@{bad}")
    assert said.code == 2
    assert "did you mean 'knights'" in said.err
    assert "more: 'banneret muster check' lists them" in said.err


def test_the_army_of_the_documentation_is_a_good_one(banneret: Command, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/tutorials/armies.md").read_text(encoding="utf-8")
    path = tmp_path / "page.toml"
    assert f"at most {MOST_ENTRIES} entries and {MOST_TEXT:,} characters" in page
    path.write_text(page.split("```toml\n")[1].split("```")[0])
    said = banneret("muster", "check", path)
    assert said.code == 0, said.out


@pytest.mark.long
def test_the_commands_of_the_documentation_do_what_they_say(
    banneret: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs/tutorials/armies.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    banneret("muster", "draft", "stacks", "2 Dwarves", "--out", "dwarves.toml")
    lines = [line.partition("   #")[0] for line in page.splitlines() if line.startswith("$ banneret ")]
    assert len(lines) >= 10
    for line in lines:
        words = shlex.split(line)[2:]
        if words[0] != "play":
            words += (
                ["--games", "2"] if words[0] in ("fight", "tournament") and "--games" not in words else []
            )
            said = banneret(*[word.replace("200", "2") for word in words])
            assert said.code == 0, (line, said.err)
