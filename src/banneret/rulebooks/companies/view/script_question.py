"""The question of the script: eight actions for each volley, with their odds against the enemy's. Rules: companies:script.exchange, companies:test.matrix."""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import write_order
from banneret.kernel.scene import Against, Blank, Figure, Form, Move, Odds, OptionView, Question, Slot
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import company_word, enemies_of, opponent
from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.board.standing import near
from banneret.rulebooks.companies.exchange.company_rolls import company_pool
from banneret.rulebooks.companies.exchange.effort import AIMLESS, Effort
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.odds.forecast import Forecast, Plan, forecast, missing, plan, plans
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, NOTHING, Action, actions
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS
from banneret.rulebooks.companies.text.names import company_name, node_name, place_name
from banneret.rulebooks.companies.text.pictures import ACTION

DOES: Final = {
    "advance": "It builds up toward the place that it is aimed at; once there, you hold it, and its value is added to your Disposition.",
    "hold": "It stops a Charge, Flank, Scout or Skirmish that it beats, and an Advance on the position that you hold.",
    "rally": "Runners that were lost are back.",
    "scout": "The enemy is found; where the test is versus, what they do is stopped.",
    "withdraw": "Versus, the enemy loses as much Disposition as they had successes, and you as much as you won by; if you lose, you lose as much as you had successes. "
    "Side by side, you lose as much as you are over the obstacle, and the enemy 1 more. It hides you again.",
}
"""The effects of actions besides what their extra successes buy. Rules: companies:withdraw.versus-win, companies:withdraw.versus-loss, companies:withdraw.independent-effect, companies:scout.versus."""


def script_question(state: State, decision: Script) -> Question:
    """The question of the script. The odds, the same for all slots of a company, stand with its first. Rule: companies:script.target."""
    nodes = tuple([(node, place_name(node)) for node in decision.nodes])
    foes = tuple(
        [
            (company_word(foe), company_name(state, foe))
            for foe in range(len(state.companies))
            if company_word(foe) in decision.foes
        ]
    )
    slots: list[Slot] = []
    for number, count, _ in decision.parts:
        slots += _slots(state, number, count, nodes, foes, len(decision.parts) > 1)
    hint = "Seen by you alone until all are sealed; then it is revealed volley by volley."
    late = [company_name(state, number) for number, count, _ in decision.parts if count < stages.VOLLEYS]
    if late:
        name = "Your company hesitates" if len(decision.parts) == 1 else f"{' and '.join(late)} hesitate"
        hint = f"{name} in the first volley. {hint}"
    return Question(
        decision.kind,
        decision.side,
        f"What do you write for exchange {state.exchange}?",
        decision.rule,
        (OptionView(write_order(decision.default()), usual(decision), _prospects(state, decision)),),
        write_order(decision.default()),
        Form("slots", decision.verb, help="An action for each volley, in order.", slots=tuple(slots)),
        hint=hint,
        sealed=True,
    )


def usual(decision: Script) -> str:
    """The default in words: "Scout, advance, charge"; for several companies that do different things "Find them, close in, charge"."""
    scripts = {
        tuple([short(actions()[number]).lower() for number in decision.usual(company)[:slots]])
        for company, slots, _ in decision.parts
    }
    words = next(iter(scripts)) if len(scripts) == 1 else ("find them", "close in", "charge")
    return ", ".join(words).capitalize()


def _prospects(state: State, decision: Script) -> str:
    """The chances of each action of the default, from the worst that the enemy may write against it to the best; of several companies for each."""
    parts = []
    for number, count, way in decision.parts:
        foe = enemies_of(state, number)[0]  # the default goes for the first of them
        theirs = plans(state, foe, number, True)
        said: dict[str, str] = {}
        for action in decision.usual(number)[:count]:
            target = state.nodes.index(way) if action == ADVANCE else NOWHERE
            mine = plan(state, number, foe, action, target, free=True)
            tested = [one.works for one in [forecast(state, mine, each) for each in theirs] if one.kind]
            if tested:
                least, most = [f"{100 * chance:.0f}" for chance in (min(tested), max(tested))]
                range_ = least if least == most else f"{least} to {most}"
                said.setdefault(short(actions()[action]), f"works with {range_} %")
        name = f"{company_name(state, number)}: " if len(decision.parts) > 1 else ""
        if said:
            parts.append(name + "; ".join([f"{label} {words}" for label, words in said.items()]))
    text = "; ".join(parts)
    return f"{text}, as the enemy writes" if text else "the enemy's script decides what comes of it"


Words = tuple[tuple[str, str], ...]


def _slots(state: State, number: int, count: int, nodes: Words, foes: Words, several: bool) -> list[Slot]:
    """The slots of one company, with the odds against the enemy next to it."""
    foe = opponent(state, number)
    own, theirs = plans(state, number, foe, True), plans(state, foe, number, True)
    first = [_move(state, one, own[action], theirs, nodes, foes) for action, one in enumerate(actions())]
    bare = [
        Move(one.word, one.label, one.help, one.rule, one.consequence, one.parameters, one.symbol)
        for one in first
    ]
    begin = stages.VOLLEYS - count
    name = f"{company_name(state, number)}, volley" if several else "Volley"
    piece = company_word(number) if several else ""
    return [
        Slot(f"{name} {begin + slot + 1}", tuple(bare if slot else first), piece) for slot in range(count)
    ]


def _move(state: State, action: Action, mine: Plan, theirs: list[Plan], nodes: Words, foes: Words) -> Move:
    """One action with its requirements, its purchases, and its odds against each of the enemy's."""
    blanks = [Blank("On", nodes)] if action.id == ACTIONS[0] else []
    if foes and action.number not in AIMLESS:
        blanks.append(Blank("At", foes))
    needs = needed(state, mine)
    leaves = "leaves its position" if action.leaves else "stays"
    buys = ", ".join([f"{entry.effect} ({entry.cost})" for entry in action.menu])
    return Move(
        action.id,
        short(action),
        " ".join(filter(None, [DOES.get(action.id), f"Buys: {buys}." if buys else "Buys nothing."])),
        f"companies:{action.id}.skills",
        f"{leaves}; {needs}" if needs else leaves,
        tuple(blanks),
        ACTION[action.number],
        _odds(state, mine, theirs, len(foes) > 1),
    )


def short(action: Action) -> str:
    """The name of an action in a word."""
    return action.id.title()


def needed(state: State, mine: Plan) -> str:
    """The requirement of an action that is not met yet, in words, empty if all are; the action may still be written. Rule: companies:script.anticipate."""
    scripted = mine.effort.scripted
    number = mine.effort.company
    company, other = state.companies[number], state.companies[mine.effort.foe]
    if state.setting.flags.gated[scripted] and not has_scouted(state, number, other.id):
        return "not scouted yet, may be written"
    if actions()[scripted].needs_near and not near(state, company, other):
        return "too far off yet, may be written"
    return "no place to go yet, may be written" if mine.effort.action == NOTHING else ""


def _odds(state: State, mine: Plan, theirs: list[Plan], several: bool) -> Odds | None:
    """The odds of an action against each of the enemy's: the kind of test, the dice and the obstacle, and works, tie, fails in percent."""
    if mine.base is None:
        return None
    against: list[Against] = []
    figures: list[Figure] = []
    alone = dice_figure(state, mine, Effort(mine.effort.foe))
    for enemy in theirs:
        found = forecast(state, mine, enemy)
        dice = alone if found.dice == mine.base.dice else dice_figure(state, mine, enemy.effort)
        if dice not in figures:
            figures.append(dice)
        kind, needs = _needs(state, mine, enemy, found)
        if not kind:
            against.append(Against())
        elif found.tie:
            place = figures.index(dice)
            against.append(Against(kind, needs, _percent(found.works), place, _percent(found.tie)))
        else:
            against.append(Against(kind, needs, _percent(found.works), figures.index(dice)))
    basis = "against what is at hand now"
    if several:
        basis = f"against {company_name(state, mine.effort.foe)}, by what is at hand now"
    if mine.effort.action == ADVANCE:
        basis = f"on {node_name(state, mine.effort.target)}, {basis}"
    return Odds("", basis, against=tuple(against), figures=tuple(figures))


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


def _needs(state: State, mine: Plan, theirs: Plan, found: Forecast) -> tuple[str, str]:
    """The kind of test, and the dice and the obstacle, in words; of a versus test also what is taken from either count.

    Rules: companies:core.raise-in-versus, companies:core.unskilled-versus, companies:advance.versus.
    """
    if found.kind == UNTESTED:
        return "", ""
    if found.kind == INDEPENDENT:
        assert mine.base is not None
        return (
            "side by side",
            f"{found.ob} of {found.dice}{' open-ended' if mine.base.open_ended else ''} dice",
        )
    assert found.kind == VERSUS
    walls = f" and {found.ob} works" if found.ob else ""
    short_of = missing(state, mine.effort)
    by = f", won by {short_of}" if short_of > 1 else ""
    own, against = _counting(state, found.dice, mine, theirs), _counting(state, found.against, theirs, mine)
    return "versus", f"{own} against {against} dice{walls}{by}"


def _counting(state: State, dice: int, one: Plan, other: Plan) -> str:
    """The dice of one side of a versus test, with what is done to its successes, in words: "half of 5", "8 less 1", "twice 6", "3 open-ended"."""
    if one.base is None:
        return str(dice)
    double = state.setting.flags.double_opponent
    text = f"half of {dice}" if one.base.unskilled and not double else str(dice)
    if double and other.base is not None and other.base.unskilled:
        text = f"twice {dice}"
    text += " open-ended" if one.base.open_ended else ""
    return f"{text} less {one.raised}" if one.raised else text


def dice_figure(state: State, mine: Plan, theirs: Effort) -> Figure:
    """The pool of an action against one of the enemy's, with its parts, as the best lead gives it. Rule: companies:core.pool."""
    tally = Tally("dice")
    assert mine.base is not None
    skill = "" if mine.base.unskilled else mine.base.skill
    pool = company_pool(state, mine.effort, theirs, skill, mine.effort.foray, tally)
    return Figure("dice", str(pool.dice), tuple(tally.parts), "companies:core.pool")
