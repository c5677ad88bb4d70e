"""Contact of bases: when two touch, on which side, and from which side a unit is attacked."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import NOISE, TOLERANCE
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle, distance, gap, nearest_corner

# rounded up: bases that are off square by no more count as square
_SINE_OF_ONE_DEGREE: Final = 0.017452407


def in_contact(first: Rectangle, second: Rectangle, tolerance: float = TOLERANCE) -> bool:
    """True if two bases touch: edge along edge, or a corner on an edge. Rule: battlesystem:7.8a.

    If they are square to each other (within one degree) they must share more than `tolerance` of edge: corner to corner is no
    contact. Otherwise a distance of at most `tolerance` is enough. Only old records have another than `TOLERANCE`.
    """
    east, north = second.x - first.x, second.y - first.y
    reach = first.girth + second.girth + TOLERANCE
    if east * east + north * north > reach * reach or gap(first, second, tolerance) > tolerance:
        return False
    if are_square(first, second):
        return _share_edge(first, second, tolerance) or _share_edge(second, first, tolerance)
    return distance(first, second) <= tolerance


def are_square(first: Rectangle, second: Rectangle) -> bool:
    """True if two headings are equal or a quarter or half turn apart, within one degree. Rule: battlesystem:7.8a."""
    same = abs(first.forward_x * second.forward_x + first.forward_y * second.forward_y)
    cross = abs(first.forward_x * second.forward_y - first.forward_y * second.forward_x)
    return same <= _SINE_OF_ONE_DEGREE or cross <= _SINE_OF_ONE_DEGREE


def side_touched(base: Rectangle, other: Rectangle, by_nearest: bool = True) -> int:
    """The side of `base` (`FRONT`, `RIGHT`, `REAR`, `LEFT`) on which `other` touches it. Rule: battlesystem:7.8e.

    The bases must be in contact. A corner lies on two sides: there it is the front or the rear if the middle of the other base lies
    beyond the line of that edge, else the flank. Since places are rounded, a corner may lie a hair more than the tolerance inside of all
    edges: it is on the nearest of them. `by_nearest`: False for what was done by versions 1 to 18 of the rules, when it was on a flank then.
    """
    right, ahead = base.seen_from(other.x, other.y)
    if are_square(base, other):
        across, along = _strips(base, other)
        if along >= across:
            return FRONT if ahead >= 0.0 else REAR
        return RIGHT if right >= 0.0 else LEFT
    at_right, at_ahead = _meeting_point(base, other)
    on_front = base.half_depth - at_ahead <= TOLERANCE
    on_rear = base.half_depth + at_ahead <= TOLERANCE
    on_flank = base.half_width - abs(at_right) <= TOLERANCE
    if on_flank:
        on_front = on_front and ahead > base.half_depth + NOISE
        on_rear = on_rear and ahead < -base.half_depth - NOISE
    elif by_nearest and not (on_front or on_rear):
        on_end = base.half_depth - abs(at_ahead) <= base.half_width - abs(at_right)
        on_front, on_rear = on_end and at_ahead >= 0.0, on_end and at_ahead < 0.0
    if on_front:
        return FRONT
    if on_rear:
        return REAR
    return RIGHT if at_right >= 0.0 else LEFT


def aspect(sides: list[int]) -> int:
    """The side from which an attack comes: `FRONT`, `RIGHT` (either flank) or `REAR`. Rule: battlesystem:7.8e.

    `sides` holds the side that each touching figure of the attacker touches. The majority decides; on a tie the front goes before a
    flank and a flank before the rear, as is worse for the attacker. Raises `ValueError` if `sides` is empty.
    """
    if not sides:
        raise ValueError("no figure touches, so there is no side from which the attack comes")
    front = rear = 0
    for side in sides:
        if side == FRONT:
            front += 1
        elif side == REAR:
            rear += 1
    flank = len(sides) - front - rear
    if front >= flank and front >= rear:
        return FRONT
    return RIGHT if flank >= rear else REAR


def _strips(base: Rectangle, other: Rectangle) -> tuple[float, float]:
    """The gaps between two nearly square rectangles across and along the first; below zero: they overlap."""
    right, ahead = base.seen_from(other.x, other.y)
    same = abs(base.forward_x * other.forward_x + base.forward_y * other.forward_y)
    cross = abs(base.forward_x * other.forward_y - base.forward_y * other.forward_x)
    return (
        abs(right) - (base.half_width + (other.half_width * same + other.half_depth * cross)),
        abs(ahead) - (base.half_depth + (other.half_depth * same + other.half_width * cross)),
    )


def _share_edge(base: Rectangle, other: Rectangle, tolerance: float) -> bool:
    """True if square bases that are near enough share more than the tolerance of an edge."""
    across, along = _strips(base, other)
    return across < -tolerance or along < -tolerance


def _meeting_point(base: Rectangle, other: Rectangle) -> tuple[float, float]:
    """The point where two bases that are not square meet, as the first base sees it: the corner of either nearest to the other."""
    away, x, y = nearest_corner(base, other, 1e300)
    back, to_x, to_y = nearest_corner(other, base, away)
    return base.seen_from(to_x, to_y) if back < away else base.seen_from(x, y)


def shared_edge(base: Rectangle, other: Rectangle) -> float:
    """Inches of edge that two bases in contact have in common; 0 where a corner meets an edge. Rule: battlesystem:8.1c.

    >>> from banneret.geometry.rectangles import placed
    >>> round(shared_edge(placed(0, 0, 1, 1, 0), placed(0.75, 1, 1, 1, 180)), 3)
    0.25
    """
    if not are_square(base, other):
        return 0.0
    across, along = _strips(base, other)
    if along >= across:
        width = base.half_width
        breadth = other.half_width if _same_way(base, other) else other.half_depth
        return max(0.0, min(-across, 2.0 * width, 2.0 * breadth))
    depth = base.half_depth
    length = other.half_depth if _same_way(base, other) else other.half_width
    return max(0.0, min(-along, 2.0 * depth, 2.0 * length))


def _same_way(base: Rectangle, other: Rectangle) -> bool:
    """True if two nearly square bases look along the same line."""
    return abs(base.forward_x * other.forward_x + base.forward_y * other.forward_y) > 0.5
