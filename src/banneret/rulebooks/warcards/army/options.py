"""The options of a battle as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.rulebooks.warcards.state import Flags


def flags_of(options: Mapping[str, str]) -> Flags:
    """The options as the rules read them; what is not given has its default."""

    def is_on(name: str, default: str) -> bool:
        return options.get(name, default) == "true"

    return Flags(
        int(options.get("rout-dc", "15")),
        options.get("criticals", "off"),
        is_on("save-per-hit", "false"),
        int(options.get("subdual-penalty", "0")),
        is_on("pikes-before-charge", "false"),
        int(options.get("moving-fire-penalty", "0")),
        is_on("engaged-archers-must-fire-at-engager", "false"),
        is_on("heroes-locked", "false"),
        options.get("hero-encounters", "off"),
        is_on("war-wagon-required", "true"),
        options.get("magic-range", "adjacent") == "adjacent",
        1 if is_on("magic-minimum-one", "false") else 0,
        is_on("evade-printed-move", "false"),
        options.get("night-sight", "all-penalties") == "all-penalties",
        int(options.get("stalemate-rounds", "5")),
        options.get("declare-fire", "") == "secret-simultaneous",
        is_on("free-withdrawal", "true"),
        options.get("forced-march", "surrender") != "surrender",
        is_on("embarked-missiles", "false"),
        is_on("sunk-rescue", "false"),
        is_on("defenders-bar-surrender", "true"),
        options.get("weather-roll", "scenario") == "d20-table",
    )
