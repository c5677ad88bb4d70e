"""Counts are facts: two worlds that differ in how many hidden things happened, and not a byte of what others receive is another.

Two servers keep the same battle under the same links. In the first a side passes an artifact on and takes it back, which nobody
else sees; in the second it does nothing. All that its enemy and a spectator can ask for is compared, what they are sent unasked too,
and once more after the battle has gone on: numbers of views, of moments to look back on and go back to, lists and their times,
what may be undone, refusals.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from service.test_two_worlds import SCENARIOS as WORLDS
from service.test_two_worlds import World, same

from banneret import api
from banneret.kernel.battle import Battle
from banneret.kernel.order import Order, write_order
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat

pytestmark = pytest.mark.long

SCENARIOS = ("two_banners", "halls_and_groves", "narrow_sea")
SECRETIVE = (
    "stacks",
    "companies",
)  # where orders may show others nothing at all, not even that they were given
TRIES = 12  # battles in which a position is looked for
MOST_ORDERS = 120


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be put forward by hand."""
    time = [1_700_000_000.0]
    monkeypatch.setattr("time.time", lambda: time[0])
    return time


@pytest.fixture
def worlds(tmp_path: Any, clock: list[float]) -> Iterator[tuple[World, World]]:
    pair = (World(tmp_path / "busy.sqlite3"), World(tmp_path / "idle.sqlite3"))
    with pair[0].client, pair[1].client:
        yield pair
    for world in pair:
        world.storage.close()


def there_and_back(battle: Battle) -> list[Order]:
    """Two orders that nobody else sees and after which everything stands as before; none where there are none."""
    side = battle.waiting_for[0]
    for first in [order for order in battle.orders(side) if order[0] == "pass"]:
        trial = api.loads(battle.private_text)
        trial.give(side, first)
        for second in [order for order in trial.orders(side) if order[:2] == first[:2]]:
            again = api.loads(trial.private_text)
            again.give(side, second)
            if again.dump() == battle.dump():
                return [first, second]
    return []


@cache
def position(scenario: str, number: int) -> tuple[Battle, list[Order]] | None:
    """A position in which the side to decide may do something unseen, with the orders for it."""
    chance = random.Random(f"{scenario} {number}")
    battle = api.start("stacks", scenario, seed=number)
    for _ in range(MOST_ORDERS):
        if battle.is_over:
            return None
        if len(battle.waiting_for) == 1 and battle.record.count > 4 and (orders := there_and_back(battle)):
            return battle, orders
        side = battle.waiting_for[0]
        battle.give(side, chance.choice(battle.orders(side)))
    return None


def ask(world: World, token: str, **request: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    return world.client.post("/api/battle/request", json=request, headers=headers)


def at(world: World, token: str) -> int:
    number: int = world.get("battle", token).json()["at"]
    return number


def everything(world: World, token: str, label: str) -> Iterator[bytes]:
    """All that a seat can ask for, with whatever numbers it has."""
    yield world.get("battle", token).content
    for number in range(400):
        answer = world.get(f"battle/at/{number}", token)
        yield answer.content
        if answer.status_code != 200:
            break
    for path in ("battle/record", "battle/referee", "battle/report"):
        yield world.get(path, token).content
    yield world.client.post("/api/mine", json={"tokens": [token]}).content
    headers = {"authorization": f"Bearer {token}"}
    for body in ({}, {"at": number}, {"at": number - 1}):
        yield world.client.post("/api/battle/fork", json=body, headers=headers).content
    for to in (number, number - 1):
        yield ask(world, token, type="undo", id=f"{label}{to}", at=at(world, token), to=to).content
    yield ask(world, token, type="foresee", id="f", order="done").content
    yield ask(world, token, type="order", id="late", at=1, order="done").content


def unasked(line: Any) -> bytes:
    """What has been sent since the last time, before the answer to a ping."""
    line.send_json({"type": "ping"})
    found = []
    while (text := line.receive_text()) != '{"type":"pong"}':
        found.append(text)
    return "\n".join(found).encode()


@pytest.mark.parametrize("undone", [False, True], ids=["goes on", "is undone"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_how_much_happened_unseen_shows_in_no_byte(
    scenario: str, undone: bool, worlds: tuple[World, World], clock: list[float]
) -> None:
    battle, orders = next(filter(None, (position(scenario, number) for number in range(TRIES))))
    mover = battle.waiting_for[0]
    enemy = next(side for side in battle.sides if side != mover)
    tokens = {seat: f"{seat}-".ljust(40, "t") for seat in (*battle.sides, "spectator", "referee")}
    tables = [world.take_in("one", battle, tokens) for world in worlds]
    seats = (enemy, "spectator")

    def compare(what: str) -> None:
        for seat in seats:
            found = [
                list(everything(world, tokens[seat], f"{what}-{seat}-".replace(" ", ""))) for world in worlds
            ]
            assert len(found[0]) == len(found[1])
            for busy, idle in zip(*found, strict=True):
                same(busy, idle, f"{scenario}, {what}, {seat}")

    def both(token: str, what: str, **request: Any) -> list[str]:
        answers = []
        clock[0] += 60
        for world in worlds:
            more = {"at": at(world, token)} if request["type"] in ("order", "undo") else {}
            answers.append(ask(world, token, id=what, **more, **request).json()["type"])
        assert answers[0] == answers[1]
        return answers

    with (
        worlds[0].client.websocket_connect("/api/table") as busy,
        worlds[1].client.websocket_connect("/api/table") as idle,
    ):
        for line in (busy, idle):
            line.send_json({"type": "sit", "token": tokens[enemy]})
        same(unasked(busy), unasked(idle), "sitting down")
        for number, order in enumerate(orders):
            clock[0] += 60
            given = {"type": "order", "order": write_order(order), "at": at(worlds[0], tokens[mover])}
            assert ask(worlds[0], tokens[mover], id=f"unseen{number}", **given).json()["type"] == "done"
        assert tables[0].record.count == tables[1].record.count + 2
        assert unasked(busy) == unasked(idle) == b""
        compare("unseen")
        if undone:
            taken = both(tokens[enemy], "undo", type="undo")[0]
            assert taken == "done" or scenario != "two_banners", "with it goes what happened unseen since"
            same(unasked(busy), unasked(idle), "taking back")
            compare("taken back")
            for table in tables:
                assert table.dump() == tables[0].dump()
        for number in range(3):
            side = tables[1].waiting_for[0]
            words = tables[1].scene(side).questions[0].default
            if both(tokens[side], f"goes{number}", type="order", order=words)[0] == "done":
                same(unasked(busy), unasked(idle), f"order {words}")
                compare(f"order {number}")
        last = len(tables[1].moments(enemy)) - 1
        assert both(tokens[enemy], "wish", type="undo", to=last - 1)[0] == "done"
        seen = [json.loads(world.get("battle", tokens["spectator"]).content)["wish"] for world in worlds]
        assert seen[0] == seen[1]
        compare("a wish")
        both(tokens[mover], "agree", type="agree", yes=True)
        same(unasked(busy), unasked(idle), "going back")
        compare("gone back")


def test_who_did_it_does_see_it(worlds: tuple[World, World]) -> None:
    """The comparison can fail: to the side that passed the artifact the worlds are not the same."""
    battle, orders = next(filter(None, (position(SCENARIOS[0], number) for number in range(TRIES))))
    tokens = {seat: f"{seat}-".ljust(40, "t") for seat in (*battle.sides, "spectator")}
    for world in worlds:
        world.take_in("one", battle, tokens)
    token = tokens[battle.waiting_for[0]]
    request = {"type": "order", "order": write_order(orders[0]), "at": at(worlds[0], token)}
    assert ask(worlds[0], token, id="a", **request).json()["type"] == "done"
    found = [list(everything(world, token, "x")) for world in worlds]
    assert len(found[0]) == len(found[1]) + 1, "one moment more"


@pytest.mark.parametrize(
    ("book", "scenario"),
    # in Eaves of the wood both companies place positions and works in secret
    sorted({**dict(reversed(WORLDS)), "companies": "greenwood"}.items()),
)
def test_an_order_that_a_seat_sees_nothing_of_moves_none_of_its_numbers(book: str, scenario: str) -> None:
    """Where the scene of a seat is as before, so is all of its view, its moments and what lists show."""
    unseen = sum(watched(book, scenario, number) for number in range(3))
    assert unseen or book not in SECRETIVE


def watched(book: str, scenario: str, number: int) -> int:
    """How often in a battle a seat saw nothing of an order."""
    chance = random.Random(f"{scenario} {number}")
    battle = api.start(book, scenario, seed=number)
    session = Session("b", battle)
    seats = [Seat("b", name, name, False) for name in (*battle.sides, "spectator")]
    unseen = 0
    for _ in range(40):
        if battle.is_over:
            break
        by = battle.waiting_for[0]
        before = {seat.name: numbers(session, seat) for seat in seats}
        session.do(partial(battle.give, by, chance.choice(battle.orders(by))))
        for seat in seats:
            then, now = before[seat.name], numbers(session, seat)
            if seat.name != by and then["scene"] == now["scene"]:
                assert then == now, f"{scenario}, order {battle.record.count} by {by}, {seat.name}"
                unseen += 1
    return unseen


def numbers(session: Session, seat: Seat) -> dict[str, Any]:
    """The view of a seat, its number, its moments, what it has been shown, and what lists show of the battle."""
    frame = json.loads(session.view(seat).data)
    summary = json.loads(session.summary(seat))
    return {
        **frame,
        "moments": len(session.entries(seat)),
        "much": session.measures()[seat.name],
        "summary": summary,
    }
