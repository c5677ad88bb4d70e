"""The turn track, cards and the terms of answers, as the scene of a seat has them."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.decision import Choice
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.view.questions import question
from banneret.rulebooks.skirmish.view.scene import scene


def track(yard: Yard) -> list[tuple[int, str, list[str]]]:
    """The groups of the track, with the names of their creatures."""
    shown = scene(yard.state, viewer_of(CORMYR))
    names = {piece.id: piece.name for piece in shown.pieces}
    return [(one.side, one.title, [names[piece] for piece in one.pieces]) for one in shown.turns]


@pytest.mark.rule("skirmish:activation.once", "skirmish:activation.tapped")
def test_creatures_are_listed_by_their_turn() -> None:
    yard = Yard(active=DROW)
    acting = yard.put("drow-assassin", (1, 1))
    yard.put("giant-spider", (4, 1), tapped=True).activated = True
    yard.put("drow-wizard", (8, 1))
    yard.put("war-wizard", (1, 8))
    yard.put("elf-archer", (3, 8), tapped=True)
    yard.state.acting = acting.id
    answering = [(CORMYR, "May answer", ["War Wizard"]), (CORMYR, "Cannot, tapped", ["Elf Archer"])]
    assert track(yard) == [
        (DROW, "Acting now", ["Drow Assassin"]),
        (DROW, "Still to act", ["Drow Wizard"]),
        (DROW, "Done", ["Giant Spider"]),
        *answering,
    ]
    yard.state.stage = stages.DEPLOY
    assert [title for _, title, _ in track(yard)] == ["May answer", "Cannot, tapped"] * 2


def test_answers_say_by_whom_and_for_whom_and_which_card_they_take() -> None:
    yard = Yard(active=DROW)
    striker = yard.put("drow-assassin", (1, 1))
    wizard = yard.put("war-wizard", (2, 1))
    thug = yard.put("half-orc-thug", (2, 2))
    yard.deal(CORMYR, "run", "block", "block")
    orders = [
        ("strike", thug.id, striker.id),
        ("play", "block", thug.id, (wizard.id,), (), (striker.id,)),
        ("pass",),
    ]
    asked = question(yard.state, Choice("deploy", CORMYR, "skirmish:timing.window", orders, 2))
    terms = [option.terms for option in asked.options]
    assert terms == [
        (("by", "Half-Orc Thug"), ("at", "Drow Assassin")),
        (("by", "Half-Orc Thug"), ("at", "Drow Assassin"), ("helped by", "War Wizard")),
        (),
    ]
    assert asked.options[1].pieces[-2:] == ("a1-1", "a1-2")  # both copies in the hand
    hand = next(tray for tray in scene(yard.state, viewer_of(CORMYR)).trays if tray.id == "hand1")
    assert [(card.id, card.sort, card.label) for card in hand.pieces] == [
        ("a1-0", "Standard", "2 DEX"),
        ("a1-1", "Immediate", "2 STR"),
        ("a1-2", "Immediate", "2 STR"),
    ]
    assert [card.figures[1].value for card in hand.pieces] == ["Dexterity", "Strength", "Strength"]
