"""The judgement of a battle for a side, by what both have left, what is routed, and what the melees promise."""

from __future__ import annotations

from math import exp, log
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.battlesystem.ai.objective import leaning
from banneret.rulebooks.battlesystem.ai.prospects import prospect_in_contact
from banneret.rulebooks.battlesystem.ai.worth import CHAMPION, worth
from banneret.rulebooks.battlesystem.ending.goals import HOLD
from banneret.rulebooks.battlesystem.individuals.roles import is_in_battle
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY

TERMS: Final = (
    "strength",
    "promise",
    "routed",
    "units",
    "strength, few left",
    "promise, few left",
    "commanders",
)
"""The terms that a learned judgement weighs: the three of `WEIGHTS`; the lead in unrouted units; the first two again, weighing more the
fewer units are left; and the lead in individuals."""
FEW: Final = 6.0  # units left on the field at which the terms "few left" count half
LEANING: Final = 0.8  # share of the chances that depends on who holds the ground in the last round for it
WEIGHTS: Final = (3.2, 3.5, -1.0)
"""The weights of strength (logarithm of the ratio), the promise of melees, and the share that is routed."""


def judge(state: State, side: int, learned: Learned | None = None) -> float:
    """The chances of a side in a state, from 0 to 1, by a learned judgement if there is one; then adjusted for ground to hold and stalemate."""
    outcome = state.outcome
    if outcome is not None:
        if not outcome.winners:
            return 0.5
        return 1.0 if side in outcome.winners else 0.0
    if learned is not None:
        chance = learned.chance(terms(state, side))
    else:
        values = features(state, side)
        lead = 0.0
        for at in range(len(WEIGHTS)):
            lead += WEIGHTS[at] * values[at]
        chance = 1.0 / (1.0 + exp(-lead))
    flags, goal = state.setting.flags, state.setting.goal
    if goal.kind == HOLD and state.round:
        # the nearer the deadline, the more it matters who holds the ground
        near = min(1.0, state.round / goal.rounds)
        chance += (leaning(state, side) - chance) * LEANING * near * near
    if flags.stalemate and state.quiet > 1:
        # each round without an attack brings the stalemate nearer
        winner = goal.stalemate
        then = 0.5 if winner == NOBODY else 1.0 if winner == side else 0.0
        if goal.kind == HOLD:
            then = leaning(state, side)
        chance += (then - chance) * 0.8 * (state.quiet - 1) / flags.stalemate
    return chance


def terms(state: State, side: int) -> list[float]:
    """The terms of a learned judgement for one of two sides, in the order of `TERMS`."""
    found = features(state, side)
    # the promises of the two sides are not exact opposites; half of their difference is
    found[1] = (found[1] - features(state, 1 - side)[1]) / 2.0
    ahead = standing = 0
    for unit in state.units.values():
        if unit.status == FIELD and not unit.routed:
            standing += 1
            ahead += 1 if unit.side == side else -1
    few = FEW / (FEW + standing)
    found.append(0.2 * ahead)
    found.append(found[0] * few)
    found.append(found[1] * few)
    leading = 0
    for one in state.individuals.values():
        if is_in_battle(one):
            leading += 1 if one.side == side else -1
    found.append(0.2 * leading)
    return found


def features(state: State, side: int) -> list[float]:
    """The lead of a side over all others, in the order of `WEIGHTS`."""
    mine = theirs = 0.01
    routed = fled = 0.0
    for unit in state.units.values():
        value = worth(state, unit)
        if unit.side == side:
            mine += value
            if unit.routed:
                routed += value
        else:
            theirs += value
            if unit.routed:
                fled += value
    for one in state.individuals.values():
        sheet = state.setting.sheets[one.id].champion
        if sheet is not None and is_in_battle(one):
            value = CHAMPION * (sheet.hit_points - one.hurt) / sheet.hit_points
            if one.side == side:
                mine += value
            else:
                theirs += value
    total = mine + theirs
    return [
        log((mine + 0.3) / (theirs + 0.3)),
        promise(state, side) / total,
        (routed - fled) / total,
    ]


def promise(state: State, side: int) -> float:
    """The gain that the present melees are likely to bring a side, in figures of plain infantry."""
    found = 0.0
    for unit in state.units.values():
        if unit.side != side or unit.status != FIELD:
            continue
        foes = contacts.enemies_touching(state, unit)
        for number in foes:
            foe = state.units[number]
            found += prospect_in_contact(state, unit, foe) / len(foes)
    return found
