"""Every question in words, with its options tied to pieces and places."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision, RollCall
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Item, Odds, OptionView, Question
from banneret.rulebooks.warcards.attack.declared import in_words
from banneret.rulebooks.warcards.attack.plans import Plan
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, NUMBERS, by_way, post, spot
from banneret.rulebooks.warcards.board.people import stands
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.board.works import all_inside, bars, is_haven
from banneret.rulebooks.warcards.leaving.retreats import may_strike
from banneret.rulebooks.warcards.leaving.withdrawal import may_leave
from banneret.rulebooks.warcards.magic.casters import spell_of
from banneret.rulebooks.warcards.movement.entry import free_attack_bonus
from banneret.rulebooks.warcards.movement.hero_moves import keep_up
from banneret.rulebooks.warcards.setup.placement import GROUPS
from banneret.rulebooks.warcards.setup.terrain import Contest
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import TERM_WORDS, agree, said_of, short
from banneret.rulebooks.warcards.view.attack_forecast import STAGES, attack_forecast, wounds_to_go
from banneret.rulebooks.warcards.view.fates import (
    FATE_WORDS,
    bonus_words,
    fate_words,
    offer_words,
    terms_words,
)
from banneret.rulebooks.warcards.view.magic_forecast import spell_forecast, spell_words, vain_spell
from banneret.rulebooks.warcards.view.meanings import (
    contest_words,
    near_words,
    person_words,
    place_words,
    plan_words,
    withdraw_words,
)
from banneret.rulebooks.warcards.view.move_forecast import order_forecast, vain_entry
from banneret.rulebooks.warcards.view.setup_forecast import (
    CONSEQUENCES,
    NIGHT,
    NIGHT_WITHOUT_FIRE,
    contest_forecast,
)

TEXTS: Final[dict[str, str]] = {
    "attack": "Do you attack?",
    "fort": "Do you fight in your fortification?",
    "terrain": "Which terrain do you try for?",
    "yield": "Roll for the terrain, or accept the other side's choice?",
    "visibility": "Which visibility do you want?",
    "place": "Place your units: at most one in each area of your line, the others wait in the reserve.",
    "first": "You have the initiative. Who moves first?",
    "move": "Move a unit, or end your movement.",
    "left": "The heroes cannot keep up with their unit. Whom do they join?",
    "magic": "Cast a battle spell?",
    "retreat": "Does an engaged unit retreat or evade?",
    "leave": "Fight on?",
    "terms": "The enemy surrenders unconditionally. On what terms?",
    "accept": "The enemy offers to surrender. Accept?",
    "stop": "The enemy offers to stop the battle. Agree?",
    "encounter": "What bonus do the heroes have after their skirmish?",
    "captive": "An enemy character is your prisoner. What becomes of them?",
    "stationary": "Stationary missiles: who fires, and where?",
    "charge": "Who charges?",
    "pikes": "Whose pikes strike?",
    "charge and pikes": "Who charges, and whose pikes strike?",
    "melee": "Who attacks hand to hand?",
    "moving": "Missiles of units that moved: who fires, and where?",
}
LABELS: Final[dict[str, str]] = {
    "attack": "Attack",
    "wait": "Wait",
    "use": "Fight in the fortification",
    "field": "Fight in the open field",
    "roll": "Roll",
    "accept": "Accept",
    "refuse": "Refuse",
    "fight": "Fight on",
    "withdraw": "Withdraw from the field",
    "stop": "Offer to stop the battle",
    "melee": "Attack hand to hand",
    "missile": "Shoot",
    "subdue": "Attack hand to hand to subdue",
    "decline": "Let it go",
    "stay": "Nobody else retreats",
}


FIGHT: Final[Order] = ("fight",)
"""To go on as before: who withdraws goes on withdrawing. Rule: warcards:withdraw.declare."""


def question(state: State, decision: Decision) -> Question:
    """A decision as the side to decide reads it."""
    if isinstance(decision, RollCall):
        text = f"Roll a die of {decision.faces} faces: {decision.why}."
        options = tuple(
            OptionView(order=write_order(order), label=str(order[1])) for order in decision.orders()
        )
        return Question("roll", decision.side, text, decision.rule, options, "", asks="dice")
    known = _known(state, decision) if isinstance(decision, Plan) else {}
    options = tuple(_view(state, decision, order, known) for order in decision.orders())
    default = write_order(decision.default())
    form = None
    if isinstance(decision, Plan):
        form = _form(state, decision, known)
    trivial = decision.listed and len(options) == 1
    text = TEXTS.get(_asked(decision), "What do you do?")
    if decision.kind == "opportunity":
        text = _turning(state, decision.orders()[0][1])
    return Question(
        decision.kind, decision.side, text, decision.rule, options, default, form=form, trivial=trivial
    )


def _turning(state: State, number: int) -> str:
    """The words for a unit that turns away from its enemy. Rule: warcards:retreat.opportunity."""
    enemy = enemy_of(state, state.units[number])
    return f"{agree(state.setting.labels[enemy], 'turns|turn away')}: attack with {short(state, number)}?"


def _asked(decision: Decision) -> str:
    """The key of a question's text: its kind, and in the charge step whether there are charges, pikes, or both."""
    if decision.kind != "charge" or not isinstance(decision, Plan):
        return decision.kind
    kinds = {word[0] for slot in decision.slots for word in slot.words}
    if kinds == {"p"}:
        return "pikes"
    return "charge and pikes" if "p" in kinds else "charge"


Known = dict[tuple[int, str], Odds | None]


def _known(state: State, decision: Plan) -> Known:
    """The forecasts of all words of a plan of attacks, each worked out once; none for other plans."""
    if decision.kind not in STAGES:
        return {}
    return {
        (slot.subject, word): attack_forecast(state, decision.kind, slot.subject, word)
        for slot in decision.slots
        for word in slot.words
    }


def _view(state: State, decision: Decision, order: Order, known: Known) -> OptionView:
    if isinstance(decision, Plan):
        chosen = decision.chosen(order)
        words = [_word(state, decision, subject, word) for subject, word in chosen]
        label = "; ".join(words) or ("All in reserve" if decision.kind == "place" else "Nobody")
        pieces = tuple(_piece(subject) for subject, _ in chosen)
        odds = known.get(chosen[0]) if len(chosen) == 1 else None
        says = plan_words(state, decision, order, known) if odds is None else ""
        return OptionView(write_order(order), label, says, pieces, odds=odds)
    label, pieces, places = _label(state, decision, order)
    says = offer_words(decision.kind, order) or _consequence(state, decision.side, order)
    if order == FIGHT and state.withdrawing >> decision.side & 1:
        label, says = "Go on withdrawing", withdraw_words(state, decision.side)
    if isinstance(decision, Contest) and order[0] == "accept":
        says = contest_words(state, decision)
    group = short(state, order[1]) if order[0] in ("move", "retreat", "evade") else ""
    if order[0] == "cast":
        spell, _ = spell_of(state, state.figures[order[1]], order[2])
        group = f"{state.setting.people[order[1]].name}: {spell.name}"
    odds = spell_forecast(state, order) if order[0] == "cast" else order_forecast(state, order)
    if order[0] in ("terrain", "see", "roll"):
        odds = contest_forecast(state, decision, order)
    vain = vain_spell(state, order) if order[0] == "cast" else vain_entry(state, order)
    return OptionView(write_order(order), label, says, pieces, places, odds, group, vain=vain)


def _piece(subject: int) -> str:
    """The piece of a unit, or of a Heroes unit, by the number of its slot."""
    return f"u{subject}" if subject < GROUPS else f"h{subject - GROUPS}"


def _consequence(state: State, side: int, order: Order) -> str:
    """The consequences of a move or a withdrawal, as far as they are certain.

    Rules: warcards:move.engage, warcards:full.enter-contest, warcards:full.rout-recover, warcards:reserve.enter,
    warcards:retreat.opportunity, warcards:evade.no-attack, warcards:withdraw.province.
    """
    if order[0] in ("melee", "missile", "subdue") and len(order) == 2:
        target = enemy_of(state, state.units[order[1]])
        return wounds_to_go(state, state.units[target], order[0] == "subdue")
    if order[0] == "cast":
        return spell_words(state, order)
    if order == NIGHT and not state.setting.flags.night_fire:
        return NIGHT_WITHOUT_FIRE
    if order in CONSEQUENCES:
        return CONSEQUENCES[order]
    if order[0] in FATE_WORDS:
        return fate_words(state, order)
    if order[0] == "terms":
        return terms_words(state, side, order)
    if order[0] == "bonus":
        return bonus_words(state, side, order)
    if order[0] == "withdraw":
        if not may_leave(state, side):
            return "no province is open to the army: it surrenders into captivity"
        return withdraw_words(state, side)
    if order[0] in ("heroes", "person"):
        return person_words(state, order[1], order)
    if order[0] == "decline":
        return agree(state.setting.labels[enemy_of(state, state.units[order[1]])], "goes|go unharmed")
    if order[0] == "stay":
        return "who is engaged stays engaged, and fights on"
    if order[0] not in ("move", "retreat", "evade"):
        return ""
    unit = state.units[order[1]]
    labels = state.setting.labels
    way = [NUMBERS[name] for name in order[2:]]
    says = []
    enemy = enemy_of(state, unit)
    if order[0] == "retreat" and enemy >= 0 and may_strike(state, state.units[enemy]):
        says.append(f"{labels[enemy]} may attack it first")
    elif order[0] != "move":
        says.append("nobody may attack it")
    walls = sum([area < AREAS and bars(state, unit.side, area) for area in way])
    if walls:
        shots = "" if free_attack_bonus(state) == NONE else "the walls shoot, then "
        says.append(f"{shots}a contest for the way in" + (f", at each of {walls} walls" if walls > 1 else ""))
    met = -1 if way[-1] >= AREAS else state.at[(1 - unit.side) * AREAS + way[-1]]
    if met >= 0:
        says.append(f"meets {labels[met]}")
    elif way[-1] >= AREAS:
        says.append("moves no further this round")
    else:
        says.append(near_words(state, unit, way[-1]))
    if unit.routed and any(is_haven(state, unit.side, area) for area in way):
        says.append("recovers behind the walls")
    if order[0] == "move" and not unit.routed and not _heroes_keep_up(state, unit, way):
        says.append("its heroes cannot keep up")
    return ("; " if order[0] != "move" else ", ").join(says)


def _heroes_keep_up(state: State, unit: Unit, way: list[int]) -> bool:
    """True if the heroes with a unit, if any, can go all of its way with it. Rule: warcards:hero.move."""
    outside = unit.outside or not all_inside(state, unit.place, tuple(way[:-1]), way[-1])
    return keep_up(state, unit, len(way), outside)


def _label(state: State, decision: Decision, order: Order) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    names = state.setting.labels
    verb = order[0]
    if verb in ("move", "retreat", "evade"):
        way = tuple(order[2:])
        words = {"move": "moves|move to", "retreat": "retreats|retreat to", "evade": "evades|evade to"}[verb]
        side = state.units[order[1]].side
        by = by_way(list(way[:-1]))
        return (
            agree(short(state, order[1]), f"{words} {spot(side, NUMBERS[way[-1]])}{by}"),
            (f"u{order[1]}",),
            way,
        )
    if verb == "heroes":
        who = state.setting.group_names[order[1]]
        if order[2] == "with":
            return (
                f"{agree(who, 'joins|join')} {short(state, order[3])}",
                (f"h{order[1]}", f"u{order[3]}"),
                (),
            )
        place = NUMBERS[order[2]]
        if place < AREAS:
            host = state.at[decision.side * AREAS + place]
            label = agree(who, f"joins|join {short(state, host)} at {spot(decision.side, place)}")
            return label, (f"h{order[1]}", f"u{host}"), (order[2],)
        words = f"goes|go to {spot(decision.side, place)}"
        if place == stands(state, state.groups[order[1]]):
            words = "stays|stay in the reserve"
        return agree(who, words), (f"h{order[1]}",), (order[2],)
    if verb == "person":
        name, host = state.setting.people[order[1]].name, state.figures[order[1]].host
        piece = f"p{order[1]}" if host < 0 else f"u{host}"
        if order[2] == "with":
            return f"{name} joins {short(state, order[3])}", (piece, f"u{order[3]}"), ()
        return f"{name} leaves {short(state, host)} and stays in the reserve", (piece,), (order[2],)
    if verb == "cast":
        spell, _ = spell_of(state, state.figures[order[1]], order[2])
        own = state.units[order[4]].side == decision.side
        whom = short(state, order[4]) if own else names[order[4]]
        return f"{spell.name.capitalize()} on the {order[3]} of {whom}", (f"u{order[4]}",), ()
    if verb == "surrender":
        return f"Offer to surrender: {said_of(TERM_WORDS[order[1]], 'your')}", (), ()
    if verb == "terms":
        return said_of(TERM_WORDS[order[1]]).capitalize(), (), ()
    if verb in ("ransom", "hostage", "death"):
        words = {"ransom": "Hold for ransom", "hostage": "Keep as a hostage", "death": "Put to death"}[verb]
        return f"{words}: {state.setting.people[order[1]].name}", (), ()
    if verb == "first":
        return ("We move first" if order[1] == "self" else "They move first"), (), ()
    if verb in ("terrain", "see"):
        return str(order[1]).replace("-", " ").capitalize(), (), ()
    if verb == "bonus":
        return ("As the table says" if order[1] == "table" else f"+{order[1]}"), (), ()
    if verb == "done":
        return ("End the movement" if decision.kind == "move" else "Cast nothing"), (), ()
    pieces = (f"u{order[1]}",) if len(order) > 1 and isinstance(order[1], int) else ()
    return LABELS.get(verb, str(verb).capitalize()), pieces, ()


def _form(state: State, decision: Plan, known: Known) -> Form:
    items = tuple(
        Item(
            word=word,
            label=_word(state, decision, slot.subject, word),
            piece=_piece(slot.subject),
            place=_place_of(word),
            slot=str(slot.subject),
            spot=str(slot.spots[index]) if slot.spots else "",
            consequence=_blow_words(state, decision.kind, slot.subject, word),
            odds=known.get((slot.subject, word)),
        )
        for slot in decision.slots
        for index, word in enumerate(slot.words)
    )
    return Form("subset", decision.verb, items, most=len(decision.slots), posts=decision.kind == "place")


def _blow_words(state: State, kind: str, subject: int, word: str) -> str:
    """The difference between the attacks of one unit, in a sentence, and the worth of one that is placed; empty for any other."""
    if kind == "place":
        return place_words(state, subject)
    if word[:1] == "t":
        return "the works are yours, without a die"
    if kind != "melee" or word[0] not in "us":
        return ""
    aim = word.partition("-")[2]
    target = int(aim) if aim else enemy_of(state, state.units[subject])
    return wounds_to_go(state, state.units[target], word[0] == "s") if target >= 0 else ""


def _place_of(word: str) -> str:
    aim = word.partition("-")[2]
    return aim if aim in NAMES else ""


def _word(state: State, decision: Plan, subject: int, word: str) -> str:
    """A word of a plan, as people say it."""
    aim = word.partition("-")[2]
    if subject >= GROUPS:
        return f"{state.setting.group_names[subject - GROUPS]} with {short(state, int(aim[1:]))}"
    if decision.kind == "place":
        return f"{short(state, subject)} at {post(decision.side, NUMBERS[aim])}"
    return in_words(state, decision.verb, word)
