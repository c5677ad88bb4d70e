"""Shield walls, and spears and pikes set against charges."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, men, weapon
from rulebooks.battlesystem.test_formations import give, refused

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import attack_rolls, forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.moments import SECOND
from banneret.rulebooks.battlesystem.drill.special_formations import cost_of_set
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal
from banneret.rulebooks.battlesystem.missiles.volleys import attack_sum
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_orders
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.space.lines_of_fire import aim
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING, covers, side_toward
from banneret.testing import Script


def legion(**changes: Any) -> State:
    """Twelve closed men with large shields at (30, 20) who look north; the enemy is far away."""
    facts: dict[str, Any] = {"large_shields": True, **changes}
    return battle(men("Legion", 12, 6, 30, 20, **facts), men("Far", 4, 4, 55, 47, 180, side=1), tier=1)


def pikes(**changes: Any) -> State:
    """Twenty-four closed pikes at (30, 20) who look north."""
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    facts: dict[str, Any] = {"weapons": [weapon(), long], **changes}
    return battle(men("Pikes", 24, 8, 30, 20, **facts), men("Far", 4, 4, 55, 47, 180, side=1), tier=1)


def charged(on: str = "front", formation: int = CLOSED, charged: int = 0, sets: bool = True) -> State:
    """Pikes with AR 19 in three ranks of eight, charged by sixteen riders of 20 hit dice from the front, or in the right flank."""
    long = weapon("1d6", reach=3, name="pike")
    long.sets = sets
    spears = sum(
        1 << {"front": FRONT, "right": RIGHT, "rear": REAR, "left": LEFT}[word] for word in on.split()
    )
    return battle(
        men("Pikes", 24, 8, 30, 20, 0, weapons=[long], attack_rating=20, spears=spears),
        men(
            "Riders", 16, 8, 30, 20, 180, side=1, formation=formation, width=0.75, depth=1.5, figure=200, armour_class=7,
            riding="cavalry", charged=charged, movement=24.0,
        ),
        stage=stages.ASSIGNMENT,
        tier=1,
    )  # fmt: skip


# ---------------------------------------------------------------- walls


@pytest.mark.rule("battlesystem:11.6")
def test_who_forms_a_shield_wall() -> None:
    state = legion()
    give(state, ("wall", 0))
    unit = state.units[0]
    assert (unit.shields, unit.spent, unit.finished) == (WALKING, 0.0, False)
    for changes, rule in (
        ({"large_shields": False}, "battlesystem:11.6"),
        ({"formation": OPEN}, "battlesystem:11.6"),
        ({"in_command": False}, "battlesystem:11.6"),
        ({"moved": True}, "battlesystem:11.6"),
    ):
        assert refused(legion(**changes), "wall", 0).rule == rule
    touched = battle(
        men("Legion", 12, 6, 30, 20, large_shields=True), men("Foe", 12, 6, 30, 20, 180, side=1), tier=1
    )
    assert refused(touched, "wall", 0).rule == "battlesystem:7.8"
    assert refused(state, "wall", 0).reason.endswith("already.")


@pytest.mark.rule("battlesystem:11.6")
def test_the_basic_game_knows_no_shield_walls() -> None:
    state = battle(men("Legion", 12, 6, 30, 20, large_shields=True), men("Far", 4, 4, 55, 47, 180, side=1))
    decision = movement_orders.MoveDecision(state, 0)
    why = decision.check(("wall", 0))
    assert why is not None
    assert "wall" not in why.reason
    assert all(order[0] != "wall" for order in decision.orders())


def in_melee(aspect: int, shields: int) -> tuple[int, int]:
    """The sum of an attack on that side with AC 6 and AR 20, in open formation, and its part without the armour."""
    state = battle(
        men("Legion", 12, 6, 30, 20, shields=shields), men("Orcs", 6, 6, 30, 20, 180, side=1, formation=OPEN)
    )
    state.units[1].leader_at = -1
    orcs, wall = state.units[1], state.units[0]
    return attack_rolls.attack_sum(state, orcs, wall, aspect), attack_rolls.rating(state, orcs, wall, aspect)


@pytest.mark.rule("battlesystem:11.6a", "battlesystem:11.6b")
def test_a_wall_is_two_better_in_melee_at_its_front() -> None:
    assert in_melee(FRONT, WALKING)[0] == 21 - 4  # AC 6 is AC 4
    assert in_melee(RIGHT, WALKING)[0] == 21 - 6
    assert in_melee(REAR, WALKING) == in_melee(REAR, 0) == (21 - 2 - 6, 19)


@pytest.mark.rule("battlesystem:11.6d")
def test_a_square_has_neither_flank_nor_rear() -> None:
    for side in (FRONT, RIGHT, REAR):
        assert in_melee(side, ALL) == (21 - 4, 21)


@pytest.mark.rule("battlesystem:11.6d")
def test_a_square_takes_half_of_the_rate_and_does_not_move() -> None:
    state = legion()
    before = state.units[0].block
    give(state, ("wall", 0, "square"))
    unit = state.units[0]
    assert (unit.shields, unit.spent, unit.finished) == (ALL, 4.5, True)
    assert unit.block is not None
    assert before is not None
    assert (unit.block.files, unit.block.ranks) == (4, 3)
    assert (unit.block.middle_x, unit.block.middle_y) == pytest.approx(
        (before.middle_x, before.middle_y), abs=0.01
    )
    assert refused(legion(spent=6.0), "wall", 0, "square").rule == "battlesystem:11.6d"
    later = legion(shields=ALL)
    assert refused(later, "move", 0, ("slide", 0, 1)).rule == "battlesystem:11.6d"
    give(later, ("move", 0, ("face", "right")))
    assert (later.units[0].shields, later.units[0].spent) == (0, 3.0)


@pytest.mark.rule("battlesystem:11.6e")
def test_a_wall_walks_half_its_rate() -> None:
    state = legion()
    give(state, ("wall", 0), ("move", 0, ("slide", 0, 9)))
    unit = state.units[0]
    assert unit.block is not None
    assert unit.block.y == 24.5
    assert unit.shields == WALKING
    assert rate(state, unit) == 4.5


@pytest.mark.rule("battlesystem:11.6f")
def test_a_wall_turns_by_a_quarter_at_most() -> None:
    state = legion(shields=WALKING)
    assert refused(state, "move", 0, ("about",)).rule == "battlesystem:11.6f"
    give(state, ("move", 0, ("face", "right")))
    assert (state.units[0].spent, state.units[0].finished) == (4.5, True)
    narrow = battle(
        men("Legion", 8, 2, 30, 20, shields=WALKING), men("Far", 4, 4, 55, 47, 180, side=1), tier=1
    )
    give(narrow, ("move", 0, ("wheel", "right", 60)))
    assert refused(narrow, "move", 0, ("wheel", "right", 60)).rule == "battlesystem:11.6f"


@pytest.mark.rule("battlesystem:11.6g")
def test_when_a_wall_ends() -> None:
    state = legion(shields=WALKING)
    assert CODEC.load(CODEC.dump(state), state).units[0].shields == WALKING
    compelled_moves.begin(state, Script(), 1)  # the enemy's part
    assert state.units[0].shields == WALKING
    compelled_moves.begin(state, Script(), 0)
    assert state.units[0].shields == 0
    square = legion(shields=ALL)
    compelled_moves.begin(square, Script(), 0)
    assert square.units[0].shields == ALL
    opened = legion(shields=ALL)
    formations.open_up(opened, Script(), opened.units[0])
    assert opened.units[0].shields == 0
    held = battle(
        men("Legion", 12, 6, 30, 20, shields=WALKING), men("Foe", 12, 6, 30, 20, 180, side=1), tier=1
    )
    compelled_moves.begin(held, Script(), 0)
    assert held.units[0].shields == WALKING
    near = battle(
        men("Legion", 12, 6, 30, 20, shields=WALKING), men("Foe", 12, 6, 30, 28, 180, side=1), tier=1
    )
    why = charge_orders.refusal(near, 0, ("charge", 0, 1, ("slide", 0)))
    assert why is not None
    assert why.rule == "battlesystem:11.6g"


@pytest.mark.rule("battlesystem:11.6b", "battlesystem:11.6h")
def test_the_side_of_a_wall_that_missiles_hit() -> None:
    unit = legion(shields=WALKING).units[0]  # 4.5 in wide, 1.5 deep: its middle is at (30, 19.25)
    assert side_toward(unit, 30, 40) == FRONT
    assert side_toward(unit, 30, 0) == REAR
    assert (side_toward(unit, 10, 19.25), side_toward(unit, 50, 19.25)) == (LEFT, RIGHT)
    assert side_toward(unit, 30 - 2.25, 19.25 + 0.75) == FRONT  # through the corner
    assert side_toward(unit, 30 - 10, 19.25 + 3.0) == LEFT
    assert (covers(unit, 30, 40), covers(unit, 30, 0)) == (True, False)
    unit.shields = ALL
    assert covers(unit, 30, 0)


def arrows(shields: int, heading: float = 180.0) -> int:
    """The sum of a volley of closed archers at short range, twelve inches south of a closed legion of AC 6 that looks there."""
    bow = missile_of("long-bow")
    state = battle(
        men("Archers", 10, 10, 30, 24, 0, missile=bow, volleys=bow.volleys),
        men("Legion", 12, 6, 30, 28, heading, side=1, shields=shields),
        stage=stages.MISSILES,
        tier=1,
    )
    archers, legion = state.units[0], state.units[1]
    fire = aim(state, archers, figures(state, archers), legion, 21.0, False)
    assert fire is not None
    return attack_sum(state, archers, legion, fire, 0, False)


@pytest.mark.rule("battlesystem:11.6a", "battlesystem:11.6b")
def test_a_wall_is_four_better_against_missiles_from_its_front() -> None:
    assert arrows(WALKING) == arrows(0) + 4
    assert arrows(WALKING, heading=0.0) == arrows(0, heading=0.0)
    assert arrows(ALL, heading=0.0) == arrows(0, heading=0.0) + 4


@pytest.mark.rule("battlesystem:11.6i")
def test_a_wall_neither_shoots_nor_sets_spears_and_fights_as_usual() -> None:
    bow = missile_of("long-bow")
    state = battle(
        men("Archers", 10, 10, 30, 24, 0, missile=bow, volleys=bow.volleys, shields=WALKING),
        men("Far", 4, 4, 30, 35, 180, side=1),
        stage=stages.MISSILES,
        tier=1,
    )
    why = refusal(state, state.units[0])
    assert why is not None
    assert why.rule == "battlesystem:11.6i"
    state.setting.flags.walls_shoot = True
    assert refusal(state, state.units[0]) is None
    assert refused(pikes(shields=WALKING), "set", 0, "front").rule == "battlesystem:11.6i"
    melee = battle(men("Legion", 12, 6, 30, 20, shields=WALKING), men("Orcs", 6, 6, 30, 20, 180, side=1))
    assert attack_rolls.rating(melee, melee.units[0], melee.units[1], FRONT) == 20 - 1


# ---------------------------------------------------------------- spears


@pytest.mark.rule("battlesystem:11.7", "battlesystem:11.7d")
def test_who_sets_spears() -> None:
    state = pikes()
    give(state, ("set", 0, "front"))
    unit = state.units[0]
    assert (unit.spears, unit.spent, unit.weapon, unit.finished) == (1, 3.0, 1, True)
    assert refused(legion(), "set", 0, "front").rule == "battlesystem:11.7"
    assert refused(pikes(in_command=False), "set", 0, "front").rule == "battlesystem:11.7"
    assert refused(pikes(formation=OPEN), "set", 0, "front").rule == "battlesystem:11.7"
    assert refused(pikes(spent=7.0), "set", 0, "front").rule == "battlesystem:11.7d"
    assert refused(pikes(shields=WALKING), "set", 0, "front").rule == "battlesystem:11.6i"


@pytest.mark.rule("battlesystem:11.7f")
def test_spears_are_set_before_the_move_or_by_the_option_after_two_thirds_of_it() -> None:
    assert refused(pikes(moved=True, spent=6.0), "set", 0, "front").rule == "battlesystem:11.7"
    state = pikes(moved=True, spent=6.0)
    state.setting.flags.set_spears_advance = True
    give(state, ("set", 0, "front"))
    assert (state.units[0].spent, state.units[0].finished) == (9.0, True)
    late = pikes(moved=True, spent=6.5)
    late.setting.flags.set_spears_advance = True
    assert refused(late, "set", 0, "front").rule == "battlesystem:11.7d"


@pytest.mark.rule("battlesystem:11.7e")
def test_what_the_sides_cost() -> None:
    assert cost_of_set(9.0, ("front",)) == 3.0
    assert cost_of_set(9.0, ("front", "left", "right")) == 6.0
    assert cost_of_set(9.0, ("front", "left", "right", "rear")) == 7.5
    state = pikes()
    give(state, ("set", 0, "front", "left"))
    assert (state.units[0].spears, state.units[0].spent) == (1 << FRONT | 1 << LEFT, 6.0)
    assert refused(pikes(), "set", 0, "above").rule == "battlesystem:11.7e"


@pytest.mark.rule("battlesystem:11.7a", "battlesystem:11.4a")
def test_double_damage_and_no_bonus_for_the_charge() -> None:
    state = charged()
    spears, horse = state.units[0], state.units[1]
    assert contacts.side_met(state, horse, spears) == FRONT
    assert attack_rolls.damage(state, spears, horse, 24, 20) == 1440  # 72 hit dice, doubled
    assert attack_rolls.rating(state, horse, spears, FRONT) == 20 - 1 - 1  # closed, and a commander
    bare = charged(on="rear")
    assert attack_rolls.damage(bare, bare.units[0], bare.units[1], 24, 20) == 720
    assert attack_rolls.rating(bare, bare.units[1], bare.units[0], FRONT) == 20 - 1 - 1 - 2
    other = charged(sets=False)  # another weapon in hand
    assert attack_rolls.damage(other, other.units[0], other.units[1], 24, 20) == 720


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:11.7c")
def test_spears_strike_first_and_the_closed_charger_fills_up() -> None:
    state = charged()
    state.ranking = (1, 0)  # the chargers have the initiative
    table = Script(dice=[4, 4, 1, 1, 3, 4, 1, 1])
    forming_combats.assign_step(state, table)
    assert state.bouts is not None
    assert state.bouts[0].early == SECOND
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    told = [event.text for event in table.events if event.kind == "attack"]
    assert "Pikes strike Riders in front with 24 figures: attack roll 20, 144 hit dice of damage" in told[0]
    assert state.units[1].figures == 9  # 140 of 144 are seven of them, what is over no wound
    assert not state.units[1].wounded
    assert "Riders strike Pikes in front with 8 figures" in told[1]


@pytest.mark.rule("battlesystem:11.7g")
def test_who_walks_into_spears_meets_no_more_than_spears() -> None:
    state = charged(charged=-1)
    assert attack_rolls.damage(state, state.units[0], state.units[1], 24, 20) == 720
    forming_combats.assign_step(state, Script())
    assert state.bouts is not None
    assert state.bouts[0].early == 0


@pytest.mark.rule("battlesystem:11.7f")
def test_spears_stay_set_until_the_units_own_move() -> None:
    state = pikes(spears=1)
    compelled_moves.begin(state, Script(), 1)
    assert state.units[0].spears == 1
    compelled_moves.begin(state, Script(), 0)
    assert state.units[0].spears == 0
    set_now = pikes()
    give(set_now, ("set", 0, "front"))
    assert refused(set_now, "move", 0, ("slide", 0, 1)).rule == "battlesystem:1.4"
    opened = pikes(spears=ALL)
    formations.open_up(opened, Script(), opened.units[0])
    assert opened.units[0].spears == 0


def test_orders_for_walls_and_spears_are_offered() -> None:
    orders = movement_orders.MoveDecision(legion(), 0).orders()
    assert ("wall", 0) in orders
    assert ("wall", 0, "square") in orders
    assert ("set", 0, "front") in movement_orders.MoveDecision(pikes(), 0).orders()
