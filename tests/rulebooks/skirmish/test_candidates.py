"""The orders that tree search thinks about: something of everything, and no card that seems to do nothing."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.rulebooks.skirmish.rulebook import RULEBOOK


def asked(fits: Callable[[Decision], bool]) -> tuple[Battle, Decision]:
    """A battle between greedy players at the first question of a kind."""
    for seed in range(20):
        battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=seed)
        players = [RULEBOOK.computer.greedy(Chance(seed)) for _ in battle.sides]
        while not battle.is_over:
            decision = battle.decisions[0]
            if fits(decision):
                return battle, decision
            side = decision.side
            battle.give(battle.sides[side], players[side].choose(decision, battle.seat(side)))
    raise AssertionError("it was never asked")


def candidates(battle: Battle, decision: Decision) -> list[object]:
    """The eight best of a decision."""
    return list(RULEBOOK.computer.candidates(decision, battle.seat(decision.side).lens, 8))


def test_every_creature_that_may_be_deployed_is_thought_about_and_none() -> None:
    def fits(decision: Decision) -> bool:
        return decision.kind == "deploy" and len({order[1:2] for order in decision.orders()}) > 2

    battle, decision = asked(fits)
    found = candidates(battle, decision)
    assert {order[1:2] for order in found} == {order[1:2] for order in decision.orders()}  # type: ignore[index]
    assert len(found) == 8


def test_a_card_without_an_effect_is_kept_and_passing_always_thought_about() -> None:
    def fits(decision: Decision) -> bool:
        orders = decision.orders()
        return decision.kind == "window" and any(order[:2] == ("play", "block") for order in orders)

    battle, decision = asked(fits)
    assert candidates(battle, decision) == [("pass",)]
