"""Many battles by chance: no invariant broken, no battle stuck, every question answerable."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, Dice
from banneret.kernel.event import Event
from banneret.kernel.order import Order, plain_order, write_order
from banneret.kernel.table import Table
from banneret.testing.kit.cases import MOST_STEPS, Case, pick, scale

MOST_ORDERS = 20_000  # in one battle


class LooseEnd(Exception):
    """The findings while a step ran."""


class PlayoutTable(Table):
    """A table whose sides decide at random; every decision is checked."""

    def __init__(self, chance: Chance, dice: Dice, sides: int, telling: bool) -> None:
        self.telling = telling
        self.chance = chance
        self.source = dice
        self.sides = sides
        self.asked = 0

    def ask(self, decision: Decision) -> Order:
        """A legal order by chance."""
        self.asked += 1
        kind = decision.kind
        if not 0 <= decision.side < self.sides:
            raise LooseEnd(f"'{kind}' is asked of side {decision.side}, which does not exist.")
        orders = decision.orders()
        if not orders:
            raise LooseEnd(f"'{kind}' has no legal order: the battle is stuck.")
        default = decision.default()
        if decision.check(default) is not None:
            raise LooseEnd(f"The default {write_order(default)!r} of '{kind}' is refused.")
        order = pick(decision, self.chance)
        refusal = decision.check(order)
        if refusal is not None:
            raise LooseEnd(f"'{kind}' offered {write_order(order)!r} and refused it: {refusal}")
        if plain_order(order) != order:
            raise LooseEnd(f"{order!r} of '{kind}' does not survive being written and read.")
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Legal orders by chance."""
        if not decisions or len({decision.side for decision in decisions}) != len(decisions):
            raise LooseEnd("A secret choice is put to nobody, or to a side twice.")
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die by chance."""
        if faces < 1 or not why or not -1 <= side < self.sides or not -1 <= to < self.sides:
            raise LooseEnd(f"A die of {faces} faces is rolled for side {side} because of {why!r}.")
        return self.source.die(faces)

    def tell(self, event: Event) -> None:
        """Nobody listens."""


def check_playouts(case: Case) -> None:
    """Random battles in the direct mode: every invariant holds after every step, and no battle gets stuck."""
    rulebook = case.rulebook
    options = rulebook.options(case.options)
    for game in range(max(1, round(3 * scale()))):
        chance = case.chance(f"playout {game}")
        table = PlayoutTable(chance, chance.fork("dice"), len(case.scenario.sides), telling=game % 2 == 1)
        state = rulebook.new(case.scenario, options)
        quiet = 0
        step = 0
        while rulebook.outcome(state) is None:
            asked = table.asked
            where = f"Playout {game}, step {step}: "
            try:
                rulebook.step(state, table)
            except LooseEnd as found:
                case.fail(None, f"{where}{found}")
            faults = rulebook.invariants(state)
            if faults:
                case.fail(None, f"{where}{'; '.join(faults)}")
            step += 1
            quiet = 0 if table.asked > asked else quiet + 1
            if quiet > MOST_STEPS or table.asked > MOST_ORDERS:
                case.fail(None, f"{where}no end after {table.asked} orders: the battle is stuck.")
        outcome = rulebook.outcome(state)
        if outcome is None or not outcome.reason or not set(outcome.winners) <= set(range(table.sides)):
            case.fail(None, f"Playout {game} ends as {outcome}.")
