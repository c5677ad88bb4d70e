"""Companies and their people in full: which actions are open and why others are not, and what each skill serves for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.companies.musters import battle, force

from banneret.kernel.scene import Inspector
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import actions
from banneret.rulebooks.companies.tables.officers import officers
from banneret.rulebooks.companies.view.inspector import officer_lines


def found(state: State, piece_id: str, side: int = 0) -> Inspector:
    viewer = viewer_of(side)
    scene = RULEBOOK.view.scene(state, viewer)
    pieces = [one for piece in scene.pieces for one in (piece, *piece.inside)]
    piece = next(one for one in pieces if one.id == piece_id)
    return RULEBOOK.view.inspect(state, viewer, piece, scene)


@pytest.mark.rule("companies:disp.minimum")
def test_a_disposition_that_is_not_rolled_is_no_0() -> None:
    state = battle()
    state.companies[0].start = state.companies[0].basic = 0
    figures = {figure.name: figure for figure in found(state, "company-1").figures}
    assert figures["Disposition"].value == "not rolled yet"
    assert "at the start" not in figures
    state.companies[0].start, state.companies[0].basic = 6, 0  # all of it is lost
    assert {one.name: one.value for one in found(state, "company-1").figures}["Disposition"] == "0"


@pytest.mark.rule("companies:scout.gate", "companies:charge.requirement")
def test_an_action_is_open_or_the_reason_is_told() -> None:
    state = battle(scouted=False)
    state.stage = stages.SCRIPT
    closed = {deed.label: deed.text for deed in found(state, "company-1").deeds if not deed.may}
    assert closed == dict.fromkeys(["Charge", "Flank", "Skirmish"], "no enemy has been scouted")
    state.scouted = [False, True, True, False]
    closed = {deed.label: deed.text for deed in found(state, "company-1").deeds if not deed.may}
    assert closed == {"Charge": "no enemy at the same place or the next"}
    state.companies[0].place = state.companies[1].place
    deeds = found(state, "company-1").deeds
    assert [deed.label for deed in deeds if deed.may] == [known.label for known in actions()]
    assert all(deed.text.endswith(" dice") for deed in deeds)


def test_an_enemy_shows_what_it_brings_and_not_what_it_may_do() -> None:
    enemy = found(battle(), "company-2")
    assert not enemy.deeds
    assert enemy.known.startswith("of B, ")
    assert enemy.traits[0].keyword == "Spear 4"


def test_every_skill_of_every_officer_has_its_sentence() -> None:
    for officer in officers().values():
        lines = officer_lines(officer)
        assert len(lines) == len(officer.skills) + 1
        for line in lines:
            assert line.text.endswith(".")
            assert line.rule.removeprefix("companies:") in RULEBOOK.rules


def test_a_commander_is_told_skill_by_skill() -> None:
    leader = found(battle(), "carrow-1")
    assert {"Command 5", "Steel 6"} <= {line.keyword for line in leader.traits}
    assert "advance" in next(line.text for line in leader.traits if line.keyword == "Command 5")


@pytest.mark.rule("companies:force.circles", "companies:disp.training", "companies:disp.infiltration-mass")
def test_a_recruit_counts_in_what_a_company_is_shown_to_bring() -> None:
    """Infiltration 2 and a Shield: with a knight, who wears armour and rides, Infiltration 1 and three kinds of training."""
    state = battle(forces=[force(0, infiltration=2, training=("Shield Training",)), force(1)])
    before = [trait.keyword for trait in found(state, "company-1").traits]
    assert "Infiltration 2" in before
    state.companies[0].recruits = ("human.knight",)
    traits = found(state, "company-1").traits
    assert "Infiltration 1" in [trait.keyword for trait in traits]
    said = " ".join([f"{trait.keyword} {trait.text}" for trait in traits])
    assert all(name in said for name in ("Shield Training", "Mounted Combat Training", "Armor Training"))


@pytest.mark.rule("companies:scout.sighted")
def test_a_company_in_sight_keeps_its_name() -> None:
    state = battle()
    state.stage = stages.SCRIPT
    state.setting.forces[1] = replace(state.setting.forces[1], name="The Iron Guard")
    assert "Has scouted The Iron Guard" in [one.keyword for one in found(state, "company-1").states]


@pytest.mark.rule("companies:hesitate.effect", "companies:script.hesitating")
def test_a_company_that_hesitates_is_told_that_it_does_nothing_in_this_volley() -> None:
    """In the second volley, in which it hesitates, no action is open to it; in the third, and to the enemy, they are."""
    state = battle()
    state.stage, state.volley = stages.VOLLEY, 1
    state.companies[0].hesitates = state.now
    deeds = found(state, "company-1").deeds
    assert {(deed.may, deed.text, deed.rule) for deed in deeds} == {
        (False, "the company hesitates in this volley", "companies:hesitate.effect")
    }
    assert [deed.label for deed in deeds] == [known.label for known in actions()]
    assert any(deed.may for deed in found(state, "company-2", 1).deeds)
    state.volley = 2
    assert any(deed.may for deed in found(state, "company-1").deeds)
