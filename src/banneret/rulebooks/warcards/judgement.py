"""What things are worth: units, matches of one unit against another, whole positions. For the greedy player and for search."""

from __future__ import annotations

from math import exp

from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.facts import NONE
from banneret.rulebooks.warcards.field import AREAS, RESERVES
from banneret.rulebooks.warcards.ratings import (
    CHARGING,
    STILL,
    STRIKE,
    attack_total,
    chance_to_hit,
    defense_total,
    may_shoot,
)
from banneret.rulebooks.warcards.state import State, Unit


def worth(state: State, unit: Unit) -> float:
    """What a fresh unit of this card is worth, in points of its ratings."""
    card = state.setting.cards[unit.id]
    strength = 4.0 + 0.6 * card.melee + 0.5 * (card.defense - 10) + 0.3 * card.morale
    if card.missile != NONE:
        strength += 0.7 * card.missile
    if card.charge != NONE:
        strength += 0.3 * card.charge
    return strength * (0.5 + 0.5 * card.hits)


def present_worth(state: State, unit: Unit) -> float:
    """What a unit is worth as it is now."""
    card = state.setting.cards[unit.id]
    left = (card.hits - unit.lethal - 0.5 * unit.subdual) / card.hits
    value = worth(state, unit) * (0.25 + 0.75 * max(0.0, left))
    return value * 0.55 if unit.routed else value


def judge(state: State, side: int) -> float:
    """How good a state looks for a side, from 0 to 1."""
    outcome = state.outcome
    if outcome is not None:
        if not outcome.winners:
            return 0.5
        return 1.0 if side in outcome.winners else 0.0
    sums = [0.0, 0.0]
    field = [0, 0]
    for unit in state.units:
        if unit.place >= 0 or unit.place == st.ABOARD:
            value = present_worth(state, unit)
            if unit.place == RESERVES[unit.side]:
                value *= 0.9
            elif unit.place >= 0:
                field[unit.side] += 1
            sums[unit.side] += value
    if state.fortified:
        owner = state.setting.owner
        count = bin(state.fortified).count("1")
        sums[owner] *= 1.0 + 0.03 * count * (2 if state.fort == st.CASTLE else 1)
    if state.round:
        for mine in (0, 1):
            if field[mine] == 0:
                sums[mine] *= 0.7
    total = sums[0] + sums[1]
    if total <= 0:
        return 0.5
    edge = (sums[side] - sums[1 - side]) / total
    return 1.0 / (1.0 + exp(-5.0 * edge))


def loss(state: State, attacker: Unit, target: Unit, kind: int) -> float:
    """The worth that an attack costs its target, as can be expected."""
    bonus = attack_total(state, attacker, target, kind)
    need = defense_total(state, target, attacker, kind == STILL)
    left = max(1, state.setting.cards[target.id].hits - target.lethal)
    return chance_to_hit(bonus, need) * worth(state, target) / (left + 0.5)


def match(state: State, unit: Unit, target: Unit, charges: bool) -> float:
    """How well a unit does in its first round against a target that it engages: worth gained less worth lost."""
    gain = loss(state, unit, target, CHARGING if charges else STRIKE)
    theirs = state.setting.cards[target.id]
    pain = loss(state, target, unit, STRIKE)
    if charges and theirs.pike and not target.routed:
        pain *= 2
    if not target.since and not target.spent and may_shoot(state, target, target.place, True):
        pain = max(pain, loss(state, target, unit, STILL))
    return gain - pain


def is_shooter(state: State, unit: Unit) -> bool:
    """Whether a unit fights better with missiles than hand to hand."""
    card = state.setting.cards[unit.id]
    return card.missile > card.melee


def nearest_enemy(state: State, side: int, place: int) -> int:
    """Areas to the nearest enemy on the field, 9 when there is none."""
    best = 9
    line, column = divmod(place, 5)
    for area in range(AREAS):
        if state.at[(1 - side) * AREAS + area] >= 0:
            best = min(best, abs(area // 5 - line) + abs(area % 5 - column))
    return best
