"""`banneret play`, `resume`, `battles`: people at a terminal."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.cli.console import Console
from banneret.cli.finding import (
    check_player,
    find_rulebook,
    find_scenario,
    read_options,
    with_armies,
    with_board,
)
from banneret.cli.keeping import InFile, InStore, Keeper
from banneret.kernel.battle.onward import aftermath, goes_on
from banneret.kernel.claims import Taken, hold
from banneret.kernel.errors import BadInput
from banneret.kernel.files import is_there
from banneret.kernel.naming.sides import side_of

if TYPE_CHECKING:
    import argparse

    from banneret.cli.keeping import Place
    from banneret.cli.stored import Store
    from banneret.kernel.battle import Battle
    from banneret.kernel.claims import Claim
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.service.storage.battles import Hosted

USUAL = "greedy"  # the computer player of a side that nobody was named for
LISTED = 50  # battles
INTO = "Into the next battle:"
AFTER = "After the battle:"


def play(given: argparse.Namespace) -> int:
    """`banneret play RULEBOOK [SCENARIO]`: one person against the computer, unless told otherwise."""
    rulebook = find_rulebook(given.rulebook)
    found = find_scenario(rulebook, given.scenario or _first(rulebook))
    scenario = with_armies(rulebook, found, given.army)
    scenario = with_board(rulebook, scenario, given.board)
    options = read_options(given.option)
    rulebook.options(options)
    if given.dice not in ("", "seeded", "typed"):
        raise BadInput(f"--dice cannot be {given.dice!r}", where="play", hint="seeded or typed")
    if given.dice == "typed" and given.seed:
        raise BadInput(
            "--seed and --dice typed contradict each other", where="play", hint="typed dice have no seed"
        )
    people = _people(given, rulebook, scenario)
    path = Path(given.record) if given.record else None
    console = Console(plain=given.plain)
    if path is not None and is_there(path):
        return _go_on_as_told(given, path, scenario, options, people, console)
    import banneret

    battle = banneret.start(
        rulebook,
        scenario,
        seed=given.seed or None,
        options=options,
        players={side: given.against or USUAL for side in scenario.sides if side not in people},
        dice=given.dice or "seeded",
    )
    return _sit(battle, console, InStore(battle) if path is None else InFile(battle, path))


def _first(rulebook: Rulebook[Any]) -> str:
    """The id of the battle with which a rulebook begins; raises `BadInput` with its scenarios where it names none."""
    if rulebook.first_battle:
        return rulebook.first_battle[0]
    ids = ", ".join(rulebook.scenarios())
    raise BadInput("SCENARIO is missing", where="play", hint=f"{rulebook.id} has {ids}")


def learn(given: argparse.Namespace) -> int:
    """`banneret learn RULEBOOK`: the lesson of a rulebook, with its cards before the questions they belong to."""
    import banneret

    battle = banneret.learn(find_rulebook(given.rulebook))
    return _sit(battle, Console(plain=given.plain), InStore(battle))


def next_battle(given: argparse.Namespace) -> int:
    """`banneret next BATTLE`: the next battle of a campaign, with the same people and computer players."""
    import banneret
    from banneret.cli.records import load

    path = Path(given.record) if given.record else None
    if path is not None and is_there(path):
        hint = f"'banneret resume {path}' goes on with it"
        raise BadInput("holds a battle already", where=str(path), hint=hint)
    ended = load(given.file)
    battle = banneret.next_battle(ended)
    console = Console(plain=given.plain)
    console.say(INTO)
    console.write(*[f"  {line}" for line in goes_on(ended)], "")
    return _sit(battle, console, InStore(battle) if path is None else InFile(battle, path))


def _people(given: argparse.Namespace, rulebook: Rulebook[Any], scenario: Scenario) -> list[str]:
    """The sides that people play: those named with `--as`, all of them with `--hotseat`, else the first."""
    named = [side_of(rulebook, scenario, name, "--as") for name in given.side]
    if given.hotseat and named:
        raise BadInput(
            "--hotseat and --as contradict each other", where="play", hint="--hotseat is all sides"
        )
    if given.against:
        check_player(rulebook, given.against)
        if given.hotseat or len(set(named)) == len(scenario.sides):
            hint = "leave one side to the computer, or --against out"
            raise BadInput("nobody is left to play against", where="--as", hint=hint)
    if given.hotseat:
        return list(scenario.sides)
    return named or [scenario.sides[0]]


def _go_on_as_told(
    given: argparse.Namespace,
    path: Path,
    scenario: Scenario,
    options: dict[str, str],
    people: list[str],
    console: Console,
) -> int:
    """Go on with the battle of a file, which must be the one that the command line asks for. Raises `BadInput`."""
    with closing(_owned(path)) as owned:
        battle = _load(path)
        _fits(given, battle, scenario.to_json(), options)
        _seats(given, battle, people)
        console.say(f"Going on with {path}, {len(battle.record.entries)} entries.")
        return _sit(battle, console, InFile(battle, path, owned))


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
    """Check that a record that exists is the battle that the command line asks for. Raises `BadInput` where it is another."""
    header = battle.record.header
    where = given.record
    if header.rulebook != given.rulebook or header.scenario != scenario:
        raise BadInput("holds another battle", where=where, hint=f"{header.rulebook} {battle.scenario.id}")
    for name, value in options.items():
        if battle.options[name] != value:
            raise BadInput(
                f"was begun with {name}={battle.options[name]}", where=where, hint="leave --option out"
            )
    if given.dice and given.dice != header.dice:
        raise BadInput(f"was begun with {header.dice} dice", where=where, hint="leave --dice out")
    if given.seed:
        raise BadInput("has its seed already", where=where, hint="leave --seed out")


def _seats(given: argparse.Namespace, battle: Battle, people: list[str]) -> None:
    """Check that the people and computer players that the command line names are those of the record. Raises `BadInput` where not."""
    begun = battle.record.header.players
    others = [spec for spec in begun.values() if given.against and spec != given.against]
    if others:
        hint = "leave --against out"
        raise BadInput(f"was begun against {' and '.join(others)}", where=given.record, hint=hint)
    sit = [side for side in battle.sides if side not in begun]
    named = given.side or given.hotseat or given.against
    if named and set(people) != set(sit):
        names = " and ".join(map(battle.title, sit)) or "nobody"
        wrong = ", ".join(map(battle.title, people))
        raise BadInput(
            f"this battle has other people: not {wrong}", where="--as", hint=f"{names} may sit here"
        )


def _sit(battle: Battle, console: Console, place: Place, people: list[str] | None = None) -> int:
    """Let people play the sides that no computer plays, or those of them that are named; the battle is kept in its place."""
    keeper = Keeper(place, console)
    try:
        _play(battle, console, keeper, people)
    finally:
        keeper.close()
    return 0


def _play(battle: Battle, console: Console, keeper: Keeper, people: list[str] | None) -> None:
    from banneret.cli.terminal import Session

    if battle.is_over:
        console.say(f"This battle is over: {battle.outcome.reason if battle.outcome else ''}")
        return
    people = people or [side for side in battle.sides if side not in battle.players]
    if not people:
        raise BadInput("computers play all sides of this battle", hint="'banneret fight' lets them")
    finished = Session(battle, console, people, keeper).play()
    if finished:
        _after(battle, console, keeper)
    elif keeper.written:
        console.say("The battle is kept. Go on with:")
        console.write(f"  banneret resume {keeper.name}")


def _after(battle: Battle, console: Console, keeper: Keeper) -> None:
    keeper()
    if keeper.written:
        console.write("")
        console.say(
            "The record is complete, with the seed of its dice. See what turned it, tell it again, or check it:"
        )
        console.write(*[f"  banneret {word} {keeper.name}" for word in ("report", "replay", "verify")])
        if left := aftermath(battle):
            console.say(AFTER)
            for line in left:
                console.say(line, "  ")
        if onward := goes_on(battle):
            console.say(INTO)
            console.write(*[f"  {line}" for line in onward], f"  banneret next {keeper.name}")


def resume(given: argparse.Namespace) -> int:
    """`banneret resume [BATTLE]`: a record file, or a battle of the store by its id; the latest without a name."""
    console = Console(plain=given.plain)
    if given.file and (is_there(Path(given.file)) or Path(given.file).suffix):
        path = Path(given.file)
        if not is_there(path):
            _load(path)  # says so
        with closing(_owned(path)) as owned:
            battle = _load(path)
            return _sit(battle, console, InFile(battle, path, owned))
    from banneret.cli.stored import Store

    with Store() as store:
        store.adopt()
        stored = store.take(store.find(given.file)) if given.file else store.take_latest()
        title = stored.battle.scenario.title
        console.say(f"Going on with {stored.id}, {title}, {len(stored.battle.record.entries)} entries.")
        return _sit(stored.battle, console, InStore(stored.battle, stored=stored), stored.people)


def battles(given: argparse.Namespace) -> int:
    """`banneret battles`: those begun in the terminal and, by the host, at the table."""
    from banneret.cli.listing import print_json
    from banneret.cli.stored import NothingKept, Store, age

    rows: list[dict[str, object]] = []
    found: list[Hosted] = []
    with suppress(NothingKept), Store() as store:
        store.adopt()
        found = store.battles()
        rows = [_listed(store, one.id, age(one.updated)) for one in found[:LISTED]]
    if given.json:
        print_json(rows)
        return 0
    for row in rows:
        print(f"{row['id']}  {row.get('title', '')}\n    {row['state']}, {row['changed']}")
    if not rows:
        print("No battle is kept; 'banneret play' begins one.", file=sys.stderr)
    elif len(found) > LISTED:
        print(f"And {len(found) - LISTED} older ones.")
    return 0


def _listed(store: Store, number: str, changed: str) -> dict[str, object]:
    """A battle in the list."""
    import banneret

    row: dict[str, object] = {"id": number, "changed": changed}
    try:
        kept = store.kept(number)
        battle = banneret.loads(kept.text)
    except BadInput as bad:
        return {**row, "state": f"cannot be read: {bad.message}"}
    row["rulebook"], row["scenario"] = battle.record.header.rulebook, battle.scenario.id
    row["title"], row["entries"] = battle.scenario.title, len(battle.record.entries)
    if store.storage.is_held(kept.holder):
        row["state"] = "open in a terminal"
    elif kept.gathering:
        row["state"] = "waiting for armies"
    elif battle.outcome:
        row["state"] = battle.outcome.reason.rstrip(".")
    else:
        waiting = " and ".join(map(battle.title, battle.waiting_for)) or "a roll"
        row["state"] = f"waiting for {waiting}"
    return row
