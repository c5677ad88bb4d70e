"""Orders as text and as tuples, decisions and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.decision import Choice, RollCall, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.order import plain_order, read_order, write_order
from banneret.testing.kit.readers import fuzz_orders

GOOD = [
    ("done",),
    ("reveal", 4),
    ("move", (3, 5), ("C3", "C4"), 0.25),
    ("say", "two words", "", 'a "quote"', "back\\slash", "line\nfeed", "Ünit", "7"),
    ("deep", (((((("x",),),),),),)),
    ("numbers", 0, -1, 10**12, -0.5, 1e-07, 123.456),
    ("empty", ()),
]


@pytest.mark.parametrize("order", GOOD, ids=str)
def test_an_order_is_the_same_after_being_written_and_read(order: tuple[Any, ...]) -> None:
    assert read_order(write_order(order)) == order
    assert plain_order(order) == order
    assert write_order(read_order(write_order(order))) == write_order(order)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("move (3", "not closed"),
        ("move 3)", "not opened"),
        ("((((((((((x))))))))))", "nested too deep"),
        ("say 'x", "cannot read"),
        ('say "x', "cannot read"),
        ("0x10", "cannot read"),
        ("1e400", "cannot read"),
        ("99999999999999999999", "cannot read"),
        ("007", "cannot read"),
        ("--1", "cannot read"),
        ("x" * 5000, "5000 characters"),
        ('say "\\ud800"', "quoted word"),
        ("say \ud800", "half a character"),
    ],
)
def test_what_is_no_order_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_order(text)


@pytest.mark.parametrize(
    "thing",
    [None, 7, {"a": 1}, ("x", True), ("x", None), (b"x",), (float("nan"),), (float("inf"),), (10**400,), ("\ud800",),
     ("x",) * 3000, (("x",),) * 1001, {1, 2}, object()],
    ids=lambda thing: repr(thing)[:20],
)  # fmt: skip
def test_what_cannot_stand_in_an_order_is_refused(thing: Any) -> None:
    with pytest.raises(BadInput):
        plain_order(thing)


def test_a_list_in_itself_is_refused() -> None:
    ring: list[Any] = ["x"]
    ring.append(ring)
    with pytest.raises(BadInput, match="nested too deep"):
        plain_order(ring)


def test_whole_decimals_become_whole_numbers_and_lists_groups() -> None:
    assert plain_order(["move", [3, 5.0], -0.0]) == ("move", (3, 5), 0)
    assert [type(word) for word in plain_order(("a", 2.0))] == [str, int]
    assert read_order("a 2.0 2.50") == ("a", 2, 2.5)


def test_a_choice_is_not_fooled_by_equal_values() -> None:
    choice = Choice("pick", 0, "toy:play", [("pick", 1), ("pick", 0)])
    assert choice.check(plain_order("pick 1.0")) is None
    with pytest.raises(BadInput):
        plain_order(("pick", True))


def test_the_nearest_order() -> None:
    options = [("pass",), ("move", 3, "B4"), ("move", 2, "A1")]
    assert nearest_order(("move", 3, "B5"), options) == ("move", 3, "B4")
    assert nearest_order(("mov", 2), options) == ("move", 2, "A1")
    assert nearest_order(("anything",), []) is None


def test_the_nearest_of_very_many_is_found_soon() -> None:
    options = [("move", i, tuple(range(60))) for i in range(5000)]
    assert nearest_order(("move", 77, tuple(range(59))), options) in options


def test_a_die_as_a_question() -> None:
    call = RollCall(1, 6, "battle roll")
    assert call.orders() == [("roll", face) for face in range(1, 7)]
    assert call.check(("roll", 6)) is None
    low, high, odd = call.check(("roll", 0)), call.check(("roll", 7)), call.check(("pass",))
    assert low is not None
    assert high is not None
    assert odd is not None
    assert (low.nearest, high.nearest, odd.nearest) == (("roll", 1), ("roll", 6), ("roll", 1))
    assert {low.rule, high.rule, odd.rule} == {"table:dice"}
    assert call.check(call.sample(Chance(1))) is None
    large = RollCall(0, 5000, "which")
    assert not large.listed
    assert len(large.orders()) == 100


def test_mutated_orders_only_raise_bad_input() -> None:
    assert fuzz_orders(3000, seed=1) > 300
