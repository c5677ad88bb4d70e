"""Individual combat, riders, chariots, shield walls and pikes at their edges; each sum written out before it was played.

Where versions 1 to 8 of the rules had it otherwise, the same is played by version 8 too.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice
from rulebooks.battlesystem.test_part_three_by_hand import Bench

from banneret.geometry.rectangles import REAR
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.duellists import duellists_of
from banneret.rulebooks.battlesystem.army.individual_builder import Person, made
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import duelling, parting
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.duels.combat import Combat
from banneret.rulebooks.battlesystem.duels.contacts import aspect, face
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.duels.duellists import BEHIND, FLANK, Arms, Blow, Duellist
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.odds import individuals, man_to_man
from banneret.rulebooks.battlesystem.stages import TIERS
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.rosters import Roster
from banneret.rulebooks.battlesystem.tables.sheets import Champion
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.rulebooks.battlesystem.view.duel_marks import duel_links
from banneret.rulebooks.battlesystem.view.forecasts.duels import of_two
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL
from banneret.testing import Script

BEFORE = 8  # the version of the rules until which what is mended here was otherwise


def man(number: int, side: int, points: int = 20, attacks: int = 2, **changes: Any) -> Duellist:
    """THAC0 16 and AC 5, so that 11 or more hits, for 1d8; in one line with the others, so that all fight face to face."""
    arms = Arms("sword", (Blow(16, Dice.of("1d8"), Dice.of("1d8")),), attacks)
    return Duellist(number, side, f"Man {number}", points, 5, (arms,), x=number * 0.5, **changes)


def frail(number: int, side: int, attacks: int) -> Duellist:
    """One with a single hit point, whom each hit fells."""
    return man(number, side, 1, attacks)


# ---------------------------------------------------------------- routines


@pytest.mark.rule("battlesystem:9.4b.attacks", "battlesystem:9.4b.declare")
@pytest.mark.parametrize(
    ("mended", "struck"),
    [(True, ["0 at 1", "0 at 2"]), (False, ["0 at 1", "0 at 2", *["0 at 3"] * 5])],
)
def test_blows_at_goblins_are_turned_on_no_knight(mended: bool, struck: list[str]) -> None:
    # A fighter of the seventh level has 4 + 3 blows at goblins alone. The first two fell both goblins whom he touches (20 hits, for
    # 8 of 4). The knight (3), whom he touches as well, would have had two blows in this round: he is none of those to be swept.
    goblins = [man(number, 1, 4, attacks=0, weak=True) for number in (1, 2)]
    knight = man(3, 1, attacks=0)
    combat = Combat(
        [man(0, 0, attacks=3, sweeps=7), *goblins, knight], [(0, 1), (0, 2), (0, 3)], True, mended
    )
    table = Bench([6, 1, 1, 1, 20, 8, 20, 8, *[1] * 5], {0: [("declare", (0, "attack", 0, 1))]})
    combat.melee_round(table)
    assert table.struck() == struck
    assert knight.hit_points == 20


@pytest.mark.rule("battlesystem:9.4b.order", "battlesystem:9.4b.attacks")
@pytest.mark.parametrize(
    ("attacks", "other", "falls", "order"),
    [
        (6, 2, [1, 6], "0100"),  # three against one: the one and the middle one together, 6 before 1
        (6, 2, [6, 1], "0010"),
        (6, 4, [1, 6], "01010"),  # against two: one before, one between and one after, whatever the dice
        (6, 6, [1, 6], "101010"),
        (5, 4, [1, 6], "01010"),  # 5/2: three in odd rounds
    ],
)
def test_three_routines(attacks: int, other: int, falls: list[int], order: str) -> None:
    combat = Combat([man(0, 0, attacks=attacks), man(1, 1, attacks=other)], [(0, 1)])
    table = Bench([*falls, *[1] * len(order)])
    combat.melee_round(table)
    assert "".join([row[0] for row in table.struck()]) == order


@pytest.mark.rule("battlesystem:9.4b.order")
def test_by_older_rules_the_third_routine_was_lost() -> None:
    combat = Combat([man(0, 0, attacks=6), man(1, 1)], [(0, 1)], is_mended=False)
    table = Bench([1, 6, *[1] * 3])
    combat.melee_round(table)
    assert "".join([row[0] for row in table.struck()]) == "010"


@pytest.mark.rule("battlesystem:9.4b.order", "battlesystem:9.4b.initiative")
def test_the_odds_of_three_routines_against_one() -> None:
    # Each blow hits with 1/2 and fells. The first blow: 1/2. Else 15 of 36 throws give the three the higher die: he hits (1/2), or is hit
    # (1/4), or hits with the last (1/8). 15: he is hit (1/2), or hits with one of two (3/8). 6, both at once: he alone (1/4), the other
    # alone (1/4), both (1/4), or his last (1/8). First: 1/2 + 1/2 (15 x 5/8 + 15 x 3/8 + 6 x 3/8) / 36 = 71/96.
    found = man_to_man.Combat(frail(0, 0, 6), frail(1, 1, 2)).phase(1)
    assert (found.first, found.second) == (Fraction(71, 96), Fraction(17, 96))
    assert (found.both, found.neither) == (Fraction(1, 48), Fraction(1, 16))


# ---------------------------------------------------------------- numbers of melee rounds


@pytest.mark.rule("battlesystem:9.4b.rounds")
@pytest.mark.parametrize(("mine", "theirs"), [(3, 0), (0, 3), (1, 1), (4, 1)])
def test_odds_of_two_who_are_in_different_rounds(mine: int, theirs: int) -> None:
    # 3/2 attacks: two in odd rounds. Who fought three rounds with another is in his fourth (one blow), who came now in his first (two).
    # The first has one hit point, and does 16 at most of the second's 20, so that all blows of the second come.
    first, second = frail(0, 0, 3), man(1, 1, attacks=3)
    first.fought, second.fought = mine, theirs
    falls = 1 - Fraction(1, 2) ** (2 if theirs % 2 == 0 else 1)
    assert man_to_man.Combat(first, second).phase(1).second == falls
    assert man_to_man.Combat(second, first).phase(1).first == falls


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_the_forecast_counts_the_rounds_of_either() -> None:
    # Red is in his fourth round, Blue, with one hit point left, in his first. Both need 8 (13/20). In one melee round Red has one blow,
    # Blue two, which do 16 at most of Red's 48: Red's blow comes, and fells with 13/20.
    state = touching()
    red, blue = state.individuals.values()
    red.fought, blue.fought, blue.hurt = 3, 0, 47
    odds = of_two(state, duelling.duellist(state, red), duelling.duellist(state, blue), 1)
    assert [round(chance.share, 2) for chance in odds.chances[:2]] == [65.0, 0.0]


@pytest.mark.rule("battlesystem:9.4b.rounds")
@pytest.mark.parametrize(("foes", "share"), [((1,), 65.0), ((), 87.75)])
def test_the_board_shows_the_odds_of_the_rounds_to_come(foes: tuple[int, ...], share: float) -> None:
    # Both have fought three rounds, Blue has one hit point left. With one another: the fourth is next, with a blow of either. With
    # others: the first, with two of Red's. He hits with 8 or more, 13/20. In the only melee round that is left Blue falls with that, or
    # with 1 - (7/20)^2.
    state = touching()
    red, blue = state.individuals.values()
    red.fought, blue.fought, blue.hurt = 3, 3, 47
    red.foes, blue.foes = foes, (0,) if foes else ()
    state.duels = [Duel((0, 1), rounds=2)]
    link = duel_links(state, viewer_of(0))[0]
    assert link.odds is not None
    assert round(link.odds.chances[0].share, 2) == share


# ---------------------------------------------------------------- who fights, and how one leaves


def touching(*more: Any, version: int = 9, **changes: Any) -> State:
    """Red (side 0) at (30, 20) and Blue due north of him, both of the tenth level: THAC0 8, AC 0, 48 hit points, 3/2 attacks, 1d8."""
    return battle(
        men("Far", 12, 6, 50, 10),
        men("Farther", 12, 6, 50, 40, 180, side=1),
        leaders=[hero("Red", 30, 20, **changes), hero("Blue", 30, 20.5, 1), *more],
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
        options={"version": version},
    )


def sheet_of(state: State, number: int) -> Champion:
    found = state.setting.sheets[number].champion
    assert found is not None
    return found


MISSES = dice({6: 3, 20: 1}, {6: 4, 20: 1})


def phase(state: State) -> Loaded:
    """All individual combats of a Melee Phase, in which everybody misses."""
    state.stage = stages.DUELS
    table = Loaded(MISSES)
    while state.stage == stages.DUELS:
        duelling.duel_step(state, table)
    return table


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_who_is_pushed_into_a_combat_is_not_of_it() -> None:
    state = touching(hero("Late", 40, 20))
    table = Loaded(MISSES)
    duelling.duel_step(state, table)
    duelling.duel_step(state, table)
    late = state.individuals[2]
    late.x, late.y = 30.0, 21.0  # beside Blue, behind whom he stands now
    while state.stage == stages.DUELS:
        duelling.duel_step(state, table)
    told = [event for event in table.events if event.kind == "blow"]
    assert {str(event.data["unit"]) for event in told} == {"l0", "l1"}
    assert (late.fought, late.struck, state.individuals[0].fought) == (0, False, 3)


@pytest.mark.rule("battlesystem:9.4b.groups", "battlesystem:9.4b.rounds")
@pytest.mark.parametrize("fallen", [True, False])
def test_a_combat_whose_fighters_were_parted_is_not_fought(fallen: bool) -> None:
    state = touching(hero("White", 40, 20), hero("Black", 40, 20.5, 1))
    table = Loaded(MISSES)
    duelling.duel_step(state, table)
    assert [duel.fighters for duel in state.duels or []] == [(0, 1), (2, 3)]
    for number in (2, 3):
        state.individuals[number].on_table = not fallen
    state.individuals[2].y = 18.0
    while state.stage == stages.DUELS:
        duelling.duel_step(state, table)
    assert len([event for event in table.events if event.kind == "melee round"]) == 3
    assert [one.fought for one in state.individuals.values()] == [3, 3, 0, 0]


@pytest.mark.rule("battlesystem:9.4b.rounds", "battlesystem:9.4b.groups")
def test_two_combats_are_fought_one_after_the_other() -> None:
    state = touching(hero("White", 40, 20), hero("Black", 40, 20.5, 1))
    table = phase(state)
    told = [event.data["pieces"] for event in table.events if event.kind == "melee round"]
    assert told == [["l0", "l1"]] * 3 + [["l2", "l3"]] * 3


def gone(state: State, *words: Any) -> None:
    order: Order = ("lead", 0, *words)
    assert individual_moves.refusal(state, 0, order) is None
    individual_moves.carry_out(state, Loaded(MISSES), 0, order)


@pytest.mark.rule("battlesystem:9.4b.rounds")
@pytest.mark.parametrize(("version", "blows"), [(9, [4, 2, 4]), (BEFORE, [2, 4, 2])])
def test_who_withdraws_and_is_met_again_begins_at_one(version: int, blows: list[int]) -> None:
    # Three rounds, 2 + 1 + 2 blows of either. Red withdraws 3 in, Blue comes after him: 2 + 1 + 2 again, and not 1 + 2 + 1.
    state = touching(version=version)
    phase(state)
    gone(state, "withdraw")
    state.individuals[1].y = 17.5
    table = phase(state)
    counts = [0, 0, 0]
    melee = -1
    for event in table.events:
        melee += event.kind == "melee round"
        if event.kind == "blow":
            counts[melee] += 1
    assert counts == blows


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_who_stays_with_another_goes_on() -> None:
    # White withdraws from Blue, who still touches Red: these two go on with their fourth round.
    state = touching(hero("White", 30, 21))
    phase(state)
    order: Order = ("lead", 2, "withdraw")
    individual_moves.carry_out(state, Loaded(MISSES), 0, order)
    assert [one.foes for one in state.individuals.values()] == [(1,), (0,), ()]
    phase(state)
    assert [one.fought for one in state.individuals.values()] == [6, 6, 0]


@pytest.mark.rule("battlesystem:9.4b.leave", "battlesystem:9.4b.rear")
@pytest.mark.parametrize(("version", "needed"), [(9, 3), (BEFORE, 6)])
def test_who_flees_is_struck_past_shield_and_dexterity(version: int, needed: int) -> None:
    # Blue's 8 against AC 0: 8, from behind 6. Of the armour class the shield is 1 and Dexterity 2: 3.
    state = touching(version=version, shield=1, nimble=2)
    table = Loaded(MISSES)
    parting.strike_at(state, table, state.individuals[0])
    assert [event.data["needed"] for event in table.events] == [needed, needed]


@pytest.mark.rule("battlesystem:9.4b.leave")
def test_the_odds_of_a_flight_from_a_man() -> None:
    # AC 3 - 1 - 2 = 0: 14 would hit. From behind 14 - 2 - 1 - 2 = 9: 12 of 20 do. Two blows at one hit point: 1 - (2/5)^2.
    one, enemy = duellists_of("fighter 7 + 1 hp + dexterity 16", 0)[0], duellists_of("fighter 7", 1)[0]
    assert individuals.flight(one, enemy).second == 1 - Fraction(2, 5) ** 2


def refused(state: State, *words: Any) -> str:
    found = individual_moves.refusal(state, 0, ("lead", 0, *words))
    return "" if found is None else found.reason


OVER = "in the way: he does not go through those whom he touches."
STILL = "He would still touch the enemy there."


@pytest.mark.rule("battlesystem:9.4b.leave")
@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([(30, 25)], OVER),  # straight over Blue, north of him
        ([(33, 22)], OVER),  # 0.5 x 3 / 3.6 = 0.42 in beside his middle: half an inch is taken
        ([(33, 20.2)], ""),  # past him
        ([(29.87, 20.02)], STILL),  # half an inch from him all the time
        ([(30, 19)], ""),
        ([(29, 20), (29, 20.5), (29.5, 20.5)], STILL),  # round him, to his west
        ([(29, 20), (29, 24)], ""),
    ],
)
def test_ways_of_flight_from_a_man(points: list[tuple[float, float]], reason: str) -> None:
    found = refused(touching(), "flee", *points)
    assert found.endswith(reason) if reason else not found


@pytest.mark.rule("battlesystem:9.4b.leave", "battlesystem:9.0d")
def test_nobody_flees_through_the_ranks_of_the_enemy() -> None:
    # A regiment two ranks deep (1.5 in) looks south, right before him: 3 in behind it there is room, but no way.
    def state(version: int) -> State:
        return battle(
            men("Orcs", 12, 6, 30, 20.25, 180, side=1),
            leaders=[hero("Red", 30, 20)],
            tier=stages.INTERMEDIATE,
            options={"version": version},
        )

    assert refused(state(9), "flee", (30, 25)) == f"Orcs are {OVER}"
    assert refused(state(BEFORE), "flee", (30, 25)) == ""
    assert refused(state(9), "flee", (36, 20)) == ""  # along its front, and off it
    offered = individual_moves.offers(state(9), state(9).individuals[0])
    assert ("lead", 0, "flee", (30, 8)) in offered  # straight back, as far as he goes
    assert all(order[3][1] <= 20 for order in offered if order[2] == "flee")


# ---------------------------------------------------------------- figures of individuals


@pytest.mark.rule("battlesystem:9.4b.rear", "battlesystem:9.0b")
@pytest.mark.parametrize(("words", "reach", "behind"), [("3 Ogres", 0.25, 2), ("3 Hill giants", 0.5, 0)])
def test_of_three_around_a_man_two_ogres_are_behind_and_no_giant(
    words: str, reach: float, behind: int
) -> None:
    # At 120 degrees the middle of an ogre is 0.5 x 1/2 = 0.25 in behind the line, all of him just behind it. A giant stands 0.75 in off,
    # 0.375 in behind it, and half an inch of him reaches over it.
    sides = (duellists_of("fighter 7", 0), duellists_of(words, 1))
    individuals.fought(sides, 1, True, 1, 0)  # sets them up around him
    one = sides[0][0]
    assert {other.reach for other in sides[1]} == {reach}
    face(one, sides[1][0])
    found = [aspect(other, one) for other in sides[1]]
    assert (found.count(BEHIND), found.count(FLANK)) == (behind, 0 if behind else 1)


@pytest.mark.rule("battlesystem:9.4b.damage", "battlesystem:9.4b.thac0")
@pytest.mark.parametrize(
    ("creature", "dice_", "thac0"),
    [("ogre", ["1d10+2"], 13), ("centaur", ["1d6", "1d6", "1d6+2"], 13), ("treant", ["4d6+2", "4d6+2"], 7)],
)
def test_magic_of_the_weapon_that_a_creature_has_by_nature(
    creature: str, dice_: list[str], thac0: int
) -> None:
    # 4+1 and 4 hit dice: THAC0 15; 12: 9. Its price is that of a weapon +2, and it does two points more.
    row = made(Person(creature, plus=2)).row()
    assert (row["weapon"]["sm"], row["weapon"]["plus"], row["thac0"]) == (dice_, 2, thac0)


@pytest.mark.rule("battlesystem:9.4b.abilities")
@pytest.mark.parametrize(
    "words", ["magic-user 5 + strength 18/50", "thief 9 + strength 18/00", "Ogre + strength 18/01"]
)
def test_hundredths_of_strength_are_for_warriors_in_words_too(words: str) -> None:
    with pytest.raises(BadInput, match="only warriors"):
        duellists_of(words, 0)
    ranger = duellists_of("ranger 5 + strength 18/52", 0)[0]
    assert ranger.arms[0].blows[0] == Blow(16 - 2, Dice.of("1d8+3"), Dice.of("1d12+3"))


@pytest.mark.rule("battlesystem:9.4b.to-hit", "battlesystem:8.3i")
@pytest.mark.parametrize(("version", "needed"), [(9, 8 + 4), (BEFORE, 8)])
def test_ogre_mages_hit_gnomes_worse(version: int, needed: int) -> None:
    # THAC0 8 against AC 0, and 4 worse against gnomes, as for other ogres.
    state = touching(version=version, creature="gnome")
    state.setting.sheets[1].champion = replace(sheet_of(state, 1), creature="ogre-mage")
    duelling.duel_step(state, Loaded(MISSES))
    table = Loaded(MISSES)
    duelling.duel_step(state, table)
    told = [event.data["needed"] for event in table.events if event.kind == "blow" and event.side == 1]
    assert told == [needed, needed]


@pytest.mark.rule("battlesystem:9.4b.damage", "battlesystem:9.4b.abilities")
@pytest.mark.parametrize(
    ("words", "enemy", "needed", "dice_"),
    [
        ("fighter 1 + dagger + strength 3", "fighter 1 + ac 10", 20 + 3 - 10, "1d4-1"),
        ("elf fighter 7 + longsword +3", "Ogre", 14 - 3 - 1 - 5, "1d12+3"),  # skilled; against L
        ("elf fighter 7 + spear +3", "Ogre", 14 - 3 - 5, "1d8+3"),  # not with spears
        ("gnome fighter 3", "Kobold", 18 - 1 - 7, "1d8"),  # gnomes against kobolds
        ("Ogre", "dwarf fighter 3", 15 + 4 - 2, "1d10"),  # AC 2 is -2 against ogres
        ("cleric 10 + footmans-mace +2", "fighter 20", 14 - 2 - 2, "1d6+3"),
        ("fighter 17 + two-handed-sword", "Hill giant", 4 - 4, "3d6"),
    ],
)
def test_sheets_in_words(words: str, enemy: str, needed: int, dice_: str) -> None:
    found = individuals.individuals(words, enemy, {}).to_json()
    blow = found["sheets"]["attacker"]["blows"][-1]
    assert (blow["needed"], blow["damage"]) == (needed, dice_)


# ---------------------------------------------------------------- riders


def riders_and_foe(version: int = 9, formation: int = OPEN, lances: int = 0, **changes: Any) -> State:
    """Eight riders of AR 20, without a commander in their ranks, who have charged home on twelve men (AC 6) at y 24; these move now."""
    arms = weapon("1d6 1d4 1d4")
    arms.lances = lances
    return battle(
        men("Foe", 12, 6, 30, 24, 0, engaged=True, **changes),
        men(
            "Riders", 8, 8, 30, 24, 180, side=1, formation=formation, charged=0, leader_at=NOBODY, weapons=[arms],
            riding="cavalry", width=0.75, depth=1.5, moved=True, movement=24.0,
        ),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )  # fmt: skip


@pytest.mark.rule("battlesystem:11.4", "battlesystem:8.8d", "battlesystem:8.3f")
@pytest.mark.parametrize(
    ("version", "formation", "add", "roll"),
    [
        (9, OPEN, True, 20 + 1 - 2 - 2 - 6 + 7),  # open, from behind, charged in this Game Round
        (BEFORE, OPEN, True, 20 + 1 - 2 - 6 + 7),
        (9, CLOSED, True, 20 - 2 - 2 - 6 + 7),  # the 1 of closed order is of the Melee Phase alone
        (9, CLOSED, False, 20 - 2 - 2 - 6 + 7),
    ],
)
def test_riders_who_charged_strike_at_those_who_flee(
    version: int, formation: int, add: bool, roll: int
) -> None:
    state = riders_and_foe(version, formation)
    state.setting.flags.charge_bonuses_add = add
    order: Order = ("flee", 0, 0)
    assert disengaging_orders.refusal(state, 0, order) is None
    table = Loaded(dice({10: 1}, {6: 3, 10: 1}))
    table.falls |= {(6, 1): 3}
    disengaging_orders.carry_out(state, table, 0, order)
    struck = [event for event in table.events if event.kind == "attack"]
    assert [event.data["roll"] for event in struck] == [roll - 1]  # the dice show 3 and 3


@pytest.mark.rule("battlesystem:11.4", "battlesystem:8.8d")
def test_riders_who_only_walked_up_have_no_bonus_at_a_back() -> None:
    state = riders_and_foe()
    riders, foe = state.units[1], state.units[0]
    riders.charged = NOBODY
    assert attack_rolls.rating(state, riders, foe, REAR, free=True) == 20 + 1 - 2


def enlisted(words: dict[str, Any], recruit: Recruit) -> Roster:
    """The roster of a unit of an army, as a scenario reads it; `words` change its row."""
    row = {**enlist(recruit).row(), "id": "unit", **words}
    return read_unit(row, "test", {"tier": TIERS[stages.INTERMEDIATE]}).roster


@pytest.mark.rule("battlesystem:11.2d", "battlesystem:8.6", "battlesystem:8.6b")
@pytest.mark.parametrize(
    ("version", "weak", "hit_dice"),
    [(9, True, 3 * 5 + 3 + 3), (BEFORE, True, 3 * (5 + 3 + 3)), (9, False, 5 + 3 + 3)],
)
def test_riders_strike_goblins_once_a_level_and_their_horses_once(
    version: int, weak: bool, hit_dice: int
) -> None:
    # At an attack roll of 18 D8 does 5 hit dice and D4 does 3.
    riders = enlisted({}, Recruit("human-fighter-3", 12, mount="horse-light-warhorse"))
    state = battle(men("Riders", 8), men("Foe", 12, side=1, weak=weak), options={"version": version})
    state.units[0].now.weapons, state.units[0].now.modifiers = riders.weapons, riders.modifiers
    assert attack_rolls.damage(state, state.units[0], state.units[1], 1, 18) == 10 * hit_dice


@pytest.mark.rule("battlesystem:11.2d", "battlesystem:8.6a")
@pytest.mark.parametrize(("round_", "hit_dice"), [(1, 2 * 5 + 3 + 3), (2, 5 + 3 + 3)])
def test_riders_with_three_attacks_in_two_rounds(round_: int, hit_dice: int) -> None:
    riders = enlisted({"attacks": "3/2"}, Recruit("human-fighter-1", 12, mount="horse-light-warhorse"))
    state = battle(men("Riders", 8), men("Foe", 12, side=1), round=round_)
    state.units[0].now.weapons, state.units[0].now.attacks = riders.weapons, riders.attacks
    assert attack_rolls.damage(state, state.units[0], state.units[1], 1, 18) == 10 * hit_dice


@pytest.mark.rule("battlesystem:11.2d", "battlesystem:11.3e")
@pytest.mark.parametrize(
    ("mount", "troop", "attacks", "steeds"),
    [
        ("horse-light-warhorse", "cavalry", ["1d4", "1d4", "1d4"], 2),  # daggers and hooves
        ("horse-light-warhorse", "chariots", ["1d6", "1d4", "1d4", "1d4", "1d4"], 4),  # two horses
        ("worg", "cavalry", ["1d6", "1d4", "1d4"], 0),  # as printed at Lairn: not those of worgs
    ],
)
def test_the_last_attacks_are_those_of_mounts(
    mount: str, troop: str, attacks: list[str], steeds: int
) -> None:
    arms = [{"id": "by-roster", "name": "arms", "sm": attacks, "l": attacks}]
    found = enlisted({"weapons": arms, "mount": mount, "troop": troop}, Recruit("human-fighter-1", 12))
    assert found.weapons[0].steeds == steeds


@pytest.mark.rule("battlesystem:11.2a", "battlesystem:8.6b", "battlesystem:11.2e")
def test_goblins_on_worgs_are_not_weak_and_drow_on_horses_resist_no_magic() -> None:
    assert enlisted({}, Recruit("goblin", 12)).weak
    assert not enlisted({}, Recruit("goblin", 12, mount="worg")).weak
    assert enlisted({}, Recruit("elf-drow", 12)).magic_resistance == 50
    assert enlisted({}, Recruit("elf-drow", 12, mount="horse-light-warhorse")).magic_resistance == 0
    assert enlisted({}, Recruit("wight", 12, mount="horse-light-warhorse")).drains


# ---------------------------------------------------------------- squares of shields


def square(version: int = 9, **changes: Any) -> State:
    """A square of twelve, four wide and three deep, at (30, 20), and eight enemies at its front."""
    return battle(
        men("Legion", 12, 4, 30, 20, shields=ALL, large_shields=True, **changes),
        men("Orcs", 8, 4, 30, 20, 180, side=1, engaged=True),
        men("Others", 8, 4, 50, 40, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:4.2b")
@pytest.mark.parametrize(
    ("version", "shields", "morale"), [(9, ALL, 12 + 1), (BEFORE, ALL, 12 + 1 - 2), (9, 0, 12 + 1 - 2)]
)
def test_a_square_has_no_rear_for_morale(version: int, shields: int, morale: int) -> None:
    # Base morale 12, closed. The others stand at the south side of the block, 2.25 in deep.
    state = square(version)
    state.units[0].shields = shields
    others = state.units[2]
    assert others.block is not None
    others.stand(men("", 8, 4, 30, 17.75, 0, side=1).unit.block)  # type: ignore[arg-type]
    in_command.review(state, Script())
    assert current_morale.current(state, state.units[0], Cause(LOSSES, 1)) == morale


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:7.12b")
@pytest.mark.parametrize(("version", "asked", "y"), [(9, [], 20.0), (BEFORE, ["follow"], 23.0)])
def test_a_square_does_not_follow(version: int, asked: list[str], y: float) -> None:
    state = square(version)
    table = Script(orders=[("follow", 0, 1)] if asked else [])
    disengaging_orders.carry_out(state, table, 1, ("withdraw", 1))
    table.finish()
    legion = state.units[0]
    assert table.kinds == asked
    assert legion.block is not None
    assert (legion.block.y, legion.shields) == (y, ALL)
    assert legion.left_by == (() if asked else (1,))


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:7.12c")
@pytest.mark.parametrize(("falls", "y", "shields"), [([7, 6], 23.0, 0), ([6, 6], 20.0, ALL)])
def test_a_square_of_unruly_troops_is_drawn_on(falls: list[int], y: float, shields: int) -> None:
    # Discipline 12: a 13 fails. They follow, and open as they are out of hand, which ends the wall.
    state = square(low_or_chaotic=True)
    table = Script(dice=falls)
    disengaging_orders.carry_out(state, table, 1, ("withdraw", 1))
    table.finish()
    legion = state.units[0]
    assert legion.block is not None
    assert (legion.block.y, legion.shields) == (y, shields)
