"""Forecasts of withdrawals, flights and pursuits: the next melee, or the blows at a unit's back.

Rules: battlesystem:7.12b, battlesystem:8.8d.
"""

from __future__ import annotations

from msgspec import structs

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Odds
from banneret.rulebooks.battlesystem.movement.disengaging.following import (
    AFTER,
    Following,
    FollowingSingly,
    go_along,
)
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import enemies_of
from banneret.rulebooks.battlesystem.movement.disengaging.withdrawals import may_follow
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.view.forecasts.melees import flight, melee, told


def parting_forecast(state: State, decision: Decision, order: Order) -> Odds | None:
    """The odds of an order to follow, withdraw or flee; None for any other, or if nobody strikes after it."""
    word = order[0]
    if word in ("follow", AFTER) and isinstance(decision, Following):
        return _following(state, decision, order)
    if word == "flee":
        return flight(state, state.units[order[1]], _who_flees(state, order))
    return _withdrawing(state, order) if word == "withdraw" else None


def _who_flees(state: State, order: Order) -> list[int] | None:
    """The skirmishers that an order to flee names; None if a whole unit flees, or, by versions 1 to 8 of the rules, all are struck."""
    if state.units[order[1]].singles is None or not is_mended(state, 9):
        return None
    return [figure for word in order if isinstance(word, tuple) for figure in word]


def _following(state: State, decision: Following, order: Order) -> Odds | None:
    """The odds of the next melee with the unit that is followed; None if there is none. Rule: battlesystem:7.12b."""
    world = state.copy()
    unit, foe = world.units[order[1]], world.units[order[2]]
    going = decision.figures(order) if isinstance(decision, FollowingSingly) else None
    go_along(state, unit, decision.heading, going)
    if not contacts.are_touching(world, unit, foe):
        return None
    found = told(world, melee(world, unit, foe), unit)
    return structs.replace(found, assumption=f"in the next melee with {name(state, foe)}, {found.assumption}")


def _withdrawing(state: State, order: Order) -> Odds | None:
    """The odds of the melee if an enemy follows, with contact as before; None if none may. Rule: battlesystem:7.12b."""
    unit = state.units[order[1]]
    touching = [state.units[number] for number in contacts.enemies_touching(state, unit)]
    if unit.singles is not None:
        touching = enemies_of(state, unit, [figure for word in order[2:] for figure in word])
    touching = [foe for foe in touching if may_follow(state, foe, unit)]
    if not touching:
        return None
    foe = touching[0]
    found = told(state, melee(state, unit, foe), unit)
    who, rest = name(state, foe), "otherwise"
    if len(touching) > 1:
        who, rest = f"{who} alone", "if nobody does"
    return structs.replace(found, assumption=f"if {who} should follow; no melee {rest}")
