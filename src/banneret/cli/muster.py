"""`banneret muster` and `roster`: show, check, draft and print armies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.cli.finding import find_rulebook, find_scenario, list_name, read_army_file, read_list, refuse
from banneret.cli.listing import columns, print_json
from banneret.cli.writing import write_file
from banneret.kernel.errors import BadInput
from banneret.kernel.naming.sides import side_of
from banneret.kernel.rulebook import muster_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import write_army
from banneret.muster.matchup import army_from

if TYPE_CHECKING:
    import argparse

    from banneret.kernel.abilities.muster import Kind
    from banneret.muster.appraisal import Appraisal


def muster(given: argparse.Namespace) -> int:
    """`banneret muster check|show|draft`."""
    return {"check": check, "show": show, "draft": draft}[given.what](given)


def check(given: argparse.Namespace) -> int:
    """`banneret muster check FILE`: 0 where nothing is wrong with the army, else 1."""
    refuse(given, "muster check", "ARMY", "--out")
    found = _appraised(given)
    if given.json:
        print_json(_plain(found))
    else:
        print("\n".join(_lines(found)))
    return 0 if found.valid else 1


def show(given: argparse.Namespace) -> int:
    """`banneret muster show RULEBOOK`: what there is to choose and what it costs; of a file the army, card by card."""
    refuse(given, "muster show", "ARMY", "--out")
    if _is_file(given.name):
        found = _appraised(given)
        if given.json:
            print_json(_plain(found))
        else:
            print("\n".join([*_lines(found), *_card_lines(found)]))
        return 0
    refuse(given, "muster show", "--budget")
    tables = muster_of(find_rulebook(given.name)).tables
    if given.json:
        import msgspec

        print_json(msgspec.to_builtins(tables))
        return 0
    print(tables.text)
    print(f"Usual budget: {tables.budgets[0]} {tables.points}.")
    for kind in tables.kinds:
        print("\n".join(_kind_lines(kind, tables.points)))
    return 0


def draft(given: argparse.Namespace) -> int:
    """`banneret muster draft RULEBOOK ARMY`: the file of a short list, or of a scenario's side (`SCENARIO:SIDE`)."""
    refuse(given, "muster draft", "--budget", "--json")
    rulebook = find_rulebook(given.name)
    if not given.army:
        raise BadInput("ARMY is missing", where="muster draft", hint="a list of units, or SCENARIO:SIDE")
    name, colon, side = given.army.partition(":")
    if colon:
        scenario = find_scenario(rulebook, name)
        found = muster_of(rulebook)
        side = side_of(rulebook, scenario, side, "muster draft")
        if side not in found.takes(scenario):
            raise BadInput(f"{name} takes no armies", where="muster draft", hint="single battles do")
        army = found.drawn(scenario, side)
    else:
        army = army_from(rulebook, read_list(given.army), list_name(given.army, "muster draft"))
    write_file(given.out, write_army(army).encode())
    return 0


def roster(given: argparse.Namespace) -> int:
    """`banneret roster FILE`: the army on paper, ten units to a page, nine cards to play with."""
    from banneret.paper.roster import as_html, laid_out

    found = _appraised(given)
    target = given.out or str(Path(given.name).with_suffix(".pdf").name)
    if target.endswith(".html"):
        data = as_html(laid_out(found), given.paper).encode()
    elif target.endswith(".pdf"):
        from banneret.paper.pdf import as_pdf

        data = as_pdf(as_html(laid_out(found), given.paper))
    else:
        raise BadInput("the ending of the file name says what to write", where=target, hint=".pdf or .html")
    write_file(target, data)
    if not found.valid:
        print(f"Not valid, as the roster says: {_count(len(found.faults), 'error')}.")
    return 0


# ---------------------------------------------------------------- what they share


def _is_file(name: str) -> bool:
    return name.endswith((".toml", ".army")) or "/" in name or "\\" in name


def _appraised(given: argparse.Namespace) -> Appraisal:
    """The army of a file, checked against its rulebook."""
    army = read_army_file(Path(given.name))
    return appraise(find_rulebook(army.rulebook), army, given.budget)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _plain(found: Appraisal) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(found)
    return {**plain, "left": found.left if found.budget else None, "valid": found.valid}


def _lines(found: Appraisal) -> list[str]:
    """The army as a table of costs, what is wrong, and what is left."""
    from banneret.render.ink import wrap

    width = columns()
    lines = [f"{found.name or 'An army without a name'} ({found.title})"]
    for one in found.entries:
        name = f"{one.count:>3} {one.title}" + (f", {one.name}" if one.name else "")
        why = f"  ({one.card.cost} each)" if one.card and one.count > 1 else ""
        lines.append(f"{name:<44.44}{one.total if one.card else '?':>5} {found.points}{why}")
    total = f"  {'in all':<42}{found.spent:>5} {found.points}"
    if found.budget:
        left = f"{found.left} left" if found.left >= 0 else f"{-found.left} too much"
        total += f" of {found.budget}, {left}"
    lines.append(total)
    if found.valid:
        return [*lines, "Nothing is wrong with it."]
    lines.append(f"{_count(len(found.faults), 'error')}:")
    for fault in found.faults:
        lines += wrap(str(fault), width, "- ")
    return lines


def _card_lines(found: Appraisal) -> list[str]:
    """Every card: figures, words, and how its cost comes about."""
    from banneret.render.ink import wrap

    lines: list[str] = []
    for one in found.entries:
        if one.card is None:
            continue
        figures = ", ".join([f"{figure.name} {figure.value}" for figure in one.card.figures])
        why = " + ".join([f"{amount} {cause}" for amount, cause, _ in one.card.parts])
        text = "; ".join(
            [
                part
                for part in (
                    figures,
                    (" " if one.card.playing else ", ").join(one.card.words),
                    f"{one.card.cost} = {why}",
                )
                if part
            ]
        )
        lines += ["", one.title, *wrap(text, columns(), "  ")]
    return lines


def _kind_lines(kind: Kind, points: str) -> list[str]:
    """A kind of entry: what it may be with prices, then its other fields."""
    from banneret.render.ink import wrap

    first, *others = kind.fields
    lines = ["", f"{kind.title}: {first.id} = …"]
    group = ""
    for choice in first.choices:
        if choice.group != group:
            group = choice.group
            lines.append(f"  {group}")
        lines.append(f"    {choice.id:<24}{choice.price:>4} {points}")
    for field in others:
        choices = ", ".join([f"{one.id} (+{one.price})" if one.price else one.id for one in field.choices])
        what = {"many": f"up to {field.most} of ", "entry": f"the name of a {field.of}", "one": ""}.get(
            field.form, ""
        )
        if field.form == "number":
            what = f"a number from {field.least} to {field.most}"
        lines += wrap(f"{field.id} = {what}{choices}", columns(), "  ")
    return lines
