"""The chain of an action and the answers to it: its attacks, and the damage that its entries owe.

Rules: skirmish:timing.chain, skirmish:timing.owes-damage, skirmish:action.source.
"""

from __future__ import annotations

from banneret.geometry.squares import COVERED
from banneret.rulebooks.skirmish.board.standing import are_adjacent, sight
from banneret.rulebooks.skirmish.state import Attack, Chain, Creature, Entry, State, are_foes


def owes_damage(state: State, chain: Chain, count: int) -> bool:
    """True if any of the lowest `count` entries owes damage. Rule: skirmish:timing.owes-damage."""
    return any(entry_owes(state, entry) for entry in chain.entries[:count])


def entry_owes(state: State, entry: Entry, left_out: bool = False) -> bool:
    """True if an entry owes damage: a step that deals some is still to come, and its acting creature is on the board.

    With `left_out` an optional attack that was left out counts too, as for Shields by versions 1 and 2 of the rules. Rule: skirmish:timing.owes-damage.
    """
    return (entry.actor is None or entry.actor in state.creatures) and any(
        step.deals and (left_out or not _is_left_out(entry, entry.done + place))
        for place, step in enumerate(entry.steps[entry.done :])
    )


def announce(state: State, chain: Chain, entry: Entry, place: int, targets: list[Creature]) -> None:
    """Record an attack that is announced, with the targets that have cover from it. Rules: skirmish:timing.announce, skirmish:cover.dodge."""
    step = entry.steps[place]
    assert entry.actor is not None
    attack = Attack(len(chain.attacks), entry.source, entry.actor, step, targets)
    if step.attack == "ranged":
        attack.covered = [target for target in targets if sight(state, entry.actor, target) == COVERED]
    chain.attacks.append(attack)
    entry.attacks[place] = attack


def is_open(chain: Chain, attack: Attack) -> bool:
    """True if an attack is still to come, or its damage is still to fall. Rule: skirmish:timing.protect-names."""
    return any(packet.attack == attack.number for packet in chain.packets) or is_coming(chain, attack)


def is_coming(chain: Chain, attack: Attack) -> bool:
    """True if an attack was announced and not yet carried out."""
    return any(
        place >= entry.done and mine is attack
        for entry in chain.entries
        for place, mine in entry.attacks.items()
    )


def targets_now(state: State, attack: Attack) -> list[Creature]:
    """The targets of an attack; if it hits each adjacent enemy, those that it would hit now. Rule: skirmish:card.whirlwind-attack."""
    if attack.step.targets != "each-adjacent-enemy":
        return attack.targets
    return [
        other
        for other in state.creatures
        if are_foes(other.side, attack.attacker.side) and are_adjacent(state, attack.attacker, other)
    ]


def _is_left_out(entry: Entry, place: int) -> bool:
    """True for an optional attack that was left out at the declaration."""
    step = entry.steps[place]
    return step.optional and place < len(entry.choices) and not entry.choices[place]
