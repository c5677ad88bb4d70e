"""Attempts of commanders in the Rally Phase: which commander may try to rally or order which unit.

An order names the unit and the commander who tries, `own` or the number of a leader: `("rally", 3, "own")`,
`("order", 5, 0, "forward")`, `("order", 5, 0, "wheel", "left", 40)`.

Rules: battlesystem:6.0 to battlesystem:6.1b, battlesystem:6.5, battlesystem:2.9c, battlesystem:2.10e, battlesystem:2.10f.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.decision import Decision, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.command import chain, coverage, discipline
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.morale.causes import RALLY as CAUSE
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, figures_standing, name, on_field
from banneret.rulebooks.battlesystem.tables.rosters import CROWD
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CHARGE, FIELD, FORCE_MARCH, FORWARD, NO_ORDER, NOBODY, Unit

DONE: Final[Order] = ("done",)

MOST_WHEEL: Final = 90.0
"""Degrees of wheel that can be ordered. Rule: battlesystem:2.10f."""

MOB_ORDERS: Final[dict[str, int]] = {"forward": FORWARD, "charge": CHARGE, "march": FORCE_MARCH}
_SIDES: Final = ("left", "right")

# ---------------------------------------------------------------- who may be tried, and by whom


def needs(state: State, unit: Unit) -> str:
    """The help that a commander could give a unit: "rally", "order" (a mob), or "" (none). Rules: battlesystem:6.0, 6.5, 6.6.

    Troops out of hand can be rallied only when their attack is over. Rule: battlesystem:4.6h.
    """
    if unit.status != FIELD or unit.tried:
        return ""
    if unit.routed or routed_figures(unit):
        return "rally"
    if not discipline.is_over(state, unit):
        return ""
    if unit.now.kind == CROWD:
        return "order"
    return "rally" if unit.rash else ""


def routed_figures(unit: Unit) -> list[int]:
    """The routed figures of a skirmish unit; none of any other."""
    singles = unit.singles
    if singles is None:
        return []
    return [figure for figure in figures_standing(unit) if singles[figure].routed]


def rallying(state: State, unit: Unit) -> list[int]:
    """The commanders who may try to rally a unit or to order it, by number. Rules: battlesystem:6.1, 6.1a, 2.9c, 2.10e."""
    if not needs(state, unit):
        return []
    return [one for one in chain.commanders(state, unit) if hindrance(state, unit, one) is None]


def hindrance(state: State, unit: Unit, commander: int) -> Refusal | None:
    """The reason a commander of the unit's chain cannot try now; None if he can. Rules: battlesystem:6.1, battlesystem:6.1a.

    Of skirmishers it is enough that one routed figure is within his radius and touches no enemy.
    """
    tried = unit.leader_tried if commander == chain.OWN else state.individuals[commander].tried
    if tried:
        who = chain.commander_name(state, unit, commander)
        return Refusal(f"{who} has tried already this round.", "battlesystem:6.1a")
    if routed_figures(unit):
        if within_reach(state, unit, commander):
            return None
        reason = f"No routed figure of {name(state, unit)} is within the radius and free of enemies."
        return Refusal(reason, "battlesystem:6.1")
    if not coverage.covers(state, commander, unit):
        who = chain.commander_name(state, unit, commander)
        return Refusal(
            f"Not every figure of {name(state, unit)} is near enough to {who}.", "battlesystem:6.1"
        )
    if contacts.is_engaged(state, unit) or footprints.besieged(state, unit):
        return Refusal(says(state, unit, "touches|touch an enemy."), "battlesystem:6.1")
    return None


def within_reach(state: State, unit: Unit, commander: int) -> list[int]:
    """The routed skirmishers that a commander may rally: within his radius and touching no enemy. Rules: battlesystem:2.9c, 6.1."""
    found = [
        figure for figure in routed_figures(unit) if coverage.covers_figure(state, commander, unit, figure)
    ]
    if found:
        for number in contacts.enemies_touching(state, unit):
            touched = {touch.figure for touch in contacts.touches(state, unit, state.units[number])}
            found = [figure for figure in found if figure not in touched]
        besieged = footprints.besieged(state, unit)
        found = [figure for figure in found if figure not in besieged]
    return found


# ---------------------------------------------------------------- the question


class Attempt(Decision):
    """The next attempt of a side's commanders in the Rally Phase. Rules: battlesystem:6.0, battlesystem:6.1, battlesystem:6.6."""

    def __init__(self, state: State, side: int) -> None:
        super().__init__("rally", side, "battlesystem:6.0")
        self.state: State = state
        self.tries: list[tuple[int, int, str]] = []  # unit, commander, what for
        for unit in on_field(state, side):
            what = needs(state, unit)
            if what:
                for commander in rallying(state, unit):
                    self.tries.append((unit.id, commander, what))
        self.listed = all(what != "order" for _, _, what in self.tries)

    def orders(self) -> list[Order]:
        """Every attempt, of wheels those by 45 and 90 degrees, and "done"."""
        found: list[Order] = []
        for unit, commander, what in self.tries:
            if what == "rally":
                found.append(("rally", unit, _word(commander)))
                continue
            found.extend(("order", unit, _word(commander), word) for word in MOB_ORDERS)
            found.extend(
                ("order", unit, _word(commander), "wheel", side, degrees)
                for side in _SIDES
                for degrees in (45, 90)
            )
        found.append(DONE)
        return found

    def default(self) -> Order:
        """The likeliest rally, by the commander who does it best; else to order a mob without an order forward; else "done"."""
        best, best_rank = DONE, (0, -1000)
        for number, commander, what in self.tries:
            unit = self.state.units[number]
            chance = current_morale.current(self.state, unit, Cause(CAUSE), None, commander)
            if what == "rally" and best_rank < (2, chance):
                best, best_rank = ("rally", number, _word(commander)), (2, chance)
            elif what == "order" and unit.order == NO_ORDER and best_rank < (1, chance):
                best, best_rank = ("order", number, _word(commander), "forward"), (1, chance)
        return best

    def check(self, order: Order) -> Refusal | None:
        """Return None for an attempt that can be made, and for "done"."""
        if order == DONE:
            return None
        found = self._fault(order)
        if found is None:
            return None
        return Refusal(found.reason, found.rule, nearest_order(order, self.orders()))

    def _fault(self, order: Order) -> Refusal | None:
        """The reason why an order cannot be given, without an example; None if it can."""
        if not order or order[0] not in ("rally", "order") or len(order) < 3:
            return Refusal(
                "Say 'rally' or 'order' with the unit and the commander, as 'rally 3 own', or 'done'.",
                self.rule,
            )
        state = self.state
        number, who = order[1], order[2]
        if not isinstance(number, int) or number not in state.units:
            return Refusal("Name one of your units by its number.", self.rule)
        unit = state.units[number]
        if unit.side != self.side or unit.status != FIELD:
            return Refusal(
                says(state, unit, "is|are not a unit of yours that stands on the table."), self.rule
            )
        commander = commander_named(who)
        if commander == NOBODY or commander not in chain.commanders(state, unit):
            return Refusal(says(state, unit, "has|have no such commander."), "battlesystem:6.1")
        if unit.tried:
            reason = f"A commander has already done their best for {name(state, unit)}."
            return Refusal(reason, "battlesystem:6.1a")
        what = needs(state, unit)
        if what != order[0]:
            if order[0] == "order" and unit.now.kind != CROWD:
                return Refusal(
                    f"Orders are for mobs; {says(state, unit, 'is|are none.')}", "battlesystem:6.6"
                )
            if what == "rally":
                reason = says(state, unit, "takes|take no orders: first it|they must be rallied.")
                return Refusal(reason, "battlesystem:6.6")
            if unit.rash or unit.quarry != NOBODY:
                reason = says(state, unit, "cannot be held back before its|their attack is over.")
                return Refusal(reason, "battlesystem:4.6h")
            reason = says(state, unit, "is|are neither routed nor out of hand: there is nothing to rally.")
            return Refusal(reason, self.rule)
        bad = hindrance(state, unit, commander)
        if bad is not None:
            return bad
        if what == "rally":
            if len(order) > 3:
                return Refusal("Nothing follows the commander of a rally.", self.rule)
            return None
        return _order_fault(order[3:])

    def sample(self, chance: Chance) -> Order:
        """Any attempt; to be done in one case of eight."""
        if not self.tries or chance.below(8) == 0:
            return DONE
        unit, commander, what = self.tries[chance.below(len(self.tries))]
        if what == "rally":
            return ("rally", unit, _word(commander))
        words = list(MOB_ORDERS)
        drawn = chance.below(len(words) + 1)
        if drawn < len(words):
            return ("order", unit, _word(commander), words[drawn])
        return ("order", unit, _word(commander), "wheel", _SIDES[chance.below(2)], 1 + chance.below(90))


def _order_fault(words: Order) -> Refusal | None:
    """The reason these words are not one of the four orders of a mob; None if they are. Rule: battlesystem:2.10f."""
    if len(words) == 1 and words[0] in MOB_ORDERS:
        return None
    if len(words) == 3 and words[0] == "wheel" and words[1] in _SIDES:
        degrees = words[2]
        if isinstance(degrees, (int, float)) and 0.0 < degrees <= MOST_WHEEL:
            return None
        reason = "A mob can be ordered to wheel by more than 0 and up to 90 degrees."
        return Refusal(reason, "battlesystem:2.10f")
    reason = "A mob knows four orders: 'forward', 'charge', 'march' and 'wheel left 45'."
    return Refusal(reason, "battlesystem:2.10f")


def _word(commander: int) -> str | int:
    """The word of orders for a commander: "own", or his number."""
    return "own" if commander == chain.OWN else commander


def commander_named(word: Any) -> int:
    """The number of the commander that a word of an order names; NOBODY if it names none."""
    if word == "own":
        return chain.OWN
    return word if isinstance(word, int) and word >= 0 else NOBODY
