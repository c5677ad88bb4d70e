"""Drill, charges and missiles read again, where two or three rules meet; each sum was worked out before it was played."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, radians, sin
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crew, crowd, hero, line, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai import volleys
from banneret.rulebooks.battlesystem.combat import strikers
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import mobs, movement_phase
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.text.wording import order_text
from banneret.rulebooks.battlesystem.unit import CHARGE as CHARGES
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view import questions
from banneret.rulebooks.battlesystem.view.questions import passing_text
from banneret.rulebooks.battlesystem.worth.present import renew_all

SIXES = dice({6: 3, 10: 3}, {6: 3, 10: 3})  # two dice of any kind: 6


def ordered(state: State, *orders: Order) -> Loaded:
    """A table at which the orders of one move are given, each where it can be."""
    table = Loaded(SIXES, orders)
    movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return table


# ---------------------------------------------------------------- a charge that breaks through, under fire


def screened(version: int, figure: int) -> State:
    """Riders of MV 18; 13.625 inches before them a thin screen, and 10.375 behind that archers. `figure`: tenths of hit dice of a rider."""
    return battle(
        men(
            "Riders",
            12,
            6,
            30,
            10,
            depth=1.5,
            riding="cavalry",
            movement=18.0,
            attack_rating=6,
            figure=figure,
        ),
        skirmishers("Screen", [(28, 24), (30, 24), (32, 24)], 180, 1, figure=20),
        men("Archers", 12, 6, 30, 34, 180, side=1, missile=missile_of("long-bow")),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


CHARGE = ("charge", 0, 1, ("slide", 0))


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:10.6a")
def test_a_charge_that_breaks_through_is_shot_at_on_its_way_on() -> None:
    # 6 - 1 (closed) - 2 (mounts) - 1 (commander) - 6 + 12 = 8 at worst: the screen falls. Five inches on the archers shoot at short range:
    # 20 - 6 + 6 = 20, D6 3 hit dice, 12 x 3 = 36: three figures of ten hit dice and a wound. A quarter is lost: 6 on 2d10, and they go on.
    state = screened(18, 100)
    table = ordered(state, CHARGE, ("hold",), ("shoot", 2, 0, 5))
    riders = state.units[0]
    assert riders.block is not None
    assert (riders.figures, riders.wounded, riders.block.y, riders.charged) == (9, True, 34.0, 2)
    told = [event.kind for event in table.events]
    assert told == ["charge", "losses", "through", "volley", "losses", "morale", "charge"]


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:10.6c")
def test_a_charge_that_falls_on_its_way_on_has_still_broken_through() -> None:
    # Riders of three hit dice: all twelve fall. The screen is gone nonetheless.
    state = screened(18, 30)
    ordered(state, CHARGE, ("hold",), ("shoot", 2, 0, 5))
    assert [unit.status for unit in state.units.values()] == [SLAIN, SLAIN, FIELD]
    assert state.units[0].charged == NOBODY


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:10.6a")
def test_by_version_17_nobody_shot_at_a_charge_that_had_broken_through() -> None:
    state = screened(17, 100)
    table = ordered(state, CHARGE)
    assert [one.kind for one in table.asked].count("passing") == 1
    assert state.units[0].figures == 12


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:7.15a")
@pytest.mark.parametrize("version", [17, 18])
def test_the_broken_check_though_the_charger_is_shot_down_behind_them(version: int) -> None:
    # The screen has four more, who are left: three of seven are lost, a check. No enemy is within 27 inches: the riders fail, open, and are
    # shot down where they stand; who broke through stood at y = 23.625, south of the screen, whose home is the north.
    state = battle(
        men("Riders", 12, 6, 30, 10, depth=1.5, riding="cavalry", movement=18.0, attack_rating=6, figure=30),
        skirmishers("Screen", [(x, 24) for x in (28, 30, 32, 40, 42, 44, 46)], 180, 1, figure=20, morale=2),
        men("Archers", 12, 6, 30, 43.5, 180, side=1, missile=missile_of("long-bow")),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    held: list[Order] = [("hold",), ("hold",)][: version - 16]
    ordered(state, CHARGE, *held, ("shoot", 2, 0, 0))
    assert state.units[0].status == SLAIN
    assert state.units[1].routed


# ---------------------------------------------------------------- who could not follow has not chosen to stay


def parted(version: int) -> State:
    """Reds, four abreast, before eight of the Blues, whose friends stand beside the way by which the Reds can withdraw."""
    return battle(
        men("Reds", 8, 4, 30, 20, engaged=True),
        men("Blues", 16, 8, 30, 20, 180, side=1, movement=4.5),
        men("Friends", 4, 1, 27.75, 16, 180, side=1),
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:7.12d", "battlesystem:7.12b")
@pytest.mark.parametrize("version", [17, 18])
def test_who_could_not_follow_may_charge(version: int) -> None:
    # The Friends stand an inch before the left of the Blues: these cannot go three inches, and are not asked. In their part the Friends go
    # off, and three inches are two thirds of 4.5.
    state = parted(version)
    table = ordered(state, ("withdraw", 0))
    assert "follow" not in [one.kind for one in table.asked]
    state.part = 1
    ordered(state, ("move", 2, ("slide", 0, 9)))
    refused = movement_phase.MoveDecision(state, 1).check(("charge", 1, 0, ("slide", 0)))
    if version == 17:
        assert refused is not None
        assert refused.rule == "battlesystem:7.12d"
    else:
        ordered(state, ("charge", 1, 0, ("slide", 0)))
        assert state.units[1].charged == 0


@pytest.mark.rule("battlesystem:7.12d")
def test_who_chose_to_stay_may_not_charge() -> None:
    state = battle(
        men("Reds", 8, 4, 30, 20, engaged=True), men("Blues", 16, 8, 30, 20, 180, side=1, movement=4.5)
    )
    ordered(state, ("withdraw", 0), ("stay", 1, 0))
    state.part = 1
    refused = movement_phase.MoveDecision(state, 1).check(("charge", 1, 0, ("slide", 0)))
    assert refused is not None
    assert refused.rule == "battlesystem:7.12d"


@pytest.mark.rule("battlesystem:7.12d", "battlesystem:2.10f")
@pytest.mark.parametrize(("version", "charged"), [(17, NOBODY), (18, 0)])
def test_a_mob_that_was_ordered_to_charge_may(version: int, charged: int) -> None:
    # A mob does not follow; three inches are more than two thirds of four.
    state = battle(
        men("Reds", 8, 4, 30, 20, engaged=True),
        crowd("Mob", 16, 30, 20, 180, side=1, movement=4.0, order=CHARGES),
        options={"version": version},
    )
    ordered(state, ("withdraw", 0))
    mobs.obey(state, Loaded(SIXES), state.units[1])
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert state.units[1].charged == charged


# ---------------------------------------------------------------- refusals in the number of a unit's name


@pytest.mark.rule("battlesystem:7.14", "battlesystem:7.13a", "battlesystem:7.6")
@pytest.mark.parametrize(("name", "verb", "pronoun"), [("Archers", "are", "they"), ("Clanguard", "is", "it")])
def test_refusals_agree_with_the_name_of_the_unit(name: str, verb: str, pronoun: str) -> None:
    state = battle(
        men(name, 12, 6, formation=OPEN, in_command=False), men("Blues", 12, 6, 30, 40, 180, side=1)
    )
    decision = movement_phase.MoveDecision(state, 0)
    for order, reason in (
        (("charge", 0, 1, ("slide", 0)), f"{name} {verb} out of command and cannot charge."),
        (("march", 0, ("slide", 0, 9)), f"{name} {verb} out of command: no forced march."),
        (("move", 0, ("formation", "closed")), f"{name} {verb} out of command and cannot change formation."),
    ):
        refused = decision.check(order)
        assert refused is not None
        assert refused.reason == reason
    state.units[0].routed = True
    refused = decision.check(("move", 0, ("slide", 0, 3)))
    assert refused is not None
    runs = "runs" if verb == "is" else "run"
    assert refused.reason == f"{name} {verb} routed: {pronoun} {runs} until {pronoun} {verb} rallied."


# ---------------------------------------------------------------- those whom a mover comes upon shoot at others


def from_behind(version: int, *others: Troop) -> State:
    """Archers look south at Foot ten inches away; Riders charge 13.5 inches into their rear."""
    return battle(
        men("Riders", 8, 4, 30, 45, 180, depth=1.5, riding="cavalry", movement=18.0),
        men("Foot", 12, 6, 30, 20),
        men("Archers", 12, 6, 30, 30, 180, side=1, missile=missile_of("long-bow")),
        *others,
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


INTO_THEIR_REAR = ("charge", 0, 2, ("slide", 0))


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.6a", "battlesystem:10.2d")
@pytest.mark.parametrize("stop", [0, 14])
def test_archers_who_are_charged_from_behind_shoot_at_those_before_them(stop: int) -> None:
    # They see no rider. At the Foot: 20 + 2 (medium) - 6 + 6 = 22, D6 2 hit dice, 12 x 2 = 24: two fall, and a wound.
    state = from_behind(18)
    table = ordered(state, INTO_THEIR_REAR, ("shoot", 2, 1, stop))
    asked = next(one for one in table.asked if one.kind == "passing")
    assert asked.orders() == [("hold",), ("shoot", 2, 1, 0), ("shoot", 2, 1, 14)]
    riders, foot, archers = state.units.values()
    assert (foot.figures, foot.wounded, riders.charged) == (10, True, 2)
    assert contacts.are_touching(state, riders, archers)
    assert strikers.eligible(state, archers, riders) == []  # they have shot, and were caught
    told = passing_text(state, asked, ("shoot", 2, 1, stop))
    assert told == ("At Foot, before Riders move" if not stop else "At Foot, when Riders have gone 13.4 in")


@pytest.mark.rule("battlesystem:10.6")
def test_by_version_17_they_lost_that_shot() -> None:
    table = ordered(from_behind(17), INTO_THEIR_REAR)
    assert "passing" not in [one.kind for one in table.asked]


@pytest.mark.rule("battlesystem:10.6")
def test_those_whom_nobody_comes_upon_wait_for_the_end() -> None:
    # Crossbows beside them touch nobody: they shoot at the Foot when all have moved, and at the Riders they cannot look.
    state = from_behind(18, men("Crossbows", 6, 6, 40, 30, 180, side=1, missile=missile_of("light-crossbow")))
    table = ordered(state, INTO_THEIR_REAR)
    asked = next(one for one in table.asked if one.kind == "passing")
    assert {order[1] for order in asked.orders() if order[0] == "shoot"} == {2}


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.6d")
def test_a_ballista_whose_crew_is_charged_shoots_at_another() -> None:
    state = battle(
        men("Riders", 8, 4, 30, 45, 180, depth=1.5, riding="cavalry", movement=18.0),
        men("Foot", 12, 6, 30, 20),
        crew("ballista", 30, 29, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": 18},
    )
    table = ordered(state, INTO_THEIR_REAR, ("fire", 0, 1, 0))
    (shot,) = [one for one in table.events if one.kind == "volley"]
    assert shot.data["target"] == "u1"


# ---------------------------------------------------------------- lines in open order whose gaps are met


def goblins(version: int, **changes: Any) -> State:
    """Six files of goblins on half-inch bases, open, eight inches before five of halflings: each file faces a gap exactly."""
    return battle(
        men("Goblins", 12, 6, 30, 20, width=0.5, depth=0.5, formation=OPEN),
        men("Halflings", 10, 5, 30, 28, 180, side=1, width=0.5, depth=0.5, **{"formation": OPEN, **changes}),
        options={"version": version},
    )


STRAIGHT: Order = ("charge", 0, 1, ("slide", 0))


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:7.3", "battlesystem:7.14l")
@pytest.mark.parametrize(("version", "x", "touching", "failed"), [(17, 30.0, 0, True), (18, 30.02, 5, False)])
def test_who_charges_the_gaps_of_an_open_line_touches_it(
    version: int, x: float, touching: int, failed: bool
) -> None:
    # Goblins stand at -2.5, -1.5 ... 2.5, halflings at -2 ... 2, each a quarter inch to either hand: corner to corner. A fiftieth of an inch
    # to the right each of the first five meets the halfling on his right.
    state = goblins(version)
    ordered(state, STRAIGHT)
    unit = state.units[0]
    assert unit.block is not None
    assert (unit.block.x, unit.block.y, unit.spent) == (x, 28.0, 8.0)
    assert len({one.figure for one in contacts.touches(state, unit, state.units[1])}) == touching
    assert bool(unit.failed_charge) is failed


@pytest.mark.rule("battlesystem:7.8b")
def test_no_line_steps_aside_before_closed_ranks() -> None:
    # Five halflings in closed order, 2.5 inches: the third and fourth goblin touch them where they come.
    state = goblins(18, formation=CLOSED)
    ordered(state, STRAIGHT)
    assert state.units[0].block is not None
    assert state.units[0].block.x == 30.0


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:7.9a")
def test_a_column_that_runs_aslant_at_a_gap_meets_the_figure_beside_it() -> None:
    # A file that looks north-east; its left corner, 0.265 to the left of its front and 0.265 ahead, comes to x = 31 on the line y = 26, in the
    # middle of a gap from 30.75 to 31.25. A step of d to the right and as much ahead leads it 1.414 d along the line: 0.18 are 0.255.
    state = battle(
        men("Column", 4, 1, 25.265, 19.735, 45),
        men("Line", 20, 10, 31, 26, 180, side=1, formation=OPEN),
        options={"version": 18},
    )
    ordered(state, STRAIGHT)
    block = state.units[0].block
    assert block is not None
    assert (block.x, block.y) == (pytest.approx(31.52, abs=0.002), pytest.approx(25.735, abs=0.002))
    (touch,) = contacts.touches(state, state.units[0], state.units[1])
    assert touch.figure == 0
    assert state.units[0].spent == pytest.approx(8.485, abs=0.001)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:7.14e")
@pytest.mark.parametrize("heading", [0, 10, 30, 45])
@pytest.mark.parametrize(("figures", "files", "formation"), [(4, 1, CLOSED), (6, 3, OPEN), (12, 6, OPEN)])
def test_every_charge_at_an_open_line_meets_it(
    heading: int, figures: int, files: int, formation: int
) -> None:
    for step in range(25):
        state = battle(
            men("Reds", figures, files, 28 + step * 0.1, 20, heading, movement=12.0, formation=formation),
            men("Line", 20, 10, 31, 26, 180, side=1, formation=OPEN),
            options={"version": 18},
        )
        walk = plan(state, state.units[0], [("slide", 0)], 18.0, True)
        assert walk.contacts == [1]
        assert not standing.stands_in(walk.unit, standing.ground(state.units[1]))


# ---------------------------------------------------------------- wings around enemies who are not square


def met_aslant(version: int, x: float = 30.0) -> State:
    """Ten files closed have met four of the Blues, whose front they see ten degrees to the left; those behind have gone on alone."""
    state = battle(
        men("Reds", 30, 10, x - 6.0 * sin(radians(10.0)), 24 - 6.0 * cos(radians(10.0)), 10, movement=12.0),
        men("Blues", 12, 4, 30, 24, 180, side=1),
        options={"version": version},
    )
    ordered(state, ("move", 0, ("slide", 0)))
    unit = state.units[0]
    unit.engaged, unit.finished, unit.spent = True, False, 0.0
    return state


def wing_touches(state: State, files: int) -> int:
    """The figures of the right wing that touch an enemy."""
    unit = state.units[0]
    assert unit.block is not None
    wing = range(unit.block.files - files, unit.block.files)
    touching = {one.figure for one in contacts.touches(state, unit, state.units[1])}
    return len(touching.intersection(wing))


@pytest.mark.rule("battlesystem:7.11a", "battlesystem:7.11b", "battlesystem:7.8b")
@pytest.mark.parametrize(("version", "touching"), [(17, 0), (18, 1)])
def test_a_wing_goes_up_to_the_file_beside_it_before_it_turns(version: int, touching: int) -> None:
    # The front of the Blues ends at x = 31.5; each file of the Reds to the right of the first in contact has 0.75 x tan 10 = 0.132 farther to
    # go. The wing turns at the front of the last of them, so that the corner of the Blues lies on the edge of its first figure; their
    # flank leads away from the others.
    state = met_aslant(version)
    unit = state.units[0]
    before = unit.block
    assert before is not None
    assert unit.loose is not None
    ordered(state, ("wrap", 0, ("right", 0)))
    files = unit.wings[1]
    last = before.files - files - 1
    x, y = before.centre(0, last)
    gone = hypot(unit.loose[last][0] - x, unit.loose[last][1] - y)
    assert gone > 0.3
    turn = pi / 2.0 * ((files - 1) * 0.75 + 0.375)
    assert unit.spent == pytest.approx(turn + (gone if version == 18 else 0.0), abs=0.002)
    assert wing_touches(state, files) == touching


@pytest.mark.rule("battlesystem:7.11a")
@pytest.mark.parametrize(("version", "touching", "heading"), [(17, 0, 0.0), (18, 3, 270.0)])
def test_a_wing_a_hair_short_of_the_corner_turns(version: int, touching: int, heading: float) -> None:
    # Ten files of half an inch about x = 30.49: the seventh begins at 30.99, the front of the four Blues ends at 31. Their flank is 1.5 inches.
    state = battle(
        men("Reds", 30, 10, 30.49, 24, width=0.5, depth=0.5, movement=12.0, engaged=True),
        men("Blues", 12, 4, 30, 24, 180, side=1, width=0.5, depth=0.5),
        options={"version": version},
    )
    ordered(state, ("wrap", 0, ("right", 0)))
    unit = state.units[0]
    assert unit.loose is not None
    assert {unit.loose[file][2] for file in range(6, 10)} == {heading}
    assert wing_touches(state, 4) == touching


# ---------------------------------------------------------------- the corner of an enemy before a gap


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:7.1e")
@pytest.mark.parametrize(("version", "touching"), [(17, [3]), (18, [3, 4, 5, 6, 7])])
def test_only_the_file_that_would_enclose_a_corner_stays_behind(version: int, touching: list[int]) -> None:
    # Eight open files, five degrees aslant: the left corner of the Blues, x = 27, lies before the gap between the third and the fourth.
    # The fourth is 0.04 from their front, each one further to the right 1.25 x tan 5 = 0.109 more; the third would go up along their flank.
    slant = radians(5.0)
    state = battle(
        men("Reds", 16, 8, 28.47 - 7.0 * sin(slant), 24 - 7.0 * cos(slant), 5, movement=10.0, formation=OPEN),
        men("Blues", 16, 8, 30, 24, 180, side=1),
        options={"version": version},
    )
    ordered(state, STRAIGHT)
    reds, blues = state.units.values()
    assert sorted({one.figure for one in contacts.touches(state, reds, blues)}) == touching
    assert not standing.stands_in(reds, standing.ground(blues))


@pytest.mark.rule("battlesystem:7.8b")
@pytest.mark.parametrize(
    ("files", "turn", "line"),
    [
        (2, 45, ("Line", 8, 4, 35.508, 25.722, 315)),
        (3, -30, ("Line", 6, 2, 25.219, 26.967, 50)),
        (4, 15, ("Line", 8, 6, 29.688, 25.311, 129)),
    ],
)
def test_files_that_went_on_and_reached_nobody_fall_back_and_step_aside(
    files: int, turn: int, line: tuple[str, int, int, float, float, int]
) -> None:
    # A file went half an inch into the corner between two of the enemy and met neither; the unit stood out of order, and in no contact.
    state = battle(
        men("Reds", 2 * files, files, 30, 20, movement=12.0, formation=OPEN),
        men(*line, side=1, formation=OPEN),
        options={"version": 18},
    )
    walk = plan(state, state.units[0], [("slide", turn)], 12.0, True)
    assert walk.contacts == [1]
    assert not standing.stands_in(walk.unit, standing.ground(state.units[1]))


# ---------------------------------------------------------------- straight at one target, over friends at another


@pytest.mark.rule("battlesystem:10.7b", "battlesystem:10.1m", "battlesystem:10.8e")
@pytest.mark.parametrize("version", [17, 18])
def test_a_divided_unit_shoots_straight_at_one_and_over_friends_at_another(version: int) -> None:
    # Twelve bows, six abreast. Near, six inches off to the left, is seen past the Friends; Far, twelve inches before them, is behind these.
    # At Near 20 - 6 + 6 = 20, 6 x 2 shots x 3 hit dice = 36; over the Friends 20 + 3 + 2 (medium) - 6 + 6 = 25, 1 hit die: 6 x 2 = 12.
    state = battle(
        men("Bows", 12, 6, 30, 20, missile=missile_of("long-bow")),
        men("Friends", 8, 8, 32, 25),
        men("Near", 12, 4, 26, 26, 180, side=1),
        men("Far", 12, 6, 32, 32, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version, "premeasure": True},
    )
    order: Order = ("split", 0, (2, 6), (3, 6, "over"))
    question = Shooting(state, 0, "battlesystem:1.5")
    if version == 17:
        assert question.check(order) is not None
        return
    table = Loaded(SIXES, [order])
    phases.missile_step(state, table)
    shot = [one.data for one in table.events if one.kind == "volley"]
    assert [(one["target"], one["over"], one["roll"], one["damage"]) for one in shot] == [
        ("u2", False, 20, 360),
        ("u3", True, 25, 120),
    ]
    assert order_text(state, order) == "Bows: shoot with 6 at Near and 6 at Far over friends"


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.1a")
@pytest.mark.parametrize(("version", "shots"), [(17, 0), (18, 2)])
def test_archers_to_whom_a_hero_comes_from_behind_shoot_at_those_before_them(
    version: int, shots: int
) -> None:
    # Edda goes four inches into the rear of the Archers, y = 31.5, and stands 0.25 inches off with her middle. They do not see her.
    state = battle(
        men("Foot", 12, 6, 30, 20),
        men("Archers", 12, 6, 30, 30, 180, side=1, missile=missile_of("long-bow")),
        leaders=[hero("Edda", 30, 36)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    shot: Order = ("shoot", 1, 0, 0)
    table = ordered(state, ("lead", 0, (30.0, 31.75)), *([shot] if shots else []))
    asked = [one for one in table.asked if one.kind == "passing"]
    assert len([order for one in asked for order in one.orders() if order[0] == "shoot"]) == shots
    assert state.units[0].figures == (10 if shots else 12)  # as before: 24 hit dice
    assert footprints.besieged(state, state.units[1])
    if shots:
        assert passing_text(state, asked[0], shot) == "At Foot, before he moves"
        assert questions.question(state, asked[0]).options
        assert volleys.passing(asked[0], state) == ("hold",)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8a")
def test_nobody_steps_aside_off_the_road_that_made_him_faster() -> None:
    # The column of before on a road of 0.8 inches, on which a base of 0.75 has 0.025 to spare: 8.485 inches take 6.364, and it stays there.
    state = battle(
        men("Column", 4, 1, 25.265, 19.735, 45),
        men("Line", 20, 10, 31, 26, 180, side=1, formation=OPEN),
        terrain=[line("road", (10.265, 4.735), (35.265, 29.735), width=0.8)],
        tier=stages.INTERMEDIATE,
        options={"version": 18},
    )
    ordered(state, ("move", 0, ("slide", 0)))
    unit = state.units[0]
    assert unit.block is not None
    assert (unit.block.x, unit.block.y) == (
        pytest.approx(31.265, abs=0.002),
        pytest.approx(25.735, abs=0.002),
    )
    assert unit.spent == pytest.approx(6.364, abs=0.002)
    assert contacts.touches(state, unit, state.units[1]) == []


# ---------------------------------------------------------------- the last spear is thrown


@pytest.mark.rule("battlesystem:10.3b", "battlesystem:8.2a")
@pytest.mark.parametrize(("version", "held"), [(17, "axe"), (18, "sword")])
def test_who_throws_his_last_spear_keeps_his_sword_in_hand(version: int, held: str) -> None:
    facts = missile_of("spear")
    arms = [replace(weapon(name=name), id=name) for name in ("spear", "sword", "axe")]
    state = battle(
        men("Reds", 12, 6, 30, 20, missile=facts, volleys=2, thrown=1, weapons=arms, weapon=1),
        men("Blues", 12, 6, 30, 21.5, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version, "premeasure": True},
    )
    phases.missile_step(state, Loaded(SIXES, [("shoot", 0, 1)]))
    unit = state.units[0]
    assert [one.id for one in unit.now.weapons] == ["sword", "axe"]
    assert unit.now.weapons[unit.weapon].id == held
    renew_all(state.setting, [unit])
    assert unit.now.weapons[unit.weapon].id == held
