"""Freezes battles: plays them, and writes their records and what state each entry led to, for a test to hold on to.

    python tests/freeze.py stacks            writes tests/rulebooks/stacks/records/
    python tests/freeze.py battlesystem --count 50 --rare kings_meadow         (of long battles only a few)
    python tests/freeze.py stacks --more 100 --rare kings_meadow               packs further ones in one small file
    python tests/freeze.py skirmish --more 36 --own                            the same, a third of them on boards and with armies of the players
                                                                               or the next battles of a campaign
    python tests/freeze.py stacks --add millers_ford                           adds a few of a scenario that came later
    python tests/freeze.py companies --add the_ford two_wings --few 1          adds one of each by a new version of the rules
    python tests/freeze.py stacks --check    tells whether they would come out the same

Frozen records must replay byte for byte for ever. They are made once for each version of a rulebook's rules; a change of
the rules that alters one of them is a new version (`about.toml`), and gets records of its own.
"""

from __future__ import annotations

import argparse
import bz2
import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

from banneret import rulebooks
from banneret.kernel.abilities.boards import Lying, OwnBoard
from banneret.kernel.battle import Battle
from banneret.kernel.battle.onward import next_scenario
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.errors import BadInput
from banneret.kernel.record.record import Record
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.muster.matchup import fit
from banneret.muster.own_board import on_board
from banneret.testing.kit.readers import mended

COUNT = 100
FEW = 4  # of each scenario of long battles
MARK = 4  # hex digits kept of each state's hash
PACKED = "more.bz2"  # further records, without the hashes of their entries, which follow from the rest; of later versions more-VERSION.bz2
CHAIN = re.compile(r" #[0-9a-f]{12}$", re.MULTILINE)
HERE = Path(__file__).parent


def folder_of(rulebook: str) -> Path:
    """Where the frozen records of a rulebook lie."""
    return HERE / "rulebooks" / rulebook / "records"


def plans(
    rulebook: Rulebook[Any], count: int = COUNT, rare: Sequence[str] = ()
) -> list[tuple[str, str, int]]:
    """Which battles are frozen: file name, scenario, number. Every scenario in turn, at the end `FEW` of each rare one."""
    names = [name for name in rulebook.scenarios() if name not in rare]
    often = count - FEW * len(rare)
    turns = [(names[n % len(names)], n // len(names) + 1) for n in range(often)]
    turns += [(name, again + 1) for name in rare for again in range(FEW)]
    return [(f"{name}-{again}", name, n) for n, (name, again) in enumerate(turns)]


def made(rulebook: Rulebook[Any], name: str, scenario: str | Scenario, number: int) -> Battle:
    """One battle: options by chance (the first of each scenario without), random and greedy players, some events of the table."""
    scenario = rulebook.scenario(scenario) if isinstance(scenario, str) else scenario
    chance = Chance(seed_number(f"frozen {rulebook.id} {name}"))
    options = {}
    if not name.endswith("-1"):
        options = {v.id: v.values[chance.below(len(v.values))] for v in rulebook.variants.values()}
    sides = scenario.sides
    players = {side: ("greedy", "random")[chance.below(2)] for side in sides}
    seats = {**{side: side for side in sides}, "anna": sides[0], "ref": "referee", "eve": "spectator"}
    battle = Battle.start(
        rulebook, scenario, seed=f"frozen {name}", options=options, players=players, seats=seats
    )
    kind = number % 5
    asking = rulebook.asking
    while not battle.is_over:
        battle.advance(1 + chance.below(12))
        if battle.is_over or chance.below(6):
            continue
        if kind == 0 and asking is not None:  # by its own passes, and one side in a while gives up
            side = chance.below(len(sides))
            times = asking.choices(battle.state, side)
            battle.set_asked(sides[side], times[chance.below(len(times))].word)
            if number % 3 == 0 and chance.below(40) == 0:
                battle.concede(sides[side])
        if kind == 1:
            battle.note(f"After {battle.record.count} entries.")
        elif kind == 2 and chance.below(3) == 0:
            battle.undo_agreed(max(0, battle.record.count - 1 - chance.below(9)), ["ref"])
        elif kind == 3:
            decision = battle.decisions[0]
            battle.force(battle.sides[decision.side], decision.default(), "time is short")
        elif kind == 4:
            decision = battle.decisions[0]
            if decision.side == 0:
                battle.give("anna", decision.sample(chance))
    return battle


def joined(rulebook: Rulebook[Any], chance: Chance) -> OwnBoard:
    """A board of four tiles, two by two, by chance, on which a battle can be fought."""
    boards = rulebook.boards
    assert boards is not None
    for _ in range(10_000):
        left = list(boards.tiles.tiles)
        lying = []
        for at in range(4):
            tile = left.pop(chance.below(len(left)))
            face = list(tile.faces)[chance.below(len(tile.faces))]
            lying.append(Lying(tile.id, face, (at % 2, at // 2), 90 * chance.below(4)))
        board = OwnBoard(rulebook.id, tuple(lying))
        if not boards.faults(board):
            return board
    raise AssertionError(f"{rulebook.id}: no board of four tiles can be fought on")


def of_the_players(rulebook: Rulebook[Any], name: str, scenario: Scenario, number: int) -> Scenario:
    """A battle as people make it: the next one of a campaign, a board of their own, armies from files; the scenario itself where
    the rulebook has none of these for it."""
    chance = Chance(seed_number(f"own {rulebook.id} {name}"))
    if rulebook.campaign is not None and number % 2:
        try:
            return next_scenario(made(rulebook, f"before {name}", scenario, number))
        except BadInput:  # nobody is left to fight
            return scenario
    if rulebook.boards is not None and rulebook.boards.takes(scenario):
        scenario = on_board(rulebook, scenario, joined(rulebook, chance))
    muster = rulebook.muster
    if muster is None:
        return scenario
    return fit(rulebook, scenario, {side: muster.drawn(scenario, side) for side in muster.takes(scenario)})


def marks(battle: Battle) -> str:
    """The beginning of the hash of the state after each entry that stands, in a row."""
    return "".join(hashlib.sha256(told.dump()).hexdigest()[:MARK] for _, _, told in battle.replay())


def states_of(folder: Path) -> dict[str, str]:
    """The states that were written: file name to marks."""
    lines = (folder / "states.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def fingerprint(text: str) -> str:
    """The hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def packed(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The records that are packed in files: name, text, and the hash of their marks. Each text is checked to be as it was."""
    for file in sorted(folder.glob("more*.bz2")):
        yield from packed_in(file)


def packed_in(file: Path) -> Iterator[tuple[str, str, str]]:
    """The same of one file."""
    for part in bz2.decompress(file.read_bytes()).decode().split("\n% ")[1:]:
        head, _, bare = part.partition("\n")
        name, text_hash, marks_hash = head.split(" ")
        text = mended(bare + "\n")
        assert fingerprint(text) == text_hash, f"{file}: {name} was altered"
        yield name, text, marks_hash


def pack(rulebook: Rulebook[Any], count: int, rare: Sequence[str], own: bool, file: Path) -> int:
    """Play further battles, of every scenario but the rare ones in turn, and pack them in a file; returns its size.

    `own`: a third of them as people make them, named so.
    """
    names = [name for name in rulebook.scenarios() if name not in rare]
    parts = []
    for n in range(count):
        name = f"{file.stem}-{names[n % len(names)]}-{n // len(names) + 1}"
        scenario = rulebook.scenario(names[n % len(names)])
        if own and seed_number(name) % 3 == 0:
            name += "-own"
            scenario = of_the_players(rulebook, name, scenario, n // 3)
        text = made(rulebook, name, scenario, n).text
        again = Battle.from_record(rulebook, Record.parse(text))
        assert again.text == text
        bare = CHAIN.sub("", text)
        assert mended(bare) == text
        parts.append((name, f"\n% {name} {fingerprint(text)} {fingerprint(marks(again))}\n{bare[:-1]}"))
    file.parent.mkdir(parents=True, exist_ok=True)
    return file.write_bytes(bz2.compress("".join(text for _, text in sorted(parts)).encode(), 9))


def add(rulebook: Rulebook[Any], scenarios: Sequence[str], few: int = FEW) -> int:
    """Freeze so many more battles of each scenario, by numbers that are free; returns how many were frozen."""
    folder, lines = folder_of(rulebook.id), []
    for scenario in scenarios:
        had = {file.stem for file in folder.glob(f"{scenario}-*.banneret")}
        free = (number for number in count(len(had) + 1) if f"{scenario}-{number}" not in had)
        for again in islice(free, few):
            name = f"{scenario}-{again}"
            battle = made(rulebook, name, scenario, again)
            replayed = Battle.from_record(rulebook, Record.parse(battle.text))
            assert replayed.text == battle.text
            with (folder / f"{name}.banneret").open("x", encoding="utf-8", newline="\n") as file:
                file.write(battle.text)
            lines.append(f"{name}.banneret {marks(replayed)}\n")
    with (folder / "states.txt").open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)
    return len(lines)


def main(words: list[str]) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="Freeze battles of a rulebook.")
    parser.add_argument("rulebook")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--rare", nargs="+", default=[], metavar="SCENARIO")
    parser.add_argument("--more", type=int, default=0, metavar="COUNT")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--add", nargs="+", default=[], metavar="SCENARIO")
    parser.add_argument("--few", type=int, default=FEW, help="how many --add adds of each scenario")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(words)
    rulebook = rulebooks.get(given.rulebook)
    folder = folder_of(rulebook.id)
    if given.more:
        file = folder / PACKED
        if file.exists():
            file = folder / f"more-{rulebook.version}.bz2"
        if file.exists():
            print(f"{file} exists: frozen records are never made anew")
            return 1
        size = pack(rulebook, given.more, given.rare, given.own, file)
        print(f"{given.more} battles packed in {size:,} bytes")
        return 0
    if given.add:
        print(f"{add(rulebook, given.add, given.few)} battles added in {folder}")
        return 0
    if folder.exists() and not given.check:
        print(f"{folder} exists: frozen records are never made anew")
        return 1
    lines = [
        "# file, then the first hex digits of the SHA-256 of the state at the beginning and after each entry that stands"
    ]
    changed = 0
    for name, scenario, number in plans(rulebook, given.count, given.rare):
        battle = made(rulebook, name, scenario, number)
        again = Battle.from_record(rulebook, Record.parse(battle.text))
        assert again.text == battle.text
        lines.append(f"{name}.banneret {marks(again)}")
        file = folder / f"{name}.banneret"
        if given.check:
            changed += file.read_text(encoding="utf-8") != battle.text
        else:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(battle.text, encoding="utf-8", newline="\n")
    if given.check:
        print(
            f"{changed} of {given.count} would come out otherwise (players may change; the frozen records stay)"
        )
        return 0
    (folder / "states.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{given.count} battles frozen in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
