"""Carrying out an action, step by step.

Rules: skirmish:card.steps, skirmish:timing.lifo, skirmish:timing.fail, skirmish:timing.fail-target, skirmish:timing.simultaneous.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.skirmish.actions.asking import discard_under
from banneret.rulebooks.skirmish.actions.chain import owes_damage, targets_now
from banneret.rulebooks.skirmish.actions.choosing import can_attack, choices
from banneret.rulebooks.skirmish.actions.packets import apply_packets
from banneret.rulebooks.skirmish.board.standing import are_adjacent, distances, is_alone, space
from banneret.rulebooks.skirmish.board.stores import draw_actions
from banneret.rulebooks.skirmish.board.traits import attached, printed, statics
from banneret.rulebooks.skirmish.state import (
    NO_ATTACK,
    Chain,
    Choices,
    Creature,
    Entry,
    Packet,
    Shield,
    State,
)
from banneret.rulebooks.skirmish.tables.effects import Static, Step
from banneret.rulebooks.skirmish.text import news


def attack_damage(
    state: State, attacker: Creature, target: Creature, step: Step, tally: Tally | None = None
) -> int:
    """The damage of an attack: that printed, that of the step, and every bonus that holds now. A `tally` takes the parts.

    Rules: skirmish:attack.damage, skirmish:creature.drow-assassin, skirmish:creature.halfling-sneak, skirmish:card.darkfire,
    skirmish:action.with.
    """
    card = printed(attacker)
    amount = card.damage + step.bonus
    if tally is not None:
        tally.add(card.damage, card.name, "skirmish:attack.damage")
        if step.bonus:
            tally.add(step.bonus, "bonus of the action", "skirmish:action.with")
    for static in statics(attacker, "bonus"):
        if not static.defender and _holds(state, static, attacker, target, step):
            amount += static.amount
            if tally is not None:
                why = "the target is tapped" if static.when == "target-tapped" else "no ally beside it"
                tally.add(static.amount, why, "skirmish:attack.damage")
    for static in statics(target, "bonus"):
        if static.defender and _holds(state, static, target, target, step):
            amount += static.amount
            if tally is not None:
                names = [one.name for one in attached(target) if static in one.statics]
                tally.add(static.amount, names[0] if names else "on the target", "skirmish:attach.text")
    return amount


def settle(state: State, table: Table, chain: Chain, below: int) -> None:
    """Let noted damage fall unless one of the lowest `below` entries still owes some. Rules: skirmish:timing.simultaneous, skirmish:timing.not-simultaneous."""
    if chain.packets and not owes_damage(state, chain, below):
        apply_packets(state, table, chain.packets, chain.shields)


def carry_out(state: State, table: Table, chain: Chain, entry: Entry, place: int) -> None:
    """Carry out a step whose choices are made; those that move creatures or attach cards are in `displacing`."""
    step = entry.steps[place]
    actor = entry.actor
    chosen = entry.choices[place]
    if step.verb == "choose":
        if step.what == "square":
            entry.square = chosen[0]
        elif actor is not None and _is_still_legal(state, chain, actor, step, chosen):
            entry.target = state.creature(chosen[0])
    elif step.verb == "attack":
        if place in entry.attacks:
            _attack(state, table, chain, entry, place)
    elif step.verb == "deal":
        _deal(state, table, chain, entry, step)
    elif step.verb == "heal":
        if entry.target is not None and entry.target in state.creatures:
            before = entry.target.damage
            entry.target.damage = max(0, before - step.amount)
            if table.telling:
                news.tell_healed(state, table, entry, before - entry.target.damage)
    elif step.verb == "gain":
        if actor is not None:
            highest = state.setting.flags.highest_block
            actor.guard = max(actor.guard, step.amount) if highest else actor.guard + step.amount
    elif step.verb == "draw":
        if not step.if_damaged or any(packet.placed for packet in entry.dealt):
            drawn = draw_actions(state, table, entry.side, step.count)
            if table.telling:
                news.tell_drawn(state, table, entry.side, drawn)
    elif step.verb == "tap":
        if entry.target is not None and entry.target in state.creatures and not entry.target.tapped:
            entry.target.tapped = True
            chain.tapped.append(entry.target)
            if table.telling:
                news.tell_tapped(state, table, entry)
    elif step.verb == "discard" and entry.under is not None and actor is not None:
        discard_under(state, actor, entry.under)
    elif step.verb == "protect" and chosen:
        _protect(chain, entry, step, chosen[0])


def _deal(state: State, table: Table, chain: Chain, entry: Entry, step: Step) -> None:
    """Note damage that is not an attack to each creature in its area. Rule: skirmish:attack.not-attack."""
    for creature in _area(state, entry, step):
        packet = Packet(
            entry.source,
            NO_ATTACK,
            entry.side,
            entry.actor,
            creature,
            step.amount,
            preventable=step.preventable,
        )
        if table.telling:
            packet.parts.append((step.amount, entry.name or "damage", "skirmish:attack.not-attack"))
        chain.packets.append(packet)
        entry.dealt.append(packet)


def _is_still_legal(state: State, chain: Chain, actor: Creature, step: Step, chosen: Choices) -> bool:
    """True if a choice is still legal; its creature may have left since. By versions 1 and 2 only for Shields. Rules: skirmish:timing.fail-target, skirmish:timing.shield-range."""
    if state.setting.flags.mended or any(one.verb == "protect" for one in chain.entries[-1].steps):
        return chosen in choices(state, chain, actor, step)
    return True


def _holds(state: State, static: Static, bearer: Creature, target: Creature, step: Step) -> bool:
    """True if a bonus of a bearer counts for an attack now."""
    if static.attack not in ("any", step.attack):
        return False
    if static.when == "target-tapped":
        return target.tapped
    return static.when == "always" or is_alone(state, bearer)


def _attack(state: State, table: Table, chain: Chain, entry: Entry, place: int) -> None:
    """Note the damage to each target that is still legal and did not dodge. Rules: skirmish:attack.at-resolution, skirmish:cover.dodge-effect."""
    attack = entry.attacks[place]
    step = attack.step
    entry.target = None
    for target in targets_now(state, attack):
        if target in attack.dodged or not can_attack(state, attack.attacker, target, step):
            continue
        tally = Tally("damage") if table.telling else None
        amount = attack_damage(state, attack.attacker, target, step, tally)
        packet = Packet(
            attack.source, attack.number, entry.side, attack.attacker, target, amount, step.ignore_block
        )
        if tally is not None:
            packet.parts = tally.parts
        chain.packets.append(packet)
        entry.dealt.append(packet)
        if entry.target is None:
            entry.target = target


def _area(state: State, entry: Entry, step: Step) -> list[Creature]:
    """The creatures that damage reaches, as all stand now. Rule: skirmish:timing.fail-target."""
    actor, target = entry.actor, entry.target
    if step.area == "adjacent-to-self":
        return [other for other in state.creatures if actor is not None and are_adjacent(state, actor, other)]
    if step.area in ("in-or-adjacent-to-square", "within-2-of-square"):
        return around(state, entry.square, step)
    if target is None or target not in state.creatures:
        return []
    if step.area != "target-and-adjacent-to-target":
        return [target]
    return [other for other in state.creatures if other is target or are_adjacent(state, target, other)]


def around(state: State, square: int, step: Step) -> list[Creature]:
    """The creatures that damage around a square reaches. Rules: skirmish:card.fireball, skirmish:creature.gold-dragon."""
    if step.area == "within-2-of-square":
        away = distances(state, square)
        return [other for other in state.creatures if any(away[one] <= 2 for one in space(state, other))]
    reached = [square, *state.setting.board.grid.neighbours[square]]
    return [other for other in state.creatures if any(one in reached for one in space(state, other))]


def _protect(chain: Chain, entry: Entry, step: Step, number: int) -> None:
    """Prevent the damage of an attack or a source. Rules: skirmish:damage.prevent, skirmish:timing.shield-range."""
    actor = entry.actor
    if step.who == "self":
        assert actor is not None
        chain.shields.append(Shield(actor, number, NO_ATTACK))
        return
    if entry.target is not None:  # who is out of reach by now was not chosen
        chain.shields.append(Shield(entry.target, NO_ATTACK, number))
