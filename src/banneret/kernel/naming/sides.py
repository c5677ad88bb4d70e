"""Sides by name: wherever a person or a program names a side, its name serves as well as its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.viewer import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario


def side_called(said: str, names: Mapping[str, str]) -> str | None:
    """The id of the side that is called so, by id or by name in any case; None where none is, or more than one.

    >>> side_called("the halls", {"H": "Halls", "G": "Groves"}), side_called("g", {"H": "Halls", "G": "Groves"})
    ('H', 'G')
    """
    if said in names:
        return said
    wanted = _plain(said)
    found = [side for side, name in names.items() if wanted in (_plain(side), _plain(name))]
    return found[0] if len(found) == 1 else None


def _plain(name: object) -> str:
    return " ".join(str(name).split()).casefold().removeprefix("the ")


def names_of(rulebook: Rulebook[Any], scenario: Scenario) -> dict[str, str]:
    """The names of the sides of a scenario, by id, before it begins."""
    scene = rulebook.view.scene(rulebook.new(scenario, rulebook.options()), SPECTATOR)
    return {side.id: side.name for side in scene.sides}


def side_of(rulebook: Rulebook[Any], scenario: Scenario, said: str, where: str) -> str:
    """The id of a side of a scenario by its id or name. Raises `BadInput` with the nearest."""
    if said in scenario.sides:
        return said
    names = names_of(rulebook, scenario)
    side = side_called(said, names)
    if side is None:
        ids = [side for side in scenario.sides if _plain(side) != _plain(names[side])]
        hint = nearest(said, [*names.values(), *ids]) or "one of " + ", ".join(names.values())
        raise BadInput(f"{scenario.id} has no side {said[:60]!r}", where=where, hint=hint)
    return side
