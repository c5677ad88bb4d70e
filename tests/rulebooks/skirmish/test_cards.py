"""Cards of both factions: what the data says, how it is checked, and what is announced and owed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from rulebooks.skirmish.yard import Yard

from banneret.kernel.errors import BadInput
from banneret.rulebooks.skirmish.actions.chain import entry_owes
from banneret.rulebooks.skirmish.state import Entry
from banneret.rulebooks.skirmish.tables import effects, numbers
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards, read_action
from banneret.rulebooks.skirmish.tables.creatures import (
    creature_card,
    creature_cards,
    factions,
    read_creature,
)
from banneret.rulebooks.skirmish.tables.reading import STATICS, STEPS, read_data, vocabulary


@pytest.mark.rule("skirmish:setup.deck-counts")
@pytest.mark.parametrize(
    ("faction", "actions", "creatures_in_text", "actions_in_text"),
    [("drow", 26, 18, 26), ("cormyr", 30, 12, 32)],
)
def test_decks_have_the_copies_of_the_catalogue(
    faction: str, actions: int, creatures_in_text: int, actions_in_text: int
) -> None:
    creatures = [card for card in creature_cards() if card.faction == faction]
    cards = [card for card in action_cards() if card.faction == faction]
    assert sum(card.copies for card in creatures) == 12
    assert sum(card.copies * card.level for card in creatures) == 34
    assert sum(card.copies for card in cards) == actions
    assert sum(card.copies_in_text for card in creatures) == creatures_in_text
    assert sum(card.copies_in_text for card in cards) == actions_in_text
    assert max(card.copies for card in cards) == 2


def test_the_vocabulary_is_that_of_the_data() -> None:
    for table, words, arguments in (("verb", effects.Verb, STEPS), ("static", effects.Kind, STATICS)):
        assert tuple(vocabulary(table)) == get_args(words) == tuple(arguments)
        assert {word: set(known) for word, known in vocabulary(table).items()} == {
            word: set(known) for word, known in arguments.items()
        }
    assert tuple(vocabulary("event")) == get_args(effects.Happening)
    assert tuple(vocabulary("use")) == get_args(effects.Use)
    assert tuple(vocabulary("keyword")) == get_args(effects.Ability)
    for row in read_data("effects")["verb"]:
        step = effects.Step(row["id"])
        assert (step.deals, step.moves) == (row["owes_damage"], row["moves"]), row["id"]
    assert factions() == ("drow", "cormyr")


def test_the_numbers_are_those_of_the_seed() -> None:
    assert (numbers.STARTING_LEVELS, numbers.STARTING_LEVEL) == (7, 3)
    assert (numbers.OPENING_ACTIONS, numbers.CREATURE_HAND, numbers.VAULT) == (3, 3, 20)
    assert (numbers.REFRESH_GOLD, numbers.REFRESH_DRAW) == (1, 1)
    assert (numbers.SPEED_BESIDE_ENEMY, numbers.DIFFICULT_EXTRA, numbers.TILE) == (1, 1, 8)


@pytest.mark.rule("skirmish:space.size")
def test_large_creatures() -> None:
    large = [card.name for card in creature_cards() if card.across == 2]
    assert large == ["Giant Spider", "Umber Hulk", "Drider", "Gold Dragon"]


@pytest.mark.rule("skirmish:creature.nimble-block")
def test_keyword_abilities_and_blocks() -> None:
    def having(word: str) -> list[str]:
        return [
            card.name for card in creature_cards() if any(static.keyword == word for static in card.statics)
        ]

    assert having("Nimble") == ["Drow House Guard", "Drow Wizard", "Human Ranger"]
    assert having("Scuttle") == ["Demonweb Spider", "Giant Spider", "Drider"]
    assert having("Flying") == ["Gold Dragon"]
    blocks = {
        card.name: static.amount
        for card in creature_cards()
        for static in card.statics
        if static.kind == "block"
    }
    assert blocks == {"Umber Hulk": 5, "Dwarven Defender": 5}
    knight = creature_card("dragon-knight")
    assert not knight.statics
    assert not knight.triggers
    assert not knight.powers


@pytest.mark.rule("skirmish:damage.tokens")
def test_damage_comes_in_steps_of_5() -> None:
    row = dict(read_data("creatures")["creature"][0])
    assert read_creature(row, 0).hp == 10
    with pytest.raises(BadInput, match="multiple of 5"):
        read_creature({**row, "hp": 12}, 0)


@pytest.mark.rule("skirmish:timing.announce")
@pytest.mark.parametrize(
    ("card", "steps"),
    [("wide-swing", 1), ("rapid-shot", 1), ("charge", 0), ("shadow-strike", 0), ("block", 2), ("shove", 1)],
)
def test_choices_are_announced_up_to_the_first_blow_and_before_any_movement(card: str, steps: int) -> None:
    assert len(action_card(card).leading) == steps


@pytest.mark.rule("skirmish:timing.announce")
def test_the_gaze_announces_whom_it_slides_and_not_whom_it_strikes() -> None:
    gaze = creature_card("umber-hulk").powers[0]
    assert gaze.id == "confusion-gaze"
    assert effects.announced(gaze.steps) == 1


@pytest.mark.rule("skirmish:timing.owes-damage")
def test_actions_that_owe_damage() -> None:
    def owes(name: str, done: int = 0, chosen: list[tuple[int, ...]] | None = None) -> bool:
        return entry_owes(Yard().state, Entry(0, None, 0, action_card(name).steps, chosen or [], done=done))

    owing = ("charge", "tide-of-iron", "shadow-strike", "rapid-shot", "fireball", "block")
    assert all(owes(name) for name in owing)
    assert not any(owes(name) for name in ("web", "shield", "dodge", "retreat", "run"))
    assert [owes("rapid-shot", done) for done in (0, 1, 2)] == [True, True, False]
    assert not owes("tide-of-iron", 1)
    assert [owes("block", 0, [(), chosen]) for chosen in ((7,), ())] == [True, False]


NEW_CARD = {
    "id": "test-card",
    "faction": "cormyr",
    "name": "Test card",
    "type": "standard",
    "level": 2,
    "ability": "STR",
    "steps": [
        {"do": "attack", "mode": "melee", "targets": "one", "bonus": 5},
        {"do": "draw", "deck": "action", "count": 1},
    ],
    "copies": 1,
    "copies_in_text": 1,
}


def test_a_card_of_known_words_is_read() -> None:
    card = read_action(NEW_CARD, 37)
    assert [step.verb for step in card.steps] == ["attack", "draw"]
    assert (card.steps[0].bonus, card.steps[1].count, len(card.leading)) == (5, 1, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda card: card["steps"][0].update(do="smite"), "'smite'"),
        (lambda card: card["steps"][0].update(distance=3), "'attack' has no 'distance'"),
        (lambda card: card["steps"][0].update(bonus=7), "multiple of 5"),
        (lambda card: card["steps"][1].pop("count"), "count is missing"),
        (lambda card: card.update(ability="LUCK"), "'LUCK'"),
        (lambda card: card.update(assist_from=["afar"]), "assist_from"),
        (lambda card: card.update(steps="attack"), "a list of steps"),
        (lambda card: card.update(attached={"static": [{"kind": "aura"}]}), "'aura'"),
    ],
)
def test_what_the_vocabulary_does_not_know_is_refused(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    card = {**NEW_CARD, "steps": [dict(step) for step in NEW_CARD["steps"]]}  # type: ignore[attr-defined]
    change(card)
    with pytest.raises(BadInput, match=message):
        read_action(card, 37)


def test_cards_that_are_not_there_are_named() -> None:
    with pytest.raises(BadInput, match="fireball"):
        action_card("firebal")
    with pytest.raises(BadInput, match="drider"):
        creature_card("droider")
