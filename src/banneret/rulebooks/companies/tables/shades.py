"""The shades of dice and what is a success. Rules: companies:core.dice, companies:core.shade, companies:core.open-ended."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.rulebooks.companies.tables.files import data, must

SIDES: Final = 6

# ---------------------------------------------------------------- a shade is the least face that is a success
BLACK: Final = 4
GRAY: Final = 3
WHITE: Final = 2


@cache
def shades() -> dict[str, int]:
    """The least successful face of each shade, by its letter."""
    dice = data("core")["dice"]
    found = {row["code"]: int(row["success_on"]) for row in dice["shade"]}
    must(found == {"B": BLACK, "G": GRAY, "W": WHITE}, "the shades of core.toml are B 4, G 3 and W 2")
    must(dice["sides"] == SIDES == dice["open_ended"]["trigger"], "dice have six sides and open at 6")
    return found
