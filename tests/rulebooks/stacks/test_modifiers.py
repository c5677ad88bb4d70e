"""The battle roll: every modifier by the catalogue's own examples and at its edges, and how they add up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.rulebooks.stacks.battle.modifiers import battle_roll, compare_rolls
from banneret.rulebooks.stacks.odds.throws import ForcedTable, roll_weights
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.eligibility import (
    can_board,
    can_cast,
    can_lend,
    can_use,
    takes_place,
)
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

PLAIN = ModifierOptions()
BEST_ONE = ModifierOptions(archers_best_one=True)
ONE_GENERAL = ModifierOptions(generals_one=True)
IN_FRONT = ModifierOptions(general_in_front=True)

OWN = facts().extended(
    [
        {"name": "Trapper", "brm": 2, "abilities": ["Slay Flying +3", "Slay Slow +2", "Slay Swift +1"]},
        {"name": "Giant Priest", "printed": "+5, Giant, Priest, Evil, Hero"},
        {
            "name": "Hunters",
            "brm": 1,
            "abilities": ["Slay Monsters +2", "Slay Undead +1", "Slay Skeletons +4"],
        },
        {"name": "Lancers", "brm": 4, "abilities": ["Cavalry+1", "Surprise+2", "Ambush+3", "Armor+2"]},
        {"name": "Great Eagle", "brm": 3, "abilities": ["Flying", "Very Swift", "Armor+1", "Carry=1"]},
        {"name": "Sky Ship", "printed": "+2, Ship, Flying, Swift, Armor+3, Transport=2"},
        {"name": "Doomed", "brm": -7},
        {"name": "Warlord", "brm": 5, "descriptors": ["Warrior"], "abilities": ["General", "Archer+2"]},
        {"name": "Stone Hero", "printed": "+1, Hero, Site, Transport=2, Mage"},
    ]
)


def unit(name: str) -> UnitKind:
    return OWN.find_unit(name)


def line(name: str, *supporters: str, **more: Any) -> Line:
    return Line(unit(name), supporters=[unit(supporter) for supporter in supporters], **more)


def attack(own: str | Line, enemy: str | Line, options: ModifierOptions = PLAIN) -> int:
    """The modifiers of an attacker."""
    return roll(own, enemy, True, options)


def defend(own: str | Line, enemy: str | Line, options: ModifierOptions = PLAIN) -> int:
    """The modifiers of a defender."""
    return roll(own, enemy, False, options)


def roll(own: str | Line, enemy: str | Line, attacking: bool, options: ModifierOptions = PLAIN) -> int:
    own = line(own) if isinstance(own, str) else own
    enemy = line(enemy) if isinstance(enemy, str) else enemy
    return battle_roll(own, enemy, attacking, options).total


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("stacks:mod.brm", "stacks:roll.no-floor")
def test_printed_brm() -> None:
    assert attack("stone_giants", "orcs") == 7
    assert defend("stone_giants", "orcs") == 7
    assert attack("doomed", "orcs") == -7


@pytest.mark.rule("stacks:mod.sum", "stacks:roll.total", "stacks:artifact.oathsword")
def test_everything_adds_up() -> None:
    ranger = line("ranger", "elves", "elf lord", own_artifacts=[OWN.artifact("oathsword")])
    roll_of_ranger = battle_roll(ranger, line("goblins"), True, PLAIN)
    assert roll_of_ranger.total + 1 == 13  # with a die of 1
    assert roll_of_ranger.parts == [
        (4, "Ranger", "stacks:mod.brm"),
        (2, "Slay Humanoid", "stacks:mod.slay"),
        (2, "Oathsword", "stacks:artifact.oathsword"),
        (3, "Archer: Elves", "stacks:mod.archer"),
        (1, "General: Elf Lord", "stacks:mod.general"),
    ]
    assert 5 + defend(line("goblins", "goblins"), "elves") == 10


@pytest.mark.rule("stacks:mod.sum")
def test_nothing_of_zero_is_told() -> None:
    assert battle_roll(line("orcs", "orcs", "storm giants"), line("elves"), True, PLAIN).parts == [
        (4, "Orcs", "stacks:mod.brm")
    ]


@pytest.mark.rule("stacks:roll.higher", "stacks:roll.tie")
def test_comparing_rolls() -> None:
    assert [compare_rolls(10, 9), compare_rolls(8, 8), compare_rolls(-1, 0)] == [1, 0, -1]


@pytest.mark.rule("stacks:odds.round")
def test_weights_of_a_roll() -> None:
    table = {0: (15, 6, 15), 1: (21, 5, 10), 2: (26, 4, 6), 3: (30, 3, 3), 4: (33, 2, 1), 5: (35, 1, 0)}
    for difference, weights in table.items():
        assert roll_weights(difference) == weights
        assert roll_weights(-difference) == weights[::-1]
    assert {roll_weights(difference) for difference in (6, 7, 100)} == {(36, 0, 0)}
    assert {roll_weights(-difference) for difference in (6, 7, 100)} == {(0, 0, 36)}


# ---------------------------------------------------------------- the combatant's own


@pytest.mark.rule("stacks:mod.ambush")
def test_ambush_counts_in_defence_only() -> None:
    assert (defend("militia", "orcs"), attack("militia", "orcs")) == (5, 3)
    assert (defend("giant serpents", "skeletons"), attack("giant serpents", "skeletons")) == (8, 6)
    assert defend(line("militia", brought_in=True), "orcs") == 5


@pytest.mark.rule("stacks:mod.surprise")
def test_surprise_counts_in_attack_only() -> None:
    assert (attack("ents", "stone giants"), defend("ents", "stone giants")) == (10, 8)
    assert (attack("longship", "kraken"), defend("longship", "kraken")) == (4, 3)
    assert (attack("lancers", "centaurs"), defend("lancers", "centaurs")) == (4 + 2 + 2, 4 + 3 + 2)


@pytest.mark.rule("stacks:mod.cavalry")
@pytest.mark.parametrize(
    ("enemy", "total"),
    [
        ("dwarves", 8),
        ("griffons", 6),  # Flying, Very Swift
        ("centaurs", 6),  # Swift
        ("dwarf hall", 8),  # a Site is Slow
        ("marsh flies", 6),  # Flying though Slow
        ("war galley", 8),  # a Slow ship
        ("longship", 6),  # a Swift one
        ("will-o'-wisps", 6),
        ("djinn", 6),
        ("caravan", 6),
        ("kraken", 8),
        ("knights", 6),
    ],
)
def test_cavalry(enemy: str, total: int) -> None:
    assert attack("knights", enemy) == defend("knights", enemy) == total
    assert attack("sylvan knights", enemy) == total


@pytest.mark.rule("stacks:mod.cavalry-carried", "stacks:tactical.final-combatants", "stacks:carry.battle")
def test_cavalry_against_a_carried_unit() -> None:
    carried = line("paladin", carrier=unit("caravan"))
    assert attack("knights", carried) == 6
    assert attack("knights", "paladin") == 8
    assert attack("knights", line("paladin", carrier=unit("war elephants"))) == 8  # lends Armor only
    assert attack("knights", line("paladin", carrier=unit("great eagle"))) == 6
    assert attack("knights", line("paladin", own_artifacts=[OWN.artifact("winged_boots")])) == 6
    assert attack("knights", line("paladin", own_artifacts=[OWN.artifact("oathsword")])) == 8
    assert attack("knights", line("paladin", "caravan", "griffons")) == 8  # beside him, but not lending


@pytest.mark.rule("stacks:mod.slay", "stacks:tactical.final-combatants")
def test_slay_is_judged_with_what_is_lent() -> None:
    boots = OWN.artifact("winged_boots")
    assert attack("trapper", "orcs") == 2 + 2
    assert attack("trapper", "knights") == 2 + 1
    assert attack("trapper", "marsh flies") == 2 + 3 + 2
    assert attack("trapper", "griffons") == 2 + 3
    assert attack("trapper", "ranger") == 2 + 2
    assert attack("trapper", line("ranger", own_artifacts=[boots])) == 2 + 3 + 1
    assert attack("trapper", line("ranger", carrier=unit("great eagle"))) == 2 + 3
    assert attack("trapper", line("ranger", carrier=unit("caravan"))) == 2 + 1


@pytest.mark.rule("stacks:mod.slay")
def test_slay() -> None:
    assert attack("dwarflord", "storm giants") == defend("dwarflord", "frost giants") == 10
    assert attack("dwarflord", "ents") == 6
    assert attack("sirens", "iron golem") == 6  # not Female, hence Male
    assert attack("sirens", "amazons") == attack("sirens", "swamp witch") == attack("sirens", "sirens") == 2
    assert attack("kraken", "war galley") == 12
    assert attack("kraken", "merfolk") == 9
    assert attack("ranger", "orcs") == attack("ranger", "goblins") == 6
    assert attack("ranger", "lizardmen") == 4
    assert attack(line("elves", "dwarflord"), "storm giants") == 4 + 1  # a supporter slays nobody


@pytest.mark.rule("stacks:mod.slay-stack", "stacks:mod.slay")
def test_different_slay_values_add_and_each_once() -> None:
    assert attack("hunters", "skeletons") == 1 + 2 + 1 + 4  # Monster by Undead; the unit of that name
    assert attack("hunters", "skeleton host") == 1 + 2 + 1
    assert attack("hunters", "griffons") == 1 + 2
    assert attack("paladin", "mummies") == 8
    lance = line("paladin", own_artifacts=[OWN.artifact("dawn_lance")])
    assert attack(lance, "mummies") == 11


@pytest.mark.rule("stacks:mod.poison", "stacks:desc.nonliving", "stacks:desc.swarm", "stacks:desc.construct")
@pytest.mark.parametrize(
    ("enemy", "total"),
    [
        ("dwarves", 4),
        ("goblins", 3),  # Swarm
        ("skeletons", 3),  # Undead
        ("dwarf hall", 4),  # a Site is Living
        ("iron golem", 3),
        ("djinn", 3),  # Elemental
        ("longship", 3),
        ("army ants", 3),
        ("ents", 4),
        ("pit fiend", 4),  # a Demon is Living
        ("vampire lord", 3),
    ],
)
def test_poison(enemy: str, total: int) -> None:
    assert attack("goblins", enemy) == defend("goblins", enemy) == total


@pytest.mark.rule("stacks:desc.swarm")
def test_a_swarm_is_like_any_other_but_for_poison() -> None:
    assert defend("giant serpents", "army ants") == 6 + 2  # its Ambush, but no Poison
    assert attack("giant serpents", "army ants") == 6
    assert attack("knights", "army ants") == 8


@pytest.mark.rule("stacks:mod.armor")
def test_armor() -> None:
    assert attack("iron golem", "orcs") == defend("iron golem", "skeletons") == 9
    assert attack("giant turtle", "orcs") == 6
    assert attack(line("paladin", own_artifacts=[OWN.artifact("knights_plate")]), "orcs") == 7
    lancer = line("lancers", carrier=unit("giant turtle"))
    assert attack(lancer, "centaurs") == 4 + 2 + 2 + 2  # own Armor, Surprise, lent Armor


@pytest.mark.rule("stacks:carry.modifiers", "stacks:mod.armor")
def test_a_carrier_lends_armor_flying_and_swift_and_nothing_else() -> None:
    assert attack(line("paladin", carrier=unit("war elephants")), "orcs") == 6
    assert attack(line("paladin", carrier=unit("giant turtle")), "orcs") == 7
    assert attack(line("paladin", carrier=unit("war galley")), "orcs") == 5  # no Archer, no BRM
    plate = line("paladin", carrier=unit("war elephants"), own_artifacts=[OWN.artifact("knights_plate")])
    assert attack(plate, "orcs") == 8
    assert battle_roll(plate, line("orcs"), True, PLAIN).parts[1:] == [
        (1, "War Elephants", "stacks:carry.modifiers"),
        (2, "Knight's Plate", "stacks:artifact.knights-plate"),
    ]
    assert (
        attack(line("war elephants", "paladin"), "orcs") == 7 + 1 + 1
    )  # nobody is carried; Armor and General


@pytest.mark.rule("stacks:cannibal.sacrifice")
def test_a_devoured_unit_strengthens() -> None:
    assert defend(line("headhunters", devoured=3), "orcs") == 7
    assert attack(line("headhunters", devoured=3), "orcs") == 6
    assert attack(line("trolls", devoured=2), "orcs") == 8
    assert attack("trolls", "orcs") == 6


# ---------------------------------------------------------------- support


@pytest.mark.rule("stacks:mod.archer", "stacks:mod.archer-stack", "stacks:mod.archer-own")
def test_archers() -> None:
    assert attack(line("dwarves", "ranger"), "orcs") == 7
    assert attack("elves", "orcs") + 6 == 10  # its own Archer +3 does nothing
    assert attack(line("elves", "elves"), "orcs") == 7
    assert attack(line("elves", "elves", "elves", "elves"), "storm giants") == 13
    assert defend(line("militia", "dark tower", "walled town", "war galley"), "orcs") == 3 + 2 + 2 + 2 + 1


@pytest.mark.rule("stacks:mod.general", "stacks:mod.general-combatant", "stacks:mod.general-stack")
def test_generals() -> None:
    assert attack(line("ents", "elf lord"), "orcs") == 8 + 2 + 1
    assert attack("elf lord", "orcs") == 4
    assert attack(line("elf lord", "dwarflord"), "orcs") == 5
    assert attack(line("elf lord", brought_in=True), "orcs") == 4
    assert attack(line("orcs", "dwarflord", "elf lord"), "orcs") == 6
    assert attack(line("orcs", "elf lord", "elf lord", "archmage"), "orcs") == 7


@pytest.mark.rule("stacks:mod.archer", "stacks:mod.general")
def test_archer_and_general_in_one_unit() -> None:
    both = battle_roll(line("orcs", "warlord"), line("elves"), True, PLAIN)
    assert both.parts[1:] == [
        (2, "Archer: Warlord", "stacks:mod.archer"),
        (1, "General: Warlord", "stacks:mod.general"),
    ]


@pytest.mark.rule("stacks:tactical.replaced-supports")
def test_a_unit_that_swapped_out_supports() -> None:
    assert attack(line("ents", "centaurs", brought_in=True), "stone giants") == 12


@pytest.mark.rule("stacks:opt.archers")
def test_option_best_archer_only() -> None:
    three = line("orcs", "elves", "ranger", "dwarves")
    assert attack(three, "orcs") == 4 + 6
    assert attack(three, "orcs", BEST_ONE) == 4 + 3
    assert attack(line("orcs", "elves", "elves"), "orcs", BEST_ONE) == 4 + 3
    assert attack(line("orcs", "orcs"), "orcs", BEST_ONE) == 4
    assert attack(line("orcs", "elves", "elf lord"), "orcs", BEST_ONE) == 4 + 3 + 1  # Generals as ever
    assert attack(line("orcs", "dwarves", "elves", "ranger"), "orcs", BEST_ONE) == 4 + 3


@pytest.mark.rule("stacks:opt.archers", "stacks:artifact.yew-bow")
def test_option_best_archer_with_a_bow() -> None:
    bow = OWN.artifact("yew_bow")
    ranger, paladin = unit("ranger"), unit("paladin")
    assert attack(line("orcs", "ranger", lent_artifacts=[(ranger, bow)]), "orcs", BEST_ONE) == 4 + 4
    better = line("orcs", "elves", "ranger", lent_artifacts=[(ranger, bow)])
    assert attack(better, "orcs") == 4 + 3 + 2 + 2
    assert attack(better, "orcs", BEST_ONE) == 4 + 4
    assert battle_roll(better, line("orcs"), True, BEST_ONE).parts[1:] == [
        (2, "Archer: Ranger", "stacks:mod.archer"),
        (2, "Yew Bow", "stacks:artifact.yew-bow"),
    ]
    worse = line("orcs", "elves", "paladin", lent_artifacts=[(paladin, bow)])
    assert attack(worse, "orcs", BEST_ONE) == 4 + 3 + 1
    alone = line("orcs", "paladin", lent_artifacts=[(paladin, bow)])
    assert attack(alone, "orcs", BEST_ONE) == 4 + 2 + 1


@pytest.mark.rule("stacks:opt.generals")
def test_option_one_general_only() -> None:
    two = line("orcs", "dwarflord", "elf lord")
    assert (attack(two, "orcs"), attack(two, "orcs", ONE_GENERAL)) == (6, 5)
    assert attack(line("orcs", "elves"), "orcs", ONE_GENERAL) == 7
    horn = [(unit("ranger"), OWN.artifact("war_horn"))]
    assert attack(line("orcs", "ranger", lent_artifacts=horn), "orcs", ONE_GENERAL) == 4 + 2 + 1
    assert attack(line("orcs", "ranger", "elf lord", lent_artifacts=horn), "orcs", ONE_GENERAL) == 4 + 2 + 1
    assert attack(line("orcs", "ranger", "elf lord", lent_artifacts=horn), "orcs") == 4 + 2 + 2


@pytest.mark.rule("stacks:opt.general-in-front")
def test_option_general_in_front() -> None:
    assert attack(line("elf lord", brought_in=True), "orcs", IN_FRONT) == 5
    assert attack("elf lord", "orcs", IN_FRONT) == 4
    assert attack(line("elves", brought_in=True), "orcs", IN_FRONT) == 4
    assert attack(line("elf lord", "dwarflord", brought_in=True), "orcs", IN_FRONT) == 6
    both = ModifierOptions(generals_one=True, general_in_front=True)
    assert attack(line("elf lord", "dwarflord", brought_in=True), "orcs", both) == 5
    assert battle_roll(line("elf lord", brought_in=True), line("orcs"), True, IN_FRONT).parts[-1] == (
        1,
        "General: Elf Lord",
        "stacks:opt.general-in-front",
    )


# ---------------------------------------------------------------- who may


@pytest.mark.rule("stacks:carry.battle", "stacks:transport.capacity")
def test_who_lends_to_whom() -> None:
    elephants, caravan, galley = unit("war elephants"), unit("caravan"), unit("war galley")
    assert can_lend(elephants, unit("paladin"), False)
    assert can_lend(elephants, unit("vampire lord"), False)  # a Hero, Monster or not
    assert not can_lend(elephants, unit("militia"), False)
    assert not can_lend(elephants, unit("militia"), True)  # Carry is for Heroes only
    assert can_lend(caravan, unit("paladin"), False)
    assert can_lend(caravan, unit("militia"), True)
    assert not can_lend(caravan, unit("militia"), False)
    assert can_lend(galley, unit("orcs"), True)
    assert not can_lend(galley, unit("trolls"), True)
    assert not can_lend(unit("griffons"), unit("paladin"), False)  # carries nobody
    assert not can_lend(elephants, unit("stone hero"), False)  # a Site is never carried
    assert not can_lend(galley, unit("stone hero"), True)


@pytest.mark.rule("stacks:transport.capacity", "stacks:site.no-move", "stacks:desc.undead")
def test_who_may_board() -> None:
    longship = unit("longship")
    assert all(
        can_board(longship, unit(name)) for name in ("orcs", "paladin", "vampire lord", "goblins", "djinn")
    )
    refused = ("trolls", "skeletons", "storm giants", "griffons", "dwarf hall", "caravan", "war galley")
    assert not any(can_board(longship, unit(name)) for name in refused)
    assert not can_board(unit("war elephants"), unit("orcs"))
    assert [takes_place(unit(name)) for name in ("orcs", "paladin", "vampire lord")] == [True, False, False]


@pytest.mark.rule("stacks:artifact.users", "stacks:desc.warrior")
def test_who_can_use_an_artifact() -> None:
    plate, knife, horn = (OWN.artifact(name) for name in ("knights_plate", "viper_knife", "war_horn"))
    captain, witch, militia = unit("pirate captain"), unit("swamp witch"), unit("militia")
    assert [can_use(plate, kind) for kind in (captain, witch, militia)] == [True, False, False]
    assert [can_use(knife, kind) for kind in (captain, witch, militia)] == [True, True, False]
    assert [can_use(horn, kind) for kind in (captain, witch, militia)] == [True, True, False]
    warriors = {item.id for item in OWN.artifacts if not can_use(item, witch)}
    assert warriors == {
        "oathsword",
        "giantbane_axe",
        "dawn_lance",
        "yew_bow",
        "knights_plate",
        "gorgon_shield",
    }


@pytest.mark.rule("stacks:spell.casters", "stacks:spell.raise-skeletons")
def test_who_can_cast() -> None:
    casters = ("elves", "elf lord", "high priest", "witch doctor", "vampire lord", "knights", "giant priest")

    def able(spell: str) -> list[str]:
        return [name for name in casters if can_cast(OWN.spell(spell), unit(name))]

    assert able("battle_blessing") == [name for name in casters if name != "knights"]
    assert able("stone_sleep") == ["elf lord", "vampire lord"]
    assert able("turn_the_dead") == ["high priest", "witch doctor", "giant priest"]
    assert able("raise_skeletons") == ["witch doctor", "vampire lord", "giant priest"]  # none of the Good


# ---------------------------------------------------------------- as a whole

names = st.sampled_from([kind.name for kind in OWN.units])


@given(names, names, st.lists(names, max_size=5), st.booleans())
@pytest.mark.rule("stacks:mod.sum", "stacks:odds.supports")
def test_support_adds_the_same_for_whom_and_against_whom_it_may_be(
    own: str, enemy: str, supporters: list[str], attacking: bool
) -> None:
    for options in (PLAIN, BEST_ONE, ONE_GENERAL):
        added = roll(line(own, *supporters), enemy, attacking, options) - roll(own, enemy, attacking, options)
        assert added == attack(line("orcs", *supporters), "ents", options) - attack("orcs", "ents", options)
    assert added >= 0


@given(names, names, st.booleans())
@pytest.mark.rule("stacks:mod.sum")
def test_a_tally_is_the_sum_of_its_parts_and_the_table_knows_it(
    own: str, enemy: str, attacking: bool
) -> None:
    tally = battle_roll(line(own), line(enemy), attacking, PLAIN)
    assert tally.total == sum(amount for amount, _, _ in tally.parts)
    assert all(amount and cause and rule.startswith("stacks:") for amount, cause, rule in tally.parts[1:])
    table = ForcedTable()
    for _twice in range(2):
        assert table.total(unit(own), unit(enemy), attacking) == tally.total


@pytest.mark.rule("stacks:map.terrain")
def test_terrain_adds_nothing() -> None:
    """There is no way to tell `battle_roll` where the fight is."""
    assert defend("dwarves", "orcs") == 5
