"""How soon the computer passes in a window: from the view in which it is asked to the view in which it has passed.

    python -m bench replies --seconds 60
    python -m bench.replies --seconds 120 --levels greedy,search

A person fights the computer at a table in a process of its own, by orders drawn at random, and sees every view come over the line; the record
says afterwards which of them showed a pass. Every answer of the computer in a window takes the same time, so that it tells nothing of what
it holds: that pause is part of the figure. A short battle before those that are measured lets the table begin the process in which computers think.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from bench.command import run as end_with
from bench.load import Scene, Server, Sight, read

LEVELS = ("greedy", "instant", "search")
SCENARIOS = ("short_yard", "twin_halls")
MINE, THEIRS = "drow", "cormyr"
BOLD = ("move", "attack", "strike", "play", "use")  # orders that others may answer, or that lead to the enemy
WARMING = 6.0  # seconds of the battle that is not measured
PATIENCE = 30.0  # seconds without a view after which a battle is given up


class Fight:
    """One battle against the computer: what came when, and which passes it was."""

    def __init__(self, server: Server, scenario: str, level: str, seed: int) -> None:
        body = {
            "rulebook": "skirmish",
            "scenario": scenario,
            "sides": {MINE: {"by": "me"}, THEIRS: {"by": "computer", "level": level}},
            "referee": True,
        }
        self.server = server
        self.tokens: dict[str, str] = server.post("battles", body)["tokens"]
        self.chance = random.Random(seed)
        self.bursts: list[list[float]] = []
        """For each order of the person: when the view with it came, and when each after it."""

    def play(self, end: float) -> None:
        """Give orders until the time or the battle is over."""
        with connect(f"ws://127.0.0.1:{self.server.port}/api/table", max_size=None) as line:
            line.send(json.dumps({"type": "sit", "token": self.tokens[MINE], "updates": True}))
            sight = Sight()
            scene, at, _ = self._until_asked(line, sight)
            number = 0
            while scene.questions and time.monotonic() < end:
                question = scene.questions[0]
                options = [option.order for option in question.options] or [question.default]
                bold = [one for one in options if one.partition(" ")[0] in BOLD]
                order = self.chance.choice(
                    [*bold, question.default] if bold else [question.default, *options]
                )
                number += 1
                line.send(json.dumps({"type": "order", "id": f"o{number}", "at": at, "order": order}))
                scene, at, came = self._until_asked(line, sight)
                if came:
                    self.bursts.append(came)

    def _until_asked(self, line: ClientConnection, sight: Sight) -> tuple[Scene, int, list[float]]:
        """Follow the views until this seat is asked, or the battle is over: the last one, its number, and when each came.

        None of them where the order was given at an older view, and must be given again.
        """
        came: list[float] = []
        behind = False
        scene, at = Scene(), 0
        while True:
            message = read(line.recv(PATIENCE, decode=False), sight)
            if message.type in ("view", "update"):
                came.append(time.perf_counter())
                scene, at = message.scene or Scene(), message.at
            elif message.type == "behind":
                behind, came = True, []
            elif message.type != "done":
                raise RuntimeError(f"the table answers with {message.type}")
            if came and (scene.questions or scene.ending):
                return scene, at, [] if behind else came

    def passes(self) -> list[float]:
        """Seconds of every pass of the computer that a view of its own has shown."""
        entries = [line.split(" ", 4) for line in self.server.record(self.tokens["referee"]).splitlines()]
        orders = [(one[1], one[3]) for one in entries if len(one) > 3 and one[2] == ">"]
        found: list[float] = []
        at = 0
        for came in self.bursts:
            while at < len(orders) and orders[at][0] != MINE:
                at += 1
            at += 1
            answers: list[str] = []
            while at < len(orders) and orders[at][0] == THEIRS:
                answers.append(orders[at][1])
                at += 1
            if len(came) == len(answers) + 1:  # else something else was shown as well
                found += [came[n + 1] - came[n] for n, order in enumerate(answers) if order == "pass"]
        return found


def measured(level: str, seconds: float) -> list[float]:
    """The passes of a level in battles of so many seconds together."""
    found: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            Fight(server, SCENARIOS[0], level, 0).play(time.monotonic() + WARMING)
            end = time.monotonic() + seconds
            number = 1
            while time.monotonic() < end:
                fight = Fight(server, SCENARIOS[number % len(SCENARIOS)], level, number)
                fight.play(end)
                found += fight.passes()
                number += 1
        finally:
            server.stop()
    return sorted(found)


def rows(levels: tuple[str, ...], seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    table: list[tuple[str, ...]] = []
    for level in levels:
        found = measured(level, seconds / len(levels))
        if not found:
            table.append((f"skirmish, {level} passes in a window", "-", "never asked"))
            continue
        share: list[Any] = [1000 * found[min(len(found) - 1, int(part * len(found)))] for part in (0.5, 0.99)]
        table.append(
            (
                f"skirmish, {level} passes in a window",
                f"{share[0]:.0f} ms, p99 {share[1]:.0f} ms",
                f"longest {1000 * found[-1]:.0f} ms of {len(found)} passes",
            )
        )
    return table


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of `python -m bench replies`."""
    return rows(LEVELS, max(30.0, seconds))


def main() -> None:
    """Measure, and print the rows."""
    parser = argparse.ArgumentParser(prog="python -m bench.replies", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--levels", default=",".join(LEVELS))
    words = parser.parse_args()
    for row in rows(tuple(words.levels.split(",")), words.seconds):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    end_with(main)
