"""A damaged byte costs what follows it in its own battle, nothing before it and nobody else; and nobody reads what was damaged.

More damage to files: BANNERET_CUTS=100000 python3 dev.py test -s tests/service/test_damage.py -k any_damage
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from forging import frozen
from service.table import Table, fetch, make

import banneret
from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.record.record import Record
from banneret.service.letters.outlets import Outlets
from banneret.service.storage.schema import metadata, notices

SIDES = {"groves": {"by": "me"}, "halls": {"by": "link"}}
SPOILT = b"\xff\xfe"
CUTS = int(os.environ.get("BANNERET_CUTS", "400"))
LONGEST = 40_000  # bytes of a frozen record that is damaged; longer ones only take longer
PLAYED = 100  # every so many damaged records are played on from
TEXTS = [
    (table.name, column.name)
    for table in metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, sa.String)
]  # every column of the store that holds text


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path / "battles.sqlite3")
    yield found
    found.stop()


def spoil(table: Table, name: str, column: str, battle: str, where: str = "") -> int:
    """Put bytes that are no text into the middle of a stored text, as a bad disk does; how many were spoilt."""
    with closing(sqlite3.connect(table.url.removeprefix("sqlite:///"))) as store, store:
        store.text_factory = bytes
        key = "id" if name == "battles" else "battle"
        found = store.execute(
            f"SELECT rowid, {column} FROM {name} WHERE {key} = ? {where}", [battle]
        ).fetchall()
        for row, text in found:
            middle = len(text) // 2
            damaged = text[:middle] + SPOILT + text[middle + 2 :]
            store.execute(f"UPDATE {name} SET {column} = CAST(? AS TEXT) WHERE rowid = ?", [damaged, row])
    return len(found)


def fill(table: Table, battle: str) -> None:
    """Give a battle a row of every table in which it has none, with something of the right type in each column."""
    made_up: dict[type, object] = {str: "x", int: 1, float: 1.0, bool: True}
    with closing(sqlite3.connect(table.url.removeprefix("sqlite:///"))) as store, store:
        for one in metadata.sorted_tables:
            if (
                "battle" not in one.c
                or store.execute(f"SELECT 1 FROM {one.name} WHERE battle = ?", [battle]).fetchone()
            ):
                continue
            row = {c.name: made_up[c.type.python_type] for c in one.columns} | {"battle": battle}
            names = ", ".join(row)
            store.execute(
                f"INSERT INTO {one.name} ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()]
            )


def battle_of(table: Table, tokens: dict[str, str]) -> str:
    return str(table.view(tokens["spectator"])["battle"])


def with_a_guest(table: Table) -> dict[str, str]:
    """A battle with a guest, who has come by invitation, and a clock."""
    made = make(
        table, scenario="two_banners", sides={"groves": {"by": "me"}, "halls": {"by": "guest"}}, referee=True
    )
    clock = {"hours": 24, "lapse": "adjourn"}
    assert fetch(table, "/api/battle/clock", made["tokens"]["referee"], clock)[0] == 200
    claim = {"id": "s" * 22, "person": "Ines"}
    status, answer = fetch(table, "/api/invitation/claim", made["invitations"]["halls"], claim)
    assert status == 201, answer
    tokens: dict[str, str] = made["tokens"] | answer["tokens"]
    return tokens


def listed(table: Table, *tokens: dict[str, str]) -> list[str]:
    words = [token for one in tokens for token in one.values()]
    answer = table.client.post("/api/mine", json={"tokens": words})
    assert answer.status_code == 200, answer.text
    return [one["battle"] for one in answer.json()]


def test_what_stands_before_a_damaged_entry_is_played_on_from(table: Table) -> None:
    tokens = table.begin("two_banners", sides=SIDES)
    for number in range(8):
        view = table.view(tokens["spectator"])
        table.order(tokens[view["scene"]["waiting"][0]], number)
    battle = battle_of(table, tokens)
    whole = fetch(table, "/api/battle/record", tokens["referee"])[1]
    table.stop()
    assert spoil(table, "entries", "line", battle, "AND number = 6") == 1
    table.start()
    view = table.view(tokens["referee"])
    assert view["said"][-1]["seat"] == "table"
    assert "after entry 5 is lost" in view["said"][-1]["text"]
    record = Record.parse(fetch(table, "/api/battle/record", tokens["referee"])[1])
    assert not record.damage
    assert [record.line(n) for n in range(1, 6)] == [Record.parse(whole).line(n) for n in range(1, 6)]
    assert record.entry(6).kind == "mended"
    table.order(tokens[view["scene"]["waiting"][0]], 99)
    table.stop()
    table.start()  # it is stored as it was mended, and said once
    assert [one["seat"] for one in table.view(tokens["referee"])["said"]] == ["table"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "column"), TEXTS)
def test_a_damaged_byte_costs_nobody_else_anything(table: Table, name: str, column: str) -> None:
    sound, spoilt = (with_a_guest(table) for _ in range(2))
    for number in range(3):
        for tokens in (sound, spoilt):
            view = table.view(tokens["spectator"])
            table.order(tokens[view["scene"]["waiting"][0]], number)
    table.ask(spoilt["groves"], type="say", id="word", text="Well met!")
    table.ask(spoilt["groves"], type="undo", id="wish", at=table.view(spoilt["groves"])["at"], to=0)
    listed(table, sound, spoilt)
    battle, other = battle_of(table, spoilt), battle_of(table, sound)
    table.stop()
    fill(table, battle)
    assert spoil(table, name, column, battle) > 0
    table.start()
    answers: list[Any] = [
        table.client.post("/api/mine", json={"tokens": [*sound.values(), *spoilt.values()]})
    ]
    assert answers[0].status_code == 200
    assert other in [one["battle"] for one in answers[0].json()]
    assert table.view(sound["groves"])["scene"]
    for token in spoilt.values():
        headers = {"authorization": f"Bearer {token}"}
        answers += [table.client.get(path, headers=headers) for path in ("/api/battle", "/api/battle/at/1")]
    for answer in answers:
        assert answer.status_code in (200, 404, 409), answer.text
        text = answer.text
        assert "sqlite" not in text.lower()
        assert "decode" not in text
        assert "sealed" not in text


@pytest.mark.long
@pytest.mark.parametrize("column", [column.name for column in notices.columns if column.name != "battle"])
def test_a_damaged_notice_costs_nobody_else_their_letters(tmp_path: Path, column: str) -> None:
    """Whatever a disk has put there: with one row that could not be read nobody was written to any more."""
    table = Table(tmp_path / "battles.sqlite3", Outlets("http://127.0.0.1", webhooks="public", grace=1e6))
    sound, spoilt = (table.begin("two_banners", sides=SIDES) for _ in range(2))
    body = {"kind": "webhook", "address": "https://1.1.1.1/x"}
    for tokens in (sound, spoilt):
        assert fetch(table, "/api/battle/notice", tokens["groves"], body)[0] == 200
    battle = battle_of(table, spoilt)
    for value in ("x", SPOILT, -1, 1e300, float("inf")):
        table.stop()
        with closing(sqlite3.connect(table.url.removeprefix("sqlite:///"))) as store, store:
            store.execute(f"UPDATE notices SET {column} = ? WHERE battle = ?", [value, battle])
        table.start()
        assert len(fetch(table, "/api/battle/notices", sound["groves"])[1]) == 1, value
        assert fetch(table, "/api/battle/notices", spoilt["groves"])[0] == 200
        assert table.view(spoilt["groves"])["scene"]
        postman = table.client.app.state.service.registry.postman  # type: ignore[attr-defined]
        assert not postman._task.done(), value
    table.stop()


@pytest.mark.parametrize("value", ["x", "", SPOILT, -1, 2**62, float("inf")])
def test_a_damaged_time_costs_no_other_battle_its_place_in_a_list(table: Table, value: object) -> None:
    sound, spoilt = (table.begin("two_banners", sides=SIDES) for _ in range(2))
    battles = [battle_of(table, tokens) for tokens in (sound, spoilt)]
    listed(table, sound, spoilt)
    table.stop()
    with closing(sqlite3.connect(table.url.removeprefix("sqlite:///"))) as store, store:
        store.execute("UPDATE seats SET seen = ? WHERE battle = ?", [value, battles[1]])
        store.execute("UPDATE battles SET updated = ?, created = ? WHERE id = ?", [value, value, battles[1]])
    table.start()
    assert set(listed(table, sound, spoilt)) == set(battles)
    assert table.view(spoilt["groves"])["scene"]


@pytest.mark.parametrize(
    "holder", ["\u00e9" * 300, "../../x", "terminal-1-\0", "terminal-1-x", "x\ny", SPOILT]
)
def test_a_damaged_name_of_a_terminal_holds_no_battle(table: Table, holder: object) -> None:
    tokens = table.begin("two_banners", sides=SIDES)
    battle = battle_of(table, tokens)
    table.stop()
    with closing(sqlite3.connect(table.url.removeprefix("sqlite:///"))) as store, store:
        store.execute("INSERT INTO holds (battle, holder) VALUES (?, ?)", [battle, holder])
    table.start()
    assert table.view(tokens["groves"])["scene"]
    assert listed(table, tokens) == [battle] * len(tokens)


def test_an_error_of_the_database_stays_in_the_log(
    table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = table.begin("two_banners", sides=SIDES)
    view = table.view(tokens["spectator"])
    side = view["scene"]["waiting"][0]

    def fail(*_words: object) -> Any:
        raise sqlite3.OperationalError("could not decode 'groves sealed 12ab > reveal 4'")

    monkeypatch.setattr(table.storage.battles, "extend", lambda *_words: fail)
    answer = table.order(tokens[side], 1)
    assert answer["code"] == "store"
    assert "sealed" not in str(answer)
    assert "sealed 12ab" in caplog.text


def cuts(text: str) -> Iterator[int]:
    """The bytes at which a record is damaged: some of the header, and some of every entry."""
    data = text.encode()
    body = data.index(b"\n= ") + 16
    yield from range(0, body, max(1, body // 20))
    yield from range(body, len(data), max(1, (len(data) - body) // 60))


def test_a_damaged_byte_of_a_file_costs_what_follows_it(tmp_path: Path) -> None:
    battle = banneret.start("stacks", "first_blood", seed=5)
    battle.play_out(dict.fromkeys(battle.sides, "random"))
    text = battle.text
    whole = Record.parse(text)
    data = text.encode()
    starts = [data.index(f"\n{number} ".encode()) + 1 for number in range(1, whole.count + 1)]
    path = tmp_path / "battle.banneret"
    for at in cuts(text):
        path.write_bytes(data[:at] + b"\xff" + data[at + 1 :])
        before = sum(start <= at for start in starts) - 1
        if before < 0:  # the header, or the seed: without them there is no battle
            with suppress(BadInput):
                assert banneret.load(path).damage
            continue
        again = banneret.load(path)
        good = [again.record.line(number) for number in range(1, before + 1)]
        assert good == [whole.line(number) for number in range(1, before + 1)]
        assert f"the {before} entries before it are good" in again.damage, at
        assert not banneret.verify(path.read_bytes().decode(errors="replace")).ok


def damaged(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A file with its end cut off, a piece lost, or a bit or some bits of it flipped, mostly behind its header; and which of these."""
    header = data.index(b"\n1 ") if chance.random() < 0.9 else 0
    at = chance.randrange(header, len(data))
    kind = chance.choice(["end cut off", "piece lost", "bit flipped", "bits flipped"])
    if kind == "end cut off":
        return kind, data[:at]
    if kind == "piece lost":
        return kind, data[:at] + data[at + chance.randint(1, 200) :]
    spoilt = bytearray(data)
    for _ in range(1 if kind == "bit flipped" else chance.randint(2, 20)):
        spoilt[chance.randrange(header, len(data))] ^= 1 << chance.randrange(8)
    return kind, bytes(spoilt)


def whole_lines(data: bytes, spoilt: bytes) -> bytes:
    """The lines before the first byte that is not as it was."""
    same = next(
        (n for n, pair in enumerate(zip(data, spoilt, strict=False)) if pair[0] != pair[1]), len(spoilt)
    )
    return data[: data.rfind(b"\n", 0, same) + 1]


def load_damaged(data: bytes, spoilt: bytes, played: bool) -> str:
    """Load a damaged file as it is loaded from a disk: what came of it. The header or the seed may be beyond help."""
    good = whole_lines(data, spoilt)
    begin = data.index(b"\n1 ") + 1  # of the first entry
    record = None
    with suppress(BadInput):
        record = Record.parse(spoilt.decode(errors="replace"))
    if record is None:
        assert len(good) < begin, "there are good entries, and it is refused"
        return "refused"
    if len(good) < begin:
        assert record.damage or record.count == 0 or record.seed != Record.parse(data.decode()).seed
        return "read, not whole"
    assert record.text.encode() == good
    assert record.damage or good == spoilt
    if played:
        battle = banneret.loads(spoilt.decode(errors="replace"))
        assert battle.private_text.encode().startswith(good)
        if not battle.is_over:
            battle.advance(1)
    return "read to the damage"


def played_now() -> Iterator[bytes]:
    """A record of each rulebook that has no frozen ones."""
    for book in rulebooks.names():
        if not frozen(book):
            battle = banneret.start(book, next(iter(rulebooks.get(book).scenarios())), seed=5)
            battle.play_out(dict.fromkeys(battle.sides, "random"))
            yield battle.text.encode()


@pytest.mark.long
def test_of_any_damaged_file_the_longest_good_beginning_loads() -> None:
    chance = random.Random(11)
    frozen_ones = [data for file in frozen() if len(data := file.read_bytes()) < LONGEST]
    shelf = [*frozen_ones, *played_now()]
    found: Counter[str] = Counter()
    for number in range(CUTS):
        data = chance.choice(shelf)
        kind, spoilt = damaged(data, chance)
        try:
            found[load_damaged(data, spoilt, number % PLAYED == 0)] += 1
        except Exception as error:
            raise AssertionError(f"damage {number} ({kind}): {type(error).__name__}: {error}") from error
    print(f"{CUTS} damaged records: {dict(found)}")
    assert found["read to the damage"] > CUTS / 2
