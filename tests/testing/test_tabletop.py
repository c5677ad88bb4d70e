"""`banneret.testing`: battles played by script from any position."""

from __future__ import annotations

from fractions import Fraction

import pytest
from kernel.toy import RULEBOOK

from banneret import rulebooks
from banneret.kernel.decision import Choice, IllegalOrder
from banneret.testing import Script, Tabletop, at_random, defaults, greedy
from banneret.testing.script import NotScripted, Refused


def fight() -> Tabletop:
    return Tabletop.fight("stacks", "Storm Giants, Dwarves", "Elves, Dwarves")


def test_who_is_not_told_what_to_do_declines() -> None:
    table = fight()
    table.say("attacker", "reveal Storm Giants")
    table.say(1, "reveal elves")
    table.dice(6, 1)
    assert table.kinds_of_news[-1] == "roll"
    assert "guard" in [kind for kind, _ in table.asked]
    assert table.tally("roll").total > 0


def test_an_order_that_never_becomes_possible_says_what_was_asked_instead() -> None:
    with pytest.raises(
        AssertionError, match=r"'reveal Orcs' was never possible, after .*a die of 6 is needed"
    ):
        fight().say("attacker", "reveal Orcs")


def test_a_refused_order_changes_nothing() -> None:
    table = fight()
    table.until("reveal")
    before = table.rulebook.dump(table.state)
    with pytest.raises(IllegalOrder):
        table.give("attacker", "reveal Elves")
    assert table.refusal("attacker", "reveal", "reveal Elves") is not None
    assert table.refusal("attacker", "reveal", "reveal Storm Giants") is None
    assert table.rulebook.dump(table.state) == before
    assert table.offers("defender", "reveal") == ["Elves", "Dwarves"]


def test_peeking_and_forking_change_nothing() -> None:
    table = fight()
    table.until("reveal")
    before, asked, news = table.rulebook.dump(table.state), list(table.asked), table.news()
    seen = table.peek("attacker", "reveal Storm Giants")
    assert [one.side for one in seen.decisions] == [1]
    other = table.fork()
    other.say("attacker", "reveal Dwarves")
    other.dice(1, 1)
    assert (table.rulebook.dump(table.state), table.asked, table.news()) == (before, asked, news)
    assert table.waiting_for == ["attacker", "defender"]


def test_every_die_is_enumerated_with_its_chance() -> None:
    table = Tabletop.fight("stacks", "Dwarves", "Goblins")
    table.until_dice()
    ends = list(table.every_die())
    assert len(ends) == 36
    assert sum(chance for chance, _ in ends) == 1
    lost = sum(chance for chance, after in ends if "Defender won the round." in after.news()[-1])
    assert lost == Fraction(10, 36)


def test_the_table_is_changed_as_a_referee_may() -> None:
    table = Tabletop.start("stacks", "two_banners")
    kinds = {change.verb for change in table.rulebook.referee.changes(table.state)}
    assert kinds
    table.until("move")
    halfway = Tabletop.fight("stacks", "Dwarves", "Goblins")
    halfway.until("reveal")
    halfway.give(0, "reveal dwarves")
    with pytest.raises(AssertionError, match="was answered in the running step"):
        halfway.change("x")


@pytest.mark.parametrize("policy", [defaults, at_random(3), greedy(rulebooks.get("stacks"))])
def test_battles_are_played_on_by_a_policy(policy: object) -> None:
    table = fight()
    table.play_on(policy, chance=5)  # type: ignore[arg-type]
    assert table.is_over
    assert table.outcome is not None
    assert table.winners in ([], ["attacker"], ["defender"])


def test_play_stops_where_it_is_told_to() -> None:
    table = Tabletop.start("stacks", "two_banners")
    table.play_on(at_random(1), chance=2, until=lambda state: state.turn == 3)
    assert not table.is_over
    assert table.state.turn == 3


def test_any_rulebook_may_be_played() -> None:
    table = Tabletop.start(RULEBOOK, "duel")
    table.play_on(at_random(2), chance=3)
    assert table.is_over


ASK = Choice("calloff", 1, "toy:x", [("continue",), ("calloff",)])


def test_a_script_is_used_up_in_order() -> None:
    table = Script(dice=[3], orders=[None, ("calloff",)])
    assert [table.ask(ASK), table.ask(ASK), table.ask(ASK)] == [("continue",), ("calloff",), ("continue",)]
    with pytest.raises(NotScripted, match=r"left over: dice \[3\]"):
        table.finish()
    assert table.die(6, "test", 1) == 3
    assert table.rolled == [(6, "test", 1, -1)]
    table.finish()
    with pytest.raises(NotScripted, match="no die is left for 'more'"):
        table.die(6, "more")


def test_a_script_that_is_wrong_says_so() -> None:
    with pytest.raises(Refused, match="there are"):
        Script(orders=[("fight",)]).ask(ASK)
    with pytest.raises(NotScripted, match="no order is left for 'calloff' of side 1"):
        Script(strict=True).ask(ASK)
    with pytest.raises(NotScripted, match="cannot show 7"):
        Script(dice=[7]).die(6, "test")


def test_orders_go_to_whoever_is_asked_and_all_must_be_used() -> None:
    table = Tabletop.fight("stacks", "Dwarves", "Goblins")
    table.until("support")
    with pytest.raises(AssertionError, match=r"dice that nobody wanted: \[3\]; waiting for 'losses'"):
        table.fork().answer("support", "support", dice=[6, 6, 3])
    with pytest.raises(AssertionError, match="orders that nobody asked for"):
        table.fork().answer("support", "support", "continue")  # a die is wanted before
    table.answer("support", "support", luck=lambda wanted: wanted.faces)
    assert table.last("roll").data["totals"] == [11, 10]


def test_what_is_arranged_is_played_from() -> None:
    table = Tabletop.fight("stacks", "Elves, Ents", "Dwarves")
    with table.arranging() as state:
        state.units[0].held_turns = 1
    decision = table.until("reveal", "attacker")
    assert decision is not None
    assert decision.orders() == [("reveal", 1)]
    with pytest.raises(AssertionError, match="defeats"), table.arranging() as state:
        state.units[0].defeats = 7


def test_orders_can_be_wanted_before_a_moment() -> None:
    table = Tabletop.fight("stacks", "Elves, Ents", "Dwarves")
    with pytest.raises(AssertionError, match="'calloff' was not possible"):
        table.say("attacker", "calloff", stop=lambda state: state.fight is not None)
