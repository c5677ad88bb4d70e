"""Formed units, cases worked out by hand from the printed rules: whom they hold in contact, which way their figures look, who follows.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crew, hero, men, skirmishers, weapon

from banneret.geometry.rectangles import FRONT, REAR
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import attack_rolls, melee_phase, strikers
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.missiles import volleys
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.rounds import play_step
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import SOUTH
from banneret.rulebooks.battlesystem.tables.missiles import missiles
from banneret.rulebooks.battlesystem.tables.sheets import Arms
from banneret.rulebooks.battlesystem.unit import OPEN, WAITING, Unit
from banneret.testing import Script


def turned(unit: Unit, figures: range | list[int], side: int = REAR) -> None:
    """Some figures of a unit look elsewhere."""
    unit.stand(*formations.some_turned(unit, side, list(figures)))


# ---------------------------------------------------------------- undead at the end of the Melee Phase


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:4.4")
@pytest.mark.parametrize(("version", "front"), [(12, 13.0), (11, 24.0)])
def test_a_routed_unit_that_still_touches_undead_runs_again(version: int, front: float) -> None:
    """Its check would be one of the Melee Phase: it runs 9 inches without a roll, away from the zombies' middle, due south.

    Open, two ranks deep, it is 2 inches deep: its middle goes from y 23 to 14, so that its front, now to the south, is at 13.
    """
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN, routed=True, in_command=False),
        men("Zombies", 12, 6, 30, 24, 180, side=1, undead=True),
        stage=stages.MELEE,
        options={"version": version},
    )
    table = Script(dice=[])
    melee_phase.end_phase(state, table)
    table.finish()
    block = state.units[0].block
    assert block is not None
    assert (block.x, block.y) == (30.0, front)


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "place"), [(12, 15.0), (11, 24.0)])
def test_so_does_a_skirmisher_who_ran_alone(version: int, place: float) -> None:
    """His fellow, who stands fast, checks as before: 2 against 12."""
    state = battle(
        skirmishers("Slings", [(30.0, 24.0), (40.0, 24.0)]),
        men("Zombies", 12, 6, 30, 24.375, 180, side=1, undead=True),
        stage=stages.MELEE,
        options={"version": version},
    )
    singles = state.units[0].singles
    assert singles is not None
    singles[0].routed = True
    table = Script(dice=[1, 1])
    melee_phase.end_phase(state, table)
    table.finish()
    assert singles[0].y == place
    assert (singles[1].y, singles[1].routed) == (24.0, False)


# ---------------------------------------------------------------- out of hand


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:2.9d", "battlesystem:7.8d")
@pytest.mark.parametrize("version", [12, 11])
def test_of_skirmishers_out_of_hand_only_those_in_contact_stay(version: int) -> None:
    """The third runs at the line 10 inches before him and stops a tenth of an inch short of it, at y 29.525 with his middle."""
    state = battle(
        skirmishers("Goblins", [(20.0, 20.0), (24.0, 20.0), (30.0, 21.0)], quarry=2, rash=True),
        skirmishers("Bait", [(20.0, 20.75)], 180, side=1),
        men("Dwarfs", 12, 6, 30, 30, 180, side=1),
        options={"version": version},
    )
    compelled_moves.compelled_step(state, Script())
    singles = state.units[0].singles
    assert singles is not None
    runs = version == 12
    assert (singles[0].x, singles[0].y) == (20.0, 20.0)
    assert (singles[1].y > 20.0) is runs
    assert singles[2].y == pytest.approx(29.525 if runs else 21.0, abs=0.02)


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:9.4")
def test_so_with_those_who_are_at_a_hero_already() -> None:
    """One is at him; his fellow, 4.75 inches off from base to base, comes up too."""
    state = battle(
        skirmishers("Goblins", [(30.0, 20.0), (30.0, 14.5)], quarry=-2, rash=True),
        men("Far", 12, 6, 30, 46, 180, side=1),
        leaders=[hero("Champion", 30.0, 20.625, 1)],
        tier=stages.INTERMEDIATE,
    )
    compelled_moves.compelled_step(state, Script())
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].y == 20.0
    assert singles[1].y > 18.0


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:7.9g", "battlesystem:7.9f")
@pytest.mark.parametrize(("version", "front", "spent"), [(12, 30.0, 10.5), (11, 24.0, 0.0)])
def test_out_of_hand_figures_that_look_elsewhere_turn_first(version: int, front: float, spent: float) -> None:
    """The rear rank faces about again for 4.5 inches; of the 13.5 of a charge 9 are left, and 6 are to the enemy."""
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN, quarry=1, rash=True, in_command=False),
        men("Foe", 6, 6, 30, 30, 180, side=1),
        options={"version": version},
    )
    unit = state.units[0]
    turned(unit, range(6, 12))
    compelled_moves.compelled_step(state, Script())
    assert unit.block is not None
    assert (unit.block.y, unit.spent) == (front, spent)
    assert contacts.are_touching(state, unit, state.units[1]) is (version == 12)


# ---------------------------------------------------------------- opening in contact


@pytest.mark.rule("battlesystem:4.5b")
@pytest.mark.parametrize(("version", "files", "gap", "touching"), [(12, 5, 0.0, [1, 2]), (11, 3, 0.5, [2])])
def test_a_unit_that_opens_does_not_lose_the_enemy_on_its_flank(
    version: int, files: int, gap: float, touching: list[int]
) -> None:
    """Five closed files are 3.75 inches broad; open, five do not fit beside the enemy, three are 3.25, a quarter of an inch short of him.

    The unit does not move, so it stays as it stands, and counts as open.
    """
    state = battle(
        men("Closed", 10, 5, 30, 24),
        men("Flank", 6, 6, 31.875, 23.25, 270, side=1),
        men("Front", 6, 6, 30, 24, 180, side=1),
        options={"version": version},
    )
    unit = state.units[0]
    assert contacts.enemies_touching(state, unit) == [1, 2]
    formations.open_up(state, Script(), unit)
    block = unit.block
    assert block is not None
    assert (unit.formation, block.files, block.spacing) == (OPEN, files, gap)
    assert contacts.enemies_touching(state, unit) == touching


@pytest.mark.rule("battlesystem:4.5b")
def test_where_a_narrower_front_reaches_both_flanks_it_opens_so() -> None:
    """Six closed files are 4.5 inches broad, and so are four open ones: it still touches those on both its flanks."""
    state = battle(
        men("Closed", 12, 6, 30, 24),
        men("Right", 6, 6, 32.25, 23.25, 270, side=1),
        men("Left", 6, 6, 27.75, 23.25, 90, side=1),
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    block = unit.block
    assert block is not None
    assert (block.files, block.spacing) == (4, 0.5)
    assert contacts.enemies_touching(state, unit) == [1, 2]


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:7.9g", "battlesystem:4.2b")
@pytest.mark.parametrize("version", [12, 11])
@pytest.mark.parametrize("foes", [[], [(22.5, 0.0)], [(22.5, 0.0), (24.0, 180.0)]])
def test_figures_that_were_turned_look_there_still_when_their_unit_opens(
    version: int, foes: list[tuple[float, float]]
) -> None:
    """The rear rank has faced about, to meet an enemy there: it is spread apart, and nobody turns."""
    state = battle(
        men("Closed", 12, 6, 30, 24),
        *(men("Foe", 6, 6, 30, y, heading, side=1) for y, heading in foes),
        options={"version": version},
    )
    unit = state.units[0]
    turned(unit, range(6, 12))
    formations.open_up(state, Script(), unit)
    assert unit.formation == OPEN
    looks = [0.0] * 12 if unit.loose is None else [pose[2] for pose in unit.loose]
    assert looks == [0.0] * 6 + [180.0 if version == 12 else 0.0] * 6
    assert contacts.enemies_touching(state, unit) == [number + 1 for number in range(len(foes))]
    assert contacts.rear_touched(state, unit) is (version == 11 and bool(foes))


# ---------------------------------------------------------------- following and wrapping


def withdrawn(foe: Troop, version: int = 12, orders: bool = True) -> State:
    """A skirmisher withdraws 3 inches from an enemy who follows if he may."""
    state = battle(skirmishers("Mine", [(20.0, 20.0)]), foe, options={"version": version})
    compelled_moves.begin(state, Script(), 0)
    table = Script(orders=[("follow", 1, 0)] if orders else [])
    disengaging_orders.carry_out(state, table, 0, ("withdraw", 0, (0,)))
    table.finish()
    return state


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9d", "battlesystem:6.3")
@pytest.mark.parametrize(("version", "others"), [(12, [20.75, 20.75]), (11, [17.75, 17.75])])
def test_skirmishers_who_are_routed_or_just_rallied_do_not_follow(version: int, others: list[float]) -> None:
    foe = skirmishers("Foe", [(20.0, 20.75), (30.0, 20.75), (40.0, 20.75)], 180, side=1)
    assert foe.unit.singles is not None
    foe.unit.singles[1].routed = True
    foe.unit.singles[2].rallied = True
    state = withdrawn(foe, version)
    singles = state.units[1].singles
    assert singles is not None
    assert [single.y for single in singles] == [17.75, *others]


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.4")
def test_nor_does_anybody_who_would_crowd_a_fellow_who_stays() -> None:
    """After 3 inches he would stand half an inch from one who runs."""
    foe = skirmishers("Foe", [(20.0, 20.75), (21.25, 17.0)], 180, side=1)
    assert foe.unit.singles is not None
    foe.unit.singles[1].routed = True
    state = withdrawn(foe, orders=False)
    assert state.units[1].singles is not None
    assert state.units[1].singles[0].y == 20.75


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.13e", "battlesystem:11.7f")
@pytest.mark.parametrize("version", [12, 11])
def test_who_follows_has_not_rested_and_lets_his_spears_go(version: int) -> None:
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Foe", 12, 6, 30, 20, 180, side=1, spears=1),
        options={"version": version},
        tier=stages.INTERMEDIATE,
    )
    compelled_moves.begin(state, Script(), 0)
    disengaging_orders.carry_out(state, Script(orders=[("follow", 1, 0)]), 0, ("withdraw", 0))
    foe = state.units[1]
    assert contacts.are_touching(state, state.units[0], foe)
    assert (foe.acted, foe.spears) == ((True, 0) if version == 12 else (False, 1))


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.9g", "battlesystem:7.15f")
@pytest.mark.parametrize("version", [12, 11])
@pytest.mark.parametrize("kind", ["turned", "guards", "guards in haste"])
def test_nobody_follows_who_cannot_go_so_far(version: int, kind: str) -> None:
    """Half of a rate of 5 inches is less than 3, half of 9 is more; and who has turned his rear rank goes nowhere."""
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Foe", 12, 6, 30, 20, 180, side=1, movement=5.0 if kind == "guards" else 9.0),
        options={"version": version},
    )
    foe = state.units[1]
    if kind == "turned":
        turned(foe, range(6, 12))
    else:
        foe.guards = 1
    compelled_moves.begin(state, Script(), 0)
    follows = version == 11 or kind == "guards in haste"
    table = Script(orders=[("follow", 1, 0)] if follows else [])
    disengaging_orders.carry_out(state, table, 0, ("withdraw", 0))
    table.finish()
    assert contacts.are_touching(state, state.units[0], foe) is follows


@pytest.mark.rule("battlesystem:7.11", "battlesystem:7.9g")
@pytest.mark.parametrize(("version", "rule"), [(12, "battlesystem:7.9g"), (11, None)])
def test_who_has_turned_figures_does_not_wrap(version: int, rule: str | None) -> None:
    """Its ends would wheel, and its rear rank would look ahead again for nothing."""
    state = battle(
        men("Axes", 16, 8, 30, 24),
        men("Foe", 4, 4, 30, 24, 180, side=1),
        options={"version": version},
    )
    unit = state.units[0]
    turned(unit, range(8, 16))
    compelled_moves.begin(state, Script(), 0)
    refusal = wraps.refusal(state, 0, ("wrap", 0, ("left", 0)))
    assert (refusal.rule if refusal else None) == rule
    assert bool(wraps.offers(state, unit)) is (version == 11)


# ---------------------------------------------------------------- who strikes


@pytest.mark.rule("battlesystem:8.1a")
@pytest.mark.parametrize(("version", "fighting"), [(12, [0, 1, 2]), (11, [0, 1])])
def test_behind_the_shoulder_of_a_short_last_rank_there_are_neighbours_too(
    version: int, fighting: list[int]
) -> None:
    """Eight figures, seven abreast: the last stands behind the fourth. Two enemies touch the first and second from behind.

    They are 1.5 inches broad, and the third beside them has nobody behind it: it is the one to their side.
    """
    state = battle(
        men("Closed", 8, 7, 30, 24),
        men("Behind", 4, 2, 30 - 2.625 + 0.75, 23.25, side=1),
        options={"version": version},
    )
    assert strikers.eligible(state, state.units[0], state.units[1]) == fighting
    assert strikers.eligible(state, state.units[1], state.units[0]) == [0, 1]


@pytest.mark.rule("battlesystem:8.1a")
def test_the_last_rank_stands_between_them() -> None:
    """The third figure is touched from behind, which has one beside it, the second; the fourth has the last figure behind it."""
    column = men("Behind", 4, 1, 30 - 0.75, 23.25, side=1, width=0.5, depth=0.5, size="S")
    state = battle(men("Closed", 8, 7, 30, 24), column)
    unit = state.units[0]
    touching = {touch.figure for touch in contacts.touches(state, unit, state.units[1])}
    assert touching == {2}
    assert strikers.eligible(state, unit, state.units[1]) == [1, 2]


# ---------------------------------------------------------------- reinforcements


@pytest.mark.rule("battlesystem:7.8f", "battlesystem:1.0c")
@pytest.mark.parametrize("version", [12, 11])
def test_whom_reinforcements_come_upon_is_caught(version: int) -> None:
    """They enter 1.5 inches deep, front to front with a line whose side moves later: that is a move into contact."""
    state = battle(
        men("Late", 12, 6, 30, 0, arrives=1, edge=SOUTH, status=WAITING, block=None),
        men("Foe", 12, 6, 30, 1.5, 180, side=1),
        stage=stages.COMPELLED,
        options={"version": version},
    )
    play_step(state, Script(orders=[("arrive", 0, "closed", 6, 30, 1.5, 0)]))
    foe = state.units[1]
    assert contacts.are_touching(state, state.units[0], foe)
    assert foe.caught is (version == 12)


# ---------------------------------------------------------------- who cannot be hurt


@pytest.mark.rule("battlesystem:4.2h", "battlesystem:7.14i")
@pytest.mark.parametrize(
    ("ward", "plus", "version", "each"),
    [(1, 0, 12, 0), (1, 1, 12, 40), (2, 1, 12, 0), (0, 0, 12, 40), (1, 0, 11, 40)],
)
def test_who_is_hurt_by_magic_alone_takes_no_damage_of_other_weapons(
    ward: int, plus: int, version: int, each: int
) -> None:
    """At an attack roll of 18 a D6 does 4 hit dice a figure (40 tenths), of whatever magic; a golem of stone loses nothing to iron."""
    state = battle(
        men("Axes", 12, 6, 30, 24, weapons=[replace(weapon(), plus=plus)], attack_rating=-5),
        men("Golems", 6, 6, 30, 24, 180, side=1, ward=ward),
        leaders=[
            hero(
                "Champion",
                30,
                20,
                damage="1d6",
                arms=Arms(replace(weapon(), plus=plus), ("1d6",), ("1d6",)),
                attacks=2,
            )
        ],
        options={"version": version},
    )
    unit, golems = state.units.values()
    assert attack_rolls.damage(state, unit, golems, 6, 18) == 6 * each
    assert bool(attack_rolls.certain_kills(state, unit, golems, 6, FRONT)) is bool(each)
    assert sums.champion_damage(state, state.individuals[0], golems, 18) == each


@pytest.mark.rule("battlesystem:4.2h")
@pytest.mark.parametrize(("ward", "version", "tenths"), [(1, 12, 0), (0, 12, 240), (1, 11, 240)])
def test_nor_do_arrows_hurt_him(ward: int, version: int, tenths: int) -> None:
    """Six bows with a D6 each at an attack roll of 18."""
    state = battle(
        men("Bows", 12, 6, 30, 10, missile=missiles()["short-bow"]),
        men("Golems", 6, 6, 30, 24, 180, side=1, ward=ward),
        options={"version": version},
    )
    assert volleys.damage(state, state.units[0], state.units[1], 6, 1, 18) == tenths


@pytest.mark.rule("battlesystem:4.2h", "battlesystem:10.11")
def test_common_shots_of_artillery_do_not_hurt_him_either() -> None:
    state = battle(
        crew("ballista", 30, 10),
        men("Golems", 6, 6, 30, 24, 180, side=1, ward=1),
        men("Men", 6, 6, 40, 24, 180, side=1),
        tier=stages.INTERMEDIATE,
    )
    piece = state.pieces[0]
    assert shots.damage(state, piece, state.units[1], 18) == 0
    assert shots.damage(state, piece, state.units[2], 18) > 0
