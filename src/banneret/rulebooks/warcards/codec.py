"""The state as bytes and back: equal states give equal bytes. The setting is not written."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Outcome
from banneret.rulebooks.warcards.state import Figure, Group, Setting, State, Unit

_OWN_WAY = ("setting", "units", "figures", "groups", "effects", "outcome")
_PLAIN = [field.name for field in fields(State) if field.name not in _OWN_WAY]
_of_state = attrgetter(*_PLAIN)
_of_unit = attrgetter(*[field.name for field in fields(Unit)])
_of_figure = attrgetter(*[field.name for field in fields(Figure)])
_of_group = attrgetter(*[field.name for field in fields(Group)])


def dump(state: State) -> bytes:
    """The state as bytes, without its setting."""
    outcome = state.outcome
    return msgspec.msgpack.encode(
        [
            _of_state(state),
            [_of_unit(unit) for unit in state.units],
            [_of_figure(figure) for figure in state.figures],
            [_of_group(group) for group in state.groups],
            state.effects,
            None if outcome is None else [outcome.winners, outcome.reason, outcome.rule],
        ]
    )


def load(data: bytes, setting: Setting) -> State:
    """The state that `dump` wrote; raises `BadInput` for bytes that it did not write."""
    try:
        plain, units, figures, groups, effects, outcome = msgspec.msgpack.decode(data)
        values: dict[str, Any] = dict(zip(_PLAIN, plain, strict=True))
        return State(
            setting=setting,
            units=[Unit(*row) for row in units],
            figures=[Figure(*row) for row in figures],
            groups=[Group(*row) for row in groups],
            effects=[(row[0], row[1], row[2]) for row in effects],
            outcome=None if outcome is None else Outcome(tuple(outcome[0]), outcome[1], outcome[2]),
            **values,
        )
    except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError) as error:
        raise BadInput(f"no state of a battle of war cards: {error}") from None
