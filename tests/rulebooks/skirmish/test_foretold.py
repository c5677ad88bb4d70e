"""Battles by chance, in which the forecasts of orders are held against what comes of them if nobody answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rulebooks.skirmish.field import battle

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.displacing import Going
from banneret.rulebooks.skirmish.board.traits import hit_points
from banneret.rulebooks.skirmish.rounds import play_step
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.view.previews import Foresight

FORETOLD = ("attack", "use", "play", "strike", "dodge")
IDLE = ("end", "done", "pass")


class Quiet(Table):
    """A table at which what was answered in a step is answered again, then one order is given, and nobody does anything more."""

    def __init__(self, answered: Sequence[Order | int], order: Order) -> None:
        self.answered = [*answered, order]

    def ask(self, decision: Decision) -> Order:
        if self.answered:
            order = self.answered.pop(0)
            assert isinstance(order, tuple)
            return order
        if isinstance(decision, Going):
            return decision.stay()
        return ("pass",) if decision.kind in ("answer", "window") else decision.default()

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        if self.answered and isinstance(self.answered[0], int):
            return int(str(self.answered.pop(0)))
        return 1


class Trial(Table):
    """A table at which all is by chance; of each question two orders are played out, and must bring what was foretold."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.begun = state.copy()
        self.answered: list[Order | int] = []
        self.tried = 0

    def begin(self) -> None:
        """A step begins."""
        self.begun, self.answered = self.state.copy(), []

    def ask(self, decision: Decision) -> Order:
        if decision.kind in ("act", "activate", "answer", "window"):
            orders = [order for order in decision.orders() if order[0] in FORETOLD]
            places = list(range(len(orders)))
            self.chance.shuffle(places)
            for place in places[:2]:
                self.try_out(decision, orders[place])
        order = decision.sample(self.chance)
        for _ in range(3):  # most do something
            if order[0] in IDLE:
                order = decision.sample(self.chance)
        self.answered.append(order)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [decision.default() for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        self.answered.append(1 + self.chance.below(faces))
        return int(str(self.answered[-1]))

    def try_out(self, decision: Decision, order: Order) -> None:
        """Play an order out, and hold the end of its step against the forecast."""
        said = Foresight(self.state, decision).consequence(order)
        before = self.state if self.state.chain is None else self.played(("pass",))
        assert said.split("; ") == changes(before, self.played(order)), (decision.kind, order)
        self.tried += 1

    def played(self, order: Order) -> State:
        """The end of the step if an order is given now, and nobody does anything more."""
        state = self.begun.copy()
        play_step(state, Quiet(self.answered, order))
        return state


def changes(before: State, after: State) -> list[str]:
    """All gold that went, points that came, hit points that are others, and who stands that would have fallen."""
    found: list[str] = []
    for name, army, then in zip(before.setting.names, before.armies, after.armies, strict=True):
        if army.vault != then.vault:
            found.append(f"{name} vault {army.vault} → {then.vault}")
        if army.points != then.points:
            found.append(f"{name} points {army.points} → {then.points}")
    for one in before.creatures:
        left = hit_points(one) - one.damage
        now = after.creature(one.id)
        stands = 0 if now is None else hit_points(now) - now.damage
        if now is None:
            found.append(f"{news.short(before, one)} destroyed")
        elif stands != left:
            found.append(f"{news.short(before, one)} {left} → {stands}")
    fallen = [one for one in after.creatures if before.creature(one.id) is None]
    found += [f"{news.short(after, one)} stands" for one in fallen]
    return found or [""]


@pytest.mark.rule("skirmish:timing.lifo", "skirmish:timing.simultaneous", "skirmish:destroy.gold")
@pytest.mark.parametrize("number", range(6))
def test_what_is_foretold_comes_if_nobody_answers(number: int) -> None:
    state = battle(("short_yard", "two_and_two", "twin_halls")[number % 3])
    table = Trial(state, Chance(900 + number))
    while state.outcome is None:
        table.begin()
        play_step(state, table)
    assert table.tried > 100
