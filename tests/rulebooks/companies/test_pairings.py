"""All 64 pairings: which actions work, with what extra successes, by counts laid out by hand."""

from __future__ import annotations

from itertools import product

import pytest
from rulebooks.companies.musters import battle, hits, plain, volley

from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS

OBSTACLES = {
    "advance": ". 1 . 1 1 . . .",
    "charge": "2 2 2 . 2 2 . .",
    "flank": ". 2 . . 3 . . .",
    "hold": "- . . - - . . -",
    "rally": "2 3 4 1 . 1 . 1",
    "scout": ". 2 . . 2 . . .",
    "skirmish": ". . . . . . 2 2",
    "withdraw": ". . . 2 3 . 3 1",
}
"""Of the row's action against each other in the order of the matrix: `.` versus, `-` nothing rolled. An Advance goes to open ground."""
COUNTS = [(0, 0), (2, 2), (3, 1), (1, 3), (4, 2), (4, 4)]


def written(name: str, camp: str) -> str:
    return f"advance {camp}" if name == "advance" else name


def ready() -> State:
    return battle(plain(), plain(), basic=(20, 20), places=("west-bank", "island"), values={"east-bank": 0})


def extra_dice(own: str, enemy: str) -> int:
    """A Hold has one die more against a Charge or a Flank, a Skirmish against a Hold."""
    return (own == "hold" and enemy in ("charge", "flank")) + (own == "skirmish" and enemy == "hold")


@pytest.mark.rule(
    "companies:test.versus",
    "companies:test.independent",
    "companies:test.extra",
    "companies:volley.simultaneous",
    "companies:core.tie",
    "companies:test.versus-loser",
    "companies:hold.independent",
    "companies:skirmish.independent",
    "companies:skirmish.hold-die",
    "companies:advance.open-ground",
)
@pytest.mark.parametrize(("first", "second"), list(product(ACTIONS, repeat=2)))
def test_every_pairing(first: str, second: str) -> None:
    obstacles = [
        OBSTACLES[first].split()[ACTIONS.index(second)],
        OBSTACLES[second].split()[ACTIONS.index(first)],
    ]
    for counts in COUNTS:
        state = ready()
        names = (first, second)
        dice: list[int] = []
        for own in (0, 1):
            if obstacles[own] != "-":
                dice += hits(counts[own], 4 + extra_dice(names[own], names[1 - own]))
        efforts = volley(state, written(first, "west-camp"), written(second, "east-bank"), dice)
        for own, effort in enumerate(efforts):
            mark = obstacles[own]
            margin = counts[own] - (counts[1 - own] if mark == "." else 0 if mark == "-" else int(mark))
            works = mark != "-" and (margin > 0 if mark == "." else margin >= 0)
            assert effort.works_out == works, (names[own], counts)
            extra = margin + (names[own] == "skirmish" and mark != ".") if works else 0
            assert effort.extra == (0 if names[own] == "withdraw" else extra), (names[own], counts)


@pytest.mark.rule("companies:test.none", "companies:hesitate.effect")
def test_against_a_company_that_hesitates() -> None:
    """At the lowest obstacle each passes with margin 0 (a Skirmish has 1 extra), one success less fails; a Hold rolls nothing."""
    lowest = {"advance": 1, "charge": 2, "flank": 2, "rally": 1, "scout": 2, "skirmish": 2, "withdraw": 1}
    for name, ob in lowest.items():
        effort, other = volley(ready(), written(name, "west-camp"), "none", hits(ob, 4))
        assert (effort.works_out, effort.extra, other.works_out) == (True, int(name == "skirmish"), False)
        effort, _ = volley(ready(), written(name, "west-camp"), "none", hits(ob - 1, 4))
        assert not effort.works_out
    effort, _ = volley(ready(), "hold", "none", [])
    assert not effort.works_out
