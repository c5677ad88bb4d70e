"""The news say what was chosen and why a number is what it is: squares, what is stopped, Block, prevention, points."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act
from rulebooks.skirmish.playing import Bench, attack, play, power
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.rulebook import RULEBOOK


def texts(table: Table) -> list[str]:
    """The sentences of the news."""
    assert isinstance(table, Bench)
    return [event.text for event in table.events]


@pytest.mark.rule(
    "skirmish:timing.announce", "skirmish:creature.gold-dragon.breath", "skirmish:card.fireball"
)
def test_the_square_that_is_announced_is_told() -> None:
    yard = Yard(active=CORMYR)
    dragon = yard.put("gold-dragon", (1, 1))
    yard.state.acting = dragon.id
    yard.deal(CORMYR, "fireball")
    square = yard.square(5, 5)
    told = texts(act(yard, ("use", dragon.id, "radiant-breath", (square,))))
    assert told[0] == f"Cormyr Gold Dragon uses Radiant Breath at {yard.name(5, 5)}."
    dragon.tapped = False
    told = texts(act(yard, play("fireball", dragon, (square,))))
    assert told[0] == f"Cormyr Gold Dragon plays Fireball (standard card) at {yard.name(5, 5)}."


@pytest.mark.rule("skirmish:timing.protect-names", "skirmish:card.dodge", "skirmish:damage.prevent")
def test_what_is_stopped_and_why_nothing_falls_is_told() -> None:
    yard = Yard()
    knight = yard.put("dragon-knight", (1, 1))
    master = yard.put("drow-blademaster", (2, 1))
    yard.deal(DROW, "dodge")
    told = texts(attack(yard, knight, master, play("dodge", master, (0,))))
    assert told[1:] == [
        "Drow Blademaster plays Dodge (immediate card) against the attack of Cormyr Dragon Knight.",
        "Drow Blademaster takes no damage: it is prevented.",
    ]


@pytest.mark.rule("skirmish:card.shield", "skirmish:timing.protect-names")
def test_a_shield_names_its_source() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    defender = yard.put("dwarven-defender", (2, 1), tapped=True)
    wizard = yard.put("war-wizard", (2, 5))
    yard.deal(DROW, "piercing-strike")
    yard.deal(CORMYR, "shield")
    yard.state.acting = guard.id
    strike = play("piercing-strike", guard, (defender.id,))
    told = texts(act(yard, strike, play("shield", wizard, (defender.id,), (0,))))
    assert told[1] == (
        "Cormyr War Wizard plays Shield (immediate card) at Cormyr Dwarven Defender against Piercing Strike of Drow House Guard."
    )


@pytest.mark.rule("skirmish:damage.block")
def test_a_block_that_stops_all_is_named() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    defender = yard.put("dwarven-defender", (2, 1), tapped=True)
    assert texts(attack(yard, guard, defender))[-1] == (
        "Cormyr Dwarven Defender takes no damage: its Block stops all of it."
    )


@pytest.mark.rule("skirmish:damage.heal")
def test_a_heal_of_nothing_says_so() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (1, 1))
    told = texts(power(yard, cleric, "healing-touch", [(cleric.id,)]))
    assert told[-1] == "Cormyr Dwarf Cleric has no damage to heal."


@pytest.mark.rule("skirmish:card.web", "skirmish:timing.declare")
def test_who_tears_free_taps_to_discard_the_web() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1), attached=("web",))
    yard.state.acting = knight.id
    table = act(yard, ("use", knight.id, "tear-free"))
    assert "Cormyr Dragon Knight taps to discard Web." in texts(table)


@pytest.mark.rule("skirmish:end.unpaid", "skirmish:destroy.gold")
def test_points_for_gold_that_is_missing_are_told() -> None:
    """A Shadow Mastiff of level 4 with 1 gold in its vault: 3 are missing."""
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    mastiff = yard.put("shadow-mastiff", (2, 1), damage=30, tapped=True)
    yard.state.armies[DROW].vault = 1
    assert texts(attack(yard, knight, mastiff))[-1] == (
        "1 gold goes from the vault of Drow to the supply. 3 more cannot be paid: Cormyr gains 3 points, and the battle ends with this turn."
    )
    assert yard.state.armies[CORMYR].points == 3


@pytest.mark.rule("skirmish:gold.conservation", "skirmish:setup.vault")
def test_the_referee_may_give_a_vault_all_the_gold_that_a_scenario_has() -> None:
    yard = Yard()
    army = yard.state.armies[CORMYR]
    army.vault, army.supply = 38, 2
    gold = next(one for one in RULEBOOK.referee.changes(yard.state) if one.verb == "gold")
    assert gold.blanks[1].most == 40
