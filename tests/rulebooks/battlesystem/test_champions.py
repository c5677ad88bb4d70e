"""Individuals who fight: how they go and stand, and what they and figures do to each other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks.battlesystem.regiments import battle, captain, hero, men, skirmishers
from rulebooks.battlesystem.test_formations import give, refused

from banneret import rulebooks
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.errors import BadInput
from banneret.kernel.player import Player, Seat
from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.greedy import GreedyPlayer
from banneret.rulebooks.battlesystem.army.rosters.reader import read_captain
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.command import coverage, in_command
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.individual import ARMY, HERO, Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.missiles import at_champions, phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.odds.champion import blow_odds, shot_odds, strike_odds
from banneret.rulebooks.battlesystem.referee import BattlesystemReferee
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN, SLAIN, Unit
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.rulebooks.battlesystem.view.individuals import leader_piece
from banneret.rulebooks.battlesystem.view.inspector.inspect import inspect
from banneret.rulebooks.battlesystem.view.plans import plans
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script


def meadow(**changes: object) -> State:
    """Grange at (30, 20.25), half an inch of his on the rear of nobody: twelve orcs face south with their front at 20.5 over him."""
    return battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1, attack_rating=20, armour_class=6),
        men("Spears", 12, 6, 10, 10),
        leaders=[hero("Grange", 30, 20.25, damage="1d10+5", **changes)],
        tier=stages.INTERMEDIATE,
    )


# ---------------------------------------------------------------- standing and going


@pytest.mark.rule("battlesystem:9.0b", "battlesystem:9.0c", "battlesystem:9.4")
def test_he_touches_at_half_his_footprint_and_commands_nobody() -> None:
    state = meadow()
    grange = state.individuals[0]
    # the orcs' front edge runs along y = 20.5, figures 0.75 broad from x = 27.75: he stands below the fourth and the third
    assert footprints.touched(state, grange) == {0: [2, 3]}
    grange.y = 20.0
    assert footprints.touched(state, grange) == {}
    state.setting.sheets[0] = hero("Giant", 0, 0, footprint=1.0)[0]
    assert footprints.touched(state, grange) == {0: [2, 3]}
    spears = state.units[1]
    spears.leader_at = NOBODY
    in_command.review(state, Script())
    assert not spears.in_command
    assert coverage.commander_of(state, spears) == NOBODY


@pytest.mark.rule("battlesystem:9.0d")
def test_he_goes_as_he_likes_and_stops_at_the_enemy() -> None:
    state = meadow()
    state.individuals[0].y = 12.0
    assert give(state, ("lead", 0, (36, 12), (36, 15))).events[-1].kind == "lead"
    assert state.individuals[0].moved == 9.0
    assert "no movement" not in refused(state, "lead", 0, "march", (36, 10)).reason
    state = meadow()
    state.individuals[0].y = 12.0
    state.ranking = state.movers = (0, 1)
    give(state, ("lead", 0, (30, 24)))
    grange = state.individuals[0]
    assert grange.x == 30.0
    assert grange.y == pytest.approx(20.25, abs=0.02)
    assert footprints.touched(state, grange) == {0: [2, 3]}
    assert "come upon an enemy" in refused(state, "lead", 0, (30, 15)).reason


@pytest.mark.rule("battlesystem:9.0d")
def test_a_forced_march_tells_on_his_blows_until_he_rests_a_round() -> None:
    state = meadow(movement=15.0)
    grange = state.individuals[0]
    grange.x = 50.0
    give(state, ("lead", 0, "march", (50, 43)))
    assert (grange.y, grange.march) == (42.75, 1)  # 22.5 inches
    grange.x, grange.y = 30.0, 20.25
    # AR 23 + 1, AC 6 of the orcs
    assert sums.champion_sum(state, grange, state.units[0], 2) == 18
    footprints.recover(state, Script())
    footprints.rest(state, grange)
    grange.moved = 0.0
    assert grange.march == 1  # he marched in this very round
    footprints.recover(state, Script())
    assert grange.march == 0


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:9.4b.leave")
def test_in_contact_he_withdraws_or_flees_or_stays() -> None:
    state = meadow()
    assert "withdraws, flees or stays" in refused(state, "lead", 0, (30, 15)).reason
    give(state, ("lead", 0, "withdraw"))
    grange = state.individuals[0]
    assert (grange.x, grange.y) == (30.0, 17.25)
    assert refused(state, "lead", 0, (30, 15)).reason == "Grange has made his whole move."
    state = meadow()
    # one orc strikes at his back: AR 20, commander -1, from behind -2, AC 0, dice 9: 26, D6 column
    table = Script(orders=[("lead", 0, "flee", (30, 10))], dice=[4, 5])
    movement_phase.move_step(state, table)
    table.finish()
    assert state.individuals[0].y == 10.0
    assert [event.kind for event in table.events] == ["blow", "hurt", "lead"]


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:5.0c")
def test_a_unit_that_comes_to_stand_on_him_puts_him_at_its_side() -> None:
    state = meadow()
    state.individuals[0].y = 21.0
    in_command.review(state, Script())
    grange = state.individuals[0]
    assert footprints.touched(state, grange)
    assert grange.y == pytest.approx(20.245, abs=0.001)


# ---------------------------------------------------------------- figures against him


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:9.4a.modifiers")
def test_each_hit_die_costs_four_hit_points() -> None:
    state = meadow()
    grange, orcs = state.individuals[0], state.units[0]
    # AR 20, commander with the unit -1, AC 0
    assert sums.figure_sum(state, orcs, grange) == 19
    orcs.formation = OPEN
    assert sums.figure_sum(state, orcs, grange) == 20
    assert [sums.hit_points(tenths) for tenths in (10, 30, 2, 1, 15)] == [4, 12, 1, 0, 6]
    assert sums.most_attackers(sums.sheet_of(state, grange)) == 1
    state.setting.sheets[0] = hero("Grange", 0, 0, mount="horse-heavy-warhorse")[0]
    assert sums.most_attackers(sums.sheet_of(state, grange)) == 3
    state.setting.sheets[0] = hero("Trunk-foot", 0, 0, size="L")[0]
    assert sums.most_attackers(sums.sheet_of(state, grange)) == 3


# ---------------------------------------------------------------- he against figures


def taken(state: State, one: Individual, unit: Unit, tenths: int) -> int:
    """The tenths of hit dice that his attacks of this round take off a unit."""
    return sums.suffered(state, sums.strikes(state, one, unit), unit, tenths)


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:9.4a.two-rounds")
def test_half_the_hit_dice_of_a_figure_are_one_wound_and_less_is_nothing() -> None:
    state = meadow()
    grange, orcs = state.individuals[0], state.units[0]
    assert sums.champion_sum(state, grange, orcs, 2) == 17
    # 2d6 = 12: attack roll 29, D20 column 4 HD, two attacks in the first round
    assert sums.champion_damage(state, grange, orcs, 29) == 80
    assert taken(state, grange, orcs, 80) == 25
    state.round = 2
    assert sums.champion_damage(state, grange, orcs, 29) == 40
    assert taken(state, grange, orcs, 40) == 0
    assert taken(state, grange, orcs, 50) == 25
    assert taken(state, grange, orcs, 400) == 25


@pytest.mark.rule("battlesystem:9.4a.whole-figure")
def test_with_an_attack_for_each_creature_he_fells_a_whole_figure() -> None:
    state = meadow()
    grange, foes = state.individuals[0], state.units[0]
    foes.now.weak = True
    assert sums.strikes(state, grange, foes) == 10
    assert sums.whole_figures(state, grange, foes) == 1
    # attack roll 24, D20 column 7 HD, ten attacks: 70 HD, but one figure of 10 at most
    assert taken(state, grange, foes, sums.champion_damage(state, grange, foes, 24)) == foes.now.figure
    state.setting.flags.uncapped_heroes = True
    assert taken(state, grange, foes, sums.champion_damage(state, grange, foes, 24)) == 700
    # 17 + 2d6, D20 column from 19 to 29: 9 8 8 8 7 7 6 5 5 4 4 hit dice, ten times, are as many figures: 235/36
    state.stage = stages.ASSIGNMENT
    foreseen = champion_forecast(state, ("strike", 0, 0, 2))
    assert foreseen is not None
    assert foreseen.text == "wounds a figure of Orcs 0 %, fells 100 %, 6.5 on average"
    foes.now.weak = False
    assert sums.whole_figures(state, grange, foes) == 0
    assert taken(state, grange, foes, 700) == sums.wound(foes.now.figure)  # he affects none as a whole


@pytest.mark.rule("battlesystem:9.4a.modifiers", "battlesystem:8.9")
def test_from_behind_and_past_shields_he_hits_better() -> None:
    state = meadow()
    grange, orcs = state.individuals[0], state.units[0]
    orcs.now.shield = True
    assert sums.champion_sum(state, grange, orcs, 2) == 17
    grange.x, grange.y = (
        27.5,
        20.9,
    )  # beside the figure in the right file, that faces south: its west is its right
    assert footprints.touched(state, grange) == {0: [5]}
    assert sums.champion_sum(state, grange, orcs, 5) == 16
    orcs.routed = True
    assert sums.champion_sum(state, grange, orcs, 5) == 16  # still in the flank
    state.setting.flags.version = 5
    assert sums.champion_sum(state, grange, orcs, 5) == 15
    state.setting.flags.version = 6
    grange.x, grange.y = 30.0, 22.25  # north of those who run south
    assert sums.champion_sum(state, grange, orcs, 8) == 23 - 2 - 6


# ---------------------------------------------------------------- the phase


def phase(state: State, orders: list[object], dice: list[int]) -> Script:
    """The Melee Phase from its beginning."""
    table = Script(orders=orders, dice=dice)  # type: ignore[arg-type]
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    return table


@pytest.mark.rule("battlesystem:9.4a", "battlesystem:9.4a.order")
def test_both_strike_before_anybody_is_taken_off() -> None:
    state = meadow(hit_points=1)
    # Grange is of side 0, which is Side A: his dice come first. 17 + 2 = 19: D20 column 10 HD, two attacks; then the orcs: 19 + 2 = 21
    table = phase(state, [], [1, 1, 1, 1])
    assert [event.kind for event in table.events if event.kind in ("blow", "hurt", "losses")] == [
        "blow",
        "blow",
        "hurt",
        "losses",
    ]
    grange = state.individuals[0]
    assert (grange.on_table, grange.fate) == (False, SLAIN)
    assert state.units[0].wounded
    assert state.clashes is None


@pytest.mark.rule("battlesystem:9.4a.two-rounds", "battlesystem:8.7")
def test_the_second_wound_takes_a_figure_off() -> None:
    state = meadow(hit_points=200)
    phase(state, [], [1, 1, 6, 6])
    assert (state.units[0].figures, state.units[0].wounded) == (12, True)
    state.individuals[0].struck = False
    state.round = 3
    phase(state, [], [1, 1, 6, 6])
    assert (state.units[0].figures, state.units[0].wounded) == (11, False)


@pytest.mark.rule("battlesystem:9.4a.hero-attacks")
def test_who_touches_several_units_chooses_one() -> None:
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Goblins", 12, 6, 30, 20.0, 0, side=1),
        leaders=[hero("Grange", 30, 20.25)],
        tier=stages.INTERMEDIATE,
    )
    table = phase(state, [("strike", 0, 1, 2), ("beset", 0, (0, 1))], [1, 1, 1, 1])
    assert [decision.kind for decision in table.asked] == ["strike", "beset"]
    assert state.units[1].wounded
    assert not state.units[0].wounded


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:8.1c")
def test_a_figure_that_strikes_at_him_strikes_in_no_melee() -> None:
    state = battle(
        men("Orcs", 4, 2, 30, 20.5, 180, side=1),
        men("Spears", 4, 2, 29.25, 20.5),
        leaders=[hero("Grange", 30.5, 20.25)],
        tier=stages.INTERMEDIATE,
    )
    table = Script(orders=[("beset", 0, (0, 1))])
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    assert state.bouts is not None
    assert state.clashes is not None
    assert len(state.bouts[0].back_strikers) == 1
    assert state.clashes[0].beset == ((0, 1),)
    again = CODEC.load(CODEC.dump(state), state)
    assert (again.clashes, again.individuals) == (state.clashes, state.individuals)
    assert CODEC.dump(again.copy()) == CODEC.dump(state)


@pytest.mark.rule("battlesystem:9.4a.units")
def test_his_wound_and_the_losses_to_friends_are_settled_apart() -> None:
    state = meadow(hit_points=200)
    orcs = state.units[0]
    orcs.wounded = True  # by whomever
    phase(state, [], [1, 1, 6, 6])
    assert (orcs.figures, orcs.wounded) == (11, False)


def test_of_skirmishers_the_figure_that_he_strikes_is_wounded() -> None:
    state = battle(
        skirmishers("Scouts", [(30, 20.6), (30.72, 20.0)], side=1),
        men("Orcs", 12, 6, 10, 40, side=1),
        leaders=[hero("Grange", 30.1, 20.0)],
        tier=stages.INTERMEDIATE,
    )
    assert footprints.touched(state, state.individuals[0]) == {0: [0, 1]}
    phase(state, [("strike", 0, 0, 1)], [1, 1, 6, 6])
    singles = state.units[0].singles
    assert singles is not None
    assert [single.wounded for single in singles] == [False, True]


@pytest.mark.rule("battlesystem:9.2g", "battlesystem:9.4b.hit-points")
def test_a_commander_with_a_sheet_may_be_struck_and_falls() -> None:
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1, attack_rating=20),
        leaders=[hero("Horibb", 30, 20.25, rank=ARMY, hit_points=3)],
        tier=stages.INTERMEDIATE,
    )
    # Horibb 17 + 7 = 24, then an orc 19 + 2 = 21: D6 column 3 HD, 12 hit points
    table = phase(state, [], [3, 4, 1, 1])
    assert state.individuals[0].fate == SLAIN
    assert state.individuals[0].hurt == 12
    assert table.events[-1].text.startswith("Horibb") or any("is killed" in one.text for one in table.events)


@pytest.mark.rule("battlesystem:9.0")
def test_the_scenario_says_who_is_a_hero_and_the_basic_game_has_none() -> None:
    row = {
        "name": "Grange", "rank": "hero", "mv": 15, "ac": 0, "hd": 10, "hp": 48, "thac0": 8, "level": 10,
        "class": "fighter", "attacks": "3/2", "saves": [8, 9, 10, 9, 11], "mount": "horse-heavy-warhorse",
        "weapon": {"id": "two-handed-sword", "plus": 4, "sm": "1d10+5", "l": "3d6+5"},
    }  # fmt: skip
    sheet = read_captain(row, "test", {"tier": "intermediate"}).sheet
    champion = sheet.champion
    assert champion is not None
    assert (sheet.rank, champion.attack_rating, champion.counts_large) == (HERO, 23, True)
    assert [champion.strikes(number) for number in (1, 2, 3)] == [2, 1, 2]
    assert champion.arms.large == ("3d6+5",)
    with pytest.raises(BadInput, match="Basic Game"):
        read_captain(row, "test", {"tier": "basic"})
    with pytest.raises(BadInput, match="footprint"):
        read_captain({**row, "footprint": 0.75}, "test", {"tier": "intermediate"})


# ---------------------------------------------------------------- shots at him


def range_(**changes: object) -> State:
    """Archers with their front at 10, Horibb, who rides, 6 inches before the middle of it."""
    bows = men("Archers", 12, 6, 30, 10, attack_rating=20, missile=missile_of("long-bow"), formation=OPEN)
    return battle(
        bows,
        men("Orcs", 6, 3, 50, 40, 180, side=1),
        leaders=[hero("Horibb", 30, 16.25, side=1, **{"mount": "horse-heavy-warhorse", **changes})],
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"premeasure": True},
    )


@pytest.mark.rule("battlesystem:9.4d")
def test_three_figures_shoot_at_a_rider_and_one_at_a_man_on_foot() -> None:
    state = range_()
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert ("snipe", 0, 0) in decision.orders()
    assert decision.check(("snipe", 0, 0)) is None
    horibb, bows = state.individuals[0], state.units[0]
    fire = at_champions.aimed(state, bows, horibb, 21.0)
    assert fire is not None
    assert len(fire.shooters) == 3
    # AR 20, skirmish formation +1, AC 0; dice 6: 27, D6 column half a hit die, three figures with two shots: 3 HD
    assert at_champions.attack_sum(state, bows, horibb, fire, 0) == 21
    table = Script(orders=[("snipe", 0, 0)], dice=[2, 4])
    phases.missile_step(state, table)
    assert horibb.hurt == 12
    assert bows.shots == 2
    state = range_(mount="")
    fire = at_champions.aimed(state, state.units[0], state.individuals[0], 21.0)
    assert fire is not None
    assert len(fire.shooters) == 1
    odds = shot_odds(state, state.units[0], state.individuals[0], fire, 0, 1)
    assert odds.total == 21
    # a figure that rolls 2 to 12 with one shot: 23 to 33, D6 column 2 2 1 1 .5 .5 .2 .2 .1 .1 and nothing
    assert list(odds.points) == [0, 1, 2, 4, 8]


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1n")
def test_nobody_is_picked_out_beside_closed_friends_or_in_a_melee() -> None:
    state = range_()
    orcs = state.units[1]
    assert orcs.block is not None
    state.individuals[0].x, state.individuals[0].y = 50.0, 39.745
    found = at_champions.why_spared(state, state.units[0], state.individuals[0])
    assert found is not None
    assert "picked out" in found.reason
    orcs.formation = OPEN
    assert at_champions.why_spared(state, state.units[0], state.individuals[0]) is None
    state.individuals[0].x, state.individuals[0].y = 30.0, 10.255
    found = at_champions.why_spared(state, state.units[0], state.individuals[0])
    assert found is not None
    assert found.rule == "battlesystem:10.1n"


# ---------------------------------------------------------------- odds, victory


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:9.4a.figure-attacks")
def test_the_odds_are_counted_over_all_rolls() -> None:
    state = meadow()
    grange, orcs = state.individuals[0], state.units[0]
    found = strike_odds(state, grange, orcs, 2)
    # 17 + 2d6: D20 gives at least 2.5 HD, in two attacks 5, at every roll up to 29
    assert (found.nothing, found.wounds, found.fells) == (0, 1, 0)
    state.round = 2  # one attack: 5 HD are wanted
    worst = [roll for roll in range(19, 30) if sums.champion_damage(state, grange, orcs, roll) < 50]
    ways = {roll: 6 - abs(7 - (roll - 17)) for roll in range(19, 30)}
    assert strike_odds(state, grange, orcs, 2).nothing == Fraction(sum(ways[roll] for roll in worst), 36)
    blow = blow_odds(state, orcs, 1, grange)
    assert sum(blow.points.values()) == 1
    assert blow.falls == 0


@pytest.mark.rule("battlesystem:9.4", "battlesystem:1.7")
def test_a_hero_alone_holds_the_field_a_commander_of_the_basic_game_does_not() -> None:
    state = meadow()
    state.units[1].leave(SLAIN)
    assert goals.is_in_the_field(state, 0)
    harm.hurt(state, Script(), state.individuals[0], 48)
    assert not goals.is_in_the_field(state, 0)
    plain = battle(men("A", side=1), leaders=[captain("Duke", 10, 10)])
    assert not goals.is_in_the_field(plain, 0)


def test_the_board_and_the_inspector_show_what_he_is() -> None:
    state = meadow(mount="horse-heavy-warhorse")
    piece = leader_piece(state, state.individuals[0])
    assert (piece.label, piece.form, piece.rule) == ("48 hp", "leader", "battlesystem:9.4")
    assert [str(one) for one in piece.states] == ["in contact"]
    assert {figure.short: figure.value for figure in piece.figures if figure.short} == {
        "AC": "0", "HP": "48 of 48", "AR": "23", "MV": "12 in",
    }  # fmt: skip
    whole = scene(state, SPECTATOR)
    found = inspect(state, SPECTATOR, piece, whole)
    assert [trait.keyword for trait in found.traits] == ["Hero", "Sword 1d10+5", "Large, or mounted"]
    harm.hurt(state, Script(), state.individuals[0], 60)
    whole = scene(state, SPECTATOR)
    (tray,) = [tray for tray in whole.trays if tray.side == 0]
    assert (tray.name, [one.label for one in tray.pieces]) == ("Destroyed", ["0 hp"])


@pytest.mark.long
def test_a_battle_of_the_causeway_goes_without_a_fault() -> None:
    book = rulebooks.get("battlesystem")
    scenario = book.scenarios()["the_causeway"]
    chance = Chance(3)
    state = book.new(scenario, book.options())
    players: list[Player] = [GreedyPlayer(chance), GreedyPlayer(chance)]
    table = DirectTable(players, [Seat(book.sight, side, state) for side in (0, 1)], chance)
    while state.round < 8 and state.outcome is None:
        book.step(state, table)
        assert faults(state) == []
    assert any(one.hurt for one in state.individuals.values())


def test_the_referee_sets_hit_points_and_the_dead_do_not_stand() -> None:
    state = meadow()
    referee = BattlesystemReferee()
    assert "points" in [change.verb for change in referee.changes(state)]
    referee.change(state, ("points", 0, 7))
    assert harm.left(state, state.individuals[0]) == 7
    with pytest.raises(IllegalOrder, match="48 hit points"):
        referee.change(state, ("points", 0, 49))
    state.individuals[0].hurt = 48
    assert any("no hit points" in fault for fault in faults(state))


def test_his_march_is_planned_beside_his_move() -> None:
    state = meadow()
    state.individuals[0].y = 12.0
    found = [plan for plan in plans(state, MoveDecision(state, 0)) if plan.piece == "l0"]
    assert [(plan.word, plan.label, plan.most) for plan in found] == [
        ("0", "Go", 12.0),
        ("0 march", "Forced march", 18.0),
    ]
    state.individuals[0].y = 20.25
    decision = MoveDecision(state, 0)
    assert not [plan for plan in plans(state, decision) if plan.piece == "l0"]
    listed = [option.order for option in question(state, decision).options if option.order.startswith("lead")]
    assert listed[0] == "lead 0 withdraw"
