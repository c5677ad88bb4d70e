"""Morale: the factors of the moment, when to check, what a failed check does."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers, weapon

from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.command import chain
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import COMMANDER, FRIEND, LOSSES, MAGIC, OTHER, Cause
from banneret.rulebooks.battlesystem.morale.checks_and_routs import check
from banneret.rulebooks.battlesystem.morale.current_morale import charge_failed, current
from banneret.rulebooks.battlesystem.morale.morale_rolls import is_due, roll
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.unit import CLOSED, FORWARD, NO_ORDER, NOBODY, OPEN
from banneret.testing import Script

HIT = Cause(LOSSES)


def worth(troop: Any, *others: Any, cause: Cause = HIT, **setup: Any) -> int:
    state = battle(troop, *others, **setup)
    return current(state, state.units[0], cause)


@pytest.mark.rule("battlesystem:4.2", "battlesystem:4.2d", "battlesystem:4.2f", "battlesystem:4.2i")
def test_current_morale_of_the_catalogue() -> None:
    assert worth(men(charisma=2), cause=Cause(MAGIC)) == 12 + 1 + 2 - 1
    # base 13, over half lost, attacked from the rear by drainers of levels: 13 - 2 - 2 - 3, open and in command
    bled = men("Reds", 5, 5, formation=OPEN, morale=13, starting=12)
    wraiths = men("Wraiths", 4, 4, x=30, y=23.25, side=1, drains=True)
    assert worth(bled, wraiths) == 6


@pytest.mark.rule("battlesystem:4.2", "battlesystem:4.3")
def test_the_sum_explains_itself() -> None:
    state = battle(men("Reds", 5, 5, starting=12, charisma=1))
    tally = Tally("current morale")
    assert (
        current(state, state.units[0], Cause(MAGIC | COMMANDER), tally) == tally.total == 12 - 2 - 2 + 1 + 1
    )
    assert [(part.amount, part.rule.split(":")[1]) for part in tally.explain()] == [
        (12, "4.1"),
        (-2, "4.2a"),
        (-1, "4.2d"),
        (-1, "4.2d"),
        (1, "4.2f"),
        (1, "4.2i"),
    ]


@pytest.mark.rule("battlesystem:4.2a", "battlesystem:4.1e")
def test_losses_weigh_from_the_half_on() -> None:
    found = [worth(men(figures=12 - lost, files=1, starting=12)) - 13 for lost in (0, 5, 6, 8, 9, 11)]
    assert found == [0, 0, -2, -2, -4, -4]
    # fourteen, eight of them lost: nothing for being few, only for the losses
    assert worth(men(figures=6, files=6, starting=14)) == 12 + 1 - 2
    state = battle(men(figures=12, files=6, wounded=True))
    assert current(state, state.units[0], HIT) == 13


@pytest.mark.rule("battlesystem:4.2a")
def test_an_option_adds_both_rows_of_losses() -> None:
    options = {"cumulative_losses": True}
    assert worth(men(figures=3, files=3, starting=12), options=options) == 13 - 6
    assert worth(men(figures=6, files=3, starting=12), options=options) == 13 - 2


@pytest.mark.rule("battlesystem:4.2b")
def test_one_enemy_on_the_rear_is_enough_and_two_are_no_worse() -> None:
    dwarves = men("Dwarves", 12, 6)  # y 22.5 to 24, x 27.75 to 32.25
    behind = men("Goblins", 1, 1, x=30, y=22.5, side=1, width=0.5, depth=0.5)
    beside = men("Orcs", 4, 1, x=32.25, y=23.5, heading=270, side=1)
    corner = men("Few", 1, 1, x=28, y=22.5, side=1)
    assert worth(dwarves, behind) == 11
    assert worth(men("Dwarves", 12, 6), behind, corner) == 11
    assert worth(men("Dwarves", 12, 6), beside) == 13


@pytest.mark.rule("battlesystem:4.2b")
def test_a_skirmisher_has_a_rear_of_his_own() -> None:
    scouts = skirmishers("Scouts", [(20, 20), (25, 20)])
    behind = men("Goblins", 1, 1, x=20, y=19.625, side=1)
    state = battle(scouts, behind)
    unit = state.units[0]
    assert [current(state, unit, HIT, figure=figure) for figure in (0, 1)] == [10, 12]
    assert current(state, unit, HIT) == 10


@pytest.mark.rule("battlesystem:4.2c")
def test_out_of_command_takes_two_but_not_from_skirmishers() -> None:
    assert worth(men(formation=OPEN, in_command=False, charisma=2)) == 10
    assert worth(skirmishers(in_command=False)) == 12
    assert worth(crowd()) == 10
    assert worth(men(formation=OPEN, routed=True, in_command=False)) == 10


@pytest.mark.rule("battlesystem:4.2d")
def test_magic_and_a_dead_commander_each_take_one() -> None:
    assert [worth(men(), cause=Cause(kind)) for kind in (LOSSES, MAGIC, COMMANDER, MAGIC | COMMANDER)] == [
        13,
        12,
        12,
        11,
    ]


@pytest.mark.rule("battlesystem:4.2e", "battlesystem:7.14l", "battlesystem:7.14k")
def test_a_failed_charge_takes_three_from_open_units_and_mobs() -> None:
    for options, expected in (({}, 12), ({"failed_closed_charge_penalty": True}, 9)):
        state = battle(men(formation=OPEN), crowd(x=10), men("Third", x=50, formation=OPEN), options=options)
        charge_failed(state, state.units[0], was_closed=False)
        charge_failed(state, state.units[1], was_closed=False)
        charge_failed(state, state.units[2], was_closed=True)
        assert [current(state, unit, HIT) for unit in state.units.values()] == [9, 7, expected]


@pytest.mark.rule("battlesystem:2.10k", "battlesystem:4.2g")
def test_regulars_behind_hearten_a_mob() -> None:
    # 16 figures of 3/4 in stand 4 by 4: the rear edge is 3 in south of the front, at y 21
    def with_regulars(gap: float, x: float = 30.0, **facts: Any) -> int:
        return worth(crowd(), men("Guards", 4, 4, x=x, y=21 - gap, **facts))

    assert worth(crowd(morale=9), men("Guards", 4, 4, y=17)) == 9
    assert [with_regulars(gap) for gap in (0.0, 5.5, 6.0, 6.2)] == [12, 12, 12, 10]
    # the mob is 3 in wide: from x 28.5 to 31.5; the regulars are as wide
    assert [with_regulars(3, x) for x in (32.9, 33.0, 33.1)] == [12, 10, 10]
    assert with_regulars(3, routed=True, formation=OPEN) == 10
    assert with_regulars(3, side=1) == 10
    assert worth(crowd(), crowd("More", y=18)) == 10
    assert worth(men(), men("Guards", 4, 4, y=20)) == 13  # who is no mob needs no heartening


@pytest.mark.rule("battlesystem:4.2h")
def test_what_drains_or_cannot_be_hurt_takes_three_once() -> None:
    wraiths = men("Wraiths", 4, 4, x=28.5, y=24, heading=180, side=1, drains=True)
    golem = men("Golem", 1, 1, x=31.5, y=24, heading=180, side=1, ward=2)
    away = men("Wraiths", 4, 4, x=28.5, y=24.5, heading=180, side=1, drains=True)
    assert worth(men(), wraiths, golem) == 10
    assert worth(men(), golem) == 10
    assert worth(men(), away) == 13
    silver, better = weapon(), weapon()
    silver.plus, better.plus = 1, 2
    assert worth(men(weapons=[silver]), golem) == 10
    assert worth(men(weapons=[silver, better]), golem) == 13


@pytest.mark.rule("battlesystem:4.2i", "battlesystem:4.7b")
def test_charisma_good_and_bad_counts_in_command_only() -> None:
    assert [worth(men(charisma=bonus)) for bonus in (1, -1, 0)] == [14, 12, 13]
    assert worth(men(charisma=2, formation=OPEN, in_command=False)) == 10
    state = battle(
        men(charisma=1, formation=OPEN, in_command=False), leaders=[captain("Aldo", 30, 20, charisma=3)]
    )
    rallying = Cause(causes.RALLY)
    assert current(state, state.units[0], rallying, leader=chain.OWN) == 12 - 2 + 1
    assert current(state, state.units[0], rallying, leader=0) == 12 - 2 + 3


@pytest.mark.rule("battlesystem:2.9a", "battlesystem:2.9c")
def test_a_commander_of_skirmishers_counts_in_a_rally_only() -> None:
    state = battle(skirmishers(commander="Sly", charisma=2, radius=10))
    assert current(state, state.units[0], HIT) == 12
    assert current(state, state.units[0], Cause(causes.RALLY), leader=chain.OWN, figure=1) == 14


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("battlesystem:4.3")
def test_at_most_the_rating_passes() -> None:
    for needed in (2, 11, 20, 21):
        state = battle(men(formation=OPEN, morale=needed))
        for dice in ([1, 1], [5, 6], [6, 6], [10, 10]):
            table = Script(dice=list(dice))
            assert roll(state, table, state.units[0], HIT) is (sum(dice) <= needed)
            assert table.rolled_for == ["morale", "morale"]
    state = battle(men(formation=OPEN, morale=1))
    assert not roll(state, Script(dice=[1, 1]), state.units[0], HIT)


@pytest.mark.rule("battlesystem:4.3")
def test_the_odds_of_the_catalogue() -> None:
    percent = {}
    for needed in (9, 11, 13):
        state = battle(men(formation=OPEN, morale=needed))
        passed = [
            roll(state, Script(dice=[one, two], telling=False), state.units[0], HIT)
            for one in range(1, 11)
            for two in range(1, 11)
        ]
        percent[needed] = sum(passed)
    assert percent == {9: 36, 11: 55, 13: 72}


@pytest.mark.rule("battlesystem:4.3")
def test_news_show_dice_and_sum_and_fast_tables_get_none() -> None:
    state = battle(men("Axes", formation=OPEN))
    table = Script(dice=[6, 7])
    roll(state, table, state.units[0], HIT)
    event = table.events[0]
    assert event.text == "Axes fail a morale check: 13, needed 12 or less."
    assert event.data == {"unit": "u0", "needed": 12}
    assert list(event.dice) == [(0, 10, 6), (0, 10, 7)]
    assert event.tallies[0].total == 12
    table = Script(dice=[6, 7], telling=False)
    assert not roll(state, table, state.units[0], HIT)
    assert table.events == []


# ---------------------------------------------------------------- when


@pytest.mark.rule("battlesystem:4.4", "battlesystem:4.4a")
def test_thresholds_of_losses() -> None:
    def attacks(original: int, *totals: int) -> list[bool]:
        unit = battle(men(figures=original, files=2)).units[0]
        return [
            is_due(unit, original, before, after) for before, after in zip((0, *totals), totals, strict=False)
        ]

    assert attacks(14, 3, 4, 5, 6, 7, 7, 8) == [False, True, False, False, True, False, True]
    assert attacks(12, 3) == [True]
    assert attacks(12, 2, 3) == [False, True]
    # three figures lost to one attack past the half: one check, both thresholds gone
    assert attacks(12, 7, 8, 8, 9) == [True, True, False, True]
    assert attacks(12, 6, 12) == [True, False]  # nobody is left who could check
    # the book: 24 hit dice, then 15, against twelve dwarves of 10: two lost, then four
    assert attacks(12, 2, 4) == [False, True]


@pytest.mark.rule("battlesystem:4.4")
def test_who_spent_the_melee_touching_undead_checks_when_it_is_over() -> None:
    skeletons = men("Skeletons", 6, 6, y=24, heading=180, side=1, undead=True, never_checks=True)
    state = battle(men("Reds", 6, 6), skeletons, men("Far", 6, 6, x=10), stage=stages.MELEE)
    table = Script(dice=[10, 10])
    checks_and_routs.after_melee(state, table)
    table.finish()
    assert [unit.formation for unit in state.units.values()] == [OPEN, CLOSED, CLOSED]
    # a golem that cannot be hurt is a second reason, with the -3 of the moment
    golem = men("Golem", 1, 1, x=28.5, y=24, heading=180, side=1, ward=2, undead=True)
    state = battle(men("Militia", 6, 6, morale=10), golem)
    table = Script(dice=[4, 4, 4, 4])
    checks_and_routs.after_melee(state, table)
    table.finish()
    assert [event.data["needed"] for event in table.events] == [8, 8]


@pytest.mark.rule("battlesystem:4.4b")
def test_side_a_checks_before_side_b_when_a_melee_phase_ends() -> None:
    undead = {"undead": True, "figures": 6, "files": 6}
    state = battle(men("Reds", **undead), men("Blues", y=24, heading=180, side=1, **undead), ranking=(1, 0))
    table = Script(dice=[1, 1, 1, 1])
    checks_and_routs.after_melee(state, table)
    assert [event.data["unit"] for event in table.events] == ["u1", "u0"]


# ---------------------------------------------------------------- what then


@pytest.mark.rule("battlesystem:4.5", "battlesystem:4.5a")
def test_a_passed_check_changes_nothing() -> None:
    state = battle(men(), men("Blues", y=24, heading=180, side=1))
    before = state.copy()
    assert check(state, Script(dice=[4, 4]), state.units[0], Cause(LOSSES, 1))
    assert state == before


@pytest.mark.rule("battlesystem:4.5", "battlesystem:4.5b", "battlesystem:2.8b", "battlesystem:7.6b")
def test_a_closed_unit_that_fails_opens_where_it_stands_and_routs_the_next_time() -> None:
    state = battle(men(), men("Blues", y=24, heading=180, side=1))
    unit = state.units[0]
    assert not check(state, Script(dice=[7, 8]), unit, Cause(LOSSES, 1))
    assert (unit.formation, unit.routed) == (OPEN, False)
    block = unit.block
    assert block is not None
    assert (block.x, block.y, block.files, block.breadth) == (30, 24, 6, 7.0)
    assert contacts.are_touching(state, unit, state.units[1])
    assert not check(state, Script(dice=[7, 8]), unit, Cause(LOSSES, 1))
    assert unit.routed


@pytest.mark.rule("battlesystem:4.5c", "battlesystem:7.15")
def test_open_units_mobs_and_skirmishers_that_fail_rout_four_thirds() -> None:
    for movement, inches in ((9.0, 12.0), (6.0, 8.0), (12.0, 16.0)):
        open_unit = men(formation=OPEN, movement=movement)
        enemy = men("Blues", y=24, heading=180, side=1)
        state = battle(open_unit, enemy)
        middle = standing.centre(state.units[0])
        assert not check(state, Script(dice=[10, 10]), state.units[0], Cause(LOSSES, 1))
        x, y = standing.centre(state.units[0])
        assert (x, y) == pytest.approx((middle[0], middle[1] - inches))
        assert state.units[0].block is not None
        assert state.units[0].block.heading == 180
    state = battle(crowd(), men("Blues", y=24, heading=180, side=1))
    check(state, Script(dice=[10, 10]), state.units[0], Cause(LOSSES, 1))
    assert state.units[0].routed
    assert standing.centre(state.units[0])[1] == pytest.approx(22.5 - 12)


@pytest.mark.rule("battlesystem:4.1h")
def test_who_never_checks_does_not_rout_but_rolls_where_another_case_wants_it() -> None:
    state = battle(men("Zombies", formation=OPEN, never_checks=True), men("B", y=24, heading=180, side=1))
    zombies = state.units[0]
    for kind in (LOSSES, MAGIC, COMMANDER, FRIEND, OTHER):
        assert check(state, Script(), zombies, Cause(kind, 1))
    checks_and_routs.rout(state, Script(), zombies, HIT)
    assert not zombies.routed
    assert not roll(state, Script(dice=[10, 10]), zombies, Cause(causes.MARCH))


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:7.15b")
def test_a_routed_unit_that_must_check_runs_again_without_a_roll_but_not_for_a_friend() -> None:
    state = battle(men(formation=OPEN, routed=True, rout_heading=180), men("B", y=24, heading=180, side=1))
    unit = state.units[0]
    assert check(state, Script(), unit, Cause(FRIEND, NOBODY))
    before = standing.centre(unit)
    assert not check(state, Script(), unit, Cause(LOSSES, 1))
    assert standing.centre(unit) == pytest.approx((before[0], before[1] - 9))


@pytest.mark.rule("battlesystem:4.5", "battlesystem:2.10g")
def test_a_mob_that_routs_forgets_its_order() -> None:
    state = battle(crowd(order=FORWARD), men("Blues", y=24, heading=180, side=1))
    check(state, Script(dice=[10, 10]), state.units[0], Cause(LOSSES, 1))
    assert state.units[0].order == NO_ORDER
