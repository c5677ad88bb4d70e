"""Spells of step T5 in the battle roll, and the fields that every spell has."""

from __future__ import annotations

import pytest

from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.kinds import Spell
from banneret.rulebooks.stacks.tables.options import ModifierOptions

PLAIN = ModifierOptions()


def spells(*names: str) -> list[Spell]:
    return [facts().find_spell(name) for name in names]


def total(own: str, enemy: str, *blessings: str, curses: tuple[str, ...] = (), attacking: bool = True) -> int:
    """What the combatant adds to its die under these spells of its own side and of the enemy."""
    line = Line(facts().find_unit(own), blessings=spells(*blessings), curses=spells(*curses))
    return battle_roll(line, Line(facts().find_unit(enemy)), attacking, PLAIN).total


@pytest.mark.rule("stacks:spell.battle-blessing", "stacks:spell.any-number")
def test_battle_blessing() -> None:
    assert total("dwarves", "stone giants", "battle blessing") == 7
    assert total("dwarves", "stone giants", "battle blessing", "battle blessing", attacking=False) == 9


@pytest.mark.rule("stacks:spell.withering-curse", "stacks:roll.no-floor")
def test_withering_curse() -> None:
    assert total("storm giants", "elves", curses=("withering curse", "withering curse")) == 6
    assert total("longbowmen", "elves", curses=("withering curse", "withering curse")) + 1 == -1
    assert total("longbowmen", "elves", curses=("withering curse",) * 4) == -6


@pytest.mark.rule("stacks:spell.any-number")
def test_blessings_and_a_curse_together() -> None:
    """An Archmage in support casts two Blessings and a Curse: six better, and one for the General."""
    archmage = facts().unit("archmage")
    own = Line(
        facts().unit("orcs"), supporters=[archmage], blessings=spells("battle blessing", "battle blessing")
    )
    enemy = Line(facts().unit("orcs"), curses=spells("withering curse"))
    difference = battle_roll(own, enemy, True, PLAIN).total - battle_roll(enemy, own, False, PLAIN).total
    assert difference == 6 + 1


@pytest.mark.rule("stacks:spell.fire-lance", "stacks:desc.labels", "stacks:desc.plant", "stacks:desc.ship")
def test_fire_lance() -> None:
    assert total("elf lord", "ents", "fire lance") == 8
    assert total("elf lord", "frost giants", "fire lance") == 8  # Cold
    assert total("elf lord", "longship", "fire lance") == 8  # a Ship is Wood
    assert total("elf lord", "strangler vines", "fire lance", attacking=False) == 8
    assert total("elf lord", "orcs", "fire lance") == 4
    assert total("elf lord", "ents", "fire lance", "fire lance") == 12


@pytest.mark.rule("stacks:spell.turn-the-dead")
def test_turn_the_dead() -> None:
    assert total("militia", "mummies", "turn the dead", attacking=False) == 9
    assert total("militia", "pit fiend", "turn the dead") == 7
    assert total("militia", "orcs", "turn the dead") == 3
    assert total("paladin", "skeletons", "turn the dead") == 5 + 3 + 4


@pytest.mark.rule("stacks:spell.turn-the-dead", "stacks:mod.slay-stack")
def test_both_halves_of_a_spell_that_fit_count() -> None:
    lich = facts().extended([{"name": "Fallen", "printed": "+4, Undead, Demon"}])
    line = Line(lich.unit("militia"), blessings=spells("turn the dead"))
    assert battle_roll(line, Line(lich.find_unit("fallen")), True, PLAIN).total == 3 + 4 + 4


@pytest.mark.rule("stacks:spell.serpents-venom", "stacks:desc.swarm", "stacks:desc.nonliving")
def test_serpents_venom() -> None:
    assert total("goblins", "orcs", "serpent's venom") == 7
    assert total("goblins", "army ants", "serpent's venom") == 3
    assert total("goblins", "skeletons", "serpent's venom") == 3
    assert total("dwarves", "longship", "serpent's venom") == 5
    assert total("dwarves", "dwarf hall", "serpent's venom", "serpent's venom") == 11


def test_a_spell_without_effect_adds_no_line() -> None:
    line = Line(facts().unit("goblins"), blessings=spells("serpent's venom"))
    parts = battle_roll(line, Line(facts().unit("skeletons")), True, PLAIN).parts
    assert parts == [(3, "Goblins", "stacks:mod.brm")]


def test_a_spell_names_itself_and_its_rule() -> None:
    line = Line(facts().unit("goblins"), blessings=spells("fire lance"), curses=spells("withering curse"))
    parts = battle_roll(line, Line(facts().unit("ents")), True, PLAIN).parts
    assert parts[-2:] == [
        (4, "Fire Lance", "stacks:spell.fire-lance"),
        (-2, "Withering Curse", "stacks:spell.withering-curse"),
    ]


@pytest.mark.rule("stacks:spell.windows", "stacks:spell.casters", "stacks:roll.spell-windows")
def test_step_caster_and_number_of_every_spell() -> None:
    table = {spell.id: (spell.step, spell.caster, spell.count) for spell in facts().spells}
    assert table == {
        "battle_blessing": ("T5", "any", 4),
        "withering_curse": ("T5", "any", 4),
        "fire_lance": ("T5", "mage", 3),
        "turn_the_dead": ("T5", "priest", 3),
        "serpents_venom": ("T5", "any", 3),
        "stone_sleep": ("T4", "mage", 2),
        "call_fire_elemental": ("T5", "mage", 3),
        "raise_skeletons": ("R2", "any", 3),
        "mist_step": ("T2", "any", 3),
        "trolls_blood": ("B3", "any", 2),
        "death_touch": ("B2", "mage", 2),
        "farsight": ("S1", "any", 3),
    }
    assert sum(count for _, _, count in table.values()) == 35


def test_what_spells_do_beside_modifiers() -> None:
    known = facts()
    assert known.spell("stone_sleep").effects.paralyze == 0
    assert known.spell("battle_blessing").effects.paralyze == -1
    assert known.spell("call_fire_elemental").effects.summon == "fire_elemental"
    assert known.spell("raise_skeletons").effects.summon == "skeleton_host"
    assert known.spell("mist_step").effects.vanish
    assert known.spell("trolls_blood").effects.regenerates
    assert known.spell("death_touch").effects.defeat
    assert known.spell("farsight").effects.look
    assert total("orcs", "elves", "call fire elemental") == 4


def test_a_card_says_in_two_short_lines_what_it_does_and_the_inspector_all_of_it() -> None:
    for kind in (*facts().spells, *facts().artifacts):
        assert len(kind.brief) <= 28
        assert max(len(word) for word in kind.brief.split()) <= 14
        assert kind.text != kind.brief
