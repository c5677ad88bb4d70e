"""Part 3 once more, where two rules meet: shots of single skirmishers on the move, contacts that friends end, guards, elites, artillery at heroes.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9; each sum stands beside its case.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import officer
from rulebooks.battlesystem.regiments import (
    Troop,
    area,
    battle,
    captain,
    crew,
    crowd,
    hero,
    line,
    men,
    skirmishers,
    weapon,
)

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.ai.artillery import firing
from banneret.rulebooks.battlesystem.ai.volleys import volley
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import clashes, parting
from banneret.rulebooks.battlesystem.combat.strikers import eligible as strikers_of
from banneret.rulebooks.battlesystem.engines.firing import Firing, artillery_step
from banneret.rulebooks.battlesystem.individual import ARMY
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN, SKIRMISH, SLAIN
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING
from banneret.testing import Script

LONG_BOW = missile_of("long-bow")


def fight(*troops: Troop, version: int = 13, **changes: Any) -> State:
    options = {"premeasure": True, "version": version, **changes.pop("options", {})}
    return battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)


def moved(state: State, *orders: Order | None, dice: int = 1) -> Script:
    """The orders of both sides in the Movement Phase, one after the other; all dice show the same."""
    table = Script(dice=[dice] * 40, orders=list(orders))
    while table.orders:
        movement_phase.move_step(state, table)
    return table


def refused(state: State, *order: Any) -> str:
    """The rule that refuses an order in side 0's part of the Movement Phase; "" if it can be given."""
    found = MoveDecision(state, 0).check(order)
    return "" if found is None else found.rule.removeprefix("battlesystem:")


def shots(state: State, number: int = 0) -> list[int]:
    singles = state.units[number].singles
    assert singles is not None
    return [single.shots for single in singles]


# ---------------------------------------------------------------- skirmishers shoot each for himself


@pytest.mark.rule("battlesystem:10.2b", "battlesystem:10.1k", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "made"), [(13, [1, 1]), (12, [1, 0])])
def test_who_did_not_see_the_first_on_the_move_shoots_at_the_second(version: int, made: list[int]) -> None:
    """One stands before Greens, the other 40 inches aside before Blues: neither has the other's enemy in his arc."""
    state = fight(
        skirmishers("Reds", [(10, 10), (50, 10)], missile=LONG_BOW),
        men("Greens", 4, 4, 10, 22, 0, side=1),
        men("Blues", 4, 4, 50, 22, 0, side=1),
        version=version,
        movers=(1, 0),
    )
    orders: list[Order] = [("move", 1, ("slide", 0, 2)), ("shoot", 0, 1, 0), ("move", 2, ("slide", 0, 2))]
    moved(state, *orders, *([("shoot", 0, 2, 0)] if version == 13 else []), dice=6)
    assert shots(state) == made
    assert state.units[0].shots == 1
    again = CODEC.load(CODEC.dump(state), like=state)
    assert again.units[0].singles == state.units[0].singles


@pytest.mark.rule("battlesystem:10.2b", "battlesystem:2.9d")
def test_nobody_shoots_twice_at_troops_on_the_move() -> None:
    """Both see Greens and shoot at them; at the next who moves neither shoots, though each has a bow and two shots."""
    state = fight(
        skirmishers("Reds", [(29, 10), (31, 10)], missile=LONG_BOW),
        men("Greens", 4, 4, 28, 22, 0, side=1),
        men("Blues", 4, 4, 32, 22, 0, side=1),
        movers=(1, 0),
    )
    table = moved(
        state, ("move", 1, ("slide", 0, 2)), ("shoot", 0, 1, 0), ("move", 2, ("slide", 0, 2)), dice=6
    )
    assert shots(state) == [1, 1]
    assert [one.kind for one in table.asked] == ["move", "passing", "move"]
    rounds.forget(state.units[0])
    assert not any(single.passing for single in state.units[0].singles or ())


@pytest.mark.rule("battlesystem:10.5b", "battlesystem:10.5", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "rule"), [(13, ""), (12, "10.5b")])
def test_of_skirmishing_riders_each_shoots_in_his_own_move(version: int, rule: str) -> None:
    """MV 24. One rides 10 inches and shoots at Greens; then the other does so at Blues, and nobody a second time."""
    state = fight(
        skirmishers(
            "Reds", [(10, 10), (50, 10)], missile=LONG_BOW, riding="cavalry", movement=24.0, depth=1.5
        ),
        men("Greens", 4, 4, 10, 32, side=1),
        men("Blues", 4, 4, 50, 32, side=1),
        version=version,
    )
    moved(state, ("skirmish", 0, (0, 0, 10)), ("shoot", 0, 1), ("skirmish", 0, (1, 0, 10)), dice=6)
    assert shots(state) == [1, 0]
    assert refused(state, "shoot", 0, 2) == rule
    if not rule:
        moved(state, ("shoot", 0, 2), dice=6)
        assert shots(state) == [1, 1]
        assert refused(state, "shoot", 0, 2) == "10.5b"


@pytest.mark.rule("battlesystem:10.5b", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "rule"), [(13, ""), (12, "10.5b")])
def test_a_rider_who_stays_shoots_though_another_has_ridden_too_far(version: int, rule: str) -> None:
    """20 of 24 inches are more than half: that one shoots at nobody on the move, the other at Blues before him."""
    state = fight(
        skirmishers(
            "Reds", [(10, 10), (50, 20)], missile=LONG_BOW, riding="cavalry", movement=24.0, depth=1.5
        ),
        men("Greens", 4, 4, 10, 42, side=1),
        men("Blues", 4, 4, 50, 32, side=1),
        version=version,
    )
    moved(state, ("skirmish", 0, (0, 0, 20)))
    assert refused(state, "shoot", 0, 2) == rule
    assert refused(state, "shoot", 0, 1) == "10.5b"


# ---------------------------------------------------------------- who charges does not shoot


@pytest.mark.rule("battlesystem:10.4", "battlesystem:10.4f", "battlesystem:7.14j")
@pytest.mark.parametrize(("version", "rule"), [(13, "10.4"), (12, "")])
def test_who_has_charged_does_not_shoot(version: int, rule: str) -> None:
    """Horse archers break through one figure 18 inches off, and halt at a hedge: 19.5 of their 24 inches, touching nobody."""
    state = fight(
        men("Reds", 4, 4, 30, 10, formation=OPEN, riding="cavalry", movement=24.0, depth=1.5, missile=LONG_BOW,
            weapons=[weapon("3d6")], attack_rating=5),
        men("One", 1, 1, 30, 28, 180, side=1, starting=4, armour_class=10),
        men("Far", 8, 8, 30, 44, 180, side=1),
        terrain=[line("hedge", (20, 29.5), (40, 29.5))],
        version=version,
    )  # fmt: skip
    moved(state, ("charge", 0, 1, ("slide", 0)))
    assert state.units[0].spent < 24.0
    state.stage = stages.MISSILES
    found = refusal(state, state.units[0])
    assert ("" if found is None else found.rule.removeprefix("battlesystem:")) == rule
    rounds.forget(state.units[0])
    assert refusal(state, state.units[0]) is None


# ---------------------------------------------------------------- contacts that friends have ended


def beside_the_ridden_down(version: int) -> State:
    """A Blue whom a Red skirmisher and Hector touch when their part begins, and through whom the Axes charge then."""
    state = fight(
        skirmishers("Reds", [(30, 24.25), (36, 20)]),
        men("Axes", 4, 2, 36.6, 25.375, 270, attack_rating=0, formation=OPEN),
        skirmishers("Blue", [(30, 25)], 180, 1, armour_class=10),
        men("Far", 12, 6, 30, 46, 180, side=1),
        leaders=[hero("Hector", 29.375, 25)],
        version=version,
        stage=stages.COMPELLED,
    )
    compelled_moves.compelled_step(state, Script())
    assert refused(state, "skirmish", 0, (0, 180, 3)) == "7.8g"
    moved(state, ("charge", 1, 2, ("slide", 0)))
    assert state.units[2].status == SLAIN
    return state


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:7.8g", "battlesystem:9.0d")
@pytest.mark.parametrize(("version", "bound"), [(13, True), (12, False)])
def test_single_skirmishers_and_heroes_stay_too_where_a_friend_rides_down_their_enemy(
    version: int, bound: bool
) -> None:
    state = beside_the_ridden_down(version)
    assert refused(state, "skirmish", 0, (0, 180, 3)) == ("7.8g" if bound else "")
    assert refused(state, "skirmish", 0, (1, 180, 3)) == ""
    assert refused(state, "lead", 0, (29.375, 28)) == ("7.8d" if bound else "")
    assert len(MoveDecision(state, 0).leaders) == (0 if bound else 1)
    again = CODEC.load(CODEC.dump(state), like=state)
    assert (again.units[0].singles, again.individuals) == (state.units[0].singles, state.individuals)
    rounds.end(state, Script())
    assert refused(state, "skirmish", 0, (0, 180, 3)) == ""
    assert refused(state, "lead", 0, (29.375, 28)) == ""


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:9.0d")
def test_who_is_still_touched_withdraws_as_before() -> None:
    state = fight(
        men("Axes", 4, 2, 36.6, 30),
        men("Blues", 4, 4, 30, 25, 180, side=1),
        leaders=[hero("Hector", 30, 24.75)],
        stage=stages.COMPELLED,
    )
    compelled_moves.compelled_step(state, Script())
    assert state.individuals[0].bound
    assert refused(state, "lead", 0, "withdraw") == ""
    assert refused(state, "lead", 0, (30, 20)) == "9.4b.leave"


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:4.6g")
@pytest.mark.parametrize(("version", "moves"), [(13, False), (12, True)])
def test_skirmishers_out_of_hand_stay_who_began_in_contact(version: int, moves: bool) -> None:
    """The first of two, out of hand, touches a Blue whom the Axes, out of hand as well, ride down before he runs."""
    wild = {"rash": True, "in_command": False}
    state = fight(
        men("Axes", 4, 2, 36.6, 25.375, 270, attack_rating=0, formation=OPEN, quarry=2, **wild),
        skirmishers("Reds", [(30, 24.25), (38, 20)], quarry=3, **wild),
        skirmishers("Blue", [(30, 25)], 180, 1, armour_class=10),
        men("Far", 12, 6, 15, 46, 180, side=1),
        version=version,
        stage=stages.COMPELLED,
    )
    compelled_moves.compelled_step(state, Script())
    singles = state.units[1].singles
    assert singles is not None
    assert state.units[2].status == SLAIN
    assert ((singles[0].x, singles[0].y) != (30, 24.25)) is moves
    assert (singles[1].x, singles[1].y) != (38, 20)


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:10.10d")
@pytest.mark.parametrize(("version", "rule"), [(13, "7.8d"), (12, "")])
def test_a_crew_that_began_in_contact_does_not_haul(version: int, rule: str) -> None:
    """The crew is behind its ballista, a Blue behind the crew; the Axes ride him down."""
    state = fight(
        crew("ballista", 30, 20),
        men("Axes", 4, 2, 36.6, 17.8, 270, attack_rating=0, formation=OPEN),
        skirmishers("Blue", [(30, 17.375)], 0, 1, armour_class=10),
        men("Far", 12, 6, 30, 46, 180, side=1),
        version=version,
        stage=stages.COMPELLED,
    )
    compelled_moves.compelled_step(state, Script())
    assert refused(state, "haul", 0, 0, ("go", 0, 3)) == "7.8g"
    moved(state, ("charge", 1, 2, ("slide", 0)))
    assert state.units[2].status == SLAIN
    assert refused(state, "haul", 0, 0, ("go", 0, 3)) == rule


@pytest.mark.rule("battlesystem:6.3", "battlesystem:10.10d")
def test_a_crew_that_was_rallied_leaves_its_piece_where_it_is() -> None:
    state = fight(
        crew("ballista", 30, 10),
        men("Far", 12, 6, 30, 40, 180, side=1),
        leaders=[captain("Cap", 30, 6)],
        stage=stages.RALLY,
    )
    singles = state.units[0].singles
    assert singles is not None
    singles[0].routed = True
    rounds.play_step(state, Script(dice=[1, 1], orders=[("rally", 0, 0), ("face", 0, "keep")]))
    assert singles[0].rallied
    state.stage = stages.MOVEMENT
    assert refused(state, "haul", 0, 0, ("go", 0, 3)) == "6.3"


# ---------------------------------------------------------------- elites who disperse, and guards of captives


@pytest.mark.rule("battlesystem:11.6g", "battlesystem:2.11")
@pytest.mark.parametrize(
    ("version", "shields", "left"),
    [(13, WALKING, 6.0), (13, ALL, 6.0), (12, WALKING, 1.5), (12, ALL, 6.0)],
)
def test_a_shield_wall_of_elites_ends_when_they_disperse(version: int, shields: int, left: float) -> None:
    """MV 9, of which the change of formation takes 3. Before, the shields went on covering figures an inch apart, at half their rate."""
    state = fight(
        men("Elves", 9, 3, 30, 20, special="elite", large_shields=True, shields=shields),
        men("Far", 4, 4, 30, 45, 180, side=1),
        version=version,
    )
    moved(state, ("move", 0, ("formation", "skirmish")))
    elves = state.units[0]
    assert (elves.formation, elves.shields) == (SKIRMISH, 0 if version == 13 else shields)
    assert rate(state, elves) - elves.spent == left


def guarding(version: int = 13, **changes: Any) -> State:
    """Nine elites with two guards, dispersed: the guards are figures 7 and 8."""
    state = fight(
        men("Elves", 9, 3, 30, 20, special="elite", guards=2, held=8, missile=LONG_BOW, movement=24.0),
        skirmishers("Blues", [(30, 30), (34, 30)], 180, side=1),
        men("Far", 4, 4, 30, 45, 180, side=1),
        version=version,
        **changes,
    )
    moved(state, ("move", 0, ("formation", "skirmish")))
    return state


@pytest.mark.rule("battlesystem:7.15f", "battlesystem:2.11")
@pytest.mark.parametrize(("unprovoked", "strikers"), [(False, [7, 8]), (True, [])])
def test_dispersed_guards_strike_in_defence_only(unprovoked: bool, strikers: list[int]) -> None:
    """Blues come up to both guards, who answer; one who turns his back on them is not struck."""
    state = guarding()
    singles = state.units[0].singles
    assert singles is not None
    for figure in (7, 8):
        state.units[1].place(figure - 7, singles[figure].x, singles[figure].y - 0.75, 0.0)
    state.units[0].moved = False
    assert strikers_of(state, state.units[0], state.units[1], unprovoked) == strikers


@pytest.mark.rule("battlesystem:7.15f", "battlesystem:10.1k")
@pytest.mark.parametrize(("version", "able"), [(13, 7), (12, 9)])
def test_dispersed_guards_do_not_shoot(version: int, able: int) -> None:
    state = guarding(version)
    state.units[0].spent = 0.0
    state.stage = stages.MISSILES
    assert len(figures(state, state.units[0])) == able


@pytest.mark.rule("battlesystem:7.15f", "battlesystem:9.4a.figure-attacks", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(
    ("version", "target", "beset", "behind"),
    [(13, 0, 1, 0), (13, NOBODY, 0, 0), (12, 0, 1, 1), (12, NOBODY, 1, 1)],
)
def test_guards_strike_at_a_hero_who_strikes_them_and_not_at_his_back(
    version: int, target: int, beset: int, behind: int
) -> None:
    """The last of four figures in one file is a guard, and Hector stands behind it."""
    state = fight(
        men("Blues", 4, 1, 30, 20, 180, side=1, guards=1),
        leaders=[hero("Hector", 30, 23.25)],
        version=version,
    )
    one = state.individuals[0]
    assert parting.blows_at(state, one) == ([(0, 1)] if behind else [])
    one.shots, one.last_shot = (0, 0) if target == 0 else (1, state.round)
    clashes.form(state, Script())
    found = state.clashes or []
    assert sum(count for clash in found for _, count in clash.beset) == beset


# ---------------------------------------------------------------- whom troops out of hand attack


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:4.6f")
@pytest.mark.parametrize(
    ("version", "orders", "name"),
    [(13, [("attack", 0, "man", 0)], "Ajax"), (13, [("attack", 0, "man", 1)], "Hector"), (12, [], "Hector")],
)
def test_of_two_heroes_equally_near_the_owner_of_the_mob_chooses(
    version: int, orders: list[Order], name: str
) -> None:
    """Both are as far from the middle of its front; by version 12 it went for the one with the higher number."""
    state = fight(
        crowd("Mob", 16, 30, 20, discipline=2),
        men("Far", 6, 6, 30, 47, 180, side=1),
        leaders=[hero("Ajax", 28, 25, 1), hero("Hector", 32, 25, 1), hero("Nestor", 30, 40, 1)],
        version=version,
        stage=stages.COMPELLED,
    )
    table = Script(dice=[10, 10], orders=list(orders))
    compelled_moves.compelled_step(state, table)
    rash = next(event for event in table.events if event.kind == "rash")
    assert rash.text == f"Mob is out of hand and attacks {name}."
    if version == 13:
        shown = question(state, table.asked[0])
        assert [(one.label, one.pieces) for one in shown.options] == [
            ("Ajax", ("u0", "l0")),
            ("Hector", ("u0", "l1")),
        ]


@pytest.mark.rule("battlesystem:4.6g")
@pytest.mark.parametrize(("answer", "goes"), [(("attack", 0, 1), 1), (("attack", 0, "man", 0), -2)])
def test_between_a_hero_and_a_single_figure_the_owner_chooses_too(answer: Order, goes: int) -> None:
    state = fight(
        crowd("Mob", 16, 30, 20, discipline=2),
        skirmishers("One", [(28, 25)], 180, side=1, width=0.5, depth=0.5),
        leaders=[hero("Hector", 32, 25, 1)],
        stage=stages.COMPELLED,
    )
    table = Script(dice=[10, 10], orders=[answer])
    compelled_moves.compelled_step(state, table)
    assert table.kinds == ["quarry"]
    assert state.units[0].quarry == goes


# ---------------------------------------------------------------- artillery at individuals


def gunned(engine: str = "ballista", y: float = 21.0, version: int = 13, **changes: Any) -> State:
    """A piece with its front at y = 10, and Hector (AC 0, 48 hit points) before it; Blues far behind him."""
    sheet = changes.pop("hero", {})
    troops = changes.pop("troops", [])
    return fight(
        crew(engine, 30, 10),
        men("Blues", 6, 6, 30, 47, 180, side=1),
        *troops,
        leaders=[hero("Hector", 30, y, 1, **sheet)],
        stage=stages.ARTILLERY,
        version=version,
        ranking=(0, 1),
        **changes,
    )


def struck(state: State, order: Order, *dice: int) -> tuple[int, int]:
    """The attack roll of a shot at Hector, and the hit points that it costs him."""
    table = Script(dice=list(dice), orders=[order])
    artillery_step(state, table)
    event = next(event for event in table.events if event.kind == "volley")
    return event.data["roll"], state.individuals[0].hurt


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.9j", "battlesystem:10.9h", "battlesystem:10.9c")
@pytest.mark.parametrize(
    ("engine", "y", "dice", "found"),
    [
        ("ballista", 21.0, (3, 4), (18, 32)),  # 20 + 1 - 10 + 7: D6 4, twice: 8 hit dice, four points each
        ("ballista", 25.0, (6, 6), (25, 8)),  # 20 + 1 + 2 - 10 + 12: D6 1, twice
        ("light-catapult", 29.0, (3, 4), (23, 24)),  # 20 + 1 - 5 + 7: D10 3, twice
        ("heavy-catapult", 38.0, (6, 6), (30, 4)),  # 20 + 1 + 2 - 5 + 12: D12 0.5, twice
    ],
)
def test_a_piece_shoots_at_a_hero_as_at_a_figure(
    engine: str, y: float, dice: tuple[int, int], found: tuple[int, int]
) -> None:
    assert struck(gunned(engine, y), ("fire", 0, "man", 0), *dice) == found


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.9j")
def test_by_earlier_versions_artillery_shot_at_no_individual() -> None:
    state = gunned(version=12)
    assert Firing(state, 0).orders() == [("hold",), ("fire", 0, 1)] or Firing(state, 0).orders() == [
        ("hold",)
    ]
    found = Firing(state, 0).check(("fire", 0, "man", 0))
    assert isinstance(found, Refusal)


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1n", "battlesystem:10.9a")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"troops": [men("Guard", 6, 6, 30, 21.25, 180, side=1)]}, "9.4d"),  # closed friends at his side
        ({"troops": [men("Guard", 6, 6, 30, 21.25, 180, side=1, formation=OPEN)]}, ""),
        ({"troops": [men("Foes", 6, 6, 30, 20.75)]}, "10.1n"),  # friends of the crew touch him
        ({"engine": "light-catapult", "y": 24.5}, "10.9a"),  # 14.25 inches
        ({"troops": [men("Foes", 6, 6, 30, 16.0)]}, "10.9g"),  # they stand between
    ],
)
def test_heroes_who_cannot_be_shot_at(changes: dict[str, Any], rule: str) -> None:
    found = Firing(gunned(**changes), 0).check(("fire", 0, "man", 0))
    assert ("" if found is None else found.rule.removeprefix("battlesystem:")) == rule


@pytest.mark.rule("battlesystem:10.9b", "battlesystem:10.8c", "battlesystem:9.4d")
def test_a_catapult_throws_over_friends_at_a_hero_behind_a_wall() -> None:
    """20 + 1 + 4 + 3 - 5 + 2 = 25: D10 2, twice: 4 hit dice."""
    state = gunned(
        "light-catapult",
        29.0,
        troops=[men("Friends", 6, 6, 30, 15)],
        terrain=[line("wall", (28, 28.5), (32, 28.5))],
    )
    assert [one for one in Firing(state, 0).orders() if "man" in one] == [("fire", 0, "man", 0, "over")]
    assert struck(state, ("fire", 0, "man", 0, "over"), 1, 1) == (25, 16)


@pytest.mark.rule("battlesystem:10.6d", "battlesystem:10.6a", "battlesystem:9.4d")
def test_a_hero_on_his_way_is_shot_at_by_a_piece_and_once_in_the_round() -> None:
    """He walks 10 inches west, to x = 30: after 8 he is 11.0 inches off, at short range. 20 + 1 - 10 + 7 = 18."""
    state = gunned(hero={})
    state.individuals[0].x = 40.0
    state.stage, state.movers = stages.MOVEMENT, (1, 0)
    table = moved_under_fire(state, [("lead", 0, (30, 21)), ("fire", 0, "man", 0, 8)])
    assert state.individuals[0].hurt == 32
    shown = next(one for one in table.asked if one.kind == "passing")
    labels = [one.label for one in question(state, shown).options]
    assert labels[:3] == ["Hold", "At Hector, before he moves", "At Hector, after 1 in"]
    state.stage = stages.ARTILLERY
    assert Firing(state, 0).orders() == [("hold",)]


def moved_under_fire(state: State, orders: list[Order]) -> Script:
    table = Script(dice=[3, 4], orders=orders)
    movement_phase.move_step(state, table)
    return table


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:9.4d")
def test_a_piece_shoots_at_a_hero_when_his_side_has_moved() -> None:
    state = gunned()
    state.stage, state.movers = stages.MOVEMENT, (1, 0)
    table = moved_under_fire(state, [("done",), ("fire", 0, "man", 0)])
    assert (state.individuals[0].hurt, table.kinds) == (32, ["move", "passing"])


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:4.4", "battlesystem:4.2d")
def test_troops_check_whose_commander_a_bolt_has_felled() -> None:
    """Their captain stands apart with 30 hit points, 11 inches from the ballista: 32 fell him, and his unit checks by itself."""
    state = fight(
        crew("ballista", 30, 10),
        men("Blues", 6, 6, 30, 47, 180, side=1, leader_at=NOBODY),
        leaders=[officer("Captain", 30, 21, 1, radius=30.0, rank=ARMY, hit_points=30)],
        stage=stages.ARTILLERY,
        ranking=(0, 1),
    )
    table = Script(dice=[3, 4, 1, 1], orders=[("fire", 0, "man", 0)])
    artillery_step(state, table)
    assert state.individuals[0].fate == SLAIN
    assert "falls" in next(event.text for event in table.events if event.kind == "hurt")


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1l")
def test_a_shot_at_a_hero_out_of_range_is_spent() -> None:
    state = gunned(y=45.0, options={"premeasure": False})
    table = Script(orders=[("fire", 0, "man", 0)])
    artillery_step(state, table)
    assert table.events[-1].text == "Ballista shoots at Hector, who is out of its reach: the shot is spent."
    assert state.pieces[0].last_shot == state.round


def test_the_shot_at_a_hero_is_foreseen() -> None:
    """At 11 + 2d6: a roll of 2 comes to 13, D6 6, twice: 48 of his 48 hit points; so he falls once in 36."""
    state = gunned()
    decision = Firing(state, 0)
    assert decision.default() == ("fire", 0, "man", 0)
    assert firing(decision, state) == ("fire", 0, "man", 0)
    option = question(state, decision).options[-1]
    assert (option.label, option.pieces) == ("Shoot at Hector", ("e0", "l0"))
    assert option.odds is not None
    assert option.odds.text.endswith("he falls 3 %")
    shown = preview(state, decision, ("fire", 0, "man", 0))
    assert shown is not None
    assert shown.sentence == "Ballista at Hector, 10.8 in away, short range."


@pytest.mark.rule("battlesystem:11.9", "battlesystem:10.9k")
@pytest.mark.parametrize(
    ("version", "front", "rule"), [(13, 10.0, "11.9"), (13, 10.4, "11.9"), (13, 10.5, ""), (12, 10.0, "")]
)
def test_a_crew_deep_in_woods_does_not_shoot_out_of_them(version: int, front: float, rule: str) -> None:
    """The wood ends at y = 10. A ballista is 1.5 inches deep, so that with its front at 10.5 the crew is an inch from the edge; then it can be hit too."""
    state = fight(
        crew("ballista", 30, front),
        men("Blues", 6, 6, 30, 20, 180, side=1, missile=LONG_BOW),
        terrain=[area("woods", 20, 0, 40, 10)],
        version=version,
        stage=stages.ARTILLERY,
        ranking=(0, 1),
    )
    found = Firing(state, 0).check(("fire", 0, 1))
    assert ("" if found is None else found.rule.removeprefix("battlesystem:")) == rule
    state.stage, state.part = stages.MISSILES, 1
    hit = Shooting(state, 1, "battlesystem:1.5").check(("shoot", 1, 0)) is None
    assert hit is (front >= 10.5)


def test_many_shots_of_pieces_on_the_move_say_where_their_odds_stand() -> None:
    """Three ballistae and nine points of his way: 27 shots, of which the odds of 24 options are counted at once."""
    state = fight(
        *[crew("ballista", 28.0 + 2 * number, 10, name=f"Crew {number}") for number in range(3)],
        men("Blues", 6, 6, 50, 47, 180, side=1),
        leaders=[hero("Hector", 37, 21, 1)],
        movers=(1, 0),
    )
    table = moved_under_fire(state, [("lead", 0, (30, 21)), ("hold",)])
    shown = next(one for one in table.asked if one.kind == "passing")
    assert len(shown.orders()) > 24
    for option in question(state, shown).options[1:]:
        assert option.odds is not None or option.consequence == "its odds stand here when it is pointed at"


# ---------------------------------------------------------------- a unit that shoots at a hero and at troops


def bowmen(version: int = 13, **changes: Any) -> State:
    """Ten archers, Blues straight before them and Hector (AC 0) aside, both at short range."""
    return fight(
        men("Reds", 10, 5, 30, 10, missile=LONG_BOW, **changes),
        men("Blues", 12, 6, 30, 16, 180, side=1),
        leaders=[hero("Hector", 24, 15, 1)],
        stage=stages.MISSILES,
        ranking=(0, 1),
        version=version,
    )


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1m", "battlesystem:2.8c")
def test_one_archer_aims_at_a_hero_and_the_others_at_troops() -> None:
    """At him 20 + 1 + 7 = 28: D6 0.5, two shots, one hit die: 4 points. The nine at Blues 20 - 6 + 7 = 21: 3 x 9 x 2 = 54: five of ten hit dice."""
    state = bowmen()
    order: Order = ("snipe", 0, 0, "others", 1)
    assert order in Shooting(state, 0, "battlesystem:1.5").orders()
    table = Script(dice=[3, 4, 3, 4, 1, 1], orders=[order])
    phases.missile_step(state, table)
    rolls = [event.tallies[0].total for event in table.events if event.kind == "volley"]
    assert rolls == [28, 21]
    assert (state.individuals[0].hurt, state.units[1].figures, state.units[1].wounded) == (4, 7, True)
    assert state.units[0].shots == 2
    assert Shooting(state, 0, "battlesystem:1.5").orders() == [("hold",)]


@pytest.mark.rule("battlesystem:9.4d", "battlesystem:10.1m")
@pytest.mark.parametrize(
    ("changes", "order", "rule"),
    [
        ({"version": 12}, ("snipe", 0, 0, "others", 1), "9.4d"),
        ({}, ("snipe", 0, 0, "others", 0), "10.1m"),
        ({}, ("snipe", 0, 0, "others", 7), "10.1m"),
        ({}, ("snipe", 0, 0, 1), "9.4d"),
        ({}, ("snipe", 0, 0, "others", 1), ""),
    ],
)
def test_how_the_others_may_shoot(changes: dict[str, Any], order: Order, rule: str) -> None:
    found = Shooting(bowmen(**changes), 0, "battlesystem:1.5").check(order)
    assert ("" if found is None else found.rule.removeprefix("battlesystem:")) == rule


def test_such_a_volley_is_foreseen_and_the_computer_makes_it() -> None:
    state = bowmen()
    decision = Shooting(state, 0, "battlesystem:1.5")
    order: Order = ("snipe", 0, 0, "others", 1)
    option = next(one for one in question(state, decision).options if "others" in one.order)
    assert (option.label, option.pieces) == ("Shoot at Hector, the others at Blues", ("u0", "l0", "u1"))
    assert option.odds is not None
    assert option.odds.text.startswith(
        "costs him 4.8 hit points on average; 9 figures at Blues at short range"
    )
    shown = preview(state, decision, order)
    assert shown is not None
    assert shown.sentence == "Reds shoot at Hector, the others at Blues."
    state.individuals[0].hurt = 47
    assert volley(Shooting(state, 0, "battlesystem:1.5"), state) in (order, ("shoot", 0, 1))


# ---------------------------------------------------------------- what refusals say


@pytest.mark.parametrize("loose", [False, True])
def test_who_has_shot_with_crossbows_is_told_why_he_does_not_flee(loose: bool) -> None:
    bows: dict[str, Any] = {"missile": missile_of("light-crossbow"), "shots": 1}
    troop = skirmishers("Reds", [(30, 20.375)], **bows) if loose else men("Reds", 6, 6, 30, 20, **bows)
    state = fight(troop, men("Blues", 6, 6, 30, 20.75 if loose else 20, 180, side=1))
    reds = state.units[0]
    reds.engaged = True
    for single in reds.singles or ():
        single.shots = 1
    found = MoveDecision(state, 0).check(("flee", 0, 0, (0,)) if loose else ("flee", 0, 0))
    assert found is not None
    who = "Figure 1 of Reds has shot: it does" if loose else "Reds have shot: they do"
    reason = f"{who} not move in this round."
    assert (found.reason, found.rule) == (reason, "battlesystem:10.4")


def test_a_crew_is_told_of_friends_too_near_to_shoot_over() -> None:
    state = gunned("light-catapult", 30.0, troops=[men("Friends", 6, 6, 30, 13.5)])
    found = Firing(state, 0).check(("fire", 0, "man", 0, "over"))
    assert found is not None
    assert found.reason == "A light catapult shoots over friends 3 in away or more; Friends is nearer."
