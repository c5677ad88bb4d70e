"""What the board says before a fight."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks.battlesystem.regiments import area, battle, melees, men, skirmishers

from banneret.geometry.rectangles import FRONT, REAR
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.forecasts import melees as melee_forecasts
from banneret.rulebooks.battlesystem.view.forecasts.charges import charge_forecast
from banneret.testing import Script


def meeting(**changes: object) -> State:
    return battle(
        men("Reds", attack_rating=16, **changes),
        men("Blues", heading=180, side=1, attack_rating=16, formation=OPEN, morale=11),
        stage=stages.ASSIGNMENT,
    )


@pytest.mark.rule("battlesystem:8.3h", "battlesystem:8.4")
def test_the_sum_is_explained_before_it_is_rolled() -> None:
    (found,) = melees(meeting(charged=1))
    assert (found.there.figures, found.back.figures) == ([0, 1, 2, 3, 4, 5], [1, 2, 3, 4])
    assert (found.there.aspect, found.there.tally.total) == (FRONT, 16 - 1 - 1 - 6)
    assert [part.amount for part in found.there.tally.explain()] == [16, -1, -1, -6]
    assert str(found.there).startswith("6 figures strike in front: attack roll 8")


@pytest.mark.rule("battlesystem:8.3e", "battlesystem:8.4")
def test_the_chances_are_those_of_the_ground_where_a_skirmisher_stands_now() -> None:
    # one file with its commander, AR 20, against a scout of AC 6: 13, and 12 while he occupies higher ground; he has 4 hit dice, which
    # 1d6 does up to an attack roll of 19: with 7 or less on 2d6 (21 of 36) at 12, with 6 or less (15 of 36) at 13
    state = battle(
        men("Wall", 4, 1, 30, 24),
        skirmishers("Scout", [(30.3, 24.375)], 180.0, side=1, figure=40),
        tier=stages.INTERMEDIATE,
        terrain=[area("hill", 30.0, 24.05, 40, 30, 1)],
    )
    chances = []
    for x in (30.3, 29.7, 30.3):
        state.units[1].place(0, x, 24.375, 180.0)
        (found,) = melees(state)
        chances.append((found.there.tally.total, found.odds.second.chance("destroyed")))
    assert chances == [(12, Fraction(21, 36)), (13, Fraction(15, 36)), (12, Fraction(21, 36))]


@pytest.mark.rule("battlesystem:8.4", "battlesystem:4.5c")
def test_chances_as_either_side_sees_them() -> None:
    state = meeting()
    (found,) = melees(state)
    reds, blues = (melee_forecasts.told(state, found, unit) for unit in state.units.values())
    routs, routed = (
        next(one for one in odds.chances if one.name == "Blues are routed") for odds in (reds, blues)
    )
    assert routs.share == routed.share > 0
    assert (routs.suffered, routed.suffered) == (False, True)
    names = [one.name for one in reds.chances]
    assert not [name for name in names if "opened" in name]  # never: what cannot be is left out
    assert "6 figures strike" in reds.text
    assert "4 figures strike" in blues.text


@pytest.mark.rule("battlesystem:4.4")
def test_a_check_that_comes_when_the_phase_ends_is_told_besides() -> None:
    for changes, told in (({"undead": True}, True), ({"ward": 1}, True), ({}, False)):
        state = meeting(**changes)
        (found,) = melees(state)
        odds = melee_forecasts.told(state, found, state.units[0])
        words = "if they still touch when the phase ends, Blues check morale then"
        assert (words in odds.assumption) is told


@pytest.mark.rule("battlesystem:8.7a", "battlesystem:8.7e")
def test_every_number_of_losses_is_told_with_its_chance() -> None:
    state = meeting()
    (found,) = melees(state)
    own, enemy = melee_forecasts.told(state, found, state.units[0]).spreads
    assert (own.title, own.side, enemy.title, enemy.side) == ("Reds lose", 0, "Blues lose", 1)
    exact = found.odds.second.chances_of_losses()
    counted = list(enemy.shares)
    assert counted == [(str(number), round(float(100 * exact[number]), 1)) for number in range(len(counted))]
    assert sum(exact[: len(counted)]) == 1
    assert dict(enemy.besides)["a wound"] == round(float(100 * found.odds.second.chance("wounded")), 1)


@pytest.mark.rule("battlesystem:8.1c", "battlesystem:8.0b")
def test_once_told_off_only_those_count_who_were() -> None:
    state = battle(
        men("Reds", 6, 6),
        men("V", 3, 3, x=28.875, heading=180, side=1),
        men("W", 3, 3, x=31.125, heading=180, side=1),
        stage=stages.ASSIGNMENT,
    )
    assert [len(one.there.figures) for one in melees(state)] == [4, 4]
    forming_combats.assign_step(state, Script(orders=[("assign", 0, (1, 2, 3))]))
    assert [len(one.there.figures) for one in melees(state)] == [4, 2]


@pytest.mark.rule("battlesystem:8.4")
def test_the_same_is_not_counted_twice_and_changes_are_seen() -> None:
    state = meeting()
    first = melees(state)[0].odds
    assert melees(state.copy())[0].odds is first
    state.units[0].charged = 1
    assert melees(state)[0].odds is not first


@pytest.mark.rule("battlesystem:8.8d")
def test_what_flight_costs() -> None:
    state = meeting()
    found = melee_forecasts.flight(state, state.units[1])
    assert found is not None
    assert "Reds strike at its back" in found.text
    assert found.chances[0].share == 100.0
    alone = battle(men("Reds"), men("Blues", y=40, side=1))
    assert melee_forecasts.flight(alone, alone.units[1]) is None
    assert REAR == 2


def apart(y: float, heading: float = 180.0) -> State:
    """The same two, before the charge."""
    return battle(
        men("Reds", attack_rating=16),
        men("Blues", y=y, heading=heading, side=1, attack_rating=16, formation=OPEN, morale=11),
        stage=stages.ASSIGNMENT,
    )


@pytest.mark.rule("battlesystem:7.14e", "battlesystem:8.3f", "battlesystem:3.5")
def test_a_charge_has_the_exact_odds_of_the_melee_it_leads_to_whatever_the_distance() -> None:
    there = meeting(charged=1)
    (found,) = melees(there)
    exact = melee_forecasts.told(there, found, there.units[0])
    for y in (28.0, 46.0):
        state = apart(y)
        before = RULEBOOK.dump(state)
        odds = charge_forecast(state, *state.units.values())
        assert odds is not None
        assert RULEBOOK.dump(state) == before
        assert (odds.text, odds.chances, odds.spreads) == (exact.text, exact.chances, exact.spreads)
        assert odds.assumption == "if it strikes home in front, middle to middle, and nobody else joins in"


@pytest.mark.rule("battlesystem:7.14e")
@pytest.mark.parametrize(
    ("heading", "side"),
    [(180.0, "in front"), (0.0, "in the rear"), (90.0, "in the right flank"), (-90.0, "in the left flank")],
)
def test_a_charge_is_foreseen_on_the_side_it_comes_from(heading: float, side: str) -> None:
    state = apart(40.0, heading)
    odds = charge_forecast(state, *state.units.values())
    assert odds is not None
    assert side in odds.assumption
