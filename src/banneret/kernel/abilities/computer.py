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
    """Advice to tree search for a battle: see `Computer.thinking`.

    `horizon`: so many turns (`Computer.turns`) are played on beyond the tree before the judgement is taken, 0 for none, `greed` of
    their questions decided by the greedy player, the others at random; `most`: so many orders of a question are considered; `loyalty`: by how many standard
    errors another order must be ahead of the first candidate to be given instead; `depth`: so many questions deep the tree may
    grow, 0 for any number; `answers`: so many answers to the order (`Computer.brisk`) it grows through beyond that, of either side;
    `explore`: the weight of what little trying may hide, less of it where results differ little; `paired`: orders are compared in the
    same imagined worlds, half of them going on to the next round, which tells small differences from few simulations where little is left to chance.

    For rulebooks that name postures: `weighing` is the share of the thinking that tells them apart, `reach` the number of turns
    that are played on in a posture before the judgement is taken, `resolve` by how many standard errors a posture must be ahead
    of the rulebook's own way to be followed.
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

    `mine` and `theirs` are the orders worth giving, of the side that is asked and of its opponent, `worths` the chance of the first to
    win for every pair; each counts for as many simulations as `trust` says.
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
            "tries out a few plans before each order, in a tenth of a second: for players who beat the Captain",
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
    """Kinds of decisions that come so often, and in everybody's way, that no player thinks about one for long: answers to actions."""

    plays: ClassVar[int] = 64
    """In so many plays the instant player tries its plans: as many as take a compiled rulebook some forty milliseconds at most questions."""

    terms: ClassVar[tuple[str, ...]] = ()
    """The names of what a learned judgement weighs (`banneret.kernel.judgement`); none where everything is judged by hand."""

    @abstractmethod
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The instant player, in its own way or in one of `postures`."""

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first by the rulebook's own judgement; for tree search."""
        return decision.orders()[:most]

    def payoffs(self, decision: Decision, lens: Any) -> Payoffs | None:
        """The matrix game of a question by the rulebook's own odds, where they say more than a few simulations; else None.

        Of a question that simulations tell little about it has the best order alone, which is given at once.
        """
        return None

    def reply(self, decision: Decision, lens: Any) -> Order | None:
        """The best order against greedy opponents, where the rulebook's own odds say more of it than a few plays; else None. For the instant player."""
        return None

    def judge(self, state: S, side: int) -> float:
        """The value of a state for `side`, from 0 (lost) to 1 (won); for tree search that stops early."""
        return 0.5

    def weighed(self, state: S, side: int) -> list[float]:
        """All that speaks for a side in a state, in the order of `terms`; of its opponent it is the opposite. None where `kind` is empty."""
        return []

    def kind(self, state: S) -> str:
        """The kind of battle, each with a judgement of its own; "" where it is judged by hand: options out of the ordinary, several sides."""
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
