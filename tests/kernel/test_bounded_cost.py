"""What anybody may send costs a bounded price: memory in proportion to its size, work in proportion to its length.

Each kind of entry is repeated to its limit, and all are mixed; work is counted in calls of functions, not in seconds.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest

import banneret
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import TABLE, Entry
from banneret.kernel.record.record import MOST_OF_KIND, Record

pytestmark = pytest.mark.long

MOST_MEMORY = 20  # times the size of what was sent
PARTIES = ("attacker", "defender")

Course = Callable[[int], Iterator[Entry]]


def players(count: int) -> Iterator[Entry]:
    for number in range(count):
        yield Entry(
            TABLE, ("player", PARTIES[number % 2], ("random", "none", "greedy")[number % 3], "x" * 40)
        )


def notes(count: int) -> Iterator[Entry]:
    yield from (Entry(TABLE, ("note", "n" * 290)) for _ in range(count))


def undos(count: int) -> Iterator[Entry]:
    """To the beginning, again and again."""
    yield Entry(TABLE, ("note", "x"))
    yield from (Entry(TABLE, ("undo", 0, PARTIES)) for _ in range(count - 1))


def nested_undos(count: int) -> Iterator[Entry]:
    """Each goes back to just before the last: what stands is looked for through all of them."""
    yield Entry("attacker", ("none",))
    yield from (Entry(TABLE, ("undo", number, PARTIES)) for number in range(count - 1))


def going_back_over_players(count: int) -> Iterator[Entry]:
    """A new player, then back to the beginning, where only who plays was another."""
    for number in range(1, count // 2):
        yield Entry(TABLE, ("player", "attacker", "random"))
        yield Entry(TABLE, ("undo", 2 * number - 2, PARTIES))


def all_in_turn(count: int) -> Iterator[Entry]:
    kinds = [notes(count), undos(count), players(count)]
    yield from islice((next(kind) for kind in cycle(kinds)), count)


WORST: dict[str, Course] = {
    course.__name__: course
    for course in (players, notes, undos, nested_undos, going_back_over_players, all_in_turn)
}


def record_of(course: Course, count: int) -> Record:
    """The beginning of a battle, and then as many of the entries as the record takes."""
    record = banneret.start("stacks", "first_blood", seed=7).record
    for entry in course(count):
        try:
            record.append(entry)
        except BadInput:
            break
    return record


def calls(act: Callable[[], Any]) -> int:
    """How many functions are called, ours and those of libraries in Python."""
    count = 0

    def profile(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def memory(act: Callable[[], Any]) -> int:
    """The most bytes that were in use at any moment, beyond those before."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = act()
        most = tracemalloc.get_traced_memory()[1] - before
        del kept
    finally:
        tracemalloc.stop()
    return most


@pytest.mark.parametrize("name", WORST)
def test_a_record_takes_memory_in_proportion_to_its_size(name: str) -> None:
    text = record_of(WORST[name], 100_000).text
    banneret.loads(text)  # what is kept for good is there before
    assert memory(lambda: banneret.loads(text)) < MOST_MEMORY * max(len(text), 40_000)


@pytest.mark.parametrize("name", WORST)
def test_a_record_costs_work_in_proportion_to_its_length(name: str) -> None:
    short, long = (record_of(WORST[name], count).text for count in (400, 800))
    banneret.loads(short)
    once, twice = (calls(lambda text=text: banneret.loads(text)) for text in (short, long))
    assert twice < 2.3 * once


@pytest.mark.parametrize("name", ["players", "undos", "all_in_turn"])
def test_another_entry_costs_the_same_however_many_there_are(name: str) -> None:
    """What a seat asks for at the table does not read the whole record again."""

    def price(count: int) -> int:
        battle = banneret.loads(record_of(WORST[name], count).text)
        battle.note("the history is known from now on")
        battle.last_move()
        return calls(lambda: (battle.note("one more"), battle.last_move(), battle.scene("attacker")))

    price(10)
    assert price(600) < 1.5 * price(150)


@pytest.mark.parametrize("kind", MOST_OF_KIND)
def test_each_kind_of_entry_has_its_limit(kind: str) -> None:
    entry = {
        "note": Entry(TABLE, ("note", "x")),
        "player": Entry(TABLE, ("player", "attacker", "random")),
        "undo": Entry(TABLE, ("undo", 0, ())),
        "change": Entry(TABLE, ("change", ("x",), "y")),
        "end": Entry(TABLE, ("end", (), "x")),
        "concede": Entry(TABLE, ("concede", "reds")),
        "mended": Entry(TABLE, ("mended", "x")),
        "asked": Entry(TABLE, ("asked", "reds", ("always",))),
    }[kind]
    record = banneret.start("stacks", "first_blood", seed=7).record
    for _ in range(MOST_OF_KIND[kind]):
        record.append(entry)
    before = record.text
    with pytest.raises(BadInput, match=f"full: {MOST_OF_KIND[kind]} entries of the kind '{kind}'"):
        record.append(entry)
    assert record.text == before
    again = Record.parse(before)
    assert not again.damage
    record.cut(record.count - 1)
    record.append(entry)  # what was taken out leaves room


def test_people_leave_room_for_players_that_fail() -> None:
    battle = banneret.start("stacks", "first_blood", seed=7)
    while battle.record.room_for("player") > 500:
        battle.set_player("defender", "random")
    with pytest.raises(BadInput, match="too often"):
        battle.set_player("defender", "greedy")
    assert battle.record.room_for("player") >= 500
    battle.play_out({})
    assert battle.is_over


def test_a_record_that_takes_too_long_to_play_again_is_refused() -> None:
    battle = banneret.start("stacks", "narrow_sea", seed=7)
    battle.play_out(dict.fromkeys(battle.sides, "random"))
    with pytest.raises(BadInput, match="takes longer than 1e-06 s") as refused:
        banneret.loads(battle.text, patience=1e-6)
    assert refused.value.where.startswith("after entry")
    assert banneret.loads(battle.text, patience=1000.0).is_over
