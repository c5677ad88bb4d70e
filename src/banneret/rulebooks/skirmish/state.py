"""All that changes in a battle, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.tables.boards import Board

NOBODY: Final = -1


@dataclass(slots=True)
class Flags:
    """The options in force, as the rules ask for them."""

    straight_distance: bool = False
    powers_need_sight: bool = False
    adjacency_needs_gap: bool = False
    shift_breaks_engagement: bool = False
    flying_stop: str = "overfly"
    attack_allies: bool = True
    off_turn_any: bool = False
    off_turn_on_own_turn: bool = True
    off_turn_on_effect_taps: bool = True
    highest_block: bool = False
    self_destruction: str = "none"


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes."""

    scenario: str
    title: str
    names: tuple[str, str]
    factions: tuple[str, str]
    board: Board
    flags: Flags


@dataclass(slots=True, eq=False)
class Creature:
    """A creature on the board: its card, whose it is, and its top left square. Two are never the same, however alike they look.

    `guard` is the Block it has until the end of the activation in progress. `attached` are the action cards that lie under it, each
    with the side that owns it.
    """

    id: int
    card: int
    side: int
    place: int
    damage: int = 0
    tapped: bool = False
    activated: bool = False
    guard: int = 0
    attached: tuple[tuple[int, int], ...] = ()

    def copy(self) -> Creature:
        """An independent copy."""
        return Creature(
            self.id,
            self.card,
            self.side,
            self.place,
            self.damage,
            self.tapped,
            self.activated,
            self.guard,
            self.attached,
        )


@dataclass(slots=True)
class Army:
    """The cards and the gold of a side; the first card of a deck is drawn next.

    `vault`, `supply` and `spent` always add up to what the vault held at the start. Rule: skirmish:gold.conservation.
    """

    actions: list[int]
    action_hand: list[int]
    action_discard: list[int]
    creatures: list[int]
    creature_hand: list[int]
    creature_discard: list[int]
    vault: int
    supply: int = 0
    spent: int = 0
    points: int = 0

    def copy(self) -> Army:
        """An independent copy."""
        return Army(
            list(self.actions),
            list(self.action_hand),
            list(self.action_discard),
            list(self.creatures),
            list(self.creature_hand),
            list(self.creature_discard),
            self.vault,
            self.supply,
            self.spent,
            self.points,
        )


@dataclass(slots=True)
class State:
    """A battle between two actions. `creatures` are those on the board, in the order in which they came.

    `acting` is the id of the creature that is activated, `moved` whether it has made its move, `ending` whether gold was owed that no
    vault held: the battle ends with this turn.
    """

    setting: Setting
    armies: list[Army]
    creatures: list[Creature]
    stage: int = stages.STARTING
    turn: int = 0
    active: int = NOBODY
    acting: int = NOBODY
    moved: bool = False
    ending: bool = False
    came: int = 0  # creatures that ever came to the board: the id of the next
    outcome: Outcome | None = None

    def creature(self, number: int) -> Creature | None:
        """The creature of that id, None when it is no longer on the board."""
        for creature in self.creatures:
            if creature.id == number:
                return creature
        return None

    def copy(self) -> State:
        """An independent copy; the setting is shared."""
        return State(
            self.setting,
            [army.copy() for army in self.armies],
            [creature.copy() for creature in self.creatures],
            self.stage,
            self.turn,
            self.active,
            self.acting,
            self.moved,
            self.ending,
            self.came,
            self.outcome,
        )
