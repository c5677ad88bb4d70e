"""Pass-through fire: shots at troops on the move, where they are made, and what they do to the move."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crew, crowd, men, skirmishers

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.march import passing_shots
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import FIELD, FORWARD, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

HOLD: Order = ("hold",)


def bows(y: float = 24.0, missile: str = "long-bow", **changes: Any) -> Troop:
    """Twenty archers of Blues, ten abreast, looking south: AR 20, D6."""
    facts = missile_of(missile)
    return men("Archers", 20, 10, 30, y, 180, side=1, missile=facts, volleys=facts.volleys, **changes)


def reds(number: int = 24, files: int = 8, y: float = 10.0, **changes: Any) -> Troop:
    """Reds, looking north: AC 6, ten hit dice a figure, movement 9."""
    return men("Axes", number, files, 30, y, **changes)


def fought(*troops: Troop, **changes: Any) -> State:
    options = {"premeasure": True, **changes.pop("options", {})}
    return battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)


def given(state: State, order: Order, *answers: Order, dice: list[int] | None = None) -> Script:
    """An order of Reds, and what the Blues say to it."""
    table = Script(dice=dice or [], orders=[order, *answers])
    movement_phase.move_step(state, table)
    table.finish()
    return table


def questions(table: Script) -> list[PassingShot]:
    """The questions put to the archers."""
    return [decision for decision in table.asked if isinstance(decision, PassingShot)]


def points(question: PassingShot) -> list[float]:
    """Inches that the mover has gone at each point."""
    assert question.way is not None
    return [stop.inches for stop in question.way.stops]


def front(state: State, number: int = 0) -> float:
    block = state.units[number].block
    assert block is not None
    return block.y


# ---------------------------------------------------------------- the windows


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.6a")
def test_a_side_is_asked_once_with_all_points_of_a_move() -> None:
    """A march from y = 10 to 14.5 in front of archers at 24, whose bows reach 21 inches: six points, from 14 to 9.5 inches."""
    state = fought(reds(), bows())
    table = given(state, ("move", 0, ("slide", 0, 4.5)), HOLD)
    (asked,) = questions(table)
    assert (asked.side, points(asked)) == (1, [0, 1, 2, 3, 4, 4.5])
    assert asked.orders() == [HOLD, *[("shoot", 1, 0, stop) for stop in range(6)]]
    assert asked.default() == HOLD
    assert (front(state), state.units[0].spent, state.units[1].shots) == (14.5, 4.5, 0)


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.2b")
def test_one_shot_of_two_and_only_once_in_a_round() -> None:
    state = fought(reds(), bows(), men("Picks", 12, 6, 42, 10))
    table = given(state, ("move", 0, ("slide", 0, 4)), ("shoot", 1, 0, 0), dice=[6, 6])
    archers = state.units[1]
    assert (archers.shots, archers.passing) == (1, True)
    assert len(questions(table)) == 1  # after its shot they are not asked again
    assert not questions(given(state, ("move", 2, ("slide", 0, 4))))
    assert not passing_shots.may_shoot(state, archers)
    rounds.forget(archers)
    assert passing_shots.may_shoot(state, archers)


@pytest.mark.rule("battlesystem:10.2b")
def test_who_has_one_shot_may_use_it_so() -> None:
    state = fought(reds(), bows(missile="light-crossbow"))
    assert questions(given(state, ("move", 0, ("slide", 0, 2)), HOLD))
    state.units[1].shots = 1
    assert not questions(given(state, ("move", 0, ("slide", 0, 2))))


@pytest.mark.rule("battlesystem:10.6")
def test_who_cannot_shoot_is_not_asked() -> None:
    """Both shots used, moved more than half the rate, in contact, routed."""
    for changes in ({"shots": 2}, {"spent": 5.0}, {"routed": True}):
        state = fought(reds(), bows(**changes))
        assert not questions(given(state, ("move", 0, ("slide", 0, 2)))), changes
    held = men("Picks", 12, 6, 30, 24)
    assert not questions(given(fought(reds(), bows(), held), ("move", 0, ("slide", 0, 2))))
    assert not questions(given(fought(reds(y=30.0), bows()), ("move", 0, ("slide", 0, 2))))  # behind them


@pytest.mark.rule("battlesystem:10.6a")
def test_the_shot_is_fired_where_the_mover_stands_then() -> None:
    """At the fourth inch of five the range is 24 - 14 = 10 inches: medium, +2."""
    state = fought(reds(), bows())
    table = given(state, ("move", 0, ("slide", 0, 5)), ("shoot", 1, 0, 4), dice=[6, 6])
    (volley,) = [event for event in table.events if event.kind == "volley"]
    assert volley.data["range"] == "medium"
    paths = [event.data["path"] for event in table.events if event.kind == "move"]
    assert [path[-1][1] for path in paths] == [14, 15]
    assert (front(state), state.units[0].spent) == (15, 5)


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6b", "battlesystem:10.6c")
def test_the_last_shot_before_a_charge_strikes() -> None:
    """Ogres charge twelve inches: just before contact the range is short, and the shot is resolved before it."""
    state = fought(reds(y=12.0, movement=12.0, in_command=True), bows())
    table = given(state, ("charge", 0, 1, ("slide", 0)), ("shoot", 1, 0, 12), dice=[6, 6])
    (asked,) = questions(table)
    assert points(asked) == pytest.approx([*range(12), 11.9])
    (volley,) = [event for event in table.events if event.kind == "volley"]
    assert volley.data["range"] == "short"
    assert [event.kind for event in table.events].index("volley") < len(table.events) - 1
    assert state.units[0].charged == 1
    assert front(state) == 24
    # in contact nobody shoots at them, nor do the archers at others
    assert not passing_shots.shooters_of(state, 1)


@pytest.mark.rule("battlesystem:10.6b")
def test_others_do_not_shoot_at_who_is_in_contact() -> None:
    state = fought(reds(y=12.0, movement=12.0), men("Spears", 20, 10, 30, 24, 180, side=1), bows(40.0))
    table = given(state, ("charge", 0, 1, ("slide", 0)))
    assert [points(question)[-1] for question in questions(table)] in ([], [pytest.approx(11.9)])
    assert passing_shots.at(state, state.units[2], state.units[0]) == []


# ---------------------------------------------------------------- what shots do to a move


@pytest.mark.rule("battlesystem:10.6c")
def test_a_closed_charge_that_fails_its_check_opens_there_and_charges_on() -> None:
    """Six of 24 fall, a quarter; the check fails: it opens at the eighth inch, and strikes home in open formation."""
    state = fought(reds(y=12.0, movement=12.0), bows())
    table = given(state, ("charge", 0, 1, ("slide", 0)), ("shoot", 1, 0, 8), dice=[1, 1, 10, 10])
    unit = state.units[0]
    assert unit.figures < 24
    assert (unit.formation, unit.charged, unit.routed) == (OPEN, 1, False)
    assert front(state) == 24
    assert "strike home" in table.news


@pytest.mark.rule("battlesystem:10.6c")
def test_an_open_unit_that_fails_its_check_routs_there_and_its_move_ends() -> None:
    state = fought(reds(formation=OPEN, y=16.0), bows())
    given(state, ("move", 0, ("slide", 0, 3)), ("shoot", 1, 0, 1), dice=[1, 1, 10, 10])
    unit = state.units[0]
    assert (unit.routed, unit.finished) == (True, True)
    assert front(state) < 16.0


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:7.3c")
def test_gaps_in_an_open_front_cost_an_inch_each_of_what_is_left() -> None:
    """Eight in one rank lose one from their middle: of nine inches two are gone then, and one pays for the gap."""
    state = fought(reds(8, formation=OPEN, y=12.0), bows())
    given(state, ("move", 0, ("slide", 0, 9)), ("shoot", 1, 0, 2), ("lose", 0, 3), dice=[5, 5])
    unit = state.units[0]
    assert (unit.figures, unit.debt, unit.spent, front(state)) == (7, 0, 9.0, 20.0)


@pytest.mark.rule("battlesystem:10.6c")
def test_a_charge_that_cannot_reach_any_more_fails() -> None:
    """Open, they need 13.4 of their 13.5 inches; the figure that is moved up costs one."""
    state = fought(reds(8, formation=OPEN, y=10.6), bows())
    order = ("charge", 0, 1, ("slide", 0))
    table = given(state, order, ("shoot", 1, 0, 10), ("lose", 0, 3), dice=[6, 6])
    unit = state.units[0]
    assert unit.figures == 7
    assert front(state) == pytest.approx(23.1)
    assert (unit.charged, unit.failed_charge) == (NOBODY, True)
    assert "fails" in table.news


# ---------------------------------------------------------------- other ways of going, other windows


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6")
def test_the_last_window_after_all_moves_is_for_any_enemy() -> None:
    """The side has finished: both of its units may be shot at, whichever moved; one shot in all."""
    state = fought(reds(), bows(), men("Picks", 12, 6, 40, 10))
    table = given(state, ("done",), ("shoot", 1, 2), dice=[6, 6])
    (asked,) = questions(table)
    assert asked.orders() == [HOLD, ("shoot", 1, 0), ("shoot", 1, 2)]
    assert state.units[2].attacked
    assert state.stage == stages.COMPELLED


@pytest.mark.rule("battlesystem:10.6e")
def test_while_one_side_moves_the_other_shoots_and_each_result_counts_at_once() -> None:
    """Two units at the same point, one after the other, each at what the shot before left."""
    other = men("Bowmen", 20, 10, 42, 24, 180, side=1, missile=missile_of("long-bow"))
    state = fought(reds(), bows(), other)
    table = given(
        state,
        ("move", 0, ("slide", 0, 4)),
        ("shoot", 2, 0, 3),
        ("shoot", 1, 0, 0),
        dice=[4, 4, 4, 4, 1, 1],
    )
    first, second = questions(table)
    assert {order[1] for order in first.orders()[1:]} == {1, 2}
    assert {order[1] for order in second.orders()[1:]} == {1}
    assert points(second) == [0, 1]  # of what was left of the move
    left = [event.data["left"] for event in table.events if event.kind == "losses"]
    assert left == sorted(left, reverse=True)
    assert front(state) == 14


def scouts(**changes: Any) -> Troop:
    """Four skirmishers of Reds, two inches apart."""
    return skirmishers("Scouts", [(27.0 + 2 * at, 12.0) for at in range(4)], **changes)


@pytest.mark.rule("battlesystem:10.6a")
def test_skirmishers_are_shot_at_after_each_inch() -> None:
    state = fought(scouts(), bows())
    table = given(state, ("skirmish", 0, ("all", 0, 3.5)), HOLD)
    assert [points(question) for question in questions(table)] == [[0, 1, 2, 3, 3.5]]
    assert [single.y for single in state.units[0].singles or []] == [15.5] * 4


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6c")
def test_those_who_are_left_of_skirmishers_go_on() -> None:
    """Shot at after two of five inches, short of the third of them: who is left goes the other three, the rest of its turn."""
    state = fought(scouts(), bows())
    order = ("skirmish", 0, ("all", 0, 3, 90, 2))
    table = given(state, order, ("shoot", 1, 0, 2), ("lose", 0, 0), dice=[5, 5, 1, 1])
    unit = state.units[0]
    singles = unit.singles or []
    assert [single.gone for single in singles] == [SLAIN, FIELD, FIELD, FIELD]
    assert (singles[0].y, singles[0].moved) == (14, 2)
    assert [(single.x, single.y, single.moved) for single in singles[1:]] == [
        (31, 15, 5),
        (33, 15, 5),
        (35, 15, 5),
    ]
    assert len(questions(table)) == 1


@pytest.mark.rule("battlesystem:10.6a")
def test_a_shot_may_wait_for_skirmishers_at_the_end_of_their_way() -> None:
    state = fought(scouts(), bows())
    table = given(state, ("skirmish", 0, (0, 0, 2), (1, 0, 4)), ("shoot", 1, 0, 4), dice=[6, 6])
    kinds = [event.kind for event in table.events if event.kind in ("move", "volley")]
    assert kinds == ["move", "volley"]
    assert [single.y for single in state.units[0].singles or []] == [14, 16, 12, 12]


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6c")
def test_mobs_are_shot_at_on_their_way() -> None:
    state = fought(crowd("Rabble", 16, 30, 12, order=FORWARD), bows(), stage=stages.COMPELLED)
    table = Script(dice=[4, 4, 1, 1, 1, 1], orders=[("shoot", 1, 0, 2)])
    rounds.play_step(state, table)
    assert state.units[0].figures < 16
    assert questions(table)[0].mover == 0
    print(table.rolled_for)


@pytest.mark.rule("battlesystem:1.0d", "battlesystem:10.6")
def test_in_the_basic_game_nobody_is_asked() -> None:
    state = battle(reds(), bows(), options={"premeasure": True})
    assert not questions(given(state, ("move", 0, ("slide", 0, 4))))
    assert not questions(given(state, ("done",)))


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:3.5")
def test_where_nothing_is_measured_a_shot_may_be_declared_in_vain() -> None:
    """Long bows reach 21 inches: they are asked within half as far again, and what does not reach is spent."""
    for y, asks in ((11.0, True), (1.2, False)):
        state = fought(reds(y=y), bows(34.0), options={"premeasure": False}, depth=80.0)
        order: tuple[Order, ...] = (("shoot", 1, 0, 0),) if asks else ()
        table = given(state, ("move", 0, ("slide", 0, 1 if asks else 0.2)), *order)
        assert bool(questions(table)) is asks
        if asks:
            assert "out of range" in table.news
            assert state.units[1].shots == 1


def test_formation_is_as_it_was_after_the_question() -> None:
    state = fought(reds(), bows())
    given(state, ("move", 0, ("formation", "open")), HOLD)
    assert state.units[0].formation == OPEN
    state = fought(reds(), bows())
    given(state, ("move", 0, ("slide", 0, 1), ("formation", "open")), ("shoot", 1, 0, 0), dice=[6, 6])
    assert state.units[0].formation == OPEN


# ---------------------------------------------------------------- in words


@pytest.mark.rule("battlesystem:10.6a")
def test_the_question_names_the_points_in_words() -> None:
    table = given(fought(reds(), bows()), ("move", 0, ("slide", 0, 1.5)), HOLD)
    state = fought(reds(), bows())
    shown = question(state, questions(table)[0])
    assert shown.text == "Axes move in sight of your troops. Shoot on the way, or hold."
    assert shown.drawn
    assert [option.label for option in shown.options] == [
        "Hold",
        "At Axes, before it moves",
        "At Axes, after 1 in",
        "At Axes, where it ends its move",
    ]
    assert {option.group for option in shown.options[1:]} == {"Archers"}
    last = question(state, PassingShot(1, [("shoot", 1, 0), ("shoot", 1, 0, "over")]))
    assert [option.label for option in last.options] == ["Hold", "At Axes", "At Axes, over friends"]
    assert "all moves" in last.text


def test_stops_may_be_looked_at_in_any_order() -> None:
    """From 24 inches to 17: a bow reaches 21, so that there are shots at the later stops alone."""
    state = fought(reds(), bows(y=34))
    way = Way(state.units[0], plan(state, state.units[0], [("slide", 0, 7)], 9.0, True).legs, False)
    by_turns = passing_shots.OnTheWay(state, 1, state.units[0], way)
    listed = [by_turns.look(stop) for stop in range(len(way.stops))]
    by_turns.close()
    assert (listed[0], listed[-1]) == ([], [("shoot", 1, 0, 7)])
    mixed = passing_shots.OnTheWay(state, 1, state.units[0], way)
    for stop in (7, 0, 3, 7, 0):
        assert mixed.look(stop) == listed[stop]
    mixed.close()
    assert front(state) == 10


def test_every_answer_tells_the_odds_where_the_enemy_would_stand() -> None:
    """Axes come from 14 inches to 7: at medium range 20 + 2 - 6, at short range 20 - 6; nobody has moved yet."""
    state = fought(reds(), bows())
    way = Way(state.units[0], plan(state, state.units[0], [("slide", 0, 7)], 9.0, True).legs, False)
    asked = question(
        state, PassingShot(1, passing_shots.OnTheWay(state, 1, state.units[0], way).shots(), 0, way)
    )
    sums = [option.odds.throws[0].figures[0].value for option in asked.options if option.odds is not None]
    assert sums == ["16 + 2d6"] * 7 + ["14 + 2d6"]
    assert front(state) == 10


def test_a_ballista_tells_the_odds_of_its_shot_at_troops_on_the_move() -> None:
    """From 14 inches to 7: at medium range 20 + 2 - 10, at short range, from 11 inches on, 20 - 10."""
    state = fought(reds(), crew("ballista", 30, 24, 180, side=1))
    way = Way(state.units[0], plan(state, state.units[0], [("slide", 0, 7)], 9.0, True).legs, False)
    asked = question(
        state, PassingShot(1, passing_shots.OnTheWay(state, 1, state.units[0], way).shots(), 0, way)
    )
    sums = [option.odds.throws[0].figures[0].value for option in asked.options if option.odds is not None]
    assert sums == ["12 + 2d6"] * 3 + ["10 + 2d6"] * 5


@pytest.mark.rule("battlesystem:10.6a")
def test_the_board_shows_where_a_shot_meets_the_mover() -> None:
    """Eight abreast at 30, 10 go seven inches north: after 4 their front is at 14, at the end at 17; the archers stand at 24."""
    state = fought(reds(), bows())
    way = Way(state.units[0], plan(state, state.units[0], [("slide", 0, 7)], 9.0, True).legs, False)
    asked = PassingShot(1, passing_shots.OnTheWay(state, 1, state.units[0], way).shots(), 0, way)
    told = preview(state, asked, ("shoot", 1, 0, 4))
    assert told is not None
    line, body, *aims = told.shapes
    assert (line.kind, line.points[0], line.points[-1], line.text) == ("line", (30, 10), (30, 14), "4 in")
    assert (body.kind, body.side, [y for _, y in body.points[:2]]) == ("body", 0, [14, 14])
    assert [aim.points[0][1] for aim in aims] == [24, 24.75]  # first and last of two ranks
    assert told.odds is not None
    held = preview(state, asked, HOLD)
    assert held is not None
    assert [shape.points[-1] for shape in held.shapes if shape.kind == "line"] == [(30, 17)]
    still = preview(state, asked, ("shoot", 1, 0, 0))
    assert still is not None
    assert all(shape.kind == "line" for shape in still.shapes)
    assert preview(state, asked, ("shoot", 1, 0, 9)).refusal  # type: ignore[union-attr]
    last = preview(state, PassingShot(1, [("shoot", 1, 0)]), HOLD)
    assert last is not None
    assert not last.shapes
    assert front(state) == 10


@pytest.mark.rule("battlesystem:10.6a")
def test_the_board_shows_each_skirmisher_where_a_shot_meets_him() -> None:
    state = fought(scouts(), bows(y=34))
    asked = questions(given(state, ("skirmish", 0, ("all", 0, 6)), HOLD))[0]
    state = fought(scouts(), bows(y=34))
    told = preview(state, asked, HOLD)
    assert told is not None
    singles = state.units[0].singles
    assert singles is not None
    assert [shape.kind for shape in told.shapes] == ["body"] * len(singles)


# ---------------------------------------------------------------- divided


def two_before_the_bows(version: int = 15) -> State:
    """Axes 6 files wide who move, and Picks beside them who stand, 14 inches before the archers."""
    axes, picks = men("Axes", 12, 6, 27, 10), men("Picks", 12, 6, 33, 10)
    return fought(axes, picks, bows(), options={"version": version})


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.1m", "battlesystem:2.8")
def test_a_volley_on_the_way_is_divided_between_who_moves_and_who_stands() -> None:
    # After 2 inches the Axes are 12 away, the Picks 14: both medium, 20 + 2 - 6 + dice. 2 and 12: 18 and 28, that is 4 hit dice
    # and half of one for each figure: 12 shoot at the Axes, 48 hit dice, four figures, and they check; 8 at the Picks, 4.
    state = two_before_the_bows()
    order: Order = ("split", 2, (0, 12), 2, (1, 8))
    table = given(state, ("move", 0, ("slide", 0, 3)), order, dice=[1, 1, 1, 1, 6, 6])
    told = [
        (one.data["target"], len(one.data["figures"]), one.data["roll"], one.data["damage"])
        for one in table.events
        if one.kind == "volley"
    ]
    assert told == [("u0", 12, 18, 480), ("u1", 8, 28, 40)]
    assert state.units[2].passing
    block = state.units[0].block
    assert block is not None
    assert block.y == 13.0  # and the Axes go on


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.1m")
def test_what_a_divided_volley_on_the_way_must_be() -> None:
    state = two_before_the_bows()
    table = given(state, ("move", 0, ("slide", 0, 3)), HOLD)
    asked = questions(table)[0]
    legal: Order = ("split", 2, (0, 12), 2, (1, 8))
    assert asked.check(legal) is None
    refused: dict[Order, str] = {
        ("split", 2, (1, 12), 2, (0, 8)): "10.6",  # the mover comes first
        ("split", 2, (0, 12), 9, (1, 8)): "10.6",  # there is no such stop
        ("split", 2, (0, 12), 2, (1, 9)): "10.1f",  # of twenty
        ("split", 1, (0, 12), 2, (1, 8)): "10.2b",  # not a unit of archers
    }
    for order, rule in refused.items():
        found = asked.check(order)
        assert found is not None
        assert found.rule == f"battlesystem:{rule}", order
    shown = question(state, asked)
    assert shown.form is not None
    assert shown.form.verb == "split"
    assert "0 Axes, 1 Picks, 2 Archers" in shown.form.help
    old = questions(given(two_before_the_bows(14), ("move", 0, ("slide", 0, 3)), HOLD))[0]
    assert old.check(legal) is not None


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.1m")
def test_a_volley_after_the_part_is_divided_too() -> None:
    state = two_before_the_bows()
    table = Script(dice=[1, 1, 1, 1, 6, 6], orders=[("done",), ("split", 2, (1, 10), (0, 10))])
    movement_phase.move_step(state, table)
    table.finish()
    told = [(one.data["target"], len(one.data["figures"])) for one in table.events if one.kind == "volley"]
    assert told == [("u1", 10), ("u0", 10)]


def bows_apart(version: int = 16) -> State:
    """Axes who move, and three skirmishing archers 14, 15 and 16 inches before them, less half a base."""
    bow = missile_of("long-bow")
    spots = [(28.0, 24.0), (30.0, 25.0), (32.0, 26.0)]
    apart = skirmishers("Bows", spots, 180.0, side=1, missile=bow, volleys=bow.volleys)
    return fought(men("Axes", 12, 6, 30, 10), apart, options={"version": version})


@pytest.mark.rule("battlesystem:10.6", "battlesystem:2.9d", "battlesystem:10.1k")
def test_of_skirmishers_some_shoot_at_troops_on_the_move_while_others_hold() -> None:
    # After 2 inches the Axes are 11.6 and 12.6 inches from the two nearest: medium, 20 + 2 - 6 + 2 = 18, four hit dice a figure.
    state = bows_apart()
    order: Order = ("split", 1, (0, 2), 2)
    later: Order = ("shoot", 1, 0, 0)  # the third, when an inch more is gone
    table = given(state, ("move", 0, ("slide", 0, 3)), order, later, dice=[1, 1, 1, 1])
    shots = [event for event in table.events if event.kind == "volley"]
    assert [(len(one.data["figures"]), one.data["roll"], one.data["damage"]) for one in shots] == [
        (2, 18, 80),
        (1, 18, 40),
    ]
    singles = state.units[1].singles
    assert singles is not None
    assert [(single.shots, single.passing) for single in singles] == [(1, True)] * 3


@pytest.mark.rule("battlesystem:10.6", "battlesystem:2.9d", "battlesystem:10.1m")
def test_by_version_15_all_skirmishers_shot_who_saw_a_single_enemy_on_the_move() -> None:
    order: Order = ("split", 1, (0, 2), 2)
    moved: Order = ("move", 0, ("slide", 0, 3))
    old = questions(given(bows_apart(15), moved, HOLD))[0]
    assert old.check(order) is not None
    new = questions(given(bows_apart(), moved, HOLD))[0]
    assert new.check(order) is None
    for wrong, rule in ((("split", 1, (0, 4), 2), "10.1f"), (("split", 1, (0, 2), 9), "10.6")):
        found = new.check(wrong)
        assert found is not None
        assert found.rule == f"battlesystem:{rule}"
    formed = questions(given(fought(reds(), bows()), ("move", 0, ("slide", 0, 3)), HOLD))[0]
    found = formed.check(("split", 1, (0, 12), 2))
    assert found is not None


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:2.9d")
def test_some_skirmishers_shoot_when_the_part_is_over() -> None:
    state = bows_apart()
    table = Script(dice=[1, 1], orders=[("done",), ("split", 1, (0, 1)), HOLD])
    movement_phase.move_step(state, table)
    table.finish()
    singles = state.units[1].singles
    assert singles is not None
    assert [single.shots for single in singles] == [1, 0, 0]


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.1m")
def test_a_divided_volley_may_name_its_stop_and_targets_in_any_order() -> None:
    """As the board makes it: the stop first, the targets as they were pointed at. By version 15 the mover and then the stop came first."""
    order: Order = ("split", 2, 2, (1, 8), (0, 12))
    old = questions(given(two_before_the_bows(15), ("move", 0, ("slide", 0, 3)), HOLD))[0]
    assert old.check(order) is not None
    state = two_before_the_bows(16)
    table = given(state, ("move", 0, ("slide", 0, 3)), order, dice=[1, 1, 1, 1, 6, 6])
    told = [
        (one.data["target"], len(one.data["figures"]), one.data["roll"], one.data["damage"])
        for one in table.events
        if one.kind == "volley"
    ]
    assert told == [("u0", 12, 18, 480), ("u1", 8, 28, 40)]
    asked = questions(table)[0]
    for wrong in (
        ("split", 2, 2, 3, (0, 12)),
        ("split", 2, (0, 12), (1, 8)),
        ("split", 2, 2, (1, 8), (1, 2)),
    ):
        assert asked.check(wrong) is not None


def test_a_volley_on_the_way_is_divided_by_pointing() -> None:
    """At each point of the way the board offers the mover and the enemy beside it, and the preview tells both volleys."""
    state = two_before_the_bows(16)
    asked = questions(given(state, ("move", 0, ("slide", 0, 3)), HOLD))[0]
    state = two_before_the_bows(16)
    shown = question(state, asked)
    assert shown.form is not None
    assert (shown.form.kind, shown.form.verb) == ("plan", "split")
    plans = shown.form.plans
    assert [plan.word for plan in plans] == [f"2 {stop}" for stop in range(4)]
    assert [dict(plan.terms)["when"] for plan in plans] == [
        "before it moves",
        "after 1 in",
        "after 2 in",
        "where it ends",
    ]
    steps = shown.form.ways[plans[2].way].steps
    assert [(step.word, step.label, step.hand, step.most) for step in steps] == [
        ("0", "At Axes", "share", 20.0),
        ("1", "At Picks", "share", 20.0),
    ]
    shot = next(option for option in shown.options if option.order == "shoot 2 0 2")
    assert shot.terms == (("at", "Axes"), ("when", "after 2 in"), ("how", "directly"))
    assert [option.stop for option in shown.options if option.group][:4] == [0.0, 1.0, 2.0, 3.0]
    ranges = [option.odds and option.odds.band for option in shown.options if option.group]
    assert ranges[:4] == ["medium"] * 4  # from 14 in to 11 in away
    told = preview(state, asked, ("split", 2, 2, (0, 12), (1, 8)))
    assert told is not None
    assert (
        told.sentence
        == "Archers shoot at Axes with 12 figures, 12.0 in away. Archers shoot at Picks with 8 figures, 14.0 in away."
    )
    assert told.odds is not None
    refused_ = preview(state, asked, ("split", 2, 2, (0, 12), (1, 9)))
    assert refused_ is not None
    assert refused_.refusal
    old = two_before_the_bows(15)
    plain = question(old, questions(given(old, ("move", 0, ("slide", 0, 3)), HOLD))[0])
    assert plain.form is not None
    assert plain.form.kind == "text"
    assert plain.options[1].terms[-2:] == (("when", "before it moves"), ("how", "directly"))


def test_a_volley_after_the_part_and_one_of_some_skirmishers_are_pointed_at_too() -> None:
    state = two_before_the_bows(16)
    asked = PassingShot(1, [("shoot", 2, 0), ("shoot", 2, 1)], openings=passing_shots.AtTheEnd(state, 1, 0))
    shown = question(state, asked)
    assert shown.form is not None
    assert [(plan.word, plan.terms) for plan in shown.form.plans] == [("2", (("how", "directly"),))]
    assert [option.terms for option in shown.options][1:] == [
        (("at", "Axes"), ("how", "directly")),
        (("at", "Picks"), ("how", "directly")),
    ]
    told = preview(state, asked, ("split", 2, (0, 12), (1, 8)))
    assert told is not None
    assert told.odds is not None
    state = bows_apart()
    asked = questions(given(state, ("move", 0, ("slide", 0, 3)), HOLD))[0]
    shown = question(bows_apart(), asked)
    assert shown.form is not None
    assert [(plan.word, plan.label) for plan in shown.form.plans] == [
        (f"1 {stop}", "Some") for stop in range(4)
    ]


# ---------------------------------------------------------------- skirmishers without room after a shot


@pytest.mark.rule("battlesystem:2.9d", "battlesystem:2.9g", "battlesystem:10.6c")
@pytest.mark.parametrize(("version", "north"), [(14, 15.0), (15, 17.0)])
def test_after_a_shot_only_who_has_no_room_goes_no_farther(version: int, north: float) -> None:
    # The first goes 7.9 inches west and 0.1 north, the second 5 north, which would end him 0.15 inches before the first: he stops sooner.
    # Shot at after 5 inches he has gone them; the first, 3 inches aside, would end beside him, and 0.1 of his last leg does not help.
    # The third has 2 inches to go, and nobody is near him.
    scouts = skirmishers("Scouts", [(38, 15.8), (30, 10), (24, 10)])
    state = fought(scouts, bows(30.0, attack_rating=60), options={"version": version})
    order: Order = ("skirmish", 0, (0, 270, 7.9, 0, 0.1), (1, 0, 5), (2, 0, 7))
    table = given(state, order, ("shoot", 1, 0, 5), dice=[1, 1])
    singles = state.units[0].singles
    assert singles is not None
    found = [(round(one.x, 2), round(one.y, 2)) for one in singles]
    assert found == [(33.0, 15.8), (30.0, 15.0), (24.0, north)]
    assert "stay where they are" not in table.news
    if version == 15:
        assert (singles[0].done, singles[2].done, state.units[0].finished) == (True, False, False)


@pytest.mark.rule("battlesystem:2.9g", "battlesystem:10.6c")
def test_the_news_of_who_has_gone_do_not_say_that_he_stays() -> None:
    scouts = skirmishers("Scouts", [(38, 15.8), (30, 10)])
    state = fought(scouts, bows(30.0, attack_rating=60))
    order: Order = ("skirmish", 0, (0, 270, 7.9, 0, 0.1), (1, 0, 5))
    table = given(state, order, ("shoot", 1, 0, 5), dice=[1, 1])
    assert "Scouts go no farther: figure 1 would end less than 1 in from another" in table.news
