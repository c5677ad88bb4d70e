"""Battles of regiments in the direct mode: random playouts beside python-chess, growth with the armies, greedy against greedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play_counted
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from bench.clock import interleave
from bench.playouts import playout
from bench.yardsticks import beside_chess, chess_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

MIXED = (
    Recruit("dwarf", 12),
    Recruit("human-0", 16, weapons=("spear",), armour="leather"),
    Recruit("orc", 14),
    Recruit("halfling", 8, "skirmish"),
    Recruit("goblin", 20, "mob"),
    Recruit("human-fighter-2", 12, armour="chain"),
    Recruit("ogre", 8),
    Recruit("goblin", 12),
)


WIDE, DEEP = 120.0, 72.0  # inches of the table
ACROSS = 10  # units in a line
ROOM = (11.0, 5.0)  # inches that each has, across and in depth
STANDS = {"regular": "closed", "skirmish": "skirmish", "mob": "mob"}


def host(size: int, **more: Any) -> Scenario:
    """A battle with so many units a side, a mixed army each, drawn up in lines on one large table for all sizes; `more` of a scenario."""
    data = {
        "id": f"host_{size}",
        "title": f"{size} a side",
        "table": {"width": WIDE, "depth": DEEP},
        "setup": {"positions": "given"},
        "sides": [
            {
                "id": home,
                "name": home.capitalize(),
                "home": home,
                "zone": [[0.0, low], [WIDE, low], [WIDE, low + 28.0], [0.0, low + 28.0]],
                "units": [drawn_up(number, home) for number in range(size)],
            }
            for home, low in (("south", 0.0), ("north", DEEP - 28.0))
        ],
        **more,
    }
    return rulebooks.get("battlesystem").read_scenario(data, "bench")


def drawn_up(number: int, home: str) -> dict[str, Any]:
    """The roster of a unit and its place: the first in front, in the middle of the line."""
    recruit = MIXED[number % len(MIXED)]
    row = enlist(recruit).row(f"Unit {number + 1}")
    line, place = divmod(number, ACROSS)
    aside = (place + 1) // 2 * (1 if place % 2 else -1)
    back = 26.0 - ROOM[1] * line
    row["place"] = {
        "x": WIDE / 2.0 + ROOM[0] * (aside - 0.5),
        "y": back if home == "south" else DEEP - back,
        "heading": 0.0 if home == "south" else 180.0,
        "formation": STANDS[recruit.kind],
        "files": 8 if recruit.kind == "skirmish" else (recruit.figures + 1) // 2,
    }
    return row


def battles(book: Rulebook[Any], scenario: Scenario) -> Callable[[], float]:
    """A work: one battle between two greedy players."""
    options = book.options()
    turn = [0]

    def work() -> float:
        turn[0] += 1
        chance = Chance(turn[0])
        players = [book.computer.greedy(chance) for _ in scenario.sides]
        play_counted(book, book.new(scenario, options), players, chance)
        return 1.0

    return work


def of_tier(book: Rulebook[Any], tier: str) -> list[Scenario]:
    """The scenarios of the Basic or of the Intermediate Game."""
    return [one for one in book.scenarios().values() if one.data.get("tier", "basic") == tier]


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, rate, ratio to the yardstick."""
    book = rulebooks.get("battlesystem")
    found = beside_chess(
        {
            "regiments, crossroads": ("orders", playout(book, [book.scenario("crossroads")])),
            "regiments, Basic scenarios": ("orders", playout(book, of_tier(book, "basic"))),
            "regiments, Intermediate scenarios": ("orders", playout(book, of_tier(book, "intermediate"))),
            "regiments, 4 a side": ("orders", playout(book, [host(4)])),
            "regiments, 40 a side": ("orders", playout(book, [host(40)])),
        },
        seconds,
    )
    rows = chess_rows(found)
    growth = found["regiments, 4 a side"].rate / found["regiments, 40 a side"].rate
    rows.append(("regiments, time of an order, 40 a side against 4", f"{growth:.2f} x", "10 x the units"))
    greedy = interleave({"greedy": ("battles", battles(book, book.scenario("crossroads")))}, seconds)[
        "greedy"
    ]
    rows.append(("crossroads, greedy against greedy, battles/s", f"{greedy.rate:.1f}", "one core"))
    return rows
