"""Advice to a seat: the order that the computer would give in its place, and why, from what that seat may see.

The orders worth trying are played on in imagined worlds (`banneret.players.search.planning`). Two of these plays are then told in full: one that
ended as most did, for the deeds of the own side, and one that ended badly, for those of the others. These deeds are imagined too.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import RollCall
from banneret.kernel.dice import Chance
from banneret.kernel.naming.saying import say_order
from banneret.kernel.order import write_order
from banneret.kernel.viewer import viewer_of
from banneret.players.search.planning import Planner, best_of, lead_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.kernel.decision import Decision
    from banneret.kernel.event import Event
    from banneret.kernel.order import Order
    from banneret.kernel.player import Seat
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scene import Scene
    from banneret.players.search.planning import Plan

PLAYS: Final = 320
SECONDS: Final = 2.0
CANDIDATES: Final = 10
LOYALTY: Final = 1.0
BAD: Final = 0.15  # so much less than usual is a bad end
EVEN: Final = 0.01  # a smaller difference of chances is none
RARE: Final = 0.05  # bad ends that are rarer are not feared
MOST_LINES: Final = 4
MOST_OTHERS: Final = 2
UNTRIED: Final = "There was no time to play it on: it is the order of rules of thumb."
LEAST: Final = 8  # worlds that another order must have met to be told of


class Tried(msgspec.Struct, frozen=True):
    """Another order that was tried, in words, and the chance to win with it."""

    order: str
    label: str
    chance: float


class Fear(msgspec.Struct, frozen=True):
    """The way in which it goes badly: how often it does, the chance to win then, both in a sentence, and the deeds of others in an example."""

    share: float
    chance: float
    sentence: str
    lines: tuple[str, ...]


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order for a seat, in words, and the reasons for it.

    `before` is the chance to win as the position stands, led on as the computer's greedy player would; `after` with the order, and
    `sentence` says both. `line` are the deeds that follow, in an example; `plays` says how often all orders together were played on.
    """

    order: str
    label: str
    before: float
    after: float
    sentence: str
    plays: int
    line: tuple[str, ...] = ()
    fear: Fear | None = None
    others: tuple[Tried, ...] = ()


def advise(
    rulebook: Rulebook[Any],
    decision: Decision,
    seat: Seat,
    scene: Scene,
    plays: int = PLAYS,
    seconds: float = SECONDS,
) -> Advice | None:
    """Advice on a decision, seen from its seat; None where there is nothing to choose. `seconds`: the time it may take, 0 for any.

    `scene` is what the seat sees, with the decision as its first question.
    """
    if isinstance(decision, RollCall) or (decision.listed and len(decision.orders()) == 1):
        return None
    # The seed is always the same: one taken from the record would depend on what the seat does not know.
    planner = Planner(rulebook, Chance(1), perf_counter)
    planner.deadline = perf_counter() + seconds if seconds else 0.0
    plans = planner.plans(decision, seat, CANDIDATES)
    planner.try_out(plans, decision.kind, seat, plays, ends=True)
    planner.deadline = 0.0
    best = best_of(plans, LOYALTY)
    teller = Teller(planner, best, decision.kind, seat)
    question = scene.questions[0]

    def words(order: Order) -> str:
        return say_order(write_order(order), question, scene)

    order = write_order(best.order)
    listed = any(option.order == order for option in question.options)
    deed = "" if listed else teller.deed(best)
    after = best.mean()
    before = after - lead_of(best, plans[0])[0]
    return Advice(
        order,
        words(best.order),
        round(before, 4),
        round(after, 4),
        _sentence(before, after) if best.worths else UNTRIED,
        sum([len(plan.worths) for plan in plans]),
        tuple([text for text in teller.line() if text != deed]),
        teller.fear(),
        _others(plans, best, words),
    )


def _sentence(before: float, after: float) -> str:
    """The chance to win as it stands and with the order, as far as they differ."""
    if after - before < EVEN:
        return f"Chance to win about {whole_percent(after)}; no order that was tried does better."
    return (
        f"Chance to win about {whole_percent(after)}; by rules of thumb it would be {whole_percent(before)}."
    )


def _others(plans: Sequence[Plan], best: Plan, words: Callable[[Order], str]) -> tuple[Tried, ...]:
    """The best of the other orders, each once, by their worth in the worlds that the best one met too."""
    usual = best.mean()
    ranked = sorted([(usual + lead_of(plan, best)[0], number) for number, plan in enumerate(plans)])
    found: dict[str, Tried] = {}
    for chance, number in reversed(ranked):
        plan = plans[number]
        text = write_order(plan.order)
        if plan.order == best.order or len(plan.worths) < LEAST or text in found:
            continue
        found[text] = Tried(text, words(plan.order), round(min(1.0, max(0.0, chance)), 4))
        if len(found) == MOST_OTHERS:
            break
    return tuple(found.values())


class Teller:
    """Tells plays of a plan in the worlds that it met."""

    def __init__(self, planner: Planner, plan: Plan, kind: str, seat: Seat) -> None:
        self.planner = planner
        self.plan = plan
        self.kind = kind
        self.seat = seat

    def told(self, plan: Plan, number: int) -> list[Event]:
        """The news of one play of a plan, as its side would receive them; no throws, no headings."""
        table = self.planner.table(self.kind, self.seat, telling=True)
        self.planner.played(self.planner.worlds[number], [plan], table, self.seat)
        viewer = viewer_of(self.seat.side)
        return [event for event in table.told if event.seen_by(viewer) and not event.bare and not event.dice]

    def deed(self, plan: Plan) -> str:
        """The first deed of the own side where it follows a plan; nothing where it met no world."""
        events = self.told(plan, 0) if plan.worths else []
        return next((event.text for event in events if event.side == self.seat.side), "")

    def line(self) -> tuple[str, ...]:
        """The deeds of the own side, in a play that ended as most did."""
        worths = self.plan.worths
        if not worths:
            return ()
        events = self.told(self.plan, _middle(range(len(worths)), worths))
        return _lines([event for event in events if event.side == self.seat.side])

    def fear(self) -> Fear | None:
        """The bad ends, if there are enough of them, with the deeds of the others in one of them."""
        worths = self.plan.worths
        bad = [number for number, worth in enumerate(worths) if worth <= self.plan.mean() - BAD]
        if not bad or len(bad) < RARE * len(worths):
            return None
        events = self.told(self.plan, _middle(bad, worths))
        lines = _lines([event for event in events if event.side != self.seat.side])
        chance = sum([worths[number] for number in bad]) / len(bad)
        share = len(bad) / len(worths)
        sentence = (
            f"In {whole_percent(share)} of its plays it went badly, and left about {whole_percent(chance)}."
        )
        return Fear(round(share, 4), round(chance, 4), sentence, lines)


def _middle(numbers: Sequence[int], worths: Sequence[float]) -> int:
    """The number of the play that ended in the middle of these."""
    ranked = sorted(numbers, key=worths.__getitem__)
    return ranked[len(ranked) // 2]


def _lines(events: Sequence[Event]) -> tuple[str, ...]:
    """The first sentences, each once."""
    return tuple(dict.fromkeys([event.text for event in events]))[:MOST_LINES]
