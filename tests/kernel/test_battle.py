"""A battle at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kernel.toy import RULEBOOK, HiddenHands, Muster, State

from banneret.kernel.battle import Battle
from banneret.kernel.battle.outlook import ground_of
from banneret.kernel.decision import Choice, IllegalOrder, RollCall
from banneret.kernel.dice import Chance, commitment
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.event import Event
from banneret.kernel.record.record import Record
from banneret.kernel.scene import encode, pieces_of
from banneret.kernel.table import Table
from banneret.kernel.viewer import REFEREE, SPECTATOR, viewer_of

# The dice of a small scripted duel: the deal (hands 1-4 and 5-8), then whatever a test rolls.
DEAL = [1] * 8


def start(scenario: str = "duel", **more: Any) -> Battle:
    return Battle.start(RULEBOOK, scenario, **{"seed": 5, **more})


def scripted(*dice: int, scenario: str = "duel", **more: Any) -> Battle:
    return Battle.start(RULEBOOK, scenario, dice=[*DEAL, *dice], **more)


def again(battle: Battle) -> Battle:
    return Battle.from_record(RULEBOOK, Record.parse(battle.private_text))


def finish(battle: Battle, seed: int = 1) -> None:
    chance = Chance(seed)
    while not battle.is_over:
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))


# ---------------------------------------------------------------- beginning


def test_a_battle_begins_with_what_the_rules_roll_first() -> None:
    battle = start()
    assert battle.sides == ("reds", "blues")
    assert battle.waiting_for == ["reds"]
    assert battle.seats == {"reds": "reds", "blues": "blues"}
    assert [entry.faces for entry in battle.entries] == [12, 11, 10, 9, 8, 7, 6, 5]
    assert battle.commitment == commitment("5")
    assert not battle.is_over
    assert battle.outcome is None
    assert battle.winners == []


def test_the_same_seed_is_the_same_battle_and_no_seed_is_another() -> None:
    assert start(seed=5).private_text == start(seed="5").private_text
    assert start(seed=5).dump() != start(seed=6).dump()
    assert start(seed=None).commitment != start(seed=None).commitment
    assert "seed 0\n" in start(seed=0).private_text


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"options": {"tie": "nobody"}}, "has no option 'tie'; did you mean 'ties'"),
        ({"options": {"ties": "maybe"}}, "one of nobody, reroll"),
        ({"players": {"greens": "greedy"}}, "no side 'greens'"),
        ({"players": {"reds": "gredy"}}, "gredy"),
        ({"seats": {"anna": "greens"}}, "belongs to no side 'greens'"),
        ({"seats": {"reds": "blues"}}, "named like a side"),
        ({"seats": {"referee": "blues"}}, "named like a side"),
        ({"seats": {"an na": "blues"}}, "not a name"),
        ({"dice": "loaded"}, "seeded or typed"),
        ({"dice": [7, 7]}, "no more dice"),
        ({"seed": ""}, "a number or a short word"),
        ({"seed": "a\nb"}, "a number or a short word"),
        ({"seed": "x" * 201}, "a number or a short word"),
    ],
)
def test_a_battle_that_cannot_begin_says_why(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        start(**more)


def test_unknown_scenarios_have_near_names() -> None:
    with pytest.raises(BadInput, match="did you mean duel \\("):
        start("dual")


def test_options_that_contradict_each_other_are_refused() -> None:
    from dataclasses import replace

    class Contradicting(HiddenHands):
        pass

    book = Contradicting()
    variants = dict(RULEBOOK.variants)
    variants["peek"] = replace(variants["peek"], conflicts=(("no", "ties", "reroll"),))
    book.variants = variants  # type: ignore[misc]
    Battle.start(book, "duel", options={"peek": "no"})
    with pytest.raises(BadInput, match="peek=no and ties=reroll contradict"):
        Battle.start(book, "duel", options={"peek": "no", "ties": "reroll"})


def test_a_scenario_that_cannot_be_written_down_is_refused() -> None:
    from dataclasses import replace

    scenario = RULEBOOK.scenario("tiny")
    for change in ({"title": "half \ud800"}, {"summary": "x" * 500_000}):
        with pytest.raises(BadInput):
            Battle.start(RULEBOOK, replace(scenario, **change), seed=1)


# ---------------------------------------------------------------- orders


def test_orders_are_given_as_text_or_as_tuples() -> None:
    one, other = start(), start()
    hand = one.state.hands[0]
    one.give("reds", f"muster {hand[0]}")
    other.give("reds", ("muster", hand[0]))
    assert one.private_text == other.private_text
    assert one.waiting_for == ["reds", "blues"]


def test_questions_to_both_at_once_are_answered_in_any_order_and_unseen() -> None:
    one, other = start(), start()
    for battle in (one, other):
        battle.give("reds", "muster")
    before = {seat: encode(one.scene(seat)) for seat in ("blues", "spectator")}
    mine, theirs = one.orders("reds")[1], one.orders("blues")[2]
    one.give("reds", mine)
    assert one.waiting_for == ["blues"]
    for seat, seen in before.items():
        now = one.scene(seat)
        assert now.waiting == ("blues",)
        assert encode(now).replace(b'"waiting":["blues"]', b'"waiting":["reds","blues"]') == seen
    assert one.why_not("reds", mine) is not None
    one.give("blues", theirs)
    other.give("blues", theirs)
    other.give("reds", mine)
    assert one.dump() == other.dump()
    assert one.text != other.text
    assert again(one).dump() == one.dump()


def test_responses_to_responses_resolve_from_the_last() -> None:
    battle = scripted(3, 4)
    battle.give("reds", "muster")
    battle.give("reds", "play 1")
    battle.give("blues", "play 5")
    battle.give("reds", "spend")  # red doubles
    battle.give("blues", "spend")  # blue cancels it
    battle.give("reds", "spend")  # red cancels the cancelling
    assert battle.waiting_for == ["blues"]
    battle.give("blues", "pass")  # blue cancels no more,
    battle.give("blues", "pass")  # and does not double
    sums = [news.tallies[0] for news in battle.news() if news.tallies]
    assert sums[0].total == 1 + 1 + 3  # the doubling holds
    assert battle.state.tokens == [0, 1]


@pytest.mark.parametrize(
    ("seat", "order", "rule", "reason", "nearest"),
    [
        ("blues", "muster", "table:turn", "Blues has nothing to decide now: waiting for Reds", None),
        ("referee", "muster", "table:turn", "referee plays no side", None),
        ("spectator", "muster", "table:turn", "spectator plays no side", None),
        ("reds", "(((", "table:order", "cannot be read", ("muster",)),
        ("reds", ("muster", True), "table:order", "cannot be read", ("muster",)),
        ("reds", "play 3", "toy:muster", "begins with 'muster'", ("muster",)),
        ("reds", "muster 99", "toy:muster", "do not hold", ("muster",)),
    ],
)
def test_a_refusal_has_a_reason_a_rule_and_the_nearest_order(
    seat: str, order: Any, rule: str, reason: str, nearest: Any
) -> None:
    battle = start()
    before = battle.private_text, battle.dump()
    refusal = battle.why_not(seat, order)
    assert refusal is not None
    assert (refusal.rule, refusal.nearest) == (rule, nearest)
    assert reason in refusal.reason
    with pytest.raises(IllegalOrder, match="Not possible") as caught:
        battle.give(seat, order)
    assert str(caught.value.refusal) == str(refusal)
    assert (battle.private_text, battle.dump()) == before


def test_nobody_orders_when_the_battle_is_over() -> None:
    battle = start("tiny")
    finish(battle)
    refusal = battle.why_not("reds", "play 1")
    assert refusal is not None
    assert "over" in refusal.reason
    acts: list[Callable[[], object]] = [
        lambda: battle.give("reds", "play 1"),
        lambda: battle.give_roll(3),
        lambda: battle.force("reds", "play 1", "x"),
        lambda: battle.end([], "x"),
        lambda: battle.note("x"),
        lambda: battle.undo("reds"),
        lambda: battle.undo_agreed(0, ["referee"]),
        lambda: battle.set_player("reds", "greedy"),
    ]
    text = battle.text
    for act in acts:
        with pytest.raises(IllegalOrder, match="over"):
            act()
    assert battle.text == text
    assert battle.advance() == 0
    assert battle.play_out() == battle.outcome


# ---------------------------------------------------------------- seats


def test_several_seats_a_side_a_referee_and_spectators() -> None:
    seats = {"anna": "reds", "ben": "reds", "carl": "blues", "ref": "referee", "eve": "spectator"}
    battle = start(seats=seats)
    hand = battle.state.hands[0]
    assert battle.decision("anna") is battle.decision("ben") is battle.decision("reds")
    assert encode(battle.scene("anna")) != encode(battle.scene("carl"))
    assert encode(battle.scene("anna")).replace(b"anna", b"ben") == encode(battle.scene("ben"))
    assert encode(battle.scene("ref")).replace(b'"ref"', b'"referee"') == encode(battle.scene("referee"))
    assert encode(battle.scene("eve")).replace(b"eve", b"spectator") == encode(battle.scene("spectator"))
    assert battle.scene("ref").questions
    assert not battle.scene("eve").questions
    battle.give("ben", ("muster", hand[0]))
    assert str(battle.entries[8]) == f"reds/ben > muster {hand[0]}"
    battle.give("carl", battle.orders("carl")[0])
    for seat in ("ref", "eve"):
        with pytest.raises(IllegalOrder, match="plays no side"):
            battle.give(seat, "play 1")
    assert again(battle).dump() == battle.dump()
    assert again(battle).text == battle.text


def test_whatever_takes_a_seat_takes_the_name_of_a_side() -> None:
    battle = start()
    name = battle.title("reds")
    assert name != "reds"
    assert battle.decision(name) is battle.decision("reds")
    piece = next(iter(pieces_of(battle.scene(name))))
    assert battle.scene(name) == battle.scene("reds")
    assert battle.inspector(name, piece) == battle.inspector("reds", piece) is not None
    assert battle.measures([name]) == {name: battle.measures(["reds"])["reds"]}
    assert (battle.orders(name), battle.news(name)) == (battle.orders("reds"), battle.news("reds"))
    assert (battle.moments(name), battle.asked(name)) == (battle.moments("reds"), battle.asked("reds"))


def test_an_unknown_seat_is_told_the_sides() -> None:
    battle = start()
    for act in (
        lambda: battle.give("nobody", "muster"),
        lambda: battle.scene("nobody"),
        lambda: battle.orders("nobody"),
        lambda: battle.why_not("nobody", "muster"),
        lambda: battle.why_not_undo("nobody"),
        lambda: battle.news("nobody"),
    ):
        with pytest.raises(BadInput, match="one of reds, blues"):
            act()


def test_a_seat_in_a_record_must_belong_to_the_side() -> None:
    battle = start(seats={"anna": "reds", "carl": "blues"})
    battle.give("anna", "muster")
    record = battle.record.beginning(8)
    from banneret.kernel.record.entry import Entry

    record.append(Entry("reds", ("muster",), seat="carl"))
    record.seed = "5"
    with pytest.raises(BadInput, match="seat carl is none of reds"):
        Battle.from_record(RULEBOOK, record)


def test_the_referee_orders_and_ends() -> None:
    battle = start()
    with pytest.raises(IllegalOrder):
        battle.force("reds", "muster 99", "fell asleep")
    battle.force("reds", "muster", "fell asleep")
    assert str(battle.entries[8]) == '! force reds (muster) "fell asleep"'
    with pytest.raises(BadInput, match="no side"):
        battle.end(["greens"], "dinner")
    with pytest.raises(BadInput, match="list of names"):
        battle.end("reds", "dinner")
    battle.end(["reds"], "dinner\nis ready")
    assert battle.winners == ["reds"]
    assert battle.outcome is not None
    assert battle.outcome.reason == "dinner is ready"
    assert battle.waiting_for == []
    assert battle.scene("blues").ending is not None
    other = again(battle)
    assert other.outcome == battle.outcome
    assert other.text == battle.text
    assert "seed 5\n" in battle.text


def test_a_side_gives_up() -> None:
    battle = start()
    battle.give("reds", battle.decision("reds").orders()[0])
    with pytest.raises(BadInput, match="no side"):
        battle.concede("greens")
    battle.concede("blues")
    assert str(battle.entries[-1]) == "! concede blues"
    assert battle.winners == ["reds"]
    assert battle.outcome is not None
    assert battle.outcome.reason == f"{battle.title('blues')} gave up."
    assert battle.outcome.rule == "table:concede"
    assert battle.waiting_for == []
    other = again(battle)
    assert other.outcome == battle.outcome
    assert other.text == battle.text
    with pytest.raises(IllegalOrder):
        battle.concede("reds")
    with pytest.raises(IllegalOrder, match="only a referee"):
        battle.undo_agreed(battle.record.count - 1, ["reds", "blues"])
    battle.undo_agreed(battle.record.count - 1, ["referee"])
    assert not battle.is_over
    assert not again(battle).is_over


def test_of_three_enemies_two_fight_on_when_one_gives_up() -> None:
    battle = start("trio")
    assert not battle.ends_by_conceding("blues")
    battle.concede("blues")
    assert str(battle.entries[-1]) == '! player blues greedy "gave up"'
    assert not battle.is_over
    assert battle.players == {"blues": "greedy"}
    assert again(battle).text == battle.text
    battle.concede("reds")
    battle.concede("greens")
    battle.advance()
    assert battle.is_over
    assert start().ends_by_conceding("blues")  # of two


# ---------------------------------------------------------------- dice


def test_typed_dice_are_questions() -> None:
    battle = start("tiny", dice="typed")
    roll = battle.roll_wanted
    assert roll is not None
    assert (roll.faces, roll.side, roll.to) == (6, 0, 0)
    assert battle.waiting_for == ["reds"]
    assert isinstance(battle.decision("reds"), RollCall)
    question = battle.scene("reds").questions[0]
    assert (question.kind, len(question.options), question.rule) == ("roll", 6, "table:dice")
    assert battle.scene("blues").questions == ()
    for wrong in (0, 7, -1, 10**6, True, "3", 2.5, None):
        before = battle.text
        with pytest.raises(IllegalOrder) as caught:
            battle.give_roll(wrong)  # type: ignore[arg-type]
        assert caught.value.refusal.rule in ("table:dice", "table:order")
        assert battle.text == before
    with pytest.raises(IllegalOrder, match="Blues has nothing to decide"):
        battle.give("blues", "roll 3")
    with pytest.raises(IllegalOrder, match="rolled, not ordered"):
        battle.force("reds", "roll 3", "why")
    battle.give("reds", "roll 5")
    assert str(battle.entries[0]) == "reds d6 5"
    for value in (1, 4, 3):
        battle.give_roll(value)
    assert battle.waiting_for == ["reds", "blues"]
    with pytest.raises(IllegalOrder, match="No die is needed"):
        battle.give_roll(1)
    other = again(battle)
    assert (other.text, other.dump(), other.locked) == (battle.text, battle.dump(), "")


def test_typed_dice_of_a_computer_are_rolled_by_people_unless_only_it_may_see_them() -> None:
    battle = start("tiny", dice="typed", players={"reds": "greedy"})
    roll = battle.roll_wanted
    assert roll is not None
    assert roll.side == 1  # what only the computer may see is drawn already
    assert battle.record.count == 2
    for value in (1, 1):
        battle.give_roll(value)
    battle.advance()
    battle.give("blues", battle.orders("blues")[0])
    roll = battle.roll_wanted
    assert roll is not None
    assert roll.side == 0  # red's die lies open: blue rolls it
    assert battle.waiting_for == ["blues"]
    assert battle.advance() == 0


def test_computers_alone_do_not_play_with_typed_dice() -> None:
    battle = start("tiny", dice="typed", players={"reds": "greedy", "blues": "greedy"})
    with pytest.raises(BadInput, match="is waiting for people"):
        battle.play_out()


def test_scripted_dice_fight_a_whole_battle_in_a_few_lines() -> None:
    battle = Battle.start(RULEBOOK, "tiny", dice=[1, 1, 1, 1, 2, 5])
    battle.give("reds", "play 2")
    battle.give("blues", "play 3")
    assert battle.waiting_for == ["blues"]
    assert [news.text for news in battle.news()][-1] == "The blues win the trick."


def test_a_script_that_does_not_fit_changes_nothing() -> None:
    battle = scripted(3)
    battle.give("reds", "muster")
    battle.give("reds", "play 1")
    battle.give("blues", "play 5")
    for side in ("reds", "blues"):
        before = battle.text, battle.dump(), battle.waiting_for
        if side == "reds":
            battle.give(side, "pass")
            continue
        with pytest.raises(BadInput, match="no more dice"):
            battle.give(side, "pass")
        assert (battle.text, battle.dump(), battle.waiting_for) == before


def test_dice_that_the_seed_does_not_give_are_refused_with_the_entry() -> None:
    battle = start("tiny")
    record = battle.record.beginning(2, seed="5")
    from banneret.kernel.record.entry import Entry

    record.append(Entry("blues", faces=4, value=1))
    with pytest.raises(BadInput, match="entry 3: the die shows 1, by the seed it is 3"):
        Battle.from_record(RULEBOOK, record)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (["blues d6 1"], "entry 1: the die is rolled for reds, not for blues"),
        (["reds d7 1"], "entry 1: a die of 6 faces is needed, not 'reds d7 1'"),
        (["reds > play 1"], "entry 1: a die of 6 faces is needed"),
        (
            ["reds d6 1", "reds d5 1", "blues d4 1", "blues d3 1", "greens > play 1"],
            "entry 5: greens has nothing to decide",
        ),
        (["reds d6 1", "reds d5 1", "blues d4 1", "blues d3 1", "reds > play 6"], "entry 5: Not possible"),
        (["reds d6 1", "reds d5 1", "blues d4 1", "blues d3 1", "reds d6 1"], "entry 5: .* fits no decision"),
        (["! undo 3 ()"], "entry 1: an undo names an earlier entry"),
        (["! player greens greedy"], "no side 'greens'"),
        (["! end (greens) x"], "no side 'greens'"),
        (["! end () x", "reds d6 1"], "entry 2: the battle was over"),
        (["! force greens (play 1) x"], "entry 1: a die of 6 faces is needed"),
    ],
)
def test_a_record_that_does_not_fit_the_rules_names_the_entry(entries: list[str], message: str) -> None:
    from banneret.kernel.record.entry import Entry

    record = start("tiny", dice="typed").record
    for text in entries:
        record.append(Entry.parse(text))
    with pytest.raises(BadInput, match=message):
        Battle.from_record(RULEBOOK, record)


# ---------------------------------------------------------------- past and future


def test_at_shows_the_battle_as_it_stood() -> None:
    battle = start("duel")
    finish(battle)
    past = battle.at(8)
    assert past.record.count == 8
    assert past.record.text == battle.record.beginning(8).open_text
    assert "as it stood after entry 8" in past.locked
    assert battle.at(battle.record.count).outcome == battle.outcome
    before = past.record.text
    for act in (
        lambda: past.give(past.waiting_for[0], past.orders(past.waiting_for[0])[0]),
        lambda: past.advance(),
        lambda: past.play_out(),
        lambda: past.undo("reds"),
        lambda: past.note("x"),
    ):
        with pytest.raises(IllegalOrder, match="looked at, not played on"):
            act()
    assert past.record.text == before
    for wrong in (-1, battle.record.count + 1, True, "3", 2.0, None):
        with pytest.raises(BadInput, match="entries, not"):
            battle.at(wrong)  # type: ignore[arg-type]


def test_at_a_die_shows_the_battle_before_it() -> None:
    battle = start("tiny")
    finish(battle)
    past = battle.at(6)  # both have played, nothing was rolled
    assert past.roll_wanted is None
    assert past.waiting_for == []
    assert len(past.scene().pieces) == 2


def test_a_fork_of_the_first_moment_is_a_fork() -> None:
    battle = start("duel")
    finish(battle)
    fork = battle.fork(0, seed=9)
    assert f"dice seeded {commitment('9')} after 0\n" in fork.text
    finish(fork, seed=1)
    assert again(fork).text == fork.text
    assert again(fork).record.header.forked
    assert not again(battle).record.header.forked
    assert " after " not in battle.text.split("\n")[6]


def test_a_fork_goes_its_own_way_with_its_own_dice() -> None:
    battle = start("duel")
    finish(battle)
    fork = battle.fork(16, seed=9)
    assert [str(e) for e in fork.entries[:16]] == [str(e) for e in battle.entries[:16]]
    assert f"dice seeded {commitment('9')} after 16\n" in fork.text
    finish(fork, seed=1)
    assert again(fork).text == fork.text
    assert battle.fork(16, seed=0).private_text == battle.fork(16, seed=0).private_text
    assert battle.fork(16).commitment != battle.fork(16).commitment
    assert battle.fork().is_over
    second = fork.fork(20, seed=1)
    finish(second)
    assert again(second).text == second.text
    typed = start("tiny", dice="typed").fork()
    assert typed.roll_wanted is not None
    with pytest.raises(BadInput):
        battle.fork(99)
    with pytest.raises(BadInput):
        battle.fork(3, seed="")


def test_told_again_from_the_beginning() -> None:
    battle = start("duel")
    battle.note("hello")
    finish(battle)
    steps = [(number, str(entry), told.dump()) for number, entry, told in battle.replay()]
    assert steps[0][:2] == (0, "None")
    assert [number for number, *_ in steps[1:]] == [n for n in range(1, battle.record.count + 1) if n != 9]
    assert steps[-1][2] == battle.dump()


# ---------------------------------------------------------------- what is shown


def test_news_are_numbered_for_each_viewer_alone() -> None:
    battle = start("long")
    for seat in ("reds", "blues", "spectator", "referee"):
        seen: dict[int, str] = {}
        battle = start("long")
        chance = Chance(3)
        while not battle.is_over:
            decision = battle.decisions[0]
            battle.give(battle.sides[decision.side], decision.sample(chance))
            for news in battle.news(seat):
                assert seen.setdefault(news.number, news.text) == news.text
        assert sorted(seen) == list(range(1, len(seen) + 1))


def test_what_a_side_may_not_know_leaves_no_trace_in_its_scene() -> None:
    """Blue draws secretly three cards or none: red's scene has the same numbers."""
    one, other = start("long"), start("long")
    for battle, order in ((one, "muster"), (other, None)):
        battle.give("reds", order or ("muster", *battle.state.hands[0][:3]))
    numbers = [[news.number for news in battle.news("blues")] for battle in (one, other)]
    assert numbers[0] == numbers[1]


def test_a_battle_prints_itself() -> None:
    battle = start("tiny")
    assert "One trick" in str(battle)
    assert repr(battle) == "<Battle toy tiny, 4 entries, waiting for reds and blues>"
    finish(battle)
    assert repr(battle) == f"<Battle toy tiny, {battle.record.count} entries, over>"


# ---------------------------------------------------------------- trouble


class Breaking(HiddenHands):
    """Breaks down when a certain card is played."""

    def step(self, state: State, table: Table) -> None:
        super().step(state, table)
        if table.telling and state.thrown and state.thrown[-1] % 2:
            raise ZeroDivisionError("of cards")


def test_broken_rules_leave_the_battle_as_it_was() -> None:
    book = Breaking()
    broken = 0
    for seed in range(6):
        battle = Battle.start(book, "duel", seed=seed)
        chance = Chance(seed)
        while not battle.is_over:
            decision = battle.decisions[0]
            before = battle.private_text, battle.dump(), battle.waiting_for
            caught = ""
            try:
                battle.give(battle.sides[decision.side], decision.sample(chance))
            except BrokenRules as error:
                caught = str(error)
            if caught:
                assert "ZeroDivisionError: of cards" in caught
                assert (battle.private_text, battle.dump(), battle.waiting_for) == before
                assert Battle.from_record(book, Record.parse(battle.private_text)).dump() == before[1]
                broken += 1
                break
    assert broken


class Asking(HiddenHands):
    """Rolls a die without faces."""

    def step(self, state: State, table: Table) -> None:
        table.die(0, "nothing")


def test_a_die_without_faces_is_a_fault_of_the_rules() -> None:
    with pytest.raises(BrokenRules, match="a die of 0 faces"):
        Battle.start(Asking(), "tiny", seed=1)


class Silent(HiddenHands):
    """Never asks."""

    def step(self, state: State, table: Table) -> None:
        state.stage = 1


def test_steps_without_end_are_a_fault_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.kernel.battle.course.MOST_QUIET_STEPS", 100)
    with pytest.raises(BrokenRules, match="nothing was asked"):
        Battle.start(Silent(), "tiny", seed=1)


def test_records_of_other_rules_are_refused() -> None:
    battle = start("tiny")
    for change in ({"version": 2}, {"rulebook": "stacks"}, {"options": {"ties": "nobody"}}):
        header = Record.parse(battle.private_text).header
        for name, value in change.items():
            setattr(header, name, value)
        with pytest.raises(BadInput, match=r"version|is of stacks|option 'peek' is missing"):
            Battle.from_record(RULEBOOK, Record(header))


def test_a_record_that_is_older_than_an_option_goes_on_as_it_was_begun() -> None:
    from dataclasses import replace

    class Younger(HiddenHands):
        pass

    book = Younger()
    variants = dict(RULEBOOK.variants)
    variants["ties"] = replace(variants["ties"], default="reroll", unnamed="nobody")
    book.variants = variants  # type: ignore[misc]
    record = Record.parse(start("tiny").private_text)
    record.header.options = {"peek": "no"}
    old = Battle.from_record(book, record)
    assert old.options == {"peek": "no", "ties": "nobody"}
    assert not old.state.setting.reroll
    assert 'options {"peek":"no"}' in old.private_text
    assert ground_of(old, 0).options == old.options  # as its computer players take it
    assert Battle.start(book, "tiny").options == {"peek": "yes", "ties": "reroll"}


def test_a_public_record_can_be_looked_at_but_not_played_on() -> None:
    battle = start("duel")
    battle.give("reds", "muster")
    public = Battle.from_record(RULEBOOK, Record.parse(battle.text))
    assert public.dump() == battle.dump()
    assert public.text == battle.text
    refusal = public.why_not("reds", public.orders("reds")[0])
    assert refusal is not None
    assert "seed of its dice is not in the record" in refusal.reason
    assert public.fork(seed=3).why_not("reds", public.orders("reds")[0]) is None


def test_events_have_an_audience() -> None:
    everyone, one, two = (
        Event("a", "A.", "r"),
        Event("b", "B.", "r", to=(1,)),
        Event("c", "C.", "r", to=(0, 2)),
    )
    assert [event.seen_by(viewer_of(0)) for event in (everyone, one, two)] == [True, False, True]
    assert [event.seen_by(REFEREE) for event in (everyone, one, two)] == [True, True, True]
    assert [event.seen_by(SPECTATOR) for event in (everyone, one, two)] == [True, False, False]


def test_choices_and_forms_are_decisions() -> None:
    battle = start("duel")
    assert isinstance(battle.decision("reds"), Muster)
    battle.give("reds", "muster")
    assert isinstance(battle.decision("blues"), Choice)
