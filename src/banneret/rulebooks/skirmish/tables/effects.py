"""The vocabulary of effects: all that creatures and action cards do is said with these words.

Rules: skirmish:data.cards-as-data, skirmish:timing.announce, skirmish:timing.owes-damage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# ---------------------------------------------------------------- verbs
CHOOSE: Final = 0
ATTACK: Final = 1
DEAL: Final = 2
HEAL: Final = 3
MOVE: Final = 4
TELEPORT: Final = 5
ATTACH: Final = 6
DRAW: Final = 7
TAP: Final = 8
UNTAP: Final = 9
GAIN: Final = 10
PROTECT: Final = 11
FETCH: Final = 12
DISCARD: Final = 13
VERBS: Final = (
    "choose",
    "attack",
    "deal",
    "heal",
    "move",
    "teleport",
    "attach",
    "draw",
    "tap",
    "untap",
    "gain",
    "protect",
    "fetch",
    "discard",
)

# ---------------------------------------------------------------- words of their arguments
SELF: Final = 0
TARGET: Final = 1
BEARER: Final = 2
WHO: Final = ("self", "target", "bearer")

CREATURE: Final = 0
SQUARE: Final = 1
THINGS: Final = ("creature", "square")

ANYBODY: Final = 0
ALLY: Final = 1
ENEMY: Final = 2
SIDES: Final = ("any", "ally", "enemy")

MELEE: Final = 0
RANGED: Final = 1
ATTACKS: Final = ("melee", "ranged")

ONE: Final = 0
UP_TO_TWO: Final = 1
EACH_ADJACENT_ENEMY: Final = 2
TARGETS: Final = ("one", "up-to-two", "each-adjacent-enemy")

TO_TARGET: Final = 0
TO_BEARER: Final = 1
ADJACENT_TO_SELF: Final = 2
TARGET_AND_ADJACENT: Final = 3
IN_OR_ADJACENT_TO_SQUARE: Final = 4
WITHIN_2_OF_SQUARE: Final = 5
AREAS: Final = (
    "target",
    "bearer",
    "adjacent-to-self",
    "target-and-adjacent-to-target",
    "in-or-adjacent-to-square",
    "within-2-of-square",
)

PLAIN: Final = 0
SHIFT: Final = 1
SLIDE: Final = 2
MODES: Final = ("move", "shift", "slide")

BY_ATTACK: Final = 0
BY_SOURCE: Final = 1
AGAINST: Final = ("attack", "source")

ADJACENT: Final = -1
"""Instead of a number of squares within which one chooses: adjacent."""
IN_SIGHT: Final = -1
"""Instead of a range: whatever is in line of sight."""
SPEED: Final = -1
"""Instead of a number of squares: the speed in force when the step starts."""


@dataclass(slots=True)
class Step:
    """One step of a card or power: a verb with its arguments; those that the verb does not have stay at their defaults."""

    verb: int
    what: int = CREATURE
    side: int = ANYBODY
    within: int = ADJACENT
    include_self: bool = False
    mode: int = MELEE  # of an attack MELEE or RANGED, of a move PLAIN, SHIFT or SLIDE
    targets: int = ONE
    range: int = 0
    bonus: int = 0
    ignore_block: bool = False
    optional: bool = False
    amount: int = 0
    to: int = TO_TARGET  # of a deal one of the areas, of an attachment SELF or TARGET
    preventable: bool = True
    who: int = SELF
    distance: int = 0
    ends_adjacent: bool = False
    if_damaged: bool = False
    count: int = 0
    ability: str = ""
    against: int = BY_ATTACK

    @property
    def deals(self) -> bool:
        """True if an action owes damage while this step is before it. Rule: skirmish:timing.owes-damage."""
        return self.verb in (ATTACK, DEAL)

    @property
    def moves(self) -> bool:
        """True if choices are announced only up to this step. Rule: skirmish:timing.announce."""
        return self.verb in (MOVE, TELEPORT)


# ---------------------------------------------------------------- continuous effects
KEYWORD: Final = 0
BLOCK: Final = 1
STAT: Final = 2
BONUS: Final = 3
FORBID: Final = 4
WARD: Final = 5
DEPLOY_ZONE: Final = 6
STATICS: Final = ("keyword", "block", "stat", "bonus", "forbid", "ward", "deploy-zone")

ALWAYS: Final = 0
TARGET_TAPPED: Final = 1
ALONE: Final = 2
WHENS: Final = ("always", "target-tapped", "no-ally-adjacent-to-self")

ANY_ATTACK: Final = 2
BONUS_ATTACKS: Final = (*ATTACKS, "any")

ADJACENT_TO_WALL: Final = 0
ADJACENT_TO_IT: Final = 1
ZONES: Final = ("adjacent-to-wall", "adjacent-to-self")


@dataclass(slots=True)
class Static:
    """A continuous effect; arguments that its kind does not have stay at their defaults."""

    kind: int
    keyword: str = ""
    controlled: bool = False  # it is about every creature of the controller, not about the bearer
    keyword_filter: str = ""
    amount: int = 0
    level: int = 0
    hp: int = 0
    defender: bool = False  # a bonus on attacks against the bearer, not on those it makes
    attack: int = ANY_ATTACK
    when: int = ALWAYS
    modes: tuple[int, ...] = ()
    zone: int = ADJACENT_TO_WALL


# ---------------------------------------------------------------- triggers and powers
DEPLOYED: Final = 0
TURN_START: Final = 1
DESTROYS: Final = 2
EVENTS: Final = ("deployed", "turn-start", "destroys")

USE_TAP: Final = 0
USE_STATIC: Final = 1
USE_TRIGGER: Final = 2
USE_FREE: Final = 3
USES: Final = ("tap", "static", "trigger", "free")

SCUTTLE: Final = "Scuttle"
FLYING: Final = "Flying"
NIMBLE: Final = "Nimble"


@dataclass(slots=True)
class Trigger:
    """Steps that happen on an event; `may`: its controller may decline. `keyword_filter` limits whose deed it is."""

    event: int
    may: bool
    keyword_filter: str
    steps: list[Step]


@dataclass(slots=True)
class Power:
    """A power that is used: with a tap, or freely (`free`). Immediate ones answer actions; `spends_card`: its card is discarded for it."""

    id: str
    name: str
    free: bool
    immediate: bool
    spends_card: bool
    steps: list[Step]
    text: str


@dataclass(slots=True)
class Effects:
    """All that the text of a card in play does."""

    statics: list[Static]
    triggers: list[Trigger]
    powers: list[Power]


def announced(steps: list[Step]) -> int:
    """The number of leading steps whose choices are made with the declaration.

    Up to the first attack or damage, that included, and before the first step that moves a creature.
    Rule: skirmish:timing.announce.
    """
    for place, step in enumerate(steps):
        if step.moves:
            return place
        if step.deals:
            return place + 1
    return len(steps)


def owes_damage(steps: list[Step], done: int = 0) -> bool:
    """True if an attack or damage is among the steps from the number of those done on. Rule: skirmish:timing.owes-damage."""
    return any(step.deals for step in steps[done:])
