"""One attack: the adjusted rating, the roll, the table, many attacks."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers, weapon

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.ratings import attack_rating
from banneret.rulebooks.battlesystem.tables.rosters import Modifier
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.testing import Script

WORKED: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "worked_ar.toml").read_text(encoding="utf-8")
)["worked_ar"]


def rated(state: State, aspect: int = FRONT, free: bool = False) -> int:
    """The adjusted rating of unit 0 against unit 1, the same told as silent."""
    first, second = state.units[0], state.units[1]
    tally = Tally("attack rating")
    told = attack_rolls.rating(state, first, second, aspect, tally, free)
    assert tally.total == told
    assert attack_rolls.rating(state, first, second, aspect, None, free) == told
    return told


def facing(formation: int = CLOSED, **changes: Any) -> State:
    """Reds of rating 20 with their captain against Blues; `changes` to the Reds."""
    return battle(
        men("Reds", 12, 6, formation=formation, **changes), men("Blues", 12, 6, y=24.75, heading=180, side=1)
    )


# ---------------------------------------------------------------- the rating


@pytest.mark.rule("battlesystem:8.3", "battlesystem:8.3a", "battlesystem:8.3b")
def test_base_ratings_by_thac0_and_ratio() -> None:
    cases = [(19, 10, 19), (15, 5, 20), (12, 1, 27), (21, 10, 21), (13, 2, 23), (14, 10, 14), (14, 5, 19)]
    for thac0, ratio, wanted in cases:
        assert sum(part.delta for part in attack_rating(thac0, ratio)) == wanted
    # what stands on the roster is what counts, whatever the ratio says
    assert rated(facing(attack_rating=15, ratio=5, commander="")) == 15


@pytest.mark.rule(
    "battlesystem:8.3c", "battlesystem:8.3g", "battlesystem:5.0b", "battlesystem:scenario.constants"
)
def test_formation_and_commander() -> None:
    assert rated(facing()) == 19  # 20 - 1 for the commander
    assert rated(facing(OPEN)) == 20
    assert rated(facing(commander="")) == 20
    assert rated(facing(leader_at=NOBODY)) == 20
    enemy = men("Blues", 12, 6, y=24.75, heading=180, side=1)
    assert rated(battle(skirmishers("Scouts"), enemy)) == 21  # open order of their own
    led = skirmishers("Scouts", commander="Chief", in_command=False)
    assert rated(battle(led, enemy)) == 21  # neither his bonus nor the want of command count


@pytest.mark.rule("battlesystem:8.3d", "battlesystem:2.9a", "battlesystem:2.10a", "battlesystem:4.7b")
def test_command() -> None:
    assert rated(facing(in_command=False)) == 20  # 20 + 1 - 1: the commander fights with them all the same
    assert rated(facing(OPEN, in_command=False)) == 21
    enemy = men("Blues", 12, 6, y=24.75, heading=180, side=1)
    assert rated(battle(crowd(), enemy)) == 21
    assert rated(battle(crowd(in_command=True), enemy)) == 21  # whatever anybody says
    assert rated(battle(crowd(commander="Ringleader", leader_at=1), enemy)) == 20
    assert rated(battle(crowd(), enemy, options={"mob_formation_penalty": True})) == 22


@pytest.mark.rule("battlesystem:8.3f", "battlesystem:7.14f")
def test_charge_in_closed_formation() -> None:
    assert rated(facing(charged=1)) == 18
    assert rated(facing(OPEN, charged=1)) == 20  # open +1, and no bonus
    enemy = men("Blues", 12, 6, y=24.75, heading=180, side=1)
    assert rated(battle(crowd(charged=1), enemy)) == 21


@pytest.mark.rule("battlesystem:8.3h", "battlesystem:7.14g")
def test_everything_adds_up() -> None:
    daylight = [Modifier(ar=1, when="daylight")]
    assert rated(facing(OPEN, in_command=False, modifiers=daylight)) == 22
    orcs = facing(attack_rating=19, modifiers=daylight, charged=1)
    assert rated(orcs) == 18
    failed = facing(OPEN, attack_rating=19, modifiers=daylight, charged=1, in_command=False)
    assert rated(failed) == 21


@pytest.mark.rule("battlesystem:8.3i", "battlesystem:8.9", "battlesystem:8.8d")
def test_flank_rear_and_shields() -> None:
    bare = battle(men("Reds"), men("Blues", side=1))
    shields = battle(men("Reds"), men("Blues", side=1, shield=True))
    assert [rated(bare, aspect) for aspect in (FRONT, RIGHT, REAR, LEFT)] == [19, 19, 17, 19]
    assert [rated(shields, aspect) for aspect in (FRONT, RIGHT, REAR, LEFT)] == [19, 18, 17, 18]
    # the free attack comes from behind, whatever the side
    assert [rated(shields, aspect, True) for aspect in (FRONT, RIGHT, REAR)] == [17, 17, 17]
    routed = battle(men("Reds"), men("Blues", side=1, routed=True))
    assert [rated(routed, aspect) for aspect in (FRONT, REAR)] == [19, 17]


@pytest.mark.rule("battlesystem:8.3i")
def test_light_and_named_enemies() -> None:
    orcs = men("Orcs", attack_rating=19, modifiers=[Modifier(ar=1, when="daylight")], commander="")
    blues = men("Blues", side=1, creature="goblin")
    assert rated(battle(orcs, blues)) == 20
    assert rated(battle(orcs, blues, daylight=False)) == 19
    dwarves = men("Axes", modifiers=[Modifier(ar=-1, against=("goblin", "orc"))], commander="")
    assert rated(battle(dwarves, blues)) == 19
    assert rated(battle(dwarves, men("Elves", side=1, creature="elf"))) == 20


@pytest.mark.rule("battlesystem:8.3e")
def test_there_are_no_heights_in_the_basic_game() -> None:
    assert rated(facing()) == rated(battle(men("Reds"), men("Blues", side=1), options={"higher_ground": 1}))


@pytest.mark.rule("battlesystem:7.13d")
def test_forced_marches_worsen_it() -> None:
    assert rated(facing(attack_rating=15, commander="", march=2)) == 17


@pytest.mark.rule("battlesystem:8.3h", "battlesystem:scenario.constants")
@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"{case['attacker']}-{case['target']}")
def test_worked_ratings_of_the_crossroads(case: dict[str, Any]) -> None:
    state = RULEBOOK.new(RULEBOOK.scenario("crossroads"), RULEBOOK.options())
    ids = {roster.name: number for number, roster in state.setting.rosters.items()}
    attacker, target = state.units[ids[case["attacker"]]], state.units[ids[case["target"]]]
    attacker.in_command, attacker.formation = True, CLOSED
    if attacker.leader_at == NOBODY:
        attacker.leader_at = 2
    tally = Tally("attack rating")
    assert attack_rolls.rating(state, attacker, target, FRONT, tally) == case["ar"]
    assert attack_rolls.armour_class(state, target, attacker) == case["target_ac"]
    assert [amount for amount, _, _ in tally.parts] == case["parts"]


# ---------------------------------------------------------------- roll and damage


@pytest.mark.rule("battlesystem:8.4", "battlesystem:8.4a", "battlesystem:8.4b")
def test_attack_roll_and_damage() -> None:
    def rolled(rating: int, armour: int, dice: list[int], damage: str, figures: int = 10) -> tuple[int, int]:
        state = battle(
            men("Reds", 12, 6, attack_rating=rating, commander="", weapons=[weapon(damage)]),
            men("Blues", side=1, armour_class=armour),
        )
        table = Script(dice)
        found = attack_rolls.strike(state, table, state.units[0], state.units[1], list(range(figures)), FRONT)
        table.finish()
        return table.events[0].data["roll"], found

    assert rolled(17, 8, [3, 4], "1d8") == (16, 600)  # 10 figures and 6
    assert rolled(20, -2, [6, 6], "1d8")[0] == 34
    assert rolled(12, 10, [1, 1], "1d8")[0] == 4
    assert rolled(20, 5, [6, 5], "1d6", 8) == (26, 80)
    # 3d6 at 20: three times 3 for each
    assert rolled(20, 7, [3, 4], "3d6", 4) == (20, 360)
    assert rolled(20, 7, [3, 4], "1d20+3", 1) == (20, 100)


@pytest.mark.rule("battlesystem:8.4c", "battlesystem:8.2")
def test_large_targets() -> None:
    sword = weapon("1d8", "1d12")
    for size, wanted in (("S", 60), ("M", 60), ("L", 90)):
        state = battle(men("Reds", weapons=[sword]), men("Blues", side=1, size=size))
        assert attack_rolls.damage(state, state.units[0], state.units[1], 1, 16) == wanted
    # the weapon in hand counts, not the other one
    state = battle(men("Reds", weapons=[weapon("1d20"), sword], weapon=1), men("Blues", side=1))
    assert attack_rolls.damage(state, state.units[0], state.units[1], 1, 16) == 60


@pytest.mark.rule("battlesystem:8.7g", "battlesystem:8.4b")
def test_tenths_are_multiplied_before_anything_is_rounded() -> None:
    state = battle(men("Reds", 40, 10, weapons=[weapon("1d6")]), men("Blues", side=1))
    first, second = state.units.values()
    for roll in range(41):
        each = attack_rolls.damage(state, first, second, 1, roll)
        assert attack_rolls.damage(state, first, second, 13, roll) == 13 * each
    small = next(
        roll for roll in range(41) if attack_rolls.damage(state, first, second, 1, roll) in (1, 2, 5)
    )
    assert attack_rolls.damage(state, first, second, 13, small) % 10 != 0


@pytest.mark.rule("battlesystem:8.6", "battlesystem:8.6a")
def test_many_attacks() -> None:
    blues = men("Blues", side=1)
    tiger = battle(men("Tigers", weapons=[weapon("1d4 1d4 1d12")]), blues)
    assert attack_rolls.damage(tiger, tiger.units[0], tiger.units[1], 1, 16) == 150  # 3 + 3 + 9
    twice = battle(men("Knights", weapons=[weapon("1d8")], attacks=4), blues)
    assert attack_rolls.damage(twice, twice.units[0], twice.units[1], 1, 16) == 120
    for number, wanted in ((1, 2), (2, 1), (3, 2), (4, 1)):
        often = battle(men("Knights", attacks=3), blues, round=number)
        assert attack_rolls.attacks(often, often.units[0], often.units[1]) == wanted
    for number, wanted in ((1, 3), (2, 2)):
        often = battle(men("Lords", attacks=5), blues, round=number)
        assert attack_rolls.attacks(often, often.units[0], often.units[1]) == wanted


@pytest.mark.rule("battlesystem:8.6a", "battlesystem:8.4")
def test_one_attack_in_two_rounds_is_none_in_even_ones() -> None:
    slow, blues = men("Slow", attacks=1, weapons=[weapon("1d8")]), men("Blues", side=1)
    for number, wanted in ((1, 1), (2, 0), (3, 1), (4, 0)):
        state = battle(slow, blues, round=number)
        one, other = state.units.values()
        one.acted = other.attacked = False
        assert attack_rolls.attacks(state, one, other) == wanted
        assert attack_rolls.damage(state, one, other, 1, 16) == 60 * wanted
        table = Script(dice=[3, 4] if wanted else [])
        dealt = attack_rolls.strike(state, table, one, other, [0, 1], FRONT)
        table.finish()
        assert bool(dealt) is one.acted is other.attacked is bool(wanted)
        assert bool(table.events) is bool(wanted)
    # what is weak they strike as often as ever
    sweeping = men("Slow", attacks=1, modifiers=[Modifier(attacks=3, weak=True)])
    state = battle(sweeping, men("Goblins", side=1, weak=True), round=2)
    assert attack_rolls.attacks(state, state.units[0], state.units[1]) == 3


@pytest.mark.rule("battlesystem:8.6b")
def test_fighters_sweep_through_the_weak() -> None:
    knights = men("Knights", attacks=3, modifiers=[Modifier(attacks=7, weak=True)])
    goblins = men("Goblins", side=1, creature="goblin", weak=True)
    orcs = men("Orcs", side=1, creature="orc")

    def number(enemy: Any, round: int, sweep: bool = True) -> int:
        state = battle(knights, enemy, round=round, options={"fighter_sweep": sweep})
        return attack_rolls.attacks(state, state.units[0], state.units[1])

    assert [number(goblins, 1), number(goblins, 2)] == [7, 7]
    assert [number(orcs, 1), number(orcs, 2)] == [2, 1]
    assert [number(goblins, 1, False), number(goblins, 2, False)] == [2, 1]


@pytest.mark.rule("battlesystem:8.4")
def test_own_armour_is_better_against_some() -> None:
    dwarves = men("Axes", side=1, armour_class=4, modifiers=[Modifier(own_ac=-4, against=("ogre", "troll"))])
    ogres = battle(men("Ogres", creature="ogre", attack_rating=20), dwarves)
    assert attack_rolls.attack_sum(ogres, ogres.units[0], ogres.units[1], FRONT) == 19
    orcs = battle(men("Orcs", creature="orc", attack_rating=20), dwarves)
    assert attack_rolls.attack_sum(orcs, orcs.units[0], orcs.units[1], FRONT) == 15


@pytest.mark.rule("battlesystem:7.14i")
def test_what_even_the_worst_roll_kills() -> None:
    weak = battle(
        men("Knights", attack_rating=18, weapons=[weapon("1d8")]),
        men("Kobolds", side=1, armour_class=10, figure=50),
    )
    assert (
        attack_rolls.certain_kills(weak, weak.units[0], weak.units[1], 6, FRONT) == 6
    )  # 17 - 10 + 12: 5 each
    tough = battle(men("Men", attack_rating=21, weapons=[weapon("1d6")]), men("Orcs", side=1))
    assert attack_rolls.certain_kills(tough, tough.units[0], tough.units[1], 7, FRONT) == 0


@pytest.mark.rule("battlesystem:8.4", "battlesystem:8.1d")
def test_an_attack_is_told_with_its_sum_and_leaves_its_marks() -> None:
    state = facing()
    first, second = state.units.values()
    table = Script([2, 6])
    found = attack_rolls.strike(state, table, first, second, [0, 1, 2], FRONT)
    assert (state.struck, first.acted, second.attacked) == (True, True, True)
    (event,) = table.events
    assert event.tallies[0].total == 20 - 1 - 6 + 8 == event.data["roll"]
    assert event.data["damage"] == found
    assert second.figures == 12  # nobody is taken off yet
    silent = Script([2, 6], telling=False)
    assert attack_rolls.strike(state, silent, first, second, [0, 1, 2], FRONT) == found
    assert not silent.events


@pytest.mark.rule("battlesystem:8.4")
def test_an_attack_of_nobody_is_none() -> None:
    state = facing()
    assert attack_rolls.strike(state, Script([]), state.units[0], state.units[1], [], FRONT) == 0
    assert not state.struck


def test_rosters_are_not_touched() -> None:
    state = facing()
    before = replace(state.setting.rosters[0])
    attack_rolls.strike(state, Script([1, 1]), state.units[0], state.units[1], [0], REAR)
    assert state.setting.rosters[0] == before
