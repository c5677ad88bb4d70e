"""Undo: by oneself exactly while nothing was rolled and nothing hidden was shown since; by agreement otherwise."""

from __future__ import annotations

import os
from typing import Any

import pytest
from kernel import toy
from kernel.toy import RULEBOOK, HiddenHands, State

from banneret.kernel.battle import Battle
from banneret.kernel.decision import Choice, IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.event import Event
from banneret.kernel.record.record import Record
from banneret.kernel.table import Table
from banneret.kernel.verify import verify


def start(scenario: str = "duel", **more: Any) -> Battle:
    return Battle.start(RULEBOOK, scenario, **{"seed": 5, **more})


def why(battle: Battle, seat: str) -> str:
    """Why a seat may not undo; empty if it may."""
    refusal = battle.why_not_undo(seat)
    if refusal is None:
        return ""
    assert refusal.rule == "table:undo"
    return refusal.reason


def refused(battle: Battle, seat: str, message: str) -> None:
    """The undo is refused, and nothing has changed."""
    before = battle.private_text, battle.dump()
    assert message in why(battle, seat)
    with pytest.raises(IllegalOrder, match=message):
        battle.undo(seat)
    assert (battle.private_text, battle.dump()) == before


def test_an_order_is_taken_back_and_the_record_is_shorter() -> None:
    battle = start()
    before, dump = battle.private_text, battle.dump()
    battle.give("reds", "muster")
    after = battle.private_text
    assert why(battle, "reds") == ""
    assert battle.undo("reds") == ("muster",)
    assert (battle.private_text, battle.dump()) == (before, dump)
    battle.give("reds", "muster")
    assert battle.private_text == after


def test_nothing_to_take_back() -> None:
    refused(start(), "reds", "a die was rolled since")
    refused(Battle.start(RULEBOOK, "duel", dice="typed"), "reds", "there is no order to take back")


def test_not_when_a_die_was_rolled_since() -> None:
    battle = start()
    battle.give("reds", ("muster", battle.state.hands[0][0]))
    refused(battle, "reds", "a die was rolled since")


def test_not_when_another_has_ordered_since() -> None:
    battle = start()
    battle.give("reds", "muster")
    refused(battle, "blues", "Reds has ordered since")


def test_a_secret_choice_until_all_are_in() -> None:
    battle = start("trio")
    battle.give("reds", "muster")
    open_text = battle.private_text
    seen = {seat: battle.scene(seat) for seat in ("reds", "blues", "greens")}
    battle.give("reds", battle.orders("reds")[0])
    battle.give("greens", battle.orders("greens")[0])
    refused(battle, "blues", "has ordered since")  # it has chosen nothing yet
    battle.undo("reds")  # green's choice came later, and stays
    assert battle.waiting_for == ["reds", "blues"]
    muster, played = battle.entries[-2:]
    assert (muster.who, muster.words) == ("reds", ("muster",))
    assert (played.who, played.words) == ("greens", ("play", battle.state.hands[2][0]))
    again = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    assert (again.private_text, again.waiting_for) == (battle.private_text, battle.waiting_for)
    battle.undo("greens")
    assert battle.private_text == open_text
    assert {seat: battle.scene(seat) for seat in seen} == seen
    for side in ("greens", "blues", "reds"):
        battle.give(side, battle.orders(side)[-1])
    for side in battle.sides:
        assert why(battle, side)


def test_the_muster_before_a_secret_choice_cannot_be_taken_back_once_another_has_chosen() -> None:
    battle = start("trio")
    battle.give("reds", "muster")
    battle.give("greens", battle.orders("greens")[0])
    refused(battle, "reds", "others have ordered since")


class Unannounced(HiddenHands):
    """Shows both cards without saying that something hidden was shown."""

    def step(self, state: State, table: Table) -> None:
        if table.telling:
            tell = table.tell
            table.tell = lambda event: tell(_plain(event))  # type: ignore[method-assign]
        super().step(state, table)


def _plain(event: Event) -> Event:
    event.reveals = False
    return event


@pytest.mark.skipif(
    bool(os.environ.get("BANNERET_TESTS_INSTALLED")), reason="compiled tables cannot be patched"
)
def test_not_when_the_secret_choices_have_been_shown_even_if_the_rules_forget_to_say_so() -> None:
    battle = Battle.start(Unannounced(), "duel", seed=5)
    battle.give("reds", "muster")
    battle.give("reds", battle.orders("reds")[0])
    battle.give("blues", battle.orders("blues")[0])
    refused(battle, "blues", "the secret choices have been shown")
    refused(battle, "reds", "Blues has ordered since")


class Shows(HiddenHands):
    """An order that shows something hidden without a die."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.MUSTER:
            order = table.ask(Choice("double", 0, "toy:double", [("pass",), ("look",)]))
            if order == ("look",) and table.telling:
                table.tell(
                    Event("seen", f"Blue holds {state.hands[1]}.", "toy:double", to=(0,), reveals=True)
                )
        super().step(state, table)


def test_not_when_something_hidden_was_shown() -> None:
    battle = Battle.start(Shows(), "duel", seed=5)
    battle.give("reds", "look")
    refused(battle, "reds", "something hidden was shown since")
    battle = Battle.start(Shows(), "duel", seed=5)
    battle.give("reds", "pass")
    battle.undo("reds")
    assert battle.orders("reds") == [("pass",), ("look",)]


def test_a_note_stays_and_does_not_stand_in_the_way() -> None:
    battle = start()
    battle.give("reds", "muster")
    battle.note("hm")
    battle.undo("reds")
    assert [str(entry) for entry in battle.entries[8:]] == ["! note hm"]
    assert Record.parse(battle.text).damage == ""


def test_any_seat_of_the_side_may_take_back() -> None:
    battle = start(seats={"anna": "reds", "ben": "reds", "carl": "blues", "ref": "referee"})
    battle.give("anna", "muster")
    refused(battle, "carl", "Reds has ordered since")
    refused(battle, "ref", "Reds has ordered since")
    battle.undo("ben")
    assert battle.waiting_for == ["reds"]


def test_a_forced_order_stays() -> None:
    battle = start()
    battle.force("reds", "muster", "asleep")
    refused(battle, "reds", "its referee went between")


# ---------------------------------------------------------------- by agreement


def rolled() -> Battle:
    """A battle in which red has drawn two cards."""
    battle = start()
    battle.give("reds", ("muster", *battle.state.hands[0][:2]))
    return battle


def test_by_agreement_any_entry_can_be_gone_back_to() -> None:
    battle = rolled()
    before = battle.at(8).dump()
    text = battle.private_text
    battle.undo_agreed(8, ["reds", "blues"])
    assert battle.private_text.startswith(text)
    assert str(battle.entries[-1]) == "! undo 8 (reds blues)"
    assert battle.dump() == before
    assert battle.waiting_for == ["reds"]
    refused(battle, "reds", "its referee went between")
    again = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    assert (again.dump(), again.private_text) == (battle.dump(), battle.private_text)


def test_no_die_is_ever_seen_twice() -> None:
    battle = rolled()
    first = [entry.value for entry in battle.entries[9:]]
    shown = {tuple(first)}
    for _ in range(6):
        battle.undo_agreed(8, ["referee"])
        battle.give("reds", ("muster", *battle.state.hands[0][:2]))
        shown.add(tuple(entry.value for entry in battle.entries[-2:]))
    assert len(shown) > 3  # of 12 possible pairs
    battle.play_out()
    found = verify(battle.text, lambda name: RULEBOOK)
    assert found.ok, found
    assert Battle.from_record(RULEBOOK, Record.parse(battle.text)).dump() == battle.dump()


def test_forth_again_brings_back_the_same_dice_and_then_new_ones() -> None:
    battle = rolled()
    count, dump = battle.record.count, battle.dump()
    battle.undo_agreed(8, ["referee"])
    battle.undo_agreed(count, ["referee"])
    assert battle.dump() == dump
    assert verify(battle.text, lambda name: RULEBOOK).ok


def test_the_people_who_play_must_agree() -> None:
    battle = rolled()
    text = battle.text
    with pytest.raises(IllegalOrder, match="Blues must agree"):
        battle.undo_agreed(8, ["reds"])
    with pytest.raises(IllegalOrder, match="Reds, Blues must agree"):
        battle.undo_agreed(8, ["spectator"])
    for wrong in (-1, battle.record.count, 99, True, "8", None):
        with pytest.raises(BadInput, match="no entry"):
            battle.undo_agreed(wrong, ["reds", "blues"])  # type: ignore[arg-type]
    for names in ("reds", ["greens"], [3], ["reds", None]):
        with pytest.raises(BadInput):
            battle.undo_agreed(8, names)  # type: ignore[arg-type]
    assert battle.text == text


def test_a_computer_always_agrees() -> None:
    battle = start(players={"blues": "greedy"})
    battle.give("reds", ("muster", *battle.state.hands[0][:2]))
    battle.undo_agreed(8, ["reds"])
    assert battle.waiting_for == ["reds"]


def test_seats_can_agree_for_their_sides() -> None:
    battle = start(seats={"anna": "reds", "carl": "blues", "ref": "referee"})
    battle.give("anna", "muster")
    battle.undo_agreed(8, ["carl", "anna"])
    battle.give("anna", "muster")
    battle.undo_agreed(8, ["ref"])
    assert battle.waiting_for == ["reds"]


def test_typed_dice_can_be_corrected() -> None:
    battle = Battle.start(RULEBOOK, "tiny", dice="typed")
    battle.give_roll(3)
    battle.give_roll(2)
    battle.undo_agreed(1, ["reds", "blues"])
    roll = battle.roll_wanted
    assert roll is not None
    assert roll.faces == 5
    battle.give_roll(5)
    assert Battle.from_record(RULEBOOK, Record.parse(battle.text)).dump() == battle.dump()


def test_the_referee_may_end_it_while_a_die_is_wanted() -> None:
    battle = Battle.start(RULEBOOK, "tiny", dice="typed")
    battle.give_roll(3)
    battle.end(["blues"], "The dice are lost.")
    again = Battle.from_record(RULEBOOK, Record.parse(battle.text))
    assert again.outcome == battle.outcome
    assert again.roll_wanted is None


def test_an_ending_is_taken_back_by_a_referee_alone_and_a_new_seed_rolls_on() -> None:
    battle = start()
    battle.give("reds", "muster")
    commitment, state, owing = battle.commitment, battle.dump(), battle.waiting_for
    count = battle.record.count
    battle.end(["reds"], "dinner")
    assert f"\nseed {battle.record.seed}\n" in battle.text
    before = battle.private_text
    with pytest.raises(IllegalOrder, match="only a referee"):
        battle.undo_agreed(count, ["reds", "blues"])
    assert battle.private_text == before
    assert battle.last_move() == count + 1
    battle.undo_agreed(count, ["referee"])
    assert (battle.is_over, battle.winners) == (False, [])
    assert (battle.dump(), battle.waiting_for) == (state, owing)
    assert battle.commitment != commitment
    assert str(battle.entries[-1]) == f"! undo {count} (referee) {word(battle.commitment)}"
    assert "\nseed " not in battle.text
    kept = battle.private_text
    again = Battle.from_record(RULEBOOK, Record.parse(kept))
    assert (again.private_text, again.locked, again.damage) == (kept, "", "")
    for one in (battle, again):
        one.play_out()
    assert [entry.value for entry in again.entries if entry.faces] == [
        entry.value for entry in battle.entries if entry.faces
    ]
    assert battle.text.count("\nseed ") == 2
    found = verify(battle.text, lambda _: RULEBOOK)
    assert found.ok
    assert found["commitment"].text == "The 2 seeds are those whose hashes were published before their dice."
    assert (found["commitment"].verdict, found["dice"].verdict) == ("good", "good")
    assert battle.fork(count + 2, seed=3).record.commitments != battle.record.commitments


def word(text: str) -> str:
    return text if text[0].isalpha() else f'"{text}"'


def test_a_seed_that_was_not_published_is_damage_and_one_that_is_missing_locks() -> None:
    battle = start()
    battle.end([], "dinner")
    battle.undo_agreed(battle.last_move() - 1, ["referee"])
    kept = battle.private_text
    first, second = battle.record.seeds
    missing = Battle.from_record(RULEBOOK, Record.parse(kept.replace(f"seed {second}\n", "")))
    assert "seed of its dice" in missing.locked
    wrong = kept.replace(f"seed {second}\n", "seed 77\n")
    assert "no hash was published of this seed" in Record.parse(wrong).damage
    assert not verify(wrong, lambda _: RULEBOOK).ok
    more = kept.replace(f"seed {second}\n", f"seed {second}\nseed {first}\n")
    assert "no hash was published of this seed" in Record.parse(more).damage
    assert Record.parse(more).seeds == [first, second]


def test_a_battle_that_ended_by_its_rules_stays_ended() -> None:
    battle = start()
    battle.play_out()
    with pytest.raises(IllegalOrder, match="The battle is over"):
        battle.undo_agreed(0, ["referee"])


def test_it_can_be_ended_again_and_taken_up_again() -> None:
    battle = start()
    for _ in range(3):
        to = battle.record.count
        battle.end([], "dinner")
        battle.undo_agreed(to, ["referee"])
        battle.give(battle.waiting_for[0], battle.orders(battle.waiting_for[0])[0])
    assert len(set(battle.record.commitments)) == len(battle.record.seeds) == 4
    assert Battle.from_record(RULEBOOK, Record.parse(battle.private_text)).waiting_for == battle.waiting_for
    battle.play_out()
    assert verify(battle.text, lambda _: RULEBOOK).ok


def test_typed_dice_go_on_without_seeds_after_the_end() -> None:
    battle = Battle.start(RULEBOOK, "duel", dice="typed")
    battle.end([], "dinner")
    battle.undo_agreed(0, ["referee"])
    assert battle.roll_wanted is not None
    assert str(battle.entries[-1]) == "! undo 0 (referee)"


# ---------------------------------------------------------------- who plays


def go_back(battle: Battle) -> None:
    """What a referee takes back who names no entry."""
    battle.undo_agreed(battle.last_move() - 1, ["referee"])


def taken_up(battle: Battle) -> Battle:
    """The battle from its record; it has to be the same one."""
    found = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    assert (found.players, found.dump(), found.last_move()) == (
        battle.players,
        battle.dump(),
        battle.last_move(),
    )
    return found


def test_a_new_player_is_taken_back_and_no_order() -> None:
    """Entries: 1 to 8 the deal, 9 the order of red, 10 and 11 its cards, 12 the player, 13 the undo to 11."""
    battle = rolled()
    dump = battle.dump()
    battle.set_player("blues", "greedy", "late")
    assert (battle.last_move(), battle.players) == (12, {"blues": "greedy"})
    go_back(battle)
    assert str(battle.entries[-1]) == "! undo 11 (referee)"
    assert (battle.players, battle.dump()) == ({}, dump)
    assert taken_up(battle).waiting_for == ["reds", "blues"]
    assert battle.last_move() == 9, "next it is the order"
    go_back(battle)
    assert battle.waiting_for == ["reds"]
    assert taken_up(battle).last_move() == 0, "and then there is nothing"


def test_who_plays_stays_when_a_move_is_taken_back() -> None:
    """Entries: 12 the player, 13 an order of it. The order goes back first, then the player, and both may come again."""
    battle = rolled()
    before = battle.dump()
    battle.set_player("blues", "greedy", "late")
    battle.advance(1)
    count, after = battle.record.count, battle.dump()
    go_back(battle)
    assert (battle.players, battle.dump()) == ({"blues": "greedy"}, before)
    go_back(battle)
    assert (taken_up(battle).players, battle.dump()) == ({}, before)
    battle.undo_agreed(12, ["referee"])
    assert (taken_up(battle).players, battle.dump()) == ({"blues": "greedy"}, before)
    battle.undo_agreed(count, ["referee"])
    assert (taken_up(battle).players, battle.dump()) == ({"blues": "greedy"}, after)


def test_players_of_before_a_far_undo_stay_and_are_not_what_is_taken_back_next() -> None:
    battle = rolled()
    battle.set_player("blues", "greedy")
    battle.undo_agreed(0, ["referee"])
    assert battle.players == {"blues": "greedy"}
    assert taken_up(battle).last_move() == 0


def test_a_player_that_is_taken_back_is_made_anew_and_a_copy_follows() -> None:
    battle = start(players={"blues": "random"})
    copy = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    old = battle.player(1, "random")
    copy.player(1, "random")
    count = battle.record.count
    battle.set_player("blues", "greedy", "better")
    go_back(battle)
    assert battle.players == {"blues": "random"}
    assert battle.player(1, "random") is not old
    copy.follow([battle.record.line(number) for number in range(count + 1, battle.record.count + 1)])
    assert copy.players == {"blues": "random"}
    battle.play_out()
    assert verify(battle.text, lambda name: RULEBOOK).ok


def test_not_what_a_fork_begins_with() -> None:
    battle = start()
    battle.give("reds", "muster")
    assert why(battle, "reds") == ""
    refused(battle.fork(seed=9), "reds", "the battle was forked since")


def test_a_fork_that_was_cut_before_it_was_forked_begins_with_what_is_left() -> None:
    battle = start()
    battle.play_out()
    fork = battle.fork(20, seed=9)
    fork.play_out({"reds": "random", "blues": "random"})
    lines = fork.private_text.split("\n")
    again = Battle.from_record(RULEBOOK, Record.parse("\n".join(lines[:9] + lines[9:21])))  # 11 whole entries
    assert "the 11 entries before it are good" in again.damage
    assert (again.record.header.after, again.entries[11].kind) == (11, "mended")
    again.play_out()
    assert verify(again.text, lambda name: RULEBOOK).ok
    assert Battle.from_record(RULEBOOK, Record.parse(again.text)).text == again.text


def test_a_battle_forked_after_an_entry_that_it_has_not_proves_none_of_its_dice() -> None:
    fork = start().fork(1, seed=9)
    fork.play_out()
    fork.record.header.after = 9999
    fork.record.cut(fork.record.count - 1)
    found = verify(fork.record.text, lambda name: RULEBOOK)
    assert not found.ok
    assert "there is no entry 9999 to have been forked after" in found["chain"].text
