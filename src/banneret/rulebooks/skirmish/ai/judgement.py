"""The worth of a state for a side: gold first, then what stands on the board. Rules: skirmish:end.final, skirmish:destroy.gold."""

from __future__ import annotations

from math import exp
from typing import Final

from banneret.rulebooks.skirmish.board.traits import hit_points, level, printed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.actions import action_cards

GOLD: Final = 1.0
"""A gold of the vault, or a point: what is counted at the end."""
SUPPLY: Final = 0.3
"""A gold of the supply, which may become a creature."""
LEVEL: Final = 0.9
"""A level of an unhurt creature."""
HURT: Final = 0.55
"""The part of it that goes with the hit points."""
CARD: Final = 0.35
"""An action card in hand."""
READY: Final = 0.25
"""An untapped creature: it may answer."""
UNDER: Final = 0.3
"""A card of one's own under an own creature, or of theirs under an enemy's."""
SPREAD: Final = 0.25


def creature_worth(creature: Creature) -> float:
    """The worth of a creature to its side."""
    share = (hit_points(creature) - creature.damage) / hit_points(creature)
    worth = LEVEL * printed(creature).level * (1.0 - HURT + HURT * share)
    worth += 0.3 * (level(creature) - printed(creature).level)
    if not creature.tapped:
        worth += READY
    for card, owner in creature.attached:
        helps = not action_cards()[card].steps or action_cards()[card].steps[0].verb != "choose"
        worth += UNDER if helps and owner == creature.side else -UNDER
    return worth


def worth(state: State, side: int) -> float:
    """The lead of the team of a side, in gold; hands count as far as they can be seen."""
    found = 0.0
    for number, army in enumerate(state.armies):
        mine = GOLD * (army.vault + army.points) + SUPPLY * army.supply
        mine += CARD * len(army.action_hand)
        found += mine if (number ^ side) & 1 == 0 else -mine
    for creature in state.creatures:
        mine = creature_worth(creature)
        found += mine if (creature.side ^ side) & 1 == 0 else -mine
    return found


def judge(state: State, side: int) -> float:
    """The outlook of a side, from 0 to 1."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0.5 if not winners else float(any((winner ^ side) & 1 == 0 for winner in winners))
    return 1.0 / (1.0 + exp(-SPREAD * worth(state, side)))
