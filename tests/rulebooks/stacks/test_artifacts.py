"""Artifacts in the battle roll: what each gives, to whom, and in which role."""

from __future__ import annotations

import pytest

from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.kinds import Artifact
from banneret.rulebooks.stacks.tables.options import ModifierOptions

PLAIN = ModifierOptions()


def artifact(name: str) -> Artifact:
    return facts().find_artifact(name)


def total(own: str, enemy: str, *artifacts: str, attacking: bool = True) -> int:
    """What the holder, as combatant with these artifacts revealed, adds to its die."""
    line = Line(facts().find_unit(own), own_artifacts=[artifact(name) for name in artifacts])
    return battle_roll(line, Line(facts().find_unit(enemy)), attacking, PLAIN).total


def supported(own: str, enemy: str, holder: str, *artifacts: str) -> int:
    """What the combatant adds with a holder in support that reveals these artifacts."""
    kind = facts().find_unit(holder)
    line = Line(
        facts().find_unit(own),
        supporters=[kind],
        lent_artifacts=[(kind, artifact(name)) for name in artifacts],
    )
    return battle_roll(line, Line(facts().find_unit(enemy)), True, PLAIN).total


def denies(own: str, enemy: str, *artifacts: str) -> int:
    """What the enemy adds to its die against the holder."""
    line = Line(facts().find_unit(own), own_artifacts=[artifact(name) for name in artifacts])
    return battle_roll(Line(facts().find_unit(enemy)), line, True, PLAIN).total


@pytest.mark.rule("stacks:artifact.oathsword")
def test_oathsword() -> None:
    assert total("dwarflord", "griffons", "oathsword") == 8
    assert total("ranger", "goblins", "oathsword") == 4 + 2 + 2
    assert total("ranger", "goblins", "oathsword", attacking=False) == 8
    assert artifact("oathsword").kind == "weapon"


@pytest.mark.rule("stacks:artifact.giantbane-axe")
def test_giantbane_axe() -> None:
    assert total("dwarflord", "storm giants", "giantbane axe") == 14
    assert total("ranger", "stone giants", "giantbane axe") == 8
    assert total("ranger", "frost giants", "giantbane axe", attacking=False) == 8
    assert total("ranger", "orcs", "giantbane axe") == 6
    assert total("ranger", "giant serpents", "giantbane axe") == 4  # giant by name only


@pytest.mark.rule("stacks:artifact.dawn-lance")
def test_dawn_lance() -> None:
    assert total("ranger", "skeletons", "dawn lance") == 7
    assert total("ranger", "pit fiend", "dawn lance") == 7
    assert total("ranger", "ents", "dawn lance") == 4
    assert total("paladin", "pit fiend", "dawn lance") == 5 + 3 + 3


@pytest.mark.rule("stacks:artifact.viper-knife")
def test_viper_knife() -> None:
    assert total("high priest", "orcs", "viper knife") == 5
    assert total("high priest", "skeletons", "viper knife") == 3
    assert total("high priest", "army ants", "viper knife") == 3
    assert total("swamp witch", "knights", "viper knife") == 6


@pytest.mark.rule("stacks:artifact.knights-plate")
def test_knights_plate() -> None:
    assert total("paladin", "orcs", "knight's plate") == 7
    assert total("paladin", "skeletons", "knight's plate", attacking=False) == 5 + 3 + 2


@pytest.mark.rule("stacks:artifact.winged-boots", "stacks:mod.cavalry-carried")
def test_winged_boots_deny_cavalry() -> None:
    assert denies("archmage", "knights", "winged boots") == 6
    assert denies("archmage", "knights") == 8
    assert total("archmage", "orcs", "winged boots") == 3


@pytest.mark.rule("stacks:artifact.yew-bow", "stacks:artifact.own-fight")
def test_yew_bow() -> None:
    assert supported("orcs", "elves", "ranger", "yew bow") == 4 + 2 + 2
    assert supported("dwarves", "elves", "dwarflord", "yew bow") == 5 + 2 + 1
    assert total("ranger", "elves", "yew bow") == 4  # never to the holder's own roll


@pytest.mark.rule("stacks:artifact.war-horn", "stacks:artifact.own-fight")
def test_war_horn() -> None:
    assert supported("orcs", "elves", "ranger", "war horn") == 4 + 2 + 1
    assert supported("orcs", "elves", "elf lord", "war horn") == 4 + 1
    assert supported("orcs", "elves", "swamp witch", "war horn") == 4 + 1
    assert total("ranger", "elves", "war horn") == 4


@pytest.mark.rule("stacks:artifact.own-fight")
def test_a_supporters_weapons_and_armor_do_nothing() -> None:
    assert supported("dwarves", "storm giants", "dwarflord", "oathsword") == 5 + 1
    assert supported("dwarves", "storm giants", "dwarflord", "giantbane axe") == 5 + 1
    assert (
        supported("dwarves", "storm giants", "ranger", "viper knife", "knight's plate", "winged boots")
        == 5 + 2
    )


def test_artifacts_that_change_no_roll() -> None:
    for name in ("gorgon shield", "troll ring", "shadow cloak", "far glass"):
        assert total("ranger", "elves", name) == 4
        assert supported("dwarves", "elves", "ranger", name) == 7


def test_steps_roles_and_kinds() -> None:
    table = {item.id: (item.kind, item.step, item.role) for item in facts().artifacts}
    assert table == {
        "oathsword": ("weapon", "T5", "combatant"),
        "giantbane_axe": ("weapon", "T5", "combatant"),
        "dawn_lance": ("weapon", "T5", "combatant"),
        "viper_knife": ("weapon", "T5", "combatant"),
        "yew_bow": ("weapon", "T5", "support"),
        "knights_plate": ("armor", "T5", "combatant"),
        "gorgon_shield": ("armor", "T4", "combatant"),
        "troll_ring": ("other", "T5", "combatant"),
        "winged_boots": ("other", "T5", "combatant"),
        "shadow_cloak": ("other", "T2", "combatant"),
        "war_horn": ("other", "T5", "support"),
        "far_glass": ("other", "S1", "stack"),
    }
    assert [item.id for item in facts().artifacts if item.on_map] == ["winged_boots"]
    assert [item.id for item in facts().artifacts if item.users == ("Hero",)] == [
        "viper_knife",
        "troll_ring",
        "winged_boots",
        "shadow_cloak",
        "war_horn",
        "far_glass",
    ]


def test_every_artifact_names_its_rule() -> None:
    assert artifact("giantbane axe").rule == "stacks:artifact.giantbane-axe"
    assert artifact("Knight’s Plate").rule == "stacks:artifact.knights-plate"
