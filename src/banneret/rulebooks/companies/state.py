"""The state of a battle of companies: all that changes, as plain data. What never changes is in `Setting`.

Companies, people and nodes go by number, their place in their list. What is written for volleys to come is hidden from the
other side; everything else is open. Rule: companies:map.hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.tables.grounds import Ground, grounds
from banneret.rulebooks.companies.tables.officers import Officer

NOBODY: Final = -1
NOWHERE: Final = -1
UNLISTED: Final = -1000
"""The infiltration by members of a company that does not list them."""

# ---------------------------------------------------------------- what the winner of Contact chooses
BONUS: Final = "surprise"
POSITION: Final = "position"
OFFER: Final = "offer"

UNWRITTEN: Final = -1
"""An action of a volley in which the company hesitates, or that is not written yet."""


@dataclass(slots=True)
class Flags:
    """The options in force; `flags_of` shows the option and the value that set each."""

    gated: tuple[bool, ...]  # by action: may be used only against a scouted enemy
    double_opponent: bool = False
    works_against_skirmish: bool = False
    meeting_earns_one: bool = False
    hold_menu_any: bool = False
    hold_tested: bool = False
    weapon_dice_once: bool = False
    steel_limit: str = "not-while-hesitating"
    full_value_lost: bool = False
    artillery_only: bool = False
    store_consecutive: bool = False
    occupied_after: bool = False
    tokens: int = 1  # NOBODY: unlimited
    nightfall: int = 10  # 0: never
    ratio: tuple[int, int] = (1, 1)  # troops that outnumber, against the enemy's
    per_lifepath: bool = False
    infiltration: str = "auto"
    time_bonus: bool = False
    artha: bool = False
    version: int = 7  # of the rules; functions that ask for it say what earlier ones did otherwise


RATIOS: Final = {"more": (1, 1), "1.25": (5, 4), "1.5": (3, 2)}


def flags_of(options: dict[str, str]) -> Flags:
    """The options in force, from their values."""
    gate = options["scout-gate"]
    gated = tuple([name in gate.split("+") for name in ACTIONS])
    tokens = options["conflict-tokens"]
    night = options["time-limit"]
    return Flags(
        gated,
        options["unskilled-versus"] == "double-opponent",
        options["fortification-against-skirmish"] == "on",
        options["independent-extra"] == "meeting-earns-one",
        options["hold-menu"] == "any-versus",
        options["hold-independent"] == "ob-1-with-menu",
        options["rally-weapon-dice"] == "pool",
        options["steel-limit"],
        options["position-loss"] == "full-value",
        options["destroyed-works"] == "artillery-only",
        options["advance-store"] == "consecutive-only",
        options["occupied-when"] == "after-reveal-losses",
        NOBODY if tokens == "unlimited" else int(tokens),
        0 if night == "none" else int(night),
        RATIOS[options["outnumber-ratio"]],
        options["training-tally"] == "per-lifepath",
        options["infiltration-method"],
        options["time-bonus"] == "on",
        options["artha"] == "on",
    )


@dataclass(slots=True)
class Force:
    """A company as it was brought to the field.

    Attributes:
        name: The name of the company.
        side: The side that it fights for.
        stats: The stats of its troops, in the order of `STATS`.
        competence: The exponent of the troops' skills.
        skills: The skills of its lifepaths.
        weapon: The exponent with which the troops strike.
        size: The place of the troops in the order of sizes.
        couriers: The skills of its couriers.
        longest: True if the troops have the longest weapons.
        fitting_wises: The wises that fit the ground; if none is named, any one fits.
        arms: The weapon skill of the troops.
        label: The name of its package.
        stock: The people of the troops.
        lifepaths: The names of its lifepaths.
        objective: The objective, in words.
        troops: The number of troops.
        moves: True if they are mounted or winged.
        speed: Their speed multiplier in tenths.
        gear: The rating of their gear.
        hide: True if their stock has natural armour.
        tools: True if they have the right tools for the objective.
        ground: True if they have the better ground.
        training: The training skills that their lifepaths teach.
        infiltration: The infiltration by their lifepaths.
        members: The infiltration by their members, `UNLISTED` if these are not listed.
        affiliation: The dice of the commander's affiliation.
        scenes: The quiet scenes before the battle.
    """

    name: str
    side: int
    stats: tuple[int, ...]
    competence: int
    skills: frozenset[str]
    weapon: int
    size: int
    couriers: tuple[str, ...]
    longest: bool = False
    fitting_wises: tuple[str, ...] = ()
    arms: str = "Spear"
    label: str = ""
    stock: str = "human"
    lifepaths: tuple[str, ...] = ()
    objective: str = ""
    troops: int = 100
    moves: bool = False
    speed: int = 35
    gear: int = 1
    hide: bool = False
    tools: bool = False
    ground: bool = False
    training: tuple[str, ...] = ()
    infiltration: int = 0
    members: int = UNLISTED
    affiliation: int = 2
    scenes: int = 0


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes.

    Attributes:
        names: The names of the sides.
        forces: The companies.
        people: The characters, by the numbers of `State.people`.
        leaders: For each company the number of its commander.
        unnamed: For each company the number of the officer who takes over when all others are out.
        tags: The tags of the battle space, such as "naval".
        flags: The options in force.
        scenario: The id of the scenario.
        title: Its title.
        sides: The ids of the sides.
        ground: The battle space as it was at first.
        host: The side that controls it, NOBODY in a meeting battle.
        ready: True if positions and works stand already.
        alliances: The alliance of each side; empty if every side stands alone.
        serving: Kept once looked up: the skills of a character that serve for a list.
        wisest: Kept likewise: the exponent of a character's best wise that fits.
        forked: Kept likewise: the dice of a skill with its FoRKs.
    """

    names: tuple[str, ...]
    forces: list[Force]
    people: list[Officer]
    leaders: tuple[int, ...]
    unnamed: tuple[int, ...]
    tags: frozenset[str]
    flags: Flags
    scenario: str = ""
    title: str = ""
    sides: tuple[str, ...] = ("a", "b")
    ground: Ground = field(default_factory=lambda: grounds()["ford"])
    host: int = 0
    ready: bool = False
    alliances: tuple[int, ...] = ()
    serving: dict[tuple[int, tuple[str, ...]], list[str]] = field(default_factory=dict)
    wisest: dict[tuple[int, tuple[str, ...]], int] = field(default_factory=dict)
    forked: dict[tuple[int, str, tuple[str, ...], int], int] = field(default_factory=dict)


@dataclass(slots=True, init=False)
class Reveal:
    """The action of a company in the volley that is being played, as everybody sees it.

    The fields are those of `Effort`: `action` is NOTHING if it is void or lost to hesitation, `skill` and `shade` are those of the pool, empty
    and 0 before it is chosen, and `foe` is the enemy company that it is aimed at, NOBODY if there is only one.
    """

    company: int
    scripted: int
    action: int
    target: int
    kind: int
    skill: str
    shade: int
    faces: tuple[int, ...]
    successes: int
    count: int
    works: bool
    extra: int
    foe: int

    def __init__(
        self,
        company: int,
        scripted: int = NOTHING,
        action: int = NOTHING,
        target: int = NOWHERE,
        kind: int = 0,
        skill: str = "",
        shade: int = 0,
        faces: tuple[int, ...] = (),
        successes: int = 0,
        count: int = 0,
        works: bool = False,
        extra: int = 0,
        foe: int = NOBODY,
    ) -> None:
        self.company = company
        self.scripted = scripted
        self.action = action
        self.target = target
        self.kind = kind
        self.skill = skill
        self.shade = shade
        self.faces = faces
        self.successes = successes
        self.count = count
        self.works = works
        self.extra = extra
        self.foe = foe


@dataclass(slots=True)
class Person:
    """A named character.

    Attributes:
        company: The company that they belong to.
        wounds: The steps of the wounds that still count.
        out: True if their part in the battle is over.
        fate: The points of Fate left to them.
        persona: The points of Persona.
        deeds: The points of Deeds.
        saved: True if Persona or Field Dressing has kept them alive after a Mortal wound; they stay out.

    Rules: companies:core.artha, companies:spec.field-dressing.
    """

    company: int
    wounds: list[int]
    out: bool = False
    fate: int = 0
    persona: int = 0
    deeds: int = 0
    saved: bool = False

    def copy(self) -> Person:
        """An independent copy."""
        return Person(
            self.company, list(self.wounds), self.out, self.fate, self.persona, self.deeds, self.saved
        )


@dataclass(slots=True)
class Company:
    """A company on the field. Its Disposition is the sum of `basic`, `bonus` and `dug`; points are lost from the last of them first."""

    id: int
    commander: int
    basic: int
    start: int  # the Disposition with which it began
    place: int
    holds: bool = False  # it occupies the position at its place
    bonus: int = 0  # what is left of the bonus of that position
    dug: int = 0
    fallen: bool = False
    hesitates: int = NOBODY  # the volley of `State.now` in which it does nothing
    tested: int = NOBODY  # the exchange in which its commander was last forced to a Steel test
    runners_lost: bool = False
    store: int = 0  # built up toward a position
    aim: int = NOWHERE  # the position it is built up toward
    charge_dice: int = 0  # for the very next volley
    weapon_dice: int = 0  # for the very next volley
    command_die: int = 0
    advance_dice: int = 0
    raised: int = 0  # obstacle added to its next company action
    recruits: tuple[str, ...] = ()  # the lifepaths that serve for this battle only
    written: list[int] | None = None  # the actions of the three volleys
    targets: list[int] | None = None  # the nodes that its Advances are aimed at
    foes: list[int] | None = None  # where there are several: the enemy companies its actions are aimed at

    @property
    def disposition(self) -> int:
        """The staying power that is left. Rule: companies:disp.loss."""
        return self.basic + self.bonus + self.dug

    def copy(self) -> Company:
        """An independent copy."""
        return Company(
            self.id,
            self.commander,
            self.basic,
            self.start,
            self.place,
            self.holds,
            self.bonus,
            self.dug,
            self.fallen,
            self.hesitates,
            self.tested,
            self.runners_lost,
            self.store,
            self.aim,
            self.charge_dice,
            self.weapon_dice,
            self.command_die,
            self.advance_dice,
            self.raised,
            self.recruits,
            None if self.written is None else list(self.written),
            None if self.targets is None else list(self.targets),
            None if self.foes is None else list(self.foes),
        )


@dataclass(slots=True)
class State:
    """A battle as it stands.

    Attributes:
        scouted: For each company and each other if it has scouted it, at own number * number of companies + other number; see `board.sight`.
        initiative: The company that won Contact.
        chosen: Its choice: BONUS, POSITION or OFFER.
        early: The side that was the first to seal its script, for the time bonus.
        reveals: The actions of the volley that is being played; between steps there are none.
    """

    setting: Setting
    companies: list[Company]
    people: list[Person]
    values: list[int]  # of each node
    works: list[int]  # the fortification of each node
    scouted: list[bool]
    tokens: list[int]  # conflict scenes left to each side
    nodes: tuple[str, ...]
    roads: tuple[tuple[int, ...], ...]
    stage: int = stages.SCRIPT
    exchange: int = 1
    volley: int = 0  # from 0 to 2
    initiative: int = NOBODY
    chosen: str = ""
    early: int = NOBODY
    outcome: Outcome | None = None
    reveals: list[Reveal] = field(default_factory=list)
    host: int = NOBODY  # the side that Contact made host of a meeting battle

    @property
    def now(self) -> int:
        """The number of the volley, counted through the battle."""
        return (self.exchange - 1) * stages.VOLLEYS + self.volley

    def copy(self) -> State:
        """An independent copy; the setting is shared."""
        return State(
            self.setting,
            [company.copy() for company in self.companies],
            [person.copy() for person in self.people],
            list(self.values),
            list(self.works),
            list(self.scouted),
            list(self.tokens),
            self.nodes,
            self.roads,
            self.stage,
            self.exchange,
            self.volley,
            self.initiative,
            self.chosen,
            self.early,
            self.outcome,
            list(self.reveals),
            self.host,
        )
