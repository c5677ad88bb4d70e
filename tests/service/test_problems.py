"""What goes wrong is told with a code, the same on every way: in a problem over HTTP, in a refusal, in a goodbye."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from service.table import Table, fetch
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput
from banneret.service import errors, problems
from banneret.service.codes import Code
from banneret.service.limits import CALLS, MESSAGES, PREVIEWS
from banneret.service.middleware import OtherHost, OtherSite

SOURCES = Path(errors.__file__).parent

KNOWN: list[tuple[Exception, int, Code, str]] = [
    (BadInput("no such ford", where="line 3", hint="try a bridge"), 400, Code.BAD_INPUT, "no such ford"),
    (
        IllegalOrder(Refusal("It is too far.", "stacks:move", ("stay",))),
        409,
        Code.ILLEGAL_ORDER,
        "It is too far.",
    ),
    (IllegalOrder(Refusal("Wait.", "table:turn")), 409, Code.NOT_YOUR_TURN, "Wait."),
    (msgspec.ValidationError("no field x"), 400, Code.UNREADABLE, "no field x"),
    (ClientDisconnect(), 400, Code.UNREADABLE, "The message was not sent whole."),
    (HTTPException(404), 404, Code.NOT_FOUND, "There is nothing at this address."),
    (
        HTTPException(405, headers={"allow": "GET"}),
        405,
        Code.WRONG_METHOD,
        "That cannot be done at this address.",
    ),
    (errors.NoBattle(), 404, Code.NO_BATTLE, "This link opens no battle."),
    (errors.Void(), 404, Code.VOID, "This invitation is void: a new link was made since."),
    (errors.NotFound("No rule."), 404, Code.NOT_FOUND, "No rule."),
    (errors.NotAllowed("Not you."), 404, Code.NOT_ALLOWED, "Not you."),
    (errors.Declined(Code.PAUSED, "Tea."), 409, Code.PAUSED, "Tea."),
    (errors.CannotLoad("Torn."), 409, Code.CANNOT_LOAD, "Torn."),
    (
        errors.Elsewhere(),
        409,
        Code.ELSEWHERE,
        "The battle is open in a terminal. Go on with it here when that has ended.",
    ),
    (errors.TooMuch("Too many."), 429, Code.RATE, "Too many."),
    (
        errors.StorageError("full"),
        503,
        Code.STORE,
        "The store cannot be reached (full); nothing has changed.",
    ),
    (OtherSite("Another site."), 403, Code.OTHER_SITE, "Another site."),
    (OtherHost("Not mine."), 421, Code.OTHER_HOST, "Not mine."),
]


@pytest.mark.parametrize(("error", "status", "code", "sentence"), KNOWN, ids=lambda one: type(one).__name__)
def test_every_exception_has_its_code_on_every_way(
    error: Exception, status: int, code: Code, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    found, problem = problems.problem(error)
    assert (found, problem.code, problem.error) == (status, code, sentence)
    refused = problems.refused("r1", error)
    assert (refused.id, refused.code) == ("r1", code)
    assert problems.goodbye(error).code == code
    assert not caplog.records


def test_what_nobody_has_thought_of_is_an_internal_error_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    status, problem = problems.problem(ZeroDivisionError("the canary"), "/api/here")
    assert (status, problem.code) == (500, Code.INTERNAL)
    assert "canary" not in problem.error
    assert "/api/here" in caplog.text
    assert "ZeroDivisionError: the canary" in caplog.text


def test_nothing_is_lost_where_a_message_has_no_field_for_it() -> None:
    wrong = BadInput("no such ford", where="line 3", hint="try a bridge")
    assert problems.refused("r", wrong).reason == "line 3: no such ford; try a bridge"
    assert problems.goodbye(errors.TooMuch("Too many calls.")).reason == "Too many calls: wait a little."
    far = IllegalOrder(Refusal("It is too far.", "stacks:move", ("move", 3)))
    assert problems.refused("r", far).nearest == "move 3"


def test_every_exception_of_the_service_is_among_them() -> None:
    kinds = {type(error) for error, *_ in KNOWN}
    todo = [errors.ServiceError]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        assert kind in kinds or kind is errors.ServiceError, kind


def test_one_place_makes_problems() -> None:
    """Handlers raise; what is said of it is for `problems` alone."""
    for path in sorted(SOURCES.rglob("*.py")):
        made = re.findall(r"m\.Problem\(", path.read_text(encoding="utf-8"))
        assert not made or path.name == "problems.py", path


def code(table: Table, path: str, token: str = "", body: object = None) -> tuple[int, str]:
    status, answer = fetch(table, path, token, body)
    return status, answer["code"]


def test_codes_over_http(table: Table) -> None:
    tokens = table.begin()
    mine, referee, looker = tokens["attacker"], tokens["referee"], tokens["spectator"]
    assert code(table, "/api/nothing") == (404, "not-found")
    assert code(table, "/api/battle") == (404, "no-battle")
    assert code(table, "/api/battle", "x" * 22) == (404, "no-battle")
    assert code(table, "/api/battles") == (405, "wrong-method")
    assert code(table, "/api/battles", body={"what": 1}) == (400, "unreadable")
    assert code(table, "/api/battles", body={"rulebook": "chess", "scenario": "x"}) == (400, "bad-input")
    assert code(table, "/api/rulebooks/stacks/rules/none") == (404, "not-found")
    assert code(table, "/api/battle/at/99", mine) == (404, "not-found")
    assert code(table, "/api/battle/referee", mine) == (404, "not-allowed")
    assert code(table, "/api/battle/report", referee) == (404, "not-found")
    assert code(table, "/api/battle/delete", looker, {}) == (404, "not-allowed")
    assert code(table, "/api/battle/record", mine) == (409, "not-yet")
    assert code(table, "/api/battle/again", mine, {}) == (409, "not-yet")
    assert code(table, "/api/battle/army", mine, {"army": None}) == (409, "begun")
    table.client.app.state.service.limits.change(CALLS, 0.0, 0.0)  # type: ignore[attr-defined]
    assert code(table, "/api") == (429, "rate")


def test_codes_of_refusals(table: Table) -> None:
    tokens = table.begin("hit_and_run")
    view = table.view(tokens["spectator"])
    at, side = view["at"], view["scene"]["waiting"][0]
    idle = "defender" if side == "attacker" else "attacker"

    assert table.ask(tokens[idle], type="order", id="a", at=at, order="none")["code"] == "not-your-turn"
    assert table.ask(tokens[side], type="order", id="b", at=at, order="fly")["code"] == "illegal-order"
    assert table.ask(tokens[side], type="roll", id="c", at=at, value=1)["code"] == "illegal-order"
    assert table.ask(tokens[side], type="change", id="d", at=at, change="x")["code"] == "not-allowed"
    assert table.ask(tokens[side], type="pause", id="e")["code"] == "not-allowed"
    assert table.ask(tokens[side], type="end", id="f", winners=[side])["code"] == "not-allowed"
    assert table.ask(tokens["spectator"], type="order", id="g", at=at, order="none")["code"] == "not-allowed"
    assert table.ask(tokens[side], type="player", id="h", level="nobody")["code"] == "bad-input"
    assert table.ask(tokens["referee"], type="pause", id="i", reason="tea")["type"] == "done"
    assert table.ask(tokens[side], type="end", id="j")["code"] == "paused"
    assert table.ask(tokens["referee"], type="pause", id="i", reason="rain")["code"] == "id-used"
    assert table.ask(tokens["referee"], type="pause", id="k", on=False)["type"] == "done"
    assert table.ask(tokens[side], type="end", id="l")["type"] == "done"
    at = table.view(tokens[side])["at"]
    assert table.ask(tokens[side], type="order", id="m", at=at, order="none")["code"] == "over"
    assert table.ask(tokens[side], type="end", id="n")["code"] == "over"


def test_codes_of_connections(table: Table) -> None:
    tokens = table.begin()

    def goodbye(line: Any) -> str:
        message = line.receive_json()
        assert message["type"] == "goodbye", message
        assert message["reason"]
        found: str = message["code"]
        return found

    with table.client.websocket_connect("/api/table") as line:
        line.send_text("?")
        assert goodbye(line) == "unreadable"
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": "x" * 22})
        assert goodbye(line) == "no-battle"
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens["attacker"]})
        assert line.receive_json()["type"] == "view"
        assert fetch(table, "/api/battle/delete", tokens["attacker"], {})[0] == 200
        assert goodbye(line) == "no-battle"


def test_codes_of_what_is_too_much(table: Table) -> None:
    tokens = table.begin()
    limits = table.client.app.state.service.limits  # type: ignore[attr-defined]
    limits.change(MESSAGES, 0.0, 0.0)
    limits.change(PREVIEWS, 0.0, 0.0)
    assert table.ask(tokens["attacker"], type="ping")["code"] == "rate"
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens["attacker"]})
        line.receive_json()
        line.send_json({"type": "say", "id": "s", "text": "Hail"})
        answer = line.receive_json()
        assert (answer["type"], answer["id"], answer["code"]) == ("refused", "s", "rate")
        assert answer["reason"] == "Too many messages from this seat: wait a little."
        line.send_json({"type": "foresee", "id": "f", "order": "none"})
        answer = line.receive_json()
        assert (answer["type"], answer["id"], answer["code"]) == ("refused", "f", "rate")
