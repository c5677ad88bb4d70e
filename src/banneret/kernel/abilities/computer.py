"""Computer players a rulebook offers, and what it lends to tree search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from banneret.kernel.decision import Decision
    from banneret.kernel.dice import Chance
    from banneret.kernel.judgement import Learned
    from banneret.kernel.order import Order
    from banneret.kernel.player import Player

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A computer player a rulebook offers: its name, the level people read, and what it is."""

    name: str
    level: str
    summary: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """The settings of a tree search that suit a battle: see `Computer.thinking`.

    Attributes:
        horizon: turns (`Computer.turns`) that are played on beyond the tree before the judgement is taken; 0: none.
        greed: the share of the questions beyond the tree that the greedy player decides; the others are decided at random.
        most: the number of orders of a question that are considered.
        loyalty: standard errors by which another order must be ahead of the first candidate to be given instead.
        depth: questions that the tree may be deep; 0: any number.
        explore: the weight of exploration against the means so far; smaller where results differ little.
        weighing: the share of the thinking that tells postures apart, where the rulebook names some.
        reach: turns that are played on in a posture before the judgement is taken.
        resolve: standard errors by which a posture must be ahead of the rulebook's own way to be followed.
        answers: answers to the order (`Computer.brisk`), by either side, through which the tree grows beyond its depth.
        paired: orders are compared in the same imagined worlds, and half of them go on to the next round (sequential halving). That
            tells small differences with few simulations where little is left to chance.
    """

    horizon: int = 1
    greed: float = 0.0
    most: int = 16
    loyalty: float = 0.0
    depth: int = 0
    explore: float = 1.2
    weighing: float = 0.5
    reach: int = 1
    resolve: float = 1.0
    answers: int = 0
    paired: bool = False


class Payoffs:
    """A secret simultaneous question of two sides as a matrix game: see `Computer.payoffs`.

    `mine` and `theirs` are the orders worth giving, of the side that is asked and of the side `opponent`; `worths[i][j]` is the chance
    that the first wins if the i-th of `mine` meets the j-th of `theirs`. Each counts for as many simulations as `trust` says.
    """

    __slots__ = ("mine", "opponent", "theirs", "trust", "worths")

    def __init__(
        self, mine: list[Any], opponent: int, theirs: list[Any], worths: list[list[float]], trust: float
    ) -> None:
        self.mine = mine
        self.opponent = opponent
        self.theirs = theirs
        self.worths = worths
        self.trust = trust


class Computer(ABC, Generic[S]):
    """Knows how to fight a rulebook's battles. Every rulebook has one."""

    players: ClassVar[tuple[PlayerSpec, ...]] = (
        PlayerSpec(
            "random",
            "Recruit",
            "gives orders at random, within the rules: easily beaten, good for learning the rules",
        ),
        PlayerSpec(
            "greedy", "Captain", "answers at once, by rules of thumb: a fair opponent for a first battle"
        ),
        PlayerSpec(
            "instant",
            "Commander",
            "tries out a few plans before each order, in about a tenth of a second: for players who beat the Captain",
        ),
        PlayerSpec(
            "search",
            "Marshal",
            "thinks ahead for up to a second before each order, and is hard to foresee where both sides choose in secret",
        ),
    )

    postures: ClassVar[tuple[str, ...]] = ()
    """Other ways in which the greedy player can lead a battle, by name: bolder, warier, with reserves held back ...

    Tree search finds out in the course of a battle which of them does better than the greedy player's own. Good ones are about as
    strong as it, and win other battles than it does.
    """

    brisk: ClassVar[tuple[str, ...]] = ()
    """Kinds of decisions that come so often that no player thinks about one for long, such as answers to actions."""

    by_default: ClassVar[tuple[str, ...]] = ()
    """Kinds of decisions that the greedy player answers by their default, always or nearly so: it is as good as anything that it knows."""

    plays: ClassVar[int] = 64
    """The number of plays in which the instant player tries its plans: as many as take a compiled rulebook about 40 ms at most questions."""

    kept_postures: ClassVar[int] = 0
    """The number of postures, the best at the first question of a turn, that the instant player tries at its later ones; 0: all of them."""

    plan_horizon: ClassVar[int] = 0
    """Turns (`turns`) that the instant player plays its plans on; 0: as many as `thinking` advises to tree search."""

    loyalty: ClassVar[float] = 1.0
    """Standard errors by which an order must be ahead of the greedy player's for the instant player to give it."""

    untried: ClassVar[tuple[str, ...]] = ()
    """Kinds of decisions that the instant player leaves to the greedy player, since plays hardly ever find a better answer."""

    terms: ClassVar[tuple[str, ...]] = ()
    """The names of what a learned judgement weighs (`banneret.kernel.judgement`); none where everything is judged by hand."""

    @abstractmethod
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The greedy player, which answers at once by rules of thumb, in its own way or in one of `postures`."""

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first by the rulebook's own judgement; for tree search."""
        return decision.orders()[:most]

    def payoffs(self, decision: Decision, lens: Any) -> Payoffs | None:
        """The matrix game of a question by the rulebook's own odds, where they say more than a few simulations; else None.

        For a question about which simulations tell little, `mine` has the best order alone, which is then given at once.
        """
        return None

    def reply(self, decision: Decision, lens: Any) -> Order | None:
        """The best order against greedy opponents by the rulebook's own odds, where these tell more than a few plays; else None.

        The instant player gives it without a play.
        """
        return None

    def judge(self, state: S, side: int) -> float:
        """The value of a state for `side`, from 0 (lost) to 1 (won); for tree search that stops early."""
        return 0.5

    def weighed(self, state: S, side: int) -> list[float]:
        """The `terms` of a learned judgement for a side, in their order; its opponent's have the opposite signs. Empty where `kind` is empty."""
        return []

    def kind(self, state: S) -> str:
        """The kind of battle, of which each has a learned judgement of its own; "" where battles are judged by hand, as with unusual options."""
        return ""

    def judging(self, learned: dict[str, Learned]) -> Computer[S]:
        """The same computer players with these learned judgements, by kind of battle; with none they judge by hand."""
        return self

    def thinking(self, lens: Any) -> Thinking:
        """Advice to tree search for the battle that a side sees through `lens`."""
        return Thinking()

    def turns(self, state: S, side: int) -> int:
        """The number of turns that have begun for a side: where it grows, the position is quiet and `judge` can be trusted.

        A turn may be a round, or the part of it after which all is counted that was promised; the number never falls. Players
        that think ahead stop there. 0 throughout: battles are played on to their end.
        """
        return 0
