"""The beginning of a turn: a side becomes active."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.control import contested_hexes
from banneret.rulebooks.stacks.stages import RECRUIT
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.tables.names import side_title


def begin_turn(state: State, table: Table, side: int) -> None:
    """Make a side active and begin phase 1; note the hexes contested now for the Battle Phase.

    Rule: stacks:turn.active, stacks:turn.phases, stacks:opt.standing-contest.
    """
    setting = state.setting
    state.active = side
    state.clock += 1
    state.draws = setting.recruits_per_turn
    state.contested = contested_hexes(state, side)
    state.reinforced = []
    state.queue = None
    state.fight = None
    state.looks = None
    for unit in state.units:
        unit.moved = False
        unit.exited = False
    for chit in state.artifacts:
        if chit.holder != NOBODY and state.units[chit.holder].side == side:
            chit.known = 0
    state.stage = RECRUIT
    if table.telling:
        heading = f"Turn {state.turn} of {setting.turn_limit}: {side_title(setting.side_names[side])}"
        table.tell(
            Event(
                "turn",
                f"{heading}.",
                "stacks:turn.active",
                side=side,
                data={"turn": state.turn},
                heading=heading,
                bare=True,
            )
        )
