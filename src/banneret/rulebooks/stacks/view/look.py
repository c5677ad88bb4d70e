"""A state with its viewer, shared by all parts of a scene."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.apart import told_apart
from banneret.kernel.scene import Figure
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.board.control import scoring_hexes
from banneret.rulebooks.stacks.state import ArtifactChit, Corner, State, Unit

MOST_SIDES: Final = 256  # sides whose units' names are cached: they seldom change in a battle


class Shared:
    """A state, and what the scenes of all its viewers need of it, gathered once.

    Attributes:
        state: the battle.
        off: the units off the map, by side and place.
        held: the artifacts, by the unit that holds them.
        corners: those of the fight under way.
        fronts: its combatants.
        scoring: the hexes that carry flags.
        sums: what combatants bring to their roll as everybody knows it, by place, once they were asked for.
        names: the names of the units of each side, likewise; only their owner may see them.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.off: list[dict[int, list[Unit]]] = [{} for _ in range(state.setting.sides)]
        for unit in state.units:
            if unit.place < 0:
                self.off[unit.side].setdefault(unit.place, []).append(unit)
        self.held: dict[int, list[ArtifactChit]] = {}
        for chit in state.artifacts:
            self.held.setdefault(chit.holder, []).append(chit)
        fight = state.fight
        self.corners: list[Corner] = [] if fight is None or state.outcome is not None else fight.corners
        self.fronts = [corner.front for corner in self.corners]
        self.scoring = scoring_hexes(state)
        self.sums: dict[int, Figure] = {}
        self.names: dict[int, dict[int, str]] = {}


class Look:
    """A state with its viewer, and what is `Shared` at hand.

    Attributes:
        state: the battle.
        setting: its setting.
        viewer: who looks.
    """

    def __init__(self, shared: Shared, viewer: Viewer) -> None:
        self.shared = shared
        self.state = shared.state
        self.setting = shared.state.setting
        self.viewer = viewer
        self.off = shared.off
        self.held = shared.held
        self.corners = shared.corners
        self.fronts = shared.fronts
        self._sees = [viewer.owns(side) for side in range(self.setting.sides)]

    def name(self, unit: Unit) -> str:
        """The name of a unit as its owner has it, told apart from its like."""
        return self.names(unit.side)[unit.id]

    def names(self, side: int) -> dict[int, str]:
        """The names of the units of a side as it has them, by number."""
        names = self.shared.names.get(side)
        if names is None:
            names = self.shared.names[side] = own_names(self.state, side)
        return names

    def sees_all(self, owner: int) -> bool:
        """True if the viewer sees everything that belongs to the owner."""
        return self._sees[owner]

    def corner(self, side: int, hex_: int) -> Corner | None:
        """The side's corner of the running fight, if that is in the hex."""
        fight = self.state.fight
        if fight is not None and fight.hex == hex_:
            for corner in self.corners:
                if corner.side == side:
                    return corner
        return None


def own_names(state: State, side: int) -> dict[int, str]:
    """The names of all units that a side has or had, by number: the second of a kind bears "(2)" for the whole battle.

    Only their owner may see them: they tell like units apart, which enemies cannot. Rule: stacks:hidden.stack.
    """
    own = [unit for unit in state.units if unit.side == side]
    kinds = state.setting.kinds
    return _told_apart(tuple([unit.id for unit in own]), tuple([kinds[unit.kind].name for unit in own]))


@lru_cache(maxsize=MOST_SIDES)
def _told_apart(numbers: tuple[int, ...], names: tuple[str, ...]) -> dict[int, str]:
    return dict(zip(numbers, told_apart(names), strict=True))


def carried_flags(shared: Shared, side: int) -> list[int]:
    """The scoring hexes that carry the side's flag. Rule: stacks:turn.control."""
    standards = shared.state.standards
    return [hex_ for hex_ in shared.scoring if standards[hex_] == side]
