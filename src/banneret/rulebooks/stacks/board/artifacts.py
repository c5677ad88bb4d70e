"""Artifact chits: what a unit holds, what it can use in a step, and how an artifact is revealed."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.state import Corner, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import Artifact, UnitKind


def artifacts_of(state: State, unit: Unit) -> list[int]:
    """The artifact chits (indexes) that a unit holds. Rule: stacks:artifact.holder."""
    return [index for index, chit in enumerate(state.artifacts) if chit.holder == unit.id]


def artifact_of(state: State, chit: int) -> Artifact:
    """The artifact that a chit is."""
    return state.setting.artifact_kinds[state.artifacts[chit].kind]


def usable_chits(state: State, holder: int, step: str) -> list[int]:
    """The artifacts of a unit that it can use in a step, by chit index.

    Rule: stacks:artifact.users, stacks:artifact.reveal, stacks:artifact.holder.
    """
    found: list[int] = []
    for index, chit in enumerate(state.artifacts):
        if chit.holder == holder:
            artifact = state.setting.artifact_kinds[chit.kind]
            kind = state.setting.kinds[state.units[holder].kind]
            if artifact.step == step and can_use(artifact, kind):
                found.append(index)
    return found


def might_use(state: State, kind: UnitKind, step: str) -> bool:
    """True if, as far as everyone knows, a unit of that kind might use an artifact in a step. Rule: stacks:hidden.no-tell."""
    if state.setting.artifacts_possible and kind.hero:
        for artifact in state.setting.artifact_kinds:
            if artifact.step == step and can_use(artifact, kind):
                return True
    return False


def slot_is_free(state: State, chit: int, used: list[int]) -> bool:
    """True if the holder of a chit has not used another of its kind in this round already.

    `used` are the chits revealed this round. Rule: stacks:artifact.slots.
    """
    holder = state.artifacts[chit].holder
    kind = artifact_of(state, chit).kind
    for other in used:
        if (
            other != chit
            and state.artifacts[other].holder == holder
            and artifact_of(state, other).kind == kind
        ):
            return False
    return True


def free_chits(state: State, corner: Corner, holder: int, step: str) -> list[int]:
    """The artifacts a unit can use in a step of this round, besides those revealed in it. Rule: stacks:artifact.slots."""
    used = corner.spent or []
    return [chit for chit in usable_chits(state, holder, step) if slot_is_free(state, chit, used)]


def reveal_chit(state: State, chit: int) -> None:
    """Reveal an artifact with its holder. Rule: stacks:artifact.reveal."""
    artifact = state.artifacts[chit]
    artifact.seen = artifact.known = everybody(state)
    show(state.units[state.artifacts[chit].holder], everybody(state))
