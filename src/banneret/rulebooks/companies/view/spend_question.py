"""The question of spending: the things that extra successes may buy, each with its odds. Rule: companies:volley.allocate."""

from __future__ import annotations

from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import write_order
from banneret.kernel.scene import Form, Item, OptionView, Question
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import PAIR, alliances_without
from banneret.rulebooks.companies.exchange.buying.purchases import STEALTHY
from banneret.rulebooks.companies.exchange.buying.spending import SAVED_FOR, VERB, Spend, idle_spell, serves
from banneret.rulebooks.companies.exchange.buying.strikes import own_pool, strike_dice
from banneret.rulebooks.companies.odds.bought.specials import runners_lost, scouts_lost
from banneret.rulebooks.companies.odds.forecast import spread, strike_chances
from banneret.rulebooks.companies.odds.prospects import shaken
from banneret.rulebooks.companies.pools.counting import doubles
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.state import UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import NOTHING, actions
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.tables.specialists import (
    ARTILLERY,
    DRESSING,
    MAGIC,
    REINFORCE,
    RUNNERS,
    SCOUTS,
    WOUNDS,
    dressing_obstacle,
    specialists,
    spells,
)
from banneret.rulebooks.companies.text.goods import good_name
from banneret.rulebooks.companies.text.names import addressed, dice_words

BRINGS: Final[dict[str, str]] = {
    "damage": "the enemy loses 1 Disposition",
    "dig-in": "+1 Disposition, lost first",
    "charge-die": "+1 die for a Charge in the very next volley",
    "weapon-die": "+1 die for strikes or a shot in the very next volley",
    "command-die": "+1 die for the next action",
    "advance-die": "+1 die for the next Advance",
    "raise-ob": "+1 obstacle to the enemy's next action",
    "breach": "one fortification less",
    "strike-die": "+1 die for one strike",
    "shot": "a shot at an officer of the enemy",
}


def spend_question(state: State, decision: Spend) -> Question:
    """The question of spending. Rules: companies:volley.allocate, companies:volley.resolve-order."""
    items = []
    for good in decision.goods:
        label, text = named(state, decision.company, decision.foe, good.word)
        vain = _vain(state, decision.company, decision.foe, good.word)
        items.append(Item(good.word, label, text, most=good.most, price=good.price, vain=vain))
    text = addressed(
        state,
        decision.company,
        f"You have {decision.budget} extra success{'' if decision.budget == 1 else 'es'}. What do you buy?",
    )
    options = [OptionView(VERB, "Nothing", f"{_successes(decision.budget)} lost, and nothing is changed")]
    if decision.default()[1:]:
        options.insert(0, OptionView(write_order(decision.default()), *_said(state, decision)))
    return Question(
        decision.kind,
        decision.side,
        text,
        decision.rule,
        tuple(options),
        write_order(decision.default()),
        Form(
            "amounts",
            VERB,
            tuple(items),
            help="What is not spent is lost.",
            budget=decision.budget,
            measure="successes",
        ),
        hint="Specialists come first, then strikes, then nerve; then losses, gains, shots and duels.",
        sealed=True,
    )


def _vain(state: State, number: int, foe: int, word: str) -> str:
    """The reason why a purchase is known to achieve nothing; empty if it may achieve something. Rules: companies:flank.charge-dice, companies:rally.weapon-dice, companies:spec.runners-effect."""
    written = state.companies[number].written
    after = state.volley + 1
    if word in SAVED_FOR and written is not None and after < stages.VOLLEYS:
        action = written[after]
        if action == UNWRITTEN or serves(state, number, word, action):
            return ""
        if action in SAVED_FOR[word]:
            return "In the next volley you have written Skirmish, and nobody can shoot in it."
        script = "you hesitate" if action == NOTHING else f"you have written {actions()[action].label}"
        wanted = " or ".join([actions()[one].label for one in SAVED_FOR[word]])
        return f"In the next volley {script}, not {wanted}."
    if word == "runners" and state.companies[foe].runners_lost:
        return "Their runners are lost already."
    kind, _, rest = word.partition("-")
    if kind == "cast":
        return idle_spell(state, number, foe, rest)
    if word == "steel" and not shaken(state, foe):
        return "Their nerve cannot fail."
    return ""


def _successes(count: int) -> str:
    return "the extra success is" if count == 1 else f"the {count} extra successes are"


def _said(state: State, decision: Spend) -> tuple[str, str]:
    """The default in words, and what comes of it."""
    parts, brings = [], []
    for group in decision.default()[1:]:
        assert isinstance(group, tuple)
        label, text = named(state, decision.company, decision.foe, str(group[0]))
        parts.append(label if group[1] == 1 else f"{label} ({group[1]})")
        brings.append(text if group[1] == 1 else f"{group[1]} times: {text}")
    return ", ".join(parts), "; ".join(brings)


def named(state: State, number: int, foe: int, word: str) -> tuple[str, str]:
    """A purchase as people read it: its name, and what comes of it with its odds."""
    return good_name(state, word), BRINGS.get(word) or _brings(state, number, foe, word)


def _brings(state: State, number: int, foe: int, word: str) -> str:
    """The outcome of a purchase that is tested, with its odds."""
    if word in ("strike", "own-strike"):
        return _strike(state, number, foe, word == "own-strike")
    if word == "fight":
        decides = len(alliances_without(state, foe)) < PAIR and len(alliances_without(state, number)) < PAIR
        end = "the winner has won the battle" if decides else "the loser's company has fallen"
        return f"commander against commander; {end}"
    if word == "steel":
        return f"the enemy hesitates in the next volley: {whole_percent(shaken(state, foe))}"
    if word == "runners":
        chance = whole_percent(runners_lost(state, number, foe))
        return f"{_sides(state, number, foe, RUNNERS, state.setting.forces[foe].couriers)}: {chance}; +1 obstacle to all that their commander rolls until they rally"
    if word == "scouts":
        chance = whole_percent(scouts_lost(state, number, foe))
        return f"{_sides(state, number, foe, SCOUTS, STEALTHY)}: {chance}; they must scout again before they {_gated(state)}"
    kind, _, rest = word.partition("-")
    if kind == "dress":
        return _dressing(state, number, rest)
    if kind == "reinforce":
        return _chance(state, number, specialists()[REINFORCE].skills, 1 + int(rest))
    if kind == "cast":
        chance = _chance(state, number, specialists()[MAGIC].skills, spells()[rest].ob, True)
        return f"{_spell(state, rest)}; {chance}"
    works = state.works[state.companies[foe].place]
    return _chance(state, number, specialists()[ARTILLERY].skills, works, over=1)


def _sides(state: State, number: int, foe: int, action: str, answer: tuple[str, ...]) -> str:
    """The dice of both sides of an opposed specialist action, in words. Rule: companies:spec.opposed-tie."""
    said = []
    for company, skills in ((number, specialists()[action].skills), (foe, answer)):
        pool = individual_pool(state, company, skills)
        half = ", half of which count" if pool.unskilled else ""
        if half and doubles(state.setting.flags):
            half = ", against which successes count twice"
        said.append(f"{pool.skill}, {dice_words(max(0, pool.dice))}{half}")
    return " against ".join(said)


def _dressing(state: State, number: int, patient: str) -> str:
    """The worst wound of a character, which is treated first, with the chance. Rule: companies:spec.field-dressing."""
    person = next(
        one
        for one, officer in zip(state.people, state.setting.people, strict=True)
        if one.company == number and officer.id == patient
    )
    worst = max(person.wounds)
    skills = specialists()[DRESSING].skills
    chance = _chance(
        state, number, skills, dressing_obstacle(worst, individual_pool(state, number, skills).skill)
    )
    return f"treats the worst wounds, each once; {WOUNDS[worst]} first: {chance}"


def _spell(state: State, name: str) -> str:
    """The effect of a spell in words. Rules: companies:spec.magic, companies:spec.magic-terror."""
    spell = spells()[name]
    parts = []
    for points, more, what in (
        (spell.damage, spell.damage_more, "the enemy loses {} Disposition"),
        (spell.works, spell.works_more, "the works they hold lose {}"),
    ):
        if points:
            parts.append(
                what.format(points) + (f", {more} more for every 2 successes beyond" if more else "")
            )
    if spell.steel:
        parts.append(
            f"their commander tests Steel, at 1 more for each success beyond, up to {spell.steel_most}"
        )
    if spell.hides:
        parts.append(f"they must scout again before they {_gated(state)}")
    return "; ".join(parts)


def _gated(state: State) -> str:
    """The actions that need a scouted enemy: "Charge, Flank or Skirmish". Rule: companies:scout.gate."""
    names = [one.id.title() for one in actions() if state.setting.flags.gated[one.number]]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _strike(state: State, number: int, foe: int, in_person: bool) -> str:
    """A strike with the Disposition that it is expected to cost either side. Rule: companies:strike.loss."""
    mine, theirs = strike_dice(state, number, foe, in_person)
    shade, raised = own_pool(state, number) if in_person else (BLACK, 0)
    hurt, suffered = strike_chances(mine, theirs, shade, raised)
    return f"{mine} against {theirs} dice: the enemy loses 1 in {whole_percent(hurt)}, you in {whole_percent(suffered)}"


def _chance(
    state: State, number: int, skills: tuple[str, ...], ob: int, open_ended: bool = False, over: int = 0
) -> str:
    """The chance of a specialist in words, with `over` successes beyond the obstacle if nothing comes of fewer. Rule: companies:spec.artillery."""
    pool = individual_pool(state, number, skills)
    chances = spread(max(0, pool.dice), pool.shade, open_ended or pool.open_ended, False, 0)
    ob += pool.raised
    more = f", with {over} more to take a point off" if over else ""
    dice = "1 die" if pool.dice == 1 else f"{pool.dice} dice"
    return f"{pool.skill}, {dice} against Ob {ob}{more}: {whole_percent(sum(chances[ob + over :]))}"
