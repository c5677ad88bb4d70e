"""The tier of a scenario and its goal: what decides the battle. Rules: battlesystem:1.0d, battlesystem:1.7, battlesystem:3.0."""

from __future__ import annotations

from typing import Final

from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.scenario_ground import polygon
from banneret.rulebooks.battlesystem.ending.goals import ANNIHILATE, HOLD, KINDS, LAST_FIGURE, RULES
from banneret.rulebooks.battlesystem.stages import TIERS
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.unit import NOBODY

LEVELS: Final = ("Basic Game", "Intermediate Game")


def tier_of(top: Fields) -> int:
    """The tier at which a battle is played. Rule: battlesystem:1.0d."""
    return TIERS.index(top.word("tier", TIERS, TIERS[0]))


def goal_of(top: Fields, keys: list[str], width: float, depth: float) -> Goal:
    """The goal of the battle, from [goal]; a scenario without one may still name the winner of a tie. Rules: 1.7, 3.0, crossroads.tie.

    Args:
        top: the fields of the scenario.
        keys: the ids of the sides.
        width: of the table, in inches.
        depth: likewise.
    """
    tie = top.word("tie", ("", *keys), "")
    goal = Goal(tie=_side(tie, keys))
    if not top.has("goal"):
        return goal
    if tie:
        raise top.wrong("tie: write it in [goal]")
    said = top.table("goal")
    goal.kind = said.word("kind", KINDS, LAST_FIGURE)
    goal.rules = said.word("rules", tuple(RULES), goal.rules)
    goal.tie = _side(said.word("tie", ("", *keys), ""), keys)
    goal.stalemate = _side(said.word("stalemate", ("", *keys), ""), keys)
    if goal.kind == ANNIHILATE:
        least = said.table("least")
        goal.least = tuple([least.number(key, 0, 0, 10000) for key in keys])
        least.end()
    elif goal.kind == HOLD:
        goal.area = polygon(said, "polygon", width, depth)
        goal.place = said.text("place", most=40)
        goal.rounds = said.number("rounds", least=1, most=200)
    said.end()
    return goal


def _side(key: str, keys: list[str]) -> int:
    """The number of a side by its id; `NOBODY` for ""."""
    return keys.index(key) if key else NOBODY
