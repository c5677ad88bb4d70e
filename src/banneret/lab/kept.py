r"""Results that are kept in a file while they come, so that a long run can be stopped and gone on with, here or elsewhere.

The first line names the job: what is counted, its seed, the version, and a mark of the sources that the results depend on. Every line
after it holds the results of some of its jobs, and is written in one go when they are done, so that a process that is killed leaves
whole lines and at most one broken one at the end, which is dropped. Nothing is ever changed, and no job stands there twice.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "sums"
    >>> with Kept(path, {"sums of": "dice"}, seed=1) as kept:
    ...     kept.section("").add(0, 2, b"[5,7]")
    >>> with Kept(path, {"sums of": "dice"}, seed=1) as kept:
    ...     kept.count, kept.section("").get(0, 9), kept.section("").missing(4)
    (2, (2, b'[5,7]'), [(2, 4)])
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.files import reason_of

if TYPE_CHECKING:
    from types import TracebackType

    from banneret.kernel.rulebook import Rulebook

if sys.platform != "win32":
    import fcntl

RESULTS: Final = b',"results":'
FORM: Final = "banneret results 1"
MOST_HEAD: Final = 1_000_000  # bytes of the first line
# Packages of Banneret on which results depend.
ROOMS: Final = ("kernel", "geometry", "muster", "players", "lab", "after")


class Head(msgspec.Struct, frozen=True):
    """The first line: what the results are of."""

    form: str
    job: dict[str, Any]
    seed: int | str
    version: str
    mark: str


class _Line(msgspec.Struct, frozen=True):
    """Any other: the results of the jobs of a section from `first` up to `last`."""

    section: str
    first: int
    last: int
    results: msgspec.Raw


class Kept:
    """A file of results, which this process alone has open. Raises `BadInput` for a file of something else, and for a damaged one."""

    def __init__(
        self, path: str | Path, job: dict[str, Any], seed: int | str, mark: str = "", temporary: bool = False
    ) -> None:
        from banneret import __version__

        self.path = Path(path)
        self.temporary = temporary  # removed when the run is finished
        self.count = 0  # jobs whose results are there
        self._places: dict[str, dict[int, tuple[int, int, int]]] = {}  # section, first: last, offset, length
        head = Head(FORM, job, seed, __version__, mark)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b", buffering=0)
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot be used: {reason_of(error)}", where=str(path)) from None
        try:
            self._lock()
            self._end = self._read(head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def finish(self) -> None:
        """Everything is done: a file that nobody named is removed."""
        self.close()
        if self.temporary:
            with contextlib.suppress(OSError):
                self.path.unlink()

    def section(self, name: str) -> Section:
        """The place of the jobs of one run."""
        return Section(self, name, self._places.setdefault(name, {}))

    def _lock(self) -> None:
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput("is being written by another process", where=str(self.path)) from None
        except OSError:  # a file system without locks
            pass

    def _read(self, head: Head) -> int:
        """Take in what is there, and write the head where nothing is; returns the length of the file."""
        self._file.seek(0)
        reader = self._file
        first = _first_line(reader, self.path)
        if first is None:  # new, or broken off before anything was there
            line = msgspec.json.encode(head) + b"\n"
            reader.truncate(0)
            reader.write(line)
            return len(line)
        _compare(_head(first, self.path), head, self.path)
        end = len(first)
        decoder = msgspec.json.Decoder(_Line)
        with self.path.open("rb") as lines:
            lines.seek(end)
            for number, line in enumerate(lines, 2):
                if not line.endswith(b"\n"):
                    break  # its writer was ended in the middle
                try:
                    row = decoder.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    raise BadInput(f"line {number} is damaged", where=str(self.path)) from None
                self._take(row, number, end + line.index(RESULTS) + len(RESULTS))
                end += len(line)
        reader.truncate(end)
        return end

    def _take(self, row: _Line, number: int, offset: int) -> None:
        places = self._places.setdefault(row.section, {})
        if row.first in places or not 0 <= row.first < row.last:
            raise BadInput(f"line {number} has results that stand there already", where=str(self.path))
        places[row.first] = (row.last, offset, len(bytes(row.results)))
        self.count += row.last - row.first

    def write(self, section: str, first: int, last: int, results: bytes) -> None:
        """Add results."""
        name = msgspec.json.encode(section)
        line = b'{"section":%b,"first":%d,"last":%d%b%b}\n' % (name, first, last, RESULTS, results)
        try:
            written = self._file.write(line)
        except OSError as error:
            raise BadInput(f"cannot be written: {reason_of(error)}", where=str(self.path)) from None
        if written != len(line):
            raise BadInput("cannot be written: the disk is full", where=str(self.path))
        self.count += last - first

    def read(self, offset: int, length: int) -> bytes:
        """Results that are there."""
        self._file.seek(offset)
        found = b""
        while len(found) < length and (part := self._file.read(length - len(found))):
            found += part
        return found


class Section:
    """The results of one run of jobs in a file."""

    def __init__(self, kept: Kept, name: str, places: dict[int, tuple[int, int, int]]) -> None:
        self.kept = kept
        self.name = name
        self.places = places
        self._again = -1  # what is done from here on is there already, in a chunk that goes further

    def missing(self, count: int) -> list[tuple[int, int]]:
        """The jobs below a number that were not there, as ranges."""
        found = []
        at = 0
        for first in sorted(self.places):
            if first >= count:
                break
            if first > at:
                found.append((at, first))
            at = self.places[first][0]
            if at > count:  # it was cut otherwise: what lies across the end is done again
                found.append((first, count))
                self._again = first
        if at < count:
            found.append((at, count))
        return found

    def get(self, first: int, count: int) -> tuple[int, bytes] | None:
        """Results that were there, and the number of the job after them; None where there are none, or more than is wanted."""
        place = self.places.get(first)
        if place is None or place[0] > count:
            return None
        last, offset, length = place
        return last, self.kept.read(offset, length)

    def add(self, first: int, last: int, results: bytes) -> None:
        """Keep results that have come."""
        if not 0 <= self._again <= first:
            self.kept.write(self.name, first, last, results)


class Sections:
    """Sections one after the other as the place of one run of jobs, with so many jobs in each: no chunk has jobs of two."""

    def __init__(self, sections: list[Section], counts: list[int]) -> None:
        self._parts: list[tuple[int, int, Section]] = []
        first = 0
        for section, count in zip(sections, counts, strict=True):
            self._parts.append((first, count, section))
            first += count

    def missing(self, count: int) -> list[tuple[int, int]]:
        """The jobs that were not there, as ranges."""
        return [
            (first + start, first + end)
            for first, most, section in self._parts
            for start, end in section.missing(most)
        ]

    def get(self, first: int, count: int) -> tuple[int, bytes] | None:
        """Results that were there, and the number of the job after them; None where there are none."""
        begin, most, section = self._part(first)
        found = section.get(first - begin, most)
        return None if found is None else (begin + found[0], found[1])

    def add(self, first: int, last: int, results: bytes) -> None:
        """Keep results that have come."""
        begin, _, section = self._part(first)
        section.add(first - begin, last - begin, results)

    def _part(self, number: int) -> tuple[int, int, Section]:
        """The part in which a job is."""
        return next(part for part in reversed(self._parts) if part[0] <= number)


def seed_in(path: str | Path) -> int | str | None:
    """The seed of a file of results; None where there is no such file yet."""
    try:
        with Path(path).open("rb") as file:
            line = _first_line(file, Path(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be used: {reason_of(error)}", where=str(path)) from None
    return None if line is None else _head(line, Path(path)).seed


@cache
def sources_mark(*folders: Path) -> str:
    """A word that changes with the sources in folders: with other ones, a job may have other results."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def banneret_mark() -> str:
    """The mark of all sources of this Banneret that battles of its own rulebooks depend on."""
    import banneret

    here = Path(banneret.__file__).parent
    return sources_mark(*(here / room for room in (*ROOMS, "rulebooks")))


def mark_of(rulebook: Rulebook[Any]) -> str:
    """The mark of the sources that battles of a rulebook depend on."""
    import banneret

    here = Path(banneret.__file__).parent
    return sources_mark(*(here / room for room in ROOMS), rulebook.folder)


def digest(thing: object) -> str:
    """A word for something that has a faithful `repr`, such as a scenario."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:12]


def _first_line(file: Any, path: Path) -> bytes | None:
    line: bytes = file.readline(MOST_HEAD)
    if line.endswith(b"\n"):
        return line
    if len(line) == MOST_HEAD or (line and not f'{{"form":"{FORM}"'.encode().startswith(line[:20])):
        raise BadInput("is not a file of results", where=str(path), hint="name a new one")
    return None


def _head(line: bytes, path: Path) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        head = None
    if head is None or head.form != FORM:
        raise BadInput("is not a file of results", where=str(path), hint="name a new one")
    return head


def _compare(there: Head, here: Head, path: Path) -> None:
    """Raises `BadInput` for a file of something else."""
    if there == here:
        return
    named = {**there.job, "seed": there.seed}
    wanted = {**here.job, "seed": here.seed}
    for name in dict.fromkeys([*named, *wanted]):
        if named.get(name) != wanted.get(name):
            was, is_ = _short(named.get(name)), _short(wanted.get(name))
            raise BadInput(
                f"holds results of another job: its {name} is {was}, not {is_}",
                where=str(path),
                hint="name a new file",
            )
    raise BadInput(
        f"holds results of another state of Banneret (version {there.version}, sources {there.mark}; here {here.version}, {here.mark})",
        where=str(path),
        hint="its games may have gone otherwise: go on where it was begun, or name a new file",
    )


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return repr(text) if len(text) <= 60 else repr(text[:57] + "...")


def own_file() -> Path:
    """A place for the results of a run for which no file was named, in the data folder."""
    from banneret.kernel.files import data_folder

    return data_folder() / "results" / f"{secrets.token_hex(6)}.jsonl"
