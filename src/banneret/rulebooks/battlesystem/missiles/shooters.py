"""Shooters: the shots a unit has left in a phase, the reason why it has none, and the figures that shoot.

Rules: battlesystem:10.1, battlesystem:10.1a, battlesystem:10.1i to battlesystem:10.1k, battlesystem:10.2 to 10.2c, battlesystem:10.2f,
battlesystem:10.3, battlesystem:10.4, battlesystem:10.7, battlesystem:6.3, battlesystem:6.4, battlesystem:7.15f.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, within
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.figures import first_guard
from banneret.rulebooks.battlesystem.space.lines_of_fire import aim
from banneret.rulebooks.battlesystem.stages import INITIAL_MISSILES, is_moving
from banneret.rulebooks.battlesystem.state import (
    State,
    figures_standing,
    is_mended,
    name,
    on_field,
    side_acting,
)
from banneret.rulebooks.battlesystem.tables.missiles import Missile
from banneret.rulebooks.battlesystem.tables.rosters import SKIRMISHERS
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, Single, Unit
from banneret.rulebooks.battlesystem.worth.allowance import full_rate
from banneret.rulebooks.battlesystem.worth.membership import can_shoot_with
from banneret.rulebooks.battlesystem.worth.shooting_limits import (
    has_shot_a_piece,
    is_reloading,
    limit_of,
    shoots_on_the_move,
    shots_of_round,
    volleys_left,
)
from banneret.rulebooks.battlesystem.worth.walls_and_spears import is_square, shooters_of_square

FAR: Final = 1e300  # inches: more than anybody goes


def missile_of(unit: Unit) -> Missile:
    """The missile weapon of a unit that has one. Rule: battlesystem:10.1."""
    missile = unit.now.missile
    assert missile is not None, "it was asked before"
    return missile


def shots_left(state: State, unit: Unit) -> int:
    """The shots that a unit has left in the present phase, by its weapon and its movement alone.

    Rules: battlesystem:10.2, battlesystem:10.2a, battlesystem:10.2c, battlesystem:10.2f, battlesystem:10.3b, battlesystem:10.4f.
    """
    missile = unit.now.missile
    if missile is None or reloads(state, unit, missile):
        return 0
    singles = unit.singles
    if singles is None:
        found = _left(state, unit, missile, unit.spent - unit.closing, unit.shots)
    else:
        found = 0
        for figure in figures_standing(unit):
            single = singles[figure]
            if not reloads_alone(single, missile, state.round):
                found = max(found, _left_to(state, unit, single, missile))
    carried = volleys_left(unit)
    return found if carried is None else min(found, carried)


def reloads(state: State, unit: Unit, missile: Missile) -> bool:
    """True if a unit with a weapon slower than one shot a round is not ready again; of skirmishers, if none is. Rule: battlesystem:10.2f.

    Each skirmisher reloads for himself. By version 9 of the rules one shot made all of the unit wait in the next round, and by versions
    1 to 8 in the same round too.
    """
    if unit.singles is not None and is_mended(state, 10):
        return all(reloads_alone(unit.singles[one], missile, state.round) for one in figures_standing(unit))
    if unit.singles is not None and unit.last_shot == state.round and is_mended(state, 9):
        return False  # those who have shot have no shot left anyway
    return is_reloading(missile, unit.last_shot, state.round)


def reloads_alone(single: Single, missile: Missile, this_round: int) -> bool:
    """True if a skirmisher who shot in an earlier round is not ready again; older records do not note who shot."""
    return single.last_shot != this_round and is_reloading(missile, single.last_shot, this_round)


def _left(state: State, unit: Unit, missile: Missile, spent: float, made: int) -> int:
    """The shots left in this phase to figures that spent `spent` inches and made `made` shots this round. Rules: 10.2a, 10.2c."""
    return shots_of_phase(state, missile, shots_of_round(unit, spent, full_rate(unit)), made)


def _left_to(state: State, unit: Unit, single: Single, missile: Missile) -> int:
    """The shots left in this phase to a skirmisher, no more than he has missiles left to throw.

    By versions 1 to 9 of the rules the missiles of a unit were counted together. Rules: battlesystem:10.2, battlesystem:10.3b, battlesystem:10.4f.
    """
    if has_shot_a_piece(state, unit, single):
        return 0
    found = _left(state, unit, missile, _spent(state, unit, single), single.shots)
    carried = unit.now.volleys
    return max(0, min(found, carried - single.thrown)) if carried and is_mended(state, 10) else found


def _spent(state: State, unit: Unit, single: Single) -> float:
    """Inches that a skirmisher spent this round, with what his unit spent before it dispersed. Rule: battlesystem:10.4f.

    By versions 1 to 8 of the rules the movement before dispersing did not count.
    """
    return single.moved + (unit.spent - unit.closing if is_mended(state, 9) else 0.0)


def shots_of_phase(state: State, missile: Missile, shots: int, made: int) -> int:
    """The shots left in the present phase, of `shots` in the round of which `made` were made. Rules: 10.2a, 10.2c."""
    if state.stage == INITIAL_MISSILES:
        return 1 if shots > made and missile.shots > 1 and not made else 0
    return max(0, shots - made)  # below 0 if the unit shot first and then moved too far for so many shots


def refusal(state: State, unit: Unit) -> Refusal | None:
    """The reason a unit cannot shoot at anybody in the present phase; None if it can.

    By versions 1 to 12 of the rules riders shot who had charged and gone no farther than their rate.
    Rules: battlesystem:10.1, battlesystem:10.1a, battlesystem:10.1k, battlesystem:10.2a, battlesystem:10.3b, battlesystem:10.4.
    """
    label = name(state, unit)
    missile = unit.now.missile
    if missile is None:
        return Refusal(f"{label} {agree(label, 'has|have')} no missiles.", "battlesystem:10.1")
    if unit.status != FIELD or unit.routed:
        return Refusal(f"{label} {agree(label, 'is|are')} routed.", "battlesystem:6.4")
    if unit.formation == MOB:
        return Refusal("A mob never uses missiles.", "battlesystem:10.1k")
    if unit.rushed:
        return Refusal(f"{label} {agree(label, 'has|have')} charged this round.", "battlesystem:10.4")
    if unit.rallied or _are_rallied(unit):
        return Refusal(f"{label} {agree(label, 'was|were')} rallied this round.", "battlesystem:6.3")
    if unit.shields and not state.setting.flags.walls_shoot:
        return Refusal(f"{label} {agree(label, 'holds|hold')} shields with both hands.", "battlesystem:11.6i")
    if unit.members:
        who = unarmed(state, unit)
        if who:
            return Refusal(f"{who} does not use the {missile.name.lower()}.", "battlesystem:10.1")
    limit = limit_of(unit)
    if limit is None:
        return Refusal(f"{missile.name}: not to be used mounted.", "battlesystem:10.4g")
    if volleys_left(unit) == 0:
        return Refusal(f"{label} {agree(label, 'has|have')} nothing left to throw.", "battlesystem:10.3b")
    if reloads(state, unit, missile):
        return Refusal(f"{label} {agree(label, 'shoots|shoot')} every second round.", "battlesystem:10.2f")
    if not shots_left(state, unit):
        if state.stage == INITIAL_MISSILES and missile.shots == 1:
            return Refusal(f"{missile.name}: one shot a round, and none in this phase.", "battlesystem:10.2a")
        if unit.shots:
            return Refusal(f"{label} {agree(label, 'has|have')} no shot left.", "battlesystem:10.2")
        return Refusal(
            f"{label} {agree(label, 'has|have')} moved too far to shoot.", f"battlesystem:{limit.rule}"
        )
    if not figures(state, unit):
        return Refusal(f"{label} {agree(label, 'is|are')} in contact with the enemy.", "battlesystem:10.1a")
    return None


def _are_rallied(unit: Unit) -> bool:
    """True if all skirmishers of a unit that are not routed were rallied this round. Rules: battlesystem:6.3, battlesystem:2.9c."""
    steady = standing.steady(unit)
    return bool(steady) and all(single.rallied for single in steady)


def unarmed(state: State, unit: Unit) -> str:
    """The name of the first member of a unit who cannot be lent its missiles, for whom it may not shoot; "" if there is none.

    By versions 1 to 6 of the rules it shot all the same. Rule: battlesystem:10.1.
    """
    if not is_mended(state, 7):
        return ""
    for number in unit.members:
        sheet = state.setting.sheets[number]
        if sheet.champion is not None and not can_shoot_with(sheet.champion, state.setting.rosters[unit.id]):
            return sheet.name
    return ""


def figures(state: State, unit: Unit, shots: int = 1) -> list[int]:
    """The figures of a unit that may make n shots now, by number; of a block on stands, its bases.

    Rules: battlesystem:10.1a, battlesystem:10.1i, battlesystem:10.1j, battlesystem:10.1k, battlesystem:7.15f, 11.6i.
    """
    if unit.singles is not None:
        return _skirmishers(state, unit, shots)
    if contacts.is_engaged(state, unit) or footprints.besieged(state, unit):
        return []
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    rows = missile_of(unit).rows
    if is_square(state, unit):
        found = shooters_of_square(unit, rows)
    elif unit.loose is None:
        found = list(range(min(rows * block.files, block.figures)))
    else:
        found = [figure for figure in range(block.figures) if _is_in_rows(unit, block, figure, rows)]
    if unit.guards:
        guard = max(0, first_guard(unit))
        # by versions 1 to 14 of the rules some guards shot while their unit was out of order
        found = [one for one in found if one < guard] if is_mended(state, 15) else found[:guard]
    return found


def _skirmishers(state: State, unit: Unit, shots: int) -> list[int]:
    """The skirmishers that may make n shots now: in no contact, with shots left, and neither routed nor rallied this round.

    On the move each shoots for himself: once at the enemy's moves, and in his own as long as he has spent half of his rate at most. By
    versions 1 to 12 of the rules all had shot then where one had, and guards of captives shot too.
    Rules: battlesystem:10.1a, battlesystem:10.1k, battlesystem:10.2b, battlesystem:10.4f, battlesystem:10.5b, battlesystem:6.3, 7.15f.
    """
    singles = unit.singles
    assert singles is not None, "only skirmishers shoot singly"
    is_each = is_mended(state, 13)
    is_passing = is_each and is_moving(state.stage) and side_acting(state) != unit.side
    most = FAR
    if is_each and is_moving(state.stage) and not is_passing and shoots_on_the_move(unit):
        most = full_rate(unit) / 2.0
    guard = first_guard(unit) if unit.guards and is_each else len(singles)
    held = set(footprints.besieged(state, unit))
    for number in contacts.enemies_touching(state, unit):
        held.update([touch.figure for touch in contacts.touches(state, unit, state.units[number])])
    missile = missile_of(unit)
    found: list[int] = []
    for figure in figures_standing(unit):
        single = singles[figure]
        if single.routed or single.rallied or figure in held or reloads_alone(single, missile, state.round):
            continue
        if figure >= guard or (is_passing and single.passing):
            continue
        if most < FAR and not may_shoot_in_its_move(state, unit, single, most):
            continue
        if _left_to(state, unit, single, missile) >= shots:
            found.append(figure)
    return found


def may_shoot_in_its_move(state: State, unit: Unit, single: Single, most: float) -> bool:
    """True if a skirmisher may shoot in the middle of his move, after n inches of it at most, and once. Rule: battlesystem:10.5b."""
    if unit.split and single.shots:
        return False
    return within(_spent(state, unit, single), most)


def _is_in_rows(unit: Unit, block: Block, figure: int, rows: int) -> bool:
    """True if a figure is in the first n rows while its unit is out of order: its row is the number of figures straight ahead of it. Rule: battlesystem:10.1i."""
    bases = standing.bases(unit)
    base = bases[figure]
    half = block.width / 2.0
    count = 0
    for other, ahead_of in enumerate(bases):
        if other != figure:
            right, ahead = base.seen_from(ahead_of.x, ahead_of.y)
            if ahead > 0.0 and -half < right < half:
                count += 1
                if count >= rows:
                    return False
    return count < rows


def may_arch(state: State, unit: Unit) -> bool:
    """True if a unit may shoot over friends: bows in command. Rules: battlesystem:10.7, battlesystem:10.7a."""
    return missile_of(unit).arching and is_commanded(state, unit)


def is_commanded(state: State, unit: Unit) -> bool:
    """True if archers are in command; skirmishers are if orders reach all of them and they are not out of hand. Rules: 10.7, 4.7.

    By versions 1 to 9 of the rules skirmishers needed no orders to shoot over friends.
    """
    if unit.now.kind != SKIRMISHERS or not is_mended(state, 10):
        return unit.in_command
    return not unit.rash and in_command.is_led(state, unit)


def sees_more_over(state: State, unit: Unit, target: Unit, able: list[int], reach: float) -> bool:
    """True if figures of a unit see more of a target over friends than past them, of which only those seen may fall.

    By versions 1 to 19 of the rules this was not asked under the option `no_partial_penalty`. Rules: battlesystem:10.7b, battlesystem:10.1h.
    """
    if not has_friends_before(state, unit, target):
        return False
    past = aim(state, unit, able, target, reach)
    if past is None or past.all_seen or not (past.is_partly_seen or is_mended(state, 20)):
        return False
    over = aim(state, unit, able, target, reach, True)
    return over is not None and len(over.seen) > len(past.seen)


def has_friends_before(state: State, unit: Unit, target: Unit) -> bool:
    """True if a friend may stand between a unit and its target, by the circles that hold them; much cheaper than an aim."""
    x, y, breadth = standing.circle(unit)
    to_x, to_y, depth = standing.circle(target)
    east, north = to_x - x, to_y - y
    far = length(east, north)
    if far <= 0.0:
        return False
    for friend in on_field(state, unit.side):
        if friend.id == unit.id:
            continue
        at_x, at_y, reach = standing.circle(friend)
        ahead = ((at_x - x) * east + (at_y - y) * north) / far
        aside = abs((at_x - x) * north - (at_y - y) * east) / far
        if -reach < ahead < far + reach and aside < reach + max(breadth, depth):
            return True
    return False
