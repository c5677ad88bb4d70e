"""What whole battles showed where rules seldom meet: worked out by hand from the printed rules.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, hero, line, men, skirmishers, weapon

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import invariants, rounds, stages
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.roles import melee_roles
from banneret.rulebooks.battlesystem.space import dressing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, WAITING, Unit
from banneret.rulebooks.battlesystem.view import meanings
from banneret.testing import Script


def moved(state: State, *steps: Any, number: int = 0) -> Unit:
    """A unit moves as ordered, in a battle of the Intermediate Game."""
    move_step(state, Script(orders=[("move", number, *steps)]))
    assert invariants.faults(state) == []
    return state.units[number]


# ---------------------------------------------------------------- files that go on alone, on ground


def before_two(ground: list[Any], version: int, gap: float, files: int = 4, **changes: Any) -> State:
    """Reds, abreast, with one figure 2 inches before their left file, and another farther off before their right one."""
    reds = men("Reds", files, files, 30, 20, 0, **changes)
    block = reds.unit.block
    assert block is not None
    west, east = block.centre(0, 0)[0], block.centre(0, files - 1)[0]
    return battle(
        reds,
        men("Blues", 1, 1, west, 22, 180, side=1),
        men("More", 1, 1, east, 22 + gap, 180, side=1),
        terrain=ground,
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8c")
@pytest.mark.parametrize(
    ("ground", "version", "alone"),
    [("swamp", 13, False), ("swamp", 12, True), ("woods", 13, False), ("hill", 13, False), ("", 13, True)],
)
def test_closed_files_do_not_go_on_into_woods(ground: str, version: int, alone: bool) -> None:
    """The unit halts after 2 inches, the middles of its front rank at y 21.625; the ground begins at 22.05.

    The file on the right would go on half an inch, to 22.125: nobody is closed in there, and no file climbs a rise alone (11.8e).
    """
    terrain = [area(ground, 20, 22.05, 40, 30, level=1 if ground == "hill" else 0)] if ground else []
    unit = moved(before_two(terrain, version, 0.5), ("slide", 0))
    assert unit.block is not None
    assert unit.block.y == 22.0
    assert (unit.loose is not None) == alone


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("ground", "version", "spent"),
    [("rough", 13, 3.7), ("rough", 12, 3.0), ("woods", 13, 3.35), ("", 13, 3.0)],
)
def test_files_pay_for_the_ground_on_which_they_go_on(ground: str, version: int, spent: float) -> None:
    """An open line goes 2 inches and touches; a file goes on one inch, of which 0.7 in rough ground take 1.4, in woods 1.05."""
    terrain = [area(ground, 20, 22.3, 40, 30)] if ground else []
    unit = moved(before_two(terrain, version, 1.0, formation=OPEN), ("slide", 0))
    assert unit.loose is not None
    assert unit.spent == pytest.approx(spent, abs=0.001)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("files", "version", "y"), [((), 13, 21.625), ((), 12, 22.625), ((3,), 13, 22.275), ((3,), 12, 22.625)]
)
def test_a_file_that_cannot_pay_for_the_ground_stays(files: tuple[int, ...], version: int, y: float) -> None:
    """Men of 3 inches have one left, of which 0.3 go to the edge of rough ground: they pay 0.35 inch of it, not 0.7.

    So the file stays, for it would reach nobody; one that its owner names goes as far as it can pay.
    """
    terrain = [area("rough", 20, 22.3, 40, 30)]
    state = before_two(terrain, version, 1.0, formation=OPEN, movement=3.0)
    unit = moved(state, ("slide", 0, 3, files) if files else ("slide", 0))
    assert unit.block is not None
    assert (unit.loose or [(0, unit.block.centre(0, 3)[1])] * 4)[3][1] == pytest.approx(y, abs=0.001)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8n")
@pytest.mark.parametrize(("version", "spent"), [(13, 4.5), (12, 3.0)])
def test_under_an_option_ground_entered_by_a_file_slows_the_unit(version: int, spent: float) -> None:
    """Option flat_terrain_penalty: once a file has entered woods, all three inches of the round cost one and a half."""
    state = before_two([area("woods", 20, 22.3, 40, 30)], version, 1.0, formation=OPEN)
    state.setting.flags.flat_ground = True
    unit = moved(state, ("slide", 0))
    assert unit.spent == pytest.approx(spent, abs=0.001)
    assert unit.slowed == (1.5 if version == 13 else 1.0)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8a")
@pytest.mark.parametrize(
    ("end", "version", "alone", "spent"),
    [(48, 13, True, 2.25), (48, 12, True, 2.5), (20, 13, False, 1.5), (20, 12, True, 2.5)],
)
def test_files_go_on_along_a_road_and_not_off_it(end: float, version: int, alone: bool, spent: float) -> None:
    """Two inches along a road take 1.5 of rate, and the inch of the file that goes on 0.75; it stays where the road ends.

    A road 6 inches wide that ends at y 20 reaches, an inch aside of its middle, to y 22.83.
    """
    road = line("road", (30, 0), (30, end), width=6.0)
    unit = moved(before_two([road], version, 1.0, 2, formation=OPEN), ("slide", 0, 2.1))
    assert (unit.loose is not None) == alone
    assert unit.spent == pytest.approx(spent, abs=0.001)


@pytest.mark.rule("battlesystem:7.9a", "battlesystem:11.8c", "battlesystem:11.8e")
@pytest.mark.parametrize(
    ("ground", "version", "heading"),
    [("swamp", 13, 0.0), ("swamp", 12, 30.0), ("hedge", 13, 0.0), ("hedge", 12, 30.0), ("", 13, 30.0)],
)
def test_who_goes_obliquely_does_not_turn_into_a_swamp_or_across_a_hedge(
    ground: str, version: int, heading: float
) -> None:
    """Option oblique_turns. Reds, 4.5 inches broad, go 2 inches to the right of their front by 30 degrees, to (31, 21.73).

    Turned about its middle, (31, 20.98), the unit would have its leftmost figure at (29.56, 22.24), in the swamp that begins at 22.2, and
    the middle of that figure's front at (29.75, 22.57), beyond the hedge along y 22.5.
    """
    terrain = [area("swamp", 20, 22.2, 40, 30)] if ground == "swamp" else []
    if ground == "hedge":
        terrain = [line("hedge", (20, 22.5), (40, 22.5))]
    state = battle(
        men("Reds", 12, 6, 30, 20, 0),
        men("Far", x=30, y=46, heading=180, side=1),
        terrain=terrain,
        tier=stages.INTERMEDIATE,
        options={"version": version, "oblique_turns": True},
    )
    unit = moved(state, ("slide", 30, 2))
    assert unit.block is not None
    assert unit.block.heading == heading
    assert (unit.block.middle_x, unit.block.middle_y) == pytest.approx((31.0, 20.982), abs=0.002)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8c")
@pytest.mark.parametrize(("version", "turned"), [(13, False), (12, True)])
def test_who_squares_up_does_not_turn_into_woods(version: int, turned: bool) -> None:
    """Option contact = square-up. Reds touch with their right corner a line that looks 20 degrees aside; their left end would swing into woods."""
    state = battle(
        men("Reds", 6, 6, 30, 20, 0),
        men("Blues", 6, 6, 33.5, 22, 200, side=1),
        terrain=[area("woods", 20, 22.1, 30, 30)],
        tier=stages.INTERMEDIATE,
        options={"version": version, "square_up": True},
    )
    unit = moved(state, ("slide", 0))
    assert unit.block is not None
    assert (unit.block.heading != 0.0) == turned


@pytest.mark.rule("battlesystem:7.1c", "battlesystem:11.8c")
@pytest.mark.parametrize(
    ("ground", "version", "place"),
    [("swamp", 13, (30.0, 19.25)), ("swamp", 12, (29.5, 20.0)), ("", 13, (29.5, 20.0))],
)
def test_a_closed_unit_put_in_order_makes_room_outside_a_swamp(
    ground: str, version: int, place: tuple[float, float]
) -> None:
    """A friend has come to stand on 0.275 inch of its right end. Half an inch to the left it has room, but its left end is in the swamp.

    The middle of the leftmost figure would be at x 28.375. Three quarters of an inch behind it has room too.
    """
    state = battle(
        men("Reds", 4, 4, 30, 20, 0),
        men("Friend", 1, 1, 31.6, 20, 0),
        men("Far", x=30, y=46, heading=180, side=1),
        terrain=[area("swamp", 20, 10, 28.4, 30)] if ground else [],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    unit = state.units[0]
    assert unit.block is not None
    unit.stand(unit.block, tuple((x, 20.0, 0.0) for x in (28.875, 29.625, 30.375, 31.125)))
    dressing.tidy(state, unit)
    assert unit.block is not None
    assert (unit.block.x, unit.block.y) == place


# ---------------------------------------------------------------- a reinforcement and its commander


@pytest.mark.rule("battlesystem:9.2e", "battlesystem:1.0c")
@pytest.mark.parametrize("version", [13, 9, 1])
def test_a_commander_who_is_still_to_come_steps_out_against_nobody(version: int) -> None:
    """His unit is a reinforcement; other commanders are asked as ever."""
    sheet, chief = hero("Late", 0, 0, rank=UNIT_COMMANDER)
    chief.on_table, chief.unit, chief.post = False, 1, 1
    state = battle(
        men("Reds", 12, 6, 30, 20, 0),
        men("To come", 12, 6, 30, 5, 0, chief=0),
        men("Blues", x=30, y=46, heading=180, side=1),
        leaders=[(sheet, chief), hero("Foe", 30, 24, side=1)],
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
        options={"version": version},
    )
    state.setting.has_roles = True
    state.units[1].become(WAITING)
    state.units[1].block = None
    table = Script(strict=True)
    melee_roles.declare(state, table)
    rounds.play_step(state, table)
    table.finish()
    assert state.stage != stages.DUELS


# ---------------------------------------------------------------- refusals that say why


def refused(state: State, *order: Any) -> tuple[str, str]:
    """The reason that an order of the Reds is refused, and the rule."""
    found = MoveDecision(state, 0).check(order)
    assert found is not None
    return found.reason, found.rule


@pytest.mark.rule("battlesystem:11.8o")
def test_troops_at_a_building_with_little_movement_left_are_told_that_they_cannot_enter() -> None:
    """They had been told that to cross it takes a third of their rate, and less is left."""
    state = battle(
        men("Reds", 4, 4, 30, 19.97, 0, formation=OPEN, spent=7.0, moved=True),
        terrain=[area("building", 20, 20, 40, 30)],
        tier=stages.INTERMEDIATE,
    )
    reason = "Only figures that move singly enter the building."
    assert refused(state, "move", 0, ("slide", 0, 1)) == (reason, "battlesystem:11.8o")


@pytest.mark.rule("battlesystem:11.8n")
def test_who_cannot_enter_dear_ground_under_the_option_is_told_what_it_would_cost() -> None:
    """Six of nine inches are spent: rough ground would make them twelve. They had been told of a third of their rate."""
    state = battle(
        men("Reds", 4, 4, 30, 19.97, 0, formation=OPEN, spent=6.0, moved=True),
        terrain=[area("rough", 20, 20, 40, 30)],
        tier=stages.INTERMEDIATE,
        options={"flat_ground": True},
    )
    reason, rule = refused(state, "move", 0, ("slide", 0, 1))
    assert reason.startswith("To enter the rough cuts the rate of the whole move")
    assert rule == "battlesystem:11.8n"


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:11.8f")
@pytest.mark.parametrize(
    ("formation", "ground", "order", "reason"),
    [
        (OPEN, "woods", ("formation", "closed"), "Nobody stands in the woods in closed formation."),
        (OPEN, "hedge", ("formation", "closed"), "Nobody stands across the hedge in closed formation."),
        (
            CLOSED,
            "woods",
            ("frontage", 0, 2),
            "Nobody stands in the woods in closed formation: change to open formation first.",
        ),
    ],
)
def test_open_troops_are_not_told_to_open(formation: int, ground: str, order: Any, reason: str) -> None:
    terrain = [line("hedge", (20, 19.7), (40, 19.7))]
    if ground == "woods":
        terrain = [area("woods", 20 if formation == OPEN else 31.6, 10, 40, 30)]
    state = battle(
        men("Reds", 12, 4, 30, 20, 0, formation=formation), terrain=terrain, tier=stages.INTERMEDIATE
    )
    assert refused(state, "move", 0, order)[0] == reason


@pytest.mark.rule("battlesystem:10.4", "battlesystem:10.4c")
@pytest.mark.parametrize("order", [("move", 0, ("slide", 0, 3)), ("march", 0, ("slide", 0, 3))])
def test_archers_who_shot_twice_are_told_why_they_do_not_move(order: Any) -> None:
    """They had been told that they had no movement left, before they had moved at all."""
    state = battle(
        men("Bows", 8, 4, 30, 20, 0, missile=missile_of("long-bow"), shots=2, last_shot=1),
        tier=stages.INTERMEDIATE,
    )
    assert refused(state, *order) == (
        "Bows have shot: they do not move in this round.",
        "battlesystem:10.4",
    )


# ---------------------------------------------------------------- news


@pytest.mark.rule("battlesystem:7.12", "battlesystem:2.9g")
@pytest.mark.parametrize(
    ("places", "text"),
    [
        ([(30, 24), (30, 20.5)], "Scouts cannot withdraw and stay: there is no room 3 in away."),
        ([(30, 24), (40, 20.5)], "Scouts: one skirmisher withdraws fighting."),
    ],
)
def test_the_news_say_that_nobody_withdraws(places: list[tuple[float, float]], text: str) -> None:
    """Three inches behind the one who is touched, at y 21, a fellow stands half an inch away. It was told that *0 of 1* withdraw.

    By version 18 he may not try where a fellow is in the way.
    """
    state = battle(
        skirmishers("Scouts", places, 0),
        men("Blues", 4, 4, 30, 24.375, 180, side=1),
        stage=stages.COMPELLED,
        options={"version": 17},
    )
    compelled_moves.compelled_step(state, Script(), [])
    table = Script(orders=[("withdraw", 0, (0,))])
    move_step(state, table)
    assert text in table.news


@pytest.mark.rule("battlesystem:8.2a")
def test_the_damage_of_weapons_to_choose_from_is_said() -> None:
    """It was said as the program calls it, *<...Damage object at 0x...>*."""
    spears = weapon("1d6", "1d8", 2, "spear")
    state = battle(
        men("Reds", 12, 6, 30, 20, 0, weapons=[spears, weapon("1d4 1d4", "1d3 1d3", name="daggers")]),
        men("Blues", 12, 6, 30, 20, 180, side=1),
    )
    orders: list[Order] = [("weapon", 0, "spear"), ("weapon", 0, "daggers")]
    asked = Choice("weapon", 0, "battlesystem:8.2a", orders)
    assert [meanings.meaning(state, asked, order) for order in orders] == [
        "D6 against size S and M, D8 against L; 2 ranks fight with it; in hand now",
        "D4 and D4 against size S and M, D3 and D3 against L",
    ]
