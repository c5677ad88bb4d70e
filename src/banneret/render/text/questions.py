"""Questions as text: numbered options with their effects, and the throws they depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, clean, wrap
from banneret.render.words import option_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.scene import Odds, Question
    from banneret.render.ink import Ink


def throw_lines(odds: Odds, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The throws that an option hangs on: every modifier with its rule, the sums, what must be rolled and how likely that is."""
    lines: list[str] = []
    for throw in odds.throws:
        lines += [ink.strong(line) for line in wrap(throw.title, width)]
        causes = [clean(cause) for figure in throw.figures for _, cause, _ in figure.parts]
        names = [clean(figure.name) for figure in throw.figures]
        room = min(max(map(len, causes + names), default=0), max(width - 36, 16))
        for figure in throw.figures:
            for place, (amount, cause, rule) in enumerate(figure.parts):
                value = f"{amount:+d}" if place or figure.kind == "bonus" else str(amount)
                lines.append(f"    {clean(cause)[:room]:<{room}} {value:>4}  {ink.faint(rule)}".rstrip())
            if len(figure.parts) != 1:  # a sum of one part is that part
                lines.append(f"    {clean(figure.name):<{room}} {figure.value:>4}")
        lines.append(ink.strong(f"    must roll {clean(throw.needs)}: {throw.chance:.0f} %"))
    return lines


def group_heads(groups: Sequence[str]) -> dict[int, str]:
    """The indexes before which the name of a group is printed: only where several of a group come together."""
    heads: dict[int, str] = {}
    for index, group in enumerate(groups):
        begins = group and (index == 0 or groups[index - 1] != group)
        if begins and index + 1 < len(groups) and groups[index + 1] == group:
            heads[index] = clean(group)
    return heads


def option_lines(number: str, label: str, says: str, width: int, room: int, ink: Ink = PLAIN) -> list[str]:
    """A numbered line: the label, then what it would do where that fits, else below."""
    head = f"{number:>4}  "
    label = clean(label)
    if not says:
        return wrap(label, width, head)
    if len(label) <= room and len(head) + room + 2 + len(says) <= width:
        return [f"{head}{label:<{room}}  {ink.faint(says)}"]
    return wrap(f"{label}: {says}", width, head)


def question_lines(question: Question, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The question in words with its options numbered, the default marked.

    An option's number is its place in `question.options`, from 1; a form's items are numbered after the options.
    """
    lines = [ink.strong(line) for line in wrap(question.text, width)]
    if question.hint:
        lines += wrap(question.hint, width, "  ")
    room = min(max((len(option.label) for option in question.options), default=0), width // 2)
    heads = group_heads([option.group for option in question.options])
    for number, option in enumerate(question.options, 1):
        if number - 1 in heads:
            lines.append(f"  {heads[number - 1]}")
        mark = f"{number}." if option.order != question.default else f"*{number}."
        lines += option_lines(mark, option.label, option_text(option), width, room, ink)
    return lines
