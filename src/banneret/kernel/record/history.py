"""Reading a record as history: which entries stand, which dice they brought, and where the next dice come from."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence

from banneret.kernel.dice import Dice, SeededDice
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import ENDING, NOBODY, Entry
from banneret.kernel.table import Answer

FEEDING = ("order", "passed", "die", "force", "change", *ENDING)  # what the rules are fed with
NEW_EPOCH = ("undo", "mended")  # what takes something back that was seen


class TableDice(Dice):
    """The source of dice of a battle at the table: first the entries being read, then `behind`; 0 where there is nothing."""

    def __init__(self, feed: list[tuple[int, Entry]], behind: Dice | None) -> None:
        self.feed: deque[tuple[int, Entry]] = deque(feed)
        self.fed: list[tuple[int, Entry]] = []  # dice that came from entries
        self.behind = behind

    def die(self, faces: int) -> int:
        """The next die of the entries; raises `BadInput` where the next entry is none of these faces."""
        if not self.feed:
            return 0 if self.behind is None else self.behind.die(faces)
        number, entry = self.feed[0]
        if entry.kind == "change" or entry.kind in ENDING:  # before the die that people were to roll
            return 0
        if entry.faces != faces:
            raise BadInput(f"a die of {faces} faces is needed, not '{entry}'", where=f"entry {number}")
        self.fed.append(self.feed.popleft())
        return entry.value

    def check_owners(self, answers: list[Answer], sides: tuple[str, ...]) -> None:
        """Compare the sides of the dice in the entries with those for which the rules rolled."""
        for (number, entry), answer in zip(self.fed, answers, strict=True):
            owner = NOBODY if answer.side < 0 else sides[answer.side]
            if entry.who != owner:
                raise BadInput(f"the die is rolled for {owner}, not for {entry.who}", where=f"entry {number}")


class History:
    """The entries of a record that stand: fed with its entries in order, it says which of them feed the rules and which were undone.

    Each entry costs the same few bytes and the same time, however often anybody went back: for every number only its predecessor
    is kept. An undo to entry n brings back what stood after entry n, be it that entries are taken back or that they come again.
    Going back leaves the players as they are: who plays now does not change because a move is taken back. Going back to where no
    move, but only who plays, was another takes that back (or brings it again).

    >>> history = History()
    >>> for text in ("west > march A1", "! undo 0 (west east)", "east > march B1"):
    ...     history.append(Entry.parse(text))
    >>> history.standing(), history.taken_back()
    ([3], [1])
    """

    __slots__ = ("_before", "_last", "_player", "_player_before", "player_entries")

    def __init__(self) -> None:
        self._before = array("I", [0])  # for each entry that feeds the rules, the one that stood before it
        self._last = array("I", [0])  # for each entry, the latest that stood after it
        self._player_before: dict[int, int] = {}  # for each new player, the one that stood before it
        self._player = array("I", [0])  # for each entry, the latest new player that stood after it
        self.player_entries: list[int] = []

    @property
    def count(self) -> int:
        """The number of the entries it was fed with."""
        return len(self._last) - 1

    @property
    def last(self) -> int:
        """The number of the latest entry that stands, 0 if there is none."""
        return self._last[-1]

    @property
    def last_player(self) -> int:
        """The number of the latest entry that stands by which a side got another player, 0 if there is none."""
        return self._player[-1]

    def append(self, entry: Entry) -> None:
        """The next entry; raises `BadInput` for an undo that names no earlier one."""
        number = len(self._last)
        last, player = self._last[-1], self._player[-1]
        before = 0
        kind = entry.kind
        if kind in FEEDING:
            before, last = last, number
        elif kind == "player":
            self._player_before[number] = player
            self.player_entries.append(number)
            player = number
        elif kind == "undo":
            target = entry.words[1]
            if target >= number:
                raise BadInput("an undo names an earlier entry to go back to", where=f"entry {number}")
            if self._last[target] == last:
                player = self._player[target]
            last = self._last[target]
        self._before.append(before)
        self._last.append(last)
        self._player.append(player)

    def last_after(self, number: int) -> int:
        """The latest entry that stood after entry `number`."""
        return self._last[number]

    def before(self, number: int) -> int:
        """The entry that stood before one that feeds the rules."""
        return self._before[number]

    def standing(self) -> list[int]:
        """The numbers of the entries that feed the rules and were not undone, in order."""
        numbers = []
        last = self.last
        while last:
            numbers.append(last)
            last = self._before[last]
        numbers.reverse()
        return numbers

    def taken_back(self) -> list[int]:
        """The numbers of the entries with which a course ended that was taken back, and that no other course went on from."""
        went_on = bytearray(len(self._last))
        went_on[self.last] = 1
        feeding = [number for number in range(1, len(self._last)) if self._feeds(number)]
        for number in feeding:
            went_on[self._before[number]] = 1
        return [number for number in feeding if not went_on[number]]

    def _feeds(self, number: int) -> bool:
        return self._last[number] == number

    def players(self) -> list[int]:
        """The numbers of the entries by which a side got another player, as far as they stand, in order."""
        numbers = []
        last = self.last_player
        while last:
            numbers.append(last)
            last = self._player_before[last]
        numbers.reverse()
        return numbers


def seeded_after(entries: Sequence[tuple[int, Entry]], seeds: Sequence[str], after: int) -> SeededDice:
    """The seeds' stream after all dice of the entries, each of which is compared with it. Raises `BadInput` for one that differs.

    Entries up to number `after` were rolled before the battle was forked; the seeds know nothing of them. There is a seed for each
    hash that was published.
    """
    epoch = era = 0
    dice: SeededDice | None = None  # made when a die is wanted: going back a thousand times costs nothing
    for number, entry in entries:
        if number <= after:
            continue
        if entry.faces:
            dice = dice or SeededDice(seeds[era], epoch)
            shown = dice.die(entry.faces)
            if shown != entry.value:
                raise BadInput(
                    f"the die shows {entry.value}, by the seed it is {shown}", where=f"entry {number}"
                )
        elif entry.new_commitment:
            epoch, era, dice = 0, era + 1, None
        elif entry.kind in NEW_EPOCH:
            epoch, dice = epoch + 1, None
    return dice or SeededDice(seeds[era], epoch)
