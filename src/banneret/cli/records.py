"""`banneret replay`, `verify`, `export`: records shown, checked and converted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from banneret.cli.finding import refuse
from banneret.cli.listing import columns, ink, print_json
from banneret.cli.writing import check_new, write_file
from banneret.kernel.errors import BadInput
from banneret.kernel.files import is_there
from banneret.render.ink import wrap
from banneret.render.text.scene import scene_text
from banneret.render.words import news_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from banneret.kernel.battle import Battle
    from banneret.kernel.scene import News


def read(name: str) -> str:
    """The text of a record: of a file, or of a battle in the store by its id. Raises `BadInput`."""
    from banneret.api import read_text

    path = Path(name)
    if is_there(path) or path.suffix or "/" in name:
        return read_text(path)
    from banneret.cli.stored import stored_text

    return stored_text(name)


def load(path: str) -> Battle:
    """The battle of a record file, or of the store; raises `BadInput` naming file and entry."""
    import banneret

    text = read(path)
    try:
        return banneret.loads(text)
    except BadInput as bad:
        raise BadInput(bad.message, where=f"{path}: {bad.where}".rstrip(": "), hint=bad.hint) from None


def retell(battle: Battle, seat: str) -> Iterator[tuple[int, str, list[News]]]:
    """A battle replayed from its beginning: each entry's number and text, and the news that it brought the seat."""
    from banneret.cli.terminal import Log

    log = Log()
    for number, entry, told in battle.replay():
        log.take(told.news(seat))
        yield number, "" if entry is None else str(entry), log.unread()


def _seat(battle: Battle, name: str, default: str) -> str:
    from banneret.kernel.errors import nearest

    name = battle.called(name)
    known = [*battle.sides, *battle.seats, "referee", "spectator"]
    if name and name not in known:
        raise BadInput(
            f"there is no seat {name!r}", where="--seat", hint=nearest(name, list(dict.fromkeys(known)))
        )
    return name or default


def replay(given: argparse.Namespace) -> int:
    """`banneret replay FILE [--to N]`."""
    if given.json:
        refuse(given, "replay --json", "--entries")
    battle = load(given.file)
    count = len(battle.record.entries)
    to = count if given.to is None else given.to
    if to > count:
        raise BadInput(f"the record has {count} entries, not {to}", where="--to", hint=f"0 to {count}")
    seat = _seat(battle, given.seat, "referee")
    end = battle if to == count else battle.at(to)
    steps = list(retell(end, seat))
    if given.json:
        import json

        from banneret.kernel.scene import encode

        print_json(
            {
                "rulebook": battle.record.header.rulebook,
                "scenario": battle.scenario.id,
                "entries": to,
                "of": count,
                "winners": end.winners if end.is_over else None,
                "reason": end.outcome.reason if end.outcome else None,
                "hash": end.record.hash,
                "damage": battle.damage or None,
                "news": [item.text for _, _, news in steps for item in news],
                "scene": json.loads(encode(end.scene(seat))),
            }
        )
        return 0
    width = columns()
    for number, text, news in steps:
        if given.entries and text:
            print(f"{number:>5}  {text}")
        for item in news:
            print("\n".join(wrap(news_line(item), width, "       - " if given.entries else "- ")))
    print()
    print(scene_text(end.scene(seat), width, ink().colour, news=0 if end.is_over else 1))
    if battle.damage:
        print(f"\nThe file is damaged: {battle.damage}.")
    return 0


def verify(given: argparse.Namespace) -> int:
    """`banneret verify FILE`."""
    import banneret

    text = read(given.file)
    if not text.startswith("banneret record "):
        hint = "a record begins with 'banneret record'"
        raise BadInput("is not a record of a battle", where=given.file, hint=hint)
    found = banneret.verify(text)
    bad = [finding.text for finding in found.findings if finding.verdict == "bad"]
    if given.json:
        print_json(
            {
                "ok": found.ok,
                "file": given.file,
                "entries": found.entries,
                "dice": found.dice,
                "finished": found.finished,
                "hash": found.hash,
                "problem": bad[0] if bad else None,
                "findings": [
                    {"name": finding.name, "verdict": finding.verdict, "text": finding.text}
                    for finding in found.findings
                ],
            }
        )
        return 0 if found.ok else 1
    width = columns()
    state = "the battle is over" if found.finished else "the battle goes on"
    print(f"Good: {found.entries} entries, {found.dice} of them dice; {state}." if found.ok else "Not good:")
    for finding in found.findings:
        print("\n".join(wrap(finding.text, width, f"  {finding.name:<11} {finding.verdict:<5} ")))
    if found.hash:
        print(f"  hash        {found.hash}")
    return 0 if found.ok else 1


def export(given: argparse.Namespace) -> int:
    """`banneret export FILE TARGET`."""
    battle = load(given.file)
    target = Path(given.target)
    seat = _seat(battle, given.seat, "spectator")
    count = len(battle.record.entries)
    if given.to is not None and given.to > count:
        raise BadInput(f"the record has {count} entries, not {given.to}", where="--to", hint=f"0 to {count}")
    if given.to is not None and given.to < count:
        battle = battle.at(given.to)
    check_new(target)
    if target.suffix == ".html":
        from html import escape

        from banneret.render.picture.page import scene_html

        title = escape(battle.scenario.title)
        text = (
            f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<body style="background:#e6e0d3">{scene_html(battle.scene(seat))}</body></html>\n'
        )
    elif target.suffix == ".txt":
        text = scene_text(battle.scene(seat)) + "\n"
    elif target.suffix == ".banneret":
        text = battle.text
    else:
        hint = ".html, .txt or .banneret"
        raise BadInput(
            f"the ending of the file name says what to write, and {target.suffix!r} is none of those known",
            where=str(target),
            hint=hint,
        )
    write_file(str(target), text.encode())
    return 0
