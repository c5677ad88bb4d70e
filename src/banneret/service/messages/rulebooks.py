"""Rulebooks over HTTP: their pages, rules and lessons."""

from __future__ import annotations

import msgspec

from banneret.kernel.abilities.computer import PlayerSpec
from banneret.kernel.lesson import LessonEnd, LessonStep
from banneret.kernel.scene import Stage
from banneret.kernel.shelf import Uphill


class About(msgspec.Struct, frozen=True):
    """The name and version of the server."""

    name: str
    version: str


class ScenarioLine(msgspec.Struct, frozen=True):
    """A scenario in the list of a rulebook. `armies`: a line a side, what it fields; none where that says nothing.

    `musters`: the sides that people may bring armies of their own for. `difficulty`: how much of the rules it needs, 1 to 3, and
    `minutes`: how long it takes a player; 0 where that is not known. `uphill`: the side that has the harder part, if one has.
    """

    id: str
    title: str
    level: str
    kind: str
    summary: str
    sides: list[str]
    armies: list[str]
    musters: list[str]
    difficulty: int = 0
    minutes: int = 0
    uphill: Uphill | None = None


class RulebookLine(msgspec.Struct, frozen=True):
    """A rulebook in the list of all."""

    id: str
    name: str
    title: str
    summary: str


class RuleLine(msgspec.Struct, frozen=True):
    """A rule in the catalogue of a rulebook."""

    id: str
    title: str
    tier: str
    text: str


class FirstBattle(msgspec.Struct, frozen=True):
    """The battle of a rulebook to begin with: its scenario, the side to play, and a sentence about it."""

    scenario: str
    side: str
    sentence: str


class OptionLine(msgspec.Struct, frozen=True):
    """An option of a rulebook: its values, the one that holds where nobody chooses, and the rule that it changes.

    `means` are the sentences that explain it, each with the value that it is about, or with nothing. `topic` is its heading, empty for
    those that stand before all headings.
    """

    id: str
    title: str
    topic: str
    values: tuple[str, ...]
    default: str
    rule: str
    means: tuple[tuple[str, str], ...]


class RulebookPage(msgspec.Struct, frozen=True):
    """A rulebook: its options, scenarios and computer players, and the stages of a turn, in order.

    `sentence` is its summary in fewer words, `more` what the scenarios at the end of the list are called. `rules` counts its rules,
    `primer` says whether there is a page on how it works, `titles` are those of its rules, by their ids. `lesson` is the scenario of
    its lesson, empty where it has none. `boards`: battles may be fought on boards that people join from tiles.
    """

    id: str
    name: str
    title: str
    summary: str
    sentence: str
    first: FirstBattle | None
    more: str
    rules: int
    primer: bool
    options: list[OptionLine]
    scenarios: list[ScenarioLine]
    players: list[PlayerSpec]
    phases: list[Stage]
    titles: dict[str, str]
    lesson: str = ""
    boards: bool = False


class LessonPage(msgspec.Struct, frozen=True):
    """The lesson of a rulebook: its scenario and side, its goal in a sentence, its steps, and the card after the last of them.

    A battle is this lesson where its dice are committed to as `commitment`.
    """

    scenario: str
    side: str
    goal: str
    commitment: str
    steps: tuple[LessonStep, ...]
    after: LessonEnd
