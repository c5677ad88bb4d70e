"""A charge from its declaration to its end: tempers, the run, striking home or failing.

Rules: battlesystem:7.14a to battlesystem:7.14l, battlesystem:4.6e.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import catch
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.march.passing_shots import asked
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.movement.charges.breaking_through import (
    Broken,
    break_through,
    catch_broken,
    check_the_broken,
    close_up,
)
from banneret.rulebooks.battlesystem.movement.charges.charge_paths import (
    Run,
    onward,
    runs_in,
    unlawful,
    walked,
)
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate

# ---------------------------------------------------------------- the charge itself


def charge(
    state: State, table: Table, unit: Unit, target: Unit, steps: list[Step], walk: Walk | None = None
) -> None:
    """A charge from its declaration to its end. Rules: battlesystem:7.14a to battlesystem:7.14l.

    `walk` is the outcome of the steps, if it is known and nothing has changed since.
    """
    _tell_declared(state, table, unit, target)
    calm = _keeps_temper(state, table, unit, target, steps)
    if not calm and is_mended(state):
        steps = _unformed(state, unit, steps)
    unit.moved = unit.acted = unit.finished = True
    run = walked(state, unit, steps) if walk is None or not calm else Run(walk, len(steps))
    fault = unlawful(state, unit, run)
    if fault is not None:
        why, rule = fault
        _tell(state, table, unit, f"stays|stay where it|they was|were: {why}", rule, [])
        return
    path: list[list[float]] = []
    unit.rushed = is_mended(state, 13)
    if mover.is_watched(state):
        unit.charged = target.id
        last = _under_fire(state, table, unit, run, path)
        if last is None:
            unit.charged = NOBODY
            return
        run = last
    unit.charged = run.walk.contacts[0] if run.met else target.id
    broken: dict[int, Broken] = {}
    figures = unit.figures
    _advance(unit, run)
    path += _path_of(run)
    last = _ride_down(state, table, unit, run, steps[-1][1], broken, path)
    if last is None:  # it fell or ran on its way on
        unit.charged = NOBODY
        close_up(state, unit, broken)
        catch_broken(state, broken)
        check_the_broken(state, table, unit, broken, True)
        return
    run = last
    _file_on(unit, run)
    strikes_home = contacts.is_engaged(state, unit)  # before those broken through step up again (7.14j)
    close_up(state, unit, broken)
    catch_broken(state, broken)
    if strikes_home:
        _struck_home(state, table, unit, target, path)
    elif run.walk.held:
        _held_up(state, table, unit, run.walk.held[0], path)
    else:
        _failed(state, table, unit, unit.formation == CLOSED, path)
        mover.stands_in_sight(state, table, unit)
    check_the_broken(state, table, unit, broken, unit.figures < figures)


def _keeps_temper(state: State, table: Table, unit: Unit, target: Unit, steps: list[Step]) -> bool:
    """Low or chaotic troops that charge closed may lose their order; whether they keep it. Rules: 7.14g, battlesystem:4.6e."""
    formation = runs_in(unit, steps) if is_mended(state) else unit.formation
    if formation != CLOSED or unit.quarry != NOBODY:
        return True
    if discipline.is_unruly(state, unit) and not discipline.check(
        state, table, unit, "a charge in closed formation"
    ):
        discipline.fail(state, table, unit, target.id)
        return False
    return True


def _unformed(state: State, unit: Unit, steps: list[Step]) -> list[Step]:
    """The path of a unit that has lost its order: changes of formation come to nothing, but what they cost is paid. Rule: 7.14g."""
    rest = [step for step in steps if step[0] != "formation"]
    unit.spent += (len(steps) - len(rest)) * formations.formation_cost(normal_rate(state, unit))
    return rest


def _ride_down(
    state: State,
    table: Table,
    unit: Unit,
    run: Run,
    turn: float,
    broken: dict[int, Broken],
    path: list[list[float]],
) -> Run | None:
    """A charge breaks through as often as it can, under fire on each part of its way on: the last part; None when it fell or ran.

    By versions 1 to 17 of the rules nobody shot at it once it had broken through. Rules: battlesystem:7.14i, battlesystem:7.14j,
    battlesystem:10.6a.
    """
    while run.met and break_through(state, table, unit, broken):
        run = onward(state, unit, turn)
        if is_mended(state, 18) and mover.is_watched(state):
            rest = _under_fire(state, table, unit, run, path, turn)
            if rest is None:
                return None
            run = rest
        _advance(unit, run)
        path += _path_of(run)
        if run.met:
            unit.charged = run.walk.contacts[0]
    return run


def _under_fire(
    state: State, table: Table, unit: Unit, run: Run, path: list[list[float]], on: float | None = None
) -> Run | None:
    """A charge comes under fire on its way: the part of it that is left then, None when the unit fell or ran.

    It charges on with those who are left, in the formation that it has then; nothing of its lawfulness is asked again. `on`: the degrees
    of its way on, if it has broken through. Rules: battlesystem:10.6a, battlesystem:10.6c.
    """
    while run.walk.legs:
        way = Way(unit, run.walk.legs, run.met, in_place=is_mended(state, 14), in_wheels=is_mended(state, 15))
        shot = asked(state, table, unit, way)
        if shot is None or way.is_end(way.stops[shot[3]]):
            return run
        stop = way.stops[shot[3]]
        before, rest = way.cut(stop)
        if before:
            # the way as a whole leaves the road, or does not. Rule: battlesystem:11.8a
            if not unit.footing and is_mended(state, 9):
                unit.footing = run.walk.unit.footing
            part = walked(state, unit, before)
            if way.is_in_a_slide(stop):
                mover.keep_facing(state, part.walk)
            _advance(unit, part)
            path += _path_of(part)
        if not mover.under_fire(state, table, unit, shot):
            return None
        run = walked(state, unit, rest) if on is None else onward(state, unit, on)
    return run


def _advance(unit: Unit, run: Run) -> None:
    """The unit stands where its body came to; files that could go on alone wait."""
    after = run.walk.unit
    assert after.block is not None
    unit.stand(after.block, None, after.wings)
    unit.formation, unit.leader_at, unit.widened = after.formation, after.leader_at, after.widened
    unit.spent, unit.footing, unit.slowed = after.spent - run.on, after.footing, after.slowed
    if after.loose is None:
        unit.body = after.body


def _file_on(unit: Unit, run: Run) -> None:
    """The files of a unit go on that can touch, each for itself. Rule: battlesystem:7.8b."""
    if run.on > 0.0:
        after = run.walk.unit
        assert unit.block is not None
        unit.stand(unit.block, after.loose, unit.wings)
        if unit.block is after.block:
            unit.body = after.body
        unit.spent += run.on


def _struck_home(state: State, table: Table, unit: Unit, target: Unit, path: list[list[float]]) -> None:
    """A charge that ends in contact. Rules: battlesystem:7.14a, battlesystem:7.14e, battlesystem:7.8f."""
    touching = contacts.enemies_touching(state, unit)
    if target.id in touching:
        unit.charged = target.id
    elif unit.charged not in touching:
        unit.charged = touching[0]
    catch(state, unit)
    _tell(state, table, unit, "charges|charge {} and strikes|strike home.", "battlesystem:7.14e", path)


def _held_up(state: State, table: Table, unit: Unit, one: int, path: list[list[float]]) -> None:
    """A charge that ends at an enemy who stands alone: it has not failed, and has charged him. Rules: 9.0d, 7.14e, battlesystem:7.14f.

    By versions 1 to 14 of the rules it had charged nobody.
    """
    unit.charged = discipline.lone_quarry(one) if is_mended(state, 15) else NOBODY
    who = state.setting.sheets[one].name
    _tell(state, table, unit, f"comes|come upon {who}, and no farther.", "battlesystem:9.0d", path)


def _failed(state: State, table: Table, unit: Unit, was_closed: bool, path: list[list[float]]) -> None:
    """A charge that ends without contact: closed troops open, others lose heart. Rules: battlesystem:7.14k, battlesystem:7.14l."""
    unit.charged = NOBODY
    if unit.formation == CLOSED:
        what = "reaches|reach nobody: its|their charge fails and its|their order opens."
        _tell(state, table, unit, what, "battlesystem:7.14k", path)
        formations.open_up(state, table, unit)
    else:
        what = "reaches|reach nobody: its|their charge fails."
        _tell(state, table, unit, what, "battlesystem:7.14l", path)
    current_morale.charge_failed(state, unit, was_closed)


# ---------------------------------------------------------------- news


def _tell_declared(state: State, table: Table, unit: Unit, target: Unit) -> None:
    if table.telling:
        text = says(state, unit, "charges|charge at {}.", name(state, target))
        data = {"unit": f"u{unit.id}", "target": f"u{target.id}"}
        table.tell(declared(state, unit, "charge", text, "battlesystem:7.14a", data))


def _path_of(run: Run) -> list[list[float]]:
    """The places of the unit after each leg, for pictures of the move."""
    return [[leg.after.x, leg.after.y, leg.after.heading] for leg in run.walk.legs]


def _tell(state: State, table: Table, unit: Unit, what: str, rule: str, path: list[list[float]]) -> None:
    if table.telling:
        data: dict[str, object] = {"unit": f"u{unit.id}", "path": path}
        foe = ""
        if unit.charged >= 0:
            data["target"] = f"u{unit.charged}"
            foe = name(state, state.units[unit.charged])
        table.tell(Event("charge", says(state, unit, what, foe), rule, side=unit.side, data=data))
