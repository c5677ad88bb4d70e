"""Tournaments: sides swapped, ratings that explain the results."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from math import inf

import pytest
from kernel.toy import RULEBOOK

from banneret.kernel.errors import BadInput
from banneret.lab.tournament import Entrant, Pairing, rate, round_robin


def test_everybody_meets_everybody_with_sides_swapped():
    seen = []
    result = round_robin(
        RULEBOOK, ["duel", "tiny"], ["random", "greedy", "default"], games=25, workers=1,
        progress=lambda done, total, words: seen.append((done, total, words)),
    )  # fmt: skip
    assert [(p.first, p.second, p.games) for p in result.pairings] == [
        ("random", "greedy", 50),
        ("random", "default", 50),
        ("greedy", "default", 50),
    ]
    assert all(p.wins + p.losses + p.draws == p.games for p in result.pairings)
    assert result.ratings[0].name == "greedy"
    assert seen[-1][:2] == (150, 150)
    back = result.pairing("greedy", "random")
    assert (back.wins, back.losses) == (result.pairings[0].losses, result.pairings[0].wins)
    assert result.to_json() == json.loads(json.dumps(result.to_json()))
    rows = list(csv.reader(result.to_csv().splitlines()))
    assert len(rows) == 4
    assert {len(row) for row in rows} == {10}
    assert str(result).count("%") > 6


@pytest.mark.long
def test_workers_change_nothing():
    results = [
        round_robin(RULEBOOK, "duel", ["random", "greedy"], games=60, seed=3, workers=w) for w in (1, 2)
    ]
    assert results[0].pairings == results[1].pairings


def test_army_lists_meet():
    def arrange(scenario, first, second):
        return replace(scenario, data={**scenario.data, "tokens": max(first, second)})

    strong, weak = Entrant("strong", "greedy", 3), Entrant("weak", "random", 1)
    result = round_robin(RULEBOOK, "duel", [strong, weak], games=20, workers=1, arrange=arrange)
    assert result.games == 20
    with pytest.raises(BadInput, match="arrange"):
        round_robin(RULEBOOK, "duel", [strong, weak], games=20)


@pytest.mark.parametrize(
    ("entrants", "scenario", "games", "words"),
    [
        (["random"], "duel", 10, "from 2"),
        (["random", "random"], "duel", 10, "'random'"),
        (["random", "greedy"], "trio", 10, "3 sides"),
        (["random", "greedy"], "duel", 0, "at least 1"),
        (["random", "greedy"], [], 10, "no scenario"),
        (["random", "gredy"], "duel", 10, "'greedy'"),
    ],
)
def test_bad_input_is_refused(entrants, scenario, games, words):
    with pytest.raises(BadInput, match=words):
        round_robin(RULEBOOK, scenario, entrants, games=games)


def test_ratings_give_back_the_odds():
    strengths = {"a": 1700.0, "b": 1500.0, "c": 1300.0}
    pairings = []
    for first, second in (("a", "b"), ("a", "c"), ("b", "c")):
        chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
        wins = round(1_000_000 * chance)
        pairings.append(Pairing(first, second, 1_000_000, wins, 1_000_000 - wins))
    for row in rate("abc", pairings):
        assert row.rating == pytest.approx(strengths[row.name], abs=0.5)
        assert row.low < strengths[row.name] < row.high
        assert row.high - row.low < 5


def test_a_clean_sweep_has_an_end():
    best, worst = rate(["worst", "best"], [Pairing("worst", "best", 100, 0, 100)])
    assert best.name == "best"
    assert 1700 < best.rating < 2200
    assert worst.low < worst.rating < worst.high


def test_draws_count_half():
    table = rate(["a", "b"], [Pairing("a", "b", 10, 0, 0, 10)])
    assert [row.rating for row in table] == [1500, 1500]
    assert [row.points for row in table] == [5, 5]


def test_who_met_nobody_has_no_rating_to_speak_of():
    table = rate(["a", "b", "c"], [Pairing("a", "b", 10, 5, 5)])
    lonely = next(row for row in table if row.name == "c")
    assert (lonely.rating, lonely.high) == (1500, inf)
    assert lonely.to_json()["interval"] is None
