"""The outcome of an order if nobody answers. Rules: skirmish:timing.lifo, skirmish:info.public."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Preview, refusal_fields
from banneret.rulebooks.skirmish.actions.foresight import answered, fork, settle_all, unanswered
from banneret.rulebooks.skirmish.actions.resolving import around
from banneret.rulebooks.skirmish.actions.window import immediate_plays
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points
from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.odds.hands import answers_held
from banneret.rulebooks.skirmish.state import Chain, State, are_foes
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_card
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.turn.activation import declared, powers_of
from banneret.rulebooks.skirmish.view.no_places import nearest_places, no_place

HARMLESS: Final = ("choose", "attack", "deal", "heal", "protect")
"""The verbs of steps that do nothing but wound, heal and protect."""


class Foresight:
    """The outcomes of the orders of one question, each worked out once.

    Orders have the same outcome if they differ only in their assistants, or in a square around which damage reaches the same creatures.
    """

    __slots__ = ("_before", "_dangers", "_seen", "decision", "state")

    def __init__(self, state: State, decision: Decision) -> None:
        self.state = state
        self.decision = decision
        self._before: State | None = None
        self._dangers: list[tuple[int, list[tuple[ActionCard, Fraction]]]] | None = None
        self._seen: dict[tuple[object, ...], tuple[str, str, str]] = {}

    def of(self, order: Order) -> tuple[str, str, str]:
        """The outcome of an order: its changes if nobody answers, the reason why it brings none, and the worst outcome of an answer.

        Each of the three may be empty. Only orders that do nothing but wound, heal and protect have a reason.
        """
        key = self._likes(order)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._foresee(order)
        return found

    def consequence(self, order: Order) -> str:
        """The changes that an order brings if nobody answers, compared with passing if it is an answer."""
        after = foreseen(self.state, self.decision, order)
        return "" if after is None else "; ".join(differences(self._base(), after))

    def _likes(self, order: Order) -> tuple[object, ...]:
        """The key that an order shares with all orders of the same outcome."""
        if order[0] not in ("play", "use"):
            return order
        state = self.state
        steps, chosen = _steps_of(state, order)
        start: tuple[object, ...] = order[:3]
        if order[0] == "play":
            aimed = [one for part in chosen for one in part]
            start = (*start, *[one for one in order[3] if one in aimed])
        if (
            len(chosen) != 1
            or [step.verb for step in steps] != ["choose", "deal"]
            or steps[0].what != "square"
        ):
            return (*start, "at", *chosen)
        return (*start, "on", *[one.id for one in around(state, int(chosen[0][0]), steps[1])])

    def _base(self) -> State:
        """The state as it will be without the order."""
        if self._before is None:
            self._before = unanswered(self.state) if self.state.chain is not None else self.state
        return self._before

    def _foresee(self, order: Order) -> tuple[str, str, str]:
        world = begun(self.state, self.decision, order)
        after = foreseen(self.state, self.decision, order) if world is None else unanswered(world)
        if after is None:
            return "", "", ""
        before = self._base()
        worst = "" if world is None else self._worst(world, after)
        return "; ".join(differences(before, after)), _obstacle(before, after, order), worst

    def _worst(self, world: State, after: State) -> str:
        """The worst outcome of an action if an enemy answers with one immediate card that it may hold; empty if none makes it worse.

        `world` is the state in which the action can be answered, `after` the state if nobody does.
        Rules: skirmish:info.public, skirmish:card.immediate.
        """
        side = self.decision.side
        worst, found = lead(after, side), ""
        assert world.chain is not None
        for foe, cards in self._feared():
            for card, chance in cards:
                world.armies[foe].action_hand = [card.index]  # what it truly holds is not looked at
                own = any(
                    step.who == "self" for step in card.steps if step.verb in ("protect", "gain", "move")
                )
                ways: list[
                    tuple[object, ...]
                ] = []  # the choices, and the acting creature if it makes a difference
                for answer in immediate_plays(world, world.chain, foe):
                    way = (answer[2], *answer[4:]) if own else answer[4:]
                    if way in ways:
                        continue
                    ways.append(way)
                    then = answered(world, answer)
                    value = lead(then, side)
                    if value < worst:
                        what = "; ".join(differences(self.state, then)) or "nothing"
                        worst, found = value, f"at worst, by {card.name} ({whole_percent(chance)}): {what}"
        return found

    def _feared(self) -> list[tuple[int, list[tuple[ActionCard, Fraction]]]]:
        """The immediate cards that each enemy may hold, with their chances. Rule: skirmish:info.public."""
        if self._dangers is None:
            lens, side = Lens(self.state, self.decision.side), self.decision.side
            foes = [foe for foe in range(len(self.state.armies)) if are_foes(foe, side)]
            self._dangers = [(foe, answers_held(lens, foe)) for foe in foes]
        return self._dangers


def _obstacle(before: State, after: State, order: Order) -> str:
    """The reason why an order that only wounds, heals or protects changes nothing but taps; empty for any other. Rule: skirmish:damage.block."""
    steps, chosen = _steps_of(before, order)
    if any(step.verb not in HARMLESS for step in steps) or _told(before) != _told(after):
        return ""
    verbs = {step.verb for step in steps}
    aimed = [order[2]] if order[0] in ("attack", "strike") else []
    if verbs == {"attack"}:
        aimed = [number for part in chosen for number in part]
    if len(aimed) == 1:
        target = before.creature(int(aimed[0]))
        if target is None:
            return "It would be gone before the blow falls."
        stopped = blocks(before, target)
        whom = news.short(before, target)
        return (
            f"The Block of {stopped} of {whom} stops all of it."
            if stopped
            else f"{whom} would lose nothing by it."
        )
    if order[0] == "dodge" or "protect" in verbs:
        return "What it would stop does no harm as things stand."
    return (
        "Nobody is hurt whom it could heal."
        if "heal" in verbs
        else "It reaches nobody who would lose anything."
    )


def _steps_of(state: State, order: Order) -> tuple[list[Step], Order]:
    """The steps of a card or power and the choices made for them; none for other orders."""
    if order[0] == "play":
        return action_card(str(order[1])).steps, order[4:]
    actor = state.creature(int(order[1])) if order[0] == "use" else None
    powers = [] if actor is None else powers_of(actor)
    return next((power.steps for name, power, _ in powers if name == order[2]), []), order[3:]


def _told(state: State) -> list[object]:
    """All that `HARMLESS` steps could change: the creatures with their damage, the gold and the points."""
    creatures = [(one.id, one.damage, one.place, one.guard, one.attached) for one in state.creatures]
    return [creatures, [(army.vault, army.points) for army in state.armies]]


def foreseen(state: State, decision: Decision, order: Order) -> State | None:
    """The state after an order if nobody answers; None for orders that are no actions."""
    if order[0] in ("strike", "dodge") or (order[0] == "play" and decision.kind in ("answer", "window")):
        return answered(state, order)
    world = begun(state, decision, order)
    return None if world is None else settle_all(world)


def begun(state: State, decision: Decision, order: Order) -> State | None:
    """The state in which an action of an own turn is declared, and can be answered; None for other orders."""
    if order[0] not in ("attack", "use", "play") or decision.kind not in ("act", "activate"):
        return None
    world = fork(state)
    world.chain = Chain()
    declared(world, world.chain, world.creature(world.acting), order)
    return world


def lead(state: State, side: int) -> tuple[int, int]:
    """The lead of the team of a side, first in points and gold of vaults, then in damage on the enemy's creatures."""
    gold = damage = 0
    for number, army in enumerate(state.armies):
        gold += (army.vault + army.points) * (-1 if are_foes(number, side) else 1)
    for creature in state.creatures:
        damage += creature.damage * (1 if are_foes(creature.side, side) else -1)
    return gold, damage


def differences(before: State, after: State) -> list[str]:
    """The differences of two states in a few words each."""
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
    """The effect of a draft order in a sentence, or the reason why it is not legal; None if there is nothing to say."""
    elsewhere = no_place(state, decision, order)
    refusal = elsewhere or decision.check(order)
    if refusal is not None:
        instead = () if elsewhere is None else nearest_places(state, decision, order)
        return Preview(instead=instead, **refusal_fields(refusal))
    text = Foresight(state, decision).consequence(order)
    return Preview(sentence=f"If nobody answers: {text}.") if text else None
