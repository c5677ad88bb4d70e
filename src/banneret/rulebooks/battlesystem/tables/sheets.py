"""Sheets of individuals, so far of commanders above units: facts that no battle changes. Rule: 3.2."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Sheet:
    """The facts of an individual. Rules: battlesystem:4.10a, battlesystem:4.10b."""

    name: str
    rank: int  # BRIGADE or ARMY of `state`
    radius: float
    charisma: int
    movement: float
    creature: str = ""
    hates: tuple[str, ...] = ()  # he commands none of them. Rule: battlesystem:4.8a
