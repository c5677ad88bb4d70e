"""Circles sorted by bands: none that is near is ever missed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from banneret.geometry.bands import Bands

places = st.tuples(st.floats(-20.0, 130.0), st.floats(-20.0, 90.0), st.floats(0.0, 30.0))


@given(st.lists(st.tuples(st.integers(0, 90), places), max_size=40), places)
def test_every_circle_that_meets_a_place_is_found_in_order(
    moves: list[tuple[int, tuple[float, float, float]]], where: tuple[float, float, float]
) -> None:
    bands = Bands(120.0, 72.0)
    stands: dict[int, tuple[float, float, float]] = {}
    for number, place in moves:
        bands.put(number, *place)
        stands[number] = place
    x, y, reach = where
    found = bands.near(x, y, reach)
    assert found == sorted(set(found))
    assert set(found) <= set(stands)
    meeting = [n for n, (east, north, far) in stands.items() if _meet(east - x, north - y, far + reach)]
    assert set(meeting) <= set(found)


def _meet(east: float, north: float, reach: float) -> bool:
    return east * east + north * north <= reach * reach


def test_a_circle_that_left_is_found_no_more() -> None:
    bands = Bands(48.0, 48.0)
    bands.put(3, 10.0, 10.0, 2.0)
    bands.drop(3)
    bands.drop(3)
    assert bands.near(10.0, 10.0, 40.0) == []


def test_far_circles_are_left_out() -> None:
    bands = Bands(120.0, 72.0)
    for number in range(10):
        bands.put(number, 6.0 + 12.0 * number, 30.0, 2.0)
    assert bands.near(30.0, 30.0, 2.0) == [2]


def test_bands_lie_across_the_longer_side() -> None:
    bands = Bands(24.0, 96.0)
    for number in range(8):
        bands.put(number, 12.0, 6.0 + 12.0 * number, 2.0)
    assert bands.near(12.0, 54.0, 9.0) == [4]
    assert bands.near(12.0, 54.0, 11.0) == [3, 4, 5]
    bands.put(4, 12.0, 200.0, 2.0)
    assert bands.near(12.0, 54.0, 11.0) == [3, 5]
    assert bands.near(12.0, 200.0, 2.0) == [4]


def test_a_broad_circle_is_found_from_afar_and_makes_no_band_wider() -> None:
    bands = Bands(120.0, 72.0)
    bands.put(1, 10.0, 10.0, 60.0)
    bands.put(2, 100.0, 10.0, 2.0)
    assert bands.near(69.0, 10.0, 1.5) == [1]
    assert bands._widest == 2.0
    bands.put(1, 10.0, 10.0, 3.0)  # it has gathered: it stands in a band again
    assert bands.near(69.0, 10.0, 1.5) == []
    assert bands.near(12.0, 10.0, 1.0) == [1]
