"""Chances that an enemy holds an answer, counted by hand from all that was seen."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks.skirmish.test_cards_by_hand import under
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.odds.hands import answers_held, any_answer, held
from banneret.rulebooks.skirmish.tables.actions import action_card


def cards(*names: str) -> list[int]:
    return sorted(action_card(name).index for name in names)


def yard(hand: tuple[str, ...], deck: tuple[str, ...], discard: tuple[str, ...] = ()) -> Yard:
    """Cormyr with these cards, all of its deck among them."""
    found = Yard()
    army = found.state.armies[CORMYR]
    army.action_hand, army.actions, army.action_discard = cards(*hand), cards(*deck), cards(*discard)
    found.state.setting.actions = ((), tuple(cards(*hand, *deck, *discard)))
    return found


def shown(place: Yard) -> list[tuple[str, Fraction]]:
    return [(card.id, chance) for card, chance in answers_held(Lens(place.state, DROW), CORMYR)]


@pytest.mark.rule("skirmish:info.public")
@pytest.mark.parametrize(
    ("unseen", "copies", "drawn", "chance"),
    [
        (20, 2, 4, Fraction(7, 19)),  # 1 - (18·17·16·15)/(20·19·18·17) = 1 - 240/380
        (8, 3, 3, Fraction(23, 28)),  # 1 - 10/56
        (5, 2, 4, Fraction(1)),  # three others cannot fill four places
        (3, 0, 2, Fraction(0)),
        (4, 4, 0, Fraction(0)),
    ],
)
def test_chances_to_hold_a_card(unseen: int, copies: int, drawn: int, chance: Fraction) -> None:
    assert held(unseen, copies, drawn) == chance


@pytest.mark.rule("skirmish:info.public")
def test_of_eight_cards_two_are_held() -> None:
    # Two Blocks and one Shield among eight unseen, two in hand: Block 1 - (6·5)/(8·7) = 13/28, Shield 2/8, either 1 - (5·4)/(8·7) = 9/14.
    place = yard(("block", "shove"), ("block", "shield", "run", "charge", "fireball", "feint"))
    assert shown(place) == [("block", Fraction(13, 28)), ("shield", Fraction(1, 4))]
    assert any_answer(Lens(place.state, DROW), CORMYR) == Fraction(9, 14)


@pytest.mark.rule("skirmish:info.public", "skirmish:deck.discard")
def test_cards_that_lie_open_are_counted_out() -> None:
    # One Block is discarded, a Level Up lies under a creature: of five unseen one is a Block, and two are held: 2/5.
    place = yard(("block", "shove"), ("run", "charge", "feint"), ("block",))
    place.state.setting.actions = ((), tuple(sorted([*place.state.setting.actions[1], *cards("level-up")])))
    under(place.put("dragon-knight", (2, 2)), CORMYR, "level-up")
    assert shown(place) == [("block", Fraction(2, 5))]


@pytest.mark.rule("skirmish:info.public", "skirmish:keyword.ready")
def test_a_card_that_everyone_saw_is_certain_and_takes_a_place() -> None:
    # The Shield was revealed by Ready: certain. One other card is held of four unseen, among them one Block: 1/4.
    place = yard(("shield", "shove"), ("block", "run", "charge"))
    place.state.armies[CORMYR].known = cards("shield")
    assert shown(place) == [("shield", Fraction(1)), ("block", Fraction(1, 4))]
    assert any_answer(Lens(place.state, DROW), CORMYR) == 1
