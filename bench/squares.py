"""Skirmish in the direct mode: random playouts beside python-chess, growth with the creatures, and how long looking around takes."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.geometry.squares import SquareGrid
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.rulebooks.skirmish.board.standing import sight
from banneret.rulebooks.skirmish.movement.reach import reach, speed
from bench.playouts import playout
from bench.yardsticks import Works, beside_chess, chess_rows

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario
    from banneret.rulebooks.skirmish.state import State

MIXED = (
    ("drow-blademaster", "drow-house-guard", "drow-wizard", "drow-priestess"),
    ("half-orc-thug", "elf-archer", "dwarf-cleric", "human-ranger"),
)
BOARD = "twin-halls"  # 16 by 16 squares: none is larger
ROUNDS = 20


def host(size: int) -> Scenario:
    """A battle with so many creatures a side, of four kinds in turn, in rows in the middle of the largest board."""
    book: Any = rulebooks.get("skirmish")
    data: dict[str, Any] = {
        "id": f"host_{size}",
        "title": f"{size} a side",
        "sides": ["drow", "cormyr"],
        "data": {"names": ["Drow", "Cormyr"], "factions": ["drow", "cormyr"], "board": BOARD},
    }
    empty = book.new(book.read_scenario(data, "bench"), book.options())
    grid = empty.setting.board.grid
    free = [square for square in range(grid.size) if grid.fits(square, 1)]
    middle = sorted(free, key=lambda square: abs(2 * (square // grid.columns) - grid.rows + 1))[: 2 * size]
    halves = (sorted(middle)[:size], sorted(middle)[size:])
    data["data"]["standing"] = [
        [[names[at % len(names)], grid.names[square]] for at, square in enumerate(squares)]
        for names, squares in zip(MIXED, halves, strict=True)
    ]
    scenario: Scenario = book.read_scenario(data, "bench")
    return scenario


def placed(scenario: Scenario) -> State:
    """The state with the creatures that its scenario places on the board."""
    book: Any = rulebooks.get("skirmish")
    chance = Chance(7)
    state: State = book.new(scenario, book.options())
    players: list[Player] = [RandomPlayer(chance) for _ in scenario.sides]
    seats = [Seat(book.sight, side, state) for side in range(len(players))]
    while not state.creatures:
        book.step(state, DirectTable(players, seats, chance))
    return state


def look(state: State) -> None:
    """Where every creature can go, and how it sees every other."""
    for creature in state.creatures:
        reach(state, creature, speed(state, creature))
        for other in state.creatures:
            sight(state, creature, other)


def looking(size: int) -> tuple[float, float]:
    """Milliseconds of looking around with so many creatures a side: on a board never seen before, and again."""
    state = placed(host(size))
    first: list[float] = []
    again: list[float] = []
    setting = state.setting.board
    walls = [square for square in range(setting.grid.size) if not setting.grid.fits(square, 1)]
    for _ in range(ROUNDS):
        setting.grid = SquareGrid(setting.grid.columns, setting.grid.rows, walls)
        for times in (first, again):
            begun = process_time()
            look(state)
            times.append(1000 * (process_time() - begun))
    return min(first), min(again)


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    book = rulebooks.get("skirmish")
    works: Works = {
        "skirmish, scenarios": ("orders", playout(book, list(book.scenarios().values()))),
        "skirmish, 4 creatures a side": ("orders", playout(book, [host(4)])),
        "skirmish, 16 creatures a side": ("orders", playout(book, [host(16)])),
    }
    found = beside_chess(works, seconds)
    rows = chess_rows(found, itself=True)
    growth = found["skirmish, 4 creatures a side"].rate / found["skirmish, 16 creatures a side"].rate
    rows.append(("skirmish, time of an order, 16 a side against 4", f"{growth:.2f} x", "4 x the creatures"))
    for size in (4, 8, 12, 16):
        new, known = looking(size)
        rows.append(
            (
                f"skirmish, sight and reach of all {2 * size} creatures",
                f"{known:.2f} ms",
                f"{new:.2f} ms on a new board",
            )
        )
    return rows
