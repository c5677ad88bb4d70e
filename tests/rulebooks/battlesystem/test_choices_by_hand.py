"""Choices that the rulebook gives and the table did not offer, worked out by hand from the rulebook."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import officer
from rulebooks.battlesystem.regiments import Troop, battle, crew, hero, men, skirmishers

from banneret.geometry.rectangles import REAR
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import invariants, stages
from banneret.rulebooks.battlesystem.combat import forming_combats
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.individual import ARMY
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.roles import changes, roles_phase
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.space.lines_of_fire import aim
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.text.wording import order_text
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN
from banneret.rulebooks.battlesystem.view.plans import divisions
from banneret.rulebooks.battlesystem.worth.allowance import rate_of_single
from banneret.testing import Script

# ---------------------------------------------------------------- figures at a hero


def beside_friends(version: int) -> State:
    """Axes, six abreast, look south at y 20; four Swords before their eastern end, and Anna in the saddle next to these.

    The Swords touch files 0 to 3 of the Axes, whose file 4 strikes beside them (8.1a). Anna touches files 4 and 5.
    """
    return battle(
        men("Swords", 8, 4, 30.75, 20, 0),
        men("Axes", 12, 6, 30, 20, 180, side=1),
        leaders=[hero("Anna", 28.5, 19.75, mount="horse-heavy-warhorse")],
        tier=stages.INTERMEDIATE,
        stage=stages.ASSIGNMENT,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:8.1c")
@pytest.mark.parametrize(
    ("version", "offered"),
    [
        (14, [("beset", 0, (1, 2)), ("beset", 0)]),
        (15, [("beset", 0, (1, 2)), ("beset", 0, (1, 1)), ("beset", 0)]),
    ],
)
def test_fewer_figures_than_may_strike_at_a_rider_where_more_would_cost_a_blow(
    version: int, offered: list[Order]
) -> None:
    """Up to three may: file 5 has nobody else to strike, file 4 has, and its owner may leave it with its unit."""
    state = beside_friends(version)
    assert footprints.touched(state, state.individuals[0]) == {1: [4, 5]}
    table = Script(orders=[offered[1]])
    forming_combats.assign_step(state, table)
    assert table.asked[0].orders() == offered
    assert state.bouts is not None
    assert state.clashes is not None
    assert state.bouts[0].strikers_of(1) == (0, 1, 2, 3, 4)
    assert state.clashes[0].beset == (((1, 1),) if version == 15 else ())


# ---------------------------------------------------------------- the figure that a hero strikes


def before_turned(version: int) -> State:
    """Orcs, two abreast, the western one turned about; Anna touches both: one looks at her, one shows its back."""
    state = battle(
        men("Orcs", 2, 2, 30, 20, 180, side=1),
        leaders=[hero("Anna", 30, 19.75, damage="1d8")],
        tier=stages.INTERMEDIATE,
        stage=stages.ASSIGNMENT,
        options={"version": version},
    )
    unit = state.units[0]
    block = unit.block
    assert block is not None
    (first, *_), second = formations.poses_of(unit)[0], formations.poses_of(unit)[1]
    assert first > second[0]  # they look south: figure 1 stands in the west
    unit.stand(block, tuple(formations.some_turned(unit, REAR, [1])[1] or ()), unit.wings)
    return state


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:9.4a.modifiers", "battlesystem:7.9g")
@pytest.mark.parametrize(("version", "asked"), [(14, []), (15, [("strike", 0, 0, 1), ("strike", 0, 0, 0)])])
def test_a_hero_chooses_whom_of_a_block_he_strikes_where_it_matters(version: int, asked: list[Order]) -> None:
    """From behind his rating is 2 better: 23 - 2 - 6 is 15, and 17 in front."""
    state = before_turned(version)
    anna, orcs = state.individuals[0], state.units[0]
    assert footprints.touched(state, anna) == {0: [0, 1]}
    assert [sums.champion_sum(state, anna, orcs, figure) for figure in (0, 1)] == [17, 15]
    table = Script()  # the better blow is the default
    forming_combats.assign_step(state, table)
    assert [one.orders() for one in table.asked if one.kind == "strike"] == ([asked] if asked else [])
    assert state.clashes is not None
    assert state.clashes[0].figure == (1 if version == 15 else 0)
    if asked:
        texts = {order_text(state, order) for order in asked}
        assert texts == {"Strike Orcs, figure 1", "Strike Orcs, figure 2"}


# ---------------------------------------------------------------- the front of a unit that breaks open


def broken_open(version: int, *others: Troop, **changes: Any) -> State:
    """Twelve Blues, six abreast and closed, their front middle at (30, 24), who look south."""
    return battle(
        men("Blues", 12, 6, 30, 24, 180, side=1, **changes),
        *others,
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version},
    )


def failed(state: State, *orders: Order) -> Script:
    """A failed Morale Check of the first unit."""
    table = Script(dice=[10, 10], orders=[*orders])
    checks_and_routs.check(state, table, state.units[0], Cause(LOSSES, NOBODY, 30.0, 10.0))
    return table


@pytest.mark.rule("battlesystem:4.5b")
@pytest.mark.parametrize(("version", "files"), [(14, 6), (15, 3)])
def test_who_breaks_open_may_stand_on_a_narrower_front(version: int, files: int) -> None:
    """The frontage may not increase, but may decrease: from six to one. The middle of the front stays; 4 ranks are 4.5 inches deep."""
    state = broken_open(version)
    table = failed(state, *[("front", 0, 3)] * (version == 15))
    block = state.units[0].block
    assert block is not None
    assert (state.units[0].formation, block.files, block.x, block.y) == (OPEN, files, 30.0, 24.0)
    assert invariants.faults(state) == []
    if version == 15:
        assert table.asked[0].orders() == [("front", 0, number) for number in range(6, 0, -1)]
        assert table.asked[0].default() == ("front", 0, 6)
        assert block.length == 4 * 0.75 + 3 * 0.5
    else:
        assert table.asked == []


@pytest.mark.rule("battlesystem:4.5b")
def test_a_narrower_front_loses_no_enemy() -> None:
    """Two enemies touch the ends of a closed front 4.5 inches wide, x 27.75 to 32.25, each a file wide. Open and six abreast it reaches
    from 26.5 to 33.5, five abreast from 27.125 to 32.875: these touch both. Four abreast, 27.75 to 32.25, they do too; three do not.
    """
    reds = [men(name, 1, 1, x, 24, 0, commander="") for name, x in (("West", 28.0), ("East", 32.0))]
    table = failed(broken_open(15, *reds))
    assert [order[2] for order in table.asked[0].orders()] == [6, 5, 4]


@pytest.mark.rule("battlesystem:4.5b")
@pytest.mark.parametrize("why", ["room", "command"])
def test_nobody_is_asked_where_there_is_no_choice_or_no_check(why: str) -> None:
    """One file has none to give up, and who opens for want of command has no leave to stand otherwise (7.6c)."""
    if why == "room":
        assert (
            failed(
                battle(men("Blues", 6, 1, 30, 24, 180, side=1), stage=stages.MELEE, options={"version": 15})
            ).asked
            == []
        )
        return
    state = broken_open(15)
    table = Script()
    formations.open_up(state, table, state.units[0])
    assert table.asked == []
    assert state.units[0].formation == OPEN


# ---------------------------------------------------------------- flight


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:7.12")
def test_flight_aside_is_offered_beside_withdrawal_and_flight_straight_away() -> None:
    """Two lines front to front, with free ground behind: who flees goes straight away, or up to 45 degrees to either side."""
    state = battle(
        men("Reds", 12, 6, 30, 24, 0, engaged=True), men("Blues", 12, 6, 30, 24, 180, side=1), movers=(0, 1)
    )
    away = [order for order in MoveDecision(state, 0).orders() if order[0] in ("withdraw", "flee")]
    assert away == [("withdraw", 0), ("flee", 0, 0), ("flee", 0, -45), ("flee", 0, 45)]


# ---------------------------------------------------------------- skirmishers who hold while others shoot


def three_bows(version: int, stage: int = stages.INITIAL_MISSILES) -> State:
    """Three skirmishing archers 8, 10 and 12 inches before a line of Blues."""
    bow = missile_of("long-bow")
    spots = [(28.0, 15.625), (30.0, 13.625), (32.0, 11.625)]
    return battle(
        skirmishers("Bows", spots, missile=bow, volleys=bow.volleys),
        men("Blues", 12, 6, 30, 24, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=stage,
        options={"version": version, "premeasure": True},
    )


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:2.9d", "battlesystem:10.4")
def test_of_skirmishers_some_shoot_and_others_hold() -> None:
    """The two nearest shoot once, and move half of their 9 inches at most afterwards; the third goes all of them."""
    old = Shooting(three_bows(14), 0, "battlesystem:1.2").check(("split", 0, (1, 2)))
    assert old is not None
    assert old.rule == "battlesystem:10.1m"
    state = three_bows(15)
    table = Script(dice=[3, 3], orders=[("split", 0, (1, 2))])
    phases.initial_step(state, table)
    singles = state.units[0].singles
    assert singles is not None
    assert [single.shots for single in singles] == [1, 1, 0]
    assert [rate_of_single(state, state.units[0], single) for single in singles] == [4.5, 4.5, 9.0]
    shot = next(event for event in table.events if event.kind == "volley")
    assert "2 figures" in shot.text


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.1m")
def test_the_board_lets_some_skirmishers_shoot_and_no_line_of_archers() -> None:
    state = three_bows(15)
    (plan, *_) = divisions(state, Shooting(state, 0, "battlesystem:1.2"))
    assert (plan.label, [step.label for step in plan.steps], plan.most) == ("Some", ["At Blues"], 3.0)
    line = battle(
        men("Archers", 12, 6, 30, 16, 0, missile=missile_of("long-bow")),
        men("Blues", 12, 6, 30, 24, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
    )
    decision = Shooting(line, 0, "battlesystem:1.5")
    assert divisions(line, decision) == []
    assert decision.check(("split", 0, (1, 2))) is not None


# ---------------------------------------------------------------- over friends, or past them


def past_friends(version: int, stage: int = stages.MISSILES) -> State:
    """Archers or a catapult who see a part of Blues past friends on their right: all could be shot at over their heads."""
    bow = missile_of("long-bow")
    return battle(
        men("Archers", 6, 6, 30, 20, 0, missile=bow, volleys=bow.volleys),
        men("Friends", 6, 6, 31.5, 27.75, 0),
        men("Blues", 12, 12, 30, 34, 180, side=1),
        crew("light-catapult", 24, 17, 0),
        tier=stages.INTERMEDIATE,
        stage=stage,
        options={"version": version, "premeasure": True},
    )


@pytest.mark.rule("battlesystem:10.7b", "battlesystem:10.1h")
@pytest.mark.parametrize("version", [14, 15])
def test_who_sees_more_over_friends_than_past_them_may_shoot_so(version: int) -> None:
    """All six see the western files past the friends, and no more can fall than they see; a volley over them can fell all twelve."""
    state = past_friends(version)
    archers, blues = state.units[0], state.units[2]
    past, over = (aim(state, archers, [*range(6)], blues, 21.0, way) for way in (False, True))
    assert past is not None
    assert over is not None
    assert (len(past.shooters), past.is_partly_seen, len(over.seen)) == (6, True, 12)
    expected: list[Order] = [("shoot", 0, 2), ("shoot", 0, 2, "over")]
    assert Shooting(state, 0, "battlesystem:1.5").offers(archers) == expected[: version - 13]
    clear = battle(
        men("Archers", 6, 6, 30, 20, 0, missile=missile_of("long-bow")),
        men("Blues", 12, 12, 30, 34, 180, side=1),
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version, "premeasure": True},
    )
    assert Shooting(clear, 0, "battlesystem:1.5").offers(clear.units[0]) == [("shoot", 0, 1)]


@pytest.mark.rule("battlesystem:10.9b", "battlesystem:10.7b")
@pytest.mark.parametrize("version", [14, 15])
def test_so_may_a_catapult(version: int) -> None:
    state = past_friends(version, stages.ARTILLERY)
    piece = state.pieces[0]
    straight, over = (shots.aim_of(state, piece, state.units[2], way) for way in (False, True))
    assert straight is not None
    assert over is not None
    assert len(straight.seen) < len(over.seen) == 12
    expected: list[Order] = [("fire", 0, 2), ("fire", 0, 2, "over")]
    assert Firing(state, 0).shots() == expected[: version - 13]


# ---------------------------------------------------------------- from one command to another


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:9.3d")
@pytest.mark.parametrize("version", [14, 15])
def test_a_commander_may_take_a_unit_without_one_at_once(version: int) -> None:
    """An Army Commander beside a unit whose commander has fallen becomes its Unit Commander in one change; his old place is vacant."""
    state = battle(
        men("Orphans", 12, 6, 30, 24, 0, commander="", in_command=False, formation=OPEN),
        men("Blues", 12, 6, 30, 40, 180, side=1),
        leaders=[officer("Aldo", 30, 24.25, rank=ARMY)],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        movers=(0, 1),
        options={"version": version},
    )
    state.setting.has_roles = True
    order: Order = ("role", 0, "commander", 0)
    assert (order in changes.options(state, 0)) is (version == 15)
    if version == 14:
        return
    table = Script(orders=[order])
    roles_phase.role_step(state, table)
    one, unit = state.individuals[0], state.units[0]
    assert (unit.chief, one.unit, one.post, one.on_table) == (0, 0, 0, False)
    assert one.given_up == state.round
    assert unit.in_command
