"""Movement, distance, sight and cover on small boards, counted by hand on squared paper."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act, options_of
from rulebooks.skirmish.playing import card, power
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn, open_floor

from banneret.geometry.squares import CLEAR, COVERED, FAR, UNSEEN
from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.board.standing import are_adjacent, can_shoot, is_within, sight
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed, teleports
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.effects import Moving

Place = tuple[int, int]


def ends(yard: Yard, creature: Creature, squares: int, mode: Moving = "move") -> list[Place]:
    return yard.places(reach(yard.state, creature, squares, mode).ends)


def columns(yard: Yard, creature: Creature, squares: int, mode: Moving = "move") -> list[int]:
    """The columns to which a creature gets in a corridor."""
    return sorted({column for column, _ in ends(yard, creature, squares, mode)})


# ---------------------------------------------------------------- steps, corners, difficult terrain


@pytest.mark.rule("skirmish:move.difficult", "skirmish:move.shift", "skirmish:move.slide")
@pytest.mark.parametrize("mode", ["move", "shift", "slide"])
def test_difficult_squares_cost_two_in_every_mode(mode: Moving) -> None:
    yard = Yard(drawn("..^.^^."))
    guard = yard.put("drow-house-guard", (0, 0))
    # 1, then 2 for the difficult square: 3 for column 2, 4 for column 3, 6 for column 4.
    assert columns(yard, guard, 3, mode) == [0, 1, 2]
    assert columns(yard, guard, 2, mode) == [0, 1]
    assert columns(yard, guard, 6, mode) == [0, 1, 2, 3, 4]
    assert columns(yard, guard, 7, mode) == [0, 1, 2, 3, 4]  # column 5 takes 8


@pytest.mark.rule("skirmish:move.difficult", "skirmish:move.diagonal")
def test_the_way_around_a_bog_is_taken_when_it_is_shorter() -> None:
    # Straight on: 2 + 2 + 2 + 1 = 7 to column 4; around by the lower row: 4 diagonal and straight steps.
    yard = Yard(drawn(".^^^.", "....."))
    guard = yard.put("drow-house-guard", (0, 0))
    found = reach(yard.state, guard, 6)
    assert [found.cost[yard.square(column, 0)] for column in range(1, 5)] == [2, 3, 4, 4]


@pytest.mark.rule("skirmish:move.start-adjacent", "skirmish:move.difficult")
def test_beside_an_enemy_nobody_wades_into_a_bog() -> None:
    yard = Yard(drawn("^^^", "^.^", "^^^"))
    guard = yard.put("drow-house-guard", (1, 1))
    yard.put("elf-archer", (2, 2))
    assert speed(yard.state, guard) == 1
    assert ends(yard, guard, 1) == [(1, 1)]
    assert (0, 0) in ends(yard, guard, 2, "slide")  # a slide of 2 pays for one such square


@pytest.mark.rule("skirmish:move.difficult-large")
def test_a_large_creature_that_stands_in_a_bog_pays_for_new_squares_of_it_only() -> None:
    # Two columns of bog: the Spider on columns 1 and 2 stands in column 2 already; a step right newly enters column 3.
    yard = Yard(drawn("..^^..", "..^^.."))
    spider = yard.put("giant-spider", (0, 0))
    found = reach(yard.state, spider, 6)
    # to 1: enters column 2 (2); to 2: column 3 (2); to 3: column 4 (1); to 4: column 5 (1)
    assert [found.cost[yard.square(column, 0)] for column in range(1, 5)] == [2, 4, 5, 6]


@pytest.mark.rule("skirmish:move.corner", "skirmish:move.slide", "skirmish:board.off-board")
def test_slides_and_shifts_cut_no_corners_either() -> None:
    yard = Yard(drawn("..#", "...", " .."))
    guard = yard.put("drow-house-guard", (1, 1))
    assert (2, 0) not in ends(yard, guard, 1, "slide")
    assert (2, 2) in ends(yard, guard, 1, "slide")
    mastiff = yard.put("shadow-mastiff", (0, 1))
    assert (1, 2) not in ends(yard, mastiff, 1, "shift")  # past a place without a tile


@pytest.mark.rule("skirmish:move.corner-large", "skirmish:move.slide")
def test_a_large_creature_is_slid_where_it_has_room_all_along() -> None:
    # A gap one square wide in the wall of column 3: no LARGE creature goes through, however far it is slid.
    yard = Yard(drawn("...#...", "...#...", ".......", "...#..."))
    hulk = yard.put("umber-hulk", (0, 1))
    assert max(columns(yard, hulk, 8, "slide")) == 1
    yard = Yard(drawn("...#...", "...#...", ".......", "......."))
    hulk = yard.put("umber-hulk", (0, 1))
    # Down beside the wall to (1, 2), then along: (0,1) (1,2) (2,2) (3,2) ... the first step is diagonal, over (1,1) and (0,2).
    assert max(columns(yard, hulk, 4, "slide")) == 4
    assert (5, 1) in ends(yard, hulk, 5, "slide")  # from (4,2) over (5,2) and (4,1)
    assert [(5, 0) in ends(yard, hulk, squares, "slide") for squares in (5, 6)] == [False, True]


# ---------------------------------------------------------------- stopping, passing


@pytest.mark.rule("skirmish:move.stop", "skirmish:move.enemies")
def test_a_mover_is_stopped_by_tapped_enemies_and_slips_by_two_squares_off() -> None:
    # An enemy at (3, 2): squares of columns 2 to 4 and rows 1 to 3 stop. Row 0 is free all along.
    yard = Yard(open_floor(8, 5))
    guard = yard.put("drow-house-guard", (0, 0))
    yard.put("dwarven-defender", (3, 2), tapped=True)
    found = reach(yard.state, guard, 6)
    assert found.cost[yard.square(6, 0)] == 6
    assert found.cost[yard.square(2, 1)] == 2  # one may stop there
    assert found.cost[yard.square(4, 4)] == 6  # (1,1) (1,2) (1,3) (2,4) (3,4) (4,4)


@pytest.mark.rule("skirmish:move.allies", "skirmish:space.one-per-square")
def test_the_last_square_may_not_be_an_allys() -> None:
    yard = Yard(drawn("........"))
    guard = yard.put("drow-house-guard", (0, 0))
    for column in (1, 2, 6):
        yard.put("demonweb-spider", (column, 0))
    assert columns(yard, guard, 6) == [0, 3, 4, 5]


@pytest.mark.rule("skirmish:move.stop-occupied", "skirmish:move.stop")
def test_who_would_have_to_stop_on_an_ally_does_not_go_there() -> None:
    # The ally on column 3 is beside the enemy of column 4: nobody walks on over it, not even onto free squares beyond.
    yard = Yard(drawn(".......", "#######"))
    guard = yard.put("drow-house-guard", (0, 0))
    yard.put("demonweb-spider", (3, 0))
    yard.put("elf-archer", (4, 0))
    assert columns(yard, guard, 6) == [0, 1, 2]
    assert columns(yard, guard, 6, "shift") == [0, 1, 2]  # a shift does not pass the enemy either


@pytest.mark.rule("skirmish:move.scuttle", "skirmish:move.stop-large")
def test_a_giant_spider_scuttles_over_a_dwarf() -> None:
    yard = Yard(drawn("........", "........"))
    spider = yard.put("giant-spider", (0, 0))
    yard.put("dwarven-defender", (3, 0))
    assert columns(yard, spider, 6) == [0, 1, 4, 5, 6]  # not on columns 2 and 3, where it would overlap
    yard.state.creatures[1].place = yard.square(2, 0)
    assert speed(yard.state, spider) == 1
    assert columns(yard, spider, 1) == [0]  # the one step would end on the Defender


@pytest.mark.rule("skirmish:move.slide", "skirmish:move.scuttle")
def test_a_slid_spider_passes_its_enemies_and_a_slid_guard_does_not() -> None:
    for name, reached in (("demonweb-spider", [1, 3, 4]), ("drow-house-guard", [1])):
        yard = Yard(drawn("#......"), active=CORMYR)
        slid = yard.put(name, (1, 0))
        yard.put("elf-archer", (2, 0))
        assert columns(yard, slid, 3, "slide") == reached


@pytest.mark.rule("skirmish:move.flying-stop", "skirmish:move.flying")
def test_a_dragon_flies_over_two_enemies_in_a_row() -> None:
    # Enemies on columns 4 and 7. It may stop at 2 (beside the first), at 5 (between both), at 8 (beyond the second); on 3, 4, 6 and 7
    # it would overlap. From 5 its next step overlaps the second, so it may go on.
    yard = Yard(drawn("............", "............"), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    yard.put("drow-house-guard", (4, 0))
    yard.put("drow-house-guard", (7, 1))
    assert columns(yard, dragon, 8) == [0, 1, 2, 5, 8]


@pytest.mark.rule("skirmish:move.flying-stop")
def test_a_dragon_that_flies_beside_an_enemy_and_not_over_it_stops() -> None:
    # Two rows of its own below the enemy in row 0: it flies along rows 1 and 2, touches the enemy at column 2 and cannot pass there; but
    # up over the enemy's square it can, and it stops on the far side.
    yard = Yard(open_floor(10, 3), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 1))
    yard.put("drow-house-guard", (4, 0))
    found = reach(yard.state, dragon, 8)
    assert found.cost[yard.square(2, 1)] == 2
    # Along row 1: stop at (2,1). Over the enemy: (1,1) (2,1) or (2,0), then (3,0) overlapping, (4,0) overlapping, (5,0) or (5,1) beyond.
    assert found.cost[yard.square(5, 1)] == 5
    assert found.way(yard.square(5, 1))[2] == yard.square(3, 0)
    assert found.cost[yard.square(6, 1)] == FAR  # beside the enemy again and no longer over it


@pytest.mark.rule("skirmish:move.mode-move", "skirmish:card.fast-advance", "skirmish:move.start-adjacent")
def test_a_number_on_a_card_is_not_the_speed_of_one_beside_an_enemy() -> None:
    yard = Yard(drawn("########", "........"), active=CORMYR)
    ranger = yard.put("human-ranger", (3, 1))
    yard.put("drow-wizard", (4, 1), tapped=True)
    table = card(yard, ranger, "fast-advance", [], ("go", ranger.id, yard.name(0, 1)), tap=False)
    assert ranger.place == yard.square(0, 1)
    assert len(table.options(0)) == 4  # columns 0 to 3


@pytest.mark.rule("skirmish:card.charge", "skirmish:move.start-adjacent")
def test_a_charge_from_beside_an_enemy_goes_one_square() -> None:
    yard = Yard(drawn("......"), active=CORMYR)
    knight = yard.put("dragon-knight", (1, 0))
    wizard = yard.put("drow-wizard", (2, 0), tapped=True)
    orders = ("go", knight.id, yard.name(1, 0)), ("choose", wizard.id)
    table = card(yard, knight, "charge", [], *orders)
    assert len(table.options(0)) == 2
    assert wizard not in yard.state.creatures


@pytest.mark.rule("skirmish:card.shadow-strike", "skirmish:move.mode-move")
def test_a_shadow_strike_shifts_two_squares_out_of_contact() -> None:
    yard = Yard(drawn("#######", "......."))
    master = yard.put("drow-blademaster", (2, 1))
    ranger = yard.put("human-ranger", (3, 1), tapped=True)
    table = card(yard, master, "shadow-strike", [], ("go", master.id, yard.name(0, 1)))
    assert (master.place, ranger.damage, table.kinds) == (yard.square(0, 1), 0, ["go"])


@pytest.mark.rule("skirmish:card.tide-of-iron", "skirmish:move.fewer")
def test_nobody_must_follow_whom_the_tide_pushed() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2), tapped=True)
    orders = ("go", priestess.id, yard.name(6, 2)), ("go", knight.id, yard.name(2, 2))
    card(yard, knight, "tide-of-iron", [(priestess.id,)], *orders)
    assert (priestess.damage, knight.place) == (15, yard.square(2, 2))


@pytest.mark.rule("skirmish:card.tide-of-iron", "skirmish:move.stop")
def test_a_tide_is_stopped_by_another_enemy_on_the_way() -> None:
    # After the push to (6, 2) another enemy stands at (4, 3): beside it the Knight must stop, and from there the target is out of touch.
    yard = Yard(drawn("########", "########", "........", "........"), active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2), tapped=True)
    yard.put("drow-house-guard", (4, 3), tapped=True)
    table = card(yard, knight, "tide-of-iron", [(priestess.id,)], ("go", priestess.id, yard.name(6, 2)))
    assert (knight.place, table.kinds) == (yard.square(2, 2), ["go"])


@pytest.mark.rule("skirmish:move.slide-not-move", "skirmish:card.web", "skirmish:creature.umber-hulk.burrow")
def test_a_webbed_hulk_burrows_and_does_not_move() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (2, 2), attached=("pinning-shot",))
    act(yard, ("activate", hulk.id))
    assert ("move",) not in options_of(yard)
    act(yard, ("use", hulk.id, "burrow"), ("go", hulk.id, yard.name(9, 9)))
    assert hulk.place == yard.square(9, 9)


@pytest.mark.rule("skirmish:move.teleport", "skirmish:move.teleport-distance")
def test_a_large_creature_teleports_into_its_own_old_space_and_not_onto_others() -> None:
    yard = Yard(open_floor(13, 13))
    hulk = yard.put("umber-hulk", (2, 2))
    yard.put("elf-archer", (5, 5))
    found = yard.places(teleports(yard.state, hulk, 9))
    assert (3, 3) in found
    assert all(place not in found for place in ((4, 4), (5, 4), (4, 5), (5, 5)))
    assert (11, 11) in found
    assert (12, 11) not in found  # 10 columns, and half of it off the board


# ---------------------------------------------------------------- distance


@pytest.mark.rule("skirmish:distance.route", "skirmish:creature.war-wizard")
def test_a_pillar_between_makes_four_squares_of_two() -> None:
    # (0,1) to (2,1) past the pillar at (1,1): (0,0) (1,0) (2,0) (2,1).
    for straight, away in ((False, 4), (True, 2)):
        yard = Yard(drawn("...", ".#.", "..."), straight_distance=straight)
        wizard = yard.put("war-wizard", (0, 1))
        guard = yard.put("drow-house-guard", (2, 1))
        assert is_within(yard.state, wizard, guard, away)
        assert not is_within(yard.state, wizard, guard, away - 1)


@pytest.mark.rule("skirmish:distance.route")
def test_there_is_no_distance_to_a_closed_room() -> None:
    yard = Yard(drawn("..#.", "..#."), active=CORMYR)
    wizard = yard.put("war-wizard", (1, 0))
    guard = yard.put("drow-house-guard", (3, 0))
    assert not is_within(yard.state, wizard, guard, 100)


@pytest.mark.rule("skirmish:distance.large", "skirmish:creature.gold-dragon.breath")
def test_the_breath_reaches_five_squares_from_any_of_four() -> None:
    yard = Yard(open_floor(12, 12), active=CORMYR)
    dragon = yard.put("gold-dragon", (5, 5))
    step = next(one.steps for one in printed(dragon).powers if one.id == "radiant-breath")[0]
    found = yard.places([square for (square,) in choices(yard.state, Chain(), dragon, step)])
    assert sorted(found) == [(column, row) for column in range(12) for row in range(12)]  # 0 to 5 + 1 + 5
    dragon.place = yard.square(4, 4)
    found = yard.places([square for (square,) in choices(yard.state, Chain(), dragon, step)])
    assert max(found) == (10, 10)


@pytest.mark.rule(
    "skirmish:creature.gold-dragon.breath", "skirmish:adjacent.walls", "skirmish:distance.squares"
)
def test_the_breath_burns_around_a_corner_of_its_square() -> None:
    # Squares adjacent to the chosen one are hit though walls stand beside the corner: adjacency looks at squares only.
    yard = Yard(drawn("......", "...#..", "....#.", "......"), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    hit = yard.put("drow-house-guard", (4, 1), tapped=True)
    missed = yard.put("drow-assassin", (5, 2), tapped=True)
    power(yard, dragon, "radiant-breath", [(yard.square(3, 2),), ()])
    assert (hit.damage, missed.damage, dragon.damage) == (15, 0, 0)


@pytest.mark.rule("skirmish:card.fireball", "skirmish:distance.route")
def test_a_fireball_goes_two_squares_by_routes() -> None:
    # Centre (1, 1), a pillar at (2, 1). (2, 0) lies around its corner: (1, 0), (2, 0), 2 steps. (3, 1) takes 4, (3, 0) 3.
    yard = Yard(drawn(".....", "..#..", "....."), active=CORMYR)
    wizard = yard.put("war-wizard", (4, 2))
    inside = [yard.put("drow-house-guard", place, tapped=True) for place in ((2, 0), (2, 2), (0, 0))]
    outside = [yard.put("drow-assassin", place, tapped=True) for place in ((3, 1), (3, 0))]
    card(yard, wizard, "fireball", [(yard.square(1, 1),), ()])
    assert [one.damage for one in inside] == [10, 10, 10]
    assert [one.damage for one in outside] == [0, 0]


@pytest.mark.rule("skirmish:adjacent.walls", "skirmish:move.stop")
@pytest.mark.parametrize(("needs_gap", "adjacent"), [(False, True), (True, False)])
def test_a_shut_corner_parts_neighbours_by_the_option_alone(needs_gap: bool, adjacent: bool) -> None:
    yard = Yard(drawn(".#", "#."), adjacency_needs_gap=needs_gap)
    guard = yard.put("drow-house-guard", (0, 0))
    archer = yard.put("elf-archer", (1, 1))
    assert are_adjacent(yard.state, guard, archer) == adjacent
    assert speed(yard.state, guard) == (1 if adjacent else 6)


# ---------------------------------------------------------------- sight and cover


def seen(
    first: Place, second: Place, *rows: str, shooter: str = "elf-archer", target: str = "drow-wizard"
) -> int:
    yard = Yard(drawn(*rows))
    return sight(yard.state, yard.put(shooter, first), yard.put(target, second))


@pytest.mark.rule("skirmish:los.touching", "skirmish:los.off-board")
def test_an_edge_between_wall_and_board_end_is_shut_and_along_floor_open() -> None:
    assert seen((0, 0), (2, 0), ".#.") == UNSEEN
    assert seen((0, 0), (2, 0), ".#.", "...") == COVERED  # along the lower edge of the wall alone
    assert seen((0, 0), (2, 0), ".#.", ".#.") == UNSEEN


@pytest.mark.rule("skirmish:cover.clear-shot", "skirmish:los.touching")
def test_a_pillar_across_the_corner_covers() -> None:
    # From (0,0) to (2,2) past the pillar (1,1): from corner (1,0) the line to (3,2) grazes the pillar's corner (2,1), all others cut it.
    assert seen((0, 0), (2, 2), "....", ".#..", "....", "....") == COVERED
    # Beside the pillar, from (1,0) to (1,3)? Straight down through it: corner to corner along both its edges only.
    assert seen((1, 0), (1, 2), "....", ".#..", "....") == COVERED


@pytest.mark.rule("skirmish:cover.clear-shot")
def test_a_wall_beside_the_way_is_no_cover() -> None:
    # Row 0 along a row of walls in row 1: from the upper corners all four corners are free.
    assert seen((0, 0), (5, 0), "......", ".####.") == CLEAR
    # One row lower between two rows of walls: along both edges walls on one side, and floor on the other.
    assert seen((0, 1), (5, 1), ".####.", "......", ".####.") == CLEAR


@pytest.mark.rule("skirmish:los.pinhole")
def test_a_pinhole_shuts_lines_through_it_and_none_that_end_in_it() -> None:
    # Walls at (2,1) and (1,2) meet in (2,2), a corner of the target at (2,2): the lines to that corner end there and are free.
    assert seen((0, 0), (2, 2), "....", "..#.", ".#..", "....") == COVERED
    # Walls beside the shooter: its corner (1,1) lies in the pinhole, and all lines begin there.
    assert seen((0, 0), (2, 2), ".#..", "#...", "....", "....") == CLEAR
    # A square further on: four lines go through (2,2) and are blocked, and the twelve others cut the walls.
    assert seen((0, 0), (3, 3), "....", "..#.", ".#..", "....") == UNSEEN


@pytest.mark.rule("skirmish:los.definition", "skirmish:cover.clear-shot", "skirmish:space.size")
def test_a_large_creature_looks_past_a_pillar_from_its_outer_corners() -> None:
    # The Dragon on (0,0) to (1,1), the pillar at (4,1), the target at (6,1). From (2,0): (6,1) and (7,1) free, (6,2) through the pillar.
    # From (2,2): (6,2) and (7,2) along its lower edge free, (6,1) through it. No corner sees all four.
    rows = "........", "....#...", "........", "........"
    assert seen((0, 0), (6, 1), *rows, shooter="gold-dragon") == COVERED
    # The target two rows up of the Dragon's lower edge: with the pillar at (4,3) nothing lies between.
    assert (
        seen((0, 0), (6, 1), "........", "........", "........", "....#...", shooter="gold-dragon") == CLEAR
    )


@pytest.mark.rule("skirmish:cover.clear-shot", "skirmish:space.size")
def test_all_four_outer_corners_of_a_large_target_must_be_seen() -> None:
    # The Drider on (5,1) to (6,2), a wall at (4,2) before its lower half. From (1,1), the upper right corner of the archer at (0,1): to
    # (5,3) the line y = 1 + (x - 1) / 2 is at 2.5 for x = 4: in the wall. From (1,2): to (5,3) y = 2 + (x - 1) / 4, 2.75: in the wall.
    assert seen((0, 1), (5, 1), "........", "........", "....#...", "........", target="drider") == COVERED
    assert seen((0, 1), (5, 1), "........", "........", "........", "....#...", target="drider") == CLEAR


@pytest.mark.rule("skirmish:attack.ranged", "skirmish:distance.route", "skirmish:los.definition")
def test_range_is_counted_around_a_wall_over_which_nobody_sees_less() -> None:
    # In sight along the gap of row 0, three squares off, but four steps by the route around the wall's corner.
    yard = Yard(drawn(".....", "..#..", "..#.."), active=CORMYR)
    archer = yard.put("elf-archer", (1, 1))
    wizard = yard.put("drow-wizard", (3, 1))
    assert sight(yard.state, archer, wizard) == COVERED  # along row 0's lower edge
    assert [can_shoot(yard.state, archer, wizard, far) for far in (3, 4)] == [False, True]


@pytest.mark.rule("skirmish:card.shroud-of-darkness", "skirmish:attack.ranged")
def test_a_shroud_protects_enemies_beside_its_bearer_too() -> None:
    yard = Yard()
    drider = yard.put("drider", (4, 4))
    drider.attached = ((action_card("shroud-of-darkness").index, DROW),)
    ranger = yard.put("human-ranger", (6, 6))
    assassin = yard.put("drow-assassin", (9, 9))
    assert not can_shoot(yard.state, assassin, ranger, 10)
    ranger.place = yard.square(7, 6)
    assert can_shoot(yard.state, assassin, ranger, 10)
