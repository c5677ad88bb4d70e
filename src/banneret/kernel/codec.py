"""States as bytes and back: equal states give equal bytes. One piece for every rulebook.

A rulebook's state is a dataclass. Its plain fields are written as they are, in order; for the others it says how: as rows of another
dataclass, as the outcome, or by functions of its own. What never changes in a battle (the setting) is kept out of the bytes, and
taken from another state of the same battle when they are read.

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
>>> codec = Codec(State, "duels", units=Many(Row(Unit)))
>>> state = State("marsh", 3, [Unit("Elves", 2)])
>>> codec.load(codec.dump(state), like=state)
State(setting='marsh', turn=3, units=[Unit(name='Elves', hits=2)])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Outcome

S = TypeVar("S")
Kept = Mapping[str, Any]


class Part:
    """A way to write and read a field that is not plain data. Reading may look at what was kept out of the bytes."""

    def __init__(self, dump: Callable[[Any], Any], load: Callable[[Any, Kept], Any]) -> None:
        self.dump = dump
        self.load = load


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that gives the fields of these names as a tuple, of whatever length."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple([getattr(thing, name) for name in names])


def deep_tuple(data: Any) -> Any:
    """Plain data with tuples for all its lists."""
    return tuple([deep_tuple(one) for one in data]) if isinstance(data, list) else data


class Row(Part):
    """A dataclass as the row of its plain fields, in order; with `parts` for the others, as a row of the row and of these.

    `tuples` names fields that hold tuples, `left_out` fields that are made again by the class itself.
    """

    def __init__(
        self, kind: type[Any], *, tuples: tuple[str, ...] = (), left_out: tuple[str, ...] = (), **parts: Part
    ) -> None:
        names = [
            field.name for field in fields(kind) if field.name not in parts and field.name not in left_out
        ]
        of = _values(names)
        turned = [place for place, name in enumerate(names) if name in tuples]

        def plain(row: list[Any]) -> dict[str, Any]:
            for place in turned:
                row[place] = deep_tuple(row[place])
            return dict(zip(names, row, strict=True))

        def load(data: Any, kept: Kept) -> Any:
            if not parts:
                return kind(**plain(data))
            row, *rest = data
            values = plain(row)
            for (name, part), one in zip(parts.items(), rest, strict=True):
                values[name] = part.load(one, kept)
            return kind(**values)

        def dump(thing: Any) -> Any:
            if not parts:
                return of(thing)
            return [of(thing), *[part.dump(getattr(thing, name)) for name, part in parts.items()]]

        super().__init__(dump, load)


class Many(Part):
    """A list of things that are written alike."""

    def __init__(self, part: Part) -> None:
        super().__init__(
            lambda things: [part.dump(thing) for thing in things],
            lambda data, kept: [part.load(one, kept) for one in data],
        )


class Keyed(Part):
    """Things that are written alike, by their number `id`: the same bytes as `Many` of them."""

    def __init__(self, part: Part) -> None:
        def load(data: Any, kept: Kept) -> dict[int, Any]:
            things = [part.load(one, kept) for one in data]
            return {thing.id: thing for thing in things}

        super().__init__(lambda things: [part.dump(thing) for thing in things.values()], load)


class Maybe(Part):
    """A thing that may be None."""

    def __init__(self, part: Part) -> None:
        super().__init__(
            lambda thing: None if thing is None else part.dump(thing),
            lambda data, kept: None if data is None else part.load(data, kept),
        )


OUTCOME = Maybe(
    Part(
        lambda outcome: [outcome.winners, outcome.reason, outcome.rule],
        lambda row, _kept: Outcome(tuple(row[0]), row[1], row[2]),
    )
)


class Codec(Generic[S]):
    """Writes and reads the states of a rulebook.

    `parts` are written after the plain fields, in the order in which they are given. `shared` fields never change in a battle and
    are not written, nor are those `left_out`, which the class or `complete` makes from the other values. `tuples` names plain fields
    that hold tuples.
    """

    def __init__(
        self,
        state: type[S],
        battles: str,
        *,
        shared: tuple[str, ...] = ("setting",),
        left_out: tuple[str, ...] = (),
        tuples: tuple[str, ...] = (),
        complete: Callable[[dict[str, Any]], None] | None = None,
        **parts: Part,
    ) -> None:
        names = [one.name for one in fields(state)]  # type: ignore[arg-type]
        self._state = state
        self._battles = battles
        self._parts = parts
        self._shared = shared
        self._plain = [name for name in names if name not in parts and name not in (*shared, *left_out)]
        self._of = _values(self._plain)
        self._tuples = [name for name in tuples if name in self._plain]
        self._complete = complete

    def dump(self, state: S) -> bytes:
        """The state as bytes."""
        parts = [part.dump(getattr(state, name)) for name, part in self._parts.items()]
        return msgspec.msgpack.encode([self._of(state), *parts])

    def load(self, data: bytes, like: S) -> S:
        """The state that `dump` wrote, with what `like` shares with it; raises `BadInput` for bytes that it did not write."""
        kept = {name: getattr(like, name) for name in self._shared}
        try:
            plain, *rest = msgspec.msgpack.decode(data)
            values: dict[str, Any] = {**kept, **dict(zip(self._plain, plain, strict=True))}
            for name in self._tuples:
                values[name] = deep_tuple(values[name])
            for (name, part), one in zip(self._parts.items(), rest, strict=True):
                values[name] = part.load(one, kept)
            if self._complete is not None:
                self._complete(values)
            return self._state(**values)
        except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
            raise BadInput(f"no state of {self._battles}: {error}") from None
