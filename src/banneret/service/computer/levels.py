"""The computer players that the table offers: those that a rulebook names, and nothing else.

What a stranger sends, in a request or in a record, names a level and never a piece of Python: `module:Class` and the players that
other packages bring are for people who run Banneret on their own machine, not for anyone who reaches its port.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.kernel.rulebook import Rulebook

FALLBACK = "greedy"
LAST = "default"  # plays where the rulebook's own player has failed; it is not offered


def check_level(rulebook: Rulebook[Any], level: str, where: str) -> str:
    """A level that is asked for; raises `BadInput` for one that is not offered."""
    offered = [spec.name for spec in rulebook.computer.players]
    if level not in offered:
        raise BadInput(f"there is no level {level!r}", where=where, hint="one of " + ", ".join(offered))
    return level


def level_of(rulebook: Rulebook[Any], spec: str) -> str:
    """The level that plays for a spec of a record: the one it names, whatever its setting; else `greedy`.

    >>> from banneret import rulebooks
    >>> [level_of(rulebooks.get("stacks"), spec) for spec in ("search:3600s", "Captain", "default", "module:Class")]
    ['search', 'greedy', 'default', 'greedy']
    """
    name = spec.partition(":")[0].strip().lower()
    for offered in rulebook.computer.players:
        if name in (offered.name.lower(), offered.level.lower()):
            return offered.name
    return LAST if spec == LAST else FALLBACK


def not_played(rulebook: Rulebook[Any], players: Mapping[str, str]) -> dict[str, str]:
    """Of computer players by side, those that another one plays for here: side to level."""
    offered = {name for spec in rulebook.computer.players for name in (spec.name, spec.level)} | {LAST}
    return {side: level_of(rulebook, spec) for side, spec in players.items() if spec not in offered}
