"""The Deploy Phase: creatures are paid for and placed, then the hand is filled.

Rules: skirmish:deploy.cost, skirmish:deploy.no-level-limit, skirmish:deploy.untapped, skirmish:deploy.no-window, skirmish:deploy.refill,
skirmish:setup.miniatures.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.asking import ask
from banneret.rulebooks.skirmish.board.homes import away_from_enemies, deploy_places
from banneret.rulebooks.skirmish.board.stores import draw_creatures
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_card, creature_cards
from banneret.rulebooks.skirmish.tables.numbers import CREATURE_HAND
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.turn.readying import ready_next, ready_step

DONE: Final[Order] = ("done",)


def deploy_next(state: State, table: Table) -> None:
    """Play the next step of the Deploy Phase: Ready of a creature just deployed, the next deployment, or filling the hand."""
    if state.fresh:
        ready_next(state, table)
        return
    side = state.active
    order = DONE
    if may_deploy(state, side):
        order = ask(
            state,
            table,
            "deploy",
            side,
            "skirmish:deploy.cost",
            lambda: deployments(state, side),
            lambda options: _dearest(state, side, options),
        )
    if order == DONE:
        drawn = draw_creatures(state, table, side, CREATURE_HAND)
        if drawn and table.telling:
            text = f"{state.setting.names[side]} draws {drawn} creature card{'s' * (drawn > 1)}."
            news.tell(table, "filled", text, "deploy.refill", side, count=drawn)
        state.stage = stages.BEFORE_END
        return
    card = creature_card(str(order[1]))
    army = state.armies[side]
    army.supply -= card.level
    army.spent += card.level
    army.creature_hand.remove(card.index)
    creature = put(state, side, card, state.setting.board.grid.named(str(order[2])))
    if ready_step(creature) is not None:
        state.fresh = (creature.id,)
    if table.telling:
        text = f"{news.name(state, creature)} is deployed to {order[2]} for {card.level} gold."
        news.tell(table, "deployed", text, "deploy.cost", side, creature=creature.id, cost=card.level)


def _dearest(state: State, side: int, options: list[Order]) -> int:
    """The index of the default: the dearest creature that can be paid for, as near to the enemy as possible; else to deploy none."""
    if len(options) < 2:
        return 0
    grid = state.setting.board.grid
    away = away_from_enemies(state, side)
    best, found = (0, 0), 0
    for at, order in enumerate(options):
        if order[0] == "deploy":
            value = (creature_card(str(order[1])).level, -away[grid.named(str(order[2]))])
            if not found or value > best:
                best, found = value, at
    return found


def put(state: State, side: int, card: CreatureCard, place: int) -> Creature:
    """Put a new creature on the board and return it: untapped and undamaged, but not to be activated this turn. Rule: skirmish:deploy.untapped."""
    twin = state.twin_for(card.index, side)
    creature = Creature(state.came, card.index, side, place, activated=True, twin=twin)
    state.came += 1
    state.creatures.append(creature)
    return creature


def may_deploy(state: State, side: int) -> bool:
    """True if, for all that everyone knows, a side may be able to deploy a creature. Rule: skirmish:info.public."""
    army = state.armies[side]
    if not army.creature_hand:
        return False
    return any(
        (card.index in army.creature_hand or card.index in army.creatures)
        and is_affordable(state, side, card)
        for card in creature_cards()
    )


def is_affordable(state: State, side: int, card: CreatureCard) -> bool:
    """True if the supply pays for a creature, a miniature is free, and there is room. Rules: skirmish:deploy.cost, skirmish:setup.miniatures."""
    if card.level > state.armies[side].supply:
        return False
    standing = sum([one.card == card.index and one.side == side for one in state.creatures])
    return standing < card.copies and bool(deploy_places(state, side, card))


def deployments(state: State, side: int) -> list[Order]:
    """The order to deploy none, then all ways to deploy a creature of the hand. Rules: skirmish:deploy.cost, skirmish:deploy.place."""
    names = state.setting.board.grid.names
    found: list[Order] = [DONE]
    hand = state.armies[side].creature_hand
    for card in creature_cards():
        if card.index in hand and is_affordable(state, side, card):
            found += [("deploy", card.id, names[place]) for place in deploy_places(state, side, card)]
    return found
