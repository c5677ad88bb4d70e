"""Catapults and ballistae: their shots, their crews, their moves. Figures worked out by hand."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, captain, crew, hero, line, men, skirmishers

from banneret.kernel.decision import Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.scenarios import build
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.engines import captures, crews, shots
from banneret.rulebooks.battlesystem.engines.firing import Firing, artillery_step
from banneret.rulebooks.battlesystem.engines.shots import aim_of, range_of
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.march import passing_shots
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.missiles import volleys
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.odds.artillery import shot_odds
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.dice import ROLLS, WAYS
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.rosters import Ammunition
from banneret.rulebooks.battlesystem.unit import OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.worth.walls_and_spears import WALKING
from banneret.testing import Script


def foes(inches: float = 20.0, number: int = 24, files: int = 8, x: float = 30.0, **changes: Any) -> Troop:
    """Orcs whose front is some inches before y = 10, where the pieces have theirs: AC 6, 10 hit dice a figure."""
    return men("Foes", number, files, x, 10.0 + inches, 180, side=1, **changes)


def facing(*troops: Troop, stage: int = stages.ARTILLERY, **changes: Any) -> State:
    options = {"premeasure": True, **changes.pop("options", {})}
    return battle(*troops, stage=stage, tier=stages.INTERMEDIATE, options=options, **changes)


def piece(engine: str = "ballista", **changes: Any) -> Troop:
    changes.setdefault("y", 10.0)
    return crew(engine, **changes)


def shot(state: State, *order: Any, dice: list[int] | None = None) -> Script:
    """One shot of piece 0 at unit 1, with dice for the shot and for a check."""
    table = Script(dice=[*(dice or [3, 4]), 1, 1], orders=[order or ("fire", 0, 1)])
    artillery_step(state, table)
    return table


def rolled(table: Script) -> tuple[int, int]:
    """The attack roll and the tenths of hit dice."""
    event = next(event for event in table.events if event.kind == "volley")
    return event.data["roll"], event.data["damage"]


def refused(state: State, *order: Any, side: int = 0) -> str:
    found = Firing(state, side).check(order)
    assert isinstance(found, Refusal), order
    assert found.nearest is None or Firing(state, side).check(found.nearest) is None
    return found.rule.removeprefix("battlesystem:")


def not_hauled(state: State, *order: Any, side: int = 0) -> str:
    found = MoveDecision(state, side).check(order)
    assert isinstance(found, Refusal), order
    return found.rule.removeprefix("battlesystem:")


def haul(state: State, *legs: Any) -> Script:
    table = Script(orders=[("haul", 0, 0, *[("go", *leg) for leg in legs])])
    move_step(state, table)
    return table


# ---------------------------------------------------------------- shots


@pytest.mark.rule("battlesystem:10.9e", "battlesystem:10.9j", "battlesystem:10.9c")
@pytest.mark.parametrize("armour", [8, -2])
def test_a_light_catapult_at_short_range(armour: int) -> None:
    """20 - 5 + 7 = 22: D10 4, twice: 8 HD against orcs of 10: one is wounded, whatever their armour."""
    state = facing(piece("light-catapult"), foes(20, armour_class=armour))
    assert rolled(shot(state)) == (22, 80)
    assert (state.units[1].figures, state.units[1].wounded) == (24, True)


@pytest.mark.rule("battlesystem:10.9j")
def test_a_second_wound_kills() -> None:
    """8 HD against a unit that has a wounded figure: one figure goes."""
    state = facing(piece("light-catapult"), foes(20, wounded=True))
    shot(state)
    assert (state.units[1].figures, state.units[1].wounded) == (23, False)


@pytest.mark.rule("battlesystem:10.9f")
def test_a_heavy_catapult_at_medium_range() -> None:
    """20 + 2 - 5 + 4 = 21: D12 5, twice: 10 HD."""
    state = facing(piece("heavy-catapult"), foes(30))
    assert rolled(shot(state, dice=[1, 3])) == (21, 100)
    assert state.units[1].figures == 23


@pytest.mark.rule("battlesystem:10.9i", "battlesystem:10.9h")
def test_a_ballista_at_short_range() -> None:
    """20 - 10 + 7 = 17: D6 4, twice: 8 HD, whatever the armour."""
    for armour in (0, 9):
        assert rolled(shot(facing(piece(), foes(11, armour_class=armour)))) == (17, 80)


@pytest.mark.rule("battlesystem:10.9i")
def test_ranges_of_a_ballista() -> None:
    """11 short, 22 medium (+2), 32 long (+5), no more beyond."""
    sums = [rolled(shot(facing(piece(), foes(inches))))[0] for inches in (11, 11.1, 22, 22.1, 32)]
    assert sums == [17, 19, 19, 22, 22]
    assert refused(facing(piece(), foes(32.1)), "fire", 0, 1) == "10.9g"


@pytest.mark.rule("battlesystem:10.9a")
def test_too_near_for_a_catapult() -> None:
    """A light catapult reaches nobody at 14.9 inches, and shoots at 15; a heavy one at 18."""
    assert refused(facing(piece("light-catapult"), foes(14.9)), "fire", 0, 1) == "10.9a"
    assert rolled(shot(facing(piece("light-catapult"), foes(15))))[0] == 22
    assert refused(facing(piece("heavy-catapult"), foes(17.9)), "fire", 0, 1) == "10.9a"
    assert Firing(facing(piece("heavy-catapult"), foes(18)), 0).shots() == [("fire", 0, 1)]


@pytest.mark.rule("battlesystem:10.9a")
def test_where_nothing_is_measured_a_shot_too_near_is_spent() -> None:
    state = facing(piece("light-catapult"), foes(12), options={"premeasure": False})
    table = Script(orders=[("fire", 0, 1)])
    artillery_step(state, table)
    assert "out of its reach: the shot is spent" in table.events[-1].text
    assert state.pieces[0].last_shot == 1


@pytest.mark.rule("battlesystem:10.9b")
def test_a_catapult_shoots_over_friends() -> None:
    """Friends 4 inches before it, the target at 22: 20 + 3 + 2 - 5 + 7 = 27; out of command is no matter."""
    friends = men("Friends", 12, 6, 30, 14 + 1.5, 0)
    state = facing(piece("light-catapult"), foes(22), friends)
    state.units[0].in_command = False
    assert refused(state, "fire", 0, 1) == "10.9b"
    assert rolled(shot(state, "fire", 0, 1, "over"))[0] == 27


@pytest.mark.rule("battlesystem:10.9b")
def test_friends_right_before_a_catapult_are_in_its_way() -> None:
    """Their last rank ends 2.9 inches before it: nothing goes over them."""
    friends = men("Friends", 12, 6, 30.375, 12.9 + 1.5, 0)
    state = facing(piece("light-catapult"), foes(22), friends)
    assert Firing(state, 0).shots() == []
    assert refused(state, "fire", 0, 1, "over") == "10.9b"


def behind_woods(
    *troops: Troop, spotting: bool = True, engine: str = "light-catapult", **changes: Any
) -> State:
    """Woods from y = 18 to 24 between a piece and its target, which stands at y = 32."""
    woods = area("woods", 0, 18, 60, 24)
    options = {"spotting": spotting}
    return facing(piece(engine), foes(22), *troops, terrain=[woods], options=options, **changes)


@pytest.mark.rule("battlesystem:10.9b")
def test_a_commander_spots_for_a_catapult_by_an_option() -> None:
    """He stands beyond the woods: 20 + 3 for medium range + 2 for indirect fire - 5 + 7 = 27."""
    watcher = captain("Watcher", 8, 28)
    state = behind_woods(leaders=[watcher])
    assert Firing(state, 0).shots() == [("fire", 0, 1, "over")]
    assert rolled(shot(state, "fire", 0, 1, "over"))[0] == 27
    assert Firing(behind_woods(leaders=[watcher], spotting=False), 0).shots() == []
    assert Firing(behind_woods(leaders=[captain("Blind", 8, 12)]), 0).shots() == []
    assert Firing(behind_woods(leaders=[captain("Enemy", 8, 28, side=1)]), 0).shots() == []
    assert Firing(behind_woods(leaders=[hero("Hero", 8, 28)]), 0).shots() == []
    assert Firing(behind_woods(leaders=[watcher], engine="ballista"), 0).shots() == []


@pytest.mark.rule("battlesystem:10.9b")
def test_a_unit_commander_spots_in_the_arc_of_his_figure() -> None:
    watch = men("Watch", 12, 6, 8, 29, 90)
    state = behind_woods(watch)
    assert Firing(state, 0).shots() == [("fire", 0, 1, "over")]
    away = behind_woods(men("Watch", 12, 6, 8, 29, 270))
    assert Firing(away, 0).shots() == []
    routed = behind_woods(men("Watch", 12, 6, 8, 29, 90, routed=True))
    assert Firing(routed, 0).shots() == []


@pytest.mark.rule("battlesystem:10.9b")
def test_figures_that_no_commander_sees_are_not_shot_at() -> None:
    """A body of foes hides the left of the target from him: only those seen can be felled, and that is worse by 2."""
    screen = men("Screen", 4, 4, 20, 31, 180, side=1)
    state = behind_woods(screen, leaders=[captain("Watcher", 8, 29.5)])
    found = aim_of(state, state.pieces[0], state.units[1], True)
    assert found is not None
    assert found.is_partly_seen
    assert 0 < len(found.seen) < 24
    assert rolled(shot(state, "fire", 0, 1, "over"))[0] == 29


@pytest.mark.rule("battlesystem:10.9g")
def test_a_ballista_needs_a_straight_line() -> None:
    state = facing(piece(), foes(20), men("Friends", 12, 6, 30, 16, 0))
    assert refused(state, "fire", 0, 1) == "10.9g"
    assert refused(state, "fire", 0, 1, "over") == "10.9g"


@pytest.mark.rule("battlesystem:11.6c", "battlesystem:10.9j")
def test_a_shield_wall_gives_nothing_and_a_loose_target_one() -> None:
    """A wall to the front: 22 as without; open: one more."""
    wall = facing(piece("light-catapult"), foes(20, shields=WALKING))
    assert rolled(shot(wall))[0] == 22
    assert rolled(shot(facing(piece("light-catapult"), foes(20, formation=OPEN))))[0] == 23


@pytest.mark.rule("battlesystem:10.9j")
def test_woods_and_walls_still_cover() -> None:
    """A breast-high wall before them: 20 + 4 - 5 + 7 = 26; their AC is no matter."""
    state = facing(
        piece("light-catapult"), foes(20), terrain=[line("wall", (20, 29.8), (40, 29.8), width=0.2)]
    )
    assert rolled(shot(state))[0] == 26


@pytest.mark.rule("battlesystem:10.9d")
def test_a_catapult_shoots_every_other_round() -> None:
    state = facing(piece("light-catapult"), foes(20))
    shot(state)
    assert refused(state, "fire", 0, 1) == "10.9d"
    state.round = 2
    assert refused(state, "fire", 0, 1) == "10.9d"
    state.round = 3
    assert Firing(state, 0).check(("fire", 0, 1)) is None


@pytest.mark.rule("battlesystem:10.9g")
def test_a_ballista_shoots_every_round() -> None:
    state = facing(piece(), foes(11))
    shot(state)
    assert refused(state, "fire", 0, 1) == "10.9g"
    state.round = 2
    assert Firing(state, 0).check(("fire", 0, 1)) is None


@pytest.mark.rule("battlesystem:10.10a")
def test_ogres_at_a_piece() -> None:
    """THAC0 15 at 5:1, attack rating 20 on the roster: 15 - 10 + 7 = 12."""
    state = facing(piece(thac0=15, attack_rating=20, ratio=5), foes(11))
    assert rolled(shot(state))[0] == 12


@pytest.mark.rule("battlesystem:10.9k")
def test_the_arc_and_the_front_edge() -> None:
    """45 degrees either way from the middle of its front edge: orcs 14 in ahead and 20 to the right are outside."""
    assert Firing(facing(piece(), foes(14, x=50, files=3, number=6)), 0).shots() == []
    assert Firing(facing(piece(), foes(14, x=42, files=3, number=6)), 0).shots() == [("fire", 0, 1)]
    state = facing(piece(), foes(11))
    assert state.pieces[0].y == pytest.approx(10 - 0.75)
    fire = aim_of(state, state.pieces[0], state.units[1], False)
    assert fire is not None
    assert fire.inches == pytest.approx(11.0)


@pytest.mark.rule("battlesystem:10.1n")
def test_no_shot_at_those_in_contact_with_friends() -> None:
    state = facing(piece("light-catapult"), foes(20), men("Friends", 12, 6, 30, 30, 0))
    assert refused(state, "fire", 0, 1, "over") == "10.1n"


@pytest.mark.rule("battlesystem:10.6d")
def test_a_ballista_shoots_at_troops_on_the_move_and_not_again() -> None:
    state = facing(piece(), foes(30, movement=9.0), stage=stages.MOVEMENT, movers=(1, 0))
    table = Script(dice=[3, 4], orders=[("move", 1, ("slide", 0, 9)), ("fire", 0, 1, 0)])
    move_step(state, table)
    assert state.units[1].block is not None
    assert state.units[1].block.y == pytest.approx(31.0)
    assert rolled(table)[0] == 20 + 5 - 10 + 7  # at 30 inches, before they move
    assert refused(state, "fire", 0, 1) == "10.9g"
    way = Way(state.units[1], [], False)
    assert passing_shots.OnTheWay(state, 0, state.units[1], way).shots() == []


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:10.10d")
def test_a_crew_that_shot_does_not_strike_back() -> None:
    state = facing(piece(), foes(11))
    shot(state)
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].shots == 1


# ---------------------------------------------------------------- on the move


@pytest.mark.rule("battlesystem:10.9k")
def test_a_turned_piece_does_not_shoot() -> None:
    state = facing(piece(), foes(11), stage=stages.MOVEMENT)
    haul(state, (90, 0))
    assert state.pieces[0].heading == 90.0
    assert (state.pieces[0].x, state.pieces[0].y) == (30.0, 9.25)
    singles = state.units[0].singles
    assert singles is not None
    assert (singles[0].x, singles[0].y) == (28.875, 9.25)
    state.stage = stages.ARTILLERY
    assert crews.why_not_shoot(state, state.pieces[0]).rule == "battlesystem:10.9k"  # type: ignore[union-attr]


@pytest.mark.rule("battlesystem:10.9", "battlesystem:10.10d")
@pytest.mark.parametrize(
    ("engine", "inches"), [("light-catapult", 8), ("heavy-catapult", 4), ("ballista", 6)]
)
def test_a_piece_goes_at_its_own_rate(engine: str, inches: float) -> None:
    state = facing(piece(engine), foes(30), stage=stages.MOVEMENT)
    before = state.pieces[0].y
    haul(state, (0, 12))
    assert state.pieces[0].y == pytest.approx(before + inches)
    assert crews.crew_of(state, state.pieces[0]) is not None
    assert not faults(state)


@pytest.mark.rule("battlesystem:10.9")
def test_a_stream_without_a_bridge_stops_a_catapult() -> None:
    """The stream's middle at y = 13, the catapult's at 9.25: it goes 3.73 inches, and not into it. With a bridge it goes 8."""
    stream = line("stream", (0, 13), (60, 13), width=1.0)
    state = facing(piece("light-catapult"), foes(30), stage=stages.MOVEMENT, terrain=[stream])
    haul(state, (0, 8))
    assert state.pieces[0].y == pytest.approx(12.98)
    assert not_hauled(state, "haul", 0, 0, ("go", 0, 2)) == "11.8p"
    road = line("road", (30, 0), (30, 40), width=3.0)
    state = facing(piece("light-catapult"), foes(30), stage=stages.MOVEMENT, terrain=[stream, road])
    haul(state, (0, 12))
    assert state.pieces[0].y == pytest.approx(9.25 + 8 / 0.75, abs=0.01)


@pytest.mark.rule("battlesystem:11.8p")
def test_a_ballista_on_a_hill_shoots_and_stays() -> None:
    hill = area("hill", 20, 4, 40, 16, 1)
    state = facing(piece(), foes(20), stage=stages.MOVEMENT, terrain=[hill])
    assert not_hauled(state, "haul", 0, 0, ("go", 0, 5)) == "11.8p"
    assert Firing(state, 0).shots() == [("fire", 0, 1)]


@pytest.mark.rule("battlesystem:11.8p")
def test_woods_are_no_way_for_a_piece() -> None:
    state = facing(
        piece("light-catapult"), foes(30), stage=stages.MOVEMENT, terrain=[area("woods", 20, 12, 40, 16)]
    )
    haul(state, (0, 8))
    assert state.pieces[0].y == pytest.approx(11.98)


@pytest.mark.rule("battlesystem:10.9k")
def test_a_piece_that_shot_stays() -> None:
    state = facing(piece(), foes(11))
    shot(state)
    state.stage = stages.MOVEMENT
    assert not_hauled(state, "haul", 0, 0, ("go", 0, 2)) == "10.9k"


# ---------------------------------------------------------------- crews


@pytest.mark.rule("battlesystem:10.10c")
@pytest.mark.parametrize(("engine", "rounds"), [("ballista", 2), ("light-catapult", 4)])
def test_a_wounded_crew(engine: str, rounds: int) -> None:
    """A ballista every second round, a catapult every fourth; and neither is moved."""
    state = facing(piece(engine), foes(20), round=5)
    singles = state.units[0].singles
    assert singles is not None
    singles[0].wounded = state.units[0].wounded = True
    shot(state)
    for later in range(1, rounds):
        state.round = 5 + later
        assert refused(state, "fire", 0, 1) == "10.10c"
    state.round = 5 + rounds
    assert Firing(state, 0).check(("fire", 0, 1)) is None
    state.stage = stages.MOVEMENT
    assert not_hauled(state, "haul", 0, 0, ("go", 0, 2)) == "10.10c"


@pytest.mark.rule("battlesystem:10.10")
def test_nobody_works_a_piece_from_afar() -> None:
    """The crew goes an inch off: the piece neither shoots nor moves."""
    state = facing(piece(), foes(11), stage=stages.MOVEMENT)
    move_step(state, Script(orders=[("skirmish", 0, (0, 180, 1))]))
    assert crews.crew_of(state, state.pieces[0]) is None
    assert not_hauled(state, "haul", 0, 0, ("go", 0, 2)) == "10.10"
    assert crews.why_not_shoot(state, state.pieces[0]).rule == "battlesystem:10.10"  # type: ignore[union-attr]


@pytest.mark.rule("battlesystem:10.10b", "battlesystem:10.10e")
def test_a_replacement_shoots_from_the_next_round_with_two_more() -> None:
    """First level fighters take the ballista of enemies who are gone: 22 - 10 + 7 = 19, from the next round on."""
    raiders = skirmishers("Raiders", [(31.4, 9.25), (34, 9.25)], 0, 0)
    state = facing(piece(side=1, name="Lost"), men("Far", 12, 6, 30, 21, 180, side=1), raiders)
    state.units[0].take_off(0, SLAIN)
    state.units[0].become(SLAIN)
    singles = state.units[2].singles
    assert singles is not None
    state.units[2].place(0, 30 + 0.5 + 0.375, 9.25, 0)
    captures.take_over(state, Script())
    taken = state.pieces[0]
    assert (taken.crew, taken.figure, taken.side, taken.since) == (2, 0, 0, 2)
    assert refused(state, "fire", 0, 1) == "10.10b"
    state.round = 2
    table = shot(state, "fire", 0, 1)
    assert rolled(table)[0] == 19
    assert not faults(state)


@pytest.mark.rule("battlesystem:10.10")
@pytest.mark.parametrize(("tenths", "may"), [(100, True), (50, False), (99, False)])
def test_a_crew_has_ten_hit_dice(tenths: int, may: bool) -> None:
    """A figure of ten first level men may, one of five gnomes may not."""
    state = facing(piece(), foes(20), skirmishers("Others", [(40, 5)], figure=tenths))
    assert crews.may_serve(state.units[2]) is may


@pytest.mark.rule("battlesystem:10.10", "battlesystem:10.10a", "battlesystem:8.3b")
def test_one_fighter_of_the_tenth_level_is_a_crew() -> None:
    """THAC0 12 and 15 for the ratio: AR 27 in melee, 12 with the piece."""
    data = copy.deepcopy(dict(RULEBOOK.scenario("stone_and_bolt").data))
    row = next(row for row in data["sides"][0]["units"] if row.get("engine") == "ballista")
    row |= {"ratio": "1:1", "hd_per_figure": 10, "ar": 27}
    state = build(RULEBOOK.read_scenario(data, "test").data, "test", {})
    crew_ = next(unit for unit in state.units.values() if unit.now.name == row["name"])
    assert (crew_.now.ratio, crew_.now.figure, crew_.now.attack_rating, crew_.now.thac0) == (1, 100, 27, 12)
    others = next(row for row in data["sides"][0]["units"] if not row.get("engine"))
    others["ratio"] = "1:1"
    with pytest.raises(BadInput, match="individuals"):
        RULEBOOK.read_scenario(data, "test")


@pytest.mark.rule("battlesystem:10.10d")
def test_a_crew_must_leave_when_a_regiment_reaches_it() -> None:
    """Skirmishers held by a formed enemy withdraw or flee before anything else; the piece is left behind."""
    state = facing(piece(), men("Foes", 12, 6, 30, 7.75, 0, side=1), stage=stages.MOVEMENT)
    decision = MoveDecision(state, 0)
    assert decision.compelled
    assert {order[0] for order in decision.compelled} <= {"withdraw", "flee"}
    assert crews.why_not_shoot(state, state.pieces[0]).rule == "battlesystem:10.1a"  # type: ignore[union-attr]
    move_step(state, Script(dice=[3] * 20, orders=[decision.compelled[0]]))
    assert crews.crew_of(state, state.pieces[0]) is None
    assert state.pieces[0].on_table


@pytest.mark.rule("battlesystem:10.10e")
def test_a_regiment_breaks_up_an_abandoned_piece() -> None:
    state = facing(piece(), men("Foes", 12, 6, 30, 10, 180, side=1), stage=stages.ASSIGNMENT)
    state.units[0].take_off(0, SLAIN)
    state.units[0].become(SLAIN)
    captures.break_up(state, Script(orders=[("spare", 1, 0)]))
    assert state.pieces[0].on_table
    captures.break_up(state, Script(orders=[("wreck", 1, 0)]))
    assert not state.pieces[0].on_table


@pytest.mark.rule("battlesystem:10.10e")
def test_a_piece_that_is_worked_is_not_broken_up() -> None:
    state = facing(piece(), men("Foes", 12, 6, 30, 10, 180, side=1), stage=stages.ASSIGNMENT)
    captures.break_up(state, Script())
    assert state.pieces[0].on_table


# ---------------------------------------------------------------- crews that are shot down, or go


def shot_at(figures: int, *more: Troop) -> State:
    """So many archers of Blues shoot 4 inches at the crew: 20 + 1 for one who stands loose, AC 6, 7 on the dice: 22, column D6 is 2."""
    bows = missile_of("short-bow")
    archers = men("Bows", figures, figures, 30, 14, 180, side=1, missile=bows)
    state = facing(piece("light-catapult"), archers, *more, stage=stages.MISSILES)
    volleys.shoot(
        state, Script(dice=[3, 4] + [1] * 8), [volleys.Volley(1, 0, list(range(figures)), 1, False)]
    )
    return state


@pytest.mark.rule("battlesystem:10.10c", "battlesystem:10.8a", "battlesystem:8.7")
def test_a_crew_that_is_shot_at_is_wounded_by_a_quarter_of_its_hit_dice() -> None:
    """Two archers do 4 of its 10 hit dice: the piece stays, and a catapult shoots every fourth round."""
    state = shot_at(2)
    single = crews.crew_of(state, state.pieces[0])
    assert single is not None
    assert single.wounded
    assert crews.rounds_per_shot(crews.engine_of(state, state.pieces[0]), single) == 4
    refusal = crews.why_not_move(state, state.pieces[0])
    assert refusal is not None
    assert refusal.rule == "battlesystem:10.10c"


@pytest.mark.rule("battlesystem:10.10b", "battlesystem:10.10", "battlesystem:10.9d")
def test_another_works_the_piece_of_a_crew_that_was_shot_down() -> None:
    """Five archers do 10 hit dice. The piece shot in round 1: it is ready in round 3, no matter which crew works it, and may be moved in round 2."""
    others = skirmishers("Others", [(45, 5), (40, 5)])
    state = shot_at(5, others)
    catapult = state.pieces[0]
    assert (state.units[0].status, catapult.on_table) == (SLAIN, True)
    assert crews.why_not_shoot(state, catapult).rule == "battlesystem:10.10"  # type: ignore[union-attr]
    catapult.last_shot = 1
    aside = crews.engine_of(state, catapult).width / 2.0 + 0.375
    state.units[2].place(0, catapult.x + aside, catapult.y, 0)
    captures.take_over(state, Script())
    assert (catapult.crew, catapult.side, catapult.since, catapult.replaced) == (2, 0, 2, True)
    state.round = 2
    assert crews.why_not_move(state, catapult) is None
    assert crews.why_not_shoot(state, catapult).rule == "battlesystem:10.9d"  # type: ignore[union-attr]
    state.round = 3
    assert crews.why_not_shoot(state, catapult) is None
    assert not faults(state)


@pytest.mark.rule("battlesystem:10.10b", "battlesystem:10.10e")
@pytest.mark.parametrize(("version", "roll"), [(7, 17), (6, 19)])
def test_the_first_crew_that_takes_its_piece_back_is_no_replacement(version: int, roll: int) -> None:
    """Raiders worked the ballista while its crew was away; then these are gone: 20 - 10 + 7 = 17. Version 6 gave the first crew 2 more."""
    raiders = skirmishers("Raiders", [(40, 5)], side=1)
    state = facing(piece(), foes(11), raiders, options={"version": version})
    ballista = state.pieces[0]
    ballista.crew, ballista.figure, ballista.side, ballista.since, ballista.replaced = 2, 0, 1, 1, True
    captures.take_over(state, Script())
    assert (ballista.crew, ballista.side, ballista.since) == (0, 0, 2)
    state.round = 2
    assert rolled(shot(state))[0] == roll


@pytest.mark.rule("battlesystem:10.10b")
@pytest.mark.parametrize(
    ("version", "orders", "crew", "asked"),
    [
        (15, [], (2, 0), []),
        (16, [None], (2, 0), [0]),
        (16, [("serve", 2, 0, 1)], (2, 1), [0]),
        (16, [("leave", 0), ("serve", 3, 0, 0)], (3, 0), [0, 1]),
        (16, [("leave", 0), ("leave", 0)], (0, 0), [0, 1]),
    ],
)
def test_who_takes_over_a_piece_is_for_his_player_to_say(
    version: int, orders: list[Order | None], crew: tuple[int, int], asked: list[int]
) -> None:
    """Two Raiders and a Thief stand beside a ballista that nobody works; by version 15 the first of them took it over, wanted or not."""
    raiders, thief = skirmishers("Raiders", [(40, 5), (44, 5)]), skirmishers("Thief", [(50, 5)], side=1)
    state = facing(piece(name="Lost"), foes(30), raiders, thief, options={"version": version})
    ballista = state.pieces[0]
    state.units[0].take_off(0, SLAIN)
    state.units[0].become(SLAIN)
    half = crews.engine_of(state, ballista).width / 2.0 + 0.375
    state.units[2].place(0, ballista.x + half, ballista.y, 0)
    state.units[2].place(1, ballista.x - half, ballista.y, 0)
    behind = crews.engine_of(state, ballista).depth / 2.0 + 0.375
    state.units[3].place(0, ballista.x, ballista.y - behind, 0)
    table = Script(orders=orders)
    captures.take_over(state, table)
    table.finish()
    assert (ballista.crew, ballista.figure) == crew
    assert [decision.side for decision in table.asked] == asked
    if table.asked:
        shown = [option.label for option in question(state, table.asked[0]).options]
        assert shown == [
            "Raiders: figure 1 takes over the ballista",
            "Raiders: figure 2 takes over the ballista",
            "Leave the ballista alone",
        ]


@pytest.mark.rule("battlesystem:10.10b")
def test_nobody_is_asked_about_a_piece_when_the_battle_is_over() -> None:
    state = facing(piece(name="Lost"), foes(30), skirmishers("Raiders", [(40, 5)]))
    ballista = state.pieces[0]
    state.units[0].take_off(0, SLAIN)
    state.units[0].become(SLAIN)
    state.units[2].place(0, ballista.x + crews.engine_of(state, ballista).width / 2.0 + 0.375, ballista.y, 0)
    state.outcome = Outcome((0,), "It is over.", "battlesystem:1.7")
    table = Script()
    captures.take_over(state, table)
    assert (table.asked, ballista.crew) == ([], 2)


@pytest.mark.rule("battlesystem:10.10e", "battlesystem:10.10b")
def test_a_crew_that_ran_and_comes_back_works_its_piece_as_before() -> None:
    """Nobody took it over meanwhile: it is not even a round without its crew, and no replacement."""
    state = facing(piece(), foes(11))
    state.units[0].routed = True
    assert crews.crew_of(state, state.pieces[0]) is None
    captures.take_over(state, Script())
    assert (state.pieces[0].crew, state.pieces[0].replaced) == (0, False)
    state.units[0].routed = False
    assert crews.why_not_shoot(state, state.pieces[0]) is None
    assert rolled(shot(state))[0] == 17


# ---------------------------------------------------------------- odds, bytes


def test_the_odds_of_a_shot_are_those_of_its_dice() -> None:
    """A light catapult at short range, 15 + 2d6: a figure falls at 10 HD or more."""
    state = facing(piece("light-catapult"), foes(20))
    one, target = state.pieces[0], state.units[1]
    fire = aim_of(state, one, target, False)
    assert fire is not None
    odds = shot_odds(state, one, target, fire, False, range_of(state, one, fire))
    fallen, on_average = 0, 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            trial = facing(piece("light-catapult"), foes(20))
            shot(trial, dice=[first, second])
            lost = 24 - trial.units[1].figures
            fallen += lost > 0
            on_average += lost + 0.5 * trial.units[1].wounded
    assert odds.any_lost() * 36 == fallen
    assert shots.felled(state, one, target, fire, False) == pytest.approx(on_average / 36)


@pytest.mark.rule("battlesystem:10.1n")
def test_what_a_shot_into_a_melee_fells_is_what_it_fells_of_the_enemy_less_what_it_fells_of_friends() -> None:
    """Averaged over all dice by shooting them."""

    def mixed() -> State:
        state = facing(piece("light-catapult"), foes(20), men("Spears", 12, 6, 30, 32.25, 180))
        state.setting.flags.fire_into_melee = True
        return state

    state = mixed()
    one, target = state.pieces[0], state.units[1]
    fire = aim_of(state, one, target, False)
    assert fire is not None
    on_average = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            trial = mixed()
            shot(trial, dice=[first, second, 1, 1, 1, 1])
            on_average += 24 - trial.units[1].figures + 0.5 * trial.units[1].wounded
            on_average -= 12 - trial.units[2].figures + 0.5 * trial.units[2].wounded
    assert shots.felled(state, one, target, fire, False) == pytest.approx(on_average / 36)
    state.setting.flags.fire_into_melee = False
    assert shots.felled(state, one, target, fire, False) > on_average / 36


def test_pieces_go_to_bytes_and_back() -> None:
    state = facing(piece("light-catapult"), foes(20))
    shot(state)
    loaded = CODEC.load(CODEC.dump(state), state)
    assert loaded.pieces == state.pieces == state.copy().pieces
    assert CODEC.dump(loaded) == CODEC.dump(state)
    none = facing(men(), foes(20))
    assert CODEC.load(CODEC.dump(none), none).pieces == []


# ---------------------------------------------------------------- special ammunition

POTS = Ammunition("fire-pots", "Fire pots", Damage.of("4d12"), 1, checks=True)


@pytest.mark.rule("battlesystem:10.11")
def test_without_agreement_there_are_boulders_only() -> None:
    state = facing(piece("light-catapult"), foes(20))
    assert Firing(state, 0).shots() == [("fire", 0, 1)]
    assert refused(state, "fire", 0, 1, "fire-pots") == "10.11"


@pytest.mark.rule("battlesystem:10.11")
def test_what_was_agreed_is_shot_as_often_as_there_is_of_it() -> None:
    """One pot: attack roll 22, D12 5 four times: 20 HD: 2 figures, and a check of morale though no quarter is lost."""
    state = facing(piece("light-catapult", ammunition=(POTS,)), foes(20))
    assert Firing(state, 0).shots() == [("fire", 0, 1), ("fire", 0, 1, "fire-pots")]
    table = shot(state, "fire", 0, 1, "fire-pots")
    assert rolled(table) == (22, POTS.damage.per_figure(22))
    assert "with fire pots" in next(event for event in table.events if event.kind == "volley").text
    assert any("morale check" in event.text for event in table.events)
    state.round = 3
    assert Firing(state, 0).shots() == [("fire", 0, 1)]
    assert refused(state, "fire", 0, 1, "fire-pots") == "10.11"
    loaded = CODEC.load(CODEC.dump(state), state)
    assert loaded.pieces == state.pieces


@pytest.mark.rule("battlesystem:10.11")
def test_the_odds_count_what_is_thrown() -> None:
    state = facing(piece("light-catapult", ammunition=(POTS,)), foes(20))
    one, target = state.pieces[0], state.units[1]
    fire = aim_of(state, one, target, False)
    assert fire is not None
    odds = shot_odds(state, one, target, fire, False, range_of(state, one, fire), POTS)
    assert odds.checks == 1
    assert odds.lost() > shot_odds(state, one, target, fire, False, range_of(state, one, fire)).lost()


SLIME = Ammunition("slime", "Slime", Damage.of("1d4"), 1, checks=True)


@pytest.mark.rule("battlesystem:10.11")
@pytest.mark.parametrize(
    ("dice", "version", "checks"), [([6, 6], 19, False), ([6, 6], 18, True), ([1, 1], 19, True)]
)
def test_who_is_not_hit_does_not_check(dice: list[int], version: int, checks: bool) -> None:
    """Against AC 5 with THAC0 26: 21 and 12 are 33, at which D4 does nothing; 21 and 2 are 23, which do 1 hit die."""
    slimy = piece("light-catapult", ammunition=(SLIME,), thac0=26)
    state = facing(slimy, foes(20), options={"version": version})
    table = shot(state, "fire", 0, 1, "slime", dice=dice)
    assert (rolled(table)[1] > 0) is (dice == [1, 1])
    assert any("morale check" in event.text for event in table.events) is checks
    state = facing(slimy, foes(20), options={"version": version})
    one, target = state.pieces[0], state.units[1]
    fire = aim_of(state, one, target, False)
    assert fire is not None
    odds = shot_odds(state, one, target, fire, False, range_of(state, one, fire), SLIME)
    hits = sum([ways for fallen, ways in WAYS if SLIME.damage.per_figure(21 + fallen) > 0])
    assert 0 < hits < ROLLS
    assert odds.checks == (Fraction(hits, ROLLS) if version == 19 else 1)


@pytest.mark.rule("battlesystem:10.10", "battlesystem:10.4")
@pytest.mark.parametrize(
    ("version", "missile", "made", "inches"),
    [
        (14, "long-bow", 1, 4.0),
        (14, "long-bow", 2, 0.0),
        (14, "light-crossbow", 1, 0.0),
        (13, "long-bow", 1, 8.0),
    ],
)
def test_what_a_crew_has_shot_of_its_own_limits_its_piece(
    version: int, missile: str, made: int, inches: float
) -> None:
    # Table 12: archers shoot twice and stay, or once and go half; crossbowmen shoot or move. A light catapult goes 8 inches.
    bow = missile_of(missile)
    state = facing(
        piece("light-catapult", missile=bow, volleys=bow.volleys, shots=made),
        foes(40.0),
        stage=stages.MOVEMENT,
        depth=72.0,
        options={"version": version},
    )
    singles = state.units[0].singles
    assert singles is not None
    singles[0].shots = made
    order = ("haul", 0, 0, ("go", 0, 8))
    why = MoveDecision(state, 0).check(order)
    if not inches:
        assert why is not None
        assert (why.rule, why.reason.endswith("it does not move in this round.")) == (
            "battlesystem:10.4",
            True,
        )
        return
    assert why is None
    before = state.pieces[0].y
    move_step(state, Script(orders=[order]))
    assert state.pieces[0].y - before == pytest.approx(inches)


def test_shots_of_several_pieces_are_told_apart() -> None:
    """Each shot says at whom and how, under the name of its piece; nothing has to be typed."""
    state = facing(piece(), foes(20), piece("light-catapult", x=36))
    shown = question(state, Firing(state, 0))
    assert shown.form is None
    found = {option.order: (option.group, option.terms) for option in shown.options if option.terms}
    assert list(found) == ["fire 0 1", "fire 1 1"], found
    assert len({group for group, _ in found.values()}) == 2
    assert {terms for _, terms in found.values()} == {(("at", "Foes"), ("how", "directly"))}
