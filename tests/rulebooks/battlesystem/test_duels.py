"""Individual combat played at the table: who strikes when and whom, what hits, and when it ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.army.duellists import duellists_of
from banneret.rulebooks.battlesystem.duels.combat import Combat
from banneret.rulebooks.battlesystem.duels.contacts import aspect, face, groups, touched
from banneret.rulebooks.battlesystem.duels.declarations import Declaration
from banneret.rulebooks.battlesystem.duels.duellists import (
    BEHIND,
    FLANK,
    FRONT,
    Arms,
    Blow,
    Duellist,
    needed,
    routines,
)
from banneret.rulebooks.battlesystem.duels.moments import moments
from banneret.rulebooks.battlesystem.tables.dice import Dice


def blow(thac0: int, small: str, large: str = "") -> Blow:
    return Blow(thac0, Dice.of(small), Dice.of(large or small))


def man(
    number: int, side: int, points: int = 20, thac0: int = 14, damage: str = "1d8", attacks: int = 2
) -> Duellist:
    arms = Arms("sword", (blow(thac0, damage),), attacks)
    return Duellist(number, side, f"Man {number}", points, 5, (arms,))


class Scripted(Table):
    """A table with dice in order, at which the sides say what is written for them, or the default."""

    def __init__(self, dice: Sequence[int], orders: dict[int, list[Order]] | None = None) -> None:
        self.telling = True
        self.script = list(dice)
        self.orders = orders or {}
        self.events: list[Event] = []
        self.rolled: list[str] = []

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        found = []
        for decision in decisions:
            waiting = self.orders.get(decision.side)
            order = waiting.pop(0) if waiting else decision.default()
            assert decision.check(order) is None, decision.check(order)
            found.append(order)
        return found

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        self.rolled.append(why)
        return self.script.pop(0)

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def strikes(self) -> list[str]:
        return [why for why in self.rolled if " strikes at " in why]


# ---------------------------------------------------------------- what hits


@pytest.mark.rule("battlesystem:9.4b.to-hit")
def test_thac0_less_armour_class_hits() -> None:
    """THAC0 6 against AC -2: 8. THAC0 20 against -2: 22, which a natural 20 hits."""
    target = Duellist(1, 1, "Garrock", 60, -2, ())
    assert needed(target, blow(6, "1d8"), target) == 8
    fight = Combat([man(0, 0, thac0=20), target := man(1, 1)], [(0, 1)])
    target.armour_class = -2
    fight.melee_round(Scripted([6, 1, 20, 7, 3]))
    assert target.hit_points == 13


@pytest.mark.rule("battlesystem:9.4b.rear")
def test_from_behind_neither_shield_nor_dexterity_counts_and_the_roll_is_better() -> None:
    """AC 2, of which the shield makes 1 and Dexterity 2: in front 14 - 2 = 12, from the bare side 14 - 3, from behind 14 - 5 - 2."""
    target = Duellist(1, 1, "Derek", 60, 2, (), shield=1, nimble=2)
    striker, sword = man(0, 0), blow(14, "1d8")
    found = [needed(striker, sword, target, side) for side in (FRONT, FLANK, BEHIND)]
    assert found == [12, 11, 7]
    tally = Tally("needed")
    needed(striker, sword, target, BEHIND, tally=tally)
    assert tally.total == 7
    assert [part.amount for part in tally.explain()] == [14, -2, -2, -2, -1]


@pytest.mark.rule("battlesystem:9.4b.rear")
def test_behind_is_who_stands_wholly_behind_the_line_through_the_middle() -> None:
    target = Duellist(1, 1, "Hero", 60, 2, (), heading=0.0)

    def from_(x: float, y: float) -> int:
        striker = man(0, 0)
        striker.x, striker.y = x, y
        return aspect(striker, target)

    assert from_(0.0, 0.5) == FRONT
    assert from_(0.5, 0.0) == FLANK  # the right, where the shield is not
    assert from_(-0.5, 0.0) == FRONT
    assert from_(0.4, -0.3) == from_(-0.4, -0.25) == BEHIND
    assert from_(-0.4, -0.24) == FRONT  # the base reaches over the line
    turned = Duellist(1, 1, "Hero", 60, 2, ())
    striker = man(0, 0)
    striker.x = -0.5
    face(turned, striker)
    assert turned.heading == pytest.approx(270.0)
    assert aspect(striker, turned) == FRONT


@pytest.mark.rule("battlesystem:9.4b.rear")
def test_one_among_three_has_two_behind() -> None:
    """Three stand around him at 0, 120 and 240 degrees; he turns to the first, and the two others have +2."""
    alone = man(0, 0, points=500)
    others = [man(number, 1) for number in (1, 2, 3)]
    for one, (x, y) in zip(others, ((0.0, 0.5), (0.433, -0.25), (-0.433, -0.25)), strict=True):
        one.x, one.y = x, y
    table = Scripted([6, 5, 4, 3, 1, 1, 1, 1])
    Combat([alone, *others], [(0, one.id) for one in others]).melee_round(table)
    assert [event.data["needed"] for event in table.events if event.kind == "blow"] == [9, 9, 7, 7]


@pytest.mark.rule("battlesystem:9.4b.rear")
def test_one_among_four_has_one_behind() -> None:
    """He turns to the first of those who stand around him; the one at his back strikes at 2 better, without his shield."""
    alone = man(0, 0, points=500)
    alone.shield = 1
    others = [man(number, 1) for number in (1, 2, 3, 4)]
    for one, (x, y) in zip(others, ((0.0, 0.5), (0.5, 0.0), (0.0, -0.5), (-0.5, 0.0)), strict=True):
        one.x, one.y = x, y
    fight = Combat([alone, *others], [(0, one.id) for one in others])
    table = Scripted([6, 5, 4, 3, 2, 1, 1, 1, 1, 1])
    fight.melee_round(table)
    assert [event.data["needed"] for event in table.events if event.kind == "blow"] == [9, 9, 8, 6, 9]


# ---------------------------------------------------------------- in which order


@pytest.mark.rule("battlesystem:9.4b.initiative")
def test_of_equal_numbers_of_attacks_the_higher_die_goes_first_each_time() -> None:
    """Garrock 5, Black Derek 3, two attacks each: Garrock, Derek, Garrock, Derek."""
    fight = Combat([man(0, 0, attacks=4), man(1, 1, attacks=4)], [(0, 1)])
    table = Scripted([5, 3, 1, 1, 1, 1])
    fight.melee_round(table)
    first, second = "Man 0 strikes at Man 1", "Man 1 strikes at Man 0"
    assert table.strikes() == [first, second, first, second]
    assert table.rolled[:2] == ["initiative of Man 0", "initiative of Man 1"]


@pytest.mark.rule("battlesystem:9.4b.initiative")
def test_equal_dice_are_simultaneous_and_both_may_fall() -> None:
    one, other = man(0, 0, points=4), man(1, 1, points=4)
    table = Scripted([4, 4, 15, 5, 15, 6])
    assert Combat([one, other], [(0, 1)]).fight(table) == 1
    assert (one.hit_points, other.hit_points) == (-2, -1)


@pytest.mark.rule("battlesystem:9.4b.initiative")
def test_who_falls_first_strikes_no_more() -> None:
    one, other = man(0, 0, points=4), man(1, 1, points=4)
    table = Scripted([2, 4, 15, 5])
    assert Combat([one, other], [(0, 1)]).fight(table) == 1
    assert (one.hit_points, other.hit_points) == (-1, 4)


@pytest.mark.rule("battlesystem:9.4b.order")
@pytest.mark.parametrize("dice", [[1, 6], [6, 1], [3, 3]])
def test_two_routines_come_before_and_after_one(dice: list[int]) -> None:
    """Garrock with two routines against a giant with one, whatever the initiative."""
    fight = Combat([man(0, 0, attacks=4), man(1, 1)], [(0, 1)])
    table = Scripted([*dice, 1, 1, 1])
    fight.melee_round(table)
    first = "Man 0 strikes at Man 1"
    assert table.strikes() == [first, "Man 1 strikes at Man 0", first]


@pytest.mark.rule("battlesystem:9.4b.order")
def test_all_attacks_of_a_monster_are_one_routine() -> None:
    troll = duellists_of("Troll", 1)[0]
    assert [len(row) for row in routines(troll, 1, weak=False)] == [3]
    assert moments([2, 1, 1], [1, 6, 2]) == [[0], [1], [2], [0]]
    assert moments([2, 2, 1], [3, 3, 6]) == [[0, 1], [2], [0, 1]]
    assert moments([0, 1], [6, 1]) == [[1]]


# ---------------------------------------------------------------- how many


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_three_attacks_in_two_rounds_are_five_in_the_first_phase_and_four_in_the_second() -> None:
    one, other = man(0, 0, points=500, attacks=3), man(1, 1, points=500)
    for attacks in (5, 4):
        table = Scripted([3, 3, *[1] * 3] * 2 + [3, 3, 1, 1, 1] * 2)
        assert Combat([one, other], [(0, 1)]).fight(table) == 3
        assert table.strikes().count("Man 0 strikes at Man 1") == attacks
        assert table.strikes().count("Man 1 strikes at Man 0") == 3


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_it_ends_before_the_third_round_where_a_side_has_nobody_left() -> None:
    one, other = man(0, 0), man(1, 1, points=1)
    table = Scripted([6, 1, 20, 1])
    assert Combat([one, other], [(0, 1)]).fight(table) == 1
    assert table.script == []


@pytest.mark.rule("battlesystem:9.4b.attacks")
def test_fighters_strike_once_a_level_at_those_of_less_than_a_hit_die() -> None:
    """The 7th level: four blows first and three later; against an orc of one hit die 2 in odd rounds, 1 in even ones."""
    fighter, goblin = duellists_of("fighter 7", 0)[0], duellists_of("Goblin", 1)[0]
    assert goblin.weak
    assert [len(row) for row in routines(fighter, 1, weak=True)] == [4, 3]
    assert [len(row) for row in routines(fighter, 1, weak=False)] == [1, 1]
    assert [len(row) for row in routines(fighter, 2, weak=False)] == [1]
    assert not duellists_of("Orc", 1)[0].weak
    assert duellists_of("Man-at-arms", 1)[0].weak
    cleric = duellists_of("cleric 7", 0)[0]
    assert [len(row) for row in routines(cleric, 1, weak=True)] == [1]


@pytest.mark.rule("battlesystem:9.4b.damage")
def test_damage_goes_by_the_size_of_the_target_and_is_taken_off_at_once() -> None:
    """A stone giant (L) is hit for 3d6+3 with 4, 2, 5: 14 hit points; a man would be for 1d10+3."""
    hero, giant = man(0, 0), man(1, 1, points=50)
    hero.arms = (Arms("two-handed sword", (blow(6, "1d10+3", "3d6+3"),)),)
    giant.large = True
    Combat([hero, giant], [(0, 1)]).melee_round(Scripted([6, 1, 15, 4, 2, 5, 1]))
    assert giant.hit_points == 36


@pytest.mark.rule("battlesystem:9.4b.hit-points")
def test_at_no_hit_points_one_is_out_of_the_fight() -> None:
    """Kint has 5 hit points and is hit for 9: at -4 he fights no more."""
    kint, other = man(0, 0, points=5), man(1, 1, damage="1d10")
    fight = Combat([kint, other], [(0, 1)])
    table = Scripted([1, 6, 20, 9])
    fight.melee_round(table)
    assert kint.hit_points == -4
    assert fight.over()
    assert not kint.able
    exactly = man(0, 0, points=9)
    Combat([exactly, other], [(0, 1)]).melee_round(Scripted([1, 6, 20, 9]))
    assert not exactly.able


# ---------------------------------------------------------------- whom


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_those_who_are_linked_fight_one_combat_and_strike_whom_they_touch() -> None:
    """A touches X and Y, Y touches B: all four; B can strike Y, not X."""
    pairs = [(1, 7), (1, 8), (2, 8)]
    assert groups([*pairs, (3, 9)]) == [(1, 2, 7, 8), (3, 9)]
    assert [touched(pairs, one) for one in (1, 2, 7, 8)] == [[7, 8], [8], [1], [1, 2]]
    fight = Combat([man(1, 0), man(2, 0), man(7, 1), man(8, 1)], pairs)
    own = [fight.fighters[1], fight.fighters[2]]
    asked = Declaration(0, own, {one.id: fight.enemies(one) for one in own})
    assert asked.check(("declare", (1, "attack", 0, 7), (2, "attack", 0, 8))) is None
    refused = asked.check(("declare", (1, "attack", 0, 7), (2, "attack", 0, 7)))
    assert refused is not None
    assert "base contact" in refused.reason


@pytest.mark.rule("battlesystem:9.4b.scope")
def test_nobody_outside_the_combat_is_touched() -> None:
    fighters = [man(1, 0), man(2, 0), man(7, 1), man(8, 1)]
    for group in groups([(1, 7), (2, 8)]):
        inside = [one for one in fighters if one.id in group]
        outside = {one.id: one.hit_points for one in fighters if one.id not in group}
        Combat(inside, [(group[0], group[1])]).fight(Scripted([6, 1, 20, 8, 20, 8] * 3))
        assert outside == {one.id: one.hit_points for one in fighters if one.id not in group}


@pytest.mark.rule("battlesystem:9.4b.declare")
def test_attacks_are_declared_one_by_one_and_turned_on_another_where_the_target_is_gone() -> None:
    """Three claws: two at the first, who falls by the first of them, one at the second; the second claw is turned."""
    beast, first, second = man(1, 0, points=60), man(7, 1, points=3), man(8, 1)
    beast.arms = (Arms("claws", (blow(14, "1d4"),) * 3),)
    said: Order = ("declare", (1, "attack", 0, 7, 7, 8))
    table = Scripted([6, 1, 1, 20, 3, 20, 4, 20, 2, 1], {0: [said]})
    Combat([beast, first, second], [(1, 7), (1, 8)]).melee_round(table)
    assert (first.hit_points, second.hit_points) == (0, 14)
    assert table.strikes()[:3] == ["Man 1 strikes at Man 7", *["Man 1 strikes at Man 8"] * 2]


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_targets_of_two_routines_follow_one_another() -> None:
    one, first, second = man(1, 0, attacks=4), man(7, 1), man(8, 1)
    table = Scripted([6, 1, 1, 1, 1, 1, 1], {0: [("declare", (1, "attack", 0, 7, 8))]})
    Combat([one, first, second], [(1, 7), (1, 8)]).melee_round(table)
    assert [why for why in table.strikes() if why.startswith("Man 1")] == [
        "Man 1 strikes at Man 7",
        "Man 1 strikes at Man 8",
    ]


@pytest.mark.rule("battlesystem:9.4b.declare")
def test_each_declares_with_what_it_strikes_or_nothing() -> None:
    one, other = man(1, 0), man(7, 1)
    one.arms = (*one.arms, Arms("axe", (blow(12, "1d6"),)))
    held: Order = ("declare", (7, "hold"))
    with_axe: Order = ("declare", (1, "attack", 1, 7))
    table = Scripted([1, 6, 10, 6], {0: [with_axe], 1: [held]})
    Combat([one, other], [(1, 7)]).melee_round(table)
    assert table.strikes() == ["Man 1 strikes at Man 7"]
    assert (one.holds, other.hit_points) == (1, 14)
    asked = Declaration(0, [one], {1: [other]})
    for order in asked.orders():
        assert asked.check(order) is None
    chance = Chance(7)
    assert all(asked.check(asked.sample(chance)) is None for _ in range(50))


@pytest.mark.rule("battlesystem:9.4b.declare")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ((), "Say what each does"),
        (("declare",), "Nothing is said of Man 1"),
        (("declare", (1, "hold"), (1, "hold")), "two rows"),
        (("declare", (9, "hold")), "begins with a fighter"),
        (("declare", "hold"), "begins with a fighter"),
        (("declare", (True, "hold")), "begins with a fighter"),
        (("declare", (1, "hold", 7)), "names nobody"),
        (("declare", (1, "attack", 0)), "can attack with arms"),
        (("declare", (1, "cast", 0, 7)), "can attack with arms"),
        (("declare", (1, "attack", 2, 7)), "no such arms"),
        (("declare", (1, "attack", 0, 7.5)), "are numbers"),
        (("declare", (1, "attack", 0, *[7] * 30)), "can attack with arms"),
    ],
)
def test_what_cannot_be_declared(order: Order, reason: str) -> None:
    asked = Declaration(0, [man(1, 0)], {1: [man(7, 1)]})
    refused = asked.check(order)
    assert refused is not None
    assert reason in refused.reason
    assert refused.nearest == ("declare", (1, "attack", 0, 7))
