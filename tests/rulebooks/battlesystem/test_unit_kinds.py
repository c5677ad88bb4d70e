"""Kinds of unit, formations and bases as the tables have them."""

from __future__ import annotations

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.tables.unit_kinds import base_of, formation, kind


def accepted(name: str, *counts: int) -> list[bool]:
    found = []
    for figures in counts:
        try:
            kind(name).check_figures(figures)
        except BadInput:
            found.append(False)
        else:
            found.append(True)
    return found


@pytest.mark.rule("battlesystem:2.8e", "battlesystem:2.9i", "battlesystem:2.10l")
def test_sizes_at_the_start() -> None:
    assert accepted("regular", 3, 4, 48, 49) == [False, True, True, False]
    assert accepted("skirmish", 0, 1, 24, 25) == [False, True, True, False]
    assert accepted("mob", 11, 12, 96, 97) == [False, True, True, False]
    with pytest.raises(BadInput, match="cannot start with 3 figures; 4 to 48"):
        kind("regular").check_figures(3)


@pytest.mark.rule("battlesystem:2.8b", "battlesystem:7.1", "battlesystem:2.11")
def test_formations_of_each_kind() -> None:
    kinds = ("regular", "skirmish", "mob", "elite", "berserker")
    assert [kind(name).formations for name in kinds] == [
        ("closed", "open"),
        ("skirmish",),
        ("mob",),
        ("closed", "open", "skirmish"),
        ("open",),
    ]
    assert [kind(name).needs_commander for name in kinds[:3]] == [True, False, False]
    with pytest.raises(BadInput, match="no kind of unit 'phalanx'; there are: regular"):
        kind("phalanx")


@pytest.mark.rule("battlesystem:8.3c", "battlesystem:8.1a", "battlesystem:7.2a", "battlesystem:7.3b")
def test_what_a_formation_does() -> None:
    names = ("closed", "open", "skirmish", "mob")
    assert [formation(name).attack_rating for name in names] == [0, 1, 1, 0]
    assert [formation(name).neighbours_fight for name in names] == [True, False, False, False]
    assert [formation(name).from_rear for name in names] == [True, False, False, True]
    assert [formation(name).morale for name in names] == [1, 0, 0, 0]


@pytest.mark.rule("battlesystem:2.3", "battlesystem:2.3a", "battlesystem:7.2", "battlesystem:7.3")
def test_bases_make_the_breadth_of_a_unit() -> None:
    def breadth(size: str, creature: str, order: str) -> float:
        return Block(0, 0, 0, 12, 6, *base_of(size, creature), formation(order).spacing).breadth

    assert [breadth("S", "goblin", "closed"), breadth("M", "man", "closed")] == [3.0, 4.5]
    assert [breadth("L", "ogre", "closed"), breadth("S", "dwarf", "closed")] == [6.0, 4.5]
    assert breadth("M", "man", "open") == 7.0
    assert base_of("cavalry") == (0.75, 1.5)
    with pytest.raises(BadInput, match="size of base 'XL'"):
        base_of("XL")


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.3a")
def test_stands() -> None:
    width, depth = base_of("stand")
    assert Block(0, 0, 0, 4, 4, width, depth, formation("closed").spacing_of_stands).breadth == 9.0
    assert Block(0, 0, 0, 3, 3, width, depth, formation("open").spacing_of_stands).breadth == 8.75
