"""Scripts of the computer: for each volley the mix of actions that gives least away, with what is likely to have happened until then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.standing import occupy, put_out
from banneret.rulebooks.companies.exchange.ending import share
from banneret.rulebooks.companies.exchange.script import VERB
from banneret.rulebooks.companies.odds.prospects import Posture, Prospects, solve
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, SCOUT, actions

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

PATIENCE: Final = 6
"""The exchanges before nightfall from which a company that would lose begins to dare."""
LEAST: Final = 0.04
"""The share of a mix below which an action is left out."""


def write(state: State, number: int, slots: int, posture: Posture, chance: Chance) -> Order:
    """A script drawn from the mixes. Rule: companies:script.exchange."""
    groups: list[Order] = []
    for _ in range(slots):
        prospects = Prospects(state, number, posture)
        mix = weigh(prospects, posture)
        action = drawn(mix, chance.random())
        groups.append(told(state, prospects, action))
        foresee(state, number, prospects, action)
    return (VERB, *groups)


def pressed(state: State, number: int, posture: Posture) -> Posture:
    """The posture of a company toward nightfall: who would lose by then dares more, the sooner it comes. Rule: companies:end.time-limit."""
    last = state.setting.flags.nightfall
    own, other = state.companies[number], state.companies[1 - number]
    if not last or share(own) >= share(other):
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


def told(state: State, prospects: Prospects, action: int) -> Order:
    """An action as it is written; an Advance that cannot be made yet is aimed at the next node. Rule: companies:script.target."""
    if action != ADVANCE:
        return (ACTIONS[action],)
    target = prospects.own[ADVANCE].effort.target
    if target == NOWHERE:
        target = state.roads[state.companies[prospects.number].place][0]
    return (ACTIONS[ADVANCE], state.nodes[target])


def foresee(state: State, number: int, prospects: Prospects, action: int) -> None:
    """Change a copy of the battle as it will probably look after an action: in sight, at a new place, out of a position."""
    company = state.companies[number]
    count = len(state.companies)
    state.scouted[(1 - number) * count + number] = True
    if actions()[action].leaves:
        put_out(company)
    if action == SCOUT:
        state.scouted[number * count + 1 - number] = True
    target = prospects.own[ADVANCE].effort.target
    if action == ADVANCE and target != NOWHERE:
        occupy(state, company, target)
    company.command_die = company.charge_dice = company.weapon_dice = company.advance_dice = 0


def scripts(state: State, number: int, slots: int, posture: Posture, most: int) -> list[Order]:
    """The scripts worth thinking about, the likeliest first: every likely first action, with the best that follows it. For tree search."""
    prospects = Prospects(state, number, posture)
    mix = weigh(prospects, posture)
    first = sorted(range(len(mix)), key=lambda action: (-mix[action], action))
    found: list[Order] = []
    for action in first:
        world = state.copy()
        order = [told(world, prospects, action)]
        foresee(world, number, prospects, action)
        for _ in range(slots - 1):
            later = Prospects(world, number, posture)
            best = weigh(later, posture)
            follow = max(range(len(best)), key=lambda one: best[one])
            order.append(told(world, later, follow))
            foresee(world, number, later, follow)
        found.append((VERB, *order))
        if len(found) >= min(most, stages.VOLLEYS * 2 + 2):
            break
    return found
