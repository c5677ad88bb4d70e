"""Search: a computer player that plays the battle on in its head, many times, and keeps a tree of what came of it.

Each simulation deals itself an imagined state that agrees with all its seat has seen (`Seat.imagine`), runs the very rules of
the rulebook on it, first with the answers already given in the running step, then by the tree (`banneret.players.search.tree`),
then by quick players, and stops at the end of the battle or, after a while, at the rulebook's own judgement of the position
(`banneret.players.search.table`). The true state is never looked at. The order of a simultaneous question is drawn from the solution
of its matrix game; where the rulebook foresees its payoffs (`Computer.payoffs`) simulations only correct them.
`banneret.players.search.statistics` says when thinking stops.

Where a rulebook names postures (`Computer.postures`), the first part of the thinking tells them apart: simulations in which this
seat's quick player is the greedy player of a posture from the present question on. What they bring is kept over the questions of
a battle (`banneret.players.postures`). The order of the leading posture is then the one to beat for all other orders, and its
player plays on for this seat beyond the tree. Opponents remain with the rulebook's greedy player.

A player may grow several trees at a question, each from a seed of its own with its share of the simulations, and give the order for which they
speak together (`banneret.players.search.grove`). Their number is a setting of the player; the number of cores that grow them, its `hands`, changes
nothing where simulations are counted. By the clock as many are grown as there are hands.

Where a rulebook advises it (`Thinking.paired`), the orders of a question that is put to one side alone meet the same imagined worlds, with
the same chance in each, and half of them go on to the next round (`banneret.players.search.race`); the answers to each are in the tree all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from banneret.kernel.abilities.computer import Payoffs, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.players.postures import Postures
from banneret.players.search.grove import add, bare, can_fork, grown, joined, picked
from banneret.players.search.race import Race
from banneret.players.search.statistics import is_decided, settled, shares_of
from banneret.players.search.table import SEEDS, OutOfTime, SearchTable, is_legal
from banneret.players.search.tree import LOOK_GROWTH, MOST_ARMS, Node

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

FIRST_LOOK: Final = 64  # simulations; looks are taken ever further apart, so that few are taken
RESERVE: Final = 0.985  # share of the time after which no simulation goes on
RESERVE_OF_SEVERAL: Final = 0.95  # the same where other trees are waited for and added up
GRACE: Final = 0.01  # seconds that others are waited for where a tree here ended before its time
BRISK: Final = 0.22  # seconds at most for a decision of a kind that is asked often
WRONG_WORLDS: Final = 400  # so many imagined states in a row that do not fit: give up


class Line:
    """A search's view of one order: how often it was tried, its value from 0 to 1, its share of the choice."""

    __slots__ = ("order", "share", "tries", "worth")

    def __init__(self, order: Order, tries: int, worth: float, share: float) -> None:
        self.order = order
        self.tries = tries
        self.worth = worth
        self.share = share

    def __repr__(self) -> str:
        return f"Line({self.order!r}, tries={self.tries}, worth={self.worth:.3f}, share={self.share:.3f})"


class Thought:
    """The findings of a search so far: its lines (best first), simulations, seconds, and why it stopped ("" while it goes on).

    `posture`: in which posture it leads the battle, "" for the rulebook's own.
    """

    __slots__ = ("dropped", "lines", "posture", "seconds", "simulations", "stopped")

    def __init__(
        self,
        lines: list[Line],
        simulations: int,
        seconds: float,
        stopped: str,
        dropped: int,
        posture: str = "",
    ) -> None:
        self.lines = lines
        self.simulations = simulations
        self.seconds = seconds
        self.stopped = stopped
        self.dropped = dropped
        self.posture = posture

    def __repr__(self) -> str:
        return f"<Thought: {self.simulations} simulations, {self.stopped or 'going on'}, {self.lines[:3]!r}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(Player):
    """Thinks ahead for `seconds` a decision, or for a number of `simulations`, which makes it reproducible.

    Decisions of a kind that the rulebook calls `brisk` are thought about for `BRISK` seconds at most. What it learns of postures it keeps
    from question to question: make a new player for each battle. `thought` has the findings of the last question.

    Args:
        rulebook: the rulebook of the battle.
        chance: where all its randomness comes from.
        seconds: a decision, where no `simulations` are given.
        simulations: a decision; 0: it thinks by the clock.
        horizon: turns played on beyond the tree before the judgement is taken. This one and the others that `Thinking` has are as the
            rulebook advises for the battle where they are not given.
        greed: the share of questions beyond the tree that the greedy player decides.
        most: the number of orders of a question that are considered.
        depth: questions that the tree may be deep; 0: any number.
        clock: the clock in seconds; another one in tests.
        progress: called with a `Thought` a few times a second while orders are compared.
        weighing: the share of the thinking that tells postures apart; 0: none.
        trees: the trees of a question, whose figures are summed (root parallelization).
        hands: the cores that grow them. They are forked: more than one only where no other thread of the process holds a lock.
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        chance: Chance,
        seconds: float = 1.0,
        simulations: int = 0,
        horizon: int = -1,
        greed: float = -1.0,
        most: int = 0,
        depth: int = -1,
        clock: Callable[[], float] = perf_counter,
        progress: Callable[[Thought], None] | None = None,
        weighing: float = -1.0,
        trees: int = 1,
        hands: int = 1,
    ) -> None:
        self.name = "search"
        self.imagines = True
        self.rulebook: Any = rulebook
        self.computer: Any = rulebook.computer
        self.chance: Chance = chance
        self.seconds: float = 0.0 if simulations else seconds
        self.allowed: float = self.seconds  # for the present decision
        self.simulations: int = simulations
        self.horizon: int = horizon
        self.greed: float = greed
        self.most: int = most
        self.depth: int = depth
        self.weighing: float = weighing
        self.clock: Callable[[], float] = clock
        self.progress: Callable[[Thought], None] | None = progress
        self.hands: int = hands if can_fork() else 1
        self.trees: int = max(1, trees if simulations else min(trees, self.hands))
        # of all thinking: with several trees begun again for each
        self.thoughts: Chance = chance if self.trees == 1 else Chance(0)
        self.reserve: float = RESERVE if self.trees == 1 else RESERVE_OF_SEVERAL
        self.quick_players: list[Player] = []
        # Of what is compared in the same worlds: begun again with each simulation.
        self.luck: Chance = Chance(0)
        self.postures: Postures | None = None
        self.thought: Thought | None = None
        self.total_simulations: int = 0

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order that the simulations speak for."""
        begun = self.clock() if self.seconds > 0.0 else 0.0
        is_brisk = decision.kind in self.computer.brisk
        self.allowed = min(self.seconds, BRISK) if is_brisk else self.seconds
        options = decision.orders() if decision.listed else []
        if len(options) == 1:
            return options[0]
        thinking = self._thinking(seat)
        payoffs = self.computer.payoffs(decision, seat.lens)
        if payoffs is not None:
            return self._meet(payoffs, decision, seat, thinking, begun)
        ranked = self._worth_trying(decision, seat, options, thinking.most)
        root = Node([decision.side])
        table = self.table(decision.side, decision.kind, seat, thinking, root)
        if self.trees > 1:
            self.thoughts.sow(self.chance.below(SEEDS))
        weighed = 0
        posture = 0
        postures = self._known_postures(thinking)
        if postures is not None:
            led = [player.choose(decision, seat) for player in postures.players]
            if len(ranked) > 1 or any(order != ranked[0] for order in led):
                weighed = self._weigh_all(postures, table, seat, thinking, begun)
            posture = postures.leader(thinking.resolve)
            if weighed > 0:
                postures.answered()
            table.lead = postures.players[posture]
            ranked = [led[posture], *[order for order in ranked if order != led[posture]]][: thinking.most]
        arms = root.arms[0]
        arms.fill(ranked)
        if len(arms.orders) == 1:
            return arms.orders[0]
        arms.large = not decision.listed or len(options) > len(arms.orders)
        if thinking.paired:
            return self._in_the_same_worlds(table, seat, begun, thinking)
        named = self.computer.postures[posture - 1] if posture > 0 else ""
        return self._thought_out(table, seat, thinking, begun, weighed, named)

    def _meet(
        self, payoffs: Payoffs, decision: Decision, seat: Seat, thinking: Thinking, begun: float
    ) -> Order:
        """The order drawn from the solution of the matrix game that the rulebook foresees, which simulations correct."""
        if len(payoffs.mine) == 1:
            only: Order = payoffs.mine[0]
            return only
        leads = decision.side < payoffs.opponent
        root = Node([decision.side, payoffs.opponent] if leads else [payoffs.opponent, decision.side])
        for arms in root.arms:
            arms.fill(payoffs.mine if arms.side == decision.side else payoffs.theirs)
            arms.large = True
        root.joint = True
        worths: list[list[float]] = payoffs.worths
        if not leads:
            worths = [
                [1.0 - payoffs.worths[i][j] for i in range(len(payoffs.mine))]
                for j in range(len(payoffs.theirs))
            ]
        root.foresee(worths, payoffs.trust)
        table = self.table(decision.side, decision.kind, seat, thinking, root)
        return self._thought_out(table, seat, thinking, begun, 0, "")

    def table(self, side: int, kind: str, seat: Seat, thinking: Thinking, root: Node) -> SearchTable:
        """The table of the simulations of a question of that kind."""
        return SearchTable(
            self.rulebook,
            self.thoughts,
            self.quick_players,
            self.clock,
            thinking,
            side,
            list(seat.prefix),
            root,
            kind,
        )

    def _thought_out(
        self, table: SearchTable, seat: Seat, thinking: Thinking, begun: float, weighed: int, posture: str
    ) -> Order:
        """Think for the rest of the budget, report what came of it, and return the order."""
        root, side = table.root, table.side
        why, done, dropped = self._think_all(table, seat, thinking, begun, self.simulations - weighed)
        self.total_simulations += weighed + done
        shares = shares_of(root, side, table.loyalty)
        self.thought = self._thought(root, side, shares, weighed + done, begun, why, dropped)
        self.thought.posture = posture
        if self.progress is not None:
            self.progress(self.thought)
        return self._drawn(root, side, shares)

    def _in_the_same_worlds(self, table: SearchTable, seat: Seat, begun: float, thinking: Thinking) -> Order:
        """Compare the orders in the same imagined worlds, and return the one that is ahead."""
        root = table.root
        if self.trees == 1:
            race, why, done, dropped = self.raced(table, seat, begun, self.simulations)
        else:
            fruits = _Trees(self, table, seat, thinking, begun, self.simulations).grown()
            race = joined([fruit[4] for fruit in fruits])
            why, done, dropped = self._summed(root, fruits)
        self.total_simulations += done
        shares = [0.0] * len(root.arms[0].orders)
        shares[race.best(thinking.loyalty)] = 1.0
        self.thought = self._thought(root, table.side, shares, done, begun, why, dropped)
        if self.progress is not None:
            self.progress(self.thought)
        return self._drawn(root, table.side, shares)

    def raced(self, table: SearchTable, seat: Seat, begun: float, most: int) -> tuple[Race, str, int, int]:
        """The race of the orders within the budget: the race, why it ended, simulations done, imagined states that did not fit."""
        arms = table.root.arms[0]
        race = Race(len(arms.orders))
        timed = self.seconds > 0.0
        clock = self.clock
        table.chance = self.luck
        dropped = done = 0
        why = "time" if timed else "simulations"
        for lap in range(race.laps):
            part = (lap + 1) / race.laps
            until = begun + self.allowed * self.reserve * part
            table.deadline = begun + self.allowed * self.reserve if timed else 0.0
            while (clock() < until if timed else done < most * part) and dropped < WRONG_WORLDS:
                seed = self.thoughts.below(SEEDS)
                found: list[float] = []
                try:
                    world = seat.imagine(Chance(seed))
                    for number in race.alive:
                        self.luck.sow(seed)
                        table.forced = number
                        table.simulate(self.rulebook.copy(world))
                        found.append(table.worth)
                except OutOfTime:
                    break
                except WrongWorld:
                    dropped += 1
                    continue
                race.take(found)
                done += len(found)
                if race.is_settled():
                    why = "settled"
                    break
            if why == "settled":
                break
            race.halve()
        table.forced = -1
        return race, why, done, dropped

    # ------------------------------------------------------------------ several trees

    def _think_all(
        self, table: SearchTable, seat: Seat, thinking: Thinking, begun: float, most: int
    ) -> tuple[str, int, int]:
        """Simulate on all trees of the question, until the budget of each is used up."""
        if self.trees == 1:
            return self.think(table, seat, begun, most)
        return self._summed(table.root, _Trees(self, table, seat, thinking, begun, most).grown())

    def _summed(self, root: Node, fruits: list[Any]) -> tuple[str, int, int]:
        """Add up what trees have found: why the first of them ended, all simulations, and all that did not fit."""
        done = dropped = 0
        for fruit in fruits:
            add(root, fruit[0])
            done += int(fruit[2])
            dropped += int(fruit[3])
        return str(fruits[0][1]), done, dropped

    def _weigh_all(
        self, postures: Postures, table: SearchTable, seat: Seat, thinking: Thinking, begun: float
    ) -> int:
        """Tell postures apart on all trees of the question. Returns how many simulations it took."""
        most = int(self.simulations * min(1.0, thinking.weighing))
        if self.trees == 1:
            return self.weigh(postures, table, seat, thinking, begun, most)
        trees = _Trees(self, table, seat, thinking, begun, most)
        trees.postures = postures
        taken = 0
        for learnt, done in trees.grown():
            postures.add(learnt[0], learnt[1], learnt[2], learnt[3])
            taken += int(done)
        return taken

    def _thinking(self, seat: Seat) -> Thinking:
        """The settings of the search in this battle: those asked for, else the rulebook's."""
        advice: Thinking = self.computer.thinking(seat.lens)
        return Thinking(
            self.horizon if self.horizon >= 0 else advice.horizon,
            self.greed if self.greed >= 0.0 else advice.greed,
            min(self.most or advice.most, MOST_ARMS),
            advice.loyalty,
            self.depth if self.depth >= 0 else advice.depth,
            advice.explore,
            self.weighing if self.weighing >= 0.0 else advice.weighing,
            advice.reach,
            advice.resolve,
            advice.answers,
            advice.paired,
        )

    def _worth_trying(self, decision: Decision, seat: Seat, options: list[Order], most: int) -> list[Order]:
        """The orders to consider, the most plausible first."""
        found: list[Order] = []
        for order in self.computer.candidates(decision, seat.lens, most):
            if len(found) < most and order not in found and is_legal(decision, order):
                found.append(order)
        return found or options[:most] or [decision.default()]

    # ------------------------------------------------------------------ ways to lead the battle

    def _known_postures(self, thinking: Thinking) -> Postures | None:
        """The rulebook's own way and its postures, with what was learnt of them in this battle; None where there are none."""
        if thinking.weighing <= 0.0 or not self.computer.postures:
            return None
        if self.postures is None:
            players: list[Player] = [self.computer.greedy(self.thoughts)]
            players.extend(self.computer.greedy(self.thoughts, name) for name in self.computer.postures)
            self.postures = Postures(players)
        return self.postures

    def weigh(
        self,
        postures: Postures,
        table: SearchTable,
        seat: Seat,
        thinking: Thinking,
        begun: float,
        most: int,
    ) -> int:
        """Play the battle on in one posture and another, for its share of the thinking. Returns how many simulations it took."""
        timed = self.seconds > 0.0
        end = begun + self.allowed * self.reserve * min(1.0, thinking.weighing)
        table.weighing = True
        table.horizon = thinking.reach
        table.deadline = end if timed else 0.0
        done = 0
        in_a_row = 0
        look = FIRST_LOOK
        total = squares = 0.0
        while (self.clock() < end if timed else done < most) and in_a_row < WRONG_WORLDS:
            way = postures.next()
            table.lead = postures.players[way]
            try:
                table.simulate(seat.imagine(self.thoughts))
            except OutOfTime:
                break
            except WrongWorld:
                in_a_row += 1
                continue
            in_a_row = 0
            postures.take(way, table.worth)
            done += 1
            total += table.worth
            squares += table.worth * table.worth
            if done >= look:
                look = int(look * LOOK_GROWTH) + 1
                if is_decided(done, total, squares):
                    break
        table.weighing = False
        table.horizon = thinking.horizon
        return done

    # ------------------------------------------------------------------ single orders

    def think(self, table: SearchTable, seat: Seat, begun: float, most: int) -> tuple[str, int, int]:
        """Simulate until the time or the simulations are used up, or nothing is in doubt.

        `most`: the simulations, where it does not think by the clock. Returns why it stopped, the simulations done, and the imagined
        states that did not fit.
        """
        root = table.root
        clock = self.clock
        timed = self.seconds > 0.0
        end = begun + self.allowed * self.reserve if timed else 0.0
        table.deadline = end
        done = 0
        dropped = 0
        in_a_row = 0
        look = FIRST_LOOK
        told = begun
        while True:
            if timed:
                now = clock()
                if now >= end:
                    return "time", done, dropped
                if self.progress is not None and now - told >= 0.2:
                    told = now
                    self.progress(
                        self._thought(
                            root,
                            table.side,
                            shares_of(root, table.side, table.loyalty),
                            done,
                            begun,
                            "",
                            dropped,
                        )
                    )
            elif done >= most:
                return "simulations", done, dropped
            try:
                table.simulate(seat.imagine(self.thoughts))
            except OutOfTime:
                return "time", done, dropped
            except WrongWorld:
                dropped += 1
                in_a_row += 1
                if in_a_row >= WRONG_WORLDS:
                    return "no world fits", done, dropped
                continue
            in_a_row = 0
            done += 1
            if done >= look:
                look = int(look * LOOK_GROWTH) + 1
                if settled(root, table.side):
                    return "settled", done, dropped

    # ------------------------------------------------------------------ what to make of it

    def _drawn(self, root: Node, side: int, shares: list[float]) -> Order:
        for arms in root.arms:
            if arms.side == side:
                point = self.chance.random() if root.joint else 0.0
                last = 0
                for i in range(len(shares)):
                    if shares[i] > 0.0:
                        last = i
                        point -= shares[i]
                        if point < 0.0:
                            break
                return arms.orders[last]
        raise WrongWorld

    def _thought(
        self, root: Node, side: int, shares: list[float], done: int, begun: float, why: str, dropped: int
    ) -> Thought:
        lines: list[Line] = []
        for arms in root.arms:
            if arms.side == side:
                for i in range(len(arms.orders)):
                    tries = arms.visits[i]
                    worth = arms.sums[i] / tries if tries else 0.5
                    lines.append(Line(arms.orders[i], tries, worth, shares[i] if i < len(shares) else 0.0))
        lines.sort(key=_importance)
        seconds = self.clock() - begun if self.seconds > 0.0 else 0.0
        return Thought(lines, done, seconds, why, dropped)


class _Trees:
    """The trees of a question, by number, each with its own seed and its share of the simulations.

    The results of each are plain data: what it has learnt of postures, or what came of the orders, with the worths of a race if it was one.
    """

    def __init__(
        self,
        player: SearchPlayer,
        table: SearchTable,
        seat: Seat,
        thinking: Thinking,
        begun: float,
        whole: int,
    ) -> None:
        self.player: SearchPlayer = player
        self.table: SearchTable = table
        self.seat: Seat = seat
        self.thinking: Thinking = thinking
        self.begun: float = begun
        self.whole: int = whole
        self.postures: Postures | None = None  # ways to be told apart; None: orders are
        self.seeds: list[int] = [player.chance.below(SEEDS) for _ in range(player.trees)]

    def grow(self, number: int) -> Any:
        """The results of a tree. Only the first one reports progress."""
        player = self.player
        progress = player.progress
        try:
            if number > 0:
                player.progress = None
            return self._grow(number)
        finally:
            player.progress = progress

    def _grow(self, number: int) -> Any:
        player, trees = self.player, self.player.trees
        player.thoughts.sow(self.seeds[number])
        table = player.table(
            self.table.side, self.table.kind, self.seat, self.thinking, bare(self.table.root)
        )
        table.lead = self.table.lead
        most = self.whole // trees + (1 if number < self.whole % trees else 0)
        if self.postures is not None:
            postures = self.postures.copy()
            done = player.weigh(postures, table, self.seat, self.thinking, self.begun, most)
            return postures.since(self.postures), done
        if self.thinking.paired and not table.root.joint:
            race, why, done, dropped = player.raced(table, self.seat, self.begun, most)
            return picked(table.root), why, done, dropped, race.worths
        why, done, dropped = player.think(table, self.seat, self.begun, most)
        return picked(table.root), why, done, dropped

    def until(self) -> float:
        """The time by which trees that grow elsewhere must be here, 0 for any: soon where one that grew here was settled early."""
        player = self.player
        if player.seconds <= 0.0:
            return 0.0
        now = player.clock()
        early = now < self.begun + player.allowed * player.reserve - GRACE
        return now + GRACE if early else self.begun + player.allowed * RESERVE

    def grown(self) -> list[Any]:
        """The results of all trees."""
        return grown(self.player.trees, self.player.hands, self.grow, self.until)


def _importance(line: Line) -> tuple[float, int]:
    return (-line.share, -line.tries)
