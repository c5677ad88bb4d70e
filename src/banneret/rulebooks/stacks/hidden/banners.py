"""Units dealt to the banners of an enemy: how many each may and must cover, and the deal on land."""

from __future__ import annotations

from typing import Final

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.board.knowledge import has_looked
from banneret.rulebooks.stacks.board.stacks import enemies_in, is_usable
from banneret.rulebooks.stacks.hidden.camps import Camp
from banneret.rulebooks.stacks.hidden.drawing import shuffle
from banneret.rulebooks.stacks.hidden.fleets import deal_with_water
from banneret.rulebooks.stacks.stages import BATTLE, PARALYZE, REVEAL
from banneret.rulebooks.stacks.state import NOBODY, State

NO_LIMIT: Final = 1_000_000


def deal_banners(world: State, present: State, camp: Camp, side: int, chance: Chance) -> bool:
    """Deal the units to the banners, at least one to each; False if it cannot be done.

    Rule: stacks:battle.banner, stacks:move.stacking, stacks:opt.stack-size.
    """
    setting = world.setting
    enemy = camp.side
    hexes: list[int] = []
    rooms: list[int] = []
    needy: list[bool] = []
    wet = False
    for hex_ in sorted(world.stacks[enemy]):
        if has_looked(present, side, enemy, hex_):
            continue
        there = camp.fixed.get(hex_)
        room = _room(world, camp, hex_, there)
        if room > 0:
            hexes.append(hex_)
            rooms.append(room)
            needy.append(there is None or _must_be_more(present, enemy, hex_, there))
            if setting.water[hex_]:
                wet = True
    units = camp.afield
    shuffle(units, chance)
    for unit in units:
        unit.aboard = NOBODY
    if wet:
        return deal_with_water(world, camp, hexes, rooms, needy, chance)
    dealt = _deal_on_land(len(units), rooms, needy, chance)
    if not dealt:
        return False
    for at in range(len(units)):
        units[at].place = hexes[dealt[at]]
    return True


def _must_be_more(present: State, enemy: int, hex_: int, known: list[int]) -> bool:
    """True if the present question shows that there is more under the banner than the known units.

    Rule: stacks:battle.occurs, stacks:reveal.none-usable, stacks:paralyze.replacement.
    """
    fight = present.fight
    if fight is None:
        if present.stage != BATTLE or enemy != present.active or not present.setting.flags.may_decline:
            return False
        contested = [other for other in present.stacks[enemy] if enemies_in(present, enemy, other)]
        return contested == [hex_] and not _can_fight(present, known, NOBODY, True)
    if fight.hex != hex_ or present.stage not in (REVEAL, PARALYZE):
        return False
    first, second = fight.corners
    if enemy not in (first.side, second.side):
        return False
    corner, other = (first, second) if first.side == enemy else (second, first)
    if present.stage == REVEAL:
        return not _can_fight(present, known, NOBODY, corner is first and fight.round == 1)
    struck = corner.front != NOBODY and present.units[corner.front].held
    both = other.front != NOBODY and present.units[other.front].held
    return struck and not both and not _can_fight(present, known, corner.front, False)


def _can_fight(present: State, known: list[int], front: int, mobile: bool) -> bool:
    """True if one of these units, other than the combatant `front`, is usable; with `mobile` one must also not be a Site."""
    kinds = present.setting.kinds
    usable = False
    for number in known:
        unit = present.units[number]
        if number != front and is_usable(unit):
            usable = True
        if not kinds[unit.kind].site:
            mobile = False
    return usable and not mobile


def _room(world: State, camp: Camp, hex_: int, fixed: list[int] | None) -> int:
    """The number of further units that the banner may cover, as far as the side knows."""
    setting = world.setting
    if setting.flags.stack_size_shown:
        return camp.loose.get(hex_, 0)
    if setting.stack_limit == 0:
        return NO_LIMIT
    room = setting.stack_limit
    if fixed is not None:
        for number in fixed:
            kind = setting.kinds[world.units[number].kind]
            if not kind.site and not kind.summoning:
                room -= 1
    return room


def _deal_on_land(count: int, rooms: list[int], needy: list[bool], chance: Chance) -> list[int]:
    """The banner for each of `count` units, by place in the list; empty if it cannot be done."""
    dealt: list[int] = []
    for place in range(len(rooms)):
        if needy[place]:
            dealt.append(place)
            rooms[place] -= 1
    if len(dealt) > count:
        return []
    free = [place for place in range(len(rooms)) if rooms[place] > 0]
    while len(dealt) < count:
        if not free:
            return []
        at = chance.below(len(free))
        place = free[at]
        dealt.append(place)
        rooms[place] -= 1
        if rooms[place] == 0:
            free.pop(at)
    return dealt
