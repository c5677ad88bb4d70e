"""Damage that falls together: Block, prevention, destruction, gold and points."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import Bench
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.packets import NO_ATTACK, Packet, Shield, apply_packets
from banneret.rulebooks.skirmish.board.stores import move_gold
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points, level
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.tables.actions import action_card


def strike(attacker: Creature, target: Creature, amount: int, number: int = 0, **how: bool) -> Packet:
    return Packet(number, number, attacker.side, attacker, target, amount, **how)


def fall(
    yard: Yard, *packets: Packet, shields: tuple[Shield, ...] = (), orders: tuple[Order | None, ...] = ()
) -> Bench:
    table = Bench(orders)
    waiting = list(packets)
    apply_packets(yard.state, table, waiting, list(shields))
    table.finish()
    assert not waiting
    return table


@pytest.mark.rule("skirmish:damage.apply", "skirmish:damage.block")
def test_block_lowers_each_attack() -> None:
    yard = Yard()
    defender = yard.put("dwarven-defender", (1, 1))
    guard = yard.put("drow-house-guard", (2, 1))
    fall(yard, strike(guard, defender, 5, 1), strike(guard, defender, 5, 2), strike(guard, defender, 10, 3))
    assert defender.damage == 5
    assert defender in yard.state.creatures


@pytest.mark.rule("skirmish:damage.block", "skirmish:attack.not-attack")
def test_block_is_for_attacks_only() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1))
    wizard = yard.put("war-wizard", (4, 1))
    fall(yard, Packet(1, NO_ATTACK, CORMYR, wizard, hulk, 10))
    assert hulk.damage == 10
    fall(yard, strike(wizard, hulk, 15))
    assert hulk.damage == 20


@pytest.mark.rule("skirmish:damage.block-sum")
@pytest.mark.parametrize(
    ("highest", "of_15", "of_25"), [(False, 0, 10), (True, 5, 15)], ids=["sum", "highest"]
)
def test_several_blocks(highest: bool, of_15: int, of_25: int) -> None:
    for amount, damage in ((15, of_15), (25, of_25)):
        yard = Yard(highest_block=highest)
        defender = yard.put("dwarven-defender", (1, 1), attached=("level-up",))
        defender.guard = 10
        assert blocks(yard.state, defender) == (10 if highest else 15)
        fall(yard, strike(yard.put("umber-hulk", (2, 1)), defender, amount))
        assert defender.damage == damage


@pytest.mark.rule("skirmish:damage.ignore-block")
def test_piercing_strikes_ignore_block_and_nothing_else() -> None:
    yard = Yard()
    defender = yard.put("dwarven-defender", (1, 1), attached=("level-up",))
    guard = yard.put("drow-house-guard", (2, 1))
    fall(yard, strike(guard, defender, 15, 1, ignores_block=True), shields=(Shield(defender, 1, 1),))
    assert defender.damage == 0
    fall(yard, strike(guard, defender, 15, 2, ignores_block=True))
    assert defender.damage == 15


@pytest.mark.rule("skirmish:damage.prevent")
def test_protection_is_against_one_attack_or_one_source() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (1, 1))
    archer = yard.put("elf-archer", (5, 1))
    shots = [Packet(7, attack, CORMYR, archer, priestess, 5) for attack in (1, 2)]
    fall(yard, *shots, shields=(Shield(priestess, 1, 7),))
    assert priestess.damage == 5
    shots = [Packet(8, attack, CORMYR, archer, priestess, 5) for attack in (3, 4)]
    fall(yard, *shots, shields=(Shield(priestess, NO_ATTACK, 8),))
    assert priestess.damage == 5


@pytest.mark.rule("skirmish:damage.unpreventable")
def test_what_cannot_be_prevented_falls() -> None:
    yard = Yard()
    spider = yard.put("demonweb-spider", (1, 1))
    priestess = yard.put("drow-priestess", (3, 1))
    pact = Packet(1, NO_ATTACK, DROW, priestess, spider, 5, preventable=False)
    fall(yard, pact, shields=(Shield(spider, NO_ATTACK, 1), Shield(spider, NO_ATTACK, 1)))
    assert (spider.damage, pact.placed) == (5, 5)


@pytest.mark.rule("skirmish:timing.simultaneous")
def test_both_strike_before_either_falls() -> None:
    yard = Yard()
    archer = yard.put("elf-archer", (1, 1))
    spider = yard.put("demonweb-spider", (2, 1), damage=5)
    fall(yard, strike(spider, archer, 5, 1), strike(archer, spider, 5, 2))
    assert yard.state.creatures == []


@pytest.mark.rule("skirmish:damage.hp-bonus", "skirmish:attach.stack")
def test_level_ups_raise_hit_points_and_not_the_price() -> None:
    yard = Yard()
    archer = yard.put("elf-archer", (1, 1), attached=("level-up", "level-up"))
    assert (level(archer), hit_points(archer)) == (3, 25)
    fall(yard, strike(yard.put("umber-hulk", (2, 1)), archer, 20))
    assert archer in yard.state.creatures
    fall(yard, strike(yard.state.creatures[1], archer, 15))
    assert archer not in yard.state.creatures
    assert (yard.state.armies[CORMYR].vault, yard.state.armies[CORMYR].supply) == (19, 1)


@pytest.mark.rule("skirmish:destroy.check", "skirmish:deck.discard")
def test_cards_of_the_destroyed_go_to_their_owners() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (1, 1), damage=10, attached=("pinning-shot",))
    knight = yard.put("dragon-knight", (2, 1))
    fall(yard, strike(knight, master, 5, 1))
    assert (master.damage, master in yard.state.creatures) == (15, True)
    fall(yard, strike(knight, master, 5, 2))
    assert master not in yard.state.creatures
    assert yard.state.armies[DROW].creature_discard == [master.card]
    assert yard.state.armies[CORMYR].action_discard == [action_card("pinning-shot").index]


@pytest.mark.rule("skirmish:destroy.gold", "skirmish:end.trigger", "skirmish:end.unpaid")
@pytest.mark.parametrize(
    ("vault", "left", "supply", "points", "ending"),
    [(9, 4, 5, 0, False), (5, 0, 5, 0, False), (3, 0, 3, 2, True)],
)
def test_gold_for_a_destroyed_creature(vault: int, left: int, supply: int, points: int, ending: bool) -> None:
    yard = Yard()
    yard.state.armies[DROW].vault = vault
    hulk = yard.put("umber-hulk", (1, 1), damage=60)
    fall(yard, strike(yard.put("dragon-knight", (3, 1)), hulk, 15))
    army = yard.state.armies[DROW]
    assert (army.vault, army.supply, yard.state.ending) == (left, supply, ending)
    assert yard.state.armies[CORMYR].points == points


@pytest.mark.rule("skirmish:end.self-caused")
@pytest.mark.parametrize(("option", "points"), [("none", [0, 0]), ("owner", [1, 0]), ("opponent", [0, 1])])
def test_own_losses_give_no_points(option: str, points: list[int]) -> None:
    yard = Yard(self_destruction=option)
    yard.state.armies[DROW].vault = 0
    spider = yard.put("demonweb-spider", (1, 1), damage=5)
    priestess = yard.put("drow-priestess", (3, 1))
    fall(yard, Packet(1, NO_ATTACK, DROW, priestess, spider, 5, preventable=False))
    assert [army.points for army in yard.state.armies] == points
    assert yard.state.ending


@pytest.mark.rule("skirmish:refresh.gold")
def test_the_gold_of_a_turn_is_nobodys_doing() -> None:
    yard = Yard(self_destruction="opponent")
    army = yard.state.armies[DROW]
    army.vault = 1
    assert move_gold(yard.state, DROW, 1) == 0
    assert (army.vault, army.supply, yard.state.ending) == (0, 1, False)
    assert move_gold(yard.state, DROW, 1) == 1
    assert (army.supply, yard.state.ending) == (1, True)
    assert [army.points for army in yard.state.armies] == [0, 0]


@pytest.mark.rule("skirmish:destroy.cause")
def test_an_opponent_who_took_part_is_the_cause() -> None:
    yard = Yard()
    yard.state.armies[CORMYR].vault = 0
    wizard = yard.put("war-wizard", (1, 1), damage=15)
    dragon = yard.put("gold-dragon", (4, 1))
    guard = yard.put("drow-house-guard", (2, 2))
    fall(yard, Packet(1, NO_ATTACK, CORMYR, dragon, wizard, 15), strike(guard, wizard, 5, 2))
    assert wizard not in yard.state.creatures
    assert [army.points for army in yard.state.armies] == [4, 0]


@pytest.mark.rule("skirmish:destroy.batch")
def test_the_owner_says_which_loss_is_paid_first_where_it_matters() -> None:
    # Vault 2: the Archer (1, by Drow) and the Ranger (2, by the own Dragon). The Archer first: 1 + 1 paid, 1 missing by Cormyr's own
    # doing. The Ranger first: 2 paid, 1 missing because of Drow.
    for first, points in (
        ("elf-archer", 0),
        ("human-ranger", 1),
        ("", 0),
    ):  # by default what the enemy would score for
        yard = Yard()
        yard.state.armies[CORMYR].vault = 2
        ranger = yard.put("human-ranger", (8, 1), damage=10)
        archer = yard.put("elf-archer", (1, 1))
        dragon = yard.put("gold-dragon", (6, 2))
        guard = yard.put("drow-house-guard", (2, 2))
        blows = strike(guard, archer, 5, 1), Packet(2, NO_ATTACK, CORMYR, dragon, ranger, 15)
        chosen = {"elf-archer": ("pay", archer.id), "human-ranger": ("pay", ranger.id)}.get(first)
        fall(yard, *blows, orders=(chosen,))
        assert [army.points for army in yard.state.armies] == [points, 0]
    yard = Yard()
    yard.state.armies[CORMYR].vault = 4
    knight = yard.put("dragon-knight", (1, 1), damage=40)
    archer = yard.put("elf-archer", (3, 1))
    guard = yard.put("drow-house-guard", (2, 2))
    fall(yard, strike(guard, knight, 5, 1), strike(guard, archer, 5, 2))  # both by Drow: nobody is asked
    assert (yard.state.armies[CORMYR].vault, yard.state.armies[DROW].points) == (0, 1)


@pytest.mark.rule("skirmish:destroy.trigger")
def test_the_blessing_rewards_drow_and_only_drow() -> None:
    for slayer, draws in (("demonweb-spider", 0), ("drider", 1)):
        yard = Yard()
        yard.state.armies[DROW].actions = [4, 5]
        priestess = yard.put("drow-priestess", (8, 8))
        priestess.attached = ((action_card("lolths-blessing").index, DROW),)
        archer = yard.put("elf-archer", (1, 1))
        killer = yard.put(slayer, (2, 1))
        fall(yard, strike(killer, archer, 10), orders=(("draw",),) * draws)
        assert yard.state.armies[DROW].action_hand == [4][:draws]


@pytest.mark.rule("skirmish:damage.block", "skirmish:creature.dwarf-cleric", "skirmish:creature.elf-archer")
def test_a_power_that_changes_nothing_says_so() -> None:
    """Longbow for 5 at a Block of 5; Healing Touch where nobody is hurt, and where one is."""
    yard = Yard()
    archer = yard.put("elf-archer", (1, 4), DROW)
    defender = yard.put("dwarven-defender", (1, 1), CORMYR)
    knight = yard.put("dragon-knight", (2, 1), CORMYR)
    yard.state.acting = archer.id
    orders = [
        ("use", archer.id, "longbow", (defender.id,)),
        ("use", archer.id, "longbow", (knight.id,)),
        ("end",),
    ]
    question = RULEBOOK.view.question(yard.state, Choice("act", DROW, "skirmish:power.tap", orders))
    assert [option.vain for option in question.options] == [
        "The Block of 5 of Dwarven Defender stops all of it.",
        "",
        "",
    ]
    cleric = yard.put("dwarf-cleric", (1, 2), CORMYR)
    knight.damage = 5
    yard.state.acting = cleric.id
    orders = [("use", cleric.id, "healing-touch", (one.id,)) for one in (defender, knight)]
    question = RULEBOOK.view.question(
        yard.state, Choice("act", CORMYR, "skirmish:power.tap", [*orders, ("end",)])
    )
    assert [option.vain for option in question.options] == ["Nobody is hurt whom it could heal.", "", ""]


@pytest.mark.rule("skirmish:damage.block", "skirmish:info.public")
def test_an_attack_that_a_block_stops_says_so() -> None:
    yard = Yard()
    ranger = yard.put("human-ranger", (2, 1), DROW)
    defender = yard.put("dwarven-defender", (1, 1), CORMYR)
    knight = yard.put("dragon-knight", (3, 1), CORMYR)
    yard.state.acting = ranger.id
    orders = [("attack", ranger.id, defender.id), ("attack", ranger.id, knight.id), ("end",)]
    question = RULEBOOK.view.question(yard.state, Choice("act", DROW, "skirmish:attack.melee", orders))
    assert [option.vain for option in question.options] == [
        "The Block of 5 of Dwarven Defender stops all of it.",
        "",
        "",
    ]
