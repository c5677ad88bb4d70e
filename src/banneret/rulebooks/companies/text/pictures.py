"""The pictures that stand for actions, stocks and people: names of game-icons.net."""

from __future__ import annotations

from typing import Final

ACTION: Final = (
    "boots",
    "spears",
    "encirclement",
    "crenulated-shield",
    "rally-the-troops",
    "spyglass",
    "bowman",
    "return-arrow",
)
"""The pictures of the eight actions, in their order."""
STOCK: Final = {
    "human": "swordman",
    "dwarf": "dwarf-face",
    "elf": "elf-helmet",
    "orc": "orc-head",
    "troll": "troll",
}
COMMANDER: Final = "vertical-banner"
SECOND: Final = "barbute"
SEALED: Final = "tied-scroll"
