"""Gray and white abilities in every test that a named character makes, and the chances shown before their own strike, by hand.

Gray succeeds on 3, white on 2. A pool of as many 3s as it has dice is a success each in gray, and none in black.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.companies.musters import battle, hits, officer, plain, volley
from rulebooks.companies.test_edges import NEAR, left, spend

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend
from banneret.rulebooks.companies.exchange.buying.strikes import strike_dice
from banneret.rulebooks.companies.exchange.fighting.duel import fight_duel
from banneret.rulebooks.companies.exchange.fighting.shots import shoot
from banneret.rulebooks.companies.exchange.nerve import stands_firm
from banneret.rulebooks.companies.odds.forecast import strike_chances
from banneret.rulebooks.companies.odds.pools import keeps_nerve, lowered
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.setup.contact import contact_pool
from banneret.rulebooks.companies.setup.disposition import officer_pool
from banneret.rulebooks.companies.view.spend_preview import struck
from banneret.testing import Script

GRAY, WHITE = 3, 2
Said = dict[tuple[str, int], Order]
BARE = {"armour": "none", "shield": "none"}


def gray(skills: dict[str, int], *names: str, shade: int = GRAY, **more: Any) -> Any:
    """A character in whom these are gray."""
    return officer(skills, shades=dict.fromkeys(names, shade), **more)


@pytest.mark.rule("companies:core.shade", "companies:core.steel")
@pytest.mark.parametrize(
    ("shade", "face", "firm"), [(4, 3, False), (GRAY, 3, True), (WHITE, 2, True), (GRAY, 2, False)]
)
def test_steel_has_a_shade(shade: int, face: int, firm: bool) -> None:
    # Steel 6 against a hesitation of 5.
    state = battle(officer({"Command": 4}, shades={"Steel": shade}), plain())
    assert stands_firm(state, Script([face] * 6), 0) == firm


@pytest.mark.rule("companies:core.shade", "companies:strike.commander")
@pytest.mark.parametrize(("names", "losses"), [((), (6, 5)), (("Sword",), (6, 5)), (("Command",), (5, 6))])
def test_a_commanders_own_strike_has_the_shade_of_the_weapon(
    names: tuple[str, ...], losses: tuple[int, int]
) -> None:
    # A Charge of 3 against an idle company (Ob 2) has one over: the own strike of Sword 4 with 3 3 3 1 against 1 of 4.
    leader = gray({"Command": 4, "Sword": 4}, *names, melee="Sword")
    state = battle(leader, plain(), places=NEAR)
    said: Said = {("lead", 0): ("lead", "Command", "foray"), ("spend", 0): spend(("own-strike", 1))}
    faces = [3, 3, 3, 1] if names != () else [4, 4, 4, 1]
    volley(state, "charge", "none", [*hits(3, 4), *faces, *hits(1, 4)], said)
    assert tuple(left(state)) == losses


@pytest.mark.rule("companies:core.shade", "companies:fight.house-rolls", "companies:fight.house-break-off")
@pytest.mark.parametrize(
    ("name", "move", "faces", "wounds"),
    [
        ("Sword", "strike", [3, 3, 1, 1, 4, 1, 1, 1], ([], [1])),  # 2 gray to 1: a hit of 1
        ("Axe", "strike", [3, 3, 1, 1, 4, 1, 1, 1], ([1], [])),  # in black 0 to 1
        ("Speed", "break-off", [3, 1, 1, 1, 4, 1, 1, 1], ([], [])),  # a tie gets away
        ("Sword", "break-off", [3, 1, 1, 1, 4, 1, 1, 1], ([1], [])),
    ],
)
def test_a_duel_is_fought_in_the_shade_of_what_is_rolled(
    name: str, move: str, faces: list[int], wounds: tuple[list[int], list[int]]
) -> None:
    state = battle(gray({"Sword": 4}, name, **BARE), officer({"Sword": 4}, **BARE))
    orders: list[Any] = [(move,), ("strike",), *[("block",)] * 10]
    fight_duel(state, Script(faces, orders, strict=False))
    assert (state.people[0].wounds, state.people[1].wounds) == wounds


@pytest.mark.rule("companies:core.shade", "companies:range.house-shot")
@pytest.mark.parametrize(("name", "wounds"), [("Bow", [2]), ("Sword", [])])
def test_a_shot_has_the_shade_of_the_bow(name: str, wounds: list[int]) -> None:
    # Bow 4 with 3 3 3 1 at Ob 2: three successes are a hit of 2 on a man without armour, who keeps his nerve.
    state = battle(gray({"Bow": 4}, name, missile="Bow"), officer({}, **BARE, steel=9))
    shoot(state, Script([3, 3, 3, 1, *[4] * 8], strict=False), 0, 1, 2)
    assert state.people[1].wounds == wounds


@pytest.mark.rule("companies:core.shade", "companies:core.root", "companies:core.unskilled-versus")
def test_root_stats_have_their_shades_and_of_two_the_darker_counts() -> None:
    # Tactics and Strategy root in Will and Perception: gray only where both are.
    for names, shade in ((("Will",), 4), (("Perception",), 4), (("Will", "Perception"), GRAY)):
        state = battle(gray({"Command": 4}, *names), plain(), places=NEAR)
        effort, other = volley(state, "withdraw", "scout", [3, 3, 3, 3, *hits(0, 4)], {})
        assert effort.pool is not None
        assert (effort.pool.unskilled, effort.pool.shade) == (True, shade)
        assert effort.successes == (4 if shade == GRAY else 0)
        assert other.successes == 0


@pytest.mark.rule("companies:core.shade", "companies:contact.unskilled", "companies:disp.unskilled")
def test_perception_and_will_before_the_battle() -> None:
    state = battle(gray({"Riding": 4}, "Will"), plain())
    assert officer_pool(state, 0)[1].shade == GRAY  # Will 5 before Perception 4
    state = battle(gray({"Command": 4}, "Perception"), plain())
    assert contact_pool(state, 0).shade == GRAY


@pytest.mark.rule("companies:core.shade", "companies:tie.reply")
def test_a_root_answers_a_tie_breaker_in_its_shade() -> None:
    # Advance 2, Scout 2 by Orienteering; Soldiering 4 with 2, the root Perception 4 in gray with 3 3 3 1: the Scout has won by 1.
    leader = gray({"Orienteering": 4}, "Perception")
    state = battle(plain(), leader, places=NEAR)
    said: Said = {("tie", 0): ("call",)}
    effort, other = volley(
        state, "advance island", "scout", [*hits(2, 4), *hits(2, 4), *hits(2, 4), 3, 3, 3, 1], said
    )
    assert (effort.works_out, other.works_out, other.extra) == (False, True, 1)


# ---------------------------------------------------------------- chances that are shown


@pytest.mark.rule("companies:core.raise-in-versus", "companies:core.shade")
def test_chances_with_what_a_wound_takes() -> None:
    quarter = Fraction(1, 4)
    assert lowered((quarter, Fraction(1, 2), quarter), 1) == (Fraction(3, 4), quarter)
    assert lowered((quarter, Fraction(3, 4)), 0) == (quarter, Fraction(3, 4))
    assert lowered((quarter, Fraction(3, 4)), 2) == (1,)
    assert keeps_nerve(1, 1, GRAY) == Fraction(2, 3)
    # one die less a success against none: the commander never wins, ties always
    assert strike_chances(1, 0, raised=1) == (1.0, 1.0)
    assert strike_chances(1, 0, GRAY) == (1.0, pytest.approx(1 / 3))


@pytest.mark.rule("companies:strike.commander", "companies:core.superficial", "companies:spec.runners-effect")
@pytest.mark.parametrize(("scratched", "lost"), [(False, False), (True, False), (False, True)])
def test_the_chances_of_an_own_strike_know_wounds_and_lost_runners(scratched: bool, lost: bool) -> None:
    # Sword 1 against troops of 1. Bare: wins 1/4, ties 1/2, loses 1/4. Less one success: never wins, ties 1/2, loses 1/2.
    state = battle(officer({"Command": 4, "Sword": 1}, melee="Sword"), plain(), places=NEAR)
    state.setting.forces[1].weapon = 1
    state.companies[0].runners_lost = lost
    if scratched:
        wound(state, 0, 1)
    assert strike_dice(state, 0, 1, True) == (1, 1)
    decision = Spend(0, 1, [Good("strike", 1, 9), Good("own-strike", 1, 1)], 0, 1)
    found = struck(state, decision, 1, 0, 0)
    raised = scratched or lost
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert found == (
        {(1, 1): half, (1, 0): half} if raised else {(0, 1): quarter, (1, 1): half, (1, 0): quarter}
    )


@pytest.mark.rule("companies:rally.weapon-dice")
@pytest.mark.parametrize(("option", "dice"), [("every-strike", [3, 3, 3]), ("pool", [2, 2, 1])])
def test_saved_dice_are_shown_as_they_are_rolled(option: str, dice: list[int]) -> None:
    # Troops of 1 with two dice of a Rally, three strikes at troops of none: what is lost is what all their dice together say.
    state = battle(plain(), plain(), places=NEAR, options={"rally-weapon-dice": option})
    state.setting.forces[0].weapon, state.setting.forces[1].weapon = 1, 0
    state.companies[0].weapon_dice = 2
    decision = Spend(0, 3, [Good("strike", 1, 9)], 0, 1)
    none = 1
    for many in dice:
        none *= 2**many
    # nothing but misses: each strike is a tie, and costs both a point
    assert struck(state, decision, 0, 3, 0)[3, 3] == Fraction(1, none)


@pytest.mark.rule("companies:core.empty-pool", "companies:strike.commander")
def test_what_cannot_be_is_not_foreseen() -> None:
    """A commander without a weapon strikes with no dice, and never wins: the company loses its point for certain."""
    state = battle(officer({"Command": 4}, melee="Sword"), plain(), places=NEAR)
    found = struck(state, Spend(0, 1, [Good("own-strike", 1, 1)], 0, 1), 1, 0, 0)
    assert found == {(1, 0): Fraction(15, 16), (1, 1): Fraction(1, 16)}
