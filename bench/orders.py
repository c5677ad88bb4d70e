"""Processor time of an order at the table: it is carried out, and both seats are shown what is different. Without store and line.

python -m bench orders --seconds 20
"""

from __future__ import annotations

import time

import banneret
from banneret.kernel.order import write_order
from banneret.service import messages as m
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat

BATTLES = (
    ("stacks", "first_blood"),
    ("stacks", "duel_of_archmages"),
    ("warcards", "border_skirmish"),
    ("battlesystem", "crossroads"),
    ("companies", "the_ford"),
    ("skirmish", "twin_halls"),
)
"""The smallest battle, the largest on a map of hexes, and one of each other rulebook."""

WARM = 50  # orders that are not counted


class Watcher:
    """A browser that takes what is different."""

    follows = True

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.seen = self.whole = 0

    def send(self, frame: m.Frame) -> None:
        """A message is let go; its bytes were made."""


class Table:
    """A battle with a watcher at each seat, begun again when it is over. People give the default orders, as a tired player would."""

    def __init__(self, rulebook: str, scenario: str) -> None:
        self.rulebook, self.scenario = rulebook, scenario
        self.begun = self.orders = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Begin the next battle."""
        self.begun += 1
        self.session = Session("bench", banneret.start(self.rulebook, self.scenario, seed=self.begun))
        self.watchers: dict[str, Watcher] = {}
        for side in self.session.battle.sides:
            watcher = self.watchers[side] = Watcher(Seat("bench", side, side, mine=True))
            self.session.listeners.append(watcher)
            self.session.show(watcher)

    def order(self) -> None:
        """Give one order."""
        session = self.session
        if session.battle.is_over:
            self.sit_down()
            return
        decision = session.battle.decisions[0]
        watcher = self.watchers[session.battle.sides[decision.side]]
        wanted = m.Order(id=str(self.orders), order=write_order(decision.default()), at=watcher.seen)
        session.do(lambda: session.carry_out(watcher.seat, wanted), by=watcher.seat, ordered=True)
        session.show_all()
        self.orders += 1


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    rows: list[tuple[str, ...]] = []
    for rulebook, scenario in BATTLES:
        table = Table(rulebook, scenario)
        while table.orders < WARM:
            table.order()
        counted, begun = table.orders, time.process_time()
        while time.process_time() - begun < seconds / len(BATTLES):
            table.order()
        each = (time.process_time() - begun) / (table.orders - counted)
        rows.append(
            (
                f"{scenario}: an order and what both seats see of it, ms",
                f"{1e3 * each:.2f}",
                f"{table.orders - counted} orders",
            )
        )
    return rows
