"""Where two or three rules of the Intermediate Game meet, worked out by hand before they were played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice, fought

from banneret.geometry.rectangles import FRONT
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.state import State

# ---------------------------------------------------------------- who falls in one fight and was to strike in another


def pressed(version: int, **changes: Any) -> State:
    """The last figure of the Legion (its front at y 20), before it Orcs, at its left side a hero of the Blues."""
    return battle(
        men("Legion", 1, 1, 30, 20, starting=12, **changes),
        men("Orcs", 6, 6, 30.5, 20, 180, side=1, attack_rating=10),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:9.4a.figure-attacks", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("version", "first", "hurt"), [(13, 0, 0), (14, 0, 12), (13, 1, 12), (14, 1, 12)])
def test_who_was_to_strike_a_hero_strikes_though_others_felled_him_first(
    version: int, first: int, hurt: int
) -> None:
    # The Orcs: 10 - 1 - 6 + 4 = 7: 8 hit dice of four figures fell the last of the Legion, ten. It was to strike Derek, man-sized:
    # 20 - 1 (commander) - 0 + 2 = 21: 3 hit dice in D6, twelve points, whichever fight Side A names first.
    state = pressed(version)
    orders = [("beset", 0, (0, 1)), ("combat", 0) if first == 0 else ("clash", 0)]
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), *orders)
    assert state.units[0].figures == 0
    assert state.individuals[0].hurt == hurt
    assert len(table.of("blow")) == (hurt > 0) + (first == 1)


@pytest.mark.rule("battlesystem:8.0b")
def test_the_news_say_that_the_fallen_struck() -> None:
    state = pressed(14)
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), ("beset", 0, (0, 1)), ("combat", 0))
    (blow,) = table.of("blow")
    assert (
        blow.text == "Legion strikes Derek with 1 figure of the fallen: attack roll 21, 3 hit dice of damage."
    )


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:8.1d")
def test_a_skirmisher_who_fell_strikes_a_hero_and_one_who_ran_does_not() -> None:
    # Orcs and Derek at the western of two skirmishers, who falls; what a figure of skirmishers does is 20 + 1 - 0 + 2 = 23: 2 hit dice.
    state = battle(
        skirmishers("Slings", [(30, 19.625), (40, 19.625)]),
        men("Orcs", 6, 6, 30.5, 20, 180, side=1, attack_rating=10),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
    )
    fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), ("beset", 0, (0, 1)), ("combat", 0))
    assert state.units[0].figures == 1
    assert state.individuals[0].hurt == 8


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:8.0b")
def test_who_fell_to_set_spears_strikes_no_hero_after() -> None:
    # Pikes strike before the charger does: its last figure is gone, and strikes nobody at all.
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    state = battle(
        men("Legion", 1, 1, 30, 20, starting=12, charged=1),
        men("Pikes", 6, 6, 30.5, 20, 180, side=1, attack_rating=10, weapons=[long], spears=1 << FRONT),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
    )
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}))
    assert state.units[0].figures == 0
    assert [one.side for one in table.of("blow")] in ([], [1])
    assert state.individuals[0].hurt == 0


def test_the_fallen_who_are_to_strike_are_part_of_the_state() -> None:
    state = pressed(14)
    state.stage = stages.DUELS
    table = Loaded(dice({6: 1, 10: 1}, {6: 2, 10: 1}), [("beset", 0, (0, 1)), ("combat", 0)])
    while state.stage != stages.MELEE:
        rounds.play_step(state, table)
    rounds.play_step(state, table)
    assert state.clashes is not None
    assert state.clashes[0].fallen == ((0, 1, 19),)
    assert CODEC.load(CODEC.dump(state), state).clashes == state.clashes
