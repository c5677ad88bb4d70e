"""What every visitor fetches is made once: the client's files are compressed, the armies of scenarios drawn up."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from service.table import Table
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from banneret import rulebooks
from banneret.service.handlers.pages import Assets

PLAIN = {"accept-encoding": "identity"}
SCRIPT = b"console.log('a battle') // " + b"x" * 2000


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    (tmp_path / "index.js").write_bytes(SCRIPT)
    (tmp_path / "small.js").write_bytes(b"1")
    (tmp_path / "font.woff2").write_bytes(b"w" * 2000)
    return TestClient(Starlette(routes=[Mount("/assets", Assets(str(tmp_path)))]))


def test_a_file_is_compressed_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[bytes] = []
    compress = gzip.compress

    def counted(data: bytes, **words: Any) -> bytes:
        packed.append(data)
        return compress(data, **words)

    monkeypatch.setattr(gzip, "compress", counted)
    for _ in range(3):
        answer = client.get("/assets/index.js")
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < 200
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.content == SCRIPT
    assert packed == [SCRIPT]


def test_a_file_that_is_written_again_is_compressed_again(client: TestClient, tmp_path: Path) -> None:
    client.get("/assets/index.js")
    (tmp_path / "index.js").write_bytes(SCRIPT + b"more")
    assert client.get("/assets/index.js").content == SCRIPT + b"more"


def test_what_is_small_no_text_or_asked_for_as_it_is_stays_as_it_is(client: TestClient) -> None:
    assert "content-encoding" not in client.get("/assets/small.js").headers
    assert "content-encoding" not in client.get("/assets/font.woff2").headers
    plain = client.get("/assets/index.js", headers=PLAIN)
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "accept-encoding"
    part = client.get("/assets/index.js", headers={"range": "bytes=0-6"})
    assert (part.status_code, part.content) == (206, b"console")
    assert "content-encoding" not in client.head("/assets/index.js").headers


def test_who_has_it_is_told_so(client: TestClient) -> None:
    first = client.get("/assets/index.js")
    again = client.get("/assets/index.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_armies_of_scenarios_are_drawn_up_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebooks.get("battlesystem")
    first = table.client.get("/api/rulebooks/battlesystem").json()
    monkeypatch.setattr(book, "armies", lambda scenario: pytest.fail("drawn up again"))
    assert table.client.get("/api/rulebooks/battlesystem").json() == first
    assert {line["id"] for line in first["scenarios"]} == set(book.scenarios())
