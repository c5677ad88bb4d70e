"""Battle spaces as graphs, and the limits of positions and works. Rules: companies:map.graph, companies:map.start, companies:position.rating."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.rulebooks.companies.tables.files import data, must, rows

MOST_VALUE: Final = 5
MOST_WORKS: Final = 3
LEAST_POSITIONS: Final = 3
MOST_POSITIONS: Final = 8
"""The positions with which a battle space begins. Rule: companies:position.initial."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A battle space.

    Attributes:
        id: Its word in scenarios.
        label: Its name.
        tags: The tags that let skills serve, such as "urban".
        nodes: The names of its nodes.
        values: The value of each node at first, 0 for open ground.
        ready: The value and the works of each node in a battle that skips the placing of positions.
        roads: For each node the nodes that it is joined to.
        starts: The node at which each faction starts.
        objective_places: Places of objectives, which are no nodes.
        spare: The names of positions that may be added.
        spots: The places of the nodes on the sketch.
    """

    id: str
    label: str
    tags: frozenset[str]
    nodes: tuple[str, ...]
    values: tuple[int, ...]
    ready: tuple[tuple[int, int], ...]
    roads: tuple[tuple[int, ...], ...]
    starts: dict[str, int]
    objective_places: tuple[str, ...]
    spare: tuple[str, ...]
    spots: tuple[tuple[float, float], ...]


@cache
def grounds() -> dict[str, Ground]:
    """The battle spaces by id."""
    limits = data("positions")
    must(limits["position"]["maximum"] == MOST_VALUE, "positions go to 5")
    must(limits["fortification"]["maximum"] == MOST_WORKS, "works go to 3")
    return {row["id"]: _ground(row) for row in rows("maps", "map")}


def _ground(row: dict[str, Any]) -> Ground:
    nodes = [one["id"] for one in row["nodes"]]
    roads: list[list[int]] = [[] for _ in nodes]
    for first, second in row["edges"]:
        roads[nodes.index(first)].append(nodes.index(second))
        roads[nodes.index(second)].append(nodes.index(first))
    starts = {faction: nodes.index(place) for faction, place in row["start"].items()}
    values = [int(one["value"]) for one in row["nodes"]]
    must(all(values[place] == 0 for place in starts.values()), f"starts of {row['id']} are open ground")
    marked = [number for number, value in enumerate(values) if value]
    must(
        LEAST_POSITIONS <= len(marked) <= MOST_POSITIONS and all(values[node] == 1 for node in marked),
        f"{row['id']} begins with {LEAST_POSITIONS} to {MOST_POSITIONS} positions of 1",
    )
    must(
        all(set(roads[place]) & set(marked) for place in starts.values()),
        f"starts of {row['id']} lie next to positions",
    )
    must(
        not set(row["spare"]) & {*nodes, *row["objective_places"]},
        f"the spare names of {row['id']} are not in use",
    )
    must(not set(row["objective_places"]) & set(nodes), f"no objective of {row['id']} is a position")
    reached = [0]
    for place in reached:
        reached += [other for other in roads[place] if other not in reached]
    must(len(reached) == len(nodes), f"all nodes of {row['id']} are joined by roads")
    ready = [(int(one.get("quick_value", 0)), int(one.get("quick_fort", 0))) for one in row["nodes"]]
    must(
        all(value <= MOST_VALUE and works <= MOST_WORKS for value, works in ready),
        f"{row['id']} keeps to the limits",
    )
    return Ground(
        row["id"],
        row["label"],
        frozenset(row["tags"]),
        tuple(nodes),
        tuple(values),
        tuple(ready),
        tuple([tuple(sorted(ways)) for ways in roads]),
        starts,
        tuple(row["objective_places"]),
        tuple(row["spare"]),
        tuple([(float(one["at"][0]), float(one["at"][1])) for one in row["nodes"]]),
    )
