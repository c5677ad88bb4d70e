"""The greedy player on the map: where to march, what to attack, what to hold.

The whole Move Phase is planned at once, with moves weighed as in `map_worth`. The best move of each stack is taken, the strongest
stack first; then what is left of the stacks is gone through once more. The orders of the plan are given one by one as long as
nothing unforeseen happens.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.ai.campaign.map_worth import Campaign, Ground, Idea
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.ai.postures import OWN, Posture
from banneret.rulebooks.stacks.turn.move_form import DONE, MoveForm

MOST_PLANS: Final = 2000  # plans cached


class Plan:
    """The orders of a Move Phase, each with the footprint of the map before it."""

    __slots__ = ("marks", "orders")

    def __init__(self) -> None:
        self.marks: list[tuple[int, ...]] = []
        self.orders: list[Order] = []

    def add(self, mark: tuple[int, ...], order: Order) -> None:
        """Add the next order, with the footprint of the map before it."""
        self.marks.append(mark)
        self.orders.append(order)


class MarchOrders:
    """Plans the moves of a turn, in a posture, and gives the orders of its plan one by one."""

    def __init__(self, estimates: Estimates, posture: Posture = OWN) -> None:
        self.estimates: Estimates = estimates
        self.posture: Posture = posture
        self._ground: Ground | None = None
        self._plan: Plan = Plan()
        self._at: int = 0  # the place in it
        self._plans: dict[tuple[int, ...], Plan] = {}  # plans made before, by all that they depend on

    def campaign(self, lens: Lens) -> Campaign:
        """The map as the side weighs it now."""
        ground = self._ground
        if ground is None or ground.setting is not lens.setting:
            ground = Ground(lens.setting, self.posture)
            self._ground = ground
            self._plans = {}
        return Campaign(self.estimates, ground, lens, self.posture)

    def order(self, form: MoveForm, lens: Lens) -> Order:
        """The next order of the plan, or of a new plan if the position was not foreseen."""
        present = footprint(lens, {}, [])
        if self._at >= len(self._plan.marks) or self._plan.marks[self._at] != present:
            self._plan = self._recall(form, lens, present)
            self._at = 0
        orders = self._plan.orders
        while self._at < len(orders):
            order = orders[self._at]
            self._at += 1
            if form.check(order) is None:
                return order
        return DONE

    def _recall(self, form: MoveForm, lens: Lens, present: tuple[int, ...]) -> Plan:
        """The cached plan for this very position, which tree search meets again and again, or a new one."""
        key = present + knowledge(lens)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._planned(form, lens)
            if len(self._plans) >= MOST_PLANS:
                self._plans = {}
            self._plans[key] = plan
        return plan

    def _planned(self, form: MoveForm, lens: Lens) -> Plan:
        """All orders of the Move Phase."""
        campaign = self.campaign(lens)
        plan = Plan()
        free: dict[int, list[int]] = {}
        strengths: list[tuple[float, int]] = []
        for hex_, units in campaign.places.items():
            able = form.movable(hex_)
            if able:
                free[hex_] = able
                kinds = [campaign.kinds[unit.kind] for unit in units]
                strengths.append((-self.estimates.strength(kinds), hex_))
        moved: dict[int, int] = {}
        boarded: list[int] = []
        if campaign.ground.water:
            self._board(form, campaign, free, boarded, plan)
        if free:
            campaign.look_around()
            strengths.sort()
            weighed: dict[int, int] = {}  # by stack, the number of orders when no move was found for it
            for _ in range(2):
                for _, hex_ in strengths:
                    before = len(plan.orders)
                    if hex_ in free and weighed.get(hex_, -1) != before:
                        self._move(form, campaign, hex_, free, moved, plan)
                        if len(plan.orders) == before:
                            weighed[hex_] = before
        plan.add(footprint(lens, moved, []), DONE)
        return plan

    def _board(
        self,
        form: MoveForm,
        campaign: Campaign,
        free: dict[int, list[int]],
        boarded: list[int],
        plan: Plan,
    ) -> None:
        """Plan boardings for units at sea without a ship, before anything else. Rule: stacks:move.board."""
        lens = campaign.lens
        for hex_ in free:
            if lens.setting.water[hex_]:
                for order in form.boardings(hex_):
                    if order[1] not in boarded and lens.kind(order[1]).habitat == "land":
                        boarded.append(order[1])
                        plan.add(footprint(lens, {}, []), order)

    def _move(
        self,
        form: MoveForm,
        campaign: Campaign,
        hex_: int,
        free: dict[int, list[int]],
        moved: dict[int, int],
        plan: Plan,
    ) -> None:
        """Plan the best move of a stack, if one is better than to stay."""
        helpers = campaign.helpers(free)
        best: Idea | None = None
        for idea in campaign.ideas(form, hex_, free[hex_], helpers):
            if idea.mark > 0.0 and (best is None or idea.mark > best.mark):
                best = idea
        if best is None:
            return
        lens = campaign.lens
        plan.add(footprint(lens, moved, []), form.order(best.group, best.path))
        there = best.path[len(best.path) - 1]
        group = [lens.unit(i) for i in best.group]
        campaign.places[hex_] = [unit for unit in campaign.places[hex_] if unit.id not in best.group]
        if not campaign.places[hex_]:
            del campaign.places[hex_]
        campaign.places[there] = campaign.places.get(there, []) + group
        free[hex_] = [i for i in free[hex_] if i not in best.group]
        if not free[hex_]:
            del free[hex_]
        for i in best.group:
            moved[i] = there

    def ranked(self, form: MoveForm, lens: Lens, most: int) -> list[Order]:
        """The most promising orders, best first; `DONE` has the mark of standing still."""
        campaign = self.campaign(lens)
        free: dict[int, list[int]] = {}
        for hex_ in campaign.places:
            able = form.movable(hex_)
            if able:
                free[hex_] = able
        rows: list[tuple[float, int]] = [(0.0, 0)]
        ideas: list[Idea] = []
        if free:
            campaign.look_around()
            helpers = campaign.helpers(free)
            for hex_ in free:
                for idea in campaign.ideas(form, hex_, free[hex_], helpers):
                    ideas.append(idea)
                    rows.append((-idea.mark, len(rows)))
        rows.sort()
        found: list[Order] = []
        for _, number in rows[:most]:
            order = form.order(ideas[number - 1].group, ideas[number - 1].path) if number else DONE
            if form.check(order) is None:
                found.append(order)
        if DONE not in found:
            if len(found) >= most:
                found.pop()
            found.append(DONE)
        return found


def knowledge(lens: Lens) -> tuple[int, ...]:
    """All that a plan depends on besides the `footprint`: the state of own units, flags, and what is known of the enemies."""
    found: list[int] = lens.standards()
    for hex_ in lens.hexes():
        for unit in lens.stack(hex_):
            found.append(unit.kind)
            found.append(unit.aboard * 8 + unit.held_turns)
            found.extend([artifact.index for artifact in lens.artifacts(unit)])
    for side in lens.enemies():
        found.append(-2)
        found.append(lens.afield(side))
        found.append(lens.drawn_unseen(side))
        found.extend([kind.index for kind in lens.unplaced(side)])
        for hex_ in lens.banners(side):
            found.append(-3 if lens.whole(side, hex_) else -4)
            found.append(lens.size(side, hex_))
            found.extend([kind.index for kind in lens.known(side, hex_)])
    return tuple(found)


def footprint(lens: Lens, moved: dict[int, int], extra: list[int]) -> tuple[int, ...]:
    """A key of the map as a side sees it, after the units in `moved` have gone to their hexes."""
    found: list[int] = [lens.turn(), lens.side]
    for side in lens.enemies():
        found.extend(lens.banners(side))
        found.append(-1)
    rows: list[tuple[int, int]] = []
    for hex_ in lens.hexes():
        for unit in lens.stack(hex_):
            place = moved.get(unit.id, -1)
            if place >= 0:
                rows.append((unit.id, place * 2 + 1))
            else:
                rows.append((unit.id, hex_ * 2 + (1 if unit.moved else 0)))
    rows.sort()
    for number, place in rows:
        found.append(number)
        found.append(place)
    found.extend(extra)
    return tuple(found)
