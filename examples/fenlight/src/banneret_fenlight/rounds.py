"""The sequence of play: the placement, then round after round. Rule: fenlight:round.sequence."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight import stages
from banneret_fenlight.board.sighting import look_around
from banneret_fenlight.orders.written import write_orders
from banneret_fenlight.resolution.clashes import clash_everywhere
from banneret_fenlight.resolution.ending import end_round
from banneret_fenlight.resolution.hiding import hide_all
from banneret_fenlight.resolution.lights import move_lights
from banneret_fenlight.resolution.marching import march
from banneret_fenlight.resolution.strikes import strike_all
from banneret_fenlight.setup.placement import place_bands
from banneret_fenlight.state import State


def play_step(state: State, table: Table) -> None:
    """Play the placement, or one round."""
    if state.stage == stages.PLACEMENT:
        place_bands(state, table)
    else:
        play_round(state, table)


def play_round(state: State, table: Table) -> None:
    """One round: orders are written in secret, then done in this order. Rule: fenlight:round.sequence."""
    tasks = write_orders(state, table)
    march(state, table, tasks)
    clash_everywhere(state, table, tasks)
    look_around(state, table)
    strike_all(state, table, tasks)
    hide_all(state, table, tasks)
    move_lights(state, table)
    look_around(state, table)
    end_round(state)
