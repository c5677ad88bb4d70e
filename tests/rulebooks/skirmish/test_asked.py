"""What a side wants to be asked: set at any time, passed for at others, and the records of version 1, whose orders said it."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import PASS, Bench
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.decision import Choice, Decision, IllegalOrder
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.record.record import MOST_OF_KIND
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW, run
from banneret.rulebooks.skirmish.rulebook import FIRST, RULEBOOK
from banneret.rulebooks.skirmish.state import Chain
from banneret.rulebooks.skirmish.view.asked import SkirmishAsking

ASKING = SkirmishAsking()
ANSWER = [("pass",), ("strike", 1, 0)]


def passed(yard: Yard, side: int, word: str, kind: str = "answer") -> bool:
    """True if a side is passed for in the window that is open on a yard."""
    decision = Choice(kind, side, "skirmish:timing.window", [*ANSWER])
    return ASKING.answer(yard.state, decision, word) is not None


def in_the_window(battle: Battle, kind: str, side: int = -1) -> None:
    """Play by chance until a side is asked in a window of that kind, and is not passed for."""
    chance = Chance(3)
    for _ in range(3000):
        decision = battle.decisions[0]
        if decision.kind == kind and side in (-1, decision.side) and not battle.passing():
            return
        if battle.passing():
            battle.pass_on()
            continue
        battle.give(battle.sides[decision.side], decision.sample(chance))
    raise AssertionError(f"no side was asked for {kind}")


@pytest.mark.rule("skirmish:timing.window")
def test_the_four_times_differ_by_whose_action_it_is_and_whom_it_is_aimed_at() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    hulk = yard.put("umber-hulk", (2, 1))
    found: list[dict[str, bool]] = []

    class Looking(Bench):
        def ask(self, decision: Decision) -> Order:
            times = [choice.word for choice in ASKING.choices(yard.state, decision.side)]
            found.append({word: ASKING.answer(yard.state, decision, word) is not None for word in times})
            return super().ask(decision)

    yard.deal(CORMYR, "block")
    yard.put("dwarven-defender", (1, 3))
    chain = Chain()
    table = Looking([PASS, PASS])
    run(yard.state, table, chain, declare(yard.state, chain, knight, [BLOW], [(hulk.id,)], [knight]))
    assert [decision.side for decision in table.asked] == [DROW, CORMYR]
    assert found == [
        {"usual": False, "always": False, "aimed": False, "turn": True},
        {"usual": True, "always": False, "aimed": True, "turn": True},
    ]


@pytest.mark.rule("skirmish:timing.open-window")
def test_in_open_windows_of_its_own_turn_a_side_is_asked_as_usual_only_at_the_end() -> None:
    yard = Yard(active=CORMYR)
    yard.state.stage = stages.BEFORE_ACTIONS
    assert passed(yard, CORMYR, "usual", "window")
    assert not passed(yard, DROW, "usual", "window")
    assert not passed(yard, CORMYR, "always", "window")
    assert passed(yard, DROW, "aimed", "window")
    yard.state.stage = stages.BEFORE_END
    assert not passed(yard, CORMYR, "usual", "window")
    assert not passed(yard, CORMYR, "turn", "activate")


def test_not_before_the_next_turn_lapses_with_it() -> None:
    yard = Yard(active=CORMYR)
    yard.state.turn = 7
    assert ASKING.words(yard.state, DROW, "turn") == ("turn", 8)
    words = ASKING.words(yard.state, CORMYR, "turn")
    assert words == ("turn", 9)
    yard.state.turn = 8
    assert ASKING.in_force(yard.state, CORMYR, words) == "turn"
    yard.state.turn = 9
    assert ASKING.in_force(yard.state, CORMYR, words) == "usual"


def test_a_choice_holds_from_the_next_window_on_and_is_taken_back_before_it() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    in_the_window(battle, "answer")
    side = battle.waiting_for[0]
    other = next(one for one in battle.sides if one != side)
    before = (
        battle.scene(other),
        battle.scene("spectator"),
        len(battle.moments(other)),
        battle.measures([other]),
    )
    battle.set_asked(side, "turn")
    assert battle.passing() == ""  # this question was open already
    battle.set_asked(side, "usual")
    battle.set_asked(side, "turn")
    assert (
        battle.scene(other),
        battle.scene("spectator"),
        len(battle.moments(other)),
        battle.measures([other]),
    ) == before
    assert battle.asked(other).now == "usual"  # type: ignore[union-attr]
    assert battle.asked(side).now == "turn"  # type: ignore[union-attr]
    assert battle.asked("spectator") is None
    again = banneret.loads(battle.private_text)
    assert (again.passing(), again.asked(side), again.scene(side)) == (
        "",
        battle.asked(side),
        battle.scene(side),
    )


def test_a_side_is_passed_for_until_its_next_turn_and_others_see_passes() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    in_the_window(battle, "answer")
    side = battle.waiting_for[0]
    battle.set_asked(side, "turn")
    turn = battle.state.turn
    chance = Chance(4)
    kinds: list[str] = []
    while battle.state.turn == turn and not battle.is_over:
        decision = battle.decisions[0]
        if battle.passing() == side:
            assert battle.scene(side).questions[0].passed
            kinds.append(decision.kind)
            battle.advance(1)
            assert battle.entries[-1].kind == "passed" or battle.entries[-1].faces
        else:
            assert not (battle.sides[decision.side] == side and decision.kind == "window" and kinds)
            battle.give(battle.sides[decision.side], decision.sample(chance))
    assert "answer" in kinds
    again = banneret.loads(battle.private_text)
    assert (again.private_text, again.dump()) == (battle.private_text, battle.dump())


def test_a_pass_by_itself_goes_back_with_the_order_before_it() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    chance = Chance(3)
    for _ in range(3000):
        decision = battle.decisions[0]
        side = battle.sides[decision.side]
        if battle.passing() == side and battle.entries[-1].giver == side and not battle.why_not_undo(side):
            break
        if battle.passing():
            battle.pass_on()
        else:
            battle.give(side, decision.sample(chance))
    order = battle.entries[-1].words
    count = battle.record.count
    battle.pass_on()
    if battle.why_not_undo(side) is None:
        assert battle.undo(side) == order
        assert battle.record.count == count - 1


def test_what_cannot_be_chosen_is_refused_with_a_sentence() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    with pytest.raises(IllegalOrder, match="usual, always, aimed, turn"):
        battle.set_asked("drow", "never")
    with pytest.raises(IllegalOrder, match="Only players of a side are asked"):
        battle.set_asked("spectator", "always")
    other = banneret.start("stacks", "first_blood", seed=7)
    with pytest.raises(IllegalOrder, match="nothing to choose"):
        other.set_asked("attacker", "always")
    assert other.asked("attacker") is None
    battle.concede("drow")
    with pytest.raises(IllegalOrder, match="over"):
        battle.set_asked("drow", "always")


def test_each_side_has_room_of_its_own_for_its_choices() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    room = MOST_OF_KIND["asked"] // 2
    for number in range(room):
        battle.set_asked("drow", "always" if number % 2 == 0 else "aimed")
    count = battle.record.count
    with pytest.raises(BadInput, match="too often"):
        battle.set_asked("drow", "usual")
    assert battle.record.count == count == room
    battle.set_asked("cormyr", "always")
    assert banneret.loads(battle.private_text).asked("cormyr").now == "always"  # type: ignore[union-attr]


def test_the_computer_is_not_passed_for() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5, players={"drow": "greedy"})
    battle.set_asked("drow", "turn")
    battle.play_out()
    assert not [entry for entry in battle.entries if entry.kind == "passed" and entry.words[1] == "drow"]


def test_records_of_version_1_replay_with_what_their_orders_said() -> None:
    old = Battle.start(FIRST, FIRST.scenario("short_yard"), seed=5)
    chance = Chance(9)
    while not old.is_over and old.record.count < 600:
        decision = old.decisions[0]
        old.give(old.sides[decision.side], decision.sample(chance))
    assert {entry.words for entry in old.entries if len(entry.words) == 2} & {
        ("pass", "aimed"),
        ("ask", "aimed"),
    }
    assert old.asked("drow") is None
    again = banneret.loads(old.private_text)
    assert (again.private_text, again.dump(), again.rulebook.version) == (old.private_text, old.dump(), 1)
