"""Aims of figures: arcs, heights, woods, formations between, cover; and the same by trying every point."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from rulebooks.battlesystem.missile_ground import area, line
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, placed
from banneret.rulebooks.battlesystem.space import lines_of_sight, standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, able, aim
from banneret.rulebooks.battlesystem.space.screens import Screens, level_at
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN

LONGBOW = 21.0


def aimed(
    *troops: Troop, terrain: list[Feature] | None = None, over: bool = False, reach: float = LONGBOW
) -> Fire | None:
    """The aim of the first unit, all its figures, at the second."""
    state = battle(*troops)
    state.setting.terrain = terrain or []
    first, second = state.units[0], state.units[1]
    return aim(state, first, list(range(first.figures)), second, reach, over)


def archers(figures: int = 1, files: int = 1, **changes: object) -> Troop:
    """Archers whose front stands along y = 24, looking north."""
    return men("Archers", figures, files, 30, 24, 0, **changes)


def mark(y: float = 34.0, x: float = 30.0, figures: int = 1, files: int = 1, **changes: object) -> Troop:
    """A target whose front stands along y, looking south."""
    return men("Orcs", figures, files, x, y, 180, side=1, **changes)


@pytest.mark.rule("battlesystem:10.1b")
def test_the_arc_is_45_degrees_its_edge_included() -> None:
    """From the middle of the front edge, (30, 24): a base 4 in wide has its near corner at (35, 29), exactly on the edge."""
    assert aimed(archers(), skirmishers("Orc", [(35.375, 28.625)], 180, side=1)) is not None
    assert aimed(archers(), skirmishers("Orc", [(35.375, 28.60)], 180, side=1)) is None
    assert aimed(archers(), skirmishers("Orc", [(30, 22)], 180, side=1)) is None


@pytest.mark.rule("battlesystem:10.1c")
def test_one_corner_that_is_seen_is_enough() -> None:
    hidden = [line("high-wall", (29.0, 30.0), (31.5, 30.0))]
    corner = [line("high-wall", (29.8, 30.0), (31.5, 30.0))]
    assert aimed(archers(), mark(), terrain=hidden) is None
    seen = aimed(
        archers(), mark(), terrain=corner
    )  # the line to the corner at 29.625 passes y = 30 at 29.775
    assert seen is not None
    assert seen.seen == [0]


@pytest.mark.rule("battlesystem:10.1c")
def test_figures_of_both_units_hide_nobody() -> None:
    seen = aimed(archers(20, 10), mark(figures=24, files=8))
    assert seen is not None
    assert (len(seen.shooters), len(seen.seen), seen.is_partly_seen) == (20, 24, False)


@pytest.mark.rule("battlesystem:10.1d")
@pytest.mark.parametrize("formation", [CLOSED, OPEN])
@pytest.mark.parametrize("side", [0, 1])
def test_formed_units_of_either_side_stand_in_the_way(formation: int, side: int) -> None:
    between = men("Between", 24, 12, 30, 29, 0, side=side, formation=formation)
    assert aimed(archers(), mark(), between) is None


@pytest.mark.rule("battlesystem:10.1d")
def test_skirmishers_hide_what_is_behind_them_where_they_stand_within_an_inch() -> None:
    """Bases of 0.75 in: with middles 1.75 in apart there is 1 in between, with 1.8 in a little more."""
    dense = skirmishers("Dense", [(29.125 + 1.75 * k - 3.5, 29) for k in range(6)])
    loose = skirmishers("Loose", [(29.1 + 1.8 * k - 3.6, 29) for k in range(6)])
    assert aimed(archers(), mark(), dense) is None
    assert aimed(archers(), mark(), loose) is not None
    assert aimed(archers(), mark(), crowd("Mob", 16, 30, 29)) is None


@pytest.mark.rule("battlesystem:10.1d")
def test_woods_buildings_and_high_walls_hide_hedges_and_walls_do_not() -> None:
    for kind in ("woods", "building", "town"):
        assert aimed(archers(), mark(), terrain=[area(kind, 25, 27, 35, 30)]) is None, kind
    for kind in ("rough", "swamp", "water"):
        assert aimed(archers(), mark(), terrain=[area(kind, 25, 27, 35, 30)]) is not None, kind
    assert aimed(archers(), mark(), terrain=[line("high-wall", (25, 28), (35, 28))]) is None
    for kind in ("hedge", "fence", "stream", "wall"):
        assert aimed(archers(), mark(), terrain=[line(kind, (25, 28), (35, 28))]) is not None, kind


@pytest.mark.rule("battlesystem:10.1e")
def test_high_ground_looks_over_what_is_lower() -> None:
    friends = men("Friends", 24, 12, 30, 29, 0)
    shooters_hill, hill_between = area("hill", 25, 20, 35, 25, 1), area("hill", 20, 27, 40, 30, 1)
    targets_hill = area("hill", 25, 33, 35, 37, 1)
    assert aimed(archers(), mark(), friends) is None
    assert aimed(archers(), mark(), friends, terrain=[shooters_hill]) is not None
    assert aimed(archers(), mark(), friends, terrain=[targets_hill]) is not None
    assert aimed(archers(), mark(), terrain=[hill_between]) is None
    assert aimed(archers(), mark(), terrain=[hill_between, shooters_hill]) is not None
    assert (
        aimed(archers(), mark(), friends, terrain=[hill_between, shooters_hill]) is None
    )  # all on one level


@pytest.mark.rule("battlesystem:10.1e")
def test_woods_reach_three_levels_and_buildings_two() -> None:
    for kind, level in (("woods", 3), ("building", 2)):
        high, low = area("hill", 25, 20, 35, 25, level), area("hill", 25, 20, 35, 25, level - 1)
        between = area(kind, 25, 27, 35, 30)
        assert aimed(archers(), mark(), terrain=[between, high]) is not None, kind
        assert aimed(archers(), mark(), terrain=[between, low]) is None, kind
        under = area("hill", 24, 26, 36, 31, 1)  # the wood itself on higher ground reaches higher
        assert aimed(archers(), mark(), terrain=[between, high, under]) is None, kind


@pytest.mark.rule("battlesystem:10.1l")
def test_range_runs_from_the_front_edge_to_the_nearest_base_and_holds_its_bound() -> None:
    seen = aimed(archers(20, 10), mark(30.8, figures=12, files=6))
    assert seen is not None
    assert seen.inches == pytest.approx(6.8)
    assert aimed(archers(), mark(45.0)) is not None
    assert aimed(archers(), mark(45.1)) is None


@pytest.mark.rule("battlesystem:10.1l")
def test_a_figure_out_of_range_does_not_shoot_with_the_others() -> None:
    """Two ranks, target 20.5 in before the first: the second stands 0.75 in farther, beyond 21."""
    seen = aimed(archers(2, 1), mark(44.5))
    assert seen is not None
    assert seen.shooters == [0]
    near = aimed(archers(2, 1), mark(44.2))
    assert near is not None
    assert near.shooters == [0, 1]


@pytest.mark.rule("battlesystem:11.9", "battlesystem:11.9a", "battlesystem:11.9b")
def test_an_inch_of_wood_is_seen_through_by_those_at_its_edge() -> None:
    """The front stands at y = 24. In the wood up to 24.5 they are half an inch inside, up to 26 two inches."""
    assert aimed(archers(), mark(), terrain=[area("woods", 20, 10, 40, 24.5)]) is not None
    assert aimed(archers(), mark(), terrain=[area("woods", 20, 10, 40, 25)]) is not None
    assert aimed(archers(), mark(), terrain=[area("woods", 20, 10, 40, 25.1)]) is None
    assert (
        aimed(archers(), mark(), terrain=[area("woods", 20, 33.5, 40, 40)]) is not None
    )  # the target's wood
    assert aimed(archers(), mark(), terrain=[area("woods", 20, 32.9, 40, 40)]) is None


@pytest.mark.rule("battlesystem:11.9a")
def test_of_three_ranks_at_the_edge_only_the_first_is_shot_at() -> None:
    """Ranks begin at 34, 34.75 and 35.5, the wood at 33.6: their nearest points lie 0.4, 1.15 and 1.9 in inside."""
    seen = aimed(archers(), mark(figures=9, files=3), terrain=[area("woods", 20, 33.6, 40, 40)])
    assert seen is not None
    assert (seen.seen, seen.is_partly_seen) == ([0, 1, 2], True)


@pytest.mark.rule("battlesystem:11.9b")
def test_elves_see_six_inches_in_woods_others_one() -> None:
    for natives, sight in (((), 1.0), (("woods",), 6.0)):
        for inside, seen in ((sight - 0.1, True), (sight + 0.1, False)):
            # from base to base: the viewer's ends at 24, the wood reaches from 10 to the line
            state = battle(archers(natives=natives), mark())
            state.setting.terrain = [area("woods", 20, 10, 40, 24 + inside)]
            far = lines_of_sight.sees(state, state.units[0], state.units[1])
            assert (far > 0.0) is seen, (natives, inside)
    state = battle(archers(natives=("woods",)), mark())
    state.setting.terrain = [area("woods", 20, 10, 40, 26)]
    assert aim(state, state.units[0], [0], state.units[1], LONGBOW) is None  # not for missiles: 11.9a


@pytest.mark.rule("battlesystem:11.9c")
def test_hedges_walls_and_woods_cover_those_beside_or_in_them() -> None:
    near, far = (25.0, 33.2), (25.0, 32.8)
    for kind, cover in (("hedge", "soft"), ("wall", "hard")):
        behind = aimed(archers(), mark(), terrain=[line(kind, near, (35.0, 33.2))])
        assert behind is not None
        assert behind.covers == [cover]
        open_ground = aimed(archers(), mark(), terrain=[line(kind, far, (35.0, 32.8))])
        assert open_ground is not None
        assert open_ground.covers == []
    own = aimed(archers(), mark(), terrain=[line("hedge", (25.0, 24.3), (35.0, 24.3))])
    assert own is not None
    assert own.covers == []
    wood = aimed(archers(), mark(), terrain=[area("woods", 20, 33.6, 40, 40)])
    assert wood is not None
    assert wood.covers == ["soft"]


@pytest.mark.rule("battlesystem:11.9c")
def test_half_of_those_who_are_seen_must_be_covered() -> None:
    """Six abreast from 27.75 to 32.25: a hedge before three of them covers all, before two nobody."""
    half, less = [line("hedge", (26, 33.5), (30.0, 33.5))], [line("hedge", (26, 33.5), (29.0, 33.5))]
    covered = aimed(archers(6, 6), mark(figures=6, files=6), terrain=half)
    bare = aimed(archers(6, 6), mark(figures=6, files=6), terrain=less)
    assert covered is not None
    assert covered.covers == ["soft"]
    assert bare is not None
    assert bare.covers == []


# ---------------------------------------------------------------- by trying every point

coordinates = some.floats(0, 20).map(lambda value: round(value, 2))
spans = some.tuples(coordinates, coordinates, some.floats(0.5, 6), some.floats(0.5, 6), some.integers(0, 3))


def kinds(kind: str) -> some.SearchStrategy[Feature]:
    return spans.map(
        lambda s: area(kind, s[0], s[1], s[0] + s[2], s[1] + s[3], s[4] if kind == "hill" else 0)
    )


grounds = some.lists(some.one_of(kinds("woods"), kinds("building"), kinds("hill")), max_size=4)
bodies = some.lists(
    some.tuples(coordinates, coordinates, some.floats(0.5, 5), some.floats(0.5, 5), some.floats(0, 359)).map(
        lambda s: placed(*s)
    ),
    max_size=3,
)


def tried(
    terrain: list[Feature], blocks: list[Rectangle], ends: tuple[float, float, float, float], slack: float
) -> bool:
    """True if no point of a line, of 4,000 along it, is hidden; `slack` makes all that hides larger, or smaller."""
    setting = battle(men()).setting
    setting.terrain = terrain
    x0, y0, x1, y1 = ends
    height = max(level_at(setting, x0, y0), level_at(setting, x1, y1))
    count = 4000
    step = length(x1 - x0, y1 - y0) / count
    inside = [0.0] * len(terrain)
    for number in range(count):
        share = (number + 0.5) / count
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        ground = level_at(setting, x, y)
        for block in blocks:
            right, ahead = block.seen_from(x, y)
            if (
                height <= level_at(setting, block.x, block.y)
                and abs(right) < block.half_width + slack
                and abs(ahead) < block.half_depth + slack
            ):
                return False
        for place, feature in enumerate(terrain):
            if feature.holds(x, y):
                if feature.ground.contour:
                    inside[place] += step if feature.level > height else 0.0
                elif height < ground + feature.ground.height:
                    inside[place] += step
    for feature, inches in zip(terrain, inside, strict=True):
        within = feature.holds(x0, y0) or feature.holds(x1, y1)
        most = 0.0
        if within and feature.ground.blocks:
            most = feature.ground.sight or 1e9
        if inches > most - slack:
            return False
    return True


def beside(ends: tuple[float, float, float, float], aside: float) -> tuple[float, float, float, float]:
    """The same line, n inches to its left."""
    x0, y0, x1, y1 = ends
    share = aside / length(x1 - x0, y1 - y0)
    left, up = (y0 - y1) * share, (x1 - x0) * share
    return x0 + left, y0 + up, x1 + left, y1 + up


@pytest.mark.long
@given(grounds, bodies, some.tuples(coordinates, coordinates, coordinates, coordinates))
@example([area("hill", 2.0, 3.59, 6.42, 7.69, 1)], [], (2.0, 0.72, 2.0, 17.27))
@example([area("building", 0.0, 11.5, 2.93, 13.78)], [], (0.0, 3.66, 0.0, 17.87))
def test_lines_are_free_as_trying_every_point_finds(
    terrain: list[Feature], blocks: list[Rectangle], ends: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = ends
    if length(x1 - x0, y1 - y0) < 0.5:
        return
    setting = battle(men()).setting
    setting.terrain = terrain
    height = max(level_at(setting, x0, y0), level_at(setting, x1, y1))
    free = Screens(setting, blocks).is_free(x0, y0, x1, y1, height)
    margin = 0.03 + TOLERANCE
    # along an edge what lies on either side of it may count
    ways = (ends, beside(ends, 0.01), beside(ends, -0.01))
    if free:
        assert any(tried(terrain, blocks, way, -margin) for way in ways)
    else:
        assert not all(tried(terrain, blocks, way, margin) for way in ways)


@given(some.lists(some.tuples(coordinates, coordinates), min_size=1, max_size=4), bodies)
def test_aims_agree_with_asking_for_every_pair(
    spots: list[tuple[float, float]], blocks: list[Rectangle]
) -> None:
    """Those who shoot and those who are seen, as found by asking for every figure of one unit and every one of the other."""
    state = battle(
        men("Archers", 6, 3, 20, 12, 0), skirmishers("Orcs", [(x + 10, y + 14) for x, y in spots], 180, 1)
    )
    for number, block in enumerate(blocks):
        state.setting.terrain.append(
            area("building", block.x + 10, block.y + 12, block.x + 12, block.y + 13, number)
        )
    first, second = state.units[0], state.units[1]
    found = aim(state, first, list(range(6)), second, 15.0)
    screens = Screens(state.setting, [])
    seeing: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for figure, base in enumerate(standing.bases(first)):
        for other, target in enumerate(standing.bases(second)):
            if _sees(screens, base, target):
                pairs.append((figure, other))
                if target.distance_to(*base.front_middle()) <= 15.0 + TOLERANCE:
                    seeing.add(figure)
    assert (found.shooters if found else []) == sorted(seeing)
    assert (found.seen if found else []) == sorted({other for figure, other in pairs if figure in seeing})


def _sees(screens: Screens, base: Rectangle, target: Rectangle) -> bool:
    x, y = base.front_middle()
    for to_x, to_y in [*target.corners(), (target.x, target.y)]:
        right, ahead = base.seen_from(to_x, to_y)
        if ahead - base.half_depth < abs(right) * 0.9996:
            continue
        height = max(level_at(screens.setting, base.x, base.y), level_at(screens.setting, target.x, target.y))
        middles = (base.x, base.y, target.x, target.y)
        if screens.is_free(x, y, to_x, to_y, height) and screens.is_past_houses(
            middles, (x, y, to_x, to_y), height
        ):
            return True
    return False


@given(
    x=some.floats(15, 45),
    y=some.floats(27, 47),
    heading=some.sampled_from([0, 90, 200]),
    screen=some.floats(20, 40),
    woods=some.booleans(),
    over=some.booleans(),
    reach=some.sampled_from([8.0, LONGBOW]),
)
@example(x=30.0, y=34.0, heading=180, screen=30.0, woods=True, over=True, reach=LONGBOW)
@pytest.mark.rule("battlesystem:10.1c", "battlesystem:10.1l")
def test_those_who_can_shoot_are_as_many_as_the_aim_has_shooters(
    x: float, y: float, heading: int, screen: float, woods: bool, over: bool, reach: float
) -> None:
    state = battle(
        archers(8, 4),
        men("Orcs", 8, 4, x, y, heading, side=1),
        men("Friends", 6, 3, screen, 29, 0),
        skirmishers("Scouts", [(screen - 6 + 1.5 * place, 31.0) for place in range(5)], 180, side=1),
    )
    state.setting.terrain = [area("woods", 20, 30, 28, 33)] if woods else []
    archer, orcs = state.units[0], state.units[1]
    for figures in ([0], list(range(8))):
        found = aim(state, archer, figures, orcs, reach, over)
        most = 0 if found is None else len(found.shooters)
        assert able(state, archer, figures, orcs, reach, over, len(figures)) == most
        assert able(state, archer, figures, orcs, reach, over) == min(1, most)
