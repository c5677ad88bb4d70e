"""Who strikes, how well and how hard, and current morale, counted a second time from the printed text, in positions drawn by chance."""

from __future__ import annotations

import random

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, weapon

from banneret.geometry.rectangles import FRONT, REAR
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.morale.causes import COMMANDER, LOSSES, MAGIC, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import charge_failed, current
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script

BASE = 0.75
COLUMNS = (2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20)
# Rows of the Combat Results Table in tenths of hit dice: attack rolls of 0 or less, 10, 16, 20, 25, 30, 34, and 40 or more.
ROWS = {
    0: (50, 70, 90, 120, 150, 180, 200, 220, 240, 280, 320),
    10: (20, 30, 50, 70, 90, 110, 130, 130, 150, 160, 180),
    16: (10, 20, 30, 50, 60, 70, 90, 90, 100, 110, 120),
    20: (10, 10, 20, 30, 40, 50, 60, 60, 70, 80, 80),
    25: (5, 5, 10, 10, 20, 20, 20, 30, 40, 60, 60),
    30: (1, 1, 1, 2, 2, 5, 5, 10, 20, 30, 30),
    34: (0, 0, 0, 0, 1, 1, 1, 5, 5, 10, 10),
    40: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
}


def damage(roll: int, dice: int, die: int, plus: int) -> int:
    """Tenths of hit dice that one figure does: columns to the right or left, past the last one D20 and on from D2."""
    row = ROWS[roll]
    column = max(0, COLUMNS.index(die) + plus)
    found = 0
    while column > 10:
        found += row[10]
        column -= 11
    return dice * (found + row[column])


def abreast(files: int, formation: int, x: float) -> list[tuple[float, float]]:
    """Where the front edges of a line begin and end."""
    pitch = BASE + (0.5 if formation == OPEN else 0.0)
    middles = [x + (file - (files - 1) / 2) * pitch for file in range(files)]
    return [(middle - BASE / 2, middle + BASE / 2) for middle in middles]


def line(chance: random.Random, name: str, **more: object) -> tuple[Troop, int, int, int]:
    """Full ranks of men closed or open, and their files, ranks and formation."""
    files, ranks = chance.randint(1, 8), chance.randint(1, 4)
    formation = chance.choice([CLOSED, OPEN])
    return men(name, files * ranks, files, formation=formation, **more), files, ranks, formation


@pytest.mark.parametrize("seed", range(8))
def test_strikes_counted_twice(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        reach, behind = chance.choice([1, 1, 2, 3]), chance.random() < 0.4
        dice, die, plus = chance.randint(1, 2), chance.choice(COLUMNS), chance.randint(-3, 14)
        rating, march = chance.randint(5, 25), chance.randint(0, 2)
        arms = weapon(f"{dice}d{die}" + (f"{plus:+d}" if plus else ""), reach=reach)
        first, files, ranks, formation = line(
            chance, "Reds", attack_rating=rating, weapons=[arms], march=march, charged=chance.choice([-1, 1])
        )
        first.unit.in_command = formation == CLOSED or chance.random() < 0.5
        x = 30 + round(chance.uniform(-3, 3), 2) + 0.003  # no edge lies exactly at the tolerance
        other, across, deep, order = line(
            chance, "Blues", x=x, side=1, heading=0.0 if behind else 180.0, shield=True
        )
        if behind:  # their rear edge lies along the Reds' front
            assert other.unit.block is not None
            other.unit.block.y += deep * BASE + (deep - 1) * (0.5 if order == OPEN else 0.0)
        mine, theirs = abreast(files, formation, 30.0), abreast(across, order, x)
        touched = [
            file
            for file, (west, east) in enumerate(mine)
            if any(min(east, end) - max(west, begin) > 0.01 for begin, end in theirs)
        ]
        front = set(touched)
        if formation == CLOSED:
            front |= {near for file in touched for near in (file - 1, file + 1) if 0 <= near < files}
        rows = min(reach, ranks) if formation == CLOSED else 1
        strikers = sorted(row * files + file for row in range(rows) for file in front)
        state = battle(first, other)
        unit, enemy = state.units[0], state.units[1]
        assert eligible(state, unit, enemy) == strikers
        wanted = rating + march - 1 + (formation == OPEN) + (not unit.in_command) - 2 * behind
        wanted -= unit.charged == 1 and formation == CLOSED
        aspect = REAR if behind else FRONT
        assert attack_rolls.rating(state, unit, enemy, aspect) == wanted
        if strikers:
            roll = chance.choice(list(ROWS))
            state.setting.rosters[1].armour_class = wanted + 7 - roll
            done = attack_rolls.strike(state, Script([3, 4]), unit, enemy, strikers, aspect)
            assert done == len(strikers) * damage(roll, dice, die, plus)


@pytest.mark.parametrize("seed", range(8))
def test_morale_counted_twice(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        starting = chance.randint(12, 48)
        left = chance.randint(1, starting)
        morale, charisma = chance.randint(6, 17), chance.randint(-3, 3)
        formation = chance.choice([CLOSED, OPEN])
        mob, failed = chance.random() < 0.3, chance.random() < 0.3 and formation == OPEN
        commanded = not mob and (formation == CLOSED or chance.random() < 0.5)
        troop = (
            crowd("Mob", left, starting=starting, morale=morale)
            if mob
            else men(
                "Reds",
                left,
                chance.randint(1, left),
                formation=formation,
                starting=starting,
                morale=morale,
                charisma=charisma,
                in_command=commanded,
            )
        )
        state = battle(troop, men("Far", 4, 4, 5.0, 5.0, side=1))
        unit = state.units[0]
        if failed:
            charge_failed(state, unit, was_closed=False)
        cause = chance.choice([LOSSES, MAGIC, COMMANDER, MAGIC | COMMANDER])
        lost = starting - left
        wanted = morale - 3 * failed + (charisma if commanded else -2) + (formation == CLOSED and not mob)
        wanted -= 4 if 4 * lost >= 3 * starting else 2 if 2 * lost >= starting else 0
        wanted -= bool(cause & MAGIC) + bool(cause & COMMANDER)
        assert current(state, unit, Cause(cause)) == wanted
