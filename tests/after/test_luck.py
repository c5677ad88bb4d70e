"""The luck of a battle: figures worked out by hand, and the sentence that says them."""

from __future__ import annotations

import pytest

import banneret
from banneret.after import luck
from banneret.after.curve import Budget
from banneret.after.luck import fortunes, verdict
from banneret.after.report import Facts, Report, tell
from banneret.kernel.stake import Stake, trial
from banneret.kernel.viewer import REFEREE
from banneret.paper.report import report_html
from banneret.render.text.report import report_text

COIN = ((1, (0,)), (1, (1,)))


def hit(side: int, got: int) -> Stake:
    return Stake("hits", (side,), (got,), COIN)


def test_between_two_sides_what_the_other_misses_counts_with_it() -> None:
    """A hits, B misses, both with an even coin: A leads by 1, as in one of the four ways that two coins fall."""
    (one,) = fortunes([hit(0, 1), hit(1, 0)], 2)
    assert (one.got, one.expected) == ((1.0, 0.0), (0.5, 0.5))
    assert (one.favoured, one.more, one.chance, one.exact) == (0, 1.0, 0.25, True)


def test_three_sides_are_each_by_themselves() -> None:
    """Two hits of two: a quarter. The coin of another side has no say in it."""
    (one,) = fortunes([hit(2, 1), hit(2, 1), hit(0, 0)], 3)
    assert (one.favoured, one.more, one.chance) == (2, 1.0, 0.25)


def test_an_opposed_roll_is_one_throw_for_both() -> None:
    """Of 36 ways 15 are won by either; to win two of two is 225 in 1296."""
    even = ((6, (0, 0)), (15, (1, 0)), (15, (0, 1)))
    (one,) = fortunes([Stake("battle rolls won", (0, 1), (0, 1), even)] * 2, 2)
    assert one.favoured == 1
    assert one.more == 2.0
    assert one.chance == pytest.approx(225 / 1296, abs=1e-6)


def test_parts_of_one_are_counted_in_whole_ones() -> None:
    """Tenths of hit dice: 0 or 3 of them, evenly; 3 came."""
    (one,) = fortunes([Stake("hit dice of damage", (0,), (3,), ((1, (0,)), (1, (3,))), 10)], 2)
    assert (one.got, one.expected, one.more, one.chance) == ((0.3, 0.0), (0.15, 0.0), 0.15, 0.5)


def test_what_was_thrown_most_comes_first() -> None:
    found = fortunes([trial("saves", 0, True, 3, 20), hit(0, 1), hit(1, 1)], 2)
    assert [(one.measure, one.throws) for one in found] == [("hits", 2), ("saves", 1)]


def test_of_too_many_throws_the_chance_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """60 of 90 coins: counted, and by the normal curve that so many throws come to."""
    stakes = [hit(0, number % 3 > 0) for number in range(90)]
    (exact,) = fortunes(stakes, 2)
    monkeypatch.setattr(luck, "WORK", 10)
    (about,) = fortunes(stakes, 2)
    assert (exact.exact, about.exact) == (True, False)
    assert about.chance == pytest.approx(exact.chance, rel=0.6)


@pytest.fixture(scope="module")
def facts() -> Facts:
    battle = banneret.start("warcards", "border_skirmish", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    return next(one for one in tell(battle, Budget(2, 2, 0)) if isinstance(one, Facts))


def said(*stakes: Stake) -> str:
    return verdict(fortunes(stakes, 2), ("Halls", "Groves"))


def test_the_verdict_says_whom_by_how_much_and_how_often() -> None:
    four = [hit(0, 1), hit(0, 1), hit(1, 0), hit(1, 0)]  # 1 of the 16 ways
    assert said(*four) == (
        "The dice favoured Halls by 2.0 hits: 1.0 more hits than expected for Halls, 1.0 fewer for Groves "
        "(1 battle in 15 favours Halls as much)."
    )
    assert said(hit(0, 1), hit(1, 1), hit(1, 0)).startswith("The dice favoured nobody much: ")
    assert said() == ""


def test_luck_that_went_the_other_way_in_another_measure_is_said_too() -> None:
    """Ten checks favour nobody much; of eight hits Groves have all and Halls none, as in one of 256 ways."""
    checks = [trial("checks", side, turn % 2 == 0, 10, 20) for turn in range(6) for side in (0, 1)]
    hits = [hit(1, 1), hit(0, 0)] * 4
    told = said(*checks, *hits)
    assert told.startswith("The dice favoured nobody much: as many checks as expected for Halls, ")
    assert told.endswith(" In hits they favoured Groves by 4.0 (1 battle in 300).")


def test_the_verdict_stands_in_every_report(facts: Facts) -> None:
    report = Report(facts)
    assert facts.verdict.startswith("The dice favoured ")
    assert facts.verdict in report_html(report)
    assert facts.verdict.split(":")[0] in " ".join(report_text(report).split())


@pytest.mark.parametrize(
    ("book", "scenario", "measures"),
    [
        ("stacks", "hit_and_run", {"battle rolls won"}),
        ("warcards", "border_skirmish", {"hits", "morale saves"}),
        ("companies", "mill_lane", {"successes"}),
        ("battlesystem", "crossroads", {"hit dice of damage", "checks passed"}),
    ],
)
def test_whatever_dice_brought_they_could_bring(book: str, scenario: str, measures: set[str]) -> None:
    battle = banneret.start(book, scenario, seed=5)
    battle.play_out(dict.fromkeys(battle.sides, "random"))
    stakes = battle.course.ledger(REFEREE).stakes
    assert measures <= {one.measure for one in stakes}
    for one in stakes:
        assert one.got in [parts for many, parts in one.ways if many > 0]
        assert sum(many for many, _ in one.ways) > 0


@pytest.mark.parametrize(
    ("book", "scenario"), [("warcards", "border_skirmish"), ("battlesystem", "crossroads")]
)
def test_the_table_and_the_report_tell_the_same_luck(book: str, scenario: str) -> None:
    battle = banneret.start(book, scenario, seed=5)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    told = {(one.measure, one.side): (one.sum, one.expected) for one in battle.scene("referee").luck}
    found = fortunes(battle.course.ledger(REFEREE).stakes, 2)
    assert len(found) > 1
    assert told == {
        (one.measure, side): (one.got[side], one.expected[side])
        for one in found
        for side in range(2)
        if one.got[side] or one.expected[side]
    }
