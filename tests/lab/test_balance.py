"""The duel matrix, armies of equal cost, and the figures of war cards that were mended by them."""

from __future__ import annotations

import tomllib

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.lab.balance import Contender, duel_matrix, equal_armies
from banneret.rulebooks.warcards.tables.facts import DATA, facts

WARCARDS = rulebooks.get("warcards")
FEW = [Contender("Knights", 6), Contender("Pikemen", 3), Contender("Levies", 1)]


def test_the_matrix_is_that_of_the_odds() -> None:
    matrix = duel_matrix(WARCARDS, FEW, {"terrain": "hills"})
    assert matrix.exact
    for row, attacker in zip(matrix.wins, FEW, strict=True):
        for share, defender in zip(row, FEW, strict=True):
            odds = WARCARDS.odds.ask(attacker.name, defender.name, {"terrain": "hills"}).to_json()["decimal"]
            assert share == odds["attacker"] + odds["neither"] / 2
    knights, levies = matrix.share(0), matrix.share(2)
    assert knights > 0.5 > levies
    assert matrix.meets(0, 2) == pytest.approx((matrix.wins[0][2] + 1 - matrix.wins[2][0]) / 2)
    assert sum(matrix.share(n) for n in range(3)) == pytest.approx(1.5)  # what one wins another loses


def test_who_is_better_for_no_more() -> None:
    dear = [Contender("Levies", 6), Contender("Knights", 6), Contender("Pikemen", 3)]
    matrix = duel_matrix(WARCARDS, dear)
    assert [one.name for one in matrix.better(0)] == ["Knights", "Pikemen"]
    assert matrix.better(1) == []
    assert matrix.to_json()["contenders"][0]["better"] == ["Knights", "Pikemen"]


def test_armies_of_equal_cost() -> None:
    armies = equal_armies([*FEW, Contender("Rabble", 0), Contender("Dragons", 99)], 12, 8)
    assert [army.army for army in armies] == ["2 Knights", "4 Pikemen", "8 Levies"]


def test_nonsense_is_told() -> None:
    with pytest.raises(BadInput, match="at least two units"):
        duel_matrix(WARCARDS, FEW[:1])
    with pytest.raises(BadInput, match="there is no unit or ship 'Knigts'"):
        duel_matrix(WARCARDS, [Contender("Knigts", 1), *FEW])


def test_only_inferred_figures_of_war_cards_were_mended() -> None:
    for file, table in (("units.toml", "unit"), ("races.toml", "race"), ("ships.toml", "ship")):
        for row in tomllib.loads((DATA / file).read_text(encoding="utf-8"))[table]:
            if "mended" in row:
                assert "inferred" in row, row["id"]
                assert " from " in f" {row['mended']}", "it tells what the figure was"
    assert all(card.muster > 0 for card in facts().cards.values()), (
        "what costs nothing can be had without end"
    )
