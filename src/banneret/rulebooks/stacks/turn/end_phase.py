"""Phase 7, the End Phase: effects wear off; flags, the hand limit and the goal are checked; then the turn passes."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.control import raise_flags
from banneret.rulebooks.stacks.leaving.victory import check_goal, check_limit, is_out
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import opening, the
from banneret.rulebooks.stacks.turn.begin_turn import begin_turn


def end_phase(state: State, table: Table) -> None:
    """Step END: end bonuses, wear off paralysis, raise flags, discard down to the hand limit, check the goal, pass the turn.

    Rule: stacks:turn.end, stacks:cannibal.duration, stacks:win.limit.
    """
    for unit in state.units:
        unit.devoured = 0
    wear_off(state, table)
    _hoist(state, table)
    discard_spells(state, table)
    if check_goal(state):
        return
    following, wrapped = next_side(state)
    if wrapped:
        if state.turn >= state.setting.turn_limit:
            check_limit(state)
            return
        state.turn += 1
    begin_turn(state, table, following)


def wear_off(state: State, table: Table) -> None:
    """Lower the paralysis counters of the active side by 1, but not of units paralyzed during this very turn.

    Rule: stacks:turn.end, stacks:paralyze.duration.
    """
    side = state.active
    for unit in state.units:
        if unit.side == side and unit.held_turns > 0 and unit.held_since != state.clock:
            unit.held_turns -= 1
            if unit.held_turns == 0:
                unit.held_since = 0
                if table.telling and unit.place >= 0:
                    name = state.setting.kinds[unit.kind].name
                    spot = state.setting.spots[unit.place]
                    text = f"{opening(the(name))} at {spot} can be used again."
                    table.tell(Event("freed", text, "stacks:paralyze.duration", side=side, to=(side,)))


def _hoist(state: State, table: Table) -> None:
    """Raise the flag of the side that holds each capital and objective. Rule: stacks:turn.control."""
    for hex_ in raise_flags(state):
        if table.telling:
            holder = state.standards[hex_]
            name = side_title(state.setting.side_names[holder])
            place = state.setting.grid.names[hex_]
            text = f"{name} raised a flag at {state.setting.spots[hex_]}."
            table.tell(Event("flag", text, "stacks:turn.control", side=holder, data={"hex": place}))


def discard_spells(state: State, table: Table) -> None:
    """Ask the active side to discard spells, openly, down to the hand limit.

    Rule: stacks:turn.end, stacks:hidden.hand, stacks:spell.discard.
    """
    side = state.active
    hand = state.hands[side]
    spell_kinds = state.setting.spell_kinds
    while len(hand) > state.setting.hand_limit:
        options: list[Order] = [("discard", spell_kinds[kind].id) for kind in sorted(set(hand))]
        preset = _most_copies(hand)
        order = table.ask(Choice("discard", side, "stacks:turn.end", options, preset))
        for kind in hand:
            if spell_kinds[kind].id == order[1]:
                hand.remove(kind)
                state.spell_discards.append(kind)
                break
        if table.telling:
            name = side_title(state.setting.side_names[side])
            spell = spell_kinds[state.spell_discards[-1]].name
            text = f"{name} discarded {spell}."
            event = Event(
                "discard", text, "stacks:turn.end", side=side, reveals=True, data={"spell": order[1]}
            )
            table.tell(event)


def _most_copies(hand: list[int]) -> int:
    """The place, among the different spells in hand, of the one with most copies."""
    kinds = sorted(set(hand))
    best = 0
    for place in range(len(kinds)):
        if hand.count(kinds[place]) > hand.count(kinds[best]):
            best = place
    return best


def next_side(state: State) -> tuple[int, bool]:
    """The side that is active next, sides that are out passed over, and True if all sides have had their turn then.

    Rule: stacks:turn.phases, stacks:win.limit, stacks:win.annihilation.
    """
    sides = state.setting.sides
    wrapped = False
    side = state.active
    for _ in range(sides):
        side = (side + 1) % sides
        if side == state.begun:
            wrapped = True
        if not is_out(state, side):
            break
    return side, wrapped
