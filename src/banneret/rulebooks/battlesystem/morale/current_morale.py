"""Current morale: the highest roll of 2d10 with which a unit, or one of its skirmishers, holds at this moment.

Rules: battlesystem:4.2 to battlesystem:4.2i, battlesystem:2.10k, battlesystem:7.14k, battlesystem:7.14l.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import REAR, Rectangle, gap
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.command import chain, coverage
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale.causes import COMMANDER, MAGIC, Cause
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.tables.creatures import Creature, alike
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, look_out

BACKING: Final = 6.0
"""Inches behind a mob within which regular infantry heartens it. Rule: battlesystem:2.10k."""

_HAIR: Final = 1e-6  # inches by which bodies must overlap: those that only touch do not


def current(
    state: State,
    unit: Unit,
    cause: Cause,
    tally: Tally | None = None,
    leader: int = NOBODY,
    figure: int = NOBODY,
) -> int:
    """Current morale of a unit, or of one of its skirmishers, at this moment. Rules: battlesystem:4.2 to 4.2i.

    Args:
        state: the battle.
        unit: whose morale it is.
        cause: why it checks.
        tally: receives every part with its reason, if given.
        leader: the commander who tries to rally it or to give it an order (`command.OWN` its own); NOBODY in other checks.
        figure: the skirmisher that checks by itself. Rule: battlesystem:2.9b.
    """
    roster = unit.now
    total = roster.morale
    if tally is not None:
        tally.add(total, "base morale", "battlesystem:4.1")
    total += _losses(state, unit, roster.figures, tally)
    if is_rear_touched(state, unit, figure):
        total += _add(tally, -2, "enemy on the rear", "battlesystem:4.2b")
    if roster.kind == CROWD or (roster.kind == REGULAR and not unit.in_command):
        total += _add(tally, -2, "out of command", "battlesystem:4.2c")
    if cause.kind & MAGIC:
        total += _add(tally, -1, "magic removed a figure", "battlesystem:4.2d")
    if cause.kind & COMMANDER:
        total += _add(tally, -1, "the commander was killed", "battlesystem:4.2d")
    if unit.failed_charge and unit.formation != CLOSED:
        total += _add(tally, -3, "failed charge", "battlesystem:4.2e")
    if unit.formation == CLOSED:
        total += _add(tally, 1, "closed formation", "battlesystem:4.2f")
    if roster.kind == CROWD and is_heartened(state, unit):
        total += _add(tally, 2, "regulars behind the mob", "battlesystem:4.2g")
    if is_daunted(state, unit):
        total += _add(tally, -3, "touching what drains levels or cannot be hurt", "battlesystem:4.2h")
    bonus = coverage.commander_bonus(state, unit) if leader == NOBODY else chain.charisma(state, unit, leader)
    if bonus:
        total += _add(tally, bonus, "charisma of the commander", "battlesystem:4.2i")
    return total


def _add(tally: Tally | None, amount: int, cause: str, rule: str) -> int:
    """Enter a modifier in a tally, if there is one, and return it."""
    if tally is not None:
        tally.add(amount, cause, rule)
    return amount


def _losses(state: State, unit: Unit, original: int, tally: Tally | None) -> int:
    """The modifier for the figures lost up to now, 0 or less. Rule: battlesystem:4.2a."""
    lost = original - unit.figures
    if 4 * lost >= 3 * original:
        amount = -6 if state.setting.flags.cumulative_losses else -4
        return _add(tally, amount, "three quarters lost", "battlesystem:4.2a")
    if 2 * lost >= original:
        return _add(tally, -2, "half lost", "battlesystem:4.2a")
    return 0


def is_rear_touched(state: State, unit: Unit, figure: int = NOBODY) -> bool:
    """True if an enemy touches the rear of a unit, or of one skirmisher.

    A square of shields has no rear, nor has a unit with spears set to the rear.

    By versions 1 to 8 of the rules a square had a rear here.
    Rules: battlesystem:4.2b, battlesystem:11.6d, battlesystem:11.7e.
    """
    if figure == NOBODY:
        if unit.shields == ALL and is_mended(state, 9):
            return False
        if look_out(state, unit, REAR):
            return False
        return contacts.rear_touched(state, unit)
    for number in contacts.enemies_touching(state, unit):
        for touch in contacts.touches(state, unit, state.units[number]):
            if touch.figure == figure and touch.side == REAR:
                return True
    return False


def is_heartened(state: State, mob: Unit) -> bool:
    """True if friendly regular infantry that is not routed stands directly behind a mob. Rules: battlesystem:2.10k, 4.2g.

    By versions 1 to 8 of the rules riders heartened it too.
    """
    block = mob.block
    if block is None:
        return False
    reach = BACKING + 0.01 + 2.0 * _HAIR
    x, y = block.point(0.0, -(block.length + reach / 2.0))
    strip = Rectangle(x, y, block.breadth / 2.0, reach / 2.0, block.forward_x, block.forward_y)
    for friend in on_field(state, mob.side):
        if friend.routed or friend.now.kind != REGULAR or (friend.now.riding and is_mended(state, 9)):
            continue
        if any(gap(strip, part) < -_HAIR for part in standing.ground(friend)) and any(
            gap(strip, base) < -_HAIR for base in standing.bases(friend)
        ):
            return True
    return False


def is_proof_against(state: State, creature: Unit, attacker: Unit) -> bool:
    """True if no weapon of the attacker can hurt that creature. Rule: battlesystem:4.2h."""
    ward = creature.now.ward
    return ward > 0 and all(weapon.plus < ward for weapon in attacker.now.weapons)


def is_daunted(state: State, unit: Unit) -> bool:
    """True if a unit touches creatures that drain levels, or that it cannot hurt. Rule: battlesystem:4.2h."""
    for number in contacts.enemies_touching(state, unit):
        other = state.units[number]
        if other.now.drains or is_proof_against(state, other, unit):
            return True
    return any(kind.drains for _, kind in lone_creatures(state, unit))


def lone_creatures(state: State, unit: Unit) -> list[tuple[Individual, Creature]]:
    """The enemy individuals who fight and touch a unit, each with his creature; those whose creature the tables do not list are left out.

    By versions 1 to 10 of the rules it did not matter what an individual is. Rules: battlesystem:4.2h, battlesystem:4.4, battlesystem:9.4.
    """
    if not state.individuals or unit.status != FIELD or not is_mended(state, 11):
        return []
    found: list[tuple[Individual, Creature]] = []
    for one, _ in footprints.besiegers(state, unit):
        sheet = state.setting.sheets[one.id]
        assert sheet.champion is not None, "he fights"
        known = alike(sheet.creature or sheet.champion.creature)
        if known is not None:
            found.append((one, known))
    return found


def charge_failed(state: State, unit: Unit, was_closed: bool) -> None:
    """Note that a charge ended without contact, if that costs the unit morale. Rules: battlesystem:4.2e, battlesystem:7.14k, battlesystem:7.14l."""
    unit.failed_charge = not was_closed or state.setting.flags.failed_closed_charge_penalty
