"""Split-fire: troops that shoot in the middle of their own move. The verb is ("shoot", unit, target), with "over" over friends.

("shoot", unit, (target, figures), (target, figures)...) divides the figures; then "over" may stand anywhere after the unit.

Rules: battlesystem:10.1m, battlesystem:10.5, battlesystem:10.5a, battlesystem:10.5b, battlesystem:10.7, battlesystem:10.7b.
"""

from __future__ import annotations

from banneret.geometry.plane import within
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.order_checks import unit_of
from banneret.rulebooks.battlesystem.missiles import shooters
from banneret.rulebooks.battlesystem.missiles.shooting_orders import (
    ONCE,
    OVER,
    Shooting,
    aim_of,
    shots_at,
    why_spared,
)
from banneret.rulebooks.battlesystem.missiles.volleys import Volley, shoot
from banneret.rulebooks.battlesystem.state import State, enemies, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import full_rate
from banneret.rulebooks.battlesystem.worth.shooting_limits import shoots_on_the_move

RULE = "battlesystem:10.5"


def gone(state: State, unit: Unit) -> float:
    """Inches of its rate that a unit has spent by choice this round; of skirmishers, by the figure that spent most. Rule: battlesystem:10.5b."""
    singles = unit.singles
    if singles is None:
        return unit.spent - unit.closing
    farthest = max([singles[figure].moved for figure in figures_standing(unit)], default=0.0)
    return farthest + (unit.spent - unit.closing if is_mended(state, 9) else 0.0)


def why_not(state: State, unit: Unit) -> Refusal | None:
    """The reason a unit cannot shoot at anybody in its own move; None if it can. Rules: 10.5, 10.5a, 10.5b.

    Skirmishers shoot each for himself (2.9d); by versions 1 to 12 of the rules all together, and once.
    """
    label = name(state, unit)
    if not shoots_on_the_move(unit):
        reason = f"{label} {agree(label, 'does|do')} not shoot on the move: mounted archers, centaurs and some beasts do."
        return Refusal(reason, RULE)
    if unit.finished or unit.quarry != NOBODY:
        return Refusal(f"{label} {agree(label, 'has|have')} moved.", "battlesystem:10.5b")
    half = full_rate(unit) / 2.0
    singles = unit.singles
    is_each = singles is not None and is_mended(state, 13)
    if unit.split and not is_each:
        return Refusal(f"{label} {agree(label, 'has|have')} shot in this move.", "battlesystem:10.5b")
    if singles is not None and is_each:
        able = [one for one in singles if one.gone == FIELD]
        if not any(shooters.may_shoot_in_its_move(state, unit, one, half) for one in able):
            reason = (
                f"Each figure of {label} has shot in this move, or spent more than half of its movement rate."
            )
            return Refusal(reason, "battlesystem:10.5b")
    elif not within(gone(state, unit), half):
        reason = f"{label} {agree(label, 'has|have')} spent more than half of {agree(label, 'its|their')} movement rate."
        return Refusal(reason, "battlesystem:10.5b")
    return shooters.refusal(state, unit)


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason troops cannot shoot in their move as ordered; None if they can. Rules: 10.5, 10.5a, 10.5b."""
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    found = why_not(state, unit)
    if found is not None:
        return found
    if is_divided(order):
        divided = _divided(state, unit, order)
        return _with_example(state, unit, divided) if isinstance(divided, Refusal) else None
    if len(order) not in (3, 4) or type(order[2]) is not int or order[2] not in state.units:
        return _with_example(state, unit, Refusal("Name the unit that shoots, then its target.", RULE))
    target = state.units[order[2]]
    over = len(order) == 4
    if target.side == side or target.status != FIELD or (over and order[3] != OVER):
        reason = "The target is an enemy on the table; only 'over' may follow."
        return _with_example(state, unit, Refusal(reason, RULE))
    spared = why_spared(state, unit, target)
    if spared is not None:
        return spared
    if over and not shooters.may_arch(state, unit):
        reason = "Only bows in command shoot over friends."
        return _with_example(state, unit, Refusal(reason, "battlesystem:10.7"))
    if aim_of(state, unit, target, over) is None:
        reason = f"{name(state, target)} cannot be shot at from here."
        return _with_example(state, unit, Refusal(reason, "battlesystem:10.5b"))
    return None


def _with_example(state: State, unit: Unit, found: Refusal) -> Refusal:
    """The refusal, with a shot that could be made instead, if there is one."""
    able = offers(state, unit)
    found.nearest = able[0] if able else None
    return found


def is_divided(order: Order) -> bool:
    """True if an order names several targets, each with its figures. Rule: battlesystem:10.1m."""
    return any(isinstance(part, tuple) for part in order[2:])


def _divided(state: State, unit: Unit, order: Order) -> list[Volley] | Refusal:
    """The volleys of a unit that divides its figures, each of one shot. Rules: battlesystem:10.1m, battlesystem:10.5."""
    return Shooting(state, unit.side, RULE).volleys(("split", *order[1:], ONCE))


def volleys(state: State, unit: Unit, order: Order) -> list[Volley]:
    """The volleys of an order that can be given. Rules: battlesystem:10.1m, battlesystem:10.5b."""
    if not is_divided(order):
        return [Volley(unit.id, order[2], shooters.figures(state, unit), 1, order[-1] == OVER)]
    found = _divided(state, unit, order)
    assert not isinstance(found, Refusal), "the order was checked before"
    return found


def offers(state: State, unit: Unit) -> list[Order]:
    """The shots of a unit in its move, at each enemy whom it sees; over friends if more figures can shoot so. Rules: 10.5b, 10.7b."""
    found: list[Order] = []
    if unit.now.missile is None or why_not(state, unit) is not None:
        return found
    for enemy in enemies(state, unit.side):
        if why_spared(state, unit, enemy) is None:
            found += shots_at(state, unit, enemy)
    return found


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random one of its shots; None if it has none."""
    found = offers(state, unit)
    return found[chance.below(len(found))] if found else None


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Make the one shot; the unit goes on with what is left of its rate. Rule: battlesystem:10.5b."""
    unit = state.units[order[1]]
    shoot(state, table, volleys(state, unit, order))
    unit.aims = ()
    unit.split = True
