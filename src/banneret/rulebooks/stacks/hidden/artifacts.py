"""The artifacts whose holder a side does not know, dealt again."""

from __future__ import annotations

from typing import Final

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.board.knowledge import has_looked
from banneret.rulebooks.stacks.hidden.drawing import draw
from banneret.rulebooks.stacks.state import NOBODY, RESERVE, SUMMONED, State
from banneret.rulebooks.stacks.tables.eligibility import can_use, floats, walks

LIKELIER: Final = 4  # tries to find a unit that can use an artifact


def deal_artifacts(world: State, present: State, side: int, bits: int, chance: Chance) -> None:
    """Deal again the artifacts whose holder the side does not know; those drawn and never seen are drawn again from the pile.

    Rule: stacks:recruit.artifact, stacks:artifact.exchange, stacks:hidden.stack.
    """
    setting = world.setting
    loose: list[int] = []
    unseen: list[int] = []
    for index, chit in enumerate(world.artifacts):
        holder = chit.holder
        if holder == NOBODY or world.units[holder].side == side:
            continue
        now = present.artifacts[index]
        if (chit.known | now.known) & bits == bits or present.units[holder].place < RESERVE:
            continue  # known, or seen when its holder fell
        if _must_fly(world, index):
            continue
        loose.append(index)
        if index >= setting.listed_artifacts and (chit.seen | now.seen) & bits != bits:
            unseen.append(index)
    _renumber(world, [index for index in loose if index < setting.listed_artifacts])
    if unseen:
        _redraw_artifacts(world, present, unseen, chance)
    takers: dict[int, list[int]] = {}
    for index in loose:
        owner = world.units[world.artifacts[index].holder].side
        if owner not in takers:
            takers[owner] = _takers(world, present, side, owner)
        _hand_artifact(world, takers[owner], index, chance)


def _renumber(world: State, listed: list[int]) -> None:
    """Number the scenario's artifacts of each side by kind: their numbers would tell in which stack they began. Rule: stacks:hidden.stack."""
    for owner in range(world.setting.sides):
        chits = [
            world.artifacts[index]
            for index in listed
            if world.units[world.artifacts[index].holder].side == owner
        ]
        kinds = sorted([(chit.kind, chit.seen) for chit in chits])
        for chit, one in zip(chits, kinds, strict=True):
            chit.kind, chit.seen = one


def _redraw_artifacts(world: State, present: State, unseen: list[int], chance: Chance) -> None:
    """Exchange artifacts that were drawn and never seen with the pile. Rule: stacks:recruit.artifact."""
    pool = list(world.artifact_pile)
    fixed: list[tuple[int, int]] = []  # drawn by the side itself since: place in the pile, kind
    for index in range(len(world.artifacts), len(present.artifacts)):
        kind = present.artifacts[index].kind
        if kind in pool:
            fixed.append((world.artifact_pile.index(kind), kind))
            pool.remove(kind)
    pool += [world.artifacts[index].kind for index in unseen]
    pool.sort()  # its order would tell what was drawn
    for index in unseen:
        world.artifacts[index].kind = draw(pool, chance)
    pool.sort()
    for at, kind in fixed:
        pool.insert(at, kind)
    world.artifact_pile = pool


def _must_fly(world: State, index: int) -> bool:
    """True if the holder could not be where it is without this artifact. Rule: stacks:artifact.winged-boots."""
    artifact = world.setting.artifact_kinds[world.artifacts[index].kind]
    if not artifact.on_map or not artifact.effects.flying:
        return False
    unit = world.units[world.artifacts[index].holder]
    if unit.place < 0:
        return False
    kind = world.setting.kinds[unit.kind]
    if world.setting.water[unit.place]:
        return not floats(kind) and unit.aboard == NOBODY
    return not walks(kind)


def _takers(world: State, present: State, side: int, owner: int) -> list[int]:
    """The owner's units on the map that may hold an artifact the side knows nothing of: none that has fallen since.

    Rule: stacks:recruit.artifact, stacks:artifact.lost.
    """
    units, kinds = world.units, world.setting.kinds
    found: list[int] = []
    stacks = world.stacks[owner]
    for hex_ in sorted(stacks):
        if not has_looked(present, side, owner, hex_):
            for number in stacks[hex_]:
                unit = units[number]
                fallen = present.units[number].place < RESERVE
                if unit.origin != SUMMONED and not kinds[unit.kind].site and not fallen:
                    found.append(number)
    return found


def _hand_artifact(world: State, takers: list[int], index: int, chance: Chance) -> None:
    """Give an artifact to a random one of the units that may hold it, more likely to one that can use it."""
    if not takers:
        return
    units, kinds = world.units, world.setting.kinds
    chit = world.artifacts[index]
    artifact = world.setting.artifact_kinds[chit.kind]
    for _ in range(LIKELIER):
        chit.holder = takers[chance.below(len(takers))]
        if can_use(artifact, kinds[units[chit.holder].kind]):
            return
