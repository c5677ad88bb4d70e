"""The movement allowance of units and Heroes units. Rules: warcards:move.unspent, warcards:hero.move-rating."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.board.people import members
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.state import Group, State, Unit
from banneret.rulebooks.warcards.tables.conditions import INCLEMENT, STORM, SWAMP
from banneret.rulebooks.warcards.tables.hero_levels import hero_move
from banneret.rulebooks.warcards.tables.modifiers import EVERYBODY, MOVE_CAPS, RIDERS


def _weathered(state: State, move: int) -> int:
    """A move after the weather. Rules: warcards:weather.inclement-move, warcards:weather.storm-move, warcards:weather.combine."""
    if state.weather == INCLEMENT:
        return max(1, move // 2) if move else 0
    if state.weather == STORM:
        return min(1, move)
    return move


def _capped(state: State, mounted: bool) -> bool:
    """True if the terrain lets a unit move one area only.

    Rules: warcards:terrain.forest-move, warcards:terrain.jungle-move, warcards:terrain.swamp-move, warcards:terrain.mountain-move,
    warcards:terrain.hills-move, warcards:terrain.open, warcards:terrain.deep-water.
    """
    cap = MOVE_CAPS[state.terrain]
    return cap == EVERYBODY or (mounted and cap == RIDERS)


def move_cap(state: State, unit: Unit) -> int:
    """The effective move over open ground. Rules: warcards:terrain.move-freely, warcards:train.marine, warcards:weather.combine."""
    card = state.setting.cards[unit.id]
    move = card.move
    if state.weather >= INCLEMENT:
        move = _weathered(state, move)
    if move > 1 and state.terrain > 0 and not card.moves_freely and _capped(state, card.mounted):
        if card.marine and state.terrain == SWAMP:
            return move
        return 1
    return move


def move_inside(state: State, unit: Unit) -> int:
    """The move between fortified areas, where terrain does not bind. Rule: warcards:limited.terrain."""
    move = state.setting.cards[unit.id].move
    return _weathered(state, move) if state.weather >= INCLEMENT else move


def effective_move(state: State, unit: Unit) -> int:
    """The move that counts for unspent movement, and for being faster. Rules: warcards:move.unspent, warcards:limited.terrain."""
    if state.fortified and not unit.outside and is_fortified(state, unit.place):
        return move_inside(state, unit)
    return move_cap(state, unit)


def unspent(state: State, unit: Unit) -> int:
    """Areas of movement a unit has left this round. Rule: warcards:move.unspent."""
    return max(0, effective_move(state, unit) - unit.spent)


def group_inside(state: State, group: Group) -> int:
    """The move of a Heroes unit between fortified areas: that of its worst-equipped member.

    Rules: warcards:hero.move-rating, warcards:limited.terrain.
    """
    people = state.setting.people
    best = 9
    for figure in members(state, group.id):
        person = people[figure.id]
        best = min(best, hero_move(person.mounted, person.speed, person.ride, person.war_trained))
    return 0 if best == 9 else _weathered(state, best)


def group_cap(state: State, group: Group) -> int:
    """The move of a Heroes unit over open ground. Rules: warcards:hero.move-rating, warcards:hero.move."""
    move = group_inside(state, group)
    if move > 1:
        people = state.setting.people
        here = members(state, group.id)
        if _capped(state, any(people[f.id].mounted or people[f.id].war_trained for f in here)):
            return 1
    return move


def group_move(state: State, group: Group) -> int:
    """The move of a Heroes unit that counts where it is now. Rules: warcards:hero.move, warcards:limited.terrain."""
    place = state.units[group.host].place if group.host >= 0 else RESERVES[group.side]
    if not group.outside and is_fortified(state, place):
        return group_inside(state, group)
    return group_cap(state, group)
