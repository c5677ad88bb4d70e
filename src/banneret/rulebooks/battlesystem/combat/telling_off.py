"""The assignment of a unit's figures to the enemies in contact: when the Melee Phase begins, and after spears have struck first.

Rules: battlesystem:8.1c, battlesystem:8.6a, battlesystem:7.14e.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.assignments import Assignment
from banneret.rulebooks.battlesystem.combat.attack_rolls import attacks, count_of
from banneret.rulebooks.battlesystem.combat.strikers import Reach, idle, reach
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import Unit


def tell_off(state: State, table: Table, unit: Unit, foes: list[int]) -> list[tuple[int, list[int]]]:
    """Return each of `foes` with the figures of a unit that strike it; ask the owner where figures reach several.

    No figure strikes an enemy in a round in which it has no attack on it.
    Rules: battlesystem:8.1c, battlesystem:8.6a, battlesystem:7.14e.
    """
    spared = [enemy for enemy in foes if not attacks(state, unit, state.units[enemy])]
    if spared:
        others = [enemy for enemy in foes if enemy not in spared]
        return [(enemy, []) for enemy in spared] + (tell_off(state, table, unit, others) if others else [])
    reaches: list[Reach] = [reach(state, unit, state.units[enemy], len(foes) > 1) for enemy in foes]
    if len(reaches) == 1:
        return [(foes[0], reaches[0].figures())]
    plan = Assignment(state, unit, reaches)
    assigned = plan.preset
    if plan.is_open():
        assigned = plan.assigned(table.ask(plan))
    found = _each_once([(enemy, plan.strikers(assigned, enemy)) for enemy in foes])
    if table.telling and plan.is_open():
        _tell_plan(state, table, unit, found)
    return found


def _each_once(found: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """The same figures by enemy, without those that an earlier enemy has: who stands behind two sides of a unit strikes over one. Rule: 8.1c."""
    taken: set[int] = set()
    for place, (enemy, figures) in enumerate(found):
        found[place] = enemy, [figure for figure in figures if figure not in taken]
        taken.update(figures)
    return found


def _tell_plan(state: State, table: Table, unit: Unit, found: list[tuple[int, list[int]]]) -> None:
    """Tell who strikes whom: it is announced openly. Rule: battlesystem:8.1c."""
    parts = [
        f"{count_of(unit, figures, idle(state, unit, state.units[enemy], figures))} against {name(state, state.units[enemy])}"
        for enemy, figures in found
    ]
    text = says(state, unit, "tells|tell off its|their figures: {}.", ", ".join(parts))
    data = {"unit": f"u{unit.id}", "plan": [[f"u{enemy}", figures] for enemy, figures in found]}
    table.tell(Event("assign", text, "battlesystem:8.1c", side=unit.side, data=data))
