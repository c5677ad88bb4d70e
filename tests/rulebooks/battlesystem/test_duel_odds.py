"""Individual combats of two: the order of blows, and their odds against combats counted by hand and fought by chance."""

from __future__ import annotations

import random

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.duels.blows import Duellist, moments
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import hits


def man(hit_points: int, damage: str = "1d8", attacks: int = 2, thac0: int = 20, armour: int = 5) -> Duellist:
    return Duellist(thac0, armour, hit_points, tuple([Dice.of(one) for one in damage.split()]), attacks)


GRANGE = man(48, "1d10+5", 3, 8, 0)
ROAKE = man(59, "1d10+3", 3, 10, 0)


def test_dice() -> None:
    assert [str(Dice.of(text)) for text in ("2d8", "1d10+5", "1d4-1")] == ["2d8", "1d10+5", "1d4-1"]
    assert Dice.of("3d6+5").mean == pytest.approx(15.5)
    assert sum([share for _, share in Dice.of("3d6").chances()]) == pytest.approx(1.0)
    for text in ("d8", "0d6", "2d", "1d8+", "six"):
        with pytest.raises(BadInput, match="are not dice"):
            Dice.of(text)


def test_one_of_two_routines_falls_before_and_one_after_all_who_have_one() -> None:
    assert moments([2, 1, 1], [1, 6, 2]) == [[0], [1], [2], [0]]
    assert moments([2, 2, 1], [3, 3, 6]) == [[0, 1], [2], [0, 1]]
    assert moments([0, 1], [6, 1]) == [[1]]


def test_a_combat_that_one_blow_ends() -> None:
    # each falls at the first hit and hits with 15 to 20, that is 0.3
    found = Combat(man(1), man(1)).prospect()
    hit, first = 0.3, 15 / 36
    wins = first * hit + first * (1 - hit) * hit + (6 / 36) * hit * (1 - hit)
    both = (6 / 36) * hit * hit
    miss = (1 - hit) ** 2
    assert found.first == pytest.approx(wins / (1 - miss))
    assert found.second == pytest.approx(found.first)
    assert found.both == pytest.approx(both / (1 - miss))
    assert found.rounds == pytest.approx(1 / (1 - miss))
    assert found.neither == 0.0


def test_nobody_wins_where_nobody_can_hit() -> None:
    found = Combat(man(5, armour=-10), man(5, armour=-10)).prospect()
    assert (found.first, found.second, found.both, found.neither) == (0.0, 0.0, 0.0, 1.0)


def test_chances_of_the_great_duel_add_up() -> None:
    combat = Combat(GRANGE, ROAKE)
    found = combat.prospect()
    assert found.first + found.second + found.both == pytest.approx(1.0)
    phase = combat.phase()
    assert phase.first + phase.second + phase.both + sum(phase.standing.values()) == pytest.approx(1.0)
    assert phase.first < found.first
    assert all(mine > 0 and theirs > 0 for mine, theirs in phase.standing)
    turned = Combat(ROAKE, GRANGE).prospect()
    assert (turned.second, turned.first, turned.both) == pytest.approx(
        (found.first, found.second, found.both)
    )


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (man(12, "1d8+2", 3, 16, 4), man(15, "1d6 1d6", 2, 15, 6)),
        (man(20, "2d6", 2, 13, 3), man(9, "1d8", 4, 18, 5)),
    ],
)
def test_the_chain_agrees_with_combats_fought_by_chance(one: Duellist, two: Duellist) -> None:
    draw = random.Random(1985)
    found = Combat(one, two).prospect()
    tries, won = 3000, 0
    for _ in range(tries):
        left, number = [one.hit_points, two.hit_points], 0
        while min(left) > 0:
            number += 1
            order = moments(
                [fighter.routines(number) for fighter in (one, two)], [draw.randint(1, 6), draw.randint(1, 6)]
            )
            for strikers in order:
                if min(left) <= 0:
                    break
                lost = [0, 0]
                for striker in strikers:
                    mine, theirs = ((one, two), (two, one))[striker]
                    for dice in mine.blows:
                        if hits(draw.randint(1, 20), mine.thac0 - theirs.armour_class):
                            lost[1 - striker] += (
                                sum([draw.randint(1, dice.faces) for _ in range(dice.count)]) + dice.plus
                            )
                left = [left[0] - lost[0], left[1] - lost[1]]
        won += left[0] > 0
    assert won / tries == pytest.approx(found.first, abs=0.035)
