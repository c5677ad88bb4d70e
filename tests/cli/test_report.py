"""`banneret report`."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.conftest import Command

import banneret as game

FEW = ("--points", 4, "--plays", 20, "--workers", 1)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    battle = game.start("stacks", "hit_and_run", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    path = tmp_path / "duel.banneret"
    battle.save(path)
    return path


def test_text(banneret: Command, record: Path) -> None:
    said = banneret("report", record, *FEW)
    assert said.code == 0
    for word in ("Attacker won.", "How it went", "Losses", "Luck", "Goblins: lost in round"):
        assert word in said.out
    assert "Chance of Defender to win" in banneret("report", record, "--side", "defender", *FEW).out


def test_json_and_files(banneret: Command, record: Path, tmp_path: Path) -> None:
    found = banneret("report", record, "--json", *FEW).json
    assert found["finished"]
    assert found["facts"]["ending"]["winners"] == ["attacker"]
    for ending in (".html", ".pdf", ".txt", ".json"):
        target = tmp_path / f"out{ending}"
        assert banneret("report", record, "--out", target, *FEW).code == 0
        assert target.stat().st_size > 500
    again = banneret("report", record, "--out", tmp_path / "out.html", *FEW)
    assert again.code == 2
    assert "exists already" in again.err


def test_what_would_take_long_is_counted_coarser_and_says_so(
    banneret: Command, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a second for each battle: 6 checkpoints by 12, and one of them by 36 more, are 108 s, which is the least."""
    monkeypatch.setattr("banneret.cli.report._seconds", lambda battle: 1.0)
    quick = banneret("report", record, "--json", "--workers", 1)
    assert quick.code == 0
    assert quick.err == (
        "banneret: the battle is played on from 6 checkpoints, 12 times from each, for its chances: about 2 min; "
        "--points 6 --plays 12 counts the same again, --points 32 --plays 200 more finely, in about 3.1 h\n"
    )
    again = banneret("report", record, "--json", "--workers", 1, "--points", 6, "--plays", 12)
    assert again.json == quick.json
    assert "counts the same" not in again.err
    monkeypatch.setattr("banneret.cli.report._seconds", lambda battle: 0.01)
    found = banneret("report", record, "--json", "--workers", 1)
    assert found.json["facts"]["budget"] == {"points": 24, "plays": 60, "again": 6, "more": 4}
    assert "about 30 s; --points 24" in found.err


def test_a_battle_of_the_store(banneret: Command) -> None:
    duel = ("play", "stacks", "2 Dwarves vs 2 Goblins", "--as", "attacker", "--seed", "3")
    assert banneret(*duel, typed="\n" * 99).code == 0
    (row,) = banneret("battles", "--json").json
    said = banneret("report", row["id"][:6], *FEW)
    assert (said.code, said.err) == (0, "")
    assert "Chance of Attacker to win" in said.out


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("nowhere",), "neither a file nor a battle"),
        (("no/where",), "no/where"),
        (("RECORD", "--side", "halls"), "there is no side"),
        (("RECORD", "--out", "report.doc"), "no report is written"),
        (("RECORD", "--points", "1"), "is not from"),
    ],
)
def test_refused(banneret: Command, record: Path, words: tuple[str, ...], what: str) -> None:
    said = banneret("report", *(record if word == "RECORD" else word for word in words))
    assert said.code == 2
    assert what in said.err


def test_not_over(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "running.banneret"
    game.start("stacks", "hit_and_run", seed=3).save(path)
    said = banneret("report", path)
    assert said.code == 2
    assert "not over" in said.err


def test_a_rules_card(banneret: Command, tmp_path: Path) -> None:
    for ending in (".html", ".pdf"):
        target = tmp_path / f"card{ending}"
        said = banneret("rules", "stacks", "--card", target, "--paper", "letter")
        assert (said.code, said.err) == (0, "")
        assert target.stat().st_size > 5000
    assert banneret("rules", "stacks", "--card", tmp_path / "card.doc").code == 2
