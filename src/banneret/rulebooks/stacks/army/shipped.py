"""The scenarios that come with the rulebook, and those of files."""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.tables.facts import FOLDER, read_data
from banneret.rulebooks.stacks.tables.fields import read_file_text

SHIPPED: Final = ("two_banners", "halls_and_groves", "narrow_sea", "duel_of_archmages", "ashes_and_banners")
MOST_BYTES: Final = 250_000  # of a file


@cache
def shipped() -> dict[str, Scenario]:
    """The scenarios that come with the rulebook: the hex games, then the ready-made battles.

    Rule: stacks:setup.scenario, stacks:setup.battle-only.
    """
    found: dict[str, Scenario] = {}
    for name in SHIPPED:
        path = os.path.join(FOLDER, "scenarios", name + ".toml")
        found[name] = read_scenario_file(path)
    for row in read_data("battles")["battle"]:
        found[row["id"]] = read_scenario({"battle": [row]}, f"battles.toml, {row['id']}")
    return found


def read_scenario_file(path: str) -> Scenario:
    """The one scenario of a TOML file; raises `BadInput` naming the file and the field."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None
    if len(data) > MOST_BYTES:
        raise BadInput("is too large", where=path, hint=f"at most {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("is not UTF-8 text", where=path) from None
    return read_scenario(read_file_text(text, path), path)
