"""Imagined states: full states that a side cannot tell from the true one.

All that the side cannot know is dealt anew: which enemy unit is under which banner or in reserve, which chits were drawn
blind from the piles, which spells are in enemy hands, which unit holds which artifact. What it knows stays: the banners,
Sites, units it knows to be where they are, the numbers in hand and reserve, and what a scenario lists by name, as a total.
The true hidden contents decide nothing, except in two corners: where no other way to fill the banners on water was found, and
where a stack has left its hex within the running step.

Rule: stacks:hidden.views, stacks:hidden.stack, stacks:hidden.hand, stacks:hidden.revealed-back.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.board.knowledge import has_looked
from banneret.rulebooks.stacks.board.stacks import enemies_in, is_usable
from banneret.rulebooks.stacks.stages import BATTLE, PARALYZE, REVEAL
from banneret.rulebooks.stacks.state import DRAWN, NOBODY, RESERVE, SETUP, SUMMONED, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, can_use, takes_place
from banneret.rulebooks.stacks.tables.kinds import UnitKind

TRIES: Final = 12  # deals before the true one is kept
NO_LIMIT: Final = 1_000_000
LIKELIER: Final = 4  # tries to find somebody who can use an artifact
WATCHER: Final = -2  # a spectator: knows what everybody may


def imagine(state: State, side: int, chance: Chance, present: State) -> State:
    """A state that `side` cannot tell from `state`, where what it has learnt up to `present` holds too.

    The referee gets a copy. Numbers of units stay: those of enemy units mean nothing to the side, but orders that were
    openly given since `state` name units by them, and these are as they were.
    """
    world = state.copy()
    if side == -1:
        return world
    enemies = [enemy for enemy in range(state.setting.sides) if enemy != side]
    bits = (1 << state.setting.sides) - 1 if side == WATCHER else 1 << side
    if not state.setting.battle_only:
        _deal_units(world, state, present, side, bits, chance)
    if world.artifacts:
        _deal_artifacts(world, present, side, bits, chance)
    if not hands_are_listed(world):
        _deal_hands(world, present, enemies, chance)
    return world


def hands_are_listed(state: State) -> bool:
    """Whether every spell in any hand was named by the scenario, so that all know what is left. Rule: stacks:setup.spells."""
    setting = state.setting
    if setting.spells_per_turn:
        return False
    return max(setting.spells_random) == 0


# ---------------------------------------------------------------- units


class Camp:
    """One enemy as it is dealt anew."""

    def __init__(self, side: int) -> None:
        self.side: int = side
        self.afield: list[Unit] = []  # to be dealt to the banners
        self.kept: list[Unit] = []  # to stay in reserve
        self.fixed: dict[int, list[int]] = {}  # hex: the units known to be there
        self.loose: dict[
            int, int
        ] = {}  # hex: how many others there are in truth (a secret unless sizes are shown)


def _deal_units(world: State, state: State, present: State, side: int, bits: int, chance: Chance) -> None:
    """Deal the units of all enemies anew: first who is in reserve, then what the chits are, then who is where."""
    for _ in range(TRIES):
        camps: list[Camp] = []
        for enemy in range(world.setting.sides):
            if enemy != side:
                camp = Camp(enemy)
                _sort_out(state, present, camp, world, bits, chance)
                if camp.afield or camp.kept:
                    camps.append(camp)
        if not camps:
            return
        _redraw(world, camps, bits, chance)
        dealt = True
        for camp in camps:
            if dealt and camp.afield:
                dealt = _deal_banners(world, present, camp, side, chance)
        if dealt:
            for camp in camps:
                _settle(world, camp)
            return
        _restore(world, state)


def _restore(world: State, state: State) -> None:
    """Put units and piles back as they were before a deal that failed."""
    for unit in world.units:
        true = state.units[unit.id]
        unit.kind, unit.place, unit.aboard = true.kind, true.place, true.aboard
    world.piles = {name: list(pile) for name, pile in state.piles.items()}


def _sort_out(state: State, present: State, camp: Camp, world: State, bits: int, chance: Chance) -> None:
    """Part an enemy's units into those that stay, those for the banners and those for the reserve.

    A unit stays where it is known to be: seen there, a Site, summoned, marked by something that all have seen, or gone.
    """
    setting = world.setting
    kinds = setting.kinds
    enemy = camp.side
    reserves = setting.reserves[enemy]
    same = present is state
    bearers = [] if same else _new_bearers(state, present)
    left = [] if same else _left_since(state, present, enemy)
    homely: list[Unit] = []  # may be in reserve: drawn or listed there, and never seen on the map
    held = 0
    for unit in world.units:
        if unit.side != enemy:
            continue
        place = unit.place
        if place < RESERVE:
            continue
        now = unit if same else present.units[unit.id]
        kind = kinds[unit.kind]
        seen = (unit.seen | now.seen) & bits == bits
        hidden_origin = unit.origin == DRAWN or (unit.origin == SETUP and unit.kind in reserves)
        if place == RESERVE:
            if hidden_origin and not seen and now.place == RESERVE:
                homely.append(unit)
                held += 1
            continue
        if (
            unit.origin == SUMMONED
            or kind.site
            or (unit.known | now.known) & bits == bits
            or now.place < RESERVE
            or unit.held
            or unit.held_turns
            or unit.exited
            or unit.devoured
            or unit.defeats
            or unit.blooded
            or unit.id in bearers
            or place in left
        ):
            there = camp.fixed.get(place)
            if there is None:
                camp.fixed[place] = [unit.id]
            else:
                there.append(unit.id)
            continue
        camp.loose[place] = camp.loose.get(place, 0) + 1
        if hidden_origin and not seen:
            homely.append(unit)
        else:
            camp.afield.append(unit)
    if held:
        _shuffle(homely, chance)
        camp.kept = homely[:held]
        camp.afield += homely[held:]
    else:
        camp.afield += homely


def _new_bearers(state: State, present: State) -> list[int]:
    """Units that were given an artifact since: the order that gave it named them, and they are where they are."""
    found: list[int] = []
    for index in range(len(state.artifacts)):
        holder = present.artifacts[index].holder
        if holder != NOBODY and holder != state.artifacts[index].holder:
            found.append(holder)
    return found


def _left_since(state: State, present: State, enemy: int) -> list[int]:
    """The hexes that units of an enemy have left since for another, as all saw: who was there is kept, it could leave."""
    found: list[int] = []
    for unit in state.units:
        if unit.side == enemy and unit.place >= 0:
            now = present.units[unit.id].place
            if now >= 0 and now != unit.place and unit.place not in found:
                found.append(unit.place)
    return found


def _redraw(world: State, camps: list[Camp], bits: int, chance: Chance) -> None:
    """Chits that were drawn and never seen are drawn anew from the piles they came from.

    Those for the banners come first: what lies under a banner is no Site, and fits the ground of some banner.

    Rule: stacks:recruit.draw, stacks:recruit.piles, stacks:site.revealed.
    """
    kinds = world.setting.kinds
    water = world.setting.water
    pools: dict[str, list[int]] = {}
    for camp in camps:
        for unit in camp.afield:
            if unit.origin == DRAWN and unit.seen & bits != bits:
                _pool(world, pools, kinds[unit.kind].list).append(unit.kind)
        for unit in camp.kept:
            if unit.origin == DRAWN:
                _pool(world, pools, kinds[unit.kind].list).append(unit.kind)
    if not pools:
        return
    for camp in camps:
        on_land = on_water = False
        for hex_ in world.stacks[camp.side]:
            if water[hex_]:
                on_water = True
            else:
                on_land = True
        for unit in camp.afield:
            if unit.origin == DRAWN and unit.seen & bits != bits:
                pool = pools[kinds[unit.kind].list]
                unit.kind = _draw_fitting(pool, kinds, on_land, on_water, chance)
    for camp in camps:
        for unit in camp.kept:
            if unit.origin == DRAWN:
                pool = pools[kinds[unit.kind].list]
                unit.kind = _draw(pool, chance)
    for name in pools:
        pool = pools[name]
        pool.sort()
        world.piles[name] = pool


def _pool(world: State, pools: dict[str, list[int]], name: str) -> list[int]:
    """What could be drawn from a pile: what is left in it, and what came out of it unseen."""
    pool = pools.get(name)
    if pool is None:
        pool = list(world.piles.get(name, []))
        pools[name] = pool
    return pool


def _draw(pool: list[int], chance: Chance) -> int:
    """Take any of the pool out."""
    at = chance.below(len(pool))
    found = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return found


def _draw_fitting(
    pool: list[int], kinds: list[UnitKind], on_land: bool, on_water: bool, chance: Chance
) -> int:
    """Take out of the pool any that can lie hidden under a banner."""
    for _ in range(20):
        at = chance.below(len(pool))
        if _fits_banner(kinds[pool[at]], on_land, on_water):
            break
    else:
        fitting = [i for i in range(len(pool)) if _fits_banner(kinds[pool[i]], on_land, on_water)]
        at = fitting[chance.below(len(fitting))] if fitting else chance.below(len(pool))
    found = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return found


def _fits_banner(kind: UnitKind, on_land: bool, on_water: bool) -> bool:
    """Whether a unit may lie hidden under a banner on such ground; on water passengers may. Rule: stacks:move.sea."""
    if kind.site:
        return False
    if on_land and (not kind.sea or kind.flying):
        return True
    return on_water


# ---------------------------------------------------------------- who is where


def _deal_banners(world: State, present: State, camp: Camp, side: int, chance: Chance) -> bool:
    """Deal the units to the banners, each of which covers one at least. False: it failed.

    Rule: stacks:battle.banner, stacks:move.stacking, stacks:opt.stack-size.
    """
    setting = world.setting
    enemy = camp.side
    hexes: list[int] = []
    rooms: list[int] = []
    needy: list[bool] = []
    wet = False
    for hex_ in world.stacks[enemy]:
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
    _shuffle(units, chance)
    for unit in units:
        unit.aboard = NOBODY
    if wet:
        return _deal_with_water(world, camp, hexes, rooms, needy, chance)
    dealt = _deal_on_land(len(units), rooms, needy, chance)
    if not dealt:
        return False
    for at in range(len(units)):
        units[at].place = hexes[dealt[at]]
    return True


def _must_be_more(present: State, enemy: int, hex_: int, known: list[int]) -> bool:
    """Whether what is being asked shows that more is under the banner than what is known to be there.

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
    """Whether one of these units, other than the combatant, is usable, and one of them no Site if that is asked for."""
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
    """How many more units the banner may cover as far as the side knows."""
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
    """For each of `count` units the banner it goes to, by its place in the list; empty when there is no way."""
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


def _deal_with_water(
    world: State, camp: Camp, hexes: list[int], rooms: list[int], needy: list[bool], chance: Chance
) -> bool:
    """Deal where some banners are on water: swimmers, fliers and ships by themselves, others aboard. False: it failed.

    Rule: stacks:move.land, stacks:move.sea, stacks:transport.water, stacks:transport.capacity.
    """
    setting = world.setting
    kinds = setting.kinds
    water = setting.water
    units = camp.afield
    left = list(units)
    places = [NOBODY] * len(world.units)
    afloat: dict[int, list[int]] = {}  # hex: transports there
    # ---- units known to be there who need a ship
    for at in range(len(hexes)):
        hex_ = hexes[at]
        if not water[hex_]:
            continue
        there = camp.fixed.get(hex_, [])
        ships = [number for number in there if _sails(kinds[world.units[number].kind])]
        afloat[hex_] = ships
        for number in there:
            unit = world.units[number]
            if _floats(kinds[unit.kind]) or (unit.aboard != NOBODY and unit.aboard in there):
                continue
            if unit.aboard == NOBODY:
                continue  # held up by something else: an artifact, a carrier
            if not _some_ship(world, ships, kinds[unit.kind], places, camp):
                ship = _take(left, kinds, 2)
                if ship is None or rooms[at] == 0:
                    return False
                places[ship.id] = hex_
                ships.append(ship.id)
                rooms[at] -= 1
            chosen = _some_ship(world, ships, kinds[unit.kind], places, camp)
            if chosen == 0:
                return False
            unit.aboard = chosen - 1
    # ---- one at least under each banner
    for at in range(len(hexes)):
        if needy[at]:
            first = _take(left, kinds, 1 if water[hexes[at]] else 0)
            if first is None:
                return False
            places[first.id] = hexes[at]
            rooms[at] -= 1
            if water[hexes[at]] and _sails(kinds[first.kind]):
                afloat[hexes[at]].append(first.id)
    # ---- the others, transports before their passengers
    ordered = [unit for unit in left if kinds[unit.kind].transport] + [
        unit for unit in left if not kinds[unit.kind].transport
    ]
    for unit in ordered:
        kind = kinds[unit.kind]
        free: list[int] = []
        for at in range(len(hexes)):
            if rooms[at] <= 0:
                continue
            if not water[hexes[at]]:
                if _walks(kind):
                    free.append(at)
            elif _floats(kind) or _some_ship(world, afloat[hexes[at]], kind, places, camp) > 0:
                free.append(at)
        if not free:
            return False
        at = free[chance.below(len(free))]
        hex_ = hexes[at]
        rooms[at] -= 1
        places[unit.id] = hex_
        if water[hex_]:
            if not _floats(kind):
                unit.aboard = _some_ship(world, afloat[hex_], kind, places, camp) - 1
            elif _sails(kind):
                afloat[hex_].append(unit.id)
    for unit in units:
        unit.place = places[unit.id]
    return True


def _walks(kind: UnitKind) -> bool:
    """Whether a unit may be on land. Rule: stacks:move.sea."""
    return kind.flying or not kind.sea


def _floats(kind: UnitKind) -> bool:
    """Whether a unit may be in water by itself. Rule: stacks:move.flying, stacks:move.sea, stacks:move.swimmer."""
    return kind.flying or kind.sea or kind.swimmer


def _sails(kind: UnitKind) -> bool:
    """Whether a unit can take passengers over water."""
    return kind.transport > 0 and _floats(kind)


def _take(left: list[Unit], kinds: list[UnitKind], wanted: int) -> Unit | None:
    """The first unit left that walks (0), floats (1) or sails (2), taken out of the list."""
    for at in range(len(left)):
        kind = kinds[left[at].kind]
        if (
            (wanted == 0 and _walks(kind))
            or (wanted == 1 and _floats(kind))
            or (wanted == 2 and _sails(kind))
        ):
            return left.pop(at)
    return None


def _some_ship(world: State, ships: list[int], kind: UnitKind, places: list[int], camp: Camp) -> int:
    """A ship with a place for the unit, as its number and 1; 0 if there is none. Rule: stacks:transport.capacity."""
    kinds = world.setting.kinds
    for number in ships:
        ship = world.units[number]
        if not can_board(kinds[ship.kind], kind):
            continue
        if not takes_place(kind):
            return number + 1
        hex_ = ship.place if places[number] == NOBODY else places[number]
        taken = 0
        for other in camp.fixed.get(hex_, ()):
            if world.units[other].aboard == number and takes_place(kinds[world.units[other].kind]):
                taken += 1
        for unit in camp.afield:
            if unit.aboard == number and places[unit.id] == hex_ and takes_place(kinds[unit.kind]):
                taken += 1
        if taken < kinds[ship.kind].transport:
            return number + 1
    return 0


def _settle(world: State, camp: Camp) -> None:
    """Write the deal into the stacks and the reserve, and take from ships those who are elsewhere."""
    units = world.units
    for unit in camp.kept:
        unit.place = RESERVE
        unit.aboard = NOBODY
        unit.known = 0
        unit.moved = False
    stacks = world.stacks[camp.side]
    for hex_ in stacks:
        stacks[hex_] = camp.fixed.get(hex_, [])
    for unit in camp.afield:
        stacks[unit.place].append(unit.id)
    for hex_ in stacks:
        members = stacks[hex_]
        members.sort()
        for number in members:
            ship = units[number].aboard
            if ship != NOBODY and units[ship].place != hex_:
                units[number].aboard = NOBODY


def _shuffle(units: list[Unit], chance: Chance) -> None:
    """Into any order, in place."""
    for last in range(len(units) - 1, 0, -1):
        other = chance.below(last + 1)
        kept = units[last]
        units[last] = units[other]
        units[other] = kept


# ---------------------------------------------------------------- artifacts


def _deal_artifacts(world: State, present: State, side: int, bits: int, chance: Chance) -> None:
    """Deal artifacts of which the side does not know who holds them; drawn ones never seen come anew from the pile.

    Rule: stacks:recruit.artifact, stacks:artifact.exchange, stacks:hidden.stack.
    """
    setting = world.setting
    loose: list[int] = []
    unseen: list[int] = []
    for index, chit in enumerate(world.artifacts):
        holder = chit.holder
        if holder == NOBODY or world.units[holder].side == side:
            continue
        now = present.artifacts[index]
        if (chit.known | now.known) & bits == bits or present.units[holder].place < RESERVE:
            continue  # known, or seen when its holder fell
        if _must_fly(world, index):
            continue
        loose.append(index)
        if index >= setting.listed_artifacts and (chit.seen | now.seen) & bits != bits:
            unseen.append(index)
    if unseen:
        _redraw_artifacts(world, present, unseen, chance)
    takers: dict[int, list[int]] = {}
    for index in loose:
        owner = world.units[world.artifacts[index].holder].side
        if owner not in takers:
            takers[owner] = _takers(world, present, side, owner)
        _hand_artifact(world, takers[owner], index, chance)


def _redraw_artifacts(world: State, present: State, unseen: list[int], chance: Chance) -> None:
    """Exchange artifacts that were drawn and never seen with the pile. Rule: stacks:recruit.artifact."""
    pool = list(world.artifact_pile)
    fixed: list[tuple[int, int]] = []  # drawn by the side itself since: place in the pile, kind
    for index in range(len(world.artifacts), len(present.artifacts)):
        kind = present.artifacts[index].kind
        if kind in pool:
            fixed.append((world.artifact_pile.index(kind), kind))
            pool.remove(kind)
    pool += [world.artifacts[index].kind for index in unseen]
    for index in unseen:
        world.artifacts[index].kind = _draw(pool, chance)
    pool.sort()
    for at, kind in fixed:
        pool.insert(at, kind)
    world.artifact_pile = pool


def _must_fly(world: State, index: int) -> bool:
    """Whether the holder is where it could not be without this artifact. Rule: stacks:artifact.winged-boots."""
    artifact = world.setting.artifact_kinds[world.artifacts[index].kind]
    if not artifact.on_map or not artifact.effects.flying:
        return False
    unit = world.units[world.artifacts[index].holder]
    if unit.place < 0:
        return False
    kind = world.setting.kinds[unit.kind]
    if world.setting.water[unit.place]:
        return not _floats(kind) and unit.aboard == NOBODY
    return not _walks(kind)


def _takers(world: State, present: State, side: int, owner: int) -> list[int]:
    """The owner's units on the map that may hold an artifact the side knows nothing of: none that has fallen since.

    Rule: stacks:recruit.artifact, stacks:artifact.lost.
    """
    units, kinds = world.units, world.setting.kinds
    found: list[int] = []
    stacks = world.stacks[owner]
    for hex_ in stacks:
        if not has_looked(present, side, owner, hex_):
            for number in stacks[hex_]:
                unit = units[number]
                fallen = present.units[number].place < RESERVE
                if unit.origin != SUMMONED and not kinds[unit.kind].site and not fallen:
                    found.append(number)
    return found


def _hand_artifact(world: State, takers: list[int], index: int, chance: Chance) -> None:
    """Give an artifact to one of those who may hold it; who can use it is the likelier."""
    if not takers:
        return
    units, kinds = world.units, world.setting.kinds
    chit = world.artifacts[index]
    artifact = world.setting.artifact_kinds[chit.kind]
    for _ in range(LIKELIER):
        chit.holder = takers[chance.below(len(takers))]
        if can_use(artifact, kinds[units[chit.holder].kind]):
            return


# ---------------------------------------------------------------- spells


def _deal_hands(world: State, present: State, enemies: list[int], chance: Chance) -> None:
    """Deal the enemies' hands anew from all spells that are neither seen nor held by the side itself.

    What an enemy has cast since `world` was in his hand then. Rule: stacks:hidden.hand, stacks:spell.hand.
    """
    pool = list(world.spell_pile)
    wanted: list[int] = []
    for enemy in enemies:
        hand = world.hands[enemy]
        now = present.hands[enemy]
        kept: list[int] = []
        if len(now) < len(hand):
            rest = list(now)
            for kind in hand:
                if kind in rest:
                    rest.remove(kind)
                    pool.append(kind)
                else:
                    kept.append(kind)
        else:
            pool += hand
        wanted.append(len(hand) - len(kept))
        world.hands[enemy] = kept
    for enemy, count in zip(enemies, wanted, strict=True):
        hand = world.hands[enemy]
        for _ in range(count):
            hand.append(_draw(pool, chance))
        hand.sort()
    pool.sort()
    world.spell_pile = pool
