"""The state of a battle of regiments: all that changes, as plain data, and what is asked of it most. What never changes is in `Setting`.

Units and individuals go by number, never by position in a list: some may come into being in battle, see `worth.newcomers`.
There are two sides or more. Nothing is hidden in the Basic Game.

Rules: battlesystem:1.0, battlesystem:2.6, battlesystem:2.8c.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final

from banneret.geometry.bands import Bands
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem.bouts import Bout, Clash
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.stages import PLACING, after, goes_by_movers, next_part
from banneret.rulebooks.battlesystem.unit import (
    FIELD,
    NOBODY,
    Unit,
)

PASSING: Final = -2


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
    present: Present | None = field(default=None, compare=False, repr=False)  # the lists of `on_field`
    # where leaders stood at the last review; whether it left units for the next to look at again: `in_command`
    posts: dict[int, tuple[float, float, bool]] | None = field(default=None, compare=False, repr=False)
    is_unsettled: bool = field(default=False, compare=False, repr=False)
    # an individual who fights found no room to step aside in the last review: `commander_figures`
    is_crowded: bool = field(default=False, compare=False, repr=False)
    shares: bool = field(default=False, compare=False, repr=False)  # its units with another battle: no bands
    # an individual who is shot at on his way, and makes room for nobody; `PASSING` while a unit is, for which nobody does: `commander_figures`
    walker: int = field(default=NOBODY, compare=False, repr=False)

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
            walker=self.walker,
        )


def name(state: State, unit: Unit) -> str:
    """The name of a unit."""
    return unit.now.name


def is_mended(state: State, since: int = 2) -> bool:
    """True if a battle is played by that version of the rules or a later one: a record is played by the version that it names.

    The callers say what earlier versions did, and so do the rulings of the catalogue and the changelog.
    """
    return state.setting.flags.version >= since


class Present:
    """The units on the table: all, those of each side and the enemies of each, in the order of numbers.

    It is asked for several times an order, and changes only with the status of units, who note that in `changed` (`Unit.become`), and when
    some come into being, where it is forgotten (`setup.parting`).
    """

    __slots__ = ("changed", "foes", "own", "units")

    def __init__(self, state: State) -> None:
        self.changed: list[int] = []
        self.units: list[Unit] = []
        for unit in state.units.values():
            if not state.shares:
                unit.listed = self.changed
            if unit.status == FIELD:
                self.units.append(unit)
        sides = range(len(state.setting.names))
        self.own: list[list[Unit]] = [[unit for unit in self.units if unit.side == side] for side in sides]
        self.foes: list[list[Unit]] = [[unit for unit in self.units if unit.side != side] for side in sides]


def _present(state: State) -> Present:
    """The lists of the units on the table now, made again if any came or went; each time if they are another battle's, where they note it."""
    found = state.present
    if found is None or found.changed or state.shares:
        found = state.present = Present(state)
    return found


def all_on_field(state: State) -> list[Unit]:
    """The units on the table. Not to be changed; a loop over it still meets units that leave in its course."""
    return _present(state).units


def on_field(state: State, side: int) -> list[Unit]:
    """The units of a side on the table; as `all_on_field`."""
    return _present(state).own[side]


def enemies(state: State, side: int) -> list[Unit]:
    """The units of all other sides on the table; as `all_on_field`."""
    return _present(state).foes[side]


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
