"""Surrounded troops that would rout: they are destroyed, or, with the option `capture`, taken prisoner.

Rules: battlesystem:7.15d, battlesystem:7.15f.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import distance
from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import without
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.individuals import fates
from banneret.rulebooks.battlesystem.morale.rout import resting, runners
from banneret.rulebooks.battlesystem.morale.rout.enclosure import GAP
from banneret.rulebooks.battlesystem.space import distances, dressing, standing
from banneret.rulebooks.battlesystem.space.casualties import count_stands
from banneret.rulebooks.battlesystem.state import State, bases_for, enemies, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CAPTURED, NOBODY, SLAIN, Unit

EACH: Final = 4
"""The most captives that one guard holds. Rule: battlesystem:7.15f."""


class Capture(Decision):
    """The choice to destroy surrounded troops or to take them, and of their guards. Rule: battlesystem:7.15f.

    The orders are `("destroy", 7)`, and `("capture", 7, (2, 3))`: as many of unit 7 are taken as three figures of unit 2 can guard.
    Several units may name guards.

    Args:
        side: the side that decides.
        victim: the surrounded unit.
        figures: the number of figures that could be taken.
        guards: the units that may name guards, each with the number of figures it can spare.
        room: the number of them that the guards there already are can hold.
    """

    def __init__(
        self, side: int, victim: int, figures: int, guards: list[tuple[int, int]], room: int = 0
    ) -> None:
        super().__init__("capture", side, "battlesystem:7.15f")
        self.victim: int = victim
        self.figures: int = figures
        self.needed: int = (figures - room + EACH - 1) // EACH
        self.guards: list[tuple[int, int]] = guards

    def orders(self) -> list[Order]:
        """For each unit, to hold as many as its guards can; and to destroy them."""
        found: list[Order] = [
            ("capture", self.victim, (unit, min(self.needed, able))) for unit, able in self.guards
        ]
        return [*found, ("destroy", self.victim)]

    def default(self) -> Order:
        """To take as many as the unit with the most figures to spare can hold."""
        best = max(self.guards, key=lambda guard: guard[1])
        return ("capture", self.victim, (best[0], min(self.needed, best[1])))

    def check(self, order: Order) -> Refusal | None:
        """Return None if the units have such guards to spare, and no more are named than needed."""
        reason = self._fault(order)
        return Refusal(reason, self.rule, self.default()) if reason else None

    def _fault(self, order: Order) -> str:
        """The reason why an order cannot be given, "" if it can."""
        if order == ("destroy", self.victim):
            return ""
        if len(order) < 3 or order[0] != "capture" or order[1] != self.victim:
            return f"Say 'destroy {self.victim}', or 'capture {self.victim}' with the guards, as '(2 3)' for three of unit 2."
        total = 0
        seen: list[int] = []
        for pair in order[2:]:
            if not (
                isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(part, int) for part in pair)
            ):
                return "Guards are named as '(2 3)': three figures of unit 2."
            unit, count = pair
            able = [left for number, left in self.guards if number == unit]
            if unit in seen:
                return f"Name the guards of unit {unit} once."
            if not able:
                return f"Unit {unit} can spare no guards here."
            if not 1 <= count <= able[0]:
                return f"Unit {unit} can spare 1 to {able[0]} guards, not {count}."
            seen.append(unit)
            total += count
        if total > self.needed:
            return f"{self.needed} guards are enough."
        return ""

    def sample(self, chance: Chance) -> Order:
        """To destroy them in one case of four, else to hold them with any number of guards of one unit."""
        if chance.below(4) == 0:
            return ("destroy", self.victim)
        unit, able = self.guards[chance.below(len(self.guards))]
        return ("capture", self.victim, (unit, 1 + chance.below(min(able, self.needed))))


def destroyed(state: State, table: Table, runner: runners.Runner, heading: float, inches: float) -> None:
    """Destroy a surrounded runner, or take it captive. Rules: battlesystem:7.15d, battlesystem:7.15f.

    Figures that are not guarded escape through the enemies and run n inches along the heading, routed.
    """
    unit = runner.unit
    figures = unit.figures if runner.figure == NOBODY else 1
    taken = _taken(state, table, runner, figures) if state.setting.flags.capture else 0
    if taken == 0:
        _tell(state, table, unit, says(state, unit, "is|are surrounded and destroyed."), "battlesystem:7.15d")
        _gone(state, table, runner, SLAIN)
        return
    unit.captured += taken
    if taken == figures:
        _tell(state, table, unit, says(state, unit, "is|are surrounded and captured."), "battlesystem:7.15f")
        _gone(state, table, runner, CAPTURED)
        if runner.figure == NOBODY:
            unit.figures = 0
        return
    escape = "1 escapes" if figures - taken == 1 else f"{figures - taken} escape"
    text = f"{taken} of {name(state, unit)} {'is' if taken == 1 else 'are'} captured, {escape}."
    _tell(state, table, unit, text, "battlesystem:7.15f")
    block = runner.block
    assert block is not None, "one figure is taken or not"
    unit.figures -= taken
    smaller = without(block, block.figures - bases_for(unit, unit.figures))
    assert smaller is not None, "some are left"
    dressing.stand(unit, smaller)
    count_stands(unit)
    runner = runners.Runner(unit, smaller, None)
    line = runners.Line(heading, inches, False, True)
    end = resting.led_on(state, runner, line, True)
    resting.come_to_rest(state, table, runner, end)


def _gone(state: State, table: Table, runner: runners.Runner, status: int) -> None:
    """Take a surrounded runner off the table; a skirmish unit shares the fate of its last figure. Rules: 7.15f, 9.1e, 9.2e, 9.2i.

    A commander at a skirmisher who is destroyed steps to the nearest who is left, and is taken with one who is taken; by versions 1 to 17
    of the rules he was out of the battle, as if that one had run off the table. By versions 1 to 10 of the rules the unit had fled if one
    of its figures had, else it was destroyed, even if the last one was taken.
    """
    unit = runner.unit
    led = unit.singles is not None and unit.leader_at == runner.figure and unit.figures > 1
    resting.take_off(state, runner, status)
    if led and is_mended(state, 18):
        if status == SLAIN:
            commander_figures.succeed(unit, runner.x, runner.y)
        elif unit.chief != NOBODY:
            fates.captured_with_figure(state, table, state.individuals[unit.chief])
    if unit.singles is not None and not unit.figures and is_mended(state, 11):
        unit.become(status)


def _taken(state: State, table: Table, runner: runners.Runner, figures: int) -> int:
    """Ask the surrounding side; return the number of figures that it takes, 0 if it destroys them. Rule: battlesystem:7.15f."""
    near = [
        (_away(state, runner, enemy), enemy.id)
        for enemy in enemies(state, runner.unit.side)
        if enemy.singles is None and not enemy.routed
    ]
    near.sort()
    if not near:
        return 0
    side = state.units[near[0][1]].side
    beside = [state.units[number] for away, number in near if away < GAP and state.units[number].side == side]
    guards = [(enemy.id, enemy.figures - enemy.guards) for enemy in beside if enemy.figures > enemy.guards]
    room = sum([_room(state, enemy) for enemy in beside]) if is_mended(state, 10) else 0
    victim = runner.unit.id
    if room >= figures or (room and not guards):
        options: list[Order] = [("capture", victim), ("destroy", victim)]
        order = table.ask(Choice("capture", side, "battlesystem:7.15f", options))
    elif guards:
        order = table.ask(Capture(side, victim, figures, guards, room))
    else:
        return 0
    if order[0] == "destroy":
        return 0
    for number, count in order[2:]:
        state.units[number].guards += count
        room += EACH * count
    taken = min(figures, room)
    if is_mended(state, 10):
        _hold(state, beside, taken)
    return taken


def _away(state: State, runner: runners.Runner, enemy: Unit) -> float:
    """Inches between a surrounded runner and an enemy; by versions 1 to 9 of the rules the whole unit of a skirmisher counted."""
    if runner.figure == NOBODY or not is_mended(state, 10):
        return distances.distance(runner.unit, enemy)
    parts = standing.ground(enemy)
    return min([distance(mine, theirs) for mine in runners.own_ground(runner) for theirs in parts])


def _room(state: State, unit: Unit) -> int:
    """The number of captives that the guards of a unit could still hold. Rule: battlesystem:7.15f.

    By versions 1 to 15 of the rules guards who had fallen held some too.
    """
    if not is_mended(state, 16):
        return EACH * unit.guards - unit.held
    return max(0, EACH * min(unit.guards, unit.figures) - unit.held)


def _hold(state: State, units: list[Unit], captives: int) -> None:
    """Hand n captives to the guards of these units, as far as each has room."""
    for unit in units:
        more = min(captives, _room(state, unit))
        unit.held += more
        captives -= more


def _tell(state: State, table: Table, unit: Unit, text: str, rule: str) -> None:
    """Tell the fate of surrounded troops."""
    if table.telling:
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("destroyed", text, rule, side=unit.side, data=data))
