"""The greedy player, which gives a plausible order at once, and the candidates and judgement that tree search needs."""

from __future__ import annotations

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.stacks.ai.battle.battle_orders import BattleOrders
from banneret.rulebooks.stacks.ai.battle.support_orders import SupportOrders
from banneret.rulebooks.stacks.ai.campaign.march_orders import MarchOrders
from banneret.rulebooks.stacks.ai.campaign.turn_orders import TurnOrders
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.judgement import Judgement
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.ai.postures import OWN, Posture
from banneret.rulebooks.stacks.battle.retreat import Retreats
from banneret.rulebooks.stacks.battle.support import SupportForm
from banneret.rulebooks.stacks.state import NOBODY, Setting, State
from banneret.rulebooks.stacks.turn.move_form import MoveForm


class Adviser:
    """The parts of the greedy player for one set of facts and options, in one posture."""

    def __init__(
        self, setting: Setting, posture: Posture = OWN, learned: dict[str, Learned] | None = None
    ) -> None:
        self.setting: Setting = setting
        self.estimates: Estimates = Estimates(setting.kinds, setting.flags.modifiers)
        self.battle: BattleOrders = BattleOrders(self.estimates)
        self.support: SupportOrders = SupportOrders(self.estimates)
        self.march: MarchOrders = MarchOrders(self.estimates, posture)
        self.judgement: Judgement = Judgement(self.estimates, learned or {})
        self.turn: TurnOrders = TurnOrders(self.estimates, self.march)

    def fits(self, setting: Setting) -> bool:
        """True if it can advise on battles of this setting: the same facts and options."""
        return setting is self.setting or (
            setting.kinds is self.setting.kinds and setting.flags.modifiers == self.setting.flags.modifiers
        )

    def marks(self, decision: Choice, lens: Lens) -> list[float]:
        """A mark for each option of a listed question, the higher the better."""
        kind = decision.kind
        if kind in (
            "recruit",
            "give",
            "deploy",
            "exchange",
            "scouting",
            "battle",
            "captured",
            "discard",
            "elsewhere",
        ):
            return self.turn.marks(decision, lens)
        return self.battle.marks(decision, lens)

    def best(self, decision: Decision, lens: Lens, chance: Chance | None) -> Order:
        """The order it would give; with `chance` it mixes nearly equal reveals, so as not to be predictable."""
        if isinstance(decision, Choice):
            options = decision.options
            if len(options) == 1:
                return options[0]
            marks = self.marks(decision, lens)
            if chance is not None and decision.kind == "reveal":
                return options[_mixed(marks, chance)]
            return options[_highest(marks)]
        if isinstance(decision, SupportForm):
            return self.support.order(decision, lens)
        if isinstance(decision, MoveForm):
            return self.march.order(decision, lens)
        if isinstance(decision, Retreats):
            options = decision.orders()
            return options[_highest(self.battle.retreats(options, lens))]
        return decision.default()

    def ranked(self, decision: Decision, lens: Lens, most: int) -> list[Order]:
        """The orders worth thinking about, the best first."""
        if isinstance(decision, Choice):
            options = decision.options
            if len(options) == 1:
                return options
            marks = self.marks(decision, lens)
            places = list(range(len(options)))
            if decision.kind == "exchange":
                # This is asked again and again: offer only improvements, or it never ends.
                places = [at for at in places if at == 0 or marks[at] > marks[0]]
            order = sorted(places, key=_Descending(marks))
            return [options[at] for at in order[:most]]
        found: list[Order] = []
        if isinstance(decision, SupportForm):
            found = self.support.ranked(decision, lens, most)
        elif isinstance(decision, MoveForm):
            found = self.march.ranked(decision, lens, most)
        elif isinstance(decision, Retreats):
            options = decision.orders()
            order = sorted(range(len(options)), key=_Descending(self.battle.retreats(options, lens)))
            found = [options[at] for at in order]
        else:
            found = [decision.default(), *decision.orders()]
        return found[:most]


class _Descending:
    """The highest mark first; equal marks keep their order."""

    def __init__(self, marks: list[float]) -> None:
        self.marks: list[float] = marks

    def __call__(self, at: int) -> float:
        return -self.marks[at]


def _highest(marks: list[float]) -> int:
    """The place of the highest mark, the first of equals."""
    best = 0
    for at in range(1, len(marks)):
        if marks[at] > marks[best]:
            best = at
    return best


def _mixed(marks: list[float], chance: Chance) -> int:
    """The place of a random mark within 0.5 of the highest, the higher the likelier."""
    top = max(marks)
    shares = [max(0.0, 1.0 - (top - mark) / 0.5) for mark in marks]
    point = chance.random() * sum(shares)
    for at in range(len(shares)):
        point -= shares[at]
        if point < 0.0:
            return at
    return _highest(marks)


class GreedyPlayer(Player):
    """Gives the order that looks best at once, in its posture. Rule: stacks:hidden.views."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance
        self.posture: Posture = posture
        self._adviser: Adviser | None = None

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """Return the order that looks best."""
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        lens: Lens = seat.lens
        adviser = self._adviser
        if adviser is None or not adviser.fits(lens.setting):
            adviser = Adviser(lens.setting, self.posture)
            self._adviser = adviser
        return adviser.best(decision, lens, self.chance)


class Counsel:
    """Candidates and judgement for tree search; keeps its adviser from question to question."""

    def __init__(self, learned: dict[str, Learned]) -> None:
        self.learned: dict[str, Learned] = learned
        self._adviser: Adviser | None = None

    def _for(self, setting: Setting) -> Adviser:
        """The adviser for battles of this setting."""
        adviser = self._adviser
        if adviser is None or not adviser.fits(setting):
            adviser = Adviser(setting, OWN, self.learned)
            self._adviser = adviser
        return adviser

    def candidates(self, decision: Decision, lens: Lens, most: int) -> list[Order]:
        """The orders worth thinking about, the greedy player's own first."""
        return self._for(lens.setting).ranked(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The chances of a side in a full state, from 0 to 1."""
        return self._for(state.setting).judgement.judge(state, side)

    def terms(self, state: State, side: int) -> list[float]:
        """The terms of a judgement for a side in a game on the map, in the order of `TERMS`."""
        return self._for(state.setting).judgement.terms(state, side, NOBODY)
