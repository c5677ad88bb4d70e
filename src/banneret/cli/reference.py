"""Rules as people read them on a terminal."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput
from banneret.render.ink import PLAIN, Ink, clean, wrap

if TYPE_CHECKING:
    from banneret.kernel.catalogue import Rule
    from banneret.kernel.rulebook import Rulebook


def find_rule(rulebook: Rulebook[Any], name: str) -> Rule:
    """The rule of that id, with or without the rulebook's name before it; raises `BadInput` with the nearest ids."""
    wanted = name.strip().removeprefix(f"{rulebook.id}:")
    rules = rulebook.rules
    if wanted in rules:
        return rules[wanted]
    lower = wanted.lower()
    if lower in rules:
        return rules[lower]
    begun = [id_ for id_ in rules if lower and (id_.startswith(lower) or id_.endswith("." + lower))]
    near = begun[:6] or get_close_matches(lower, list(rules), n=4, cutoff=0.5)
    hint = (
        "did you mean " + ", ".join(near) + "?" if near else f"'banneret rules {rulebook.id}' lists them all"
    )
    raise BadInput(f"{rulebook.id} has no rule {wanted[:60]!r}", hint=hint)


def rule_lines(rule: Rule, tests: list[str] | None = None, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """A rule with its examples, the ruling where the source was unclear, and the tests that prove it."""
    lines = [ink.strong(f"{rule.id}: {clean(rule.title)}")]
    about = rule.tier + (f"; source: {rule.where}" if rule.where else "")
    lines += [ink.faint(line) for line in wrap(about, width, "  ")]
    lines += wrap(rule.text, width, "  ")
    for example in rule.examples:
        lines += wrap(example, width, "  Example: ", "    ")
    if rule.ruling:
        lines += wrap(rule.ruling, width, "  Ruling: ", "    ")
    if tests is not None:
        if not tests:
            lines.append("  No test proves it yet.")
        lines += [f"  Proved by {test}" for test in tests]
    return lines
