"""The Action Phase: creatures are activated one after the other.

Rules: skirmish:activation.once, skirmish:activation.contents, skirmish:activation.one-at-a-time, skirmish:activation.one-move,
skirmish:activation.tapped, skirmish:activation.retap, skirmish:activation.destroyed, skirmish:move.declare, skirmish:power.tap.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.asking import ask_to_act
from banneret.rulebooks.skirmish.actions.choosing import announcements
from banneret.rulebooks.skirmish.actions.declaring import (
    declare,
    declare_card,
    on_board,
    plays,
    read_choices,
    written,
)
from banneret.rulebooks.skirmish.actions.displacing import comes_nearer
from banneret.rulebooks.skirmish.actions.resolving import attack_damage
from banneret.rulebooks.skirmish.actions.window import BLOW, immediate_plays, note_setting, run, settings
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points, is_forbidden, printed
from banneret.rulebooks.skirmish.movement.reach import can_move_at_all, reach, speed_left
from banneret.rulebooks.skirmish.state import NO_CARD, NOBODY, Chain, Creature, Entry, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import STANDARD, action_cards, activation_cards
from banneret.rulebooks.skirmish.tables.effects import Power, Step
from banneret.rulebooks.skirmish.text import news

STEPS: Final = [Step("move", mode="move", distance=effects.SPEED)]
"""The move of an activation. Rule: skirmish:activation.one-move."""
DONE: Final[Order] = ("done",)
END: Final[Order] = ("end",)
MOVE: Final[Order] = ("move",)


def play_actions(state: State, table: Table) -> None:
    """Play one order of the side whose turn it is: a creature is activated, acts, or ends its activation."""
    actor = state.creature(state.acting) if state.acting != NOBODY else None
    if state.acting != NOBODY and actor is None:
        end_activation(state)
        return
    side = state.active
    if actor is None:
        order = ask_to_act(
            state,
            table,
            "activate",
            side,
            "skirmish:activation.once",
            lambda without: between_activations(state, without),
            _next_creature,
        )
    else:
        order = ask_to_act(
            state,
            table,
            "act",
            side,
            "skirmish:activation.contents",
            lambda without: actions_of(state, actor, without),
            lambda options: _next_action(state, actor, options),
        )
    carry_out_order(state, table, actor, order)


def _next_creature(options: list[Order]) -> int:
    """The index of the default between activations: the first creature that is still to act, else the end of the phase."""
    return 1 if len(options) > 1 and options[1][0] == "activate" else 0


def _next_action(state: State, actor: Creature, options: list[Order]) -> int:
    """The index of the default in an activation: the melee attack that leaves an enemy least, else a move nearer to one, else its end.

    A tapped creature stays, for it could not attack there.
    """
    best, least = 0, 0
    for at, order in enumerate(options):
        if order[0] != "attack":
            continue
        target = on_board(state, order[2])
        harm = attack_damage(state, actor, target, BLOW) - blocks(state, target)
        left = hit_points(target) - target.damage - harm
        if harm > 0 and are_foes(target.side, actor.side) and (best == 0 or left < least):
            best, least = at, left
    if best == 0 and not actor.tapped and MOVE in options:
        places = reach(state, actor, speed_left(state, actor)).ends
        if comes_nearer(state, actor, places):
            return options.index(MOVE)
    return best


def between_activations(state: State, without: list[int]) -> list[Order]:
    """All orders that a side may give between two activations. Rules: skirmish:activation.once, skirmish:timing.open-window."""
    side = state.active
    found: list[Order] = [DONE]
    found += [
        ("activate", creature.id)
        for creature in state.creatures
        if creature.side == side and not creature.activated
    ]
    return found + immediate_plays(state, Chain(), side, without) + settings(state, side, "ask")


def actions_of(state: State, actor: Creature, without: list[int]) -> list[Order]:
    """All orders for the activated creature, and immediate cards of its side. Rules: skirmish:activation.contents, skirmish:activation.tapped."""
    chain = Chain()
    found: list[Order] = [END]
    if can_move(state, actor):
        found.append(MOVE)
    if not actor.tapped:
        found += [("attack", actor.id, chosen[0]) for (chosen,) in announcements(state, chain, actor, [BLOW])]
        for name, power, _ in powers_of(actor):
            found += [
                ("use", actor.id, name, *written(chosen))
                for chosen in announcements(state, chain, actor, power.leading)
            ]
    held = state.armies[state.active].action_hand
    for card in [one for one in activation_cards() if one.index in held]:
        if card.type != STANDARD or not actor.tapped:
            found += plays(state, chain, actor, card, without)
    return found + immediate_plays(state, chain, state.active, without) + settings(state, state.active, "ask")


def powers_of(creature: Creature) -> list[tuple[str, Power, tuple[int, int] | None]]:
    """The tap powers of a creature: word, power, and the card under it that gives the power, if one does. Of equal cards one is listed.

    Rules: skirmish:power.tap, skirmish:power.standard, skirmish:attach.discard-tap.
    """
    found: list[tuple[str, Power, tuple[int, int] | None]] = [
        (power.id, power, None)
        for power in printed(creature).powers
        if not power.free and not power.immediate
    ]
    for under in creature.attached:
        for power in action_cards()[under[0]].powers:
            if not power.free and all(name != power.id for name, _, _ in found):
                found.append((power.id, power, under))
    return found


def can_move(state: State, actor: Creature) -> bool:
    """True if a creature still has its move, and somewhere to go. Rules: skirmish:activation.one-move, skirmish:move.slide-not-move."""
    if state.moved or is_forbidden(actor, "move"):
        return False
    squares = speed_left(state, actor)
    return squares > 0 and can_move_at_all(state, actor, squares)


def carry_out_order(state: State, table: Table, actor: Creature | None, order: Order) -> None:
    """Carry out an order of the Action Phase."""
    verb = order[0]
    if verb == "done":
        state.stage = stages.DEPLOY
    elif verb == "ask":
        note_setting(state, state.active, order)
    elif verb == "end":
        end_activation(state)
    elif verb == "activate":
        chosen = on_board(state, order[1])
        chosen.activated = True
        state.acting, state.moved, state.walked = chosen.id, False, 0
        if table.telling:
            text = f"{news.name(state, chosen)} is activated."
            news.tell(table, "activated", text, "activation.once", chosen.side, creature=chosen.id)
    else:
        chain = Chain()
        run(state, table, chain, declared(state, chain, actor, order))


def end_activation(state: State) -> None:
    """End the activation and all that lasts until then. Rules: skirmish:activation.destroyed, skirmish:timing.end-of-activation."""
    state.acting = NOBODY
    for creature in state.creatures:
        creature.guard = 0
    state.stage = stages.AFTER_ACTIVATION


def declared(state: State, chain: Chain, actor: Creature | None, order: Order) -> Entry:
    """Declare the action of an order. Returns its entry on the chain. Rules: skirmish:timing.declare, skirmish:card.standard, skirmish:card.minor."""
    if order[0] == "play":
        return declare_card(state, chain, order)
    assert actor is not None
    if order[0] == "move":
        if not state.setting.flags.split_move:
            state.moved = True
        entry = declare(state, chain, actor, STEPS, (), name="move")
        entry.own_move = True
        return entry
    if order[0] == "attack":
        return declare(state, chain, actor, [BLOW], [(int(str(order[2])),)], [actor], name="melee attack")
    _, power, under = next(one for one in powers_of(actor) if one[0] == order[2])
    title = power.name or (action_cards()[under[0]].name if under else "its power")
    entry = declare(
        state, chain, actor, power.steps, read_choices(power.steps, order[3:]), [actor], NO_CARD, name=title
    )
    entry.under = under
    return entry
