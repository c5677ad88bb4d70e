"""The Basic Game read once more by an examiner from outside: figures worked out by hand from the printed text, then played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.kernel.order import Order
from banneret.kernel.scene import Condition
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.strikers import reach
from banneret.rulebooks.battlesystem.movement import mobs
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers, runaways
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import CHARGE, FLED, FORWARD, NO_ORDER, NOBODY, OPEN, SLAIN, WHEEL
from banneret.rulebooks.battlesystem.view.pieces import fate, unit_states


def field(*troops: Troop, version: int = 17, options: dict[str, Any] | None = None, **changes: Any) -> State:
    """A basic battle by a version of the rules."""
    return battle(*troops, options={"version": version, **(options or {})}, **changes)


# ---------------------------------------------------------------- who follows a withdrawal


@pytest.mark.rule("battlesystem:7.3d", "battlesystem:7.12b")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("version", "debt", "asked"),
    # Of 6 in to move, 5 leave one: who has any left may follow 3 in, whatever is left. 6 or 7 leave nothing, and it does not move in this round.
    [(17, 5, True), (17, 6, False), (17, 7, False), (16, 7, True)],
)
def test_who_fills_gaps_for_all_its_movement_does_not_follow(
    version: int, debt: int, asked: bool, first: int, second: int
) -> None:
    # The gaps are paid in its own part, be that to come (it moves second) or over (it moved first).
    state = field(
        men("Axes", 12, 6, 30, 24, 0),
        men("Men", 12, 6, 30, 24, 180, side=1, formation=OPEN, movement=6.0, debt=debt),
        version=version,
        stage=stages.COMPELLED,
        movers=(first, second),
    )
    table = Loaded({}, [("withdraw", 0), ("follow", 1, 0)])
    while any(order[0] == "withdraw" for order in table.orders):
        rounds.play_step(state, table)
    assert ("follow" in [decision.kind for decision in table.asked]) is asked
    assert state.units[1].left_by == (() if asked else (0,))


@pytest.mark.rule("battlesystem:7.12c", "battlesystem:6.3", "battlesystem:4.6g")
@pytest.mark.parametrize(("version", "ahead"), [(17, 24.0), (16, 21.0)])
def test_the_rallied_are_not_drawn_on(version: int, ahead: float) -> None:
    # DL 12, a roll of 20: they lose their heads, but who was rallied in this round may not move in it. Next round they go for the Axes.
    state = field(
        men("Axes", 12, 6, 30, 24, 0),
        men("Orcs", 12, 6, 30, 24, 180, side=1, formation=OPEN, rallied=True, low_or_chaotic=True),
        version=version,
        stage=stages.COMPELLED,
    )
    table = Loaded(dice({}, {10: 10}), [("withdraw", 0)])
    while table.orders:
        rounds.play_step(state, table)
    orcs = state.units[1]
    assert [event.kind for event in table.events] == ["withdraw", "discipline", "follow", "rash"]
    assert orcs.block is not None
    assert orcs.block.y == ahead
    assert (orcs.quarry, orcs.rash) == (0, True)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:8.8d")
@pytest.mark.parametrize(("version", "strikers"), [(17, [1]), (16, [0, 1])])
def test_a_skirmisher_who_was_rallied_does_not_strike_at_who_flees(version: int, strikers: list[int]) -> None:
    state = field(
        men("Axes", 12, 6, 30, 24, 0, engaged=True),
        skirmishers("Scouts", [(29, 24.375), (31, 24.375)], 180.0, side=1),
        version=version,
    )
    singles = state.units[1].singles
    assert singles is not None
    singles[0].rallied = True
    table = Loaded(dice({}, {6: 6}), [("flee", 0, 0)])
    rounds.play_step(state, table)
    assert table.of("attack")[0].data["figures"] == strikers


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:6.3")
@pytest.mark.parametrize(
    ("version", "rallied", "checks"),
    # Of a regular unit none checks that was rallied; of skirmishers who may not move none either, but one who may checks for his unit.
    [(17, (True, True), False), (17, (True, False), True), (16, (True, True), True)],
)
def test_skirmishers_who_were_rallied_are_not_provoked(
    version: int, rallied: tuple[bool, bool], checks: bool
) -> None:
    state = field(
        skirmishers("Scouts", [(28, 20), (32, 20)], hates=("orc",)),
        men("Orcs", 12, 6, 30, 26, 180, side=1, creature="orc"),
        version=version,
        stage=stages.COMPELLED,
    )
    singles = state.units[0].singles
    assert singles is not None
    for single, was in zip(singles, rallied, strict=True):
        single.rallied = single.done = was
    table = Loaded(dice({10: 1}, {}))
    rounds.play_step(state, table)
    assert [event.kind for event in table.events] == (["discipline"] if checks else [])


# ---------------------------------------------------------------- closed and out of command


@pytest.mark.rule("battlesystem:4.7a", "battlesystem:8.8c", "battlesystem:4.7d")
@pytest.mark.parametrize(("version", "formation", "flees"), [(17, 0, False), (16, 0, True), (17, OPEN, True)])
def test_who_stays_closed_out_of_command_does_not_flee(version: int, formation: int, flees: bool) -> None:
    state = field(
        men("Axes", 12, 6, 30, 24, 0, formation=formation, commander="", radius=0.0, in_command=False),
        men("Men", 12, 6, 30, 24, 180, side=1),
        version=version,
        options={"lost_command_opens": False},
        stage=stages.MOVEMENT,
    )
    axes = state.units[0]
    axes.engaged = True
    assert axes.leader_at == NOBODY
    decision = MoveDecision(state, 0)
    refused = decision.check(("flee", 0, 0))
    assert (refused is None) is flees
    assert (("flee", 0, 0) in decision.orders()) is flees
    if refused is not None:
        assert (refused.rule, refused.reason) == (
            "battlesystem:4.7a",
            "Axes are closed and out of command: they cannot move.",
        )


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:4.7a")
@pytest.mark.parametrize(
    ("formation", "caught", "left"),
    [
        (OPEN, False, "they may stay, wrap around or flee"),
        (OPEN, True, "they may stay or flee"),
        (0, False, "closed and out of command, they stay"),
    ],
)
def test_who_is_out_of_command_in_contact_is_not_told_to_withdraw(
    formation: int, caught: bool, left: str
) -> None:
    state = field(
        men("Axes", 12, 6, 30, 24, 0, formation=formation, commander="", in_command=False, caught=caught),
        men("Men", 12, 6, 30, 24, 180, side=1),
        options={"lost_command_opens": False},
    )
    refused = MoveDecision(state, 0).check(("move", 0, ("slide", 0, 3)))
    assert refused is not None
    assert refused.reason == f"Axes are in contact with an enemy: {left}."


# ---------------------------------------------------------------- elites who ran off singly


@pytest.mark.rule("battlesystem:6.4b", "battlesystem:2.11")
@pytest.mark.parametrize(("version", "ran", "told"), [(17, 2, "2 fled, 4 lost"), (16, 0, "all 6 lost")])
def test_elites_who_gather_remember_who_ran_off(version: int, ran: int, told: str) -> None:
    # Of six who had dispersed two ran off the table; the four who gathered fell.
    elite = skirmishers(
        "Elite", [(30 + 2 * place, 24) for place in range(6)], kind=REGULAR, special="elite", commander="Eo"
    )
    elite.roster.radius = 12.0
    elite.unit.leader_at = 3
    state = field(elite, men("Men", 12, 6, 30, 44, 180, side=1), version=version)
    unit = state.units[0]
    for figure in (0, 1):
        unit.take_off(figure, FLED)
    count_skirmishers(unit)
    assert runaways(unit) == 2
    table = Loaded({}, [("move", 0, ("formation", "open", 4))])
    rounds.play_step(state, table)
    assert (unit.formation, unit.figures, unit.singles) == (OPEN, 4, None)
    assert runaways(unit) == ran
    assert state.copy().units[0].fled == ran
    assert CODEC.load(CODEC.dump(state), state).units[0].fled == ran
    unit.leave(SLAIN)
    assert fate(state, unit) == told


# ---------------------------------------------------------------- routs of those who marched too far


@pytest.mark.rule("battlesystem:7.15a", "battlesystem:7.13c")
@pytest.mark.parametrize(("version", "runs"), [(17, 225.0), (16, 180.0)])
def test_who_routs_after_a_forced_march_runs_from_the_nearest_enemy(version: int, runs: float) -> None:
    # The Men stand due east of where the march ends: away is 270 degrees, home 180, and 45 from away 225.
    state = field(
        men("Marchers", 12, 6, 30, 20, 0, formation=OPEN),
        men("Men", 12, 6, 46, 24, 270, side=1),
        version=version,
        options={"forced_march_rout": True},
    )
    rounds.play_step(state, Loaded(dice({10: 10}, {}), [("march", 0, ("slide", 0, 5))]))
    marchers = state.units[0]
    assert (marchers.routed, marchers.march, marchers.rout_heading) == (True, 1, runs)


@pytest.mark.rule("battlesystem:7.15a", "battlesystem:7.13c", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "runs"), [(17, [180.0, 180.0]), (16, [225.0, 135.0])])
def test_skirmishers_who_rout_after_a_forced_march_do_not_run_from_one_another(
    version: int, runs: list[float]
) -> None:
    # The Men stand due north, as broad as the two are apart, and home is due south.
    state = field(
        skirmishers("Scouts", [(26, 20), (34, 20)], commander="Sly", radius=30.0),
        men("Men", 12, 12, 30, 46, 180, side=1),
        version=version,
        options={"forced_march_rout": True},
    )
    rounds.play_step(state, Loaded(dice({10: 10}, {}), [("march", 0, ("all", 0, 5))]))
    singles = state.units[0].singles
    assert singles is not None
    assert [single.rout_heading for single in singles] == runs


# ---------------------------------------------------------------- told


@pytest.mark.rule("battlesystem:2.10f")
@pytest.mark.parametrize(
    ("order", "turn", "told"),
    [
        (WHEEL, -30.0, "order: wheel, 30 degrees to the left still to go"),
        (WHEEL, 45.0, "order: wheel, 45 degrees to the right still to go"),
        (WHEEL, 0.0, "order: wheel, done"),
        (FORWARD, 0.0, "order: forward"),
    ],
)
def test_a_mob_shows_what_is_left_of_its_wheel(order: int, turn: float, told: str) -> None:
    state = field(crowd("Mob", order=order, turn=turn), men("Men", 12, 6, 30, 40, 180, side=1))
    assert Condition("order", told) in unit_states(state, state.units[0])


@pytest.mark.rule("battlesystem:7.14a")
@pytest.mark.parametrize(
    ("premeasure", "why"),
    [(True, "no charge from here strikes an enemy"), (False, "no enemy is ahead of it")],
)
def test_the_inspector_says_why_nobody_is_charged(premeasure: bool, why: str) -> None:
    # An enemy straight ahead, 5 in away: too near for a charge, which runs 6 in at least. Only where all may be measured is that known.
    ahead = 25.0 if premeasure else 15.0
    state = field(
        men("Axes", 12, 6, 30, 20, 0),
        men("Men", 12, 6, 30, ahead, 180, side=1),
        stage=stages.MOVEMENT,
        options={"premeasure": premeasure},
    )
    viewer = viewer_of(0)
    scene = RULEBOOK.view.scene(state, viewer)
    piece = next(piece for piece in scene.pieces if piece.id == "u0")
    deeds = RULEBOOK.view.inspect(state, viewer, piece, scene).deeds
    assert [(deed.may, deed.text) for deed in deeds if deed.label == "Charge"] == [(False, why)]


# ---------------------------------------------------------------- skirmishers who turn on the spot


@pytest.mark.rule("battlesystem:7.9", "battlesystem:2.9d")
@pytest.mark.parametrize(
    ("steps", "ends", "moved", "told"),
    [
        (((0, 90, 0),), (20.0, 20.0, 90.0), 0.0, "Scouts: one figure turns on the spot."),
        (((0, 0, 9, 180, 0),), (20.0, 29.0, 180.0), 9.0, "Scouts: one figure moves, up to 9 in."),
        (((0, 270, 0, 90, 3),), (23.0, 20.0, 90.0), 3.0, "Scouts: one figure moves, up to 3 in."),
    ],
)
def test_a_skirmisher_turns_on_the_spot_at_no_cost(
    steps: tuple[Any, ...], ends: tuple[float, float, float], moved: float, told: str
) -> None:
    state = field(skirmishers("Scouts", [(20, 20), (30, 20)]), men("Men", 12, 6, 30, 44, 180, side=1))
    table = Loaded({}, [("skirmish", 0, *steps)])
    rounds.play_step(state, table)
    singles = state.units[0].singles
    assert singles is not None
    assert (singles[0].x, singles[0].y, singles[0].heading) == ends
    assert (singles[0].moved, singles[1].heading) == (moved, 0.0)
    assert table.of("move")[0].text == told


@pytest.mark.rule("battlesystem:7.9", "battlesystem:7.8")
def test_who_has_no_room_to_turn_or_touches_an_enemy_does_not() -> None:
    # Bases half an inch by two: the first has a friend at his side, the second meets an enemy skirmisher before he would turn.
    state = field(
        skirmishers("Scouts", [(20, 20), (30, 20)], width=0.5, depth=2.0),
        men("Friends", 1, 1, 21, 20.375, 0, starting=4),
        skirmishers("Foes", [(30, 23)], 180.0, side=1, width=0.5, depth=2.0),
    )
    table = Loaded({}, [("skirmish", 0, (0, 90, 0), (1, 0, 6, 90, 0))])
    rounds.play_step(state, table)
    singles = state.units[0].singles
    assert singles is not None
    assert [single.heading for single in singles] == [0.0, 0.0]


@pytest.mark.rule("battlesystem:7.9")
def test_a_turn_toward_the_enemy_is_offered_and_old_records_know_none() -> None:
    for version, offered in ((17, True), (16, False)):
        state = field(
            skirmishers("Scouts", [(20, 20), (20, 24)], 180.0),
            men("Men", 12, 6, 40, 22, 270, side=1),
            version=version,
        )
        decision = MoveDecision(state, 0)
        order: Order = ("skirmish", 0, ("all", 90, 0))
        assert (decision.check(order) is None) is offered
        options = RULEBOOK.view.question(state, decision).options
        shown = {option.order: (option.label, option.consequence) for option in options}
        told = ("All turn to the east", "on the spot, at no cost")
        assert shown.get("skirmish 0 (all 90 0)") == (told if offered else None)
    state = field(skirmishers("Scouts", [(20, 20)], 90.0), men("Men", 12, 6, 40, 20, 270, side=1))
    options = RULEBOOK.view.question(state, MoveDecision(state, 0)).options
    assert not [option for option in options if option.order.startswith("skirmish")]


# ---------------------------------------------------------------- mobs behind other troops


def behind(version: int = 17, order: int = FORWARD, **changes: Any) -> State:
    """A mob of 16, 3 in deep, looks north; the Axes, 1 1/2 in deep, stand 3 in before it. Both go 9 in."""
    return field(
        crowd("Mob", 16, 30, 20, order=order, **changes),
        men("Axes", 12, 6, 30, 24.5, 0),
        men("Men", 12, 6, 30, 46, 180, side=1),
        version=version,
        stage=stages.COMPELLED,
    )


def part(state: State, *orders: Order) -> Loaded:
    """A side's part of the Movement Phase, to its end."""
    table = Loaded({(10, side): 1 for side in (0, 1)}, orders)
    while state.part == 0 and stages.is_moving(state.stage):
        rounds.play_step(state, table)
    assert not table.orders
    return table


@pytest.mark.rule("battlesystem:1.4", "battlesystem:2.10f")
@pytest.mark.parametrize(
    ("version", "answer", "ends", "asked"),
    # It would go 3 in to the Axes. They go on 9 in, and then it has 9 in free: to 29.
    [(17, "later", 29.0, True), (17, "now", 23.0, True), (16, "", 23.0, False)],
)
def test_a_mob_may_wait_until_those_before_it_have_moved(
    version: int, answer: str, ends: float, asked: bool
) -> None:
    state = behind(version)
    said: list[Order] = [(answer, 0)] if answer else []
    table = part(state, *said, ("move", 1, ("slide", 0, 9)))
    mob = state.units[0]
    assert mob.block is not None
    assert (mob.block.y, mob.waits) == (ends, False)
    assert ("crowd" in [decision.kind for decision in table.asked]) is asked


@pytest.mark.rule("battlesystem:1.4", "battlesystem:2.10f")
def test_a_mob_that_waits_charges_when_its_way_is_free() -> None:
    # The enemy stands 10 in before it: more than 6, no more than 13 1/2. Behind the Axes it would only go forward.
    state = behind(order=CHARGE)
    state.units[2].stand(Block(30, 30, 180, 12, 6, 0.75, 0.75, 0.0))
    # 3/4 in of the Axes stand before the mob, and they step aside by 1.4
    state.units[1].stand(Block(33, 24.5, 0, 12, 6, 0.75, 0.75, 0.0))
    assert Condition("order", "order: charge") in unit_states(state, state.units[0])
    table = part(state, ("later", 0), ("move", 1, ("slide", 45, 2)))
    assert [event.text for event in table.of("charge")][-1] == "Mob charges Men and strikes home."
    assert state.units[0].charged == 2


@pytest.mark.rule("battlesystem:1.4", "battlesystem:2.10f")
def test_of_mobs_that_wait_the_foremost_goes_first() -> None:
    # Each is 3 in deep, and 3 in are between them and before the Axes: all go their 9 in.
    state = field(
        crowd("Rear", 16, 30, 14, order=FORWARD),
        crowd("Van", 16, 30, 20, order=FORWARD),
        men("Axes", 12, 6, 30, 24.5, 0),
        men("Men", 12, 6, 30, 47, 180, side=1),
        stage=stages.COMPELLED,
    )
    part(state, ("later", 0), ("later", 1), ("move", 2, ("slide", 0, 9)))
    blocks = [state.units[number].block for number in (0, 1)]
    assert [None if block is None else block.y for block in blocks] == [23.0, 29.0]


@pytest.mark.rule("battlesystem:1.4")
@pytest.mark.parametrize(
    "changes",
    [{"order": NO_ORDER}, {"engaged": True}, {"y": 10.0}],
)
def test_a_mob_is_not_asked_to_wait_where_nobody_who_may_move_bars_its_way(changes: dict[str, Any]) -> None:
    state = behind()
    state.units[1].engaged = changes.get("engaged", False)
    if "order" in changes:
        state.units[0].order = NO_ORDER
    if "y" in changes:
        state.units[1].stand(Block(30, 36, 0, 12, 6, 0.75, 0.75, 0.0))
    assert not mobs.waits(state, Loaded({}), state.units[0])


@pytest.mark.rule("battlesystem:1.4")
def test_a_mob_is_asked_to_wait_in_words() -> None:
    state = behind()
    table = Loaded({})
    assert mobs.waits(state, table, state.units[0])
    shown = RULEBOOK.view.question(state, table.asked[0])
    assert (
        shown.text
        == "Mob: friends stand in the way of the mob. Does it move now, or when you have moved your other troops?"
    )
    assert [(option.label, option.consequence) for option in shown.options] == [
        ("Wait for the others", "it obeys its order when you end your movement"),
        ("Move now", "it goes as far as they let it"),
    ]
    state.units[0].waits = True
    assert Condition("order", "order: forward, when the others have moved") in unit_states(
        state, state.units[0]
    )


@pytest.mark.rule("battlesystem:7.9")
def test_the_preview_shows_where_a_skirmisher_looks_then() -> None:
    # A base half an inch by two that looks east is two inches long from west to east.
    state = field(skirmishers("Scouts", [(20, 20)], width=0.5, depth=2.0))
    shown = RULEBOOK.view.preview(state, MoveDecision(state, 0), ("skirmish", 0, (0, 90, 0)))
    assert shown is not None
    body = next(shape for shape in shown.shapes if shape.kind == "body")
    assert sorted({x for x, _ in body.points}) == [19.0, 21.0]
    assert sorted({y for _, y in body.points}) == [19.75, 20.25]


# ---------------------------------------------------------------- wrap-arounds of skirmishers


@pytest.mark.rule("battlesystem:7.11", "battlesystem:7.11a", "battlesystem:7.11b", "battlesystem:8.1a")
@pytest.mark.parametrize(("version", "wraps"), [(17, True), (16, False)])
def test_a_line_may_wrap_around_skirmishers(version: int, wraps: bool) -> None:
    # A skirmisher 3/4 in broad before the middle of six files: the two at each end stand wholly beyond him. Each wing turns for
    # 1.5708 x (0.75 + 0.375) = 1.767 in, and is pushed in by 0.375 to his flank.
    state = field(
        men("Axes", 12, 6, 30, 24, 0, engaged=True),
        skirmishers("Scouts", [(30, 24.375)], 180.0, side=1),
        version=version,
        stage=stages.MOVEMENT,
    )
    axes, scouts = state.units[0], state.units[1]
    order: Order = ("wrap", 0, ("left", 0), ("right", 0))
    decision = MoveDecision(state, 0)
    assert (decision.check(order) is None) is wraps
    assert (order in decision.orders()) is wraps
    if not wraps:
        return
    rounds.play_step(state, Loaded({}, [order]))
    assert axes.spent == pytest.approx(3.534, abs=0.001)
    assert axes.loose is not None
    # The inner figures of the wings, their middles 3/8 in from the flanks and 3/8 from his front corners.
    assert axes.loose[1] == (29.25, 24.375, 90.0)
    assert axes.loose[4] == (30.75, 24.375, 270.0)
    found = reach(state, axes, scouts)
    assert (found.touching, found.beside) == ([1, 2, 3, 4], [0, 5])
    assert axes.wings == (2, 2)
