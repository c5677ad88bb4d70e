"""Counted successes: halving without the skill, raised obstacles, obstacle tests and versus tests.

Rules: companies:core.independent, companies:core.versus, companies:core.raise-in-versus, companies:core.unskilled-versus.
"""

from __future__ import annotations


def counted(successes: int, unskilled: bool, raised: int) -> int:
    """The successes that count in a versus test: half without the skill, then one less for each raise, never below 0.

    Rules: companies:core.unskilled-versus, companies:core.raise-in-versus, companies:core.round-down.
    """
    if unskilled:
        successes //= 2
    return max(0, successes - raised)


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
