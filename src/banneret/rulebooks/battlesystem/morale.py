"""Morale: what a unit is worth at this moment, when it is put to the test, and what a failed test does.

Rules: battlesystem:4.1h, battlesystem:4.2 to battlesystem:4.5c.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import REAR, Rectangle, gap
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import command, formations, rout, standing
from banneret.rulebooks.battlesystem.causes import COMMANDER as COMMANDER
from banneret.rulebooks.battlesystem.causes import FRIEND as FRIEND
from banneret.rulebooks.battlesystem.causes import LOSSES as LOSSES
from banneret.rulebooks.battlesystem.causes import MAGIC as MAGIC
from banneret.rulebooks.battlesystem.causes import MARCH as MARCH
from banneret.rulebooks.battlesystem.causes import OTHER as OTHER
from banneret.rulebooks.battlesystem.causes import RALLY as RALLY
from banneret.rulebooks.battlesystem.causes import Cause as Cause
from banneret.rulebooks.battlesystem.facts import CROWD, REGULAR, SKIRMISHERS
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FIELD,
    NOBODY,
    State,
    Unit,
    enemies,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.state import standing as figures_standing

BACKING: Final = 6.0
"""Inches behind a mob in which regular infantry heartens it. Rule: battlesystem:2.10k."""

_HAIR: Final = 1e-6  # inches: bodies that only touch do not stand in each other


# ---------------------------------------------------------------- current morale


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
        tally: explains the sum; None where nobody reads it.
        leader: the commander who tries to rally it or to give it an order (`command.OWN` its own); NOBODY in other checks.
        figure: the skirmisher that checks by itself. Rule: battlesystem:2.9b.
    """
    roster = state.setting.rosters[unit.id]
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
    bonus = (
        command.commander_bonus(state, unit) if leader == NOBODY else command.charisma(state, unit, leader)
    )
    if bonus:
        total += _add(tally, bonus, "charisma of the commander", "battlesystem:4.2i")
    return total


def _add(tally: Tally | None, amount: int, cause: str, rule: str) -> int:
    if tally is not None:
        tally.add(amount, cause, rule)
    return amount


def _losses(state: State, unit: Unit, original: int, tally: Tally | None) -> int:
    """What the figures lost so far take from morale. Rule: battlesystem:4.2a."""
    lost = original - unit.figures
    if 4 * lost >= 3 * original:
        amount = -6 if state.setting.flags.cumulative_losses else -4
        return _add(tally, amount, "three quarters lost", "battlesystem:4.2a")
    if 2 * lost >= original:
        return _add(tally, -2, "half lost", "battlesystem:4.2a")
    return 0


def is_rear_touched(state: State, unit: Unit, figure: int = NOBODY) -> bool:
    """Whether an enemy touches the rear of a unit, or of one skirmisher. Rule: battlesystem:4.2b."""
    if figure == NOBODY:
        return standing.rear_touched(state, unit)
    for number in standing.enemies_touching(state, unit):
        for touch in standing.touches(state, unit, state.units[number]):
            if touch.figure == figure and touch.side == REAR:
                return True
    return False


def is_heartened(state: State, mob: Unit) -> bool:
    """Whether friendly regulars that are not routed stand directly behind a mob. Rules: battlesystem:2.10k, 4.2g."""
    block = mob.block
    if block is None:
        return False
    reach = BACKING + 0.01 + 2.0 * _HAIR
    x, y = block.point(0.0, -(block.length + reach / 2.0))
    strip = Rectangle(x, y, block.breadth / 2.0, reach / 2.0, block.forward_x, block.forward_y)
    for friend in on_field(state, mob.side):
        if friend.routed or state.setting.rosters[friend.id].kind != REGULAR:
            continue
        if any(gap(strip, part) < -_HAIR for part in standing.ground(friend)) and any(
            gap(strip, base) < -_HAIR for base in standing.bases(friend)
        ):
            return True
    return False


def is_proof_against(state: State, creature: Unit, attacker: Unit) -> bool:
    """Whether no weapon of the attacker can hurt that creature. Rule: battlesystem:4.2h."""
    ward = state.setting.rosters[creature.id].ward
    return ward > 0 and all(weapon.plus < ward for weapon in state.setting.rosters[attacker.id].weapons)


def is_daunted(state: State, unit: Unit) -> bool:
    """Whether it touches creatures that drain levels, or that it cannot hurt. Rule: battlesystem:4.2h."""
    rosters = state.setting.rosters
    for other in enemies(state, unit.side):
        if (rosters[other.id].drains or is_proof_against(state, other, unit)) and standing.are_touching(
            state, unit, other
        ):
            return True
    return False


# ---------------------------------------------------------------- when to check


def owed(unit: Unit, original: int, lost_before: int, lost_after: int) -> bool:
    """Whether one attack that brought the losses to `lost_after` calls for a check; the thresholds are marked.

    Rules: battlesystem:4.4, battlesystem:4.4a, battlesystem:8.7j.

    Args:
        unit: who lost.
        original: its figures at the start of the battle.
        lost_before: figures lost of the original ones before the attack.
        lost_after: figures lost when it was over.
    """
    if lost_after <= lost_before or lost_after >= original:
        return False
    found = unit.half  # after the half each attack that costs a figure
    if not unit.quarter and 4 * lost_after >= original:
        unit.quarter = found = True
    if not unit.half and 2 * lost_after >= original:
        unit.half = found = True
    return found


def after_melee(state: State, table: Table) -> None:
    """The checks of units that spent the Melee Phase touching undead, drainers of levels, or what they cannot harm.

    After all losses and routs of the phase; Side A's units first. Rules: battlesystem:4.4, battlesystem:4.4b.
    """
    rosters = state.setting.rosters
    if not any(roster.undead or roster.drains or roster.ward > 0 for roster in rosters):
        return
    for side in state.ranking:
        for unit in on_field(state, side):
            for dread in (True, False):
                if unit.status != FIELD or unit.routed:
                    break
                for number in standing.enemies_touching(state, unit):
                    other = rosters[number]
                    if (dread and (other.undead or other.drains)) or (
                        not dread and is_proof_against(state, state.units[number], unit)
                    ):
                        check(state, table, unit, Cause(OTHER, number))
                        break


def charge_failed(state: State, unit: Unit, was_closed: bool) -> None:
    """A charge ended without contact: its price on morale. Rules: battlesystem:4.2e, battlesystem:7.14k, battlesystem:7.14l."""
    unit.failed_charge = not was_closed or state.setting.flags.failed_closed_charge_penalty


# ---------------------------------------------------------------- the check


def roll(
    state: State, table: Table, unit: Unit, cause: Cause, leader: int = NOBODY, figure: int = NOBODY
) -> bool:
    """A Morale Check without its effects: whether 2d10 are at most current morale.

    Rules: battlesystem:4.3, battlesystem:6.2, battlesystem:7.13c.
    """
    tally = Tally(f"current morale of {name(state, unit)}") if table.telling else None
    needed = current(state, unit, cause, tally, leader, figure)
    dice = table.dice(2, 10, "morale", unit.side)
    rolled = dice[0] + dice[1]
    if tally is not None:
        held = rolled <= needed
        if figure == NOBODY:
            who = says(state, unit, "passes|pass" if held else "fails|fail")
        else:
            who = f"A figure of {name(state, unit)} {'passes' if held else 'fails'}"
        text = f"{who} a morale check: {rolled}, needed {needed} or less."
        data: dict[str, object] = {"unit": f"u{unit.id}", "dice": dice, "faces": 10, "needed": needed}
        table.tell(Event("morale", text, "battlesystem:4.3", side=unit.side, data=data, tallies=[tally]))
    return rolled <= needed


def check(state: State, table: Table, unit: Unit, cause: Cause) -> bool:
    """A Morale Check with its effects; whether the unit held.

    Units that never check hold. A routed unit routs once more, without a roll, but for a routing friend. Where friends rout
    each skirmisher is put to the test by itself.
    Rules: battlesystem:4.1h, battlesystem:4.5, battlesystem:4.5a, battlesystem:4.5b, battlesystem:4.5c, battlesystem:6.4a.
    """
    roster = state.setting.rosters[unit.id]
    if unit.status != FIELD or roster.never_checks:
        return True
    if roster.kind == SKIRMISHERS and cause.kind & FRIEND:
        held = [check_figure(state, table, unit, figure, cause) for figure in figures_standing(unit)]
        return all(held)
    if unit.routed:
        if cause.kind & FRIEND:
            return True
        rout.again(state, table, unit, cause)
        return False
    if roll(state, table, unit, cause):
        return True
    fail(state, table, unit, cause)
    return False


def fail(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """What a failed check does: a closed unit opens, any other routs. Rules: battlesystem:4.5b, battlesystem:4.5c."""
    if unit.formation == CLOSED:
        formations.open_up(state, table, unit)
        command.review_unit(state, table, unit)
    else:
        rout.rout(state, table, unit, cause)


def check_figure(state: State, table: Table, unit: Unit, figure: int, cause: Cause) -> bool:
    """The check of one skirmisher, who routs by himself; whether he held. Rule: battlesystem:2.9b."""
    assert unit.singles is not None, "only skirmishers check by themselves"
    single = unit.singles[figure]
    if single.gone != FIELD or single.routed or state.setting.rosters[unit.id].never_checks:
        return True
    if roll(state, table, unit, cause, figure=figure):
        return True
    rout.rout_single(state, table, unit, figure, cause, rout.first_distance(state, unit))
    return False
