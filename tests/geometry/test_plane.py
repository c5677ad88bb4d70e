"""Inches and headings: snapping, the sums that stand for sines, and that nothing else is used."""

from __future__ import annotations

import ast
import math
from decimal import Decimal, getcontext
from pathlib import Path

import pytest
from geometry.bodies import few, headings, inches
from hypothesis import given
from hypothesis import strategies as st

import banneret.geometry
from banneret.geometry.plane import (
    TOLERANCE,
    forward,
    heading_of,
    snap,
    snap_heading,
    step,
    swing,
    swing_all,
    turn_between,
    within,
)

EXACT = {"gcd", "sqrt", "floor"}  # of `math`: what IEEE 754 or whole numbers make equal on every machine


def plane_modules() -> list[Path]:
    """Modules that measure the plane: those of geometry, and those of rulebooks that stand on them."""
    folder = Path(banneret.geometry.__file__).parent
    regiments = folder.parent / "rulebooks/battlesystem"
    found = [*folder.glob("*.py"), *regiments.glob("blocks/*.py"), *regiments.glob("morale/rout/*.py")]
    return [path for path in sorted(found) if path.name not in ("__init__.py", "hexes.py")]


@pytest.mark.rule("battlesystem:7.1a")
def test_forward_and_right_of_the_catalogue() -> None:
    assert forward(90) == (1.0, 0.0)
    assert forward(225) == pytest.approx((-0.7071, -0.7071), abs=5e-5)


@pytest.mark.rule("battlesystem:7.1a")
@pytest.mark.parametrize("path", plane_modules(), ids=lambda path: path.stem)
def test_nothing_is_used_that_a_c_library_may_round_its_own_way(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert {name.name for name in node.names} <= EXACT
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] in (
                "__future__",
                "typing",
                "collections",
                "math",
                "heapq",
                "mypy_extensions",  # marks for the compiler, which do nothing
                "banneret",
            )
        if isinstance(node, ast.Import):
            pytest.fail(f"{path.name} imports {node.names[0].name}")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            pytest.fail(f"{path.name}, line {node.lineno}: a power is left to the C library")


def decimal_sine(x: Decimal) -> Decimal:
    term = total = x
    n = 1
    while abs(term) > Decimal("1e-30"):
        term = -term * x * x / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total


@pytest.mark.rule("battlesystem:7.1a")
def test_sines_are_right_to_the_last_digit_but_one() -> None:
    getcontext().prec = 40
    pi = Decimal("3.14159265358979323846264338327950288419716939937510")
    for angle in range(0, 36_000, 97):
        x = Decimal(angle) * pi / 18000
        east, north = forward(angle / 100)
        assert abs(Decimal(east) - decimal_sine(x)) < Decimal("2.3e-16")
        assert abs(Decimal(north) - decimal_sine(x + pi / 2)) < Decimal("2.3e-16")


@pytest.mark.rule("battlesystem:7.1a")
def test_every_heading_is_found_again_from_its_vector() -> None:
    for angle in range(0, 36_000, 7):
        east, north = forward(angle / 100)
        assert heading_of(3 * east, 3 * north) == angle / 100


@few
@given(inches, inches)
def test_headings_agree_with_the_arc_tangent(x: float, y: float) -> None:
    if (x, y) != (0.0, 0.0):
        expected = math.degrees(math.atan2(x, y)) % 360
        assert abs((heading_of(x, y) - expected + 180) % 360 - 180) <= 0.005 + 1e-9


@pytest.mark.rule("battlesystem:7.1a")
@few
@given(st.floats(-1000, 1000))
def test_snapping_is_near_even_and_done_once(x: float) -> None:
    kept = snap(x)
    assert abs(kept - x) <= 0.0005 + 1e-9
    assert snap(kept) == kept
    assert snap(-x) == -kept
    assert float(repr(kept)) == kept
    assert len(repr(abs(kept)).partition(".")[2]) <= 3
    assert math.copysign(1.0, snap(0.0 * x)) == 1.0  # no minus nought in a record


@pytest.mark.rule("battlesystem:7.1a")
def test_halves_go_away_from_zero_and_the_tolerance_counts() -> None:
    assert [snap(0.0625 * 0.02), snap(0.0005), snap(-0.0005)] == [0.001, 0.001, -0.001]
    assert [snap_heading(0.125), snap_heading(-0.125), snap_heading(359.995)] == [0.13, 359.87, 0.0]
    assert within(4.0 + TOLERANCE, 4.0)
    assert not within(4.0111, 4.0)


@few
@given(headings, headings)
def test_turns_lead_from_one_heading_to_the_other(first: float, second: float) -> None:
    turn = turn_between(first, second)
    assert -180 < turn <= 180
    assert snap_heading(first + turn) == second


@few
@given(inches, inches, headings, st.integers(0, 20_000))
def test_a_step_forward_and_back_ends_within_a_thousandth(
    x: float, y: float, heading: float, way: int
) -> None:
    there = step(x, y, heading, way / 1000)
    back = step(*there, heading + 180, way / 1000)
    assert back == pytest.approx((x, y), abs=0.0010001)


@few
@given(inches, inches, inches, inches, headings)
def test_swinging_keeps_distances(x: float, y: float, about_x: float, about_y: float, turn: float) -> None:
    after = swing(x, y, about_x, about_y, turn)
    assert math.isclose(
        math.dist(after, (about_x, about_y)), math.dist((x, y), (about_x, about_y)), abs_tol=1e-9
    )
    assert swing(*after, about_x, about_y, -turn) == pytest.approx((x, y), abs=1e-9)


def test_points_swung_together_come_where_each_comes_alone() -> None:
    points = [(1.25, -3.5), (0.0, 7.75), (11.625, 2.0)]
    assert swing_all(points, 2.5, 1.5, 33.33) == [swing(x, y, 2.5, 1.5, 33.33) for x, y in points]
