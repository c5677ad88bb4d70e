"""Whole battles for tests: begun from a scenario, or put in the middle of a turn, and played step by step on a scripted table."""

from __future__ import annotations

from collections.abc import Sequence

from rulebooks.skirmish.playing import Bench
from rulebooks.skirmish.yard import Yard

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.rounds import play_step
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.activation import actions_of, between_activations


def step(state: State, *orders: Order | None) -> Bench:
    """One step with just these orders; None is the default."""
    table = Bench(list(orders))
    play_step(state, table)
    table.finish()
    return table


def battle(scenario: str = "short_yard", **options: str) -> State:
    """A battle before anything was asked."""
    return RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options(options))


def act(yard: Yard, *orders: Order | None) -> Bench:
    """One action of the Action Phase."""
    yard.state.stage = stages.ACTIONS
    return step(yard.state, *orders)


def options_of(yard: Yard) -> list[Order]:
    """The orders of the next question of the Action Phase."""
    state = yard.state
    actor = state.creature(state.acting)
    return between_activations(state, []) if actor is None else actions_of(state, actor, [])


def deck(yard: Yard, side: int, *cards: str) -> None:
    """Action cards for a deck."""
    yard.state.armies[side].actions = sorted([action_card(name).index for name in cards])


def recruits(yard: Yard, side: int, *names: str) -> None:
    """Creature cards for a hand."""
    yard.state.armies[side].creature_hand = sorted([creature_card(name).index for name in names])


def names_of(cards: Sequence[int]) -> list[str]:
    """The ids of action cards."""
    return [action_cards()[card].id for card in cards]
