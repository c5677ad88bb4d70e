"""Hex games of `stacks` for tests: maps and stacks in a line each, orders as tuples, dice as written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Roll
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.army import maps
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import RESERVE, State
from banneret.testing import Script, Tabletop

LAND = ["PPPPP", "PPPPP", "PPPPP", "PPPPP", "PPPPP"]
# A1 B1 C1 D1 E1
#   A2 B2 C2 D2 E2
# A3 B3 C3 D3 E3          (odd rows, counted from 0, are pushed to the right)
#   A4 B4 C4 D4 E4
# A5 B5 C5 D5 E5
COAST = ["PP~~PP", "PP~~PP", "PP~~PP", "PP~~PP"]  # columns C and D are Sea


class Game(Tabletop):
    """A game that is played order by order: each goes to whoever is asked first."""

    def __init__(self, state: State) -> None:
        self.rolled: list[tuple[int, int]] = []  # (faces, to) of every die
        super().__init__(RULEBOOK, state)

    # ---------------------------------------------------------------- playing

    def play(self, *orders: Order, dice: Sequence[int] = ()) -> Game:
        """Give orders in the order in which they are asked for, and go on to the next open question."""
        self.answer(*orders, dice=dice, luck=self._luck)
        return self

    def dice(self, *values: int) -> None:
        """Show these dice, one after the other, to whatever wants them."""
        for value in values:
            if self.wanted is not None:
                self.rolled.append((self.wanted.faces, self.wanted.to))
            super().dice(value)

    def _luck(self, wanted: Roll) -> int:
        """A die that no test says: neither always the same, nor by chance."""
        return (len(self.rolled) + 1) * 5 % wanted.faces + 1

    def play_defaults(self, until: str = "") -> Game:
        """Decide by default to the end, or until a question of that kind is open."""
        for _ in range(200):
            self.play()
            if self.is_over or (until and self.decisions[0].kind == until):
                break
            self.play(*[decision.default() for decision in self.decisions])
        return self

    def skip_to(self, kind: str) -> Game:
        """Decide by default until a question of that kind is open; "done" where that is possible."""
        for _ in range(200):
            decisions = self.play().decisions
            if decisions[0].kind == kind:
                return self
            done = decisions[0].check(("done",)) is None
            self.play(*[("done",) if done else decision.default() for decision in decisions])
        raise AssertionError(f"no question {kind}")

    def options(self) -> list[Order]:
        """What may be answered now."""
        return self.decisions[0].orders()

    def refused(self, *order: Any) -> Refusal:
        """Why an order is not accepted now."""
        refusal = self.decisions[0].check(order)
        assert refusal is not None, f"{order} is legal"
        return refusal

    def allows(self, *order: Any) -> bool:
        """True if an order is accepted now."""
        return self.decisions[0].check(order) is None

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

    def told(self, side: int | None = None, kind: str | None = None) -> list[str]:
        """What a side reads (None: what all read), of one kind of news or all."""
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
    before: Callable[[State], object] | None = None,
    **fields: Any,
) -> Game:
    """A game with the stacks given: hexes by name, units as lists, artifacts after "with" ("paladin with oathsword").

    The west begins, at `stage` of its first turn (None: at the set-up). `aboard` names units by kind and their ship. `before`
    changes the state before anything is played from there.
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
    return start(scenario, options, stage, before)


def start(
    scenario: Scenario | str,
    options: Mapping[str, str] | None = None,
    stage: int | None = None,
    before: Callable[[State], object] | None = None,
) -> Game:
    """A scenario at a stage of its first turn, or (None) at its set-up, changed by `before`."""
    if isinstance(scenario, str):
        scenario = RULEBOOK.scenario(scenario)
    work = new_state(scenario, RULEBOOK.options(options))
    if stage is not None:
        RULEBOOK.step(work, Script([6, 5, *[1] * 100]))  # who begins, where no scenario says so: the first
        work.stage = stage
        if stage != stages.RECRUIT:
            work.draws = 0
    if before is not None:
        before(work)
    return Game(work)


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
