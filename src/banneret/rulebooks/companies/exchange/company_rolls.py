"""Company Action rolls: the skill that commanders test, their dice, and the counted successes.

Rules: companies:script.skill-choice, companies:charge.foray, companies:hold.dice, companies:skirmish.hold-die, companies:scout.skills.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.event import Die, Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import PAIR
from banneret.rulebooks.companies.exchange.artha import turn_fate, urge
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.effort import Effort, show
from banneret.rulebooks.companies.pools.building import (
    Pool,
    help_of_seconds,
    serving,
    skilled_pool,
    unskilled_pool,
)
from banneret.rulebooks.companies.pools.counting import counted
from banneret.rulebooks.companies.pools.rolling import pool_stake, roll
from banneret.rulebooks.companies.pools.troops import skills_of
from banneret.rulebooks.companies.pools.wounds import raised_for
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.actions import (
    ADVANCE,
    CHARGE,
    FLANK,
    HOLD,
    SCOUT,
    SKIRMISH,
    actions,
)
from banneret.rulebooks.companies.tables.matrix import UNTESTED, VERSUS

CONDITIONS: Final = {
    "Inconspicuous": "indoors",
    "Streetwise": "urban",
    "Tracking": "woodcraft",
    "Hunting": "woodcraft",
}
"""The tags of a battle space that let a skill serve to Scout. Rule: companies:scout.skills."""
HORSE: Final = "Riding"
LOOKING: Final = ("Observation",)
"""The skill whose root stat, Perception, a commander without a skill for it rolls to Scout. Rule: companies:scout.unskilled."""
RUSHED: Final = 7
"""From this version of the rules a Hold that is tested unopposed has no die for a Charge or Flank that goes elsewhere. Rule: companies:multi.one-roll."""
FORAY: Final = "foray"
"""The last word of an order by which the commander joins the foray. Rule: companies:charge.foray."""


def listed_skills(state: State, number: int, action: int, foray: bool) -> tuple[str, ...]:
    """The skills that serve for an action of a company on this ground. Rules: companies:scout.skills, companies:charge.foray."""
    known = actions()[action]
    if action == CHARGE and foray:
        return known.skills + known.foray
    if action != SCOUT:
        return known.skills
    tags = state.setting.tags
    horse = HORSE in skills_of(state, number)
    found = []
    for name in known.skills:
        needed = CONDITIONS.get(name, "")
        if horse if name == HORSE else (not needed or needed in tags):
            found.append(name)
    return tuple(found)


def rooted(state: State, action: int, listed: tuple[str, ...]) -> tuple[str, ...]:
    """The skills whose root stats a commander without any of them may roll: all that are listed; to Scout Observation alone.

    By version 1 of the rules all listed skills served to Scout too. Rules: companies:core.unskilled-independent, companies:scout.unskilled.
    """
    return LOOKING if action == SCOUT and state.setting.flags.version > 1 else listed


def advantage(state: State, effort: Effort, other: Effort, tally: Tally | None = None) -> int:
    """The dice that the enemy's action and saved dice give. Rules: companies:core.advantage, companies:volley.saved-dice, companies:multi.one-roll."""
    company = state.companies[effort.company]
    parts: list[tuple[int, str, str]] = []
    elsewhere = other.foe not in (NOBODY, effort.company) and state.setting.flags.version >= RUSHED
    if effort.action == HOLD and other.action in (CHARGE, FLANK) and not elsewhere:
        parts.append((1, "held ground", "companies:hold.dice"))
        if state.setting.forces[effort.company].longest:
            parts.append((1, "longest weapons", "companies:hold.dice"))
    if effort.action == SKIRMISH and other.action == HOLD:
        parts.append((1, "static enemy", "companies:skirmish.hold-die"))
    if effort.action == CHARGE:
        parts.append((company.charge_dice, "after a Flank", "companies:flank.charge-dice"))
    if effort.action == ADVANCE:
        parts.append((company.advance_dice, "cleared way", "companies:skirmish.advance-dice"))
    parts.append((company.command_die, "after a Rally", "companies:rally.command-die"))
    written = state.stage != stages.SCRIPT  # before that nobody has finished
    if written and state.volley == 0 and state.early == state.setting.forces[effort.company].side:
        parts.append((1, "first to finish", "companies:script.time-bonus"))
    dice = 0
    for more, cause, rule in parts:
        dice += more
        if tally is not None and more:
            tally.add(more, cause, rule)
    return dice


def company_pool(
    state: State, effort: Effort, other: Effort, skill: str, foray: bool, tally: Tally | None = None
) -> Pool:
    """The whole pool of a Company Action roll on a skill; an empty skill rolls the root stat. Rule: companies:core.pool."""
    number = state.companies[effort.company].commander
    listed = listed_skills(state, effort.company, effort.action, foray)
    if skill:
        wises = state.setting.forces[effort.company].fitting_wises
        pool = skilled_pool(state, number, skill, listed, wises, tally)
    else:
        pool = unskilled_pool(state, number, rooted(state, effort.action, listed), tally)
    more = help_of_seconds(state, effort.company, number, listed)
    if tally is not None and more:
        tally.add(more, "help", "companies:core.help")
    pool.dice += more + advantage(state, effort, other, tally)
    return pool


def leads(state: State, effort: Effort, other: Effort) -> list[Order]:
    """The ways to lead an action: the skill to test, the most dice first, and whether the commander joins the foray.

    All FoRKs and all help are taken. Rules: companies:script.skill-choice, companies:charge.foray.
    """
    return [order for order, _ in pools_led(state, effort, other)]


def pools_led(state: State, effort: Effort, other: Effort) -> list[tuple[Order, Pool]]:
    """The orders of `leads`, each with its pool. Rules: companies:script.skill-choice, companies:charge.foray."""
    commander = state.companies[effort.company].commander
    wises = state.setting.forces[effort.company].fitting_wises
    given = advantage(state, effort, other)
    found: list[tuple[Order, Pool]] = []
    for foray in (False, True) if effort.action == CHARGE else (False,):
        listed = listed_skills(state, effort.company, effort.action, foray)
        more = given + help_of_seconds(state, effort.company, commander, listed)
        first = len(found)
        known = serving(state, commander, listed)
        for skill in known or [""]:
            if known:
                pool = skilled_pool(state, commander, skill, listed, wises)
                word = skill
            else:
                pool = unskilled_pool(state, commander, rooted(state, effort.action, listed))
                word = f"root of {pool.skill}"
            pool.dice += more
            at = len(found)
            while at > first and found[at - 1][1].dice < pool.dice:  # the first of equals stays first
                at -= 1
            found.insert(at, (("lead", word, FORAY) if foray else ("lead", word), pool))
    return found


class Lead(CompanyChoice):
    """The choice of how to lead an action, with that action and the one against it, which are open to all. Rule: companies:script.skill-choice."""

    def __init__(self, state: State, options: list[Order], effort: Effort, other: Effort) -> None:
        super().__init__("lead", state, effort.company, "companies:script.skill-choice", options)
        self.effort: Effort = effort
        self.other: Effort = other


def choose_leads(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let all commanders choose together how they lead; one who has only one way is not asked. Rule: companies:volley.sequence."""
    asked: list[tuple[Effort, list[tuple[Order, Pool]]]] = []
    decisions: list[Decision] = []
    for effort in efforts:
        if effort.kind == UNTESTED:
            continue
        led = pools_led(state, effort, efforts[effort.foe])
        if len(led) > 1:
            asked.append((effort, led))
            decisions.append(Lead(state, [order for order, _ in led], effort, efforts[effort.foe]))
        else:
            effort.foray = joins_foray(led[0][0])
            effort.pool = led[0][1]
    if decisions:
        show(state, efforts)
        orders = ask_leaders(table, decisions)
        for number in range(len(asked)):
            effort, led = asked[number]
            order = orders[number]
            effort.foray = joins_foray(order)
            for option, pool in led:
                if option == order:
                    effort.pool = pool


def take_lead(state: State, effort: Effort, other: Effort, order: Order) -> None:
    """Lead an action as an order says: set its foray and its pool. Rule: companies:script.skill-choice."""
    effort.foray = joins_foray(order)
    effort.pool = pool_led(state, effort, other, order)


def pool_led(state: State, effort: Effort, other: Effort, order: Order) -> Pool:
    """The pool of an action that is led as an order says. Rule: companies:script.skill-choice."""
    skills = state.setting.people[state.companies[effort.company].commander].skills
    skill = str(order[1])
    return company_pool(state, effort, other, skill if skill in skills else "", joins_foray(order))


def joins_foray(order: Order) -> bool:
    """True if the commander joins the foray by an order to lead. Rule: companies:charge.foray."""
    return bool(order[-1] == FORAY)


def roll_actions(state: State, table: Table, efforts: list[Effort]) -> None:
    """Roll all Company Actions in order, which uses up saved dice and raised obstacles.

    Rules: companies:core.dice-order, companies:spec.runners-effect, companies:skirmish.raise-ob.
    """
    artha = state.setting.flags.artha
    if artha:
        urge(state, table, efforts)
    for effort in efforts:
        if effort.kind == UNTESTED or effort.pool is None:
            continue
        company = state.companies[effort.company]
        pool = effort.pool
        effort.raised = company.raised + raised_for(state, company.commander)
        side = state.setting.forces[effort.company].side
        label = actions()[effort.action].label
        shown: list[Die] | None = [] if table.telling or artha else None
        effort.successes = roll(table, pool.dice, label, side, pool.shade, pool.open_ended, shown)
        if shown is not None:
            effort.faces = tuple([face for _, _, face in shown])
        if table.telling:
            table.tell(rolled(state, effort, efforts[effort.foe]))
        company.raised = 0
        company.command_die = 0
        if effort.action == ADVANCE:
            company.advance_dice = 0
    if artha:
        turn_fate(state, table, efforts)
    count_successes(state, efforts)


def rolled(state: State, effort: Effort, other: Effort) -> Event:
    """The news of a Company Action roll, with the dice and where they come from."""
    assert effort.pool is not None
    force = state.setting.forces[effort.company]
    label = actions()[effort.action].label
    tally = Tally("dice")
    tally.side = force.side
    skill = "" if effort.pool.unskilled else effort.pool.skill
    company_pool(state, effort, other, skill, effort.foray, tally)
    if effort.pool.dice > tally.total:
        tally.add(effort.pool.dice - tally.total, "artha", "companies:core.artha")
    versus = effort.kind == VERSUS
    halved = effort.pool.unskilled and not (versus and state.setting.flags.double_opponent)
    half, less = "", ""
    if versus or effort.action == ADVANCE:  # else it is the obstacle that is doubled and raised
        half = ", and half of them count" if halved else ""
        less = f", less {effort.raised}" if effort.raised else ""
    text = f"{force.name}, {label} by {effort.pool.skill}: {effort.successes} of {len(effort.faces)} dice succeed{half}{less}."
    dice = [(force.side, 6, face) for face in effort.faces]
    stake = pool_stake(force.side, effort.successes, len(effort.faces), effort.pool.shade)
    return Event(
        "roll", text, "companies:core.dice", side=force.side, dice=dice, tallies=[tally], stakes=[stake]
    )


def count_successes(state: State, efforts: list[Effort]) -> None:
    """Count what was rolled, for versus tests and for an Advance. Rules: companies:core.unskilled-versus, companies:advance.unskilled."""
    for effort in efforts:
        pool = effort.pool
        if pool is None:
            continue
        doubling = state.setting.flags.double_opponent and effort.kind == VERSUS
        effort.count = counted(effort.successes, pool.unskilled and not doubling, effort.raised)
    left = efforts
    if state.setting.flags.version > 1:  # what is left of a crowd is a pair too
        left = [effort for effort in efforts if not state.companies[effort.company].fallen]
    if state.setting.flags.double_opponent and len(left) == PAIR:
        unskilled = [one.kind == VERSUS and one.pool is not None and one.pool.unskilled for one in left]
        for number, effort in enumerate(left):
            if unskilled[1 - number]:
                effort.count *= 2
