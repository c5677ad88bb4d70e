"""The state as bytes and back: equal states give equal bytes.

Setting, facts and map are not written; stacks follow from where the units are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.stacks.modifiers import Line
from banneret.rulebooks.stacks.state import ArtifactChit, Corner, Fight, Setting, State, Unit

_OWN_WAY = ("setting", "units", "stacks", "artifacts", "piles", "fight", "outcome")
_PLAIN = [field.name for field in fields(State) if field.name not in _OWN_WAY]
_PLAIN_OF_FIGHT = [field.name for field in fields(Fight) if field.name != "corners"]
_PLAIN_OF_CORNER = [field.name for field in fields(Corner) if field.name != "line"]

_of_unit = attrgetter(*[field.name for field in fields(Unit)])
_of_artifact = attrgetter(*[field.name for field in fields(ArtifactChit)])
_of_state = attrgetter(*_PLAIN)
_of_fight = attrgetter(*_PLAIN_OF_FIGHT)
_of_corner = attrgetter(*_PLAIN_OF_CORNER)


def dump(state: State) -> bytes:
    """The state as bytes, without its setting."""
    fight, outcome = state.fight, state.outcome
    return msgspec.msgpack.encode(
        [
            _of_state(state),
            [_of_unit(unit) for unit in state.units],
            [_of_artifact(chit) for chit in state.artifacts],
            sorted(state.piles.items()),
            None if fight is None else [_of_fight(fight), [_dump_corner(corner) for corner in fight.corners]],
            None if outcome is None else [outcome.winners, outcome.reason, outcome.rule],
        ]
    )


def load(data: bytes, setting: Setting) -> State:
    """The state that `dump` wrote; raises `BadInput` for bytes that it did not write."""
    try:
        return _load(msgspec.msgpack.decode(data), setting)
    except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError) as error:
        raise BadInput(f"no state of a battle of stacks: {error}") from None


def _load(parts: Any, setting: Setting) -> State:
    plain, units, artifacts, piles, fight, outcome = parts
    values = dict(zip(_PLAIN, plain, strict=True))
    stacks: list[dict[int, list[int]]] = [{} for _ in range(setting.sides)]
    chits = [Unit(*row) for row in units]
    for unit in sorted(chits, key=_place_and_number):
        if unit.place >= 0:
            stacks[unit.side].setdefault(unit.place, []).append(unit.id)
    return State(
        setting=setting,
        units=chits,
        stacks=stacks,
        artifacts=[ArtifactChit(*row) for row in artifacts],
        piles=dict(piles),
        fight=None if fight is None else _load_fight(fight, setting),
        outcome=None if outcome is None else Outcome(tuple(outcome[0]), outcome[1], outcome[2]),
        **values,
    )


def _place_and_number(unit: Unit) -> tuple[int, int]:
    return unit.place, unit.id


def _load_fight(parts: Any, setting: Setting) -> Fight:
    values = dict(zip(_PLAIN_OF_FIGHT, parts[0], strict=True))
    return Fight(corners=[_load_corner(corner, setting) for corner in parts[1]], **values)


def _dump_corner(corner: Corner) -> Sequence[Any]:
    line = corner.line
    return [_of_corner(corner), None if line is None else _dump_line(line)]


def _load_corner(parts: Any, setting: Setting) -> Corner:
    values = dict(zip(_PLAIN_OF_CORNER, parts[0], strict=True))
    return Corner(line=None if parts[1] is None else _load_line(parts[1], setting), **values)


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


def _load_line(parts: Any, setting: Setting) -> Line:
    unit, devoured, brought_in, supporters, own, lent, blessings, curses, carrier = parts
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
