"""The state of a battle of regiments: all that changes, as plain data. What never changes is in `Setting`.

Units and individuals go by number, never by position in a list: some may come into being in battle, see `worth.newcomers`.
There are two sides or more. Positions are in inches, headings in degrees clockwise from north, both rounded by `geometry.plane`
(battlesystem:7.1a). Nothing is hidden in the Basic Game.
A `Block` never changes: states share them.

Rules: battlesystem:1.0, battlesystem:2.6, battlesystem:2.8c, battlesystem:7.1c.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final

from mypy_extensions import mypyc_attr

from banneret.geometry.bands import Bands
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.blocks.seats import seats as seats_of
from banneret.rulebooks.battlesystem.bouts import Bout as Bout
from banneret.rulebooks.battlesystem.bouts import Clash as Clash
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.flags import Flags
from banneret.rulebooks.battlesystem.marks import Marks, carried, fallen, settled
from banneret.rulebooks.battlesystem.stages import BASIC, PLACING, after, goes_by_movers, next_part
from banneret.rulebooks.battlesystem.tables.goals import Goal as Goal
from banneret.rulebooks.battlesystem.tables.goals import Zone as Zone
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.missiles import Engine
from banneret.rulebooks.battlesystem.tables.rosters import Post, Roster, unknown
from banneret.rulebooks.battlesystem.tables.sheets import Sheet

NOBODY: Final = -1

# ---------------------------------------------------------------- formations. Rule: battlesystem:7.1

CLOSED: Final = 0
OPEN: Final = 1
SKIRMISH: Final = 2
MOB: Final = 3
FORMATIONS: Final = ("closed", "open", "skirmish", "mob")

# ---------------------------------------------------------------- what became of a unit

WAITING: Final = 0  # not on the table yet: to be placed, or a reinforcement
FIELD: Final = 1
SLAIN: Final = 2  # its last figure was killed, or it was surrounded and destroyed
FLED: Final = 3  # routed off the table. Rule: battlesystem:6.4b
CAPTURED: Final = 4  # rule: battlesystem:7.15f
JOINED: Final = 8  # its figures are with another unit now: `setup.parting`
# of individuals alone. Rule: battlesystem:9.1e
LOST: Final = 5  # killed, and his body lost
WOUNDED: Final = 6  # he lies on the field, badly wounded
STUNNED: Final = 7  # he lies on the field, unconscious

# ---------------------------------------------------------------- ranks of command. Rules: battlesystem:4.10 to 4.10b

UNIT_COMMANDER: Final = 0
BRIGADE: Final = 1
ARMY: Final = 2
HERO: Final = 3  # he commands nobody. Rule: battlesystem:9.4
MEMBER: Final = 4  # part of a figure of a unit. Rule: battlesystem:9.1

# ---------------------------------------------------------------- orders of a mob. Rule: battlesystem:2.10f

NO_ORDER: Final = 0
FORWARD: Final = 1
CHARGE: Final = 2
FORCE_MARCH: Final = 3
WHEEL: Final = 4
ORDERS: Final = ("none", "forward", "charge", "march", "wheel")

# ---------------------------------------------------------------- footing. Rule: battlesystem:11.8a

ON_ROAD: Final = 1  # all its move so far was on a road, and cost less
OFF_ROAD: Final = 2

Pose = tuple[float, float, float]
"""The middle of a base and its heading."""


@mypyc_attr(acyclic=True)
@dataclass(slots=True)
class Single:
    """A figure of a skirmish unit, which acts by itself. Rules: battlesystem:2.9, battlesystem:2.9d."""

    x: float
    y: float
    heading: float
    wounded: bool = False
    routed: bool = False
    rout_heading: float = 0.0
    gone: int = FIELD  # SLAIN or FLED when it is no longer on the table
    # this round
    moved: float = 0.0  # inches
    caught: bool = False  # an enemy unit moved into contact with it
    done: bool = False  # moves no more this round: it touched an enemy, withdrew, fled or routed
    shots: int = 0  # this round; from here on later than the Basic Game (see `codec`)
    slowed: float = 1.0  # this round, see `Unit.slowed`
    last_shot: int = 0  # the round of it, for a weapon slower than once a round. Rule: battlesystem:10.2f
    thrown: int = 0  # of missiles that run out, in the battle. Rule: battlesystem:10.3b
    rallied: bool = False  # this round. Rule: battlesystem:6.3
    passing: bool = False  # it shot at troops on the move this round. Rule: battlesystem:10.2b
    bound: bool = False  # it touched an enemy when its side's movement part began. Rule: battlesystem:7.8d

    def copy(self) -> Single:
        """An independent copy."""
        return Single(
            self.x, self.y, self.heading, self.wounded, self.routed, self.rout_heading, self.gone, self.moved, self.caught,
            self.done, self.shots, self.slowed, self.last_shot, self.thrown, self.rallied, self.passing, self.bound,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class Review:
    """A unit at its last command review (`in_command`): while all this is the same it needs no other. Rule: battlesystem:4.7."""

    __slots__ = ("body", "in_command", "leader_at", "rash", "routed")

    def __init__(self, body: Body, unit: Unit) -> None:
        self.body: Body = body
        self.leader_at: int = unit.leader_at
        self.in_command: bool = unit.in_command
        self.routed: bool = unit.routed
        self.rash: bool = unit.rash


@mypyc_attr(acyclic=True)
@dataclass(slots=True)
class Unit:
    """A regular unit, skirmish unit or mob. Figures go by number, as in `Block`; those of skirmishers by place in `singles`.

    `block` says how it stands (None for skirmishers and units off the table); `loose` are the poses of the figures, by
    their numbers, while it is out of order: files gone on singly (battlesystem:7.8b), wings wrapped (7.11), some figures
    turned (7.9g), stragglers (7.15e). `figures` are those that stand. Its commander stands at figure `leader_at`.
    """

    id: int
    side: int
    status: int = WAITING
    formation: int = CLOSED
    block: Block | None = None
    loose: tuple[Pose, ...] | None = None
    wings: tuple[int, int] = (0, 0)  # files wrapped around on the left and right. Rule: battlesystem:7.11a
    singles: list[Single] | None = None
    figures: int = 0  # a block counts bases: on stands there are fewer of these
    wounded: bool = False  # one figure has a Wound marker. Rule: battlesystem:8.7e
    leader_at: int = NOBODY  # NOBODY: it has no commander, or has lost him
    in_command: bool = True  # as last examined. Rule: battlesystem:4.7
    routed: bool = False
    rout_heading: float = 0.0
    quarry: int = NOBODY  # whom a failed Discipline Check makes it attack; below -1 an individual: `discipline.lone_quarry`. Rule: 4.6g
    rash: bool = False  # out of command by discipline until rallied. Rule: battlesystem:4.6h
    order: int = NO_ORDER  # of a mob
    turn: float = 0.0  # degrees of a mob's wheel still to go, to the right when positive
    debt: int = 0  # inches to pay for gaps filled. Rule: battlesystem:7.3c
    march: int = 0  # what forced marches added to its attack rating. Rule: battlesystem:7.13d
    quarter: bool = False  # morale was checked for a quarter of its figures lost. Rule: battlesystem:4.4
    half: bool = False  # the same for half of them
    weapon: int = 0  # in hand: place in Roster.weapons
    guards: int = 0  # figures that guard captives. Rule: battlesystem:7.15f
    captured: int = 0  # of its figures that are prisoners
    width: float = 0.75  # of a base, inches, as its roster says: skirmishers have no block that knows it
    depth: float = 0.75
    mount: int = 1  # figures to a base: 3 on stands, the last perhaps partly lost. Rule: battlesystem:2.4
    # ---- this round (cleared when it ends: battlesystem:1.7)
    spent: float = 0.0  # inches of movement
    moved: bool = False  # did anything in its movement part
    finished: bool = False  # its move is over
    widened: int = 0  # +1 it widened, -1 it narrowed. Rule: battlesystem:7.10c
    caught: bool = False  # an enemy moved into contact before its side moved. Rule: battlesystem:7.8f
    engaged: bool = False  # it touched an enemy when its side's movement part began. Rule: battlesystem:7.8d
    charged: int = NOBODY  # the enemy it charged; below -1 an individual, as in `quarry`
    failed_charge: bool = False  # -3 on morale. Rule: battlesystem:7.14l
    marched: bool = False  # forced march
    rallied: bool = False  # rule: battlesystem:6.3
    tried: bool = False  # a commander tried to rally it this round
    leader_tried: bool = False  # its own commander tried to rally some unit
    attacked: bool = False  # by anybody. Rule: battlesystem:7.13e
    acted: bool = False  # did something that ends its rest. Rule: battlesystem:7.13e
    # enemies that withdrew from it: not to be charged. Rule: battlesystem:7.12d
    left_by: tuple[int, ...] = ()
    # ---- later than the Basic Game (see `codec`)
    footing: int = 0  # this round: nothing yet, `ON_ROAD` or `OFF_ROAD`. Rule: battlesystem:11.8a
    shots: int = 0  # this round, of those of its figures that shot. Rule: battlesystem:10.2
    last_shot: int = 0  # the round of it. Rule: battlesystem:10.2f
    thrown: int = 0  # volleys used up in the battle; of skirmishers, by the figure that used up fewest. Rule: battlesystem:10.3b
    aims: tuple[int, ...] = ()  # units at which it shot in this phase. Rule: battlesystem:10.2e
    passing: bool = False  # it shot at troops on the move this round. Rule: battlesystem:10.2b
    split: bool = False  # it shot in its own move this round. Rule: battlesystem:10.5b
    closing: float = 0.0  # of what it spent, that for gaps it had to fill. Rule: battlesystem:10.4f
    shields: int = 0  # the sides of its shield wall, see `worth.walls_and_spears`. Rule: battlesystem:11.6
    spears: int = 0  # the sides on which its spears or pikes are set. Rule: battlesystem:11.7
    wheeled: float = 0.0  # degrees this round, in a shield wall. Rule: battlesystem:11.6f
    # its Unit Commander, where he is an individual, with it or apart. Rule: battlesystem:9.2a
    chief: int = NOBODY
    members: tuple[int, ...] = ()  # individuals who are part of its figures. Rule: battlesystem:9.1
    forsaken: bool = False  # its commander stepped down this round. Rule: battlesystem:9.3d
    aided: bool = False  # a commander above it fights with it in this Melee Phase. Rule: battlesystem:9.2b
    fell: tuple[float, ...] = ()  # where its last figure fell, until the fate of who was with it is known
    slowed: float = 1.0  # this round, by the dearest ground it was on: an option. Rule: battlesystem:11.8n
    marks: Marks | None = None  # of single figures, which go with them: `marks`. Rule: battlesystem:8.7d
    # figure, amount, last round: see `worth.effects`. Rule: battlesystem:intro.referee
    effects: tuple[tuple[str, int, int], ...] = ()
    held: int = 0  # captives whom its guards hold. Rule: battlesystem:7.15f
    # it began its part out of command, or, noted under an option alone, open. Rules: battlesystem:11.6, battlesystem:11.7f
    unready: bool = False
    rushed: bool = False  # it charged this round, whatever came of that. Rule: battlesystem:10.4
    # ---- no part of the state but caches: its worth (`worth.present`) and its body (`standing.body`); copies are without the others,
    # the list in which it notes that it has moved (`distances`), the enemies it touches (`contacts`), its last review (`in_command`)
    now: Roster = field(default_factory=unknown, compare=False, repr=False)
    body: Body | None = field(default=None, compare=False, repr=False)
    log: list[int] | None = field(default=None, compare=False, repr=False)
    touching: list[int] | None = field(default=None, compare=False, repr=False)
    review: Review | None = field(default=None, compare=False, repr=False)

    # Positions are changed by the following methods and nowhere else.

    def stand(
        self,
        block: Block,
        loose: tuple[Pose, ...] | None = None,
        wings: tuple[int, int] = (0, 0),
        seats: list[int] | None = None,
    ) -> None:
        """Make it stand as a block, in order unless `loose` gives the poses of its figures. Rule: battlesystem:7.1c.

        `seats` holds the old number of each figure by its new one; without it, figures keep their places where they can (`blocks.seats`).
        Every change that takes figures off or moves them within their unit comes through here, so that their marks go with them.
        """
        if self.marks is not None and self.marks.borne:
            self._carry(self.marks, block, seats)
        self.block, self.loose, self.wings, self.singles = block, loose, wings, None
        self._is_elsewhere()

    def _carry(self, marks: Marks, block: Block, seats: list[int] | None) -> None:
        """Move its marks with their figures."""
        old = self.block
        if seats is None and old is not None and old is not block:
            seats = seats_of(old, block, self.loose, [mark.at for mark in marks.borne])
        if seats is not None:
            self.marks = carried(marks, seats, self.mount > 1)
            if self.mount > 1:
                rooms = [min(self.mount, self.figures - base * self.mount) for base in range(block.figures)]
                self.marks = settled(self.marks, rooms)

    def stand_singly(self, singles: list[Single]) -> None:
        """Make its figures stand singly, by the numbers that they had in their block. Rule: battlesystem:2.9."""
        self.block, self.loose, self.wings, self.singles = None, None, (0, 0), singles
        self._is_elsewhere()

    def stand_like(self, other: Unit) -> None:
        """Make it stand as a copy of it stands."""
        self.block, self.loose, self.wings, self.singles = (
            other.block,
            other.loose,
            other.wings,
            other.singles,
        )
        self.marks = other.marks
        self._is_elsewhere()
        self.body = other.body

    def leave(self, status: int) -> None:
        """Take it off the table, as `SLAIN`, `FLED`, `CAPTURED` or `JOINED`."""
        block = self.block
        if block is not None and (self.members or self.chief != NOBODY or self.aided):
            self.fell = (block.middle_x, block.middle_y)
        self.status = status
        self.block, self.loose, self.wings, self.marks = None, None, (0, 0), None
        self._is_elsewhere()

    def _is_elsewhere(self) -> None:
        self.body = None
        log = self.log
        if log is not None and (not log or log[-1] != self.id):
            log.append(self.id)

    def place(self, figure: int, x: float, y: float, heading: float) -> None:
        """Put a figure of skirmishers elsewhere."""
        assert self.singles is not None, "only skirmishers stand singly"
        single = self.singles[figure]
        single.x, single.y, single.heading = x, y, heading
        self._is_elsewhere()

    def take_off(self, figure: int, fate: int) -> None:
        """Take a figure of skirmishers off the table, and its Wound marker with it; only here do they leave it.

        `fate` is `SLAIN` or `FLED`. Rule: battlesystem:8.7e.
        """
        assert self.singles is not None, "only skirmishers stand singly"
        single = self.singles[figure]
        if single.wounded:
            single.wounded = self.wounded = False
        self.marks = fallen(self.marks, figure)
        single.gone = fate
        self._is_elsewhere()

    def copy(self) -> Unit:
        """An independent copy."""
        found: Unit = Unit.__new__(Unit)  # there is one for each walk: fields cost less than arguments
        found.id = self.id
        found.side = self.side
        found.status = self.status
        found.formation = self.formation
        found.block = self.block
        found.loose = self.loose
        found.wings = self.wings
        found.singles = None if self.singles is None else [single.copy() for single in self.singles]
        found.figures = self.figures
        found.wounded = self.wounded
        found.leader_at = self.leader_at
        found.in_command = self.in_command
        found.routed = self.routed
        found.rout_heading = self.rout_heading
        found.quarry = self.quarry
        found.rash = self.rash
        found.order = self.order
        found.turn = self.turn
        found.debt = self.debt
        found.march = self.march
        found.quarter = self.quarter
        found.half = self.half
        found.weapon = self.weapon
        found.guards = self.guards
        found.captured = self.captured
        found.width = self.width
        found.depth = self.depth
        found.mount = self.mount
        found.spent = self.spent
        found.moved = self.moved
        found.finished = self.finished
        found.widened = self.widened
        found.caught = self.caught
        found.engaged = self.engaged
        found.charged = self.charged
        found.failed_charge = self.failed_charge
        found.marched = self.marched
        found.rallied = self.rallied
        found.tried = self.tried
        found.leader_tried = self.leader_tried
        found.attacked = self.attacked
        found.acted = self.acted
        found.left_by = self.left_by
        found.footing = self.footing
        found.shots = self.shots
        found.last_shot = self.last_shot
        found.thrown = self.thrown
        found.aims = self.aims
        found.passing = self.passing
        found.split = self.split
        found.closing = self.closing
        found.shields = self.shields
        found.spears = self.spears
        found.wheeled = self.wheeled
        found.chief = self.chief
        found.members = self.members
        found.forsaken = self.forsaken
        found.aided = self.aided
        found.fell = self.fell
        found.slowed = self.slowed
        found.marks = self.marks
        found.effects = self.effects
        found.held = self.held
        found.unready = self.unready
        found.rushed = self.rushed
        found.now = self.now
        found.body = self.body
        found.log, found.touching, found.review = None, None, None
        return found


@dataclass(slots=True)
class Individual:
    """An individual who stands apart from units: a Brigade or Army Commander, or a hero. His facts are in `Setting.sheets`.

    Rules: battlesystem:4.10a, battlesystem:4.10b, battlesystem:5.0c, battlesystem:9.0, battlesystem:9.0b, battlesystem:9.0c.
    """

    id: int
    side: int
    x: float = 0.0
    y: float = 0.0
    on_table: bool = False
    moved: float = 0.0  # inches this round
    tried: bool = False  # to rally, this round
    # ---- later than the Basic Game (see `codec`)
    heading: float = 0.0  # where he looks; he turns as he likes. Rule: battlesystem:9.0d
    hurt: int = 0  # hit points lost. Rule: battlesystem:9.4b.hit-points
    fate: int = WAITING  # SLAIN once he is out of the fight
    march: int = 0  # what forced marches added to his attack rating. Rule: battlesystem:9.0d
    done: bool = False  # he has made his whole move: a forced march, or a Fighting Withdrawal
    struck: bool = False  # has made his attacks of this Melee Phase. Rule: battlesystem:9.4a.order
    fought: int = 0  # melee rounds against those whom he touches. Rule: battlesystem:9.4b.rounds
    foes: tuple[int, ...] = ()  # the enemy individuals whom he touched when he fought last
    role: int = NOBODY  # his rank since he changed it; NOBODY: that of his sheet. Rule: battlesystem:9.0a
    # the unit whose Unit Commander he is, or the higher commander whose place he holds. Rule: battlesystem:9.3e
    post: int = NOBODY
    unit: int = NOBODY  # the unit he is with, as a member or its commander: he has no base of his own then. Rule: battlesystem:9.0b
    changed: int = 0  # the round in which he last changed his role. Rule: battlesystem:9.0a
    aids: int = NOBODY  # the unit with which he fights in this Melee Phase. Rule: battlesystem:9.2b
    stepped: bool = False  # he left his unit for this Melee Phase. Rule: battlesystem:9.2e
    asleep: int = 0  # game turns for which he is unconscious. Rule: battlesystem:9.1e
    shots: int = 0  # in round `last_shot`. Rule: battlesystem:9.4c
    last_shot: int = 0  # the round in which he shot last
    passing: bool = False  # he shot at troops on the move this round. Rule: battlesystem:10.2b
    thrown: int = 0  # shots used up of missiles that run out. Rule: battlesystem:10.3a
    attacked: bool = False  # this round, by anybody. Rule: battlesystem:9.0d
    slowed: float = 1.0  # this round, see `Unit.slowed`
    given_up: int = 0  # the round in which his place above units was last given up. Rule: battlesystem:9.3d
    split: bool = False  # he shot in the middle of his move this round. Rule: battlesystem:10.5b
    bound: bool = False  # he touched an enemy when his side's movement part began. Rule: battlesystem:7.8d

    def shots_in(self, this_round: int) -> int:
        """The shots that he made in a round, which must not be earlier than his last shot. Rule: battlesystem:9.4c."""
        return self.shots if self.last_shot == this_round else 0

    @property
    def stands_alone(self) -> bool:
        """True if he is on the table, and no part of a unit. Rules: battlesystem:9.2b, battlesystem:9.2g."""
        return self.on_table and self.aids < 0

    def copy(self) -> Individual:
        """An independent copy."""
        return Individual(
            self.id, self.side, self.x, self.y, self.on_table, self.moved, self.tried, self.heading, self.hurt,
            self.fate, self.march, self.done, self.struck, self.fought, self.foes, self.role, self.post,
            self.unit, self.changed, self.aids, self.stepped, self.asleep, self.shots, self.last_shot, self.passing,
            self.thrown, self.attacked, self.slowed, self.given_up, self.split, self.bound,
        )  # fmt: skip


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes."""

    scenario: str
    title: str
    names: list[str]  # of the sides
    width: float  # of the table, inches west to east
    depth: float  # south to north
    ground: list[Polygon]  # that nobody may enter. Rule: battlesystem:5.0a
    ground_names: list[str]
    walls: list[Rectangle]  # the edges of that ground, as obstacles
    scenery: list[tuple[str, str, tuple[tuple[float, float], ...], float]]  # kind, name, line, width: roads
    zones: list[Zone]
    homes: list[int]  # each side's edge of the table: NORTH, EAST, SOUTH, WEST of `tables.edges`
    placing: list[int]  # sides in the order in which they set up; empty: all stand where the scenario says
    rosters: dict[int, Roster]  # by unit: as it came to the battle, see `Unit.now`
    sheets: dict[int, Sheet]  # by individual
    goal: Goal
    daylight: bool
    flags: Flags
    hidden: bool = False  # the sides place at the same time, none seeing the other
    measured: bool = True  # enemies start two full moves apart; else the zones are too near. Rule: 3.4
    posts: dict[int, Post | None] = field(default_factory=dict)  # by unit: where the scenario puts it
    likes: dict[int, tuple[int, int]] = field(default_factory=dict)  # by unit: formation and files it prefers
    leader_posts: dict[int, tuple[float, float] | None] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)  # of the sides, as scenario and record name them
    terrain: list[Feature] = field(default_factory=list)  # rule: battlesystem:11.8
    tier: int = BASIC  # which game is played: the phases of a round follow from it. Rule: battlesystem:1.0d
    # forbidden ground and its edges for those who swim: without deep water. Rule: battlesystem:11.8l
    swimmers_ground: list[Polygon] = field(default_factory=list)
    swimmers_walls: list[Rectangle] = field(default_factory=list)
    engines: list[Engine] = field(default_factory=list)  # by field piece. Rule: battlesystem:10.9
    # individuals in the order in which they follow on the first of them. Rule: battlesystem:9.3f
    charts: list[tuple[int, ...]] = field(default_factory=list)
    has_roles: bool = False  # an individual of this battle can take another role. Rule: battlesystem:9.0a
    # the setting as the battle began, where some came into being since: `worth.newcomers`
    origin: Setting | None = field(default=None, compare=False, repr=False)


@dataclass(slots=True)
class State:
    """A battle as it stands."""

    setting: Setting
    units: dict[int, Unit]  # by number, in the order of numbers
    individuals: dict[int, Individual]  # by number, in the order of numbers
    stage: int = PLACING
    round: int = 0
    ranking: tuple[int, ...] = ()  # Side A, Side B... of this round. Rules: battlesystem:1.1, 1.1b
    movers: tuple[int, ...] = ()  # in the order in which they move. Rule: battlesystem:1.4
    part: int = 0  # whose turn of the phase it is: place in `ranking`, in the Movement Phase in `movers`
    mover: int = NOBODY  # the unit whose move is still open
    bouts: list[Bout] | None = None  # of this Melee Phase, those of combats not settled yet
    struck: bool = False  # an attack was rolled this round
    quiet: int = 0  # rounds in a row without one
    outcome: Outcome | None = None
    # ---- later than the Basic Game (see `codec`)
    clashes: list[Clash] | None = None  # of this Melee Phase, those not fought yet
    pieces: list[FieldPiece] = field(default_factory=list)  # by number. Rule: battlesystem:10.9
    duels: list[Duel] | None = (
        None  # of this Melee Phase, the one being fought first. Rule: battlesystem:9.4b
    )
    # kind, number, whose roster or sheet, name, figures: see `worth.newcomers`. Rule: battlesystem:3.1
    newcomers: tuple[tuple[str, int, int, str, int], ...] = ()
    # ---- no part of the state
    bands: Bands | None = field(default=None, compare=False, repr=False)  # the units by place: `distances`
    # where leaders stood at the last review; whether it left units for the next to look at again: `in_command`
    posts: dict[int, tuple[float, float, bool]] | None = field(default=None, compare=False, repr=False)
    is_unsettled: bool = field(default=False, compare=False, repr=False)
    # an individual who fights found no room to step aside in the last review: `commander_figures`
    is_crowded: bool = field(default=False, compare=False, repr=False)
    shares: bool = field(default=False, compare=False, repr=False)  # its units with another battle: no bands

    def copy(self) -> State:
        """An independent copy; setting and blocks are shared."""
        return State(
            self.setting,
            {number: unit.copy() for number, unit in self.units.items()},
            {number: one.copy() for number, one in self.individuals.items()},
            self.stage,
            self.round,
            self.ranking,
            self.movers,
            self.part,
            self.mover,
            None if self.bouts is None else list(self.bouts),
            self.struck,
            self.quiet,
            self.outcome,
            None if self.clashes is None else [replace(one) for one in self.clashes],
            [one.copy() for one in self.pieces],
            None if self.duels is None else [replace(one) for one in self.duels],
            self.newcomers,
        )


def name(state: State, unit: Unit) -> str:
    """The name of a unit."""
    return unit.now.name


def is_mended(state: State, since: int = 2) -> bool:
    """True if a battle is played by that version of the rules or a later one: a record is played by the version that it names.

    The callers say what earlier versions did, and so do the rulings of the catalogue and the changelog.
    """
    return state.setting.flags.version >= since


def on_field(state: State, side: int) -> list[Unit]:
    """The units of a side on the table. Compiled code goes through a list of them in a quarter of the time of the dictionary."""
    return [unit for unit in list(state.units.values()) if unit.side == side and unit.status == FIELD]


def enemies(state: State, side: int) -> list[Unit]:
    """The units of all other sides on the table."""
    return [unit for unit in list(state.units.values()) if unit.side != side and unit.status == FIELD]


def bases_for(unit: Unit, figures: int) -> int:
    """The number of bases that n figures of a unit stand on: a stand stays until its third figure is gone. Rule: battlesystem:2.4."""
    return (figures + unit.mount - 1) // unit.mount


def figures_on(unit: Unit, bases: Collection[int]) -> int:
    """The number of figures on some bases of a unit. On stands the lost figures are missing from the last base. Rule: battlesystem:2.4."""
    block = unit.block
    count = len(bases) * unit.mount
    if unit.mount > 1 and block is not None and block.figures - 1 in bases:
        count -= block.figures * unit.mount - unit.figures
    return count


def figures_standing(unit: Unit) -> list[int]:
    """The numbers of the figures of a skirmish unit that are on the table."""
    singles = unit.singles
    if singles is None:
        return []
    return [number for number in range(len(singles)) if singles[number].gone == FIELD]


# ---------------------------------------------------------------- who comes next. Rules: battlesystem:1.0, 1.0d, 1.3, 1.4, 1.6


def side_acting(state: State) -> int:
    """The side whose part of the phase it is: by the ranking, but in the Movement Phase by the order chosen for it."""
    return state.movers[state.part] if goes_by_movers(state.stage) else state.ranking[state.part]


def go_on(state: State, stage: int) -> None:
    """End a stage, for the side whose part it is or for all, and go on to the next. Rules: battlesystem:1.0, 1.0d, 1.3, 1.4."""
    tier = state.setting.tier
    first = next_part(tier, stage)
    if first >= 0:
        state.part += 1
        if state.part < len(state.ranking):
            state.stage = first
            return
        state.part = 0
    state.stage = after(tier, stage)
