"""Forecasts: the odds of two lists as a page shows them."""

from __future__ import annotations

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import wilson
from banneret.kernel.rulebook import odds_of
from banneret.lab.forecast import MOST_TEXT, Forecast, Row, bounded, forecast, headline, written

STACKS = rulebooks.get("stacks")
SHORT = {"battlesystem": {"until": "melee"}, "companies": {"attack": "charge"}}  # no whole battles
WITH_ODDS = [name for name in rulebooks.names() if rulebooks.get(name).odds is not None]


def asked(name: str, first: str, second: str, around: bool = False, **flags: str) -> Forecast:
    return forecast(rulebooks.get(name), first, second, flags, around)


@pytest.mark.rule("stacks:odds.ordered", "stacks:odds.duel")
def test_one_against_one_is_counted_exactly() -> None:
    found = asked(
        "stacks", "Dwarves", "Goblins"
    )  # +5 against +3: 26 to win and 6 to lose of 36, ties fought again
    assert found.exact
    assert found.margin == 0
    assert found.attacker == pytest.approx(100 * 21 / 31)
    assert found.fraction == "21/31"
    assert [share for _, share in found.losses[0].shares] == pytest.approx([100 * 21 / 31, 100 * 10 / 31])
    assert [label for label, _ in found.losses[1].shares] == ["none", "all 1"]
    assert found.rows[0] == (Row(1, "Dwarves", "Battle roll +5 · Martyr, Guard, Archers+1", "dwarf-face"),)


def test_what_a_piece_can_do_reads_as_sentences() -> None:
    row = asked("skirmish", "Drow Wizard", "Dragon Knight").rows[0][0]
    assert row.text.startswith(
        "Level 2, Hit points 10, Damage 5, Speed 6 · DEX, INT, Drow. One creature at most 5 squares away"
    )
    assert row.text.endswith(". Nimble: Untaps when its controller's turn ends.")


@pytest.mark.long
def test_what_is_assumed_changes_the_answer_and_is_said() -> None:
    lists = ("4 Dwarves, DwarfLord", "6 Goblins, Stone Giants")
    found = asked("stacks", *lists, around=True)
    assert (round(found.attacker, 1), found.headline) == (39.5, "The defender wins three battles in five")
    ordered = asked("stacks", *lists, reveal="in-order")
    assert ordered.attacker != found.attacker
    others = {one.flags["reveal"] + one.flags["support"] + one.flags["archers"]: one for one in found.others}
    assert others["in-orderallall"].attacker == ordered.attacker
    assert others["uniformnoneall"].text == "Support: nobody"


@pytest.mark.long
def test_what_would_make_it_even_does_when_it_is_taken() -> None:
    lists = ["4 Dwarves, DwarfLord", "6 Goblins, Stone Giants"]
    found = asked("stacks", *lists, around=True)
    assert found.even
    nearness = [abs(one.attacker - 50) for one in found.even]
    assert nearness == sorted(nearness)
    for one in found.even:
        taken = list(lists)
        taken[one.side] = one.list
        again = asked("stacks", *taken)
        assert again.attacker == pytest.approx(one.attacker)
        assert abs(again.attacker - 50) < abs(found.attacker - 50)


@pytest.mark.long
def test_a_duel_and_armies_rest_on_other_assumptions() -> None:
    duel = asked("warcards", "Knights", "Pikemen", charge="no")
    assert duel.duel
    assert duel.exact
    armies = asked("warcards", "2 Knights", "2 Pikemen", charge="no")
    assert (armies.duel, armies.exact) == (False, False)
    assert armies.sure.startswith("400 battles fought, within ")
    assert 2 < armies.margin < 6
    assert not armies.even


def test_bad_lists_and_assumptions_are_named() -> None:
    for first, second, flags, says in (
        ("", "Goblins", {}, "attacker: no units"),
        ("Dwarves", "Gobblins", {}, "did you mean 'Goblins'"),
        ("Dwarves", "G" * (MOST_TEXT + 1), {}, "at most 400"),
        ("Dwarves", "Goblins", {"games": "1000000"}, "nothing to assume"),
        ("Dwarves", "Goblins", {"reveal": "never"}, "reveal cannot be 'never'"),
    ):
        with pytest.raises(BadInput) as raised:
            forecast(STACKS, first, second, flags)
        assert says in str(raised.value)
    for games in ("1000000", "40"):
        with pytest.raises(BadInput, match="nothing to assume"):
            asked("warcards", "2 Knights", "2 Pikemen", games=games)


@pytest.mark.long
def test_the_larger_the_armies_the_fewer_battles_are_fought_for_them() -> None:
    small, large = asked("warcards", "2 Knights", "2 Pikemen"), asked("warcards", "8 Knights", "8 Pikemen")
    assert small.sure.startswith("400 battles")
    assert large.sure.startswith("100 battles")


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_ODDS)
def test_the_page_of_every_rulebook_has_lists_and_assumptions_that_work(name: str) -> None:
    book = rulebooks.get(name)
    page = odds_of(book).assumed
    found = forecast(book, page.attacker, page.defender, {})
    assert found.attacker + found.defender + found.neither == pytest.approx(100)
    assert found.headline
    assert found.basis.endswith(".")
    for one in page.assumptions:
        if one.rule:
            assert one.rule.removeprefix(f"{name}:") in book.rules, one.rule
        if one.counts(found.duel) and one.name != "games":
            for word, _ in one.choices:
                quick = {flag: value for flag, value in SHORT.get(name, {}).items() if flag != one.name}
                if word == "sea":  # Dwarves do not fight there
                    with pytest.raises(BadInput, match="cannot be at sea"):
                        forecast(book, page.attacker, page.defender, {one.name: word})
                else:
                    forecast(book, page.attacker, page.defender, {**quick, one.name: word})
    assert odds_of(book).units()


def test_headlines() -> None:
    assert headline(50, 50, "wins") == "It is even"
    assert headline(100, 0, "wins") == "The attacker always wins"
    assert headline(34, 66, "wins") == "The defender wins two battles in three"
    assert headline(90, 10, "wins") == "The attacker wins nine battles in ten"


def test_a_headline_is_no_surer_than_its_battles() -> None:
    """Wilson's intervals of 10 battles: 7 won are 40 to 89 in 100, 10 won are 72 to 100; of 400 battles 240 won are 55 to 65."""
    few = {won: tuple([100 * bound for bound in wilson(won, 10)]) for won in (0, 3, 7, 10)}
    assert headline(70, 30, "wins", (few[7], few[3]), 10) == (
        "Open after 10 battles: the attacker wins in 40 to 89 of 100"
    )
    assert headline(30, 70, "wins", (few[3], few[7]), 10) == (
        "Open after 10 battles: the defender wins in 40 to 89 of 100"
    )
    assert headline(100, 0, "wins", (few[10], few[0]), 10) == (
        "The attacker is ahead after 10 battles, and wins in 72 to 100 of 100"
    )
    many = ((55.1, 64.7), (35.3, 44.9))
    assert headline(60, 40, "wins", many, 400) == "The attacker wins about three battles in five"
    assert headline(52, 48, "wins", ((47.1, 56.9), (43.1, 52.9)), 400) == "It is about even"


def test_lists_are_written_as_people_write_them() -> None:
    rows = [Row(3, "Dwarves", "", ""), Row(1, "DwarfLord", "", ""), Row(0, "Elves", "", "")]
    assert written(rows) == "3 Dwarves, DwarfLord"


@pytest.mark.long
def test_more_battles_narrow_the_interval_as_far_as_there_is_patience() -> None:
    book = rulebooks.get("companies")
    few, more = (forecast(book, "carrow", "tarrant", {}, games=games) for games in (0, 30))
    assert (few.games, more.games) == (10, 30)
    assert more.margin < few.margin
    assert more.sure.startswith("30 battles fought")
    assert "after 10 battles" in few.headline
    assert bounded(odds_of(book), "carrow", "tarrant", {}, games=5000) == {
        "games": "200"
    }  # 20 seconds of them
