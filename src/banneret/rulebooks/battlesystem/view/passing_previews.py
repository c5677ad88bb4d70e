"""Previews of shots at troops on the move: the way of the mover, where a shot meets him, and who shoots at whom.

Rules: battlesystem:10.6, battlesystem:10.6a, battlesystem:9.4c, battlesystem:9.4d.
"""

from __future__ import annotations

from msgspec import structs

from banneret.kernel.order import Order
from banneret.kernel.scene import Odds, Preview, Shape, refused
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.engines.shots import FIRE
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.march import divided
from banneret.rulebooks.battlesystem.march.divided import SPLIT
from banneret.rulebooks.battlesystem.march.passing_shots import (
    RULE,
    PassingShot,
    is_at_man,
    man_shot_at,
    stop_of,
)
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, OVER, aim_of
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.view.artillery.shot_forecasts import shot_forecast
from banneret.rulebooks.battlesystem.view.forecasts.volleys import (
    aim_lines,
    divided_preview,
    met_at,
    passing_forecast,
)
from banneret.rulebooks.battlesystem.view.pieces import outline, rounded


def passing_preview(state: State, decision: PassingShot, order: Order) -> Preview:
    """The preview of a shot at troops on the move, or of holding: then their whole way. Rules: battlesystem:10.6, battlesystem:10.6a."""
    refusal = decision.check(order)
    if refusal is not None:
        return refused(refusal)
    if order[0] == SPLIT:
        found = divided_preview(state, decision, order)
        stop = divided.spelled(state, order, decision.mover)[3] if decision.way is not None else None
        return structs.replace(found, shapes=(*_way(state, decision, stop), *found.shapes))
    if order == HOLD:
        last = len(decision.way.stops if decision.way is not None else decision.spots) - 1
        return Preview(shapes=_way(state, decision, last if last >= 0 else None), rule=RULE)
    stop = stop_of(order) if decision.way is not None or decision.spots else None
    there = at_stop(state, decision, order)
    return Preview(
        shapes=(*_way(state, decision, stop), *_aimed(there, order)),
        rule=RULE,
        odds=_odds(state, there, decision, order),
    )


def at_stop(state: State, decision: PassingShot, order: Order) -> State:
    """The battle with the mover at the point where a shot meets him. Rule: battlesystem:10.6a."""
    if not decision.spots:
        return met_at(state, decision, order)
    if not is_at_man(order):  # past an individual who comes upon the shooter
        return state
    there = state.copy()
    one = there.individuals[man_shot_at(order)]
    _, one.x, one.y = decision.spots[stop_of(order)]
    return there


def _odds(state: State, there: State, decision: PassingShot, order: Order) -> Odds | None:
    if order[0] == FIRE:
        return shot_forecast(there, order)
    return passing_forecast(state, decision, order)


def _way(state: State, decision: PassingShot, stop: int | None) -> tuple[Shape, ...]:
    """The way of the mover as far as a point of it, and where he would be there; nothing where nobody moves. Rule: battlesystem:10.6a."""
    if stop is None:
        return ()
    if decision.spots:
        points = [rounded((x, y)) for _, x, y in decision.spots[: stop + 1]]
        return (Shape("line", tuple(points)),) if len(points) > 1 else ()
    if decision.way is None or not decision.way.stops[stop].inches:
        return ()
    mover = state.units[decision.mover]
    there = state.copy()
    decision.way.stops[stop].set_down(there.units[mover.id])
    return (*_line(decision.way, mover, stop), *_bodies(there.units[mover.id]))


def _line(way: Way, mover: Unit, stop: int) -> tuple[Shape, ...]:
    """The way of the middle of a front; skirmishers go each on a way of his own. Rule: battlesystem:10.6a."""
    if mover.block is None:
        return ()
    blocks = [mover.block, *[one.block for one in way.stops[: stop + 1] if one.block is not None]]
    text = f"{way.stops[stop].inches:.3g} in"
    return (
        Shape("line", tuple([rounded(block.point(0.0, 0.0)) for block in blocks]), text, side=mover.side),
    )


def _bodies(unit: Unit) -> list[Shape]:
    if unit.block is not None:
        return [Shape("body", outline(unit.block), side=unit.side, facing=unit.block.heading)]
    bases = [standing.base_of(unit, figure) for figure in range(len(unit.singles or ()))]
    return [
        Shape("body", tuple([rounded(corner) for corner in base.corners()]), side=unit.side) for base in bases
    ]


def _aimed(there: State, order: Order) -> tuple[Shape, ...]:
    """The lines from who shoots to who is shot at."""
    at_man = is_at_man(order)
    if not at_man and order[0] == "shoot":
        unit, target = there.units[order[1]], there.units[order[2]]
        fire = aim_of(there, unit, target, order[-1] == OVER)
        return tuple(aim_lines(unit, target, fire)) if fire is not None else ()
    to = _spot(there.individuals[man_shot_at(order)]) if at_man else standing.centre(there.units[order[2]])
    if order[0] == AIM:
        start = _spot(there.individuals[order[1]])
    elif order[0] == FIRE:
        start = crews.base_of(there, there.pieces[order[1]]).front_middle()
    else:
        start = standing.centre(there.units[order[1]])
    return (Shape("line", (rounded(start), rounded(to))),)


def _spot(one: Individual) -> tuple[float, float]:
    return one.x, one.y
