"""The fate of those who were with a unit that is off the table, and of the fallen when the battle ends."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import belongs, officer
from rulebooks.battlesystem.regiments import battle, men, skirmishers

from banneret.kernel.scenario import Outcome
from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.combat.losses.blows import reckoning
from banneret.rulebooks.battlesystem.combat.losses.settling import settle
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import fates
from banneret.rulebooks.battlesystem.morale.rout import captives, resting
from banneret.rulebooks.battlesystem.morale.rout.runners import Runner
from banneret.rulebooks.battlesystem.space import casualties, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import (
    CAPTURED,
    FIELD,
    FLED,
    LOST,
    NOBODY,
    SLAIN,
    STUNNED,
    WAITING,
    WOUNDED,
)
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script


def band(figures: int = 2) -> State:
    """Eric, a member of a band of figures at (30, 24), with 48 hit points; orcs to the north, friends far to the south."""
    state = battle(
        men("Band", figures, figures, 30, 24, commander="", starting=12),
        men("Orcs", 12, 6, 30, 30, 180, side=1),
        men("Friends", 12, 6, 30, 12),
        leaders=[officer("Eric", 0, 0)],
        tier=stages.INTERMEDIATE,
    )
    belongs(state, 0, 0)
    return state


@pytest.mark.rule("battlesystem:9.1d")
def test_a_member_is_unhurt_while_a_figure_of_his_unit_stands() -> None:
    state = band()
    band_, eric = state.units[0], state.individuals[0]
    settle(state, Script(), reckoning(state, band_, [(1, 130)]))  # 13 hit dice: one figure of 10, and a wound
    in_command.review(state, Script(strict=True))
    assert (band_.figures, band_.wounded) == (1, True)
    assert (eric.unit, eric.fate, eric.hurt) == (0, WAITING, 0)


@pytest.mark.rule("battlesystem:9.1d")
@pytest.mark.parametrize("status", [FLED, CAPTURED])
def test_who_leaves_the_field_with_his_unit_lives_without_a_roll(status: int) -> None:
    state = band()
    state.units[0].leave(status)
    table = Script(strict=True)
    fates.settle(state, table)
    assert (state.individuals[0].fate, table.rolled) == (status, [])
    whole = scene(state, SPECTATOR)
    tray = next(
        tray for tray in whole.trays if tray.name == ("Fled the field" if status == FLED else "Captured")
    )
    assert "Eric" in [piece.name for piece in tray.pieces]


@pytest.mark.rule("battlesystem:9.1e")
@pytest.mark.parametrize(
    ("dice", "fate", "left", "asleep"),
    [
        ([1], LOST, -10, 0),
        ([3], SLAIN, -10, 0),
        ([4, 3], WOUNDED, 3, 0),
        ([7, 6], WOUNDED, 6, 0),
        ([8, 1], STUNNED, 48, 1),
        ([10, 7], STUNNED, 48, 7),
    ],
)
def test_when_the_last_figure_falls_his_fate_is_rolled(
    dice: list[int], fate: int, left: int, asleep: int
) -> None:
    state = band()
    table = Script(dice=list(dice))
    settle(state, table, reckoning(state, state.units[0], [(1, 200)]))
    in_command.review(state, table)
    table.finish()
    eric = state.individuals[0]
    assert (eric.fate, harm.left(state, eric), eric.asleep) == (fate, left, asleep)
    assert (eric.x, eric.y) == (30.0, 23.625)
    again = CODEC.load(CODEC.dump(state), state)
    assert CODEC.dump(again.copy()) == CODEC.dump(state)
    assert again.individuals == state.individuals


@pytest.mark.rule("battlesystem:9.1e")
def test_who_had_less_than_the_die_says_keeps_that() -> None:
    state = band()
    state.individuals[0].hurt = 46
    state.units[0].leave(SLAIN)
    fates.settle(state, Script(dice=[5, 6]))
    assert harm.left(state, state.individuals[0]) == 2


@pytest.mark.rule("battlesystem:9.1e")
def test_a_member_of_skirmishers_lies_where_the_last_of_them_fell() -> None:
    state = battle(
        skirmishers("Scouts", [(20, 20), (24, 22)]),
        men("Orcs", 12, 6, 30, 30, 180, side=1),
        leaders=[officer("Eric", 0, 0)],
        tier=stages.INTERMEDIATE,
    )
    belongs(state, 0, 0)
    scouts = state.units[0]
    for figure in (0, 1):
        in_command.review(state, Script(strict=True))
        scouts.take_off(figure, SLAIN)
        casualties.count_skirmishers(scouts)
    in_command.review(state, Script(dice=[9, 2]))
    assert (state.individuals[0].fate, state.individuals[0].x, state.individuals[0].y) == (
        STUNNED,
        24.0,
        22.0,
    )


@pytest.mark.rule("battlesystem:9.1f")
def test_the_nearer_side_holds_the_place_and_the_winner_all_of_it() -> None:
    state = band()
    state.units[0].leave(SLAIN)
    fates.settle(state, Script(dice=[9, 2]))
    eric = state.individuals[0]
    # the nearest orc, of the middle of its front, at (29.625, 30.375); the nearest friend at (29.625, 11.625)
    assert fates.holder(state, 30.0, 23.625) == 1
    assert fates.holder(state, 30.0, 21.0) == NOBODY
    assert fates.holder(state, 30.0, 20.0) == 0
    state.units[1].routed = True
    assert fates.holder(state, 30.0, 23.625) == 0
    state.units[1].routed = False
    state.outcome = Outcome((0,), "", "")
    fates.after_battle(state, Script())
    assert eric.fate == STUNNED
    state.outcome = Outcome((), "", "")
    fates.after_battle(state, Script())
    assert eric.fate == CAPTURED


@pytest.mark.rule("battlesystem:9.1f", "battlesystem:2.9c")
@pytest.mark.parametrize(("version", "holder"), [(10, 1), (11, 0)])
def test_skirmishers_who_are_routed_hold_no_place(version: int, holder: int) -> None:
    # 2 inches from the one who runs, 8 from his fellow, 5 from the other side
    scouts = skirmishers("Scouts", [(30, 22), (30, 28)], side=1)
    assert scouts.unit.singles is not None
    scouts.unit.singles[0].routed = True
    state = battle(
        skirmishers("Guards", [(25, 20)]), scouts, tier=stages.INTERMEDIATE, options={"version": version}
    )
    assert fates.holder(state, 30.0, 20.0) == holder


@pytest.mark.rule("battlesystem:9.1f", "battlesystem:9.4b.hit-points")
@pytest.mark.parametrize(
    ("lost", "winner", "fate"), [(50, 0, WOUNDED), (50, 1, LOST), (58, 0, SLAIN), (58, 1, LOST)]
)
def test_who_fell_alone_lives_if_his_side_holds_the_place(lost: int, winner: int, fate: int) -> None:
    state = battle(
        men("Friends", 12, 6, 30, 12),
        men("Orcs", 12, 6, 30, 30, 180, side=1),
        leaders=[officer("Eric", 30, 20)],
        tier=stages.INTERMEDIATE,
        stage=stages.ROUND_END,
    )
    harm.hurt(state, Script(), state.individuals[0], lost)  # of 48
    state.units[1 - winner].leave(FLED)
    rounds.end(state, Script())
    assert state.outcome is not None
    assert state.outcome.winners == (winner,)
    assert state.individuals[0].fate == fate


@pytest.mark.rule("battlesystem:9.1e", "battlesystem:7.15f")
@pytest.mark.parametrize(
    ("version", "taken", "dice", "fate"),
    [
        (10, False, [], FLED),
        (11, False, [9, 2], STUNNED),
        (10, True, [], FLED),
        (11, True, [], CAPTURED),
    ],
)
def test_the_last_of_skirmishers_decides_what_becomes_of_who_was_with_them(
    version: int, taken: bool, dice: list[int], fate: int
) -> None:
    # the first ran off the table; the second is surrounded, and destroyed or taken
    state = battle(
        skirmishers("Scouts", [(20, 20), (24, 22)]),
        men("Orcs", 12, 6, 24, 22.8, 180, side=1),
        leaders=[officer("Eric", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version, "capture": taken},
    )
    belongs(state, 0, 0)
    scouts = state.units[0]
    for figure in (0, 1):
        runner = Runner(scouts, None, standing.base_of(scouts, figure), figure)
        if figure == 0:
            resting.leave(state, Script(), runner)
        else:
            orders = [("capture", 0, (1, 1))] if taken else []
            captives.destroyed(state, Script(orders=orders), runner, 180.0, 8.0)
    table = Script(dice=dice)
    fates.settle(state, table)
    table.finish()
    assert state.individuals[0].fate == fate


@pytest.mark.rule("battlesystem:9.1f", "battlesystem:lairn.stalemate")
@pytest.mark.parametrize(
    ("version", "winner", "are_there", "fate"),
    [
        (17, 1, True, CAPTURED),
        (18, 1, True, STUNNED),
        (18, 1, False, CAPTURED),
        (18, 0, True, STUNNED),
    ],
)
def test_who_has_won_by_the_clock_does_not_hold_the_ground_of_others(
    version: int, winner: int, are_there: bool, fate: int
) -> None:
    # Eric lies 2 inches from friends and 20 from the orcs, who have won because nothing was decided, or were left alone in the field.
    state = battle(
        men("Band", 6, 6, 30, 20),
        men("Guards", 12, 6, 30, 16, status=FIELD if are_there else FLED),
        men("Orcs", 12, 6, 30, 38, 180, side=1),
        leaders=[officer("Eric", 30, 18)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    state.units[0].leave(SLAIN)
    eric = state.individuals[0]
    eric.on_table, eric.fate = False, STUNNED
    state.outcome = Outcome((winner,), "", "")
    fates.after_battle(state, Script())
    assert eric.fate == fate
