"""The measuring commands: whatever they take from Banneret is there, which no type checker sees to."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(path.stem for path in (ROOT / "bench").glob("[a-z]*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_a_measuring_command_finds_all_that_it_uses(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing it is enough to say so; nothing is measured."""
    monkeypatch.syspath_prepend(ROOT)
    importlib.import_module(f"bench.{name}")


@pytest.mark.long
def test_players_with_another_judgement_meet_in_battles_with_even_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same pair is the same battle every time; the swapped battle has the same armies."""
    monkeypatch.syspath_prepend(ROOT)
    meetings = importlib.import_module("bench.meetings")
    even = importlib.import_module("bench.even")
    pair = meetings.Meeting("warcards", even.DRAWN, "hand:greedy", "hand:greedy:thrifty", 9)
    first, second = (meetings.Results(tmp_path / name) for name in ("one", "two"))
    (found,) = first.fight([pair])
    (again,) = second.fight([pair])
    assert found.points == again.points
    assert meetings.Results(tmp_path / "one").known == {pair: found}


@pytest.mark.long
@pytest.mark.parametrize("book", ["stacks", "warcards", "companies", "skirmish"])
def test_positions_are_noted_for_learning(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Battle 0, between greedy players: terms as many as there are names, a chance by hand, and who won; the same every time."""
    monkeypatch.syspath_prepend(ROOT)
    judgements = importlib.import_module("bench.judgements")
    games = judgements.Games(book, "instant:2plays")
    positions, points = games(0)
    assert (positions, points) == games(0)
    assert points in (0.0, 0.5, 1.0)
    assert len(positions) > 2
    for kind, terms, chance in positions:
        assert kind
        assert len(terms) == len(games.computer.terms)
        assert 0.0 <= chance <= 1.0


def test_the_outlooks_of_a_battle_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    importlib.import_module("bench.outlooks").measure("warcards", "border_skirmish", 40)
    assert "bytes a question" in capsys.readouterr().out
