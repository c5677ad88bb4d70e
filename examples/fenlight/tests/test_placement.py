"""The placement, by hand-worked figures."""

from __future__ import annotations

import pytest

from banneret.testing import Tabletop

MERE = "lantern_mere"  # B5 and D5 are reeds, C5 is firm; 24 silver


@pytest.mark.rule("fenlight:setup.secret", "fenlight:setup.hidden", "fenlight:setup.bands")
def test_both_place_at_once_and_reeds_hide() -> None:
    table = Tabletop.start("fenlight", MERE)
    table.say("herons", "place (B5 4) (C5 6)")
    assert table.waiting_for == ["adders"]
    assert not table.scene("adders").pieces
    table.say("adders", "6 in C1, 4 in B1")
    seen = [(piece.place, piece.label) for piece in table.scene("adders").pieces]
    assert seen == [("B1", "4"), ("C1", "6"), ("C5", "6")]
    assert [side.counts for side in table.scene("adders").sides] == [
        (("lights", 0), ("warriors", 10), ("bands", 2))
    ] * 2
    assert table.news("adders")[0] == "The Herons bring 10 warriors in 2 bands."


@pytest.mark.rule("fenlight:setup.price", "fenlight:setup.bands")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("place (C5 6) (D5 4)", ""),  # 6 × 2 and 4 × 3 are 24
        ("place (C5 6)", ""),  # half of it
        ("place (C5 5)", "setup.price"),
        ("place (B5 5) (C5 5)", "setup.price"),
        ("place (C5 7)", "setup.bands"),
        ("place (D5 4) (C5 6)", "setup.secret"),
        ("place (A1 6)", "setup.secret"),
    ],
)
def test_silver_and_bands_are_counted(order: str, rule: str) -> None:
    refusal = Tabletop.start("fenlight", MERE).refusal("herons", "place", order)
    assert (refusal.rule if refusal else "") == (f"fenlight:{rule}" if rule else "")


@pytest.mark.rule("fenlight:setup.marsh", "fenlight:march.ground")
def test_nobody_enters_the_mere() -> None:
    table = Tabletop.start("fenlight", MERE)
    table.say("herons", "place (B5 6)")
    table.say("adders", "place (B1 6)")
    table.say("herons", "write (march B4)")
    table.dice(2)  # a light rises, over C3
    refusal = table.refusal("herons", "write", "write (march C3)")
    assert refusal is not None
    assert refusal.reason == "The band in B4 can march to its neighbours: A4, C4, B3, B5, C5."
