"""Step T2: either side may withdraw its combatant, back into the stack (Skirmish, Vanish) or out of the battle (Vanish)."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Faults, Offer
from banneret.rulebooks.stacks.board.artifacts import (
    artifact_of,
    free_chits,
    might_use,
    reveal_chit,
    usable_chits,
)
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.shift import shift
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.leaving.destinations import destinations, place_name
from banneret.rulebooks.stacks.stages import GUARD, RESPITE
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State, Unit
from banneret.rulebooks.stacks.text import battle_news

_FAULTS: Final[Faults] = {
    "exit": (
        "An exit takes Vanish not yet used so this turn, an adjacent hex, empty or friendly, with room, where the unit may be.",
        "stacks:vanish.destination",
    ),
    "skirmish": (
        "That takes a combatant whose Skirmish is unused in this battle, and another usable unit in its place.",
        "stacks:skirmish.swap",
    ),
    "vanish": (
        "That takes a combatant with Vanish, and another usable unit in its place.",
        "stacks:vanish.swap",
    ),
}


def withdraw(state: State, table: Table) -> None:
    """Ask both sides in secret whether to withdraw; carry the withdrawals out, the attacker's first.

    Rule: stacks:tactical.steps, stacks:tactical.secret, stacks:skirmish.swap, stacks:skirmish.one-withdrawal,
    stacks:vanish.swap, stacks:vanish.exit, stacks:tactical.no-replacement.
    """
    fight = state.fight
    assert fight is not None
    asked: list[Corner] = []
    decisions: list[Decision] = []
    for corner in fight.corners:
        if may_be_asked(state, fight, corner):
            asked.append(corner)
            options = withdrawals(state, fight, corner)
            rule = "stacks:skirmish.one-withdrawal"
            decisions.append(Offer("withdraw", corner.side, rule, options, state, faults=_FAULTS))
    if decisions:
        orders = table.ask_all(decisions)
        for corner, order in zip(asked, orders, strict=True):
            if order[0] != "none":
                _carry_out(state, table, fight, corner, order)
    state.stage = GUARD
    for corner in fight.corners:
        if corner.front == NOBODY:
            state.stage = RESPITE


def may_be_asked(state: State, fight: Fight, corner: Corner) -> bool:
    """True if, as far as everyone knows, the side might withdraw its combatant. Rule: stacks:hidden.no-tell."""
    if state.hands[corner.side]:
        return True
    unit = state.units[corner.front]
    kind = state.setting.kinds[unit.kind]
    if kind.skirmish and (unit.skirmished == 0 or state.setting.flags.skirmish_per_round):
        return True
    return kind.vanish or might_use(state, kind, "T2")


def withdrawals(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """All withdrawals that the side can make; not to withdraw is the first.

    The order of a Vanish names its source if it is not the combatant's own ability: an artifact, or a spell and its caster.

    Rule: stacks:skirmish.limit, stacks:opt.skirmish-limit, stacks:vanish.destination, stacks:vanish.last-unit,
    stacks:artifact.shadow-cloak, stacks:spell.mist-step, stacks:limits.table, stacks:summoning.appear,
    stacks:site.no-move.
    """
    side = corner.side
    unit = state.units[corner.front]
    kind = state.setting.kinds[unit.kind]
    options: list[Order] = [NONE]
    others = replacements(state, fight, corner)
    if kind.skirmish and (unit.skirmished == 0 or state.setting.flags.skirmish_per_round):
        options += [("skirmish", other) for other in others]
    sources: list[Order] = []
    if kind.vanish:
        sources.append(())
    else:
        if state.artifacts:
            chits = free_chits(state, corner, corner.front, "T2")
            sources += [(artifact_of(state, chit).id,) for chit in chits]
        if state.hands[side]:
            for spell, casters in castable(state, side, fight.hex, "T2"):
                sources += [(spell.id, caster) for caster in casters]
    if not sources:
        return options
    places: list[int] = []
    if not unit.exited and not kind.summoning and not kind.site:
        places = destinations(state, side, fight.hex, [corner.front])
    for source in sources:
        options += [("vanish", other, *source) for other in others]
        for place in places:
            name = place_name(state, place)
            options += [("exit", name, other, *source) for other in others or [NOBODY]]
    return options


def replacements(state: State, fight: Fight, corner: Corner) -> list[int]:
    """The usable units of the stack other than the combatant. Rule: stacks:battle.usable."""
    units = state.units
    found: list[int] = []
    for number in state.stacks[corner.side].get(fight.hex, ()):
        unit = units[number]
        if number != corner.front and not unit.held and unit.held_turns == 0:
            found.append(number)
    return found


def bring_in(state: State, corner: Corner, number: int) -> None:
    """Make a unit the combatant in segment II; the one before is back in the stack.

    Rule: stacks:tactical.replaced-supports, stacks:opt.general-in-front.
    """
    corner.front = number
    corner.brought_in = True
    show(state.units[number], everybody(state))


def _carry_out(state: State, table: Table, fight: Fight, corner: Corner, order: Order) -> None:
    """Carry out one side's withdrawal. Rule: stacks:skirmish.swap, stacks:vanish.swap, stacks:spell.windows."""
    corner.withdrew = True
    unit = state.units[corner.front]
    verb = order[0]
    source = order[3:] if verb == "exit" else order[2:]
    if table.telling:
        battle_news.withdraws(state, table, corner, order)
    if len(source) == 2:
        spend(state, corner.side, spell_in_hand(state, corner.side, source[0]), source[1])
    elif len(source) == 1:
        for chit in usable_chits(state, corner.front, "T2"):
            if artifact_of(state, chit).id == source[0]:
                reveal_chit(state, chit)
                corner.spent = [*(corner.spent or []), chit]
    if verb == "skirmish":
        unit.skirmished = fight.round
    if verb == "exit":
        _exit(state, table, fight, corner, unit, order)
    else:
        bring_in(state, corner, order[1])


def _exit(state: State, table: Table, fight: Fight, corner: Corner, unit: Unit, order: Order) -> None:
    """Take the combatant out of the battle; if its hex has just been taken, ask for another, if there is one.

    Passengers and Heroes that it leaves behind are dealt with when the battle ends.

    Rule: stacks:vanish.exit, stacks:vanish.last-unit, stacks:vanish.same-hex, stacks:vanish.destination.
    """
    side = corner.side
    places = destinations(state, side, fight.hex, [unit.id])
    names = [place_name(state, place) for place in places]
    name = order[1]
    if name not in names:
        if not places:
            if table.telling:
                battle_news.exit_fails(state, table, corner, name)
            return
        options: list[Order] = [("exit", other) for other in names]
        name = table.ask(Choice("elsewhere", side, "stacks:vanish.same-hex", options))[1]
    unit.exited = True
    if table.telling:
        battle_news.exits(state, table, corner, name, order[2])
    place = places[names.index(name)]
    shift(state, side, [unit.id], place, True)
    corner.front = NOBODY
    if order[2] != NOBODY:
        bring_in(state, corner, order[2])
