"""Every rule that is claimed as built has a test that proves it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.rulebook import Rulebook
from banneret.lab.proofs import checkout, claims_completeness, main, marks, proofs, scan, unknown, unproved

SHELF = rulebooks.names()


@pytest.mark.parametrize("name", SHELF)
def test_every_rule_of_a_complete_rulebook_is_proved(name: str) -> None:
    rulebook = rulebooks.get(name)
    if not claims_completeness(rulebook):
        pytest.skip(f"{name} does not claim to be complete yet")
    if checkout(rulebook.folder) is None and not (rulebook.folder / "proofs.json").exists():
        assert not rulebook.folder.is_relative_to(Path(rulebooks.__file__).parent)  # ours always bring it
        pytest.skip(f"the package of {name} was installed without its proofs")
    assert unproved(rulebook) == []


@pytest.mark.parametrize("name", SHELF)
def test_every_mark_names_a_rule(name: str) -> None:
    assert unknown(rulebooks.get(name)) == {}


def test_no_mark_names_a_rulebook_that_is_not_there() -> None:
    root = checkout(rulebooks.get("stacks").folder)
    if root is None:
        pytest.skip("no checkout")
    begun = {path.parent.name for path in (root / "src/banneret/rulebooks").glob("*/rules.toml")}
    assert set(scan(root)) <= {*SHELF, *begun, "toy"}


SOURCE = """
import pytest

pytestmark = pytest.mark.rule("s:module")

CASES = [pytest.param(1, marks=pytest.mark.rule("s:table")), 2]
TYPED: list[object] = [pytest.param(1, marks=[pytest.mark.rule("s:typed")])]

@pytest.mark.rule("s:one", "s:two")
def test_a(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("s:inline"))])
async def test_b(x): ...

@pytest.mark.parametrize("x", CASES)
@pytest.mark.parametrize("y", TYPED)
def test_c(x, y): ...

@pytest.mark.rule("s:class")
class TestD:
    @pytest.mark.rule("s:method")
    def test_e(self): ...
    def helper(self): ...

@pytest.mark.rule("s:helper")
def helper(): ...
"""


def test_marks_are_found_wherever_they_stand() -> None:
    assert marks(ast.parse(SOURCE)) == [
        ("s:module", "test_a"),
        ("s:one", "test_a"),
        ("s:two", "test_a"),
        ("s:module", "test_b"),
        ("s:inline", "test_b"),
        ("s:module", "test_c"),
        ("s:table", "test_c"),
        ("s:typed", "test_c"),
        ("s:module", "TestD::test_e"),
        ("s:class", "TestD::test_e"),
        ("s:method", "TestD::test_e"),
    ]


def test_an_installed_package_reads_its_index(
    toy: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests" / "kernel").mkdir(parents=True)
    (tmp_path / "tests" / "kernel" / "test_x.py").write_text(
        'import pytest\n\n@pytest.mark.rule("toy:peek")\ndef test_peek(): ...\n', encoding="utf-8"
    )
    assert main([str(tmp_path), "toy"]) == 0
    written = capsys.readouterr().out
    assert json.loads(written) == {"peek": ["tests/kernel/test_x.py::test_peek"]}
    monkeypatch.setattr("banneret.lab.proofs.checkout", lambda _folder: None)
    monkeypatch.setattr(type(toy), "folder", tmp_path)
    assert proofs(toy) == {}
    (tmp_path / "proofs.json").write_text(written, encoding="utf-8")
    assert proofs(toy)["peek"] == ["tests/kernel/test_x.py::test_peek"]
    (tmp_path / "proofs.json").write_text("{", encoding="utf-8")
    assert proofs(toy) == {}


def test_a_rulebook_elsewhere_is_proved_by_the_tests_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "src/other"
    folder.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert checkout(folder) == tmp_path
    assert checkout(tmp_path / ".venv/lib/python3.11/site-packages/other") is None
