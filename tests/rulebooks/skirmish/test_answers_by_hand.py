"""Chains of answers worked out by hand: who is hit, when, and for how much, in cases that the catalogue does not have."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act, deck
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card


def gone(yard: Yard, *creatures: Creature) -> list[bool]:
    """For each creature: is it off the board?"""
    return [one not in yard.state.creatures for one in creatures]


def go(yard: Yard, creature: Creature, column: int, row: int) -> tuple[str, int, str]:
    return ("go", creature.id, yard.name(column, row))


# ---------------------------------------------------------------- order, and damage at one moment


@pytest.mark.rule("skirmish:timing.lifo", "skirmish:timing.owes-damage", "skirmish:timing.simultaneous")
def test_an_answer_waits_for_the_answer_it_answers_though_the_root_deals_nothing() -> None:
    # The Hulk burrows, the Knight strikes its tap, the Blademaster strikes the Knight's. The last resolves first, but the Knight still
    # owes: both fall together, 15 - 5 on the Hulk with 10 left and 5 on the Knight with 5 left. Nobody is left to teleport.
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1), damage=55)
    knight = yard.put("dragon-knight", (3, 1), damage=40)
    master = yard.put("drow-blademaster", (4, 1))
    table = power(yard, hulk, "burrow", [], strike(knight, hulk), strike(master, knight))
    assert gone(yard, hulk, knight, master) == [True, True, False]
    assert "go" not in table.kinds
    assert [army.supply for army in yard.state.armies] == [5, 4]


@pytest.mark.rule("skirmish:timing.lifo", "skirmish:timing.fail")
def test_a_striker_that_falls_first_does_not_strike() -> None:
    # Web owes nothing, and neither does the Shield that answers it with a tap: the strike on the Shield's caster falls at once, and the
    # Shield fails with it. Here the caster lives, at 5 of 35, and after it the Web is laid.
    yard = Yard()
    spider = yard.put("demonweb-spider", (8, 8))
    guard = yard.put("drow-house-guard", (2, 1))
    ranger = yard.put("human-ranger", (2, 2), damage=15)
    yard.deal(CORMYR, "block")
    table = card(
        yard,
        spider,
        "web",
        [(guard.id,)],
        play("block", ranger),
        strike(guard, ranger),
        tap=False,
    )
    # Block without an attack owes nothing: the strike falls before it is gained, 5 on 15 of 20.
    assert gone(yard, ranger) == [True]
    assert yard.state.armies[CORMYR].action_discard == [action_card("block").index]
    assert [under for under, _ in guard.attached] == [action_card("web").index]
    assert table.kinds[0] == "answer"


@pytest.mark.rule("skirmish:timing.owes-damage", "skirmish:timing.block-at-application")
@pytest.mark.parametrize(("strikes_back", "damage"), [(False, 5), (True, 0)])
def test_block_with_an_attack_waits_and_without_one_it_does_not(strikes_back: bool, damage: int) -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1))
    ranger = yard.put("human-ranger", (3, 1))
    master = yard.put("drow-blademaster", (4, 1))
    yard.deal(CORMYR, "block")
    block = play("block", ranger, (), (hulk.id,)) if strikes_back else play("block", ranger)
    orders = block, strike(master, ranger), go(yard, hulk, 6, 6)
    power(yard, hulk, "burrow", [], *orders)
    # With the attack: the 5 of the strike wait for it, and Block 10 is gained before they fall.
    assert (ranger.damage, hulk.damage, hulk.place) == (damage, 0, yard.square(6, 6))


@pytest.mark.rule(
    "skirmish:timing.simultaneous", "skirmish:creature.drow-blademaster", "skirmish:timing.fail"
)
def test_a_dancer_that_falls_with_the_first_blow_has_no_second() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1), damage=10)
    yard.state.acting = master.id
    knight = yard.put("dragon-knight", (2, 1))
    table = power(yard, master, "blade-dance", [(), (knight.id,)], strike(knight, master))
    assert gone(yard, master) == [True]  # 15 - 5 on 10 of 20
    assert (knight.damage, table.kinds) == (5, ["answer"])


@pytest.mark.rule("skirmish:timing.held-through-movement", "skirmish:creature.umber-hulk.gaze")
@pytest.mark.parametrize("declines", [False, True])
def test_damage_waits_through_the_gaze_until_its_blow_is_struck_or_declined(declines: bool) -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1), damage=55)
    knight = yard.put("dragon-knight", (3, 1))
    archer = yard.put("elf-archer", (6, 1), tapped=True)
    orders = [
        strike(knight, hulk),
        go(yard, archer, 3, 2),
        ("decline",) if declines else ("choose", archer.id),
    ]
    power(yard, hulk, "confusion-gaze", [(archer.id,)], *orders)
    assert gone(yard, hulk, archer) == [True, not declines]
    assert archer.place == yard.square(3, 2)


@pytest.mark.rule("skirmish:timing.held-through-movement", "skirmish:creature.umber-hulk.gaze")
def test_damage_falls_when_the_blow_after_the_gaze_finds_nobody() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1), damage=40)
    ranger = yard.put("human-ranger", (3, 1))
    # The only neighbour is slid away itself: no blow, and what it struck (5 - 5) and the Darkfire on the Hulk (+5) falls then.
    hulk.attached = ((action_card("darkfire").index, DROW),)
    table = power(yard, hulk, "confusion-gaze", [(ranger.id,)], strike(ranger, hulk), go(yard, ranger, 6, 1))
    assert (hulk.damage, ranger.place) == (45, yard.square(6, 1))
    assert table.kinds == ["answer", "go"]


@pytest.mark.rule("skirmish:timing.follow-up", "skirmish:card.shadow-strike", "skirmish:card.block")
def test_block_answers_the_blow_at_the_end_of_a_shadow_strike() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1))
    yard.state.acting = master.id
    ranger = yard.put("human-ranger", (4, 1))
    yard.deal(CORMYR, "block")
    orders = PASS, go(yard, master, 3, 1), ("choose", ranger.id), play("block", ranger, (), (master.id,))
    table = card(yard, master, "shadow-strike", [], *orders)
    assert (ranger.damage, master.damage) == (10, 5)  # 5 + 15 - 10, and the answer at the same moment
    # The tap was answered for with the card: beside it now, nobody may strike the Blademaster for it.
    assert strike(ranger, master) not in table.options(3)


@pytest.mark.rule("skirmish:timing.tap-moment", "skirmish:timing.follow-up")
def test_a_tap_is_stale_in_later_windows() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1))
    ranger = yard.put("human-ranger", (2, 1))
    yard.deal(CORMYR, "block")
    orders = PASS, ("choose", ranger.id), PASS
    table = power(yard, master, "blade-dance", [(), (ranger.id,)], *orders)
    assert table.options(0)[:2] == [PASS, strike(ranger, master)]
    assert all(order[0] != "strike" for order in table.options(2))
    assert ranger.damage == 10


@pytest.mark.rule(
    "skirmish:timing.off-turn-melee", "skirmish:cover.dodge", "skirmish:timing.responses-to-responses"
)
def test_a_dodge_out_of_cover_is_a_tap_that_is_answered() -> None:
    yard = Yard(drawn("......", "..#...", "......"), active=CORMYR)
    archer = yard.put("elf-archer", (0, 1))
    guard = yard.put("drow-house-guard", (4, 1))
    defender = yard.put("dwarven-defender", (5, 1))
    power(yard, archer, "longbow", [(guard.id,)], ("dodge", guard.id, 0), strike(defender, guard))
    assert (guard.damage, guard.tapped, defender.tapped) == (
        5,
        True,
        True,
    )  # the shot missed, the blow did not


@pytest.mark.rule("skirmish:timing.off-turn-melee", "skirmish:action.ally")
def test_taps_of_ones_own_side_are_not_answered() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    spider = yard.put("demonweb-spider", (2, 1))
    yard.put("drow-blademaster", (1, 2))
    table = attack(yard, guard, spider)  # upon an own creature
    assert table.asked == []
    assert (spider.damage, guard.damage) == (5, 0)


@pytest.mark.rule(
    "skirmish:timing.fail-target", "skirmish:timing.off-turn-melee", "skirmish:timing.free-powers"
)
def test_a_strike_at_a_creature_that_has_gone_away_fails() -> None:
    # The Assassin shoots; the Ranger beside it strikes; the Assassin untaps by an Action Point and retreats a square. The strike finds
    # nobody, the shot goes on.
    yard = Yard()
    assassin = yard.put("drow-assassin", (2, 2))
    assassin.attached = ((action_card("action-point").index, DROW),)
    ranger = yard.put("human-ranger", (1, 2))
    wizard = yard.put("war-wizard", (6, 2), tapped=True)
    yard.deal(DROW, "retreat")
    orders = (
        strike(ranger, assassin),
        ("spend", assassin.id),
        play("retreat", assassin),
        go(yard, assassin, 3, 2),
    )
    power(yard, assassin, "hand-crossbow", [(wizard.id,)], *orders)
    assert (assassin.damage, ranger.tapped, wizard.damage) == (0, True, 10)


@pytest.mark.rule("skirmish:timing.off-turn-melee", "skirmish:timing.termination")
def test_two_neighbours_answer_each_others_taps_in_turn() -> None:
    # Knight attacks Priestess, she strikes him, the Ranger her, the Blademaster the Ranger: all four fall together.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    priestess = yard.put("drow-priestess", (2, 1))
    ranger = yard.put("human-ranger", (3, 1))
    master = yard.put("drow-blademaster", (4, 1))
    orders = strike(priestess, knight), strike(ranger, priestess), strike(master, ranger)
    table = attack(yard, knight, priestess, *orders)
    assert (knight.damage, priestess.damage, ranger.damage, master.damage) == (10, 20, 5, 0)
    assert [decision.side for decision in table.asked] == [DROW, CORMYR, DROW]


# ---------------------------------------------------------------- Dodge, Retreat, Shield


@pytest.mark.rule("skirmish:card.dodge", "skirmish:attack.two")
def test_one_of_two_who_are_swung_at_dodges() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    master = yard.put("drow-blademaster", (2, 1))
    wizard = yard.put("drow-wizard", (1, 2), tapped=True)
    yard.deal(DROW, "dodge")
    card(yard, knight, "wide-swing", [(master.id, wizard.id)], play("dodge", master, (0,)))
    assert (master.damage, gone(yard, wizard)) == (0, [True])


@pytest.mark.rule("skirmish:card.dodge", "skirmish:timing.protect-names")
def test_dodge_names_one_of_two_attacks_and_the_other_hits() -> None:
    # The Blademaster strikes at the Knight, the Knight strikes its tap, and so does the Defender: Dodge needs an untapped creature, so
    # it is played by a Blademaster who was attacked, not who attacks.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    master = yard.put("drow-blademaster", (2, 1))
    defender = yard.put("dwarven-defender", (3, 1))
    yard.deal(DROW, "dodge")
    # Dodge taps the Blademaster: the Defender strikes that tap, and Dodge, declared before, cannot name it.
    attack(yard, knight, master, play("dodge", master, (0,)), strike(defender, master))
    assert master.damage == 5


@pytest.mark.rule("skirmish:card.retreat", "skirmish:move.shift")
@pytest.mark.parametrize(
    ("names", "stays", "damage"), [(True, True, 0), (False, True, 15), (False, False, 0)]
)
def test_a_retreat_ignores_what_it_names_and_goes_a_square(names: bool, stays: bool, damage: int) -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    assassin = yard.put("drow-assassin", (2, 1))
    yard.deal(DROW, "retreat")
    chosen = [(0,)] if names else []
    table = attack(
        yard, knight, assassin, play("retreat", assassin, *chosen), go(yard, assassin, 2 if stays else 3, 1)
    )
    assert assassin.damage == damage
    # Beside an enemy its speed is 1: the eight squares around and its own, without the Knight's.
    assert len(table.options(1)) == 8


@pytest.mark.rule("skirmish:card.retreat", "skirmish:move.slide-not-move")
def test_a_webbed_creature_retreats_on_the_spot() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    assassin = yard.put("drow-assassin", (2, 1), attached=("pinning-shot",))
    yard.deal(DROW, "retreat")
    table = attack(yard, knight, assassin, play("retreat", assassin, (0,)))
    assert (assassin.damage, assassin.place, table.kinds) == (0, yard.square(2, 1), ["answer"])


@pytest.mark.rule("skirmish:creature.earth-guardian.slam", "skirmish:card.steps", "skirmish:card.retreat")
def test_who_retreats_out_of_reach_is_not_slid() -> None:
    yard = Yard(active=CORMYR)
    guardian = yard.put("earth-guardian", (1, 1))
    assassin = yard.put("drow-assassin", (2, 1))
    yard.deal(DROW, "retreat")
    table = power(
        yard, guardian, "slam", [(assassin.id,)], play("retreat", assassin, (0,)), go(yard, assassin, 3, 1)
    )
    assert (assassin.damage, assassin.place, table.kinds) == (0, yard.square(3, 1), ["answer", "go"])


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:creature.war-wizard", "skirmish:card.retreat")
@pytest.mark.parametrize(("column", "damage"), [(9, 0), (6, 10)])
def test_a_missile_fails_on_a_creature_that_is_out_of_its_range_by_then(column: int, damage: int) -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (1, 1))
    assassin = yard.put("drow-assassin", (4, 1))
    yard.deal(DROW, "retreat")
    power(
        yard,
        wizard,
        "magic-missile",
        [(assassin.id,)],
        play("retreat", assassin),
        go(yard, assassin, column, 1),
    )
    assert assassin.damage == damage


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:card.bigbys-forceful-hand")
def test_the_forceful_hand_does_not_reach_who_is_no_longer_adjacent() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (1, 1))
    assassin = yard.put("drow-assassin", (2, 1))
    yard.deal(DROW, "retreat")
    orders = play("retreat", assassin), go(yard, assassin, 3, 1)
    table = card(yard, wizard, "bigbys-forceful-hand", [(assassin.id,)], *orders)
    assert (assassin.damage, assassin.place) == (0, yard.square(3, 1))
    assert table.kinds == ["answer", "go"]


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:card.shove")
def test_nobody_is_shoved_who_has_left() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    drider = yard.put("drider", (2, 1))
    yard.deal(DROW, "retreat")
    orders = play("retreat", drider), PASS, go(yard, drider, 3, 1)
    table = card(yard, knight, "shove", [(drider.id,)], *orders, tap=False)
    assert (drider.place, table.kinds) == (yard.square(3, 1), ["answer", "answer", "go"])


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:card.acid-arrow", "skirmish:attach.fail")
def test_an_acid_arrow_at_who_has_gone_too_far_wets_nobody() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (1, 1))
    assassin = yard.put("drow-assassin", (6, 1))
    beside = yard.put("drow-house-guard", (6, 2), tapped=True)
    yard.deal(DROW, "retreat")
    orders = play("retreat", assassin), go(yard, assassin, 7, 1)
    card(yard, wizard, "acid-arrow", [(assassin.id,)], *orders)
    assert (assassin.damage, beside.damage, assassin.attached) == (0, 0, ())
    assert yard.state.armies[CORMYR].action_discard == [action_card("acid-arrow").index]


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:card.dark-pact")
def test_a_pact_with_an_ally_that_has_gone_too_far_brings_nothing() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (1, 1))
    mastiff = yard.put("shadow-mastiff", (6, 1))
    yard.deal(DROW, "retreat")
    deck(yard, DROW, "web", "web", "dodge")
    orders = play("retreat", mastiff), go(yard, mastiff, 7, 1)
    card(yard, priestess, "dark-pact", [(mastiff.id,)], *orders)
    assert (mastiff.damage, yard.state.armies[DROW].action_hand) == (0, [])


@pytest.mark.rule("skirmish:card.shield", "skirmish:action.source")
@pytest.mark.parametrize(("second", "damage"), [(False, 0), (True, 5)])
def test_a_shield_stops_all_that_is_still_to_fall_of_a_rapid_shot(second: bool, damage: int) -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    ranger = yard.put("human-ranger", (4, 1), tapped=True)
    wizard = yard.put("war-wizard", (4, 3))
    yard.deal(CORMYR, "shield")
    shield = play("shield", wizard, (ranger.id,), (0,))
    again = ("choose", ranger.id)
    # In the window of the second shot the damage of the first has fallen.
    orders = [PASS, again, shield] if second else [shield, again]
    card(yard, guard, "rapid-shot", [(ranger.id,)], *orders)
    assert ranger.damage == damage


@pytest.mark.rule(
    "skirmish:card.shield", "skirmish:timing.protect-names", "skirmish:timing.off-turn-own-turn"
)
def test_the_attacker_is_shielded_from_the_answer() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    priestess = yard.put("drow-priestess", (2, 1))
    wizard = yard.put("war-wizard", (1, 4))
    yard.deal(CORMYR, "shield")
    shield = play("shield", wizard, (knight.id,), (1,))
    table = attack(yard, knight, priestess, strike(priestess, knight), shield)
    assert (knight.damage, priestess.damage) == (0, 15)
    # It may name either source: the attack and the answer.
    named = {order[5] for order in table.options(1) if order[:2] == ("play", "shield")}
    assert named == {(0,), (1,)}


@pytest.mark.rule("skirmish:card.shield", "skirmish:timing.owes-damage", "skirmish:timing.protect-names")
def test_a_block_without_its_attack_is_no_source_for_a_shield() -> None:
    # Q plays Block alone in answer to a Web: nothing on the chain owes damage, so no Shield can be declared after it.
    yard = Yard()
    spider = yard.put("demonweb-spider", (8, 8))
    ranger = yard.put("human-ranger", (2, 2))
    yard.put("war-wizard", (4, 2))
    yard.deal(CORMYR, "block", "shield")
    table = card(yard, spider, "web", [(ranger.id,)], play("block", ranger), tap=False)
    assert table.options(0) == [PASS, play("block", ranger)]
    assert len(table.asked) == 1


@pytest.mark.rule("skirmish:card.shield", "skirmish:destroy.check")
def test_a_shield_holds_though_its_caster_falls_at_the_same_moment() -> None:
    # The Thug's bolts catch the War Wizard (5 left) and the Archer beside it; the Wizard answers with a Shield for the Archer.
    yard = Yard(active=CORMYR)
    thug = yard.put("half-orc-thug", (1, 1))
    wizard = yard.put("war-wizard", (4, 1), damage=30)
    archer = yard.put("elf-archer", (5, 1), tapped=True)
    yard.deal(CORMYR, "shield")
    shield = play("shield", wizard, (archer.id,), (0,))
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(4, 1),), ()], shield)
    assert gone(yard, wizard, archer) == [True, False]


# ---------------------------------------------------------------- Feint, Whirlwind, Action Point


@pytest.mark.rule("skirmish:card.feint", "skirmish:timing.tap-event-by-effect")
def test_the_feinting_creature_strikes_too_and_that_tap_is_answered() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2))
    master = yard.put("drow-blademaster", (2, 3))
    orders = strike(ranger, priestess), strike(master, ranger)
    card(yard, ranger, "feint", [(priestess.id,)], *orders, tap=False)
    assert (priestess.tapped, priestess.damage, ranger.damage) == (True, 5, 5)


@pytest.mark.rule("skirmish:card.feint", "skirmish:timing.tap-event-by-effect")
@pytest.mark.parametrize(("tapped", "allowed"), [(True, True), (False, False)])
def test_a_feint_at_a_tapped_creature_or_by_the_option_opens_nothing(tapped: bool, allowed: bool) -> None:
    yard = Yard(active=CORMYR, off_turn_on_effect_taps=allowed)
    ranger = yard.put("human-ranger", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2), tapped=tapped)
    table = card(yard, ranger, "feint", [(priestess.id,)], tap=False)
    assert (table.asked, priestess.tapped) == ([], True)


@pytest.mark.rule("skirmish:timing.muted", "skirmish:card.feint", "skirmish:assist.tap")
def test_a_feinted_creature_assists_and_is_tapped_by_that() -> None:
    # The Wizard may not act, but it helps the Guard (2 + 2) to a Retreat (4): so it is tapped already when the Feint comes to it.
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2))
    wizard = yard.put("drow-wizard", (3, 2))
    guard = yard.put("drow-house-guard", (4, 2))
    yard.deal(DROW, "retreat")
    orders = play("retreat", guard, helpers=(wizard,)), strike(ranger, wizard), go(yard, guard, 8, 2)
    table = card(yard, ranger, "feint", [(wizard.id,)], *orders, tap=False)
    assert all(order[2] == guard.id for order in table.options(0)[1:])
    assert (wizard.tapped, wizard.damage, guard.place) == (True, 5, yard.square(8, 2))
    assert len(table.asked) == 3  # no window on a tap that the Feint did not make


@pytest.mark.rule("skirmish:card.whirlwind-attack", "skirmish:timing.fail-target")
def test_a_whirlwind_hits_who_has_come_and_not_who_has_gone() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (5, 5))
    wizard = yard.put("drow-wizard", (4, 5), tapped=True)
    assassin = yard.put("drow-assassin", (9, 5))
    drider = yard.put("drider", (6, 5))
    yard.deal(DROW, "retreat", "retreat")
    orders = (
        play("retreat", assassin),
        play("retreat", drider, (0,)),
        go(yard, drider, 7, 5),
        go(yard, assassin, 6, 4),
    )
    card(yard, knight, "whirlwind-attack", [()], *orders)
    # The Drider, a target when it retreated, is out of reach; the Assassin came beside the Knight and is struck.
    assert (gone(yard, wizard), drider.damage, assassin.damage) == ([True], 0, 15)


@pytest.mark.rule("skirmish:card.whirlwind-attack", "skirmish:card.first-target")
def test_a_whirlwind_needs_an_enemy_not_a_friend() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (5, 5))
    yard.put("elf-archer", (4, 5))
    whirlwind = action_card("whirlwind-attack")
    assert plays(yard.state, Chain(), knight, whirlwind) == []
    yard.put("drow-wizard", (6, 6), tapped=True)
    assert plays(yard.state, Chain(), knight, whirlwind) == [("play", "whirlwind-attack", knight.id, ())]


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:cover.dodge")
def test_an_action_point_lets_a_tapped_creature_dodge() -> None:
    yard = Yard(drawn("......", "..#...", "......"))
    assassin = yard.put("drow-assassin", (0, 1))
    ranger = yard.put("human-ranger", (4, 1), tapped=True)
    ranger.attached = ((action_card("action-point").index, CORMYR),)
    orders = ("spend", ranger.id), ("dodge", ranger.id, 0)
    table = power(yard, assassin, "hand-crossbow", [(ranger.id,)], *orders)
    assert ("dodge", ranger.id, 0) not in table.options(0)
    assert (ranger.damage, ranger.tapped, ranger.attached) == (0, True, ())


@pytest.mark.rule("skirmish:activation.retap", "skirmish:timing.off-turn-melee")
def test_a_creature_untapped_by_an_action_point_is_struck_for_each_tap() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    knight.attached = ((action_card("action-point").index, CORMYR),)
    wizard = yard.put("drow-wizard", (3, 2), tapped=True)
    master = yard.put("drow-blademaster", (2, 3))
    guard = yard.put("drow-house-guard", (1, 1))
    act(yard, ("activate", knight.id))
    act(yard, ("attack", knight.id, wizard.id), strike(master, knight), PASS, PASS)
    act(yard, ("spend", knight.id), ("attack", knight.id, master.id), strike(guard, knight))
    assert (gone(yard, wizard), knight.damage, master.damage) == ([True], 10, 15)


@pytest.mark.rule("skirmish:timing.end-of-activation", "skirmish:card.block")
def test_block_ends_with_the_activation_in_which_it_was_played() -> None:
    yard = Yard()
    drider = yard.put("drider", (1, 1))
    master = yard.put("drow-blademaster", (3, 3))
    ranger = yard.put("human-ranger", (3, 2))
    yard.deal(CORMYR, "block")
    act(yard, ("activate", drider.id))
    act(yard, ("attack", drider.id, ranger.id), play("block", ranger, (), (master.id,)), PASS)
    assert (ranger.damage, ranger.guard, master.damage) == (0, 10, 5)
    act(yard, ("end",))
    assert ranger.guard == 0
    act(yard, ("activate", master.id))
    act(yard, ("attack", master.id, ranger.id))
    assert ranger.damage == 5


@pytest.mark.rule("skirmish:timing.trigger-window", "skirmish:attach.start-damage", "skirmish:damage.block")
def test_start_damage_passes_block_and_is_shielded_once() -> None:
    yard = Yard(active=CORMYR)
    from rulebooks.skirmish.field import step

    from banneret.rulebooks.skirmish import stages

    defender = yard.put("dwarven-defender", (2, 2), attached=("lolths-sting", "lolths-sting"))
    wizard = yard.put("war-wizard", (4, 2))
    yard.deal(CORMYR, "shield", "shield")
    yard.state.stage = stages.TURN_START
    step(yard.state)
    step(yard.state, play("shield", wizard, (defender.id,), (0,)))
    step(yard.state)
    assert (defender.damage, wizard.tapped) == (5, True)  # the second Shield has no caster left
