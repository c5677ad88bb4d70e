"""The tables of individual combat, by the examples of the rules."""

from __future__ import annotations

import pytest

from banneret.rulebooks.battlesystem.tables.characters import class_of
from banneret.rulebooks.battlesystem.tables.man_to_man import (
    attacks,
    attacks_in,
    body_of,
    chances,
    dexterity,
    hits,
    strength,
)


@pytest.mark.rule("battlesystem:9.4b.to-hit")
@pytest.mark.parametrize(
    ("thac0", "armour", "least"),
    [(6, -2, 8), (20, -2, 20), (10, 0, 10), (12, 10, 2)],
)
def test_the_number_that_hits(thac0: int, armour: int, least: int) -> None:
    needed = thac0 - armour
    assert min(die for die in range(1, 21) if hits(die, needed)) == least
    assert chances(needed) == 21 - least


@pytest.mark.rule("battlesystem:9.4b.to-hit")
def test_a_twenty_hits_up_to_25_and_a_one_may_hit() -> None:
    assert [chances(needed) for needed in (20, 21, 25, 26, 40)] == [1, 1, 1, 0, 0]
    assert hits(1, 1)


@pytest.mark.rule("battlesystem:9.4b.attacks")
def test_attacks_by_class_and_level() -> None:
    assert [attacks("fighter", level) for level in (1, 6, 7, 12, 13, 14)] == [2, 2, 3, 3, 4, 4]
    assert [attacks("ranger", level) for level in (7, 8, 14, 15)] == [2, 3, 3, 4]
    assert attacks("magic-user", 18) == attacks("fighter", 0) == 2


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_three_attacks_in_two_rounds_run_through_the_whole_combat() -> None:
    first, second = range(1, 4), range(4, 7)
    assert sum([attacks_in(3, number) for number in first]) == 5
    assert sum([attacks_in(3, number) for number in second]) == 4
    assert sum([attacks_in(4, number) for number in first]) == 6


@pytest.mark.rule("battlesystem:9.4b.abilities")
def test_abilities() -> None:
    assert [strength(18, percent) for percent in (0, 1, 50, 51, 76, 91, 100)] == [
        (1, 2),
        (1, 3),
        (1, 3),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 6),
    ]
    assert [strength(score) for score in (3, 5, 7, 15, 16, 17)] == [
        (-3, -1),
        (-2, -1),
        (-1, 0),
        (0, 0),
        (0, 1),
        (1, 1),
    ]
    assert [dexterity(score) for score in (3, 6, 14, 15, 18)] == [(-3, 4), (0, 1), (0, 0), (0, -1), (3, -4)]


@pytest.mark.rule("battlesystem:9.4b.thac0")
def test_the_sheets_of_lairn_follow_from_the_tables() -> None:
    fighter = class_of("fighter")
    # level, strength, plus of the weapon: Grange Rarrack, Randar, Eric, Roderick, Horibb Roake
    sheets = [(10, 16, 0, 4, 8), (5, 14, 0, 3, 13), (4, 12, 0, 2, 16), (9, 18, 52, 2, 8), (10, 16, 0, 2, 10)]
    for level, score, percent, plus, printed in sheets:
        assert fighter.thac0(level) - plus - strength(score, percent)[0] == printed


def test_hit_points_of_classes_on_average() -> None:
    """A fighter has dice of ten up to the 9th level and 3 a level then; a ranger begins with two dice of eight."""
    assert [body_of("fighter").points(level) for level in (0, 1, 7, 9, 10, 12)] == [5, 5, 38, 49, 52, 58]
    assert [body_of("ranger").points(level) for level in (1, 10, 11)] == [9, 49, 51]
    assert [body_of("magic-user").points(level) for level in (1, 11, 12)] == [2, 27, 28]
