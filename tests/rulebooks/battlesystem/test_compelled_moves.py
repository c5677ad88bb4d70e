"""What units do of themselves before their side's first voluntary move."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers

from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.space import contacts, distances, lines_of_sight
from banneret.rulebooks.battlesystem.stages import COMPELLED, MOVEMENT
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, FLED, FORWARD, NO_ORDER, NOBODY, OPEN
from banneret.testing import Script


def goblins(**changes: Any) -> Troop:
    """Twelve of MV 6, front middle at (30, 20), looking north, who hate dwarves."""
    facts = {"movement": 6.0, "hates": ("dwarf",), "low_or_chaotic": True, "discipline": 10, **changes}
    return men("Goblins", 12, 6, 30.0, 20.0, **facts)


def dwarves(away: float, **changes: Any) -> Troop:
    facts = {
        "figures": 12,
        "files": 6,
        "x": 30.0,
        "heading": 180.0,
        "side": 1,
        "creature": "dwarf",
        **changes,
    }
    return men("Dwarves", y=20.0 + away, **facts)


def stepped(*troops: Troop, dice: list[int] | None = None, **facts: Any) -> tuple[State, Script]:
    state = battle(*troops, stage=COMPELLED, **facts)
    table = Script(dice=dice)
    compelled_moves.compelled_step(state, table)
    table.finish()
    assert state.stage == MOVEMENT
    return state, table


def front(state: State, number: int = 0) -> tuple[float, float, float]:
    block = state.units[number].block
    assert block is not None
    return block.x, block.y, block.heading


# ---------------------------------------------------------------- how the part begins


@pytest.mark.rule("battlesystem:7.8d")
def test_who_begins_in_contact_is_marked() -> None:
    state, _ = stepped(men("Axes"), men("Foes", y=24.0, heading=180.0, side=1), men("Rest", x=45.0))
    assert state.units[0].engaged
    assert not state.units[2].engaged
    assert not state.units[1].engaged  # of the other side: its own part decides


@pytest.mark.rule("battlesystem:7.3c")
@pytest.mark.rule("battlesystem:7.3d")
def test_gaps_are_paid_for_first() -> None:
    state, _ = stepped(men("Axes", formation=OPEN, debt=4, movement=6.0), men("Far", y=45.0, side=1))
    unit = state.units[0]
    assert (unit.spent, unit.debt, unit.finished) == (4.0, 0, False)
    for debt in (6, 7):
        state, _ = stepped(men("Axes", formation=OPEN, debt=debt, movement=6.0), men("Far", y=45.0, side=1))
        assert state.units[0].finished
        assert state.units[0].debt == 0
    other, _ = stepped(men("Far", y=45.0), men("Axes", formation=OPEN, debt=4, side=1, y=5.0))
    assert other.units[1].debt == 4  # paid when its own side moves


@pytest.mark.rule("battlesystem:7.3d")
def test_whose_gaps_took_all_its_movement_is_told_so() -> None:
    state, _ = stepped(men("Axes", formation=OPEN, debt=7, movement=6.0), men("Far", y=45.0, side=1))
    ending = MoveDecision(state, 0)
    for order in (
        ("move", 0, ("slide", 0, 2)),
        ("charge", 0, 1, ("slide", 0)),
        ("withdraw", 0),
        ("flee", 0, 0),
    ):
        why = ending.check(order)
        assert why is not None
        assert why.rule == "battlesystem:7.3d"
    # who is lost on a step that it cannot pay has ended its move as any other
    state, _ = stepped(men("Axes", debt=2, movement=6.0), men("Far", y=45.0, side=1))
    give = Script(orders=[("move", 0, ("wheel", "right", 90))])
    move_step(state, give)
    why = MoveDecision(state, 0).check(("move", 0, ("slide", 0, 2)))
    assert why is not None
    assert why.rule == "battlesystem:1.4"


@pytest.mark.rule("battlesystem:7.5")
@pytest.mark.rule("battlesystem:2.10c")
def test_a_mob_that_is_free_of_enemies_is_as_wide_as_deep_again() -> None:
    # 16 left of 20, still in 5 files: 16 want 4
    mob = crowd("Mob", 16, 30.0, 20.0, starting=20)
    mob.unit.stand(Block(30.0, 20.0, 0.0, 16, 5, 0.75, 0.75, 0.0))
    state, _ = stepped(mob, men("Far", y=46.0, side=1))
    block = state.units[0].block
    assert block is not None
    assert block.files == 4
    held = crowd("Mob", 16, 30.0, 20.0, starting=20)
    held.unit.stand(Block(30.0, 20.0, 0.0, 16, 5, 0.75, 0.75, 0.0))
    state, _ = stepped(held, men("Foes", y=20.0, heading=180.0, side=1))
    block = state.units[0].block
    assert block is not None
    assert block.files == 5


@pytest.mark.rule("battlesystem:7.15g")
@pytest.mark.rule("battlesystem:6.4")
def test_routs_go_on_before_anything_else() -> None:
    routed = men("Orcs", 12, 6, 30.0, 24.0, 270.0, formation=OPEN, routed=True, rout_heading=270.0)
    state, _ = stepped(routed, men("Far", x=50.0, y=24.0, side=1))
    assert front(state) == (21.0, 24.0, 270.0)
    assert state.units[0].finished
    # over the edge: gone
    near = men("Orcs", 12, 6, 5.0, 24.0, 270.0, formation=OPEN, routed=True, rout_heading=270.0)
    state, _ = stepped(near, men("Far", x=50.0, y=24.0, side=1))
    assert state.units[0].status == FLED
    # who routed in this very phase does not run twice
    ran = men(
        "Orcs", 12, 6, 30.0, 24.0, 270.0, formation=OPEN, routed=True, rout_heading=270.0, finished=True
    )
    state, _ = stepped(ran, men("Far", x=50.0, y=24.0, side=1))
    assert front(state)[0] == 30.0


# ---------------------------------------------------------------- tempers


@pytest.mark.rule("battlesystem:4.6c")
def test_a_hated_enemy_in_charge_range_is_the_catalogues_trigger() -> None:
    state, table = stepped(goblins(), dwarves(8.5), dice=[5, 5])  # charge range 9, DL 10: passed
    assert state.units[0].quarry == NOBODY
    assert front(state) == (30.0, 20.0, 0.0)
    assert "pass a discipline check" in table.news
    state, table = stepped(goblins(), dwarves(9.2))
    assert table.rolled_for == []
    state, table = stepped(goblins(), dwarves(8.5, creature="human"))
    assert table.rolled_for == []
    # nor behind its back, nor when it was rallied, is routed, or touches an enemy
    state, table = stepped(goblins(), dwarves(-8.5, heading=0.0))
    assert table.rolled_for == []
    state, table = stepped(goblins(rallied=True), dwarves(8.5))
    assert table.rolled_for == []
    state, table = stepped(goblins(), dwarves(0.0))
    assert table.rolled_for == []


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:4.6f", "battlesystem:7.15g")
def test_tempers_are_tested_before_anybody_of_the_side_moves() -> None:
    # a routed friend, 20 files of open order and so 34 in broad, hides the enemy as the part begins; then it runs off to the east
    friend = men("Runners", 40, 20, 30, 23, formation=OPEN, movement=24.0, routed=True, rout_heading=90.0)
    state, table = stepped(goblins(), friend, dwarves(8.0))
    assert table.rolled_for == []
    assert "Runners" in table.news
    assert (
        lines_of_sight.sees(state, state.units[0], state.units[2]) == 8.0
    )  # now they are seen: in the next round
    # and who is seen as it begins provokes, though a friend comes to run between
    for people in (goblins(), crowd("Mob", 16, 30, 20)):
        runners = men(
            "Runners", 20, 2, 20, 24, 90, formation=OPEN, movement=16.0, routed=True, rout_heading=90.0
        )
        state, table = stepped(people, runners, dwarves(8.0), dice=[1, 1])
        assert table.rolled_for == ["discipline", "discipline"]
        assert lines_of_sight.sees(state, state.units[0], state.units[2]) == -1.0


@pytest.mark.rule("battlesystem:4.6c")
def test_one_check_however_many_are_hated() -> None:
    _state, table = stepped(goblins(), dwarves(8.5), dwarves(8.0, x=37.0), dice=[5, 5])
    assert table.rolled_for == ["discipline", "discipline"]  # two dice: one check


@pytest.mark.rule("battlesystem:4.6g")
@pytest.mark.rule("battlesystem:4.6c")
def test_goblins_that_fail_charge_the_dwarves_in_this_phase() -> None:
    state, _ = stepped(goblins(), dwarves(8.5), dice=[5, 6])
    unit = state.units[0]
    assert unit.formation == OPEN
    assert not unit.in_command
    assert unit.quarry == 1
    assert unit.rash
    assert unit.charged == 1
    assert unit.finished
    assert contacts.are_touching(state, unit, state.units[1])


@pytest.mark.rule("battlesystem:4.6g")
def test_too_near_to_charge_they_go_at_them_all_the_same() -> None:
    state, _ = stepped(goblins(), dwarves(3.0), dice=[5, 6])  # a charge needs 4 in
    unit = state.units[0]
    assert unit.charged == NOBODY
    assert contacts.are_touching(state, unit, state.units[1])


@pytest.mark.rule("battlesystem:4.6g")
def test_out_of_reach_they_move_at_full_rate_toward_them() -> None:
    state, _ = stepped(goblins(quarry=1, rash=True, in_command=False, formation=OPEN), dwarves(20.0))
    assert front(state) == (pytest.approx(30.0, abs=0.9), pytest.approx(26.0, abs=0.1), 0.0)
    # the enemy behind the right shoulder: first a wheel, as far as needed
    state, _ = stepped(
        goblins(quarry=1, rash=True, in_command=False, formation=OPEN), dwarves(3.0, x=50.0, heading=270.0)
    )
    x, _y, heading = front(state)
    assert 10.0 < heading < 60.0
    assert x > 31.0


@pytest.mark.rule("battlesystem:4.6g")
def test_it_goes_on_until_the_enemy_is_gone() -> None:
    wild = {"quarry": 1, "rash": True, "in_command": False, "formation": OPEN}
    state, _ = stepped(goblins(**wild), dwarves(20.0, status=FLED), men("Others", y=40.0, side=1))
    assert state.units[0].quarry == NOBODY
    assert state.units[0].rash
    assert front(state) == (30.0, 20.0, 0.0)
    state, _ = stepped(goblins(**wild), dwarves(8.0, routed=True, formation=OPEN, finished=True))
    assert state.units[0].quarry == NOBODY
    # in contact it stays and fights: no withdrawal, no flight
    state, _ = stepped(goblins(**wild), dwarves(0.0))
    assert state.units[0].finished
    state.units[0].finished = False
    for order in (("withdraw", 0), ("flee", 0, 0)):
        why = disengaging_orders.refusal(state, 0, order)
        assert why is not None
        assert why.rule == "battlesystem:4.6g"


@pytest.mark.rule("battlesystem:4.6g")
def test_whoever_cannot_be_reached_is_left_for_the_next() -> None:
    # the quarry stands behind a friend's wall of men, close before the goblins' front; others stand to the left
    wild = {"quarry": 1, "rash": True, "in_command": False, "formation": OPEN}
    state, _ = stepped(
        goblins(**wild),
        dwarves(12.0),
        men("Wall", 40, 40, 30.0, 20.9),
        width=60.0,
    )
    assert state.units[0].finished or front(state) == (30.0, 20.0, 0.0)
    assert distances.distance(state.units[0], state.units[2]) < 0.2


@pytest.mark.rule("battlesystem:4.6f")
def test_mobs_and_berserkers_are_provoked_by_anybody() -> None:
    # a mob of MV 12, an enemy seen 17 in away, whatever its order: DL 12 fails on 13
    mob = crowd("Mob", 16, 30.0, 20.0, movement=12.0, order=FORWARD)
    state, _ = stepped(mob, men("Foes", 12, 6, 30.0, 37.0, 180.0, 1), dice=[6, 7])
    unit = state.units[0]
    assert unit.quarry == 1
    assert unit.order == NO_ORDER
    assert unit.charged == 1
    assert front(state) == (30.0, 37.0, 0.0)
    mob = crowd("Mob", 16, 30.0, 20.0, movement=12.0, order=FORWARD)
    state, _ = stepped(mob, men("Foes", 12, 6, 30.0, 37.0, 180.0, 1), dice=[6, 6])
    assert state.units[0].order == FORWARD
    assert front(state) == (30.0, 32.0, 0.0)  # it carries out its order
    mob = crowd("Mob", 16, 30.0, 20.0, movement=12.0)
    state, table = stepped(mob, men("Foes", 12, 6, 30.0, 38.1, 180.0, 1))
    assert table.rolled_for == []
    # berserkers need no dice
    wild = men("Berserkers", 12, 6, 30.0, 20.0, formation=OPEN, special="berserker", discipline=0)
    state, table = stepped(wild, men("Foes", 12, 6, 30.0, 30.0, 180.0, 1))
    assert table.rolled_for == []
    assert state.units[0].charged == 1


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:4.6f", "battlesystem:4.6g")
def test_the_routed_provoke_nobody() -> None:
    # an attack goes on until the enemy is routed: on these it would be over before it began
    runaway: dict[str, Any] = {"routed": True, "in_command": False, "formation": OPEN}
    for hothead in (
        goblins(),
        crowd("Mob", 16, 30, 20),
        men("Mad", 12, 6, 30, 20, special="berserker", discipline=0),
    ):
        state, table = stepped(hothead, dwarves(8.0, **runaway))
        assert (table.rolled_for, state.units[0].quarry) == ([], NOBODY)


@pytest.mark.rule("battlesystem:4.6g")
def test_of_several_the_nearest_is_attacked_and_of_equals_the_strongest() -> None:
    near, far = dwarves(8.0, x=26.0, figures=6, files=3), dwarves(7.0, x=35.0, figures=6, files=3)
    state, _ = stepped(goblins(), near, far, dice=[10, 10])
    assert state.units[0].quarry == 2
    small, strong = dwarves(8.0, x=27.0, figures=4, files=4), dwarves(8.0, x=33.0, figures=8, files=4)
    state, _ = stepped(goblins(), small, strong, dice=[10, 10])
    assert state.units[0].quarry == 2
    one, two = dwarves(8.0, x=27.0, figures=8, files=4), dwarves(8.0, x=33.0, figures=8, files=4)
    battle_state = battle(goblins(), one, two, stage=COMPELLED)
    table = Script(dice=[10, 10], orders=[("attack", 0, 2)])
    compelled_moves.compelled_step(battle_state, table)
    assert table.kinds == ["quarry"]
    assert battle_state.units[0].quarry == 2


@pytest.mark.rule("battlesystem:4.6g")
@pytest.mark.rule("battlesystem:2.9e")
@pytest.mark.rule("battlesystem:7.14")
def test_skirmishers_out_of_hand_run_at_their_enemy_but_stop_short_of_a_formed_unit() -> None:
    # their charge range is their movement rate
    places = [(28.0, 20.0), (30.0, 20.0)]
    facts: dict[str, Any] = {"movement": 6.0, "hates": ("dwarf",), "discipline": 10}
    state, table = stepped(skirmishers(places=places, **facts), dwarves(7.0))
    assert table.rolled_for == []
    state, _ = stepped(skirmishers(places=places, **facts), dwarves(5.0), dice=[10, 10])
    unit = state.units[0]
    assert unit.singles is not None
    assert unit.quarry == 1
    assert not contacts.is_engaged(state, unit)
    assert distances.distance(unit, state.units[1]) == pytest.approx(0.1, abs=0.01)
    line = skirmishers("Dwarves", [(28.5, 25.0)], 180.0, 1, creature="dwarf")
    state, _ = stepped(skirmishers(places=places, **facts), line, dice=[10, 10])
    assert contacts.is_engaged(state, state.units[0])


@pytest.mark.rule("battlesystem:1.4")
def test_only_the_side_whose_part_it_is_does_anything() -> None:
    state, table = stepped(dwarves(0.0, side=0), goblins(side=1, hates=("dwarf",)), dice=None, movers=(0, 1))
    assert table.rolled_for == []
    assert state.units[1].quarry == NOBODY
    assert state.units[1].formation == CLOSED
    assert state.units[1].status == FIELD


@pytest.mark.rule("battlesystem:4.6g")
def test_who_has_no_room_to_wheel_turns_on_the_spot_toward_its_enemy() -> None:
    # the dwarves stand 0.28 in behind its right flank, so that the wheel to the right ends at once
    wild = men(
        "Goblins", 14, 9, 23.13, 14.79, 175.0, formation=OPEN, movement=6.0, hates=("dwarf",), discipline=0
    )
    state = battle(
        wild,
        men("Dwarves", 7, 3, 20.42, 17.92, 290.0, 1, width=0.75, depth=0.75, creature="dwarf"),
        stage=COMPELLED,
    )
    state.units[0].quarry = 1
    compelled_moves.compelled_step(state, Script())
    assert contacts.are_touching(state, state.units[0], state.units[1])


@pytest.mark.rule("battlesystem:4.6g")
def test_who_cannot_reach_its_enemy_takes_the_nearest_it_can_reach() -> None:
    """A friend at the rear corner of its right bars the wheel that its own enemy in the west would take; another stands ahead."""
    mad = {"quarry": 1, "rash": True, "in_command": False, "formation": OPEN, "movement": 6.0}
    west = men("West", 12, 6, 8.0, 19.0, 90.0, 1)
    friend = men("Friend", 1, 1, 33.88, 18.8)  # the unit is 7 in wide, and its corner swings out
    state = battle(
        men("Goblins", 12, 6, 30.0, 20.0, **mad),
        west,
        friend,
        men("North", 12, 6, 30.0, 44.0, 180.0, 1),
        stage=COMPELLED,
    )
    compelled_moves.compelled_step(state, Script())
    assert front(state)[1:] == pytest.approx((26.0, 0.0), abs=0.01)
    assert state.units[0].quarry == 1
    # nobody else: it gets nearer to its own as well as it can
    state = battle(men("Goblins", 12, 6, 30.0, 20.0, **mad), west, friend, stage=COMPELLED)
    compelled_moves.compelled_step(state, Script())
    assert front(state)[0] < 28.0
