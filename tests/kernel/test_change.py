"""The referee's hand: a change is an entry of its own, replayed, verified and undone like any other."""

from __future__ import annotations

from typing import Any

import pytest
from kernel import toy
from kernel.toy import RULEBOOK

from banneret.kernel.battle import Battle
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.record.record import Record
from banneret.kernel.verify import verify


def start(**more: Any) -> Battle:
    return Battle.start(RULEBOOK, "duel", **{"seed": 5, **more})


def again(battle: Battle) -> Battle:
    return Battle.from_record(RULEBOOK, Record.parse(battle.private_text))


def refused(battle: Battle, order: Any, message: str) -> None:
    before = battle.private_text, battle.dump(), battle.scene("referee")
    with pytest.raises((IllegalOrder, BadInput), match=message):
        battle.change(order, "a try")
    assert (battle.private_text, battle.dump(), battle.scene("referee")) == before


def test_a_change_stands_in_the_record_and_comes_again() -> None:
    battle = start()
    battle.change("tokens 0 7", "Ada found\nsome")
    assert battle.state.tokens[0] == 7
    assert str(battle.entries[-1]) == '! change (tokens 0 7) "Ada found some"'
    assert battle.news("spectator")[-1].text == "The referee changed the table: Ada found some"
    assert again(battle).dump() == battle.dump()
    while not battle.is_over:
        battle.give(battle.waiting_for[0], battle.decisions[0].default())
    assert again(battle).dump() == battle.dump()
    assert verify(battle.text, lambda _: RULEBOOK).ok
    forged = battle.text.replace("tokens 0 7", "tokens 0 8")
    assert not verify(forged, lambda _: RULEBOOK).ok
    *_, (_, _, last) = battle.replay()
    assert last.dump() == battle.dump()


def test_a_change_is_undone_and_comes_back() -> None:
    battle = start()
    count, before = battle.record.count, battle.dump()
    battle.change("tokens 0 7", "why not")
    after = battle.dump()
    battle.undo_agreed(count, ["referee"])
    assert battle.dump() == before
    battle.undo_agreed(count + 1, ["referee"])
    assert battle.dump() == after
    assert again(battle).dump() == after


def test_what_breaks_the_game_is_refused() -> None:
    battle = start()
    card = battle.state.hands[0][0]
    refused(battle, "nonsense", "knows no such change")
    refused(battle, "break", "cannot go on from there")
    refused(battle, ("lose", 0, card), "would be impossible")
    refused(battle, "tokens 9 1", "cannot go on from there")
    refused(battle, "((", "not closed")


def test_orders_given_in_the_step_must_stay_possible() -> None:
    battle = start()
    battle.give("reds", "muster")
    assert battle.waiting_for == ["reds", "blues"]
    played = battle.decisions[0].default()
    battle.give("reds", played)
    refused(battle, ("throw", 0, played[1]), "Orders that were given in this step")
    battle.change("tokens 1 5", "a gift")
    assert battle.waiting_for == ["blues"]
    assert again(battle).dump() == battle.dump()


def test_a_change_while_people_are_to_roll() -> None:
    battle = Battle.start(RULEBOOK, "duel", dice="typed")
    assert battle.roll_wanted
    battle.give_roll(1)
    battle.change("tokens 0 3", "between two dice")
    while battle.roll_wanted:
        battle.give_roll(1)
    assert battle.state.tokens[0] == 3
    assert again(battle).dump() == battle.dump()
    *_, (_, _, last) = battle.replay()
    assert last.dump() == battle.dump()


def test_a_battle_that_is_over_is_not_changed() -> None:
    battle = start()
    battle.end([], "dinner")
    refused(battle, "tokens 0 7", "over")


def test_a_forced_order_is_news() -> None:
    battle = start()
    battle.force("reds", "muster", "Ada sleeps")
    assert "The referee ordered for Reds: Ada sleeps" in [line.text for line in battle.news("blues")]
    assert toy.RULEBOOK.referee.changes(battle.state) == []
