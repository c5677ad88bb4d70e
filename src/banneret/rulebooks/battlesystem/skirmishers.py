"""Moves of skirmishers, figure by figure: any way they like, an inch apart when they end, never against a formed unit.

Order: ("skirmish", unit, (FIGURE, BEARING, INCHES, BEARING, INCHES...), ...): figures by number, or "all" for every one that can
still move; bearings are degrees clockwise from north. The figures of one order go together: they are looked at when all have gone.

Rules: battlesystem:2.9d to battlesystem:2.9g, battlesystem:7.4, battlesystem:7.4a, battlesystem:7.4b, battlesystem:7.8g,
battlesystem:7.9.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.blocks import is_near
from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, distance, is_within, overlap, placed
from banneret.geometry.sweeps import first_rub, ground_border_way, ground_way, inside_table
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import disengage, standing
from banneret.rulebooks.battlesystem.addressed import declared, unit_of
from banneret.rulebooks.battlesystem.moving import nearest_enemy, plain
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import FIELD, MOB, NOBODY, State, Unit, name
from banneret.rulebooks.battlesystem.state import standing as on_table
from banneret.rulebooks.battlesystem.walking import LEAST, Step, rate

APART: Final = 1.0
"""Inches between the bases of a skirmish unit at least. Rules: battlesystem:2.9g, battlesystem:7.4."""

SHORT: Final = 0.1
"""Inches short of an enemy regular unit or mob at which a skirmisher stops. Rule: battlesystem:2.9e."""

BACK: Final = 0.25  # inches by which a figure stops sooner where it would end too near to another
MOST: Final = 48  # groups in an order
LEGS: Final = 6  # of one figure in an order


class Run:
    """Where one skirmisher goes: its number, its way so far, and whether it came into contact with an enemy."""

    __slots__ = ("bearing", "figure", "heading", "last", "met", "moved", "x", "y")

    def __init__(self, figure: int, x: float, y: float, heading: float) -> None:
        self.figure: int = figure
        self.x: float = x
        self.y: float = y
        self.heading: float = heading
        self.bearing: float = heading  # of its last leg
        self.moved: float = 0.0  # inches
        self.last: float = 0.0  # of them straight on at the end
        self.met: bool = False


class Sally:
    """What an order comes to before anything is changed: where each figure goes, or why that cannot be.

    `cut` are figures that had to stop sooner to end an inch from their fellows.
    """

    __slots__ = ("cut", "refusal", "runs")

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.cut: list[int] = []
        self.refusal: Refusal | None = None


class Surroundings:
    """What is near a skirmish unit: bars nobody enters, formed enemies it keeps away from, enemy skirmishers, friendly ones."""

    __slots__ = ("bars", "formed", "friends", "loners")

    def __init__(self, state: State, unit: Unit, reach: float, enemies: bool) -> None:
        self.bars: list[Rectangle] = list(state.setting.walls)
        self.formed: list[Rectangle] = []
        self.loners: list[Rectangle] = []
        self.friends: list[Rectangle] = []
        for other in standing.others_near(state, unit, reach):
            mine = other.side == unit.side
            if not mine and not enemies:
                continue
            if other.singles is None:
                (self.bars if mine else self.formed).extend(standing.ground(other))
            else:
                (self.friends if mine else self.loners).extend(standing.bases(other))


# ---------------------------------------------------------------- who may go


def able(state: State, unit: Unit, allowance: float | None = None) -> list[int]:
    """The figures of a skirmish unit that may still make an ordinary move. Rules: battlesystem:7.8g, battlesystem:2.9f."""
    found = unhindered(state, unit, set(), allowance)
    if found:
        held = touched(state, unit)
        if held:
            found = [figure for figure in found if figure not in held]
    return found


def unhindered(state: State, unit: Unit, held: set[int], allowance: float | None = None) -> list[int]:
    """The figures that may still move, those aside that are held by an enemy, as `touched` found them."""
    singles = unit.singles
    if singles is None or unit.routed or unit.finished or unit.rallied or unit.quarry != NOBODY:
        return []
    most = (rate(state, unit) if allowance is None else allowance) - unit.spent
    found: list[int] = []
    for figure, single in enumerate(singles):
        if figure in held or single.gone != FIELD or single.routed or single.done:
            continue
        if most - single.moved > LEAST:
            found.append(figure)
    return found


def touched(state: State, unit: Unit) -> set[int]:
    """The figures of a unit that touch an enemy. Rule: battlesystem:7.8g."""
    found: set[int] = set()
    for enemy in standing.enemies_near(state, unit, TOLERANCE):
        for touch in standing.touches(state, unit, enemy):
            found.add(touch.figure)
    return found


def caught(state: State, unit: Unit) -> set[int]:
    """The figures that formed enemies hold, and that have not tried to get away yet. Rule: battlesystem:2.9f."""
    found: set[int] = set()
    singles = unit.singles
    if singles is None or unit.routed or unit.finished or unit.quarry != NOBODY or unit.rallied:
        return found
    for enemy in standing.enemies_near(state, unit, TOLERANCE):
        if enemy.singles is None:
            for touch in standing.touches(state, unit, enemy):
                single = singles[touch.figure]
                if not single.done and not single.routed:
                    found.add(touch.figure)
    return found


def end_move(state: State, unit: Unit) -> None:
    """A unit moves no more: another does, or its order was lost. Figures that owe it to get away still do so.

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
    """Orders by which skirmishers get away whom a formed enemy holds, of those that are possible; they owe one of them.

    Who can neither withdraw nor flee stays and fights. Rule: battlesystem:2.9f.
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
            if disengage.refusal(state, unit.side, order) is None:
                found.append(order)
                if order[0] == "flee":
                    break
        if found:
            break
    return found


# ---------------------------------------------------------------- working it out


def plan(
    state: State, unit: Unit, groups: list[Step], allowance: float, enemies: bool, meet: bool = True
) -> Sally:
    """Where the figures of an order would go; nothing is changed.

    Args:
        state: the battle.
        unit: a skirmish unit.
        groups: (figure or "all", bearing, inches, ...) each.
        allowance: inches of a figure in this phase, what it has moved included.
        enemies: whether they are looked at.
        meet: whether figures may move into contact with enemy skirmishers; else they stop short of them too.
    """
    found = Sally()
    singles = unit.singles
    assert singles is not None
    around = Surroundings(state, unit, allowance + 2.0, enemies)
    most = allowance - unit.spent
    going = able(state, unit, allowance)
    sent: set[int] = set()
    for group in groups:
        if group[0] == "all":
            figures = [figure for figure in going if figure not in sent]
        else:
            figures = [int(group[0])]
            if figures[0] not in going or figures[0] in sent:
                reason = f"Figure {figures[0]} of {name(state, unit)} cannot move any more now."
                found.refusal = Refusal(reason, "battlesystem:7.8g")
                return found
        for figure in figures:
            sent.add(figure)
            found.runs.append(_run(state, unit, figure, group, most, around, meet))
    if not sent:
        reason = f"No figure of {name(state, unit)} can move now."
        found.refusal = Refusal(reason, "battlesystem:7.8g")
        return found
    stay = [standing.base_of(unit, figure) for figure in on_table(unit) if figure not in sent]
    _apart(unit, found, stay, around)
    return found


def _run(
    state: State, unit: Unit, figure: int, group: Step, most: float, around: Surroundings, meet: bool
) -> Run:
    """The way of one figure. Rules: battlesystem:7.9, battlesystem:2.9e, battlesystem:7.1e, battlesystem:7.7."""
    singles = unit.singles
    assert singles is not None
    single = singles[figure]
    run = Run(figure, single.x, single.y, single.heading)
    for place in range(1, len(group), 2):
        heading = snap_heading(float(group[place]))
        wanted = min(float(group[place + 1]), most - single.moved - run.moved)
        if wanted <= 0.0:
            break
        base = placed(run.x, run.y, unit.width, unit.depth, heading)
        facing = heading
        if not _may_turn(state, base, around):
            facing = run.heading  # no room to turn: it goes as it stands
            base = placed(run.x, run.y, unit.width, unit.depth, facing)
        way, met = _way(state, base, heading, wanted, around, meet)
        east, north = forward(heading)
        run.x, run.y = snap(run.x + east * way), snap(run.y + north * way)
        run.heading, run.bearing = facing, heading
        run.moved += way
        run.last = way
        run.met = met
        if met or way < wanted - TOLERANCE:
            break
    return run


def _may_turn(state: State, base: Rectangle, around: Surroundings) -> bool:
    """Whether a figure has room to turn as its base would lie then: standing on nobody, touching no enemy by it."""
    if not inside_table([base], state.setting.width, state.setting.depth):
        return False
    if any(overlap(base, bar) for bar in around.bars):
        return False
    return not (is_near(base, around.formed) or is_near(base, around.loners))


def _way(
    state: State, base: Rectangle, heading: float, wanted: float, around: Surroundings, meet: bool
) -> tuple[float, bool]:
    """Inches that a figure goes along a heading, and whether it touches an enemy skirmisher then."""
    setting = state.setting
    way = ground_border_way([base], heading, wanted, setting.width, setting.depth)
    way = ground_way([base], heading, way, around.bars)
    keep = Rectangle(
        base.x,
        base.y,
        base.half_width + SHORT,
        base.half_depth + SHORT,
        base.forward_x,
        base.forward_y,
    )
    if around.formed:
        way = ground_way([keep], heading, way, around.formed)
    if not around.loners:
        return way, False
    if not meet:
        return ground_way([keep], heading, way, around.loners), False
    free = ground_way([base], heading, way, around.loners)
    east, north = forward(heading)
    for enemy in around.loners:
        free = min(free, first_rub(base, enemy, east, north, free))
    there = base.moved(east * free, north * free)
    return free, any(is_within(there, enemy, TOLERANCE) for enemy in around.loners)


def _apart(unit: Unit, sally: Sally, stay: list[Rectangle], around: Surroundings) -> None:
    """Figures that would end too near to another of their unit, or on a friend, stop sooner on their last leg.

    Rules: battlesystem:2.9g, battlesystem:7.4, battlesystem:7.4a.
    """
    ended = list(stay)
    for run in sally.runs:
        x, y, moved, last = run.x, run.y, run.moved, run.last
        east, north = forward(run.bearing)
        while True:
            base = placed(run.x, run.y, unit.width, unit.depth, run.heading)
            if _may_end(base, ended, around.friends):
                break
            if last <= 0.0:
                reason = (
                    f"Figure {run.figure} would end less than 1 in from another of its unit, or on a friend."
                )
                sally.refusal = Refusal(reason, "battlesystem:2.9g")
                return
            back = min(BACK, last)
            last -= back
            run.moved -= back
            run.met = False
            gone = moved - run.moved
            run.x, run.y = snap(x - east * gone), snap(y - north * gone)
            if run.figure not in sally.cut:
                sally.cut.append(run.figure)
        ended.append(base)


def _may_end(base: Rectangle, ended: list[Rectangle], friends: list[Rectangle]) -> bool:
    for other in ended:
        east, north = other.x - base.x, other.y - base.y
        far = APART + base.half_width + base.half_depth + other.half_width + other.half_depth
        if east * east + north * north < far * far and distance(base, other) < APART - TOLERANCE:
            return False
    return not any(overlap(base, friend) for friend in friends)


# ---------------------------------------------------------------- the verb "skirmish"


def resolve(
    state: State, table: Table, unit: Unit, groups: list[Step], allowance: float, meet: bool = True
) -> Sally:
    """Move skirmishers as declared; where they would end too close by what they meet, they stop sooner, or none goes.

    Rules: battlesystem:2.9d, battlesystem:2.9e, battlesystem:2.9g, battlesystem:3.5.
    """
    sally = plan(state, unit, groups, allowance, True, meet)
    singles = unit.singles
    assert singles is not None
    if sally.refusal is not None:
        end_move(state, unit)
    else:
        for run in sally.runs:
            single = singles[run.figure]
            unit.place(run.figure, run.x, run.y, run.heading)
            single.moved += run.moved
            single.done = single.done or run.met
        unit.moved = unit.acted = True
        if not able(state, unit, allowance):
            unit.finished = not touched(state, unit)
    if table.telling:
        _tell(state, table, unit, sally)
    return sally


def _tell(state: State, table: Table, unit: Unit, sally: Sally) -> None:
    label = name(state, unit)
    if sally.refusal is not None:
        reason = sally.refusal.reason
        text = says(state, unit, "stays|stay where it|they is|are: {}", f"{reason[0].lower()}{reason[1:]}")
        rule = "battlesystem:3.5"
    else:
        far = max([run.moved for run in sally.runs])
        count = len(sally.runs)
        figures = "one figure moves" if count == 1 else f"{count} figures move"
        text, rule = f"{label}: {figures}, up to {far:g} in.", "battlesystem:2.9d"
        if any(run.met for run in sally.runs):
            text = f"{text[:-1]}, into contact."
    data: dict[str, object] = {
        "unit": f"u{unit.id}",
        "figures": [[run.figure, run.x, run.y, run.heading] for run in sally.runs],
    }
    table.tell(declared(state, unit, "move", text, rule, data))


def refused_steps(state: State, unit: Unit, order: Order, allowance: float) -> Refusal | None:
    """Why the groups of an order (its words from the third on) make no move; None when they can be tried. Rule: 2.9g."""
    groups = list(order[2:])
    example: Order = (*order[:2], ("all", 0, plain(snap(allowance))))
    if not groups or len(groups) > MOST:
        reason = "Say which figures go, and where: (all 90 6) or (0 90 6) (1 45 3)."
        return Refusal(reason, "battlesystem:2.9d", _legal(state, unit, example, allowance))
    for group in groups:
        if not is_group(unit, group):
            reason = (
                "A figure's move is (NUMBER BEARING INCHES): degrees clockwise from north, inches above 0."
            )
            return Refusal(reason, "battlesystem:2.9d", _legal(state, unit, example, allowance))
    enemies = state.setting.flags.premeasure
    sally = plan(state, unit, groups, allowance, enemies)
    if sally.refusal is not None:
        return sally.refusal
    if sally.cut and not enemies:
        figures = ", ".join([str(figure) for figure in sally.cut])
        reason = f"Figure {figures} would end less than 1 in from another of its unit, or on a friend."
        nearest = (*order[:2], *_shortened(groups, sally))
        return Refusal(reason, "battlesystem:2.9g", _legal(state, unit, nearest, allowance))
    return None


def _legal(state: State, unit: Unit, order: Order, allowance: float) -> Order | None:
    """The order, if it can be given."""
    sally = plan(state, unit, list(order[2:]), allowance, state.setting.flags.premeasure)
    return order if sally.refusal is None and not sally.cut and len(order) > 2 else None


def _shortened(groups: list[Step], sally: Sally) -> list[Step]:
    """The groups with the figures that stop sooner going only so far, each by itself; those that do not go are left out."""
    found: list[Step] = []
    by_figure = {int(group[0]): group for group in groups if group[0] != "all"}
    for run in sally.runs:
        group = by_figure.get(run.figure)
        if group is None:
            group = next(group for group in groups if group[0] == "all")
        words = list(group[1:])
        if run.figure in sally.cut:
            if run.last < LEAST or run.moved < LEAST:
                continue
            before = sum([float(words[place]) for place in range(1, len(words) - 2, 2)])
            rest = run.moved - before
            if rest < LEAST:
                continue
            words[-1] = plain(int(rest * 1000.0) / 1000.0)
        found.append((run.figure, *words))
    return found


def is_group(unit: Unit, group: Any) -> bool:
    """Whether something is a group of an order: a figure or "all", then bearings and inches in turn."""
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
        if not (-360.0 <= bearing <= 360.0 and 0.0 < inches <= 1000.0):
            return False
    return True


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """Why skirmishers cannot move as ordered; None when they can. Rules: battlesystem:2.9d, battlesystem:2.9g, 7.8g."""
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    if unit.singles is None:
        reason = f"{name(state, unit)} are no skirmishers: they move as one body."
        return Refusal(reason, "battlesystem:2.8c")
    return refused_steps(state, unit, order, rate(state, unit))


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Move as declared. Rule: battlesystem:2.9d."""
    unit = state.units[order[1]]
    resolve(state, table, unit, list(order[2:]), rate(state, unit))


def offers(state: State, unit: Unit) -> list[Order]:
    """All figures together to the nearest enemy, away from it, to its sides; the first figure alone."""
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


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """Mostly all together toward the enemy, else any way, or a figure alone."""
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
    refused = refused_steps(state, unit, order, rate(state, unit))
    return order if refused is None else refused.nearest


def _inches(state: State, unit: Unit, figures: list[int]) -> float:
    """What the figure has left that has most."""
    singles = unit.singles
    assert singles is not None
    least = min([singles[figure].moved for figure in figures])
    return plain(snap(rate(state, unit) - unit.spent - least))


def _toward(state: State, unit: Unit) -> int:
    """The bearing of the nearest enemy, in whole degrees; where there is none, the way the first figure looks."""
    enemy = nearest_enemy(state, unit)
    x, y = standing.centre(unit)
    if enemy is None or unit.singles is None:
        return 0
    to_x, to_y = standing.centre(enemy)
    if length(to_x - x, to_y - y) < LEAST:
        return 0
    return round(heading_of(to_x - x, to_y - y)) % 360


def is_formed(unit: Unit) -> bool:
    """Whether a unit is one that skirmishers keep away from: regulars and mobs. Rule: battlesystem:2.9e."""
    return unit.singles is None or unit.formation == MOB
