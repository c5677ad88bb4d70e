"""`banneret play`, `resume`, `battles`: people at a terminal."""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from banneret.cli.console import Console
from banneret.cli.finding import (
    check_player,
    find_rulebook,
    find_scenario,
    read_options,
    side_id,
    with_armies,
)
from banneret.kernel.claims import Taken, hold
from banneret.kernel.errors import BadInput
from banneret.kernel.files import claim, data_folder, is_there, reason_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from banneret.kernel.battle import Battle
    from banneret.kernel.claims import Claim

SUFFIX = ".banneret"


def battles_folder() -> Path:
    """The folder of battles that were given no file: `BANNERET_BATTLES`, else `battles` in the data folder (`BANNERET_DATA`)."""
    chosen = os.environ.get("BANNERET_BATTLES")
    return Path(chosen) if chosen else data_folder() / "battles"


def kept_battles() -> list[Path]:
    """The battles of that folder, the latest first."""
    try:
        found = [path for path in battles_folder().glob(f"*{SUFFIX}") if path.is_file()]
        return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))
    except OSError:
        return []


def free_path(scenario: str) -> Path:
    """A new, empty file for a battle of that scenario, which no other process uses. Raises `BadInput` where nothing can be written."""
    folder = battles_folder()
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", scenario).strip("-") or "battle"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 100_000):
            path = folder / f"{stem}-{time.strftime('%Y-%m-%d')}-{number}{SUFFIX}"
            try:
                claim(path)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise BadInput(f"cannot be written: {reason_of(error)}", where=str(folder)) from None
    raise BadInput("has no room for more battles of this day", where=str(folder))


class Keeper:
    """Writes the battle to its file after every order; says so once when it cannot.

    A battle that has just begun gets its file with its first order: `path`, or where that is None a free one. The file is made
    then, so that two battles that are begun side by side never share one.
    """

    def __init__(self, battle: Battle, path: Path | None, console: Console, *, new: bool = False) -> None:
        self.battle = battle
        self.path = path
        self.console = console
        self.written = False
        self._new = new
        self._complained = False
        self._claim: Claim | None = None

    def __call__(self) -> None:
        """Write it now."""
        try:
            if self._new:
                self._begin()
            elif self.path is not None:
                self.battle.save(self.path)
            self.written = self.path is not None
            self._complained = False
        except BadInput as bad:
            if not self._complained:
                self.console.say(f"The battle is not kept: {bad}. It goes on all the same.")
            self._complained = True

    def _begin(self) -> None:
        """Make the file of the battle, and write it for the first time."""
        path = self.path or free_path(self.battle.scenario.id)
        try:
            if self.path is not None:
                claim(path)
        except FileExistsError:
            raise BadInput("another battle is kept there by now", where=str(path)) from None
        try:
            self.own(path)
            self.battle.save(path)
        except BaseException:
            path.unlink(missing_ok=True)  # nothing is in it yet
            raise
        self._new = False

    def own(self, path: Path, claim: Claim | None = None) -> None:
        """Keep the battle in this file from now on, which no other program may write meanwhile. Raises `BadInput`."""
        self._claim = claim or hold(path)
        self.path = path

    def close(self) -> None:
        """Let go of the file."""
        if self._claim is not None:
            self._claim.close()


def play(given: argparse.Namespace) -> int:
    """`banneret play RULEBOOK SCENARIO`."""
    rulebook = find_rulebook(given.rulebook)
    scenario = with_armies(rulebook, find_scenario(rulebook, given.scenario), given.army)
    options = read_options(given.option)
    rulebook.options(options)
    if given.dice not in ("", "seeded", "typed"):
        raise BadInput(f"--dice cannot be {given.dice!r}", where="play", hint="seeded or typed")
    if given.dice == "typed" and given.seed:
        raise BadInput(
            "--seed and --dice typed contradict each other", where="play", hint="typed dice have no seed"
        )
    mine = [side_id(scenario, name) for name in given.side]
    if given.against:
        mine = mine or [scenario.sides[0]]
        if len(set(mine)) == len(scenario.sides):
            hint = "leave one side to the computer"
            raise BadInput("nobody is left to play against", where="--as", hint=hint)
        check_player(rulebook, given.against)
    path = Path(given.record) if given.record else None
    console = Console(plain=given.plain)
    if path is not None and is_there(path):
        with closing(_owned(path)) as owned:
            battle = _load(path)
            _fits(given, battle, scenario.to_json(), options)
            _seats(given, battle, mine)
            console.say(f"Going on with {path}, {len(battle.record.entries)} entries.")
            return _sit(battle, console, path, owned)
    import banneret

    computers = {side: given.against for side in scenario.sides if given.against and side not in mine}
    battle = banneret.start(
        rulebook,
        scenario,
        seed=given.seed or None,
        options=options,
        players=computers,
        dice=given.dice or "seeded",
    )
    return _sit(battle, console, path)


def _owned(path: Path) -> Claim:
    """The claim on a record file: two terminals never write the same one. Raises `BadInput` where it is open in another."""
    try:
        return hold(path)
    except Taken as taken:
        hint = "end it there first, or go on with a copy of the file"
        raise BadInput(taken.message, where=str(path), hint=hint) from None


def _load(path: Path) -> Battle:
    import banneret

    try:
        battle = banneret.load(path)
    except BadInput as bad:
        where = bad.where if bad.where.startswith(str(path)) else f"{path}: {bad.where}".rstrip(": ")
        raise BadInput(bad.message, where=where, hint=bad.hint) from None
    if battle.damage:
        hint = "'banneret verify' says more; move the file away to begin again"
        raise BadInput(f"is damaged: {battle.damage}", where=str(path), hint=hint)
    return battle


def _fits(given: argparse.Namespace, battle: Battle, scenario: str, options: dict[str, str]) -> None:
    """True if a record that exists is the battle that the command line asks for."""
    header = battle.record.header
    where = given.record
    if header.rulebook != given.rulebook or header.scenario != scenario:
        raise BadInput("holds another battle", where=where, hint=f"{header.rulebook} {battle.scenario.id}")
    for name, value in options.items():
        if header.options.get(name) != value:
            raise BadInput(
                f"was begun with {name}={header.options.get(name)}", where=where, hint="leave --option out"
            )
    if given.dice and given.dice != header.dice:
        raise BadInput(f"was begun with {header.dice} dice", where=where, hint="leave --dice out")
    if given.seed:
        raise BadInput("has its seed already", where=where, hint="leave --seed out")


def _seats(given: argparse.Namespace, battle: Battle, mine: list[str]) -> None:
    """True if the people and the computer players that the command line names are those of the record."""
    begun = battle.record.header.players
    others = [spec for spec in begun.values() if given.against and spec != given.against]
    if others:
        hint = "leave --against out"
        raise BadInput(f"was begun against {' and '.join(others)}", where=given.record, hint=hint)
    people = [side for side in battle.sides if side not in begun]
    if not set(mine) <= set(people) or (given.against and set(mine) != set(people)):
        hint = f"{' and '.join(people) or 'nobody'} may sit here"
        raise BadInput(f"this battle has other people: not {', '.join(mine)}", where="--as", hint=hint)


def _sit(battle: Battle, console: Console, path: Path | None, owned: Claim | None = None) -> int:
    """Let people play the sides that no computer plays; `owned`: the claim on its file, None where nothing of it is kept yet."""
    keeper = Keeper(battle, path, console, new=owned is None)
    if path is not None and owned is not None:
        keeper.own(path, owned)
    try:
        _play(battle, console, keeper)
    finally:
        keeper.close()
    return 0


def _play(battle: Battle, console: Console, keeper: Keeper) -> None:
    from banneret.cli.terminal import Session

    if battle.is_over:
        console.say(f"This battle is over: {battle.outcome.reason if battle.outcome else ''}")
        return
    people = [side for side in battle.sides if side not in battle.players]
    if not people:
        raise BadInput("computers play all sides of this battle", hint="'banneret fight' lets them")
    finished = Session(battle, console, people, keeper).play()
    if finished:
        _after(battle, console, keeper)
    elif keeper.written:
        console.say("The battle is kept. Go on with:")
        console.write(f"  banneret resume {_shown(keeper.path)}")


def _after(battle: Battle, console: Console, keeper: Keeper) -> None:
    keeper()
    if keeper.written:
        console.write("")
        console.say("The record is complete, with the seed of its dice. Tell it again, or check it:")
        console.write(f"  banneret replay {_shown(keeper.path)}", f"  banneret verify {_shown(keeper.path)}")


def _shown(path: Path | None) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text


def resume(given: argparse.Namespace) -> int:
    """`banneret resume [FILE]`."""
    console = Console(plain=given.plain)
    if given.file:
        path = Path(given.file)
        if not is_there(path):
            _load(path)  # says so
        with closing(_owned(path)) as owned:
            return _sit(_load(path), console, path, owned)
    for path in kept_battles():
        with (
            suppress(BadInput),
            closing(_owned(path)) as owned,
        ):  # others are damaged, or open in another terminal
            battle = _load(path)
            if not battle.is_over and len(battle.players) < len(battle.sides):
                break
    else:
        raise BadInput(
            "no unfinished battle is kept", where=str(battles_folder()), hint="'banneret play' begins one"
        )
    console.say(f"Going on with {path}.")
    with closing(_owned(path)) as owned:
        return _sit(_load(path), console, path, owned)


def battles(given: argparse.Namespace) -> int:
    """`banneret battles`."""
    from banneret.cli.listing import print_json

    rows = []
    for path in kept_battles():
        row: dict[str, object] = {"file": str(path)}
        try:
            battle = _load(path)
            row["rulebook"], row["scenario"] = battle.record.header.rulebook, battle.scenario.id
            row["entries"] = len(battle.record.entries)
            row["state"] = (
                battle.outcome.reason if battle.outcome else f"{' and '.join(battle.waiting_for)} to answer"
            )
        except BadInput as bad:
            row["state"] = f"cannot be read: {bad.message}"
        rows.append(row)
    if given.json:
        print_json(rows)
        return 0
    for row in rows:
        print(f"{row['file']}\n    {row.get('scenario', '')} {row['state']}".replace("    \x20", "    "))
    if not rows:
        print(f"No battle is kept in {battles_folder()}.", file=sys.stderr)
    return 0


def keeping(battle: Battle, path: Path) -> Callable[[], None]:
    """A keeper for other front ends."""
    return Keeper(battle, path, Console())
