"""Purchases as people read them: the names of all that extra successes buy. Rule: companies:volley.allocate."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import spells

NAMES: Final = {
    "damage": "Press on",
    "strike": "Strike",
    "own-strike": "The commander's own strike",
    "steel": "Shake their nerve",
    "dig-in": "Dig in",
    "charge-die": "Prepare a Charge",
    "weapon-die": "Whet the blades",
    "command-die": "Rally round the banner",
    "advance-die": "Clear the way",
    "raise-ob": "Pin them down",
    "breach": "Breach the works",
    "runners": "Take out the runners",
    "scouts": "Take out the scouts",
    "strike-die": "Sharpen a strike",
    "fight": "Close to a duel",
    "shot": "Shoot at a name",
    "artillery": "Artillery Fire",
}


def good_name(state: State, word: str) -> str:
    """The name of a purchase."""
    if word in NAMES:
        return NAMES[word]
    kind, _, rest = word.partition("-")
    if kind == "dress":
        names = {officer.id: officer.name for officer in state.setting.people}
        return f"Field Dressing for {names[rest]}"
    return f"Reinforce to {rest}F" if kind == "reinforce" else spells()[rest].label


def goods_named(state: State, goods: list[tuple[str, int]]) -> str:
    """Purchases with how often each is bought: "Strike (2), Dig in"."""
    return ", ".join([good_name(state, word) + (f" ({much})" if much > 1 else "") for word, much in goods])
