"""Derived figures: what the rules give, and the printed rosters audited against it."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.tables.ratings import (
    HitDice,
    Troops,
    attack_rating,
    charisma_bonus,
    command_radius,
    discipline,
    monster_command_radius,
    morale,
    total,
)

ROSTERS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "crossroads-rosters.toml").read_text(encoding="utf-8")
)["unit"]


def troops(hit_dice: str = "1", armour: int = 6, figures: int = 12, **more: Any) -> Troops:
    return Troops(HitDice.of(hit_dice), 20, armour, figures, **more)


@pytest.mark.rule("battlesystem:2.2")
def test_ratios_of_the_catalogue() -> None:
    found = [HitDice.of(text).ratio() for text in ("4+1", "4", "8+1", "8", "9", "1/2", "1-1", "3+4", "4-1")]
    assert found == [5, 10, 5, 5, 2, 10, 10, 10, 10]


@pytest.mark.rule("battlesystem:2.2a", "battlesystem:8.7f")
def test_hit_dice_per_figure_of_the_catalogue() -> None:
    cases = [("1", 10, 10), ("2", 10, 20), ("4+1", 5, 20), ("1/2", 10, 5), ("6+6", 5, 35), ("4+4", 5, 25)]
    for text, ratio, expected in cases:
        assert HitDice.of(text).per_figure(ratio) == expected
    assert HitDice.of("1-1").per_figure(10) == 10
    assert HitDice.of("1/4").per_figure(10) == Fraction(5, 2)
    points = [HitDice.of(f"5+{plus}").per_figure(1) - 5 for plus in range(1, 12)]
    assert points == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2]
    with pytest.raises(BadInput, match="hit dice"):
        HitDice.of("0")


@pytest.mark.rule("battlesystem:4.1", "battlesystem:4.1d")
def test_base_morale_of_the_catalogue() -> None:
    assert total(morale(troops("1", armour=8, magic=True))) == 12
    assert total(morale(troops("9", armour=4, figures=6, magic=True, regular=False))) == 13
    assert total(morale(troops("8+1", armour=4, figures=6, magic=True, regular=False))) == 12
    assert [(part.why, part.delta) for part in morale(troops(armour=3, figures=8))] == [
        ("every unit", 11),
        ("number of figures", -1),
        ("armour class", 1),
        ("regular", 1),
    ]


@pytest.mark.rule("battlesystem:4.1a", "battlesystem:4.1e", "battlesystem:4.1f")
def test_rows_of_table_3() -> None:
    dice = ("1-1", "1/2", "4+1", "3+1", "15", "1", "9", "14+2")
    assert [total(morale(troops(text))) - 12 for text in dice] == [-1, -2, 1, 0, 3, 0, 2, 2]
    assert [total(morale(troops(figures=n))) - 12 for n in (6, 7, 11, 12)] == [-2, -1, -1, 0]
    armour = (-2, 0, 1, 4, 5, 7, 8, 10)
    assert [total(morale(troops(armour=ac))) - 12 for ac in armour] == [2, 2, 1, 1, 0, 0, -1, -1]


@pytest.mark.rule("battlesystem:4.1a", "battlesystem:2.2")
def test_hit_dice_with_a_minus_fall_short_of_the_last_die() -> None:
    """As 1-1 is less than 1, so 4-1 is less than 4, 9-1 less than 9 and 15-1 less than 15."""
    found = [total(morale(troops(text))) - 12 for text in ("2-1", "4-1", "4", "9-1", "9", "15-1", "15")]
    assert found == [0, 0, 1, 1, 2, 2, 3]
    assert [HitDice.of(text).ratio() for text in ("4-1", "5-1", "9-1", "10-1")] == [10, 5, 5, 2]


@pytest.mark.rule("battlesystem:4.1b", "battlesystem:4.1c", "battlesystem:4.1g")
def test_the_other_rows_of_table_3() -> None:
    base = total(morale(troops()))
    assert total(morale(troops(demihuman=True))) == base + 1
    assert total(morale(troops(special=True, exceptional=True))) == base + 2
    assert total(morale(troops("2", armour=7, figures=16, mounted=True))) == 13
    assert total(morale(troops(regular=False))) == base - 1


@pytest.mark.rule("battlesystem:4.1c")
def test_every_two_asterisks_of_the_other_parent_game_count() -> None:
    assert [total(morale(troops(asterisks=number))) - 12 for number in range(5)] == [0, 0, 1, 1, 2]


@pytest.mark.rule("battlesystem:4.1i")
def test_morale_scores_of_the_other_parent_game_have_no_place_in_a_roster() -> None:
    row = enlist(Recruit("orc", 12)).row()
    assert read_unit(row, "orcs", {"parent": "dnd"}).roster.morale == row["ml"] == 12
    with pytest.raises(BadInput, match="morale"):
        read_unit({**row, "morale": 8}, "orcs", {"parent": "dnd"})


@pytest.mark.rule("battlesystem:4.6")
def test_discipline_of_the_catalogue() -> None:
    assert total(discipline(troops(alignment="lawful good"))) == 13
    ogres = troops("4+1", intelligence="low", alignment="chaotic evil")
    assert (total(morale(ogres)), total(discipline(ogres))) == (13, 11)
    sample = troops(magic=True, figures=20, intelligence="average-low", alignment="lawful evil")
    assert (total(morale(sample)), total(discipline(sample))) == (13, 13)
    assert total(discipline(troops(intelligence="very"))) == 12
    assert total(discipline(troops(intelligence="high"))) == 13


@pytest.mark.rule("battlesystem:8.3")
def test_attack_ratings_of_the_catalogue() -> None:
    found = [total(attack_rating(*case)) for case in [(19, 10), (15, 5), (12, 1), (12, 2)]]
    assert found == [19, 20, 27, 22]
    with pytest.raises(BadInput, match="7 creatures"):
        attack_rating(20, 7)


@pytest.mark.rule("battlesystem:4.8", "battlesystem:4.9")
def test_command_of_the_catalogue() -> None:
    assert [command_radius(18, 14, True), command_radius(17, 8, False), command_radius(15, 6, True)] == [
        19,
        13,
        14,
    ]
    assert [monster_command_radius(Fraction(rate)) for rate in (6, 9, 10)] == [4, 6, Fraction(20, 3)]
    assert [charisma_bonus(score) for score in (19, 18, 16, 14, 7, 6, 4, 2)] == [3, 2, 1, 0, 0, -1, -2, -3]


@pytest.mark.rule("battlesystem:3.1", "battlesystem:crossroads.forces")
@pytest.mark.parametrize("roster", ROSTERS, ids=lambda roster: str(roster["id"]))
def test_printed_rosters_are_audited(roster: dict[str, Any]) -> None:
    hit_dice = HitDice.of(roster["hit_dice"])
    ratio = hit_dice.ratio()
    unit = Troops(
        hit_dice,
        roster["thac0"],
        roster["armour_class"],
        roster["figures"],
        demihuman=roster["demihuman"],
        intelligence=roster["intelligence"],
        alignment=roster["alignment"],
    )
    commander = roster.get("commander")
    found = {
        "ml": total(morale(unit)),
        "dl": total(discipline(unit)),
        "ar": total(attack_rating(unit.thac0, ratio)),
        "cr": command_radius(commander["charisma"], commander["level"], commander["fighter"])
        if commander
        else monster_command_radius(Fraction(roster["movement"])),
        "hd_per_figure": hit_dice.per_figure(ratio),
    }
    assert found == roster["by_rule"]
    if not roster["lost"]:
        departs = [figure for figure, value in found.items() if roster["printed"][figure] != value]
        assert departs == roster["departs"]
