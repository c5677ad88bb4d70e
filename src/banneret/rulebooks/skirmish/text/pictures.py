"""The pictures of cards, from `data/pictures.toml`."""

from __future__ import annotations

from functools import cache

from banneret.rulebooks.skirmish.tables.reading import read_data


@cache
def pictures() -> dict[str, str]:
    """The picture of each card, by its id; two cards of one id are not there."""
    data = read_data("pictures")
    return {**data["creatures"], **data["actions"]}
