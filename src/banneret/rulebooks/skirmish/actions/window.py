"""The window of answers, through which every action passes, and what comes of the answers.

An answer is declared in full, may itself be answered, and is resolved before what it answers: it is the inner call. Who is asked
depends only on what everybody knows: whether some card that a side may hold, or a creature that it has, could answer.

Rules: skirmish:timing.chain, skirmish:timing.window, skirmish:timing.lifo, skirmish:timing.follow-up, skirmish:info.public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.chain import NO_CARD, Chain, Choices, Entry
from banneret.rulebooks.skirmish.actions.choosing import can_attack, choices
from banneret.rulebooks.skirmish.actions.declaring import declare, plays
from banneret.rulebooks.skirmish.actions.displacing import attach, displace
from banneret.rulebooks.skirmish.actions.resolving import carry_out, settle
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.state import NOBODY, Creature, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import IMMEDIATE, action_card, action_cards
from banneret.rulebooks.skirmish.tables.effects import Step

PASS: Final[Order] = ("pass",)
BLOW: Final = Step(effects.ATTACK)
"""The plain melee attack. Rule: skirmish:attack.melee."""


class Window:
    """A window: the creatures whose taps can be answered in it, and from which attack on one may dodge.

    `bare`: a tap by an effect, which is answered by off-turn melee attacks only.
    """

    __slots__ = ("bare", "first_attack", "taps")

    def __init__(self, taps: Sequence[Creature], first_attack: int, bare: bool = False) -> None:
        self.taps: list[Creature] = list(taps)
        self.first_attack: int = first_attack
        self.bare: bool = bare


def run(state: State, table: Table, chain: Chain, root: Entry) -> None:
    """Play an action that was declared on an empty chain to its end. Rule: skirmish:timing.chain."""
    ask_for_answers(state, table, chain, Window(root.taps, 0), root.side)
    resolve(state, table, chain, root)
    _end_guards(state)
    if not state.setting.flags.off_turn_on_effect_taps:
        return
    for creature in chain.tapped:
        if creature in state.creatures:
            window = Window([creature], 0, bare=True)
            ask_for_answers(state, table, Chain(), window, state.active)
            _end_guards(state)


def ask_for_answers(state: State, table: Table, chain: Chain, window: Window, declarer: int) -> None:
    """Ask from the left of whoever declared round to them; an answer is asked about in turn, then resolved.

    Rules: skirmish:timing.window, skirmish:timing.responses-to-responses.
    """
    for side in (1 - declarer, declarer):
        if not is_asked(state, chain, window, side):
            continue
        options = [PASS, *answers(state, chain, window, side, state.armies[side].action_hand)]
        order = table.ask(Choice("answer", side, "skirmish:timing.window", options))
        if order != PASS:
            entry = _declare_answer(state, chain, order)
            window.taps += entry.taps
            ask_for_answers(state, table, chain, window, side)
            resolve(state, table, chain, entry)
            return


def is_asked(state: State, chain: Chain, window: Window, side: int) -> bool:
    """True if a side could answer with what everybody knows that it may hold: cards of its hand or deck. Rule: skirmish:info.public."""
    army = state.armies[side]
    possible = [*army.action_hand, *army.actions] if army.action_hand else []
    return bool(answers(state, chain, window, side, possible))


def answers(state: State, chain: Chain, window: Window, side: int, cards: Sequence[int]) -> list[Order]:
    """All answers of a side that holds some cards. Rules: skirmish:timing.what-answers, skirmish:timing.muted, skirmish:card.immediate."""
    found: list[Order] = []
    ready = [creature for creature in state.creatures if creature.side == side and not creature.tapped]
    if state.setting.flags.off_turn_on_own_turn or side != state.active:
        for creature in ready:
            found += [("strike", creature.id, target) for target in _struck(state, window, creature)]
    if window.bare and not chain.entries:
        return found
    for attack in chain.attacks[window.first_attack :]:
        if chain.is_coming(attack):
            found += [
                ("dodge", creature.id, attack.number) for creature in attack.covered if creature in ready
            ]
    muted = [entry.mutes for entry in chain.entries if entry.mutes is not None]
    held = set(cards)
    for card in action_cards():
        if card.index in held and card.type == IMMEDIATE:
            for creature in ready:
                if creature not in muted:
                    found += plays(state, chain, creature, card)
    return found


def resolve(state: State, table: Table, chain: Chain, entry: Entry) -> None:
    """Carry out the last entry of the chain, and take it off. Rules: skirmish:card.steps, skirmish:timing.fail, skirmish:card.discard."""
    below = len(chain.entries) - 1
    for place, step in enumerate(entry.steps):
        if entry.actor is not None and entry.actor not in state.creatures:
            break
        if place >= len(entry.choices):
            _choose_now(state, table, chain, entry, place)
        if step.verb in (effects.MOVE, effects.TELEPORT):
            displace(state, table, entry, step)
        elif step.verb == effects.ATTACH:
            attach(state, entry, step)
        elif (
            entry.actor is None or entry.actor in state.creatures
        ):  # an answer to this very step may have struck it
            carry_out(state, table, chain, entry, place)
        entry.done = place + 1
        if step.deals:
            settle(state, table, chain, below)
    if entry.dodges is not None and entry.actor in state.creatures:
        entry.dodges.dodged.append(entry.actor)
    chain.entries.pop()
    if entry.card != NO_CARD and not entry.stays:
        state.armies[entry.side].action_discard.append(entry.card)
    settle(state, table, chain, below)


def _choose_now(state: State, table: Table, chain: Chain, entry: Entry, place: int) -> None:
    """Make the choice for a step that was not announced; a blow opens a window of its own. Rule: skirmish:timing.follow-up."""
    step, actor = entry.steps[place], entry.actor
    entry.choices.append(())
    if actor is None or step.verb not in (effects.ATTACK, effects.DEAL, effects.CHOOSE, effects.PROTECT):
        return
    possible = [chosen for chosen in choices(state, chain, actor, step) if chosen]
    if possible:
        options: list[Order] = [("decline",), *[("choose", *chosen) for chosen in possible]]
        order = table.ask(Choice("choose", entry.side, "skirmish:timing.follow-up", options, 1))
        if order == ("decline",):
            return
        entry.choices[place] = possible[options.index(order) - 1]
    elif step.verb != effects.DEAL and not choices(state, chain, actor, step):
        return
    if step.deals:
        first = len(chain.attacks)
        if step.verb == effects.ATTACK:
            chosen: Choices = entry.choices[place]
            chain.announce(state, entry, place, [one for one in state.creatures if one.id in chosen])
        ask_for_answers(state, table, chain, Window((), first), entry.side)


def _declare_answer(state: State, chain: Chain, order: Order) -> Entry:
    """Declare an answer. Rule: skirmish:timing.declare."""
    if order[0] == "play":
        card = action_card(str(order[1]))
        actor = _creature(state, order[2])
        assistants = order[3]
        assert isinstance(assistants, tuple)
        taps = [actor, *[_creature(state, one) for one in assistants]]
        chosen = [tuple([int(str(one)) for one in part]) for part in order[4:] if isinstance(part, tuple)]
        state.armies[actor.side].action_hand.remove(card.index)
        return declare(state, chain, actor, card.steps, chosen, taps, card.index)
    actor = _creature(state, order[1])
    if order[0] == "strike":
        return declare(state, chain, actor, [BLOW], [(int(str(order[2])),)], [actor])
    entry = declare(state, chain, actor, [], [], [actor])
    entry.dodges = chain.attacks[int(str(order[2]))]
    return entry


def _struck(state: State, window: Window, creature: Creature) -> list[int]:
    """The ids of those that a creature may strike off turn. Rules: skirmish:timing.off-turn-melee, skirmish:timing.tap-moment."""
    open_to = [
        tapped
        for tapped in window.taps
        if tapped in state.creatures
        and tapped.side != creature.side
        and are_adjacent(state, creature, tapped)
    ]
    if open_to and state.setting.flags.off_turn_any:
        allies = state.setting.flags.attack_allies
        return [
            other.id
            for other in state.creatures
            if can_attack(state, creature, other, BLOW) and (allies or other.side != creature.side)
        ]
    return sorted({tapped.id for tapped in open_to})


def _creature(state: State, number: object) -> Creature:
    """A creature that an order names, which is on the board."""
    found = state.creature(int(str(number)))
    assert found is not None
    return found


def _end_guards(state: State) -> None:
    """Blocks for an activation end with the chain where none is in progress. Rule: skirmish:timing.end-of-activation."""
    if state.acting == NOBODY:
        for creature in state.creatures:
            creature.guard = 0
