"""Moves of commanders above units who do not fight, as the greedy player makes them."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, snap
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.individual import BRIGADE, Individual
from banneret.rulebooks.battlesystem.individuals.roles import place_in_chain, rank_of
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.unit import NOBODY

NEAR: Final = 4.0  # inches from where he is wanted within which a commander stays put


def lead(front: Front, leader: Individual) -> Order | None:
    """The order to a commander above units: toward the middle of his troops, of whom the routed count more; None to stay."""
    state = front.state
    if not individual_moves.is_able(state, leader) or leader.moved > 0.0:
        return None
    x = y = weight = 0.0
    for unit in front.mine:
        if unit.now.brigade not in (NOBODY, place_in_chain(leader)) and (rank_of(state, leader) == BRIGADE):
            continue
        there = standing.centre(unit)
        heed = 5.0 if unit.routed else 1.0
        x, y, weight = x + heed * there[0], y + heed * there[1], weight + heed
    if weight == 0.0:
        return None
    x, y = x / weight, y / weight
    far = length(x - leader.x, y - leader.y)
    if far < NEAR:
        return None
    inches = min(far, individual_moves.left_of(state, leader))
    east, north = (x - leader.x) / far, (y - leader.y) / far
    spot = commander_figures.nearest_room(state, leader, leader.x + east * inches, leader.y + north * inches)
    if spot is None:
        return None
    order: Order = ("lead", leader.id, (plain(snap(spot[0])), plain(snap(spot[1]))))
    return order if individual_moves.refusal(state, front.side, order) is None else None
