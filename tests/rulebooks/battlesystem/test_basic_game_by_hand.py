"""The Basic Game: cases worked out by hand from the printed rules, where several of them meet.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, captain, crowd, men, skirmishers, weapon
from rulebooks.battlesystem.test_formations import give

from banneret.geometry.rectangles import FRONT
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import attack_rolls, forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, MAGIC, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import charge_failed, current
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.ratings import (
    HitDice,
    Troops,
    charisma_bonus,
    command_radius,
    discipline,
    monster_command_radius,
    morale,
    total,
)
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.testing import Script

CHARGE = ("charge", 0, 1, ("slide", 0))


def fought(state: State, dice: list[int], *orders: Any) -> list[dict[str, Any]]:
    """The whole Melee Phase; what each attack was."""
    table = Script(dice, list(orders))
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    table.finish()
    return [event.data for event in table.events if event.kind == "attack"]


def charged(state: State, dice: list[int] | None = None, order: tuple[Any, ...] = CHARGE) -> None:
    table = Script(dice=dice)
    assert charge_orders.refusal(state, 0, order) is None
    charge_orders.carry_out(state, table, 0, order)
    table.finish()


def front(state: State, number: int = 0) -> tuple[float, float, float]:
    block = state.units[number].block
    assert block is not None
    return block.x, block.y, block.heading


def rabble(**changes: Any) -> Troop:
    return crowd("Mob", 4, 30.0, 24.0, starting=16, **changes)


# ---------------------------------------------------------------- ratings before the battle


@pytest.mark.rule(
    "battlesystem:4.1", "battlesystem:4.1a", "battlesystem:4.1e", "battlesystem:4.1f", "battlesystem:4.6"
)
@pytest.mark.parametrize(
    ("hit_dice", "armour", "figures", "more", "ml", "dl"),
    [
        # kobolds: 11 - 2 for half a die, -1 for AC 8, +1 regular; lawful and of low intelligence
        ("1/2", 8, 24, {"alignment": "lawful evil", "intelligence": "low"}, 9, 9),
        # a crowd of peasants less than one hit die: 11 - 1 - 1, no mob is regular; chaotic
        ("1-1", 10, 40, {"regular": False, "alignment": "chaotic neutral", "intelligence": "average"}, 9, 8),
        # eight elvish knights in plate: 11 + 1 demihumans + 2 armour - 1 few + 1 mounted + 1 regular; highly intelligent, chaotic
        ("1+1", 0, 8, {"demihuman": True, "mounted": True, "alignment": "chaotic good", "intelligence": "high"}, 15, 15),
        # six giants of 9 dice as skirmishers with magic: 11 + 2 + 1 + 1 - 2
        ("9", 4, 6, {"magic": True, "regular": False, "alignment": "neutral", "intelligence": "average"}, 13, 13),
    ],
)  # fmt: skip
def test_base_morale_and_discipline(
    hit_dice: str, armour: int, figures: int, more: dict[str, Any], ml: int, dl: int
) -> None:
    troops = Troops(HitDice.of(hit_dice), 20, armour, figures, **more)
    assert (total(morale(troops)), total(discipline(troops))) == (ml, dl)


@pytest.mark.rule("battlesystem:4.8", "battlesystem:4.9")
def test_radius_and_charisma_of_commanders() -> None:
    """A ranger of level 9 and charisma 16: 12.5 + 3; a cleric of level 7 and charisma 9: 8; a troll of 12 in, a dwarf-sized thing of 6."""
    assert command_radius(16, 9, True) == 16  # halves go up
    assert command_radius(9, 7, False) == 8
    assert monster_command_radius(Fraction(12)) == 8
    assert monster_command_radius(Fraction(6)) == 4
    assert [charisma_bonus(n) for n in (20, 18, 16, 14, 7, 6, 4, 2)] == [3, 2, 1, 0, 0, -1, -2, -3]


# ---------------------------------------------------------------- morale of the moment


@pytest.mark.rule("battlesystem:4.2", "battlesystem:4.2e", "battlesystem:4.2g", "battlesystem:2.10k")
def test_everything_that_can_befall_a_mob_at_once() -> None:
    """12, three quarters lost -4, never in command -2, failed charge -3, rear -2; magic -1. Guards close behind would give 2."""
    behind = men("Orcs", 2, 2, 30.0, 22.5, side=1)
    state = battle(rabble(), behind)
    charge_failed(state, state.units[0], was_closed=False)
    assert current(state, state.units[0], Cause(MAGIC)) == 12 - 4 - 2 - 3 - 2 - 1
    cheered = battle(rabble(), men("Guards", 4, 4, 30.0, 22.5 - 6.0))
    assert current(cheered, cheered.units[0], Cause(LOSSES)) == 12 - 4 - 2 + 2


@pytest.mark.rule("battlesystem:4.2a", "battlesystem:4.2c", "battlesystem:4.2i", "battlesystem:4.2f")
def test_a_bad_captain_a_good_order_and_half_the_men() -> None:
    """Closed and in command of a captain of charisma 4: 12 - 2 - 2 + 1. Out of command he counts no more, nor is it closed: 12 - 2 - 2."""
    unit = {"starting": 12, "charisma": -2}
    state = battle(men("Reds", 6, 6, **unit))
    assert current(state, state.units[0], Cause(LOSSES)) == 9
    state = battle(men("Reds", 6, 6, formation=OPEN, in_command=False, **unit))
    assert current(state, state.units[0], Cause(LOSSES)) == 8


@pytest.mark.rule("battlesystem:7.14l", "battlesystem:7.14k", "battlesystem:4.2e", "battlesystem:8.3c")
@pytest.mark.parametrize(("formation", "needed"), [(CLOSED, 12), (OPEN, 9)])
def test_after_a_charge_that_fell_short(formation: int, needed: int) -> None:
    """13.5 of 14 in. Both are open then, in command, and strike at 20 + 1 - 1; only who ran open pays 3 of morale."""
    state = battle(
        men("Axes", 12, 6, 30.0, 20.0, formation=formation), men("Orcs", 12, 6, 30.0, 34.0, 180.0, 1)
    )
    charged(state)
    unit, enemy = state.units.values()
    assert front(state) == (30.0, 33.5, 0.0)
    assert (unit.formation, unit.in_command, unit.charged) == (OPEN, True, NOBODY)
    assert current(state, unit, Cause(LOSSES)) == needed
    assert attack_rolls.rating(state, unit, enemy, FRONT) == 20


# ---------------------------------------------------------------- melees


@pytest.mark.rule(
    "battlesystem:7.14f", "battlesystem:8.3i", "battlesystem:4.2b", "battlesystem:8.7b", "battlesystem:8.4"
)
@pytest.mark.parametrize(("dice", "formation"), [([5, 6], CLOSED), ([6, 6], OPEN)])
def test_a_closed_charge_into_a_closed_rear(dice: list[int], formation: int) -> None:
    """20 - 1 captain - 1 charge - 2 rear - 6 = 10, and 2 are 12: six hit dice each of six men, three figures and a wound.

    Six rear men strike back, 20 - 1 - 6 + 12 = 25: one each, 6 of 10, a wound. The check: 12 + 1 closed - 2 rear = 11.
    """
    blues = men("Blues", 12, 6, 30.0, 25.5, 0.0, 1)
    state = battle(men("Reds", 12, 6, 30.0, 24.0, charged=1), blues)
    told = fought(state, [1, 1, 6, 6, *dice])
    assert [(row["roll"], row["damage"], len(row["figures"])) for row in told] == [(12, 360, 6), (25, 60, 6)]
    assert [(unit.figures, unit.wounded) for unit in state.units.values()] == [(12, True), (9, True)]
    assert state.units[1].formation == formation


@pytest.mark.rule("battlesystem:8.1", "battlesystem:8.1a", "battlesystem:8.1b", "battlesystem:8.7a")
@pytest.mark.parametrize(("reach", "strikers"), [(1, 4), (2, 8), (3, 12)])
def test_swords_spears_and_pikes_before_two_men(reach: int, strikers: int) -> None:
    """Two are touched, one more fights on each side, and behind each of the four a row of spears or two rows of pikes.

    At 20 - 1 - 6 + 7 = 20 each does 3: 12, 24 or 36 hit dice on two figures of ten.
    """
    state = battle(
        men("Reds", 18, 6, weapons=[weapon("1d6", reach=reach)]),
        men("Blues", 2, 2, heading=180, side=1, starting=2, never_checks=True),
    )
    assert len(eligible(state, state.units[0], state.units[1])) == strikers
    assert eligible(state, state.units[1], state.units[0]) == [0, 1]
    told = fought(state, [3, 4, 6, 6])
    assert told[0]["damage"] == 30 * strikers
    assert state.units[1].figures == max(0, 2 - 3 * strikers // 10)


@pytest.mark.rule("battlesystem:4.4a", "battlesystem:8.7j", "battlesystem:4.5b", "battlesystem:4.5c")
def test_two_attackers_on_one_closed_unit_and_two_failed_checks() -> None:
    """Each attack does 30: three figures of eight, then three more: past a quarter, then past half. Closed it opens, open it routs.

    Blues have ten at risk against each: 12 + 1 = 13 at first, then open and half lost 12 - 2 = 10.
    """
    state = battle(
        men("Blues", 8, 8, 30.0, 24.0, attack_rating=60),
        men("West", 8, 4, 28.5, 24.0, 180.0, 1, attack_rating=14),
        men("East", 8, 4, 31.5, 24.0, 180.0, 1, attack_rating=14),
    )
    # 14 - 1 - 6 + 4 = 11: six each of four men: 24, two figures and a wound; the next 24: a wound more, three figures
    told = fought(state, [1, 1, 1, 1, 2, 2, 2, 2, 7, 7, 6, 6], None, None, None)
    assert [row["damage"] for row in told[2:]] == [240, 240]
    unit = state.units[0]
    assert (unit.figures, unit.formation, unit.routed) == (3, OPEN, True)


@pytest.mark.rule("battlesystem:8.5a", "battlesystem:8.5c", "battlesystem:8.4c", "battlesystem:8.7b")
@pytest.mark.parametrize(
    ("damage", "each"),
    [
        ("2d4+1", 10),  # twice D6: 5
        ("1d8+2", 9),  # D12
        ("1d4-1", 2),  # D3
        ("1d3-4", 1),  # never less than D2
        ("1d18+2", 12 + 1),  # D20, past it D2: D18 is one column short of D20
        ("1d3 1d3 1d6", 2 + 2 + 5),  # claws and teeth by one roll
    ],
)
def test_odd_weapons(damage: str, each: int) -> None:
    """16 - 6 + 6 = 16."""
    state = battle(
        men("Reds", 1, 1, attack_rating=16, commander="", weapons=[weapon(damage)]), men("Blues", side=1)
    )
    found = attack_rolls.strike(state, Script([3, 3]), state.units[0], state.units[1], [0], FRONT)
    assert found == 10 * each


@pytest.mark.rule("battlesystem:8.7b", "battlesystem:8.7e", "battlesystem:8.7f")
def test_wounds_of_weak_figures() -> None:
    """Kobolds of half a die: five a figure, a quarter is 1.25. 12 hit dice kill two, and the 2 left over wound."""
    state = battle(
        men("Reds", 6, 6, attack_rating=24),
        men("Kobolds", 24, 12, heading=180, side=1, figure=50, attack_rating=60),
    )
    # 24 - 1 - 6 + 5 = 22: D6 gives 2 to each of six
    fought(state, [2, 3, 1, 1])
    assert (state.units[1].figures, state.units[1].wounded) == (22, True)


# ---------------------------------------------------------------- movement


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.14f", "battlesystem:7.12d", "battlesystem:7.8f")
@pytest.mark.parametrize(("word", "rating"), [("follow", 18), ("stay", 19)])
def test_the_charged_withdraw_in_the_same_round(word: str, rating: int) -> None:
    """Caught units may withdraw at once. Who follows still has charged; who stays fights nobody and has lost nothing of order."""
    state = battle(men("Axes", 12, 6, 30.0, 30.0), men("Orcs", 12, 6, 30.0, 38.0, 180.0, 1))
    charged(state)
    state.part = 1
    orcs = state.units[1]
    orcs.engaged = True
    assert disengaging_orders.refusal(state, 1, ("withdraw", 1)) is None
    disengaging_orders.carry_out(state, Script(orders=[(word, 0, 1)]), 1, ("withdraw", 1))
    assert front(state, 1) == (30.0, 41.0, 180.0)
    axes = state.units[0]
    assert front(state) == ((30.0, 41.0, 0.0) if word == "follow" else (30.0, 38.0, 0.0))
    assert axes.formation == CLOSED
    assert contacts.are_touching(state, axes, orcs) is (word == "follow")
    if word == "follow":
        assert attack_rolls.rating(state, axes, orcs, FRONT) == rating


@pytest.mark.rule("battlesystem:7.11c", "battlesystem:7.12", "battlesystem:7.12a")
def test_who_wrapped_and_withdraws_stands_open_when_nobody_follows() -> None:
    """Wings of two on each flank; three inches straight back, and the melee is over."""
    goblins = men("Goblins", 12, 6, 30.0, 24.0, 180.0, 1, width=0.5, depth=0.5)
    state = battle(men("Axes", 12, 4, 30.0, 24.0, engaged=True, movement=12.0), goblins)
    order = ("wrap", 0, ("left", 2), ("right", 2))
    assert wraps.refusal(state, 0, order) is None
    wraps.carry_out(state, Script(), 0, order)
    unit = state.units[0]
    unit.finished = unit.moved = unit.acted = False
    unit.spent = 0.0
    assert unit.formation == CLOSED
    assert disengaging_orders.refusal(state, 0, ("withdraw", 0)) is None
    disengaging_orders.carry_out(state, Script(orders=[("stay", 1, 0)]), 0, ("withdraw", 0))
    assert front(state)[1:] == (21.0, 0.0)
    assert not contacts.is_engaged(state, unit)
    assert (unit.wings, unit.formation) == ((0, 0), OPEN)


@pytest.mark.rule("battlesystem:4.7d", "battlesystem:4.7", "battlesystem:7.10a")
def test_a_line_that_stretches_beyond_its_captains_reach_opens() -> None:
    """Three files and four ranks are within 2.5 in of the middle man in front; of nine files the outer ones stand 3 in from him."""
    state = battle(men("Reds", 12, 3, 30.0, 20.0, radius=2.5), men("Far", 4, 4, 55, 47, 180, side=1))
    in_command.review(state, Script())
    assert state.units[0].in_command
    give(state, ("move", 0, ("frontage", 3, 3)))
    unit = state.units[0]
    assert (unit.in_command, unit.formation) == (False, OPEN)
    assert unit.block is not None
    assert unit.block.files == 9
    assert unit.spent == pytest.approx(6.0)  # an inch a figure; opening costs nothing


@pytest.mark.rule("battlesystem:7.9c", "battlesystem:7.6a", "battlesystem:7.10a", "battlesystem:7.9e")
def test_a_move_of_many_parts() -> None:
    """MV 12: open to closed 4; a wheel of 45 degrees of two ranks of four, 0.7854 x 2.730 = 2.144; two files more 2; 3.856 are left."""
    state = battle(
        men("Reds", 8, 4, 30.0, 20.0, formation=OPEN, movement=12.0), men("Far", 4, 4, 55, 47, 180, side=1)
    )
    # the outermost is the second man of the far file: 2.625 in aside and 0.75 behind the pivot
    give(
        state,
        ("move", 0, ("formation", "closed")),
        ("move", 0, ("wheel", "right", 45)),
        ("move", 0, ("frontage", 1, 1)),
    )
    assert 12.0 - state.units[0].spent == pytest.approx(
        12 - 4 - 0.785398 * (2.625**2 + 0.75**2) ** 0.5 - 2, abs=0.002
    )


@pytest.mark.rule("battlesystem:2.9e", "battlesystem:2.9f", "battlesystem:8.1d", "battlesystem:8.3c")
def test_skirmishers_run_down_in_their_own_place() -> None:
    """A closed charge at three men an inch apart: they strike at 20 + 1, out of command or not, each man by himself."""
    scouts = skirmishers("Scouts", [(28.0, 28.375), (30.0, 28.375), (32.0, 28.375)], 180.0, 1)
    state = battle(men("Axes", 12, 6, 30.0, 20.0, weapons=[weapon("1d2")]), scouts)
    charged(state)
    axes, men_ = state.units.values()
    assert contacts.are_touching(state, axes, men_)
    assert eligible(state, men_, axes) == [0, 1, 2]
    assert attack_rolls.rating(state, men_, axes, FRONT) == 21
    assert attack_rolls.rating(state, axes, men_, FRONT) == 18


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:4.4a", "battlesystem:8.8c")
def test_two_enemies_strike_at_a_fleeing_back_one_after_the_other() -> None:
    """Four each at 20 - 1 - 2 - 6 + 3 = 14: five hit dice, 20: two figures from each; a check at three, not at two, of twelve."""
    state = battle(
        men("Dwarves", 12, 8, 30.0, 20.0, engaged=True, movement=6.0),
        men("West", 8, 4, 28.5, 20.0, 180.0, 1),
        men("East", 8, 4, 31.5, 20.0, 180.0, 1),
    )
    table = Script(dice=[1, 2, 1, 2, 6, 7])
    assert disengaging_orders.refusal(state, 0, ("flee", 0, 0)) is None
    disengaging_orders.carry_out(state, table, 0, ("flee", 0, 0))
    table.finish()
    attacks = [event.data for event in table.events if event.kind == "attack"]
    assert [(row["roll"], row["damage"]) for row in attacks] == [(14, 200), (14, 200)]
    assert [event.data["needed"] for event in table.events if event.kind == "morale"] == [13]
    assert state.units[0].figures == 8
    assert not state.units[0].routed


@pytest.mark.rule("battlesystem:4.10b", "battlesystem:4.8", "battlesystem:4.2i", "battlesystem:8.3d")
def test_an_army_commander_holds_a_line_together_that_its_captain_cannot() -> None:
    """Reach 4, the last man 4.5 in off: out of command, +1; with the army's leader beside the end in command, at his captain's CB."""
    line = {"figures": 12, "files": 12, "radius": 4.0, "charisma": 1}
    enemy = men("Blues", 12, 6, 30.0, 24.75, 180.0, 1)
    held = battle(men("Reds", **line), enemy, leaders=[captain("Aldo", 35.0, 23.0, charisma=2, radius=6.0)])
    in_command.review(held, Script())
    assert held.units[0].in_command
    assert current(held, held.units[0], Cause(LOSSES)) == 12 + 1 + 1
    held.individuals[0].x = 45.0
    in_command.review(held, Script())
    assert not held.units[0].in_command
    assert attack_rolls.rating(held, held.units[0], held.units[1], FRONT) == 20 + 1 + 1 - 1
