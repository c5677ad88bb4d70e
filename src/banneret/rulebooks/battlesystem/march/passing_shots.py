"""Pass-through fire: who may shoot at troops on the move, at which point of it; one shot of a unit, or of a piece, in a round.

Rules: battlesystem:10.2b, battlesystem:10.6, battlesystem:10.6a, battlesystem:10.6b, battlesystem:10.6d, battlesystem:10.6e.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import (
    HOLD,
    OVER,
    reach_of,
    shots_at,
    why_spared,
)
from banneret.rulebooks.battlesystem.missiles.volleys import Volley, shoot
from banneret.rulebooks.battlesystem.state import FIELD, NOBODY, State, Unit, on_field

RULE: Final = "battlesystem:10.6"


class PassingShot(Choice):
    """A shot at an enemy on the move, or ("hold",). Rules: battlesystem:10.6, battlesystem:10.6a.

    ("shoot", unit, target, stop) names the point of the mover's way by its number; ("fire", piece, target, stop) is a shot of
    artillery, ("aim", individual, target, stop) one of an individual. Without a stop and a way: at the end of the enemy's part, at any
    enemy. `spots`: the way of an individual, see `passing_champions`.
    """

    def __init__(
        self,
        side: int,
        options: list[Order],
        mover: int = NOBODY,
        way: Way | None = None,
        spots: list[tuple[float, float, float]] | None = None,
    ) -> None:
        super().__init__("passing", side, RULE, [HOLD, *options])
        self.mover: int = mover
        self.way: Way | None = way
        self.spots: list[tuple[float, float, float]] = spots or []


def may_shoot(state: State, unit: Unit) -> bool:
    """True if a unit may still shoot in the enemy's part of the Movement Phase. Rules: battlesystem:10.2b, battlesystem:10.6."""
    return unit.now.missile is not None and not unit.passing and refusal(state, unit) is None


def shooters_of(state: State, side: int) -> list[Unit]:
    """The units of a side that may shoot in the enemy's part of the Movement Phase. Rule: battlesystem:10.6."""
    return [unit for unit in on_field(state, side) if may_shoot(state, unit)]


def stop_of(order: Order) -> int:
    """The point of the way that a shot names, by its number. Rule: battlesystem:10.6a."""
    found: int = order[4] if order[0] == by_champions.AIM and order[2] == by_champions.MAN else order[3]
    return found


def along(state: State, side: int, mover: Unit, way: Way) -> list[Order]:
    """The shots of a side at a unit on its way, by stops. Rules: battlesystem:10.6a, battlesystem:10.6b.

    The unit is set down at each to see who sees it there; then it stands again where it stood.
    """
    shooters = shooters_of(state, side)
    pieces = shots.ready(state, side) if state.pieces else []
    heroes = by_champions.ready_to_pass(state, side)
    if not shooters and not pieces and not heroes:
        return []
    found: list[Order] = []
    was = mover.copy()
    for number, stop in enumerate(way.stops):
        stop.set_down(mover)
        for unit in shooters:
            found += [(*shot[:3], number, *shot[3:]) for shot in at(state, unit, mover)]
        for piece in pieces:
            found += [(*shot[:3], number, *shot[3:]) for shot in shots.offers(state, piece, mover)]
        for one in heroes:
            found += [(*shot, number) for shot in by_champions.at_unit(state, one, mover)]
    mover.stand_like(was)
    mover.formation = was.formation
    return found


def at(state: State, unit: Unit, target: Unit) -> list[Order]:
    """The shots of a unit at another where both stand: straight, or over friends where more figures shoot so. Rule: 10.6."""
    if why_spared(state, unit, target) is not None:
        return []
    return shots_at(state, unit, target)


def asked(state: State, table: Table, mover: Unit, way: Way) -> Order | None:
    """The first shot at a unit on its way that an enemy wants; None when all hold. Rules: battlesystem:10.6, battlesystem:10.6e.

    Every enemy side is asked, in the ranking; of their shots the earliest is fired, and the others are asked again after it.
    """
    first: Order | None = None
    for side in state.ranking:
        if side == mover.side:
            continue
        options = along(state, side, mover, way)
        if not options:
            continue
        order = table.ask(PassingShot(side, options, mover.id, way))
        if order != HOLD and (first is None or order[3] < first[3]):
            first = order
    return first


def fire(state: State, table: Table, order: Order) -> None:
    """The one shot of a unit, an individual or a piece at an enemy on the move. Rules: 10.2b, battlesystem:10.6, battlesystem:10.6c, 10.6d."""
    if order[0] == shots.FIRE:
        shots.fire(state, table, order)
        return
    if order[0] == by_champions.AIM:
        by_champions.shoot(state, table, order, 1)
        state.individuals[order[1]].passing = True
        return
    unit = state.units[order[1]]
    if order[0] == at_champions.SNIPE:
        at_champions.shoot(state, table, unit, state.individuals[order[2]], 1)
        unit.aims = ()
        unit.passing = True
        return
    volley = Volley(unit.id, order[2], figures(state, unit), 1, order[-1] == OVER)
    shoot(state, table, [volley])
    unit.aims = ()
    unit.passing = True


def after_the_part(state: State, table: Table, side: int) -> None:
    """The last window: a side has finished all its moves, and its enemies may shoot at any unit of it. Rule: battlesystem:10.6a."""
    for other in state.ranking:
        if other == side:
            continue
        while True:
            options = [
                shot
                for unit in shooters_of(state, other)
                for enemy in on_field(state, side)
                for shot in at(state, unit, enemy)
            ]
            options += [
                (at_champions.SNIPE, unit.id, one.id)
                for one in at_champions.targets(state, other)
                if one.side == side
                for unit in shooters_of(state, other)
                if at_champions.refusal(state, unit, one, reach_of(state, unit)) is None
            ]
            options += [
                shot
                for one in by_champions.ready_to_pass(state, other)
                for shot in by_champions.offers(state, one)
                if is_of(state, shot, side)
            ]
            if state.pieces:
                options += [
                    shot
                    for piece in shots.ready(state, other)
                    for enemy in on_field(state, side)
                    for shot in shots.offers(state, piece, enemy)
                ]
            if not options:
                break
            order = table.ask(PassingShot(other, options))
            if order == HOLD:
                break
            fire(state, table, order)


def is_of(state: State, shot: Order, side: int) -> bool:
    """True if an individual's shot is at troops or at an individual of a side."""
    if shot[2] == by_champions.MAN:
        return state.individuals[shot[3]].side == side
    return state.units[shot[2]].side == side


def is_gone(unit: Unit) -> bool:
    """True if a unit that was shot at makes no more of its move: it fell, or it ran. Rule: battlesystem:10.6c."""
    return unit.status != FIELD or unit.routed
