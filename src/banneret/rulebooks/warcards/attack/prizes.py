"""Prizes: ships that are subdued or strike their flags, and the units that take them home.

Rules: warcards:naval.capture, warcards:naval.prize.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards.attack.removal import remove
from banneret.rulebooks.warcards.board.people import group_with, members
from banneret.rulebooks.warcards.board.standing import cargo, enemy_of, on_field
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.state import (
    ABOARD,
    ACTIVE,
    CAPTIVE,
    GUARD,
    HELPLESS,
    LEFT,
    NOBODY,
    State,
    Unit,
)
from banneret.rulebooks.warcards.text.wording import agree, label


def seize(state: State, table: Table, ships: list[Unit]) -> None:
    """Give subdued ships and ships that strike their flags to the enemy; one that nobody can take is helpless.

    Who takes which is seen before any is taken: two ships may be each other's prize.
    Rules: warcards:combat.subdued, warcards:naval.capture, warcards:naval.prize.
    """
    guards = [captor(state, ship) for ship in ships]
    for guard in guards:
        if guard >= 0:
            _go_aboard_prize(state, state.units[guard])
    for ship, guard in zip(ships, guards, strict=True):
        remove(state, table, ship, HELPLESS if guard < 0 else CAPTIVE)
        if guard >= 0 and table.telling:
            crew = state.units[guard]
            text = agree(label(state, crew), "takes|take the prize home and leaves|leave the battle.")
            table.tell(Event("prize", text, "warcards:naval.prize", side=crew.side, data={"unit": guard}))


def _go_aboard_prize(state: State, crew: Unit) -> None:
    """Send an army unit home with a prize, and the characters with it. Rule: warcards:naval.prize."""
    crew.place = GUARD
    crew.aboard = NOBODY
    for figure in state.figures:
        if figure.host == crew.id and figure.status == ACTIVE:
            figure.status = LEFT
            figure.host = NOBODY
    group = group_with(state, crew.id)
    if group is not None:
        for figure in members(state, group.id):
            figure.status = LEFT
            figure.group = NOBODY
        group.host = NOBODY
        group.dissolved = True


def captor(state: State, ship: Unit) -> int:
    """The unrouted hostile army unit that counts as aboard a ship, NOBODY without one. Rule: warcards:naval.capture."""
    other = enemy_of(state, ship)
    if other < 0 or not ship.since or ship.since >= state.round:
        return NOBODY
    for unit in state.units:
        if unit.aboard == other and unit.place == ABOARD and not unit.routed:
            return unit.id
    return NOBODY


def strike_flags(state: State, table: Table) -> None:
    """Make prizes of the ships that are staggered with an enemy army unit aboard.

    Rules: warcards:naval.capture, warcards:naval.prize.
    """
    struck = [ship for side in (0, 1) for ship in on_field(state, side) if _strikes(state, ship)]
    if table.telling:
        for ship in struck:
            text = f"{label(state, ship)} strikes its flag."
            data: dict[str, object] = {"unit": ship.id}
            table.tell(Event("flag", text, "warcards:naval.capture", side=ship.side, data=data))
    seize(state, table, struck)


def _strikes(state: State, ship: Unit) -> bool:
    """True if a ship strikes its flag now. Rule: warcards:naval.capture."""
    if not staggered(state, ship) or captor(state, ship) < 0:
        return False
    held = any(not unit.routed for unit in cargo(state, ship.id))
    return not (held and state.setting.flags.defenders_bar)
