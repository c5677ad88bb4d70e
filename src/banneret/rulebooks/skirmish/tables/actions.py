"""Action cards, from `data/actions.toml`.

Rules: skirmish:setup.deck-counts, skirmish:card.level, skirmish:card.ability, skirmish:card.requires, skirmish:card.affinity.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables.effects import Power, Static, Step, Trigger, announced
from banneret.rulebooks.skirmish.tables.reading import ABILITIES, read_data, read_effects, read_steps

STANDARD: Final = 0
MINOR: Final = 1
IMMEDIATE: Final = 2
TYPES: Final = ("standard", "minor", "immediate")


@dataclass(slots=True)
class ActionCard:
    """An action card as it is printed.

    Attributes:
        index: Its number in a state.
        id: Its word in orders.
        faction: The faction whose deck it belongs to.
        name: Its name.
        type: STANDARD, MINOR or IMMEDIATE.
        level: The level that it takes.
        ability: The ability that its acting creature and assistants need, or ANY.
        requires: The keywords that its acting creature needs.
        affinity: The keyword by which a creature may act for it whatever its level and abilities.
        helped_at_target: True if neighbours of the target may assist too.
        mutes: True if its target may not answer with immediate cards.
        steps: Its steps.
        leading: Those of its steps whose choices are made when it is declared.
        saves: True if it saves from an attack or a source, and needs one to be played.
        copies: The number of copies.
        copies_in_text: The number of copies that the text gives.
        statics: The continuous effects of its lower text, which works while it is attached.
        triggers: The triggers of its lower text.
        powers: The powers of its lower text.
    """

    index: int
    id: str
    faction: str
    name: str
    type: int
    level: int
    ability: str
    requires: tuple[str, ...]
    affinity: str
    helped_at_target: bool
    mutes: bool
    steps: list[Step]
    leading: list[Step]
    saves: bool
    copies: int
    copies_in_text: int
    statics: list[Static]
    triggers: list[Trigger]
    powers: list[Power]


@cache
def action_cards() -> tuple[ActionCard, ...]:
    """All action cards in the order of the file; the index of a card is its number in a state."""
    return tuple(read_action(row, index) for index, row in enumerate(read_data("actions")["card"]))


@cache
def immediate_cards() -> tuple[ActionCard, ...]:
    """The immediate cards. Rule: skirmish:card.immediate."""
    return tuple(card for card in action_cards() if card.type == IMMEDIATE)


def read_action(row: Any, index: int) -> ActionCard:
    """An action card from its row in the data."""
    fields = Fields(row, f"card {row.get('id', index + 1)}")
    steps = read_steps(row.get("steps"), fields.where)
    lower = read_effects(row.get("attached", {}), f"{fields.where}, attached")
    helpers = fields.words("assist_from")
    if any(word not in ("acting", "target") for word in helpers):
        raise fields.wrong("assist_from: acting, target or both are expected")
    return ActionCard(
        index,
        fields.text("id"),
        fields.text("faction"),
        fields.text("name"),
        TYPES.index(fields.word("type", TYPES)),
        fields.number("level", least=1, most=20),
        fields.word("ability", (*ABILITIES, "ANY")),
        fields.words("requires"),
        fields.text("affinity", ""),
        "target" in helpers,
        fields.word("mutes", ("target", ""), "") != "",
        steps,
        steps[: announced(steps)],
        any(step.verb == "protect" and not step.optional for step in steps[: announced(steps)]),
        fields.number("copies", least=1),
        fields.number("copies_in_text", least=1),
        lower.statics,
        lower.triggers,
        lower.powers,
    )


@cache
def activation_cards() -> tuple[ActionCard, ...]:
    """The standard and minor cards, which are played in the activation of their creature. Rules: skirmish:card.standard, skirmish:card.minor."""
    return tuple(card for card in action_cards() if card.type != IMMEDIATE)


def action_card(name: str) -> ActionCard:
    """The action card of an id; raises `BadInput` if there is none."""
    for card in action_cards():
        if card.id == name:
            return card
    raise BadInput(f"there is no card {name!r}", hint=nearest(name, [card.id for card in action_cards()]))
