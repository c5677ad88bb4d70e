"""The window of answers to every action, and the resolving of the chain.

An answer is declared in full, may itself be answered, and is resolved before the action that it answers: it is the inner call. A side is
asked if, for all that everybody knows, a card that it may hold or a creature that it has could answer.

Rules: skirmish:timing.chain, skirmish:timing.window, skirmish:timing.lifo, skirmish:timing.follow-up, skirmish:info.public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.asking import ask, ask_to_act, spenders
from banneret.rulebooks.skirmish.actions.chain import announce, is_coming, is_open, targets_now
from banneret.rulebooks.skirmish.actions.choosing import can_attack, choices, is_timely
from banneret.rulebooks.skirmish.actions.declaring import (
    can_play,
    declare,
    declare_card,
    may_act,
    on_board,
    plays,
)
from banneret.rulebooks.skirmish.actions.displacing import attach, displace
from banneret.rulebooks.skirmish.actions.resolving import attack_damage, carry_out, settle
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.board.stores import may_hold
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points, statics
from banneret.rulebooks.skirmish.state import (
    AIMED,
    ALWAYS,
    NO_CARD,
    NOBODY,
    NOT_THIS_TURN,
    SETTINGS,
    USUAL,
    Attack,
    Chain,
    Choices,
    Creature,
    Entry,
    State,
    are_foes,
)
from banneret.rulebooks.skirmish.tables.actions import immediate_cards
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.text import news

PASS: Final[Order] = ("pass",)
BLOW: Final = Step("attack")
"""The plain melee attack. Rule: skirmish:attack.melee."""


class Window:
    """A window of answers.

    Attributes:
        taps: The creatures whose taps can be answered by off-turn melee attacks.
        first_attack: The number of the first attack that can be dodged in it.
        bare: True after a tap by an effect, which only off-turn melee attacks can answer.
        strikers: For each tap the creatures that have answered it by an off-turn melee attack.
    """

    __slots__ = ("bare", "first_attack", "strikers", "taps")

    def __init__(self, taps: Sequence[Creature], first_attack: int, bare: bool = False) -> None:
        self.taps: list[Creature] = list(taps)
        self.first_attack: int = first_attack
        self.bare: bool = bare
        self.strikers: list[list[Creature]] = [[] for _ in taps]


def run(state: State, table: Table, chain: Chain, root: Entry) -> None:
    """Play an action that was declared on an empty chain to its end. Rule: skirmish:timing.chain."""
    state.chain = chain
    if table.telling:
        news.tell_declared(state, table, root)
    declarer = root.side if root.actor is not None else state.active
    ask_for_answers(state, table, chain, Window(root.taps, 0), declarer)
    resolve(state, table, chain, root)
    _end_guards(state)
    if state.setting.flags.off_turn_on_effect_taps:
        for creature in chain.tapped:
            if creature in state.creatures:
                state.chain = Chain()
                window = Window([creature], 0, bare=True)
                ask_for_answers(state, table, state.chain, window, state.active)
                _end_guards(state)
    state.chain = None


def ask_for_answers(state: State, table: Table, chain: Chain, window: Window, declarer: int) -> None:
    """Ask round the table, from the left of the side that declared. The first answer opens a window of its own, and is resolved after it.

    Rules: skirmish:timing.window, skirmish:timing.responses-to-responses.
    """
    for side in state.setting.round_from(declarer):
        if not is_asked(state, chain, window, side):
            continue
        order = ask_to_act(
            state,
            table,
            "answer",
            side,
            "skirmish:timing.window",
            lambda without, side=side: [  # type: ignore[misc]
                PASS,
                *answers(state, chain, window, side, without),
                *settings(state, side, "pass"),
            ],
        )
        if order[0] == "pass":
            note_setting(state, side, order)
            continue
        if order[0] == "strike":
            _note_strike(state, window, order)
        entry = declare_answer(state, chain, order)
        if table.telling:
            news.tell_declared(state, table, entry)
        window.taps += entry.taps
        window.strikers += [[] for _ in entry.taps]
        ask_for_answers(state, table, chain, window, side)
        resolve(state, table, chain, entry)
        return


def settings(state: State, side: int, verb: str) -> list[Order]:
    """The orders of version 1 by which a side says when it wants to be asked from now on, without the setting in force; else none."""
    if state.setting.flags.version > 1:
        return []
    return [(verb, word) for word, asks in SETTINGS.items() if asks != state.armies[side].asks]


def note_setting(state: State, side: int, order: Order) -> None:
    """Keep when a side wants to be asked from now on, if its order says so, as by version 1."""
    if len(order) > 1:
        state.armies[side].asks = SETTINGS[str(order[1])]


def is_asked(state: State, chain: Chain, window: Window, side: int) -> bool:
    """True if a side wants to be asked, and could answer by the cards that, for all that everybody knows, it may hold. Rule: skirmish:info.public."""
    army = state.armies[side]
    if not wants_to_be_asked(state, chain, side, army.asks):
        return False
    ready = _ready(state, side)
    points = spenders(state, side)
    if not ready and not points:
        return False
    ready += points
    if points and _is_softer_untapped(state, chain, points):
        return True
    if window.taps and _may_strike(state, side) and any(_struck(state, window, one) for one in ready):
        return True
    if window.bare and not chain.entries:
        return False
    for attack in _coming(chain, window):
        if attack.covered and any(may_dodge(state, chain, creature, attack) for creature in ready):
            return True
    if not army.action_hand:
        return False
    return could_play(state, chain, side, ready, points)


def _is_softer_untapped(state: State, chain: Chain, points: list[Creature]) -> bool:
    """True if an attack that is to come would hurt one of some creatures less if an Action Point untapped it, as those of a Halfling Sneak.

    By versions 1 to 5 of the rules no side was asked for that. Rules: skirmish:timing.free-powers, skirmish:creature.halfling-sneak.
    """
    if not state.setting.flags.counts_points:
        return False
    for attack in chain.attacks:
        for static in statics(attack.attacker, "bonus"):
            if (
                static.when == "target-tapped"
                and not static.defender
                and static.attack in ("any", attack.step.attack)
                and is_coming(chain, attack)
                and any(target in points for target in targets_now(state, attack))
            ):
                return True
    return False


def wants_to_be_asked(state: State, chain: Chain, side: int, asks: int) -> bool:
    """True if a side wants to be asked about a chain.

    Usually it is asked about the actions of others, and about its own if they are aimed at it or deal damage to an area. Rule: skirmish:timing.window.
    """
    if asks == ALWAYS:
        return True
    if asks == NOT_THIS_TURN:
        return False
    if asks == USUAL and any(entry.side != side for entry in chain.entries):
        return True
    if is_aimed_at(state, chain, side):
        return True
    if asks == AIMED:
        return False
    return not chain.entries or any(
        step.verb == "deal" for entry in chain.entries for step in entry.steps[entry.done :]
    )


def is_aimed_at(state: State, chain: Chain, side: int) -> bool:
    """True if a creature of a side is a target of something on the chain. Rule: skirmish:action.target."""
    if any(packet.target.side == side for packet in chain.packets):
        return True
    for attack in chain.attacks:
        if is_open(chain, attack) and any(one.side == side for one in targets_now(state, attack)):
            return True
    for entry in chain.entries:
        if entry.target is not None and entry.target.side == side:
            return True
        for step, chosen in zip(entry.steps, entry.choices, strict=False):
            if step.verb == "choose" and step.what == "creature" and chosen:
                target = state.creature(chosen[0])
                if target is not None and target.side == side:
                    return True
    return False


def could_play(state: State, chain: Chain, side: int, ready: list[Creature], points: list[Creature]) -> bool:
    """True if one of some creatures could play an immediate card that its side may hold, for all that everyone knows.

    Those of `points` are tapped, and may spend an Action Point first: to act or, except by versions 1 to 5 of the rules, to assist.

    Rules: skirmish:card.immediate, skirmish:timing.muted, skirmish:timing.free-powers, skirmish:info.public.
    """
    if not points or not state.setting.flags.counts_points:
        return _could_play(state, chain, side, ready)
    for creature in points:
        creature.tapped = False
    found = _could_play(state, chain, side, ready)
    for creature in points:
        creature.tapped = True
    return found


def _could_play(state: State, chain: Chain, side: int, ready: list[Creature]) -> bool:
    """The same, with those alone to assist who are untapped as things stand."""
    muted = [entry.mutes for entry in chain.entries if entry.mutes is not None]
    for card in immediate_cards():
        if is_timely(chain, card) and may_hold(state, side, card.index):
            for creature in ready:
                if (
                    may_act(creature, card)
                    and creature not in muted
                    and can_play(state, chain, creature, card)
                ):
                    return True
    return False


def answers(
    state: State, chain: Chain, window: Window, side: int, without: Sequence[int] = ()
) -> list[Order]:
    """All answers of a side. Rules: skirmish:timing.what-answers, skirmish:timing.muted, skirmish:card.immediate."""
    found: list[Order] = []
    ready = _ready(state, side)
    if window.taps and _may_strike(state, side):
        for creature in ready:
            found += [("strike", creature.id, target) for target in _struck(state, window, creature)]
    if window.bare and not chain.entries:
        return found
    for attack in _coming(chain, window):
        able = [one for one in attack.covered if one in ready and may_dodge(state, chain, one, attack)]
        found += [("dodge", creature.id, attack.number) for creature in able]
    return found + immediate_plays(state, chain, side, without)


def immediate_plays(state: State, chain: Chain, side: int, without: Sequence[int] = ()) -> list[Order]:
    """All ways of a side to play an immediate card of its hand. Rules: skirmish:card.immediate, skirmish:timing.muted."""
    held = state.armies[side].action_hand
    muted = [entry.mutes for entry in chain.entries if entry.mutes is not None]
    found: list[Order] = []
    for card in immediate_cards():
        if card.index in held and is_timely(chain, card):
            for creature in _ready(state, side):
                if may_act(creature, card) and creature not in muted:
                    found += plays(state, chain, creature, card, without)
    return found


def may_dodge(state: State, chain: Chain, creature: Creature, attack: Attack) -> bool:
    """True if a creature may dodge an attack: it has cover from it, and has not dodged it already. Rules: skirmish:cover.dodge, skirmish:cover.dodge-effect."""
    if creature not in attack.covered:
        return False
    if not state.setting.flags.dodges_once:
        return True
    return not any(entry.dodges is attack and entry.actor is creature for entry in chain.entries)


def _ready(state: State, side: int) -> list[Creature]:
    return [creature for creature in state.creatures if creature.side == side and not creature.tapped]


def _may_strike(state: State, side: int) -> bool:
    """True if a side may make off-turn melee attacks now. Rule: skirmish:timing.off-turn-own-turn."""
    return state.setting.flags.off_turn_on_own_turn or side != state.active


def _coming(chain: Chain, window: Window) -> list[Attack]:
    """The attacks that can be dodged in a window. Rule: skirmish:cover.dodge."""
    return [attack for attack in chain.attacks[window.first_attack :] if is_coming(chain, attack)]


def resolve(state: State, table: Table, chain: Chain, entry: Entry) -> None:
    """Carry out the last entry of the chain, and take it off. Rules: skirmish:card.steps, skirmish:timing.fail, skirmish:card.discard."""
    below = len(chain.entries) - 1
    while entry.done < len(entry.steps):
        place, step = entry.done, entry.steps[entry.done]
        if entry.actor is not None and entry.actor not in state.creatures:
            break
        if place >= len(entry.choices):
            _choose_now(state, table, chain, entry, place)
        if step.verb in ("move", "teleport"):
            displace(state, table, entry, step)
        elif step.verb == "attach":
            attach(state, entry, step)
        # An answer to this very step may have struck down the one that acts.
        elif entry.actor is None or entry.actor in state.creatures:
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
    if actor is None or step.verb not in ("attack", "deal", "choose", "protect"):
        return
    possible = [chosen for chosen in choices(state, chain, actor, step) if chosen]
    if possible:
        options: list[Order] = [("decline",), *[("choose", *chosen) for chosen in possible]]
        order = ask(
            state,
            table,
            "choose",
            entry.side,
            "skirmish:timing.follow-up",
            lambda: options,
            lambda _options: 1 + _best(state, actor, step, possible),
        )
        if order == ("decline",):
            return
        entry.choices[place] = possible[options.index(order) - 1]
    elif step.verb != "deal" and not choices(state, chain, actor, step):
        return
    if step.deals:
        first = len(chain.attacks)
        if step.verb == "attack":
            chosen: Choices = entry.choices[place]
            announce(state, chain, entry, place, [one for one in state.creatures if one.id in chosen])
        ask_for_answers(state, table, chain, Window((), first), entry.side)


def _best(state: State, actor: Creature, step: Step, possible: list[Choices]) -> int:
    """The index of the default among the choices for a later step: the enemy whom the blow leaves least; -1, to decline, if it harms none."""
    if step.verb != "attack":
        return 0
    best, least = -1, 0
    for place, (number, *_) in enumerate(possible):
        target = next(one for one in state.creatures if one.id == number)
        stopped = 0 if step.ignore_block else blocks(state, target)
        harm = attack_damage(state, actor, target, step) - stopped
        left = hit_points(target) - target.damage - harm
        if harm > 0 and are_foes(target.side, actor.side) and (best < 0 or left < least):
            best, least = place, left
    return best


def declare_answer(state: State, chain: Chain, order: Order) -> Entry:
    """Declare an answer. Rule: skirmish:timing.declare."""
    if order[0] == "play":
        return declare_card(state, chain, order)
    actor = on_board(state, order[1])
    if order[0] == "strike":
        return declare(state, chain, actor, [BLOW], [(int(str(order[2])),)], [actor], name="melee attack")
    entry = declare(state, chain, actor, [], [], [actor], name="dodge")
    entry.dodges = chain.attacks[int(str(order[2]))]
    return entry


def _struck(state: State, window: Window, creature: Creature) -> list[int]:
    """The ids of the creatures that a creature may strike off turn. Rules: skirmish:timing.off-turn-melee, skirmish:timing.tap-moment."""
    open_to = [window.taps[place] for place in _open_taps(state, window, creature)]
    if open_to and state.setting.flags.off_turn_any:
        allies = state.setting.flags.attack_allies
        return [
            other.id
            for other in state.creatures
            if can_attack(state, creature, other, BLOW) and (allies or are_foes(other.side, creature.side))
        ]
    return sorted({tapped.id for tapped in open_to})


def _open_taps(state: State, window: Window, creature: Creature) -> list[int]:
    """The places among the taps of a window of those that a creature may answer off turn.

    It answers one tap once, also when an Action Point untaps it (by versions 1 to 4 of the rules again then). Rule: skirmish:timing.off-turn-melee.
    """
    once = state.setting.flags.strikes_once
    return [
        place
        for place, tapped in enumerate(window.taps)
        if tapped in state.creatures
        and are_foes(tapped.side, creature.side)
        and are_adjacent(state, creature, tapped)
        and not (once and creature in window.strikers[place])
    ]


def _note_strike(state: State, window: Window, order: Order) -> None:
    """Note which tap an off-turn melee attack answers: the first of its target, else, where it may hit any creature, the first that is open. Rule: skirmish:timing.off-turn-melee."""
    creature, target = on_board(state, order[1]), on_board(state, order[2])
    places = _open_taps(state, window, creature)
    mine = [place for place in places if window.taps[place] is target]
    window.strikers[(mine or places)[0]].append(creature)


def _end_guards(state: State) -> None:
    """End the Blocks for an activation with the chain, if no creature is activated. Rule: skirmish:timing.end-of-activation."""
    if state.acting == NOBODY:
        for creature in state.creatures:
            creature.guard = 0
