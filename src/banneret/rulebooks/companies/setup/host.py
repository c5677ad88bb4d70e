"""The host: the side that controls the battle space. In a meeting battle nobody does, and Contact decides who becomes host.

Rules: companies:setup.host.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import alliance
from banneret.rulebooks.companies.state import NOBODY, State

FACES: Final = 6


def host_of(state: State) -> int:
    """The host of the scenario, else the one that Contact made host; NOBODY before. Rule: companies:setup.host."""
    return state.setting.host if state.setting.host != NOBODY else state.host


def name_host(state: State, table: Table, counts: list[int]) -> None:
    """Name a host after Contact, if the scenario has none: the side that lost it, after a tie the side with the fewest troops.

    Of several losers it is the side with the lowest count, then with the fewest troops. Between equal sides a die decides.

    Args:
        state: The battle.
        table: The table that rolls.
        counts: The count of every company at Contact.

    Rule: companies:setup.host.
    """
    setting = state.setting
    if setting.host != NOBODY or setting.ready:  # on ready ground a host has nothing to do
        return
    sides = list(range(len(setting.sides)))
    best = [
        max([counts[one.id] for one in state.companies if setting.forces[one.id].side == side])
        for side in sides
    ]
    troops = [sum([force.troops for force in setting.forces if force.side == side]) for side in sides]
    why = "they have fewer troops"
    if state.initiative != NOBODY:
        winner = alliance(state, setting.forces[state.initiative].side)
        sides = [side for side in sides if alliance(state, side) != winner]
        sides = _lowest(sides, best)
        why = "they lost Contact"
    sides = _lowest(sides, troops)
    if len(sides) > 1:
        sides = [_by_die(table, sides)]
        why = "a die says so"
    state.host = sides[0]
    if table.telling:
        text = f"Nobody held the ground: {setting.names[state.host]} are its host now, because {why}."
        table.tell(Event("ground", text, "companies:setup.host", side=state.host))


def _lowest(sides: list[int], figures: list[int]) -> list[int]:
    """The sides with the lowest figure."""
    least = min([figures[side] for side in sides])
    return [side for side in sides if figures[side] == least]


def _by_die(table: Table, sides: list[int]) -> int:
    """One of up to six sides, each with the same chance: a face that is left over is rolled again."""
    share = FACES // len(sides)
    face = table.die(FACES, "host")
    while face > share * len(sides):
        face = table.die(FACES, "host")
    return sides[(face - 1) // share]
