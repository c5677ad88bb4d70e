"""All pairs of actions, at all counts, against what the printed rules say, written down once more by hand.

The matrix, the obstacles and the effects stand here as the rulebook prints them, and nothing is read from its data. Commanders
have four dice for every action; a black die succeeds on 4.
"""

from __future__ import annotations

from typing import Final

import pytest
from rulebooks.companies.musters import battle, hits, plain, volley

from banneret.rulebooks.companies.state import State

LETTERS: Final = {
    "advance": "VIVIIVVV",
    "charge": "IIIVIIVV",
    "flank": "VIVVIVVV",
    "hold": "IVVIIVVI",
    "rally": "IIIIVIVI",
    "scout": "VIVVIVVV",
    "skirmish": "VVVVVVII",
    "withdraw": "VVVIIVII",
}
NAMES: Final = tuple(LETTERS)
RALLY: Final = {"withdraw": 1, "scout": 1, "hold": 1, "advance": 2, "charge": 3, "flank": 4}
WITHDRAW: Final = {"withdraw": 1, "hold": 2, "rally": 3, "skirmish": 3}
LEAVES: Final = ("advance", "charge", "flank", "withdraw")
VALUE, WORKS, BASIC = 2, 1, 8
"""The second company occupies a position of 2 with a fortification of 1; both have a basic Disposition of 8."""

Side = tuple[str, int, bool]
"""An action, its counted successes, and whether the company still occupies its works after the reveal."""


def obstacle(own: str, enemy: str, works: int) -> int:
    """The printed obstacle of an independent action; an Advance is aimed at an empty position of 1."""
    return {
        "advance": 2,
        "charge": 2 + works,
        "flank": {"charge": 2, "rally": 3}.get(enemy, 0),
        "hold": 0,
        "rally": RALLY.get(enemy, 0),
        "scout": 2,
        "skirmish": 2,
        "withdraw": WITHDRAW.get(enemy, 0),
    }[own]


def judged(own: str, count: int, enemy: str, against: int, works: int, versus: bool) -> tuple[bool, int]:
    """Whether an action of so many successes works, and what it has to spend; `works` protect the enemy."""
    if not versus:
        if own == "hold":
            return False, 0
        over = count - obstacle(own, enemy, works)
        if over < 0:
            return False, 0
        return True, {"skirmish": over + 1, "withdraw": 0}.get(own, over)
    margin = count - against
    if margin <= 0:
        return False, 0
    if own == "charge":
        margin -= works
    if margin <= 0:
        return False, 0
    return True, 0 if own == "withdraw" else margin


def lost(own: str, count: int, enemy: str, against: int, versus: bool) -> tuple[int, int]:
    """What a Withdraw costs its own company and the enemy, and what losing one costs."""
    if own != "withdraw":
        return 0, 0
    if versus:
        if count > against:
            return count - against, against
        return (count, 0) if count < against else (0, 0)
    over = count - obstacle(own, enemy, 0)
    return (over, over + 1) if over >= 0 else (0, 0)


def dice(own: str, enemy: str) -> int:
    """The dice of a commander of four: one more to hold against a Charge or a Flank, and to skirmish with who holds."""
    held = own == "hold" and enemy in ("charge", "flank")
    return 4 + (held or (own == "skirmish" and enemy == "hold"))


def field(holds: bool) -> State:
    """The first on the west bank in the open, the second on the island, which is worth 2 and fortified."""
    return battle(
        plain(),
        plain(),
        basic=(BASIC, BASIC),
        places=("west-bank", "island"),
        values={"island": VALUE, "west-bank": 1, "east-bank": 1, "alder-hill": 1},
        works={"island": WORKS} if holds else {},
        holds=(False, holds),
    )


def meet(first: str, second: str, one: int, two: int, target: str, holds: bool) -> None:
    """Play a pair and compare all that comes of it, with nothing bought and no tie-breaker called."""
    number = NAMES.index(second)
    stays = holds and second not in LEAVES
    onto = first == "advance" and target == "island" and holds
    versus = LETTERS[first][number] == "V" or onto
    rolls = [[one, dice(first, second), first], [two, dice(second, first), second]]
    tested = [row for row in rolls if versus or row[2] != "hold"]
    faces = [face for found, many, _ in tested for face in hits(int(found), int(many))]
    state = field(holds)
    words = [
        f"{first} {target}" if first == "advance" else first,
        "advance east-bank" if second == "advance" else second,
    ]
    said = {("fall-back", 0): ("stay",), ("fall-back", 1): ("stay",)}
    withdrew = {
        ("fall-back", side): order
        for (_, side), order in said.items()
        if (first, second)[side] == "withdraw"
        and judged(*((first, one, second, two), (second, two, first, one))[side], 0, versus)[0]
        and lost((first, second)[side], (one, two)[side], (second, first)[side], (two, one)[side], versus)[0]
        < BASIC
    }
    efforts = volley(state, *words, faces, withdrew)
    expected = [
        judged(first, one, second, two, WORKS if stays else 0, versus),
        judged(second, two, first, one, 0, versus),
    ]
    worth = (VALUE if onto else 1, 1)
    for place, (name, count, other) in enumerate(((first, one, two), (second, two, one))):
        if name == "advance":  # an independent one pays 1 and the value, a versus one must win by the value
            over = count - other if versus else count - 1
            expected[place] = (over >= worth[place], max(0, over - worth[place]))
    case = (first, second, one, two, target, holds)
    assert [(effort.works_out, effort.extra) for effort in efforts] == expected, case
    own, other = lost(first, one, second, two, versus), lost(second, two, first, one, versus)
    assert [effort.losses for effort in efforts] == [own[0] + other[1], own[1] + other[0]], case
    bonus = VALUE if stays and not (onto and expected[0][0]) else 0
    taken = [
        (worth[place] if name == "advance" and expected[place][0] else 0)
        for place, name in enumerate((first, second))
    ]
    left = [BASIC - efforts[0].losses + taken[0], BASIC + bonus - efforts[1].losses + taken[1]]
    if bonus and efforts[1].losses > bonus:
        left[1] = BASIC + bonus - efforts[1].losses
    assert [company.disposition for company in state.companies] == left, case
    seen = [
        True,
        True,
    ]  # a Withdraw that works ends the enemy's sight of the company, whatever that enemy has just seen
    for place, name in enumerate((first, second)):
        if name == "withdraw" and expected[place][0]:
            seen[1 - place] = False
    assert [state.scouted[1], state.scouted[2]] == seen, case


@pytest.mark.rule(
    "companies:test.matrix",
    "companies:test.symmetry",
    "companies:test.versus",
    "companies:test.independent",
    "companies:test.extra",
    "companies:test.versus-loser",
    "companies:volley.simultaneous",
)
@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_a_pair_in_the_open_at_all_counts(first: str, second: str) -> None:
    for one in range(5):
        for two in range(5):
            meet(first, second, one, two, "alder-hill", holds=False)


@pytest.mark.rule(
    "companies:fort.effect",
    "companies:charge.versus",
    "companies:charge.repulsed",
    "companies:position.leave",
)
@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_a_pair_of_whom_one_begins_in_works(first: str, second: str) -> None:
    for one in range(5):
        for two in range(5):
            meet(first, second, one, two, "alder-hill", holds=True)


@pytest.mark.rule("companies:advance.occupied", "companies:advance.versus", "companies:position.dislodge")
@pytest.mark.parametrize("second", NAMES)
def test_an_advance_on_works_whatever_their_holder_does(second: str) -> None:
    for one in range(5):
        for two in range(5):
            meet("advance", second, one, two, "island", holds=True)
