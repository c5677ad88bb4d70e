"""Heroes, missiles, artillery and ground in cases of our own: each sum written out from the tables before it was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crew, hero, line, men

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.duels.combat import Combat
from banneret.rulebooks.battlesystem.duels.duellists import BEHIND, FLANK, FRONT, Arms, Blow, Duellist, needed
from banneret.rulebooks.battlesystem.engines.firing import artillery_step
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.man_to_man import chances
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, OPEN
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING
from banneret.testing import Script

# ---------------------------------------------------------------- individual combat


class Bench(Table):
    """A table with dice in order, at which all say what is written for them, or the default."""

    telling = False

    def __init__(self, dice: Sequence[int], orders: dict[int, list[Order]] | None = None) -> None:
        self.script = list(dice)
        self.orders = orders or {}
        self.rolled: list[str] = []

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        waiting = [self.orders.get(decision.side) or [decision.default()] for decision in decisions]
        return [orders.pop(0) for orders in waiting]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        self.rolled.append(why)
        return self.script.pop(0)

    def struck(self) -> list[str]:
        """Who struck at whom, in order: "0 at 1"."""
        return [
            why.replace("Man ", "").replace("strikes ", "") for why in self.rolled if " strikes at " in why
        ]


def man(number: int, side: int, points: int = 20, attacks: int = 2, **changes: Any) -> Duellist:
    """THAC0 14, AC 5, 1d8, one attack; in one line with the others, so that all fight face to face."""
    arms = Arms("sword", (Blow(14, Dice.of("1d8"), Dice.of("1d8")),), attacks)
    return Duellist(number, side, f"Man {number}", points, 5, (arms,), x=number * 0.5, **changes)


@pytest.mark.rule("battlesystem:9.4b.order", "battlesystem:9.4b.initiative")
def test_two_with_two_routines_and_two_with_one() -> None:
    # Dice 2, 6, 5, 1 of men 0 to 3. Two routines: 2 before 0. One: 1 before 3. So 2, 0, 1, 3, 2, 0. All miss (1 on the d20).
    fighters = [man(0, 0, attacks=4), man(1, 0), man(2, 1, attacks=4), man(3, 1)]
    combat = Combat(fighters, [(0, 2), (0, 3), (1, 2), (1, 3)])
    table = Bench([2, 6, 5, 1, *[1] * 6])
    combat.melee_round(table)
    assert [row.split()[0] for row in table.struck()] == ["2", "0", "1", "3", "2", "0"]


@pytest.mark.rule("battlesystem:9.4b.rounds", "battlesystem:9.4b.attacks")
def test_nine_blows_in_six_melee_rounds_with_three_in_two() -> None:
    # 2 + 1 + 2, and in the next Game Round 1 + 2 + 1: the pattern does not begin again.
    combat = Combat([man(0, 0, points=99, attacks=3), man(1, 1, points=99, attacks=0)], [(0, 1)])
    blows: list[int] = []
    for _ in range(6):
        combat.melee_round(Bench([3, 3, *[1] * 2]))
        blows.append(len([one for one in combat.blows if one.striker == 0]))
    assert blows == [2, 1, 2, 1, 2, 1]


@pytest.mark.rule("battlesystem:9.4b.initiative", "battlesystem:9.4b.hit-points")
def test_of_three_who_strike_together_the_one_struck_down_strikes_too() -> None:
    # Equal dice: 0 falls to 1 (8 of 8), and strikes down 2 all the same (8 of 8), who strikes 0 as well and misses.
    fighters = [man(0, 0, points=8), man(1, 1), man(2, 1, points=8)]
    combat = Combat(fighters, [(0, 1), (0, 2)])
    table = Bench([4, 4, 4, 20, 8, 20, 8, 1], {0: [("declare", (0, "attack", 0, 2))]})
    combat.melee_round(table)
    assert table.struck() == ["0 at 2", "1 at 0", "2 at 0"]
    assert [one.hit_points for one in fighters] == [0, 20, 0]


@pytest.mark.rule("battlesystem:9.4b.to-hit")
@pytest.mark.parametrize(
    ("thac0", "armour", "faces"), [(20, -5, 1), (20, -6, 0), (14, 5, 12), (6, 10, 20), (20, 0, 1), (19, 0, 2)]
)
def test_faces_of_the_twenty_that_hit(thac0: int, armour: int, faces: int) -> None:
    # 20 hits up to a number of 25: 20 - -5 = 25 still, 26 no more. 14 - 5 = 9: 9 to 20.
    assert chances(thac0 - armour) == faces


@pytest.mark.rule("battlesystem:9.4b.rear")
@pytest.mark.parametrize(("aspect", "number"), [(FRONT, 12), (FLANK, 11), (BEHIND, 7)])
def test_what_is_lost_at_the_side_and_behind(aspect: int, number: int) -> None:
    # AC 2 of which the shield is 1 and Dexterity 2. Behind: 14 - 2 = 12, less 2, 2 and 1.
    target = man(1, 1, shield=1, nimble=2)
    target.armour_class = 2
    assert needed(man(0, 0), Blow(14, Dice.of("1d8"), Dice.of("1d8")), target, aspect) == number


@pytest.mark.rule("battlesystem:9.4b.attacks", "battlesystem:9.4b.order")
def test_seven_blows_at_goblins_are_four_and_three() -> None:
    # A fighter of the seventh level: four, then the goblin, then three. With an orc among his aims he has his usual one.
    goblin = man(1, 1, points=90, weak=True)
    combat = Combat([man(0, 0, sweeps=7), goblin], [(0, 1)])
    table = Bench([1, 6, *[1] * 8])
    combat.melee_round(table)
    assert [row.split()[0] for row in table.struck()] == ["0"] * 4 + ["1"] + ["0"] * 3


# ---------------------------------------------------------------- heroes and figures


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:9.4a.whole-figure")
@pytest.mark.parametrize(
    ("tenths", "figure", "attacks", "ratio", "off"),
    [
        (49, 100, 2, 10, 0),  # less than half
        (50, 100, 2, 10, 25),  # half: a wound
        (900, 100, 2, 10, 25),  # and no more than one
        (22, 45, 2, 5, 0),
        (23, 45, 2, 5, 12),  # half of 4.5 is 2.25
        (900, 60, 10, 5, 120),  # ten attacks at figures of five: two figures at most
        (70, 60, 10, 10, 60),
        (30, 60, 10, 10, 30),  # who can affect a whole figure does what the dice say
    ],
)
def test_what_a_hero_takes_off_a_unit(tenths: int, figure: int, attacks: int, ratio: int, off: int) -> None:
    state = battle(men("Foes", 6, 6, figure=figure, ratio=ratio), men("Far", 4, 4, 55, 47, 180, side=1))
    assert sums.suffered(state, attacks, state.units[0], tenths) == off


@pytest.mark.rule("battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("tenths", "points"), [(5, 2), (15, 6), (2, 1), (1, 0), (4, 2), (3, 1), (60, 24)])
def test_hit_points_for_hit_dice(tenths: int, points: int) -> None:
    assert sums.hit_points(tenths) == points  # 0.4 x 4 = 1.6; 0.3 x 4 = 1.2


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:8.5c")
@pytest.mark.parametrize(("round_", "tenths"), [(1, 160), (2, 80)])
def test_a_two_handed_sword_at_a_figure(round_: int, tenths: int) -> None:
    # AR 23 - AC 6 + 4 = 21. 1d10+5 is read in D20: 8 hit dice; two attacks in odd rounds, one in even ones.
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1, armour_class=6),
        men("Spears", 12, 6, 10, 10),
        leaders=[hero("Grange", 30, 20.25, damage="1d10+5")],
        tier=stages.INTERMEDIATE,
        round=round_,
    )
    one, orcs = state.individuals[0], state.units[0]
    total = sums.champion_sum(state, one, orcs, sums.aim_at(state, one, orcs))
    assert total == 17
    assert sums.champion_damage(state, one, orcs, total + 4) == tenths


# ---------------------------------------------------------------- volleys and shots


def bows(number: int = 20, files: int = 10, **changes: Any) -> Troop:
    facts = missile_of("long-bow")
    return men("Archers", number, files, 30, 24, 0, missile=facts, volleys=facts.volleys, **changes)


def foes(inches: float, heading: float = 180.0, **changes: Any) -> Troop:
    """AC 6, 24 figures of 10 hit dice, 8 wide, their front so many inches before y = 24; looking north their rear is 1.5 in nearer."""
    return men("Foes", 24, 8, 30, 24 + inches, heading, side=1, **changes)


def shot(
    *troops: Troop, dice: Sequence[int], words: tuple[str, ...] = (), **changes: Any
) -> tuple[State, int, int]:
    """The state after one volley of the first unit at the second, its attack roll and tenths of hit dice."""
    state = battle(
        *troops, stage=stages.MISSILES, tier=stages.INTERMEDIATE, options={"premeasure": True}, **changes
    )
    table = Script(dice=[*dice, 1, 1], orders=[("shoot", 0, 1, *words)])
    phases.missile_step(state, table)
    told = next(event for event in table.events if event.kind == "volley")
    return state, told.data["roll"], told.data["damage"]


@pytest.mark.rule("battlesystem:10.8c", "battlesystem:10.8g", "battlesystem:10.2e", "battlesystem:8.7")
def test_a_shield_wall_at_long_range() -> None:
    # 20 + 5 + 4 - 6 + 7 = 30: 0.2 a figure in D6, 20 figures twice: 8 hit dice. No figure of 10 falls, and one is wounded.
    state, roll, tenths = shot(bows(), foes(15.0, shields=WALKING), dice=[3, 4])
    assert (roll, tenths) == (30, 80)
    assert (state.units[1].figures, bool(state.units[1].wounded)) == (24, True)


@pytest.mark.rule("battlesystem:10.1l", "battlesystem:10.8f", "battlesystem:10.8g")
@pytest.mark.parametrize(("inches", "roll"), [(7.0, 21), (7.2, 23), (14.0, 23), (14.2, 26), (20.9, 26)])
def test_bands_of_a_longbow_are_inclusive(inches: float, roll: int) -> None:
    assert shot(bows(), foes(inches), dice=[3, 4])[1] == roll  # 20 - 6 + 7, 2 more, 5 more


@pytest.mark.rule("battlesystem:10.8a", "battlesystem:10.8h")
@pytest.mark.parametrize(
    ("formation", "mine", "roll"), [(CLOSED, CLOSED, 21), (OPEN, CLOSED, 22), (CLOSED, OPEN, 21)]
)
def test_the_formation_of_the_target_counts_and_not_the_shooters(
    formation: int, mine: int, roll: int
) -> None:
    assert shot(bows(10, formation=mine), foes(5.0, formation=formation), dice=[3, 4])[1] == roll


@pytest.mark.rule("battlesystem:11.6a", "battlesystem:11.6b", "battlesystem:11.6d")
@pytest.mark.parametrize(("shields", "roll"), [(0, 21), (WALKING, 21), (ALL, 25)])
def test_arrows_from_behind_meet_a_wall_in_square_only(shields: int, roll: int) -> None:
    assert shot(bows(), foes(7.0, 0.0, shields=shields), dice=[3, 4])[1] == roll


@pytest.mark.rule("battlesystem:10.0a", "battlesystem:10.1i", "battlesystem:10.2e")
def test_the_third_row_of_archers_does_not_shoot() -> None:
    # 20 figures 8 wide: 16 shoot once; 20 - 6 + 5 = 19 gives 4 hit dice in D6: 64, six figures of ten and a wound.
    state, roll, tenths = shot(bows(20, 8), foes(5.0), dice=[2, 3], words=("once",))
    assert (roll, tenths) == (19, 640)
    assert (state.units[1].figures, bool(state.units[1].wounded)) == (18, True)


def fired(
    engine: str, inches: float, dice: list[int], *between: Troop, words: tuple[str, ...] = (), **changes: Any
) -> tuple[int, int]:
    """The attack roll and tenths of a shot of a piece, its front at y = 4, at a unit so many inches before it."""
    replaced = changes.pop("replaced", False)
    state = battle(
        crew(engine, y=4.0),
        men("Foes", 24, 8, 30, 4.0 + inches, 180, side=1, **changes),
        *between,
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    state.pieces[0].replaced = replaced
    table = Script(dice=[*dice, 1, 1], orders=[("fire", 0, 1, *words)])
    artillery_step(state, table)
    told = next(event for event in table.events if event.kind == "volley")
    return told.data["roll"], told.data["damage"]


@pytest.mark.rule("battlesystem:10.9i", "battlesystem:10.9h", "battlesystem:10.8a")
def test_a_ballista_at_a_loose_unit_at_long_range() -> None:
    # 20 + 5 + 1 - 10 + 9 = 25: twice 1 in D6, whatever the armour.
    assert fired("ballista", 30.0, [4, 5], formation=OPEN, armour_class=-3) == (25, 20)


@pytest.mark.rule("battlesystem:10.9e", "battlesystem:10.9a", "battlesystem:11.6c")
def test_a_light_catapult_at_its_ends() -> None:
    # 15 inches: 20 - 5 + 8 = 23, twice 3 in D10; a shield wall gives nothing. 30 inches: 5 more, 28, twice 1.
    assert fired("light-catapult", 15.0, [4, 4], shields=WALKING) == (23, 60)
    assert fired("light-catapult", 30.0, [4, 4]) == (28, 20)


@pytest.mark.rule("battlesystem:10.9b", "battlesystem:10.9f", "battlesystem:10.10b")
def test_a_heavy_catapult_over_friends_with_another_crew() -> None:
    # 20 + 3 + 2 - 5 + 6 = 26: twice 2 in D12.
    friends = men("Friends", 12, 12, 30, 12, 0)
    assert fired("heavy-catapult", 24.0, [3, 3], friends, words=("over",), replaced=True) == (26, 40)


# ---------------------------------------------------------------- ground


def gone(*ground: Feature, movement: float = 12.0, inches: float = 30.0, **changes: Any) -> float:
    """Inches that an open unit of six files gets north from y = 10."""
    files = changes.pop("files", 6)
    facts: dict[str, Any] = {"formation": OPEN, "movement": movement, **changes}
    troop = men("Axes", 12, files, 30.0, 10.0, **facts)
    state = battle(troop, men("Far", 4, 4, 55, 47, 180, side=1), terrain=list(ground))
    found = walking.plan(state, state.units[0], [("slide", 0, inches)], None)
    assert found.unit.block is not None
    return round(found.unit.block.y - 10.0, 2)


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:11.8e", "battlesystem:11.8k")
def test_a_hedge_and_then_a_swamp() -> None:
    # 2 inches and a hedge (4): 6 of 12 are left, which are 3 inches of swamp.
    assert gone(line("hedge", (0, 11), (60, 11)), area("swamp", 0, 12, 60, 40)) == 5.0


@pytest.mark.rule("battlesystem:11.8h", "battlesystem:11.8n")
def test_the_second_contour_is_not_climbed_with_three_inches_left() -> None:
    # 2, a contour (4), 3 inches: 9 of 12. The next contour takes 4.
    hill = area("hill", 0, 12, 60, 40, 1), area("hill", 0, 15, 60, 40, 2)
    assert gone(*hill) == pytest.approx(5.0, abs=0.02)
    assert gone(*hill, movement=15.0) == pytest.approx(
        5.0, abs=0.02
    )  # 2 + 5 + 3 + 5: all of it, and not an inch on
    assert gone(*hill, movement=18.0) == 6.0  # 2 + 6 + 3 + 6 and 1


@pytest.mark.rule("battlesystem:11.8d", "battlesystem:11.8e")
def test_elves_pay_for_the_stream_and_not_for_the_wood() -> None:
    ground = line("stream", (0, 12), (60, 12)), area("woods", 0, 14, 60, 40)
    assert gone(*ground, natives=("woods",)) == 8.0  # 12 - 4
    assert gone(*ground) == pytest.approx(4 + 4 / 1.5, abs=0.01)


@pytest.mark.rule("battlesystem:11.8h", "battlesystem:11.8b")
def test_woods_on_a_slope_cost_both() -> None:
    # 2 inches, a contour (4), and 6 left are 4 inches of woods.
    assert gone(area("hill", 0, 12, 60, 40, 1), area("woods", 0, 12, 60, 40)) == 6.0


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:11.8k")
def test_a_road_through_a_swamp_is_a_road() -> None:
    road = line("road", (30, 0), (30, 48), width=2.5)  # two files of an open unit are 2 in wide
    swamp = area("swamp", 0, 0, 60, 48)
    assert gone(road, swamp, movement=9.0, files=2) == 12.0
    assert gone(road, swamp, movement=9.0) == 4.5  # six files are wider than the road


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.8a")
def test_a_mob_is_no_loose_target() -> None:
    from rulebooks.battlesystem.regiments import crowd

    state, roll, _ = shot(bows(), crowd("Mob", 16, 30, 29, 180, side=1), dice=[3, 4])
    assert (state.units[1].formation, roll) == (MOB, 21)
