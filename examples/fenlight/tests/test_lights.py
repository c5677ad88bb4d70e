"""Lights, and how battles end."""

from __future__ import annotations

import pytest
from fen import fight

from banneret.testing import Tabletop


def both_brace(table: Tabletop, rounds: int = 1) -> None:
    for _ in range(rounds):
        for side in ("herons", "adders"):
            table.give(side, table.decision(side).default())  # type: ignore[union-attr]


def marks(table: Tabletop, kind: str = "light") -> dict[str, str]:
    """The tags of a kind, by hex."""
    return {
        place.id: tag.text
        for place in table.scene("adders").board.places
        for tag in place.tags
        if tag.kind == kind
    }


@pytest.mark.rule("fenlight:light.rise", "fenlight:light.where")
def test_a_light_rises_each_round_over_a_spring_named_by_a_die() -> None:
    table = fight({"E5": 3}, {"E1": 3}, springs=["A3", "C3", "D3"])
    both_brace(table)
    table.dice(2)
    both_brace(table)
    table.dice(2)
    assert marks(table) == {"C3": "2 lights"}
    both_brace(table)
    table.dice(1)
    assert marks(table) == {"A3": "1 light", "C3": "2 lights"}
    both_brace(table)  # all three have risen
    assert table.waiting_for == ["herons", "adders"]
    assert marks(table, "spring") == {}


@pytest.mark.rule("fenlight:light.drift", "fenlight:light.catch")
@pytest.mark.parametrize(("die", "hex_"), [(1, "B3"), (2, "D3"), (3, "B2"), (4, "C2"), (5, "B4"), (6, "C4")])
def test_lights_drift_by_a_die_and_are_caught_where_they_come(die: int, hex_: str) -> None:
    table = fight({hex_: 3}, {"E1": 3}, {"drift": "yes"}, lights=1)
    both_brace(table)
    assert marks(table) == {"C3": "1 light"}
    both_brace(table)
    table.dice(die)
    assert marks(table) == {}
    assert f"The Herons in {hex_} catch a light." in table.news("adders")
    assert (table.scene("adders").sides[0].letter, 3) == ("H", 3)
    assert [piece.place for piece in table.scene("adders").pieces if piece.side == 0] == [hex_]


@pytest.mark.rule("fenlight:light.drop", "fenlight:light.catch")
def test_the_loser_of_a_clash_drops_its_lights() -> None:
    table = fight({"A4": 3}, {"A2": 4}, springs=["A4"], lights=1)
    both_brace(table)  # the light rises at the feet of the Herons
    assert table.scene().sides[0].counts[0] == ("lights", 1)
    table.say("herons", "march A3")
    table.say("adders", "march A3")
    table.dice(1, 3)
    assert [side.counts[0] for side in table.scene().sides] == [("lights", 0), ("lights", 1)]


@pytest.mark.rule("fenlight:light.home", "fenlight:end.majority")
def test_two_of_three_lights_brought_home_win() -> None:
    table = fight({"B5": 3}, {"E1": 3}, springs=["B5"])
    both_brace(table)
    assert table.state.home == [1, 0]
    assert not table.is_over
    both_brace(table)
    assert table.winners == ["herons"]
    assert table.outcome is not None
    assert table.outcome.reason == "The Herons have brought 2 lights home."


@pytest.mark.rule("fenlight:end.last-band")
def test_the_last_band_decides() -> None:
    table = fight({"A4": 1}, {"A3": 1})
    table.say("herons", "strike A3")
    table.say("adders", "march A2")
    assert not table.is_over
    table.say("herons", "march A3")
    table.say("adders", "strike A3")
    table.dice(4)
    assert table.winners == ["adders"]
    table = fight({"A4": 1}, {"A3": 1})
    table.say("herons", "strike A3")
    table.say("adders", "strike A4")
    table.dice(4, 4)
    assert table.is_over
    assert table.winners == []


@pytest.mark.rule("fenlight:end.rounds")
def test_after_the_last_round_lights_count_and_then_warriors() -> None:
    table = fight({"A4": 1}, {"E1": 3}, springs=["A4"], lights=1, rounds=2)
    both_brace(table, 2)
    assert table.winners == ["herons"]
    assert table.outcome is not None
    assert table.outcome.reason == "The night is over: the Herons have more lights, 1 to 0."
    table = fight({"A4": 2}, {"E1": 3}, rounds=1)
    both_brace(table)
    assert table.winners == ["adders"]
    table = fight({"A4": 3}, {"E1": 3}, rounds=1)
    both_brace(table)
    assert table.is_over
    assert table.winners == []
