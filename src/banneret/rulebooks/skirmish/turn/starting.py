"""The start of a turn: effects of cards under creatures.

Rules: skirmish:turn.start-effects, skirmish:timing.trigger-window, skirmish:attach.start-damage.
"""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.asking import ask
from banneret.rulebooks.skirmish.actions.window import run
from banneret.rulebooks.skirmish.state import NOT_THIS_TURN, USUAL, Chain, Entry, State
from banneret.rulebooks.skirmish.tables.actions import action_cards
from banneret.rulebooks.skirmish.text import news


def begin_turn(state: State, table: Table) -> None:
    """Begin a turn: gather the effects at its start. Rules: skirmish:turn.sequence, skirmish:turn.start-effects."""
    army = state.armies[state.active]
    if army.asks == NOT_THIS_TURN:
        army.asks = USUAL
    state.waiting = tuple(
        [
            (creature.id, card)
            for creature in state.creatures
            if creature.side == state.active
            for card, _ in creature.attached
            if any(trigger.event == "turn-start" for trigger in action_cards()[card].triggers)
        ]
    )
    state.stage = stages.REFRESH if state.setting.flags.effects_after_refresh else stages.EFFECTS
    if table.telling:
        name = state.setting.names[state.active]
        news.tell_turn(table, f"Turn {state.turn}: {name}", state.active)


def start_effect(state: State, table: Table) -> None:
    """Carry out one effect at the start of the turn, which the side chooses; if none is left, go on to the next stage."""
    left = [one for one in state.waiting if _is_there(state, one)]
    if not left:
        state.waiting = ()
        after = state.setting.flags.effects_after_refresh
        state.stage = stages.BEFORE_ACTIONS if after else stages.REFRESH
        return
    options: list[Order] = []
    for number, card in left:
        order = ("effect", number, action_cards()[card].id)
        if order not in options:
            options.append(order)
    chosen = left[0]
    if len(options) > 1:
        order = ask(state, table, "effect", state.active, "skirmish:turn.start-effects", lambda: options)
        chosen = next(one for one in left if ("effect", one[0], action_cards()[one[1]].id) == order)
    bearer = state.creature(chosen[0])
    assert bearer is not None
    text = action_cards()[chosen[1]]
    owners = [whose for under, whose in bearer.attached if under == chosen[1]]
    # Several cards of one name each count for their own owner, in their order under the creature.
    owner = owners[len(owners) - left.count(chosen) if state.setting.flags.mended else 0]
    left.remove(chosen)
    state.waiting = tuple(left)
    chain = Chain(uses=1)
    steps = next(trigger.steps for trigger in text.triggers if trigger.event == "turn-start")
    entry = Entry(owner, None, 0, steps, [], target=bearer, name=text.name)
    chain.entries.append(entry)
    run(state, table, chain, entry)


def _is_there(state: State, effect: tuple[int, int]) -> bool:
    creature = state.creature(effect[0])
    return creature is not None and any(card == effect[1] for card, _ in creature.attached)
