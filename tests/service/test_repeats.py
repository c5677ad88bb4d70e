"""Orders that come twice, late, out of turn, or under the id of another: each is carried out once, and the others change nothing.

More of them: BANNERET_REPEATS=100000 python3 dev.py test -s tests/service/test_repeats.py
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from service.fields import FIELDS, chosen
from service.hand import orders_in
from service.table import Table, fetch

REPEATS = int(os.environ.get("BANNERET_REPEATS", "600"))
LOOKED = 50  # after so many requests the whole record is looked at
RESTART = 400  # after so many, about, the server is stopped and started


class Walk:
    """A battle, the orders that were done in it, and all requests with their answers."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.tokens = table.begin(**chosen(chance.randrange(len(FIELDS))), sides={})
        self.sides = [seat for seat in self.tokens if seat not in ("spectator", "referee")]
        self.done: list[tuple[str, str]] = []
        self.sent: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        self.old: list[
            tuple[str, int, Any]
        ] = []  # by seat views that are no longer the present ones, and what they asked
        self.look()

    def look(self) -> None:
        self.views = {seat: self.table.view(self.tokens[seat]) for seat in (*self.sides, "spectator")}
        self.waiting: list[str] = self.views["spectator"]["scene"].get("waiting", [])
        self.over = "ending" in self.views["spectator"]["scene"]

    def order(self, side: str) -> str:
        """A legal order, as the record would have it."""
        question = self.views[side]["scene"]["questions"][0]
        options = [option["order"] for option in question.get("options", [])]
        return str(
            self.chance.choice(options) if options and self.chance.random() < 0.5 else question["default"]
        )

    def ask(self, seat: str, order: str, at: int, number: str = "") -> dict[str, Any]:
        request = {
            "type": "order",
            "id": number or f"{self.chance.getrandbits(60):x}",
            "at": at,
            "order": order,
        }
        answer = self.table.ask(self.tokens[seat], **request)
        if answer["type"] == "done" and not number:
            self.sent.append((seat, request, answer))
        return answer

    def first(self) -> str:
        """An order given for the first time: it is done."""
        side = self.chance.choice(self.waiting)
        order = self.order(side)
        self.remember()
        answer = self.ask(side, order, self.views[side]["at"])
        assert answer["type"] == "done", answer
        self.done.append((side, order))
        self.look()
        return "done"

    def remember(self) -> None:
        """The present views are old ones soon."""
        for seat in self.sides:
            view = self.views[seat]
            self.old.append((seat, view["at"], view["scene"].get("questions", [])))

    def again(self) -> str:
        """The very same request once more: the very same answer."""
        if not self.sent:
            return self.first()
        seat, request, answer = self.chance.choice(self.sent)
        assert self.table.ask(self.tokens[seat], **request) == answer
        return "twice"

    def altered(self) -> str:
        """Another order under an id that was used."""
        if not self.sent:
            return self.first()
        seat, request, _ = self.chance.choice(self.sent)
        at = self.views[seat]["at"] if self.chance.random() < 0.5 else request["at"]
        answer = self.ask(seat, f"{request['order']} (no such)", at, request["id"])
        # From the present view it is a new request, and no legal one.
        assert (answer["type"], answer["code"] == "id-used" or at == self.views[seat]["at"]) == (
            "refused",
            True,
        ), answer
        return "id used"

    def late(self) -> str:
        """From a view that is no longer the present one, and asked something else or nothing."""
        now = {seat: view["scene"].get("questions", []) for seat, view in self.views.items()}
        stale = [
            (seat, at)
            for seat, at, asked in self.old
            if at != self.views[seat]["at"] and (asked != now[seat] or not asked)
        ]
        if not stale:
            return self.first()
        seat, at = self.chance.choice(stale)
        order = self.order(seat) if seat in self.waiting else "none"
        answer = self.ask(seat, order, at)
        assert (answer["type"], answer["at"]) == ("behind", self.views[seat]["at"]), answer
        return "late"

    def out_of_turn(self) -> str:
        """By who has nothing to decide."""
        seat = self.chance.choice([seat for seat in (*self.sides, "spectator") if seat not in self.waiting])
        order = self.order(self.waiting[0])
        answer = self.ask(seat, order, self.views[seat]["at"])
        assert answer["type"] == "refused", answer
        assert answer["reason"]
        return "out of turn"

    def check(self) -> None:
        """The record has what was done, once, in its order; and what is shown is as it was."""
        status, record = fetch(self.table, "/api/battle/record", self.tokens["referee"])
        assert status == 200
        assert orders_in(record) == self.done
        before = {seat: view["scene"] for seat, view in self.views.items()}
        self.look()
        assert {seat: view["scene"] for seat, view in self.views.items()} == before


def lift(table: Table) -> None:
    """Take the limits from a server; nor does a pass come by itself there."""
    service = table.client.app.state.service  # type: ignore[attr-defined]
    service.limits.lift()
    service.registry.thinking.close()


@pytest.mark.long
def test_every_order_is_carried_out_once_however_often_and_late_it_comes(table: Table) -> None:
    lift(table)
    chance = random.Random(4)
    walk = Walk(table, chance)
    found: Counter[str] = Counter()
    for number in range(REPEATS):
        if walk.over:
            walk.check()
            walk = Walk(table, chance)
        acts = [walk.first, walk.again, walk.again, walk.altered, walk.late, walk.late, walk.out_of_turn]
        found[chance.choice(acts)()] += 1
        if number % LOOKED == 0:
            walk.check()
        if number and number % 5000 == 0:
            print(f"{number} orders: {dict(found)}", flush=True)
        if chance.randrange(RESTART) == 0:
            table.stop()
            table.start()
            lift(table)
            walk.remember()
            walk.check()
    walk.check()
    print(f"{REPEATS} orders: {dict(found)}")
    assert set(found) == {"done", "twice", "id used", "late", "out of turn"}
