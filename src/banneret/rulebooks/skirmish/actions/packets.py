"""Damage that was noted as packets, and its falling, all of it at one moment.

Rules: skirmish:timing.simultaneous, skirmish:timing.block-at-application, skirmish:damage.apply, skirmish:destroy.batch.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.skirmish.actions.asking import ask
from banneret.rulebooks.skirmish.board.stores import draw_actions, move_gold
from banneret.rulebooks.skirmish.board.traits import attached, blocks, has_keyword, hit_points, printed
from banneret.rulebooks.skirmish.state import NO_ATTACK, Creature, Packet, Shield, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.text import news


def amount_of(state: State, packet: Packet, shields: list[Shield]) -> int:
    """The damage of a packet after prevention and Block.

    Rules: skirmish:damage.apply, skirmish:damage.block, skirmish:damage.ignore-block, skirmish:damage.unpreventable.
    """
    if packet.preventable and any(shield.stops(packet) for shield in shields):
        return 0
    if packet.attack == NO_ATTACK or packet.ignores_block:
        return packet.amount
    return max(0, packet.amount - blocks(state, packet.target))


def apply_packets(state: State, table: Table, packets: list[Packet], shields: list[Shield]) -> None:
    """Let all damage fall at one moment, then take destroyed creatures off the board and move their gold. Empties `packets`.

    Rules: skirmish:damage.apply, skirmish:destroy.check, skirmish:destroy.batch.
    """
    falling = [packet for packet in packets if packet.target in state.creatures]
    packets.clear()
    for packet in falling:
        packet.placed = amount_of(state, packet, shields)
    for packet in falling:
        packet.target.damage += packet.placed
        if table.telling:
            tell_damage(state, table, packet, shields)
    dead = [creature for creature in state.creatures if creature.damage >= hit_points(creature)]
    if not dead:
        return
    for creature in dead:
        _remove(state, table, creature)
    owners = _turn_order(state)
    for owner in owners:
        _pay(state, table, owner, [creature for creature in dead if creature.side == owner], falling)
    for owner in owners:
        _reward(
            state, table, owner, [creature for creature in dead if are_foes(creature.side, owner)], falling
        )


def tell_damage(state: State, table: Table, packet: Packet, shields: list[Shield]) -> None:
    """The damage of one packet as news, with all that it is made of. Rules: skirmish:damage.apply, skirmish:damage.block."""
    tally = Tally("damage")
    for amount, cause, rule in packet.parts:
        tally.add(amount, cause, rule)
    why = ""
    if packet.preventable and any(shield.stops(packet) for shield in shields):
        tally.add(-tally.total, "prevented", "skirmish:damage.prevent")
        why = ": it is prevented"
    elif tally.total != packet.placed:
        tally.add(packet.placed - tally.total, "Block", "skirmish:damage.block")
        why = ": its Block stops all of it"
    name = news.name(state, packet.target)
    text = f"{name} takes {packet.placed} damage." if packet.placed else f"{name} takes no damage{why}."
    news.tell(
        table,
        "damage",
        text,
        "damage.apply",
        packet.side,
        [tally],
        creature=packet.target.id,
        amount=packet.placed,
    )


def cause_of(state: State, creature: Creature, fallen: list[Packet]) -> int:
    """The side that destroyed a creature: the opponent whose damage was the most, else the creature's own side.

    Of equal opponents it is the first in turn order, from the side whose turn it is. Rule: skirmish:destroy.cause.
    """
    shares = [0] * len(state.armies)
    for packet in fallen:
        if packet.target is creature and packet.placed and are_foes(packet.side, creature.side):
            if not state.setting.flags.mended:
                return packet.side
            shares[packet.side] += packet.placed
    if not any(shares):
        return creature.side
    return max(_turn_order(state), key=lambda side: shares[side])  # the first of equal ones


def _turn_order(state: State) -> list[int]:
    """All sides in turn order, from the one whose turn it is."""
    return [state.active, *state.setting.round_from(state.active)[:-1]]


def _remove(state: State, table: Table, creature: Creature) -> None:
    """Take a destroyed creature off the board, and its cards to the piles of their owners. Rules: skirmish:destroy.check, skirmish:deck.discard."""
    state.creatures.remove(creature)
    state.armies[creature.side].creature_discard.append(creature.card)
    for card, owner in creature.attached:
        state.armies[owner].action_discard.append(card)
    if table.telling:
        text = f"{news.name(state, creature)} is destroyed."
        news.tell(table, "destroyed", text, "destroy.check", creature.side, creature=creature.id)


def _pay(state: State, table: Table, owner: int, dead: list[Creature], fallen: list[Packet]) -> None:
    """Move the gold for the creatures that a side lost, in the order that it chooses if that matters. Rules: skirmish:destroy.gold, skirmish:destroy.batch."""
    while dead:
        first = dead[0]
        causes = [cause_of(state, creature, fallen) for creature in dead]
        owed = sum(printed(creature).level for creature in dead)
        if min(causes) != max(causes) and owed > state.armies[owner].vault > 0:
            orders: list[Order] = [("pay", creature.id) for creature in dead]
            by_foes = [are_foes(cause, owner) for cause in causes]  # what is missing for these gives points
            preset = by_foes.index(True) if True in by_foes else 0
            order = _ask(state, table, "pay", owner, "skirmish:destroy.batch", orders, preset)
            first = dead[orders.index(("pay", int(str(order[1]))))]
        dead.remove(first)
        level = printed(first).level
        points = [army.points for army in state.armies] if table.telling else []
        missing = move_gold(state, owner, level, cause_of(state, first, fallen))
        if table.telling:
            name, paid = state.setting.names[owner], level - missing
            text = f"{paid} gold goes from the vault of {name} to the supply." if paid else ""
            if missing:
                what = f"{missing} more" if paid else f"{missing} gold for it"
                gains = _gains(state, points)
                text = f"{text} {what} cannot be paid: {gains}the battle ends with this turn.".strip()
            news.tell(table, "gold", text, "destroy.gold", owner, moved=level - missing, missing=missing)


def _gains(state: State, before: list[int]) -> str:
    """The points that sides have gained, as the beginning of a clause; empty if nobody did. Rules: skirmish:end.unpaid, skirmish:end.self-caused."""
    found: list[str] = []
    for side, army in enumerate(state.armies):
        more = army.points - before[side]
        if more:
            found.append(f"{state.setting.names[side]} gains {more} point{'s' * (more > 1)}")
    return f"{enumerated(found)}, and " if found else ""


def _reward(state: State, table: Table, side: int, dead: list[Creature], fallen: list[Packet]) -> None:
    """Carry out the triggers of a side on the enemies that it destroyed. Rule: skirmish:destroy.trigger."""
    for victim in dead:
        for bearer in list(state.creatures):
            if bearer.side != side:
                continue
            for card in attached(bearer):
                for trigger in card.triggers:
                    if trigger.event == "destroys" and _did_it(side, trigger, victim, fallen):
                        _draw(state, table, side, trigger)


def _did_it(side: int, trigger: effects.Trigger, victim: Creature, fallen: list[Packet]) -> bool:
    """True if a creature of the side with the keyword of the trigger placed damage on the victim."""
    return any(
        packet.target is victim
        and packet.placed > 0
        and packet.actor is not None
        and packet.actor.side == side
        and has_keyword(packet.actor, trigger.keyword_filter)
        for packet in fallen
    )


def _draw(state: State, table: Table, side: int, trigger: effects.Trigger) -> None:
    """Draw the cards of a trigger, if the side wants to."""
    if trigger.may:
        order = _ask(state, table, "reward", side, "skirmish:destroy.trigger", [("draw",), ("decline",)])
        if order[0] == "decline":
            return
    for step in trigger.steps:
        if step.verb == "draw":
            draw_actions(state, table, side, step.count)


def _ask(
    state: State, table: Table, kind: str, side: int, rule: str, options: list[Order], preset: int = 0
) -> Order:
    """The order of a side, which may spend its Action Points first, except by versions 1 and 2 of the rules. Rule: skirmish:timing.free-powers."""
    if state.setting.flags.mended:
        return ask(state, table, kind, side, rule, lambda: options, lambda _options: preset)
    return table.ask(Choice(kind, side, rule, options))
