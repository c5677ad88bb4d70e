"""The state of a `stacks` battle: all that changes, as plain data. All that never changes is in `Setting`.

Units, artifacts and sides refer to each other by number. A unit's number is its place in `State.units`; it never changes and
is never shown to an enemy. Hexes are numbers too (`Setting.grid`); a single battle is fought in hex 0 of a map of one hex.

States are copied all the time. Their `__init__` are written out, because one that `dataclass` makes is never compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

from banneret.geometry.hexes import HexGrid
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.stacks.tables.facts import Facts
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.tables.options import Flags

# ---------------------------------------------------------------- where a unit can be (else the number of its hex)
RESERVE = -1
FALLEN = -2  # destroyed, for good
LEFT = -3  # retreated or vanished out of a single battle: not lost, not present
SUPPLY = -4  # a summoned unit that was discarded or destroyed

# ---------------------------------------------------------------- how a unit came into play
SETUP = 0  # named by the scenario
DRAWN = 1  # drawn blind from a pile
SUMMONED = 2  # by a spell

NOBODY = -1


@dataclass(slots=True, init=False)
class Unit:
    """A unit chit that is or was in play."""

    id: int
    kind: int  # index in Facts.units
    side: int
    place: int  # a hex, or RESERVE, FALLEN, LEFT, SUPPLY
    origin: int
    aboard: int  # the transport it is a passenger of
    known: int  # bit s set: side s knows that this very unit is in its present stack
    seen: int  # bit s set: side s has seen at some time that this chit belongs to its owner
    moved: bool  # in this turn's Move Phase (deployment is no move)
    exited: bool  # made its Vanish exit this player turn
    devoured: int  # Cannibal bonus in force this turn
    held: bool  # paralyzed to the end of the present battle
    held_turns: int  # paralyzed until this number of its owner's own turns have ended
    held_since: int  # the clock (State.clock) of the player turn in which held_turns was set
    defeats: int  # in the present battle
    skirmished: int  # the round of the present battle in which it last used Skirmish, 0: not yet
    blooded: bool  # has Regenerates by Troll's Blood to the end of the battle
    appeared: int  # summoned units: the round in which they appeared

    def __init__(
        self,
        id: int,
        kind: int,
        side: int,
        place: int,
        origin: int = SETUP,
        aboard: int = NOBODY,
        known: int = 0,
        seen: int = 0,
        moved: bool = False,
        exited: bool = False,
        devoured: int = 0,
        held: bool = False,
        held_turns: int = 0,
        held_since: int = 0,
        defeats: int = 0,
        skirmished: int = 0,
        blooded: bool = False,
        appeared: int = 0,
    ) -> None:
        self.id = id
        self.kind = kind
        self.side = side
        self.place = place
        self.origin = origin
        self.aboard = aboard
        self.known = known
        self.seen = seen
        self.moved = moved
        self.exited = exited
        self.devoured = devoured
        self.held = held
        self.held_turns = held_turns
        self.held_since = held_since
        self.defeats = defeats
        self.skirmished = skirmished
        self.blooded = blooded
        self.appeared = appeared

    def copy(self) -> Unit:
        """An independent copy."""
        return Unit(
            self.id,
            self.kind,
            self.side,
            self.place,
            self.origin,
            self.aboard,
            self.known,
            self.seen,
            self.moved,
            self.exited,
            self.devoured,
            self.held,
            self.held_turns,
            self.held_since,
            self.defeats,
            self.skirmished,
            self.blooded,
            self.appeared,
        )


@dataclass(slots=True, init=False)
class ArtifactChit:
    """An artifact in play. `holder` is a unit, or NOBODY if it is lost or set aside in the present battle."""

    kind: int  # index in Facts.artifacts
    holder: int
    seen: int  # bit s set: side s has seen that the present owner's side has it
    known: int  # bit s set: side s knows who holds it; ends when its owner's next turn begins

    def __init__(
        self,
        kind: int,
        holder: int,
        seen: int = 0,
        known: int = 0,
    ) -> None:
        self.kind = kind
        self.holder = holder
        self.seen = seen
        self.known = known


class Line:
    """One side's combatant and everything revealed for it this round. A line once made is not changed.

    Attributes:
        unit: the kind of the combatant.
        devoured: the Cannibal bonus in force.
        brought_in: it became the combatant in segment II.
        supporters: the kinds of other units revealed at T5, each unit once.
        own_artifacts: those of the combatant.
        lent_artifacts: those of supporters, each with the kind of its holder.
        blessings: its own side's spells on it.
        curses: enemy spells on it.
        carrier: a carrier or transport revealed to lend to it.
    """

    __slots__ = (
        "blessings",
        "brought_in",
        "carrier",
        "curses",
        "devoured",
        "lent_artifacts",
        "own_artifacts",
        "supporters",
        "unit",
    )

    def __init__(
        self,
        unit: UnitKind,
        devoured: int = 0,
        brought_in: bool = False,
        supporters: list[UnitKind] | None = None,
        own_artifacts: list[Artifact] | None = None,
        lent_artifacts: list[tuple[UnitKind, Artifact]] | None = None,
        blessings: list[Spell] | None = None,
        curses: list[Spell] | None = None,
        carrier: UnitKind | None = None,
    ) -> None:
        self.unit: UnitKind = unit
        self.devoured: int = devoured
        self.brought_in: bool = brought_in
        self.supporters: list[UnitKind] = [] if supporters is None else supporters
        self.own_artifacts: list[Artifact] = [] if own_artifacts is None else own_artifacts
        self.lent_artifacts: list[tuple[UnitKind, Artifact]] = (
            [] if lent_artifacts is None else lent_artifacts
        )
        self.blessings: list[Spell] = [] if blessings is None else blessings
        self.curses: list[Spell] = [] if curses is None else curses
        self.carrier: UnitKind | None = carrier


@dataclass(slots=True, init=False)
class Corner:
    """One side's corner of the present battle. `front` is a unit, NOBODY for none."""

    side: int
    front: int  # the current combatant
    brought_in: bool  # it became the combatant in segment II of this round
    looked: bool  # has looked at the enemy stack at S1
    withdrew: bool  # its one withdrawal of the round is spent
    paralyzes: bool  # its one paralysis of the round is spent
    line: Line | None  # combatant and support as revealed at T5 of this round
    ring: bool  # its combatant has Regenerates this round by an artifact
    spent: list[int] | None  # artifact chits (index) revealed this round in other steps than T5
    roll: int  # die
    total: int  # battle roll
    defeated: int  # defeats of the combatant in this round that are not settled yet

    def __init__(
        self,
        side: int,
        front: int = NOBODY,
        brought_in: bool = False,
        looked: bool = False,
        withdrew: bool = False,
        paralyzes: bool = False,
        line: Line | None = None,
        ring: bool = False,
        spent: list[int] | None = None,
        roll: int = 0,
        total: int = 0,
        defeated: int = 0,
    ) -> None:
        self.side = side
        self.front = front
        self.brought_in = brought_in
        self.looked = looked
        self.withdrew = withdrew
        self.paralyzes = paralyzes
        self.line = line
        self.ring = ring
        self.spent = spent
        self.roll = roll
        self.total = total
        self.defeated = defeated

    def copy(self) -> Corner:
        """An independent copy; the line, which does not change, is shared."""
        return Corner(
            self.side,
            self.front,
            self.brought_in,
            self.looked,
            self.withdrew,
            self.paralyzes,
            self.line,
            self.ring,
            None if self.spent is None else list(self.spent),
            self.roll,
            self.total,
            self.defeated,
        )


@dataclass(slots=True, init=False)
class Fight:
    """The hex that is being scouted or fought for. `corners[0]` is the attacker, the active side."""

    hex: int
    corners: list[Corner]
    round: int
    stolen_by: list[int] | None  # units that stole in this Scout Phase
    ate: list[int] | None  # units that devoured in this Scout Phase
    guarded: bool
    living_fell: bool  # a Living unit has been destroyed in this battle
    set_aside: list[int] | None  # artifact chits (index) of the fallen, option fallen-artifacts = captured
    retreated: bool
    called_off: bool
    acting: int  # the corner whose turn it is in S1, S2 or S3

    def __init__(
        self,
        hex: int,
        corners: list[Corner],
        round: int = 0,
        stolen_by: list[int] | None = None,
        ate: list[int] | None = None,
        guarded: bool = False,
        living_fell: bool = False,
        set_aside: list[int] | None = None,
        retreated: bool = False,
        called_off: bool = False,
        acting: int = 0,
    ) -> None:
        self.hex = hex
        self.corners = corners
        self.round = round
        self.stolen_by = stolen_by
        self.ate = ate
        self.guarded = guarded
        self.living_fell = living_fell
        self.set_aside = set_aside
        self.retreated = retreated
        self.called_off = called_off
        self.acting = acting

    def copy(self) -> Fight:
        """An independent copy."""
        return Fight(
            self.hex,
            [corner.copy() for corner in self.corners],
            self.round,
            None if self.stolen_by is None else list(self.stolen_by),
            None if self.ate is None else list(self.ate),
            self.guarded,
            self.living_fell,
            None if self.set_aside is None else list(self.set_aside),
            self.retreated,
            self.called_off,
            self.acting,
        )


class Setting:
    """All that never changes in a battle: facts, map, limits, options. Shared by all copies of a state."""

    def __init__(
        self,
        facts: Facts,
        scenario_id: str,
        side_names: list[str],
        grid: HexGrid,
        terrain: list[str],
        flags: Flags,
    ) -> None:
        self.facts: Facts = facts
        self.kinds: list[UnitKind] = facts.units
        self.artifact_kinds: list[Artifact] = facts.artifacts
        self.spell_kinds: list[Spell] = facts.spells
        self.scenario_id: str = scenario_id
        self.side_names: list[str] = side_names
        self.titles: list[str] = [side_title(name) for name in side_names]
        self.sides: int = len(side_names)
        self.grid: HexGrid = grid
        self.named: dict[str, str] = {}  # names of places, by their hexes
        self.spots: tuple[str, ...] = grid.names  # by hex: its place as sentences have it
        self.terrain: list[str] = terrain  # by hex
        self.water: list[bool] = [ground == "Sea" for ground in terrain]
        self.flags: Flags = flags
        self.battle_only: bool = False
        self.capitals: list[int] = [NOBODY] * self.sides
        self.objectives: list[int] = []
        self.goal: str = "battle"  # capital, archmage, objectives; battle: a single battle
        self.turn_limit: int = 0
        self.stack_limit: int = 0  # 0: none
        self.recruits_per_turn: int = 0
        self.spells_per_turn: int = 0
        self.hand_limit: int = 7
        self.artifact_draws: bool = False
        self.lists: list[list[str]] = [[] for _ in side_names]  # terrain piles each side may draw from
        self.first: int = NOBODY  # who begins; NOBODY: a die decides
        self.spells_random: list[int] = [0] * self.sides
        self.reserve_random: list[int] = [0] * self.sides
        self.artifacts_possible: bool = True  # publicly: artifacts may be in play in this scenario
        self.listed_artifacts: int = 0  # so many of State.artifacts, the first ones, the scenario names
        self.reserves: list[list[int]] = [
            [] for _ in side_names
        ]  # unit kinds the scenario names for reserves
        self.listed: list[list[int]] | None = None  # by side: all unit kinds named by the scenario
        self.original: Setting | None = None  # of a copy with canaries: the setting that has none

    @property
    def shared(self) -> Setting:
        """The setting as everybody may read it: without the canaries of a copy made for tests."""
        return self if self.original is None else self.original


@dataclass(slots=True, init=False)
class State:
    """A battle as it stands between two steps."""

    setting: Setting
    stage: int  # which step comes next: see `steps.STEPS`
    units: list[Unit]
    stacks: list[dict[int, list[int]]]  # by side: hex -> its units there, in rising order
    artifacts: list[ArtifactChit]
    hands: list[list[int]]  # by side: spell kinds in hand, in rising order
    spell_pile: list[int]  # spell kinds left, in rising order
    spell_discards: list[int]
    piles: dict[str, list[int]]  # terrain list -> chits left, by unit kind
    artifact_pile: list[int]  # artifact kinds left
    standards: list[int]  # by hex: the side whose flag it carries, or NOBODY
    turn: int  # of each player, from 1
    clock: int  # player turns begun
    active: int
    begun: int  # the side that had the first turn
    draws: int  # recruit draws left this turn
    contested: list[int] | None  # hexes contested when the turn began
    reinforced: list[int] | None  # contested hexes that the active side has reinforced this turn
    queue: list[int] | None  # hexes still to be scouted or fought in this phase
    fight: Fight | None
    outcome: Outcome | None
    looks: list[int] | None  # whole stacks looked through this player turn: see `look_mark`

    def __init__(
        self,
        setting: Setting,
        stage: int,
        units: list[Unit],
        stacks: list[dict[int, list[int]]],
        artifacts: list[ArtifactChit],
        hands: list[list[int]],
        spell_pile: list[int],
        spell_discards: list[int],
        piles: dict[str, list[int]],
        artifact_pile: list[int],
        standards: list[int],
        turn: int = 0,
        clock: int = 0,
        active: int = 0,
        begun: int = 0,
        draws: int = 0,
        contested: list[int] | None = None,
        reinforced: list[int] | None = None,
        queue: list[int] | None = None,
        fight: Fight | None = None,
        outcome: Outcome | None = None,
        looks: list[int] | None = None,
    ) -> None:
        self.setting = setting
        self.stage = stage
        self.units = units
        self.stacks = stacks
        self.artifacts = artifacts
        self.hands = hands
        self.spell_pile = spell_pile
        self.spell_discards = spell_discards
        self.piles = piles
        self.artifact_pile = artifact_pile
        self.standards = standards
        self.turn = turn
        self.clock = clock
        self.active = active
        self.begun = begun
        self.draws = draws
        self.contested = contested
        self.reinforced = reinforced
        self.queue = queue
        self.fight = fight
        self.outcome = outcome
        self.looks = looks

    def copy(self) -> State:
        """An independent copy; the setting is shared."""
        return State(
            self.setting,
            self.stage,
            [unit.copy() for unit in self.units],
            [{hex_: list(ids) for hex_, ids in stacks.items()} for stacks in self.stacks],
            [ArtifactChit(chit.kind, chit.holder, chit.seen, chit.known) for chit in self.artifacts],
            [list(hand) for hand in self.hands],
            list(self.spell_pile),
            list(self.spell_discards),
            {name: list(pile) for name, pile in self.piles.items()},
            list(self.artifact_pile),
            list(self.standards),
            self.turn,
            self.clock,
            self.active,
            self.begun,
            self.draws,
            None if self.contested is None else list(self.contested),
            None if self.reinforced is None else list(self.reinforced),
            None if self.queue is None else list(self.queue),
            None if self.fight is None else self.fight.copy(),
            self.outcome,
            None if self.looks is None else list(self.looks),
        )
