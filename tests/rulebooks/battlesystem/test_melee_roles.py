"""Commanders when a Melee Phase begins: stepping out of their unit, fighting with one."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import leads, officer
from rulebooks.battlesystem.regiments import battle, men

from banneret.kernel.decision import Choice
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.ai import roles as judgement
from banneret.rulebooks.battlesystem.combat.attack_rolls import standing_rating
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.command.chain import OWN
from banneret.rulebooks.battlesystem.individual import ARMY, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import fates, footprints
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.rally.attempts import Attempt
from banneret.rulebooks.battlesystem.roles import melee_roles
from banneret.rulebooks.battlesystem.space import casualties
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, SLAIN
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script


def challenge(x: float = 29.625) -> State:
    """Roderick at the third figure of the Legion, front along y = 24 from x = 27.75; Trunk, an enemy Hero, before it."""
    state = battle(
        men("Legion", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER), officer("Trunk", x, 24.25, side=1)],
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.2e")
def test_a_commander_whom_an_enemy_touches_stays_sheltered_or_steps_out_for_the_phase() -> None:
    state = challenge()
    legion, roderick, trunk = state.units[0], state.individuals[0], state.individuals[1]
    table = Script(orders=[("remain", 0)])
    rounds.play_step(state, table)
    assert (state.stage, footprints.rivals(state, trunk)) == (stages.ASSIGNMENT, [])
    state = challenge()
    legion, roderick, trunk = state.units[0], state.individuals[0], state.individuals[1]
    table = Script(orders=[("step", 0, 1), ("duel", 0, 1)])
    rounds.play_step(state, table)
    table.finish()
    assert footprints.rivals(state, trunk) == [0]
    assert (roderick.on_table, legion.leader_at, standing_rating(state, legion)) == (True, NOBODY, 20)
    assert legion.in_command
    assert [duel.fighters for duel in state.duels or []] == [(0, 1)]
    assert faults(state) == []
    melee_roles.end(state)
    assert (roderick.on_table, roderick.unit, standing_rating(state, legion)) == (False, 0, 19)
    # his figure, from x = 29.25 to 30, is not touched by one who stands before the first file
    assert melee_roles.foes_at(challenge(28.0), challenge(28.0).individuals[0]) == []
    # and who is apart because the unit routed meanwhile stays so
    state = challenge()
    rounds.play_step(state, Script(orders=[("step", 0, 1)]))
    state.units[0].routed = True
    melee_roles.end(state)
    assert state.individuals[0].on_table


def field(gap: float = 0.0) -> State:
    """Marshal, who fights and commands the army, behind the Legion, which has no commander and touches orcs."""
    state = battle(
        men("Legion", 12, 6, 30, 24, commander=""),
        men("Orcs", 12, 6, 30, 24 + gap, 180, side=1),
        leaders=[officer("Marshal", 30, 22.245, rank=ARMY, radius=16.0)],
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
    )
    state.setting.has_roles = True
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.2b")
def test_an_army_commander_fights_with_a_unit_that_he_touches_for_one_phase() -> None:
    state = field()
    legion, marshal = state.units[0], state.individuals[0]
    assert standing_rating(state, legion) == 20
    rounds.play_step(state, Script(orders=[("aid", 0, 0)]))
    assert standing_rating(state, legion) == 19
    legion.leader_at = 0
    assert standing_rating(state, legion) == 19  # never more than -1 in all
    legion.leader_at = NOBODY
    assert legion.in_command  # he commands the army still
    assert footprints.champion(state, marshal) is None
    state.stage = stages.ROUND_END
    rounds.end(state, Script())
    assert (marshal.aids, legion.aided, standing_rating(state, legion)) == (NOBODY, False, 20)
    assert footprints.champion(state, marshal) is not None


@pytest.mark.rule("battlesystem:9.2b", "battlesystem:9.2e")
def test_his_fate_is_rolled_when_the_unit_is_wiped_out_with_him() -> None:
    state = field()
    marshal = state.individuals[0]
    rounds.play_step(state, Script(orders=[("aid", 0, 0)]))
    casualties.destroy(state.units[0])
    fates.settle(state, Script(dice=[2]))
    assert (marshal.fate, marshal.on_table) == (SLAIN, False)


@pytest.mark.rule("battlesystem:9.2b")
@pytest.mark.parametrize("bar", ["no contact", "option", "away", "routed"])
def test_when_he_cannot_fight_with_it(bar: str) -> None:
    state = field(3.0 if bar == "no contact" else 0.0)
    state.setting.flags.field_commanders_never_join = bar == "option"
    if bar == "away":
        state.individuals[0].y = 21.5
    state.units[0].routed = bar == "routed"
    assert melee_roles.units_to_aid(state, state.individuals[0]) == []


@pytest.mark.rule("battlesystem:9.2b")
def test_an_army_commander_rallies_from_afar() -> None:
    state = field(20.0)
    state.stage, state.units[0].routed = stages.RALLY, True
    state.individuals[0].y = 12.5  # the farthest figure, at (31.875, 23.625), is 11.3 inches off
    assert ("rally", 0, 0) in Attempt(state, 0).orders()
    assert ("rally", 0, "own") not in Attempt(state, 0).orders()
    assert OWN == -2


def test_computers_aid_whom_nobody_leads_and_step_out_only_when_sure() -> None:
    state = field()
    decision = Choice("aid", 0, "battlesystem:9.2b", [("alone", 0), ("aid", 0, 0)])
    assert judgement.aiding(decision, state) == ("aid", 0, 0)
    state.units[0].leader_at = 0
    assert judgement.aiding(decision, state) == ("alone", 0)
    state = challenge()
    decision = Choice("step", 0, "battlesystem:9.2e", [("remain", 0), ("step", 0, 1)])
    assert judgement.stepping_out(decision, state) == ("remain", 0)  # both are as strong
    state.individuals[1].hurt = 44
    assert judgement.stepping_out(decision, state) == ("step", 0, 1)
    shown = question(state, decision)
    assert [option.label for option in shown.options] == ["Stay with the unit", "Step out against Trunk"]
    assert shown.options[1].odds is not None
