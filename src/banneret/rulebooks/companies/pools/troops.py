"""Pools of common troops, and who makes an individual test for a company.

Rules: companies:force.troop-skill, companies:force.troop-unskilled, companies:tie.unskilled.
"""

from __future__ import annotations

from banneret.rulebooks.companies.pools.building import (
    NAVAL,
    OTHER_NAMES,
    Pool,
    root_dice,
    serving,
    skilled_pool,
)
from banneret.rulebooks.companies.pools.wounds import raised_for
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.skills import stand_ins
from banneret.rulebooks.companies.tables.troops import lifepaths


def skills_of(state: State, company: int) -> frozenset[str]:
    """The skills of all lifepaths of a company, those of its recruits included. Rule: companies:force.circles."""
    skills = state.setting.forces[company].skills
    for name in state.companies[company].recruits:
        skills = skills.union(lifepaths()[name].skills)
    return skills


def troop_skills(state: State, company: int, listed: tuple[str, ...]) -> list[str]:
    """The listed skills, or what stands for them, that a lifepath of the company has. Rule: companies:force.troop-skill."""
    own = skills_of(state, company)
    naval, named = NAVAL in state.setting.tags, state.setting.flags.version >= OTHER_NAMES
    return [name for skill in listed for name in stand_ins(skill, naval, named) if name in own]


def individual_pool(state: State, company: int, listed: tuple[str, ...]) -> Pool:
    """The best pool with which somebody of the company makes an individual test: the troops, or a named character with FoRKs.

    Of equal pools the first is taken, troops before characters; a raise counts as two dice less. If nobody has a listed skill, the troops roll
    the best root stat. Rules: companies:force.troop-skill, companies:force.troop-unskilled, companies:core.superficial, companies:spec.runners-effect.
    """
    force = state.setting.forces[company]
    best: Pool | None = None
    skills = troop_skills(state, company, listed)
    if skills:
        best = Pool(skills[0], force.competence)
    for number, person in enumerate(state.people):
        if person.company != company or person.out or number == state.setting.unnamed[company]:
            continue
        for name in serving(state, number, listed):
            pool = skilled_pool(state, number, name, listed, None)
            pool.raised = raised_for(state, number) if state.setting.flags.version > 1 else 0
            if best is None or pool.dice - 2 * pool.raised > best.dice - 2 * best.raised:
                best = pool
    if best is not None:
        return best
    root = max(listed, key=lambda name: root_dice(force.stats, name))
    return Pool(root, root_dice(force.stats, root), unskilled=True)


def leading(state: State, number: int) -> int:
    """The number of the character who leads a company before a battle: its leader, or who takes over if old wounds keep the leader out.

    By versions 1 and 2 of the rules it was always the leader. Rules: companies:force.succession, companies:camp.troops-recover.
    """
    if state.setting.flags.version > 2:
        return state.companies[number].commander
    return state.setting.leaders[number]


def has_skill(state: State, company: int, listed: tuple[str, ...]) -> bool:
    """True if a lifepath or a named character of the company has a listed skill. Rule: companies:spec.qualified."""
    if troop_skills(state, company, listed):
        return True
    for number, person in enumerate(state.people):
        if person.company != company or person.out or number == state.setting.unnamed[company]:
            continue
        if serving(state, number, listed):
            return True
    return False
