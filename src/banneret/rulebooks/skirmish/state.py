"""All that changes in a battle, as plain data.

What is made often has an `__init__` of its own: one that a dataclass makes is never compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.skirmish import stages
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
"""The times at which a side may be asked for answers: as usual, about its own actions too, when one of its creatures is aimed at, not before its next turn."""
SETTINGS: Final = {"usual": USUAL, "always": ALWAYS, "aimed": AIMED, "turn": NOT_THIS_TURN}
"""The words for them."""


def are_foes(first: int, second: int) -> bool:
    """True if two sides are opponents: teams are seated alternately. Rules: skirmish:setup.players, skirmish:team.sides."""
    return (first ^ second) & 1 == 1


@dataclass(slots=True)
class Flags:
    """The options in force, as the rules ask for them."""

    straight_distance: bool = False
    powers_need_sight: bool = False
    adjacency_needs_gap: bool = False
    shift_breaks_engagement: bool = False
    flying_stop: str = "overfly"
    attack_allies: bool = True
    off_turn_any: bool = False
    off_turn_on_own_turn: bool = True
    off_turn_on_effect_taps: bool = True
    highest_block: bool = False
    self_destruction: str = "none"
    open_setup: bool = False
    setup_deploys: bool = True
    first_player: str = "random"
    split_move: bool = False
    effects_after_refresh: bool = False
    reshuffle: bool = False
    hand_limit: int = 0
    surviving_levels: bool = False
    # Of the rules: by version 1 a side said in its orders when it wants to be asked.
    version: int = field(default=4, compare=False)

    @property
    def mended(self) -> bool:
        """True unless a battle is played by version 1 or 2 of the rules, as old records are.

        By those a creature chosen by a card or power was reached wherever it went before that came to it (timing.fail-target), a Shield
        could name a Block without an attack (timing.protect-names), who followed a Tide of Iron had to (move.fewer), the first
        of several opponents caused a loss (destroy.cause), two cards of a name under a creature counted for the owner of the first,
        more creatures could start than there are miniatures (setup.miniatures), and Action Points could not be spent when losses were
        to be paid, rewards drawn, or help given (timing.free-powers).
        """
        return self.version > 2

    @property
    def dodges_once(self) -> bool:
        """True unless a battle is played by version 1 to 3 of the rules.

        By those a creature that dodged a shot could dodge it again if an Action Point untapped it, to no avail (cover.dodge-effect).
        """
        return self.version > 3


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes. `actions` and `creatures` are the full decks of each side, `first` who begins by agreement.

    `standing` are creatures that a scenario places itself: card and square, by side. `gold` is in the vault of each side at the start,
    the printed number where there is none.
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
        """All sides from the left of one round to it, which comes last. Rule: skirmish:timing.window."""
        count = len(self.names)
        return [(side + step) % count for step in range(1, count + 1)]


@dataclass(slots=True, eq=False, init=False)
class Creature:
    """A creature on the board: its card, whose it is, and its top left square. Two are never the same, however alike they look.

    `guard` is the Block it has until the end of the activation in progress. `attached` are the action cards that lie under it, each
    with the side that owns it. `twin` is the lowest number, from 1, that none of its like on its side has.
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
    """The cards and the gold of a side. A deck lies in no order: which card is drawn from it, chance says when it is drawn.

    `known` are the cards of the action hand that everyone has seen, `asks` says when the rules ask its side for answers: always, but by version 1. `top`
    holds cards that must be drawn first; in a true battle there are none: only imagined ones need it. `vault`, `supply` and `spent` always add up to what the vault held at the start. Rule: skirmish:gold.conservation.
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
        )


# ---------------------------------------------------------------- actions in progress


@dataclass(slots=True, eq=False, init=False)
class Packet:
    """Damage that one use (`source`) is to place on a creature; `attack` is the number of the attack, `NO_ATTACK` if it is none.

    `side` controls the source, `actor` is its acting creature. `placed` is what fell of it.
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
    parts: list[tuple[int, str, str]]  # what the amount is made of, for the news

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
"""The choice for a step: ids of creatures, a square, or the number of an attack or source; empty: nothing."""


@dataclass(slots=True, eq=False, init=False)
class Attack:
    """One attack step that was announced: who is struck at, and who of them has left its way by a dodge out of cover.

    `covered` are the targets that may dodge: those that had cover when it was announced. Rule: skirmish:cover.moment.
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
    """An action on the chain: its acting creature, its steps, and the choices that were announced for the first of them.

    `taps` are the creatures that its declaration tapped, `done` the steps that are behind it, `dodges` the attack that it dodges.
    `under` is the card under a creature whose text it is, as it lies there. `name` is what it is called.
    """

    side: int
    actor: Creature | None
    source: int
    steps: list[Step]
    choices: list[Choices]
    card: int
    taps: list[Creature]
    attacks: dict[int, Attack]  # by step
    mutes: Creature | None
    dodges: Attack | None
    done: int
    target: Creature | None
    square: int
    dealt: list[Packet]
    stays: bool  # its card lies under a creature now
    under: tuple[int, int] | None
    name: str
    own_move: bool  # the move of the activation

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
    """Everything that is declared and not yet resolved, the last declared last, with the damage that waits."""

    entries: list[Entry]
    packets: list[Packet]
    shields: list[Shield]
    tapped: list[Creature]  # by effects of steps
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
    """A battle between two actions. `creatures` are those on the board, in the order in which they came.

    `acting` is the id of the creature that is activated, `moved` whether it has made its move, `walked` the movement that pieces of
    it took, `ending` whether gold was to be moved that no vault held: the battle ends with this turn. `waiting` are effects of the
    start of the turn that are still to come: the creature and the card under it. `fresh` are creatures whose triggers of deployment
    are still to come. `chain` is there inside a step only.
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
    came: int  # creatures that ever came to the board: the id of the next
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
        """The creature of that id, None when it is no longer on the board."""
        for creature in self.creatures:
            if creature.id == number:
                return creature
        return None

    def twin_for(self, card: int, side: int) -> int:
        """The lowest number, from 1, that no creature of that card on that side has."""
        taken = [one.twin for one in self.creatures if one.card == card and one.side == side]
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def copy(self) -> State:
        """An independent copy; the setting is shared."""
        return State(
            self.setting,
            [army.copy() for army in self.armies],
            [creature.copy() for creature in self.creatures],
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
