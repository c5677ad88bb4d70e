"""Ammunition, and Table 12 both ways: shots limit movement and movement limits shots; contact after shooting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men, skirmishers, weapon

from banneret.kernel.decision import Refusal
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import attack_rolls, forming_combats
from banneret.rulebooks.battlesystem.combat.losses import open_losses
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal, shots_left
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.rounds import forget
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import limits, missile_of
from banneret.rulebooks.battlesystem.tables.rosters import CAVALRY
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.testing import Script


def armed(missile: str, rate_: float = 12.0, **changes: Any) -> Troop:
    """Twelve with a missile, their front along y = 24."""
    facts = missile_of(missile)
    return men("Men", 12, 6, 30, 24, 0, missile=facts, volleys=facts.volleys, movement=rate_, **changes)


def orcs(y: float = 26.0) -> Troop:
    return men("Orcs", 24, 8, 30, y, 180, side=1)


def shooting(*troops: Troop, stage: int = stages.MISSILES, **changes: Any) -> State:
    options = {"premeasure": True, **changes.pop("options", {})}
    return battle(*troops, stage=stage, tier=stages.INTERMEDIATE, options=options, **changes)


def shoot(state: State, *words: str) -> None:
    phases.missile_step(state, Script(dice=[6, 6, 1, 1], orders=[("shoot", 0, 1, *words)]))


# ---------------------------------------------------------------- ammunition


@pytest.mark.rule("battlesystem:10.3")
def test_arrows_stones_and_bullets_do_not_run_out() -> None:
    for missile in ("long-bow", "light-crossbow", "sling-stone", "sling-bullet", "hill-giant-rock"):
        state = shooting(armed(missile), orcs(29.0))
        for number in range(1, 13):
            state.round = number
            state.units[1].figures = 24
            assert shots_left(state, state.units[0]) == missile_of(missile).shots, missile
            shoot(state, "once")
            forget(state.units[0])
            state.units[0].aims = ()


@pytest.mark.rule("battlesystem:10.3a")
def test_other_missiles_are_two_volleys_unless_the_roster_says() -> None:
    state = shooting(armed("javelin"), orcs())
    for left in (1, 1, 0):
        assert shots_left(state, state.units[0]) == left
        if left:
            shoot(state)
        forget(state.units[0])
        state.units[0].aims = ()
    assert refusal(state, state.units[0]) is not None
    state = shooting(armed("javelin"), orcs())
    state.units[0].now.volleys = 3
    state.units[0].thrown = 2
    assert shots_left(state, state.units[0]) == 1


@pytest.mark.rule("battlesystem:10.3b")
def test_spears_thrown_are_in_hand_no_more() -> None:
    """One volley a shot, also of those who did not see; then they fight with their second weapon, or daggers."""
    spear, sword = weapon("1d6", name="spear"), weapon("1d8", name="sword")
    for weapons, then in (([spear, sword], "sword"), ([spear], "dagger")):
        state = shooting(armed("spear", weapons=list(weapons)), orcs())
        unit = state.units[0]
        shoot(state)
        assert (unit.thrown, attack_rolls.weapon_of(state, unit).id) == (1, "spear")
        forget(unit)
        unit.aims = ()
        shoot(state)
        assert attack_rolls.weapon_of(state, unit).id == then
        assert shots_left(state, unit) == 0
        again = CODEC.load(CODEC.dump(state), state)
        assert attack_rolls.weapon_of(again, again.units[0]).id == then


# ---------------------------------------------------------------- Table 12


@pytest.mark.rule("battlesystem:10.4")
def test_who_shot_does_not_charge_and_moves_less() -> None:
    state = shooting(armed("long-bow"), orcs(36.0), stage=stages.INITIAL_MISSILES)
    unit = state.units[0]
    assert charge_orders.refusal(state, 0, ("charge", 0, 1, ("slide", 0))) is None
    phases.initial_step(state, Script(dice=[6, 6], orders=[("shoot", 0, 1)]))
    state.stage = stages.MOVEMENT
    found = charge_orders.refusal(state, 0, ("charge", 0, 1, ("slide", 0)))
    assert isinstance(found, Refusal)
    assert found.rule == "battlesystem:10.4"
    assert charge_orders.offers(state, unit) == []
    assert rate(state, unit) == 6.0
    forget(unit)
    assert rate(state, unit) == 12.0


CASES = [
    # missile, mounted, rate, shots, inches that may be moved, rule
    pytest.param("javelin", False, 12.0, [12.0, 8.0], marks=pytest.mark.rule("battlesystem:10.4a")),
    pytest.param("dart", False, 12.0, [12.0, 8.0, 0.0, 0.0], marks=pytest.mark.rule("battlesystem:10.4a")),
    pytest.param("light-crossbow", False, 12.0, [12.0, 0.0], marks=pytest.mark.rule("battlesystem:10.4b")),
    pytest.param("sling-stone", False, 9.0, [9.0, 0.0], marks=pytest.mark.rule("battlesystem:10.4b")),
    pytest.param("long-bow", False, 12.0, [12.0, 6.0, 0.0], marks=pytest.mark.rule("battlesystem:10.4c")),
    pytest.param("short-bow", True, 24.0, [24.0, 24.0, 0.0], marks=pytest.mark.rule("battlesystem:10.4d")),
    pytest.param("light-crossbow", True, 24.0, [24.0, 12.0], marks=pytest.mark.rule("battlesystem:10.4e")),
    pytest.param("sling-stone", True, 24.0, [24.0, 12.0], marks=pytest.mark.rule("battlesystem:10.4g")),
    pytest.param("javelin", True, 24.0, [24.0, 16.0], marks=pytest.mark.rule("battlesystem:10.4g")),
    pytest.param("hill-giant-rock", False, 12.0, [12.0, 6.0], marks=pytest.mark.rule("battlesystem:10.4g")),
]


@pytest.mark.parametrize(("missile", "mounted", "movement", "most"), CASES)
def test_table_12_in_both_directions(missile: str, mounted: bool, movement: float, most: list[float]) -> None:
    """`most`: inches that may be moved with no shot, one, two; and the shots that are left after so many inches and a little more."""
    state = shooting(armed(missile, movement, riding=CAVALRY if mounted else ""), orcs())
    unit = state.units[0]
    unit.now.volleys = 0
    for shots, inches in enumerate(most):
        unit.shots = shots
        assert rate(state, unit) == pytest.approx(inches), shots
    unit.shots = 0
    for shots, inches in list(enumerate(most))[1:]:
        unit.spent = inches
        assert shots_left(state, unit) >= shots
        unit.spent = inches + 0.1
        assert shots_left(state, unit) < shots


@pytest.mark.rule("battlesystem:10.4g")
def test_engines_move_or_shoot() -> None:
    assert limits()["engine"].share(1, 1) == Fraction(0)
    assert limits()["engine"].shots(0.1, 8.0, 1) == 0


@pytest.mark.rule("battlesystem:10.4c", "battlesystem:10.4f")
def test_archers_who_moved_more_than_half_do_not_shoot() -> None:
    state = shooting(armed("long-bow"), orcs(36.0))
    unit = state.units[0]
    unit.spent = 6.5
    found = refusal(state, unit)
    assert found is not None
    assert found.rule == "battlesystem:10.4c"
    unit.spent, unit.shots = 6.0, 1  # half, and one shot made in the enemy's part
    assert shots_left(state, unit) == 0


@pytest.mark.rule("battlesystem:10.4f")
def test_inches_for_gaps_that_had_to_be_filled_are_no_movement() -> None:
    state = shooting(armed("long-bow", debt=3), orcs(36.0))
    unit = state.units[0]
    open_losses.pay(state, Script(), unit, 12.0)
    assert unit.spent == 3.0
    assert shots_left(state, unit) == 2
    unit.spent = 8.0  # five of its own
    assert shots_left(state, unit) == 1


@pytest.mark.rule("battlesystem:10.4f")
def test_skirmishers_shoot_who_did_not_go_too_far() -> None:
    spots = [(28.0, 24.0), (30.0, 24.0), (32.0, 24.0)]
    state = shooting(skirmishers("Bows", spots, missile=missile_of("short-bow")), orcs(30.0))
    unit = state.units[0]
    singles = unit.singles
    assert singles is not None
    singles[0].moved, singles[1].moved = 9.0, 4.5
    assert figures(state, unit) == [1, 2]
    assert figures(state, unit, 2) == [2]


# ---------------------------------------------------------------- contact


@pytest.mark.rule("battlesystem:10.2d")
def test_who_shot_and_is_touched_does_not_fight() -> None:
    """Ogres in contact strike archers who shot this round; these do not strike, and did they not shoot they would."""
    for shots in (1, 0):
        state = shooting(armed("long-bow", shots=shots), orcs(24.0), stage=stages.ASSIGNMENT)
        forming_combats.assign_step(state, Script())
        assert state.bouts is not None
        bout = state.bouts[0]
        assert bool(bout.strikers) is (shots == 0)
        assert bout.back_strikers


@pytest.mark.rule("battlesystem:10.2d")
def test_skirmishers_fight_who_did_not_shoot_themselves() -> None:
    touching = skirmishers("Orcs", [(28.0, 24.75), (30.0, 24.75)], 180, side=1)
    state = shooting(skirmishers("Bows", [(28.0, 24.0), (30.0, 24.0)], missile=missile_of("dart")), touching)
    singles = state.units[0].singles
    assert singles is not None
    singles[0].shots = state.units[0].shots = 1
    assert eligible(state, state.units[0], state.units[1]) == [1]


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "strikes"), [(15, []), (16, [0])])
def test_of_skirmishers_who_shot_those_strike_who_came_up_themselves(
    version: int, strikes: list[int]
) -> None:
    """The first shot and walked up to an orc, the second shot and an orc came up to him; the third shot and a regiment came."""
    touching = skirmishers("Orcs", [(28.0, 24.75), (30.0, 24.75)], 180, side=1)
    dart = missile_of("dart")
    state = shooting(
        skirmishers("Darts", [(28.0, 24.0), (30.0, 24.0), (40.0, 24.0)], missile=dart, volleys=6),
        touching,
        men("Regiment", 4, 4, 40.0, 24.375, 180, side=1),
        options={"version": version},
    )
    mine, theirs = state.units[0].singles, state.units[1].singles
    assert mine is not None
    assert theirs is not None
    state.units[0].shots = 1
    for single in mine:
        single.shots = 1
    mine[0].moved = theirs[1].moved = 2.0
    mine[2].moved = 2.0  # before the regiment came: no skirmisher walks up to one
    assert eligible(state, state.units[0], state.units[1]) == strikes
    assert eligible(state, state.units[0], state.units[2]) == []
    assert eligible(state, state.units[1], state.units[0]) == [0, 1]


def test_the_reader_of_rosters_knows_missiles() -> None:
    row: dict[str, Any] = {
        "name": "Bows", "unit_type": "regular", "creature": "human", "ac": 7, "figures": 12, "hd_per_figure": 10,
        "mv": 12, "size": "M", "saves": [14, 15, 16, 17, 17], "ar": 20, "ml": 12, "dl": 12,
        "weapons": [{"id": "sword", "sm": "1d8", "l": "1d12"}], "missile": "javelin",
        "commander": {"name": "Eric", "cr": 6, "cb": 1},
    }  # fmt: skip
    assert read_unit(row, "test", {}).roster.volleys == 2
    assert read_unit({**row, "volleys": 4}, "test", {}).roster.volleys == 4
    bow = read_unit({**row, "missile": "long-bow"}, "test", {}).roster
    assert bow.missile is missile_of("long-bow")
    assert bow.volleys == 0
    with pytest.raises(BadInput, match="no missiles"):
        read_unit({**row, "missile": "long-bow"}, "test", {"tier": "basic"})
    with pytest.raises(BadInput, match="no missile 'long-bov'"):
        read_unit({**row, "missile": "long-bov"}, "test", {})
