"""A commander whose unit routs: he flees with it, or stays where he stands. Rule: battlesystem:9.2i."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.morale.rout.directions import home_heading
from banneret.rulebooks.battlesystem.morale.rout.enclosure import is_shut_in
from banneret.rulebooks.battlesystem.morale.rout.runners import Runner
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

RULE = "battlesystem:9.2i"
FLEES = "flees"
STAYS = "stays"


def flee_or_stay(state: State, table: Table, unit: Unit) -> None:
    """Ask if the commander of a unit that begins to rout flees with it; if he stays, he stands apart from it.

    Only one who is an individual, and with his unit, has this choice; by versions 1 to 17 of the rules he had it too where the unit was
    shut in, and where he had fled with one skirmisher before the others did. Rules: battlesystem:9.2i, battlesystem:7.15d.
    """
    if unit.chief == NOBODY or unit.leader_at == NOBODY or unit.routed:
        return
    if is_mended(state, 18) and not _routs_with_him(state, unit):
        return
    one = state.individuals[unit.chief]
    answer = table.ask(Choice("stays", unit.side, RULE, [(FLEES, one.id), (STAYS, one.id)]))
    if answer[0] == FLEES:
        return
    x, y = figure_place(unit, unit.leader_at)
    if is_mended(state, 17) and not commander_figures.is_open_to(state, one, x, y):
        # a giant is wider than his base where that stands aslant; before version 17 he reached into forbidden ground
        x, y = commander_figures.nearest_room(state, one, x, y) or (x, y)
    roles.share_shots(state, one)
    roles.part(state, one)
    one.x, one.y, one.on_table = x, y, True
    if table.telling:
        text = f"{state.setting.sheets[one.id].name} stays where he stands."
        data: dict[str, object] = {"leader": f"l{one.id}", "x": x, "y": y}
        table.tell(Event("role", text, RULE, side=one.side, data=data))


def _routs_with_him(state: State, unit: Unit) -> bool:
    """True if the figure at which a commander stands begins to rout: it is not shut in, and no skirmisher who routed before. Rules: 7.15d, 9.2i."""
    singles = unit.singles
    if singles is None:
        runner = Runner(unit, unit.block, None)
    elif singles[unit.leader_at].routed:
        return False
    else:
        runner = Runner(unit, None, standing.base_of(unit, unit.leader_at), unit.leader_at)
    return not is_shut_in(state, runner, home_heading(state, unit))
