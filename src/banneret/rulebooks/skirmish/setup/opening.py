"""Opening hands, Ready of starting creatures, and the first player. Rules: skirmish:setup.hands, skirmish:setup.first-player."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.stores import draw_actions, draw_creatures
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.numbers import CREATURE_HAND, OPENING_ACTIONS
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.turn.readying import ready_next, ready_step


def draw_hands(state: State, table: Table) -> None:
    """Draw the opening hands; then starting creatures may use Ready. Rules: skirmish:setup.hands, skirmish:setup.starting.deployed."""
    for side in range(len(state.armies)):
        draw_actions(state, table, side, OPENING_ACTIONS)
        draw_creatures(state, table, side, CREATURE_HAND)
    if state.setting.flags.setup_deploys:
        ready = [creature.id for creature in state.creatures if ready_step(creature) is not None]
        state.fresh = tuple(ready)
    state.stage = stages.STARTING_READY


def ready_starting(state: State, table: Table) -> None:
    """Ask for Ready of one starting creature, or go on if none is left. Rule: skirmish:setup.starting.deployed."""
    if state.fresh:
        ready_next(state, table)
    else:
        state.stage = stages.FIRST_PLAYER


def find_first_player(state: State, table: Table) -> None:
    """Choose the side that goes first: by chance, by agreement, or the first. Rule: skirmish:setup.first-player."""
    rule = state.setting.flags.first_player
    count = len(state.armies)
    first = 0
    if rule == "agree":
        first = state.setting.first
    elif rule == "random":
        first = table.draw(count, "who goes first")
    state.active = first
    state.turn = 1
    state.stage = stages.TURN_START
    if table.telling:
        news.tell(table, "first", f"{state.setting.names[first]} goes first.", "setup.first-player", first)
