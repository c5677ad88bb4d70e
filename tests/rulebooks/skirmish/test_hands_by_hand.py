"""Chances that an enemy holds an answer, counted by hand from all that was seen."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks.skirmish.playing import Bench
from rulebooks.skirmish.test_cards_by_hand import under
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.skirmish.board.stores import draw_actions, note_deck, take_from_hand
from banneret.rulebooks.skirmish.codec import CODEC
from banneret.rulebooks.skirmish.hidden.imagine import imagine
from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.odds.hands import answers_held, any_answer, held
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.turn.readying import fetch


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


@pytest.mark.rule("skirmish:info.public", "skirmish:keyword.ready")
def test_a_card_that_was_seen_in_the_deck_was_not_in_the_hand_then() -> None:
    # Of eight unseen cards a Block and two more were seen in the deck: the two in hand are of the five others, with one Block and the Shield.
    place = yard(("block", "shove"), ("block", "shield", "run", "charge", "fireball", "feint"))
    army = place.state.armies[CORMYR]
    note_deck(place.state, CORMYR, cards("block", "run", "charge"))
    assert shown(place) == [("block", Fraction(2, 5)), ("shield", Fraction(2, 5))]
    # Then one of the six of the deck is drawn. No Block was held in 6 of 10 hands, and then 4 of the 6 are none: 1 - 6/10·4/6 = 3/5. No Shield
    # in 6 of 10, and then 5 of 6 are none: 1 - 6/10·5/6 = 1/2.
    army.actions.remove(cards("charge")[0])
    army.action_hand = sorted([*army.action_hand, *cards("charge")])
    assert shown(place) == [("block", Fraction(3, 5)), ("shield", Fraction(1, 2))]
    # Neither Block nor Shield in 3 of 10 hands; then 3 of the 6 of the deck are neither.
    assert any_answer(Lens(place.state, DROW), CORMYR) == 1 - Fraction(3, 10) * Fraction(3, 6)


@pytest.mark.rule("skirmish:info.public", "skirmish:keyword.ready", "skirmish:refresh.draw")
@pytest.mark.parametrize(("version", "chances"), [(5, [2, 3]), (6, [0, 1])])
def test_what_ready_reveals_lies_in_the_deck(version: int, chances: list[int]) -> None:
    # Power Attack, Block and Acid Arrow are turned up in this order, and the Arrow is taken: no Block is held. By the old count it is one of five
    # cards, of which two are held. Of the next draw it is one of three; by the old count then three of five are held.
    place = yard(("shove", "feint"), ("power-attack", "block", "acid-arrow", "run"))
    place.state.setting.flags.version = version
    fetch(place.state, Bench(), CORMYR, "INT")
    assert shown(place) == ([("block", Fraction(chances[0], 5))] if chances[0] else [])
    draw_actions(place.state, Bench(), CORMYR, 1)
    assert shown(place) == [("block", Fraction(chances[1], 3 if version > 5 else 5))]
    if version > 5:
        # Shove is played. Held were Shove and Feint, or Shove and Run, and then any of three was drawn, or Feint and Run, and Shove was drawn:
        # in 2 of these 7 ways it was the Block. Each of the three cards is as likely to be played.
        take_from_hand(place.state, CORMYR, cards("shove")[0])
        place.state.armies[CORMYR].action_discard += cards("shove")
        assert shown(place) == [("block", Fraction(2, 7))]


@pytest.mark.rule("skirmish:info.public", "skirmish:deck.action-empty", "skirmish:options.named")
def test_a_discard_pile_that_becomes_the_deck_was_seen() -> None:
    # One of the two cards of the new deck is drawn, of which one is the Block; the two in hand are Shove and Feint for certain.
    place = yard(("shove", "feint"), (), ("block", "run"))
    place.state.setting.flags.reshuffle = True
    draw_actions(place.state, Bench(), CORMYR, 1)
    assert shown(place) == [("block", Fraction(1, 2))]


@pytest.mark.rule("skirmish:info.public")
def test_what_is_played_before_a_draw_was_held_when_the_deck_was_seen() -> None:
    # Both Blocks: one seen in the deck, one played at once, which the hand held then. Of Shove, Feint and Run one is left in hand, no Block.
    place = yard(("block", "shove"), ("block", "run", "feint"))
    note_deck(place.state, CORMYR, cards("block"))
    take_from_hand(place.state, CORMYR, cards("block")[0])
    place.state.armies[CORMYR].action_discard += cards("block")
    assert shown(place) == []
    draw_actions(place.state, Bench(), CORMYR, 1)  # one of three, of which one is the Block
    assert shown(place) == [("block", Fraction(1, 3))]


def test_states_say_what_was_seen_of_a_deck_only_if_something_was() -> None:
    place = yard(("shove", "feint"), ("power-attack", "block", "acid-arrow", "run"))
    before = CODEC.dump(place.state)
    fetch(place.state, Bench(), CORMYR, "INT")
    after = CODEC.load(CODEC.dump(place.state), place.state)
    assert (after.armies[CORMYR].shelved, after.armies[CORMYR].kept) == (cards("power-attack", "block"), 2)
    assert CODEC.load(before, place.state).armies[CORMYR].shelved == []


@pytest.mark.rule("skirmish:info.public", "skirmish:keyword.ready")
def test_no_imagined_hand_holds_what_was_seen_in_the_deck_until_a_card_is_drawn() -> None:
    # Power Attack and Block were turned up: the Arrow is known, and of Shove, Feint and Run two are held. Then one of the deck may be either.
    place = yard(("shove", "feint"), ("power-attack", "block", "acid-arrow", "run"))
    fetch(place.state, Bench(), CORMYR, "INT")
    deck = {tuple(hands_imagined(place, number)) for number in range(40)}
    arrow = cards("acid-arrow")
    kept = [
        sorted([*arrow, *cards(*two)]) for two in (("shove", "feint"), ("shove", "run"), ("feint", "run"))
    ]
    assert deck == {tuple(hand) for hand in kept}
    draw_actions(place.state, Bench(), CORMYR, 1)
    later = [hands_imagined(place, number) for number in range(200)]
    assert all(len(set(hand) & set(cards("power-attack", "block"))) <= 1 for hand in later)
    blocks = sum(cards("block")[0] in hand for hand in later)
    assert 45 < blocks < 90  # one in three


def hands_imagined(place: Yard, number: int) -> list[int]:
    world = imagine(place.state, viewer_of(DROW), Chance(number), place.state)
    return world.armies[CORMYR].action_hand
