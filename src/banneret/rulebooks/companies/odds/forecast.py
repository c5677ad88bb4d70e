"""Quick odds of an action against another, in floating point: for people who write a script, and for computer players.

Rules: companies:test.matrix, companies:test.extra, companies:advance.build, companies:charge.versus.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from banneret.rulebooks.companies.board.standing import advance_targets, held_by, protection
from banneret.rulebooks.companies.exchange.company_rolls import advantage, joins_foray
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.requirements import is_possible, kind_of_test, pairing_of
from banneret.rulebooks.companies.exchange.verdicts import OWN_COUNTS, menu_of, works_against
from banneret.rulebooks.companies.odds.in_person.foray import best_lead
from banneret.rulebooks.companies.odds.pools import open_successes, successes
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.pools.counting import counted, obstacle
from banneret.rulebooks.companies.pools.wounds import raised_for
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import (
    ACTIONS,
    ADVANCE,
    HOLD,
    NOTHING,
    SKIRMISH,
    WITHDRAW,
    actions,
)
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS, extra_of_independent
from banneret.rulebooks.companies.tables.shades import BLACK

MOST_OPEN: Final = 14
"""The most successes of an open-ended pool that are counted one by one; the chance of more is added to that of this number."""
Shares = tuple[float, ...]
"""The chance of each number, from 0 on."""
Trade = tuple[float, float, float, float]
"""The points that a Withdraw is expected to cost the enemy and its own side, and the chances that it ends the one or the other."""


@lru_cache(maxsize=4096)
def spread(dice: int, shade: int, open_ended: bool, halved: bool, raised: int) -> Shares:
    """The chance of each number of counted successes of a pool; they add up to 1."""
    rolled = open_successes(dice, MOST_OPEN, shade) if open_ended else successes(dice, shade)
    found = [0.0] * len(rolled)
    for number, chance in enumerate(rolled):
        found[counted(number, halved, raised)] += float(chance)
    if open_ended:
        found[counted(MOST_OPEN, halved, raised)] += float(1 - sum(rolled, Fraction(0)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The odds of an action against another.

    Attributes:
        kind: The kind of test.
        works: The chance that the action works.
        tie: The chance that a versus test ties.
        fails: The chance that it fails.
        extra: The chance that it works with each number of extra successes.
        progress: The chance of each margin, for an Advance and a versus Withdraw; else empty.
        dice: The dice of the action.
        against: The dice of the other.
        ob: The obstacle of an independent test; in a versus test the works to be exceeded too.
        menu: The entries of the menu that extra successes may buy.
    """

    kind: int
    works: float
    tie: float
    fails: float
    extra: Shares
    progress: Shares
    dice: int
    against: int
    ob: int
    menu: tuple[str, ...]


@dataclass(slots=True)
class Plan:
    """An action that a company may write, ready to be set against any of the enemy's.

    Attributes:
        effort: The action; void if its requirements are not met.
        base: The pool, without the dice that the enemy's action gives; None if it is void.
        raised: The raises of its obstacle.
    """

    effort: Effort
    base: Pool | None
    raised: int


def plan(state: State, number: int, foe: int, action: int, target: int = NOWHERE, free: bool = False) -> Plan:
    """An action against an enemy company as it would be revealed now, void if its requirements are not met.

    Args:
        state: The battle.
        number: The company that acts.
        foe: The enemy company.
        action: The action.
        target: The node that an Advance is aimed at; if it cannot be, the best possible one.
        free: True to plan the action as if its requirements were met.

    Rules: companies:scout.gate, companies:charge.requirement, companies:advance.occupied.
    """
    company = state.companies[number]
    effort = Effort(number, action, action, target, held_by(company), foe=foe)
    if action == ADVANCE:
        targets = advance_targets(state, company, effort.held)
        if target not in targets:
            effort.target = max(targets, key=lambda node: state.values[node], default=NOWHERE)
        if not targets:
            effort.action = NOTHING
    elif not free and not is_possible(state, effort, foe):
        effort.action = NOTHING
    leaves = action != NOTHING and actions()[action].leaves
    effort.works = 0 if leaves else protection(state, company)
    if leaves and state.setting.flags.occupied_after:
        effort.held = NOWHERE
    if effort.action == NOTHING:
        return Plan(effort, None, 0)
    order, pool = best_lead(state, effort, Effort(foe))
    effort.foray = joins_foray(order)
    raised = company.raised + raised_for(state, company.commander)
    return Plan(effort, pool, raised)


def plans(state: State, number: int, foe: int, free: bool = False) -> list[Plan]:
    """All eight actions of a company against another, in their order; if `free`, as if their requirements were met."""
    return [plan(state, number, foe, action, free=free) for action in range(len(ACTIONS))]


def dice_of(state: State, mine: Plan, theirs: Plan) -> int:
    """The dice of an action against another, those for held ground or a static enemy included. Rules: companies:hold.dice, companies:skirmish.hold-die."""
    if mine.base is None:
        return 0
    dice = mine.base.dice
    if mine.effort.action in (HOLD, SKIRMISH):
        dice += advantage(state, mine.effort, theirs.effort) - advantage(
            state, mine.effort, Effort(theirs.effort.company)
        )
    return dice


def _counts(state: State, mine: Plan, theirs: Plan, versus: bool, dice: int) -> Shares:
    """The chances of the successes that count, by the `dice_of` the action."""
    if mine.base is None:
        return (1.0,)
    pool = mine.base
    double = versus and state.setting.flags.double_opponent
    halved = versus and pool.unskilled and not double
    counts = spread(dice, pool.shade, pool.open_ended, halved, mine.raised if versus else 0)
    return doubled(counts) if double and theirs.base is not None and theirs.base.unskilled else counts


@lru_cache(maxsize=1024)
def doubled(counts: Shares) -> Shares:
    """The chances of counts that are doubled, by an option, because the enemy lacks the skill. Rule: companies:core.unskilled-versus."""
    found = [0.0] * (2 * len(counts) - 1)
    for number, chance in enumerate(counts):
        found[2 * number] = chance
    return tuple(found)


def earned(state: State, action: int, extra: list[float]) -> Shares:
    """The chances of extra successes of an independent test; by an option meeting the obstacle earns one. Rule: companies:test.extra."""
    if state.setting.flags.meeting_earns_one and action not in (SKIRMISH, WITHDRAW):
        return (0.0, *extra)
    return tuple(extra)


def forecast(state: State, mine: Plan, theirs: Plan) -> Forecast:
    """The odds of an action against another, as things stand. Rules: companies:test.versus, companies:test.independent."""
    effort, other = mine.effort, theirs.effort
    kind = kind_of_test(state, effort, other)
    dice, against = dice_of(state, mine, theirs), dice_of(state, theirs, mine)
    if kind == UNTESTED or mine.base is None:
        return Forecast(UNTESTED, 0.0, 0.0, 0.0, (), (), dice, against, 0, ())
    menu = menu_of(state, effort, other)
    if kind == VERSUS:
        return _versus(state, mine, theirs, menu, dice, against)
    value = state.values[effort.target] if effort.action == ADVANCE else 0
    base = 1 if effort.action == HOLD else pairing_of(effort, other).ob
    counts = _counts(state, mine, theirs, False, dice)
    if effort.action == ADVANCE:
        halved = mine.base.unskilled
        counts = spread(dice, mine.base.shade, mine.base.open_ended, halved, mine.raised)
        short = missing(state, effort)
        ob = base + short if short > 0 or value == 0 else 0  # what is built up to the full needs no success
        ob = (ob + mine.raised) * (2 if halved else 1) if ob else 0
        return _advance(state, effort, _shifted(counts, base), counts[0], ob, dice, against, menu)
    ob = obstacle(base, mine.base.unskilled, mine.raised + works_against(state, effort, other))
    extra = [0.0] * (len(counts) + 1)
    for number, chance in enumerate(counts):
        if number >= ob:
            extra[extra_of_independent(effort.action, number - ob)] += chance
    works = sum(extra)
    shares = earned(state, effort.action, extra)
    return Forecast(kind, works, 0.0, 1.0 - works, shares, (), dice, against, ob, menu)


def stored(state: State, effort: Effort) -> int:
    """The successes that the company has built up toward its target. Rule: companies:advance.build."""
    company = state.companies[effort.company]
    return company.store if company.aim == effort.target else 0


def missing(state: State, effort: Effort) -> int:
    """The successes that an Advance still needs for its target, below 0 if more is built up; 0 for other actions. Rules: companies:advance.build, companies:multi.same-position."""
    return state.values[effort.target] - stored(state, effort) if effort.action == ADVANCE else 0


def _shifted(counts: Shares, base: int) -> Shares:
    """The chance of each margin over an obstacle; one that is missed makes no progress."""
    found = [0.0] * max(1, len(counts) - base)
    for number, chance in enumerate(counts):
        found[max(0, number - base)] += chance
    return tuple(found)


def _advance(
    state: State,
    effort: Effort,
    progress: Shares,
    nothing: float,
    ob: int,
    dice: int,
    against: int,
    menu: tuple[str, ...],
) -> Forecast:
    """The odds of an independent Advance by the chances of its margins, `progress`.

    `nothing` is the chance of no success at all, with which not even open ground is taken. Rule: companies:advance.open-ground.
    """
    short = missing(state, effort)
    extra = [0.0] * max(len(progress), len(progress) - short)
    for number, chance in enumerate(progress):
        if number >= short:
            extra[number - short] += chance
    if state.values[effort.target] == 0:
        extra[0] -= nothing
    works = sum(extra)
    shares = earned(state, ADVANCE, extra)
    return Forecast(INDEPENDENT, works, 0.0, 1.0 - works, shares, progress, dice, against, ob, menu)


def _versus(
    state: State, mine: Plan, theirs: Plan, menu: tuple[str, ...], dice: int, against: int
) -> Forecast:
    """A versus test, by the chances of both counts. Rules: companies:charge.repulsed, companies:advance.build."""
    effort, other = mine.effort, theirs.effort
    own, enemy = _counts(state, mine, theirs, True, dice), _counts(state, theirs, mine, True, against)
    walls = works_against(state, effort, other)
    extra, progress, tie = met(own, enemy, walls, missing(state, effort))
    works = sum(extra)
    shown = progress if effort.action in (ADVANCE, WITHDRAW) else ()
    return Forecast(VERSUS, works, tie, 1.0 - works - tie, extra, shown, dice, against, walls, menu)


def trade(state: State, mine: Plan, theirs: Plan, found: Forecast) -> Trade:
    """The points that a Withdraw costs both sides. Rules: companies:withdraw.versus-win, companies:withdraw.versus-loss, companies:withdraw.independent-effect."""
    company, enemy = state.companies[mine.effort.company], state.companies[theirs.effort.company]
    left = (company.basic, enemy.disposition)  # a company that withdraws has left its position
    if found.kind == VERSUS:
        own, enemy_counts = (
            _counts(state, mine, theirs, True, found.dice),
            _counts(state, theirs, mine, True, found.against),
        )
        counts = (own, enemy_counts)
        return traded(*counts, -1, left, (_times(state, theirs), _times(state, mine)))
    return traded(_counts(state, mine, theirs, False, found.dice), (1.0,), found.ob, left)


def _times(state: State, enemy: Plan) -> int:
    """The number of times that a success counts against an enemy: 2 by an option if the enemy lacks the skill. As a point of a Withdraw it counts once. Rule: companies:withdraw.counts."""
    flags = state.setting.flags
    unskilled = enemy.base is not None and enemy.base.unskilled
    return 2 if flags.double_opponent and flags.version >= OWN_COUNTS and unskilled else 1


@lru_cache(maxsize=16384)
def traded(
    own: Shares, enemy: Shares, ob: int, left: tuple[int, int], times: tuple[int, int] = (1, 1)
) -> Trade:
    """The points that a Withdraw is expected to cost the enemy and its own side, and the chances that the one or the other falls.

    Args:
        own: The chances of the own counts.
        enemy: The chances of the enemy's counts.
        ob: The obstacle of an independent test, -1 if the test is versus.
        left: The points left to the own side and to the enemy.
        times: The number of times that each success of the own side and of the enemy is counted; it costs one point all the same.
    """
    hurt = suffered = kills = dies = 0.0
    for number, chance in enumerate(own):
        for counter, part in enumerate(enemy):
            share = chance * part
            theirs = mine = 0
            if ob >= 0:
                if number >= ob:
                    theirs, mine = number - ob + 1, number - ob
            elif number > counter:
                theirs, mine = counter // times[1], number - counter
            elif number < counter:
                mine = number // times[0]
            hurt += share * min(theirs, left[1])
            suffered += share * min(mine, left[0])
            kills += share if theirs >= left[1] else 0.0
            dies += share if mine >= left[0] else 0.0
    return hurt, suffered, kills, dies


@lru_cache(maxsize=16384)
def met(own: Shares, enemy: Shares, walls: int, short: int) -> tuple[Shares, Shares, float]:
    """Two counts against each other: the chances of extra successes and of margins of the first, and that of a tie. Rule: companies:core.versus."""
    extra = [0.0] * (len(own) + 1 + max(0, -short))
    progress = [0.0] * (len(own) + 1)
    tie = 0.0
    for number, chance in enumerate(own):
        for counter, part in enumerate(enemy):
            over = number - counter
            if over == 0:
                tie += chance * part
            elif over > walls:
                progress[over - walls] += chance * part
                if over - walls >= short:
                    extra[over - walls - short] += chance * part
    return tuple(extra), tuple(progress), tie


@lru_cache(maxsize=4096)
def strike_chances(dice: int, against: int, shade: int = BLACK, raised: int = 0) -> tuple[float, float]:
    """The Disposition that a strike is expected to cost the enemy, and its own side. Rule: companies:strike.loss."""
    own, enemy = (
        spread(max(0, dice), shade, False, False, raised),
        spread(max(0, against), BLACK, False, False, 0),
    )
    hurt = suffered = 0.0
    for number, chance in enumerate(own):
        for counter, part in enumerate(enemy):
            hurt += chance * part * (number >= counter)
            suffered += chance * part * (number <= counter)
    return hurt, suffered
