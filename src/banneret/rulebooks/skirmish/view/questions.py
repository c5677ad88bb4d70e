"""Every question in words, with its options tied to pieces and places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision, RollCall
from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Blank, Form, Move, OptionView, Question, Slot
from banneret.rulebooks.skirmish.actions.choosing import is_creature_choice
from banneret.rulebooks.skirmish.board.traits import is_forbidden, printed
from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.movement.reach import speed, speed_left
from banneret.rulebooks.skirmish.odds.hands import answers_held, any_answer
from banneret.rulebooks.skirmish.setup.starting import Start
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables.actions import TYPES, action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.tables.numbers import STARTING_LEVEL, STARTING_LEVELS
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.pictures import pictures
from banneret.rulebooks.skirmish.text.wording import brief, many
from banneret.rulebooks.skirmish.turn.activation import powers_of
from banneret.rulebooks.skirmish.view.asked import LABELS
from banneret.rulebooks.skirmish.view.meanings import Ways, meaning, running, start_words
from banneret.rulebooks.skirmish.view.pieces import card_id, creature_id
from banneret.rulebooks.skirmish.view.previews import Foresight

TEXTS: Final = {
    "start": "Which creatures do you start with, and where?",
    "activate": "Which creature do you activate?",
    "act": "What does it do?",
    "answer": "What do you answer?",
    "window": "Do you play an immediate card?",
    "go": "Where does it go?",
    "effect": "Which effect comes first?",
    "deploy": "Do you deploy a creature?",
    "ready": "Do you look for a card?",
    "reward": "Do you draw a card?",
    "pay": "For which creature do you pay first?",
    "discard": "Which card do you discard?",
    "assist": "Do your creatures assist?",
}
DEPLOYED: Final = "It stands untapped: it may answer at once, and acts from your next turn."
DONE: Final = {"activate": "End the Action Phase", "deploy": "Deploy no more"}
WORDS: Final = {
    ("pass",): "Pass",
    ("done",): "Go on",
    ("end",): "End its activation",
    ("move",): "Move",
    ("decline",): "No",
    ("ready",): "Look for the card",
    ("draw",): "Draw a card",
    ("assist",): "Assist",
}


def question(state: State, decision: Decision) -> Question:
    """A decision as the side to decide reads it."""
    if isinstance(decision, RollCall):
        text = f"Draw one of {decision.faces}: {decision.why}."
        options = tuple([OptionView(write_order(order), str(order[1])) for order in decision.orders()])
        return Question("roll", decision.side, text, decision.rule, options, "", asks="dice")
    if isinstance(decision, Start):
        return _start(state, decision)
    orders = decision.orders()
    many_places = decision.kind in ("go", "deploy")
    foresight = None if many_places else Foresight(state, decision)
    ways = Ways(state, decision) if decision.kind == "go" else None
    return Question(
        decision.kind,
        decision.side,
        _text(state, decision),
        decision.rule,
        tuple([_option(state, decision, order, foresight, ways) for order in orders]),
        write_order(decision.default()),
        hint=DEPLOYED if decision.kind == "deploy" else _answers_ahead(state, decision),
        trivial=len(orders) == 1 or all(order[0] == "pass" for order in orders),
        covered=decision.kind in ("answer", "window"),
        reasoned=many_places,
        place=_place(state, decision),
    )


def _place(state: State, decision: Decision) -> str:
    """The square of the creature in question, the one that acts or goes somewhere; empty if there is none."""
    number = state.acting
    if decision.kind == "go":
        number = int(decision.default()[1])
    creature = state.creature(number) if decision.kind in ("act", "go") else None
    return "" if creature is None else news.square(state, creature)


def _answers_ahead(state: State, decision: Decision) -> str:
    """The chances that others hold an answer, by all that was seen. Rule: skirmish:info.public."""
    if decision.kind not in ("act", "activate", "answer", "window"):
        return ""
    lens = Lens(state, decision.side)
    found = []
    for side, name in enumerate(state.setting.names):
        if are_foes(side, decision.side):
            chance = any_answer(lens, side)
            cards = [f"{card.name} {whole_percent(one)}" for card, one in answers_held(lens, side)]
            if chance:
                found.append(
                    f"Chance of an answer from {name}: {whole_percent(chance)} ({', '.join(cards)})."
                )
    return " ".join(found)


def _text(state: State, decision: Decision) -> str:
    """The question in words."""
    acting = state.creature(state.acting)
    if decision.kind == "act" and acting is not None:
        return f"What does {news.short(state, acting)} do?"
    if decision.kind == "go":
        mover = state.creature(int(decision.default()[1]))
        return f"Where does {news.short(state, mover)} go?" if mover is not None else TEXTS["go"]
    if decision.kind == "choose":
        return _step_text(state)
    return TEXTS[decision.kind]


def _step_text(state: State) -> str:
    """The question for whom or what the next step of the action is that is carried out. Rule: skirmish:timing.follow-up."""
    entry = running(state)
    if entry is None or entry.done >= len(entry.steps):
        return "The next step: whom or what?"
    step = entry.steps[entry.done]
    what = brief([step]) or brief(entry.steps[entry.done :])
    asked = (
        "At whom?" if step.verb == "attack" else "Which square?" if step.what == "square" else "Whom or what?"
    )
    whose = f" of {news.short(state, entry.actor)}" if entry.actor is not None else ""
    return f"The next step{whose}: {what}. {asked}" if what else f"The next step{whose}. {asked}"


def _start(state: State, decision: Start) -> Question:
    """Starting creatures as slots. Rules: skirmish:setup.starting.levels, skirmish:setup.starting.secret."""
    moves = [Move("none", "None", "The slot stays empty.", "skirmish:setup.starting.levels")]
    for name, count in decision.counts.items():
        card = creature_card(name)
        squares = Blank("Where", tuple([(square, square) for square in decision.places[name]]))
        text = f"{card.hp} hit points, {card.damage} damage, speed {card.speed}; {many(count, 'copy').replace('copys', 'copies')}."
        moves.append(
            Move(
                name,
                card.name,
                text,
                "skirmish:setup.starting.levels",
                many(card.level, "level"),
                parameters=(squares,),
                symbol=pictures()[card.id],
                base=(float(card.across), float(card.across)),
            )
        )
    slots = tuple([Slot(f"Creature {place + 1}", tuple(moves)) for place in range(decision.slots)])
    help_ = f"At most {STARTING_LEVELS} levels in all, none of a level above {STARTING_LEVEL}; each on squares of its own in your start area."
    labels = ["A balanced start", "Nobody"]
    return Question(
        decision.kind,
        decision.side,
        TEXTS["start"],
        decision.rule,
        tuple(
            [
                OptionView(write_order(order), label, start_words(order))
                for order, label in zip(decision.orders(), labels, strict=False)
            ]
        ),
        write_order(decision.default()),
        Form("slots", "start", help=help_, slots=slots),
        hint=_who_sees(state, decision.side),
        sealed=not state.setting.flags.open_setup,
    )


def _who_sees(state: State, side: int) -> str:
    """The others who choose with a side, or know its start before they choose, in words. Rules: skirmish:setup.starting.secret, skirmish:team.setup."""
    names = state.setting.names
    if state.setting.flags.open_setup:
        if side == len(names) - 1:
            return "The others have chosen before you; you choose last, openly too."
        return "You choose openly: who chooses after you sees it first."
    if len(names) == 2:
        return "The others choose at the same time; all is revealed together."
    later = f", before {enumerated(names[2:])} choose" if side < 2 else ""
    return f"{names[side ^ 1]} chooses at the same time; both are revealed together{later}."


def _option(
    state: State, decision: Decision, order: Order, foresight: Foresight | None, ways: Ways | None
) -> OptionView:
    """An order as an option."""
    if order in WORDS:
        label = DONE.get(decision.kind, WORDS[order]) if order == ("done",) else WORDS[order]
        if order == ("move",):  # the creature itself means its move, where it is pointed at
            acting = state.creature(state.acting)
            mover = () if acting is None else (creature_id(acting),)
            return OptionView(write_order(order), label, _effect(state, order, ""), mover)
        return OptionView(write_order(order), label, meaning(state, decision, order))
    if order[0] == "ask" or (order[0] == "pass" and len(order) > 1):
        when = LABELS[str(order[1])]
        label = f"Pass; from then on you are asked {when}" if order[0] == "pass" else f"You are asked {when}"
        kept = "until you choose another time" if order[0] == "pass" else "passes follow by themselves"
        return OptionView(write_order(order), label, kept)
    label, pieces, places = _label(state, decision, order)
    if order[0] == "play":
        hand = state.armies[decision.side].action_hand
        index = action_card(str(order[1])).index
        pieces += tuple([card_id(decision.side, at) for at, card in enumerate(hand) if card == index])
    group = _group(state, order)
    if ways is not None and order[0] == "go":
        says, way = ways.of(order)
        return OptionView(write_order(order), label, says, pieces, places, group=group, way=way)
    change, vain, worst = foresight.of(order) if foresight is not None else ("", "", "")
    effect = _effect(state, order, change) if foresight is not None else ""
    if not effect and not vain:
        effect = meaning(state, decision, order)
    if worst:
        effect = f"{effect}; {worst}" if effect else worst
    if _strikes_own(state, order):
        effect = f"on your own side; {effect}" if effect else "on your own side"
    terms = tuple(_terms(state, order))
    return OptionView(write_order(order), label, effect, pieces, places, group=group, terms=terms, vain=vain)


def _strikes_own(state: State, order: Order) -> bool:
    """True if an order attacks a creature that is no enemy of the attacker. Rule: skirmish:action.target."""
    steps: list[Step] = []
    chosen = order[2:]
    if order[0] == "use":
        steps, chosen = _power(state, order)[1], order[3:]
    elif order[0] == "play":
        steps, chosen = action_card(str(order[1])).steps, order[4:]
    elif order[0] == "choose":
        entry = running(state)
        blow = (
            entry is not None and entry.done < len(entry.steps) and entry.steps[entry.done].verb == "attack"
        )
        actor = entry.actor if entry is not None and blow else None
        return actor is not None and _are_friends(state, actor, order[1:])
    elif order[0] not in ("attack", "strike"):
        return False
    actor = state.creature(int(str(order[2] if order[0] == "play" else order[1])))
    struck: list[object] = [chosen[0]] if not steps else []
    for step, choice in zip(steps, chosen, strict=False):
        if step.verb == "attack" and is_creature_choice(step):
            struck += choice
    return actor is not None and _are_friends(state, actor, struck)


def _are_friends(state: State, actor: Creature, numbers: Iterable[object]) -> bool:
    """True if one of some creatures, by their ids, is no enemy of another."""
    targets = [state.creature(int(str(number))) for number in numbers]
    return any(one is not None and not are_foes(one.side, actor.side) for one in targets)


def _terms(state: State, order: Order) -> list[tuple[str, str]]:
    """The terms that tell an action from others of its card or power: by, at, against, helped by."""
    if order[0] in ("attack", "strike"):
        return [("by", _who(state, order[1])), ("at", _who(state, order[2]))]
    if order[0] == "dodge":
        chain = state.chain
        attacker = None if chain is None else chain.attacks[int(str(order[2]))].attacker
        return [("by", _who(state, order[1])), ("from", "" if attacker is None else _who(state, attacker.id))]
    if order[0] == "use":
        return [("by", _who(state, order[1])), *_chosen_terms(state, _power(state, order)[1], order[3:])]
    if order[0] == "play":
        helpers = enumerated([_who(state, number) for number in order[3]])
        steps = action_card(str(order[1])).steps
        return [
            ("by", _who(state, order[2])),
            *_chosen_terms(state, steps, order[4:]),
            ("helped by", helpers or "no one"),
        ]
    return []


def _chosen_terms(state: State, steps: list[Step], chosen: Order) -> list[tuple[str, str]]:
    """The choices of an action as terms: "for" a creature that it protects or heals, else "at" its target. Rule: skirmish:timing.announce."""
    found: list[tuple[str, str]] = []
    kind = "for" if any(step.verb in ("protect", "heal", "untap") for step in steps) else "at"
    for step, choice in zip(steps, chosen, strict=False):
        word = f"then {kind}" if any(one[0] == kind for one in found) else kind
        if not choice:
            if step.verb == "attack" and step.optional:
                found.append((word, "no one"))
        elif is_creature_choice(step):
            found.append((word, enumerated([_who(state, number) for number in choice])))
        elif step.verb == "choose" and step.what == "square":
            found.append(("on", state.setting.board.grid.names[int(choice[0])]))
        elif step.verb == "protect":
            found.append(("against", news.source_of(state, step, int(choice[0]))))
    return found


def _who(state: State, number: object) -> str:
    """A creature by its short name, with its side if another side has a creature of that name."""
    creature = state.creature(int(str(number)))
    if creature is None:
        return "no one"
    twins = [one for one in state.creatures if one.card == creature.card and one.side != creature.side]
    return news.name(state, creature) if twins else news.short(state, creature)


def _effect(state: State, order: Order, change: str) -> str:
    """The effect of an order in words: `change`, its outcome if nobody answers, else its steps; and the kind of card that it spends. Rules: skirmish:card.standard, skirmish:card.minor."""
    found = [change]
    if order[0] == "play":
        card = action_card(str(order[1]))
        found = [found[0] or brief(card.steps), f"{TYPES[card.type]} card"]
    elif order[0] == "use" and not found[0]:
        found = [brief(_power(state, order)[1])]
    elif order[0] == "move":
        acting = state.creature(state.acting)
        found = [f"up to {many(speed_left(state, acting), 'square')}" if acting is not None else ""]
    elif order[0] == "activate":
        creature = state.creature(int(order[1]))
        assert creature is not None
        found = [
            "cannot move" if is_forbidden(creature, "move") else f"moves {speed(state, creature)}",
            "tapped" if creature.tapped else f"strikes for {printed(creature).damage}",
        ]
        return ", ".join(found)
    return "; ".join([one for one in found if one])


def _group(state: State, order: Order) -> str:
    """The name by which options are grouped: that of the card, the power or the creature to deploy."""
    if order[0] == "play":
        return action_card(str(order[1])).name
    if order[0] == "deploy":
        return creature_card(str(order[1])).name
    if order[0] == "use":
        return _power(state, order)[0]
    return {"attack": "Melee attack", "strike": "Melee attack", "dodge": "Dodge"}.get(str(order[0]), "")


def _power(state: State, order: Order) -> tuple[str, list[Step]]:
    """The name and the steps of the power of an order."""
    creature = state.creature(int(order[1]))
    assert creature is not None
    _, power, under = next(one for one in powers_of(creature) if one[0] == order[2])
    name = power.name or (f"Discard {news.card_name(under[0])}" if under else brief(power.steps))
    return name, power.steps


def _label(state: State, decision: Decision, order: Order) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """An order in words, with the pieces and places it touches."""
    verb = order[0]
    if verb == "deploy":
        card = creature_card(str(order[1]))
        return f"{card.name} to {order[2]} for {card.level} gold", (), (str(order[2]),)
    if verb == "discard":
        return f"Discard {action_card(str(order[1])).name}", (), ()
    if verb == "choose":
        return _chosen(state, decision, order)
    actor = state.creature(int(order[2] if verb == "play" else order[1]))
    if actor is None:
        return f"{verb} {order[1]}", (), ()
    name, mine = news.name(state, actor), creature_id(actor)
    if verb == "activate":
        return f"Activate {name}", (mine,), ()
    if verb == "go":
        stays = order[2] == news.square(state, actor)
        return (f"Stay in {order[2]}" if stays else f"Go to {order[2]}"), (mine,), (str(order[2]),)
    if verb == "spend":
        return f"{name}: spend Action Point, untap", (mine,), ()
    if verb == "pay":
        return f"Pay for {name}", (), ()
    if verb == "effect":
        return f"{action_card(str(order[2])).name} on {name}", (mine,), ()
    if verb == "dodge":
        return f"{name} dodges", (mine,), ()
    if verb in ("attack", "strike"):
        target = state.creature(int(order[2]))
        assert target is not None
        word = "strikes" if verb == "strike" else "attacks"
        return f"{name} {word} {news.name(state, target)}", (mine, creature_id(target)), ()
    if verb == "use":
        title, steps = _power(state, order)
        words, pieces, places = _choices(state, steps, order[3:])
        return f"{name}: {title}{words}", (mine, *pieces), places
    card_ = action_card(str(order[1]))
    words, pieces, places = _choices(state, card_.steps, order[4:])
    helpers = [one for one in [state.creature(int(number)) for number in order[3]] if one is not None]
    helped = f", helped by {enumerated([news.name(state, one) for one in helpers])}" if helpers else ""
    return (
        f"{name} plays {card_.name}{words}{helped}",
        (mine, *pieces, *[creature_id(one) for one in helpers]),
        places,
    )


def _chosen(state: State, decision: Decision, order: Order) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A choice for a step of the action on top of the chain."""
    chain = state.chain
    if chain is None or not chain.entries:
        return "The next step", (), ()
    entry = chain.entries[-1]
    words, pieces, places = _choices(state, entry.steps[entry.done : entry.done + 1], (tuple(order[1:]),))
    text = words.strip(" :").removeprefix("at ") or "Go on"
    return f"{text[:1].upper()}{text[1:]}", pieces, places


def _choices(state: State, steps: list[Step], chosen: Order) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The choices of an order in words. Rule: skirmish:timing.announce."""
    words: list[str] = []
    pieces: list[str] = []
    places: list[str] = []
    for step, choice in zip(steps, chosen, strict=False):
        if not choice:
            if step.verb in ("attack", "protect") and step.optional:
                words.append("no attack" if step.verb == "attack" else "against nothing")
            continue
        if is_creature_choice(step):
            names = [one for one in [state.creature(int(number)) for number in choice] if one is not None]
            words.append(f"at {enumerated([news.name(state, one) for one in names])}")
            pieces += [creature_id(one) for one in names]
        elif step.verb == "choose" and step.what == "square":
            square = state.setting.board.grid.names[int(choice[0])]
            words.append(f"at {square}")
            places.append(square)
        elif step.verb == "protect":
            words.append(f"against {news.source_of(state, step, int(choice[0]))}")
    return (f" {', '.join(words)}" if words else ""), tuple(pieces), tuple(places)
