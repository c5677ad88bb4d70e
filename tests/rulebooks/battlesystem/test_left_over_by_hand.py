"""What earlier samples left over: rallied units that turn in part, a commander on his walk, small moves in the news, answers of the computer."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, crew, hero, men, skirmishers

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.greedy import best
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.rally.facings import ABOUT, Facings, UnitFacing
from banneret.rulebooks.battlesystem.stages import INTERMEDIATE, RALLY
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CAPTURED, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.pieces import unit_states
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

# ---------------------------------------------------------------- small moves in the news


@pytest.mark.rule("battlesystem:7.9d", "battlesystem:7.0")
@pytest.mark.parametrize(
    ("gap", "told"),
    [
        (0.0, "Reds stay where they are."),
        (0.02, "Reds wheel less than 1 degree to the right."),
        (0.3, "Reds wheel 4 degrees to the right."),
    ],
)
def test_a_wheel_that_is_barred_at_once_is_not_told_as_one_of_0_degrees(gap: float, told: str) -> None:
    """A friend stands before the left end of the front, 4.5 inches from the pivot: 0.3 inches are 3.8 degrees, 0.02 a quarter of one."""
    state = battle(men("Reds", 12, 6, 30, 20), men("Friend", 1, 1, 28.125, 20.75 + gap))
    table = Script()
    mover.move(state, table, 0, ("move", 0, ("wheel", "right", 45)))
    assert told in table.news


@pytest.mark.rule("battlesystem:7.0")
def test_a_way_of_a_hair_is_not_told_as_one_of_0_inches() -> None:
    state = battle(men("Reds", 12, 6, 30, 20), men("Friend", 1, 1, 30, 20.78))
    table = Script()
    mover.move(state, table, 0, ("move", 0, ("slide", 0, 5)))
    assert "Reds move 0.03 in ahead." in table.news


@pytest.mark.rule("battlesystem:7.8", "battlesystem:2.9d")
def test_a_skirmisher_who_touches_after_a_hair_is_not_told_to_move_up_to_0_inches() -> None:
    foes = skirmishers("Foes", [(30, 20.78)], 180.0, 1)
    state = battle(skirmishers("Scouts", [(30, 20), (33, 20)]), foes)
    table = Script(orders=[("skirmish", 0, (0, 0, 3))])
    movement_phase.move_step(state, table)
    assert "Scouts: one figure moves, up to 0.03 in, into contact." in table.news, table.news


@pytest.mark.rule("battlesystem:10.6", "battlesystem:9.4d")
@pytest.mark.parametrize(
    ("stop", "told"), [(6, "Bruno got no farther than 6 in."), (0, "Bruno got nowhere.")]
)
def test_a_hero_who_is_shot_down_on_his_way_is_not_told_to_move_after_he_fell(stop: int, told: str) -> None:
    bow = missile_of("long-bow")
    state = battle(
        men("Bows", 10, 10, 30, 20, missile=bow, volleys=bow.volleys),
        leaders=[hero("Bruno", 30, 34, 1, hit_points=3, armour_class=9)],
        tier=INTERMEDIATE,
    )
    state.ranking = state.movers = (1, 0)
    table = Script(orders=[("lead", 0, (30, 22)), ("snipe", 0, 0, stop)], dice=[6, 6])
    movement_phase.move_step(state, table)
    table.finish()
    assert table.news.endswith(f"Bruno loses 4 hit points and falls.\n{told}"), table.news


# ---------------------------------------------------------------- answers of the computer


@pytest.mark.rule("battlesystem:6.3")
@pytest.mark.parametrize(
    ("at", "word"), [((30, 40), "about"), ((50, 22), "left"), ((8, 22), "right"), ((30, 6), "keep")]
)
def test_the_computer_faces_a_rallied_unit_to_the_nearest_enemy(at: tuple[float, float], word: str) -> None:
    """Reds ran south and look there: an enemy in the north is behind them, one in the east on their left."""
    state = battle(
        men("Reds", 12, 6, 30, 20, 180.0, rallied=True),
        men("Blues", 12, 6, *at, side=1),
        men("Runaways", 12, 6, 30, 30, side=1, routed=True),
    )
    options: list[Order] = [("face", 0, one) for one in ("keep", "left", "right", "about")]
    assert best(Choice("face", 0, "battlesystem:6.3", options, 3), Lens(state, 0)) == ("face", 0, word)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9d")
def test_the_computer_faces_each_rallied_skirmisher_to_the_enemy_nearest_to_him() -> None:
    scouts = skirmishers("Scouts", [(10, 20), (30, 20), (50, 20)], 180.0)
    foes = [
        men("A", 4, 2, 10, 26, 180, side=1),
        men("B", 4, 2, 30, 14, side=1),
        men("C", 4, 2, 56, 21, side=1),
    ]
    state = battle(scouts, *foes)
    decision = Facings(state, state.units[0], [0, 1, 2])
    order = best(decision, Lens(state, 0))
    assert order == ("face", 0, ("left", 2), ("about", 0))
    assert decision.check(order) is None
    alone = battle(scouts)
    assert best(Facings(alone, alone.units[0], [0]), Lens(alone, 0)) == ("face", 0, "about")


@pytest.mark.rule("battlesystem:10.10b")
@pytest.mark.parametrize(("at", "word"), [((30, 30), "serve"), ((30, 16), "leave"), ((30, 76), "leave")])
def test_the_computer_takes_a_piece_over_where_it_is_of_use(at: tuple[float, float], word: str) -> None:
    """Formed enemies 4 inches from it, or none within its range, and nobody serves it."""
    state = battle(
        skirmishers("Raiders", [(30, 9)]),
        men("Blues", 12, 6, *at, 180, side=1),
        crew(y=10, status=SLAIN),
        depth=96.0,
    )
    options: list[Order] = [("serve", 0, 0, 0), ("leave", 0)]
    assert best(Choice("serve", 0, "battlesystem:10.10b", options), Lens(state, 0))[0] == word


# ---------------------------------------------------------------- rallied units that turn in part


def rally(state: State, order: Order) -> Script:
    """Rally the first unit, its own commander rolling 5 and 5, and turn it."""
    table = Script(dice=[5, 5], orders=[("rally", 0, "own"), order])
    rally_phase.rally_step(state, table)
    table.finish()
    return table


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.9g", "battlesystem:7.9f")
def test_of_a_rallied_unit_the_rear_rank_may_turn_about_alone() -> None:
    """[6.3] leads to [7.9]: all figures turn, or only some. Orcs ran south, and their second rank turns to the north again, for nothing."""
    orcs = men("Orcs", 12, 6, 30, 20, 180.0, formation=OPEN, routed=True, in_command=False)
    state = battle(orcs, stage=RALLY)
    table = rally(state, ("face", 0, (ABOUT, 6, 7, 8, 9, 10, 11)))
    unit = state.units[0]
    assert unit.block is not None
    assert unit.loose is not None
    assert [pose[2] for pose in unit.loose] == [180.0] * 6 + [0.0] * 6
    assert (unit.block.heading, unit.spent, unit.rallied) == (180.0, 0.0, True)
    assert "6 figures of Orcs turn about." in table.news
    assert not faults(state)
    assert table.asked[1].orders() == [("face", 0, word) for word in ("keep", "left", "right", "about")]
    # the figures of a form come one by one
    assert table.asked[1].check(("face", 0, (ABOUT, 6), (ABOUT, 7))) is None


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.9g")
def test_by_version_15_all_of_a_rallied_unit_turned_or_none() -> None:
    orcs = men("Orcs", 12, 6, 30, 20, 180.0, formation=OPEN, routed=True, in_command=False)
    state = battle(orcs, stage=RALLY, options={"version": 15})
    table = rally(state, ("face", 0, "left"))
    assert table.asked[1].check(("face", 0, (ABOUT, 6))) is not None
    assert state.units[0].loose is None


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.9e", "battlesystem:7.9g")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("face", 0, ("left", 1), ("right", 2)), "All who turn turn the same way"),
        (("face", 0, ("left", 1, 1)), "Name each figure once."),
        (("face", 0, ("left", 12)), "Name figures by number, from 0 to 11."),
        (("face", 0, ("about", *range(12))), "Of all of them say 'about'."),
        (("face", 0, ("back", 1)), "A group is one of left, right, about"),
        (("face", 0, "back"), "The unit may keep or left or right or about."),
        (("face", 1, "left"), "The order is 'face'"),
    ],
)
def test_facings_of_a_unit_are_refused_where_they_make_no_sense(order: Order, why: str) -> None:
    state = battle(men("Orcs", 12, 6, 30, 20, 180.0))
    refused = UnitFacing(state.units[0], ["left", "right", "about"]).check(order)
    assert refused is not None
    assert refused.reason.startswith(why)


@pytest.mark.rule("battlesystem:7.9g")
def test_riders_whose_bases_are_not_square_turn_about_in_part_only() -> None:
    state = battle(men("Riders", 12, 6, 30, 20, 180.0, depth=1.5))
    decision = UnitFacing(state.units[0], ["about"])
    assert decision.check(("face", 0, ("left", 1))) is not None
    assert decision.check(("face", 0, ("about", 1))) is None
    assert all(decision.check(decision.sample(Chance(seed))) is None for seed in range(40))
    shown = question(state, decision)
    assert shown.form is not None
    assert [item.label for item in shown.form.items][:2] == [
        "front rank, 1st from the left: about",
        "front rank, 2nd from the left: about",
    ]
    assert [option.label for option in shown.options] == [
        "Keep the facing",
        "Face about",
    ]


# ---------------------------------------------------------------- guards who have fallen


@pytest.mark.rule("battlesystem:7.15f")
@pytest.mark.parametrize(("version", "status"), [(15, CAPTURED), (16, SLAIN)])
def test_guards_who_have_fallen_take_no_more_captives(version: int, status: int) -> None:
    """East had two guards for five captives, and one man of it is left: he can hold no fifth, still less a sixth."""
    walls = [
        men("North", 12, 12, 30, 31, 180, side=1, guards=12, held=48),
        men("South", 12, 12, 30, 30, 0, side=1, guards=12, held=48),
        men("West", 1, 1, 28, 30.5, 90, side=1, guards=1, held=4),
        men("East", 1, 1, 32, 30.5, 270, side=1, guards=2, held=5, starting=6),
    ]
    reds = men("Reds", 2, 2, 31.2, 30.75, 0, formation=OPEN, width=0.25, depth=0.25)
    state = battle(reds, *walls, options={"capture": True, "version": version})
    table = Script(orders=[None] if version == 15 else [])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
    table.finish()
    assert state.units[0].status == status
    assert "1 guards captives" in [str(one) for one in unit_states(state, state.units[4])] or version == 15
