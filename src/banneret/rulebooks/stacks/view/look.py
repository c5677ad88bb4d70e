"""A state with its viewer, shared by all parts of a scene."""

from __future__ import annotations

from banneret.kernel.apart import nth
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.board.control import scoring_hexes
from banneret.rulebooks.stacks.state import ArtifactChit, Corner, State, Unit


class Look:
    """A state with its viewer, and facts that several parts of a scene need, gathered once.

    Attributes:
        state: the battle.
        setting: its setting.
        viewer: who looks.
        off: the units off the map, by side and place.
        held: the artifacts, by the unit that holds them.
        corners: those of the fight under way.
        fronts: its combatants.
        scoring: the hexes that carry flags.
    """

    def __init__(self, state: State, viewer: Viewer) -> None:
        self.state = state
        self.setting = state.setting
        self.viewer = viewer
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
        self._names: dict[int, dict[int, str]] = {}

    def name(self, unit: Unit) -> str:
        """The name of a unit as its owner has it, told apart from its like."""
        if unit.side not in self._names:
            self._names[unit.side] = own_names(self.state, unit.side)
        return self._names[unit.side][unit.id]

    def sees_all(self, owner: int) -> bool:
        """True if the viewer sees everything that belongs to the owner."""
        return self.viewer.owns(owner)

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
    counts: dict[int, int] = {}
    found: dict[int, str] = {}
    for unit in state.units:
        if unit.side == side:
            counts[unit.kind] = counts.get(unit.kind, 0) + 1
            found[unit.id] = nth(state.setting.kinds[unit.kind].name, counts[unit.kind])
    return found


def carried_flags(look: Look, side: int) -> list[int]:
    """The scoring hexes that carry the side's flag. Rule: stacks:turn.control."""
    standards = look.state.standards
    return [hex_ for hex_ in look.scoring if standards[hex_] == side]
