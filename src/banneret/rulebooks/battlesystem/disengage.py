"""Getting away from an enemy in contact: Fighting Withdrawal, which may be followed, and flight, which is struck at.

Orders: ("withdraw", unit) and ("flee", unit, turn), the turn in degrees to the right of straight away, at most 45 either way.
Skirmishers name figures: ("withdraw", unit, (0, 3)), ("flee", unit, turn, (0, 3)).

Rules: battlesystem:7.12 to battlesystem:7.12d, battlesystem:8.8 to battlesystem:8.8e, battlesystem:4.6d, battlesystem:2.9f.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import rebuilt, slide, turned
from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap, snap_heading, within
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle, distance, overlap
from banneret.geometry.sweeps import ground_border_way, ground_way
from banneret.kernel.decision import Choice, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import (
    attack,
    command,
    discipline,
    engagement,
    losses,
    morale,
    standing,
    wraps,
)
from banneret.rulebooks.battlesystem.addressed import declared, number, unit_of
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    MOB,
    NOBODY,
    State,
    Unit,
    enemies,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.walking import left_of, rate

WITHDRAWAL: Final = 3.0
"""Inches of a Fighting Withdrawal, and of following it. Rules: battlesystem:7.12, battlesystem:7.12b."""

LEAST_FLIGHT: Final = 1.0
"""Inches that a unit must be able to go if it wants to flee. Rule: battlesystem:8.8c."""

SIDEWAYS: Final = 45.0
"""Degrees to either side of straight away that one may flee. Rule: battlesystem:8.8c."""

SHORT: Final = 0.1
"""Inches short of an enemy at which those stop that must not touch him. Rules: battlesystem:2.9e, battlesystem:7.13b."""

APART: Final = 1.0  # inches between skirmishers of a unit. Rule: battlesystem:7.4
_BACK: Final = 0.25  # inches by which a skirmisher stops earlier, until he is far enough from his fellows


# ---------------------------------------------------------------- which way


def away_heading(heading: float, sides: set[int]) -> float | None:
    """Straight away from enemies that touch those sides of a body; None when they cancel out. Rule: battlesystem:7.12a.

    >>> away_heading(0, {FRONT}), away_heading(0, {FRONT, RIGHT}), away_heading(0, {LEFT, RIGHT})
    (180.0, 225.0, None)
    """
    ahead = (FRONT in sides) - (REAR in sides)
    right = (RIGHT in sides) - (LEFT in sides)
    if ahead == 0 and right == 0:
        return None
    return snap_heading(heading + heading_of(-right, -ahead))


def sides_of(state: State, unit: Unit, figure: int) -> set[int]:
    """The sides of one skirmisher that enemies touch."""
    found: set[int] = set()
    for enemy in standing.enemies_near(state, unit, TOLERANCE):
        for touch in standing.touches(state, unit, enemy):
            if touch.figure == figure:
                found.add(touch.side)
    return found


def figures_touched(state: State, unit: Unit) -> list[int]:
    """The figures of a unit that touch an enemy, in order of their numbers."""
    found: set[int] = set()
    for number_of in standing.enemies_touching(state, unit):
        for touch in standing.touches(state, unit, state.units[number_of]):
            found.add(touch.figure)
    return sorted(found)


def enemies_of(state: State, unit: Unit, figures: list[int]) -> list[Unit]:
    """The enemy units that touch any of those skirmishers."""
    found: list[Unit] = []
    for number_of in standing.enemies_touching(state, unit):
        enemy = state.units[number_of]
        if any(touch.figure in figures for touch in standing.touches(state, unit, enemy)):
            found.append(enemy)
    return found


def in_order(state: State, units: list[Unit]) -> list[Unit]:
    """Units in the order of the round's ranking: Side A's first. Rules: battlesystem:7.12b, battlesystem:8.8d."""
    ranking = state.ranking
    return sorted(units, key=lambda unit: (ranking.index(unit.side) if unit.side in ranking else 99, unit.id))


# ---------------------------------------------------------------- the verbs: offers, sample, refusal, carry_out


def offers(state: State, unit: Unit) -> list[Order]:
    """Withdrawal and flight where they are possible."""
    return list(_possible(state, unit))


def can_leave(state: State, unit: Unit) -> bool:
    """Whether there is any offer."""
    return next(_possible(state, unit), None) is not None


def _possible(state: State, unit: Unit) -> Iterator[Order]:
    """The offers one by one: flight aside only where withdrawal or flight straight away is not possible."""
    if unit.finished or unit.routed or unit.formation == MOB:
        return
    orders: list[Order] = [("withdraw", unit.id), ("flee", unit.id, 0)]
    if unit.singles is not None:
        figures = tuple(figure for figure in figures_touched(state, unit) if not unit.singles[figure].done)
        orders = [(*order, figures) for order in orders] if figures else []
    elif not unit.engaged:
        return
    count = 0
    for order in orders:
        if refusal(state, unit.side, order) is None:
            count += 1
            yield order
    if count < 2 and unit.singles is None:
        for turn in (-45, 45):
            aside: Order = ("flee", unit.id, turn)
            if refusal(state, unit.side, aside) is None:
                yield aside


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """One of the offers."""
    found = offers(state, unit)
    return found[chance.below(len(found))] if found else None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """Why a unit cannot get away as ordered; None when it can try. Enemies farther off are found out when it goes.

    Rules: battlesystem:7.12, battlesystem:7.12a, battlesystem:8.8c, battlesystem:7.3d, battlesystem:3.5.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    flight = order[0] == "flee"
    rule = "battlesystem:8.8c" if flight else "battlesystem:7.12"
    figures, turn = _read(unit, order)
    if turn is None:
        shown = ("flee", unit.id, 0) if flight else ("withdraw", unit.id)
        nearest: Order = shown if unit.singles is None else (*shown, tuple(figures_touched(state, unit)))
        return Refusal("That is not how such an order is given.", rule, nearest)
    if abs(turn) > SIDEWAYS:
        reason = (
            f"{turn:g} degrees are too many: a unit flees straight away or up to 45 degrees to either side."
        )
        return Refusal(reason, rule, (*order[:2], 45 if turn > 0 else -45, *order[3:]))
    if unit.singles is not None:
        return _refusal_of_singles(state, unit, figures, flight, turn, rule)
    touched = standing.touched_sides(state, unit) if unit.engaged else set()
    if not touched:
        reason = f"{name(state, unit)} did not begin this phase in contact with an enemy."
        return Refusal(reason, rule)
    left = left_of(state, unit)
    if not flight and not unit.in_command:
        reason = f"{name(state, unit)} is out of command and cannot withdraw; it may flee."
        return Refusal(reason, "battlesystem:4.7a", ("flee", unit.id, 0))
    if not flight and not within(WITHDRAWAL, left):
        reason = f"A withdrawal takes 3 in; {name(state, unit)} has {left:g} in left."
        return Refusal(reason, rule)
    block = unit.block
    away = None if block is None else away_heading(block.heading, touched)
    if away is None:
        reason = "Enemies on opposite sides leave it no way to go."
        return Refusal(reason, "battlesystem:7.12a")
    if flight:
        heading = snap_heading(away + turn)
        if free_way(state, unit, _about(state, unit, heading).area(), heading, left, False) < _least(left):
            return Refusal("There is not 1 in of free ground that way.", rule)
    elif free_way(state, unit, standing.ground(unit), away, WITHDRAWAL, False) < WITHDRAWAL - TOLERANCE:
        return Refusal("Friends, ground that nobody may enter or the edge of the table are in the way.", rule)
    return None


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Withdraw or flee. Rules: battlesystem:7.12, battlesystem:8.8c."""
    unit = state.units[order[1]]
    figures, turn = _read(unit, order)
    assert turn is not None
    if order[0] == "withdraw":
        if unit.singles is None:
            _withdraw(state, table, unit)
        else:
            _withdraw_singles(state, table, unit, figures)
    elif unit.singles is None:
        _flee(state, table, unit, turn)
    else:
        _flee_singly(state, table, unit, figures, turn)
    wraps.settle(state, table)


def _read(unit: Unit, order: Order) -> tuple[list[int], float | None]:
    """The figures an order names and the turn of a flight; no turn: the order makes no sense."""
    words = list(order[2:])
    turn: float | None = 0.0
    figures: list[int] = []
    if order[0] == "flee" and words:
        turn = number(words.pop(0))
    if unit.singles is not None and words and isinstance(words[0], tuple):
        for figure in words.pop(0):
            if type(figure) is not int or not 0 <= figure < len(unit.singles) or figure in figures:
                return [], None
            figures.append(figure)
    return (figures, None) if words or (unit.singles is not None and not figures) else (figures, turn)


def _least(left: float) -> float:
    """Inches that must be free for a flight; a unit with less movement left than that cannot flee at all."""
    return LEAST_FLIGHT - TOLERANCE if left > 0.0 else 1e9


def _away(state: State, unit: Unit) -> float | None:
    block = unit.block
    return None if block is None else away_heading(block.heading, standing.touched_sides(state, unit))


def _about(state: State, unit: Unit, heading: float) -> Block:
    """The unit's block turned to look along a heading, in order, and moved onto the table where the turn took it off.

    Rules: battlesystem:7.15a, battlesystem:8.8c.
    """
    block = unit.block
    assert block is not None
    there = turned(block, heading)
    width, depth = state.setting.width, state.setting.depth
    east = north = 0.0
    for part in there.area():
        for x, y in part.corners():
            east = max(east, -x) if x < 0.0 else min(east, width - x) if x > width else east
            north = max(north, -y) if y < 0.0 else min(north, depth - y) if y > depth else north
    if east == 0.0 and north == 0.0:
        return there
    return rebuilt(there, there.x + east, there.y + north, heading, there.files, there.spacing)


def free_way(
    state: State, unit: Unit, area: list[Rectangle], heading: float, limit: float, with_enemies: bool
) -> float:
    """Inches, at most `limit`, until something bars bodies of a unit: friends, forbidden ground, the edge, enemies if wanted."""
    setting = state.setting
    way = ground_border_way(area, heading, limit, setting.width, setting.depth)
    way = ground_way(area, heading, way, standing.obstacles_near(state, unit, area, way))
    if with_enemies:
        theirs = [ground for enemy in enemies(state, unit.side) for ground in standing.ground(enemy)]
        way = ground_way(area, heading, way, theirs)
    return way


def shifted(unit: Unit, heading: float, inches: float) -> None:
    """A unit moved as it stands, in order or not. Rules: battlesystem:7.12, battlesystem:7.12b."""
    block = unit.block
    assert block is not None
    east, north = forward(heading)
    x, y = snap(block.x + east * inches), snap(block.y + north * inches)
    if unit.loose is not None:
        east, north = x - block.x, y - block.y
        unit.loose = tuple(
            [(snap(old_x + east), snap(old_y + north), looking) for old_x, old_y, looking in unit.loose]
        )
    unit.block = rebuilt(block, x, y, block.heading, block.files, block.spacing)


# ---------------------------------------------------------------- Fighting Withdrawal


def _withdraw(state: State, table: Table, unit: Unit) -> None:
    """A unit's Fighting Withdrawal; lost when an enemy bars the way. Rule: battlesystem:7.12."""
    heading = _away(state, unit)
    assert heading is not None
    left = [state.units[enemy] for enemy in standing.enemies_touching(state, unit)]
    block, loose, spent = unit.block, unit.loose, unit.spent
    unit.moved = unit.acted = unit.finished = True
    way = free_way(state, unit, standing.ground(unit), heading, WITHDRAWAL, True)
    if way >= WITHDRAWAL - TOLERANCE:
        shifted(unit, heading, WITHDRAWAL)
        if all(state.units[enemy] in left for enemy in standing.enemies_touching(state, unit)):
            unit.spent = spent + WITHDRAWAL
            if table.telling:
                text = says(state, unit, f"withdraws|withdraw fighting, {WITHDRAWAL:g} in.")
                assert unit.block is not None
                data = {"unit": f"u{unit.id}", "x": unit.block.x, "y": unit.block.y, "heading": heading}
                table.tell(declared(state, unit, "withdraw", text, "battlesystem:7.12", data))
            _drawn_on(state, table, unit, left, heading)
            return
        unit.block, unit.loose = block, loose
    if table.telling:
        text = says(state, unit, "cannot withdraw and stays|stay: an enemy bars the way.")
        data = {"unit": f"u{unit.id}"}
        table.tell(declared(state, unit, "withdraw", text, "battlesystem:3.5", data))


def _drawn_on(state: State, table: Table, unit: Unit, left: list[Unit], heading: float) -> None:
    """What the enemies do that a unit withdraws from: stay or follow, drawn on or by choice.

    Rules: battlesystem:7.12b, battlesystem:7.12c, battlesystem:7.12d, battlesystem:4.6d.
    """
    for enemy in in_order(state, left):
        if enemy.routed or enemy.status != FIELD:
            continue
        drawn = (
            enemy.quarry == NOBODY
            and discipline.is_unruly(state, enemy)
            and not discipline.check(state, table, enemy, "an enemy breaks off")
        )
        follows = False
        if can_follow(state, enemy, unit, heading):
            if drawn or enemy.quarry == unit.id:
                follows = True
            elif enemy.formation != MOB and not enemy.rallied and enemy.quarry == NOBODY:
                follows = _wants_to_follow(table, enemy, unit)
        if follows:
            _go_along(enemy, heading)
        else:
            enemy.left_by = (*enemy.left_by, unit.id)
        if table.telling:
            words = "follows|follow {}." if follows else "lets|let {} go."
            text = says(state, enemy, words, name(state, unit))
            data = {"unit": f"u{enemy.id}", "follows": follows}
            table.tell(Event("follow", text, "battlesystem:7.12b", side=enemy.side, data=data))
        if drawn:
            discipline.fail(state, table, enemy, unit)


def _wants_to_follow(table: Table, enemy: Unit, unit: Unit) -> bool:
    """The owner's choice. Rule: battlesystem:7.12b."""
    options: list[Order] = [("follow", enemy.id, unit.id), ("stay", enemy.id, unit.id)]
    return bool(table.ask(Choice("follow", enemy.side, "battlesystem:7.12b", options))[0] == "follow")


def can_follow(state: State, enemy: Unit, unit: Unit, heading: float) -> bool:
    """Whether an enemy left behind can go along and end in contact again. Rules: battlesystem:7.12b, battlesystem:2.9e.

    It cannot when something bars its way, when it touches another unit, or when it is a skirmish unit and the other is none.
    """
    if enemy.singles is not None and unit.singles is None:
        return False
    if standing.enemies_touching(state, enemy):
        return False
    area = standing.ground(enemy)
    if free_way(state, enemy, area, heading, WITHDRAWAL, True) < WITHDRAWAL - TOLERANCE:
        return False
    trial = enemy.copy()
    _go_along(trial, heading)
    return standing.are_touching(state, trial, unit)


def _go_along(unit: Unit, heading: float) -> None:
    """A unit, or all figures of a skirmish unit, moved by the way of a withdrawal."""
    if unit.singles is None:
        shifted(unit, heading, WITHDRAWAL)
        return
    east, north = forward(heading)
    for figure, single in enumerate(unit.singles):
        if single.gone == FIELD:
            x, y = snap(single.x + east * WITHDRAWAL), snap(single.y + north * WITHDRAWAL)
            unit.place(figure, x, y, single.heading)


# ---------------------------------------------------------------- flight


def _flee(state: State, table: Table, unit: Unit, turn: float) -> None:
    """A unit's flight, with its enemies' free attacks before; gaps that they make are filled, and paid, before it goes.

    Rules: battlesystem:8.8c, battlesystem:8.8d, battlesystem:8.8e, battlesystem:7.3c, battlesystem:7.3d.
    """
    away = _away(state, unit)
    assert away is not None
    heading = snap_heading(away + turn)
    unit.moved = unit.acted = unit.finished = True
    if flight(state, unit, heading) is None:
        _hemmed_in(state, table, unit)
        return
    foes = [state.units[enemy] for enemy in standing.enemies_touching(state, unit)]
    _struck(state, table, unit, foes)
    if unit.status != FIELD or unit.routed:
        return
    if unit.debt:
        losses.pay(state, table, unit, rate(state, unit))
        if not within(LEAST_FLIGHT, left_of(state, unit)):
            why = "filling its|their gaps leaves it|them less than an inch."
            _stays(state, table, unit, why, "battlesystem:7.3d")
            return
    end = flight(state, unit, heading)  # anew: losses and a lost formation change the block
    if end is None:
        _hemmed_in(state, table, unit)
        return
    start = _about(state, unit, heading)
    way = length(end.x - start.x, end.y - start.y)
    standing.stand(unit, end)
    unit.spent += way
    if table.telling:
        text = says(state, unit, f"turns|turn about and flees|flee {round(way, 1):g} in.")
        data = {"unit": f"u{unit.id}", "x": end.x, "y": end.y, "heading": heading}
        table.tell(declared(state, unit, "flee", text, "battlesystem:8.8c", data))
    _pursued(state, table, unit, foes)


def flight(state: State, unit: Unit, heading: float) -> Block | None:
    """Where a unit's flight along a heading ends: as far as it may go, short of enemies, on free ground; None: nowhere.

    What the turn at the start brings it into does not hold it, but it may not end there. Rules: 8.8c, 7.15c.
    """
    left = left_of(state, unit)
    block = _about(state, unit, heading)
    area = block.area()
    way = free_way(state, unit, area, heading, left, False)
    for enemy in enemies(state, unit.side):
        bar = ground_way(area, heading, way + SHORT, standing.ground(enemy))
        if bar < way + SHORT:
            way = bar - SHORT
    while way >= _least(left):
        end = slide(block, heading, way)
        if standing.is_free(state, unit, end.area()):
            return end
        way -= _BACK
    return None


def _hemmed_in(state: State, table: Table, unit: Unit) -> None:
    _stays(state, table, unit, "there is not 1 in of free ground.", "battlesystem:3.5")


def _stays(state: State, table: Table, unit: Unit, why: str, rule: str) -> None:
    if table.telling:
        text = says(state, unit, f"cannot flee and stays|stay: {why}")
        data = {"unit": f"u{unit.id}"}
        table.tell(declared(state, unit, "flee", text, rule, data))


def _struck(state: State, table: Table, unit: Unit, foes: list[Unit]) -> None:
    """The free attacks on a unit that flees, each with the losses and the check that follow. Rules: battlesystem:8.8d, 4.7."""
    for enemy in in_order(state, foes):
        if enemy.routed or enemy.rallied or unit.status != FIELD or unit.routed:
            continue
        figures = engagement.eligible(state, enemy, unit, True)
        if not figures:
            continue
        original = state.setting.rosters[unit.id].figures
        before = original - unit.figures
        tenths = attack.strike(state, table, enemy, unit, figures, REAR, True)
        lost = losses.inflict(state, table, unit, tenths, enemy.id)
        if not lost or unit.status != FIELD:
            continue
        command.review_unit(state, table, unit)
        if morale.owed(unit, original, before, before + lost):
            x, y = standing.middle_of(enemy, figures)
            morale.check(state, table, unit, morale.Cause(morale.LOSSES, enemy.id, x, y))


def _pursued(state: State, table: Table, unit: Unit, foes: list[Unit]) -> None:
    """Whether low or chaotic enemies lose their heads over a unit that has fled. Rules: battlesystem:8.8e, battlesystem:4.6d."""
    for enemy in in_order(state, foes):
        if enemy.routed or enemy.status != FIELD or enemy.quarry != NOBODY:
            continue
        if discipline.is_unruly(state, enemy) and not discipline.check(state, table, enemy, "an enemy flees"):
            discipline.fail(state, table, enemy, unit)


# ---------------------------------------------------------------- skirmishers, figure by figure


def _refusal_of_singles(
    state: State, unit: Unit, figures: list[int], flight: bool, turn: float, rule: str
) -> Refusal | None:
    """Why skirmishers cannot get away. Rules: battlesystem:2.9f, battlesystem:7.8g, battlesystem:7.12."""
    singles = unit.singles
    assert singles is not None
    touched = figures_touched(state, unit)
    for figure in figures:
        single = singles[figure]
        label = f"Figure {figure} of {name(state, unit)}"
        if single.gone != FIELD or single.routed or single.done or figure not in touched:
            fit = tuple(one for one in touched if not singles[one].done and not singles[one].routed)
            nearest: Order | None = None
            if fit:
                nearest = ("flee", unit.id, turn, fit) if flight else ("withdraw", unit.id, fit)
            return Refusal(f"{label} did not begin this phase in contact with an enemy.", rule, nearest)
        left = _single_rate(state, unit, figure)
        if not flight and not within(WITHDRAWAL, left):
            return Refusal(f"A withdrawal takes 3 in; {label} has {left:g} in left.", rule)
        away = away_heading(single.heading, sides_of(state, unit, figure))
        if away is None:
            return Refusal(f"{label} has enemies on opposite sides: no way to go.", "battlesystem:7.12a")
        heading = snap_heading(away + turn)
        limit = left if flight else WITHDRAWAL
        need = _least(left) if flight else WITHDRAWAL - TOLERANCE
        if free_way(state, unit, [standing.base_of(unit, figure)], heading, limit, False) < need:
            return Refusal(f"{label} has no free ground that way.", rule)
    return None


def _single_rate(state: State, unit: Unit, figure: int) -> float:
    assert unit.singles is not None
    return max(0.0, rate(state, unit) - unit.singles[figure].moved)


def send_single(
    state: State,
    unit: Unit,
    figure: int,
    heading: float,
    wanted: float,
    least: float = LEAST_FLIGHT,
    at: Unit | None = None,
) -> bool:
    """One skirmisher gone along a heading, `wanted` inches or as far as it can; whether it went at least `least` inches.

    It stops short of enemies, but for skirmishers of the unit `at` that it runs at, and nearer where it would stand on a friend
    or too close to one of its own unit. Rules: battlesystem:7.4, battlesystem:7.4a, battlesystem:2.9e.
    """
    singles = unit.singles
    assert singles is not None
    base = standing.base_of(unit, figure)
    way = free_way(state, unit, [base], heading, wanted, False)
    for enemy in enemies(state, unit.side):
        short = 0.0 if enemy is at and enemy.singles is not None else SHORT
        bar = ground_way([base], heading, way + short, standing.ground(enemy))
        if bar < way + short:
            way = bar - short
    east, north = forward(heading)
    single = singles[figure]
    own = [
        standing.base_of(unit, other)
        for other in range(len(singles))
        if other != figure and singles[other].gone == FIELD
    ]
    friends = [
        other
        for friend in on_field(state, unit.side)
        if friend is not unit and friend.singles is not None
        for other in standing.bases(friend)
    ]
    while way >= least - TOLERANCE and way > TOLERANCE:
        there = base.moved(east * way, north * way)
        if all(distance(there, other) >= APART - TOLERANCE for other in own) and not (
            any(overlap(there, other) for other in friends) or not standing.is_free(state, unit, [there])
        ):
            unit.place(figure, snap(there.x), snap(there.y), single.heading)
            single.moved += way
            return True
        way -= _BACK
    return False


def _withdraw_singles(state: State, table: Table, unit: Unit, figures: list[int]) -> None:
    """Skirmishers withdraw; those whose way is barred stay. Rules: battlesystem:2.9f, battlesystem:7.12."""
    singles = unit.singles
    assert singles is not None
    foes = enemies_of(state, unit, figures)
    leaving: list[tuple[int, float]] = []
    for figure in figures:
        away = away_heading(singles[figure].heading, sides_of(state, unit, figure))
        if away is not None:
            leaving.append((figure, away))
    gone: list[tuple[int, float]] = []
    for figure, away in leaving:
        singles[figure].done = True
        if send_single(state, unit, figure, away, WITHDRAWAL, WITHDRAWAL):
            gone.append((figure, away))
    unit.moved = unit.acted = True
    if table.telling:
        verb = "withdraws" if len(gone) == 1 else "withdraw"
        text = f"{name(state, unit)}: {len(gone)} of {len(figures)} skirmishers {verb} fighting."
        data = {"unit": f"u{unit.id}", "figures": [figure for figure, _ in gone]}
        table.tell(declared(state, unit, "withdraw", text, "battlesystem:7.12", data))
    if gone:
        free = [enemy for enemy in foes if not standing.are_touching(state, unit, enemy)]
        _drawn_on(state, table, unit, free, gone[0][1])


def _flee_singly(state: State, table: Table, unit: Unit, figures: list[int], turn: float) -> None:
    """Skirmishers flee, each its own way, after their enemies' free attacks. Rules: battlesystem:2.9f, battlesystem:8.8c."""
    singles = unit.singles
    assert singles is not None
    foes = enemies_of(state, unit, figures)
    leaving: list[tuple[int, float]] = []
    for figure in figures:
        away = away_heading(singles[figure].heading, sides_of(state, unit, figure))
        if away is not None:
            leaving.append((figure, snap_heading(away + turn)))
    _struck(state, table, unit, foes)
    fled = 0
    for figure, heading in leaving:
        single = singles[figure]
        if unit.status != FIELD or single.gone != FIELD or single.routed:
            continue
        single.done = True
        before = single.heading
        unit.place(figure, single.x, single.y, heading)  # it turns about first
        if send_single(state, unit, figure, heading, _single_rate(state, unit, figure)):
            fled += 1
        else:
            unit.place(figure, single.x, single.y, before)
    unit.moved = unit.acted = True
    if table.telling and unit.status == FIELD:
        verbs = "turns and flees" if fled == 1 else "turn and flee"
        text = f"{name(state, unit)}: {fled} of {len(figures)} skirmishers {verbs}."
        data = {"unit": f"u{unit.id}", "figures": list(figures)}
        table.tell(declared(state, unit, "flee", text, "battlesystem:8.8c", data))
    if fled:
        _pursued(state, table, unit, foes)
