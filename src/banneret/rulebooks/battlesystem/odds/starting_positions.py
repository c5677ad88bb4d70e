"""Two units set down to begin a melee: front to front, or at the flank or rear of the one attacked.

Rules: battlesystem:7.8e, battlesystem:7.1c.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.rosters.reader import abreast, files_for
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.command import commander_figures, in_command
from banneret.rulebooks.battlesystem.odds.melee import QUIET
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import State, bases_for
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, KINDS, SKIRMISHERS, Roster
from banneret.rulebooks.battlesystem.unit import (
    FIELD,
    FORMATIONS,
    MOB,
    NOBODY,
    SKIRMISH,
    WAITING,
    Single,
    Unit,
)

SIDES: Final = {"front": 180.0, "flank": 90.0, "rear": 0.0}
"""The heading of the unit attacked, in degrees, by the side that is struck: the attacker stands south of it."""


class Stand:
    """The formation of a unit, "" for its usual one, and its number of files, 0 for the usual one."""

    __slots__ = ("files", "formation")

    def __init__(self, formation: str = "", files: int = 0) -> None:
        self.formation: str = formation
        self.files: int = files


def set_down(state: State, first: Unit, second: Unit, stands: tuple[Stand, Stand], side: str) -> None:
    """Put the first unit into contact with the front, a flank or the rear of the second, middle to middle; all others leave the table.

    Args:
        state: the battle.
        first: the unit that attacks.
        second: the unit attacked.
        stands: the formations and files of both.
        side: the side of the second that is struck, a key of `SIDES`.

    Raises:
        BadInput: a unit cannot take such a formation or frontage.
    """
    for unit in state.units.values():
        unit.become(WAITING)
    middle, line = state.setting.width / 2.0, state.setting.depth / 2.0
    _draw_up(state, first, stands[0], middle, line, 0.0)
    _draw_up(state, second, stands[1], middle, line, SIDES[side])
    in_command.review(state, QUIET)


def _draw_up(state: State, unit: Unit, stand: Stand, middle: float, line: float, heading: float) -> None:
    """Set a unit down on a heading: the attacker south of a line, the unit attacked north of it."""
    roster = unit.now
    unit.become(FIELD)
    unit.routed = False
    unit.in_command = True
    unit.formation = _formation(roster, stand.formation)
    own = unit is state.units[unit.id] and heading == 0.0 and unit.side == 0
    if unit.formation == SKIRMISH:
        _spread(
            unit, roster, middle, line - roster.depth / 2.0 if own else line + roster.depth / 2.0, heading
        )
        return
    files = _files(roster, unit, stand.files)
    spacing = formations.spacing(unit, unit.formation)
    bases = bases_for(unit, roster.figures)
    block = Block(0.0, 0.0, heading, bases, files, roster.width, roster.depth, spacing)
    x, y = middle, line
    if not own:  # the side that is attacked lies along the line
        if heading == SIDES["rear"]:
            y = line + block.length
        elif heading == SIDES["flank"]:
            x, y = middle + block.length / 2.0, line + block.breadth / 2.0
    unit.stand(Block(x, y, heading, bases, files, roster.width, roster.depth, spacing))
    unit.figures = roster.figures
    unit.leader_at = commander_figures.default_place(files) if roster.commander else NOBODY


def _formation(roster: Roster, wanted: str) -> int:
    """The formation that a unit takes: the one wanted, "" for its usual one. Rules: battlesystem:7.1, battlesystem:2.11."""
    if roster.kind == CROWD:
        able = ["mob"]
    elif roster.kind == SKIRMISHERS:
        able = ["skirmish"]
    elif roster.special == "berserker":
        able = ["open"]
    elif roster.special == "elite":
        able = ["closed", "open", "skirmish"]
    else:
        able = ["closed", "open"]
    if wanted and wanted not in able:
        kind = roster.special or KINDS[roster.kind]
        raise BadInput(
            f"{roster.name} cannot stand in {wanted[:20]!r} formation: they are a {kind} unit",
            where="formation",
            hint="one of " + ", ".join(able),
        )
    return FORMATIONS.index(wanted or able[0])


def _files(roster: Roster, unit: Unit, wanted: int) -> int:
    """The number of figures abreast. Rules: battlesystem:7.10, battlesystem:2.10c."""
    if unit.formation == MOB:
        return min(roster.figures, mob_files(roster.figures, roster.width, roster.depth))
    if wanted > roster.figures:
        raise BadInput(
            f"{roster.figures} figures cannot stand {wanted} abreast",
            where="front",
            hint=f"at most {roster.figures}",
        )
    return abreast(roster, wanted or files_for(roster.kind, roster.figures))


def _spread(unit: Unit, roster: Roster, middle: float, line: float, heading: float) -> None:
    """Set skirmishers in a line, an inch apart. Rule: battlesystem:7.4."""
    pitch = roster.width + 1.0
    first = middle - pitch * (roster.figures - 1) / 2.0
    unit.stand_singly([Single(first + pitch * number, line, heading) for number in range(roster.figures)])
    unit.figures = roster.figures
    unit.leader_at = 0 if roster.commander else NOBODY
