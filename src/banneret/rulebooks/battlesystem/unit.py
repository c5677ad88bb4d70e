"""A unit of a battle, as plain data: where and how its figures stand, and what it did this round.

Positions are in inches, headings in degrees clockwise from north, both rounded by `geometry.plane` (battlesystem:7.1a).
A `Block` never changes: states share them.

Rules: battlesystem:2.6, battlesystem:2.8c, battlesystem:7.1c.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mypy_extensions import mypyc_attr

from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.blocks.seats import seats as seats_of
from banneret.rulebooks.battlesystem.marks import Marks, carried, fallen, settled
from banneret.rulebooks.battlesystem.tables.rosters import Roster, unknown

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
    # of its figures that ran off the table singly, before it gathered: see `casualties.runaways`. Rules: battlesystem:2.11, battlesystem:6.4b
    fled: int = 0
    waits: bool = False  # a mob that obeys when its side has moved its other troops. Rule: battlesystem:1.4
    # enemies who had shot and upon whom it came though it touched others: it wrapped, or followed. As in `charged`. Rule: battlesystem:10.2d
    upon: tuple[int, ...] = ()
    # ---- no part of the state but caches: its worth (`worth.present`) and its body (`standing.body`); copies are without the others,
    # the lists in which it notes that it has moved (`distances`) and that it came or went (`state.Present`), the enemies it touches
    # (`contacts`), its last review (`in_command`)
    now: Roster = field(default_factory=unknown, compare=False, repr=False)
    body: Body | None = field(default=None, compare=False, repr=False)
    log: list[int] | None = field(default=None, compare=False, repr=False)
    listed: list[int] | None = field(default=None, compare=False, repr=False)
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

    def become(self, status: int) -> None:
        """Note what became of it: only here its status changes, so that no list of who is on the table goes stale (`state.on_field`)."""
        self.status = status
        if self.listed is not None:
            self.listed.append(self.id)

    def leave(self, status: int) -> None:
        """Take it off the table, as `SLAIN`, `FLED`, `CAPTURED` or `JOINED`."""
        block = self.block
        if block is not None and (self.members or self.chief != NOBODY or self.aided):
            self.fell = (block.middle_x, block.middle_y)
        self.become(status)
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
        found.fled = self.fled
        found.waits = self.waits
        found.upon = self.upon
        found.now = self.now
        found.body = self.body
        found.log, found.listed, found.touching, found.review = None, None, None, None
        return found
