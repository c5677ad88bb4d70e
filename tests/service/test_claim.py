"""One owner of a file, and of a database: whatever its names, however its connection fares, until its process ends."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from service.conftest import Cluster
from service.test_storage import begin, do, keep

import banneret
from banneret.kernel.claims import Taken, hold
from banneret.service.errors import StorageError
from banneret.service.storage import claim
from banneret.service.storage.store import Storage

pytestmark = pytest.mark.long

ROUNDS = 3


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases that are renewed, and refused, without much waiting."""
    monkeypatch.setattr(claim, "PATIENCE", 0.2)
    monkeypatch.setattr(claim, "RENEWAL", 0.1)
    monkeypatch.setattr(claim, "LEASE", 60.0)


def test_a_claim_is_on_the_file_and_not_on_its_name(tmp_path: Path) -> None:
    path, folder = tmp_path / "battles.sqlite3", tmp_path / "elsewhere"
    folder.symlink_to(tmp_path)
    (tmp_path / "other.sqlite3").symlink_to(path)
    first = hold(path)
    for name in (path, folder / path.name, tmp_path / "other.sqlite3", tmp_path / "x" / ".." / path.name):
        with pytest.raises(Taken, match="open in another program"):
            hold(name)
    hold(tmp_path / "another").close()
    first.close()
    hold(tmp_path / "other.sqlite3").close()


def test_a_store_by_another_name_is_the_same_store(tmp_path: Path, quick: None) -> None:
    first = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "battles.sqlite3")
    with pytest.raises(banneret.BadInput, match="open already"):
        Storage(f"sqlite:///{tmp_path / 'link.sqlite3'}")
    first.close()
    Storage(f"sqlite:///{tmp_path / 'link.sqlite3'}").close()


def test_a_store_by_a_second_name_of_its_file_is_the_same_store(tmp_path: Path, quick: None) -> None:
    """By a hard link, which nobody can tell from the first name; two servers there would destroy the file."""
    path, other = tmp_path / "battles.sqlite3", tmp_path / "elsewhere" / "other.sqlite3"
    first = Storage(f"sqlite:///{path}")
    other.parent.mkdir()
    other.hardlink_to(path)
    with pytest.raises(banneret.BadInput, match="open already"):
        Storage(f"sqlite:///{other}")
    first.close()
    Storage(f"sqlite:///{other}").close()


def test_a_claim_holds_where_somebody_removes_the_lock_beside_the_file(tmp_path: Path, quick: None) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    first = Storage(url)
    made = begin(first)
    (tmp_path / "battles.sqlite3-lock").unlink()
    with pytest.raises(banneret.BadInput, match="open already"):
        Storage(url)
    assert do(first, first.battles.load("one")).text == made.private_text
    first.close()
    Storage(url).close()


def test_nothing_is_acknowledged_that_goes_into_a_file_which_nobody_finds_again(
    tmp_path: Path, quick: None
) -> None:
    """Where its folder was removed or moved, or a backup put into its place, while the table ran."""
    folder, away = tmp_path / "data", tmp_path / "away"
    folder.mkdir()
    store = Storage(f"sqlite:///{folder / 'battles.sqlite3'}")
    made = begin(store)
    kept = made.record.count
    folder.rename(away)
    made.note("into the void")
    with pytest.raises(StorageError, match="removed or replaced"):
        keep(store, "one", made, kept)
    folder.mkdir()
    (folder / "battles.sqlite3").write_bytes((away / "battles.sqlite3").read_bytes())
    with pytest.raises(StorageError, match="removed or replaced"):
        do(store, store.battles.load("one"))
    (folder / "battles.sqlite3").unlink()
    folder.rmdir()
    away.rename(folder)  # it is there again, and nothing was lost
    keep(store, "one", made, kept)
    assert "into the void" in do(store, store.battles.load("one")).text
    store.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_claim_survives_cut_connections_and_a_restart(database: str, cluster: Cluster, quick: None) -> None:
    first = Storage(database)
    made = begin(first)
    for round_ in range(ROUNDS):
        if round_ == 1:
            cluster.restart("immediate")
        else:
            cluster.cut()
        with pytest.raises(banneret.BadInput, match="open already"):
            Storage(database)
        made.note(f"round {round_}")
        keep(first, "one", made, made.record.count - 1)
    assert do(first, first.battles.load("one")).text == made.private_text
    first.close()
    second = Storage(database)
    assert do(second, second.battles.load("one")).text == made.private_text
    second.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_server_that_slept_through_its_lease_writes_nothing_any_more(
    database: str, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Storage(database)
    made = begin(first)
    lease = first._claim
    assert isinstance(lease, claim.Lease)
    lease._ended.set()  # it sleeps: its lease is not renewed
    lease._thread.join()
    monkeypatch.setattr(claim, "LEASE", 0.3)
    began = time.monotonic()
    second = Storage(database)
    assert time.monotonic() - began < 30
    made.note("too late")
    with pytest.raises(StorageError, match=claim.LEASE_LOST):
        keep(first, "one", made, 0)
    assert "too late" not in do(second, second.battles.load("one")).text
    first.close()  # it lets go of nothing that is not its own
    do(second, second.battles.say("one", 1, "attacker", "on we go"))
    second.close()
