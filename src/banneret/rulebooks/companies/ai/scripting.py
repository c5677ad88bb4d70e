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
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.board.standing import occupy, put_out
from banneret.rulebooks.companies.exchange.effort import AIMLESS
from banneret.rulebooks.companies.exchange.end.ending import share
from banneret.rulebooks.companies.exchange.script import VERB, Script
from banneret.rulebooks.companies.odds.forecast import forecast
from banneret.rulebooks.companies.odds.prospects import Matrix, Posture, Prospects, dot, solve
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import (
    ACTIONS,
    ADVANCE,
    CHARGE,
    FLANK,
    RALLY,
    SCOUT,
    actions,
)

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

PATIENCE: Final = 6
"""So many exchanges before nightfall a company that would lose begins to dare."""
LEAST: Final = 0.04
"""An action with a smaller share of a mix than this is left out."""
AWAY: Final = 0.4
"""The worth that each road to an enemy takes off it as a target."""
SAVING: Final = (FLANK, RALLY)
"""The actions that save dice for a Charge in the very next volley."""
MOST_SAVED: Final = 3
"""Saved dice beyond this number are not expected."""
WEAK: Final = 3.0
"""The worth that one last point of Disposition adds to an enemy as a target; with more points left it is divided by them."""


def write(state: State, decision: Script, posture: Posture, chance: Chance) -> Order:
    """A script drawn from the mixes, for every company of the side. Rule: companies:script.exchange."""
    groups: list[Order] = []
    for number, slots, _ in decision.parts:
        own = pressed(state, number, posture)
        for slot in range(slots):
            prospects = Prospects(state, number, target_of(state, number, decision, own), own)
            mix, columns = weigh(state, prospects, own, slot + 1 < slots)
            action = drawn(mix, chance.random())
            groups.append(told(state, decision, prospects, action))
            foresee(state, prospects, action, columns)
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
    """The posture of a company toward nightfall: one that would lose then dares more, the nearer it comes. Rule: companies:end.time-limit."""
    if posture.tilt:
        return tilted(state, number, posture)
    last = state.setting.flags.nightfall
    if not last:
        return posture
    ally = alliance(state, state.setting.forces[number].side)
    if share(state, ally) >= max([share(state, one) for one in alliances_standing(state) if one != ally]):
        return posture
    dare = max(0.0, 1.0 - (last - state.exchange) / PATIENCE)
    return replace(posture, hurt=posture.hurt * (1 + 0.6 * dare), suffer=posture.suffer * (1 - 0.5 * dare))


def tilted(state: State, number: int, posture: Posture) -> Posture:
    """A learned posture as the battle stands: the points of the side with fewer left count more, and positions in the last exchange.

    Rule: companies:end.time-limit.
    """
    own = max(1, state.companies[number].basic)
    foe = max(1, state.companies[opponent(state, number)].basic)
    turned = ((3 * own + foe) / (own + 3 * foe)) ** (0.5 * posture.tilt)
    last = state.exchange >= state.setting.flags.nightfall > 0
    ground = posture.ground + (posture.night if last else 0.0)
    return replace(posture, hurt=posture.hurt * turned, suffer=posture.suffer / turned, ground=ground)


def weigh(
    state: State, prospects: Prospects, posture: Posture, followed: bool
) -> tuple[list[float], list[float]]:
    """The mix of the company's actions, without rare ones, and the mix of the enemy's.

    Args:
        state: The battle as it probably stands before the volley.
        prospects: The worths of the pairs of actions.
        posture: The weights of the company.
        followed: True if the script has a volley after this one.
    """
    matrix = prospects.matrix()
    rows, columns, _ = solve(matrix)
    if followed and add_saved_dice(state, prospects, posture, matrix, columns):
        rows, _, _ = solve(matrix)
    kept = [part if part >= LEAST else 0.0 for part in rows]
    return [part / sum(kept) for part in kept], columns


def add_saved_dice(
    state: State, prospects: Prospects, posture: Posture, matrix: Matrix, columns: list[float]
) -> bool:
    """Add to the worth of a Rally and a Flank what the dice they are likely to save make of a Charge in the next volley.

    Returns True if the matrix was changed. Rules: companies:rally.weapon-dice, companies:flank.charge-dice.
    """
    found = False
    for action in SAVING:
        if prospects.own[action].effort.action != action or not saved(prospects, action, columns):
            continue
        world = state.copy()
        foresee(world, prospects, action, columns)
        later = [
            dot(row, columns) for row in Prospects(world, prospects.number, prospects.foe, posture).matrix()
        ]
        charge = later[CHARGE]
        later[CHARGE] = min(later)
        gain = charge - max(later)
        if gain > 0.0:
            matrix[action] = [worth + gain for worth in matrix[action]]
            found = True
    return found


def saved(prospects: Prospects, action: int, columns: list[float]) -> int:
    """The dice that an action is likely to save for a Charge in the next volley, against a mix of the enemy's."""
    expected = 0.0
    for theirs, part in zip(prospects.other, columns, strict=True):
        if part > 0.0:
            extra = forecast(prospects.state, prospects.own[action], theirs).extra
            expected += part * sum([min(number, MOST_SAVED) * share for number, share in enumerate(extra)])
    return round(expected)


def drawn(mix: list[float], point: float) -> int:
    """The action at a point from 0 to 1 of a mix."""
    for action, part in enumerate(mix):
        point -= part
        if point < 0:
            return action
    return max(range(len(mix)), key=lambda action: mix[action])


def told(state: State, decision: Script, prospects: Prospects, action: int) -> Order:
    """An action as a slot of the script, an Advance aimed at the best node."""
    return slot(
        state, decision, (prospects.number, prospects.foe), action, prospects.own[ADVANCE].effort.target
    )


def slot(state: State, decision: Script, pair: tuple[int, int], action: int, target: int) -> Order:
    """An action of the first company of a pair against the second, as a slot of the script.

    An Advance without a target (NOWHERE) is aimed at the first node next to the company. Rule: companies:script.target.
    """
    words = [ACTIONS[action]]
    if action == ADVANCE:
        if target == NOWHERE:
            target = state.roads[state.companies[pair[0]].place][0]
        words.append(state.nodes[target])
    if decision.foes and action not in AIMLESS:
        words.append(company_word(pair[1]))
    return tuple(words)


def foresee(state: State, prospects: Prospects, action: int, columns: list[float]) -> None:
    """Change a copy of the battle to what it probably is after an action: sight, place, position and saved dice.

    Args:
        state: The copy, which is changed.
        prospects: The worths of the volley before it is changed.
        action: The action of the company.
        columns: The mix of the enemy's actions.
    """
    number, foe = prospects.number, prospects.foe
    company = state.companies[number]
    note_sight(state, foe, number, True)
    if actions()[action].leaves:
        put_out(company)
    if action == SCOUT:
        note_sight(state, number, foe, True)
    target = prospects.own[ADVANCE].effort.target
    if action == ADVANCE and target != NOWHERE:
        occupy(state, company, target)
    company.command_die = company.charge_dice = company.weapon_dice = company.advance_dice = 0
    if action == RALLY:
        company.weapon_dice = saved(prospects, action, columns)
    if action == FLANK:
        company.charge_dice = saved(prospects, action, columns)


def scripts(state: State, decision: Script, posture: Posture, most: int) -> list[Order]:
    """The scripts worth thinking about, for tree search, the likeliest first: each likely first action with the best ones after it."""
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
    """The scripts of one company that begin with its `most` likeliest actions, as slots."""
    prospects = Prospects(state, number, target_of(state, number, decision, posture), posture)
    mix, columns = weigh(state, prospects, posture, slots > 1)
    found = []
    for action in sorted(range(len(mix)), key=lambda action: (-mix[action], action))[:most]:
        world = state.copy()
        line = [told(world, decision, prospects, action)]
        foresee(world, prospects, action, columns)
        for slot in range(1, slots):
            later = Prospects(world, number, target_of(world, number, decision, posture), posture)
            best, theirs = weigh(world, later, posture, slot + 1 < slots)
            follow = max(range(len(best)), key=lambda one: best[one])
            line.append(told(world, decision, later, follow))
            foresee(world, later, follow, theirs)
        found.append(line)
    return found
