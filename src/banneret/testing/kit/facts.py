"""The checks of what a rulebook says about itself, in its questions and in its news."""

from __future__ import annotations

import json
from typing import Any

from banneret.kernel.decision import Decision, RollCall
from banneret.kernel.errors import BadInput
from banneret.kernel.order import read_order, write_order
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scene import Inspector, Question, encode, pieces_of
from banneret.testing.kit.cases import Case, KitFailure, some, tour, viewers

SELF_EVIDENT = ("pass", "done", "none", "hold", "decline")
"""The first words of orders by which nothing is done: they need no sentence."""


def is_rule(rulebook: Rulebook[Any], rule: str) -> bool:
    """True if a rule id names a rule of the rulebook's catalogue, or one of the table."""
    book, _, name = rule.partition(":")
    return book == "table" or (book == rulebook.id and name in rulebook.rules)


def check_facts(rulebook: Rulebook[Any]) -> None:
    """Catalogue, options and scenarios are whole: ids resolve, scenarios can be written and read back, wrong names are refused."""
    if not rulebook.title or not rulebook.summary or rulebook.version < 1:
        raise KitFailure(f"{rulebook.id}: title, summary and version are expected.")
    for variant in rulebook.variants.values():
        if variant.default not in variant.values or len(variant.values) < 2:
            raise KitFailure(f"{rulebook.id}: option {variant.id} has no choice, or a default outside of it.")
        if variant.unnamed and variant.unnamed not in variant.values:
            raise KitFailure(
                f"{rulebook.id}: option {variant.id} cannot be {variant.unnamed!r} in old records."
            )
        if variant.rule not in rulebook.rules:
            raise KitFailure(f"{rulebook.id}: option {variant.id} names no rule: {variant.rule}.")
    _arranged(rulebook)
    scenarios = rulebook.scenarios()
    if not scenarios:
        raise KitFailure(f"{rulebook.id} has no scenario.")
    for name, scenario in scenarios.items():
        text = scenario.to_json()
        again = rulebook.read_scenario(json.loads(text), "kit")
        if name != scenario.id or again.to_json() != text:
            raise KitFailure(f"{rulebook.id}: scenario {name} cannot be written and read back.")
    _refuses(rulebook, "an unknown scenario", lambda: rulebook.scenario("no such scenario"))
    _refuses(rulebook, "an unknown option", lambda: rulebook.options({"no such option": "yes"}))
    for variant in rulebook.variants.values():
        chosen = {variant.id: "no such value"}
        _refuses(rulebook, f"a value of {variant.id}", lambda chosen=chosen: rulebook.options(chosen))


def _arranged(rulebook: Rulebook[Any]) -> None:
    """Every topic of an option is one of `topics`."""
    try:
        rulebook.arranged_variants  # noqa: B018 -- it is worked out once
    except ValueError as error:
        raise KitFailure(
            f"{rulebook.id}: options.toml does not list the topic of an option: {error}"
        ) from None


def _refuses(rulebook: Rulebook[Any], what: str, act: Any) -> None:
    try:
        act()
    except BadInput as error:
        if error.hint:
            return
        raise KitFailure(f"{rulebook.id}: {what} is refused without a hint.") from None
    raise KitFailure(f"{rulebook.id}: {what} is not refused.")


def check_questions(case: Case) -> None:
    """Every question reads well: it names a rule, its options are the orders of the decision and say what they do, its default is among them."""
    for battle in tour(case):
        if len(battle.decisions) != len({decision.side for decision in battle.decisions}):
            case.fail(battle, "A side is asked twice at once.")
        for decision in battle.decisions:
            fault = _fault_of_decision(case.rulebook, decision)
            if fault:
                case.fail(battle, f"'{decision.kind}': {fault}")
        for name in battle.sides:
            scene = battle.scene(name)
            encode(scene)
            for question in scene.questions:
                decision = next(d for d in battle.decisions if d.side == question.side)
                fault = _fault_of_question(case.rulebook, question, decision)
                if fault:
                    case.fail(battle, f"Question '{question.kind}' of {name}: {fault}")


def check_inspectors(case: Case) -> None:
    """Every piece that a seat sees can be inspected: what stands there names rules, and what it may not do has a reason."""
    for index, battle in enumerate(tour(case)):
        if not some(index, first=6, stride=20):
            continue
        for seat in viewers(battle):
            for piece in pieces_of(battle.scene(seat)):
                found = battle.inspector(seat, piece)
                if found is None or found.piece != piece:
                    case.fail(battle, f"{seat} sees the piece {piece!r} and cannot inspect it.")
                fault = _fault_of_inspector(case.rulebook, found)
                if fault:
                    case.fail(battle, f"The inspector of {found.name!r} ({piece}) for {seat}: {fault}")
            if battle.inspector(seat, "no such piece") is not None:
                case.fail(battle, f"{seat} can inspect what it does not see.")


def _fault_of_inspector(rulebook: Rulebook[Any], found: Inspector) -> str:
    encode(found)
    for figure in found.figures:
        for rule in (figure.rule, *[part[2] for part in figure.parts]):
            if rule and not is_rule(rulebook, rule):
                return f"the figure {figure.name!r} names no rule: {rule!r}."
    for trait in (*found.traits, *found.states):
        if not trait.keyword or (trait.rule and not is_rule(rulebook, trait.rule)):
            return f"the trait {trait.keyword!r} names no rule: {trait.rule!r}."
    for deed in found.deeds:
        if not deed.label or not is_rule(rulebook, deed.rule):
            return f"the deed {deed.label!r} names no rule: {deed.rule!r}."
        if not deed.may and not deed.text:
            return f"it does not say why not: {deed.label!r}."
    return ""


def _fault_of_decision(rulebook: Rulebook[Any], decision: Decision) -> str:
    orders = decision.orders()
    if not orders:
        return "there is no order to give."
    if not decision.kind or not is_rule(rulebook, decision.rule):
        return f"it names no rule: {decision.rule!r}."
    if decision.default() not in orders and decision.listed:
        return "the default is not among the orders."
    if len({write_order(order) for order in orders}) != len(orders):
        return "an order is listed twice."
    return ""


def _fault_of_question(rulebook: Rulebook[Any], question: Question, decision: Decision) -> str:
    if not question.text or not is_rule(rulebook, question.rule):
        return "a text and a rule are expected."
    if question.kind != decision.kind:
        return f"it is asked as '{decision.kind}'."
    orders = [write_order(order) for order in decision.orders()]
    views = [option.order for option in question.options]
    if question.form is None and sorted(views) != sorted(orders):
        return f"its options are not the orders of the decision: {sorted(set(views) ^ set(orders))[:3]}."
    if question.form is None and not decision.listed:
        return "not all orders are listed, and there is no form."
    if len(set(views)) != len(views):
        return f"an order is listed twice: {next(one for one in views if views.count(one) > 1)!r}."
    for option in question.options:
        if not option.label:
            return f"option {option.order!r} has no label."
        order = read_order(option.order)
        said = option.consequence or option.vain or option.odds is not None
        if not said and not isinstance(decision, RollCall) and order[0] not in SELF_EVIDENT:
            return f"option {option.order!r} ({option.label}) does not say what it does, or with what chance."
        refusal = decision.check(order)
        if refusal is not None:
            return f"its option {option.order!r} is refused: {refusal}"
    form = question.form
    if form is not None:
        bare = [item.label for item in form.items if not item.consequence and item.odds is None]
        if bare:
            return f"what may be ticked does not say what it does: {bare[:3]}."
        moves = [move for slot in form.slots for move in slot.choices]
        bare = [move.label for move in moves if not move.consequence and not move.help and move.odds is None]
        if bare:
            return f"what a slot may be filled with does not say what it does: {bare[:3]}."
    if not isinstance(decision, RollCall) and question.default != write_order(decision.default()):
        return f"its default is {question.default!r}, the decision's {write_order(decision.default())!r}."
    return ""


def check_events(case: Case) -> None:
    """Every piece of news is a sentence on one line, names a rule, and says sums whose parts add up and name their rules."""
    seen: set[tuple[str, int]] = set()
    for battle in tour(case):
        for news in battle.news("referee"):
            if ("referee", news.number) in seen:
                continue
            seen.add(("referee", news.number))
            if not news.kind or not news.text.strip() or not news.text.isprintable():
                case.fail(battle, f"News {news.number} is no sentence: {news.text!r}")
            if not is_rule(case.rulebook, news.rule):
                case.fail(battle, f"The news {news.text!r} name no rule: {news.rule!r}")
            for one in news.tallies:
                if one.total != sum(amount for amount, _, _ in one.parts):
                    case.fail(
                        battle, f"The parts of {one.label!r} in {news.text!r} do not add up to {one.total}."
                    )
                for _, cause, rule in one.parts:
                    if not cause or not is_rule(case.rulebook, rule):
                        case.fail(
                            battle, f"A part of {one.label!r} has no cause or no rule: {cause!r} {rule!r}"
                        )
