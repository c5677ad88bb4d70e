"""The question of spending: what extra successes may buy, with what each purchase does to the odds. Rule: companies:volley.allocate."""

from __future__ import annotations

from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import write_order
from banneret.kernel.scene import Form, Item, OptionView, Question
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.buying.spending import VERB, Spend
from banneret.rulebooks.companies.exchange.buying.strikes import strike_dice
from banneret.rulebooks.companies.odds.forecast import spread, strike_chances
from banneret.rulebooks.companies.odds.prospects import shaken
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.state import UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import CHARGE, NOTHING, SKIRMISH, actions
from banneret.rulebooks.companies.tables.specialists import ARTILLERY, MAGIC, REINFORCE, specialists, spells
from banneret.rulebooks.companies.text.names import addressed

PLAIN: Final[dict[str, tuple[str, str]]] = {
    "damage": ("Press on", "the enemy loses 1 Disposition"),
    "dig-in": ("Dig in", "+1 Disposition, lost first"),
    "charge-die": ("Prepare a Charge", "+1 die for a Charge in the very next volley"),
    "weapon-die": ("Whet the blades", "+1 die for strikes in the very next volley"),
    "command-die": ("Rally round the banner", "+1 die for the next action"),
    "advance-die": ("Clear the way", "+1 die for the next Advance"),
    "raise-ob": ("Pin them down", "+1 obstacle to the enemy's next action"),
    "breach": ("Breach the works", "one fortification less"),
    "runners": ("Take out the runners", "+1 obstacle to the enemy's actions until they rally"),
    "scouts": ("Take out the scouts", "they must scout again before they Charge or Skirmish"),
    "strike-die": ("Sharpen a strike", "+1 die for one strike"),
    "fight": ("Close to a duel", "commander against commander; the winner has won the battle"),
    "shot": ("Shoot at a name", "a shot at an officer of the enemy"),
}


def spend_question(state: State, decision: Spend) -> Question:
    """The question of spending. Rule: companies:volley.allocate."""
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
        hint="Bought things are resolved in the order of the list.",
        sealed=True,
    )


SAVED: Final[dict[str, tuple[int, ...]]] = {"charge-die": (CHARGE,), "weapon-die": (CHARGE, SKIRMISH)}
"""The actions of the very next volley that a saved die serves."""


def _vain(state: State, number: int, foe: int, word: str) -> str:
    """The obstacle of a purchase that is known to achieve nothing. Rules: companies:flank.charge-dice, companies:rally.weapon-dice."""
    written = state.companies[number].written
    after = state.volley + 1
    if word in SAVED and written is not None and after < stages.VOLLEYS:
        action = written[after]
        if action == UNWRITTEN or action in SAVED[word]:
            return ""
        script = "you hesitate" if action == NOTHING else f"you have written {actions()[action].label}"
        wanted = " or ".join([actions()[one].label for one in SAVED[word]])
        return f"In the next volley {script}, not {wanted}."
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
    if word in PLAIN:
        return PLAIN[word]
    if word in ("strike", "own-strike"):
        return _strike(state, number, foe, word == "own-strike")
    if word == "steel":
        return (
            "Shake their nerve",
            f"the enemy hesitates in the next volley: {whole_percent(shaken(state, foe))}",
        )
    kind, _, rest = word.partition("-")
    if kind == "dress":
        names = {officer.id: officer.name for officer in state.setting.people}
        return f"Field Dressing for {names[rest]}", "treats the worst wounds, each once"
    if kind == "reinforce":
        return f"Reinforce to {rest}F", _chance(state, number, specialists()[REINFORCE].skills, 1 + int(rest))
    if kind == "cast":
        spell = spells()[rest]
        return spell.label, _chance(state, number, specialists()[MAGIC].skills, spell.ob, True)
    works = state.works[state.companies[foe].place]
    return "Artillery Fire", _chance(state, number, specialists()[ARTILLERY].skills, works + 1)


def _strike(state: State, number: int, foe: int, in_person: bool) -> tuple[str, str]:
    """A strike with the Disposition that it is expected to cost either side. Rule: companies:strike.loss."""
    mine, theirs = strike_dice(state, number, foe, in_person)
    hurt, suffered = strike_chances(mine, theirs)
    label = "The commander's own strike" if in_person else "Strike"
    text = f"{mine} against {theirs} dice: the enemy loses 1 in {whole_percent(hurt)}, you in {whole_percent(suffered)}"
    return label, text


def _chance(state: State, number: int, skills: tuple[str, ...], ob: int, open_ended: bool = False) -> str:
    """The chance of a specialist, in words."""
    pool = individual_pool(state, number, skills)
    chances = spread(max(0, pool.dice), pool.shade, open_ended or pool.open_ended, False, 0)
    ob += pool.raised
    return f"{pool.skill}, {pool.dice} dice against Ob {ob}: {whole_percent(sum(chances[ob:]))}"
