"""Cavalry and chariots rated, by the examples of the rules and the rosters of Lairn."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.tables.mounted import Being, cavalry, chariot
from banneret.rulebooks.battlesystem.tables.ratings import HitDice


def being(
    thac0: int,
    hit_dice: str,
    armour_class: int = 7,
    movement: float = 24.0,
    damage: tuple[str, ...] = ("1d8",),
) -> Being:
    return Being(thac0, HitDice.of(hit_dice), armour_class, movement, damage)


ORC = being(19, "1", 6, 9.0)
BOAR = being(13, "7", 6, 12.0, ("3d6",))
FIGHTER = being(20, "1", 5, 12.0)
LIGHT = being(16, "2", 7, 24.0, ("1d4", "1d4"))
HEAVY = being(16, "3+3", 7, 15.0, ("1d8", "1d8", "1d3"))
GOBLIN = being(20, "1-1", 6, 6.0, ("1d6",))
WORG = being(15, "4+4", 6, 18.0, ("2d4",))


def test_cavalry_has_the_riders_skill_and_the_mounts_rate() -> None:
    orcs = cavalry(ORC, BOAR)
    assert (orcs.thac0, orcs.hit_dice, orcs.ratio, orcs.per_figure, orcs.movement) == (19, 4, 10, 40, 12.0)
    assert orcs.damage == ("1d8", "3d6")


def test_mean_hit_dice_of_cavalry_round_up_and_armour_is_the_poorer() -> None:
    riders = cavalry(being(20, "1", 3), LIGHT)
    assert (riders.hit_dice, riders.per_figure, riders.armour_class) == (2, 20, 7)


def test_the_worgriders_of_lairn() -> None:
    goblins = cavalry(GOBLIN, WORG)
    assert (goblins.thac0, goblins.per_figure, goblins.armour_class, goblins.movement) == (20, 30, 6, 18.0)


def test_a_chariot_of_two_heavy_horses() -> None:
    found = chariot([HEAVY, HEAVY], [FIGHTER, FIGHTER])
    assert (found.thac0, found.hit_dice, found.ratio, found.per_figure) == (18, 5, 5, 25)
    assert (found.armour_class, found.movement) == (4, 15.0)  # eight hit dice draw two: a strong team


def test_the_mean_skill_of_a_chariot_rounds_in_its_favour() -> None:
    assert chariot([LIGHT, LIGHT, LIGHT], [FIGHTER, FIGHTER]).thac0 == 17


def test_the_mean_armour_of_a_chariot_rounds_against_it() -> None:
    assert chariot([LIGHT, LIGHT], [FIGHTER]).armour_class == 7 - 2


def test_a_team_that_is_not_strong_goes_at_two_thirds() -> None:
    assert chariot([LIGHT, LIGHT], [FIGHTER]).movement == 24.0
    assert chariot([LIGHT, LIGHT], [FIGHTER, FIGHTER]).movement == 16.0


def test_all_of_a_chariot_strike() -> None:
    assert chariot([LIGHT, LIGHT], [being(20, "1", 5, 12.0, ("1d6",))]).damage == (
        "1d6",
        "1d4",
        "1d4",
        "1d4",
        "1d4",
    )
