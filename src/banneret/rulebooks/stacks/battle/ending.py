"""The end of a battle: steps R3 and R4, and what becomes of the units that took part."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.artifacts import artifact_of
from banneret.rulebooks.stacks.board.control import holder_of
from banneret.rulebooks.stacks.board.knowledge import everybody
from banneret.rulebooks.stacks.leaving import victory
from banneret.rulebooks.stacks.leaving.destinations import (
    destinations,
    leave_battle,
    place_name,
    those_who_go,
)
from banneret.rulebooks.stacks.leaving.stranded import lose_stranded
from banneret.rulebooks.stacks.leaving.summoning import discard_summoned
from banneret.rulebooks.stacks.stages import BATTLE, CALLOFF, REVEAL
from banneret.rulebooks.stacks.state import NOBODY, Fight, State
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.text import battle_news, loss_news

# ---------------------------------------------------------------- after the respite


def check_victory(state: State, table: Table) -> None:
    """Step R3: end the battle if a side has no unit left in the hex.

    Rule: stacks:end.destroyed, stacks:end.mutual, stacks:end.repeat.
    """
    fight = state.fight
    assert fight is not None
    for corner in fight.corners:
        if fight.hex not in state.stacks[corner.side]:
            end_battle(state, table)
            return
    state.stage = CALLOFF


def call_off(state: State, table: Table) -> None:
    """Step R4: ask the attacker whether to call off; if not, begin a new round.

    Rule: stacks:end.calloff, stacks:end.both-stay, stacks:end.repeat, stacks:battle.round, stacks:opt.call-off.
    """
    fight = state.fight
    assert fight is not None
    side = fight.corners[0].side
    options: list[Order] = [("continue",), ("calloff",)]
    group: list[int] = []
    places: list[int] = []
    if state.setting.flags.may_withdraw:
        group = those_who_go(state, side, fight.hex)
        if group:
            places = destinations(state, side, fight.hex, group)
            options += [("calloff", place_name(state, place)) for place in places]
    order = table.ask(Choice("calloff", side, "stacks:end.calloff", options))
    if order[0] == "continue":
        fight.round += 1
        state.stage = REVEAL
        return
    fight.called_off = True
    if table.telling:
        battle_news.called_off(state, table, order)
    withdrawn = len(order) > 1
    if withdrawn:
        leave_battle(state, table, side, group, places[options.index(order) - 2])
    end_battle(state, table, side if withdrawn else NOBODY)


# ---------------------------------------------------------------- the end of a battle


def end_battle(state: State, table: Table, gone: int = NOBODY) -> None:
    """End the battle: discard summoned units, clear its marks, lose stranded units, hand out captured artifacts, go on with the turn.

    `gone` is the side that retreated or withdrew, if one did. Nothing is handed out if the game ended, as when the last enemy Archmage
    was stranded.

    Rule: stacks:end.cleanup, stacks:end.both-stay, stacks:summoning.discard, stacks:regenerates.reset,
    stacks:move.stranded, stacks:setup.battle-only, stacks:win.archmage.
    """
    fight = state.fight
    assert fight is not None
    stood = [corner.side for corner in fight.corners if fight.hex in state.stacks[corner.side]]
    ending = victory.end_of_battle(state, fight) if state.setting.battle_only else None
    for corner in fight.corners:
        corner.front = NOBODY
        discarded = discard_summoned(state, corner.side, fight.hex)
        if discarded and table.telling:
            loss_news.discarded(state, table, corner.side, discarded)
    for unit in state.units:
        if unit.held or unit.defeats or unit.skirmished or unit.blooded:
            unit.held = unit.blooded = False
            unit.defeats = unit.skirmished = 0
    lose_stranded(state, table, fight)
    if table.telling:
        battle_news.battle_over(state, table, stood, gone)
    if fight.set_aside and state.outcome is None:
        _hand_out(state, table, fight)
    state.fight = None
    if ending is not None:
        victory.finish(state, *ending)
    elif state.outcome is None:
        state.stage = BATTLE


def _hand_out(state: State, table: Table, fight: Fight) -> None:
    """Let the side that alone holds the hex give the artifacts of the fallen to its units; else they are lost.

    The first of `fight.set_aside` is the one in question. Rule: stacks:opt.fallen-artifacts.
    """
    holder = holder_of(state, fight.hex)
    waiting = fight.set_aside
    assert waiting is not None
    if holder == NOBODY:
        fight.set_aside = None
        return
    stack = state.stacks[holder][fight.hex]
    options: list[Order] = [("give", number) for number in stack]
    while waiting:
        index = waiting[0]
        preset = _first_who_can_use(state, stack, index)
        order = table.ask(Choice("captured", holder, "stacks:opt.fallen-artifacts", options, preset))
        chit = state.artifacts[index]
        chit.holder = order[1]
        chit.seen = everybody(state)
        chit.known = 1 << holder
        waiting.pop(0)
        if table.telling:
            battle_news.captured(state, table, holder, index, order[1])
    fight.set_aside = None


def _first_who_can_use(state: State, stack: list[int], index: int) -> int:
    """The place in the stack of the first unit that can use an artifact; 0 if none can. Rule: stacks:artifact.users."""
    artifact = artifact_of(state, index)
    for place, number in enumerate(stack):
        if can_use(artifact, state.setting.kinds[state.units[number].kind]):
            return place
    return 0
