"""The state as bytes and back.

Setting, facts and map are not written; stacks follow from where the units are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from banneret.kernel.codec import OUTCOME, Codec, Kept, Many, Maybe, Part, Row
from banneret.rulebooks.stacks.state import ArtifactChit, Corner, Fight, Line, State, Unit


def _dump_line(line: Line) -> Sequence[Any]:
    """A line by the numbers of the facts it names."""
    return [
        line.unit.index,
        line.devoured,
        line.brought_in,
        [unit.index for unit in line.supporters],
        [artifact.index for artifact in line.own_artifacts],
        [(holder.index, artifact.index) for holder, artifact in line.lent_artifacts],
        [spell.index for spell in line.blessings],
        [spell.index for spell in line.curses],
        None if line.carrier is None else line.carrier.index,
    ]


def _load_line(parts: Any, kept: Kept) -> Line:
    unit, devoured, brought_in, supporters, own, lent, blessings, curses, carrier = parts
    setting = kept["setting"]
    kinds, artifacts, spells = setting.kinds, setting.artifact_kinds, setting.spell_kinds
    return Line(
        kinds[unit],
        devoured,
        brought_in,
        [kinds[index] for index in supporters],
        [artifacts[index] for index in own],
        [(kinds[holder], artifacts[index]) for holder, index in lent],
        [spells[index] for index in blessings],
        [spells[index] for index in curses],
        None if carrier is None else kinds[carrier],
    )


def _gather_stacks(values: dict[str, Any]) -> None:
    """The stacks of each side by hex, from where its units are."""
    stacks: list[dict[int, list[int]]] = [{} for _ in range(values["setting"].sides)]
    for unit in sorted(values["units"], key=_place_and_number):
        if unit.place >= 0:
            stacks[unit.side].setdefault(unit.place, []).append(unit.id)
    values["stacks"] = stacks


def _place_and_number(unit: Unit) -> tuple[int, int]:
    return unit.place, unit.id


CODEC: Final = Codec(
    State,
    "a battle of stacks",
    left_out=("stacks",),
    complete=_gather_stacks,
    units=Many(Row(Unit)),
    artifacts=Many(Row(ArtifactChit)),
    piles=Part(lambda piles: sorted(piles.items()), lambda rows, _kept: dict(rows)),
    fight=Maybe(Row(Fight, corners=Many(Row(Corner, line=Maybe(Part(_dump_line, _load_line)))))),
    outcome=OUTCOME,
)
