"""The test kit finds faults: rulebooks with one planted fault each, and the check that must find it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from kernel import toy
from kernel.toy import HiddenHands, Muster, State

from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.record.record import Record
from banneret.kernel.table import Table
from banneret.kernel.viewer import Viewer
from banneret.testing import kit

DUEL = "duel"


def found(rulebook: HiddenHands, check: str, scenario: str = DUEL, seeds: int = 4) -> str:
    """The failure that a check reports, or an empty text."""
    try:
        if check in kit.BOOK_CHECKS:
            kit.BOOK_CHECKS[check](rulebook)
        else:
            for case in kit.cases(rulebook, scenario, seeds):
                kit.CHECKS[check](case)
    except kit.KitFailure as failure:
        return str(failure)
    return ""


def test_the_toy_has_none_of_them() -> None:
    assert found(toy.RULEBOOK, "two_worlds") == ""
    assert found(toy.RULEBOOK, "mutated_orders") == ""


class Remembers(HiddenHands):
    """Keeps something outside of its state."""

    steps = 0

    def step(self, state: State, table: Table) -> None:
        self.steps += 1
        if state.stage == toy.TRICK:
            table.die(5 + self.steps % 3, "a die that depends on the past")
        super().step(state, table)


class Shallow(HiddenHands):
    """Shares hands between copies."""

    def copy(self, state: State) -> State:
        other = super().copy(state)
        other.hands = state.hands
        return other


class Forgetful(HiddenHands):
    """Loses the active side in its bytes."""

    def load(self, data: bytes, like: State) -> State:
        state = super().load(data, like)
        state.active = 0
        return state


class Counts(HiddenHands):
    """Shows the best card of every hand in the scene."""

    def scene(self, state: State, viewer: Viewer) -> Any:
        from msgspec.structs import replace

        from banneret.kernel.scene import Stage

        best = ", ".join(state.names[max(hand, default=0)] for hand in state.hands)
        return replace(super().scene(state, viewer), stage=Stage("trick", best))


class BlabsInTime(HiddenHands):
    """Tells everybody what a side holds, in the middle of a step."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK and table.telling:
            text = f"The blues hold {state.names[max(state.hands[1])]}."
            table.tell(Event("blab", text, "toy:muster"))
        super().step(state, table)


class Telltale(Choice):
    def __init__(self, state: State) -> None:
        super().__init__("double", 0, "toy:double", [("pass",), ("spend",)])
        self.state = state


class HandsOver(HiddenHands):
    """Gives a question to a side that has the whole state hanging on it."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK:
            table.ask(Telltale(state))
        super().step(state, table)


class AsksByHand(HiddenHands):
    """Asks a side only if it holds something."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.MUSTER and state.hands[1][0] <= 3:
            table.ask(Choice("double", 1, "toy:double", [("pass",)]))
        super().step(state, table)


class OffersTooMuch(HiddenHands):
    """Lists an order that it refuses."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.MUSTER:
            table.ask(Liar("double", 0, "toy:double", [("pass",), ("spend",)]))
        super().step(state, table)


class Liar(Choice):
    def check(self, order: Order) -> Refusal | None:
        if order == ("spend",):
            return Refusal("That is not possible today.", "toy:double", ("pass",))
        return super().check(order)


class Lenient(HiddenHands):
    """Takes cards that a side does not hold."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK:
            table.ask(Anything("double", 0, "toy:double", [("pass",), ("spend",)]))
        super().step(state, table)


class Anything(Choice):
    def check(self, order: Order) -> Refusal | None:
        return None if order[0] in ("pass", "spend") else super().check(order)


class Curt(HiddenHands):
    """Refuses without the nearest order."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK:
            table.ask(No("double", 0, "toy:double", [("pass",), ("spend",)]))
        super().step(state, table)


class No(Choice):
    def check(self, order: Order) -> Refusal | None:
        return None if order in self.options else Refusal("That cannot be done.", self.rule)


class Trips(HiddenHands):
    """Trips over words that are no numbers."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK:
            table.ask(Sum("double", 0, "toy:double", [("pass", 1), ("pass", 2)]))
        super().step(state, table)


class Sum(Choice):
    def check(self, order: Order) -> Refusal | None:
        return super().check(order) if order[1] + 1 else None


class Endless(HiddenHands):
    """Never gets to an end."""

    def step(self, state: State, table: Table) -> None:
        super().step(state, table)
        state.trick = 0
        if state.stage == toy.OVER:
            state.stage = toy.TRICK
            for card in state.thrown[:6]:
                state.thrown.remove(card)
                state.hands[card % 2].append(card)
        for hand in state.hands:
            if not hand:
                hand.append(state.thrown.pop())
            hand.sort()


class Stuck(HiddenHands):
    """Asks without an answer."""

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.TRICK:
            table.ask(Choice("double", 0, "toy:double", []))
        super().step(state, table)


class Cheats(HiddenHands):
    """Has a card twice."""

    def step(self, state: State, table: Table) -> None:
        super().step(state, table)
        if state.stage == toy.OVER:
            state.thrown.append(1)


class Shows(HiddenHands):
    """Shows something hidden without saying that it does."""

    def step(self, state: State, table: Table) -> None:
        mustering = state.stage == toy.MUSTER
        if mustering:
            order = table.ask(Choice("double", 0, "toy:double", [("pass",), ("spend",)]))
            if table.telling and order == ("spend",):
                text = f"The blues hold {state.hands[1][0]}."
                table.tell(Event("seen", text, "toy:double", to=(0,)))
        super().step(state, table)


class Peeker(Player):
    """Looks into hands."""

    def __init__(self, chance: Chance) -> None:
        self.name = "greedy"
        self.imagines = False

    def choose(self, decision: Decision, seat: Seat) -> Order:
        orders = decision.orders()
        if isinstance(decision, Muster):
            return decision.default()
        hands = seat.lens._state.hands
        return orders[sum(hands[1 - seat.side]) % len(orders)]


class LooksIntoHands(HiddenHands):
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        return Peeker(chance)


class Follower(Player):
    """Gives the default at every question."""

    def __init__(self) -> None:
        self.name = "greedy"
        self.imagines = False

    def choose(self, decision: Decision, seat: Seat) -> Order:
        return decision.default()


class WeighsNothing(HiddenHands):
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        return Follower()


class Unruly(HiddenHands):
    """Names a rule that does not exist."""

    def step(self, state: State, table: Table) -> None:
        super().step(state, table)
        if table.telling:
            table.tell(Event("x", "Something happened.", "toy:nothing"))


COLOURS = ("red", "blue", "green", "yellow", "crimson")
"""A set is made of them at run time: the order of one that stands in the source may come from the process that compiled it."""


class BySet(HiddenHands):
    """Depends on the order of a set."""

    def scenarios(self) -> dict[str, Any]:
        return {name: scenario for name, scenario in super().scenarios().items() if name == "tiny"}

    def step(self, state: State, table: Table) -> None:
        if state.stage == toy.DEAL:
            first = next(iter(set(COLOURS)))
            table.die(2 + len(first), "a set")
        super().step(state, table)


CAUGHT: list[tuple[type[HiddenHands], str, str]] = [
    (Remembers, "resumed", "entry|run again|another|wanted|answer"),
    (Remembers, "straight", "Straight through|and then"),
    (Shallow, "straight", "and then"),
    (Forgetful, "resumed", "other bytes"),
    (Counts, "two_worlds", "the scene of"),
    (Counts, "canaries", "The scene of"),
    (BlabsInTime, "two_worlds", "receives other news"),
    (BlabsInTime, "canaries", "The news of"),
    (AsksByHand, "two_worlds", "others are asked|contradicts"),
    (HandsOver, "two_worlds", "the question 'double' itself tells"),
    (OffersTooMuch, "orders", "lists 'spend', refused"),
    (OffersTooMuch, "playouts", "offered 'spend' and refused it"),
    (Lenient, "mutated_orders", "none of its orders"),
    (Curt, "mutated_orders", "no nearest legal order"),
    (Trips, "mutated_orders", "trips over"),
    (Endless, "playouts", "no end after|card is missing"),
    (Stuck, "playouts", "no legal order: the battle is stuck"),
    (Cheats, "playouts", "a card is missing or there twice"),
    (Shows, "two_worlds", "may be undone"),
    (LooksIntoHands, "player", "its player greedy decides otherwise"),
    (LooksIntoHands, "player_sources", "reads lens._state"),
    (WeighsNothing, "weighed", r"all \d+ questions of kind 'play'"),
    (Unruly, "events", "name no rule"),
    (BySet, "processes", "another battle is played"),
]


@pytest.mark.parametrize(
    ("rulebook", "check", "message"), CAUGHT, ids=[f"{book.__name__}-{check}" for book, check, _ in CAUGHT]
)
def test_a_planted_fault_is_found(rulebook: type[HiddenHands], check: str, message: str) -> None:
    failure = found(rulebook(), check)
    assert re.search(message, failure), failure[:2000]


def test_a_failure_tells_how_to_see_it_again() -> None:
    failure = found(Counts(), "two_worlds")
    assert "toy duel, kit seed 0" in failure
    assert "after entry" in failure
    file = Path(failure.rpartition("the battle is in ")[2].rstrip("]\n"))
    assert Record.parse(file.read_text(encoding="utf-8")).count > 0
