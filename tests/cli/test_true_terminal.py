"""Battles of `stacks` as a person plays them: typed lines, and a true terminal of the system."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import banneret as front_door
from banneret.cli.console import Console
from banneret.cli.stored import Store
from banneret.cli.terminal import Session
from banneret.kernel.battle import Battle

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

pytestmark = pytest.mark.long  # it starts processes


def sit(
    scenario: str, typed: str, people: list[str], *, plain: bool = False, dice: str = "seeded"
) -> tuple[Battle, str]:
    """A sitting with these lines typed; greedy plays the other sides."""
    sides = front_door.start("stacks", scenario).sides
    computers = {side: "greedy" for side in sides if side not in people}
    battle = front_door.start(
        "stacks", scenario, seed=None if dice == "typed" else 7, players=computers, dice=dice
    )
    out = io.StringIO()
    Session(battle, Console(io.StringIO(typed), out, plain=plain, width=80), people).play()
    return battle, out.getvalue()


def orders(battle: Battle, side: str) -> list[str]:
    """The orders a side gave, as they stand in the record."""
    return [
        str(entry).partition(" > ")[2]
        for entry in battle.record.entries
        if entry.who == side and not entry.faces
    ]


# ---------------------------------------------------------------- moves on the map


def test_moves_by_place_by_number_and_by_text() -> None:
    battle, shown = sit("two_banners", "A2 B2\n2 B3\nmove 3 B3\nmove (3) (B3)\n1\nq\n", ["groves"])
    given = [order for order in orders(battle, "groves") if order != "done"]
    assert given == ["move (5 6 7) (B2)", "move (0) (B3)", "move (2) (B3)", "move (3) (B3)"]
    assert "2 Centaurs and Ranger moved from A2 to B2." in shown


def test_moves_by_name() -> None:
    battle, shown = sit("two_banners", "move the elves to B3\nmove 2 centaurs to b2\nq\n", ["groves"])
    given = [order for order in orders(battle, "groves") if order.startswith("move")]
    assert given == ["move (0) (B3)", "move (6 7) (B2)"]
    assert "There is no place" not in shown


def test_a_way_is_found_to_a_place_further_on() -> None:
    battle, _ = sit("two_banners", "3 4 C2\nq\n", ["groves"])
    assert orders(battle, "groves")[-1] == "move (6 7) (B2 C2)"


def test_who_is_there_already_is_told_so() -> None:
    battle, shown = sit("two_banners", "A2 A2\n3 4 A2\nq\n", ["groves"])
    assert shown.count("They are at A2 already.") == 2
    assert not [order for order in orders(battle, "groves") if order.startswith("move")]


def test_the_end_is_told_in_whole_sentences() -> None:
    _, shown = sit("two_banners", "A2 B2\nA3 B3\n" + "\n" * 40, ["groves"])
    assert re.search(r"(?m)^(Halls won|Groves won|A draw)\. [A-Z]", shown)


def test_where_can_they_go() -> None:
    battle, shown = sit("two_banners", "3 4\n\n3 4\nC2\nmove\nA3\n1\nq\n", ["groves"])
    assert "Centaurs, Centaurs (2) from A2 can go to:" in shown
    assert "They stay." in shown
    assert "Which units? (numbers, or a place for all in it)" in shown
    assert next(order for order in orders(battle, "groves") if order != "done") == "move (6 7) (B2 C2)"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("A2 E3", "Not possible."),
        ("2 9 B2", "Not possible."),
        ("99 B2", "No unit bears the number 99"),
        ("C1 C2", "Nobody at C1 may move."),
        ("2 5", "units that go together begin in one place"),
        ("move 2 Z9", "There is no place 'z9'."),
        ("move (99) (B2)", "Not possible."),
        ("move () ()", "Not possible."),
    ],
)
def test_moves_that_cannot_be(typed: str, says: str) -> None:
    battle, shown = sit("two_banners", f"{typed}\nq\n", ["groves"])
    assert says in " ".join(shown.split())
    assert not any(order.startswith("move") for order in orders(battle, "groves"))


def test_enter_does_not_pass_a_turn_by_accident() -> None:
    battle, shown = sit("two_banners", "\nA2 B2\n\nq\n", ["groves"])
    assert "Nobody has moved in this turn. Enter again" in shown
    given = orders(battle, "groves")
    assert given.index("move (5 6 7) (B2)") < len(given) - 1


def test_undo_on_the_map() -> None:
    battle, shown = sit("two_banners", "A2 B2\nu\nq\n", ["groves"])
    assert "Taken back: move (5 6 7) (B2)." in shown
    assert not any(order.startswith("move") for order in orders(battle, "groves"))


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize("scenario", ["first_blood", "giant_at_the_gate", "hit_and_run", "arrow_storm"])
@pytest.mark.parametrize("plain", [False, True])
def test_whole_battles_by_enter(scenario: str, plain: bool) -> None:
    battle, shown = sit(scenario, "\n" * 400, ["defender"], plain=plain)
    assert battle.is_over
    assert re.search(r"\([A-Z][^()]*: stacks:[a-z.-]+\)", " ".join(shown.split()))
    assert max(len(line) for line in shown.splitlines()) <= 80 + len("Defender [Enter: ] > ") + 40


def test_a_hex_scenario_to_its_end() -> None:
    battle, shown = sit(
        "two_banners", "A2 B2\nA3 B3\nB2 C2\nB3 C3\nC2 D2\nC3 D3\nD3 E3\nD2 E3\n" + "\n" * 600, ["groves"]
    )
    assert battle.is_over
    assert battle.outcome is not None
    assert "Who supports" in shown


def test_two_people_at_one_keyboard() -> None:
    battle, shown = sit("hit_and_run", "\n" * 400, ["attacker", "defender"])
    assert battle.is_over
    assert shown.count("Pass the keyboard to") >= 2


def test_empty_questions_change_the_seat_too_unless_told_otherwise() -> None:
    people = ["attacker", "defender"]
    _, slow = sit("giant_at_the_gate", "\n" * 400, people)
    _, quick = sit("giant_at_the_gate", "\nquick\n" + "\n" * 400, people)
    assert slow.count("Pass the keyboard") > quick.count("Pass the keyboard") > 0
    assert "Does a Cannibal devour one of your units?" in slow
    assert "Does a Cannibal devour one of your units?" not in quick


def test_real_dice_typed_in() -> None:
    battle, shown = sit("hit_and_run", "x\n\n4\n" * 300, ["attacker", "defender"], dice="typed")
    assert battle.is_over
    assert "a die of 6 shows" in shown


# ---------------------------------------------------------------- a true terminal


def only_battle(folder: Path) -> Battle:
    """The one battle in the store of a data folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANNERET_DATA", str(folder))
        with Store() as store:
            (one,) = store.battles()
            return front_door.loads(store.kept(one.id).text)


class Terminal:
    """A `banneret` command on a pseudo-terminal."""

    def __init__(self, words: list[str], folder: Path, **environment: str) -> None:
        self.master, slave = pty.openpty()
        surroundings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
        surroundings |= {"TERM": "xterm-256color", "BANNERET_DATA": str(folder), **environment}
        command = [sys.executable, "-m", "banneret", *words]
        # Tests that run in the background ignore Ctrl-C, and what they start would inherit that.
        kept = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                command, stdin=slave, stdout=slave, stderr=slave, env=surroundings, start_new_session=True
            )
        finally:
            signal.signal(signal.SIGINT, kept)
        os.close(slave)
        self.shown = ""

    def read(self, until: Callable[[str], object], seconds: float = 60.0) -> str:
        """What is shown from now on, until it says what is awaited."""
        begun = len(self.shown)
        deadline = time.monotonic() + seconds
        while not until(self.shown[begun:]):
            assert time.monotonic() < deadline, self.shown[-2000:]
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    break
                if not data:
                    break
                self.shown += data.decode("utf-8", errors="replace")
        return self.shown[begun:]

    def prompt(self) -> str:
        """What is shown up to the next prompt."""
        return self.read(lambda text: text.rstrip(" ").endswith(">") or self.process.poll() is not None)

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def interrupt(self) -> None:
        """What Ctrl-C sends, once the command sleeps at its prompt.

        Python's `input` loses a signal that comes between the prompt and the wait for a key: it stands until the
        next key, which a person presses and a test does not.
        """
        state = Path(f"/proc/{self.process.pid}/stat")
        deadline = time.monotonic() + 60.0
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "the command never comes to rest"
            time.sleep(0.02)
        if not state.exists():  # no such thing on this system
            time.sleep(0.5)
        self.process.send_signal(signal.SIGINT)

    def close(self) -> int:
        """Wait for the end of the command."""
        try:
            self.read(lambda text: False, 60.0) if self.process.poll() is None else None
        except AssertionError:
            os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait(20)
        os.close(self.master)
        return code


def test_a_battle_on_a_true_terminal(tmp_path: Path) -> None:
    terminal = Terminal(
        ["play", "stacks", "hit_and_run", "--as", "attacker", "--against", "greedy", "--seed", "1"], tmp_path
    )
    first = terminal.prompt()
    assert "Hit and run" in first
    assert "\x1b[1m" in first
    for _ in range(60):
        if terminal.process.poll() is not None or "The record is complete" in terminal.shown:
            break
        terminal.type("")
        terminal.prompt()
    assert terminal.close() == 0
    assert "The record is complete" in terminal.shown
    assert only_battle(tmp_path).is_over


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    terminal = Terminal(["play", "stacks", "hit_and_run", "--against", "greedy"], tmp_path, NO_COLOR="1")
    assert "\x1b[3" not in terminal.prompt()
    terminal.type("q")
    assert terminal.close() == 0


def test_without_words_the_groves_are_yours(tmp_path: Path) -> None:
    terminal = Terminal([], tmp_path)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.prompt())
    assert "The Ford of Two Banners" in shown
    assert "You play Groves; Halls by the computer." in shown
    assert "(G5)" in shown
    terminal.type("A3 B3")
    terminal.prompt()
    terminal.interrupt()
    assert terminal.close() == 0
    assert "banneret resume" in terminal.shown
    again = Terminal(["resume"], tmp_path)
    assert "Going on with" in again.prompt()
    again.type("q")
    assert again.close() == 0


def test_what_was_accepted_survives_a_kill(tmp_path: Path) -> None:
    terminal = Terminal(["play", "stacks", "two_banners", "--against", "greedy", "--seed", "7"], tmp_path)
    terminal.prompt()
    for line in ("A2 B2", "A3 B3", "B2 C2"):
        terminal.type(line)
        terminal.prompt()
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.master)
    battle = only_battle(tmp_path)
    assert not battle.damage
    assert [order for order in orders(battle, "groves") if order != "done"] == [
        "move (5 6 7) (B2)",
        "move (0 1 2 3 4) (B3)",
        "move (5 6 7) (C2)",
    ]


def test_the_curtain_wipes_the_screen(tmp_path: Path) -> None:
    terminal = Terminal(["play", "stacks", "hit_and_run", "--hotseat"], tmp_path)
    terminal.read(lambda text: "press Enter" in text)
    terminal.type("")
    assert "\x1b[2J" in terminal.prompt()
    terminal.type("q")
    assert terminal.close() == 0


def test_a_narrow_terminal(tmp_path: Path) -> None:
    terminal = Terminal(["play", "stacks", "two_banners", "--against", "greedy"], tmp_path, COLUMNS="44")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.prompt())
    lines = shown.replace("\r", "").split("\n")
    assert max(len(line) for line in lines[:-1]) <= 58
    terminal.type("q")
    assert terminal.close() == 0
