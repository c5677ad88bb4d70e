"""Crews of field pieces: the figure that works a piece now, and the reasons why a piece cannot shoot or move.

The crew is a figure of a skirmish unit that touches its piece; a piece whose crew is gone, routed, or has moved away is abandoned.
Pieces hide nobody and are in nobody's way. Rules: battlesystem:10.10 to battlesystem:10.10e, battlesystem:10.9k.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, is_within, placed
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.screens import is_deep_in_woods
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.tables.missiles import Engine
from banneret.rulebooks.battlesystem.tables.rosters import Ammunition, Roster
from banneret.rulebooks.battlesystem.text.sentences import WAS_HELD, agree, capital
from banneret.rulebooks.battlesystem.unit import FIELD, Single, Unit
from banneret.rulebooks.battlesystem.worth.shooting_limits import share_after

LEAST_HIT_DICE: Final = 100
"""The least tenths of hit dice that a crew figure must have. Rule: battlesystem:10.10."""

NEAR: Final = 2.0 * TOLERANCE
"""Inches up to which crew and piece touch; the coordinates of each are rounded. Rule: battlesystem:10.10."""

SLOWER: Final = 2
"""A wounded crew takes so many times the rounds for a shot. Rule: battlesystem:10.10c."""


def engine_of(state: State, piece: FieldPiece) -> Engine:
    """The ratings of a piece. Rule: battlesystem:10.9."""
    return state.setting.engines[piece.id]


def title(state: State, piece: FieldPiece) -> str:
    """The name of a piece: its own, else its kind, with the unit that brought it if there are several of the kind."""
    setting = state.setting
    kind = setting.engines[piece.id].name
    came = came_with(state, piece)
    if came.engine_name:
        return came.engine_name
    if sum([one.name == kind for one in setting.engines]) == 1:
        return kind
    return f"{kind} of {came.name}"


def came_with(state: State, piece: FieldPiece) -> Roster:
    """The roster of the unit that brought a piece."""
    return [roster for roster in state.setting.rosters.values() if roster.engine is not None][piece.id]


def ammunition(state: State, piece: FieldPiece) -> list[Ammunition]:
    """The special ammunition that a piece has left; none if its roster gives it none. Rule: battlesystem:10.11."""
    return [one for one in came_with(state, piece).ammunition if piece.spent.count(one.id) < one.shots]


def called(state: State, piece: FieldPiece) -> str:
    """The name of a piece within a sentence: "Long Needle", "the ballista"."""
    found = title(state, piece)
    kind = engine_of(state, piece).name
    return f"the {found[:1].lower()}{found[1:]}" if found.startswith(kind) else found


def base_of(state: State, piece: FieldPiece) -> Rectangle:
    """The ground on which a piece stands."""
    engine = engine_of(state, piece)
    return placed(piece.x, piece.y, engine.width, engine.depth, piece.heading)


def stand_before(state: State, piece: FieldPiece, single: Single) -> None:
    """Put a piece right in front of its crew, facing as the crew does. Rule: battlesystem:10.10."""
    unit = state.units[piece.crew]
    ahead = (unit.depth + engine_of(state, piece).depth) / 2.0
    east, north = forward(single.heading)
    piece.x, piece.y = snap(single.x + east * ahead), snap(single.y + north * ahead)
    piece.heading = snap_heading(single.heading)
    piece.on_table = True


def place_of_crew(x: float, y: float, heading: float, engine: Engine, depth: float) -> tuple[float, float]:
    """The middle of a crew that stands right behind its piece.

    Args:
        x: the middle of the piece, in inches to the east.
        y: the same in inches to the north.
        heading: its facing, in degrees.
        engine: its ratings.
        depth: the depth of the crew's base, in inches.
    """
    back = (engine.depth + depth) / 2.0
    east, north = forward(heading)
    return snap(x - east * back), snap(y - north * back)


def crew_of(state: State, piece: FieldPiece) -> Single | None:
    """The figure that works a piece: alive, not routed, in contact with it; None if the piece is abandoned. Rules: 10.10, 10.10e."""
    if not piece.on_table:
        return None
    unit = state.units[piece.crew]
    singles = unit.singles
    if unit.status != FIELD or singles is None or piece.figure >= len(singles):
        return None
    single = singles[piece.figure]
    if single.gone != FIELD or single.routed or unit.routed:
        return None
    if not is_within(standing.base_of(unit, piece.figure), base_of(state, piece), NEAR):
        return None
    return single


def pieces_of(state: State, unit: Unit) -> list[FieldPiece]:
    """The pieces that figures of a unit work now. Rule: battlesystem:10.10."""
    if not state.pieces:
        return []
    return [one for one in state.pieces if one.crew == unit.id and crew_of(state, one) is not None]


def may_serve(unit: Unit) -> bool:
    """True if figures of a unit may be the crew of a piece. Rules: battlesystem:10.10, battlesystem:10.10b."""
    return (
        unit.status == FIELD
        and unit.singles is not None
        and not unit.routed
        and not unit.now.riding
        and unit.now.figure >= LEAST_HIT_DICE
        and unit.now.handy
    )


def is_held(state: State, unit: Unit, figure: int) -> bool:
    """True if an enemy unit touches a figure of a skirmish unit. Rules: battlesystem:10.1a, battlesystem:7.8g."""
    for number in contacts.enemies_touching(state, unit):
        for touch in contacts.touches(state, unit, state.units[number]):
            if touch.figure == figure:
                return True
    return False


def rounds_per_shot(engine: Engine, single: Single) -> int:
    """The rounds from one shot of a piece to the next. Rules: battlesystem:10.9d, battlesystem:10.9g, battlesystem:10.10c."""
    return engine.rounds * (SLOWER if single.wounded else 1)


def why_not_shoot(state: State, piece: FieldPiece) -> Refusal | None:
    """The reason why a piece cannot shoot at anybody now; None if it can.

    By versions 1 to 12 of the rules a crew shot out of woods in which nobody could hit it, if only its piece stood at their edge.
    Rules: battlesystem:10.9d, battlesystem:10.9k, battlesystem:10.10, 10.10b, 10.10c, battlesystem:10.1a, battlesystem:11.9, battlesystem:6.3.
    """
    what = called(state, piece)
    refusal = _why_not_worked(state, piece)
    if refusal is not None:
        return refusal
    unit = state.units[piece.crew]
    single = crew_of(state, piece)
    assert single is not None, "it was found to be worked"
    if piece.turned or single.moved > 0.0:
        return Refusal(
            f"{capital(what)} was moved or turned this round, or its crew moved: it does not shoot.",
            "battlesystem:10.9k",
        )
    is_archer = unit.now.missile is not None and is_mended(state, 12)
    if is_archer and single.shots and piece.last_shot != state.round:
        return Refusal(f"The crew of {what} has shot missiles of its own this round.", "battlesystem:10.10")
    if unit.rallied or single.rallied:
        label = name(state, unit)
        return Refusal(f"{label} {agree(label, 'was|were')} rallied this round.", "battlesystem:6.3")
    if is_held(state, unit, piece.figure) or piece.figure in footprints.besieged(state, unit):
        return Refusal(f"The crew of {what} is in contact with the enemy.", "battlesystem:10.1a")
    if is_mended(state, 13) and is_deep_in_woods(state.setting, standing.base_of(unit, piece.figure)):
        return Refusal(
            f"The crew of {what} is deep in the woods: nobody shoots out of them.", "battlesystem:11.9"
        )
    rounds = rounds_per_shot(engine_of(state, piece), single)
    if piece.last_shot and state.round - piece.last_shot < rounds:
        ready = piece.last_shot + rounds
        rule = "battlesystem:10.10c" if single.wounded else "battlesystem:10.9d"
        if engine_of(state, piece).rounds == 1 and not single.wounded:
            rule = "battlesystem:10.9g"
        return Refusal(f"{capital(what)} has shot: it is ready again in round {ready}.", rule)
    return None


def _why_not_worked(state: State, piece: FieldPiece) -> Refusal | None:
    """Return the reason why a piece has no crew to work it this round, None if it has one."""
    what = called(state, piece)
    if not piece.on_table:
        return Refusal(f"{capital(what)} is not on the table.", "battlesystem:10.10")
    if crew_of(state, piece) is None:
        return Refusal(f"Nobody works {what}.", "battlesystem:10.10")
    if piece.since > state.round:
        return Refusal(
            f"The new crew of {what} serves it from round {piece.since} on.", "battlesystem:10.10b"
        )
    return None


def why_not_move(state: State, piece: FieldPiece) -> Refusal | None:
    """The reason why a piece cannot be moved or turned now; None if it can. Rules: 10.9k, 10.10, 10.10c, 7.8d, 7.8g, 6.3."""
    what = called(state, piece)
    refusal = _why_not_worked(state, piece)
    if refusal is not None:
        return refusal
    single = crew_of(state, piece)
    assert single is not None, "it was found to be worked"
    unit = state.units[piece.crew]
    if single.wounded:
        return Refusal(f"The crew of {what} is wounded: it cannot move it.", "battlesystem:10.10c")
    if piece.last_shot == state.round:
        return Refusal(f"{capital(what)} has shot this round: it stays.", "battlesystem:10.9k")
    if share(state, piece) <= 0.0:
        return Refusal(f"The crew of {what} has shot: it does not move in this round.", "battlesystem:10.4")
    if single.rallied:
        return Refusal(f"The crew of {what} was rallied this round.", "battlesystem:6.3")
    if single.done or is_held(state, unit, piece.figure):
        return Refusal(f"The crew of {what} is in contact with the enemy.", "battlesystem:7.8g")
    if single.bound:
        return Refusal(f"The crew of {what} {WAS_HELD}.", "battlesystem:7.8d")
    if single.moved > piece.moved:
        return Refusal(f"The crew of {what} has moved by itself.", "battlesystem:10.10d")
    return None


def share(state: State, piece: FieldPiece) -> float:
    """The share of its movement rate, 0 to 1, that a piece has left by the missiles of their own that its crew has shot this round.

    By versions 1 to 13 of the rules these did not matter to it. Rules: battlesystem:10.4, battlesystem:10.10.
    """
    single = crew_of(state, piece)
    if single is None or not single.shots or piece.last_shot == state.round or not is_mended(state, 14):
        return 1.0
    return share_after(state.units[piece.crew], single.shots)
