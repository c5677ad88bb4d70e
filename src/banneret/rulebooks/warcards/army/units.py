"""Units and ships of a scenario. Rules: warcards:unit.experience, warcards:setup.embark, warcards:setup.mustering, warcards:naval.bunks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.builder import Builder
from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.state import Unit
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.training import (
    EXPERIENCE,
    STEADINESS,
    TRAININGS,
    trained,
    why_not_trained,
)
from banneret.rulebooks.warcards.text.ordinals import ordinal
from banneret.rulebooks.warcards.text.wording import bunks


def _add(builder: Builder, card: Card, side: int, place: int, ship: int, prefix: str) -> Unit:
    """A unit of a side with its card, its names and its label."""
    key = prefix + card.kind
    count = builder.counts[side].get(key, 0) + 1
    builder.counts[side][key] = count
    unit = Unit(len(builder.units), side, place, ship)
    builder.units.append(unit)
    builder.cards.append(card)
    builder.points.append(st.NOBODY)
    builder.names[side][f"{key}#{count}"] = unit.id
    total = builder.counts[side].get("=" + card.kind, 0) + 1
    builder.counts[side]["=" + card.kind] = total
    builder.labels.append(f"{ordinal(total)} {card.name}")
    return unit


def read_unit(
    builder: Builder, row: Any, where: str, side: int, suffers: bool, ship: int, prefix: str
) -> None:
    """A unit with its experience and training, by itself or aboard a ship. Rules: warcards:unit.experience, warcards:setup.mustering."""
    known = facts().cards
    place = st.ABOARD if ship >= 0 else RESERVES[side]
    reader = Fields({"type": row}, where) if isinstance(row, str) else Fields(row, where)
    card = replace(known[reader.word("type", tuple(known))], affected=suffers)
    card.experience = reader.word("experience", tuple(EXPERIENCE), "regular")
    card.people = reader.word("people", ("rjurik", "vos", "other"), "other")
    card.morale += STEADINESS[card.experience]
    trainings = reader.rows("training", 3)
    if len(trainings) > EXPERIENCE[card.experience]:
        raise BadInput(
            f"a {card.experience} unit has at most {EXPERIENCE[card.experience]} trainings", where=where
        )
    for training in trainings:
        name = Fields({"training": training}, where).word("training", TRAININGS)
        why = why_not_trained(card, name)
        if why or (name in card.training and not name.startswith("advanced")):
            raise BadInput(f"training {name}: {why or 'twice'}", where=where)
        card = trained(card, name, builder.sea)
    unit = _add(builder, card, side, place, ship, prefix)
    if reader.has("mustering") and reader.flag("mustering"):
        unit.subdual = card.hits
    if reader.has("points"):
        builder.points[unit.id] = reader.number("points", 0, 0, 99)
    reader.end()


def read_ship(builder: Builder, reader: Fields, side: int, suffers: bool) -> None:
    """A ship with what it carries. Rules: warcards:setup.embark, warcards:naval.bunks."""
    ships = facts().ships
    card = replace(ships[reader.word("ship", tuple(ships))], affected=suffers)
    unit = _add(builder, card, side, RESERVES[side], st.NOBODY, "")
    aboard = reader.rows("aboard", 20)
    if len(aboard) > card.bunks:
        raise BadInput(f"{card.name} has {bunks(card.bunks)}, not {len(aboard)}", where=reader.where)
    prefix = f"{card.kind}#{builder.counts[side][card.kind]}/"
    for row in aboard:
        read_unit(builder, row, reader.where, side, suffers, unit.id, prefix)
    if reader.has("points"):
        builder.points[unit.id] = reader.number("points", 0, 0, 99)
    reader.end()
