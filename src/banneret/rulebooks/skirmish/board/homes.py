"""The places where creatures may be deployed.

Rules: skirmish:deploy.place, skirmish:deploy.mastiff, skirmish:deploy.priestess, skirmish:setup.starting.placement.
"""

from __future__ import annotations

from banneret.rulebooks.skirmish.board.standing import taken_places
from banneret.rulebooks.skirmish.board.traits import ACROSS, statics
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard


def start_places(state: State, side: int, card: CreatureCard) -> list[int]:
    """The empty places of a side's start area, with all squares of the space inside it. Rules: skirmish:deploy.place, skirmish:setup.starting.placement."""
    taken = taken_places(state, card.across)
    return [place for place in state.setting.board.homes[card.across - 1][side & 1] if not taken[place]]


def deploy_places(state: State, side: int, card: CreatureCard) -> list[int]:
    """The places where a side may deploy a creature: its start area, and what powers add. Rules: skirmish:deploy.place, skirmish:deploy.mastiff."""
    board = state.setting.board
    grid = board.grid
    spaces = grid.spaces[card.across - 1]
    by_wall = comes_by_walls(card)
    calling = callers(state, side, card)
    if not by_wall and not calling:
        return start_places(state, side, card)
    taken = taken_places(state, card.across)
    home = board.homes[card.across - 1][side & 1]
    wanted = bytearray(board.by_walls[card.across - 1]) if by_wall else bytearray(grid.size)
    for place in home:
        wanted[place] = 1
    for caller in calling:
        for place in grid.beside(caller.place, ACROSS[caller.card], card.across):
            wanted[place] = 1
    return [place for place in range(grid.size) if wanted[place] and spaces[place] and not taken[place]]


def away_from_enemies(state: State, side: int) -> list[int]:
    """The distance of every square from the nearest enemy of a side, or from the enemy's start area if none is on the board."""
    board = state.setting.board
    foes = [one.place for one in state.creatures if are_foes(one.side, side)]
    return board.grid.distances(foes or board.starts[1 - side % 2])


def comes_by_walls(card: CreatureCard) -> bool:
    """True if a creature may be deployed beside any wall. Rule: skirmish:deploy.mastiff."""
    return any(
        static.kind == "deploy-zone" and static.zone == "adjacent-to-wall" and not static.controlled
        for static in card.statics
    )


def callers(state: State, side: int, card: CreatureCard) -> list[Creature]:
    """The creatures of a side beside which one of its creatures may be deployed. Rule: skirmish:deploy.priestess."""
    return [
        creature
        for creature in state.creatures
        if creature.side == side
        and any(
            static.controlled and static.zone == "adjacent-to-self" and static.keyword_filter in card.keywords
            for static in statics(creature, "deploy-zone")
        )
    ]
