"""The inspector of stacks: every ability, hand-worked sums, what a unit may do and why not, and no more of an enemy than is seen."""

from __future__ import annotations

import pytest
from msgspec import structs
from rulebooks.stacks.fights import Fight, battle
from rulebooks.stacks.games import LAND, Game, game

from banneret.kernel.scene import Inspector, pieces_of
from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.options import flags_from, option_defaults
from banneret.rulebooks.stacks.text.traits import traits_of


def inspected(at: Game | Fight, name: str, side: int = 0, seat: int = 0) -> Inspector:
    """The first piece of that name of a side, as a seat sees it."""
    viewer = viewer_of(seat) if seat >= 0 else SPECTATOR
    view = RULEBOOK.view
    scene = view.scene(at.state, viewer)
    asked = [view.question(at.state, decision) for decision in at.decisions if viewer.owns(decision.side)]
    scene = structs.replace(scene, questions=tuple(asked))
    piece = next(p for p in pieces_of(scene).values() if p.name == name and p.side == side)
    return view.inspect(at.state, viewer, piece, scene)


def figure(found: Inspector, name: str) -> tuple[str, int]:
    """The value of a figure, and the sum of its parts."""
    one = next(one for one in found.figures if one.name == name)
    return one.value, sum(part[0] for part in one.parts)


def words(found: Inspector) -> dict[str, tuple[bool, str, str]]:
    """What it may do and may not: the reason and the rule."""
    return {deed.label: (deed.may, deed.text, deed.rule) for deed in found.deeds}


def test_every_chit_is_told_in_whole_sentences() -> None:
    for kind in facts().units:
        for trait in traits_of(kind):
            assert trait.keyword, (kind.name, trait)
            assert trait.text.endswith("."), (kind.name, trait)
            assert trait.rule.removeprefix("stacks:") in RULEBOOK.rules, (kind.name, trait)
            assert "{" not in trait.text


@pytest.mark.rule(
    "stacks:opt.skirmish-limit",
    "stacks:opt.paralyze-from",
    "stacks:opt.paralyze-targets",
    "stacks:opt.archers",
    "stacks:opt.generals",
)
def test_options_are_told_where_they_change_an_ability() -> None:
    chosen = option_defaults() | {
        "skirmish-limit": "round",
        "paralyze-from": "stack",
        "paralyze-targets": "living",
        "archers": "best-one",
        "generals": "one",
    }
    for options, changed in ((option_defaults(), False), (chosen, True)):
        told = {
            word.keyword: word
            for name in ("ranger", "basilisk", "elf_lord", "skeletons")
            for word in traits_of(facts().unit(name), flags_from(options))
        }
        assert told["Skirmish"].text.startswith("Once a round" if changed else "Once a battle")
        assert ("or from the stack" in told["Paralyze"].text) == changed
        assert "{" not in told["Paralyze"].text
        assert ("only the best counts" in told["Archer +2"].text) == changed
        assert "adds 2 " in told["Archer +2"].text
        assert ("one General counts" in told["General"].text) == changed
        assert ("nothing paralyzes it" in told["Nonliving"].text) == changed
        for trait in told.values():
            assert trait.rule.removeprefix("stacks:") in RULEBOOK.rules, trait


def test_an_own_unit_in_full() -> None:
    at = game(LAND, {"A1": "elf_lord, elves with oathsword"}, {"E5": "goblins"}).play()
    lord = inspected(at, "Elf Lord")
    assert lord.known == "yours, unseen by East"
    kind = facts().unit("elf_lord")
    assert figure(lord, "rolls with") == (f"+{kind.brm}", kind.brm)
    assert figure(lord, "supports with") == ("+1", 1)  # a General, no Archer
    keywords = [trait.keyword for trait in lord.traits]
    assert keywords[:1] == ["General"]
    assert {"Mage", "Warrior", "Slow", "Living"} <= set(keywords)
    elves = inspected(at, "Elves")
    held = next(trait for trait in elves.traits if trait.keyword == "Oathsword")
    assert held.text == "It holds this, but only a Warrior may use it."
    assert held.rule == "stacks:artifact.users"


def test_the_sum_of_a_cannibal_counts_what_it_ate() -> None:
    at = game(LAND, {"A1": "ghouls"}, {"E5": "goblins"}).play()
    ghouls = at.state.units[at.unit("ghouls")]
    kind = facts().unit("ghouls")
    ghouls.devoured = kind.cannibal
    found = inspected(at, "Ghouls")
    value, total = figure(found, "rolls with")
    assert total == kind.brm + kind.cannibal + kind.armor
    assert value == f"+{total}"
    assert [state.rule for state in found.states] == ["stacks:cannibal.duration"]


@pytest.mark.rule("stacks:scout.look", "stacks:steal.take", "stacks:cannibal.limit", "stacks:battle.usable")
def test_who_has_looked_stolen_or_eaten_and_who_is_paralyzed_is_told_so_in_the_scout_phase() -> None:
    attackers = ["halfling_burglars", "trolls", "orcs", "goblins"]
    fight = battle(attackers, ["dwarflord"], scouting=True, artifacts=({}, {"oathsword": "dwarflord"}))
    fight.attacker("look halfling_burglars")
    fight.until("steal", 0)
    burglars = words(inspected(fight, "Halfling Burglars"))
    assert burglars["Look"] == (False, "you have looked through that stack", "stacks:scout.look")
    assert burglars["Steal"][0]
    fight.attacker("steal halfling_burglars oathsword")
    fight.until("steal", 0)
    burglars = words(inspected(fight, "Halfling Burglars"))
    assert burglars["Steal"] == (False, "it has stolen in this Scout Phase", "stacks:limits.table")
    fight.attacker("devour trolls orcs")
    fight.until("devour", 0)
    trolls = words(inspected(fight, "Trolls"))
    assert trolls["Devour"] == (False, "it has eaten in this Scout Phase", "stacks:cannibal.limit")
    fight = battle(attackers, ["dwarves"], scouting=True)
    fight.until("devour", 0)
    fight.unit(0, "halfling_burglars").held_turns = 1
    held = words(inspected(fight, "Halfling Burglars"))
    assert held["Look and Steal"] == (False, "paralyzed, 1 turn more", "stacks:paralyze.on-the-map")


def test_what_it_may_do_now_and_why_not_more() -> None:
    at = game(LAND, {"A1": "elves", "A2": "dwarf_hall"}, {"E5": "goblins"}).play()
    found = words(inspected(at, "Elves"))
    assert found["Move"] == (True, "to A2 or B1", "stacks:move.order")
    assert found["Fight"] == (False, "nobody of East is at the West capital (A1)", "stacks:battle.occurs")
    assert found["Cast"] == (False, "you have no spell", "stacks:spell.hand")
    assert words(inspected(at, "Dwarf Hall"))["Move"] == (False, "Sites do not move", "stacks:site.no-move")
    at.play(("done",))
    assert words(inspected(at, "Elves"))["Move"] == (False, "only in your own turn", "stacks:turn.active")


def test_a_state_hides_no_ability() -> None:
    at = game(LAND, {"A1": "elves"}, {"E5": "goblins"})
    before = inspected(at.play(), "Elves")
    at.state.units[at.unit("elves")].held_turns = 2
    at = Game(at.state)
    held = inspected(at, "Elves")
    assert held.traits == before.traits
    assert "Paralyzed, 2 turns" in [state.keyword for state in held.states]
    assert words(held)["Fight"] == (False, "paralyzed, 2 turns more", "stacks:paralyze.on-the-map")


def test_a_stack_says_what_its_units_can_do() -> None:
    """Elves and a centaur shoot, by 3 and by 2; each ability stands there once, with those who have it and its rule."""
    at = game(LAND, {"A1": "elves, elves, centaurs"}, {"E5": "goblins"}).play()
    found = {trait.keyword: trait for trait in inspected(at, "West stack").traits}
    assert [*found][:2] == ["2 Elves", "Centaurs"]
    assert found["Archer +3 (Elves)"].rule == "stacks:mod.archer"
    assert found["Archer +2 (Centaurs)"].text.startswith("In support it adds 2")
    assert found["Skirmish (Centaurs)"].rule == "stacks:skirmish.swap"
    assert found["Living (Elves, Centaurs)"].text == "Enemy Poison adds its value against it."


def test_of_an_enemy_only_what_is_seen() -> None:
    at = game(LAND, {"A1": "elves"}, {"A1": "dwarf_hall with oathsword, goblins"}, stage=stages.SCOUT).play()
    stack = inspected(at, "East stack", 1)
    assert stack.figures[0].value == "not known"
    assert stack.traits[0].keyword == "Dwarf Hall"
    assert {trait.keyword.partition(" (")[2] for trait in stack.traits[1:]} == {"Dwarf Hall)"}
    assert stack.more == "There may be more under it than you have seen."
    assert stack.deeds == ()
    hall = inspected(at, "Dwarf Hall", 1)
    assert "Oathsword" not in [trait.keyword for trait in hall.traits]
    assert hall.more == "It may hold artifacts that you have not seen."
    mine = inspected(at, "Dwarf Hall", 1, seat=1)
    assert "Oathsword" in [trait.keyword for trait in mine.traits]
    assert (mine.more, mine.known) == ("", "yours, seen by everyone")
    assert inspected(at, "Dwarf Hall", 1, seat=-1).deeds == ()


def test_in_a_fight_the_roll_is_the_sum_that_counts() -> None:
    at = game(LAND, {"A1": "knights"}, {"A1": "goblins"}, stage=stages.BATTLE).skip_to("reveal")
    at.play(*[decision.default() for decision in at.decisions])
    fight = at.state.fight
    assert fight is not None
    assert all(corner.front >= 0 for corner in fight.corners)
    knights, goblins = facts().unit("knights"), facts().unit("goblins")
    bonus = knights.cavalry if "Slow" in goblins.types and not goblins.flying else 0
    value, total = figure(inspected(at, "Knights"), "rolls with")
    assert total == knights.brm + bonus + sum(n for target, n in knights.slay if target in goblins.counts_as)
    assert value == str(total)


def test_a_spell_is_brief_on_its_card_and_whole_in_the_inspector() -> None:
    at = game(LAND, {"A1": "elves"}, {"E5": "goblins"})
    spell = facts().find_spell("battle blessing")
    at.state.hands[0].append(spell.index)
    at = Game(at.state)
    card = next(
        piece
        for piece in pieces_of(RULEBOOK.view.scene(at.state, viewer_of(0))).values()
        if piece.name == "Battle Blessing"
    )
    assert card.detail == "+2 to your roll"
    found = inspected(at, "Battle Blessing")
    assert [trait.text for trait in found.traits] == ["+2 to the friendly combatant's roll this round."]
