"""Views that rest: what a seat is shown, and by which numbers, is what it would be if they did not."""

from __future__ import annotations

import json
import random

import pytest
from service.sight import Sight

import banneret
from banneret.kernel.order import write_order
from banneret.service import messages as m
from banneret.service.live import session as sessions
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat


class Watcher:
    """A client that takes what is different, and keeps what it was sent."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.follows = seat, True
        self.seen = self.whole = 0
        self.sent: list[m.Frame] = []
        self.sight = Sight()

    def send(self, frame: m.Frame) -> None:
        self.sent.append(frame)


class Table:
    """A battle and those who look at it."""

    def __init__(self, rulebook: str, scenario: str) -> None:
        self.session = Session("one", banneret.start(rulebook, scenario, seed=b"5".hex() * 32))
        sides = [*self.session.battle.sides, "spectator"]
        self.watchers = {side: Watcher(Seat("one", side, side, mine=True)) for side in sides}
        for watcher in self.watchers.values():
            self.session.listeners.append(watcher)
            self.session.show(watcher)

    def do(self, side: str, wanted: m.Deed) -> None:
        seat = self.watchers[side].seat
        ordered = isinstance(wanted, m.Order)
        self.session.do(lambda: self.session.carry_out(seat, wanted), by=seat, ordered=ordered)
        self.session.show_all()

    def rest(self) -> None:
        """As much later as views are kept."""
        for watcher in self.watchers.values():
            self.session._shown(watcher.seat).fresh -= sessions.REST + 1
        self.session.rest()

    def marks(self) -> list[tuple[int, int, int, int]]:
        found = [self.session._shown(watcher.seat) for watcher in self.watchers.values()]
        return [(one.number, one.since, one.asked, one.before) for one in found]

    def has_seen(self) -> list[object]:
        """The views that those who look have put together of what they were sent since the last time."""
        for watcher in self.watchers.values():
            for frame in watcher.sent:
                watcher.sight.see(json.loads(frame.data))
            watcher.sent.clear()
        return [watcher.sight.view for watcher in self.watchers.values()]

    def shown(self) -> list[object]:
        return [json.loads(data) for data in self.whole()]

    def whole(self) -> list[bytes]:
        return [self.session.view(watcher.seat).data for watcher in self.watchers.values()]


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("stacks", "two_banners"), ("battlesystem", "crossroads"), ("skirmish", "short_yard"), ("warcards", "border_skirmish")],
)  # fmt: skip
def test_a_seat_is_shown_the_same_by_the_same_numbers(
    book: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions.time, "time", lambda: 1.0)  # from which views are numbered
    awake, resting = Table(book, scenario), Table(book, scenario)
    chance = random.Random(8)
    for number in range(60):
        battle = awake.session.battle
        if battle.is_over:
            break
        side = battle.waiting_for[0]
        order = write_order(chance.choice(battle.orders(side)))
        if number % 7 == 6 and battle.why_not_undo(side) is None:
            wanted: m.Deed = m.Undo(str(number), awake.watchers[side].seen)
        else:
            wanted = m.Order(id=str(number), order=order, at=awake.watchers[side].seen)
        if number % 3:
            resting.rest()
        for table in (awake, resting):
            table.do(side, wanted)
        assert awake.marks() == resting.marks()
        assert resting.has_seen() == resting.shown()
        if number % 5 == 0:
            found = resting.whole()
            resting.rest()
            assert resting.whole() == found
    assert number > 20


def test_an_order_that_a_seat_sees_nothing_of_does_not_end_its_rest() -> None:
    """Others are sent what is different, also when what they see has rested."""
    table = Table("stacks", "two_banners")
    chance = random.Random(3)
    unseen = 0
    for number in range(80):
        battle = table.session.battle
        side = battle.waiting_for[0]
        others = [seat for seat in table.watchers.values() if seat.seat.side != side]
        table.rest()
        before = {seat.seat.name: (table.session._shown(seat.seat).number, len(seat.sent)) for seat in others}
        order = write_order(chance.choice(battle.orders(side)))
        table.do(side, m.Order(id=str(number), order=order, at=table.watchers[side].seen))
        table.session.rest()
        for seat in others:
            shown = table.session._shown(seat.seat)
            if (shown.number, len(seat.sent)) == before[seat.seat.name]:
                unseen += 1
                assert shown.rests
            else:
                assert not shown.rests
                assert seat.sent[-1].kind == "update"
    assert unseen > 0


def test_what_was_sent_is_not_kept() -> None:
    table = Table("stacks", "two_banners")
    side = table.session.battle.waiting_for[0]
    decision = table.session.battle.decisions[0]
    table.do(side, m.Order(id="1", order=write_order(decision.default()), at=table.watchers[side].seen))
    shown = table.session._shown(table.watchers[side].seat)
    assert not shown.is_pending
    assert not shown.rests
    table.session.rest()  # it is new
    assert not shown.rests
    table.rest()
    assert shown.rests
    assert not shown.known
    newcomer = Watcher(table.watchers[side].seat)
    table.session.show(newcomer)
    assert newcomer.sent[0].data == table.session.view(newcomer.seat).data
    assert newcomer.seen == table.watchers[side].seen
