"""A champion against figures and figures against him: the sums before the dice, and the damage of a roll.

Rules: battlesystem:9.4a, battlesystem:9.4a.whole-figure, battlesystem:9.4a.figure-attacks, battlesystem:9.4a.hero-attacks,
battlesystem:9.4a.two-rounds, battlesystem:9.4a.modifiers.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls, wading
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.screens import level_at
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.creatures import peoples
from banneret.rulebooks.battlesystem.tables.grounds import WADING
from banneret.rulebooks.battlesystem.tables.rosters import Modifier
from banneret.rulebooks.battlesystem.tables.sheets import FIGHTERS, Champion
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALL, look_out

PER_DIE: Final = 4
"""Hit points that a hit die of damage costs an individual. Rule: battlesystem:9.4a.figure-attacks."""
FEW: Final = 1
MANY: Final = 3
"""The figures that may attack an individual in one phase: `FEW` if he is of size S or M, `MANY` if he is or counts as L."""


def sheet_of(state: State, one: Individual) -> Champion:
    """The sheet of an individual who fights."""
    found = state.setting.sheets[one.id].champion
    assert found is not None, "only those with a sheet fight"
    return found


# ---------------------------------------------------------------- figures against him


def most_attackers(sheet: Champion) -> int:
    """The figures that may attack an individual in one Melee Phase, or shoot at him in one attack. Rules: 9.4a.figure-attacks, 9.4d."""
    return MANY if sheet.counts_large else FEW


def figure_sum(
    state: State, unit: Unit, one: Individual, tally: Tally | None = None, behind: bool = False
) -> int:
    """The attack rating of a unit's figures against an individual, less his armour class; plus 2d6 it makes the attack roll.

    They have the modifiers of their unit; at the back of one who flees not that of a closed charge, which is of the Melee Phase alone. By
    versions 1 to 14 of the rules those of a charge counted against units alone. `behind`: True if he flees from them.
    A `tally` receives every part with its reason.
    Rules: battlesystem:9.4a.figure-attacks, battlesystem:9.4a.modifiers, battlesystem:8.3f, battlesystem:11.4.
    """
    sheet = sheet_of(state, one)
    found = attack_rolls.standing_rating(state, unit, tally, behind or not is_mended(state, 15))
    if unit.now.riding and attack_rolls.is_charging(unit) and is_mended(state, 15):
        found += attack_rolls.by_mounts(state, unit, tally, behind)
    if behind:
        found -= 2
        if tally is not None:
            tally.add(-2, "from behind", "battlesystem:8.8d")
    found += attack_rolls.by_creature(state, unit.now, sheet.creature, False, tally)
    if attack_rolls.has_heights(state) and _climb(state, one, unit, aim_at(state, one, unit)) < 0:
        found += attack_rolls.by_height(state, tally)
    if state.setting.terrain and is_mended(state, 11):
        nearest = standing.base_of(unit, aim_at(state, one, unit))
        found += _out_of_water(state, nearest, _base_of(state, one), tally)
    armour = sheet.armour_class
    armour += attack_rolls.own_armour(state, edges(state, sheet), unit.now.creature, unit.now.weak)
    if tally is not None:
        who = state.setting.sheets[one.id].name
        tally.add(-armour, f"armour class of {who}", "battlesystem:9.4a.figure-attacks")
    return found - armour


def figure_damage(state: State, unit: Unit, one: Individual, figures: int, attack_roll: int) -> int:
    """Tenths of hit dice that n figures do to an individual; by versions 1 to 14 of the rules lances did no more in a charge.

    Rules: battlesystem:9.4a.figure-attacks, battlesystem:11.4c.
    """
    sheet = sheet_of(state, one)
    weapon = attack_rolls.weapon_of(state, unit)
    rows = weapon.large if sheet.size == "L" else weapon.small
    each = 0
    for row in rows:
        each += row.per_figure(attack_roll)
    if weapon.lances and unit.now.riding and attack_rolls.is_charging(unit) and is_mended(state, 15):
        for row in rows[: weapon.lances]:
            each += row.per_figure(attack_roll)
    times = attack_rolls.attacks_on(state, unit.now, sheet.creature, False)
    return figures * (times * each - attack_rolls.more_by_steeds(state, weapon, rows, times, attack_roll))


def hit_points(tenths: int) -> int:
    """Hit points that tenths of hit dice cost an individual: four for a die, halves rounded up. Rule: battlesystem:9.4a.figure-attacks.

    >>> hit_points(10), hit_points(2), hit_points(1), hit_points(15)
    (4, 1, 0, 6)
    """
    return (tenths * PER_DIE + TENTHS // 2) // TENTHS


# ---------------------------------------------------------------- he against a figure


def aspect(state: State, one: Individual, unit: Unit, figure: int) -> int:
    """The side of a figure on which an individual stands: `FRONT`, `RIGHT` (for either flank) or `REAR`.

    A side to which the figures have set their spears counts as their front, and so does every side of a square.
    Rules: battlesystem:9.4a.modifiers, battlesystem:11.6d, battlesystem:11.7e.
    """
    if unit.shields == ALL:
        return FRONT
    base = standing.base_of(unit, figure)
    right, ahead = base.seen_from(one.x, one.y)
    side = LEFT if right < 0.0 else RIGHT
    if abs(ahead) - base.half_depth >= abs(right) - base.half_width:
        side = FRONT if ahead >= 0.0 else REAR
    if look_out(state, unit, side):
        return FRONT
    return RIGHT if side == LEFT else side


def aim_at(state: State, one: Individual, unit: Unit) -> int:
    """The figure of a unit that is nearest to an individual."""
    stand = standing.body(unit)
    best = min(
        range(len(stand.bases)), key=lambda place: (stand.bases[place].distance_to(one.x, one.y), place)
    )
    return stand.figures[best]


def champion_sum(
    state: State, one: Individual, unit: Unit, figure: int, tally: Tally | None = None, free: bool = False
) -> int:
    """The attack rating of an individual against a figure, less its armour class; plus 2d6 it makes the attack roll.

    `free`: True for a free attack on troops that flee from him. A `tally` receives every part with its reason. By versions 1 to 5 of
    the rules every blow at routed troops counted as one from behind.
    Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4a.modifiers, battlesystem:9.0d, battlesystem:11.6a, battlesystem:8.9, 8.8d.
    """
    sheet, theirs = sheet_of(state, one), unit.now
    found = sheet.attack_rating
    if tally is not None:
        tally.add(found, "attack rating", "battlesystem:9.4a.hero-attacks")
    if one.march:
        found += one.march
        if tally is not None:
            tally.add(one.march, "forced marches", "battlesystem:9.0d")
    side = REAR if free else aspect(state, one, unit, figure)
    if side == REAR or (unit.routed and not is_mended(state, 6)):
        found -= 2
        if tally is not None:
            tally.add(-2, "from behind", "battlesystem:8.8d" if free else "battlesystem:9.4a.modifiers")
    elif side != FRONT and theirs.shield:
        found -= 1
        if tally is not None:
            tally.add(-1, "in the flank, past the shields", "battlesystem:9.4a.modifiers")
    if attack_rolls.has_heights(state) and _climb(state, one, unit, figure) > 0:
        found += attack_rolls.by_height(state, tally)
    if state.setting.terrain and is_mended(state, 11):
        found += _out_of_water(state, _base_of(state, one), standing.base_of(unit, figure), tally)
    found += attack_rolls.by_modifiers(state, edges(state, sheet), theirs.creature, theirs.weak, tally)
    if unit.shields and side == FRONT and is_mended(state, 3):
        found += WALL
        if tally is not None:
            tally.add(WALL, "against a shield wall", "battlesystem:11.6a")
    armour = attack_rolls.armour_against(state, theirs, sheet.creature, False)
    if tally is not None:
        tally.add(-armour, f"armour class of {name(state, unit)}", "battlesystem:9.4a.hero-attacks")
    return found - armour


def _base_of(state: State, one: Individual) -> Rectangle:
    """The square that an individual takes up. Rule: battlesystem:9.0b."""
    half = footprints.half_of(state, one)
    return Rectangle(one.x, one.y, half, half, 0.0, 1.0)


def _out_of_water(state: State, striker: Rectangle, struck: Rectangle, tally: Tally | None) -> int:
    """The penalty for a blow out of a ford, ditch or swamp at an enemy at its edge. Rule: battlesystem:11.9d.

    By versions 1 to 10 of the rules only blows between units had it.
    """
    if not wading.is_wading(state, striker, struck):
        return 0
    if tally is not None:
        tally.add(WADING, "out of water or a ditch", "battlesystem:11.9d")
    return WADING


def _climb(state: State, one: Individual, unit: Unit, figure: int) -> int:
    """The levels by which a figure stands above an individual; below 0 if he stands higher. Rules: battlesystem:8.3e, 9.4a.modifiers."""
    base = standing.base_of(unit, figure)
    return level_at(state.setting, base.x, base.y) - level_at(state.setting, one.x, one.y)


def edges(state: State, sheet: Champion) -> tuple[Modifier, ...]:
    """The modifiers of an individual's people in battle, for example of dwarves against orcs; none by versions 1 and 2 of the rules.

    Rules: battlesystem:9.4a.modifiers, battlesystem:8.3i.
    """
    return of_people(state, sheet) if is_mended(state, 3) else ()


def of_people(state: State, sheet: Champion) -> tuple[Modifier, ...]:
    """The modifiers of an individual's people man to man: those that this version of the rules has. Rule: battlesystem:8.3i."""
    found = peoples().get(sheet.creature)
    return () if found is None else tuple([one for one in found.modifiers if is_mended(state, one.since)])


def strikes(state: State, one: Individual, unit: Unit) -> int:
    """The number of attacks of an individual on figures of a unit this round. Rules: 9.4a.hero-attacks, battlesystem:9.4a.whole-figure, 8.6b."""
    sheet = sheet_of(state, one)
    if unit.now.weak and sweeps(state, sheet):
        return sheet.strikes_weak(state.round)
    return sheet.strikes(state.round)


def sweeps(state: State, sheet: Champion) -> int:
    """The blows of a fighter in a melee round at creatures of less than one hit die: one for each level; 0 if he has none but the usual.

    By versions 1 to 8 of the rules the option `fighter_sweep` did not matter. Rules: battlesystem:8.6b, battlesystem:9.4b.attacks.
    """
    if sheet.class_ not in FIGHTERS or (is_mended(state, 9) and not state.setting.flags.fighter_sweep):
        return 0
    return sheet.level


def champion_damage(state: State, one: Individual, unit: Unit, attack_roll: int) -> int:
    """The damage of all attacks of an individual at an attack roll, in tenths of hit dice. Rules: battlesystem:9.4a.hero-attacks, 4.2h."""
    weapon = sheet_of(state, one).arms.weapon
    if attack_rolls.is_in_vain(state, weapon.plus, unit):
        return 0
    each = 0
    for row in weapon.large if unit.now.size == "L" else weapon.small:
        each += row.per_figure(attack_roll)
    return strikes(state, one, unit) * each


def whole_figures(state: State, one: Individual, unit: Unit) -> int:
    """The whole figures of a unit that an individual may fell in one phase: none if he has fewer attacks than a figure has creatures.

    Rule: battlesystem:9.4a.whole-figure.
    """
    return strikes(state, one, unit) // unit.now.ratio


def suffered(state: State, attacks: int, unit: Unit, tenths: int) -> int:
    """The tenths of hit dice taken off a unit for the damage of n attacks of an individual, blows or shots.

    An individual with attacks enough for whole figures does his damage as figures do, up to that many figures. For any other, damage of at
    least half a figure's hit dice is one wound, and less is nothing. Rules: 9.4a.whole-figure, 9.4a.hero-attacks, 9.4a.two-rounds, battlesystem:9.4c.
    """
    figure = unit.now.figure
    whole = attacks // unit.now.ratio
    if whole:
        return tenths if state.setting.flags.uncapped_heroes else min(tenths, whole * figure)
    return wound(figure) if 2 * tenths >= figure else 0


def wound(figure: int) -> int:
    """The least damage that wounds a figure, both in tenths of hit dice. Rule: battlesystem:8.7c.

    >>> wound(100), wound(5)
    (25, 2)
    """
    return (figure + 3) // 4
