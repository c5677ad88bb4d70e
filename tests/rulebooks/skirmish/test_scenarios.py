"""What a scenario may say of creatures, cards and gold, and the sentences for what it may not."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.rulebooks.skirmish.army.decks import as_data, deck_of
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card

BOOK = rulebooks.get("skirmish")


def opened(**changes: Any) -> State:
    """The battle of the lesson, with other words in it."""
    data = copy.deepcopy(read_toml(BOOK.folder / "scenarios/tollhouse.toml"))
    data["data"].update(changes)
    state = BOOK.new(BOOK.read_scenario(data, "tollhouse"), BOOK.options())
    assert isinstance(state, State)
    return state


@pytest.mark.rule("skirmish:setup.vault")
def test_each_vault_holds_the_gold_of_the_scenario_and_20_without_a_word_of_it() -> None:
    state = opened()
    assert [(army.vault, army.supply) for army in state.armies] == [(4, 0), (4, 0)]
    assert not BOOK.invariants(state)
    usual = BOOK.new(BOOK.scenario("two_and_two"), BOOK.options())
    assert isinstance(usual, State)
    assert [army.vault for army in usual.armies] == [20, 20, 20, 20]


def vaults(data: dict[str, Any], **options: str) -> list[int]:
    """The vaults of a battle in the short yard with other words in its scenario, which counts unless an option says otherwise."""
    options = {"vaults": "scenario", **options}
    row = json.loads(BOOK.scenario("short_yard").to_json())
    row["data"] = {**row["data"], **data}
    state = BOOK.new(BOOK.read_scenario(row, "test"), BOOK.options(options))
    assert isinstance(state, State)
    assert not BOOK.invariants(state)
    return [army.vault for army in state.armies]


@pytest.mark.rule("skirmish:setup.vault")
def test_a_scenario_gives_a_faction_less_gold_on_whichever_side_it_stands() -> None:
    less = {"gold": {"cormyr": 16}}
    assert vaults(less) == [20, 16]
    assert vaults({**less, "factions": ["cormyr", "drow"], "names": ["Cormyr", "Drow"]}) == [16, 20]
    both = {**less, "factions": ["cormyr", "cormyr"], "names": ["One", "Other"]}
    assert vaults(both, **{"mirror-match": "true"}) == [16, 16]
    assert vaults({"gold": {"drow": 23, "cormyr": 18}}) == [23, 18]
    assert vaults({"gold": {}}) == [20, 20]
    assert vaults({"gold": 7}) == [7, 7]
    # The printed vault for all who want nothing else, and for decks that are built freely.
    assert vaults(less, vaults="printed") == [20, 20]
    usual = BOOK.new(BOOK.scenario("short_yard"), BOOK.options())
    assert isinstance(usual, State)
    assert [army.vault for army in usual.armies] == [20, 20]
    whole = as_data(deck_of("cormyr"))
    own = {**whole, "actions": whole["actions"][:-1]}
    assert vaults({**less, "decks": [{}, whole]}) == [20, 16]
    assert vaults({**less, "decks": [{}, own]}) == [20, 20]


def test_creatures_in_reserve_and_a_deck_of_its_own() -> None:
    state = opened()
    assert [army.creatures for army in state.armies] == [[], [creature_card("dwarven-defender").index]]
    shot, shield = action_card("quick-shot").index, action_card("shield").index
    assert state.armies[1].actions == sorted([shot, shot, shield])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"gold": 0}, "gold is 0"),
        ({"gold": "four"}, "gold is 'four'"),
        ({"gold": 61}, "gold is 61"),
        ({"gold": {"cormyr": 0}}, "cormyr is 0"),
        ({"gold": {"elves": 12}}, "elves"),
        ({"cards": [[]]}, "cards: 2 lists of at most 40 cards are expected"),
        ({"cards": [[], ["sheild"]]}, "cards: there is no card 'sheild'; did you mean 'shield'"),
        ({"reserve": [[], ["dwarven-defenders"]]}, "reserve: there is no card 'dwarven-defenders'"),
        ({"reserve": "none"}, "reserve is 'none'"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        opened(**changes)
    assert sentence in str(caught.value)
