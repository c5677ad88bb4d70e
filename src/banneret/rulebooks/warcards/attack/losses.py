"""Losses of a step: damage, destroyed and subdued units, saves.

Rules: warcards:attack.simultaneous, warcards:combat.destroyed, warcards:combat.subdued, warcards:combat.morale-save.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.stake import trial
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.attack.prizes import seize
from banneret.rulebooks.warcards.attack.removal import remove
from banneret.rulebooks.warcards.attack.strikes import Hit
from banneret.rulebooks.warcards.ratings.morale import holding, morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import ABOARD, CAPTIVE, DESTROYED, State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label, natural


def settle(state: State, table: Table, hits: list[Hit]) -> None:
    """Do all damage, remove the destroyed and the subdued, and roll the saves of the others.

    First the destroyed, then the subdued, ships last: no unit that is lost in a step takes a prize in it.
    Rules: warcards:attack.simultaneous, warcards:combat.destroyed, warcards:combat.subdued, warcards:combat.morale-save.
    """
    if not hits:
        return
    state.stirred = True
    hurt: list[int] = []
    times: list[int] = []
    for hit in hits:
        unit = state.units[hit.target]
        if hit.subdual:
            unit.subdual += hit.damage
        else:
            unit.lethal += hit.damage
        if hit.target in hurt:
            times[hurt.index(hit.target)] += 1
        else:
            hurt.append(hit.target)
            times.append(1)
    cards = state.setting.cards
    standing: list[tuple[int, int]] = []
    subdued: list[Unit] = []
    for number, count in zip(hurt, times, strict=True):
        unit = state.units[number]
        if unit.place != ABOARD and unit.place < 0:
            continue  # went down with its ship
        if unit.lethal >= cards[number].hits:
            remove(state, table, unit, DESTROYED)
        elif unit.subdual > cards[number].hits - unit.lethal:
            subdued.append(unit)
        else:
            standing.append((number, count))
    if subdued:
        _take(state, table, subdued)
    for number, count in standing:
        unit = state.units[number]
        if unit.place >= 0 or unit.place == ABOARD:
            for _ in range(count if state.setting.flags.save_per_hit else 1):
                if not unit.routed:
                    save_against_rout(state, table, unit)


def _take(state: State, table: Table, subdued: list[Unit]) -> None:
    """Make subdued units the enemy's captives, and subdued ships its prizes. Rule: warcards:combat.subdued."""
    ships: list[Unit] = []
    for unit in subdued:
        if state.setting.cards[unit.id].ship:
            ships.append(unit)
        elif unit.place >= 0 or unit.place == ABOARD:
            remove(state, table, unit, CAPTIVE)
    seize(state, table, ships)


def save_against_rout(state: State, table: Table, unit: Unit) -> None:
    """Roll the save of a damaged unit; if it fails, the unit is routed.

    Rules: warcards:combat.morale-save, warcards:rally.natural, warcards:full.morale, warcards:combat.rout-status.
    """
    if safe_behind_walls(state, unit):
        return
    dc = state.setting.flags.rout_dc
    roll = table.die(20, "morale", unit.side)
    holds = roll == 20 or (roll != 1 and roll + morale_total(state, unit, False) >= dc)
    if not holds:
        unit.routed = True
    if table.telling:
        tally = Tally("morale save", roll, "d20", "warcards:combat.morale-save")
        morale_total(state, unit, False, tally)
        result = "it|they stands|stand" if holds else "it|they is|are routed"
        good = holding(morale_total(state, unit, False), dc)
        stake = trial("morale saves", unit.side, holds, good, 20)
        result += natural(roll, tally.total, dc, "fails", "succeeds")
        text = agree(label(state, unit), f"saves|save with {tally.total} against {dc}: {result}.")
        table.tell(
            Event(
                "save",
                text,
                "warcards:combat.morale-save",
                side=unit.side,
                dice=[(unit.side, 20, roll)],
                data={"unit": unit.id},
                tallies=[tally],
                stakes=[stake],
            )
        )
