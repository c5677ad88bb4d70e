"""The state as bytes and back: equal states give equal bytes. The setting is not written."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

import msgspec

from banneret.geometry.blocks import Block
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem.state import Bout, Leader, Setting, Single, State, Unit

_OWN_WAY = ("setting", "units", "leaders", "bouts", "outcome")
_PLAIN = [field.name for field in fields(State) if field.name not in _OWN_WAY]
_UNIT_OWN_WAY = ("block", "singles", "body")
_UNIT_PLAIN = [field.name for field in fields(Unit) if field.name not in _UNIT_OWN_WAY]
_TUPLES = [name for name in ("loose", "wings", "left_by") if name in _UNIT_PLAIN]
_of_state = attrgetter(*_PLAIN)
_of_unit = attrgetter(*_UNIT_PLAIN)
_of_single = attrgetter(*[field.name for field in fields(Single)])
_of_leader = attrgetter(*[field.name for field in fields(Leader)])
_of_bout = attrgetter(*[field.name for field in fields(Bout)])


def dump(state: State) -> bytes:
    """The state as bytes, without its setting."""
    outcome, bouts = state.outcome, state.bouts
    return msgspec.msgpack.encode(
        [
            _of_state(state),
            [_unit(unit) for unit in state.units],
            [_of_leader(leader) for leader in state.leaders],
            None if bouts is None else [_of_bout(bout) for bout in bouts],
            None if outcome is None else [outcome.winners, outcome.reason, outcome.rule],
        ]
    )


def _unit(unit: Unit) -> tuple[Any, Any, Any]:
    block, singles = unit.block, unit.singles
    return (
        _of_unit(unit),
        None if block is None else block.facts(),
        None if singles is None else [_of_single(single) for single in singles],
    )


def load(data: bytes, setting: Setting) -> State:
    """The state that `dump` wrote; raises `BadInput` for bytes that it did not write."""
    try:
        plain, units, leaders, bouts, outcome = msgspec.msgpack.decode(data)
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in zip(_PLAIN, plain, strict=True)
        }
        return State(
            setting=setting,
            units=[_read_unit(*row) for row in units],
            leaders=[Leader(*row) for row in leaders],
            bouts=None if bouts is None else [_read_bout(row) for row in bouts],
            outcome=None if outcome is None else Outcome(tuple(outcome[0]), outcome[1], outcome[2]),
            **values,
        )
    except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError) as error:
        raise BadInput(f"no state of a battle of regiments: {error}") from None


def _read_unit(plain: list[Any], block: list[Any] | None, singles: list[list[Any]] | None) -> Unit:
    values: dict[str, Any] = dict(zip(_UNIT_PLAIN, plain, strict=True))
    for name in _TUPLES:
        if values[name] is not None:
            values[name] = tuple([tuple(one) if isinstance(one, list) else one for one in values[name]])
    return Unit(
        block=None if block is None else Block(*block),
        singles=None if singles is None else [Single(*row) for row in singles],
        **values,
    )


def _read_bout(row: list[Any]) -> Bout:
    values: list[Any] = [tuple(one) if isinstance(one, list) else one for one in row]
    return Bout(*values)
