"""A hex game on a scripted table: maps and stacks in a line each, orders as tuples, dice as written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.event import Event
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Table
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.army import maps
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import RESERVE, State

LAND = ["PPPPP", "PPPPP", "PPPPP", "PPPPP", "PPPPP"]
# A1 B1 C1 D1 E1
#   A2 B2 C2 D2 E2
# A3 B3 C3 D3 E3          (odd rows, counted from 0, are pushed to the right)
#   A4 B4 C4 D4 E4
# A5 B5 C5 D5 E5
COAST = ["PP~~PP", "PP~~PP", "PP~~PP", "PP~~PP"]  # columns C and D are Sea


class Stop(Exception):
    """A question for which the script has no answer."""

    def __init__(self, decisions: list[Decision]) -> None:
        super().__init__(decisions[0].kind)
        self.decisions = decisions


class Refused(AssertionError):
    """An order of the script was not legal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Script(Table):
    """Answers from a list; every answer is checked."""

    def __init__(self, orders: list[tuple[Any, ...]], dice: list[int]) -> None:
        self.telling = True
        self.orders = orders
        self.dice = dice
        self.events: list[Event] = []
        self.rolled: list[tuple[int, int]] = []  # (faces, to)

    def ask(self, decision: Decision) -> tuple[Any, ...]:
        if not self.orders:
            raise Stop([decision])
        order = self.orders.pop(0)
        refusal = decision.check(order)
        if refusal is not None:
            raise Refused(refusal)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[tuple[Any, ...]]:
        if len(self.orders) < len(decisions):
            raise Stop(decisions)
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        self.rolled.append((faces, to))
        return self.dice.pop(0) if self.dice else (len(self.rolled) * 5) % faces + 1

    def tell(self, event: Event) -> None:
        self.events.append(event)


class Game:
    """A game that is played by script. `play` gives orders and runs on to the next question that has no answer."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.rolled: list[tuple[int, int]] = []
        self.given: list[tuple[Any, ...]] = []  # orders already given within the running step
        self.dice: list[int] = []  # dice that are still to be rolled

    # ---------------------------------------------------------------- playing

    def play(self, *orders: tuple[Any, ...], dice: Sequence[int] = ()) -> Game:
        """Give orders in the order in which they are asked for, and go on to the next open question."""
        given = [*self.given, *orders]
        rolls = [*self.dice, *dice]
        while self.state.outcome is None:
            work = self.state.copy()
            script = Script(list(given), list(rolls))
            try:
                RULEBOOK.step(work, script)
            except Stop:
                assert not script.orders, f"orders that nobody asked for: {script.orders}"
                self.given, self.dice = given, rolls
                return self
            assert RULEBOOK.invariants(work) == []
            self.state, given, rolls = work, script.orders, script.dice
            self.events += script.events
            self.rolled += script.rolled
        assert not given, f"orders that nobody asked for: {given}"
        self.given, self.dice = [], rolls
        return self

    def play_defaults(self, until: str = "", most: int = 200) -> Game:
        """Answer with defaults to the end, or until a question of that kind is open."""
        for _ in range(most):
            self.play()
            if self.state.outcome is not None or (until and self.decision.kind == until):
                break
            self.play(*[decision.default() for decision in self.decisions])
        return self

    @property
    def decisions(self) -> list[Decision]:
        """The questions that are open now."""
        try:
            RULEBOOK.step(self.state.copy(), Script(list(self.given), list(self.dice)))
        except Stop as stop:
            return stop.decisions
        raise AssertionError("nobody is asked anything")

    @property
    def decision(self) -> Decision:
        """The first question that is open now."""
        return self.decisions[0]

    def options(self) -> list[tuple[Any, ...]]:
        """What may be answered now."""
        return self.decision.orders()

    def refusal(self, *order: Any) -> Refusal:
        """Why an order is not accepted now."""
        refusal = self.decision.check(tuple(order))
        assert refusal is not None, f"{order} is legal"
        return refusal

    def allows(self, *order: Any) -> bool:
        """Whether an order is accepted now."""
        return self.decision.check(tuple(order)) is None

    def at(self, stage: int) -> Game:
        """Go straight to a stage."""
        self.state.stage = stage
        return self

    def skip_to(self, kind: str) -> Game:
        """Answer with defaults until a question of that kind is open; "done" where that is possible."""
        for _ in range(200):
            decisions = self.play().decisions
            if decisions[0].kind == kind:
                return self
            done = decisions[0].check(("done",)) is None
            self.play(*[("done",) if done else decision.default() for decision in decisions])
        raise AssertionError(f"no question {kind}")

    # ---------------------------------------------------------------- looking

    def units(self, name: str, side: int = 0) -> list[int]:
        """The numbers of a side's units of that kind."""
        index = self.state.setting.facts.find_unit(name).index
        return [unit.id for unit in self.state.units if unit.kind == index and unit.side == side]

    def unit(self, name: str, side: int = 0) -> int:
        """The number of the side's first unit of that kind."""
        return self.units(name, side)[0]

    def place(self, number: int) -> str:
        """Where a unit is, as a hex's name."""
        place = self.state.units[number].place
        return self.state.setting.grid.names[place] if place >= 0 else str(place)

    def stack(self, hex_name: str, side: int = 0) -> list[str]:
        """The kinds in a side's stack."""
        kinds = self.state.setting.kinds
        stack = self.state.stacks[side].get(self.hex(hex_name), [])
        return [kinds[self.state.units[i].kind].id for i in stack]

    def hex(self, name: str) -> int:
        return self.state.setting.grid.named(name)

    def reserve(self, side: int = 0) -> list[str]:
        kinds = self.state.setting.kinds
        return [
            kinds[unit.kind].id for unit in self.state.units if unit.side == side and unit.place == RESERVE
        ]

    def news(self, side: int | None = None, kind: str | None = None) -> list[str]:
        """What was told to a side (None: to everybody)."""
        return [
            event.text
            for event in self.events
            if (event.to is None if side is None else event.seen_by(viewer_of(side)))
            and kind in (None, event.kind)
        ]


Stacks = Mapping[str, str]


def game(
    rows: str | list[str] = "ford",
    west: Stacks | None = None,
    east: Stacks | None = None,
    *,
    north: Stacks | None = None,
    south: Stacks | None = None,
    options: Mapping[str, str] | None = None,
    capitals: Mapping[str, str] | None = None,
    reserve: Mapping[str, str] | None = None,
    spells: Mapping[str, str] | None = None,
    lists: Mapping[str, str] | None = None,
    aboard: Mapping[str, str] | None = None,
    stage: int | None = stages.MOVE,
    **fields: Any,
) -> Game:
    """A game with the stacks given: hexes by name, units as lists, artifacts after "with" ("paladin with oathsword").

    The west begins, at `stage` of its first turn (None: at the set-up). `aboard` names units by kind and their ship.
    """
    sides = {"west": west or {}, "east": east or {}}
    if north is not None:
        sides["north"] = north
    if south is not None:
        sides["south"] = south
    map_rows = list(maps.map_rows(rows)) if isinstance(rows, str) else rows
    corners = (
        "A1",
        _name(len(map_rows[0]) - 1, len(map_rows) - 1),
        _name(len(map_rows[0]) - 1, 0),
        _name(0, len(map_rows) - 1),
    )
    players = []
    for number, (name, stacks) in enumerate(sides.items()):
        player: dict[str, Any] = {
            "id": name,
            "capital": _place((capitals or {}).get(name, corners[number])),
            "lists": _words((lists or {}).get(name, "Plains")),
            "spells": _words((spells or {}).get(name, "")),
            "reserve": _words((reserve or {}).get(name, "")),
            "stack": [_stack(where, units, aboard or {}) for where, units in stacks.items()],
        }
        if not player["stack"] and not player["reserve"]:
            player["reserve"] = ["archmage"]
        players.append(player)
    data = {"id": "test", "map": {"rows": map_rows}, "first": "west", "player": players, **fields}
    scenario = read_scenario(data, "test")
    return start(scenario, options, stage)


def start(
    scenario: Scenario | str, options: Mapping[str, str] | None = None, stage: int | None = None
) -> Game:
    """A scenario at a stage of its first turn, or (None) at its set-up."""
    if isinstance(scenario, str):
        scenario = RULEBOOK.scenario(scenario)
    playing = Game(new_state(scenario, RULEBOOK.options(options)))
    if stage is not None:
        work = playing.state
        RULEBOOK.step(work, Script([], []))
        work.stage = stage
        if stage != stages.RECRUIT:
            work.draws = 0
    return playing


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _place(name: str) -> list[int]:
    return [ord(name[0]) - 65, int(name[1:]) - 1]


def _name(column: int, row: int) -> str:
    return f"{chr(65 + column)}{row + 1}"


def _stack(where: str, text: str, aboard: Mapping[str, str]) -> dict[str, Any]:
    units: list[str] = []
    artifacts: list[dict[str, Any]] = []
    for word in _words(text):
        name, _, held = word.partition(" with ")
        many, _, kind = name.partition(" ")
        count = int(many) if many.isdigit() else 1
        gifts = held.split(" and ") if held else []
        artifacts += [{"artifact": artifact, "holder": len(units)} for artifact in gifts]
        units += [kind if many.isdigit() else name] * count
    passengers = [
        {"unit": number, "ship": units.index(aboard[unit])}
        for number, unit in enumerate(units)
        if unit in aboard and aboard[unit] in units
    ]
    return {"hex": _place(where), "units": units, "artifacts": artifacts, "passengers": passengers}
