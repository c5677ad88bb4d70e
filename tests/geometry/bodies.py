"""Bodies for the tests of the plane: where hypothesis gets its rectangles from."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from banneret.geometry.plane import forward, swing
from banneret.geometry.rectangles import Rectangle

few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

inches = st.integers(-30_000, 30_000).map(lambda thousandths: thousandths / 1000)
headings = st.integers(0, 35_999).map(lambda hundredths: hundredths / 100)


@st.composite
def rectangles(draw: st.DrawFn, spread: int = 4_000) -> Rectangle:
    place = st.integers(-spread, spread)
    half = st.integers(200, 3000)
    return Rectangle(
        draw(place) / 1000,
        draw(place) / 1000,
        draw(half) / 1000,
        draw(half) / 1000,
        *forward(draw(headings)),
    )


def turned(body: Rectangle, degrees: float) -> Rectangle:
    """The rectangle after the whole table has been turned about its corner."""
    x, y = swing(body.x, body.y, 0.0, 0.0, degrees)
    sine, cosine = forward(degrees)
    return Rectangle(
        x,
        y,
        body.half_width,
        body.half_depth,
        body.forward_x * cosine + body.forward_y * sine,
        body.forward_y * cosine - body.forward_x * sine,
    )
