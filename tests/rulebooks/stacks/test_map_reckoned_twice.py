"""A second reckoning of hex games: what may be drawn and placed, flags, whose turn comes next and who wins, in random games.

All is found again from the public data of a state and the data files, without the code of the rules.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import RESERVE, State, Unit

ROWS = tomllib.loads((Path(RULEBOOK.folder) / "data" / "units.toml").read_text(encoding="utf-8"))["unit"]
UNITS = {row["id"]: row for row in ROWS}
GAMES = [scenario.id for scenario in RULEBOOK.scenarios().values() if scenario.kind == "scenario"]


class Random(Table):
    """A table that answers at random and keeps the options of lists by the kind of question."""

    def __init__(self, seed: int) -> None:
        self.telling = False
        self.first = -1
        self.asked: dict[str, set[Order]] = {}
        self._chance = Chance(seed)

    def ask(self, decision: Decision) -> Order:
        if decision.kind in ("recruit", "deploy"):
            self.asked[decision.kind] = {*decision.orders()}
        return decision.sample(self._chance)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(one) for one in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return self._chance.die(faces)


class Reckoner:
    """A state before a step, read as the rules are written."""

    def __init__(self, state: State) -> None:
        self.state, self.setting = state, state.setting
        self.names = self.setting.grid.names
        self.hexes = range(len(self.names))
        self.flags = {*self.setting.objectives, *self.setting.capitals}

    # ---------------------------------------------------------------- the map

    def near(self, hex_: int) -> list[int]:
        """The adjacent hexes, by the letter and the number of their names; even numbers stand half a hex to the right."""
        column, row = ord(self.names[hex_][0]), int(self.names[hex_][1:])
        aside = (column, column + 1) if row % 2 == 0 else (column - 1, column)
        spots = [(column - 1, row), (column + 1, row)]
        spots += [(there, row + step) for there in aside for step in (-1, 1)]
        found = [f"{chr(there)}{number}" for there, number in spots]
        return [self.names.index(name) for name in found if name in self.names]

    def sea(self, hex_: int) -> bool:
        return self.setting.terrain[hex_] == "Sea"

    def coast(self, hex_: int) -> bool:
        return not self.sea(hex_) and any(self.sea(near) for near in self.near(hex_))

    # ---------------------------------------------------------------- units

    def row(self, unit: Unit) -> dict:
        return UNITS[self.setting.kinds[unit.kind].id]

    def has(self, unit: Unit, *abilities: str) -> bool:
        row = self.row(unit)
        printed = {one["ability"] for one in row["abilities"]} | {one.lower() for one in row["descriptors"]}
        printed |= {"sea"} if "ship" in printed else set()
        printed |= {"swimmer"} if "water" in printed else set()
        return not printed.isdisjoint(abilities)

    def there(self, side: int, hex_: int) -> list[Unit]:
        return [unit for unit in self.state.units if unit.side == side and unit.place == hex_]

    def enemies(self, side: int, hex_: int) -> bool:
        return any(unit.place == hex_ and unit.side != side for unit in self.state.units)

    def room(self, side: int, hex_: int) -> bool:
        counted = [unit for unit in self.there(side, hex_) if not self.has(unit, "site", "summoning")]
        return self.setting.stack_limit == 0 or len(counted) < self.setting.stack_limit

    def held(self, side: int) -> list[int]:
        """The hexes a side controls."""
        flags = [hex_ for hex_ in self.flags if self.state.standards[hex_] == side]
        own = [hex_ for hex_ in self.hexes if self.there(side, hex_) or hex_ in flags]
        return [hex_ for hex_ in own if not self.enemies(side, hex_)]

    def living(self) -> list[int]:
        """The sides with a unit on the map or in reserve."""
        return [
            side
            for side in range(self.setting.sides)
            if any(unit.side == side and unit.place >= RESERVE for unit in self.state.units)
        ]

    # ---------------------------------------------------------------- recruits

    def piles(self) -> set[Order]:
        """The piles the active side may draw from."""
        held = self.held(self.state.active)
        grounds = {self.setting.terrain[hex_] for hex_ in held}
        grounds |= {"Sea"} if any(self.coast(hex_) for hex_ in held) else set()
        lists = self.setting.lists[self.state.active]
        found: set[Order] = {("draw", name) for name in lists if self.state.piles[name] and name in grounds}
        more: set[Order] = {("draw", "artifacts")}
        return found | more if self.setting.artifact_draws and self.state.artifact_pile else found

    def places(self) -> set[Order]:
        """The units of the active side's reserve and where each may be placed; passengers of ships left out."""
        side = self.state.active
        held = self.held(side)
        found: set[Order] = {("done",)}
        for unit in self.there(side, RESERVE):
            ground = self.row(unit)["list"]
            site = self.has(unit, "site")
            for hex_ in self.hexes:
                if ground == "Sea" and not site:
                    swims = self.has(unit, "flying", "sea", "swimmer")
                    shore = any(near in held and not self.sea(near) for near in self.near(hex_))
                    afloat = self.sea(hex_) and not self.enemies(side, hex_)
                    fits = afloat and (shore or self.there(side, hex_))
                    fits = fits if swims else hex_ in held and self.coast(hex_)
                else:
                    home = hex_ == self.setting.capitals[side] or self.setting.terrain[hex_] == ground
                    wet = self.sea(hex_) and not self.has(unit, "flying", "sea", "swimmer")
                    dry = not self.sea(hex_) and self.has(unit, "sea") and not self.has(unit, "flying")
                    fits = hex_ in held and home and not wet and not dry
                if site:
                    fits = fits and not any(self.has(one, "site") for one in self.there(side, hex_))
                elif not self.room(side, hex_):
                    fits = False
                if fits:
                    found.add(("deploy", unit.id, self.names[hex_]))
        return found

    # ---------------------------------------------------------------- the end of a turn

    def hoisted(self) -> list[int]:
        """By hex: whose flag it carries at the end of this turn."""
        flags = list(self.state.standards)
        for hex_ in self.flags:
            sides = {unit.side for unit in self.state.units if unit.place == hex_}
            if len(sides) == 1:
                flags[hex_] = sides.pop()
        return flags

    def winners(self) -> tuple[int, ...] | None:
        """The winners by the goal, or by annihilation; none for a draw, None if the game goes on. For two sides."""
        flags, goal, alive = self.hoisted(), self.setting.goal, self.living()
        for side in (self.state.active, 1 - self.state.active):
            wanted = [self.setting.capitals[1 - side]] if goal == "capital" else self.setting.objectives
            if goal == "archmage" or not wanted or (goal == "capital" and side not in alive):
                continue
            if all(flags[hex_] == side for hex_ in wanted):
                return (side,)
        return None if len(alive) == 2 else tuple(alive)

    def ahead(self) -> tuple[int, ...]:
        """The winner at the turn limit: by flags, then by the printed figures on the map."""
        flags = self.hoisted()
        scores = []
        for side in (0, 1):
            strength = [
                self.row(unit)["brm"] for unit in self.state.units if unit.side == side and unit.place >= 0
            ]
            scores.append((len([hex_ for hex_ in self.flags if flags[hex_] == side]), sum(strength)))
        return () if scores[0] == scores[1] else (scores.index(max(scores)),)


def check(before: State, after: State, asked: dict[str, set[Order]]) -> None:
    """Compare one step with the second reckoning."""
    reckoner = Reckoner(before)
    if before.stage == stages.RECRUIT and before.draws > 0:
        piles = reckoner.piles()
        assert asked.get("recruit", piles) == piles
        assert ("recruit" in asked) == (len(piles) > 1)
    elif before.stage == stages.DEPLOY and "deploy" in asked:
        ashore = {order for order in asked["deploy"] if len(order) < 4}
        assert ashore == reckoner.places()
    elif before.stage == stages.END:
        assert after.standards == reckoner.hoisted()
        winners = reckoner.winners()
        last = 1 - before.active == before.begun
        if winners is None and last and before.turn == before.setting.turn_limit:
            winners = reckoner.ahead()
        if winners is None:
            assert after.outcome is None
            assert (after.active, after.turn) == (1 - before.active, before.turn + last)
        else:
            assert after.outcome is not None
            assert after.outcome.winners == winners


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule(
    "stacks:recruit.terrain",
    "stacks:recruit.draw",
    "stacks:deploy.place",
    "stacks:deploy.sea",
    "stacks:deploy.site",
    "stacks:turn.control",
    "stacks:win.capital",
    "stacks:win.objectives",
    "stacks:win.limit",
    "stacks:map.adjacent",
)
def test_the_map_of_random_games_is_read_a_second_time(name: str) -> None:
    for seed in range(16):
        state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options({}))
        table = Random(seed)
        while state.outcome is None:
            before = state.copy()
            table.asked = {}
            RULEBOOK.step(state, table)
            check(before, state, table.asked)
