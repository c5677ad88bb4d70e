"""Plans of moves, placements and divided volleys, which are drawn on the board step by step.

Rules: battlesystem:10.1m, battlesystem:7.7, battlesystem:7.9, battlesystem:7.10, battlesystem:7.13, battlesystem:7.14, battlesystem:2.9d, 5.0c.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Plan, Step, Way
from banneret.rulebooks.battlesystem.drill import legs, ordinary_moves, skirmish_walks
from banneret.rulebooks.battlesystem.engines import crews, hauling
from banneret.rulebooks.battlesystem.individual import HERO
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot, stop_of
from banneret.rulebooks.battlesystem.missiles.shooters import figures, shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import (
    ONCE,
    OVER,
    Shooting,
    aim_of,
    fewest_targets,
    why_spared,
)
from banneret.rulebooks.battlesystem.movement import (
    commander_moves,
    forced_marches,
    individual_moves,
    split_fire,
)
from banneret.rulebooks.battlesystem.movement.charges import charge_aims, charge_paths
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.setup.posts import allowed
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.formations import may_take
from banneret.rulebooks.battlesystem.state import State, bases_for, figures_on, is_mended, name, on_field
from banneret.rulebooks.battlesystem.unit import CLOSED, FORMATIONS, OPEN, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.view.artillery.field_pieces import engine_id
from banneret.rulebooks.battlesystem.view.forecasts.volleys import met_at
from banneret.rulebooks.battlesystem.view.pieces import leader_id, unit_id
from banneret.rulebooks.battlesystem.worth.allowance import most_of, rate, why_less

HELPS: Final = {
    "move": "Drag the unit ahead, within 45° of its front; drag a corner to wheel. Or add steps here.",
    "march": "Half as far again, with no enemy near; it tells on the unit's attacks, and may tell on its order.",
    "charge": "Declared with its whole path; the last leg is straight. Missing the enemy leaves the unit shaken.",
    "skirmish": "Drag the figures, all together or one by one; they end at least an inch apart.",
    "shoot": "Point at the enemies to shoot at, one or several; then say how many figures shoot at each. The unit goes on afterwards.",
    "split": "Point at the enemies to shoot at, on the field or here; then say how many figures shoot at each.",
    "haul": "Drag the piece: it turns that way and goes, its crew behind it; on roads and clear ground only, and it does not shoot then.",
    "gather": "All come together in a block about their commander; nobody may have too far to go.",
    "lead": "Drag the figure where it is to go.",
    "hasten": "Half as far again; it tells on the blows of the one who marches until a whole round is rested.",
    "hurry": "Half as far again, which is the whole move of this round.",
    "place": "Drag units about your ground; take one up to turn it, or to change its formation and front.",
}


def _of_march(state: State) -> str:
    """The help to a forced march, with what an option adds. Rule: battlesystem:7.13c."""
    routs = (
        " Who fails the check at its end besides opens, or routs."
        if state.setting.flags.forced_march_rout
        else ""
    )
    return f"{HELPS['march']}{routs}"


def plans(state: State, decision: MoveDecision) -> list[Plan]:
    """The plans of each unit and commander that can move in steps. Rules: 7.7, 7.9, 7.10, 7.13, 7.14, 2.9d, 5.0c."""
    found: list[Plan] = []
    for unit in decision.units:
        ways = _of_skirmishers(state, unit) if unit.singles is not None else _of_block(state, unit)
        less = why_less(state, unit)
        found += (
            [structs.replace(one, less=less) if one.verb != "haul" else one for one in ways] if less else ways
        )
        found += _shares(state, unit)
    for leader in decision.leaders:
        if not leader.on_table:
            continue  # he is with a unit: the order to leave it is listed
        if footprints.champion(state, leader) is not None and footprints.is_held(state, leader):
            continue  # he is in contact: the orders to withdraw or flee are listed
        sheet = state.setting.sheets[leader.id]
        step = Step("", "To a place", "point")
        commands = f" Commands within {sheet.radius:g} in." if rank_of(state, leader) != HERO else ""
        found.append(
            Plan(
                "lead",
                str(leader.id),
                "Go",
                leader_id(leader.id),
                (step,),
                round(individual_moves.left_of(state, leader), 3),
                help=f"{HELPS['lead']}{commands}",
                rule="battlesystem:5.0c",
                less=individual_moves.why_less(state, leader),
            )
        )
        fights = footprints.champion(state, leader) is not None
        if leader.moved == 0.0 and (fights or is_mended(state, 9)):
            found.append(
                Plan(
                    "lead",
                    f"{leader.id} {commander_moves.MARCH}",
                    "Forced march",
                    leader_id(leader.id),
                    (step,),
                    round(individual_moves.left_of(state, leader, True), 3),
                    help=HELPS["hasten" if fights else "hurry"],
                    rule="battlesystem:9.0d" if fights else "battlesystem:7.13a",
                )
            )
    return found


def planned(verb: str, found: list[Plan]) -> Form:
    """A form of plans; the steps, help and rule that several share are in it once."""
    ways: dict[Way, int] = {}
    slim: list[Plan] = []
    for plan in found:
        way = ways.setdefault(Way(plan.steps, plan.help, plan.rule), len(ways))
        slim.append(structs.replace(plan, steps=(), help="", rule="", way=way))
    return Form("plan", verb, plans=tuple(slim), ways=tuple(ways))


def set_up(state: State, decision: Placement) -> Plan:
    """The plan of a placement: the army as suggested, with a step to move each unit and leader. Rules: battlesystem:3.4, 7.6, 5.0c."""
    steps: list[Step] = []
    for unit in decision.units:
        choices = tuple([FORMATIONS[formation] for formation in allowed(state, unit)])
        most = float(bases_for(unit, unit.figures))
        steps.append(
            Step(str(unit.id), name(state, unit), "post", 1.0, most, rule="battlesystem:3.4", choices=choices)
        )
    steps += [
        Step(f"leader {number}", state.setting.sheets[number].name, "point", rule="battlesystem:5.0c")
        for number in decision.leaders
    ]
    start = " ".join([f"({write_order(item)})" for item in decision.default()[1:]])
    return Plan(
        "place", "", "Set up so", "", tuple(steps), start=start, help=HELPS["place"], rule="battlesystem:3.4"
    )


def _changes(state: State, unit: Unit) -> list[Step]:
    """The formations that a unit may change into. Rules: battlesystem:7.6, battlesystem:2.11, battlesystem:6.3."""
    rule = "battlesystem:6.3" if unit.rallied else "battlesystem:7.6"
    return [
        Step(f"formation {FORMATIONS[other]}", f"Formation: {FORMATIONS[other]}", rule=rule)
        for other in (OPEN, CLOSED, SKIRMISH)
        if other != unit.formation and may_take(state, unit, other)
    ]


def _steps(state: State, unit: Unit) -> tuple[Step, ...]:
    """The kinds of step of a unit in a block. Rules: battlesystem:7.9a, 7.9b, 7.9e, 7.9f, 7.6, 7.10."""
    about = "about a front corner"
    if state.setting.flags.wheel_pivot_any:
        about += "; about file 2 by typing (wheel right 30 2)"
    found = [
        Step("slide", "Forward", "drag", -45.0, 45.0, "straight or oblique", "battlesystem:7.9a"),
        Step("wheel", "Wheel", "turn", 0.0, 90.0, about, "battlesystem:7.9b"),
    ]
    if unit.rallied:
        return tuple(_changes(state, unit))
    if unit.caught:
        return tuple(found)
    found += [
        Step("face left", "Face left", rule="battlesystem:7.9e"),
        Step("face right", "Face right", rule="battlesystem:7.9e"),
        Step("about", "Face about", rule="battlesystem:7.9f"),
    ]
    found += _changes(state, unit)
    found.append(
        Step("frontage", "Frontage", "stretch", help="figures at either end", rule="battlesystem:7.10")
    )
    return tuple(found)


def _of_block(state: State, unit: Unit) -> list[Plan]:
    """The plans of a unit in a block: move, forced march, charges. Rules: battlesystem:7.0, battlesystem:7.13, battlesystem:7.14."""
    steps = _steps(state, unit)
    number, piece = str(unit.id), unit_id(unit)
    left = round(legs.left_of(state, unit), 3)
    found = [Plan("move", number, "Move", piece, steps, left, help=HELPS["move"], rule="battlesystem:7.0")]
    if unit.rallied:
        return found
    if forced_marches.cannot_march(state, unit) is None:
        most = round(forced_marches.rate_of(state, unit) - unit.spent, 3)
        found.append(
            Plan(
                "march",
                number,
                "Forced march",
                piece,
                tuple([step for step in steps if step.word != f"formation {FORMATIONS[SKIRMISH]}"]),
                most,
                help=_of_march(state),
                rule="battlesystem:7.13",
            )
        )
    if charge_aims.cannot_charge(state, unit) is None:
        found += _charges(state, unit)
    return found


def _charges(state: State, unit: Unit) -> list[Plan]:
    """The plans of charges at the enemies ahead of a unit. Rules: battlesystem:7.14a, 3.5."""
    most = round(charge_paths.range_of(state, unit) - unit.spent, 3)
    steps = tuple([step for step in _steps(state, unit) if step.hand in ("drag", "turn")])
    return [
        Plan(
            "charge",
            f"{unit.id} {enemy.id}",
            f"Charge {name(state, enemy)}",
            unit_id(unit),
            steps,
            most,
            _toward(state, unit, enemy, turn),
            unit_id(enemy),
            help=HELPS["charge"],
            rule="battlesystem:7.14a",
            act="Charge",
        )
        for enemy, turn in charge_aims.ahead(state, unit)
    ]


def _shares(state: State, unit: Unit) -> list[Plan]:
    """The plans of a unit's shot during its move, its figures shared among targets, directly or over friends. Rules: 10.1m, 10.5, 10.7."""
    offers = split_fire.offers(state, unit) if state.setting.tier else []
    hows = [over for over in (False, True) if any((OVER in order) == over for order in offers)]
    aims = {over: _aims(state, unit, _named(state, offers), over) for over in hows}
    ways = [
        (
            over,
            [aims[over]],
            *(("Shoot over friends", "battlesystem:10.7") if over else ("Shoot", split_fire.RULE)),
        )
        for over in hows
    ]
    if len(hows) > 1 and _mixes(state, *aims.values()):
        ways.append((False, list(aims.values()), "Shoot both ways", "battlesystem:10.7b"))
    found: list[Plan] = []
    for over, each, label, rule in ways:
        steps, most = _each(state, unit, *each)
        word = f"{unit.id} {OVER}" if over else str(unit.id)
        found.append(Plan("shoot", word, label, unit_id(unit), steps, most, help=HELPS["shoot"], rule=rule))
    return found


def divisions(state: State, decision: Shooting) -> list[Plan]:
    """The plans of volleys in a missile phase with the figures of a unit divided among targets, one for each way to shoot.

    Rules: battlesystem:10.1m, battlesystem:10.2e, battlesystem:10.7b.
    """
    found: list[Plan] = []
    for unit in decision.units:
        offers = [order for order in decision.offers(unit) if order[0] == "shoot"]
        enemies, least = _named(state, offers), fewest_targets(state, unit)
        if len(enemies) < least:
            continue
        left = shots_left(state, unit)
        hows = [over for over in (False, True) if any((OVER in order) == over for order in offers)]
        for shots in dict.fromkeys((left, 1)):
            aims = {over: _ready_aims(decision, unit, enemies, over, shots) for over in hows}
            for way in [[over] for over in hows] + ([hows] if len(hows) > 1 else []):
                over, mixed, once = way == [True], len(way) > 1, shots < left
                word = " ".join([str(unit.id), *([OVER] if over else []), *([ONCE] if once else [])])
                label = "both ways" if mixed else "over friends" if over else ""
                terms = manner(over, once, mixed)
                said = f"{label} {ONCE if once else ''}".strip()
                plan = _division(state, unit, [aims[one] for one in way], word, terms, said)
                if plan is not None:
                    found.append(plan)
    return found


def _ready_aims(
    decision: Shooting, unit: Unit, enemies: list[Unit], over: bool, shots: int
) -> list[tuple[Unit, list[int]]]:
    """Those of some enemies at whom a unit can shoot in one way, each with the figures with n shots left that see it."""
    ready = set(figures(decision.battle, unit, shots))
    aims: list[tuple[Unit, list[int]]] = []
    for enemy in enemies:
        fire = decision.aimed(unit, enemy, over)
        able = [one for one in fire.shooters if one in ready] if fire else []
        if able:
            aims.append((enemy, able))
    return aims


def _division(
    state: State,
    unit: Unit,
    ways: list[list[tuple[Unit, list[int]]]],
    word: str,
    how_shot: tuple[tuple[str, str], ...],
    label: str = "",
) -> Plan | None:
    """The plan to divide a unit's volley, by its aims straight, over friends, or both; None where there is nothing to divide.

    `word`: of the order, before the targets. `how_shot`: its terms. `label`: what is said after "Divide".
    Rules: battlesystem:10.1m, battlesystem:10.2e, battlesystem:10.7b.
    """
    every = [aim for way in ways for aim in way]
    targets = {enemy.id for enemy, _ in every}
    if len(targets) < fewest_targets(state, unit) or len({one for _, able in every for one in able}) < 2:
        return None
    if len(ways) > 1 and not _mixes(state, *ways):
        return None
    steps, most = _each(state, unit, *ways)
    return Plan(
        "split",
        word,
        f"{'Divide' if len(targets) > 1 else 'Some'} {label}".rstrip(),
        unit_id(unit),
        steps,
        most,
        help=HELPS["split"],
        rule="battlesystem:10.7b" if len(ways) > 1 else "battlesystem:10.1m",
        act="Divide" if len(targets) > 1 else "Shoot",
        terms=how_shot,
    )


def passing_divisions(state: State, decision: PassingShot) -> list[Plan]:
    """The plans of volleys at troops on the move with the figures of a unit divided among them and others of their side, one for each point.

    How many see the others is counted with the mover at that point. Rules: battlesystem:10.1m, battlesystem:10.6a.
    """
    openings = decision.openings
    if openings is None or not openings.may_split() or not is_mended(state, 16):
        return []
    found: list[Plan] = []
    seen: dict[tuple[int, bool], list[tuple[Unit, list[int]]]] = {}
    directly: dict[tuple[int, str], list[tuple[Unit, list[int]]]] = {}  # by unit and stop
    for order in decision.orders():
        if order[0] != "shoot" or (decision.way is not None and order[2] != decision.mover):
            continue
        unit, over = state.units[order[1]], OVER in order
        known = (unit.id, over) in seen
        if not known:
            seen[unit.id, over] = _aims(state, unit, _side_of(state, order[2]), over)
        aims, stop = seen[unit.id, over], ""
        if decision.way is not None:
            there, stop = met_at(state, decision, order), str(order[3])
            mover = there.units[order[2]]
            mine = _aims(there, there.units[unit.id], [mover], over)
            aims = [*mine, *_past(state, there, unit, mover, aims, over)]
        elif known:
            continue  # one plan for all targets
        straight = directly.get((unit.id, stop)) if over else None
        if not over:
            directly[unit.id, stop] = aims
        for ways in [[aims]] + ([[straight, aims]] if straight is not None else []):
            mixed = len(ways) > 1
            word = " ".join(
                [str(unit.id), *([stop] if stop else []), *([OVER] if over and not mixed else [])]
            )
            plan = _division(state, unit, ways, word, (*when(decision, order), *how(over, mixed)))
            if plan is not None:
                found.append(plan)
    return found


def _past(
    state: State, there: State, unit: Unit, mover: Unit, aims: list[tuple[Unit, list[int]]], over: bool
) -> list[tuple[Unit, list[int]]]:
    """The aims at others than the mover where it has come to, given those where it stands: it may hide others now, and them no more."""
    found: list[tuple[Unit, list[int]]] = []
    known = {target.id: able for target, able in aims}
    for target in _side_of(there, mover.id):
        if target.id == mover.id:
            continue
        if _is_between(state.units[mover.id], unit, target) or _is_between(mover, unit, target):
            found += _aims(there, there.units[unit.id], [target], over)
        elif target.id in known:
            found.append((target, known[target.id]))
    return found


def _is_between(mover: Unit, unit: Unit, target: Unit) -> bool:
    """True if a unit may stand between two others: if it comes into the box around them."""
    x, y, far = standing.circle(mover)
    (x0, y0, wide), (x1, y1, deep) = standing.circle(unit), standing.circle(target)
    return (
        min(x0 - wide, x1 - deep) < x + far
        and max(x0 + wide, x1 + deep) > x - far
        and min(y0 - wide, y1 - deep) < y + far
        and max(y0 + wide, y1 + deep) > y - far
    )


def _side_of(state: State, number: int) -> list[Unit]:
    """The units on the table of the side of a unit."""
    return on_field(state, state.units[number].side)


def _aims(state: State, unit: Unit, targets: list[Unit], over: bool) -> list[tuple[Unit, list[int]]]:
    """Those of some targets that a unit can shoot at, each with the figures that see it."""
    found: list[tuple[Unit, list[int]]] = []
    for target in targets:
        fire = aim_of(state, unit, target, over) if why_spared(state, unit, target) is None else None
        if fire is not None:
            found.append((target, fire.shooters))
    return found


def when(decision: PassingShot, order: Order) -> tuple[tuple[str, str], ...]:
    """The term that tells shots at one mover apart: the point of its way; none when all have moved. Rule: battlesystem:10.6a."""
    way, inches = decision.way, inches_gone(decision, order)
    if inches is None:
        return ()
    he = "he" if way is None else "it"
    if way.is_end(way.stops[stop_of(order)]) if way else stop_of(order) == len(decision.spots) - 1:
        return (("when", f"where {he} ends"),)
    return (("when", f"after {round(inches, 1):g} in" if inches else f"before {he} moves"),)


def inches_gone(decision: PassingShot, order: Order) -> float | None:
    """The inches that the mover has gone when it is shot at; None when all have moved. Rule: battlesystem:10.6a."""
    if decision.spots:
        return decision.spots[stop_of(order)][0]
    return decision.way.stops[stop_of(order)].inches if decision.way is not None else None


def how(over: bool, mixed: bool = False) -> tuple[tuple[str, str], ...]:
    """The term of a volley of one shot: directly, over friends, or at some so and at others so. Rule: battlesystem:10.7b."""
    return (("how", "both ways" if mixed else "over friends" if over else "directly"),)


def manner(over: bool, once: bool, mixed: bool = False) -> tuple[tuple[str, str], ...]:
    """The terms of a volley: as `how`, and with one shot or all. Rules: battlesystem:10.2e, battlesystem:10.7b."""
    return (*how(over, mixed), ("with", "one shot" if once else "all shots"))


def _named(state: State, orders: list[Order]) -> list[Unit]:
    """The targets of orders to shoot, each once."""
    return [state.units[number] for number in dict.fromkeys([order[2] for order in orders])]


def _each(
    state: State,
    unit: Unit,
    aims: list[tuple[Unit, list[int]]],
    arched: list[tuple[Unit, list[int]]] | None = None,
) -> tuple[tuple[Step, ...], float]:
    """A step for each target, with the most figures that may shoot at it, and the number of all that may shoot.

    `arched`: what may be shot at over friends besides, where each share says how it is shot. Rules: battlesystem:10.1m, battlesystem:10.7b.
    """
    shares = [(enemy, able, "") for enemy, able in aims] + [
        (enemy, able, OVER) for enemy, able in arched or []
    ]
    shares.sort(key=lambda share: share[0].id)  # both ways to shoot at one stand together
    steps: list[Step] = []
    for enemy, able, end in shares:
        most = float(figures_on(unit, able))
        label = f"{'Over friends at' if end else 'At'} {name(state, enemy)}"
        rule = "battlesystem:10.7b" if end else "battlesystem:10.1m"
        steps.append(Step(str(enemy.id), label, "share", 1.0, most, rule=rule, piece=unit_id(enemy), end=end))
    every = {one for _, able, _ in shares for one in able}
    return tuple(steps), float(figures_on(unit, sorted(every)))


def _mixes(state: State, aims: list[tuple[Unit, list[int]]], arched: list[tuple[Unit, list[int]]]) -> bool:
    """True if a unit may shoot straight at one target and over friends at another in one volley. Rule: battlesystem:10.7b.

    By versions 1 to 17 of the rules all of its figures shot in one way.
    """
    return is_mended(state, 18) and any(one.id != other.id for one, _ in aims for other, _ in arched)


def _toward(state: State, unit: Unit, enemy: Unit, turn: float) -> str:
    """The path with which a charge plan starts, aimed at the enemy if measuring is allowed."""
    aimed = charge_aims.aimed(state, unit, enemy) if state.setting.flags.premeasure else None
    steps = aimed if aimed is not None else charge_aims.toward(turn)
    return " ".join([f"({write_order(step)})" for step in steps])


def _hauls(state: State, unit: Unit) -> list[Plan]:
    """The plans of hauling the field pieces of a crew. Rules: battlesystem:10.9, battlesystem:10.9k."""
    found: list[Plan] = []
    for piece in crews.pieces_of(state, unit):
        if crews.why_not_move(state, piece) is not None:
            continue
        steps = (Step(hauling.GO, "Haul", "bearing", help="along a bearing", rule="battlesystem:10.9"),)
        left = round(hauling.left_of(state, piece), 3)
        word = f"{unit.id} {piece.id}"
        rule = "battlesystem:10.9"
        found.append(
            Plan(hauling.VERB, word, "Haul", engine_id(piece.id), steps, left, help=HELPS["haul"], rule=rule)
        )
    return found


def _of_skirmishers(state: State, unit: Unit) -> list[Plan]:
    """The plans of skirmishers: moves figure by figure, hauling, gathering, forced march. Rules: battlesystem:2.9d, battlesystem:7.4."""
    able = skirmish_walks.able(state, unit)
    whole = "All figures" if unit.figures > 1 else "The figure"
    steps = [Step("all", whole, "bearing", help="the same way", rule="battlesystem:2.9d")]
    if unit.figures > 1:  # one man alone goes as all of them do
        steps += [Step(str(figure), f"Figure {figure + 1}", "bearing") for figure in able]
    left = round(most_of(state, unit, rate(state, unit)) - unit.spent, 3)
    number, piece = str(unit.id), unit_id(unit)
    help_ = HELPS["skirmish"]
    found = [
        Plan("skirmish", number, "Move", piece, tuple(steps), left, help=help_, rule="battlesystem:2.9d")
    ]
    found += _hauls(state, unit)
    if ordinary_moves.is_loose_elite(state, unit):
        ways = tuple(_changes(state, unit))
        found.append(
            Plan("move", number, "Gather", piece, ways, left, help=HELPS["gather"], rule="battlesystem:7.6")
        )
    if forced_marches.cannot_march(state, unit) is None:
        most = round(forced_marches.rate_of(state, unit) - unit.spent, 3)
        words = _of_march(state)
        found.append(
            Plan(
                "march",
                number,
                "Forced march",
                piece,
                tuple(steps),
                most,
                help=words,
                rule="battlesystem:7.13",
            )
        )
    return found
