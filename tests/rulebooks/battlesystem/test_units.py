"""What units are: bodies of one kind that act as one, and how their states are shown."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers, weapon
from rulebooks.battlesystem.test_scenarios import begun, data, row

from banneret.kernel.order import Order
from banneret.kernel.scene import Condition
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats
from banneret.rulebooks.battlesystem.combat.attack_rolls import weapon_of
from banneret.rulebooks.battlesystem.combat.losses import settling
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.movement.movement_orders import VERBS, MoveDecision
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, SKIRMISHERS
from banneret.rulebooks.battlesystem.unit import MOB, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.pieces import unit_piece
from banneret.testing import Script


def refusal(state: State, *order: Any) -> str:
    """Why an order is refused in the movement part of side 0; "" when it is not."""
    found = MoveDecision(state, 0).check(order)
    return "" if found is None else f"{found.rule.split(':')[1]} {found.reason}"


def offered(state: State, unit: int, verb: str) -> list[str]:
    """The first words of what a verb offers a unit."""
    return sorted({str(order[0]) for order in VERBS[verb].offers(state, state.units[unit])})


# ---------------------------------------------------------------- regular units


@pytest.mark.rule("battlesystem:2.8")
def test_what_a_regular_unit_can_do() -> None:
    far = battle(men("Axes", 12, 6, 30, 10), men("Orcs", 12, 6, 30, 22, 180, side=1))
    assert offered(far, 0, "move") == ["move"]
    assert offered(far, 0, "charge") == ["charge"]  # 12 in away, MV 9: at most 13.5 in
    farther = battle(men("Axes", 12, 6, 30, 4), men("Orcs", 12, 6, 30, 44, 180, side=1))
    assert offered(farther, 0, "march") == ["march"]
    touching = battle(
        men("Axes", 12, 6, 30, 10, engaged=True), men("Orcs", 4, 2, 30, 10, 180, side=1, engaged=True)
    )
    assert offered(touching, 0, "withdraw") == ["flee", "withdraw"]
    assert offered(touching, 0, "wrap") == ["wrap"]
    assert refusal(far, "move", 0, ("formation", "open")) == ""
    assert "formation" in refusal(far, "move", 0, ("formation", "mob"))
    assert "formation" in refusal(far, "move", 0, ("formation", "skirmish"))


@pytest.mark.rule("battlesystem:2.8c")
def test_a_unit_is_never_split_but_may_attack_several() -> None:
    # six files of Axes, three of each of two enemies before them: the figures in the middle reach both
    state = battle(
        men("Axes", 12, 6, 30, 10),
        men("Orcs", 6, 3, 28.875, 10, 180, side=1),
        men("Goblins", 6, 3, 31.125, 10, 180, side=1),
        stage=stages.ASSIGNMENT,
    )
    table = Script(orders=[("assign", 0, (1, 3))])
    forming_combats.assign_step(state, table)
    assert table.kinds[0] == "assign"
    assert state.bouts is not None
    against = {(bout.first, bout.second): bout.strikers for bout in state.bouts}
    assert against[0, 1] == (0, 1, 2, 3)  # one more than by default
    assert against[0, 2] == (4, 5)
    # no order takes some figures elsewhere: a step is made by all of it
    alone = battle(men("Axes", 12, 6, 30, 10), men("Orcs", 12, 6, 30, 40, 180, side=1))
    for step in (("only", (0, 1, 2), "slide", 0, 3), ("split", 6), ("part", (0, 1))):
        assert refusal(alone, "move", 0, step) != ""
    assert len([unit for unit in alone.units.values() if unit.side == 0]) == 1


@pytest.mark.rule("battlesystem:3.1b")
def test_all_figures_have_the_same_weapon() -> None:
    bows = [{"id": "spear", "sm": "1d6", "l": "1d8", "reach": 2}, {"id": "sword", "sm": "1d8", "l": "1d12"}]
    mixed = begun(data([row(weapons=bows)]))
    assert [one.id for one in mixed.setting.rosters[0].weapons] == ["spear", "sword"]
    # what is taken in hand is taken by every figure: with the spear two ranks strike, with the sword only one
    for hand, ranks in (("spear", 2), ("sword", 1)):
        state = battle(
            men(
                "Axes",
                12,
                6,
                30,
                10,
                weapons=[weapon("1d6", reach=2, name="spear"), weapon("1d8", name="sword")],
            ),
            men("Orcs", 12, 6, 30, 10, 180, side=1),
            stage=stages.ASSIGNMENT,
        )
        forming_combats.assign_step(state, Script(orders=[("weapon", 0, hand)]))
        assert weapon_of(state, state.units[0]).id == hand
        assert state.bouts is not None
        assert len(state.bouts[0].strikers) == 6 * ranks
        assert len(state.bouts[0].back_strikers) == 6


# ---------------------------------------------------------------- kinds


@pytest.mark.rule("battlesystem:2.8d", "battlesystem:2.10i")
def test_a_mob_stays_a_mob() -> None:
    state = battle(
        crowd("Mob", 16, 30, 20, routed=True, rout_heading=180.0),
        men("Orcs", 12, 6, 30, 40, 180, side=1),
        leaders=[captain("Anna", 30, 19)],
        stage=stages.RALLY,
    )
    rally_phase.rally_step(state, Script(dice=[1, 1], orders=[("rally", 0, 0)]))
    mob = state.units[0]
    assert not mob.routed
    assert (mob.formation, state.setting.rosters[0].kind) == (MOB, CROWD)
    state.stage = stages.MOVEMENT
    assert refusal(state, "move", 0, ("formation", "closed")) != ""
    with pytest.raises(ValueError, match="never stands closed"):
        RULEBOOK.referee.change(state, ("form", 0, "closed"))


@pytest.mark.rule("battlesystem:2.9h", "battlesystem:2.8d")
def test_a_skirmish_unit_of_one_figure_is_still_one() -> None:
    state = battle(
        skirmishers("Scouts", [(20.0, 20.0), (22.0, 20.0), (24.0, 20.0)]),
        men("Orcs", 12, 6, 30, 40, 180, side=1),
    )
    scouts = state.units[0]
    scouts.take_off(0, SLAIN)
    scouts.take_off(1, SLAIN)
    scouts.figures = 1
    assert faults(state) == []
    assert state.setting.rosters[0].kind == SKIRMISHERS
    assert refusal(state, "skirmish", 0, (2, 0, 4)) == ""
    assert refusal(state, "move", 0, ("formation", "open")) != ""
    assert refusal(state, "lead", 0, 30, 30) != ""  # no independent figure
    assert unit_piece(state, scouts).label == "1/3"


# ---------------------------------------------------------------- what is shown


@pytest.mark.rule("battlesystem:2.5")
def test_markers_are_states_of_the_unit() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN, morale=10),
        men("Orcs", 12, 6, 30, 40, 180, side=1, wounded=True),
        skirmishers("Scouts", [(10.0, 20.0), (12.0, 20.0)], side=1),
    )
    table = Script(dice=[10, 10])
    assert not checks_and_routs.check(state, table, state.units[0], Cause(causes.OTHER))
    assert state.units[0].routed
    assert unit_piece(state, state.units[0]).states == (Condition("routed"),)
    assert [base.sign for base in unit_piece(state, state.units[1]).bases].count("w") == 1
    (state.units[2].singles or [])[1].wounded = True
    assert [base.sign for base in unit_piece(state, state.units[2]).bases] == ["o", "w"]


@pytest.mark.rule("battlesystem:2.4a", "battlesystem:intro.counters")
def test_figures_are_counted_whatever_they_are_made_of() -> None:
    state = battle(men("Axes", 12, 6, 30, 24), men("Orcs", 12, 6, 30, 24, 180, side=1))
    unit = state.units[0]
    shown = [base for base in unit_piece(state, unit).bases if base.sign != "x"]
    assert len(shown) == 12
    settling.inflict(state, Script(), unit, 4 * unit.now.figure, NOBODY)
    piece = unit_piece(state, unit)
    assert (unit.figures, piece.label) == (8, "8/12")
    assert len([base for base in piece.bases if base.sign != "x"]) == 8


def test_every_order_is_of_some_unit() -> None:
    state = battle(men("Axes"), men("Orcs", side=1, y=40))
    orders: list[Order] = MoveDecision(state, 0).orders()
    assert all(order == ("done",) or order[0] in (*VERBS, "lead") for order in orders)
