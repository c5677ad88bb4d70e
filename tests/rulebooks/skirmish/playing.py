"""Actions played on a scripted table, with all orders that are given in their windows."""

from __future__ import annotations

from collections.abc import Sequence

from rulebooks.skirmish.yard import Yard

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW, run
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.testing import Script

PASS = ("pass",)


class Bench(Script):
    """A strict script on whose table the first card of each deck is drawn."""

    def __init__(self, orders: Sequence[Order | None] = ()) -> None:
        super().__init__(orders=orders, strict=True)

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return 1 if "card" in why else super().die(faces, why, side, to)

    def options(self, at: int) -> list[Order]:
        """The orders of a question, without those that say when one wants to be asked again."""
        return [order for order in self.asked[at].orders() if order[0] != "pass" or len(order) == 1]


def attack(yard: Yard, attacker: Creature, target: Creature, *orders: Order) -> Bench:
    """A melee attack in an activation, with all orders that are given in its windows."""
    table = Bench(orders)
    chain = Chain()
    run(yard.state, table, chain, declare(yard.state, chain, attacker, [BLOW], [(target.id,)], [attacker]))
    table.finish()
    assert not chain.entries
    assert not chain.packets
    return table


def power(yard: Yard, actor: Creature, name: str, announced: list[tuple[int, ...]], *orders: Order) -> Bench:
    """A power with a tap."""
    steps = next(one.steps for one in printed(actor).powers if one.id == name)
    table = Bench(orders)
    chain = Chain()
    run(yard.state, table, chain, declare(yard.state, chain, actor, steps, announced, [actor]))
    table.finish()
    return table


def card(
    yard: Yard, actor: Creature, name: str, announced: list[tuple[int, ...]], *orders: Order, tap: bool = True
) -> Bench:
    """An action card, of no hand."""
    played = action_card(name)
    table = Bench(orders)
    chain = Chain()
    taps = [actor] if tap else []
    entry = declare(yard.state, chain, actor, played.steps, announced, taps, played.index, mutes=played.mutes)
    run(yard.state, table, chain, entry)
    table.finish()
    return table


def play(name: str, actor: Creature, *chosen: tuple[int, ...], helpers: tuple[Creature, ...] = ()) -> Order:
    return ("play", name, actor.id, tuple(one.id for one in helpers), *chosen)


def strike(attacker: Creature, target: Creature) -> Order:
    return ("strike", attacker.id, target.id)
