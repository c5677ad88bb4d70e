"""Orders, marches and hiding."""

from __future__ import annotations

import pytest
from fen import fight

from banneret.testing import Tabletop


def spots(table: Tabletop, viewer: str = "referee") -> str:
    """Who stands where, as a viewer sees it: "H:B4=3 A:C2=4"."""
    return " ".join(f"{'HA'[piece.side]}:{piece.place}={piece.label}" for piece in table.scene(viewer).pieces)


@pytest.mark.rule("fenlight:order.secret", "fenlight:round.sequence")
def test_orders_are_unseen_until_both_are_in_and_strikes_come_after_marches() -> None:
    table = fight({"B5": 3}, {"B3": 3})
    table.say("herons", "write (strike B4)")
    assert table.waiting_for == ["adders"]
    assert table.news("adders") == []
    table.say("adders", "write (march B4)")
    table.dice(4)
    assert table.news()[-2:] == [
        "The Herons in B5 strike at the Adders in B4: 1 warrior falls.",
        "A light rises over C3.",
    ]


@pytest.mark.rule("fenlight:order.one")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("write (march A1)", "The band in B5 can march to its neighbours: A5, C5, A4, B4."),
        ("write (hide)", "The band in B5 stands in no reeds, and has nowhere to hide."),
        ("write (dance)", "The band in B5 can march, strike, hide or brace."),
        (("write",), "Say 'write', and an order for each of the 1 bands."),
    ],
)
def test_what_a_band_cannot_do_is_refused(order: str | tuple[str], reason: str) -> None:
    refusal = fight({"B5": 3}, {"C1": 3}).refusal("herons", "write", order)
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("fenlight:march.room")
def test_two_bands_do_not_end_in_one_hex() -> None:
    table = fight({"A4": 2, "B5": 2}, {"E1": 3})
    refusal = table.refusal("herons", "write", "write (march B5) (brace)")
    assert refusal is not None
    assert refusal.rule == "fenlight:march.room"
    table.say("herons", "march B5, march C5")
    table.say("adders", "brace")
    assert spots(table, "herons") == "A:E1=3 H:B5=2 H:C5=2"


@pytest.mark.rule("fenlight:march.together")
def test_enemies_who_change_places_pass_each_other() -> None:
    table = fight({"A3": 3}, {"A2": 3})
    table.say("herons", "march A2")
    table.say("adders", "march A3")
    assert table.wanted is None
    assert spots(table) == "H:A2=3 A:A3=3"


@pytest.mark.rule("fenlight:march.reeds", "fenlight:hide.known")
def test_a_hidden_band_goes_unseen_through_reeds_only() -> None:
    table = fight({"B4": 3}, {"E1": 3})
    assert spots(table, "adders") == "A:E1=3"
    assert ("out of sight", "1 band") in [(one.name, one.value) for one in table.scene("adders").tracks]
    table.say("herons", "march C4")
    table.say("adders", "brace")
    assert spots(table, "herons") == "A:E1=3 H:C4=3"
    assert spots(table, "adders") == "A:E1=3"
    assert table.news("herons")[0] == "The Herons march from B4 to C4."
    assert table.news("adders") == ["A light rises over C3."]
    table.say("herons", "march D3")
    table.say("adders", "brace")
    assert spots(table, "adders") == "A:E1=3 H:D3=3"
    assert "The Herons in D3 come out of hiding, 3 warriors: they left the reeds." in table.news("adders")


@pytest.mark.rule("fenlight:hide.near")
def test_hidden_enemies_who_meet_see_each_other() -> None:
    table = fight({"A3": 3, "C4": 1}, {"B1": 3, "C2": 1})
    table.say("herons", "march A2, hide")  # A2 is next to B1, and to the reeds of B2
    table.say("adders", "brace, march B2")
    assert spots(table, "herons") == "A:B1=3 H:A2=3 A:B2=1 H:C4=1"
    assert "an enemy is near" in " ".join(table.news("herons"))


@pytest.mark.rule("fenlight:hide.strike")
def test_a_strike_gives_a_hidden_band_away() -> None:
    table = fight({"B4": 3}, {"E1": 3})
    table.say("herons", "strike A4")
    table.say("adders", "brace")
    assert spots(table, "adders") == "A:E1=3 H:B4=3"
    assert "The Herons in B4 strike into A4, where nobody is." in table.news("adders")


@pytest.mark.rule("fenlight:hide.order", "fenlight:hide.reeds", "fenlight:hide.trace")
def test_who_hides_leaves_a_trace() -> None:
    table = fight({"B5": 4}, {"E1": 3})
    table.say("herons", "march B4")
    table.say("adders", "brace")
    assert spots(table, "adders") == "A:E1=3 H:B4=4"
    table.say("herons", "hide")
    table.say("adders", "brace")
    assert spots(table, "adders") == "A:E1=3"
    table.say("herons", "march C4")
    table.say("adders", "brace")
    tags = {place.id: [tag.text for tag in place.tags] for place in table.scene("adders").board.places}
    assert tags["B4"] == ["4 warriors hid here in round 2"]
    assert tags["C4"] == []
    assert all(tag.kind != "trace" for place in table.scene("herons").board.places for tag in place.tags)


@pytest.mark.rule("fenlight:hide.order", "fenlight:hide.near")
def test_nobody_hides_from_who_stands_next_to_it() -> None:
    table = fight({"B4": 4}, {"B3": 3})
    table.say("herons", "hide")
    table.say("adders", "brace")
    assert spots(table, "adders") == "A:B3=3 H:B4=4"


@pytest.mark.rule("fenlight:hide.glow")
@pytest.mark.parametrize(("glow", "seen"), [("bright", True), ("shrouded", False)])
def test_a_light_gives_its_bearers_away(glow: str, seen: bool) -> None:
    table = fight({"B3": 3}, {"E1": 3}, {"drift": "no", "glow": glow}, springs=["B4"], lights=1)
    table.say("herons", "brace")
    table.say("adders", "brace")
    table.say("herons", "march B4")
    table.say("adders", "brace")
    table.say("herons", "hide")
    table.say("adders", "brace")
    assert ("H:B4=3" in spots(table, "adders")) == seen
