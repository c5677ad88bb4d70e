"""The steps of a walk, as orders write them.

Degrees are to the right of the unit's heading, distances in inches:
  ("slide", degrees, inches)      straight on or up to 45 degrees aside; without inches as far as it goes; a group of
                                  files at the end: only these go on alone once the unit has touched an enemy
  ("wheel", "left"/"right", degrees)      with option wheel_pivot a file may follow: the figure in the middle of it
  ("face", "left"/"right") and ("about",)  a group of figures at the end: only these turn
  ("formation", "open"/"closed"), ("frontage", left, right): figures added to the ends of the front, or taken from them
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.rectangles import LEFT, RIGHT
from banneret.geometry.sweeps import NEVER
from banneret.rulebooks.battlesystem.unit import FORMATIONS

Step = tuple[Any, ...]

SIDES: Final = {"right": RIGHT, "left": LEFT}


def inches_of(step: Step) -> float:
    """The inches that a straight or oblique leg is declared to go; `NEVER` if it goes as far as it can."""
    return NEVER if len(step) < 3 or isinstance(step[2], tuple) else float(step[2])


def misread(step: Any) -> str:
    """The reason something is not a step of a move, in a sentence; "" if it is one."""
    if not isinstance(step, tuple) or not step:
        return "A step is a group such as (slide 0 5) or (face left)."
    word, rest = step[0], step[1:]
    if word == "slide":
        if rest and isinstance(rest[-1], tuple):
            if not _are_numbers(rest[-1]):
                return "The files that may go on are a group of whole numbers, each once."
            rest = rest[:-1]
        if (
            1 <= len(rest) <= 2
            and _is_figure(rest[0])
            and (len(rest) == 1 or (_is_figure(rest[1]) and rest[1] > 0))
        ):
            return ""
        return "A straight or oblique move is (slide DEGREES INCHES), degrees to the right, inches above 0."
    if word == "wheel":
        if len(rest) in (2, 3) and rest[0] in SIDES and _is_figure(rest[1]):
            return "" if len(rest) == 2 or type(rest[2]) is int else "The file of a wheel is a whole number."
        return "A wheel is (wheel left DEGREES) or (wheel right DEGREES)."
    if word in ("face", "about"):
        if word == "face":
            if not rest or rest[0] not in SIDES:
                return "A face is (face left) or (face right); partly left and partly right are two faces."
            rest = rest[1:]
        if not rest or (len(rest) == 1 and isinstance(rest[0], tuple) and rest[0] and _are_numbers(rest[0])):
            return ""
        return "The figures that turn are one group of different numbers."
    if word == "formation":
        named = 1 <= len(rest) <= 2 and rest[0] in FORMATIONS
        if named and (len(rest) == 1 or (type(rest[1]) is int and 0 < rest[1] < 1000)):
            return ""
        return (
            "A formation is (formation open) or (formation closed); who gathers may add the number of files."
        )
    if word == "frontage":
        if len(rest) == 2 and all(type(count) is int and -96 <= count <= 96 for count in rest):
            return ""
        return "A change of frontage is (frontage LEFT RIGHT): figures added to each end, or below 0 taken from it."
    return "Steps are slide, wheel, face, about, formation and frontage."


def _is_figure(word: Any) -> bool:
    return isinstance(word, (int, float)) and -1000.0 <= word <= 1000.0


def _are_numbers(words: Any) -> bool:
    return all(type(word) is int and 0 <= word < 1000 for word in words) and len(set(words)) == len(words)
