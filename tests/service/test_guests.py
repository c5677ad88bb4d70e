"""Invitations: a side that is left to a guest is nobody's until one claims it, and then nobody's but theirs."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from service.table import Table, fetch, make
from starlette.websockets import WebSocketDisconnect

from banneret.service import messages as m
from banneret.service.handlers.socket import Connection, _serve
from banneret.service.live import requests
from banneret.service.live.seating import SENT_AWAY

SECRET = "s" * 22
OTHER = "t" * 22
SIDES = {"attacker": {"by": "me"}, "defender": {"by": "guest"}}


def begin(table: Table, **more: Any) -> dict[str, Any]:
    """A battle whose second side is left to a guest."""
    return make(table, **{"sides": SIDES, "person": "Mara", **more})


def claim(table: Table, invitation: str, secret: str = SECRET, **more: Any) -> tuple[int, Any]:
    return fetch(table, "/api/invitation/claim", invitation, {"id": secret, "person": "Ines", **more})


def seat(table: Table, token: str, side: str = "defender") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in table.view(token)["seats"] if one["name"] == side)
    return found


@pytest.fixture
def made(table: Table) -> dict[str, Any]:
    return begin(table)


def test_whoever_begins_holds_no_link_of_the_guest(table: Table, made: dict[str, Any]) -> None:
    assert set(made["tokens"]) == {"attacker", "spectator"}
    assert made["mine"] == ["attacker"]
    assert set(made["invitations"]) == {"defender"}
    assert seat(table, made["tokens"]["attacker"]) == {
        "name": "defender",
        "side": "defender",
        "guest": True,
        "free": True,
    }
    assert seat(table, made["tokens"]["attacker"], "attacker")["person"] == "Mara"


def test_an_invitation_shows_what_everybody_may_see_and_no_more(table: Table, made: dict[str, Any]) -> None:
    invitation = made["invitations"]["defender"]
    status, door = fetch(table, "/api/invitation", invitation)
    assert status == 200
    assert (door["host"], door["sides"], door["battle"]) == ("Mara", ["defender"], made["battle"])
    assert door["scene"]["seat"] == "spectator"
    assert table.view(invitation)["side"] == "spectator"
    for path in ("/api/battle/record", "/api/battle/referee"):
        assert fetch(table, path, invitation)[0] in (404, 409)
    assert fetch(table, "/api/battle/delete", invitation, {})[0] == 404
    assert fetch(table, "/api/battle/fork", invitation, {})[0] == 409
    assert fetch(table, "/api/invitation", made["tokens"]["attacker"])[0] == 404, "a seat is no invitation"


def test_waiting_opened_here_gone_again(table: Table, made: dict[str, Any]) -> None:
    host, invitation = made["tokens"]["attacker"], made["invitations"]["defender"]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": host})
        assert "opened" not in line.receive_json()["seats"][1]
        fetch(table, "/api/invitation", invitation)  # asking changes nothing
        assert fetch(table, "/api/invitation/open", invitation, {})[0] == 200
        opened = line.receive_json()
        assert opened["seats"][1]["opened"]
        fetch(table, "/api/invitation/open", invitation, {})  # the second time is no news
        status, guest = claim(table, invitation)
        assert status == 201
        assert set(guest["tokens"]) == {"defender"}
        come = line.receive_json()
        assert come["seats"][1] == {
            "name": "defender", "side": "defender", "guest": True, "opened": True, "person": "Ines",
        }  # fmt: skip
        assert come["said"][-1]["text"] == "Ines plays Defender."
        with table.client.websocket_connect("/api/table") as theirs:
            theirs.send_json({"type": "sit", "token": guest["tokens"]["defender"]})
            assert theirs.receive_json()["side"] == "defender"
            assert line.receive_json()["seats"][1]["here"]
        assert not line.receive_json()["seats"][1].get("here")


def test_everybody_sees_what_a_player_goes_by(table: Table, made: dict[str, Any]) -> None:
    host, watcher = made["tokens"]["attacker"], made["tokens"]["spectator"]
    status, _ = fetch(table, "/api/battle/name", host, {"person": "  Mara\n of\u202eBree "})
    assert status == 200
    assert seat(table, watcher, "attacker")["person"] == "Mara of Bree"
    assert fetch(table, "/api/battle/name", watcher, {"person": "Nobody"})[0] == 409
    assert fetch(table, "/api/battle/name", host, {"person": "n" * 41})[0] == 400
    table.stop()
    table.start()
    assert seat(table, watcher, "attacker")["person"] == "Mara of Bree"


def test_the_link_is_spent_and_the_host_cannot_sit_there(table: Table, made: dict[str, Any]) -> None:
    host, invitation = made["tokens"]["attacker"], made["invitations"]["defender"]
    assert claim(table, invitation)[0] == 201
    status, problem = claim(table, invitation, OTHER)
    assert (status, problem["code"]) == (409, "taken")
    status, door = fetch(table, "/api/invitation", invitation)
    assert (status, "sides" in door) == (200, False)
    assert table.view(invitation)["side"] == "spectator", "whoever comes too late may watch"
    status, problem = fetch(table, "/api/battle/invite", host, {"side": "defender"})
    assert (status, problem["code"]) == (409, "taken")


def test_a_claim_that_is_sent_again_loses_no_seat(table: Table, made: dict[str, Any]) -> None:
    invitation = made["invitations"]["defender"]
    first = claim(table, invitation)[1]["tokens"]["defender"]
    status, second = claim(table, invitation)
    assert status == 201
    assert fetch(table, "/api/battle", first)[0] == 404, "the answer that was lost opens nothing"
    assert table.view(second["tokens"]["defender"])["side"] == "defender"


def test_of_many_guests_at_once_one_has_the_seat(table: Table, made: dict[str, Any]) -> None:
    table.client.app.state.service.limits.lift()  # type: ignore[attr-defined]
    invitation, gate = made["invitations"]["defender"], threading.Barrier(8)

    def come(number: int) -> int:
        gate.wait()
        return claim(table, invitation, f"{number}" * 22)[0]

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(come, range(8)))
    assert answers == [201, *[409] * 7]


def test_a_new_link_makes_the_old_one_void(table: Table, made: dict[str, Any]) -> None:
    host, old = made["tokens"]["attacker"], made["invitations"]["defender"]
    status, answer = fetch(table, "/api/battle/invite", host, {"side": "defender"})
    assert status == 200
    for path, body in (("/api/invitation", None), ("/api/invitation/open", {}), ("/api/battle", None)):
        status, problem = fetch(table, path, old, body)
        assert (status, problem["code"]) == (404, "void")
    assert claim(table, old)[1]["code"] == "void"
    assert claim(table, answer["invitation"])[0] == 201
    assert fetch(table, "/api/battle/invite", made["tokens"]["spectator"], {})[0] == 404


def test_everything_is_as_it_was_after_a_restart(table: Table, made: dict[str, Any]) -> None:
    host = made["tokens"]["attacker"]
    new = fetch(table, "/api/battle/invite", host, {"side": "defender"})[1]["invitation"]
    fetch(table, "/api/invitation/open", new, {})
    table.stop()
    table.start()
    assert seat(table, host)["opened"]
    assert fetch(table, "/api/invitation", made["invitations"]["defender"])[1]["code"] == "void"
    guest = claim(table, new)[1]["tokens"]["defender"]
    table.stop()
    table.start()
    assert seat(table, host)["person"] == "Ines"
    assert table.view(guest)["side"] == "defender"
    assert claim(table, new, OTHER)[1]["code"] == "taken"


def test_the_computer_plays_until_the_guest_comes(table: Table, made: dict[str, Any]) -> None:
    host, invitation = made["tokens"]["attacker"], made["invitations"]["defender"]
    request = {"type": "player", "id": "p", "side": "defender", "level": "greedy"}
    assert table.ask(made["tokens"]["spectator"], **request)["type"] == "refused"
    assert table.ask(host, **request)["type"] == "done"
    assert seat(table, host)["computer"] == "greedy"
    guest = claim(table, invitation)[1]["tokens"]["defender"]
    assert "computer" not in seat(table, guest)
    answer = table.ask(host, **{**request, "id": "q"})
    assert "computer" not in seat(table, guest), answer  # it was for the host's own side by then


def test_who_was_said_goodbye_to_is_not_heard_any_more(table: Table, made: dict[str, Any]) -> None:
    """Another guest may sit there already while the goodbye waits for a client that takes nothing."""
    token = claim(table, made["invitations"]["defender"])[1]["tokens"]["defender"]
    service = table.client.app.state.service  # type: ignore[attr-defined]

    class Deaf:
        """A socket whose client sends and takes nothing."""

        def __init__(self) -> None:
            self.sent: asyncio.Queue[bytes] = asyncio.Queue()

        async def receive(self) -> dict[str, Any]:
            data = await self.sent.get()
            return {"type": "websocket.receive", "bytes": data} if data else {"type": "websocket.disconnect"}

        async def send_text(self, _text: str) -> None:
            await asyncio.Event().wait()

    async def scenario() -> bool:
        seat = await service.registry.seat(token)
        session = await service.registry.open(made["battle"])
        socket, connection = Deaf(), Connection(seat, lambda: None)
        serving = asyncio.create_task(_serve(socket, service, session, connection))  # type: ignore[arg-type]
        while connection not in session.listeners:
            await asyncio.sleep(0)
        session.part("defender", SENT_AWAY)
        socket.sent.put_nowait(msgspec.json.encode(m.Finish(id="f")))
        socket.sent.put_nowait(b"")
        with pytest.raises(WebSocketDisconnect):
            await serving
        over: bool = session.battle.is_over
        return over

    assert not table.client.portal.call(scenario)  # type: ignore[union-attr]


def test_a_guest_who_was_sent_away_does_nothing_more_by_a_line_that_is_still_open(
    table: Table, made: dict[str, Any]
) -> None:
    """A client that takes no goodbye is cut after a while; until then it may send."""
    token = claim(table, made["invitations"]["defender"])[1]["tokens"]["defender"]
    registry = table.client.app.state.service.registry  # type: ignore[attr-defined]
    call = table.client.portal.call  # type: ignore[union-attr]
    gone, session = call(registry.seat, token), call(registry.open, made["battle"])
    host = made["tokens"]["attacker"]
    assert fetch(table, "/api/battle/guest/back", host, {"side": "defender"})[0] == 200
    order = table.view(host)["scene"]["questions"][0]["default"]
    for wanted in (
        m.Finish(id="f"),
        m.HandOver(id="h", level="greedy"),
        m.Say(id="s", text="Still here"),
        m.Foresee(id="p", order=order),
    ):
        answer = call(requests.answer, registry, session, gone, wanted)
        assert isinstance(answer, m.Refused), wanted
        assert answer.code == "no-battle"
    view = table.view(host)
    assert "ending" not in view["scene"]
    assert not any(one.get("computer") for one in view["seats"])
    assert all(word["seat"] == "table" for word in view["said"])


def test_the_seat_is_asked_back_until_the_guest_has_ordered(table: Table, made: dict[str, Any]) -> None:
    host, invitation = made["tokens"]["attacker"], made["invitations"]["defender"]
    seed = table.view(host)["commitment"]
    guest = claim(table, invitation)[1]["tokens"]["defender"]
    assert fetch(table, "/api/battle/guest/back", guest, {"side": "defender"})[0] == 404
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": guest})
        line.receive_json()
        status, view = fetch(table, "/api/battle/guest/back", host, {"side": "defender"})
        goodbye = line.receive_json()
        while goodbye["type"] == "view":
            goodbye = line.receive_json()
        assert (goodbye["type"], goodbye["code"]) == ("goodbye", "no-battle")
    assert (status, view["seats"][1]["free"]) == (200, True)
    assert view["commitment"] != seed, "what the guest saw is worth nothing"
    assert fetch(table, "/api/battle", guest)[0] == 404
    assert claim(table, invitation)[1]["code"] == "void"
    new = fetch(table, "/api/battle/invite", host, {"side": "defender"})[1]["invitation"]
    guest = claim(table, new)[1]["tokens"]["defender"]
    tokens = {"attacker": host, "defender": guest}
    for number in range(40):
        waiting = table.view(host)["scene"]["waiting"][0]
        assert table.order(tokens[waiting], number)["type"] == "done"
        if waiting == "defender":
            break
    status, problem = fetch(table, "/api/battle/guest/back", host, {"side": "defender"})
    assert (status, problem["code"]) == (409, "begun")
    assert table.view(guest)["side"] == "defender"


def test_sides_change_while_one_is_free(table: Table, made: dict[str, Any]) -> None:
    host, old = made["tokens"]["attacker"], made["invitations"]["defender"]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": host})
        line.receive_json()
        status, view = fetch(table, "/api/battle/guest/side", host, {"side": "attacker"})
        assert line.receive_json()["code"] == "closed", "it comes back, and sits on the other side"
    assert (status, view["side"], view["seats"][0]["free"]) == (200, "defender", True)
    assert claim(table, old)[1]["code"] == "void"
    new = fetch(table, "/api/battle/invite", host, {"side": "attacker"})[1]["invitation"]
    assert table.view(claim(table, new)[1]["tokens"]["attacker"])["side"] == "attacker"
    assert fetch(table, "/api/battle/guest/side", host, {"side": "defender"})[0] == 409
    table.stop()
    table.start()
    assert table.view(host)["side"] == "defender"


def test_a_battle_that_is_over_does_not_begin_again(table: Table, made: dict[str, Any]) -> None:
    host = made["tokens"]["attacker"]
    assert table.ask(host, type="end", id="e")["type"] == "done"
    before = fetch(table, "/api/battle", host)[1]["scene"]["ending"]
    status, problem = fetch(table, "/api/battle/guest/side", host, {"side": "attacker"})
    assert (status, problem["code"]) == (409, "not-allowed")
    assert table.view(host)["scene"]["ending"] == before


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_whoever_comes_may_choose(table: Table, made: dict[str, Any], side: str) -> None:
    host = made["tokens"]["attacker"]
    new = fetch(table, "/api/battle/invite", host, {"side": "", "swap": True})[1]["invitation"]
    assert fetch(table, "/api/invitation", new)[1]["sides"] == ["attacker", "defender"]
    assert claim(table, new)[1]["code"] == "not-allowed", "which one?"
    assert claim(table, made["invitations"]["defender"])[1]["code"] == "void"
    status, guest = claim(table, new, side=side)
    assert (status, set(guest["tokens"])) == (201, {side})
    assert {table.view(host)["side"], table.view(guest["tokens"][side])["side"]} == {"attacker", "defender"}
    assert claim(table, new, OTHER, side="attacker")[1]["code"] == "taken"


def test_two_friends_by_one_link(table: Table) -> None:
    made = begin(table, sides={"attacker": {"by": "guest"}, "defender": {"by": "guest"}})
    referee = made["tokens"]["referee"]
    assert set(made["tokens"]) == {"referee", "spectator"}
    link = fetch(table, "/api/battle/invite", referee, {"swap": True})[1]["invitation"]
    first = claim(table, link, side="defender")[1]
    assert fetch(table, "/api/invitation", link)[1]["sides"] == ["attacker"]
    assert claim(table, link, OTHER, side="defender")[1]["code"] == "taken"
    second = claim(table, link, OTHER)[1]
    assert (set(first["tokens"]), set(second["tokens"])) == ({"defender"}, {"attacker"})


def test_a_free_side_is_somebody_elses(table: Table, made: dict[str, Any]) -> None:
    host = made["tokens"]["attacker"]
    assert fetch(table, "/api/battle/fork", host, {})[0] == 409, "its guest may come yet"


def test_a_rematch_leaves_the_other_side_to_a_guest(table: Table, made: dict[str, Any]) -> None:
    host = made["tokens"]["attacker"]
    guest = claim(table, made["invitations"]["defender"])[1]["tokens"]["defender"]
    assert table.ask(host, type="end", id="e")["type"] == "done"
    for token, mine, theirs in ((host, "attacker", "defender"), (guest, "defender", "attacker")):
        status, again = fetch(table, "/api/battle/again", token, {})
        assert status == 201
        assert (set(again["tokens"]), set(again["invitations"])) == ({mine, "spectator"}, {theirs})


def test_a_guest_brings_an_army_and_keeps_the_seat(table: Table) -> None:
    sides = {"A": {"by": "me"}, "B": {"by": "guest"}}
    made = begin(table, rulebook="warcards", scenario="river_camp", sides=sides, open=["B"])
    host, invitation = made["tokens"]["A"], made["invitations"]["B"]
    assert fetch(table, "/api/invitation", invitation)[1]["army"] == ["B"]
    guest = claim(table, invitation)[1]["tokens"]["B"]
    assert fetch(table, "/api/battle/guest/back", host, {"side": "B"})[0] == 200
    link = fetch(table, "/api/battle/invite", host, {})[1]["invitation"]
    assert fetch(table, "/api/battle/army", guest, {"army": None})[0] == 404
    guest = claim(table, link)[1]["tokens"]["B"]
    assert fetch(table, "/api/battle/army", guest, {"army": None})[0] == 200
    assert "armies" not in table.view(host)
    assert fetch(table, "/api/battle/guest/back", host, {"side": "B"})[1]["code"] == "begun"


def test_lists_say_which_side_waits(table: Table, made: dict[str, Any]) -> None:
    def listed() -> dict[str, Any]:
        body = {"tokens": [made["tokens"]["attacker"]]}
        found: dict[str, Any] = table.client.post("/api/mine", json=body).json()[0]
        return found

    assert listed()["free"] == ["defender"]
    claim(table, made["invitations"]["defender"])
    assert "free" not in listed()


def test_the_seat_of_the_host_of_the_table_stays_theirs_when_sides_change(table: Table) -> None:
    key = "k" * 43
    table.client.app.state.service.host.key = key  # type: ignore[attr-defined]
    made = begin(table, host=key)
    token = made["tokens"]["attacker"]
    for given in ("attacker", "defender", "attacker"):
        assert fetch(table, "/api/battle/guest/side", token, {"side": given})[0] == 200
        (found,) = table.client.post("/api/host", json={"key": key}).json()["battles"]
        assert found["tokens"] == {table.view(token)["seat"]: token}
