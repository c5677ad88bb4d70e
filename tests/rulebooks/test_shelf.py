"""The shelf: rulebooks of other packages stand on it, and one that cannot be loaded holds up none of the others."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput

OWN = ["stacks", "warcards", "companies", "skirmish", "battlesystem"]
BROKEN = {
    "missing": "import no_such_module_of_anybody",
    "failing": "raise ZeroDivisionError('the canary')",
    "nothing": "RULEBOOK = 7",
}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Packages whose rulebooks cannot be loaded, beside ours."""
    entries = []
    for name, text in BROKEN.items():
        (tmp_path / f"broken_{name}.py").write_text(text)
        entries.append(EntryPoint(name, f"broken_{name}:RULEBOOK", "banneret.rulebooks"))
    monkeypatch.syspath_prepend(tmp_path)

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "banneret.rulebooks"
        return entries

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    rulebooks.get.cache_clear()
    yield
    rulebooks.get.cache_clear()


def test_a_rulebook_that_cannot_be_loaded_holds_up_no_other(
    shelf: None, caplog: pytest.LogCaptureFixture
) -> None:
    assert set(BROKEN) < set(rulebooks.names())
    assert [book.id for book in rulebooks.at_hand()] == [book.id for book in map(rulebooks.get, OWN)]
    assert "the canary" in caplog.text


@pytest.mark.parametrize("name", BROKEN)
def test_it_says_what_is_wrong_with_it(shelf: None, name: str) -> None:
    with pytest.raises(BadInput, match=f"the rulebook '{name}' cannot be loaded") as refused:
        rulebooks.get(name)
    assert "canary" not in str(refused.value)


def test_our_rulebooks_are_found_without_a_search_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(group: str) -> list[EntryPoint]:
        raise AssertionError(f"searched for {group}")

    monkeypatch.setattr(metadata, "entry_points", search)
    rulebooks.get.cache_clear()
    assert [rulebooks.get(name).id for name in OWN] == OWN
    assert rulebooks.folder("stacks").name == "stacks"
    with pytest.raises(AssertionError, match="searched"):
        rulebooks.get("of_another_package")
    rulebooks.get.cache_clear()
