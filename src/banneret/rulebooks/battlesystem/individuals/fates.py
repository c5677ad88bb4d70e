"""The fate of individuals whose unit is off the table, and of those who lie on the field when the battle ends.

Rules: battlesystem:9.1d, battlesystem:9.1e, battlesystem:9.1f, battlesystem:9.2e, battlesystem:9.4b.hit-points.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.kernel.event import Event
from banneret.kernel.files import read_toml
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.combat_results import DATA
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import (
    CAPTURED,
    FIELD,
    FLED,
    LOST,
    NOBODY,
    SLAIN,
    STUNNED,
    WAITING,
    WOUNDED,
    Unit,
)

RULE: Final = "battlesystem:9.1e"
HELD: Final = "battlesystem:9.1f"
TEN: Final = 10
SIX: Final = 6
DEAD: Final = 10  # hit points below zero. Rule: battlesystem:9.4b.hit-points
_WORDS: Final = {"lost": LOST, "killed": SLAIN, "wounded": WOUNDED, "stunned": STUNNED}


def _rows() -> list[tuple[int, int]]:
    """The rows of Table 11, each with its least roll and its fate. Rule: battlesystem:9.1e."""
    return [(row["least"], _WORDS[row["fate"]]) for row in read_toml(DATA / "fates.toml")["fate"]]


_TABLE: Final = _rows()


def fate_at(roll: int) -> int:
    """The fate for a roll of the ten-sided die. Rule: battlesystem:9.1e.

    >>> [fate_at(roll) for roll in (1, 2, 3, 4, 7, 8, 10)] == [LOST, SLAIN, SLAIN, WOUNDED, WOUNDED, STUNNED, STUNNED]
    True
    """
    return [fate for least, fate in _TABLE if least <= roll][-1]


# ---------------------------------------------------------------- a unit is off the table


def settle(state: State, table: Table) -> None:
    """Decide the fate of individuals whose unit is no longer on the table.

    If it fled, they are out of the battle; if it was captured, they are prisoners; if it was wiped out, a die is rolled for each.

    Rules: battlesystem:9.1d, battlesystem:9.1e, battlesystem:9.2e.
    """
    for one in state.individuals.values():
        number = one.unit if one.unit != NOBODY else one.aids
        if number == NOBODY or state.units[number].status in (FIELD, WAITING):
            if one.unit != NOBODY and _has_run_off(state, one):
                _leave(state, table, one, FLED, "leaves the battle with a figure")
            continue
        unit = state.units[number]
        aided = one.unit == NOBODY
        one.unit = one.aids = NOBODY
        if aided and unit.status != SLAIN:
            continue  # he stands where he stood
        one.on_table = False
        one.x, one.y = _place_of(unit)
        if unit.status == SLAIN:
            _roll(state, table, one, unit)
        else:
            one.fate = unit.status
            if table.telling:
                what = "leaves the battle with" if unit.status == FLED else "is captured with"
                _tell(
                    state,
                    table,
                    one,
                    f"{what} {unit.now.name}",
                    "battlesystem:9.1d",
                    [],
                )


def _has_run_off(state: State, one: Individual) -> bool:
    """True if a commander was with a skirmisher that ran off the table, while others of the unit stand. Rule: battlesystem:9.2i.

    By versions 1 to 8 of the rules he stayed in the battle without a place, and commanded from the corner of the table.
    """
    unit = state.units[one.unit]
    return (
        unit.chief == one.id
        and unit.status == FIELD
        and unit.singles is not None
        and unit.leader_at == NOBODY
        and is_mended(state, 9)
    )


def captured_with_figure(state: State, table: Table, one: Individual) -> None:
    """Take a commander captive with the skirmisher at whom he stood, while others of the unit stand. Rules: battlesystem:9.2i, battlesystem:7.15f."""
    _leave(state, table, one, CAPTURED, "is captured with a figure")


def _leave(state: State, table: Table, one: Individual, fate: int, text: str) -> None:
    """Take an individual out of the battle, alive. Rule: battlesystem:9.1d."""
    unit = state.units[one.unit]
    one.unit, one.on_table, one.fate = NOBODY, False, fate
    unit.review = None
    if table.telling:
        _tell(state, table, one, f"{text} of {unit.now.name}", "battlesystem:9.2i", [])


def _place_of(unit: Unit) -> tuple[float, float]:
    """The place where the last figure of a unit stood."""
    if unit.fell:
        return unit.fell[0], unit.fell[1]
    singles = unit.singles or []
    fallen = [one for one in singles if one.gone == SLAIN] or singles
    return (fallen[-1].x, fallen[-1].y) if fallen else (0.0, 0.0)


def _roll(state: State, table: Table, one: Individual, unit: Unit) -> None:
    """Roll on Table 11 for an individual whose unit was wiped out. Rule: battlesystem:9.1e."""
    sheet = state.setting.sheets[one.id]
    roll = table.die(TEN, f"fate of {sheet.name}" if table.telling else "fate", one.side)
    dice = [(one.side, TEN, roll)]
    one.fate = fate_at(roll)
    points = sheet.champion.hit_points if sheet.champion is not None else 0
    if one.fate in (LOST, SLAIN):
        one.hurt = points + DEAD
        text = "is killed, and the body lost" if one.fate == LOST else "is killed, and lies on the field"
    elif one.fate == WOUNDED:
        left = table.die(SIX, "hit points left", one.side)
        dice.append((one.side, SIX, left))
        one.hurt = max(one.hurt, points - left)
        points_left = max(1, points - one.hurt)
        text = (
            f"lies on the field, badly wounded, with {points_left} hit point{'' if points_left == 1 else 's'}"
        )
    else:
        one.asleep = table.die(TEN, "game turns unconscious", one.side)
        dice.append((one.side, TEN, one.asleep))
        text = f"lies on the field, unconscious for {one.asleep} game turn{'' if one.asleep == 1 else 's'}"
    if table.telling:
        _tell(state, table, one, f"{text}: the last of {unit.now.name} fell", RULE, dice)


def _tell(
    state: State, table: Table, one: Individual, text: str, rule: str, dice: list[tuple[int, int, int]]
) -> None:
    """Tell the fate of an individual."""
    data: dict[str, object] = {"leader": f"l{one.id}", "fate": one.fate, "x": one.x, "y": one.y}
    said = f"{state.setting.sheets[one.id].name} {text}."
    table.tell(Event("fate", said, rule, side=one.side, dice=dice, data=data))


# ---------------------------------------------------------------- the battle is over


def lies_on_field(one: Individual) -> bool:
    """True if an individual fell in the battle and lies where he fell, alive or dead. Rule: battlesystem:9.1f."""
    return one.fate in (SLAIN, WOUNDED, STUNNED)


def after_battle(state: State, table: Table) -> None:
    """Hand the fallen to the side that holds the place where they lie when the battle has ended. Rules: battlesystem:9.1f, 9.4b.hit-points."""
    for one in state.individuals.values():
        if not lies_on_field(one):
            continue
        side = holder(state, one.x, one.y, one.side)
        champion = state.setting.sheets[one.id].champion
        left = 0 if champion is None else champion.hit_points - one.hurt
        if one.fate == SLAIN:
            if side == one.side and left > -DEAD:
                one.fate = WOUNDED
                _end(state, table, one, "fell, and is found alive")
            elif side not in (one.side, NOBODY):
                one.fate = LOST
        elif side not in (one.side, NOBODY):
            one.fate = CAPTURED
            holder_name = state.setting.names[side]
            words = agree(holder_name, "holds|hold the place")
            _end(state, table, one, f"is captured where he fell: {holder_name} {words}")


def _end(state: State, table: Table, one: Individual, text: str) -> None:
    """Tell the fate of one who lay on the field when the battle ended."""
    if table.telling:
        _tell(state, table, one, text, HELD, [])


def holder(state: State, x: float, y: float, fallen: int = NOBODY) -> int:
    """The side that holds a place when the battle has ended; NOBODY if none is nearest. Rule: battlesystem:9.1f.

    A winner holds the whole field for his own `fallen`, and where nobody else stands in it; else each place is held by the side with the
    nearest figure that is not routed. By versions 1 to 17 of the rules a winner held it also against those who still stood around their
    fallen, as after a stalemate.
    """
    outcome = state.outcome
    winner = outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else NOBODY
    if winner != NOBODY and (winner == fallen or not is_mended(state, 18)):
        return winner
    near = [1e9] * len(state.setting.names)
    for unit in state.units.values():
        if unit.status == FIELD and not unit.routed:
            near[unit.side] = min(near[unit.side], _nearest(state, unit, x, y))
    for one in state.individuals.values():
        if one.on_table and state.setting.sheets[one.id].champion is not None:
            near[one.side] = min(near[one.side], round(length(one.x - x, one.y - y), 6))
    if winner != NOBODY and all(away == 1e9 for side, away in enumerate(near) if side != winner):
        return winner
    best = min(near)
    return near.index(best) if best < 1e9 and near.count(best) == 1 else NOBODY


def _nearest(state: State, unit: Unit, x: float, y: float) -> float:
    """Inches to the nearest figure of a unit; of skirmishers to the nearest that is not routed. Rule: battlesystem:9.1f.

    By versions 1 to 10 of the rules routed skirmishers held the place too.
    """
    if unit.singles is not None and is_mended(state, 11):
        ways = [round(length(single.x - x, single.y - y), 6) for single in standing.steady(unit)]
        return min(ways, default=1e9)
    to_x, to_y = standing.nearest_figure(unit, x, y)
    return round(length(to_x - x, to_y - y), 6)
