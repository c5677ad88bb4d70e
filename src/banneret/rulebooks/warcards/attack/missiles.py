"""Missiles: last shots, stationary fire, fire of units that moved.

Rules: warcards:missile.capability, warcards:missile.stationary-who, warcards:missile.moving-who, warcards:missile.last-shot.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.losses import settle
from banneret.rulebooks.warcards.attack.plans import Slot
from banneret.rulebooks.warcards.attack.strikes import Hit, add_hit, strike
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NAMES, NUMBERS
from banneret.rulebooks.warcards.ratings.abilities import may_shoot
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.ratings.attacks import ON_THE_MOVE, STILL
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE


def _could_shoot(state: State, unit: Unit) -> bool:
    """True if a unit has missiles at all. Rule: warcards:missile.capability."""
    return state.setting.cards[unit.id].missile != NONE or len(state.effects) > 0


def still_slot(state: State, unit: Unit) -> Slot | None:
    """The slot of a unit for stationary fire or the last shot, None if it may make neither.

    Rules: warcards:missile.stationary-who, warcards:missile.stationary-target, warcards:missile.last-shot,
    warcards:field.reserve-not-area.
    """
    if unit.began or unit.spent or not _could_shoot(state, unit):
        return None
    words: list[str] = []
    place = unit.place
    if unit.since and may_shoot(state, unit, place, True):
        words.append(f"u{unit.id}-{NAMES[place]}")
    if not (unit.since and state.setting.flags.fire_at_engager):
        words.extend(_fields_of_fire(state, unit, True))
    return Slot(unit.id, words, _preset(state, unit, words[0])) if words else None


def moving_slot(state: State, unit: Unit) -> Slot | None:
    """The slot of a unit for fire after a move, None if it may not. Rule: warcards:missile.moving-who."""
    if not unit.spent or unit.since or not _could_shoot(state, unit) or unspent(state, unit) < 1:
        return None
    words = _fields_of_fire(state, unit, False)
    return Slot(unit.id, words, _preset(state, unit, words[0])) if words else None


def _preset(state: State, unit: Unit, first: str) -> int:
    """The index of the default volley: the first, or -1 if all areas hold a friend, who is shot at too.

    Rule: warcards:missile.friendly-fire.
    """
    friend = state.at[unit.side * AREAS + NUMBERS[first.partition("-")[2]]]
    return 0 if friend < 0 or friend == unit.id else -1


def _fields_of_fire(state: State, unit: Unit, still: bool) -> list[str]:
    """The adjacent areas a unit may fire at, those without friends first. Rule: warcards:missile.stationary-target."""
    clear: list[str] = []
    mixed: list[str] = []
    for area in ADJACENT[unit.place]:
        if state.at[(1 - unit.side) * AREAS + area] >= 0 and may_shoot(state, unit, area, still):
            word = f"u{unit.id}-{NAMES[area]}"
            if state.at[unit.side * AREAS + area] >= 0:
                mixed.append(word)
            else:
                clear.append(word)
    return clear + mixed


def fire(state: State, table: Table, words: list[str], stage: int) -> None:
    """Roll all volleys of a side in a missile step.

    Rules: warcards:missile.engaged-area, warcards:missile.friendly-fire, warcards:missile.moving-engaged,
    warcards:missile.last-shot, warcards:attack.once.
    """
    hits: list[Hit] = []
    kind = STILL if stage == stages.STATIONARY else ON_THE_MOVE
    for word in words:
        shooter, _, aim = word.partition("-")
        unit = state.units[int(shooter[1:])]
        unit.attacked = True
        if unit.aboard >= 0:
            add_hit(hits, strike(state, table, unit, state.units[int(aim[1:])], kind))
            continue
        area = NUMBERS[aim]
        enemy = state.units[state.at[(1 - unit.side) * AREAS + area]]
        friend = state.at[unit.side * AREAS + area]
        if friend == unit.id or friend < 0:
            add_hit(hits, strike(state, table, unit, enemy, kind))
            continue
        penalty = -2 if kind == STILL else state.setting.flags.moving_penalty
        add_hit(hits, strike(state, table, unit, enemy, kind, penalty=penalty))
        add_hit(hits, strike(state, table, unit, state.units[friend], kind, penalty=penalty))
    settle(state, table, hits)
