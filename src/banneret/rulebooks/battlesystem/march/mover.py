"""The mover: it carries out the walks of units in a block, halts them where an enemy shoots, and goes on afterwards.

After a shot the rest of the way is planned again, for the figures that are left and in the formation that they have then.
In the Basic Game nobody shoots and nothing is asked.

Rules: battlesystem:7.0, battlesystem:10.6 to battlesystem:10.6c, battlesystem:7.3c.
"""

from __future__ import annotations

from banneret.geometry.plane import snap_heading
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import slide
from banneret.rulebooks.battlesystem.combat.losses import open_losses
from banneret.rulebooks.battlesystem.drill import gathering
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Walk
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import go, plan, put, tell
from banneret.rulebooks.battlesystem.march.passing_shots import asked, fire, is_gone
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.space import dressing
from banneret.rulebooks.battlesystem.stages import BASIC
from banneret.rulebooks.battlesystem.state import PASSING, State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate


def is_watched(state: State) -> bool:
    """True if moves can be shot at in this battle. Rules: battlesystem:1.0d, battlesystem:10.6."""
    return state.setting.tier != BASIC


def move(state: State, table: Table, side: int, order: Order) -> None:
    """Carry out a "move" as declared; skirmishers gather by it. Rule: battlesystem:7.0."""
    unit = state.units[order[1]]
    if unit.singles is not None:
        gathering.carry_out(state, table, unit, order, rate(state, unit))
        return
    walk(state, table, unit, list(order[2:]), rate(state, unit))


def walk(
    state: State,
    table: Table,
    unit: Unit,
    steps: list[Step],
    allowance: float,
    short: float = 0.0,
    planned: Walk | None = None,
) -> Walk:
    """Move a unit by declared steps, tell the news, and return the last walk that was made.

    `allowance` and `short` are those of `plan`; `planned` is its outcome, if that is known. Contact ends the unit's move, and so does a
    step that is lost. Rules: battlesystem:7.0, battlesystem:3.5, battlesystem:7.8, battlesystem:10.6c.
    """
    made = plan(state, unit, steps, allowance, True, short) if planned is None else planned
    if not is_watched(state):
        go(state, table, unit, made)
        return made
    gone = 0.0
    while made.legs and made.unit.singles is None:
        way = Way(
            unit,
            made.legs,
            made.touches,
            is_mended(state, 10),
            is_mended(state, 14),
            is_mended(state, 15),
            is_mended(state, 16) and made.halt is not None,
        )
        shot = asked(state, table, unit, way)
        if shot is None:
            break
        stop = way.stops[shot[3]]
        if way.is_end(stop):
            go(state, table, unit, made)
            under_fire(state, table, unit, shot)
            stands_in_sight(state, table, unit)
            return made
        before, rest = way.cut(stop)
        if before:
            # a part keeps to the road if the whole way does, and only then. Rule: battlesystem:11.8a
            if not unit.footing and is_mended(state, 9):
                unit.footing = made.unit.footing
            part = plan(state, unit, before, allowance, True, short)
            if way.is_in_a_slide(stop):
                keep_facing(state, part)
            put(unit, part)
            gone += part.cost
            if table.telling:
                tell(state, table, unit, part)
        if not under_fire(state, table, unit, shot):
            return made
        made = plan(state, unit, rest, allowance, True, short)
    go(state, table, unit, made)
    if gone >= LEAST and made.cost < LEAST and is_mended(state, 9):
        # after a shot next to nothing was left of the way: the move is not over; by versions 1 to 8 of the rules it was
        unit.finished = made.refusal is not None or bool(made.touches) or made.left <= LEAST
    return made


def keep_facing(state: State, part: Walk) -> None:
    """Take back the turn at the end of an oblique move that a shot has cut: the unit turns where all of it ends. Option oblique_turns.

    By versions 1 to 13 of the rules it turned where it was shot at too, and went on at that angle to its new front. Rules: 7.9a, battlesystem:10.6c.
    """
    leg = part.legs[-1] if part.legs else None
    if leg is None or leg.step[0] != "slide" or part.touches or not is_mended(state, 14):
        return
    if leg.after.heading != leg.before.heading:
        leg.after = slide(leg.before, snap_heading(leg.before.heading + float(leg.step[1])), leg.inches)
        dressing.stand(part.unit, leg.after)


def under_fire(state: State, table: Table, unit: Unit, shot: Order) -> bool:
    """Shoot at a unit on the move; return True if it can go on. Open troops pay at once for gaps filled. Rules: 10.6c, 7.3c."""
    if is_mended(state, 17):
        state.walker = PASSING
    fire(state, table, shot)
    state.walker = NOBODY
    if is_gone(unit):
        unit.finished = True
        return False
    if unit.debt:
        open_losses.pay(state, table, unit, rate(state, unit))
    return True


def runs_in_sight(state: State, table: Table, unit: Unit) -> None:
    """Let enemies shoot at a unit before a rout goes on, or where it rests: if it is hit it runs again. Rules: battlesystem:10.6a, 6.4a."""
    while is_watched(state) and unit.status == FIELD:
        shot = asked(state, table, unit, Way(unit, [], False))
        if shot is None:
            return
        fire(state, table, shot)


def stands_in_sight(state: State, table: Table, unit: Unit) -> bool:
    """Let enemies shoot at troops where they stand, before a move or at its end; return True if they are still there. Rule: battlesystem:10.6a."""
    if not is_watched(state):
        return True
    while not is_gone(unit):
        shot = asked(state, table, unit, Way(unit, [], False))
        if shot is None:
            return True
        under_fire(state, table, unit, shot)
    return False
