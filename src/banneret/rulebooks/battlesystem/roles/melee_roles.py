"""Commanders in a Melee Phase: a Unit Commander may step out against an enemy individual, one above units may fight with a unit.

Both are declared when the phase begins, and end with the round.

Rules: battlesystem:9.2b, battlesystem:9.2e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward, length, snap
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.command.chain import may_lead
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.roles import attachment
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY

STEP: Final = "step"
AID: Final = "aid"
WITH_UNIT: Final[str] = "remain"
ALONE: Final[str] = "alone"
SINGLED: Final = "battlesystem:9.2e"
FIELD_COMMANDER: Final = "battlesystem:9.2b"
AROUND: Final = 32  # places tried around an enemy


def are_declared(state: State) -> bool:
    """True if commanders may declare how they fight; by versions 1 to 8 of the rules only in battles with changes of role. Rule: 9.2b."""
    return bool(state.individuals) and (state.setting.has_roles or is_mended(state, 9))


def declare(state: State, table: Table) -> None:
    """Ask the sides, Side A first, for their commanders who step out or fight with a unit. Rules: battlesystem:9.2b, battlesystem:9.2e."""
    for side in state.ranking:
        for one in state.individuals.values():
            if one.side != side:
                continue
            if attachment.is_attached(state, one):
                _step_out(state, table, one)
            elif one.on_table and roles.commands_above(state, one):
                _aid(state, table, one)


def end(state: State) -> None:
    """End both with the round: one who stepped out is with his unit again, one who fought with a unit is no longer. Rules: 9.2b, battlesystem:9.2e."""
    for one in state.individuals.values():
        if one.aids != NOBODY:
            state.units[one.aids].aided = False
            one.aids = NOBODY
        if one.stepped:
            one.stepped = False
            if one.on_table and roles.is_chief(state, one):
                unit = state.units[one.post]
                if unit.status == FIELD and unit.chief == one.id and not unit.routed:
                    attachment.attach(state, one, unit)


# ---------------------------------------------------------------- a Unit Commander. Rule: battlesystem:9.2e


def foes_at(state: State, one: Individual) -> list[int]:
    """The enemy individuals who fight and touch the figure at which a commander stands with his unit. Rule: battlesystem:9.2e."""
    unit = state.units[one.unit]
    base = standing.base_of(unit, unit.leader_at)
    return [
        other.id
        for other in state.individuals.values()
        if other.side != one.side
        and footprints.champion(state, other) is not None
        and base.distance_to(other.x, other.y) <= footprints.half_of(state, other) + footprints.TOUCH
    ]


def place_against(state: State, one: Individual, number: int) -> tuple[float, float] | None:
    """The free place nearest to a commander's figure at which he touches an enemy individual; None if there is none. Rule: battlesystem:9.2e."""
    foe, unit = state.individuals[number], state.units[one.unit]
    x, y = figure_place(unit, unit.leader_at)
    away = footprints.half_of(state, one) + footprints.half_of(state, foe) + footprints.PUSHED
    spots: list[tuple[float, float]] = []
    for place in range(AROUND):
        east, north = forward(place * 360.0 / AROUND)
        spots.append((snap(foe.x + east * away), snap(foe.y + north * away)))
    spots.sort(key=lambda spot: (round(length(spot[0] - x, spot[1] - y), 6), spot))
    return next((spot for spot in spots if commander_figures.finds_room(state, one, *spot)), None)


def _step_out(state: State, table: Table, one: Individual) -> None:
    """Ask if a commander steps out against an enemy individual who touches his figure; his unit then fights without him. Rule: 9.2e."""
    unit = state.units[one.unit]
    if unit.status != FIELD or unit.routed:
        return
    found = {number: place_against(state, one, number) for number in foes_at(state, one)}
    options: list[Order] = [(STEP, one.id, number) for number, spot in found.items() if spot is not None]
    if not options:
        return
    answer = table.ask(Choice(STEP, one.side, SINGLED, [(WITH_UNIT, one.id), *options]))
    spot = found[answer[2]] if answer[0] == STEP else None
    if spot is None:
        return
    roles.part(state, one)
    one.x, one.y = spot
    one.on_table = one.stepped = True
    if table.telling:
        text = f"{state.setting.sheets[one.id].name} fights for himself."
        data: dict[str, object] = {"leader": f"l{one.id}", "x": one.x, "y": one.y}
        table.tell(Event("role", text, SINGLED, side=one.side, data=data))


# ---------------------------------------------------------------- a commander above units. Rule: battlesystem:9.2b


def units_to_aid(state: State, one: Individual) -> list[int]:
    """The units under a commander above units that he touches and that are in contact with the enemy. Rule: battlesystem:9.2b.

    By versions 1 to 8 of the rules contact with enemy individuals alone did not count.
    """
    if state.setting.flags.field_commanders_never_join:
        return []
    return [
        unit.id
        for unit in on_field(state, one.side)
        if not unit.routed
        and attachment.touches(state, one, unit)
        and may_lead(state, one, unit)
        and (contacts.is_engaged(state, unit) or (is_mended(state, 9) and footprints.besieged(state, unit)))
    ]


def _aid(state: State, table: Table, one: Individual) -> None:
    """Ask if a commander above units fights as part of a unit: it strikes 1 better, he strikes nobody and cannot be singled out. Rule: 9.2b."""
    units = units_to_aid(state, one)
    if not units:
        return
    options: list[Order] = [(ALONE, one.id), *[(AID, one.id, number) for number in units]]
    answer = table.ask(Choice(AID, one.side, FIELD_COMMANDER, options))
    if answer[0] != AID:
        return
    one.aids = answer[2]
    state.units[one.aids].aided = True
    if table.telling:
        text = f"{state.setting.sheets[one.id].name} fights with {state.units[one.aids].now.name}."
        data: dict[str, object] = {"leader": f"l{one.id}", "unit": f"u{one.aids}"}
        table.tell(Event("role", text, FIELD_COMMANDER, side=one.side, data=data))
