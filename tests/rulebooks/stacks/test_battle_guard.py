"""Step T3: Guard; and the order of the tactical steps."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle

# ---------------------------------------------------------------- Guard


@pytest.mark.rule("stacks:guard.replace", "stacks:tactical.replaced-supports")
def test_a_guard_takes_the_combatants_place_who_may_support_it():
    fight = battle(["storm_giants"], ["elves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    fight.defender("guard dwarves", "show elves")
    assert fight.roll(1, 1) == (1 + 10, 1 + 5 + 3)


@pytest.mark.rule("stacks:guard.replace")
def test_guards_are_the_usable_guards_of_the_stack():
    fight = battle(["storm_giants"], ["elves", "dwarves", "militia", "dwarf_hall", "orcs"])
    fight.reveal("storm_giants", "elves")
    fight.paralyze(1, "militia")
    assert fight.offers(1, "guard") == ["none", "guard dwarves", "guard dwarf_hall"]


@pytest.mark.rule("stacks:guard.defender-only")
def test_the_attacker_cannot_guard():
    fight = battle(["goblins", "dwarves"], ["storm_giants"])
    fight.reveal("goblins", "storm_giants")
    fight.until("support")
    assert ("guard", 0) not in fight.asked
    assert fight.front(0) == "goblins"


@pytest.mark.rule("stacks:guard.limit", "stacks:limits.table")
def test_one_guard_per_round():
    fight = battle(["storm_giants"], ["elves", "dwarves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    fight.defender("guard dwarves#1")
    assert fight.asked.count(("guard", 1)) == 1
    assert fight.until("guard") is None


@pytest.mark.rule("stacks:guard.limit", "stacks:limits.table")
def test_the_same_unit_may_guard_again_in_the_next_round():
    fight = battle(["dwarves"], ["elves", "dwarves"])
    for _ in range(2):
        fight.reveal("dwarves", "elves")
        fight.defender("guard dwarves")
        fight.roll(3, 3)


@pytest.mark.rule("stacks:guard.limit")
def test_the_combatant_itself_cannot_guard():
    fight = battle(["storm_giants"], ["dwarves", "elves"])
    fight.reveal("storm_giants", "dwarves")
    assert fight.offers(1, "guard") == ["none"]


@pytest.mark.rule("stacks:guard.after-withdraw")
def test_a_guard_may_come_in_for_a_unit_that_skirmish_brought_in():
    fight = battle(["basilisk"], ["centaurs", "ents", "dwarf_hall"])
    fight.reveal("basilisk", "centaurs")
    fight.defender("skirmish ents", "guard dwarf_hall")
    fight.attacker("paralyze basilisk")
    assert fight.offers(1, "replace") == ["replace centaurs", "replace ents"]
    fight.defender("replace ents")
    assert fight.front(1) == "ents"


@pytest.mark.rule("stacks:guard.after-withdraw")
def test_the_defender_sees_the_attackers_new_combatant_before_guarding():
    fight = battle(["centaurs", "ents"], ["elves", "dwarves"])
    fight.reveal("centaurs", "elves")
    fight.attacker("skirmish ents")
    assert fight.until("guard", 1) is not None
    assert fight.unit(0, "ents").known == 3
    assert any("brought in Ents" in line for line in fight.news(1))


@pytest.mark.rule("stacks:guard.limit", "stacks:guard.after-withdraw")
def test_a_guard_that_skirmish_took_out_may_guard_for_who_came_in():
    fight = battle(["orcs"], ["dwarves", "elves"], spells=([], ["mist_step"]))
    fight.reveal("orcs", "dwarves")
    fight.defender("vanish elves mist_step elves", "guard dwarves")
    assert fight.front(1) == "dwarves"


@pytest.mark.rule("stacks:hidden.no-tell")
def test_the_defender_is_asked_to_guard_also_without_a_guard():
    fight = battle(["orcs"], ["elves"])
    assert fight.offers(1, "guard") == ["none"]


# ---------------------------------------------------------------- the segment as a whole


@pytest.mark.rule("stacks:tactical.steps")
def test_a_paralysis_hits_who_stands_there_after_the_withdrawals():
    fight = battle(["basilisk"], ["centaurs", "ents", "orcs"])
    fight.reveal("basilisk", "centaurs")
    fight.defender("skirmish ents")
    fight.attacker("paralyze basilisk")
    assert fight.unit(1, "ents").held
    assert not fight.unit(1, "centaurs").held


@pytest.mark.rule("stacks:tactical.steps")
def test_the_five_steps_come_in_order():
    fight = battle(["basilisk", "ranger"], ["ranger", "dwarves"])
    fight.reveal("basilisk", "ranger")
    fight.roll(6, 1)
    kinds = list(dict.fromkeys(kind for kind, _ in fight.asked))
    assert kinds[kinds.index("retreat") :] == [
        "retreat",
        "withdraw",
        "guard",
        "paralyze",
        "support",
        "losses",
    ]


@pytest.mark.rule("stacks:tactical.optional")
def test_who_is_not_revealed_has_no_effect():
    fight = battle(["orcs"], ["elves", "elves", "elves"])
    fight.reveal("orcs", "elves")
    fight.defender("show elves")
    assert fight.roll(1, 1) == (5, 1 + 4 + 3)


@pytest.mark.rule("stacks:tactical.optional")
def test_modifiers_of_the_combatants_own_chit_always_count():
    fight = battle(["sylvan_knights"], ["giant_serpents"])
    assert fight.roll(1, 1) == (1 + 6 + 2, 1 + 6 + 3 + 2)  # Cavalry; Poison and Ambush


@pytest.mark.rule("stacks:tactical.each-round")
def test_support_is_declared_anew_each_round():
    fight = battle(["orcs", "paladin"], ["orcs"])
    fight.reveal("orcs", "orcs")
    fight.attacker("show paladin")
    assert fight.roll(1, 2) == (6, 6)
    fight.reveal("orcs", "orcs")
    assert fight.roll(1, 1) == (5, 5)
    fight.reveal("orcs", "orcs")
    fight.attacker("show paladin")
    assert fight.roll(1, 1) == (6, 5)


@pytest.mark.rule("stacks:tactical.replaced-supports")
def test_a_unit_that_swapped_out_may_support():
    fight = battle(["centaurs", "ents"], ["storm_giants"])
    fight.reveal("centaurs", "storm_giants")
    fight.attacker("skirmish ents", "show centaurs")
    assert fight.roll(1, 1) == (1 + 8 + 2 + 2, 11)


@pytest.mark.rule("stacks:tactical.replaced-supports")
def test_a_paralyzed_unit_may_not_support():
    fight = battle(["basilisk"], ["elves", "orcs"])
    fight.reveal("basilisk", "elves")
    fight.attacker("paralyze basilisk")
    assert fight.offers(1, "support") == []
    refusal = fight.refusal(1, "support", ("support", ("show", fight.unit(1, "elves").id)))
    assert refusal.rule == "stacks:battle.usable"


@pytest.mark.rule("stacks:tactical.final-combatants", "stacks:mod.cavalry")
def test_conditions_are_judged_on_the_pair_that_rolls():
    fight = battle(["sylvan_knights"], ["griffons", "dwarf_hall"])
    fight.reveal("sylvan_knights", "griffons")
    fight.defender("guard dwarf_hall")
    assert fight.roll(1, 1) == (1 + 6 + 2, 7)


@pytest.mark.rule("stacks:tactical.final-combatants", "stacks:artifact.winged-boots")
def test_conditions_are_judged_with_what_was_revealed():
    fight = battle(["sylvan_knights"], ["archmage"], artifacts=({}, {"winged_boots": "archmage"}))
    fight.defender("use winged_boots")
    assert fight.roll(1, 1) == (7, 4)


@pytest.mark.rule("stacks:tactical.no-replacement")
def test_without_a_combatant_the_rest_of_the_round_is_passed_over():
    fight = battle(["basilisk", "orcs"], ["basilisk"])
    fight.reveal("basilisk", "basilisk")
    fight.attacker("paralyze basilisk")
    fight.defender("none")
    assert fight.winner == "attacker"
    assert ("support", 0) not in fight.asked
    assert "roll" not in fight.kinds_of_news


@pytest.mark.rule("stacks:battle.usable")
def test_a_paralyzed_unit_is_good_for_nothing():
    spells = ([], ["battle_blessing", "mist_step"])
    fight = battle(["orcs"], ["ents", "elves", "dwarves"], spells=spells)
    fight.reveal("orcs", "ents")
    fight.paralyze(1, "elves", "dwarves")
    assert fight.offers(1, "retreat") == ["stay", "retreat ents away"]
    assert fight.offers(1, "withdraw") == ["none"]
    assert fight.offers(1, "guard") == ["none"]
    assert fight.offers(1, "support") == []
    fight.roll(6, 1)  # 10 against 9
    assert fight.offers(1, "losses") == ["accept"]


@pytest.mark.rule("stacks:battle.usable", "stacks:carry.battle")
def test_a_paralyzed_carrier_lends_nothing():
    fight = battle(["knights"], ["paladin", "caravan"])
    fight.reveal("knights", "paladin")
    fight.paralyze(1, "caravan")
    refusal = fight.refusal(1, "support", ("support", ("lend", fight.unit(1, "caravan").id)))
    assert refusal.rule == "stacks:battle.usable"


@pytest.mark.rule("stacks:limits.table")
def test_limits_hold_for_a_side_as_well_as_for_a_unit():
    options = {"paralyze-from": "stack"}
    fight = battle(["basilisk", "basilisk", "ghouls"], ["ents", "orcs", "elves"], options=options)
    fight.reveal("basilisk#1", "ents")
    assert fight.offers(0, "paralyze") == [
        "none",
        "paralyze basilisk",
        "paralyze basilisk",
        "paralyze ghouls",
    ]
    fight.attacker("paralyze basilisk#2")
    assert fight.asked.count(("paralyze", 0)) == 1
    assert fight.until("paralyze", 0) is None


@pytest.mark.rule("stacks:battle.usable", "stacks:spell.windows", "stacks:spell.hand")
def test_a_refusal_says_what_is_wrong_with_the_unit_or_the_spell():
    fight = battle(["storm_giants"], ["orcs", "elves", "dwarves"], spells=([], ["trolls_blood"]))
    fight.paralyze(1, "dwarves")

    def refused(kind: str, *order: object) -> tuple[str, str]:
        decision = fight.until(kind, 1)
        assert decision is not None
        found = decision.check(tuple(order))
        assert found is not None
        assert decision.check(found.nearest) is None
        return found.reason, found.rule

    orcs, elves, dwarves = (fight.unit(1, name).id for name in ("orcs", "elves", "dwarves"))
    assert refused("reveal", "reveal", dwarves) == ("The Dwarves are paralyzed.", "stacks:battle.usable")
    assert refused("reveal", "reveal", fight.unit(0, "storm_giants").id) == (
        "That unit is not in this stack.",
        "stacks:battle.stack",
    )
    fight.reveal("storm_giants", "orcs")
    assert refused("withdraw", "cast", "trolls_blood", elves) == (
        "Troll's Blood is cast at B3 losses, in the Battle Phase.",
        "stacks:spell.windows",
    )
    assert refused("guard", "guard", dwarves) == ("The Dwarves are paralyzed.", "stacks:battle.usable")
    assert refused("guard", "guard", elves) == ("The Elves have no Guard.", "stacks:guard.replace")
    assert refused("guard", "guard", orcs) == ("The Orcs fight already.", "stacks:reveal.choose")
    fight.roll(6, 1)
    assert refused("losses", "martyr", elves) == ("The Elves are no Martyrs.", "stacks:martyr.eligible")
    assert refused("losses", "cast", "stone_sleep", elves) == (
        "That spell is not in hand.",
        "stacks:spell.hand",
    )
    assert refused("losses", "cast", "trolls_blood", orcs)[1] == "stacks:roll.losses"
