"""Exact odds: against the printed tables, by hand, and against volleys played with every throw of the dice."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rulebooks.companies.musters import Answers, battle, officer

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.exchange.company_rolls import Lead, choose_leads, pool_led
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.reveal import reveal
from banneret.rulebooks.companies.exchange.tie_breakers import Tie, breaker_pool
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.odds.command import asked
from banneret.rulebooks.companies.odds.pools import (
    keeps_nerve,
    open_successes,
    reaches,
    strikes,
    successes,
    versus,
)
from banneret.rulebooks.companies.odds.spent import Spending
from banneret.rulebooks.companies.odds.volley import spread_of, volley_odds
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, UNBOUNDED
from banneret.rulebooks.companies.tables.shades import GRAY
from banneret.testing import Script

ODDS: Any = rulebooks.get("companies").odds
HERE = Path(__file__).parent


def table(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.rule("companies:core.versus")
def test_the_table_of_versus_tests() -> None:
    rows = table("versus_odds.csv")
    assert len(rows) == 100
    for row in rows:
        found = versus(successes(int(row["first_dice"])), successes(int(row["second_dice"])))
        assert found == tuple([Fraction(row[key]) for key in ("first_wins", "tie", "second_wins")])


@pytest.mark.rule("companies:core.steel", "companies:core.open-ended")
def test_the_table_of_steel_tests() -> None:
    rows = table("steel_odds.csv")
    assert len(rows) == 56
    for row in rows:
        assert keeps_nerve(int(row["steel_dice"]), int(row["obstacle"])) == Fraction(row["pass"])


@pytest.mark.rule("companies:core.open-ended")
def test_one_open_ended_die() -> None:
    """0 with 1/2, 1 with 5/12, 2 with 5/72, 3 with 5/432."""
    expected = (Fraction(1, 2), Fraction(5, 12), Fraction(5, 72), Fraction(5, 432))
    assert open_successes(1, 3) == expected


def test_pools_by_hand() -> None:
    """Two gray dice: 1/9, 4/9, 4/9. Four black dice reach 3 in 5 of 16. 1 die against 1 wins, ties and loses by 1/4, 1/2, 1/4."""
    assert successes(2, GRAY) == (Fraction(1, 9), Fraction(4, 9), Fraction(4, 9))
    assert reaches(4, 3) == Fraction(5, 16)
    assert versus(successes(1), successes(1)) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


@pytest.mark.rule("companies:core.dice")
def test_pools_against_every_throw() -> None:
    counts = [0] * 4
    for faces in product(range(1, 7), repeat=3):
        counts[roll(Script(list(faces)), 3, "test", 0)] += 1
    assert successes(3) == tuple([Fraction(count, 216) for count in counts])


@pytest.mark.rule("companies:strike.loss", "companies:strike.tie")
def test_strikes_by_hand() -> None:
    """One die against one, twice: both lose 2 in 1 of 4, the charged alone 2 in 1 of 16."""
    found = strikes(successes(1), successes(1), 2)
    assert found[2, 2] == Fraction(1, 4)
    assert found[0, 2] == Fraction(1, 16)
    assert sum(found.values()) == 1


SMALL = {"Command": 2, "Tactics": 2, "Oratory": 2, "Orienteering": 2}


def ready(first: str, second: str) -> State:
    """Two dice for every action, at nodes beside each other, with an Advance to open ground."""
    places = ("west-bank", "island")
    state = battle(officer(SMALL), officer(SMALL), places=places, values={"east-bank": 0}, basic=(30, 30))
    for company, name, target in zip(
        state.companies, (first, second), ("west-camp", "east-bank"), strict=True
    ):
        company.written = [ACTIONS.index(name)] * 3
        company.targets = [state.nodes.index(target)] * 3
    return state


def by_every_throw(first: str, second: str) -> dict[tuple[bool, int, bool, int], Fraction]:
    """The verdicts of a volley played with every throw, as successes or failures of equal chance."""
    found: dict[tuple[bool, int, bool, int], Fraction] = {}
    state = ready(first, second)
    efforts = led(state)
    dice = sum(effort.pool.dice for effort in efforts if effort.pool is not None)
    for faces in product((1, 4), repeat=dice):
        one, other = play_volley(ready(first, second), Answers(list(faces), {}))
        key = (one.works_out, one.extra, other.works_out, other.extra)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 2**dice)
    return found


def led(state: State) -> list[Effort]:
    said: dict[tuple[str, int], Order] = {}
    efforts = reveal(state, Answers([], said))
    choose_leads(state, Answers([], said), efforts)
    return efforts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("charge", "hold"),
        ("flank", "scout"),
        ("rally", "hold"),
        ("charge", "charge"),
        ("skirmish", "withdraw"),
    ],
)
def test_a_volley_against_every_throw(first: str, second: str) -> None:
    state = ready(first, second)
    odds = volley_odds(state, led(state))
    found: dict[tuple[bool, int, bool, int], Fraction] = {}
    for (one, other), chance in odds.chances.items():
        key = (one.works, one.extra, other.works, other.extra)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == by_every_throw(first, second)
    assert sum(odds.chances.values()) == 1


@pytest.mark.rule("companies:tie.win")
def test_a_volley_with_a_tie_breaker_by_hand() -> None:
    """Flank 2 dice against Scout 2 dice: 5/16, a tie 6/16, 5/16; the tie broken by 4 dice against 4: 93/256, 70/256, 93/256."""
    state = ready("flank", "scout")
    efforts = led(state)
    plain = volley_odds(state, efforts)
    assert (plain.works(0), plain.neither(), plain.works(1)) == (
        Fraction(5, 16),
        Fraction(3, 8),
        Fraction(5, 16),
    )
    assert plain.extra(0) == {1: Fraction(1, 4), 2: Fraction(1, 16)}
    broken = volley_odds(state, efforts, breaker=True)
    assert broken.neither() == Fraction(6, 16) * Fraction(70, 256)
    assert broken.works(0) == Fraction(5, 16) + Fraction(6, 16) * Fraction(93, 256)


@pytest.mark.rule("companies:tie.win", "companies:script.skill-choice")
def test_a_tie_breaker_and_a_lead_are_offered_with_exact_figures() -> None:
    """Every tie and every choice of a skill that comes up in a few battles."""
    book = rulebooks.get("companies")
    ties = leads = 0
    for seed in range(6):
        game = Battle.start(book, "boarding", seed=seed)
        while not game.is_over:
            side = game.waiting_for[0]
            decision = game.decision(side)
            if isinstance(decision, Tie):
                ties += 1
                option = game.scene(side).questions[0].options[1]
                assert option.odds is not None
                (own, less), (other, more) = [breaker_pool(game.state, one) for one in decision.efforts]
                first, second = [
                    {count - taken: chance for count, chance in enumerate(spread_of(pool))}
                    for pool, taken in ((own, less), (other, more))
                ]
                won = [Fraction(0)] * 3
                for mine, theirs in product(first, second):
                    sign = (max(0, mine) > max(0, theirs)) - (max(0, mine) < max(0, theirs))
                    won[1 - sign] += first[mine] * second[theirs]
                if decision.company != decision.efforts[0].company:
                    won.reverse()
                assert [one.share for one in option.odds.chances] == [
                    round(float(100 * one), 1) for one in won
                ]
            elif isinstance(decision, Lead):
                leads += 1
                for option in game.scene(side).questions[0].options:
                    pool = pool_led(
                        game.state, decision.effort, decision.other, tuple(option.order.split(" ", 1))
                    )
                    assert option.consequence.startswith(f"{pool.dice} ") or "foray" in option.label
            index = game.sides.index(side)
            assert decision is not None
            game.give(side, game.player(index, "greedy").choose(decision, game.seat(index)))
    assert ties
    assert leads


# ---------------------------------------------------------------- what is spent, and the exchange


def lost_by_every_throw(first: str, second: str, said: str) -> list[dict[int, Fraction]]:
    """The points that both sides lose, by every throw of a volley in which every extra success is spent on that."""
    found: list[dict[int, Fraction]] = [{}, {}]

    def course(faces: list[int]) -> Iterator[tuple[State, int]]:
        table = Spender(faces, said)
        state = ready(first, second)
        try:
            play_volley(state, table)
        except OutOfDice:
            for face in (1, 4):
                yield from course([*faces, face])
            return
        yield state, len(faces)

    for state, dice in course([]):
        for number, company in enumerate(state.companies):
            lost = 30 - company.disposition
            found[number][lost] = found[number].get(lost, Fraction(0)) + Fraction(1, 2**dice)
    return found


class OutOfDice(Exception):
    """More dice are thrown than were given."""


class Spender(Answers):
    """Spends as much as can be on one thing."""

    def __init__(self, faces: list[int], word: str) -> None:
        super().__init__([], {})
        self.faces = faces
        self.thrown = 0
        self.word = word

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        if self.thrown == len(self.faces):
            raise OutOfDice
        self.thrown += 1
        return self.faces[self.thrown - 1]

    def ask(self, decision: Decision) -> Order:
        if not isinstance(decision, Spend):
            return decision.default()
        good = next((one for one in decision.goods if one.word == self.word), None)
        if good is None:
            return ("spend",)
        most = decision.budget // good.price
        return ("spend", (self.word, most if good.most == UNBOUNDED else min(most, good.most)))


@pytest.mark.rule("companies:volley.allocate", "companies:strike.loss", "companies:hold.menu")
@pytest.mark.parametrize(
    ("first", "second", "word"),
    [
        ("charge", "scout", "strike"),
        ("flank", "scout", "damage"),
        ("scout", "hold", "damage"),
        ("withdraw", "hold", "damage"),
    ],
)
def test_points_lost_against_every_throw(first: str, second: str, word: str) -> None:
    """A Hold that beats a Scout damages once; a Withdraw costs both sides by itself; strikes cost either side."""
    state = ready(first, second)
    efforts = led(state)
    spread = Spending(state, efforts, volley_odds(state, efforts)).losses()
    counted = [{points: chance for points, chance in enumerate(one) if chance} for one in spread]
    assert counted == lost_by_every_throw(first, second, word)


@pytest.mark.rule("companies:spec.steel", "companies:core.steel")
def test_a_steel_test_that_is_bought_first_by_hand() -> None:
    """Skirmish of 2 dice against Scout of 2: won with 5/16. Steel 6 against a hesitation of 5."""
    state = ready("skirmish", "scout")
    efforts = led(state)
    spending = Spending(state, efforts, volley_odds(state, efforts))
    assert spending.shaken(1) == Fraction(5, 16) * (1 - keeps_nerve(6, 5))
    assert spending.shaken(0) == Fraction(1, 16) * (1 - keeps_nerve(6, 5))  # a Scout pays 2 for it


def test_broken_ties_and_losses_as_they_are_asked_for() -> None:
    book = rulebooks.get("companies")
    assert book.odds is not None
    flags = {"volley": "flank scout"}
    left, broken = [
        book.odds.ask("carrow", "tarrant", {**flags, "ties": ties}).to_json() for ties in ("leave", "break")
    ]
    assert Fraction(broken["neither"]) < Fraction(left["neither"])
    for found in (left, broken):
        for side in ("attacker", "defender"):
            shares = [Fraction(one) for one in found["losses"][side]]
            assert sum(shares) == 1
            expected = sum((number * one for number, one in enumerate(shares)), Fraction(0))
            assert expected == Fraction(found["expected_losses"][side])
    with pytest.raises(BadInput, match="ties"):
        book.odds.ask("carrow", "tarrant", {**flags, "ties": "often"})


def test_the_exchange_is_solved_by_the_worths_of_battles() -> None:
    """The scripts of a mix give hardly anything away, the best answers to one are worth the value or more."""
    book = rulebooks.get("companies")
    assert book.odds is not None
    answer = book.odds.ask("carrow", "tarrant", {"exchange": "yes", "games": "1"})
    found = answer.to_json()["exchange"]
    assert found["worths"] == "learnt"
    for side, sign in (("attacker", 1), ("defender", -1)):
        scripts = found[side]["scripts"]
        assert sum(one["share"] for one in scripts) == pytest.approx(1)
        assert sum(one["share"] * one["gives_away"] for one in scripts) < 0.05
        for one in found[side]["answers"]:
            assert len(one["if"]) == len(one["script"]) == 3
            assert one["worth"] >= sign * found["value"] - 0.05
    assert "gives away" in str(answer)


@pytest.mark.rule(
    "companies:core.shade", "companies:core.pool", "companies:core.open-ended", "companies:core.independent"
)
@pytest.mark.parametrize(
    ("first", "second", "wins", "neither"),
    [
        ("1", "ob 1", Fraction(1, 2), Fraction(0)),
        ("gray 1", "ob 1", Fraction(2, 3), Fraction(0)),
        ("white 1 + 1", "ob 2", Fraction(25, 36), Fraction(0)),
        ("1 open", "ob 2", Fraction(1, 12), Fraction(0)),
        ("4 dice", "3 dice", Fraction(1, 2), Fraction(35, 128)),
        ("0", "ob 1", Fraction(0), Fraction(0)),
    ],
)
def test_a_single_test_by_hand(first: str, second: str, wins: Fraction, neither: Fraction) -> None:
    book = rulebooks.get("companies")
    assert book.odds is not None
    found = book.odds.ask(first, second, {}).to_json()
    assert (found["exact"], Fraction(found["attacker"]), Fraction(found["neither"])) == (True, wins, neither)
    assert sum(Fraction(found[name]) for name in ("attacker", "defender", "neither")) == 1


def test_too_many_dice_are_refused() -> None:
    book = rulebooks.get("companies")
    assert book.odds is not None
    with pytest.raises(BadInput, match="too many"):
        book.odds.ask("99", "ob 3", {})


@pytest.mark.parametrize(
    ("first", "second"), [("4 open + 1", "5+0"), ("4 + 1 open", "5"), ("4 + 1 dice open-ended", "5 dice")]
)
def test_a_pool_is_said_in_several_ways(first: str, second: str) -> None:
    assert ODDS.ask(first, second, {}).chances == ODDS.ask("5 open", "5", {}).chances


@pytest.mark.parametrize(
    ("first", "second", "flags", "message"),
    [
        ("5", "ob -1", {}, "'ob -1' is not a pool or an obstacle"),
        ("ob 3", "5", {}, "'ob 3' is not a pool"),
        ("carrow", "5", {}, "'carrow' is not a pool"),
        ("gray", "5", {}, "'gray' is not a pool"),
        ("carrow", "tarrant", {"volley": "hold hold", "exchange": "yes"}, "a volley and an exchange"),
    ],
)
def test_what_is_no_question_of_odds(first: str, second: str, flags: dict[str, str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ODDS.ask(first, second, flags)


@pytest.mark.rule("companies:advance.independent")
def test_the_odds_of_an_advance_name_its_place() -> None:
    """Of the places next to the west bank the hill is worth most."""
    book = rulebooks.get("companies")
    answer = asked(book, "carrow human 2D", "tarrant human 2D", {"volley": "advance hold"})
    assert answer.basis.startswith("One volley, Advance on Alder Hill (2P) against Hold Your Ground;")
