"""Heroes who shoot and throw: at figures, at each other, when they may, and how far they go then."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, hero, men, weapon

from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.greedy import best
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.army.rosters.reader import read_captain
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import passing_champions, passing_shots
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.missiles import by_champions, phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.odds.champion import aim_odds
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.rulebooks.battlesystem.view.individuals import leader_piece
from banneret.rulebooks.battlesystem.view.inspector.deeds import deeds_of_leader
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

RULE = "battlesystem:1.5"


def giant(x: float, y: float, side: int = 0, **changes: Any) -> Any:
    """A hill giant with his rocks: THAC0 12, AC 4, 40 hit points."""
    facts = {
        "creature": "giant", "class_": "monster", "level": 0, "armour_class": 4, "hit_dice": 8, "hit_points": 40,
        "thac0": 12, "missile_thac0": 12, "attack_rating": 27, "attacks": 2, "size": "L", "footprint": 1.0,
        "missile": missile_of("hill-giant-rock"),
    }  # fmt: skip
    return hero("Trunk-foot", x, y, side, "2d8", **{**facts, **changes})


def facing(*troops: Any, leaders: list[Any], stage: int = stages.MISSILES, **changes: Any) -> State:
    changes = {"options": {"premeasure": True}, **changes}
    return battle(*troops, leaders=leaders, tier=stages.INTERMEDIATE, stage=stage, ranking=(0, 1), **changes)


def orcs(y: float = 30.875, **changes: Any) -> Any:
    return men("Orcs", 12, 6, 30, y, 180, side=1, weapons=[weapon("1d8")], **changes)


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:9.4a.hero-attacks")
def test_a_rock_at_figures_wounds_where_it_does_half_their_hit_dice() -> None:
    """AR 27 - AC 6 + 2 = 23, D8 column 3 twice: 6 of 10 hit dice."""
    state = facing(orcs(), leaders=[giant(30, 24.5)])  # his edge to theirs: six inches
    decision = Shooting(state, 0, RULE)
    assert decision.orders() == [("hold",), ("aim", 0, 0)]
    fire = by_champions.aimed(state, state.individuals[0], state.units[0])
    assert fire is not None
    assert fire.inches == pytest.approx(30.875 - 24.5 - 0.5, abs=0.01)
    table = Script(dice=[1, 1])
    by_champions.shoot(state, table, ("aim", 0, 0), 1)
    assert (state.units[0].figures, state.units[0].wounded) == (12, True)
    assert state.struck
    # the second wound fells the figure
    by_champions.shoot(state, Script(dice=[1, 1]), ("aim", 0, 0), 1)
    assert (state.units[0].figures, state.units[0].wounded) == (11, False)
    # just half is enough, and no result is more than a wound
    assert sums.suffered(state, 1, state.units[0], 49) == 0
    assert sums.suffered(state, 1, state.units[0], 50) == 25
    assert sums.suffered(state, 1, state.units[0], 400) == 25
    # with as many shots as a figure has creatures he fells it whole, and under the option as many as he has damage for
    ratio = state.units[0].now.ratio
    assert sums.suffered(state, ratio, state.units[0], 400) == 100
    state.setting.flags.uncapped_heroes = True
    assert sums.suffered(state, ratio, state.units[0], 400) == 400
    assert sums.suffered(state, 1, state.units[0], 400) == 25


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:8.7c")
def test_less_than_a_quarter_of_a_figure_is_no_wound_in_the_odds_of_his_shots_either() -> None:
    state = facing(orcs(y=20), leaders=[giant(30, 14)])
    one, unit = state.individuals[0], state.units[0]
    fire = by_champions.aimed(state, one, unit)
    assert fire is not None
    unit.now.ratio = 1  # a rock for a creature: he fells figures whole
    assert aim_odds(state, one, unit, fire, 0, 1).nothing < 1
    unit.now.figure = 10_000
    assert aim_odds(state, one, unit, fire, 0, 1).nothing == 1


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:9.4a.whole-figure")
@pytest.mark.parametrize(
    ("uncapped", "shots", "felled", "told"),
    [
        (False, 1, 26, "19 %, fells 72 %"),
        (False, 2, 52, ""),
        (True, 1, 55, "19 %, fells 72 %, 1.5 on average"),
        (True, 2, 110, ""),
    ],
)
def test_the_odds_count_the_figures_that_his_shots_fell(
    uncapped: bool, shots: int, felled: int, told: str
) -> None:
    # 21 + 2d6, twice the D8 column: 6 hit dice at 23, 4 at 24 and 25, 2 at 26 and 27, 1 at 28 and 29, and less than one above
    state = facing(orcs(y=20), leaders=[giant(30, 14)])
    state.setting.flags.uncapped_heroes = uncapped
    one, unit = state.individuals[0], state.units[0]
    fire = by_champions.aimed(state, one, unit)
    assert fire is not None
    unit.now.ratio, unit.now.figure = 1, 10
    found = aim_odds(state, one, unit, fire, 0, shots)
    assert (found.total, found.fells, found.felled) == (21, Fraction(26, 36), Fraction(felled, 36))
    foreseen = champion_forecast(state, ("aim", 0, 0))  # his one shot of this phase
    assert foreseen is not None
    assert told in foreseen.text


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:9.4b.to-hit")
def test_a_rock_at_an_individual_is_a_d20_against_his_armour() -> None:
    state = facing(orcs(y=45), leaders=[giant(30, 14), hero("Grange Rarrack", 30, 24.75, side=1)])
    one, other = state.individuals.values()
    order = ("aim", 0, "man", 1)
    fire = by_champions.aimed(state, one, by_champions.target_of(state, order))
    assert fire is not None
    assert fire.inches == pytest.approx(10.0)
    assert by_champions.needed(state, one, other, fire, 1) == 14  # 12 - 0 + 2, medium
    for die, lost in ((13, 0), (14, 9)):
        other.hurt = 0
        by_champions.shoot(state, Script(dice=[die, 4, 5] if lost else [die]), order, 1)
        assert other.hurt == lost
    other.hurt = 40
    by_champions.shoot(state, Script(dice=[20, 8, 8]), order, 1)
    assert not other.on_table
    # behind a wall: 4 more, and 5 at long range
    walled = facing(
        orcs(y=45),
        leaders=[giant(30, 14), hero("Anna", 30, 30, side=1)],
        terrain=[area("building", 28, 28, 32, 32)],
    )
    far = by_champions.aimed(walled, walled.individuals[0], by_champions.target_of(walled, order))
    assert far is not None
    assert far.covers == ["hard"]
    hard = by_champions.needed(walled, walled.individuals[0], walled.individuals[1], far, 2)
    assert (
        hard
        > by_champions.needed(walled, walled.individuals[0], walled.individuals[1], far, 0)
        == 12 + (hard - 12 - 5)
    )


@pytest.mark.rule("battlesystem:9.4c")
def test_the_weapon_in_his_hand_adds_nothing_to_his_shots() -> None:
    row: dict[str, Any] = {
        "name": "Eric", "rank": "hero", "creature": "human", "mv": 12, "class": "fighter", "level": 4, "ac": 8,
        "hd": 4, "hp": 18, "thac0": 16, "saves": [13, 14, 15, 16, 16], "missile": "long-bow", "dexterity": 16,
        "weapon": {"id": "long-sword", "plus": 2, "sm": "1d8+2", "l": "1d12+2"},
    }  # fmt: skip
    sheet = read_captain(row, "test", {"tier": "intermediate"}).sheet.champion
    assert sheet is not None
    assert (sheet.thac0, sheet.missile_thac0) == (16, 17)  # level 4: 18, Dexterity 16: +1
    row |= {"dexterity": 10}
    plain = read_captain(row, "test", {"tier": "intermediate"}).sheet.champion
    assert plain is not None
    assert plain.missile_thac0 == 18


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.2a", "battlesystem:10.1a")
def test_when_he_may_shoot() -> None:
    bow = {"missile": missile_of("long-bow"), "size": "M", "footprint": 0.5}
    for stage, rocks, arrows in ((stages.INITIAL_MISSILES, 0, 1), (stages.MISSILES, 1, 2)):
        state = facing(orcs(), leaders=[giant(30, 20), giant(40, 20, **bow)], stage=stage)
        assert [by_champions.shots_left(state, one) for one in state.individuals.values()] == [rocks, arrows]
    state = facing(orcs(y=25.0), leaders=[giant(30, 24.495)])
    assert by_champions.why_not(state, state.individuals[0]) is not None  # he touches them
    assert Shooting(state, 0, RULE).heroes == []
    unarmed = facing(orcs(), leaders=[hero("Anna", 30, 20)])
    assert Shooting(unarmed, 0, RULE).heroes == []


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.4")
def test_what_he_shot_limits_his_way_and_his_way_his_shots() -> None:
    bow = {"missile": missile_of("long-bow"), "size": "M", "footprint": 0.5}
    state = facing(orcs(), leaders=[giant(30, 20, **bow)], stage=stages.INITIAL_MISSILES)
    archer = state.individuals[0]
    by_champions.shoot(state, Script(dice=[1, 1]), ("aim", 0, 0), 1)
    assert (archer.shots, archer.last_shot) == (1, 1)
    assert by_champions.shots_left(state, archer) == 0  # one in this phase
    assert individual_moves.left_of(state, archer) == 12.0 * by_champions.share(state, archer) < 12.0
    state.stage = stages.MISSILES
    assert by_champions.shots_left(state, archer) == 1
    archer.moved = 12.0
    assert by_champions.shots_left(state, archer) == 0
    state.round = 2
    assert individual_moves.left_of(state, archer) == 0.0  # he moved twelve
    archer.moved = 0.0
    assert individual_moves.left_of(state, archer) == 12.0
    assert CODEC.load(CODEC.dump(state), state).individuals == state.individuals


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.1n")
def test_whom_he_may_not_shoot_at() -> None:
    friends = men("Axes", 6, 6, 30, 30.0, 0)
    state = facing(orcs(y=30.0), friends, leaders=[giant(30, 20), hero("Anna", 36, 24, side=1)])
    decision = Shooting(state, 0, RULE)
    for order in (("aim", 0, 0), ("aim", 0, 1), ("aim", 1, 0), ("aim", 0, 7), ("aim", 0, "man", 0), ("aim",)):
        assert decision.check(order) is not None, order
    assert decision.check(("aim", 0, "man", 1)) is None
    duel = facing(orcs(y=45), leaders=[giant(30, 14), hero("Anna", 36, 24, side=1), hero("Friend", 36.5, 24)])
    refused = Shooting(duel, 0, RULE).check(("aim", 0, "man", 1))
    assert refused is not None
    assert refused.rule == "battlesystem:10.1n"


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:1.5")
def test_the_phase_asks_and_the_question_tells_the_odds() -> None:
    state = facing(orcs(), leaders=[giant(30, 24.5)])
    asked = question(state, Shooting(state, 0, RULE))
    shot = next(option for option in asked.options if option.order.startswith("aim"))
    assert (shot.group, shot.pieces) == ("Trunk-foot", ("l0", "u0"))
    assert shot.odds is not None
    assert shot.odds.throws[0].figures[0].value == "21 + 2d6"
    found = preview(state, Shooting(state, 0, RULE), ("aim", 0, 0))
    assert found is not None
    assert found.sentence == "Trunk-foot: shoot at Orcs."
    table = Script(dice=[3, 4], orders=[("aim", 0, 0)])
    phases.missile_step(state, table)
    assert state.individuals[0].shots == 1
    assert RULEBOOK.view.scene(state, viewer_of(0)) is not None


def test_the_computer_throws_what_it_has() -> None:
    state = facing(orcs(), leaders=[giant(30, 24.5)])
    assert best(Shooting(state, 0, RULE), Lens(state, 0)) == ("aim", 0, 0)
    weak = facing(orcs(y=45), leaders=[giant(30, 14), hero("Anna", 30, 20, side=1)])
    weak.individuals[1].hurt = 46
    assert best(Shooting(weak, 0, RULE), Lens(weak, 0)) == ("aim", 0, "man", 1)


# ---------------------------------------------------------------- shots at individuals on the move


def archers(x: float = 30.0, y: float = 20.0, **changes: Any) -> Any:
    """Twelve men with longbows who look north."""
    return men("Bows", 12, 6, x, y, 0, missile=missile_of("long-bow"), **changes)


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.6a")
def test_the_points_of_his_way_at_which_he_may_be_shot_at() -> None:
    state = facing(archers(), leaders=[hero("Anna", 10, 30, side=1)])
    spots = passing_champions.spots_of(state, state.individuals[0], [(12.5, 30), (12.5, 31)])
    assert spots == [
        (0.0, 10, 30),
        (1.0, 11, 30),
        (2.0, 12, 30),
        (2.5, 12.5, 30),
        (3.0, 12.5, 30.5),
        (3.5, 12.5, 31),
    ]


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.2b", "battlesystem:10.6")
def test_he_is_shot_at_on_his_way_and_goes_on_or_falls() -> None:
    for hurt, falls in ((0, False), (47, True)):
        state = facing(archers(), leaders=[hero("Anna", 20, 30, side=1)], stage=stages.MOVEMENT)
        anna = state.individuals[0]
        anna.hurt = hurt
        # AR 20 + 1 against one man = 21, AC 0: 21 + 2 = 23, D6 column 2 hit dice at most one figure's shot
        table = Script(dice=[1, 1], orders=[("snipe", 0, 0, 4)])
        individual_moves.carry_out(state, table, 1, ("lead", 0, (30, 30)))
        assert state.units[0].passing
        assert state.units[0].shots == 1
        assert anna.hurt > hurt
        assert anna.on_table == (not falls)
        assert (anna.x, anna.y) == ((24, 30) if falls else (30, 30))
        assert anna.moved == (4.0 if falls else 10.0)


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.2b")
def test_a_unit_shoots_once_at_whoever_moves_and_once_more_nobody() -> None:
    state = facing(
        archers(),
        leaders=[hero("Anna", 20, 30, side=1), hero("Bert", 40, 30, side=1)],
        stage=stages.MOVEMENT,
    )
    table = Script(dice=[6, 6], orders=[("snipe", 0, 0, 0)])
    individual_moves.carry_out(state, table, 1, ("lead", 0, (24, 30)))
    individual_moves.carry_out(state, Script(), 1, ("lead", 1, (36, 30)))  # nobody is asked
    assert (state.individuals[1].x, state.individuals[1].hurt) == (36, 0)
    assert passing_champions.OnHisWay(state, 0, state.individuals[1], [(0.0, 36, 30)], 0).shots() == []


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.6a")
def test_he_may_be_shot_at_when_his_side_has_made_its_moves() -> None:
    state = facing(archers(), leaders=[hero("Anna", 30, 30, side=1)], stage=stages.MOVEMENT)
    table = Script(dice=[6, 6], orders=[("snipe", 0, 0)])
    passing_shots.after_the_part(state, table, 1)
    assert state.units[0].passing
    spots = [(0.0, 30.0, 40.0), (1.0, 30.0, 39.0), (2.0, 30.0, 38.0)]
    options: list[Any] = [("snipe", 0, 0, number) for number in range(3)]
    asked = PassingShot(0, options, spots=spots)
    labels = [option.label for option in question(state, asked).options]
    assert labels == [
        "Hold",
        "At Anna, before he moves",
        "At Anna, after 1 in",
        "At Anna, where he ends his move",
    ]
    assert question(state, asked).options[1].odds is not None
    # what can be shot at where he ends is kept for the next phase; else the computer takes the best point
    state.units[0].passing, state.units[0].shots = False, 0
    assert best(asked, Lens(state, 0)) == ("hold",)
    assert best(PassingShot(0, options[:2], spots=spots), Lens(state, 0))[:3] == ("snipe", 0, 0)


# ---------------------------------------------------------------- his shots at those on the move


def walking(inches: float = 6.0, **changes: Any) -> tuple[State, Way]:
    """Orcs 16 inches before a giant go at him; his rocks reach 21 inches."""
    state = facing(orcs(y=32.0, **changes), leaders=[giant(30, 14)], stage=stages.MOVEMENT)
    unit = state.units[0]
    return state, Way(unit, plan(state, unit, [("slide", 0, inches)], 9.0, True).legs, False)


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.2b", "battlesystem:10.6", "battlesystem:10.6a")
def test_a_hero_shoots_once_at_troops_on_the_move() -> None:
    state, way = walking()
    options = passing_shots.OnTheWay(state, 0, state.units[0], way).shots()
    assert options == [("aim", 0, 0, stop) for stop in range(7)]
    asked = question(state, PassingShot(0, options, 0, way))
    assert [option.label for option in asked.options[1:3]] == [
        "At Orcs, before it moves",
        "At Orcs, after 1 in",
    ]
    assert {option.group for option in asked.options[1:]} == {"Trunk-foot"}
    sums = [option.odds.throws[0].figures[0].value for option in asked.options if option.odds is not None]
    assert len(set(sums)) == 2  # the orcs come from medium range into short range
    way.stops[6].set_down(state.units[0])
    passing_shots.fire(state, Script(dice=[1, 1]), ("aim", 0, 0, 6))
    one = state.individuals[0]
    assert (one.passing, one.shots, one.last_shot) == (True, 1, state.round)
    assert state.units[0].attacked
    assert passing_shots.OnTheWay(state, 0, state.units[0], way).shots() == []
    assert CODEC.load(CODEC.dump(state), state).individuals[0].passing
    footprints.rest(state, one)
    assert not one.passing


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.6a", "battlesystem:10.1n")
def test_a_hero_shoots_at_heroes_on_the_move_and_when_all_have_moved() -> None:
    state = facing(leaders=[giant(30, 14), hero("Anna", 20, 24, side=1)], stage=stages.MOVEMENT)
    anna = state.individuals[1]
    table = Script(dice=[20, 8, 8], orders=[("aim", 0, "man", 1, 4)])
    individual_moves.carry_out(state, table, 1, ("lead", 1, (30, 24)))
    (asked,) = table.asked
    assert isinstance(asked, PassingShot)
    labels = [option.label for option in question(state, asked).options]
    assert labels[1:3] == ["At Anna, before he moves", "At Anna, after 1 in"]
    assert (anna.x, anna.y, anna.hurt) == (30, 24, 16)
    later = facing(leaders=[giant(30, 14), hero("Anna", 30, 24, side=1)], stage=stages.MOVEMENT)
    table = Script(dice=[1], orders=[("aim", 0, "man", 1)])
    passing_shots.after_the_part(later, table, 1)
    assert later.individuals[0].passing
    # the computer shoots at those who will be out of reach
    spots = [(0.0, 30.0, 24.0), (1.0, 30.0, 25.0)]
    shots: list[Any] = [("aim", 0, "man", 1, 0)]
    fresh = facing(leaders=[giant(30, 14), hero("Anna", 30, 24, side=1)], stage=stages.MOVEMENT)
    assert best(PassingShot(0, shots, spots=spots), Lens(fresh, 0)) == shots[0]


def test_the_inspector_says_when_a_hero_shoots() -> None:
    for stage, why in (
        (stages.MOVEMENT, "only in the phases of shooting"),
        (stages.MISSILES, "nobody is in his sight"),
    ):
        state = facing(orcs(y=60), leaders=[giant(30, 14)], stage=stage)
        seen = RULEBOOK.view.scene(state, viewer_of(0))
        piece = leader_piece(state, state.individuals[0])
        found = deeds_of_leader(state, state.individuals[0], piece, seen)
        assert [deed.text[: len(why)] for deed in found if deed.label == "Shoot"] == [why]


@pytest.mark.rule("battlesystem:3.5", "battlesystem:10.1l", "battlesystem:9.4c")
@pytest.mark.parametrize(
    ("version", "away", "listed"), [(10, 20.0, True), (10, 20.1, False), (11, 25.0, True), (11, 30.1, False)]
)
def test_a_hero_learns_of_no_range_before_he_shoots(version: int, away: float, listed: bool) -> None:
    """A rock flies 20 inches; at troops and men who look no farther than half again it may be thrown, and is spent."""
    state = facing(
        orcs(14.5 + away),
        leaders=[giant(30, 14), hero("Xan", 44, 14, side=1)],
        options={"version": version},
    )
    state.individuals[1].x = 30.75 + away
    found = Shooting(state, 0, RULE)
    assert (("aim", 0, 0) in found.orders()) is listed
    assert (("aim", 0, "man", 1) in found.orders()) is listed
    for order in (("aim", 0, 0), ("aim", 0, "man", 1)):
        state.individuals[0].shots = 0
        assert (found.check(order) is None) is listed
        if listed and away > 20:
            table = Script()  # no die falls
            by_champions.shoot(state, table, order, 1)
            assert "out of range: the shot is spent" in table.news
            assert state.individuals[0].shots_in(state.round) == 1
            assert not state.struck
