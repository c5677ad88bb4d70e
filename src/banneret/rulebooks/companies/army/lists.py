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
    """The row of a company from a short list.

    Args:
        text: The id of an officer, then in any order a package, the dice of the affiliation ("2D") and the number of troops.
        where: The place that an error names.

    Raises:
        BadInput: No officer is named, or a word is none of these.
    """
    words = text.lower().split()
    if words[:1] == ["1"]:
        words = words[1:]
    known = officers()
    if not words or words[0] not in known:
        said = words[0][:40] if words else ""
        raise BadInput(
            f"there is no officer {said!r}" if said else "the list names no officer",
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
                f"{word[:40]!r} is neither a package nor dice nor a number of troops",
                where=where,
                hint=nearest(word[:60], packages()) or "such as 'carrow human 2D'",
            )
    return found
