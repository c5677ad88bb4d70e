"""Canaries: a copy of a state in which everything hidden from a viewer bears a made-up name that must never reach that viewer.

A canary can do exactly what the thing it stands for can, so that the battle goes on as it would. Spells and artifacts keep the ids
that orders name, and the Archmage the one that the goal needs.

Rule: stacks:hidden.stack, stacks:hidden.hand, stacks:hidden.battle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.board.knowledge import everybody, knows
from banneret.rulebooks.stacks.leaving.victory import ARCHMAGE
from banneret.rulebooks.stacks.state import DRAWN, LEFT, NOBODY, RESERVE, Setting, State, Unit
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind

# What a setting holds besides the kinds.
_SHARED: Final = (
    "battle_only",
    "capitals",
    "objectives",
    "goal",
    "turn_limit",
    "stack_limit",
    "recruits_per_turn",
    "spells_per_turn",
    "hand_limit",
    "artifact_draws",
    "lists",
    "first",
    "spells_random",
    "reserve_random",
    "artifacts_possible",
    "listed_artifacts",
    "reserves",
    "listed",
)


class _Cage:
    """The kinds of a setting, and the canaries that are added to them."""

    def __init__(self, setting: Setting) -> None:
        self.units: list[UnitKind] = list(setting.kinds)
        self.artifacts: list[Artifact] = list(setting.artifact_kinds)
        self.spells: list[Spell] = list(setting.spell_kinds)
        self.tokens: list[str] = []
        self._added: dict[tuple[str, int, str], int] = {}

    def _token(self, label: str) -> str:
        token = f"Canary-{label}-yranac"
        self.tokens.append(token)
        return token

    def unit(self, kind: int, label: str) -> int:
        """A made-up unit that does what `kind` does."""
        key = ("unit", kind, label)
        if key not in self._added:
            token = self._token(label)
            old = self.units[kind]
            self._added[key] = len(self.units)
            self.units.append(
                replace(
                    old,
                    index=len(self.units),
                    id=old.id if old.id == ARCHMAGE else token.lower(),
                    name=token,
                    text=token,
                    note=token,
                    archer_cause=f"Archer: {token}",
                    general_cause=f"General: {token}",
                )
            )
        return self._added[key]

    def artifact(self, kind: int, label: str) -> int:
        """A made-up artifact that does what `kind` does."""
        key = ("artifact", kind, label)
        if key not in self._added:
            token = self._token(label)
            self._added[key] = len(self.artifacts)
            self.artifacts.append(
                replace(self.artifacts[kind], index=len(self.artifacts), name=token, text=token)
            )
        return self._added[key]

    def spell(self, kind: int, label: str) -> int:
        """A made-up spell that does what `kind` does."""
        key = ("spell", kind, label)
        if key not in self._added:
            token = self._token(label)
            self._added[key] = len(self.spells)
            self.spells.append(replace(self.spells[kind], index=len(self.spells), name=token, text=token))
        return self._added[key]


def canaries(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """A copy in which all that the viewer may not know bears a token, and the tokens."""
    world = state.copy()
    if viewer.is_referee:
        return world, []
    cage = _Cage(state.setting)
    for unit in world.units:
        if _is_hidden(state, viewer, unit):
            unit.kind = cage.unit(unit.kind, f"unit-{unit.id}")
    everyone = everybody(state)
    for index, chit in enumerate(world.artifacts):
        foreign = chit.holder != NOBODY and not viewer.owns(world.units[chit.holder].side)
        if foreign and not viewer.knows(chit.seen, everyone):
            chit.kind = cage.artifact(chit.kind, f"artifact-{index}")
    for owner in range(state.setting.sides):
        if not viewer.owns(owner):
            world.hands[owner] = _caged_hand(cage, world.hands[owner], owner)
    world.spell_pile = [cage.spell(kind, f"pile-spell-{kind}") for kind in world.spell_pile]
    world.artifact_pile = [cage.artifact(kind, f"pile-artifact-{kind}") for kind in world.artifact_pile]
    for name in sorted(world.piles):
        world.piles[name] = [cage.unit(kind, f"pile-unit-{kind}") for kind in world.piles[name]]
    world.setting = _caged_setting(state.setting, cage)
    return world, cage.tokens


def _is_hidden(state: State, viewer: Viewer, unit: Unit) -> bool:
    """True if the viewer may not know what this unit is. The viewer may know that its owner has such a unit.

    Of chits drawn blind that the viewer has seen, only the place is hidden: they keep their names.
    """
    own = viewer.owns(unit.side)
    if own or unit.place < RESERVE:
        return unit.place == LEFT and not own and not unit.seen
    seen = viewer.is_side and unit.seen >> viewer.side & 1
    return not knows(state, viewer, unit) and not (unit.origin == DRAWN and seen)


def _caged_hand(cage: _Cage, hand: list[int], owner: int) -> list[int]:
    """A hand of canaries. Equal chits are numbered from the last, so that they keep their numbers when one is cast."""
    return [
        cage.spell(kind, f"spell-{owner}-{kind}-{hand[place + 1 :].count(kind)}")
        for place, kind in enumerate(hand)
    ]


def _caged_setting(setting: Setting, cage: _Cage) -> Setting:
    """The setting with the canaries among its kinds."""
    caged = Setting(
        setting.facts, setting.scenario_id, setting.side_names, setting.grid, setting.terrain, setting.flags
    )
    for name in _SHARED:
        setattr(caged, name, getattr(setting, name))
    caged.kinds = cage.units
    caged.artifact_kinds = cage.artifacts
    caged.spell_kinds = cage.spells
    caged.original = setting.shared
    return caged
