"""What is worked out once and used twice: walks of random orders, wheels sought where trigonometry puts them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from rulebooks.battlesystem.regiments import battle, men, skirmishers

from banneret import rulebooks
from banneret.geometry.plane import heading_of, snap_heading, swing, turn_between
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play_counted
from banneret.kernel.order import Order
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import pivot, wheel_cost
from banneret.rulebooks.battlesystem.drill.walking import carried_on, plan
from banneret.rulebooks.battlesystem.movement.charges.charge_aims import wheel_to, wheel_within_reach
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FLED


class Forgetful(Player):
    """A random player that says what it drew in words of its own, so that no walk is known for the order."""

    name = "forgetful"

    def __init__(self, chance: Chance) -> None:
        self.drawing = RandomPlayer(chance)

    def choose(self, decision: Decision, seat: Seat) -> Order:
        return (*self.drawing.choose(decision, seat),)


def scouts() -> State:
    """Skirmishers on both sides, with formed troops to avoid."""
    south, north = [[(24.0 + 2.0 * n, y) for n in range(5)] for y in (10.0, 36.0)]
    return battle(
        skirmishers("Slings", south),
        men("Axes", 12, 6, 40.0, 12.0),
        skirmishers("Bows", north, 180.0, 1),
        men("Picks", 12, 6, 16.0, 34.0, 180.0, side=1),
        ranking=(0, 1),
        movers=(0, 1),
    )


def ford() -> State:
    book = rulebooks.get("battlesystem")
    state: State = book.new(book.scenario("ford_at_dawn"), book.options())
    return state


def causeway() -> State:
    """A battle with individuals who fight, whose ways are kept too."""
    book = rulebooks.get("battlesystem")
    state: State = book.new(book.scenario("the_causeway"), book.options())
    return state


BATTLES = [(ford, 3), (ford, 4), (scouts, 5), (scouts, 6), (causeway, 3)]


@pytest.mark.parametrize(("begun", "seed"), BATTLES)
def test_an_order_goes_the_same_whether_its_walk_was_kept_or_is_walked_again(
    begun: Callable[[], State], seed: int
) -> None:
    book = rulebooks.get("battlesystem")
    ends = []
    kinds: list[Callable[[Chance], Player]] = [RandomPlayer, Forgetful]
    for kind in kinds:
        chance = Chance(seed)
        state = begun()
        outcome, orders = play_counted(book, state, [kind(chance), kind(chance)], chance)
        ends.append((outcome, orders, book.dump(state)))
    assert ends[0] == ends[1]


def test_what_is_around_is_looked_up_again_once_anybody_stands_elsewhere() -> None:
    state = battle(
        men("Axes", 12, 6, 24.0, 10.0),
        men("Picks", 12, 6, 24.0, 20.0),  # two ranks of 0.75 in: its rear stands 8.5 in ahead
        men("Bills", 12, 6, 24.0, 40.0, 180.0, side=1),
        ranking=(0, 1),
        movers=(0, 1),
    )
    axes, picks = state.units[0], state.units[1]
    first = plan(state, axes, [("slide", 0, 9)], 9.0, True)
    again = plan(state, axes, [("slide", 0, 4)], 9.0, True)
    assert first.around is again.around
    assert [first.cost, again.cost] == pytest.approx([8.5, 4.0])
    assert picks.block is not None
    picks.stand(Block(24.0, 16.0, 0.0, 12, 6, 0.75, 0.75, 0.0))
    assert plan(state, axes, [("slide", 0, 9)], 9.0, True).cost == pytest.approx(4.5)
    picks.leave(FLED)
    assert plan(state, axes, [("slide", 0, 9)], 9.0, True).cost == pytest.approx(9.0)
    assert plan(state.copy(), axes, [("slide", 0, 9)], 9.0, True).cost == pytest.approx(9.0)


def off_after(block: Block, hand: int, degrees: float, x: float, y: float) -> float:
    """Degrees that a point lies off straight ahead after a wheel to the right (1) or left (-1)."""
    front = swing(block.x, block.y, *pivot(block, hand % 4), hand * degrees)  # RIGHT is 1, LEFT is 3
    ahead = snap_heading(block.heading + hand * degrees)
    return hand * turn_between(ahead, heading_of(x - front[0], y - front[1]))


@pytest.mark.parametrize("off", [0.0, 45.0])
def test_the_least_wheel_toward_a_point_is_found(off: float) -> None:
    dice = random.Random(7)
    wheels = 0
    for _ in range(300):
        figures = dice.randint(1, 24)
        files = dice.randint(1, figures)
        block = Block(30.0, 24.0, dice.randint(0, 35999) / 100, figures, files, 0.75, 0.75, 0.5)
        x, y = 30.0 + dice.uniform(-20.0, 20.0), 24.0 + dice.uniform(-20.0, 20.0)
        turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
        hand = 1 if turn > 0.0 else -1
        degrees = wheel_to(block, x, y, off)
        if 0.0 < degrees < 90.0:
            wheels += 1
            assert off_after(block, hand, degrees, x, y) <= off < off_after(block, hand, degrees - 0.01, x, y)
    assert wheels > 60


@pytest.mark.parametrize("off", [0.0, 45.0])
def test_a_wheel_too_dear_is_known_without_being_sought(off: float) -> None:
    dice = random.Random(11)
    dear = 0
    for _ in range(400):
        figures = dice.randint(1, 24)
        block = Block(
            30.0, 24.0, dice.randint(0, 35999) / 100, figures, dice.randint(1, figures), 0.75, 0.75, 0.5
        )
        x, y = 30.0 + dice.uniform(-20.0, 20.0), 24.0 + dice.uniform(-20.0, 20.0)
        side = 1 if turn_between(block.heading, heading_of(x - block.x, y - block.y)) > 0.0 else 3
        most = dice.uniform(0.0, 12.0)
        degrees = wheel_to(block, x, y, off)
        is_paid = wheel_cost(block, side, degrees) <= most
        dear += not is_paid
        assert wheel_within_reach(block, side, x, y, off, most) == (degrees if is_paid else 0.0)
    assert dear > 100


def test_a_walk_that_is_carried_on_is_the_same_as_one_planned_whole() -> None:
    state = battle(
        men("Axes", 12, 6, 24.0, 10.0),
        men("Bills", 12, 6, 30.0, 30.0, 180.0, side=1),
        ranking=(0, 1),
        movers=(0, 1),
    )
    axes = state.units[0]
    first = plan(state, axes, [("face", "right")], 30.0, True)
    assert first.unit.block is not None
    begun = first.unit.block.facts()
    both, longer = (
        plan(state, axes, [("face", "right"), ("slide", 0, 4)], 30.0, True),
        carried_on(state, first, ("slide", 0, 4)),
    )
    assert both.unit.block is not None
    assert longer.unit.block is not None
    assert longer.unit.block.facts() == both.unit.block.facts()
    assert (longer.cost, longer.place, len(longer.legs)) == (both.cost, both.place, 2)
    assert (first.unit.block.facts(), len(first.legs)) == (begun, 1)
