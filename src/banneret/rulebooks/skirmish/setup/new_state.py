"""The state before anything was asked. Rules: skirmish:setup.vault, skirmish:setup.deck-counts."""

from __future__ import annotations

from banneret.rulebooks.skirmish.state import Army, Setting, State
from banneret.rulebooks.skirmish.tables.numbers import VAULT


def new_state(setting: Setting) -> State:
    """The state in which starting creatures are about to be chosen; decks lie in the order of the lists, for none is drawn from yet."""
    armies = [
        Army(sorted(actions), [], [], sorted(creatures), [], [], VAULT)
        for actions, creatures in zip(setting.actions, setting.creatures, strict=True)
    ]
    return State(setting, armies, [])
