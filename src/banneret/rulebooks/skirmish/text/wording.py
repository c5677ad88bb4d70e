"""Steps of cards and powers in a few words, and numbers in words."""

from __future__ import annotations

from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Step


def brief(steps: list[Step]) -> str:
    """All steps in a few words each.

    >>> brief([Step(effects.ATTACK, bonus=10), Step(effects.MOVE, mode=effects.SHIFT, distance=effects.SPEED)])
    'melee +10, shift its speed'
    """
    return ", ".join([_brief(step) for step in steps if step.verb != effects.CHOOSE])


def _brief(step: Step) -> str:
    if step.verb == effects.ATTACK:
        bonus = f" +{step.bonus}" if step.bonus else ""
        if step.mode == effects.RANGED:
            return f"shot{bonus} {'in sight' if step.range == effects.IN_SIGHT else f'within {step.range}'}"
        several = {effects.UP_TO_TWO: " at two", effects.EACH_ADJACENT_ENEMY: " at each enemy beside it"}
        return f"melee{bonus}{several.get(step.targets, '')}"
    if step.verb == effects.DEAL:
        where = {
            effects.ADJACENT_TO_SELF: " all around",
            effects.TARGET_AND_ADJACENT: " and around",
            effects.IN_OR_ADJACENT_TO_SQUARE: " around a square",
            effects.WITHIN_2_OF_SQUARE: " within 2 squares",
        }
        return f"{step.amount} damage{where.get(step.to, '')}"
    if step.verb == effects.MOVE:
        how = ("move", "shift", "slide")[step.mode]
        return f"{how} {'its speed' if step.distance == effects.SPEED else step.distance}"
    words = {
        effects.HEAL: f"heal {step.amount}",
        effects.TELEPORT: f"teleport {step.distance}",
        effects.ATTACH: "attach",
        effects.DRAW: f"draw {step.count}",
        effects.TAP: "tap it",
        effects.UNTAP: "untap",
        effects.GAIN: f"Block {step.amount}",
        effects.PROTECT: "stops one attack" if step.against == effects.BY_ATTACK else "stops one source",
        effects.FETCH: f"look for {step.ability}",
        effects.DISCARD: "discard it",
    }
    return words[step.verb]


def many(count: int, noun: str) -> str:
    """A number with its noun.

    >>> many(1, "card"), many(3, "card")
    ('1 card', '3 cards')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"
