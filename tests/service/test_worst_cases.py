"""The worst that may be sent within the limits, and what it costs: counted in calls of functions, which no busy machine changes.

On the machine where the limits were set, a thousand calls take about a fifth of a millisecond. What runs in the event loop holds up
everybody and may cost 50 ms; what runs in a thread may cost a second, but for playing a record again, which costs what its orders do.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kernel.test_bounded_cost import WORST, record_of
from service.swift import Swift

import banneret
from banneret import rulebooks
from banneret.kernel.abilities.muster import ArmyList, Entry, Kind
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import MOST_ENTRIES, check_army, read_army, write_army
from banneret.muster.matchup import fields_of
from banneret.service import messages as m
from banneret.service.app import make_app
from banneret.service.errors import ServiceError
from banneret.service.handlers.armies import MOST_PAGE, _printed
from banneret.service.live import beginning, requests
from banneret.service.live.registry import Registry
from banneret.service.live.saving import loaded
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat
from banneret.service.storage.store import Storage

pytestmark = pytest.mark.long

IN_THE_LOOP = 250_000  # calls: 50 ms
IN_A_THREAD = 5_000_000  # calls: a second
BATTLES = {
    "stacks": "two_banners",
    "warcards": "castle_assault",
    "companies": "the_ford",
    "skirmish": "two_and_two",
    "battlesystem": "kings_meadow",
}
BOOKS = tuple(BATTLES)


class Counter:
    """Counts the calls of functions in the thread that it was made in, and in all that are begun meanwhile."""

    def __init__(self) -> None:
        self.here = threading.get_ident()
        self.loop = self.threads = 0

    def __call__(self, _frame: Any, event: str, _arg: Any) -> None:
        if event in ("call", "c_call"):
            if threading.get_ident() == self.here:
                self.loop += 1
            else:
                self.threads += 1


@contextmanager
def counted() -> Iterator[Counter]:
    found = Counter()
    threading.setprofile(found)
    sys.setprofile(found)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def bounded(what: str, count: Counter) -> None:
    assert count.loop < IN_THE_LOOP, what
    assert count.threads < IN_A_THREAD, what


async def tried(act: Callable[[], Awaitable[Any]]) -> None:
    """Do what is refused, perhaps."""
    with suppress(ServiceError, IllegalOrder, BadInput, msgspec.MsgspecError):
        await act()


def on_a_store(path: Path, play: Callable[[Registry], Awaitable[None]]) -> None:
    storage = Storage(f"sqlite:///{path}")

    async def main() -> None:
        await play(Registry(storage))

    asyncio.run(main())
    storage.close()


async def begun(registry: Registry, book: str) -> Session:
    battle = banneret.start(book, BATTLES[book], seed=7)
    made = await beginning.keep(registry, battle, list(battle.sides), referee=True)
    session = await registry.find(made.battle)
    assert session is not None
    return session


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("name", WORST)
def test_the_worst_record_is_imported(tmp_path: Path, name: str) -> None:
    text = record_of(WORST[name], 100_000).text
    banneret.loads(text)

    async def play(registry: Registry) -> None:
        with counted() as count:
            battle = loaded(text)
        assert count.loop < IN_A_THREAD, name
        with counted() as count:
            await beginning.keep(registry, battle, list(battle.sides))
        bounded(name, count)

    on_a_store(tmp_path / "store", play)


# ---------------------------------------------------------------- requests of a seat


def orders(battle: Any) -> list[str]:
    """Long orders of every shape: canonical, by name, nested, of nothing but names that are there."""
    side = battle.waiting_for[0]
    scene = battle.scene(side)
    question = scene.questions[0]
    verb = question.form.verb if question.form is not None else "x"
    places = [place.id for place in scene.board.places] or ["A1"]
    pieces = [piece.name for piece in scene.pieces if piece.name] or ["Elves"]
    longest = 3_900
    return [
        " ".join([verb, *(places * 1000)])[:longest],
        " ".join([verb, *map(str, range(1000))])[:longest],
        f"{verb} {'(' * 7}{'1 ' * 1900}{')' * 7}",
        f"{verb} " + " ".join(f"({n} {n})" for n in range(400)),
        " ".join([verb, "all", "to", *places])[:399],
        " and ".join(pieces * 50)[:399],
        f"move all to {places[-1]}",
        f"all from {places[0]} to {places[-1]}",
        ", ".join([*pieces, *places] * 20)[:399],
        "charge " + " with ".join(pieces * 20)[:390],
        "é" * 399,
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_the_worst_orders_and_previews(tmp_path: Path, book: str) -> None:
    async def play(registry: Registry) -> None:
        session = await begun(registry, book)
        for step in range(6):
            battle = session.battle
            if battle.is_over or not battle.waiting_for:
                break
            side = battle.waiting_for[0]
            seat = Seat(session.id, side, side, True)
            for number, order in enumerate(orders(battle)):
                at = msgspec.json.decode(session.view(seat).data)["at"]
                for wanted in (
                    m.Foresee(f"{step}-{number}-f", order),
                    m.Order(f"{step}-{number}-o", at, order),
                ):
                    with counted() as count:
                        await tried(partial(requests.answer, registry, session, seat, wanted))
                    bounded(f"{book} {type(wanted).__name__} {order[:60]!r}: {count.loop}", count)
            battle = session.battle
            if battle.waiting_for == [side]:
                session.do(partial(battle.give, side, battle.decision(side).default()))

    on_a_store(tmp_path / "store", play)


@pytest.mark.parametrize("book", BOOKS)
def test_the_worst_undo(tmp_path: Path, book: str) -> None:
    """Going back in a long battle costs the event loop next to nothing: a thread plays it again."""

    async def play(registry: Registry) -> None:
        session = await begun(registry, book)
        session.battle.play_out(
            dict.fromkeys(session.battle.sides[:-1], "random") | {session.battle.sides[-1]: "greedy"}
        )
        orders = [number for number, entry in enumerate(session.battle.entries) if entry.kind == "order"]
        again = session.battle.fork(orders[-1])
        for side in again.sides:
            again.set_player(side, "none")  # or the computer ends it at once
        made = await beginning.keep(registry, again, list(again.sides), referee=True)
        session = await registry.open(made.battle)
        seat = Seat(session.id, "referee", "referee", True)
        at = msgspec.json.decode(session.view(seat).data)["at"]
        with counted() as count:
            answer = await requests.answer(registry, session, seat, m.Undo("u", at, 0))
        assert isinstance(answer, m.Done), answer
        assert count.loop < IN_THE_LOOP, f"{book}: {count.loop}"

    on_a_store(tmp_path / "store", play)


# ---------------------------------------------------------------- armies


def big_army(book: str, kind: Kind, count: int = 200) -> ArmyList:
    """An army of as many entries of a kind as a file may have, so many of each, every field of each as full as it may be."""
    entries = []
    for number in range(MOST_ENTRIES):
        values: dict[str, str | int | tuple[str, ...]] = {}
        for field in kind.fields:
            if field.form == "one" and field.choices:
                values[field.id] = field.choices[number % len(field.choices)].id
            elif field.form == "many" and field.choices:
                values[field.id] = tuple(one.id for one in field.choices[: field.most or 20])
            elif field.form == "number":
                values[field.id] = field.most
            else:
                values[field.id] = f"n{number}"
        entries.append(Entry(values, kind.id, count, f"n{number}"))
    return ArmyList(book, tuple(entries), "n" * 40, 1000, "x" * 1000)


@pytest.mark.parametrize("book", BOOKS)
def test_the_worst_army(book: str) -> None:
    muster = muster_of(rulebooks.get(book))
    for kind in muster.tables.kinds:
        army = big_army(book, kind)
        with counted() as count:
            text = write_army(check_army(army))
            appraise(rulebooks.get(book), army)
        assert count.loop < IN_THE_LOOP, f"{kind.id} {count.loop}"
        with counted() as count:  # so few that each has a name
            appraise(rulebooks.get(book), big_army(book, kind, 1))
        assert count.loop < IN_THE_LOOP, f"{kind.id} {count.loop}"
        with counted() as count, suppress(BadInput):
            read_army(text)
        assert count.loop < IN_THE_LOOP, f"{kind.id} {count.loop}"
        with counted() as count:
            fields_of(rulebooks.get(book), army)
        assert count.loop < IN_A_THREAD, f"{kind.id} {count.loop}"


@pytest.mark.parametrize("book", BOOKS)
def test_the_worst_armies_of_a_new_battle(tmp_path: Path, book: str) -> None:
    """A thread looks at them; who plays meanwhile notices nothing."""
    muster = muster_of(rulebooks.get(book))

    async def play(registry: Registry) -> None:
        for kind in muster.tables.kinds:
            scenario, sides = next(iter(muster.tables.scenarios.items()))
            armies = {side: big_army(book, kind) for side in sides}
            chosen = {side: m.SideChoice(by="me") for side in sides}
            wanted = m.NewBattle(rulebook=book, scenario=scenario, armies=armies, sides=chosen)
            with counted() as count:
                await tried(partial(beginning.create, registry, wanted))
            assert count.loop < IN_THE_LOOP / 10, f"{kind.id} {count.loop}"
            assert count.threads < IN_A_THREAD, f"{kind.id} {count.threads}"

    on_a_store(tmp_path / "store", play)


# ---------------------------------------------------------------- scenarios


def swollen(value: Any, times: int) -> Any:
    """Every list of a scenario several times as long."""
    if isinstance(value, list):
        return [swollen(one, times) for one in value] * times
    if isinstance(value, dict):
        return {key: swollen(one, times) for key, one in value.items()}
    return value


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("times", [2, 8])
def test_the_worst_scenario(book: str, times: int) -> None:
    rulebook = rulebooks.get(book)
    for scenario in rulebook.scenarios().values():
        data = swollen(msgspec.json.decode(scenario.to_json()), times)
        if len(msgspec.json.encode(data)) > 400_000:
            continue
        with counted() as count:
            try:
                found = rulebook.read_scenario(data, "record")
                rulebook.new(found, rulebook.options({}))
            except BadInput:
                pass
        assert count.loop < IN_A_THREAD, f"{scenario.id} {count.loop}"


@pytest.mark.parametrize("book", BOOKS)
def test_the_worst_army_is_not_printed(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message has room for 24,000 cards: 154 million characters of pages, which fill the memory before they are laid out."""
    printed: list[str] = []
    monkeypatch.setattr("banneret.paper.pdf.as_pdf", lambda page: printed.append(page) or b"")
    rulebook = rulebooks.get(book)
    for kind in muster_of(rulebook).tables.kinds:
        for count in (1, 200):
            with counted() as count_of_calls, suppress(BadInput):
                _printed(rulebook, m.Mustering(army=big_army(book, kind, count)), "A4")
            assert count_of_calls.loop < IN_A_THREAD
        few = msgspec.structs.replace(
            big_army(book, kind, 1), entries=big_army(book, kind, 1).entries[:2], notes=""
        )
        before = len(printed)
        _printed(rulebook, m.Mustering(army=few), "A4")
        assert len(printed) == before + 1
    assert all(len(page) <= MOST_PAGE for page in printed)


@pytest.mark.parametrize("book", BOOKS)
def test_every_army_of_a_scenario_is_printed(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    monkeypatch.setattr("banneret.paper.pdf.as_pdf", lambda page: printed.append(page) or b"")
    rulebook = rulebooks.get(book)
    wanted = [(name, side) for name, sides in muster_of(rulebook).tables.scenarios.items() for side in sides]
    for name, side in wanted:
        _printed(rulebook, m.Mustering(scenario=name, side=side), "A4")
    assert len(printed) == len(wanted) > 0


@pytest.mark.parametrize("path", ["", "/battlesystem", "/companies", "/stacks", "/no_such_rulebook"])
def test_what_anyone_may_ask_for_is_made_once(tmp_path: Path, path: str) -> None:
    """The pages of rulebooks, and that there is none of a name: each had cost 20 to 50 ms whenever it was asked for."""
    storage = Storage(f"sqlite:///{tmp_path / 'store'}")
    with Swift(make_app(storage, names=["testserver"])) as client:
        first = client.get(f"/api/rulebooks{path}")

        async def again() -> int:
            with counted() as count:
                status, _, body = await client._transport._asked(  # type: ignore[attr-defined]
                    client._transport._scope(first.request),  # type: ignore[attr-defined]
                    b"",
                )
            assert (status, body) == (first.status_code, first.content)
            return count.loop

        assert client.portal is not None
        assert client.portal.call(again) < IN_THE_LOOP / 50
    storage.close()
