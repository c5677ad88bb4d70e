"""Dice of imagined worlds: even, the same for every plan, in step again after one plan has rolled more, and mirrored in every second world."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import Player, Seat
from banneret.players.search.common_dice import CommonDice
from banneret.players.search.planning import Planner, World, is_one
from banneret.players.search.statistics import OPEN, lead, lead_of_pairs


def rolled(seed: int, mirrored: bool, asked: list[tuple[str, int, int]]) -> list[int]:
    """What d20 show for these reasons, sides and turns."""
    dice = CommonDice()
    dice.begin(seed, mirrored)
    return [dice.die(20, *one) for one in asked]


ATTACK, ANSWER, LATER = ("attack", 0, 3), ("attack", 1, 3), ("attack", 0, 4)


def test_a_plan_that_rolls_more_leaves_all_other_dice_as_they_are() -> None:
    few = rolled(17, False, [ATTACK, ANSWER, LATER])
    many = rolled(17, False, [ATTACK, ATTACK, ("morale", 0, 3), ANSWER, LATER])
    assert (many[0], many[3], many[4]) == tuple(few)


def test_every_reason_side_turn_and_count_has_dice_of_its_own() -> None:
    asked = [ATTACK, ATTACK, ANSWER, LATER, ("morale", 0, 3)]
    shown = [rolled(seed, False, asked) for seed in range(200)]
    for first in range(len(asked)):
        for second in range(first):
            assert 2 <= sum(one[first] == one[second] for one in shown) <= 22  # a twentieth, about


def test_the_second_world_of_a_pair_mirrors_the_first() -> None:
    asked = [ATTACK, ATTACK, ANSWER, LATER]
    assert [sum(pair) for pair in zip(rolled(5, False, asked), rolled(5, True, asked), strict=True)] == [
        21
    ] * 4


@pytest.mark.parametrize("faces", [2, 6, 10, 20, 100])
def test_every_face_is_as_likely_as_another(faces: int) -> None:
    dice, shown = CommonDice(), Counter[int]()
    for seed in range(500):
        dice.begin(seed, False)
        shown.update(dice.die(faces, "attack", at % 2, at // 10) for at in range(40))
    expected = 20_000 / faces
    surprise = sum((shown[face] - expected) ** 2 / expected for face in range(1, faces + 1))
    assert surprise < faces - 1 + 4 * (2 * (faces - 1)) ** 0.5  # chi-square: its mean and four deviations
    assert min(shown) == 1
    assert max(shown) == faces


def test_the_error_of_pairs_counts_what_a_pair_has_in_common() -> None:
    mine = [0.7, 0.3, 0.8, 0.2, 0.6, 0.4, 0.9, 0.1]  # every pair has the mean 0.5
    theirs = [0.4] * 8
    mean, error = lead_of_pairs(mine, theirs)
    assert mean == pytest.approx(0.1)
    assert error == pytest.approx((OPEN / 8 / 4) ** 0.5)
    assert error < lead(mine, theirs)[1]
    assert lead_of_pairs([*mine, 1.0], [*theirs, 0.1])[0] == pytest.approx((0.8 + 0.9) / 9)
    assert lead_of_pairs(mine[:6], theirs[:6]) == lead(mine[:6], theirs[:6])


class Watched(Player):
    """The greedy player; at its first questions it keeps what its first two plans were worth in worlds with these dice and with others."""

    def __init__(self, planner: Planner) -> None:
        self.name, self.imagines = "watched", True
        self.planner = planner
        self.found: list[list[list[float]]] = []

    def choose(self, decision: Any, seat: Seat) -> Any:
        """The greedy player's order."""
        planner = self.planner
        plans = planner.plans(decision, seat, 6)
        if len(self.found) < 40 and not is_one(plans):
            table = planner.table(decision.kind, seat)
            worlds = [World(7, 5, False), World(7, 5, False), World(7, 6, False)]
            self.found.append([planner.played(world, plans[:2], table, seat) for world in worlds])
            planner.try_out(plans, decision.kind, seat, 48)
        return plans[0].order


def test_plans_of_a_battle_meet_worlds_in_pairs_and_roll_by_them() -> None:
    book = rulebooks.get("warcards")
    watched = Watched(Planner(book, Chance(3), lambda: 0.0))
    state = book.new(book.scenario("border_skirmish"), book.options())
    play(book, state, [watched, book.computer.greedy(Chance(5))], Chance(6))
    worlds = watched.planner.worlds
    assert len(worlds) >= 8
    assert [world.mirrored for world in worlds] == [at % 2 == 1 for at in range(len(worlds))]
    assert all(one.rolls == other.rolls for one, other in zip(worlds[::2], worlds[1::2], strict=False))
    assert len({world.seed for world in worlds}) == len(worlds)
    assert all(one == again for one, again, _ in watched.found)
    assert any(one != other for one, _, other in watched.found)
