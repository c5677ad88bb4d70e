"""Nothing is measured before it is declared, and what is declared stands."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.test_scenarios import data, row

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK


def moving(reds: list[dict[str, Any]], blues: list[dict[str, Any]], **options: str) -> Battle:
    """A battle of units that the scenario places, in which the Reds move first and are to give their first order."""
    scenario = RULEBOOK.read_scenario(data(reds, blues, setup={"positions": "given"}), "test")
    battle = banneret.start("battlesystem", scenario, dice=[6, 1], options=options)
    battle.give("reds", ("first", 0, 1))
    assert battle.waiting_for == ["reds"]
    return battle


def at(x: float, y: float, heading: float) -> dict[str, Any]:
    """A place of twelve men in two ranks."""
    return {"x": x, "y": y, "heading": heading, "formation": "closed", "files": 6}


ORDERS: list[Order] = [
    ("charge", 0, 2, ("slide", 0)),
    ("move", 0, ("slide", 0, 9)),
    ("move", 0, ("formation", "open")),
    ("skirmish", 1, ("all", 0, 3)),
]


@pytest.mark.rule("battlesystem:3.5", "battlesystem:7.7b")
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_what_is_declared_is_not_taken_back(order: Order) -> None:
    # 14 in from front to front: the charge of 13.5 in fails without a die, the move of 9 in shows that much is free
    loose = row(
        "Scouts", unit_type="skirmish", figures=2, commander=None, place={"x": 50, "y": 10, "heading": 0}
    )
    reds, blues = [row(place=at(30, 10, 0)), loose], [row("Others", place=at(30, 24, 180))]
    battle = moving(reds, blues)
    before = battle.dump()
    battle.give("reds", order)
    refusal = battle.why_not_undo("reds")
    assert refusal is not None
    assert "something hidden was shown since" in refusal.reason
    with pytest.raises(IllegalOrder):
        battle.undo("reds")
    battle.undo_agreed(battle.record.count - 1, ["reds", "blues"])  # all agree: no measure was stolen
    assert battle.dump() == before
    friendly = moving(reds, blues, premeasure="allowed")
    friendly.give("reds", order)
    assert friendly.undo("reds") == order


@pytest.mark.rule("battlesystem:3.5", "battlesystem:5.0c")
def test_the_way_of_a_commander_shows_nothing_and_may_be_taken_back() -> None:
    plain = data(
        [row(place=at(30, 10, 0))], [row("Others", place=at(30, 40, 180))], setup={"positions": "given"}
    )
    boss = {
        "id": "boss",
        "name": "Boss",
        "rank": "army",
        "cr": 12,
        "cb": 0,
        "mv": 9.0,
        "place": {"x": 20, "y": 8},
    }
    plain["sides"][0]["leaders"] = [boss]
    battle = banneret.start("battlesystem", RULEBOOK.read_scenario(plain, "test"), dice=[6, 1])
    battle.give("reds", ("first", 0, 1))
    battle.give("reds", ("lead", 0, (20, 12)))
    assert battle.undo("reds") == ("lead", 0, (20, 12))
