"""Every decision as a question in words, with its options and the pieces they are about."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Choice, Decision, RollCall
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Item, OptionView, Plan, Question
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.combat.assignments import Assignment
from banneret.rulebooks.battlesystem.combat.champions.duelling import FIGHT
from banneret.rulebooks.battlesystem.combat.losses.fallen import Fallen
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.engines.crews import title
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.engines.shots import FIRE
from banneret.rulebooks.battlesystem.march.divided import SPLIT
from banneret.rulebooks.battlesystem.march.passing_champions import OnHisWay
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot, is_at_man, man_shot_at, stop_of
from banneret.rulebooks.battlesystem.missiles.at_champions import OTHERS, SNIPE
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM, MAN
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, ONCE, OVER, Shooting
from banneret.rulebooks.battlesystem.morale.rout.captives import EACH, Capture
from banneret.rulebooks.battlesystem.movement import individual_moves, individual_shots, skirmish_moves
from banneret.rulebooks.battlesystem.movement.disengaging.following import FollowingSingly
from banneret.rulebooks.battlesystem.movement.movement_orders import FORMS, HELD, VERBS, MoveDecision
from banneret.rulebooks.battlesystem.rally.facings import Facings, UnitFacing
from banneret.rulebooks.battlesystem.roles.changes import ROLE
from banneret.rulebooks.battlesystem.roles.melee_roles import AID, STEP
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.text.wording import figure_text, order_text, unit_name
from banneret.rulebooks.battlesystem.view.artillery.field_pieces import engine_id
from banneret.rulebooks.battlesystem.view.artillery.shot_forecasts import shot_forecast
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.rulebooks.battlesystem.view.forecasts.duels import duel_forecast
from banneret.rulebooks.battlesystem.view.forecasts.partings import parting_forecast
from banneret.rulebooks.battlesystem.view.forecasts.rallies import rally_forecast
from banneret.rulebooks.battlesystem.view.forecasts.roles import role_words
from banneret.rulebooks.battlesystem.view.forecasts.volleys import (
    MOST_OPTIONS,
    MOST_STOPS,
    passing_forecast,
    shared_forecast,
    volley_forecast,
)
from banneret.rulebooks.battlesystem.view.meanings import (
    after,
    assigning,
    facing,
    legend,
    lost_words,
    meaning,
    some_facing,
)
from banneret.rulebooks.battlesystem.view.passing_previews import at_stop
from banneret.rulebooks.battlesystem.view.pieces import leader_id, rounded, unit_id
from banneret.rulebooks.battlesystem.view.plans import (
    divisions,
    how,
    inches_gone,
    manner,
    passing_divisions,
    planned,
    plans,
    set_up,
    when,
)
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL

TEXTS: Final[dict[str, str]] = {
    "place": "Where does your army set up?",
    "arrive": "Your reinforcements arrive: where do they enter?",
    "first": "You won the initiative: who moves first?",
    "rally": "Whom do your commanders rally, and which orders do your mobs get?",
    "volley": "Shoot with a unit or a hero, or hold.",
    "passing": "An enemy moves in sight of your troops. Shoot at it on its way, or hold.",
    "artillery": "Shoot with a catapult or ballista, or hold.",
    "wreck": "Your unit stands at a piece that nobody works. Does it break it up?",
    "serve": "Your skirmishers stand at a piece that nobody works. Does one of them take it over?",
    "move": "Give an order to a unit, or end your movement.",
    "lost_command": "The unit is out of command. Does it open up, or stay closed and stand still?",
    "crowd": "Friends stand in the way of the mob. Does it move now, or when you have moved your other troops?",
    "quarry": "The unit attacks the enemy against your will. Which one?",
    "follow": "The enemy withdraws. Does your unit follow?",
    "weapon": "Which weapon does the unit take in hand?",
    "rearm": "Which unit that touches nobody takes another weapon in hand?",
    "combat": "Which combat is fought next?",
    "bouts": "In which order are the melees of this combat settled?",
    "assign": "Figures reach several enemies. Whom do they strike?",
    "stays": "Your unit routs. Does its commander flee with it, or stay where he stands?",
    "step": "An enemy champion touches your commander. Does he stay with his unit, where nobody can single him out?",
    "aid": "Your commander touches a unit in melee. Does he fight with it?",
    "role": "Someone of yours can take over a command. Does he? It holds at once.",
    "duel": "Champions touch. Do yours fight man to man? It takes place if either side wants it.",
    "declare": "Whom do yours strike in this melee round? Both sides declare, then it is opened.",
    "strike": "Your champion touches several. Whom does he strike?",
    "beset": "Which of your figures strike at the enemy champion?",
    "losses": "Which figures are lost?",
    "ends": "Losses come off the ends of the line. How many off each?",
    "front": "The unit breaks into open formation. How many of it stand abreast?",
    "check": "Several units check their morale. Which first?",
    "go": "Several of your units go by themselves, and may be in each other's way. Which first?",
    "rout": "The unit routs. Which way does it run?",
    "face": "The unit is rallied. Where does it face?",
    "capture": "Take prisoners, or destroy them?",
}
SINGLE: Final = frozenset(
    (
        "lost_command",
        "crowd",
        "quarry",
        "follow",
        "weapon",
        "assign",
        "losses",
        "ends",
        "front",
        "rout",
        "face",
    )
)
END: Final = "End the movement"
END_OF_FIRE: Final = "Shoot no more"

UNITS_FIRST: Final = ("capture", "arrive")  # questions whose orders name the unit that they are about
WRITTEN: Final = {
    "volley": "To split a volley: the unit, then each target with its figures, as split 3 (5 12) (6 8); with one shot, or over friends, split 3 over once (5 12) (6 8); one of them alone over friends, split 3 (5 12) (6 8 over).",
    "passing": "To divide a volley: the unit, the unit on the move with the figures that shoot at it, the stop, then others of its side, as split 3 (5 12) 2 (6 8); skirmishers may shoot at one alone with some; without a stop when all have moved.",
    "declare": "Each of yours once: (0 attack 0 2) strikes number 2 with its first arms, (0 attack 0 2 3) one after the other, (0 hold) nobody.",
    "bouts": "Every pair of units once, as (0 4) (1 4).",
    "arrive": "Formation, files, x, y and heading, as closed 6 30 1.5 0.",
    "rally": "A wheel has its side and degrees, as 3 own wheel left 30.",
}


def question(state: State, decision: Decision) -> Question:
    """A decision as the side to decide reads it."""
    if isinstance(decision, RollCall):
        text = f"Roll a die of {decision.faces} faces: {decision.why}."
        rolls = tuple([OptionView(write_order(order), str(order[1])) for order in decision.orders()])
        return Question("roll", decision.side, text, decision.rule, rolls, "", asks="dice")
    if isinstance(decision, MoveDecision):
        orders = _listed(decision)
        form: Form | None = planned("move", plans(state, decision))
    else:
        orders = decision.orders()
        whole = (decision.listed and not _divides(decision)) or isinstance(decision, Firing)
        form = None if whole else _form(state, decision)
    most = MOST_STOPS if isinstance(decision, PassingShot) else MOST_OPTIONS
    options = tuple([_view(state, decision, order, number < most) for number, order in enumerate(orders)])
    if isinstance(decision, PassingShot) and (decision.way or decision.spots or (form and form.plans)):
        pairs = zip(options, orders, strict=True)
        options = tuple([_at_its_stop(state, decision, option, order) for option, order in pairs])
    return Question(
        decision.kind,
        decision.side,
        _text(state, decision, orders),
        decision.rule,
        options,
        write_order(_suggested(state, decision)),
        form=form,
        hint=_order_of_setup(state) if isinstance(decision, Placement) else "",
        trivial=(decision.listed or isinstance(decision, Fallen)) and len(options) == 1,
        drawn=isinstance(decision, (Shooting, Firing, PassingShot)),
    )


def _suggested(state: State, decision: Decision) -> Order:
    """The order of the large button: the default, but to fight man to man only with an even chance or better. Rule: battlesystem:9.4a.order."""
    if decision.kind == FIGHT and isinstance(decision, Choice):
        return duels.answer(decision, state)
    return decision.default()


def _divides(decision: Decision) -> bool:
    """True if volleys at troops on the move may be divided, beside the shots that are listed. Rule: battlesystem:10.1m."""
    return (
        isinstance(decision, PassingShot) and decision.openings is not None and decision.openings.may_split()
    )


def _order_of_setup(state: State) -> str:
    """The sentence on the order in which the sides set up; "" if only one does. Rules: battlesystem:3.4, battlesystem:crossroads.setup."""
    setting = state.setting
    if len(setting.placing) < 2:
        return ""
    if setting.hidden:
        return "All sides set up at once, unseen by each other; then everything is shown."
    names = ", then ".join([setting.names[side] for side in setting.placing])
    return f"In this scenario the sides set up one after the other: {names}. Those who come later see who stands there."


def _form(state: State, decision: Decision) -> Form:
    """The form in which an order other than the examples is given."""
    if isinstance(decision, Placement):
        return Form("plan", "place", plans=(set_up(state, decision),))
    if isinstance(decision, Fallen):
        count = len(decision.preset)
        unit = state.units[decision.unit]
        figures = [
            Item(
                str(figure),
                figure_text(unit, figure),
                lost_words(unit, [figure], decision.gone),
                piece=unit_id(unit),
                at=rounded(figure_place(unit, figure)),
            )
            for figure in decision.touched
        ]
        help_ = f"{count} of the {len(figures)} that the enemy reaches. Point at them on the field, or here."
        return Form("subset", f"lose {unit.id}", tuple(figures), least=count, most=count, help=help_)
    if isinstance(decision, Capture):
        return _guarding(state, decision)
    if isinstance(decision, Assignment):
        return assigning(state, decision)
    if isinstance(decision, UnitFacing):
        return some_facing(state, decision)
    if isinstance(decision, Facings):
        return facing(state, decision)
    if isinstance(decision, FollowingSingly):
        return after(state, decision)
    first = decision.default()
    verb = first[0] if decision.kind not in UNITS_FIRST else write_order(first[:2])
    verb = {"rally": "order", "volley": "split", "passing": "split"}.get(decision.kind, str(verb))
    help_ = f"{WRITTEN.get(decision.kind, '')} {legend(state, decision)}".strip()
    found: list[Plan] = []
    if isinstance(decision, Shooting):
        found = divisions(state, decision)
    elif isinstance(decision, PassingShot):
        found = passing_divisions(state, decision)
    return structs.replace(planned(verb, found), help=help_) if found else Form("text", verb, help=help_)


def _guarding(state: State, decision: Capture) -> Form:
    """The form to choose guards for prisoners from the units around them. Rule: battlesystem:7.15f."""
    items = tuple(
        [
            Item(
                str(unit),
                unit_name(state, unit),
                piece=unit_id(unit),
                most=min(able, decision.needed),
            )
            for unit, able in decision.guards
        ]
    )
    guards = "guard" if decision.needed == 1 else "guards"
    enough = f"{decision.needed} {guards} {'holds' if decision.needed == 1 else 'hold'}"
    help_ = (
        f"A guard holds {EACH} prisoners, {enough} them all; those whom nobody guards escape. "
        "A guard strikes only in defence, and his unit moves half as far and cannot charge."
    )
    verb = f"capture {decision.victim}"
    return Form("amounts", verb, items, least=1, budget=decision.needed, measure=guards, help=help_)


def _text(state: State, decision: Decision, orders: list[Order]) -> str:
    """The text of a question, with the name of the unit if it is about one."""
    text = TEXTS.get(decision.kind, "What do you do?")
    if isinstance(decision, Facings):
        text = "The skirmishers are rallied. Where does each of them face?"
    if isinstance(decision, PassingShot) and decision.way is None and not decision.spots:
        return "The enemy has made all moves. Shoot once more before anything else happens, or hold."
    if isinstance(decision, PassingShot) and isinstance(decision.openings, OnHisWay):
        return f"{state.setting.sheets[decision.openings.one.id].name} moves in sight of your troops. Shoot on the way, or hold."
    if isinstance(decision, PassingShot) and decision.way is not None:
        return f"{says(state, state.units[decision.mover], 'moves|move')} in sight of your troops. Shoot on the way, or hold."
    if isinstance(decision, Capture):
        count = "1 figure" if decision.figures == 1 else f"{decision.figures} figures"
        text = f"{says(state, state.units[decision.victim], 'is|are surrounded')}, {count}. {text}"
    elif decision.kind in SINGLE and orders and len(orders[0]) > 1:
        text = f"{unit_name(state, orders[0][1])}: {text[0].lower()}{text[1:]}"
    return text


def _listed(decision: MoveDecision) -> list[Order]:
    """The orders listed beside the plans: the end of the part or what must come before it, and all that are not drawn on the board."""
    found: list[Order] = list(decision.compelled) or [decision.default()]
    for unit in decision.held:
        for word in HELD:
            found += [order for order in VERBS[word].offers(decision.battle, unit) if order not in found]
    for leader in decision.leaders:
        offered = individual_moves.offers(decision.battle, leader) if decision.battle.setting.tier else []
        found += [order for order in offered if isinstance(order[2], str)]
        found += individual_shots.offers(decision.battle, leader) if decision.battle.setting.tier else []
    found += decision.roles
    for unit in decision.units if decision.battle.setting.tier else ():
        for word in FORMS:
            found += VERBS[word].offers(decision.battle, unit)
    for unit in decision.units:
        found += VERBS["shoot"].offers(decision.battle, unit)
        found += VERBS["haul"].offers(decision.battle, unit) if decision.battle.pieces else []
        if unit.singles is not None:
            found += skirmish_moves.turns(decision.battle, unit)
            found += [
                order for order in VERBS["withdraw"].offers(decision.battle, unit) if order not in found
            ]
    return found


def _view(state: State, decision: Decision, order: Order, weighed: bool) -> OptionView:
    """An order as an option; `weighed`: with the odds of a volley, which are costly to count for many."""
    label = order_text(state, order)
    if decision.kind == "move" and order[0] == "done":
        label = END
    elif isinstance(decision, PassingShot):
        label = passing_text(state, decision, order)
    elif isinstance(decision, (Shooting, Firing)) and order == HOLD:
        label = END_OF_FIRE
    elif isinstance(decision, Placement):
        label = "As suggested" if order == decision.default() else _changed(state, decision.default(), order)
    pieces = named_pieces(state, order)
    if order[0] == FIRE:
        return _shot(state, decision, order, label, weighed)
    group = acting_name(state, order) if decision.kind in ("move", "volley", "passing") and pieces else ""
    odds = parting_forecast(state, decision, order) or rally_forecast(state, decision, order)
    if odds is None:
        one_shot = isinstance(decision, (PassingShot, MoveDecision))
        odds = champion_forecast(_there(state, decision, order), order, one_shot)
        if OTHERS in order and weighed:
            odds = shared_forecast(_there(state, decision, order), order, one_shot)
    if odds is None:
        duel: Order = ("duel", *order[1:]) if order[0] == STEP else order
        odds = duel_forecast(state, duel, decision.side)
    if odds is None and weighed:
        if isinstance(decision, PassingShot):
            odds = passing_forecast(state, decision, order)
        else:
            odds = volley_forecast(state, decision, order)
    says = sequence_words(state, order) if decision.kind == "first" else consequence(state, order)
    if order[0] == ROLE:
        says = role_words(state, order)
    if not says and odds is None:
        says = meaning(state, decision, order)
    terms = _terms(state, order) if isinstance(decision, Shooting) and order != HOLD else ()
    return OptionView(write_order(order), label, says, pieces, odds=odds, group=group, terms=terms)


def _there(state: State, decision: Decision, order: Order) -> State:
    """The battle with the mover at the point where a shot would meet him; unchanged for other orders. Rule: battlesystem:10.6a."""
    if not isinstance(decision, PassingShot) or order[0] not in (SNIPE, AIM, FIRE):
        return state
    return at_stop(state, decision, order)


def acting_name(state: State, order: Order) -> str:
    """The name of the unit or individual that carries out an order."""
    if order[0] in ("lead", AIM, ROLE):
        return state.setting.sheets[order[1]].name
    return unit_name(state, order[1])


def _shot(state: State, decision: Decision, order: Order, label: str, weighed: bool) -> OptionView:
    """A shot of artillery as an option, under the name of its piece. Rules: battlesystem:10.9j, battlesystem:10.6d."""
    odds = None
    if weighed:
        odds = shot_forecast(_there(state, decision, order), order)
    group = title(state, state.pieces[order[1]])
    says = meaning(state, decision, order) if odds is None else ""
    terms = _shot_terms(state, order) if isinstance(decision, Firing) else ()
    return OptionView(
        write_order(order), label, says, named_pieces(state, order), odds=odds, group=group, terms=terms
    )


def _shot_terms(state: State, order: Order) -> tuple[tuple[str, str], ...]:
    """The terms that tell the shots of a piece apart: at whom, how, with which shot. Rules: battlesystem:10.9j, battlesystem:10.7b."""
    at = state.setting.sheets[order[3]].name if order[2] == MAN else unit_name(state, order[2])
    special = shots.special_of(state, order)
    shot = (("with", special.name.lower()),) if special is not None else ()
    return (("at", at), *shot, *how(OVER in order))


def _terms(state: State, order: Order) -> tuple[tuple[str, str], ...]:
    """The terms that tell the volleys of a unit apart: at whom, how, with how many shots. Rules: 10.1m, 10.2e, 10.7b."""
    how = manner(OVER in order, ONCE in order)
    if order[0] == SNIPE:
        who = state.setting.sheets[order[2]].name
        others = f" and {unit_name(state, order[-1])}" if OTHERS in order else ""
        return (("at", f"{who}{others}"), *how)
    if order[0] == AIM:
        at = state.setting.sheets[order[3]].name if order[2] == MAN else unit_name(state, order[2])
        return (("at", at), *how)
    return (("at", unit_name(state, order[2])), *how)


def _at_its_stop(state: State, decision: PassingShot, option: OptionView, order: Order) -> OptionView:
    """A shot at troops on the move as an option, with the point of the way at which it meets them. Rule: battlesystem:10.6a."""
    if order == HOLD:
        return option
    terms, stop = _passing_terms(state, decision, order), inches_gone(decision, order)
    return structs.replace(option, terms=terms, stop=None if stop is None else round(stop, 3))


def _passing_terms(state: State, decision: PassingShot, order: Order) -> tuple[tuple[str, str], ...]:
    """The terms that tell the shots of one unit, piece or individual at troops on the move apart. Rules: 10.6, 10.6a, 10.7b."""
    if order == HOLD:
        return ()
    others = f" and {unit_name(state, order[-1])}" if OTHERS in order else ""
    at = state.setting.sheets[man_shot_at(order)].name if is_at_man(order) else unit_name(state, order[2])
    terms = (("at", f"{at}{others}"), *when(decision, order))
    special = shots.special_of(state, order) if order[0] == FIRE else None
    if special is not None:
        terms = (*terms, ("with", special.name.lower()))
    return (*terms, *how(OVER in order))


def passing_text(state: State, decision: PassingShot, order: Order) -> str:
    """A shot at troops on the move, with the point of their way: "At Red Axes, after 4 in". Rule: battlesystem:10.6a."""
    if order[0] == "hold":
        return "Hold"
    over = ", over friends" if "over" in order else ""
    special = shots.special_of(state, order) if order[0] == FIRE else None
    if special is not None:
        over += f", {special.name.lower()}"
    if is_at_man(order):
        return f"{_sniping_text(state, decision, order)}{over}"
    if order[0] == SPLIT:
        return order_text(state, order)
    way, target = decision.way, unit_name(state, order[2])
    if decision.spots:
        inches = decision.spots[stop_of(order)][0]
        return f"At {target}, {f'when he has gone {round(inches, 1):g} in' if inches else 'before he moves'}{over}"
    if way is None:
        return f"At {target}{over}"
    stop = way.stops[order[3]]
    if order[2] != decision.mover:
        mover = state.units[decision.mover]
        if not stop.inches:
            return f"At {target}, before {says(state, mover, 'moves|move')}{over}"
        return f"At {target}, when {says(state, mover, 'has|have')} gone {round(stop.inches, 1):g} in{over}"
    if way.is_end(stop):
        return f"At {target}, where it ends its move{over}"
    if not stop.inches:
        return f"At {target}, before it moves{over}"
    return f"At {target}, after {round(stop.inches, 1):g} in{over}"


def _sniping_text(state: State, decision: PassingShot, order: Order) -> str:
    """A shot at an individual on the move, with the point of his way. Rules: battlesystem:9.4d, battlesystem:10.6a."""
    who = state.setting.sheets[man_shot_at(order)].name
    others = f", the others at {unit_name(state, order[-1])}" if OTHERS in order else ""
    if not decision.spots:
        return f"At {who}{others}"
    stop = stop_of(order)
    if stop == len(decision.spots) - 1:
        return f"At {who}, where he ends his move{others}"
    inches = decision.spots[stop][0]
    where = f"after {round(inches, 1):g} in" if inches else "before he moves"
    return f"At {who}, {where}{others}"


def _changed(state: State, preset: Order, order: Order) -> str:
    """The units that stand otherwise than in the preset: "Broken Fang open, 9 abreast"."""
    texts = [
        f"{unit_name(state, item[0])} {item[1]}, {item[2]} abreast"
        for item, usual in zip(order[1:], preset[1:], strict=False)
        if item != usual and item[0] != "leader"
    ]
    return "; ".join(texts) or "Otherwise"


def named_pieces(state: State, order: Order) -> tuple[str, ...]:
    """The ids of the pieces that an order is about, the one that acts first."""
    word = order[0]
    numbers = [part for part in order[1:3] if type(part) is int]
    if word in ("duel", "refuse"):
        return tuple([leader_id(number) for number in order[1:]])
    if word == "declare":
        return tuple(dict.fromkeys([leader_id(number) for row in order[1:] for number in (row[0], *row[3:])]))
    if word == ROLE:
        units = [unit_id(order[3])] if len(order) > 3 else []
        return (leader_id(order[1]), *units)
    if word == STEP:
        return (leader_id(order[1]), leader_id(order[2]))
    if word == AID:
        return (leader_id(order[1]), unit_id(order[2]))
    if word in ("lead", "clash", "beset", "flees", "stays", "remain", "alone"):
        return (leader_id(order[1]),)
    if word == "strike":
        return (leader_id(order[1]), unit_id(order[2]))
    if word == SNIPE:
        others = (unit_id(order[-1]),) if OTHERS in order else ()
        return (unit_id(order[1]), leader_id(order[2]), *others)
    if word == AIM:
        return (leader_id(order[1]), leader_id(order[3]) if order[2] == MAN else unit_id(order[2]))
    if word == FIRE:
        return (engine_id(order[1]), leader_id(order[3]) if order[2] == MAN else unit_id(order[2]))
    if word in ("haul", "wreck", "spare", "serve"):
        return (unit_id(order[1]), engine_id(order[2]))
    if word in ("split", "shoot") and any(isinstance(part, tuple) for part in order[2:]):
        return (unit_id(order[1]), *[unit_id(part[0]) for part in order[2:] if isinstance(part, tuple)])
    if word == "leave":
        return (engine_id(order[1]),)
    if word == "attack" and order[2] == MAN:
        return (unit_id(order[1]), leader_id(order[3]))
    if word in ("charge", "attack", "follow", "stay", "after", "shoot"):
        return tuple([unit_id(number) for number in numbers])
    if word == "bouts":
        return tuple([unit_id(number) for number in order[1]])
    if word in ("first", "place", "done", "roll", "hold", "keep"):
        return ()
    return (unit_id(numbers[0]),) if numbers and numbers[0] in state.units else ()


CONSEQUENCES: Final[dict[str, str]] = {
    "withdraw": "3 inches back, its front to the enemy, who may follow",
    "flee": "its whole movement; the enemy strikes at its back first",
    "wall": "armour class 4 better against missiles and 2 in melee, at its front; half its movement",
    "set": "double damage, and the first blow, against those who charge these sides; no move",
    "wrap": "its ends turn in on the enemy's flanks",
    "destroy": "none is left",
    "remain": "the unit strikes 1 better, and nobody can hurt him while a figure of it stands",
    "step": "he fights man to man, and the unit does without him in this melee",
    "aid": "the unit strikes 1 better if no commander is with it; he strikes nobody, and nobody can single him out",
    "alone": "he may strike, and be struck",
    "flees": "with the unit still when its rout is over",
    "stays": "apart from the unit, which the orders of one who stands apart may still reach",
    "follow": "3 inches on, still in contact",
    "stay": "it stays where it is, and the melee ends",
}


def sequence_words(state: State, order: Order) -> str:
    """The consequence of an order of sides for the one that chooses it, and its chance to choose again next round.

    Rules: battlesystem:1.1, battlesystem:1.4, battlesystem:7.8f.
    """
    place = order[1:].index(state.ranking[0])
    others = len(order) - 2
    again = f"next round the dice decide again, {whole_percent(1 / (others + 1))} that you choose"
    if place == 0:
        return (
            "you can charge before they move, and whom you touch cannot change formation, facing or frontage "
            f"this round; they see where you stand, and answer; {again}"
        )
    if place == others:
        return (
            "you see all their moves, and answer; whom they touch first cannot change formation, facing or "
            f"frontage this round; {again}"
        )
    return f"you answer those before you, and those after you answer; {again}"


def consequence(state: State, order: Order) -> str:
    """The certain consequence of an order. Rules: battlesystem:7.11, battlesystem:7.12, battlesystem:8.8, 11.6d."""
    if order[0] == "wall":
        if len(order) > 2:
            return "armour class 4 better against missiles and 2 in melee, on every side; no move"
        if state.units[order[1]].shields == ALL:
            return "armour class 4 better against missiles and 2 in melee, at its front alone; who looks behind turns about, and it stays"
    if order[0] == "set" and state.units[order[1]].shields == ALL:
        return f"{CONSEQUENCES['set']}; its shield wall ends"
    return CONSEQUENCES.get(order[0], "")
