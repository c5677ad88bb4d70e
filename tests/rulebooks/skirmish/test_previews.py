"""The worst that a card of the enemy can make of an action: by what was seen, never by what is held."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.skirmish.field import act, options_of
from rulebooks.skirmish.playing import play
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.decision import Choice
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.state import Chain, State
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.turn.activation import actions_of
from banneret.rulebooks.skirmish.view.pieces import creature_id
from banneret.rulebooks.skirmish.view.previews import Foresight
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


@pytest.mark.rule("skirmish:timing.follow-up", "skirmish:attack.any-creature")
@pytest.mark.parametrize(("foe", "left"), [("drow-wizard", "Drow Wizard destroyed"), ("", "")])
def test_a_later_blow_is_foreseen_on_an_enemy_and_on_nobody_where_there_is_none(foe: str, left: str) -> None:
    """The Archer stands first beside the Knight who charges on the spot; 15 on the Wizard's 10, or on nobody of its own side."""
    yard = Yard(active=CORMYR)
    archer, knight = yard.put("elf-archer", (1, 2)), yard.put("dragon-knight", (1, 1))
    if foe:
        yard.put("umber-hulk", (2, 2), tapped=True)  # 15 - 5 leave it 55 of 65
        yard.put(foe, (2, 1), tapped=True)
    yard.deal(CORMYR, "charge")
    act(yard, ("activate", knight.id))
    decision = Choice("act", CORMYR, "", options_of(yard))
    order = play("charge", knight)
    said = Foresight(yard.state, decision).of(order)[0]
    assert said == (f"Drow vault 20 → 18; {left}" if left else "")
    act(yard, order, ("go", knight.id, yard.name(1, 1)), None)  # the default
    assert (archer.damage, knight.tapped) == (0, True)
    assert all(one.damage == 0 for one in yard.state.creatures)  # the Wizard is gone, nobody else was struck


def test_a_later_blow_at_the_own_side_says_so() -> None:
    yard = Yard()
    guard, wizard = yard.put("drow-house-guard", (1, 1)), yard.put("drow-wizard", (1, 3))
    knight = yard.put("dragon-knight", (4, 1), tapped=True)
    shot = action_card("rapid-shot")
    chain = Chain()
    declare(yard.state, chain, guard, shot.steps, [(knight.id,), ()], [guard], shot.index).done = 1
    yard.state.chain = chain
    yard.state.setting = replace(yard.state.setting, actions=((shot.index,), ()))
    choices = [("decline",), ("choose", wizard.id), ("choose", knight.id)]
    asked = question(yard.state, Choice("choose", DROW, "", choices))
    assert asked.text == "The next step of Drow House Guard: shot within 5. At whom?"
    shown = asked.options
    assert [one.consequence.startswith("on your own side; ") for one in shown] == [False, True, False]


@pytest.mark.rule("skirmish:timing.follow-up")
def test_the_question_for_a_square_names_what_comes_of_it() -> None:
    yard = Yard()
    wizard = yard.put("drow-wizard", (1, 3))
    chain = Chain()
    steps = [Step("choose", what="square"), Step("deal", amount=10, area="in-or-adjacent-to-square")]
    declare(yard.state, chain, wizard, steps, [()], [wizard]).done = 0
    yard.state.chain = chain
    asked = question(yard.state, Choice("choose", DROW, "", [("decline",)]))
    assert asked.text == "The next step of Drow Wizard: 10 damage around a square. Which square?"


@pytest.mark.rule("skirmish:card.immediate")
@pytest.mark.parametrize("held", DECK)
def test_an_attack_is_shown_with_the_worst_answer_that_was_not_seen_yet(held: str) -> None:
    state, decision = attack(held)
    # One of four cards is in hand, and one of the four is a Shield: 1 in 4, whatever is held.
    assert Foresight(state, decision).of(decision.options[1])[2] == "at worst, by Shield (25 %): nothing"
    shown = question(state, decision).options
    assert shown[1].consequence.startswith("War Wizard 35 → ")
    assert shown[1].consequence.endswith("; at worst, by Shield (25 %): nothing")
    assert shown[0].consequence == "it is done for this turn, and may still answer"


def test_a_blow_at_a_creature_of_the_own_side_says_so() -> None:
    """A creature may be struck by its own side, which nobody means who has read the name alone."""
    yard = Yard(active=DROW)
    striker, priestess = yard.put("drow-blademaster", (4, 4)), yard.put("drow-priestess", (5, 4))
    wizard = yard.put("war-wizard", (4, 5))
    state = yard.state
    state.acting = striker.id
    yard.deal(DROW, "advancing-strike")
    own = [("attack", striker.id, priestess.id), ("attack", striker.id, wizard.id)]
    shown = question(state, Choice("act", DROW, "", [("end",), *own])).options
    assert shown[1].consequence.startswith("on your own side; Drow Priestess 25 → ")
    assert shown[2].consequence.startswith("War Wizard 35 → ")
    plays = [order for order in actions_of(state, striker, []) if order[0] == "play"]
    said = {
        str(one.label): one.consequence for one in question(state, Choice("act", DROW, "", plays)).options
    }
    assert said
    assert all(
        words.startswith("on your own side; ") == ("at Drow Priestess" in label)
        for label, words in said.items()
    )


def test_the_acting_creature_means_its_move_where_it_is_pointed_at() -> None:
    state, decision = attack("charge")
    move = question(state, Choice("act", DROW, "", [("end",), ("move",), *decision.options[1:]])).options[1]
    assert move.pieces == (creature_id(state.creatures[0]),)


def test_a_card_that_lies_in_the_discard_pile_is_feared_no_more() -> None:
    state, decision = attack("charge")
    army = state.armies[CORMYR]
    army.actions.remove(action_card("shield").index)
    army.action_discard.append(action_card("shield").index)
    assert Foresight(state, decision).of(decision.options[1])[2] == ""


def test_nobody_is_feared_who_could_not_play_the_card() -> None:
    state, decision = attack("shield")
    state.creatures[1].tapped = True
    assert Foresight(state, decision).of(decision.options[1])[2] == ""


@pytest.mark.rule("skirmish:card.immediate", "skirmish:info.public")
def test_what_is_aimed_at_a_square_is_shown_with_the_worst_answer_too() -> None:
    yard = Yard(active=CORMYR)
    dragon = yard.put("gold-dragon", (1, 1))
    wizard = yard.put("drow-wizard", (6, 2))
    blade = yard.put("drow-blademaster", (6, 4))
    state = yard.state
    deck = tuple(sorted(action_card(name).index for name in ("shield", "web", "web", "darkfire")))
    state.setting = replace(state.setting, actions=(deck, ()))
    yard.deal(DROW, "web")
    state.armies[DROW].actions = [index for index in deck if index != action_card("web").index] + [
        action_card("web").index
    ]
    state.acting = dragon.id
    grid = state.setting.board.grid
    both, below = (grid.index(5, 3), grid.index(6, 3)), grid.index(5, 5)
    orders = [("use", dragon.id, "radiant-breath", (square,)) for square in (*both, below)]
    foresight = Foresight(state, Choice("act", CORMYR, "", [("end",), *orders]))
    # 15 damage: the wizard of 10 falls, which costs its side 2 gold, and the blademaster has 5 of 20 left. A Shield, one card in four,
    # is worst where it saves the wizard; where the blademaster alone is hit, it saves that one.
    for order in orders[:2]:
        change, vain, worst = foresight.of(order)
        assert change == "Drow vault 20 → 18; Drow Wizard destroyed; Drow Blademaster 20 → 5"
        assert vain == ""
        assert worst == "at worst, by Shield (25 %): Drow Blademaster 20 → 5"
    assert foresight.of(orders[2])[0] == "Drow Blademaster 20 → 5"
    assert foresight.of(orders[2])[2] == "at worst, by Shield (25 %): nothing"
    assert state.armies[DROW].vault == 20
    assert (wizard.damage, blade.damage) == (0, 0)


def test_a_question_stands_at_the_creature_it_is_about() -> None:
    state, decision = attack("shield")
    assert question(state, decision).place == "E5"
    going = Choice("go", CORMYR, "", [("go", state.creatures[1].id, square) for square in ("F5", "G6")])
    assert question(state, going).place == "F5"
    assert question(state, Choice("activate", DROW, "", [("done",)])).place == ""


@pytest.mark.rule("skirmish:keyword.ready")
def test_who_may_look_for_a_card_is_shown_how_many_there_are() -> None:
    """The Drow Priestess looks for a card of Wisdom: two of the three that are left. The spider beside her looks for none."""
    yard = Yard(active=DROW)
    yard.put("drow-priestess", (4, 4))
    yard.put("giant-spider", (6, 6))
    deck = [action_card(name) for name in ("aura-of-blight", "dark-pact", "distant-shot")]
    assert [card.ability for card in deck] == ["WIS", "WIS", "DEX"]
    yard.state.armies[DROW].actions = [card.index for card in deck]
    asked = Choice("ready", DROW, "skirmish:keyword.ready", [("ready",), ("decline",)])
    assert [one.consequence for one in question(yard.state, asked).options] == [
        "cards are revealed until one says WIS, which goes to your hand: 2 of 3 cards",
        "nothing is revealed of your 3 cards",
    ]


@pytest.mark.rule("skirmish:activation.tapped", "skirmish:move.slide-not-move")
def test_who_is_held_promises_no_move_and_who_is_tapped_no_blow() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1), attached=("web",))
    ranger = yard.put("human-ranger", (5, 5), tapped=True)
    yard.state.setting = replace(yard.state.setting, actions=((action_card("web").index,), ()))
    orders = [("activate", one.id) for one in (knight, ranger)]
    shown = question(yard.state, Choice("activate", CORMYR, "", [("done",), *orders])).options
    assert [one.consequence for one in shown[1:]] == ["cannot move, strikes for 15", "moves 6, tapped"]


@pytest.mark.rule("skirmish:activation.one-move")
def test_a_move_in_pieces_says_what_is_left_of_it() -> None:
    yard = Yard(active=CORMYR, split_move=True)
    knight = yard.put("dragon-knight", (0, 0))
    act(yard, ("activate", knight.id))
    act(yard, ("move",), ("go", knight.id, yard.name(4, 0)))
    shown = question(yard.state, Choice("act", CORMYR, "", options_of(yard))).options
    assert next(one for one in shown if one.order == "move").consequence == "up to 2 squares"
