"""Scripts of the computer: for each volley the mix of actions that gives least away, with what is likely to have happened until then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import (
    alliance,
    alliances_standing,
    company_word,
    distances,
    enemies_of,
    opponent,
)
from banneret.rulebooks.companies.board.standing import occupy, put_out
from banneret.rulebooks.companies.exchange.effort import AIMLESS
from banneret.rulebooks.companies.exchange.end.ending import share
from banneret.rulebooks.companies.exchange.script import VERB, Script
from banneret.rulebooks.companies.odds.prospects import Posture, Prospects, solve
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, SCOUT, actions

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

PATIENCE: Final = 6
"""The exchanges before nightfall from which a company that would lose begins to dare."""
LEAST: Final = 0.04
"""The share of a mix below which an action is left out."""
AWAY: Final = 0.4
"""The worth of an enemy that is one road further away, less than that of a near one."""
WEAK: Final = 3.0
"""The worth of an enemy who is about to fall."""


def write(state: State, decision: Script, posture: Posture, chance: Chance) -> Order:
    """A script drawn from the mixes, for every company of the side. Rule: companies:script.exchange."""
    groups: list[Order] = []
    for number, slots, _ in decision.parts:
        own = pressed(state, number, posture)
        for _slot in range(slots):
            prospects = Prospects(state, number, target_of(state, number, decision, own), own)
            mix = weigh(prospects, own)
            action = drawn(mix, chance.random())
            groups.append(told(state, decision, prospects, action))
            foresee(state, prospects, action)
    return (VERB, *groups)


def target_of(state: State, number: int, decision: Script, posture: Posture) -> int:
    """The enemy that a company goes for: near, weak, and easy to beat. Rule: companies:multi.targets."""
    if not decision.foes:
        return opponent(state, number)
    away = distances(state, state.companies[number].place)
    worth = {}
    for foe in enemies_of(state, number):
        enemy = state.companies[foe]
        value = solve(Prospects(state, number, foe, posture).matrix())[2]
        worth[foe] = value - AWAY * away[enemy.place] + WEAK / max(1, enemy.disposition)
    return max(worth, key=lambda foe: (worth[foe], -foe))


def pressed(state: State, number: int, posture: Posture) -> Posture:
    """The posture of a company toward nightfall: one who would lose by then dares more, the sooner it comes. Rule: companies:end.time-limit."""
    last = state.setting.flags.nightfall
    if not last:
        return posture
    ally = alliance(state, state.setting.forces[number].side)
    if share(state, ally) >= max([share(state, one) for one in alliances_standing(state) if one != ally]):
        return posture
    dare = max(0.0, 1.0 - (last - state.exchange) / PATIENCE)
    return replace(posture, hurt=posture.hurt * (1 + 0.6 * dare), suffer=posture.suffer * (1 - 0.5 * dare))


def weigh(prospects: Prospects, posture: Posture) -> list[float]:
    """The mix of own actions, without what is hardly ever written."""
    rows, _, _ = solve(prospects.matrix())
    kept = [part if part >= LEAST else 0.0 for part in rows]
    return [part / sum(kept) for part in kept]


def drawn(mix: list[float], point: float) -> int:
    """The action at a point from 0 to 1 of a mix."""
    for action, part in enumerate(mix):
        point -= part
        if point < 0:
            return action
    return max(range(len(mix)), key=lambda action: mix[action])


def told(state: State, decision: Script, prospects: Prospects, action: int) -> Order:
    """An action as it is written; an Advance that cannot be made yet is aimed at the next node. Rule: companies:script.target."""
    words = [ACTIONS[action]]
    if action == ADVANCE:
        target = prospects.own[ADVANCE].effort.target
        if target == NOWHERE:
            target = state.roads[state.companies[prospects.number].place][0]
        words.append(state.nodes[target])
    if decision.foes and action not in AIMLESS:
        words.append(company_word(prospects.foe))
    return tuple(words)


def foresee(state: State, prospects: Prospects, action: int) -> None:
    """Change a copy of the battle as it will probably look after an action: in sight, at a new place, out of a position."""
    number, foe = prospects.number, prospects.foe
    company = state.companies[number]
    count = len(state.companies)
    state.scouted[foe * count + number] = True
    if actions()[action].leaves:
        put_out(company)
    if action == SCOUT:
        state.scouted[number * count + foe] = True
    target = prospects.own[ADVANCE].effort.target
    if action == ADVANCE and target != NOWHERE:
        occupy(state, company, target)
    company.command_die = company.charge_dice = company.weapon_dice = company.advance_dice = 0


def scripts(state: State, decision: Script, posture: Posture, most: int) -> list[Order]:
    """The scripts worth thinking about, the likeliest first: every likely first action, with the best that follows it. For tree search."""
    most = min(most, stages.VOLLEYS * 2 + 2)
    found: list[list[Order]] = [[] for _ in range(most)]
    for number, slots, _ in decision.parts:
        own = _lines(state, decision, number, slots, posture, most)
        for place, line in enumerate(found):
            line += own[place % len(own)]
    return list(dict.fromkeys([(VERB, *line) for line in found]))


def _lines(
    state: State, decision: Script, number: int, slots: int, posture: Posture, most: int
) -> list[list[Order]]:
    """The slots of one company, in several ways."""
    prospects = Prospects(state, number, target_of(state, number, decision, posture), posture)
    mix = weigh(prospects, posture)
    found = []
    for action in sorted(range(len(mix)), key=lambda action: (-mix[action], action))[:most]:
        world = state.copy()
        line = [told(world, decision, prospects, action)]
        foresee(world, prospects, action)
        for _ in range(slots - 1):
            later = Prospects(world, number, target_of(world, number, decision, posture), posture)
            best = weigh(later, posture)
            follow = max(range(len(best)), key=lambda one: best[one])
            line.append(told(world, decision, later, follow))
            foresee(world, later, follow)
        found.append(line)
    return found
