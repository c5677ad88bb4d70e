"""`banneret report`: what a battle that is over has to tell, as text, page, PDF or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from banneret.cli import working
from banneret.cli.listing import columns, print_json
from banneret.cli.records import load
from banneret.cli.writing import write_file
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import is_there

if TYPE_CHECKING:
    import argparse

    from banneret.after.report import Report
    from banneret.kernel.battle import Battle
    from banneret.lab.kept import Kept
    from banneret.paper.page import Size

KINDS = ".html, .pdf, .txt or .json"


def report(given: argparse.Namespace) -> int:
    """`banneret report BATTLE`."""
    target = Path(given.out) if given.out else None
    if target is not None and target.suffix not in (".html", ".pdf", ".txt", ".json"):
        raise BadInput(f"no report is written as {target.suffix!r}", where=str(target), hint=KINDS)
    if target is not None and is_there(target):
        raise BadInput("exists already", where=str(target), hint="choose another name")
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
    from banneret.after.curve import Budget
    from banneret.after.report import Counted, Facts, assemble, tell
    from banneret.lab.counting import keep_counts, on_cores
    from banneret.lab.progress import ProgressBar

    bar, of, done = ProgressBar(), 0, 0
    pieces = []
    budget = Budget(given.points, given.plays)

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
