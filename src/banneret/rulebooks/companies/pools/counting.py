"""Counted successes: halving without the skill, raised obstacles, obstacle tests and versus tests.

Rules: companies:core.independent, companies:core.versus, companies:core.raise-in-versus, companies:core.unskilled-versus.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.state import Flags

DOUBLED_EVERYWHERE: Final = 6
"""From this version the option that doubles successes against the unskilled holds for Contact and opposed specialist actions too."""


def counted(successes: int, unskilled: bool, raised: int) -> int:
    """The successes that count in a versus test: half without the skill, then one less for each raise, never below 0.

    Rules: companies:core.unskilled-versus, companies:core.raise-in-versus, companies:core.round-down.
    """
    if unskilled:
        successes //= 2
    return max(0, successes - raised)


def doubles(flags: Flags) -> bool:
    """True if at Contact and in opposed specialist actions the unskilled do not halve their successes, but the other side counts its own twice.

    By versions 1 to 5 of the rules that option held for Company Actions alone. Rules: companies:core.unskilled-versus, companies:contact.unskilled.
    """
    return flags.double_opponent and flags.version >= DOUBLED_EVERYWHERE


def obstacle(base: int, unskilled: bool, raised: int) -> int:
    """The obstacle of an independent test: the base doubled without the skill, then all raises.

    Rules: companies:core.unskilled-independent, companies:core.raise-independent.
    """
    return (2 * base if unskilled else base) + raised


def passes(successes: int, ob: int) -> bool:
    """True if the successes meet the obstacle. Rule: companies:core.independent."""
    return successes >= ob


def margin(first: int, second: int) -> int:
    """The difference of counted successes: above 0 the first has won, below 0 the second, 0 is a tie. Rule: companies:core.versus."""
    return first - second
