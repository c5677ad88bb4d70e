"""Rally: routed units try to stand again. Rules: warcards:rally.save, warcards:rally.natural."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.stake import trial
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.movement.walking import recover
from banneret.rulebooks.warcards.ratings.morale import holding, morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.text.wording import agree, label, natural


def rally(state: State, table: Table) -> None:
    """Roll the rally of every routed unit, the first side's first.

    Rules: warcards:rally.save, warcards:rally.reserve, warcards:rally.natural, warcards:full.morale,
    warcards:naval.embarked-morale.
    """
    for side in (state.first, 1 - state.first):
        for unit in state.units:
            if unit.side != side or not unit.routed or (unit.place < 0 and unit.place != st.ABOARD):
                continue
            if safe_behind_walls(state, unit):
                recover(state, table, unit)
                continue
            roll = table.die(20, "rally", side)
            holds = roll == 20 or (roll != 1 and roll + morale_total(state, unit, True) >= 15)
            if holds:
                unit.routed = False
            if table.telling:
                tally = Tally("rally", roll, "d20", "warcards:rally.save")
                morale_total(state, unit, True, tally)
                words = "rallies|rally" if holds else "stays|stay routed"
                good = holding(morale_total(state, unit, True), 15)
                why = natural(roll, tally.total, 15, "fails", "succeeds")
                stake = trial("morale saves", side, holds, good, 20)
                text = f"{agree(label(state, unit), words)}: {tally.total} against 15{why}."
                table.tell(
                    Event(
                        "rally",
                        text,
                        "warcards:rally.save",
                        side=side,
                        dice=[(side, 20, roll)],
                        data={"unit": unit.id},
                        tallies=[tally],
                        stakes=[stake],
                    )
                )
