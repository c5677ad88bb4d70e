"""Abandoned pieces: figures that take one over when the round ends, and formed enemies that break one up.

Rules: battlesystem:10.10b, battlesystem:10.10e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import is_within
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, on_field
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

RULE: Final = "battlesystem:10.10e"


def take_over(state: State, table: Table) -> None:
    """Give each abandoned piece a new crew at the end of a round: a figure beside it, which works it from the next round on.

    The sides come in their ranking, their units and figures by number. Rules: battlesystem:10.10b, battlesystem:10.10e.
    """
    for piece in state.pieces:
        piece.moved, piece.turned = 0.0, False
        if not piece.on_table or crews.crew_of(state, piece) is not None:
            continue
        found = _taker(state, table, piece)
        if found is None:
            continue
        unit, figure = found
        piece.crew, piece.figure, piece.side = unit.id, figure, unit.side
        piece.since, piece.replaced = state.round + 1, not _is_first(state, piece, unit, figure)
        if table.telling:
            what = crews.called(state, piece)
            text = says(state, unit, "takes|take over {}, for the next round.", what)
            data = {"unit": f"u{unit.id}", "piece": f"e{piece.id}"}
            table.tell(Event("crew", text, "battlesystem:10.10b", side=unit.side, data=data))


def _taker(state: State, table: Table, piece: FieldPiece) -> tuple[Unit, int] | None:
    """The figure that becomes the crew of a piece: one that its owner chooses, or none.

    By versions 1 to 15 of the rules the first beside it took it over, and so it is still when the battle is over. Rule: battlesystem:10.10b.
    """
    for side in state.ranking:
        able = _able(state, piece, side)
        if not able:
            continue
        if not is_mended(state, 16) or state.outcome is not None:
            return able[0]
        options: list[Order] = [("serve", unit.id, piece.id, figure) for unit, figure in able]
        options.append(("leave", piece.id))
        answer = table.ask(Choice("serve", side, "battlesystem:10.10b", options))
        if answer[0] == "serve":
            return able[options.index(answer)]
    return None


def _is_first(state: State, piece: FieldPiece, unit: Unit, figure: int) -> bool:
    """True if a figure is the one that brought a piece: then it is no replacement. Rule: battlesystem:10.10b.

    By versions 1 to 6 of the rules it counted as one.
    """
    return (
        is_mended(state, 7)
        and figure == 0
        and state.setting.rosters[unit.id] is crews.came_with(state, piece)
    )


def _able(state: State, piece: FieldPiece, side: int) -> list[tuple[Unit, int]]:
    """The figures of a side that may become the crew of a piece. Rule: battlesystem:10.10b."""
    base = crews.base_of(state, piece)
    found: list[tuple[Unit, int]] = []
    for unit in on_field(state, side):
        if not crews.may_serve(unit) or unit.singles is None:
            continue
        busy = [one.figure for one in crews.pieces_of(state, unit)]
        for figure in figures_standing(unit):
            single = unit.singles[figure]
            if single.routed or figure in busy:
                continue
            if is_within(standing.base_of(unit, figure), base, crews.NEAR):
                found.append((unit, figure))
    return found


def break_up(state: State, table: Table) -> None:
    """Ask formed enemies that touch an abandoned piece, and fight nobody, if they break it up in the Melee Phase. Rule: battlesystem:10.10e."""
    for piece in state.pieces:
        if not piece.on_table or crews.crew_of(state, piece) is not None:
            continue
        for side in state.ranking:
            unit = None if side == piece.side else _breaker(state, piece, side)
            if unit is None:
                continue
            options: list[Order] = [("wreck", unit.id, piece.id), ("spare", unit.id, piece.id)]
            if table.ask(Choice("wreck", side, RULE, options))[0] == "wreck":
                _wreck(state, table, unit, piece)
                break


def _breaker(state: State, piece: FieldPiece, side: int) -> Unit | None:
    """The first formed unit of a side that touches a piece, and no enemy; None if there is none. Rule: battlesystem:10.10e."""
    base = crews.base_of(state, piece)
    for unit in on_field(state, side):
        if unit.now.kind != REGULAR or unit.routed or unit.singles is not None or unit.status != FIELD:
            continue
        if contacts.is_engaged(state, unit) or footprints.besieged(state, unit):
            continue
        if any(is_within(one, base, crews.NEAR) for one in standing.ground(unit)):
            return unit
    return None


def _wreck(state: State, table: Table, unit: Unit, piece: FieldPiece) -> None:
    """Take a piece that a unit breaks up off the table, and tell."""
    what = crews.called(state, piece)
    piece.on_table = False
    unit.acted = True
    if table.telling:
        text = says(state, unit, "breaks|break up {}.", what)
        data = {"unit": f"u{unit.id}", "piece": f"e{piece.id}"}
        table.tell(Event("wreck", text, RULE, side=unit.side, data=data))
