"""The clock of a battle by mail: whose time runs, when it stands, and what follows when it has run out."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from service.table import Table, fetch, make

from banneret.service.storage.holds import Holder, let_go, take

HOUR = 3600.0
SIDES = {"attacker": {"by": "me"}, "defender": {"by": "guest"}}


class Clocked:
    """A battle with a clock, whose time a test makes pass."""

    def __init__(self, table: Table, lapse: str, **more: Any) -> None:
        self.table = table
        self.made = make(table, scenario="giant_at_the_gate", sides=SIDES, **more)
        self.tokens: dict[str, str] = self.made["tokens"]
        status, view = self.set(24, lapse)
        assert (status, view["clock"]) == (200, {"hours": 24, "lapse": lapse})
        self.ahead = 0.0

    def set(self, hours: int, lapse: str, seat: str = "attacker") -> tuple[int, Any]:
        body = {"hours": hours, "lapse": lapse}
        return fetch(self.table, "/api/battle/clock", self.tokens[seat], body)

    def come(self) -> None:
        """The guest sits down."""
        body = {"id": "s" * 22, "person": "Ines"}
        answer = fetch(self.table, "/api/invitation/claim", self.made["invitations"]["defender"], body)
        self.tokens |= answer[1]["tokens"]

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(self.tokens["spectator"])

    @property
    def turn(self) -> str:
        """The side that is waited for."""
        side: str = self.view["scene"]["waiting"][0]
        return side

    def left(self, side: str) -> float:
        """The hours that a side has left; 0: its time does not run."""
        until = self.view["clock"].get("until", {}).get(side, 0.0)
        return (until - time.time() - self.ahead) / HOUR if until else 0.0

    def wait(self, hours: float) -> None:
        """Time passes."""
        self.ahead += hours * HOUR
        keeper = self.table.client.app.state.service.registry.clocks  # type: ignore[attr-defined]
        keeper._now = lambda: time.time() + self.ahead
        self.table.client.portal.call(keeper._wake.set)  # type: ignore[union-attr]

    def until(self, what: Any) -> None:
        """Wait for something that happens in the background."""
        for _ in range(200):
            if what():
                return
            time.sleep(0.02)
        raise AssertionError(self.view["clock"])

    def order(self) -> None:
        side = self.turn
        assert self.table.order(self.tokens[side], int(time.time() * 1e6))["type"] == "done"


@pytest.fixture
def clocked(table: Table) -> Clocked:
    return Clocked(table, "computer")


def other(side: str) -> str:
    return "defender" if side == "attacker" else "attacker"


def test_time_runs_for_whom_the_battle_waits_once_the_guest_has_come(clocked: Clocked) -> None:
    assert clocked.left(clocked.turn) == 0.0
    clocked.come()
    side = clocked.turn
    assert 23.9 < clocked.left(side) <= 24.01
    assert clocked.left(other(side)) == 0.0
    clocked.wait(20)
    assert 3.9 < clocked.left(side) < 4.1
    for _ in range(40):
        clocked.order()
        if clocked.turn != side:
            break
    assert 23.9 < clocked.left(other(side)) <= 24.01
    assert clocked.left(side) == 0.0


def test_the_computer_plays_on_until_the_seat_is_taken_back(clocked: Clocked) -> None:
    clocked.come()
    side = clocked.turn
    clocked.wait(24.1)
    clocked.until(lambda: any(one.get("computer") for one in clocked.view["seats"]))
    players = {one["name"]: one.get("computer", "") for one in clocked.view["seats"]}
    assert players == {side: "greedy", other(side): ""}
    assert "ran out" in clocked.view["said"][-1]["text"]
    assert clocked.table.ask(clocked.tokens[side], type="player", id="b", level=None)["type"] == "done"
    assert not any(one.get("computer") for one in clocked.view["seats"])
    assert clocked.left(clocked.turn) > 23.9


def test_the_battle_is_adjourned_until_a_player_goes_on(table: Table) -> None:
    clocked = Clocked(table, "adjourn")
    clocked.come()
    side = clocked.turn
    clocked.wait(24.1)
    clocked.until(lambda: clocked.view["clock"].get("adjourned"))
    assert clocked.view["paused"].startswith("The battle is adjourned")
    assert clocked.left(side) == 0.0
    assert table.order(clocked.tokens[side], 1)["code"] == "paused"
    go_on = {"type": "pause", "id": "g", "on": False}
    assert table.ask(clocked.tokens["spectator"], **go_on)["type"] == "refused"
    assert table.ask(clocked.tokens[other(side)], **go_on)["type"] == "done"
    assert "adjourned" not in clocked.view["clock"]
    assert clocked.left(side) > 23.9, "with all their time"
    assert table.order(clocked.tokens[side], 2)["type"] == "done"


def test_time_stands_while_the_referee_has_paused_the_battle(table: Table) -> None:
    clocked = Clocked(table, "computer", referee=True)
    clocked.come()
    side = clocked.turn
    clocked.wait(20)
    referee = clocked.tokens["referee"]
    assert table.ask(referee, type="pause", id="p", on=True, reason="tea")["type"] == "done"
    clocked.wait(100)
    assert clocked.left(side) == 0.0
    assert not any(one.get("computer") for one in clocked.view["seats"])
    assert table.ask(referee, type="pause", id="q", on=False, reason="tea is over")["type"] == "done"
    assert 3.9 < clocked.left(side) < 4.1


def test_after_an_undo_time_runs_for_whoever_decides_then(clocked: Clocked) -> None:
    clocked.come()
    side = clocked.turn
    clocked.wait(20)
    clocked.order()
    after = clocked.turn
    answer = clocked.table.ask(
        clocked.tokens[side], type="undo", id="u", at=clocked.table.view(clocked.tokens[side])["at"]
    )
    assert answer["type"] == "done", answer
    assert clocked.turn == side
    assert clocked.left(side) > (3.8 if after == side else 23.8)
    assert clocked.left(other(side)) == 0.0


def test_a_clock_survives_a_restart_with_a_respite(clocked: Clocked, table: Table) -> None:
    clocked.come()
    side = clocked.turn
    before = clocked.view["clock"]["until"][side]
    table.stop()
    table.start()
    assert abs(clocked.view["clock"]["until"][side] - before) < 2
    table.stop()
    engine = sa.create_engine(table.url)
    with engine.begin() as connection:
        text = connection.execute(sa.text("SELECT text FROM clocks")).scalar_one()
        clock = json.loads(text)
        clock["until"][side] -= 48 * HOUR
        connection.execute(sa.text("UPDATE clocks SET text = :text"), {"text": json.dumps(clock)})
    engine.dispose()
    table.start()
    assert 0.9 < clocked.left(side) < 1.1, "the server was away, and not the player"


def test_a_clock_is_agreed_upon_before_the_guest_comes(clocked: Clocked) -> None:
    assert clocked.set(1, "adjourn", "spectator")[0] == 404
    assert clocked.set(72, "adjourn")[0] == 200
    door = fetch(clocked.table, "/api/invitation", clocked.made["invitations"]["defender"])[1]
    assert door["clock"] == {"hours": 72, "lapse": "adjourn"}
    clocked.come()
    assert clocked.set(1, "computer")[1]["code"] == "begun"
    assert clocked.set(0, "computer")[1]["code"] == "begun"


def test_a_clock_begins_again_with_its_battle(clocked: Clocked) -> None:
    clocked.come()
    side = clocked.turn
    clocked.wait(20)
    attacker = clocked.tokens["attacker"]
    assert fetch(clocked.table, "/api/battle/guest/back", attacker, {"side": "defender"})[0] == 200
    assert clocked.left(side) == 0.0
    link = fetch(clocked.table, "/api/battle/invite", attacker, {})[1]["invitation"]
    clocked.made["invitations"]["defender"] = link
    clocked.come()
    assert clocked.left(clocked.turn) > 23.9


def test_no_clock_where_none_was_set(table: Table) -> None:
    made = make(table, scenario="giant_at_the_gate", sides=SIDES)
    assert "clock" not in table.view(made["tokens"]["attacker"])


@pytest.mark.parametrize("lapse", ["computer", "adjourn"])
def test_time_runs_from_when_all_armies_have_been_brought(table: Table, lapse: str) -> None:
    """No computer player brings an army, and what has not begun cannot be gone on with."""
    clocked = Clocked(table, lapse, open=["attacker", "defender"])
    clocked.come()
    assert fetch(table, "/api/battle/army", clocked.tokens["attacker"], {"army": None})[0] == 200
    assert "until" not in clocked.view["clock"]
    clocked.wait(30)
    assert fetch(table, "/api/battle/army", clocked.tokens["defender"], {"army": None})[0] == 200
    assert "paused" not in clocked.view
    assert not any(one.get("computer") for one in clocked.view["seats"])
    assert 23.9 < clocked.left(clocked.turn) <= 24.01


def test_the_pause_of_a_battle_that_begins_again_is_over_after_a_restart_too(table: Table) -> None:
    clocked = Clocked(table, "computer", referee=True)
    clocked.come()
    referee = clocked.tokens["referee"]
    assert table.ask(referee, type="pause", id="p", on=True, reason="tea")["type"] == "done"
    body = {"side": "defender", "tokens": [referee]}
    assert fetch(table, "/api/battle/guest/back", clocked.tokens["attacker"], body)[0] == 200
    assert "paused" not in clocked.view
    table.stop()
    table.start()
    assert "paused" not in clocked.view


def test_a_clock_that_runs_out_while_a_terminal_has_the_battle_waits_for_it(
    clocked: Clocked, caplog: pytest.LogCaptureFixture
) -> None:
    clocked.come()
    side = clocked.turn
    holder = Holder(clocked.table.storage.file)
    try:
        registry = clocked.table.client.app.state.service.registry  # type: ignore[attr-defined]
        battle = clocked.made["battle"]
        clocked.table.storage.submit(take(battle, holder.name)).result(10)
        clocked.table.client.portal.call(registry.release, battle)  # type: ignore[union-attr]
        clocked.wait(24.1)
        clocked.until(lambda: registry.clocks.of(battle).until[side] > time.time() + clocked.ahead)
        clocked.table.storage.submit(let_go(battle, holder.name)).result(10)
    finally:
        holder.close()
    assert not caplog.records, "that is foreseen"
    clocked.wait(1.1)
    clocked.until(lambda: any(one.get("computer") for one in clocked.view["seats"]))


def test_clocks_go_on_where_one_was_taken_away_as_it_ran_out(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    clocked = Clocked(table, "computer")
    clocked.come()
    side = clocked.turn
    keeper = table.client.app.state.service.registry.clocks  # type: ignore[attr-defined]

    async def gone(battle: str) -> None:
        hold = keeper._hold

        @asynccontextmanager
        async def held(number: str) -> AsyncIterator[Any]:
            async with hold(number) as session:
                keeper.forget(number)
                yield session

        keeper._hold = held
        await keeper._run_out(battle, side)
        keeper._hold = hold

    table.client.portal.call(gone, clocked.made["battle"])  # type: ignore[union-attr]
    assert not caplog.records
    assert not keeper._task.done()
