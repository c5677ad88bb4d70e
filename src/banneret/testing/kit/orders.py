"""Orders, right and wrong: what is listed is accepted and can be played, what is altered is refused and changes nothing."""

from __future__ import annotations

from typing import Any

from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision, IllegalOrder, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order, plain_order, read_order, write_order
from banneret.kernel.scene import Preview
from banneret.kernel.table import Answer
from banneret.testing.kit.cases import Case, Walk, scale, some, tour
from banneret.testing.kit.facts import is_rule

MOST_TRIED = 24  # listed orders played at one question
WORDS = ["", "none", "done", "pass", "x", "ALL", "-1", "Ünit", "a b", "'", "(", "0x1", "null", "__class__"]


def check_orders(case: Case) -> None:
    """Every listed order is accepted, and can be played without breaking an invariant."""
    for index, battle in enumerate(tour(case)):
        if not some(index, first=12, stride=10):
            continue
        chance = case.chance(f"orders {index}")
        for decision in battle.decisions:
            orders = decision.orders()
            for order in orders:
                refusal = battle.why_not(battle.sides[decision.side], order)
                if refusal is not None:
                    case.fail(battle, f"'{decision.kind}' lists {write_order(order)!r}, refused: {refusal}")
            for order in _some_of(orders, chance):
                _play(case, battle, decision, order)


def _some_of(orders: list[Order], chance: Chance) -> list[Order]:
    most = max(2, round(MOST_TRIED * min(scale(), 10)))
    if len(orders) <= most:
        return orders
    return [orders[chance.below(len(orders))] for _ in range(most)]


def _play(case: Case, battle: Battle, decision: Decision, order: Order) -> None:
    """Play an order in a copy of the battle, the other sides taking their defaults, to the end of the step."""
    course = battle.course
    answers = [*course.answers, Answer(decision.side, order)]
    others = [other for other in battle.decisions if other.side != decision.side]
    answers.extend(Answer(other.side, other.default()) for other in others)
    try:
        walk = Walk(case.rulebook, course.checkpoint, answers, case.chance("dice"))
    except Exception as error:  # whatever the rules raise is the finding
        text = f"{type(error).__name__}: {error}"
        case.fail(battle, f"'{decision.kind}' accepts {write_order(order)!r}, and playing it fails: {text}")
    faults = case.rulebook.invariants(walk.checkpoint)
    if faults:
        case.fail(battle, f"After {write_order(order)!r} in '{decision.kind}': {'; '.join(faults)}")


def check_mutated_orders(case: Case) -> None:
    """Every altered order is refused with a sentence, a rule and the nearest legal order, and nothing has changed.

    Where a decision cannot list its orders, an altered one may be legal; then it must be playable.
    """
    try_mutants(case)


def try_mutants(case: Case) -> int:
    """Do what `check_mutated_orders` says; returns how many orders were refused."""
    refused = 0
    heard: list[Order] = []
    for index, battle in enumerate(tour(case)):
        for decision in battle.decisions:
            heard.extend(decision.orders()[:2])
        del heard[:-60]
        if not some(index, first=15, stride=8):
            continue
        chance = case.chance(f"mutants {index}")
        before = battle.private_text, battle.dump()
        for decision in battle.decisions:
            side = battle.sides[decision.side]
            for order in mutants(decision, heard, chance, max(20, round(20 * min(scale(), 5)))):
                refused += _try(case, battle, side, decision, order)
        refused += _try_out_of_turn(case, battle)
        case.same((battle.private_text, battle.dump()), before, battle, "A refused order changed something.")
    return refused


def mutants(decision: Decision, heard: list[Order], chance: Chance, count: int) -> list[Any]:
    """Orders that are nearly right, and a few that are not orders at all."""
    orders = decision.orders()
    good = [*orders[:40], decision.sample(chance), decision.default()]
    found: list[Any] = [
        (),
        ("",),
        [],
        None,
        True,
        7,
        {"a": 1},
        "(((",
        'say "',
        "\ud800",
        (True,),
        (None,),
        ((),),
    ]
    found += [("x",) * 3000, (float("nan"),), (10**400,), heard[chance.below(len(heard))] if heard else ()]
    found.extend(mutated(good[chance.below(len(good))], heard, chance) for _ in range(count))
    return found


def mutated(order: Order, heard: list[Order], chance: Chance) -> Order:
    """The order with one thing altered, sometimes two."""
    words = list(order)
    at = chance.below(len(words)) if words else 0
    kind = chance.below(9)
    if kind == 0 and words:
        del words[at]
    elif kind == 1 and words:
        words.insert(at, words[chance.below(len(words))])
    elif kind == 2:
        words.append(_other_word(0, heard, chance))
    elif kind == 3 and len(words) > 2:
        words[at], words[at - 1] = words[at - 1], words[at]
    elif kind == 4 and words:
        words[at] = (words[at],)
    elif kind == 5 and heard:
        words[1:] = heard[chance.below(len(heard))][1:]
    elif words:
        words[at] = _other_word(words[at], heard, chance)
    return tuple(words) if chance.below(4) or not words else mutated(tuple(words), heard, chance)


def _other_word(word: Any, heard: list[Order], chance: Chance) -> Any:
    if isinstance(word, tuple) and word and chance.below(4):
        return mutated(word, heard, chance)
    if isinstance(word, int) and chance.below(3):
        return word + (-1, 1, 2, -7, 1000, -word - 1)[chance.below(6)]
    if isinstance(word, str) and word and chance.below(3) == 0:
        return word[:-1] if chance.below(2) else word + "1"
    kind = chance.below(6)
    if kind == 0:
        return (0, -1, 1, 99, 10**11, 255)[chance.below(6)]
    if kind == 1:
        return (0.5, -0.25, 1e11 + 0.5)[chance.below(3)]
    if kind == 2:
        return ((), (0,), ("a", "b"), ((1,),))[chance.below(4)]
    if kind == 3 and heard:
        other = heard[chance.below(len(heard))]
        return other[chance.below(len(other))]
    return WORDS[chance.below(len(WORDS))]


def _try(case: Case, battle: Battle, side: str, decision: Decision, order: Any) -> bool:
    """Try an altered order; returns True if it is refused, as it should be, and False for one that is legal after all."""
    try:
        words = plain_order(order)
    except BadInput:
        words = None
    shown = repr(order)[:200]
    try:
        refusal = battle.why_not(side, order)
    except Exception as error:  # a checker that trips is the finding
        case.fail(battle, f"'{decision.kind}' trips over {shown}: {type(error).__name__}: {error}")
    if refusal is None:
        if words is None or (decision.listed and words not in decision.orders()):
            case.fail(battle, f"'{decision.kind}' accepts {shown}, which is none of its orders.")
        _play(case, battle, decision, words)
        return False
    fault = fault_of(case, refusal, decision)
    if fault:
        case.fail(battle, f"'{decision.kind}' refuses {shown} as {str(refusal)!r}: {fault}")
    if words is not None:
        fault = _fault_of_preview(battle.preview(side, words), decision)
        if fault:
            case.fail(battle, f"The preview of {shown}, which '{decision.kind}' refuses: {fault}")
    try:
        battle.give(side, order)
    except IllegalOrder as error:
        case.same(str(error.refusal), str(refusal), battle, "An order is refused in two ways.")
    else:
        case.fail(battle, f"'{decision.kind}' takes {shown}, which it said it would refuse.")
    return True


def _fault_of_preview(preview: Preview | None, decision: Decision) -> str:
    """The faults of what a preview says of a refused order: why not, or the order that was meant; and what would work."""
    if preview is None or not (preview.refusal or preview.order):
        return "it does not say why not."
    if preview.refusal and not preview.rule:
        return "it names no rule."
    for order in [*([preview.order] if preview.order else []), *[option.order for option in preview.instead]]:
        if decision.check(read_order(order)) is not None:
            return f"it offers {order!r}, which is refused as well."
    return ""


def fault_of(case: Case, refusal: Refusal, decision: Decision | None) -> str:
    """The faults of a refusal."""
    if len(refusal.reason) < 10 or not refusal.reason.rstrip().endswith((".", "!")) or "\n" in refusal.reason:
        return "the reason is no sentence."
    if not is_rule(case.rulebook, refusal.rule):
        return f"the rule {refusal.rule!r} is in no catalogue."
    if decision is not None:
        if refusal.nearest is None:
            return "it names no nearest legal order, and there is one."
        if decision.check(refusal.nearest) is not None:
            return f"its nearest order {write_order(refusal.nearest)!r} is refused as well."
    return ""


def _try_out_of_turn(case: Case, battle: Battle) -> int:
    """Sides with nothing to decide, and watchers, are refused whatever they say; how many of them were."""
    order = battle.decisions[0].default()
    idle = [name for name in [*battle.sides, "referee", "spectator"] if name not in battle.waiting_for]
    for name in idle:
        refusal = battle.why_not(name, order)
        fault = "it is not refused." if refusal is None else fault_of(case, refusal, None)
        if fault:
            case.fail(battle, f"{name} has nothing to decide and orders {write_order(order)!r}: {fault}")
    return len(idle)
