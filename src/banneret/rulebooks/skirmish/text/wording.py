"""Steps of cards and powers in a few words, and numbers in words."""

from __future__ import annotations

from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Step


def brief(steps: list[Step]) -> str:
    """All steps in a few words each.

    >>> brief([Step("attack", bonus=10), Step("move", mode="shift", distance=effects.SPEED)])
    'melee +10, shift its speed'
    """
    return ", ".join([_brief(step) for step in steps if step.verb != "choose"])


def _brief(step: Step) -> str:
    if step.verb == "attack":
        bonus = f" +{step.bonus}" if step.bonus else ""
        if step.attack == "ranged":
            return f"shot{bonus} {'in sight' if step.range == effects.IN_SIGHT else f'within {step.range}'}"
        several = {"up-to-two": " at two", "each-adjacent-enemy": " at each enemy beside it"}
        return f"melee{bonus}{several.get(step.targets, '')}"
    if step.verb == "deal":
        where = {
            "adjacent-to-self": " all around",
            "target-and-adjacent-to-target": " and around",
            "in-or-adjacent-to-square": " around a square",
            "within-2-of-square": " within 2 squares",
        }
        return f"{step.amount} damage{where.get(step.area, '')}"
    if step.verb == "move":
        return f"{step.mode} {'its speed' if step.distance == effects.SPEED else step.distance}"
    words = {
        "heal": f"heal {step.amount}",
        "teleport": f"teleport {step.distance}",
        "attach": "attach",
        "draw": f"draw {step.count}",
        "tap": "tap it",
        "untap": "untap",
        "gain": f"Block {step.amount}",
        "protect": "stops one attack" if step.against == "attack" else "stops one source",
        "fetch": f"look for {step.ability}",
        "discard": "discard it",
    }
    return words[step.verb]


def many(count: int, noun: str) -> str:
    """A number with its noun.

    >>> many(1, "card"), many(3, "card")
    ('1 card', '3 cards')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"
