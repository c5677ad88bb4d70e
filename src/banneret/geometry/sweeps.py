"""Bodies in motion: how far one may go until it first touches another, straight on or in a turn about a point.

Found exactly, not by trying places along the way, so nothing is ever stepped over. A body stops where it
first touches, at no distance, whenever going on would bring it more than `RUB` into the other. Bodies that only
rub along each other do not stop (`first_rub` finds those that must). What a body stands in already, by a rub that
snapping deepened or after turning on the spot, holds it only against going deeper.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.geometry.plane import HALF_TURN, LEEWAY, TOLERANCE, forward, hundredths, unit_vector
from banneret.geometry.rectangles import RIGHT, Rectangle, circle_around, gap

_PATIENCE: Final = 5  # strides of a turn after which it is asked whether there is anything to find

NEVER: Final = 1e300
"""The distance to something that is not met."""

RUB: Final = TOLERANCE - 0.001
"""Inches that moving bodies may be inside each other: the tolerance less what snapping the end can add."""

_HAIR: Final = 1e-6  # inches
# A direction whose sine or cosine with an edge is below this runs along or straight at it.
ALONG: Final = 1e-9


def first_touch(body: Rectangle, obstacle: Rectangle, east: float, north: float, limit: float) -> float:
    """Inches until a body that moves along a unit vector touches an obstacle it would run into.

    `NEVER` when that is farther than `limit` or it goes past. When it stands in the obstacle already: 0 if it goes
    deeper, otherwise `NEVER`.
    """
    apart_x, apart_y = obstacle.x - body.x, obstacle.y - body.y
    ax, ay, bx, by = body.forward_x, body.forward_y, obstacle.forward_x, obstacle.forward_y
    same, cross = ax * bx + ay * by, ax * by - ay * bx
    if same < 0.0:  # cosine and sine of the angle between the two, without sign
        same = -same
    if cross < 0.0:
        cross = -cross
    wide, deep, width, depth = body.half_width, body.half_depth, obstacle.half_width, obstacle.half_depth
    enters, leaves, touch = -NEVER, NEVER, -NEVER
    for axis in range(4):  # the directions of the edges of both: bodies that are apart are so in one of them
        if axis == 0:
            x, y = ax, ay
            reach = deep + (depth * same + width * cross)
        elif axis == 1:
            x, y = ay, -ax
            reach = wide + (width * same + depth * cross)
        elif axis == 2:
            x, y = bx, by
            reach = depth + (deep * same + wide * cross)
        else:
            x, y = by, -bx
            reach = width + (wide * same + deep * cross)
        apart = apart_x * x + apart_y * y
        speed = east * x + north * y
        if speed < 0.0:
            apart, speed = -apart, -speed
        inner = reach - RUB
        if speed < ALONG:
            if apart >= inner or apart <= -inner:
                return NEVER
            continue
        leave = (apart + inner) / speed
        if leave <= 0.0:
            return NEVER  # it is past
        meet = (apart - reach) / speed
        if meet > limit and apart >= inner:
            return NEVER  # it does not come so far
        enter = (apart - inner) / speed
        if enter > enters:
            enters = enter
        if leave < leaves:
            leaves = leave
        if meet > touch:
            touch = meet
    if enters < 0.0:  # it stands in the obstacle, or else one of the axes had told
        return 0.0 if _goes_deeper(body, obstacle, east, north) else NEVER
    if enters >= leaves or touch > limit:
        return NEVER
    return touch if touch > 0.0 else 0.0


def _axes(body: Rectangle, obstacle: Rectangle) -> list[tuple[float, float, float]]:
    """The directions of the edges of two bodies, as unit vectors, and how far their middles are apart in each where they just touch.

    `first_touch` has them written out: it is asked too often for a list.
    """
    ax, ay, bx, by = body.forward_x, body.forward_y, obstacle.forward_x, obstacle.forward_y
    same, cross = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    return [
        (ax, ay, body.half_depth + (obstacle.half_depth * same + obstacle.half_width * cross)),
        (ay, -ax, body.half_width + (obstacle.half_width * same + obstacle.half_depth * cross)),
        (bx, by, obstacle.half_depth + (body.half_depth * same + body.half_width * cross)),
        (by, -bx, obstacle.half_width + (body.half_width * same + body.half_depth * cross)),
    ]


def _goes_deeper(body: Rectangle, obstacle: Rectangle, east: float, north: float) -> bool:
    """True if a body that stands in an obstacle goes deeper into it along a unit vector, measured along the shortest way out."""
    apart_x, apart_y = obstacle.x - body.x, obstacle.y - body.y
    shallowest, deeper = NEVER, False
    for x, y, reach in _axes(body, obstacle):
        apart = apart_x * x + apart_y * y
        speed = east * x + north * y
        if speed < 0.0:
            apart, speed = -apart, -speed
        inside = reach - RUB - (apart if apart >= 0.0 else -apart)
        if inside < shallowest:
            shallowest, deeper = inside, apart > 0.0 and speed >= ALONG
    return deeper


def first_rub(body: Rectangle, other: Rectangle, east: float, north: float, limit: float) -> float:
    """Inches until a body that slides along the edge of another, within the tolerance, has edge in common with it.

    A body `first_touch` lets pass stops here all the same, as soon as edges have more than the tolerance in common;
    `NEVER` when there is no rubbing.
    """
    apart_x, apart_y = other.x - body.x, other.y - body.y
    for turn in range(2):
        x, y = (body.forward_x, body.forward_y) if turn == 0 else (body.forward_y, -body.forward_x)
        if abs(east * x + north * y) >= ALONG:
            continue
        same = abs(other.forward_x * x + other.forward_y * y)
        if ALONG < same < 1.0 - ALONG:
            return NEVER
        deep, wide = (other.half_depth, other.half_width)
        if same < 0.5:
            deep, wide = wide, deep
        mine, across = (body.half_depth, body.half_width)
        if turn == 1:
            mine, across = across, mine
        if abs(abs(apart_x * x + apart_y * y) - (mine + deep)) > TOLERANCE:
            return NEVER
        ahead = apart_x * east + apart_y * north
        begin = ahead - (across + wide) + 2.0 * LEEWAY
        if ahead + (across + wide) <= TOLERANCE or begin > limit:
            return NEVER
        return begin if begin > 0.0 else 0.0
    return NEVER


def leave_way(body: Rectangle, obstacle: Rectangle, east: float, north: float) -> float:
    """Inches a body goes along a unit vector until it has left an obstacle behind, by the tolerance.

    0 when the obstacle lies behind it or abreast of it already.
    """
    apart_x, apart_y = obstacle.x - body.x, obstacle.y - body.y
    way = NEVER
    for x, y, reach in _axes(body, obstacle):
        apart = apart_x * x + apart_y * y
        speed = east * x + north * y
        if speed < 0.0:
            apart, speed = -apart, -speed
        if speed < ALONG:
            if apart >= reach or apart <= -reach:
                return 0.0
            continue
        leave = (apart + reach + LEEWAY) / speed
        if leave < way:
            way = leave
    return way if way > 0.0 else 0.0


def ground_way(area: list[Rectangle], direction: float, limit: float, obstacles: list[Rectangle]) -> float:
    """Inches, at most `limit`, that bodies can slide together along a direction before obstacles in their way."""
    east, north = forward(direction)
    way = limit
    if len(area) > 2:  # what the whole of it passes by no part of it meets
        x, y, reach = circle_around(area)
        obstacles = bodies_ahead(x, y, reach, east, north, limit, obstacles)
    for part in area:
        way = straight_way([part], part.x, part.y, part.girth, east, north, way, obstacles)
    return way


def rub_way(area: list[Rectangle], others: list[Rectangle], east: float, north: float, limit: float) -> float:
    """Inches, at most `limit`, that bodies go before one of them rubs along another body (`first_rub`)."""
    way = limit
    for other in others:
        for part in area:
            rub = first_rub(part, other, east, north, way)
            if rub < way:
                way = rub
    return way


def straight_way(
    area: list[Rectangle],
    x: float,
    y: float,
    girth: float,
    east: float,
    north: float,
    limit: float,
    obstacles: list[Rectangle],
) -> float:
    """Inches, at most `limit`, that bodies go along a unit vector before they touch an obstacle; a circle holds all of them."""
    way = limit
    for obstacle in obstacles:
        apart_x, apart_y = obstacle.x - x, obstacle.y - y
        reach = girth + obstacle.girth
        aside = apart_x * north - apart_y * east
        if aside > reach or -aside > reach:  # as most are
            continue
        ahead = apart_x * east + apart_y * north
        if ahead < -reach or ahead > way + reach:
            continue
        # The circle around a long wall passes hardly anything: its strip does what never comes to the wall's depth.
        away = apart_x * obstacle.forward_x + apart_y * obstacle.forward_y
        speed = east * obstacle.forward_x + north * obstacle.forward_y
        if away < 0.0:
            away, speed = -away, -speed
        if away - girth - obstacle.half_depth > TOLERANCE + (way * speed if speed > 0.0 else 0.0):
            continue
        for part in area:
            touch = first_touch(part, obstacle, east, north, way)
            if touch < way:
                way = touch
    return way


def bodies_ahead(
    x: float, y: float, girth: float, east: float, north: float, way: float, bodies: list[Rectangle]
) -> list[Rectangle]:
    """Those bodies that something may touch that moves so far along a unit vector: the circle around it, they and theirs tell."""
    found: list[Rectangle] = []
    girth += TOLERANCE
    for body in bodies:
        apart_x, apart_y = body.x - x, body.y - y
        reach = girth + body.girth
        aside = apart_x * north - apart_y * east
        if aside <= reach and -aside <= reach and -reach <= apart_x * east + apart_y * north <= way + reach:
            found.append(body)
    return found


def ground_border_way(
    area: list[Rectangle], direction: float, limit: float, board_width: float, board_depth: float
) -> float:
    """Inches, at most `limit`, until bodies would be more than the tolerance over the edge of the board."""
    east, north = forward(direction)
    way = limit
    for part in area:
        x, y = part.x, part.y
        if (
            way >= 0.0
            and _is_inside(part, x, y, board_width, board_depth)
            and _is_inside(part, x + east * way, y + north * way, board_width, board_depth)
        ):
            continue
        for x, y in part.corners():
            for place, speed, edge in ((x, east, board_width), (y, north, board_depth)):
                if speed > 0.0 and place + speed * way > edge + TOLERANCE:
                    way = (edge - place) / speed
                elif speed < 0.0 and place + speed * way < -TOLERANCE:
                    way = -place / speed
    return way if way > 0.0 else 0.0


def _is_inside(part: Rectangle, x: float, y: float, board_width: float, board_depth: float) -> bool:
    """True if a circle around a body in a place lies on the board: then the body does, however it is turned."""
    reach = part.girth
    return reach <= x <= board_width - reach and reach <= y <= board_depth - reach


def inside_board(ground: list[Rectangle], board_width: float, board_depth: float) -> bool:
    """True if bodies lie wholly on the board, within the tolerance."""
    for part in ground:
        if _is_inside(part, part.x, part.y, board_width, board_depth):
            continue
        for x, y in part.corners():
            if not (
                -TOLERANCE <= x <= board_width + TOLERANCE and -TOLERANCE <= y <= board_depth + TOLERANCE
            ):
                return False
    return True


def ground_swing_way(
    area: list[Rectangle],
    side: int,
    degrees: float,
    about_x: float,
    about_y: float,
    obstacles: list[Rectangle],
) -> float:
    """Degrees, at most `degrees`, that bodies can turn together about a point before they touch an obstacle, to 0.01."""
    limit = hundredths(degrees)
    for part in area:
        radius = 0.0
        for x, y in part.corners():
            away = (x - about_x) * (x - about_x) + (y - about_y) * (y - about_y)
            if away > radius:
                radius = away
        radius = sqrt(radius)
        room: Rectangle | None = None
        for obstacle in obstacles:
            east, north = obstacle.x - about_x, obstacle.y - about_y
            far = radius + obstacle.girth
            if east * east + north * north > far * far or obstacle.distance_to(about_x, about_y) > radius:
                continue
            if room is None:
                room = _swept(part, about_x, about_y, side, radius)
            if gap(room, obstacle, 0.0) <= 0.0:
                limit = _first_turn_touch(part, about_x, about_y, side, limit, radius, obstacle)
    return limit / 100.0


def _swept(body: Rectangle, about_x: float, about_y: float, side: int, radius: float) -> Rectangle:
    """A rectangle, square to a body, that holds all it sweeps over in at most a quarter turn about a point.

    A corner so far to the right and ahead of the point comes to `right * cosine + ahead * sine` on its way, clockwise,
    and to `ahead * cosine - right * sine`; neither number goes below 0 or above 1.
    """
    middle_right, middle_ahead = body.seen_from(about_x, about_y)
    right, ahead = -middle_right - body.half_width, -middle_ahead - body.half_depth  # the least of any corner
    to_right, to_ahead = right + 2.0 * body.half_width, ahead + 2.0 * body.half_depth  # and the most
    if side == RIGHT:
        gain, to_gain, loss, to_loss = ahead, to_ahead, -to_right, -right
    else:
        gain, to_gain, loss, to_loss = -to_ahead, -ahead, right, to_right
    least_right = max(min(right, 0.0) + min(gain, 0.0), -radius) - _HAIR
    most_right = min(max(to_right, 0.0) + max(to_gain, 0.0), radius) + _HAIR
    least_ahead = max(min(ahead, 0.0) + min(loss, 0.0), -radius) - _HAIR
    most_ahead = min(max(to_ahead, 0.0) + max(to_loss, 0.0), radius) + _HAIR
    right, ahead = (least_right + most_right) / 2.0, (least_ahead + most_ahead) / 2.0
    return Rectangle(
        about_x + body.forward_y * right + body.forward_x * ahead,
        about_y - body.forward_x * right + body.forward_y * ahead,
        (most_right - least_right) / 2.0,
        (most_ahead - least_ahead) / 2.0,
        body.forward_x,
        body.forward_y,
    )


def _first_turn_touch(
    body: Rectangle,
    about_x: float,
    about_y: float,
    side: int,
    limit: int,
    radius: float,
    obstacle: Rectangle,
) -> int:
    """Hundredths of a degree to the first touch, or `limit`.

    No point of the body moves farther than `radius` times the angle, so from a place with a free strip of some
    width the body may safely turn by that width over `radius`: strides shorten as it comes near, and none
    can step over the obstacle.
    """
    arc = radius * HALF_TURN / 18000.0  # inches per hundredth of a degree
    turning = body.moved(0.0, 0.0)  # the body on its way
    east, north = obstacle.x - body.x, obstacle.y - body.y
    reach = body.girth + obstacle.girth + arc * limit
    if east * east + north * north > reach * reach:
        return limit
    angle, free, strides = 0, 0, 0
    strip = gap(body, obstacle)
    most = RUB if strip >= -RUB else _HAIR - strip  # how deep it may be inside: no deeper than it stands
    while strip >= -most:
        if strip >= 0.0:
            free = angle
        if angle >= limit or strip >= arc * (limit - angle):
            return limit
        stride = int((strip + most) / arc)
        angle += stride if stride > 1 else 1
        if angle > limit:
            angle = limit
        strides += 1
        if strides == _PATIENCE and _stays_beside(body, about_x, about_y, side, limit, obstacle, most):
            return limit  # it turns along an edge, and would do so in hundreds of strides
        sine, cosine = unit_vector(angle if side == RIGHT else (36000 - angle) % 36000)
        turning.swing(body, about_x, about_y, sine, cosine)
        strip = gap(turning, obstacle)
    if most > RUB:
        return angle - 1 if angle > 0 else 0
    while angle - free > 1:
        middle = (angle + free) // 2
        sine, cosine = unit_vector(middle if side == RIGHT else (36000 - middle) % 36000)
        turning.swing(body, about_x, about_y, sine, cosine)
        if gap(turning, obstacle, 0.0) >= 0.0:
            free = middle
        else:
            angle = middle
    return free


def _stays_beside(
    body: Rectangle,
    about_x: float,
    about_y: float,
    side: int,
    angle: int,
    obstacle: Rectangle,
    most: float,
) -> bool:
    """True if all of a body is on the far side of some edge of an obstacle, but for `most` inches, all the time while it turns.

    Measured square to the edge, a corner so far from the point of the turn, and going so fast when it begins, is at
    `begin * cosine + speed * sine` on its way: nearest at one of the ends, or else where it turns round, a radius away.
    """
    sine, cosine = unit_vector(angle)
    hand = 1.0 if side == RIGHT else -1.0
    hair = _HAIR if most <= RUB else _HAIR / 2.0  # one that begins deeper may stay as deep, to half a hair
    east, north = obstacle.x - about_x, obstacle.y - about_y
    x, y, half, other_half = obstacle.forward_x, obstacle.forward_y, obstacle.half_depth, obstacle.half_width
    corners = body.corners()
    for _ in range(4):  # front, right, rear, left
        edge = east * x + north * y + half - most + hair
        for corner_x, corner_y in corners:
            out, across = corner_x - about_x, corner_y - about_y
            begin, speed = out * x + across * y, hand * (across * x - out * y)
            end = begin * cosine + speed * sine
            least = begin if begin < end else end
            if speed < 0.0 and speed * cosine - begin * sine > 0.0:
                least = -sqrt(begin * begin + speed * speed)
            if least < edge:
                break
        else:
            return True
        x, y, half, other_half = y, -x, other_half, half
    return False
