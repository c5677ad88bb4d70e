"""Every question in words, its answers tied to pieces; moves as plans that a hand draws on the board."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from banneret.kernel.decision import Decision, RollCall
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Item, OptionView, Plan, Question, Step, Way
from banneret.rulebooks.battlesystem import charges, leaders, marches, moving, skirmishers
from banneret.rulebooks.battlesystem.command import figure_place
from banneret.rulebooks.battlesystem.deployment import allowed
from banneret.rulebooks.battlesystem.formations import may_take
from banneret.rulebooks.battlesystem.losses import Fallen
from banneret.rulebooks.battlesystem.movement import HELD, VERBS, MoveDecision
from banneret.rulebooks.battlesystem.pieces import leader_id, rounded, unit_id
from banneret.rulebooks.battlesystem.setup import Placement
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FORMATIONS,
    OPEN,
    SKIRMISH,
    State,
    Unit,
    bases_for,
    name,
)
from banneret.rulebooks.battlesystem.wording import figure_text, order_text, unit_name

TEXTS: Final[dict[str, str]] = {
    "place": "Where does your army set up?",
    "arrive": "Your reinforcements arrive: where do they enter?",
    "first": "You won the initiative: who moves first?",
    "rally": "Whom do your commanders rally, and which orders do your mobs get?",
    "move": "Give an order to a unit, or end your movement.",
    "lost_command": "The unit is out of command. Does it open up, or stay closed and stand still?",
    "quarry": "The unit attacks the enemy against your will. Which one?",
    "follow": "The enemy withdraws. Does your unit follow?",
    "weapon": "Which weapon does the unit take in hand?",
    "combat": "Which combat is fought next?",
    "bouts": "In which order are its melees settled?",
    "assign": "Figures reach several enemies. Whom do they strike?",
    "losses": "Which figures are lost?",
    "ends": "Losses come off the ends of the line. How many off each?",
    "check": "Several units check their morale. Which first?",
    "rout": "The unit routs. Which way does it run?",
    "face": "The unit is rallied. Where does it face?",
    "capture": "The enemy is surrounded. Is he destroyed or captured?",
}
SINGLE: Final = frozenset(
    ("lost_command", "quarry", "follow", "weapon", "assign", "losses", "ends", "rout", "face")
)
END: Final = "End the movement"

HELPS: Final = {
    "move": "Drag the unit ahead, within 45° of its front; drag a corner to wheel. Or add steps here.",
    "march": "Half as far again, with no enemy near; it tells on the unit's attacks, and may tell on its order.",
    "charge": "Declared with its whole path; the last leg is straight. Missing the enemy leaves the unit shaken.",
    "skirmish": "Drag the figures, all together or one by one; they end at least an inch apart.",
    "gather": "All come together in a block about their commander; nobody may have too far to go.",
    "lead": "Drag him where he is to go.",
    "place": "Drag units about your ground; take one up to turn it, or to change its formation and front.",
}

UNITS_FIRST: Final = (
    "assign",
    "capture",
    "arrive",
)  # questions whose orders name the unit that they are about
WRITTEN: Final = {
    "assign": "For each enemy its number and the figures that strike it, as (5 0 1 2).",
    "bouts": "Every pair of units once, as (0 4) (1 4).",
    "capture": "The units that name guards, and how many figures, as (2 3).",
    "arrive": "Formation, files, x, y and heading, as closed 6 30 1.5 0.",
    "rally": "A wheel has its side and degrees, as 3 own wheel left 30.",
}


def question(state: State, decision: Decision) -> Question:
    """A decision as the owing side reads it."""
    if isinstance(decision, RollCall):
        text = f"Roll a die of {decision.faces} faces: {decision.why}."
        rolls = tuple([OptionView(write_order(order), str(order[1])) for order in decision.orders()])
        return Question("roll", decision.side, text, decision.rule, rolls, "")
    if isinstance(decision, MoveDecision):
        orders = _listed(decision)
        form: Form | None = _planned("move", plans(state, decision))
    else:
        orders = decision.orders()
        form = None if decision.listed else _form(state, decision)
    options = tuple([_view(state, decision, order) for order in orders])
    return Question(
        decision.kind,
        decision.side,
        _text(state, decision, orders),
        decision.rule,
        options,
        write_order(decision.default()),
        form=form,
        trivial=(decision.listed or isinstance(decision, Fallen)) and len(options) == 1,
    )


def _form(state: State, decision: Decision) -> Form:
    """How an answer is put together that is none of the examples."""
    if isinstance(decision, Placement):
        return Form("plan", "place", plans=(_set_up(state, decision),))
    if isinstance(decision, Fallen):
        count = len(decision.preset)
        unit = state.units[decision.unit]
        figures = [
            Item(
                str(figure),
                figure_text(unit, figure),
                piece=unit_id(unit),
                at=rounded(figure_place(unit, figure)),
            )
            for figure in decision.touched
        ]
        help_ = f"{count} of the {len(figures)} that the enemy reaches. Point at them on the field, or here."
        return Form("subset", f"lose {unit.id}", tuple(figures), least=count, most=count, help=help_)
    first = decision.default()
    if decision.kind == "rally":
        return Form("text", "order", help=WRITTEN["rally"])
    verb = first[0] if decision.kind not in UNITS_FIRST else write_order(first[:2])
    return Form("text", str(verb), help=WRITTEN.get(decision.kind, ""))


def _text(state: State, decision: Decision, orders: list[Order]) -> str:
    """The question, with the name of the unit it is about where it is about one."""
    text = TEXTS.get(decision.kind, "What do you do?")
    if decision.kind in SINGLE and orders and len(orders[0]) > 1:
        text = f"{unit_name(state, orders[0][1])}: {text[0].lower()}{text[1:]}"
    return text


def _listed(decision: MoveDecision) -> list[Order]:
    """What is listed beside the plans: the end of the part, what is owed before, and what units in contact can do."""
    found: list[Order] = list(decision.owed) or [decision.default()]
    for unit in decision.held:
        for word in HELD:
            found += [order for order in VERBS[word].offers(decision.battle, unit) if order not in found]
    for unit in decision.units:
        if unit.singles is not None:
            found += [
                order for order in VERBS["withdraw"].offers(decision.battle, unit) if order not in found
            ]
    return found


def _view(state: State, decision: Decision, order: Order) -> OptionView:
    label = order_text(state, order)
    if decision.kind == "move" and order[0] == "done":
        label = END
    elif isinstance(decision, Placement):
        label = "As suggested" if order == decision.default() else _changed(state, decision.default(), order)
    pieces = named_pieces(state, order)
    group = unit_name(state, order[1]) if decision.kind == "move" and pieces else ""
    return OptionView(write_order(order), label, consequence(order), pieces, group=group)


def _changed(state: State, preset: Order, order: Order) -> str:
    """The unit that stands otherwise than suggested: "Broken Fang open, 9 abreast"."""
    texts = [
        f"{unit_name(state, item[0])} {item[1]}, {item[2]} abreast"
        for item, usual in zip(order[1:], preset[1:], strict=False)
        if item != usual and item[0] != "leader"
    ]
    return "; ".join(texts) or "Otherwise"


def named_pieces(state: State, order: Order) -> tuple[str, ...]:
    """The pieces that an order is about, who acts first."""
    word = order[0]
    numbers = [part for part in order[1:3] if type(part) is int]
    if word == "lead":
        return (leader_id(order[1]),)
    if word in ("charge", "attack", "follow", "stay"):
        return tuple([unit_id(number) for number in numbers])
    if word == "bouts":
        return tuple([unit_id(number) for number in order[1]])
    if word in ("first", "place", "done", "roll"):
        return ()
    return (unit_id(numbers[0]),) if numbers and 0 <= numbers[0] < len(state.units) else ()


CONSEQUENCES: Final[dict[str, str]] = {
    "withdraw": "3 inches back, its front to the enemy, who may follow",
    "flee": "its whole movement; the enemy strikes at its back first",
    "wrap": "its ends turn in on the enemy's flanks",
    "destroy": "none is left",
}


def consequence(order: Order) -> str:
    """What an answer brings with it, as far as it is certain. Rules: battlesystem:7.11, battlesystem:7.12, battlesystem:8.8."""
    return CONSEQUENCES.get(order[0], "")


# ---------------------------------------------------------------- plans


def plans(state: State, decision: MoveDecision) -> list[Plan]:
    """What each unit and commander may do in steps. Rules: 7.7, 7.9, 7.10, 7.13, 7.14, 2.9d, 5.0c."""
    found: list[Plan] = []
    for unit in decision.units:
        found += _of_skirmishers(state, unit) if unit.singles is not None else _of_block(state, unit)
    for leader in decision.leaders:
        captain = state.setting.captains[leader.id]
        step = Step("", "To a place", "point")
        found.append(
            Plan(
                "lead",
                str(leader.id),
                "Go",
                leader_id(leader.id),
                (step,),
                round(leaders.left_of(state, leader), 3),
                help=f"{HELPS['lead']} Commands within {captain.radius:g} in.",
                rule="battlesystem:5.0c",
            )
        )
    return found


def _planned(verb: str, found: list[Plan]) -> Form:
    """A form of plans; what many of them have in common stands in it once."""
    ways: dict[Way, int] = {}
    slim: list[Plan] = []
    for plan in found:
        way = ways.setdefault(Way(plan.steps, plan.help, plan.rule), len(ways))
        slim.append(structs.replace(plan, steps=(), help="", rule="", way=way))
    return Form("plan", verb, plans=tuple(slim), ways=tuple(ways))


def _set_up(state: State, decision: Placement) -> Plan:
    """The whole army as suggested, every unit and commander to be put elsewhere. Rules: battlesystem:3.4, 7.6, 5.0c."""
    steps: list[Step] = []
    for unit in decision.units:
        choices = tuple([FORMATIONS[formation] for formation in allowed(state, unit)])
        most = float(bases_for(unit, unit.figures))
        steps.append(
            Step(str(unit.id), name(state, unit), "post", 1.0, most, rule="battlesystem:3.4", choices=choices)
        )
    steps += [
        Step(f"leader {number}", state.setting.captains[number].name, "point", rule="battlesystem:5.0c")
        for number in decision.leaders
    ]
    start = " ".join([f"({write_order(item)})" for item in decision.default()[1:]])
    return Plan(
        "place", "", "Set up so", "", tuple(steps), start=start, help=HELPS["place"], rule="battlesystem:3.4"
    )


def _changes(state: State, unit: Unit) -> list[Step]:
    """The formations that a unit may change into. Rules: battlesystem:7.6, battlesystem:2.11, battlesystem:6.3."""
    rule = "battlesystem:6.3" if unit.rallied else "battlesystem:7.6"
    return [
        Step(f"formation {FORMATIONS[other]}", f"Formation: {FORMATIONS[other]}", rule=rule)
        for other in (OPEN, CLOSED, SKIRMISH)
        if other != unit.formation and may_take(state, unit, other)
    ]


def _steps(state: State, unit: Unit) -> tuple[Step, ...]:
    """The kinds of step of a unit in a block. Rules: battlesystem:7.9a, 7.9b, 7.9e, 7.9f, 7.6, 7.10."""
    found = [
        Step("slide", "Forward", "drag", -45.0, 45.0, "straight or oblique", "battlesystem:7.9a"),
        Step("wheel", "Wheel", "turn", 0.0, 90.0, "about a front corner", "battlesystem:7.9b"),
    ]
    if unit.rallied:
        return tuple(_changes(state, unit))
    if unit.caught:
        return tuple(found)
    found += [
        Step("face left", "Face left", rule="battlesystem:7.9e"),
        Step("face right", "Face right", rule="battlesystem:7.9e"),
        Step("about", "Face about", rule="battlesystem:7.9f"),
    ]
    found += _changes(state, unit)
    found.append(
        Step("frontage", "Frontage", "stretch", help="figures at either end", rule="battlesystem:7.10")
    )
    return tuple(found)


def _of_block(state: State, unit: Unit) -> list[Plan]:
    steps = _steps(state, unit)
    number, piece = str(unit.id), unit_id(unit)
    left = round(moving.left_of(state, unit), 3)
    found = [Plan("move", number, "Move", piece, steps, left, help=HELPS["move"], rule="battlesystem:7.0")]
    if unit.rallied:
        return found
    if marches.cannot_march(state, unit) is None:
        most = round(marches.rate_of(state, unit) - unit.spent, 3)
        found.append(
            Plan(
                "march",
                number,
                "Forced march",
                piece,
                tuple([step for step in steps if step.word != f"formation {FORMATIONS[SKIRMISH]}"]),
                most,
                help=HELPS["march"],
                rule="battlesystem:7.13",
            )
        )
    if charges.cannot_charge(state, unit) is None:
        found += _charges(state, unit)
    return found


def _charges(state: State, unit: Unit) -> list[Plan]:
    """Charges at the enemies before a unit. Rules: battlesystem:7.14a, 3.5."""
    most = round(charges.range_of(state, unit) - unit.spent, 3)
    steps = tuple([step for step in _steps(state, unit) if step.hand in ("drag", "turn")])
    return [
        Plan(
            "charge",
            f"{unit.id} {enemy.id}",
            f"Charge {name(state, enemy)}",
            unit_id(unit),
            steps,
            most,
            _toward(state, unit, enemy, turn),
            unit_id(enemy),
            help=HELPS["charge"],
            rule="battlesystem:7.14a",
        )
        for enemy, turn in charges.ahead(state, unit)
    ]


def _toward(state: State, unit: Unit, enemy: Unit, turn: float) -> str:
    """A path to begin with, aimed where people may measure."""
    aimed = charges.aimed(state, unit, enemy) if state.setting.flags.premeasure else None
    steps = aimed if aimed is not None else charges.toward(turn)
    return " ".join([f"({write_order(step)})" for step in steps])


def _of_skirmishers(state: State, unit: Unit) -> list[Plan]:
    """Figures that go each its own way. Rules: battlesystem:2.9d, battlesystem:7.4."""
    able = skirmishers.able(state, unit)
    steps = [Step("all", "All figures", "bearing", help="the same way", rule="battlesystem:2.9d")]
    steps += [Step(str(figure), f"Figure {figure + 1}", "bearing") for figure in able]
    left = round(moving.rate(state, unit) - unit.spent, 3)
    number, piece = str(unit.id), unit_id(unit)
    help_ = HELPS["skirmish"]
    found = [
        Plan("skirmish", number, "Move", piece, tuple(steps), left, help=help_, rule="battlesystem:2.9d")
    ]
    if moving.is_loose_elite(state, unit):
        ways = tuple(_changes(state, unit))
        found.append(
            Plan("move", number, "Gather", piece, ways, left, help=HELPS["gather"], rule="battlesystem:7.6")
        )
    if marches.cannot_march(state, unit) is None:
        most = round(marches.rate_of(state, unit) - unit.spent, 3)
        words = HELPS["march"]
        found.append(
            Plan(
                "march",
                number,
                "Forced march",
                piece,
                tuple(steps),
                most,
                help=words,
                rule="battlesystem:7.13",
            )
        )
    return found
