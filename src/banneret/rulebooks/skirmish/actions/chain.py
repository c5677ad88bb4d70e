"""The chain of an action and the answers to it, and the numbers that its entries go by.

Rules: skirmish:timing.chain, skirmish:timing.owes-damage, skirmish:action.source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from banneret.geometry.squares import COVERED
from banneret.rulebooks.skirmish.actions.packets import Packet, Shield
from banneret.rulebooks.skirmish.board.standing import are_adjacent, sight
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Step

NO_CARD: Final = -1

Choices = tuple[int, ...]
"""The choice for a step: ids of creatures, a square, or the number of an attack or source; empty: nothing."""


@dataclass(slots=True, eq=False)
class Attack:
    """One attack step that was announced: who is struck at, and who of them has left its way by a dodge out of cover.

    `covered` are the targets that may dodge: those that had cover when it was announced. Rule: skirmish:cover.moment.
    """

    number: int
    source: int
    attacker: Creature
    step: Step
    targets: list[Creature]
    covered: list[Creature] = field(default_factory=list)
    dodged: list[Creature] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Entry:
    """An action on the chain: its acting creature, its steps, and the choices that were announced for the first of them.

    `taps` are the creatures that its declaration tapped, `done` the steps that are behind it, `dodges` the attack that it dodges.
    """

    side: int
    actor: Creature | None
    source: int
    steps: list[Step]
    choices: list[Choices]
    card: int = NO_CARD
    taps: list[Creature] = field(default_factory=list)
    attacks: dict[int, Attack] = field(default_factory=dict)  # by step
    mutes: Creature | None = None
    dodges: Attack | None = None
    done: int = 0
    target: Creature | None = None
    square: int = -1
    dealt: list[Packet] = field(default_factory=list)
    stays: bool = False  # its card lies under a creature now


@dataclass(slots=True, eq=False)
class Chain:
    """Everything that is declared and not yet resolved, the last declared last, with the damage that waits."""

    entries: list[Entry] = field(default_factory=list)
    packets: list[Packet] = field(default_factory=list)
    shields: list[Shield] = field(default_factory=list)
    tapped: list[Creature] = field(default_factory=list)  # by effects of steps
    uses: int = 0
    attacks: list[Attack] = field(default_factory=list)

    def owes_damage(self, state: State, count: int) -> bool:
        """True if any of the lowest entries owes damage. Rule: skirmish:timing.owes-damage."""
        return any(
            (entry.actor is None or entry.actor in state.creatures)
            and any(
                step.deals and not _is_left_out(entry, entry.done + place)
                for place, step in enumerate(entry.steps[entry.done :])
            )
            for entry in self.entries[:count]
        )

    def announce(self, state: State, entry: Entry, place: int, targets: list[Creature]) -> None:
        """Put an attack on record, with the targets that have cover from it. Rules: skirmish:timing.announce, skirmish:cover.dodge."""
        step = entry.steps[place]
        assert entry.actor is not None
        attack = Attack(len(self.attacks), entry.source, entry.actor, step, targets)
        if step.mode == effects.RANGED:
            attack.covered = [target for target in targets if sight(state, entry.actor, target) == COVERED]
        self.attacks.append(attack)
        entry.attacks[place] = attack

    def is_open(self, attack: Attack) -> bool:
        """True if an attack is still to come, or its damage waits. Rule: skirmish:timing.protect-names."""
        return any(packet.attack == attack.number for packet in self.packets) or self.is_coming(attack)

    def is_coming(self, attack: Attack) -> bool:
        """True if an attack was announced and not yet carried out."""
        return any(
            place >= entry.done and mine is attack
            for entry in self.entries
            for place, mine in entry.attacks.items()
        )


def targets_now(state: State, attack: Attack) -> list[Creature]:
    """The targets of an attack; of one on each adjacent enemy those that it would hit now. Rule: skirmish:card.whirlwind-attack."""
    if attack.step.targets != effects.EACH_ADJACENT_ENEMY:
        return attack.targets
    return [
        other
        for other in state.creatures
        if other.side != attack.attacker.side and are_adjacent(state, attack.attacker, other)
    ]


def _is_left_out(entry: Entry, place: int) -> bool:
    """True for an optional attack that was left out at the declaration."""
    step = entry.steps[place]
    return step.optional and place < len(entry.choices) and not entry.choices[place]
