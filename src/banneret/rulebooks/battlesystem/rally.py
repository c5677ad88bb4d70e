"""The Rally Phase: commanders rally the routed, take troops in hand again, and give orders to mobs.

A side is asked for one attempt at a time until it says "done". Orders name the unit and who tries, `own` or a leader by his
number: `("rally", 3, "own")`, `("order", 5, 0, "forward")`, `("order", 5, 0, "wheel", "left", 40)`.

Rules: battlesystem:1.3, battlesystem:6.0 to battlesystem:6.6, battlesystem:2.9c, battlesystem:2.10e, battlesystem:2.10f.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.moves import face
from banneret.geometry.plane import snap_heading
from banneret.geometry.rectangles import LEFT, REAR, RIGHT, Rectangle, placed
from banneret.kernel.decision import Choice, Decision, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import command, discipline, morale, standing
from banneret.rulebooks.battlesystem.causes import RALLY as CAUSE
from banneret.rulebooks.battlesystem.causes import Cause
from banneret.rulebooks.battlesystem.facts import CROWD, REGULAR
from banneret.rulebooks.battlesystem.formations import TURNS
from banneret.rulebooks.battlesystem.sentences import agree, counted, says
from banneret.rulebooks.battlesystem.state import (
    CHARGE,
    FIELD,
    FORCE_MARCH,
    FORWARD,
    NO_ORDER,
    NOBODY,
    SEQUENCE,
    WHEEL,
    State,
    Unit,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.state import standing as figures_standing

DONE: Final[Order] = ("done",)

MOST_WHEEL: Final = 90.0
"""Degrees of wheel that can be ordered. Rule: battlesystem:2.10f."""

_PLAIN: Final[dict[str, int]] = {"forward": FORWARD, "charge": CHARGE, "march": FORCE_MARCH}
_SIDES: Final = ("left", "right")
_FACINGS: Final[dict[str, int]] = {"left": LEFT, "right": RIGHT, "about": REAR}
_TURNED: Final[dict[str, str]] = {
    "left": "faces|face left.",
    "right": "faces|face right.",
    "about": "turns|turn about.",
}
_WORDS: Final[dict[str, str]] = {
    "forward": "to move forward",
    "charge": "to charge",
    "march": "to force march",
}


# ---------------------------------------------------------------- who may be tried, and by whom


def needs(state: State, unit: Unit) -> str:
    """What a commander could do for a unit: "rally", "order" (a mob), or "" (nothing). Rules: battlesystem:6.0, 6.5, 6.6.

    Troops out of hand come to themselves only when their attack is over. Rule: battlesystem:4.6h.
    """
    if unit.status != FIELD or unit.tried:
        return ""
    if unit.routed or _routed_figures(unit):
        return "rally"
    if not discipline.is_over(state, unit):
        return ""
    if state.setting.rosters[unit.id].kind == CROWD:
        return "order"
    return "rally" if unit.rash else ""


def _routed_figures(unit: Unit) -> list[int]:
    """Of a skirmish unit, the figures that are routed."""
    singles = unit.singles
    if singles is None:
        return []
    return [figure for figure in figures_standing(unit) if singles[figure].routed]


def rallying(state: State, unit: Unit) -> list[int]:
    """The commanders who may try to rally a unit or to order it, by number. Rules: battlesystem:6.1, 6.1a, 2.9c, 2.10e."""
    if not needs(state, unit):
        return []
    return [one for one in command.commanders(state, unit) if hindrance(state, unit, one) is None]


def hindrance(state: State, unit: Unit, commander: int) -> Refusal | None:
    """Why a commander of its chain cannot try now; None when he can. Rules: battlesystem:6.1, battlesystem:6.1a.

    Skirmishers are on their own: those of them count that are routed, within the radius and free of enemies.
    """
    tried = unit.leader_tried if commander == command.OWN else state.leaders[commander].tried
    if tried:
        who = command.commander_name(state, unit, commander)
        return Refusal(f"{who} has tried already this round.", "battlesystem:6.1a")
    if _routed_figures(unit):
        if _within_reach(state, unit, commander):
            return None
        reason = f"No routed figure of {name(state, unit)} is within the radius and free of enemies."
        return Refusal(reason, "battlesystem:6.1")
    if not command.covers(state, commander, unit):
        who = command.commander_name(state, unit, commander)
        return Refusal(
            f"Not every figure of {name(state, unit)} is near enough to {who}.", "battlesystem:6.1"
        )
    if standing.is_engaged(state, unit):
        return Refusal(f"{name(state, unit)} touches an enemy.", "battlesystem:6.1")
    return None


def _within_reach(state: State, unit: Unit, commander: int) -> list[int]:
    """The routed skirmishers that a commander may rally. Rules: battlesystem:2.9c, battlesystem:6.1."""
    found = [
        figure for figure in _routed_figures(unit) if command.covers_figure(state, commander, unit, figure)
    ]
    if found:
        for number in standing.enemies_touching(state, unit):
            touched = {touch.figure for touch in standing.touches(state, unit, state.units[number])}
            found = [figure for figure in found if figure not in touched]
    return found


# ---------------------------------------------------------------- the question


class Attempt(Decision):
    """What a side's commanders try next in the Rally Phase. Rules: battlesystem:6.0, battlesystem:6.1, battlesystem:6.6."""

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
        """Every attempt (of wheels, a quarter turn and half of one), and "done"."""
        found: list[Order] = []
        for unit, commander, what in self.tries:
            if what == "rally":
                found.append(("rally", unit, _word(commander)))
                continue
            found.extend(("order", unit, _word(commander), word) for word in _PLAIN)
            found.extend(
                ("order", unit, _word(commander), "wheel", side, degrees)
                for side in _SIDES
                for degrees in (45, 90)
            )
        found.append(DONE)
        return found

    def default(self) -> Order:
        """To rally whom it is likeliest to, by the one who does it best; else to send a mob without an order forward."""
        best, best_rank = DONE, (0, -1000)
        for number, commander, what in self.tries:
            unit = self.state.units[number]
            chance = morale.current(self.state, unit, Cause(CAUSE), None, commander)
            if what == "rally" and best_rank < (2, chance):
                best, best_rank = ("rally", number, _word(commander)), (2, chance)
            elif what == "order" and unit.order == NO_ORDER and best_rank < (1, chance):
                best, best_rank = ("order", number, _word(commander), "forward"), (1, chance)
        return best

    def check(self, order: Order) -> Refusal | None:
        """None for an attempt that can be made, and for "done"."""
        if order == DONE:
            return None
        found = self._fault(order)
        if found is None:
            return None
        return Refusal(found.reason, found.rule, nearest_order(order, self.orders()))

    def _fault(self, order: Order) -> Refusal | None:
        if not order or order[0] not in ("rally", "order") or len(order) < 3:
            return Refusal(
                "Say 'rally' or 'order' with the unit and the commander, as 'rally 3 own', or 'done'.",
                self.rule,
            )
        state = self.state
        number, who = order[1], order[2]
        if not isinstance(number, int) or not 0 <= number < len(state.units):
            return Refusal("Name one of your units by its number.", self.rule)
        unit = state.units[number]
        if unit.side != self.side or unit.status != FIELD:
            return Refusal(f"{name(state, unit)} is no unit of yours that stands on the table.", self.rule)
        commander = _commander(who)
        if commander == NOBODY or commander not in command.commanders(state, unit):
            return Refusal(f"{name(state, unit)} has no such commander.", "battlesystem:6.1")
        if unit.tried:
            reason = f"Somebody has tried his best for {name(state, unit)} already."
            return Refusal(reason, "battlesystem:6.1a")
        what = needs(state, unit)
        if what != order[0]:
            if what == "rally":
                reason = f"{name(state, unit)} takes no orders: first it must be rallied."
                return Refusal(reason, "battlesystem:6.6")
            if unit.rash or unit.quarry != NOBODY:
                reason = f"{name(state, unit)} cannot be held back before its attack is over."
                return Refusal(reason, "battlesystem:4.6h")
            return Refusal(f"There is nothing of the sort to do for {name(state, unit)}.", self.rule)
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
        words = list(_PLAIN)
        drawn = chance.below(len(words) + 1)
        if drawn < len(words):
            return ("order", unit, _word(commander), words[drawn])
        return ("order", unit, _word(commander), "wheel", _SIDES[chance.below(2)], 1 + chance.below(90))


def _order_fault(words: Order) -> Refusal | None:
    """Why these words are none of the four orders of a mob. Rule: battlesystem:2.10f."""
    if len(words) == 1 and words[0] in _PLAIN:
        return None
    if len(words) == 3 and words[0] == "wheel" and words[1] in _SIDES:
        degrees = words[2]
        if isinstance(degrees, (int, float)) and 0.0 < degrees <= MOST_WHEEL:
            return None
        return Refusal("A mob can be ordered to wheel by up to 90 degrees.", "battlesystem:2.10f")
    reason = "A mob knows four orders: 'forward', 'charge', 'march' and 'wheel left 45'."
    return Refusal(reason, "battlesystem:2.10f")


def _word(commander: int) -> str | int:
    return "own" if commander == command.OWN else commander


def _commander(word: Any) -> int:
    """The commander that a word of an order names, NOBODY for nonsense."""
    if word == "own":
        return command.OWN
    return word if isinstance(word, int) and word >= 0 else NOBODY


# ---------------------------------------------------------------- the phase


def rally_step(state: State, table: Table) -> None:
    """One attempt of the side whose turn it is; no more of them, and the next side's turn, then the Movement Phase.

    Rules: battlesystem:1.3, battlesystem:6.0.
    """
    if state.part == 0:
        discipline.settle(state)
        command.review(state, table)
    side = state.ranking[state.part]
    decision = Attempt(state, side)
    if decision.tries:
        order = table.ask(decision)
        if order != DONE:
            attempt(state, table, order)
            return
    state.part += 1
    if state.part >= len(state.ranking):
        state.part = 0
        state.stage = SEQUENCE


def attempt(state: State, table: Table, order: Order) -> None:
    """One attempt: it uses up the unit's and the commander's for the round. Rules: battlesystem:6.1a, 6.1b, 6.2, 7.13e."""
    unit = state.units[order[1]]
    commander = _commander(order[2])
    unit.tried = unit.acted = True
    if commander == command.OWN:
        unit.leader_tried = True
    else:
        state.leaders[commander].tried = True
    if _routed_figures(unit):
        _rally_figures(state, table, unit, commander)
        return
    if not morale.roll(state, table, unit, Cause(CAUSE), commander):
        return
    if order[0] == "order":
        _obey(state, table, unit, order[3:])
    elif unit.routed:
        _rallied(state, table, unit)
    else:
        discipline.reassert(state, table, unit)
        if table.telling:
            text = says(state, unit, "is|are in hand again.")
            _tell(table, unit, text, "battlesystem:6.5")


def _rallied(state: State, table: Table, unit: Unit) -> None:
    """A routed unit stands: it may face anew at once. Rules: battlesystem:6.2, battlesystem:6.3, battlesystem:2.10i."""
    unit.routed = False
    unit.rallied = True
    unit.rout_heading = 0.0
    unit.in_command = state.setting.rosters[unit.id].kind != CROWD
    if table.telling:
        _tell(table, unit, says(state, unit, "is|are rallied."), "battlesystem:6.2")
    if state.setting.rosters[unit.id].kind == REGULAR and unit.block is not None:
        _face_anew(state, table, unit)
    command.review_unit(state, table, unit)


def _face_anew(state: State, table: Table, unit: Unit) -> None:
    """The free change of facing of a rallied unit, where there is room for it. Rules: battlesystem:6.3, battlesystem:7.9f."""
    block = unit.block
    assert block is not None, "a regular unit stands as a block"
    room = [word for word in _FACINGS if standing.is_free(state, unit, face(block, _FACINGS[word]).area())]
    word = _faced(table, unit, room)
    if word != "keep":
        standing.stand(unit, face(block, _FACINGS[word]))
        if table.telling:
            _tell(table, unit, says(state, unit, _TURNED[word]), "battlesystem:6.3")


def _faced(table: Table, unit: Unit, room: list[str]) -> str:
    """Which way of those that it has room for the owner lets a rallied unit face. Rule: battlesystem:6.3."""
    options: list[Order] = [("face", unit.id, word) for word in ("keep", *room)]
    preset = len(options) - 1 if options[-1][2] == "about" else 0  # a rout ends with the back to the enemy
    return str(table.ask(Choice("face", unit.side, "battlesystem:6.3", options, preset))[2])


def _rally_figures(state: State, table: Table, unit: Unit, commander: int) -> None:
    """Each routed skirmisher within reach checks by himself; those who are rallied may face anew, and move no more this round.

    Rules: battlesystem:2.9c, battlesystem:6.2, battlesystem:6.3.
    """
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    rallied: list[int] = []
    for figure in _within_reach(state, unit, commander):
        if morale.roll(state, table, unit, Cause(CAUSE), commander, figure):
            rallied.append(figure)
            singles[figure].routed = False
            singles[figure].done = True
            unit.routed = False
            if table.telling:
                _tell(table, unit, f"A figure of {name(state, unit)} is rallied.", "battlesystem:2.9c")
    if rallied:
        _face_figures(state, table, unit, rallied)


def _face_figures(state: State, table: Table, unit: Unit, figures: list[int]) -> None:
    """The free change of facing of skirmishers rallied together, the same for all of them. Rule: battlesystem:6.3."""
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    room: list[str] = []
    for word, side in _FACINGS.items():
        bases: list[Rectangle] = []
        for figure in figures:
            single = singles[figure]
            heading = snap_heading(single.heading + TURNS[side])
            bases.append(placed(single.x, single.y, unit.width, unit.depth, heading))
        if standing.is_free(state, unit, bases):
            room.append(word)
    word = _faced(table, unit, room)
    if word == "keep":
        return
    for figure in figures:
        single = singles[figure]
        unit.place(figure, single.x, single.y, snap_heading(single.heading + TURNS[_FACINGS[word]]))
    if table.telling:
        who = counted(len(figures))
        text = f"{who} of {name(state, unit)} {agree(who, _TURNED[word])}"
        _tell(table, unit, text, "battlesystem:6.3")


def _obey(state: State, table: Table, unit: Unit, words: Order) -> None:
    """A mob takes an order, which stands until another comes. Rules: battlesystem:2.10f, battlesystem:2.10g, battlesystem:6.6."""
    unit.turn = 0.0
    if words[0] == "wheel":
        unit.order = WHEEL
        unit.turn = float(words[2]) if words[1] == "right" else -float(words[2])
        told = f"to wheel to the {words[1]} by {words[2]:g} degrees"
    else:
        unit.order = _PLAIN[words[0]]
        told = _WORDS[words[0]]
    if table.telling:
        _tell(table, unit, says(state, unit, f"is|are ordered {told}."), "battlesystem:2.10f")


def _tell(table: Table, unit: Unit, text: str, rule: str) -> None:
    data: dict[str, object] = {"unit": f"u{unit.id}"}
    table.tell(Event("rally", text, rule, side=unit.side, data=data))
