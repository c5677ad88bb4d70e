"""Questions: the words, the options with what they would bring, and the odds as far as they can be told."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import Fight, battle, field

import banneret
from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.dice import Chance
from banneret.kernel.order import read_order, write_order
from banneret.kernel.scene import Chance as Chanced
from banneret.kernel.scene import OptionView, Question, encode
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.odds.battle import battle_odds
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import Line, State, Unit
from banneret.rulebooks.stacks.tables.options import DEFAULT_OPTIONS
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.view.chances import odds_for
from banneret.rulebooks.stacks.view.questions import question as questions
from banneret.rulebooks.stacks.view.rest_of_battle import rest_of_battle


def asked(table: Fight, kind: str, side: int) -> Question:
    """Play on to the question and read it."""
    decision = table.until(kind, side)
    assert decision is not None
    decision = table.decision(side)
    assert decision is not None
    return RULEBOOK.view.question(table.state, decision)


def option(question: Question, label: str) -> OptionView:
    found = [option for option in question.options if option.label == label]
    assert found, f"no {label!r} among {[option.label for option in question.options]}"
    return found[0]


def odds_text(option: OptionView) -> str:
    assert option.odds is not None
    return option.odds.text


# ---------------------------------------------------------------- the battle


def test_a_reveal_names_every_usable_unit_and_what_it_brings_against_anybody():
    fight = battle(["elves", "ents", "ranger"], ["dwarves"])
    question = asked(fight, "reveal", 0)
    assert question.text == "Round 1: whom do you reveal?"
    assert question.hint == (
        "You attack. The defender chooses at the same time; both are turned up together. "
        "You have seen nobody there who may be revealed: the odds are not known."
    )
    assert option(question, "Ents").consequence == "Roll with +10"
    assert option(question, "Ranger").consequence == "Rolls with +4, and +2 against Humanoid"
    assert option(question, "Ents").pieces == (f"u{fight.unit(0, 'ents').id}",)
    assert all(one.odds is None for one in question.options)
    assert question.default == write_order(("reveal", fight.unit(0, "ents").id))


def exact(fight: Fight, attacker: str, defender: str) -> list[int]:
    """The throws of 36 that an attacker wins, ties and loses, by the exact odds of two bare combatants."""
    facts = fight.state.setting.facts
    mine, other = Line(facts.unit(attacker)), Line(facts.unit(defender))
    options = fight.state.setting.flags.modifiers
    difference = (
        battle_roll(mine, other, True, options).total - battle_roll(other, mine, False, options).total
    )
    return list(roll_weights(difference))


@pytest.mark.rule("stacks:odds.round", "stacks:hidden.battle")
def test_a_reveal_has_the_odds_against_the_worst_enemy_that_was_seen():
    fight = battle(["elves", "ents"], ["dwarves", "storm_giants", "goblins"])
    elves, ents = fight.unit(0, "elves").id, fight.unit(0, "ents").id
    fight.unit(1, "goblins").known = 1
    question = asked(fight, "reveal", 0)
    goblins = option(question, "Elves").odds
    assert goblins is not None
    assert [rolls for _, rolls in goblins.rolls] == exact(fight, "elves", "goblins")
    assert goblins.assumption == "against the Goblins, all you have seen; before support on either side"
    fight.unit(1, "storm_giants").known = 1
    question = asked(fight, "reveal", 0)
    odds = option(question, "Ents").odds
    assert odds is not None
    assert [rolls for _, rolls in odds.rolls] == exact(fight, "ents", "storm_giants")
    assert odds.assumption.startswith("against the Storm Giants, the worst you have seen")
    assert "the Goblins" in odds.more
    assert "Dwarves" not in str(question)
    assert {elves, ents} == {int(one.order.split()[1]) for one in question.options}


@pytest.mark.rule("stacks:hidden.battle")
def test_the_odds_of_a_reveal_are_the_same_whatever_the_unseen_enemies_are():
    texts = set()
    for hidden in ("dwarves", "storm_giants", "elves"):
        fight = battle(["elves", "ents"], ["goblins", hidden])
        fight.unit(1, "goblins").known = 1
        texts.add(encode(asked(fight, "reveal", 0)))
    assert len(texts) == 1


@pytest.mark.rule("stacks:hidden.stack")
def test_own_units_of_a_kind_are_numbered_and_enemies_never_learn_the_number():
    fight = battle(["elves", "elves", "ents"], ["goblins", "goblins"])
    second = fight.unit(0, "elves#2").id
    question = asked(fight, "reveal", 0)
    assert {"Elves", "Elves (2)", "Ents"} == {one.label for one in question.options}
    numbered = option(question, "Elves (2)")
    assert numbered.order == f"reveal {second}"
    own = RULEBOOK.view.scene(fight.state, viewer_of(0))
    assert [piece.name for stack in own.pieces if stack.side == 0 for piece in stack.inside] == [
        "Elves",
        "Elves (2)",
        "Ents",
    ]
    fight.reveal("elves#2", "goblins")
    asked(fight, "support", 1)
    enemy = encode(RULEBOOK.view.scene(fight.state, viewer_of(1))).decode()
    assert "Elves" in enemy
    assert "Elves (2)" not in enemy
    assert all("(2)" not in text for text in fight.news(1))


@pytest.mark.rule("stacks:odds.round")
def test_a_guard_is_shown_with_the_odds_before_and_after():
    fight = battle(["storm_giants"], ["elves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    question = asked(fight, "guard", 1)
    assert question.text == "Does a Guard take the place of the Elves against the Storm Giants?"
    assert odds_text(option(question, "The Elves fight on")) == "lose 100 %"
    dwarves = option(question, "Dwarves guard")
    assert dwarves.consequence == "The Dwarves fight instead; the Elves may support with Archer +3"
    assert odds_text(dwarves) == "tie 3 %, lose 97 %"
    assert dwarves.odds is not None
    assert dwarves.odds.assumption == "before support on either side"


def test_a_withdrawal_says_who_fights_and_who_may_support():
    fight = battle(["ranger", "ents"], ["storm_giants"])
    fight.reveal("ranger", "storm_giants")
    question = asked(fight, "withdraw", 0)
    ents = option(question, "Ents come in by Skirmish")
    assert ents.consequence == "The Ents fight instead; the Ranger may support with Archer +2"
    assert odds_text(ents) == "win 42 %, tie 17 %, lose 42 %"
    assert odds_text(option(question, "The Ranger stays")) == "lose 100 %"


def test_a_vanish_exit_names_the_hex_and_the_new_combatant():
    game = field(["PP", "PP"], {"A1": ["vampire_lord", "skeletons"]}, {"A1": ["knights"]})
    game.reveal("vampire_lord", "knights")
    question = asked(game, "withdraw", 0)
    leaves = option(question, "Vampire Lord leaves for B1 by Vanish, Skeletons come in")
    assert leaves.places == ("B1",)
    assert leaves.consequence == "The Skeletons fight instead; the Vampire Lord may not return this turn"


def test_a_retreat_tells_its_price_and_the_odds_of_staying():
    game = field(["PP", "PP"], {"A1": ["storm_giants"]}, {"A1": ["dwarf_hall", "dwarves", "goblins"]})
    game.reveal("storm_giants", "dwarves")
    question = asked(game, "retreat", 1)
    stay = option(question, "Stay and fight")
    assert odds_text(stay) == "tie 3 %, lose 97 %"
    away = option(question, "Sacrifice Goblins, go to B1")
    assert away.consequence == "The Goblins are destroyed; Dwarves go to B1; the Dwarf Hall stays"
    assert question.default == "stay"


def test_who_goes_and_who_stays_in_a_retreat_are_said_in_their_number():
    """Of one unit it goes, of two that are named in the singular they go."""
    stack = ["dwarf_hall", "walled_town", "dwarflord", "ranger", "goblins"]
    game = field(["PP", "PP"], {"A1": ["storm_giants"]}, {"A1": stack})
    game.reveal("storm_giants", "goblins")
    away = option(asked(game, "retreat", 1), "Sacrifice Goblins, go to B1")
    assert (
        away.consequence
        == "The Goblins are destroyed; DwarfLord and Ranger go to B1; the Dwarf Hall and Walled Town stay"
    )
    game = field(["PP", "PP"], {"A1": ["storm_giants"]}, {"A1": ["ranger", "goblins"]})
    game.reveal("storm_giants", "goblins")
    away = option(asked(game, "retreat", 1), "Sacrifice Goblins, go to B1")
    assert away.consequence == "The Goblins are destroyed; Ranger goes to B1"


def test_who_cannot_retreat_is_asked_all_the_same_and_presses_on():
    fight = battle(["orcs"], ["elves"])
    fight.reveal("orcs", "elves")
    question = asked(fight, "retreat", 1)
    assert question.text == "You cannot retreat."
    assert question.trivial
    assert [one.order for one in question.options] == ["stay"]


def test_a_paralysis_says_what_becomes_of_the_target():
    fight = battle(["basilisk", "orcs"], ["knights", "militia"])
    fight.reveal("basilisk", "knights")
    question = asked(fight, "paralyze", 0)
    words = "The Knights are out for the rest of the battle, and lost if nobody can take their place"
    assert option(question, "Basilisk paralyzes").consequence == words
    fight.attacker("paralyze basilisk")
    question = asked(fight, "replace", 1)
    assert question.text == "The Knights are paralyzed. Who takes their place?"
    assert odds_text(option(question, "Militia")) == "win 42 %, tie 17 %, lose 42 %"


@pytest.mark.rule("stacks:tactical.who", "stacks:odds.round")
def test_support_is_a_form_with_the_odds_of_all_of_some_and_of_nobody():
    fight = battle(
        ["goblins", "orcs"],
        ["elves", "ranger", "elf_lord", "dwarves"],
        spells=([], ["battle_blessing", "withering_curse"]),
        artifacts=({}, {"yew_bow": "ranger", "war_horn": "ranger"}),
    )
    fight.reveal("orcs", "dwarves")
    question = asked(fight, "support", 1)
    assert question.text == "Who supports the Dwarves?"
    assert question.form is not None
    assert (question.form.kind, question.form.verb) == ("subset", "support")
    words = {item.label: item for item in question.form.items}
    assert words["Elves"].consequence == "Archer +3; alone 92 %"
    assert words["Elves"].word == write_order((("show", fight.unit(1, "elves").id),))
    assert words["Elf Lord"].consequence == "General +1; alone 72 %"
    bow, horn = words["Yew Bow of the Ranger"], words["War Horn of the Ranger"]
    assert bow.slot != horn.slot  # a weapon and another thing may be used together
    assert "Battle Blessing, cast by the Elf Lord" in words
    options = {one.label: one for one in question.options}
    assert list(options) == ["All who help for nothing", "Everything, spells too", "Nobody"]
    assert odds_text(options["Nobody"]) == "win 58 %, tie 14 %, lose 28 %"
    assert odds_text(options["Everything, spells too"]) == "win 100 %"
    assert options["Nobody"].odds is not None
    assert options["Nobody"].odds.assumption == "if the attacker adds nothing"
    assert options["Everything, spells too"].consequence.startswith("Elves, Ranger, Elf Lord")
    assert not question.trivial


def test_a_curse_counts_against_the_enemy():
    fight = battle(["archmage"], ["orcs"], spells=(["withering_curse"], []))
    fight.reveal("archmage", "orcs")
    question = asked(fight, "support", 0)
    assert odds_text(option(question, "Everything")) == "win 58 %, tie 14 %, lose 28 %"
    assert odds_text(option(question, "Nobody")) == "win 28 %, tie 14 %, lose 58 %"


def test_a_spell_may_be_ticked_as_often_as_there_are_chits():
    fight = battle(["archmage"], ["orcs"], spells=(["battle_blessing"] * 3, []))
    fight.reveal("archmage", "orcs")
    question = asked(fight, "support", 0)
    assert question.form is not None
    items = question.form.items
    assert [item.label for item in items] == [
        "Battle Blessing, cast by the Archmage",
        "Battle Blessing twice, cast by the Archmage",
        "Battle Blessing 3 times, cast by the Archmage",
    ]
    assert len({item.word for item in items}) == 3
    assert {item.slot for item in items} == {"battle_blessing"}
    decision = fight.decision(0)
    assert decision is not None
    for times, item in enumerate(items, 1):
        order = read_order(f"support {item.word}")
        assert len(order) == 1 + times
        assert decision.check(order) is None
    assert items[1].consequence.endswith("Alone 83 %")


def test_who_has_nobody_to_support_gets_a_trivial_question():
    fight = battle(["orcs"], ["goblins"])
    fight.reveal("orcs", "goblins")
    question = asked(fight, "support", 0)
    assert question.text == "Nobody can support the Orcs."
    assert question.trivial


def test_a_loss_can_be_taken_over_by_a_martyr():
    fight = battle(["storm_giants"], ["dwarflord", "dwarves"], artifacts=({}, {"oathsword": "dwarflord"}))
    fight.reveal("storm_giants", "dwarflord")
    fight.roll(6, 1)
    question = asked(fight, "losses", 1)
    assert question.text == "The DwarfLord is about to be destroyed. Do you save it?"
    gone = option(question, "Let the DwarfLord go")
    assert gone.consequence == "The DwarfLord is destroyed, and the Oathsword with it"
    martyr = option(question, "Dwarves die for it")
    assert martyr.consequence == "The Dwarves are destroyed instead; the DwarfLord stays unharmed"


def test_a_ship_about_to_sink_names_who_is_aboard():
    fight = battle(["kraken"], ["war_galley", "orcs", "goblins"], "Sea")
    fight.reveal("kraken", "war_galley")
    fight.roll(6, 1)
    question = asked(fight, "losses", 1)
    assert (
        option(question, "Let the War Galley go").consequence == "The War Galley sinks with Orcs and Goblins"
    )


@pytest.mark.rule("stacks:martyr.step-in", "stacks:transport.sink", "stacks:win.archmage")
def test_the_large_button_counts_all_that_a_martyr_saves():
    """Dwarves (5) do not die for Goblins (3), but for a Galley (4) with the DwarfLord (6) aboard, and for a game."""
    fight = battle(["storm_giants"], ["goblins", "dwarves"])
    fight.reveal("storm_giants", "goblins")
    fight.roll(6, 1)
    assert fight.words(fight.until("losses", 1).default()) == "accept"
    ship = battle(["kraken"], ["war_galley", "dwarves", "dwarflord"], "Sea")
    ship.reveal("kraken", "war_galley")
    ship.roll(6, 1)
    assert ship.words(ship.until("losses", 1).default()) == "martyr dwarves"
    for spells, best in (([], "martyr dwarves"), (["trolls_blood"], "martyr dwarves")):
        game = field(
            ["P"],
            {"A1": ["storm_giants"]},
            {"A1": ["archmage", "dwarves"]},
            goal="archmage",
            spells=([], spells),
        )
        game.reveal("storm_giants", "archmage")
        game.roll(6, 1)
        question = asked(game, "losses", 1)
        assert (
            option(question, "Let the Archmage go").consequence
            == "The Archmage is destroyed; you lose the game"
        )
        assert game.words(game.until("losses", 1).default()) == best
    alone = field(
        ["P"], {"A1": ["storm_giants"]}, {"A1": ["archmage"]}, goal="archmage", spells=([], ["trolls_blood"])
    )
    alone.reveal("storm_giants", "archmage")
    alone.roll(6, 1)
    assert alone.words(alone.until("losses", 1).default()) == "cast trolls_blood archmage"


@pytest.mark.rule("stacks:artifact.lost", "stacks:martyr.step-in")
def test_a_martyr_says_what_it_takes_with_it():
    fight = battle(["storm_giants"], ["dwarflord", "dwarves"], artifacts=({}, {"war_horn": "dwarves"}))
    fight.reveal("storm_giants", "dwarflord")
    fight.roll(6, 1)
    martyr = option(asked(fight, "losses", 1), "Dwarves with the War Horn die for it")
    assert martyr.consequence == (
        "The Dwarves are destroyed instead, and the War Horn with them; the DwarfLord stays unharmed"
    )


@pytest.mark.rule("stacks:setup.battle-only", "stacks:vanish.last-unit")
def test_a_single_battle_says_that_leaving_loses_it():
    fight = battle(["orcs", "orcs"], ["djinn", "goblins"], options={"call-off": "may-withdraw"})
    fight.reveal("orcs", "djinn")
    price = option(asked(fight, "retreat", 1), "Sacrifice Goblins")
    assert price.consequence == "The Goblins are destroyed; Djinn leave; the attacker has won"
    fight.roll(3, 1)
    away = option(asked(fight, "calloff", 0), "Call off and leave")
    assert away.consequence.startswith("The battle is over, and the defender has won; ")
    lone = battle(["orcs"], ["djinn"])
    lone.reveal("orcs", "djinn")
    gone = option(asked(lone, "withdraw", 1), "Djinn leave the battle by Vanish")
    assert gone.consequence == (
        "You have no combatant left: no roll this round; nobody of yours is left, and the attacker has won"
    )


@pytest.mark.rule("stacks:move.stranded", "stacks:spell.mist-step")
def test_a_ship_that_leaves_by_mist_step_says_whom_it_leaves():
    fight = battle(["kraken"], ["war_galley", "elves", "orcs", "merfolk"], "Sea", spells=([], ["mist_step"]))
    fight.reveal("kraken", "war_galley")
    question = asked(fight, "withdraw", 1)
    away = next(one for one in question.options if one.order.startswith("exit"))
    assert "; Elves and Orcs need another ship when the battle ends; the spell is spent" in away.consequence


def test_a_tie_may_be_struck_at():
    fight = battle(["archmage"], ["trolls"], spells=(["death_touch"], []))
    fight.reveal("archmage", "trolls")
    fight.roll(5, 2)
    question = asked(fight, "strike", 0)
    assert question.text == "The rolls are equal. Do you strike at the Trolls?"
    assert option(question, "Death Touch, cast by the Archmage").pieces[-1] == "s0:death_touch:0"


def test_the_respite_and_the_calling_off():
    fight = battle(["vampire_lord", "skeletons"], ["orcs", "goblins"], spells=(["raise_skeletons"], []))
    fight.reveal("vampire_lord", "orcs")
    fight.roll(6, 1)
    question = asked(fight, "respite", 0)
    raised = option(question, "Raise Skeletons, cast by the Vampire Lord")
    assert raised.consequence == "Skeleton Host joins your stack until the battle ends; the spell is spent"
    question = asked(fight, "calloff", 0)
    assert option(question, "Fight on").consequence == "Round 2 begins"
    off = option(question, "Call off the attack")
    assert off.consequence == "The battle is over, and the defender has won"


# ---------------------------------------------------------------- scouting and the turn


def test_scouting_questions_say_what_is_shown_for_it():
    game = field(
        ["PP", "PP"],
        {"A1": ["halfling_burglars", "trolls", "orcs"]},
        {"A1": ["dwarflord"]},
        artifacts=[{}, {"war_horn": "dwarflord"}],
    )
    question = asked(game, "look", 0)
    look = option(question, "Halfling Burglars look")
    assert (
        look.consequence == "You see every unit and artifact; Blue learns that the Halfling Burglars are here"
    )
    game.attacker("look halfling_burglars")
    question = asked(game, "steal", 0)
    assert option(question, "Halfling Burglars take the War Horn").consequence.endswith("can only carry it")
    question = asked(game, "devour", 0)
    fed = option(question, "Trolls devour Orcs")
    assert fed.consequence == "The Trolls have +2 to the end of the turn; the Orcs are lost"


def test_blind_stealing_promises_nothing():
    game = field(
        ["PP", "PP"],
        {"A1": ["halfling_burglars"]},
        {"A1": ["dwarflord"]},
        artifacts=[{}, {"war_horn": "dwarflord"}],
    )
    question = asked(game, "steal", 0)
    blind = option(question, "Halfling Burglars steal blind")
    assert "if there is any" in blind.consequence
    assert "War Horn" not in encode(question).decode()


def test_a_move_is_a_form_with_whole_stacks_as_options():
    game = field(["PPP", "PPP"], {"A1": ["elves", "sylvan_knights"]}, {"C1": ["orcs"]}, stage=stages.MOVE)
    question = asked(game, "move", 0)
    assert question.form is not None
    assert (question.form.kind, question.form.verb) == ("path", "move")
    elves, knights = game.unit(0, "elves").id, game.unit(0, "sylvan_knights").id
    assert [item.word for item in question.form.items] == [str(elves), str(knights)]
    reach = dict(question.form.paths)
    assert sorted(reach[str(elves)]) == ["A2", "B1"]
    assert sorted(reach[str(knights)]) == ["A2", "B1", "B2", "C1"]
    both = option(question, "Both units from A1 to B1")
    assert both.pieces == (f"u{elves}", f"u{knights}")
    assert question.default == "done"


def test_a_move_onto_an_enemy_says_that_a_battle_follows():
    game = field(["PP"], {"A1": ["elves"]}, {"B1": ["orcs"]}, stage=stages.MOVE)
    question = asked(game, "move", 0)
    assert option(question, "Elves from A1 to B1").consequence == "Meets Blue: a battle follows"


def test_a_drawn_artifact_is_named_to_its_owner_with_who_can_use_it():
    state = RULEBOOK.new(RULEBOOK.scenario("halls_and_groves"), RULEBOOK.options())
    table = Fight(state)
    while table.state.stage != stages.RECRUIT:
        if table.wanted is not None:
            table.dice(1 if table.wanted.side else 2)
        else:
            table.let_decide()
    table.attacker("draw artifacts")
    table.dice(1)
    decision = table.decision(0)
    assert decision is not None
    question = RULEBOOK.view.question(table.state, decision)
    assert question.text == "You have drawn the Oathsword. Who takes it?"
    assert option(question, "Elf Lord").consequence == "At the Groves capital (A3), can use it"
    assert option(question, "Centaurs").consequence == "At B2, would only carry it"


@pytest.mark.rule("stacks:artifact.winged-boots", "stacks:move.allowance", "stacks:turn.control")
def test_moves_say_how_far_boots_go_and_where_a_flag_goes_up():
    """Slow, an Archmage goes 1 hex, with the Boots 2; the own capital has its flag already, the enemy's has another."""

    def flags(state: State) -> None:
        state.setting.capitals[:] = [0, 2]
        state.standards[:] = [0, -1, 1]

    game = field(
        ["PPP"],
        {"B1": ["archmage"]},
        {},
        artifacts=[{"winged_boots": "archmage"}, {}],
        stage=stages.MOVE,
        before=flags,
    )
    question = asked(game, "move", 0)
    assert question.form is not None
    assert [item.consequence for item in question.form.items] == ["2 hexes"]
    says = {one.places: one.consequence for one in question.options if one.places}
    assert says[("A1",)] == "Nobody is there"
    assert says[("C1",)] == "Nobody is there; your flag goes up at the end of the turn"


@pytest.mark.rule("stacks:exchange.passengers", "stacks:transport.land")
def test_who_changes_to_another_caravan_does_not_sink_with_it():
    game = field(
        ["PP"],
        {"A1": ["caravan", "caravan", "militia"]},
        {"B1": ["orcs"]},
        aboard=[{"militia": "caravan"}],
        artifacts=[{"oathsword": "caravan"}],
        stage=stages.EXCHANGE,
    )
    question = asked(game, "exchange", 0)
    changes = [one for one in question.options if one.order.startswith("board")]
    assert [one.consequence for one in changes] == ["Moves with the Caravan (2)"]


# ---------------------------------------------------------------- all of them


def test_every_kind_of_question_is_written_in_words():
    """Playouts under all options: each question lists what its decision lists, and none falls back to bare orders."""
    met: set[str] = set()
    options = {"standing-contest": "may-decline", "call-off": "may-withdraw", "fallen-artifacts": "captured"}
    for seed, name in enumerate(("halls_and_groves", "narrow_sea", "ashes_and_banners", "death_march")):
        chance = Chance(seed)
        table = Fight(RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options(options)))
        for _ in range(250):
            if table.wanted is not None:
                table.dice(chance.die(table.wanted.faces))
                continue
            if not table.decisions:
                break
            decision = table.decisions[0]
            question = RULEBOOK.view.question(table.state, decision)
            met.add(question.kind)
            assert question.text.endswith((".", "?"))
            assert all(one.label[0] == one.label[0].upper() for one in question.options)
            for one in question.options:
                assert decision.check(read_order(one.order)) is None
            if decision.listed:
                assert [one.order for one in question.options] == [write_order(o) for o in decision.orders()]
            table.give(decision.side, decision.sample(chance))
    assert met <= set(questions.WRITERS)
    assert len(met) > 12


@pytest.mark.rule("stacks:odds.round")
def test_the_strip_of_throws_is_that_of_the_table():
    for difference, counts in ((0, (15, 6, 15)), (1, (21, 5, 10)), (-4, (1, 2, 33)), (6, (36, 0, 0))):
        assert tuple(count for _, count in odds_for(difference, 0, "").rolls) == counts


@pytest.mark.rule("stacks:spell.turn-the-dead", "stacks:mod.sum")
def test_support_that_changes_neither_sum_says_so():
    """Turn the Dead does nothing to Orcs; a Blessing does, and so does anything that may fly."""
    fight = battle(["high_priest"], ["orcs"], spells=(["turn_the_dead", "battle_blessing"], []))
    fight.reveal("high_priest", "orcs")
    form = asked(fight, "support", 0).form
    assert form is not None
    vain = {item.label.partition(",")[0]: item.vain for item in form.items}
    assert vain == {
        "Turn the Dead": "It changes neither sum against the Orcs, and would only be shown.",
        "Battle Blessing": "",
    }
    undead = battle(["high_priest"], ["skeletons"], spells=(["turn_the_dead"], []))
    undead.reveal("high_priest", "skeletons")
    form = asked(undead, "support", 0).form
    assert form is not None
    assert [item.vain for item in form.items] == [""]


@pytest.mark.rule("stacks:artifact.slots", "stacks:carry.battle", "stacks:artifact.troll-ring")
def test_the_large_button_shows_the_best_of_each_kind_and_nothing_in_vain():
    """Against Goblins the Oathsword adds 2 and the Axe nothing; a Ring is nothing to who regenerates or was defeated."""
    given = {"giantbane_axe": "ranger", "oathsword": "ranger", "troll_ring": "ranger"}
    fight = battle(["ranger", "elves"], ["goblins"], artifacts=(given, {}))
    fight.reveal("ranger", "goblins")
    assert (
        fight.words(fight.until("support", 0).default())
        == "support (show elves) (use oathsword) (use troll_ring)"
    )
    giants = battle(["ranger", "elves"], ["stone_giants"], artifacts=(given, {}))
    giants.reveal("ranger", "stone_giants")
    assert "(use giantbane_axe)" in giants.words(giants.until("support", 0).default())
    lord = battle(["vampire_lord"], ["goblins"], artifacts=({"troll_ring": "vampire_lord"}, {}))
    lord.reveal("vampire_lord", "goblins")
    question = asked(lord, "support", 0)
    assert question.form is not None
    assert [item.vain for item in question.form.items] == ["The Vampire Lord regenerates anyway."]
    assert question.default == "support"
    # Boots count against Cavalry alone, and a Caravan lends the same
    for enemy, shown in (("goblins", "support"), ("knights", "support (lend caravan) (use winged_boots)")):
        boots = battle(["archmage", "caravan"], [enemy], artifacts=({"winged_boots": "archmage"}, {}))
        boots.reveal("archmage", enemy)
        assert boots.words(boots.until("support", 0).default()) == shown
        form = asked(boots, "support", 0).form
        assert form is not None
        assert [bool(item.vain) for item in form.items] == [enemy == "goblins"] * 2


@pytest.mark.rule("stacks:odds.round", "stacks:end.calloff")
def test_fighting_on_has_the_odds_of_the_next_round():
    fight = battle(["ents", "orcs", "goblins"], ["storm_giants"])
    fight.roll(1, 6)
    question = asked(fight, "calloff", 0)
    odds = option(question, "Fight on").odds
    assert odds is not None
    won = whole_percent(exact(fight, "orcs", "storm_giants")[0] / 36)
    assert won == "0 %"
    assert odds.more.startswith("the next round: lose 100 %")
    assert "the Orcs against the Storm Giants, all you have seen" in odds.more
    assert option(question, "Call off the attack").odds is None


@pytest.mark.rule("stacks:odds.uniform", "stacks:end.calloff")
def test_an_attack_that_goes_on_has_the_odds_of_the_whole_battle_against_what_was_seen():
    fight = battle(["orcs", "goblins", "elves"], ["dwarves", "goblins", "orcs"])
    fight.roll(3, 3)
    asked(fight, "calloff", 0)
    for unit in fight.state.units:
        unit.known = 3
    question = asked(fight, "calloff", 0)
    odds = option(question, "Fight on").odds
    assert odds is not None
    facts = fight.state.setting.facts
    mine, theirs = ([facts.unit(name) for name in fight.stack(side)] for side in (0, 1))
    whole = battle_odds(mine, theirs, reveal="uniform")
    assert whole.exact
    assert 0 < whole.attacker < 1
    assert odds.chances[0] == Chanced("wins the battle", round(100 * float(whole.attacker), 1))
    assert odds.assumption == (
        "fought to its end against all you have seen there; there may be more; "
        "exact if both reveal at random and nobody supports"
    )
    assert odds.more.startswith("the next round: win ")
    # with nobody seen nothing is known
    fight = battle(["elves", "ents"], ["dwarves", "goblins"])
    fight.roll(3, 3)
    asked(fight, "calloff", 0)
    for unit in fight.state.units:
        unit.known = 0
    assert option(asked(fight, "calloff", 0), "Fight on").odds is None


@pytest.mark.rule("stacks:odds.uniform", "stacks:reveal.none-usable", "stacks:battle.usable")
def test_a_battle_that_the_paralyzed_outlast_is_promised_to_nobody():
    """Orcs (+4) and a Basilisk against Goblins, with Dwarves paralyzed: who beats the Goblins has not won."""
    fight = battle(["basilisk", "orcs"], ["dwarves", "goblins"])
    fight.reveal("basilisk", "dwarves")
    fight.attacker("paralyze basilisk")
    fight.defender("replace goblins")
    fight.roll(1, 3)  # 5 + 1 against 3 + 3
    odds = option(asked(fight, "calloff", 0), "Fight on").odds
    assert odds is not None
    assert odds.chances[0].name == "beats all who can fight"
    assert "the paralyzed stay, and while they are there the battle is not won" in odds.assumption
    fight.attacker("continue")
    fight.reveal("orcs", "goblins")
    stay = option(asked(fight, "retreat", 1), "Stay and fight")
    assert "wins the battle" not in stay.consequence
    assert "has nobody left who can" in stay.consequence
    fight.roll(6, 1)
    fight.attacker("continue")
    assert fight.state.outcome.winners == ()  # the Dwarves are there still


@pytest.mark.rule("stacks:reveal.none-usable", "stacks:end.calloff", "stacks:setup.battle-only")
def test_who_goes_on_with_nobody_usable_is_told_that_nobody_wins():
    """The Orcs are paralyzed and the Goblins fall: to go on ends the battle drawn, to call off gives it to the defender."""
    fight = battle(["orcs", "goblins"], ["basilisk"])
    fight.reveal("orcs", "basilisk")
    fight.attacker()
    fight.defender("paralyze basilisk")
    fight.attacker("replace goblins")
    fight.roll(1, 6)  # 3 + 1 against 5 + 6
    question = asked(fight, "calloff", 0)
    on = option(question, "Fight on")
    assert on.consequence == "Nobody of yours can fight: the battle is over, and nobody has won"
    assert option(question, "Call off the attack").consequence.endswith("the defender has won")
    fight.attacker("continue")
    assert fight.state.outcome.winners == ()


@pytest.mark.rule("stacks:odds.uniform")
def test_great_stacks_are_played_on_with_their_interval():
    facts = battle(["elves"], ["dwarves"]).state.setting.facts
    kinds = facts.units
    units = [Unit(number, kind.index, 0, 0) for number, kind in enumerate(kinds[:14])]
    found = rest_of_battle(kinds, DEFAULT_OPTIONS, units[:7], units[7:], True, "all that is there")
    again = rest_of_battle(kinds, DEFAULT_OPTIONS, units[6::-1], units[7:], True, "all that is there")
    assert found is not None
    assert found == again  # the same whatever the order, and at every look
    assert "400 battles played on, " in found.assumption
    other = rest_of_battle(kinds, DEFAULT_OPTIONS, units[7:], units[:7], False, "all that is there")
    assert other is not None
    assert other.chances[1].share == found.chances[0].share


@pytest.mark.parametrize("scenario", ["two_banners", "narrow_sea"])
def test_the_question_of_a_move_tells_the_places_that_the_rules_would_find(scenario):
    table = banneret.start("stacks", scenario, seed=3)
    chance, asked_for = Chance(5), 0
    while asked_for < 12:
        decision = table.decisions[0]
        if isinstance(decision, MoveForm):
            asked_for += 1
            form = RULEBOOK.view.question(table.state, decision).form
            assert form is not None
            names = table.state.setting.grid.names
            for number, places in form.paths:
                reached = decision.reachable([int(number)])
                assert places == tuple(names[hex_] for hex_, _ in reached)
        table.give(table.sides[decision.side], decision.sample(chance))
