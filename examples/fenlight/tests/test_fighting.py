"""Clashes and strikes, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fen import fight

from banneret.testing import Tabletop
from banneret_fenlight.odds.clash import clash
from banneret_fenlight.resolution.strikes import aim, hits


def state_of(table: Tabletop) -> dict[str, int]:
    """Warriors by hex."""
    return {piece.place: int(piece.label) for piece in table.scene().pieces}


@pytest.mark.rule("fenlight:clash.when", "fenlight:clash.roll", "fenlight:clash.fall-back")
def test_the_higher_total_wins_and_the_loser_goes_back() -> None:
    table = fight({"B5": 4}, {"A3": 3})
    table.say("herons", "march A4")
    table.say("adders", "march A4")
    table.dice(2, 5)  # 4 + 2 against 3 + 5
    assert "The Adders win the clash in A4, 8 to 6: the Herons lose 2 warriors." in table.news()
    assert state_of(table) == {"A4": 3, "B5": 2}
    assert str(table.tally("clash")) == "clash 6 = 4 warriors + 2 die"


@pytest.mark.rule("fenlight:clash.modifiers", "fenlight:order.brace")
def test_braced_on_stones_against_a_march_into_mire() -> None:
    table = fight({"B3": 3, "D4": 4}, {"A2": 4, "D3": 2})
    table.say("herons", "brace, march D3")
    table.say("adders", "march B3, brace")
    table.dice(1, 2)  # in B3
    assert [str(one) for one in table.last("clash").tallies] == [
        "clash 7 = 3 warriors + 2 braced + 1 stones + 1 die",
        "clash 6 = 4 warriors + 2 die",
    ]
    table.dice(6, 1)  # in D3
    assert [str(one) for one in table.last("clash").tallies] == [
        "clash 9 = 4 warriors − 1 into the mire + 6 die",
        "clash 5 = 2 warriors + 2 braced + 1 die",
    ]


@pytest.mark.rule("fenlight:clash.modifiers")
def test_out_of_hiding_there_are_two_more() -> None:
    table = fight({"B4": 3}, {"B2": 3})
    table.say("herons", "march B3")
    table.say("adders", "march B3")
    table.dice(1, 1)
    assert [str(one) for one in table.last("clash").tallies] == [
        "clash 6 = 3 warriors + 2 out of hiding + 1 die",
        "clash 6 = 3 warriors + 2 out of hiding + 1 die",
    ]
    assert state_of(table) == {"B2": 2, "B4": 2}  # a tie: one each, and both go back


@pytest.mark.rule("fenlight:clash.losses")
@pytest.mark.parametrize(("losses", "left"), [("difference", 2), ("one", 4)])
def test_losses_are_the_difference_at_most_three(losses: str, left: int) -> None:
    table = fight({"A4": 5}, {"A3": 5}, {"drift": "no", "losses": losses})
    table.say("herons", "march A3")
    table.say("adders", "brace")
    table.dice(1, 6)  # 6 against 13
    assert state_of(table) == {"A3": 5, "A4": left}


@pytest.mark.rule("fenlight:clash.scattered")
def test_a_band_without_warriors_or_way_out_is_gone() -> None:
    table = fight({"A4": 6, "B5": 1}, {"A5": 2, "E1": 1})
    table.say("herons", "march A5, brace")
    table.say("adders", "brace, brace")
    table.dice(6, 5)  # 12 against 9: the Adders lose 2 of 2
    assert state_of(table) == {"A5": 6, "B5": 1, "E1": 1}
    assert "The Adders in A5 are no more." in table.news()
    table = fight({"A4": 6, "B5": 1, "B4": 1}, {"A5": 6, "E1": 1})
    table.say("herons", "march A5, march A4, brace")
    table.say("adders", "brace, brace")
    table.dice(6, 1)  # 12 against 9: 3 of 6 fall, and B5 and A4 are taken
    assert state_of(table) == {"A4": 1, "A5": 6, "B5": 1, "E1": 1}


@pytest.mark.rule("fenlight:strike.when", "fenlight:strike.roll")
def test_strikes_take_effect_together() -> None:
    table = fight({"A4": 1, "E5": 1}, {"A3": 1, "E1": 1})
    table.say("herons", "strike A3, brace")
    table.say("adders", "brace, strike A4")
    table.dice(4, 6)
    assert state_of(table) == {"E1": 1, "E5": 1}


@pytest.mark.rule("fenlight:strike.modifiers", "fenlight:strike.roll")
@pytest.mark.parametrize(("die", "left"), [(4, 4), (5, 3), (6, 3)])
def test_a_strike_out_of_hiding_at_who_braces_on_stones(die: int, left: int) -> None:
    """1 more, 1 less and 1 less: a 4 misses, a 5 and a 6 fell one."""
    task = aim("stones", ambush=True, braced=True)
    assert task.total == -1
    assert 4 - hits(task.total + die) == left


@pytest.mark.rule("fenlight:strike.modifiers")
def test_who_braces_is_harder_to_strike() -> None:
    for order, left in (("brace", 4), ("strike B3", 3)):
        table = fight({"A4": 2}, {"A3": 4})
        table.say("herons", "strike A3")
        table.say("adders", order)
        table.dice(4)
        assert state_of(table)["A3"] == left


@pytest.mark.rule("fenlight:clash.roll", "fenlight:clash.losses")
def test_the_odds_are_those_of_all_dice() -> None:
    """3 march into 4 who brace: each of the 36 throws, played out, against the exact odds."""
    table = fight({"A4": 3, "E5": 1}, {"A3": 4, "E1": 1}, lights=1)
    table.say("herons", "march A3, brace")
    table.say("adders", "brace, brace")
    odds = clash(3, 6, (3, 4))
    wins = expected = Fraction(0)
    for chance, after in table.every_die():
        wins += chance * ("The Herons win" in " ".join(after.news()))
        expected += chance * after.state.fallen[0]
    assert (wins, expected) == (odds.wins, odds.expected(0))
    assert odds.wins == Fraction(1, 12)  # 6 to 1 or 2, 5 to 1
