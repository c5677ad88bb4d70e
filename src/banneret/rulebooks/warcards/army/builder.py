"""The builder of a battle: units, characters and Heroes units of both sides, as they are read."""

from __future__ import annotations

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.warcards.state import Figure, Group, Person, Unit
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.spells import Spell


class Builder:
    """Collects units, characters and Heroes units of both sides."""

    def __init__(self, sea: bool) -> None:
        self.sea = sea
        self.cards: list[Card] = []
        self.labels: list[str] = []
        self.units: list[Unit] = []
        self.points: list[int] = []
        self.people: list[Person] = []
        self.figures: list[Figure] = []
        self.groups: list[Group] = []
        self.group_names: list[str] = []
        self.spells: dict[str, Spell] = dict(facts().spells)  # with those that the scenario describes
        self.names: list[dict[str, int]] = [{}, {}]  # the number of a unit by its name, "infantry#1"
        self.counts: list[dict[str, int]] = [{}, {}]


def enlist(builder: Builder, person: Person, side: int, host: int = -1, group: int = -1) -> int:
    """Add a character; returns their number."""
    number = len(builder.figures)
    spells = list(range(len(person.spells))) if person.spells else None
    builder.people.append(person)
    builder.figures.append(Figure(number, side, host, group, spells=spells))
    return number


def host_of(builder: Builder, reader: Fields, side: int) -> int:
    """The number of the unit that the field `with` names; raises `BadInput` if the side has no such unit."""
    name = reader.text("with")
    if name not in builder.names[side]:
        raise BadInput(
            f"there is no unit {name!r}", where=reader.where, hint=nearest(name, builder.names[side])
        )
    return builder.names[side][name]
