"""Carrying out what was bought, in its order.

Rules: companies:volley.resolve-order, companies:spec.runners, companies:spec.scouts, companies:spec.reinforce, companies:spec.artillery,
companies:spec.magic, companies:spec.field-dressing, companies:steel.effect.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.board.standing import reduce_works
from banneret.rulebooks.companies.exchange.buying.strikes import strike_all
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.ending import NEXT_VOLLEY
from banneret.rulebooks.companies.exchange.nerve import force_steel
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.pools.counting import counted, doubles
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.pools.wounds import update_out
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import (
    ARTILLERY,
    DRESSING,
    MAGIC,
    MORTAL,
    REINFORCE,
    RUNNERS,
    SCOUTS,
    WOUNDS,
    dressing_obstacle,
    specialists,
    spells,
)

STEALTHY: Final = ("Stealthy",)
"""The skill with which scouts answer those who hunt them. Rule: companies:spec.scouts."""


def carry_out(state: State, table: Table, efforts: list[Effort]) -> None:
    """Carry out all that both sides bought, step by step and in the order of the sides. Rule: companies:volley.resolve-order."""
    pairs = [(effort, efforts[effort.foe]) for effort in efforts if effort.bought]
    for effort, _ in pairs:
        for number, person in enumerate(state.people):
            if person.company == effort.company:
                times = effort.bought.get(f"dress-{state.setting.people[number].id}", 0)
                if times:
                    dress(state, table, effort, number, times)
    for effort, other in pairs:
        for _ in range(effort.bought.get("runners", 0)):
            take_out_runners(state, table, effort, other)
    for effort, other in pairs:
        for _ in range(effort.bought.get("scouts", 0)):
            take_out_scouts(state, table, effort, other)
    for effort, _ in pairs:
        for rating in (1, 2, 3):
            if effort.bought.get(f"reinforce-{rating}", 0):
                reinforce(state, table, effort, rating)
    for effort, other in pairs:
        for _ in range(effort.bought.get("artillery", 0)):
            fire(state, table, effort, other)
    for effort, other in pairs:
        for name in spells():
            for _ in range(effort.bought.get(f"cast-{name}", 0)):
                cast(state, table, effort, other, name)
    for effort, other in pairs:
        reduce_works(state, state.companies[other.company], effort.bought.get("breach", 0), artillery=False)
    for effort, other in pairs:
        strike_all(state, table, effort, other)
    for effort, other in pairs:
        for _ in range(effort.bought.get("steel", 0)):
            force_steel(state, table, other.company)


def side_of(state: State, company: int) -> int:
    """The side of a company."""
    return state.setting.forces[company].side


def _rolled(
    state: State,
    table: Table,
    company: int,
    pool: Pool,
    why: str,
    dice: list[Die] | None = None,
    against: Pool | None = None,
) -> int:
    """Roll an individual test, and count its successes: half without the skill, less what a wound or lost runners raise.

    Args:
        state: The battle.
        table: The table that rolls.
        company: The company that tests.
        pool: Its pool.
        why: The reason that the dice are rolled for.
        dice: Takes the dice as the news show them.
        against: The opposing pool. By an option no successes against one are halved; they count twice if it is unskilled.

    Rules: companies:core.raise-in-versus, companies:core.unskilled-versus.
    """
    successes = roll(table, pool.dice, why, side_of(state, company), pool.shade, pool.open_ended, dice)
    if against is None or not doubles(state.setting.flags):
        return counted(successes, pool.unskilled, pool.raised)
    return counted(successes, False, pool.raised) * (2 if against.unskilled else 1)


def _tests(
    state: State,
    table: Table,
    effort: Effort,
    pool: Pool,
    why: str,
    ob: int,
    rule: str,
    end: str,
    patient: str = "",
    bare: str = "",
) -> int:
    """Roll an individual test against an obstacle and tell it. Returns the successes beyond the obstacle, below 0 if it fails.

    Args:
        state: The battle.
        table: The table that rolls.
        effort: The action that bought the test.
        pool: The pool of the tester.
        why: The name of the test.
        ob: The obstacle.
        rule: The rule that the news name.
        end: The result of a passed test, for the news.
        patient: The character that the test is for, if any.
        bare: The result of a test that is just passed, if that differs.

    Rules: companies:core.independent, companies:spec.buy.
    """
    dice: list[Die] | None = [] if table.telling else None
    count = _rolled(state, table, effort.company, pool, why, dice)
    if dice is not None:
        name = state.setting.forces[effort.company].name
        found = sum([face >= pool.shade for _, _, face in dice])
        half = ", and half of them count" if pool.unskilled else ""
        less = f", less {pool.raised}" if pool.raised else ""
        came = "fails" if count < ob else bare if bare and count == ob else end
        whom = f" for {patient}" if patient else ""
        text = f"{name}, {why}{whom} by {pool.skill}: {found} of {len(dice)} dice succeed{half}{less} against Ob {ob}; it {came}."
        table.tell(Event("special", text, rule, side=side_of(state, effort.company), dice=dice))
    return count - ob


def _beats(
    state: State, table: Table, effort: Effort, pool: Pool, other: Effort, answer: Pool, why: str, rule: str
) -> bool:
    """Roll an opposed specialist action and tell it. True if the acting side wins; a tie does not. Rule: companies:spec.opposed-tie."""
    dice: list[Die] | None = [] if table.telling else None
    own = _rolled(state, table, effort.company, pool, why, dice, answer)
    theirs = _rolled(state, table, other.company, answer, why, dice, pool)
    if dice is not None:
        names = [state.setting.forces[one.company].name for one in (effort, other)]
        text = f"{why}: {names[0]} {own}, {names[1]} {theirs}."
        table.tell(Event("special", text, rule, side=side_of(state, effort.company), dice=dice))
    return own > theirs


def take_out_runners(state: State, table: Table, effort: Effort, other: Effort) -> None:
    """Scouts against couriers: if they win, the enemy commander's rolls are harder until a Rally. Rules: companies:spec.runners, companies:spec.runners-effect."""
    couriers = state.setting.forces[other.company].couriers
    own = individual_pool(state, effort.company, specialists()[RUNNERS].skills)
    answer = individual_pool(state, other.company, couriers)
    if _beats(state, table, effort, own, other, answer, "Runners", "companies:spec.runners"):
        state.companies[other.company].runners_lost = True


def take_out_scouts(state: State, table: Table, effort: Effort, other: Effort) -> None:
    """Horsemen or lookouts against the enemy's scouts: if they win, the enemy no longer sees the company. Rule: companies:spec.scouts."""
    own = individual_pool(state, effort.company, specialists()[SCOUTS].skills)
    answer = individual_pool(state, other.company, STEALTHY)
    if _beats(state, table, effort, own, other, answer, "Scouts", "companies:spec.scouts"):
        hide(state, effort.company, other.company)


def hide(state: State, company: int, enemy: int) -> None:
    """Hide a company from an enemy, who must scout it again. Rule: companies:scout.lost."""
    note_sight(state, enemy, company, False)


def reinforce(state: State, table: Table, effort: Effort, rating: int) -> None:
    """Raise the works of the position that the company occupies to a rating, at an obstacle of 1 more. Rule: companies:spec.reinforce."""
    company = state.companies[effort.company]
    pool = individual_pool(state, effort.company, specialists()[REINFORCE].skills)
    end = "strengthens the works" if company.holds else "comes too late, for the position is lost"
    over = _tests(state, table, effort, pool, "Reinforce", 1 + rating, "companies:spec.reinforce", end)
    if over >= 0 and company.holds:
        state.works[company.place] = max(state.works[company.place], rating)


def fire(state: State, table: Table, effort: Effort, other: Effort) -> None:
    """Fire artillery at the works that the enemy holds, with their rating as obstacle; nothing happens if they are gone. Rule: companies:spec.artillery."""
    enemy = state.companies[other.company]
    works = state.works[enemy.place] if enemy.holds else 0
    if works:
        pool = individual_pool(state, effort.company, specialists()[ARTILLERY].skills)
        rule = "companies:spec.artillery"
        bare = "takes nothing off the works"
        over = _tests(state, table, effort, pool, "Artillery Fire", works, rule, "hits the works", bare=bare)
        reduce_works(state, enemy, over, artillery=True)


def cast(state: State, table: Table, effort: Effort, other: Effort, name: str) -> None:
    """Cast a spell on the enemy company. Rules: companies:spec.magic, companies:spec.magic-terror."""
    spell = spells()[name]
    pool = individual_pool(state, effort.company, specialists()[MAGIC].skills)
    pool.open_ended = True
    over = _tests(state, table, effort, pool, spell.label, spell.ob, "companies:spec.magic", "takes effect")
    if over < 0:
        return
    enemy = state.companies[other.company]
    if spell.damage:
        other.losses += spell.damage + spell.damage_more * (over // 2)
    if spell.works:
        reduce_works(state, enemy, spell.works + spell.works_more * (over // 2), artillery=False)
    if spell.hides:
        hide(state, effort.company, other.company)
    if spell.steel:
        force_steel(state, table, other.company, min(over, spell.steel_most))


def dress(state: State, table: Table, effort: Effort, patient: int, times: int) -> None:
    """Treat the worst wounds of a character, one test for each; a treated wound no longer counts, nor for the next test if it was the healer's own.

    Who was out acts again from the next volley on; who is saved from a Mortal wound never does. By versions 1 to 6 of the rules the healer's own
    wound still counted for the other tests of that patient, and who was no longer out acted at once. Rule: companies:spec.field-dressing.
    """
    person = state.people[patient]
    skills = specialists()[DRESSING].skills
    pool = individual_pool(state, effort.company, skills)
    name = state.setting.people[patient].name
    for step in sorted(person.wounds, reverse=True)[:times]:
        if state.setting.flags.version >= NEXT_VOLLEY:
            pool = individual_pool(state, effort.company, skills)
        ob = dressing_obstacle(step, pool.skill)
        rule = "companies:spec.field-dressing"
        end = f"dresses the {WOUNDS[step]} wound"
        if _tests(state, table, effort, pool, "Field Dressing", ob, rule, end, name) < 0:
            continue
        person.wounds.remove(step)
        lives = step == MORTAL
        person.saved = person.saved or (lives and state.setting.flags.version > 1)
        waits = person.out and state.setting.flags.version >= NEXT_VOLLEY
        update_out(state, patient)
        person.out = person.out or lives or waits
