"""A state that a viewer cannot tell from the true one: hidden bands are dealt again. Rules: fenlight:hide.known, fenlight:hide.trace.

What everybody knows stays as it is: how many bands and warriors each side has, and for a band that was seen where and when that was,
and how strong it is. From there it can have gone only through reeds.
"""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret_fenlight.board.standing import is_near_enemy
from banneret_fenlight.state import MOST, Band, State
from banneret_fenlight.tables.ground import REEDS
from banneret_fenlight.tables.marsh import NOWHERE


def imagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """A copy in which every hidden band that is not the viewer's stands where it might stand."""
    world = state.copy()
    for side in (0, 1):
        if not viewer.owns(side):
            _deal_warriors(world, side, chance)
            bands = [band for band in world.bands if band.side == side and band.hidden]
            ranges = [reach(world, band) for band in bands]
            _deal_places(world, bands, ranges, chance)
    return world


def reach(state: State, band: Band) -> list[int]:
    """The hexes in which a hidden band may be for all its enemy knows, as far as it can have come through the reeds."""
    marsh = state.marsh
    seen = [band.trace] if band.trace != NOWHERE else list(marsh.homes[band.side])
    if marsh.bands and band.trace == NOWHERE:  # placed by the scenario: anywhere
        seen = list(range(marsh.grid.size))
    found = [hex_ for hex_ in seen if marsh.ground[hex_] == REEDS]
    for _ in range(max(0, state.round - 1 - band.since)):
        more = [way for hex_ in found for way in marsh.ways[hex_] if marsh.ground[way] == REEDS]
        found = list(dict.fromkeys([*found, *more]))
    return sorted(found)


def _deal_places(state: State, bands: list[Band], ranges: list[list[int]], chance: Chance) -> bool:
    """Put the bands into hexes of their ranges, none in sight of an enemy, at a light or upon another; False if there is no way."""
    if not bands:
        return True
    band, options = bands[0], list(ranges[0])
    here = band.place
    while options:
        band.place = options.pop(chance.below(len(options)))
        others = [one for one in state.bands if one is not band and one not in bands]
        if band.place in state.lights or is_near_enemy(state, band):
            continue
        if any(one.place == band.place for one in others):
            continue
        if _deal_places(state, bands[1:], ranges[1:], chance):
            return True
    band.place = here
    return False


def _deal_warriors(state: State, side: int, chance: Chance) -> None:
    """Share out the warriors of the bands that the enemy never saw: their sum is known."""
    unseen = [band for band in state.bands if band.side == side and not band.is_known]
    left = sum(band.warriors for band in unseen) - len(unseen)
    for band in unseen:
        band.warriors = 1
    while left > 0:
        band = unseen[chance.below(len(unseen))]
        if band.warriors < MOST:
            band.warriors += 1
            left -= 1
