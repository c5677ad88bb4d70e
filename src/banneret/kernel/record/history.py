"""Reading a record as history: which entries stand, which dice they brought, and where the next dice come from."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from banneret.kernel.dice import Dice, SeededDice
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import NOBODY, Entry
from banneret.kernel.table import Answer

FEEDING = ("order", "die", "force", "change", "end")  # what the rules are fed with
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
        if entry.kind in ("end", "change"):  # the referee went between while people were to roll
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


def standing(entries: Sequence[tuple[int, Entry]]) -> list[tuple[int, Entry]]:
    """The numbered entries that feed the rules and were not undone.

    An undo to entry n brings back what stood after entry n, be it that entries are taken back or that they come again.
    """
    before, last = _courses(entries)
    numbers = []
    while last:
        numbers.append(last)
        last = before[last]
    return [entries[number - 1] for number in reversed(numbers)]


def taken_back(entries: Sequence[tuple[int, Entry]]) -> list[int]:
    """The numbers of the entries with which a course ended that was taken back, and that no other course went on from."""
    before, last = _courses(entries)
    went_on = {*before.values(), last}
    return [number for number in before if number not in went_on]


def _courses(entries: Sequence[tuple[int, Entry]]) -> tuple[dict[int, int], int]:
    """For each entry that feeds the rules, the one that stood before it; and the latest that stands."""
    last = 0
    before: dict[int, int] = {}
    after = [0]  # for each entry, the latest that stood after it
    for number, entry in entries:
        if entry.kind in FEEDING:
            before[number] = last
            last = number
        elif entry.kind == "undo":
            target = entry.words[1]
            if target >= number:
                raise BadInput("an undo names an earlier entry to go back to", where=f"entry {number}")
            last = after[target]
        after.append(last)
    return before, last


def replacements(entries: Sequence[tuple[int, Entry]]) -> list[int]:
    """The numbers of the entries by which a side got another player, as far as they stand, oldest first.

    Going back leaves the players as they are: who plays now does not change because a move is taken back. Going back to where
    no move, but only who plays, was another takes that back (or brings it again).
    """
    last = 0  # the latest move that stands
    stand: tuple[int, ...] = ()
    after: list[tuple[int, tuple[int, ...]]] = [(last, stand)]  # for each entry, both as they were after it
    for number, entry in entries:
        if entry.kind in FEEDING:
            last = number
        elif entry.kind == "player":
            stand = (*stand, number)
        elif entry.kind == "undo":
            there, then = after[entry.words[1]]
            stand = then if there == last else stand
            last = there
        after.append((last, stand))
    return list(stand)


def seeded_after(entries: Sequence[tuple[int, Entry]], seeds: Sequence[str], after: int) -> SeededDice:
    """The seeds' stream after all dice of the entries, each of which is compared with it. Raises `BadInput` for one that differs.

    Entries up to number `after` were rolled before the battle was forked; the seeds know nothing of them. There is a seed for each
    hash that was published.
    """
    epoch = era = 0
    dice = SeededDice(seeds[0])
    for number, entry in entries:
        if number <= after:
            continue
        if entry.faces:
            shown = dice.die(entry.faces)
            if shown != entry.value:
                raise BadInput(
                    f"the die shows {entry.value}, by the seed it is {shown}", where=f"entry {number}"
                )
        elif entry.new_commitment:
            epoch, era = 0, era + 1
            dice = SeededDice(seeds[era])
        elif entry.kind in NEW_EPOCH:
            epoch += 1
            dice = SeededDice(seeds[era], epoch)
    return dice
