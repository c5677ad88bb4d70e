"""Scenarios of a folder: read when they are asked for, each once, and under the name of its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import banneret
from banneret import rulebooks
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario, Scenarios, check_sides, nearest_scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping


def written(folder: Path, **titles: str) -> Path:
    for name, title in titles.items():
        (folder / f"{name}.toml").write_text(f'id = "{name}"\ntitle = "{title}"\n')
    return folder


class Reader:
    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, data: Mapping[str, Any], where: str) -> Scenario:
        self.read.append(where)
        return Scenario(data["id"], data["title"], "any", ("a", "b"), "", data)


def test_each_is_read_once_and_not_before_it_is_asked_for(tmp_path: Path) -> None:
    read = Reader()
    scenarios = Scenarios.of_folder(written(tmp_path, ford="The Ford", bridge="The Bridge"), read)
    assert list(scenarios) == ["bridge", "ford"]
    assert len(scenarios) == 2
    assert "ford" in scenarios
    assert "mill" not in scenarios
    assert read.read == []
    assert scenarios["ford"].title == "The Ford"
    assert scenarios["ford"] is scenarios["ford"]
    assert read.read == ["scenarios/ford.toml"]
    assert [scenario.id for scenario in scenarios.values()] == ["bridge", "ford"]
    assert read.read == ["scenarios/ford.toml", "scenarios/bridge.toml"]
    with pytest.raises(KeyError):
        scenarios["mill"]


def test_a_file_bears_the_name_of_its_scenario(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text('id = "bridge"\ntitle = "The Bridge"\n')
    with pytest.raises(BadInput, match=r"its id is 'bridge': the file must be called bridge\.toml"):
        Scenarios.of_folder(tmp_path, Reader())["ford"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("toll", "did you mean old_toll (The Toll at the Bridge)?"),
        ("Fords", "did you mean ford (The Ford)?"),
        ("the bridge", "did you mean old_toll (The Toll at the Bridge)?"),
        ("night attack", "did you mean raid (Night Attack)?"),
        ("zzz", "there are ford (The Ford), old_toll (The Toll at the Bridge), raid (Night Attack)"),
    ],
)
def test_a_scenario_is_found_by_what_its_id_or_title_is_like(tmp_path: Path, name: str, said: str) -> None:
    titles = {"ford": "The Ford", "old_toll": "The Toll at the Bridge", "raid": "Night Attack"}
    assert nearest_scenarios(name, Scenarios.of_folder(written(tmp_path, **titles), Reader())) == said


def test_of_many_scenarios_the_nearest_are_named_first(tmp_path: Path) -> None:
    titles = {f"x{number}": f"X{number}" for number in range(10)} | {"hill": "Hill"}
    said = nearest_scenarios("hut", Scenarios.of_folder(written(tmp_path, **titles), Reader()))
    assert said.startswith("there are 11, such as hill (Hill), x0 (X0), x1 (X1)")
    assert said.count("(") == 8
    assert nearest_scenarios("hut", {}) == "there are none"


def test_of_a_name_that_is_too_long_for_any_the_beginning_is_looked_at(tmp_path: Path) -> None:
    """To liken two words takes as long as both are, multiplied, and anyone may send a long one."""
    known = Scenarios.of_folder(written(tmp_path, hut="The Hut in the Marshes"), Reader())
    long = "hut" + " " * 57
    assert nearest_scenarios(long + "x" * 100_000, known) == nearest_scenarios(long, known)
    name = "n" * 60
    assert nearest(name + "x" * 1000, [name]) == f"did you mean '{name}'?"


@pytest.mark.parametrize("side", ["龍", "é", "two words", "a" * 61, "referee", "spectator", ""])
def test_an_id_of_a_side_that_no_record_could_have_is_refused_by_readers_and_by_start(side: str) -> None:
    """By one rule: a scenario that can be read can be begun too."""
    with pytest.raises(BadInput, match="side"):
        check_sides(("a", side), "mine")
    book = rulebooks.get("battlesystem")
    scenario = next(iter(book.scenarios().values()))
    data = {
        **scenario.data,
        "sides": [{**scenario.data["sides"][0], "id": side}, *scenario.data["sides"][1:]],
    }
    with pytest.raises(BadInput):
        book.read_scenario(data, "mine")
    named = replace(scenario, sides=(side, *scenario.sides[1:]))
    with pytest.raises(BadInput):
        banneret.start(book, named, seed=1)


def test_other_names_may_be_ids_of_sides() -> None:
    check_sides(("A", "o'brien", "the-2nd_host.", "x" * 60), "mine")
