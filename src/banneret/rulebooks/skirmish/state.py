"""All that changes in a battle, as plain data.

Classes whose objects are made often have an `__init__` of their own, for that of a dataclass is never compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.flags import Flags
from banneret.rulebooks.skirmish.tables.boards import Board
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.tables.numbers import VAULT

NOBODY: Final = -1
NO_CARD: Final = -1
NO_ATTACK: Final = -1

USUAL: Final = 0
ALWAYS: Final = 1
AIMED: Final = 2
NOT_THIS_TURN: Final = 3
"""The times at which a side wants to be asked for answers: as usual; about its own actions too; only if one of its creatures is aimed at; not
before its next turn."""
SETTINGS: Final = {"usual": USUAL, "always": ALWAYS, "aimed": AIMED, "turn": NOT_THIS_TURN}
"""These times by their words in orders."""


def are_foes(first: int, second: int) -> bool:
    """True if two sides are opponents: teams are seated alternately. Rules: skirmish:setup.players, skirmish:team.sides."""
    return (first ^ second) & 1 == 1


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes.

    Attributes:
        actions: The full action deck of each side.
        creatures: The full creature deck of each side.
        first: The side that goes first by agreement.
        standing: For each side the creatures that the scenario places, as card and square.
        gold: The gold in the vault of each side at the start; if empty, the printed number.
    """

    scenario: str
    title: str
    names: tuple[str, ...]
    factions: tuple[str, ...]
    board: Board
    flags: Flags
    ids: tuple[str, ...] = ("drow", "cormyr")
    actions: tuple[tuple[int, ...], ...] = ((), ())
    creatures: tuple[tuple[int, ...], ...] = ((), ())
    first: int = 0
    standing: tuple[tuple[tuple[int, int], ...], ...] = ()
    gold: tuple[int, ...] = ()

    def vault(self, side: int) -> int:
        """The gold in the vault of a side at the start. Rule: skirmish:setup.vault."""
        return self.gold[side] if self.gold else VAULT

    def round_from(self, side: int) -> list[int]:
        """All sides in seat order, from the one to the left of a side round to that side, which comes last. Rule: skirmish:timing.window."""
        count = len(self.names)
        return [(side + step) % count for step in range(1, count + 1)]


@dataclass(slots=True, eq=False, init=False)
class Creature:
    """A creature on the board. Two of them are never equal, however alike they look.

    Attributes:
        id: Its number, never given again.
        place: The top left square of its space.
        activated: True if it cannot be activated any more this turn.
        guard: The Block it has until the end of the activation in progress.
        attached: The action cards that lie under it, each with the side that owns it.
        twin: The lowest number, from 1, that no other creature of its card and side had when it came.
    """

    id: int
    card: int
    side: int
    place: int
    damage: int
    tapped: bool
    activated: bool
    guard: int
    attached: tuple[tuple[int, int], ...]
    twin: int

    def __init__(
        self,
        id: int,
        card: int,
        side: int,
        place: int,
        damage: int = 0,
        tapped: bool = False,
        activated: bool = False,
        guard: int = 0,
        attached: tuple[tuple[int, int], ...] = (),
        twin: int = 1,
    ) -> None:
        self.id = id
        self.card = card
        self.side = side
        self.place = place
        self.damage = damage
        self.tapped = tapped
        self.activated = activated
        self.guard = guard
        self.attached = attached
        self.twin = twin

    def copy(self) -> Creature:
        """An independent copy."""
        return Creature(
            self.id,
            self.card,
            self.side,
            self.place,
            self.damage,
            self.tapped,
            self.activated,
            self.guard,
            self.attached,
            self.twin,
        )


@dataclass(slots=True, init=False)
class Army:
    """The cards and the gold of a side. A deck lies in no order: chance picks a card from it when it is drawn.

    Attributes:
        spent: The gold spent. With vault and supply it always adds up to the gold of the vault at the start.
        known: The cards of the action hand that everyone has seen.
        top: The action cards that must be drawn first; only imagined battles have any.
        asks: The time at which the rules ask the side for answers; always, except by version 1.
        shelved: The action cards that everyone saw in the deck when it was last revealed or made of the discard pile; none before.
        kept: The number of action cards in the hand then that nobody else knew.
        laid: The action cards of that hand, or drawn since, that everyone has seen since.

    Rule: skirmish:gold.conservation.
    """

    actions: list[int]
    action_hand: list[int]
    action_discard: list[int]
    creatures: list[int]
    creature_hand: list[int]
    creature_discard: list[int]
    vault: int
    supply: int
    spent: int
    points: int
    known: list[int]
    top: list[int]
    asks: int
    shelved: list[int] = field(default_factory=list)
    kept: int = 0
    laid: list[int] = field(default_factory=list)

    def __init__(
        self,
        actions: list[int],
        action_hand: list[int],
        action_discard: list[int],
        creatures: list[int],
        creature_hand: list[int],
        creature_discard: list[int],
        vault: int,
        supply: int = 0,
        spent: int = 0,
        points: int = 0,
        known: list[int] | None = None,
        top: list[int] | None = None,
        asks: int = ALWAYS,
        shelved: list[int] | None = None,
        kept: int = 0,
        laid: list[int] | None = None,
    ) -> None:
        self.actions = actions
        self.action_hand = action_hand
        self.action_discard = action_discard
        self.creatures = creatures
        self.creature_hand = creature_hand
        self.creature_discard = creature_discard
        self.vault = vault
        self.supply = supply
        self.spent = spent
        self.points = points
        self.known = [] if known is None else known
        self.top = [] if top is None else top
        self.asks = asks
        self.shelved = [] if shelved is None else shelved
        self.kept = kept
        self.laid = [] if laid is None else laid

    def copy(self) -> Army:
        """An independent copy."""
        return Army(
            list(self.actions),
            list(self.action_hand),
            list(self.action_discard),
            list(self.creatures),
            list(self.creature_hand),
            list(self.creature_discard),
            self.vault,
            self.supply,
            self.spent,
            self.points,
            list(self.known),
            list(self.top),
            self.asks,
            list(self.shelved),
            self.kept,
            list(self.laid),
        )


# ---------------------------------------------------------------- actions in progress


@dataclass(slots=True, eq=False, init=False)
class Packet:
    """Damage that an action is to place on a creature.

    Attributes:
        source: The number of the action on the chain.
        attack: The number of the attack, `NO_ATTACK` if it is not one.
        side: The side that controls the action.
        actor: The acting creature, None for an effect at the start of a turn.
        amount: The damage, before Block and prevention.
        ignores_block: True if Block does not reduce it.
        preventable: True if a `Shield` can stop it.
        placed: The damage that was placed in the end.
        parts: The parts of the amount, for the news.
    """

    source: int
    attack: int
    side: int
    actor: Creature | None
    target: Creature
    amount: int
    ignores_block: bool
    preventable: bool
    placed: int
    parts: list[tuple[int, str, str]]

    def __init__(
        self,
        source: int,
        attack: int,
        side: int,
        actor: Creature | None,
        target: Creature,
        amount: int,
        ignores_block: bool = False,
        preventable: bool = True,
        placed: int = 0,
        parts: list[tuple[int, str, str]] | None = None,
    ) -> None:
        self.source = source
        self.attack = attack
        self.side = side
        self.actor = actor
        self.target = target
        self.amount = amount
        self.ignores_block = ignores_block
        self.preventable = preventable
        self.placed = placed
        self.parts = [] if parts is None else parts


@dataclass(slots=True, eq=False)
class Shield:
    """Protection of a creature against one attack, or (`attack` is `NO_ATTACK`) against one source. Rule: skirmish:damage.prevent."""

    creature: Creature
    attack: int
    source: int

    def stops(self, packet: Packet) -> bool:
        """True if it prevents the damage of a packet."""
        if packet.target is not self.creature:
            return False
        if self.attack != NO_ATTACK:
            return packet.attack == self.attack
        return packet.source == self.source


Choices = tuple[int, ...]
"""The choice for a step: ids of creatures, a square, or the number of an attack or source; empty for nothing."""


@dataclass(slots=True, eq=False, init=False)
class Attack:
    """One attack step that was announced.

    Attributes:
        number: Its number in the chain.
        source: The number of its action.
        covered: The targets that had cover when it was announced, and may dodge.
        dodged: The targets that have dodged it.

    Rule: skirmish:cover.moment.
    """

    number: int
    source: int
    attacker: Creature
    step: Step
    targets: list[Creature]
    covered: list[Creature]
    dodged: list[Creature]

    def __init__(
        self,
        number: int,
        source: int,
        attacker: Creature,
        step: Step,
        targets: list[Creature],
        covered: list[Creature] | None = None,
        dodged: list[Creature] | None = None,
    ) -> None:
        self.number = number
        self.source = source
        self.attacker = attacker
        self.step = step
        self.targets = targets
        self.covered = [] if covered is None else covered
        self.dodged = [] if dodged is None else dodged


@dataclass(slots=True, eq=False, init=False)
class Entry:
    """An action on the chain.

    Attributes:
        side: The side that declared it.
        actor: The acting creature, None for an effect at the start of a turn.
        source: Its number on the chain.
        choices: The choices for the first steps, as they were announced or made since.
        card: The action card, `NO_CARD` if it is none.
        taps: The creatures that its declaration tapped.
        attacks: Its announced attacks, by step.
        mutes: The creature that may not answer with immediate cards.
        dodges: The attack that it dodges.
        done: The number of steps that are carried out.
        target: The creature that the next steps are about.
        square: The chosen square, -1 for none.
        dealt: The damage that it has noted.
        stays: True if its card lies under a creature now.
        under: The card under a creature whose power it is, with its owner.
        own_move: True if it is the move of an activation.
    """

    side: int
    actor: Creature | None
    source: int
    steps: list[Step]
    choices: list[Choices]
    card: int
    taps: list[Creature]
    attacks: dict[int, Attack]
    mutes: Creature | None
    dodges: Attack | None
    done: int
    target: Creature | None
    square: int
    dealt: list[Packet]
    stays: bool
    under: tuple[int, int] | None
    name: str
    own_move: bool

    def __init__(
        self,
        side: int,
        actor: Creature | None,
        source: int,
        steps: list[Step],
        choices: list[Choices],
        card: int = NO_CARD,
        taps: list[Creature] | None = None,
        attacks: dict[int, Attack] | None = None,
        mutes: Creature | None = None,
        dodges: Attack | None = None,
        done: int = 0,
        target: Creature | None = None,
        square: int = -1,
        dealt: list[Packet] | None = None,
        stays: bool = False,
        under: tuple[int, int] | None = None,
        name: str = "",
        own_move: bool = False,
    ) -> None:
        self.side = side
        self.actor = actor
        self.source = source
        self.steps = steps
        self.choices = choices
        self.card = card
        self.taps = [] if taps is None else taps
        self.attacks = {} if attacks is None else attacks
        self.mutes = mutes
        self.dodges = dodges
        self.done = done
        self.target = target
        self.square = square
        self.dealt = [] if dealt is None else dealt
        self.stays = stays
        self.under = under
        self.name = name
        self.own_move = own_move


@dataclass(slots=True, eq=False, init=False)
class Chain:
    """All that is declared and not yet resolved.

    Attributes:
        entries: The actions, the last declared last.
        packets: The damage that is noted and has not fallen yet.
        shields: The protections in force.
        tapped: The creatures that effects of steps have tapped.
        uses: The number of actions declared so far, the source of the next.
        attacks: All attacks announced so far, by their numbers.
    """

    entries: list[Entry]
    packets: list[Packet]
    shields: list[Shield]
    tapped: list[Creature]
    uses: int
    attacks: list[Attack]

    def __init__(
        self,
        entries: list[Entry] | None = None,
        packets: list[Packet] | None = None,
        shields: list[Shield] | None = None,
        tapped: list[Creature] | None = None,
        uses: int = 0,
        attacks: list[Attack] | None = None,
    ) -> None:
        self.entries = [] if entries is None else entries
        self.packets = [] if packets is None else packets
        self.shields = [] if shields is None else shields
        self.tapped = [] if tapped is None else tapped
        self.uses = uses
        self.attacks = [] if attacks is None else attacks


# ---------------------------------------------------------------- the battle


@dataclass(slots=True, init=False)
class State:
    """A battle as it stands.

    Attributes:
        creatures: The creatures on the board, in the order in which they came.
        turn: The number of the turn, 0 before the first.
        active: The side whose turn it is.
        acting: The id of the activated creature, or NOBODY.
        moved: True if that creature has made its move.
        ending: True if a vault lacked gold that was to be moved: the battle ends with this turn.
        came: The number of creatures that ever came to the board, the id of the next.
        walked: The movement that parts of a split move have taken.
        waiting: The effects at the start of the turn that are still to come, as creature and card under it.
        fresh: The creatures whose triggers of deployment are still to come.
        chain: The chain in progress; None between steps.
    """

    setting: Setting
    armies: list[Army]
    creatures: list[Creature]
    stage: int
    turn: int
    active: int
    acting: int
    moved: bool
    ending: bool
    came: int
    walked: int
    waiting: tuple[tuple[int, int], ...]
    fresh: tuple[int, ...]
    outcome: Outcome | None
    chain: Chain | None

    def __init__(
        self,
        setting: Setting,
        armies: list[Army],
        creatures: list[Creature],
        stage: int = stages.STARTING,
        turn: int = 0,
        active: int = NOBODY,
        acting: int = NOBODY,
        moved: bool = False,
        ending: bool = False,
        came: int = 0,
        walked: int = 0,
        waiting: tuple[tuple[int, int], ...] = (),
        fresh: tuple[int, ...] = (),
        outcome: Outcome | None = None,
        chain: Chain | None = None,
    ) -> None:
        self.setting = setting
        self.armies = armies
        self.creatures = creatures
        self.stage = stage
        self.turn = turn
        self.active = active
        self.acting = acting
        self.moved = moved
        self.ending = ending
        self.came = came
        self.walked = walked
        self.waiting = waiting
        self.fresh = fresh
        self.outcome = outcome
        self.chain = chain

    def creature(self, number: int) -> Creature | None:
        """The creature of an id; None if it is not on the board."""
        for creature in self.creatures:
            if creature.id == number:
                return creature
        return None

    def twin_for(self, card: int, side: int) -> int:
        """The lowest number, from 1, that no creature of a card and side has on the board."""
        taken = [one.twin for one in self.creatures if one.card == card and one.side == side]
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def copy(self, creatures: list[Creature] | None = None) -> State:
        """An independent copy, with copies of its creatures that are made already, if given; the setting is shared."""
        return State(
            self.setting,
            [army.copy() for army in self.armies],
            [creature.copy() for creature in self.creatures] if creatures is None else creatures,
            self.stage,
            self.turn,
            self.active,
            self.acting,
            self.moved,
            self.ending,
            self.came,
            self.walked,
            self.waiting,
            self.fresh,
            self.outcome,
        )
