"""Orders to units that touch an enemy or can come into contact: wraps, withdrawals, charges, moves into contact."""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import path, side_met, wanted_files, ways
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import may_close
from banneret.rulebooks.battlesystem.ai.prospects import breadth_of, prospect, prospect_in_contact, rate
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.combat import attack_rolls, strikers
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement.charges import charge_aims, charge_paths
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.space import contacts, distances
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, Unit

SHAKEN: Final = (
    0.3  # the extra gain that a unit out of order or command must be promised, as a share of its worth
)
MANY: Final = 0.1  # worth of each figure that strikes at once
FULL: Final = 8  # the most figures that count for it
CHARGE: Final = 0.06  # the share by which a charge in closed order strikes better
LOOKED_AT: Final = (
    0.5  # share of its worth by which a melee may fall short at first sight and still be looked into
)
THIN: Final = 0.5  # share of its worth that is lost if none of the figures strike that could
SPARED: Final = 0.35  # share of those figures that may be missing at no loss
LOSING: Final = -0.6  # share of its worth that a melee must threaten before a unit withdraws
FEW: Final = 2  # striking figures up to which a melee is better begun again
LEAST: Final = 6  # the fewest figures of a unit that begins one again
MOVED_UP: Final = 1  # the most figures moved up to an end of the front for a wrap
WRAP: Final = 0.6  # worth of each end of the front that wraps around an enemy
AGAIN: Final = 0.4  # worth of beginning a melee again

# ---------------------------------------------------------------- in contact


def in_contact(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the orders to wrap around the enemy, to withdraw and come again, or to get away from a melee that is being lost."""
    state = front.state
    if not unit.engaged or unit.formation == MOB:
        return
    block = unit.block
    foes = front.foes_at(unit)
    if not unit.caught and block is not None and block.ranks > attack_rolls.weapon_of(state, unit).reach:
        touching = max([len(strikers.reach(state, unit, state.units[foe]).touching) for foe in foes])
        if touching >= 2:
            found.extend(
                [
                    (WRAP * (len(order) - 2), order)
                    for order in wraps.offers(state, unit)
                    if all(end[1] <= MOVED_UP for end in order[2:]) and wraps.comes_off(state, unit, order)
                ]
            )
    stay = 0.0
    for number in foes:
        foe = state.units[number]
        stay += prospect_in_contact(state, unit, foe, front.friends_at(foe, unit))
    if not found and unit.figures >= LEAST and unit.block is not None and unit.block.files > 3:
        strike = sum([_strikers(state, unit, state.units[foe]) for foe in foes])
        if strike <= FEW and not any(_is_pressed(front, state.units[foe], unit) for foe in foes):
            # hardly in touch: withdraw, to come again with more figures striking
            found.extend(
                [(AGAIN, order) for order in disengaging_orders.offers(state, unit) if order[0] == "withdraw"]
            )
    if stay < LOSING * worth(state, unit) and unit.wings == (0, 0):
        away = -0.3 - stay * 0.2 - 0.1 * worth(state, unit)
        found.extend(
            [(away, order) for order in disengaging_orders.offers(state, unit) if order[0] == "withdraw"]
        )


def _strikers(state: State, unit: Unit, enemy: Unit) -> int:
    """The number of figures of a unit that could strike an enemy now; a stand in contact counts for all of its own. Rules: battlesystem:8.1, battlesystem:2.4."""
    able = strikers.eligible(state, unit, enemy)
    return attack_rolls.count_of(unit, able, strikers.idle(state, unit, enemy, able))


# ---------------------------------------------------------------- into contact


def _is_pressed(front: Front, foe: Unit, but: Unit) -> bool:
    """True if another unit of the side strikes an enemy with more than `FEW` figures."""
    for other in front.mine:
        if other.id == but.id or other.routed or not contacts.are_touching(front.state, other, foe):
            continue
        if _strikers(front.state, other, foe) > FEW:
            return True
    return False


def in_reach(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add charges and moves into contact on the three enemies that promise most."""
    state = front.state
    block = unit.block
    assert block is not None
    roster = unit.now
    reach = roster.movement * charge_paths.RANGE - unit.spent
    own = worth(state, unit)
    least = front.eager() * own
    marks: list[tuple[float, int]] = []
    for foe in front.foes:
        if foe.id in unit.left_by:
            continue
        if not distances.may_meet(unit, foe, reach):
            continue
        aspect = side_met(unit, foe)
        friends = front.friends_at(foe, unit)
        value = prospect(state, unit, foe, aspect, FRONT, friends) + front.posture.bite - least
        value += front.objective.prize(foe)
        if value > -LOOKED_AT * own:
            marks.append((value, foe.id))
    if not unit.in_command or (unit.formation != CLOSED and may_close(state, unit)):
        least += SHAKEN * own
    cost = front.posture.alone * own if marks and not front.fighting and not front.is_backed(unit) else 0.0
    marks.sort(reverse=True)
    can_charge = charge_aims.cannot_charge(state, unit) is None
    for _, number in marks[:3]:
        foe = state.units[number]
        far = distances.distance(unit, foe)
        left = roster.movement - unit.spent
        if far <= left + 0.01:
            mark, steps = _best_move(front, unit, foe, left)
            if steps:
                found.append((mark + 0.1 - least - cost, ("move", unit.id, *steps)))
        if can_charge and far <= reach:
            mark, steps = _best_charge(front, unit, foe, reach)
            if steps:
                found.append((mark - least - cost, ("charge", unit.id, foe.id, *steps)))


def _mark_of(front: Front, moved: Unit, contacts: list[int], edge: float = 0.0, wild: bool = False) -> float:
    """The gain that a unit may expect of its melees after a move, by the figures that strike and strike back.

    Args:
        front: the side.
        moved: the unit after the move.
        contacts: the enemies that it then touches.
        edge: the share by which it strikes better than usual.
        wild: see `prospects.fighter`.
    """
    state = front.state
    found = front.posture.bite
    mine = 0
    for number in contacts:
        foe = state.units[number]
        found += front.objective.prize(foe)
        strike = _strikers(state, moved, foe)
        if strike == 0:
            return -1e9
        answer = 0 if foe.routed else _strikers(state, foe, moved)
        mine += strike
        friends = front.friends_at(foe, moved)
        found += prospect_in_contact(state, moved, foe, friends, edge, wild, strike, answer)
    return found + MANY * min(mine, FULL)


def _want(state: State, unit: Unit, foe: Unit, moved: Unit) -> float:
    """The loss from a move after which fewer figures of a unit strike than could."""
    block = moved.block
    assert block is not None
    strike = _strikers(state, moved, foe)
    inches = breadth_of(state, foe, contacts.aspect(state, moved, foe))
    full = min(block.figures, wanted_files(state, unit), int(inches / (block.width + block.spacing)) + 1)
    short = 1.0 - strike / max(1, full * unit.mount)
    return max(0.0, short - SPARED) * THIN * worth(state, unit)


def _best_move(front: Front, unit: Unit, foe: Unit, inches: float) -> tuple[float, list[Step]]:
    """The mark and steps of the best ordinary move into contact with an enemy; no steps if there is none."""
    state = front.state
    best: list[Step] = []
    top = -1e9
    for steps in ways(state, unit, foe, inches):
        walk = plan(state, unit, steps, None, True)
        if walk.halt is not None and unit.formation == CLOSED and foe.id not in walk.contacts:
            steps = [("formation", "open"), *steps]  # ground that no closed order enters. Rule: 11.8c
            walk = plan(state, unit, steps, None, True)
        if walk.refusal is None and foe.id in walk.contacts:
            mark = _mark_of(front, walk.unit, walk.contacts) - _want(state, unit, foe, walk.unit)
            if mark > top:
                best, top = steps, mark
    return top, best


def _best_charge(front: Front, unit: Unit, foe: Unit, reach: float) -> tuple[float, list[Step]]:
    """The mark and steps of the best charge at an enemy; none for unruly troops in closed order, who would lose it. Rule: 7.14g."""
    state = front.state
    if unit.formation == CLOSED and discipline.is_unruly(state, unit):
        return -1e9, []
    tries: list[list[Step]] = []
    steps = path(state, unit, foe, reach)
    if steps and steps[-1][0] == "slide":
        tries.append([*steps[:-1], ("slide", steps[-1][1])])
    aimed = charge_aims.aimed(state, unit, foe)
    if aimed and aimed not in tries:
        tries.append(aimed)
    best: list[Step] = []
    top = -1e9
    share, whole = state.setting.flags.charge_straight
    for one in tries:
        run = charge_paths.walked(state, unit, one)
        if foe.id not in run.walk.contacts or not charge_paths.is_lawful(state, unit, run):
            continue
        if run.made - run.straight > reach * (whole - share) / whole:
            continue
        mark = _mark_of(front, run.walk.unit, run.walk.contacts, CHARGE if unit.formation == CLOSED else 0.0)
        mark -= _want(state, unit, foe, run.walk.unit)
        mark -= _on_spears(state, run.walk.unit, run.walk.contacts) * worth(state, unit)
        if mark > top:
            best, top = one, mark
    return top, best


def _on_spears(state: State, moved: Unit, contacts_: list[int]) -> float:
    """The share of a charging unit that is likely to fall to spears set against it before it strikes. Rules: 11.7a, battlesystem:11.7b."""
    lost = 0.0
    for number in contacts_:
        foe = state.units[number]
        if not foe.spears:
            continue
        moved.charged = number
        if attack_rolls.are_set_against(state, foe, moved):
            figures = _strikers(state, foe, moved)
            lost += (
                2.0 * figures * rate(state, foe, moved, contacts.aspect(state, foe, moved)) / moved.now.figure
            )
    return min(1.0, lost / moved.figures)
