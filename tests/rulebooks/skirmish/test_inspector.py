"""Creatures in full: where they can go, whom they see and why, what their cards do."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, Yard, drawn

import banneret
from banneret.kernel.scene import Inspector
from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_card, creature_cards
from banneret.rulebooks.skirmish.view.inspector import trait_lines
from banneret.rulebooks.skirmish.view.pieces import creature_id
from banneret.rulebooks.skirmish.view.sights import sight_lines


def found(yard: Yard, creature: Creature, side: int = CORMYR) -> Inspector:
    viewer = viewer_of(side)
    scene = RULEBOOK.view.scene(yard.state, viewer)
    piece = next(one for one in scene.pieces if one.id == creature_id(creature))
    return RULEBOOK.view.inspect(yard.state, viewer, piece, scene)


def test_the_reach_of_a_creature_is_where_it_can_stand() -> None:
    yard = Yard(drawn(".....", ".#...", "....."))
    cleric = yard.put("dwarf-cleric", (0, 0))
    yard.put("elf-archer", (0, 1))
    yard.put("drow-wizard", (3, 0))
    # Speed 5; it passes its ally, and stops beside the wizard: behind it, in column E, it gets round the wall only too late.
    assert found(yard, cleric).reach == ("B1", "C1", "C2", "D2", "A3", "B3", "C3", "D3")


@pytest.mark.rule("skirmish:activation.one-move")
def test_the_reach_of_a_move_in_pieces_is_what_is_left_of_it() -> None:
    # Of the Knight's six squares four are walked, to E1: two are left.
    yard = Yard(drawn("." * 9), active=CORMYR, split_move=True)
    knight = yard.put("dragon-knight", (4, 0))
    other = yard.put("human-ranger", (8, 0))
    yard.state.acting, yard.state.walked = knight.id, 4
    assert found(yard, knight).reach == ("C1", "D1", "F1", "G1")
    assert found(yard, other).reach == (
        "C1",
        "D1",
        "F1",
        "G1",
        "H1",
    )  # six, past its ally; not where it stands


@pytest.mark.rule("skirmish:cover.clear-shot", "skirmish:los.definition")
def test_the_reason_for_cover_is_the_lines_of_the_best_corner() -> None:
    yard = Yard(drawn(".....", "..#..", "....."))
    archer = yard.put("elf-archer", (0, 1))
    covered, clear = yard.put("drow-wizard", (4, 1)), yard.put("drow-assassin", (4, 0))
    glances = {one.piece: one for one in found(yard, archer).glances}
    assert glances[creature_id(clear)].seen == "clear"
    cover = glances[creature_id(covered)]
    assert (cover.seen, cover.rule) == ("cover", "skirmish:cover.dodge")
    assert "more than 2 of 4 lines" in cover.text
    assert [line[4] for line in cover.lines].count(True) == 2
    assert {line[:2] for line in cover.lines} == {(0, 1)}


def test_every_card_in_play_is_told_in_sentences() -> None:
    cards: list[CreatureCard | ActionCard] = [*creature_cards(), *action_cards()]
    for card in cards:
        for trait in trait_lines(card):
            assert trait.text.endswith(".")
            assert trait.rule.removeprefix("skirmish:") in RULEBOOK.rules
        lines = [*card.statics, *card.powers, *card.triggers]
        assert len(trait_lines(card)) == len(lines)


@pytest.mark.rule("skirmish:creature.drow-assassin", "skirmish:destroy.trigger", "skirmish:card.darkfire")
def test_bonuses_and_rewards_say_for_which_attacks_and_for_whose() -> None:
    (lone, _), (sneak,), (fire,), (blessing,) = [
        trait_lines(card)
        for card in (
            creature_card("drow-assassin"),
            creature_card("halfling-sneak"),
            action_card("darkfire"),
            action_card("lolths-blessing"),
        )
    ]
    assert lone.text == "With its own melee attacks while no ally is beside it."  # its shots have none
    assert sneak.text == "With its own attacks on tapped creatures."
    assert fire.text == "Of all attacks against it."
    assert blessing.keyword == "When a Drow of its side destroys an enemy"


def test_nothing_is_told_of_what_an_enemy_may_do() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("drow-wizard", (3, 0), attached=("darkfire",))
    assert found(yard, wizard).deeds == ()
    assert "Darkfire: +5 damage to it" in [one.keyword for one in found(yard, wizard).traits]


@pytest.mark.rule("skirmish:card.ability")
def test_an_ability_is_told_in_full() -> None:
    yard = Yard()
    wizard = yard.put("drow-wizard", (3, 0))
    said = {one.keyword: one.text for one in found(yard, wizard).traits}
    assert said["INT"].startswith("Intelligence: it plays cards with this word")


def test_a_shot_on_the_chain_shows_its_lines_of_sight_and_a_blow_none() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (1, 1))
    guard = yard.put("drow-house-guard", (5, 1))
    priestess = yard.put("drow-priestess", (1, 2))
    steps = next(one.steps for one in printed(archer).powers)
    state, chain = yard.state, Chain()
    state.chain = chain
    declare(state, chain, archer, steps, [(guard.id,)], [archer])
    (shot,) = RULEBOOK.view.scene(state, SPECTATOR).links
    assert shot.lines == sight_lines(state, archer, guard)
    assert len(shot.lines) == 4
    state.chain = chain = Chain()
    declare(state, chain, priestess, [BLOW], [(archer.id,)], [priestess])
    (blow,) = RULEBOOK.view.scene(state, SPECTATOR).links
    assert blow.lines == ()


def test_the_things_that_it_may_do_say_its_name_and_their_verb_once() -> None:
    battle = banneret.start("skirmish", "tollhouse", seed=1)

    def deeds(name: str) -> dict[str, str]:
        battle.advance()
        scene = battle.scene("cormyr")
        piece = next(one for one in scene.pieces if one.name == name)
        looked = battle.inspector("cormyr", piece.id)
        assert looked is not None
        return {deed.label: deed.text for deed in looked.deeds}

    assert deeds("War Wizard") == {"Activate": "moves 6, strikes for 10"}
    battle.give("cormyr", "activate war wizard")
    assert deeds("War Wizard") == {
        "Move": "up to 6 squares",
        "Attack": "Cormyr Halfling Sneak",
        "Use": "Magic Missile at Drow Giant Spider, Cormyr Halfling Sneak or Cormyr War Wizard",
    }
