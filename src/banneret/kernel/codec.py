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
from dataclasses import MISSING, Field, fields
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


class Later:
    """Fields that a dataclass was given after battles had been recorded: what is at its default is not written.

    So the bytes of states that do not use them stay as they were. `parts` says how those are written that are not plain data.
    """

    def __init__(self, kind: type[Any], names: tuple[str, ...], parts: Mapping[str, Part]) -> None:
        known = {one.name: one for one in fields(kind)}
        self._names = names
        self._defaults = [_default(known[name]) for name in names]
        self._parts = [parts.get(name) for name in names]
        self._lists = [isinstance(default, list) for default in self._defaults]

    def dump(self, thing: Any) -> list[tuple[int, Any]]:
        """The fields that differ from their defaults, each by its place and value; none where all are at them."""
        found: list[tuple[int, Any]] = []
        for place, name in enumerate(self._names):
            value = getattr(thing, name)
            if value != self._defaults[place]:
                part = self._parts[place]
                found.append((place, value if part is None else part.dump(value)))
        return found

    def load(self, data: Any, kept: Kept) -> dict[str, Any]:
        """The fields that `dump` wrote, by name."""
        found: dict[str, Any] = {}
        for place, value in data:
            part = self._parts[place]
            if part is not None:
                value = part.load(value, kept)
            elif not self._lists[place]:
                value = deep_tuple(value)
            found[self._names[place]] = value
        return found


def _default(one: Field[Any]) -> Any:
    """The default of a field, which it must have."""
    if one.default is not MISSING:
        return one.default
    if one.default_factory is not MISSING:
        return one.default_factory()
    raise ValueError(f"{one.name} has no default, so that it cannot be left out")


class Row(Part):
    """A dataclass as a list of its plain fields, in order; with `parts`, as a list of that list and each part.

    `parts` say how fields are written that are not plain. `tuples` names plain fields that hold tuples, `left_out` fields that the
    class makes itself and that are not written, `later` those that are written only where they differ from their defaults, at the end.
    """

    def __init__(
        self,
        kind: type[Any],
        *,
        tuples: tuple[str, ...] = (),
        left_out: tuple[str, ...] = (),
        later: tuple[str, ...] = (),
        **parts: Part,
    ) -> None:
        last = Later(kind, later, parts)
        parts = {name: part for name, part in parts.items() if name not in later}
        skipped = {*parts, *left_out, *later}
        names = [field.name for field in fields(kind) if field.name not in skipped]
        of = _values(names)
        turned = [place for place, name in enumerate(names) if name in tuples]

        def plain(row: list[Any]) -> dict[str, Any]:
            for place in turned:
                row[place] = deep_tuple(row[place])
            return dict(zip(names, row, strict=True))

        whole = len(names) if not parts else 1 + len(parts)

        def load(data: Any, kept: Kept) -> Any:
            more = last.load(data.pop(), kept) if later and len(data) > whole else {}
            if not parts:
                return kind(**plain(data), **more)
            row, *rest = data
            values = plain(row) | more
            for (name, part), one in zip(parts.items(), rest, strict=True):
                values[name] = part.load(one, kept)
            return kind(**values)

        def dump(thing: Any) -> Any:
            more = last.dump(thing) if later else ()
            if not parts:
                return (*of(thing), more) if more else of(thing)
            found = [of(thing), *[part.dump(getattr(thing, name)) for name, part in parts.items()]]
            return [*found, more] if more else found

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
    """Writes and reads the states of a rulebook; `battles` says in errors what they are states of.

    `parts` are written after the plain fields, in the order in which they are given. `shared` fields never change in a battle and
    are not written, nor are those `left_out`, which the class or `complete` makes from the other values. `tuples` names plain fields
    that hold tuples, `later` those that came when battles had been recorded (see `Later`).
    """

    def __init__(
        self,
        state: type[S],
        battles: str,
        *,
        shared: tuple[str, ...] = ("setting",),
        left_out: tuple[str, ...] = (),
        tuples: tuple[str, ...] = (),
        later: tuple[str, ...] = (),
        complete: Callable[[dict[str, Any]], None] | None = None,
        **parts: Part,
    ) -> None:
        names = [one.name for one in fields(state)]  # type: ignore[arg-type]
        self._state = state
        self._battles = battles
        self._later = Later(state, later, parts) if later else None
        parts = {name: part for name, part in parts.items() if name not in later}
        self._parts = parts
        self._shared = shared
        self._plain = [
            name for name in names if name not in parts and name not in (*shared, *left_out, *later)
        ]
        self._of = _values(self._plain)
        self._tuples = [name for name in tuples if name in self._plain]
        self._complete = complete

    def dump(self, state: S) -> bytes:
        """The state as bytes."""
        found = [self._of(state), *[part.dump(getattr(state, name)) for name, part in self._parts.items()]]
        more = [] if self._later is None else self._later.dump(state)
        if more:
            found.append(more)
        return msgspec.msgpack.encode(found)

    def load(self, data: bytes, like: S) -> S:
        """The state that `dump` wrote, with what `like` shares with it; raises `BadInput` for bytes that it did not write."""
        kept = {name: getattr(like, name) for name in self._shared}
        try:
            plain, *rest = msgspec.msgpack.decode(data)
            more: dict[str, Any] = {}
            if self._later is not None and len(rest) > len(self._parts):
                more = self._later.load(rest.pop(), kept)
            values: dict[str, Any] = {**kept, **more, **dict(zip(self._plain, plain, strict=True))}
            for name in self._tuples:
                values[name] = deep_tuple(values[name])
            for (name, part), one in zip(self._parts.items(), rest, strict=True):
                values[name] = part.load(one, kept)
            if self._complete is not None:
                self._complete(values)
            return self._state(**values)
        except (msgspec.DecodeError, ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
            raise BadInput(f"these bytes are not a state of {self._battles}: {error}") from None
