"""The Scout and Battle Phases hex by hex, and a battle from its beginning over its rounds to its end.

The rounds themselves stand in `reveal` (segment I), `retreat`, `withdraw`, `guard`, `paralyze` and `support` (segment II),
`roll`, `strike` and `losses` (segment III) and `respite` (segment IV).
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.artifacts import artifact_of
from banneret.rulebooks.stacks.board.control import contested_hexes, holder_of
from banneret.rulebooks.stacks.board.knowledge import everybody
from banneret.rulebooks.stacks.board.shift import shift
from banneret.rulebooks.stacks.board.stacks import enemies_in
from banneret.rulebooks.stacks.leaving import victory
from banneret.rulebooks.stacks.leaving.destinations import destinations, place_name, those_who_go
from banneret.rulebooks.stacks.leaving.stranded import lose_stranded
from banneret.rulebooks.stacks.leaving.summoning import discard_summoned
from banneret.rulebooks.stacks.stages import BATTLE, CALLOFF, END, LOOK, REVEAL, SCOUT
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.text import news

# ---------------------------------------------------------------- which hex comes next


def next_scouting(state: State, table: Table) -> None:
    """Phase 5: the active side names the contested hex that is scouted next. Rule: stacks:scoutphase.order."""
    queue = state.queue
    if queue is None:
        queue = contested_hexes(state, state.active)
    queue = [
        hex_ for hex_ in queue if enemies_in(state, state.active, hex_) and hex_ in state.stacks[state.active]
    ]
    if not queue:
        state.queue = None
        state.stage = BATTLE
        return
    hex_, enemy, _ = _name_hex(
        state, table, queue, "scouting", "stacks:scoutphase.order", False, len(queue) > 1
    )
    queue.remove(hex_)
    state.queue = queue
    state.fight = Fight(hex_, [Corner(state.active), Corner(enemy)])
    state.stage = LOOK
    if table.telling:
        news.scouting(state, table)


def battle_occurs(state: State, side: int, hex_: int) -> bool:
    """Whether the active side fights a battle in the hex: not with Sites alone, nor without a usable unit.

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


def next_battle(state: State, table: Table) -> None:
    """Phase 6: the active side names the hex of the next battle, which begins there.

    Rule: stacks:battle.queue, stacks:battle.occurs, stacks:battle.attacker, stacks:battle.two-sides,
    stacks:battle.set-aside, stacks:opt.standing-contest.
    """
    side = state.active
    queue = contested_hexes(state, side) if state.queue is None else state.queue
    queue = [hex_ for hex_ in queue if hex_ in state.stacks[side] and enemies_in(state, side, hex_)]
    occurring = [hex_ for hex_ in queue if battle_occurs(state, side, hex_)]
    if not occurring:
        state.queue = None
        if state.setting.battle_only:
            victory.finish(state, (), "no battle takes place", "stacks:battle.occurs")
        else:
            state.stage = END
        return
    hex_, enemy, fights = _name_hex(
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
            news.passed_by(state, table, hex_)
        return
    state.fight = Fight(hex_, [Corner(side), Corner(enemy)], round=1)
    state.stage = REVEAL
    if table.telling:
        news.battle_begins(state, table)


def _name_hex(
    state: State, table: Table, queue: list[int], kind: str, rule: str, may_decline: bool, several: bool
) -> tuple[int, int, bool]:
    """Which of the hexes is next, against whom, and whether there is a battle at all.

    Where all see `several` contested hexes the side is asked, even if only one can be named. Rule: stacks:hidden.no-tell.
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
    """Whether the hex was contested when the turn began, and not reinforced since. Rule: stacks:opt.standing-contest."""
    contested, reinforced = state.contested, state.reinforced
    return contested is not None and hex_ in contested and (reinforced is None or hex_ not in reinforced)


# ---------------------------------------------------------------- after the respite


def check_victory(state: State, table: Table) -> None:
    """Step R3: whether a side has no unit left in the hex.

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
    """Step R4: the attacker may call off; else a new round begins.

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
        news.called_off(state, table, order)
    withdrawn = len(order) > 1
    if withdrawn:
        shift(state, side, group, places[options.index(order) - 2], True)
    end_battle(state, table, side if withdrawn else NOBODY)


# ---------------------------------------------------------------- the end of a battle


def end_battle(state: State, table: Table, gone: int = NOBODY) -> None:
    """The battle is over: summoned units, marks of the battle, stranded units, captured artifacts, and back on the map.

    `gone` is the side that retreated or withdrew, if one did.

    Rule: stacks:end.cleanup, stacks:end.both-stay, stacks:summoning.discard, stacks:regenerates.reset,
    stacks:move.stranded, stacks:setup.battle-only.
    """
    fight = state.fight
    assert fight is not None
    stood = [corner.side for corner in fight.corners if fight.hex in state.stacks[corner.side]]
    ending = victory.end_of_battle(state) if state.setting.battle_only else None
    for corner in fight.corners:
        corner.front = NOBODY
        discarded = discard_summoned(state, corner.side, fight.hex)
        if discarded and table.telling:
            news.discarded(state, table, corner.side, discarded)
    for unit in state.units:
        if unit.held or unit.defeats or unit.skirmished or unit.blooded:
            unit.held = unit.blooded = False
            unit.defeats = unit.skirmished = 0
    lose_stranded(state, table, fight)
    if table.telling:
        news.battle_over(state, table, stood, gone)
    if fight.set_aside:
        _hand_out(state, table, fight)
    state.fight = None
    if ending is not None:
        victory.finish(state, *ending)
    elif state.outcome is None:
        state.stage = BATTLE


def _hand_out(state: State, table: Table, fight: Fight) -> None:
    """Artifacts of the fallen go to units of the side that alone holds the hex, as it likes, else they are lost.

    `fight.set_aside` begins with the one in question. Rule: stacks:opt.fallen-artifacts.
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
            news.captured(state, table, holder, index, order[1])
    fight.set_aside = None


def _first_who_can_use(state: State, stack: list[int], index: int) -> int:
    """The place in the stack of the first unit that can use an artifact; 0 if nobody can. Rule: stacks:artifact.users."""
    artifact = artifact_of(state, index)
    for place, number in enumerate(stack):
        if can_use(artifact, state.setting.kinds[state.units[number].kind]):
            return place
    return 0


def end_scouting(state: State, table: Table) -> None:
    """The Scout Phase of a hex is over: who may not be there any more is destroyed.

    Rule: stacks:scoutphase.order, stacks:move.stranded.
    """
    fight = state.fight
    assert fight is not None
    if fight.stolen_by or fight.ate:
        lose_stranded(state, table, fight)
        if state.outcome is not None:
            return
    state.fight = None
    if state.queue:
        state.stage = SCOUT
    else:
        state.queue = None
        state.stage = BATTLE
