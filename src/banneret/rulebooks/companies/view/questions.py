"""Questions in words. Each kind of decision has its sentence; options are named by what they do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Chance, Form, Item, Odds, OptionView, Question
from banneret.rulebooks.companies.board.sides import (
    alliance,
    alliances_without,
    company_word,
    enemies_of,
)
from banneret.rulebooks.companies.board.standing import holder
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.exchange.company_rolls import Lead, joins_foray, pool_led
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.conceding import Concession
from banneret.rulebooks.companies.exchange.fighting.duel import PRICE, DuelChoice
from banneret.rulebooks.companies.exchange.fighting.shots import (
    ANSWER,
    SHOT,
    ShotChoice,
    find,
    shooting,
    shot_obstacle,
)
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.exchange.tie_breakers import Tie
from banneret.rulebooks.companies.odds.pools import reaches
from banneret.rulebooks.companies.odds.volley import tie_margins
from banneret.rulebooks.companies.pools.building import root_dice
from banneret.rulebooks.companies.setup.camp import circles_dice
from banneret.rulebooks.companies.setup.joining import Join
from banneret.rulebooks.companies.state import NOBODY, Reveal, State
from banneret.rulebooks.companies.tables.actions import ADVANCE
from banneret.rulebooks.companies.tables.circles import sought
from banneret.rulebooks.companies.tables.matrix import VERSUS
from banneret.rulebooks.companies.tables.officers import Officer
from banneret.rulebooks.companies.tables.shades import SIDES
from banneret.rulebooks.companies.tables.skills import is_magical
from banneret.rulebooks.companies.tables.troops import lifepaths
from banneret.rulebooks.companies.text.names import addressed, company_name, dice_words, place_name
from banneret.rulebooks.companies.view.duel_forecast import duel_forecast, risks
from banneret.rulebooks.companies.view.script_question import script_question
from banneret.rulebooks.companies.view.spend_question import spend_question

Said = tuple[str, str]
SEALED: Final = (
    "offer",
    "lead",
    "tie",
    "duel",
    "nerve",
    "concede",
    "retarget",
    "aim",
    "shot",
    "urge",
    "fate",
)
TEXTS: Final[dict[str, Said]] = {
    "contact": (
        "You have seen the enemy first. What do you make of it?",
        "Chosen before anything else is rolled.",
    ),
    "offer": (
        "Contact is tied. Do you offer battle?",
        "Then both sides count as scouted, and terms may be stated.",
    ),
    "parley": (
        "You meet between the lines. Do you demand surrender?",
        "If the enemy accepts, the battle is yours without a blow.",
    ),
    "terms": ("The enemy demands your surrender.", "The side that accepts has lost the battle."),
    "positions": (
        "How do you change the ground?",
        "A position adds its value to the Disposition of the company that holds it.",
    ),
    "start": ("Where does your company start?", "It holds the position from the first volley on."),
    "host-raise": ("You are the host: which position do you raise?", "Any one, to any value up to 5."),
    "fortify": (
        "Where do you build fortifications?",
        "Two at most, one after the other. Works protect the company that holds the position, also the enemy's.",
    ),
    "initiative": (
        "Your companies share the highest count. Which of them has won Contact?",
        "It has the initiative: surprise, a position to start in, or the offer of battle.",
    ),
    "aim": ("The enemy that was written is gone. Whom do you go for instead?", "One enemy must be named."),
    "recruit": (
        "Whom do you look for before the battle?",
        "A quiet scene each. They join for this battle, if they are found in time.",
    ),
    "urge": (
        "Do you spend artha before the roll?",
        "Persona adds a die each, a Deed the exponent that is tested.",
    ),
    "fate": (
        "Do you spend artha on these dice?",
        "Fate opens the sixes, a Deed rolls all failed dice again.",
    ),
    "retarget": ("The Advance cannot be made as written. Where to instead?", "One place must be named."),
    "lead": ("How do you lead the action?", "All other skills that serve, and all help, are added."),
    "tie": (
        "A tie. Do you call a tie-breaker?",
        "Then both sides roll an individual test, and the better wins the volley.",
    ),
    "fall-back": (
        "Where does your company fall back to?",
        "To an adjacent place without an enemy, or nowhere.",
    ),
    "shot": ("Who shoots at whom?", "Missile skill against Ob 2 and the works of the target."),
    "duel": ("The duel: what do you do?", "Both choose in secret."),
    "nerve": (
        "Your nerve fails. What do you do?",
        "Standing leaves you helpless in the next pass; running costs 2 Disposition; begging loses the duel.",
    ),
    "concede": (
        "Do you fight on?",
        "The side that gives up has lost; what the winner concedes goes by the winner's own losses.",
    ),
}
LABELS: Final[dict[str, Said]] = {
    "surprise": ("Strike by surprise", "+2 Disposition"),
    "position": ("Start in a position", "named after all positions are placed"),
    "offer": ("Offer battle", "all are scouted; you start in a position"),
    "wait": ("Wait", "nobody is scouted unless others offer battle"),
    "fight": ("Say nothing", "nothing is demanded"),
    "terms": ("Demand surrender", "the enemy may refuse"),
    "refuse": ("Refuse", "the demand comes to nothing"),
    "accept": ("Accept", "you lose without a blow"),
    "nothing": ("Leave it", "the ground stays as it is"),
    "done": ("Done", "nothing more is built"),
    "add": ("Mark a new position", "worth 1, joined to up to three places"),
    "entrench": ("Dig on bare ground", "a new position worth 1, with 1F"),
    "leave": ("Leave the tie", "neither action works"),
    "call": ("Call a tie-breaker", "both sides roll an individual test"),
    "nobody": ("Nobody", "the quiet scenes that are left pass unused"),
    "keep": ("Keep it", "nothing is spent"),
    "stay": ("Stay", "the company keeps its place"),
    "strike": ("Strike", "hits for the margin; one die more against a Great Strike"),
    "great-strike": ("Great Strike", "hits for one more"),
    "block": ("Block", "one die more against a Strike; a win gives dice in the next pass"),
    "break-off": ("Break off", "out of the duel, at the price of 2 Disposition"),
    "stand": ("Stand and drool", "helpless in the next pass"),
    "run": ("Run", "2 Disposition go over to the enemy"),
    "beg": ("Beg for mercy", "the duel is lost, and the battle with it"),
    "fight-on": ("Fight on", ""),
    "concede": ("Give up", "the battle is lost"),
}


FALLS: Final = {
    "beg": "the duel is lost, and the company has fallen",
    "concede": "the company has fallen; its friends fight on",
}
"""The consequences of giving up for a company that has friends on the field. Rules: companies:fight.win, companies:end.concede."""


LEAVING: Final = {"run": "", "break-off": " unless both break off"}
"""The ways out of a duel that cost Disposition, and what spares it. Rule: companies:fight.withdraw."""


def _last_points(state: State, number: int, word: str) -> str:
    """The end of a company whose commander leaves a duel with its last points; empty if some are left. Rule: companies:fight.withdraw."""
    if state.companies[number].disposition > PRICE:
        return ""
    end = "the company has fallen" if _has_friends(state, number) else "the battle is lost"
    return f", the last that are left: {end}{LEAVING[word]}"


def _has_friends(state: State, number: int) -> bool:
    """True if the alliance of a company still stands once the company has fallen."""
    return alliance(state, state.setting.forces[number].side) in alliances_without(state, number)


def question(state: State, decision: Decision) -> Question:
    """A decision as the side that must decide reads it."""
    if isinstance(decision, Script):
        return script_question(state, decision)
    if isinstance(decision, Spend):
        return spend_question(state, decision)
    if isinstance(decision, Join):
        return _joining(state, decision)
    assert isinstance(decision, Choice | Concession)
    text, hint = TEXTS[decision.kind]
    if isinstance(decision, CompanyChoice):
        text = addressed(state, decision.company, text)
        if isinstance(decision, Concession) and _has_friends(state, decision.company):
            hint = "A company that gives up has fallen; its friends fight on."
    return Question(
        decision.kind,
        decision.side,
        text,
        decision.rule,
        tuple([_option(state, decision, order) for order in decision.orders()]),
        write_order(decision.default()),
        hint=hint,
        sealed=decision.kind in SEALED,
    )


def _joining(state: State, decision: Join) -> Question:
    """The places that the new position is joined to. Rule: companies:position.new-edges."""
    items = tuple([Item(node, place_name(node), _worth(state, node), place=node) for node in decision.nodes])
    roads = "companies advance, withdraw and fall back along these roads, the enemy's too"
    return Question(
        decision.kind,
        decision.side,
        f"What is {place_name(decision.name)} joined to?",
        decision.rule,
        (OptionView(write_order(decision.default()), f"To {_joined(decision.default())}", roads),),
        write_order(decision.default()),
        Form("subset", "join", items, least=1, most=3, help="One, two or three places."),
    )


def _worth(state: State, node: str) -> str:
    """The value and the works of a position, and who holds it; of bare ground that it is bare."""
    number = state.nodes.index(node)
    there = [company_name(state, one.id) for one in state.companies if one.place == number and not one.fallen]
    parts = [f"worth {state.values[number]}" if state.values[number] else "bare ground"]
    if state.works[number]:
        parts.append(f"{state.works[number]}F")
    return ", ".join([*parts, *[f"{name} is there" for name in there]])


def _joined(order: Order) -> str:
    return " and ".join([place_name(str(name)) for name in order[1:]])


def _option(state: State, decision: Decision, order: Order) -> OptionView:
    """One possible order by name."""
    word = str(order[0])
    places: tuple[str, ...] = ()
    if word in WORDED:
        label, consequence, places = WORDED[word](state, decision, order)
    else:
        label, consequence = LABELS[word]
        if decision.kind == "offer" and word == "offer":  # after a tie nobody has the initiative
            consequence = "all are scouted; nobody starts in a position"
        if word in LEAVING and isinstance(decision, CompanyChoice):
            consequence += _last_points(state, decision.company, word)
        if word in FALLS and isinstance(decision, CompanyChoice) and _has_friends(state, decision.company):
            consequence = FALLS[word]
        if word == "fight-on" and isinstance(decision, Concession):
            consequence = _standing(state, decision.company)
    odds = _tie_odds(state, decision) if word == "call" and isinstance(decision, Tie) else None
    if isinstance(decision, DuelChoice):
        odds = duel_forecast(state, decision, word)
        consequence = "; ".join(filter(None, [consequence, risks(state, decision, word)]))
    vain = ""
    if odds is not None and isinstance(decision, Tie) and not odds.chances[0].share:
        vain = "No throw of your dice beats the worst of theirs."
    return OptionView(write_order(order), label, consequence, places=places, odds=odds, vain=vain)


def _standing(state: State, number: int) -> str:
    """The Disposition of a company and of its enemies, which decide the battle. Rule: companies:end.concede."""
    foes = [state.companies[foe] for foe in enemies_of(state, number)]
    theirs = ", ".join([f"{company_name(state, foe.id)} {foe.disposition}" for foe in foes])
    return f"you have {state.companies[number].disposition} Disposition left, {theirs}"


def _tie_odds(state: State, decision: Tie) -> Odds:
    """The exact chances of a tie-breaker. Rules: companies:tie.win, companies:tie.again."""
    sign = 1 if decision.company == decision.efforts[0].company else -1
    found = {"win": Fraction(0), "tie": Fraction(0), "lose": Fraction(0)}
    for margin, part in tie_margins(state, decision.efforts).items():
        found["tie" if not margin else "win" if margin * sign > 0 else "lose"] += part
    shares = [(name, round(float(100 * part), 1)) for name, part in found.items()]
    text = ", ".join([f"{name} {whole_percent(share / 100)}" for name, share in shares])
    chances = tuple([Chance(name, share, name == "lose") for name, share in shares])
    return Odds(text, "a tie again leaves it as it is", chances)


Named = tuple[str, str, tuple[str, ...]]


def _raise(state: State, decision: Decision, order: Order) -> Named:
    names = [str(name) for name in order[1::2]]
    said = " and ".join(
        [f"{place_name(name)} to {value}" for name, value in zip(names, order[2::2], strict=True)]
    )
    text = "harder to take, and worth more to its holder"
    for name, value in zip(names, order[2::2], strict=True):
        node = state.nodes.index(name)
        by = holder(state, node)
        if by != NOBODY:
            text += f"; +{int(value) - state.values[node]} Disposition for {company_name(state, by)}"
    return f"Raise {said}", text, tuple(names)


def _fortify(state: State, decision: Decision, order: Order) -> Named:
    node = str(order[1])
    works = state.works[state.nodes.index(node)]
    return f"Fortify {place_name(node)}", f"{works}F becomes {works + 1}F", (node,)


def _start(state: State, decision: Decision, order: Order) -> Named:
    node = state.nodes.index(str(order[1]))
    return (
        place_name(str(order[1])),
        f"+{state.values[node]} Disposition, {state.works[node]}F",
        (str(order[1]),),
    )


def _advance(state: State, decision: Decision, order: Order) -> Named:
    node = state.nodes.index(str(order[1]))
    return (
        f"Advance on {place_name(str(order[1]))}",
        f"{state.values[node]}P, {state.works[node]}F",
        (str(order[1]),),
    )


def _fall_back(state: State, decision: Decision, order: Order) -> Named:
    return f"Fall back to {place_name(str(order[1]))}", "in the open there", (str(order[1]),)


def _lead(state: State, decision: Decision, order: Order) -> Named:
    """A way to lead an action, with its dice. Rules: companies:script.skill-choice, companies:core.open-ended, companies:charge.foray."""
    person = joins_foray(order)
    label = str(order[1])[0].upper() + str(order[1])[1:]
    text = (
        "the commander joins the foray: one strike may be their own, and a duel with them costs one less"
        if person
        else ""
    )
    if isinstance(decision, Lead):
        pool = pool_led(state, decision.effort, decision.other, order)
        dice = dice_words(pool.dice)
        if pool.open_ended:
            dice = dice.replace(" ", " open-ended ")
        text = "; ".join(
            filter(None, [dice + (_lacking(state, decision.effort) if pool.unskilled else ""), text])
        )
    return f"{label}{', in the foray' if person else ''}", text, ()


def _lacking(state: State, effort: Effort) -> str:
    """The price of an action that is led without the skill, in words. Rules: companies:core.unskilled-versus, companies:core.unskilled-independent."""
    if effort.action != ADVANCE and effort.kind != VERSUS:
        return " at twice the obstacle"
    if effort.kind == VERSUS and state.setting.flags.double_opponent:
        return ", against which successes count twice"
    return ", half of which count"


def _shoot(state: State, decision: Decision, order: Order) -> Named:
    names = {officer.id: officer.name for officer in state.setting.people}
    text = ""
    if isinstance(decision, ShotChoice):
        own = find(state, decision.company, str(order[1]))
        mark = find(state, decision.foe, str(order[2]))
        text = _shot(state, own, mark, SHOT, decision.aimed)
        if shooting(state, mark) > 0:
            text += f"; if not out, the target answers with {_shot(state, mark, own, ANSWER)}"
    return f"{names[str(order[1])]} at {names[str(order[2])]}", text, ()


def _shot(state: State, own: int, mark: int, base: int, more: int = 0) -> str:
    """The dice of a shot, its obstacle and its chance to hit, in words. Rules: companies:range.house-shot, companies:range.house-answer."""
    officer = state.setting.people[own]
    dice, ob = max(0, shooting(state, own) + more), shot_obstacle(state, own, mark, base)
    chance = whole_percent(reaches(dice, ob, officer.shade(officer.missile)))
    return f"{dice_words(dice)} against Ob {ob}: hits {chance}"


def _recruit(state: State, decision: Decision, order: Order) -> Named:
    assert isinstance(decision, CompanyChoice)
    one = next(one for one in sought() if one.lifepath == order[1])
    path = lifepaths()[one.lifepath]
    dice = circles_dice(state, decision.company)
    leader = state.setting.people[state.setting.leaders[decision.company]]
    chance = reaches(dice, one.ob, leader.shade("Circles"))
    brings = ", ".join([*path.skills, *path.training])
    return path.name, f"{dice} dice against Ob {one.ob}, {whole_percent(chance)}; brings {brings}", ()


def leader_of(state: State, number: int) -> Officer:
    """The commander of a company."""
    return state.setting.people[state.companies[number].commander]


def _urge(state: State, decision: Decision, order: Order) -> Named:
    parts = [f"{count} {name}" for count, name in ((order[1], "Persona"), (order[2], "Deeds")) if count]
    dice = ""
    for one in _rolled(state, decision):
        officer = leader_of(state, one.company)
        exponent = officer.skills.get(one.skill) or root_dice(officer.stats, one.skill)
        more = int(order[1]) + int(order[2]) * exponent
        dice = f"{dice_words(more)} more"
    return " and ".join(parts), dice, ()


def _fate(state: State, decision: Decision, order: Order) -> Named:
    """Fate after the roll: the sixes open, or one die is rolled again. Rule: companies:core.artha."""
    if _is_open(state, decision):
        return "Fate", "one failed die is rolled again", ()
    sixes = sum([one.faces.count(SIDES) for one in _rolled(state, decision)])
    return "Fate", f"{dice_words(sixes)} more, for the {'six' if sixes == 1 else 'sixes'}", ()


def _deeds(state: State, decision: Decision, order: Order) -> Named:
    """Deeds after the roll, alone or with Fate. Rule: companies:core.artha."""
    failed = sum([face < one.shade for one in _rolled(state, decision) for face in one.faces])
    text = "1 failed die is rolled again" if failed == 1 else f"{failed} failed dice are rolled again"
    if len(order) == 1:
        return "Deeds", text, ()
    more = "then one that fails once more" if _is_open(state, decision) else "and each six adds a die"
    return "Deeds and Fate", f"{text}, {more}", ()


def _rolled(state: State, decision: Decision) -> list[Reveal]:
    """The action of the company that decides, as it was rolled."""
    return [
        one
        for one in state.reveals
        if isinstance(decision, CompanyChoice) and one.company == decision.company
    ]


def _is_open(state: State, decision: Decision) -> bool:
    """True if the pool of the company that decides is open-ended. Rule: companies:core.open-ended."""
    for one in _rolled(state, decision):
        return is_magical(one.skill) and one.skill in leader_of(state, one.company).skills
    return False


def _company(state: State, decision: Decision, order: Order) -> Named:
    number = next(company.id for company in state.companies if company_word(company.id) == order[1])
    company = state.companies[number]
    return company_name(state, number), f"Disposition {company.disposition}", (state.nodes[company.place],)


WORDED: Final[dict[str, Callable[[State, Decision, Order], Named]]] = {
    "raise": _raise,
    "fortify": _fortify,
    "start": _start,
    "advance": _advance,
    "fall-back": _fall_back,
    "lead": _lead,
    "shoot": _shoot,
    "aim": _company,
    "urge": _urge,
    "recruit": _recruit,
    "deeds": _deeds,
    "fate": _fate,
    "initiative": _company,
}
