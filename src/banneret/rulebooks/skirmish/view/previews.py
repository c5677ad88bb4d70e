"""The outcome of an order if nobody answers. Rules: skirmish:timing.lifo, skirmish:info.public."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Preview
from banneret.rulebooks.skirmish.actions.foresight import answered, fork, settle_all, unanswered
from banneret.rulebooks.skirmish.board.traits import hit_points
from banneret.rulebooks.skirmish.state import Chain, State
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.turn.activation import declared


def consequence(state: State, decision: Decision, order: Order) -> str:
    """The changes that an order brings if nobody answers: against passing, where it is an answer."""
    after = foreseen(state, decision, order)
    if after is None:
        return ""
    return "; ".join(differences(unanswered(state) if state.chain is not None else state, after))


def foreseen(state: State, decision: Decision, order: Order) -> State | None:
    """The state after an order if nobody answers; None for orders that are no actions."""
    if order[0] in ("strike", "dodge") or (order[0] == "play" and decision.kind in ("answer", "window")):
        return answered(state, order)
    if order[0] in ("attack", "use", "play") and decision.kind in ("act", "activate"):
        world = fork(state)
        world.chain = Chain()
        declared(world, world.chain, world.creature(world.acting), order)
        return settle_all(world)
    return None


def differences(before: State, after: State) -> list[str]:
    """The differences of two outlooks in a few words each."""
    found: list[str] = []
    for side, army in enumerate(after.armies):
        if army.vault != before.armies[side].vault:
            found.append(f"{before.setting.names[side]} vault {before.armies[side].vault} → {army.vault}")
        if army.points != before.armies[side].points:
            found.append(f"{before.setting.names[side]} points {before.armies[side].points} → {army.points}")
    ids = [creature.id for creature in before.creatures]
    for creature in before.creatures:
        then = after.creature(creature.id)
        left = hit_points(creature) - creature.damage
        if then is None:
            found.append(f"{news.short(before, creature)} destroyed")
        elif hit_points(then) - then.damage != left:
            found.append(f"{news.short(before, creature)} {left} → {hit_points(then) - then.damage}")
    found += [f"{news.short(after, one)} stands" for one in after.creatures if one.id not in ids]
    return found


def preview(state: State, decision: Decision, order: Order) -> Preview | None:
    """The effect of a draft order in a sentence; why not, where it is not legal."""
    refusal = decision.check(order)
    if refusal is not None:
        nearest = "" if refusal.nearest is None else write_order(refusal.nearest)
        return Preview(refusal=refusal.reason, rule=refusal.rule, order=nearest)
    text = consequence(state, decision, order)
    return Preview(sentence=f"If nobody answers: {text}.") if text else None
