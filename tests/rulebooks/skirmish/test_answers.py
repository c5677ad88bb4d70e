"""Actions, the answers to them, and who is asked: the examples of the catalogue, played on a scripted table."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.state import Chain
from banneret.rulebooks.skirmish.tables.actions import action_card


@pytest.mark.rule("skirmish:attack.melee", "skirmish:timing.declare")
def test_an_attack_that_nobody_can_answer_asks_nobody() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    priestess = yard.put("drow-priestess", (2, 1), tapped=True)
    table = attack(yard, knight, priestess)
    assert table.asked == []
    assert (priestess.damage, knight.tapped) == (15, True)


@pytest.mark.rule("skirmish:timing.simultaneous", "skirmish:timing.off-turn-melee")
def test_the_struck_archer_strikes_back_at_the_same_moment() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    archer = yard.put("elf-archer", (2, 1))
    attack(yard, guard, archer, strike(archer, guard))
    assert archer not in yard.state.creatures
    assert (guard.damage, archer.tapped) == (5, True)


@pytest.mark.rule("skirmish:timing.off-turn-melee")
def test_every_untapped_neighbour_may_answer_the_tap_once() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    archer = yard.put("elf-archer", (2, 1))
    defender = yard.put("dwarven-defender", (1, 2))
    yard.put("human-ranger", (5, 5))
    table = attack(yard, guard, archer, strike(archer, guard), strike(defender, guard))
    assert table.options(0) == [PASS, strike(archer, guard), strike(defender, guard)]
    assert guard.damage == 10
    assert archer not in yard.state.creatures


@pytest.mark.rule("skirmish:timing.off-turn-own-turn", "skirmish:timing.responses-to-responses")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_active_side_answers_taps_too(allowed: bool) -> None:
    yard = Yard(active=CORMYR, off_turn_on_own_turn=allowed)
    knight = yard.put("dragon-knight", (1, 1))
    priestess = yard.put("drow-priestess", (2, 1))
    ranger = yard.put("human-ranger", (3, 1))
    orders = [strike(priestess, knight), strike(ranger, priestess)][: 2 if allowed else 1]
    attack(yard, knight, priestess, *orders)
    assert knight.damage == 10
    assert priestess.damage == (20 if allowed else 15)
    assert ranger.tapped == allowed


@pytest.mark.rule("skirmish:timing.window", "skirmish:timing.lifo", "skirmish:timing.block-at-application")
def test_the_last_answer_is_resolved_first_and_all_damage_falls_together() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (0, 0))
    defender = yard.put("dwarven-defender", (2, 1))
    master = yard.put("drow-blademaster", (3, 1))
    yard.deal(CORMYR, "block")
    block = play("block", defender, (), (hulk.id,))
    attack(yard, hulk, defender, block, strike(master, defender))
    assert (defender.damage, hulk.damage) == (0, 0)
    assert (defender.tapped, master.tapped) == (True, True)
    assert yard.state.armies[CORMYR].action_discard == [action_card("block").index]
    assert defender.guard == 0  # no activation is in progress


@pytest.mark.rule("skirmish:card.block", "skirmish:timing.end-of-activation")
def test_block_lasts_for_the_activation() -> None:
    yard = Yard()
    drider = yard.put("drider", (1, 1))
    ranger = yard.put("human-ranger", (3, 1))
    yard.state.acting = drider.id
    yard.deal(CORMYR, "block")
    attack(yard, drider, ranger, play("block", ranger, (), (drider.id,)))
    assert (ranger.damage, drider.damage, ranger.guard) == (0, 5, 10)


@pytest.mark.rule("skirmish:card.dodge", "skirmish:timing.protect-names")
def test_dodge_saves_from_the_attack_it_names() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    master = yard.put("drow-blademaster", (2, 1))
    yard.deal(DROW, "dodge")
    table = attack(yard, knight, master, play("dodge", master, (0,)))
    assert table.options(0) == [PASS, strike(master, knight), play("dodge", master, (0,))]
    assert (master.damage, master.tapped) == (0, True)


@pytest.mark.rule("skirmish:creature.earth-guardian.slam", "skirmish:card.dodge")
def test_who_dodges_a_slam_is_slid_all_the_same() -> None:
    yard = Yard(active=CORMYR)
    guardian = yard.put("earth-guardian", (1, 1))
    master = yard.put("drow-blademaster", (2, 1))
    yard.deal(DROW, "dodge")
    slid = ("go", master.id, yard.name(5, 1))
    power(yard, guardian, "slam", [(master.id,)], play("dodge", master, (0,)), slid)
    assert (master.damage, master.place) == (0, yard.square(5, 1))


@pytest.mark.rule("skirmish:card.retreat", "skirmish:attack.at-resolution")
def test_an_attack_fails_on_a_target_out_of_reach() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (11, 1))
    assassin = yard.put("drow-assassin", (3, 1))
    yard.deal(DROW, "retreat")
    away = ("go", assassin.id, yard.name(0, 1))  # 11 squares off
    power(yard, archer, "longbow", [(assassin.id,)], play("retreat", assassin), away)
    assert (assassin.damage, assassin.place) == (0, yard.square(0, 1))
    assert archer.tapped
    near = ("go", assassin.id, yard.name(1, 1))  # 10 squares off
    assassin.tapped = archer.tapped = False
    yard.deal(DROW, "retreat")
    power(yard, archer, "longbow", [(assassin.id,)], play("retreat", assassin), near)
    assert assassin.damage == 5  # it named no attack, and stayed in range


@pytest.mark.rule("skirmish:cover.dodge", "skirmish:cover.dodge-effect")
def test_a_target_in_cover_may_dodge() -> None:
    yard = Yard(drawn(".....", "..#..", "....."), active=CORMYR)
    archer = yard.put("elf-archer", (0, 1))
    wizard = yard.put("drow-wizard", (4, 1))
    table = power(yard, archer, "longbow", [(wizard.id,)], ("dodge", wizard.id, 0))
    assert table.options(0) == [PASS, ("dodge", wizard.id, 0)]
    assert (wizard.damage, wizard.tapped) == (0, True)
    tapped = power(yard, archer, "longbow", [(wizard.id,)])
    assert tapped.asked == []
    assert wizard.damage == 5


@pytest.mark.rule("skirmish:cover.dodge")
def test_there_is_no_dodging_of_a_clear_shot() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (0, 1))
    wizard = yard.put("drow-wizard", (4, 1))
    assert power(yard, archer, "longbow", [(wizard.id,)]).asked == []
    assert wizard.damage == 5


@pytest.mark.rule("skirmish:attack.series", "skirmish:timing.follow-up")
def test_each_shot_of_a_series_has_its_own_window() -> None:
    yard = Yard(drawn("......", "..#...", "......"))
    guard = yard.put("drow-house-guard", (0, 1))
    archer = yard.put("elf-archer", (0, 0), tapped=True)
    ranger = yard.put("human-ranger", (4, 1))
    second = ("choose", ranger.id)
    table = card(yard, guard, "rapid-shot", [(archer.id,)], second, ("dodge", ranger.id, 1))
    assert archer not in yard.state.creatures
    assert (ranger.damage, ranger.tapped) == (0, True)
    assert table.kinds == ["choose", "answer"]
    assert table.options(0)[0] == ("decline",)


@pytest.mark.rule("skirmish:creature.drow-blademaster")
def test_the_dance_blocks_what_falls_with_its_first_blow() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1))
    yard.state.acting = master.id
    ranger = yard.put("human-ranger", (2, 1))
    thug = yard.put("half-orc-thug", (0, 1))
    orders = strike(ranger, master), strike(thug, master), ("choose", thug.id)
    power(yard, master, "blade-dance", [(), (ranger.id,)], *orders)
    assert master.damage == 5  # 5 - 5 and 10 - 5
    assert (ranger.damage, thug.damage) == (5, 5)


@pytest.mark.rule("skirmish:timing.not-simultaneous", "skirmish:timing.fail")
def test_who_is_destroyed_by_an_answer_does_not_teleport() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (0, 0), damage=60)
    knight = yard.put("dragon-knight", (2, 1))
    table = power(yard, hulk, "burrow", [], strike(knight, hulk))
    assert hulk not in yard.state.creatures
    assert table.kinds == ["answer"]


@pytest.mark.rule("skirmish:timing.held-through-movement", "skirmish:card.charge")
def test_a_charger_strikes_before_the_answers_fall() -> None:
    yard = Yard(active=CORMYR)
    defender = yard.put("dwarven-defender", (2, 1))
    hulk = yard.put("umber-hulk", (0, 0))
    spider = yard.put("demonweb-spider", (4, 1), tapped=True)
    moved = ("go", defender.id, yard.name(3, 1))
    orders = strike(hulk, defender), moved, ("choose", spider.id)
    card(yard, defender, "charge", [], *orders)
    assert defender not in yard.state.creatures
    assert spider.damage == 5


@pytest.mark.rule("skirmish:card.shield", "skirmish:creature.gold-dragon.breath")
def test_shield_saves_one_creature_from_one_source() -> None:
    yard = Yard(active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    wizard = yard.put("war-wizard", (4, 1))
    mastiff = yard.put("shadow-mastiff", (3, 1))
    yard.deal(CORMYR, "shield")
    breath = yard.square(3, 0)
    power(yard, dragon, "radiant-breath", [(breath,)], play("shield", wizard, (wizard.id,), (0,)), PASS)
    assert (wizard.damage, mastiff.damage, dragon.damage) == (0, 15, 0)
    yard.state.creatures.remove(mastiff)
    power(yard, dragon, "radiant-breath", [(yard.square(2, 0),)])
    assert dragon.damage == 15


@pytest.mark.rule("skirmish:timing.muted", "skirmish:timing.tap-event-by-effect", "skirmish:card.feint")
@pytest.mark.parametrize("answered", [True, False])
def test_a_feint_mutes_and_opens_its_target(answered: bool) -> None:
    yard = Yard(active=CORMYR, off_turn_on_effect_taps=answered)
    ranger = yard.put("human-ranger", (1, 1))
    priestess = yard.put("drow-blademaster", (2, 1))
    yard.deal(DROW, "dodge")
    orders = (strike(ranger, priestess),) if answered else ()
    table = card(yard, ranger, "feint", [(priestess.id,), ()], *orders, tap=False)
    assert priestess.tapped
    assert priestess.damage == (5 if answered else 0)
    assert {asked.side for asked in table.asked} <= {CORMYR}


@pytest.mark.rule("skirmish:creature.halfling-sneak", "skirmish:attack.damage")
def test_the_sneak_hits_harder_who_has_tapped_to_answer() -> None:
    yard = Yard(active=CORMYR)
    sneak = yard.put("halfling-sneak", (1, 1))
    guard = yard.put("drow-house-guard", (2, 1))
    attack(yard, sneak, guard, strike(guard, sneak))
    assert (guard.damage, sneak.damage) == (10, 5)


@pytest.mark.rule("skirmish:creature.drow-assassin", "skirmish:card.darkfire", "skirmish:attack.damage")
def test_a_lone_assassin_and_two_darkfires() -> None:
    yard = Yard()
    assassin = yard.put("drow-assassin", (1, 1))
    knight = yard.put("dragon-knight", (2, 1), tapped=True, attached=("darkfire", "darkfire"))
    attack(yard, assassin, knight)
    assert knight.damage == 25
    assassin.tapped = False
    yard.put("drow-wizard", (0, 1), tapped=True)
    attack(yard, assassin, knight)
    assert knight not in yard.state.creatures  # 25 and, no longer alone, 20: all its 45 hit points


@pytest.mark.rule("skirmish:info.public")
def test_asking_depends_on_nothing_that_is_hidden() -> None:
    # The Assassin could dodge if its side held the card: it is asked whether the hand or the deck has it. Where the card lies open in
    # the discard pile, or the hand is empty, everybody knows that there is no answer, and nobody is asked.
    for held, in_deck, asked in (
        ("dodge", "web", 1),
        ("web", "dodge", 1),
        ("web", "web", 0),
        ("", "dodge", 0),
    ):
        yard = Yard(active=CORMYR)
        archer = yard.put("elf-archer", (1, 1))
        assassin = yard.put("drow-assassin", (5, 5))
        yard.deal(DROW, *[held][: len(held)])
        yard.state.armies[DROW].actions = [action_card(in_deck).index]
        table = power(yard, archer, "longbow", [(assassin.id,)], *[PASS][:asked])
        assert [decision.side for decision in table.asked] == [DROW][:asked]
        assert assassin.damage == 5


@pytest.mark.rule("skirmish:assist.ability", "skirmish:assist.chain", "skirmish:card.level")
def test_who_may_assist() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (4, 4))
    yard.put("dragon-knight", (3, 4))
    fireball = action_card("fireball")
    assert plays(yard.state, Chain(), wizard, fireball) == []
    dragon = yard.put("gold-dragon", (5, 5))
    ways = plays(yard.state, Chain(), wizard, fireball)
    assert {way[3] for way in ways} == {(dragon.id,)}
    dragon.tapped = True
    assert plays(yard.state, Chain(), wizard, fireball) == []
    wizard.attached = ((action_card("level-up").index, CORMYR),)
    assert {way[3] for way in plays(yard.state, Chain(), wizard, fireball)} == {()}


@pytest.mark.rule("skirmish:card.affinity", "skirmish:card.requires", "skirmish:card.ability")
def test_affinity_and_requirements() -> None:
    yard = Yard()
    spider = yard.put("demonweb-spider", (4, 4))
    guard = yard.put("drow-house-guard", (5, 4))
    master = yard.put("drow-blademaster", (6, 4))
    yard.put("elf-archer", (4, 6))
    assert plays(yard.state, Chain(), spider, action_card("web"))
    assert not plays(yard.state, Chain(), guard, action_card("web"))
    assert plays(yard.state, Chain(), guard, action_card("darkfire"))
    assert plays(yard.state, Chain(), guard, action_card("distant-shot"))
    assert not plays(yard.state, Chain(), master, action_card("distant-shot"))


@pytest.mark.rule("skirmish:timing.window")
def test_all_are_asked_in_turn_the_side_that_declared_last() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    yard.put("dwarven-defender", (1, 3))
    hulk = yard.put("umber-hulk", (2, 1))
    yard.deal(CORMYR, "block")
    table = attack(yard, knight, hulk, PASS, PASS)
    assert [decision.side for decision in table.asked] == [DROW, CORMYR]
    assert table.asked[0].orders() == [PASS, strike(hulk, knight)]
