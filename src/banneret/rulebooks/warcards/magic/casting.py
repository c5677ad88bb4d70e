"""Battle spells. Rules: warcards:magic.who, warcards:magic.declare, warcards:magic.check, warcards:magic.realm."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.standing import cargo, whereabouts
from banneret.rulebooks.warcards.state import Figure, State, Unit
from banneret.rulebooks.warcards.tables.cards import RATINGS
from banneret.rulebooks.warcards.tables.spells import Spell
from banneret.rulebooks.warcards.text.wording import label

NOTHING: Final[Order] = ("done",)


def carrier(state: State, figure: Figure) -> Unit | None:
    """The unit from which a character may cast battle spells this round, None when he may not.

    Rules: warcards:magic.who, warcards:magic.components, warcards:train.war-wagon, warcards:field.reserve-not-area,
    warcards:naval.bunks.
    """
    if (
        figure.status != st.ACTIVE
        or figure.cast
        or not figure.spells
        or not state.setting.people[figure.id].feat
    ):
        return None
    number = _company(state, figure)
    if number < 0:
        return None
    unit = state.units[number]
    if not 0 <= whereabouts(state, unit) < AREAS:
        return None
    if state.setting.sea:
        return unit
    if state.setting.flags.wagon_required:
        if not state.setting.cards[number].war_wagon:
            return None
        if any(other.cast and _company(state, other) == number for other in state.figures):
            return None  # its components are those of one caster
    return unit


def _company(state: State, figure: Figure) -> int:
    """The number of the unit a character is with, by himself or in a Heroes unit; NOBODY for none."""
    if figure.host < 0 and figure.group >= 0:
        return state.groups[figure.group].host
    return figure.host


def foes_in_reach(state: State, unit: Unit) -> list[int]:
    """The enemies that a caster with a unit opposes; who is aboard a ship is where it is.

    Rules: warcards:magic.targets, warcards:naval.bunks, warcards:naval.board-start.
    """
    here = whereabouts(state, unit)
    areas = [here, *ADJACENT[here]] if state.setting.flags.magic_adjacent else [here]
    found: list[int] = []
    for area in areas:
        number = state.at[(1 - unit.side) * AREAS + area]
        if number < 0:
            continue
        found.append(number)
        if state.setting.flags.magic_adjacent or state.units[number].since < state.round:
            found.extend(man.id for man in cargo(state, number))
    return found


def spell_of(state: State, figure: Figure, index: int) -> tuple[Spell, int]:
    """A prepared spell and the level at which it was prepared. Rule: warcards:magic.metamagic."""
    name, level = state.setting.people[figure.id].spells[index]
    return state.setting.spells[name], level


def casts(state: State, side: int) -> list[Order]:
    """All battle spells a side could declare now. Rules: warcards:magic.allowed, warcards:magic.rating, warcards:magic.targets."""
    found: list[Order] = []
    for figure in state.figures:
        if figure.side != side or not figure.spells:
            continue
        unit = carrier(state, figure)
        if unit is None:
            continue
        done: list[tuple[str, int]] = []
        for index in figure.spells:
            prepared = state.setting.people[figure.id].spells[index]
            if prepared in done:
                continue
            done.append(prepared)
            spell, _ = spell_of(state, figure, index)
            for rating, sign in spell.uses:
                targets = [unit.id] if sign > 0 else foes_in_reach(state, unit)
                found.extend(("cast", figure.id, index, RATINGS[rating], target) for target in targets)
    return found


def modifier(level: int, check: int, least: int = 0) -> int:
    """What a spell of that level gives on a successful check.

    Rules: warcards:magic.base, warcards:magic.extra, warcards:check.rounding,
    warcards:magic.example-fire, warcards:magic.example-morale.

    >>> modifier(3, 10), modifier(1, 14), modifier(3, 17), modifier(3, 21), modifier(6, 22)
    (1, 0, 2, 3, 5)
    """
    return max(least, level // 2 + (check - 10) // 5)


def magic_step(state: State, table: Table) -> None:
    """Both sides' battle spells, the first side's first. Rules: warcards:magic.declare, warcards:init.order-elsewhere."""
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
    amount = modifier(level, total, state.setting.flags.magic_least) if total >= 10 else 0
    if target.side != figure.side:
        amount = -amount
    if amount:
        state.effects.append((target.id, rating, amount))
    if table.telling:
        tally = Tally("Warcraft", roll, "d20", "warcards:magic.check")
        tally.add(person.warcraft, "Warcraft", "warcards:magic.check")
        result = f"{amount:+d} {order[3]} for {label(state, target)}" if amount else "it gives nothing"
        text = f"{person.name} casts {spell.name}: {tally.total} against 10, {result}."
        data: dict[str, object] = {"target": target.id, "amount": amount, "dice": [roll], "faces": 20}
        table.tell(Event("magic", text, "warcards:magic.check", side=figure.side, data=data, tallies=[tally]))
