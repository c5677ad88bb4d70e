"""The odds of a volley against every throw of the dice, and the volleys of the greedy player."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men, skirmishers

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai import volleys as thoughts
from banneret.rulebooks.battlesystem.missiles import felling, phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, Shooting
from banneret.rulebooks.battlesystem.odds.volley import VolleyOdds, volley_odds
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, OPEN
from banneret.testing import Script


def bows(number: int = 20, missile: str = "long-bow", **changes: Any) -> Troop:
    facts = missile_of(missile)
    return men("Archers", number, number // 2, 30, 24, 0, missile=facts, volleys=facts.volleys, **changes)


def orcs(y: float = 36.0, x: float = 30.0, number: int = 24, **changes: Any) -> Troop:
    return men("Orcs", number, number // 3, x, y, 180, side=1, **changes)


def shooting(*troops: Troop, stage: int = stages.MISSILES, measured: bool = True) -> State:
    return battle(*troops, stage=stage, tier=stages.INTERMEDIATE, options={"premeasure": measured})


def counted(state: State, shots: int = 2) -> VolleyOdds:
    first, second = state.units[0], state.units[1]
    fire = Shooting(state, 0, "").aimed(first, second, False)
    assert fire is not None
    return volley_odds(state, first, second, fire, shots, False)


@pytest.mark.parametrize("formation", [CLOSED, OPEN])
@pytest.mark.parametrize("gone", [0, 5, 12])
def test_the_odds_of_a_volley_are_those_of_all_throws(formation: int, gone: int) -> None:
    """All sums of two dice, each with all sums of the two of morale."""

    def fresh() -> State:
        target = orcs(number=24 - gone, starting=24, formation=formation, half=gone == 12)
        return shooting(bows(), target)

    odds = counted(fresh())
    losses, routs, opens = [Fraction(0)] * 25, Fraction(0), Fraction(0)
    for thrown in range(2, 13):
        for rolled in range(2, 21):
            state = fresh()
            table = Script(dice=[*_two(thrown, 6), *_two(rolled, 10)], orders=[("shoot", 0, 1)])
            phases.missile_step(state, table)
            after, chance = state.units[1], Fraction((6 - abs(7 - thrown)) * (10 - abs(11 - rolled)), 3600)
            losses[24 - gone - after.figures] += chance
            if after.status == FIELD or after.figures:
                routs += chance if after.routed else 0
                opens += chance if formation == CLOSED and after.formation == OPEN else 0
    assert odds.losses == losses[: 25 - gone]
    assert (odds.routs, odds.opens) == (routs, opens)


def _two(total: int, faces: int) -> list[int]:
    """Two dice that come to a total."""
    first = min(faces, total - 1)
    return [first, total - first]


def test_several_ranges_of_skirmishers_are_rolled_one_after_the_other() -> None:
    spots = [(30.0, 24.0 - 2.0 * row) for row in range(5)]
    state = shooting(skirmishers("Bows", spots, missile=missile_of("short-bow")), orcs(27.0))
    odds = counted(state)
    assert len(odds.sums) == 3
    assert sum(odds.losses) == 1
    assert odds.shooters == 5


class _Thrown(Script):
    """A table at which volleys come to given sums, and no check is passed."""

    def __init__(self, volleys: tuple[int, int]) -> None:
        super().__init__(orders=[("shoot", 0, 1)], telling=False)
        self.left = [*volleys]

    def dice(self, count: int, faces: int, why: str, side: int = -1) -> list[int]:
        """Two dice that come to the next sum; of a check, to the highest."""
        return _two(self.left.pop(0) if why == "volley" else 20, faces)


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:4.4a")
@pytest.mark.parametrize("formation", [CLOSED, OPEN])
def test_the_target_checks_between_the_ranges_of_skirmishers(formation: int) -> None:
    """One bow at short range, one at medium: after the first has killed, an open target is gone, and a closed one has opened (+1)."""

    def fresh() -> State:
        bows = skirmishers(
            "Bows", [(29.0, 27.0), (31.0, 19.0)], missile=missile_of("long-bow"), attack_rating=16
        )
        return shooting(bows, orcs(32.0, number=4, formation=formation, armour_class=8, morale=-9, figure=60))

    odds, losses = counted(fresh(), 1), [Fraction(0)] * 5
    opens = routs = Fraction(0)
    for first in range(2, 13):
        for second in range(2, 13):
            state = fresh()
            table = _Thrown((first, second))
            table.orders = [("shoot", 0, 1, "once")]
            phases.missile_step(state, table)
            after, chance = state.units[1], Fraction((6 - abs(7 - first)) * (6 - abs(7 - second)), 36**2)
            losses[4 - after.figures] += chance
            opens += chance * (formation == CLOSED and after.formation == OPEN and not after.routed)
            routs += chance * after.routed
    assert odds.losses == losses
    assert (odds.opens, odds.routs) == (opens, routs)


def test_expected_losses_agree_with_the_exact_odds_but_for_wounds() -> None:
    state = shooting(bows(), orcs())
    first, second = state.units[0], state.units[1]
    fire = Shooting(state, 0, "").aimed(first, second, False)
    assert fire is not None
    odds = counted(state)
    quick = felling.by_volley(state, first, second, fire, 2, False)
    assert quick == pytest.approx(float(odds.lost() + odds.wounded / 2))


@pytest.mark.rule("battlesystem:3.5", "battlesystem:10.1l")
def test_the_usual_volley_is_not_at_those_who_look_too_far_off() -> None:
    """From the middle of the bows, at 23.25, a front at 43 looks 20.125 inches off, one at 44 21.125: a long bow shoots 21."""

    def usual(*targets: Troop) -> Order:
        return Shooting(shooting(bows(), *targets, measured=False), 0, "").default()

    assert usual(orcs(43.0)) == ("shoot", 0, 1)
    assert usual(orcs(44.0)) == HOLD
    assert usual(orcs(43.0, 26.0, 12, armour_class=2), orcs(44.0, 36.0, 12)) == ("shoot", 0, 1)
    state = shooting(bows(), orcs(44.0))
    assert Shooting(state, 0, "").default() == ("shoot", 0, 1)  # measured, it is 20 inches


# ---------------------------------------------------------------- the greedy player


def best(state: State) -> Any:
    return thoughts.volley(Shooting(state, 0, ""), state)


def test_the_greedy_player_shoots_at_what_loses_most() -> None:
    near, far = orcs(30.0, 26.0, 12), orcs(40.0, 36.0, 12)
    assert best(shooting(bows(), near, far)) == ("shoot", 0, 1)
    armoured = orcs(30.0, 26.0, 12, armour_class=-6)
    assert best(shooting(bows(), armoured, orcs(30.0, 34.0, 12))) == ("shoot", 0, 2)


def test_it_keeps_javelins_for_short_range_and_arrows_not() -> None:
    """At long range (+5) a javelin does less than half of what it does at short."""
    assert best(shooting(bows(missile="javelin"), orcs(29.5))) == HOLD
    assert best(shooting(bows(missile="javelin"), orcs(25.5))) == ("shoot", 0, 1)
    assert best(shooting(bows(), orcs(44.0))) == ("shoot", 0, 1)


def test_it_keeps_the_first_shot_for_those_who_come_nearer() -> None:
    """At long range now, nine inches nearer when they have moved: one shot of two is better made then."""
    state = shooting(bows(missile="short-bow"), orcs(37.5), stage=stages.INITIAL_MISSILES)
    assert best(state) == HOLD
    state.units[1].now.movement = 3.0
    assert best(state) == ("shoot", 0, 1)
