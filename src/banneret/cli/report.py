"""`banneret report`: what a battle that is over has to tell, as text, page, PDF or JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from banneret.cli import working
from banneret.cli.finding import refuse
from banneret.cli.listing import columns, print_json
from banneret.cli.records import load
from banneret.cli.writing import check_new, write_file
from banneret.kernel.errors import BadInput, nearest

if TYPE_CHECKING:
    import argparse

    from banneret.after.curve import Budget
    from banneret.after.report import Report
    from banneret.kernel.battle import Battle
    from banneret.lab.kept import Kept
    from banneret.paper.page import Size

KINDS = ".html, .pdf, .txt or .json"
FINE = (32, 200)
"""The checkpoints that are counted, and the battles that are played on from each, where time is no matter."""
COARSER = ((32, 100), (24, 60), (16, 40), (12, 30), (8, 20), (6, 12))
"""The same where that would take too long, step by step."""
PATIENCE = 30.0
"""Seconds that a report may take where nobody says how finely to count."""
SOON = 5.0
"""Seconds in which there is no need to say how long it will take."""


def report(given: argparse.Namespace) -> int:
    """`banneret report BATTLE`."""
    target = Path(given.out) if given.out else None
    if target is not None:
        refuse(given, "report --out", "--json")
    if target is not None and target.suffix not in (".html", ".pdf", ".txt", ".json"):
        raise BadInput(f"no report is written as {target.suffix!r}", where=str(target), hint=KINDS)
    if target is not None:
        check_new(target)
    if target is not None and target.suffix == ".pdf":
        from banneret.paper.pdf import check_installed

        check_installed()  # before anything is counted
    battle = load(given.file)
    if not battle.is_over:
        hint = "'banneret replay' shows how it stands"
        raise BadInput("the battle is not over", where=given.file, hint=hint)
    side = _side(battle, given.side)
    found = _told(battle, given)
    if target is not None:
        write_file(str(target), _drawn(found, side, target.suffix, given.paper))
    elif given.json:
        import msgspec

        print_json(msgspec.to_builtins(found))
    else:
        print(_drawn(found, side, ".txt", given.paper).decode(), end="")
    return 0


def _side(battle: Battle, name: str) -> int:
    """The side whose chance is shown: the one that is named, else the first that a person played."""
    if name:
        found = battle.called(name)
        if found not in battle.sides:
            raise BadInput(
                f"there is no side {name!r}", where="--side", hint=nearest(name, list(battle.sides))
            )
        return battle.sides.index(found)
    people = [number for number, side in enumerate(battle.sides) if side not in battle.players]
    return people[0] if people else 0


def _told(battle: Battle, given: argparse.Namespace) -> Report:
    from banneret.after.report import Counted, Facts, assemble, tell
    from banneret.lab.counting import keep_counts, on_cores
    from banneret.lab.progress import ProgressBar

    bar, of, done = ProgressBar(), 0, 0
    pieces = []
    budget = _budget(battle, given)

    def keep(path: Path, temporary: bool) -> Kept:
        return keep_counts(path, battle, temporary)

    with working.keeping(given, bar, keep, "plays") as keeping, working.workers(given) as workers:
        bar.known = 0  # it counts checkpoints
        for piece in tell(battle, budget, play=on_cores(workers, keeping.kept)):
            pieces.append(piece)
            if isinstance(piece, Facts):
                of = piece.counts
            elif isinstance(piece, Counted) and not piece.count.exact:
                done += 1
            bar(done, of, "checkpoints counted")
        bar.close()
        keeping.ended("")
    found = assemble(pieces)
    assert found is not None
    return found


def _budget(battle: Battle, given: argparse.Namespace) -> Budget:
    """The checkpoints and plays that were asked for, else as many as half a minute allows. A long wait is announced on the error stream.

    The time only chooses among a few budgets; each gives the same result wherever it is counted.
    """
    found = finest = _of(given.points or FINE[0], given.plays or FINE[1])
    if given.cluster:
        return finest
    each = _seconds(battle)
    cores = given.workers or os.cpu_count() or 1

    def takes(budget: Budget) -> float:
        return budget.battles * each / cores

    if not (given.points or given.plays or given.resume):
        coarser = [_of(*one) for one in COARSER]
        found = next((one for one in (finest, *coarser) if takes(one) <= PATIENCE), coarser[-1])
    if takes(found) > SOON:
        text = f"the battle is played on from {found.points} checkpoints, {found.plays} times from each, for its chances: about {_about(takes(found))}"
        if found != finest:
            text += (
                f"; --points {found.points} --plays {found.plays} counts the same again,"
                f" --points {finest.points} --plays {finest.plays} more finely, in about {_about(takes(finest))}"
            )
        print(f"banneret: {text}", file=sys.stderr, flush=True)
    return found


def _of(points: int, plays: int) -> Budget:
    from banneret.after.curve import Budget

    return Budget(points, plays, max(1, points // 4))


def _about(seconds: float) -> str:
    from banneret.lab.progress import duration

    return duration(10 * max(1, round(seconds / 10)) if seconds < 90 else seconds)


def _seconds(battle: Battle) -> float:
    """The seconds that a battle takes which is played on from a checkpoint: half of a whole one, tried once or, if it is quick, a few times."""
    from banneret.after.curve import play_on

    book, begun, tried = battle.rulebook, monotonic(), 0
    while not tried or (tried < 20 and monotonic() - begun < 0.3):
        state = book.new(battle.scenario, battle.options)
        play_on(book, state, len(battle.sides), f"{battle.record.hash} tried {tried}")
        tried += 1
    return (monotonic() - begun) / tried / 2


def _drawn(found: Report, side: int, kind: str, paper: Size) -> bytes:
    """The report as the content of a file."""
    if kind == ".json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
    if kind == ".txt":
        from banneret.render.text.report import report_text

        return (report_text(found, side, columns()) + "\n").encode()
    from banneret.paper.report import report_html

    page = report_html(found, side, paper)
    if kind == ".html":
        return page.encode()
    from banneret.paper.pdf import as_pdf

    return as_pdf(page)
