"""A grove: several trees of one question (root parallelization), each grown from a seed of its own, here or side by side on other cores.

What a tree brings depends on its number and its seed alone, so it does not matter where it was grown, or beside how many others; their figures
are summed in the order of their numbers. On other cores trees grow in processes that are forked for the question: a fork knows
what this process knows and nothing else, begins in a millisecond or two, and leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import sys
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from banneret.players.search.race import Race
from banneret.players.search.tree import MOST_ARMS, Arms, Cell, Node

STEP_BACK: Final = 9  # forks go after the process that thinks: tables and other battles go before them
CHUNK: Final = 1 << 16


class Branch:
    """A fork that grows some of the trees."""

    def __init__(self, numbers: list[int], grow: Callable[[int], Any]) -> None:
        self.numbers: list[int] = numbers
        self.found: bytes = b""
        self.pipe, there = os.pipe()
        with warnings.catch_warnings():
            # forking beside threads is safe here: a player has several hands only where other threads hold no lock
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process: int = os.fork()
        if self.process == 0:
            _branch_out(numbers, grow, self.pipe, there)
        os.close(there)

    def wait(self, until: float) -> list[Any] | None:
        """The trees that it has grown; None where that is not here by a time (0: whenever it comes), or it has failed."""
        whole = False
        try:
            while not whole:
                if until > 0.0:
                    ready, _, _ = select.select([self.pipe], [], [], max(0.0, until - perf_counter()))
                    if not ready:
                        break
                part = os.read(self.pipe, CHUNK)
                self.found += part
                whole = not part
        finally:
            self.end()
        return pickle.loads(self.found) if whole and self.found else None

    def end(self) -> None:
        """End the fork, in the middle of a thought too."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.pipe)


def _branch_out(numbers: list[int], grow: Callable[[int], Any], here: int, there: int) -> None:
    """Grow these trees in the fork, write them to the pipe, and end the process."""
    try:
        os.close(here)
        os.nice(STEP_BACK)
        data = pickle.dumps([grow(number) for number in numbers], -1)
        while data:
            data = data[os.write(there, data) :]
    finally:
        os._exit(0)


def can_fork() -> bool:
    """True where processes may be forked."""
    return sys.platform == "linux"


def grown(count: int, hands: int, grow: Callable[[int], Any], until: Callable[[], float]) -> list[Any]:
    """The results of `grow` for every tree, by number, on as many cores as there are `hands`.

    `until`: asked when the trees of this process are grown, the time by which the others must be here, 0 for any. What is late, or is lost
    with its process, is left out where there is such a time, and is grown here where there is none.
    """
    if hands <= 1 or count <= 1 or not can_fork():
        return [grow(number) for number in range(count)]
    hands = min(hands, count)
    branches = [Branch(list(range(first, count, hands)), grow) for first in range(1, hands)]
    found: list[Any] = [None] * count
    try:
        for number in range(0, count, hands):
            found[number] = grow(number)
        last = until()
        while branches:
            branch = branches.pop(0)
            results = branch.wait(last)
            if results is None and last == 0.0:
                results = [grow(number) for number in branch.numbers]
            if results is not None:
                for at in range(len(results)):
                    found[branch.numbers[at]] = results[at]
    finally:
        for branch in branches:
            branch.end()
    return [one for one in found if one is not None]


# ---------------------------------------------------------------- what trees bring, as plain data


def bare(root: Node) -> Node:
    """A new root with the same orders, and nothing learnt."""
    found = Node([arms.side for arms in root.arms])
    for at in range(len(root.arms)):
        arms, own = root.arms[at], found.arms[at]
        for number in range(len(arms.orders)):
            own.add(arms.orders[number], arms.priors[number])
        own.large = arms.large
    found.joint = root.joint
    if root.foreseen:
        found.foresee(root.foreseen, root.trust)
    return found


def picked(root: Node) -> Any:
    """The results of a tree as plain data: all that it knows of the orders at its root."""
    arms = [(one.side, one.orders, one.visits, one.sums, one.squares, one.total) for one in root.arms]
    cells = [(key, cell.tries, cell.sums) for key, cell in root.cells.items()]
    return arms, cells, root.masks, root.visits, root.squares, root.varied


def add(root: Node, fruit: Any) -> None:
    """Add the results of a tree (`picked`) to a root. Orders are matched by what they are, for trees may number them differently."""
    parts, cells, masks, visits, squares, varied = fruit
    if len(root.arms) < len(parts):  # the question has turned out to be put to several sides at once
        own = root.arms[0]
        root.arms = [own if part[0] == own.side else Arms(part[0]) for part in parts]
        root.joint = True
    renumbered: list[list[int]] = []
    for at in range(len(parts)):
        _, orders, tries, sums, squared, total = parts[at]
        arms = root.arms[at]
        numbers: list[int] = []
        for i in range(len(orders)):
            number = arms.index.get(orders[i], -1)
            if number < 0 and len(arms.orders) < MOST_ARMS:
                number = arms.add(orders[i], 0.5)
            numbers.append(number)
            if number < 0:
                continue
            arms.visits[number] += tries[i]
            arms.sums[number] += sums[i]
            arms.squares[number] += squared[i]
        arms.total += total
        renumbered.append(numbers)
    for key, count, worths in cells:
        mine = 0
        rest = key
        power = 1
        known = True
        for at in range(len(parts) - 1, -1, -1):
            number = renumbered[at][rest % MOST_ARMS]
            known = known and number >= 0
            mine += number * power
            rest //= MOST_ARMS
            power *= MOST_ARMS
        if not known:
            continue
        cell = root.cells.get(mine)
        if cell is None:
            cell = Cell(len(parts))
            root.cells[mine] = cell
        cell.tries += count
        for at in range(len(worths)):
            cell.sums[at] += worths[at]
    for mask in masks:
        root.masks.append(
            [[renumbered[at][i] for i in mask[at] if renumbered[at][i] >= 0] for at in range(len(mask))]
        )
    root.visits += visits
    root.squares += squares
    root.varied = root.varied or varied


def joined(races: list[list[list[float]]]) -> Race:
    """A race of which every order has the worths of all races, in the worlds that it met together with the first."""
    found = Race(len(races[0]))
    for number in range(len(races[0])):
        mine: list[float] = []
        theirs: list[float] = []
        for worths in races:
            count = min(len(worths[number]), len(worths[0]))
            mine += worths[number][:count]
            theirs += worths[0][:count]
        found.worths[number] = mine
        found.firsts.append(theirs)
    return found
