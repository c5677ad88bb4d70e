"""Whatever is asked at whatever address: the answer is JSON with a sentence, under the strict policy, and nothing is an internal error."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from service.table import Table
from starlette.websockets import WebSocketDisconnect

from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.routes import ROUTES
from banneret.service.server import free_port

ELSEWHERE = [
    ("GET", "/api/nothing", 404),
    ("GET", "/nothing", 404),
    ("GET", "/api/battle/at/-1", 404),
    ("GET", "/api/battle/at/" + "9" * 5000, 404),
    ("GET", "/api/battle/at/99999999999999999999", 404),
    ("GET", "/api/battle/at/\u0663", 404),
    ("GET", "/api/battle/at/1.5", 404),
    ("GET", "/assets/nothing.js", 404),
    ("POST", "/api/battle", 405),
    ("GET", "/api/battles", 405),
    ("DELETE", "/api/battle/delete", 405),
    ("PUT", "/", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), ELSEWHERE, ids=lambda value: str(value)[:30])
def test_nothing_there_is_said_in_json(table: Table, method: str, path: str, status: int) -> None:
    token = table.begin()["attacker"]
    answer = table.client.request(method, path, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == status
    assert answer.json()["error"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert (status == 405) == ("allow" in answer.headers)


def test_a_browser_that_asks_for_a_page_gets_one_that_says_so(table: Table) -> None:
    browser = {"accept": "text/html,application/xhtml+xml"}
    answer = table.client.get("/nothing", headers=browser)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    for path in ("/api/nothing", "/assets/nothing.js"):
        assert "html" not in table.client.get(path, headers=browser).headers["content-type"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://evil.example", 403),
        ("null", 403),
        ("http://testserver.evil.example", 403),
        ("http://testserver", 201),
        ("https://testserver", 201),
    ],
)
def test_another_site_does_not_speak_for_a_visitor(table: Table, origin: str, status: int) -> None:
    body = {"rulebook": "stacks", "scenario": "first_blood"}
    answer = table.client.post("/api/battles", json=body, headers={"origin": origin})
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"]
        assert "content-security-policy" in answer.headers
    assert table.client.get("/api/rulebooks", headers={"origin": origin}).status_code == 200


def test_a_connection_from_another_site_is_closed_with_its_code(table: Table) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        table.client.websocket_connect("/api/table", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert (caught.value.code, caught.value.reason) == (4403, "other-site")


def test_a_message_that_is_torn_off_is_no_internal_error(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    parts: list[Any] = [
        {"type": "http.request", "body": b'{"rule', "more_body": True},
        {"type": "http.disconnect"},
    ]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/battles",
        "raw_path": b"/api/battles",
        "query_string": b"",
        "headers": [(b"host", b"here")],
        "client": ("127.0.0.1", 1),
    }

    async def receive() -> Any:
        return parts.pop(0)

    async def send(_message: Any) -> None:
        pass

    asyncio.run(table.client.app(scope, receive, send))  # type: ignore[arg-type]
    assert not caplog.records


def test_a_message_is_measured_in_bytes(table: Table) -> None:
    token = table.begin()["attacker"]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": token})
        assert line.receive_json()["type"] == "view"
        text = '{"type":"order","id":"a","at":1,"order":"' + "\u4e2d" * 3990 + '"' + " " * 8000 + "}"
        assert len(text) < m.MAX_MESSAGE < len(text.encode())
        line.send_text(text)
        goodbye = line.receive_json()
        assert goodbye["type"] == "goodbye"
        assert "longer than 16384 bytes" in goodbye["reason"]


def test_sentences_say_what_is_so(table: Table) -> None:
    tokens = table.begin()

    def reason(seat: str, **request: Any) -> Any:
        return table.ask(tokens[seat], id=f"{seat}{request['type']}", **request).get("reason")

    for seat in ("attacker", "defender", "referee"):
        at = table.view(tokens[seat])["at"]
        assert reason(seat, type="roll", at=at, value=3) == "No die is needed now."
    assert "Only the referee says" in reason("attacker", type="end", winners=["attacker"])
    assert "ending" not in table.view(tokens["attacker"])["scene"]
    twice = {"type": "end", "winners": ["defender", "defender"], "reason": "late"}
    assert table.ask(tokens["referee"], id="e", **twice)["type"] == "done"
    assert table.view(tokens["attacker"])["scene"]["ending"]["winners"] == ["defender"]
    at = table.view(tokens["attacker"])["at"]
    late = table.ask(tokens["attacker"], type="roll", id="z", at=at, value=3)
    assert late["reason"] == "The battle is over; a fork of it can be played on."


def test_a_die_that_is_anothers_is_said_to_be(table: Table) -> None:
    sides = {"west": {"by": "me"}, "east": {"by": "link"}}
    tokens = table.begin("narrow_sea", dice="typed", sides=sides)
    view = table.view(tokens["spectator"])
    other = "east" if view["scene"]["waiting"] == ["west"] else "west"
    answer = table.ask(tokens[other], type="roll", id="r", at=view["at"], value=3)
    assert answer["reason"] == "The die is another side's to roll."
    assert answer["code"] == "not-your-turn"


def test_the_interface_tells_its_statuses(table: Table) -> None:
    paths = table.client.get("/api/openapi.json").json()["paths"]
    for path in ("/api/battles", "/api/import", "/api/battle/fork", "/api/battle/again"):
        assert set(paths[path]["post"]["responses"]) == {"201", "400", "404", "409", "429", "503"}
    assert "200" in paths["/api/battle"]["get"]["responses"]
    assert "Thinking" not in json.dumps(paths)


def test_a_port_is_found_at_any_address_of_this_machine() -> None:
    assert free_port("127.0.0.1", 0) > 0
    assert free_port("localhost", 0) > 0
    for host in ("999.1.1.1", "no such host", "\ud800"):
        with pytest.raises(BadInput, match="is not an address") as caught:
            free_port(host, 0)
        assert "127.0.0.1" in str(caught.value)
    with pytest.raises(BadInput, match="is not an address of this machine"):
        free_port("192.0.2.7", 0)


def test_a_port_is_found_at_an_address_of_the_newer_kind() -> None:
    try:
        found = free_port("::1", 0)
    except BadInput:
        pytest.skip("this machine has none")
    assert found > 0


@pytest.mark.parametrize("letters", ["x", "stacks", "\u00e9"])
def test_a_long_name_is_not_looked_for(table: Table, letters: str) -> None:
    """At any address with a name in it: to liken 54,000 letters to the names of scenarios took five seconds of the event loop."""
    token = table.begin()["attacker"]
    for route in ROUTES:
        for name in route.parameters:
            words = dict.fromkeys(route.parameters, "stacks") | {name: letters * 1000}
            path = route.path.format(**words)
            answer = table.client.request(route.method, path, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code in (404, 429), path
            assert len(answer.content) < 300
