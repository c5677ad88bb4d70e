"""Step T1: the defender may leave the battle at the price of a unit."""

from __future__ import annotations

from banneret.kernel.decision import Decision, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order, write_order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.ending import end_battle
from banneret.rulebooks.stacks.board.transports import lost_with
from banneret.rulebooks.stacks.leaving.destinations import (
    destinations,
    leave_battle,
    place_name,
    those_who_go,
)
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.stages import WITHDRAW
from banneret.rulebooks.stacks.state import LEFT, Fight, State
from banneret.rulebooks.stacks.text import battle_news
from banneret.rulebooks.stacks.text.wording import opening, the

STAY: Order = ("stay",)


def retreat(state: State, table: Table) -> None:
    """Ask the defender whether to retreat: to sacrifice a unit and move the rest to an adjacent hex, which ends the battle.

    Rule: stacks:retreat.right, stacks:retreat.timing, stacks:retreat.who-moves, stacks:retreat.no-save.
    """
    fight = state.fight
    assert fight is not None
    side = fight.corners[1].side
    order = table.ask(Retreats(state, fight, side))
    if order[0] == "stay":
        state.stage = WITHDRAW
        return
    price: int = order[1]
    place = LEFT if state.setting.battle_only else state.setting.grid.named(order[2])
    fight.retreated = True
    if table.telling:
        battle_news.retreats(state, table, price, place)
    destroy(state, table, [price], "stacks:retreat.sacrifice", "sacrificed")
    if state.outcome is not None:
        return
    group = those_who_go(state, side, fight.hex)
    if group:
        leave_battle(state, table, side, group, place)
    end_battle(state, table, side)


class Retreats(Decision):
    """The decision to stay or to retreat: `("retreat", sacrifice, hex)`. Its options are made when first read.

    Rule: stacks:retreat.sacrifice, stacks:retreat.destination, stacks:retreat.sea, stacks:site.not-a-price.
    """

    def __init__(self, state: State, fight: Fight, side: int) -> None:
        self.kind = "retreat"
        self.side = side
        self.rule = "stacks:retreat.right"
        self.listed = True
        self._state: State = state
        self._hex: int = fight.hex
        self.options: list[Order] | None = None

    def orders(self) -> list[Order]:
        """Return staying first, then every sacrifice with every hex that the rest can go to."""
        options = self.options
        if options is None:
            options = [STAY]
            movers = those_who_go(self._state, self.side, self._hex)
            for price in movers:
                options += self._at_price(movers, price)
            self.options = options
        return options

    def _at_price(self, movers: list[int], price: int) -> list[Order]:
        """The retreats at the sacrifice of one unit; a ship sinks with its passengers. Rule: stacks:retreat.sea."""
        state = self._state
        unit = state.units[price]
        if unit.held or unit.held_turns:
            return []
        group = self._group(movers, price)
        if not group:
            return []
        places = destinations(state, self.side, self._hex, group)
        return [("retreat", price, place_name(state, place)) for place in places]

    def _group(self, movers: list[int], price: int) -> list[int]:
        """The movers left after the sacrifice."""
        gone = lost_with(self._state, self._state.units[price])
        return [number for number in movers if number not in gone]

    def default(self) -> Order:
        """Return the order to stay."""
        return STAY

    def check(self, order: Order) -> Refusal | None:
        """Return None if the order is among the options, else what is wrong."""
        options = self.orders()
        if order in options:
            return None
        reason, rule = self._fault(order)
        return Refusal(reason, rule, nearest_order(order, options))

    def _fault(self, order: Order) -> tuple[str, str]:
        """The fault of an order that is not among the options, and the rule.

        Rule: stacks:retreat.sacrifice, stacks:retreat.destination, stacks:site.not-a-price, stacks:battle.usable.
        """
        state = self._state
        stack = state.stacks[self.side].get(self._hex, [])
        if len(order) != 3 or order[0] != "retreat" or order[1] not in stack:
            known = f"{write_order(order)[:60]!r} is not a way to stay or retreat"
            return f"{known}: name a unit of the stack as the price, and a hex.", self.rule
        unit = state.units[order[1]]
        kind = state.setting.kinds[unit.kind]
        if kind.site:
            return f"{opening(the(kind.name))} cannot be the price: it is a Site.", "stacks:site.not-a-price"
        if kind.summoning:
            return (
                f"{opening(the(kind.name))} cannot be the price: it is summoned.",
                "stacks:retreat.sacrifice",
            )
        if unit.held or unit.held_turns:
            return f"{opening(the(kind.name))} cannot be the price: paralyzed.", "stacks:battle.usable"
        if not self._group(those_who_go(state, self.side, self._hex), order[1]):
            return f"Without {the(kind.name)} nobody is left to retreat.", "stacks:retreat.sacrifice"
        reason = f"The stack cannot retreat to {str(order[2])[:20]!r}: the hex must be adjacent, empty or friendly, not full, and one where all may be."
        return reason, "stacks:retreat.destination"

    def sample(self, chance: Chance) -> Order:
        """Stay half of the time, else return a random retreat."""
        if chance.random() < 0.5:
            return STAY
        movers = those_who_go(self._state, self.side, self._hex)
        first = chance.below(len(movers)) if movers else 0
        for price in movers[first:] + movers[:first]:
            options = self._at_price(movers, price)
            if options:
                return options[chance.below(len(options))]
        return STAY
