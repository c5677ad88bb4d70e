"""Companies as short lists: "carrow human 2D 200".

>>> read_list("gashnak orc 3D", "attacker")["affiliation_dice"]
3
"""

from __future__ import annotations

import re
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.companies.tables.officers import officers
from banneret.rulebooks.companies.tables.troops import packages

TROOPS: Final = 200
USUAL: Final = {"human": "human", "dwarf": "dwarf", "elf": "elf", "orc": "orc", "troll": "orc"}
_DICE: Final = re.compile(r"([123])[dD]")


def read_list(text: str, where: str) -> dict[str, Any]:
    """The company of a list: an officer by id, then a package, the dice of the affiliation, the troops, in any order; raises `BadInput`."""
    words = text.lower().split()
    if words[:1] == ["1"]:
        words = words[1:]
    known = officers()
    if not words or words[0] not in known:
        said = words[0][:40] if words else ""
        raise BadInput(
            f"there is no officer {said!r}",
            where=where,
            hint=nearest(said, known) or "such as 'carrow human 2D'",
        )
    officer = known[words[0]]
    found: dict[str, Any] = {
        "name": officer.name,
        "commander": officer.id,
        "package": USUAL[officer.stock],
        "stock": officer.stock,
        "affiliation_dice": 2,
        "troops": TROOPS,
        "objective": "Beat the enemy",
    }
    for word in words[1:]:
        dice = _DICE.fullmatch(word)
        if dice:
            found["affiliation_dice"] = int(dice[1])
        elif word.isascii() and word.isdigit() and 0 < len(word) < 6:
            found["troops"] = int(word)
        elif word in packages():
            found["package"] = word
            found["stock"] = packages()[word].stock
        else:
            raise BadInput(
                f"{word[:40]!r} is no package, no dice and no number of troops",
                where=where,
                hint=nearest(word[:60], packages()) or "such as 'carrow human 2D'",
            )
    return found
