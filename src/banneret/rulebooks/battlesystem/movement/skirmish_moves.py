"""Orders to skirmishers, who move figure by figure, and who must first get away from formed enemies.

Order: ("skirmish", unit, (FIGURE, BEARING, INCHES, BEARING, INCHES...), ...): figures by number, or "all" for every one that can
still move; bearings are degrees clockwise from north. The figures of an order move together: where they stand is judged at the end.

Rules: battlesystem:2.9d to battlesystem:2.9g, battlesystem:7.8g, battlesystem:1.4, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.plane import heading_of, length, snap, turn_between
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.legs import LEAST
from banneret.rulebooks.battlesystem.drill.move_examples import nearest_enemy
from banneret.rulebooks.battlesystem.drill.order_checks import plain, unit_of
from banneret.rulebooks.battlesystem.drill.skirmish_walks import Sally, able, caught, plan, touched
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.march import mover, trails
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import after_colon, says
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import allowance_of, most_of, rate

MOST: Final = 48  # groups in an order
LEGS: Final = 6  # legs of a figure in an order


def end_move(state: State, unit: Unit) -> None:
    """End a unit's move, because another moves or its order was lost; figures that must get away still may.

    Rules: battlesystem:1.4, battlesystem:2.9f, battlesystem:3.5.
    """
    singles = unit.singles
    if singles is None or not must_leave(state, unit):
        unit.finished = True
        return
    held = caught(state, unit)
    for figure, single in enumerate(singles):
        single.done = single.done or figure not in held


def must_leave(state: State, unit: Unit) -> list[Order]:
    """The orders, of which one must be given, by which skirmishers get away from formed enemies that hold them.

    It is empty if nobody is held, or no held figure can withdraw or flee: these stay and fight. Rule: battlesystem:2.9f.
    """
    held = caught(state, unit)
    if not held:
        return []
    together = tuple(sorted(held))
    found: list[Order] = []
    groups = [together] if len(together) == 1 else [together, *[(figure,) for figure in together]]
    for figures in groups:
        tries: list[Order] = [("withdraw", unit.id, figures)]
        tries += [("flee", unit.id, turn, figures) for turn in (0, -45, 45)]
        for order in tries:
            if disengaging_orders.refusal(state, unit.side, order) is None:
                found.append(order)
                if order[0] == "flee":
                    break
        if found:
            break
    return found


# ---------------------------------------------------------------- the verb "skirmish"


def resolve(
    state: State,
    table: Table,
    unit: Unit,
    groups: list[Step],
    allowance: float,
    meet: bool = True,
    planned: Sally | None = None,
) -> Sally:
    """Move skirmishers as declared; if what they meet would make them end too close together, they stop sooner, or none goes.

    `planned` is the outcome of `plan`, if it is known and nobody can shoot at them. Return what they did.
    Rules: battlesystem:2.9d, battlesystem:2.9e, battlesystem:2.9g, battlesystem:3.5.
    """
    left = trails.go_under_fire(state, table, unit, groups, allowance, meet)
    if left is None:
        return Sally()
    if not left.groups:
        unit.finished = not able(state, unit, allowance)
        return Sally()
    sally = plan(state, unit, left.groups, allowance, True, meet) if planned is None else planned
    singles = unit.singles
    assert singles is not None
    if left.halted and sally.stuck != NOBODY and is_mended(state, 15):
        sally = _without_stuck(state, unit, left.groups, allowance, meet, sally)
    if sally.refusal is not None:
        end_move(state, unit)
    else:
        for run in sally.runs:
            single = singles[run.figure]
            unit.place(run.figure, run.x, run.y, run.heading)
            single.moved += run.moved
            single.slowed = run.slowed
            single.done = single.done or run.met
        unit.moved = unit.acted = True
        unit.footing = sally.footing or unit.footing
        if not able(state, unit, allowance):
            unit.finished = not touched(state, unit)
    if table.telling:
        _tell(state, table, unit, sally, left.halted)
    if left.shot is not None and mover.under_fire(state, table, unit, left.shot):
        mover.stands_in_sight(state, table, unit)
    return sally


def _without_stuck(
    state: State, unit: Unit, groups: list[Step], allowance: float, meet: bool, sally: Sally
) -> Sally:
    """The outcome of what is left of an order after a shot, without the figures that have no room to end their ways: these go no farther.

    By versions 1 to 14 of the rules nobody of the unit went farther then. Rules: battlesystem:2.9d, battlesystem:2.9g, 10.6c.
    """
    singles = unit.singles
    assert singles is not None
    named = {int(group[0]) for group in groups if group[0] != "all"}
    ways: list[Step] = []
    for group in groups:
        figures = [int(group[0])] if group[0] != "all" else able(state, unit, allowance)
        ways += [(figure, *group[1:]) for figure in figures if group[0] != "all" or figure not in named]
    stuck: list[int] = []
    while sally.stuck != NOBODY and len(ways) > 1:
        stuck.append(sally.stuck)
        ways = [way for way in ways if way[0] != sally.stuck]
        sally = plan(state, unit, ways, allowance, True, meet)
    if sally.refusal is None:
        for figure in stuck:
            singles[figure].done = True
    return sally


def _tell(state: State, table: Table, unit: Unit, sally: Sally, halted: bool = False) -> None:
    """Tell the news of a move; `halted`: of what is left of it after a shot."""
    label = name(state, unit)
    if sally.refusal is not None:
        reason = sally.refusal.reason
        words = "goes|go no farther: {}" if halted else "stays|stay where it|they is|are: {}"
        text = says(state, unit, words, after_colon(state, reason))
        rule = "battlesystem:3.5"
    else:
        most = max([run.moved for run in sally.runs])
        far = round(most, 1) or round(most, 2)
        count = len(sally.runs)
        figures = "one figure moves" if count == 1 else f"{count} figures move"
        text, rule = f"{label}: {figures}, up to {far:g} in.", "battlesystem:2.9d"
        if any(run.met for run in sally.runs):
            text = f"{text[:-1]}, into contact."
        elif far <= 0.0 and any(run.turned for run in sally.runs):
            text = f"{label}: {'one figure turns' if count == 1 else f'{count} figures turn'} on the spot."
        elif far <= 0.0:
            text = f"{label}: {'one figure finds its' if count == 1 else f'{count} figures find their'} way barred."
    data: dict[str, object] = {
        "unit": f"u{unit.id}",
        "figures": [[run.figure, run.x, run.y, run.heading] for run in sally.runs],
    }
    table.tell(declared(state, unit, "move", text, rule, data))


def refused_steps(state: State, unit: Unit, order: Order, allowance: float) -> Refusal | None:
    """The reason the groups of an order (its words from the third on) cannot be tried; None if they can. Rule: battlesystem:2.9g."""
    found = _tried(state, unit, order, allowance)
    return found if isinstance(found, Refusal) else None


def _tried(state: State, unit: Unit, order: Order, allowance: float) -> Sally | Refusal:
    """The outcome of an order as far as it may be known beforehand, or the reason it cannot be tried. Rules: battlesystem:3.5, 2.9g."""
    groups = list(order[2:])
    example: Order = (*order[:2], ("all", 0, plain(snap(most_of(state, unit, allowance)))))
    if not groups or len(groups) > MOST:
        reason = "Say which figures go, and where: (all 90 6), or (0 90 6) (1 45 3) for figures 1 and 2."
        return Refusal(reason, "battlesystem:2.9d", _legal(state, unit, example, allowance))
    for group in groups:
        if not is_group(state, unit, group):
            reason = "A figure's move is (NUMBER BEARING INCHES): 0 for figure 1, degrees clockwise from north, inches above 0"
            reason += ", or 0 to turn on the spot." if is_mended(state, 17) else "."
            return Refusal(reason, "battlesystem:2.9d", _legal(state, unit, example, allowance))
    enemies = state.setting.flags.premeasure
    sally = plan(state, unit, groups, allowance, enemies)
    if sally.refusal is not None:
        return sally.refusal
    if sally.cut and not enemies:
        figures = ", ".join([str(figure + 1) for figure in sally.cut])
        reason = f"{'Figure' if len(sally.cut) == 1 else 'Figures'} {figures} would end less than 1 in from another of its unit, or on a friend."
        nearest = (*order[:2], *_shortened(groups, sally))
        return Refusal(reason, "battlesystem:2.9g", _legal(state, unit, nearest, allowance))
    return sally


def _legal(state: State, unit: Unit, order: Order, allowance: float) -> Order | None:
    """The order, if it can be given; else None."""
    sally = plan(state, unit, list(order[2:]), allowance, state.setting.flags.premeasure)
    return order if sally.refusal is None and not sally.cut and len(order) > 2 else None


def _shortened(groups: list[Step], sally: Sally) -> list[Step]:
    """The groups, figure by figure, with those that must stop sooner going only so far; those that could not go at all are left out."""
    found: list[Step] = []
    by_figure = {int(group[0]): group for group in groups if group[0] != "all"}
    for run in sally.runs:
        group = by_figure.get(run.figure)
        if group is None:
            group = next(group for group in groups if group[0] == "all")
        words, last = list(group[1:]), len(group) - 1
        while last and not words[last - 1]:
            last -= 2  # turns on the spot at the end stay as they are
        words, turned = words[:last], words[last:]
        if run.figure in sally.cut:
            if not words or run.last < LEAST or run.moved < LEAST:
                continue
            before = sum([float(words[place]) for place in range(1, len(words) - 2, 2)])
            rest = run.way - before
            if rest < LEAST:
                continue
            words[-1] = plain(int(rest * 1000.0) / 1000.0)
        found.append((run.figure, *words, *turned))
    return found


def is_group(state: State, unit: Unit, group: Any) -> bool:
    """True if a word is a group of an order: a figure or "all", then bearings and inches in turn.

    0 inches turn the figure; by versions 1 to 16 of the rules it looked where it went last. Rule: battlesystem:7.9.
    """
    if not isinstance(group, tuple) or len(group) < 3 or len(group) % 2 == 0 or len(group) > 1 + 2 * LEGS:
        return False
    singles = unit.singles
    assert singles is not None
    if group[0] != "all" and not (type(group[0]) is int and 0 <= group[0] < len(singles)):
        return False
    for place in range(1, len(group), 2):
        bearing, inches = group[place], group[place + 1]
        if not isinstance(bearing, (int, float)) or not isinstance(inches, (int, float)):
            return False
        if not (-360.0 <= bearing <= 360.0 and 0.0 <= inches <= 1000.0):
            return False
        if not inches and not is_mended(state, 17):
            return False
    return True


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason skirmishers cannot move as ordered; None if they can. Rules: battlesystem:2.9d, battlesystem:2.9g, 7.8g."""
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    if unit.singles is None:
        reason = f"{name(state, unit)} are not skirmishers: they move as one body."
        return Refusal(reason, "battlesystem:2.8c")
    return refused_steps(state, unit, order, rate(state, unit))


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Move as declared. Rule: battlesystem:2.9d."""
    unit = state.units[order[1]]
    resolve(state, table, unit, list(order[2:]), rate(state, unit))


def offers(state: State, unit: Unit) -> list[Order]:
    """Examples: all figures toward the nearest enemy, all away from it or aside, and the first figure alone toward it."""
    figures = able(state, unit)
    if not figures:
        return []
    singles = unit.singles
    assert singles is not None
    inches = _inches(state, unit, figures)
    bearing = _toward(state, unit)
    tries: list[Order] = [("skirmish", unit.id, ("all", bearing, inches))]
    tries += [("skirmish", unit.id, ("all", (bearing + turn) % 360, inches)) for turn in (180, 90, 270)]
    tries.append(("skirmish", unit.id, ("all", bearing, plain(snap(inches / 2.0)))))
    tries.append(("skirmish", unit.id, (figures[0], bearing, inches)))
    return [order for order in tries if refused_steps(state, unit, order, rate(state, unit)) is None]


def turns(state: State, unit: Unit) -> list[Order]:
    """The turn on the spot by which all figures that can still move look toward the nearest enemy, unless they do. Rule: battlesystem:7.9."""
    singles = unit.singles
    figures = able(state, unit) if is_mended(state, 17) else []
    if singles is None or nearest_enemy(state, unit) is None:
        return []
    bearing = _toward(state, unit)
    if all(abs(turn_between(singles[figure].heading, bearing)) <= 1.0 for figure in figures):
        return []
    order: Order = ("skirmish", unit.id, ("all", bearing, 0))
    return [] if refused_steps(state, unit, order, rate(state, unit)) is not None else [order]


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random move, mostly of all figures toward the enemy; None if none can be made."""
    drawn = draw(state, unit, chance)
    return None if drawn is None else drawn[0]


def draw(state: State, unit: Unit, chance: Chance) -> tuple[Order, Sally | None] | None:
    """The `sample` of a unit, with its outcome if that is certain: then it need not be planned again."""
    figures = able(state, unit)
    if not figures:
        return None
    inches = _inches(state, unit, figures)
    kind = chance.below(8)
    bearing = _toward(state, unit) if kind < 5 else chance.below(360)
    who: str | int = "all"
    if kind == 7:
        who = figures[chance.below(len(figures))]
    if kind in (4, 6):
        inches = plain(snap(max(LEAST, inches * (1 + chance.below(4)) / 4.0)))
    order: Order = ("skirmish", unit.id, (who, bearing, inches))
    found = _tried(state, unit, order, rate(state, unit))
    if isinstance(found, Refusal):
        return None if found.nearest is None else (found.nearest, None)
    return order, found if found.is_certain else None


def _inches(state: State, unit: Unit, figures: list[int]) -> float:
    """Inches left to the figure that has most left."""
    singles = unit.singles
    assert singles is not None
    inches = rate(state, unit)
    left = [
        allowance_of(state, unit, singles[figure], inches) - unit.spent - singles[figure].moved
        for figure in figures
    ]
    return plain(snap(max(left)))


def _toward(state: State, unit: Unit) -> int:
    """The bearing of the nearest enemy, in whole degrees; 0 if there is none."""
    enemy = nearest_enemy(state, unit)
    x, y = standing.centre(unit)
    if enemy is None or unit.singles is None:
        return 0
    to_x, to_y = standing.centre(enemy)
    if length(to_x - x, to_y - y) < LEAST:
        return 0
    return round(heading_of(to_x - x, to_y - y)) % 360
