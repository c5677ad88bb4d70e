"""Opposed checks of the generals. Rules: warcards:check.opposed, warcards:check.sailor."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.people import skill_of
from banneret.rulebooks.warcards.state import NOBODY, State
from banneret.rulebooks.warcards.tables.conditions import CASTLE


def skills(state: State, why: str, rule: str) -> list[Tally]:
    """The generals' skills, as the beginning of an opposed check. Rule: warcards:check.sailor."""
    sea = state.setting.sea
    name = "Profession (Sailor)" if sea else "Warcraft"
    by = "warcards:check.sailor" if sea else "warcards:field.two-sides"
    return [
        Tally(f"{why}, {state.setting.names[side]}", skill_of(state, side, sea), name, by) for side in (0, 1)
    ]


def opposed(state: State, table: Table, sums: list[Tally], why: str, rule: str, ties_stand: bool) -> int:
    """Roll for both sides on the modifiers in `sums`: the winner, or NOBODY on a tie where ties stand.

    Else the higher modifier wins a tie, and equal ones are rolled again. Rule: warcards:check.opposed.
    """
    bonus = [sums[0].total, sums[1].total]
    while True:
        rolls = [table.die(20, f"{why}", side) for side in (0, 1)]
        totals = [bonus[0] + rolls[0], bonus[1] + rolls[1]]
        winner = NOBODY
        if totals[0] != totals[1]:
            winner = 0 if totals[0] > totals[1] else 1
        elif not ties_stand and bonus[0] != bonus[1]:
            winner = 0 if bonus[0] > bonus[1] else 1
        if table.telling:
            _tell(state, table, sums, rolls, winner, why, rule, ties_stand)
        if winner >= 0 or ties_stand:
            return winner


def _tell(
    state: State,
    table: Table,
    sums: list[Tally],
    rolls: list[int],
    winner: int,
    why: str,
    rule: str,
    ties_stand: bool,
) -> None:
    shown = []
    for side in (0, 1):
        tally = Tally(sums[side].label, rolls[side], "d20", "warcards:check.opposed")
        for part in sums[side].parts:
            tally.add(*part)
        shown.append(tally)
    names = state.setting.names
    end = "a tie" if ties_stand else "a tie, rolled again"
    if winner >= 0:
        tied = shown[0].total == shown[1].total
        end = f"{names[winner]} won" + (" the tie, for more is added to their die" if tied else "")
    text = f"{why[0].upper()}{why[1:]}: {names[0]} {shown[0].total}, {names[1]} {shown[1].total}: {end}."
    dice = [(side, 20, rolls[side]) for side in (0, 1)]
    table.tell(Event("check", text, rule, side=winner, dice=dice, data={"winner": winner}, tallies=shown))


def add_commander_bonus(state: State, sums: list[Tally]) -> None:
    """Add the level of a castle in use to its commander's sum. Rule: warcards:full.commander-bonus."""
    if state.fort == CASTLE and state.fortified:
        sums[state.setting.owner].add(
            state.setting.level, "level of the fortification", "warcards:full.commander-bonus"
        )
