"""Attacks out of a ditch, stream, ford or swamp on an enemy at its edge: figures that wade make a separate, worse attack.

Rule: battlesystem:11.9d.
"""

from __future__ import annotations

from collections.abc import Sequence

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, between, distance
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.attack_rolls import count_of
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.tariffs import BRIDGE
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import EDGE, WADING, Feature
from banneret.rulebooks.battlesystem.unit import Unit

Group = tuple[list[int], bool]
"""Figures of an attack, and True if they wade."""


def groups(
    state: State, attacker: Unit, defender: Unit, figures: list[int], lent: Sequence[int] = ()
) -> list[Group]:
    """The figures of an attack in one or two groups: those on firm ground, and those who wade. Rule: battlesystem:11.9d.

    `lent`: as for `count_of`. Of stands the figures count for the option `water_penalty_whole_unit`; by versions 1 to 14 of the rules
    the stands did.
    """
    wet = [one for one in state.setting.terrain if one.ground.wading]
    if not wet:
        return [(figures, False)]
    touched = [
        standing.base_of(defender, touch.other) for touch in contacts.touches(state, attacker, defender)
    ]
    wading = [
        figure
        for figure in figures
        if _wades(state, wet, standing.base_of(attacker, standing.place_now(attacker, figure)), touched)
    ]
    if wading and state.setting.flags.all_or_none_wade:
        wet_ones, all_ones = len(wading), len(figures)
        if is_mended(state, 15):
            wet_ones, all_ones = count_of(attacker, wading, lent), count_of(attacker, figures, lent)
        return [(figures, 2 * wet_ones >= all_ones)]
    dry = [figure for figure in figures if figure not in wading]
    return [(group, wades) for group, wades in ((dry, False), (wading, True)) if group]


def who_wade(
    state: State, attacker: Unit, defender: Unit, figures: list[int], lent: Sequence[int] = ()
) -> list[int]:
    """The figures of an attack that strike out of water or a ditch, and so worse; `lent` as for `count_of`. Rule: battlesystem:11.9d."""
    parted = groups(state, attacker, defender, figures, lent)
    return [one for group, wades in parted if wades for one in group]


def explain(
    state: State,
    attacker: Unit,
    defender: Unit,
    figures: list[int],
    tally: Tally,
    lent: Sequence[int] = (),
) -> None:
    """Add what wading costs to the tally of an attack that is previewed: all strike worse, or some do with a roll of their own.

    `lent`: as for `count_of`. Rule: battlesystem:11.9d.
    """
    wet = who_wade(state, attacker, defender, figures, lent)
    if wet and len(wet) == len(figures):
        tally.add(WADING, "out of water or a ditch", "battlesystem:11.9d")
    elif wet:
        count = f"{count_of(attacker, wet, lent)} of {count_of(attacker, figures, lent)}"
        tally.add(0, f"{count} out of water or a ditch, {WADING} worse", "battlesystem:11.9d")


def is_wading(state: State, striker: Rectangle, struck: Rectangle) -> bool:
    """True if the striker's base stands in ground that is waded, and the base struck out of it, at its edge. Rule: battlesystem:11.9d."""
    wet = [one for one in state.setting.terrain if one.ground.wading]
    return bool(wet) and _wades(state, wet, striker, [struck])


def _wades(state: State, wet: list[Feature], base: Rectangle, touched: list[Rectangle]) -> bool:
    """True if a figure stands in one of the `wet` grounds, and on no bridge, and the nearest enemy base in contact outside of it, at its edge."""
    if not touched or _is_on_bridge(state, base):
        return False
    near = touched[0]
    for other in touched:
        if length(other.x - base.x, other.y - base.y) < length(near.x - base.x, near.y - base.y):
            near = other
    return any(
        one.holds(base.x, base.y)
        and not one.holds(near.x, near.y)
        and _inches_to(one, near) <= EDGE + TOLERANCE
        for one in wet
    )


def _is_on_bridge(state: State, base: Rectangle) -> bool:
    """True if the middle of a base is on a bridge; by versions 1 to 14 of the rules who stood there waded. Rule: battlesystem:11.8m."""
    return is_mended(state, 15) and any(
        one.ground.id == BRIDGE and one.holds(base.x, base.y) for one in state.setting.terrain
    )


def _inches_to(one: Feature, base: Rectangle) -> float:
    """Inches from a base outside a piece of ground to its edge."""
    if one.area is not None:
        return min([distance(base, wall) for wall in one.area.walls])
    line = one.line
    assert line is not None
    points = line.line
    pieces = [between(*points[at], *points[at + 1]) for at in range(len(points) - 1)]
    return min([distance(base, piece) for piece in pieces]) - line.half_width
