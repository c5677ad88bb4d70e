"""Lists of battles: what each shows to the seat of a token, opened only where it has changed since a list last showed it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from banneret.service.errors import CannotLoad, Elsewhere, NoBattle, StorageError
from banneret.service.storage.seats import Summarized
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from banneret.service.live.registry import Registry
    from banneret.service.storage.seats import Seat

log = logging.getLogger("banneret")

LONGEST = 1.0  # seconds for which a list opens battles
UNSHOWN = "This battle cannot be shown: an internal error."


class Lists:
    """Makes lists of battles. An entry that takes long is shown as it was last, and prepared for the next list."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._stale: dict[tuple[str, str], Seat] = {}  # whose summaries are to be made ready
        self._refreshing: asyncio.Task[None] | None = None

    async def of(self, tokens: list[str]) -> list[dict[str, msgspec.Raw]]:
        """The battles that these tokens open, the latest first: each a `Summary` as JSON values by field."""
        storage = self._registry.storage
        found: list[tuple[float, dict[str, msgspec.Raw]]] = []
        made: list[Summarized] = []
        until = time.monotonic() + LONGEST
        digests = {digest(token): token for token in tokens}
        seats = await storage.run(storage.seats.find_many(list(digests)))
        for key, seat in seats.items():
            text, trouble = seat.summary, ""
            try:
                late = time.monotonic() > until and seat.battle not in self._registry.live
                if text and not seat.fresh and late:
                    self._refresh_later(seat)
                elif not seat.fresh:
                    one = await self._summarized(seat)
                    text = one.text
                    made.append(one)
            except NoBattle:
                continue
            except (CannotLoad, Elsewhere) as error:  # the others are listed
                trouble = str(error)
            except StorageError:
                raise
            except Exception:
                log.exception("battle %s cannot be listed for %s", seat.battle, seat.name)
                trouble = UNSHOWN
            if text:
                with contextlib.suppress(msgspec.MsgspecError):  # it was damaged, and will be made again
                    found.append((seat.seen, _listed(text, digests[key], seat, trouble)))
        if made:
            with contextlib.suppress(StorageError):
                await storage.run(storage.seats.summarize(made))
        found.sort(key=lambda one: -one[0])
        return [one for _, one in found]

    async def _summarized(self, seat: Seat) -> Summarized:
        async with self._registry.holding(await self._registry.open(seat.battle)) as session:
            return Summarized(seat.battle, seat.name, seat.updated, session.summary(seat))

    def _refresh_later(self, seat: Seat) -> None:
        """Prepare the summaries of battles for lists in the background, one after another."""
        self._stale[seat.battle, seat.name] = seat
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        storage = self._registry.storage
        while self._stale and not self._registry.closing:
            _, seat = self._stale.popitem()
            try:
                await storage.run(storage.seats.summarize([await self._summarized(seat)]))
            except (NoBattle, CannotLoad, Elsewhere, StorageError):
                continue
            except Exception:
                log.exception("battle %s cannot be listed for %s", seat.battle, seat.name)


def _listed(text: str, token: str, seat: Seat, trouble: str) -> dict[str, msgspec.Raw]:
    """The prepared summary of a battle for a list, completed for this seat."""
    found = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    more = {"token": token, "updated": seat.seen, **({"trouble": trouble} if trouble else {})}
    return {**found, **{name: msgspec.Raw(msgspec.json.encode(value)) for name, value in more.items()}}
