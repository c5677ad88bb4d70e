"""A cluster in this process: all that is sent to it can be looked at."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from banneret.lab.jobs import Lost


class Here:
    """A cluster in this process; `faults` are how its next questions end: "lost", "silent", or "nothing" to say."""

    hands = 1

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.raw: list[bytes] = []  # as it leaves
        self.faults: list[str] = []
        self._minds: dict[int, Callable[[Any], Any]] = {}
        self._back: SimpleQueue[tuple[Any, ...] | Lost] = SimpleQueue()

    def send(self, kind: str, number: int, *words: bytes) -> None:
        self.sent.append((kind, number, *map(pickle.loads, words)))
        self.raw.extend(words)
        if kind == "begin":
            self._minds[number] = pickle.loads(words[0])()
        elif kind == "ask":
            fault = self.faults.pop(0) if self.faults else ""
            if fault == "lost":
                self._back.put(("answer", number, None))
            elif fault == "nothing":
                self._back.put(("answer", number, pickle.dumps((None, ""))))
            elif not fault:
                answer = self._minds[number](pickle.loads(words[0]))
                self._back.put(("answer", number, pickle.dumps(answer)))

    def receive(self) -> tuple[Any, ...]:
        found = self._back.get()
        if isinstance(found, Lost):
            raise found
        return found

    def close(self, seconds: float = 0.0) -> None:
        self._back.put(Lost("gone"))
