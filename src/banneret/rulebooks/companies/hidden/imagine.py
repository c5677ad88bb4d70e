"""Scripts that a viewer cannot know: dealt again, taken out, or marked. Rules: companies:map.hidden, companies:script.secret.

A step reveals its volley before it asks anything, so the volleys after it are sealed, and in it only the action of a company that hesitates,
which nobody ever sees.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import enemies_of
from banneret.rulebooks.companies.exchange.effort import AIMLESS
from banneret.rulebooks.companies.state import NOBODY, NOWHERE, UNWRITTEN, Company, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, NOTHING

FIRST: Final = 710_077
"""The first canary, a number that no state has otherwise."""
STRIDE: Final = 1_013
"""The distance of one canary to the next."""


def sealed(state: State, company: Company) -> list[int]:
    """The volleys of a company's script that only its own side knows."""
    if state.stage != stages.VOLLEY or company.written is None:
        return []
    first = state.volley + (company.hesitates != state.now)
    return [
        volley
        for volley in range(first, stages.VOLLEYS)
        if company.written[volley] not in (UNWRITTEN, NOTHING)
    ]


def imagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """A copy in which the sealed volleys of others are dealt again at random."""
    world = state.copy()
    for company in world.companies:
        if viewer.owns(world.setting.forces[company.id].side):
            continue
        for volley in sealed(world, company):
            assert company.written is not None
            assert company.targets is not None
            action = chance.below(len(ACTIONS))
            company.written[volley] = action
            company.targets[volley] = chance.below(len(world.nodes)) if action == ADVANCE else NOWHERE
            if company.foes is not None:
                foes = enemies_of(world, company.id)
                company.foes[volley] = NOBODY if action in AIMLESS else foes[chance.below(len(foes))]
    return world


def without_secrets(state: State, viewer: Viewer) -> State:
    """A copy from which the sealed volleys of others are taken out."""
    world = state.copy()
    for company in world.companies:
        if viewer.owns(world.setting.forces[company.id].side):
            continue
        for volley in sealed(world, company):
            assert company.written is not None
            assert company.targets is not None
            company.written[volley] = UNWRITTEN
            company.targets[volley] = NOWHERE
            if company.foes is not None:
                company.foes[volley] = NOBODY
    return world


def canaries(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """A copy in which every sealed action and target is a number found nowhere else, and these numbers as text."""
    world = state.copy()
    tokens: list[str] = []
    for company in world.companies:
        if viewer.owns(world.setting.forces[company.id].side):
            continue
        for volley in sealed(world, company):
            for row in (company.written, company.targets, company.foes):
                if row is None:
                    continue
                row[volley] = FIRST + STRIDE * len(tokens)
                tokens.append(str(row[volley]))
    return world, tokens
