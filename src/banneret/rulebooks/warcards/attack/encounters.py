"""Heroes against heroes, as players may choose to play it. Rules: warcards:hero.variant, warcards:hero.variant-duel."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import enemy_of, on_field
from banneret.rulebooks.warcards.ratings.leadership import level_of
from banneret.rulebooks.warcards.state import Group, State


def duel_step(state: State, table: Table) -> None:
    """Play the encounters of heroes before the attack phase: bonuses by hand, or duels, as the options say.

    Rules: warcards:hero.variant, warcards:hero.variant-duel.
    """
    if state.setting.flags.encounters == "manual":
        _ask_bonuses(state, table)
        return
    for unit in on_field(state, 0):
        other = enemy_of(state, unit)
        mine = group_with(state, unit.id)
        theirs = None if other < 0 else group_with(state, other)
        if mine is not None and theirs is not None:
            _duel(state, table, mine, theirs)


def _ask_bonuses(state: State, table: Table) -> None:
    """Ask for the bonus of every Heroes unit with an engaged unit. Rule: warcards:hero.variant."""
    for side in (0, 1):
        for unit in on_field(state, side):
            group = group_with(state, unit.id)
            if group is None or enemy_of(state, unit) < 0:
                continue
            options = [("bonus", "table"), *[("bonus", number) for number in range(13)]]
            order = table.ask(Choice("encounter", side, "warcards:hero.variant", options))
            group.set_bonus = order[1] if isinstance(order[1], int) else -1


def _duel(state: State, table: Table, mine: Group, theirs: Group) -> None:
    """Roll a duel of two Heroes units, side 0's and side 1's, and change their EL. Rule: warcards:hero.variant-duel."""
    levels = (level_of(state, mine), level_of(state, theirs))
    rolls = [table.die(20, "duel of heroes", side) for side in (0, 1)]
    totals = [rolls[0] + levels[0], rolls[1] + levels[1]]
    gap = abs(totals[0] - totals[1]) // 5
    if totals[0] != totals[1]:
        winner, loser = (mine, theirs) if totals[0] > totals[1] else (theirs, mine)
        winner.el_change += gap
        loser.el_change -= 1 + gap
    if table.telling:
        tallies = []
        for side in (0, 1):
            tally = Tally("duel", rolls[side], "d20", "warcards:hero.variant-duel")
            tally.add(levels[side], "EL", "warcards:hero.el")
            tallies.append(tally)
        names = state.setting.group_names
        text = f"{names[mine.id]} {totals[0]} against {names[theirs.id]} {totals[1]}."
        dice = [(side, 20, rolls[side]) for side in (0, 1)]
        table.tell(Event("duel", text, "warcards:hero.variant-duel", dice=dice, tallies=tallies))
