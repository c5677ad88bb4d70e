"""The likely end of a fight between two units, if both fight on until one is routed or destroyed.

Estimates for computer players, quick before they are exact; the worth of units is counted in that of plain infantry.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.allowance import effective_move
from banneret.rulebooks.warcards.ratings.attacks import (
    CHARGING,
    STILL,
    STRIKE,
    attack_total,
    charge_rating,
    twentieths,
)
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import (
    FOREST,
    HILLS,
    JUNGLE,
    MOUNTAIN,
    SHALLOW,
    STORM,
    SWAMP,
)

ROUTED: Final = 0.55
"""The share of its worth that a routed unit keeps."""
PLAIN: Final = 13.5
"""The points of a company of plain infantry, the measure of worth."""
MOST_KNOWN: Final = 20_000
NO_CHARGE: Final = (FOREST, JUNGLE, SWAMP, MOUNTAIN, SHALLOW)


class Fighter:
    """One side of a fight; chances are in twentieths.

    Attributes:
        first: The chance to hit in the first round.
        damage: The damage of a hit in the first round.
        later: The chance to hit in each later round.
        left: The hits that the unit can still take.
        whole: Its hits when fresh.
        saves: The chance to stand when it is hit.
    """

    __slots__ = ("damage", "first", "later", "left", "saves", "whole")

    def __init__(self, first: int, damage: int, later: int, left: int, whole: int, saves: int) -> None:
        self.first: int = first
        self.damage: int = damage
        self.later: int = later
        self.left: int = left
        self.whole: int = whole
        self.saves: int = saves


def share(left: int, whole: int) -> float:
    """The share of its worth that a unit with `left` of its `whole` hits has.

    >>> share(2, 2), share(0, 2)
    (1.0, 0.0)
    """
    return 0.25 + 0.75 * left / whole if left > 0 else 0.0


_known: dict[tuple[int, ...], tuple[float, float]] = {}


def outcome(one: Fighter, other: Fighter) -> tuple[float, float]:
    """The shares of their worth that both will lose.

    >>> even = Fighter(11, 1, 11, 2, 2, 8)
    >>> lost = outcome(even, even)
    >>> lost[0] == lost[1] and 0.2 < lost[0] < 0.6
    True
    """
    key = (
        one.first,
        one.damage,
        one.later,
        one.left,
        one.whole,
        one.saves,
        other.first,
        other.damage,
        other.later,
        other.left,
        other.whole,
        other.saves,
    )
    found = _known.get(key)
    if found is None:
        found = _rounds(one, other, one.left, other.left, True, {})
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = found
    return found


def _rounds(
    one: Fighter, other: Fighter, left: int, facing: int, first: bool, later: dict[int, tuple[float, float]]
) -> tuple[float, float]:
    """The shares of their worth that both will lose from now on, with `left` and `facing` hits; `later` keeps known results."""
    if not first and left * 100 + facing in later:
        return later[left * 100 + facing]
    mine = (one.first if first else one.later) / 20
    theirs = (other.first if first else other.later) / 20
    hurt = (one.damage if first else 1) if mine > 0 else 1
    pain = (other.damage if first else 1) if theirs > 0 else 1
    sums = [0.0, 0.0]
    nothing = 0.0
    for i in (0, 1):
        for j in (0, 1):
            chance = (mine if i else 1 - mine) * (theirs if j else 1 - theirs)
            if chance <= 0.0:
                continue
            if i == 0 and j == 0:
                if first:
                    lost = _rounds(one, other, left, facing, False, later)
                    sums[0] += chance * lost[0]
                    sums[1] += chance * lost[1]
                else:
                    nothing = chance
                continue
            after = left - pain if j else left
            before = facing - hurt if i else facing
            stands = one.saves / 20 if j and after > 0 else (1.0 if after > 0 else 0.0)
            holds = other.saves / 20 if i and before > 0 else (1.0 if before > 0 else 0.0)
            both = stands * holds
            if both > 0.0:
                lost = _rounds(one, other, after, before, False, later)
                sums[0] += chance * both * lost[0]
                sums[1] += chance * both * lost[1]
            apart = chance * (1.0 - both)
            if apart > 0.0:
                rest = 1.0 - both
                own = (stands * (1.0 - holds)) / rest
                foe = (holds * (1.0 - stands)) / rest
                keep = share(after, one.whole)
                spare = share(before, other.whole)
                whole, full = share(one.left, one.whole), share(other.left, other.whole)
                sums[0] += apart * (whole - keep * (own + (1.0 - own) * ROUTED))
                sums[1] += apart * (full - spare * (foe + (1.0 - foe) * ROUTED))
    if nothing > 0.0:
        if nothing >= 0.999:
            return (0.0, 0.0)
        sums[0] /= 1.0 - nothing
        sums[1] /= 1.0 - nothing
    result = (sums[0], sums[1])
    if not first:
        later[left * 100 + facing] = result
    return result


# ---------------------------------------------------------------- units on the field


def worth(state: State, unit: Unit) -> float:
    """The worth of a fresh unit of this card, in companies of plain infantry."""
    card = state.setting.cards[unit.id]
    strength = 4.0 + 0.6 * card.melee + 0.5 * (card.defense - 10) + 0.3 * card.morale
    if card.missile != NONE:
        strength += 0.7 * card.missile
    if card.charge != NONE:
        strength += 0.3 * card.charge
    return strength * (0.5 + 0.5 * card.hits) / PLAIN


def hits_left(state: State, unit: Unit) -> int:
    """The number of hits that take a unit out of the battle."""
    return max(1, state.setting.cards[unit.id].hits - unit.lethal - unit.subdual // 2)


def saving(state: State, unit: Unit) -> int:
    """The chance of a unit to stand when it is hit, in twentieths. Rules: warcards:combat.morale-save, warcards:full.morale."""
    if safe_behind_walls(state, unit):
        return 20
    return min(19, max(1, 21 + morale_total(state, unit, False) - state.setting.flags.rout_dc))


def could_charge(state: State, unit: Unit, area: int, enters: bool) -> bool:
    """True if a unit with movement left could charge in an area. Rule: warcards:charge.forbidden."""
    if state.setting.cards[unit.id].charge == NONE or unit.routed:
        return False
    if state.weather == STORM or state.terrain in NO_CHARGE or is_fortified(state, area):
        return False
    return not (enters and state.terrain == HILLS)


def ground_held(state: State, unit: Unit, area: int, first: bool) -> int:
    """The bonus of the unit that was in an area first against one that comes into it, on attack and defense.

    Rules: warcards:terrain.hills-stationed, warcards:terrain.mountain-stationed, warcards:terrain.hills-dwarf.
    """
    if state.terrain != MOUNTAIN and not (first and state.terrain == HILLS):
        return 0
    return 0 if state.setting.cards[unit.id].dwarven or is_fortified(state, area) else 2


def onset(state: State, unit: Unit, target: Unit, steps: int) -> float:
    """The gain of a unit that engages a target after `steps` areas of movement: worth destroyed less worth lost."""
    area = target.place
    at_first = ground_held(state, unit, area, True)
    held = ground_held(state, unit, area, False)
    need = defense_total(state, target, unit, False)
    bonus = attack_total(state, unit, target, STRIKE)
    later = twentieths(bonus, need + held)
    charges = could_charge(state, unit, area, True) and effective_move(state, unit) > steps
    if charges:
        bonus = attack_total(state, unit, target, CHARGING)
    first = twentieths(bonus, need + at_first)
    own = defense_total(state, unit, target, False)
    bonus = attack_total(state, target, unit, STRIKE)
    back = twentieths(bonus + held, own)
    answer = twentieths(bonus + at_first, own)
    damage = 1
    cards = state.setting.cards
    meets = not target.spent and could_charge(state, target, area, False)
    if meets and charge_rating(state, target) > 0:
        answer = twentieths(attack_total(state, target, unit, CHARGING) + at_first, own)
    if cards[target.id].pike and charges and not target.routed:
        damage = 2
    if not target.spent and not target.since and may_shoot(state, target, area, True):
        need = defense_total(state, unit, target, True)
        answer = max(answer, twentieths(attack_total(state, target, unit, STILL), need))
    one = Fighter(
        first,
        2 if cards[unit.id].pike and meets and not unit.routed else 1,
        later,
        hits_left(state, unit),
        cards[unit.id].hits,
        saving(state, unit),
    )
    other = Fighter(
        answer, damage, back, hits_left(state, target), cards[target.id].hits, saving(state, target)
    )
    lost, gained = outcome(one, other)
    return gained * worth(state, target) - lost * worth(state, unit)


def prospect(state: State, unit: Unit, other: Unit) -> float:
    """The gain of a unit from the engagement that it is in, fought on: worth destroyed less worth lost."""
    lost, gained = outcome(_engaged(state, unit, other), _engaged(state, other, unit))
    if unit.routed:
        lost *= ROUTED
    if other.routed:
        gained *= ROUTED
    return gained * worth(state, other) - lost * worth(state, unit)


def _engaged(state: State, unit: Unit, other: Unit) -> Fighter:
    """A unit in its engagement, with the charges and pikes of its first round when they are still to come."""
    card = state.setting.cards[unit.id]
    need = defense_total(state, other, unit, False)
    later = twentieths(attack_total(state, unit, other, STRIKE), need)
    first = later
    damage = 1
    if unit.since == state.round and state.stage <= stages.CHARGE and not unit.attacked:
        if may_charge(state, unit):
            first = twentieths(attack_total(state, unit, other, CHARGING), need)
        if card.pike and not unit.routed and may_charge(state, other):
            damage = 2
        if not unit.spent and may_shoot(state, unit, unit.place, True):
            shot = attack_total(state, unit, other, STILL)
            first = max(first, twentieths(shot, defense_total(state, other, unit, True)))
    return Fighter(first, damage, later, hits_left(state, unit), card.hits, saving(state, unit))


def volley(state: State, shooter: Unit, target: Unit, penalty: int = 0) -> float:
    """The worth that stationary fire can be expected to cost its target."""
    bonus = attack_total(state, shooter, target, STILL, penalty)
    chance = twentieths(bonus, defense_total(state, target, shooter, True)) / 20
    left = hits_left(state, target)
    whole = state.setting.cards[target.id].hits
    before = share(left, whole)
    after = share(left - 1, whole)
    if not target.routed:
        stands = saving(state, target) / 20
        after *= stands + (1.0 - stands) * ROUTED
    else:
        before *= ROUTED
        after *= ROUTED
    return chance * (before - after) * worth(state, target)


def present_worth(state: State, unit: Unit) -> float:
    """The worth of a unit as it is now."""
    card = state.setting.cards[unit.id]
    left = card.hits - unit.lethal - 0.5 * unit.subdual
    value = worth(state, unit) * (0.25 + 0.75 * max(0.0, left) / card.hits)
    return value * ROUTED if unit.routed else value


def is_shooter(state: State, unit: Unit) -> bool:
    """True if a unit fights better with missiles than hand to hand."""
    card = state.setting.cards[unit.id]
    return card.missile > card.melee
