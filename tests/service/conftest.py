"""A server for the tests of the service, and databases: SQLite always, PostgreSQL where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from service.hand import Server
from service.swift import Swift
from service.table import Table

from banneret.service.app import make_app
from banneret.service.storage.store import Storage


def postgres_programs() -> Path | None:
    """Where initdb and pg_ctl are, the newest version first; None where they are not."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    if found:
        folders.append(Path(found).parent)
    return next((one for one in reversed(folders) if (one / "initdb").exists()), None)


def unprivileged() -> str:
    """PostgreSQL will not run for root: then for the user that its package made, or for nobody."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Cluster:
    """A PostgreSQL of our own: its URL, and the way to restart it."""

    def __init__(self, url: str, run: Callable[..., None], data: str) -> None:
        self.url = url
        self._run = run
        self._data = data

    def restart(self, mode: str) -> None:
        """Stop it (`mode`: fast, immediate: as if the power had failed) and start it again with the options it had."""
        self._run("pg_ctl", "restart", "-w", "-m", mode, "-D", self._data, "-l", f"{self._data}/../log")

    def cut(self) -> None:
        """Cut all connections to it, and wait until they are: one that has yet to notice would still take a statement, and fail in it."""
        engine = sa.create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(
                sa.text(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                )
            )
        engine.dispose()


@pytest.fixture(scope="session")
def postgres(cluster: Cluster) -> str:
    """The URL of a cluster that lives as long as the tests do."""
    return cluster.url


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that lives as long as the tests do."""
    programs = postgres_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed, and here it must be (.ci/run installs it)")
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="banneret-pg-"))
    user = None
    if os.geteuid() == 0:
        user = pwd.getpwnam(unprivileged())
        os.chown(folder, user.pw_uid, user.pw_gid)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = str(folder / "data")

    def run(*command: str) -> None:
        done = subprocess.run(
            [str(programs / command[0]), *command[1:]],
            cwd=folder,
            user=user and user.pw_uid,
            group=user and user.pw_gid,
            extra_groups=user and [],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "-D", data, "-U", "tests", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    run("pg_ctl", "start", "-w", "-D", data, "-l", str(folder / "log"), "-o", options)
    try:
        yield Cluster(f"postgresql+psycopg://tests@127.0.0.1:{port}/postgres", run, data)
    finally:
        run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.server)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    url: str = request.getfixturevalue("postgres")
    name = f"t{abs(hash(str(tmp_path))):x}"
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
    engine.dispose()
    return url.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own, to be started, ended and killed."""
    found = Server(tmp_path)
    yield found
    if found.process is not None and found.process.poll() is None:
        found.process.kill()
        found.process.wait()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A server in this process with an empty store."""
    found = Table(tmp_path / "battles.sqlite3")
    yield found
    found.stop()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Swift]:
    """A client of an application in this process with an empty store."""
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    with Swift(make_app(storage, names=["testserver"])) as found:
        yield found
    storage.close()
