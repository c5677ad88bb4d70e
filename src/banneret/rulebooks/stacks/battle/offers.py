"""The kinds of decision in scouting and battle: a unit to pick, and an offer that may be declined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.board.stacks import is_usable, stack_of
from banneret.rulebooks.stacks.state import Fight, State
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text.phases import STAGES, STEP_NAMES
from banneret.rulebooks.stacks.text.wording import opening, the, verb

Faults = Mapping[object, tuple[str, str]]


class Pick(Choice):
    """A decision in which one of several units must be named, last in each option; the default is the strongest."""

    def __init__(self, kind: str, side: int, rule: str, options: list[Order], state: State) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options = options
        self.preset = 0
        self.listed = True
        self._state: State = state

    def default(self) -> Order:
        """Return the option with the strongest unit by printed BRM, the first of equals."""
        units, kinds = self._state.units, self._state.setting.kinds
        best = self.options[0]
        for option in self.options:
            if kinds[units[option[-1]].kind].brm > kinds[units[best[-1]].kind].brm:
                best = option
        return best

    def fault(self, order: Order) -> tuple[str, str]:
        """Return what is wrong with a unit that may not be named, and the rule. Rule: stacks:battle.usable."""
        return _fault_in_stack(self._state, self.side, order) or super().fault(order)


class Offer(Choice):
    """A decision that may be declined: `options[0]` declines, and a random order does so half of the time.

    `faults` has, by the first word of an order, what is wrong with one that is not offered, and the rule; it counts if unit and spell
    are not at fault.
    """

    def __init__(
        self,
        kind: str,
        side: int,
        rule: str,
        options: list[Order],
        state: State,
        preset: int = 0,
        faults: Faults | None = None,
    ) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options = options
        self.preset = preset
        self.listed = True
        self._state: State = state
        self._faults: Faults | None = faults

    def fault(self, order: Order) -> tuple[str, str]:
        """Return what is wrong with an order that is not offered, and the rule."""
        found = _fault_in_stack(self._state, self.side, order)
        if found is None and self._faults is not None and order:
            found = self._faults.get(order[0])
        return found or super().fault(order)

    def sample(self, chance: Chance) -> Order:
        """Decline half of the time, else return a random option."""
        options = self.options
        count = len(options)
        if count == 1 or chance.random() < 0.5:
            return options[0]
        return options[1 + chance.below(count - 1)]


NONE: Order = ("none",)


# ---------------------------------------------------------------- refusals


LACKS: Final[Mapping[str, tuple[str, str, str]]] = {
    "guard": ("has no Guard", "have no Guard", "stacks:guard.replace"),
    "martyr": ("is no Martyr", "are no Martyrs", "stacks:martyr.eligible"),
    "look": ("is no Scout", "are no Scouts", "stacks:scout.look"),
    "steal": ("cannot steal", "cannot steal", "stacks:steal.take"),
    "devour": ("is no Cannibal", "are no Cannibals", "stacks:cannibal.sacrifice"),
}
"""By the first word of an order: what a unit lacks that cannot do it, in singular and plural, and the rule."""

NAMING: Final = ("reveal", "guard", "replace", "martyr", "look", "steal", "devour", "skirmish", "vanish")
"""The orders whose second word is a unit of the stack."""


def _fault_in_stack(state: State, side: int, order: Order) -> tuple[str, str] | None:
    """The reason the unit or spell of an order is refused, and the rule; None if these are not at fault.

    Rule: stacks:battle.usable, stacks:battle.stack, stacks:spell.windows, stacks:spell.hand.
    """
    if len(order) > 1:
        if order[0] == "cast":
            return _spell_fault(state, side, order[1])
        if order[0] in NAMING:
            return _unit_fault(state, side, order)
    return None


def _unit_fault(state: State, side: int, order: Order) -> tuple[str, str] | None:
    """The reason the unit that an order names cannot do it, and the rule; None if the unit is not at fault."""
    fight = state.fight
    word, number = order[0], order[1]
    if fight is None or not isinstance(number, int) or isinstance(number, bool):
        return None
    if number not in stack_of(state, side, fight.hex):
        return "That unit is not in this stack.", "stacks:battle.stack"
    unit = state.units[number]
    kind = state.setting.kinds[unit.kind]
    if not is_usable(unit):
        return f"{opening(the(kind.name))} {verb(kind.name, 'is', 'are')} paralyzed.", "stacks:battle.usable"
    if word in ("guard", "martyr", "replace", "skirmish", "vanish") and _fights(fight, number):
        return (
            f"{opening(the(kind.name))} {verb(kind.name, 'fights', 'fight')} already.",
            "stacks:reveal.choose",
        )
    if word in LACKS and not _able(kind, word):
        one, more, rule = LACKS[word]
        return f"{opening(the(kind.name))} {verb(kind.name, one, more)}.", rule
    return None


def _fights(fight: Fight, number: int) -> bool:
    return fight.corners[0].front == number or fight.corners[1].front == number


def _able(kind: UnitKind, word: str) -> bool:
    """True if a unit of that kind has the ability for an order, or a Hero may have it from an artifact. Rule: stacks:artifact.far-glass."""
    if word == "guard":
        return kind.guard
    if word == "martyr":
        return kind.martyr
    if word == "look":
        return kind.scout or kind.hero
    return kind.steal if word == "steal" else kind.cannibal > 0


def _spell_fault(state: State, side: int, spell_id: object) -> tuple[str, str] | None:
    """The reason a spell cannot be cast now, and the rule; None if only its caster can be at fault.

    Rule: stacks:spell.windows, stacks:spell.hand.
    """
    step = STAGES[state.stage].step_mark or STAGES[state.stage].segment_mark
    for index in state.hands[side]:
        spell = state.setting.spell_kinds[index]
        if spell.id == spell_id:
            if spell.step != step:
                return f"{spell.name} is cast at {STEP_NAMES[spell.step]}.", "stacks:spell.windows"
            return None
    return "That spell is not in hand.", "stacks:spell.hand"
