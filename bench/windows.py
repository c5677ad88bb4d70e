"""A step with many windows at the table: what each of its orders costs, beside orders of other steps of the same battles.

    python -m bench windows --seconds 30

Sixteen creatures a side stand mixed like the squares of a chessboard, and whoever may strike at one that was tapped does: so a step has up
to sixty questions, and is run again from its beginning at each of them. An order is carried out, and both seats are shown what is different; without store and line.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.api import start
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.service import messages as m
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat
from bench.orders import Watcher
from bench.squares import MIXED, host

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario

MANY = 20
"""A step with so many orders is a long one."""
SIZE = 16
EACH = 80
"""Orders of a battle, while the throng is great."""
ACROSS = 8
"""Creatures in a row."""
WILLING = ("strike", "attack", "activate")


def eager(decision: Decision) -> Order:
    """The first order that strikes, else the default."""
    for order in decision.orders():
        if order[0] in WILLING:
            return order
    return decision.default()


def throng(size: int) -> Scenario:
    """A battle with so many creatures a side, of four kinds in turn, foes beside foes on the largest board."""
    book: Any = rulebooks.get("skirmish")
    plain = host(size)
    grid = book.new(plain, book.options()).setting.board.grid
    columns, rows = ACROSS, 2 * size // ACROSS
    corners = [
        corner
        for corner in range(grid.size - rows * grid.columns)
        if corner % grid.columns + columns <= grid.columns
        and all(
            grid.fits(corner + down * grid.columns + right, 1)
            for down in range(rows)
            for right in range(columns)
        )
    ]
    standing: list[list[list[str]]] = [[], []]
    for down in range(rows):
        for right in range(columns):
            side = (down + right) % 2
            name = MIXED[side][len(standing[side]) % len(MIXED[side])]
            standing[side].append([name, grid.names[corners[0] + down * grid.columns + right]])
    scenario: Scenario = book.read_scenario(
        {
            "id": f"throng_{size}",
            "title": plain.title,
            "sides": ["drow", "cormyr"],
            "data": {**plain.data, "standing": standing},
        },
        "bench",
    )
    return scenario


class Melee:
    """A battle in a throng with a watcher at each seat, begun again when it is over. `costs`: milliseconds of the orders of each step."""

    def __init__(self) -> None:
        self.scenario = throng(SIZE)
        self.begun = 0
        self.costs: list[list[float]] = []
        self.sit_down()

    def sit_down(self) -> None:
        """Begin the next battle."""
        self.begun += 1
        self.given = 0
        self.session = Session("bench", start(rulebooks.get("skirmish"), self.scenario, seed=self.begun))
        self.watchers: dict[str, Watcher] = {}
        for side in self.session.battle.sides:
            watcher = self.watchers[side] = Watcher(Seat("bench", side, side, mine=True))
            self.session.listeners.append(watcher)
            self.session.show(watcher)

    def order(self) -> None:
        """Give one order, and note what it cost."""
        battle = self.session.battle
        if battle.is_over or self.given == EACH:
            self.sit_down()
            return
        if not self.costs or not battle.course.answers:  # the first order of a step
            self.costs.append([])
        decision = battle.decisions[0]
        watcher = self.watchers[battle.sides[decision.side]]
        wanted = m.Order(id=str(self.begun), order=write_order(eager(decision)), at=watcher.seen)
        self.given += 1
        begun = time.process_time()
        self.session.do(lambda: self.session.carry_out(watcher.seat, wanted), by=watcher.seat, ordered=True)
        self.session.show_all()
        self.costs[-1].append(1e3 * (time.process_time() - begun))


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    melee = Melee()
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        melee.order()
    long = [costs for costs in melee.costs if len(costs) >= MANY]
    short = [cost for costs in melee.costs if len(costs) < MANY for cost in costs]
    usual = sum(short) / len(short)
    twenty = sum(sum(costs[:MANY]) for costs in long) / len(long)
    most = max(len(costs) for costs in long)
    longest = [cost for costs in long for cost in costs[MANY - 1 :]]
    return [
        (f"an order of a step with fewer than {MANY}, ms", f"{usual:.2f}", f"{len(short)} orders"),
        (
            f"the first {MANY} orders of a longer step, ms",
            f"{twenty:.1f}",
            f"{len(long)} steps, of up to {most}",
        ),
        (f"... in orders of shorter steps (bar {MANY})", f"{twenty / usual:.1f}", ""),
        (
            f"an order from the {MANY}th of a step on, ms",
            f"{sum(longest) / len(longest):.2f}",
            f"{len(longest)} orders, the longest {max(longest):.1f} ms",
        ),
    ]
