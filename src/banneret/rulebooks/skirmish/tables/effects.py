"""The vocabulary of effects, in which all creatures and action cards are written.

Rules: skirmish:data.cards-as-data, skirmish:timing.announce, skirmish:timing.owes-damage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Verb = Literal[
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
]
Who = Literal["self", "target", "bearer"]
Thing = Literal["creature", "square"]
Whose = Literal["any", "ally", "enemy"]
Attacking = Literal["melee", "ranged"]
Targets = Literal["one", "up-to-two", "each-adjacent-enemy"]
Area = Literal[
    "target",
    "bearer",
    "adjacent-to-self",
    "target-and-adjacent-to-target",
    "in-or-adjacent-to-square",
    "within-2-of-square",
]
Moving = Literal["move", "shift", "slide"]
Against = Literal["attack", "source"]

ADJACENT: Final = -1
"""In place of the number of squares of a choice: adjacent."""
IN_SIGHT: Final = -1
"""In place of a range: anything in line of sight."""
SPEED: Final = -1
"""In place of a number of squares: the creature's speed when the step starts."""


@dataclass(slots=True)
class Step:
    """One step of a card or power: a verb with its arguments. Arguments that the verb does not have keep their defaults."""

    verb: Verb
    what: Thing = "creature"
    side: Whose = "any"
    within: int = ADJACENT
    include_self: bool = False
    attack: Attacking = "melee"
    mode: Moving = "move"
    targets: Targets = "one"
    range: int = 0
    bonus: int = 0
    ignore_block: bool = False
    optional: bool = False
    amount: int = 0
    area: Area = "target"
    preventable: bool = True
    who: Who = "self"  # of an attachment: under whom the card comes to lie
    distance: int = 0
    ends_adjacent: bool = False
    if_damaged: bool = False
    count: int = 0
    ability: str = ""
    against: Against = "attack"

    @property
    def deals(self) -> bool:
        """True if the step deals damage, which an action owes until then. Rule: skirmish:timing.owes-damage."""
        return self.verb == "attack" or self.verb == "deal"

    @property
    def moves(self) -> bool:
        """True if the step moves a creature; choices are announced only up to it. Rule: skirmish:timing.announce."""
        return self.verb == "move" or self.verb == "teleport"


# ---------------------------------------------------------------- continuous effects
Kind = Literal["keyword", "block", "stat", "bonus", "forbid", "ward", "deploy-zone"]
When = Literal["always", "target-tapped", "no-ally-adjacent-to-self"]
Bonus = Literal["any", "melee", "ranged"]
Zone = Literal["adjacent-to-wall", "adjacent-to-self"]
Ability = Literal["Scuttle", "Flying", "Nimble", "Block", "Ready", "Affinity"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(slots=True)
class Static:
    """A continuous effect of a kind. Arguments that the kind does not have keep their defaults."""

    kind: Kind
    keyword: str = ""
    controlled: bool = False  # it applies to every creature of the controller, not to the bearer
    keyword_filter: str = ""
    amount: int = 0
    level: int = 0
    hp: int = 0
    defender: bool = False  # a bonus on attacks against the bearer, not on those it makes
    attack: Bonus = "any"
    when: When = "always"
    modes: tuple[Moving, ...] = ()
    zone: Zone = "adjacent-to-wall"


def by_kind(statics: list[Static]) -> dict[Kind, list[Static]]:
    """The continuous effects of a card by their kind, every kind among them."""
    return {kind: [static for static in statics if static.kind == kind] for kind in KINDS}


# ---------------------------------------------------------------- triggers and powers
Happening = Literal["deployed", "turn-start", "destroys"]
Use = Literal["tap", "static", "trigger", "free"]


@dataclass(slots=True)
class Trigger:
    """Steps that happen on an event. Its controller may decline if `may`; the creature that does the deed needs the keyword of `keyword_filter`."""

    event: Happening
    may: bool
    keyword_filter: str
    steps: list[Step]


@dataclass(slots=True)
class Power:
    """A power that is used.

    Attributes:
        id: Its word in orders.
        name: Its name, empty if it has none.
        free: True if it may be used at any time, without a tap.
        immediate: True if it answers an action.
        spends_card: True if its card is discarded for it.
        steps: Its steps.
        leading: Those of its steps whose choices are made when it is declared.
        text: Its printed text.
    """

    id: str
    name: str
    free: bool
    immediate: bool
    spends_card: bool
    steps: list[Step]
    leading: list[Step]
    text: str


@dataclass(slots=True)
class Effects:
    """All that the text of a card in play does."""

    statics: list[Static]
    triggers: list[Trigger]
    powers: list[Power]


def announced(steps: list[Step]) -> int:
    """The number of leading steps whose choices are made with the declaration.

    These are the steps up to the first that deals damage, itself included, or up to the first that moves a creature, itself excluded.
    Rule: skirmish:timing.announce.
    """
    for place, step in enumerate(steps):
        if step.moves:
            return place
        if step.deals:
            return place + 1
    return len(steps)
