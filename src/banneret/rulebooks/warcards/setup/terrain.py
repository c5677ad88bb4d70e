"""The terrain of the field, and the contest for it. Rules: warcards:setup.terrain-choice, warcards:setup.terrain-contest."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.ratings.checks import opposed, skills
from banneret.rulebooks.warcards.state import BOTH, State
from banneret.rulebooks.warcards.tables.conditions import CASTLE, DEEP, OPEN, TERRAINS


class Contest(Choice):
    """The choice to roll for the terrain or to accept the other side's; `wishes` are the terrains of both. Rule: warcards:setup.terrain-choice."""

    def __init__(self, side: int, wishes: list[int]) -> None:
        super().__init__("yield", side, "warcards:setup.terrain-choice", [("roll",), ("accept",)])
        self.wishes: list[int] = wishes


def choose_terrain(state: State, table: Table) -> None:
    """Settle the terrain of the whole field.

    Rules: warcards:setup.terrain-options, warcards:setup.terrain-choice, warcards:setup.terrain-contest,
    warcards:setup.terrain-tie, warcards:setup.terrain-scope, warcards:setup.full-fort-open.
    """
    setting = state.setting
    state.stage = stages.WEATHER
    plain = DEEP if setting.sea else OPEN
    if state.fort == CASTLE:
        state.terrain = plain
    elif setting.terrain >= 0:
        state.terrain = setting.terrain
    else:
        grounds = [plain]
        for ground in (setting.major, *setting.minor):
            if ground not in grounds:
                grounds.append(ground)
        options: list[Order] = [("terrain", TERRAINS[ground]) for ground in grounds]
        orders = table.ask_all(
            [Choice("terrain", side, "warcards:setup.terrain-choice", options) for side in (0, 1)]
        )
        wishes = [TERRAINS.index(order[1]) for order in orders]
        if table.telling:
            each = [f"{setting.names[side]} {TERRAINS[wishes[side]].replace('-', ' ')}" for side in (0, 1)]
            text = f"Terrain tried for: {', '.join(each)}."
            table.tell(Event("terrain-wishes", text, "warcards:setup.terrain-choice", reveals=True))
        state.terrain = _contested_terrain(state, table, wishes, plain)
    if table.telling:
        text = f"Terrain of the battle: {TERRAINS[state.terrain].replace('-', ' ')}."
        table.tell(Event("terrain", text, "warcards:setup.terrain-scope"))


def _contested_terrain(state: State, table: Table, wishes: list[int], plain: int) -> int:
    if wishes[0] == wishes[1]:
        return wishes[0]
    for side in (0, 1):
        if table.ask(Contest(side, wishes))[0] == "accept":
            return wishes[1 - side]
    rule = "warcards:setup.terrain-contest"
    sums = terrain_sums(state, wishes, plain)
    winner = opposed(state, table, sums, "contest for the terrain", rule, True)
    return plain if winner < 0 else wishes[winner]


def terrain_sums(state: State, wishes: list[int], plain: int) -> list[Tally]:
    """The sums that both sides add to their dice in the contest. Rule: warcards:setup.terrain-contest."""
    setting = state.setting
    rule = "warcards:setup.terrain-contest"
    sums = skills(state, "contest for the terrain", rule)
    for side in (0, 1):
        if setting.home in (side, BOTH):
            sums[side].add(4, "home realm", rule)
        if wishes[side] == plain:
            sums[side].add(2, "open terrain", rule)
        elif wishes[side] != setting.major:
            sums[side].add(-4, "minor terrain", rule)
    return sums
