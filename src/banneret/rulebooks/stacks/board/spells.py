"""Who can cast what in a step, and what becomes of a spell that is cast."""

from __future__ import annotations

from itertools import combinations_with_replacement

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.battle.modifiers import can_cast, can_use
from banneret.rulebooks.stacks.state import Corner, State, everybody, show
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind


def castable(state: State, side: int, hex_: int, step: str) -> list[tuple[Spell, list[int]]]:
    """The different spells in hand for a step, each with the usable units of the stack that can cast it.

    Rule: stacks:spell.casters, stacks:spell.hand, stacks:spell.windows, stacks:battle.usable.
    """
    found: list[tuple[Spell, list[int]]] = []
    units, kinds = state.units, state.setting.kinds
    last = -1
    for index in state.hands[side]:
        if index != last:
            last = index
            spell = state.setting.spell_kinds[index]
            if spell.step == step:
                casters: list[int] = []
                for number in state.stacks[side].get(hex_, ()):
                    unit = units[number]
                    if not unit.held and unit.held_turns == 0 and can_cast(spell, kinds[unit.kind]):
                        casters.append(number)
                if casters:
                    found.append((spell, casters))
    return found


def repeated(spell: Spell, casters: list[int], most: int) -> list[Order]:
    """The casts of one spell, once or up to `most` times: the order names a caster for each time. Rule: stacks:spell.any-number."""
    return [
        ("cast", spell.id, *those)
        for times in range(1, most + 1)
        for those in combinations_with_replacement(casters, times)
    ]


def spell_in_hand(state: State, side: int, spell_id: str) -> Spell:
    """The spell of that id, which is in the side's hand."""
    for index in state.hands[side]:
        spell = state.setting.spell_kinds[index]
        if spell.id == spell_id:
            return spell
    raise AssertionError(f"{spell_id} is not in hand")


def spend(state: State, side: int, spell: Spell, caster: int) -> None:
    """A spell is cast: the chit is discarded and the caster revealed.

    Rule: stacks:spell.discard, stacks:spell.cast-reveals.
    """
    state.hands[side].remove(spell.index)
    state.spell_discards.append(spell.index)
    show(state.units[caster], everybody(state))


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
    """Whether, as far as everybody knows, a unit of that kind might use an artifact in a step. Rule: stacks:hidden.no-tell."""
    if state.setting.artifacts_possible and kind.hero:
        for artifact in state.setting.artifact_kinds:
            if artifact.step == step and can_use(artifact, kind):
                return True
    return False


def artifact_of(state: State, chit: int) -> Artifact:
    """What an artifact chit is."""
    return state.setting.artifact_kinds[state.artifacts[chit].kind]


def slot_is_free(state: State, chit: int, used: list[int]) -> bool:
    """Whether the holder of a chit has not used another of its kind in this round already.

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
    """An artifact is revealed with its holder. Rule: stacks:artifact.reveal."""
    artifact = state.artifacts[chit]
    artifact.seen = artifact.known = everybody(state)
    show(state.units[state.artifacts[chit].holder], everybody(state))
