"""Step SETUP: who begins, blind spells and blind reserves."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.stacks import add_unit
from banneret.rulebooks.stacks.stages import SCOUT
from banneret.rulebooks.stacks.state import DRAWN, NOBODY, RESERVE, State
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import listed, many
from banneret.rulebooks.stacks.turn.begin_turn import begin_turn
from banneret.rulebooks.stacks.turn.recruit import draw_spell


def set_up(state: State, table: Table) -> None:
    """Step SETUP: settle who begins, then deal blind spells and blind reserves, the first player of the scenario first.

    Rule: stacks:setup.order, stacks:setup.spells, stacks:setup.reserve, stacks:setup.battle-only.
    """
    setting = state.setting
    if setting.battle_only:
        state.turn = state.clock = 1
        state.active = state.begun = 0
        state.queue = None
        state.stage = SCOUT
        return
    first = setting.first if setting.first != NOBODY else _who_begins(state, table)
    for side in range(setting.sides):
        for _ in range(setting.spells_random[side]):
            draw_spell(state, table, side, "stacks:setup.spells")
    for side in range(setting.sides):
        _deal_reserve(state, table, side)
    state.begun = first
    state.turn = 1
    begin_turn(state, table, first)


def _who_begins(state: State, table: Table) -> int:
    """Roll one die each: the highest begins, those who tie roll again. Rule: stacks:setup.order."""
    names = state.setting.side_names
    rolling = list(range(state.setting.sides))
    while len(rolling) > 1:
        rolls = [table.die(6, "who begins", side) for side in rolling]
        best = max(rolls)
        if table.telling:
            said = listed([f"{side_title(names[s])} {roll}" for s, roll in zip(rolling, rolls, strict=True)])
            again = "" if rolls.count(best) == 1 else " A tie is rolled again."
            table.tell(Event("begins", f"Who begins: {said}.{again}", "stacks:setup.order"))
        rolling = [side for side, roll in zip(rolling, rolls, strict=True) if roll == best]
    return rolling[0]


def _deal_reserve(state: State, table: Table, side: int) -> None:
    """Draw blind chits from all piles of the side's lists together. Rule: stacks:setup.reserve."""
    setting = state.setting
    lists = setting.lists[side]
    name = side_title(setting.side_names[side])
    drawn = 0
    for _ in range(setting.reserve_random[side]):
        total = sum([len(state.piles[ground]) for ground in lists])
        if total == 0:
            break
        at = table.draw(total, "reserve", side, side)
        for ground in lists:
            pile = state.piles[ground]
            if at < len(pile):
                kind = pile.pop(at)
                add_unit(state, kind, side, RESERVE, DRAWN)
                drawn += 1
                if table.telling:
                    text = f"{name} drew {setting.kinds[kind].name} for the reserve."
                    table.tell(
                        Event("recruited", text, "stacks:setup.reserve", side=side, to=(side,), reveals=True)
                    )
                break
            at -= len(pile)
    if drawn and table.telling:
        text = f"{name} drew {many(drawn, 'unit')} for the reserve."
        table.tell(Event("reserve", text, "stacks:setup.reserve", side=side))
