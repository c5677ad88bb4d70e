"""Single cards, by the examples of the catalogue."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import card, power
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.rulebooks.skirmish.board.standing import can_shoot
from banneret.rulebooks.skirmish.board.traits import is_forbidden
from banneret.rulebooks.skirmish.movement.reach import reach
from banneret.rulebooks.skirmish.tables.actions import action_card


@pytest.mark.rule("skirmish:card.wide-swing", "skirmish:attack.two")
def test_wide_swing() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    spider = yard.put("demonweb-spider", (1, 2), tapped=True)
    hulk = yard.put("umber-hulk", (3, 2), tapped=True)
    card(yard, knight, "wide-swing", [(spider.id, hulk.id)])
    assert spider not in yard.state.creatures
    assert hulk.damage == 10


@pytest.mark.rule("skirmish:card.whirlwind-attack")
def test_whirlwind_hits_every_enemy_beside() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2))
    spiders = [yard.put("demonweb-spider", at, tapped=True) for at in ((1, 2), (3, 2), (2, 3), (4, 4))]
    ally = yard.put("elf-archer", (1, 1))
    card(yard, cleric, "whirlwind-attack", [()])
    assert [spider.damage for spider in spiders] == [5, 5, 5, 0]
    assert ally.damage == 0


@pytest.mark.rule("skirmish:card.dark-pact")
def test_a_pact_is_paid_in_blood() -> None:
    yard = Yard()
    yard.state.armies[DROW].actions = [1, 2, 3, 4]
    priestess = yard.put("drow-priestess", (2, 2))
    spider = yard.put("demonweb-spider", (5, 2), damage=5)
    card(yard, priestess, "dark-pact", [(spider.id,), ()])
    army = yard.state.armies[DROW]
    assert (army.vault, army.supply, army.action_hand) == (19, 1, [1, 2, 3])
    assert spider not in yard.state.creatures


@pytest.mark.rule("skirmish:card.aura-of-blight")
def test_the_aura_strikes_friend_and_foe() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (2, 2))
    for name, at in (("elf-archer", (1, 1)), ("dwarven-defender", (3, 2)), ("demonweb-spider", (2, 3))):
        yard.put(name, at, tapped=True)
    card(yard, priestess, "aura-of-blight", [()])
    assert yard.state.creatures == [priestess]


@pytest.mark.rule("skirmish:card.acid-arrow", "skirmish:attach.fail")
def test_acid_spreads_and_stays() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2), tapped=True)
    arrow = action_card("acid-arrow").index
    card(yard, wizard, "acid-arrow", [(priestess.id,), ()])
    assert (wizard.damage, priestess.damage) == (5, 5)
    assert priestess.attached == ((arrow, CORMYR),)
    frail = yard.put("drow-wizard", (6, 2), damage=5, tapped=True)
    wizard.tapped = False
    card(yard, wizard, "acid-arrow", [(frail.id,), ()])
    assert yard.state.armies[CORMYR].action_discard == [arrow]


@pytest.mark.rule("skirmish:card.lolths-sting", "skirmish:attack.if-damage")
def test_a_sting_stays_only_where_it_hurt() -> None:
    yard = Yard()
    spider = yard.put("demonweb-spider", (2, 2))
    defender = yard.put("dwarven-defender", (3, 2), tapped=True)
    knight = yard.put("dragon-knight", (1, 2), tapped=True)
    card(yard, spider, "lolths-sting", [(defender.id,)])
    assert (defender.damage, defender.attached) == (0, ())
    spider.tapped = False
    card(yard, spider, "lolths-sting", [(knight.id,)])
    assert knight.attached == ((action_card("lolths-sting").index, DROW),)


@pytest.mark.rule("skirmish:card.web", "skirmish:move.slide-not-move", "skirmish:attach.text")
def test_the_webbed_neither_move_nor_shift() -> None:
    yard = Yard()
    spider = yard.put("demonweb-spider", (2, 2))
    thug = yard.put("half-orc-thug", (6, 2))
    card(yard, spider, "web", [(thug.id,), ()], tap=False)
    assert is_forbidden(thug, "move")
    assert is_forbidden(thug, "shift")
    assert not is_forbidden(thug, "slide")
    other = yard.put("drow-wizard", (7, 2), tapped=True)
    yard.state.active = CORMYR
    card(yard, thug, "charge", [], ("choose", other.id))  # it does not move, and strikes
    assert thug.place == yard.square(6, 2)
    assert other not in yard.state.creatures


@pytest.mark.rule("skirmish:card.shroud-of-darkness")
def test_the_shroud_hides_its_bearer_and_those_beside() -> None:
    yard = Yard()
    archer = yard.put("elf-archer", (0, 0))
    drider = yard.put("drider", (5, 5))
    beside, away = yard.put("drow-wizard", (7, 7)), yard.put("drow-priestess", (8, 4))
    assert can_shoot(yard.state, archer, drider, 10)
    card(yard, drider, "shroud-of-darkness", [()], tap=False)
    assert [can_shoot(yard.state, archer, one, 10) for one in (drider, beside, away)] == [False, False, True]


@pytest.mark.rule("skirmish:card.tide-of-iron")
def test_the_tide_follows_whom_it_pushed() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    priestess = yard.put("drow-priestess", (3, 2), tapped=True)
    orders = ("go", priestess.id, yard.name(6, 2)), ("go", knight.id, yard.name(5, 2))
    table = card(yard, knight, "tide-of-iron", [(priestess.id,)], *orders)
    assert (priestess.damage, priestess.place, knight.place) == (15, yard.square(6, 2), yard.square(5, 2))
    ends = yard.places([yard.state.setting.board.grid.named(str(order[2])) for order in table.options(1)])
    assert sorted(ends) == [(2, 2), (5, 1), (5, 2), (5, 3)]  # its own square: it need not follow
    assert reach(yard.state, knight, 6).cost[knight.place] == 0


@pytest.mark.rule("skirmish:creature.dwarf-cleric", "skirmish:damage.heal")
def test_healing_touch() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2))
    knight = yard.put("dragon-knight", (3, 2), damage=15)
    power(yard, cleric, "healing-touch", [(knight.id,), ()])
    assert knight.damage == 10
    power(yard, cleric, "healing-touch", [(cleric.id,), ()])
    assert cleric.damage == 0


@pytest.mark.rule("skirmish:creature.drow-wizard", "skirmish:attack.not-attack")
def test_the_bolt_is_no_attack() -> None:
    yard = Yard()
    wizard = yard.put("drow-wizard", (2, 2))
    defender = yard.put("dwarven-defender", (7, 2))
    power(yard, wizard, "bolt", [(defender.id,), ()])
    assert defender.damage == 5
