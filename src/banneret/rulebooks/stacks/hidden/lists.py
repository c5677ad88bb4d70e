"""A scenario as a side knows it: what others begin with as totals, and not in which stack. Rule: stacks:setup.scenario, stacks:hidden.stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from banneret.kernel.scenario import Scenario
from banneret.kernel.viewer import Viewer

Row = Mapping[str, Any]


def as_known(scenario: Scenario, viewer: Viewer) -> Scenario:
    """The scenario with all that others begin with in one heap, in the order of the words."""
    data = scenario.data
    if scenario.kind == "battle":
        return replace(scenario, data=_battle(data, viewer))
    players = [player if viewer.owns(side) else _heaped(player) for side, player in enumerate(data["player"])]
    return replace(scenario, data={**data, "player": players})


def _battle(data: Row, viewer: Viewer) -> Row:
    """The two stacks of a single battle."""
    found = dict(data)
    for side, name in enumerate(("attacker", "defender")):
        if not viewer.owns(side):
            found[name] = sorted(data[name])
            found[f"{name}_spells"] = sorted(data[f"{name}_spells"])
            found[f"{name}_artifacts"] = _artifacts(data[f"{name}_artifacts"])
    return found


def _heaped(player: Row) -> Row:
    """All that a player begins with, in one stack at the capital."""
    stacks: list[Row] = player["stack"]
    heap = {
        "hex": player["capital"],
        "units": sorted([unit for stack in stacks for unit in stack["units"]]),
        "artifacts": _artifacts([row for stack in stacks for row in stack["artifacts"]]),
        "passengers": [],
    }
    spells, reserve = sorted(player["spells"]), sorted(player["reserve"])
    return {**player, "stack": [heap] if stacks else [], "spells": spells, "reserve": reserve}


def _artifacts(rows: list[Row]) -> list[Row]:
    """Artifacts with the first unit: who holds them is hidden."""
    return [{**row, "holder": 0} for row in sorted(rows, key=itemgetter("artifact"))]
