"""Lines in contact that wrap around their enemies."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.missile_ground import area
from rulebooks.battlesystem.regiments import Troop, battle, men
from rulebooks.battlesystem.regiments import line as strip

from banneret.geometry import rectangles
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.space import contacts, formations, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FLED, OPEN, Unit
from banneret.testing import Script


def goblins(**changes: object) -> Troop:
    """Twelve closed goblins, their front of 3 inches at y 24 looking south, centred on x 30."""
    facts: dict[str, object] = {"x": 30.0, "width": 0.5, "depth": 0.5, **changes}
    return men("Goblins", 12, 6, y=24.0, heading=180.0, side=1, **facts)  # type: ignore[arg-type]


def line(files: int = 4, figures: int = 12, **changes: object) -> Troop:
    facts: dict[str, object] = {"x": 30.0, "engaged": True, **changes}
    return men("Axes", figures, files, y=24.0, **facts)  # type: ignore[arg-type]


def wrap(state: State, *ends: tuple[str, int]) -> Unit:
    order = ("wrap", 0, *ends)
    assert wraps.refusal(state, 0, order) is None
    wraps.carry_out(state, Script(), 0, order)
    return state.units[0]


def refused(state: State, *ends: tuple[str, int]) -> Refusal:
    found = wraps.refusal(state, 0, ("wrap", 0, *ends))
    assert found is not None
    return found


@pytest.mark.rule("battlesystem:7.11a")
@pytest.mark.rule("battlesystem:7.11b")
def test_both_ends_of_the_catalogues_line_turn_inward() -> None:
    # the enemy from x 28.5 to 31.5; two figures moved up to each end make a line of 8 from x 27 to 33
    state = battle(line(), goblins())
    unit = wrap(state, ("left", 2), ("right", 2))
    assert unit.block is not None
    assert unit.block.files == 8
    assert unit.wings == (2, 2)
    assert unit.spent == pytest.approx(4 + 2 * 1.767, abs=0.001)
    assert unit.loose is not None
    # right wing: files 6 and 7 look west along the flank, from its front corner back 1.5 in
    assert unit.loose[6] == (31.875, 24.375, 270.0)
    assert unit.loose[7] == (31.875, 25.125, 270.0)
    assert unit.loose[1] == (28.125, 24.375, 90.0)
    assert unit.loose[0] == (28.125, 25.125, 90.0)
    assert unit.loose[2] == (28.875, 23.625, 0.0)
    touching = {touch.figure for touch in contacts.touches(state, unit, state.units[1])}
    assert {1, 6} <= touching  # the flank is 1 in deep: the second man of each wing overlaps its last 0.25 in
    assert touching == {0, 1, 2, 3, 4, 5, 6, 7}
    assert unit.finished


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:7.11a")
@pytest.mark.parametrize(("version", "files"), [(9, 2), (10, 0)])
def test_no_wing_of_a_closed_line_turns_into_woods(version: int, files: int) -> None:
    """The right wing would stand at (31.875, 24.375) and behind it; the wood begins at x 31.6. In the west there is none."""
    wood = area("woods", 31.6, 24.1, 36, 30)
    state = battle(line(), goblins(), terrain=[wood], options={"version": version})
    if files:
        assert wrap(state, ("left", 2), ("right", 2)).wings == (2, files)
        return
    why = refused(state, ("left", 2), ("right", 2))
    assert (why.rule, "cannot stand in" in why.reason) == ("battlesystem:11.8c", True)
    assert all("right" not in dict(order[2:]) for order in wraps.offers(state, state.units[0]))
    assert wrap(state, ("left", 2)).wings == (2, 0)


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:7.10c")
def test_no_line_widens_into_woods_to_wrap() -> None:
    """Two figures moved up on the right stand from x 31.5 to 33 in the front; the wood is there, behind the corner nothing."""
    state = battle(line(), goblins(), terrain=[area("woods", 31.6, 20, 36, 24)])
    assert refused(state, ("right", 2)).rule == "battlesystem:11.8c"


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:11.8n", "battlesystem:7.11b")
@pytest.mark.parametrize(
    ("ground", "formation", "version", "spent"),
    [
        ([], OPEN, 11, 6.516),
        (["hedge"], OPEN, 11, 10.516),  # a third of 12
        (["hedge"], OPEN, 10, 6.516),
        (["rough"], OPEN, 11, 11.032),
        (["rough"], OPEN, 10, 6.516),
        (["hedge"], CLOSED, 11, None),
        (["hedge"], CLOSED, 10, 3.767),
    ],
)
def test_a_wing_pays_for_the_ground_over_which_it_turns(
    ground: list[str], formation: int, version: int, spent: float | None
) -> None:
    """Two figures move up on the right. Open, three files turn: 2 + 1.571 x (2 x 1.25 + 0.375); closed, two: 2 + 1.571 x 1.125.

    A hedge slants before the end of the line; rough ground begins right behind the enemy's front, so that all of the arc is in it.
    """
    found = {
        "hedge": strip("hedge", (32.2, 24.2), (36.0, 26.0)),
        "rough": area("rough", 31.4, 24.001, 40, 30),
    }
    state = battle(
        line(formation=formation, movement=12.0),
        goblins(),
        terrain=[found[one] for one in ground],
        options={"version": version},
    )
    if spent is None:
        assert refused(state, ("right", 2)).rule == "battlesystem:11.8e"
        return
    assert wrap(state, ("right", 2)).spent == pytest.approx(spent, abs=0.06)


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:11.8f", "battlesystem:7.10a")
@pytest.mark.parametrize(
    ("formation", "version", "spent"),
    [(OPEN, 11, 6.0), (OPEN, 10, 2.0), (CLOSED, 11, None), (CLOSED, 10, 2.0)],
)
def test_who_widens_his_front_across_a_hedge_crosses_it(
    formation: int, version: int, spent: float | None
) -> None:
    """Two figures move up on the right, at an inch each, beyond a hedge beside the line: that takes a third of 12 more, and no closed order."""
    hedge = strip("hedge", (32.4, 18.0), (32.4, 26.0))
    unit = line(formation=formation, movement=12.0, engaged=False)
    state = battle(unit, goblins(x=5.0), terrain=[hedge], tier=1, options={"version": version})
    walk = plan(state, state.units[0], [("frontage", 0, 2)])
    assert (walk.refusal is None) is (spent is not None)
    assert spent is None or walk.cost == pytest.approx(spent)


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:7.6c")
@pytest.mark.parametrize(("version", "spent"), [(11, 8.0), (10, 4.0)])
def test_who_opens_across_a_hedge_crosses_it(version: int, spent: float) -> None:
    """The middle of the last figure of a closed front is at x 31.125, of the open one at 31.875; the change takes a third of 12, the hedge as much."""
    hedge = strip("hedge", (31.6, 18.0), (31.6, 26.0))
    unit = line(movement=12.0, engaged=False)
    state = battle(unit, goblins(x=5.0), terrain=[hedge], tier=1, options={"version": version})
    walk = plan(state, state.units[0], [("formation", "open")])
    assert (walk.refusal, walk.cost) == (None, pytest.approx(spent))


@pytest.mark.rule("battlesystem:7.11b")
def test_a_wrap_is_paid_from_the_movement_rate() -> None:
    state = battle(line(movement=6.0), goblins())
    why = refused(state, ("left", 2), ("right", 2))  # 7.534 in
    assert why.rule == "battlesystem:7.11b"
    unit = wrap(state, ("right", 1))  # the catalogue's 1 + 0.589
    assert unit.spent == pytest.approx(1.589, abs=0.001)
    assert unit.wings == (0, 1)


@pytest.mark.rule("battlesystem:7.11b")
def test_no_figure_moves_more_than_its_rate() -> None:
    # from the far end of the second rank to the wing: 3 files and the turn, over 2.7 in
    state = battle(line(figures=8, movement=2.5), goblins())
    assert refused(state, ("right", 1)).rule == "battlesystem:7.11b"
    assert "One figure" in refused(state, ("right", 1)).reason


@pytest.mark.rule("battlesystem:7.11")
@pytest.mark.rule("battlesystem:7.11a")
def test_a_line_that_overlaps_already_turns_without_widening_and_is_pushed_in() -> None:
    # 8 files from x 27.3 to 33.3: on the right two files stand wholly beyond 31.5, their inner edge 0.3 in beyond
    state = battle(line(files=8, x=30.3), goblins())
    unit = wrap(state, ("right", 0))
    assert unit.wings == (0, 2)
    assert unit.spent == pytest.approx(1.767, abs=0.001)
    assert unit.loose is not None
    assert unit.loose[6] == (31.875, 24.375, 270.0)  # pushed in by 0.3 to touch
    # on the left the files reach to 27.3: one stands wholly beyond 28.5, the next straddles the corner
    state = battle(line(files=8, x=30.3), goblins())
    assert wrap(state, ("left", 0)).wings == (1, 0)


@pytest.mark.rule("battlesystem:7.11a")
def test_a_line_without_a_file_beyond_the_corner_has_nothing_to_turn() -> None:
    state = battle(line(), goblins())
    assert refused(state, ("left", 0)).rule == "battlesystem:7.11a"


@pytest.mark.rule("battlesystem:7.11a")
def test_a_slanting_flank_stops_the_wheel_early() -> None:
    # an enemy turned by 20 degrees about his right-hand corner, which touches the line's middle
    state = battle(line(files=8), men("Goblins", 12, 6, x=29.9, y=24.2, heading=200.0, side=1))
    enemy = state.units[1]
    assert enemy.block is not None
    low = min(y for base in enemy.block.bases() for _, y in base.corners())
    x, y = enemy.block.x, enemy.block.y + 24.0 - low
    state.units[1].stand(type(enemy.block)(x, y, 200.0, 12, 6, 0.75, 0.75, 0.0))
    assert contacts.are_touching(state, state.units[0], enemy)
    for ends in ([("left", 0)], [("right", 0)]):
        why = wraps.refusal(state, 0, ("wrap", 0, *ends))
        if why is None:
            trial = state.copy()
            unit = wrap(trial, *ends)
            assert unit.loose is not None
            turned = {pose[2] for pose in unit.loose} - {0.0}
            assert len(turned) == 1
            for base in standing.bases(unit):
                assert not any(rectangles.overlap(base, other) for other in standing.bases(trial.units[1]))


@pytest.mark.rule("battlesystem:7.11")
@pytest.mark.rule("battlesystem:7.8f")
def test_who_may_wrap() -> None:
    assert refused(battle(line(engaged=False), goblins()), ("right", 1)).rule == "battlesystem:7.11"
    assert refused(battle(line(caught=True), goblins()), ("right", 1)).rule == "battlesystem:7.8f"
    allowed = battle(line(caught=True), goblins(), options={"caught_may_wrap": True})
    assert wraps.refusal(allowed, 0, ("wrap", 0, ("right", 1))) is None
    # touched on the rear alone it cannot
    behind = battle(
        line(),
        men("Goblins", 12, 6, 30.0, 21.75, 0.0, side=1),
    )
    assert refused(behind, ("right", 1)).rule == "battlesystem:7.11"
    # command is not required of an open unit
    lost = battle(line(in_command=False, formation=OPEN), goblins())
    assert wraps.refusal(lost, 0, ("wrap", 0, ("right", 1))) is None


@pytest.mark.rule("battlesystem:7.10c")
@pytest.mark.rule("battlesystem:7.10d")
def test_widening_for_a_wrap_keeps_the_rules_of_widening() -> None:
    single = battle(line(files=4, figures=4), goblins())
    assert refused(single, ("right", 1)).rule == "battlesystem:7.10d"
    narrowed = battle(line(widened=-1), goblins())
    assert refused(narrowed, ("right", 1)).rule == "battlesystem:7.10c"
    others = men("Others", 8, 4, x=33.0, y=24.0, heading=180.0, side=1)
    beside = battle(line(), goblins(), others, options={"premeasure": True})
    # his corner is at x 31.5 as well: a figure moved up would stand against him
    assert refused(beside, ("right", 1)).rule == "battlesystem:7.10c"
    friend = battle(line(), goblins(), men("Friends", 8, 4, x=33.1, y=24.0))
    assert refused(friend, ("right", 1)).rule == "battlesystem:7.1e"


@pytest.mark.rule("battlesystem:3.5")
@pytest.mark.rule("battlesystem:7.11")
def test_enemies_that_it_does_not_touch_are_found_out_when_it_wraps() -> None:
    # a figure moved up on the right stands from x 31.5 to 32.25, against others who begin at x 31.5, or far from those at 34.5
    order = ("wrap", 0, ("right", 1))
    for x, lost in ((33.0, True), (36.0, False)):

        def troops(at: float = x) -> list[Troop]:
            return [line(), goblins(), men("Others", 8, 4, at, 24.0, 180.0, 1)]

        measured = battle(*troops(), options={"premeasure": True})
        assert (wraps.refusal(measured, 0, order) is not None) is lost
        state = battle(*troops())
        assert wraps.refusal(state, 0, order) is None
        assert order in wraps.offers(state, state.units[0])
        assert wraps.comes_off(state, state.units[0], order) is not lost
        table = Script()
        wraps.carry_out(state, table, 0, order)
        unit = state.units[0]
        assert unit.finished
        assert (unit.wings == (0, 0)) is lost
        assert (unit.spent == 0.0) is lost
        assert table.events[0].rule == ("battlesystem:3.5" if lost else "battlesystem:7.11a")


@pytest.mark.rule("battlesystem:7.8f")
def test_whom_a_wing_comes_upon_is_caught_who_was_touched_before_is_not() -> None:
    # eight files from x 27 to 33; beside the goblins, 0.6 in farther back, others begin at x 32.5: the right wing turns upon them
    for movers, caught in (((0, 1), True), ((1, 0), False)):
        others = men("Others", 12, 6, 34.0, 24.6, 180.0, 1, width=0.5, depth=0.5)
        part = movers.index(0)
        state = battle(line(files=8, figures=16), goblins(), others, movers=movers, part=part)
        wrap(state, ("right", 0))
        assert contacts.enemies_touching(state, state.units[0]) == [1, 2]
        assert [unit.caught for unit in state.units.values()] == [False, False, caught]


@pytest.mark.rule("battlesystem:7.11c")
def test_after_the_melee_a_wrapped_unit_is_open() -> None:
    state = battle(line(), goblins())
    unit = wrap(state, ("right", 1))
    assert unit.formation == CLOSED
    formations.unwrap(state, Script())
    assert unit.wings == (0, 1)  # the melee goes on
    state.units[1].leave(FLED)
    formations.unwrap(state, Script())
    assert unit.formation == OPEN
    assert unit.wings == (0, 0)
    assert unit.loose is None
    assert unit.block is not None
    assert unit.block.spacing == 0.5
    assert unit.block.files == 5


@pytest.mark.rule("battlesystem:7.11c")
@pytest.mark.rule("battlesystem:7.1e")
def test_a_wrapped_unit_makes_room_for_who_took_its_place() -> None:
    # the right wing has gone; a friend stands where its file stood
    state = battle(line(), goblins(), men("Friends", 4, 4, 40.0, 24.0))
    unit = wrap(state, ("right", 1))
    friend = state.units[2].block
    assert friend is not None
    state.units[2].stand(type(friend)(33.2, 23.9, 0.0, 4, 4, 0.75, 0.75, 0.0))  # from x 31.7 on
    state.units[1].leave(FLED)
    formations.unwrap(state, Script())
    assert unit.formation == OPEN
    for mine in standing.ground(unit):
        assert not any(rectangles.overlap(mine, other) for other in standing.ground(state.units[2]))


@pytest.mark.rule("battlesystem:7.11")
def test_offers_are_lawful() -> None:
    state = battle(line(), goblins())
    found = wraps.offers(state, state.units[0])
    assert ("wrap", 0, ("left", 1), ("right", 1)) in found
    assert all(wraps.refusal(state, 0, order) is None for order in found)
    for word in (("up", 1), ("right", -1), ("right", 1.5), ("right",), 7, ("right", 99)):
        assert wraps.refusal(state, 0, ("wrap", 0, word)) is not None
    assert wraps.refusal(state, 0, ("wrap", 0)) is not None
    assert wraps.refusal(state, 1, ("wrap", 0, ("right", 1))) is not None
    assert wraps.refusal(state, 0, ("wrap",)) is not None


@pytest.mark.rule("battlesystem:7.1e")
@pytest.mark.rule("battlesystem:7.11a")
def test_nobody_closes_up_into_a_friend_who_came_to_where_he_stood() -> None:
    # 8 files from x 27.3, four men behind; the left file has turned. A man of the second rank has gone up elsewhere, and a friend stands
    # in his place. Turning the right end would put the line in order, and the man into the friend
    state = battle(line(files=8, x=30.3), goblins(), men("Friends", 1, 1, 40, 24))
    unit = wrap(state, ("left", 0))
    unit.moved = unit.acted = unit.finished = False
    unit.spent = 0.0
    assert wraps.refusal(state, 0, ("wrap", 0, ("right", 0))) is None
    assert unit.block is not None
    assert unit.loose is not None
    x, y = unit.block.centre(1, 2)
    figure = unit.block.figure(1, 2)
    loose = (*unit.loose[:figure], (40.0, 30.0, 0.0), *unit.loose[figure + 1 :])
    unit.stand(unit.block, loose, unit.wings)
    friend = state.units[2]
    assert friend.block is not None
    friend.stand(rebuilt(friend.block, x, y, 0.0, 1, friend.block.spacing))
    why = refused(state, ("right", 0))
    assert (why.rule, "close up" in why.reason) == ("battlesystem:7.1e", True)
