"""The units of all enemies, dealt again."""

from __future__ import annotations

from typing import Final

from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.rulebooks.stacks.hidden.banners import deal_banners
from banneret.rulebooks.stacks.hidden.camps import Camp, settle, sort_out
from banneret.rulebooks.stacks.hidden.drawing import draw
from banneret.rulebooks.stacks.state import DRAWN, State
from banneret.rulebooks.stacks.tables.kinds import UnitKind

TRIES: Final = 48  # deals before it is given up


def deal_units(world: State, state: State, present: State, side: int, bits: int, chance: Chance) -> None:
    """Deal the units of all enemies again: first who is in reserve, then what the chits are, then who is where.

    Raises `WrongWorld` where no deal comes out.
    """
    for _ in range(TRIES):
        camps: list[Camp] = []
        for enemy in range(world.setting.sides):
            if enemy != side:
                camp = Camp(enemy)
                sort_out(state, present, camp, world, bits, chance)
                if camp.afield or camp.kept:
                    camps.append(camp)
        if not camps:
            return
        _redraw(world, camps, bits, chance)
        dealt = True
        for camp in camps:
            if dealt and camp.afield:
                dealt = deal_banners(world, present, camp, side, chance)
        if dealt:
            for camp in camps:
                settle(world, camp)
            return
        _restore(world, state)
    raise WrongWorld("the banners cannot be filled otherwise")


def _restore(world: State, state: State) -> None:
    """Put units and piles back as they were before a deal that failed."""
    for unit in world.units:
        true = state.units[unit.id]
        unit.kind, unit.place, unit.aboard = true.kind, true.place, true.aboard
        unit.seen, unit.known = true.seen, true.known
    world.piles = {name: list(pile) for name, pile in state.piles.items()}


def _redraw(world: State, camps: list[Camp], bits: int, chance: Chance) -> None:
    """Chits that were drawn and never seen are drawn again from the piles they came from.

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
    for name in pools:
        pools[name].sort()  # as it came together, it would tell what was drawn
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
                unit.kind = draw(pool, chance)
    for name in pools:
        pool = pools[name]
        pool.sort()
        world.piles[name] = pool


def _pool(world: State, pools: dict[str, list[int]], name: str) -> list[int]:
    """The chits that could be drawn from a pile: those left in it, and those that came out of it unseen."""
    pool = pools.get(name)
    if pool is None:
        pool = list(world.piles.get(name, []))
        pools[name] = pool
    return pool


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
    """True if a unit may lie hidden under a banner on such ground; on water passengers may. Rule: stacks:move.sea."""
    if kind.site:
        return False
    if on_land and (not kind.sea or kind.flying):
        return True
    return on_water
