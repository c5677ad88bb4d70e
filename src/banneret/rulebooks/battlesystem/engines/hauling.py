"""Pieces on the move: hauled and turned by their crews, on roads and clear ground only.

The order is ("haul", UNIT, PIECE, ("go", BEARING, INCHES), ...): at each leg the piece turns to the bearing, then goes so far; with 0
inches it only turns.
Rules: battlesystem:10.9, battlesystem:10.9k, battlesystem:10.10, battlesystem:10.10c, battlesystem:10.10d, battlesystem:11.8p.
"""

from __future__ import annotations

from math import floor
from typing import Any, Final

from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap, snap_heading, turn_between
from banneret.geometry.rectangles import Rectangle, distance, overlap, placed
from banneret.geometry.sight import ARC
from banneret.geometry.sweeps import ground_border_way, ground_way, inside_board
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.order_checks import plain, unit_of
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.space import distances, field, obstacles, standing
from banneret.rulebooks.battlesystem.space.tariffs import ROAD
from banneret.rulebooks.battlesystem.state import State, enemies, figures_standing, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import CROSSING
from banneret.rulebooks.battlesystem.tables.missiles import LONG
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.unit import OFF_ROAD, ON_ROAD, Unit

VERB: Final = "haul"
GO: Final = "go"
LEGS: Final = 6  # of one order at most
CLEAR: Final = 0.1  # inches from others at which a piece stops
APART: Final = 1.0  # inches from others of the crew's unit. Rule: battlesystem:2.9g
STEP: Final = 0.25  # inches between the points at which a road must carry a piece
LEAST: Final = 0.05  # inches of the shortest move
CROSSED: Final = 0.02  # inches short of bad ground at which a piece stops
ALL: Final = "that is all its movement"


class Haul:
    """The way of a piece.

    Attributes:
        x: the middle of the piece at its end, in inches to the east.
        y: the same in inches to the north.
        heading: its facing at the end, in degrees.
        crew_x: the middle of the crew at the end, in inches to the east.
        crew_y: the same in inches to the north.
        spent: the inches of movement that it takes.
        way: the inches on the ground.
        footing: by road or not, as in `Unit.footing`.
        halt: the reason why it stops short, in words; "" if it does not.
        refusal: the reason why it is not allowed; None if it is.
    """

    __slots__ = ("crew_x", "crew_y", "footing", "halt", "heading", "refusal", "spent", "way", "x", "y")

    def __init__(self, piece: FieldPiece) -> None:
        self.x: float = piece.x
        self.y: float = piece.y
        self.heading: float = piece.heading
        self.crew_x: float = 0.0
        self.crew_y: float = 0.0
        self.spent: float = 0.0
        self.way: float = 0.0
        self.footing: int = 0
        self.halt: str = ""
        self.refusal: Refusal | None = None


def left_of(state: State, piece: FieldPiece) -> float:
    """The inches that a piece has left this round: less if its crew has shot missiles of its own. Rules: 10.9e, 10.9f, 10.9i, battlesystem:10.4."""
    return max(0.0, crews.engine_of(state, piece).movement * crews.share(state, piece) - piece.moved)


def plan(state: State, piece: FieldPiece, legs: list[Any], footing: int = 0) -> Haul:
    """The outcome of an order; nothing is changed. `footing`: that of the whole order, if `legs` are only its first ones.

    Rules: battlesystem:10.9, battlesystem:10.9k, battlesystem:11.8p.
    """
    unit, engine = state.units[piece.crew], crews.engine_of(state, piece)
    found = Haul(piece)
    found.footing = unit.footing if piece.moved > 0.0 else footing
    found.crew_x, found.crew_y = crews.place_of_crew(found.x, found.y, found.heading, engine, unit.depth)
    left = left_of(state, piece)
    bars = _bars(state, piece, left)
    for leg in legs:
        heading = snap_heading(float(leg[1]))
        if heading != found.heading:
            if not _has_room(state, unit, piece, found.x, found.y, heading, bars):
                found.refusal = Refusal(
                    f"No room to turn {crews.called(state, piece)} so.", "battlesystem:7.1e"
                )
                return found
            found.heading = heading
        wanted = float(leg[2])
        if wanted > 0.0:
            _go(state, unit, piece, found, wanted, left - found.spent, bars)
            if found.refusal is not None:
                return found
    found.crew_x, found.crew_y = crews.place_of_crew(found.x, found.y, found.heading, engine, unit.depth)
    there = placed(found.crew_x, found.crew_y, unit.width, unit.depth, found.heading)
    for figure in figures_standing(unit):
        if figure != piece.figure and distance(there, standing.base_of(unit, figure)) < APART - TOLERANCE:
            reason = "Its crew would end less than 1 in from another of its unit."
            found.refusal = Refusal(reason, "battlesystem:2.9g")
    return found


def _bars(state: State, piece: FieldPiece, left: float) -> list[Rectangle]:
    """The forbidden ground, and the bodies near a piece that it cannot go through, with `CLEAR` inches around them."""
    unit = state.units[piece.crew]
    found: list[Rectangle] = list(field.walls(state, unit))
    for other in distances.units_near(state, piece.x, piece.y, left + 4.0):
        if other.id != unit.id:
            found.extend(
                _kept_off(standing.ground(other) if other.singles is None else standing.bases(other))
            )
    return found


def _kept_off(bodies: list[Rectangle]) -> list[Rectangle]:
    """Bodies with `CLEAR` inches around them."""
    return [
        Rectangle(one.x, one.y, one.half_width + CLEAR, one.half_depth + CLEAR, one.forward_x, one.forward_y)
        for one in bodies
    ]


def _bodies(
    state: State, unit: Unit, piece: FieldPiece, x: float, y: float, heading: float
) -> list[Rectangle]:
    """The ground of a piece that stands at (x, y) on a heading, and of the crew behind it."""
    engine = crews.engine_of(state, piece)
    at = crews.place_of_crew(x, y, heading, engine, unit.depth)
    return [
        placed(x, y, engine.width, engine.depth, heading),
        placed(*at, unit.width, unit.depth, heading),
    ]


def _has_room(
    state: State, unit: Unit, piece: FieldPiece, x: float, y: float, heading: float, bars: list[Rectangle]
) -> bool:
    """True if piece and crew have room at (x, y) on a heading."""
    bodies = _bodies(state, unit, piece, x, y, heading)
    if not inside_board(bodies, state.setting.width, state.setting.depth):
        return False
    if is_mended(state, 9) and _is_taken(state, unit, bodies):
        return False
    return not any(overlap(body, bar) for body in bodies for bar in bars)


def _is_taken(state: State, unit: Unit, bodies: list[Rectangle]) -> bool:
    """True if a piece or its crew would stand in ground that nobody may enter, or on an enemy individual. Rules: 7.1e, 7.8, 11.8l.

    By versions 1 to 8 of the rules only the edges of such ground counted, and no individuals.
    """
    for polygon in field.forbidden(state, unit):
        if any(polygon.meets(body) for body in bodies):
            return True
    return any(
        obstacles.meets_lone(body, one) for one in obstacles.loners(state, unit.side) for body in bodies
    )


def _go(
    state: State,
    unit: Unit,
    piece: FieldPiece,
    found: Haul,
    wanted: float,
    left: float,
    bars: list[Rectangle],
) -> None:
    """Take one leg of `wanted` inches straight on, as far as the ground bears the piece and its movement lasts; `found` is changed.

    Rules: battlesystem:10.9, battlesystem:11.8a, battlesystem:11.8p.
    """
    bodies = _bodies(state, unit, piece, found.x, found.y, found.heading)
    setting = state.setting
    way = ground_border_way(bodies, found.heading, wanted, setting.width, setting.depth)
    way = ground_way(bodies, found.heading, way, bars)
    if is_mended(state, 9):
        for one in obstacles.loners(state, unit.side):
            for body in bodies:
                way = obstacles.lone_way(body, found.heading, way, one, CLEAR)
    if way < wanted - TOLERANCE:
        found.halt = "something is in its way"
    east, north = forward(found.heading)
    price = 1.0
    if setting.terrain:
        bound = _bound(state, found.x, found.y, east, north, way)
        if bound is not None:
            way, found.halt = bound[0], f"it cannot enter {bound[1]}"
        if is_mended(state, 9):
            on_road = min(way, left / ROAD)
            if on_road > 0.0:
                price = _price(state, bodies, found, east, north, on_road)
        elif way > 0.0 and _is_road(state, bodies[0], east, north, way):
            price = ROAD
    left, way = _past_lines(state, unit, piece, found, way, price, left)
    if way * price > left:
        way = max(0.0, left / price)
        found.halt = ALL
    found.x, found.y = snap(found.x + east * way), snap(found.y + north * way)
    found.spent += way * price
    found.way += way


def _past_lines(
    state: State, unit: Unit, piece: FieldPiece, found: Haul, way: float, price: float, left: float
) -> tuple[float, float]:
    """The movement left when a piece has paid for slopes and fords over which a road leads it on a leg, and the inches that it goes then.

    By versions 1 to 16 of the rules they were free. Rules: battlesystem:11.8a, battlesystem:11.8h, battlesystem:11.8m.
    """
    prices = field.tariff(state, unit) if is_mended(state, 17) else None
    if prices is None:
        return left, way
    toll = crews.engine_of(state, piece).movement / CROSSING
    stood_on = field.stood_on(prices, found.x, found.y, found.heading, way)
    for line in prices.tolls([(found.x, found.y)], found.heading, way, stood_on):
        if line.feature.area is None:
            continue
        if line.at * price + toll > left + TOLERANCE:
            found.halt = ALL
            return left, max(0.0, line.at - CROSSED)
        left -= toll
        found.spent += toll
    return left, way


def _price(
    state: State, bodies: list[Rectangle], found: Haul, east: float, north: float, way: float
) -> float:
    """The price of an inch of a leg: less if piece and crew are on a road for all of the round. Rule: 11.8a.

    By versions 1 to 8 of the rules each leg on a road cost less, and the crew might be beside the road.
    """
    is_road = found.footing != OFF_ROAD and all(_is_road(state, body, east, north, way) for body in bodies)
    if found.footing == ON_ROAD and not is_road:
        reason = "A piece that went faster along a road stays on it for all of its move."
        found.refusal = Refusal(reason, "battlesystem:11.8a")
    found.footing = ON_ROAD if is_road else OFF_ROAD
    return ROAD if is_road else 1.0


def _bound(
    state: State, x: float, y: float, east: float, north: float, way: float
) -> tuple[float, str] | None:
    """The inches after which the ground no longer bears a piece, and the name of that ground; None if it bears it all the way.

    A road or bridge carries it over any ground. By versions 1 to 16 of the rules a piece at the very edge of a hill or wood could go in.
    Rules: battlesystem:10.9, battlesystem:11.8p.
    """
    paved = [one for one in state.setting.terrain if one.ground.id in ("road", "bridge")]
    found: tuple[float, str] | None = None
    mended = is_mended(state, 17)
    for one in state.setting.terrain:
        if one.ground.engines:
            continue
        to_x, to_y = x + east * way, y + north * way
        inside = one.begins_in(x, y, to_x, to_y) if mended else one.holds(x, y)
        for at in _stretch(inside, one.area is not None, one.cuts(x, y, to_x, to_y)):
            if found is not None and at >= found[0]:
                break
            stop = _unpaved(paved, one, x, y, east, north, at, way)
            if stop is not None:
                found = (max(0.0, stop - CROSSED), one.name) if found is None or stop < found[0] else found
                break
    return found


def _stretch(inside: bool, is_area: bool, cuts: list[float]) -> list[float]:
    """The inches at which a way enters bad ground, of all at which it cuts its edge; the first is 0 if it begins there."""
    if not is_area:
        return cuts
    return [0.0, *cuts[1::2]] if inside else cuts[::2]


def _unpaved(
    paved: list[Any], one: Any, x: float, y: float, east: float, north: float, at: float, way: float
) -> float | None:
    """The first inches from `at` on at which a way lies on bad ground and on no road; None if a road carries it through."""
    gone = at
    while True:
        here_x, here_y = x + east * gone, y + north * gone
        if not any(road.holds(here_x, here_y) for road in paved):
            return gone
        if one.area is None or gone >= way:
            return None
        gone = min(way, gone + STEP)
        if not one.holds(x + east * gone, y + north * gone):
            return None


def _is_road(state: State, base: Rectangle, east: float, north: float, way: float) -> bool:
    """True if a base lies wholly on a road along all of a way. Rule: battlesystem:11.8a."""
    roads = [one for one in state.setting.terrain if one.ground.price < 1.0 and one.line is not None]
    steps = floor(way) + 1
    for step in range(steps + 1):
        gone = way * step / steps
        there = base.moved(east * gone, north * gone)
        if not any(road.line is not None and road.line.carries(there) for road in roads):
            return False
    return True


# ---------------------------------------------------------------- the verb


def read(state: State, side: int, order: Order) -> FieldPiece | Refusal:
    """The piece that an order moves, or the reason why it cannot. Rules: battlesystem:10.9k, battlesystem:10.10, 10.10c, 10.10d."""
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    own = crews.pieces_of(state, unit)
    if len(order) < 4 or type(order[2]) is not int or order[2] not in [one.id for one in own]:
        example = offers(state, unit)
        return Refusal(
            "Name the crew, its piece, and the way: haul UNIT PIECE (go BEARING INCHES).",
            "battlesystem:10.10",
            example[0] if example else None,
        )
    piece = state.pieces[order[2]]
    return crews.why_not_move(state, piece) or piece


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a piece cannot be moved as ordered; None if it can. Rules: battlesystem:10.9, 10.9k, 10.10c, 11.8p."""
    piece = read(state, side, order)
    if isinstance(piece, Refusal):
        return piece
    legs = list(order[3:])
    if len(legs) > LEGS or not all(_is_leg(leg) for leg in legs):
        return Refusal(
            f"Name 1 to {LEGS} legs, each as (go BEARING INCHES): degrees clockwise from north, inches from 0 on.",
            "battlesystem:10.9",
        )
    found = plan(state, piece, legs)
    if found.refusal is not None:
        return found.refusal
    moved = length(found.x - piece.x, found.y - piece.y)
    if moved < LEAST and found.heading == piece.heading:
        reason = f"{crews.title(state, piece)} stays: {found.halt or 'it looks there'}."
        return Refusal(reason, "battlesystem:11.8p" if "enter" in found.halt else "battlesystem:10.9")
    return None


def _is_leg(leg: object) -> bool:
    """True if a part of an order is a leg: ("go", BEARING, INCHES)."""
    if not isinstance(leg, tuple) or len(leg) != 3 or leg[0] != GO:
        return False
    bearing, inches = leg[1], leg[2]
    if not isinstance(bearing, (int, float)) or not isinstance(inches, (int, float)):
        return False
    return -360.0 <= bearing <= 360.0 and 0.0 <= inches <= 1000.0


def offers(state: State, unit: Unit) -> list[Order]:
    """The orders to turn each piece of a unit to every enemy within reach but outside its arc, and to move straight on. Rule: battlesystem:10.9k."""
    found: list[Order] = []
    for piece in crews.pieces_of(state, unit):
        if crews.why_not_move(state, piece) is not None:
            continue
        tries: list[Order] = [
            (VERB, unit.id, piece.id, (GO, bearing, 0)) for bearing in bearings(state, piece)
        ]
        tries.append((VERB, unit.id, piece.id, (GO, plain(piece.heading), plain(left_of(state, piece)))))
        found += [order for order in tries if _goes(state, piece, order)]
    return found


def _goes(state: State, piece: FieldPiece, order: Order) -> bool:
    """True if an order moves or turns a piece."""
    made = plan(state, piece, list(order[3:]))
    if made.refusal is not None:
        return False
    return made.heading != piece.heading or length(made.x - piece.x, made.y - piece.y) >= LEAST


def bearings(state: State, piece: FieldPiece) -> list[int]:
    """The bearings, in whole degrees, of the enemies within reach of a piece but outside its arc. Rule: battlesystem:10.9k."""
    reach = crews.engine_of(state, piece).ranges[LONG]
    found: list[int] = []
    for enemy in enemies(state, state.units[piece.crew].side):
        x, y, girth = standing.circle(enemy)
        if length(x - piece.x, y - piece.y) > reach + girth:
            continue
        bearing = round(heading_of(x - piece.x, y - piece.y)) % 360
        if abs(turn_between(piece.heading, bearing)) > ARC and bearing not in found:
            found.append(bearing)
    return found


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random order for a unit: mostly one of its `offers`, else any way; None if it has none."""
    found = offers(state, unit)
    if found and chance.below(4):
        return found[chance.below(len(found))]
    own = [one for one in crews.pieces_of(state, unit) if crews.why_not_move(state, one) is None]
    if not own:
        return None
    piece = own[chance.below(len(own))]
    inches = plain(snap(left_of(state, piece) * chance.below(5) / 4.0))
    order: Order = (VERB, unit.id, piece.id, (GO, chance.below(360), inches))
    return order if refusal(state, unit.side, order) is None else None


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Haul or turn a piece as a legal order says. Rules: battlesystem:10.9, battlesystem:10.9k, battlesystem:10.10d."""
    piece = read(state, side, order)
    assert isinstance(piece, FieldPiece), "it was checked"
    haul(state, table, piece, list(order[3:]))


def haul(state: State, table: Table, piece: FieldPiece, legs: list[Any], footing: int = 0) -> None:
    """Haul or turn a piece along legs as far as it can go, and tell; `footing` as in `plan`. Rules: battlesystem:10.9, 10.9k, 10.10d."""
    found = plan(state, piece, legs, footing)
    unit = state.units[piece.crew]
    singles = unit.singles
    assert singles is not None, "a crew is of skirmishers"
    way = length(found.x - piece.x, found.y - piece.y)
    piece.x, piece.y, piece.heading = found.x, found.y, found.heading
    piece.moved += found.spent
    if is_mended(state, 9):
        unit.footing = found.footing
    piece.turned = True
    unit.place(piece.figure, found.crew_x, found.crew_y, found.heading)
    singles[piece.figure].moved += found.spent
    unit.moved = unit.acted = True
    if table.telling:
        what = crews.title(state, piece)
        text = (
            f"{what} is turned to {found.heading:g} degrees."
            if way < LEAST
            else f"{what} is moved {round(way, 2):g} in."
        )
        if found.halt and way >= LEAST:
            text = f"{text[:-1]}: {found.halt}."
        data: dict[str, object] = {
            "unit": f"u{unit.id}",
            "piece": f"e{piece.id}",
            "at": [found.x, found.y, found.heading],
            "figures": [[piece.figure, found.crew_x, found.crew_y, found.heading]],
        }
        table.tell(declared(state, unit, "move", text, "battlesystem:10.9", data))
