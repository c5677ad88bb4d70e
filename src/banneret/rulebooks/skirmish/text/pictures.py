"""The pictures of cards, from `data/pictures.toml`."""

from __future__ import annotations

from functools import cache

from banneret.rulebooks.skirmish.tables.reading import read_data


@cache
def pictures() -> dict[str, str]:
    """The picture of each card by its id; no creature card has the id of an action card."""
    data = read_data("pictures")
    return {**data["creatures"], **data["actions"]}
