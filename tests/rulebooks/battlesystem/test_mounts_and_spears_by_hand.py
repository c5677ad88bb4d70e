"""Riders, chariots, walls of shields and set spears where their rules meet: cases worked out by hand from the printed rules.

Pikes are 24 men, eight abreast, at (30, 20) who look north: AR 20 with a commander in front (-1), AC 6, D6, MV 9.
"""

from __future__ import annotations

from math import cos, radians
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crowd, hero, line, men, skirmishers, weapon

from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.movement import compelled_moves, mobs
from banneret.rulebooks.battlesystem.movement.charges import charge_orders, charge_paths
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.odds.melee import WHOLE
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.rosters import Weapon
from banneret.rulebooks.battlesystem.unit import CHARGE, CLOSED, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.forecasts.melees import melee
from banneret.rulebooks.battlesystem.view.melee_marks import attack_figure
from banneret.testing import Script

OLD = {"version": 9}


def pike() -> Weapon:
    """A pike: three ranks fight with it, and it is set against charges."""
    found = weapon("1d6", reach=3, name="pike")
    found.sets = True
    return found


def pikes(**changes: Any) -> Troop:
    """The pikes, set to the front unless told."""
    return men("Pikes", 24, 8, 30, 20, **{"weapons": [pike()], "spears": 1, **changes})


def riders(name: str, x: float, y: float, heading: float, side: int = 1, **changes: Any) -> Troop:
    """Eight closed riders, four abreast: 3 inches wide and deep."""
    facts: dict[str, Any] = {"riding": "cavalry", "width": 0.75, "depth": 1.5, "movement": 24.0, **changes}
    return men(name, 8, 4, x, y, heading, side=side, **facts)


# ---------------------------------------------------------------- how long spears are set


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.7a")
@pytest.mark.parametrize(("options", "doubled"), [({}, False), (OLD, True)])
def test_spears_kept_for_one_charge_are_let_go_when_the_round_ends(
    options: dict[str, Any], doubled: bool
) -> None:
    """Set in round 1, charged at the beginning of round 2: in round 3 another charges before they can set them again."""
    state = battle(
        pikes(),
        riders("First", 30, 20, 180, charged=0),
        tier=stages.INTERMEDIATE,
        movers=(1, 0),
        part=1,
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    assert attack_rolls.are_set_against(state, state.units[0], state.units[1])
    rounds.end(state, Script())
    state.units[1].charged = 0
    assert attack_rolls.are_set_against(state, state.units[0], state.units[1]) == doubled


def three(options: dict[str, Any]) -> State:
    """Blues charge set pikes, then the pikes' part comes, then Greens charge them beside the Blues."""
    state = battle(
        pikes(),
        riders("Blues", 28.5, 20, 180, charged=0),
        riders("Greens", 31.5, 26, 180, side=2),
        tier=stages.INTERMEDIATE,
        movers=(1, 0, 2),
        part=1,
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    state.part = 2
    compelled_moves.begin(state, Script(), 2)
    greens = state.units[2]
    assert greens.block is not None
    block = greens.block
    greens.stand(type(block)(31.5, 20.0, 180.0, 8, 4, block.width, block.depth, 0.0))
    greens.charged = 0
    return state


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.4a")
@pytest.mark.parametrize(("options", "rating"), [({}, 16), (OLD, 18)])
def test_of_three_sides_the_last_meets_no_spears_that_were_set_the_round_before(
    options: dict[str, Any], rating: int
) -> None:
    """AR 20, closed charge -1, commander -1; the bonus of 2 is lost on set pikes only."""
    state = three(options)
    set_pikes, blues, greens = (state.units[number] for number in range(3))
    assert attack_rolls.rating(state, blues, set_pikes, 0) == 18
    assert attack_rolls.rating(state, greens, set_pikes, 0) == rating


# ---------------------------------------------------------------- where those look who set them


BEHIND = (30.0, 17.75, 0.0)  # three ranks of men behind the front at y = 20
LEFT_OF = (27.0, 18.875, 90.0)
RIGHT_OF = (33.0, 18.875, 270.0)


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:11.7g")
@pytest.mark.parametrize(
    ("place", "spears", "charged", "options", "rating"),
    [
        (BEHIND, 15, True, {}, 18),  # 20 - 1 - 1: no bonus of the charge, and not from behind
        (BEHIND, 15, True, OLD, 16),
        (BEHIND, 15, False, {}, 19),
        (BEHIND, 1, True, {}, 14),  # 20 - 1 - 1 - 2 - 2
        (LEFT_OF, 1 | 8, True, {}, 18),
        (LEFT_OF, 1 | 8, True, OLD, 17),
        (RIGHT_OF, 1 | 8, True, {}, 15),  # the other flank: 20 - 1 - 1 - 2 - 1
        (RIGHT_OF, 1 | 2, True, {}, 18),
    ],
)
def test_spears_set_to_a_side_have_no_back_there(
    place: tuple[float, float, float], spears: int, charged: bool, options: dict[str, Any], rating: int
) -> None:
    """Sides are counted front 1, right 2, rear 4, left 8. The pikes bear shields."""
    state = battle(
        pikes(spears=spears, shield=True),
        riders("Riders", *place, charged=0 if charged else -1),
        tier=stages.INTERMEDIATE,
        options=options,
    )
    mine, theirs = state.units[1], state.units[0]
    assert attack_rolls.rating(state, mine, theirs, contacts.aspect(state, mine, theirs)) == rating


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:4.2b")
@pytest.mark.parametrize(("spears", "options", "needed"), [(15, {}, 13), (15, OLD, 11), (11, {}, 11)])
def test_who_has_set_spears_to_the_rear_does_not_lose_heart_for_an_enemy_there(
    spears: int, options: dict[str, Any], needed: int
) -> None:
    """ML 12, closed +1."""
    state = battle(pikes(spears=spears), riders("Riders", *BEHIND), tier=stages.INTERMEDIATE, options=options)
    assert current(state, state.units[0], Cause(LOSSES)) == needed


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:9.4a.modifiers")
@pytest.mark.parametrize(
    ("x", "y", "spears", "options", "total"),
    [
        (30.0, 17.5, 15, {}, 17),  # AR 23 - AC 6
        (30.0, 17.5, 15, OLD, 15),
        (26.75, 18.875, 8, {}, 17),
        (26.75, 18.875, 2, {}, 16),
    ],
)
def test_a_hero_behind_set_spears_finds_them_looking_at_him(
    x: float, y: float, spears: int, options: dict[str, Any], total: int
) -> None:
    state = battle(
        pikes(spears=spears, shield=True),
        men("Far", 4, 4, 55, 47, 180, side=1),
        leaders=[hero("Hero", x, y, side=1)],
        tier=stages.INTERMEDIATE,
        options=options,
    )
    one, unit = state.individuals[0], state.units[0]
    assert sums.champion_sum(state, one, unit, sums.aim_at(state, one, unit)) == total


# ---------------------------------------------------------------- what is foretold


@pytest.mark.rule("battlesystem:11.7b")
def test_the_odds_of_a_charge_on_set_spears_know_that_they_strike_first() -> None:
    """Pikes: AR 5 - 1 - AC 10 = -6, so 6 at most: D6 for 8 hit dice at least, twice. The four riders hold 40: none is left to strike."""
    state = battle(
        pikes(attack_rating=5),
        men("Riders", 4, 4, 30, 20, 180, side=1, riding="cavalry", depth=1.5, armour_class=10, charged=0),
        tier=stages.INTERMEDIATE,
    )
    found = melee(state, state.units[0], state.units[1]).odds
    assert (found.second.chance("destroyed"), found.first.lost()) == (1, 0)
    assert (found.first_only, found.second_only, found.both) == (WHOLE, 0, 0)
    state.units[1].charged = -1  # who only walked up strikes before he falls
    assert melee(state, state.units[0], state.units[1]).odds.first.lost() > 0


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:11.7c")
@pytest.mark.parametrize(("formation", "files", "dice", "fallen"), [(CLOSED, 8, 82, 9), (OPEN, 12, 123, 1)])
def test_of_riders_on_set_spears_as_many_are_foretold_to_strike_as_are_left(
    formation: int, files: int, dice: int, fallen: int
) -> None:
    """All rolls are 0 or less: D6 for 12 hit dice. 24 pikes (36) twice: 576 of 82 (864 of 123) are seven of sixteen riders.

    Of closed riders the eight of the front are filled up: 96 hit dice, nine pikes. Of open ones seven of the front are down: 12, one.
    """
    state = battle(
        men("Pikes", 3 * files, files, 30, 20, weapons=[pike()], spears=1, attack_rating=-20),
        men("Riders", 16, 8, 30, 20, 180, side=1, formation=formation, riding="cavalry", depth=1.5, figure=10 * dice, charged=0,
            never_checks=True, attack_rating=-20),
        tier=stages.INTERMEDIATE,
    )  # fmt: skip
    found = melee(state, state.units[0], state.units[1]).odds
    assert found.second.chances_of_losses()[7] == 1
    assert found.first.chances_of_losses()[fallen] == 1


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:11.7e")
@pytest.mark.parametrize(
    ("changes", "words"), [({"shields": 15}, "in front"), ({"spears": 15}, "in front"), ({}, "from behind")]
)
def test_what_is_told_of_an_attack_from_behind(changes: dict[str, int], words: str) -> None:
    state = battle(pikes(**{"spears": 0, **changes}), riders("Riders", *BEHIND), tier=stages.INTERMEDIATE)
    assert attack_figure(state, state.units[1], state.units[0]).short == words


# ---------------------------------------------------------------- charges that break through


def through(ground: list[Feature], options: dict[str, Any], y: float = 36.0, **changes: Any) -> State:
    """Riders at y = 23 (MV 9: 13.5 inches, 6 at least) ride down two slingers at y = 30; men look on behind these."""
    state = battle(
        riders("Riders", 30, 23, 0, side=0, attack_rating=5, **{"movement": 9.0, **changes}),
        skirmishers("Slings", [(29.0, 30.0), (31.0, 30.0)], 180, side=1, armour_class=10),
        men("Men", 12, 6, 30, y, 180, side=1),
        tier=stages.INTERMEDIATE,
        terrain=ground,
        options=options,
    )
    order = ("charge", 0, 1, ("slide", 0))
    assert charge_orders.refusal(state, 0, order) is None
    charge_orders.carry_out(state, Script(), 0, order)
    assert state.units[1].status == SLAIN
    return state


HEDGE = line("hedge", (10.0, 33.0), (50.0, 33.0), width=0.2)
HILL = area("hill", 10.0, 33.0, 50.0, 45.0, level=1)


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:11.8g", "battlesystem:11.8i")
@pytest.mark.parametrize(
    ("ground", "options", "y", "formation"),
    [
        ([], {}, 36.0, CLOSED),
        ([HEDGE], {}, 32.98, OPEN),  # its charge has failed: it opens
        ([HEDGE], OLD, 33.5, OPEN),
        ([HILL], {}, 32.98, OPEN),
        ([HILL], OLD, 33.5, OPEN),
    ],
)
def test_who_has_broken_through_charges_on_over_no_hedge_and_no_slope(
    ground: list[Feature], options: dict[str, Any], y: float, formation: int
) -> None:
    """13.5 inches from y = 23: to the men at 36 there are 13. A hedge or a climb takes three of them."""
    state = through(ground, options)
    block = state.units[0].block
    assert block is not None
    assert (block.y, state.units[0].formation) == (y, formation)
    assert (state.units[0].charged == 2) == (not ground)


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:11.8g")
@pytest.mark.parametrize(("options", "y"), [({}, 32.98), (OLD, 33.0)])
def test_who_has_broken_through_does_not_strike_across_a_hedge(options: dict[str, Any], y: float) -> None:
    """The men stand right behind it, at y = 33."""
    state = through([HEDGE], options, 33.0)
    block = state.units[0].block
    assert block is not None
    assert block.y == y
    assert (state.units[0].charged == 2) == bool(options)


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:7.12d")
@pytest.mark.parametrize(("options", "y"), [({}, 35.98), (OLD, 36.0)])
def test_who_has_broken_through_does_not_charge_whom_he_let_go(options: dict[str, Any], y: float) -> None:
    """The men have withdrawn from the riders in this round."""
    state = through([], options, left_by=(2,))
    block = state.units[0].block
    assert block is not None
    assert block.y == y


# ---------------------------------------------------------------- getting away that comes to nothing


@pytest.mark.rule("battlesystem:11.6g", "battlesystem:3.5")
@pytest.mark.parametrize(("behind", "order"), [(16.0, ("withdraw", 0)), (18.4, ("flee", 0, 0))])
@pytest.mark.parametrize(("options", "shields"), [({}, 1), (OLD, 0)])
def test_a_wall_whose_way_is_barred_stands(
    behind: float, order: tuple[Any, ...], options: dict[str, Any], shields: int
) -> None:
    """Two ranks, 1.5 inches deep, an enemy before them and one behind at that y, whom nobody has measured: 2.5 or 0.1 inches away."""
    state = battle(
        men("Wall", 12, 6, 30, 20, shields=1),
        men("Ahead", 12, 6, 30, 20, 180, side=1),
        men("Behind", 12, 6, 30, behind, 0, side=1),
        tier=stages.INTERMEDIATE,
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    assert disengaging_orders.refusal(state, 0, order) is None
    disengaging_orders.carry_out(state, Script(), 0, order)
    block = state.units[0].block
    assert block is not None
    assert (block.y, state.units[0].shields) == (20.0, shields)


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:7.8f")
@pytest.mark.parametrize(("options", "spears"), [({}, 0), (OLD, 1)])
def test_who_wraps_around_a_charger_lets_his_spears_go(options: dict[str, Any], spears: int) -> None:
    """By the option that lets who was caught wrap in the same round."""
    state = battle(
        pikes(movement=12.0, radius=30.0, caught=True),
        riders("Riders", 30, 20, 180, charged=0, moved=True),
        tier=stages.INTERMEDIATE,
        movers=(1, 0),
        part=1,
        options={"caught_may_wrap": True, **options},
    )
    compelled_moves.begin(state, Script(), 0)
    order = ("wrap", 0, ("left", 0), ("right", 0))
    assert wraps.refusal(state, 0, order) is None
    wraps.carry_out(state, Script(), 0, order)
    assert state.units[0].spears == spears


# ---------------------------------------------------------------- sums


LANCE = ("2d4+1", "1d8", "1d8", "1d3")  # a heavy lance and a heavy warhorse


def charge_on(mine: dict[str, Any], theirs: dict[str, Any], heading: float = 180.0) -> tuple[int, int]:
    """The attack roll at a throw of 7 of eight riders, closed unless told, who charged men of AC 5, and tenths of hit dice a figure."""
    rows = mine.pop("rows", ("1d8", "1d4", "1d4"))
    arm = weapon(" ".join(rows))
    arm.lances = mine.pop("lances", 0)
    arm.steeds = mine.pop("steeds", 0)
    y = 24.0 if heading == 180.0 else 27.0 if heading == 0.0 else 26.25
    foe = men("Men", 24, 6, 30, y, heading, side=1, **{"armour_class": 5, "shield": True, **theirs})
    state = battle(
        men(
            "Riders",
            8,
            4,
            30,
            24,
            **{"riding": "cavalry", "depth": 1.5, "charged": 1, "weapons": [arm], **mine},
        ),
        foe,
        tier=stages.INTERMEDIATE,
    )
    one, other = state.units[0], state.units[1]
    roll = attack_rolls.attack_sum(state, one, other, contacts.aspect(state, one, other)) + 7
    return roll, attack_rolls.damage(state, one, other, 1, roll)


@pytest.mark.rule(
    "battlesystem:11.4", "battlesystem:11.4a", "battlesystem:11.4c", "battlesystem:11.5", "battlesystem:11.2d", "battlesystem:11.6a",
    "battlesystem:11.6b", "battlesystem:8.3c", "battlesystem:8.3d", "battlesystem:8.3f", "battlesystem:8.3i",
)  # fmt: skip
@pytest.mark.parametrize(
    ("mine", "theirs", "heading", "roll", "each"),
    [
        ({}, {}, 180.0, 18, 11),  # 20 - 1 - 1 - 2 - 5 + 7: D8 5, D4 3 and 3
        ({"charged": -1}, {}, 180.0, 21, 8),  # 4, 2 and 2
        ({"formation": OPEN}, {}, 180.0, 20, 8),  # +1 for open, no -1
        ({"formation": OPEN, "in_command": False}, {}, 180.0, 21, 8),
        ({"leader_at": -1}, {}, 180.0, 19, 11),
        ({}, {}, 0.0, 16, 12),  # from behind -2
        ({}, {"shield": False}, 0.0, 16, 12),
        ({}, {"shields": 1}, 180.0, 20, 8),
        ({}, {"shields": 1}, 0.0, 16, 12),
        ({}, {"shields": 15}, 0.0, 20, 8),
        ({}, {"spears": 1, "weapons": [pike()]}, 180.0, 20, 8),
        ({}, {"spears": 1}, 180.0, 18, 11),  # swords in hand: none are set
        ({"rows": LANCE, "lances": 1}, {}, 180.0, 18, 28),  # twice two D6 at 4, D8 5 and 5, D3 2
        ({"rows": LANCE, "lances": 1, "charged": -1}, {}, 180.0, 21, 15),
        (
            {"rows": LANCE, "lances": 1},
            {"spears": 1, "weapons": [pike()]},
            180.0,
            20,
            21,
        ),  # a lance doubles all the same
        ({"attacks": 3, "steeds": 2}, {}, 180.0, 18, 16),  # two blows in an odd round, hooves once
    ],
)
def test_riders_who_charge(
    mine: dict[str, Any], theirs: dict[str, Any], heading: float, roll: int, each: int
) -> None:
    assert charge_on(dict(mine), theirs, heading) == (roll, 10 * each)


@pytest.mark.rule("battlesystem:2.10f", "battlesystem:11.8g", "battlesystem:11.8i")
@pytest.mark.parametrize(
    ("ground", "options", "y", "charged"),
    [
        ([], {}, 30.0, 1),
        ([line("hedge", (10.0, 22.0), (50.0, 22.0), width=0.2)], {}, 26.0, -1),  # 9 less 3 for the hedge
        ([line("hedge", (10.0, 22.0), (50.0, 22.0), width=0.2)], OLD, 20.0, -1),
        ([area("hill", 10.0, 22.0, 50.0, 45.0, level=1)], {}, 26.0, -1),
        ([area("hill", 10.0, 22.0, 50.0, 45.0, level=1)], OLD, 20.0, -1),
    ],
)
def test_a_mob_that_is_to_charge_and_cannot_goes_forward(
    ground: list[Feature], options: dict[str, Any], y: float, charged: int
) -> None:
    """MV 9, the enemy ten inches ahead."""
    state = battle(
        crowd(x=30, y=20, order=CHARGE),
        men("Men", 12, 6, 30, 30, 180, side=1),
        tier=stages.INTERMEDIATE,
        terrain=ground,
        options=options,
    )
    mobs.obey(state, Script(), state.units[0])
    block = state.units[0].block
    assert block is not None
    assert (block.y, state.units[0].charged) == (y, charged)


@pytest.mark.rule("battlesystem:7.14c", "battlesystem:11.8a", "battlesystem:11.8b", "battlesystem:11.8j")
@pytest.mark.parametrize(
    ("ground", "away", "options", "rule"),
    [
        ("road", 6.0, {}, ""),
        ("road", 6.0, OLD, "battlesystem:7.14c"),  # 4.5 of movement
        ("road", 5.9, {}, "battlesystem:7.14c"),
        ("woods", 5.9, {}, "battlesystem:7.14c"),
        ("woods", 5.9, OLD, ""),  # 8.85 of movement
        ("woods", 6.0, {}, ""),
        ("rough", 6.0, {}, ""),  # 12 of 13.5
        ("rough", 3.0, OLD, ""),
        ("rough", 3.0, {}, "battlesystem:7.14c"),
    ],
)
def test_room_for_a_charge_is_measured_in_inches(
    ground: str, away: float, options: dict[str, Any], rule: str
) -> None:
    """MV 9: six inches, whatever they cost."""
    there = (
        line("road", (30.0, 5.0), (30.0, 45.0), width=8.0)
        if ground == "road"
        else area(ground, 20.0, 10.0, 40.0, 45.0)
    )
    state = battle(
        men("Men", 12, 6, 30, 20, formation=CLOSED if ground == "road" else OPEN),
        men("Foe", 12, 6, 30, 20 + away, 180, side=1, formation=OPEN),
        tier=stages.INTERMEDIATE,
        terrain=[there],
        options=options,
    )
    unit = state.units[0]
    fault = charge_paths.unlawful(state, unit, charge_paths.walked(state, unit, [("slide", 0)]))
    assert (fault[1] if fault is not None else "") == rule


@pytest.mark.rule("battlesystem:7.14d", "battlesystem:11.8b")
@pytest.mark.parametrize(("options", "lawful"), [({}, False), (OLD, True)])
def test_the_straight_part_of_a_charge_is_measured_in_inches(options: dict[str, Any], lawful: bool) -> None:
    """Three inches aslant in the open and then six ahead are lawful (6 of 9); three and five, all five in woods, are not: 7.5 of 10.5 were."""
    state = battle(
        men("Men", 12, 6, 30, 20, formation=OPEN),
        men("Foe", 12, 6, 31.5, 20 + 3 * cos(radians(30)) + 5, 180, side=1, formation=OPEN),
        tier=stages.INTERMEDIATE,
        terrain=[area("woods", 10.0, 20 + 3 * cos(radians(30)), 50.0, 45.0)],
        options=options,
    )
    unit = state.units[0]
    run = charge_paths.walked(state, unit, [("slide", 30, 3), ("slide", 0)])
    assert run.met
    assert charge_paths.is_lawful(state, unit, run) == lawful


@pytest.mark.rule("battlesystem:7.14i", "battlesystem:11.9d")
@pytest.mark.parametrize(
    ("edge", "options", "through"), [(10.0, {}, True), (24.5, {}, False), (24.5, OLD, True)]
)
def test_who_charges_out_of_a_swamp_breaks_through_less(
    edge: float, options: dict[str, Any], through: bool
) -> None:
    """Open riders at AR 20 + 1 - 1 - 2, AC 10, 12: 20, D8 for 4 hit dice; each of two touches one slinger of 4, and kills him.

    Out of the swamp, which ends right before the slingers, the roll is 24: 2 hit dice each, 4 in all, which is one of two.
    """
    state = battle(
        men("Riders", 2, 2, 30, 14, starting=4, formation=OPEN, riding="cavalry", depth=1.5, movement=15.0, weapons=[weapon("1d8")]),
        skirmishers("Slings", [(29.375, 25.0), (30.625, 25.0)], 180, side=1, armour_class=10, figure=40),
        men("Men", 12, 6, 30, 26.0, 180, side=1),
        tier=stages.INTERMEDIATE,
        terrain=[area("swamp", 20.0, 5.0, 40.0, edge)],
        options=options,
    )  # fmt: skip
    charge_orders.carry_out(state, Script(), 0, ("charge", 0, 1, ("slide", 0)))
    assert (state.units[1].status == SLAIN) == through
