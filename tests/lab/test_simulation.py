"""Simulation: the same games whatever the number of workers, honest intervals, and an end when asked for."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import textwrap
from math import comb
from pathlib import Path

import pytest
from kernel.toy import RULEBOOK

from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import Mean, wilson
from banneret.kernel.player import Player
from banneret.lab.progress import ProgressBar
from banneret.lab.simulation import simulate
from banneret.lab.workers import run_jobs


class Fails(Player):
    def __init__(self, rulebook, chance):
        pass

    def choose(self, decision, seat):
        raise RuntimeError("no idea")


def plain(result):
    return result.to_json()


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_workers_change_nothing(scenario):
    alone = simulate(RULEBOOK, scenario, players="random", games=257, seed="x", workers=1)
    shared = simulate(RULEBOOK, scenario, players="random", games=257, seed="x", workers=3)
    assert plain(alone) == plain(shared)
    assert alone.games == 257
    assert sum(alone.shares.values()) == pytest.approx(257)


def test_more_games_begin_with_the_same_games():
    seen = {}
    simulate(
        RULEBOOK, "duel", players="random", games=60, seed=4, workers=1,
        progress=lambda done, total, result: seen.update({done: (total, dict(result.wins))}),
    )  # fmt: skip
    assert list(seen) == sorted(seen)
    assert list(seen)[-1] == 60
    for done, (total, wins) in seen.items():
        assert total == 60
        assert wins == simulate(RULEBOOK, "duel", players="random", games=done, seed=4, workers=1).wins


def test_seeds_differ():
    one = simulate(RULEBOOK, "duel", players="random", games=100, seed=1, workers=1)
    two = simulate(RULEBOOK, "duel", players="random", games=100, seed=2, workers=1)
    assert plain(one)["measures"] != plain(two)["measures"]


@pytest.mark.long
def test_search_with_simulations_is_reproducible_in_the_lab():
    results = [
        simulate(RULEBOOK, "tiny", players=("search:30sims", "greedy"), games=12, workers=workers)
        for workers in (1, 2)
    ]
    assert plain(results[0]) == plain(results[1])


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_until_stops_at_a_fixed_place(workers):
    result = simulate(RULEBOOK, "duel", players="random", until=0.04, seed=9, workers=workers)
    assert result.stopped == "until"
    assert result.games % 100 == 0
    assert result.precision <= 0.04
    again = simulate(RULEBOOK, "duel", players="random", games=result.games, seed=9, workers=1)
    assert again.wins == result.wins


def test_until_gives_up_at_the_most_games():
    result = simulate(RULEBOOK, "duel", players="random", until=0.001, games=150, workers=1)
    assert (result.games, result.stopped) == (150, "games")


def test_a_player_that_fails_is_replaced_and_told_of():
    result = simulate(RULEBOOK, "duel", players=("lab.test_simulation:Fails", "random"), games=30, workers=1)
    assert result.failures == 30
    assert len(result.notes) == 20
    assert (
        "game 1: lab.test_simulation:Fails raised RuntimeError: no idea; greedy plays on for it"
        in result.notes
    )
    assert "players failed in 30 games" in str(result)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": "gredy"}, "'greedy'"),
        ({"players": ["random"]}, "1 players for 2 sides"),
        ({"players": {"yellows": "random"}}, "no side 'yellows'"),
        ({"games": 0}, "from 1 to"),
        ({"until": 0.9}, "from 0.0005"),
        ({"options": {"ties": "often"}}, "one of nobody, reroll"),
    ],
)
def test_bad_input_is_refused(given, words):
    with pytest.raises(BadInput, match=words):
        simulate(RULEBOOK, "duel", **given)


def test_result_as_text_and_data():
    result = simulate(RULEBOOK, "trio", players={"reds": "greedy"}, games=50, workers=1)
    data = result.to_json()
    assert data["players"] == {"reds": "greedy", "blues": "greedy", "greens": "greedy"}
    assert set(data["chances"]) == {"reds", "blues", "greens", "draw"}
    assert set(data["measures"]) == {"orders", "tricks"}
    low, high = data["chances"]["reds"]["interval"]
    assert low <= data["chances"]["reds"]["share"] <= high
    assert str(result).startswith("reds")


def test_ctrl_c_gives_the_result_so_far():
    program = textwrap.dedent("""
        import signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
        sys.path.insert(0, sys.argv[1])
        from kernel.toy import RULEBOOK
        from banneret.lab.simulation import simulate

        told = False

        def tell(done, total, result):
            global told
            if done >= 50 and not told:
                told = True
                print("fifty", flush=True)

        if __name__ == "__main__":
            result = simulate(RULEBOOK, "long", players="random", games=10_000_000, workers=2, progress=tell)
            print(result.stopped, sum(result.wins.values()) + result.draws == result.games >= 50)
    """)
    folder = str(Path(__file__).parent.parent)
    source = str(Path(sys.modules["banneret"].__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", program, folder],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout.readline() == "fifty\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=120)[0] == "interrupted True\n"
            assert process.returncode == 0
        finally:
            process.kill()


def make_square(offset):
    return lambda number: number * number + offset


@pytest.mark.long
def test_jobs_come_back_in_order():
    assert list(run_jobs(make_square, (1,), 1000, 3)) == [n * n + 1 for n in range(1000)]
    assert list(run_jobs(make_square, (1,), 3, 1)) == [1, 2, 5]


def make_fragile():
    def job(number):
        if number == 5:
            raise ValueError("five")
        return number

    return job


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_comes_through(workers):
    with pytest.raises(ValueError, match="five"):
        list(run_jobs(make_fragile, (), 50, workers))


@pytest.mark.parametrize("share", [0.03, 0.3, 0.5, 0.9])
def test_wilson_covers_the_truth(share):
    tries = 120
    covered = 0.0
    for hits in range(tries + 1):
        low, high = wilson(hits, tries)
        if low <= share <= high:
            covered += comb(tries, hits) * share**hits * (1 - share) ** (tries - hits)
    assert covered > 0.92


def test_means():
    mean = Mean()
    for value in (1, 2, 3, 4):
        mean.add(value)
    assert (mean.mean, mean.least, mean.most) == (2.5, 1, 4)
    assert mean.deviation == pytest.approx(1.2909944)
    assert mean.interval[0] < 2.5 < mean.interval[1]
    assert Mean().interval == (0, 0)


def test_the_bar_is_silent_unless_somebody_looks():
    stream = io.StringIO()
    bar = ProgressBar(stream)
    bar(1, 2)
    bar.close()
    assert stream.getvalue() == ""
    bar = ProgressBar(stream, force=True)
    bar(2, 2, "reds 50%")
    bar.close()
    assert "2 of 2  reds 50%" in stream.getvalue()


def test_where_nobody_looks_the_bar_is_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("banneret.lab.progress.monotonic", lambda: now[0])
    stream = io.StringIO()
    bar = ProgressBar(stream)
    for done in range(1, 40):
        now[0] += 1
        bar(done, 40, "checkpoints counted")
    bar.close()
    assert stream.getvalue().splitlines() == [
        "banneret: 15 of 40, 25 s left  checkpoints counted",
        "banneret: 30 of 40, 10 s left  checkpoints counted",
    ]
