"""Scenarios of a folder: read when they are asked for, each once, and under the name of its file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario, Scenarios

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
