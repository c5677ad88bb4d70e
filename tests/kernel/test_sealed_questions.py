"""Questions of secret simultaneous choices say that they are."""

from __future__ import annotations

import random

import banneret


def test_a_question_says_that_others_are_asked_in_secret_too() -> None:
    """Of a secret simultaneous choice, also when the others have chosen; of no other question."""
    battle = banneret.start("stacks", "two_banners", seed=5)
    chance = random.Random(5)
    alone = together = 0
    while not (alone and together):
        side = battle.waiting_for[0]
        if len(battle.waiting_for) > 1:
            together += 1
            assert all(battle.scene(one).questions[0].sealed for one in battle.waiting_for)
            battle.give(side, chance.choice(battle.orders(side)))
            (side,) = battle.waiting_for
            assert battle.scene(side).questions[0].sealed
        else:
            alone += 1
            assert not battle.scene(side).questions[0].sealed
        battle.give(side, chance.choice(battle.orders(side)))
