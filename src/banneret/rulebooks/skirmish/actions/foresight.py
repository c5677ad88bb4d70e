"""The outcome of a chain if nobody answers any more, tried on a copy. Rules: skirmish:timing.lifo, skirmish:timing.simultaneous."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.displacing import Going, StillTable
from banneret.rulebooks.skirmish.actions.window import PASS, declare_answer, resolve
from banneret.rulebooks.skirmish.state import Attack, Chain, Creature, Entry, Packet, Shield, State


class SilentTable(StillTable):
    """A table at which nobody answers: windows are passed, creatures stay, other questions get their defaults, and the first card is drawn."""

    def __init__(self) -> None:
        self.telling = False

    def ask(self, decision: Decision) -> Order:
        """A pass in a window, staying for a creature that goes, else the default."""
        if isinstance(decision, Going):
            return decision.stay()
        return PASS if decision.kind in ("answer", "window") else decision.default()

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """Always 1."""
        return 1


class Copier:
    """Copies a state with the chain that is in progress, every creature once."""

    def __init__(self) -> None:
        self.creatures: dict[int, Creature] = {}
        self.attacks: dict[int, Attack] = {}
        self.packets: dict[int, Packet] = {}

    def state(self, state: State) -> State:
        """The copy of a state."""
        found = state.copy([self.creature(one) for one in state.creatures])
        found.chain = None if state.chain is None else self.chain(state.chain)
        return found

    def creature(self, creature: Creature) -> Creature:
        """The copy of a creature, on the board or not."""
        copy = self.creatures.get(id(creature))
        if copy is None:
            copy = creature.copy()
            self.creatures[id(creature)] = copy
        return copy

    def chain(self, chain: Chain) -> Chain:
        """The copy of a chain."""
        return Chain(
            [self._entry(entry) for entry in chain.entries],
            [self._packet(packet) for packet in chain.packets],
            [Shield(self.creature(one.creature), one.attack, one.source) for one in chain.shields],
            [self.creature(one) for one in chain.tapped],
            chain.uses,
            [self._attack(attack) for attack in chain.attacks],
        )

    def _entry(self, entry: Entry) -> Entry:
        return Entry(
            entry.side,
            self._maybe(entry.actor),
            entry.source,
            entry.steps,
            list(entry.choices),
            entry.card,
            [self.creature(one) for one in entry.taps],
            {place: self._attack(attack) for place, attack in entry.attacks.items()},
            self._maybe(entry.mutes),
            None if entry.dodges is None else self._attack(entry.dodges),
            entry.done,
            self._maybe(entry.target),
            entry.square,
            [self._packet(packet) for packet in entry.dealt],
            entry.stays,
            entry.under,
            entry.name,
            entry.own_move,
        )

    def _maybe(self, creature: Creature | None) -> Creature | None:
        return None if creature is None else self.creature(creature)

    def _attack(self, attack: Attack) -> Attack:
        copy = self.attacks.get(id(attack))
        if copy is None:
            copy = Attack(
                attack.number,
                attack.source,
                self.creature(attack.attacker),
                attack.step,
                [self.creature(one) for one in attack.targets],
                [self.creature(one) for one in attack.covered],
                [self.creature(one) for one in attack.dodged],
            )
            self.attacks[id(attack)] = copy
        return copy

    def _packet(self, packet: Packet) -> Packet:
        copy = self.packets.get(id(packet))
        if copy is None:
            copy = Packet(
                packet.source,
                packet.attack,
                packet.side,
                self._maybe(packet.actor),
                self.creature(packet.target),
                packet.amount,
                packet.ignores_block,
                packet.preventable,
                packet.placed,
            )
            self.packets[id(packet)] = copy
        return copy


def fork(state: State) -> State:
    """An independent copy of a state in the middle of a step."""
    return Copier().state(state)


def settle_all(state: State) -> State:
    """Carry out all that is on the chain of a state, the last declared first. Changes and returns the state."""
    chain = state.chain
    if chain is not None:
        table = SilentTable()
        while chain.entries:
            resolve(state, table, chain, chain.entries[-1])
    return state


def unanswered(state: State) -> State:
    """The state as it will be if nobody answers any more."""
    return settle_all(fork(state))


def answered(state: State, order: Order) -> State:
    """The state as it will be if a side gives an answer, and nobody answers it."""
    found = fork(state)
    if order[0] != "pass":
        if found.chain is None:
            found.chain = Chain()
        declare_answer(found, found.chain, order)
    return settle_all(found)
