"""Step T1: the defender may leave the battle at the price of a unit."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks import movement, news
from banneret.rulebooks.stacks.battle import end_battle, place_name, those_who_go
from banneret.rulebooks.stacks.offers import Offer
from banneret.rulebooks.stacks.removal import destroy, passengers
from banneret.rulebooks.stacks.stages import WITHDRAW
from banneret.rulebooks.stacks.state import State


def retreat(state: State, table: Table) -> None:
    """The defender sacrifices a unit and moves the rest of the stack to an adjacent hex, which ends round and battle.

    Rule: stacks:retreat.right, stacks:retreat.timing, stacks:retreat.sacrifice, stacks:retreat.destination,
    stacks:retreat.who-moves, stacks:retreat.sea, stacks:retreat.no-save, stacks:site.not-a-price.
    """
    fight = state.fight
    assert fight is not None
    side = fight.corners[1].side
    options: list[Order] = [("stay",)]
    places: list[int] = [fight.hex]
    movers = those_who_go(state, side, fight.hex)
    if len(movers) > 1:
        for price in movers:
            unit = state.units[price]
            if unit.held or unit.held_turns:
                continue
            group = _left_by(state, movers, price)
            if group:
                for place in movement.destinations(state, side, fight.hex, group):
                    options.append(("retreat", price, place_name(state, place)))
                    places.append(place)
    order = table.ask(Offer("retreat", side, "stacks:retreat.right", options))
    if order[0] == "stay":
        state.stage = WITHDRAW
        return
    place = places[options.index(order)]
    fight.retreated = True
    if table.telling:
        news.retreats(state, table, order[1], place)
    destroy(state, table, [order[1]], "stacks:retreat.sacrifice", "sacrificed")
    if state.outcome is not None:
        return
    group = those_who_go(state, side, fight.hex)
    if group:
        movement.shift(state, side, group, place, True)
    end_battle(state, table)


def _left_by(state: State, movers: list[int], price: int) -> list[int]:
    """Who is left to go when the price is paid; a ship takes its passengers down. Rule: stacks:retreat.sea."""
    gone = [price]
    if state.setting.kinds[state.units[price].kind].ship:
        gone += passengers(state, state.units[price])
    return [number for number in movers if number not in gone]
