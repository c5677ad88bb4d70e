"""Results in a file: a run that was ended in the middle goes on from it, and nothing is counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from kernel.toy import RULEBOOK

from banneret.kernel.errors import BadInput
from banneret.lab.kept import Kept, seed_in
from banneret.lab.simulation import keep_games, simulate
from banneret.lab.tournament import Entrant, keep_tournament, round_robin
from banneret.lab.workers import run_jobs


def plain(result):
    return json.dumps(result.to_json())


def keep(path, seed=4, players=("random", "greedy")):
    return keep_games(path, RULEBOOK, RULEBOOK.scenario("duel"), RULEBOOK.options(), players, seed)


def play(path, games, **more):
    with keep(path) as kept:
        return simulate(
            RULEBOOK, "duel", players=("random", "greedy"), games=games, seed=4, kept=kept,
            **{"workers": 1, **more},
        )  # fmt: skip


def straight(games, **more):
    return simulate(RULEBOOK, "duel", players=("random", "greedy"), games=games, seed=4, workers=1, **more)


def numbers(path):
    """The numbers of the games in a file, in the order in which they stand there."""
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return [number for row in rows for number in range(row["first"], row["last"])]


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_what_stands_there_is_not_played_again(tmp_path, workers):
    path = tmp_path / "games"
    first = play(path, 130, workers=workers)
    assert plain(first) == plain(straight(130))
    assert sorted(numbers(path)) == list(range(130))
    more = play(path, 260, workers=workers)
    assert plain(more) == plain(straight(260))
    assert sorted(numbers(path)) == list(range(260))
    before = path.read_bytes()
    assert plain(play(path, 260)) == plain(more)
    assert path.read_bytes() == before


@pytest.mark.parametrize("games", [1, 57, 100, 130])
def test_fewer_games_than_stand_there(tmp_path, games):
    path = tmp_path / "games"
    play(path, 260)
    before = path.read_bytes()
    assert plain(play(path, games)) == plain(straight(games))
    assert path.read_bytes() == before


@pytest.mark.long
def test_until_stops_at_the_same_place(tmp_path):
    path = tmp_path / "games"
    play(path, 150)
    with keep(path) as kept:
        found = simulate(
            RULEBOOK, "duel", players=("random", "greedy"), until=0.04, seed=4, workers=2, kept=kept
        )
    assert plain(found) == plain(straight(None, until=0.04))
    assert found.stopped == "until"


def test_a_file_that_ends_anywhere_is_gone_on_from(tmp_path):
    """Of a process that was killed while it wrote, the last line may be there in part."""
    path = tmp_path / "games"
    play(path, 60)
    whole = path.read_bytes()
    expected = plain(straight(60))
    for end in range(0, len(whole), 97):
        path.write_bytes(whole[:end])
        assert plain(play(path, 60)) == expected
        assert sorted(numbers(path)) == list(range(60))


@pytest.mark.long
def test_a_driver_that_is_killed_is_gone_on_from(tmp_path):
    path = tmp_path / "games"
    program = textwrap.dedent("""
        import sys
        sys.path.insert(0, sys.argv[1])
        from kernel.toy import RULEBOOK
        from banneret.lab.simulation import keep_games, simulate

        told = False

        def tell(done, total, result):
            global told
            if done >= 50 and not told:
                told = True
                print("fifty", flush=True)

        if __name__ == "__main__":
            players = ("random", "random")
            kept = keep_games(sys.argv[2], RULEBOOK, RULEBOOK.scenario("long"), RULEBOOK.options(), players, 1)
            simulate(RULEBOOK, "long", players=players, games=10_000_000, workers=2, progress=tell, kept=kept)
    """)
    folder = str(Path(__file__).parent.parent)
    source = str(Path(sys.modules["banneret"].__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", program, folder, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout.readline() == "fifty\n"
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        assert process.stdout.read() == ""  # the workers, which have the other end too, have ended
    games = len(numbers(path)) + 100
    players = ("random", "random")
    with keep_games(path, RULEBOOK, RULEBOOK.scenario("long"), RULEBOOK.options(), players, 1) as kept:
        assert kept.count >= 50
        found = simulate(RULEBOOK, "long", players=players, games=games, workers=2, kept=kept)
    assert plain(found) == plain(simulate(RULEBOOK, "long", players=players, games=games, workers=1))
    assert len(set(numbers(path))) == len(numbers(path))


@pytest.mark.long
def test_a_tournament_goes_on(tmp_path):
    path = tmp_path / "games"
    entrants = [Entrant(name, name) for name in ("random", "greedy", "default")]
    fields = [RULEBOOK.scenario(name) for name in ("duel", "tiny")]

    def fight(progress=None):
        with keep_tournament(path, RULEBOOK, fields, entrants, RULEBOOK.options(), 25, 3) as kept:
            return round_robin(
                RULEBOOK, fields, entrants, games=25, seed=3, workers=1, progress=progress, kept=kept
            )

    def interrupt(done, total, words):
        if done >= 40:
            raise KeyboardInterrupt

    part = fight(interrupt)
    assert part.stopped == "interrupted"
    assert 40 <= part.games < 150
    assert plain(fight()) == plain(
        round_robin(RULEBOOK, fields, entrants, games=25, seed=3, workers=2)
    )  # from the file and straight through
    assert sorted(numbers(path)) == list(range(150))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seed": 5}, "its seed is '4', not '5'"),
        ({"players": ("greedy", "greedy")}, "its players is"),
    ],
)
def test_a_file_of_another_job_is_refused(tmp_path, given, words):
    path = tmp_path / "games"
    play(path, 10)
    before = path.read_bytes()
    with pytest.raises(BadInput, match=words):
        keep(path, **given)
    assert path.read_bytes() == before


def test_files_that_cannot_be_used_are_refused(tmp_path):
    path = tmp_path / "games"
    play(path, 130)
    lines = path.read_bytes().splitlines(keepends=True)
    for wrong, words in [
        (b"a letter to a friend\n", "not a file of results"),
        (b"a letter", "not a file of results"),
        (b"".join([lines[0], b'{"section":""}\n', *lines[1:]]), "line 2 is damaged"),
        (b"".join([*lines, lines[1]]), "stand there already"),
        (lines[0].replace(b'"version":"', b'"version":"9.'), "another state of Banneret"),
    ]:
        path.write_bytes(wrong)
        with pytest.raises(BadInput, match=words):
            keep(path)
        assert path.read_bytes() == wrong
    with pytest.raises(BadInput, match=r"folder|directory"):
        keep(tmp_path)


def test_two_processes_do_not_write_one_file(tmp_path):
    path = tmp_path / "games"
    with keep(path), pytest.raises(BadInput, match="another process"):
        keep(path)
    keep(path).close()


def test_the_seed_of_a_file(tmp_path):
    path = tmp_path / "games"
    assert seed_in(path) is None
    keep(path, seed=77).close()
    assert seed_in(path) == 77


def make_square(offset):
    return lambda number: number * number + offset


def test_sections_keep_runs_apart(tmp_path):
    path = tmp_path / "squares"
    for count in (5, 9):
        with Kept(path, {"squares": True}, 0) as kept:
            for offset in (0, 3):
                section = kept.section(str(offset))
                found = list(run_jobs(make_square, (offset,), count, 1, of=int, kept=section))
                assert found == [number * number + offset for number in range(count)]
    with Kept(path, {"squares": True}, 0, temporary=True) as kept:
        assert kept.count == 18
        kept.finish()
    assert not path.exists()
