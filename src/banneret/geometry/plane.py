"""The plane: inches, headings, the one tolerance, and rounding that is the same on every machine.

A position is in inches, x to the east and y to the north. A heading is in degrees clockwise from north, so
that heading h looks along (sin h, cos h) and has (cos h, -sin h) to its right.

Two things make what happens on the plane the same byte for byte when it is worked out again:

* What is kept is round. After each completed step positions are snapped to 0.001 inch and headings to 0.01
  degree. A snapped number is the double nearest to that decimal, so it is written and read back unchanged.
* What is computed uses only what IEEE 754 rounds correctly: addition, subtraction, multiplication, division,
  square root, floor and comparison. The sine, cosine and arc tangent of a C library differ in their last
  digit from one system to the next; those of this module are sums written out in a fixed order. The C
  compiler must not fuse a multiplication with an addition (`-ffp-contract=off`, set in `hatch_build.py`).

Why no geometry library: Shapely was weighed. It measures and intersects shapes, but knows no motion: when a
moving or turning body first touches another is the question asked most here. Its results follow the version
of its C++ library, its objects cannot pass into compiled code as plain floats, and making one rectangle took
100 microseconds where an orders-per-second budget allows a few. Tests elsewhere may still use it as a judge.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import Final

LEEWAY: Final = 0.01
"""Inches that what is kept may be off: the tolerance of the rules, where a length is made of it."""

NOISE: Final = 1e-7
"""Inches. More than computing in floating point can add to a figure, less than two kept ones can differ by."""

TOLERANCE: Final = LEEWAY + NOISE
"""Inches. A distance is within D when it is at most D + TOLERANCE; bodies overlap only when they are more
than TOLERANCE inside each other. It is for comparing: `LEEWAY` and a hair, so that a distance of exactly D + LEEWAY
is within D wherever on the table and however turned it is measured."""

HALF_TURN: Final = 3.141592653589793  # radians
_RADIANS: Final = HALF_TURN / 18000.0  # of a hundredth of a degree

# Sines and cosines of the first quarter turn by hundredths of a degree, those worked out so far. Of a whole turn they would not
# fit into a processor's cache, where three in four looks would miss.
_UNKNOWN: Final = 2.0
_SINES: Final[list[float]] = [_UNKNOWN] * 9001
_COSINES: Final[list[float]] = [_UNKNOWN] * 9001


def snap(inches: float) -> float:
    """A coordinate as it is kept: to 0.001 inch, halves away from zero.

    >>> snap(2.5000001), snap(-0.0005), snap(-0.0004)
    (2.5, -0.001, 0.0)
    """
    if inches < 0.0:
        return 0.0 - floor(0.5 - inches * 1000.0) / 1000.0
    return floor(inches * 1000.0 + 0.5) / 1000.0


def hundredths(degrees: float) -> int:
    """An angle in hundredths of a degree, 0 to 35999, halves away from zero."""
    if degrees < 0.0:
        return -floor(0.5 - degrees * 100.0) % 36000
    return floor(degrees * 100.0 + 0.5) % 36000


def snap_heading(degrees: float) -> float:
    """A heading as it is kept: to 0.01 degree, at least 0 and below 360.

    >>> snap_heading(-45), snap_heading(719.996)
    (315.0, 0.0)
    """
    return hundredths(degrees) / 100.0


def radians(degrees: float) -> float:
    """An angle between 0 and 360 degrees, to 0.01 degree, in radians (360 stays a full turn)."""
    return floor(degrees * 100.0 + 0.5) * _RADIANS


def forward(heading: float) -> tuple[float, float]:
    """The unit vector a heading looks along; the heading counts to 0.01 degree.

    Quarter turns are exact: turning by 90 degrees swaps the two numbers and changes one sign, nothing else.

    >>> forward(90), forward(180)
    ((1.0, 0.0), (0.0, -1.0))
    """
    # `hundredths`, written out: asked too often for more calls
    return unit_vector(floor(heading * 100.0 + 0.5) % 36000 if heading >= 0.0 else hundredths(heading))


def unit_vector(angle: int) -> tuple[float, float]:
    """`forward` of an angle in hundredths of a degree, from 0 to 35999."""
    rest = angle % 9000
    sine = _SINES[rest]
    if sine == _UNKNOWN:
        _work_out(rest)
        sine = _SINES[rest]
    cosine = _COSINES[rest]
    if angle < 9000:
        return sine, cosine
    if angle < 18000:
        return cosine, 0.0 - sine
    if angle < 27000:
        return 0.0 - sine, 0.0 - cosine
    return 0.0 - cosine, sine


def _work_out(angle: int) -> None:
    """Note sine and cosine of an angle in the first quarter and, as they are the same numbers, cosine and sine of what it lacks to a quarter."""
    low = angle if angle <= 4500 else 9000 - angle
    sine, cosine = _sine(low), _cosine(low)
    _SINES[9000 - low], _COSINES[9000 - low] = cosine, sine
    _SINES[low], _COSINES[low] = sine, cosine


def heading_of(east: float, north: float) -> float:
    """The heading along a vector, to 0.01 degree; 0 for the null vector.

    >>> heading_of(1, 0), heading_of(-6, -6)
    (90.0, 225.0)
    """
    across, ahead = abs(east), abs(north)
    if across == 0.0 and ahead == 0.0:
        return 0.0
    if across <= ahead:
        angle = _arc_tangent(across / ahead) / _RADIANS
    else:
        angle = 9000.0 - _arc_tangent(ahead / across) / _RADIANS
    if north < 0.0:
        angle = 18000.0 - angle
    if east < 0.0:
        angle = 36000.0 - angle
    return floor(angle + 0.5) % 36000 / 100.0


def turn_between(first: float, second: float) -> float:
    """The least turn from one heading to another: degrees, clockwise positive, above -180 up to 180.

    >>> turn_between(350, 20), turn_between(20, 350), turn_between(0, 180)
    (30.0, -30.0, 180.0)
    """
    turn = (hundredths(second) - hundredths(first)) % 36000
    return (turn if turn <= 18000 else turn - 36000) / 100.0


def length(east: float, north: float) -> float:
    """The length of a vector."""
    return sqrt(east * east + north * north)


def within(distance: float, limit: float) -> bool:
    """True if a measured distance counts as at most `limit`."""
    return distance <= limit + TOLERANCE


def step(x: float, y: float, heading: float, distance: float) -> tuple[float, float]:
    """The snapped point that lies `distance` along a heading."""
    east, north = forward(heading)
    return snap(x + east * distance), snap(y + north * distance)


def swing(x: float, y: float, about_x: float, about_y: float, degrees: float) -> tuple[float, float]:
    """A point turned clockwise about another, not snapped; the angle counts to 0.01 degree."""
    sine, cosine = forward(degrees)
    east, north = x - about_x, y - about_y
    return about_x + (east * cosine + north * sine), about_y + (north * cosine - east * sine)


def swing_all(
    points: list[tuple[float, float]], about_x: float, about_y: float, degrees: float
) -> list[tuple[float, float]]:
    """Points turned together, as `swing` does it."""
    sine, cosine = forward(degrees)
    found: list[tuple[float, float]] = []
    for x, y in points:
        east, north = x - about_x, y - about_y
        found.append((about_x + (east * cosine + north * sine), about_y + (north * cosine - east * sine)))
    return found


def _sine(angle: int) -> float:
    """The sine of 0 to 4500 hundredths of a degree: the power series to the 17th power."""
    x = angle * _RADIANS
    s = x * x
    series = 1.0 - s / 272.0
    series = 1.0 - s / 210.0 * series
    series = 1.0 - s / 156.0 * series
    series = 1.0 - s / 110.0 * series
    series = 1.0 - s / 72.0 * series
    series = 1.0 - s / 42.0 * series
    series = 1.0 - s / 20.0 * series
    series = 1.0 - s / 6.0 * series
    return x * series


def _cosine(angle: int) -> float:
    """The cosine of 0 to 4500 hundredths of a degree: the power series to the 16th power."""
    x = angle * _RADIANS
    s = x * x
    series = 1.0 - s / 240.0
    series = 1.0 - s / 182.0 * series
    series = 1.0 - s / 132.0 * series
    series = 1.0 - s / 90.0 * series
    series = 1.0 - s / 56.0 * series
    series = 1.0 - s / 30.0 * series
    series = 1.0 - s / 12.0 * series
    return 1.0 - s / 2.0 * series


def _arc_tangent(slope: float) -> float:
    """The angle in radians whose tangent is `slope`, 0 to 1: halved twice, then the power series."""
    half = slope / (1.0 + sqrt(1.0 + slope * slope))
    quarter = half / (1.0 + sqrt(1.0 + half * half))  # at most 0.199
    s = quarter * quarter
    series = 1.0 / 21.0
    series = 1.0 / 19.0 - s * series
    series = 1.0 / 17.0 - s * series
    series = 1.0 / 15.0 - s * series
    series = 1.0 / 13.0 - s * series
    series = 1.0 / 11.0 - s * series
    series = 1.0 / 9.0 - s * series
    series = 1.0 / 7.0 - s * series
    series = 1.0 / 5.0 - s * series
    series = 1.0 / 3.0 - s * series
    return 4.0 * quarter * (1.0 - s * series)


def all_within(x: float, y: float, radius: float, places: list[tuple[float, float]]) -> bool:
    """True if all those places are inside a circle."""
    return all(length(place_x - x, place_y - y) <= radius + TOLERANCE for place_x, place_y in places)
