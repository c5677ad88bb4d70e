"""The Basic Game, and what moves regiments, where two rules meet: more cases worked out by hand from the printed rules.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, captain, crowd, line, men, skirmishers, weapon

from banneret.kernel.scene import Chance
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.movement import compelled_moves, mobs, out_of_hand
from banneret.rulebooks.battlesystem.movement.charges import charging
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FORWARD, NOBODY, OPEN, SLAIN, WHEEL
from banneret.rulebooks.battlesystem.view.forecasts.charges import charge_forecast
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script


def marched(state: State, number: int = 0) -> None:
    """A mob does what it was ordered, as in its side's part."""
    compelled_moves.begin(state, Script(), 0)
    mobs.obey(state, Script(), state.units[number])


# ---------------------------------------------------------------- wheels on dear ground


@pytest.mark.rule("battlesystem:2.10f", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("ground", "version", "turned", "left"),
    [("woods", 11, 36.9, 53.1), ("rough", 11, 27.7, 62.3), ("woods", 10, 0.0, 34.65), ("", 11, 55.35, 34.65)],
)
def test_a_mob_wheels_on_dear_ground_as_far_as_it_can_pay(
    ground: str, version: int, turned: float, left: float
) -> None:
    """96 figures stand 10 abreast in nine full ranks: the outermost, at the end of the ninth, is 7.125 inches aside of the corner and 6 behind it.

    So it is 9.31 inches from it, and 9 inches of movement turn the mob by 55 degrees on clear ground. In woods each inch costs one and a
    half, in rough ground two: there it turns by two thirds of that, or half; what is left waits for the next round.
    """
    state = battle(
        crowd("Mob", 96, order=WHEEL, turn=90.0),
        men("Far", x=30, y=46, heading=180, side=1),
        terrain=[area(ground, 0, 0, 60, 48)] if ground else [],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    marched(state)
    mob = state.units[0]
    assert mob.block is not None
    assert mob.block.heading == pytest.approx(turned, abs=0.1)
    assert mob.turn == pytest.approx(left, abs=0.1)


@pytest.mark.rule("battlesystem:2.10f", "battlesystem:7.9d")
@pytest.mark.parametrize(("version", "left"), [(11, 45.0), (10, 0.0)])
def test_a_mob_that_has_no_room_to_wheel_does_not_forget_its_order(version: int, left: float) -> None:
    """Friends stand right before its left end: it turns by nothing in this round, and tries again in the next."""
    state = battle(
        crowd("Mob", order=WHEEL, turn=45.0),
        men("Friends", 4, 4, 28.5, 24.75),
        men("Far", x=30, y=46, heading=180, side=1),
        options={"version": version},
    )
    marched(state)
    mob = state.units[0]
    assert mob.block is not None
    assert mob.block.heading < 0.5
    assert mob.turn == pytest.approx(left, abs=0.5)


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:11.8n")
@pytest.mark.parametrize(("version", "turned"), [(11, 24.3), (10, 0.0)])
def test_troops_out_of_hand_wheel_in_woods_as_far_as_they_can_pay(version: int, turned: float) -> None:
    """Their enemy stands to the right. Clear ground lets the line turn by 36 degrees with 9 inches, woods by two thirds of that."""
    state = battle(
        men("Mad", 24, 12, formation=OPEN, quarry=1, rash=True, in_command=False),
        men("Foe", x=55, y=24, heading=180, side=1),
        terrain=[area("woods", 0, 0, 60, 48)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    compelled_moves.begin(state, Script(), 0)
    out_of_hand.attack(state, Script(), state.units[0])
    block = state.units[0].block
    assert block is not None
    assert block.heading == pytest.approx(turned, abs=0.1)


# ---------------------------------------------------------------- one figure


@pytest.mark.rule("battlesystem:11.6d")
def test_a_rider_alone_may_form_a_square() -> None:
    """A base of 3/4 by 1 1/2 inches is as nearly as wide as deep one abreast: one figure cannot stand two abreast."""
    rider = men("Rider", 1, 1, starting=4, riding="cavalry", depth=1.5, large_shields=True)
    state = battle(rider, men("Far", x=30, y=46, heading=180, side=1), tier=stages.INTERMEDIATE)
    decision = MoveDecision(state, 0)
    assert ("wall", 0, "square") in decision.orders()


# ---------------------------------------------------------------- getting away


@pytest.mark.rule("battlesystem:7.12", "battlesystem:11.6g")
@pytest.mark.parametrize(
    ("movement", "version", "may"), [(5.0, 11, True), (5.0, 10, False), (2.5, 11, False), (6.0, 10, True)]
)
def test_a_slow_shield_wall_may_withdraw(movement: float, version: int, may: bool) -> None:
    """Whoever withdraws has no wall any more, so the 3 inches are of his whole rate."""
    state = battle(
        men("Wall", 12, 6, 30, 24, large_shields=True, shields=1, movement=movement),
        men("Foe", 12, 6, 30, 24, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    compelled_moves.begin(state, Script(), 0)
    refusal = disengaging_orders.refusal(state, 0, ("withdraw", 0))
    assert (refusal is None) is may


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("ground", "version", "gone"),
    [
        ([area("rough", 0, 0, 60, 48)], 11, 4.5),
        ([area("rough", 0, 0, 60, 48)], 10, 9.0),
        ([area("woods", 0, 0, 60, 48)], 11, 6.0),
        ([line("hedge", (0, 20), (60, 20))], 11, 6.0),
        ([], 11, 9.0),
    ],
)
def test_a_skirmisher_who_flees_pays_for_ground(ground: list[Any], version: int, gone: float) -> None:
    """He flees to the south with 9 inches: each costs two in rough ground, one and a half in woods; a hedge costs three."""
    state = battle(
        skirmishers("Slings", [(30.0, 24.0)]),
        men("Foe", 12, 6, 30, 24.375, 180, side=1, attack_rating=60),
        terrain=ground,
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    compelled_moves.begin(state, Script(), 0)
    disengaging_orders.carry_out(state, Script(dice=[6, 6]), 0, ("flee", 0, 0, (0,)))
    singles = state.units[0].singles
    assert singles is not None
    assert 24.0 - singles[0].y == pytest.approx(gone, abs=0.05)


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:11.8n")
@pytest.mark.parametrize(("version", "gone"), [(11, 4.5), (10, 9.0)])
def test_skirmishers_out_of_hand_pay_for_ground(version: int, gone: float) -> None:
    state = battle(
        skirmishers("Slings", [(30.0, 20.0)], quarry=1, rash=True),
        men("Foe", 8, 4, 30, 40, 180, side=1),
        terrain=[area("rough", 0, 0, 60, 48)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    compelled_moves.begin(state, Script(), 0)
    out_of_hand.attack(state, Script(), state.units[0])
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].y - 20.0 == pytest.approx(gone, abs=0.01)


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:7.14j")
@pytest.mark.parametrize(("version", "y"), [(11, 39.0), (10, 30.0)])
def test_a_routed_unit_that_a_charge_breaks_through_runs_once_more(version: int, y: float) -> None:
    """Twelve routed figures, four abreast, look north; two closed files ride down two of the last rank and have no way left to go on.

    A sixth is lost, so nobody would check; but the unit was attacked, and runs its 9 inches.
    """
    state = battle(
        men("Axes", 4, 2, 30, 13.6, attack_rating=0),
        men("Runners", 12, 4, 30, 30, side=1, formation=OPEN, routed=True, in_command=False, armour_class=10),
        options={"version": version},
    )
    charging.charge(state, Script(dice=[]), state.units[0], state.units[1], [("slide", 0)])
    block = state.units[1].block
    assert block is not None
    assert state.units[1].figures == 10
    assert block.y == pytest.approx(y, abs=0.01)


# ---------------------------------------------------------------- caught, and free again


@pytest.mark.rule("battlesystem:7.8f")
@pytest.mark.parametrize("version", [10, 11])
@pytest.mark.parametrize(
    "order",
    [
        ("move", 0, ("formation", "open")),
        ("march", 0, ("formation", "open"), ("slide", 0, 4)),
        ("charge", 0, 1, ("formation", "open"), ("slide", 0)),
        ("wall", 0),
        ("set", 0, "front"),
    ],
)
def test_who_was_caught_does_not_change_formation_by_any_order(order: Any, version: int) -> None:
    """An enemy came into contact in his part of the phase, and a shot drove him off before that of the unit."""
    spear = replace(weapon(), sets=True)
    state = battle(
        men("Men", 12, 6, 30, 20, large_shields=True, weapons=[spear], caught=True),
        men("Foe", 12, 6, 30, 29, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    refusal = MoveDecision(state, 0).check(order)
    assert (refusal is not None) is (version == 11 or order[0] == "move")
    assert refusal is None or refusal.rule == "battlesystem:7.8f"
    free = ("march", 0, ("slide", 0, 4)) if order[0] == "march" else ("charge", 0, 1, ("slide", 0))
    assert MoveDecision(state, 0).check(free) is None


# ---------------------------------------------------------------- what is foreseen


@pytest.mark.rule("battlesystem:7.14i")
@pytest.mark.parametrize(("rating", "through"), [(0, True), (34, False)])
def test_a_charge_that_breaks_through_is_foreseen_so(rating: int, through: bool) -> None:
    """Two closed figures of AR 0 touch the last, two more stand beside them: 0 - 1 - 1 - 10 + 12 = 0 at worst, and four blows kill him.

    With AR 34 the worst sum is 34, at which four blows do far less than his ten hit dice.
    """
    state = battle(
        men("Axes", 12, 6, 30, 20, attack_rating=rating),
        men("Last", 1, 1, 30, 30, 180, side=1, starting=4, armour_class=10),
    )
    odds = charge_forecast(state, state.units[0], state.units[1])
    assert odds is not None
    assert (odds.chances == (Chance("breaks through", 100.0),)) is through
    assert odds.text.startswith("breaks through Last: it falls at once") is through
    charging.charge(state, Script(), state.units[0], state.units[1], [("slide", 0)])
    assert (state.units[1].status == SLAIN) is through


# ---------------------------------------------------------------- whose enemy is gone before he moves


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:2.10f", "battlesystem:4.6g")
@pytest.mark.parametrize(("version", "moved"), [(11, 0.0), (10, 9.0)])
@pytest.mark.parametrize("mad", [False, True])
def test_who_began_in_contact_stays_though_a_friend_rides_down_his_enemy(
    mad: bool, version: int, moved: float
) -> None:
    """The Axes, out of hand, break through the last Blue, whom a mob (or other troops out of hand) touched as the part began."""
    held = (
        men("Held", 4, 4, 30, 29.25, formation=OPEN, quarry=3, rash=True, in_command=False)
        if mad
        else crowd("Mob", 16, 30, 29.25, order=FORWARD)
    )
    state = battle(
        men(
            "Axes",
            4,
            2,
            36.6,
            30.5,
            270,
            formation=OPEN,
            attack_rating=0,
            quarry=2,
            rash=True,
            in_command=False,
        ),
        held,
        men("Last", 1, 1, 30, 30, side=1, starting=4, armour_class=10),
        men("Far", 12, 6, 30, 46, 180, side=1),
        options={"version": version},
    )
    compelled_moves.compelled_step(state, Script(dice=[]))
    assert state.units[2].status == SLAIN
    block = state.units[1].block
    assert block is not None
    assert block.y - 29.25 == pytest.approx(moved, abs=0.1)


@pytest.mark.rule("battlesystem:4.7a", "battlesystem:7.11")
@pytest.mark.parametrize(("version", "may"), [(11, False), (10, True)])
def test_a_closed_unit_out_of_command_does_not_wrap(version: int, may: bool) -> None:
    state = battle(
        men("Axes", 12, 4, 30, 24, engaged=True, in_command=False),
        men("Goblins", 12, 6, 30, 24, 180, side=1, width=0.5, depth=0.5),
        options={"version": version, "lost_command_opens": False},
    )
    assert (wraps.refusal(state, 0, ("wrap", 0, ("right", 2))) is None) is may
    assert bool(wraps.offers(state, state.units[0])) is may


@pytest.mark.rule("battlesystem:7.14c", "battlesystem:7.14d", "battlesystem:11.8n")
@pytest.mark.parametrize(("degrees", "version", "may"), [(30, 11, True), (30, 10, False), (38, 11, False)])
def test_a_charge_that_wheels_in_woods_is_refused_by_its_inches(
    degrees: int, version: int, may: bool
) -> None:
    """Of six open figures the outermost goes 6.75 inches about the corner for a radian: 3.53 for 30 degrees, 4.48 for 38.

    In woods and out of them that takes 4.91 of the 13.5 inches; the rest pays for 7.83 straight on, more than two thirds of 11.36. After
    38 degrees 6.84 are left, less than two thirds of 11.32.
    """
    state = battle(
        men("Axes", 12, 6, 30, 20, formation=OPEN),
        men("Foe", 12, 6, 40, 32, 200, side=1),
        terrain=[area("woods", 20, 10, 36, 21.5)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    refusal = MoveDecision(state, 0).check(("charge", 0, 1, ("wheel", "right", degrees), ("slide", 0)))
    assert (refusal is None) is may
    assert refusal is None or refusal.rule == "battlesystem:7.14d"


@pytest.mark.rule("battlesystem:7.6", "battlesystem:4.7")
@pytest.mark.parametrize(("inches", "version", "may"), [(2, 11, True), (5, 11, False), (5, 10, True)])
def test_who_has_moved_out_of_command_does_not_change_formation(inches: int, version: int, may: bool) -> None:
    """The captain fell; the general (radius 8) stands 5.25 inches behind the middles of the front, whose ends are 1.875 aside of him.

    Two inches on they are 7.49 away, five inches on more than 10.
    """
    state = battle(
        men("Axes", 8, 4, 30, 20, formation=OPEN, leader_at=NOBODY, commander=""),
        men("Far", 12, 6, 30, 46, 180, side=1),
        leaders=[captain("General", 30, 14.375, radius=8.0)],
        options={"version": version},
    )
    in_command.review(state, Script())
    assert state.units[0].in_command
    order = ("move", 0, ("slide", 0, inches), ("formation", "closed"))
    refusal = MoveDecision(state, 0).check(order)
    assert (refusal is None) is may
    assert refusal is None or refusal.rule == "battlesystem:7.6"


@pytest.mark.rule("battlesystem:7.14c", "battlesystem:3.5")
@pytest.mark.parametrize(
    ("foe", "between", "says", "vain"),
    [
        (24.0, {}, "It would be no charge: there is no room for a charge.", True),
        (30.0, {"Screen": (2, 23, {})}, "It would be no charge: there is no room", True),
        (30.0, {"Last": (1, 27, {"starting": 4, "armour_class": 10})}, "through Last", False),
        (30.0, {}, "It comes into contact with Foe.", False),
    ],
)
def test_the_preview_of_a_measured_charge_says_what_it_comes_to(
    foe: float, between: dict[str, tuple[int, float, dict[str, int]]], says: str, vain: bool
) -> None:
    """A charge of 9 inches' rate goes 6 before it strikes; the enemy stands 4 away, or another 3, or one who is ridden down at 7."""
    state = battle(
        men("Axes", 12, 6, 30, 20, attack_rating=0 if "through" in says else 20),
        men("Foe", 12, 6, 30, foe, 180, side=1),
        *(men(name, few, few, 30, y, 180, side=1, **more) for name, (few, y, more) in between.items()),
        options={"premeasure": True},
    )
    order = ("charge", 0, 1, ("slide", 0))
    found = preview(state, MoveDecision(state, 0), order)
    assert found is not None
    assert says in found.sentence
    assert (found.vain, found.refusal) == (vain, "")
    before = state.units[0].block
    charging.charge(state, Script(), state.units[0], state.units[1], [("slide", 0)])
    assert (state.units[0].block is before) is vain


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:8.8d")
@pytest.mark.parametrize(("version", "dice"), [(11, []), (10, [6, 6])])
def test_a_skirmisher_who_finds_no_way_is_not_struck(version: int, dice: list[int]) -> None:
    """Another enemy stands half an inch behind him, which nobody measures before he declares: so he stays as he was."""
    state = battle(
        skirmishers("Slings", [(30.0, 24.0)]),
        men("Foe", 12, 6, 30, 24.375, 180, side=1, attack_rating=60),
        men("Behind", 12, 6, 30, 23.125, side=1),
        options={"version": version},
    )
    compelled_moves.begin(state, Script(), 0)
    table = Script(dice=dice)
    disengaging_orders.carry_out(state, table, 0, ("flee", 0, 0, (0,)))
    table.finish()
    singles = state.units[0].singles
    assert singles is not None
    assert (singles[0].y, singles[0].heading, singles[0].done) == (24.0, 0.0, True)
    assert state.units[1].acted is (version == 10)


@pytest.mark.rule("battlesystem:7.8f", "battlesystem:7.14j")
@pytest.mark.parametrize(("version", "rule"), [(11, "battlesystem:7.8f"), (10, None)])
def test_who_was_broken_through_is_caught(version: int, rule: str | None) -> None:
    """Two closed figures ride down the two at the left end of a closed line, and go on; it may move, but not change formation."""
    state = battle(
        men("Axes", 4, 2, 36.8, 18, attack_rating=0),
        men("Line", 12, 12, 33, 26, 180, side=1, armour_class=10, morale=20),
        options={"version": version},
    )
    charging.charge(state, Script(), state.units[0], state.units[1], [("slide", 0)])
    unit = state.units[1]
    assert (unit.figures, unit.in_command) == (10, True)
    state.part = 1
    decision = MoveDecision(state, 1)
    refusal = decision.check(("move", 1, ("formation", "open")))
    assert (refusal.rule if refusal else None) == rule
    assert decision.check(("move", 1, ("slide", 0, 3))) is None
