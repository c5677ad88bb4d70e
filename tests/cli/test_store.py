"""One store: battles of the terminal and of the table are the same list, and each is open in one place at a time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Command
from service.hand import Server
from service.table import SIDES, fetch
from starlette.testclient import TestClient

from banneret.cli.stored import Store
from banneret.kernel.errors import BadInput
from banneret.service.app import make_app
from banneret.service.host import Host, host_key, release
from banneret.service.server import default_url
from banneret.service.storage import holds
from banneret.service.storage.battles import Growth
from banneret.service.storage.store import Storage

DUEL = ["play", "stacks", "first_blood", "--seed", "7"]
SIDE = "groves"
BATTLE = ["play", "stacks", "two_banners", "--seed", "7"]


class HostsTable:
    """A table on the store of the terminal, with its host's key."""

    def __init__(self) -> None:
        self.key = host_key()
        self.storage = Storage(default_url())
        self.host = Host(self.key)
        self.client = TestClient(make_app(self.storage, names=["testserver"], host=self.host))
        self.client.__enter__()

    def __enter__(self) -> HostsTable:
        return self

    def __exit__(self, *raised: object) -> None:
        self.client.__exit__(None, None, None)
        self.storage.close()

    def hosted(self, key: str) -> list[dict[str, Any]]:
        answer = self.client.post("/api/host", json={"key": key})
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["battles"]
        return found

    def begin(self, **more: Any) -> dict[str, Any]:
        body = {"rulebook": "stacks", "scenario": "first_blood", "sides": SIDES, **more}
        made: dict[str, Any] = self.client.post("/api/battles", json=body).json()
        return made

    def state(self, token: str) -> tuple[int, Any]:
        return fetch(self, "/api/battle", token)  # type: ignore[arg-type]


def listed(banneret: Command) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = banneret("battles", "--json").json
    return found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    """A table in a process of its own, on the store of the terminal."""
    server = Server(tmp_path / "kept")
    server.folder.mkdir()
    server.start()
    yield server
    server.end(signal.SIGTERM)


# ---------------------------------------------------------------- the terminal alone


def test_battles_are_kept_without_being_asked(banneret: Command) -> None:
    assert listed(banneret) == []
    begun = banneret(*BATTLE, typed="\nq\n")
    assert begun.code == 0
    (row,) = listed(banneret)
    assert row["scenario"] == "two_banners"
    assert row["entries"] > 0
    assert f"banneret resume {row['id']}" in begun.out
    assert row["title"] in banneret("battles").out
    assert f"Going on with {row['id']}" in banneret("resume", typed="\n\n\nq\n").out
    assert listed(banneret)[0]["entries"] > row["entries"]
    assert banneret("verify", row["id"]).code == 0
    assert banneret("replay", row["id"][:6]).code == 0


def test_a_battle_that_is_over_stays_in_the_list(banneret: Command) -> None:
    over = banneret(*DUEL, typed="\n" * 99)
    (row,) = listed(banneret)
    assert f"banneret verify {row['id']}" in over.out
    assert "seed" in banneret("verify", row["id"]).out
    assert "no unfinished battle is kept" in banneret("resume").err


def test_the_next_battle_of_a_campaign_takes_over_what_is_left(banneret: Command, tmp_path: Path) -> None:
    first, second = str(tmp_path / "first.banneret"), str(tmp_path / "second.banneret")
    fought = banneret(
        "play", "companies", "the_ford", "--seed", "4", "--record", first, typed="give up\nyes\n"
    )
    assert f"banneret next {first}" in fought.out
    on = banneret("next", first, "--record", second, typed="\nq\n")
    assert "Into the next battle:" in on.out
    assert "Tarrant's Free Lances hold the ground." in on.out
    assert "holds a battle already" in banneret("next", first, "--record", second).err
    assert "is not over" in banneret("next", second).err


def test_a_battle_of_a_rulebook_without_a_campaign_has_no_next(banneret: Command) -> None:
    banneret(*DUEL, typed="\n" * 99)
    assert "has no campaign" in banneret("next", listed(banneret)[0]["id"]).err


def test_an_order_taken_back_is_taken_out_of_the_store(banneret: Command) -> None:
    banneret("play", "stacks", "two_banners", "--hotseat", typed="\n1\nq\n")
    (row,) = listed(banneret)
    banneret("resume", typed="\nundo\nq\n")
    assert listed(banneret)[0]["entries"] <= row["entries"]
    assert banneret("verify", row["id"]).code == 0


def test_the_latest_is_resumed_and_others_by_the_beginning_of_their_ids(banneret: Command) -> None:
    for _ in range(2):
        banneret(*BATTLE, typed="\nq\n")
    latest, other = [row["id"] for row in listed(banneret)]
    assert f"Going on with {latest}" in banneret("resume", typed="q\n").out
    assert f"Going on with {other}" in banneret("resume", other[:7], typed="q\n").out
    for name in (other[:3], "no-such-battle"):
        said = banneret("verify", name)
        assert said.code == 2
        assert "neither a file nor a battle" in said.err


def test_a_battle_that_is_open_in_another_terminal_is_not_opened(banneret: Command) -> None:
    for _ in range(2):
        banneret(*BATTLE, typed="\nq\n")
    latest, other = [row["id"] for row in listed(banneret)]
    with Store() as terminal:
        taken = terminal.take(latest)
        assert "is open in another terminal" in banneret("resume", latest).err
        assert f"Going on with {other}" in banneret("resume", typed="q\n").out
        assert [row["state"] for row in listed(banneret) if row["id"] == latest] == ["open in a terminal"]
        taken.close()
    assert banneret("resume", latest, typed="q\n").code == 0


def test_the_hold_of_a_terminal_that_was_killed_counts_no_more(banneret: Command) -> None:
    banneret(*BATTLE, typed="\nq\n")
    (row,) = listed(banneret)
    with Store() as store:
        store.get(store.storage.submit(holds.take(row["id"], "terminal-1-gone")))
    assert banneret("resume", row["id"], typed="\nq\n").code == 0


def test_files_of_an_earlier_version_come_into_the_store(banneret: Command, tmp_path: Path) -> None:
    folder = tmp_path / "kept" / "battles"
    folder.mkdir(parents=True)
    path = folder / "first_blood-2026-11-21-1.banneret"
    banneret(*BATTLE, "--record", path, typed="\nq\n")
    (folder / "torn.banneret").write_text("banneret record 1\n")
    (row,) = listed(banneret)
    assert row["scenario"] == "two_banners"
    assert [one["id"] for one in listed(banneret)] == [row["id"]]
    assert [one.name for one in folder.glob("*.banneret")] == ["torn.banneret"]
    assert (folder / "stored" / path.name).exists()
    assert banneret("resume", typed="\n" * 99).code == 0


# ---------------------------------------------------------------- who plays


def test_one_person_plays_against_the_computer_unless_told_otherwise(banneret: Command) -> None:
    said = banneret(*DUEL, typed="q\n").out
    assert "You play Attacker; Defender by the computer" in said
    said = banneret(*DUEL, "--as", "Defender", typed="q\n").out
    assert "You play Defender; Attacker by the computer" in said
    assert "You play Attacker and Defender" in " ".join(banneret(*DUEL, "--hotseat", typed="q\n").out.split())
    refused = banneret(*DUEL, "--hotseat", "--against", "greedy")
    assert refused.code == 2
    assert "nobody is left to play against" in refused.err


def test_without_a_scenario_the_first_battle_of_the_rulebook_is_played(banneret: Command) -> None:
    said = banneret("play", "warcards", typed="q\n")
    assert said.out.startswith("Border skirmish\n")


def test_sides_are_named_as_people_name_them(banneret: Command, tmp_path: Path) -> None:
    said = banneret("play", "stacks", "two_banners", "--as", "the halls", typed="q\n").out
    assert "You play Halls" in said
    record = tmp_path / "r.banneret"
    fought = ["fight", "stacks", "two_banners", "--players", "Groves=random", "--seed", "3", "--json"]
    assert banneret(*fought, "--record", record).json["players"] == {"groves": "random", "halls": "greedy"}
    assert banneret("replay", record, "--seat", "Halls").code == 0
    army = banneret(*DUEL, "--army", "Attacker=2 Dwarves, DwarfLord", typed="q\n")
    assert army.code == 0, army.err
    refused = banneret("play", "stacks", "two_banners", "--as", "Haals")
    assert refused.code == 2
    assert "did you mean 'Halls'" in refused.err


# ---------------------------------------------------------------- the table and the terminal


def test_the_table_lists_the_battles_of_the_terminal_for_its_host_alone(banneret: Command) -> None:
    banneret(*BATTLE, typed="\nq\n")
    (row,) = listed(banneret)
    with HostsTable() as table:
        (found,) = table.hosted(table.key)
        assert (found["battle"], found["mine"]) == (row["id"], [SIDE])
        token = found["tokens"][SIDE]
        (summary,) = table.client.post("/api/mine", json={"tokens": [token]}).json()
        assert (summary["title"], summary["mine"]) == (row["title"], True)
        status, view = table.state(token)
        assert (status, view["side"]) == (200, SIDE)
        question = view["scene"]["questions"][0]
        order = {"type": "order", "id": "a", "at": view["at"], "order": question["default"]}
        assert fetch(table, "/api/battle/request", token, order)[1]["type"] == "done"  # type: ignore[arg-type]
        for key in ("k" * 43, table.key[:-1] + ("A" if table.key[-1] != "A" else "B")):
            assert table.client.post("/api/host", json={"key": key}).status_code == 404
    assert listed(banneret)[0]["entries"] > row["entries"]
    assert f"Going on with {row['id']}" in banneret("resume", typed="q\n").out


def test_the_ticket_of_the_address_is_good_once_and_gets_the_key(banneret: Command) -> None:
    with HostsTable() as table:
        ticket = table.host.ticket()
        answer = table.client.post("/api/host", json={"key": ticket})
        assert answer.json()["key"] == table.key
        assert table.client.post("/api/host", json={"key": ticket}).status_code == 404
        table.host.ticket()
        assert table.client.post("/api/host", json={"key": ticket}).status_code == 404


def test_the_terminal_lists_what_its_host_began_at_the_table_and_nothing_else(banneret: Command) -> None:
    with HostsTable() as table:
        computer = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": "greedy"}}
        own = table.begin(host=table.key, sides=computer)
        branch = fetch(table, "/api/battle/fork", own["tokens"]["attacker"], {})[1]  # type: ignore[arg-type]
        friends = table.begin(host=table.key)
        table.begin()
        table.begin(host="k" * 43)
    rows = {row["id"]: row for row in listed(banneret)}
    assert set(rows) == {own["battle"], branch["battle"], friends["battle"]}
    assert banneret("resume", own["battle"], typed="\nq\n").code == 0
    refused = banneret("resume", friends["battle"])
    assert refused.code == 2
    assert "others play Defender by their links" in refused.err
    assert "waiting for" in rows[own["battle"]]["state"]


@pytest.mark.parametrize("name", ["what?", "a%20b", "a#b", "龍 ö"])
def test_the_folder_of_the_store_may_have_any_name(
    banneret: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("BANNERET_DATA", str(tmp_path / name))
    assert banneret(*BATTLE, typed="\nq\n").code == 0
    assert (tmp_path / name / "battles.sqlite3").is_file()
    assert [row["title"] for row in listed(banneret)] == ["The Ford of Two Banners"]


def test_what_is_open_in_a_terminal_is_not_opened_at_the_table(banneret: Command) -> None:
    banneret(*BATTLE, typed="\nq\n")
    (row,) = listed(banneret)
    with HostsTable() as table:
        (found,) = table.hosted(table.key)
        token = found["tokens"][SIDE]
        with Store() as terminal:
            terminal.hold_battle(row["id"])
            status, problem = table.state(token)
            assert (status, problem["code"]) == (409, "elsewhere")
            storage = terminal.storage  # as an order that the terminal stores
            growth = Growth(10_000, [], over=False, cut=False)
            terminal.get(storage.submit(storage.battles.extend(row["id"], growth)))
            (summary,) = table.client.post("/api/mine", json={"tokens": [token]}).json()
            assert "open in a terminal" in summary["trouble"]
            terminal.let_go(row["id"])
        assert table.state(token)[0] == 200
        (summary,) = table.client.post("/api/mine", json={"tokens": [token]}).json()
        assert "trouble" not in summary


def test_a_battle_that_no_list_has_shown_yet_is_listed_while_a_terminal_has_it(banneret: Command) -> None:
    computer = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": "greedy"}}
    with HostsTable() as table:
        begun = table.begin(host=table.key, sides=computer)
    with Store() as terminal:
        here = terminal.take(begun["battle"])
        with HostsTable() as table:
            mine = {"tokens": [begun["tokens"]["attacker"]]}
            (summary,) = table.client.post("/api/mine", json=mine).json()
            assert summary["battle"] == begun["battle"]
        here.close()


@pytest.mark.server
def test_a_running_table_lets_go_of_what_nobody_looks_at(banneret: Command, running: Server) -> None:
    key = host_key()
    computer = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": "greedy"}}
    body = {"rulebook": "stacks", "scenario": "first_blood", "sides": computer, "host": key}
    made = running.post("/api/battles", body)
    assert [row["id"] for row in listed(banneret)] == [made["battle"]]
    played = banneret(
        "resume", made["battle"], typed="\nq\n"
    )  # it is in the table's memory, and nobody sits there
    assert played.code == 0, played.err
    with running_seat(running, made["tokens"]["attacker"]) as seat:
        assert seat["type"] == "view"
        refused = banneret("resume", made["battle"])
        assert refused.code == 2
        assert "is open at the table" in refused.err
        assert f"http://127.0.0.1:{running.port}/" in refused.err
    begun = banneret(*BATTLE, typed="\nq\n")  # and new ones are begun beside it
    assert begun.code == 0
    assert "not kept" not in begun.out
    assert len(running.post("/api/host", {"key": key})["battles"]) == 2


def running_seat(server: Server, token: str) -> Any:
    """A client that sits at a running table, as a context manager; gives its first view."""
    import contextlib
    import json

    from websockets.sync.client import connect

    @contextlib.contextmanager
    def sitting() -> Iterator[dict[str, Any]]:
        with connect(f"ws://127.0.0.1:{server.port}/api/table", max_size=2**22) as line:
            line.send(json.dumps({"type": "sit", "token": token}))
            yield json.loads(line.recv())

    return sitting()


def test_a_table_that_does_not_answer_is_named(banneret: Command) -> None:
    banneret(*BATTLE, typed="\nq\n")
    (row,) = listed(banneret)
    with HostsTable():  # it has the store, and no address that answers
        refused = banneret("resume", row["id"])
    assert refused.code == 2
    assert "the table that has it does not answer" in refused.err
    assert release("http://127.0.0.1:1/", "k" * 43, row["id"]) == "the table that has it does not answer"


def test_a_key_that_cannot_be_used_is_named(banneret: Command, tmp_path: Path) -> None:
    key = host_key()
    assert host_key() == key
    path = tmp_path / "kept" / "host.key"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("short")
    with pytest.raises(BadInput, match="holds no key"):
        host_key()
