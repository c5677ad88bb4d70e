"""The choices for the steps of an action: targets, squares, attacks to be saved from.

Rules: skirmish:action.choices, skirmish:card.first-target, skirmish:timing.protect-names.
"""

from __future__ import annotations

from itertools import combinations

from banneret.rulebooks.skirmish.actions.chain import entry_owes, is_open, targets_now
from banneret.rulebooks.skirmish.board.standing import (
    are_adjacent,
    can_shoot,
    distances,
    enemies_beside,
    neighbours,
    sight,
    within,
)
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Chain, Choices, Creature, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import ActionCard
from banneret.rulebooks.skirmish.tables.effects import Step, Whose


def can_attack(state: State, attacker: Creature, target: Creature, step: Step) -> bool:
    """True if an attack on a creature is legal now.

    Rules: skirmish:attack.melee, skirmish:attack.ranged, skirmish:attack.any-creature, skirmish:attack.at-resolution.
    """
    if target is attacker or target not in state.creatures:
        return False
    if step.attack == "ranged":
        return can_shoot(state, attacker, target, step.range)
    return are_adjacent(state, attacker, target)


def choices(state: State, chain: Chain, actor: Creature, step: Step) -> list[Choices]:
    """All choices for a step: an empty list if it cannot be announced, a single empty choice if there is nothing to choose."""
    if step.verb == "attack":
        return _attacks(state, actor, step)
    if step.verb == "choose":
        return _squares(state, actor, step) if step.what == "square" else _creatures(state, actor, step)
    if step.verb == "protect":
        return _protections(state, chain, actor, step)
    return [()]


def is_creature_choice(step: Step) -> bool:
    """True if the choice for a step names creatures."""
    return step.verb == "attack" or (step.verb == "choose" and step.what == "creature")


def announcements(
    state: State, chain: Chain, actor: Creature, steps: list[Step]
) -> list[tuple[Choices, ...]]:
    """All ways to announce some leading steps: a choice for each of them. Rule: skirmish:timing.announce."""
    found: list[tuple[Choices, ...]] = [()]
    for step in steps:
        mine = choices(state, chain, actor, step)
        found = [(*before, choice) for before in found for choice in mine]
    return found


def can_announce(state: State, chain: Chain, actor: Creature, steps: list[Step]) -> bool:
    """True if there is any way to announce some steps. Rule: skirmish:timing.announce."""
    for step in steps:
        if step.verb == "attack" and step.attack == "melee" and state.setting.flags.attack_allies:
            if not step.optional and not neighbours(state, actor):
                return False
            if step.targets != "each-adjacent-enemy":
                continue
        if not choices(state, chain, actor, step):
            return False
    return True


def is_timely(chain: Chain, card: ActionCard) -> bool:
    """True unless a card only saves from attacks or sources, and there are none. Rule: skirmish:timing.protect-names."""
    return not card.saves or len(chain.entries) > 0 or len(chain.packets) > 0


def _attacks(state: State, actor: Creature, step: Step) -> list[Choices]:
    """Targets of an attack. Rules: skirmish:attack.two, skirmish:attack.any-creature."""
    if step.targets == "each-adjacent-enemy":
        return [()] if enemies_beside(state, actor) else []
    near = neighbours(state, actor) if step.attack == "melee" else state.creatures
    legal = [
        target.id
        for target in near
        if (state.setting.flags.attack_allies or are_foes(target.side, actor.side))
        and (step.attack == "melee" or can_shoot(state, actor, target, step.range))
    ]
    found: list[Choices] = [(target,) for target in legal]
    if step.targets == "up-to-two":
        found += combinations(legal, 2)
    if step.optional:
        found.append(())
    return found


def _creatures(state: State, actor: Creature, step: Step) -> list[Choices]:
    """Creatures to choose. Rules: skirmish:distance.includes-self, skirmish:action.ally."""
    if step.within == effects.ADJACENT:
        beside = neighbours(state, actor)
        near = [other for other in state.creatures if other is actor or other in beside]
    else:
        near = within(state, actor, step.within)
    if state.setting.flags.powers_need_sight:
        near = [other for other in near if other is actor or sight(state, actor, other)]
    return [
        (other.id,)
        for other in near
        if (step.include_self if other is actor else _is_of(actor, other, step.side))
    ]


def _is_of(actor: Creature, other: Creature, side: Whose) -> bool:
    if side == "ally":
        return not are_foes(other.side, actor.side)
    return side == "any" or are_foes(other.side, actor.side)


def _squares(state: State, actor: Creature, step: Step) -> list[Choices]:
    """Squares to choose. Rule: skirmish:distance.squares."""
    grid = state.setting.board.grid
    away = distances(state, actor.place, printed(actor).across)
    needs_sight = state.setting.flags.powers_need_sight
    return [
        (square,)
        for square in range(grid.size)
        if away[square] <= step.within
        and grid.fits(square, 1)
        and not (needs_sight and not grid.sight(actor.place, printed(actor).across, square, 1))
    ]


def _protections(state: State, chain: Chain, actor: Creature, step: Step) -> list[Choices]:
    """Attacks or sources to be saved from. Rules: skirmish:timing.protect-names, skirmish:card.first-target."""
    found: list[Choices] = []
    if step.against == "attack":
        found += [
            (attack.number,)
            for attack in chain.attacks
            if is_open(chain, attack) and actor in targets_now(state, attack)
        ]
        if step.optional:
            found.append(())
        return found
    sources = {packet.source for packet in chain.packets}
    mended = state.setting.flags.mended
    sources.update(entry.source for entry in chain.entries if entry_owes(state, entry, not mended))
    return [(source,) for source in sorted(sources)]
