"""The worth of a state for a side: gold first, then what stands on the board. Rules: skirmish:end.final, skirmish:destroy.gold."""

from __future__ import annotations

from math import exp
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.skirmish.board.traits import hit_points, level, printed
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_cards

GOLD: Final = 1.0
"""A gold of the vault, or a point: what is counted at the end."""
SUPPLY: Final = 0.3
"""A gold of the supply, which may become a creature."""
LEVEL: Final = 0.9
"""A level of an unhurt creature."""
HURT: Final = 0.55
"""The part of a creature's worth that is lost with its hit points."""
HAND: Final = (0.35, 0.3, 0.25, 0.2, 0.15, 0.1)
"""The first action cards in hand, each less than the one before, for not all of many can be played."""
CARD: Final = 0.05
"""Each action card in hand beyond those."""
READY: Final = 0.25
"""Being untapped: the creature may answer."""
_HANDS: Final[list[float]] = [sum(HAND[:cards]) for cards in range(len(HAND) + 1)]
NIMBLE: Final = 0.8
"""A card that lets a whole side untap when its turn ends."""
WARD: Final = 0.35
"""A card that keeps shots off its bearer and those beside it."""
FREE: Final = 0.4
"""A card that may be discarded for a power at any time, or that draws others."""
HELD: Final = 0.14
"""The part of a creature's worth that is lost if it cannot move."""
MARKED: Final = 0.03
"""The part of a creature's worth that is lost for each point of damage that attacks on it deal more."""
LASTING: Final = 4
"""The number of turns for which damage at the start of every turn is counted."""
SPREAD: Final = 0.25
"""The log odds of winning for each gold of lead."""
MOST_KNOWN: Final = 20_000
_KNOWN: Final[dict[tuple[int, int, bool, tuple[tuple[int, int], ...]], float]] = {}
"""The worths of creatures by all that they depend on, so many at most: most creatures are as they were in the last world that was weighed."""


def creature_worth(creature: Creature) -> float:
    """The worth of a creature to its side, in gold."""
    key = (creature.card, creature.damage, creature.tapped, creature.attached)
    worth = _KNOWN.get(key)
    if worth is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        worth = _KNOWN[key] = _creature_worth(creature)
    return worth


def _creature_worth(creature: Creature) -> float:
    card = printed(creature)
    left = hit_points(creature) - creature.damage
    worth = LEVEL * card.level * (1.0 - HURT + HURT * left / card.hp)
    worth += 0.3 * (level(creature) - card.level)
    if not creature.tapped:
        worth += READY
    for under, _ in creature.attached:
        worth += _attached(action_cards()[under], worth, left)
    return worth


def _attached(card: ActionCard, whole: float, left: int) -> float:
    """The worth of a card under a creature to its bearer, in gold, without the level and hit points that it adds.

    `whole` is the worth of the creature itself, `left` the hit points that it has left.
    """
    found = 0.0
    for static in card.statics:
        if static.kind == "forbid":
            found -= 0.1 + HELD * whole
        elif static.kind == "bonus" and static.defender:
            found -= 0.1 + MARKED * static.amount * whole
        elif static.kind == "keyword" and static.controlled:
            found += NIMBLE
        elif static.kind == "ward":
            found += WARD
    for trigger in card.triggers:
        if trigger.event == "turn-start":
            harm = sum([step.amount for step in trigger.steps if step.verb == "deal"])
            found -= whole * min(1.0, LASTING * harm / max(1, left))
        else:
            found += FREE
    if any(power.free for power in card.powers):
        found += FREE
    return found


def hand_worth(cards: int) -> float:
    """The worth of a number of action cards in hand."""
    return _HANDS[cards] if cards < len(_HANDS) else _HANDS[-1] + CARD * (cards - len(HAND))


def worth(state: State, side: int) -> float:
    """The lead of the team of a side, in gold; of hands the cards that can be seen count."""
    found = 0.0
    for number, army in enumerate(state.armies):
        mine = GOLD * (army.vault + army.points) + SUPPLY * army.supply
        mine += hand_worth(len(army.action_hand))
        found += -mine if are_foes(number, side) else mine
    for creature in state.creatures:
        mine = creature_worth(creature)
        found += -mine if are_foes(creature.side, side) else mine
    return found


TERMS: Final = (
    "gold",
    "supply",
    "hand",
    "levels",
    "hurt",
    "ready",
    "cards under creatures",
    "creatures",
    "gold, late",
    "levels, late",
    "to act",
)
"""The terms that a learned judgement weighs: the parts of `worth`, each by itself; gold and levels again, more the less gold is left; and the turn."""


def terms(state: State, side: int) -> list[float]:
    """The terms of a position for the team of a side, in the order of `TERMS`."""
    found = [0.0] * len(TERMS)
    vaults = 0.0
    for number, army in enumerate(state.armies):
        sign = -SPREAD if are_foes(number, side) else SPREAD
        vaults += army.vault + army.supply
        found[0] += sign * (army.vault + army.points)
        found[1] += sign * army.supply
        found[2] += sign * hand_worth(len(army.action_hand))
    for creature in state.creatures:
        sign = -SPREAD if are_foes(creature.side, side) else SPREAD
        card = printed(creature)
        left = hit_points(creature) - creature.damage
        found[3] += sign * level(creature)
        found[4] += sign * card.level * (1.0 - left / card.hp)
        if not creature.tapped:
            found[5] += sign
        whole = LEVEL * card.level * (1.0 - HURT + HURT * left / card.hp)
        for under, _ in creature.attached:
            found[6] += sign * _attached(action_cards()[under], whole, left)
        found[7] += sign
    late = 1.0 / (1.0 + 0.1 * vaults)
    found[8] = found[0] * late
    found[9] = found[3] * late
    found[10] = -0.5 if are_foes(state.active, side) else 0.5
    return found


def judge(state: State, side: int, learned: Learned | None = None) -> float:
    """The outlook of a side, from 0 (lost) to 1 (won), by a learned judgement if one is given."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0.5 if not winners else float(not all(are_foes(winner, side) for winner in winners))
    if learned is not None:
        return learned.chance(terms(state, side))
    return 1.0 / (1.0 + exp(-SPREAD * worth(state, side)))
