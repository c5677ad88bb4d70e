"""The movement step of a side, one move after the other: the question, and carrying out the order.

Rules: warcards:round.both-act, warcards:move.allowance, warcards:rout.move-home.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import NAMES, NUMBERS, RESERVES
from banneret.rulebooks.warcards.board.people import stands
from banneret.rulebooks.warcards.board.standing import on_field
from banneret.rulebooks.warcards.movement.characters import changes_of, send_person
from banneret.rulebooks.warcards.movement.hero_moves import hero_ends, send_heroes
from banneret.rulebooks.warcards.movement.home import must_go_home, ways_home
from banneret.rulebooks.warcards.movement.refusals import home_first, why_not
from banneret.rulebooks.warcards.movement.walking import walk
from banneret.rulebooks.warcards.movement.ways import may_set_out, paths
from banneret.rulebooks.warcards.ratings.allowance import effective_move
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit

DONE: Final[Order] = ("done",)


# ---------------------------------------------------------------- the question


class MoveDecision(Decision):
    """The question of a side's movement step: move a unit or heroes, let a character change units, or end the step.

    While a routed or withdrawing unit has a way home, only such moves and heroes are offered.
    """

    def __init__(self, state: State, side: int) -> None:
        super().__init__("move", side, "warcards:move.allowance")
        self.listed = True
        self.battle: State = state
        self.forced: list[Unit] = [
            unit
            for unit in on_field(state, side)
            if must_go_home(state, unit) and ways_home(state, unit, effective_move(state, unit))
        ]
        self.movers: list[Unit] = []
        if not self.forced:
            withdrawing = state.withdrawing >> side & 1
            self.movers = [
                unit
                for unit in state.units
                if unit.side == side and not withdrawing and not unit.routed and may_set_out(state, unit)
            ]
        self.groups: list[Group] = [
            group
            for group in state.groups
            if group.side == side and not group.dissolved and not group.halted and hero_ends(state, group)
        ]
        self.people: list[Figure] = []
        if not self.forced:
            self.people = [
                figure for figure in state.figures if figure.side == side and changes_of(state, figure)
            ]

    def has_any(self) -> bool:
        """True if the side can do more than end the step."""
        return bool(self.forced or self.movers or self.groups or self.people)

    def of_unit(self, unit: Unit) -> list[Order]:
        """The moves of one unit."""
        state = self.battle
        ways = ways_home(state, unit, effective_move(state, unit)) if self.forced else paths(state, unit)
        return [("move", unit.id, *[NAMES[area] for area in way]) for way in ways]

    def of_group(self, group: Group) -> list[Order]:
        """The moves of one Heroes unit."""
        found: list[Order] = []
        for place, _ in hero_ends(self.battle, group):
            found.append(
                ("heroes", group.id, NAMES[place]) if place >= 0 else ("heroes", group.id, "with", -2 - place)
            )
        return found

    def of_person(self, figure: Figure) -> list[Order]:
        """The changes open to one character."""
        return [
            ("person", figure.id, "with", host)
            if host >= 0
            else ("person", figure.id, NAMES[RESERVES[self.side]])
            for host in changes_of(self.battle, figure)
        ]

    def orders(self) -> list[Order]:
        """Every move, and the end of the step if nothing must be moved."""
        found: list[Order] = [] if self.forced else [DONE]
        for unit in self.forced or self.movers:
            found.extend(self.of_unit(unit))
        for group in self.groups:
            found.extend(self.of_group(group))
        for figure in self.people:
            found.extend(self.of_person(figure))
        return found

    def default(self) -> Order:
        """The end of the step, or the first way home."""
        return self.of_unit(self.forced[0])[0] if self.forced else DONE

    def check(self, order: Order) -> Refusal | None:
        """None for a listed move, else a refusal with the first fault of the order."""
        if order == DONE and not self.forced:
            return None
        options = self._of_whom_it_names(order)
        if order in options:
            return None
        if order == DONE:
            reason, rule = home_first(self.battle, self.forced[0])
        else:
            reason, rule = why_not(self.battle, self.side, self.forced, order)
        return Refusal(reason, rule, nearest_order(order, options) or self.default())

    def _of_whom_it_names(self, order: Order) -> list[Order]:
        """All orders for the unit, heroes or character that an order names; none if there is no such one."""
        if len(order) >= 3 and isinstance(order[1], int):
            if order[0] == "move":
                for unit in self.forced or self.movers:
                    if unit.id == order[1]:
                        return self.of_unit(unit)
            elif order[0] == "heroes":
                for group in self.groups:
                    if group.id == order[1]:
                        return self.of_group(group)
            elif order[0] == "person":
                for figure in self.people:
                    if figure.id == order[1]:
                        return self.of_person(figure)
        return []

    def sample(self, chance: Chance) -> Order:
        """A random mover with a random way, or the end of the step."""
        units = self.forced or self.movers
        count = len(units) + len(self.groups) + len(self.people) + (0 if self.forced else 1)
        pick = chance.below(count)
        if pick < len(units):
            ways = self.of_unit(units[pick])
            return ways[chance.below(len(ways))] if ways else self.default()
        pick -= len(units)
        if pick < len(self.groups):
            ends = self.of_group(self.groups[pick])
            return ends[chance.below(len(ends))]
        pick -= len(self.groups)
        if pick < len(self.people):
            changes = self.of_person(self.people[pick])
            return changes[chance.below(len(changes))]
        return DONE


def move_step(state: State, table: Table, side: int) -> bool:
    """Ask for one move of a side and make it; True when the step is over.

    Rules: warcards:round.both-act, warcards:move.allowance, warcards:rout.move-home, warcards:lead.general-place.
    """
    decision = MoveDecision(state, side)
    if not decision.has_any():
        return True
    if len(decision.forced) == 1 and not decision.groups:
        only = decision.of_unit(decision.forced[0])
        order = only[0] if len(only) == 1 else table.ask(decision)
    else:
        order = table.ask(decision)
    if order[0] == "done":
        return True
    if order[0] == "move":
        way = [NUMBERS[name] for name in order[2:]]
        walk(state, table, state.units[order[1]], way)
        return False
    if order[0] == "person":
        send_person(state, table, state.figures[order[1]], order[3] if order[2] == "with" else st.NOBODY)
        return False
    group = state.groups[order[1]]
    place = -2 - order[3] if order[2] == "with" else NUMBERS[order[2]]
    for end, cost in hero_ends(state, group):
        if end == place:
            send_heroes(state, table, group, stands(state, group), place, cost)
            break
    return False
