"""Shots where two rules meet, on figures worked out by hand: skirmishers of whom some have shot, several ranges, the seam of two bases."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crew, hero, line, men, skirmishers

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.forecasts.volleys import volley_preview
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script


def bows(places: list[tuple[float, float]], missile: str = "long-bow", **changes: Any) -> Troop:
    """Skirmishing Reds who look north, AR 20."""
    return skirmishers("Reds", places, missile=missile_of(missile), **changes)


def foes(figures: int, files: int, x: float, y: float, **changes: Any) -> Troop:
    """Blues of AC 6 who look south."""
    return men("Blues", figures, files, x, y, 180, side=1, **changes)


def shooting(*troops: Troop, version: int = 9, **changes: Any) -> State:
    options = {"premeasure": True, "version": version}
    return battle(*troops, stage=stages.MISSILES, tier=stages.INTERMEDIATE, options=options, **changes)


def made(state: State) -> list[int]:
    """The shots of each skirmisher of the first unit in this round."""
    singles = state.units[0].singles
    assert singles is not None
    return [single.shots for single in singles]


def rolled(table: Script) -> list[int]:
    return [event.tallies[0].total for event in table.events if event.kind == "volley" and event.tallies]


PAIR_AND_ONE = [(20.0, 8.0), (22.0, 8.0), (50.0, 8.0)]
"""Two who see what is near x = 20, and a third who sees nothing there: it is outside his arc."""


@pytest.mark.rule("battlesystem:10.2", "battlesystem:9.4d")
@pytest.mark.parametrize(("version", "shots"), [(8, [1, 3, 0]), (9, [1, 2, 0])])
def test_a_skirmisher_who_shot_once_shoots_once_more_at_a_hero(version: int, shots: list[int]) -> None:
    """Two shoot once at Blues; the third, who has two shots left, does not see the hero. Of the two the nearer one has one shot."""
    state = shooting(
        bows(PAIR_AND_ONE), foes(10, 5, 20, 20), leaders=[hero("Hector", 26, 18, 1)], version=version
    )
    table = Script(dice=[6, 6, 6, 6], orders=[("shoot", 0, 1, "once"), ("snipe", 0, 0)])
    phases.missile_step(state, table)
    phases.missile_step(state, table)
    assert made(state) == shots


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:9.4d")
def test_who_shot_at_a_hero_out_of_range_is_who_aimed_at_him() -> None:
    """Nothing is measured: he stands 27 inches before the second of two, whose shots are spent; the first does not see him."""
    state = shooting(bows([(10, 8), (50, 8)]), foes(4, 4, 10, 40), leaders=[hero("Hector", 50, 35.5, 1)])
    state.setting.flags.premeasure = False
    phases.missile_step(state, Script(orders=[("snipe", 0, 0)]))
    assert made(state) == [0, 2]


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.2e")
@pytest.mark.parametrize("version", [8, 9])
def test_the_shots_of_a_volley_are_made_by_skirmishers_who_see_its_target(version: int) -> None:
    """Two have one shot left and see Greens; who has two does not, and by version 8 his were spent on nobody."""
    others = men("Greens", 10, 5, 26, 20, 180, side=1)
    state = shooting(bows(PAIR_AND_ONE), foes(10, 5, 20, 20), others, version=version)
    table = Script(dice=[6, 6, 6, 6], orders=[("shoot", 0, 1, "once"), ("shoot", 0, 2)])
    phases.missile_step(state, table)
    shown = volley_preview(state, Shooting(state, 0, "battlesystem:1.5"), ("shoot", 0, 2))
    assert shown.sentence == "Reds shoot at Greens with 2 figures, 11.8 in away."
    phases.missile_step(state, table)
    assert made(state) == ([2, 2, 0] if version == 9 else [1, 1, 2])
    assert rolled(table) == [28, 28][: 2 if version == 9 else 1]  # 20 + 2 (medium) - 6 + 12


@pytest.mark.rule("battlesystem:10.2f", "battlesystem:10.1k")
@pytest.mark.parametrize(("version", "may"), [(8, False), (9, True)])
def test_of_skirmishers_with_heavy_crossbows_some_shoot_after_others(version: int, may: bool) -> None:
    others = men("Greens", 10, 5, 50, 20, 180, side=1)
    troop = bows(PAIR_AND_ONE, "heavy-crossbow")
    state = shooting(troop, foes(10, 5, 20, 20), others, round=2, version=version)
    phases.missile_step(state, Script(dice=[6, 6], orders=[("shoot", 0, 1)]))
    assert made(state) == [1, 1, 0]
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert (decision.check(("shoot", 0, 2)) is None) is may
    state.round = 3
    assert Shooting(state, 0, "battlesystem:1.5").orders() == [("hold",)]


class Asked(Script):
    """Keeps the questions who falls, and answers them as is usual."""

    def __init__(self, **script: Any) -> None:
        super().__init__(**script)
        self.fallen: list[list[int]] = []

    def ask(self, decision: Decision) -> Order:
        if decision.kind != "losses":
            return super().ask(decision)
        self.fallen.append(list(decision.touched))  # type: ignore[attr-defined]
        order = decision.default()
        assert order is not None
        return order


NEAR_AND_FAR = [(28.0, 8.0), (30.0, 8.0), (32.0, 8.0), (28.0, 1.0), (30.0, 1.0), (32.0, 1.0)]


@pytest.mark.rule("battlesystem:10.1h", "battlesystem:10.1k", "battlesystem:10.0b")
@pytest.mark.parametrize("version", [8, 9])
def test_at_two_ranges_the_second_roll_finds_who_is_left(version: int) -> None:
    """Short: 20 + 1 - 6 + 2 = 17, 4 hit dice each, 12: two of 6 hit dice. Medium: 19, 4 each: two of the four who are left."""
    target = foes(6, 6, 30, 14.5, formation=OPEN, figure=60, morale=30)
    state = shooting(bows(NEAR_AND_FAR), target, version=version)
    table = Asked(dice=[1, 1, 1, 1, 1, 1, 1, 1], orders=[("shoot", 0, 1, "once")])
    phases.missile_step(state, table)
    assert rolled(table)[:1] == [17]
    assert 19 in rolled(table)
    assert state.units[1].figures == 2
    assert table.fallen == [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3] if version == 9 else [0, 1, 2, 3, 4, 5]]


@pytest.mark.rule("battlesystem:10.8b", "battlesystem:10.1k")
@pytest.mark.parametrize(("version", "far"), [(8, 18), (9, 20)])
def test_each_range_has_the_cover_that_it_meets(version: int, far: int) -> None:
    """A hedge half an inch south of Blues: over it from 12 inches, 20 + 2 + 2 - 6 + 2 = 20; from the west, 5 inches away, 20 - 6 + 2 = 16."""
    troop = bows([(25, 20.375), (30, 7)])
    assert troop.unit.singles is not None
    troop.unit.singles[0].heading = 90.0
    target = foes(1, 1, 30.375, 20, figure=1000, morale=30)
    state = shooting(troop, target, terrain=[line("hedge", (28, 19.5), (36, 19.5))], version=version)
    decision = Shooting(state, 0, "battlesystem:1.5")
    shown = volley_preview(state, decision, ("shoot", 0, 1, "once")).odds
    assert shown is not None
    assert [throw.figures[0].value for throw in shown.throws] == ["14 + 2d6", f"{far - 2} + 2d6"]
    table = Script(dice=[1, 1, 1, 1], orders=[("shoot", 0, 1, "once")])
    phases.missile_step(state, table)
    assert rolled(table) == [16, far]


@pytest.mark.rule("battlesystem:10.7a")
@pytest.mark.parametrize(
    ("version", "away", "figures", "formation", "may"),
    [
        (8, 2.0, 2, 0, True),
        (9, 2.0, 2, 0, False),  # the line runs along the seam of two bases that touch
        (9, 3.0, 2, 0, True),  # far enough
        (9, 2.0, 2, 1, True),  # between two in open formation, half an inch apart
        (9, 2.0, 3, 0, False),  # over the middle one
        (9, 2.0, 12, 0, False),  # two ranks
    ],
)
def test_nobody_shoots_over_near_friends_along_the_seam_of_two_bases(
    version: int, away: float, figures: int, formation: int, may: bool
) -> None:
    """One archer at x = 30 with his front at y = 8, friends before him about the same middle, one enemy behind them."""
    archer = men("Reds", 1, 1, 30, 8, missile=missile_of("long-bow"))
    files = min(figures, 6)
    back = 0.75 * (figures // files)
    friends = men("Friends", figures, files, 30, 8 + away + back, formation=OPEN if formation else 0)
    state = shooting(archer, friends, foes(1, 1, 30, 20, width=0.02), version=version)
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert (decision.check(("shoot", 0, 2, "over")) is None) is may


@pytest.mark.rule("battlesystem:10.7")
@pytest.mark.parametrize(
    ("away", "end", "rule"),
    [
        (2.5, "over friends 3 in away or more; Friends is nearer.", "battlesystem:10.7"),
        (3.0, "", ""),
    ],
)
def test_who_cannot_shoot_over_friends_is_told_who_is_too_near(away: float, end: str, rule: str) -> None:
    archers = men("Reds", 6, 6, 30, 8, missile=missile_of("long-bow"))
    friends = men("Friends", 6, 6, 30, 8 + away + 0.75)
    decision = Shooting(shooting(archers, friends, foes(6, 6, 30, 20)), 0, "battlesystem:1.5")
    found = decision.check(("shoot", 0, 2, "over"))
    assert (found.reason.partition("within reach, ")[2], found.rule) == (end, rule) if found else not end


@pytest.mark.rule("battlesystem:10.1g", "battlesystem:10.1m")
def test_divided_fire_is_foretold_by_those_who_make_it() -> None:
    """All ten see all of Blues between them, no one archer does: the three told off see a part, and so are 2 worse."""
    wood = area("woods", 27, 11, 30, 13)
    archers = men("Reds", 10, 10, 30, 8, missile=missile_of("long-bow"))
    state = shooting(archers, foes(12, 12, 30, 20), men("Greens", 6, 6, 18, 20, 180, side=1), terrain=[wood])
    decision = Shooting(state, 0, "battlesystem:1.5")
    order: Order = ("split", 0, (1, 1), (2, 3), "once")
    shown = volley_preview(state, decision, order).odds
    assert shown is not None
    sums = [throw.figures[0].value for throw in shown.throws]
    table = Script(dice=[3, 3, 3, 3], orders=[order])
    phases.missile_step(state, table)
    assert [f"{total - 6} + 2d6" for total in rolled(table)] == sums
    assert sums[0] == "18 + 2d6"  # 20 + 2 (medium) + 2 (seen in part) - 6


# ---------------------------------------------------------------- woods


@pytest.mark.rule("battlesystem:11.9", "battlesystem:11.9a")
@pytest.mark.parametrize(
    ("version", "reds", "blues", "may"),
    [
        (8, (30.0, 24.0, 0.0), (30.0, 24.9, 180.0), True),
        (9, (30.0, 24.0, 0.0), (30.0, 24.9, 180.0), False),  # 13 inches deep in the wood
        (9, (30.0, 11.5, 0.0), (30.0, 12.4, 180.0), False),  # Reds 0.75 from its edge, Blues 2.4
        (9, (12.0, 11.0, 90.0), (12.9, 11.0, 270.0), True),  # along the edge: both 0.625 from it
        (9, (30.0, 10.5, 180.0), (30.0, 4.0, 0.0), True),  # out of it
    ],
)
def test_within_a_wood_nobody_shoots_but_at_its_edge(
    version: int, reds: tuple[float, float, float], blues: tuple[float, float, float], may: bool
) -> None:
    """Less than an inch apart in a wood from (10, 10) to (50, 40)."""
    archers = men("Reds", 1, 1, *reds, missile=missile_of("long-bow"), formation=OPEN)
    others = men("Blues", 1, 1, *blues, side=1, formation=OPEN)
    state = shooting(archers, others, terrain=[area("woods", 10, 10, 50, 40)], version=version)
    assert (Shooting(state, 0, "battlesystem:1.5").check(("shoot", 0, 1)) is None) is may


# ---------------------------------------------------------------- skirmishers of whom some shot, and elites that disperse


def moving(*troops: Troop, version: int = 9) -> State:
    options = {"premeasure": True, "version": version}
    return battle(*troops, stage=stages.MOVEMENT, tier=stages.INTERMEDIATE, options=options)


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.4b", "battlesystem:10.4c")
@pytest.mark.parametrize(
    ("version", "missile", "ends"),
    [
        (8, "light-crossbow", [8.0, 8.0, 8.0]),
        (9, "light-crossbow", [8.0, 8.0, 20.0]),  # either move or shoot: the third did not shoot
        (8, "long-bow", [14.0, 14.0, 14.0]),
        (9, "long-bow", [14.0, 14.0, 20.0]),  # half of 12 for who shot
    ],
)
def test_a_skirmisher_who_did_not_shoot_moves_his_full_rate(
    version: int, missile: str, ends: list[float]
) -> None:
    troop = bows(PAIR_AND_ONE, missile, movement=12.0, shots=1, last_shot=1)
    singles = troop.unit.singles
    assert singles is not None
    singles[0].shots = singles[1].shots = 1
    state = moving(troop, foes(10, 5, 40, 40), version=version)
    decision = MoveDecision(state, 0)
    order: Order = ("skirmish", 0, ("all", 0, 12))
    if version == 9:
        shown = preview(state, decision, order)
        assert shown is not None
        assert shown.most == 12.0
        movement_phase.move_step(state, Script(orders=[order]))
    elif missile == "long-bow":
        movement_phase.move_step(state, Script(orders=[order]))
    else:
        assert decision.check(("skirmish", 0, (2, 0, 12))) is not None
    assert [single.y for single in singles] == ends


@pytest.mark.rule("battlesystem:10.4c", "battlesystem:10.4f", "battlesystem:2.11")
@pytest.mark.parametrize(("version", "made", "left"), [(8, 0, 2), (8, 1, 2), (9, 0, 1), (9, 1, 0)])
def test_elites_that_disperse_have_moved_and_have_shot_what_they_did(
    version: int, made: int, left: int
) -> None:
    """To disperse takes 4 of 12 inches: one shot in the round, not two, and none for who made one; by version 8 two, whatever was shot."""
    facts = {"special": "elite", "movement": 12.0, "shots": made, "last_shot": made, "formation": OPEN}
    elite = men("Reds", 6, 6, 30, 8, missile=missile_of("long-bow"), **facts)
    state = moving(elite, foes(10, 5, 30, 22), version=version)
    movement_phase.move_step(state, Script(orders=[("move", 0, ("formation", "skirmish"))]))
    state.stage = stages.MISSILES
    assert state.units[0].singles is not None
    assert shots_left(state, state.units[0]) == left


# ---------------------------------------------------------------- individuals


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:9.0d")
@pytest.mark.parametrize("version", [8, 9])
def test_a_giant_turns_to_those_whom_he_sees_where_a_wood_hides_the_nearest(version: int) -> None:
    """Orcs in a row 5 inches north; a wood hides all but two at its west end, 60 degrees to his left, 7.6 inches away: medium range.

    THAC0 8, so AR 23; 23 + 2 (medium) + 2 (seen in part) - 6 + 2 = 23.
    """
    giant = hero("Giant", 30, 24, 0, missile=missile_of("hill-giant-rock"), missile_thac0=8)
    wood = area("woods", 28, 25.5, 33, 27)
    state = shooting(foes(20, 20, 30, 29), leaders=[giant], terrain=[wood], version=version)
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert (decision.check(("aim", 0, 0)) is None) is (version == 9)
    if version == 9:
        table = Script(dice=[1, 1], orders=[("aim", 0, 0)])
        phases.missile_step(state, table)
        assert rolled(table) == [23]
        assert state.individuals[0].heading == pytest.approx(270.0, abs=5.0)


# ---------------------------------------------------------------- pieces that are hauled


def hauled(state: State, *legs: tuple[str, int, int]) -> tuple[float, float] | str:
    """Where a piece comes to stand, or the rule by which it does not go."""
    order: Order = ("haul", 0, 0, *legs)
    refusal = MoveDecision(state, 0).check(order)
    if refusal is not None:
        return refusal.rule
    movement_phase.move_step(state, Script(orders=[order]))
    return state.pieces[0].x, state.pieces[0].y


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:10.9")
@pytest.mark.parametrize(
    ("version", "x", "y", "legs", "found"),
    [
        (9, 30, 10, [("go", 0, 20)], (30, 9.25 + 8 / 0.75)),  # 8 inches, at three quarters each
        (8, 30, 10, [("go", 0, 20)], (30, 17.25)),  # 20 inches on, where nobody comes, the road has ended
        (8, 32, 10, [("go", 270, 2), ("go", 0, 20)], (30, 15.25)),
        (9, 32, 10, [("go", 270, 2), ("go", 0, 8)], (30, 15.25)),  # it began beside the road
        (8, 32, 10, [("go", 270, 2), ("go", 0, 8)], (30, 17.25)),
        (9, 30, 10, [("go", 0, 4), ("go", 90, 3)], "battlesystem:11.8a"),
        (9, 30, 1.6, [("go", 0, 9)], (30, 0.85 + 9)),  # 6.75 on the road; its crew began on it too
    ],
)
def test_a_piece_has_the_bonus_of_a_road_only_where_it_keeps_to_it(
    version: int, x: float, y: float, legs: list[tuple[str, int, int]], found: tuple[float, float] | str
) -> None:
    """A light catapult (MV 8) and a road 2 inches wide from y = 0 to 26; its middle is 0.75 behind its front."""
    road = line("road", (30, 0), (30, 26), width=2.0)
    options = {"premeasure": True, "version": version}
    state = battle(
        crew("light-catapult", x, y), foes(4, 4, 30, 60), terrain=[road], depth=72.0,
        stage=stages.MOVEMENT, tier=stages.INTERMEDIATE, options=options,
    )  # fmt: skip
    there = hauled(state, *legs)
    assert there == (found if isinstance(found, str) else pytest.approx(found, abs=0.001))


@pytest.mark.rule("battlesystem:10.9", "battlesystem:11.8l", "battlesystem:7.8")
@pytest.mark.parametrize("version", [8, 9])
def test_no_crew_is_turned_into_a_pond_nor_a_piece_hauled_through_a_hero(version: int) -> None:
    """The front of the piece comes to the edge of a pond, 27 inches north; turned about, its crew would stand in it."""
    pond = area("water", 10, 27, 50, 40)
    options = {"premeasure": True, "version": version}
    state = battle(
        crew("light-catapult", 30, 24), foes(4, 4, 30, 60), terrain=[pond], depth=72.0,
        stage=stages.MOVEMENT, tier=stages.INTERMEDIATE, options=options,
    )  # fmt: skip
    assert hauled(state, ("go", 0, 5)) == (30, 26.25)
    about = hauled(state, ("go", 180, 0))
    assert about == ("battlesystem:7.1e" if version == 9 else (30, 26.25))
    other = battle(
        crew("light-catapult", 30, 24), foes(4, 4, 30, 60), leaders=[hero("Hector", 30, 27, 1)], depth=72.0,
        stage=stages.MOVEMENT, tier=stages.INTERMEDIATE, options=options,
    )  # fmt: skip
    there = hauled(other, ("go", 0, 8))
    assert isinstance(there, tuple)
    assert (there[1] > 27.0) is (version == 8)


# ---------------------------------------------------------------- shots at troops on the move, and ground


class OneShot(Script):
    """Gives the orders, and has the enemy shoot once, at that stop of the way; he hits nobody unless dice are given."""

    def __init__(self, stop: int, dice: list[int], *orders: Order) -> None:
        super().__init__(dice=dice, orders=list(orders))
        self.stop = stop
        self.shot = False

    def ask(self, decision: Decision) -> Order:
        if decision.kind != "passing":
            return super().ask(decision)
        found = [
            one for one in decision.orders() if one[0] == "shoot" and len(one) > 3 and one[3] == self.stop
        ]
        if self.shot or not found:
            return ("hold",)
        self.shot = True
        return found[0]


def shot_on_the_way(state: State, stop: int, order: Order, dice: list[int] | None = None) -> State:
    table = OneShot(stop, dice or [6, 6], order)
    movement_phase.move_step(state, table)
    assert table.shot
    return state


def watchers(x: float = 30.0, y: float = 30.0) -> Troop:
    return foes(5, 5, x, y, missile=missile_of("long-bow"))


def on_the_march(*troops: Troop, version: int, **changes: Any) -> State:
    options = {"premeasure": True, "version": version}
    facts = {"stage": stages.MOVEMENT, "tier": stages.INTERMEDIATE, "options": options, "depth": 72.0}
    return battle(*troops, **facts, **changes)


STURDY: dict[str, Any] = {"figure": 100000, "morale": 60}


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:10.6c")
@pytest.mark.parametrize(("version", "front", "spent"), [(8, 11.0, 2.25), (9, 17.0, 9.0)])
def test_a_shot_does_not_turn_a_way_off_a_road_into_one_along_it(
    version: int, front: float, spent: float
) -> None:
    """Nine inches north from y = 8; the road ends at 14, so each inch costs one, before the shot too."""
    road = line("road", (30, 0), (30, 14), width=2.0)
    state = on_the_march(men("Reds", 6, 2, 30, 8, **STURDY), watchers(), version=version, terrain=[road])
    shot_on_the_way(state, 3, ("move", 0, ("slide", 0, 9)))
    block = state.units[0].block
    assert block is not None
    assert (block.y, state.units[0].spent) == (front, spent)


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:10.6c", "battlesystem:7.14")
@pytest.mark.parametrize(("version", "front"), [(8, 9.0), (9, 17.0)])
def test_nor_does_it_end_a_charge_that_began_on_a_road(version: int, front: float) -> None:
    """Reds (MV 12, so 18 inches) charge 9 inches at Greens; 18 inches on, the road has ended."""
    road = line("road", (30, 0), (30, 22), width=2.0)
    greens = men("Greens", 4, 2, 30, 17, 180, side=1, **STURDY)
    reds = men("Reds", 6, 2, 30, 8, movement=12.0, **STURDY)
    state = on_the_march(reds, watchers(23.0, 26.0), greens, version=version, terrain=[road])
    shot_on_the_way(state, 1, ("charge", 0, 2, ("slide", 0)))
    block = state.units[0].block
    assert block is not None
    assert block.y == pytest.approx(front, abs=0.001)


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:2.9g")
@pytest.mark.parametrize(("version", "way"), [(8, 5.75), (9, 6.0)])
def test_a_skirmisher_halted_near_another_goes_all_of_his_way(version: int, way: float) -> None:
    """After an inch he would stand less than an inch from his fellow: he is shot at after three quarters of one, and goes on."""
    troop = skirmishers("Reds", [(26.0, 7.283), (28.2, 7.959)], movement=6.0, **STURDY)
    state = on_the_march(troop, watchers(y=26.0), version=version)
    shot_on_the_way(state, 1, ("skirmish", 0, (0, 24, 6)))
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].moved == pytest.approx(way, abs=0.001)


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:11.8h")
@pytest.mark.parametrize("version", [8, 9])
def test_who_is_shot_at_a_hairs_breadth_before_a_hill_may_still_turn_aside(version: int) -> None:
    """From y = 8 to a hair before a slope at 14.035: 6.015 inches, and 3 to climb, of which 2.985 are left. After 6 a hair is to go."""
    hill = area("hill", 20, 14.035, 40, 40, level=1)
    state = on_the_march(
        men("Reds", 6, 6, 30, 8, **STURDY), watchers(y=34.0), version=version, terrain=[hill]
    )
    shot_on_the_way(state, 6, ("move", 0, ("slide", 0, 9)))
    assert state.units[0].spent == pytest.approx(6.015, abs=0.002)
    assert state.units[0].finished is (version == 8)


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.9")
def test_a_crew_is_shot_at_while_it_hauls_its_piece() -> None:
    """Its piece has gone 2 of 8 inches when it falls: 20 + 1 + 5 (long) - 6 + 2 = 22, two hit dice each, 12 of its 10."""
    state = on_the_march(
        crew("light-catapult", 30, 10), foes(6, 6, 30, 25, missile=missile_of("long-bow")), version=9
    )
    shot_on_the_way(state, 2, ("haul", 0, 0, ("go", 0, 8)), [1, 1])
    assert state.units[0].figures == 0
    assert state.pieces[0].y == 11.25
    old = on_the_march(
        crew("light-catapult", 30, 10), foes(6, 6, 30, 25, missile=missile_of("long-bow")), version=8
    )
    movement_phase.move_step(old, Script(orders=[("haul", 0, 0, ("go", 0, 8))]))
    assert old.pieces[0].y == 17.25


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:10.10c")
def test_a_crew_that_a_shot_wounds_leaves_its_piece_where_it_is() -> None:
    """22 in all: 12 hit dice wound a figure of 40."""
    troop = crew("light-catapult", 30, 10, figure=400)
    state = on_the_march(troop, foes(6, 6, 30, 25, missile=missile_of("long-bow")), version=9)
    shot_on_the_way(state, 2, ("haul", 0, 0, ("go", 0, 8)), [1, 1])
    assert state.units[0].wounded
    assert state.pieces[0].y == 11.25


@pytest.mark.rule("battlesystem:10.1d")
@pytest.mark.parametrize(
    ("version", "gap", "side", "may"),
    [(8, 0.0, 0, True), (9, 0.0, 0, False), (9, 0.0, 1, False), (9, 0.1, 0, True)],
)
def test_nobody_shoots_between_two_units_that_touch(version: int, gap: float, side: int, may: bool) -> None:
    """Two units of four abreast, 3 inches wide each, left and right of x = 30, and an archer and his target in line with their seam."""
    archer = men("Reds", 1, 1, 30, 8, missile=missile_of("light-crossbow"))
    away = 1.5 + gap / 2.0
    heading = 180.0 if side else 0.0
    left, right = (men("Between", 4, 4, 30 + at, 13, heading, side=side) for at in (-away, away))
    state = shooting(archer, left, right, foes(1, 1, 30, 20, width=0.02), version=version)
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert (decision.check(("shoot", 0, 3)) is None) is may
