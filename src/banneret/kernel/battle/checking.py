"""Battles checked as they begin: the header of a record against its rulebook and scenario, the word of a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.dice import new_seed
from banneret.kernel.errors import BadInput
from banneret.kernel.record.header import is_seed
from banneret.kernel.scenario import check_sides
from banneret.kernel.viewer import WATCHERS

if TYPE_CHECKING:
    from banneret.kernel.record.header import Header
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario


def check_header(rulebook: Rulebook[Any], scenario: Scenario, header: Header) -> dict[str, str]:
    """All options of a battle with this header, those too that came later. Raises `BadInput` naming the line that does not fit."""
    if header.version != rulebook.version:
        problem = f"the record was made by version {header.version} of the rules of {header.rulebook}"
        raise BadInput(problem, where="line 2", hint=f"this Banneret plays version {rulebook.version}")
    if header.rulebook != rulebook.id:
        raise BadInput(f"the record is of {header.rulebook}, not of {rulebook.id}", where="line 2")
    try:
        options = rulebook.options_of_record(header.options)
    except BadInput as error:
        raise BadInput(error.message, where="line 4", hint=error.hint) from None
    check_sides(scenario.sides, "scenario")
    known = "one of " + ", ".join([*scenario.sides, *WATCHERS])
    for seat, side in header.seats.items():
        if side not in scenario.sides and side not in WATCHERS:
            raise BadInput(f"seat {seat!r} belongs to no side {side!r}", where="line 5", hint=known)
        if seat != side and (seat in scenario.sides or seat in WATCHERS):
            raise BadInput(f"seat {seat!r} is named like a side and belongs to another", where="line 5")
    for side in header.players:
        if side not in scenario.sides:
            raise BadInput(f"there is no side {side!r} to play for", where="line 6", hint=known)
    return options


def seed_word(seed: int | str | None) -> str:
    """The seed as it stands in the record; a fresh one where none was chosen."""
    word = new_seed() if seed is None else str(seed)
    if not is_seed(word):
        hint = "at most 200 characters in one line, without spaces around them"
        raise BadInput("a seed is a number or a short word", where="seed", hint=hint)
    return word
