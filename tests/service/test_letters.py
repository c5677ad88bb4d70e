"""Letters to players who are not at the table: to real servers on the loopback address, a mail server and a web server."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from service.postbox import ADDRESS, SOON, MailBox, Sink
from service.table import Table, fetch, make

from banneret.kernel.errors import BadInput
from banneret.service.letters.addresses import check_mail, check_target, is_public, resolved
from banneret.service.letters.mail import MailServer
from banneret.service.letters.outlets import Outlets
from banneret.service.live import postman
from banneret.service.storage.holds import Holder, let_go, take

pytestmark = pytest.mark.server  # a process of its own

URL = "https://battles.example.org"
SIDES = {"attacker": {"by": "me"}, "defender": {"by": "guest"}}
CANARIES = {"attacker": "Storm Giants", "defender": "DwarfLord"}
IMPORTING = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")  # by the library of services


@pytest.fixture
def box() -> Iterator[MailBox]:
    with closing(MailBox()) as found:
        yield found


@pytest.fixture
def sink() -> Iterator[Sink]:
    with closing(Sink()) as found:
        yield found


Opened = Callable[..., Table]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """A table with outlets: `opened(mail="smtp://…", webhooks="anywhere")`."""
    tables: list[Table] = []

    def open_table(**given: str) -> Table:
        found = Outlets.read({"url": URL, **given}, {})
        outlets = Outlets(found.url, found.mail, found.webhooks, found.services, grace=0.0)
        tables.append(Table(tmp_path / "battles.sqlite3", outlets))
        tables[-1].client.app.state.service.limits.lift()  # type: ignore[attr-defined]
        return tables[-1]

    yield open_table
    for one in tables:
        one.stop()


def seated(table: Table) -> dict[str, str]:
    """A battle in which a guest has sat down: the tokens of both."""
    made = make(table, scenario="giant_at_the_gate", sides=SIDES)
    claim = {"id": "s" * 22, "person": "Ines"}
    guest = fetch(table, "/api/invitation/claim", made["invitations"]["defender"], claim)[1]
    return {**made["tokens"], **guest["tokens"]}


def leave(table: Table, token: str, address: str, kind: str = "mail", hours: int = 0) -> Any:
    status, answer = fetch(
        table, "/api/battle/notice", token, {"kind": kind, "address": address, "hours": hours}
    )
    assert status == 200, answer
    return answer


def link(text: str) -> str:
    """The token of the link by which letters are confirmed and stopped."""
    found = re.search(rf"{URL}/notice#([\w-]+)", text)
    assert found, text
    return found[1]


def on_turn(table: Table, tokens: dict[str, str]) -> str:
    waiting: str = table.view(tokens["spectator"])["scene"]["waiting"][0]
    return waiting


def until(table: Table, tokens: dict[str, str], side: str) -> None:
    """The other side plays on until this one must decide."""
    for number in range(40):
        now = on_turn(table, tokens)
        if now == side:
            return
        assert table.order(tokens[now], number)["type"] == "done"
    raise AssertionError(side)


def other(side: str) -> str:
    return "defender" if side == "attacker" else "attacker"


def confirmed(table: Table, box: MailBox, token: str, hours: int = 0) -> str:
    """A mail address left and confirmed; the token of its letters."""
    assert leave(table, token, ADDRESS, hours=hours) == [{"kind": "mail", "confirmed": False, "hours": hours}]
    subject, text = box.next()
    while not subject.startswith("Confirm: "):  # another seat of the same address was written to
        subject, text = box.next()
    status, answer = fetch(table, "/api/notice", link(text), {"on": True})
    assert (status, answer["confirmed"]) == (200, True)
    return link(text)


def nothing_more(box: MailBox) -> None:
    time.sleep(0.3)
    assert box.letters.empty()


# ---------------------------------------------------------------------- mail


def test_a_letter_says_whose_turn_it_is_by_what_the_seat_is_shown(opened: Opened, box: MailBox) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = other(on_turn(table, tokens))
    confirmed(table, box, tokens[side])
    nothing_more(box)
    until(table, tokens, side)
    subject, text = box.next()
    assert subject == "Your turn: Giant at the gate"
    assert f"you play {side.title()}" in text
    assert CANARIES[other(side)] not in text
    view = table.view(tokens[side])
    assert view["scene"]["questions"][0]["text"] in " ".join(text.split())
    for line in view["scene"]["news"][-3:]:
        assert " ".join(line["text"].split()) in " ".join(text.split())
    assert f"{URL}/battle?of={view['battle']}" in text
    assert not any(token in text for token in tokens.values()), "a letter opens no seat"
    nothing_more(box)  # one letter a turn, no reminder where none was wanted


def test_nothing_is_written_before_an_address_is_confirmed_or_after_it_was_stopped(
    opened: Opened, box: MailBox
) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = on_turn(table, tokens)
    leave(table, tokens[side], ADDRESS)
    _, text = box.next()
    nothing_more(box)
    token = link(text)
    assert fetch(table, "/api/notice", token)[1]["confirmed"] is False
    fetch(table, "/api/notice", token, {"on": True})
    assert box.next()[0].startswith("Your turn")
    assert fetch(table, "/api/notice", token, {"on": False})[0] == 200
    assert fetch(table, "/api/notice", token)[0] == 404
    assert fetch(table, "/api/battle/notices", tokens[side])[1] == []
    until(table, tokens, other(side))
    until(table, tokens, side)
    nothing_more(box)


def test_who_is_at_the_table_is_not_written_to(opened: Opened, box: MailBox) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = other(on_turn(table, tokens))
    confirmed(table, box, tokens[side])
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens[side]})
        line.receive_json()
        until(table, tokens, side)
        nothing_more(box)


def test_the_end_is_told_once(opened: Opened, box: MailBox) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = other(on_turn(table, tokens))
    confirmed(table, box, tokens[side])
    assert table.ask(tokens[other(side)], type="end", id="e")["type"] == "done"
    subject, text = box.next()
    assert subject.startswith("Over: ")
    assert f"{side.title()} won" in text
    table.ask(tokens[side], type="say", id="w", text="Well fought")
    nothing_more(box)


def test_a_letter_that_is_not_taken_is_tried_again_and_an_order_waits_for_none(
    opened: Opened, box: MailBox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postman, "RETRIES", (0.05,) * 6)
    table = opened(mail=box.url)
    tokens = seated(table)
    side = other(on_turn(table, tokens))
    confirmed(table, box, tokens[side])
    box.refuse = 3
    with caplog.at_level(logging.WARNING, "banneret"):
        until(table, tokens, side)
        assert box.next()[0].startswith("Your turn")
    assert box.tries == 5  # the first was that of the confirmation
    assert "was not taken" in caplog.text
    assert ADDRESS not in caplog.text


def test_a_letter_that_is_due_survives_a_restart(opened: Opened, box: MailBox) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = other(on_turn(table, tokens))
    confirmed(table, box, tokens[side])
    box.refuse = 1
    until(table, tokens, side)
    engine = sa.create_engine(table.url)
    for _ in range(200):
        with engine.connect() as connection:
            tries = connection.execute(sa.text("SELECT tries FROM notices")).scalar()
        if tries == 1:
            break
        time.sleep(0.05)
    assert box.tries == 2
    table.stop()
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT tries FROM notices")).one()[0] == 1
        connection.execute(sa.text("UPDATE notices SET due = 1"))  # an hour later
    engine.dispose()
    table.start()
    assert box.next()[0].startswith("Your turn"), "and nobody had opened the battle"


def test_a_letter_that_is_due_while_a_terminal_has_the_battle_goes_later(
    opened: Opened, box: MailBox, caplog: pytest.LogCaptureFixture
) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = on_turn(table, tokens)
    token = confirmed(table, box, tokens[side], hours=24)
    assert box.next()[0].startswith("Your turn")
    registry = table.client.app.state.service.registry  # type: ignore[attr-defined]
    man = registry.postman
    for _ in range(100):
        if man.find(token).told == 1:
            break
        time.sleep(0.02)
    battle = man.find(token).battle
    assert table.storage.file is not None
    with closing(Holder(table.storage.file)) as holder:
        table.storage.submit(take(battle, holder.name)).result(10)
        table.client.portal.call(registry.release, battle)  # type: ignore[union-attr]
        man._clock = lambda: time.time() + 25 * 3600
        table.client.portal.call(man._wake.set)  # type: ignore[union-attr]
        for _ in range(100):
            if man.find(token).due > man._clock():
                break
            time.sleep(0.02)
        assert man.find(token).due > man._clock(), "it is forgotten"
        assert not caplog.records, "that is foreseen"
        table.storage.submit(let_go(battle, holder.name)).result(10)
    man._clock = lambda: time.time() + 27 * 3600
    table.client.portal.call(man._wake.set)  # type: ignore[union-attr]
    assert box.next()[0].startswith("Still your turn")


def test_reminders(opened: Opened, box: MailBox, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    side = on_turn(table, tokens)
    token = confirmed(table, box, tokens[side], hours=24)
    assert box.next()[0].startswith("Your turn")
    man = table.client.app.state.service.registry.postman  # type: ignore[attr-defined]
    for _ in range(100):
        if (notice := man.find(token)) is not None and notice.told == 1:
            break
        time.sleep(0.02)
    assert notice is not None
    assert 23 < (notice.due - time.time()) / 3600 <= 24
    monkeypatch.setattr(man, "_clock", lambda: time.time() + 25 * 3600)
    table.client.portal.call(man._wake.set)  # type: ignore[union-attr]
    assert box.next()[0].startswith("Still your turn")


def test_an_address_is_in_no_answer_and_in_no_export_and_goes_with_its_seat(
    opened: Opened, box: MailBox
) -> None:
    table = opened(mail=box.url)
    tokens = seated(table)
    for side in ("attacker", "defender"):
        confirmed(table, box, tokens[side])
    answers = [
        table.client.get(path, headers={"authorization": f"Bearer {token}"}).text
        for path in ("/api/battle", "/api/battle/notices", "/api/battle/record", "/api/battle/referee")
        for token in tokens.values()
    ]
    answers.append(table.client.post("/api/mine", json={"tokens": [*tokens.values()]}).text)
    assert not any(ADDRESS in text for text in answers)
    stored = lambda: set(kept(table))  # noqa: E731
    assert stored() == {"attacker", "defender"}
    assert fetch(table, "/api/battle/guest/back", tokens["attacker"], {"side": "defender"})[0] == 200
    assert stored() == {"attacker"}
    assert fetch(table, "/api/battle/guest/side", tokens["attacker"], {"side": "attacker"})[0] == 200
    assert stored() == {"defender"}, "it goes along when its seat changes sides"
    assert leave(table, tokens["attacker"], "") == []
    assert stored() == set()
    leave(table, tokens["attacker"], ADDRESS)
    assert fetch(table, "/api/battle/delete", tokens["attacker"], {})[0] == 200
    assert stored() == set()


def kept(table: Table) -> list[str]:
    """The seats that have an address in the store."""
    work = lambda connection: list(connection.execute(sa.text("SELECT seat FROM notices")).scalars())  # noqa: E731
    found: list[str] = table.storage.submit(work).result(10)
    return found


def test_an_address_receives_so_many_letters_a_day_and_no_more(
    opened: Opened, box: MailBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "A_DAY", 3.0)
    table = opened(mail=box.url)
    for _ in range(6):
        leave(table, seated(table)["attacker"], ADDRESS)
    for _ in range(3):
        box.next()
    nothing_more(box)


def test_nothing_is_on_by_default(table: Table) -> None:
    assert fetch(table, "/api/post", "")[1] == {"kinds": [], "services": []}
    tokens = seated(table)
    for kind in ("mail", "webhook", "service"):
        body = {"kind": kind, "address": ADDRESS}
        status, answer = fetch(table, "/api/battle/notice", tokens["attacker"], body)
        assert (status, answer["code"]) == (400, "bad-input")


def test_spectators_leave_no_address(opened: Opened, box: MailBox) -> None:
    table = opened(mail=box.url)
    body = {"kind": "mail", "address": ADDRESS}
    assert fetch(table, "/api/battle/notice", seated(table)["spectator"], body)[0] == 409


# ---------------------------------------------------------------------- webhooks and services


def test_a_webhook_is_called(opened: Opened, sink: Sink) -> None:
    table = opened(webhooks="anywhere")
    tokens = seated(table)
    side = on_turn(table, tokens)
    leave(table, tokens[side], sink.url, "webhook")
    body = sink.bodies.get(timeout=SOON)
    assert (body["event"], body["battle"]) == ("your-turn", table.view(tokens[side])["battle"])
    assert CANARIES[other(side)] not in body["text"]


def test_a_redirect_is_not_followed(opened: Opened, sink: Sink, caplog: pytest.LogCaptureFixture) -> None:
    sink.status = 302
    table = opened(webhooks="anywhere")
    tokens = seated(table)
    with caplog.at_level(logging.WARNING, "banneret"):
        leave(table, tokens[on_turn(table, tokens)], sink.url, "webhook")
        sink.bodies.get(timeout=SOON)
        for _ in range(100):
            if "was not taken (OSError)" in caplog.text:
                break
            time.sleep(0.02)
    assert "was not taken (OSError)" in caplog.text


def test_a_public_table_sends_nothing_into_its_own_network(
    opened: Opened, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    table = opened(webhooks="public")
    tokens = seated(table)
    with caplog.at_level(logging.WARNING, "banneret"):
        leave(table, tokens[on_turn(table, tokens)], sink.url, "webhook")
        for _ in range(100):
            if "was not taken" in caplog.text:
                break
            time.sleep(0.02)
    assert "was not taken" in caplog.text
    assert sink.bodies.empty()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fe80::1", "fc00::1", "ff02::1", "name",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_names_that_lead_home_are_traps() -> None:
    assert resolved("localhost", 80, anywhere=True) in ("127.0.0.1", "::1")
    for host in ("localhost", "127.1", "0x7f000001", "2130706433"):
        with pytest.raises(OSError, match=r"public|known|resolution"):
            resolved(host, 80, anywhere=False)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/", "http://", "http://user:word@example.org/", "http://example.org:25/", "file:///etc/passwd",
        "http://exa mple.org/", "http://example.org/\r\nx: y", "http://example.org:99999/", "http://[::1", "https://é.org/",
    ],
)  # fmt: skip
def test_what_is_not_a_webhook(url: str) -> None:
    with pytest.raises(BadInput):
        check_target(url, anywhere=False)


@pytest.mark.parametrize(
    "text", ["", "ines", "a@b c", "a@b\nBcc: c@d", "a@b,c@d", "<a@b>", "é@b", "a" * 255 + "@b"]
)
def test_what_is_not_a_mail_address(text: str) -> None:
    with pytest.raises(BadInput):
        check_mail(text)


@IMPORTING
def test_settings_are_read_and_wrong_ones_refused() -> None:
    found = MailServer.read("smtps://u%40x:p%3Aw@mail.example.org?from=t@example.org")
    assert (found.host, found.port, found.user, found.password, found.secure) == (
        "mail.example.org", 465, "u@x", "p:w", True,
    )  # fmt: skip
    environment = {"BANNERET_MAIL": "smtp://localhost?from=t@example.org", "BANNERET_URL": URL + "/"}
    outlets = Outlets.read({"webhooks": "public"}, environment)
    assert (outlets.url, outlets.kinds, outlets.mail) == (
        URL,
        ["mail", "webhook"],
        MailServer("localhost", 587, "t@example.org"),
    )
    for given in (
        {"mail": "smtp://secret@mail.example.org"},
        {"mail": "http://secret@mail.example.org?from=t@example.org"},
        {"mail": "smtp://mail.example.org?from=t@example.org"},
        {"webhooks": "everywhere", "url": URL},
        {"webhooks": "public", "url": "battles.example.org"},
        {"webhooks": "public", "url": "http://[::1"},
        {"services": "discord"},
        {"services": "no_such", "url": URL},
        {"services": "json", "url": URL, "webhooks": "public"},
    ):
        with pytest.raises(BadInput) as refused:
            Outlets.read({}, {f"BANNERET_{name.upper()}": text for name, text in given.items()})
        assert "secret" not in str(refused.value)


@IMPORTING
def test_a_service_of_the_library(opened: Opened, sink: Sink) -> None:
    assert Outlets.read({"services": "discord, tgram", "url": URL}, {}).services == ("discord", "tgram")
    table = opened(services="json", webhooks="anywhere")
    assert fetch(table, "/api/post", "")[1]["services"] == ["json"]
    tokens = seated(table)
    side = on_turn(table, tokens)
    for address in ("discord://1/2", "json", "nonsense", ADDRESS):
        body = {"kind": "service", "address": address}
        assert fetch(table, "/api/battle/notice", tokens[side], body)[0] == 400
    leave(table, tokens[side], sink.url.replace("http://", "json://"), "service")
    body = sink.bodies.get(timeout=SOON)
    assert body["title"].startswith("Your turn")
