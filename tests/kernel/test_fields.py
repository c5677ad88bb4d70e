"""Tables of plain data read field by field."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from typing import Any

import pytest

from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.fields import Fields, is_number


def refused(read: Callable[[Fields], Any], **data: Any) -> str:
    with pytest.raises(BadInput) as caught:
        read(Fields(data, "axes.toml, unit 3"))
    text = str(caught.value)
    assert text.startswith("axes.toml, unit 3")
    return text.removeprefix("axes.toml, unit 3").removeprefix(": ")


def test_numbers_that_can_be_counted_with() -> None:
    assert [is_number(value) for value in (0, -3, 2.5, 10**300)] == [True] * 4
    assert [is_number(value) for value in (True, "3", None, math.nan, math.inf, 10**400)] == [False] * 6


def test_a_number_beyond_all_measure_is_bad_input() -> None:
    for wrong in (10**400, -(10**400), math.inf, 10**5_000):
        found = refused(lambda row: row.points("zone", 3, 9), zone=[[0, 0], [wrong, 1], [2, 2]])
        assert found == "zone: point 2 has a number out of all bounds in it; a point is [x, y], two numbers"
        for read in (lambda row: row.decimal("x"), lambda row: row.number("x"), lambda row: row.text("x")):
            assert refused(read, x=wrong).startswith("x is a number out of all bounds; ")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("axes", "'axes'"),
        ("a\nb\x00\u202e", "'a\\nb\\x00\\u202e'"),
        ("x" * 60, repr("x" * 60)),
        ("x" * 61, f"'{'x' * 59}…'"),
        ("it's " * 100_000, '"' + ("it's " * 12)[:59] + '…"'),
        (True, "true"),
        (-3, "-3"),
        (2.5, "2.5"),
        (10**19, "a number out of all bounds"),
        ({"a": 1}, "a table"),
        ([1, 2], "a list"),
        (None, "null"),
        (datetime.date(1979, 5, 27), "a date"),
    ],
)
def test_values_are_shown_safely(value: Any, text: str) -> None:
    assert shown(value) == text


def test_the_nearest_names_whatever_their_capitals() -> None:
    assert nearest("mountain", ["Mountain", "Sea"]) == "did you mean 'Mountain'?"
    assert nearest("a", ["A", "B", "ask"]) == "did you mean 'A' or 'ask'?"
    assert nearest("hill", ["Forest", "Sea"], "one of") == "one of Forest, Sea"
    assert nearest("x", []) == "there are none"


def test_what_is_not_a_table() -> None:
    for value, text in ((3, "3"), ("Elves", "'Elves'"), ([{}], "a list"), (None, "null")):
        with pytest.raises(BadInput) as caught:
            Fields(value, "unit 1")
        assert str(caught.value) == f"unit 1: {text} is not a table of fields"
    with pytest.raises(BadInput, match=r"unit 1: 3 is not a table of fields; such as \{ count = 2 \}"):
        Fields(3, "unit 1", "such as { count = 2 }")
    assert refused(lambda row: row.table("place"), place=3) == "place: 3 is not a table of fields"
    assert refused(lambda row: row.table("place")) == "place is missing; a table of fields"
    assert Fields({"place": {"x": 1}}, "unit 1").table("place").where == "unit 1: place"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "name is missing; a text in quotes"),
        ({"name": 5}, "name is 5; a text in quotes"),
        ({"name": None}, "name is null; a text in quotes"),
        ({"name": "x" * 9}, "name has 9 characters; at most 8"),
        ({"name": ""}, "name is empty; at least one character"),
        ({"name": " \t"}, "name is empty; at least one character"),
        ({"name": "a\nb"}, "name has '\\n' in it, which cannot be printed; a text of one line"),
        ({"name": "a\x07b"}, "name has '\\x07' in it, which cannot be printed"),
    ],
)
def test_texts(data: dict[str, Any], text: str) -> None:
    assert refused(lambda row: row.text("name", most=8), **data) == text


def test_texts_that_may_be_empty_or_have_lines() -> None:
    row = Fields({"empty": "", "lines": "a\nb"}, "here")
    assert row.text("empty", "") == row.text("empty", "default", blank=True) == ""
    assert row.text("lines", lines=True) == "a\nb"
    assert row.text("none", "default", most=3) == "default"  # only what is given is checked
    with pytest.raises(BadInput, match="empty is empty"):
        row.text("empty", "default")
    with pytest.raises(BadInput, match=r"lines has '\\x0b' in it, which cannot be printed$"):
        Fields({"lines": "a\vb"}, "here").text("lines", lines=True)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "count is missing; a whole number from 1 to 9"),
        ({"count": "3"}, "count is '3'; a whole number from 1 to 9"),
        ({"count": True}, "count is true; a whole number from 1 to 9"),
        ({"count": 2.5}, "count is 2.5; a whole number from 1 to 9"),
        ({"count": [2]}, "count is a list; a whole number from 1 to 9"),
        ({"count": 10}, "count is 10; from 1 to 9"),
        ({"count": 0}, "count is 0; from 1 to 9"),
    ],
)
def test_whole_numbers(data: dict[str, Any], text: str) -> None:
    assert refused(lambda row: row.number("count", least=1, most=9), **data) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "width is missing; a number from 0.5 to 6"),
        ({"width": "3"}, "width is '3'; a number from 0.5 to 6"),
        ({"width": math.nan}, "width is nan; a number from 0.5 to 6"),
        ({"width": 6.5}, "width is 6.5; from 0.5 to 6"),
    ],
)
def test_decimals(data: dict[str, Any], text: str) -> None:
    assert refused(lambda row: row.decimal("width", None, 0.5, 6.0), **data) == text


def test_flags_and_words() -> None:
    assert refused(lambda row: row.flag("shield"), shield="yes") == "shield is 'yes'; true or false"
    sizes = ("small", "large", "")
    read = lambda row: row.word("size", sizes)  # noqa: E731
    assert refused(read) == "size is missing; one of small, large"
    assert refused(read, size="smal") == "size is 'smal'; did you mean 'small'?"
    assert refused(read, size="wide") == "size is 'wide'; one of small, large"
    assert refused(read, size=3) == "size is 3; one of small, large"
    assert Fields({"size": ""}, "here").word("size", sizes) == ""
    assert refused(lambda row: row.word("id", ("limited",)), id="far") == "id is 'far'; only limited"
    many = [f"kind {number}" for number in range(30)]
    assert refused(lambda row: row.word("kind", many), kind=3).startswith("kind is 3; there are 30, such as")


def test_lists() -> None:
    assert refused(lambda row: row.rows("units", 3), units="axes") == "units is 'axes'; a list in brackets"
    assert refused(lambda row: row.rows("units", 3), units=[1] * 4) == "units has 4 entries; at most 3"
    assert Fields({"units": (1, 2)}, "here").rows("units", 3) == [1, 2]
    assert Fields({}, "here").rows("units", 3) == []


def test_lists_of_words() -> None:
    read = lambda row: row.words("chain", 3, 5)  # noqa: E731
    assert refused(read, chain=["a", 3]) == ", entry 2: chain is 3; a text in quotes"
    assert refused(read, chain=["a", "b", " "]) == ", entry 3: chain is empty; at least one character"
    assert refused(read, chain=["six-ty"]) == ", entry 1: chain has 6 characters; at most 5"
    assert refused(read, chain=["a\nb"]).startswith(", entry 1: chain has '\\n' in it, which cannot be")
    assert refused(read, chain=["a"] * 4) == "chain has 4 entries; at most 3"
    assert Fields({"chain": ["a", "b"]}, "here").words("chain") == ("a", "b")


def test_points() -> None:
    read = lambda row: row.points("zone", 2, 3)  # noqa: E731
    point = "; a point is [x, y], two numbers"
    assert refused(read, zone=[[0, 0]]) == "zone has fewer than 2 points" + point
    assert refused(read, zone=[[0, 0], "x"]) == "zone: point 2 is 'x'" + point
    assert refused(read, zone=[[0, 0], [1, 2, 3]]) == "zone: point 2 has 3 entries" + point
    assert refused(read, zone=[[0, "0"], [1, 2]]) == "zone: point 1 has '0' in it" + point
    assert Fields({"zone": [[0, 1], (2.5, 3)]}, "here").points("zone", 2, 3) == [(0.0, 1.0), (2.5, 3.0)]


def test_fields_that_nothing_reads() -> None:
    row = Fields({"name": "Axes", "figurs": 3}, "unit 1")
    for said in (lambda: row.only(("name", "figures")), row.end):
        row.has("figures")
        row.text("name")
        with pytest.raises(BadInput) as caught:
            said()
        assert str(caught.value) == "unit 1: nothing is called 'figurs' here; did you mean 'figures'?"
    row.only(("name", "figurs"))
    long = refused(lambda row: row.end(), **{"x" * 5_000: 1})
    assert long == f"nothing is called '{'x' * 59}…' here; there are none"


def test_what_is_missing_is_said_with_what_is_expected() -> None:
    assert refused(lambda row: row.get("hex", None, "[column, row], from 0")) == (
        "hex is missing; [column, row], from 0"
    )
    assert Fields({"hex": None}, "here").get("hex", 3) is None
