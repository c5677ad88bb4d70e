"""Tables of plain data read field by field."""

from __future__ import annotations

import math

import pytest

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields, is_number


def test_numbers_that_can_be_counted_with() -> None:
    assert [is_number(value) for value in (0, -3, 2.5, 10**300)] == [True] * 4
    assert [is_number(value) for value in (True, "3", None, math.nan, math.inf, 10**400)] == [False] * 6


def test_a_number_beyond_all_measure_is_bad_input() -> None:
    for wrong in (10**400, -(10**400), math.inf):
        with pytest.raises(BadInput, match="points"):
            Fields({"zone": [[0, 0], [wrong, 1], [2, 2]]}, "here").points("zone", 3, 9)
        with pytest.raises(BadInput):
            Fields({"x": wrong}, "here").decimal("x", None, 0.0, 60.0)
