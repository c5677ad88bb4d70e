"""Skirmishers move: each for itself, an inch apart, away from formed enemies."""

from __future__ import annotations

import math

import pytest
from rulebooks.battlesystem.regiments import area, battle, crowd, line, men, skirmishers
from rulebooks.battlesystem.test_formations import give, refused

from banneret.geometry.rectangles import distance
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.drill import skirmish_walks
from banneret.rulebooks.battlesystem.movement import movement_orders, movement_phase, skirmish_moves
from banneret.rulebooks.battlesystem.space import contacts, distances, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import OFF_ROAD, ON_ROAD, SLAIN, Unit
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script


def spots(unit: Unit) -> list[tuple[float, float]]:
    assert unit.singles is not None
    return [(single.x, single.y) for single in unit.singles]


def two() -> State:
    """Two skirmishers of rate 12 at (30, 20) and (34, 20)."""
    return battle(
        skirmishers("S", [(30, 20), (34, 20)], movement=12.0),
        men("Far", 4, 4, 55, 47, 180, side=1),
    )


@pytest.mark.rule("battlesystem:2.9d", "battlesystem:7.9", "battlesystem:2.9")
def test_figures_go_where_they_like_each_for_itself() -> None:
    state = two()
    give(state, ("skirmish", 0, (0, 270, 6), (1, 90, 12)))
    unit = state.units[0]
    assert spots(unit) == [(24, 20), (46, 20)]
    assert unit.singles is not None
    assert [single.heading for single in unit.singles] == [270, 90]
    assert skirmish_walks.able(state, unit) == [0]
    give(state, ("skirmish", 0, (0, 0, 6)))
    assert spots(unit) == [(24, 26), (46, 20)]
    assert unit.finished


@pytest.mark.rule("battlesystem:7.9")
def test_changes_of_direction_are_free() -> None:
    state = two()
    give(state, ("skirmish", 0, (0, 0, 5, 90, 7)))
    unit = state.units[0]
    assert spots(unit)[0] == (37, 25)
    assert unit.singles is not None
    assert unit.singles[0].moved == pytest.approx(12)
    assert "figure 1 of s cannot move any more" in refused(state, "skirmish", 0, (0, 0, 1)).reason.lower()


@pytest.mark.rule("battlesystem:3.5", "battlesystem:2.9d")
def test_a_way_longer_than_the_rate_is_cut() -> None:
    state = two()
    give(state, ("skirmish", 0, ("all", 180, 30)))
    assert spots(state.units[0]) == [(30, 8), (34, 8)]


@pytest.mark.rule("battlesystem:2.9e")
@pytest.mark.parametrize("formed", [True, False])
def test_they_stop_a_tenth_of_an_inch_short_of_formed_enemies(formed: bool) -> None:
    """The enemy's front is 4 in from the figure's."""
    enemy = men("E", 6, 6, 30, 24.375, 180, side=1) if formed else crowd("E", 16, 30, 24.375, 180, side=1)
    state = battle(skirmishers("S", [(30, 20)], movement=12.0), enemy)
    give(state, ("skirmish", 0, (0, 0, 4)))
    unit = state.units[0]
    assert spots(unit)[0] == (30, pytest.approx(23.9))
    assert not contacts.is_engaged(state, unit)
    assert distances.distance(unit, state.units[1]) == pytest.approx(0.1)


@pytest.mark.rule("battlesystem:2.9e", "battlesystem:7.8")
def test_they_may_attack_enemy_skirmishers() -> None:
    state = battle(
        skirmishers("S", [(30, 20), (34, 20)], movement=12.0), skirmishers("E", [(30, 24.75)], 180, side=1)
    )
    give(state, ("skirmish", 0, (0, 0, 9, 90, 2)))
    unit = state.units[0]
    assert spots(unit)[0] == (30, 24)
    assert contacts.enemies_touching(state, unit) == [1]
    assert unit.singles is not None
    assert unit.singles[0].done
    assert skirmish_walks.able(state, unit) == [1]
    found = refused(state, "skirmish", 0, (0, 180, 1))
    assert found.rule == "battlesystem:7.8g"


@pytest.mark.rule("battlesystem:7.8g", "battlesystem:7.8d")
def test_only_the_figure_in_contact_is_bound() -> None:
    state = battle(skirmishers("S", [(30, 20), (34, 20)]), skirmishers("E", [(30, 20.75)], 180, side=1))
    assert skirmish_walks.able(state, state.units[0]) == [1]
    assert refused(state, "skirmish", 0, (0, 180, 3)).rule == "battlesystem:7.8g"
    orders = movement_orders.MoveDecision(state, 0).orders()
    assert ("withdraw", 0, (0,)) in orders
    assert ("done",) in orders  # it may as well stay: the enemy is a skirmisher
    give(state, ("skirmish", 0, ("all", 180, 3)))
    assert spots(state.units[0]) == [(30, 20), (34, 17)]


@pytest.mark.rule("battlesystem:2.9g", "battlesystem:7.4", "battlesystem:2.9")
def test_two_of_a_unit_do_not_end_less_than_an_inch_apart() -> None:
    """From x 34 to 31.65: the bases would be 0.9 in apart; at 31.75 exactly 1."""
    state = two()
    found = refused(state, "skirmish", 0, (1, 270, 2.35))
    assert found.rule == "battlesystem:2.9g"
    assert found.nearest is not None
    give(state, ("skirmish", 0, (1, 270, 2.25)))
    assert spots(state.units[0])[1] == (31.75, 20)
    apart = battle(skirmishers("S", [(3, 3), (33, 3)]))
    give(apart, ("skirmish", 0, (1, 90, 6)))  # 36 in from each other: as far as they wish


@pytest.mark.rule("battlesystem:7.4")
def test_they_pass_each_other_and_go_together() -> None:
    state = two()
    give(state, ("skirmish", 0, (1, 270, 8)))  # through its fellow
    assert spots(state.units[0])[1] == (26, 20)
    state = battle(skirmishers("S", [(30, 20), (31.75, 20), (33.5, 20)]), men("Far", y=45, side=1))
    give(state, ("skirmish", 0, ("all", 90, 5)))
    assert spots(state.units[0]) == [(35, 20), (36.75, 20), (38.5, 20)]


@pytest.mark.rule("battlesystem:2.9g", "battlesystem:2.9e", "battlesystem:3.5")
def test_whom_an_enemy_stops_keeps_the_others_apart() -> None:
    """The first is stopped at 24.9 by an enemy nobody measured; the second, behind it, ends an inch short of it."""
    state = battle(
        skirmishers("S", [(30, 20), (30, 18)], movement=9.0), men("E", 6, 6, 30, 25.375, 180, side=1)
    )
    give(state, ("skirmish", 0, (0, 0, 9), (1, 0, 9)))
    first, second = spots(state.units[0])
    assert first == (30, pytest.approx(24.9))
    assert 1.0 - 0.01 <= (first[1] - second[1]) - 0.75 <= 1.26


@pytest.mark.rule("battlesystem:7.4a", "battlesystem:7.1e")
def test_they_pass_friendly_skirmishers_but_no_formed_friends() -> None:
    state = battle(
        skirmishers("S", [(30, 20), (20, 20)], movement=12.0),
        skirmishers("Friends", [(30, 24)]),
        men("Wall", 6, 6, 20, 24, 0),
        men("Far", 4, 4, 55, 47, 180, side=1),
    )
    give(state, ("skirmish", 0, (0, 0, 8)), ("skirmish", 0, (1, 0, 8)))
    unit = state.units[0]
    assert spots(unit)[0] == (30, 28)
    assert spots(unit)[1][1] == pytest.approx(24 - 0.75 - 0.375, abs=0.011)
    assert refused(state, "skirmish", 0, (0, 180, 4)).rule == "battlesystem:2.9g"  # it would end on a friend


@pytest.mark.rule("battlesystem:7.1e")
def test_they_stay_on_the_table_and_off_forbidden_ground() -> None:
    state = battle(
        skirmishers("S", [(3, 20), (30, 20)], movement=12.0),
        men("Far", 4, 4, 55, 47, 180, side=1),
        ground=[[(20, 22), (40, 22), (40, 30), (20, 30)]],
    )
    give(state, ("skirmish", 0, (0, 270, 9), (1, 0, 9)))
    (west, _), (_, north) = spots(state.units[0])
    assert west == pytest.approx(0.375, abs=0.011)
    assert north == pytest.approx(22 - 0.375, abs=0.011)


@pytest.mark.rule("battlesystem:7.4b")
def test_a_neighbour_may_fill_the_gap_of_a_lost_one_at_its_own_rate() -> None:
    state = battle(
        skirmishers("S", [(30, 20), (33, 20), (36, 20)], movement=9.0), men("Far", 4, 4, 55, 47, 180, side=1)
    )
    unit = state.units[0]
    assert unit.singles is not None
    unit.take_off(1, SLAIN)
    unit.figures = 2
    give(state, ("skirmish", 0, (2, 270, 3)))
    assert spots(unit)[2] == (33, 20)
    assert unit.singles[2].moved == 3
    assert refused(state, "skirmish", 0, (1, 0, 3)).rule == "battlesystem:7.8g"


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:7.8g")
def test_whom_a_formed_enemy_caught_must_get_away() -> None:
    """Two of six are touched: those withdraw or flee before the part can end; the others move freely."""
    places = [(28.0, 20.0), (30.0, 20.0), (34.0, 20.0), (36.0, 20.0), (38.0, 20.0), (40.0, 20.0)]
    state = battle(skirmishers("S", places), men("E", 6, 6, 29, 20.375, 180, side=1))
    decision = movement_orders.MoveDecision(state, 0)
    assert decision.compelled
    assert {order[2] if order[0] == "withdraw" else order[3] for order in decision.compelled} == {(0, 1)}
    assert decision.default() in decision.compelled
    assert ("done",) not in decision.orders()
    found = refused(state, "done")
    assert found.rule == "battlesystem:2.9f"
    give(state, ("skirmish", 0, (5, 90, 3)))
    assert refused(state, "done").rule == "battlesystem:2.9f"
    give(state, ("withdraw", 0, (0, 1)))
    assert movement_orders.MoveDecision(state, 0).compelled == []


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:1.4")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        (("skirmish", 0, (2, 180, 2)), {(0, 1), (0,), (1,)}),  # a free figure goes
        (("withdraw", 0, (0,)), {(1,)}),  # one of the two gets away
    ],
)
def test_they_owe_it_still_when_others_of_their_unit_and_another_unit_have_moved(
    order: Order, left: set[tuple[int, ...]]
) -> None:
    places = [(28.0, 20.0), (30.0, 20.0), (34.0, 20.0), (38.0, 20.0)]
    enemy = men("E", 6, 6, 29, 20.375, 180, side=1)
    state = battle(skirmishers("S", places), men("A", 4, 4, 10, 10), enemy)
    give(state, order)
    give(state, ("move", 1, ("slide", 0, 1)))
    decision = movement_orders.MoveDecision(state, 0)
    assert decision.compelled
    assert {order[-1] for order in decision.compelled} <= left
    assert refused(state, "done").rule == "battlesystem:2.9f"
    # the move of the others is over, the unit's having been closed by that of another
    assert "cannot move any more" in refused(state, "skirmish", 0, (3, 90, 1)).reason
    give(state, decision.compelled[0])
    assert movement_orders.MoveDecision(state, 0).compelled == []
    assert movement_orders.MoveDecision(state, 0).check(("done",)) is None


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:3.5")
def test_a_lost_order_of_the_others_does_not_spare_them_the_flight() -> None:
    # the wall of shields 1/8 in before figure 1 stops it and figure 2, who comes from behind, in one place: the order is lost
    places = [(20.0, 20.0), (32.0, 20.0), (32.0, 17.0)]
    near = men("F", 4, 4, 32, 20.5, 180, side=1)
    state = battle(skirmishers("S", places), men("E", 4, 4, 20, 20.375, 180, side=1), near)
    table = give(state, ("skirmish", 0, (2, 0, 5), (1, 0, 8)))
    assert "would end less than 1 in from another" in table.news
    unit = state.units[0]
    decision = movement_orders.MoveDecision(state, 0)
    assert {order[-1] for order in decision.compelled} == {(0,)}
    assert not unit.finished


@pytest.mark.rule("battlesystem:2.9f")
def test_who_can_neither_withdraw_nor_flee_stays_and_fights() -> None:
    """Enemies before and behind leave no way out."""
    state = battle(
        skirmishers("S", [(30, 20), (40, 20)]),
        men("E", 4, 4, 30, 20.375, 180, side=1),
        men("F", 4, 4, 30, 19.625, 0, side=1),
    )
    decision = movement_orders.MoveDecision(state, 0)
    assert decision.compelled == []
    assert decision.default() == ("done",)


@pytest.mark.rule("battlesystem:2.9f")
def test_a_regular_unit_that_moves_into_contact_catches_the_figures_it_touches() -> None:
    state = battle(
        men("E", 4, 4, 30, 20), skirmishers("S", [(29, 23.375), (31, 23.375), (36, 23.375)], 180, side=1)
    )
    give(state, ("move", 0, ("slide", 0, 9)))
    singles = state.units[1].singles
    assert singles is not None
    assert [single.caught for single in singles] == [True, True, False]


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:7.8f")
def test_caught_figures_owe_the_withdrawal_in_the_next_part_of_their_side() -> None:
    state = battle(men("E", 4, 4, 30, 20), skirmishers("S", [(30, 23.375), (36, 23.375)], 180, side=1))
    give(state, ("move", 0, ("slide", 0, 9)))
    state.part = 1
    decision = movement_orders.MoveDecision(state, 1)
    assert [order[:2] for order in decision.compelled]
    assert decision.check(("done",)) is not None
    assert decision.check(("skirmish", 1, (1, 90, 3))) is None


def test_samples_keep_the_rules() -> None:
    """Whatever is drawn is legal, and an inch apart, also where an enemy stops some of them."""
    chance = Chance(3)
    for seed in range(20):
        state = battle(
            skirmishers("S", [(20 + 2 * (n % 4), 20 + 2 * (n // 4)) for n in range(12)], movement=12.0),
            men("E", 12, 6, 24, 30, 180, side=1),
            skirmishers("T", [(18, 31), (33, 29)], 180, side=1),
            skirmishers("Friends", [(25, 27)]),
        )
        unit = state.units[0]
        for _ in range(3):
            order = skirmish_moves.sample(state, unit, chance)
            if order is None:
                break
            assert skirmish_moves.refusal(state, 0, order) is None, (seed, order)
            give(state, order)
            bases = standing.bases(unit)
            for number, base in enumerate(bases):
                assert all(distance(base, other) >= 0.99 for other in bases[:number])
            assert not contacts.are_touching(state, unit, state.units[1])
            if unit.finished:
                break
        assert unit.singles is not None
        assert all(single.moved <= 12.001 for single in unit.singles)


def test_nonsense_is_refused() -> None:
    state = two()
    for groups in (
        (),
        ((0,),),
        ((0, 90),),
        ((0, 90, -3),),
        ((0, 90, 3, 4),),
        ((2, 90, 3),),
        (("each", 90, 3),),
        ((0, 400, 3),),
        ((0, "east", 3),),
        ((0, 90, 3), (0, 90, 3)),
        (3,),
    ):
        assert refused(state, "skirmish", 0, *groups)
    assert refused(state, "skirmish", 1, ("all", 0, 3)).rule == "battlesystem:7.0"
    assert math.isclose(state.units[0].spent, 0.0)


# ---------------------------------------------------------------- roads


def on_a_road(version: int = 16, spots: list[tuple[float, float]] | None = None) -> State:
    """Three skirmishers of rate 9 behind one another on a road of 2 inches that runs north; woods on both sides of it."""
    road = line("road", (30, 0), (30, 48), width=2.0)
    return battle(
        skirmishers("S", spots or [(30, 14), (30, 12), (30, 10)]),
        men("Far", 4, 4, 55, 47, 180, side=1),
        terrain=[road, area("woods", 0, 0, 60, 48)],
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:2.9d")
@pytest.mark.parametrize(
    ("version", "beside", "north", "footing"),
    [(15, False, 6.0, 0), (16, False, 12.0, ON_ROAD), (16, True, 6.0, OFF_ROAD)],
)
def test_skirmishers_go_a_third_farther_if_all_of_them_are_on_a_road(
    version: int, beside: bool, north: float, footing: int
) -> None:
    """Nine inches are twelve by road, and six in woods; where one stands an inch beside the road nobody has more.

    By version 15 there was no road for skirmishers, so that woods slowed them there.
    """
    state = on_a_road(version, [(30, 14), (30, 12), (32 if beside else 30, 10)])
    give(state, ("skirmish", 0, ("all", 0, 20)))
    unit = state.units[0]
    assert spots(unit)[:2] == [(30.0, 14 + north), (30.0, 12 + north)]
    assert unit.footing == footing
    assert unit.singles is not None
    assert unit.singles[0].moved == 9.0


@pytest.mark.rule("battlesystem:11.8a")
def test_skirmishers_who_went_faster_by_road_stay_on_it_and_who_left_it_have_no_more_of_it() -> None:
    state = on_a_road()
    give(state, ("skirmish", 0, (0, 0, 4)))
    unit = state.units[0]
    assert unit.singles is not None
    assert (unit.footing, unit.singles[0].moved) == (ON_ROAD, 3.0)
    assert refused(state, "skirmish", 0, (1, 90, 3)).rule == "battlesystem:11.8a"
    assert refused(state, "skirmish", 0, (1, 0, 3, 90, 3)).rule == "battlesystem:11.8a"
    give(state, ("skirmish", 0, (0, 0, 8)))
    assert spots(unit)[0] == (30.0, 26.0)
    state = on_a_road()
    give(state, ("skirmish", 0, (2, 90, 3)))
    give(state, ("skirmish", 0, (0, 0, 20)))
    assert spots(state.units[0]) == [(30.0, 20.0), (30.0, 12.0), (33.0, 10.0)]
    assert state.units[0].footing == OFF_ROAD


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:10.6c")
@pytest.mark.parametrize(("order", "ends"), [((0, 0, 20), (30.0, 26.0)), ((0, 0, 4, 90, 6), (30.5, 18.0))])
def test_a_shot_on_the_way_does_not_change_the_price_of_a_road(
    order: tuple[int, ...], ends: tuple[float, float]
) -> None:
    """Shot at after three inches he goes on by road, twelve in all; or he leaves it, and in rough ground four inches take eight of nine."""
    road = line("road", (30, 0), (30, 48), width=2.0)
    bow = missile_of("long-bow")
    state = battle(
        skirmishers("S", [(30, 14), (30, 12), (30, 10)]),
        men("Bows", 4, 4, 30, 34, 180, side=1, missile=bow, volleys=bow.volleys, attack_rating=40),
        terrain=[road, area("rough", 0, 0, 60, 48)],
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    table = Script(dice=[1, 1], orders=[("skirmish", 0, order), ("shoot", 1, 0, 3)])
    movement_phase.move_step(state, table)
    table.finish()
    assert len([event for event in table.events if event.kind == "volley"]) == 1
    assert spots(state.units[0])[0] == ends


def test_the_preview_says_that_skirmishers_go_by_road() -> None:
    state = on_a_road()
    decision = movement_orders.MoveDecision(state, 0)
    shown = preview(state, decision, ("skirmish", 0, ("all", 0, 12)))
    assert shown is not None
    assert shown.sentence == "Along the road: a third farther."
