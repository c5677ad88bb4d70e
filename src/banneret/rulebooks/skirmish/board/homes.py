"""The places where creatures may be deployed.

Rules: skirmish:deploy.place, skirmish:deploy.mastiff, skirmish:deploy.priestess, skirmish:setup.starting.placement.
"""

from __future__ import annotations

from banneret.rulebooks.skirmish.board.standing import space
from banneret.rulebooks.skirmish.board.traits import printed, statics
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard


def empty_places(state: State, card: CreatureCard) -> list[int]:
    """The places of the board where a creature could stand, as far as walls and other creatures go."""
    taken = bytearray(state.setting.board.grid.size)
    for creature in state.creatures:
        for square in space(state, creature):
            taken[square] = 1
    spaces = state.setting.board.grid.spaces[card.across - 1]
    return [
        place
        for place in range(len(spaces))
        if spaces[place] and not any(taken[square] for square in spaces[place])
    ]


def start_places(state: State, side: int, card: CreatureCard) -> list[int]:
    """The empty places of a side's start area, all squares of the space inside it. Rules: skirmish:deploy.place, skirmish:setup.starting.placement."""
    board = state.setting.board
    area = bytearray(board.grid.size)
    for square in board.starts[side & 1]:
        area[square] = 1
    spaces = board.grid.spaces[card.across - 1]
    return [place for place in empty_places(state, card) if all(area[square] for square in spaces[place])]


def deploy_places(state: State, side: int, card: CreatureCard) -> list[int]:
    """The places where a side may deploy a creature: its start area, and what powers add. Rules: skirmish:deploy.place, skirmish:deploy.mastiff."""
    board = state.setting.board
    grid = board.grid
    spaces = grid.spaces[card.across - 1]
    by_wall = any(
        static.kind == effects.DEPLOY_ZONE
        and static.zone == effects.ADJACENT_TO_WALL
        and not static.controlled
        for static in card.statics
    )
    callers = [
        creature
        for creature in state.creatures
        if creature.side == side
        and any(
            static.controlled
            and static.zone == effects.ADJACENT_TO_IT
            and static.keyword_filter in card.keywords
            for static in statics(creature, effects.DEPLOY_ZONE)
        )
    ]
    home = start_places(state, side, card)
    if not by_wall and not callers:
        return home
    return [
        place
        for place in empty_places(state, card)
        if place in home
        or (by_wall and any(board.is_beside_wall(square) for square in spaces[place]))
        or any(
            grid.are_adjacent(place, card.across, caller.place, printed(caller).across) for caller in callers
        )
    ]
