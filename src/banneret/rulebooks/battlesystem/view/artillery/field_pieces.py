"""Field pieces on the board, with crew and arc of fire, and in the inspector.

Rules: battlesystem:10.9 to battlesystem:10.9k, battlesystem:10.10 to battlesystem:10.10e, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward
from banneret.geometry.sight import ARC
from banneret.kernel.decision import Refusal
from banneret.kernel.scene import (
    Base,
    Condition,
    Deed,
    Figure,
    Inspector,
    Piece,
    Scene,
    Shape,
    Tag,
    deeds_of,
)
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.engines.hauling import left_of
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, Engine, additions
from banneret.rulebooks.battlesystem.text.traits import state_of, trait
from banneret.rulebooks.battlesystem.view.arcs import RAYS, STEPS

Point = tuple[float, float]

PICTURES: Final = {"light-catapult": "catapult", "heavy-catapult": "catapult", "ballista": "ballista"}


def engine_id(piece: int) -> str:
    """The id of a field piece on the board."""
    return f"e{piece}"


def engine_piece(state: State, piece: FieldPiece) -> Piece:
    """The board piece of a field piece: base, crew, and on demand its arc and ranges. Rules: 10.9, 10.10, 10.9k."""
    engine = crews.engine_of(state, piece)
    crew = state.units[piece.crew]
    single = crews.crew_of(state, piece)
    words = "abandoned" if single is None else f"worked by {name(state, crew)}"
    return Piece(
        id=engine_id(piece.id),
        side=piece.side,
        place="",
        form="engine",
        name=crews.title(state, piece),
        symbol=PICTURES[engine.id],
        detail=f"{engine.name}, {words}",
        figures=_ratings(state, piece, engine),
        states=tuple(states(state, piece)),
        tags=() if single is None else (Tag("crew", words, symbol="barbute"),),
        facing=piece.heading,
        rule="battlesystem:10.9",
        shape=tuple([(round(x, 3), round(y, 3)) for x, y in crews.base_of(state, piece).corners()]),
        at=(piece.x, piece.y),
        bases=(Base(piece.x, piece.y, piece.heading, "e"),),
        base=(engine.width, engine.depth),
        zones=tuple(arcs(state, piece)) if single is not None else (),
        under="" if single is None else f"u{crew.id}",
        kind="body",
    )


def states(state: State, piece: FieldPiece) -> list[Condition]:
    """The states of a field piece: abandoned or with what crew, moved, when it may shoot again. Rules: 10.9d, 10.9k, 10.10c, 10.10e."""
    single = crews.crew_of(state, piece)
    if single is None:
        return [Condition("abandoned", "nobody serves it")]
    found: list[Condition] = []
    if piece.since > state.round:
        found.append(Condition("new crew", f"its new crew serves it from round {piece.since} on"))
    if single.wounded:
        found.append(
            Condition("crew wounded", "crew wounded: it stays, and takes twice the rounds for a shot")
        )
    if piece.turned:
        found.append(Condition("moved", "moved or turned"))
    rounds = crews.rounds_per_shot(crews.engine_of(state, piece), single)
    if piece.last_shot and state.round - piece.last_shot < rounds:
        found.append(Condition("has shot", f"ready again in round {piece.last_shot + rounds}"))
    return found


def _ratings(state: State, piece: FieldPiece, engine: Engine) -> tuple[Figure, ...]:
    """Its ratings. Rules: battlesystem:10.9a, 10.9e, 10.9f, 10.9i, battlesystem:10.10a, battlesystem:10.10b."""
    tally = Tally("attack rating")
    tally.add(state.units[piece.crew].now.thac0, "THAC0 of the crew", "battlesystem:10.10a")
    if piece.replaced:
        tally.add(shots.NEW_CREW, "not its first crew", "battlesystem:10.10b")
    ranges = "/".join([f"{inches:g}" for inches in engine.ranges])
    found = [
        Figure("attack rating", str(tally.total), tuple(tally.parts), "battlesystem:10.10a", "AR"),
        Figure("ranges", f"{ranges} in", rule="battlesystem:10.1l"),
        Figure("damage", engine.damage.shown(), rule="battlesystem:10.9j"),
        Figure("every target is", f"AC {engine.armour_class}", rule=_rule_of_armour(engine)),
        Figure("movement", f"{engine.movement:g} in", rule="battlesystem:10.9", short="MV"),
    ]
    if engine.least:
        found.insert(2, Figure("least range", f"{engine.least:g} in", rule="battlesystem:10.9a"))
    if engine.rounds > 1:
        found.append(Figure("a shot", f"every {engine.rounds} rounds", rule="battlesystem:10.9d"))
    for one in crews.ammunition(state, piece):
        left = one.shots - piece.spent.count(one.id)
        check = ", checks morale" if one.checks else ""
        words = f"{one.damage.shown()}{check}, {left} left"
        found.append(Figure(one.name.lower(), words, rule="battlesystem:10.11"))
    return tuple(found)


def _rule_of_armour(engine: Engine) -> str:
    return "battlesystem:10.9c" if engine.arching else "battlesystem:10.9h"


def arcs(state: State, piece: FieldPiece) -> list[Shape]:
    """The arc of fire from the middle of its front edge, a line for each range and for the least. Rules: 10.9a, 10.9k, 10.1b, 3.5."""
    x, y = crews.base_of(state, piece).front_middle()
    if not state.setting.flags.premeasure:
        return [Shape("arc", _line(x, y, (piece.heading - turn,), RAYS)) for turn in (ARC, -ARC)]
    engine = crews.engine_of(state, piece)
    turns = tuple([piece.heading + ARC * (step - STEPS) / STEPS for step in range(2 * STEPS + 1)])
    found = (
        [Shape("arc", _line(x, y, turns, engine.least), f"least {engine.least:g}")] if engine.least else []
    )
    for number, inches in enumerate(engine.ranges):
        worse = additions().get(BANDS[number])
        words = f"{BANDS[number]} {inches:g}" + (f", +{worse.amount}" if worse is not None else "")
        found.append(Shape("arc", (*_line(x, y, turns, inches), (round(x, 2), round(y, 2))), words))
    return found


def _line(x: float, y: float, headings: tuple[float, ...], inches: float) -> tuple[Point, ...]:
    points: list[Point] = [(round(x, 2), round(y, 2))]
    for heading in headings:
        east, north = forward(heading)
        points.append((round(x + east * inches, 2), round(y + north * inches, 2)))
    return tuple(points)


# ---------------------------------------------------------------- in full


def inspected(state: State, number: int, piece: Piece, scene: Scene, whose: str, own: bool) -> Inspector:
    """The inspector's view of a field piece, with what its crew may do with it now. Rules: battlesystem:10.9, battlesystem:10.10."""
    one = state.pieces[number]
    engine = crews.engine_of(state, one)
    traits = [trait("artillery"), trait("catapult" if engine.arching else "ballista")]
    deeds = list(deeds_of(piece, scene)) if own else []
    if own and state.outcome is None and state.stage != stages.PLACING:
        deeds += [
            _not(label, refusal)
            for label, refusal in (
                ("Shoot", crews.why_not_shoot(state, one)),
                ("Move", crews.why_not_move(state, one)),
            )
            if refusal is not None
        ]
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{whose}: {piece.detail}",
        figures=(
            *piece.figures,
            Figure("movement left", f"{left_of(state, one):.4g} in", rule="battlesystem:10.9"),
        ),
        traits=tuple(traits),
        states=tuple([state_of(condition) for condition in piece.states]),
        deeds=tuple(deeds),
    )


def _not(label: str, refusal: Refusal) -> Deed:
    return Deed(label, False, refusal.reason.removesuffix("."), refusal.rule)
