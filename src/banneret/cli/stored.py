"""Battles of the terminal in the store: one list with those of the table, each of them open in one place at a time."""

from __future__ import annotations

import time
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from banneret.kernel.claims import Taken, hold
from banneret.kernel.errors import BadInput
from banneret.kernel.files import data_folder
from banneret.service.errors import StorageError
from banneret.service.host import address_of, host_key, host_token, release
from banneret.service.live.session import Session
from banneret.service.server import default_file, default_url
from banneret.service.storage import holds
from banneret.service.storage.battles import Growth, Hosted, Kept
from banneret.service.storage.holds import Holder
from banneret.service.storage.seats import NewSeat, Seat, Summarized
from banneret.service.storage.store import Storage
from banneret.service.tokens import digest, new_battle_id

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle

T = TypeVar("T")
MOST = 200  # battles that are listed
SHORTEST = 4  # letters by which a battle may be named


class NothingKept(BadInput):
    """There is no store yet: nothing was ever kept here."""


class Store:
    """The store of this machine, beside a table that may run on it. A context manager.

    `beginning`: a battle is to be stored; else raises `NothingKept` where none ever was. Raises `BadInput` where it cannot be opened.
    """

    def __init__(self, *, beginning: bool = False) -> None:
        if not beginning and not default_file().exists() and not _old_files():
            raise NothingKept(
                "no battle is kept", where=str(default_file()), hint="'banneret play' begins one"
            )
        self.key = host_key()
        self.storage = Storage(default_url(), beside=True)
        self._holder: Holder | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is waiting, and hold nothing any more."""
        self.storage.close()
        if self._holder is not None:
            self._holder.close()

    @property
    def file(self) -> Path:
        """The file of its database."""
        assert self.storage.file is not None
        return self.storage.file

    @property
    def holder(self) -> Holder:
        """This terminal, as the holder of the battles that it plays."""
        if self._holder is None:
            self._holder = Holder(self.file)
        return self._holder

    def get(self, work: Future[T]) -> T:
        """The result of a work; raises `BadInput` where the store cannot be read or written."""
        try:
            return work.result()
        except StorageError as error:
            raise BadInput(f"the store cannot be used: {error}", where=str(self.file)) from None

    # ------------------------------------------------------------------ finding

    def battles(self) -> list[Hosted]:
        """The battles of this list, the latest first."""
        return self.get(self.storage.submit(self.storage.battles.hosted(MOST)))

    def find(self, name: str) -> str:
        """The id of the battle that is named so: its id, or the beginning of it. Raises `BadInput`."""
        found = [one.id for one in self.battles() if one.id.startswith(name)] if len(name) >= SHORTEST else []
        if len(found) != 1:
            trouble = (
                "is the beginning of more than one battle" if found else "is neither a file nor a battle"
            )
            raise BadInput(trouble, where=name[:80], hint="'banneret battles' lists them")
        return found[0]

    def kept(self, battle: str) -> Kept:
        """A battle as it is stored. Raises `BadInput` where it has been deleted."""
        kept = self.get(self.storage.submit(self.storage.battles.load(battle)))
        if kept is None:
            raise BadInput("the battle was deleted", where=battle)
        return kept

    # ------------------------------------------------------------------ having one here

    def begin(self, battle: Battle) -> StoredBattle:
        """Store a new battle, and have it here."""
        people = [side for side in battle.sides if side not in battle.players] or list(battle.sides)
        number = new_battle_id()
        seats = [NewSeat(side, side, digest(host_token(self.key, number, side)), True) for side in people]
        battles, text = self.storage.battles, battle.private_text
        self.get(self.storage.submit(battles.create(number, text, seats, False, hosted=True)))
        self.hold_battle(number)
        return self._here(number, battle, people)

    def take(self, number: str) -> StoredBattle:
        """Have a battle here that is stored: the table, or another terminal, must have let go of it. Raises `BadInput`."""
        import banneret

        self.hold_battle(number)
        try:
            self._ask_the_table(number)
            kept = self.kept(number)
            _check_playable(kept)
            battle = banneret.loads(kept.text)
            if battle.damage:
                raise BadInput(
                    f"is damaged: {battle.damage}", where=number, hint="open it at the table: it mends it"
                )
            mine = next((one.mine for one in self.battles() if one.id == number), [])
            others = [side for side in battle.sides if side not in battle.players and side not in mine]
            if others:
                names = " and ".join(map(battle.title, others))
                raise BadInput(f"others play {names} by their links", where=number, hint="go on at the table")
        except BaseException:
            self.let_go(number)
            raise
        return self._here(number, battle, [side for side in battle.sides if side in mine])

    def _here(self, number: str, battle: Battle, people: list[str]) -> StoredBattle:
        """A battle that this terminal holds; lists of the table, which cannot look at it now, show it as it stands."""
        found = StoredBattle(self, number, battle, people)
        found.summarize()
        return found

    def take_latest(self) -> StoredBattle:
        """Have the latest battle here that goes on and that nobody else has. Raises `BadInput` where there is none."""
        for one in self.battles():
            if not one.over:
                with suppress(BadInput):  # it is open elsewhere, or waits for others
                    return self.take(one.id)
        raise BadInput(
            "no unfinished battle is kept", where=str(self.file), hint="'banneret play' begins one"
        )

    def adopt(self) -> None:
        """Take in the battles that an earlier version kept as files in the data folder; the files are put aside."""
        import banneret

        for path in _old_files():
            with suppress(BadInput, OSError), closing(hold(path)):  # open in a terminal, or damaged: it stays
                battle = banneret.load(path)
                if battle.damage:
                    continue
                self.begin(battle).close()
                aside = path.parent / "stored"
                aside.mkdir(exist_ok=True)
                path.rename(aside / path.name)

    def hold_battle(self, number: str) -> None:
        """Hold a battle, so that no table and no other terminal opens it."""
        own = self.holder.name
        holder = self.get(self.storage.submit(holds.take(number, own)))
        if holder != own and not self.storage.is_held(holder):
            self.get(self.storage.submit(holds.let_go(number, holder)))
            holder = self.get(self.storage.submit(holds.take(number, own)))
        if holder != own:
            raise BadInput("is open in another terminal", where=number, hint="end it there first")

    def let_go(self, number: str) -> None:
        """Hold a battle no more."""
        with suppress(BadInput):
            self.get(self.storage.submit(holds.let_go(number, self.holder.name)))

    def _ask_the_table(self, number: str) -> None:
        """Have the table that runs on this store, if one does, let go of a battle. Raises `BadInput` where it does not."""
        try:
            hold(self.file).close()
        except Taken:
            address = address_of(self.file)
            why = release(address, self.key, number) if address else "the table that has it does not answer"
            if why:
                hint = f"go on there, at {address}" if address else "end the table first"
                raise BadInput(why.rstrip("."), where=number, hint=hint) from None


class StoredBattle:
    """A battle of the store that is played in this terminal, by `people`. Call it to store what has changed, `close` at the end."""

    def __init__(self, store: Store, number: str, battle: Battle, people: list[str]) -> None:
        self.store = store
        self.id = number
        self.battle = battle
        self.people = people
        self._note()

    def _note(self) -> None:
        record = self.battle.record
        self._stored = record.unchanged = record.count
        self._last = record.line(record.count) if record.count else ""

    def __call__(self) -> None:
        """Store what has changed. Raises `BadInput`."""
        over, record = self.battle.is_over, self.battle.record
        growth = Growth.since(record, self._stored, self._last, over=over, shown=self.people)
        storage = self.store.storage
        self.store.get(storage.submit(storage.battles.extend(self.id, growth)))
        self._note()

    def close(self) -> None:
        """Let go of the battle; lists show it as it stands now."""
        with suppress(BadInput):
            self.summarize()
        self.store.let_go(self.id)

    def summarize(self) -> None:
        """Store what lists show of the battle as it stands now. Raises `BadInput`."""
        storage = self.store.storage
        session, updated = Session(self.id, self.battle), self.store.kept(self.id).updated
        seats = [Seat(self.id, side, side, True) for side in self.people]
        made = [Summarized(self.id, seat.name, updated, session.summary(seat)) for seat in seats]
        self.store.get(storage.submit(storage.seats.summarize(made)))


def _old_files() -> list[Path]:
    """The files in which an earlier version kept battles."""
    return sorted((data_folder() / "battles").glob("*.banneret"))


def _check_playable(kept: Kept) -> None:
    """Raises `BadInput` for a battle that only the table can go on with."""
    for waits, why in (
        (kept.gathering, "waits for armies"),
        (kept.undo_request, "waits for an answer to an undo request"),
        (kept.paused, "is paused"),
    ):
        if waits:
            raise BadInput(why, where=kept.id, hint="go on at the table")


def age(when: float) -> str:
    """A time in the past, as people say it.

    >>> import time
    >>> age(time.time() - 7200), age(time.time() - 30)
    ('2 hours ago', 'just now')
    """
    passed = time.time() - when
    for seconds, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if passed >= seconds:
            count = int(passed // seconds)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def stored_text(name: str) -> str:
    """The record of the stored battle of that name, for commands that read records. Raises `BadInput`."""
    try:
        store = Store()
    except NothingKept:
        raise BadInput("is neither a file nor a battle", where=name[:80]) from None
    with store:
        return store.kept(store.find(name)).text
