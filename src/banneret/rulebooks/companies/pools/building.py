"""Building a pool for a named character: the skill tested, FoRKs, help, advantage, wounds.

Rules: companies:core.pool, companies:core.fork, companies:core.help, companies:core.wise, companies:core.root.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.companies.pools.wounds import dice_lost
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.officers import Officer
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.tables.skills import STATS, WISE, is_magical, roots_of, stand_ins

FORK_TWO: Final = 7
"""The exponent from which a FoRK gives two dice. Rule: companies:core.fork."""
HELP_TWO: Final = 5
"""The exponent from which a helper gives two dice. Rule: companies:core.help."""
NAVAL: Final = "naval"
"""The tag of a battle space at sea. Rule: companies:script.naval."""
OTHER_NAMES: Final = 4
"""From this version of the rules other names of a skill serve for it, and any instrument for music."""


@dataclass(slots=True, init=False)
class Pool:
    """A pool ready to be rolled.

    Attributes:
        skill: The skill that is tested; if `unskilled`, the listed skill whose root stat is.
        dice: The number of dice.
        shade: The least face that is a success.
        open_ended: True if each 6 adds a die.
        unskilled: True if the root stat is tested for want of the skill.
        raised: Added to the obstacle of an individual test, or taken from its successes, for a superficial wound or lost runners.
    """

    skill: str
    dice: int
    shade: int
    open_ended: bool
    unskilled: bool
    raised: int

    def __init__(
        self,
        skill: str,
        dice: int,
        shade: int = BLACK,
        open_ended: bool = False,
        unskilled: bool = False,
        raised: int = 0,
    ) -> None:
        self.skill = skill
        self.dice = dice
        self.shade = shade
        self.open_ended = open_ended
        self.unskilled = unskilled
        self.raised = raised


def root_dice(stats: tuple[int, ...], skill: str) -> int:
    """The exponent of a skill's root stat; of two stats the average, rounded down. Rules: companies:core.root, companies:core.round-down."""
    total = 0
    roots = roots_of(skill)
    for root in roots:
        total += stats[STATS.index(root)]
    return total // len(roots)


def root_shade(officer: Officer, skill: str) -> int:
    """The shade in which a character rolls the root stat of a skill: of two stats the darker one. Rules: companies:core.shade, companies:core.root."""
    return max([officer.shade(root.title()) for root in roots_of(skill)])


def usable(skills: dict[str, int], listed: tuple[str, ...], naval: bool, named: bool) -> list[str]:
    """The skills of a character that serve for a list, each once: the listed ones, and those that stand for them.

    Args:
        skills: The skills of the character, with their exponents.
        listed: The listed skills.
        naval: True in a naval battle, where some more stand for others.
        named: True if other names of a skill serve too.

    Rule: companies:script.equivalents.
    """
    found: list[str] = []
    for name in listed:
        for own in stand_ins(name, naval, named):
            if own in skills and own not in found:
                found.append(own)
    return found


def fork_dice(exponent: int, lost: int) -> int:
    """The dice of a FoRK: none for a skill that wounds have used up, two from 7. Rule: companies:core.fork."""
    left = exponent - lost
    if left <= 0:
        return 0
    return 2 if left >= FORK_TWO else 1


def help_dice(exponent: int, lost: int) -> int:
    """The dice of a helper: none without dice left, two from 5. Rule: companies:core.help."""
    left = exponent - lost
    if left <= 0:
        return 0
    return 2 if left >= HELP_TWO else 1


def serving(state: State, number: int, listed: tuple[str, ...]) -> list[str]:
    """The skills of a character that serve for a list on this ground; kept once they are looked up. Rules: companies:script.equivalents, companies:script.naval."""
    kept = state.setting.serving
    found = kept.get((number, listed))
    if found is None:
        skills = state.setting.people[number].skills
        naval, named = NAVAL in state.setting.tags, state.setting.flags.version >= OTHER_NAMES
        found = kept[number, listed] = usable(skills, listed, naval, named)
    return found


def wise_dice(state: State, number: int, fitting: tuple[str, ...], lost: int) -> int:
    """The dice of a character's best wise that fits the ground; any does if no fitting ones are named. Rule: companies:core.wise."""
    kept = state.setting.wisest
    best = kept.get((number, fitting))
    if best is None:
        best = 0
        for name, exponent in state.setting.people[number].skills.items():
            if name.endswith(WISE) and (not fitting or name in fitting):
                best = max(best, exponent)
        kept[number, fitting] = best
    return fork_dice(best, lost)


def help_of_seconds(state: State, company: int, tester: int, listed: tuple[str, ...]) -> int:
    """The dice of all named seconds of the company who have a listed skill. Rules: companies:core.help, companies:core.help-limits."""
    dice = 0
    for number, person in enumerate(state.people):
        if number == tester or person.company != company or person.out:
            continue
        if number == state.setting.unnamed[company]:
            continue
        skills = state.setting.people[number].skills
        lost = dice_lost(person)
        best = 0
        for name in serving(state, number, listed):
            best = max(best, help_dice(skills[name], lost))
        dice += best
    return dice


def forked(state: State, tester: int, skill: str, listed: tuple[str, ...], lost: int) -> int:
    """The dice of a skill with the other listed ones as FoRKs, counted once. Rule: companies:core.fork."""
    kept = state.setting.forked
    key = (tester, skill, listed, lost)
    dice = kept.get(key)
    if dice is None:
        skills = state.setting.people[tester].skills
        dice = skills[skill]
        for other in serving(state, tester, listed):
            if other != skill:
                dice += fork_dice(skills[other], lost)
        kept[key] = dice
    return dice


def skilled_pool(
    state: State,
    tester: int,
    skill: str,
    listed: tuple[str, ...],
    wises: tuple[str, ...] | None,
    tally: Tally | None = None,
) -> Pool:
    """The pool of a skill, with the other listed skills and one wise as FoRKs, less wounds. `wises` None: no wise may be added.

    Rules: companies:core.pool, companies:core.fork, companies:script.skill-choice.
    """
    officer = state.setting.people[tester]
    lost = dice_lost(state.people[tester])
    dice = forked(state, tester, skill, listed, lost)
    if tally is not None:
        tally.add(officer.skills[skill], skill, "companies:core.pool")
        for other in serving(state, tester, listed):
            more = fork_dice(officer.skills[other], lost) if other != skill else 0
            if more:
                tally.add(more, other, "companies:core.fork")
    if wises is not None:
        more = wise_dice(state, tester, wises, lost)
        dice += more
        if tally is not None and more:
            tally.add(more, "wise", "companies:core.wise")
    if tally is not None and lost:
        tally.add(-lost, "wounds", "companies:core.wounds")
    return Pool(skill, dice - lost, officer.shade(skill), is_magical(skill))


def unskilled_pool(state: State, tester: int, listed: tuple[str, ...], tally: Tally | None = None) -> Pool:
    """The pool of the best root stat of the listed skills, less wounds and without FoRKs; the first of equals.

    Rules: companies:core.unskilled-independent, companies:core.unskilled-versus.
    """
    officer = state.setting.people[tester]
    lost = dice_lost(state.people[tester])
    best = max(listed, key=lambda name: root_dice(officer.stats, name))
    dice = root_dice(officer.stats, best)
    if tally is not None:
        tally.add(dice, f"root of {best}", "companies:core.root")
        if lost:
            tally.add(-lost, "wounds", "companies:core.wounds")
    return Pool(best, dice - lost, root_shade(officer, best), unskilled=True)
