"""Pairs of actions worked out from the printed page before the code was looked at: what both have left, and whose action works.

Both companies stand in the open, next to each other and in sight, with 6 points, four dice for each action and troops of 4.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from rulebooks.companies.musters import battle, hits, officer, plain, volley

from banneret.kernel.order import Order
from banneret.rulebooks.companies.state import State

NEAR = ("west-bank", "island")
Bought = tuple[tuple[str, int], ...]


class Case(NamedTuple):
    """Two actions, the dice in their order, what either side buys, the points left, and whose action works."""

    actions: tuple[str, str]
    dice: list[int]
    bought: tuple[Bought, Bought]
    left: tuple[int, int]
    works: tuple[bool, bool]


NONE: Bought = ()
HILL = "advance alder-hill"
CASES = {
    "who withdraws well takes the enemy's own successes off him, and pays the margin": Case(
        ("withdraw", "advance east-bank"),
        [*hits(3, 4), *hits(1, 4)],
        (NONE, NONE),
        (4, 5),
        (True, False),
    ),
    "who is flanked while withdrawing pays his successes besides": Case(
        ("withdraw", "flank"),
        [*hits(1, 4), *hits(3, 4)],
        (NONE, (("damage", 1),)),
        (4, 6),
        (False, True),
    ),
    "one who holds is left standing: Ob 2, margin 1": Case(
        ("withdraw", "hold"),
        hits(3, 4),
        (NONE, NONE),
        (5, 4),
        (True, False),
    ),
    "one who rallies: Ob 3 met exactly costs him one and nothing else": Case(
        ("withdraw", "rally"),
        [*hits(3, 4), *hits(2, 4)],
        (NONE, NONE),
        (6, 5),
        (True, True),
    ),
    "one who skirmishes: both work, each for itself": Case(
        ("withdraw", "skirmish"),
        [*hits(4, 4), *hits(4, 4)],
        (NONE, (("damage", 1),)),
        (4, 4),
        (True, True),
    ),
    "both withdraw: margins of 1 and 0": Case(
        ("withdraw", "withdraw"),
        [*hits(2, 4), *hits(1, 4)],
        (NONE, NONE),
        (4, 4),
        (True, True),
    ),
    "both withdraw, one without a success": Case(
        ("withdraw", "withdraw"),
        [*hits(0, 4), *hits(1, 4)],
        (NONE, NONE),
        (5, 6),
        (False, True),
    ),
    "a charge by one over its obstacle, and a rally that just holds; the strike is lost": Case(
        ("charge", "rally"),
        [*hits(3, 4), *hits(3, 4), *hits(1, 4), *hits(2, 4)],
        ((("strike", 1),), NONE),
        (5, 6),
        (True, True),
    ),
    "a charge that just meets Ob 2 strikes nobody; the scouts pass it": Case(
        ("charge", "scout"),
        [*hits(2, 4), *hits(4, 4)],
        (NONE, NONE),
        (6, 6),
        (True, True),
    ),
    "two charges, each for itself: two strikes and one": Case(
        ("charge", "charge"),
        [
            *hits(4, 4),
            *hits(3, 4),
            *hits(2, 4),
            *hits(1, 4),
            *hits(1, 4),
            *hits(1, 4),
            *hits(3, 4),
            *hits(0, 4),
        ],
        ((("strike", 2),), (("strike", 1),)),
        (4, 4),
        (True, True),
    ),
    "six dice into skirmishers: one for them, one bought": Case(
        ("charge", "skirmish"),
        [*hits(4, 4), *hits(2, 4), *hits(3, 6), *hits(2, 4)],
        ((("strike", 1), ("strike-die", 1)), NONE),
        (6, 5),
        (True, False),
    ),
    "a charge over a hold by one, and a strike that ties": Case(
        ("charge", "hold"),
        [*hits(3, 4), *hits(2, 5), *hits(2, 4), *hits(2, 4)],
        ((("strike", 1),), NONE),
        (5, 5),
        (True, False),
    ),
    "a hold that throws a charge back by two": Case(
        ("charge", "hold"),
        [*hits(2, 4), *hits(4, 5)],
        (NONE, (("damage", 1),)),
        (5, 6),
        (False, True),
    ),
    "a hold that digs in after a flank": Case(
        ("flank", "hold"),
        [*hits(1, 4), *hits(3, 5)],
        (NONE, (("dig-in", 1),)),
        (6, 7),
        (False, True),
    ),
    "a flank round a hold: one point, and a die for a charge": Case(
        ("flank", "hold"),
        [*hits(4, 4), *hits(1, 5)],
        ((("damage", 1), ("charge-die", 1)), NONE),
        (6, 5),
        (True, False),
    ),
    "a flank at Ob 3 and a rally at Ob 4, both just met": Case(
        ("flank", "rally"),
        [*hits(3, 4), *hits(4, 4)],
        (NONE, NONE),
        (6, 6),
        (True, True),
    ),
    "a flank at Ob 3 and a rally at Ob 4, both one short": Case(
        ("flank", "rally"),
        [*hits(2, 4), *hits(3, 4)],
        (NONE, NONE),
        (6, 6),
        (False, False),
    ),
    "scouts who see an advance spot it": Case(
        ("scout", HILL),
        [*hits(3, 4), *hits(1, 4)],
        (NONE, NONE),
        (6, 6),
        (True, False),
    ),
    "scouts at Ob 2 beside a rally that fails Ob 1": Case(
        ("scout", "rally"),
        [*hits(2, 4), *hits(0, 4)],
        (NONE, NONE),
        (6, 6),
        (True, False),
    ),
    "five dice of skirmishers against a hold, whose extra die is for others": Case(
        ("skirmish", "hold"),
        [*hits(4, 5), *hits(2, 4)],
        ((("damage", 1),), NONE),
        (6, 5),
        (True, False),
    ),
    "skirmishers by four shoot two points away": Case(
        ("skirmish", "scout"),
        [*hits(4, 4), *hits(0, 4)],
        ((("damage", 2),), NONE),
        (6, 4),
        (True, False),
    ),
    "two skirmishes, each for itself: Ob 2 met exactly buys nothing": Case(
        ("skirmish", "skirmish"),
        [*hits(2, 4), *hits(2, 4)],
        (NONE, NONE),
        (6, 6),
        (True, True),
    ),
    "an advance at Ob 2 by two more, beside a rally at Ob 2": Case(
        (HILL, "rally"),
        [*hits(4, 4), *hits(2, 4)],
        ((("damage", 1),), NONE),
        (7, 5),
        (True, True),
    ),
    "an advance that wins by the value takes the hill": Case(
        (HILL, "scout"),
        [*hits(2, 4), *hits(1, 4)],
        (NONE, NONE),
        (7, 6),
        (True, False),
    ),
}


def field() -> State:
    return battle(plain(), plain(), places=NEAR)


@pytest.mark.rule(
    "companies:test.matrix",
    "companies:withdraw.independent",
    "companies:withdraw.independent-effect",
    "companies:withdraw.versus-win",
    "companies:withdraw.versus-loss",
    "companies:charge.independent",
    "companies:charge.versus",
    "companies:charge.strike-dice",
    "companies:strike.tie",
    "companies:strike.skirmish",
    "companies:hold.menu",
    "companies:hold.dig-in",
    "companies:flank.damage",
    "companies:flank.charge-dice",
    "companies:rally.independent",
    "companies:scout.independent",
    "companies:scout.versus",
    "companies:skirmish.independent",
    "companies:skirmish.hold-die",
    "companies:skirmish.damage",
    "companies:advance.independent",
    "companies:advance.versus",
    "companies:advance.damage",
)
@pytest.mark.parametrize("name", CASES)
def test_a_pair(name: str) -> None:
    case = CASES[name]
    state = field()
    said: dict[tuple[str, int], Order] = {
        ("spend", side): ("spend", *bought) for side, bought in enumerate(case.bought) if bought
    }
    found = volley(state, *case.actions, case.dice, said)
    assert tuple(company.disposition for company in state.companies) == case.left
    assert tuple(one.works_out or one.withdrew for one in found) == case.works


@pytest.mark.rule("companies:advance.occupied", "companies:position.dislodge")
@pytest.mark.parametrize(("successes", "left"), [(2, (8, 6)), (1, (6, 8))])
def test_a_hill_of_two_is_taken_from_one_who_hesitates_by_two(successes: int, left: tuple[int, int]) -> None:
    """Always versus, and nobody answers: its value must be won by."""
    state = battle(plain(), plain(), places=NEAR, holds=(False, True), values={"island": 2})
    volley(state, "advance island", "none", hits(successes, 4))
    assert tuple(company.disposition for company in state.companies) == left


@pytest.mark.rule("companies:spec.runners-effect", "companies:rally.restore")
@pytest.mark.parametrize(("successes", "lost"), [(1, True), (2, False)])
def test_a_rally_finds_the_runners_at_one_more(successes: int, lost: bool) -> None:
    state = field()
    state.companies[0].runners_lost = True
    volley(state, "rally", "hold", hits(successes, 4))
    assert state.companies[0].runners_lost == lost


@pytest.mark.rule("companies:script.naval")
@pytest.mark.parametrize(("tags", "dice"), [(("naval",), 4), ((), 5)])
def test_navigation_flanks_at_sea_and_ashore_the_root_does(tags: tuple[str, ...], dice: int) -> None:
    """At sea it stands for Riding: 3 of 4 beat 1; ashore nobody knows how, and 3 of Perception or Agility count as 1."""
    state = battle(officer({"Navigation": 4}), plain(), places=NEAR, tags=tags)
    flank, _ = volley(state, "flank", "scout", [*hits(3, dice), *hits(1, 4)])
    assert flank.works_out == bool(tags)


@pytest.mark.rule("companies:steel.effect", "companies:skirmish.steel")
@pytest.mark.parametrize(("found", "stands"), [(5, True), (4, False)])
def test_a_steel_test_of_six_dice_against_a_hesitation_of_five(found: int, stands: bool) -> None:
    """A failed one costs the next volley; its points are untouched."""
    state = field()
    dice = [*hits(1, 4), *hits(0, 4), *hits(found, 6)]
    volley(state, "skirmish", "scout", dice, {("spend", 0): ("spend", ("steel", 1))})
    assert (state.companies[1].hesitates == state.now) is not stands
    assert state.companies[1].disposition == 6
