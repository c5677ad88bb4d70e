"""The magic step: battle spells are cast. Rules: warcards:magic.declare, warcards:magic.check, warcards:magic.realm."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.magic.casters import casts, spell_of
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import RATINGS
from banneret.rulebooks.warcards.text.wording import label

NOTHING: Final[Order] = ("done",)
LEAST_CHECK: Final = 10
"""The number that a check must reach for a spell to work."""


def modifier(level: int, check: int, least: int = 0) -> int:
    """The amount by which a spell of that level changes a rating on a successful check.

    Rules: warcards:magic.base, warcards:magic.extra, warcards:check.rounding,
    warcards:magic.example-fire, warcards:magic.example-morale.

    >>> modifier(3, 10), modifier(1, 14), modifier(3, 17), modifier(3, 21), modifier(6, 22)
    (1, 0, 2, 3, 5)
    """
    return max(least, level // 2 + (check - 10) // 5)


def magic_step(state: State, table: Table) -> None:
    """Ask both sides for battle spells, the first side's first, and cast them. Rules: warcards:magic.declare, warcards:init.order-elsewhere."""
    for side in (state.first, 1 - state.first):
        while True:
            options = casts(state, side)
            if not options:
                break
            order = table.ask(Choice("magic", side, "warcards:magic.declare", [NOTHING, *options]))
            if order == NOTHING:
                break
            cast(state, table, order)


def cast(state: State, table: Table, order: Order) -> None:
    """Cast one battle spell.

    Rules: warcards:magic.check, warcards:magic.base, warcards:magic.extra, warcards:magic.duration, warcards:magic.no-other,
    warcards:hero.caster.
    """
    figure = state.figures[order[1]]
    person = state.setting.people[figure.id]
    spell, level = spell_of(state, figure, order[2])
    rating = RATINGS.index(order[3])
    target = state.units[order[4]]
    figure.cast = True
    if figure.spells is not None:
        figure.spells.remove(order[2])
    roll = table.die(20, "battle spell", figure.side)
    total = roll + person.warcraft
    amount = modifier(level, total, state.setting.flags.magic_least) if total >= LEAST_CHECK else 0
    if target.side != figure.side:
        amount = -amount
    if amount:
        state.effects.append((target.id, rating, amount))
    if table.telling:
        tally = Tally("Warcraft", roll, "d20", "warcards:magic.check")
        tally.add(person.warcraft, "Warcraft", "warcards:magic.check")
        result = f"{amount:+d} {order[3]} for {label(state, target)}" if amount else "it gives nothing"
        if total >= LEAST_CHECK and not amount:
            result = f"too little for a spell of level {level}: {result}"
        text = f"{person.name} casts {spell.name}: {tally.total} against {LEAST_CHECK}, {result}."
        side = figure.side
        dice = [(side, 20, roll)]
        data: dict[str, object] = {"target": target.id, "amount": amount}
        rule = "warcards:magic.check"
        table.tell(Event("magic", text, rule, side=side, dice=dice, data=data, tallies=[tally]))
