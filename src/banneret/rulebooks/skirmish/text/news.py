"""News as events with sentences; they are made only if somebody listens."""

from __future__ import annotations

from typing import Any

from banneret.kernel.apart import nth
from banneret.kernel.enumeration import enumerated
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.skirmish.state import NO_CARD, Creature, Entry, State
from banneret.rulebooks.skirmish.tables.actions import MINOR, TYPES, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_cards
from banneret.rulebooks.skirmish.tables.effects import Step


def name(state: State, creature: Creature) -> str:
    """A creature as people call it: the name on its card, with its side unless the name begins with it, and its number if it has a twin.

    Rule: skirmish:keyword.labels.
    """
    printed = creature_cards()[creature.card].name
    side = state.setting.names[creature.side]
    text = printed if printed.startswith(side) else f"{side} {printed}"
    return nth(text, creature.twin)


def short(state: State, creature: Creature) -> str:
    """A creature without its side."""
    return nth(creature_cards()[creature.card].name, creature.twin)


def card_name(card: int) -> str:
    """The name of an action card."""
    return action_cards()[card].name


def square(state: State, creature: Creature) -> str:
    """The name of the square of a creature, for a LARGE one that of its top left square."""
    return state.setting.board.grid.names[creature.place]


def tell(
    table: Table, kind: str, text: str, rule: str, side: int, tallies: list[Tally] | None = None, **data: Any
) -> None:
    """Tell one piece of news that everybody may know."""
    table.tell(Event(kind, text, f"skirmish:{rule}", side=side, data=dict(data), tallies=tallies))


def tell_turn(table: Table, text: str, side: int) -> None:
    """Tell that a turn begins. Rule: skirmish:turn.sequence."""
    table.tell(Event("turn", f"{text}.", "skirmish:turn.sequence", side=side, heading=text, bare=True))


def told(state: State, entry: Entry, brief: bool = False) -> str:
    """An action on the chain in a sentence; a brief one leaves out the sides of creatures and the kind of a card."""
    call = short if brief else name
    aims = aimed_at(state, entry)
    whom = enumerated([call(state, one) for one in aims])
    at = f" at {whom}" if aims else ""
    spot = _chosen_square(entry)
    if spot >= 0 and not aims:
        at = f" at {state.setting.board.grid.names[spot]}"
    at += _against(state, entry)
    if entry.actor is None:
        return (
            f"{entry.name} hurts {whom}." if brief else f"{entry.name}: damage at the start of the turn{at}."
        )
    who = call(state, entry.actor)
    if entry.dodges is not None:
        return f"{who} dodges behind its cover."
    if entry.card != NO_CARD:
        card = action_cards()[entry.card]
        helpers = [one for one in entry.taps if one is not entry.actor]
        helped = f" with the help of {enumerated([call(state, one) for one in helpers])}" if helpers else ""
        kind = "minor card" if card.type == MINOR else f"{TYPES[card.type]} card"
        return f"{who} plays {card.name}{'' if brief else f' ({kind})'}{at}{helped}."
    if entry.name == "melee attack":
        return f"{who} strikes {whom}."
    if entry.own_move:
        return f"{who} moves."
    if entry.under is not None and any(step.verb == "discard" for step in entry.steps):
        return f"{who} taps to discard {card_name(entry.under[0])}."
    return f"{who} uses {entry.name}{at}."


def _chosen_square(entry: Entry) -> int:
    """The square that an entry was declared for, -1 for none. Rule: skirmish:timing.announce."""
    for step, chosen in zip(entry.steps, entry.choices, strict=False):
        if step.verb == "choose" and step.what == "square" and chosen:
            return chosen[0]
    return entry.square


def _against(state: State, entry: Entry) -> str:
    """The attack or source that an entry is to stop, in words; empty if it stops none. Rule: skirmish:timing.protect-names."""
    for step, chosen in zip(entry.steps, entry.choices, strict=False):
        if step.verb == "protect" and chosen:
            return f" against {source_of(state, step, chosen[0])}"
    return ""


def source_of(state: State, step: Step, number: int) -> str:
    """An attack or a source on the chain, in words. Rule: skirmish:timing.protect-names."""
    chain = state.chain
    if chain is None:
        return "nothing"
    actor: Creature | None = None
    title = "damage that waits"
    if step.against == "attack":
        actor, title = chain.attacks[number].attacker, "the attack"
    else:
        for entry in chain.entries:
            if entry.source == number:
                actor, title = entry.actor, entry.name
        for packet in chain.packets:
            if packet.source == number and actor is None:
                actor = packet.actor
    return f"{title} of {name(state, actor)}" if actor is not None else title


def aimed_at(state: State, entry: Entry) -> list[Creature]:
    """The creatures at which an entry is aimed. Rule: skirmish:action.target."""
    found: list[Creature] = []
    for attack in entry.attacks.values():
        found += [one for one in attack.targets if one not in found]
    if not found and entry.target is not None:
        found.append(entry.target)
    for step, chosen in zip(entry.steps, entry.choices, strict=False):
        if not found and step.verb == "choose" and step.what == "creature" and chosen:
            target = state.creature(chosen[0])
            if target is not None:
                found.append(target)
    return found


def tell_declared(state: State, table: Table, entry: Entry) -> None:
    """Tell that an action is declared; a plain move is told when it is made. Rules: skirmish:timing.declare, skirmish:card.discard."""
    if entry.own_move and entry.card == NO_CARD and entry.dodges is None:
        return
    actor = -1 if entry.actor is None else entry.actor.id
    rule = "turn.start-effects" if entry.actor is None else "timing.declare"
    targets = tuple([one.id for one in aimed_at(state, entry)])
    tell(table, "declared", told(state, entry), rule, entry.side, actor=actor, targets=targets)


def tell_healed(state: State, table: Table, entry: Entry, amount: int) -> None:
    """Tell that a creature was healed. Rule: skirmish:damage.heal."""
    assert entry.target is not None
    what = f"heals {amount}" if amount else "has no damage to heal"
    text = f"{name(state, entry.target)} {what}."
    tell(table, "healed", text, "damage.heal", entry.side, creature=entry.target.id, amount=amount)


def tell_tapped(state: State, table: Table, entry: Entry) -> None:
    """Tell that a creature was tapped by an effect. Rule: skirmish:timing.tap-event-by-effect."""
    assert entry.target is not None
    text = f"{name(state, entry.target)} is tapped."
    tell(table, "tapped", text, "timing.tap-event-by-effect", entry.side, creature=entry.target.id)


def tell_drawn(state: State, table: Table, side: int, count: int) -> None:
    """Tell that action cards were drawn. Rules: skirmish:refresh.draw, skirmish:deck.action-empty."""
    cards = "no card, for its deck is empty" if not count else f"{count} action card{'s' * (count > 1)}"
    tell(table, "drawn", f"{state.setting.names[side]} draws {cards}.", "refresh.draw", side, count=count)
