"""Creatures, cards in hands and discard piles as pieces of a scene."""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Condition, Figure, Piece, Tag
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.traits import (
    attached,
    blocks,
    hit_points,
    is_nimble,
    level,
    printed,
    statics,
)
from banneret.rulebooks.skirmish.movement.reach import speed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.actions import TYPES, ActionCard
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.pictures import pictures
from banneret.rulebooks.skirmish.text.wording import brief

Parts = tuple[tuple[int, str, str], ...]


def creature_id(creature: Creature) -> str:
    """The id of the piece of a creature."""
    return f"c{creature.id}"


def card_id(side: int, number: int) -> str:
    """The id of the piece of an action card of a side."""
    return f"a{side}-{number}"


def creature_piece(state: State, creature: Creature) -> Piece:
    """A creature on the board, with the cards that lie under it. Rules: skirmish:space.size, skirmish:attach.text, skirmish:info.public."""
    card = printed(creature)
    left = hit_points(creature) - creature.damage
    return Piece(
        creature_id(creature),
        creature.side,
        news.square(state, creature),
        "creature",
        news.short(state, creature),
        symbol=pictures()[card.id],
        label=str(left),
        detail=", ".join([*card.keywords, *card.abilities, *_powers(card)]),
        figures=tuple(_figures(state, creature)),
        states=tuple(_states(state, creature)),
        tags=tuple(
            [
                Tag("attached", under.name, owner, pictures()[under.id])
                for under, (_, owner) in zip(attached(creature), creature.attached, strict=True)
            ]
        ),
        rule="skirmish:space.size",
        base=(float(card.across), float(card.across)),
    )


def _powers(card: CreatureCard) -> list[str]:
    """The powers of a creature that are used, each in a few words."""
    return [f"{power.name or 'T'}: {brief(power.steps)}" for power in card.powers]


def _figures(state: State, creature: Creature) -> list[Figure]:
    """The figures of a creature now, each with its parts. Rules: skirmish:damage.hp-bonus, skirmish:damage.block-sum."""
    card = printed(creature)
    most = hit_points(creature)
    stats = [(one, static) for one in attached(creature) for static in one.statics if static.kind == "stat"]
    hits: Parts = ((card.hp, card.name, "skirmish:damage.hp-bonus"),)
    hits += tuple([(static.hp, one.name, "skirmish:damage.hp-bonus") for one, static in stats])
    if creature.damage:
        hits += ((-creature.damage, "damage", "skirmish:damage.apply"),)
    levels: Parts = ((card.level, card.name, "skirmish:card.level"),)
    levels += tuple([(static.level, one.name, "skirmish:damage.hp-bonus") for one, static in stats])
    found = [
        Figure("hits", f"{most - creature.damage}/{most}", hits, "skirmish:damage.hp-bonus", "HP"),
        Figure(
            "damage",
            str(card.damage),
            ((card.damage, card.name, "skirmish:attack.damage"),),
            "skirmish:attack.damage",
            "Dmg",
        ),
        Figure("speed", str(speed(state, creature)), rule="skirmish:move.start-adjacent", short="Spd"),
        Figure("level", str(level(creature)), levels, "skirmish:card.level", "Lvl"),
    ]
    if blocks(state, creature):
        parts = [(static.amount, "Block", "skirmish:damage.block") for static in statics(creature, "block")]
        if creature.guard:
            parts.append((creature.guard, "until the activation ends", "skirmish:timing.end-of-activation"))
        found.append(
            Figure(
                "block",
                str(blocks(state, creature)),
                tuple(parts) if not state.setting.flags.highest_block else (),
                "skirmish:damage.block-sum",
                "Blk",
            )
        )
    return found


def _states(state: State, creature: Creature) -> list[Condition]:
    """The states of a creature. Rules: skirmish:activation.tapped, skirmish:activation.once, skirmish:keyword.nimble."""
    found = []
    if creature.id == state.acting:
        found.append(Condition("acting"))
    if creature.tapped:
        found.append(Condition("tapped"))
    acted = creature.activated and creature.side == state.active and creature.id != state.acting
    if acted and state.stage >= stages.BEFORE_ACTIONS:
        found.append(Condition("done"))
    if is_nimble(state, creature):
        found.append(Condition("nimble", "Nimble"))
    return found


ABILITIES: Final = {
    "STR": "Strength",
    "DEX": "Dexterity",
    "CON": "Constitution",
    "INT": "Intelligence",
    "WIS": "Wisdom",
    "CHA": "Charisma",
}
"""The abilities of creatures and cards by their abbreviations. Rule: skirmish:card.ability."""


def action_piece(card: ActionCard, side: int, number: int, place: str = "") -> Piece:
    """An action card in a tray. Rules: skirmish:card.level, skirmish:card.ability."""
    needs = "any" if card.ability == "ANY" else card.ability
    return Piece(
        card_id(side, number),
        side,
        place,
        "action",
        card.name,
        symbol=pictures()[card.id],
        label=f"{card.level} {needs}",
        detail=", ".join([brief(card.steps) or "attach", *[f"requires {word}" for word in card.requires]]),
        sort=TYPES[card.type].capitalize(),
        figures=(
            Figure("level", str(card.level), rule="skirmish:card.level"),
            Figure("ability", ABILITIES.get(card.ability, "any"), rule="skirmish:card.ability"),
        ),
        rule="skirmish:card.level",
        kind="card",
    )


def deck_piece(card: CreatureCard, side: int, number: int) -> Piece:
    """A creature card in a tray. Rule: skirmish:deploy.cost."""
    return Piece(
        f"d{side}-{number}",
        side,
        "",
        "recruit",
        card.name,
        symbol=pictures()[card.id],
        label=f"{card.level} gold",
        detail=", ".join([*card.keywords, *card.abilities, *_powers(card)]),
        figures=(
            Figure("hits", str(card.hp), rule="skirmish:damage.hp-bonus", short="HP"),
            Figure("damage", str(card.damage), rule="skirmish:attack.damage", short="Dmg"),
            Figure("speed", str(card.speed), rule="skirmish:move.distance", short="Spd"),
        ),
        rule="skirmish:deploy.cost",
        kind="card",
    )
