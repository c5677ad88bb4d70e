"""Walks of a unit in a block, step by step, each paid for, until no movement is left, or something stops the unit.

A walk is planned on a copy of the unit; carrying it out makes the unit stand as the copy does.

Rules: battlesystem:7.0, battlesystem:7.6 to battlesystem:7.10, battlesystem:3.5.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.geometry.plane import TOLERANCE, turn_between
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.formation_changes import (
    change_facing,
    change_formation,
    change_frontage,
)
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Leg, Walk, touched
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.slides import make_slide
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.wheels import make_wheel, payable
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.space.obstacles import SPARE, Around, around
from banneret.rulebooks.battlesystem.stages import is_moving
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import after_colon, agree, counted, degrees, says
from banneret.rulebooks.battlesystem.unit import CLOSED, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

# ---------------------------------------------------------------- planning


def plan(
    state: State,
    unit: Unit,
    steps: list[Step],
    allowance: float | None = None,
    enemies: bool = False,
    short: float = 0.0,
) -> Walk:
    """The outcome of steps; nothing is changed. Rules: battlesystem:7.0, battlesystem:7.7b, battlesystem:3.5.

    Args:
        state: the battle.
        unit: a unit in a block.
        steps: as in an order.
        allowance: inches it may spend in this whole phase, what it has spent included; without one its movement rate.
        enemies: whether enemies are looked at: before a declaration only if measuring is allowed then.
        short: inches before an enemy at which a step ends, instead of touching him.
    """
    walk = Walk(unit.copy(), rate(state, unit) if allowance is None else allowance, short, enemies)
    look = looked_around(state, unit, steps, walk.left)
    walk.bars, walk.tariff, walk.around = look.bars, look.tariff, look
    if enemies:
        walk.foes, walk.grounds = look.foes, look.grounds
    _take_all(state, walk, steps)
    return walk


def carried_on(state: State, walk: Walk, step: Step) -> Walk:
    """A walk with one more step, as if both had been planned together; the walk itself stays as it is.

    For those who try several ways after the same first steps, one of which was no mere slide (see `looked_around`).
    """
    longer = walk.copy()
    _take_all(state, longer, [step], longer.place + 1)
    return longer


def _take_all(state: State, walk: Walk, steps: list[Step], first: int = 0) -> None:
    """Make steps one after the other, until something ends the walk; `first`: the place of the first of them in the walk."""
    for place, step in enumerate(steps, first):
        if walk.is_over:
            break
        walk.place = place
        if walk.unit.singles is not None:
            reason = (
                "After it has dispersed its figures move each for itself: give them an order of their own."
            )
            walk.refuse(reason, "battlesystem:2.9d", False)
            break
        _take(state, walk, step)


def wheel_as_far(state: State, unit: Unit, hand: str, degrees: float) -> Walk | None:
    """A wheel of n degrees, or as far as ground and the movement left let a unit turn, to 0.01; None if it cannot turn at all.

    A line that the unit cannot pay for ends the wheel before it. Rules: battlesystem:7.9c, battlesystem:11.8e, battlesystem:11.8n.
    """
    low, high = 0, int(degrees * 100.0 + 0.000001)  # hundredths of a degree
    found: Walk | None = None
    tried = high
    if high > 0:
        step: Step = ("wheel", hand, plain(high / 100.0))
        walk = plan(state, unit, [step], None, True)
        if walk.refusal is None:
            return walk
        if walk.tariff is not None and unit.formation != CLOSED and not unit.shields:
            # only its price and what it crosses decide: they are found without making each wheel that is tried
            most = payable(state, walk, step)
            if most <= 0.0:
                return None
            walk = plan(state, unit, [("wheel", hand, plain(most))], None, True)
            return walk if walk.refusal is None else None
        tried = high // 2
    while tried > low:
        walk = plan(state, unit, [("wheel", hand, plain(tried / 100.0))], None, True)
        if walk.refusal is None:
            found, low = walk, tried
        else:
            high = tried
        tried = (low + high) // 2
    return found


def looked_around(state: State, unit: Unit, steps: list[Step], left: float) -> Around:
    """All that a unit may meet by some steps with n inches of movement left.

    No point of it moves farther than that in a slide; steps that turn or spread it are given its girth besides.
    """
    block = unit.block
    assert block is not None
    return around(state, unit, left + SPARE + (block.girth if _may_spread(state, steps) else 0.0), left)


def _may_spread(state: State, steps: list[Step]) -> bool:
    """True if steps may do more than slide a unit: turn it, or spread it."""
    setting = state.setting
    if setting.terrain or setting.flags.square_up or setting.flags.oblique_turns:
        return True
    for step in steps:  # noqa: SIM110 - a loop is faster than a generator here
        if step[0] != "slide":
            return True
    return False


def _take(state: State, walk: Walk, step: Step) -> None:
    """Make one step. Rules: battlesystem:7.9, battlesystem:7.9a, battlesystem:7.9b, battlesystem:7.9e, battlesystem:7.10a, 7.6."""
    word = step[0]
    if word == "slide":
        make_slide(state, walk, step)
    elif word == "wheel":
        make_wheel(state, walk, step)
    elif word == "formation":
        change_formation(state, walk, step)
    elif word == "frontage":
        change_frontage(state, walk, step)
    else:
        change_facing(state, walk, step)


# ---------------------------------------------------------------- carrying out


def go(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """Make a walk that was planned with enemies looked at; nothing may have changed since. Rules: battlesystem:7.0, 3.5, 7.8.

    Contact ends the unit's move, and so does a step that is lost. Orders are carried out by `march.mover`.
    """
    if walk.legs:
        put(unit, walk)
        if walk.short == 0.0:
            contacts.note(state, unit, walk.contacts)
    if walk.refusal is not None or walk.touches or walk.left <= LEAST or walk.cost < LEAST:
        unit.finished = True
    if walk.contacts:
        catch(state, unit)
    if table.telling:
        tell(state, table, unit, walk)


def put(unit: Unit, walk: Walk) -> None:
    """Put a unit where a walk leads it, and let it pay. Rule: battlesystem:7.0."""
    after = walk.unit
    unit.stand_like(after)
    unit.formation, unit.figures, unit.leader_at = after.formation, after.figures, after.leader_at
    unit.spent, unit.widened, unit.footing = after.spent, after.widened, after.footing
    unit.shields, unit.wheeled, unit.slowed = after.shields, after.wheeled, after.slowed
    unit.moved = unit.acted = True


def catch(state: State, unit: Unit, touched: Collection[int] = ()) -> None:
    """Mark as caught the enemies that a unit has moved into contact with, not those that it `touched` before. Rules: battlesystem:7.8f, 2.9f.

    Units are caught if their side has yet to move; skirmishers are caught by any unit in a block, at any time.
    """
    for enemy_id in contacts.enemies_touching(state, unit):
        enemy = state.units[enemy_id]
        singles = enemy.singles
        if singles is not None:
            if unit.block is not None:
                for touch in contacts.touches(state, unit, enemy):
                    singles[touch.other].caught = True
        elif enemy_id not in touched and has_yet_to_move(state, enemy.side):
            enemy.caught = True


def has_yet_to_move(state: State, side: int) -> bool:
    """True if a side's part of the Movement Phase is still to come. Rule: battlesystem:7.8f."""
    if not is_moving(state.stage):
        return False
    return side in state.movers[state.part + 1 :]


def tell(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """Tell the news of a move."""
    parts = [text for text in [_words(leg) for leg in walk.legs] if text]
    text = says(state, unit, f"{', then '.join(parts) or 'stays|stay where it|they is|are'}.")
    if walk.touches:
        text = f"{text[:-1]}, {'into' if parts else 'in'} contact with {touched(state, walk)}."
    rule = "battlesystem:7.0"
    if walk.refusal is not None:
        halt = agree(name(state, unit), "It|They stands|stand still")
        text += f" {halt}: {after_colon(state, walk.refusal.reason)}"
        rule = "battlesystem:3.5"
    path = [[leg.after.x, leg.after.y, leg.after.heading] for leg in walk.legs]
    data: dict[str, object] = {
        "unit": f"u{unit.id}",
        "path": path,
        "cost": round(walk.cost, 3),
        "contacts": [f"u{foe}" for foe in walk.contacts],
    }
    table.tell(declared(state, unit, "move", text, rule, data))


def _words(leg: Leg) -> str:
    """A leg in the news, in the singular and the plural; "" for one without length."""
    word = leg.step[0]
    if word == "slide":
        if leg.cost < TOLERANCE:
            return ""
        turn = float(leg.step[1])
        side = "right" if turn > 0.0 else "left"
        aside = " ahead" if not round(turn) else f", {degrees(turn)} to the {side}"
        gone = leg.cost if leg.inches < TOLERANCE else leg.inches  # the cost differs on dear ground
        return f"moves|move {round(gone, 1) or round(gone, 2):g} in{aside}"
    if word == "wheel":
        turned_by = abs(turn_between(leg.before.heading, leg.after.heading))
        if turned_by < TOLERANCE:
            return ""
        return f"wheels|wheel {degrees(turned_by)} to the {leg.step[1]}"
    if word in ("face", "about"):
        where = leg.step[1] if word == "face" else "about"
        if not isinstance(leg.step[-1], tuple):
            return f"faces|face {where}"
        turned = len(leg.step[-1])
        return f"turns|turn {counted(turned)} {'to the ' if word == 'face' else ''}{where}"
    if word == "formation":
        return f"goes|go into {leg.step[1]} formation"
    return f"changes|change its|their frontage from {leg.before.files} to {leg.after.files}"
