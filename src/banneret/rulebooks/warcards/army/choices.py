"""The tables of the muster: all that an army may be built of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from banneret.kernel.abilities.muster import Choice, Field, Kind, Tables
from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.army.limits import SIDES
from banneret.rulebooks.warcards.army.prices import figures_of, spoken
from banneret.rulebooks.warcards.army.scenarios import shipped
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.facts import DATA, facts
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, TRAINING, TRAININGS

PEOPLES: Final = ("other", "rjurik", "vos")


@cache
def tables() -> Tables:
    """Units, ships and all that may be chosen with them."""
    data = read_toml(DATA / "muster.toml")
    kinds = tuple(
        [
            Kind(row["id"], row["title"], tuple([_field(field) for field in row["field"]]))
            for row in data["kind"]
        ]
    )
    takers: dict[str, tuple[str, ...]] = dict.fromkeys(shipped(), SIDES)
    return Tables("warcards", data["points"], tuple(data["budgets"]), kinds, takers, data["text"])


def _field(row: Mapping[str, Any]) -> Field:
    choices = _choices(row["choices"]) if "choices" in row else ()
    plain = {name: row[name] for name in ("default", "most", "of", "text", "rare") if name in row}
    return Field(row["id"], row["title"], row["form"], choices, **plain)


def _choices(table: str) -> tuple[Choice, ...]:
    known = facts()
    if table == "units":
        return tuple([_card_choice(card, card.race.title()) for card in known.cards.values()])
    if table == "ships":
        return tuple([_card_choice(card, "") for card in known.ships.values()])
    if table == "experience":
        return tuple(
            [Choice(name, name.title(), text=f"{most} trainings") for name, most in EXPERIENCE.items()]
        )
    if table == "training":
        return tuple(
            [Choice(name, spoken(name).capitalize(), price=TRAINING[name].muster) for name in TRAININGS]
        )
    return tuple([Choice(name, name.title()) for name in PEOPLES])


def _card_choice(card: Card, group: str) -> Choice:
    return Choice(
        card.kind,
        card.name,
        group,
        card.muster,
        ", ".join([f"{one.name} {one.value}" for one in figures_of(card)]),
    )
