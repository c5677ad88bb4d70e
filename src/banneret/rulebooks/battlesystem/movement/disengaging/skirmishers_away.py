"""Skirmishers get away from an enemy figure by figure. Rules: battlesystem:2.9e, battlesystem:2.9f, battlesystem:7.4, 7.8g, 8.8c."""

from __future__ import annotations

from collections.abc import Callable

from banneret.geometry.plane import TOLERANCE, forward, snap, snap_heading, within
from banneret.geometry.sweeps import ground_way
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.order_checks import no_movement_left
from banneret.rulebooks.battlesystem.drill.skirmish_walks import may_end
from banneret.rulebooks.battlesystem.movement.disengaging.fleeing import pursued, struck
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import (
    BACK,
    LEAST_FLIGHT,
    SHORT,
    WITHDRAWAL,
    away_heading,
    enemies_of,
    figures_touched,
    free_way,
    least_way,
    price_for_single,
    sides_of,
)
from banneret.rulebooks.battlesystem.movement.disengaging.withdrawals import drawn_on
from banneret.rulebooks.battlesystem.space import contacts, field, obstacles, standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.obstacles import SPARE
from banneret.rulebooks.battlesystem.state import State, enemies, is_mended, name
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, Single, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate_of_single


def refusal_of_singles(
    state: State, unit: Unit, figures: list[int], flight: bool, turn: float, rule: str
) -> Refusal | None:
    """The reason skirmishers cannot get away; elite troops who have dispersed are regulars, and withdraw only in command.

    By versions 1 to 17 of the rules they withdrew out of command too. Rules: 2.9f, battlesystem:7.8g, battlesystem:7.12, battlesystem:4.7a, 2.11.
    """
    singles = unit.singles
    assert singles is not None
    if not flight and unit.now.kind == REGULAR and not unit.in_command and is_mended(state, 18):
        reason = f"{name(state, unit)} is out of command and cannot withdraw; it may flee."
        return Refusal(reason, "battlesystem:4.7a", ("flee", unit.id, 0, tuple(figures)))
    touched = figures_touched(state, unit)
    for figure in figures:
        single = singles[figure]
        label = f"Figure {figure + 1} of {name(state, unit)}"
        if single.gone != FIELD or single.routed or single.done or figure not in touched:
            fit = tuple(one for one in touched if not singles[one].done and not singles[one].routed)
            nearest: Order | None = None
            if fit:
                nearest = ("flee", unit.id, turn, fit) if flight else ("withdraw", unit.id, fit)
            return Refusal(f"{label} {_not_leaving(single)}.", rule, nearest)
        left = _single_rate(state, unit, figure)
        if not flight and not within(WITHDRAWAL, left):
            return Refusal(f"A withdrawal takes 3 in; {label} has {left:g} in left.", rule)
        if flight and left <= 0.0:
            return no_movement_left(label, single.shots, rate_of_single(state, unit, single), rule)
        away = away_heading(single.heading, sides_of(state, unit, figure))
        if away is None:
            return Refusal(f"{label} has enemies on opposite sides: no way to go.", "battlesystem:7.12a")
        heading = snap_heading(away + turn)
        price = WITHDRAWAL if flight else price_for_single(state, unit, figure, heading)
        if not flight and not within(price, left):
            reason = f"On this ground a withdrawal takes {price:.4g} in; {label} has {left:g} in left."
            return Refusal(reason, rule)
        limit = left if flight else WITHDRAWAL
        need = least_way(left) if flight else WITHDRAWAL - TOLERANCE
        if free_way(state, unit, [standing.base_of(unit, figure)], heading, limit, False) < need:
            return Refusal(f"{label} has no free ground that way.", rule)
    if is_mended(state, 18) and not _can_any(state, unit, figures, flight, turn):
        return Refusal(f"Fellows, friends or enemies leave {name(state, unit)} no room that way.", rule)
    return None


def _can_any(state: State, unit: Unit, figures: list[int], flight: bool, turn: float) -> bool:
    """True if any of some skirmishers has room, as far as is known before: where one may measure, all enemies count, also those who go alone.

    By versions 1 to 17 of the rules they could try where their own fellows barred the way of all, and lost their move. By version 18 they
    could where enemies who go alone barred it, and lost it too. Rules: battlesystem:2.9f, battlesystem:7.4, battlesystem:3.5.
    """
    known: list[int] | None = contacts.enemies_touching(state, unit)
    if state.setting.flags.premeasure:
        known = None if is_mended(state, 19) else [enemy.id for enemy in enemies(state, unit.side)]
    trial = unit.copy()
    for figure, heading in _ways(state, unit, figures, turn):
        if flight:
            goes = _turns_and_goes(state, trial, figure, heading, known)
        else:
            goes = send_single(state, trial, figure, heading, WITHDRAWAL, WITHDRAWAL, pays=False, known=known)
        if goes:
            return True
    return False


def _ways(state: State, unit: Unit, figures: list[int], turn: float) -> list[tuple[int, float]]:
    """Those of some skirmishers who have a way away, each with its heading, n degrees off straight away. Rule: battlesystem:7.12a."""
    assert unit.singles is not None
    found: list[tuple[int, float]] = []
    for figure in figures:
        away = away_heading(unit.singles[figure].heading, sides_of(state, unit, figure))
        if away is not None:
            found.append((figure, snap_heading(away + turn)))
    return found


def _not_leaving(single: Single) -> str:
    """The reason a skirmisher does not get away from anybody, in words."""
    if single.gone != FIELD:
        return "does not stand on the table"
    if single.routed:
        return "is routed: it runs until it is rallied"
    return "has ended its move of this round" if single.done else "touches no enemy"


def _single_rate(state: State, unit: Unit, figure: int) -> float:
    assert unit.singles is not None
    single = unit.singles[figure]
    return max(0.0, rate_of_single(state, unit, single) - single.moved)


def send_single(
    state: State,
    unit: Unit,
    figure: int,
    heading: float,
    wanted: float,
    least: float = LEAST_FLIGHT,
    at: Unit | None = None,
    pays: bool = True,
    known: list[int] | None = None,
) -> bool:
    """One skirmisher gone along a heading, `wanted` inches or as far as it can; whether it went at least `least` inches.

    `known`: the only enemies that are looked at, before it goes; None for all. `pays`: those are inches of movement, of which dear ground
    and what is crossed take more; by versions 1 to 10 of the rules no ground cost one who flees or runs out of hand anything, and by
    version 11 he had spent for shots (10.4f) no more than the inches on the ground, by versions 1 to 18 so in a withdrawal. It stops short of enemies and of those who go alone
    (by versions 1 to 8 of the rules it went through these), but for skirmishers of the unit `at` that it runs at, and nearer where it would
    stand on a friend or too close to one of its own unit. Rules: battlesystem:7.4, battlesystem:7.4a, battlesystem:2.9e, battlesystem:11.8n.
    """
    singles = unit.singles
    assert singles is not None
    base = standing.base_of(unit, figure)
    by_road = False
    if pays and is_mended(state, 11):
        by_road = field.is_run_by_road(state, unit, None, base, heading, wanted)
        wanted = field.way_over(state, unit, None, base, heading, wanted, singles[figure].moved)
    way = free_way(state, unit, [base], heading, wanted, False)
    near = units_near(state, base.x, base.y, base.half_width + base.half_depth + wanted + SPARE)
    for enemy in near:
        if enemy.side == unit.side or (known is not None and enemy.id not in known):
            continue
        short = 0.0 if enemy is at and enemy.singles is not None else SHORT
        bar = ground_way([base], heading, way + short, standing.ground(enemy))
        if bar < way + short:
            way = bar - short
    for one in obstacles.loners(state, unit.side) if is_mended(state, 9) and known is None else ():
        way = obstacles.lone_way(base, heading, way, one, 0.0 if at is not None else SHORT)
    east, north = forward(heading)
    single = singles[figure]
    own = [
        standing.base_of(unit, other)
        for other in range(len(singles))
        if other != figure and singles[other].gone == FIELD
    ]
    friends = [
        other
        for friend in near
        if friend.side == unit.side and friend.id != unit.id and friend.singles is not None
        for other in standing.bases(friend)
    ]
    while way >= least - TOLERANCE and way > TOLERANCE:
        there = base.moved(east * way, north * way)
        if may_end(there, own, friends) and obstacles.is_free(state, unit, [there]):
            if not pays and is_mended(state, 19):  # the inches are set, but count for shots by their price
                way = price_for_single(state, unit, figure, heading)
            unit.place(figure, snap(there.x), snap(there.y), single.heading)
            if pays and is_mended(state, 12):
                way = field.cost_alone(state, unit, base, heading, way, single.moved, by_road)
            single.moved += way
            return True
        way -= BACK
    return False


def withdraw_singles(state: State, table: Table, unit: Unit, figures: list[int]) -> None:
    """Skirmishers withdraw; those whose way is barred stay. Rules: battlesystem:2.9f, battlesystem:7.12, 7.12b, battlesystem:7.12c.

    Enemies follow those who withdrew from them; by versions 1 to 13 of the rules all went the way of the first figure, and those from whom none got away were
    asked too. By versions 1 to 9 of the rules low or chaotic enemies who still touched others of the unit did not check their discipline.
    """
    singles = unit.singles
    assert singles is not None
    foes = enemies_of(state, unit, figures)
    leaving = _ways(state, unit, figures, 0.0)
    touched_by = {figure: [enemy.id for enemy in enemies_of(state, unit, [figure])] for figure, _ in leaving}
    for figure, _ in leaving:
        singles[figure].done = True
    gone = _who_can(
        state, leaving, lambda one: send_single(state, unit, *one, WITHDRAWAL, WITHDRAWAL, pays=False)
    )
    unit.moved = unit.acted = True
    if table.telling:
        if gone:
            verb = "withdraws" if len(gone) == 1 else "withdraw"
            text = f"{name(state, unit)}: {_of(len(gone), len(figures))} {verb} fighting."
        else:
            text = says(state, unit, "cannot withdraw and stays|stay: there is no room 3 in away.")
        data = {"unit": f"u{unit.id}", "figures": [figure for figure, _ in gone]}
        table.tell(declared(state, unit, "withdraw", text, "battlesystem:7.12", data))
    if gone:
        left = foes
        if not is_mended(state, 10):
            left = [enemy for enemy in foes if not contacts.are_touching(state, unit, enemy)]
        ways = {enemy.id: [gone[0][1]] for enemy in left}
        if is_mended(state, 14):
            ways = {
                enemy.id: [away for figure, away in gone if enemy.id in touched_by[figure]] for enemy in foes
            }
            left = [enemy for enemy in foes if ways[enemy.id]]
        drawn_on(state, table, unit, left, ways)


def _who_can(
    state: State, leaving: list[tuple[int, float]], goes: Callable[[tuple[int, float]], bool]
) -> list[tuple[int, float]]:
    """Those of some skirmishers, each with its heading, for whom `goes` is true: one after the other, and who was barred by fellows after these.

    By versions 1 to 17 of the rules they went in the order of their numbers alone, and who was barred by a fellow still to go stayed.
    Rules: battlesystem:2.9f, battlesystem:7.4.
    """
    found: list[tuple[int, float]] = []
    waiting = leaving
    while waiting:
        rest: list[tuple[int, float]] = []
        for one in waiting:
            (found if goes(one) else rest).append(one)
        if len(rest) == len(waiting) or not is_mended(state, 18):
            break
        waiting = rest
    return [one for one in leaving if one in found]


def _of(count: int, all_told: int) -> str:
    """So many of the skirmishers who were to go, in words."""
    if count == all_told:
        return "one skirmisher" if count == 1 else f"{count} skirmishers"
    return f"{count or 'none'} of {all_told} skirmishers"


def _with_a_way(state: State, unit: Unit, leaving: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Those of some figures that could flee as all stand now, one after the other, each with its heading. Rule: battlesystem:8.8c."""
    trial = unit.copy()
    assert trial.singles is not None
    return _who_can(state, leaving, lambda one: _turns_and_goes(state, trial, *one))


def _turns_and_goes(
    state: State, unit: Unit, figure: int, heading: float, known: list[int] | None = None
) -> bool:
    """One skirmisher turned about and fled, as far as it can; False if it stays as it stood. Rule: battlesystem:8.8c."""
    assert unit.singles is not None
    single = unit.singles[figure]
    before = single.heading
    unit.place(figure, single.x, single.y, heading)
    if send_single(state, unit, figure, heading, _single_rate(state, unit, figure), known=known):
        return True
    unit.place(figure, single.x, single.y, before)
    return False


def flee_singly(state: State, table: Table, unit: Unit, figures: list[int], turn: float) -> None:
    """Skirmishers flee, each its own way, after their enemies' free attacks. Rules: 2.9f, battlesystem:8.8c, battlesystem:8.8d.

    Who has no way stays, and nobody strikes at his back; by versions 1 to 10 of the rules he was struck first, and then stayed. By versions
    1 to 8 all enemies in touch with the unit struck, and figures that stayed could fall.
    """
    singles = unit.singles
    assert singles is not None
    foes = enemies_of(state, unit, figures)
    leaving = _ways(state, unit, figures, turn)
    if is_mended(state, 11):
        for figure in figures:
            singles[figure].done = True
        leaving = _with_a_way(state, unit, leaving)
    if leaving or not is_mended(state, 11):
        struck(state, table, unit, foes, [figure for figure, _ in leaving] if is_mended(state, 9) else None)
    able: list[tuple[int, float]] = []
    for figure, heading in leaving:
        if unit.status == FIELD and singles[figure].gone == FIELD and not singles[figure].routed:
            singles[figure].done = True
            able.append((figure, heading))
    fled = len(_who_can(state, able, lambda one: _turns_and_goes(state, unit, *one)))
    unit.moved = unit.acted = True
    if table.telling and unit.status == FIELD:
        verbs = "turns and flees" if fled == 1 else "turn and flee"
        text = f"{name(state, unit)}: {_of(fled, len(figures))} {verbs}."
        if not leaving:
            text = says(state, unit, "cannot flee and stays|stay: no way is free.")
        elif not fled:
            text = f"{name(state, unit)}: nobody gets away."
        data = {"unit": f"u{unit.id}", "figures": list(figures)}
        table.tell(declared(state, unit, "flee", text, "battlesystem:8.8c", data))
    if fled:
        pursued(state, table, unit, foes)
