"""The worst that a card of the enemy can make of an action: by what was seen, never by what is held."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.decision import Choice
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.view.previews import at_worst
from banneret.rulebooks.skirmish.view.questions import question

DECK = ("shield", "quick-shot", "charge", "level-up")


def attack(held: str) -> tuple[State, Choice]:
    """A blademaster beside a wizard of Cormyr, whose side holds one card of four."""
    yard = Yard(active=DROW)
    striker = yard.put("drow-blademaster", (4, 4))
    wizard = yard.put("war-wizard", (5, 4))
    state = yard.state
    deck = tuple(sorted(action_card(name).index for name in DECK))
    state.setting = replace(state.setting, actions=((), deck))
    yard.deal(CORMYR, held)
    state.armies[CORMYR].actions = [card for card in deck if card != action_card(held).index]
    state.acting = striker.id
    return state, Choice("act", DROW, "", [("end",), ("attack", striker.id, wizard.id)])


@pytest.mark.rule("skirmish:card.immediate")
@pytest.mark.parametrize("held", DECK)
def test_an_attack_is_shown_with_the_worst_answer_that_was_not_seen_yet(held: str) -> None:
    state, decision = attack(held)
    # One of four cards is in hand, and one of the four is a Shield: 1 in 4, whatever is held.
    assert at_worst(state, decision, decision.options[1]) == "at worst, by Shield (25 %): nothing"
    shown = question(state, decision).options
    assert shown[1].consequence.startswith("War Wizard 35 → ")
    assert shown[1].consequence.endswith("; at worst, by Shield (25 %): nothing")
    assert shown[0].consequence == ""


def test_a_card_that_lies_in_the_discard_pile_is_feared_no_more() -> None:
    state, decision = attack("charge")
    army = state.armies[CORMYR]
    army.actions.remove(action_card("shield").index)
    army.action_discard.append(action_card("shield").index)
    assert at_worst(state, decision, decision.options[1]) == ""


def test_nobody_is_feared_who_could_not_play_the_card() -> None:
    state, decision = attack("shield")
    state.creatures[1].tapped = True
    assert at_worst(state, decision, decision.options[1]) == ""
