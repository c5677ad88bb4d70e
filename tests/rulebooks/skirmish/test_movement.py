"""Movement on the boards of the catalogue's examples, and against paths tried one by one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn, open_floor

from banneret.geometry.squares import FAR
from banneret.rulebooks.skirmish.movement.reach import Walk, reach, speed, teleports
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.tables.effects import Moving

Place = tuple[int, int]


def ends(yard: Yard, creature: Creature, squares: int, mode: Moving = "move") -> list[Place]:
    return yard.places(reach(yard.state, creature, squares, mode).ends)


def corridor(*creatures: tuple[str, int], signs: str = ".........", **flags: object) -> Yard:
    """A way one square wide, with creatures on it from left to right."""
    yard = Yard(drawn(signs), **flags)  # type: ignore[arg-type]
    for name, column in creatures:
        yard.put(name, (column, 0))
    return yard


def farthest(yard: Yard, squares: int, mode: Moving = "move") -> int:
    """The farthest column to which the first creature gets."""
    return max(column for column, _ in ends(yard, yard.state.creatures[0], squares, mode))


@pytest.mark.rule("skirmish:move.distance", "skirmish:move.diagonal", "skirmish:move.fewer")
def test_every_square_no_farther_than_the_speed() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (0, 0))
    assert sorted(ends(yard, guard, 5)) == [(column, row) for column in range(6) for row in range(6)]
    assert (6, 6) in ends(yard, guard, 6)
    assert (7, 6) not in ends(yard, guard, 6)


@pytest.mark.rule("skirmish:move.corner")
def test_no_corner_of_a_wall_is_cut() -> None:
    walled = Yard(drawn(".#.", "...", "..."))
    guard = walled.put("drow-house-guard", (0, 0))
    assert (1, 1) not in ends(walled, guard, 1)
    manned = Yard(open_floor(3, 3))
    guard = manned.put("drow-house-guard", (0, 0))
    manned.put("elf-archer", (1, 0))
    assert (1, 1) in ends(manned, guard, 1)


@pytest.mark.rule("skirmish:move.corner-large")
def test_a_large_creature_needs_room_for_both_half_steps() -> None:
    for walls, may in (((2, 0), False), ((2, 2), False), ((3, 3), True)):
        rows = ["".join("#" if (column, row) == walls else "." for column in range(4)) for row in range(4)]
        yard = Yard(drawn(*rows))
        dragon = yard.put("gold-dragon", (0, 0))
        assert ((1, 1) in ends(yard, dragon, 1)) == may


@pytest.mark.rule("skirmish:move.allies", "skirmish:space.one-per-square")
def test_allies_are_passed_and_not_stood_on() -> None:
    yard = corridor(("drow-house-guard", 0), ("drow-wizard", 1), ("drow-priestess", 2))
    found = reach(yard.state, yard.state.creatures[0], 6)
    assert found.cost[3] == 3
    assert yard.places(found.ends) == [(0, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    assert found.way(3) == [1, 2, 3]
    ahead = corridor(("drow-house-guard", 0), ("drow-wizard", 3))
    assert farthest(ahead, 3) == 2
    assert farthest(ahead, 4) == 4


@pytest.mark.rule("skirmish:move.enemies")
def test_enemies_bar_the_way() -> None:
    yard = corridor(("dragon-knight", 0), ("drow-house-guard", 4))
    yard.state.creatures[1].tapped = True
    assert farthest(yard, 8, "shift") == 3


@pytest.mark.rule("skirmish:move.difficult")
def test_difficult_terrain_takes_two() -> None:
    yard = corridor(("drow-house-guard", 0), signs=".^^......")
    found = reach(yard.state, yard.state.creatures[0], 6)
    assert [found.cost[column] for column in range(5)] == [0, 2, 4, 5, 6]
    assert farthest(yard, 6) == 4
    assert farthest(yard, 1) == 0
    assert farthest(yard, 6, "slide") == 4


@pytest.mark.rule("skirmish:move.difficult-large")
def test_a_large_creature_pays_once_for_a_step() -> None:
    yard = Yard(drawn("..^.", "..^."))
    spider = yard.put("giant-spider", (0, 0))
    found = reach(yard.state, spider, 6)
    assert [found.cost[column] for column in range(3)] == [0, 2, 3]


@pytest.mark.rule("skirmish:move.start-adjacent")
def test_beside_an_enemy_the_speed_is_1() -> None:
    yard = Yard()
    knight = yard.put("dragon-knight", (3, 3))
    wizard = yard.put("drow-wizard", (4, 4))
    assert speed(yard.state, knight) == 1
    yard.state.creatures.remove(wizard)
    assert speed(yard.state, knight) == 6
    mired = Yard(drawn("^^^", "^.^", "^^^"))
    knight = mired.put("dragon-knight", (1, 1))
    mired.put("drow-wizard", (0, 0))
    assert ends(mired, knight, speed(mired.state, knight)) == [(1, 1)]


@pytest.mark.rule("skirmish:move.stop")
def test_a_move_stops_beside_an_enemy() -> None:
    yard = Yard(open_floor(8, 2))
    knight = yard.put("dragon-knight", (0, 0))
    yard.put("drow-house-guard", (4, 1), tapped=True)
    assert max(ends(yard, knight, 6)) == (3, 1)
    assert (4, 0) not in ends(yard, knight, 6)


@pytest.mark.rule("skirmish:move.stop-occupied")
def test_nobody_stops_on_an_ally() -> None:
    yard = Yard(drawn("........", "####.###"))
    knight = yard.put("dragon-knight", (0, 0))
    yard.put("elf-archer", (3, 0))
    yard.put("drow-house-guard", (4, 1))
    assert max(ends(yard, knight, 6)) == (2, 0)


@pytest.mark.rule("skirmish:move.stop-large")
def test_all_four_squares_of_a_large_creature_stop_it() -> None:
    yard = Yard(drawn("........", "........", "####.###"))
    hulk = yard.put("umber-hulk", (0, 0))
    yard.put("elf-archer", (4, 2))
    assert max(ends(yard, hulk, 6)) == (2, 0)


@pytest.mark.rule("skirmish:move.mode-move")
def test_a_first_step_away_from_the_enemy_lets_one_go_on() -> None:
    yard = Yard()
    ranger = yard.put("human-ranger", (3, 3))
    yard.put("drow-house-guard", (4, 3))
    found = reach(yard.state, ranger, 4)
    assert found.cost[yard.square(3, 4)] == 1
    assert found.cost[yard.square(2, 3)] == 1
    assert found.cost[yard.square(0, 0)] == 3
    assert found.cost[yard.square(3, 5)] == 2  # by (2, 4); in (3, 4) it would have to stop
    assert found.cost[yard.square(5, 5)] == 4  # by (2, 4), (3, 5) and (4, 5) around the guard's neighbourhood
    assert found.cost[yard.square(6, 3)] == FAR


@pytest.mark.rule("skirmish:move.shift")
def test_a_shift_goes_past_enemies() -> None:
    yard = Yard(open_floor(8, 2))
    assassin = yard.put("drow-assassin", (0, 0))
    yard.put("dragon-knight", (3, 1))
    assert (6, 0) in ends(yard, assassin, 6, "shift")
    assert speed(yard.state, assassin, "shift") == 6
    yard.put("elf-archer", (1, 1))
    assert speed(yard.state, assassin, "shift") == 1
    yard.state.setting.flags.shift_breaks_engagement = True
    assert speed(yard.state, assassin, "shift") == 6


@pytest.mark.rule("skirmish:move.slide")
def test_slid_creatures_pass_their_own_allies_only() -> None:
    for other, column in (("elf-archer", 3), ("drow-wizard", 0)):
        yard = corridor(("dwarven-defender", 0), (other, 1))
        assert farthest(yard, 3, "slide") == column


@pytest.mark.rule("skirmish:move.scuttle")
def test_scuttle_goes_through_enemies() -> None:
    yard = corridor(("demonweb-spider", 0), ("elf-archer", 2))
    assert farthest(yard, 7) == 7
    assert (2, 0) not in ends(yard, yard.state.creatures[0], 7)
    beside = corridor(("demonweb-spider", 0), ("elf-archer", 1))
    assert speed(beside.state, beside.state.creatures[0]) == 1
    assert farthest(beside, 1) == 0


@pytest.mark.rule("skirmish:move.flying")
def test_flying_pays_nothing_for_difficult_terrain() -> None:
    yard = Yard(drawn("..^^^^..", "..^^^^.."))
    dragon = yard.put("gold-dragon", (0, 0))
    assert reach(yard.state, dragon, 8).cost[6] == 6


@pytest.mark.rule("skirmish:move.flying-stop")
@pytest.mark.parametrize(
    ("option", "columns"),
    [("overfly", [0, 1, 2, 5]), ("strict", [0, 1, 2]), ("never", [0, 1, 2, 5, 6, 7, 8])],
)
def test_flying_over_an_enemy(option: str, columns: list[int]) -> None:
    yard = Yard(open_floor(10, 2), flying_stop=option)
    dragon = yard.put("gold-dragon", (0, 0))
    yard.put("drow-house-guard", (4, 0))
    assert ends(yard, dragon, 8) == [(column, 0) for column in columns]


@pytest.mark.rule("skirmish:move.teleport", "skirmish:move.teleport-distance")
def test_teleports_pass_walls_and_are_counted_straight() -> None:
    yard = Yard(open_floor(14, 12))
    guardian = yard.put("earth-guardian", (2, 2))
    places = yard.places(teleports(yard.state, guardian, 9))
    assert (11, 9) in places
    assert (12, 2) not in places
    walled = Yard(drawn("..##..", "..##..", "####..", "####.."))
    hulk = walled.put("umber-hulk", (0, 0))
    walled.put("elf-archer", (5, 3))
    assert ends(walled, hulk, 6) == [(0, 0)]
    assert walled.places(teleports(walled.state, hulk, 9)) == [(0, 0), (4, 0), (4, 1)]


@given(st.data(), st.sampled_from(["move", "shift"]))
@settings(max_examples=40)
def test_reach_is_what_trying_every_path_finds(data: st.DataObject, mode: Moving) -> None:
    rows = data.draw(st.lists(st.text("....^#", min_size=4, max_size=4), min_size=4, max_size=4))
    yard = Yard(drawn(*rows))
    grid = yard.state.setting.board.grid
    free = [square for square in range(grid.size) if grid.fits(square, 1)]
    names = data.draw(
        st.lists(
            st.sampled_from(["demonweb-spider", "drow-wizard", "dragon-knight", "gold-dragon"]),
            min_size=1,
            max_size=4,
        )
    )
    taken: set[int] = set()
    for name in names:
        across = 2 if name == "gold-dragon" else 1
        fitting = [
            square
            for square in free
            if grid.spaces[across - 1][square] and not taken.intersection(grid.spaces[across - 1][square])
        ]
        if fitting:
            square = data.draw(st.sampled_from(fitting))
            yard.put(name, grid.place(square), data.draw(st.sampled_from([DROW, CORMYR])))
            taken.update(grid.spaces[across - 1][square])
    if not yard.state.creatures:
        return
    creature = yard.state.creatures[0]
    walk = Walk(yard.state, creature, mode)
    best = {creature.place: 0}
    paths = [(creature.place, 0)]
    for place, used in paths:  # grows while it is walked
        for to in walk.steps[place]:
            total = used + walk.price(place, to)
            if total <= 4 and walk.may_step(place, to) and total < best.get(to, FAR):
                best[to] = total
                paths.append((to, total))
    found = reach(yard.state, creature, 4, mode)
    assert {place: cost for place, cost in enumerate(found.cost) if cost < FAR} == best
    for place in found.ends:
        way = found.way(place)
        steps = list(zip([creature.place, *way], way, strict=False))
        assert all(walk.may_step(first, to) for first, to in steps)
        assert sum(walk.price(first, to) for first, to in steps) == found.cost[place]
