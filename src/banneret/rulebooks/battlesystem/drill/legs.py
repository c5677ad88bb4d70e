"""The walk of a unit in a block: the outcome of its steps, worked out on a copy of the unit, each step paid for.

Rules: battlesystem:3.5, battlesystem:7.1e, battlesystem:7.8, battlesystem:7.9g.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import within
from banneret.geometry.rectangles import Rectangle
from banneret.kernel.decision import Refusal
from banneret.kernel.enumeration import enumerated
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.space import contacts, dressing, formations
from banneret.rulebooks.battlesystem.space.obstacles import Around, touches_lone
from banneret.rulebooks.battlesystem.space.tariffs import Tariff
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.text.sentences import are_left
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL

LEAST: Final = 0.02  # inches: less than this is no movement left
_BEYOND: Final = 60.0  # inches: half the depth of the borders around the table


@mypyc_attr(acyclic=True)
class Leg:
    """One step of a walk, or a part of a step, as it came out.

    Attributes:
        step: the step of the order.
        place: its place in the list of steps.
        before: the block before it.
        after: the block after it.
        cost: inches of movement paid.
        rule: the rule that sets the price.
        inches: inches that the unit went on the ground, whatever they cost; in a wheel the arc.
        unhindered: the cost if no enemy had stood in the way.
        crossed: the lines that were crossed or climbed.
        through: the dear ground that it led through.
    """

    __slots__ = (
        "after",
        "before",
        "cost",
        "crossed",
        "inches",
        "place",
        "rule",
        "step",
        "through",
        "unhindered",
    )

    def __init__(self, step: Step, place: int, before: Block, after: Block, cost: float, rule: str) -> None:
        self.step: Step = step
        self.place: int = place
        self.before: Block = before
        self.after: Block = after
        self.cost: float = cost
        self.rule: str = rule
        self.inches: float = cost
        self.unhindered: float = cost
        self.crossed: list[Feature] = []
        self.through: list[Feature] = []


@mypyc_attr(acyclic=True)
class Walk:
    """The outcome of a list of steps, before anything is changed.

    Attributes:
        unit: a copy of the unit, as it would stand.
        allowance: inches of movement in this whole phase.
        enemies: True if enemies are looked at.
        short: inches kept from enemies. Rule: battlesystem:7.13b
        legs: the steps made, some in several parts.
        cost: inches of movement that they take.
        contacts: the enemy units that it would touch at the end, by number.
        held: the enemy individuals that it would touch, who halt it too.
        refusal: the reason the first step that cannot be made cannot.
        lost: that reason shows only by measuring, not by the words of the order.
        place: the place in the list of the last step that was tried.
        stopped: something stood in the way.
        halt: the reason ground ended the way.
        bars: grounds of friends and forbidden ground near enough to matter.
        foes: the enemies near enough to matter.
        grounds: their grounds.
        around: the surroundings, from which all these are.
        tariff: the prices of ground, if the battle has any.
    """

    __slots__ = (
        "allowance",
        "around",
        "bars",
        "contacts",
        "cost",
        "enemies",
        "foes",
        "grounds",
        "halt",
        "held",
        "legs",
        "lost",
        "place",
        "refusal",
        "short",
        "stopped",
        "tariff",
        "unit",
    )

    def __init__(self, unit: Unit, allowance: float, short: float, enemies: bool) -> None:
        self.unit: Unit = unit
        self.allowance: float = allowance
        self.enemies: bool = enemies
        self.short: float = short
        self.legs: list[Leg] = []
        self.cost: float = 0.0
        self.contacts: list[int] = []
        self.held: list[int] = []
        self.refusal: Refusal | None = None
        self.lost: bool = False
        self.place: int = 0
        self.stopped: bool = False
        self.halt: Refusal | None = None
        self.bars: list[Rectangle] = []
        self.foes: list[Unit] = []
        self.grounds: list[Rectangle] = []
        self.around: Around | None = None
        self.tariff: Tariff | None = None

    def copy(self) -> Walk:
        """A walk that goes on from where this one ends, and leaves this one alone; legs already made are shared."""
        found = Walk(self.unit.copy(), self.allowance, self.short, self.enemies)
        found.legs, found.cost = list(self.legs), self.cost
        found.contacts, found.held = self.contacts, self.held
        found.refusal, found.lost, found.place = self.refusal, self.lost, self.place
        found.stopped, found.halt = self.stopped, self.halt
        found.bars, found.foes, found.grounds = self.bars, self.foes, self.grounds
        found.around, found.tariff = self.around, self.tariff
        return found

    @property
    def left(self) -> float:
        """Inches of the allowance that are left."""
        return max(0.0, self.allowance - self.unit.spent)

    @property
    def is_over(self) -> bool:
        """True if it takes no further step: one was refused, or something ended it."""
        return self.refusal is not None or bool(self.contacts) or self.stopped

    @property
    def touches(self) -> bool:
        """True if the unit would touch an enemy unit or individual. Rules: battlesystem:7.8a, battlesystem:9.0d."""
        return bool(self.contacts or self.held)

    def refuse(self, reason: str, rule: str, lost: bool) -> None:
        """End the walk, since this step cannot be made; `lost` as in the class."""
        self.refusal = Refusal(reason, rule)
        self.lost = lost

    def halts(self, reason: str, rule: str) -> None:
        """End the walk, since ground does not let it go on."""
        self.halt = Refusal(reason, rule)
        self.stopped = True

    def go(self, step: Step, after: Block, cost: float, rule: str) -> None:
        """Add a step as made, and pay for it."""
        before = self.unit.block
        assert before is not None
        self.legs.append(Leg(step, self.place, before, after, cost, rule))
        self.unit.spent += cost
        self.cost += cost


def left_of(state: State, unit: Unit) -> float:
    """Inches a unit has left of its rate in this round."""
    return max(0.0, rate(state, unit) - unit.spent)


def pays(walk: Walk, cost: float, what: str, rule: str) -> bool:
    """True if a manoeuvre can be paid for; if not, it is refused and lost. Rule: battlesystem:3.5."""
    if within(cost, walk.left):
        return True
    walk.refuse(f"{what} takes {cost:.2f} in; {are_left(walk.left)}.", rule, True)
    return False


def stands(state: State, walk: Walk, block: Block) -> None:
    """Make the unit stand as a block, and note the enemies that it touches. Rule: battlesystem:7.8."""
    dressing.stand(walk.unit, block)
    meet(state, walk)


def meet(state: State, walk: Walk) -> None:
    """Note the enemies that the unit touches where it stands now. Rules: battlesystem:7.8a, battlesystem:9.0d."""
    walk.contacts = [foe.id for foe in walk.foes if contacts.touches(state, walk.unit, foe)]
    look = walk.around
    if look is not None and walk.enemies and look.men:
        walk.held = [one[0] for one in look.men if touches_lone(walk.unit, one)]
        if walk.held:
            walk.stopped = True


def touched(state: State, walk: Walk) -> str:
    """The names of all enemies that the unit would touch, as in a sentence."""
    names = [name(state, state.units[number]) for number in walk.contacts]
    names += [state.setting.sheets[number].name for number in walk.held]
    return enumerated(names)


def is_turned(walk: Walk, what: str) -> bool:
    """True, and the step refused, if some figures look elsewhere, so that the unit cannot do `what`. Rule: battlesystem:7.9g."""
    if not formations.are_some_turned(walk.unit):
        return False
    reason = f"Some figures face another way: all must face along the unit before it {what}."
    walk.refuse(reason, "battlesystem:7.9g", False)
    return True


def stands_fast(walk: Walk) -> bool:
    """True, and the step refused, if the unit stands in a square of shields, which does not move. Rule: battlesystem:11.6d."""
    if walk.unit.shields != ALL:
        return False
    reason = "A square of shields does not move: face another way or change formation to end it."
    walk.refuse(reason, "battlesystem:11.6d", False)
    return True


_BORDERS: Final[dict[tuple[float, float], list[Rectangle]]] = {}


def borders(width: float, depth: float) -> list[Rectangle]:
    """The four borders around a table of that size, as ground that nobody may enter. Rule: battlesystem:7.1e."""
    found = _BORDERS.get((width, depth))
    if found is None:
        if len(_BORDERS) >= 64:
            _BORDERS.clear()
        far, wide, deep = _BEYOND, width / 2.0, depth / 2.0
        found = [
            Rectangle(wide, depth + far, wide + 2.0 * far, far, 0.0, 1.0),
            Rectangle(wide, -far, wide + 2.0 * far, far, 0.0, 1.0),
            Rectangle(-far, deep, far, deep, 0.0, 1.0),
            Rectangle(width + far, deep, far, deep, 0.0, 1.0),
        ]
        _BORDERS[(width, depth)] = found
    return found
