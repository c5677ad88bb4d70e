"""The contested hexes of a phase: which comes next, against whom, and whether a battle takes place in it."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.control import contested_hexes
from banneret.rulebooks.stacks.board.stacks import enemies_in
from banneret.rulebooks.stacks.leaving import victory
from banneret.rulebooks.stacks.stages import END, REVEAL
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.text import battle_news


def next_battle(state: State, table: Table) -> None:
    """Phase 6: ask the active side for the hex of the next battle, and begin it.

    Rule: stacks:battle.queue, stacks:battle.occurs, stacks:battle.attacker, stacks:battle.two-sides,
    stacks:battle.set-aside, stacks:opt.standing-contest, stacks:setup.battle-only.
    """
    side = state.active
    queue = contested_hexes(state, side) if state.queue is None else state.queue
    queue = [hex_ for hex_ in queue if hex_ in state.stacks[side] and enemies_in(state, side, hex_)]
    occurring = [hex_ for hex_ in queue if battle_occurs(state, side, hex_)]
    if not occurring:
        state.queue = None
        if state.setting.battle_only:
            victory.finish(state, *victory.end_before_battle(state))
        else:
            state.stage = END
        return
    hex_, enemy, fights = name_hex(
        state,
        table,
        occurring,
        "battle",
        "stacks:battle.queue",
        state.setting.flags.may_decline,
        len(queue) > 1,
    )
    queue.remove(hex_)
    state.queue = queue
    if not fights:
        if table.telling:
            battle_news.passed_by(state, table, hex_)
        return
    state.fight = Fight(hex_, [Corner(side), Corner(enemy)], round=1)
    state.stage = REVEAL
    if table.telling:
        battle_news.battle_begins(state, table)


def battle_occurs(state: State, side: int, hex_: int) -> bool:
    """True if the active side fights a battle in the hex: not with Sites alone, nor without a usable unit.

    Rule: stacks:battle.occurs.
    """
    own = state.stacks[side].get(hex_)
    if own is None or not enemies_in(state, side, hex_):
        return False
    units, kinds = state.units, state.setting.kinds
    usable = mobile = False
    for number in own:
        unit = units[number]
        if not unit.held and unit.held_turns == 0:
            usable = True
        if not kinds[unit.kind].site:
            mobile = True
    return usable and mobile


def name_hex(
    state: State, table: Table, queue: list[int], kind: str, rule: str, may_decline: bool, several: bool
) -> tuple[int, int, bool]:
    """Ask for the next hex if there is a choice; return it, the enemy there, and True if there is a battle.

    If all can see `several` contested hexes the side is asked even if only one can be named. Rule: stacks:hidden.no-tell.
    """
    side = state.active
    if not several and not may_decline:
        enemies = enemies_in(state, side, queue[0])
        if len(enemies) == 1:
            return queue[0], enemies[0], True
    options: list[Order] = []
    meaning: list[tuple[int, int, bool]] = []
    for hex_ in queue:
        name = state.setting.grid.names[hex_]
        enemies = enemies_in(state, side, hex_)
        for enemy in enemies:
            options.append(("fight", name) if len(enemies) == 1 else ("fight", name, enemy))
            meaning.append((hex_, enemy, True))
        if may_decline and _may_pass(state, hex_):
            options.append(("pass", name))
            meaning.append((hex_, NOBODY, False))
    if len(options) == 1 and not several:
        return meaning[0]
    order = table.ask(Choice(kind, side, rule, options))
    return meaning[options.index(order)]


def _may_pass(state: State, hex_: int) -> bool:
    """True if the hex was contested when the turn began, and not reinforced since. Rule: stacks:opt.standing-contest."""
    contested, reinforced = state.contested, state.reinforced
    return contested is not None and hex_ in contested and (reinforced is None or hex_ not in reinforced)
