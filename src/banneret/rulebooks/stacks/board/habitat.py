"""The ground a unit may be on by itself, and how far it moves."""

from __future__ import annotations

from banneret.rulebooks.stacks.state import LEFT, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_use


def _moves_by_artifact(state: State, unit: Unit, how: str) -> bool:
    """True if something the unit holds, and can use, makes it `flying` or `swift` on the map.

    Rule: stacks:artifact.winged-boots, stacks:artifact.holder, stacks:artifact.users.
    """
    artifact_kinds = state.setting.artifact_kinds
    for chit in state.artifacts:
        if chit.holder == unit.id:
            artifact = artifact_kinds[chit.kind]
            moves = artifact.effects.flying if how == "flying" else artifact.effects.swift
            if artifact.on_map and moves and can_use(artifact, state.setting.kinds[unit.kind]):
                return True
    return False


def flies_by_artifact(state: State, unit: Unit) -> bool:
    """True if an artifact gives the unit Flying on the map."""
    return _moves_by_artifact(state, unit, "flying")


def swift_by_artifact(state: State, unit: Unit) -> bool:
    """True if an artifact makes the unit Swift on the map."""
    return _moves_by_artifact(state, unit, "swift")


def own_move(state: State, unit: Unit) -> int:
    """The number of hexes the unit moves on its own: 1 when Slow, 2 Swift, 3 Very Swift, 0 a Site.

    Rule: stacks:move.allowance, stacks:site.no-move, stacks:artifact.winged-boots.
    """
    kind = state.setting.kinds[unit.kind]
    if kind.site:
        return 0
    if kind.move < 2 and state.artifacts and swift_by_artifact(state, unit):
        return 2
    return kind.move


def may_be_by_itself(state: State, unit: Unit, hex_: int) -> bool:
    """True if the unit may be in the hex without a carrier or transport.

    Rule: stacks:move.land, stacks:move.flying, stacks:move.sea, stacks:move.swimmer, stacks:artifact.winged-boots.
    """
    setting = state.setting
    kind = setting.kinds[unit.kind]
    if kind.flying:
        return True
    if setting.water[0 if hex_ == LEFT else hex_]:
        if kind.sea or kind.swimmer:
            return True
    elif not kind.sea:
        return True
    return len(state.artifacts) > 0 and flies_by_artifact(state, unit)


def passes(state: State, unit: Unit, wet: bool, dry: bool) -> bool:
    """True if the unit may pass, by itself, through water (`wet`) and over land (`dry`).

    Rule: stacks:move.land, stacks:move.flying, stacks:move.sea, stacks:move.swimmer.
    """
    water = state.setting.water
    kind = state.setting.kinds[unit.kind]
    if kind.flying:
        return True
    if wet and not (kind.sea or kind.swimmer):
        return may_be_by_itself(state, unit, water.index(True))
    if dry and kind.sea:
        return may_be_by_itself(state, unit, water.index(False))
    return True


def is_coast(state: State, hex_: int) -> bool:
    """True if it is a land hex next to a Sea hex. Rule: stacks:recruit.terrain, stacks:deploy.sea."""
    water = state.setting.water
    if water[hex_]:
        return False
    return any(water[near] for near in state.setting.grid.neighbours[hex_])


def on_coast(state: State, hexes: list[int]) -> bool:
    """True if one of the hexes is land next to Sea. Rule: stacks:recruit.terrain."""
    return any(is_coast(state, hex_) for hex_ in hexes)
