"""The watchdog: keeps a battle going when a computer player fails.

A player that raises, gives an illegal order or thinks longer than its limit is replaced by the rulebook's greedy player for
the rest of the battle. What happened stands in `notes`, which a battle writes into its record.
"""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any

from banneret.kernel.decision import Choice
from banneret.kernel.order import write_order
from banneret.kernel.player import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.decision import Decision
    from banneret.kernel.dice import Chance
    from banneret.kernel.order import Order
    from banneret.kernel.player import Seat
    from banneret.kernel.rulebook import Rulebook

LIMIT = 30.0


class Dismissed(BaseException):
    """Raised inside a player that has been replaced while it was still thinking, to end it."""


class Watchdog(Player):
    """A player under watch.

    `limit` is how many seconds a decision may take; None sets no limit and spares the thread that it needs. `report` is called
    with each note; `spec` is what notes call the player. A player that hangs in compiled code which never releases the interpreter's
    lock cannot be interrupted.
    """

    def __init__(
        self,
        player: Player,
        rulebook: Rulebook[Any],
        chance: Chance,
        limit: float | None = LIMIT,
        spec: str = "",
        report: Callable[[str], None] | None = None,
    ) -> None:
        self._thread: _Thinker | None = None
        self.player = player
        self.name = player.name
        self.imagines = player.imagines
        self.rulebook = rulebook
        self.chance = chance
        self.limit = limit
        self.spec = spec or player.name
        self.report = report
        self.replaced = False
        self.notes: list[str] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The watched player's order, or greedy's."""
        if not self.replaced:
            order, problem = self._asked(decision, seat)
            if not problem and order is not None:
                return order
            self._replace(problem)
        return self.player.choose(decision, seat)

    def _asked(self, decision: Decision, seat: Seat) -> tuple[Order | None, str]:
        """The order where it is legal, and "" or what went wrong.

        Where orders can be picked from a list the player gets a list of its own: it may use that up, and what it adds to it does
        not become legal.
        """
        if not isinstance(decision, Choice):
            order, problem = self._answered(decision, seat)
        else:
            options = decision.options
            decision.options = list(options)
            try:
                order, problem = self._answered(decision, seat)
            finally:
                decision.options = options
        return (None, problem) if problem else _judged(decision, order)

    def _answered(self, decision: Decision, seat: Seat) -> tuple[Any, str]:
        """The player's order, and "" or the reason why there is none."""
        try:
            if self.limit is None:
                return self.player.choose(decision, seat), ""
            if self._thread is None:
                self._thread = _Thinker()
            return self._thread.ask(self.player, decision, seat, self.limit), ""
        except _TooLong:
            return None, f"thought for more than {self.limit:g} seconds"
        except _Raised as raised:
            return None, _told(raised.error)
        except (Exception, SystemExit, GeneratorExit) as error:
            return None, _told(error)

    def _replace(self, problem: str) -> None:
        self.player = self.rulebook.computer.greedy(self.chance)
        self.replaced = True
        self.imagines = False
        self.close()
        note = f"{self.spec} {problem}; greedy plays on for it"
        self.notes.append(note)
        if self.report is not None:
            self.report(note)

    def close(self) -> None:
        """Let go of the thread."""
        if self._thread is not None:
            self._thread.end()
            self._thread = None

    def __del__(self) -> None:
        self.close()


def _judged(decision: Decision, order: Any) -> tuple[Order | None, str]:
    """The order where it is one and legal, or what is wrong with it."""
    try:
        if not isinstance(order, tuple):
            return None, f"answered with a {type(order).__name__}, not an order"
        if decision.check(order) is not None:
            return None, f"gave the illegal order {write_order(order)[:80]!r}"
    except Exception as error:
        return None, f"gave an order that cannot be read ({type(error).__name__})"
    return order, ""


def _told(error: BaseException) -> str:
    """An exception of a player in words."""
    try:
        return f"raised {type(error).__name__}: {error}"[:200]
    except Exception:  # an error may fail to say what it is
        return f"raised {type(error).__name__}"


class _TooLong(Exception):
    """The limit is over."""


class _Raised(Exception):
    """The player raised `error` in its thread. That may be anything: an interrupt there is the player's, and stops nobody else."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


class _Thinker:
    """A thread that asks a player, so that the clock can be watched meanwhile."""

    def __init__(self) -> None:
        self.wanted = threading.Semaphore(0)
        self.ready = threading.Semaphore(0)
        self.task: tuple[Player, Decision, Seat] | None = None
        self.order: Order | None = None
        self.thinking = False
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="banneret player", daemon=True)
        self.thread.start()

    def ask(self, player: Player, decision: Decision, seat: Seat, limit: float) -> Order | None:
        """The player's answer; raises `_Raised` where it raises anything, and `_TooLong` after the limit."""
        self.task = (player, decision, seat)
        self.order = self.error = None
        self.wanted.release()
        if not self.ready.acquire(timeout=limit):
            raise _TooLong
        if self.error is not None:
            raise _Raised(self.error)
        return self.order

    def end(self) -> None:
        """Let the thread end; a player that is still thinking gets `Dismissed` raised inside it."""
        self.task = None
        self.wanted.release()
        if self.thinking and self.thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.thread.ident), ctypes.py_object(Dismissed)
            )

    def _run(self) -> None:
        try:
            while True:
                self.wanted.acquire()
                if self.task is None:
                    return
                player, decision, seat = self.task
                self.thinking = True
                try:
                    self.order = player.choose(decision, seat)
                except Dismissed:
                    raise
                except BaseException as error:
                    self.error = error
                self.thinking = False
                self.ready.release()
        except Dismissed:
            return
