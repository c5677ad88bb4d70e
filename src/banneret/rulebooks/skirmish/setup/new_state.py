"""The state before anything was asked. Rules: skirmish:setup.vault, skirmish:setup.deck-counts."""

from __future__ import annotations

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.state import Army, Creature, Setting, State


def new_state(setting: Setting) -> State:
    """The state before starting creatures are chosen; if the scenario places them they stand already, and hands are drawn next."""
    armies = [
        Army(sorted(actions), [], [], sorted(creatures), [], [], setting.vault(side))
        for side, (actions, creatures) in enumerate(zip(setting.actions, setting.creatures, strict=True))
    ]
    state = State(setting, armies, [])
    for side, standing in enumerate(setting.standing):
        for card, square in standing:
            armies[side].creatures.remove(card)
            twin = state.twin_for(card, side)
            state.creatures.append(Creature(state.came, card, side, square, activated=True, twin=twin))
            state.came += 1
        state.stage = stages.HANDS
    return state
