"""The store: on SQLite and on PostgreSQL; what has been acknowledged is there, whatever fails."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import banneret
from banneret.kernel.battle import Battle
from banneret.service.errors import StorageError
from banneret.service.storage.battles import Growth, split
from banneret.service.storage.guests import Invitation, Place
from banneret.service.storage.notices import Notice
from banneret.service.storage.receipts import Receipt
from banneret.service.storage.seats import NewSeat
from banneret.service.storage.store import Storage
from banneret.service.tokens import digest


@pytest.fixture
def store(database: str) -> Iterator[Storage]:
    found = Storage(database)
    yield found
    found.close()


def do(store: Storage, work: Any) -> Any:
    return store.submit(work).result(30)


def battle(seed: int = 7) -> Battle:
    return banneret.start("stacks", "first_blood", seed=seed)


def seats(name: str) -> list[NewSeat]:
    return [
        NewSeat("attacker", "attacker", digest(name + "attacker"), True),
        NewSeat("spectator", "spectator", digest(name), False),
    ]


def begin(store: Storage, name: str = "one") -> Battle:
    made = battle()
    do(store, store.battles.create(name, made.private_text, seats(name), False))
    return made


def keep(store: Storage, name: str, made: Battle, stored: int, request: str = "") -> None:
    lines = [made.record.line(number) for number in range(stored + 1, made.record.count + 1)]
    receipt = Receipt("attacker", request, 2**44 + stored) if request else None
    do(store, store.battles.extend(name, Growth(stored, lines, made.is_over), receipt))


def test_a_battle_comes_back_as_it_was_written(store: Storage) -> None:
    made = begin(store)
    assert do(store, store.battles.load("one")).text == made.private_text
    stored = made.record.count
    made.play_out()
    keep(store, "one", made, stored, "r1")
    kept = do(store, store.battles.load("one"))
    assert kept.text == made.private_text
    assert kept.updated >= kept.created
    assert banneret.loads(kept.text).is_over
    assert do(store, store.receipts.find("one", "attacker", "r1")) == Receipt(
        "attacker", "r1", 2**44 + stored
    )
    assert do(store, store.receipts.find("one", "attacker", "r2")) is None
    assert do(store, store.receipts.latest("one", 5)) == [Receipt("attacker", "r1", 2**44 + stored)]


def test_entries_that_were_taken_back_are_gone(store: Storage) -> None:
    made = begin(store)
    made.give("attacker", "none")
    keep(store, "one", made, 0)
    made.undo("attacker")
    keep(store, "one", made, made.record.count)
    assert do(store, store.battles.load("one")).text == made.private_text


def test_seats_are_found_by_the_digest_of_their_token_alone(store: Storage) -> None:
    begin(store)
    seat = do(store, store.seats.find(digest("oneattacker")))
    assert (seat.battle, seat.name, seat.side, seat.mine) == ("one", "attacker", "attacker", True)
    assert do(store, store.seats.find(digest("twoattacker"))) is None
    found = do(store, store.seats.find_many([digest("one"), digest("two")]))
    assert [one.name for one in found.values()] == ["spectator"]
    assert len(do(store, store.seats.of_battle("one"))) == 2


def test_words_and_pauses_are_kept_and_all_goes_when_a_battle_is_deleted(store: Storage) -> None:
    begin(store)
    begin(store, "two")
    do(store, store.battles.say("one", 1, "attacker", "“Hail”, ☃ and 'quotes'; -- no more"))
    do(store, store.battles.pause("one", "broken"))
    kept = do(store, store.battles.load("one"))
    assert kept.words == ((1, "attacker", "“Hail”, ☃ and 'quotes'; -- no more"),)
    assert kept.paused == "broken"
    do(store, store.battles.delete("one"))
    assert do(store, store.battles.load("one")) is None
    assert do(store, store.seats.find(digest("oneattacker"))) is None
    assert do(store, store.battles.load("two")) is not None


def test_a_battle_that_waits_is_begun_anew_in_its_place(store: Storage) -> None:
    made = battle()
    do(store, store.battles.create("one", made.private_text, seats("one"), False, "waits"))
    assert do(store, store.battles.load("one")).gathering == "waits"
    do(store, store.battles.gather("one", "waits for less"))
    assert do(store, store.battles.load("one")).gathering == "waits for less"
    other = battle(8)
    other.play_out()
    do(store, store.battles.pause("one", "tea"))
    do(store, store.battles.begin("one", other.private_text))
    kept = do(store, store.battles.load("one"))
    assert kept.text == other.private_text
    assert (kept.gathering, kept.paused) == ("", "")
    assert do(store, store.seats.find(digest("oneattacker"))).battle == "one"
    do(store, store.battles.gather("one", "again"))
    do(store, store.battles.delete("one"))
    assert do(store, store.battles.load("one")) is None


def test_guests_and_where_they_are_written_to_come_and_go_with_their_seat(store: Storage) -> None:
    made = battle()
    first = Invitation(digest("i"), "one", "defender")
    new = [NewSeat("attacker", "attacker", digest("a"), True, "Mara")]
    do(store, store.battles.create("one", made.private_text, new, False, invitations=[first]))
    assert do(store, store.guests.find(digest("i"))) == first
    do(store, store.guests.invite(Invitation(digest("j"), "one", "", True)))
    assert do(store, store.guests.find(digest("i"))).void
    do(store, store.guests.open("one", ["defender"]))
    do(store, store.guests.claim("one", Place("defender", True, digest("s"), 3), digest("d"), "Ines"))
    kept = do(store, store.battles.load("one"))
    assert kept.places == (Place("defender", True, digest("s"), 3),)
    assert dict(kept.people) == {"attacker": "Mara", "defender": "Ines"}
    for seat in ("attacker", "defender"):
        do(store, store.notices.keep(Notice("one", seat, "mail", "a@example.org", f"t{seat}")))
    do(store, store.guests.unseat("one", "defender"))
    assert do(store, store.seats.find(digest("d"))) is None
    assert do(store, store.guests.find(digest("j"))).void
    do(store, store.guests.swap("one", "attacker", "defender"))
    kept = do(store, store.battles.load("one"))
    assert (kept.places, dict(kept.people)) == ((Place("attacker"),), {"defender": "Mara"})
    (notice,) = do(store, store.notices.all())
    assert (notice.seat, notice.token) == ("defender", "tattacker")
    do(store, store.notices.mark(notice._replace(due=5.0, told=1, confirmed=True)))
    (notice,) = do(store, store.notices.all())
    assert (notice.due, notice.told, notice.confirmed) == (5.0, 1, True)
    do(store, store.battles.delete("one"))
    assert do(store, store.notices.all()) == []
    assert do(store, store.guests.find(digest("j"))) is None


def test_a_work_that_fails_harms_no_other_in_its_transaction(store: Storage) -> None:
    made = begin(store)
    gate = threading.Event()
    blocker = store.submit(lambda _: gate.wait(30))  # what follows goes into one transaction together

    def fails(connection: sa.Connection) -> None:
        connection.execute(sa.text("UPDATE battles SET paused = 'half done'"))
        raise RuntimeError("in the middle")

    works = [
        store.battles.say("one", 1, "attacker", "a"),
        fails,
        store.battles.say("one", 1, "attacker", "again"),
        store.battles.say("one", 2, "attacker", "b"),
    ]
    futures: list[Future[Any]] = [store.submit(work) for work in works]
    gate.set()
    blocker.result(30)
    outcomes = [one.exception(30) for one in futures]
    assert [isinstance(one, StorageError) for one in outcomes] == [False, True, True, False]
    kept = do(store, store.battles.load("one"))
    assert [text for _, _, text in kept.words] == ["a", "b"]
    assert kept.paused == ""
    assert kept.text == made.private_text


def test_what_is_asked_for_in_one_turn_of_the_loop_shares_a_transaction(store: Storage) -> None:
    begin(store)
    begun: list[object] = []
    sa.event.listen(store.engine, "begin", begun.append)

    async def say_all() -> None:
        works = [store.battles.say("one", number, "attacker", "a") for number in range(1, 21)]
        await asyncio.gather(*map(store.run, works))

    asyncio.run(say_all())
    assert len(begun) == 1
    assert len(do(store, store.battles.load("one")).words) == 20


def test_what_was_acknowledged_survives_closing(database: str) -> None:
    first = Storage(database)
    made = begin(first)
    made.play_out()
    futures = [first.submit(first.battles.say("one", number, "attacker", "x")) for number in range(1, 101)]
    keep(first, "one", made, 0)
    first.close()
    assert all(one.exception(0) is None for one in futures)
    with pytest.raises(StorageError, match="closed"):
        do(first, first.battles.load("one"))
    second = Storage(database)
    kept = do(second, second.battles.load("one"))
    assert kept.text == made.private_text
    assert len(kept.words) == 100
    second.close()


@pytest.mark.parametrize("where", ["statement", "commit"])
def test_nothing_that_was_acknowledged_is_lost_when_the_disk_fails(store: Storage, where: str) -> None:
    """Every third write fails in its statement or its commit; in between all is well."""
    begin(store)
    countdown = [0]

    def strike(*_: Any) -> None:
        countdown[0] -= 1
        if countdown[0] == 0:
            raise OSError(28, "No space left on device")

    event = "before_cursor_execute" if where == "statement" else "commit"
    sa.event.listen(store.engine, event, strike)
    said: list[int] = []
    failed = 0
    for number in range(1, 41):
        countdown[0] = 1 if number % 3 == 0 else 0
        error = store.submit(store.battles.say("one", number, "attacker", str(number))).exception(30)
        if error is None:
            said.append(number)
        else:
            assert isinstance(error, StorageError)
            assert str(error) == "the disk is full"
            failed += 1
    sa.event.remove(store.engine, event, strike)
    assert failed >= 5
    assert len(said) >= 20
    assert [number for number, _, _ in do(store, store.battles.load("one")).words] == said


def connect_again(store: Storage) -> None:
    """A work that fails, after which its connection is not used again, and none that was kept."""

    def fail(_: sa.Connection) -> None:
        raise banneret.BadInput("nothing")

    with pytest.raises(banneret.BadInput):
        do(store, fail)
    store.engine.dispose()


def test_a_store_that_cannot_be_written_refuses_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "battles.sqlite3"
    first = Storage(f"sqlite:///{path}")
    made = begin(first)
    read_only = [True]

    def settle(raw: Any, _: Any) -> None:
        raw.execute(f"PRAGMA query_only={int(read_only[0])}").close()

    sa.event.listen(first.engine, "connect", settle)
    connect_again(first)
    with pytest.raises(StorageError, match="it is read-only"):
        do(first, first.battles.say("one", 1, "attacker", "x"))
    read_only[0] = False
    first.engine.dispose()
    kept = do(first, first.battles.load("one"))
    assert (kept.text, kept.words) == (made.private_text, ())
    first.close()


def test_a_full_disk_refuses_with_a_reason(tmp_path: Path) -> None:
    store = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    begin(store)
    sa.event.listen(store.engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count=60").close())
    connect_again(store)
    said: list[int] = []
    error = None
    while error is None and len(said) < 3000:
        error = store.submit(store.battles.say("one", len(said) + 1, "attacker", "x" * 300)).exception(30)
        said += [] if error else [len(said) + 1]
    assert isinstance(error, StorageError)
    assert str(error) == "the disk is full"
    assert said
    assert [number for number, _, _ in do(store, store.battles.load("one")).words] == said
    store.close()


def test_an_url_that_leads_nowhere_is_told_without_its_password() -> None:
    with pytest.raises(banneret.BadInput) as caught:
        Storage("postgresql+psycopg://me:geheim@127.0.0.1:1/none")
    assert "geheim" not in str(caught.value)
    for url in ("nosuch://x", "postgresql+psycopg://me:geheim@127.0.0.1:port/none", "battles.sqlite3"):
        with pytest.raises(banneret.BadInput, match="no database can be reached") as caught:
            Storage(url)
        assert "geheim" not in str(caught.value)


def test_a_record_is_split_and_put_together(store: Storage) -> None:
    made = battle()
    made.play_out()
    head, lines, seed = split(made.private_text)
    assert head.count("\n") == 8
    assert len(lines) == made.record.count
    assert f"seed {seed}\n" in made.private_text


def test_a_database_is_one_process_alone(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second one is refused and told what to do, for as long as the first one lives; however that ends."""
    monkeypatch.setattr("banneret.service.storage.claim.PATIENCE", 0.2)
    program = "import sys, banneret.service.storage.store as s; s.Storage(sys.argv[1]); print('open', flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", program, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"open\n"
    with pytest.raises(banneret.BadInput) as caught:
        Storage(database)
    assert "is open already" in str(caught.value)
    assert "end it first" in str(caught.value)
    other.kill()
    other.communicate()
    monkeypatch.setattr("banneret.service.storage.claim.PATIENCE", 10.0)
    first = Storage(database)
    made = begin(first)
    monkeypatch.setattr("banneret.service.storage.claim.PATIENCE", 0.2)
    with pytest.raises(banneret.BadInput, match="open already"):
        Storage(database)
    assert do(first, first.battles.load("one")).text == made.private_text
    first.close()
    second = Storage(database)
    assert do(second, second.battles.load("one")).text == made.private_text
    second.close()


def test_many_orders_are_stored_at_once_and_one_that_cannot_be_spoils_no_other(store: Storage) -> None:
    """Orders that have waited for each other's flush of the disk: of three battles, two of them of one."""
    names = ("one", "two", "three")
    for name in names:
        begin(store, name)
    one, two = "1 a", "2 b"
    held = threading.Event()
    store.submit(lambda _: held.wait(60))

    def extend(name: str, growth: Growth, seat: str) -> Future[None]:
        return store.submit(store.battles.extend(name, growth, Receipt(seat, "same", 1)))

    first = extend("one", Growth(0, [one], False, last="", shown=("attacker", "spectator")), "attacker")
    after = extend("one", Growth(1, [two], True, last=one), "defender")
    wrong = extend("two", Growth(0, [one], False, last="1 something else"), "attacker")
    right = extend("three", Growth(0, [one], False, last=""), "attacker")
    held.set()
    for future in (first, after, right):
        assert future.result(60) is None
    with pytest.raises(StorageError, match="another process"):
        wrong.result(60)
    texts = {name: do(store, store.battles.load(name)).text.splitlines() for name in names}
    assert texts["one"][-2:] == [one, two]
    assert texts["three"][-1] == one
    assert one not in texts["two"]
    found = {name: [receipt.seat for receipt in do(store, store.receipts.latest(name, 9))] for name in names}
    assert {name: sorted(seats) for name, seats in found.items()} == {
        "one": ["attacker", "defender"],
        "two": [],
        "three": ["attacker"],
    }


def test_nothing_is_written_over_what_somebody_else_has_written(store: Storage) -> None:
    made = begin(store)
    made.give("attacker", "none")
    line = made.record.line(1)
    do(store, store.battles.extend("one", Growth(0, [line], False, last="")))
    with pytest.raises(StorageError, match="another process"):
        do(store, store.battles.extend("one", Growth(0, [line.replace("none", "nine")], False, last="")))
    with pytest.raises(StorageError, match="another process"):
        do(store, store.battles.extend("one", Growth(1, ["2 x"], False, last=line + "x")))
    assert do(store, store.battles.load("one")).text == made.private_text
    do(store, store.battles.extend("one", Growth(0, [], False, last=line), Receipt("attacker", "back", 1)))
    assert (
        do(store, store.battles.load("one")).text
        == banneret.start("stacks", "first_blood", seed=7).private_text
    )
