"""A cluster of two nodes: the figures of one core, whatever is lost on the way. One test after the other on one cluster, which ends with the last."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cluster.jobs import make_deadly, make_slow

import banneret
from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.lab.cluster import Cluster
from banneret.lab.simulation import keep_games, simulate
from banneret.lab.tournament import round_robin
from banneret.lab.workers import run_jobs
from banneret.service.computer.afar import FarWorkers
from banneret.service.computer.workers import Asked

BOUND = 120.0
FIGHT = ["fight", "stacks", "first_blood", "--players", "greedy,random", "--json"]


class Nodes:
    """Two nodes of Ray on this machine, with a token of their own and a home that is thrown away."""

    def __init__(self, folder: Path) -> None:
        self.settings = {
            "HOME": str(folder),
            "RAY_TMPDIR": str(folder),  # else a command with `--cluster auto` would find this cluster
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # by this name it keeps to the loopback interface
            "RAY_worker_niceness": "0",
            "RAY_health_check_period_ms": "500",  # a node that is lost is noticed sooner than where networks are slow
            "RAY_health_check_failure_threshold": "3",
            "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        (folder / "ray").mkdir()
        command = [sys.executable, str(Path(__file__).with_name("nodes.py")), str(folder)]
        with (folder / "errors").open("w") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, **self.settings},
            )
        assert self.process.stdout is not None
        self.address = next((line.strip() for line in self.process.stdout if line.startswith("127.")), "")
        assert self.address, (folder / "errors").read_text()

    def lose(self) -> None:
        """Lose the second node, all at once."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("lose\n")
        self.process.stdin.flush()
        while self.process.stdout.readline() != "done\n":
            assert self.process.poll() is None

    def end(self) -> None:
        """End the cluster, all at once."""
        self.process.communicate(timeout=BOUND)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    folder = Path(tempfile.mkdtemp(prefix="bnr"))  # short, for the names of sockets
    nodes = Nodes(folder)
    before = dict(os.environ)
    os.environ.update(nodes.settings)
    try:
        yield nodes
    finally:
        os.environ.clear()
        os.environ.update(before)
        nodes.end()
        left = processes_of(folder)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
        assert left == []


def processes_of(folder: Path, name: bytes = b"") -> list[int]:
    """The processes whose home is a folder, those of the tests left out."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            settings = (path / "environ").read_bytes().split(b"\0")
            words = (path / "cmdline").read_bytes()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        ours = b"resource_tracker" in words or int(path.name) == os.getpid()
        if f"HOME={folder}".encode() in settings and not ours and state != "Z" and words.startswith(name):
            found.append(int(path.name))
    return found


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "banneret", *map(str, words)]


def rows(path: Path) -> list[Any]:
    """The lines of a file of results after the first, whole ones."""
    return [
        json.loads(line) for line in path.read_text().splitlines(keepends=True)[1:] if line.endswith("\n")
    ]


def wait_for_rows(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + BOUND
    while not path.exists() or len(rows(path)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)


def plain(result: Any) -> str:
    return json.dumps(result.to_json())


def test_a_cluster(nodes: Nodes, tmp_path: Path) -> None:
    with Cluster(nodes.address) as cluster:
        assert cluster.hands == 2
        same_figures(cluster)
        worker_killed(cluster, tmp_path / "deadly")
        node_lost(cluster, nodes, tmp_path / "slow")
    table_thinks(nodes)
    path = tmp_path / "results"
    driver_killed(nodes, path)
    cluster_gone(nodes, path)
    gone_on_with_here(path)


def same_figures(cluster: Cluster) -> None:
    """The bytes of one core, of a simulation and of a tournament."""
    for more in ({"games": 400}, {"until": 0.06}):
        results = [
            simulate("stacks", "first_blood", players=("greedy", "random"), seed=3, workers=workers, **more)
            for workers in (1, cluster)
        ]
        assert plain(results[0]) == plain(results[1])
    tables = [
        round_robin("stacks", "first_blood", ["random", "greedy", "default"], games=15, workers=workers)
        for workers in (1, cluster)
    ]
    assert plain(tables[0]) == plain(tables[1])
    with pytest.raises(ZeroDivisionError):
        list(run_jobs(divmod_of, (), 9, cluster))


def divmod_of() -> Any:
    return lambda number: divmod(1, 3 - number)


def worker_killed(cluster: Cluster, folder: Path) -> None:
    """Workers that are killed in the middle of a chunk: it is done again."""
    folder.mkdir()
    assert list(run_jobs(make_deadly, (folder,), 110, cluster)) == [n * n for n in range(110)]
    assert sorted(int(path.name) for path in folder.iterdir()) == [7, 57, 107]


def node_lost(cluster: Cluster, nodes: Nodes, folder: Path) -> None:
    """A node that is lost with what it was doing: the other does it."""
    folder.mkdir()
    found = []
    for result in run_jobs(make_slow, (folder,), 200, cluster):
        found.append(result)
        if len(found) == 60:
            nodes.lose()
    assert found == [n * n for n in range(200)]
    workers = {path.name.split()[1] for path in folder.glob("* *")}
    assert len(workers) >= 2


def table_thinks(nodes: Nodes) -> None:
    """A computer player of the table: its answer is the one from here, and a quick one where its process is killed."""
    battle = banneret.start("stacks", "two_banners", seed=4)
    asked = Asked("one", 0, battle.waiting_for[0], "default")

    async def ask() -> None:
        far = FarWorkers.at(nodes.address, print)
        far.longest = BOUND
        try:
            first = await far.answer(asked, battle)
            assert first[0]
            assert first == await far.near.answer(asked, battle)
            minds = processes_of(Path(nodes.settings["HOME"]), b"ray::Mind")
            assert len(minds) == 1
            os.kill(minds[0], signal.SIGKILL)
            assert await far.answer(asked, battle) == await far.near.answer(
                replace(asked, spec="greedy"), battle
            )
            assert await far.answer(asked, battle) == first
        finally:
            # it is left in good order, though a thread listens, and need not be killed
            far.hub.cluster.close(BOUND)
            assert far.hub.cluster._process.exitcode == 0
            far.close()

    asyncio.run(ask())


def driver_killed(nodes: Nodes, path: Path) -> None:
    """The process that counts is killed, without time to say anything."""
    words = [*FIGHT, "--seed", 5, "--cluster", nodes.address, "--resume", path, "--games", 10_000_000]
    with subprocess.Popen(command(*words), stderr=subprocess.PIPE, text=True) as process:
        wait_for_rows(path, 3, process)
        process.kill()


def cluster_gone(nodes: Nodes, path: Path) -> None:
    """Gone on with, and the whole cluster goes away: a sentence, and a file to go on from."""
    there = len(rows(path))
    words = [*FIGHT, "--cluster", nodes.address, "--resume", path, "--games", 10_000_000]
    with subprocess.Popen(command(*words), stderr=subprocess.PIPE, text=True) as process:
        wait_for_rows(path, there + 3, process)
        nodes.end()
        _, told = process.communicate(timeout=BOUND)
    assert process.returncode == 2
    assert "games stand in" in told
    sentence = told.splitlines()[-1]
    assert f"cluster {nodes.address}: the cluster has gone away; " in sentence
    assert f"games are kept; the same command with --resume {path} goes on from there" in sentence


def gone_on_with_here(path: Path) -> None:
    """Gone on with in this process: the figures of a run that nothing happened to, and no game counted twice."""
    numbers = [number for row in rows(path) for number in range(row["first"], row["last"])]
    assert len(numbers) == len(set(numbers))
    games = max(numbers) + 10
    book = rulebooks.get("stacks")
    scenario, players = book.scenario("first_blood"), ("greedy", "random")
    with keep_games(path, book, scenario, book.options(), players, 5) as kept:
        assert kept.count == len(numbers)
        found = simulate(book, scenario, players=players, games=games, seed=5, workers=1, kept=kept)
    assert plain(found) == plain(simulate(book, scenario, players=players, games=games, seed=5, workers=1))


@pytest.mark.parametrize("address", ["head", "head:", ":6379", "head:0", "head:99999", "ray://head:x"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(BadInput, match=f"'{address}' is not a cluster; auto, or HOST:PORT"):
        Cluster(address)


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.lab.cluster.find_spec", lambda name: None)
    with pytest.raises(
        BadInput, match=r"needs Ray, which is not installed; pip install 'banneret\[cluster\]'"
    ):
        Cluster("auto")


def test_nothing_of_ray_is_imported_by_others() -> None:
    program = "import sys, banneret.lab.cluster, banneret.cli.working; print('ray' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
