"""Forced marches: half as far again, into contact with nobody, and at a price in fighting power.

Order: ("march", unit, STEPS...) with the steps of an ordinary move, or of a skirmish move; it is the unit's whole move.

Rules: battlesystem:7.13 to battlesystem:7.13e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, heading_of, snap, turn_between
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import chain, coverage, in_command
from banneret.rulebooks.battlesystem.drill.move_examples import nearest_enemy
from banneret.rulebooks.battlesystem.drill.order_checks import bound, no_movement_left, plain, unit_of
from banneret.rulebooks.battlesystem.drill.ordinary_moves import refused_as_caught, refused_steps
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.movement import skirmish_moves
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NO_ORDER, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import full_rate, rate

RATE: Final = 1.5
"""The length of a forced march, in movement rates. Rule: battlesystem:7.13."""

SHORT: Final = 0.1
"""Inches before an enemy at which a march ends. Rule: battlesystem:7.13b."""


def offers(state: State, unit: Unit) -> list[Order]:
    """Examples of marches at full length: straight ahead, and toward the nearest enemy; skirmishers all together."""
    if cannot_take(unit) or cannot_march(state, unit) is not None:
        return []
    found = [_toward(state, unit, turn) for turn in (0, _bearing(state, unit))]
    return [order for order in dict.fromkeys(found) if refusal(state, unit.side, order) is None]


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random march, half the time toward the nearest enemy; None if it cannot be made."""
    if cannot_take(unit) or cannot_march(state, unit) is not None:
        return None
    turn = _bearing(state, unit) if chance.below(2) else chance.below(7) * 15 - 45
    order = _toward(state, unit, turn)
    return order if refusal(state, unit.side, order) is None else None


def cannot_take(unit: Unit) -> bool:
    """True if a unit takes no orders at all now."""
    return unit.finished or unit.routed or unit.rallied or unit.formation == MOB or unit.quarry != NOBODY


def _bearing(state: State, unit: Unit) -> int:
    """The direction of the nearest enemy: degrees to the right of its front, at most 45; of skirmishers degrees from north."""
    enemy = nearest_enemy(state, unit)
    if enemy is None:
        return 0
    x, y = standing.centre(unit)
    to_x, to_y = standing.centre(enemy)
    heading = heading_of(to_x - x, to_y - y)
    block = unit.block
    if block is None:
        return round(heading) % 360
    return max(-45, min(45, round(turn_between(block.heading, heading))))


def _toward(state: State, unit: Unit, turn: int) -> Order:
    inches = plain(snap(rate_of(state, unit) - unit.spent))
    return (
        "march",
        unit.id,
        ("slide", turn, inches) if unit.singles is None else ("all", turn % 360, inches),
    )


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a forced march cannot be declared; None if it can. Rules: battlesystem:7.13a, battlesystem:7.13b, battlesystem:7.8f.

    By versions 1 to 10 of the rules a caught unit that no longer touched an enemy could change formation in a march or a charge.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    why = cannot_march(state, unit)
    if why is not None:
        return why
    if unit.singles is not None:
        return skirmish_moves.refused_steps(state, unit, order, rate_of(state, unit))
    if is_mended(state, 11):
        why = refused_as_caught(state, unit, order[2:])
        if why is not None:
            return why
    return refused_steps(state, unit, order, rate_of(state, unit))


def cannot_march(state: State, unit: Unit) -> Refusal | None:
    """The reason a unit cannot make a forced march now; None if it can. Rules: battlesystem:7.13a, battlesystem:7.13b."""
    label = name(state, unit)
    why = bound(state, unit) or (
        agree(label, "touches|touch an enemy") if footprints.is_beset(state, unit) else ""
    )
    if why:
        return Refusal(f"{label} {why}: no forced march in such a round.", "battlesystem:7.13b")
    if unit.moved and not unit.marched:
        return Refusal(
            says(state, unit, "has|have moved already: a forced march is declared before moving."),
            "battlesystem:7.13b",
        )
    if not is_led(state, unit):
        return Refusal(says(state, unit, "is|are out of command: no forced march."), "battlesystem:7.13a")
    if unit.shields and is_mended(state, 5):
        return Refusal(
            says(state, unit, "stands|stand in a shield wall: no forced march."), "battlesystem:11.6e"
        )
    if unit.guards:
        return Refusal(says(state, unit, "guards|guard captives: no forced march."), "battlesystem:7.15f")
    if unit.spent >= rate_of(state, unit) - TOLERANCE:
        return no_movement_left(label, unit.shots, rate(state, unit), "battlesystem:7.13")
    return None


def is_led(state: State, unit: Unit) -> bool:
    """True if a unit is in command; skirmishers, if all are within a commander's radius. Rules: battlesystem:7.13a, battlesystem:4.7.

    Skirmishers who got out of hand are not until they are rallied; versions 1 to 8 of the rules let them march. Elite troops who have
    dispersed are regulars; by versions 1 to 17 they were taken for skirmishers. Rule: battlesystem:2.11.
    """
    if unit.singles is None or (unit.now.kind == REGULAR and is_mended(state, 18)):
        return unit.in_command
    if unit.rash and is_mended(state, 9):
        return False
    return any(coverage.covers(state, commander, unit) for commander in chain.commanders(state, unit))


def rate_of(state: State, unit: Unit) -> float:
    """Inches of a forced march; a unit that shot goes no farther than Table 12 lets it. Rules: battlesystem:7.13, battlesystem:10.4f.

    The rate of a skirmish unit is that of the figures that did not shoot; by versions 5 to 9 of the rules it was the plain rate. By
    versions 1 to 4 a forced march was one and a half times what a shot left.
    """
    inches = rate(state, unit)
    singles = unit.singles
    if unit.shots and singles is not None and is_mended(state, 10):
        have_all_shot = all(singles[figure].shots for figure in figures_standing(unit))
        return inches if have_all_shot else full_rate(unit) * RATE
    return inches if unit.shots and is_mended(state, 5) else inches * RATE


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Make a forced march as ordered. Rule: battlesystem:7.13."""
    force(state, table, state.units[order[1]], list(order[2:]))


def force(state: State, table: Table, unit: Unit, steps: list[Step]) -> None:
    """Make a forced march, with its check at the end. Rules: battlesystem:7.13, battlesystem:7.13b, battlesystem:7.13c."""
    if table.telling:
        text = says(state, unit, "sets|set out on a forced march.")
        data = {"unit": f"u{unit.id}"}
        table.tell(declared(state, unit, "march", text, "battlesystem:7.13", data))
    unit.marched = True
    if unit.singles is None:
        mover.walk(state, table, unit, steps, rate_of(state, unit), short=SHORT)
    else:
        skirmish_moves.resolve(state, table, unit, steps, rate_of(state, unit), meet=False)
    unit.moved = unit.acted = unit.finished = True
    if unit.status != FIELD:
        return  # it was shot down on its way
    in_command.review_unit(state, table, unit)
    if not unit.routed:
        test(state, table, unit)


def test(state: State, table: Table, unit: Unit) -> None:
    """Make the check at the end of a forced march; failing costs attack rating, and a mob its order too.

    Who routs by it, under an option, runs from the nearest enemy; by versions 1 to 16 of the rules straight home, and skirmishers from
    their own middle. Rules: battlesystem:7.13c, battlesystem:7.13d, battlesystem:7.15a, battlesystem:2.10g.
    """
    x, y = (causes.NOWHERE, causes.NOWHERE) if is_mended(state, 17) else standing.centre(unit)
    cause = causes.Cause(causes.MARCH, NOBODY, x, y)
    if morale_rolls.roll(state, table, unit, cause):
        return
    unit.march += 1
    if table.telling:
        text = says(state, unit, f"is|are worn out: attack rating worse by {unit.march}.")
        data = {"unit": f"u{unit.id}", "march": unit.march}
        table.tell(Event("march", text, "battlesystem:7.13c", side=unit.side, data=data))
    _forget_order(state, table, unit)
    if state.setting.flags.forced_march_rout and not unit.now.never_checks:
        checks_and_routs.fail(state, table, unit, cause)


def _forget_order(state: State, table: Table, unit: Unit) -> None:
    """Make a mob that failed the check forget its order: it stands until it gets a new one. Rules: battlesystem:2.10g, battlesystem:7.13c."""
    if unit.order == NO_ORDER or not is_mended(state):
        return
    unit.order = NO_ORDER
    unit.turn = 0.0
    if table.telling:
        text = says(state, unit, "forgets|forget its|their order.")
        table.tell(Event("mob", text, "battlesystem:2.10g", side=unit.side, data={"unit": f"u{unit.id}"}))


def recover(state: State, table: Table) -> None:
    """At the end of a round, cancel one forced march of each unit that rested all round and was not attacked. Rule: battlesystem:7.13e."""
    for unit in state.units.values():
        if unit.march == 0 or unit.status != FIELD:
            continue
        if footprints.is_busy(unit):
            continue
        unit.march -= 1
        if table.telling:
            text = says(state, unit, "has|have rested: one forced march is forgotten.")
            data = {"unit": f"u{unit.id}", "march": unit.march}
            table.tell(Event("march", text, "battlesystem:7.13e", side=unit.side, data=data))
