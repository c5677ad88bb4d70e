"""States as bytes and back: equal states give equal bytes. One piece for every rulebook.

A rulebook's state is a dataclass. Its plain fields are written as they are, in order; for the others it says how: as rows of another
dataclass, as the outcome, or by a pair of functions. What never changes in a battle (the setting) is left out.

>>> from dataclasses import dataclass
>>> @dataclass
... class Unit:
...     name: str
...     hits: int
>>> @dataclass
... class State:
...     setting: str
...     turn: int
...     units: list[Unit]
>>> codec = Codec(State, "duels", units=Rows(Unit))
>>> data = codec.dump(State("marsh", 3, [Unit("Elves", 2)]))
>>> codec.load(data, setting="marsh")
State(setting='marsh', turn=3, units=[Unit(name='Elves', hits=2)])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Outcome

S = TypeVar("S")


class Part:
    """How a field is written and read, where it is not plain data."""

    def __init__(self, dump: Callable[[Any], Any], load: Callable[[Any], Any]) -> None:
        self.dump = dump
        self.load = load


class Rows(Part):
    """A list of dataclasses of plain fields, each a row; `lists` names fields that stay lists, all other lists become tuples."""

    def __init__(self, kind: type[Any]) -> None:
        of = attrgetter(*[field.name for field in fields(kind)])
        super().__init__(
            lambda things: [of(thing) for thing in things], lambda rows: [kind(*row) for row in rows]
        )


class Maybe(Part):
    """A part that may be None."""

    def __init__(self, part: Part) -> None:
        super().__init__(
            lambda thing: None if thing is None else part.dump(thing),
            lambda data: None if data is None else part.load(data),
        )


def _dump_outcome(outcome: Outcome) -> Any:
    return [outcome.winners, outcome.reason, outcome.rule]


def _load_outcome(row: Any) -> Outcome:
    return Outcome(tuple(row[0]), row[1], row[2])


OUTCOME = Maybe(Part(_dump_outcome, _load_outcome))


class Codec(Generic[S]):
    """Writes and reads the states of a rulebook. `parts` are written after the plain fields, in the order in which they are given."""

    def __init__(
        self, state: type[S], battles: str, *, left_out: tuple[str, ...] = ("setting",), **parts: Part
    ) -> None:
        self.state = state
        self.battles = battles
        self.parts = parts
        self.plain = [one.name for one in fields(state) if one.name not in parts and one.name not in left_out]  # type: ignore[arg-type]
        self._of = attrgetter(*self.plain)

    def dump(self, state: S) -> bytes:
        """The state as bytes."""
        return msgspec.msgpack.encode(
            [self._of(state), *[part.dump(getattr(state, name)) for name, part in self.parts.items()]]
        )

    def load(self, data: bytes, **left_out: Any) -> S:
        """The state that `dump` wrote, with what was left out; raises `BadInput` for bytes that it did not write."""
        try:
            plain, *rest = msgspec.msgpack.decode(data)
            values = dict(zip(self.plain, plain, strict=True))
            for (name, part), row in zip(self.parts.items(), rest, strict=True):
                values[name] = part.load(row)
            return self.state(**left_out, **values)
        except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
            raise BadInput(f"no state of {self.battles}: {error}") from None
