"""Individuals by hand where two rules meet: two heroes at one figure, blows at the routed, heroes in the way of who breaks off, and more.

Each case was worked out before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs, leads, officer
from rulebooks.battlesystem.regiments import battle, crowd, hero, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice, fought

from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.combat.champions import duelling, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.command.coverage import commander_bonus
from banneret.rulebooks.battlesystem.individual import ARMY, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import at_champions, phases
from banneret.rulebooks.battlesystem.movement import individual_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.odds.champion import shot_odds
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN, WAITING
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script

CALM = {(faces, side): 1 for faces in (8, 10, 20) for side in (0, 1)} | {(6, 0): 6, (6, 1): 6}


def moving(state: State, *orders: Order) -> Loaded:
    """The Movement Phase of the first side as far as these orders go."""
    in_command.review(state, Script())
    table = Loaded(CALM, orders)
    for _ in orders:
        movement_phase.move_step(state, table)
    return table


# ---------------------------------------------------------------- two heroes, one figure


def besieged(files: int, version: int = 9) -> State:
    """Orcs in one rank that look south (their front at y 20), Anna before the middle of it, Bert at its eastern end."""
    return battle(
        men("Orcs", files, files, 30, 20, 180, side=1),
        leaders=[hero("Anna", 30, 19.75), hero("Bert", 30.25 + 0.375 * files, 20.375)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:8.1c")
@pytest.mark.parametrize(
    ("version", "orders", "hurt"),
    [(8, [], (4, 4)), (9, [], (4, 0)), (9, [("beset", 0)], (0, 4))],
)
def test_a_figure_that_touches_two_heroes_strikes_at_one(
    version: int, orders: list[Order], hurt: tuple[int, int]
) -> None:
    # 20 - 1 (commander) - 0 + 6 = 25: 1 hit die in D6, 4 hit points, for one of the two; their player may say for whom.
    state = besieged(1, version)
    table = fought(state, dice({6: 6}, {6: 3}), *orders)
    assert (state.individuals[0].hurt, state.individuals[1].hurt) == hurt
    assert [one.kind for one in table.asked if one.kind == "beset"] == (["beset"] if version == 9 else [])


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:8.1c")
def test_who_touches_one_hero_alone_strikes_at_him_first() -> None:
    # Anna touches both figures, Bert the eastern one: each is struck once, and nobody need be asked.
    state = besieged(2)
    anna, bert = state.individuals.values()
    assert footprints.touched(state, anna) == {0: [0, 1]}
    assert len(footprints.touched(state, bert)[0]) == 1
    table = fought(state, dice({6: 6}, {6: 3}))
    assert (anna.hurt, bert.hurt) == (4, 4)
    assert [one for one in table.asked if one.kind == "beset"] == []


@pytest.mark.rule("battlesystem:8.1c", "battlesystem:9.4a.figure-attacks", "battlesystem:11.7b")
@pytest.mark.parametrize(("version", "many"), [(8, 8), (9, 7)])
@pytest.mark.parametrize("first", [[], [("clash", 0)]])
def test_who_strikes_at_a_hero_does_not_strike_after_spears_too(
    first: list[Order], version: int, many: int
) -> None:
    # Eight abreast charge set pikes: 19 - 7 + 8 = 20: 3 hit dice of 24, doubled: 144, seven of sixteen of 20 hit dice. Eight stand in
    # front again, one of whom is told off at Anna on their flank: seven strike the pikes, whenever he struck.
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    state = battle(
        men("Pikes", 24, 8, 30, 20, 0, weapons=[long], spears=1 << FRONT),
        men("Axes", 16, 8, 30, 20, 180, side=1, figure=200, armour_class=7, charged=0),
        leaders=[hero("Anna", 33.25, 20.375, hit_points=99)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    table = fought(state, dice({6: 4, 10: 1}, {6: 4, 10: 1}), ("beset", 0, (1, 1)), *first)
    assert [(one.side, len(one.data["figures"])) for one in table.of("attack")] == [(0, 24), (1, many)]


# ---------------------------------------------------------------- blows at the routed


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:9.4a.hero-attacks")
@pytest.mark.parametrize(("version", "y"), [(8, 20.5), (9, 29.5)])
def test_routed_troops_run_from_a_blow_that_does_nothing(version: int, y: float) -> None:
    # From behind: 23 - 2 - 6 + 12 = 27: 0.5 hit dice in D4, twice: less than half of 10. They are attacked all the same: 9 inches.
    own: dict[str, Any] = {"routed": True, "formation": OPEN, "rout_heading": 0.0}
    state = battle(
        men("Legion", 6, 6, 10, 4),
        men("Orcs", 12, 6, 30, 20.5, 0, side=1, **own),
        leaders=[hero("Anna", 0, 0, damage="1d4")],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    base, anna = standing.base_of(state.units[1], 8), state.individuals[0]
    anna.x, anna.y = base.x, base.y - base.half_depth - 0.25
    fought(state, dice({6: 6, 10: 1}, {6: 6, 10: 1}))
    block = state.units[1].block
    assert block is not None
    assert block.y == y
    assert not state.units[1].wounded


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:2.9b")
@pytest.mark.parametrize("damage", ["1d4", "1d10+5"])
@pytest.mark.parametrize(("version", "y"), [(8, 20.625), (9, 29.625)])
def test_a_routed_skirmisher_runs_from_a_blow_and_nobody_else(version: int, y: float, damage: str) -> None:
    # Two of three are routed; Anna strikes one of them: that one runs its 9 inches, the other stays where it ran to.
    state = battle(
        men("Legion", 6, 6, 10, 4),
        skirmishers("Slings", [(30, 20.625), (34, 20.625), (45, 30)], 0, side=1),
        leaders=[hero("Anna", 30, 20, damage=damage)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    singles = state.units[1].singles
    assert singles is not None
    singles[0].routed = singles[2].routed = True
    fought(state, dice({6: 2, 10: 1}, {6: 6, 10: 1}))
    assert [single.y for single in singles] == [y, 20.625, 30]


# ---------------------------------------------------------------- blows at who flees


@pytest.mark.rule("battlesystem:9.4b.leave", "battlesystem:9.4b.rounds")
@pytest.mark.parametrize(("version", "foes", "blows"), [(8, (2,), 1), (9, (2,), 2), (9, (0,), 1)])
def test_the_free_attack_on_a_new_enemy_is_that_of_the_first_round(
    version: int, foes: tuple[int, ...], blows: int
) -> None:
    # Derek (three in two rounds) has fought three rounds against another: at Anna he begins at 1, with two; had they been with her, the
    # fourth has one.
    state = battle(
        men("Orcs", 12, 6, 10, 44, 180, side=1),
        men("Legion", 12, 6, 10, 4),
        leaders=[hero("Anna", 30, 20), hero("Derek", 30, 20.5, side=1), hero("Carl", 40, 40)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    state.individuals[1].fought, state.individuals[1].foes = 3, foes
    state.individuals[2].on_table = False
    table = Loaded(CALM)
    individual_moves.carry_out(state, table, 0, ("lead", 0, "flee", (30, 10)))
    assert len(table.of("blow")) == blows


# ---------------------------------------------------------------- heroes in the way of who breaks off


def breaking_off(anna: tuple[float, float], side: int, version: int = 9) -> State:
    """Red (three abreast, front at y 20) faces Blue (eight abreast); Anna stands alone."""
    return battle(
        men("Red", 6, 3, 30, 20, 0, engaged=True),
        men("Blue", 12, 8, 30, 20, 180, side=1),
        leaders=[hero("Anna", *anna, side=side)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


def fronts(state: State) -> list[float]:
    """Where the fronts of the units are, north."""
    return [unit.block.y for unit in state.units.values() if unit.block is not None]


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.12b", "battlesystem:7.8")
@pytest.mark.parametrize(("version", "blue"), [(8, 17.0), (9, 20.0)])
def test_nobody_follows_through_a_hero(version: int, blue: float) -> None:
    # She stands before the outer file of Blue, an inch and a quarter away: three inches on they would have gone over her.
    state = breaking_off((32.6, 18.5), 0, version)
    moving(state, ("withdraw", 0), ("follow", 1, 0))
    assert fronts(state) == [17.0, blue]


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.12", "battlesystem:7.8")
@pytest.mark.parametrize(
    ("y", "version", "red"), [(17.0, 8, 17.0), (17.0, 9, 20.0), (15.2, 9, 17.0), (15.3, 9, 20.0)]
)
def test_nobody_withdraws_through_a_hero(y: float, version: int, red: float) -> None:
    # Two ranks: the rear at 18.5, three inches back at 15.5. Her edge must not be north of that.
    state = breaking_off((30.0, y), 1, version)
    moving(state, ("withdraw", 0), ("stay", 1, 0))
    assert fronts(state)[0] == red


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:8.8c", "battlesystem:7.8")
@pytest.mark.parametrize(("version", "red"), [(8, 9.5), (9, 12.35)])
def test_nobody_flees_through_a_hero(version: int, red: float) -> None:
    # Turned about their front is at 18.5; 9 inches are free but for her, whose edge is at 12.25: they end short of it.
    state = breaking_off((30.0, 12.0), 1, version)
    moving(state, ("flee", 0))
    assert fronts(state)[0] == pytest.approx(red)


# ---------------------------------------------------------------- commanders and members


@pytest.mark.rule("battlesystem:9.2a", "battlesystem:7.0")
@pytest.mark.parametrize(
    ("version", "inches", "left"), [(8, 9, 12.0), (9, 9, 3.0), (9, 4, 8.0), (9, 0, 12.0)]
)
def test_a_commander_who_leaves_has_gone_as_far_as_his_unit(version: int, inches: int, left: float) -> None:
    state = battle(
        men("Spears", 12, 6, 30, 20),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    leads(state, 0, 0)
    moves: list[Order] = [("move", 0, ("slide", 0, inches))] if inches else []
    moving(state, *moves, ("lead", 0, "apart"))
    assert individual_moves.left_of(state, state.individuals[0]) == pytest.approx(left)


@pytest.mark.rule("battlesystem:9.0a")
@pytest.mark.parametrize(("version", "asked"), [(8, False), (9, True)])
def test_a_side_that_can_only_change_roles_is_asked(version: int, asked: bool) -> None:
    # A mob without an order does not move, but the man in it may leave.
    state = battle(
        crowd("Mob", 16, 30, 20),
        men("Blue", 12, 8, 30, 40, 180, side=1),
        leaders=[officer("Eric", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    belongs(state, 0, 0)
    in_command.review(state, Script())
    decision = MoveDecision(state, 0)
    assert ("role", 0, "hero") in decision.orders()
    assert decision.has_any() is asked


# ---------------------------------------------------------------- options


@pytest.mark.rule("battlesystem:8.6b", "battlesystem:9.4a.whole-figure", "battlesystem:9.4b.attacks")
@pytest.mark.parametrize(
    ("version", "option", "blows", "whole"), [(8, False, 10, 1), (9, True, 10, 1), (9, False, 2, 0)]
)
def test_the_option_on_fighters_against_the_weak_holds_for_heroes(
    version: int, option: bool, blows: int, whole: int
) -> None:
    # A fighter of the tenth level, three attacks in two rounds: two in the first.
    state = battle(
        men("Goblins", 12, 6, 30, 20, 180, side=1, weak=True),
        leaders=[hero("Anna", 30, 19.75)],
        tier=stages.INTERMEDIATE,
        options={"version": version, "fighter_sweep": option},
    )
    anna = state.individuals[0]
    assert sums.strikes(state, anna, state.units[0]) == blows
    assert sums.whole_figures(state, anna, state.units[0]) == whole
    assert duelling.duellist(state, anna).sweeps == (10 if whole else 0)


# ---------------------------------------------------------------- who is not there yet, and who strikes nobody


@pytest.mark.rule("battlesystem:1.0c", "battlesystem:9.0a", "battlesystem:9.2a")
@pytest.mark.parametrize(("version", "many"), [(8, 2), (9, 0)])
def test_nobody_leaves_a_unit_that_has_not_come_yet(version: int, many: int) -> None:
    state = battle(
        men("Late", 12, 6, 30, 12, status=WAITING),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER), officer("Eric", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    leads(state, 0, 0)
    belongs(state, 1, 0)
    assert len(changes.options(state, 0)) == many
    refusal = individual_moves.refusal(state, 0, ("lead", 0, "apart"))
    assert (refusal is None) is (version == 8)
    assert refusal is None or refusal.reason == "Roderick is still to arrive with Late."


@pytest.mark.rule("battlesystem:9.4a.order", "battlesystem:1.6b")
@pytest.mark.parametrize(("version", "asked"), [(8, ["combat"]), (9, [])])
def test_a_fight_in_which_nobody_strikes_is_not_put_in_order(version: int, asked: list[str]) -> None:
    # Bows that have shot strike nobody, nor does Anna, who has shot too: beside the melee there is nothing to fight out.
    state = battle(
        men("Bows", 6, 6, 10, 20.5, 180, side=1, shots=1, last_shot=1),
        men("Orcs", 6, 6, 30, 20.5, 180, side=1),
        men("Legion", 6, 6, 30, 20.5),
        leaders=[hero("Anna", 10, 20.25)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    state.individuals[0].shots = state.individuals[0].last_shot = 1
    table = fought(state, dice({6: 4, 10: 1}, {6: 4, 10: 1}))
    assert [one.kind for one in table.asked if one.kind == "combat"] == asked


# ---------------------------------------------------------------- shots of skirmishers at a hero


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1k", "battlesystem:10.2c")
@pytest.mark.parametrize(("version", "shots", "band", "hurt"), [(8, [3, 0], 0, 16), (9, [1, 2], 1, 8)])
def test_those_shoot_at_a_hero_who_have_most_shots_left(
    version: int, shots: list[int], band: int, hurt: int
) -> None:
    # Two bows, the nearer of which has shot once on the move; one may shoot. The other, at medium range, has both shots left:
    # 20 + 1 - 0 + 2 + 2 = 25, 1 hit die a shot in D6. By version 8 the nearer made two that it had not: 23, 2 hit dice a shot.
    state = battle(
        skirmishers("Bows", [(30, 20), (36, 20)], missile=missile_of("long-bow"), shots=1, last_shot=1),
        men("Orcs", 6, 6, 30, 44, 180, side=1),
        leaders=[hero("Anna", 30, 26, side=1)],
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version, "premeasure": True},
    )
    bows, anna = state.units[0], state.individuals[0]
    assert bows.singles is not None
    bows.singles[0].shots = 1
    forecast = champion_forecast(state, ("snipe", 0, 0))
    assert forecast is not None
    fire = at_champions.aimed(state, bows, anna, 21.0, 2)
    assert fire is not None
    mean = float(shot_odds(state, bows, anna, fire, band, 2).mean())
    assert f"{mean:.1f} hit points" in forecast.text
    phases.missile_step(state, Loaded({(6, 0): 1, (6, 1): 1}, [("snipe", 0, 0)]))
    assert ([single.shots for single in bows.singles], anna.hurt) == (shots, hurt)


@pytest.mark.rule("battlesystem:9.2a")
def test_no_way_is_drawn_for_a_commander_who_is_with_his_unit() -> None:
    state = battle(
        men("Spears", 12, 6, 30, 20),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER)],
        tier=stages.INTERMEDIATE,
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    shown = preview(state, MoveDecision(state, 0), ("lead", 0, (30, 30)))
    assert shown is not None
    assert shown.shapes == ()


# ---------------------------------------------------------------- who has no attack


@pytest.mark.rule("battlesystem:8.6a", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(
    ("version", "number", "asked", "hurt"),
    [(8, 2, ["strike", "beset"], 0), (9, 2, ["strike"], 4), (9, 1, ["strike", "beset"], 4)],
)
def test_figures_without_an_attack_are_not_told_off(
    version: int, number: int, asked: list[str], hurt: int
) -> None:
    # Ogres of one attack in two rounds have none in the second: there the one figure is an Orc, 20 - 1 - 0 + 6 = 25: 4 hit points.
    state = battle(
        men("Ogres", 6, 6, 30, 20.5, 180, side=1, attacks=1),
        men("Orcs", 6, 6, 30, 20.0, 0, side=1),
        leaders=[hero("Anna", 30, 20.25)],
        tier=stages.INTERMEDIATE,
        round=number,
        options={"version": version},
    )
    table = fought(state, dice({6: 6}, {6: 3}))
    assert [one.kind for one in table.asked] == asked
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:6.3", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "hurt"), [(8, 0), (9, 4)])
def test_who_was_rallied_does_not_stand_in_the_way_of_others(version: int, hurt: int) -> None:
    # Anna strikes the Orcs; the Ogres, rallied in this round, only answer blows: the one figure at her is an Orc.
    state = battle(
        men("Ogres", 6, 6, 30, 20.5, 180, side=1, rallied=True),
        men("Orcs", 6, 6, 30, 20.0, 0, side=1),
        leaders=[hero("Anna", 30, 20.25)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    figure = footprints.touched(state, state.individuals[0])[1][0]
    fought(state, dice({6: 6}, {6: 3}), ("strike", 0, 1, figure))
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9d", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(
    ("rallied", "struck", "hurt"), [(False, 1, 2), (True, 1, 0), (False, 0, 2), (True, 0, 2)]
)
def test_a_skirmisher_who_was_rallied_answers_blows_and_strikes_nobody_else(
    rallied: bool, struck: int, hurt: int
) -> None:
    # Anna touches him, and orcs who have shot and do not fight. He needs AR 20, 1 for his formation, 6 on the dice: 27, half a hit die.
    scouts = skirmishers("Scouts", [(30, 20.625)], 180, side=1)
    assert scouts.unit.singles is not None
    scouts.unit.singles[0].rallied = rallied
    state = battle(
        scouts,
        men("Orcs", 6, 6, 30, 20.0, 0, side=1, shots=1),
        leaders=[hero("Anna", 30, 20.25)],
        tier=stages.INTERMEDIATE,
    )
    touched = footprints.touched(state, state.individuals[0])
    assert list(touched) == [0, 1]
    fought(state, dice({6: 6}, {6: 3}), ("strike", 0, struck, touched[struck][0]))
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:8.6a")
@pytest.mark.parametrize(("version", "number", "asked"), [(8, 2, ["strike"]), (9, 2, []), (9, 1, ["strike"])])
def test_a_hero_without_an_attack_chooses_nobody(version: int, number: int, asked: list[str]) -> None:
    # One attack in two rounds: none in the second.
    state = battle(
        men("Ogres", 6, 6, 30, 20.5, 180, side=1),
        men("Orcs", 6, 6, 30, 20.0, 0, side=1),
        leaders=[hero("Anna", 30, 20.25, attacks=1)],
        tier=stages.INTERMEDIATE,
        round=number,
        options={"version": version},
    )
    table = fought(state, dice({6: 6}, {6: 3}))
    assert [one.kind for one in table.asked if one.kind == "strike"] == asked


# ---------------------------------------------------------------- whose charisma counts


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.2i", "battlesystem:9.2a")
@pytest.mark.parametrize(
    ("version", "y", "bonus"), [(8, 2.0, 2), (9, 2.0, -1), (9, 12.8, -1), (9, 12.9, 2), (9, 20.0, 2)]
)
def test_a_commander_out_of_reach_lends_no_charisma(version: int, y: float, bonus: int) -> None:
    # Roderick (10 inches, bonus 2) is apart; the Marshal (20 inches, bonus -1) reaches all. The middles of the nearest files, of two
    # ranks with their front at y 24, are at (30 +- 0.375, 22.875): 10 inches from (30, 12.882), so that he reaches them from 12.9 on, not 12.8.
    state = battle(
        men("Spears", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Roderick", 30, y, rank=UNIT_COMMANDER, charisma=2),
            officer("Marshal", 40, 22, rank=ARMY, radius=20.0, charisma=-1),
        ],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    leads(state, 0, 0)
    one, spears = state.individuals[0], state.units[0]
    one.unit, one.on_table, spears.leader_at = NOBODY, True, NOBODY
    in_command.review(state, Script())
    assert spears.in_command
    assert commander_bonus(state, spears) == bonus


@pytest.mark.rule("battlesystem:4.4", "battlesystem:7.15a", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "north"), [(8, True), (9, False)])
def test_troops_run_from_those_who_felled_their_commander(version: int, north: bool) -> None:
    # Two Goblins and an Orc are told off at Roderick, who stands north of his Spears. The Goblins rout before they strike, and stand
    # in the south by then: the Spears, in open formation, run from the Orcs.
    state = battle(
        men("Goblins", 6, 6, 30, 30.5, 180, side=1),
        men("Orcs", 6, 6, 30, 30.0, 0, side=1),
        men("Spears", 12, 6, 30, 24, formation=OPEN),
        leaders=[officer("Roderick", 30, 30.25, rank=UNIT_COMMANDER, hit_points=5, size="L")],
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
        options={"version": version},
    )
    leads(state, 0, 2)
    one, spears, goblins = state.individuals[0], state.units[2], state.units[0]
    one.unit, one.on_table, spears.leader_at = NOBODY, True, NOBODY
    in_command.review(state, Script())
    table = Loaded(dice({6: 6, 10: 10}, {6: 1, 10: 1}), [("beset", 0, (0, 2), (1, 1))])
    while state.stage != stages.MELEE:
        rounds.play_step(state, table)
    assert state.clashes is not None
    assert state.clashes[0].beset == ((0, 2), (1, 1))
    block = goblins.block
    assert block is not None
    goblins.stand(rebuilt(block, 30.0, 8.0, 180.0, 6, block.spacing), None, (0, 0))
    goblins.routed = True
    while state.stage != stages.ROUND_END:
        rounds.play_step(state, table)
    assert not one.on_table
    assert spears.routed
    assert spears.block is not None
    assert (spears.block.middle_y > 23.0) is north
