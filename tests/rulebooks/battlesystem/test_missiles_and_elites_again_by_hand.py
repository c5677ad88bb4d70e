"""Missiles, elites and individuals of the Intermediate Game, a third sample by hand; what is mended is of rules version 12.

Each case was worked out before it was played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, crew, hero, line, men, skirmishers, weapon

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.greedy import best
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import leads_on, over_ground
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.engines.firing import artillery_step
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.march import passing_champions
from banneret.rulebooks.battlesystem.missiles import by_champions, phases
from banneret.rulebooks.battlesystem.missiles.shooters import shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import FRIEND, Cause
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN, SKIRMISH
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.worth.allowance import rate_of_single
from banneret.testing import Script


def played(*troops: Any, version: int = 12, **changes: Any) -> State:
    """A battle of the Intermediate Game by that version of the rules; what is measured is known."""
    options = {"premeasure": True, "version": version, **changes.pop("options", {})}
    state = battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)
    in_command.review(state, Script())
    return state


def moving(state: State, *orders: Order, dice: list[int] | None = None) -> Script:
    """Orders of the Reds in the Movement Phase."""
    table = Script(dice=dice, orders=list(orders))
    for _ in orders:
        movement_phase.move_step(state, table)
    return table


# ---------------------------------------------------------------- skirmishers who shoot


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1k", "battlesystem:10.1l")
@pytest.mark.parametrize(("version", "sums", "lost"), [(11, [25], 24), (12, [25, 27, 30], 14)])
def test_skirmishers_shoot_at_a_rider_by_the_range_of_each(version: int, sums: list[int], lost: int) -> None:
    """Bows 6.4, 12.4 and 20.4 inches before him: 20 + 1, and 2 or 5 for the range, - 0 + 4 = 25, 27 and 30.

    Two shots of 1d6 each: 2 x 1, 2 x 0.5 and 2 x 0.2 hit dice are 8, 4 and 2 hit points; all at short range 3 x 2 x 1, 24.
    """
    state = played(
        skirmishers("Bows", [(20, 20), (22, 14), (18, 6)], missile=missile_of("long-bow")),
        men("Orcs", 12, 6, 50, 44, 180, side=1),
        leaders=[hero("Hector", 20, 27, 1, mount="heavy-warhorse")],
        version=version,
        stage=stages.MISSILES,
    )
    forecast = champion_forecast(state, ("snipe", 0, 0))
    assert forecast is not None
    assert len(forecast.throws) == len(sums)
    table = Script(dice=[2] * 2 * len(sums), orders=[("snipe", 0, 0)])
    phases.missile_step(state, table)
    assert [event.tallies[0].total for event in table.events if event.tallies] == sums
    assert state.individuals[0].hurt == lost


@pytest.mark.rule("battlesystem:10.3b", "battlesystem:6.4b")
@pytest.mark.parametrize(("version", "weapon_id"), [(11, "spear"), (12, "dagger")])
def test_who_runs_off_the_table_takes_his_spear_along(version: int, weapon_id: str) -> None:
    """Two have thrown both of theirs, the third none: with him gone the others have daggers alone."""
    spear = missile_of("spear")
    state = played(
        skirmishers(
            "Reds",
            [(30, 3), (40, 20), (45, 20)],
            missile=spear,
            volleys=2,
            weapons=[replace(weapon("1d6", name="spear"), id="spear")],
        ),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        version=version,
    )
    unit = state.units[0]
    assert unit.singles is not None
    unit.singles[1].thrown = unit.singles[2].thrown = 2
    checks_and_routs.rout_single(state, Script(), unit, 0, Cause(FRIEND, NOBODY, 30.0, 40.0), 12.0)
    assert (unit.figures, unit.now.weapons[0].id) == (2, weapon_id)


@pytest.mark.rule("battlesystem:10.8b", "battlesystem:10.8c")
@pytest.mark.parametrize(("version", "roll"), [(11, 23), (12, 25)])
def test_who_stands_behind_a_wall_counts_among_those_behind_a_hedge(version: int, roll: int) -> None:
    """Of ten in a row four stand behind a wall and three behind a hedge: seven have 2 at least. AR 20 + 2 medium (+ 2) - AC 6 + 7."""
    state = played(
        men("Bows", 10, 10, 30, 10, missile=missile_of("long-bow")),
        men("Orcs", 10, 10, 30, 20, 180, side=1),
        terrain=[line("wall", (0, 19.5), (29.25, 19.5)), line("hedge", (30.1, 19.5), (31.4, 19.5))],
        version=version,
        stage=stages.MISSILES,
    )
    table = Script(dice=[3, 4], orders=[("shoot", 0, 1, "once")])
    phases.missile_step(state, table)
    assert [event.data["roll"] for event in table.events if event.kind == "volley"] == [roll]


# ---------------------------------------------------------------- elites


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:7.6c", "battlesystem:2.11")
@pytest.mark.parametrize(("version", "edge", "spent"), [(11, 34, 3), (12, 34, 6), (12, 38, 3)])
def test_elites_that_disperse_across_a_hedge_pay_for_it(version: int, edge: float, spent: float) -> None:
    """Of six abreast the last stands at x 33.125, an inch apart at 34.375: a hedge at 34 takes 3 of 9 inches besides the 3 of the change."""
    state = played(
        men("Reds", 12, 6, 30, 20, special="elite", formation=OPEN),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        terrain=[line("hedge", (edge, 0), (edge, 40))],
        version=version,
    )
    moving(state, ("move", 0, ("formation", "skirmish")))
    assert (state.units[0].formation, state.units[0].spent) == (SKIRMISH, spent)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.11", "battlesystem:7.6")
@pytest.mark.parametrize("version", [11, 12])
def test_rallied_elites_gather_and_do_no_more(version: int) -> None:
    """A third of 9 inches to gather, and no way for either of two who stand half an inch apart; then neither move nor shot."""
    state = played(
        skirmishers(
            "Reds",
            [(30, 20), (31.75, 20)],
            kind=REGULAR,
            special="elite",
            missile=missile_of("long-bow"),
            commander="Rod",
            radius=20.0,
        ),
        men("Orcs", 12, 6, 30, 40, 180, side=1),
        version=version,
    )
    unit = state.units[0]
    assert unit.singles is not None
    for single in unit.singles:
        single.done = single.rallied = True
    order: Order = ("move", 0, ("formation", "open", 2))
    decision = MoveDecision(state, 0)
    assert (decision.check(order) is None) == (version == 12)
    if version == 11:
        return
    assert unit in decision.units
    found = preview(state, decision, order)
    assert found is not None
    assert (found.cost, found.most, len(found.shapes)) == (3.5, 9.0, 1)
    moving(state, order)
    assert (unit.formation, unit.rallied, round(unit.spent, 2)) == (OPEN, True, 3.5)
    refused = MoveDecision(state, 0).check(("move", 0, ("slide", 0, 3)))
    assert refused is not None
    assert refused.rule == "battlesystem:6.3"
    state.stage = stages.MISSILES
    assert Shooting(state, 0, "battlesystem:1.5").units == []


# ---------------------------------------------------------------- crews


def archers_at_a_piece(version: int, stage: int) -> State:
    """A figure of archers at a ballista, orcs 12 inches before it."""
    return played(
        crew("ballista", 30, 10, missile=missile_of("long-bow")),
        men("Orcs", 12, 6, 30, 22, 180, side=1),
        version=version,
        stage=stage,
    )


@pytest.mark.rule("battlesystem:10.10", "battlesystem:10.4g")
@pytest.mark.parametrize("version", [11, 12])
def test_a_crew_with_bows_shoots_them_or_its_piece(version: int) -> None:
    """What is shot first is what is shot; by version 11 two arrows and a bolt."""
    state = archers_at_a_piece(version, stages.MISSILES)
    phases.missile_step(state, Script(dice=[6, 6], orders=[("shoot", 0, 1, "once")]))
    why = crews.why_not_shoot(state, state.pieces[0])
    assert (why is None) == (version == 11)
    assert why is None or why.rule == "battlesystem:10.10"
    state = archers_at_a_piece(version, stages.ARTILLERY)
    artillery_step(state, Script(dice=[6, 6], orders=[("fire", 0, 1)]))
    state.stage = stages.MISSILES
    assert shots_left(state, state.units[0]) == (1 if version == 11 else 0)


@pytest.mark.rule("battlesystem:10.4g", "battlesystem:10.4f")
@pytest.mark.parametrize(("version", "most"), [(11, 4.5), (12, 0.0)])
def test_archers_whose_piece_has_shot_stay(version: int, most: float) -> None:
    state = archers_at_a_piece(version, stages.ARTILLERY)
    artillery_step(state, Script(dice=[6, 6], orders=[("fire", 0, 1)]))
    unit = state.units[0]
    assert unit.singles is not None
    assert rate_of_single(state, unit, unit.singles[0]) == most
    state.stage = stages.MOVEMENT
    assert (MoveDecision(state, 0).check(("skirmish", 0, ("all", 180, 3))) is None) == (version == 11)


@pytest.mark.rule("battlesystem:10.8h", "battlesystem:7.13d", "battlesystem:10.10a")
@pytest.mark.parametrize(("version", "roll"), [(11, 17), (12, 19)])
def test_a_tired_crew_shoots_its_piece_worse(version: int, roll: int) -> None:
    """THAC0 20 + 2 marches + 2 for 12 inches, medium - AC 10 + 5; by version 11 without the marches."""
    state = archers_at_a_piece(version, stages.ARTILLERY)
    state.units[0].march = 2
    table = Script(dice=[2, 3], orders=[("fire", 0, 1)])
    artillery_step(state, table)
    assert [event.data["roll"] for event in table.events if event.kind == "volley"] == [roll]


@pytest.mark.rule("battlesystem:10.4f", "battlesystem:11.8n", "battlesystem:8.8c")
@pytest.mark.parametrize(("version", "shots"), [(11, 1), (12, 0)])
def test_who_flees_through_rough_ground_has_spent_all_his_movement(version: int, shots: int) -> None:
    """Archers of 12 inches go 6 in rough ground, at 2 for an inch: that is their whole rate, after which nobody shoots."""
    state = played(
        skirmishers("Bows", [(30, 20)], movement=12.0, missile=missile_of("long-bow")),
        men("Orcs", 12, 6, 30, 20.375, 180, side=1, movement=3.0),
        terrain=[area("rough", 0, 0, 60, 48)],
        version=version,
    )
    moving(state, ("flee", 0, 0, (0,)), dice=[6, 6])
    unit = state.units[0]
    assert unit.singles is not None
    assert unit.singles[0].y == 14.0
    state.stage = stages.MISSILES
    assert shots_left(state, unit) == shots


@pytest.mark.rule("battlesystem:10.10e", "battlesystem:2.11")
def test_elites_who_gather_leave_the_piece_that_they_took_over() -> None:
    """Nobody works it then, as where a crew runs; the soak had taken that for a broken state."""
    state = played(
        crew("ballista", 10, 10),
        skirmishers(
            "Reds", [(30, 20), (31.75, 20)], kind=REGULAR, special="elite", commander="Rod", radius=20.0
        ),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
    )
    piece = state.pieces[0]
    assert state.units[1].singles is not None
    piece.crew, piece.figure = 1, 1
    crews.stand_before(state, piece, state.units[1].singles[1])
    assert crews.crew_of(state, piece) is not None
    moving(state, ("move", 1, ("formation", "open", 2)))
    assert crews.crew_of(state, piece) is None
    assert faults(state) == []


# ---------------------------------------------------------------- individuals


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:9.4d")
@pytest.mark.parametrize(
    ("version", "stops"), [(11, [0, 1, 1.5, 2.5, 3.5, 4.25]), (12, [0, 1, 1.5, 2, 3, 4, 4.15, 4.25])]
)
def test_an_individual_is_shot_at_after_each_inch_of_his_way_and_before_he_touches(
    version: int, stops: list[float]
) -> None:
    """An inch and a half east, then north to bases whose edge is 2.75 away from there, a quarter of an inch from his middle."""
    state = played(
        men("Reds", 12, 6, 30, 23.0, 0),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[hero("Hector", 28.5, 18.5, 1)],
        version=version,
    )
    one = state.individuals[0]
    spots = passing_champions.spots_of(state, one, [(30.0, 18.5), (30.0, 21.25)])
    assert [round(inches, 2) for inches, _, _ in spots] == stops


@pytest.mark.rule("battlesystem:10.4b", "battlesystem:10.2a", "battlesystem:10.2", "battlesystem:9.4c")
@pytest.mark.parametrize(
    ("stage", "moved", "shots", "rule"),
    [
        (stages.MISSILES, 1.0, 0, "10.4b"),  # a crossbow: either he moves or he shoots
        (stages.INITIAL_MISSILES, 0.0, 0, "10.2a"),  # of one shot none is for this phase
        (stages.MISSILES, 0.0, 1, "10.2"),
        (stages.MISSILES, 0.0, 0, ""),
    ],
)
def test_an_individual_is_told_why_he_does_not_shoot(stage: int, moved: float, shots: int, rule: str) -> None:
    state = played(
        men("Orcs", 12, 6, 30, 24, 180, side=1),
        leaders=[hero("Hector", 30, 14, missile=missile_of("light-crossbow"), missile_thac0=10)],
        stage=stage,
    )
    one = state.individuals[0]
    one.moved, one.shots, one.last_shot = moved, shots, shots
    why = by_champions.why_not(state, one)
    assert (why.rule if why is not None else "") == (f"battlesystem:{rule}" if rule else "")


@pytest.mark.rule("battlesystem:7.12", "battlesystem:10.4c", "battlesystem:10.4f", "battlesystem:9.0d")
@pytest.mark.parametrize(("version", "shots"), [(11, 0), (12, 1)])
def test_a_hero_who_withdraws_may_shoot_once_and_goes_no_farther(version: int, shots: int) -> None:
    """3 of 12 inches are less than half: archers have one of two shots then, and he is no other."""
    state = played(
        men("Orcs", 12, 6, 30, 24, 180, side=1),
        leaders=[hero("Hector", 30, 23.75, missile=missile_of("long-bow"), missile_thac0=10)],
        version=version,
    )
    moving(state, ("lead", 0, "withdraw"))
    one = state.individuals[0]
    assert one.y == 20.75
    assert MoveDecision(state, 0).check(("lead", 0, (30, 18))) is not None
    state.stage = stages.MISSILES
    assert by_champions.shots_left(state, one) == shots


@pytest.mark.rule("battlesystem:7.13", "battlesystem:9.0d")
@pytest.mark.parametrize("version", [11, 12])
def test_a_forced_march_is_the_whole_move_of_a_hero(version: int) -> None:
    state = played(men("Orcs", 12, 6, 30, 44, 180, side=1), leaders=[hero("Hector", 30, 10)], version=version)
    moving(state, ("lead", 0, "march", (30, 14)))
    refused = MoveDecision(state, 0).check(("lead", 0, (30, 18)))
    assert (refused is None) == (version == 11)
    assert refused is None or refused.reason == "Hector has made his whole move."


@pytest.mark.rule("battlesystem:10.5", "battlesystem:9.4c")
def test_the_shot_of_a_rider_in_his_move_is_foreseen() -> None:
    """With its odds; a shot at nobody is refused there as when it is given."""
    state = played(
        men("Orcs", 12, 6, 30, 24, 180, side=1),
        leaders=[
            hero(
                "Hector",
                30,
                18,
                mount="heavy-warhorse",
                movement=18.0,
                missile=missile_of("long-bow"),
                missile_thac0=10,
            )
        ],
    )
    found = preview(state, MoveDecision(state, 0), ("aim", 0, 0))
    assert found is not None
    assert found.sentence.startswith("Hector: ")
    assert found.odds is not None
    assert found.odds.throws
    refused = preview(state, MoveDecision(state, 0), ("aim", 0, 7))
    assert refused is not None
    assert refused.refusal


# ---------------------------------------------------------------- the computer against the last who goes alone


def test_riders_come_at_a_hero_at_the_edge_of_the_table() -> None:
    """Half an inch before the riders' front, whose left end the edge of the table stops if they go straight on: they go aslant."""
    state = played(
        men("Riders", 16, 8, 1.448, 36.113, 298.8, depth=1.5, movement=24.0, riding="cavalry"),
        leaders=[hero("Horibb", 0.578, 36.586, 1)],
    )
    table = Script(orders=[best(MoveDecision(state, 0), Lens(state, 0))])
    movement_phase.move_step(state, table)
    assert footprints.besieged(state, state.units[0])


def test_archers_stay_who_can_shoot_at_the_last_hero() -> None:
    state = played(
        men("Bows", 12, 6, 30, 10, missile=missile_of("long-bow")), leaders=[hero("Horibb", 30, 22, 1)]
    )
    assert best(MoveDecision(state, 0), Lens(state, 0)) == ("done",)
    state.individuals[0].y = 45.0
    assert best(MoveDecision(state, 0), Lens(state, 0))[0] == "move"


def test_skirmishers_run_down_the_last_hero() -> None:
    state = played(skirmishers("Reds", [(30, 10), (32, 10)]), leaders=[hero("Horibb", 30, 22, 1)])
    assert best(MoveDecision(state, 0), Lens(state, 0))[:2] == ("skirmish", 0)


def test_riders_open_where_a_wheel_would_take_them_closed_into_a_wood() -> None:
    """The left end of the front would swing 1.8 inches into it: by that order they stood still, round after round."""
    state = played(
        men("Riders", 16, 8, 61.541, 7.0, 270.0, depth=1.5, movement=24.0, riding="cavalry"),
        men("Orcs", 24, 12, 5, 24, 90.0, side=1),
        terrain=[area("woods", 50, 0, 61, 9)],
        width=96.0,
    )
    unit = state.units[0]
    way: list[Step] = [("wheel", "right", 17.6), ("slide", 18, 14.38)]
    assert not leads_on(state, unit, way)
    assert over_ground(state, unit, way) == [("formation", "open"), *way]
