"""Actions played on a scripted table, with all orders that are given in their windows."""

from __future__ import annotations

from rulebooks.skirmish.yard import Yard

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.chain import Chain
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW, run
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.testing import Script

PASS = ("pass",)


def attack(yard: Yard, attacker: Creature, target: Creature, *orders: Order) -> Script:
    """A melee attack in an activation, with all orders that are given in its windows."""
    table = Script(orders=orders, strict=True)
    chain = Chain()
    run(yard.state, table, chain, declare(yard.state, chain, attacker, [BLOW], [(target.id,)], [attacker]))
    table.finish()
    assert not chain.entries
    assert not chain.packets
    return table


def power(yard: Yard, actor: Creature, name: str, announced: list[tuple[int, ...]], *orders: Order) -> Script:
    """A power with a tap."""
    steps = next(one.steps for one in printed(actor).powers if one.id == name)
    table = Script(orders=orders, strict=True)
    chain = Chain()
    run(yard.state, table, chain, declare(yard.state, chain, actor, steps, announced, [actor]))
    table.finish()
    return table


def card(
    yard: Yard, actor: Creature, name: str, announced: list[tuple[int, ...]], *orders: Order, tap: bool = True
) -> Script:
    """An action card, of no hand."""
    played = action_card(name)
    table = Script(orders=orders, strict=True)
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
