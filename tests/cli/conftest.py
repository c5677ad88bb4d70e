"""What the tests of the command line share: a toy rulebook on the shelf, and a way to run commands."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from banneret import rulebooks
from banneret.cli.main import main
from banneret.kernel.rulebook import Rulebook


@dataclass
class Said:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    """Runs a command in this process: `banneret("fight", "toy", "duel")`."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words: object, typed: str | None = None) -> Said:
        self.capsys.readouterr()
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed or ""))
        code = main([str(word) for word in words])
        said = self.capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)


@pytest.fixture
def banneret(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("BANNERET_DATA", str(tmp_path / "kept"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("BANNERET_DEBUG", raising=False)
    return Command(capsys, monkeypatch)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Rulebook[Any]:
    """The toy rulebook, on the shelf beside the true ones."""
    from kernel.toy import RULEBOOK

    names, get = rulebooks.names(), rulebooks.get
    monkeypatch.setattr(rulebooks, "names", lambda: sorted([*names, "toy"]))
    monkeypatch.setattr(rulebooks, "get", lambda name: RULEBOOK if name == "toy" else get(name))
    return RULEBOOK
