"""The meaning of choices that no dice follow: what becomes of a captive, terms of a surrender, the bonus of heroes.

Rules: warcards:hero.captives, warcards:end.terms, warcards:end.stalemate, warcards:hero.variant.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import enemy_of, on_field
from banneret.rulebooks.warcards.ratings.leadership import level_of
from banneret.rulebooks.warcards.state import CAPTURED, State
from banneret.rulebooks.warcards.tables.hero_levels import hero_bonus

FATE_WORDS: Final[dict[str, str]] = {
    "ransom": "{name} lives and stays with you until the ransom is paid, which the campaign settles; who won is decided already",
    "hostage": "{name} lives and stays with you, and nothing is asked for them yet; who won is decided already",
    "death": "{name} is lost to their side for good, and you have nobody to ransom; who won is decided already",
}
"""The fate of a captured character; no dice are rolled. Rule: warcards:hero.captives."""

TERMS_MEAN: Final[dict[str, str]] = {
    "captivity": "you win; units and characters are your prisoners, and you decide each character's fate",
    "release": "you win; units and characters go home without their arms",
    "exchange": "you win; units and characters are your prisoners until they are exchanged: no character may be put to death",
    "execution": "you win; the units are destroyed, and you decide each character's fate",
}
"""The terms of a surrender: all that they leave to the winner. Rule: warcards:end.terms."""


OFFER_WORDS: Final[dict[tuple[str, str], str]] = {
    ("leave", "fight"): "the battle goes on",
    ("leave", "stop"): "if they agree nobody wins; else the battle goes on",
    ("leave", "surrender"): "if they accept you have lost; else the battle goes on",
    ("accept", "accept"): "the battle is over and you win, on these terms",
    ("accept", "refuse"): "the battle goes on",
    ("stop", "accept"): "the battle is over, and nobody wins",
    ("stop", "refuse"): "the battle goes on",
    ("fort", "use"): "all five areas of your line are fortified",
    ("fort", "field"): "your line has no works in this battle",
}
"""The outcome of an offer and of the answer to it, by the kind of question. Rules: warcards:end.surrender, warcards:end.stalemate."""


def offer_words(kind: str, order: Order) -> str:
    """The outcome of an offer or of the answer to it; an unconditional one cannot be refused. Rule: warcards:end.surrender."""
    if order == ("surrender", "unconditional"):
        return "you have lost: they cannot refuse, and name the terms"
    return OFFER_WORDS.get((kind, order[0]), "")


def fate_words(state: State, order: Order) -> str:
    """The fate of a captive by an order. Rule: warcards:hero.captives."""
    return FATE_WORDS[order[0]].format(name=state.setting.people[order[1]].name)


def terms_words(state: State, side: int, order: Order) -> str:
    """The consequences of the terms of a surrender to a side. Rules: warcards:end.terms, warcards:hero.captives."""
    words = TERMS_MEAN[order[1]]
    if order[1] != "release":
        return words
    held = any(figure.side != side and figure.status == CAPTURED for figure in state.figures)
    return f"{words}, and you hold {'only those whom you had captured before' if held else 'nobody'}"


def bonus_words(state: State, side: int, order: Order) -> str:
    """The bonuses of a Heroes unit in this round by an order; no dice are rolled. Rules: warcards:hero.variant, warcards:hero.bonus."""
    if order[1] != "table":
        attack = int(order[1])
        return _bonuses(attack, attack // 2, (attack + 1) // 2)
    groups = [group_with(state, unit.id) for unit in on_field(state, side) if enemy_of(state, unit) >= 0]
    here = [group for group in groups if group is not None]
    if len(here) != 1:
        return "by their encounter level, as without a skirmish"
    return f"{_bonuses(*hero_bonus(level_of(state, here[0])))}, as without a skirmish"


def _bonuses(attack: int, defense: int, morale: int) -> str:
    return f"this round their unit has +{attack} to attacks, +{defense} to defense, +{morale} to morale"
