"""Open windows: moments at which immediate cards may be played although nothing is declared. Rule: skirmish:timing.open-window."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.asking import ask_to_act, spenders
from banneret.rulebooks.skirmish.actions.declaring import declare_card
from banneret.rulebooks.skirmish.actions.window import (
    PASS,
    could_play,
    immediate_plays,
    note_setting,
    run,
    settings,
)
from banneret.rulebooks.skirmish.state import ALWAYS, USUAL, Chain, State


def open_window(state: State, table: Table, after: int) -> None:
    """Ask all sides, from the left of the one whose turn it is. After an action the step ends and all are asked again; if all pass, go on to stage `after`.

    Rules: skirmish:timing.open-window, skirmish:card.immediate.
    """
    for side in state.setting.round_from(state.active):
        if not is_asked(state, side):
            continue
        order = ask_to_act(
            state,
            table,
            "window",
            side,
            "skirmish:timing.open-window",
            lambda without, side=side: [  # type: ignore[misc]
                PASS,
                *immediate_plays(state, Chain(), side, without),
                *settings(state, side, "pass"),
            ],
        )
        if order[0] != "pass":
            chain = Chain()
            run(state, table, chain, declare_card(state, chain, order))
            return
        note_setting(state, side, order)
    state.stage = after


def is_asked(state: State, side: int) -> bool:
    """True if a side wants to be asked and, for all that everyone knows, may hold a card that it could play. Rule: skirmish:info.public."""
    army = state.armies[side]
    if not army.action_hand or not wants_to_be_asked(state, side, army.asks):
        return False
    ready = [creature for creature in state.creatures if creature.side == side and not creature.tapped]
    points = spenders(state, side)
    return could_play(state, Chain(), side, ready + points, points)


def wants_to_be_asked(state: State, side: int, asks: int) -> bool:
    """True if a side wants to be asked in an open window. Rule: skirmish:timing.open-window."""
    if asks == USUAL:  # in its own turn it may play its cards in the Action Phase that follows
        return side != state.active or state.stage == stages.BEFORE_END
    return asks == ALWAYS
