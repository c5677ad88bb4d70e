"""The rarer cards and creatures, and answers to answers with them, worked out on paper from the cards before they were played."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act, deck, names_of, options_of, recruits, step
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.test_cards_by_hand import under, ways
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.board.homes import deploy_places
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import end_turn


def go(yard: Yard, creature: Creature, column: int, row: int) -> Order:
    return ("go", creature.id, yard.name(column, row))


# ---------------------------------------------------------------- Block, and what it does not stop


@pytest.mark.rule("skirmish:card.block", "skirmish:damage.block-sum", "skirmish:timing.simultaneous")
def test_the_defenders_own_block_adds_to_the_card() -> None:
    # A Drider with two Darkfires under the Defender: 10 + 10, less 5 and 10: 5 of its 10. It strikes back for 5 at the same moment.
    yard = Yard()
    drider = yard.put("drider", (1, 1))
    defender = yard.put("dwarven-defender", (3, 1), attached=("darkfire", "darkfire"))
    yard.deal(CORMYR, "block")
    attack(yard, drider, defender, play("block", defender, (), (drider.id,)))
    assert (defender.damage, drider.damage) == (5, 5)


@pytest.mark.rule("skirmish:card.piercing-strike", "skirmish:card.block", "skirmish:damage.ignore-block")
def test_a_card_of_block_does_not_stop_a_piercing_strike() -> None:
    # 5 + 10 on the Thug through its Block 10; the blow that goes with the Block is an attack like any other: 10 on the Guard.
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    thug = yard.put("half-orc-thug", (2, 1))
    yard.deal(CORMYR, "block")
    card(yard, guard, "piercing-strike", [(thug.id,)], play("block", thug, (), (guard.id,)))
    assert (thug.damage, guard.damage) == (15, 10)


@pytest.mark.rule("skirmish:card.overwhelm", "skirmish:damage.block", "skirmish:creature.nimble-block")
def test_an_earth_guardian_overwhelms_a_hulk() -> None:
    yard = Yard(active=CORMYR)
    guardian = yard.put("earth-guardian", (1, 1))
    hulk = yard.put("umber-hulk", (2, 1), tapped=True)
    card(yard, guardian, "overwhelm", [(hulk.id,)])
    assert hulk.damage == 45  # 20 + 30 - 5


@pytest.mark.rule("skirmish:attack.not-attack", "skirmish:damage.block", "skirmish:card.bigbys-forceful-hand")
@pytest.mark.parametrize(
    ("actor", "how", "damage"),
    [
        ("war-wizard", "magic-missile", 10),
        ("war-wizard", "bigbys-forceful-hand", 10),
        ("gold-dragon", "breath", 15),
    ],
)
def test_no_block_stops_what_is_no_attack(actor: str, how: str, damage: int) -> None:
    yard = Yard(active=CORMYR)
    caster = yard.put(actor, (1, 1))
    hulk = yard.put("umber-hulk", (3, 1) if actor == "gold-dragon" else (2, 1), tapped=True)
    if how == "breath":
        power(yard, caster, "radiant-breath", [(yard.square(5, 1),)])
    elif how == "magic-missile":
        power(yard, caster, how, [(hulk.id,)])
    else:
        card(yard, caster, how, [(hulk.id,), ()], go(yard, hulk, 9, 1))
    assert hulk.damage == damage


@pytest.mark.rule("skirmish:card.wide-swing", "skirmish:card.block", "skirmish:damage.block")
def test_one_of_two_who_are_swung_at_blocks() -> None:
    # Hulk and Thug stand beside a Knight of the enemy; the swing is an enemy's here: the Blademaster has no Block, so it is the Hulk that
    # swings with STR at Thug and Ranger: 15 - 10 on the Thug, 15 on the Ranger, and 10 - 5 back.
    yard = Yard()
    hulk = yard.put("umber-hulk", (2, 2))
    thug = yard.put("half-orc-thug", (4, 2))
    ranger = yard.put("human-ranger", (4, 3), tapped=True)
    yard.deal(CORMYR, "block")
    card(yard, hulk, "wide-swing", [(thug.id, ranger.id)], play("block", thug, (), (hulk.id,)))
    assert (thug.damage, ranger.damage, hulk.damage) == (5, 15, 5)


@pytest.mark.rule("skirmish:creature.umber-hulk.gaze", "skirmish:card.block", "skirmish:timing.follow-up")
def test_who_is_gazed_at_blocks_the_blow_that_follows() -> None:
    # The Knight is slid to the Hulk; the blow is announced, the Knight blocks: 15 - 10, and 15 - 5 back.
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1))
    knight = yard.put("dragon-knight", (6, 1))
    yard.deal(CORMYR, "block")
    orders = PASS, go(yard, knight, 3, 1), ("choose", knight.id), play("block", knight, (), (hulk.id,))
    power(yard, hulk, "confusion-gaze", [(knight.id,)], *orders)
    assert (knight.damage, hulk.damage) == (5, 10)


# ---------------------------------------------------------------- one source, one attack


@pytest.mark.rule("skirmish:card.shield", "skirmish:action.source", "skirmish:creature.drow-blademaster")
@pytest.mark.parametrize(("early", "damage"), [(True, 0), (False, 5)])
def test_the_dance_is_one_source(early: bool, damage: int) -> None:
    # A Shield against the dance stops what of it is still to fall: both blows, or the second alone.
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1))
    yard.state.acting = master.id
    knight = yard.put("dragon-knight", (2, 1), tapped=True)
    wizard = yard.put("war-wizard", (5, 5))
    yard.deal(CORMYR, "shield")
    shield = play("shield", wizard, (knight.id,), (0,))
    orders = (shield, ("choose", knight.id)) if early else (PASS, ("choose", knight.id), shield)
    power(yard, master, "blade-dance", [(), (knight.id,)], *orders)
    assert knight.damage == damage


@pytest.mark.rule("skirmish:card.dodge", "skirmish:card.whirlwind-attack", "skirmish:timing.protect-names")
def test_one_of_three_dodges_a_whirlwind() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (3, 3))
    master = yard.put("drow-blademaster", (2, 3))
    priestess = yard.put("drow-priestess", (4, 3), tapped=True)
    mastiff = yard.put("shadow-mastiff", (3, 4), tapped=True)
    yard.deal(DROW, "dodge")
    card(yard, knight, "whirlwind-attack", [()], play("dodge", master, (0,)))
    assert (master.damage, priestess.damage, mastiff.damage) == (0, 15, 15)


@pytest.mark.rule("skirmish:card.dodge", "skirmish:assist.tap", "skirmish:timing.off-turn-melee")
def test_a_guard_dodges_with_the_help_of_a_spider_and_the_spider_pays_for_it() -> None:
    # Dodge is 3 DEX: Guard 2 and Spider 1. Both are tapped by it, and the Ranger beside the Spider strikes that tap: 5 of its 10.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    guard = yard.put("drow-house-guard", (2, 1))
    spider = yard.put("demonweb-spider", (3, 1))
    ranger = yard.put("human-ranger", (4, 1))
    yard.deal(DROW, "dodge")
    attack(yard, knight, guard, play("dodge", guard, (0,), helpers=(spider,)), strike(ranger, spider))
    assert (guard.damage, guard.tapped, spider.damage, spider.tapped) == (0, True, 5, True)


@pytest.mark.rule("skirmish:card.dodge", "skirmish:activation.tapped", "skirmish:timing.off-turn-melee")
def test_who_tapped_to_attack_cannot_dodge_the_answer() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1))
    knight = yard.put("dragon-knight", (2, 1))
    yard.deal(DROW, "dodge", "retreat")
    table = attack(yard, master, knight, strike(knight, master))
    assert len(table.asked) == 1  # nobody else could tap, so that nobody is asked again
    assert (master.damage, knight.damage) == (15, 5)


@pytest.mark.rule("skirmish:card.retreat", "skirmish:timing.lifo", "skirmish:card.dodge")
def test_a_breath_cannot_be_dodged_and_an_assassin_retreats_out_of_it() -> None:
    # A breath is no attack: no Dodge, and nothing that a Retreat could ignore. But it may be played at any time, and its shift comes first.
    yard = Yard(active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    assassin = yard.put("drow-assassin", (5, 1))
    master = yard.put("drow-blademaster", (6, 1))
    yard.deal(DROW, "dodge", "retreat")
    retreat = play("retreat", assassin)
    table = power(yard, dragon, "radiant-breath", [(yard.square(5, 0),)], retreat, go(yard, assassin, 8, 1))
    assert {(order[1], *order[4:]) for order in table.options(0)[1:]} == {("retreat",)}
    assert (assassin.damage, master.damage) == (0, 15)


# ---------------------------------------------------------------- bonuses


@pytest.mark.rule("skirmish:creature.drow-assassin", "skirmish:timing.off-turn-melee")
@pytest.mark.parametrize(("ally", "damage"), [(False, 15), (True, 10)])
def test_a_lone_assassin_strikes_harder_when_it_answers_too(ally: bool, damage: int) -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 1))
    assassin = yard.put("drow-assassin", (3, 1))
    cleric = yard.put("dwarf-cleric", (4, 2), tapped=True)  # an enemy beside it is no ally
    if ally:
        yard.put("demonweb-spider", (4, 0), tapped=True)
    card(yard, knight, "power-attack", [(assassin.id,)], strike(assassin, knight))
    assert (knight.damage, cleric.damage) == (damage, 0)
    assert assassin not in yard.state.creatures  # 15 + 10 on hit points of 25


@pytest.mark.rule(
    "skirmish:creature.halfling-sneak", "skirmish:timing.off-turn-melee", "skirmish:attack.damage"
)
def test_the_sneak_answers_a_tap_with_its_bonus() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (2, 2))
    ranger = yard.put("human-ranger", (1, 2), tapped=True)
    sneak = yard.put("halfling-sneak", (3, 2))
    attack(yard, guard, ranger, strike(sneak, guard))
    assert (guard.damage, ranger.damage) == (10, 5)


@pytest.mark.rule("skirmish:card.shadow-strike", "skirmish:creature.drow-assassin", "skirmish:attack.damage")
@pytest.mark.parametrize(("column", "damage"), [(2, 30), (3, 25)])
def test_the_assassin_counts_its_neighbours_when_the_shadow_strike_falls(column: int, damage: int) -> None:
    # It begins beside a Guard and shifts: to a square beside the Guardian that is beside the Guard no more, or is again.
    yard = Yard()
    assassin = yard.put("drow-assassin", (4, 2))
    yard.put("drow-house-guard", (5, 3), tapped=True)
    guardian = yard.put("earth-guardian", (3, 0), tapped=True)
    to = (2, 1) if column == 2 else (4, 1)
    yard.state.acting = assassin.id
    if column == 3:
        yard.put("demonweb-spider", (5, 1), tapped=True)
    card(yard, assassin, "shadow-strike", [], go(yard, assassin, *to), ("choose", guardian.id))
    assert guardian.damage == damage


@pytest.mark.rule("skirmish:card.darkfire", "skirmish:attack.not-attack")
def test_darkfire_adds_to_attacks_of_all_creatures_and_to_nothing_else() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (4, 4), attached=(), tapped=True)
    under(hulk, DROW, "darkfire")
    wizard = yard.put("drow-wizard", (6, 4))
    master = yard.put("drow-blademaster", (3, 4))
    power(yard, wizard, next(one.id for one in creature_card("drow-wizard").powers), [(hulk.id,)])
    assert hulk.damage == 5
    attack(yard, master, hulk)  # an ally's blow counts alike: 5 + 5 - 5
    assert hulk.damage == 10


# ---------------------------------------------------------------- cards under creatures


@pytest.mark.rule("skirmish:card.web", "skirmish:card.charge", "skirmish:card.shove")
def test_a_webbed_creature_strikes_in_place_and_is_slid() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2), attached=("web",))
    cleric = yard.put("dwarf-cleric", (1, 2))
    guard = yard.put("drow-house-guard", (3, 2), tapped=True)
    yard.deal(CORMYR, "charge", "shove")
    act(yard, ("activate", ranger.id))
    assert ("move",) not in options_of(yard)
    act(yard, play("charge", ranger), ("choose", guard.id))
    assert (guard.damage, ranger.place) == (5, yard.square(2, 2))
    act(yard, ("end",))
    yard.state.stage = stages.ACTIONS
    act(yard, ("activate", cleric.id))
    act(yard, play("shove", cleric, (ranger.id,)), go(yard, ranger, 2, 5))
    assert (ranger.place, len(ranger.attached)) == (yard.square(2, 5), 1)


@pytest.mark.rule(
    "skirmish:card.shroud-of-darkness", "skirmish:card.quick-shot", "skirmish:attack.not-attack"
)
def test_the_shroud_stops_shots_and_not_bolts() -> None:
    yard = Yard(active=CORMYR)
    thug = yard.put("half-orc-thug", (1, 1))
    wizard = yard.put("drow-wizard", (4, 1), tapped=True)
    guard = yard.put("drow-house-guard", (5, 1), tapped=True)
    under(wizard, DROW, "shroud-of-darkness")
    assert plays(yard.state, Chain(), thug, action_card("quick-shot")) == []
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(4, 1),)])
    assert (wizard.damage, guard.damage) == (5, 5)


@pytest.mark.rule("skirmish:card.acid-arrow", "skirmish:distance.large", "skirmish:adjacent.large")
def test_an_acid_arrow_at_a_large_creature_wets_its_twelve_neighbours() -> None:
    # The Spider fills (3, 3) to (4, 4): (2, 2) and (5, 5) touch it by corners, the caster at (2, 4) by a side; (6, 4) is clear.
    yard = Yard(active=CORMYR)
    caster = yard.put("war-wizard", (2, 4))
    spider = yard.put("giant-spider", (3, 3), tapped=True)
    near, also = (
        yard.put("drow-wizard", (2, 2), tapped=True),
        yard.put("demonweb-spider", (5, 5), tapped=True),
    )
    clear = yard.put("drow-house-guard", (6, 4), tapped=True)
    card(yard, caster, "acid-arrow", [(spider.id,), ()])
    assert [one.damage for one in (spider, near, also, caster, clear)] == [5, 5, 5, 5, 0]
    assert [action_card("acid-arrow").index] == [one for one, _ in spider.attached]


@pytest.mark.rule("skirmish:card.level-up", "skirmish:card.level", "skirmish:card.sneak-attack")
def test_levels_laid_under_a_creature_open_it_dearer_cards() -> None:
    # Of both factions' cards: two Level Ups make an Assassin of 4 one of 6, who needs no help for a Sneak Attack.
    yard = Yard()
    assassin = yard.put("drow-assassin", (1, 1))
    yard.put("earth-guardian", (2, 1), tapped=True)
    assert ways(yard, assassin, "sneak-attack") == set()
    under(assassin, DROW, "level-up", "level-up")
    assert ways(yard, assassin, "sneak-attack") == {()}


@pytest.mark.rule("skirmish:card.feint", "skirmish:card.action-point", "skirmish:timing.free-powers")
def test_an_action_point_undoes_a_feint() -> None:
    # What is barred are immediate cards in answer to the Feint: the Priestess untaps for its Action Point when the Ranger strikes, and strikes back.
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2))
    under(priestess, DROW, "action-point")
    card(yard, ranger, "feint", [(priestess.id,)], PASS, tap=False)
    assert priestess.tapped
    attack(yard, ranger, priestess, ("spend", priestess.id), strike(priestess, ranger))
    assert (priestess.damage, ranger.damage, priestess.attached) == (5, 10, ())


@pytest.mark.rule("skirmish:card.endless-night", "skirmish:keyword.nimble", "skirmish:attach.text")
def test_the_night_ends_for_all_when_its_bearer_falls_in_the_same_turn() -> None:
    yard = Yard()
    wizard = yard.put("drow-wizard", (2, 2), damage=5)
    under(wizard, DROW, "endless-night")
    master = yard.put("drow-blademaster", (6, 6), tapped=True)
    cleric = yard.put("dwarf-cleric", (3, 2))
    attack(yard, wizard, cleric, strike(cleric, wizard))
    assert wizard not in yard.state.creatures
    end_turn(yard.state)
    assert master.tapped
    assert names_of(yard.state.armies[DROW].action_discard) == ["endless-night"]


@pytest.mark.rule("skirmish:card.lolths-blessing", "skirmish:timing.off-turn-melee")
def test_the_blessing_rewards_an_answer_in_the_enemys_turn() -> None:
    yard = Yard(active=CORMYR)
    priestess = yard.put("drow-priestess", (8, 8))
    under(priestess, DROW, "lolths-blessing")
    deck(yard, DROW, "web", "dodge")
    archer = yard.put("elf-archer", (2, 2))
    guard = yard.put("drow-house-guard", (3, 2))
    attack(yard, archer, guard, strike(guard, archer), ("draw",))
    assert archer not in yard.state.creatures
    assert len(yard.state.armies[DROW].action_hand) == 1


# ---------------------------------------------------------------- powers that are answered


@pytest.mark.rule("skirmish:creature.dwarf-cleric", "skirmish:timing.lifo", "skirmish:timing.fail")
def test_a_cleric_struck_down_while_it_heals_heals_nobody() -> None:
    # Healing owes no damage: the blow that answers its tap falls first, 5 on 20 of 25.
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2), damage=20)
    knight = yard.put("dragon-knight", (1, 2), damage=10, tapped=True)
    guard = yard.put("drow-house-guard", (3, 2))
    power(yard, cleric, "healing-touch", [(knight.id,)], strike(guard, cleric))
    assert (cleric in yard.state.creatures, knight.damage) == (False, 10)


@pytest.mark.rule("skirmish:creature.dwarf-cleric", "skirmish:damage.heal", "skirmish:timing.lifo")
def test_a_cleric_heals_itself_of_the_blow_it_was_answered_with() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2), damage=15)
    guard = yard.put("drow-house-guard", (3, 2))
    power(yard, cleric, "healing-touch", [(cleric.id,)], strike(guard, cleric))
    assert (cleric.damage, guard.damage) == (15, 0)  # 15 + 5 - 5


@pytest.mark.rule(
    "skirmish:creature.earth-guardian.slam", "skirmish:timing.simultaneous", "skirmish:destroy.check"
)
def test_a_slam_that_kills_slides_nobody_and_the_answer_falls_with_it() -> None:
    yard = Yard(active=CORMYR)
    guardian = yard.put("earth-guardian", (2, 2))
    master = yard.put("drow-blademaster", (3, 2))
    table = power(yard, guardian, "slam", [(master.id,), ()], strike(master, guardian))
    assert (master in yard.state.creatures, guardian.damage, table.kinds) == (False, 5, ["answer"])


@pytest.mark.rule("skirmish:move.teleport", "skirmish:timing.lifo")
def test_who_strides_through_the_earth_is_struck_before_it_goes() -> None:
    yard = Yard(drawn("......", "######", "......"), active=CORMYR)
    guardian = yard.put("earth-guardian", (0, 0))
    guard = yard.put("drow-house-guard", (1, 0))
    power(yard, guardian, "earthstride", [], strike(guard, guardian), go(yard, guardian, 5, 2))
    assert (guardian.damage, guardian.place) == (5, yard.square(5, 2))


@pytest.mark.rule("skirmish:card.forceful-strike", "skirmish:destroy.check", "skirmish:deck.action-empty")
def test_a_forceful_strike_that_kills_draws_its_card() -> None:
    yard = Yard(active=CORMYR)
    thug = yard.put("half-orc-thug", (2, 2))
    mage = yard.put("drow-wizard", (3, 2), tapped=True)
    deck(yard, CORMYR, "run")
    table = card(yard, thug, "forceful-strike", [(mage.id,)])
    assert (mage in yard.state.creatures, table.kinds) == (False, [])
    assert names_of(yard.state.armies[CORMYR].action_hand) == ["run"]


# ---------------------------------------------------------------- movement by cards


@pytest.mark.rule(
    "skirmish:card.fast-advance", "skirmish:activation.one-move", "skirmish:move.start-adjacent"
)
def test_a_fast_advance_goes_with_the_move_of_the_activation() -> None:
    # A tapped Sneak beside an enemy: four squares by the card, then its own speed of 6: ten squares.
    yard = Yard(active=CORMYR)
    sneak = yard.put("halfling-sneak", (0, 0), tapped=True)
    yard.put("umber-hulk", (0, 10), tapped=True)
    yard.deal(CORMYR, "fast-advance")
    act(yard, ("activate", sneak.id))
    act(yard, play("fast-advance", sneak), go(yard, sneak, 4, 0))
    act(yard, ("move",), go(yard, sneak, 10, 0))
    assert sneak.place == yard.square(10, 0)


@pytest.mark.rule("skirmish:card.run", "skirmish:move.stop", "skirmish:move.distance")
def test_a_run_away_from_an_enemy_stops_beside_the_next() -> None:
    yard = Yard(drawn("............"), active=CORMYR)
    ranger = yard.put("human-ranger", (3, 0))
    yard.put("drow-house-guard", (2, 0), tapped=True)
    yard.put("shadow-mastiff", (8, 0), tapped=True)
    yard.deal(CORMYR, "run")
    deck(yard, CORMYR, "block")
    act(yard, ("activate", ranger.id))
    table = act(yard, play("run", ranger), go(yard, ranger, 7, 0))
    ends = {order[2] for order in table.asked[-1].orders()}
    assert ends == {yard.name(column, 0) for column in range(3, 8)}
    assert names_of(yard.state.armies[CORMYR].action_hand) == ["block"]


@pytest.mark.rule("skirmish:card.advancing-strike", "skirmish:move.start-adjacent", "skirmish:move.shift")
def test_an_advancing_strike_that_kills_sets_its_spider_free() -> None:
    # The Archer falls, nobody else is beside the Spider: it shifts its whole 7, past the Knight.
    yard = Yard(drawn("............", "............"))
    spider = yard.put("demonweb-spider", (1, 0))
    archer = yard.put("elf-archer", (0, 0), tapped=True)
    yard.put("dragon-knight", (4, 1), tapped=True)
    card(yard, spider, "advancing-strike", [(archer.id,)], go(yard, spider, 8, 0))
    assert (archer in yard.state.creatures, spider.place) == (False, yard.square(8, 0))


# ---------------------------------------------------------------- deploying, the last gold


@pytest.mark.rule("skirmish:deploy.mastiff", "skirmish:deploy.priestess")
def test_the_mastiff_comes_beside_walls_and_not_beside_the_priestess() -> None:
    yard = Yard(drawn("ss......", "........", "......#.", "........", "......ss"))
    yard.put("drow-priestess", (3, 4))
    enemy = yard.put("elf-archer", (5, 1))
    places = yard.places(deploy_places(yard.state, DROW, creature_card("shadow-mastiff")))
    beside_wall = {(5, 2), (7, 2), (5, 3), (6, 3), (7, 3), (6, 1), (7, 1)}  # (5, 1) is the Archer's
    assert set(places) == beside_wall | {(0, 0), (1, 0)}
    assert enemy.damage == 0
    spiders = yard.places(deploy_places(yard.state, DROW, creature_card("demonweb-spider")))
    assert set(spiders) == {(2, 3), (3, 3), (4, 3), (2, 4), (4, 4), (0, 0), (1, 0)}


@pytest.mark.rule("skirmish:end.unpaid", "skirmish:destroy.gold", "skirmish:end.trigger")
def test_the_last_piece_of_gold_and_four_points() -> None:
    yard = Yard()
    yard.state.armies[CORMYR].vault = 1
    hulk = yard.put("umber-hulk", (1, 1))
    guardian = yard.put("earth-guardian", (3, 1), damage=50, tapped=True)
    attack(yard, hulk, guardian)
    assert guardian not in yard.state.creatures
    assert (yard.state.armies[CORMYR].vault, yard.state.armies[CORMYR].supply) == (0, 1)
    assert ([army.points for army in yard.state.armies], yard.state.ending) == ([4, 0], True)


@pytest.mark.rule("skirmish:deploy.cost", "skirmish:deploy.refill", "skirmish:keyword.ready")
def test_a_war_wizard_is_paid_for_and_finds_the_only_card_of_its_kind() -> None:
    yard = Yard(drawn("ss..", "....", "..ss"), active=CORMYR)
    yard.state.stage = stages.DEPLOY
    yard.state.armies[CORMYR].supply = 5
    recruits(yard, CORMYR, "war-wizard", "dragon-knight")
    deck(yard, CORMYR, "run", "fireball", "wide-swing")
    table = step(yard.state, ("deploy", "war-wizard", yard.name(2, 2)))
    assert all(order[1] != "gold-dragon" for order in table.asked[0].orders() if order[0] == "deploy")
    step(yard.state, ("ready",))
    army = yard.state.armies[CORMYR]
    assert (army.supply, names_of(army.action_hand), len(army.actions)) == (1, ["fireball"], 2)
