"""A battle of every rulebook with two sides, for what is tried again and again in all of them."""

from __future__ import annotations

FIELDS = {
    "stacks": "giant_at_the_gate",
    "warcards": "border_skirmish",
    "companies": "tanners_row",
    "skirmish": "short_yard",
    "battlesystem": "crossroads",
}


def chosen(number: int) -> dict[str, str]:
    """The rulebook and scenario of a battle with this number: each rulebook in turn."""
    names = list(FIELDS)
    name = names[number % len(names)]
    return {"rulebook": name, "scenario": FIELDS[name]}
