"""Invariants: what must be true of every state.

Rules: skirmish:gold.conservation, skirmish:space.one-per-square, skirmish:damage.tokens, skirmish:destroy.check, skirmish:deck.discard.
"""

from __future__ import annotations

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.traits import hit_points, printed
from banneret.rulebooks.skirmish.state import NOBODY, State


def faults(state: State) -> list[str]:
    """The faults of a state between two steps, as sentences."""
    return [*_standing(state), *_cards(state), *_turn(state)]


def _standing(state: State) -> list[str]:
    """Faults of the creatures on the board."""
    found: list[str] = []
    taken: dict[int, int] = {}
    for creature in state.creatures:
        card = printed(creature)
        squares = state.setting.board.grid.spaces[card.across - 1][creature.place]
        if not squares:
            found.append(f"{card.name} stands where it has no room.")
        for square in squares:
            if square in taken:
                found.append(f"Two creatures stand in {state.setting.board.grid.names[square]}.")
            taken[square] = creature.id
        if creature.damage < 0 or creature.damage % 5 or creature.damage >= hit_points(creature):
            found.append(f"{card.name} has {creature.damage} damage of {hit_points(creature)}.")
        if creature.guard and state.acting == NOBODY:
            found.append(f"{card.name} has Block of an activation that has ended.")
        if not 0 <= creature.side < len(state.armies) or creature.id >= state.came:
            found.append(f"{card.name} has no side, or an id that was never given.")
    if len({creature.id for creature in state.creatures}) != len(state.creatures):
        found.append("Two creatures have one id.")
    return found


def _cards(state: State) -> list[str]:
    """Faults of gold and cards of each side."""
    found: list[str] = []
    for side, army in enumerate(state.armies):
        name = state.setting.names[side]
        if (
            army.vault + army.supply + army.spent != state.setting.vault(side)
            or min(army.vault, army.supply, army.spent) < 0
        ):
            found.append(
                f"The gold of {name} does not add up: {army.vault}, {army.supply}, {army.spent} spent."
            )
        under = [card for one in state.creatures for card, owner in one.attached if owner == side]
        actions = sorted([*army.actions, *army.action_hand, *army.action_discard, *under])
        if actions != sorted(state.setting.actions[side]):
            found.append(f"The action cards of {name} do not add up.")
        board = [one.card for one in state.creatures if one.side == side]
        creatures = sorted([*army.creatures, *army.creature_hand, *army.creature_discard, *board])
        if creatures != sorted(state.setting.creatures[side]):
            found.append(f"The creatures of {name} do not add up.")
        left = list(army.action_hand)
        for card in army.known:
            if card not in left:
                found.append(f"{name} is known to hold a card that it does not hold.")
            else:
                left.remove(card)
        hands = (army.actions, army.action_hand, army.creatures, army.creature_hand, army.known)
        if any(hand != sorted(hand) for hand in hands):
            found.append(f"Cards of {name} lie out of order.")
    return found


def _turn(state: State) -> list[str]:
    """Faults of the sequence of play."""
    found: list[str] = []
    if state.chain is not None:
        found.append("A chain is left over between two steps.")
    if state.acting != NOBODY and state.stage != stages.ACTIONS:
        found.append("A creature is activated outside of the Action Phase.")
    if state.stage >= stages.TURN_START and not 0 <= state.active < len(state.armies):
        found.append("It is nobody's turn.")
    if (state.outcome is not None) != (state.stage == stages.OVER):
        found.append("The stage and the outcome do not agree if the battle is over.")
    if state.waiting and state.stage not in (stages.REFRESH, stages.EFFECTS):
        found.append("Effects of the start of the turn are left over.")
    return found
