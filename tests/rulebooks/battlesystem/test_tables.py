"""Creatures, peoples, weapons, armour and classes as the tables have them, and what follows from them by rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist, price_of, prices, radius_parts
from banneret.rulebooks.battlesystem.tables.characters import (
    best_of_four,
    class_of,
    classes,
    rolled_charisma,
    thac0_of,
)
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.creatures import (
    armoury,
    creature_of,
    creatures,
    people_of,
    peoples,
)
from banneret.rulebooks.battlesystem.tables.missiles import missiles
from banneret.rulebooks.battlesystem.tables.ratings import HitDice, attack_rating, charisma_bonus, total

# creature: THAC0, ratio, attack rating, hit dice of a figure, base
BY_HAND = {
    "human-0": (21, 10, 21, 10, 0.75),
    "human-fighter-1": (20, 10, 20, 10, 0.75),
    "human-fighter-3": (18, 10, 18, 30, 0.75),
    "dwarf": (20, 10, 20, 10, 0.75),
    "halfling": (20, 10, 20, 10, 0.5),
    "goblin": (20, 10, 20, 10, 0.5),
    "kobold": (21, 10, 21, 5, 0.5),
    "orc": (19, 10, 19, 10, 0.75),
    "hobgoblin": (18, 10, 18, 10, 0.75),
    "gnoll": (16, 10, 16, 20, 1.0),
    "ogre": (15, 5, 20, 20, 1.0),
    "troll": (13, 5, 18, 35, 1.0),
    "centaur": (15, 10, 15, 40, 1.0),
    "giant-hill": (12, 5, 17, 40, 1.0),
    "giant-stone": (12, 2, 22, 18, 1.0),
    "giant-storm": (8, 2, 18, 30, 1.0),
    "treant": (9, 2, 19, 24, 1.0),
}


@pytest.mark.rule(
    "battlesystem:2.2", "battlesystem:2.2a", "battlesystem:2.3", "battlesystem:2.3a", "battlesystem:8.3"
)
@pytest.mark.parametrize("name", BY_HAND)
def test_figures_of_creatures(name: str) -> None:
    thac0, ratio, rating, per_figure, base = BY_HAND[name]
    found = enlist(Recruit(name, 12))
    assert (found.attack[0].delta, found.ratio, total(found.attack)) == (thac0, ratio, rating)
    assert found.per_figure == per_figure
    assert found.base == (base, base)


@pytest.mark.rule("battlesystem:8.3a")
def test_repeated_twenties_do_not_count() -> None:
    assert class_of("fighter").thac0(0) == 21
    assert [thac0_of(HitDice.of(text)) for text in ("1/2", "1/4", "1-1", "1", "1+1", "2", "3+4")] == [
        21,
        21,
        20,
        19,
        18,
        16,
        16,
    ]
    assert [thac0_of(HitDice.of(text)) for text in ("2-1", "4-1")] == [18, 16]
    assert [thac0_of(HitDice.of(text)) for text in ("4", "5+5", "7+7", "9", "10", "12", "15", "18")] == [
        15,
        15,
        13,
        12,
        10,
        9,
        8,
        7,
    ]


@pytest.mark.rule("battlesystem:3.1c")
def test_saving_throws() -> None:
    assert class_of("fighter").saves(1) == (14, 15, 16, 17, 17)
    assert class_of("fighter").saves(0) == (16, 17, 18, 20, 19)
    assert class_of("paladin").saves(20) == (3, 4, 5, 4, 6)
    assert class_of("cleric").saves(5) == (9, 12, 13, 15, 14)
    assert enlist(Recruit("dwarf", 12)).saves == (11, 12, 13, 13, 14)  # four better than their level


@pytest.mark.rule("battlesystem:3.2a")
def test_abilities_by_the_dice() -> None:
    assert best_of_four([6, 1, 5, 3]) == 14
    throws = iter([[1, 1, 1, 1], [3, 3, 3, 3], [2, 4, 4, 1], [1, 1, 2, 1], [3, 3, 2, 3], [1, 2, 3, 4]])
    assert rolled_charisma(class_of("fighter"), lambda _: next(throws)) == 10
    low = [[3, 3, 3, 1]] * 6
    throws = iter(low)
    assert rolled_charisma(class_of("paladin"), lambda _: next(throws)) == 17
    # under the other parent game it is the sum of three dice, as they fall
    assert rolled_charisma(class_of("fighter"), lambda count: [4, 1, 3, 6][:count], "dnd") == 8
    assert rolled_charisma(class_of("paladin"), lambda count: [4, 1, 3, 6][:count], "dnd") == 17


@pytest.mark.rule("battlesystem:3.2", "battlesystem:3.3", "battlesystem:4.8", "battlesystem:4.9")
def test_sheets_of_characters() -> None:
    """The printed paladin: THAC0 12, rated 27 as one man, charisma 18, radius 17, bonus +2; and the fighter of the catalogue."""
    paladin = class_of("paladin")
    assert paladin.thac0(10) == 12
    assert total(attack_rating(paladin.thac0(10), 1)) == 27
    assert total(radius_parts(18, 10, paladin.fighter)) == 3 * 17
    assert charisma_bonus(18) == 2
    assert total(radius_parts(15, 6, class_of("fighter").fighter)) == 3 * 14
    assert charisma_bonus(15) == 1
    assert total(radius_parts(17, 8, class_of("cleric").fighter)) == 3 * 13


@pytest.mark.rule("battlesystem:8.3b")
def test_a_character_in_a_figure_takes_its_ratio() -> None:
    assert class_of("fighter").thac0(7) == 14
    assert total(attack_rating(class_of("fighter").thac0(7), 10)) == 14


def test_points_of_the_catalogue() -> None:
    assert class_of("fighter").price(1) * 100 == 2000
    assert class_of("fighter").price(18) == 27500
    assert class_of("magic-user").price(18) == 33750
    assert 100 * price_of(creature_of("ghoul")) == 6500
    assert price_of(creature_of("human-0")) == 5
    assert price_of(creature_of("giant-stone")) == 1950  # the method gives more than the lists
    assert price_of(creature_of("elf-fmu-1")) == 20 + 25
    assert price_of(creature_of("dwarf")) == 20  # as a fighter more than as a monster of 10


def test_everything_named_in_a_table_exists() -> None:
    known = {creature.people for creature in creatures().values()}
    assert set(peoples()) <= known
    for people in peoples().values():
        named = {*people.hates, *[name for modifier in people.modifiers for name in modifier.against]}
        assert named <= known, people.id
        assert set(people.skilled) <= set(armoury().arms)
        assert set(people.shoots) <= set(missiles())
    for creature in creatures().values():
        for dice in (*creature.attacks, *([creature.weapon] if creature.weapon else [])):
            Damage.of(dice)
        assert creature.attacks or creature.weapon, creature.id
        assert creature.movement > 0
        assert set(creature.classes) <= set(classes())
    for arm in armoury().arms.values():
        assert arm.weapon().reach in (1, 2, 3)
    with pytest.raises(BadInput, match="no creature 'dwraf'; did you mean 'dwarf'"):
        creature_of("dwraf")


@pytest.mark.rule("battlesystem:2.8f", "battlesystem:2.2b")
def test_only_troops_on_foot_fill_a_unit() -> None:
    """Mounts without riders, flyers, dwellers of the water, and single mighty beings are not in the table."""
    away = {"horse-light-warhorse", "griffon", "merman", "dragon-red", "lich", "efreeti", "golem-iron"}
    assert away & set(creatures()) == set()
    assert {enlist(Recruit(name, 12)).ratio for name in creatures()} == {10, 5, 2}


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:crossroads.rules")
def test_peoples() -> None:
    assert people_of(creature_of("goblin")).hates == ("gnome", "dwarf")
    assert people_of(creature_of("dwarf-mountain")).hates == ("half-orc",)
    (daylight,) = people_of(creature_of("orc")).modifiers
    assert (daylight.ar, daylight.when) == (1, "daylight")
    assert people_of(creature_of("ogre")).modifiers == ()
    better, safer = people_of(creature_of("dwarf")).modifiers
    assert (better.ar, "goblin" in better.against, safer.own_ac, "ogre" in safer.against) == (
        -1,
        True,
        -4,
        True,
    )


@pytest.mark.rule("battlesystem:4.8")
def test_a_chief_of_monsters_commands_by_his_movement() -> None:
    assert Fraction(total(enlist(Recruit("goblin", 12)).radius), 3) == 4
    assert Fraction(total(enlist(Recruit("orc", 12)).radius), 3) == 6


def test_a_unit_costs_what_its_creatures_cost() -> None:
    assert prices(enlist(Recruit("ogre", 12))) == [(5400, "60 ogres at 90", "battlesystem:16.3m")]
    better = prices(enlist(Recruit("human-0", 16, level=5, charisma=15)))
    assert better == [
        (800, "160 men-at-arms at 5", "battlesystem:16.3m"),
        (350, "commander, fighter of level 5", "battlesystem:16.3l"),
    ]
