"""`banneret rulebooks`, `scenarios`, `options`, `rules`, `players`: what there is."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from typing import TYPE_CHECKING, Any

from banneret import rulebooks as shelf
from banneret.cli.finding import about, find_rulebook, refuse
from banneret.kernel.errors import BadInput
from banneret.kernel.naming.sides import names_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from banneret.kernel.rulebook import Rulebook
    from banneret.paper.page import Size


def print_json(value: Any) -> None:
    """One JSON value, readable; where standard output cannot write every character, those beyond ASCII are escaped."""
    every = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not every))


def columns() -> int:
    """The width to write in: of the terminal, else 80."""
    import shutil

    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 110))


def ink() -> Any:
    """Colour where standard output shows it."""
    from banneret.cli.console import wants_colour
    from banneret.render.ink import Ink

    return Ink(wants_colour(sys.stdout))


def print_named(rows: Sequence[tuple[str, str, str]]) -> None:
    """Names with a title and a few lines each."""
    from banneret.render.ink import wrap

    width, paint = columns(), ink()
    for name, title, text in rows:
        print(f"{paint.strong(name)}  {title}" if title else paint.strong(name))
        if text:
            print("\n".join(wrap(text, width, "    ")))


def rulebooks(given: argparse.Namespace) -> int:
    """`banneret rulebooks`."""
    found = []
    for name in shelf.names():
        said = about(name)
        found.append({key: said[key] for key in ("id", "title", "summary", "version")})
    if given.json:
        print_json(found)
    else:
        print_named([(row["id"], row["title"], row["summary"]) for row in found])
    return 0


def scenarios(given: argparse.Namespace) -> int:
    """`banneret scenarios RULEBOOK`."""
    book = find_rulebook(given.rulebook)
    found = list(book.scenarios().values())
    if given.json:
        print_json(
            [
                {
                    "id": one.id,
                    "title": one.title,
                    "level": one.level,
                    "kind": one.kind,
                    "sides": list(one.sides),
                    "summary": one.summary,
                }
                for one in found
            ]
        )
        return 0
    rows = []
    for one in found:
        about = ", ".join(dict.fromkeys(filter(None, [one.kind, one.level])))
        names = names_of(book, one)
        title = f"{one.title} ({about}: {' against '.join(names.values())})"
        standing = book.shelf.battle.get(one.id)
        uphill = standing.uphill if standing else None
        words = (
            f" Uphill for {names.get(uphill.side, uphill.side)}: {uphill.wins} of 100 between computers of one level."
            if uphill
            else ""
        )
        rows.append((one.id, title, one.summary + words))
    print_named(rows)
    return 0


def options(given: argparse.Namespace) -> int:
    """`banneret options RULEBOOK`."""
    found = list(find_rulebook(given.rulebook).arranged_variants)
    if given.json:
        print_json(
            [
                {
                    "id": one.id,
                    "title": one.title,
                    "topic": one.topic,
                    "values": list(one.values),
                    "default": one.default,
                    "rule": one.rule,
                    "text": one.text,
                }
                for one in found
            ]
        )
        return 0
    for topic, those in groupby(found, lambda one: "" if one.common else one.topic):
        if topic:
            print(f"\n{topic}")
        rows = []
        for one in those:
            values = ", ".join(
                f"{value} (default)" if value == one.default else value for value in one.values
            )
            rows.append((f"{one.id} = {values}", "", f"{one.text or one.title} Rule {one.rule}."))
        print_named(rows)
    return 0


def players(given: argparse.Namespace) -> int:
    """`banneret players RULEBOOK`."""
    found = find_rulebook(given.rulebook).computer.players
    if given.json:
        print_json([{"name": one.name, "level": one.level, "summary": one.summary} for one in found])
    else:
        print_named([(one.name, one.level, one.summary) for one in found])
    return 0


def _card(rulebook: Rulebook[Any], name: str, paper: Size) -> int:
    """Write the rules card of a rulebook."""
    from banneret.cli.writing import write_file
    from banneret.paper.pdf import as_pdf
    from banneret.paper.rules import rules_html

    if not name.endswith((".html", ".pdf")):
        raise BadInput("the ending of the file name says what to write", where=name, hint=".pdf or .html")
    page = rules_html(rulebook, paper)
    write_file(name, page.encode() if name.endswith(".html") else as_pdf(page))
    return 0


def rules(given: argparse.Namespace) -> int:
    """`banneret rules RULEBOOK [ID]`."""
    from banneret.cli.reference import find_rule, rule_lines
    from banneret.lab.proofs import proofs

    rulebook = find_rulebook(given.rulebook)
    if given.card:
        refuse(given, "rules --card", "ID", "--tests", "--missing", "--tier", "--json")
        return _card(rulebook, given.card, given.paper)
    found = [find_rule(rulebook, given.id)] if given.id else list(rulebook.rules.values())
    if given.tier:
        tiers = sorted({rule.tier for rule in rulebook.rules.values()})
        if given.tier not in tiers:
            raise BadInput(
                f"there is no tier {given.tier!r}", where="--tier", hint="one of " + ", ".join(tiers)
            )
        found = [rule for rule in found if rule.tier == given.tier]
    proved = proofs(rulebook) if given.tests or given.json or given.missing else {}
    if given.missing:
        found = [rule for rule in found if not proved.get(rule.id)]
    if given.json:
        print_json(
            [
                {
                    "id": rule.id,
                    "title": rule.title,
                    "tier": rule.tier,
                    "where": rule.where,
                    "text": rule.text,
                    "examples": list(rule.examples),
                    "ruling": rule.ruling,
                    "tests": proved.get(rule.id, []),
                }
                for rule in found
            ]
        )
    elif given.id:
        tests = proved.get(found[0].id, []) if found and given.tests else None
        for rule in found:
            print("\n".join(rule_lines(rule, tests, columns(), ink())))
    else:
        paint = ink()
        for rule in found:
            tests = proved.get(rule.id, [])
            count = f"  [{len(tests) or 'no'} test{'s' * (len(tests) != 1)}]" if given.tests else ""
            print(f"{paint.strong(rule.id)}  {rule.title}{count}")
            if given.tests:
                print("".join(f"    {test}\n" for test in tests), end="")
        if given.tests or given.missing:
            lacking = [rule for rule in rulebook.rules.values() if not proved.get(rule.id)]
            print(f"{len(rulebook.rules)} rules, {len(rulebook.rules) - len(lacking)} proved by tests")
    return 1 if given.missing and found else 0
