"""Who may be where: habitats, carriers and transports, room in a hex, and where a stack may leave a battle to.

These are the questions that more than one phase asks; the Move Phase itself stands in `moving`. A hex may be `LEFT`, the
imaginary hex that a single battle is left to; it is like the hex of the battle.
"""

from __future__ import annotations

from banneret.rulebooks.stacks.battle.modifiers import can_use
from banneret.rulebooks.stacks.state import LEFT, NOBODY, State, Unit, look_mark, put


def flies_by_artifact(state: State, unit: Unit) -> bool:
    """Whether something the unit holds, and can use, gives it Flying on the map.

    Rule: stacks:artifact.winged-boots, stacks:artifact.holder, stacks:artifact.users.
    """
    artifact_kinds = state.setting.artifact_kinds
    for chit in state.artifacts:
        if chit.holder == unit.id:
            artifact = artifact_kinds[chit.kind]
            if (
                artifact.on_map
                and artifact.effects.flying
                and can_use(artifact, state.setting.kinds[unit.kind])
            ):
                return True
    return False


def swift_by_artifact(state: State, unit: Unit) -> bool:
    """Whether something the unit holds, and can use, makes it Swift on the map.

    Rule: stacks:artifact.winged-boots, stacks:artifact.holder, stacks:artifact.users.
    """
    artifact_kinds = state.setting.artifact_kinds
    for chit in state.artifacts:
        if chit.holder == unit.id:
            artifact = artifact_kinds[chit.kind]
            if (
                artifact.on_map
                and artifact.effects.swift
                and can_use(artifact, state.setting.kinds[unit.kind])
            ):
                return True
    return False


def own_move(state: State, unit: Unit) -> int:
    """How many hexes the unit moves on its own: 1 when Slow, 2 Swift, 3 Very Swift, 0 a Site.

    Rule: stacks:move.allowance, stacks:site.no-move, stacks:artifact.winged-boots.
    """
    kind = state.setting.kinds[unit.kind]
    if kind.site:
        return 0
    if kind.move < 2 and state.artifacts and swift_by_artifact(state, unit):
        return 2
    return kind.move


def may_be_by_itself(state: State, unit: Unit, hex_: int) -> bool:
    """Whether the unit may be in the hex without a carrier or transport.

    Rule: stacks:move.land, stacks:move.flying, stacks:move.sea, stacks:move.swimmer, stacks:artifact.winged-boots.
    """
    setting = state.setting
    kind = setting.kinds[unit.kind]
    if kind.flying:
        return True
    if setting.water[0 if hex_ == LEFT else hex_]:
        if kind.sea or kind.swimmer:
            return True
    elif not kind.sea:
        return True
    return len(state.artifacts) > 0 and flies_by_artifact(state, unit)


def stranded(
    state: State, side: int, hex_: int, present: list[int], kept: list[int] | None = None
) -> list[int]:
    """Which of the units `present` of a side, if they are all that is in the hex, may not be there.

    Passengers may be where their transport may be, if it is present. Flying carriers lend Flying to as many Heroes as
    they carry: to those `kept`, or the most valuable as long as their owner has not been asked.

    Rule: stacks:move.stranded, stacks:carry.capacity, stacks:carry.modifiers, stacks:transport.water.
    """
    helpless = _helpless(state, hex_, present)
    if not helpless:
        return helpless
    if kept is None:
        heroes, places = _leaning(state, present, helpless)
        kept = heroes[:places]
    units = state.units
    return [i for i in helpless if i not in kept and units[i].aboard not in kept]


def in_want_of_carriers(state: State, hex_: int, present: list[int]) -> tuple[list[int], int]:
    """The Heroes among the units `present` that can be in the hex only when carried, and the places there are for them.

    Rule: stacks:carry.capacity.
    """
    return _leaning(state, present, _helpless(state, hex_, present))


def _helpless(state: State, hex_: int, present: list[int]) -> list[int]:
    """Who can be in the hex neither alone nor aboard a transport that can. Rule: stacks:transport.water."""
    units = state.units
    found: list[int] = []
    for i in present:
        unit = units[i]
        if may_be_by_itself(state, unit, hex_):
            continue
        ship = unit.aboard
        if ship != NOBODY and ship in present and may_be_by_itself(state, units[ship], hex_):
            continue
        found.append(i)
    return found


def _leaning(state: State, present: list[int], helpless: list[int]) -> tuple[list[int], int]:
    """The helpless Heroes, the most valuable first, and the places of the flying carriers that are present."""
    units, kinds = state.units, state.setting.kinds
    places = 0
    for i in present:
        kind = kinds[units[i].kind]
        if kind.carry > 0 and kind.flying:
            places += kind.carry
    if places == 0:
        return [], 0
    heroes: list[tuple[int, int]] = []
    for i in helpless:
        kind = kinds[units[i].kind]
        if kind.hero:
            worth = kind.brm
            for other in present:
                if units[other].aboard == i:
                    worth += kinds[units[other].kind].brm + 1
            heroes.append((-worth, i))
    heroes.sort()
    return [i for _, i in heroes], places


def counted(state: State, group: list[int]) -> int:
    """How many of these units count towards the stacking limit: all but Sites and summoned ones.

    Rule: stacks:move.stacking.
    """
    units = state.units
    kinds = state.setting.kinds
    total = 0
    for i in group:
        kind = kinds[units[i].kind]
        if not kind.site and not kind.summoning:
            total += 1
    return total


def has_room(state: State, side: int, hex_: int, arriving: list[int]) -> bool:
    """Whether the hex is not too full for these units of the side (those already there are not counted twice).

    Rule: stacks:move.stacking.
    """
    limit = state.setting.stack_limit
    if limit == 0 or hex_ < 0:
        return True
    there = state.stacks[side].get(hex_)
    if there is None:
        return len(arriving) <= limit or counted(state, arriving) <= limit
    coming = [i for i in arriving if i not in there]
    if len(there) + len(coming) <= limit:
        return True
    return counted(state, there) + counted(state, coming) <= limit


def has_enemy(state: State, side: int, hex_: int) -> bool:
    """Whether another side has a unit, a Site included, in the hex."""
    own = state.stacks[side]
    for stacks in state.stacks:  # noqa: SIM110 - asked too often for a generator
        if hex_ in stacks and stacks is not own:
            return True
    return False


def destinations(state: State, side: int, hex_: int, group: list[int]) -> list[int]:
    """The hexes a group may leave a battle to: adjacent, empty or friendly, open to every unit of it, with room.

    The group must manage on its own: its passengers aboard ships of the group, its Heroes with carriers of the group.
    In a single battle that is `[LEFT]`, the imaginary empty hex of the same kind, or nothing.

    Rule: stacks:retreat.destination, stacks:retreat.sea, stacks:vanish.destination, stacks:move.stacking,
    stacks:setup.battle-only.
    """
    setting = state.setting
    if setting.battle_only:
        return [] if stranded(state, side, LEFT, group) else [LEFT]
    found: list[int] = []
    land_checked = water_checked = False
    land_open = water_open = False
    for near in setting.grid.neighbours[hex_]:
        if has_enemy(state, side, near):
            continue
        if setting.water[near]:
            if not water_checked:
                water_open = not stranded(state, side, near, group)
                water_checked = True
            if not water_open:
                continue
        else:
            if not land_checked:
                land_open = not stranded(state, side, near, group)
                land_checked = True
            if not land_open:
                continue
        if has_room(state, side, near, group):
            found.append(near)
    return found


def shift(state: State, side: int, group: list[int], place: int, openly: bool = False) -> None:
    """Bring a group from its hex to another place, and keep straight what hangs on who is together.

    Those who go leave the transports that stay, and the other way round. When own units stay behind, the enemy cannot tell
    any more who went and who stayed, and nobody of either part but Sites is known to be where he is; unless all saw who
    went (`openly`: a retreat, a Vanish exit).

    Rule: stacks:move.split, stacks:hidden.revealed-back, stacks:transport.water.
    """
    units = state.units
    start = units[group[0]].place
    if start >= 0 and len(state.stacks[side].get(start, [])) > len(group):
        kinds = state.setting.kinds
        for i in state.stacks[side][start]:
            unit = units[i]
            if not openly and not kinds[unit.kind].site:
                unit.known = 0
            if unit.aboard != NOBODY and (i in group) != (unit.aboard in group):
                unit.aboard = NOBODY
    for i in group:
        put(state, units[i], place)
    if state.looks is not None:
        _blur_looks(state, state.looks, side, group, place)


def _blur_looks(state: State, looks: list[int], side: int, group: list[int], place: int) -> None:
    """Who looked through the stack in a hex has not seen units that come to it later.

    Rule: stacks:scout.snapshot, stacks:hidden.stack.
    """
    units = state.units
    for viewer in range(state.setting.sides):
        mark = look_mark(state, viewer, side, place)
        if mark in looks and any(not units[i].known >> viewer & 1 for i in group):
            looks.remove(mark)


def shown_size(state: State, side: int, hex_: int, viewer: int) -> int:
    """How many units a banner of `side` covers as `viewer` sees it; -1: he is not told. `viewer` -1 is the referee.

    Rule: stacks:opt.stack-size, stacks:hidden.stack.
    """
    if viewer == side or viewer == -1 or state.setting.flags.stack_size_shown:
        return len(state.stacks[side].get(hex_, []))
    return -1
