"""Previews of an order, shown while it is drawn: costs, ways, and units where they would end.

Under the option `premeasure = forbidden` enemies do not count: nothing is measured before the order is given. Rules: battlesystem:3.5,
battlesystem:7.7, battlesystem:7.9c, battlesystem:7.14b.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import structs

from banneret.geometry.plane import TOLERANCE, length, swing, turn_between
from banneret.geometry.rectangles import Rectangle, gap, placed
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Odds, OptionView, Paid, Preview, Shape, refusal_fields, refused
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    farthest_from,
    inner_pivot,
    outermost,
    pivot,
    slide,
    swung,
)
from banneret.rulebooks.battlesystem.command import commander_figures, in_command
from banneret.rulebooks.battlesystem.drill import gathering, skirmish_walks, walking
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Leg, Walk, borders, touched
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import SIDES, misread
from banneret.rulebooks.battlesystem.engines import hauling
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.individuals import footprints, ground
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import (
    commander_moves,
    forced_marches,
    individual_moves,
    skirmish_moves,
)
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.roles import attachment
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.setup.posts import block_at, read_post
from banneret.rulebooks.battlesystem.space import distances, standing
from banneret.rulebooks.battlesystem.space.tariffs import FAR, ROAD
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.text.sentences import agree, capital
from banneret.rulebooks.battlesystem.text.wording import step_text
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, ON_ROAD, Unit
from banneret.rulebooks.battlesystem.view.artillery.haul_previews import haul_preview
from banneret.rulebooks.battlesystem.view.artillery.shot_forecasts import shot_preview
from banneret.rulebooks.battlesystem.view.forecasts.charges import charge_forecast, no_charge, through
from banneret.rulebooks.battlesystem.view.forecasts.volleys import (
    aim_preview,
    split_preview,
    volley_preview,
)
from banneret.rulebooks.battlesystem.view.passing_previews import passing_preview
from banneret.rulebooks.battlesystem.view.pieces import leader_id, outline, rounded
from banneret.rulebooks.battlesystem.view.walks_instead import (
    beyond,
    nearest_walks,
    reach_rule,
    shortened,
    stops_for_ground,
    stops_for_want,
)
from banneret.rulebooks.battlesystem.worth.allowance import most_of, rate

UNKNOWN_BAR: Final = "Something in its way"
AHEAD: Final = 0.2  # inches beyond the end of a unit's way in which an obstacle is looked for
SWING: Final = 1.0  # degrees beyond the end of a wheel, for the same
UNMEASURED: Final = "Nothing is measured to the enemy before you declare."


def preview(state: State, decision: Decision, order: Order) -> Preview | None:
    """The outcome of an order of movement, a shot or a placement; None for other decisions, or an empty order."""
    if isinstance(decision, Placement):
        return _place(state, decision, order)
    if isinstance(decision, Shooting):
        return volley_preview(state, decision, order) if order else None
    if isinstance(decision, Firing):
        return shot_preview(state, decision, order) if order else None
    if isinstance(decision, PassingShot):
        return passing_preview(state, decision, order) if order else None
    if not isinstance(decision, MoveDecision) or not order:
        return None
    refusal = decision.check(order)
    word = order[0]
    if word == "lead":
        return _lead(state, order, refusal)
    if word == AIM:
        return aim_preview(state, order, refusal)
    unit = _unit(state, decision.side, order)
    if unit is not None and word == hauling.VERB:
        return haul_preview(state, unit, order, refusal)
    if unit is not None and word == "shoot":
        return split_preview(state, unit, order, refusal)
    if unit is None or word not in ("move", "march", "charge", "skirmish"):
        return refused(refusal)
    if unit.singles is not None:
        return _skirmish(state, decision, unit, order, refusal)
    if unit.block is None:
        return refused(refusal)
    steps = list(order[3:] if word == "charge" else order[2:])
    if any(misread(step) for step in steps):
        return refused(refusal)
    found = _walk(
        state, unit, word, steps, refusal, order[2] if word == "charge" and len(order) > 2 else None
    )
    return structs.replace(found, instead=tuple(nearest_walks(state, decision, unit, order, refusal)))


def _unit(state: State, side: int, order: Order) -> Unit | None:
    if len(order) < 2 or type(order[1]) is not int or order[1] not in state.units:
        return None
    unit = state.units[order[1]]
    return unit if unit.side == side and unit.status == FIELD else None


# ---------------------------------------------------------------- units in a block


def _walk(
    state: State, unit: Unit, word: str, steps: list[Any], refusal: Refusal | None, target: object = None
) -> Preview:
    allowance, short = rate(state, unit), 0.0
    if word == "charge":
        allowance = charge_paths.range_of(state, unit)
    elif word == "march":
        allowance, short = forced_marches.rate_of(state, unit), forced_marches.SHORT
    measured = state.setting.flags.premeasure
    walk = walking.plan(state, unit, steps, allowance, measured, short)
    shapes: list[Shape] = []
    for leg in walk.legs:
        shapes += _leg_shapes(leg)
    misses = word == "charge" and measured and not walk.touches
    sentence, rule = _sentence(state, walk, measured), _rule(state, walk, word)
    if misses and walk.stopped:
        sentence = f"The charge meets nobody. {sentence}"
    none = no_charge(state, unit, steps) if word == "charge" and measured and walk.refusal is None else None
    if none is not None:
        sentence, rule = none
    elif word == "charge" and measured and walk.contacts:
        sentence += through(state, unit, walk)
    elif word == "charge" and not measured and walk.halt is not None:
        sentence += _fails_there(state, walk)
    if none is None:
        sentence += _out_of_command(state, unit, walk)
    return Preview(
        sentence,
        tuple([_paid(leg) for leg in walk.legs]),
        round(walk.cost, 3),
        round(max(0.0, allowance - unit.spent), 3),
        tuple(shapes),
        vain=refusal is None
        and (misses or walk.lost or none is not None or (walk.stopped and walk.cost <= LEAST)),
        odds=_charge_odds(state, unit, target, walk.unit),
        **(refusal_fields(refusal) or {"rule": rule}),
    )


def _fails_there(state: State, walk: Walk) -> str:
    """The sentence to add for a charge that ground will stop, which nobody has measured to an enemy. Rules: 7.14k, 7.14l, battlesystem:3.5."""
    costs = "its morale is 3 worse this round"
    if walk.unit.formation == CLOSED:
        also = f", and {costs}" if state.setting.flags.failed_closed_charge_penalty else ""
        costs = f"its order opens{also}"
    return f" Unless an enemy stands before that, the charge fails: {costs}."


def _out_of_command(state: State, unit: Unit, walk: Walk) -> str:
    """The sentence to add for a walk that ends out of command; "" if it does not. Rules: 4.7, battlesystem:4.7d."""
    after = walk.unit
    if not walk.legs or unit.now.kind != REGULAR or not unit.in_command or in_command.is_led(state, after):
        return ""
    then = ""
    if after.formation == CLOSED:
        opens = state.setting.flags.lost_command_opens
        then = ", and its order opens" if opens else ", and must open, or stand until orders reach it again"
    return f" There it is out of command{then}."


def _rule(state: State, walk: Walk, word: str) -> str:
    """The rule by which a walk ends before all its steps are done; "" if it does not."""
    if walk.refusal is not None:
        return walk.refusal.rule
    if walk.halt is not None:
        return walk.halt.rule
    if walk.stopped and not walk.contacts:
        if walk.held:
            return "battlesystem:9.0d"
        return "battlesystem:7.13b" if _kept_from(state, walk) else "battlesystem:7.1e"
    return "" if beyond(walk) is None else reach_rule(word)


def _charge_odds(state: State, unit: Unit, target: object, after: Unit) -> Odds | None:
    """The odds of a charge at `target` by a unit that arrives as `after`; None if it is not a unit. Rule: battlesystem:7.14e."""
    if type(target) is not int or target not in state.units:
        return None
    return charge_forecast(state, unit, state.units[target], after)


def _sentence(state: State, walk: Walk, measured: bool) -> str:
    """The outcome of a walk in a sentence, as far as it may be known. Rules: battlesystem:3.5, battlesystem:7.8."""
    if walk.refusal is not None and walk.lost:
        return f"{walk.refusal.reason} Declared so, that step would be lost."
    if walk.touches:
        return f"It comes into contact with {touched(state, walk)}."
    if walk.halt is not None:
        return f"{walk.halt.reason} It stops there."
    if walk.stopped:
        enemy = _kept_from(state, walk)
        if enemy:
            return f"It stops short of {enemy}: no forced march goes into contact."
        bar = _bar(state, walk)
        return f"{bar} {agree(bar, 'stops|stop')} it there."
    far = beyond(walk)
    if far is not None:
        return stops_for_want(*far)
    return "It meets no enemy." if measured else UNMEASURED


def _bar(state: State, walk: Walk) -> str:
    """The name of what ended the way of a unit: a friend, ground, the table edge or an enemy whom it does not touch. Rules: battlesystem:7.1e, battlesystem:5.0a."""
    if walk.unit.block is None or not walk.legs:
        return UNKNOWN_BAR
    setting = state.setting
    found = [
        (name(state, friend), standing.ground(friend))
        for friend in st.on_field(state, walk.unit.side)
        if friend.id != walk.unit.id
    ]
    for polygon, words in zip(setting.ground, setting.ground_names, strict=True):
        found.append((capital(words), polygon.walls))
    found.append(("The edge of the table", borders(setting.width, setting.depth)))
    known = [
        one.id for one, _ in footprints.besiegers(state, state.units[walk.unit.id])
    ]  # he touches it already
    if walk.enemies:  # the gaps of open troops meet an enemy whom no figure touches
        found += [(name(state, foe), standing.ground(foe)) for foe in walk.foes]
        known = [
            one.id
            for one in state.individuals.values()
            if one.side != walk.unit.side and footprints.champion(state, one) is not None
        ]
    for number in known:
        one = state.individuals[number]
        half = footprints.half_of(state, one)
        found.append((setting.sheets[number].name, [Rectangle(one.x, one.y, half, half, 0.0, 1.0)]))
    for share in (0.1, 1.0):  # first a hair's breadth: farther on it may be past a corner that it grazes
        ahead = _beyond(walk, share)
        most, who = min([(_depth(ahead, walls), who) for who, walls in found], key=lambda one: one[0])
        if most < 0.0:
            return who
    return UNKNOWN_BAR


def _beyond(walk: Walk, share: float) -> list[Rectangle]:
    """The ground of a unit a little farther on, in the direction in which its way ended; `share` of `AHEAD` or `SWING`."""
    unit, step = walk.unit.copy(), walk.legs[-1].step
    block = unit.block
    assert block is not None
    if step[0] == "wheel":
        side = SIDES[step[1]]
        about = pivot(block, side) if len(step) == 3 else inner_pivot(block, side, int(step[3]))
        unit.stand(swung(block, side, SWING * share, *about), None, (0, 0))
    else:
        turn = float(step[1]) if step[0] == "slide" and len(step) > 1 else 0.0
        unit.stand(slide(block, (block.heading + turn) % 360.0, AHEAD * share), None, (0, 0))
    return standing.ground(unit)


def _depth(ahead: list[Rectangle], walls: Sequence[Rectangle]) -> float:
    """The gap of two grounds; below 0 as far as the one reaches into the other."""
    return min([gap(one, wall) for one in ahead for wall in walls], default=1.0)


def _kept_from(state: State, walk: Walk) -> str:
    """The name of the enemy that a forced march stops short of, "" if there is none. Rule: battlesystem:7.13b."""
    if not walk.short:
        return ""
    near = walk.short + 2.0 * TOLERANCE
    for enemy in walk.foes:
        if not distances.is_beyond(walk.unit, enemy, near):
            return name(state, enemy)
    for one in state.individuals.values():
        if one.side == walk.unit.side or footprints.champion(state, one) is None:
            continue
        if footprints.figures_touched(walk.unit, one.x, one.y, footprints.half_of(state, one) + near):
            return state.setting.sheets[one.id].name
    return ""


def _paid(leg: Leg) -> Paid:
    """A step of a walk with its cost in inches, and its rule."""
    step = leg.step
    detail = ""
    gone = None
    if step[0] == "slide":
        gone = round(length(leg.after.x - leg.before.x, leg.after.y - leg.before.y), 2)
        detail = _ground(leg, "straight ahead" if not step[1] else "without turning")
    elif step[0] == "wheel":
        step = (*step[:2], _turned(leg), *step[3:])
        where = f"about the {step[1]} front corner" + (f" of file {step[3]}" if len(step) > 3 else "")
        detail = _ground(leg, where)
    elif step[0] == "frontage":
        detail = _ground(leg, f"{leg.after.files} abreast, {leg.after.ranks} deep")
    elif step[0] in ("face", "about") and leg.after.files != leg.before.files:
        detail = f"then {leg.after.files} abreast"
    return Paid(step_text(step, gone), round(leg.cost, 2), detail, leg.rule)


def _ground(leg: Leg, where: str) -> str:
    """The detail of a leg, with the ground that changed its cost. Rules: battlesystem:11.8a to battlesystem:11.8n."""
    said = [where, *[f"{'up' if one.ground.contour else 'across'} {one.name}" for one in leg.crossed]]
    said += [f"through {one.name}" for one in leg.through]
    if leg.rule == "battlesystem:11.8a":
        said.append("along the road")
    return ", ".join(said)


def _leg_shapes(leg: Leg) -> list[Shape]:
    """The shapes of a step: its way with the cost, and the block after it."""
    found: list[Shape] = []
    step, before, after = leg.step, leg.before, leg.after
    if step[0] == "slide":
        found.append(
            Shape("line", (rounded((before.x, before.y)), rounded((after.x, after.y))), f"{leg.cost:.4g} in")
        )
    elif step[0] == "wheel":
        side = SIDES[step[1]]
        points = (pivot(before, side), outermost(before, side), outermost(after, side))
        if len(step) > 3:
            about, first = _inner_wheel(before, side, int(step[3]))
            turn = turn_between(before.heading, after.heading)
            points = (about, first, swing(*first, *about, turn))
        words = f"{_turned(leg):g}°, {leg.cost:.2f} in"
        found.append(Shape("turn", tuple([rounded(point) for point in points]), words))
    found.append(_body(after))
    return found


def _inner_wheel(block: Block, side: int, file: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The pivot of a wheel about a file, and the place of the figure that goes farthest. Rule: 7.9b, option wheel_pivot."""
    about = inner_pivot(block, side, file)
    return about, farthest_from(block, *about)


def _turned(leg: Leg) -> float:
    """The degrees of a wheel: of one in which the unit opened, those before or after that."""
    return round(abs(turn_between(leg.before.heading, leg.after.heading)), 2) or float(leg.step[2])


def _body(block: Block) -> Shape:
    return Shape("body", outline(block), facing=block.heading)


# ---------------------------------------------------------------- skirmishers, commanders


def _gathering(state: State, unit: Unit, order: Order) -> Preview:
    """The preview of elite skirmishers who gather in a block, with its cost. Rules: battlesystem:2.11, battlesystem:7.6c."""
    measured = state.setting.flags.premeasure
    left = rate(state, unit) - unit.spent
    found = gathering.gathered(state, unit, order, rate(state, unit), measured)
    if found.block is None:
        return Preview(UNMEASURED, rule="battlesystem:7.6c")
    label, cost = step_text(order[2]), round(found.cost, 2)
    return Preview(
        "" if measured else UNMEASURED,
        (Paid(label, cost, f"{found.block.files} abreast, {found.block.ranks} deep", "battlesystem:7.6a"),),
        round(found.cost, 3),
        round(left, 3),
        (_body(found.block),),
        rule="battlesystem:7.6c",
    )


def _skirmish(
    state: State, decision: MoveDecision, unit: Unit, order: Order, refusal: Refusal | None
) -> Preview:
    """The preview of an order to skirmishers: the way of each figure. Rules: battlesystem:2.9d, battlesystem:2.9g."""
    word = order[0]
    groups = list(order[2:])
    if word == "move" and refusal is None:
        return _gathering(state, unit, order)
    allowance = forced_marches.rate_of(state, unit) if word == "march" else rate(state, unit)
    left = most_of(state, unit, allowance) - unit.spent
    if word not in ("skirmish", "march") or not all(
        skirmish_moves.is_group(state, unit, group) for group in groups
    ):
        return refused(refusal)
    measured = state.setting.flags.premeasure
    sally = skirmish_walks.plan(state, unit, groups, allowance, measured, word != "march")
    singles = unit.singles
    assert singles is not None
    shapes: list[Shape] = []
    farthest = 0.0
    for run in sally.runs:
        single = singles[run.figure]
        farthest = max(farthest, run.moved)
        shapes.append(Shape("line", (rounded((single.x, single.y)), rounded((run.x, run.y)))))
        moved = placed(run.x, run.y, unit.width, unit.depth, run.heading)
        shapes.append(Shape("body", tuple([rounded(corner) for corner in moved.corners()])))
    says, rule = UNMEASURED if not measured else "", ""
    wanted = max([_longest(group) for group in groups], default=0.0)
    instead: list[OptionView] = []
    by_road = sally.footing == ON_ROAD
    if refusal is None and wanted * (ROAD if by_road else 1.0) > left + TOLERANCE:
        says, rule = stops_for_want(wanted, left), reach_rule(str(word))
        instead = shortened(state, decision, order, left)
    elif sally.cut:
        count = "one figure stops" if len(sally.cut) == 1 else f"{len(sally.cut)} figures stop"
        says = f"So as to end an inch apart {count} sooner."
    elif by_road:
        says, rule = "Along the road: a third farther.", "battlesystem:11.8a"
    steps = tuple(
        [Paid(_group_text(group), round(_longest(group), 2), rule="battlesystem:2.9d") for group in groups]
    )
    return Preview(
        says,
        steps,
        round(farthest, 3),
        round(left, 3),
        tuple(shapes),
        instead=tuple(instead),
        **(refusal_fields(refusal) or {"rule": rule}),
    )


def _group_text(group: tuple[Any, ...]) -> str:
    return "All figures" if group[0] == "all" else f"Figure {group[0] + 1}"


def _longest(group: tuple[Any, ...]) -> float:
    return float(sum([abs(inches) for inches in group[2::2]]))


def _lead(state: State, order: Order, refusal: Refusal | None) -> Preview:
    """The preview of an order to an individual: his way, its cost, his command radius at its end. Rule: battlesystem:5.0c."""
    number = order[1] if len(order) > 1 else None
    if type(number) is not int or number not in state.individuals:
        return refused(refusal)
    leader = state.individuals[number]
    if attachment.is_attached(state, leader):
        return refused(refusal)  # he must leave his unit first
    word, rest = commander_moves.said(order)
    ends = individual_moves.planned(state, leader, order)
    if not ends:
        return refused(refusal)
    points = [(float(x), float(y)) for x, y in rest[2:]] or ends
    left = individual_moves.left_of(state, leader, word == commander_moves.MARCH)
    way = [(leader.x, leader.y), *ends]
    gone = [length(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    walked = None
    if word != individual_moves.WITHDRAW and ground.counts(state, leader):
        walked = ground.walk(state, leader, points, left)
    paid = gone if walked is None else ground.walk(state, leader, ends, FAR).costs
    radius = state.setting.sheets[number].radius
    end = rounded(way[-1])
    shapes: tuple[Shape, ...] = (
        Shape("line", tuple([rounded(point) for point in way]), f"{sum(gone):.3g} in"),
        Shape("circle", (end,), f"command radius {radius:g} in", radius, leader.side),
    )
    if not radius:
        shapes = shapes[:1]
    steps = tuple(
        [
            Paid(f"To {x:g} in east, {y:g} in north", round(far, 2))
            for (x, y), far in zip(way[1:], paid, strict=False)
        ]
    )
    wanted = sum([length(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([way[0], *points])])
    says = ""
    instead: tuple[OptionView, ...] = ()
    is_short = wanted > left + TOLERANCE
    is_slowed = False
    if walked is not None:
        went = ground.inches(leader, walked.points)
        is_short = went < wanted - TOLERANCE
        is_slowed = went < min(wanted, left) - TOLERANCE
    if refusal is None and is_short:
        halt = None if walked is None else walked.halt
        says = stops_for_ground(halt, left) if is_slowed else stops_for_want(wanted, left, "he")
        near: Order = (
            *order[: len(order) - len(rest) + 2],
            *[(plain(x), plain(y)) for x, y in map(rounded, way[1:])],
        )
        instead = (
            OptionView(
                write_order(near),
                f"To {end[0]:g} in east, {end[1]:g} in north",
                pieces=(leader_id(leader.id),),
            ),
        )
    rule = "battlesystem:11.8n" if is_slowed else "battlesystem:5.0c"
    told = refusal_fields(refusal) or {"rule": rule if says else ""}
    return Preview(says, steps, round(sum(paid), 3), round(left, 3), shapes, instead=instead, **told)


# ---------------------------------------------------------------- setting up


def _place(state: State, decision: Placement, order: Order) -> Preview:
    """The preview of a placement: every unit and leader where the order puts them. Rule: battlesystem:3.4."""
    able = {unit.id: unit for unit in decision.units}
    shapes: list[Shape] = []
    for item in order[1:]:
        if not isinstance(item, tuple) or not item:
            return refused(decision.check(order))
        if (
            item[0] == "leader"
            and len(item) == 4
            and all(isinstance(part, (int, float)) for part in item[1:])
        ):
            corners = commander_figures.base(float(item[2]), float(item[3])).corners()
            words = state.setting.sheets[item[1]].name if item[1] in decision.leaders else ""
            shapes.append(Shape("body", tuple([rounded(corner) for corner in corners]), words))
            continue
        unit = able.get(item[0]) if type(item[0]) is int else None
        post = "" if unit is None else read_post(state, unit, item[1:])
        if unit is None or isinstance(post, str):
            return refused(decision.check(order))
        block = block_at(state, unit, post)
        shapes.append(Shape("body", outline(block), name(state, unit), facing=block.heading))
    return Preview(shapes=tuple(shapes), **refusal_fields(decision.check(order)))
