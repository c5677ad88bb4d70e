"""Plans: ways to answer a question, tried out side by side in the same imagined worlds.

A plan is an order and a player who leads for the rest of the play. Each is played on until the side's next turn (`Computer.turns`), and
the position judged. All plans meet the same worlds, opponents and dice (`banneret.players.search.common_dice`), and half of them go on to the
next round (sequential halving), until the plays are used up or the time is over. A world depends on its seeds alone: made again from the
same seat it is the same.

The imagined opponents lead in the greedy player's own way or in a posture, the likelier the better it has foretold what they did
(`banneret.players.manners`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.table import Answer
from banneret.kernel.viewer import viewer_of
from banneret.players.manners import Manners, Stand, likeness
from banneret.players.search.common_dice import CommonDice
from banneret.players.search.statistics import is_decided, lead_of_pairs
from banneret.players.search.table import SEEDS, OutOfTime, SearchTable, is_legal
from banneret.players.search.tree import LOOK_GROWTH, Node

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

MOST_SIDES: Final = 16
WRONG_WORLDS: Final = 8  # so many imagined states in a row that do not fit: give up
FIRST_LOOK: Final = 24  # worlds; looks at whether it is settled are taken ever further apart
LOOKS: Final = 3  # worlds that each plan should meet where time is short
RECENT: Final = 0.1  # the weight of the last play in the pace
LEARNING: Final = 0.25  # the share of a question's time that it may take to learn of the others
SURE: Final = 4.0  # standard errors by which the best plan is ahead where it is settled


class Plan:
    """A way to answer: an order, who leads afterwards, and what came of it in each world."""

    __slots__ = ("lead", "order", "worths")

    def __init__(self, order: Order, lead: Player) -> None:
        self.order: Order = order
        self.lead: Player = lead
        self.worths: list[float] = []

    def mean(self) -> float:
        """The mean over all worlds."""
        return sum(self.worths) / len(self.worths) if self.worths else 0.5


class Opening(Player):
    """Gives one order, and leaves all that follows to another player."""

    def __init__(self, order: Order, then: Player) -> None:
        self.name = "opening"
        self.imagines = False
        self.order: Order | None = order
        self.then: Player = then

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order at first, afterwards the other player's."""
        order = self.order
        if order is not None:
            self.order = None
            return order
        return self.then.choose(decision, seat)


class World:
    """The seeds of an imagined world: of what is imagined, and of its dice, which every second world mirrors."""

    __slots__ = ("mirrored", "rolls", "seed")

    def __init__(self, seed: int, rolls: int, mirrored: bool) -> None:
        self.seed: int = seed
        self.rolls: int = rolls
        self.mirrored: bool = mirrored


class Memory:
    """The last question of a player: a world that it imagined there, what came before it in the running step, and its order."""

    __slots__ = ("kind", "order", "prefix", "turns", "world")

    def __init__(self, world: Any, turns: int, prefix: list[Answer], kind: str, order: Order) -> None:
        self.world: Any = world
        self.turns: int = turns
        self.prefix: list[Answer] = prefix
        self.kind: str = kind
        self.order: Order = order


class Planner:
    """Makes plans and tries them out for a player.

    What it learns of opponents it keeps from question to question: make a new one for each battle.
    """

    def __init__(self, rulebook: Rulebook[Any], chance: Chance, clock: Callable[[], float]) -> None:
        self.rulebook: Any = rulebook
        self.computer: Any = rulebook.computer
        self.chance: Chance = chance
        self.clock: Callable[[], float] = clock
        self.deadline: float = 0.0  # of the present question, 0 for none
        self.luck: Chance = Chance(0)  # of all that is played in the head: begun again with each play
        self.ways: list[Player] = [self.computer.greedy(self.luck)]
        self.ways.extend(self.computer.greedy(self.luck, name) for name in self.computer.postures)
        self.preferred: list[Player] = []  # the postures that did best at the first question of this turn
        self.manners: Manners = Manners(len(self.ways))
        self.memory: Memory | None = None
        self.dice: CommonDice = CommonDice()
        self.worlds: list[World] = []  # that plans met at the present question
        self.pace: float = 0.0  # seconds that a play took of late; 0: not known

    # ------------------------------------------------------------------ plans

    def plans(self, decision: Decision, seat: Seat, most: int) -> list[Plan]:
        """The ways to answer: those of the greedy player and its postures, its own first, then so many of the rulebook's candidates.

        Once postures are `preferred` in a turn, they are the only ones. Where the time is over there are no more: none could be tried out.
        """
        self.luck.sow(self.chance.below(SEEDS))
        found = [Plan(self.ways[0].choose(decision, seat), self.ways[0])]
        for way in self.preferred or self.ways[1:]:
            if self._is_late():
                return found
            found.append(Plan(way.choose(decision, seat), way))
        if self._is_late():
            return found
        known = [plan.order for plan in found]
        for order in [*self.computer.candidates(decision, seat.lens, most)[:most], decision.default()]:
            if order not in known and is_legal(decision, order):
                known.append(order)
                found.append(Plan(order, self.ways[0]))
        return found

    def _is_late(self) -> bool:
        """True if the time for the present question is over."""
        return self.deadline > 0.0 and self.clock() >= self.deadline

    def in_time(self, plans: list[Plan], plays: int) -> tuple[list[Plan], int]:
        """The first of the plans, and so many plays, as there is time for, by what plays took of late.

        Where plays take long, or are fewer than plans, a few plans that meet several worlds tell more than many of which none has met a
        whole one. Of less than two worlds nothing is clear, so that with 2 or 3 plays the first plan stands.
        """
        if self.deadline <= 0.0 or self.pace <= 0.0:
            return plans if plays >= len(plans) else plans[: max(2, plays // LOOKS)], plays
        plays = min(plays, int((self.deadline - self.clock()) / self.pace))
        if plays < 2:
            self.pace *= 1.0 - RECENT  # nothing is tried now; later in the battle plays take less
        return plans[: max(2, plays // LOOKS)], plays

    def prefer(self, plans: list[Plan], most: int) -> None:
        """Keep the postures that went furthest among plans that were tried out, for the rest of the turn; so many at most."""
        if most and self.worlds and not self.preferred:
            postures = self.ways[1:]
            led = sorted([plan for plan in plans if plan.lead in postures], key=_furthest_first)
            self.preferred = [plan.lead for plan in led[:most]]

    def table(self, kind: str, seat: Seat, telling: bool = False) -> SearchTable:
        """A table on which plans are played."""
        advice: Thinking = self.computer.thinking(seat.lens)
        table = SearchTable(
            self.rulebook,
            self.luck,
            [],
            self.clock,
            Thinking(self.computer.plan_horizon or advice.horizon, 1.0, advice.most, depth=1),
            seat.side,
            list(seat.prefix),
            Node([seat.side]),
            kind,
            telling,
        )
        table.weighing = True
        table.deadline = self.deadline
        return table

    # ------------------------------------------------------------------ plays

    def try_out(self, plans: list[Plan], kind: str, seat: Seat, plays: int, ends: bool = False) -> None:
        """Play the plans on, round by round, each with half of those before it, until the plays are used up or the time is over.

        `ends`: stop sooner where more plays cannot matter.
        """
        self.worlds = []
        table = self.table(kind, seat)
        alive = list(plans)
        rounds = 1
        while 1 << rounds < len(plans):
            rounds += 1
        left = plays
        for number in range(rounds):
            look = FIRST_LOOK
            for _ in range(max(1, left // (rounds - number) // len(alive))):
                if left < len(alive) or not self._meet(alive, table, seat):
                    return
                left -= len(alive)
                if ends and len(self.worlds) >= look:
                    look = int(len(self.worlds) * LOOK_GROWTH) + 1
                    if _is_settled(alive):
                        return
            first = alive[0]
            others = sorted(alive[1:], key=_falling)
            alive = [first, *others[: max(2, (len(alive) + 1) // 2) - 1]]

    def _meet(self, plans: list[Plan], table: SearchTable, seat: Seat) -> bool:
        """Play all plans in one more world; False where the time is over, or no world is found."""
        mirrored = len(self.worlds) % 2 == 1
        rolls = self.worlds[-1].rolls if mirrored else self.chance.below(SEEDS)
        for _ in range(WRONG_WORLDS):
            world = World(self.chance.below(SEEDS), rolls, mirrored)
            try:
                found = self.played(world, plans, table, seat)
            except OutOfTime:
                return False
            except WrongWorld:
                continue
            for at in range(len(plans)):
                plans[at].worths.append(found[at])
            self.worlds.append(world)
            return True
        return False

    def played(self, world: World, plans: list[Plan], table: SearchTable, seat: Seat) -> list[float]:
        """The worth of each plan in a world."""
        chance = Chance(world.seed)
        state = seat.imagine(chance)
        opponent = self.ways[self.manners.draw(chance)]
        table.quick_players = [opponent] * MOST_SIDES
        table.common = self.dice
        found: list[float] = []
        begun = self.clock() if table.deadline > 0.0 else 0.0
        for at in range(len(plans)):
            if table.deadline > 0.0 and begun >= table.deadline:
                raise OutOfTime
            self.luck.sow(world.seed)
            self.dice.begin(world.rolls, world.mirrored)
            table.lead = Opening(plans[at].order, plans[at].lead)
            table.simulate(self.rulebook.copy(state) if at < len(plans) - 1 else state)
            found.append(table.worth)
            if table.deadline > 0.0:
                begun = self._paced(begun)
        return found

    def _paced(self, begun: float) -> float:
        """Note how long a play took that has just ended; returns the time now."""
        now = self.clock()
        self.pace += (now - begun - self.pace) * (RECENT if self.pace > 0.0 else 1.0)
        return now

    # ------------------------------------------------------------------ opponents

    def observe(self, seat: Seat) -> None:
        """Learn of the others, if a turn has begun since the last question, by how well each way would have foretold it.

        Where that would take much of the time for the present question it is left out.
        """
        memory = self.memory
        if memory is None:
            return
        side = seat.side
        try:
            present = seat.imagine(self.chance)
        except WrongWorld:
            return
        if self.computer.turns(present, side) <= memory.turns:
            return
        self.memory = None
        self.preferred = []
        if self.deadline > 0.0 and self.pace * len(self.ways) > LEARNING * (self.deadline - self.clock()):
            return
        seen = Stand(self.rulebook.view.scene(present, viewer_of(side)), side)
        table = self.table(memory.kind, seat)
        table.prefix = memory.prefix
        seed = self.chance.below(SEEDS)
        found: list[float] = []
        for way in self.ways:
            table.quick_players = [way] * MOST_SIDES
            table.lead = Opening(memory.order, self.ways[0])
            world = self.rulebook.copy(memory.world)
            self.luck.sow(seed)
            try:
                table.simulate(world)
            except (OutOfTime, WrongWorld):
                return
            found.append(likeness(Stand(self.rulebook.view.scene(world, viewer_of(side)), side), seen))
        self.manners.take(found)

    def remember(self, kind: str, order: Order, seat: Seat) -> None:
        """Keep the question and its order, to learn of the others by what they then do."""
        self.memory = None
        if len(self.ways) > 1:
            try:
                world = seat.imagine(self.chance)
            except WrongWorld:
                return
            turns = self.computer.turns(world, seat.side)
            self.memory = Memory(world, turns, list(seat.prefix), kind, order)


def best_of(plans: list[Plan], loyalty: float) -> Plan:
    """The plan that is ahead of the first by more than chance, in the worlds that both met; else the first.

    Plans that met less than half as many were given up early: what a few worlds say of them is soon more than chance by chance.
    """
    first = plans[0]
    best = first
    best_score = 0.0
    for plan in plans[1:]:
        if 2 * len(plan.worths) < len(first.worths):
            continue
        mean, error = lead_of(plan, first)
        if mean - loyalty * error > best_score:
            best_score = mean - loyalty * error
            best = plan
    return best


def lead_of(plan: Plan, other: Plan) -> tuple[float, float]:
    """The mean lead of a plan over another in the worlds that both met, and its standard error."""
    if min(len(plan.worths), len(other.worths)) < 2:
        return 0.0, 1.0
    return lead_of_pairs(plan.worths, other.worths)


def is_one(plans: list[Plan]) -> bool:
    """True if all plans begin with the same order."""
    return all(plan.order == plans[0].order for plan in plans)


def _is_settled(plans: list[Plan]) -> bool:
    """True if the battle is decided whatever is ordered, or one plan is surely ahead of all others."""
    tries = 0
    total = squares = 0.0
    best = plans[0]
    for plan in plans:
        for worth in plan.worths:
            tries += 1
            total += worth
            squares += worth * worth
        if plan.mean() > best.mean():
            best = plan
    if is_decided(tries, total, squares):
        return True
    for plan in plans:
        if plan is not best:
            mean, error = lead_of(best, plan)
            if mean < SURE * error:
                return False
    return True


def _furthest_first(plan: Plan) -> tuple[int, float]:
    return -len(plan.worths), -plan.mean()


def _falling(plan: Plan) -> float:
    return -plan.mean()
